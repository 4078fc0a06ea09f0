/* What can be pressed: a move as a label, and the cards of somebody's hand, equal ones once, each
   with the moves that play it. Their order follows from the hand alone, never from what is legal.
   Knows no buttons; adapters draw them (adapters/discord/controls.c). */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "game.h"
#include "move.h"
#include "prose.h"
#include "speak.h"
#include "text.h"
#include "view.h"

/* ---- a move ---- */

static bool has_arg(const struct view *view, const struct move *move, int arg)
{
    return arg < MOVE_ARGS && view->rules->verbs[move->verb].args[arg].kind != ARG_NONE &&
           move->args[arg] != ARG_ABSENT;
}

void view_choice(const struct view *view, const struct sight *sight, const struct move *move,
                 struct prose *label, struct prose *detail)
{
    const struct verb_spec *verb = &view->rules->verbs[move->verb];
    prose_put_typed(label, verb->word);
    for (int i = 0; has_arg(view, move, i); i++) {
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

/* The argument that is a card of the own hand; -1 if none is. */
static int held_arg(const struct view *view, const struct move *move)
{
    const struct verb_spec *verb = &view->rules->verbs[move->verb];
    for (int i = 0; has_arg(view, move, i); i++)
        if (verb->args[i].kind == ARG_CARD || verb->args[i].is_held)
            return i;
    return -1;
}

void view_target(const struct view *view, const struct move *move, struct prose *out)
{
    const struct verb_spec *verb = &view->rules->verbs[move->verb];
    int held = held_arg(view, move);
    prose_put(out, verb->word);
    for (int i = 0; has_arg(view, move, i); i++) {
        char bytes[MOVE_TEXT];
        struct text text = text_over(bytes, sizeof bytes);
        const char *filler = i > 0 ? verb->args[i].filler : NULL;
        if (i == held)
            continue;
        move_format_arg(view->rules, view->naming, move, i, &text);
        prose_put(out, filler ? " " : "");
        prose_put_bytes(out, filler ? filler : "", filler ? (int)strcspn(filler, " ") : 0);
        prose_put(out, " ");
        prose_put_foreign(out, PROSE_PLAIN, bytes);
    }
}

/* The face of the one card that the verb plays; -1 if it plays any, or none. */
static int named_face(const struct view *view, const struct verb_spec *verb)
{
    const char *blank = verb->card ? strrchr(verb->card, ' ') : NULL,
               *code = blank ? blank + 1 : verb->card;
    for (int face = 0; code && face < view->rules->face_count; face++)
        if (strcmp(view->rules->faces[face].code, code) == 0)
            return face;
    return -1;
}

static int played_face(const struct view *view, const struct sight *sight, const struct move *move)
{
    const struct verb_spec *verb = &view->rules->verbs[move->verb];
    int held = held_arg(view, move);
    if (held < 0)
        return named_face(view, verb);
    return verb->args[held].is_held
               ? move->args[held]
               : move_face(view->rules, sight, &verb->args[held], move->args[held]);
}

const struct view_card *view_played(const struct view *view, const struct sight *sight,
                                    const struct move *move, const struct view_cards *cards)
{
    int face = cards->count > 0 ? played_face(view, sight, move) : -1;
    for (int i = 0; i < cards->count; i++)
        if (cards->list[i].face == face)
            return &cards->list[i];
    return NULL;
}

/* ---- the cards of a hand ---- */

static bool is_named(const struct view *view, int face)
{
    for (int verb = 0; verb < view->rules->verb_count; verb++)
        if (named_face(view, &view->rules->verbs[verb]) == face)
            return true;
    return false;
}

/* The letters of the cards of that face; returns the slot of the first one, 0 without letters. */
static int put_letters(const struct view *view, const struct table *table, int zone, int face,
                       struct text *out)
{
    int first = 0;
    for (int slot = 1; slot <= TABLE_SLOTS; slot++) {
        int i = zone_find_slot(table, zone, slot);
        char letter[] = {'\0', '\0'};
        if (i < 0 || zone_face(table, zone, i) != face)
            continue;
        letter[0] = move_label(view->rules, slot);
        text_put(out, first ? " " : "");
        text_put(out, letter);
        first = first ? first : slot;
    }
    return first;
}

/* Behind the cards of other zones, and before those of its own that have later letters. */
static void add_card(struct view_cards *cards, int begin, const struct view_card *card)
{
    int at = cards->count;
    if (cards->count == VIEW_CARDS)
        return; /* its moves are offered without it */
    for (; at > begin && cards->list[at - 1].slot > card->slot; at--)
        cards->list[at] = cards->list[at - 1];
    cards->list[at] = *card;
    cards->count++;
}

static void add_zone(const struct view *view, const struct table *table, int zone, bool is_hand,
                     struct view_cards *cards)
{
    unsigned flags = zone_spec(view->rules, zone)->flags;
    int begin = cards->count;
    for (int face = 0; face < view->rules->face_count; face++) {
        struct view_card card = {.face = face, .count = zone_tally(table, zone, face)};
        struct text letters = text_over(card.letters, sizeof card.letters);
        if (card.count == 0 || (!is_hand && !is_named(view, face)))
            continue;
        card.code = view->rules->faces[face].code;
        card.name = view->rules->faces[face].name;
        speak_picture(view->game, view->rules, face, card.picture);
        if (flags & ZONE_SLOTS)
            card.slot = put_letters(view, table, zone, face, &letters);
        if (flags & ZONE_SORTED)
            card.slot = 0;
        add_card(cards, begin, &card);
    }
}

void view_cards(const struct view *view, const struct sight *sight, struct view_cards *out)
{
    const struct table *table = &sight->seen;
    out->count = 0;
    if (view->game->hand < 0 || sight->viewer < 0 || sight->viewer >= table->seats)
        return;
    int hand = seat_zone(view->rules, sight->viewer, view->game->hand);
    add_zone(view, table, hand, true, out);
    for (int z = 0; z < view->rules->seat_zones; z++) {
        int zone = seat_zone(view->rules, sight->viewer, z);
        const struct zone_spec *spec = zone_spec(view->rules, zone);
        if (zone != hand && spec->audience == AUDIENCE_OWNER && !(spec->flags & ZONE_UNLISTED))
            add_zone(view, table, zone, false, out);
    }
}
