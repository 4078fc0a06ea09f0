/* See lives.h.
     soak_month DAYS [PEOPLE [SEED [SCRIPT]]]     so many days of so many people; then SCRIPT
     counts the standings again
     SIM_TRACE=1 SIM_LOG=info soak_month ...      shows everything */
#include "lives.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>

#include "check.h"
#include "standin.h"

enum {
    TICK_MS = SECOND,
    FORGET_MS = 10 * MINUTE, /* the stand-in remembers so much */
    DOWN_MS = 2 * MINUTE,    /* at most, at a restart */
    ENDS_MS = 20 * MINUTE    /* without a restart, in the end */
};

long counts[COUNTS];

const char *const count_names[COUNTS] = {
    [TABLES_BEGUN] = "tables begun",
    [TABLES_FINISHED] = "finished",
    [TABLES_STOPPED] = "stopped by people",
    [TABLES_ASIDE] = "set aside",
    [TABLES_LASTING] = "still played",
    [LOBBIES] = "tables opened",
    [MOVES] = "moves typed",
    [NUDGES] = "nudges",
    [HAND_OVERS] = "seats given to a robot by the clock",
    [NOTICES] = "notices",
    [VANISHED] = "people who vanished from a game",
    [FOUND_AGAIN] = "seats found again",
    [FOUND_FROM_FAR] = "seats found again from the other network",
    [PAUSES] = "pauses",
    [EXTENSIONS] = "times that others gave more time",
    [UNDOS_ASKED] = "moves that somebody asked to take back",
    [UNDOS] = "moves taken back",
    [AGAINS] = "wishes for another game",
    [RESUMED] = "tables resumed",
    [BANNED] = "bans",
    [INVITED] = "codes of an invitation that were said",
    [KICKED] = "people who were kicked",
    [PLANNED] = "moves kept in advance",
    [LINED_UP] = "people in line for the next game",
    [RESTARTS] = "restarts",
};

void town_break(const char *law, const char *format, ...)
{
    va_list args;
    if (*town.broken)
        return;
    int length = snprintf(town.broken, sizeof town.broken, "\"%s\" does not hold at %.0f s: ", law,
                          (double)sim_now() / 1000);
    va_start(args, format);
    vsnprintf(town.broken + length, sizeof town.broken - (size_t)length, format, args);
    va_end(args);
    sim_trace("law", "!", town.broken, strlen(town.broken));
}

/* ---- the bot ---- */

/* Twice a day; every third time it is killed. */
static void plan_restart(void)
{
    town.restart_at = sim_now() + HOUR + sim_dice((int)day_ms - 2 * HOUR);
}

static void start(void)
{
    sim_start();
    town.up_since = sim_now() + 1; /* never 0 */
    plan_restart();
}

static void take_down(void)
{
    if (counts[RESTARTS]++ % 3 == 2)
        sim_kill(sim_chance(500) ? SIM_KILL : SIM_POWER_CUT);
    else if (!sim_stop(MINUTE))
        town_break("nobody ends the process", "it does not stop");
    town.up_since = 0;
    town.down_at = sim_now();
    watch_restarted();
}

static void mind_the_bot(int64_t ends_at)
{
    if (town.up_since && sim_now() >= town.restart_at && sim_now() < ends_at - ENDS_MS) {
        take_down();
        town.restart_at = sim_now() + sim_dice(DOWN_MS);
    } else if (!town.up_since && sim_now() >= town.restart_at) {
        start();
    }
}

/* ---- the course ---- */

static void pass(int64_t ms)
{
    int64_t ends_at = sim_now() + ms, forget_at = sim_now();
    while (sim_now() < ends_at && !*town.broken) {
        sim_wait(TICK_MS);
        mind_the_bot(ends_at);
        watch_tables();
        people_act();
        laws_tick();
        if (sim_now() < forget_at)
            continue;
        standin_forget(town.discord, sim_now() - FORGET_MS);
        forget_at = sim_now() + FORGET_MS;
    }
}

/* By a script that knows nothing of the program. */
static bool count_again(const char *script)
{
    char command[1024];
    snprintf(command, sizeof command, "%s '%s/data/tabletalk.db'", script, sim_folder());
    fflush(stdout);
    int status = system(command);
    return status != -1 && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

/* ---- what is printed ---- */

static void print_waits(const char *what, struct waits *waits)
{
    printf(
        "  waits per turn, %-31s median %6d s, 95 of 100 at most %7d s, longest %7d s, %d turns\n",
        what, waits_share(waits, 50), waits_share(waits, 95), waits_share(waits, 100),
        waits->count);
}

static void print(double seconds)
{
    double days = (double)sim_now() / (double)day_ms;
    long ended = counts[TABLES_BEGUN] - counts[TABLES_LASTING];
    printf("%d people, %d rooms, %.1f days in %.0f s\n", town.people_count,
           town.rooms_of_net * NETS, days, seconds);
    for (int i = 0; i < COUNTS; i++)
        printf("  %-46s %8ld\n", count_names[i], counts[i]);
    print_waits("live clock:", &town.live);
    print_waits("slow clock:", &town.slow);
    print_waits("alone, in a pause, or no clock:", &town.alone);
    printf("  share of games finished, of those that are over: %.1f of 100\n",
           ended > 0 ? 100.0 * (double)counts[TABLES_FINISHED] / (double)ended : 0.0);
    printf("  notices per person and day: %.3f; nudges: %.3f\n",
           (double)counts[NOTICES] / town.people_count / days,
           (double)counts[NUDGES] / town.people_count / days);
}

static double now_seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static int expect(bool is_so, const char *what)
{
    if (!is_so)
        printf("FAILED: %s\n", what);
    return !is_so;
}

/* Nothing of what should happen here is missing. */
static int judge(double days)
{
    static const enum count needed[] = {TABLES_FINISHED, MOVES,    NUDGES,      HAND_OVERS,
                                        NOTICES,         VANISHED, FOUND_AGAIN, RESTARTS};
    static const enum count in_a_month[] = {FOUND_FROM_FAR, PAUSES,  EXTENSIONS, UNDOS,
                                            AGAINS,         RESUMED, BANNED,     INVITED,
                                            KICKED,         PLANNED, LINED_UP};
    if (*town.broken)
        return expect(false, town.broken); /* what did not happen yet tells nothing */
    long ways = counts[TABLES_FINISHED] + counts[TABLES_STOPPED] + counts[TABLES_LASTING];
    int failed = expect(ways == counts[TABLES_BEGUN], "each table is counted in one way");
    for (size_t i = 0; i < sizeof needed / sizeof *needed; i++)
        failed += expect(counts[needed[i]] > 0, count_names[needed[i]]);
    for (size_t i = 0; days >= 10 && i < sizeof in_a_month / sizeof *in_a_month; i++)
        failed += expect(counts[in_a_month[i]] > 0, count_names[in_a_month[i]]);
    return failed;
}

/* Behind the result there is nothing to be played, also while the record is still open. */
static bool is_lasting(const struct watched *table)
{
    return table->has_begun && !table->is_over && !table->is_finished;
}

int main(int argc, char *argv[])
{
    double days = argc > 1 ? strtod(argv[1], NULL) : 30, begin = now_seconds();
    int people = argc > 2 ? (int)strtol(argv[2], NULL, 10) : PEOPLE;
    uint64_t seed = argc > 3 ? strtoull(argv[3], NULL, 10) : 1;
    town_open(seed, people);
    start();
    town.restart_at = (int64_t)(days * (double)day_ms) / 4; /* a short time has one, too */
    pass((int64_t)(days * (double)day_ms));
    for (int i = town.first_open; i < town.table_count; i++)
        counts[TABLES_LASTING] += is_lasting(town.tables[i]);
    print(now_seconds() - begin);
    int failed = judge(days);
    failed += expect(sim_stop(MINUTE), "it stops");
    failed += argc > 4 && expect(count_again(argv[4]), "the standings are those of a recount");
    town_close();
    return failed > 0;
}
