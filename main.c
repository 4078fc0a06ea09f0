/* Tabletalk, put together: the configuration, the store, the host, the commands and the
   networks, in one loop. Read it as a table of contents; it decides nothing. */
#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "adapter.h"
#include "admin.h"
#include "check.h"
#include "checks.h"
#include "choices.h"
#include "cli.h"
#include "commands.h"
#include "config.h"
#include "heard.h"
#include "host.h"
#include "host_figures.h"
#include "host_robots.h"
#include "kept.h"
#include "log.h"
#include "loop.h"
#include "mail.h"
#include "networks.h"
#include "prune.h"
#include "service.h"
#include "shell.h"
#include "store.h"
#include "text.h"
#include "thinker.h"
#include "tools.h"
#include "unit.h"
#include "units.h"

/* How long leaving may take: first the disk saves, then the networks say good-bye, then the disk
   closes. */
enum { FLUSH_MS = 2000, LEAVE_MS = 3000, CLOSE_MS = 2000 };

struct house {
    /* these arguments name the configuration that SIGHUP reads again */
    const struct cli_program *program;
    int argc;
    char **argv;
    struct config config;
    struct loop *loop;
    struct store *store;
    struct thinker *thinker; /* NULL if robots don't think */
    struct commands *commands;
    struct host *host;
    struct kept *kept;
    struct networks *networks;
    /* between processes that share the house; NULL if this one serves all of it */
    struct mail *mail;
    struct admin *admin;     /* answers an admin in a shell */
    struct service *service; /* tells a service manager */
    struct prune *prune;     /* deletes old records */
    struct unit *unit;       /* NULL if this process serves the whole house */
    struct loop_timer tick, deadline;
    bool stops; /* an admin has ended it by hand: nobody starts it again at once */
    int status; /* how the process ends */
};

static char play[HOST_TEXT]; /* "play heartcatchers match=3" of the command line; "" if absent */

/* ---- what drives the host: the store's answers and the clock ---- */

static void on_store(void *arg, int fd, unsigned events)
{
    struct house *house = arg;
    (void)fd, (void)events;
    host_note_time(house->host, loop_now(house->loop));
    store_dispatch(house->store);
}

static void wake_at(void *arg, int64_t at)
{
    struct house *house = arg;
    int64_t now = loop_now(house->loop);
    if (at != INT64_MAX)
        loop_timer_set(&house->tick, at > now ? at - now : 0);
}

static int64_t wall_now(void *arg)
{
    return loop_wall(((const struct house *)arg)->loop);
}

static void on_tick(void *arg)
{
    struct house *house = arg;
    wake_at(house, host_tick(house->host, loop_now(house->loop)));
}

static int64_t wall_seconds(void *arg)
{
    struct house *house = arg;
    return loop_wall(house->loop) / 1000;
}

/* ---- leaving ---- */

static void leave(void *arg)
{
    struct house *house = arg;
    loop_stop(house->loop);
}

static void leave_unheard(void *arg)
{
    struct house *house = arg;
    checks_say_unfinished(&house->config);
    house->status = CLI_UNFINISHED;
    leave(house);
}

static void leave_too_late(void *arg)
{
    log_event(LOG_WARN, "left-without-goodbye", "note", "a network did not let go of us in time",
              (char *)0);
    leave(arg);
}

/* The network rests until the configuration is read again, even if it is the only one: an exit
   would lose what people just did, and a service manager would start us again and again. */
static void network_failed(void *arg, const char *why)
{
    (void)arg;
    fprintf(stderr, "tabletalk: %s Then send SIGHUP to the program.\n", why);
}

/* ---- another configuration ---- */

static enum log_format log_format_of(const struct config *config)
{
    return text_same_word(config->log_format, "json") ? LOG_JSON : LOG_PAIRS;
}

/* For the process that holds the leases, which uses nothing else of another configuration. */
static bool read_units(void *arg, struct unit_names *names)
{
    const struct house *house = arg;
    struct config *config = cli_again(house->argc, house->argv, house->program);
    names->count =
        config && networks_fit(config) ? networks_names(config, names->names, LEASE_UNITS) : 0;
    if (config)
        config_fini(config);
    free(config);
    return names->count > 0;
}

/* SIGHUP: networks and channels come and go, and the log takes its level and format; everything
   else takes a restart. */
static void read_again(struct house *house)
{
    struct config *config = cli_again(house->argc, house->argv, house->program);
    if (!config)
        return;
    enum log_level level = log_level_named(config->log_level);
    enum log_format format = log_format_of(config);
    if (!networks_change(house->networks, config))
        return;
    log_use_level(level);
    log_use_format(format);
    log_event(LOG_INFO, "config-read", (char *)0);
}

static void on_signal(void *arg, int signo)
{
    struct house *house = arg;
    if (signo == SIGHUP) {
        service_reloads(house->service);
        read_again(house);
        service_ready(house->service);
        return;
    }
    house->stops = signo == SIGINT;
    leave(house);
}

/* ---- opening ---- */

/* Hands, tokens and passwords are in memory: no crash may write them into a file. */
static void forbid_core_file(void)
{
    prctl(PR_SET_DUMPABLE, 0);
}

static bool is_in_memory(const struct house *house)
{
    return text_same_word(house->config.store, "memory");
}

static bool is_in_terminal(const struct house *house)
{
    return house->config.irc_count + house->config.discord_count == 0;
}

/* Logs to standard error, until open_log() knows the folder. */
static void open_first_log(const struct house *house)
{
    enum log_level level = log_level_named(house->config.log_level);
    log_use_format(log_format_of(&house->config));
    log_setup(is_in_terminal(house) && level < LOG_WARN ? LOG_WARN : level, STDERR_FILENO);
}

/* A table in the terminal logs into a file: the screen belongs to the players. */
static void open_log(const struct house *house)
{
    if (!is_in_terminal(house))
        return;
    char *path = config_kept_file(&house->config, "tabletalk.log");
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0600) : -1;
    if (fd >= 0)
        log_setup(log_level_named(house->config.log_level), fd);
    free(path);
}

static bool open_store(struct house *house)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    house->store = unit_open_store(house->unit, &house->config, &why);
    if (!house->store)
        fprintf(stderr, "tabletalk: %s\n", bytes);
    else
        store_use_clock(house->store, wall_seconds, house);
    return house->store != NULL;
}

/* Makes deals and robots the same every time, for tests. The installed program cannot do that,
   so no player can know the luck. */
static void fix_luck(struct host *host)
{
#ifdef TABLETALK_FIXED_LUCK
    const char *seed = getenv("TABLETALK_SEED");
    if (seed)
        host_fix_luck(host, strtoull(seed, NULL, 10));
#else
    (void)host;
#endif
}

/* Tables come back while the loop runs; a network starts when all of its tables are back. */
static void on_recovered(void *arg, const char *network)
{
    struct house *house = arg;
    networks_are_back(house->networks, network);
}

static void on_thought(void *arg, int fd, unsigned events)
{
    struct house *house = arg;
    (void)fd, (void)events;
    thinker_dispatch(house->thinker);
}

static bool open_thinker(struct house *house)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    if (house->config.robot_threads == 0)
        return true;
    house->thinker = thinker_new(house->config.robot_threads, &why);
    if (!house->thinker) {
        fprintf(stderr, "tabletalk: %s\n", bytes);
        return false;
    }
    host_use_thinker(house->host, house->thinker);
    if (text_same_word(house->config.robots_cpu, "low"))
        host_halve_thoughts(house->host);
    loop_watch(house->loop, thinker_fd(house->thinker), LOOP_READ, on_thought, house);
    return true;
}

static bool open_host(struct house *house)
{
    house->commands = commands_new();
    house->host = host_new(house->store, commands_execute, house->commands);
    if (!open_thinker(house))
        return false;
    fix_luck(house->host);
    host_limit(house->host, &(struct host_limits){.person = house->config.tables_per_person,
                                                  .group = house->config.tables_per_guild,
                                                  .network = house->config.tables_per_network});
    host_on_deadline(house->host, wake_at, house);
    host_on_wall(house->host, wall_now, house);
    checks_use_rules(house->host, &house->config, stderr);
    loop_watch(house->loop, store_fd(house->store), LOOP_READ, on_store, house);
    house->kept = kept_open(house->store, house->loop, house->host);
    if (!house->kept)
        return false;
    struct unit_names names = {.count = networks_names(&house->config, names.names, LEASE_UNITS)};
    bool has_failed;
    house->mail = mail_open(&(struct mail_setup){house->unit, &names, &house->config, house->loop,
                                                 house->host, house->commands},
                            &has_failed);
    if (has_failed)
        return false;
    struct network_place place = {.loop = house->loop,
                                  .host = house->host,
                                  .commands = house->commands,
                                  .keep = kept_keep(house->kept),
                                  .only = unit_name(house->unit),
                                  .was_silent = unit_was_silent(house->unit),
                                  .relay = mail_relay(house->mail),
                                  .play = *play ? play : NULL,
                                  .leave = leave,
                                  .unheard = leave_unheard,
                                  .failed = network_failed,
                                  .arg = house};
    house->networks = networks_new(&house->config, &place);
    if (!house->networks)
        return false;
    if (names.count > 0)
        host_measure_thoughts(house->host);
    mail_load(house->mail);
    checks_use_faces(house->host, &house->config,
                     stderr); /* tells what is wrong with a file; the built-in faces stay */
    host_on_recovered(house->host, on_recovered, house);
    if (house->unit)
        host_share(house->host);
    bool can_recover = host_begin_recovery(house->host);
    if (!can_recover)
        fprintf(stderr, "tabletalk: the tables kept in %s cannot be read; the log says why\n",
                tool_store_name(&house->config));
    return can_recover;
}

static void open_admin(struct house *house)
{
    house->admin = admin_new(
        &(struct admin_place){.loop = house->loop,
                              .store = house->store,
                              .host = house->host,
                              .networks = house->networks,
                              .kind = house->config.store,
                              .metrics = house->config.metrics,
                              .folder = is_in_memory(house) ? NULL : house->config.data_folder});
}

static bool open_house(struct house *house)
{
    house->loop = loop_new(LOOP_REAL);
    open_first_log(house);
    house->service = service_new(house->loop);
    unit_begin(house->unit, house->loop, house->service, &house->config);
    loop_timer_init(&house->tick, house->loop, on_tick, house);
    loop_timer_init(&house->deadline, house->loop, leave_too_late, house);
    loop_on_signal(house->loop, SIGHUP, on_signal, house);
    if (!open_store(house))
        return false;
    open_log(house);
    if (!open_host(house))
        return false;
    open_admin(house);
    /* Until here these signals end the process at once, even while it waits for a slow disk:
       nothing was heard or told yet. */
    loop_on_signal(house->loop, SIGTERM, on_signal, house);
    loop_on_signal(house->loop, SIGINT, on_signal, house);
    return true;
}

/* ---- running, and closing in such an order that nobody calls what is gone ---- */

static void run_house(struct house *house)
{
    networks_start(house->networks);
    service_ready(house->service);
    house->prune = prune_new(house->loop, house->store, house->config.keep_finished);
    loop_run(house->loop);
    service_stops(house->service);
    prune_stop(house->prune);
    store_flush_for(house->store, FLUSH_MS);
    store_dispatch(house->store); /* people are still told what was just saved */
    host_tell_leaving(house->host, is_in_memory(house) ? HOST_FORGETS
                                   : house->stops      ? HOST_STOPS
                                                       : HOST_RESTARTS);
    loop_timer_set(&house->deadline, LEAVE_MS);
    networks_stop(house->networks, leave, house);
    loop_run(house->loop);
}

static void close_house(struct house *house)
{
    loop_timer_stop(&house->tick);
    loop_timer_stop(&house->deadline);
    if (house->admin)
        admin_leave(house->admin);
    if (house->host)
        host_free(house->host);
    if (house->thinker)
        loop_unwatch(house->loop, thinker_fd(house->thinker));
    thinker_free(house->thinker);
    if (house->store) {
        store_flush_for(house->store, CLOSE_MS);
        store_dispatch(house->store);
        loop_unwatch(house->loop, store_fd(house->store));
    }
    bool is_closed =
        mail_close_for(house->mail, CLOSE_MS) && store_close_for(house->store, CLOSE_MS);
    if (house->admin)
        admin_close_socket(house->admin); /* after the store, which may still answer an order */
    if (!is_closed) {
        log_event(LOG_WARN, "left-without-the-disk", "note",
                  "it is too slow; what it had not saved was answered to nobody", (char *)0);
        _exit(EXIT_SUCCESS);
    }
    if (house->admin)
        admin_free(house->admin);
    networks_free(house->networks);
    mail_free(house->mail);
    kept_free(house->kept);
    commands_free(house->commands);
    service_free(house->service);
    prune_free(house->prune);
    loop_free(house->loop);
    unit_free(house->unit);
    config_fini(&house->config);
}

/* ---- the command line ---- */

static bool take_game(int argc, char *const argv[])
{
    struct text text = text_over(play, sizeof play);
    if (!host_is_game(argv[0]))
        return false;
    text_put(&text, "play");
    for (int i = 0; i < argc; i++)
        text_putf(&text, " %s", argv[i]);
    return true;
}

/* The commands of the admin, of the networks, and of tools that need neither. */
static const struct cli_command *all_commands(void)
{
    enum { COMMANDS_MOST = 32 };
    static struct cli_command all[COMMANDS_MOST + 1];
    struct cli_command of_networks[NETWORKS_COMMANDS];
    int count = 0, networks = networks_commands(of_networks, admin_ask_network);
    for (const struct cli_command *row = admin_commands; row->name; row++)
        all[count++] = *row;
    for (int i = 0; i < networks; i++)
        all[count++] = of_networks[i];
    for (const struct cli_command *row = tools_commands; row->name; row++)
        all[count++] = *row;
    check(count <= COMMANDS_MOST);
    return all;
}

/* Keeps up to 1 MB of free heap. Each move tries itself on a copy; else most moves would give
   the pages of the copy back to the system and ask for them again. */
static void keep_some_heap(void)
{
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
    mallopt(M_TOP_PAD, 1 << 18);
}

int main(int argc, char *argv[])
{
    const struct cli_program program = {.commands = all_commands(),
                                        .take_game = take_game,
                                        .check_values = checks_values,
                                        .check_files = checks_files,
                                        .print_example = man_print_example,
                                        .print_man = man_print,
                                        .put_chat_commands = networks_put_chat_commands};
    static struct house house;
    mallopt(M_MMAP_THRESHOLD,
            /* as it is at first; else it grows, and what is large and rare stays in the heap */
            128 * 1024);
    signal(SIGXFSZ, SIG_IGN); /* what gets too large for its limit is refused, as on a full disk */
    house = (struct house){.program = &program, .argc = argc, .argv = argv};
    int status = cli_start(argc, argv, &program, stdout, stderr, &house.config);
    if (status != CLI_GO_ON)
        return status;
    forbid_core_file();
    house.unit = unit_of_environment();
    if (!house.unit && house.config.postgres_lease > 0) {
        struct unit_names units;
        if (!networks_fit(&house.config))
            return EXIT_FAILURE;
        units.count = networks_names(&house.config, units.names, LEASE_UNITS);
        open_first_log(&house);
        return units_run(argv, &house.config, &units, read_units, &house);
    }
    bool is_unfinished = is_in_terminal(&house) && !*play && shell_is_unheard();
    if (is_unfinished)
        checks_say_unfinished(&house.config);
    if (is_unfinished || !checks_limits(stderr)) {
        config_fini(&house.config);
        return is_unfinished ? CLI_UNFINISHED : EXIT_FAILURE;
    }
    keep_some_heap();
    bool is_open = open_house(&house);
    if (is_open)
        run_house(&house);
    close_house(&house);
    return is_open ? house.status : EXIT_FAILURE;
}
