/* See backoff.h. */
#include "backoff.h"

#include <string.h>

enum {
    SECOND = 1000,
    MINUTE = 60 * SECOND,
    HOUR = 60 * MINUTE,
    FIRST = 5 * SECOND,
    MOST = 10 * MINUTE
};

enum backoff_why backoff_read(const char *reason)
{
    static const struct {
        const char *words;
        enum backoff_why why;
    } meanings[] = {
        {"throttl", BACKOFF_THROTTLED},  {"too fast", BACKOFF_THROTTLED},
        {"too many", BACKOFF_THROTTLED}, {"k-line", BACKOFF_BANNED},
        {"g-line", BACKOFF_BANNED},      {"z-line", BACKOFF_BANNED},
        {"d-line", BACKOFF_BANNED},      {"banned", BACKOFF_BANNED},
        {"killed", BACKOFF_KILLED},
    };
    for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++)
        if (strcasestr(reason, meanings[i].words))
            return meanings[i].why;
    return BACKOFF_LOST;
}

/* min(600, 5 * 2^failures) s, times 0.5 to 1.5, so that a whole network's bots do not come back
   as one. */
static int64_t usual_delay(const struct backoff *backoff, uint32_t dice)
{
    int64_t delay = backoff->failures < 8 ? (int64_t)FIRST << backoff->failures : MOST;
    if (delay > MOST)
        delay = MOST;
    return delay / 2 + (int64_t)(dice % 1001) * delay / 1000;
}

static bool is_third_kill(struct backoff *backoff, int64_t now)
{
    ring_add(&backoff->kills, now);
    return now - ring_last(&backoff->kills, BACKOFF_KILLS) <= HOUR;
}

int64_t backoff_next(struct backoff *backoff, enum backoff_why why, int64_t lasted_ms, int64_t now,
                     uint32_t dice)
{
    static const int64_t ban_delays[] = {15 * MINUTE, HOUR, 6 * (int64_t)HOUR};
    enum { BAN_DELAYS = sizeof ban_delays / sizeof *ban_delays };
    if (lasted_ms >= BACKOFF_STABLE_MS)
        backoff->failures = backoff->bans = 0;
    int64_t delay = usual_delay(backoff, dice);
    backoff->failures++;
    if (why == BACKOFF_BANNED || why == BACKOFF_UNWELCOME) {
        int step = backoff->bans < BAN_DELAYS ? backoff->bans++ : BAN_DELAYS - 1;
        return ban_delays[step];
    }
    if (why == BACKOFF_KILLED && is_third_kill(backoff, now))
        return BACKOFF_NEVER;
    return why != BACKOFF_LOST && delay < MINUTE ? MINUTE : delay;
}
