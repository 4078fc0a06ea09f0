#include "record_scenes.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "house.h"
#include "port.h"
#include "record.h"
#include "record_lines.h"
#include "record_text.h"
#include "session.h"
#include "session_view.h"
#include "store.h"
#include "tables.h"
#include "text.h"

enum { MINUTE = 60 * 1000, SAY = 200 };

static void say(struct house *house, const char *who, const char *text)
{
    house_say(house, "#g", who, text);
}

static void ready(struct house *house, const char *room)
{
    host_room_ready(house->host, "net", room, house->now);
    house_settle(house);
}

static void wait_minutes(struct house *house, int minutes)
{
    for (int i = 0; i < minutes; i++)
        house_wait(house, MINUTE);
}

/* A person of the table plays a move, not always the first that is legal; false if none can. */
static bool play_move(struct house *house, const char *room, int n)
{
    const struct session *table = house_table(house, room);
    for (int seat = 0; table && host_is_playing(table) && seat < table->seat_count; seat++) {
        static struct sight sight;
        static struct moves moves;
        char bytes[MOVE_TEXT];
        const struct seat *who = &table->seats[seat];
        if (who->kind != SEAT_PERSON || who->is_left || !(session_due(table) >> seat & 1) ||
            !session_legal(table, seat, &sight, &moves) || moves.count == 0)
            continue;
        struct text text = text_over(bytes, sizeof bytes);
        move_format(&table->playing->rules, NULL, &moves.list[n * 7 % moves.count], &text);
        house_say(house, NULL, who->key, bytes);
        return true;
    }
    return false;
}

static void play_moves(struct house *house, const char *room, int most)
{
    for (int n = 0; n < most && play_move(house, room, n); n++)
        ;
}

/* What the latest seat word was that somebody was told. */
static void say_word(struct house *house, const char *old, const char *new)
{
    char wanted[SAY], claim[SAY];
    const char *told = "";
    snprintf(wanted, sizeof wanted, "to %s: <SEAT_WORD_1> ", old);
    const char *words = in_words(wanted);
    for (const char *p = house->told; (p = strstr(p, words)); p++)
        told = p + strlen(words);
    check(*told);
    snprintf(claim, sizeof claim, "seat %.11s", told);
    house_say(house, NULL, new, claim);
}

/* ---- the scenes ---- */

/* A match from its first word to its last; people join, leave and are called otherwise. */
static void match(struct house *house)
{
    house->seed = 0; /* luck is drawn and sealed */
    house_restart(house);
    house->group = "1090000000000000041";
    house->source = (struct heard_source){.id = "household", .people = 1};
    say(house, "$ann", "deal heartcatchers match=3");
    say(house, "$ann", "cut words of mine");
    house->name = "Bob % = two\xc3\xa9";
    say(house, "$bob", "join");
    house->name = NULL;
    say(house, "$ann", "start");
    play_moves(house, "#g", 3);
    host_renamed(house->host, identity("net", "$ann"), "anna", ++house->now);
    house_settle(house);
    play_moves(house, "#g", 400);
}

static void robots(struct house *house)
{
    house->knows_sight = true;
    house_restart(house);
    say(house, "$ann", "deal coloretto side=grey");
    say(house, "$eve", "join");
    say(house, "$bob", "join");
    say(house, "$eve", "leave");
    say(house, "$ann", "options side=brown");
    say(house, "$ann", "robot greedy");
    say(house, "$ann", "robot random");
    say(house, "$cid", "join");
    say(house, "$ann", "start");
    play_moves(house, "#g", 4);
    say(house, "$bob", "leave");
    play_moves(house, "#g", 2);
    say(house, "$bob", "join");
    house_goes(house, "$bob");
    wait_minutes(house, 6);
    say(house, "$ann", "away $bob");
    play_moves(house, "#g", 2);
    house_comes(house, "$bob");
    say(house, "$bob", "board");
    say(house, "$ann", "kick $cid");
    play_moves(house, "#g", 8);
    say(house, "$ann", "stop");
}

/* Keys that end with the connection; words, and a login. */
static void seats(struct house *house)
{
    say(house, "ann", "deal heartcatchers");
    say(house, "bob", "join");
    say(house, "ann", "start");
    play_moves(house, "#g", 2);
    host_gone(house->host, identity("net", "bob"), ++house->now);
    house_settle(house);
    say_word(house, "bob", "bobby");
    host_lost(house->host, identity("net", "ann"), ++house->now);
    say_word(house, "ann", "ann2");
    host_bound(house->host, identity("net", "ann2"), "$ann", ++house->now);
    house_settle(house);
    play_moves(house, "#g", 4);
    wait_minutes(house, 2);
    house_say(house, NULL, "bobby", "seat");
    play_moves(house, "#g", 2);
}

/* A private conversation, which goes on in that of the account. */
static void alone(struct house *house)
{
    house_say(house, NULL, "ann", "deal kritters mode=solo");
    house_say(house, NULL, "ann", "start");
    play_moves(house, "@ann", 2);
    host_bound(house->host, identity("net", "ann"), "$ann", ++house->now);
    house_settle(house);
    play_moves(house, "@$ann", 5);
}

static void set_aside(struct house *house)
{
    say(house, "$ann", "deal coloretto");
    say(house, "$bob", "join");
    say(house, "$ann", "start");
    play_moves(house, "#g", 3);
    wait_minutes(house, 31);
    say(house, "$dan", "free");
    house_say(house, "#h", "$bob", "resume");
    house_settle(house);
    play_moves(house, "#h", 5);
    wait_minutes(house, 31);
    house_say(house, "#h", "$dan", "free");
}

/* Lines that nothing a person says writes so far. */
static void add_line(struct house *house, const char *line)
{
    record_append_played(house->store, 1, line);
    check(house_restart(house) == 1);
    ready(house, "#g");
}

static void repair(struct house *house, int to)
{
    record_append_raw(house->store, 1, "move p1 dance hash=00");
    house_restart(house);
    record_append_repair(house->store, 1, to);
    check(host_read_again(house->host, 1, house->now));
    house_settle(house);
    house_settle(house);
    ready(house, "#g");
}

/* What an admin took back stays in the record. */
static void repaired(struct house *house)
{
    say(house, "$ann", "deal coloretto");
    say(house, "$bob", "join");
    say(house, "$ann", "cut what comes to my mind");
    int good = (int)record_lines(house->store, 1);
    say(house, "$cid", "join"); /* only lines that are taken back name this person */
    say(house, "$ann", "start");
    play_moves(house, "#g", 2);
    repair(house, good);
    say(house, "$ann", "start");
    play_moves(house, "#g", 4);
    repair(house, (int)record_lines(house->store, 1) - 2);
    play_moves(house, "#g", 4);
}

static void taken_back(struct house *house)
{
    char bytes[64];
    say(house, "$ann", "deal roygbiv");
    say(house, "$bob", "join");
    say(house, "$ann", "start");
    play_moves(house, "#g", 5);
    int64_t to = record_lines(house->store, 1) - 2;
    for (int i = 0; i < 2; i++) {
        struct text line = text_over(bytes, sizeof bytes);
        text_putf(&line, "undo to=%d", (int)to);
        add_line(house, bytes);
        play_moves(house, "#g", 2);
    }
}

/* The pace of the table, a pause, and a person who takes too long and comes back. */
static void clocks(struct house *house)
{
    say(house, "ann", "deal coloretto clock=slow");
    say(house, "bob", "join");
    say(house, "ann", "start");
    say(house, "ann", "options clock=live");
    play_moves(house, "#g", 3);
    say(house, "ann", "pause");
    say(house, "bob", "pause");
    house_wait(house, 10 * MINUTE);
    say(house, "bob", "resume");
    house_wait(house, 5 * MINUTE);
    play_moves(house, "#g", 2);
    say(house, "ann", "board");
    say(house, "bob", "board");
    play_moves(house, "#g", 2);
    say(house, "ann", "stop");
    say(house, "ann", "stop");
}

/* People ask each other for a step back, and for a pause. */
static void asked(struct house *house)
{
    snprintf(house->chosen[0].place, sizeof house->chosen[0].place, "net #g");
    snprintf(house->chosen[0].row, sizeof house->chosen[0].row, "undo=consent");
    say(house, "ann", "deal coloretto");
    say(house, "bob", "join");
    say(house, "cid", "join");
    say(house, "ann", "start");
    const struct session *table = house_table(house, "#g");
    const char *people[3];
    for (int i = 0; i < 3; i++)
        people[i] = table->seats[(table->playing->table.turn + i) % 3].name;
    say(house, people[0], "draw");
    say(house, people[0], "place 1");
    for (int i = 0; i < 2; i++) {
        say(house, people[0], "undo");
        say(house, people[1], "undo yes");
        say(house, people[2], i == 0 ? "undo no" : "undo yes");
        say(house, people[i], "pause");
    }
    play_moves(house, "#g", 2);
    say(house, people[0], "undo");
}

/* Moves in advance: one that is played, one that is taken back, one that cannot be played. */
static void ahead(struct house *house)
{
    say(house, "ann", "deal coloretto");
    say(house, "bob", "join");
    say(house, "ann", "start");
    const struct session *table = house_table(house, "#g");
    const char *first = table->seats[table->playing->table.turn].name,
               *second = strcmp(first, "ann") == 0 ? "bob" : "ann";
    house_say(house, NULL, second, "then draw; place 2");
    say(house, first, "draw");
    say(house, first, "place 1");
    house_say(house, NULL, second, "then place 1");
    house_say(house, NULL, second, "then off");
    house_say(house, NULL, second, "then place 1");
    say(house, first, "draw");
    say(house, first, "place 3");
    play_moves(house, "#g", 4);
}

/* Both people are told what to play, one of them twice. */
static void hinted(struct house *house)
{
    say(house, "$ann", "deal heartcatchers");
    say(house, "bob", "join");
    say(house, "$ann", "start");
    for (int turn = 0; turn < 3; turn++) {
        char line[32];
        snprintf(line, sizeof line, "hint seat=%d",
                 1 + house_table(house, "#g")->playing->table.turn);
        add_line(house, line);
        play_moves(house, "#g", 1);
    }
    play_moves(house, "#g", 4);
}

static void guests(struct house *house)
{
    say(house, "$ann", "deal colorcatcher");
    add_line(house, "room number=2 network=net room=#h");
    say(house, "$bob", "join");
    say(house, "$ann", "start");
    play_moves(house, "#g", 3);
    add_line(house, "unroom number=2");
    add_line(house, "room number=3 network=net person=2");
    add_line(house, "away seat=1 why=clock");
    add_line(house, "back seat=1");
    play_moves(house, "#g", 3);
}

/* Seats are closed, people cut, and one of them is sent away before the cards are dealt. */
static void closed(struct house *house)
{
    house->is_cutting = true;
    say(house, "$ann", "deal coloretto cut=words of before");
    say(house, "$bob", "join");
    say(house, "$cid", "join");
    say(house, "$ann", "start");
    say(house, "$bob", "cut seven red herrings");
    say(house, "$ann", "cut far away");
    say(house, "$ann", "kick $cid");
    house_wait(house, 10 * MINUTE);
    house->is_cutting = false;
    play_moves(house, "#g", 4);
    say(house, "$ann", "leave");
    say(house, "$bob", "stop");
}

/* People who waited get robots' seats between two games of a match, one with an account and one
   without. */
static void swapped(struct house *house)
{
    say(house, "$ann", "deal coloretto match=4 robots=3");
    say(house, "$eve", "swap robot2");
    say(house, "fay", "next");
    play_moves(house, "#g", 70);
    say(house, "$ann", "stop");
    say(house, "$ann", "stop");
}

/* A lesson, and the game to its end. */
static void lesson(struct house *house)
{
    house->seed = 0;
    house_restart(house);
    house_say(house, NULL, "ann", "learn heartcatchers");
    house_say(house, NULL, "ann", "catch R me2");
    play_moves(house, "@ann", 20);
}

/* The deal of a day, to its end, which shows no secret. */
static void daily(struct house *house)
{
    static const int64_t day_ms = INT64_C(24) * 3600 * 1000;
    house->now += day_ms; /* the first day has no deal */
    house_say(house, NULL, "$ann", "daily coloretto");
    house_settle(house);
    play_moves(house, "@$ann", 1000);
}

/* Alone with a robot: moves taken back behind its answers and what they showed, and played
   otherwise. */
static void practised(struct house *house)
{
    house->seed = 0;
    house_restart(house);
    say(house, "$ann", "deal coloretto match=4 robots=1");
    for (int i = 0; i < 4; i++) {
        play_moves(house, "#g", 4);
        for (int back = 0; back < 3; back++)
            say(house, "$ann", "undo");
    }
    play_moves(house, "#g", 70);
    say(house, "$ann", "undo");
    say(house, "$ann", "stop");
}

/* A coach, in two games of a match, and without it. */
static void coached(struct house *house)
{
    house->seed = 0;
    house_restart(house);
    say(house, "$ann", "deal coloretto match=4 robots=1");
    say(house, "$ann", "coach on");
    play_moves(house, "#g", 40);
    say(house, "$ann", "coach off");
    play_moves(house, "#g", 10);
    say(house, "$ann", "undo");
    say(house, "$ann", "stop");
}

/* Its last moves say when their games ended. */
static void ended(struct house *house)
{
    say(house, "$ann", "deal heartcatchers match=3");
    say(house, "$bob", "join");
    say(house, "$ann", "start");
    play_moves(house, "#g", 400);
}

/* Who begins was chosen, and chosen again. */
static void chosen(struct house *house)
{
    house->seed = 0;
    house_restart(house);
    say(house, "$ann", "deal roygbiv first=$ann");
    say(house, "$bob", "join");
    say(house, "$cid", "join");
    say(house, "$ann", "options first=lot");
    say(house, "$ann", "options first=$cid");
    say(house, "$bob", "leave");
    say(house, "$bob", "join");
    say(house, "$ann", "start");
    play_moves(house, "#g", 20);
    say(house, "$ann", "stop");
    say(house, "$ann", "stop");
    say(house, "$bob", "stop yes");
    say(house, "$cid", "stop yes");
}

const struct record_scene record_scenes[] = {
    {"match", match},     {"robots", robots},     {"seats", seats},         {"alone", alone},
    {"aside", set_aside}, {"repaired", repaired}, {"undone", taken_back},   {"guests", guests},
    {"clocks", clocks},   {"asked", asked},       {"ahead", ahead},         {"lesson", lesson},
    {"daily", daily},     {"swapped", swapped},   {"hinted", hinted},       {"ended", ended},
    {"closed", closed},   {"chosen", chosen},     {"practised", practised}, {"coached", coached},
    {NULL, NULL},
};

char *record_scene_play(const struct record_scene *scene)
{
    char *text = NULL;
    size_t size;
    struct store *store = store_memory_new();
    struct house *house = malloc(sizeof *house);
    check(house);
    house_open(house, store, false, 1);
    scene->play(house);
    house_settle(house);
    FILE *out = open_memstream(&text, &size);
    record_export(store, 1, out);
    fclose(out);
    if (!*text)
        fprintf(stderr, "%s: %s\n", scene->name, house->told);
    house_close(house);
    store_close(store);
    free(house);
    return text;
}
