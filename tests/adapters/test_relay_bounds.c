/* What processes of a house keep for one another is bounded (relay_inside.h, sheets.h,
   posts.h): each test reaches a bound, and shows that who causes it has less, that nobody else
   has, and that nothing that was said is lost. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "heard.h"
#include "host.h"
#include "loop.h"
#include "posts.h"
#include "processes.h"
#include "prose.h"
#include "relay_inside.h"
#include "relay_text.h"
#include "session.h"
#include "store_postgres.h"
#include "tables.h"
#include "testing.h"
#include "toys/toys.h"

#define near (&processes.list[0])
#define far  (&processes.list[1])

/* ---- a game in which one seat has more moves than fit into a panel, and everybody else one
   ---- */

enum { PILE, SHARED };
enum { WON, SEAT_ZONES };
enum { PASS, SPELL };
enum { LETTERS = 16, ROUNDS = 3, HEADINGS = 10000 /* bytes of keys and names */ };

static int wide_seat; /* whose moves are those */

/* 38 letters each: no word of a move has more. */
#define LONG_WORD(letter) #letter "abcdefghijklmnopqrstuvwxyzabcdefghijk"
static const char *const long_words[LETTERS] = {
    LONG_WORD(a), LONG_WORD(b), LONG_WORD(c), LONG_WORD(d), LONG_WORD(e), LONG_WORD(f),
    LONG_WORD(g), LONG_WORD(h), LONG_WORD(i), LONG_WORD(j), LONG_WORD(k), LONG_WORD(l),
    LONG_WORD(m), LONG_WORD(n), LONG_WORD(o), LONG_WORD(p)};
#define ARG_LONG(count)                                                                            \
    {                                                                                              \
        .kind = ARG_WORD, .words = long_words, .word_count = (count)                               \
    }

static const struct zone_spec zones[] = {{"pile", AUDIENCE_NONE, 0}, {"won", AUDIENCE_ALL, 0}};
static const struct verb_spec verbs[] = {
    {.word = "pass"},
    {.word = "spell", .args = {ARG_LONG(LETTERS), ARG_LONG(LETTERS), ARG_LONG(1)}}};
static const char *const sentences[] = {"{who} has passed.", "{who} has spelled."};

static void setup(struct play *play)
{
    toy_deck(play, PILE, 1);
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    (void)rules;
    out->count = 0;
    if (sight->seen.over || seat != sight->seen.turn)
        return;
    if (seat != wide_seat)
        moves_add(out, PASS, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    for (int i = 0; seat == wide_seat && i < LETTERS * LETTERS; i++)
        moves_add(out, SPELL, i / LETTERS, i % LETTERS, 0);
}

static void apply(struct play *play, int seat, const struct move *move)
{
    event_say(play, move->verb, seat, 0, 0, 0);
    play->table->turn = (seat + 1) % play->table->seats;
    play->table->over = ++play->table->shared[0] == ROUNDS * play->table->seats;
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    toy_score(rules, sight, WON, out);
}

static const struct game wide = {TOY(wide, 2, 3), TOY_TABLE(zones, SHARED, SEAT_ZONES, -1),
                                 TOY_WORDS(verbs, sentences), TOY_RULES(toy_turn)};

// NOLINTBEGIN(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming):
// the linker's names
const struct game *__wrap_game_find(const char *word);
const struct game *__real_game_find(const char *word);

const struct game *__wrap_game_find(const char *word)
{
    return strcmp(word, wide.id) == 0 ? &wide : __real_game_find(word);
}
// NOLINTEND(bugprone-reserved-identifier,cert-dcl37-c,cert-dcl51-cpp,readability-identifier-naming)

/* ---- */

static struct session *table(void)
{
    return host_find(near->host, near->network, "#a");
}

static int told(const char *who, const char *what)
{
    char line[HOST_TEXT];
    snprintf(line, sizeof line, "to %s: %s", who, what);
    return process_count(far, line);
}

static int told_that_it_waits(const char *who)
{
    return told(who, "<RELAY_WAITS_1>");
}

/* ---- presses that wait for an answer ---- */

/* Two of the far network play with ann. */
static void begin_with_two(const char *game)
{
    processes_share_table(game);
    process_say(far, "#b", "bob", "join");
    process_say(far, "#b", "cid", "join");
    process_say(near, "#a", "ann", "start");
    process_say(far, "#b", "bob", "start");
    process_say(far, "#b", "cid", "start");
    process_expect(far, "#b next: ");
}

static void press(const char *who, int times)
{
    const struct press mark = {.table = host_table_number(table()), .seat = 1, .decision = 0};
    for (int i = 0; i < times; i++)
        process_press(far, who, &mark, "draw");
}

static test_case(who_presses_most_is_told_less_and_nobody_else_is)
{
    begin_with_two("coloretto");
    processes.pause = 1;
    near->is_dead = true; /* what it is told waits, and nobody knows why */
    far->told[0] = '\0';
    int dealt = far->dealt, before = processes_undealt();
    press("bob", AWAITED_MOST + 20);
    press("cid", 1);
    near->is_away = true;
    loop_step(processes.loop, 2 * AWAITED_MS);
    assert_int_equal(told_that_it_waits("bob"), AWAITED_OF_PERSON);
    assert_int_equal(told_that_it_waits("cid"), 1);
    assert_int_equal(far->dealt, dealt + AWAITED_OF_PERSON + 1);
    assert_int_equal(processes_undealt(), before + AWAITED_MOST + 21);
    near->is_dead = near->is_away = false;
    processes_deliver();
    assert_int_equal(processes_undealt(), 0);
    /* each is answered now */
    assert_int_equal(far->dealt, dealt + AWAITED_MOST + 21 + AWAITED_OF_PERSON + 1);
}

/* An answer that never came back holds no place for ever. */
static test_case(a_press_is_not_waited_for_for_ever)
{
    begin_with_two("coloretto");
    near->is_dead = true;
    press("bob", 1);
    far->told[0] = '\0';
    loop_step(processes.loop, AWAITED_LONGEST_MS + AWAITED_MS);
    press("bob", 1);
    near->is_away = true;
    loop_step(processes.loop, 2 * AWAITED_MS);
    assert_int_equal(told_that_it_waits("bob"), 1);
    near->is_dead = near->is_away = false;
    processes_deliver();
    assert_int_equal(processes_undealt(), 0);
}

/* ---- panels and moves under a board ---- */

static int moves_of(const char *who)
{
    struct host_board board;
    assert_true(host_board_in(far->host, far->network, "#b", &board));
    struct host_panel *panel = host_panel_of(far->host, identity(far->network, who), board.table);
    int count = panel ? panel->moves.count : -1;
    host_panel_free(panel);
    return count;
}

static int open_moves(void)
{
    struct host_moves moves;
    host_open_moves(far->host, far->network, "#b", &moves);
    int count = moves.count;
    host_moves_free(&moves);
    return count;
}

static const char *who_is_due(void)
{
    return table()->seats[table()->playing->table.turn].key;
}

/* Everybody up to bob passes. */
static void pass_up_to_bob(void)
{
    while (table() && strcmp(who_is_due(), "bob") != 0)
        process_say(who_is_due()[0] == 'a' ? near : far, NULL, who_is_due(), "pass");
}

static test_case(a_panel_that_is_too_large_is_missing_and_no_other)
{
    char move[HOST_TEXT];
    wide_seat = SEAT_NONE;
    begin_with_two("wide");
    pass_up_to_bob();
    assert_int_equal(moves_of("bob"), 1);
    process_say(far, NULL, "bob", "pass");
    for (wide_seat = 0; strcmp(table()->seats[wide_seat].key, "bob") != 0; wide_seat++)
        ;
    pass_up_to_bob();
    assert_int_equal(moves_of("bob"), -1);
    assert_int_equal(moves_of("cid"), 0);
    assert_int_equal(open_moves(), 0);
    far->told[0] = '\0';
    snprintf(move, sizeof move, "spell %s %s %s", long_words[3], long_words[4], long_words[0]);
    process_say(far, "#b", "bob", move); /* it can be typed */
    process_expect(far, "#b: bob has spelled.");
    assert_int_equal(moves_of("bob"), 0);
    if (strcmp(who_is_due(), "ann") == 0)
        process_say(near, "#a", "ann", "pass");
    assert_int_equal(moves_of("cid"), 1);
    assert_int_equal(open_moves(), 1);
    pass_up_to_bob();
    process_say(far, "#b", "bob", move);
    pass_up_to_bob();
    process_expect(far, "<AGAIN_2>");
    assert_int_equal(processes_undealt(), 0);
}

/* No text of a person, nor a board, is too long for a mail. */
static test_case(the_longest_post_and_whisper_fit_into_a_mail)
{
    static const char *const called[FIELDS_LISTED] = {"k", "k", "k", "k", "k", "k", "k", "k"};
    static struct prose longest;
    prose_clear(&longest);
    while (!longest.cut)
        prose_styled(&longest, PROSE_BOARD, COLOUR_RED,
                     longest.span_count < PROSE_SPANS - 1 ? "\xF0\x9F\x8E\xB4" : "\xC3\xA9");
    assert_int_equal(longest.span_count, PROSE_SPANS);
    json_t *post = relay_write(&relay_post, &(struct post){.room = "#b",
                                                           .tale = &longest,
                                                           .board = &longest,
                                                           .block = &longest,
                                                           .next = &longest,
                                                           .called = called,
                                                           .called_count = 8});
    json_t *whisper = relay_write(
        &relay_whisper, &(struct whisper){.person = "bob", .name = "bob", .prose = &longest});
    size_t with_board = json_dumpb(post, NULL, 0, JSON_COMPACT | JSON_ENSURE_ASCII) + PANEL_BYTES;
    size_t with_panel =
        json_dumpb(whisper, NULL, 0, JSON_COMPACT | JSON_ENSURE_ASCII) + PANEL_BYTES;
    json_decref(post);
    json_decref(whisper);
    print_message("a post has at most %zu bytes, a whisper %zu\n", with_board, with_panel);
    assert_true(with_board + HEADINGS < MAIL_BODY && with_panel + HEADINGS < MAIL_BODY);
}

/* ---- tables that are listed for one person ---- */

/* Bob asks at one of his tables whom it waits for. */
static void expect_turn(const char *table, int64_t number)
{
    char line[HOST_TEXT];
    if (number)
        snprintf(line, sizeof line, "%s-%lld turn", table, (long long)number);
    else
        snprintf(line, sizeof line, "%s turn", table);
    far->told[0] = '\0';
    process_say(far, NULL, "bob", line);
    process_expect(far, "to bob: ");
    if (process_count(far, "<TO_PLAY>") == 0) /* no verb is surely right there */
        process_expect(far, ": !");
    assert_int_equal(told("bob", "<TABLE_WHICH_1>") + told("bob", "<TABLE_WHICH_UNKNOWN_1>"), 0);
}

/* Bob sits at more tables than are listed, and one of them is of the other process. */
static test_case(a_table_that_is_not_listed_can_be_named)
{
    char room[16], who[16];
    int64_t tables[HOST_TABLES_EACH];
    begin_with_two("coloretto");
    for (int i = 0; i < HOST_TABLES_EACH + 4; i++) {
        snprintf(room, sizeof room, "#t%d", i);
        snprintf(who, sizeof who, "p%d", i);
        process_say(far, room, who, "play heartcatchers");
        process_say(far, room, "bob", "join");
    }
    assert_int_equal(host_tables_of(far->host, identity(far->network, "bob"), tables),
                     HOST_TABLES_EACH);
    expect_turn("#t0", 0);
    expect_turn("#t35", 0);
    expect_turn("heartcatchers", host_table_number(host_find(far->host, far->network, "#t1")));
    expect_turn("#b", 0); /* which the other process leads */
    expect_turn("coloretto", host_table_number(table()));
    far->told[0] = '\0';
    process_say(far, NULL, "cid", "turn"); /* nobody else has fewer */
    assert_true(told("cid", "") > 0);
    assert_int_equal(told("cid", "<TABLE_WHICH_1>"), 0);
    assert_int_equal(processes_undealt(), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define BOTH(test) cmocka_unit_test_setup_teardown(test, processes_open_two, processes_close_all)
        BOTH(who_presses_most_is_told_less_and_nobody_else_is),
        BOTH(a_press_is_not_waited_for_for_ever),
        BOTH(a_panel_that_is_too_large_is_missing_and_no_other),
        cmocka_unit_test(the_longest_post_and_whisper_fit_into_a_mail),
        BOTH(a_table_that_is_not_listed_can_be_named),
#undef BOTH
    };
    return cmocka_run_group_tests_name("relay_bounds", tests, NULL, NULL);
}
