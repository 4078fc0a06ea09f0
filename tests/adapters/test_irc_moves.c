/* What a move costs on IRC, for every game and each of its lines (tests/games/lines.def): random
   games, every public post drawn as it would be sent. One line says what happened, how it stands
   and who is next; two where that is too much for one. How posts come about and what is
   whispered is test_irc_budget's business. */
#include <stdio.h>
#include <string.h>

#include "chosen.h"
#include "games.h"
#include "outbox.h"
#include "playthrough.h"
#include "prose.h"
#include "render.h"
#include "testing.h"
#include "view.h"

enum { GAMES = 4, LINE = 390, COLUMNS = VIEW_COLUMNS };

/* Ordinary nicks, and the longest where NICKLEN is 30; what a move may cost with them on
   average. */
static const struct cast {
    const char *what;
    struct naming people;
    double mean;
} casts[] = {
    {"ordinary nicks",
     {{"annabel", "bob", "charlotte", "dan", "eve42", "fayence", "guybrush", "hal", "idaho",
       "joe_away", "kimberly", "leonard"}},
     1.06},
    {"long nicks",
     {{"Guest-4711-from-a-web-gateway1", "another_one_with_thirty_bytes_",
       "the_third_is_no_shorter_at_all", "a_fourth_whose_nick_goes_on_on",
       "b_fourth_whose_nick_goes_on_on", "c_fourth_whose_nick_goes_on_on",
       "d_fourth_whose_nick_goes_on_on", "e_fourth_whose_nick_goes_on_on",
       "f_fourth_whose_nick_goes_on_on", "g_fourth_whose_nick_goes_on_on",
       "h_fourth_whose_nick_goes_on_on", "i_fourth_whose_nick_goes_on_on"}},
     1.3},
};

struct tally {
    long moves, lines, bytes;
    int most, longest;
    int now, now_longest; /* of the post that is drawn */
    char text[5 * LINE];
    struct view_rows known; /* the board as it was shown last */
};

static void count_line(void *arg, const char *line)
{
    struct tally *tally = arg;
    int length = (int)strlen(line);
    assert_true(length <= LINE);
    tally->now++;
    if (strlen(tally->text) + (size_t)length < sizeof tally->text - 2)
        strcat(strcat(tally->text, line), "\n");
    tally->now_longest = length > tally->now_longest ? length : tally->now_longest;
}

static void put_news(const struct view *view, const struct events *events, struct prose *out)
{
    static struct event heard[EVENTS_MAX];
    int count = 0;
    for (int i = 0; i < events->count; i++)
        count += event_sight(view->rules, &events->list[i], SEAT_PUBLIC, &heard[count]);
    prose_clear(out);
    view_events(view, heard, count, out);
}

static void check_block(const struct view *view, const struct sight *sight)
{
    struct prose block;
    prose_clear(&block);
    view_board(view, sight, VIEW_COLUMNS, &block);
    for (const char *line = block.text; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strcspn(line, "\n") > COLUMNS) /* all of these names are ASCII */
            fail_msg("%s: a board line has %d columns; %d are allowed: %.*s", view->game->id,
                     (int)strcspn(line, "\n"), COLUMNS, (int)strcspn(line, "\n"), line);
}

static void count_move(const struct view *view, int mover, const struct table *table,
                       const struct events *events, struct tally *tally)
{
    static struct prose tale, board, next;
    struct sight sight;
    struct outbox_item item = {
        .kind = OUTBOX_PLAY, .to = "#games", .tale = &tale, .board = &board, .next = &next};
    table_sight(view->rules, table, SEAT_PUBLIC, &sight);
    put_news(view, events, &tale);
    prose_clear(&next);
    unsigned due = view->game->due(view->rules, &sight);
    bool goes_on = mover < table->seats && due == 1u << mover;
    prose_clear(&board);
    view_board(view, &sight, VIEW_LINE, &board);
    item.is_midway = goes_on;
    view_due(view, &sight, due, goes_on, &next);
    check_block(view, &sight);
    tally->now = tally->now_longest = 0;
    tally->text[0] = '\0';
    render_item(&item, tally->known.count > 0 ? &tally->known : NULL, &(struct ink){.prefix = "!"},
                LINE, "tabletalk", count_line, tally);
    if (!goes_on)
        view_board_read(&board, &tally->known);
    if (tally->now < 1 || tally->now > 2)
        fail_msg("%s: a move costs %d lines; 2 are allowed: shorten sentences or the board:\n%s",
                 view->game->id, tally->now, tally->text);
    tally->moves++;
    tally->lines += tally->now;
    tally->bytes += tally->now_longest;
    tally->most = tally->now > tally->most ? tally->now : tally->most;
    tally->longest = tally->now_longest > tally->longest ? tally->now_longest : tally->longest;
}

static void count_game(const struct playthrough *play, const struct naming *people,
                       struct tally *tally)
{
    static struct events events;
    const struct view view = {
        .game = play->variant->game, .rules = &play->variant->rules, .naming = people};
    tally->known.count = 0;
    for (int i = 0; i + 1 < play->count; i++) { /* the last one comes with the result */
        struct table table;
        table_copy(&table, &play->tables[i]);
        assert_true(playthrough_again(play, i, &table, &events));
        count_move(&view, play->steps[i].seat, &table, &events, tally);
    }
}

static void count_variant(const struct variant *any, const struct cast *cast)
{
    static struct playthrough play;
    struct tally tally = {0};
    for (int n = 0; n < GAMES; n++) {
        struct variant variant = variant_for(any, 1, n);
        playthrough_play(&play, &variant, (uint64_t)n, CHOICE_FACES, STEPS_MAX);
        count_game(&play, &cast->people, &tally);
    }
    /* two decks or solo: a market of six cards, which is longer than a line */
    enum { MANY = 7 };
    double moves = (double)tally.moves, mean = (double)tally.lines / moves,
           allowed = cast->mean + (any->seats >= MANY || any->seats == 1 ? 0.7 : 0);
    printf(
        "%s, %s, %s: %.2f public lines a move, %d at most; longest line %.0f bytes on average, %d at most\n",
        any->game->id, any->label, cast->what, mean, tally.most, (double)tally.bytes / moves,
        tally.longest);
    if (mean > allowed)
        fail_msg(
            "%s, %s, %s: %.3f public lines a move; %.2f are allowed: shorten sentences or the board",
            any->game->id, any->label, cast->what, mean, allowed);
}

static test_case(a_move_costs_a_line_or_two)
{
    static struct variant variants[VARIANTS_MAX];
    for (int g = 0; g < game_count; g++) {
        if (!is_chosen(games[g]))
            continue;
        int count = variants_of(games[g], variants);
        for (int v = 0; v < count; v++)
            for (size_t c = 0; c < sizeof casts / sizeof *casts; c++)
                count_variant(&variants[v], &casts[c]);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_move_costs_a_line_or_two)};
    return cmocka_run_group_tests_name("irc_moves", tests, NULL, NULL);
}
