/* One person on two networks, "net" and "far": how identities are linked and parted, what of it
   others hear, what bounds it, and that a seat taken on one network is played from the other. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "host.h"
#include "host_state.h"
#include "household.h"
#include "in_words.h"
#include "linking.h"
#include "links.h"
#include "port.h"
#include "seat.h"
#include "session.h"
#include "session_view.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"

enum { DAY_MS = 24 * 60 * 60 * 1000 };

static const char *asked_code(const char *who)
{
    say_slowly(NULL, who, "link");
    return told_code("!link ", 8);
}

static void link_them(const char *who, const char *other)
{
    far_say_slowly(NULL, other, asked_code(who));
    say_slowly(NULL, who, "link yes");
    assert_told("<LINKED_2>");
}

static bool are_linked(const char *who, const char *other)
{
    return identity_same(house.host, identity("net", who), identity("far", other));
}

/* ---- how it is done ---- */

static test_case(a_code_and_a_yes_make_one_person)
{
    const char *line = asked_code("$ann");
    far_say_slowly(NULL, "$annie", line);
    assert_told("to $ann: <LINK_WISH_3 who=$annie|network=far>");
    assert_told("far to $annie: <LINK_ASKED_1 network=net>");
    assert_false(are_linked("$ann", "$annie"));
    say_slowly(NULL, "$ann", "link yes");
    assert_told("to $ann: <LINKED_1 who=$annie|network=far>");
    assert_told("far to $annie: <LINKED_1 who=$ann|network=net>");
    assert_true(are_linked("$ann", "$annie"));
    assert_int_equal(house.posts, 0);
    far_say_slowly(NULL, "$annie", "whoami");
    assert_told("far to $annie: <WHOAMI who=$annie|network=far> <WHOAMI_LINKED "
                "who=$ann|network=net> <WHOAMI_NO_TABLE>");
    house_restart(&house);
    assert_true(are_linked("$ann", "$annie"));
}

static test_case(nothing_is_linked_without_the_yes_of_the_first)
{
    far_say_slowly(NULL, "$annie", asked_code("$ann"));
    far_say_slowly(NULL, "$annie", "link yes");
    assert_told("far to $annie: <LINK_OTHER_ANSWERS_2 network=net>");
    say_slowly(NULL, "$ann", "link no");
    assert_told("to $ann: <LINK_REFUSED_1>");
    assert_told("far to $annie: <LINK_REFUSED_1>");
    say_slowly(NULL, "$ann", "link yes");
    assert_told("to $ann: <LINK_NO_WISH_2>");
    assert_false(are_linked("$ann", "$annie"));
}

/* Not the other identities of that person either. */
static test_case(only_who_asked_for_the_code_says_yes)
{
    link_them("$ann", "$annie");
    far_say_slowly(NULL, "$third", asked_code("$ann"));
    far_say_slowly(NULL, "$annie", "link yes");
    assert_told("far to $annie: <LINK_NO_WISH_2>");
    say_slowly(NULL, "$ann", "link yes");
    assert_true(are_linked("$ann", "$third"));
}

static test_case(what_is_not_saved_is_not_linked)
{
    far_say_slowly(NULL, "$annie", asked_code("$ann"));
    faulty_store_fail(faulty, 0, INT_MAX, STORE_FULL);
    say_slowly(NULL, "$ann", "link yes");
    assert_told("to $ann: <FORGET_NOT_SAVED_1>");
    assert_false(are_linked("$ann", "$annie"));
    faulty_store_fail(faulty, 0, 0, STORE_OK);
    say_slowly(NULL, "$ann", "link");
    far_say_slowly(NULL, "$annie", told_code("!link ", 8));
    say_slowly(NULL, "$ann", "link yes");
    assert_true(are_linked("$ann", "$annie"));
}

/* Both heard that they are not linked; a row that was written all the same would come back at
   the next start. */
static test_case(a_link_whose_answer_was_lost_is_none)
{
    far_say_slowly(NULL, "$annie", asked_code("$ann"));
    faulty_store_lose_answers(faulty, 0, 1);
    say_slowly(NULL, "$ann", "link yes");
    assert_told("to $ann: <FORGET_NOT_SAVED_1>");
    assert_false(are_linked("$ann", "$annie"));
    house_restart(&house);
    assert_false(are_linked("$ann", "$annie"));
    link_them("$ann", "$other");
    faulty_store_lose_answers(faulty, 0, 1);
    say_slowly(NULL, "$ann", "unlink"); /* and a row that was deleted all the same is there again */
    house_restart(&house);
    assert_true(are_linked("$ann", "$other"));
}

/* The same where the store stays away for a while: the row is written again until the store has
   it. */
static test_case(a_row_of_unknown_outcome_is_mended_once_the_store_is_back)
{
    far_say_slowly(NULL, "$annie", asked_code("$ann"));
    faulty_store_lose_answers(faulty, 0, 1);
    faulty_store_hold(faulty, true);
    say_slowly(NULL, "$ann", "link yes");
    faulty_store_fail(faulty, 0, INT_MAX, STORE_AWAY);
    faulty_store_hold(faulty, false);
    house_settle(&house);
    assert_told("to $ann: <FORGET_NOT_SAVED_1>");
    house_wait(&house, 60 * 1000);
    faulty_store_fail(faulty, 0, 0, STORE_OK);
    house_wait(&house, HOST_RETRY_MS);
    link_them("$ann", "$other");
    house_restart(&house);
    assert_false(are_linked("$ann", "$annie"));
    assert_true(are_linked("$ann", "$other"));
}

/* A kill between the yes and its answer. */
static test_case(a_kill_leaves_what_the_store_has)
{
    struct heard yes = {.network = "net", .key = "$ann", .name = "$ann", .text = "link yes"};
    far_say_slowly(NULL, "$annie", asked_code("$ann"));
    yes.now = ++house.now;
    house_forget(&house);
    commands_hear(house.commands, house.host, &yes);
    assert_false(host_is_settled(house.host));
    assert_false(are_linked("$ann", "$annie")); /* nor told, before it is safe */
    assert_not_told("<LINKED_3>");
    house_restart(&house);
    assert_true(are_linked("$ann", "$annie"));
}

static test_case(either_parts_them)
{
    link_them("$ann", "$annie");
    far_say_slowly(NULL, "$annie", "unlink");
    assert_told("far to $annie: <UNLINKED_1>");
    assert_told("to $ann: <UNLINKED_OTHER who=$annie|network=far>");
    assert_false(are_linked("$ann", "$annie"));
    house_restart(&house);
    assert_false(are_linked("$ann", "$annie"));
    say_slowly(NULL, "$ann", "unlink");
    assert_told("to $ann: <UNLINK_NONE_1>");
}

/* ---- what others learn ---- */

static test_case(a_code_in_public_is_void)
{
    const char *line = asked_code("$ann");
    far_say_slowly("#lounge", "$annie", line);
    assert_told("far to $annie: <LINK_PUBLIC_1>");
    assert_told("to $ann: <LINK_VOID_1>");
    far_say_slowly(NULL, "$annie", line);
    assert_told("far to $annie: <LINK_UNKNOWN_1>");
    say_slowly("#g", "$ann", "link");
    assert_told("to $ann: <LINK_PRIVATE_1>");
    assert_int_equal(house.posts, 0);
    assert_int_equal(house.opens, 0);
}

static test_case(whoami_is_for_one_pair_of_eyes)
{
    link_them("$ann", "$annie");
    say_slowly("#g", "$ann", "whoami");
    assert_int_equal(house.posts + house.opens, 0);
    assert_told("to $ann: <WHOAMI who=$ann|network=net> <WHOAMI_LINKED "
                "who=$annie|network=far>");
    say_slowly("#g", "bob", "whoami");
    assert_told("to bob: <WHOAMI_PASSING who=bob|network=net>");
}

/* ---- bounds ---- */

static test_case(a_code_works_once_and_for_ten_minutes)
{
    const char *line = asked_code("$ann");
    house_wait(&house, 10 * MINUTE);
    far_say_slowly(NULL, "$annie", line);
    assert_told("<LINK_UNKNOWN_1>");
    line = asked_code("$ann");
    far_say_slowly(NULL, "$annie", line);
    assert_told("<LINK_ASKED_2>");
    far_say_slowly(NULL, "$other", line);
    assert_told("far to $other: <LINK_UNKNOWN_1>");
    house_wait(&house, 10 * MINUTE);
    say_slowly(NULL, "$ann", "link yes");
    assert_told("<LINK_NO_WISH_2>");
}

static test_case(a_new_code_ends_the_old_one)
{
    char old[32];
    snprintf(old, sizeof old, "%s", asked_code("$ann"));
    say_slowly(NULL, "$ann", "link");
    far_say_slowly(NULL, "$annie", old);
    assert_told("<LINK_UNKNOWN_1>");
}

static test_case(nobody_guesses_more_than_five_times_an_hour)
{
    char right[32];
    snprintf(right, sizeof right, "%s", asked_code("$ann"));
    house.source = (struct heard_source){"host", 4};
    for (int i = 0; i < TRIES_MOST; i++) {
        char who[8];
        snprintf(who, sizeof who, "$e%d", i); /* other accounts of one source */
        far_say_slowly(NULL, who, "link BCDFGHJK");
        assert_told("<LINK_UNKNOWN_1>");
    }
    far_say_slowly(NULL, "$eve", right);
    assert_told("far to $eve: <LINK_LOCKED_1>");
    house.source = (struct heard_source){NULL, 0};
    far_say_slowly(NULL, "$annie", right); /* nobody else is locked out */
    assert_told("<LINK_ASKED_2>");
}

static test_case(a_network_has_so_many_codes_and_no_more)
{
    char first[32], who[16];
    snprintf(first, sizeof first, "%s", asked_code("$ann"));
    far_say_slowly(NULL, "$far", "link");
    const char *at = told_code("!link ", 8);
    char elsewhere[32];
    snprintf(elsewhere, sizeof elsewhere, "%s", at);
    for (int i = 0; i < LINK_WAITING_MOST; i++) {
        house.now += 10;
        snprintf(who, sizeof who, "$p%d", i);
        house_say(&house, NULL, who, "link");
        house_forget(&house);
    }
    far_say_slowly(NULL, "$annie", first);
    assert_told("<LINK_UNKNOWN_1>"); /* the oldest of its network */
    say_slowly(NULL, "$last", elsewhere);
    assert_told("<LINK_ASKED_3 network=far>");
}

static test_case(a_person_has_so_many_identities)
{
    char who[16];
    for (int i = 1; i < LINK_EACH; i++) {
        snprintf(who, sizeof who, "$a%d", i);
        link_them("$ann", who);
    }
    far_say_slowly(NULL, "$more", asked_code("$ann"));
    assert_told("far to $more: <LINK_FULL_1 most=5>");
    far_say_slowly(NULL, "$a1", "unlink");
    assert_true(are_linked("$ann", "$a2"));
    link_them("$ann", "$more");
}

static test_case(whoever_said_nothing_for_long_makes_room)
{
    struct linked person = {.count = 2};
    for (int i = 1; i <= LINKS_MOST; i++) {
        person.number = i;
        for (int n = 0; n < 2; n++) {
            snprintf(person.identities[n].network, HOST_NETWORK, "%s", n ? "far" : "net");
            snprintf(person.identities[n].key, HOST_KEY, "$%d", i);
        }
        links_put(house.host, &person);
    }
    assert_true(links_are_full(house.host));
    far_say_slowly(NULL, "$annie", asked_code("$ann"));
    assert_told("<LINKS_FULL_1 most=20000>");
    house.now += (int64_t)LINK_IDLE_DAYS * DAY_MS;
    say_slowly(NULL, "$17", "games");
    assert_false(links_are_full(house.host));
    link_them("$ann", "$annie");
    assert_true(are_linked("$17", "$17"));
}

static test_case(only_lasting_identities_are_linked)
{
    say_slowly(NULL, "ann", "link");
    assert_told("to ann: <LINK_PASSING_1>");
    far_say_slowly(NULL, "annie", asked_code("$ann"));
    assert_told("far to annie: <LINK_PASSING_1>");
}

static test_case(nobody_is_two_persons)
{
    const char *line = asked_code("$ann");
    say_slowly(NULL, "$ann", line);
    assert_told("<LINK_SELF_1>");
    link_them("$ann", "$annie");
    far_say_slowly(NULL, "$annie", asked_code("$bob"));
    assert_told("far to $annie: <LINK_HAS_OTHERS_1>");
    far_say_slowly(NULL, "$annie", asked_code("$ann"));
    assert_told("far to $annie: <LINK_ALREADY_1>");
}

static test_case(a_look_follows_the_person)
{
    say_slowly(NULL, "$ann", "set symbols");
    assert_not_told("reads");
    far_say_slowly(NULL, "$annie", asked_code("$ann"));
    say_slowly(NULL, "$ann", "link yes");
    assert_told("$annie reads symbols");
    far_say_slowly(NULL, "$annie", "set reader");
    assert_told("$ann reads reader");
    assert_not_told("$annie reads");
}

/* ---- seats ---- */

static void deal_with_bob(void)
{
    say_slowly("#g", "$ann", "play heartcatchers");
    say_slowly("#g", "bob", "join");
    house_wait(&house, 10 * 1000);
    assert_true(session_has_begun(table()));
}

/* Said on one network, it is shown, replaced and played for the person of both. */
static test_case(a_move_in_advance_is_the_persons)
{
    link_them("$ann", "$annie");
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$bob", "join");
    say_slowly("#g", "$ann", "start");
    if (table()->seats[table()->playing->table.turn].key[1] == 'a') {
        say_slowly("#g", "$ann", "draw");
        say_slowly("#g", "$ann", "place 1");
    }
    say_slowly(NULL, "$ann", "then draw");
    far_say_slowly(NULL, "$annie", "then");
    assert_told("<AHEAD_SHOWN_1 move=draw>");
    far_say_slowly(NULL, "$annie", "then draw; place 3");
    say_slowly("#g", "$bob", "draw");
    say_slowly("#g", "$bob", "place 2");
    assert_told("<AT_ROW>");
    far_say_slowly(NULL, "$annie", "then");
    assert_told("<AHEAD_NONE_1>");
    for (int i = 0; i < table()->persons.count; i++)
        assert_string_equal(table()->persons.list[i].ahead, "");
}

/* The first move that the person due can play, found by asking. */
static void play_due_on(const char *network, const char *who)
{
    struct sight sight;
    struct moves moves;
    char text[MOVE_TEXT];
    struct naming naming;
    struct session *session = table();
    struct text out = text_over(text, sizeof text);
    int seat = session->playing->table.turn;
    assert_true(session_legal(session, seat, &sight, &moves));
    session_naming(session, &naming);
    move_format(&session->playing->rules, &naming, &moves.list[0], &out);
    say_on(network, NULL, who, text);
}

static void let_ann_be_due(void)
{
    if (strcmp(due_name(), "$ann") != 0)
        play_due_on("net", "bob");
    assert_string_equal(due_name(), "$ann");
}

static test_case(a_seat_is_played_from_the_other_network_at_once)
{
    link_them("$ann", "$annie");
    deal_with_bob();
    let_ann_be_due();
    host_gone(house.host, identity("net", "$ann"), ++house.now);
    house_settle(&house);
    far_say_slowly(NULL, "$annie", "hand");
    assert_told("far to $annie: ");
    assert_not_told("\nto $ann: ");
    int decision = table()->playing->decisions[house_seat(&house, "#g", "$ann")];
    play_due_on("far", "$annie");
    assert_int_not_equal(table()->playing->decisions[house_seat(&house, "#g", "$ann")], decision);
    assert_told("#g: $ann "); /* nobody at the table learns the other name */
    assert_not_told("$annie catches");
    house_restart(&house);
    int seat = house_seat(&house, "#g", "$ann");
    assert_string_equal(table()->seats[seat].key, "$annie"); /* hands go there after a kill, too */
    house_forget(&house);
    host_room_ready(house.host, "net", "#g", ++house.now);
    house_settle(&house);
    assert_told("far to $annie: ");
    say_slowly(NULL, "$ann", "hand"); /* and back */
    assert_told("to $ann: ");
    assert_string_equal(table()->seats[seat].key, "$ann");
}

/* Asking who one is, and parting, is said at no table. */
static test_case(a_seat_stays_where_its_person_spoke_at_the_table)
{
    link_them("$ann", "$annie");
    deal_with_bob();
    int seat = house_seat(&house, "#g", "$ann");
    say_slowly(NULL, "$ann", "hand");
    far_say_slowly(NULL, "$annie", "whoami");
    assert_told("<WHOAMI_TABLE> ");
    assert_string_equal(table()->seats[seat].key, "$ann");
    far_say_slowly(NULL, "$annie", "unlink");
    assert_told("to $ann: <UNLINKED_OTHER who=$annie|network=far>");
    assert_string_equal(table()->seats[seat].key, "$ann");
    say_slowly(NULL, "$ann", "hand");
    assert_told("<HAND_1>");
}

/* The conversation where it was opened stays the room of a private table; the person reads on
   the other network what that room reads. */
static test_case(a_private_table_is_played_from_the_other_network)
{
    link_them("$ann", "$annie");
    say_slowly(NULL, "$ann", "play coloretto robots=1");
    const struct session *table = host_find(house.host, "net", "@$ann");
    assert_non_null(table);
    for (int i = 0; i < 3; i++) {
        far_say_slowly(NULL, "$annie", "draw");
        assert_told("far to $annie: $ann draws");
        assert_told("@$ann: $ann draws");
        assert_not_told("\nto $ann:");
        far_say_slowly(NULL, "$annie", "place 1");
        far_say_slowly(NULL, "$annie", "place 2");
    }
    assert_string_equal(table->home.name, "@$ann");
    say_slowly(NULL, "$ann", "hand"); /* and back: it is her own conversation */
    assert_string_equal(table->seats[house_seat(&house, "@$ann", "$ann")].key, "$ann");
    far_say_slowly(NULL, "$annie", "stop");
    far_say_slowly(NULL, "$annie", "stop");
    assert_told("far to $annie: <STOPPED_2 by=$ann>");
    assert_null(host_find(house.host, "net", "@$ann"));
}

/* A guest comes and goes, and the table stays where it is. */
static test_case(the_private_table_of_somebody_else_stays_where_it_is)
{
    char text[32];
    link_them("$ann", "$annie");
    say_slowly(NULL, "$bob", "play coloretto");
    say_slowly(NULL, "$bob", "invite");
    const struct session *table = host_find(house.host, "net", "@$bob");
    snprintf(text, sizeof text, "join %s", table->shown.invite);
    say_slowly(NULL, "$ann", text);
    say_slowly(NULL, "$bob", "start");
    /* her own private table is in nobody's way */
    say_slowly(NULL, "$ann", "play heartcatchers robots=1");
    int seat = house_seat(&house, "@$bob", "$ann");
    far_say_slowly(NULL, "$annie", "coloretto hand");
    assert_string_equal(table->seats[seat].key, "$annie");
    say_slowly(NULL, "$ann", "coloretto hand");
    assert_string_equal(table->seats[seat].key, "$ann");
    assert_string_equal(table->home.name, "@$bob");
    assert_ptr_equal(host_find(house.host, "net", "@$bob"), table);
    house_restart(&house);
    table = host_find(house.host, "net", "@$bob");
    assert_non_null(table);
    assert_string_equal(table->seats[seat].key, "$ann");
}

static test_case(nobody_at_the_table_learns_the_other_name)
{
    link_them("$ann", "$annie");
    say_slowly("#g", "$ann", "play coloretto");
    far_say_slowly(NULL, "$annie", "options match=4");
    assert_told("#g: $ann ");
    assert_not_told("#g: $annie");
    house_forget(&house);
    host_renamed(house.host, identity("far", "$annie"), "annika", ++house.now);
    house_settle(&house);
    say_slowly("#g", "bob", "who");
    assert_told("$ann");
    assert_not_told("annika");
}

/* The seat had a seat word until it was taken back from an account. */
static test_case(nor_at_a_seat_that_was_claimed_by_its_word)
{
    char claim[32];
    deal_with_bob();
    snprintf(claim, sizeof claim, "seat %.11s",
             strstr(house.told, in_words("to bob: <SEAT_WORD_1> ")) + 26);
    host_lost(house.host, identity("net", "bob"), ++house.now);
    say_slowly(NULL, "$bob", claim);
    assert_told("<SEAT_WORD_LAST_2>");
    say_slowly(NULL, "$rob", asked_code("$bob"));
    say_slowly(NULL, "$bob", "link yes");
    say_slowly("#g", "$rob", "hand");
    host_renamed(house.host, identity("net", "$rob"), "robert", ++house.now);
    house_settle(&house);
    int seat = house_seat(&house, "#g", "$bob");
    assert_true(seat >= 0);
    assert_string_equal(table()->seats[seat].key, "$rob");
}

/* What is said of another table, or of oneself, is said under the own name. */
static test_case(another_table_learns_the_own_name)
{
    char line[32];
    link_them("$ann", "$annie");
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#b", "$cid", "play coloretto");
    say_slowly("#b", "$cid", "invite");
    snprintf(line, sizeof line, "join %s", host_find(house.host, "net", "#b")->shown.invite);
    far_say_slowly(NULL, "$annie", line);
    assert_told("#b: <SITS_DOWN who=$annie>");
    far_say_slowly(NULL, "$annie", "whoami");
    assert_told("<WHOAMI_2 who=$annie|network=far>");
}

static test_case(a_person_sits_once)
{
    link_them("$ann", "$annie");
    say_slowly("#g", "$ann", "play coloretto");
    house.network = "far";
    struct heard heard = {.network = "far",
                          .room = NULL,
                          .key = "$annie",
                          .name = "annie",
                          .text = "join",
                          .now = ++house.now};
    host_hear(house.host, table(), &heard);
    house_settle(&house);
    assert_int_equal(table()->seat_count, 1);
    assert_told("far to $annie: <JOIN_SEATED_1>");
}

static test_case(two_at_one_table_are_not_linked)
{
    say_slowly("#g", "$ann", "play coloretto");
    struct heard heard = {
        .network = "far", .key = "$annie", .name = "annie", .text = "join", .now = ++house.now};
    host_hear(house.host, table(), &heard);
    house_settle(&house);
    assert_int_equal(table()->seat_count, 2);
    const char *line = asked_code("$ann");
    far_say_slowly(NULL, "$annie", line);
    assert_told("far to $annie: <LINK_TOGETHER_2>");
    far_say_slowly(NULL, "$annie", "leave");
    far_say_slowly(NULL, "$annie", line);
    assert_told("<LINK_ASKED_3 network=net>");
    heard.now = ++house.now;
    host_hear(house.host, table(), &heard); /* sits down again before the yes */
    house_settle(&house);
    say_slowly(NULL, "$ann", "link yes");
    assert_told("to $ann: <LINK_TOGETHER_2>");
    assert_false(are_linked("$ann", "$annie"));
}

static test_case(a_seat_that_was_left_is_taken_back_from_the_other_network)
{
    link_them("$ann", "$annie");
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "bob", "join");
    say_slowly("#g", "cid", "join");
    say_slowly("#g", "$ann", "start");
    say_slowly("#g", "$ann", "leave");
    assert_told("robot");
    far_say_slowly(NULL, "$annie", "join");
    int seat = house_seat(&house, "#g", "$ann");
    assert_false(table()->seats[seat].is_left);
    assert_string_equal(table()->seats[seat].key, "$annie");
}

static test_case(a_seat_does_not_move_for_ever)
{
    enum { MOVES = 5, WORDS = 20 };
    link_them("$ann", "$annie");
    deal_with_bob();
    int64_t line = table()->record.next_line;
    for (int i = 0; i < WORDS; i++) {
        house.network = i % 2 ? "net" : "far";
        house.now += 100;
        house_say(&house, NULL, i % 2 ? "$ann" : "$annie", "turn");
    }
    house.network = NULL;
    assert_int_equal(table()->record.next_line - line, MOVES);
}

/* The server says who has logged in a moment after somebody has said the code in a channel. */
static test_case(who_asks_for_a_room_and_logs_in_is_answered)
{
    char line[32];
    say_slowly("#g", "$ann", "play coloretto");
    say_slowly("#g", "$ann", "invite");
    snprintf(line, sizeof line, "join %s", table()->shown.invite);
    far_say_slowly("#f", "dan", line);
    assert_told("to $ann: <GUEST_WISH_1 who=dan>");
    host_bound(house.host, identity("far", "dan"), "$dan", ++house.now);
    house_settle(&house);
    say_slowly(NULL, "$ann", "invite no");
    assert_told("far to $dan: <GUEST_REFUSED who=$ann>");
    say_slowly("#g", "$ann", "stop");
}

static test_case(a_banned_person_is_banned_under_every_identity)
{
    link_them("$ann", "$annie");
    say_slowly("#g", "$ann", "play coloretto");
    house_say_as(&house, "#g", "$boss", RANK_ADMIN, NULL, "ban $ann");
    house_settle(&house);
    assert_told("<BAN_DONE_1 who=$ann>");
    far_say_slowly(NULL, "$annie", "games");
    assert_told("far to $annie: <BANNED_3>");
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_near_and_far, close_house)
    const struct CMUnitTest tests[] = {
        TEST(a_code_and_a_yes_make_one_person),
        TEST(nothing_is_linked_without_the_yes_of_the_first),
        TEST(only_who_asked_for_the_code_says_yes),
        TEST(what_is_not_saved_is_not_linked),
        TEST(a_link_whose_answer_was_lost_is_none),
        TEST(a_row_of_unknown_outcome_is_mended_once_the_store_is_back),
        TEST(a_kill_leaves_what_the_store_has),
        TEST(either_parts_them),
        TEST(a_code_in_public_is_void),
        TEST(whoami_is_for_one_pair_of_eyes),
        TEST(a_code_works_once_and_for_ten_minutes),
        TEST(a_new_code_ends_the_old_one),
        TEST(nobody_guesses_more_than_five_times_an_hour),
        TEST(a_network_has_so_many_codes_and_no_more),
        TEST(a_person_has_so_many_identities),
        TEST(whoever_said_nothing_for_long_makes_room),
        TEST(only_lasting_identities_are_linked),
        TEST(nobody_is_two_persons),
        TEST(a_look_follows_the_person),
        TEST(a_move_in_advance_is_the_persons),
        TEST(a_seat_is_played_from_the_other_network_at_once),
        TEST(a_seat_stays_where_its_person_spoke_at_the_table),
        TEST(a_private_table_is_played_from_the_other_network),
        TEST(the_private_table_of_somebody_else_stays_where_it_is),
        TEST(nobody_at_the_table_learns_the_other_name),
        TEST(nor_at_a_seat_that_was_claimed_by_its_word),
        TEST(another_table_learns_the_own_name),
        TEST(a_person_sits_once),
        TEST(two_at_one_table_are_not_linked),
        TEST(a_seat_that_was_left_is_taken_back_from_the_other_network),
        TEST(a_seat_does_not_move_for_ever),
        TEST(who_asks_for_a_room_and_logs_in_is_answered),
        TEST(a_banned_person_is_banned_under_every_identity),
    };
    return cmocka_run_group_tests_name("links", tests, NULL, NULL);
}
