/* See http.h. Deadlines are timers of the loop, so that a virtual clock moves them. If a kept
   connection dies before the first byte of an answer, curl sends the request again by itself, even
   a POST: it asks before each sending, and before_sending() refuses the second one if the request
   must not go twice. */
#include "http.h"

#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "curl_loop.h"
#include "json.h"
#include "text.h"

enum {
    CONNECT_MS = 5000,
    NET_MS = 60000,  /* far longer than ours */
    DEAD_MS = 10000, /* if bytes stay unacknowledged for so long */
    IDLE_S = 60,
    HEADER_BYTES = 1100, /* the longest secret has 1000 */
    WHY_BYTES = 512
};

enum body { BODY_NONE, BODY_JSON, BODY_PARTS, BODIES };

/* curl reads them while a request is under way. */
struct headers {
    int users;
    struct curl_slist *lines[2][BODIES]; /* by is_token_route */
};

struct http {
    struct loop *loop;
    char *ca_file, *user_agent;
    struct curl_loop curl;
    struct budget budget;
    struct loop_timer more;
    struct http_exchange *first;
    struct headers *headers;
};

struct http_exchange {
    struct http *http;
    CURL *easy;
    struct headers *headers;
    const struct http_reader *reader;
    void *answer;
    bool is_too_long;
    http_done *done;
    void *arg;
    struct loop_timer limit;
    int64_t limit_ms;
    bool may_go_twice;
    int sendings;
    bool is_paused; /* the answer waits for a later turn */
    char detail[CURL_ERROR_SIZE];
    struct http_exchange *previous, *next;
};

/* --- where to --- */

static bool is_loopback(const char *host)
{
    return strcmp(host, "localhost") == 0 || strcmp(host, "[::1]") == 0 ||
           (strncmp(host, "127.", 4) == 0 && host[strspn(host, "0123456789.")] == '\0');
}

static bool has_part(CURLU *url, CURLUPart part)
{
    char *value = NULL;
    bool has = curl_url_get(url, part, &value, 0) == CURLUE_OK;
    curl_free(value);
    return has;
}

static const char *refuse_parts(CURLU *url)
{
    const char *why = NULL;
    char *scheme = NULL, *host = NULL;
    if (curl_url_get(url, CURLUPART_SCHEME, &scheme, 0) ||
        curl_url_get(url, CURLUPART_HOST, &host, 0))
        why = "it needs a scheme and a host, as in https://discord.com/api/v10";
    else if (strcmp(scheme, "https") != 0 && strcmp(scheme, "http") != 0)
        why = "it must begin with https://";
    else if (strcmp(scheme, "http") == 0 && !is_loopback(host))
        why = "plain http would show the bot's token to others: it must begin with https://";
    else if (has_part(url, CURLUPART_USER) || has_part(url, CURLUPART_PASSWORD) ||
             has_part(url, CURLUPART_QUERY) || has_part(url, CURLUPART_FRAGMENT))
        why = "it may have no user, question mark or #";
    curl_free(scheme);
    curl_free(host);
    return why;
}

const char *http_refuse_base(const char *base)
{
    curl_late_open();
    CURLU *url = curl_url();
    check(url);
    bool is_url = curl_url_set(url, CURLUPART_URL, base, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK;
    const char *why = is_url ? refuse_parts(url) : "this is no URL";
    curl_url_cleanup(url);
    return why;
}

/* --- what every request says --- */

static void add_header(struct curl_slist **list, const char *line)
{
    struct curl_slist *longer = curl_slist_append(*list, line);
    check(longer);
    *list = longer;
}

/* Bare headers remove those that curl adds by itself. */
static struct headers *headers_new(const char *token)
{
    char bytes[HEADER_BYTES];
    struct text authorization = text_over(bytes, sizeof bytes);
    static const char parts_type[] = "Content-Type: multipart/form-data; boundary=" HTTP_BOUNDARY;
    static const char *const types[BODIES] = {
        [BODY_NONE] = "Content-Type:",
        [BODY_JSON] = "Content-Type: application/json",
        [BODY_PARTS] = parts_type,
    };
    struct headers *headers = calloc(1, sizeof *headers);
    check(headers);
    headers->users = 1;
    text_putf(&authorization, "Authorization: Bot %s", token);
    check(!authorization.cut);
    for (int is_token_route = 0; is_token_route < 2; is_token_route++) {
        for (int body = 0; body < BODIES; body++) {
            struct curl_slist **list = &headers->lines[is_token_route][body];
            add_header(list, types[body]);
            add_header(list, "Expect:");
            if (!is_token_route)
                add_header(list, bytes);
        }
    }
    sodium_memzero(bytes, sizeof bytes);
    return headers;
}

static void headers_release(struct headers *headers)
{
    if (--headers->users > 0)
        return;
    for (int i = 0; i < 2 * BODIES; i++) {
        for (struct curl_slist *line = headers->lines[i / BODIES][i % BODIES]; line;
             line = line->next)
            sodium_memzero(line->data, strlen(line->data));
        curl_slist_free_all(headers->lines[i / BODIES][i % BODIES]);
    }
    free(headers);
}

/* --- an exchange ends --- */

static void unlink_exchange(struct http_exchange *exchange)
{
    if (exchange->previous)
        exchange->previous->next = exchange->next;
    else
        exchange->http->first = exchange->next;
    if (exchange->next)
        exchange->next->previous = exchange->previous;
}

static void free_exchange(struct http_exchange *exchange)
{
    loop_timer_stop(&exchange->limit);
    curl_multi_remove_handle(exchange->http->curl.multi, exchange->easy);
    curl_easy_cleanup(exchange->easy);
    headers_release(exchange->headers);
    free(exchange);
}

void http_cancel(struct http_exchange *exchange)
{
    unlink_exchange(exchange);
    free_exchange(exchange);
}

static void end(struct http_exchange *exchange, enum http_end how)
{
    http_done *done = exchange->done;
    void *arg = exchange->arg;
    unlink_exchange(exchange);
    free_exchange(exchange);
    done(arg, how);
}

static void fail(struct http_exchange *exchange, const char *why)
{
    exchange->reader->fail(exchange->answer, why);
    end(exchange, exchange->sendings ? HTTP_LOST : HTTP_UNSENT);
}

static void on_limit(void *arg)
{
    struct http_exchange *exchange = arg;
    char bytes[64];
    struct text why = text_over(bytes, sizeof bytes);
    text_putf(&why, "no answer within %.1f s", (double)exchange->limit_ms / 1000);
    fail(exchange, bytes);
}

static void take_result(struct http_exchange *exchange, CURLcode code)
{
    if (code == CURLE_OK) {
        size_t parsed = exchange->reader->end(exchange->answer);
        budget_spend(&exchange->http->budget, parsed * BUDGET_PARSE + BUDGET_EVENT);
        end(exchange, HTTP_ANSWERED);
        return;
    }
    char bytes[WHY_BYTES];
    struct text why = text_over(bytes, sizeof bytes);
    if (exchange->is_too_long)
        text_put(&why, "the answer is too long");
    else if (code == CURLE_ABORTED_BY_CALLBACK)
        text_put(&why, "the connection broke before there was an answer");
    else
        curl_loop_put_trouble(&why, exchange->easy, code, exchange->detail);
    fail(exchange, bytes);
}

/* --- curl and the loop --- */

static void take_results(void *arg)
{
    struct http *http = arg;
    int left;
    const CURLMsg *message;
    while (budget_is_left(&http->budget) &&
           (message = curl_multi_info_read(http->curl.multi, &left)) != NULL) {
        void *exchange = NULL;
        if (message->msg != CURLMSG_DONE)
            continue;
        CURLcode code = message->data.result; /* the message is freed with its handle */
        curl_easy_getinfo(message->easy_handle, CURLINFO_PRIVATE, &exchange);
        take_result(exchange, code);
    }
    if (!budget_is_left(&http->budget))
        loop_timer_set(&http->more, 0);
}

static void on_more(void *arg)
{
    struct http *http = arg;
    for (struct http_exchange *exchange = http->first; exchange; exchange = exchange->next)
        if (exchange->is_paused && budget_is_left(&http->budget)) {
            exchange->is_paused = false;
            curl_easy_pause(exchange->easy, CURLPAUSE_CONT);
        }
    take_results(http);
}

/* --- an exchange begins --- */

/* NOLINTNEXTLINE(readability-non-const-parameter): the type is curl's */
static int before_sending(void *arg, char *to, char *from, int to_port, int from_port)
{
    struct http_exchange *exchange = arg;
    (void)to, (void)from, (void)to_port, (void)from_port;
    if (exchange->sendings > 0 && !exchange->may_go_twice)
        return CURL_PREREQFUNC_ABORT;
    exchange->sendings++;
    return CURL_PREREQFUNC_OK;
}

static size_t on_header(char *line, size_t one, size_t length, void *arg)
{
    struct http_exchange *exchange = arg;
    exchange->reader->header(exchange->answer, line, one * length);
    return one * length;
}

static size_t on_body(char *bytes, size_t one, size_t length, void *arg)
{
    struct http_exchange *exchange = arg;
    struct http *http = exchange->http;
    if (!budget_is_left(&http->budget)) {
        exchange->is_paused = true;
        loop_timer_set(&http->more, 0);
        return CURL_WRITEFUNC_PAUSE;
    }
    budget_spend(&http->budget, one * length);
    exchange->is_too_long = !exchange->reader->body(exchange->answer, bytes, one * length);
    return exchange->is_too_long ? 0 : one * length;
}

static int tune_socket(void *arg, curl_socket_t fd, curlsocktype purpose)
{
    (void)arg, (void)purpose;
    setsockopt(fd, IPPROTO_TCP, TCP_USER_TIMEOUT, &(int){DEAD_MS}, sizeof(int));
    return CURL_SOCKOPT_OK;
}

static void set_connection(CURL *easy)
{
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "https,http"); /* http_refuse_base() decides */
    /* the token must go nowhere else */
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 0L);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, (long)CURL_HTTP_VERSION_2TLS);
    curl_easy_setopt(easy, CURLOPT_SOCKOPTFUNCTION, tune_socket);
    curl_easy_setopt(easy, CURLOPT_TIMEOUT_MS, (long)NET_MS);
    curl_easy_setopt(easy, CURLOPT_MAXAGE_CONN, (long)IDLE_S);
}

static void set_request(struct http_exchange *exchange, const struct http_request *request)
{
    CURL *easy = exchange->easy;
    bool has_body = request->body != NULL;
    enum body body = !has_body ? BODY_NONE : request->has_parts ? BODY_PARTS : BODY_JSON;
    curl_easy_setopt(easy, CURLOPT_URL, request->url);
    curl_easy_setopt(easy, CURLOPT_PATH_AS_IS, 1L);
    curl_easy_setopt(easy, CURLOPT_USERAGENT, exchange->http->user_agent);
    curl_easy_setopt(easy, CURLOPT_HTTPHEADER,
                     exchange->headers->lines[request->is_token_route][body]);
    curl_easy_setopt(easy, CURLOPT_PIPEWAIT, request->is_urgent ? 0L : 1L);
    curl_easy_setopt(easy, CURLOPT_FRESH_CONNECT, request->is_fresh ? 1L : 0L);
    bool sends_length =
        has_body || strcmp(request->method, "POST") == 0 || strcmp(request->method, "PUT") == 0;
    if (sends_length) {
        curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE,
                         (curl_off_t)(has_body ? request->length : 0));
        curl_easy_setopt(easy, CURLOPT_POSTFIELDS, has_body ? request->body : "");
    }
    if (strcmp(request->method, sends_length ? "POST" : "GET") != 0)
        curl_easy_setopt(easy, CURLOPT_CUSTOMREQUEST, request->method);
}

static void set_callbacks(struct http_exchange *exchange)
{
    CURL *easy = exchange->easy;
    curl_easy_setopt(easy, CURLOPT_PRIVATE, exchange);
    curl_easy_setopt(easy, CURLOPT_PREREQFUNCTION, before_sending);
    curl_easy_setopt(easy, CURLOPT_PREREQDATA, exchange);
    curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, on_header);
    curl_easy_setopt(easy, CURLOPT_HEADERDATA, exchange);
    curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, on_body);
    curl_easy_setopt(easy, CURLOPT_WRITEDATA, exchange);
}

struct http_exchange *http_send(struct http *http, const struct http_request *request,
                                const struct http_reader *reader, void *answer, http_done *done,
                                void *arg)
{
    struct http_exchange *exchange = calloc(1, sizeof *exchange);
    check(exchange);
    *exchange = (struct http_exchange){.http = http,
                                       .headers = http->headers,
                                       .reader = reader,
                                       .answer = answer,
                                       .done = done,
                                       .arg = arg,
                                       .limit_ms = request->limit,
                                       .may_go_twice = request->may_go_twice,
                                       .next = http->first};
    http->headers->users++;
    if (http->first)
        http->first->previous = exchange;
    http->first = exchange;
    exchange->easy = curl_loop_easy(http->ca_file, CONNECT_MS, exchange->detail);
    set_connection(exchange->easy);
    set_request(exchange, request);
    set_callbacks(exchange);
    loop_timer_init(&exchange->limit, http->loop, on_limit, exchange);
    loop_timer_set(&exchange->limit, request->limit);
    check(curl_multi_add_handle(http->curl.multi, exchange->easy) == CURLM_OK);
    return exchange;
}

/* --- opening and closing --- */

struct http *http_new(const struct http_setup *setup)
{
    struct http *http = calloc(1, sizeof *http);
    check(http);
    http->loop = setup->loop;
    curl_loop_init(&http->curl, setup->loop, take_results, http);
    http->user_agent = strdup(setup->user_agent);
    http_trust(http, setup->ca_file);
    check(http->user_agent);
    http->headers = headers_new(setup->token);
    loop_timer_init(&http->more, setup->loop, on_more, http);
    budget_init(&http->budget, setup->loop);
    return http;
}

void http_trust(struct http *http, const char *ca_file)
{
    free(http->ca_file);
    http->ca_file = ca_file ? strdup(ca_file) : NULL;
    check(http->ca_file || !ca_file);
}

void http_set_token(struct http *http, const char *token)
{
    headers_release(http->headers);
    http->headers = headers_new(token);
}

void http_free(struct http *http)
{
    if (!http)
        return;
    for (struct http_exchange *exchange = http->first, *next; exchange; exchange = next) {
        next = exchange->next;
        free_exchange(exchange);
    }
    curl_loop_fini(&http->curl);
    loop_timer_stop(&http->more);
    headers_release(http->headers);
    free(http->user_agent);
    free(http->ca_file);
    free(http);
}
