/* What the rules and the data of all games share: the result line by line, the limits of the kit,
   the numbers of a file of faces. Knows no game. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "faces.h"
#include "game.h"
#include "text.h"

void score_clear(struct score *score)
{
    score->count = 0;
    memset(score->total, 0, sizeof score->total);
    score->winners = 0;
    score->reason = NULL;
}

void score_add(struct score *score, int seat, const char *label, int arg0, int arg1, int points)
{
    check(score->count < SCORE_LINES);
    score->lines[score->count++] =
        (struct score_line){.seat = seat, .label = label, .args = {arg0, arg1}, .points = points};
    score->total[seat] += points;
}

void score_note(struct score *score, int seat, const char *label, int arg0)
{
    score_add(score, seat, label, arg0, 0, 0);
    score->lines[score->count - 1].is_note = true;
}

void score_best_wins(struct score *score, int seats)
{
    int best = score->total[0];
    for (int seat = 1; seat < seats; seat++)
        best = score->total[seat] > best ? score->total[seat] : best;
    score->winners = 0;
    for (int seat = 0; seat < seats; seat++)
        if (score->total[seat] == best)
            score->winners |= 1u << seat;
}

bool game_fits(const struct game *game, struct text *why)
{
    const struct {
        const char *what, *limit;
        int count, most;
    } all[] = {
        {"seats", "TABLE_SEATS", game->seats_max, TABLE_SEATS},
        {"zones when every seat is taken", "TABLE_ZONES",
         game->shared_zones + game->seats_max * game->seat_zones, TABLE_ZONES},
        {"faces", "TABLE_FACES", game->face_count, TABLE_FACES},
        {"faces that an admin may correct", "FACES_MOST", game->face_form ? game->face_count : 0,
         FACES_MOST},
        {"labels", "TABLE_SLOTS", game->labels ? (int)strlen(game->labels) : 0, TABLE_SLOTS},
        {"options", "RULESET_OPTIONS", game->option_count, RULESET_OPTIONS},
        {"items on the board", "BOARD_ITEMS", game->board_count, BOARD_ITEMS},
    };
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].count > all[i].most) {
            text_putf(why, "%s has %d %s; %d are possible (%s).", game->id, all[i].count,
                      all[i].what, all[i].most, all[i].limit);
            return false;
        }
    return true;
}

bool game_column_number(const char *column, int most, int *out)
{
    enum { NUMBER_MOST = 1000000 }; /* the largest `most` */
    char *end;
    if (strcmp(column, "-") == 0) {
        *out = 0;
        return true;
    }
    long number = strtol(column, &end, 10);
    *out = number < NUMBER_MOST ? (int)number : NUMBER_MOST;
    return *end == '\0' && column[strspn(column, "0123456789")] == '\0' && *out <= most;
}
