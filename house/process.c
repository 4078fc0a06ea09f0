/* Tabletalk, put together: the configuration, the store, the host, the commands and the networks,
   in one loop; and what only this layer can check of a configuration. Read it as a table of
   contents; it decides nothing. */
#include "process.h"

#include <fcntl.h>
#include <malloc.h>
#include <signal.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "adapter.h"
#include "admin.h"
#include "check.h"
#include "cli.h"
#include "commands.h"
#include "config.h"
#include "easel.h"
#include "elsewhere.h"
#include "heard.h"
#include "host.h"
#include "host_admin.h"
#include "keep.h"
#include "log.h"
#include "loop.h"
#include "networks.h"
#include "prose.h"
#include "relay.h"
#include "service.h"
#include "shell.h"
#include "store.h"
#include "store_postgres.h"
#include "text.h"
#include "thinker.h"
#include "tools.h"
#include "unit.h"

/* ---- what of a configuration only the layers above config/ know ---- */

/* From now on new tables use the files of corrected faces; `host` NULL only checks them. Blocks
   while it reads them. */
static bool use_faces(struct host *host, const struct config *config, FILE *err)
{
    bool are_right = true;
    for (int i = 0; i < config->faces.count; i++)
        are_right &= tool_use_faces(host, config->faces.items[i], err);
    return are_right;
}

/* The same for house rules. */
static bool use_rules(struct host *host, const struct config *config, FILE *err)
{
    bool are_right = true;
    for (int i = 0; i < config->house_rules.count; i++) {
        struct prose why;
        prose_clear(&why);
        if (host_use_rule(host, config->house_rules.items[i], &why))
            continue;
        fprintf(err, "%s:%d: house_rules \"%s\": %s\n", config->title, config->house_rules.lines[i],
                config->house_rules.items[i], why.text);
        are_right = false;
    }
    return are_right;
}

bool process_check_values(const struct config *config, FILE *err)
{
    return use_rules(NULL, config, err);
}

bool process_check_files(const struct config *config, FILE *err)
{
    bool are_faces_right = use_faces(NULL, config, err);
    bool is_store_right = tool_check_store(config, err);
    return are_faces_right && is_store_right;
}

/* False, with a sentence, where this process may not open as many files as playing takes. */
static bool has_files(FILE *err)
{
    /* a table in the terminal takes 16; networks, orders and backups take some more */
    enum { FILES_LEAST = 64 };
    struct rlimit files;
    if (getrlimit(RLIMIT_NOFILE, &files) != 0 || files.rlim_cur >= FILES_LEAST)
        return true;
    fprintf(
        err,
        "tabletalk: It may keep only %d files open at once, and playing takes up to %d: let it open more (ulimit -n "
        "%d; for a service LimitNOFILE).\n",
        (int)files.rlim_cur, FILES_LEAST, FILES_LEAST);
    return false;
}

/* Says what is missing where no network is named and nobody types, which is how the package and
   the image begin. */
static void say_unfinished(const struct config *config)
{
    static const char missing[] =
        "a section irc \"libera\" { ... } or discord \"club\" { ... }; tabletalk "
        "--print-config-example shows both";
    if (config->title)
        fprintf(
            stderr,
            "tabletalk: %s names no network, and nobody types here: standard input is empty. Add %s.\n",
            config->title, missing);
    else
        fprintf(
            stderr,
            "tabletalk: Nobody types here: standard input is empty. To host on a network, give --config FILE with %s.\n",
            missing);
}

/* ---- what the networks remember across restarts, and the choices of places ---- */

struct kept {
    struct store *store;
    struct loop *loop;
    struct keep *keep;
};

struct keeping {
    keep_done *done;
    void *arg;
};

static void on_kept(void *arg, enum store_result result)
{
    struct keeping *keeping = arg;
    if (keeping->done)
        keeping->done(keeping->arg, result == STORE_OK);
    free(keeping);
}

static void put_kept(void *self, const char *key, const char *value, keep_done *done, void *arg)
{
    struct kept *kept = self;
    struct keeping *keeping = malloc(sizeof *keeping);
    check(keeping);
    *keeping = (struct keeping){done, arg};
    store_put(kept->store, key, value, on_kept, keeping);
}

static void load_kept(void *arg, const char *key, const char *value)
{
    struct kept *kept = arg;
    keep_load(kept->keep, key, value);
}

static void choose_for_place(void *arg, const struct host_place_choice *choice,
                             char chosen[HOST_CHOICES])
{
    const struct kept *kept = arg;
    char prefix[KEEP_ROW_KEY];
    snprintf(prefix, sizeof prefix, "%s %s ", choice->drawer ? choice->drawer : "settings",
             choice->network);
    const struct drawer drawer = {kept->keep, prefix, loop_wall(kept->loop)};
    if (choice->value)
        keep_row_put_then(&drawer, choice->place, choice->payer,
                          *choice->value ? choice->value : NULL, choice->done, choice->arg);
    if (!keep_row_get(&drawer, choice->place, HOST_CHOICES, chosen))
        *chosen = '\0';
}

static void forget_kept(void *arg, struct identity who)
{
    const struct kept *kept = arg;
    keep_forget_person(kept->keep, who);
}

static void kept_free(struct kept *kept)
{
    if (!kept)
        return;
    keep_free(kept->keep);
    free(kept);
}

/* Reads it all. Blocks, but nobody is connected yet, and there are few values: adapters/keep.h
   bounds what people set in each network, and what belongs to a table goes with the table. NULL
   if it cannot be read; the log says why. */
static struct kept *kept_open(struct store *store, struct loop *loop, struct host *host)
{
    struct kept *kept = malloc(sizeof *kept);
    check(kept);
    *kept = (struct kept){.store = store, .loop = loop};
    kept->keep = keep_new(&(struct keep_port){.put = put_kept, .self = kept});
    host_on_choice(host, choose_for_place, kept);
    host_on_forget(host, forget_kept, kept);
    if (store_load(store, load_kept, NULL, kept) == STORE_OK)
        return kept;
    kept_free(kept);
    return NULL;
}

/* ---- how long what is over is kept (keep_finished): the store deletes ---- */

/* Looks every hour; each look deletes a day's records at most (store.h), in small steps, four a
   second. */
enum { EVERY_MS = 3600 * 1000, STEP_MS = 250, DAY_S = 24 * 3600 };

struct prune {
    struct loop *loop;
    struct store *store;
    struct loop_timer timer;
    int days;
    bool is_stopped;
};

static void on_pruned(void *arg, enum store_result result, bool is_more)
{
    struct prune *prune = arg;
    if (!prune->is_stopped)
        loop_timer_set(&prune->timer, result == STORE_OK && is_more ? STEP_MS : EVERY_MS);
}

static void on_time(void *arg)
{
    struct prune *prune = arg;
    int64_t now_s = loop_wall(prune->loop) / 1000;
    store_prune(prune->store, now_s - (int64_t)prune->days * DAY_S, on_pruned, prune);
}

/* Begins at once. `days` 0 keeps records for ever. */
static struct prune *prune_new(struct loop *loop, struct store *store, int days)
{
    struct prune *prune = calloc(1, sizeof *prune);
    check(prune);
    *prune = (struct prune){.loop = loop, .store = store, .days = days};
    loop_timer_init(&prune->timer, loop, on_time, prune);
    if (days > 0)
        loop_timer_set(&prune->timer, STEP_MS);
    return prune;
}

static void prune_stop(struct prune *prune)
{
    if (!prune)
        return;
    prune->is_stopped = true;
    loop_timer_stop(&prune->timer);
}

/* ---- tables over processes: mail in the database, which adapters/relay reads and writes ---- */

_Static_assert((int)HOST_NETWORKS <= (int)LEASE_UNITS, "each network can be a unit");

struct mail_setup {
    /* NULL if this process serves the whole house: then there is no mail */
    const struct unit *unit;
    const struct unit_names *names;
    const struct config *config;
    struct loop *loop;
    struct host *host;
    struct commands *commands;
};

struct mail {
    struct loop *loop;
    struct host *host;
    struct store_mail *store;
    struct relay *relay;
    bool has_begun;
};

static bool send_mail(void *self, const char *to, const char *place, const char *body)
{
    const struct mail *mail = self;
    return store_mail_send(mail->store,
                           &(struct store_mail_item){.unit = to, .place = place, .body = body});
}

static void done_with_mail(void *self, const char *from, int64_t number)
{
    store_mail_done(((struct mail *)self)->store, from, number);
}

static bool is_mail_away(void *self, const char *network)
{
    return store_mail_is_away(((struct mail *)self)->store, network);
}

static void mail_arrived(void *arg, const struct store_mail_item *item)
{
    relay_arrived(((struct mail *)arg)->relay, item->unit, item->number, item->body);
}

static void mail_refused(void *arg, const struct store_mail_item *item)
{
    relay_refused(((struct mail *)arg)->relay, item->unit, item->body);
}

static void note_kept(void *arg, const char *key, const char *value)
{
    const struct mail *mail = arg;
    host_note_kept(mail->host, key, value, loop_now(mail->loop));
}

static void on_mail(void *arg, int fd, unsigned events)
{
    (void)fd, (void)events;
    store_mail_dispatch(((struct mail *)arg)->store);
}

static void begin_mail(void *self)
{
    struct mail *mail = self;
    loop_watch(mail->loop, store_mail_fd(mail->store), LOOP_READ, on_mail, mail);
    mail->has_begun = true;
}

static struct store_mail *open_mail_store(const struct mail_setup *setup, struct mail *mail,
                                          struct text *why)
{
    const char *units[LEASE_UNITS];
    struct store_postgres where = tool_server(setup->config);
    for (int i = 0; i < setup->names->count; i++)
        units[i] = setup->names->names[i];
    where.unit = unit_name(setup->unit);
    where.owner = unit_owner(setup->unit);
    return store_mail_open(
        &where, units, setup->names->count,
        &(struct store_mail_watch){
            .arrived = mail_arrived, .refused = mail_refused, .kept = note_kept, .arg = mail},
        why);
}

/* NULL if there is no mail, or, with `failed` true and a sentence on standard error, if it cannot
   be read. */
static struct mail *mail_open(const struct mail_setup *setup, bool *failed)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    *failed = false;
    if (!setup->unit)
        return NULL;
    struct mail *mail = calloc(1, sizeof *mail);
    check(mail);
    mail->loop = setup->loop;
    mail->host = setup->host;
    mail->store = open_mail_store(setup, mail, &why);
    *failed = !mail->store;
    if (*failed) {
        fprintf(stderr, "tabletalk: %s\n", bytes);
        free(mail);
        return NULL;
    }
    mail->relay = relay_new(&(struct relay_setup){.network = unit_name(setup->unit),
                                                  .loop = setup->loop,
                                                  .host = setup->host,
                                                  .commands = setup->commands,
                                                  .mail = {.send = send_mail,
                                                           .done = done_with_mail,
                                                           .is_away = is_mail_away,
                                                           .begin = begin_mail,
                                                           .self = mail}});
    return mail;
}

static struct relay *mail_relay(struct mail *mail)
{
    return mail ? mail->relay : NULL;
}

static void add_guest(void *arg, const char *unit, int64_t table, const char *room, const char *key)
{
    relay_add_guest(((struct mail *)arg)->relay, unit, table, room, key);
}

/* The networks are there: says which rooms and people have tables of other processes. */
static void mail_load(struct mail *mail)
{
    if (mail)
        store_mail_each_guest(mail->store, add_guest, mail);
}

/* Nothing arrives any more; waits until everything is written, at most `ms`. False if it could not
   be. */
static bool mail_close_for(struct mail *mail, int ms)
{
    if (mail && mail->has_begun)
        loop_unwatch(mail->loop, store_mail_fd(mail->store));
    return !mail || store_mail_close_for(mail->store, ms);
}

static void mail_free(struct mail *mail)
{
    if (mail)
        relay_free(mail->relay);
    free(mail);
}

/* ---- the house ---- */

/* How long leaving may take: first the disk saves, then the networks say good-bye, then the disk
   closes. */
enum { FLUSH_MS = 2000, LEAVE_MS = 3000, CLOSE_MS = 2000 };

struct process {
    struct process_start start;
    struct config config;
    struct loop *loop;
    struct store *store;
    struct thinker *thinker; /* NULL if robots don't think */
    struct easel *easel;     /* draws on the same threads; NULL: no pictures */
    struct commands *commands;
    struct host *host;
    struct kept *kept;
    struct networks *networks;
    /* between processes that share the process; NULL if this one serves all of it */
    struct mail *mail;
    struct admin *admin;
    struct service *service;
    struct prune *prune;
    struct unit *unit; /* NULL if this process serves the whole house */
    struct loop_timer tick, deadline;
    bool stops; /* an admin has ended it by hand: nobody starts it again at once */
    int status;
};

/* ---- what drives the host: the store's answers and the clock ---- */

static void on_store(void *arg, int fd, unsigned events)
{
    struct process *process = arg;
    (void)fd, (void)events;
    host_note_time(process->host, loop_now(process->loop));
    store_dispatch(process->store);
}

static void wake_at(void *arg, int64_t at)
{
    struct process *process = arg;
    int64_t now = loop_now(process->loop);
    if (at != INT64_MAX)
        loop_timer_set(&process->tick, at > now ? at - now : 0);
}

static int64_t wall_now(void *arg)
{
    return loop_wall(((const struct process *)arg)->loop);
}

static void on_tick(void *arg)
{
    struct process *process = arg;
    wake_at(process, host_tick(process->host, loop_now(process->loop)));
}

static int64_t wall_seconds(void *arg)
{
    struct process *process = arg;
    return loop_wall(process->loop) / 1000;
}

/* ---- leaving ---- */

static void leave(void *arg)
{
    struct process *process = arg;
    loop_stop(process->loop);
}

static void leave_unheard(void *arg)
{
    struct process *process = arg;
    say_unfinished(&process->config);
    process->status = CLI_UNFINISHED;
    leave(process);
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
    const struct process *process = arg;
    struct config *config =
        cli_again(process->start.argc, process->start.argv, process->start.program);
    names->count =
        config && networks_fit(config) ? networks_names(config, names->names, LEASE_UNITS) : 0;
    if (config)
        config_fini(config);
    free(config);
    return names->count > 0;
}

/* SIGHUP: networks and channels come and go, and the log takes its level and format; everything
   else takes a restart. */
static void read_again(struct process *process)
{
    struct config *config =
        cli_again(process->start.argc, process->start.argv, process->start.program);
    if (!config)
        return;
    enum log_level level = log_level_named(config->log_level);
    enum log_format format = log_format_of(config);
    if (!networks_change(process->networks, config))
        return;
    log_use_level(level);
    log_use_format(format);
    log_event(LOG_INFO, "config-read", (char *)0);
}

static void on_signal(void *arg, int signo)
{
    struct process *process = arg;
    if (signo == SIGHUP) {
        service_reloads(process->service);
        read_again(process);
        service_ready(process->service);
        return;
    }
    process->stops = signo == SIGINT;
    leave(process);
}

/* ---- opening ---- */

/* Hands, tokens and passwords are in memory: no crash may write them into a file. */
static void forbid_core_file(void)
{
    prctl(PR_SET_DUMPABLE, 0);
}

static bool is_in_memory(const struct process *process)
{
    return text_same_word(process->config.store, "memory");
}

static bool is_in_terminal(const struct process *process)
{
    return process->config.irc_count + process->config.discord_count == 0;
}

/* Logs to standard error, until open_log() knows the folder. */
static void open_first_log(const struct process *process)
{
    enum log_level level = log_level_named(process->config.log_level);
    log_use_format(log_format_of(&process->config));
    log_setup(is_in_terminal(process) && level < LOG_WARN ? LOG_WARN : level, STDERR_FILENO);
}

/* A table in the terminal logs into a file: the screen belongs to the players. */
static void open_log(const struct process *process)
{
    if (!is_in_terminal(process))
        return;
    char *path = config_kept_file(&process->config, "tabletalk.log");
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK, 0600) : -1;
    if (fd >= 0)
        log_setup(log_level_named(process->config.log_level), fd);
    free(path);
}

static bool open_store(struct process *process)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    process->store = unit_open_store(process->unit, &process->config, &why);
    if (!process->store)
        fprintf(stderr, "tabletalk: %s\n", bytes);
    else
        store_use_clock(process->store, wall_seconds, process);
    return process->store != NULL;
}

/* Tables come back while the loop runs; a network starts when all of its tables are back. */
static void on_recovered(void *arg, const char *network)
{
    struct process *process = arg;
    networks_are_back(process->networks, network);
}

static void on_thought(void *arg, int fd, unsigned events)
{
    struct process *process = arg;
    (void)fd, (void)events;
    thinker_dispatch(process->thinker);
}

static bool open_thinker(struct process *process)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    if (process->config.robot_threads == 0)
        return true;
    process->thinker = thinker_new(process->config.robot_threads, &why);
    if (!process->thinker) {
        fprintf(stderr, "tabletalk: %s\n", bytes);
        return false;
    }
    host_use_thinker(process->host, process->thinker);
    if (text_same_word(process->config.robots_cpu, "low"))
        host_halve_thoughts(process->host);
    process->easel = easel_new(process->thinker);
    loop_watch(process->loop, thinker_fd(process->thinker), LOOP_READ, on_thought, process);
    return true;
}

static bool open_host(struct process *process)
{
    process->commands = commands_new();
    process->host = host_new(process->store, commands_execute, process->commands);
    if (!open_thinker(process))
        return false;
    if (process->start.host_begins)
        process->start.host_begins(process->host);
    host_limit(process->host, &(struct host_limits){.person = process->config.tables_per_person,
                                                    .group = process->config.tables_per_guild,
                                                    .network = process->config.tables_per_network});
    host_use_homepage(process->host, process->config.homepage);
    host_on_deadline(process->host, wake_at, process);
    host_on_wall(process->host, wall_now, process);
    use_rules(process->host, &process->config, stderr);
    loop_watch(process->loop, store_fd(process->store), LOOP_READ, on_store, process);
    process->kept = kept_open(process->store, process->loop, process->host);
    if (!process->kept)
        return false;
    struct unit_names names = {.count = networks_names(&process->config, names.names, LEASE_UNITS)};
    bool has_failed;
    process->mail = mail_open(&(struct mail_setup){process->unit, &names, &process->config,
                                                   process->loop, process->host, process->commands},
                              &has_failed);
    if (has_failed)
        return false;
    struct network_place place = {.loop = process->loop,
                                  .host = process->host,
                                  .commands = process->commands,
                                  .keep = process->kept->keep,
                                  .only = unit_name(process->unit),
                                  .was_silent = unit_was_silent(process->unit),
                                  .relay = mail_relay(process->mail),
                                  .easel = process->easel,
                                  .play = process->start.play,
                                  .leave = leave,
                                  .unheard = leave_unheard,
                                  .failed = network_failed,
                                  .arg = process};
    process->networks = networks_new(&process->config, &place);
    if (!process->networks)
        return false;
    if (names.count > 0)
        host_measure_thoughts(process->host);
    mail_load(process->mail);
    use_faces(process->host, &process->config,
              stderr); /* tells what is wrong with a file; the built-in faces stay */
    host_on_recovered(process->host, on_recovered, process);
    if (process->unit)
        host_share(process->host);
    bool can_recover = host_begin_recovery(process->host);
    if (!can_recover)
        fprintf(stderr, "tabletalk: the tables kept in %s cannot be read; the log says why\n",
                tool_store_name(&process->config));
    return can_recover;
}

static void open_admin(struct process *process)
{
    process->admin = admin_new(&(struct admin_place){
        .loop = process->loop,
        .store = process->store,
        .host = process->host,
        .networks = process->networks,
        .kind = process->config.store,
        .metrics = process->config.metrics,
        .folder = is_in_memory(process) ? NULL : process->config.data_folder});
}

static bool open_all(struct process *process)
{
    process->loop = loop_new(LOOP_REAL);
    open_first_log(process);
    process->service = service_new(process->loop);
    unit_begin(process->unit, process->loop, process->service, &process->config);
    loop_timer_init(&process->tick, process->loop, on_tick, process);
    loop_timer_init(&process->deadline, process->loop, leave_too_late, process);
    loop_on_signal(process->loop, SIGHUP, on_signal, process);
    if (!open_store(process))
        return false;
    open_log(process);
    if (!open_host(process))
        return false;
    open_admin(process);
    /* Until here these signals end the process at once, even while it waits for a slow disk:
       nothing was heard or told yet. */
    loop_on_signal(process->loop, SIGTERM, on_signal, process);
    loop_on_signal(process->loop, SIGINT, on_signal, process);
    return true;
}

/* ---- running, and closing in such an order that nobody calls what is gone ---- */

static void run(struct process *process)
{
    networks_start(process->networks);
    service_ready(process->service);
    process->prune = prune_new(process->loop, process->store, process->config.keep_finished);
    loop_run(process->loop);
    service_stops(process->service);
    prune_stop(process->prune);
    store_flush_for(process->store, FLUSH_MS);
    store_dispatch(process->store); /* people are still told what was just saved */
    host_tell_leaving(process->host, is_in_memory(process) ? HOST_FORGETS
                                     : process->stops      ? HOST_STOPS
                                                           : HOST_RESTARTS);
    loop_timer_set(&process->deadline, LEAVE_MS);
    networks_stop(process->networks, leave, process);
    loop_run(process->loop);
}

static void close_all(struct process *process)
{
    loop_timer_stop(&process->tick);
    loop_timer_stop(&process->deadline);
    if (process->admin)
        admin_leave(process->admin);
    easel_free(process->easel);
    if (process->host)
        host_free(process->host);
    if (process->thinker)
        loop_unwatch(process->loop, thinker_fd(process->thinker));
    thinker_free(process->thinker);
    if (process->store) {
        store_flush_for(process->store, CLOSE_MS);
        store_dispatch(process->store);
        loop_unwatch(process->loop, store_fd(process->store));
    }
    bool is_closed =
        mail_close_for(process->mail, CLOSE_MS) && store_close_for(process->store, CLOSE_MS);
    if (process->admin)
        admin_close_socket(process->admin); /* after the store, which may still answer an order */
    if (!is_closed) {
        log_event(LOG_WARN, "left-without-the-disk", "note",
                  "it is too slow; what it had not saved was answered to nobody", (char *)0);
        _exit(EXIT_SUCCESS);
    }
    if (process->admin)
        admin_free(process->admin);
    networks_free(process->networks);
    mail_free(process->mail);
    kept_free(process->kept);
    commands_free(process->commands);
    service_free(process->service);
    free(process->prune);
    loop_free(process->loop);
    unit_free(process->unit);
    config_fini(&process->config);
}

/* Keeps up to 1 MB of free heap. Each move tries itself on a copy; else most moves would give
   the pages of the copy back to the system and ask for them again. */
static void keep_some_heap(void)
{
    mallopt(M_TRIM_THRESHOLD, 1 << 20);
    mallopt(M_TOP_PAD, 1 << 18);
}

int process_run(const struct process_start *start, struct config *config_take)
{
    static struct process process;
    process = (struct process){.start = *start, .config = *config_take};
    forbid_core_file();
    process.unit = unit_of_environment();
    if (!process.unit && process.config.postgres_lease > 0) {
        struct unit_names units;
        if (!networks_fit(&process.config))
            return EXIT_FAILURE;
        units.count = networks_names(&process.config, units.names, LEASE_UNITS);
        open_first_log(&process);
        return holder_run(start->argv, &process.config, &units, read_units, &process);
    }
    bool is_unfinished = is_in_terminal(&process) && !start->play && shell_is_unheard();
    if (is_unfinished)
        say_unfinished(&process.config);
    if (is_unfinished || !has_files(stderr)) {
        config_fini(&process.config);
        return is_unfinished ? CLI_UNFINISHED : EXIT_FAILURE;
    }
    keep_some_heap();
    bool is_open = open_all(&process);
    if (is_open)
        run(&process);
    close_all(&process);
    return is_open ? process.status : EXIT_FAILURE;
}
