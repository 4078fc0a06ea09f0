/* What games cost that are not played by people: random decisions of each game, a robot's
   thought of the strongest level, a board in words and as a picture. Prints "PATH ROUNDS" for each
   stretch between two marks. */
#include <stdio.h>
#include <stdlib.h>

#include "check.h"
#include "games.h"
#include "laid.h"
#include "mark.h"
#include "match.h"
#include "picture.h"
#include "quick_game.h"
#include "sight.h"
#include "text.h"

enum { GAMES = 10, THOUGHT_AT = 12, BOARDS = 20 };

static void begin(void)
{
    budget_mark();
    printf("- 0\n");
}

static void end(const char *path, const char *what, int rounds)
{
    budget_mark();
    printf("%s-%s %d\n", path, what, rounds);
}

/* The first line of the game, as a rule two seats; the games are the same each time. */
static void decide(const struct game *game)
{
    static struct variant variants[VARIANTS_MAX];
    static struct sight world;
    static struct events events;
    struct chance_seed seed = {1};
    int decisions = 0;
    check(variants_of(game, variants) > 0);
    world.viewer = SEAT_PUBLIC;
    quick_game(&variants[0], &world, &events, &seed);
    begin();
    for (int i = 0; i < GAMES; i++)
        decisions += quick_game(&variants[0], &world, &events, &seed);
    end("decision", game->id, decisions);
}

/* As few as play it, but two. */
static int seats_of(const struct game *game)
{
    return game->seats_min > 1 ? game->seats_min : 2;
}

/* What !hint and the strongest robot think, in the middle of a game. */
static void think(struct match *match, const struct game *game)
{
    int seats = seats_of(game);
    const struct player quick = {.rollouts = ROBOT_LOOKS},
                        hard = {.rollouts = robot_rollouts(game, seats, ROBOT_HARD)};
    match->game = game;
    game_ruleset(game, &match->rules);
    match_begin(match, seats, 1);
    while (match_ask(match) && (match->count < THOUGHT_AT || match->moves.count < 2))
        match_play(match, match_choose(match, &quick));
    begin();
    match_choose(match, &hard);
    end("hint", game->id, 1);
}

/* What the loop's thread takes for a picture, and what the thread that draws it takes. */
static void draw_picture(const struct game *game, struct laid *laid)
{
    static struct picture_order order;
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    struct sight sight;
    struct bytes png = {NULL, 0, 0};
    table_sight(&laid->rules, &laid->table, SEAT_PUBLIC, &sight);
    picture_order_board(&laid->view, &sight, NULL, NULL, &order);
    check(picture_draw(&order, NULL, &png, &why) == PICTURE_DRAWN); /* opens cairo */
    bytes_fini(&png);
    begin();
    for (int i = 0; i < BOARDS; i++) {
        picture_order_board(&laid->view, &sight, NULL, NULL, &order);
        picture_order_hash(&order);
    }
    end("order", game->id, BOARDS);
    begin();
    check(picture_draw(&order, NULL, &png, &why) == PICTURE_DRAWN);
    bytes_fini(&png);
    end("picture", game->id, 1);
}

static void draw_board(const struct game *game)
{
    static struct laid laid;
    static const char *const names[] = {"ann", "bob", "cid", "dan"};
    struct sight sight;
    laid_deal(&laid, game, seats_of(game), names, 1);
    for (int i = 0; i < THOUGHT_AT && laid_play_any(&laid); i++)
        ;
    for (int i = -1; i < BOARDS; i++) {
        if (i == 0)
            begin();
        prose_clear(&laid.prose);
        table_sight(&laid.rules, &laid.table, SEAT_PUBLIC, &sight);
        view_board(&laid.view, &sight, VIEW_LINE, &laid.prose);
    }
    end("board", game->id, BOARDS);
    draw_picture(game, &laid);
}

int main(void)
{
    static struct match match;
    match.arena = calloc(1, sizeof *match.arena);
    check(match.arena);
    for (int i = 0; i < game_count; i++) {
        decide(games[i]);
        draw_board(games[i]);
    }
    think(&match, game_find("coloretto"));
    think(&match, game_find("heartcatchers"));
    free(match.arena);
    return 0;
}
