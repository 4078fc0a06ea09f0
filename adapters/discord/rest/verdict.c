/* See verdict.h. */
#include "verdict.h"

#include <string.h>

#include "answer.h"

enum {
    CODE_UNAUTHORIZED = 40001,
    CODE_INVALID_TOKEN = 50014,
    CODE_NO_PERMISSION = 50013,
    CODE_UNKNOWN_WEBHOOK = 10015,
    CODE_UNKNOWN_INTERACTION = 10062,
    CODE_ALREADY_ANSWERED = 40060,
    CODE_OLD_MESSAGE = 30046, /* a 429 that no waiting helps against: the message has to be posted anew */
    BACKOFF_MS = 1000,
    BACKOFF_CALLBACK_MS = 150
};

static enum verdict of_success(const struct answer *answer)
{
    if (answer->status == 202 && answer->retry_after >= 0)
        return VERDICT_WAIT;
    return answer->is_unreadable ? VERDICT_AGAIN : VERDICT_DONE;
}

/* A proxy's 401 is not Discord's: that one is JSON, with a code. Other servers say it with a 400. */
static bool is_bot_token_dead(const struct verdict_case *what, const struct answer *answer)
{
    if (what->is_token_route || !json_is_object(answer->json))
        return false;
    if (answer->status == 400)
        return answer->code == CODE_UNAUTHORIZED;
    if (answer->status != 401)
        return false;
    return answer->code == 0 || answer->code == CODE_UNAUTHORIZED || answer->code == CODE_INVALID_TOKEN;
}

enum verdict verdict_of(const struct verdict_case *what, const struct answer *answer)
{
    if (answer->status >= 200 && answer->status < 300)
        return of_success(answer);
    if (answer->status == 429)
        return answer->code == CODE_OLD_MESSAGE ? VERDICT_REFUSED : VERDICT_WAIT;
    if (answer->status < 200 || answer->status >= 500)
        return VERDICT_AGAIN;
    if (is_bot_token_dead(what, answer))
        return VERDICT_TOKEN_DEAD;
    bool was_answered = what->is_callback && what->was_sent && answer->code == CODE_ALREADY_ANSWERED;
    return was_answered ? VERDICT_DONE : VERDICT_REFUSED;
}

/* What is not there, by how the route ends. */
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

int verdict_code(const char *route, const struct answer *answer)
{
    if (answer->code || !json_is_object(answer->json)) /* a page is a proxy's, and says nothing of the route */
        return answer->code;
    return answer->status == 403 ? CODE_NO_PERMISSION : answer->status == 404 ? missing_on(route) : 0;
}

bool verdict_is_token_spent(const struct verdict_case *what, const struct answer *answer)
{
    if (!what->is_token_route || !json_is_object(answer->json))
        return false;
    return answer->status == 401 || answer->code == CODE_UNKNOWN_WEBHOOK || answer->code == CODE_UNKNOWN_INTERACTION;
}

int64_t verdict_backoff(int tries, bool is_callback, uint32_t dice)
{
    int doublings = tries < VERDICT_TRIES ? tries - 1 : VERDICT_TRIES - 1;
    int64_t whole = (int64_t)(is_callback ? BACKOFF_CALLBACK_MS : BACKOFF_MS) << doublings;
    return whole / 2 + dice % (whole / 2 + 1);
}
