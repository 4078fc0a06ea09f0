#include "playthrough.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games.h"
#include "testing.h"
#include "text.h"

/* ---- variants ---- */

static const struct line {
    const char *game, *label;
    int least, most;
    const char *options;
    bool for_robots;
} lines[] = {
#define LINE(game, label, least, most, options)   {#game, label, least, most, options, false},
#define ROBOTS(game, label, least, most, options) {#game, label, least, most, options, true},
#define LUCK(game, seats, percent)
#include "../games/lines.def"
#undef LINE
#undef ROBOTS
#undef LUCK
};

/* "mode=junior wands=no" */
static void set_options(const struct game *game, const char *words, int *options)
{
    for (const char *p = words; *p; p += strspn(p, " ")) {
        char word[64], bytes[200];
        struct text pair = text_over(word, sizeof word), why = text_over(bytes, sizeof bytes);
        size_t length = strcspn(p, " ");
        text_put_bytes(&pair, p, (int)length);
        char *equals = strchr(word, '=');
        check(equals);
        *equals = '\0';
        if (!option_set(game, options, word, equals + 1, &why))
            fail_msg("lines.def, %s: %s", game->id, bytes);
        p += length;
    }
}

static int add_line(const struct game *game, const struct line *line, struct variant *out,
                    int count)
{
    struct variant *variant = &out[count];
    check(count + 1 < VARIANTS_MAX);
    *variant = (struct variant){.game = game, .seats = line->least, .seats_most = line->most};
    game_ruleset(game, &variant->rules);
    set_options(game, line->options, variant->rules.options);
    struct text label = text_over(variant->label, sizeof variant->label);
    text_put(&label, line->label);
    for (int seats = line->least; seats <= line->most && game->excludes; seats++)
        check(!game->excludes(variant->rules.options, seats));
    return count + 1;
}

static int add_variant(const struct game *game, int seats, int option, int value,
                       struct variant *out, int count)
{
    struct variant *variant = &out[count];
    variant->game = game;
    variant->seats = variant->seats_most = seats;
    game_ruleset(game, &variant->rules);
    struct text label = text_over(variant->label, sizeof variant->label);
    text_putf(&label, "%d seats", seats);
    if (option >= 0) {
        variant->rules.options[option] = value;
        text_putf(&label, " %s=", game->options[option].name);
        option_format(&game->options[option], value, &label);
    }
    if (game->excludes && game->excludes(variant->rules.options, seats))
        return count;
    check(count + 1 < VARIANTS_MAX);
    return count + 1;
}

static int add_values(const struct game *game, int seats, int option, struct variant *out,
                      int count)
{
    const struct option_spec *spec = &game->options[option];
    if (spec->kind == OPTION_CHOICE) {
        for (int value = 0; value < spec->word_count; value++)
            if (value != spec->standard)
                count = add_variant(game, seats, option, value, out, count);
    } else if (spec->kind == OPTION_SET) {
        for (int bit = 0; bit < spec->word_count; bit++)
            count = add_variant(game, seats, option, spec->standard ^ 1 << bit, out, count);
        count = add_variant(game, seats, option, (1 << spec->word_count) - 1, out, count);
    } else {
        if (spec->standard != spec->least)
            count = add_variant(game, seats, option, spec->least, out, count);
        if (spec->standard != spec->most)
            count = add_variant(game, seats, option, spec->most, out, count);
        if (spec->word_count > 0 && spec->standard != spec->least - 1)
            count = add_variant(game, seats, option, spec->least - 1, out, count);
    }
    return count;
}

static int add_lines(const struct game *game, bool for_robots, struct variant *out, int count)
{
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (lines[i].for_robots == for_robots && strcmp(lines[i].game, game->id) == 0)
            count = add_line(game, &lines[i], out, count);
    return count;
}

int robot_variants_of(const struct game *game, struct variant *out)
{
    return add_lines(game, true, out, variants_of(game, out));
}

/* Tables of older versions of the rules play on as they began. */
static int add_versions(const struct game *game, struct variant *out, int count)
{
    int of_each = count;
    for (int version = game->version_min; version > 0 && version < game->version; version++)
        for (int i = 0; i < of_each; i++) {
            struct variant *variant = &out[count++];
            check(count < VARIANTS_MAX);
            *variant = out[i];
            variant->rules.version = version;
            struct text label = text_over(variant->label, sizeof variant->label);
            text_putf(&label, "%s, rules %d", out[i].label, version);
        }
    return count;
}

int variants_of(const struct game *game, struct variant *out)
{
    int count = add_lines(game, false, out, 0);
    if (count > 0)
        return add_versions(game, out, count);
    for (int seats = game->seats_min; seats <= game->seats_max; seats++)
        count = add_variant(game, seats, -1, 0, out, count);
    for (int option = 0; option < game->option_count; option++) {
        if (option == game->match_option)
            continue; /* how many games in a row changes none of them */
        count = add_values(game, game->seats_min, option, out, count);
        if (game->seats_max != game->seats_min)
            count = add_values(game, game->seats_max, option, out, count);
    }
    return add_versions(game, out, count);
}

/* As one of several games of a match, in which partners have the same points. */
static void set_match(struct variant *variant, int round)
{
    enum { DEALS = 8, STEPS = 9, STEP = 50 };
    struct ruleset *rules = &variant->rules;
    const struct game *game = variant->game;
    rules->deal = round % DEALS;
    for (int seat = 0; seat < variant->seats && rules->deal > 0; seat++) {
        unsigned side = game->partners ? game->partners(rules, variant->seats, seat) : 1u << seat;
        rules->points[seat] = ((round * 5 + __builtin_ctz(side) * 7) % STEPS - STEPS / 2) * STEP;
    }
}

struct variant variant_for(const struct variant *variants, int count, int n)
{
    struct variant variant = variants[n % count];
    int more = n / count % (variant.seats_most - variant.seats + 1);
    if (variant.seats_most > variant.seats) {
        struct text label = text_over(variant.label, sizeof variant.label);
        text_putf(&label, "%s, %d seats", variants[n % count].label, variant.seats + more);
    }
    variant.seats += more;
    set_match(&variant, n / count);
    return variant;
}

/* ---- looking at a table ---- */

int dice(struct chance_seed *seed, int n)
{
    return (int)((uint64_t)chance_seeded(seed) * (uint64_t)n >> 32);
}

void legal_of(const struct variant *variant, const struct table *table, int seat, struct moves *out)
{
    struct sight sight;
    table_sight(&variant->rules, table, seat, &sight);
    variant->game->legal(&variant->rules, &sight, seat, out);
}

unsigned actors_of(const struct variant *variant, const struct table *table, bool *host)
{
    unsigned actors = 0;
    struct moves moves;
    for (int seat = 0; seat < table->seats; seat++) {
        legal_of(variant, table, seat, &moves);
        if (moves.count > 0)
            actors |= 1u << seat;
    }
    legal_of(variant, table, SEAT_HOST, &moves);
    *host = moves.count > 0;
    return actors;
}

void table_text(const struct variant *variant, const struct table *table, char *out, int size)
{
    struct text text = text_over(out, (size_t)size);
    table_write(table, &variant->rules, &text);
    check(!text.cut);
}

/* ---- playing ---- */

static void keep_picks(struct playthrough *play, const struct chance *chance)
{
    check(play->pick_count + chance->count <= PICKS_MAX);
    for (int i = 0; i < chance->count; i++)
        play->picks[play->pick_count++] = chance->picks[i];
}

static int pick_bit(unsigned bits, struct chance_seed *seed)
{
    int at = dice(seed, __builtin_popcount(bits));
    while (at-- > 0)
        bits &= bits - 1;
    return __builtin_ctz(bits);
}

/* Where votes are moves, random players think of them once in so many moves: they would end the
   game at once. */
enum { VOTES_RARE = 20 };

static bool can_vote(const struct variant *variant)
{
    if (variant->game->claims) /* what is said out of turn belongs to the course of the game */
        return false;
    for (int verb = 0; verb < variant->rules.verb_count; verb++)
        if (variant->rules.verbs[verb].flags & VERB_VOTE)
            return true;
    return false;
}

/* Of the seats that may act those that can do more than agree to something. */
static unsigned without_voters(const struct variant *variant, const struct table *table,
                               unsigned actors)
{
    for (int seat = 0; seat < table->seats; seat++) {
        struct moves moves = {.count = 0};
        if (actors >> seat & 1)
            legal_of(variant, table, seat, &moves);
        moves_but_votes(&variant->rules, &moves);
        if (moves.count == 0)
            actors &= ~(1u << seat);
    }
    return actors;
}

static int choose_seat(const struct variant *variant, const struct table *table,
                       struct chance_seed *seed, enum choice choice, bool votes)
{
    bool host;
    unsigned actors = actors_of(variant, table, &host);
    if (!votes)
        actors = without_voters(variant, table, actors);
    if (actors == 0 && !host)
        fail_msg("%s, %s: nobody can move, but the game is not over", variant->game->id,
                 variant->label);
    if (host && (actors == 0 || (choice == CHOICE_ANY && dice(seed, 8) == 0)))
        return SEAT_HOST;
    return pick_bit(actors, seed);
}

static struct move choose_move(const struct variant *variant, const struct table *table, int seat,
                               struct chance_seed *seed, enum choice choice, bool votes,
                               bool advised)
{
    struct moves moves;
    struct sight sight;
    table_sight(&variant->rules, table, seat, &sight);
    variant->game->legal(&variant->rules, &sight, seat, &moves);
    if (advised) {
        struct chance chance;
        chance_init(&chance, chance_seeded, seed);
        return moves
            .list[game_choose(variant->game, &variant->rules, &sight, seat, &moves, &chance)];
    }
    if (!votes)
        moves_but_votes(&variant->rules, &moves);
    if (choice != CHOICE_ANY)
        moves_by_face(&variant->rules, &sight, seat, &moves);
    return moves.list[dice(seed, moves.count)];
}

void playthrough_play(struct playthrough *play, const struct variant *variant, uint64_t seed,
                      enum choice choice, int most)
{
    /* Not a multiple of the generator's own step: games would be one stream, a number further
       each. */
    struct chance_seed state = {seed * 0xd1342543de82ef95u + 1};
    struct chance chance;
    struct play now = {.rules = &variant->rules, .table = &play->tables[0], .chance = &chance};
    bool has_votes = can_vote(variant);
    int robot = choice == CHOICE_GREEDY ? (int)(seed % (uint64_t)variant->seats) : SEAT_NONE;
    play->variant = variant;
    play->count = play->pick_count = 0;
    table_init(now.table, &variant->rules, variant->seats);
    chance_init(&chance, chance_seeded, &state);
    variant->game->setup(&now);
    keep_picks(play, &chance);
    play->setup_picks = play->pick_count;
    while (!now.table->over) {
        if (play->count == most)
            fail_msg("%s, %s, seed %llu: not over after %d moves", variant->game->id,
                     variant->label, (unsigned long long)seed, most);
        struct played *step = &play->steps[play->count];
        bool votes = !has_votes || (choice == CHOICE_ANY && dice(&state, VOTES_RARE) == 0);
        step->seat = choose_seat(variant, now.table, &state, choice, votes);
        step->move = choose_move(variant, now.table, step->seat, &state, choice, votes,
                                 step->seat == robot ||
                                     (choice == CHOICE_ROBOTS && step->seat != SEAT_HOST));
        step->first_pick = play->pick_count;
        table_copy(&play->tables[play->count + 1], now.table);
        now.table = &play->tables[++play->count];
        chance_init(&chance, chance_seeded, &state);
        variant->game->apply(&now, step->seat, &step->move);
        keep_picks(play, &chance);
        step->picks = chance.count;
    }
}

static void tape(struct chance *chance, const int *picks, int count)
{
    chance_init(chance, NULL, NULL);
    for (int i = 0; i < count; i++)
        check(chance_script(chance, picks[i]));
}

bool playthrough_again(const struct playthrough *play, int i, struct table *table,
                       struct events *events)
{
    const struct played *step = &play->steps[i];
    struct chance chance;
    struct table before;
    struct play now = {
        .rules = &play->variant->rules, .table = table, .chance = &chance, .events = events};
    table_copy(&before, table);
    tape(&chance, &play->picks[step->first_pick], step->picks);
    if (events)
        events->count = 0;
    play->variant->game->apply(&now, step->seat, &step->move);
    if (events)
        moment_add(play->variant->game, now.rules, &before, table, events);
    return !chance.broken && chance.next == chance.count;
}

bool playthrough_setup(const struct playthrough *play, struct table *table)
{
    struct chance chance;
    struct play now = {.rules = &play->variant->rules, .table = table, .chance = &chance};
    tape(&chance, play->picks, play->setup_picks);
    table_init(table, &play->variant->rules, play->variant->seats);
    play->variant->game->setup(&now);
    return !chance.broken && chance.next == chance.count;
}

/* ---- keeping ---- */

void playthrough_save(const struct playthrough *play, struct saved_game *out)
{
    size_t steps = (size_t)play->count * sizeof *play->steps,
           picks = (size_t)play->pick_count * sizeof *play->picks;
    *out = (struct saved_game){.count = play->count,
                               .pick_count = play->pick_count,
                               .setup_picks = play->setup_picks,
                               .steps = malloc(steps + picks)};
    check(out->steps);
    out->picks = (int *)(out->steps + play->count);
    memcpy(out->steps, play->steps, steps);
    memcpy(out->picks, play->picks, picks);
}

void playthrough_load(struct playthrough *play, const struct variant *variant,
                      const struct saved_game *saved)
{
    play->variant = variant;
    play->count = saved->count;
    play->pick_count = saved->pick_count;
    play->setup_picks = saved->setup_picks;
    memcpy(play->steps, saved->steps, (size_t)saved->count * sizeof *saved->steps);
    memcpy(play->picks, saved->picks, (size_t)saved->pick_count * sizeof *saved->picks);
    check(playthrough_setup(play, &play->tables[0]));
    for (int i = 0; i < saved->count; i++) {
        table_copy(&play->tables[i + 1], &play->tables[i]);
        check(playthrough_again(play, i, &play->tables[i + 1], NULL));
    }
}

void saved_game_free(struct saved_game *saved)
{
    free(saved->steps);
    *saved = (struct saved_game){0};
}
