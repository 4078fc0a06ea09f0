/* Any answer a server could give to a request: header lines up to an empty one, then the body in
   pieces of any size. What is made of it must keep within the bounds that answer.h and quota.h
   name, whatever stood there. */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "check.h"
#include "quota.h"

/* NOLINTBEGIN(readability-identifier-naming): the name is libFuzzer's */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);
/* NOLINTEND(readability-identifier-naming) */

static void check_wait(int64_t wait)
{
    check(wait >= -1 && wait <= ANSWER_LONGEST_WAIT);
}

static void check_answer(const struct answer *answer)
{
    check_wait(answer->reset_after);
    check_wait(answer->retry_after);
    check(answer->status >= 0 && answer->status <= 999);
    check(answer->remaining >= -1 && answer->remaining <= INT16_MAX);
    check(answer->code >= 0 && strlen(answer->message) < ANSWER_MESSAGE &&
          strlen(answer->bucket) < ANSWER_BUCKET);
    check(!answer->json || !answer->is_unreadable);
    check(!answer->body.kept.at && !answer->length);
}

static void check_limits(const struct answer *answer)
{
    struct quota *quota = quota_new();
    for (int now = 0; now <= QUOTA_EXTRA; now++) {
        enum quota_kind kind = (enum quota_kind)now; /* each of them once */
        struct quota_route *route = quota_take(quota, "POST", "/channels/{}/messages", "50", now);
        quota_begin(quota, route, kind, now);
        quota_end(quota, route, kind, answer, now);
        int64_t wait = quota_wait(quota, route, kind, now);
        check(wait >= 0 && wait <= ANSWER_LONGEST_WAIT + QUOTA_MARGIN);
        quota_release(route);
    }
    check(quota_count(quota) == 1);
    quota_free(quota);
}

static void check_verdict(const struct answer *answer)
{
    for (int i = 0; i < 8; i++) {
        struct verdict_case what = {
            .is_token_route = i & 1, .is_callback = i & 2, .was_sent = i & 4};
        enum verdict verdict = answer_verdict(&what, answer);
        check(!what.is_token_route || verdict != VERDICT_TOKEN_DEAD);
        check(verdict != VERDICT_DONE || (answer->status >= 200 && answer->status < 300) ||
              answer->code == 40060);
        check(what.is_token_route || !answer_spends_token(&what, answer));
    }
}

/* Header lines end at the first empty one, or with the input. Returns where the body begins. */
static size_t feed_headers(struct answer *answer, const char *bytes, size_t size)
{
    size_t at = 0;
    while (at < size) {
        const char *end = memchr(bytes + at, '\n', size - at);
        size_t length = end ? (size_t)(end - bytes) - at : size - at;
        bool is_last = length == 0 || (length == 1 && bytes[at] == '\r');
        answer_header(answer, bytes + at, length);
        at += length + (end != NULL);
        if (is_last)
            break;
    }
    return at;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size < 1)
        return 0;
    struct answer answer;
    size_t piece = data[0] % 2 ? data[0] : size;
    answer = ANSWER_NONE(NULL);
    size_t at = 1 + feed_headers(&answer, (const char *)data + 1, size - 1);
    for (; at < size; at += piece)
        check(
            answer_bytes(&answer, (const char *)data + at, size - at < piece ? size - at : piece));
    answer_end(&answer);
    check_answer(&answer);
    check_limits(&answer);
    check_verdict(&answer);
    answer_fini(&answer);
    return 0;
}
