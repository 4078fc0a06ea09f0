/* See answer.h. A table reads the headers, jansson the body. Of a refused form only the names of
   fields and faults are kept, never their contents, which could be a hand. */
#include "answer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "check.h"
#include "rest.h"
#include "text.h"

enum { MS_PER_S = 1000, VALUE_BYTES = 128, FORM_DEPTH = 8, FORM_PATH = 160, FIRST_CODE = 10000 };

void answer_fini(struct answer *answer)
{
    json_decref(answer->json);
    sieve_fini(&answer->body);
    *answer = ANSWER_NONE(answer->body.unread);
}

/* --- headers --- */

static int64_t to_ms(double seconds)
{
    if (!(seconds >= 0)) /* NaN, too */
        return -1;
    double ms = seconds * MS_PER_S;
    if (ms >= ANSWER_LONGEST_WAIT)
        return ANSWER_LONGEST_WAIT;
    int64_t whole = (int64_t)ms;
    return whole + (ms > (double)whole);
}

static int64_t read_ms(const char *value)
{
    char *end;
    double seconds = strtod(value, &end);
    return end == value ? -1 : to_ms(seconds);
}

static void on_bucket(struct answer *answer, const char *value)
{
    struct text text = text_over(answer->bucket, sizeof answer->bucket);
    text_put(&text, value);
}

static void on_remaining(struct answer *answer, const char *value)
{
    char *end;
    long remaining = strtol(value, &end, 10);
    if (end != value)
        answer->remaining = remaining < 0 ? 0 : remaining > INT16_MAX ? INT16_MAX : (int)remaining;
}

static void on_reset_after(struct answer *answer, const char *value)
{
    answer->reset_after = read_ms(value);
}

static void on_retry_after(struct answer *answer, const char *value)
{
    answer->retry_after = read_ms(value);
}

static void on_global(struct answer *answer, const char *value)
{
    if (strcasecmp(value, "true") == 0)
        answer->scope = ANSWER_GLOBAL;
}

static void on_scope(struct answer *answer, const char *value)
{
    static const struct {
        const char *word;
        enum answer_scope scope;
    } words[] = {{"user", ANSWER_USER}, {"global", ANSWER_GLOBAL}, {"shared", ANSWER_SHARED}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcasecmp(value, words[i].word) == 0)
            answer->scope = words[i].scope;
}

static const struct {
    const char *name;
    void (*take)(struct answer *answer, const char *value);
} headers[] = {
    {"X-RateLimit-Bucket", on_bucket},           {"X-RateLimit-Remaining", on_remaining},
    {"X-RateLimit-Reset-After", on_reset_after}, {"Retry-After", on_retry_after},
    {"X-RateLimit-Global", on_global},           {"X-RateLimit-Scope", on_scope},
};

/* "HTTP/1.1 200 OK" or "HTTP/2 200" */
static bool take_status(struct answer *answer, const char *line, size_t length)
{
    if (length < 5 || memcmp(line, "HTTP/", 5) != 0)
        return false;
    const char *space = memchr(line, ' ', length);
    answer_fini(answer);
    if (!space)
        return true;
    for (const char *p = space + 1;
         p < line + length && *p >= '0' && *p <= '9' && answer->status < 100; p++)
        answer->status = answer->status * 10 + (*p - '0');
    return true;
}

static bool is_blank(char byte)
{
    return byte == ' ' || byte == '\t' || byte == '\r' || byte == '\n';
}

void answer_header(struct answer *answer, const char *line, size_t length)
{
    char value[VALUE_BYTES];
    const char *colon = memchr(line, ':', length), *end = line + length;
    if (take_status(answer, line, length) || !colon)
        return;
    const char *from = colon + 1;
    while (from < end && is_blank(*from))
        from++;
    while (end > from && is_blank(end[-1]))
        end--;
    if ((size_t)(end - from) >= sizeof value)
        return;
    memcpy(value, from, (size_t)(end - from));
    value[end - from] = '\0';
    for (size_t i = 0; i < sizeof headers / sizeof *headers; i++)
        if (strlen(headers[i].name) == (size_t)(colon - line) &&
            strncasecmp(headers[i].name, line, (size_t)(colon - line)) == 0)
            headers[i].take(answer, value);
}

/* --- the body --- */

bool answer_bytes(struct answer *answer, const char *bytes, size_t length)
{
    if (length > ANSWER_BODY_MAX - answer->length) {
        answer->is_unreadable = answer->is_too_large = true;
        return false;
    }
    sieve_put(&answer->body, bytes, length);
    answer->length += length;
    return true;
}

/* Numbers come as strings from some servers. */
static double number_of(const json_t *value, double otherwise)
{
    if (json_is_string(value)) {
        char *end;
        double number = strtod(json_string_value(value), &end);
        return end == json_string_value(value) ? otherwise : number;
    }
    return json_is_number(value) ? json_number_value(value) : otherwise;
}

/* {"data":{"components":{"0":{"_errors":[{"code":"BASE_TYPE_REQUIRED"}]}}}} -> "
   data.components.0: BASE_TYPE_REQUIRED" */
static void describe_form(struct text *out, const char *path, const json_t *errors, int depth)
{
    const char *key;
    json_t *value;
    json_object_foreach((json_t *)errors, key, value)
    {
        const char *fault = field_text(json_array_get(value, 0), "code");
        if (strcmp(key, "_errors") == 0 && fault) {
            text_putf(out, " (%s: %s)", path, fault);
        } else if (depth < FORM_DEPTH) {
            char bytes[FORM_PATH];
            struct text longer = text_over(bytes, sizeof bytes);
            text_putf(&longer, "%s%s%s", path, *path ? "." : "", key);
            describe_form(out, bytes, value, depth + 1);
        }
    }
}

static void read_error(struct answer *answer)
{
    struct text text = text_over(answer->message, sizeof answer->message);
    const char *message = field_text(answer->json, "message");
    double code = number_of(json_object_get(answer->json, "code"), 0);
    /* some servers repeat the status there */
    answer->code = code >= FIRST_CODE && code < INT32_MAX ? (int)code : 0;
    text_put(&text, message ? message : "");
    describe_form(&text, "", json_object_get(answer->json, "errors"), 0);
}

static void read_limits(struct answer *answer)
{
    int64_t wait = to_ms(number_of(json_object_get(answer->json, "retry_after"), -1));
    if (wait >= 0)
        answer->retry_after = wait;
    if (answer->scope == ANSWER_UNSCOPED && json_is_true(json_object_get(answer->json, "global")))
        answer->scope = ANSWER_GLOBAL;
}

void answer_end(struct answer *answer)
{
    const struct bytes *body = &answer->body.kept;
    bool is_lost = sieve_is_lost(&answer->body) || answer->body.has_cut_data;
    answer->is_too_large |= is_lost && !answer->body.is_too_deep;
    if (body->length && !answer->is_unreadable && !is_lost)
        answer->json = json_loadb(body->at, body->length, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
    if (answer->length && !answer->json)
        answer->is_unreadable = true;
    if (answer->is_too_large)
        snprintf(answer->message, sizeof answer->message, "the answer is too large");
    else if (answer->status >= 400)
        read_error(answer);
    if (answer->status == 429 || answer->status == 202 || answer->status >= 500)
        read_limits(answer);
    sieve_fini(&answer->body);
    answer->length = 0;
}

/* --- as it comes --- */

static void take_header(void *answer, const char *line, size_t length)
{
    answer_header(answer, line, length);
}

static bool take_body(void *answer, const char *bytes, size_t length)
{
    return answer_bytes(answer, bytes, length);
}

static size_t take_end(void *arg)
{
    struct answer *answer = arg;
    size_t parsed = answer->body.kept.length;
    answer_end(answer);
    return parsed;
}

static void take_failure(void *arg, const char *why)
{
    struct answer *answer = arg;
    bool is_too_large = answer->is_too_large;
    answer_fini(answer);
    answer->is_too_large = is_too_large;
    struct text text = text_over(answer->message, sizeof answer->message);
    text_put(&text, why);
}

const struct http_reader answer_reader = {
    .header = take_header, .body = take_body, .end = take_end, .fail = take_failure};

/* ---- what it means for the request ---- */

enum { BACKOFF_MS = 1000, BACKOFF_CALLBACK_MS = 150 };

/* Discord's 401 is JSON with a code, a proxy's is not. Other servers send a 400. */
static bool is_bot_token_dead(const struct verdict_case *what, const struct answer *answer)
{
    if (what->is_token_route || !json_is_object(answer->json))
        return false;
    if (answer->status == 400)
        return answer->code == CODE_UNAUTHORIZED;
    if (answer->status != 401)
        return false;
    return answer->code == 0 || answer->code == CODE_UNAUTHORIZED ||
           answer->code == CODE_INVALID_TOKEN;
}

enum verdict answer_verdict(const struct verdict_case *what, const struct answer *answer)
{
    if (answer->status == 202 && answer->retry_after >= 0)
        return VERDICT_WAIT;
    if (answer->status >= 200 && answer->status < 300)
        return answer->is_unreadable ? VERDICT_AGAIN : VERDICT_DONE;
    if (answer->status == 429)
        return answer->code == CODE_OLD_EDITS ? VERDICT_REFUSED : VERDICT_WAIT;
    if (answer->status < 200 || answer->status >= 500)
        return VERDICT_AGAIN;
    if (is_bot_token_dead(what, answer))
        return VERDICT_TOKEN_DEAD;
    bool was_answered =
        what->is_callback && what->was_sent && answer->code == CODE_ALREADY_ANSWERED;
    return was_answered ? VERDICT_DONE : VERDICT_REFUSED;
}

/* By the end of the route. */
static int missing_on(const char *route)
{
    static const struct {
        const char *end;
        int code;
    } rows[] = {{"/messages/{}", 10008}, {"/channels/{}/messages", 10003}, {"/channels/{}", 10003}};
    size_t length = strlen(route);
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        size_t end = strlen(rows[i].end);
        if (length >= end && strcmp(route + length - end, rows[i].end) == 0)
            return rows[i].code;
    }
    return 0;
}

int answer_code_of(const char *route, const struct answer *answer)
{
    if (answer->code ||
        !json_is_object(answer->json)) /* a web page is a proxy's, and says nothing of the route */
        return answer->code;
    return answer->status == 403   ? CODE_NO_PERMISSION
           : answer->status == 404 ? missing_on(route)
                                   : 0;
}

bool answer_spends_token(const struct verdict_case *what, const struct answer *answer)
{
    if (!what->is_token_route || !json_is_object(answer->json))
        return false;
    return answer->status == 401 || answer->code == CODE_UNKNOWN_WEBHOOK ||
           answer->code == CODE_UNKNOWN_INTERACTION;
}

int64_t answer_backoff(int tries, bool is_callback, uint32_t dice)
{
    int doublings = tries < VERDICT_TRIES ? tries - 1 : VERDICT_TRIES - 1;
    int64_t whole = (int64_t)(is_callback ? BACKOFF_CALLBACK_MS : BACKOFF_MS) << doublings;
    return whole / 2 + dice % (whole / 2 + 1);
}
