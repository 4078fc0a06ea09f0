/* Holds the leases of this process: asks the server in time, and starts, ends and gives back the
   process of each network as its answers say. The server is asked on a thread of its own, one
   question at a time, so that a server that hangs does not stop the loop, which has to end what is
   over. Decides nothing about what is free (store_postgres.h) and speaks with no network. */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/wait.h>
#include <unistd.h>

#include "check.h"
#include "control.h"
#include "data_folder.h"
#include "log.h"
#include "loop.h"
#include "service.h"
#include "store_postgres.h"
#include "text.h"
#include "tools.h"
#include "unit.h"

/* ---- the question, on its thread ---- */

/* Its answer, once. False if none has come. */
struct lease_answer {
    bool is_renewed;
    char why[256]; /* if not */
    struct lease_view view;
};

enum stage { IDLE, ASKED, ANSWERED, ENDS };

struct lease_thread {
    struct store_leases *leases;
    pthread_t thread;
    pthread_mutex_t lock; /* guards what follows */
    pthread_cond_t is_asked;
    enum stage stage;
    struct lease_wish wish;
    struct lease_answer answer;
    int fd;
};

/* The question, without the lock: only the thread reads it while it is under way. */
static void renew(struct lease_thread *thread)
{
    struct text why = text_over(thread->answer.why, sizeof thread->answer.why);
    thread->answer.is_renewed =
        store_leases_renew(thread->leases, &thread->wish, &thread->answer.view, &why);
}

static void *run(void *arg)
{
    struct lease_thread *thread = arg;
    pthread_mutex_lock(&thread->lock);
    while (thread->stage != ENDS) {
        if (thread->stage != ASKED) {
            pthread_cond_wait(&thread->is_asked, &thread->lock);
            continue;
        }
        pthread_mutex_unlock(&thread->lock);
        renew(thread);
        pthread_mutex_lock(&thread->lock);
        thread->stage = ANSWERED;
        check(eventfd_write(thread->fd, 1) == 0);
    }
    pthread_mutex_unlock(&thread->lock);
    return NULL;
}

/* NULL, with a sentence in `why`, if the thread cannot be started; then the leases are closed. */
static struct lease_thread *lease_thread_new(struct store_leases *leases_take, struct text *why)
{
    struct lease_thread *thread = calloc(1, sizeof *thread);
    sigset_t all, before;
    check(thread);
    thread->leases = leases_take;
    thread->fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    pthread_mutex_init(&thread->lock, NULL);
    pthread_cond_init(&thread->is_asked, NULL);
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    int failed = thread->fd < 0 ? errno : pthread_create(&thread->thread, NULL, run, thread);
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (!failed)
        return thread;
    text_putf(why, "A thread for the leases cannot be started: %s.", strerror(failed));
    store_leases_close(leases_take);
    free(thread);
    return NULL;
}

/* Ends the thread if it is idle. Else nothing is freed, and the process has to end. NULL is
   fine. */
static void lease_thread_free(struct lease_thread *thread)
{
    if (!thread)
        return;
    pthread_mutex_lock(&thread->lock);
    bool is_busy = thread->stage == ASKED;
    thread->stage = is_busy ? ASKED : ENDS;
    pthread_cond_signal(&thread->is_asked);
    pthread_mutex_unlock(&thread->lock);
    if (is_busy)
        return;
    pthread_join(thread->thread, NULL);
    pthread_cond_destroy(&thread->is_asked);
    pthread_mutex_destroy(&thread->lock);
    store_leases_close(thread->leases);
    close(thread->fd);
    free(thread);
}

static int lease_thread_fd(const struct lease_thread *thread)
{
    return thread->fd;
}

/* Asks for store_leases_renew(). Nothing may be under way. */
static void lease_thread_ask(struct lease_thread *thread, const struct lease_wish *wish)
{
    pthread_mutex_lock(&thread->lock);
    check(thread->stage == IDLE);
    thread->wish = *wish;
    thread->stage = ASKED;
    pthread_cond_signal(&thread->is_asked);
    pthread_mutex_unlock(&thread->lock);
}

static bool lease_thread_take(struct lease_thread *thread, struct lease_answer *answer)
{
    eventfd_t count;
    pthread_mutex_lock(&thread->lock);
    bool has_answer = thread->stage == ANSWERED;
    if (has_answer) {
        (void)eventfd_read(thread->fd, &count);
        *answer = thread->answer;
        thread->stage = IDLE;
    }
    pthread_mutex_unlock(&thread->lock);
    return has_answer;
}

/* A lease is renewed when a third of it is over. When two thirds are, this machine falls silent;
   when all of it is, another process takes the unit, and speaks at once: a third of the lease
   lies between the two. */
struct holder {
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
    struct loop_timer tick, look;
    struct unit_process items[LEASE_UNITS];
    /* since when each of them has been free, as far as we know; 0: it is not */
    int64_t free_at[LEASE_UNITS];
    int count;
    holder_again *again;
    void *arg;
    struct unit_start start;
    struct control *control;
    bool is_leaving, is_one_by_one;
    int64_t left_at; /* when the last unit was given back */
};

/* ---- what is asked next ---- */

/* What is asked of the server next: what is free and shall be ours, what is given back, what is
   not renewed. Sends nothing. */

static int64_t boot_now(const struct holder *holder)
{
    return loop_boot(holder->loop);
}

/* For the time of one lease it takes little at a time: others may be about to come. */
static bool is_new(const struct holder *holder)
{
    return boot_now(holder) - holder->began < 3 * holder->third_ms;
}

static const struct unit_process *find_process(const struct holder *holder, const char *name)
{
    for (int i = 0; i < holder->count; i++)
        if (strcmp(holder->items[i].name, name) == 0)
            return &holder->items[i];
    return NULL;
}

static bool is_here(const struct holder *holder, const char *name)
{
    const struct unit_process *process = find_process(holder, name);
    return process && !process->is_out && !process->is_killed &&
           !unit_process_is_given_up(process, boot_now(holder));
}

/* We are new, and nobody else serves anything. */
static bool is_beginning(const struct holder *holder)
{
    for (int i = 0; i < holder->view.unit_count; i++)
        if (!holder->view.units[i].is_free &&
            strcmp(holder->view.units[i].owner, holder->process) != 0)
            return false;
    return is_new(holder);
}

/* Nobody has taken a unit for two turns: it was dealt to a process that does not want it. */
static bool is_left_over(const struct holder *holder)
{
    for (int i = 0; i < holder->count; i++)
        if (holder->free_at[i] && boot_now(holder) > holder->free_at[i] + 2 * holder->third_ms &&
            is_here(holder, holder->items[i].name))
            return !is_new(holder);
    return false;
}

/* What is free: little at a time at first, so that processes that start together get equal
   parts. */
static void wish_for_more(struct holder *holder)
{
    struct lease_view view = holder->view;
    for (int i = 0; i < view.unit_count; i++)
        view.units[i].is_free &= is_here(holder, view.units[i].name);
    if (is_left_over(holder)) { /* the first one that asks gets it */
        view.process_count = 1;
        memcpy(view.processes[0].name, holder->process, LEASE_NAME);
    }
    lease_share(&view, holder->process, is_new(holder) ? 1 : LEASE_UNITS, &holder->wish);
}

static void wish_to_add(struct holder *holder)
{
    for (int i = 0; i < holder->count && holder->renewed_at; i++)
        if (!holder->items[i].is_out && !lease_find(&holder->view, holder->items[i].name))
            memcpy(holder->wish.add[holder->wish.add_count++], holder->items[i].name, LEASE_NAME);
}

static bool has_ended(const struct holder *holder, const struct unit_process *process)
{
    bool is_over = process->leaves || unit_process_is_given_up(process, boot_now(holder));
    return process->is_ours && process->pid == 0 && is_over;
}

/* What was killed and does not end may be in the middle of its last write: its lease ends by
   itself, and others wait for that. */
static void wish_to_give_back(struct holder *holder)
{
    struct lease_wish *wish = &holder->wish;
    for (int i = 0; i < holder->count; i++)
        if (holder->items[i].is_killed)
            memcpy(wish->hold[wish->hold_count++], holder->items[i].name, LEASE_NAME);
        else if (has_ended(holder, &holder->items[i]))
            memcpy(wish->release[wish->release_count++], holder->items[i].name, LEASE_NAME);
}

/* What `wish` is to be, but for `looks`. */
static void make_wish(struct holder *holder)
{
    holder->wish = (struct lease_wish){.leaves = holder->is_leaving};
    if (!holder->is_leaving)
        wish_for_more(holder);
    wish_to_add(holder);
    wish_to_give_back(holder);
}

/* ---- the process that holds leases ---- */

enum {
    WHY_BYTES = 512,
    LOOK_MS = 500,
    OVER_MS = 10 /* after a lease of another process is over we look */
};

static void go_on(struct holder *holder);

/* ---- who has what ---- */

/* Its lease was over, and not given back: its owner fell silent when two thirds of it were over. */
static bool was_abandoned(const struct holder *holder, const char *name)
{
    const struct lease_unit *before = lease_find(&holder->view, name);
    return before && before->is_free && before->owner[0];
}

static void compare(struct holder *holder, struct unit_process *process,
                    const struct lease_view *view)
{
    const struct lease_unit *unit = lease_find(view, process->name);
    bool is_ours = unit && !unit->is_free && strcmp(unit->owner, holder->process) == 0;
    int64_t *free_at = &holder->free_at[process - holder->items];
    *free_at = !unit || !unit->is_free ? 0 : *free_at ? *free_at : boot_now(holder);
    if (is_ours && !process->is_ours)
        unit_process_gain(process, was_abandoned(holder, process->name));
    else if (!is_ours && process->is_ours)
        unit_process_lose(process);
}

/* ---- what is given back ---- */

/* One after the other: the next one waits until somebody has taken the last one, or nobody wants
   it. */
static bool may_leave_next(const struct holder *holder)
{
    for (int i = 0; i < holder->count && holder->is_one_by_one; i++) {
        const struct unit_process *process = &holder->items[i];
        const struct lease_unit *unit = lease_find(&holder->view, process->name);
        bool is_waiting =
            unit && unit->is_free && boot_now(holder) < holder->left_at + 3 * holder->third_ms;
        if (process->leaves && (process->is_ours || is_waiting))
            return false;
    }
    return true;
}

static void leave_next(struct holder *holder)
{
    for (int i = 0; i < holder->count && may_leave_next(holder); i++)
        if (holder->items[i].is_ours && !holder->items[i].leaves) {
            unit_process_leave(&holder->items[i]);
            holder->left_at = boot_now(holder);
        }
}

/* ---- the turn of a lease ---- */

static void take_view(struct holder *holder, const struct lease_view *view)
{
    for (int i = 0; i < holder->count; i++)
        compare(holder, &holder->items[i], view);
    holder->view = *view;
}

static void note_renewed(struct holder *holder, const struct lease_answer *answer)
{
    if (answer->is_renewed && holder->is_away)
        log_event(LOG_INFO, "leases-recovered", (char *)0);
    if (!answer->is_renewed && !holder->is_away)
        log_event(LOG_ERROR, "leases-not-renewed", "reason", answer->why, (char *)0);
    holder->is_away = !answer->is_renewed;
}

/* Until when the server has us as the owner is counted from before it was asked. */
static void move_on(struct holder *holder)
{
    for (int i = 0; i < holder->count; i++)
        if (!lease_has(holder->asked.hold[0], holder->asked.hold_count, holder->items[i].name))
            atomic_store(&holder->start.page->slots[i].until,
                         holder->asked_at + 2 * holder->third_ms);
}

static void on_answer(void *arg, int fd, unsigned events)
{
    struct holder *holder = arg;
    struct lease_answer answer;
    (void)fd, (void)events;
    if (!lease_thread_take(holder->thread, &answer))
        return;
    holder->is_asking = false;
    note_renewed(holder, &answer);
    if (answer.is_renewed)
        /* first: what was lost is killed before the others may go on */
        take_view(holder, &answer.view);
    if (answer.is_renewed && !holder->asked.looks) {
        holder->renewed_at = holder->asked_at;
        holder->is_gone = holder->asked.leaves;
        move_on(holder);
    }
    go_on(holder);
}

/* Renews, or only looks whether something has become free. While a house begins, units are taken
   at renewals alone. */
static void ask(void *arg)
{
    struct holder *holder = arg;
    bool is_due = boot_now(holder) >= holder->renewed_at + holder->third_ms || holder->is_away;
    if (holder->is_asking)
        return;
    loop_timer_stop(&holder->tick);
    holder->is_asking = true;
    holder->asked_at = boot_now(holder);
    holder->asked = holder->wish;
    holder->asked.looks = !is_due && !holder->is_leaving && !holder->wish.release_count &&
                          !holder->wish.add_count &&
                          (!holder->wish.take_count || is_beginning(holder));
    lease_thread_ask(holder->thread, &holder->asked);
}

static void start_processes(struct holder *holder)
{
    for (int i = 0; i < holder->count && !holder->is_away; i++)
        unit_process_start(&holder->items[i], &holder->start, boot_now(holder));
}

static bool may_end(const struct holder *holder)
{
    for (int i = 0; i < holder->count; i++)
        if ((holder->items[i].pid > 0 && !holder->items[i].is_killed) ||
            (holder->items[i].is_ours && !holder->is_away))
            return false;
    return holder->is_leaving && (holder->is_gone || holder->is_away);
}

/* How long after the last question we ask again: at once for what is given back, and what was
   seen to be free; as soon as a lease of another process is over, if nobody renews it. */
static int64_t look_in(const struct holder *holder)
{
    bool is_hurried = holder->wish.take_count && !holder->asked.take_count && !is_new(holder);
    int64_t first = holder->wish.release_count || is_hurried ? 0 : LOOK_MS;
    for (int i = 0; i < holder->view.unit_count; i++) {
        const struct lease_unit *unit = &holder->view.units[i];
        bool is_of_other = !unit->is_free && strcmp(unit->owner, holder->process) != 0;
        if (is_of_other && unit->left_ms + OVER_MS < first)
            first = unit->left_ms + OVER_MS;
    }
    return first;
}

/* After an answer, or when a process has ended: what is next. What is given back does not wait. */
static void go_on(struct holder *holder)
{
    if (holder->is_leaving)
        leave_next(holder);
    make_wish(holder);
    start_processes(holder);
    int64_t next = holder->asked_at + look_in(holder) - boot_now(holder);
    if (may_end(holder))
        loop_stop(holder->loop);
    else if (!holder->is_asking)
        loop_timer_set(&holder->tick, next > 0 ? next : 0);
}

static void leave(struct holder *holder, bool is_one_by_one)
{
    if (holder->is_leaving)
        return;
    holder->is_leaving = true;
    holder->is_one_by_one = is_one_by_one;
    service_stops(holder->service);
    go_on(holder);
}

/* Whose loop does not turn is ended, though its lease is renewed; on_child() follows. */
static void look(void *arg)
{
    struct holder *holder = arg;
    bool has_killed = false;
    for (int i = 0; i < holder->count; i++)
        has_killed |= unit_process_hangs(&holder->items[i], holder->start.page,
                                         2 * holder->third_ms, boot_now(holder));
    loop_timer_set(&holder->look, UNIT_BEAT_MS);
    if (has_killed)
        go_on(holder);
}

/* ---- signals ---- */

static void on_child(void *arg, int signo)
{
    struct holder *holder = arg;
    int status;
    (void)signo;
    for (pid_t pid; (pid = waitpid(-1, &status, WNOHANG)) > 0;)
        for (int i = 0; i < holder->count; i++)
            if (holder->items[i].pid == pid)
                unit_process_ended(&holder->items[i], status, boot_now(holder));
    go_on(holder);
}

static void add_item(struct holder *holder, const char *name)
{
    struct unit_process *process = &holder->items[holder->count];
    process->slot = holder->count++;
    snprintf(process->name, LEASE_NAME, "%s", name);
}

/* A unit that has left the configuration keeps its place here, for its return. */
static void change_units(struct holder *holder, const struct unit_names *names)
{
    for (int i = 0; i < holder->count; i++) {
        struct unit_process *process = &holder->items[i];
        bool was_out = process->is_out;
        process->is_out = !lease_has(names->names[0], names->count, process->name);
        if (process->is_out && !was_out)
            unit_process_leave(process);
    }
    for (int i = 0; i < names->count; i++) {
        if (find_process(holder, names->names[i]))
            continue;
        if (holder->count < LEASE_UNITS)
            add_item(holder, names->names[i]);
        else
            log_event(LOG_ERROR, "unit-not-added", "unit", names->names[i], "why",
                      "too many networks came and went; restart me", (char *)0);
    }
}

/* The processes read it by themselves, too. */
static void read_again(struct holder *holder)
{
    struct unit_names names;
    service_reloads(holder->service);
    if (holder->again(holder->arg, &names)) {
        change_units(holder, &names);
        log_event(LOG_INFO, "config-read", (char *)0);
        for (int i = 0; i < holder->count; i++)
            if (holder->items[i].pid > 0 && !holder->items[i].is_out)
                kill(holder->items[i].pid, SIGHUP);
    }
    service_ready(holder->service);
    go_on(holder);
}

static void on_signal(void *arg, int signo)
{
    struct holder *holder = arg;
    if (signo != SIGHUP)
        leave(holder, false);
    else if (!holder->is_leaving)
        read_again(holder);
}

/* ---- orders ---- */

static void put_unit(const struct holder *holder, const struct lease_unit *unit, struct text *out)
{
    bool is_ours = strcmp(unit->owner, holder->process) == 0;
    text_putf(out, "%s: ", unit->name);
    if (unit->is_free)
        text_put(out, "nobody serves it now");
    else
        text_putf(out, "served by %s", is_ours ? "this process" : unit->owner);
    if (is_ours && !unit->is_free)
        text_putf(out, "; ask it with --data %s/%s", holder->config->data_folder, unit->name);
}

static void put_status(const struct holder *holder, struct control_call *call)
{
    char bytes[WHY_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_putf(&line, "process: %s; the leases are %s", holder->process,
              holder->is_away ? "not renewed: the server does not answer" : "renewed");
    control_put(call, false, bytes);
    for (int i = 0; i < holder->view.unit_count; i++) {
        line = text_over(bytes, sizeof bytes);
        put_unit(holder, &holder->view.units[i], &line);
        control_put(call, false, bytes);
    }
}

/* Orders about people are for any network: which folder takes them, that of the network if it is
   served here. */
static void put_where(const struct holder *holder, struct control_call *call, const char *network)
{
    const struct unit_process *found = NULL;
    for (const struct unit_process *process = holder->items;
         process < holder->items + holder->count; process++)
        if (process->pid > 0 && (!found || strcmp(process->name, network) == 0))
            found = process;
    char *folder = found ? unit_folder(holder->config->data_folder, found->name) : NULL;
    control_put(call, !folder,
                folder ? folder
                       : "This process serves no network now. Ask another one of the house.");
    control_end(call, !folder);
    free(folder);
}

static void on_order(void *arg, struct control_call *call, const char *order)
{
    struct holder *holder = arg;
    if (strncmp(order, "where ", 6) == 0) {
        put_where(holder, call, order + 6);
        return;
    }
    bool is_drain = strcmp(order, "drain") == 0, is_status = strcmp(order, "status") == 0;
    if (is_status)
        put_status(holder, call);
    else
        control_put(
            call, !is_drain,
            is_drain
                ? "I hand my networks over, one after the other, and end then."
                : "Each network has a process of its own here. tabletalk status says which --data FOLDER "
                  "asks which: give that order there.");
    control_end(call, is_drain || is_status ? 0 : 1);
    if (is_drain)
        leave(holder, true);
}

/* ---- the beginning and the end ---- */

static bool open_leases(struct holder *holder, struct text *why)
{
    const char *list[LEASE_UNITS];
    const struct store_postgres where = tool_server(holder->config);
    for (int i = 0; i < holder->count; i++)
        list[i] = holder->items[i].name;
    struct store_leases *leases = store_leases_open(
        &where, holder->process, holder->config->postgres_lease, list, holder->count, why);
    holder->thread = leases ? lease_thread_new(leases, why) : NULL;
    if (holder->thread)
        loop_watch(holder->loop, lease_thread_fd(holder->thread), LOOP_READ, on_answer, holder);
    return holder->thread != NULL;
}

static bool open_folder(struct holder *holder, struct text *why)
{
    char *folder = data_folder_make(holder->config->data_folder, why);
    bool is_ours = folder && data_folder_lock(folder, why) >= 0;
    free(folder);
    holder->control =
        is_ours ? control_new(holder->loop, holder->config->data_folder, on_order, holder, why)
                : NULL;
    return holder->control != NULL;
}

static void run_holder(struct holder *holder)
{
    loop_on_signal(holder->loop, SIGHUP, on_signal, holder);
    loop_on_signal(holder->loop, SIGTERM, on_signal, holder);
    loop_on_signal(holder->loop, SIGINT, on_signal, holder);
    loop_on_signal(holder->loop, SIGCHLD, on_child, holder);
    holder->began = boot_now(holder);
    service_ready(holder->service);
    ask(holder);
    look(holder);
    loop_run(holder->loop);
    log_event(LOG_INFO, "units-left", (char *)0);
}

int holder_run(char *const argv[], struct config *config_take, const struct unit_names *names,
               holder_again *again, void *arg)
{
    char bytes[WHY_BYTES];
    struct text why = text_over(bytes, sizeof bytes);
    struct holder *holder = calloc(1, sizeof *holder);
    check(holder);
    *holder = (struct holder){.config = config_take,
                              .third_ms = config_take->postgres_lease * 1000 / 3,
                              .start = {.argv = argv, .owner = holder->process},
                              .again = again,
                              .arg = arg};
    for (int i = 0; i < names->count; i++)
        add_item(holder, names->names[i]);
    holder->loop = loop_new(LOOP_REAL);
    holder->service = service_new(holder->loop);
    loop_timer_init(&holder->tick, holder->loop, ask, holder);
    loop_timer_init(&holder->look, holder->loop, look, holder);
    unit_owner_make(holder->loop, holder->process);
    holder->start.page = unit_page_make(&holder->start.page_fd);
    bool is_open = holder->start.page && open_folder(holder, &why) && open_leases(holder, &why);
    if (is_open)
        run_holder(holder);
    else
        fprintf(stderr, "tabletalk: %s\n", bytes);
    if (holder->thread)
        loop_unwatch(holder->loop, lease_thread_fd(holder->thread));
    loop_timer_stop(&holder->tick);
    loop_timer_stop(&holder->look);
    lease_thread_free(holder->thread);
    control_free(holder->control);
    service_free(holder->service);
    loop_free(holder->loop);
    config_fini(config_take);
    free(holder);
    return is_open ? EXIT_SUCCESS : EXIT_FAILURE;
}
