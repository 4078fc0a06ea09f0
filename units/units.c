/* Holds the leases of this process: asks the server in time, and starts, ends and gives back the
   process of each network as its answers say. Decides nothing about what is free (lease.h)
   and speaks with no network. Next: units_wish.c, unit_process.c. */
#include "units_state.h"

#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "check.h"
#include "control.h"
#include "data_folder.h"
#include "lease.h"
#include "log.h"
#include "service.h"
#include "text.h"
#include "tools.h"
#include "unit.h"

enum {
    WHY_BYTES = 512,
    LOOK_MS = 500,
    OVER_MS = 10 /* after a lease of another process is over we look */
};

static void go_on(struct units *units);

int64_t units_now(const struct units *units)
{
    return loop_boot(units->loop);
}

bool units_is_new(const struct units *units)
{
    return units_now(units) - units->began < 3 * units->third_ms;
}

/* ---- who has what ---- */

/* Its lease was over, and not given back: its owner fell silent when two thirds of it were over. */
static bool was_abandoned(const struct units *units, const char *name)
{
    const struct lease_unit *before = lease_find(&units->view, name);
    return before && before->is_free && before->owner[0];
}

static void compare(struct units *units, struct unit_process *process,
                    const struct lease_view *view)
{
    const struct lease_unit *unit = lease_find(view, process->name);
    bool is_ours = unit && !unit->is_free && strcmp(unit->owner, units->process) == 0;
    int64_t *free_at = &units->free_at[process - units->items];
    *free_at = !unit || !unit->is_free ? 0 : *free_at ? *free_at : units_now(units);
    if (is_ours && !process->is_ours)
        unit_process_gain(process, was_abandoned(units, process->name));
    else if (!is_ours && process->is_ours)
        unit_process_lose(process);
}

/* ---- what is given back ---- */

/* One after the other: the next one waits until somebody has taken the last one, or nobody wants
   it. */
static bool may_leave_next(const struct units *units)
{
    for (int i = 0; i < units->count && units->is_one_by_one; i++) {
        const struct unit_process *process = &units->items[i];
        const struct lease_unit *unit = lease_find(&units->view, process->name);
        bool is_waiting =
            unit && unit->is_free && units_now(units) < units->left_at + 3 * units->third_ms;
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
            units->left_at = units_now(units);
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
static void move_on(struct units *units)
{
    for (int i = 0; i < units->count; i++)
        if (!lease_has(units->asked.hold[0], units->asked.hold_count, units->items[i].name))
            atomic_store(&units->start.page->slots[i].until, units->asked_at + 2 * units->third_ms);
}

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
        /* first: what was lost is killed before the others may go on */
        take_view(units, &answer.view);
    if (answer.is_renewed && !units->asked.looks) {
        units->renewed_at = units->asked_at;
        units->is_gone = units->asked.leaves;
        move_on(units);
    }
    go_on(units);
}

/* Renews, or only looks whether something has become free. While a house begins, units are taken
   at renewals alone. */
static void ask(void *arg)
{
    struct units *units = arg;
    bool is_due = units_now(units) >= units->renewed_at + units->third_ms || units->is_away;
    if (units->is_asking)
        return;
    loop_timer_stop(&units->tick);
    units->is_asking = true;
    units->asked_at = units_now(units);
    units->asked = units->wish;
    units->asked.looks = !is_due && !units->is_leaving && !units->wish.release_count &&
                         !units->wish.add_count &&
                         (!units->wish.take_count || units_is_beginning(units));
    lease_thread_ask(units->thread, &units->asked);
}

static void start_processes(struct units *units)
{
    for (int i = 0; i < units->count && !units->is_away; i++)
        unit_process_start(&units->items[i], &units->start, units_now(units));
}

static bool may_end(const struct units *units)
{
    for (int i = 0; i < units->count; i++)
        if ((units->items[i].pid > 0 && !units->items[i].is_killed) ||
            (units->items[i].is_ours && !units->is_away))
            return false;
    return units->is_leaving && (units->is_gone || units->is_away);
}

/* How long after the last question we ask again: at once for what is given back, and what was
   seen to be free; as soon as a lease of another process is over, if nobody renews it. */
static int64_t look_in(const struct units *units)
{
    bool is_hurried = units->wish.take_count && !units->asked.take_count && !units_is_new(units);
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
    if (units->is_leaving)
        leave_next(units);
    units_wish(units);
    start_processes(units);
    int64_t next = units->asked_at + look_in(units) - units_now(units);
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

/* Whose loop does not turn is ended, though its lease is renewed; on_child() follows. */
static void look(void *arg)
{
    struct units *units = arg;
    bool has_killed = false;
    for (int i = 0; i < units->count; i++)
        has_killed |= unit_process_hangs(&units->items[i], units->start.page, 2 * units->third_ms,
                                         units_now(units));
    loop_timer_set(&units->look, UNIT_BEAT_MS);
    if (has_killed)
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
                unit_process_ended(&units->items[i], status, units_now(units));
    go_on(units);
}

static void add_item(struct units *units, const char *name)
{
    struct unit_process *process = &units->items[units->count];
    process->slot = units->count++;
    snprintf(process->name, LEASE_NAME, "%s", name);
}

/* A unit that has left the configuration keeps its place here, for its return. */
static void change_units(struct units *units, const struct unit_names *names)
{
    for (int i = 0; i < units->count; i++) {
        struct unit_process *process = &units->items[i];
        bool was_out = process->is_out;
        process->is_out = !lease_has(names->names[0], names->count, process->name);
        if (process->is_out && !was_out)
            unit_process_leave(process);
    }
    for (int i = 0; i < names->count; i++) {
        if (units_find(units, names->names[i]))
            continue;
        if (units->count < LEASE_UNITS)
            add_item(units, names->names[i]);
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

/* Orders about people are for any network: which folder takes them, that of the network if it is
   served here. */
static void put_where(const struct units *units, struct control_call *call, const char *network)
{
    const struct unit_process *found = NULL;
    for (const struct unit_process *process = units->items; process < units->items + units->count;
         process++)
        if (process->pid > 0 && (!found || strcmp(process->name, network) == 0))
            found = process;
    char *folder = found ? unit_folder(units->config->data_folder, found->name) : NULL;
    control_put(call, !folder,
                folder ? folder
                       : "This process serves no network now. Ask another one of the house.");
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
        control_put(
            call, !is_drain,
            is_drain
                ? "I hand my networks over, one after the other, and end then."
                : "Each network has a process of its own here. tabletalk status says which --data FOLDER "
                  "asks which: give that order there.");
    control_end(call, is_drain || is_status ? 0 : 1);
    if (is_drain)
        leave(units, true);
}

/* ---- the beginning and the end ---- */

static bool open_leases(struct units *units, struct text *why)
{
    const char *list[LEASE_UNITS];
    const struct store_postgres where = tool_server(units->config);
    for (int i = 0; i < units->count; i++)
        list[i] = units->items[i].name;
    struct store_leases *leases = store_leases_open(
        &where, units->process, units->config->postgres_lease, list, units->count, why);
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
    units->control =
        is_ours ? control_new(units->loop, units->config->data_folder, on_order, units, why) : NULL;
    return units->control != NULL;
}

static void run(struct units *units)
{
    loop_on_signal(units->loop, SIGHUP, on_signal, units);
    loop_on_signal(units->loop, SIGTERM, on_signal, units);
    loop_on_signal(units->loop, SIGINT, on_signal, units);
    loop_on_signal(units->loop, SIGCHLD, on_child, units);
    units->began = units_now(units);
    service_ready(units->service);
    ask(units);
    look(units);
    loop_run(units->loop);
    log_event(LOG_INFO, "units-left", (char *)0);
}

int units_run(char *const argv[], struct config *config_take, const struct unit_names *names,
              units_again *again, void *arg)
{
    char bytes[WHY_BYTES];
    struct text why = text_over(bytes, sizeof bytes);
    struct units *units = calloc(1, sizeof *units);
    check(units);
    *units = (struct units){.config = config_take,
                            .third_ms = config_take->postgres_lease * 1000 / 3,
                            .start = {.argv = argv, .owner = units->process},
                            .again = again,
                            .arg = arg};
    for (int i = 0; i < names->count; i++)
        add_item(units, names->names[i]);
    units->loop = loop_new(LOOP_REAL);
    units->service = service_new(units->loop);
    loop_timer_init(&units->tick, units->loop, ask, units);
    loop_timer_init(&units->look, units->loop, look, units);
    unit_owner_make(units->loop, units->process);
    units->start.page = unit_page_make(&units->start.page_fd);
    bool is_open = units->start.page && open_folder(units, &why) && open_leases(units, &why);
    if (is_open)
        run(units);
    else
        fprintf(stderr, "tabletalk: %s\n", bytes);
    if (units->thread)
        loop_unwatch(units->loop, lease_thread_fd(units->thread));
    loop_timer_stop(&units->tick);
    loop_timer_stop(&units->look);
    lease_thread_free(units->thread);
    control_free(units->control);
    service_free(units->service);
    loop_free(units->loop);
    config_fini(config_take);
    free(units);
    return is_open ? EXIT_SUCCESS : EXIT_FAILURE;
}
