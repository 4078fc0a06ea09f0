/* What only a record that is over shows: everything on a table, as a line of JSON, and what the
   record proves. */
#include "replay.h"

#include <jansson.h>
#include <string.h>

#include "check.h"
#include "deal.h"
#include "seal.h"
#include "session.h"
#include "session_view.h"
#include "text.h"

static void set(json_t *object, const char *key, json_t *value_take)
{
    check(json_object_set_new(object, key, value_take) == 0);
}

static void add(json_t *array, json_t *value_take)
{
    check(json_array_append_new(array, value_take) == 0);
}

/* A text of ours or of a person as JSON; "?" if it is not UTF-8. */
static json_t *string(const char *bytes)
{
    json_t *value = json_string(bytes);
    return value ? value : json_string("?");
}

static json_t *actor(int seat)
{
    return seat == SEAT_HOST ? json_string("host") : json_integer(seat + 1);
}

static json_t *seats_of(unsigned bits)
{
    json_t *list = json_array();
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        if (bits >> seat & 1)
            add(list, json_integer(seat + 1));
    if (bits >> SEAT_PUBLIC & 1)
        add(list, json_string("public"));
    return list;
}

/* The numbers without zeros at the end, as in the canonical text. */
static json_t *registers_of(const int *values, int count)
{
    json_t *list = json_array();
    while (count > 0 && values[count - 1] == 0)
        count--;
    for (int i = 0; i < count; i++)
        add(list, json_integer(values[i]));
    return list;
}

/* ---- zones ---- */

/* Lists what is known of the cards besides their faces, if anything is known. */
static void put_marks(json_t *zone, const struct table *table, int z)
{
    json_t *marks = json_array(), *slots = json_array(), *known = json_array();
    bool has_marks = false, has_slots = false, has_known = false;
    for (int i = 0; i < zone_size(table, z); i++) {
        const struct card *card = zone_card(table, z, i);
        has_marks |= card->as != 0;
        has_slots |= card->slot != 0;
        has_known |= card->known != 0;
        add(marks, json_integer(card->as));
        add(slots, json_integer(card->slot));
        add(known, seats_of((unsigned)card->known));
    }
    if (has_marks)
        set(zone, "marks", json_incref(marks));
    if (has_slots)
        set(zone, "slots", json_incref(slots));
    if (has_known)
        set(zone, "known", json_incref(known));
    json_decref(marks);
    json_decref(slots);
    json_decref(known);
}

static json_t *zone_of(const struct ruleset *rules, const struct table *table, int z)
{
    static const char *const audiences[] = {"none", "owner", "all", "top", "contents"};
    const struct zone_spec *spec = zone_spec(rules, z);
    json_t *zone = json_object(), *cards = json_array();
    set(zone, "zone", string(spec->name));
    if (zone_owner(rules, z) >= 0)
        set(zone, "seat", actor(zone_owner(rules, z)));
    set(zone, "audience", string(audiences[spec->audience]));
    for (int i = 0; i < zone_size(table, z); i++)
        add(cards, string(rules->faces[zone_face(table, z, i)].code));
    set(zone, "cards", cards);
    put_marks(zone, table, z);
    return zone;
}

static json_t *zones_of(const struct ruleset *rules, const struct table *table)
{
    json_t *zones = json_array();
    for (int z = 0; z < table->zones; z++)
        add(zones, zone_of(rules, table, z));
    return zones;
}

/* ---- legal moves, picks, the result ---- */

static json_t *legal_of(const struct session *session, int seat)
{
    json_t *list = json_array();
    struct sight sight;
    struct moves moves;
    session_legal(session, seat, &sight, &moves);
    for (int i = 0; i < moves.count; i++) {
        char bytes[MOVE_TEXT];
        struct text text = text_over(bytes, sizeof bytes);
        move_write(&session->playing->rules, &moves.list[i], &text);
        add(list, string(bytes));
    }
    return list;
}

static void put_legal(json_t *state, const struct session *session)
{
    json_t *may = json_array(), *legal = json_object();
    for (int i = 0; i <= session->playing->seats; i++) {
        bool is_host = i == session->playing->seats;
        int seat = is_host ? SEAT_HOST : i;
        char name[16] = "host";
        json_t *moves = legal_of(session, seat);
        if (!is_host)
            snprintf(name, sizeof name, "p%d", seat + 1);
        if (json_array_size(moves) > 0) {
            add(may, actor(seat));
            set(legal, name, json_incref(moves));
        }
        json_decref(moves);
    }
    set(state, "may_act", may);
    set(state, "due", seats_of(session_due(session)));
    set(state, "legal", legal);
}

static json_t *picks_of(const struct chance *chance)
{
    json_t *picks = json_array();
    for (int i = 0; i < chance->count; i++) {
        json_t *pick = json_array();
        add(pick, json_integer(chance->picks[i]));
        add(pick, json_integer(chance->ranges[i]));
        add(picks, pick);
    }
    return picks;
}

/* The cuts of a game's key, in the order of sitting down. */
static json_t *cuts_of(const struct lot *lot)
{
    json_t *cuts = json_array();
    for (int seat = 0; seat < lot->seats; seat++) {
        char hex[2 * LUCK_CUT + 1];
        sodium_bin2hex(hex, sizeof hex, lot->cuts[seat], LUCK_CUT);
        add(cuts, string(hex));
    }
    return cuts;
}

static json_t *score_of(const struct session *session)
{
    struct score score;
    json_t *object = json_object(), *totals = json_array(), *lines = json_array();
    deal_score(session->playing, session->game, &score);
    for (int seat = 0; seat < session->playing->seats; seat++)
        add(totals, json_integer(score.total[seat]));
    for (int i = 0; i < score.count; i++) {
        const struct score_line *of = &score.lines[i];
        json_t *line = json_object();
        set(line, "seat", actor(of->seat));
        set(line, "points", json_integer(of->points));
        set(line, "for", string(of->label));
        set(line, "args", registers_of(of->args, SCORE_ARGS));
        add(lines, line);
    }
    set(object, "totals", totals);
    set(object, "winners", seats_of(score.winners));
    set(object, "lines", lines);
    return object;
}

static json_t *state_of(const struct session *session, long long seq, const struct chance *chance)
{
    const struct playing *playing = session->playing;
    const struct table *table = &playing->table;
    json_t *state = json_object(), *own = json_array(), *names = json_array();
    for (int seat = 0; seat < playing->seats; seat++) {
        add(own, registers_of(table->own[seat], TABLE_OWN));
        add(names, string(session->seats[seat].name));
    }
    set(state, "line", json_integer(seq));
    set(state, "game", json_integer(playing->game_number));
    set(state, "names", names);
    if (playing->draws == (uint64_t)chance->count) /* the first pick of its game */
        set(state, "cuts", cuts_of(&playing->lot));
    set(state, "picks", picks_of(chance));
    set(state, "turn", json_integer(table->turn + 1));
    set(state, "phase", json_integer(table->phase));
    set(state, "over", json_boolean(table->over));
    set(state, "shared", registers_of(table->shared, TABLE_SHARED));
    set(state, "own", own);
    set(state, "zones", zones_of(&playing->rules, table));
    put_legal(state, session);
    if (table->over)
        set(state, "score", score_of(session));
    return state;
}

void reveal_write(const struct session *session, long long seq, const struct chance *chance,
                  FILE *out)
{
    json_t *state = state_of(session, seq, chance);
    json_dumpf(state, out, JSON_COMPACT); /* ferror() tells whether it arrived */
    fputc('\n', out);
    json_decref(state);
}

bool reveal_is_true(const struct session *session, long long seq, const struct chance *chance,
                    const char *line, struct text *why)
{
    json_error_t error;
    json_t *said = json_loads(line, JSON_REJECT_DUPLICATES, &error);
    if (!said) {
        text_putf(why, "it is no JSON: %s at column %d", error.text, error.column);
        return false;
    }
    json_t *state = state_of(session, seq, chance);
    const char *wrong = NULL, *key;
    json_t *value;
    json_object_foreach(state, key, value)
    {
        if (!wrong && !json_equal(value, json_object_get(said, key)))
            wrong = key;
    }
    if (wrong)
        text_putf(why, "its \"%s\" is not that of the table", wrong);
    json_decref(state);
    json_decref(said);
    return !wrong;
}

/* ---- what a record proves ---- */

static const char *plural(long count)
{
    return count == 1 ? "" : "s";
}

static void put_persons(const struct session *session, FILE *out)
{
    int forgotten = 0, all = session->persons.count;
    for (int i = 0; i < all; i++)
        forgotten += session->persons.list[i].is_forgotten;
    if (forgotten == 0)
        fprintf(out, "Persons: all %d who stand beside it are the ones that its lines mean.\n",
                all);
    else
        fprintf(
            out,
            "Persons: %d of %d do not stand beside it any more; the others are the ones that its lines mean.\n",
            forgotten, all);
}

static int put_seal(const struct session *session, const struct proof *proof, FILE *out)
{
    const struct lot *lot = &session->playing->lot;
    if (proof->seal && !lot->is_fixed && strcmp(proof->seal, session->record.seal) != 0) {
        fprintf(out, "Seal: WRONG. The record was sealed with %s, and you were shown %s.\n",
                session->record.seal, proof->seal);
        return PROOF_WRONG;
    }
    if (lot->is_fixed) {
        fprintf(
            out,
            lot->lesson
                ? "Seal: none. This is a lesson: its deal is fixed, and proves nothing.\n"
                : "Seal: none. The deal was fixed, for a test or a lesson, and proves nothing.\n");
        return proof->seal ? PROOF_WRONG : PROOF_PARTLY;
    }
    if (!lot->has_secret) {
        fprintf(
            out,
            "Seal: %s. The secret is not shown yet, so neither the seal nor any draw can be checked.\n",
            session->record.seal);
        return PROOF_PARTLY;
    }
    fprintf(
        out, "Seal: %s. The secret is the one that was sealed%s.\n", session->record.seal,
        proof->seal
            ? ", and the seal the one that you were shown"
            : "; whether this seal was posted before the deal, only you can say: --seal compares it");
    return PROOF_WHOLE;
}

/* The names of those whose cut counts, the latest last. */
static void put_cutters(const struct session *session, FILE *out)
{
    unsigned left = seal_cuts_after(session, SEAT_NONE);
    for (const char *glue = ""; left; glue = ", then ") {
        int first = 0;
        for (int seat = 0; seat < session->seat_count; seat++) {
            bool is_earlier = session->seats[seat].cut_number < session->seats[first].cut_number;
            if (left >> seat & 1 && (is_earlier || !(left >> first & 1)))
                first = seat;
        }
        left &= ~(1u << first);
        fprintf(out, "%s%s", glue, session->seats[first].name);
    }
}

static void put_cuts(const struct session *session, FILE *out)
{
    const struct lot *lot = &session->playing->lot;
    if (session->playing->game_number == 0 || lot->lesson || lot->day)
        return;
    if (lot->rules < LUCK_RULES) {
        fprintf(
            out,
            "Cuts: by older rules, in which seats and options could still be chosen after them. They prove nothing "
            "to who does not trust the people at the table.\n");
    } else if (!seal_cuts_after(session, SEAT_NONE)) {
        fprintf(
            out,
            "Cuts: none after the seats were closed, so whoever could read the secret could have chosen this "
            "deal.\n");
    } else {
        fprintf(out, "Cuts: after the seats were closed, by ");
        put_cutters(session, out);
        fprintf(
            out,
            ". The deal is proven to each of them who believes that nobody behind could read the secret.\n");
    }
}

/* A chain shows that its lines belong together, not that they are the ones that were played: who
   can change one line can change all that follow, but not the link that people were shown. */
static int put_chain(const struct session *session, const struct proof *proof, FILE *out)
{
    char link[SEAL_SECRET_HEX];
    seal_write_link(session, link);
    if (!proof->end) {
        fprintf(
            out,
            "Chain: the record agrees with itself. Whether it is the one that was played, its last link tells: "
            "--end compares it with the one that !fair showed.\n");
        return PROOF_WHOLE;
    }
    if (strcmp(proof->end, link) != 0) {
        fprintf(
            out,
            "Chain: WRONG. The record ends in %s, and you were shown %s: it was changed, or goes on.\n",
            link, proof->end);
        return PROOF_WRONG;
    }
    fprintf(
        out,
        "Chain: its last link is the one that you were shown, so no line was changed, left out or put in.\n");
    return PROOF_WHOLE;
}

static void put_draws(const struct session *session, const struct proof *proof, FILE *out)
{
    if (session->playing->lot.has_secret)
        fprintf(out, "Draws: all %ld follow from the secret and the cuts.\n", proof->picks);
    else
        fprintf(out, "Draws: %ld, not checked without the secret.\n", proof->picks);
}

int reveal_put_proof(const struct session *session, const struct proof *proof, FILE *out)
{
    fprintf(out, "line %ld: %s, %d player%s, %d game%s, %d move%s%s\n", proof->began,
            session->game->id, session->seat_count, plural(session->seat_count), proof->games,
            plural(proof->games), proof->moves, plural(proof->moves),
            proof->is_ended ? "" : "; the table is not over");
    int chained = put_chain(session, proof, out);
    put_persons(session, out);
    int status = put_seal(session, proof, out);
    status = chained == PROOF_WRONG ? chained : status;
    put_cuts(session, out);
    put_draws(session, proof, out);
    fprintf(out, "Moves: all were legal, and each table is the one that the record says.\n");
    if (session->record.is_repaired)
        fprintf(out, "Repair: an admin took lines back at its end.\n");
    return status;
}
