/* http.h over a simulated wire: a request is handed to the stand-in as it is, after a while, and
   its answer comes after a while; either may be lost on the way. */
#include "http.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "discord_model.h"
#include "text.h"

struct http {
    char *user_agent, *authorization;
    struct http_exchange *first;
};

struct http_exchange {
    struct http *http;
    struct http_exchange *next;
    const struct http_reader *reader;
    void *answer;
    http_done *done;
    void *arg;
    struct loop_timer limit, way;
    struct place *place;
    const char *method, *path, *body;
    size_t length;
    bool has_parts;
    bool is_token_route;
    struct asked *asked; /* it has arrived, and is not answered */
    bool is_sent, is_broken;
    char *head, *reply; /* on its way back */
};

const char *http_refuse_base(const char *base)
{
    (void)base;
    return NULL;
}

struct http *http_new(const struct http_setup *setup)
{
    struct http *http = calloc(1, sizeof *http);
    check(http);
    http->user_agent = strdup(setup->user_agent);
    check(http->user_agent && asprintf(&http->authorization, "Bot %s", setup->token) > 0);
    return http;
}

void http_set_token(struct http *http, const char *token)
{
    free(http->authorization);
    check(asprintf(&http->authorization, "Bot %s", token) > 0);
}

void http_trust(struct http *http, const char *ca_file)
{
    (void)http, (void)ca_file;
}

static void free_exchange(struct http_exchange *exchange)
{
    struct http_exchange **at = &exchange->http->first;
    while (*at != exchange)
        at = &(*at)->next;
    *at = exchange->next;
    loop_timer_stop(&exchange->limit);
    loop_timer_stop(&exchange->way);
    if (exchange->asked)
        discord_forget(exchange->asked);
    free(exchange->head);
    free(exchange->reply);
    free(exchange);
}

void http_cancel(struct http_exchange *exchange)
{
    enum side was = side_enter(SIDE_WORLD);
    free_exchange(exchange);
    side_enter(was);
}

void http_free(struct http *http)
{
    if (!http)
        return;
    enum side was = side_enter(SIDE_WORLD);
    while (http->first)
        free_exchange(http->first);
    side_enter(was);
    free(http->user_agent);
    free(http->authorization);
    free(http);
}

static void end(struct http_exchange *exchange, enum http_end how)
{
    http_done *done = exchange->done;
    void *arg = exchange->arg;
    free_exchange(exchange);
    if (process_is_dead())
        return;
    enum side was = side_enter(SIDE_PROGRAM);
    done(arg, how);
    side_enter(was);
}

static void fail(struct http_exchange *exchange, const char *why)
{
    enum side was = side_enter(SIDE_PROGRAM);
    exchange->reader->fail(exchange->answer, why);
    side_enter(was);
    end(exchange, exchange->is_sent ? HTTP_LOST : HTTP_UNSENT);
}

static void on_limit(void *arg)
{
    struct http_exchange *exchange = arg;
    if (!clock_holds(&exchange->limit))
        fail(exchange, "no answer in time");
}

static void put_lines(const struct http_exchange *exchange, const char *head)
{
    for (const char *line = head; *line;) {
        size_t length = strcspn(line, "\n") + 1;
        exchange->reader->header(exchange->answer, line, length);
        line += length;
    }
}

static void on_back(void *arg)
{
    struct http_exchange *exchange = arg;
    if (clock_holds(&exchange->way))
        return;
    if (discord_line(exchange->place)->is_silent || discord_loses(exchange->place, true))
        return; /* the limit ends it */
    if (!exchange->head || exchange->is_broken) {
        fail(exchange, "the connection broke before there was an answer");
        return;
    }
    enum side was = side_enter(SIDE_PROGRAM);
    put_lines(exchange, exchange->head);
    exchange->reader->body(exchange->answer, exchange->reply, strlen(exchange->reply));
    exchange->reader->end(exchange->answer);
    side_enter(was);
    end(exchange, HTTP_ANSWERED);
}

static void on_reply(void *arg, const struct reply *reply)
{
    struct http_exchange *exchange = arg;
    exchange->asked = NULL;
    exchange->head = reply->is_closed ? NULL : strdup(reply->head);
    exchange->reply = strdup(reply->body);
    exchange->is_broken = reply->is_cut;
    sim_trace(discord_name(exchange->place), ">", reply->body, strlen(reply->body));
    loop_timer_init(&exchange->way, sim_loop(), on_back, exchange);
    loop_timer_set(&exchange->way, line_delay(discord_line(exchange->place)));
}

static void on_arrival(void *arg)
{
    struct http_exchange *exchange = arg;
    const struct sim_line *line = exchange->place ? discord_line(exchange->place) : NULL;
    if (!line || line->is_down) {
        if (!clock_holds(&exchange->way))
            fail(exchange, "Connection refused");
        return;
    }
    exchange->is_sent = true;
    if (line->is_silent || discord_loses(exchange->place, false))
        return;
    struct question question = {exchange->method,
                                exchange->path,
                                exchange->http->user_agent,
                                exchange->is_token_route ? NULL : exchange->http->authorization,
                                exchange->body,
                                exchange->length,
                                exchange->has_parts};
    exchange->asked = discord_ask(exchange->place, &question, on_reply, exchange);
}

struct http_exchange *http_send(struct http *http, const struct http_request *request,
                                const struct http_reader *reader, void *answer, http_done *done,
                                void *arg)
{
    enum side was = side_enter(SIDE_WORLD);
    struct http_exchange *exchange = calloc(1, sizeof *exchange);
    const char *path = strstr(request->url, "//");
    check(exchange && path);
    path = strchr(path + 2, '/');
    *exchange = (struct http_exchange){.http = http,
                                       .next = http->first,
                                       .reader = reader,
                                       .answer = answer,
                                       .done = done,
                                       .arg = arg,
                                       .method = request->method,
                                       .path = path ? path : "/",
                                       .body = request->body,
                                       .length = request->length,
                                       .has_parts = request->has_parts,
                                       .is_token_route = request->is_token_route};
    int port = (int)strtol(strchr(strstr(request->url, "//"), ':') + 1, NULL, 10);
    exchange->place = discord_place(NULL, port);
    http->first = exchange;
    loop_timer_init(&exchange->limit, sim_loop(), on_limit, exchange);
    loop_timer_set(&exchange->limit, request->limit);
    loop_timer_init(&exchange->way, sim_loop(), on_arrival, exchange);
    if (process_acts()) {
        sim_trace("http", request->method, path, strlen(path));
        if (request->body)
            sim_trace("http", "<", request->body, request->length);
        loop_timer_set(&exchange->way,
                       exchange->place ? line_delay(discord_line(exchange->place)) : 1);
    }
    side_enter(was);
    return exchange;
}
