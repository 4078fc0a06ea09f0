/* Holds the leases of this process: asks the server in time, and starts, ends and gives back the process of each network as its
   answers say. Decides nothing about what is free (lease_share.h) and speaks with no network. Next: unit_process.c. */
#include "units.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "control.h"
#include "data_folder.h"
#include "lease_share.h"
#include "lease_thread.h"
#include "log.h"
#include "loop.h"
#include "service.h"
#include "text.h"
#include "tools.h"
#include "unit.h"
#include "unit_process.h"

enum { WHY_BYTES = 512, LOOK_MS = 500, OVER_MS = 10 /* after a lease of another process is over we look */ };

/* A lease is renewed when a third of it is over. When two thirds are, this machine falls silent; when all of it is, another
   process takes the unit, and speaks at once: a third of the lease lies between the two. */
struct units {
    const struct config *config;
    struct loop *loop;
    struct service *service;
    char process[LEASE_NAME];
    struct lease_thread *thread;
    struct lease_view view;
    struct lease_wish wish, asked; /* of the next question; of the last one */
    bool is_asking, is_away;       /* is_away: the server did not answer; logged */
    bool is_gone;                  /* the server knows that we leave */
    int64_t asked_at, renewed_at, began, third_ms;
    struct loop_timer tick;
    struct unit_process items[LEASE_UNITS];
    int count;
    units_again *again;
    void *arg;
    struct unit_page *page;
    struct unit_start start;
    struct control *control;
    bool is_leaving, is_one_by_one;
    int64_t left_at; /* when the last unit was given back */
};

static void go_on(struct units *units);

static int64_t now_of(const struct units *units)
{
    return loop_boot(units->loop);
}

static bool is_new(const struct units *units)
{
    return now_of(units) - units->began < 3 * units->third_ms;
}

/* ---- who has what ---- */

static const struct lease_unit *find_unit(const struct lease_view *view, const char *name)
{
    for (int i = 0; i < view->unit_count; i++)
        if (strcmp(view->units[i].name, name) == 0)
            return &view->units[i];
    return NULL;
}

/* Its lease was over, and not given back: its owner fell silent when two thirds of it were over. */
static bool was_abandoned(const struct units *units, const char *name)
{
    const struct lease_unit *before = find_unit(&units->view, name);
    return before && before->is_free && before->owner[0];
}

static void compare(struct units *units, struct unit_process *process, const struct lease_view *view)
{
    const struct lease_unit *unit = find_unit(view, process->name);
    bool is_ours = unit && !unit->is_free && strcmp(unit->owner, units->process) == 0;
    if (is_ours && !process->is_ours)
        unit_process_gain(process, was_abandoned(units, process->name));
    else if (!is_ours && process->is_ours)
        unit_process_lose(process);
}

static bool is_here(const struct units *units, const char *name)
{
    for (int i = 0; i < units->count; i++)
        if (strcmp(units->items[i].name, name) == 0)
            return !units->items[i].is_out && !unit_process_is_given_up(&units->items[i], now_of(units));
    return false;
}

/* We are new, and nobody else serves anything: others may be about to come. */
static bool is_beginning(const struct units *units)
{
    for (int i = 0; i < units->view.unit_count; i++)
        if (!units->view.units[i].is_free && strcmp(units->view.units[i].owner, units->process) != 0)
            return false;
    return is_new(units);
}

/* What is free: little at a time at first, so that processes that start together get equal parts. */
static void wish_for_more(struct units *units)
{
    struct lease_view view = units->view;
    for (int i = 0; i < view.unit_count; i++)
        view.units[i].is_free &= is_here(units, view.units[i].name);
    lease_share(&view, units->process, is_new(units) ? 1 : LEASE_UNITS, &units->wish);
}

/* ---- what is given back ---- */

static void wish_to_release(struct units *units, const struct unit_process *process)
{
    if (units->wish.release_count < LEASE_UNITS)
        memcpy(units->wish.release[units->wish.release_count++], process->name, LEASE_NAME);
}

/* The house learns of units that have come into the configuration. */
static void wish_to_add(struct units *units)
{
    for (int i = 0; i < units->count && units->renewed_at; i++)
        if (!units->items[i].is_out && !find_unit(&units->view, units->items[i].name))
            memcpy(units->wish.add[units->wish.add_count++], units->items[i].name, LEASE_NAME);
}

static bool has_ended(const struct units *units, const struct unit_process *process)
{
    bool is_over = process->leaves || unit_process_is_given_up(process, now_of(units));
    return process->is_ours && process->pid == 0 && is_over;
}

/* One after the other: the next one waits until somebody has taken the last one, or nobody wants it. */
static bool may_leave_next(const struct units *units)
{
    for (int i = 0; i < units->count && units->is_one_by_one; i++) {
        const struct unit_process *process = &units->items[i];
        const struct lease_unit *unit = find_unit(&units->view, process->name);
        bool is_waiting = unit && unit->is_free && now_of(units) < units->left_at + 3 * units->third_ms;
        if (process->leaves && (process->is_ours || is_waiting))
            return false;
    }
    return true;
}

static void leave_next(struct units *units)
{
    for (int i = 0; i < units->count && may_leave_next(units); i++)
        if (units->items[i].is_ours && !units->items[i].leaves) {
            unit_process_leave(&units->items[i]);
            units->left_at = now_of(units);
        }
}

/* ---- the turn of a lease ---- */

static void take_view(struct units *units, const struct lease_view *view)
{
    for (int i = 0; i < units->count; i++)
        compare(units, &units->items[i], view);
    units->view = *view;
}

static void note_renewed(struct units *units, const struct lease_answer *answer)
{
    if (answer->is_renewed && units->is_away)
        log_event(LOG_INFO, "leases-recovered", (char *)0);
    if (!answer->is_renewed && !units->is_away)
        log_event(LOG_ERROR, "leases-not-renewed", "reason", answer->why, (char *)0);
    units->is_away = !answer->is_renewed;
}

/* Until when the server has us as the owner is counted from before it was asked. */
static void on_answer(void *arg, int fd, unsigned events)
{
    struct units *units = arg;
    struct lease_answer answer;
    (void)fd, (void)events;
    if (!lease_thread_take(units->thread, &answer))
        return;
    units->is_asking = false;
    note_renewed(units, &answer);
    if (answer.is_renewed)
        take_view(units, &answer.view); /* first: what was lost is killed before the others may go on */
    if (answer.is_renewed && !units->asked.looks) {
        units->renewed_at = units->asked_at;
        units->is_gone = units->asked.leaves;
        atomic_store(&units->page->until, units->asked_at + 2 * units->third_ms);
    }
    go_on(units);
}

/* Renews, or only looks whether something has become free. While a house begins, units are taken at renewals alone. */
static void ask(void *arg)
{
    struct units *units = arg;
    bool is_due = now_of(units) >= units->renewed_at + units->third_ms || units->is_away;
    if (units->is_asking)
        return;
    loop_timer_stop(&units->tick);
    units->is_asking = true;
    units->asked_at = now_of(units);
    units->asked = units->wish;
    units->asked.looks = !is_due && !units->is_leaving && !units->wish.release_count && !units->wish.add_count &&
                         (!units->wish.take_count || is_beginning(units));
    lease_thread_ask(units->thread, &units->asked);
}

static void start_processes(struct units *units)
{
    for (int i = 0; i < units->count && !units->is_away; i++)
        unit_process_start(&units->items[i], &units->start, now_of(units));
}

static bool may_end(const struct units *units)
{
    for (int i = 0; i < units->count; i++)
        if (units->items[i].pid > 0 || (units->items[i].is_ours && !units->is_away))
            return false;
    return units->is_leaving && (units->is_gone || units->is_away);
}

/* How long after the last question we ask again: at once for what is given back, and what was seen to be free; as soon as a
   lease of another process is over, if nobody renews it. */
static int64_t look_in(const struct units *units)
{
    bool is_hurried = units->wish.take_count && !units->asked.take_count && !is_new(units);
    int64_t first = units->wish.release_count || is_hurried ? 0 : LOOK_MS;
    for (int i = 0; i < units->view.unit_count; i++) {
        const struct lease_unit *unit = &units->view.units[i];
        bool is_of_other = !unit->is_free && strcmp(unit->owner, units->process) != 0;
        if (is_of_other && unit->left_ms + OVER_MS < first)
            first = unit->left_ms + OVER_MS;
    }
    return first;
}

/* After an answer, or when a process has ended: what is next. What is given back does not wait. */
static void go_on(struct units *units)
{
    units->wish = (struct lease_wish){.leaves = units->is_leaving};
    if (units->is_leaving)
        leave_next(units);
    else
        wish_for_more(units);
    wish_to_add(units);
    start_processes(units);
    for (int i = 0; i < units->count; i++)
        if (has_ended(units, &units->items[i]))
            wish_to_release(units, &units->items[i]);
    int64_t next = units->asked_at + look_in(units) - now_of(units);
    if (may_end(units))
        loop_stop(units->loop);
    else if (!units->is_asking)
        loop_timer_set(&units->tick, next > 0 ? next : 0);
}

static void leave(struct units *units, bool is_one_by_one)
{
    if (units->is_leaving)
        return;
    units->is_leaving = true;
    units->is_one_by_one = is_one_by_one;
    service_stops(units->service);
    go_on(units);
}

/* ---- signals ---- */

static void on_child(void *arg, int signo)
{
    struct units *units = arg;
    int status;
    (void)signo;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        for (int i = 0; i < units->count; i++)
            if (units->items[i].pid == pid)
                unit_process_ended(&units->items[i], status, now_of(units));
    go_on(units);
}

static bool is_named(const struct unit_names *names, const char *name)
{
    for (int i = 0; i < names->count; i++)
        if (strcmp(names->names[i], name) == 0)
            return true;
    return false;
}

/* A unit that has left the configuration keeps its place here, for its return. */
static void change_units(struct units *units, const struct unit_names *names)
{
    for (int i = 0; i < units->count; i++) {
        struct unit_process *process = &units->items[i];
        bool was_out = process->is_out;
        process->is_out = !is_named(names, process->name);
        if (process->is_out && !was_out)
            unit_process_leave(process);
    }
    struct unit_names known = {.count = units->count};
    for (int i = 0; i < units->count; i++)
        memcpy(known.names[i], units->items[i].name, LEASE_NAME);
    for (int i = 0; i < names->count; i++) {
        if (is_named(&known, names->names[i]))
            continue;
        if (units->count < LEASE_UNITS)
            memcpy(units->items[units->count++].name, names->names[i], LEASE_NAME);
        else
            log_event(LOG_ERROR, "unit-not-added", "unit", names->names[i], "why",
                      "too many networks came and went; restart me", (char *)0);
    }
}

/* The processes read it by themselves, too. */
static void read_again(struct units *units)
{
    struct unit_names names;
    service_reloads(units->service);
    if (units->again(units->arg, &names)) {
        change_units(units, &names);
        log_event(LOG_INFO, "config-read", (char *)0);
        for (int i = 0; i < units->count; i++)
            if (units->items[i].pid > 0 && !units->items[i].is_out)
                kill(units->items[i].pid, SIGHUP);
    }
    service_ready(units->service);
    go_on(units);
}

static void on_signal(void *arg, int signo)
{
    struct units *units = arg;
    if (signo != SIGHUP)
        leave(units, false);
    else if (!units->is_leaving)
        read_again(units);
}

/* ---- orders ---- */

static void put_unit(const struct units *units, const struct lease_unit *unit, struct text *out)
{
    bool is_ours = strcmp(unit->owner, units->process) == 0;
    text_putf(out, "%s: ", unit->name);
    if (unit->is_free)
        text_put(out, "nobody serves it now");
    else
        text_putf(out, "served by %s", is_ours ? "this process" : unit->owner);
    if (is_ours && !unit->is_free)
        text_putf(out, "; ask it with --data %s/%s", units->config->data_folder, unit->name);
}

static void put_status(const struct units *units, struct control_call *call)
{
    char bytes[WHY_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_putf(&line, "process: %s; the leases are %s", units->process,
              units->is_away ? "not renewed: the server does not answer" : "renewed");
    control_put(call, false, bytes);
    for (int i = 0; i < units->view.unit_count; i++) {
        line = text_over(bytes, sizeof bytes);
        put_unit(units, &units->view.units[i], &line);
        control_put(call, false, bytes);
    }
}

/* Orders about people are for any network: which folder takes them, that of the network if it is served here. */
static void put_where(const struct units *units, struct control_call *call, const char *network)
{
    const struct unit_process *found = NULL;
    for (const struct unit_process *process = units->items; process < units->items + units->count; process++)
        if (process->pid > 0 && (!found || strcmp(process->name, network) == 0))
            found = process;
    char *folder = found ? unit_folder(units->config->data_folder, found->name) : NULL;
    control_put(call, !folder, folder ? folder : "This process serves no network now. Ask another one of the house.");
    control_end(call, !folder);
    free(folder);
}

static void on_order(void *arg, struct control_call *call, const char *order)
{
    struct units *units = arg;
    if (strncmp(order, "where ", 6) == 0) {
        put_where(units, call, order + 6);
        return;
    }
    bool is_drain = strcmp(order, "drain") == 0, is_status = strcmp(order, "status") == 0;
    if (is_status)
        put_status(units, call);
    else
        control_put(call, !is_drain,
                    is_drain ? "I hand my networks over, one after the other, and end then."
                             : "Each network has a process of its own here. tabletalk status says which --data FOLDER "
                               "asks which: give that order there.");
    control_end(call, is_drain || is_status ? 0 : 1);
    if (is_drain)
        leave(units, true);
}

/* ---- the beginning and the end ---- */

static void put_process_name(const struct loop *loop, char name[LEASE_NAME])
{
    char host[40] = "";
    gethostname(host, sizeof host - 1);
    snprintf(name, LEASE_NAME, "%s.%d.%lld", host[0] ? host : "here", (int)getpid(),
             (long long)loop_wall(loop) % 1000000);
    for (char *byte = name; *byte; byte++)
        *byte = *byte == ' ' ? '-' : *byte;
}

static bool open_page(struct units *units)
{
    units->start.page_fd = memfd_create("lease", 0); /* for the processes that are started */
    if (units->start.page_fd < 0 || ftruncate(units->start.page_fd, sizeof *units->page) != 0)
        return false;
    units->page = mmap(NULL, sizeof *units->page, PROT_READ | PROT_WRITE, MAP_SHARED, units->start.page_fd, 0);
    return units->page != MAP_FAILED;
}

static bool open_leases(struct units *units, struct text *why)
{
    const char *list[LEASE_UNITS];
    const struct store_postgres where = tool_server(units->config);
    for (int i = 0; i < units->count; i++)
        list[i] = units->items[i].name;
    struct store_leases *leases =
        store_leases_open(&where, units->process, units->config->postgres_lease, list, units->count, why);
    units->thread = leases ? lease_thread_new(leases, why) : NULL;
    if (units->thread)
        loop_watch(units->loop, lease_thread_fd(units->thread), LOOP_READ, on_answer, units);
    return units->thread != NULL;
}

static bool open_folder(struct units *units, struct text *why)
{
    char *folder = data_folder_make(units->config->data_folder, why);
    bool is_ours = folder && data_folder_lock(folder, why) >= 0;
    free(folder);
    units->control = is_ours ? control_new(units->loop, units->config->data_folder, on_order, units, why) : NULL;
    return units->control != NULL;
}

static void run(struct units *units)
{
    loop_on_signal(units->loop, SIGHUP, on_signal, units);
    loop_on_signal(units->loop, SIGTERM, on_signal, units);
    loop_on_signal(units->loop, SIGINT, on_signal, units);
    loop_on_signal(units->loop, SIGCHLD, on_child, units);
    units->began = now_of(units);
    service_ready(units->service);
    ask(units);
    loop_run(units->loop);
    log_event(LOG_INFO, "units-left", (char *)0);
}

int units_run(char *const argv[], struct config *config_take, const struct unit_names *names, units_again *again,
              void *arg)
{
    char bytes[WHY_BYTES];
    struct text why = text_over(bytes, sizeof bytes);
    struct units *units = calloc(1, sizeof *units);
    check(units);
    *units = (struct units){.config = config_take,
                            .third_ms = config_take->postgres_lease * 1000 / 3,
                            .count = names->count,
                            .again = again,
                            .arg = arg};
    for (int i = 0; i < names->count; i++)
        snprintf(units->items[i].name, LEASE_NAME, "%s", names->names[i]);
    units->loop = loop_new(LOOP_REAL);
    units->service = service_new(units->loop);
    loop_timer_init(&units->tick, units->loop, ask, units);
    put_process_name(units->loop, units->process);
    units->start.argv = argv;
    units->start.owner = units->process;
    bool is_open = open_page(units) && open_folder(units, &why) && open_leases(units, &why);
    if (is_open)
        run(units);
    else
        fprintf(stderr, "tabletalk: %s\n", bytes);
    if (units->thread)
        loop_unwatch(units->loop, lease_thread_fd(units->thread));
    loop_timer_stop(&units->tick);
    lease_thread_free(units->thread);
    control_free(units->control);
    service_free(units->service);
    loop_free(units->loop);
    config_fini(config_take);
    free(units);
    return is_open ? EXIT_SUCCESS : EXIT_FAILURE;
}
