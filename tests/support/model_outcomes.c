#include "model_outcomes.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <time.h>

#include "check.h"
#include "list.h"
#include "rating.h"

enum { PEOPLE = 512 };

struct model_identity {
    struct store_known known;
    bool is_shown;
};

struct model_outcome {
    int64_t table, ended;
    int part, month, seat_count;
    char game[STORE_GAME_MAX + 1], network[STORE_KEY_MAX + 1], room[STORE_KEY_MAX + 1];
    bool is_uncounted, is_rated;
    struct {
        int person; /* a number, or 0 */
        char robot[STORE_ROBOT_MAX + 1];
        int place, points;
        bool cannot_gain, costs_nobody;
    } seats[STORE_OUTCOME_SEATS];
};

/* Of one person in one list. */
struct model_standing {
    int64_t games, won, rated;
    struct rating rating;
};

#define copy(to, from) snprintf(to, sizeof(to), "%s", from)

/* ---- who ---- */

static int number_of(const struct model_outcomes *outcomes, const char *network, const char *key)
{
    for (int i = 0; i < outcomes->identity_count; i++)
        if (strcmp(outcomes->identities[i].known.key, key) == 0 &&
            strcmp(outcomes->identities[i].known.network, network) == 0)
            return i + 1;
    return 0;
}

static struct model_identity *name_identity(struct model_outcomes *outcomes, const char *network,
                                            const char *key, const char *name)
{
    int number = number_of(outcomes, network, key);
    if (!number) {
        outcomes->identities = list_grow(outcomes->identities, outcomes->identity_count,
                                         &outcomes->identity_space, sizeof *outcomes->identities);
        number = ++outcomes->identity_count;
        check(number < PEOPLE);
        outcomes->identities[number - 1] = (struct model_identity){.is_shown = false};
        copy(outcomes->identities[number - 1].known.network, network);
        copy(outcomes->identities[number - 1].known.key, key);
    }
    copy(outcomes->identities[number - 1].known.name, name);
    return &outcomes->identities[number - 1];
}

void model_outcomes_show(struct model_outcomes *outcomes, const char *const texts[3], bool is_shown)
{
    name_identity(outcomes, texts[0], texts[1], texts[2])->is_shown = is_shown;
}

static int find_person(struct model_outcomes *outcomes, const struct store_outcome_seat *seat)
{
    int person = 0;
    if (seat->identity_count > 0)
        name_identity(outcomes, seat->identities[0].network, seat->identities[0].key,
                      seat->identities[0].name);
    for (int i = 0; i < seat->identity_count; i++) {
        int number = number_of(outcomes, seat->identities[i].network, seat->identities[i].key);
        person = number && (!person || number < person) ? number : person;
    }
    return person;
}

/* ---- outcomes ---- */

void model_outcomes_add(struct model_outcomes *outcomes, int64_t table, int64_t now,
                        const struct store_outcome *from)
{
    time_t seconds = (time_t)now;
    struct tm day;
    for (int i = 0; i < outcomes->count; i++)
        if (outcomes->list[i].table == table && outcomes->list[i].part == from->game_number)
            return;
    outcomes->list =
        list_grow(outcomes->list, outcomes->count, &outcomes->space, sizeof *outcomes->list);
    struct model_outcome *outcome = &outcomes->list[outcomes->count++];
    check(gmtime_r(&seconds, &day));
    *outcome = (struct model_outcome){.table = table,
                                      .ended = now,
                                      .part = from->game_number,
                                      .month = (day.tm_year + 1900) * 100 + day.tm_mon + 1,
                                      .seat_count = from->seat_count,
                                      .is_uncounted = strcmp(from->unrated, STORE_UNCOUNTED) == 0,
                                      .is_rated = !from->unrated[0]};
    copy(outcome->game, from->game);
    copy(outcome->network, from->network);
    copy(outcome->room, from->room);
    for (int seat = 0; seat < from->seat_count; seat++) {
        outcome->seats[seat].person = find_person(outcomes, &from->seats[seat]);
        copy(outcome->seats[seat].robot, from->seats[seat].robot);
        outcome->seats[seat].place = from->seats[seat].place;
        outcome->seats[seat].points = from->seats[seat].points;
        outcome->seats[seat].cannot_gain = from->seats[seat].cannot_gain;
        outcome->seats[seat].costs_nobody = from->seats[seat].costs_nobody;
    }
}

void model_outcomes_fini(struct model_outcomes *outcomes)
{
    free(outcomes->identities);
    free(outcomes->list);
}

/* ---- standings ---- */

static bool is_there(const struct model_outcome *outcome, int person)
{
    bool is = false;
    for (int seat = 0; seat < outcome->seat_count; seat++)
        is |= person && outcome->seats[seat].person == person;
    return is;
}

static bool is_alike(const struct model_outcome *one, const char *game)
{
    return one->is_rated && strcmp(one->game, game) == 0;
}

/* 1/k for the pair that plays its k-th rated game in a week, of all pairs the least. */
static double weight_of(const struct model_outcomes *outcomes, const struct model_outcome *outcome)
{
    int most = 0;
    for (int a = 0; a < outcome->seat_count; a++)
        for (int b = 0; b < a; b++) {
            int met = 0;
            for (const struct model_outcome *before = outcomes->list; before < outcome; before++)
                met += is_alike(before, outcome->game) &&
                       before->ended > outcome->ended - 7 * 24 * 3600 &&
                       is_there(before, outcome->seats[a].person) &&
                       is_there(before, outcome->seats[b].person);
            most = met > most ? met : most;
        }
    return 1.0 / (most + 1);
}

/* Opponents who have three rated games with others than this person, too; at most five are
   counted. */
static int rivals_of(const struct model_outcomes *outcomes, const char *game, int person)
{
    int rivals = 0;
    for (int other = 1; other <= outcomes->identity_count && rivals < STORE_RIVALS; other++) {
        int met = 0, others = 0;
        for (int i = 0; i < outcomes->count; i++) {
            const struct model_outcome *outcome = &outcomes->list[i];
            bool has_third = false;
            if (other == person || !is_alike(outcome, game) || !is_there(outcome, other))
                continue;
            for (int seat = 0; seat < outcome->seat_count; seat++) {
                int third = outcome->seats[seat].person;
                has_third |= third && third != other && third != person;
            }
            met += is_there(outcome, person);
            others += has_third;
        }
        rivals += met > 0 && others >= STORE_RIVAL_GAMES;
    }
    return rivals;
}

static void count_outcome(const struct model_outcomes *outcomes,
                          const struct model_outcome *outcome, struct model_standing list[PEOPLE])
{
    struct rated players[STORE_OUTCOME_SEATS];
    int persons[STORE_OUTCOME_SEATS], count = 0;
    for (int seat = 0; seat < outcome->seat_count; seat++) {
        int person = outcome->seats[seat].person, place = outcome->seats[seat].place;
        const char *robot = outcome->seats[seat].robot;
        if (robot[0])
            players[count] =
                (struct rated){.rating = rating_of_robot(robot), .place = place, .is_fixed = true};
        else if (person)
            players[count] =
                (struct rated){.rating = list[person].games ? list[person].rating : rating_new(),
                               .place = place,
                               .cannot_gain = outcome->seats[seat].cannot_gain};
        else
            continue;
        players[count].costs_nobody = outcome->seats[seat].costs_nobody;
        persons[count++] = robot[0] ? 0 : person;
    }
    if (outcome->is_rated)
        rating_update(players, count, weight_of(outcomes, outcome));
    for (int i = 0; i < count; i++) {
        struct model_standing *standing = &list[persons[i]];
        if (!persons[i])
            continue;
        standing->games++;
        standing->won += players[i].place == 1;
        standing->rated += outcome->is_rated;
        standing->rating = players[i].rating;
    }
}

static bool is_in(const struct model_outcome *outcome, const char *game,
                  const struct store_question *scope)
{
    bool is_here = !scope->room[0] || (strcmp(outcome->room, scope->room) == 0 &&
                                       strcmp(outcome->network, scope->network) == 0);
    return !outcome->is_uncounted && is_here && strcmp(outcome->game, game) == 0 &&
           (!scope->month || scope->month == outcome->month);
}

/* Of one game; everywhere or in a room, for all time or in a month. */
static void count_all(const struct model_outcomes *outcomes, const char *game,
                      const struct store_question *scope, struct model_standing list[PEOPLE])
{
    memset(list, 0, PEOPLE * sizeof *list);
    for (int i = 0; i < outcomes->count; i++)
        if (is_in(&outcomes->list[i], game, scope))
            count_outcome(outcomes, &outcomes->list[i], list);
}

static void put_standing(const char *game, const char *name, const struct model_standing *from,
                         struct store_answer *answer)
{
    struct store_standing *to = &answer->list[answer->count++];
    *to = (struct store_standing){.games = from->games,
                                  .won = from->won,
                                  .rated = from->rated,
                                  .mu = from->rating.mu,
                                  .sigma = from->rating.sigma};
    copy(to->game, game);
    copy(to->name, name);
}

static bool is_before(const struct model_standing *one, int rivals,
                      const struct model_standing *other, int other_rivals)
{
    bool is_placed = rivals >= STORE_RIVALS, is_other = other_rivals >= STORE_RIVALS;
    return is_placed != is_other ? is_placed
                                 : rating_shown(&one->rating) > rating_shown(&other->rating);
}

static const char *next_game(const struct model_outcomes *outcomes, const char *after)
{
    const char *next = NULL;
    for (int i = 0; i < outcomes->count; i++)
        if (strcmp(outcomes->list[i].game, after) > 0 &&
            (!next || strcmp(outcomes->list[i].game, next) < 0))
            next = outcomes->list[i].game;
    return next;
}

/* Of several the first by name. */
static const char *rated_most(const struct model_outcomes *outcomes,
                              const struct store_question *question)
{
    static struct model_standing list[PEOPLE];
    const char *most = "";
    int64_t best = 0;
    for (const char *game = ""; (game = next_game(outcomes, game));) {
        int64_t rated = 0;
        count_all(outcomes, game, question, list);
        for (int person = 1; person <= outcomes->identity_count; person++)
            rated += list[person].rated;
        most = rated > best ? game : most;
        best = rated > best ? rated : best;
    }
    return most;
}

/* What was shown of the ratings in the evening of each day. */
static void put_days(const struct model_outcomes *outcomes, const struct store_question *question,
                     const int *persons, struct store_answer *answer)
{
    static struct model_standing list[PEOPLE];
    memset(list, 0, sizeof list);
    for (int i = 0; i < answer->count * STORE_DAYS; i++)
        answer->list[i / STORE_DAYS].days[i % STORE_DAYS] = NAN;
    for (int i = 0; i < outcomes->count; i++) {
        const struct model_outcome *outcome = &outcomes->list[i];
        if (!is_in(outcome, question->game, question))
            continue;
        count_outcome(outcomes, outcome, list);
        for (int n = 0; n < answer->count && outcome->is_rated; n++)
            if (is_there(outcome, persons[n]))
                answer->list[n].days[(outcome->ended - question->from) / (24 * 3600)] =
                    rating_shown(&list[persons[n]].rating);
    }
}

static void answer_top(const struct model_outcomes *outcomes, const struct store_question *question,
                       struct store_answer *answer)
{
    static struct model_standing list[PEOPLE];
    int rivals[PEOPLE], persons[STORE_STANDINGS];
    const char *game = *question->game ? question->game : rated_most(outcomes, question);
    count_all(outcomes, game, question, list);
    for (int person = 1; person <= outcomes->identity_count; person++)
        rivals[person] = rivals_of(outcomes, game, person);
    while (answer->count < question->most) {
        int best = 0;
        for (int person = 1; person <= outcomes->identity_count; person++)
            if (list[person].rated > 0 && outcomes->identities[person - 1].is_shown &&
                (!best || is_before(&list[person], rivals[person], &list[best], rivals[best])))
                best = person;
        if (!best)
            break;
        persons[answer->count] = best;
        put_standing(game, outcomes->identities[best - 1].known.name, &list[best], answer);
        answer->list[answer->count - 1].rivals = rivals[best];
        list[best].rated = 0;
    }
    if (question->kind == STORE_ASK_SEASON)
        put_days(outcomes, question, persons, answer);
}

/* The games of all numbers; the rating is that of the lowest one. */
static void answer_person(const struct model_outcomes *outcomes,
                          const struct store_question *question, struct store_answer *answer)
{
    static struct model_standing list[PEOPLE];
    const struct store_question everywhere = {.month = 0};
    for (const char *game = "";
         (game = next_game(outcomes, game)) && answer->count < question->most;) {
        struct model_standing sum = {.games = 0};
        int lowest = 0;
        count_all(outcomes, game, &everywhere, list);
        for (int i = 0; i < question->identity_count; i++) {
            int number =
                number_of(outcomes, question->identities[i].network, question->identities[i].key);
            sum.games += list[number].games;
            sum.won += list[number].won;
            sum.rated += list[number].rated;
            lowest = number && (!lowest || number < lowest) ? number : lowest;
        }
        sum.rating = list[lowest].rating;
        if (sum.games > 0)
            put_standing(game, "", &sum, answer);
    }
}

static void find_named(const struct model_outcomes *outcomes, const struct store_question *question,
                       bool is_anywhere, struct store_answer *answer)
{
    for (int i = 0; i < outcomes->identity_count && answer->named < 2; i++) {
        const struct model_identity *identity = &outcomes->identities[i];
        if (identity->is_shown &&
            strcasecmp(identity->known.name, question->identities[0].name) == 0 &&
            (is_anywhere ||
             strcmp(identity->known.network, question->identities[0].network) == 0)) {
            answer->known = identity->known;
            answer->named++;
        }
    }
}

static void put_seats(const struct model_outcomes *outcomes, const struct model_outcome *outcome,
                      struct store_answer *answer)
{
    for (int place = 1; place <= outcome->seat_count; place++)
        for (int seat = 0; seat < outcome->seat_count; seat++) {
            int person = outcome->seats[seat].person;
            if (outcome->seats[seat].place != place)
                continue;
            struct store_last_seat *to = &answer->seats[answer->count++];
            *to = (struct store_last_seat){.place = place, .points = outcome->seats[seat].points};
            copy(to->robot, outcome->seats[seat].robot);
            if (person && outcomes->identities[person - 1].is_shown)
                copy(to->name, outcomes->identities[person - 1].known.name);
        }
}

static void answer_last(const struct model_outcomes *outcomes,
                        const struct store_question *question, struct store_answer *answer)
{
    for (int i = outcomes->count - 1; i >= 0; i--) {
        const struct model_outcome *outcome = &outcomes->list[i];
        if (strcmp(outcome->room, question->room) != 0 ||
            strcmp(outcome->network, question->network) != 0)
            continue;
        copy(answer->game, outcome->game);
        answer->table = outcome->table;
        answer->ended = outcome->ended;
        answer->is_uncounted = outcome->is_uncounted;
        put_seats(outcomes, outcome, answer);
        return;
    }
}

void model_outcomes_answer(const struct model_outcomes *outcomes,
                           const struct store_question *question, struct store_answer *answer)
{
    if (question->kind == STORE_ASK_TOP || question->kind == STORE_ASK_SEASON)
        answer_top(outcomes, question, answer);
    else if (question->kind == STORE_ASK_PERSON)
        answer_person(outcomes, question, answer);
    else if (question->kind == STORE_ASK_LAST)
        answer_last(outcomes, question, answer);
    else if (question->kind == STORE_ASK_NAMED)
        find_named(outcomes, question, false, answer);
    if (question->kind == STORE_ASK_NAMED && answer->named == 0)
        find_named(outcomes, question, true, answer);
}
