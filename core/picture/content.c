/* Turns the items of a scene into pieces. */
#include "content.h"

#ifdef TABLETALK_CAIRO

#include <stdio.h>
#include <string.h>

#include "prose.h"
#include "speak.h"
#include "strings/shared.def"
#include "strings/view.def"
#include "text.h"

static const struct canvas_style plain = {CANVAS_TEXT, PEN_NORMAL, CANVAS_WHITE},
                                 dim = {CANVAS_TEXT, PEN_NORMAL, CANVAS_DIM},
                                 strong = {CANVAS_TEXT, PEN_BOLD, CANVAS_WHITE};

void content_init(struct content *content, const struct picture_order *order)
{
    content->order = *order;
    content->order.scene.remarks = &content->order.remarks;
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        content->naming.names[seat] = content->order.names[seat];
    content->view = (struct view){.game = order->game,
                                  .rules = &content->order.rules,
                                  .naming = &content->naming,
                                  .last = order->scene.last,
                                  .language = order->language};
}

bool content_is_marked(const struct content *content, int seat)
{
    const struct picture_order *order = &content->order;
    return (order->scene.is_over ? order->score.winners : order->scene.due) >> seat & 1;
}

bool content_is_turn(const struct content *content, int seat)
{
    return !content->order.scene.is_over && content->order.scene.due >> seat & 1;
}

/* ---- words ---- */

const char *content_string(const struct content *content, int id)
{
    return language_text(content->order.language, speak_string(id));
}

/* A text of a game as it stands alone. */
static void put_own(const struct content *content, const char *words, struct canvas_style style,
                    bool is_joined, struct pieces *out)
{
    struct prose prose;
    prose_open(&prose, content->order.language);
    prose_put(&prose, words);
    canvas_pieces_words(out, style, prose.text)->is_joined = is_joined;
}

int content_first_sentence(const char *words)
{
    const char *end = strstr(words, ". ");
    return end ? (int)(end - words) + 1 : (int)strlen(words);
}

void content_item_words(const struct content *content, int item, char *out, size_t size)
{
    struct text text = text_over(out, size);
    struct prose prose;
    prose_open(&prose, content->order.language);
    scene_put_item(&content->view, &content->order.scene, item, SCENE_WORDS, &prose);
    text_put(&text, prose.text);
}

int content_face_of(const struct content *content, const char *word)
{
    const struct ruleset *rules = &content->order.rules;
    for (int face = 0; face < rules->face_count; face++)
        if (rules->faces[face].colour != COLOUR_NONE &&
            (text_same_word(rules->faces[face].name, word) ||
             (rules->faces[face].brief && text_same_word(rules->faces[face].brief, word))))
            return face;
    return -1;
}

bool content_names_face(const struct content *content, const struct scene_item *item)
{
    return item->layout->style == BOARD_WORD && item->value != REGISTER_BACK &&
           content_face_of(content, item->layout->words[item->value]) >= 0;
}

static void put_token(enum colour colour, double size, bool is_joined, struct pieces *out)
{
    struct piece *piece = canvas_pieces_add(out, PIECE_TOKEN, "");
    piece->colour = colour;
    piece->style.size = size;
    piece->is_joined = is_joined;
}

/* Words; the shape of a face whose name is a word of the item stands before them. */
static void put_words(const struct content *content, int item, struct pieces *out)
{
    const struct scene_item *shown = &content->order.scene.items[item];
    char words[PICTURE_WORDS];
    int face = content_names_face(content, shown)
                   ? content_face_of(content, shown->layout->words[shown->value])
                   : -1;
    content_item_words(content, item, words, sizeof words);
    if (face >= 0)
        put_token(content->order.rules.faces[face].colour, CANVAS_MORE, false, out);
    canvas_pieces_words(out, shown->layout->per_seat && face < 0 ? dim : plain, words)->is_joined =
        face >= 0;
}

/* ---- cards ---- */

bool content_is_cards(const struct scene_item *item)
{
    enum board_style style = item->layout->style;
    return style == BOARD_LIST || style == BOARD_TALLY || style == BOARD_STACK ||
           style == BOARD_TOP;
}

static void put_string(const struct content *content, int id, struct pieces *out)
{
    canvas_pieces_words(out, dim, content_string(content, id));
}

static void put_counted(const struct content *content, int id, int n, struct canvas_style style,
                        struct pieces *out)
{
    struct prose prose;
    prose_open(&prose, content->order.language);
    view_string(&prose, id, "n", text_number(n), (char *)0);
    canvas_pieces_words(out, style, prose.text);
}

/* What a card counts as, with the shape of that colour. */
static void put_mark(const struct content *content, const char *mark, struct pieces *out)
{
    const char *last = strrchr(mark, ' ');
    int face = content_face_of(content, last ? last + 1 : mark);
    put_own(content, mark, plain, true, out);
    if (face >= 0)
        put_token(content->order.rules.faces[face].colour, CANVAS_MORE, true, out);
}

static void put_list(const struct content *content, const struct scene_item *item,
                     struct pieces *out)
{
    const struct scene_cards *cards = &content->order.scene.cards[item->first];
    for (int i = 0; i < item->count; i++) {
        for (int n = 0; n < cards[i].count; n++)
            canvas_pieces_card(out, cards[i].face, 1);
        if (cards[i].mark)
            put_mark(content, item->layout->words[cards[i].mark], out);
    }
    for (int i = 0; i < item->room; i++)
        canvas_pieces_add(out, PIECE_SLOT, "");
    if (item->count == 0 && item->room < 0)
        put_string(content, STRING_SCENE_EMPTY, out);
}

static void put_tally(const struct content *content, const struct scene_item *item,
                      struct pieces *out)
{
    const struct scene_cards *cards = &content->order.scene.cards[item->first];
    for (int i = 0; i < item->count; i++)
        canvas_pieces_card(out, cards[i].face, cards[i].count);
    if (item->unseen > 0)
        put_counted(content, STRING_SCENE_UNSEEN, item->unseen, dim, out);
    else if (item->count == 0)
        put_string(content, STRING_SCENE_NOTHING, out);
}

/* "2 high, 1 hidden" below the top card. */
static void put_stack(const struct content *content, const struct scene_item *item,
                      struct pieces *out)
{
    char bytes[64];
    struct text words = text_over(bytes, sizeof bytes);
    struct prose prose;
    prose_open(&prose, content->order.language);
    if (item->size > 1)
        view_string(&prose, STRING_SCENE_UP, "n", text_number(item->size), (char *)0);
    if (item->unseen > 0) {
        prose_put(&prose, prose.length > 0 ? ", " : "");
        view_string(&prose, STRING_SCENE_HIDDEN, "n", text_number(item->unseen), (char *)0);
    }
    text_put(&words, prose.text);
    if (item->size == 0) {
        put_string(content, STRING_SCENE_EMPTY, out);
        return;
    }
    struct piece *piece = canvas_pieces_add(out, PIECE_STACK, bytes);
    piece->face = content->order.scene.cards[item->first].face;
    piece->count = item->size;
    piece->hidden = item->unseen;
    piece->known = &content->order.scene.cards[item->first + item->count - item->known];
    piece->known_count = item->known;
    piece->style =
        item->unseen > 0 ? (struct canvas_style){CANVAS_SMALL, PEN_BOLD, CANVAS_HIDDEN} : dim;
    piece->is_joined = true;
}

static void put_top(const struct content *content, const struct scene_item *item,
                    struct pieces *out)
{
    if (item->size == 0) {
        put_string(content, STRING_SCENE_EMPTY, out);
        return;
    }
    canvas_pieces_card(out, content->order.scene.cards[item->first].face, 1)->is_joined = true;
    if (item->layout->phrase) {
        struct prose prose;
        prose_open(&prose, content->order.language);
        view_sentence(&prose, item->layout->phrase, "n", text_number(item->size), (char *)0);
        canvas_pieces_words(out, dim, prose.text)->is_joined = true;
    } else if (item->size > 1) {
        put_counted(content, STRING_SCENE_PILE, item->size, dim, out);
    }
}

/* A label that ends in a number is that number on a plate. */
static void put_label(const struct content *content, const struct scene_item *item,
                      struct pieces *out)
{
    const char *own = item->layout->label;
    const char *label = own ? language_text(content->order.language, own) : NULL,
               *blank = label ? strrchr(label, ' ') : NULL;
    if (!label || !label[0])
        return;
    if (!blank || blank[1] < '0' || blank[1] > '9') {
        put_own(content, own, dim, false, out);
        return;
    }
    struct piece *badge = canvas_pieces_add(out, PIECE_BADGE, blank + 1);
    badge->style = strong;
    badge->style.size = CANVAS_NAME;
    badge->plate = CANVAS_BADGE;
}

void content_put_item(const struct content *content, int item, struct pieces *out)
{
    const struct scene_item *shown = &content->order.scene.items[item];
    if (!content_is_cards(shown)) {
        put_words(content, item, out);
        return;
    }
    put_label(content, shown, out);
    if (shown->layout->style == BOARD_LIST)
        put_list(content, shown, out);
    else if (shown->layout->style == BOARD_TALLY)
        put_tally(content, shown, out);
    else if (shown->layout->style == BOARD_STACK)
        put_stack(content, shown, out);
    else
        put_top(content, shown, out);
}

/* ---- remarks ---- */

static void put_part(enum language language, const struct remark *remark, int index,
                     struct canvas_style style, bool has_words, struct pieces *out)
{
    const struct remark_part *part = &remark->parts[index];
    bool is_choice = index > 0 && part->count == 0, is_first = index == 0;
    if (part->count > 1) {
        struct canvas_style number = style;
        number.weight = PEN_BOLD;
        canvas_pieces_words(out, number, text_number(part->count))->is_joined =
            is_first && !has_words;
    } else if (is_choice) {
        canvas_pieces_words(out, style, language_text(language, speak_string(STRING_LIST_OR)));
    }
    if (part->colour != COLOUR_NONE)
        put_token(part->colour, style.size * 1.15, part->count > 1 || is_choice, out);
    bool is_word = has_words || part->colour == COLOUR_NONE;
    struct canvas_style bold = style;
    struct prose name;
    bold.weight = PEN_BOLD;
    prose_open(&name, language);
    if (is_word && part->word)
        prose_card(&name, COLOUR_NONE, "\0\0", part->word);
    else if (!is_word && part->code)
        prose_put_typed(&name, part->code);
    if (name.length > 0)
        canvas_pieces_words(out, bold, name.text)->is_joined =
            part->colour != COLOUR_NONE || part->count > 1 || is_choice;
}

void content_put_remark(const struct content *content, const struct remark *remark,
                        struct canvas_style style, bool has_words, struct pieces *out)
{
    const enum language language = content->order.language;
    if (remark->text[0])
        canvas_pieces_words(out, style, language_text(language, remark->text));
    for (int i = 0; i < remark->part_count; i++)
        put_part(language, remark, i, style, has_words, out);
}

/* ---- what can be bought ---- */

int content_count_wares(const struct content *content, int item)
{
    const struct scene_item *shown = &content->order.scene.items[item];
    const struct board_item *layout = shown->layout;
    bool is_ware = shown->seat == SEAT_NONE && layout < content->order.scene.people &&
                   shown->count > 0 &&
                   (layout->is_numbered || (layout->style == BOARD_TOP && layout->verb));
    return !is_ware ? 0 : layout->is_numbered ? shown->count : 1;
}

void content_read_ware(const struct content *content, int item, int card, struct content_ware *out)
{
    const struct scene *scene = &content->order.scene;
    const struct scene_item *shown = &scene->items[item];
    int at = shown->layout->is_numbered ? card : shown->size - 1;
    *out = (struct content_ware){.item = shown,
                                 .cards = &scene->cards[shown->first + card],
                                 .price = scene_price(scene, shown->layout->zone, at),
                                 .shortage = scene_shortage(scene, shown->layout->zone, at)};
    out->can_take = shown->layout->is_numbered ? out->cards->can_take : shown->can_take;
}

void content_put_ware(const struct content *content, const struct content_ware *ware,
                      struct canvas_style style, struct pieces *out)
{
    const struct board_item *layout = ware->item->layout;
    struct prose prose;
    prose_open(&prose, content->order.language);
    scene_put_card(&content->view, ware->cards->face, SCENE_WORDS, &prose);
    if (!layout->is_numbered && layout->phrase) {
        prose_put(&prose, " ");
        view_sentence(&prose, layout->phrase, "n", text_number(ware->item->size), (char *)0);
    }
    canvas_pieces_words(out, style, prose.text);
}

void content_ware_move(const struct content *content, const struct content_ware *ware,
                       struct text *out)
{
    const struct board_item *layout = ware->item->layout;
    if (ware->can_take)
        text_putf(out, "%s ", content->order.rules.verbs[layout->verb - 1].word);
    if (layout->is_numbered)
        text_putf(out, "%d",
                  (int)(ware->cards - content->order.scene.cards) - ware->item->first + 1);
    else
        text_put(out, layout->label ? layout->label : "");
}

/* ---- people ---- */

bool content_put_lead(const struct content *content, int seat, struct pieces *out)
{
    const struct scene *scene = &content->order.scene;
    struct prose prose;
    prose_open(&prose, content->order.language);
    if (scene->is_over) {
        bool wins = content->order.score.winners >> seat & 1;
        const struct canvas_style points = {CANVAS_MORE, PEN_BOLD,
                                            wins ? CANVAS_TURN : CANVAS_WHITE};
        canvas_pieces_words(out, points, text_number(content->order.score.total[seat]));
        return true;
    }
    if (!scene_put_lead(scene, seat, SCENE_WORDS, &prose))
        return false;
    canvas_pieces_words(out, strong, prose.text);
    return true;
}

void content_name(const struct content *content, int seat, struct canvas_style style, double room,
                  char out[PICTURE_NAME + 8])
{
    const char *name = content->order.names[seat];
    int length = (int)strlen(name);
    snprintf(out, PICTURE_NAME + 8, "%s", name);
    while (length > 1 && canvas_wide(out, style) > room) {
        length = text_utf8_floor(name, length - 1);
        snprintf(out, PICTURE_NAME + 8, "%.*s~p%d", length, name, seat + 1);
    }
}

void content_put_name(const struct content *content, int seat, double size, double room,
                      struct pieces *out)
{
    struct prose marks;
    struct canvas_style style = {size, PEN_BOLD, CANVAS_WHITE};
    char name[PICTURE_NAME + 8];
    content_name(content, seat, style, room, name);
    canvas_pieces_words(out, style, name);
    prose_open(&marks, content->order.language);
    scene_put_marks(&content->order.scene, seat, &marks);
    if (marks.length > 2)
        canvas_pieces_words(out, dim, marks.text + 2)->is_joined = true;
}

void content_put_seat(const struct content *content, int seat, bool is_cards, struct pieces *out)
{
    const struct scene *scene = &content->order.scene;
    for (int i = -1; (i = scene_next(scene, SCENE_PEOPLE, seat, i)) >= 0;)
        if (scene->items[i].layout->style != BOARD_MARK &&
            content_is_cards(&scene->items[i]) == is_cards)
            content_put_item(content, i, out);
    bool is_raised = false;
    for (int i = 0; i < out->count; i++)
        is_raised |= out->list[i].hidden > 0;
    for (int i = 0; i < out->count; i++)
        out->list[i].is_raised = is_raised;
}

void content_put_remarks(const struct content *content, int seat, struct pieces *out)
{
    const struct scene *scene = &content->order.scene;
    for (int i = -1; (i = scene_next_remark(scene, seat, i)) >= 0;) {
        if (out->count > 0)
            canvas_pieces_add(out, PIECE_BREAK, "");
        content_put_remark(content, &content->order.remarks.list[i], plain, true, out);
    }
}

#endif
