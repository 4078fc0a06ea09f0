/* Tabletalk, put together: the configuration, the store, the host, the commands, and an adapter for each network, all in one
   loop. Reading it is reading the table of contents; nothing is decided here. */
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "adapter.h"
#include "check.h"
#include "cli.h"
#include "commands.h"
#include "config.h"
#include "host.h"
#include "log.h"
#include "loop.h"
#include "shell.h"
#include "store.h"
#include "text.h"

enum { ADAPTERS_MOST = 64, PATH_BYTES = 4096, LEAVE_MS = 3000 };

struct house {
    struct config config;
    struct loop *loop;
    struct store *store;
    struct commands *commands;
    struct host *host;
    struct adapter *adapters[ADAPTERS_MOST];
    int adapter_count, left_count;
    struct loop_timer tick, deadline;
};

/* ---- what drives the host: the store's answers and the clock ---- */

static void on_store(void *arg, int fd, unsigned events)
{
    struct house *house = arg;
    (void)fd;
    (void)events;
    store_dispatch(house->store);
}

static void wake_at(void *arg, int64_t at)
{
    struct house *house = arg;
    int64_t now = loop_now(house->loop);
    if (at != INT64_MAX)
        loop_timer_set(&house->tick, at > now ? at - now : 0);
}

static void on_tick(void *arg)
{
    struct house *house = arg;
    wake_at(house, host_tick(house->host, loop_now(house->loop)));
}

/* ---- leaving ---- */

static void leave(void *arg)
{
    struct house *house = arg;
    loop_stop(house->loop);
}

static void on_signal(void *arg, int signo)
{
    struct house *house = arg;
    if (signo == SIGHUP)
        log_event(LOG_INFO, "signal-ignored", "signal", "HUP", "why", "the configuration is read at the start only",
                  (char *)0);
    else
        leave(house);
}

static void on_left(void *arg)
{
    struct house *house = arg;
    if (++house->left_count == house->adapter_count)
        loop_stop(house->loop);
}

/* ---- opening ---- */

/* A file in the data folder, or NULL where nothing is kept. */
static const char *kept_file(const struct house *house, const char *name, char path[PATH_BYTES])
{
    struct text text = text_over(path, PATH_BYTES);
    text_putf(&text, "%s/%s", house->config.data_folder, name);
    return house->config.store[0] == 's' && !text.cut ? path : NULL;
}

/* The log of a terminal's table goes into a file: the screen belongs to the players. */
static void open_log(const struct house *house)
{
    static const char *const levels[] = {
        [LOG_DEBUG] = "debug", [LOG_INFO] = "info", [LOG_WARN] = "warn", [LOG_ERROR] = "error"};
    enum log_level level = LOG_DEBUG;
    while (level < LOG_ERROR && !text_same_word(levels[level], house->config.log_level))
        level++;
    log_setup(level, STDERR_FILENO);
    if (house->config.irc_count > 0)
        return;
    char bytes[PATH_BYTES];
    const char *path = kept_file(house, "tabletalk.log", bytes);
    int fd = path ? open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
    log_setup(fd < 0 && level < LOG_WARN ? LOG_WARN : level, fd < 0 ? STDERR_FILENO : fd);
}

static bool open_store(struct house *house)
{
    char bytes[512];
    struct text why = text_over(bytes, sizeof bytes);
    bool in_memory = text_same_word(house->config.store, "memory");
    house->store = in_memory ? store_memory_new() : store_sqlite_open(house->config.data_folder, &why);
    if (!house->store)
        fprintf(stderr, "tabletalk: %s\n", bytes);
    return house->store != NULL;
}

static void open_host(struct house *house)
{
    const char *seed = getenv("TABLETALK_SEED"); /* for tests: the same deals and robots every time */
    house->commands = commands_new();
    house->host = host_new(house->store, commands_execute, house->commands);
    if (seed)
        host_fix_luck(house->host, strtoull(seed, NULL, 10));
    loop_timer_init(&house->tick, house->loop, on_tick, house);
    host_on_deadline(house->host, wake_at, house);
    loop_watch(house->loop, store_fd(house->store), LOOP_READ, on_store, house);
}

/* Without a network of its own the house opens a table in this terminal. */
static void open_adapters(struct house *house)
{
    char path[PATH_BYTES];
    struct shell_setup shell = {.loop = house->loop,
                                .host = house->host,
                                .commands = house->commands,
                                .name = house->config.name,
                                .history = kept_file(house, "history", path),
                                .leave = leave,
                                .arg = house};
    if (house->config.irc_count == 0)
        house->adapters[house->adapter_count++] = shell_new(&shell);
}

static bool open_house(struct house *house)
{
    house->loop = loop_new(LOOP_REAL);
    loop_timer_init(&house->deadline, house->loop, leave, house);
    loop_on_signal(house->loop, SIGTERM, on_signal, house);
    loop_on_signal(house->loop, SIGINT, on_signal, house);
    loop_on_signal(house->loop, SIGHUP, on_signal, house);
    if (!open_store(house))
        return false;
    open_log(house);
    open_host(house);
    open_adapters(house);
    return host_recover(house->host) >= 0;
}

/* ---- running, and closing in an order in which nothing is called that is gone ---- */

static void run_house(struct house *house)
{
    for (int i = 0; i < house->adapter_count; i++)
        house->adapters[i]->ops->start(house->adapters[i]);
    loop_run(house->loop);
    store_flush(house->store);
    store_dispatch(house->store); /* what was saved is still told */
    loop_timer_set(&house->deadline, LEAVE_MS);
    for (int i = 0; i < house->adapter_count; i++)
        house->adapters[i]->ops->stop(house->adapters[i], on_left, house);
    loop_run(house->loop);
}

static void close_house(struct house *house)
{
    loop_timer_stop(&house->tick);
    loop_timer_stop(&house->deadline);
    if (house->host)
        host_free(house->host);
    if (house->store) {
        store_flush(house->store);
        store_dispatch(house->store);
        loop_unwatch(house->loop, store_fd(house->store));
    }
    for (int i = 0; i < house->adapter_count; i++)
        house->adapters[i]->ops->free(house->adapters[i]);
    store_close(house->store);
    commands_free(house->commands);
    loop_free(house->loop);
    config_fini(&house->config);
}

/* ---- the command line ---- */

static void put_chat_command(void *arg, const char *name, const char *words, const char *help)
{
    man_put_item(arg, name, words, help);
}

static void put_chat_commands(FILE *out)
{
    commands_each(put_chat_command, out);
}

static const struct cli_command no_commands[] = {{.name = NULL}};
static const struct cli_program program = {.commands = no_commands, .put_chat_commands = put_chat_commands};

int main(int argc, char *argv[])
{
    static struct house house;
    int status = cli_start(argc, argv, &program, stdout, stderr, &house.config);
    if (status != CLI_GO_ON)
        return status;
    bool is_open = open_house(&house);
    if (is_open)
        run_house(&house);
    close_house(&house);
    return is_open ? EXIT_SUCCESS : EXIT_FAILURE;
}
