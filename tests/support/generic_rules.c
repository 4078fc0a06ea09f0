/* Properties of the rules: games end, cards stay, lists are sound, refusals are explained,
   results add up. */
#include <stdio.h>
#include <string.h>

#include "move_words.h"
#include "plain.h"
#include "text.h"
#include "told.h"
#include "trial.h"

/* While a game runs somebody can move and those it waits for can; once it is over nobody can. In
   real time it waits for everybody who has something to play, which not everybody can see: there
   all who can move are among them. Who may claim something can. */
static void actors_are_due(struct trial *trial)
{
    const struct variant *v = trial->variant;
    bool is_real_time = v->game->is_real_time && v->game->is_real_time(&v->rules);
    for (int i = 0; i <= trial->play->count; i++) {
        const struct table *t = &trial->play->tables[i];
        struct sight sight;
        bool host;
        unsigned actors = actors_of(v, t, &host);
        table_sight(&v->rules, t, SEAT_PUBLIC, &sight);
        unsigned due = v->game->due(&v->rules, &sight);
        trial_check(trial, i, t->over == (actors == 0 && !host));
        unsigned claims = v->game->claims ? v->game->claims(&v->rules, &sight) : 0;
        trial_check(trial, i, (claims & ~actors) == 0);
        trial_check(trial, i, is_real_time ? (actors & ~due) == 0 : (due & ~actors) == 0);
        trial_check(trial, i, t->over || due != 0 || host);
        trial_check(trial, i, t->over == (i == trial->play->count));
    }
}

static void tally(const struct table *t, int *out)
{
    memset(out, 0, 256 * sizeof *out);
    for (int i = 0; i < t->first[t->zones]; i++)
        out[t->cards[i].face]++;
}

static void cards_are_conserved(struct trial *trial)
{
    int before[256], after[256];
    tally(&trial->play->tables[0], before);
    for (int i = 1; i <= trial->play->count; i++) {
        const struct table *t = &trial->play->tables[i];
        tally(t, after);
        trial_check(trial, i - 1, memcmp(before, after, sizeof before) == 0);
        trial_check(trial, i - 1, t->first[0] == 0 && t->turn >= 0 && t->turn < t->seats);
        for (int z = 0; z < t->zones; z++)
            trial_check(trial, i - 1, zone_size(t, z) >= 0);
    }
}

/* Slots: each once and with a label where cards have them, none elsewhere. Marks: only where
   everybody sees them. */
static void slots_and_marks_are_in_place(struct trial *trial)
{
    const struct ruleset *rules = &trial->variant->rules;
    int labels = (int)strlen(rules->labels);
    for (int i = 0; i <= trial->play->count; i++) {
        const struct table *t = &trial->play->tables[i];
        for (int z = 0; z < t->zones; z++) {
            const struct zone_spec *spec = zone_spec(rules, z);
            unsigned used = 0;
            for (int k = 0; k < zone_size(t, z); k++) {
                const struct card *card = zone_card(t, z, k);
                trial_check(trial, i - 1, (card->slot > 0) == ((spec->flags & ZONE_SLOTS) != 0));
                trial_check(trial, i - 1,
                            card->slot <= labels && (card->slot == 0 || !(used >> card->slot & 1)));
                trial_check(trial, i - 1, card->as == 0 || spec->audience == AUDIENCE_ALL);
                trial_check(trial, i - 1, card->known == 0 || spec->flags & ZONE_KEEP);
                used |= 1u << card->slot;
            }
        }
    }
}

static bool has_slots(const struct ruleset *rules)
{
    return rules->hand >= 0 && rules->zones[rules->shared_zones + rules->hand].flags & ZONE_SLOTS;
}

/* ---- labels ---- */

static bool begins(const char *word, char letter)
{
    return word && (word[0] | 0x20) == letter;
}

static bool one_begins(const char *const *words, int count, char letter)
{
    for (int i = 0; words && i < count; i++)
        if (begins(words[i], letter))
            return true;
    return false;
}

/* The first face whose code or symbol begins with the letter. NULL if the letter is free. */
static const char *face_begun(const struct ruleset *rules, char letter)
{
    for (int face = 0; face < rules->face_count; face++)
        if (begins(rules->faces[face].code, letter) || begins(rules->faces[face].symbol, letter))
            return rules->faces[face].name;
    return NULL;
}

/* A verb, another word for it, or what may stand behind it. Fillers have to be said in full. */
static bool begins_a_verb(const struct verb_spec *verb, char letter)
{
    const char alone[] = {letter, '\0'};
    bool is_taken = begins(verb->word, letter);
    for (const char *p = verb->aliases; p && *p; p += strcspn(p, " "), p += strspn(p, " "))
        is_taken |= begins(p, letter);
    for (int i = 0; i < MOVE_ARGS && verb->args[i].kind != ARG_NONE; i++) {
        const struct arg_spec *spec = &verb->args[i];
        is_taken |= move_listed(alone, spec->filler) || (spec->kind == ARG_SEAT && letter == 'p') ||
                    one_begins(spec->words, spec->word_count, letter) ||
                    one_begins(spec->brief, spec->word_count, letter);
    }
    return is_taken;
}

/* A label is a small letter, of one slot, and begins nothing else that is shown or typed in this
   game. */
static void labels_mean_nothing_else(struct trial *trial)
{
    const struct ruleset *rules = &trial->variant->rules;
    if (trial->number > 0 || !has_slots(rules))
        return;
    trial_check(trial, -1, strlen(rules->labels) <= TABLE_SLOTS);
    for (const char *label = rules->labels; *label; label++) {
        const char *other = face_begun(rules, *label);
        for (int v = 0; v < rules->verb_count && !other; v++)
            other = begins_a_verb(&rules->verbs[v], *label) ? rules->verbs[v].word : NULL;
        if (strchr(label + 1, *label))
            other = "a second label";
        if (other || *label < 'a' || *label > 'z')
            trial_failed(
                trial, -1,
                "label '%c' of \"%s\" begins %s, too (of a verb: its word, an alias or a word behind it). Set "
                ".labels of the struct game to other small letters",
                *label, rules->labels, other ? other : "no word that people can type");
    }
}

/* How many cards of the hand are still in their slots after the step. */
static int still_called(const struct table *before, const struct table *after, int hand)
{
    int n = 0;
    for (int i = 0; i < zone_size(before, hand); i++) {
        const struct card *card = zone_card(before, hand, i);
        int now = zone_find_slot(after, hand, card->slot);
        n += now >= 0 && zone_face(after, hand, now) == card->face;
    }
    return n;
}

static int cards_that_left(const struct events *events, int hand)
{
    int n = 0;
    for (int i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        if ((event->kind == EVENT_MOVED || event->kind == EVENT_MOVED_ALL) && event->from == hand)
            n += event->count;
    }
    return n;
}

/* A slot stays with its card: every card of a hand that did not leave it has the same as before. */
static void slots_stay_with_their_cards(struct trial *trial)
{
    static struct events events;
    const struct ruleset *rules = &trial->variant->rules;
    if (!has_slots(rules))
        return;
    for (int i = 0; i < trial->play->count; i++) {
        const struct table *before = &trial->play->tables[i];
        struct table table;
        table_copy(&table, before);
        trial_check(trial, i, playthrough_again(trial->play, i, &table, &events));
        for (int seat = 0; seat < table.seats; seat++) {
            int hand = seat_zone(rules, seat, rules->hand), left = cards_that_left(&events, hand);
            trial_check(trial, i,
                        still_called(before, &table, hand) >= zone_size(before, hand) - left);
        }
    }
}

static bool is_sound(const struct variant *v, const struct move *move)
{
    const struct verb_spec *verb = &v->rules.verbs[move->verb];
    for (int i = 0; i < MOVE_ARGS; i++) {
        const struct arg_spec *spec = &verb->args[i];
        int value = move->args[i];
        if (value == ARG_ABSENT)
            continue;
        if ((i > 0 && move->args[i - 1] == ARG_ABSENT) || value < (spec->kind == ARG_CARD) ||
            spec->kind == ARG_NONE)
            return false;
        if ((spec->kind == ARG_CARD && value > TABLE_SLOTS) ||
            (spec->kind == ARG_SEAT && value >= v->seats) ||
            (spec->kind == ARG_WORD && value >= spec->word_count) ||
            (spec->kind == ARG_NUMBER && value > 9999))
            return false;
    }
    return true;
}

/* Legal lists: each move once and sound, HOST verbs for the host alone, and the same from the
   seat's own sight as from the open table: a list cannot depend on what its seat does not see. */
static void legal_lists_need_no_secret(struct trial *trial)
{
    const struct variant *v = trial->variant;
    struct sight open;
    struct moves own, all;
    for (int i = 0; i <= trial->play->count; i++) {
        const struct table *t = &trial->play->tables[i];
        sight_open(t, &open);
        for (int s = 0; s <= t->seats; s++) {
            int seat = s < t->seats ? s : SEAT_HOST;
            legal_of(v, t, seat, &own);
            v->game->legal(&v->rules, &open, seat, &all);
            trial_check(trial, i, own.count == all.count);
            for (int m = 0; m < own.count; m++) {
                trial_check(trial, i,
                            move_same(&own.list[m], &all.list[m]) && is_sound(v, &own.list[m]));
                trial_check(trial, i,
                            !(v->rules.verbs[own.list[m].verb].flags & VERB_HOST) ==
                                (seat != SEAT_HOST));
            }
            for (int m = own.count > 0 ? dice(&trial->seed, own.count) : 0, n = m + 1;
                 n < own.count; n++)
                trial_check(trial, i, !move_same(&own.list[m], &own.list[n]));
        }
    }
}

/* Any seat may ask about any move at any time; the answer, if there is one, is a sentence and
   needs no secret. */
static void refusals_are_explained(struct trial *trial)
{
    const struct variant *v = trial->variant;
    for (int i = 0; i <= trial->play->count; i++) {
        const struct table *t = &trial->play->tables[i];
        struct sight own, open;
        struct moves moves;
        int seat = dice(&trial->seed, t->seats);
        table_sight(&v->rules, t, seat, &own);
        sight_open(t, &open);
        v->game->legal(&v->rules, &own, seat, &moves);
        for (int n = 0; n < 6; n++) {
            struct move move = any_move(v, &trial->seed);
            if (moves_has(&moves, &move) || v->rules.verbs[move.verb].flags & VERB_HOST)
                continue;
            const char *why = v->game->explain(&v->rules, &own, seat, &move);
            const char *openly = v->game->explain(&v->rules, &open, seat, &move);
            trial_check(trial, i, !why == !openly && (!why || strcmp(why, openly) == 0));
            trial_check(trial, i, !why || (strlen(why) > 8 && why[strlen(why) - 1] == '.'));
        }
    }
}

/* The lines of the result add up to its totals, somebody wins, and the public can tell why. */
static void results_add_up(struct trial *trial)
{
    const struct variant *v = trial->variant;
    const struct table *end = &trial->play->tables[trial->play->count];
    struct sight own, open;
    struct score score, openly;
    int totals[TABLE_SEATS] = {0};
    table_sight(&v->rules, end, SEAT_PUBLIC, &own);
    sight_open(end, &open);
    v->game->score(&v->rules, &own, &score);
    v->game->score(&v->rules, &open, &openly);
    for (int i = 0; i < score.count; i++)
        totals[score.lines[i].seat] += score.lines[i].points;
    trial_check(trial, trial->play->count, memcmp(totals, score.total, sizeof totals) == 0);
    trial_check(trial, trial->play->count, memcmp(score.total, openly.total, sizeof totals) == 0);
    trial_check(trial, trial->play->count, score.winners == openly.winners && score.winners != 0);
    trial_check(trial, trial->play->count, score.winners >> v->seats == 0);
}

/* The seats that win together with this one. */
static unsigned side_of(const struct variant *v, int seat)
{
    return v->game->partners ? v->game->partners(&v->rules, v->seats, seat) : 1u << seat;
}

/* Whether a share of so many games is above what is asked for by four standard errors, of which
   each is at most 0.5 by the root of the games. */
static bool is_certain(double lead, int games)
{
    enum { LEAST = 40, ERRORS = 4 };
    return games >= LEAST && lead > 0 && lead * lead * games > ERRORS * ERRORS * 0.25;
}

/* The share of the wins that is asked for: three tenths more than a fair one; of a pair, whose
   other player is by chance, one tenth more; or what lines.def says. */
static double wins_wanted(const struct variant *v)
{
    static const struct {
        const char *game;
        int seats, percent;
    } lucky[] = {
#define LINE(game, label, least, most, options)
#define ROBOTS(game, label, least, most, options)
#define LUCK(game, seats, percent) {#game, seats, percent},
#include "../games/lines.def"
#undef LINE
#undef ROBOTS
#undef LUCK
    };
    for (size_t i = 0; i < sizeof lucky / sizeof *lucky; i++)
        if (strcmp(lucky[i].game, v->game->id) == 0 && lucky[i].seats == v->seats)
            return lucky[i].percent / 100.0;
    return v->game->partners ? 1.1 * __builtin_popcount(side_of(v, 0)) / v->seats : 1.3 / v->seats;
}

/* Its share of the wins against random players is printed. A partner is one of them, so a pair
   may win less clearly. At most 200 games; fewer if they leave no doubt. */
static void robot_beats_random(struct trial *trial)
{
    enum { GAMES = 200 };
    const struct variant *v = trial->variant;
    if (!v->game->weigh || v->seats == 1 || trial->round >= 1)
        return;
    struct playthrough *play = test_malloc(sizeof *play);
    double won = 0, wanted = wins_wanted(v);
    int games = 0;
    while (games < GAMES && !is_certain(games ? won / games - wanted : 0, games)) {
        struct sight sight;
        struct score score;
        playthrough_play(play, v, (uint64_t)games, CHOICE_GREEDY, STEPS_MAX);
        table_sight(&v->rules, &play->tables[play->count], SEAT_PUBLIC, &sight);
        v->game->score(&v->rules, &sight, &score);
        unsigned side = side_of(v, games % v->seats);
        won += (double)__builtin_popcount(score.winners & side) / __builtin_popcount(score.winners);
        games++;
    }
    test_free(play);
    printf("%s, %s: the robot wins %.0f %% of %d games against random players\n", v->game->id,
           v->label, 100 * won / games, games);
    if (won / games <= wanted)
        trial_failed(
            trial, 0,
            "a robot that chooses by weigh() wins %.0f %% against players who choose by chance, and %.0f %% are asked "
            "for: let weigh() give more to better moves",
            100 * won / games, 100 * wanted);
}

/* Robots among themselves come to an end in every variant: none of them goes on blocking all
   others. */
static void robots_alone_end(struct trial *trial)
{
    enum { GAMES = 12 };
    if (!trial->variant->game->weigh || trial->number > 0)
        return;
    struct variant *variants = test_calloc(VARIANTS_MAX, sizeof *variants);
    struct playthrough *play = test_malloc(sizeof *play);
    int count = robot_variants_of(trial->variant->game, variants);
    for (int i = 0; i < GAMES * count; i++) {
        struct variant variant = variant_for(variants, count, i);
        playthrough_play(play, &variant, (uint64_t)i, CHOICE_ROBOTS, STEPS_MAX);
    }
    test_free(play);
    test_free(variants);
}

/* ---- worlds ---- */

/* What a robot imagines looks to its seat exactly as the truth does, holds the same cards, and
   can be played on. */
static void worlds_are_consistent(struct trial *trial)
{
    const struct variant *v = trial->variant;
    int step = dice(&trial->seed, trial->play->count),
        seat_or_public = dice(&trial->seed, trial->variant->seats + 1);
    int viewer = seat_or_public < v->seats ? seat_or_public : SEAT_PUBLIC;
    const struct table *t = &trial->play->tables[step];
    struct sight sight, world, again;
    struct chance chance;
    struct moves here, there;
    table_sight(&v->rules, t, viewer, &sight);
    chance_init(&chance, chance_seeded, &trial->seed);
    sight_imagine(&v->rules, &sight, &chance, &world);
    table_sight(&v->rules, &world.seen, viewer, &again);
    trial_check(trial, step, world.viewer == viewer && world.unseen_count == 0);
    trial_check(trial, step, sight_same(&sight, &again));
    for (int i = 0; i < world.seen.first[world.seen.zones]; i++)
        trial_check(trial, step, !face_is_back(world.seen.cards[i].face));
    if (viewer < v->seats) {
        v->game->legal(&v->rules, &sight, viewer, &here);
        v->game->legal(&v->rules, &world, viewer, &there);
        trial_check(trial, step, here.count == there.count);
        for (int i = 0; i < here.count; i++)
            trial_check(trial, step, move_same(&here.list[i], &there.list[i]));
    }
    struct play play = {.rules = &v->rules, .table = &world.seen, .chance = &chance};
    for (int n = 0, seat = 0; n < 10 && !world.seen.over; n++, seat = (seat + 1) % v->seats) {
        v->game->legal(&v->rules, &world, seat, &there);
        chance_init(&chance, chance_seeded, &trial->seed);
        if (there.count > 0)
            v->game->apply(&play, seat, &there.list[dice(&trial->seed, there.count)]);
    }
}

/* What a move looks like to a seat follows from what that seat sees, no matter who asks: the
   players of imagined games decide by it, and are given a world. */
static void weighs_by_its_own_sight(struct trial *trial)
{
    const struct variant *v = trial->variant;
    int step = dice(&trial->seed, trial->play->count), seat = dice(&trial->seed, v->seats);
    const struct table *t = &trial->play->tables[step];
    game_weigh *const ways[] = {v->game->weigh, v->game->weigh_own};
    struct sight sight, world, truth;
    struct chance chance;
    struct moves moves;
    int own[MOVES_MAX], imagined[MOVES_MAX], true_ones[MOVES_MAX];
    legal_of(v, t, seat, &moves);
    if (moves.count == 0)
        return;
    table_sight(&v->rules, t, seat, &sight);
    chance_init(&chance, chance_seeded, &trial->seed);
    sight_imagine(&v->rules, &sight, &chance, &world);
    sight_open(t, &truth);
    size_t bytes = (size_t)moves.count * sizeof *own;
    for (int i = 0; i < 2; i++) {
        if (!ways[i])
            continue;
        ways[i](&v->rules, &sight, seat, &moves, own);
        ways[i](&v->rules, &world, seat, &moves, imagined);
        ways[i](&v->rules, &truth, seat, &moves, true_ones);
        trial_check(trial, step, memcmp(own, imagined, bytes) == 0);
        trial_check(trial, step, memcmp(own, true_ones, bytes) == 0);
    }
}

const struct property rule_properties[] = {
    {"random games end and somebody can always move", actors_are_due, 2},
    {"cards are conserved", cards_are_conserved, 1},
    {"labels mean nothing else", labels_mean_nothing_else, 1000000},
    {"slots and marks are in place", slots_and_marks_are_in_place, 1},
    {"slots stay with their cards", slots_stay_with_their_cards, 4},
    {"legal lists need no secret", legal_lists_need_no_secret, 2},
    {"refusals are explained and need no secret", refusals_are_explained, 2},
    {"results add up", results_add_up, 1},
    {"robot beats random", robot_beats_random, 1000000},
    {"robots alone end", robots_alone_end, 1000000},
    {"worlds are consistent", worlds_are_consistent, 2},
    {"moves are weighed by their seat's own sight", weighs_by_its_own_sight, 1},
    {0},
};
