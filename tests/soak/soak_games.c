/* Random games of every game and variant: first through the generic suite, then what they look
   like in figures: moves as min / median / 95 % / max, scores as min / mean / max, the winners'
   mean, how often a win is shared, how many games the rules' own end decided and no house rule
   (CC23, KR21, RO21), when chance plays and when robots do. Moves are drawn uniformly, equal
   cards once, the host's only where nobody else can move. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games.h"
#include "generic.h"
#include "in_words.h"
#include "playthrough.h"

struct figures {
    int games, shared, least, most, own_ends;
    double points, winners;
    long seats;
    int *moves;
};

static int by_number(const void *a, const void *b)
{
    return *(const int *)a - *(const int *)b;
}

static void count_game(const struct playthrough *play, struct figures *figures)
{
    const struct variant *variant = play->variant;
    struct sight sight;
    struct score score;
    table_sight(&variant->rules, &play->tables[play->count], SEAT_PUBLIC, &sight);
    variant->game->score(&variant->rules, &sight, &score);
    for (int seat = 0; seat < variant->seats; seat++) {
        int points = score.total[seat];
        if (figures->seats == 0 || points < figures->least)
            figures->least = points;
        if (figures->seats == 0 || points > figures->most)
            figures->most = points;
        figures->points += points;
        figures->seats++;
    }
    figures->winners += score.total[__builtin_ctz(score.winners)];
    figures->shared += (score.winners & (score.winners - 1)) != 0;
    figures->own_ends +=
        !score.reason || !strstr(score.reason, in_words("<DISCORD_SETTINGS_RULE_1>"));
    figures->moves[figures->games++] = play->count;
}

static void print_line(const struct variant *variant, struct figures *figures,
                       const struct figures *robots)
{
    int n = figures->games;
    qsort(figures->moves, (size_t)n, sizeof *figures->moves, by_number);
    printf(
        "| %s %s | %d / %d / %d / %d | %d / %.1f / %d, winner %.1f | %.1f %% | %.1f / %.1f %% |\n",
        variant->game->id, variant->label, figures->moves[0], figures->moves[n / 2],
        figures->moves[n * 95 / 100], figures->moves[n - 1], figures->least,
        figures->points / (double)figures->seats, figures->most, figures->winners / n,
        100.0 * figures->shared / n, 100.0 * figures->own_ends / n, 100.0 * robots->own_ends / n);
}

static void count_variant(const struct variant *variant, int games_wanted, struct playthrough *play)
{
    struct figures figures[2]; /* of chance, of robots */
    for (int by = 0; by < 2; by++) {
        figures[by] = (struct figures){.moves = calloc((size_t)games_wanted, sizeof(int))};
        check(figures[by].moves);
        for (int i = 0; i < games_wanted; i++) {
            struct variant one = variant_for(variant, 1, i);
            playthrough_play(play, &one, (uint64_t)i + 1000, by ? CHOICE_ROBOTS : CHOICE_FACES,
                             STEPS_MAX);
            count_game(play, &figures[by]);
        }
    }
    print_line(variant, &figures[0], &figures[1]);
    free(figures[0].moves);
    free(figures[1].moves);
}

int main(int argc, char **argv)
{
    static struct variant variants[VARIANTS_MAX];
    static struct playthrough play;
    int wanted = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 0, failed = 0;
    const struct game *only = argc > 2 && argv[2][0] ? game_find(argv[2]) : NULL;
    if (wanted < 1 || (argc > 2 && argv[2][0] && !only)) {
        fprintf(stderr, "usage: soak_games N [GAME]\n");
        return 2;
    }
    for (int i = 0; i < game_count; i++)
        if (!only || only == games[i])
            failed += generic_run(games[i]->id, &games[i], 1, wanted);
    printf(
        "| game and variant, %d games each | moves | scores | shared wins | ended by the book: chance / robots |\n|---|---|---|---|---|\n",
        wanted);
    for (int i = 0; i < game_count; i++) {
        if (only && only != games[i])
            continue;
        int count = variants_of(games[i], variants);
        for (int v = 0; v < count; v++)
            count_variant(&variants[v], wanted, &play);
    }
    return failed > 0;
}
