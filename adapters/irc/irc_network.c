/* What every file of this folder needs of its network: the time, a line of our own, limits. Calls none of them. */
#include <string.h>

#include "irc_network.h"

enum { MINUTE = 60 * 1000 };

int64_t irc_now(const struct irc *irc)
{
    return loop_now(irc->loop);
}

bool irc_is_ready(const struct irc *irc)
{
    return irc->wire && wire_state(irc->wire) == WIRE_READY;
}

bool irc_limit_allows(struct irc_limit *limit, int64_t now, int64_t period_ms)
{
    int64_t *oldest = &limit->at[limit->count % LIMIT_MOST];
    if (limit->count >= LIMIT_MOST && now - *oldest < period_ms)
        return false;
    *oldest = now;
    limit->count++;
    return true;
}

void irc_send(struct irc *irc, const char *line)
{
    wire_send(irc->wire, "%s", line);
    bucket_charge(&irc->bucket, NULL, (int)strlen(line) + 2, irc_now(irc));
    if (strncmp(line, "MODE ", 5) == 0 || strncmp(line, "WHO ", 4) == 0)
        bucket_charge_query(&irc->bucket, irc_now(irc));
}

/* At the end of this turn of the loop: what belongs together is there by then, and goes out in the right order. */
void irc_pump_soon(struct irc *irc)
{
    loop_timer_set(&irc->pump, 0);
}

/* Ever more slowly. */
int64_t irc_patience(int times)
{
    static const int64_t delays[] = {MINUTE, 5 * MINUTE, 30 * MINUTE, 60 * MINUTE};
    enum { DELAYS = sizeof delays / sizeof *delays };
    return delays[times < DELAYS ? times : DELAYS - 1];
}
