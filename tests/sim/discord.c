/* See discord_model.h. Takes the place of the stand-in's standin_ports.c, standin_http.c and
   standin_socket.c. */
#include "discord_model.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <zlib.h>

#include "check.h"
#include "http.h"
#include "standin_inside.h"

struct place {
    struct place *next;
    struct standin *standin;
    struct sim_line line;
    char name[24];
    int port; /* REST; the next two are the gateway's */
    int lost_before, lost_after;
};

struct asked {
    struct request request; /* first */
    replied_fn *replied;
    void *arg;
};

struct talk {
    struct conn conn; /* first */
    struct talk_events events;
    void *arg;
    bool is_left;
    struct loop_timer end;
};

static struct place *all;
static int ports;

static struct place *where_is(const struct standin *standin)
{
    struct place *place = all;
    while (place && place->standin != standin)
        place = place->next;
    check(place);
    return place;
}

/* ---- standin_ports.c ---- */

void ports_open(struct standin *standin)
{
    struct place *place = make(sizeof *place);
    *place = (struct place){.next = all, .standin = standin, .port = 1 + 3 * ports};
    all = place;
    snprintf(place->name, sizeof place->name, "discord%d", ports++);
    snprintf(standin->rest_url, sizeof standin->rest_url, "http://127.0.0.1:%d/api/v10",
             place->port);
    snprintf(standin->gateway_url, sizeof standin->gateway_url, "ws://127.0.0.1:%d",
             place->port + 1);
    snprintf(standin->resume_url, sizeof standin->resume_url, "ws://127.0.0.1:%d", place->port + 2);
}

void ports_silence(struct standin *standin)
{
    (void)standin;
}

void ports_close(struct standin *standin)
{
    struct place *place = where_is(standin);
    for (struct place **at = &all; *at; at = &(*at)->next)
        if (*at == place) {
            *at = place->next;
            break;
        }
    free(place);
}

struct place *discord_place(const char *url, int port)
{
    const char *colon = url ? strrchr(url, ':') : NULL;
    if (colon && colon[1] != '/')
        port = (int)strtol(colon + 1, NULL, 10);
    for (struct place *place = all; place; place = place->next)
        if (port >= place->port && port < place->port + 3)
            return place;
    return NULL;
}

struct sim_line *discord_line(struct place *place)
{
    return &place->line;
}

const char *discord_name(const struct place *place)
{
    return place->name;
}

bool discord_loses(struct place *place, bool is_answer)
{
    int *left = is_answer ? &place->lost_after : &place->lost_before;
    if (*left == 0)
        return false;
    --*left;
    return true;
}

/* ---- standin_http.c ---- */

void request_free(struct request *request)
{
    struct list *requests = &request->standin->requests;
    for (int i = 0; i < requests->count; i++)
        if (requests->items[i] == request)
            list_remove(requests, i);
    loop_timer_stop(&request->timer);
    json_decref(request->json);
    json_decref(request->answer.body);
    free(request->path);
    free(request->query);
    free(request->bytes);
    free(request);
}

static char *body_text(const struct standin *standin, const struct answer *answer)
{
    if (answer->page)
        return copy_of(answer->page);
    json_t *spoken = as_spoken(standin, answer->body);
    if (standin->options.has_no_codes && answer->code)
        json_object_set_new(spoken, "code", json_integer(answer->status));
    char *text = spoken ? json_dumps(spoken, JSON_COMPACT | JSON_ENCODE_ANY) : copy_of("");
    json_decref(spoken);
    if (answer->is_broken)
        memset(text, '{', strlen(text));
    return text;
}

static void give_reply(struct asked *asked)
{
    const struct answer *answer = &asked->request.answer;
    char head[1024],
        *body = answer->status == 204 ? copy_of("") : body_text(asked->request.standin, answer);
    snprintf(head, sizeof head, "HTTP/1.1 %d As said\r\n%sContent-Type: %s\r\n", answer->status,
             answer->headers, answer->page ? "text/html" : "application/json");
    struct reply reply = {head, body, answer->is_closed, answer->is_truncated};
    if (asked->replied)
        asked->replied(asked->arg, &reply);
    free(body);
    request_free(&asked->request);
}

static void on_time(void *arg)
{
    struct asked *asked = arg;
    if (asked->request.is_slow) {
        asked->request.is_slow = false;
        serve(asked->request.standin, &asked->request, &asked->request.answer);
    }
    give_reply(asked);
}

struct asked *discord_ask(struct place *place, const struct question *question, replied_fn *replied,
                          void *arg)
{
    struct asked *asked = make(sizeof *asked);
    struct request *request = &asked->request;
    const char *query = strchr(question->path, '?');
    asked->replied = replied;
    asked->arg = arg;
    request->standin = place->standin;
    request->number = ++place->standin->request_count;
    request->path = copy_of(question->path);
    request->path[strcspn(request->path, "?")] = '\0';
    request->query = copy_of(query ? query + 1 : "");
    snprintf(request->method, sizeof request->method, "%s", question->method);
    snprintf(request->agent, sizeof request->agent, "%s", question->agent);
    snprintf(request->authorization, sizeof request->authorization, "%s",
             question->authorization ? question->authorization : "");
    if (question->body) {
        strcpy(request->content_type, question->has_parts
                                          ? "multipart/form-data; boundary=" HTTP_BOUNDARY
                                          : "application/json");
        request->length = question->length;
        request->bytes = make(question->length + 1);
        memcpy(request->bytes, question->body, question->length);
    }
    list_add(&place->standin->requests, request);
    loop_timer_init(&request->timer, sim_loop(), on_time, asked);
    serve(place->standin, request, &request->answer);
    loop_timer_set(&request->timer, request->answer.delay > 0 ? request->answer.delay : 0);
    return asked;
}

void discord_forget(struct asked *asked)
{
    asked->replied = NULL;
}

/* ---- standin_socket.c ---- */

static unsigned char *deflated(struct conn *conn, const void *bytes, size_t length,
                               size_t *deflated_length)
{
    z_stream *stream = conn->deflater;
    size_t room = deflateBound(stream, (uLong)length) + 64;
    unsigned char *out = make(room);
    stream->next_in = (unsigned char *)bytes;
    stream->avail_in = (uInt)length;
    stream->next_out = out;
    stream->avail_out = (uInt)room;
    check(deflate(stream, Z_SYNC_FLUSH) == Z_OK && stream->avail_in == 0 && stream->avail_out > 0);
    *deflated_length = room - stream->avail_out;
    return out;
}

void conn_send(struct conn *conn, const char *text, size_t length)
{
    struct talk *talk = (struct talk *)conn;
    if (conn->is_closing)
        return;
    if (!conn->compresses) {
        talk->events.message(talk->arg, text, length, false);
        return;
    }
    size_t all_length;
    unsigned char *bytes = deflated(conn, text, length, &all_length);
    size_t messages = conn->standin->cut_messages > 1 ? (size_t)conn->standin->cut_messages : 1;
    size_t step = all_length / messages + 1;
    for (size_t at = 0; at < all_length; at += step)
        talk->events.message(talk->arg, (const char *)bytes + at,
                             all_length - at < step ? all_length - at : step, true);
    free(bytes);
}

void conn_send_raw(struct conn *conn, const void *bytes, size_t length)
{
    struct talk *talk = (struct talk *)conn;
    talk->events.message(talk->arg, bytes, length, conn->compresses);
}

void conn_free(struct conn *conn)
{
    struct talk *talk = (struct talk *)conn;
    struct list *conns = &conn->standin->conns;
    for (int i = 0; i < conns->count; i++)
        if (conns->items[i] == conn)
            list_remove(conns, i);
    if (conn->session)
        conn->session->conn = NULL;
    if (!talk->is_left)
        talk->events.closed(talk->arg, -1);
    loop_timer_stop(&conn->watch);
    loop_timer_stop(&talk->end);
    if (conn->deflater)
        deflateEnd(conn->deflater);
    free(conn->deflater);
    free(conn->heard);
    free(talk);
}

/* Nothing of the stand-in is on the stack. */
static void on_end(void *arg)
{
    struct talk *talk = arg;
    if (!talk->is_left) {
        talk->is_left = true;
        talk->events.closed(talk->arg, talk->conn.close_code);
    }
    conn_free(&talk->conn);
}

void conn_close(struct conn *conn, int code)
{
    struct talk *talk = (struct talk *)conn;
    if (conn->is_closing)
        return;
    conn->is_closing = true;
    conn->close_code = code;
    loop_timer_stop(&conn->watch);
    gateway_left(conn, code < 0 ? 0 : code, false);
    loop_timer_set(&talk->end, 0);
}

static bool is_refused(struct standin *standin, bool is_resume_port)
{
    int *left = is_resume_port ? &standin->refuse_resume : &standin->refuse_base;
    if (*left == 0)
        return false;
    *left -= *left > 0;
    log_note(standin, "a connection was refused");
    return true;
}

struct talk *discord_talk(struct place *place, int port, const char *path,
                          const struct talk_events *events, void *arg)
{
    bool is_resume_port = port == place->port + 2;
    const char *query = strchr(path, '?');
    if (is_refused(place->standin, is_resume_port))
        return NULL;
    struct talk *talk = make(sizeof *talk);
    talk->events = *events;
    talk->arg = arg;
    talk->conn = (struct conn){.standin = place->standin,
                               .number = ++place->standin->conn_count,
                               .is_resume_port = is_resume_port,
                               .compresses = strstr(path, "compress=zlib-stream") != NULL,
                               .told_seq = -1,
                               .settled_seq = -1};
    snprintf(talk->conn.query, sizeof talk->conn.query, "%s", query ? query + 1 : "");
    if (talk->conn.compresses) {
        talk->conn.deflater = make(sizeof(z_stream));
        check(deflateInit(talk->conn.deflater, 1) == Z_OK);
    }
    loop_timer_init(&talk->end, sim_loop(), on_end, talk);
    list_add(&place->standin->conns, &talk->conn);
    gateway_greet(&talk->conn);
    return talk;
}

void discord_hear(struct talk *talk, const char *text)
{
    if (!talk->conn.is_closing)
        gateway_hear(&talk->conn, text, strlen(text));
}

void discord_leave(struct talk *talk, int code)
{
    talk->is_left = true;
    if (!talk->conn.is_closing) {
        talk->conn.is_closing = true;
        gateway_left(&talk->conn, code, true);
    }
    loop_timer_set(&talk->end, 0);
}

/* ---- sim.h ---- */

struct standin *sim_discord_new(const struct standin_options *options)
{
    struct standin *standin = standin_new(sim_loop(), options);
    where_is(standin)->line = (struct sim_line){.least = 20, .most = 80};
    return standin;
}

struct sim_line *sim_discord_line(struct standin *standin)
{
    return &where_is(standin)->line;
}

void sim_discord_lose(struct standin *standin, int times, bool is_answer_lost)
{
    struct place *place = where_is(standin);
    *(is_answer_lost ? &place->lost_after : &place->lost_before) = times;
}

const char *sim_discord_token(void)
{
    static char path[256];
    snprintf(path, sizeof path, "%s/token", sim_folder());
    FILE *file = fopen(path, "w");
    check(file && fputs(STANDIN_TOKEN "\n", file) >= 0 && fclose(file) == 0 &&
          chmod(path, 0600) == 0);
    return path;
}

void discord_close_all(void)
{
    while (all)
        standin_free(all->standin);
    ports = 0;
}
