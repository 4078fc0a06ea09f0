/* See lives.h: what people do at tables, and how they go away and come back. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "deadline.h"
#include "host_state.h"
#include "in_words.h"
#include "lives.h"
#include "presence.h"
#include "room.h"
#include "seat.h"
#include "session_view.h"
#include "tables.h"

/* In 1000 turns, words or seconds, as it says. */
enum {
    VANISHES = 40,     /* of turns of those who vanish */
    UNDOES = 250,      /* of moves of the quarrelsome */
    UNDOES_ELSE = 40,  /* of moves of others */
    PAUSES_HERE = 4,   /* of turns */
    LEAVES = 6,        /* of turns of the quarrelsome */
    EXTENDS = 1,       /* of seconds in which somebody is waited for too long */
    KICKS = 400,       /* of those, if they opened the table */
    PLANS = 2,         /* of seconds in which they wait */
    GOES_TO_BED = 100, /* of minutes in which they play beyond their hours */
    FAR = 400,         /* come back from the other network, if they live on both */
    WANTS_MORE = 350,  /* of people, behind a game */
    CHECK_MS = 45 * SECOND,
    CLAIMS_MOST = 8,
    ANSWER_MS = 4 * SECOND
};

/* ---- words ---- */

/* As the bot tells people to call a table if they sit at several. */
static void name_of(const struct session *session, const struct self *face, char out[HOST_ROOM])
{
    const char *network = net_network(face->net), *room = host_room_name(session, network);
    bool is_own = room[0] == '@' && strcmp(room + 1, face->key) == 0;
    out[0] = '\0';
    if (!host_table_of(sim_host(), identity(network, face->key), 1))
        return;
    if (is_own || (*room && *room != '@'))
        snprintf(out, HOST_ROOM, "%s", is_own ? "here" : room);
    else
        snprintf(out, HOST_ROOM, "%s-%lld", session->game->id, (long long)session->id);
}

/* In private. With several tables they say which one. */
static void whisper_at(struct resident *person, const struct session *session, const char *text)
{
    char line[HOST_TEXT], name[HOST_ROOM];
    name_of(session, face_of(person), name);
    snprintf(line, sizeof line, "%s%s%s", name, *name ? " " : "", text);
    person_say(person, -1, line);
}

/* At the table: in its room if they can, else in private. */
static void say_at(struct resident *person, const struct session *session, const char *text)
{
    const struct watched *table = watched_of(session->id);
    if (table->room >= 0 && town.rooms[table->room].net == face_net(person))
        person_say(person, table->room, text);
    else
        whisper_at(person, session, text);
}

struct choice {
    int count;
    char move[TYPED];
};

/* A random one of all, without keeping them. */
static bool consider(void *arg, const char *move)
{
    struct choice *choice = arg;
    if (strlen(move) < sizeof choice->move && sim_dice(++choice->count) == 0)
        snprintf(choice->move, sizeof choice->move, "%s", move);
    return true;
}

static bool move_at(struct resident *person, struct session *session)
{
    const struct self *face = face_of(person);
    struct heard heard = {.network = net_network(face->net), .key = face->key, .name = face->name};
    struct choice choice = {0};
    host_each_move(sim_host(), session, &heard, consider, &choice);
    if (choice.count == 0)
        return false;
    say_at(person, session, choice.move);
    snprintf(person->played, sizeof person->played, "%s", choice.move);
    counts[MOVES]++;
    return true;
}

/* ---- going and coming ---- */

static void vanish(struct resident *person, int64_t ms)
{
    counts[VANISHED]++;
    person->has_vanished = true;
    person_goes(person, ms, sim_chance(700));
}

bool plays_live(const struct resident *person)
{
    for (int i = town.first_open; i < town.table_count; i++) {
        const struct watched *table = town.tables[i];
        bool is_slow = table->room >= 0 && town.rooms[table->room].is_slow;
        if (table->has_begun && !table->is_over && !table->is_aside && !is_slow &&
            seat_in(table, person) >= 0)
            return true;
    }
    return false;
}

static void go_to_bed(struct resident *person)
{
    if (plays_live(person) && sim_dice(1000 * 60) >= GOES_TO_BED)
        return;
    person->is_asleep = true;
    person->has_vanished = true;
    person_goes(person, 100 * day_ms, sim_chance(300));
}

static void come_back(struct resident *person)
{
    person->at = person->is_linked && sim_chance(FAR);
    person->is_asleep = false;
    person_comes(person);
}

/* The one that fits: each came with the name of its table. */
static const char *word_of(const struct self *face, const struct seat *seat, int64_t table)
{
    unsigned char hash[SESSION_HASH];
    for (int i = 0; i < WORDS; i++) {
        seat_word_hash(face->words[i], table, hash);
        if (face->words[i][0] && (memcmp(hash, seat->word, sizeof hash) == 0 ||
                                  memcmp(hash, seat->old_word, sizeof hash) == 0))
            return face->words[i];
    }
    return "none";
}

/* However many tables they sit at, they ask at one so often and no more. */
static bool may_claim(struct resident *person, const struct watched *table)
{
    if (person->claimed != table->id)
        person->claims = 0;
    person->claimed = table->id;
    return person->claims++ < CLAIMS_MOST;
}

/* They say something at each table where they have not got their seat, and then should have all
   of them. */
static bool claim_one(struct resident *person)
{
    char text[64];
    struct self *face = face_of(person);
    for (int i = town.first_open; i < town.table_count; i++) {
        struct watched *table = town.tables[i];
        struct session *session = table->session;
        int mine = seat_in(table, person);
        if (mine < 0 || !session || !session_has_begun(session) || session->playing->is_over)
            continue;
        const struct seat *seat = &session->seats[mine];
        bool is_mine =
            !seat->is_detached && seat_belongs(seat, identity(net_network(face->net), face->key));
        if (is_mine && !seat->is_left)
            continue;
        if (!may_claim(person, table))
            return false;
        if (seat->is_detached && !face->has_account) {
            snprintf(text, sizeof text, "seat %s", word_of(face, seat, table->id));
            person_say(person, -1, text);
        } else if (!is_mine || (seat->is_left && seat->is_given)) {
            say_at(person, session, "turn");
        } else {
            table->left &= ~(1U << mine);
            say_at(person, session, "join");
        }
        return true;
    }
    return false;
}

static void claim(struct resident *person)
{
    if (claim_one(person))
        return;
    person->has_vanished = false;
    person->check_at = sim_now() + CHECK_MS;
}

/* ---- at a table ---- */

static void answer(struct watched *table, struct session *session, struct resident *person,
                   int seat)
{
    bool is_kind = person->kind != QUARRELSOME || sim_chance(200);
    if (table->asker == seat || table->answered >> seat & 1)
        return;
    table->answered |= 1U << seat;
    if (table->asks == ASKS_UNDO)
        say_at(person, session, is_kind ? "undo yes" : "undo no");
    else if (is_kind)
        say_at(person, session, "pause");
}

/* Instead of a move. False if nothing happened. */
static bool misbehave(struct resident *person, struct session *session, struct watched *table,
                      int seat)
{
    if (person->kind == VANISHING && sim_chance(VANISHES))
        vanish(person, (int64_t)(4 + sim_dice(sim_chance(100) ? 40 * 60 : 90)) * MINUTE);
    else if (person->kind == QUARRELSOME && sim_chance(LEAVES))
        table->left |= 1U << seat, say_at(person, session, "leave");
    else if (sim_chance(PAUSES_HERE))
        say_at(person, session, "pause");
    else
        return false;
    return true;
}

static void play(struct resident *person, struct session *session, struct watched *table, int i)
{
    struct watched_seat *seat = &table->seats[i];
    seat->think_until = sim_now() + 20 * SECOND; /* if it was not understood */
    if (misbehave(person, session, table, i) || !move_at(person, session))
        return;
    if (sim_chance(person->kind == QUARRELSOME ? UNDOES : UNDOES_ELSE))
        table->undo_at[i] = sim_now() + ANSWER_MS;
}

/* Somebody else is waited for, and was called. False if nothing is said. */
static bool be_patient(struct resident *person, struct session *session,
                       const struct watched *table, int own)
{
    char text[HOST_TEXT];
    for (int i = 0; i < table->seat_count; i++) {
        if (i == own || !table->seats[i].is_due || table->seats[i].nudges == 0 ||
            !sim_chance(EXTENDS))
            continue;
        bool is_kick = session_opener_seat(session) == own && sim_chance(KICKS);
        counts[KICKED] += is_kick;
        snprintf(text, sizeof text, "kick %s", session->seats[i].name);
        say_at(person, session, is_kick ? text : "extend");
        return true;
    }
    return false;
}

/* What they played last, which may be legal then or not. */
static void plan(struct resident *person, struct session *session, struct watched_seat *seat)
{
    char text[HOST_TEXT];
    seat->has_planned = true;
    counts[PLANNED]++;
    snprintf(text, sizeof text, "then %s", *person->played ? person->played : "draw");
    whisper_at(person, session, text);
}

static void sit(struct resident *person, struct session *session, struct watched *table, int i)
{
    struct watched_seat *seat = &table->seats[i];
    if (session->seats[i].is_detached) {
        person->has_vanished = true; /* the bot was away: they need their word */
        person->claims = 0;
        return;
    }
    bool is_asked = table->asks && sim_now() - table->asked_at > ANSWER_MS;
    if (is_asked && table->asker != i && !(table->answered >> i & 1))
        answer(table, session, person, i);
    else if (table->paused_since && sim_now() > table->resume_at)
        say_at(person, session, "resume");
    else if (table->paused_since || session->playing->is_over)
        return;
    else if (table->undo_at[i] && sim_now() > table->undo_at[i])
        table->undo_at[i] = 0, say_at(person, session, "undo");
    else if (seat->is_due && seat->think_until <= sim_now())
        play(person, session, table, i);
    else if (!seat->is_due && !be_patient(person, session, table, i) && !seat->has_planned &&
             sim_chance(PLANS))
        plan(person, session, seat);
}

static void sit_everywhere(void)
{
    for (int i = town.first_open; i < town.table_count; i++) {
        struct watched *table = town.tables[i];
        struct session *session = table->is_over || !table->has_begun ? NULL : table->session;
        for (int seat = 0; session && seat < table->seat_count; seat++) {
            struct resident *person = table->seats[seat].person;
            if (person && !person->has_vanished && !person->is_banned && may_speak(person))
                sit(person, session, table, seat);
        }
    }
}

/* ---- what the table is told ---- */

static void want_more(const struct watched *table)
{
    for (int i = 0; i < table->seat_count; i++) {
        struct resident *person = table->seats[i].person;
        if (!person || person->back_at || table->room < 0 || !sim_chance(WANTS_MORE))
            continue;
        person->again_at = sim_now() + (3 + sim_dice(20)) * SECOND;
        person->again_room = table->room;
    }
}

static int seat_at_start(const struct session *session, const char *text)
{
    for (int i = 0; i < session->seat_count; i++)
        if (strncmp(text, session->seats[i].name, strlen(session->seats[i].name)) == 0)
            return i;
    check(false);
}

/* Their word to all their tables was before this: they say another one, and then should have all
   of them. */
static void look_again(struct resident *person)
{
    if (!person || !person->check_at)
        return;
    person->has_vanished = true;
    person->claims = 0;
    person->check_at = 0;
}

static void begin_alone(const struct session *session)
{
    struct resident *person =
        person_of_key(session->home.port->network, session->home.name + 1, NULL);
    if (person)
        person->wants_start = true;
}

void people_told(struct session *session, const char *text, bool is_result)
{
    struct watched *table = watched_of(session->id);
    if (!table)
        return;
    if (is_result && session->playing->is_over) {
        /* a result may be told again behind a restart */
        counts[TABLES_FINISHED] += !table->is_finished;
        table->is_finished = true;
        want_more(table);
    }
    if (strstr(text, in_words("<TABLE_OPENED_ALONE_2>")) && table->room < 0)
        begin_alone(session);
    bool is_pause = strstr(text, in_words("<PAUSE_ASKED_1>")) != NULL;
    bool is_undo = strstr(text, in_words("<UNDO_ASKED_1>")) != NULL;
    if (strstr(text, in_words("<CLOCK_GIVEN_5>"))) {
        int seat = seat_at_start(session, text);
        counts[HAND_OVERS]++;
        table->seats[seat].clock_since = sim_now(); /* they may be back before the next look */
        look_again(table->seats[seat].person);
    }
    counts[UNDOS] += strstr(text, in_words("<UNDONE>")) != NULL;
    counts[UNDOS_ASKED] += is_undo;
    if (strstr(text, in_words("<EXTENDED_1> "))) {
        counts[EXTENSIONS]++;
        for (int i = 0; i < table->seat_count; i++)
            table->seats[i].clock_since = sim_now();
    }
    counts[LINED_UP] +=
        strstr(text, in_words("<NEXT_WAITS_2>")) || strstr(text, in_words("<NEXT_ROBOT>"));
    if (strstr(text, in_words("<PAUSE_BEGINS_1> ")))
        table->resume_at =
            sim_now() + (int64_t)(5 + sim_dice(sim_chance(200) ? 40 * 60 : 120)) * MINUTE;
    if (is_pause || is_undo) {
        table->asks = is_pause ? ASKS_PAUSE : ASKS_UNDO;
        table->asked_at = sim_now();
        table->answered = 0;
        table->asker = seat_at_start(session, text);
    }
}

/* ---- everybody ---- */

static void live(struct resident *person)
{
    if (person->back_at == 0 && !person->is_asleep && !is_awake(person))
        go_to_bed(person);
    bool is_back =
        person->is_asleep ? is_awake(person) : person->back_at && person->back_at <= sim_now();
    if (is_back) {
        come_back(person);
        person->claims = 0;
        person->is_held = false;
    }
    if (person->back_at || !may_speak(person))
        return;
    if (person->has_vanished) {
        claim(person);
    } else if (person->check_at && person->check_at <= sim_now()) {
        person->check_at = 0;
        if (!person->is_banned)
            laws_found(person);
    } else if (person->again_at && person->again_at <= sim_now()) {
        person->again_at = 0;
        if (town.rooms[person->again_room].net == face_net(person))
            counts[AGAINS]++, person_say(person, person->again_room, "again");
    } else if (person->act_at <= sim_now()) {
        lobby_act(person);
    }
}

void people_act(void)
{
    if (!sim_host())
        return;
    sit_everywhere();
    for (int i = 0; i < town.people_count; i++)
        live(&town.people[i]);
}
