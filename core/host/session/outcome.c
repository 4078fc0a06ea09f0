/* Decides which games are rated: those of two people or more that the store can know again. */
#include "outcome.h"

#include <stdio.h>
#include <string.h>

#include "check.h"
#include "deal.h"
#include "game.h"
#include "host_state.h"
#include "links.h"
#include "port.h"
#include "record.h"
#include "seat.h"
#include "session.h"
#include "session_view.h"
#include "sight.h"
#include "store_people.h"
#include "text.h"

_Static_assert((int)STORE_OUTCOME_SEATS >= (int)TABLE_SEATS &&
                   (int)STORE_IDENTITIES >= (int)LINK_EACH,
               "the store keeps every seat");

static bool has_won(const struct score *score, int seat)
{
    return score->winners >> seat & 1;
}

/* Winners come first, whatever their points: ties may have been broken. */
static int place_of(const struct score *score, int seats, int seat)
{
    int before = 0;
    for (int other = 0; other < seats && !has_won(score, seat); other++)
        before += has_won(score, other) || score->total[other] > score->total[seat];
    return before + 1;
}

void outcome_take_finished(const struct playing *playing, const struct game *game, int64_t ended,
                           struct finished *out)
{
    struct score score;
    deal_score(playing, game, &score);
    *out = (struct finished){.game_number = playing->game_number,
                             .ended = ended,
                             .is_practice = deal_is_practice(playing)};
    for (int seat = 0; seat < playing->seats; seat++) {
        out->places[seat] = place_of(&score, playing->seats, seat);
        out->points[seat] = score.total[seat];
    }
}

/* ---- who played ---- */

static void add_identity(struct store_outcome_seat *out, struct identity who, const char *name)
{
    out->identities[out->identity_count++] = (struct store_identity){who.network, who.key, name};
}

/* Nobody else knows who sits at a keyboard of several. */
static bool is_known(const struct seat *seat)
{
    return seat->kind == SEAT_PERSON && !seat->port->is_one_keyboard &&
           seat_key_lasts(seat->port, seat->key);
}

static void put_person(const struct host *host, const struct seat *seat,
                       struct store_outcome_seat *out)
{
    const struct linked *person = links_of(host, identity_at(seat));
    add_identity(out, identity_at(seat), seat->called);
    for (int i = 0; person && i < person->count; i++) {
        const struct linked_identity *identity = &person->identities[i];
        if (!identity_is(identity_of(identity), identity_at(seat)))
            add_identity(out, identity_of(identity), identity->name);
    }
}

/* Who has left for good is behind everybody, whatever the robot came to. */
static void put_seat(const struct session *session, const struct seat *seat, int place, int points,
                     struct store_outcome_seat *out)
{
    bool has_left = seat->kind == SEAT_PERSON && seat->is_left && !seat->is_given;
    *out = (struct store_outcome_seat){.robot = seat->kind == SEAT_ROBOT ? robot_levels[seat->level]
                                                                         : "",
                                       .place = has_left ? session->seat_count + 1 : place,
                                       .points = points,
                                       .has_left = has_left};
    if (is_known(seat))
        put_person(session->host, seat, out);
}

/* ---- the whole ---- */

static bool has_chosen_beginner(const struct session *session)
{
    bool has = false;
    for (int seat = 0; seat < session->seat_count; seat++)
        has |= session->seats[seat].begins;
    return has;
}

/* How many games make a match changes no game. Usually a lot decides who begins. */
static bool has_usual_options(const struct session *session)
{
    const struct game *game = session->game;
    bool are_usual = !has_chosen_beginner(session);
    for (int i = 0; i < game->option_count; i++)
        are_usual &= i == game->match_option ||
                     session->playing->rules.options[i] == game->options[i].standard;
    return are_usual;
}

bool outcome_will_be_rated(const struct session *session)
{
    int people = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        people += is_known(&session->seats[seat]);
    const struct lot *lot = &session->playing->lot;
    return people >= 2 && !lot->is_fixed && !lot->lesson && !lot->day && !session->has_swapped &&
           has_usual_options(session);
}

/* "" if the game is rated. The options come first: who played may be forgotten, these are not. */
static const char *why_unrated(const struct session *session, bool is_practice,
                               const struct store_outcome *outcome)
{
    int people = 0;
    if (session->playing->lot.is_fixed || session->playing->lot.day || is_practice)
        return STORE_UNCOUNTED;
    if (!has_usual_options(session))
        return STORE_UNUSUAL;
    if (session->has_swapped)
        return STORE_SWAPPED;
    for (int seat = 0; seat < outcome->seat_count; seat++)
        people += outcome->seats[seat].identity_count > 0;
    return people < 2 ? "people" : "";
}

static void put_options(const struct session *session, struct text *out)
{
    const struct game *game = session->game;
    for (int i = 0; i < game->option_count; i++) {
        int value = session->playing->rules.options[i];
        if (value == game->options[i].standard)
            continue;
        text_putf(out, "%s%s=", out->length > 0 ? " " : "", game->options[i].name);
        option_format(&game->options[i], value, out);
    }
    if (has_chosen_beginner(session)) /* a name would be somebody's */
        text_putf(out, "%sfirst=chosen", out->length > 0 ? " " : "");
}

static bool is_beaten_by_heir(const struct finished *finished, const struct store_outcome *out,
                              int seat)
{
    bool is_beaten = false;
    for (int other = 0; other < out->seat_count; other++)
        is_beaten |=
            out->seats[other].has_left && finished->places[other] <= finished->places[seat];
    return is_beaten;
}

/* Who got a hint cannot gain, and nobody loses to that person. Where somebody left before each
   seat had decided OUTCOME_DECISIONS times, the others have not won much, and who was beaten by
   the robot of somebody who left has not either. */
static void put_limits(const struct seat *seats, const struct finished *finished,
                       struct store_outcome *out)
{
    bool is_early = false;
    for (int seat = 0; seat < out->seat_count; seat++)
        is_early |= out->seats[seat].has_left && seats[seat].left_game != finished->game_number;
    for (int seat = 0; seat < out->seat_count; seat++) {
        struct store_outcome_seat *s = &out->seats[seat];
        bool is_hinted = outcome_hinted_in_game(&seats[seat], finished->game_number);
        s->costs_nobody = is_hinted;
        s->cannot_gain =
            is_hinted || (!s->has_left && (is_early || is_beaten_by_heir(finished, out, seat)));
    }
}

void outcome_put(const struct session *session, const struct seat *seats,
                 const struct finished *finished, char options[OUTCOME_OPTIONS],
                 struct store_outcome *out)
{
    bool is_private = showing_is_private(&session->home);
    struct text text = text_over(options, OUTCOME_OPTIONS);
    put_options(session, &text);
    *out = (struct store_outcome){.game_number = finished->game_number,
                                  .ended = finished->ended,
                                  .game = session->game->id,
                                  .options = options,
                                  .network = is_private ? "" : session->home.port->network,
                                  .room = is_private ? "" : session->home.name,
                                  .seat_count = session->seat_count};
    for (int seat = 0; seat < session->seat_count; seat++)
        put_seat(session, &seats[seat], finished->places[seat], finished->points[seat],
                 &out->seats[seat]);
    put_limits(seats, finished, out);
    out->unrated = why_unrated(session, finished->is_practice, out);
}

/* ---- hints ---- */

uint64_t outcome_hinted_sight(const struct sight *sight)
{
    return text_hash_bytes(HASH_START, &sight->seen, table_bytes(&sight->seen));
}

/* Grows with each move of the others. */
static int turn_of(const struct session *session, int seat)
{
    int turn = 0;
    for (int other = 0; other < session->seat_count; other++)
        if (other != seat || session->seat_count == 1)
            turn += session->playing->decisions[other];
    return turn;
}

static void note_hint(struct session *session, int seat, const struct sight *sight)
{
    struct seat *s = &session->seats[seat];
    s->hint_game = session->playing->game_number;
    s->hint_turn = turn_of(session, seat);
    s->hint_sight = outcome_hinted_sight(sight);
}

/* What the person is told follows from what the person sees, and stands nowhere. */
bool outcome_apply_hint(struct session *session, const struct record_line *line, struct text *why)
{
    struct sight sight;
    struct moves moves;
    if (session->seats[line->seat].kind != SEAT_PERSON ||
        !session_legal(session, line->seat, &sight, &moves)) {
        text_put(why, "'hint' is about a seat that has nothing to play, or no person");
        return false;
    }
    note_hint(session, line->seat, &sight);
    return true;
}

bool outcome_hint_is_used(const struct session *session, int seat)
{
    const struct seat *s = &session->seats[seat];
    return s->hint_game == session->playing->game_number && s->hint_turn == turn_of(session, seat);
}

bool outcome_hinted_in_game(const struct seat *seat, int game_number)
{
    return seat->hint_game == game_number;
}

/* ---- the last table of a room ---- */

/* The row of a room: "last table=17 day=20784 undealt=2". */

enum { DAY_MS = 24 * 3600 * 1000 };

static long long today(const struct host *host)
{
    return host_wall(host) / DAY_MS;
}

/* Without the row, !fair says that it knows of no table; nobody waits for it. */
static void was_saved(void *arg, bool is_durable)
{
    (void)arg;
    (void)is_durable;
}

static void choose(const struct host *host, const struct showing *home, const char *value,
                   char kept[HOST_CHOICES])
{
    const struct host_place_choice choice = {.drawer = "last",
                                             .network = home->port->network,
                                             .place = home->name,
                                             .payer = value ? home->name : NULL,
                                             .value = value,
                                             .done = was_saved};
    *kept = '\0';
    if (host->calls.choose)
        host->calls.choose(host->calls.choose_arg, &choice, kept);
}

struct last_table outcome_last_find(const struct host *host, const struct showing *home)
{
    char row[HOST_CHOICES];
    struct last_table last = {0, 0};
    struct record_line words;
    long long day;
    choose(host, home, NULL, row);
    if (*row && record_read(row, &words)) {
        bool is_right = record_get_number(&words, "table", &last.table) &&
                        record_get_number(&words, "day", &day) &&
                        record_get_number(&words, "undealt", &last.undealt);
        if (!is_right)
            last = (struct last_table){0, 0};
        else if (day != today(host))
            last.undealt = 0;
        record_free(&words);
    }
    return last;
}

void outcome_last_note(const struct session *session)
{
    char row[HOST_CHOICES], kept[HOST_CHOICES];
    bool is_undealt = session_is_undealt(session);
    if (!is_undealt && !session_has_begun(session))
        return;
    snprintf(row, sizeof row, "last table=%lld day=%lld undealt=%lld", (long long)session->id,
             today(session->host),
             outcome_last_find(session->host, &session->home).undealt + is_undealt);
    choose(session->host, &session->home, row, kept);
}
