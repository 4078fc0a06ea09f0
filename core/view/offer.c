/* Says what may be played: in short, and move by move. For the short form the legal moves of a
   verb are gathered into boxes until no two boxes differ in one argument only. A box is a set of
   values for each argument, and all combinations of the values are legal. So the short form
   names all legal moves, and nothing else. */
#include "view.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "columns.h"
#include "game.h"
#include "move.h"
#include "prose.h"
#include "speak.h"
#include "text.h"

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
        put_chip(view, face, label);
        prose_put(detail, detail->length > 0 ? ", " : "");
        prose_put(detail, view->rules->faces[face].name);
    }
}
