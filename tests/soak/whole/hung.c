/* See world.h: the process hangs, as if somebody had stopped it, or sleeps with its machine. Who
   started it counts how long it does nothing (tests/sim/holder.c), ends it for that, and for
   nothing else. */
#include "world.h"

enum {
    MOST_MS = 4000,  /* that the process may stand still */
    SLACK_MS = 1000, /* how far two who count each quarter of a second may be apart */
    ASLEEP_MS = 60000
};

static int64_t since; /* it stands still; 0 if it does not */
static bool is_asleep;
static long ended;

void hung_open(void)
{
    since = ended = 0;
    sim_hold(MOST_MS);
}

/* It goes on after a while, and hears what was said meanwhile; or it would not for long. */
void hung_strike(void)
{
    if (!sim_is_running() || sim_is_dying() || sim_is_hung())
        return;
    counts[FAULT_HUNG]++;
    since = sim_now();
    is_asleep = sim_chance(300);
    if (is_asleep)
        sim_sleep(100 + sim_dice(ASLEEP_MS));
    else
        sim_hang(sim_chance(500) ? 100 + sim_dice(MOST_MS - SLACK_MS) : 10 * MOST_MS);
}

void hung_check(void)
{
    int64_t stood = since ? sim_now() - since : 0;
    if (sim_ended() > ended) {
        ended = sim_ended();
        trouble(-1);
        counts[LAW_HUNG]++;
        if (stood < MOST_MS - SLACK_MS || is_asleep)
            world_break(LAW_HUNG, "it was ended after it had stood still for %lld ms%s",
                        (long long)stood, is_asleep ? ", as its machine had" : "");
    } else if (sim_is_hung() && !is_asleep && stood > MOST_MS + SLACK_MS) {
        world_break(LAW_HUNG, "nobody ends it for %lld ms", (long long)stood);
    }
    if (!sim_is_hung())
        since = 0;
}
