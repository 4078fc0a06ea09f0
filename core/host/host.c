/* How the host begins and ends, what it does by the clock, and what is ordered about one table from
   outside its room. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asking.h"
#include "ban.h"
#include "bans.h"
#include "blocks.h"
#include "change.h"
#include "check.h"
#include "daily.h"
#include "deadline.h"
#include "deal.h"
#include "elsewhere.h"
#include "forget.h"
#include "heard.h"
#include "host_admin.h"
#include "host_commands.h"
#include "host_state.h"
#include "ladder.h"
#include "leave.h"
#include "linking.h"
#include "links.h"
#include "listener.h"
#include "lobby.h"
#include "notices.h"
#include "pending.h"
#include "port.h"
#include "presence.h"
#include "prose.h"
#include "reader.h"
#include "recover.h"
#include "results.h"
#include "robots.h"
#include "room.h"
#include "season.h"
#include "seek.h"
#include "share.h"
#include "shares.h"
#include "store.h"
#include "strings/rooms.def"
#include "tables.h"
#include "tallies.h"
#include "tell.h"
#include "text.h"
#include "thinker.h"
#include "today.h"
#include "turn.h"
#include "view.h"
#include "yardstick.h"

/* ---- rows: each kind belongs to the file that keeps it ---- */

static void learn_link(struct host *host, int64_t number, const char *value)
{
    struct linked person;
    if (!links_learn(host, number, value, &person))
        return;
    for (int i = 0; i < person.count; i++)
        input_queue_linked(host, &person.identities[i]);
    const struct host_port *port = host_port_of(host, person.identities[0].network);
    if (port && port_is_here(port))
        (void)links_share_look(host, identity_of(&person.identities[0]));
}

static void learn_ban(struct host *host, int64_t number, const char *value)
{
    if (!bans_learn(host, &bans_of_house, number, value))
        return;
    for (int i = 0; i < host->networks.count; i++)
        ban_vacate_all(host, host->networks.ports[i].network);
}

static void learn_room_ban(struct host *host, int64_t number, const char *value)
{
    (void)bans_learn(host, &bans_of_room, number, value);
}

static const struct row_use rows[ROW_KINDS] = {
    {&links_row, learn_link},      {&offers_row, NULL},           {&waiting_row, NULL},
    {&deadline_row, NULL},         {&bans_of_house, learn_ban},   {&bans_of_room, learn_room_ban},
    {&notices_row, notices_learn}, {&forget_row, forget_learn},   {&seek_row, seek_learn},
    {&blocks_row, blocks_learn},   {&results_row, results_learn}, {&season_row, NULL},
    {&listener_row, NULL},         {&daily_row, daily_learn},     {&daily_try_row, daily_learn_try},
    {&tallies_row, tallies_learn},
};

/* ---- life ---- */

struct host *host_new(struct store *store, host_execute *execute, void *arg)
{
    check(sodium_init() >= 0);
    struct host *host = calloc(1, sizeof *host);
    check(host);
    host->store = store;
    host->calls.execute = execute;
    host->calls.arg = arg;
    host->tables.next = 1;
    host->rows.uses = rows;
    host->clock.next_tick = INT64_MAX;
    host->offers.seeks_at = INT64_MAX;
    host->readings.lines_most = RECORD_LINES_MOST;
    host->recovery = calloc(1, sizeof *host->recovery);
    check(host->recovery);
    host->recovery->host = host;
    randombytes_buf(&host->chance.robots, sizeof host->chance.robots);
    shares_init(host);
    bans_init(host);
    blocks_init(host);
    results_init(host);
    season_init(host);
    links_init(host);
    notices_init(host);
    listener_init(host);
    linking_init(host);
    daily_init(host, today_ready, share_daily);
    tallies_init(host);
    return host;
}

void host_free(struct host *host)
{
    seek_fini(host); /* what is kept outlives the process */
    while (host->tables.first)
        change_remove_session(host->tables.first);
    for (struct change *change; (change = change_take(host));)
        change_free(change);
    recover_free(host->recovery);
    reader_fini(host);
    aside_fini(host);
    change_fini(host);
    faults_fini(host);
    hint_fini(host);
    yardstick_fini(host);
    robots_fini(host);
    deal_editions_free(host);
    shares_fini(host);
    bans_fini(host);
    blocks_fini(host);
    results_fini(host);
    season_fini(host);
    pending_orphan(&host->pending.askings); /* the store frees what is still asked */
    forget_fini(host);
    far_inquiries_fini(host);
    linking_fini(host);
    notices_fini(host);
    listener_fini(host);
    today_fini(host);
    ladder_fini(host);
    tallies_fini(host);
    daily_fini(host);
    links_fini(host);
    deadline_fini(host);
    rematch_fini(host);
    next_fini(host);
    heap_fini(&host->clock.due);
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
    host->networks.are_shared = true;
}

/* ---- by the clock ---- */

static bool push_due(struct session *session, int64_t now)
{
    if (!clock_is_running(session))
        return true; /* the session asks again when it is free */
    const struct {
        int64_t *at;
        enum input_kind kind;
    } tasks[] = {{&session->alarm.at, INPUT_ALARM},
                 {&session->when.play_on_at, INPUT_PLAY_ON},
                 {&session->when.watch_at, INPUT_WATCH},
                 {&session->when.sits_told_at, INPUT_SITS},
                 {&session->when.starts_told_at, INPUT_STARTERS}};
    for (size_t i = 0; i < sizeof tasks / sizeof *tasks; i++) {
        if (*tasks[i].at > now || (session->state.is_recovered && tasks[i].kind != INPUT_WATCH))
            continue;
        *tasks[i].at = INT64_MAX;
        input_queue_push(session, input_new(tasks[i].kind, session, now));
        return true;
    }
    return false;
}

/* HOST_TICK_SESSIONS in a turn. */
static void play_due(struct host *host, int64_t now)
{
    uint64_t end = host->clock.due.order;
    struct session *session;
    for (int i = 0; i < HOST_TICK_SESSIONS && (session = clock_first(host)); i++) {
        if (session->due.at > now || session->due.order >= end)
            return;
        heap_drop(&host->clock.due, &session->due);
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
    if (now < host->clock.next_tick)
        return host->clock.next_tick;
    bool has_more = recover_step(host);
    if (robots_have_hints(host))
        hint_tick(host);
    input_queue_write(host); /* tables that are resumed */
    play_due(host, now);
    if (host->asides.count > 0)
        aside_tick(host);
    change_tick(host);
    links_tick(host);
    if (notices_at(host) <= now)
        notices_tick(host);
    listener_tick(host);
    if (host->dailies->at <= now)
        today_tick(host);
    if (host->offers.count > 0)
        rematch_tick(host);
    if (host->offers.seeks_at <= now)
        seek_tick(host);
    if (host->goings->list)
        forget_tick(host, host->recovery->has_begun && !host_is_recovered(host));
    if (host->pending.inquiries)
        far_inquiries_tick(host);
    const struct session *first = clock_first(host);
    int64_t next = has_more ? now : first ? first->due.at : INT64_MAX;
    if (host->recovery->again_at > host->now)
        next = sooner(next, host->recovery->again_at);
    next = sooner(next, change_ask_at(host));
    next = sooner(next, links_tick_at(host));
    next = sooner(next, notices_at(host));
    next = sooner(next, host->dailies->at);
    if (robots_have_hints(host))
        next = sooner(next, hint_at(host));
    if (host->offers.count > 0)
        next = sooner(next, rematch_at(host));
    next = sooner(next, host->offers.seeks_at);
    next = sooner(next, listener_at(host));
    if (host->goings->list)
        next = sooner(next, pending_until(host->goings->list));
    if (host->pending.inquiries)
        next = sooner(next, pending_until(host->pending.inquiries));
    next = sooner(next, results_tidy(host));
    next = sooner(next, season_tick(host));
    host->clock.next_tick = host->asides.count > 0 ? sooner(next, aside_end_at(host)) : next;
    return host->clock.next_tick;
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
    input_queue_push(session, input);
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
        bans_move(host, port, from, to);
        listener_move(host, port, from, to);
    }
    if (!session)
        return;
    struct input *input = input_of_heard(&(struct heard){
        .network = network, .room = from, .key = "", .name = "", .text = to, .now = now});
    input->kind = INPUT_MOVED;
    input_queue_push(session, input);
}

bool host_end_table(struct host *host, int64_t number, const char *by, int64_t now)
{
    host->now = now;
    struct session *session = session_numbered(host, number);
    if (!session)
        return aside_end(host, number) || fault_end(host, number);
    struct input *input = input_new(INPUT_END, session, now);
    input_set_name(input, by);
    input_queue_push(session, input);
    return true;
}

/* ---- tables of other processes ---- */

/* Asks the ports of the other networks, in their order, and sees to what only this process knows of
   the room. */

static bool takes(const struct host_port *port, const struct heard *heard, enum host_matter matter)
{
    return !port_is_here(port) && port->elsewhere->takes(port->self, heard, matter);
}

/* "join CODE" or "join 7", with the code as it is typed. The process there does not know what
   operators said of this room. */
static bool takes_code(struct host *host, const struct heard *heard)
{
    char code[INVITE_CODE + 1];
    const char *blank = strchr(heard->text, ' ');
    const char *words = blank ? blank + strspn(blank, " ") : heard->text;
    const struct seek *seek = seeking_is_number(words) ? seek_find(host, words) : NULL;
    if (seek && !seek_is_for(host, seek, heard))
        seek = NULL;
    snprintf(code, sizeof code, "%s", words);
    for (char *letter = code; *letter; letter++)
        *letter = (char)(*letter >= 'a' && *letter <= 'z' ? *letter - 'a' + 'A' : *letter);
    const struct host_port *port =
                               seek ? host_port_of(host, seek->network) : far_of_code(host, code),
                           *own = host_port_of(host, heard->network);
    if (!port || port_is_here(port) || !own)
        return false;
    bool is_taken = heard->room && session_room_is_taken(host, heard->network, heard->room);
    bool is_forbidden = heard->room && room_rule_is(host, own, heard->room, RULE_GUESTS, "no");
    if (!is_taken && !is_forbidden)
        return takes(port, heard, HOST_MATTER_CODE);
    tell_person(host, heard, is_forbidden ? STRING_GUEST_FORBIDDEN : STRING_GUEST_ROOM_TAKEN,
                "game", "", (char *)0);
    host_dismiss(host, heard);
    return true;
}

bool host_goes_elsewhere(struct host *host, const struct heard *heard, enum host_matter matter)
{
    const struct host_port *own = host_port_of(host, heard->network);
    if (!own || !port_is_here(own))
        return false;
    if (matter == HOST_MATTER_CODE)
        return takes_code(host, heard);
    if (matter == HOST_MATTER_PERSON)
        return takes(host_keeper(host), heard, matter);
    if (heard->room && host_find(host, heard->network, heard->room))
        return false;
    for (int i = 0; i < host->networks.count; i++)
        if (takes(&host->networks.ports[i], heard, matter))
            return true;
    return false;
}

/* ---- leaving on purpose ---- */

/* What rooms are told before the bot is stopped on purpose. Bounded: one post a room, and each
   network drops what it cannot say in the seconds it has for leaving. */

static bool knows_table(const struct session *session)
{
    return !session->state.is_recovered && !session->state.has_told_end &&
           !session->playing->is_over && !session->home.port->is_one_keyboard;
}

void host_tell_leaving(struct host *host, enum host_leaving leaving)
{
    static const int ids[] = {STRING_LEAVING_RESTARTS, STRING_LEAVING_STOPS,
                              STRING_LEAVING_FORGETS};
    for (const struct session *session = host->tables.first; session; session = session->next)
        if (knows_table(session))
            tell_room(session, POST_NEWS, ids[leaving], "game", session->game->name, (char *)0);
    hint_leave(host, leaving == HOST_FORGETS);
}

/* The other rooms of the table stay, and are not told. */
static void tell_leaving_room(struct session *session, const struct showing *showing)
{
    session->shown.alone = showing;
    if (!showing->is_untold)
        tell_room(session, POST_NEWS, STRING_LEAVING_STOPS, "game", session->game->name, (char *)0);
    session->shown.alone = NULL;
}

void host_tell_leaving_network(struct host *host, const char *network)
{
    for (struct session *session = host->tables.first; session; session = session->next)
        for (int i = 0; i < session_showing_count(session) && knows_table(session); i++)
            if (strcmp(session_showing(session, i)->port->network, network) == 0)
                tell_leaving_room(session, session_showing(session, i));
}

/* ---- figures for an operator ---- */

/* input_queue.c counts what is heard, change.c what is saved, and deadline.c what was told. */

enum { TROUBLE_MS = 60000 /* a failed save is trouble for so long, unless a later one succeeds */ };

_Static_assert((int)STORE_RESULT_COUNT <= (int)HOST_RESULTS,
               "host_state.h has room for every result");

static const char *const result_names[STORE_RESULT_COUNT] = {
    [STORE_OK] = "ok",
    [STORE_FULL] = "full",
    [STORE_READ_ONLY] = "read-only",
    [STORE_BUSY] = "busy",
    [STORE_IO] = "io",
    [STORE_DAMAGED] = "damaged",
    [STORE_CONFLICT] = "conflict",
    [STORE_MEMORY] = "memory",
    [STORE_GONE] = "gone",
    [STORE_TAKEN] = "taken",
    [STORE_UNKNOWN] = "unknown",
    [STORE_AWAY] = "away",
};

static void count_table(void *arg, const struct host_table *table)
{
    int *counts = arg;
    counts[table->state]++;
}

static void put_states(struct host *host, struct figures *figures)
{
    static const char *const names[] = {[HOST_TABLE_LOBBY] = "lobby",
                                        [HOST_TABLE_PLAYED] = "played",
                                        [HOST_TABLE_ASIDE] = "aside",
                                        [HOST_TABLE_DAMAGED] = "damaged"};
    int counts[HOST_TABLE_DAMAGED + 1] = {0};
    host_each_table(host, count_table, counts);
    for (int state = 0; state <= HOST_TABLE_DAMAGED; state++)
        figures_put(figures, FIGURE_tabletalk_sessions, names[state], counts[state]);
}

static void put_sessions(const struct host *host, struct figures *figures)
{
    int counts[HOST_PORTS] = {0}, waiting = 0;
    for (const struct session *session = host->tables.first; session; session = session->next) {
        counts[session->home.port - host->networks.ports]++;
        waiting += session->queue.length;
    }
    for (int i = 0; i < host->networks.count; i++)
        if (host->networks.states[i] != PORT_IS_ABSENT && !host->networks.ports[i].elsewhere)
            figures_put(figures, FIGURE_tabletalk_network_sessions, host->networks.ports[i].network,
                        counts[i]);
    figures_put(figures, FIGURE_tabletalk_waiting, "inputs", waiting);
    figures_put(figures, FIGURE_tabletalk_waiting, "saves", host->running.saving);
    if (host->thinking)
        figures_put(figures, FIGURE_tabletalk_waiting, "thoughts",
                    thinker_waiting(host->thinking->thinker));
}

void host_put_figures(struct host *host, struct figures *figures)
{
    const struct host_counts *counts = &host->counts;
    figures_put(figures, FIGURE_tabletalk_recovered, NULL, host_is_recovered(host));
    figures_put(figures, FIGURE_tabletalk_store_up, NULL, !counts->has_failed);
    put_states(host, figures);
    put_sessions(host, figures);
    figures_put(figures, FIGURE_tabletalk_heard_total, NULL, (int64_t)counts->heard);
    figures_put(figures, FIGURE_tabletalk_moves_total, NULL, (int64_t)counts->moves);
    figures_put(figures, FIGURE_tabletalk_lines_total, NULL, (int64_t)counts->lines);
    figures_put(figures, FIGURE_tabletalk_refusals_total, "queue", (int64_t)counts->queue_refusals);
    for (int i = STORE_OK + 1; i < STORE_RESULT_COUNT; i++)
        figures_put(figures, FIGURE_tabletalk_refusals_total, result_names[i],
                    (int64_t)counts->save_refusals[i]);
    figures_put_times(figures, FIGURE_tabletalk_stage_seconds, "heard", &counts->waited);
    figures_put_times(figures, FIGURE_tabletalk_stage_seconds, "saved", &counts->saved);
    figures_put_times(figures, FIGURE_tabletalk_stage_seconds, "told", &counts->told);
}

enum host_trouble host_trouble(const struct host *host, int64_t now)
{
    bool has_failed = host->counts.has_failed && now - host->counts.failed_at < TROUBLE_MS;
    return !host_is_recovered(host) ? HOST_RECOVERS
           : has_failed             ? HOST_FAILS_TO_SAVE
                                    : HOST_IS_WELL;
}

/* ---- what other processes tell ---- */

void host_note_kept(struct host *host, const char *key, const char *value, int64_t now)
{
    host->now = now;
    row_learn(host, key, value);
}

/* ---- questions ---- */

void host_answer_question(struct host *host, const struct host_question *question,
                          struct text *answer)
{
    const struct heard person = heard_about(question->who, "", 0),
                       other = heard_about(question->other, "", 0);
    struct prose tables;
    prose_open(&tables, host_language(host, &person));
    if (question->kind == HOST_QUESTION_TABLES)
        (void)mydata_put_tables(host, question->who, &tables);
    if (question->kind == HOST_QUESTION_ASIDES)
        resume_put_asides(host, &person, &tables);
    if (tables.length > 0)
        text_put(answer, tables.text + 1);
    if (question->kind == HOST_QUESTION_TOGETHER && input_queue_sit_together(host, &person, &other))
        text_put(answer, LINKING_TOGETHER);
}

void host_daily_asked(struct host *host)
{
    int day;
    if (host_keeps_persons(host))
        (void)daily_begin(host, &day);
}

void host_person_used(struct host *host, struct identity who)
{
    if (host_keeps_persons(host))
        links_note_use(host, who);
}

void host_use_thinker(struct host *host, struct thinker *thinker)
{
    check(!host->thinking && !host->tables.first);
    host->thinking = calloc(1, sizeof *host->thinking);
    check(host->thinking);
    host->thinking->thinker = thinker;
    host->thinking->coach = asking_coach;
}
