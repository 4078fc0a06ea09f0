#include "reveal.h"

#include <jansson.h>

#include "check.h"
#include "deal.h"
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
