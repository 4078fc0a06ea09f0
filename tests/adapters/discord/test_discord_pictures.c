/* Pictures of tables on Discord: when they come, where they go, and that no text is late, lost or
   shown with the picture of another state by them. The stand-in sees an edit that leaves the
   picture of the text before. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "club.h"
#include "evening.h"
#include "host.h"
#include "loop.h"
#include "pictured.h"
#include "posts.h"
#include "session.h"
#include "testing.h"

static struct club club;

static test_fixture(open_club)
{
    club.draws = true;
    club_open(&club, NULL);
    return 0;
}

static test_fixture(close_club)
{
    club_close(&club);
    return 0;
}

/* ---- what was asked for ---- */

/* Requests since the mark that bring a picture. */
static bool brings_picture(void *arg, const struct standin_entry *entry)
{
    (void)arg;
    return entry->kind == STANDIN_REQUEST &&
           json_array_size(json_object_get(entry->body, "attachments")) > 0;
}

static int mark;

static void forget_log(void)
{
    standin_mark(club.discord);
    mark = standin_entries(club.discord);
}

static int pictures(void)
{
    int count = 0;
    for (int at = mark; (at = standin_find_if(club.discord, at, brings_picture, NULL)) >= 0; at++)
        count++;
    return count;
}

/* ---- what is shown ---- */

/* The newest public message of the bot with that button. */
static const struct standin_message *with_button(const char *label)
{
    static const struct standin_message *messages[400];
    int count = standin_messages(club.discord, club.games, STANDIN_EVERYONE, messages, 400);
    for (int i = (count < 400 ? count : 400) - 1; i >= 0; i--)
        if (standin_has_label(messages[i], label))
            return messages[i];
    return NULL;
}

static const char *alt_of(const struct standin_message *message)
{
    const json_t *shown =
        message ? json_array_get(json_object_get(message->body, "attachments"), 0) : NULL;
    const char *alt = json_string_value(json_object_get(shown, "description"));
    return alt ? alt : "";
}

static const struct standin_message *board(void)
{
    const struct standin_message *moves = with_button("Moves");
    return moves ? moves : with_button("My moves");
}

static int whose_turn(void)
{
    const struct session *table = club_table(&club);
    return strcmp(table->seats[table->playing->table.turn].called, "ann") == 0 ? CLUB_ANN
                                                                               : CLUB_BOB;
}

/* Under the board of a game without hidden hands. */
static void begin(const char *game)
{
    club_begin(&club, game);
    club_say(&club, CLUB_ANN, "!start");
    club_wait(&club, 8000);
    forget_log();
}

static void stop(void)
{
    while (club_table(&club)) {
        club_say(&club, CLUB_ANN, "!stop");
        club_say(&club, CLUB_BOB, "!stop");
    }
}

/* ---- when they come ---- */

static test_case(the_button_brings_a_picture_and_the_next_state_takes_it_away)
{
    begin("coloretto");
    const struct standin_message *shown = board();
    uint64_t press = club_press(&club, CLUB_BOB, "Picture");
    assert_int_equal(standin_interaction(club.discord, press)->answer, 6);
    assert_int_equal(pictures(), 1);
    assert_int_equal(club_posts(&club), 0);
    assert_int_equal(club_edits(&club), 1);
    club_expect(alt_of(shown), "ann");
    club_press(&club, whose_turn(), "draw");
    assert_ptr_equal(board(), shown);
    assert_string_equal(alt_of(shown), "");
    standin_expect_clean(club.discord);
}

static test_case(who_asks_for_the_board_reads_it_at_once_and_sees_it_then)
{
    begin("coloretto");
    standin_say(club.discord, club.people[CLUB_EVE], club.games, "!board");
    loop_step(club.loop, 0);
    assert_int_equal(club_posts(&club), 1);
    const struct standin_message *shown = board();
    club_expect(standin_content(shown), "row");
    club_wait(&club, 1000);
    club_expect(alt_of(shown), "ann");
    assert_int_equal(pictures(), 1);
    standin_expect_clean(club.discord);
}

/* 0: it has none. */
static uint64_t press_move_of(const struct standin_message *message)
{
    static const char *const labels[] = {"place 1", "place 2", "place 3", "draw",
                                         "take 1",  "take 2",  "take 3"};
    for (size_t i = 0; i < sizeof labels / sizeof *labels; i++)
        if (standin_has_label(message, labels[i]))
            return standin_press_label(club.discord, club.people[whose_turn()], message->id,
                                       labels[i]);
    return 0;
}

static void press_a_move(void)
{
    assert_true(press_move_of(board()) != 0);
    club_wait(&club, 1500);
}

static test_case(nothing_comes_by_itself_during_a_game_unless_the_room_wants_it)
{
    begin("coloretto");
    press_a_move();
    club_wait(&club, 10000);
    assert_int_equal(pictures(), 0);
}

static void let_come_at_calls(void)
{
    standin_set_member_rights(club.discord, club.people[CLUB_ANN], STANDIN_MANAGE_GUILD);
    standin_slash(club.discord, club.people[CLUB_ANN], club.games,
                  "settings rule:pictures value:calls");
    club_wait(&club, 1500);
}

/* Not before the board has stood still for two seconds, never for a state that has passed, and half
   a request for a move at most. */
static test_case(at_calls_a_picture_follows_a_board_that_stands_still)
{
    let_come_at_calls();
    begin("coloretto");
    int moves = 0;
    for (; moves < 8; moves++) {
        press_a_move(); /* waits for 1.5 s */
        assert_string_equal(alt_of(board()), "");
    }
    assert_int_equal(pictures(), 0);
    for (; moves < 16; moves++) {
        press_a_move();
        club_wait(&club, 10000);
    }
    assert_in_range(pictures(), 3, 7);
    standin_expect_clean(club.discord);
}

static test_case(off_leaves_all_to_who_asks)
{
    standin_set_member_rights(club.discord, club.people[CLUB_ANN], STANDIN_MANAGE_GUILD);
    standin_slash(club.discord, club.people[CLUB_ANN], club.games,
                  "settings rule:pictures value:off");
    begin("coloretto");
    club_press(&club, CLUB_BOB, "Picture");
    assert_int_equal(pictures(), 1);
}

/* ---- what they cost ---- */

struct spent {
    int moves, texts, pictures;
    int64_t bytes;
};

static bool is_asked_for(void *arg, const struct standin_entry *entry)
{
    return entry->kind == STANDIN_REQUEST && !brings_picture(arg, entry);
}

/* A whole game, pressed, by people who think for some seconds each. */
static struct spent play_with(const char *rule)
{
    struct spent cost = {0};
    char line[64];
    standin_set_member_rights(club.discord, club.people[CLUB_ANN], STANDIN_MANAGE_GUILD);
    snprintf(line, sizeof line, "settings rule:pictures value:%s", rule);
    standin_slash(club.discord, club.people[CLUB_ANN], club.games, line);
    begin("coloretto");
    int64_t before = standin_bytes(club.discord);
    for (; club_table(&club); cost.moves++) {
        press_a_move();
        club_wait(&club, 5000);
    }
    for (int at = mark; (at = standin_find_if(club.discord, at, is_asked_for, NULL)) >= 0; at++)
        cost.texts++;
    cost.pictures = pictures();
    cost.bytes = standin_bytes(club.discord) - before;
    standin_expect_clean(club.discord);
    return cost;
}

static void print_cost(const char *rule, const struct spent *cost)
{
    print_message("pictures %s, %d moves: %.2f requests with text a move, %.2f with pictures, %.0f "
                  "bytes\n",
                  rule, cost->moves, (double)cost->texts / cost->moves,
                  (double)cost->pictures / cost->moves, (double)cost->bytes / cost->moves);
}

/* The same game three times. */
static test_case(pictures_cost_little_and_texts_the_same)
{
    static const char *const rules[] = {"off", "end", "calls"};
    struct spent costs[3];
    for (int i = 0; i < 3; i++) {
        if (i > 0) {
            club_close(&club);
            open_club(NULL);
        }
        costs[i] = play_with(rules[i]);
        print_cost(rules[i], &costs[i]);
        assert_int_equal(costs[i].moves, costs[0].moves);
        assert_int_equal(costs[i].texts, costs[0].texts);
    }
    assert_int_equal(costs[0].pictures, 0);
    assert_int_equal(costs[1].pictures, 1);
    assert_in_range(costs[2].pictures, costs[2].moves / 4, costs[2].moves / 2);
}

/* ---- rights ---- */

static test_case(without_the_right_to_attach_there_is_text_alone)
{
    begin("coloretto");
    standin_set_rights(club.discord, club.games, STANDIN_RECOMMENDED_RIGHTS & ~STANDIN_ATTACH);
    club_press(&club, CLUB_BOB, "Picture");
    club_expect(club_seen(&club, CLUB_BOB), "I may not attach files");
    club_say(&club, CLUB_EVE, "!board");
    club_wait(&club, 5000);
    assert_int_equal(pictures(), 0);
    assert_false(standin_has_label(board(), "Picture"));
    uint64_t asked = standin_slash(club.discord, club.people[CLUB_EVE], club.games, "settings");
    club_wait(&club, 1500);
    const struct standin_message *answer =
        standin_message(club.discord, standin_interaction(club.discord, asked)->message);
    club_expect(standin_content(answer), "Attach Files");
    standin_set_rights(club.discord, club.games, STANDIN_RECOMMENDED_RIGHTS);
    asked = standin_slash(club.discord, club.people[CLUB_EVE], club.games, "settings");
    club_wait(&club, 1500);
    answer = standin_message(club.discord, standin_interaction(club.discord, asked)->message);
    assert_null(strstr(standin_content(answer), "Attach Files"));
    club_say(&club, CLUB_EVE, "!board");
    club_wait(&club, 5000);
    assert_int_equal(pictures(), 1);
    standin_expect_clean(club.discord);
}

/* No interaction has told of it. */
static test_case(a_refused_picture_costs_one_request)
{
    begin("coloretto");
    standin_set_rights(club.discord, club.games, STANDIN_RECOMMENDED_RIGHTS & ~STANDIN_ATTACH);
    for (int i = 0; i < 3; i++) {
        club_say(&club, CLUB_EVE, "!board");
        club_wait(&club, 20000);
    }
    assert_int_equal(pictures(), 1);
    assert_int_equal(club_posts(&club), 3);
    assert_int_equal(standin_count(club.discord, STANDIN_ANSWER, NULL) > 0, true);
}

/* ---- what hinders them ---- */

/* Whatever becomes of a picture: the move is answered at once. */
static test_case(no_move_waits_for_a_picture)
{
    static const struct standin_fault faults[] = {
        {.kind = STANDIN_FAULT_SLOW, .ms = 14000},
        {.kind = STANDIN_FAULT_SLOW_BEFORE, .ms = 14000},
        {.kind = STANDIN_FAULT_CLOSE},
        {.kind = STANDIN_FAULT_CLOSE_AFTER},
        {.kind = STANDIN_FAULT_TRUNCATED},
        {.kind = STANDIN_FAULT_STATUS, .status = 500},
        {.kind = STANDIN_FAULT_STATUS_AFTER, .status = 502},
        {.kind = STANDIN_FAULT_STATUS, .status = 413, .code = 40005},
        {.kind = STANDIN_FAULT_STATUS, .status = 403, .code = 50013},
    };
    for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
        struct standin_fault fault = faults[i];
        fault.only_files = true;
        begin("coloretto");
        standin_fault(club.discord, &fault);
        standin_press_label(club.discord, club.people[CLUB_BOB], board()->id, "Picture");
        loop_step(club.loop, 300);
        uint64_t press = press_move_of(board());
        loop_step(club.loop, 300);
        assert_true(standin_interaction(club.discord, press)->answered >= 0);
        club_expect(standin_content(board()), "draw");
        assert_string_equal(alt_of(board()), "");
        club_wait(&club, 40000);
        assert_string_equal(alt_of(board()), "");
        standin_expect_clean(club.discord);
        standin_heal(club.discord);
        stop();
        club_wait(&club, 3700 * 1000); /* a refused one forbids them for an hour */
    }
}

/* We have given it up, and then it arrives, behind the next state. */
static test_case(a_picture_that_arrives_late_finds_its_own_state)
{
    begin("coloretto");
    const struct standin_message *first = board();
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_SLOW_BEFORE,
                                                        .only_files = true,
                                                        .ms = 16000});
    standin_press_label(club.discord, club.people[CLUB_BOB], first->id, "Picture");
    loop_step(club.loop, 15200);
    press_move_of(first);
    loop_step(club.loop, 500);
    const struct standin_message *second = board();
    assert_ptr_not_equal(first, second);
    assert_string_equal(alt_of(first), "");
    club_wait(&club, 5000);
    club_expect(alt_of(first), "draw");
    assert_string_equal(alt_of(second), "");
    standin_expect_clean(club.discord);
}

/* ---- what comes too late ---- */

/* Who asked sees the next state, drawn anew. */
static test_case(a_state_that_comes_while_one_is_drawn_drops_it)
{
    begin("coloretto");
    const struct standin_message *shown = board();
    club_hold_pictures(&club, true);
    standin_press_label(club.discord, club.people[CLUB_BOB], shown->id, "Picture");
    loop_step(club.loop, 100);
    press_a_move();
    assert_ptr_equal(board(), shown);
    club_hold_pictures(&club, false);
    club_wait(&club, 20000);
    assert_int_equal(pictures(), 1);
    club_expect(alt_of(shown), "drawn");
    pictured_expect_own(shown->body);
    standin_expect_clean(club.discord);
}

/* Discord wants fewer requests of all kinds; answers to presses go on. */
static test_case(a_state_that_comes_while_one_waits_drops_it)
{
    begin("coloretto");
    const struct standin_message *shown = board();
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_GLOBAL,
                                                        .route = "POST /channels/{}/messages",
                                                        .ms = 4000});
    standin_say(club.discord, club.people[CLUB_EVE], club.games, "!rules coloretto");
    loop_step(club.loop, 500);
    standin_press_label(club.discord, club.people[CLUB_BOB], shown->id, "Picture");
    loop_step(club.loop, 500);
    assert_int_equal(pictures(), 0);
    press_move_of(shown);
    club_wait(&club, 20000);
    assert_int_equal(pictures(), 0);
    standin_expect_clean(club.discord);
}

/* The text that stands is not that of the table any more. */
static test_case(a_state_that_cannot_be_shown_has_no_picture)
{
    begin("coloretto");
    const struct standin_message *shown = board();
    int mover = whose_turn();
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_STATUS,
                                                        .route = "POST /channels/{}/messages",
                                                        .status = 400,
                                                        .code = 50035});
    standin_say(club.discord, club.people[mover], club.games, "!draw");
    club_wait(&club, 5000);
    assert_ptr_equal(board(), shown);
    standin_press_label(club.discord, club.people[CLUB_BOB], shown->id, "Picture");
    club_wait(&club, 20000);
    assert_string_equal(alt_of(shown), "");
    assert_int_equal(pictures(), 0);
}

/* ---- how many ---- */

static test_case(pictures_of_a_channel_are_five_seconds_apart)
{
    begin("coloretto");
    for (int i = 0; i < 2; i++) {
        standin_press_label(club.discord, club.people[CLUB_BOB], board()->id, "Picture");
        loop_step(club.loop, 500);
        press_move_of(board());
        loop_step(club.loop, 500);
        assert_int_equal(pictures(), 1);
    }
    loop_step(club.loop, 2500);
    assert_int_equal(pictures(), 1);
    loop_step(club.loop, 1000);
    assert_int_equal(pictures(), 2);
    standin_expect_clean(club.discord);
}

static test_case(where_there_were_too_many_none_comes_for_a_minute)
{
    begin("coloretto");
    standin_fault(club.discord, &(struct standin_fault){
                                    .kind = STANDIN_FAULT_USER, .only_files = true, .ms = 500});
    club_press(&club, CLUB_BOB, "Picture");
    assert_int_equal(pictures(), 1);
    press_a_move();
    club_press(&club, CLUB_BOB, "Picture");
    club_wait(&club, 40000);
    assert_int_equal(pictures(), 1);
    club_wait(&club, 30000);
    assert_int_equal(pictures(), 2);
    club_expect(alt_of(board()), "draw");
}

/* ---- no state with the picture of another ---- */

static void expect_own_pictures(void)
{
    int at = 0, seen = 0;
    for (const char *text; (text = standin_next_received(club.discord, STANDIN_EVERYONE, &at));) {
        json_t *message = json_loads(text, 0, NULL);
        seen += json_array_size(json_object_get(message, "attachments")) > 0;
        pictured_expect_own(message);
        json_decref(message);
    }
    print_message("%d states of messages had a picture\n", seen);
    assert_true(seen > 0);
}

/* Killed while it draws, while the picture is on its way, and when it stands there. */
static test_case(a_kill_leaves_no_picture_of_another_state)
{
    for (int moment = 0; moment < 3; moment++) {
        begin("coloretto");
        if (moment == 1)
            standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_SLOW_BEFORE,
                                                                .only_files = true,
                                                                .ms = 9000});
        standin_press_label(club.discord, club.people[CLUB_BOB], board()->id, "Picture");
        loop_step(club.loop, moment == 0 ? 0 : 3000);
        club_kill(&club);
        club_start(&club);
        club_wait(&club, 5000);
        press_a_move();
        club_wait(&club, 20000);
        assert_string_equal(alt_of(board()), "");
        club_press(&club, CLUB_BOB, "Picture");
        club_wait(&club, 5000);
        club_expect(alt_of(board()), "cards left");
        standin_heal(club.discord);
        stop();
    }
    expect_own_pictures();
    standin_expect_clean(club.discord);
}

/* ---- results ---- */

static void play_to_the_end(void)
{
    for (int moves = 0; club_table(&club); moves++) {
        assert_true(moves < 400);
        press_a_move();
    }
    club_wait(&club, 5000);
}

/* What the person reads who presses that button. */
static const char *answer_to(int person, const char *label)
{
    static char *text;
    uint64_t press = club_press(&club, person, label);
    const struct standin_interaction *act = standin_interaction(club.discord, press);
    assert_non_null(act);
    club_wait(&club, 3000);
    free(text);
    text = act->message && act->message != act->source
               ? standin_text(standin_message(club.discord, act->message))
               : strdup("");
    return text;
}

static void expect_link(const char *text, const struct standin_message *message)
{
    char link[128];
    snprintf(link, sizeof link, "https://discord.com/channels/%" PRIu64 "/%" PRIu64 "/%" PRIu64,
             club.guild, club.games, message->id);
    club_expect(text, link);
}

/* Not told in words that everybody hears first. */
static void expect_no_spoiler(const char *alt)
{
    char begin[60];
    snprintf(begin, sizeof begin, "%s", alt);
    assert_true(*alt);
    assert_null(strstr(begin, " won"));
    assert_null(strstr(begin, "points"));
}

static test_case(a_result_is_shown_as_a_picture_once)
{
    begin("coloretto");
    play_to_the_end();
    const struct standin_message *result = with_button("Share");
    assert_non_null(result);
    expect_no_spoiler(alt_of(result));
    assert_int_equal(pictures(), 1);
    expect_link(answer_to(CLUB_EVE, "Share"), result);
    assert_int_equal(pictures(), 1);
    standin_expect_clean(club.discord);
}

static test_case(where_pictures_are_off_somebody_may_share_one)
{
    standin_set_member_rights(club.discord, club.people[CLUB_ANN], STANDIN_MANAGE_GUILD);
    standin_slash(club.discord, club.people[CLUB_ANN], club.games,
                  "settings rule:pictures value:off");
    begin("coloretto");
    play_to_the_end();
    assert_int_equal(pictures(), 0);
    forget_log();
    assert_string_equal(answer_to(CLUB_EVE, "Share"), "");
    const struct standin_message *shared = standin_last(club.discord, club.games, STANDIN_EVERYONE);
    expect_no_spoiler(alt_of(shared));
    assert_int_equal(pictures(), 1);
    assert_int_equal(club_posts(&club), 1);
    expect_link(answer_to(CLUB_BOB, "Share"), shared);
    club_stop(&club);
    club_start(&club);
    club_wait(&club, 5000);
    expect_link(answer_to(CLUB_BOB, "Share"), shared);
    club_say(&club, CLUB_EVE, "!last picture");
    expect_link(club_seen(&club, CLUB_EVE), shared);
    assert_int_equal(pictures(), 1);
    standin_expect_clean(club.discord);
}

static test_case(the_last_result_is_shown_to_who_asks_for_it)
{
    club_say(&club, CLUB_EVE, "!last picture");
    club_expect(club_seen(&club, CLUB_EVE), "I know of no finished game here yet");
    standin_fault(club.discord, &(struct standin_fault){.kind = STANDIN_FAULT_STATUS,
                                                        .only_files = true,
                                                        .status = 413,
                                                        .code = 40005});
    begin("coloretto");
    play_to_the_end();
    forget_log();
    club_say(&club, CLUB_EVE, "!last picture 77");
    club_say(&club, CLUB_EVE, "!last picture");
    club_wait(&club, 5000);
    expect_no_spoiler(alt_of(standin_last(club.discord, club.games, STANDIN_EVERYONE)));
    assert_int_equal(pictures(), 1);
    standin_expect_clean(club.discord);
}

/* ---- at random ---- */

static uint32_t dice = 7;
static int roll(int count)
{
    dice = dice * 1664525u + 1013904223u;
    return (int)((dice >> 16) % (uint32_t)count);
}

static void break_something(void)
{
    static const struct standin_fault faults[] = {
        {.kind = STANDIN_FAULT_SLOW, .ms = 3000},
        {.kind = STANDIN_FAULT_SLOW_BEFORE, .ms = 6000},
        {.kind = STANDIN_FAULT_SLOW_BEFORE, .ms = 16000},
        {.kind = STANDIN_FAULT_CLOSE},
        {.kind = STANDIN_FAULT_CLOSE_AFTER},
        {.kind = STANDIN_FAULT_TRUNCATED},
        {.kind = STANDIN_FAULT_BROKEN_JSON},
        {.kind = STANDIN_FAULT_STATUS, .status = 500},
        {.kind = STANDIN_FAULT_STATUS_AFTER, .status = 503},
    };
    static const char *const routes[] = {"PATCH /channels/{}/messages/{}",
                                         "POST /channels/{}/messages",
                                         "POST /interactions/{}/{}/callback"};
    struct standin_fault fault = faults[roll(9)];
    fault.route = routes[roll(3)];
    fault.only_files = roll(2);
    if (fault.only_files)
        fault.route = NULL;
    standin_fault(club.discord, &fault);
}

/* What people may do at any moment, also while all that is under way. */
static void act(void)
{
    static const int pauses[] = {0, 20, 200, 1500, 2100, 2500, 6000};
    const struct standin_message *shown = board();
    switch (roll(6)) {
    case 0:
        standin_say(club.discord, club.people[CLUB_EVE], club.games, "!board");
        break;
    case 1:
        if (shown)
            standin_press_label(club.discord, club.people[CLUB_EVE], shown->id, "Picture");
        break;
    case 2:
        standin_say(club.discord, club.people[CLUB_EVE], club.games, "hello");
        break;
    default:
        if (shown && club_table(&club))
            press_move_of(shown);
    }
    loop_step(club.loop, pauses[roll(7)]);
}

static test_case(whatever_fails_no_text_has_the_picture_of_another)
{
    let_come_at_calls();
    for (int game = 0; game < 6; game++) {
        begin("coloretto");
        for (int step = 0; step < 60 && club_table(&club); step++) {
            if (roll(2))
                break_something();
            act();
        }
        standin_heal(club.discord);
        loop_step(club.loop, 120000);
        stop();
        club_wait(&club, 60000);
    }
    expect_own_pictures();
    standin_expect_clean(club.discord);
}

/* ---- games with hands ---- */

/* Pressed or typed, with a picture of each state that stands: all is told as the record has it. */
static void play_in_pictures(const struct party *party, enum evening_way way)
{
    static struct evening evening;
    int brought = 0;
    evening.club.draws = true;
    evening_open(&evening, party, way, 5, NULL);
    standin_set_member_rights(evening.club.discord, evening.club.people[CLUB_ANN],
                              STANDIN_MANAGE_GUILD);
    standin_slash(evening.club.discord, evening.club.people[CLUB_ANN], evening.club.games,
                  "settings rule:pictures value:calls");
    for (int step = 0; evening_table(&evening) && step < 2000; step++) {
        evening.pause = roll(3) ? 1500 : 4000;
        evening_act(&evening);
    }
    club_wait(&evening.club, 8000);
    assert_null(evening_table(&evening));
    for (int at = 0; (at = standin_find_if(evening.club.discord, at, brings_picture, NULL)) >= 0;
         at++)
        brought++;
    print_message("%s: %d moves, %d pictures\n", party->what, evening_moves(&evening), brought);
    assert_in_range(brought, 2, evening_moves(&evening) / 2);
    evening_expect_told(&evening);
    standin_expect_clean(evening.club.discord);
    evening_close(&evening);
}

static test_case(games_with_hands_are_told_whole_beside_their_pictures)
{
    play_in_pictures(&(struct party){"Heartcatchers", "heartcatchers", 2}, EVENING_PANELS);
    play_in_pictures(&(struct party){"Color Catcher", "colorcatcher", 3}, EVENING_TYPED);
}

static test_case(a_table_in_private_is_shown_there)
{
    club_tell(&club, CLUB_ANN, "play coloretto robots=1 level=easy");
    club_wait(&club, 8000);
    club_press(&club, CLUB_ANN, "Picture");
    club_wait(&club, 3000);
    const struct standin_message *shown = standin_last(
        club.discord, standin_dm(club.discord, club.people[CLUB_ANN]), club.people[CLUB_ANN]);
    club_expect(alt_of(shown), "ann");
    standin_expect_clean(club.discord);
}

/* With what that person may see. */
static test_case(a_table_in_private_is_shown_as_its_person_sees_it)
{
    club_tell(&club, CLUB_ANN, "play heartcatchers robots=1 level=easy");
    club_wait(&club, 8000);
    club_tell(&club, CLUB_ANN, "hide d me1");
    club_wait(&club, 8000);
    club_press(&club, CLUB_ANN, "Picture");
    club_wait(&club, 3000);
    const struct standin_message *shown = standin_last(
        club.discord, standin_dm(club.discord, club.people[CLUB_ANN]), club.people[CLUB_ANN]);
    club_expect(alt_of(shown), "you know");
    standin_expect_clean(club.discord);
}

/* The last thing in the conversation of this person with us; "" if that has no picture. */
static const char *own_alt(int person)
{
    return alt_of(standin_last(club.discord, standin_dm(club.discord, club.people[person]),
                               club.people[person]));
}

/* Who hid a card knows it, in words and on the picture; nobody else does. */
static test_case(who_asks_in_private_sees_what_they_may_see)
{
    begin("heartcatchers");
    int mover = whose_turn(), other = mover == CLUB_ANN ? CLUB_BOB : CLUB_ANN;
    club_tell(&club, mover, "hide d me1");
    club_wait(&club, 5000);
    forget_log();
    club_tell(&club, mover, "board");
    club_tell(&club, other, "board");
    assert_int_equal(pictures(), 2);
    club_expect(own_alt(mover), "1 hidden: you know");
    club_expect(own_alt(other), "1 hidden;");
    assert_null(strstr(own_alt(other), "you know"));
    standin_say(club.discord, club.people[mover], club.games, "!board");
    club_wait(&club, 5000);
    club_expect(alt_of(board()), "1 hidden;");
    assert_null(strstr(alt_of(board()), "you know"));
    assert_int_equal(pictures(), 3);
    standin_slash(club.discord, club.people[mover], standin_dm(club.discord, club.people[mover]),
                  "table board");
    club_wait(&club, 5000);
    club_expect(own_alt(mover), "1 hidden: you know");
    assert_int_equal(pictures(), 4);
    standin_expect_clean(club.discord);
}

/* The words are there each time. */
static test_case(who_asks_often_in_private_reads_words)
{
    begin("heartcatchers");
    for (int i = 0; i < 4; i++) {
        standin_say(club.discord, club.people[CLUB_ANN],
                    standin_dm(club.discord, club.people[CLUB_ANN]), "board");
        loop_step(club.loop, 500);
    }
    assert_int_equal(pictures(), 1);
    assert_int_equal(standin_count(club.discord, STANDIN_REQUEST, "POST /channels/{}/messages"), 5);
    standin_expect_clean(club.discord);
}

#define test(name) cmocka_unit_test_setup_teardown(name, open_club, close_club)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(the_button_brings_a_picture_and_the_next_state_takes_it_away),
        test(who_asks_for_the_board_reads_it_at_once_and_sees_it_then),
        test(nothing_comes_by_itself_during_a_game_unless_the_room_wants_it),
        test(at_calls_a_picture_follows_a_board_that_stands_still),
        test(off_leaves_all_to_who_asks),
        test(pictures_cost_little_and_texts_the_same),
        test(without_the_right_to_attach_there_is_text_alone),
        test(a_refused_picture_costs_one_request),
        test(no_move_waits_for_a_picture),
        test(a_picture_that_arrives_late_finds_its_own_state),
        test(a_state_that_comes_while_one_is_drawn_drops_it),
        test(a_state_that_comes_while_one_waits_drops_it),
        test(a_state_that_cannot_be_shown_has_no_picture),
        test(pictures_of_a_channel_are_five_seconds_apart),
        test(where_there_were_too_many_none_comes_for_a_minute),
        test(a_kill_leaves_no_picture_of_another_state),
        test(a_result_is_shown_as_a_picture_once),
        test(where_pictures_are_off_somebody_may_share_one),
        test(the_last_result_is_shown_to_who_asks_for_it),
        test(a_table_in_private_is_shown_there),
        test(a_table_in_private_is_shown_as_its_person_sees_it),
        test(who_asks_in_private_sees_what_they_may_see),
        test(who_asks_often_in_private_reads_words),
        cmocka_unit_test(games_with_hands_are_told_whole_beside_their_pictures),
        test(whatever_fails_no_text_has_the_picture_of_another),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
