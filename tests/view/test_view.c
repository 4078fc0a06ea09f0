/* What is read at a Heartcatchers table: boards, narration, hands, results; by each viewer, to
   the letter. */
#include <stdio.h>
#include <string.h>

#include "coloretto/coloretto.h"
#include "columns.h"
#include "games.h"
#include "laid.h"
#include "testing.h"

static struct laid laid;
static const char *const people[] = {"ann", "bob"};

/* ann: hand R GL BC, stacks G / B / RX. bob: hand W R G, stacks R / W / B. Pile: B, RL; ann
   begins. */
static void lay(void)
{
    laid_open(&laid, game_find("heartcatchers"), 2, people);
    laid_put(&laid, SEAT_NONE, "pile", "B RL");
    laid_put(&laid, 0, "hand", "R GL BC");
    laid_put(&laid, 0, "up1", "G");
    laid_put(&laid, 0, "up2", "B");
    laid_put(&laid, 0, "up3", "RX");
    laid_put(&laid, 1, "hand", "W R G");
    laid_put(&laid, 1, "up1", "R");
    laid_put(&laid, 1, "up2", "W");
    laid_put(&laid, 1, "up3", "B");
}

static test_case(a_board_in_one_line)
{
    lay();
    assert_string_equal(
        laid_board(&laid, SEAT_PUBLIC, VIEW_LINE),
        "ann, 3 up: 1 green; 2 blue; 3 red | bob, 3 up: 1 red; 2 Uncatchable; 3 blue | 2 to draw");
    assert_string_equal(
        prose_spans(&laid.prose),
        "NAME ann|CARD green|CARD blue|CARD red|NAME bob|CARD red|CARD Uncatchable|CARD blue|DIM 2 to draw");
    assert_string_equal(laid_due(&laid), "ann: !catch, !steal or !hide");
    assert_string_equal(prose_spans(&laid.prose), "CALL ann|MOVE !|MOVE !|MOVE !");
}

static test_case(a_board_in_narrow_lines)
{
    lay();
    assert_string_equal(
        laid_board(&laid, SEAT_PUBLIC, VIEW_COLUMNS),
        "> ann: 3 face up;\n    stack 1: green;\n    stack 2: blue;\n    stack 3: red\n  bob: 3 face up;\n    stack 1: red;\n    stack 2: Uncatchable;\n    stack 3: blue\n2 to draw");
    assert_int_equal(laid.prose.spans[0].style, PROSE_BOARD);
    assert_int_equal(laid.prose.spans[0].length, laid.prose.length);
    laid.naming.names[0] = "Maximiliane";
    laid_put(&laid, 0, "up1", "R");
    laid_put(&laid, 0, "under1", "R G");
    laid_put(&laid, 0, "up2", "R GX");
    laid_put(&laid, 0, "up3", "R R R R R R R R R");
    laid_put(&laid, 0, "under3", "RL");
    assert_string_equal(
        laid_board(&laid, SEAT_PUBLIC, VIEW_COLUMNS),
        "> Maximiliane: 15 face up;\n    stack 1: red, 2 high, 2\n    hidden;\n    stack 2: green, 3 high;\n    stack 3: red, 10 high, 1\n    hidden\n  bob: 3 face up;\n    stack 1: red;\n    stack 2: Uncatchable;\n    stack 3: blue\n2 to draw");
}

static test_case(a_board_is_as_wide_as_its_place_and_its_last_row_stays_last)
{
    lay();
    laid.naming.names[0] = "Maximiliane";
    laid_put(&laid, 0, "up3", "R R R R R R R R R");
    laid.view.last = 1;
    assert_string_equal(
        laid_board(&laid, SEAT_PUBLIC, 60),
        "               face up  stack 1  stack 2      stack 3\n  bob                3  red      Uncatchable  blue\n> Maximiliane       12  green    blue         red x10\n2 to draw");
    laid.view.last = 0;
}

static test_case(a_row_shows_its_free_places)
{
    laid_open(&laid, game_find("coloretto"), 2, NULL);
    laid.table.shared[CO_ROOM] = 1;
    laid.table.shared[CO_ROOM + 2] = 3;
    laid_put(&laid, SEAT_NONE, "row3", "Y");
    assert_non_null(
        strstr(laid_board(&laid, SEAT_PUBLIC, VIEW_LINE), "row 1: 1 free; 3: yellow |"));
}

static test_case(empty_rows_that_are_alike_are_one)
{
    laid_open(&laid, game_find("coloretto"), 4, NULL);
    for (int row = 0; row < 4; row++)
        laid.table.shared[CO_ROOM + row] = 3;
    laid_put(&laid, SEAT_NONE, "row1", "Y B");
    assert_non_null(
        strstr(laid_board(&laid, SEAT_PUBLIC, VIEW_LINE), "row 1: yellow, blue; 2-4: 3 free |"));
    laid.table.shared[CO_ROOM + 3] = 2;
    assert_non_null(strstr(laid_board(&laid, SEAT_PUBLIC, VIEW_LINE),
                           "row 1: yellow, blue; 2-3: 3 free; 4: 2 free |"));
}

static void lay_market(const char *market, int left)
{
    laid_open(&laid, game_find("kritters"), 2, people);
    laid_put(&laid, SEAT_NONE, "market", market);
    for (int i = 0; i < left; i++)
        laid_put(&laid, SEAT_NONE, "kritters", "Y+:C");
    laid_board(&laid, SEAT_PUBLIC, VIEW_LINE);
}

/* Of the market only what came is news, of the rest that it is as before; a count of what is left
   is none before it comes to an end. */
static test_case(only_what_is_new_of_a_list_is_news)
{
    struct view_rows known;
    struct prose news;
    lay_market("C+:M W:CMY CM:YY", 10);
    view_board_read(&laid.prose, &known);
    lay_market("C+:M YY:YY CM:YY", 9);
    prose_clear(&news);
    view_board_news(&known, &laid.prose, true, &news);
    assert_string_equal(news.text, "for sale: 2 double yellow (2Y); rest as before");
    view_board_read(&laid.prose, &known);
    lay_market("C+:M YY:YY CM:YY", 1);
    prose_clear(&news);
    view_board_news(&known, &laid.prose, true, &news);
    assert_string_equal(news.text, "1 Kritter left");
}

/* That somebody is out follows from the row that was taken; that nobody is any more, from the end
   of the round. */
static test_case(a_state_is_shown_and_never_news)
{
    struct view_rows known;
    struct prose news;
    laid_open(&laid, game_find("coloretto"), 2, people);
    laid_put(&laid, 0, "collection", "Y B");
    laid.table.own[0][CO_TAKEN] = 1;
    assert_non_null(strstr(laid_board(&laid, SEAT_PUBLIC, VIEW_LINE), "yellow, blue; out"));
    view_board_read(&laid.prose, &known);
    laid.table.own[0][CO_TAKEN] = 0;
    assert_null(strstr(laid_board(&laid, SEAT_PUBLIC, VIEW_LINE), "out"));
    prose_clear(&news);
    view_board_news(&known, &laid.prose, true, &news);
    assert_string_equal(news.text, "");
    laid_put(&laid, 0, "collection", "G");
    laid_board(&laid, SEAT_PUBLIC, VIEW_LINE);
    view_board_news(&known, &laid.prose, true, &news);
    assert_non_null(strstr(news.text, "yellow, green, blue"));
}

static test_case(a_secret_is_shown_to_who_hid_it)
{
    lay();
    laid_play(&laid, "hide 2 them1");
    laid_play(&laid, "hide 3 them1");
    assert_string_equal(
        laid_board(&laid, 0, VIEW_LINE),
        "ann, 3 up: 1 green +1 hidden; 2 blue; 3 red | bob, 3 up: 1 red +1 hidden: you know green Ultimate Love; 2 Uncatchable; 3 blue | 0 to draw");
    assert_string_equal(
        laid_board(&laid, 1, VIEW_LINE),
        "ann, 3 up: 1 green +1 hidden: you know green heart; 2 blue; 3 red | bob, 3 up: 1 red +1 hidden; 2 Uncatchable; 3 blue | 0 to draw");
    assert_string_equal(
        laid_board(&laid, SEAT_PUBLIC, VIEW_LINE),
        "ann, 3 up: 1 green +1 hidden; 2 blue; 3 red | bob, 3 up: 1 red +1 hidden; 2 Uncatchable; 3 blue | 0 to draw");
}

static test_case(a_hand_with_labels)
{
    lay();
    assert_string_equal(laid_hand(&laid, 0),
                        "d red heart, e green Ultimate Love, f blue Change-of-Heart");
    laid_play(&laid, "hide 2 me1"); /* e is free and goes to the card that comes */
    assert_string_equal(laid_hand(&laid, 0), "d red heart, e blue heart, f blue Change-of-Heart");
    assert_string_equal(laid_hand(&laid, 1), "d white Uncatchable, e red heart, f green heart");
    assert_string_equal(laid_hand(&laid, SEAT_PUBLIC), "");
    laid_open(&laid, game_find("heartcatchers"), 2, people);
    assert_string_equal(laid_hand(&laid, 0), "empty");
}

/* In the order of the faces, with a zone that is not told besides and a number that is. */
static test_case(a_sorted_hand_keeps_its_labels)
{
    static const char *const bids[] = {"none", "0", "1"};
    static const struct register_spec registers[TABLE_OWN] = {
        {.name = "bid", .audience = AUDIENCE_OWNER, .most = 2, .words = bids},
        {.name = "tricks", .audience = AUDIENCE_ALL}};
    enum { PILE_AND_GONE = 2, SPECS = 12 };
    struct zone_spec zones[SPECS];
    lay();
    laid.rules.labels = "defgh";
    laid_put(&laid, 0, "hand", "W GX");
    memcpy(zones, laid.rules.zones, sizeof zones);
    laid.rules.zones = zones;
    zones[PILE_AND_GONE].flags |= ZONE_SORTED;
    assert_string_equal(
        laid_hand(&laid, 0),
        "d red heart, e green Ultimate Love, h green Heartbreaker, f blue Change-of-Heart, g white Uncatchable");
    zones[PILE_AND_GONE + 1] = (struct zone_spec){"laid aside", AUDIENCE_OWNER, 0};
    laid_put(&laid, 0, "hand", "");
    const char *listed = strstr(laid_hand(&laid, 0), "; laid aside: ");
    assert_non_null(listed);
    zones[PILE_AND_GONE + 1].flags = ZONE_UNLISTED;
    laid.rules.registers = registers;
    laid.table.own[0][0] = 1;
    laid.table.own[0][1] = 3;
    assert_null(strstr(laid_hand(&laid, 0), "laid aside"));
    assert_non_null(strstr(laid_hand(&laid, 0), "white Uncatchable; bid: 0; tricks: 3"));
}

/* What each of the three hears of one move. */
static void assert_heard(const char *ann, const char *bob, const char *all)
{
    assert_string_equal(laid_events(&laid, 0), ann);
    assert_string_equal(laid_events(&laid, 1), bob);
    assert_string_equal(laid_events(&laid, SEAT_PUBLIC), all);
}

static test_case(moves_are_told_to_each_as_they_may_know)
{
    lay();
    laid_play(&laid, "catch 1 me1");
    assert_heard("ann plays a red heart on stack 1. You draw a blue heart.",
                 "ann plays a red heart on stack 1.", "ann plays a red heart on stack 1.");
    laid_play(&laid, "steal 1 them2 me2");
    assert_heard(
        "bob takes ann's stack 2 for stack 2 with a white Uncatchable.",
        "bob takes ann's stack 2 for stack 2 with a white Uncatchable. You draw a red Ultimate Love.",
        "bob takes ann's stack 2 for stack 2 with a white Uncatchable.");
    laid_play(&laid, "hide 3 them3");
    assert_heard("ann hides a blue Change-of-Heart under bob's stack 3.",
                 "ann hides a card under bob's stack 3.", "ann hides a card under bob's stack 3.");
}

static test_case(the_end_reveals_secrets_and_scores_them)
{
    static const char told[] =
        "bob plays a red heart on stack 3. Column 3: a blue Change-of-Heart, the two stacks change sides. Under ann's stack 1: a red heart and a green Ultimate Love.";
    laid_open(&laid, game_find("heartcatchers"), 2, people);
    laid_put(&laid, 0, "up1", "G G");
    laid_put(&laid, 0, "up2", "B");
    laid_put(&laid, 0, "up3", "RX");
    laid_put(&laid, 0, "under1", "R GL");
    laid_put(&laid, 0, "under3", "BC");
    laid_put(&laid, 1, "hand", "R");
    laid_put(&laid, 1, "up1", "R");
    laid_put(&laid, 1, "up2", "W");
    laid_put(&laid, 1, "up3", "G");
    laid.table.turn = 1;
    laid_play(&laid, "catch 1 me3");
    assert_heard(told, told, told);
    assert_string_equal(laid_due(&laid), "");
    assert_string_equal(
        laid_result(&laid),
        "ann wins Heartcatchers with 8, five ahead of bob.\nann 8: stack 1 +2, 1 Ultimate Love under it +3, stack 2 +1, stack 3 +2\nbob 3: stack 1 +1, stack 2 +1, stack 3 +1");
}

/* Nobody else's sentence may speak of the cards of a whisper that one did not hear. */
static test_case(a_whisper_leaves_no_cards_behind)
{
    lay();
    struct play play = {&laid.rules, &laid.table, &laid.chance, &laid.events, NULL};
    laid.events.count = 0;
    table_move(&play, 0, 0, seat_zone(&laid.rules, 0, 0));
    event_whisper(&play, 1u << 0, 3 /* You draw {cards}. */, 0, 0, 0, 0);
    table_move(&play, seat_zone(&laid.rules, 1, 0), 0, seat_zone(&laid.rules, 1, 1));
    event_say(&play, 0 /* {who} plays {cards} on stack {0}. */, 1, 1, 0, 0);
    assert_heard("You draw a blue heart. bob plays a white Uncatchable on stack 1.",
                 "bob plays a white Uncatchable on stack 1.",
                 "bob plays a white Uncatchable on stack 1.");
}

static test_case(several_cards_are_grouped)
{
    lay();
    laid_put(&laid, 0, "hand", "R R");
    struct play play = {&laid.rules, &laid.table, &laid.chance, &laid.events, NULL};
    int hand = seat_zone(&laid.rules, 0, 0), up = hand + 1, under = up + 3;
    laid.events.count = 0;
    table_move(&play, hand, 0, up);
    table_move(&play, hand, 0, up);
    table_move(&play, hand, 1, up);
    table_move(&play, hand, 0, under);
    table_move(&play, hand, 0, under);
    table_move_all(&play, under, under + 1);
    event_say(&play, 0, 0, 1, 0, 0);
    assert_string_equal(laid_events(&laid, SEAT_PUBLIC),
                        "ann plays 2 red hearts, a green Ultimate Love and 4 cards on stack 1.");
    laid.events.count = 0;
    event_say(&play, 0, 0, 1, 0, 0);
    assert_string_equal(laid_events(&laid, SEAT_PUBLIC), "ann plays no card on stack 1.");
}

static test_case(a_shared_win)
{
    struct score score = {.reason = "Both caught the same number of hearts."};
    lay();
    score_add(&score, 1, "stack {0}: {1} face-up {1|card|cards}", 1, 1, 1);
    score_add(&score, 0, "stack {0}: {1} face-up {1|card|cards}", 2, 5, 5);
    score_add(&score, 0, "nothing under stack {0}", 2, 0, 0);
    score_add(&score, 0, "{0:seat}'s gift", 1, 0, -4);
    score_best_wins(&score, 2);
    prose_clear(&laid.prose);
    prose_result(&laid.view, &score, &laid.prose);
    assert_string_equal(
        laid.prose.text,
        "A tie: ann and bob share Heartcatchers with 1 each. Both caught the same number of hearts.\nann 1: stack 2: 5 face-up cards +5, nothing under stack 2 0, bob's gift -4\nbob 1: stack 1: 1 face-up card +1");
}

/* What a result begins with. */
static const char *head_of(const int *totals, int seats, unsigned winners)
{
    struct score score = {.winners = winners};
    for (int seat = 0; seat < seats; seat++)
        score_add(&score, seat, "line", 0, 0, totals[seat]);
    score.winners = winners;
    prose_clear(&laid.prose);
    prose_result(&laid.view, &score, &laid.prose);
    *strchr(laid.prose.text, '\n') = '\0';
    return laid.prose.text;
}

static unsigned two_pairs(const struct ruleset *rules, int seats, int seat)
{
    (void)rules, (void)seats;
    return seat % 2 == 0 ? 5 : 10;
}

static test_case(a_result_is_a_sentence_that_says_how_close_it_was)
{
    static const char *const four[] = {"ann", "bob", "cid", "dan"}, *const one[] = {"ann"};
    struct game pairs = *game_find("coloretto");
    laid_open(&laid, game_find("coloretto"), 4, four);
    assert_string_equal(head_of((const int[]){21, 44, 36, 30}, 4, 2),
                        "bob wins Coloretto with 44, eight ahead of cid.");
    assert_string_equal(head_of((const int[]){36, 44, 36, 31}, 4, 2),
                        "bob wins Coloretto with 44, eight ahead of ann and cid.");
    assert_string_equal(head_of((const int[]){1, 44, -3, 1}, 4, 2),
                        "bob wins Coloretto with 44, 43 ahead of ann and dan.");
    assert_string_equal(head_of((const int[]){-1, -4, -3, -2}, 4, 1),
                        "ann wins Coloretto with -1, one ahead of dan.");
    assert_string_equal(head_of((const int[]){11, 11, 2, 3}, 4, 3),
                        "A tie: ann and bob share Coloretto with 11 each.");
    /* something else than points has decided */
    assert_string_equal(head_of((const int[]){11, 11, 2, 3}, 4, 2), "bob wins Coloretto with 11.");
    assert_string_equal(head_of((const int[]){0, 0, 0, 0}, 4, 2), "bob wins Coloretto.");
    assert_string_equal(head_of((const int[]){0, 0, 0, 0}, 4, 6),
                        "A tie: bob and cid share Coloretto.");
    assert_string_equal(head_of((const int[]){3, 0, 0, 0}, 4, 0), "Nobody wins Coloretto.");
    pairs.partners = two_pairs;
    laid.view.game = &pairs;
    assert_string_equal(head_of((const int[]){12, 30, 12, 30}, 4, 10),
                        "bob and dan win Coloretto with 30, 18 ahead of ann and cid.");
    assert_string_equal(head_of((const int[]){30, 30, 30, 30}, 4, 15),
                        "A tie: ann, bob, cid and dan share Coloretto with 30 each.");
    laid_open(&laid, game_find("kritters"), 1, one);
    assert_string_equal(head_of((const int[]){31}, 1, 1), "ann ends Colour MY Kritters with 31.");
}

/* ---- the other styles of a board ---- */

static const char *const weather[] = {"dry", "wet"};
static const char *const marks[] = {"", "red", "blue"};

static test_case(boards_of_every_style)
{
    /* Zones of Heartcatchers: pile 0, gone 1; of a seat: hand 0, up 1-3, under 4-6. */
    static const struct board_item items[] = {
        {.label = "gone", .style = BOARD_LIST, .zone = 1, .words = marks},
        {.label = "weather", .style = BOARD_WORD, .zone = 2, .words = weather},
        {.label = "hand", .style = BOARD_COUNT, .per_seat = true, .zone = 0},
        {.label = "", .style = BOARD_TALLY, .per_seat = true, .zone = 1},
        {.label = "top", .style = BOARD_TOP, .per_seat = true, .zone = 2},
        {.label = "stack", .style = BOARD_STACK, .per_seat = true, .zone = 3, .under = SEAT_NONE},
        {.label = "points", .style = BOARD_NUMBER, .per_seat = true, .zone = 0},
        {.label = "draw", .style = BOARD_TOP, .zone = 0},
    };
    static struct game game;
    lay();
    game = *laid.view.game;
    game.board = items;
    game.board_count = sizeof items / sizeof *items;
    laid.view.game = &game;
    laid_put(&laid, SEAT_NONE, "gone", "G B W");
    laid.table.cards[laid.table.first[1] + 1].as = 2;
    laid_put(&laid, 0, "up1", "B G B");
    laid_put(&laid, 0, "up2", "RL RX");
    laid.table.shared[2] = 1;
    laid.table.own[1][0] = 12;
    assert_string_equal(
        laid_board(&laid, SEAT_PUBLIC, VIEW_LINE),
        "gone: green, blue blue, Uncatchable; weather wet | ann, 8 up: hand 3; 2 green, 2 blue; top: red Heartbreaker, 3 in all; stack: red Heartbreaker; points 0 | bob, 3 up: hand 3; red; top: Uncatchable; stack: blue; points 12 | draw: card, 2 in all");
    assert_string_equal(
        laid_board(&laid, SEAT_PUBLIC, VIEW_COLUMNS),
        "gone: green, blue blue,\nUncatchable; weather wet\n> ann: 8 face up; hand 3;\n    2 green, 2 blue;\n    top: red Heartbreaker, 3\n    in all;\n    stack: red Heartbreaker;\n    points 0\n  bob: 3 face up; hand 3;\n    red; top: Uncatchable;\n    stack: blue; points 12\ndraw: card, 2 in all");
    /* A list wider than a line is broken between its cards. */
    laid_put(&laid, SEAT_NONE, "gone", "RL RX RC GL GX GC BL BX BC");
    laid_board(&laid, SEAT_PUBLIC, VIEW_COLUMNS);
    assert_true(
        strncmp(laid.prose.text, "gone: green, blue blue,\nUncatchable, red Ultimate\n", 49) == 0);
}

/* Who gave a card away knows it in the other hand; and a set is told by the words of its bits. */
static test_case(a_board_tells_what_its_reader_knows_of_a_hand)
{
    static const char *const kinds[] = {"red", "green", "blue"};
    static const struct board_item items[] = {
        {.phrase = "{n} {n|card|cards}", .style = BOARD_COUNT, .per_seat = true, .zone = 0},
        {.label = "out of",
         .style = BOARD_SET,
         .per_seat = true,
         .zone = 1,
         .words = kinds,
         .shown_by = 2},
    };
    static struct game game;
    static struct zone_spec zones[16];
    lay();
    game = *laid.view.game;
    game.board = items;
    game.board_count = sizeof items / sizeof *items;
    laid.view.game = &game;
    memcpy(zones, game.zones, (size_t)(game.shared_zones + game.seat_zones) * sizeof *zones);
    zones[game.shared_zones].flags |= ZONE_KEEP;
    laid.rules.zones = zones;
    for (int i = 0; i < 2; i++)
        table_move(&laid.play, seat_zone(&laid.rules, 0, 0), 0, seat_zone(&laid.rules, 1, 0));
    laid.table.own[1][1] = 5;
    static const char seen[] = "ann, 3 up: 1 card | bob, 3 up: 5 cards; out of red, blue";
    assert_string_equal(laid_board(&laid, SEAT_PUBLIC, VIEW_LINE), seen);
    assert_string_equal(laid_board(&laid, 1, VIEW_LINE), seen);
    assert_string_equal(
        laid_board(&laid, 0, VIEW_LINE),
        "ann, 3 up: 1 card | bob, 3 up: 5 cards: you know red heart, green Ultimate Love; out of red, blue");
}

/* ---- bounds, with names as people have them ---- */

static const char *const nasty[] = {
    "ann",
    "",
    /* nothing to be seen */
    "\u202e\u200b\u202c",
    "0123456789012345678901234567890123456789", /* 40 bytes */
    /* 13 wide letters: 26 columns */
    "\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22\u6f22",
    "z\u0301\u0323\u0303\u0308\u0301\u0323\u0303\u0308\u0301\u0323\u0303\u0308",
    /* joined, flag, heart, tone */
    "\U0001f469\u200d\U0001f680\U0001f1e9\U0001f1ea\u2764\ufe0f\U0001f44d\U0001f3fd",
    "two words and a third of them, at least",
    "{who} [R] %s \\ `x` @everyone",
    "new\r\nline\x03x",
};
enum { NASTY = sizeof nasty / sizeof *nasty };

static void assert_narrow(const struct prose *prose, const struct prose_span *span)
{
    const char *line = prose->text + span->at, *end = line + span->length;
    while (line < end) {
        const char *stop = memchr(line, '\n', (size_t)(end - line));
        int length = (int)((stop ? stop : end) - line);
        if (columns(line, length) > VIEW_COLUMNS)
            fail_msg("a board line has %d columns; %d are allowed: '%.*s' in\n%s",
                     columns(line, length), VIEW_COLUMNS, length, line, prose->text);
        line += length + 1;
    }
}

static test_case(blocks_stay_narrow_whatever_the_names)
{
    for (int game = 0; game < 200; game++) {
        const char *names[] = {nasty[game % NASTY], nasty[game / NASTY % NASTY]};
        laid_deal(&laid, game_find("heartcatchers"), 2, names, game);
        do
            for (int viewer = 0; viewer < 2; viewer++) {
                laid_board(&laid, viewer, VIEW_COLUMNS);
                assert_int_equal(laid.prose.spans[0].style, PROSE_BOARD);
                assert_narrow(&laid.prose, &laid.prose.spans[0]);
                assert_null(strpbrk(laid_board(&laid, viewer, VIEW_LINE), "\r\n"));
                assert_null(strpbrk(laid_events(&laid, viewer), "\r\n"));
            }
        while (laid_play_any(&laid));
        laid_result(&laid);
    }
}

static test_case(long_names_stay_apart)
{
    static const char *const twins[] = {"a name that goes on and on until here 1",
                                        "a name that goes on and on until here 2"};
    laid_deal(&laid, game_find("heartcatchers"), 2, twins, 3);
    laid_board(&laid, SEAT_PUBLIC, VIEW_COLUMNS);
    print_message("%s\n", laid.prose.text);
    assert_non_null(strstr(laid.prose.text, "~p1:\n"));
    assert_non_null(strstr(laid.prose.text, "~p2:\n"));
}

/* The partner of each seat, and of the table who leads: the second seat, and nobody. */
static test_case(a_board_names_seats)
{
    static const struct board_item items[] = {
        {.label = "led by", .style = BOARD_SEAT, .zone = 0},
        {.label = "turned by", .style = BOARD_SEAT, .zone = 1},
        {.label = "with", .style = BOARD_SEAT, .per_seat = true, .zone = 0},
    };
    static struct game game;
    for (int i = 0; i < NASTY * NASTY; i++) {
        const char *names[] = {i ? nasty[i % NASTY] : "ann", i ? nasty[i / NASTY] : "bob"};
        laid_deal(&laid, game_find("heartcatchers"), 2, names, 1);
        game = *laid.view.game;
        game.board = items;
        game.board_count = sizeof items / sizeof *items;
        laid.view.game = &game;
        laid.table.shared[0] = laid.table.own[0][0] = 1;
        laid.table.own[1][0] = 0;
        laid.table.shared[1] = SEAT_NONE;
        if (i == 0)
            assert_string_equal(
                laid_board(&laid, SEAT_PUBLIC, VIEW_LINE),
                "led by bob; turned by nobody | ann, 3 up: with bob | bob, 3 up: with ann");
        laid_board(&laid, SEAT_PUBLIC, VIEW_COLUMNS);
        assert_narrow(&laid.prose, &laid.prose.spans[0]);
        assert_null(strpbrk(laid_board(&laid, SEAT_PUBLIC, VIEW_LINE), "\r\n"));
    }
}

static test_case(a_name_with_nothing_to_see_is_a_seat)
{
    static const char *const names[] = {"\u202e\u200b\u202c", NULL};
    laid_deal(&laid, game_find("heartcatchers"), 2, names, 3);
    assert_true(strncmp(laid_board(&laid, SEAT_PUBLIC, VIEW_LINE), "p1, 3 up: ", 10) == 0);
    assert_non_null(strstr(laid.prose.text, " | p2, 3 up: "));
}

/* Law 5: a move, its board and who is next fit into one line of IRC. */
static test_case(a_line_for_irc_is_short_enough)
{
    enum { LINE = 400 };
    static const char *const names[] = {"Sixteen-letters1", "Sixteen-letters2"};
    int longest = 0;
    for (int game = 0; game < 500; game++) {
        laid_deal(&laid, game_find("heartcatchers"), 2, names, game);
        do {
            int length = (int)strlen(laid_board(&laid, SEAT_PUBLIC, VIEW_LINE)) +
                         (int)strlen(laid_due(&laid)) + 3;
            if (!laid.table.over)
                length += (int)strlen(laid_events(&laid, SEAT_PUBLIC)) + 2;
            longest = length > longest ? length : longest;
            if (length > LINE)
                fail_msg("%d bytes: %s", length, laid_board(&laid, SEAT_PUBLIC, VIEW_LINE));
        } while (laid_play_any(&laid));
    }
    print_message("longest move, board and call: %d bytes\n", longest);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_board_in_one_line),
        cmocka_unit_test(a_board_in_narrow_lines),
        cmocka_unit_test(a_board_is_as_wide_as_its_place_and_its_last_row_stays_last),
        cmocka_unit_test(a_row_shows_its_free_places),
        cmocka_unit_test(empty_rows_that_are_alike_are_one),
        cmocka_unit_test(only_what_is_new_of_a_list_is_news),
        cmocka_unit_test(a_state_is_shown_and_never_news),
        cmocka_unit_test(a_secret_is_shown_to_who_hid_it),
        cmocka_unit_test(a_hand_with_labels),
        cmocka_unit_test(a_sorted_hand_keeps_its_labels),
        cmocka_unit_test(moves_are_told_to_each_as_they_may_know),
        cmocka_unit_test(the_end_reveals_secrets_and_scores_them),
        cmocka_unit_test(a_whisper_leaves_no_cards_behind),
        cmocka_unit_test(several_cards_are_grouped),
        cmocka_unit_test(a_shared_win),
        cmocka_unit_test(a_result_is_a_sentence_that_says_how_close_it_was),
        cmocka_unit_test(boards_of_every_style),
        cmocka_unit_test(a_board_tells_what_its_reader_knows_of_a_hand),
        cmocka_unit_test(blocks_stay_narrow_whatever_the_names),
        cmocka_unit_test(long_names_stay_apart),
        cmocka_unit_test(a_board_names_seats),
        cmocka_unit_test(a_name_with_nothing_to_see_is_a_seat),
        cmocka_unit_test(a_line_for_irc_is_short_enough),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
