/* What can be pressed and completed at a table that another process leads: how it is written
   into mail, what the process here knows of it and for how long, presses, which table a private
   line is about, and that no mail depends on what its reader may not see. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "game.h"
#include "games.h"
#include "heard.h"
#include "host.h"
#include "loop.h"
#include "port.h"
#include "posts.h"
#include "processes.h"
#include "relay.h"
#include "relay_text.h"
#include "session.h"
#include "sheets.h"
#include "sight.h"
#include "tables.h"
#include "testing.h"

#define near (&processes.list[0])
#define far  (&processes.list[1])

enum { MOVES = 256, TWIN_STEPS = 60 };

static struct session *table(void)
{
    return host_find(near->host, near->network, "#a");
}

static int64_t number(void)
{
    struct host_board board;
    assert_true(host_board_in(far->host, far->network, "#b", &board));
    return board.table;
}

static struct host_panel *panel_of(const char *who)
{
    return host_panel_of(far->host, identity(far->network, who), number());
}

/* ---- values as text ---- */

static void assert_same_moves(const struct host_moves *one, const struct host_moves *other)
{
    assert_int_equal(one->count, other->count);
    assert_int_equal(one->press.table, other->press.table);
    assert_int_equal(one->press.seat, other->press.seat);
    assert_int_equal(one->press.decision, other->press.decision);
    for (int i = 0; i < one->count; i++) {
        const struct host_choice *a = &one->list[i], *b = &other->list[i];
        assert_string_equal(a->verb, b->verb);
        assert_string_equal(a->help, b->help);
        assert_string_equal(a->move, b->move);
        assert_string_equal(a->label, b->label);
        assert_string_equal(a->detail, b->detail);
        assert_string_equal(a->picture, b->picture);
        assert_string_equal(a->card, b->card);
        assert_string_equal(a->target, b->target);
    }
    assert_int_equal(one->card_count, other->card_count);
    for (int i = 0; i < one->card_count; i++) {
        const struct host_card *a = &one->cards[i], *b = &other->cards[i];
        assert_string_equal(a->key, b->key);
        assert_string_equal(a->letters, b->letters);
        assert_string_equal(a->name, b->name);
        assert_string_equal(a->picture, b->picture);
        assert_int_equal(a->count, b->count);
    }
}

static void assert_same_panel(const struct host_panel *one, const struct host_panel *other)
{
    assert_non_null(one);
    assert_non_null(other);
    assert_string_equal(one->hand.text, other->hand.text);
    assert_string_equal(one->cards.text, other->cards.text);
    assert_int_equal(one->is_coached, other->is_coached);
    assert_int_equal(one->hand.span_count, other->hand.span_count);
    for (int i = 0; i < one->hand.span_count; i++) {
        assert_int_equal(one->hand.spans[i].at, other->hand.spans[i].at);
        assert_int_equal(one->hand.spans[i].style, other->hand.spans[i].style);
        assert_string_equal(one->hand.spans[i].picture, other->hand.spans[i].picture);
    }
    assert_int_equal(one->can_undo, other->can_undo);
    assert_same_moves(&one->moves, &other->moves);
}

/* Through the bytes that go over the wire. */
static json_t *sent(json_t *object)
{
    char *text = json_dumps(object, JSON_COMPACT | JSON_ENSURE_ASCII);
    json_t *read = json_loads(text, 0, NULL);
    json_decref(object);
    free(text);
    return read;
}

static test_case(a_panel_comes_through_as_it_is)
{
    struct host_panel *panel = calloc(1, sizeof *panel), *read = calloc(1, sizeof *read);
    check(panel);
    panel->can_undo = true;
    panel->moves.press = (struct press){.table = 1000000017, .seat = 3, .decision = 41};
    prose_put(&panel->hand, "your hand: ");
    prose_card(&panel->hand, (enum colour)2, "GL", "d GL");
    for (int i = 0; i < MOVES; i++) {
        char move[HOST_TEXT], label[HOST_TEXT];
        snprintf(move, sizeof move, "hide %d \"\\", i);
        /* not all of it is well-formed */
        snprintf(label, sizeof label, "hide %d \xC3\xA9 \xFF \xEF\x9C\x80", i);
        host_moves_add(&panel->moves, &(struct host_choice){.verb = i % 3 ? "hide" : "steal it",
                                                            .help = i % 3 ? "hide CARD" : "",
                                                            .move = move,
                                                            .label = label,
                                                            .detail = i % 2 ? "green" : "",
                                                            .picture = "GL",
                                                            .card = i % 3 ? "GL" : "",
                                                            .target = label});
    }
    host_moves_add_card(
        &panel->moves,
        &(struct host_card){
            .key = "GL", .letters = "d g", .name = "green \xFF", .picture = "", .count = 2});
    prose_put(&panel->cards, "your hand: green.");
    panel->is_coached = true;
    json_t *object = sent(relay_write(&relay_panel, panel));
    relay_read(&relay_panel, object, read);
    assert_same_panel(panel, read);
    json_decref(object);
    host_panel_free(panel);
    host_panel_free(read);
}

static test_case(a_board_comes_through)
{
    const struct host_board board = {.table = 17,
                                     .game = "coloretto",
                                     .room = "<#50>",
                                     .is_playing = true,
                                     .has_hands = true,
                                     .is_closed = true};
    struct host_board read;
    json_t *object = sent(relay_write(&relay_board, &board));
    relay_read(&relay_board, object, &read);
    assert_memory_equal(&read, &board, sizeof read);
    json_decref(object);
    relay_read(&relay_board, NULL, &read);
    assert_int_equal(read.table, 0);
}

/* Every field of what processes write, each with something of its own in it, comes through: what is
   read is written as before. */
static test_case(every_field_comes_through)
{
    static const struct fields *const all[] = {&relay_heard, &relay_post, &relay_whisper};
    static struct prose prose;
    struct press press = {17, 1, 2, true};
    static const char *called[] = {"ann", "bob", "\xFF"};
    prose_clear(&prose);
    prose_styled(&prose, PROSE_BOARD, COLOUR_RED, "a \xC3\xA9 \xFF");
    for (size_t i = 0; i < sizeof all / sizeof *all; i++) {
        int64_t bytes[64] = {0}, read[64];
        int written = 0;
        assert_true(all[i]->size <= sizeof bytes);
        for (int j = 0; j < all[i]->count; j++) {
            const struct field *field = &all[i]->list[j];
            written += field->kind != FIELD_STAYS;
            if (field->kind == FIELD_TEXT || field->kind == FIELD_OPTION)
                fields_set_pointer(field, bytes, field->name);
            else if (field->kind == FIELD_VALUE)
                fields_set_pointer(field, bytes,
                                   field->most == sizeof press ? (void *)&press : &prose);
            else if (field->kind == FIELD_LIST)
                fields_set_list(field, bytes, (char **)called, 3);
            else if (field->kind != FIELD_STAYS)
                fields_set_number(field, bytes, j + 1);
        }
        json_t *object = sent(relay_write(all[i], bytes));
        assert_int_equal(json_object_size(object), written);
        relay_read(all[i], object, read);
        json_t *again = relay_write(all[i], read);
        assert_true(json_equal(object, again));
        fields_drop(all[i], read);
        json_decref(object);
        json_decref(again);
    }
}

/* ---- bounds ---- */

static test_case(what_is_known_is_bounded)
{
    struct roster roster;
    enum { PEOPLE = 2000, BYTES = 30000 };
    char *text = malloc(BYTES + 1), key[24];
    check(text);
    memset(text, 'x', BYTES);
    text[BYTES] = '\0';
    sheets_init(&roster);
    struct roster_entry *room = sheets_add_room(&roster, "#b", 1, 0),
                        *ann = sheets_add_person(&roster, "ann", "", 1, 0);
    for (int i = 1; i <= 50; i++) {
        sheets_put(&roster, room, &(struct host_board){.table = i}, "", 1);
        sheets_put(&roster, ann, &(struct host_board){.table = i}, "", ROSTER_SHEETS);
        sheets_put(&roster, ann, &(struct host_board){.table = i}, "again", ROSTER_SHEETS);
    }
    assert_non_null(sheets_find(room, 50));
    assert_null(room->sheets->next);
    for (int i = 1; i <= 50; i++)
        assert_int_equal(sheets_find(ann, i) != NULL, i > 50 - ROSTER_SHEETS);
    for (int i = 0; i < PEOPLE; i++) {
        snprintf(key, sizeof key, "p%d", i);
        sheets_put(&roster, sheets_add_person(&roster, key, "", 1, i),
                   &(struct host_board){.table = 1}, text, ROSTER_SHEETS);
        assert_true(roster.bytes <= ROSTER_BYTES);
        /* those told last lose nothing */
        assert_non_null(sheets_find(sheets_person(&roster, key), 1));
    }
    assert_null(sheets_find(sheets_person(&roster, "p0"), 1));
    sheets_fini(&roster);
    assert_int_equal(roster.bytes, 0);
    free(text);
}

/* ---- what the process there knows ---- */

/* Of a person of the far network: the same as the process that leads the table. */
static void assert_is_known(const char *who)
{
    struct host_panel *there = panel_of(who),
                      *here = host_put_panel(table(), identity(far->network, who));
    assert_same_panel(there, here);
    host_panel_free(there);
    host_panel_free(here);
}

static void assert_board_is_known(void)
{
    struct host_board there, here;
    struct host_moves open, own;
    assert_true(host_board_in(far->host, far->network, "#b", &there));
    host_put_board(table(), far->network, &here);
    assert_memory_equal(&there, &here, sizeof there);
    assert_true(host_board_of(far->host, identity(far->network, "bob"), here.table, &there));
    assert_memory_equal(&there, &here, sizeof there);
    host_open_moves(far->host, far->network, "#b", &open);
    host_put_open_moves(table(), far->network, &own);
    assert_same_moves(&open, &own);
    host_moves_free(&open);
    host_moves_free(&own);
}

/* The person for whom the table waits plays the first move of theirs, bob by a press. False if
   nobody can. */
static bool play_one(void)
{
    struct host_panel *bobs = panel_of("bob"),
                      *anns = host_put_panel(table(), identity(near->network, "ann"));
    bool is_bobs = bobs && bobs->moves.count > 0, is_anns = anns && anns->moves.count > 0;
    char move[HOST_TEXT] = "";
    if (is_bobs) {
        process_press(far, "bob", &bobs->moves.press, bobs->moves.list[0].move);
    } else if (is_anns) {
        snprintf(move, sizeof move, "%s", anns->moves.list[0].move);
        process_say(near, "#a", "ann", move);
    }
    host_panel_free(bobs);
    host_panel_free(anns);
    return is_bobs || is_anns;
}

static void play_and_compare(const char *game)
{
    int steps = 0;
    processes_begin_game(game);
    while (table() && host_is_playing(table()) && steps < TWIN_STEPS) {
        assert_is_known("bob");
        assert_board_is_known();
        if (!play_one())
            break;
        steps++;
    }
    assert_true(steps > 4);
    assert_int_equal(processes_undealt(), 0);
}

static test_case(hands_boards_and_moves_are_known_there)
{
    for (int i = 0; i < game_count; i++) {
        if (games[i]->seats_min > 2)
            continue;
        processes_close();
        processes_open(2);
        play_and_compare(games[i]->id);
    }
}

static test_case(a_lobby_is_known_there)
{
    struct host_board board;
    processes_share_table("coloretto");
    assert_true(host_board_in(far->host, far->network, "#b", &board));
    assert_false(board.is_playing);
    assert_string_equal(board.room, "#b");
    assert_false(host_board_of(far->host, identity(far->network, "bob"), board.table, &board));
    process_say(far, "#b", "bob", "join");
    assert_true(host_board_of(far->host, identity(far->network, "bob"), number(), &board));
    process_say(far, "#b", "bob", "leave");
    assert_false(host_board_of(far->host, identity(far->network, "bob"), number(), &board));
}

/* ---- names, and people of a room ---- */

static void put_word(char words[HOST_TEXT], const char *word)
{
    size_t length = strlen(words);
    snprintf(words + length, HOST_TEXT - length, "%s ", word);
}

static bool put_name(void *words, const char *name)
{
    put_word(words, name);
    return true;
}

static void put_key(void *words, const char *key, const char *name)
{
    (void)name;
    put_word(words, key);
}

static void assert_to_kick(const char *who, const char *wanted)
{
    char words[HOST_TEXT] = "";
    host_each_to_kick_at(far->host, identity(far->network, who), number(), put_name, words);
    assert_string_equal(words, wanted);
}

static void assert_seated(const char *wanted)
{
    char words[HOST_TEXT] = "";
    host_each_seated_in(far->host, far->network, "#b", put_key, words);
    assert_string_equal(words, wanted);
}

static test_case(who_sits_at_a_table_is_known_there)
{
    processes_share_table("coloretto");
    assert_seated("");
    assert_to_kick("bob", ""); /* who does not sit there is told nothing */
    process_say(far, "#b", "bob", "join");
    process_say(near, "#a", "ann", "add robot");
    assert_seated("bob ");
    assert_to_kick("bob", "ann robot ");
    process_say(far, "#b", "cid", "join");
    assert_to_kick("bob", "ann robot cid ");
    assert_to_kick("cid", "ann bob robot ");
    process_say(far, "#b", "bob", "leave");
    assert_seated("cid ");
    assert_to_kick("bob", "");
    assert_to_kick("cid", "ann robot ");
}

/* The table goes on in its own process, and the room has none. */
static test_case(a_room_that_is_gone_shows_the_table_no_more)
{
    struct host_board board;
    processes_begin_game("coloretto");
    int64_t was = number();
    host_room_gone(far->host, far->network, "#b", loop_now(processes.loop));
    processes_deliver();
    assert_false(host_board_in(far->host, far->network, "#b", &board));
    assert_null(host_find(near->host, far->network, "#b"));
    process_expect(near, "#b on discord:far");
    assert_true(host_is_playing(table()));
    /* who sits there still does */
    assert_true(host_board_of(far->host, identity(far->network, "bob"), was, &board));
    process_say(far, NULL, "bob", "turn");
    process_expect(far, "to bob: ");
    assert_int_equal(processes_undealt(), 0);
}

static test_case(what_is_over_is_forgotten_there)
{
    struct host_board board;
    processes_begin_game("heartcatchers");
    int64_t was = number();
    process_say(near, "#a", "ann", "stop yes");
    process_say(far, "#b", "bob", "stop yes");
    assert_null(table());
    assert_false(host_board_in(far->host, far->network, "#b", &board));
    assert_false(host_board_of(far->host, identity(far->network, "bob"), was, &board));
    assert_null(host_panel_of(far->host, identity(far->network, "bob"), was));
}

static test_case(a_finished_game_offers_another_there)
{
    processes_begin_game("heartcatchers");
    int64_t was = number();
    assert_false(host_room_offers_again(far->host, far->network, "#b", was));
    while (table() && play_one())
        ;
    process_expect(far, "<AGAIN_2>");
    assert_true(host_room_offers_again(far->host, far->network, "#b", was));
}

/* The one before was killed before it could say that the table is gone. */
static test_case(what_a_new_process_does_not_lead_is_forgotten)
{
    int64_t tables[HOST_TABLES_EACH];
    processes_begin_game("heartcatchers");
    assert_int_equal(host_tables_of(far->host, identity(far->network, "bob"), tables), 1);
    processes.is_full = true;
    host_end_table(near->host, table()->id, "boss", loop_now(processes.loop));
    processes_deliver();
    processes.is_full = false;
    process_restart(near);
    processes_deliver();
    assert_int_equal(host_tables_of(far->host, identity(far->network, "bob"), tables), 0);
}

static test_case(a_new_process_is_told_anew)
{
    processes_begin_game("heartcatchers");
    process_restart(far);
    assert_is_known("bob");
    process_restart(near);
    assert_is_known("bob");
    assert_true(play_one() && play_one());
    assert_is_known("bob");
    assert_board_is_known();
}

/* Plays until it is the turn of that person. */
static void play_up_to(const char *who)
{
    const struct process *process = strcmp(who, "ann") == 0 ? near : far;
    struct host_panel *panel;
    while (!(panel = host_put_panel(table(), identity(process->network, who))) ||
           panel->moves.count == 0) {
        host_panel_free(panel);
        assert_true(play_one());
    }
    host_panel_free(panel);
}

/* What is refused for space is told with the next change, also where it goes along with nothing
   else. */
static void refuse_one(const char *game)
{
    processes_begin_game(game);
    play_up_to("ann");
    processes.is_full = true;
    assert_true(play_one());
    processes.is_full = false;
    loop_step(processes.loop, 3000);
    processes_deliver();
    host_renamed(near->host, identity(near->network, "ann"), "anna",
                 loop_now(processes.loop)); /* changes nothing that bob can press */
    process_settle(near);
    processes_deliver();
    assert_is_known("bob");
}

static test_case(what_was_refused_is_told_later)
{
    refuse_one("heartcatchers");
}

static test_case(what_was_refused_alone_is_told_later)
{
    refuse_one("coloretto");
}

static void stop_without_a_word(void)
{
    host_end_table(near->host, table()->id, "boss", loop_now(processes.loop));
    process_settle(near);
    assert_null(table());
}

static void assert_nothing_is_known(int64_t was)
{
    struct host_board board;
    int64_t tables[HOST_TABLES_EACH];
    loop_step(processes.loop, 3000);
    processes_deliver();
    assert_false(host_board_in(far->host, far->network, "#b", &board));
    assert_int_equal(host_tables_of(far->host, identity(far->network, "bob"), tables), 0);
    assert_false(host_board_of(far->host, identity(far->network, "bob"), was, &board));
}

static test_case(that_a_table_is_gone_is_told_later_where_there_was_no_space)
{
    processes_begin_game("heartcatchers");
    int64_t was = number();
    processes.is_full = true;
    stop_without_a_word();
    processes.is_full = false;
    assert_nothing_is_known(was);
}

/* The database refuses it. */
static test_case(that_a_table_is_gone_is_told_later_where_it_was_refused)
{
    processes_begin_game("heartcatchers");
    int64_t was = number();
    int before = processes.letter_count, refused = 0;
    stop_without_a_word();
    for (int i = before, count = processes.letter_count; i < count; i++) {
        struct letter *letter = &processes.letters[i];
        if (letter->is_done || !strstr(letter->body, "\"k\":\"gone\""))
            continue;
        letter->is_done = true;
        relay_refused(near->relay, far->network, letter->body);
        refused++;
    }
    assert_int_equal(refused, 2); /* the room, and bob */
    assert_nothing_is_known(was);
}

/* Ann throws bob out, which is not told, and he comes back. */
static test_case(who_is_back_is_not_forgotten_later)
{
    struct host_board board;
    processes_share_table("coloretto");
    process_say(far, "#b", "bob", "join");
    processes.is_full = true;
    process_say(near, "#a", "ann", "kick bob");
    processes.is_full = false;
    processes.pause = 1; /* before that is tried again */
    process_say_as(far, "#b", "bob", NULL, "join");
    processes_deliver();
    loop_step(processes.loop, 3000);
    processes_deliver();
    assert_true(host_board_of(far->host, identity(far->network, "bob"), number(), &board));
    assert_int_equal(processes_undealt(), 0);
}

/* ---- presses ---- */

static int decisions(void)
{
    return table()->playing->decisions[0] + table()->playing->decisions[1];
}

static test_case(a_press_counts_once_and_an_old_one_not_at_all)
{
    processes_begin_game("heartcatchers");
    play_up_to("bob");
    struct host_panel *bobs = panel_of("bob");
    int before = decisions(), dealt = far->dealt;
    process_press(far, "bob", &bobs->moves.press, bobs->moves.list[0].move);
    assert_int_equal(decisions(), before + 1);
    assert_int_equal(far->dealt, dealt + 1);
    far->told[0] = '\0';
    process_press(far, "bob", &bobs->moves.press, bobs->moves.list[0].move);
    assert_int_equal(decisions(), before + 1);
    assert_int_equal(process_count(far, "to bob: <PRESS_STALE_2>"), 1);
    far->told[0] = '\0';
    process_press(far, "cid", &bobs->moves.press, bobs->moves.list[0].move);
    assert_int_equal(decisions(), before + 1);
    assert_int_equal(process_count(far, "to cid: "), 1);
    host_panel_free(bobs);
    assert_is_known("bob");
    assert_int_equal(processes_undealt(), 0);
}

static int told_that_it_waits(void)
{
    return process_count(far, "to bob: <RELAY_WAITS_1>");
}

static test_case(a_press_is_answered_while_the_process_there_is_away)
{
    processes_begin_game("coloretto");
    play_up_to("bob");
    struct host_panel *bobs = panel_of("bob");
    int before = decisions(), dealt = far->dealt;
    near->is_away = true;
    far->told[0] = '\0';
    for (int i = 1; i <= 2; i++) {
        process_press(far, "bob", &bobs->moves.press, bobs->moves.list[0].move);
        loop_step(processes.loop, 1);
        assert_int_equal(told_that_it_waits(), i);
        assert_int_equal(far->dealt, dealt + i);
    }
    assert_int_equal(decisions(), before);
    near->is_away = false;
    processes_deliver();
    assert_int_equal(decisions(), before + 1); /* the second one was out of date by then */
    host_panel_free(bobs);
    assert_int_equal(processes_undealt(), 0);
}

/* It died with the press, and that is known some seconds later. */
static test_case(a_press_is_answered_when_the_process_there_is_found_to_be_away)
{
    processes_begin_game("coloretto");
    play_up_to("bob");
    struct host_panel *bobs = panel_of("bob");
    int before = decisions(), dealt = far->dealt, was_sent = processes.letter_count;
    near->is_dead = true;
    process_press(far, "bob", &bobs->moves.press, bobs->moves.list[0].move);
    assert_true(processes.letter_count > was_sent);
    loop_step(processes.loop, 5000);
    assert_int_equal(told_that_it_waits(), 0);
    near->is_away = true;
    loop_step(processes.loop, 5000);
    assert_int_equal(told_that_it_waits(), 1);
    assert_int_equal(far->dealt, dealt + 1);
    near->is_away = near->is_dead = false;
    processes_deliver();
    assert_int_equal(decisions(), before + 1);
    process_press(far, "bob", &bobs->moves.press, bobs->moves.list[0].move);
    near->is_away = true; /* now both are answered */
    loop_step(processes.loop, 5000);
    assert_int_equal(told_that_it_waits(), 1);
    near->is_away = false;
    host_panel_free(bobs);
    assert_int_equal(processes_undealt(), 0);
}

/* ---- which table is meant ---- */

static void open_own_table(void)
{
    process_say(far, "#c", "bob", "play heartcatchers");
    process_say(far, "#c", "cid", "join");
}

static test_case(a_private_line_goes_to_the_only_table_in_play)
{
    processes_begin_game("coloretto");
    open_own_table(); /* a lobby */
    far->told[0] = '\0';
    process_say(far, NULL, "bob", "pass please");
    assert_int_equal(process_count(far, "<REPLAY_WORDS_1>"), 0);
    assert_int_equal(process_count(far, "<TABLE_WHICH_2>"), 0);
    play_up_to("bob");
    struct host_panel *bobs = panel_of("bob");
    int before = decisions();
    process_say(far, NULL, "bob", bobs->moves.list[0].move);
    assert_int_equal(decisions(), before + 1);
    host_panel_free(bobs);
    assert_int_equal(processes_undealt(), 0);
}

static test_case(between_tables_in_play_a_person_is_asked)
{
    char named[HOST_TEXT];
    processes_begin_game("coloretto");
    open_own_table();
    process_say(far, "#c", "bob", "start");
    process_say(far, "#c", "cid", "start");
    play_up_to("bob");
    struct host_panel *bobs = panel_of("bob");
    int before = decisions();
    far->told[0] = '\0';
    process_say(far, NULL, "bob", bobs->moves.list[0].move);
    assert_int_equal(decisions(), before);
    process_expect(far, "#c, #b");
    snprintf(named, sizeof named, "#b %s", bobs->moves.list[0].move);
    process_say(far, NULL, "bob", named);
    assert_int_equal(decisions(), before + 1);
    host_panel_free(bobs);
    far->told[0] = '\0';
    snprintf(named, sizeof named, "coloretto-%d score", (int)number());
    process_say(far, NULL, "bob", named);
    process_expect(far, "to bob: ");
    assert_int_equal(process_count(far, "#c, #b"), 0);
    far->told[0] = '\0';
    process_say(far, NULL, "bob", "#c hand");
    process_expect(far, "our hand");
    assert_int_equal(processes_undealt(), 0);
}

/* ---- secrets ---- */

static const char *const viewers[] = {"#b", "bob", "cid"};
enum { VIEWERS = 3 };
struct course {
    char script[TWIN_STEPS][HOST_TEXT];
    char *mail[TWIN_STEPS][VIEWERS];
    uint64_t sight[TWIN_STEPS][VIEWERS];
    int count;
};

/* What a mail has for a room or person; what is for nobody is for all. */
static bool is_for(const json_t *mail, const char *viewer)
{
    static const char *const fields[] = {"person", "key", "room"};
    const char *kind = json_string_value(json_object_get(mail, "k"));
    bool is_whisper = kind && strcmp(kind, "whisper") == 0;
    for (int i = 0; i < 3; i++) {
        const char *to = json_string_value(json_object_get(mail, fields[i]));
        if (to)
            return strcmp(to, viewer) == 0;
    }
    return !is_whisper;
}

static uint64_t sight_of(const char *viewer)
{
    static struct sight sight;
    uint64_t hash = UINT64_C(14695981039346656037);
    int seat = SEAT_PUBLIC;
    if (!table())
        return 0;
    for (int i = 0; i < table()->seat_count; i++)
        if (strcmp(table()->seats[i].key, viewer) == 0)
            seat = i;
    memset(&sight, 0, sizeof sight);
    table_sight(&table()->playing->rules, &table()->playing->table, seat, &sight);
    for (size_t i = 0; i < sizeof sight; i++)
        hash = (hash ^ ((const unsigned char *)&sight)[i]) * UINT64_C(1099511628211);
    return hash;
}

static void collect(struct course *course, int step, int from)
{
    for (int v = 0; v < VIEWERS; v++) {
        size_t size;
        FILE *out = open_memstream(&course->mail[step][v], &size);
        check(out);
        for (int i = from; i < processes.letter_count; i++) {
            json_t *mail = processes.letters[i].from == near
                               ? json_loads(processes.letters[i].body, 0, NULL)
                               : NULL;
            if (mail && is_for(mail, viewers[v]))
                fprintf(out, "%s\n", processes.letters[i].body);
            json_decref(mail);
        }
        fclose(out);
        course->sight[step][v] = sight_of(viewers[v]);
    }
}

/* A card in the hand of `holder`, and one that nobody sees, change places. */
static bool swap(const char *holder)
{
    struct table *t = &table()->playing->table;
    const struct ruleset *rules = &table()->playing->rules;
    struct card *own = NULL;
    for (int zone = 0; zone < t->zones; zone++) {
        int owner =
            zone_spec(rules, zone)->audience == AUDIENCE_OWNER ? zone_owner(rules, zone) : -1;
        if (owner >= 0 && zone_size(t, zone) > 0 && strcmp(table()->seats[owner].key, holder) == 0)
            own = &t->cards[t->first[zone]];
    }
    for (int zone = 0; own && zone < t->zones; zone++)
        for (int i = 0; zone_spec(rules, zone)->audience == AUDIENCE_NONE && i < zone_size(t, zone);
             i++) {
            struct card *card = &t->cards[t->first[zone] + i];
            if (card->face == own->face ||
                rules->faces[card->face].back != rules->faces[own->face].back)
                continue;
            int16_t face = own->face;
            own->face = card->face;
            card->face = face;
            return true;
        }
    return false;
}

/* The person who may move does what the script says, or, in the first course, any of their
   moves. False if nobody can. */
static bool act(struct course *course, int step, const struct course *first)
{
    static const char *const people[] = {"ann", "bob", "cid"};
    for (int i = 0; i < 3; i++) {
        struct process *process = i ? far : near;
        struct host_panel *panel = host_put_panel(table(), identity(process->network, people[i]));
        bool can = panel && panel->moves.count > 0;
        if (can)
            snprintf(course->script[step], HOST_TEXT, "%s",
                     first ? first->script[step] : panel->moves.list[panel->moves.count / 2].move);
        host_panel_free(panel);
        if (!can)
            continue;
        process_say(process, NULL, people[i], course->script[step]);
        return true;
    }
    return false;
}

/* cid plays by a code, without a room. False if no card could change places. */
static bool play_course(struct course *course, const struct course *first, int swap_at,
                        const char *holder)
{
    char join[64];
    bool has_swapped = !holder;
    host_fix_luck(near->host, 5);
    processes_share_table("heartcatchers");
    process_say(far, "#b", "bob", "join");
    snprintf(join, sizeof join, "join %s", table()->shown.invite);
    process_say(far, NULL, "cid", join);
    process_say(near, "#a", "ann", "start");
    process_say(far, "#b", "bob", "start");
    process_say(far, NULL, "cid", "start");
    loop_step(processes.loop, 15000);
    process_settle(near);
    processes_deliver();
    assert_true(host_is_playing(table()));
    for (; course->count < TWIN_STEPS && table(); course->count++) {
        int from = processes.letter_count;
        if (holder && course->count == swap_at)
            has_swapped = swap(holder);
        if ((first && course->count == first->count) || !act(course, course->count, first))
            break;
        process_say(far, "#b", "bob", "board");
        collect(course, course->count, from);
    }
    return has_swapped;
}

static void forget(struct course *course)
{
    for (int i = 0; i < TWIN_STEPS; i++)
        for (int v = 0; v < VIEWERS; v++)
            free(course->mail[i][v]);
    memset(course, 0, sizeof *course);
}

static int compare(const struct course *one, const struct course *other, const char *holder)
{
    int compared = 0;
    for (int v = 0; v < VIEWERS; v++) {
        for (int i = 0; i < one->count && i < other->count; i++) {
            if (one->sight[i][v] != other->sight[i][v] || one->sight[i][v] == 0 ||
                strcmp(holder, viewers[v]) == 0)
                break;
            if (strcmp(one->mail[i][v], other->mail[i][v]) != 0)
                fail_msg("with another card in the hand of %s, %s gets by mail\n%s\ninstead of\n%s",
                         holder, viewers[v], other->mail[i][v], one->mail[i][v]);
            compared += one->mail[i][v][0] != '\0';
        }
    }
    return compared;
}

static test_case(no_mail_tells_what_its_reader_may_not_see)
{
    static const char *const holders[] = {"ann", "bob", "cid"};
    static struct course first, twin;
    int compared = 0, swapped = 0;
    play_course(&first, NULL, 0, NULL);
    assert_true(first.count > 10);
    for (int i = 0; i < 6; i++) {
        processes_close();
        processes_open(2);
        swapped += play_course(&twin, &first, i, holders[i % 3]);
        compared += compare(&first, &twin, holders[i % 3]);
        forget(&twin);
    }
    print_message("%d twins, %d times the same mail\n", swapped, compared);
    assert_true(swapped >= 3 && compared > 20);
    forget(&first);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define BOTH(test) cmocka_unit_test_setup_teardown(test, processes_open_two, processes_close_all)
        cmocka_unit_test(a_panel_comes_through_as_it_is),
        cmocka_unit_test(a_board_comes_through),
        cmocka_unit_test(every_field_comes_through),
        cmocka_unit_test(what_is_known_is_bounded),
        BOTH(hands_boards_and_moves_are_known_there),
        BOTH(a_lobby_is_known_there),
        BOTH(who_sits_at_a_table_is_known_there),
        BOTH(a_room_that_is_gone_shows_the_table_no_more),
        BOTH(what_is_over_is_forgotten_there),
        BOTH(a_finished_game_offers_another_there),
        BOTH(a_new_process_is_told_anew),
        BOTH(what_a_new_process_does_not_lead_is_forgotten),
        BOTH(what_was_refused_is_told_later),
        BOTH(what_was_refused_alone_is_told_later),
        BOTH(that_a_table_is_gone_is_told_later_where_there_was_no_space),
        BOTH(that_a_table_is_gone_is_told_later_where_it_was_refused),
        BOTH(who_is_back_is_not_forgotten_later),
        BOTH(a_press_counts_once_and_an_old_one_not_at_all),
        BOTH(a_press_is_answered_while_the_process_there_is_away),
        BOTH(a_press_is_answered_when_the_process_there_is_found_to_be_away),
        BOTH(a_private_line_goes_to_the_only_table_in_play),
        BOTH(between_tables_in_play_a_person_is_asked),
        BOTH(no_mail_tells_what_its_reader_may_not_see),
#undef BOTH
    };
    return cmocka_run_group_tests_name("relay_panels", tests, NULL, NULL);
}
