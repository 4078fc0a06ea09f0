/* What somebody asks at a table: whose turn it is, how it stands, who sits there. In a lobby, in
   play, after it; in the room and in private; with robots, with people who left or are gone, and
   by somebody who only watches. The answers hold what everybody may know, whatever the cards are
   that nobody sees. And what somebody asks about games, at a table or at none. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "commands.h"
#include "declared.h"
#include "flood.h"
#include "game.h"
#include "games.h"
#include "host_commands.h"
#include "in_words.h"
#include "port.h"
#include "session.h"
#include "session_view.h"
#include "sight.h"
#include "tables.h"
#include "talk.h"
#include "testing.h"
#include "text.h"

static const char
    no_table[] =
        "No table is open here. !games lists the games, and !play with the name of a game opens a table.",
    no_seat[] =
        "You don't sit at a table. !games lists what you can play here with a robot; in a channel that I am in, !play "
        "opens a table for everybody.";
static const char *const questions[] = {"turn", "score", "who"};
enum { QUESTIONS = sizeof questions / sizeof *questions };

/* What `who` is answered, alone and in private, without "to ann: ". Until the next one. */
static const char *ask(const char *room, const char *who, const char *question)
{
    char begin[HOST_NAME + 8];
    size_t length = (size_t)snprintf(begin, sizeof begin, "to %s: ", who);
    say(room, who, question);
    if (house.posts != 0 || house.whispers != 1 || strncmp(house.told, begin, length) != 0)
        fail_msg("%s asks %s, and is not answered alone:\n%s", who, question, house.told);
    house.told[strlen(house.told) - 1] = '\0';
    return house.told + length;
}

static void expect_answers(const char *room, const char *who, const char *turn, const char *score,
                           const char *sitting)
{
    const char *const answers[QUESTIONS] = {turn, score, sitting};
    for (int i = 0; i < QUESTIONS; i++)
        assert_string_equal(ask(room, who, questions[i]), answers[i]);
}

static void open_table(const struct game *game)
{
    char line[64];
    snprintf(line, sizeof line, "play %s", game->id);
    expect_answers("#g", "ann", no_table, no_table, no_table);
    say("#g", "ann", line);
}

/* ann and bob, and robots where there is a seat for one, or more are needed, are in play. */
static void begin(const struct game *game)
{
    open_table(game);
    say("#g", "bob", "join");
    for (int seats = 2; !session_has_begun(table()) && (seats == 2 || seats < game->seats_min);
         seats++)
        say("#g", "ann", "add robot");
    if (!session_has_begun(table()))
        say("#g", "ann", "start");
    assert_true(session_has_begun(table()));
}

/* A move by chance of a person who has one. False if the game is over. */
static bool keep_one(void *arg, const char *move)
{
    static unsigned count, luck = 1;
    char *kept = arg;
    count = *kept ? count + 1 : 1;
    luck = luck * 1103515245u + 12345u;
    if ((luck >> 16) % count == 0)
        snprintf(kept, MOVE_TEXT, "%s", move);
    return true;
}

static bool play_one(void)
{
    static const char *const people[] = {"ann", "bob"};
    static size_t first; /* by turns: of two who may both move nobody is kept waiting */
    first++;
    for (size_t i = first; i < first + 2 && table(); i++) {
        const char *who = people[i % 2];
        char move[MOVE_TEXT] = "";
        struct heard heard = {
            .network = "net", .key = who, .name = who, .text = "", .now = house.now};
        host_each_move(house.host, table(), &heard, keep_one, move);
        if (*move) {
            say("#g", who, move);
            return true;
        }
    }
    return false;
}

/* Both want it; ann, who opened the table, is asked first whether she means it. */
static void stop_table(void)
{
    for (int tries = 0; table() && tries < 2; tries++) {
        say("#g", "ann", "stop");
        say("#g", "bob", "stop");
    }
    assert_null(table());
}

static void each_game(void (*look)(const struct game *game))
{
    for (int g = 0; g < game_count; g++) {
        look(games[g]);
        stop_table();
    }
}

/* ---- in a lobby, and without a table ---- */

/* A move before the game is no riddle: each verb says what is missing, also one that is spelt
   like a command ("hide", "hint"). */
static void try_verbs(const struct game *game, const char *who, const char *missing)
{
    for (int v = 0; v < game->verb_count; v++) {
        if (game->verbs[v].flags & VERB_HOST || command_find(game->verbs[v].word))
            continue;
        assert_non_null(strstr(ask("#g", who, game->verbs[v].word), missing));
        assert_non_null(strstr(ask(NULL, who, game->verbs[v].word), missing));
    }
}

static void put_missing(int players, char *out, size_t size)
{
    snprintf(
        out, size,
        "The game hasn't begun yet, because %d %s missing. Wait for somebody to !join, or !add robot.",
        players, players == 1 ? "player is" : "players are");
}

static void ask_in_lobby(const struct game *game)
{
    static const char watching[] = "The game hasn't begun yet. !join to sit down.";
    static const char ready[] = "The game hasn't begun yet; !start begins it.";
    char sitting[128], both[128], missing[128];
    int least = game->seats_min > 1 ? game->seats_min : 2; /* alone only by an option */
    put_missing(least - 1, missing, sizeof missing);
    snprintf(sitting, sizeof sitting, "At the table of %s, in the order of play: ann.", game->name);
    snprintf(both, sizeof both, "At the table of %s, in the order of play: ann and bob.",
             game->name);
    open_table(game);
    expect_answers("#g", "ann", missing, missing, sitting);
    expect_answers(NULL, "ann", missing, missing, sitting);
    expect_answers("#g", "eve", watching, watching, sitting);
    expect_answers(NULL, "eve", no_seat, no_seat, no_seat);
    try_verbs(game, "ann", missing);
    if (game->seats_max < 3)
        return; /* it is full, and begins */
    say("#g", "bob", "join");
    put_missing(least - 2, missing, sizeof missing);
    const char *then = least > 2 ? missing : ready;
    expect_answers("#g", "bob", then, then, both);
    expect_answers(NULL, "bob", then, then, both);
}

static test_case(before_a_game_asking_says_what_is_missing)
{
    each_game(ask_in_lobby);
}

static void ask_after(const struct game *game)
{
    begin(game);
    stop_table();
    expect_answers("#g", "ann", no_table, no_table, no_table);
    expect_answers("#g", "eve", no_table, no_table, no_table);
    expect_answers(NULL, "ann", no_seat, no_seat, no_seat);
}

static test_case(after_a_game_asking_says_that_there_is_no_table)
{
    each_game(ask_after);
    begin(game_find("heartcatchers"));
    while (play_one())
        ;
    assert_null(table());
    expect_answers("#g", "ann", no_table, no_table, no_table);
}

/* ---- in play ---- */

/* Everybody reads the same, wherever they ask, and nobody else reads it. */
static void ask_everybody(void)
{
    static const struct {
        const char *room, *who;
    } askers[] = {{"#g", "ann"}, {"#g", "bob"}, {"#g", "eve"}, {NULL, "ann"}, {NULL, "bob"}};
    char due[4 * HOST_NAME] = "", answers[QUESTIONS][1024];
    for (int i = 0; i < QUESTIONS; i++)
        for (size_t a = 0; a < sizeof askers / sizeof *askers; a++) {
            const char *answer = ask(askers[a].room, askers[a].who, questions[i]);
            if (a == 0)
                snprintf(answers[i], sizeof answers[i], "%s", answer);
            assert_string_equal(answer, answers[i]);
        }
    unsigned waits = session_due(table()); /* for both, where nobody has a turn */
    for (int seat = 0; seat < table()->seat_count; seat++)
        if (waits >> seat & 1)
            snprintf(due + strlen(due), sizeof due - strlen(due), "%s%s", *due ? " and " : "",
                     table()->seats[seat].name);
    if (strncmp(answers[0] + strlen(due), ": !", 3) != 0 &&
        strncmp(answers[0] + strlen(due), " to play (!hand).", 17) != 0)
        fail_msg("\"%s\" offers nothing", answers[0]);
    if (strncmp(answers[0], due, strlen(due)) != 0)
        fail_msg("\"%s\" does not begin with \"%s\"", answers[0], due);
    assert_true(strncmp(answers[1], "So far, without what is hidden: ", 32) == 0);
    for (int seat = 0; seat < table()->seat_count; seat++) {
        assert_non_null(strstr(answers[1], table()->seats[seat].name));
        assert_non_null(strstr(answers[2], table()->seats[seat].name));
    }
    assert_true(!!strstr(answers[2], " is a robot.") + !!strstr(answers[2], " are robots.") ==
                (table()->seat_count > 2));
}

static void ask_in_play(const struct game *game)
{
    begin(game);
    for (int i = 0; i < 6 && table(); i++) {
        ask_everybody();
        play_one();
    }
}

static test_case(in_play_everybody_reads_the_same)
{
    each_game(ask_in_play);
}

static test_case(whoever_left_is_said_and_a_robot_plays)
{
    begin(game_find("coloretto"));
    say("#g", "bob", "leave");
    assert_non_null(strstr(ask("#g", "eve", "who"), "ann"));
    assert_non_null(
        strstr(ask("#g", "ann", "who"), in_words(". robot is a robot. <WHO_LEFT who=bob>")));
    assert_true(strncmp(ask("#g", "ann", "turn"), "ann: !", 6) == 0);
}

static test_fixture(open_talking_passing)
{
    open_passing(state);
    house.commands = commands_new();
    return 0;
}

/* A nick that went out of sight is no proof of who comes back. */
static test_case(whoever_is_gone_is_said_and_not_called)
{
    begin(game_find("heartcatchers"));
    const char *due = due_name(), *other = strcmp(due, "ann") == 0 ? "bob" : "ann";
    char sitting[160], turn[256];
    snprintf(
        turn, sizeof turn,
        "%s is to move but gone; the seat waits. When %s has been away for five minutes, a robot can play on: !away %s.",
        due, due, due);
    snprintf(sitting, sizeof sitting, " %s is gone, and the seat waits.", due);
    assert_null(strstr(ask("#g", "eve", "who"), "gone"));
    host_gone(house.host, identity("net", due), ++house.now);
    house_settle(&house);
    assert_string_equal(ask("#g", other, "turn"), turn);
    assert_string_equal(ask(NULL, other, "turn"), turn);
    assert_non_null(strstr(ask("#g", "eve", "who"), sitting));
    ask("#g", other, "score");
}

/* Who comes back and plays on at once is asked for the seat word, and does not wonder why
   nothing happens. */
static test_case(who_plays_before_the_seat_is_claimed_is_asked_for_the_word)
{
    begin(game_find("heartcatchers"));
    const char *due = due_name();
    char asked[160];
    snprintf(
        asked, sizeof asked,
        "The seat of %s waits for its owner, and a name alone is no proof. Send me the seat word in private: !seat "
        "WORD.",
        due);
    host_gone(house.host, identity("net", due), ++house.now);
    house_settle(&house);
    assert_string_equal(ask("#g", due, "hide d me1"), asked);
    assert_string_equal(ask(NULL, due, "hide d me1"), asked);
    assert_null(strstr(ask(NULL, "eve", "hide d me1"), "seat"));
    say("#g", due, "cabbage"); /* is no move, and neither is what strangers say */
    assert_string_equal(house.told, "");
    snprintf(asked, sizeof asked, "You sit at no table here under that name, and %s is waited for.",
             due);
    /* who may be the same under another name */
    assert_non_null(strstr(ask("#g", "eve", "hide d me1"), asked));
}

/* ---- what nobody sees ---- */

/* Changes the faces of two cards that look alike to everybody, from the `skip`th pair on. False
   if no such pair is left. */
static bool swap_unseen(struct table *t, int skip, int pair[2])
{
    const struct ruleset *rules = &table()->playing->rules;
    for (int i = 0; i < t->first[t->zones]; i++)
        for (int k = i + 1; k < t->first[t->zones]; k++) {
            bool is_alike =
                hides(rules, t, i, SEAT_PUBLIC) && hides(rules, t, k, SEAT_PUBLIC) &&
                rules->faces[t->cards[i].face].back == rules->faces[t->cards[k].face].back;
            if (!is_alike || t->cards[i].face == t->cards[k].face || skip-- > 0)
                continue;
            pair[0] = i;
            pair[1] = k;
            return true;
        }
    return false;
}

static void exchange(struct table *t, const int pair[2])
{
    const struct card one = t->cards[pair[0]], other = t->cards[pair[1]];
    t->cards[pair[0]].face = other.face;
    t->cards[pair[1]].face = one.face;
}

/* The questions, and the board as the room reads it with what follows from it. */
static void put_answers(char *answers, size_t size)
{
    struct text text = text_over(answers, size);
    for (int i = 0; i < QUESTIONS; i++)
        text_putf(&text, "%s\n", ask("#g", "eve", questions[i]));
    say("#g", "eve", "board");
    text_put(&text, house.told);
    assert_false(text.cut);
}

static void ask_of_twins(const struct game *game)
{
    enum { MOVES = 12, PAIRS = 8, STRIDE = 17 };
    static char one[4096], other[4096];
    int compared = 0;
    begin(game);
    for (int move = 0; move < MOVES && table(); move++, play_one()) {
        put_answers(one, sizeof one);
        for (int i = 0, pair[2];
             i < PAIRS && swap_unseen(&table()->playing->table, move + STRIDE * i, pair); i++) {
            exchange(&table()->playing->table, pair);
            put_answers(other, sizeof other);
            exchange(&table()->playing->table, pair);
            if (strcmp(one, other) != 0)
                fail_msg(
                    "%s, move %d: cards that nobody sees change what everybody is told:\n%s\n%s",
                    game->id, move, one, other);
            compared++;
        }
    }
    assert_true(compared >= MOVES || game->hand < 0);
}

static test_case(no_answer_depends_on_what_nobody_sees)
{
    each_game(ask_of_twins);
}

static void ask_score(const struct game *game)
{
    begin(game);
    for (int move = 0; move < 40 && table(); move++, play_one()) {
        struct score score;
        struct sight sight;
        char bytes[256];
        struct text told = text_over(bytes, sizeof bytes);
        table_sight(&table()->playing->rules, &table()->playing->table, SEAT_PUBLIC, &sight);
        game->score(&table()->playing->rules, &sight, &score);
        text_put(&told, "So far, without what is hidden:");
        for (int seat = 0; seat < table()->seat_count; seat++)
            text_putf(&told, "%s %s %d", seat ? "," : "", table()->seats[seat].name,
                      score.total[seat]);
        text_put(&told, ".");
        const char *answer = ask("#g", "eve", "score");
        /* behind it may stand what the match has so far */
        assert_true(strncmp(answer, told.bytes, (size_t)told.length) == 0);
    }
}

static test_case(the_score_counts_what_lies_open)
{
    each_game(ask_score);
}

/* ---- said without a prefix ---- */

static int overhear(const char *who, const char *text)
{
    struct heard heard = {
        .network = "net", .room = "#g", .key = who, .name = who, .text = text, .now = house.now};
    for (int seat = 0; seat < table()->seat_count; seat++)
        table()->seats[seat].knows_prefix = false;
    house_forget(&house);
    commands_overhear(house.commands, house.host, &heard, false);
    house_wait(&house, 0);
    return house.length;
}

/* Nothing but who is due by the public sight, and whether the line begins with a whole verb and
   goes on. */
static void say_bare(const struct game *game)
{
    static const char *const ends[] = {
        "x", "1", "nothing of mine", "red heart under me1", "!!", "ann", "2 ? 3"};
    static const char *const people[] = {"ann", "bob", "eve"};
    begin(game);
    for (int move = 0; move < 8 && table(); move++, play_one())
        for (int v = 0; v < game->verb_count; v++)
            for (size_t end = 0; end < sizeof ends / sizeof *ends; end++)
                for (size_t who = 0; who < sizeof people / sizeof *people; who++) {
                    char line[128], answer[256];
                    const struct verb_spec *verb = &game->verbs[v];
                    int seat = house_seat(&house, "#g", people[who]);
                    bool is_due = seat >= 0 && (session_due(table()) >> seat & 1);
                    int word = (int)strcspn(verb->word, " ");
                    snprintf(line, sizeof line, "%.*s %s", word, verb->word, ends[end]);
                    snprintf(
                        answer, sizeof answer,
                        "to %s: Was that a move? I read moves here only with the prefix, so begin it with !%.*s.\n",
                        people[who], word, verb->word);
                    overhear(people[who], line);
                    assert_string_equal(house.told,
                                        is_due && !(verb->flags & VERB_HOST) ? answer : "");
                    line[word] = '\0';
                    assert_int_equal(overhear(people[who], line), 0); /* a single word is talk */
                }
}

static test_case(a_bare_verb_is_answered_by_whose_turn_it_is_alone)
{
    each_game(say_bare);
}

/* ---- of games ---- */

/* From the first topic to the last and round again, for each person alone, with any table or
   none. */
static test_case(rules_go_on_with_next)
{
    const struct game *game = game_find("coloretto");
    say(NULL, "ann", "rules next");
    assert_told("<TOP_WHICH_1>");
    say(NULL, "ann", "rules coloretto");
    seat_two("#a");
    seat_two("#b");
    for (int i = 1; i <= game->topic_count; i++) {
        char wanted[64];
        snprintf(wanted, sizeof wanted,
                 "Coloretto, %s: ", game->topics[i % game->topic_count].name);
        house_wait(&house, FLOOD_WITHIN_MS); /* reading takes time */
        say(NULL, "bob", "rules heartcatchers setup");
        say(i % 2 ? NULL : "#a", "ann", "rules next");
        assert_told(wanted);
    }
    say(NULL, "bob", "rules next");
    assert_told("Heartcatchers, cards: ");
    say("#a", "bob", "board legend"); /* ends with a topic, too */
    assert_told("<RULES_NEXT> ");
    say("#a", "bob", "rules next");
    assert_told("Heartcatchers, variants: ");
}

static test_case(options_of_a_game_are_shown_without_a_table)
{
    say("#g", "ann", "options coloretto");
    assert_told("to ann: <OPTIONS_HELP game=Coloretto>");
    say(NULL, "ann", "options coloretto");
    assert_told("to ann: <OPTIONS_HELP game=Coloretto>");
    say("#g", "ann", "options match=3");
    assert_told("to ann: <TABLE_NONE_2>");
    say("#g", "ann", "play coloretto match=4");
    say("#g", "bob", "options roygbiv");
    assert_told("to bob: <OPTIONS_HELP_1 game=ROYGBIV>");
    say("#g", "bob", "options coloretto");
    assert_told("match=4 (");
    say("#g", "ann", "set side=");
    assert_told("<THERE_IS_NO_VALUE> ");
    say("#g", "ann", "options side=");
    assert_told("<THERE_IS_NO_VALUE> ");
}

/* The topic explains codes and brackets, which a screen reader does not get. */
static test_case(a_screen_reader_is_told_of_no_brackets)
{
    house.reader = "ann";
    house_restart(&house);
    say("#g", "bob", "rules coloretto board");
    assert_told("row 2: green, grey, 1 free");
    say("#g", "ann", "rules coloretto board");
    assert_told("to ann: Coloretto, board: <LEGEND_ALOUD>");
    assert_not_told("[");
}

int main(void)
{
#define TEST(test) cmocka_unit_test_setup_teardown(test, open_talking, close_house)
    const struct CMUnitTest tests[] = {
        TEST(before_a_game_asking_says_what_is_missing),
        TEST(after_a_game_asking_says_that_there_is_no_table),
        TEST(in_play_everybody_reads_the_same),
        TEST(whoever_left_is_said_and_a_robot_plays),
        cmocka_unit_test_setup_teardown(whoever_is_gone_is_said_and_not_called,
                                        open_talking_passing, close_house),
        cmocka_unit_test_setup_teardown(who_plays_before_the_seat_is_claimed_is_asked_for_the_word,
                                        open_talking_passing, close_house),
        TEST(no_answer_depends_on_what_nobody_sees),
        TEST(the_score_counts_what_lies_open),
        TEST(a_bare_verb_is_answered_by_whose_turn_it_is_alone),
        TEST(rules_go_on_with_next),
        TEST(options_of_a_game_are_shown_without_a_table),
        TEST(a_screen_reader_is_told_of_no_brackets),
    };
    return cmocka_run_group_tests_name("asking", tests, NULL, NULL);
}
