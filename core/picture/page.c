/* Writes steps down as data: each panel of a board is a text of pieces, which stands in the file
   once, however many steps show it. page/steps.js reads them. Standings of a month are rows of
   words, which page/season.js reads. */
#include "page.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "pen.h"
#include "text.h"

#ifdef TABLETALK_CAIRO

#include <sodium.h>

#include "content.h"
#include "icon.h"
#include "page_parts.h" /* of the folder page/, by CMakeLists.txt */
#include "prose.h"
#include "sight.h"
#include "speak.h"
#include "strings/page.def"
#include "strings/picture.def"

enum { SCALE = 10, WIDE = 74, TALL = 100 /* of a card; in a file SCALE times as many points */ };

/* "@LOOK@" stands in the frame for the sentence; any other name is the script's. */
struct word {
    const char *name;
    int id;
};

struct page_kind {
    const char *body, *style, *script;
    const struct word *words;
};

static const struct word step_words[] = {{"@SCRIPTLESS@", STRING_PAGE_SCRIPTLESS},
                                         {"@LOOK@", STRING_PAGE_LOOK},
                                         {"@RESULT@", STRING_PAGE_RESULT},
                                         {"@MOVES@", STRING_PAGE_MOVES},
                                         {"@KEYS@", STRING_PAGE_KEYS},
                                         {"@STEPS@", STRING_PAGE_STEPS},
                                         {"@STEP@", STRING_PAGE_STEP},
                                         {"@FIRST@", STRING_PAGE_FIRST},
                                         {"@BACK@", STRING_PAGE_BACK},
                                         {"@NEXT@", STRING_PAGE_NEXT},
                                         {"down", STRING_PAGE_DOWN},
                                         {"step", STRING_PAGE_STEP},
                                         {NULL, 0}},
                         season_words[] = {{"@SCRIPTLESS@", STRING_PAGE_SEASON_SCRIPTLESS},
                                           {"@LOOK@", STRING_PAGE_LOOK},
                                           {"@SHOWN@", STRING_PAGE_SHOWN},
                                           {"place", STRING_PAGE_PLACE},
                                           {"player", STRING_PAGE_PLAYER},
                                           {"rating", STRING_PAGE_RATING},
                                           {"rated", STRING_PAGE_RATED},
                                           {"won", STRING_PAGE_WON},
                                           {"unplaced", STRING_PAGE_UNPLACED},
                                           {"curve", STRING_PAGE_CURVE},
                                           {NULL, 0}};
static const struct page_kind page_kinds[] = {
    {page_steps_body, "", page_steps_script, step_words},
    {page_season_body, page_season_style, page_season_script, season_words}};

struct page_file {
    const struct page_kind *kind;
    enum language language; /* of who reads it */
    int days;               /* of the month */
    struct bytes said, panels, steps, faces;
    struct pen_script script;
    uint64_t *hashes; /* of the panels, in their order */
    int panel_count, panel_space;
    int *drawn; /* faces, and behind them tokens, that have a symbol */
    int drawn_count, drawn_space;
    int step_count, result_count; /* of the latest step */
    bool is_full;
    bool is_bare; /* cards are as wide as tall, without an edge */
    char name[PICTURE_NAME], title[PICTURE_WORDS], whose[PICTURE_WORDS];
    struct picture_order order; /* of the latest step */
    struct content content;
};

/* ---- bytes ---- */

static void put(struct page_file *page, struct bytes *to, const char *bytes, size_t length)
{
    page->is_full |= !bytes_put(to, bytes, length, PAGE_BYTES);
}

static void put_text(struct page_file *page, struct bytes *to, const char *text)
{
    put(page, to, text, strlen(text));
}

/* A text of JSON, in which nothing ends a script. */
static void put_json(struct page_file *page, struct bytes *to, const char *text)
{
    put_text(page, to, "\"");
    for (const char *at = text; *at; at++) {
        char escape[8];
        bool is_plain = (unsigned char)*at >= 0x20 && !strchr("\"\\<", *at);
        snprintf(escape, sizeof escape, *at == '\n' ? "\\n" : "\\u%04x", (unsigned char)*at);
        if (is_plain)
            put(page, to, at, 1);
        else
            put_text(page, to, escape);
    }
    put_text(page, to, "\"");
}

struct page_file *page_new(struct text *why)
{
    if (!pen_open(why))
        return NULL;
    struct page_file *page = calloc(1, sizeof *page);
    check(page);
    page->kind = &page_kinds[0];
    return page;
}

void page_free(struct page_file *page)
{
    if (!page)
        return;
    bytes_fini(&page->said);
    bytes_fini(&page->panels);
    bytes_fini(&page->steps);
    bytes_fini(&page->faces);
    pen_script_fini(&page->script);
    free(page->hashes);
    free(page->drawn);
    free(page);
}

/* ---- drawings ---- */

/* True if it has none yet. */
static bool is_new(struct page_file *page, int symbol)
{
    for (int i = 0; i < page->drawn_count; i++)
        if (page->drawn[i] == symbol)
            return false;
    page->drawn =
        list_grow(page->drawn, page->drawn_count, &page->drawn_space, sizeof *page->drawn);
    page->drawn[page->drawn_count++] = symbol;
    return true;
}

/* Draws on nothing, and writes that down; colour NONE: the face. */
static void draw(struct page_file *page, int face, enum colour colour)
{
    char head[160];
    bool is_token = colour != COLOUR_NONE;
    int wide = is_token || page->is_bare ? TALL : WIDE;
    snprintf(head, sizeof head, "<symbol id=\"%c%d\" viewBox=\"0 0 %d %d\">", is_token ? 't' : 'f',
             is_token ? (int)colour : face, wide * SCALE, TALL * SCALE);
    put_text(page, &page->script.elements, head);
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, 1, 1);
    struct canvas canvas = {cairo_create(surface), &page->order, NULL, NULL};
    cairo_scale(canvas.cairo, SCALE, SCALE);
    pen_write_down(&page->script);
    if (is_token)
        canvas_token(&canvas, colour, wide / 2.0, TALL / 2.0, TALL);
    else
        canvas_card(&canvas, face, 1, false, (struct canvas_box){0, 0, wide, TALL});
    pen_write_down(NULL);
    cairo_destroy(canvas.cairo);
    cairo_surface_destroy(surface);
    put_text(page, &page->script.elements, "</symbol>");
}

static void need_token(struct page_file *page, enum colour colour)
{
    if (is_new(page, TABLE_CARDS + (int)colour))
        draw(page, 0, colour);
}

static void need_face(struct page_file *page, int face)
{
    char key[24];
    struct prose name;
    struct view view = page->content.view;
    if (!is_new(page, face))
        return;
    draw(page, face, COLOUR_NONE);
    view.is_aloud = true;
    prose_open(&name, view.language);
    speak_name(&view, face, SPEAK_FULL, &name);
    snprintf(key, sizeof key, "%s\"%d\":", page->faces.length > 0 ? "," : "", face);
    put_text(page, &page->faces, key);
    put_json(page, &page->faces, name.text);
}

/* ---- panels ---- */

/* A panel while it is written. */
struct panel {
    struct page_file *page;
    struct pieces pieces; /* not written yet */
    struct bytes text;
};

static void put_face(struct panel *panel, int face, int count)
{
    char text[32];
    need_face(panel->page, face);
    snprintf(text, sizeof text, count > 1 ? "%dx%d" : "%d", face, count);
    put_text(panel->page, &panel->text, text);
}

/* In which no piece ends. */
static void put_words(struct panel *panel, const char *words)
{
    for (size_t length; *words; words += length + (words[length] == '~')) {
        length = strcspn(words, "~");
        put(panel->page, &panel->text, words, length);
        put(panel->page, &panel->text, "\1", words[length] == '~');
    }
}

static void put_stack(struct panel *panel, const struct piece *piece)
{
    char text[32];
    put_face(panel, piece->face, piece->count);
    snprintf(text, sizeof text, " %d ", piece->hidden);
    put_text(panel->page, &panel->text, text);
    if (piece->hidden > 0)
        need_face(panel->page, FACE_BACK(0));
    for (int i = 0; i < piece->known_count; i++) {
        put_text(panel->page, &panel->text, i > 0 ? "," : "");
        put_face(panel, piece->known[i].face, 1);
    }
    put_text(panel->page, &panel->text, piece->known_count > 0 ? " " : "- ");
    put_words(panel, piece->words);
}

static void put_piece(struct panel *panel, const struct piece *piece)
{
    static const char kinds[] = {
        [PIECE_WORDS] = 'w', [PIECE_BADGE] = 'g', [PIECE_PILL] = 'p',  [PIECE_TOKEN] = 't',
        [PIECE_CARD] = 'c',  [PIECE_SLOT] = 's',  [PIECE_STACK] = 'k', [PIECE_BREAK] = 'n'};
    bool is_words = piece->kind == PIECE_WORDS;
    char head[4] = {'~', kinds[piece->kind]}, number[16];
    if (is_words && piece->style.weight == PEN_BOLD)
        head[1] = 'b';
    else if (is_words && piece->style.rgb == CANVAS_DIM)
        head[1] = 'd';
    if (piece->is_joined)
        memcpy(head + 1, (char[]){'&', head[1]}, 2);
    put_text(panel->page, &panel->text, head);
    if (piece->kind == PIECE_CARD) {
        put_face(panel, piece->face, piece->count);
    } else if (piece->kind == PIECE_STACK) {
        put_stack(panel, piece);
    } else if (piece->kind == PIECE_TOKEN) {
        need_token(panel->page, piece->colour);
        snprintf(number, sizeof number, "%d", (int)piece->colour);
        put_text(panel->page, &panel->text, number);
    } else {
        put_words(panel, piece->words);
    }
}

/* The pieces become text. */
static void flush(struct panel *panel)
{
    for (int i = 0; i < panel->pieces.count; i++)
        put_piece(panel, &panel->pieces.list[i]);
    canvas_pieces_clear(&panel->pieces);
}

static void end_part(struct panel *panel)
{
    flush(panel);
    put_text(panel->page, &panel->text, "~/");
}

/* The number of a text that may have stood in the file before. */
static int number_of(struct page_file *page, const char *text)
{
    uint64_t hash = text_hash(HASH_START, text);
    for (int i = page->panel_count - 1; i >= 0; i--)
        if (page->hashes[i] == hash)
            return i;
    page->hashes =
        list_grow(page->hashes, page->panel_count, &page->panel_space, sizeof *page->hashes);
    page->hashes[page->panel_count] = hash;
    put_text(page, &page->panels, page->panel_count > 0 ? ",\n" : "");
    put_json(page, &page->panels, text);
    return page->panel_count++;
}

static void begin_panel(struct panel *panel, char kind, bool is_marked)
{
    canvas_pieces_clear(&panel->pieces);
    panel->text.length = 0;
    put(panel->page, &panel->text, (char[]){kind, '!'}, is_marked ? 2 : 1);
}

static void end_panel(struct panel *panel)
{
    struct page_file *page = panel->page;
    char number[24];
    flush(panel);
    if (!memchr(panel->text.at, '~', panel->text.length))
        return; /* there is nothing on it */
    put(page, &panel->text, "", 1);
    snprintf(number, sizeof number, "%s%d",
             page->steps.at[page->steps.length - 1] == '[' ? "" : ",",
             number_of(page, panel->text.at));
    put_text(page, &page->steps, number);
}

/* ---- what stands on a board ---- */

static const struct canvas_style plain = {CANVAS_TEXT, PEN_NORMAL, CANVAS_WHITE},
                                 strong = {CANVAS_TEXT, PEN_BOLD, CANVAS_WHITE};

static void put_wares(struct panel *panel, int item)
{
    const struct content *content = &panel->page->content;
    for (int i = 0; i < content_count_wares(content, item); i++) {
        char bytes[64];
        struct text move = text_over(bytes, sizeof bytes);
        struct content_ware ware;
        content_read_ware(content, item, i, &ware);
        begin_panel(panel, 'w', false);
        canvas_pieces_card(&panel->pieces, ware.cards->face, 1);
        end_part(panel);
        content_put_ware(content, &ware, strong, &panel->pieces);
        end_part(panel);
        if (ware.price)
            content_put_remark(content, ware.price, plain, false, &panel->pieces);
        canvas_pieces_add(&panel->pieces, PIECE_BREAK, "");
        content_ware_move(content, &ware, &move);
        if (ware.can_take)
            canvas_pieces_add(&panel->pieces, PIECE_PILL, bytes);
        else
            canvas_pieces_words(&panel->pieces, strong, bytes);
        if (!ware.can_take && ware.shortage)
            content_put_remark(content, ware.shortage, plain, false, &panel->pieces);
        end_panel(panel);
    }
}

/* Cards have a panel for each item; words of items stand together. */
static void put_offer(struct panel *panel)
{
    const struct content *content = &panel->page->content;
    const struct scene *scene = &content->order.scene;
    for (int i = -1; (i = scene_next(scene, SCENE_OFFER, SEAT_NONE, i)) >= 0;) {
        if (content_count_wares(content, i) > 0) {
            put_wares(panel, i);
        } else if (content_is_cards(&scene->items[i])) {
            begin_panel(panel, 'o', false);
            content_put_item(content, i, &panel->pieces);
            end_panel(panel);
        }
    }
    begin_panel(panel, 'o', false);
    for (int i = -1; (i = scene_next(scene, SCENE_OFFER, SEAT_NONE, i)) >= 0;)
        if (!content_is_cards(&scene->items[i]))
            content_put_item(content, i, &panel->pieces);
    content_put_remarks(content, SEAT_NONE, &panel->pieces);
    end_panel(panel);
}

static void put_facts(struct panel *panel)
{
    const struct content *content = &panel->page->content;
    const struct scene *scene = &content->order.scene;
    begin_panel(panel, 'f', false);
    for (int i = -1; (i = scene_next(scene, SCENE_FACTS, SEAT_NONE, i)) >= 0;)
        content_put_item(content, i, &panel->pieces);
    end_panel(panel);
}

/* A place for each coloured face, whether there are cards of it or not. */
static void put_spread(struct panel *panel, const struct scene_item *item)
{
    const struct picture_order *order = &panel->page->content.order;
    for (int face = 0; face < order->rules.face_count; face++) {
        const struct scene_cards *found = NULL;
        char text[16];
        for (int i = 0; i < item->count; i++)
            if (order->scene.cards[item->first + i].face == face)
                found = &order->scene.cards[item->first + i];
        enum colour colour = order->rules.faces[face].colour;
        if (colour == COLOUR_NONE)
            continue;
        flush(panel);
        if (found) {
            canvas_pieces_card(&panel->pieces, face, found->count);
            continue;
        }
        need_token(panel->page, colour);
        snprintf(text, sizeof text, "~e%d", (int)colour);
        put_text(panel->page, &panel->text, text);
    }
}

static void put_person(struct panel *panel, int seat)
{
    const struct content *content = &panel->page->content;
    const struct scene *scene = &content->order.scene;
    const struct scene_item *spread = NULL;
    for (int i = -1; (i = scene_next(scene, SCENE_PEOPLE, seat, i)) >= 0;)
        if (scene->items[i].layout->is_spread)
            spread = &scene->items[i];
    begin_panel(panel, 'p', content_is_marked(content, seat));
    content_put_name(content, seat, CANVAS_NAME, 1e6, &panel->pieces);
    end_part(panel);
    content_put_lead(content, seat, &panel->pieces);
    end_part(panel);
    content_put_seat(content, seat, false, &panel->pieces);
    content_put_remarks(content, seat, &panel->pieces);
    canvas_pieces_add(&panel->pieces, PIECE_BREAK, "");
    if (spread)
        put_spread(panel, spread);
    else
        content_put_seat(content, seat, true, &panel->pieces);
    end_panel(panel);
}

static void put_hand(struct panel *panel, const struct sight *sight)
{
    struct view_cards cards;
    view_cards(&panel->page->content.view, sight, &cards);
    if (cards.count == 0)
        return;
    begin_panel(panel, 'h', false);
    canvas_pieces_words(&panel->pieces, strong,
                        content_string(&panel->page->content, STRING_PICTURE_HAND));
    end_part(panel);
    end_part(panel);
    for (int i = 0; i < cards.count; i++)
        canvas_pieces_card(&panel->pieces, cards.list[i].face, cards.list[i].count);
    end_panel(panel);
}

/* ---- steps ---- */

static void put_result_end(struct page_file *page)
{
    if (page->step_count > 0)
        put_text(page, &page->steps, page->result_count > 0 ? "]]" : "]");
    page->result_count = 0;
}

static void put_title(struct page_file *page, int id, const char *key, const char *value)
{
    struct text out = text_over(page->title, sizeof page->title);
    struct prose title;
    prose_open(&title, page->language);
    view_string(&title, id, key, value, (char *)0);
    text_put(&out, title.text);
}

/* Who played, and whose eyes saw it. */
static void put_whose(struct page_file *page, const struct view *view, const struct sight *sight)
{
    char all[SEATS_BYTES], viewer[SEATS_BYTES];
    struct prose whose;
    struct text out = text_over(page->whose, sizeof page->whose);
    bool is_own = sight->viewer >= 0 && sight->viewer < sight->seen.seats;
    prose_open(&whose, view->language);
    speak_name_seats(view, (1u << sight->seen.seats) - 1, all);
    speak_name_seats(view, is_own ? 1u << sight->viewer : 0, viewer);
    view_string(&whose, is_own ? STRING_PICTURE_SEEN : STRING_PICTURE_SEEN_BY_ALL, "who", all, "by",
                viewer, (char *)0);
    text_put(&out, whose.text);
}

void page_say(struct page_file *page, const char *words)
{
    put_text(page, &page->said, page->said.length > 0 ? "\n" : "");
    put_text(page, &page->said, words);
}

void page_show(struct page_file *page, const struct view *view, const struct sight *sight,
               const struct prose *call)
{
    struct panel panel = {.page = page};
    char number[32];
    page->language = view->language;
    picture_order_page(view, sight, call, &page->order);
    content_init(&page->content, &page->order);
    put_title(page, STRING_PAGE_TITLE, "game", view->game->name);
    snprintf(page->name, sizeof page->name, "%s", view->game->name);
    page->is_bare = icon_has_prices(view->game);
    put_whose(page, view, sight);
    put_result_end(page);
    put_text(page, &page->steps, page->step_count++ > 0 ? ",\n[" : "[");
    put(page, &page->said, "", 1);
    put_json(page, &page->steps, page->said.at);
    page->said.length = 0;
    snprintf(number, sizeof number, ",%d,[", number_of(page, page->order.call));
    put_text(page, &page->steps, number);
    put_offer(&panel);
    for (int n = 0; n < page->order.scene.seats; n++)
        put_person(&panel, scene_seat(&page->order.scene, n));
    put_hand(&panel, sight);
    put_facts(&panel);
    put_text(page, &page->steps, "]");
    bytes_fini(&panel.text);
}

void page_add_result(struct page_file *page, const char *words)
{
    put_text(page, &page->steps, page->result_count++ > 0 ? "," : ",[");
    put_json(page, &page->steps, words);
}

int page_steps(const struct page_file *page)
{
    return page->step_count;
}

/* ---- the standings of a month ---- */

void page_begin_season(struct page_file *page, const char *month, int days, const char *room,
                       const char *network)
{
    struct text name = text_over(page->name, sizeof page->name);
    struct text out = text_over(page->whose, sizeof page->whose);
    struct prose whose;
    prose_open(&whose, page->language);
    page->kind = &page_kinds[1];
    page->days = days;
    put_title(page, STRING_PAGE_SEASON, "date", month);
    text_put(&name, page->title);
    if (network)
        view_string(&whose, STRING_PAGE_ROOM, "room", room, "network", network, (char *)0);
    else
        prose_put_foreign(&whose, PROSE_PLAIN, room);
    text_put(&out, whose.text);
}

void page_add_game(struct page_file *page, const char *name)
{
    put_text(page, &page->steps, page->step_count++ > 0 ? "]],\n[" : "[");
    put_json(page, &page->steps, name);
    put_text(page, &page->steps, ",[");
    page->result_count = 0;
}

void page_add_standing(struct page_file *page, const char *const cells[PAGE_CELLS])
{
    struct prose cell;
    put_text(page, &page->steps, page->result_count++ > 0 ? ",\n[" : "[");
    for (int i = 0; i < PAGE_CELLS; i++) {
        prose_clear(&cell);
        prose_put_foreign(&cell, PROSE_PLAIN, cells[i]);
        put_text(page, &page->steps, i > 0 ? "," : "");
        put_json(page, &page->steps, cell.text);
    }
    put_text(page, &page->steps, "]");
}

/* ---- the file ---- */

static bool add(const struct bytes *bytes, struct bytes *out)
{
    return bytes->length == 0 || bytes_put(out, bytes->at, bytes->length, PAGE_BYTES);
}

static bool add_text(const char *text, struct bytes *out)
{
    return bytes_put(out, text, strlen(text), PAGE_BYTES);
}

/* Of the text that both make, one behind the other. */
static bool add_hash(const char *first, const char *second, struct bytes *out)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char text[sodium_base64_ENCODED_LEN(sizeof hash, sodium_base64_VARIANT_ORIGINAL)];
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, (const unsigned char *)first, strlen(first));
    crypto_hash_sha256_update(&state, (const unsigned char *)second, strlen(second));
    crypto_hash_sha256_final(&state, hash);
    sodium_bin2base64(text, sizeof text, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    return add_text("'sha256-", out) && add_text(text, out) && add_text("'", out);
}

/* A text of HTML, also in the quotes of an attribute. */
static bool add_escaped(const char *text, struct bytes *out)
{
    bool fits = true;
    for (; *text && fits; text++) {
        char escape[8];
        snprintf(escape, sizeof escape, strchr("&<>\"", *text) ? "&#%d;" : "%c", *text);
        fits = add_text(escape, out);
    }
    return fits;
}

static const char *word_in(const struct page_file *page, const struct word *word)
{
    return language_text(page->language, speak_string(word->id));
}

/* Names and words that the script says. */
static void put_words_said(const struct page_file *page, struct page_file *more)
{
    const char *glue = "{";
    for (const struct word *word = page->kind->words; word->name; word++) {
        if (word->name[0] == '@')
            continue;
        put_text(more, &more->said, glue);
        put_json(more, &more->said, word->name);
        put_text(more, &more->said, ":");
        put_json(more, &more->said, word_in(page, word));
        glue = ",";
    }
    put_text(more, &more->said, "}");
}

static bool add_season(const struct page_file *page, struct bytes *out)
{
    char days[40];
    snprintf(days, sizeof days, ",\"days\":%d,\"season\":[", page->days);
    return add_text(days, out) && add(&page->steps, out) &&
           add_text(page->step_count > 0 ? "]]]}" : "]}", out);
}

static bool add_steps(const struct page_file *page, struct bytes *out)
{
    struct page_file more = {.step_count = page->step_count, .result_count = page->result_count};
    put_result_end(&more);
    bool fits = add_text(page->is_bare ? ",\"bare\":true,\"faces\":{" : ",\"faces\":{", out) &&
                add(&page->faces, out) && add_text("},\n\"panels\":[", out) &&
                add(&page->panels, out) && add_text("],\n\"steps\":[", out) &&
                add(&page->steps, out) && add(&more.steps, out) && add_text("]}", out);
    bytes_fini(&more.steps);
    return fits;
}

static bool add_data(const struct page_file *page, struct bytes *out)
{
    struct page_file more = {.step_count = 0};
    put_json(&more, &more.said, page->whose);
    put_text(&more, &more.said, ",\"words\":");
    put_words_said(page, &more);
    bool fits = add_text("{\"whose\":", out) && add(&more.said, out) &&
                (page->days ? add_season : add_steps)(page, out);
    bytes_fini(&more.said);
    return fits;
}

static bool add_style(const struct page_file *page, struct bytes *out)
{
    return add_text(page_style, out) && add_text(page->kind->style, out);
}

static bool add_style_hash(const struct page_file *page, struct bytes *out)
{
    return add_hash(page_style, page->kind->style, out);
}

static bool add_script(const struct page_file *page, struct bytes *out)
{
    return add_text(page_script, out) && add_text(page->kind->script, out);
}

static bool add_script_hash(const struct page_file *page, struct bytes *out)
{
    return add_hash(page_script, page->kind->script, out);
}

static bool add_symbols(const struct page_file *page, struct bytes *out)
{
    return add(&page->script.outlines, out) && add(&page->script.elements, out);
}

static bool add_language(const struct page_file *page, struct bytes *out)
{
    return add_text(language_code(page->language), out);
}

static bool add_title(const struct page_file *page, struct bytes *out)
{
    return add_escaped(page->title, out);
}

static bool add_name(const struct page_file *page, struct bytes *out)
{
    return add_escaped(page->name, out);
}

/* What stands in the frame for a name in "@" that is no word. */
static const struct part {
    const char *name;
    bool (*add)(const struct page_file *page, struct bytes *out);
} parts[] = {{"@STYLE@", add_style},      {"@STYLE_HASH@", add_style_hash},
             {"@SCRIPT@", add_script},    {"@SCRIPT_HASH@", add_script_hash},
             {"@TITLE@", add_title},      {"@NAME@", add_name},
             {"@DATA@", add_data},        {"@SYMBOLS@", add_symbols},
             {"@LANGUAGE@", add_language}};

/* Goes behind the name. */
static bool add_part(const struct page_file *page, const char **at, struct bytes *out)
{
    const struct word *word = page->kind->words;
    const struct part *part = parts;
    while (word->name && strncmp(word->name, *at, strlen(word->name)) != 0)
        word++;
    while (!word->name && strncmp(part->name, *at, strlen(part->name)) != 0)
        part++;
    *at += strlen(word->name ? word->name : part->name);
    return word->name ? add_escaped(word_in(page, word), out) : part->add(page, out);
}

static bool add_frame(const struct page_file *page, const char *at, struct bytes *out)
{
    bool fits = true;
    while (fits && *at) {
        size_t words = strcspn(at, "@");
        fits = bytes_put(out, at, words, PAGE_BYTES);
        at += words;
        fits = fits && (!*at || add_part(page, &at, out));
    }
    return fits;
}

bool page_write(const struct page_file *page, struct bytes *out)
{
    return !page->is_full && add_frame(page, page_head, out) &&
           add_frame(page, page->kind->body, out) && add_frame(page, page_tail, out);
}

#else

struct page_file *page_new(struct text *why)
{
    pen_open(why);
    return NULL;
}

/* Nobody has a page. */

void page_free(struct page_file *page)
{
    (void)page;
}

void page_say(struct page_file *page, const char *words)
{
    (void)page;
    (void)words;
}

void page_show(struct page_file *page, const struct view *view, const struct sight *sight,
               const struct prose *call)
{
    (void)page;
    (void)view;
    (void)sight;
    (void)call;
}

void page_add_result(struct page_file *page, const char *words)
{
    (void)page;
    (void)words;
}

int page_steps(const struct page_file *page)
{
    (void)page;
    return 0;
}

void page_begin_season(struct page_file *page, const char *month, int days, const char *room,
                       const char *network)
{
    (void)page;
    (void)month;
    (void)days;
    (void)room;
    (void)network;
}

void page_add_game(struct page_file *page, const char *name)
{
    (void)page;
    (void)name;
}

void page_add_standing(struct page_file *page, const char *const cells[PAGE_CELLS])
{
    (void)page;
    (void)cells;
}

bool page_write(const struct page_file *page, struct bytes *out)
{
    (void)page;
    (void)out;
    return false;
}

#endif
