#include "admin.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "adapter.h"
#include "check.h"
#include "control.h"
#include "figures.h"
#include "games.h"
#include "host.h"
#include "host_admin.h"
#include "icon.h"
#include "log.h"
#include "loop.h"
#include "networks.h"
#include "order.h"
#include "setup.h"
#include "store.h"
#include "text.h"
#include "tools.h"
#include "web_server.h"

enum { WHY_BYTES = 512 };

struct admin {
    struct admin_place place;
    struct order_book *orders;
    struct control *control;
    int64_t started_s;
    struct web_server *server;
    struct loop_timer look;
};

/* ---- in the process that runs: what the orders need of the socket and of the networks ---- */

static void put(void *call, bool is_error, const char *line)
{
    control_put(call, is_error, line);
}

static void end(void *call, int status)
{
    control_end(call, status);
}

static void when_empty(void *call, void (*fn)(void *order), void *order)
{
    control_when_empty(call, fn, order);
}

static bool is_gone(void *call)
{
    return control_is_gone(call);
}

static void on_order(void *self, struct control_call *call, const char *line)
{
    order_book_hear(((struct admin *)self)->orders, call, line);
}

static int64_t now(void *self)
{
    return loop_now(((struct admin *)self)->place.loop);
}

static void look_in(void *self, int milliseconds)
{
    loop_timer_set(&((struct admin *)self)->look, milliseconds);
}

static void on_look(void *self)
{
    order_book_look(((struct admin *)self)->orders);
}

static void status(void *self, struct text *out)
{
    networks_status(((struct admin *)self)->place.networks, out);
}

static int64_t resident_bytes(void)
{
    long pages = 0;
    FILE *file = fopen("/proc/self/statm", "re");
    if (file && fscanf(file, "%*d %ld", &pages) != 1)
        pages = 0;
    if (file)
        fclose(file);
    return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

static void put_all_figures(const struct admin *admin, struct figures *figures)
{
    figures_put(figures, FIGURE_tabletalk_info, TABLETALK_VERSION, 1);
    figures_put(figures, FIGURE_tabletalk_store_info, admin->place.kind, 1);
    host_put_figures(admin->place.host, figures);
    networks_put_figures(admin->place.networks, figures);
    figures_put(figures, FIGURE_process_resident_memory_bytes, NULL, resident_bytes());
    figures_put(figures, FIGURE_process_start_time_seconds, NULL, admin->started_s);
}

static struct web_page metrics(const struct admin *admin)
{
    struct web_page page = {.status = 200, .type = "text/plain; version=0.0.4; charset=utf-8"};
    struct figures *figures = figures_new();
    page.body = malloc(FIGURES_BYTES);
    check(page.body);
    struct text text = text_over(page.body, FIGURES_BYTES);
    put_all_figures(admin, figures);
    figures_write(figures, &text);
    check(!text.cut);
    figures_free(figures);
    return page;
}

static struct web_page health(const struct admin *admin)
{
    static const char *const words[] = {[HOST_IS_WELL] = "ok\n",
                                        [HOST_RECOVERS] = "tables are coming back\n",
                                        [HOST_FAILS_TO_SAVE] = "the latest save failed\n"};
    enum host_trouble trouble = host_trouble(admin->place.host, loop_now(admin->place.loop));
    struct web_page page = {.status = trouble ? 503 : 200, .type = "text/plain; charset=utf-8"};
    page.body = strdup(words[trouble]);
    check(page.body);
    return page;
}

static struct web_page make_page(void *arg, const char *path)
{
    if (strcmp(path, "/metrics") == 0)
        return metrics(arg);
    return strcmp(path, "/healthz") == 0 ? health(arg) : (struct web_page){0};
}

static void open_server(struct admin *admin)
{
    char bytes[WHY_BYTES], port[24];
    struct text why = text_over(bytes, sizeof bytes);
    admin->server = web_server_new(admin->place.loop, admin->place.metrics, make_page, admin, &why);
    if (!admin->server) {
        log_event(LOG_ERROR, "no-metrics", "why", bytes, (char *)0);
        return;
    }
    text_put_number(port, web_server_port(admin->server));
    log_event(LOG_INFO, "metrics-ready", "at", admin->place.metrics, "port", port, (char *)0);
}

static void put_figures(void *self, struct figures *figures)
{
    put_all_figures(self, figures);
}

static bool has_network(void *self, const char *name, struct text *known)
{
    return networks_have(((struct admin *)self)->place.networks, name, known);
}

static bool ask(void *self, const char *line, struct text *answer)
{
    return networks_order(((struct admin *)self)->place.networks, line, answer);
}

struct admin *admin_new(const struct admin_place *place)
{
    static const struct order_reader reader = {put, end, when_empty, is_gone};
    char bytes[WHY_BYTES];
    struct text why = text_over(bytes, sizeof bytes);
    struct admin *admin = calloc(1, sizeof *admin);
    check(admin);
    admin->place = *place;
    admin->started_s = loop_wall(place->loop) / 1000;
    if (*place->metrics)
        open_server(admin);
    admin->orders = order_book_new(&(struct order_surroundings){.store = place->store,
                                                                .reader = &reader,
                                                                .verbs = networks_verbs(),
                                                                .host = place->host,
                                                                .now = now,
                                                                .look_in = look_in,
                                                                .status = status,
                                                                .figures = put_figures,
                                                                .has_network = has_network,
                                                                .ask = ask,
                                                                .self = admin});
    loop_timer_init(&admin->look, place->loop, on_look, admin);
    if (place->folder)
        admin->control = control_new(place->loop, place->folder, on_order, admin, &why);
    if (place->folder && !admin->control)
        log_event(LOG_WARN, "no-control-socket", "why", bytes, (char *)0);
    return admin;
}

void admin_leave(struct admin *admin)
{
    loop_timer_stop(&admin->look);
    web_server_free(admin->server);
    admin->server = NULL;
    order_book_leave(admin->orders);
}

void admin_close_socket(struct admin *admin)
{
    control_free(admin->control);
    admin->control = NULL;
}

void admin_free(struct admin *admin)
{
    order_book_free(admin->orders);
    free(admin);
}

/* ---- in the shell ---- */

/* No process runs, so the folder is ours for this order. */
static int order_offline(const char *order, const struct config *config, FILE *out, FILE *err)
{
    char bytes[WHY_BYTES];
    struct text why = text_over(bytes, sizeof bytes);
    struct store *store = tool_is_store_there(config, &why) ? tool_open_store(config, &why) : NULL;
    if (!store) {
        fprintf(err, "tabletalk: %s\n", bytes);
        return EXIT_FAILURE;
    }
    int result = order_book_run(store, networks_verbs(), order, out, err);
    store_close(store);
    return result;
}

/* With postgres_lease each network has a process and a folder of its own, and an order about
   people goes to one of them: that of the network that the order names, if it is served here. On
   the heap; NULL: this is the folder of a network already, or no process answers. */
static char *folder_for_people(const struct config *config, int argc, char *const argv[])
{
    static const char *const orders[] = {"ban", "erase", "unban", "bans", "season"};
    char *folder = NULL, *why = NULL, asked[STORE_KEY_MAX];
    size_t size, why_size;
    size_t which = 0;
    while (which < sizeof orders / sizeof *orders && strcmp(argv[0], orders[which]) != 0)
        which++;
    if (config->postgres_lease == 0 || which == sizeof orders / sizeof *orders)
        return NULL;
    snprintf(asked, sizeof asked, "where %s", which < 2 && argc > 1 ? argv[1] : "");
    FILE *out = open_memstream(&folder, &size), *err = open_memstream(&why, &why_size);
    check(out && err);
    int status = control_ask(config->data_folder, asked, out, err);
    fclose(out);
    fclose(err);
    free(why);
    folder[strcspn(folder, "\n")] = '\0';
    if (status == EXIT_SUCCESS && *folder)
        return folder;
    free(folder);
    return NULL;
}

static int give_order(int argc, char *const argv[], const struct config *config, FILE *out,
                      FILE *err)
{
    char *order = NULL;
    size_t size;
    FILE *words = open_memstream(&order, &size);
    check(words);
    for (int i = 0; i < argc; i++)
        fprintf(words, "%s%s", i ? " " : "", argv[i]);
    fclose(words);
    log_setup(LOG_ERROR, -1); /* the command tells in words what goes wrong */
    int result = EXIT_FAILURE;
    if (strchr(order, '\n'))
        fputs("tabletalk: an order is one line\n", err);
    else if (tool_has_folder(config, err)) {
        char *folder = folder_for_people(config, argc, argv);
        result = control_ask(folder ? folder : config->data_folder, order, out, err);
        result = result == CONTROL_NOBODY ? order_offline(order, config, out, err) : result;
        free(folder);
    }
    free(order);
    return result;
}

/* True if the order is of this kind and has this word; NULL stands for any word. */
static bool is_order(const struct order_verb *verb, const char *kind, const char *word)
{
    size_t length = strlen(kind);
    return strncmp(verb->words, kind, length) == 0 && verb->words[length] == ' ' &&
           (!word || strcmp(verb->words + length + 1, word) == 0);
}

static int upload_cards(const struct network_kind *kind, const char *title,
                        const struct config *config, FILE *out, FILE *err)
{
    struct icon_list drawn;
    if (!tool_has_folder(config, err) || !icon_list_draw(&drawn, games, game_count, err))
        return EXIT_FAILURE;
    struct network_picture *pictures = calloc((size_t)drawn.count, sizeof *pictures);
    check(pictures);
    for (int i = 0; i < drawn.count; i++)
        pictures[i] = (struct network_picture){
            .name = drawn.items[i].name, .png = drawn.items[i].png, .size = drawn.items[i].size};
    int status = kind->admin->upload(config, title, pictures, drawn.count, out, err);
    free(pictures);
    icon_list_free(&drawn);
    return status;
}

int admin_ask_network(int argc, char *const argv[], const struct config *config, FILE *out,
                      FILE *err)
{
    for (const struct order_verb *verb = networks_verbs(); verb->words && argc >= 2; verb++)
        if (is_order(verb, argv[0], argv[1]))
            return give_order(argc, argv, config, out, err);
    const struct network_kind *kind = networks_kind(argv[0]);
    log_setup(LOG_ERROR, -1);
    if (argc >= 2 && strcmp(argv[1], "setup") == 0)
        return setup_network(kind, networks_arguments(kind), argc, argv, config, out, err);
    if (argc >= 2 && argc <= 3 && strcmp(argv[1], "cards") == 0 && kind->admin->upload)
        return upload_cards(kind, argv[2], config, out, err);
    fprintf(err, "usage: tabletalk --config FILE %s setup [TITLE] [OPTION]...\n", argv[0]);
    if (kind->admin->upload)
        fprintf(err, "       tabletalk --config FILE %s cards [TITLE]\n", argv[0]);
    for (const struct order_verb *verb = networks_verbs(); verb->words; verb++)
        if (is_order(verb, argv[0], NULL))
            fprintf(err, "       tabletalk --config FILE %s %s\n", verb->words, verb->arguments);
    return CLI_USAGE;
}

/* The answer lies in memory only. */
static FILE *open_answer(void *arg, int argc, char *const argv[], FILE *err)
{
    int fd = memfd_create("answer", MFD_CLOEXEC);
    FILE *answer = fd >= 0 ? fdopen(fd, "w+") : NULL;
    need(answer, "a file for the answer");
    if (give_order(argc, argv, arg, answer, err) != EXIT_SUCCESS) {
        fclose(answer);
        return NULL;
    }
    rewind(answer);
    return answer;
}

/* The record of a table, which has all secrets. */
static FILE *open_record(void *arg, const char *number, FILE *err)
{
    return open_answer(arg, 3, (char *const[]){"tables", "export", (char *)number}, err);
}

static int replay(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    return tool_replay_table(argc, argv, open_record, (void *)config, out, err);
}

static int page(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    return tool_page(argc, argv, open_answer, (void *)config, out, err);
}

const struct cli_command admin_commands[] = {
    {"status", "[--json]",
     "Ask the running tabletalk how each network is, what is paused and what waits, with all the figures that the option metrics "
     "offers. --json: these figures alone, as one object.",
     give_order, NULL},
    {"drain", "",
     "With postgres_lease: hand the networks of this process over to the others, one after the other, and end it. "
     "docs/many-machines.md tells how to upgrade them all.",
     give_order, NULL},
    {"tables", "ORDER",
     "list [all]: the tables in play and set aside, or those that are over, too; the newest 50, or as many as --limit N says, of those "
     "with numbers below N of --before N. show N: what is known of table N, without a "
     "secret of it. end N: end it; its record is kept. repair N LINE: let a table that could not be "
     "brought back go on from line LINE of its record; nothing is deleted. export N: print its record, with all secrets. While tabletalk "
     "runs it does this itself; else the data folder is opened for it.",
     give_order, NULL},
    {"erase", "NETWORK KEY",
     "Forget a person: erase the key, name, links and settings everywhere, under all linked identities, and give their seats to "
     "robots. Records stay, under numbers. KEY is an account ($ann) or a user id. While tabletalk runs it does this "
     "itself; else the data folder is opened for it.",
     give_order, NULL},
    {"standings", "--rebuild",
     "Make the outcomes of finished games again from the records that are kept, count all ratings again from the outcomes, and "
     "say how many were wrong. Stop tabletalk first.",
     give_order, NULL},
    {"replay", "N|FILE",
     "Check every move and hash of the record of table N, or of a file of records, and show the games as one seat was told "
     "them; --watch steps through them.",
     replay, replay_options},
    {"page", "FILE",
     "Write the standings of a room in one month, of those who said `!stats on`, to one HTML file that any browser shows.",
     page, page_options},
    {"ban", "NETWORK WHO [DAYS]",
     "Make the running tabletalk stop listening to somebody: a name, an account ($ann), a user id or a host (host:192.0.2.7).",
     give_order, NULL},
    {"unban", "WHO", "Take a ban back, by its number or by who was banned.", give_order, NULL},
    {"bans", "", "List the bans of the running tabletalk.", give_order, NULL},
    {.name = NULL},
};
