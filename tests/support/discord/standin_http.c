/* The bytes of REST: HTTP/1.1 by libwebsockets, one request after another on a connection,
   answers now or later or never. What a request means is standin_rest.c's. */
#include "standin_inside.h"

#include <libwebsockets.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

enum { LONGEST_BODY = 26 * 1024 * 1024 };

static const struct {
    int token;
    const char *name;
} methods[] = {{WSI_TOKEN_GET_URI, "GET"},
               {WSI_TOKEN_POST_URI, "POST"},
               {WSI_TOKEN_PUT_URI, "PUT"},
               {WSI_TOKEN_PATCH_URI, "PATCH"},
               {WSI_TOKEN_DELETE_URI, "DELETE"}};

static const struct {
    int status;
    const char *reason;
} reasons[] = {{200, "OK"},
               {201, "Created"},
               {204, "No Content"},
               {400, "Bad Request"},
               {401, "Unauthorized"},
               {403, "Forbidden"},
               {404, "Not Found"},
               {405, "Method Not Allowed"},
               {429, "Too Many Requests"},
               {500, "Internal Server Error"},
               {502, "Bad Gateway"},
               {503, "Service Unavailable"}};

static const char *reason_of(int status)
{
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        if (reasons[i].status == status)
            return reasons[i].reason;
    return "Odd";
}

/* --- reading --- */

static void read_header(struct lws *wsi, enum lws_token_indexes token, char *text, size_t size)
{
    if (lws_hdr_copy(wsi, text, (int)size, token) < 0)
        text[0] = '\0';
}

static void read_query(struct lws *wsi, struct request *request)
{
    char all[1024] = "", part[512];
    for (int i = 0;
         lws_hdr_copy_fragment(wsi, part, (int)sizeof part, WSI_TOKEN_HTTP_URI_ARGS, i) > 0; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%s%s", i ? "&" : "", part);
    request->query = copy_of(all);
}

static struct request *request_new(struct standin *standin, struct lws *wsi, const char *path)
{
    struct request *request = make(sizeof *request);
    request->standin = standin;
    request->wsi = wsi;
    request->number = ++standin->request_count;
    request->path = copy_of(path);
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (lws_hdr_total_length(wsi, (enum lws_token_indexes)methods[i].token) > 0)
            snprintf(request->method, sizeof request->method, "%s", methods[i].name);
    read_header(wsi, WSI_TOKEN_HTTP_AUTHORIZATION, request->authorization,
                sizeof request->authorization);
    read_header(wsi, WSI_TOKEN_HTTP_USER_AGENT, request->agent, sizeof request->agent);
    read_header(wsi, WSI_TOKEN_HTTP_CONTENT_TYPE, request->content_type,
                sizeof request->content_type);
    read_query(wsi, request);
    list_add(&standin->requests, request);
    return request;
}

static long length_announced(struct lws *wsi)
{
    char text[24];
    read_header(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text, sizeof text);
    return strtol(text, NULL, 10);
}

static int append(struct request *request, const void *bytes, size_t length)
{
    if (request->length + length > LONGEST_BODY)
        return -1;
    request->bytes = realloc(request->bytes, request->length + length + 1);
    check(request->bytes);
    memcpy(request->bytes + request->length, bytes, length);
    request->length += length;
    request->bytes[request->length] = '\0';
    return 0;
}

void request_free(struct request *request)
{
    struct list *all = &request->standin->requests;
    for (int i = 0; i < all->count; i++)
        if (all->items[i] == request)
            list_remove(all, i);
    loop_timer_stop(&request->timer);
    json_decref(request->json);
    json_decref(request->answer.body);
    free(request->path);
    free(request->query);
    free(request->bytes);
    free(request);
}

/* --- answering --- */

static void on_time(void *arg)
{
    struct request *request = arg;
    if (request->is_slow) {
        request->is_slow = false;
        serve(request->standin, request, &request->answer);
    }
    if (!request->wsi) {
        request_free(request);
        return;
    }
    request->has_answer = true;
    lws_callback_on_writable(request->wsi);
}

static void take_up(struct request *request)
{
    serve(request->standin, request, &request->answer);
    loop_timer_init(&request->timer, request->standin->loop, on_time, request);
    if (request->answer.delay > 0) {
        loop_timer_set(&request->timer, request->answer.delay);
        return;
    }
    request->has_answer = true;
    lws_callback_on_writable(request->wsi);
}

static char *body_text(const struct standin *standin, const struct answer *answer,
                       const char **type)
{
    *type = answer->page ? "text/html" : "application/json";
    if (answer->page)
        return copy_of(answer->page);
    json_t *spoken = as_spoken(standin, answer->body);
    if (standin->options.has_no_codes && answer->code)
        json_object_set_new(spoken, "code", json_integer(answer->status));
    char *text = spoken ? json_dumps(spoken, JSON_COMPACT | JSON_ENCODE_ANY) : copy_of("");
    check(text);
    json_decref(spoken);
    if (answer->is_broken)
        memset(text, '{', strlen(text));
    return text;
}

static void put_answer(struct request *request)
{
    const struct answer *answer = &request->answer;
    const char *type;
    char *body = body_text(request->standin, answer, &type);
    size_t length = strlen(body), room = length + 2048;
    unsigned char *bytes = make(LWS_PRE + room);
    char *text = (char *)bytes + LWS_PRE;
    int head = snprintf(text, room, "HTTP/1.1 %d %s\r\n%s", answer->status,
                        reason_of(answer->status), answer->headers);
    if (answer->status != 204)
        head += snprintf(text + head, room - (size_t)head,
                         "Content-Type: %s\r\nContent-Length: %zu\r\n", type, length);
    head += snprintf(text + head, room - (size_t)head, "\r\n");
    size_t sent = answer->is_truncated ? length / 2 : length;
    memcpy(text + head, body, answer->status == 204 ? 0 : sent);
    lws_write(request->wsi, (unsigned char *)text,
              (size_t)head + (answer->status == 204 ? 0 : sent), LWS_WRITE_HTTP_HEADERS);
    free(bytes);
    free(body);
}

static int answer_now(struct request **slot)
{
    struct request *request = *slot;
    if (!request || !request->has_answer)
        return 0;
    struct lws *wsi = request->wsi;
    bool ends = request->answer.is_closed || request->answer.is_truncated;
    if (!request->answer.is_closed)
        put_answer(request);
    request_free(request);
    *slot = NULL;
    return ends || lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* What has come whole is done all the same, when its time comes. */
static void let_go(struct request *request)
{
    if (request->is_slow)
        request->wsi = NULL;
    else
        request_free(request);
}

static int begin(struct lws *wsi, struct request **slot, struct standin *standin, const char *path)
{
    if (*slot)
        request_free(*slot);
    *slot = request_new(standin, wsi, path);
    lws_set_timeout(wsi, NO_PENDING_TIMEOUT, 0);
    if (length_announced(wsi) <= 0)
        take_up(*slot);
    return 0;
}

int on_http(struct lws *wsi, int reason, struct request **slot, struct standin *standin, void *in,
            size_t length)
{
    switch (reason) {
    case LWS_CALLBACK_HTTP:
        return begin(wsi, slot, standin, in);
    case LWS_CALLBACK_HTTP_BODY:
        return *slot ? append(*slot, in, length) : -1;
    case LWS_CALLBACK_HTTP_BODY_COMPLETION:
        if (*slot && !(*slot)->route)
            take_up(*slot);
        return 0;
    case LWS_CALLBACK_HTTP_WRITEABLE:
        return answer_now(slot);
    case LWS_CALLBACK_CLOSED_HTTP:
    case LWS_CALLBACK_HTTP_DROP_PROTOCOL:
        if (slot && *slot) {
            let_go(*slot);
            *slot = NULL;
        }
        return 0;
    default:
        return 0;
    }
}
