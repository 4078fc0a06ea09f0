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
#include "strings/view.def"
#include "text.h"
#include "view.h"

/* "R red heart" */
static void put_card(const struct view *view, int face, struct prose *out)
{
    speak_chip(view, face, out);
    if (!face_is_back(face) && !view->is_aloud)
        prose_putf(out, " %s", view->rules->faces[face].name);
}

/* By label; or face by face, if the zone is sorted. */
static void put_labelled(const struct view *view, const struct table *table, int zone,
                         struct prose *out)
{
    bool first = true, is_sorted = zone_spec(view->rules, zone)->flags & ZONE_SORTED;
    for (int face = 0; face < (is_sorted ? view->rules->face_count : 1); face++)
        for (int slot = 1; slot <= TABLE_SLOTS; slot++) {
            int i = zone_find_slot(table, zone, slot);
            if (i < 0 || (is_sorted && zone_face(table, zone, i) != face))
                continue;
            char label[] = {move_label(view->rules, slot), '\0'};
            prose_put(out, first ? "" : ", ");
            prose_styled(out, PROSE_STRONG, COLOUR_NONE, label);
            prose_put(out, " ");
            put_card(view, zone_face(table, zone, i), out);
            first = false;
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
        put_card(view, face, out);
        speak_times(view, count, out);
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
        prose_putf(out, "; %s: ", spec->name);
        if (spec->words)
            prose_put(out, spec->words[own[i]]);
        else
            prose_putf(out, "%d", own[i]);
    }
}

/* The hand, and then everything else that only this seat sees: "R red x2; effects: two Expose
   Two Sets". */
void view_hand(const struct view *view, const struct sight *sight, struct prose *out)
{
    const struct table *table = &sight->seen;
    if (view->game->hand < 0 || sight->viewer < 0 || sight->viewer >= table->seats)
        return;
    int hand = seat_zone(view->rules, sight->viewer, view->game->hand);
    if (zone_size(table, hand) == 0)
        view_string(out, STRING_HAND_EMPTY, (char *)0);
    put_cards(view, table, hand, out);
    for (int z = 0; z < view->rules->seat_zones; z++) {
        int zone = seat_zone(view->rules, sight->viewer, z);
        const struct zone_spec *spec = zone_spec(view->rules, zone);
        if (zone == hand || spec->audience != AUDIENCE_OWNER || spec->flags & ZONE_UNLISTED ||
            zone_size(table, zone) == 0)
            continue;
        prose_putf(out, "; %s: ", spec->name);
        put_cards(view, table, zone, out);
    }
    if (view->rules->registers)
        put_registers(view, table->own[sight->viewer], out);
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
    if (spec->brief && !view->is_aloud)
        text_put(&text, spec->brief[value]);
    else
        move_format_arg(view->rules, view->naming, &move, arg, &text);
    if (spec->kind == ARG_SEAT && arg + 1 < MOVE_ARGS && reads_like(bytes, spec + 1)) {
        text_clear(&text);
        move_format_arg(view->rules, NULL, &move, arg, &text);
    } else if (spec->kind == ARG_SEAT) {
        bytes[enough_of(view, value, bytes)] = '\0';
    }
    prose_put_foreign(out, PROSE_PLAIN, bytes);
}

static bool is_any(const struct arg_spec *spec, const struct values *values)
{
    return spec->any && values->page == 0 && spec->word_count < SET_BITS &&
           values->bits == (UINT64_C(1) << spec->word_count) - 1;
}

/* One argument: a filler word or a colon, then the values. If arguments may be said in any
   order, "or" separates several values of one argument from one value of each. */
static void put_values(const struct view *view, const struct box *box, int arg, struct prose *out)
{
    const struct verb_spec *verb = &view->rules->verbs[box->verb];
    const struct values *values = &box->args[arg];
    bool some = false;
    const char *filler = arg > 0 && arg < MOVE_ARGS ? verb->args[arg].filler : NULL;
    if (filler) {
        prose_put(out, " ");
        put_first_word(out, filler);
    }
    if (is_any(&verb->args[arg], values)) {
        prose_putf(out, " %s", verb->args[arg].any);
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

const char *view_piece_end(const struct view *view)
{
    return view->is_aloud ? "; " : " · ";
}

/* "!catch d on me1 or e f on me2": the boxes of a verb, a few in each piece, so that people can
   type the whole piece; each box alone if arguments may be said in any order. */
static void put_verb(const struct view *view, const struct boxes *boxes, int verb,
                     struct prose *out)
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
            prose_put(out, out->length > 0 && out->text[out->length - 1] != ' '
                               ? view_piece_end(view)
                               : "");
            prose_styled(out, PROSE_MOVE, COLOUR_NONE, "!");
            prose_put(out, spec->word);
        }
        for (int arg = 0; arg < MOVE_ARGS && box->args[arg].page >= 0; arg++)
            put_values(view, box, arg, out);
        some++;
    }
}

void view_offer(const struct view *view, const struct moves *moves, struct prose *out)
{
    TEXT_UNCLEARED struct boxes boxes;
    boxes.count = moves->count;
    for (int i = 0; i < moves->count; i++)
        boxes.list[i] = box_of(&moves->list[i]);
    for (int arg = MOVE_ARGS - 1; arg >= 0; arg--)
        join_along(&boxes, arg);
    for (int verb = 0; verb < view->rules->verb_count; verb++)
        put_verb(view, &boxes, verb, out);
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

void view_moves(const struct view *view, const struct moves *moves, int most, struct prose *out)
{
    int shown = moves->count < most ? moves->count : most;
    for (int i = 0; i < shown; i++) {
        prose_put(out, i ? view_piece_end(view) : "");
        prose_styled(out, PROSE_MOVE, COLOUR_NONE, "!");
        put_move(view, &moves->list[i], out);
    }
    if (shown == moves->count)
        return;
    prose_put(out, shown == 0 ? "" : view->is_aloud ? ". " : view_piece_end(view));
    view_string(out, shown > 0 && !view->is_aloud ? STRING_MOVES_AND_MORE : STRING_MOVES_MORE, "n",
                text_number(moves->count - shown), (char *)0);
}

void view_choice(const struct view *view, const struct sight *sight, const struct move *move,
                 struct prose *label, struct prose *detail)
{
    const struct verb_spec *verb = &view->rules->verbs[move->verb];
    prose_put(label, verb->word);
    for (int i = 0; i < MOVE_ARGS && verb->args[i].kind != ARG_NONE && move->args[i] != ARG_ABSENT;
         i++) {
        char bytes[MOVE_TEXT];
        struct text text = text_over(bytes, sizeof bytes);
        int face = verb->args[i].kind == ARG_CARD
                       ? move_face(view->rules, sight, &verb->args[i], move->args[i])
                       : -1;
        move_format_arg(view->rules, view->naming, move, i, &text);
        prose_put(label, " ");
        prose_put_foreign(label, PROSE_PLAIN, bytes);
        if (face < 0 || face_is_back(face))
            continue;
        prose_put(label, " ");
        speak_chip(view, face, label);
        prose_put(detail, detail->length > 0 ? ", " : "");
        prose_put(detail, view->rules->faces[face].name);
    }
}

/* Says whom the table waits for, and what they can type. Takes the public's sight alone: in a
   game with hands it names the verbs of moves that are likely legal, however the unseen cards
   lie; what depends on a hand is told in private. */

enum {
    VERBS = 32, /* of a game, at most */
    WORLDS = 5, /* ways in which the unseen cards could lie */
    /* bytes of an offer that a public line has room for; then verbs alone are said */
    OFFER_MOST = 40,
    VERBS_CALLED = 4, /* so many of them to a person who is called */
    VERBS_NEXT = 1    /* and to one who goes on */
};

static void put_word(const char *word, struct prose *out)
{
    prose_styled(out, PROSE_MOVE, COLOUR_NONE, "!");
    prose_put(out, word);
}

static unsigned verbs_of(const struct view *view, const struct sight *world, int seat)
{
    struct moves moves;
    unsigned verbs = 0;
    view->game->legal(view->rules, world, seat, &moves);
    for (int i = 0; i < moves.count; i++)
        verbs |= 1u << moves.list[i].verb;
    return verbs;
}

/* The verbs that all these seats can play in this world. */
static unsigned common_verbs(const struct view *view, const struct sight *world, unsigned due)
{
    unsigned common = ~0u;
    for (int seat = 0; seat < world->seen.seats; seat++)
        if (due >> seat & 1)
            common &= verbs_of(view, world, seat);
    return common;
}

/* In how many worlds a verb has to be possible: in most; where it is the name of one card, in
   all, for somebody who does not hold that card would wonder. */
static int worlds_needed(const struct view *view, int verb)
{
    return verb < view->rules->verb_count && view->rules->verbs[verb].card ? WORLDS
                                                                           : WORLDS / 2 + 1;
}

/* The verbs that they can likely play. Looks at no more worlds than it takes to be sure. Without
   hands, all that decides is in sight. */
static unsigned likely_verbs(const struct view *view, const struct sight *public, unsigned due)
{
    struct chance_seed luck = {1};
    int worlds[VERBS] = {0};
    unsigned likely = 0, open = ~0u;
    if (view->game->hand < 0)
        return common_verbs(view, public, due);
    for (int seen = 1; seen <= WORLDS && open; seen++) {
        struct chance chance;
        struct sight world;
        chance_init(&chance, chance_seeded, &luck);
        sight_imagine(view->rules, public, &chance, &world);
        unsigned common = common_verbs(view, &world, due);
        open = 0;
        for (int verb = 0; verb < VERBS; verb++) {
            worlds[verb] += (int)(common >> verb & 1);
            int lacking = worlds_needed(view, verb) - worlds[verb];
            likely |= (unsigned)(lacking <= 0) << verb;
            open |= (unsigned)(lacking > 0 && lacking <= WORLDS - seen) << verb;
        }
    }
    return likely;
}

/* "!draw · !take 1 2 3": of a seat without hidden cards whole moves, else some verbs, and at
   least "!moves". */
static void put_choices(const struct view *view, const struct sight *public, unsigned due, int most,
                        struct prose *out)
{
    struct prose offer;
    int said = 0;
    prose_clear(&offer);
    for (int seat = 0; view->game->hand < 0 && seat < public->seen.seats; seat++)
        if (due == 1u << seat) {
            struct moves moves;
            view->game->legal(view->rules, public, seat, &moves);
            view_offer(view, &moves, &offer);
        }
    if (offer.length == 0 || offer.length > OFFER_MOST) {
        unsigned verbs = likely_verbs(view, public, due);
        prose_clear(&offer);
        for (int verb = 0; verb < view->rules->verb_count; verb++)
            if ((verbs >> verb & 1) && said++ < most) {
                prose_put(&offer, offer.length > 0 ? view_piece_end(view) : "");
                put_word(view->rules->verbs[verb].word, &offer);
            }
    }
    if (offer.length > 0)
        prose_append(out, &offer);
    else
        view_string(out, STRING_DUE_MOVES, (char *)0);
}

void view_due_moves(const struct view *view, const struct sight *public, unsigned due,
                    struct prose *out)
{
    put_choices(view, public, due, VERBS_CALLED, out);
}

void view_due(const struct view *view, const struct sight *public, unsigned due, bool goes_on,
              struct prose *out)
{
    bool is_anybody =
        (due & (due - 1)) && view->game->is_real_time && view->game->is_real_time(view->rules);
    check(view->rules->verb_count <= VERBS);
    char names[SEATS_BYTES];
    if (due == 0)
        return;
    speak_name_seats(view, due, names);
    if (goes_on)
        view_string(out, STRING_NEXT_STEP, (char *)0);
    else if (is_anybody) /* a call to everybody at every card would be noise */
        view_string(out, STRING_DUE_ANYBODY, (char *)0);
    else
        view_string(out, STRING_DUE, "call", names, (char *)0);
    prose_put(out, " ");
    put_choices(view, public, due, goes_on ? VERBS_NEXT : VERBS_CALLED, out);
}
