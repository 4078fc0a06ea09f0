/* The coach: learners who follow it, who never do, who play what stands first and who play badly,
   each through a whole lesson of every game; and !coach at a table. It speaks before each move of
   its seat, never the same twice in a row, in one private message, of nothing that the seat does
   not see; what it says at the end can be typed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice.h"
#include "asking.h"
#include "check.h"
#include "chosen.h"
#include "coach.h"
#include "games.h"
#include "host.h"
#include "host_state.h"
#include "plain.h"
#include "port.h"
#include "prose.h"
#include "robot.h"
#include "session.h"
#include "session_view.h"
#include "sight.h"
#include "tables.h"
#include "talk.h"
#include "text.h"

enum { MOVES_MOST = 500, LINE_MOST = 400 /* bytes, on IRC */, TWINS_EVERY = 5, UNDO_EVERY = 6 };

enum learner { FOLLOWS, NEVER_FOLLOWS, PLAYS_FIRST, PLAYS_WORST, LEARNERS };

static long spoken, by_rule, swapped;

static struct session *lesson(void)
{
    return house_table(&house, "@ann");
}

static bool is_learners_turn(const struct session *session, int *seat)
{
    *seat = session ? coach_seat_of(session->playing, session->game) : SEAT_NONE;
    return *seat >= 0 && !session->playing->table.over && (session_due(session) >> *seat & 1);
}

/* How well it thinks is not looked at here: a part of the rollouts takes a part of the time. */
enum { ROLLOUTS_PART = 20 };
int __real_robot_rollouts(const struct game *game, int seats, enum robot_level level);
int __wrap_robot_rollouts(const struct game *game, int seats, enum robot_level level);

int __wrap_robot_rollouts(const struct game *game, int seats, enum robot_level level)
{
    return __real_robot_rollouts(game, seats, level) / ROLLOUTS_PART;
}

/* ---- what it says ---- */

static void put_words(const struct session *session, int seat, struct prose *out)
{
    prose_clear(out);
    advice_put(session, seat, out);
    if (out->length == 0)
        fail_msg("%s, line %d: the coach has nothing to say", session->game->id,
                 (int)session->record.next_line);
}

/* They stand in what was told, and fit a line. */
static void expect_told(const char *words, const char *before)
{
    if (!house_was_told(&house, words))
        fail_msg("not told: %s\nbut this was:\n%s", words, house.told);
    if (strlen(words) > LINE_MOST)
        fail_msg("%zu bytes are too long: %s", strlen(words), words);
    if (strcmp(words, before) == 0)
        fail_msg("told twice in a row: %s", words);
}

/* Each rule is told once in a lesson, also where moves are taken back. */
static void note_rule(const char *words, unsigned *rules, const struct game *game)
{
    const char *rule = strstr(words, in_words("<COACH_RULE_1>"));
    for (int verb = 0; rule && verb < game->verb_count; verb++) {
        if (!game->verbs[verb].rule || !strstr(rule, game->verbs[verb].rule))
            continue;
        if (*rules >> verb & 1)
            fail_msg("%s: told again: %s", game->id, words);
        *rules |= 1u << verb;
        by_rule++;
    }
}

/* Two cards that the seat does not see, changed one for the other. False if none can be. */
static bool swap_unseen(struct session *session, int seat, int swap[2])
{
    struct table *t = &session->playing->table;
    struct sight before, after;
    table_sight(&session->playing->rules, t, seat, &before);
    for (int a = swap[0]; a < t->first[t->zones]; a++)
        for (int b = a + 1; b < t->first[t->zones]; b++) {
            int16_t face = t->cards[a].face;
            t->cards[a].face = t->cards[b].face;
            t->cards[b].face = face;
            table_sight(&session->playing->rules, t, seat, &after);
            swap[0] = a;
            swap[1] = b;
            if (face != t->cards[a].face && sight_same(&before, &after))
                return true;
            t->cards[b].face = t->cards[a].face;
            t->cards[a].face = face;
        }
    return false;
}

/* With other cards out of sight, and thought anew, it says the same. */
static void expect_twin(struct session *session, int seat, const char *words)
{
    int swap[2] = {0, 0};
    struct table *t = &session->playing->table;
    struct prose twin;
    if (!swap_unseen(session, seat, swap))
        return;
    if (session->advice && session->advice->has_why)
        session->advice->whys &= ~(1u << session->advice->move.verb);
    if (session->advice)
        session->advice->sight = 0;
    advice_holds(session, seat);
    house_settle(&house);
    put_words(session, seat, &twin);
    assert_string_equal(twin.text, words);
    int16_t face = t->cards[swap[0]].face;
    t->cards[swap[0]].face = t->cards[swap[1]].face;
    t->cards[swap[1]].face = face;
    swapped++;
}

/* ---- what is played ---- */

static struct move best_move(const struct session *session, const struct moves *moves)
{
    struct move next;
    int mover;
    if (coach_lesson_next(session->playing, session->game, &mover, &next) &&
        moves_has(moves, &next))
        return next;
    return moves->count == 1 ? moves->list[0] : session->advice->move;
}

static struct move worst_move(const struct session *session, const struct sight *sight, int seat,
                              const struct moves *moves)
{
    int worths[MOVES_MAX], worst = 0;
    session->game->weigh(&session->playing->rules, sight, seat, moves, worths);
    for (int i = 1; i < moves->count; i++)
        worst = worths[i] < worths[worst] ? i : worst;
    return moves->list[worst];
}

static struct move choose(const struct session *session, enum learner learner, int seat)
{
    struct sight sight;
    struct moves moves;
    session_legal(session, seat, &sight, &moves);
    moves_but_votes(&session->playing->rules, &moves);
    struct move best = best_move(session, &moves);
    if (learner == FOLLOWS)
        return best;
    if (learner == PLAYS_WORST)
        return worst_move(session, &sight, seat, &moves);
    for (int i = 0; i < moves.count && learner == NEVER_FOLLOWS; i++)
        if (!move_same(&moves.list[i], &best))
            return moves.list[i];
    return moves.list[0];
}

static void play(const struct session *session, const struct move *move)
{
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    struct naming naming;
    session_naming(session, &naming);
    move_format(&session->playing->rules, &naming, move, &text);
    say(NULL, "ann", bytes);
    house_wait(&house, 100);
    for (int i = 0, seat; i < 40 && lesson() && !is_learners_turn(lesson(), &seat); i++)
        house_wait(&house, 1000);
}

/* What it says to type next works. */
static void expect_end(const struct game *game)
{
    char typed[HOST_TEXT];
    const char *from = strstr(house.told, in_words("<LESSON_OVER_1>"));
    if (!from || !(from = strstr(from, in_words("<LESSON_OVER_2>"))))
        fail_msg("%s: not told what was learned:\n%s", game->id, house.told);
    from += strlen(in_words("<LESSON_OVER_2>"));
    snprintf(typed, sizeof typed, "%.*s", (int)strcspn(from, "\n") - (int)strlen(" next."), from);
    house_wait(&house, MINUTE);
    say(NULL, "ann", typed);
    if (!lesson() || !session_has_begun(lesson()))
        fail_msg("'%s' opens no game:\n%s", typed, house.told);
    say(NULL, "ann", "stop yes");
}

static void learn(const struct game *game, enum learner learner)
{
    char words[80], before[PROSE_BYTES] = "";
    int seat, moves = 0;
    unsigned rules = 0;
    snprintf(words, sizeof words, "learn %s", game->id);
    say(NULL, "ann", words);
    for (int i = 0; i < 40 && !is_learners_turn(lesson(), &seat); i++)
        house_wait(&house, 1000);
    for (; is_learners_turn(lesson(), &seat) && moves < MOVES_MOST; moves++) {
        struct session *session = lesson();
        struct prose prose;
        put_words(session, seat, &prose);
        expect_told(prose.text, before);
        note_rule(prose.text, &rules, game);
        snprintf(before, sizeof before, "%s", prose.text);
        if (moves > 0)
            assert_in_range(house.whispers, 1, 1); /* with the hand, where there is one */
        if (moves % TWINS_EVERY == 0)
            expect_twin(session, seat, before);
        if (moves % UNDO_EVERY == UNDO_EVERY - 1) {
            say(NULL, "ann", "undo");
            assert_true(is_learners_turn(lesson(), &seat));
            put_words(lesson(), seat, &prose);
            note_rule(prose.text, &rules, game);
            expect_told(prose.text, before);
            snprintf(before, sizeof before, "%s", prose.text);
        }
        struct move move = choose(session, learner, seat);
        play(session, &move);
    }
    spoken += moves;
    assert_in_range(moves, 1, MOVES_MOST - 1);
    expect_end(game);
}

static void learn_all(enum learner learner)
{
    spoken = by_rule = swapped = 0;
    for (int g = 0; g < game_count; g++)
        if (games[g]->lesson && is_chosen(games[g]))
            learn(games[g], learner);
    print_message("before %ld moves, %ld of them with a rule; %ld times with other cards out of "
                  "sight\n",
                  spoken, by_rule, swapped);
    assert_true(!are_all_chosen() || (spoken > 100 && by_rule > 5 && swapped > 10));
}

static test_case(who_follows_is_coached_to_the_end)
{
    learn_all(FOLLOWS);
}

static test_case(who_never_follows_is_coached_to_the_end)
{
    learn_all(NEVER_FOLLOWS);
}

static test_case(who_plays_what_stands_first_is_coached_to_the_end)
{
    learn_all(PLAYS_FIRST);
}

static test_case(who_plays_badly_is_coached_to_the_end)
{
    learn_all(PLAYS_WORST);
}

/* ---- at a table ---- */

static int own_words(void)
{
    return house_count(&house, "<COACH_BEST_1>") + house_count(&house, "<COACH_LOOKS_1>") +
           house_count(&house, "<COACH_MINE_1>");
}

static void wait_for_ann(void)
{
    for (int i = 0; i < 40 && strcmp(due_name(), "ann") != 0; i++)
        house_wait(&house, 1000);
}

/* It is ann's turn, and she has a choice. */
static void open_match(void)
{
    say("#g", "ann", "play coloretto robots=1 match=4");
    wait_for_ann();
    say("#g", "ann", "draw");
    say("#g", "ann", "place 1");
    wait_for_ann();
}

static test_case(it_speaks_to_who_is_alone_with_robots)
{
    open_match();
    say("#g", "ann", "coach");
    assert_told("<COACH_IS_OFF_1>");
    assert_false(deal_is_practice(table()->playing));
    say("#g", "ann", "coach on");
    assert_told("to ann: <COACH_ON>");
    assert_int_equal(house_count(&house, "<PRACTICE_1>"), 1);
    assert_int_equal(own_words(), 1);
    assert_int_equal(house.whispers, 1);
    say("#g", "bob", "next");
    assert_told("<PRACTICE_CLOSED_1 who=ann>");
    say("#g", "ann", "draw");
    assert_int_equal(own_words(), 1);
    assert_int_equal(house.whispers, 1);
    const char *room = strstr(house.told, "#g:"), *words = strstr(house.told, "to ann: ");
    assert_true(room && words && room < words);
    assert_null(strstr(words, "#g:")); /* what is told to her alone stands last */
    say("#g", "ann", "coach yes");
    assert_told("<COACH_WORDS_1 typed=yes>");
    say("#g", "ann", "coach off");
    assert_told("<COACH_OFF_1>");
    say("#g", "ann", "place 2");
    wait_for_ann();
    assert_int_equal(own_words(), 0);
    assert_true(deal_is_practice(table()->playing));
}

static test_case(it_speaks_again_after_a_kill)
{
    open_match();
    say("#g", "ann", "coach on");
    house_forget(&house);
    restart_house();
    house_wait(&house, 100);
    assert_int_equal(own_words(), 1);
    say("#g", "ann", "draw");
    assert_int_equal(own_words(), 1);
}

/* A robot's thought is interrupted by an undo, the coach's by a move; nothing is told twice. */
static test_case(what_it_thought_of_another_table_is_not_told)
{
    open_match();
    say("#g", "ann", "coach on");
    house_wait(&house, 5000);
    house_forget(&house);
    house_say_as(&house, "#g", "ann", 0, NULL, "draw");
    house_say_as(&house, "#g", "ann", 0, NULL, "undo");
    house_settle(&house);
    assert_in_range(own_words(), 1, 2);
    int whispers = house.whispers;
    house_wait(&house, 5000);
    assert_int_equal(house.whispers, whispers);
}

static test_case(it_speaks_to_nobody_where_two_people_play)
{
    say("#g", "ann", "play coloretto");
    say("#g", "bob", "join");
    say("#g", "ann", "start");
    say("#g", "ann", "coach on");
    assert_told("<COACH_ALONE_1>");
    say("#g", "cid", "coach on");
    assert_told("to cid: ");
    assert_int_equal(table()->playing->coach, 0);
}

/* It ends when a second person sits: bob, who was in line before. */
static test_case(it_ends_when_a_second_person_sits)
{
    open_match();
    say("#g", "bob", "next");
    say("#g", "ann", "coach on");
    while (table()->playing->game_number == 1 && play_any_move("#g"))
        house_wait(&house, 5000);
    assert_true(house_seat(&house, "#g", "bob") >= 0);
    assert_int_equal(coach_seat_of(table()->playing, table()->game), SEAT_NONE);
    house_wait(&house, MINUTE);
    house_forget(&house);
    for (int i = 0; i < 6; i++)
        play_any_move("#g");
    assert_int_equal(own_words(), 0);
    assert_false(deal_is_practice(table()->playing));
    restart_house();
    assert_int_equal(coach_seat_of(table()->playing, table()->game), SEAT_NONE);
}

/* Nor does a number help then to say it otherwise than the last time. */
static test_case(who_learns_where_robots_do_not_think_is_coached_to_the_end)
{
    learn_all(FOLLOWS);
}

/* Without a thinker it says what looks best at once. */
static test_case(it_speaks_where_robots_do_not_think)
{
    say("#g", "ann", "play coloretto robots=1");
    say("#g", "ann", "coach on");
    say("#g", "ann", "draw");
    assert_int_equal(own_words(), 1);
    assert_int_equal(house.whispers, 1);
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
        TEST(who_follows_is_coached_to_the_end),
        TEST(who_never_follows_is_coached_to_the_end),
        TEST(who_plays_what_stands_first_is_coached_to_the_end),
        TEST(who_plays_badly_is_coached_to_the_end),
        TEST(it_speaks_to_who_is_alone_with_robots),
        TEST(it_speaks_again_after_a_kill),
        TEST(what_it_thought_of_another_table_is_not_told),
        TEST(it_speaks_to_nobody_where_two_people_play),
        TEST(it_ends_when_a_second_person_sits),
        cmocka_unit_test_setup_teardown(it_speaks_where_robots_do_not_think, open_talking,
                                        close_house),
        cmocka_unit_test_setup_teardown(who_learns_where_robots_do_not_think_is_coached_to_the_end,
                                        open_talking, close_house),
    };
    return cmocka_run_group_tests_name("the coach", tests, NULL, NULL);
}
