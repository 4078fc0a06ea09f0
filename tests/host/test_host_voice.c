/* Words about big moments in rooms: in the message of the move, at most one in a message, also
   where robots move in a row, none where the rules of the room say so; and nothing else changes
   with them. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "games.h"
#include "household.h"
#include "posts.h"
#include "room.h"
#include "session.h"
#include "session_view.h"
#include "tables.h"
#include "tell.h"

enum { MOVES_MOST = 1500, MOVE_BYTES = 200, GAMES_MOST = 12 };

static struct {
    FILE *out; /* all but the words about big moments */
    int moments;
} heard;

static void hear(bool is_far, const struct post *post)
{
    static struct prose quiet;
    int count = 0;
    for (int i = 0; post->tale && i < post->tale->span_count; i++)
        count += post->tale->spans[i].style == PROSE_VOICE;
    assert_in_range(count, 0, 1);
    assert_false(is_far);
    heard.moments += count;
    fprintf(heard.out, "%d %s|%s|%s\n", post->kind,
            post->tale ? prose_without_voice(post->tale, &quiet)->text : "",
            post->board ? post->board->text : "", post->next ? post->next->text : "");
}

static unsigned dice;
static struct {
    char moves[MOVES_MAX][MOVE_BYTES];
    int count;
} offer;

static bool note_move(void *arg, const char *move)
{
    (void)arg;
    snprintf(offer.moves[offer.count++], MOVE_BYTES, "%s", move);
    return offer.count < MOVES_MAX;
}

/* A person plays any move. */
static bool play_move(void)
{
    for (int seat = 0; table() && seat < table()->seat_count; seat++) {
        const struct seat *s = &table()->seats[seat];
        struct heard who = {
            .network = "net", .key = s->key, .name = s->name, .text = "", .now = house.now};
        offer.count = 0;
        if (s->kind == SEAT_PERSON)
            host_each_move(house.host, table(), &who, note_move, NULL);
        if (offer.count == 0)
            continue;
        dice = dice * 1103515245u + 12345u;
        char key[HOST_KEY];
        snprintf(key, sizeof key, "%s", s->key);
        house_say(&house, NULL, key, offer.moves[(dice >> 16) % (unsigned)offer.count]);
        return true;
    }
    return false;
}

/* A game of two, or of one with robots, as the room hears it: the heap, with how many moments. */
static char *play_game(void **state, const struct game *game, unsigned luck, const char *rule,
                       int robots, int *moments)
{
    char *told = NULL, text[80];
    size_t size;
    close_house(state);
    open_house(state);
    house_choose(&house, "#g", rule);
    snprintf(text, sizeof text, "deal %s", game->id);
    house_say(&house, "#g", "ann", text);
    house_say(&house, "#g", robots ? "ann" : "bob", robots ? "robot" : "join");
    for (int i = 1; i < robots; i++)
        house_say(&house, "#g", "ann", "robot");
    heard.out = open_memstream(&told, &size);
    heard.moments = 0;
    house.hears_post = hear;
    house_say(&house, "#g", "ann", "start");
    dice = luck;
    for (int move = 0; move < MOVES_MOST && play_move(); move++)
        house_wait(&house, MINUTE);
    house.hears_post = NULL;
    fclose(heard.out);
    assert_null(table());
    *moments = heard.moments;
    return told;
}

static void expect_both(void **state, const struct game *game, int robots)
{
    int moments = 0, none;
    for (unsigned luck = 1; luck <= GAMES_MOST && moments == 0; luck++) {
        char *with = play_game(state, game, luck, "voice=yes", robots, &moments);
        char *without = play_game(state, game, luck, "voice=no", robots, &none);
        assert_string_equal(with, without);
        assert_int_equal(none, 0);
        free(with);
        free(without);
    }
    if (moments == 0)
        fail_msg("%s: nobody heard of a big moment", game->id);
}

static test_case(a_room_hears_of_big_moments_or_not)
{
    for (int i = 0; i < game_count; i++)
        if (games[i]->moment_count > 0)
            expect_both(state, games[i], 0);
}

static test_case(robots_in_a_row_tell_one_in_a_message)
{
    expect_both(state, game_find("coloretto"), 4);
    expect_both(state, game_find("colorcatcher"), 3);
}

static test_case(without_the_rule_there_are_such_words)
{
    int standard, yes;
    const struct game *game = game_find("heartcatchers");
    free(play_game(state, game, 1, "", 0, &standard));
    free(play_game(state, game, 1, "voice=yes", 0, &yes));
    assert_in_range(yes, 1, 10);
    assert_int_equal(standard, yes);
}

/* What was read back has told as much as what was played. */
static test_case(after_a_restart_the_next_moment_comes_when_it_would_have_come)
{
    int waits = 0;
    house_say(&house, "#g", "ann", "deal heartcatchers");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "start");
    while (play_move() && table()) {
        int hush = table()->playing->hush;
        waits += hush > 0;
        assert_int_equal(house_restart(&house), 1);
        assert_int_equal(table()->playing->hush, hush);
        host_room_ready(house.host, "net", "#g", house.now);
    }
    assert_int_equal(waits, MOMENT_MOVES - 1);
}

/* ---- digests and pages ---- */

static int voices_in(const struct pages *pages)
{
    int count = 0;
    for (const struct page *page = pages->first; page; page = page->next)
        for (int i = 0; i < page->prose.span_count; i++)
            count += page->prose.spans[i].style == PROSE_VOICE;
    return count;
}

/* Coloretto, where seat 0 takes a row and that is a big moment. */
static void take_row(struct tale *tale, int robot)
{
    static struct events events;
    const struct game *game = game_find("coloretto");
    static struct ruleset rules;
    const struct naming naming = {{"ann", "bob"}};
    const struct view view = {.game = game, .rules = &rules, .naming = &naming};
    game_ruleset(game, &rules);
    events.count = 2;
    events.list[0] = (struct event){.kind = EVENT_SAID, .say = 3, .args = {1}, .heard = EVERYBODY};
    events.list[1] = (struct event){.kind = EVENT_MOMENT, .args = {9}, .heard = EVERYBODY};
    tell_move(tale, &view, &events, robot);
}

static test_case(a_digest_tells_one)
{
    for (int robot = SEAT_NONE; robot <= 0; robot++) {
        struct pages pages = {0};
        struct tale tale = {.out = &pages, .robot = SEAT_NONE};
        take_row(&tale, robot);
        take_row(&tale, robot);
        tell_full_stop(&tale);
        assert_int_equal(voices_in(&pages), 1);
        assert_string_equal(pages.first->prose.text,
                            robot == SEAT_NONE
                                ? "ann takes row 1: no card. That row is worth 9 points to ann. "
                                  "ann takes row 1: no card."
                                : "ann: takes row 1 (no card). That row is worth 9 points to "
                                  "ann.\nann: takes row 1 (no card).");
        tell_pages_fini(&pages);
    }
}

static int count_pages(struct pages *pages)
{
    int count = 0;
    for (const struct page *page = pages->first; page; page = page->next, count++)
        assert_true(strncmp(page->prose.text, "That row", 8) != 0);
    tell_pages_fini(pages);
    return count;
}

/* How many of these words are told where `length` is that of a piece, PIECES of them go onto a
   page, and so many come before a big moment. */
enum { PIECES = 9 };
static int fill_page(int length, int before)
{
    struct pages all[2] = {{0}};
    struct prose piece, quiet;
    prose_clear(&piece);
    while (piece.length < length)
        prose_put(&piece, "x");
    for (int i = 0; i < 2; i++) {
        struct tale tale = {.out = &all[i], .robot = SEAT_NONE, .has_voice = i};
        for (int n = 0; n <= PIECES; n++) {
            if (n == before)
                take_row(&tale, SEAT_NONE);
            if (n < PIECES)
                tell_pages_put(&all[i], " ", &piece);
        }
    }
    assert_string_equal(prose_without_voice(&all[0].first->prose, &quiet)->text,
                        all[1].first->prose.text);
    int told = voices_in(&all[0]);
    assert_int_equal(count_pages(&all[0]), count_pages(&all[1]));
    return told;
}

/* A tale that needs all of a page has none of these words, and begins no page with them. */
static test_case(they_need_no_page)
{
    int told = 0, all = 0;
    for (int length = 1; length < PROSE_BYTES / PIECES; length++)
        for (int before = PIECES / 2; before <= PIECES; before++, all++)
            told += fill_page(length, before);
    assert_in_range(told, all * 9 / 10, all - 1);
}

int main(void)
{
#define VOICE(name) cmocka_unit_test_setup_teardown(name, open_house, close_house)
    const struct CMUnitTest tests[] = {
        VOICE(a_room_hears_of_big_moments_or_not),
        VOICE(robots_in_a_row_tell_one_in_a_message),
        VOICE(without_the_rule_there_are_such_words),
        VOICE(after_a_restart_the_next_moment_comes_when_it_would_have_come),
        cmocka_unit_test(a_digest_tells_one),
        cmocka_unit_test(they_need_no_page),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
