/* Boards with cards as pictures, of which each takes about 25 of a message's 2,000 characters:
   every state of whole games of every mode, with the most people and long names, goes into one
   message, with pictures where they fit, else with coloured squares. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "application.h"
#include "board.h"
#include "chosen.h"
#include "games.h"
#include "markdown.h"
#include "playthrough.h"
#include "posts.h"
#include "prose.h"
#include "scratch.h"
#include "sight.h"
#include "speak.h"
#include "testing.h"
#include "text.h"
#include "view.h"

enum { GAMES = 4, STEPS_MOST = 3000 };

static struct emoji *emoji;
static char *folder;
static struct playthrough play;
static char bytes[DISCORD_TEXT];

/* All pictures, under ids as long as Discord's. */
static test_fixture(open_pictures)
{
    folder = scratch_make();
    char *path = scratch_path(folder, "discord-cards-1");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int game = 0; game < game_count; game++) {
        struct ruleset rules;
        game_ruleset(games[game], &rules);
        for (int face = 0; face < games[game]->face_count; face++) {
            char name[PROSE_PICTURE];
            speak_picture(games[game], &rules, face, name);
            fprintf(file, "%s %019d 0123456789abcdef\n", name, face);
        }
    }
    assert_int_equal(fclose(file), 0);
    free(path);
    emoji = discord_emoji_read(folder, "1");
    assert_non_null(emoji);
    return 0;
}

static test_fixture(close_pictures)
{
    discord_emoji_free(emoji);
    scratch_remove(folder);
    return 0;
}

struct widest {
    int pictures, squares; /* characters */
    int states, plain;     /* states in all, and those shown with squares */
};

static bool draw(const struct markdown_text *text, const struct emoji *with)
{
    const struct markdown_style style = {.prefix = "!", .emoji = with};
    struct text out = text_over(bytes, sizeof bytes);
    return markdown_draw(NULL, text, &style, &out);
}

/* Characters of the same with pictures, whether they fit or not. */
static int with_pictures(const struct prose *board)
{
    static char whole[8 * DISCORD_TEXT];
    struct text out = text_over(whole, sizeof whole);
    markdown_put(board, &(struct markdown_style){.prefix = "!", .emoji = emoji}, &out);
    assert_false(out.cut);
    return markdown_length(whole);
}

static void measure(const struct view *view, const struct table *table, struct widest *widest)
{
    static const char *const ids[] = {"1234567890123456789", "1234567890123456788",
                                      "1234567890123456787"};
    struct prose board, next;
    struct sight sight;
    bool host;
    prose_clear(&board);
    prose_clear(&next);
    table_sight(view->rules, table, SEAT_PUBLIC, &sight);
    view_board(view, &sight, VIEW_COLUMNS, &board);
    assert_false(board.cut);
    view_due(view, &sight, actors_of(play.variant, table, &host), false, &next);
    struct markdown_text *text = markdown_text_new();
    markdown_text_put(
        text,
        &(struct post){
            .board = &board, .block = &board, .next = &next, .called = ids, .called_count = 3});
    assert_true(draw(text, NULL));
    int squares = markdown_length(bytes), pictures = with_pictures(&board);
    assert_true(draw(text, emoji));
    bool has_pictures = strstr(bytes, "<:") != NULL;
    if (pictures > DISCORD_CONTENT && has_pictures)
        fail_msg("%s: %d characters were to be shown with pictures", view->game->id, pictures);
    widest->squares = squares > widest->squares ? squares : widest->squares;
    widest->pictures = pictures > widest->pictures ? pictures : widest->pictures;
    widest->plain += !has_pictures && strstr(bytes, "\\[") && pictures > squares;
    widest->states++;
    markdown_text_free(text);
}

static void measure_variant(const struct variant *variant, struct widest *widest)
{
    static const struct naming naming = {{"Maximiliane_", "Bartholomaeus", "Christopher_",
                                          "Dorothea____", "Emmanuelle__", "Ferdinand___",
                                          "Guinevere___", "Hildegard___", "Immanuel____",
                                          "Josephine___", "Katharina___", "Leopoldine__"}};
    struct variant all = *variant;
    all.seats = variant->seats_most > variant->seats ? variant->seats_most : variant->seats;
    for (int seed = 1; seed <= GAMES; seed++) {
        playthrough_play(&play, &all, (uint64_t)seed, CHOICE_ANY, STEPS_MOST);
        const struct view view = {.game = all.game, .rules = &all.rules, .naming = &naming};
        for (int i = 0; i <= play.count; i++)
            measure(&view, &play.tables[i], widest);
    }
}

static test_case(every_board_goes_into_one_message)
{
    static struct variant variants[VARIANTS_MAX];
    for (int game = 0; game < game_count; game++) {
        int count = is_chosen(games[game]) ? variants_of(games[game], variants) : 0;
        for (int i = 0; i < count; i++) {
            struct widest widest = {0};
            measure_variant(&variants[i], &widest);
            printf(
                "%s, %s: at most %d characters with pictures, %d with squares; %d of %d states have squares\n",
                games[game]->id, variants[i].label, widest.pictures, widest.squares, widest.plain,
                widest.states);
            assert_in_range(widest.squares, 1, DISCORD_CONTENT);
        }
    }
}

/* As many cards as no picture has place for. */
static test_case(a_board_too_wide_for_pictures_has_squares)
{
    enum { CARDS = 100, FEW = 50 };
    for (int cards = FEW; cards <= CARDS; cards += CARDS - FEW) {
        struct prose board;
        prose_clear(&board);
        int begun = prose_begin(&board, PROSE_BOARD);
        struct ruleset rules;
        char name[PROSE_PICTURE];
        game_ruleset(games[0], &rules);
        speak_picture(games[0], &rules, 0, name);
        for (int i = 0; i < cards; i++)
            prose_card(&board, COLOUR_RED, name, "R");
        prose_end(&board, begun);
        struct markdown_text *text = markdown_text_new();
        markdown_text_put(text, &(struct post){.board = &board});
        assert_true(draw(text, emoji));
        assert_true((strstr(bytes, "<:") != NULL) == (cards == FEW));
        assert_true((strstr(bytes, "\U0001F7E5R\U0001F7E5R") != NULL) == (cards == CARDS));
        struct text out = text_over(bytes, sizeof bytes);
        markdown_put_message(&board, &(struct markdown_style){.emoji = emoji}, &out); /* a hand */
        assert_true((strstr(bytes, "<:") != NULL) == (cards == FEW));
        assert_in_range(markdown_length(bytes), 1, DISCORD_CONTENT);
        markdown_text_free(text);
    }
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, open_pictures, close_pictures)

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(every_board_goes_into_one_message),
        TEST(a_board_too_wide_for_pictures_has_squares),
    };
    return cmocka_run_group_tests_name("boards fit", tests, NULL, NULL);
}
