/* See lives.h: what must hold. The host's words are looked at before the adapters get them. */
#include <stdio.h>
#include <string.h>

#include "deadline.h"
#include "host_state.h"
#include "in_words.h"
#include "lives.h"
#include "posts.h"
#include "presence.h"
#include "prose.h"
#include "room.h"
#include "seat.h"
#include "session_view.h"
#include "standin.h"
#include "tables.h"

enum {
    NUDGES_MOST = 2, /* of one turn */
    /* what is asked may take two minutes to leave, and a robot a moment to move */
    LATE_MS = 4 * MINUTE,
    LIVE_MS = 5 * MINUTE,
    LIVE_OUT_MS = 15 * MINUTE,
    LOBBY_MS = 30 * MINUTE,
    LOBBY_OUT_MS = 10 * MINUTE,
    HEARD_MS = MINUTE,    /* a word is answered within */
    OVER_MS = 12 * MINUTE /* another game is offered so long */
};
static const int64_t slow_ms = INT64_C(48) * HOUR, slow_out_ms = INT64_C(72) * HOUR;

/* ---- how long a table waits ---- */

static int64_t later(int64_t a, int64_t b)
{
    return a > b ? a : b;
}

static const char *who_in(const struct session *session, int seat)
{
    return session->seats[seat].name;
}

/* What a clock gives this seat for its turn, at most. */
static int64_t most_of(enum pace pace, const struct watched_seat *seat)
{
    if (pace == PACE_LIVE)
        return LATE_MS + (seat->was_out ? LIVE_OUT_MS : LIVE_MS);
    return LATE_MS + (seat->was_out ? slow_out_ms : slow_ms) +
           (int64_t)seat->restarts * (HOUR + 10 * MINUTE);
}

static void check_seat(const struct session *session, const struct watched *table, int i,
                       struct watched_seat *seat)
{
    enum pace pace = clock_pace(session);
    const struct seat *real = &session->seats[i];
    struct resident *person = seat->person;
    if (!person)
        return;
    seat->was_out |= real->is_detached || face_of(person)->is_out || !town_hears(face_net(person));
    int64_t since = pace == PACE_LIVE ? later(seat->clock_since, town.up_since) : seat->clock_since;
    if (sim_now() - since > most_of(pace, seat))
        town_break("nobody waits longer than the clock",
                   "table %lld waits for %s since %.0f s (%s, %s)", (long long)table->id,
                   who_in(session, i), (double)since / 1000, pace_word(pace),
                   kind_names[person->kind]);
}

/* A table that was set aside is on its way back. */
static void check_pause(const struct session *session, struct watched *table)
{
    if (session->state.is_aside)
        table->aside_at = sim_now();
    if (table->paused_since &&
        sim_now() - later(table->paused_since + day_ms, table->aside_at) > LATE_MS)
        town_break("a pause ends after a day", "table %lld pauses since %.0f s",
                   (long long)table->id, (double)table->paused_since / 1000);
}

static bool can_be_told(const struct session *session)
{
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        int room = room_of(showing->port->network, showing->name);
        if (room >= 0 && town_hears(town.rooms[room].net))
            return true;
    }
    return false;
}

/* As long as no room knows that a table is back, its clocks stand still. */
static void check_back(const struct session *session, struct watched *table)
{
    if (!session->state.is_recovered || !can_be_told(session))
        table->told_at = sim_now();
    if (sim_now() - later(table->told_at, town.up_since) > LATE_MS)
        town_break("a table is back after a restart", "table %lld is not, since %.0f s",
                   (long long)table->id, (double)table->told_at / 1000);
}

void laws_waits(const struct session *session, struct watched *table)
{
    bool is_real_time =
        session->game->is_real_time && session->game->is_real_time(&session->playing->rules);
    int people = 0;
    check_pause(session, table);
    check_back(session, table);
    for (int i = 0; i < session->seat_count; i++)
        people += presence_is_person(&session->seats[i]);
    bool runs = people > 1 && !is_real_time && clock_pace(session) != PACE_OFF &&
                !table->paused_since && !session->playing->is_over &&
                !session->state.is_recovered && !session_is_paused(session);
    for (int i = 0; i < table->seat_count; i++) {
        struct watched_seat *seat = &table->seats[i];
        if (runs && seat->is_due && seat->is_played)
            check_seat(session, table, i, seat);
        else if (!runs)
            seat->clock_since = sim_now(), seat->was_free = true;
    }
}

void laws_lobby(const struct session *session, const struct watched *table)
{
    int64_t now = sim_now();
    if (now - later(table->heard_at, town.up_since) > LOBBY_MS + LATE_MS)
        town_break("a silent lobby closes", "table %lld heard nothing since %.0f s",
                   (long long)table->id, (double)table->heard_at / 1000);
    for (int i = 0; i < session->seat_count; i++) {
        struct self *face = NULL;
        const struct seat *seat = &session->seats[i];
        if (seat->kind != SEAT_PERSON || strcmp(seat->port->network, net_network(IRC)) != 0 ||
            !person_of_name(seat->port->network, seat->called, &face) || !face->is_out)
            continue;
        if (now - later(face->out_since, town.up_since) > LOBBY_OUT_MS + LATE_MS)
            town_break("who is gone gets up", "%s sits in the lobby of table %lld", seat->name,
                       (long long)table->id);
    }
}

/* ---- nudges ---- */

static void nudge(const struct session *session, int i)
{
    struct watched *table = watched_of(session->id);
    counts[NUDGES]++;
    if (table && ++table->seats[i].nudges > NUDGES_MOST)
        town_break("nobody is nudged more than twice", "%s, at table %lld, for a turn since %.0f s",
                   who_in(session, i), (long long)session->id,
                   (double)table->seats[i].waited_since / 1000);
}

static bool is_named(const char *text, const char *end, const char *name)
{
    size_t length = strlen(name);
    for (const char *at = strstr(text, name); at && at < end; at = strstr(at + 1, name))
        if (strchr(" ,", at[length]) && at[-1] == ' ')
            return true;
    return false;
}

/* "The table has waited for ann and bob for 3 minutes." */
static void note_call(const struct session *session, const char *text)
{
    static const char start[] = "The table has waited for";
    const char *names = strstr(text, start), *end = names ? strstr(names, " for 3 minutes") : NULL;
    for (int i = 0; end && i < session->seat_count; i++)
        if (is_named(names + sizeof start - 1, end + 1, who_in(session, i)))
            nudge(session, i);
}

/* ---- who is told what ---- */

static bool shows(const struct session *session, const char *network, const char *room)
{
    for (int i = 0; i < session_showing_count(session); i++)
        if (strcmp(session_showing(session, i)->name, room) == 0 &&
            strcmp(session_showing(session, i)->port->network, network) == 0)
            return true;
    return false;
}

/* A room is told something because it shows a table, or did just now, or because somebody said
   something there. */
static void check_room(const char *network, const char *name, const char *text)
{
    int r = room_of(network, name);
    const struct room *room = r < 0 ? NULL : &town.rooms[r];
    bool is_passing =
        /* it may have ended with the connection: then nobody is written to */
        name[0] == '@' && name[1] == '~';
    if (name[0] == '@'
            ? is_passing || person_of_key(network, name + 1, NULL) != NULL
            : room && !room->is_empty &&
                  (host_find(sim_host(), network, name) || sim_now() - room->heard_at < HEARD_MS ||
                   sim_now() - later(room->over_at, room->over_at ? town.up_since : 0) < OVER_MS))
        return;
    town_break("nothing is said in nobody's room", "in %s on %s: %.200s", name, network, text);
}

/* All rooms of a table are told the same: it counts once. */
static bool is_first_room(const struct session *session, const struct host_port *port,
                          const char *room)
{
    return strcmp(session->home.name, room) == 0 && session->home.port->network == port->network;
}

void laws_post(void *arg, const struct host_port *port, const struct post *post)
{
    struct session *session = post->table ? session_of(post->table) : NULL;
    const char *text = post->tale ? post->tale->text : "";
    (void)arg;
    sim_trace("post", post->room, text, strlen(text));
    check_room(port->network, post->room, text);
    if (!session || !is_first_room(session, port, post->room))
        return;
    if (!shows(session, port->network, post->room))
        town_break("nothing is said in nobody's room", "of table %lld in %s",
                   (long long)post->table, post->room);
    note_call(session, text);
    people_told(session, text, post->kind == POST_RESULT);
}

static bool is_night(const struct resident *person)
{
    int hour = (int)((sim_now() / HOUR + 1) % 24);
    return person->has_quiet && (person->quiet_from <= person->quiet_till
                                     ? hour >= person->quiet_from && hour < person->quiet_till
                                     : hour >= person->quiet_from || hour < person->quiet_till);
}

static void note_notice(struct resident *person, const struct self *face)
{
    counts[NOTICES]++;
    person->notices++;
    if (person->noticed_at && sim_now() - person->noticed_at < HOUR)
        town_break("at most one notice an hour", "%s was told at %.0f s already", face->name,
                   (double)person->noticed_at / 1000);
    if (is_night(person))
        town_break("no notice in quiet hours", "%s asked for quiet from %d to %d", face->name,
                   person->quiet_from, person->quiet_till);
    person->noticed_at = sim_now();
}

/* People keep the seat words that they are given. */
static void take_word(struct self *face, const char *text)
{
    static const char *const starts[] = {"<SEAT_WORD_1> ", "<SEAT_WORD_RIGHT_3> ",
                                         "<SEAT_WORD_NEW_1> "};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const char *word = strstr(text, in_words(starts[i]));
        word = word ? strstr(word, " is ") : NULL;
        if (word)
            snprintf(face->words[face->word_count++ % WORDS], sizeof face->words[0], "%.11s",
                     word + 4);
    }
}

void laws_whisper(void *arg, const struct host_port *port, const struct whisper *whisper)
{
    const char *text = whisper->prose->text;
    struct self *face = NULL;
    struct resident *person = person_of_key(port->network, whisper->person, &face);
    const struct session *session = whisper->table ? session_of(whisper->table) : NULL;
    (void)arg;
    sim_trace("whisper", whisper->name, text, strlen(text));
    if (!person)
        person = person_of_name(port->network, whisper->name, &face);
    if (!person) {
        town_break("nothing is said to nobody", "%s on %s", whisper->name, port->network);
        return;
    }
    take_word(face, text);
    if (session && strstr(text, in_words("<CLOCK_WORD_2>")))
        for (int i = 0; i < session->seat_count; i++)
            if (seat_belongs(&session->seats[i], identity(port->network, whisper->person)))
                nudge(session, i);
    if (strstr(text, in_words("<NOTICE_3> ")))
        note_notice(person, face);
    lobby_whispered(person, text);
}

void laws_heard(void *arg, const struct heard *heard)
{
    struct self *face = NULL;
    struct resident *person = person_of_name(heard->network, heard->name, &face);
    int room = heard->room ? room_of(heard->network, heard->room) : -1;
    (void)arg;
    if (face && face->net == IRC)
        snprintf(face->key, HOST_KEY, "%s", heard->key);
    if (room >= 0)
        town.rooms[room].heard_at = sim_now();
    for (int i = town.first_open; i < town.table_count; i++)
        if (heard->room ? room >= 0 && town.tables[i]->rooms >> room & 1
                        : person && seat_in(town.tables[i], person) >= 0)
            town.tables[i]->heard_at = sim_now();
}

/* ---- who comes back ---- */

/* They have spoken: all their seats at tables that are still played are theirs. */
void laws_found(struct resident *person)
{
    const struct self *face = face_of(person);
    for (int i = town.first_open; i < town.table_count; i++) {
        const struct watched *table = town.tables[i];
        const struct session *session = table->session;
        int mine = seat_in(table, person);
        if (mine < 0 || !session || !session_has_begun(session) || session->playing->is_over ||
            session->change || session->queue.first)
            continue;
        const struct seat *seat = &session->seats[mine];
        bool has_got_up = seat->is_left && !seat->is_given && table->left >> mine & 1;
        if (has_got_up || (seat->is_detached && person->is_held))
            continue;
        if (seat->is_detached || seat->is_left ||
            !seat_belongs(seat, identity(net_network(face->net), face->key)))
            town_break("who comes back finds the seat", "%s (%s), at table %lld%s%s", face->name,
                       kind_names[person->kind], (long long)table->id,
                       seat->is_detached ? ", detached" : "",
                       seat->is_left ? ", played by a robot" : "");
        else
            counts[person->at > 0 ? FOUND_FROM_FAR : FOUND_AGAIN]++;
    }
}

void laws_tick(void)
{
    if (sim_exits() > 0)
        town_break("nobody ends the process", "main() returned");
    if (sim_irc_violations(town.irc) > 0)
        town_break("servers do not mind", "%s", sim_irc_violation(town.irc));
    if (standin_violations(town.discord) > 0)
        town_break("servers do not mind", "%s", standin_violation_text(town.discord));
}
