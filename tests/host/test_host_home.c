/* Alone with robots: every move of one's own goes back, whatever was seen, behind answers of
   robots, too; luck goes on, and what lies face down lies there still. What that makes of the game:
   practice, which counts nowhere, proves nothing, and lets nobody in until the next deal. That the
   records verify: tests/host/verify_record.py, behind each test. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "chosen.h"
#include "games.h"
#include "host.h"
#include "host_commands.h"
#include "host_state.h"
#include "long.h"
#include "offers.h"
#include "port.h"
#include "session.h"
#include "session_view.h"
#include "store.h"
#include "store_people.h"
#include "tables.h"
#include "talk.h"
#include "text.h"
#include "variants.h"

enum {
    GAMES_OF_EACH = 60,
    GAMES_LONG = 200, /* of each in ./check --long */
    WHOLE_EACH = 20,  /* one of so many is played to its end */
    MOVES_OF_A_GAME = 24,
    MOVES_MOST = 300,
    MOVE_BYTES = 200,
    OTHERS = 60 /* the number of the namesake's table (namesake.c) */
};

static uint64_t random_bits;
static struct playing *before[TAKEBACK_STEPS]; /* own decisions of this game, the oldest first */
static int before_count;
static long undone, far, answered;

static int dice(int sides)
{
    random_bits = random_bits * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((random_bits >> 33) % (unsigned)sides);
}

static void forget_steps(void)
{
    while (before_count > 0)
        free(before[--before_count]);
}

static void note_step(struct playing *from)
{
    if (before_count == TAKEBACK_STEPS) {
        free(before[0]);
        memmove(before, before + 1, (TAKEBACK_STEPS - 1) * sizeof *before);
        before_count--;
    }
    before[before_count++] = from;
}

/* ---- a game ---- */

struct choices {
    int count;
    char moves[MOVES_MAX][MOVE_BYTES];
};

static bool add_choice(void *arg, const char *move)
{
    struct choices *choices = arg;
    check(strlen(move) < MOVE_BYTES);
    if (choices->count < MOVES_MAX)
        snprintf(choices->moves[choices->count++], MOVE_BYTES, "%s", move);
    return true;
}

static struct heard ann(void)
{
    return (struct heard){
        .network = "net", .room = "#g", .key = "ann", .name = "ann", .text = "", .now = house.now};
}

/* False if ann has nothing to play. */
static bool choose(char move[MOVE_BYTES])
{
    static struct choices choices;
    struct heard heard = ann();
    choices.count = 0;
    host_each_move(house.host, table(), &heard, add_choice, &choices);
    if (choices.count > 0)
        snprintf(move, MOVE_BYTES, "%s", choices.moves[dice(choices.count)]);
    return choices.count > 0;
}

static int64_t moves_since(void)
{
    const struct takeback *takeback = &table()->takeback;
    return takeback->count == 0 ? 0
                                : takeback->number - takeback->steps[takeback->count - 1].number;
}

/* The latest of her moves goes back, and what was played since. */
static void go_back(void)
{
    const struct playing *then = before[before_count - 1], *playing = table()->playing;
    uint64_t draws = playing->draws;
    bool was_practice = deal_is_practice(playing), was_open = table()->takeback.open > 0,
         was_answered = table()->seat_count > 1 && moves_since() > 1;
    struct heard heard = ann();
    bool is_offered = host_can_undo(table(), &heard);
    house_forget(&house);
    house_say(&house, "#g", "ann", "undo");
    if (house_was_told(&house, "<UNDO_FAR_1>")) {
        assert_false(is_offered);
        forget_steps();
        far++;
        return;
    }
    playing = table()->playing;
    assert_true(is_offered);
    assert_told(was_answered ? "<UNDONE_ANSWERED>" : "<UNDONE>");
    if (!table_same(&playing->table, &then->table) || playing->game_number != then->game_number)
        fail_msg("%s, line %d: another table than before the move", table()->game->id,
                 (int)table()->record.next_line);
    assert_memory_equal(playing->points, then->points, sizeof then->points);
    assert_int_equal(playing->draws, draws);
    assert_int_equal(deal_is_practice(playing), was_practice || !was_open);
    assert_int_equal(house_count(&house, "<PRACTICE_1>"), !was_practice && !was_open);
    free(before[--before_count]);
    undone++;
    answered += was_answered;
}

static void go_back_often(void)
{
    for (int times = dice(3) ? 1 + dice(3) : TAKEBACK_STEPS; times > 0 && before_count > 0; times--)
        go_back();
    struct heard heard = ann();
    const struct takeback *takeback = &table()->takeback;
    assert_int_equal(host_can_undo(table(), &heard),
                     before_count > 0 && takeback_is_near(takeback));
}

static bool play_step(void)
{
    char move[MOVE_BYTES];
    if (!choose(move))
        return false;
    struct playing *from = playing_new_copy(table()->playing);
    int seat = house_seat(&house, "#g", "ann");
    house_say(&house, NULL, "ann", move);
    bool goes_on = table() && !table()->playing->is_over;
    if (goes_on && table()->playing->decisions[seat] == from->decisions[seat])
        fail_msg("%s is no move:\n%s", move, house.told);
    if (goes_on && table()->playing->game_number == from->game_number) {
        note_step(from);
    } else {
        forget_steps();
        free(from);
    }
    house_forget(&house);
    return goes_on;
}

static void open_variant(const struct variant *variant, int seats)
{
    char bytes[600];
    struct text words = text_over(bytes, sizeof bytes);
    text_putf(&words, "deal %s", variant->game->id);
    for (int i = 0; i < variant->game->option_count; i++) {
        text_putf(&words, " %s=", variant->game->options[i].name);
        option_format(&variant->game->options[i], variant->rules.options[i], &words);
    }
    check(!words.cut);
    house_say(&house, "#g", "ann", bytes);
    for (int seat = 1; seat < seats && !session_has_begun(table()); seat++)
        house_say(&house, "#g", "ann", "robot random");
    if (!session_has_begun(table()))
        house_say(&house, "#g", "ann", "start");
    if (!session_has_begun(table()))
        fail_msg("%s does not begin:\n%s", bytes, house.told);
}

static void play_variant(const struct variant *variant, int seats, int moves)
{
    house_forget(&house);
    if (house.host->tables.next == OTHERS)
        house.host->tables.next++;
    open_variant(variant, seats);
    for (int i = 0; i < moves; i++) {
        if (!play_step() && (!table() || table()->playing->is_over))
            break;
        if (dice(40) == 0)
            restart_house();
        if (before_count > 0 && dice(4) == 0)
            go_back_often();
        if (!session_due(table()))
            break;
        house_wait(&house, 4000); /* robots of real time */
    }
    forget_steps();
    if (table())
        house_say(&house, "#g", "ann", "stop");
    house_wait(&house, 3 * MINUTE);
    assert_null(table());
}

static test_case(every_move_of_ones_own_goes_back)
{
    static struct variant variants[VARIANTS_MAX];
    int games_of_each = is_long() ? GAMES_LONG : GAMES_OF_EACH;
    random_bits = 3;
    for (int g = 0; g < game_count; g++) {
        int count = variants_of(games[g], variants), played = 0;
        if (!is_chosen(games[g]))
            continue;
        undone = far = answered = 0;
        for (int n = 0; played < games_of_each; n++) {
            struct variant variant = variant_for(variants, count, n);
            if (variant.rules.version != games[g]->version)
                continue;
            play_variant(&variant, variant.seats,
                         played % WHOLE_EACH == 0 ? MOVES_MOST : MOVES_OF_A_GAME);
            played++;
        }
        print_message("%s: %ld moves taken back, %ld of them answered; %ld too far\n", games[g]->id,
                      undone, answered, far);
        assert_true(undone > 4 * games_of_each && answered > games_of_each / 2 &&
                    far < undone / 10);
    }
}

/* ---- practice ---- */

/* ann plays a match of Coloretto against a robot that thinks; it is her turn. */
static void open_match(void)
{
    say("#g", "ann", "play coloretto robots=1 match=4");
    while (!(session_due(table()) >> house_seat(&house, "#g", "ann") & 1))
        house_wait(&house, 1000);
}

static void play_turn(void)
{
    say("#g", "ann", "draw");
    say("#g", "ann", "place 1");
}

static void expect_closed(const char *room, const char *who, const char *words)
{
    int64_t line = table()->record.next_line;
    say(room, who, words);
    if (!house_was_told(&house, "<PRACTICE_CLOSED_1 who=ann>"))
        fail_msg("'%s' of %s: not told that it is practice, but:\n%s", words, who, house.told);
    assert_int_equal(house.posts, 0);
    assert_int_equal(table()->record.next_line, line);
    assert_null(waiting_of(house.host, table()->id));
}

static test_case(nobody_comes_in_while_it_is_practice)
{
    open_match();
    say("#g", "ann", "invite");
    play_turn();
    house_wait(&house, 5000); /* the robot has answered */
    say("#g", "bob", "next");
    assert_told("<NEXT_ROBOT_1 robot=robot>");
    say("#g", "bob", "next off");
    say("#g", "ann", "undo");
    assert_told("<UNDONE_ANSWERED who=ann>");
    assert_told("<PRACTICE_1>");
    assert_true(deal_is_practice(table()->playing));
    for (int twice = 0; twice < 2; twice++) {
        expect_closed("#g", "bob", "join");
        expect_closed("#g", "bob", "swap");
        expect_closed("#g", "bob", "swap robot");
        expect_closed("#g", "bob", "next");
        expect_closed("#g", "ann", "invite");
        restart_house();
    }
    say("#g", "bob", "add robot");
    assert_not_told("sits down");
    say("#g", "bob", "fair");
    assert_told("<FAIR_PRACTICE_1>");
    say("#g", "ann", "undo");
    assert_not_told("<PRACTICE_1>"); /* it is said once */
    while (table()->playing->game_number == 1 && play_any_move("#g"))
        house_wait(&house, 5000);
    assert_false(deal_is_practice(table()->playing)); /* the next deal */
    say("#g", "bob", "next");
    assert_told("<NEXT_ROBOT_1 robot=robot>");
    assert_non_null(waiting_of(house.host, table()->id));
}

/* What showed nothing makes no difference to anybody. */
static test_case(what_nobody_saw_is_no_practice)
{
    open_match();
    play_turn();
    say("#g", "ann", "undo");
    assert_told("<UNDONE who=ann>");
    assert_false(deal_is_practice(table()->playing));
    say("#g", "bob", "next");
    assert_told("<NEXT_ROBOT_1 robot=robot>");
    say("#g", "ann", "undo"); /* the card that she drew */
    assert_true(deal_is_practice(table()->playing));
}

/* The robot thinks, or takes its time: it begins anew, from the table as it is then. */
static test_case(a_robot_that_thinks_is_interrupted)
{
    open_match();
    say("#g", "ann", "draw");
    uint64_t draws = table()->playing->draws;
    blurt("#g", "ann", "place 1");
    blurt("#g", "ann", "undo");
    assert_told("<UNDONE who=ann>");
    assert_string_equal(due_name(), "ann");
    house_wait(&house, 10000);
    assert_string_equal(due_name(), "ann");
    assert_int_equal(table()->playing->draws, draws);
    say("#g", "ann", "place 2");
    house_wait(&house, 10000);
    assert_string_equal(due_name(), "ann");
    assert_true(table()->playing->draws >= draws);
}

/* What was said in advance is not played again by itself. */
static test_case(what_was_kept_in_advance_goes_back_with_it)
{
    open_match();
    say("#g", "ann", "draw");
    blurt("#g", "ann", "place 1");
    blurt(NULL, "ann", "then draw");
    house_wait(&house, 10000);
    int seat = house_seat(&house, "#g", "ann");
    say("#g", "ann", "undo");
    int64_t line = table()->record.next_line;
    house_wait(&house, 10000);
    assert_int_equal(table()->record.next_line, line);
    assert_int_equal(table()->seats[seat].ahead_line, 0);
}

static test_case(a_hint_alone_with_robots_is_practice)
{
    open_match();
    play_turn();
    house_wait(&house, 10000);
    say("#g", "ann", "hint");
    house_wait(&house, 1000);
    assert_told("<PRACTICE_1>");
    assert_true(deal_is_practice(table()->playing));
    expect_closed("#g", "bob", "next");
    play_turn();
    house_wait(&house, 10000);
    say("#g", "ann", "hint");
    house_wait(&house, 1000);
    assert_not_told("<PRACTICE_1>");
}

/* Nor from another network, in a room that shows the table, by a code, or by a wish that was asked
   before. */
static test_case(nobody_comes_in_from_another_network)
{
    char join[40];
    say_slowly("#g", "ann", "play coloretto match=4");
    say_slowly("#g", "ann", "invite");
    snprintf(join, sizeof join, "join %s", table()->shown.invite);
    far_say_slowly("#far", "bob", join);
    say_slowly("#g", "ann", "invite yes");
    far_say_slowly("#late", "cid", join);
    say_slowly("#g", "ann", "add robot");
    if (!session_has_begun(table()))
        say_slowly("#g", "ann", "start");
    assert_int_equal(session_showing_count(table()), 2);
    while (strcmp(due_name(), "ann") != 0)
        house_wait(&house, 1000);
    say_slowly("#g", "ann", "draw");
    say_slowly("#g", "ann", "place 1");
    say_slowly("#g", "ann", "undo");
    say_slowly("#g", "ann", "undo");
    assert_true(deal_is_practice(table()->playing));
    int64_t line = table()->record.next_line;
    static const char *const ways[] = {"join", "next", "swap", "swap robot"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        far_say_slowly("#far", "bob", ways[i]);
        assert_told("<PRACTICE_CLOSED_1 who=ann>");
    }
    far_say_slowly("#far", "bob", join);
    far_say_slowly(NULL, "bob", join);
    say_slowly("#g", "ann", "invite yes"); /* cid's room */
    assert_int_equal(table()->record.next_line, line);
    assert_int_equal(session_showing_count(table()), 2);
    assert_null(waiting_of(house.host, table()->id));
    assert_int_equal(house_seat(&house, "#g", "bob"), -1);
}

static test_fixture(open_thinking)
{
    open_talking(state);
    let_think();
    return 0;
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_thinking, close_house)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_move_of_ones_own_goes_back, open_lasting,
                                        close_house),
        TEST(nobody_comes_in_while_it_is_practice),
        TEST(what_nobody_saw_is_no_practice),
        cmocka_unit_test_setup_teardown(nobody_comes_in_from_another_network, open_near_and_far,
                                        close_house),
        TEST(a_robot_that_thinks_is_interrupted),
        TEST(what_was_kept_in_advance_goes_back_with_it),
        TEST(a_hint_alone_with_robots_is_practice),
    };
    return cmocka_run_group_tests_name("undo at home", tests, NULL, NULL);
}
