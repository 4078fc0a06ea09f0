/* The host as a whole: how it begins and ends, what it does by the clock, and what is ordered
   about one table from outside its room, whatever state the table is in. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "again.h"
#include "append.h"
#include "aside.h"
#include "asking.h"
#include "bans.h"
#include "change.h"
#include "check.h"
#include "deadlines.h"
#include "edition.h"
#include "far.h"
#include "faults.h"
#include "forget.h"
#include "hint.h"
#include "host_commands.h"
#include "host_figures.h"
#include "host_state.h"
#include "input_queue.h"
#include "inquiry.h"
#include "linking.h"
#include "links.h"
#include "next.h"
#include "notices.h"
#include "reading.h"
#include "recover.h"
#include "reports.h"
#include "robots.h"
#include "room_bans.h"
#include "room_rules.h"
#include "shares.h"
#include "store.h"
#include "tables.h"
#include "wishes.h"

struct host *host_new(struct store *store, host_execute *execute, void *arg)
{
    check(sodium_init() >= 0);
    struct host *host = calloc(1, sizeof *host);
    check(host);
    host->store = store;
    host->execute = execute;
    host->arg = arg;
    host->next_table = 1;
    host->next_tick = INT64_MAX;
    host->lines_most = RECORD_LINES_MOST;
    host->recovery = calloc(1, sizeof *host->recovery);
    check(host->recovery);
    host->recovery->host = host;
    randombytes_buf(&host->robots, sizeof host->robots);
    shares_init(host);
    bans_init(host);
    room_bans_init(host);
    links_init(host);
    wishes_init(host);
    linkings_init(host);
    return host;
}

void host_free(struct host *host)
{
    while (host->sessions)
        session_remove(host->sessions);
    for (struct change *change; (change = change_take(host));)
        change_free(change);
    recovery_free(host->recovery);
    readings_fini(host);
    asides_fini(host);
    appends_fini(host);
    faults_fini(host);
    hints_fini(host);
    robots_fini(host);
    editions_free(host);
    shares_fini(host);
    bans_fini(host);
    room_bans_fini(host);
    askings_fini(host);
    forgettings_fini(host);
    inquiries_fini(host);
    linkings_fini(host);
    wishes_fini(host);
    links_fini(host);
    deadlines_fini(host);
    agains_fini(host);
    nextings_fini(host);
    heap_fini(&host->due);
    free(host);
}

void host_add_port(struct host *host, const struct host_port *port)
{
    check(strlen(port->network) < HOST_NETWORK && host_set_port(host, port));
    if (!host->recovery->has_begun)
        return;
    /* of a table that is here, nobody could say whose keys last */
    host_network_gone(host, port->network, host->now);
    clock_call(host, host->now); /* its tables come back */
}

void host_share(struct host *host)
{
    host->is_shared = true;
}

/* ---- by the clock ---- */

/* Pushes one thing that is due. False if nothing is; then the session is still there. */
static bool push_due(struct session *session, int64_t now)
{
    if (!clock_is_running(session))
        return true; /* the session asks again when it is free */
    const struct {
        int64_t *at;
        enum input_kind kind;
    } tasks[] = {{&session->alarm_at, INPUT_ALARM},
                 {&session->play_on_at, INPUT_PLAY_ON},
                 {&session->watch_at, INPUT_WATCH},
                 {&session->sits_told_at, INPUT_SITS},
                 {&session->starts_told_at, INPUT_STARTERS}};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        if (*tasks[i].at > now || (session->is_recovered && tasks[i].kind != INPUT_WATCH))
            continue;
        *tasks[i].at = INT64_MAX;
        session_push(session, input_new(tasks[i].kind, session, now));
        return true;
    }
    return false;
}

/* Lets HOST_TICK_SESSIONS sessions do one thing each. */
static void play_due(struct host *host, int64_t now)
{
    uint64_t end = host->due.order;
    struct session *session;
    for (int i = 0; i < HOST_TICK_SESSIONS && (session = clock_first(host)); i++) {
        if (session->due.at > now || session->due.order >= end)
            return;
        heap_drop(&host->due, &session->due);
        if (!push_due(session, now))
            clock_wake(session);
    }
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

void host_note_time(struct host *host, int64_t now)
{
    host->now = now;
}

int64_t host_tick(struct host *host, int64_t now)
{
    host->now = now;
    if (now < host->next_tick)
        return host->next_tick;
    bool has_more = recover_step(host);
    if (robots_have_hints(host))
        hints_tick(host);
    queue_write(host); /* tables that are resumed */
    play_due(host, now);
    if (host->aside_count > 0)
        asides_tick(host);
    appends_tick(host);
    if (host->link_repairs > 0)
        links_tick(host);
    if (host->notices_at <= now)
        notices_tick(host);
    if (host->offer_count > 0)
        again_tick(host);
    if (host->goings->list)
        forgettings_tick(host);
    if (host->inquiries)
        inquiries_tick(host);
    const struct session *first = clock_first(host);
    int64_t next = has_more ? now : first ? first->due.at : INT64_MAX;
    if (host->recovery->again_at > host->now)
        next = sooner(next, host->recovery->again_at);
    next = sooner(next, appends_ask_at(host));
    if (host->link_repairs > 0)
        next = sooner(next, links_tick_at(host));
    next = sooner(next, host->notices_at);
    if (robots_have_hints(host))
        next = sooner(next, hints_at(host));
    if (host->offer_count > 0)
        next = sooner(next, again_at(host));
    if (host->goings->list)
        next = sooner(next, forgettings_at(host));
    if (host->inquiries)
        next = sooner(next, inquiries_at(host));
    host->next_tick = host->aside_count > 0 ? sooner(next, asides_end_at(host)) : next;
    return host->next_tick;
}

/* ---- orders about one table ---- */

void host_room_gone(struct host *host, const char *network, const char *room, int64_t now)
{
    const struct heard stop = {.network = network,
                               .room = room,
                               .key = "",
                               .name = "",
                               .rank = RANK_ADMIN,
                               .text = "stop",
                               .now = now};
    struct session *session = host_find(host, network, room);
    host->now = now;
    far_note(host, HOST_EVENT_ROOM_GONE, network, room);
    if (!session)
        return;
    struct input *input = input_of_heard(&stop);
    input->kind = INPUT_STOP;
    session_push(session, input);
}

void host_room_renamed(struct host *host, const char *network, const char *from, const char *to,
                       int64_t now)
{
    struct session *session = host_find(host, network, from);
    const struct host_port *port = host_port_of(host, network);
    host->now = now;
    far_note_more(
        host, &(struct host_event){
                  .kind = HOST_EVENT_ROOM_RENAMED, .network = network, .who = from, .text = to});
    if (port && port_is_here(port) && strcmp(from, to) != 0) {
        room_rules_move(host, port, from, to);
        room_bans_move(host, port, from, to);
    }
    if (!session)
        return;
    struct input *input = input_of_heard(&(struct heard){
        .network = network, .room = from, .key = "", .name = "", .text = to, .now = now});
    input->kind = INPUT_MOVED;
    session_push(session, input);
}

bool host_end_table(struct host *host, int64_t number, const char *by, int64_t now)
{
    host->now = now;
    for (struct session *session = host->sessions; session; session = session->next) {
        if (session->id != number)
            continue;
        struct input *input = input_new(INPUT_END, session, now);
        input_set_name(input, by);
        session_push(session, input);
        return true;
    }
    return aside_end(host, number) || fault_end(host, number);
}
