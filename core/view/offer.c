/* What somebody can do: the own hand, the legal moves in short, and the call to those who are due
   with what they can type. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "chance.h"
#include "check.h"
#include "columns.h"
#include "game.h"
#include "move.h"
#include "prose.h"
#include "speak.h"
#include "strings/shared.def"
#include "strings/view.def"
#include "text.h"
#include "view.h"

/* The slots of a zone's cards as people read them: in the order of the labels, or face by face if
   the zone is sorted. Returns how many. */
static int slots_shown(const struct ruleset *rules, const struct table *table, int zone,
                       int slots[TABLE_SLOTS])
{
    bool is_sorted = zone_spec(rules, zone)->flags & ZONE_SORTED;
    int count = 0;
    for (int slot = 1; slot <= TABLE_SLOTS; slot++) {
        int i = zone_find_slot(table, zone, slot), at = count;
        if (i < 0)
            continue;
        for (; is_sorted && at > 0; at--) {
            int before = zone_find_slot(table, zone, slots[at - 1]);
            if (zone_face(table, zone, before) <= zone_face(table, zone, i))
                break;
            slots[at] = slots[at - 1];
        }
        slots[at] = slot;
        count++;
    }
    return count;
}

/* "d red heart" */
static void put_slot(const struct view *view, const struct table *table, int zone, int slot,
                     struct prose *out)
{
    char label[] = {move_label(view->rules, slot), '\0'};
    prose_styled(out, PROSE_STRONG, COLOUR_NONE, label);
    prose_put(out, " ");
    speak_name(view, zone_slot_face(table, zone, slot), SPEAK_FULL, out);
}

static void put_labelled(const struct view *view, const struct table *table, int zone,
                         struct prose *out)
{
    int slots[TABLE_SLOTS], count = slots_shown(view->rules, table, zone, slots);
    for (int i = 0; i < count; i++) {
        prose_put(out, i == 0 ? "" : ", ");
        put_slot(view, table, zone, slots[i], out);
    }
}

/* Cards without labels: equal cards together, in the order of the game. */
static void put_counted(const struct view *view, const struct table *table, int zone,
                        struct prose *out)
{
    bool first = true;
    for (int face = 0; face < view->rules->face_count; face++) {
        int count = zone_tally(table, zone, face);
        if (count == 0)
            continue;
        prose_put(out, first ? "" : ", ");
        speak_count(count, out);
        speak_name(view, face, count > 1 ? SPEAK_MANY : SPEAK_FULL, out);
        first = false;
    }
}

static void put_cards(const struct view *view, const struct table *table, int zone,
                      struct prose *out)
{
    if (zone_spec(view->rules, zone)->flags & ZONE_SLOTS)
        put_labelled(view, table, zone, out);
    else
        put_counted(view, table, zone, out);
}

/* "; bid: 3" */
static void put_registers(const struct view *view, const int *own, struct prose *out)
{
    for (int i = 0; i < TABLE_OWN; i++) {
        const struct register_spec *spec = &view->rules->registers[i];
        if (!spec->name || own[i] == 0)
            continue;
        prose_put(out, "; ");
        prose_put(out, spec->name);
        prose_put(out, ": ");
        if (spec->words)
            prose_put(out, spec->words[own[i]]);
        else
            prose_putf(out, "%d", own[i]);
    }
}

/* Everything else that only this seat sees: "; effects: Expose Two Sets; bid: 3" */
static void put_apart(const struct view *view, const struct sight *sight, int hand,
                      struct prose *out)
{
    const struct table *table = &sight->seen;
    for (int z = 0; z < view->rules->seat_zones; z++) {
        int zone = seat_zone(view->rules, sight->viewer, z);
        const struct zone_spec *spec = zone_spec(view->rules, zone);
        if (zone == hand || spec->audience != AUDIENCE_OWNER || spec->flags & ZONE_UNLISTED ||
            zone_size(table, zone) == 0)
            continue;
        prose_put(out, "; ");
        prose_put(out, spec->name);
        prose_put(out, ": ");
        put_cards(view, table, zone, out);
    }
    if (view->rules->registers)
        put_registers(view, table->own[sight->viewer], out);
}

/* The hand, and then everything else that only this seat sees: "2 red; effects: Expose Two
   Sets". */
void view_hand(const struct view *view, const struct sight *sight, struct prose *out)
{
    const struct table *table = &sight->seen;
    if (view->game->hand < 0 || sight->viewer < 0 || sight->viewer >= table->seats)
        return;
    int hand = seat_zone(view->rules, sight->viewer, view->game->hand);
    if (zone_size(table, hand) == 0)
        view_string(out, STRING_HAND_EMPTY, (char *)0);
    put_cards(view, table, hand, out);
    put_apart(view, sight, hand, out);
}

/* Says what may be played: in short, and move by move. For the short form the legal moves of a
   verb are gathered into boxes until no two boxes differ in one argument only. A box is a set of
   values for each argument, and all combinations of the values are legal. So the short form
   names all legal moves, and nothing else. */

enum { SET_BITS = 64, SEAT_COLUMNS = 12 /* of a name */, BOXES_A_PIECE = 6 };

struct values {
    int page; /* which 64 values the bits stand for; -1 if the argument is absent */
    uint64_t bits;
};

struct box {
    int verb;
    struct values args[MOVE_ARGS];
};

struct boxes {
    int count;
    struct box list[MOVES_MAX];
};

static struct box box_of(const struct move *move)
{
    struct box box = {.verb = move->verb};
    for (int i = 0; i < MOVE_ARGS; i++) {
        int value = move->args[i];
        box.args[i] = value == ARG_ABSENT
                          ? (struct values){-1, 0}
                          : (struct values){value / SET_BITS, UINT64_C(1) << value % SET_BITS};
    }
    return box;
}

/* True if two boxes differ only in the bits of argument `arg`. */
static bool can_join(const struct box *a, const struct box *b, int arg)
{
    bool same = a->verb == b->verb;
    for (int i = 0; i < MOVE_ARGS && same; i++)
        same =
            a->args[i].page == b->args[i].page && (i == arg || a->args[i].bits == b->args[i].bits);
    return same;
}

static void join_along(struct boxes *boxes, int arg)
{
    int kept = 0;
    for (int i = 0; i < boxes->count; i++) {
        /* an absent argument joins no boxes */
        int into = boxes->list[i].args[arg].page < 0 ? -1 : kept - 1;
        while (into >= 0 && !can_join(&boxes->list[into], &boxes->list[i], arg))
            into--;
        if (into >= 0)
            boxes->list[into].args[arg].bits |= boxes->list[i].args[arg].bits;
        else
            boxes->list[kept++] = boxes->list[i];
    }
    boxes->count = kept;
}

static void put_first_word(struct prose *out, const char *words)
{
    prose_put_bytes(out, words, (int)strcspn(words, " "));
}

/* How many bytes of a long name must be typed, so that no other name has the same beginning. */
static int enough_of(const struct view *view, int seat, const char *name)
{
    int length = (int)strlen(name), enough = columns_fit(name, length, SEAT_COLUMNS);
    char begun[MOVE_TEXT];
    while (enough > 0 && name[enough - 1] == ' ')
        enough--;
    if (enough == 0 || enough == length)
        return length;
    snprintf(begun, sizeof begun, "%.*s", enough, name);
    for (int other = 0; other < TABLE_SEATS; other++)
        if (other != seat && view->naming->names[other] &&
            text_is_prefix(begun, view->naming->names[other]))
            return length;
    return enough;
}

/* Whether a name reads like what may stand behind it. */
static bool reads_like(const char *name, const struct arg_spec *next)
{
    bool is_number = name[strspn(name, "0123456789 ")] == '\0';
    bool is_alike = next->kind == ARG_NUMBER && is_number;
    for (int i = 0; next->kind == ARG_WORD && i < next->word_count; i++)
        is_alike |= text_same_word(name, next->words[i]) ||
                    (next->brief && text_same_word(name, next->brief[i]));
    return is_alike || (next->filler && text_same_word(name, next->filler));
}

static void put_value(const struct view *view, int verb, int arg, int value, struct prose *out)
{
    const struct arg_spec *spec = &view->rules->verbs[verb].args[arg];
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    struct move move = {.verb = verb};
    move.args[arg] = value;
    move_format_arg(view->rules, view->naming, &move, arg, &text);
    if (spec->kind == ARG_SEAT && arg + 1 < MOVE_ARGS && reads_like(bytes, spec + 1)) {
        text_clear(&text);
        move_format_arg(view->rules, NULL, &move, arg, &text);
    } else if (spec->kind == ARG_SEAT) {
        bytes[enough_of(view, value, bytes)] = '\0';
    }
    prose_put_foreign(out, PROSE_PLAIN, bytes);
}

/* The words that the filler stands before, and which are meant by "any suit". */
static int any_count(const struct arg_spec *spec)
{
    return spec->any_count > 0 ? spec->any_count : spec->word_count;
}

static bool is_any(const struct arg_spec *spec, const struct values *values)
{
    return spec->any && values->page == 0 && any_count(spec) < SET_BITS &&
           values->bits == (UINT64_C(1) << any_count(spec)) - 1;
}

/* One argument: a filler word or a colon, then the values. If arguments may be said in any
   order, "or" separates several values of one argument from one value of each. */
static void put_values(const struct view *view, const struct box *box, int arg, struct prose *out)
{
    const struct verb_spec *verb = &view->rules->verbs[box->verb];
    const struct values *values = &box->args[arg];
    bool some = false;
    const struct arg_spec *spec = &verb->args[arg];
    bool is_filled = arg > 0 && (spec->any_count == 0 || !(values->bits >> spec->any_count));
    if (is_filled && spec->filler) {
        prose_put(out, " ");
        put_first_word(out, spec->filler);
    }
    if (is_any(spec, values)) {
        prose_putf(out, " %s", spec->any);
        return;
    }
    for (int bit = 0; bit < SET_BITS; bit++)
        if (values->bits >> bit & 1) {
            bool is_last = values->bits >> bit == 1;
            prose_put(out, some && is_last && verb->flags & VERB_ANY_ORDER ? " or " : " ");
            put_value(view, box->verb, arg, values->page * SET_BITS + bit, out);
            some = true;
        }
}

/* What stands between two pieces of an offer: "; " or a dot. */
static const char *piece_end(const struct view *view)
{
    return view->is_aloud ? "; " : " · ";
}

/* "!catch d on me1 or e f on me2": the boxes of a verb, a few in each piece, so that people can
   type the whole piece; each box alone if arguments may be said in any order. */
static void put_verb(const struct view *view, const struct boxes *boxes, int verb,
                     const char *between, struct prose *out)
{
    const struct verb_spec *spec = &view->rules->verbs[verb];
    int some = 0;
    for (int i = 0; i < boxes->count; i++) {
        const struct box *box = &boxes->list[i];
        if (box->verb != verb)
            continue;
        if (some % BOXES_A_PIECE != 0 && !(spec->flags & VERB_ANY_ORDER) &&
            box->args[0].page >= 0) {
            prose_put(out, " or");
        } else {
            bool is_first = out->length == 0 || strchr(" \n", out->text[out->length - 1]);
            prose_put(out, is_first ? "" : between);
            prose_styled(out, PROSE_MOVE, COLOUR_NONE, "!");
            prose_put_typed(out, spec->word);
        }
        for (int arg = 0; arg < MOVE_ARGS && box->args[arg].page >= 0; arg++)
            put_values(view, box, arg, out);
        some++;
    }
}

static void put_offer(const struct view *view, const struct moves *moves, const char *between,
                      struct prose *out)
{
    TEXT_UNCLEARED struct boxes boxes;
    boxes.count = moves->count;
    for (int i = 0; i < moves->count; i++)
        boxes.list[i] = box_of(&moves->list[i]);
    for (int arg = MOVE_ARGS - 1; arg >= 0; arg--)
        join_along(&boxes, arg);
    for (int verb = 0; verb < view->rules->verb_count; verb++)
        put_verb(view, &boxes, verb, between, out);
}

void view_offer(const struct view *view, const struct moves *moves, struct prose *out)
{
    put_offer(view, moves, piece_end(view), out);
}

/* ---- a line for each card of a hand ---- */

/* The legal moves with this card; slot 0: those without a card. */
static void pick_moves(const struct view *view, const struct moves *moves, int slot,
                       struct moves *out)
{
    out->count = 0;
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->list[i];
        const struct verb_spec *verb = &view->rules->verbs[move->verb];
        int card = 0;
        for (int arg = 0; arg < MOVE_ARGS && card == 0; arg++)
            card = verb->args[arg].kind == ARG_CARD && move->args[arg] != ARG_ABSENT
                       ? move->args[arg]
                       : 0;
        if (card == slot)
            out->list[out->count++] = *move;
    }
}

static void put_line_end(const struct view *view, const struct moves *moves, struct prose *out)
{
    prose_put(out, moves->count > 0 ? ": " : "");
    put_offer(view, moves, " | ", out);
    prose_put(out, "\n");
}

bool view_hand_lines(const struct view *view, const struct sight *sight, const struct moves *moves,
                     struct prose *out)
{
    const struct table *t = &sight->seen;
    int hand = view->game->hand < 0 ? -1 : seat_zone(view->rules, sight->viewer, view->game->hand);
    struct moves some;
    if (view->is_aloud || hand < 0 || zone_size(t, hand) == 0 ||
        view->rules->hand != view->game->hand ||
        !(zone_spec(view->rules, hand)->flags & ZONE_SLOTS))
        return false;
    int slots[TABLE_SLOTS], count = slots_shown(view->rules, t, hand, slots);
    for (int i = 0; i < count; i++) {
        put_slot(view, t, hand, slots[i], out);
        pick_moves(view, moves, slots[i], &some);
        put_line_end(view, &some, out);
    }
    pick_moves(view, moves, 0, &some);
    struct prose apart;
    prose_open(&apart, view->language);
    put_apart(view, sight, hand, &apart);
    if (apart.length > 2) { /* "; " */
        prose_append_part(out, &apart, 2, apart.length - 2);
        prose_put(out, "\n");
    }
    put_offer(view, &some, piece_end(view), out);
    if (out->text[out->length - 1] == '\n')
        out->text[--out->length] = '\0';
    return true;
}

/* Names for people; p1, p2, ... if names are so long that a move would not fit. */
static void put_move(const struct view *view, const struct move *move, struct prose *out)
{
    char bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    move_format(view->rules, view->naming, move, &text);
    if (text.cut) {
        text_clear(&text);
        move_format(view->rules, NULL, move, &text);
    }
    prose_put_foreign(out, PROSE_PLAIN, bytes);
}

void view_moves(const struct view *view, const struct moves *moves, int most, bool is_numbered,
                struct prose *out)
{
    int shown = moves->count < most ? moves->count : most;
    for (int i = 0; i < shown; i++) {
        prose_put(out, i ? piece_end(view) : "");
        if (is_numbered) {
            prose_styled(out, PROSE_STRONG, COLOUR_NONE, text_number(i + 1));
            prose_put(out, " ");
        }
        prose_styled(out, PROSE_MOVE, COLOUR_NONE, "!");
        put_move(view, &moves->list[i], out);
    }
    if (shown == moves->count)
        return;
    prose_put(out, shown == 0 ? "" : view->is_aloud ? ". " : piece_end(view));
    view_string(out, shown > 0 && !view->is_aloud ? STRING_MOVES_AND_MORE : STRING_MOVES_MORE, "n",
                text_number(moves->count - shown), (char *)0);
}

/* Says whom the table waits for, and what they can type. Takes the public's sight alone. In a game
   with hands it names the verbs that are legal in some hand which that sight allows, all of them
   and no other; where they are many, or one of them is usually impossible, it says only whose turn
   it is. What depends on the hand is told in private. */

enum {
    VERBS = 32, /* of a game, at most */
    WORLDS = 6, /* ways in which the unseen cards could lie; impossible in half of them: usually */
    /* bytes of an offer that a public line has room for; then verbs alone are said */
    OFFER_MOST = 40,
    VERBS_CALLED = 4 /* more verbs are too many to be said */
};

static unsigned verbs_of(const struct view *view, const struct sight *world, int seat)
{
    struct moves moves;
    unsigned verbs = 0;
    view->game->legal(view->rules, world, seat, &moves);
    for (int i = 0; i < moves.count; i++)
        verbs |= 1u << moves.list[i].verb;
    return verbs;
}

/* A card of that face elsewhere that the sight does not tell from this one, from `other` on. */
static int find_other(const struct table *seen, const struct table *world, int card, int face,
                      int other)
{
    while (other < world->first[world->zones] &&
           (world->cards[other].face != face || seen->cards[other].face != seen->cards[card].face))
        other++;
    return other;
}

/* Puts as many cards of one face as the sight allows where a seat alone sees them. */
static void fill_hand(const struct view *view, const struct table *seen, int seat, int face,
                      struct table *world)
{
    int other = 0;
    for (int z = 0; z < view->rules->seat_zones; z++) {
        int zone = seat_zone(view->rules, seat, z), from = world->first[zone],
            end = world->first[zone + 1];
        if (zone_spec(view->rules, zone)->audience != AUDIENCE_OWNER)
            continue;
        for (int i = from; i < end; i++) {
            if (!face_is_back(seen->cards[i].face) || world->cards[i].face == face)
                continue;
            do /* what lies in this zone stays */
                other =
                    find_other(seen, world, i, face, other >= from && other < end ? end : other);
            while (other >= from && other < end);
            if (other == world->first[world->zones])
                return;
            world->cards[other].face = world->cards[i].face;
            world->cards[i].face = (int16_t)face;
        }
    }
}

static bool are_too_many(unsigned verbs)
{
    int count = 0;
    for (; verbs; verbs &= verbs - 1)
        count++;
    return count > VERBS_CALLED;
}

/* What a seat that has a hand can play in some hand. None if one of it is usually impossible. A
   rule asks for cards of one face, so the hands that hold as many of a face as they can show each
   verb that any hand has. */
static unsigned sayable_in_hand(const struct view *view, const struct sight *public, int seat)
{
    TEXT_UNCLEARED struct sight dealt, world;
    struct chance_seed luck = {1};
    struct chance chance;
    int worlds[VERBS] = {0};
    unsigned in_some = 0;
    chance_init(&chance, chance_seeded, &luck);
    for (int i = 0; i < WORLDS; i++) {
        sight_imagine(view->rules, public, &chance, &dealt);
        unsigned verbs = verbs_of(view, &dealt, seat);
        in_some |= verbs;
        for (int verb = 0; verb < VERBS; verb++)
            worlds[verb] += (int)(verbs >> verb & 1);
    }
    for (int verb = 0; verb < VERBS; verb++)
        if (in_some >> verb & 1 && worlds[verb] <= WORLDS / 2)
            return 0;
    world = dealt;
    for (int i = 0; i < public->unseen_count && !are_too_many(in_some); i++) {
        if (i > 0 && public->unseen[i] == public->unseen[i - 1]) /* they are sorted */
            continue;
        table_copy(&world.seen, &dealt.seen);
        fill_hand(view, &public->seen, seat, public->unseen[i], &world.seen);
        if (verbs_of(view, &world, seat) & ~in_some)
            return 0; /* in no hand that was dealt: usually impossible */
    }
    return in_some;
}

/* The verbs that all these seats may have in hand. None if they differ, or one of them is usually
   impossible. */
static unsigned sayable_verbs(const struct view *view, const struct sight *public, unsigned due)
{
    unsigned common = 0, verbs = 0;
    for (int seat = 0; seat < public->seen.seats; seat++) {
        if (!(due >> seat & 1))
            continue;
        verbs = view->game->hand < 0 ? verbs_of(view, public, seat)
                                     : sayable_in_hand(view, public, seat);
        if (verbs == 0 || are_too_many(verbs) || (common && verbs != common))
            return 0;
        common = verbs;
    }
    return common;
}

/* "!catch, !steal or !hide" */
static void put_verbs(const struct view *view, unsigned verbs, struct prose *out)
{
    int count = 0, said = 0;
    for (int verb = 0; verb < VERBS; verb++)
        count += (int)(verbs >> verb & 1);
    for (int verb = 0; verb < VERBS; verb++)
        if (verbs >> verb & 1) {
            prose_put(out, said == 0           ? ""
                           : said + 1 == count ? speak_string(STRING_LIST_OR)
                                               : speak_string(STRING_LIST_MORE));
            prose_styled(out, PROSE_MOVE, COLOUR_NONE, "!");
            prose_put_typed(out, view->rules->verbs[verb].word);
            said++;
        }
}

/* "!draw or !take 1 2 3": of one seat without hidden cards whole moves, else verbs. Nothing where
   the public's sight does not tell. */
static void put_choices(const struct view *view, const struct sight *public, unsigned due,
                        struct prose *out)
{
    struct prose offer;
    prose_open(&offer, view->language);
    for (int seat = 0; view->game->hand < 0 && seat < public->seen.seats; seat++)
        if (due == 1u << seat) {
            struct moves moves;
            view->game->legal(view->rules, public, seat, &moves);
            put_offer(view, &moves, speak_string(STRING_LIST_OR), &offer);
        }
    if (offer.length == 0 || offer.length > OFFER_MOST) {
        prose_open(&offer, view->language);
        put_verbs(view, sayable_verbs(view, public, due), &offer);
    }
    prose_append(out, &offer);
}

/* What shows somebody what they can play. */
static const char *how(const struct view *view)
{
    return view->game->hand < 0 ? "moves" : "hand";
}

void view_due_moves(const struct view *view, const struct sight *public, unsigned due,
                    struct prose *out)
{
    int before = out->length;
    put_choices(view, public, due, out);
    if (out->length == before)
        view_string(out, STRING_DUE_HOW, "command", how(view), (char *)0);
}

void view_due(const struct view *view, const struct sight *public, unsigned due, bool goes_on,
              struct prose *out)
{
    bool is_anybody =
        (due & (due - 1)) && view->game->is_real_time && view->game->is_real_time(view->rules);
    struct prose choices;
    char names[SEATS_BYTES];
    check(view->rules->verb_count <= VERBS);
    if (due == 0)
        return;
    prose_open(&choices, view->language);
    put_choices(view, public, due, &choices);
    speak_name_seats(view, due, names);
    if (goes_on)
        view_string(out, choices.length ? STRING_NEXT_STEP : STRING_NEXT_TO_PLAY, "who", names,
                    "command", how(view), (char *)0);
    else if (is_anybody) /* a call to everybody at every card would be noise */
        view_string(out, choices.length ? STRING_DUE_ANYBODY : STRING_ANYBODY_TO_PLAY, "command",
                    how(view), (char *)0);
    else
        view_string(out, choices.length ? STRING_DUE : STRING_TO_PLAY, "call", names, "command",
                    how(view), (char *)0);
    if (choices.length > 0)
        prose_put(out, " ");
    prose_append(out, &choices);
}
