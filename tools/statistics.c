#include "statistics.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "list.h"

void statistics_init(struct statistics *s, int seats)
{
    memset(s, 0, sizeof *s);
    s->seats = seats;
}

void statistics_fini(struct statistics *s)
{
    free(s->lengths);
    s->lengths = NULL;
}

void statistics_group(struct statistics *s, int player, const char *name)
{
    int group = 0;
    while (group < s->group_count && strcmp(s->groups[group].name, name) != 0)
        group++;
    if (group == s->group_count)
        s->groups[s->group_count++] = (struct group){.name = name};
    s->groups[group].players++;
    s->group_of[player] = group;
}

static void add_length(struct statistics *s, int decisions)
{
    s->lengths = list_grow(s->lengths, s->games, &s->capacity, sizeof *s->lengths);
    s->lengths[s->games++] = decisions;
    s->decisions += decisions;
}

static void add_seat(struct tally *tally, int points, bool has_won, bool is_shared)
{
    tally->points += points;
    tally->won += has_won && !is_shared;
    tally->shared += has_won && is_shared;
}

static void add_groups(struct statistics *s, const struct score *score, const int *players)
{
    double won[TABLE_SEATS] = {0};
    for (int seat = 0; seat < s->seats; seat++)
        if (score->winners >> seat & 1)
            won[s->group_of[players[seat]]] += 1.0 / __builtin_popcount(score->winners);
    for (int group = 0; group < s->group_count; group++) {
        s->groups[group].won += won[group];
        s->groups[group].squares += won[group] * won[group];
    }
}

void statistics_add(struct statistics *s, int decisions, const struct score *score,
                    const int *players)
{
    bool is_shared = score->winners & (score->winners - 1);
    add_length(s, decisions);
    s->shared += is_shared;
    if (score->winners)
        s->winners += score->total[__builtin_ctz(score->winners)];
    for (int seat = 0; seat < s->seats; seat++) {
        int points = score->total[seat];
        bool has_won = score->winners >> seat & 1;
        s->least = s->scores == 0 || points < s->least ? points : s->least;
        s->most = s->scores == 0 || points > s->most ? points : s->most;
        s->points += points;
        s->scores++;
        add_seat(&s->by_seat[seat], points, has_won, is_shared);
        add_seat(&s->by_player[players[seat]], points, has_won, is_shared);
    }
    add_groups(s, score, players);
}

static void merge_tally(struct tally *tally, const struct tally *more)
{
    tally->won += more->won;
    tally->shared += more->shared;
    tally->points += more->points;
}

void statistics_merge(struct statistics *s, const struct statistics *more)
{
    for (int i = 0; i < more->games; i++)
        add_length(s, more->lengths[i]);
    if (more->scores > 0) {
        s->least = s->scores == 0 || more->least < s->least ? more->least : s->least;
        s->most = s->scores == 0 || more->most > s->most ? more->most : s->most;
    }
    s->tables += more->tables;
    s->shared += more->shared;
    s->scores += more->scores;
    s->points += more->points;
    s->winners += more->winners;
    for (int i = 0; i < s->seats; i++) {
        merge_tally(&s->by_seat[i], &more->by_seat[i]);
        merge_tally(&s->by_player[i], &more->by_player[i]);
    }
    for (int group = 0; group < s->group_count; group++) {
        s->groups[group].won += more->groups[group].won;
        s->groups[group].squares += more->groups[group].squares;
    }
}

static int by_number(const void *a, const void *b)
{
    int one = *(const int *)a, other = *(const int *)b;
    return (one > other) - (one < other);
}

static double share(int part, int whole)
{
    return 100.0 * part / whole;
}

static void print_tally(const struct statistics *s, const char *name, const struct tally *tally,
                        FILE *out)
{
    fprintf(out, "%-20s %7d %6.1f %% %7d %6.1f %% %9.1f\n", name, tally->won,
            share(tally->won, s->games), tally->shared, share(tally->shared, s->games),
            tally->points / s->games);
}

/* With the interval of 95 %, so that a reader sees what chance can do. */
static void print_groups(const struct statistics *s, FILE *out)
{
    double n = s->games;
    fprintf(out, "\n%-20s %16s %9s\n", "", "won", "fair");
    for (const struct group *group = s->groups; group < s->groups + s->group_count; group++) {
        double mean = group->won / n, variance = group->squares / n - mean * mean;
        fprintf(out, "%-20s %6.1f %% +- %4.1f %7.1f %%\n", group->name, 100 * mean,
                100 * 1.96 * sqrt((variance > 0 ? variance : 0) / n),
                share(group->players, s->seats));
    }
}

void statistics_print(struct statistics *s, const char *const *names, FILE *out)
{
    int n = s->games;
    check(n > 0);
    qsort(s->lengths, (size_t)n, sizeof *s->lengths, by_number);
    fprintf(out, "games      %d", n);
    if (s->tables != n)
        fprintf(out, " in %d matches", s->tables);
    fprintf(out, "\ndecisions  %lld; in a game: min %d, median %d, 95 %% %d, max %d\n",
            s->decisions, s->lengths[0], s->lengths[n / 2], s->lengths[(long)n * 95 / 100],
            s->lengths[n - 1]);
    fprintf(out, "scores     min %d, mean %.1f, max %d; winners' mean %.1f\n", s->least,
            s->points / (double)s->scores, s->most, s->winners / n);
    fprintf(out, "ties       %d (%.1f %% of the games are won by several)\n\n", s->shared,
            share(s->shared, n));
    fprintf(out, "%-20s %16s %16s %9s\n", "", "won alone", "shared", "mean");
    for (int seat = 0; seat < s->seats; seat++) {
        char name[16];
        snprintf(name, sizeof name, "seat %d", seat + 1);
        print_tally(s, name, &s->by_seat[seat], out);
    }
    fprintf(out, "\n");
    for (int player = 0; player < s->seats; player++)
        print_tally(s, names[player], &s->by_player[player], out);
    if (s->group_count > 1)
        print_groups(s, out);
}
