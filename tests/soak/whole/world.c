/* The course of one seed; many seeds, each in a process of its own. See world.h.
     soak_world SEEDS [FIRST [SECONDS [server]]]     so many seeds from that one on, or until the
     time is over; "server": on a PostgreSQL
     SIM_TRACE=1 SIM_LOG=info soak_world 1 SEED     shows everything */
#include "world.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "check.h"
#include "standin.h"

enum {
    COURSE_MS = 25 * 60 * 1000,
    CALM_MS = 12 * 60 * 1000,
    STRIKES = 375 /* in 1000 deeds */,
    WEATHER_MS = 10 * 60 * 1000
};

struct world w;
bool world_has_server;
long counts[COUNTS];

const char *const count_names[COUNTS] = {
    [FAULT_KILL] = "kill",
    [FAULT_POWER_CUT] = "power cut",
    [FAULT_STOP] = "orderly restart",
    [FAULT_RELOAD] = "reload",
    [FAULT_HUNG] = "process hangs",
    [FAULT_DISK_EIO] = "disk: EIO",
    [FAULT_DISK_FULL] = "disk: ENOSPC",
    [FAULT_DISK_SHORT] = "disk: short write",
    [FAULT_DISK_FLUSH] = "disk: flush fails",
    [FAULT_DISK_SLOW] = "disk or server: slow",
    [FAULT_SERVER_AWAY] = "server: away",
    [FAULT_SERVER_BROKE_OFF] = "server: outcome unknown",
    [FAULT_SERVER_PROMOTED] = "server: standby promoted",
    [FAULT_CLOCK] = "clock jumps",
    [FAULT_DROP] = "irc: connection drops",
    [FAULT_SILENCE] = "wire is silent",
    [FAULT_DOWN] = "server refuses",
    [FAULT_LAG] = "wire is slow",
    [FAULT_REPEAT] = "irc: id comes twice",
    [FAULT_SAME_ID] = "irc: id of another network",
    [FAULT_REPLAY] = "irc: history replayed",
    [FAULT_SERVER_CLOCK] = "irc: server's clock jumps",
    [FAULT_SPLIT] = "irc: netsplit",
    [FAULT_PERSON_GONE] = "irc: person gone",
    [FAULT_PERSON_RENAMED] = "irc: person renamed",
    [FAULT_BOT_KICKED] = "irc: bot kicked",
    [FAULT_GATEWAY_DROP] = "gateway drops",
    [FAULT_GATEWAY_REPEAT] = "gateway repeats",
    [FAULT_GATEWAY_REORDER] = "gateway reorders",
    [FAULT_GATEWAY_SESSION] = "gateway: session lost",
    [FAULT_REST_LOST] = "rest: request or answer lost",
    [FAULT_REST_REFUSED] = "rest: 429, 5xx",
    [FAULT_REST_SLOW] = "rest: slow",
    [FAULT_ABSENT_NETWORK] = "network absent at the start",
    [FAULT_ROOM_LOST] = "a room is lost",
    [DEED_GUEST] = "(one more room)",
    [DEED_FAR] = "(of another network)",
    [DEED_REMOVED] = "(one room less)",
    [DEED_HOME] = "(another home)",
    [DEED_APART] = "(seated in private)",
    [DEED_LINKED] = "(linked)",
    [DEED_UNLINKED] = "(unlinked)",
    [DEED_MOVED] = "(a seat changes identity)",
    [LAW_LASTS] = "what was told lasts",
    [LAW_ONCE] = "applied once",
    [LAW_SECRET] = "no secret is said",
    [LAW_SECRET_ARRIVED] = "no secret arrives",
    [LAW_SEAT] = "a seat is whose it is",
    [LAW_REACHABLE] = "every table is reachable",
    [LAW_ANSWERED] = "every input is answered",
    [LAW_ROOM_TOLD] = "every room is told",
    [LAW_PERSON_TOLD] = "every person is told",
    [LAW_MANNERS] = "servers do not mind",
    [LAW_ALIVE] = "nobody ends the process",
    [LAW_HUNG] = "who hangs is ended, nobody else",
    [LAW_MEMORY] = "memory is given back",
    [LAW_COURSE] = "a room shows the course",
    [LAW_EQUAL] = "all rooms end equal",
    [LAW_LINES] = "private lines as in one room",
    [LAW_HOLDER] = "a hand goes to the holder",
    [LAW_FOLLOWED] = "a seat follows who speaks",
    [LAW_CODE] = "a code is told to one person",
    [LAW_ROOMS] = "rooms are what they were",
    [LAW_LINKS] = "links are what they were",
};

void world_break(enum count law, const char *format, ...)
{
    va_list args;
    if (*w.broken)
        return;
    int length =
        snprintf(w.broken, sizeof w.broken, "\"%s\" does not hold at %.3f s: ", count_names[law],
                 (double)sim_now() / 1000);
    va_start(args, format);
    vsnprintf(w.broken + length, sizeof w.broken - (size_t)length, format, args);
    va_end(args);
    sim_trace("law", "!", w.broken, strlen(w.broken));
}

/* ---- the course ---- */

static void put_irc(char **config, size_t *size, const struct net *net)
{
    char *old = *config;
    *size = (size_t)asprintf(
        config,
        "%sirc \"%s\" {\n server = %s.sim\n port = 6667\n tls = no\n insecure = yes\n"
        " channels = {\"#a\", \"#b\", \"#c\"}\n}\n",
        old, net->title, net->title);
    check(*config);
    free(old);
}

void world_configure(void)
{
    char *config = NULL;
    size_t size;
    check(asprintf(&config, "discord \"club\" {\n token_file = \"%s\"\n api = \"%s\"\n}\n",
                   sim_discord_token(), standin_rest_url(w.discord)) > 0);
    for (int i = 0; i < DISCORD; i++)
        if (w.nets[i].is_configured)
            put_irc(&config, &size, &w.nets[i]);
    sim_configure(config);
    free(config);
}

static void open_irc(int i)
{
    static const char *const software[] = {"InspIRCd-3", "solanum-1.0", "hybrid-8.2", "ngircd-26.1",
                                           "ergo-2.11"};
    struct net *net = &w.nets[i];
    snprintf(net->title, sizeof net->title, "n%d", i);
    snprintf(net->network, sizeof net->network, "irc:n%d", i);
    net->irc = sim_irc_new(&(struct sim_irc_options){.name = net->title,
                                                     .software = software[sim_dice(5)],
                                                     .has_whox = sim_chance(500),
                                                     .has_monitor = sim_chance(500),
                                                     .has_no_limits = sim_chance(200),
                                                     .line = {5, 100, false, false}});
    net->is_configured = true;
    for (int r = 0; r < ROOMS; r++) {
        snprintf(net->rooms[r].name, HOST_ROOM, "#%c", 'a' + r);
        snprintf(net->rooms[r].shown, HOST_ROOM, "#%c", 'a' + r);
    }
}

static void open_discord(void)
{
    struct net *net = &w.nets[DISCORD];
    w.discord = sim_discord_new(NULL);
    w.guild = standin_guild(w.discord, "Club");
    snprintf(net->title, sizeof net->title, "club");
    snprintf(net->network, sizeof net->network, "discord:club");
    net->is_configured = true;
    for (int r = 0; r < ROOMS; r++) {
        char name[8] = {(char)('a' + r), '\0'};
        net->rooms[r].channel = standin_channel(w.discord, w.guild, name);
        snprintf(net->rooms[r].name, HOST_ROOM, "<#%llu>",
                 (unsigned long long)net->rooms[r].channel);
    }
}

static void open_humans(void)
{
    for (int i = 0; i < HUMANS; i++) {
        struct human *human = &w.humans[i];
        human->net = i % NETS;
        human->partner = -1;
        snprintf(human->name, sizeof human->name, "h%d", i);
        if (human->net == DISCORD) {
            human->user = standin_user(w.discord, human->name, NULL);
            snprintf(human->key, sizeof human->key, "%llu", (unsigned long long)human->user);
            continue;
        }
        char host[32];
        snprintf(host, sizeof host, "h%d.example", i);
        const char *account = sim_chance(500) ? human->name : "";
        snprintf(human->account, sizeof human->account, "%s%s", *account ? "$" : "", account);
        human->irc =
            sim_person_new(w.nets[human->net].irc, human->name, human->name, host, account);
        sim_person_hears(human->irc, seen_irc, human);
        human_enter(human);
    }
}

static void open_world(uint64_t seed)
{
    static const struct sim_watch watch = {laws_post, laws_whisper, laws_heard, NULL};
    memset(&w, 0, sizeof w);
    w.seed = seed;
    sim_open(seed);
    for (int i = 0; i < DISCORD; i++)
        open_irc(i);
    open_discord();
    open_humans();
    sim_watch(&watch);
    if (sim_chance(400))
        w.nets[sim_dice(DISCORD)].is_configured = false;
    world_configure();
    sim_disk_delay(1, 15);
    hung_open();
}

static void close_world(void)
{
    sim_close();
    for (int i = 0; i < w.known_count; i++)
        free(w.known[i]);
}

static void start(void)
{
    bool is_one_absent = false;
    for (int i = 0; i < NETS; i++)
        is_one_absent |= !w.nets[i].is_configured;
    counts[FAULT_ABSENT_NETWORK] += is_one_absent;
    w.started_at = sim_now();
    sim_start();
}

static void restart_if_due(void)
{
    if (w.restart_at == 0 && !sim_is_running()) { /* it died later, as was ordered */
        trouble(-1);
        w.restart_at = sim_now() + 500 + sim_dice(20000);
    }
    if (w.restart_at == 0 || sim_now() < w.restart_at)
        return;
    w.restart_at = 0;
    w.unchecked_start = true;
    trouble(-1);
    after_exit();
    start();
}

void world_let_pass(int64_t ms)
{
    for (int64_t end = sim_now() + ms; sim_now() < end && !*w.broken;) {
        int64_t step = end - sim_now();
        sim_wait(step < 500 ? step : 500);
        restart_if_due();
        fate_tick();
        hung_check();
        seen_discord();
        laws_tick();
    }
}

static void run_seed(uint64_t seed)
{
    open_world(seed);
    bool has_faults = !getenv("WORLD_CALM");
    w.calm_until = sim_now() + 30000;
    w.memory_before = sim_memory();
    start();
    world_let_pass(15000);
    for (int64_t end = sim_now() + COURSE_MS; sim_now() < end && !*w.broken;) {
        world_let_pass(200 + sim_dice(2500));
        people_act();
        /* then it is seen whether all is answered */
        bool is_storm = sim_now() % WEATHER_MS < WEATHER_MS * 2 / 5;
        if (has_faults && is_storm && sim_now() > w.calm_until && sim_chance(STRIKES))
            fate_strike();
    }
    w.is_ending = true;
    fate_mend();
    world_let_pass(CALM_MS);
    if (!*w.broken)
        after_all();
}

/* ---- many seeds ---- */

struct outcome {
    long counts[COUNTS];
    long inputs, moves, tables, with_rooms, with_link, with_death;
    int64_t virtual_ms;
    uint64_t hash;
    char broken[2048];
};

static void run_child(uint64_t seed, struct outcome *outcome)
{
    memset(counts, 0, sizeof counts);
    run_seed(seed);
    for (int i = 0; i < DISK_FAULTS; i++)
        counts[FAULT_DISK_EIO + i] = sim_disk_met((enum sim_disk_fault)i);
    for (int i = 0; i < SERVER_FAULTS; i++)
        counts[FAULT_SERVER_AWAY + i] = sim_server_met((enum sim_server_fault)i);
    outcome->virtual_ms = sim_now();
    outcome->hash = sim_hash();
    snprintf(outcome->broken, sizeof outcome->broken, "%s", w.broken);
    outcome->inputs = w.inputs;
    outcome->moves = w.moves;
    outcome->tables = w.known_count;
    for (int i = 0; i < w.known_count; i++) {
        outcome->with_rooms += w.known[i]->had_rooms;
        outcome->with_link += w.known[i]->had_link;
        outcome->with_death += w.known[i]->had_death;
    }
    memcpy(outcome->counts, counts, sizeof counts);
    if (!*w.broken)
        close_world();
}

/* False if a law did not hold, or the process died. */
static bool run(uint64_t seed, struct outcome *total)
{
    static struct outcome *one;
    if (!one) {
        /* cppcheck-suppress invalidFunctionArg ; memory without a file has -1 for its descriptor */
        one = mmap(NULL, sizeof *one, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    }
    check(one != MAP_FAILED);
    memset(one, 0, sizeof *one);
    fflush(stdout);
    pid_t child = fork();
    check(child >= 0);
    if (child == 0) {
        run_child(seed, one);
        exit(0); /* leaks are looked for */
    }
    int status = 0;
    check(waitpid(child, &status, 0) == child);
    for (int i = 0; i < COUNTS; i++)
        total->counts[i] += one->counts[i];
    total->inputs += one->inputs;
    total->moves += one->moves;
    total->tables += one->tables;
    total->with_rooms += one->with_rooms;
    total->with_link += one->with_link;
    total->with_death += one->with_death;
    total->virtual_ms += one->virtual_ms;
    total->hash = total->hash * 31 + one->hash;
    if (*one->broken)
        printf("seed %llu: %s\n", (unsigned long long)seed, one->broken);
    else if (status != 0)
        printf("seed %llu: the process ended with status %d\n", (unsigned long long)seed, status);
    return !*one->broken && status == 0;
}

static double seconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

int main(int argc, char *argv[])
{
    long most = argc > 1 ? strtol(argv[1], NULL, 10) : 10, bad = 0, run_count = 0;
    uint64_t first = argc > 2 ? strtoull(argv[2], NULL, 10) : 1;
    double limit = argc > 3 ? strtod(argv[3], NULL) : 0, begin = seconds();
    static struct outcome total;
    bool stops = getenv("WORLD_FIRST") != NULL;
    world_has_server = argc > 4 && strcmp(argv[4], "server") == 0;
    while (run_count < most && (limit <= 0 || seconds() - begin < limit) && !(stops && bad))
        bad += !run(first + (uint64_t)run_count++, &total);
    double took = seconds() - begin;
    for (int i = 0; i < COUNTS; i++)
        printf("%-32s %10ld\n", count_names[i], total.counts[i]);
    printf(
        "%ld sessions: %ld (%.0f %%) in several rooms at some time, %ld with somebody who is linked, %ld whose network was "
        "gone\n",
        total.tables, total.with_rooms,
        100.0 * (double)total.with_rooms / (double)(total.tables ? total.tables : 1),
        total.with_link, total.with_death);
    printf(
        "%ld seeds in %.1f s, %.0f times real time; %ld inputs, %ld moves, %ld tables; hash %016llx; %ld broken\n",
        run_count, took, (double)total.virtual_ms / 1000 / took, total.inputs, total.moves,
        total.tables, (unsigned long long)total.hash, bad);
    return bad > 0;
}
