/* See lives.h: what people do between games. */
#include <stdio.h>
#include <string.h>

#include "deadline.h"
#include "host_state.h"
#include "in_words.h"
#include "lives.h"
#include "presence.h"
#include "room.h"
#include "seat.h"
#include "session_view.h"
#include "tables.h"

enum {
    OPENS = 120,    /* of 1000 times that they find a room free */
    PRIVATELY = 30, /* of those */
    FREES = 150,    /* of times that they find a room taken */
    LINES_UP = 60,  /* of those */
    VANISHES = 40,  /* of times that those who vanish wait for others at their table */
    INVITES = 300,  /* of times that they wait for others at their table */
    COMES = 30,     /* of times that they know a code */
    BANS = 1,       /* of times that an operator looks around */
    SLOW_TABLES = 2,
    ALONE_MS = 4 * MINUTE, /* then they play with robots */
    GATHERED_MS = 2 * MINUTE,
    CODE_MS = 20 * MINUTE,
    BAN_DAYS = 2
};

static const char *const openings[] = {
    "heartcatchers", "heartcatchers match=3", "coloretto", "colorcatcher",
    "kritters",      "kritters mode=junior",  "roygbiv",   "roygbiv mode=frenzy",
    "coloretto",     "heartcatchers"};
static const char *const games[] = {"heartcatchers", "coloretto", "colorcatcher", "kritters",
                                    "roygbiv"};
enum { OPENINGS = sizeof openings / sizeof *openings, GAMES = sizeof games / sizeof *games };

/* ---- what they tell about themselves ---- */

static void ask_for_quiet(struct resident *person)
{
    char text[64];
    person->quiet_from = person->kind == OWL ? 8 : 22;
    person->quiet_till = person->kind == OWL ? 18 : 9;
    person->has_quiet = true;
    snprintf(text, sizeof text, "notify quiet %d-%d +1", person->quiet_from, person->quiet_till);
    person_say(person, -1, text);
}

static void ask_for_words(struct resident *person, int room)
{
    char text[64];
    snprintf(text, sizeof text, "notify %s", games[sim_dice(GAMES)]);
    person_say(person, room, text);
}

/* The house rules of the rooms that they look after. */
static bool rule(struct resident *person)
{
    for (int i = 0; i < ROOMS; i++) {
        struct room *room = &town.rooms[i];
        if (room->keeper != person || room->is_ruled || !*room->shown)
            continue;
        room->is_ruled = true;
        person_say(person, i,
                   room->is_slow ? "settings clock slow"
                   : i % 2       ? "settings undo consent"
                                 : "settings say no");
        return true;
    }
    return false;
}

/* False if they have told everything. */
static bool do_chore(struct resident *person)
{
    if (person->at > 0)
        return false;
    switch (person->chore++) {
    case 0:
        return sim_chance(700) && (person_say(person, -1, "stats on"), true);
    case 1:
        return sim_chance(600) && (ask_for_quiet(person), true);
    case 2:
    case 3:
    case 4:
        return sim_chance(700) && (ask_for_words(person, person->rooms[person->chore % 2]), true);
    case 5:
        return person->faces[1].net >= 0 && (person_say(person, -1, "link"), true);
    default:
        return rule(person);
    }
}

/* A person who lives on two networks says there what they were given here. */
static void say_as(struct resident *person, int face, const char *text)
{
    int was = person->at;
    person->at = face;
    person_say(person, -1, text);
    person->at = was;
}

void lobby_whispered(struct resident *person, const char *text)
{
    static const char start[] = "!link ", join[] = "!join ";
    const char *code = strstr(text, in_words("<LINK_CODE_3>")) ? strstr(text, start) : NULL;
    if (code && person->faces[1].net >= 0)
        snprintf(person->code, sizeof person->code, "%.8s", code + sizeof start - 1);
    person->is_asked_to_link |= strstr(text, in_words("<LINK_WISH_2>")) != NULL;
    person->is_linked |= strstr(text, in_words("<LINKED_2>")) != NULL;
    person->is_asked_to_show |= strstr(text, in_words("<GUEST_WISH_3>")) != NULL;
    const char *invitation = strstr(text, in_words("<INVITE_2>")) ? strstr(text, join) : NULL;
    if (invitation) {
        snprintf(town.code, sizeof town.code, "%.8s", invitation + sizeof join - 1);
        town.code_till = sim_now() + CODE_MS;
    }
    person->is_held |= strstr(text, in_words("<SEAT_WORD_TABLE_OPEN_1>")) != NULL;
}

static bool link_up(struct resident *person)
{
    char text[32];
    if (*person->code) {
        snprintf(text, sizeof text, "link %s", person->code);
        person->code[0] = '\0';
        say_as(person, 1, text);
    } else if (person->is_asked_to_link) {
        person->is_asked_to_link = false;
        say_as(person, 0, "link yes");
    } else {
        return false;
    }
    return true;
}

/* ---- operators ---- */

static bool keep_order(struct resident *person)
{
    char text[HOST_TEXT];
    for (int i = 0; i < ROOMS; i++) {
        struct room *room = &town.rooms[i];
        bool is_here = room->keeper == person && *room->shown && room->net == face_net(person);
        for (int k = 0; k < town.people_count && is_here; k++) {
            struct resident *other = &town.people[k];
            bool is_over =
                other->is_banned && other->banned_room == i && other->banned_until <= sim_now();
            bool is_bad = !other->is_banned && other->kind == QUARRELSOME && !other->back_at &&
                          (other->rooms[0] == i || other->rooms[1] == i) && sim_chance(BANS);
            if (!is_over && !is_bad)
                continue;
            snprintf(text, sizeof text, "%s %s", is_bad ? "ban" : "unban", other->faces[0].name);
            other->is_banned = is_bad;
            other->banned_room = i;
            other->banned_until = sim_now() + BAN_DAYS * day_ms;
            counts[BANNED] += is_bad;
            person_say(person, i, text);
            return true;
        }
    }
    return false;
}

/* ---- what the bot asks, and invitations ---- */

/* Their private table begins; their own table is shown elsewhere; or they come to that of
   others, in private or with their room. */
static bool answer_bot(struct resident *person)
{
    char text[32];
    int room = person->rooms[sim_dice(2)];
    if (person->wants_start) {
        person->wants_start = false;
        person_say(person, -1, "start");
        return true;
    }
    if (person->is_asked_to_show) {
        person->is_asked_to_show = false;
        person_say(person, -1, sim_chance(800) ? "invite yes" : "invite no");
        return true;
    }
    bool is_free =
        face_net(person) == town.rooms[room].net && !plays_live(person) && !person->is_banned;
    if (!*town.code || sim_now() > town.code_till || !is_free || !sim_chance(COMES))
        return false;
    snprintf(text, sizeof text, "join %s", town.code);
    town.code[0] = '\0';
    counts[INVITED]++;
    person_say(person, sim_chance(500) ? room : -1, text);
    return true;
}

/* ---- tables ---- */

static int slow_tables(const struct resident *person)
{
    int count = 0;
    for (int i = town.first_open; i < town.table_count; i++)
        count += !town.tables[i]->is_over && town.tables[i]->room >= 0 &&
                 town.rooms[town.tables[i]->room].is_slow && seat_in(town.tables[i], person) >= 0;
    return count;
}

static bool resume(struct resident *person)
{
    char text[32];
    for (int i = town.first_open; i < town.table_count; i++) {
        struct watched *table = town.tables[i];
        int room = person->rooms[sim_dice(2)];
        if (!table->is_aside || seat_in(table, person) < 0 || sim_now() < table->resume_at)
            continue;
        table->resume_at = sim_now() + HOUR;
        snprintf(text, sizeof text, "resume %lld", (long long)table->id);
        bool is_free =
            !host_find(sim_host(), net_network(town.rooms[room].net), town.rooms[room].name);
        person_say(person, is_free && face_net(person) == town.rooms[room].net ? room : -1, text);
        return true;
    }
    return false;
}

static void open_table(struct resident *person, int room)
{
    char text[96];
    const char *words = openings[sim_dice(OPENINGS)];
    bool is_odd = town.rooms[room].is_slow && sim_chance(200);
    if (sim_chance(PRIVATELY)) {
        person_say(person, -1,
                   sim_chance(500) ? "play kritters mode=solo" : "play heartcatchers robots=1");
        return;
    }
    if (town.rooms[room].is_slow) /* nobody waits for days in real time */
        words = sim_chance(500) ? "coloretto" : "heartcatchers";
    snprintf(text, sizeof text, "play %s%s", words, is_odd ? " clock=off" : "");
    person_say(person, room, text);
}

static void sit_in_lobby(struct resident *person, const struct session *session, int room)
{
    const struct watched *table = watched_of(session->id);
    int64_t age = table ? sim_now() - table->lobby_since : 0;
    int opener = session_opener_seat(session), people = 0;
    for (int i = 0; i < session->seat_count; i++)
        people += presence_is_person(&session->seats[i]);
    if (person->kind == VANISHING && sim_chance(VANISHES)) {
        person_goes(person, (int64_t)(4 + sim_dice(90)) * MINUTE, true);
        return;
    }
    bool is_mine =
        opener >= 0 && table && opener < table->seat_count && table->seats[opener].person == person;
    if (is_mine && !*session->shown.invite && !town.rooms[room].is_slow && sim_chance(INVITES))
        person_say(person, room, "invite");
    else if (is_mine && people < 2 && age > ALONE_MS)
        person_say(person, room, session->seat_count > 1 ? "start" : "add robot");
    else if (is_mine && people > 1 && age > GATHERED_MS)
        person_say(person, room, "start");
}

static void visit(struct resident *person, int room)
{
    const struct room *place = &town.rooms[room];
    struct session *session = host_find(sim_host(), net_network(place->net), place->name);
    const struct watched *table = session ? watched_of(session->id) : NULL;
    bool sits = table && seat_in(table, person) >= 0;
    if (!session && sim_chance(OPENS))
        open_table(person, room);
    else if (session && !session_has_begun(session) && sits)
        sit_in_lobby(person, session, room);
    else if (session && !session_has_begun(session) && table)
        person_say(person, room, "join");
    else if (session && !sits && !place->is_slow && sim_chance(LINES_UP))
        person_say(person, room, sim_chance(500) ? "next" : "swap");
    else if (session && !sits && sim_chance(FREES))
        person_say(person, room, presence_present(session) ? "board" : "free");
}

/* Where they sit in a lobby, or any room of theirs. */
static int room_for(const struct resident *person)
{
    for (int i = town.first_open; i < town.table_count; i++)
        if (!town.tables[i]->is_over && !town.tables[i]->has_begun && town.tables[i]->room >= 0 &&
            seat_in(town.tables[i], person) >= 0)
            return town.tables[i]->room;
    return person->rooms[sim_dice(2)];
}

static void look_around(struct resident *person)
{
    static const char *const questions[] = {"stats", "top heartcatchers",   "last",
                                            "games", "top coloretto month", "whoami"};
    int room = room_for(person);
    bool is_here = town.rooms[room].net == face_net(person), is_slow = town.rooms[room].is_slow;
    bool is_free = is_slow ? slow_tables(person) < SLOW_TABLES : !plays_live(person);
    if (sim_chance(10))
        person_say(person, is_here ? room : -1,
                   questions[sim_dice(sizeof questions / sizeof *questions)]);
    else if (is_here && is_free && !person->is_banned)
        visit(person, room);
}

void lobby_act(struct resident *person)
{
    person->act_at = sim_now() + (30 + sim_dice(150)) * SECOND;
    if (link_up(person) || do_chore(person) || keep_order(person) || resume(person) ||
        answer_bot(person))
        person->act_at = sim_now() + 5 * SECOND;
    else
        look_around(person);
}
