/* One item of a scene in words, or with cards as chips. Every drawing takes its words here, so that
   a thing is called the same on a line, in columns and aloud. */
#include <stdio.h>
#include <string.h>

#include "game.h"
#include "scene.h"
#include "speak.h"
#include "strings/shared.def"
#include "strings/view.def"
#include "text.h"
#include "view.h"

static const char more[] = ", ", no_picture[PROSE_PICTURE] = "",
                  place_sign[] = "\xe2\x96\xab" /* a small square: room for a card */;

void scene_put_card(const struct view *view, int face, enum scene_form form, struct prose *out)
{
    /* a longer code would be no shorter than the name */
    if (form == SCENE_CHIPS && !face_is_back(face) && strlen(view->rules->faces[face].code) <= 2)
        speak_chip(view, face, out);
    else
        speak_name(view, face, SPEAK_BRIEF, out);
}

/* "blue", "3 blue"; as chips "B", "B×3" */
static void put_cards(const struct view *view, const struct scene_item *item,
                      const struct scene_cards *cards, enum scene_form form, struct prose *out)
{
    if (form != SCENE_CHIPS)
        speak_count(cards->count, out);
    scene_put_card(view, cards->face, form, out);
    if (cards->count > 1 && form == SCENE_CHIPS)
        prose_putf(out, "\u00d7%d", cards->count);
    if (cards->mark) {
        prose_put(out, " ");
        prose_put(out, item->layout->words[cards->mark]);
    }
}

static void put_number(int id, int n, struct prose *out)
{
    view_string(out, id, "n", text_number(n), (char *)0);
}

static void put_price(const struct view *view, const struct scene *scene,
                      const struct scene_item *item, int card, enum scene_form form,
                      struct prose *out)
{
    const struct remark *price =
        item->seat == SEAT_NONE ? scene_price(scene, item->layout->zone, card) : NULL;
    if (!price)
        return;
    prose_put(out, " (");
    scene_put_remark(view, price, form, out);
    prose_put(out, ")");
}

void scene_put_numbered(const struct view *view, const struct scene *scene, int item, int card,
                        enum scene_form form, struct prose *out)
{
    const struct scene_item *shown = &scene->items[item];
    prose_putf(out, "%d ", card + 1);
    put_cards(view, shown, &scene->cards[shown->first + card], form, out);
    put_price(view, scene, shown, card, form, out);
}

static void put_list(const struct view *view, const struct scene *scene,
                     const struct scene_item *item, enum scene_form form, struct prose *out)
{
    const char *between = item->layout->is_numbered ? "; " : form == SCENE_CHIPS ? " " : more;
    for (int i = 0; i < item->count; i++) {
        prose_put(out, i ? between : "");
        if (item->layout->is_numbered) {
            int entry = prose_begin(out, PROSE_ENTRY);
            scene_put_numbered(view, scene, (int)(item - scene->items), i, form, out);
            prose_end(out, entry);
        } else {
            put_cards(view, item, &scene->cards[item->first + i], form, out);
        }
    }
    for (int i = 0; form == SCENE_CHIPS && i < item->room; i++)
        prose_putf(out, "%s%s", i == 0 && item->count > 0 ? " " : "", place_sign);
    if (item->count == 0 && item->room <= 0)
        view_string(out, STRING_SCENE_EMPTY, (char *)0);
    if (form == SCENE_CHIPS || item->room < 0)
        return;
    if (form == SCENE_LINE && !view->is_aloud && item->count > 0 && item->room > 0)
        return; /* the empty rows tell how many fit */
    prose_put(out, item->count > 0 || item->room == 0 ? more : "");
    if (item->room == 0)
        view_string(out, STRING_SCENE_FULL, (char *)0);
    else
        put_number(STRING_SCENE_FREE, item->room, out);
}

static void put_tally(const struct view *view, const struct scene *scene,
                      const struct scene_item *item, enum scene_form form, struct prose *out)
{
    const char *between = form == SCENE_CHIPS ? " " : more;
    for (int i = 0; i < item->count; i++) {
        prose_put(out, i ? between : "");
        put_cards(view, item, &scene->cards[item->first + i], form, out);
    }
    if (item->unseen > 0) {
        prose_put(out, item->count ? more : "");
        put_number(STRING_SCENE_UNSEEN, item->unseen, out);
    } else if (item->count == 0) {
        view_string(out, STRING_SCENE_NOTHING, (char *)0);
    }
}

/* "wand (C+M+Y), 8 left": on a line the label of a ware stands for its name. */
static bool is_said_by_label(const struct view *view, const struct scene_item *item,
                             enum scene_form form)
{
    return form != SCENE_WORDS && !view->is_aloud && item->layout->style == BOARD_TOP &&
           item->layout->verb && item->layout->label && item->size > 0;
}

/* Whether nothing lies hidden under the stacks of that seat before this one: those behind it need
   no word. */
static bool is_first_hidden(const struct scene *scene, const struct scene_item *item)
{
    for (const struct scene_item *before = scene->items; before < item; before++)
        if (before->seat == item->seat && before->layout->style == BOARD_STACK &&
            before->unseen > 0)
            return false;
    return true;
}

/* ": you know red, two blue" */
static void put_known(const struct view *view, const struct scene *scene,
                      const struct scene_item *item, struct prose *out)
{
    int first = item->count - item->known;
    for (int i = first; i < item->count; i++) {
        const struct scene_cards *cards = &scene->cards[item->first + i];
        if (i == first)
            view_string(out, STRING_SCENE_KNOWN, (char *)0);
        prose_put(out, i == first ? " " : more);
        speak_count(cards->count, out);
        speak_name(view, cards->face, cards->count > 1 ? SPEAK_MANY : SPEAK_FULL, out);
    }
}

/* "red, 2 high, 1 hidden: you know red Ultimate Love"; as chips "R×2, 1 hidden" */
static void put_stack(const struct view *view, const struct scene *scene,
                      const struct scene_item *item, enum scene_form form, struct prose *out)
{
    bool is_stack = item->layout->style == BOARD_STACK;
    if (item->size == 0)
        view_string(out, STRING_SCENE_EMPTY, (char *)0);
    else if (!is_said_by_label(view, item, form))
        scene_put_card(view, scene->cards[item->first].face, form, out);
    bool is_brief = form == SCENE_LINE && !view->is_aloud, is_known = item->known > 0;
    if (item->size > 1 && is_stack && (form == SCENE_CHIPS || is_brief)) {
        prose_putf(out, is_brief ? " x%d" : "\u00d7%d", item->size);
    } else if (item->size > 1 && is_stack) {
        prose_put(out, more);
        put_number(STRING_SCENE_UP, item->size, out);
    }
    if (!is_stack)
        put_price(view, scene, item, item->size - 1, form, out);
    if (!is_stack && item->layout->phrase) {
        prose_put(out, more);
        view_sentence(out, item->layout->phrase, "n", text_number(item->size), (char *)0);
    } else if (!is_stack && item->size > 1) {
        prose_put(out, more);
        put_number(STRING_SCENE_PILE, item->size, out);
    }
    if (item->unseen > 0 && is_brief && !is_known && !is_first_hidden(scene, item)) {
        prose_putf(out, " +%d", item->unseen);
    } else if (item->unseen > 0) {
        prose_put(out, is_brief ? " +" : more);
        put_number(STRING_SCENE_HIDDEN, item->unseen, out);
    }
    put_known(view, scene, item, out);
}

/* "clubs, hearts" */
static void put_set(const struct scene_item *item, struct prose *out)
{
    bool is_first = true;
    for (unsigned set = (unsigned)item->value; set; set &= set - 1) {
        prose_put(out, is_first ? "" : more);
        prose_put(out, item->layout->words[__builtin_ctz(set)]);
        is_first = false;
    }
}

static void put_register(const struct view *view, const struct scene *scene,
                         const struct scene_item *item, struct prose *out)
{
    bool is_seat = item->layout->style == BOARD_SEAT;
    if (item->value == REGISTER_BACK)
        view_string(out, STRING_SCENE_UNKNOWN, (char *)0);
    else if (is_seat && (item->value < 0 || item->value >= scene->seats))
        view_string(out, STRING_SCENE_NOBODY, (char *)0);
    else if (is_seat)
        speak_seat(view, item->value, PROSE_NAME, out);
    else if (item->layout->words)
        prose_put(out, item->layout->words[item->value]);
    else
        prose_putf(out, "%d", item->value);
}

void scene_put_contents(const struct view *view, const struct scene *scene, int item,
                        enum scene_form form, struct prose *out)
{
    const struct scene_item *shown = &scene->items[item];
    switch (shown->layout->style) {
    case BOARD_LIST:
        put_list(view, scene, shown, form, out);
        break;
    case BOARD_TALLY:
        put_tally(view, scene, shown, form, out);
        break;
    case BOARD_STACK:
    case BOARD_TOP:
        put_stack(view, scene, shown, form, out);
        break;
    case BOARD_COUNT:
        prose_putf(out, "%d", shown->size);
        put_known(view, scene, shown, out);
        break;
    case BOARD_SET:
        put_set(shown, out);
        break;
    case BOARD_WORD:
    case BOARD_NUMBER:
    case BOARD_SEAT:
        put_register(view, scene, shown, out);
        break;
    case BOARD_MARK:
        break;
    }
}

static const char *label_of(const struct view *view, const struct scene_item *item)
{
    const char *label = item->layout->label;
    return label && view->language != LANGUAGE_EN ? language_text(view->language, label) : label;
}

/* "2" of "row 2" where another row stands before it on a line, and of a person's "stack 2"; else
   the whole label. */
static const char *label_behind(const struct view *view, const struct scene *scene, int item)
{
    const struct scene_item *shown = &scene->items[item];
    const char *label = label_of(view, shown), *blank = label ? strrchr(label, ' ') : NULL;
    bool is_numbered = blank && blank[1] >= '0' && blank[1] <= '9', is_next = false;
    if (is_numbered && shown->layout->per_seat)
        return blank + 1;
    for (int i = 0; is_numbered && i < item; i++) {
        const struct scene_item *before = &scene->items[i];
        is_next |= before->seat == shown->seat && before->layout->label &&
                   strncmp(label_of(view, before), label, (size_t)(blank - label)) == 0;
    }
    return is_next ? blank + 1 : label;
}

/* How many empty places like this one, with the same room, lie behind it in the next zones. */
static int empty_alike(const struct scene *scene, int item)
{
    const struct scene_item *first = &scene->items[item];
    int i = item + 1;
    while (first->size == 0 && first->room > 0 && i < scene->item_count &&
           scene->items[i].seat == first->seat && scene->items[i].size == 0 &&
           scene->items[i].room == first->room &&
           scene->items[i].layout == first->layout + (i - item))
        i++;
    return i - item - 1;
}

int scene_put_run(const struct view *view, const struct scene *scene, int item, struct prose *out)
{
    int alike = view->is_aloud ? 0 : empty_alike(scene, item);
    const char *label = label_of(view, &scene->items[item + alike]),
               *last = alike > 0 && label ? strrchr(label, ' ') : NULL;
    if (!last) {
        scene_put_item(view, scene, item, SCENE_LINE, out);
        return item;
    }
    prose_putf(out, "%s-%s: ", label_behind(view, scene, item), last + 1);
    scene_put_contents(view, scene, item, SCENE_LINE, out);
    return item + alike;
}

/* "green counts" */
static void put_word_phrase(const struct view *view, const struct board_item *layout, int value,
                            struct prose *out)
{
    int length;
    char bytes[64];
    const char *word = layout->words[value];
    if (view->language != LANGUAGE_EN) { /* without its forms for sentences */
        word = language_form(language_text(view->language, word), "", &length);
        snprintf(bytes, sizeof bytes, "%.*s", length, word);
        word = bytes;
    }
    view_sentence(out, layout->phrase, "word", word, (char *)0);
}

void scene_put_item(const struct view *view, const struct scene *scene, int item,
                    enum scene_form form, struct prose *out)
{
    const struct scene_item *shown = &scene->items[item];
    const struct board_item *layout = shown->layout;
    bool is_brief = (form == SCENE_LINE && !view->is_aloud) || form == SCENE_CHIPS;
    const char *whole = label_of(view, shown),
               *label = is_brief ? label_behind(view, scene, item) : whole;
    bool is_number = layout->style == BOARD_COUNT || layout->style == BOARD_NUMBER,
         has_label = label && label[0];
    if (is_number && layout->phrase) {
        int n = layout->style == BOARD_COUNT ? shown->size : shown->value;
        view_sentence(out, layout->phrase, "n", text_number(n), (char *)0);
        put_known(view, scene, shown, out);
        return;
    }
    if (layout->style == BOARD_WORD && layout->phrase) {
        put_word_phrase(view, layout, shown->value, out);
        return;
    }
    if (has_label)
        prose_put(out, label);
    bool is_short = label != whole && layout->per_seat; /* "2 red" */
    if (has_label && layout->style != BOARD_MARK && !is_said_by_label(view, shown, form))
        prose_put(out, is_short                                                            ? " "
                       : layout->style <= BOARD_TALLY && !is_number && form != SCENE_CHIPS ? ": "
                                                                                           : " ");
    scene_put_contents(view, scene, item, form, out);
}

static void put_part(const struct remark_part *part, enum scene_form form, bool is_aloud,
                     struct prose *out)
{
    bool is_short = form == SCENE_LINE && part->code && !is_aloud;
    if (part->count > 1)
        prose_putf(out, is_short ? "%d" : "%d ", part->count);
    if (part->colour == COLOUR_NONE || is_aloud)
        prose_put(out, is_short ? part->code : part->word);
    else if (is_short)
        prose_code(out, part->colour, no_picture, part->code);
    else
        prose_card(out, part->colour, no_picture, part->word);
}

void scene_put_remark(const struct view *view, const struct remark *remark, enum scene_form form,
                      struct prose *out)
{
    prose_put(out, remark->text);
    prose_put(out, remark->text[0] && remark->part_count > 0 ? " " : "");
    for (int i = 0; i < remark->part_count; i++) {
        const struct remark_part *part = &remark->parts[i];
        bool is_short = form == SCENE_LINE && part->code && part->count > 0 && !view->is_aloud,
             is_choice = i > 0 && part->count == 0 && part[-1].count == 0 &&
                         (i + 1 == remark->part_count || part[1].count > 0);
        prose_put(out, i == 0      ? ""
                       : is_short  ? "+"
                       : is_choice ? speak_string(STRING_LIST_OR)
                                   : more);
        put_part(part, form, view->is_aloud, out);
    }
}

static const struct remark *find_remark(const struct scene *scene, int zone, int card,
                                        bool is_price)
{
    for (int i = 0; i < scene->remarks->count; i++) {
        const struct remark *remark = &scene->remarks->list[i];
        if (remark->zone == zone && remark->card == card && remark->is_price == is_price)
            return remark;
    }
    return NULL;
}

const struct remark *scene_price(const struct scene *scene, int zone, int card)
{
    return find_remark(scene, zone, card, true);
}

const struct remark *scene_shortage(const struct scene *scene, int zone, int card)
{
    return find_remark(scene, zone, card, false);
}

bool scene_put_lead(const struct scene *scene, int seat, enum scene_form form, struct prose *out)
{
    const struct remarks *remarks = scene->remarks;
    if (remarks->lead_phrase)
        view_sentence(out,
                      form == SCENE_LINE && remarks->lead_brief ? remarks->lead_brief
                                                                : remarks->lead_phrase,
                      "n", text_number(scene->remarks->lead[seat]), (char *)0);
    return scene->remarks->lead_phrase != NULL;
}

void scene_put_marks(const struct scene *scene, int seat, struct prose *out)
{
    for (int i = -1; (i = scene_next(scene, SCENE_PEOPLE, seat, i)) >= 0;)
        if (scene->items[i].layout->style == BOARD_MARK) {
            prose_put(out, more);
            prose_put(out, scene->items[i].layout->label);
        }
}
