/* Makes orders from sights, tells whether two are the same, and says them in words, for who cannot
   see a picture: the rows of the table and of whose turn it is are told first to whom there is
   little room. Knows nothing of how they are drawn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "move.h"
#include "pen.h"
#include "picture.h"
#include "prose.h"
#include "sight.h"
#include "speak.h"
#include "strings/picture.def"
#include "text.h"
#include "view.h"

/* ---- words ---- */

static void put_player(enum language language, int seat, struct text *out)
{
    struct prose prose;
    prose_open(&prose, language);
    view_string(&prose, STRING_PICTURE_PLAYER, "n", text_number(seat + 1), (char *)0);
    text_put(out, prose.text);
}

/* Blanks side by side are one. */
static void put_name(const char *name, struct text *out)
{
    for (const char *at = name; *at; at++)
        if (*at != ' ' || at[1] != ' ')
            text_put_bytes(out, at, 1);
}

/* A name that would take half a line loses its end, and ends in the number of its seat. */
static void shorten(char name[PICTURE_NAME], int seat)
{
    enum { SIZE = 24, MOST = 240 };
    char whole[PICTURE_NAME];
    int length = (int)strlen(name);
    memcpy(whole, name, sizeof whole);
    while (length > 1 && pen_wide(name, (int)strlen(name), PEN_BOLD, SIZE) > MOST) {
        struct text text = text_over(name, PICTURE_NAME);
        length = text_utf8_floor(whole, length - 1);
        text_put_bytes(&text, whole, length < PICTURE_NAME - 6 ? length : PICTURE_NAME - 6);
        text_putf(&text, "~p%d", seat + 1);
    }
}

static void read_names(const struct view *view, int seats, struct picture_order *out)
{
    for (int seat = 0; seat < seats; seat++) {
        struct text name = text_over(out->names[seat], PICTURE_NAME);
        struct prose said;
        prose_open(&said, view->language);
        speak_seat(view, seat, PROSE_NAME, &said);
        if (out->kind == PICTURE_PAGE || pen_can_write(said.text))
            put_name(said.text, &name);
        else
            put_player(view->language, seat, &name);
        if (out->kind != PICTURE_PAGE)
            shorten(out->names[seat], seat);
    }
}

/* A person is called as the picture calls them. */
static void put_person(const struct view *view, const struct picture_order *order, const char *name,
                       int length, struct text *out)
{
    struct prose said;
    for (int seat = 0; seat < order->scene.seats; seat++) {
        prose_open(&said, view->language);
        speak_seat(view, seat, PROSE_NAME, &said);
        if (said.length == length && memcmp(said.text, name, (size_t)length) == 0) {
            text_put(out, order->names[seat]);
            return;
        }
    }
    text_put_bytes(out, name, length);
}

/* As one reads it on a picture, where nobody can type: without the "!" of commands and without
   commands in brackets, in one line. */
static void put_plain(const struct view *view, const struct picture_order *order,
                      const struct prose *prose, struct text *out)
{
    int at = 0;
    for (int i = 0; i < prose->span_count; i++) {
        const struct prose_span *span = &prose->spans[i];
        if (span->at < at || prose_is_frame(span))
            continue;
        bool is_aside = span->style == PROSE_COMMAND && span->at >= 2 &&
                        strncmp(prose->text + span->at - 2, " (", 2) == 0 &&
                        prose->text[span->at + span->length] == ')';
        text_put_bytes(out, prose->text + at, span->at - at - (is_aside ? 2 : 0));
        at = span->at + span->length + is_aside;
        if (is_aside)
            continue;
        if (span->style == PROSE_COMMAND || span->style == PROSE_MOVE)
            text_put_bytes(out, prose->text + span->at + 1, span->length - 1);
        else if (span->style == PROSE_NAME || span->style == PROSE_CALL)
            put_person(view, order, prose->text + span->at, span->length, out);
        else
            text_put_bytes(out, prose->text + span->at, span->length);
    }
    text_put_bytes(out, prose->text + at, prose->length - at);
    for (char *end; (end = strchr(out->bytes, '\n'));)
        *end = ' ';
}

/* ---- orders ---- */

static void take_winners(void *arg, const char *glue, const struct prose *piece)
{
    if (glue[0] == '\0')
        prose_append(arg, piece);
}

static void put_call(const struct view *view, const struct sight *public,
                     struct picture_order *order)
{
    struct text out = text_over(order->call, sizeof order->call);
    struct prose said;
    prose_open(&said, view->language);
    if (order->scene.is_over)
        view_result_pieces(view, &order->score, take_winners, &said);
    else
        view_due(view, public, order->scene.due, false, &said);
    put_plain(view, order, &said, &out);
}

static void begin(enum picture_kind kind, const struct view *view, const struct sight *sight,
                  struct picture_order *out)
{
    out->kind = kind;
    out->viewer = sight->viewer;
    out->language = view->language;
    out->game = view->game;
    out->rules = *view->rules;
    scene_make(view, sight, &out->remarks, &out->scene);
    memset(out->names, 0, sizeof out->names);
    out->news[0] = out->call[0] = out->seal[0] = out->date[0] = '\0';
    read_names(view, out->scene.seats, out);
    score_clear(&out->score);
    if (out->scene.is_over)
        view->game->score(view->rules, sight, &out->score);
}

static void read_board(const struct view *view, const struct sight *sight, const struct prose *news,
                       const struct prose *call, struct picture_order *out)
{
    struct text text = text_over(out->news, sizeof out->news);
    if (news)
        put_plain(view, out, news, &text);
    text = text_over(out->call, sizeof out->call);
    if (call)
        put_plain(view, out, call, &text);
    else
        put_call(view, sight, out);
}

void picture_order_board(const struct view *view, const struct sight *sight,
                         const struct prose *news, const struct prose *call,
                         struct picture_order *out)
{
    begin(PICTURE_BOARD, view, sight, out);
    read_board(view, sight, news, call, out);
}

void picture_order_page(const struct view *view, const struct sight *sight,
                        const struct prose *call, struct picture_order *out)
{
    begin(PICTURE_PAGE, view, sight, out);
    read_board(view, sight, NULL, call, out);
}

static void put_words(const char *words, char *bytes, size_t size)
{
    struct text text = text_over(bytes, size);
    if (words && pen_can_write(words))
        text_put(&text, words);
}

void picture_order_share(const struct view *view, const struct sight *public, const char *seal,
                         const char *date, struct picture_order *out)
{
    begin(PICTURE_SHARE, view, public, out);
    put_call(view, public, out);
    put_words(seal, out->seal, sizeof out->seal);
    put_words(date, out->date, sizeof out->date);
}

/* ---- copies ---- */

struct picture_order *picture_order_copy(const struct picture_order *order)
{
    struct picture_order *copy = malloc(sizeof *copy);
    check(copy);
    *copy = *order;
    return copy;
}

void picture_order_free(struct picture_order *order)
{
    free(order);
}

/* ---- the same or not ---- */

static uint64_t add(uint64_t hash, long long number)
{
    return text_hash_bytes(hash, &number, sizeof number);
}

static uint64_t add_item(uint64_t hash, const struct game *game, const struct scene_item *item)
{
    const long long numbers[] = {item->layout - game->board,
                                 item->seat,
                                 item->first,
                                 item->count,
                                 item->size,
                                 item->unseen,
                                 item->known,
                                 item->room,
                                 item->value,
                                 item->can_take};
    return text_hash_bytes(hash, numbers, sizeof numbers);
}

static uint64_t add_face(uint64_t hash, const struct picture_order *order, int index)
{
    hash = add(hash, index);
    if (face_is_back(index))
        return hash;
    const struct face *face = &order->rules.faces[index];
    hash = text_hash(text_hash(hash, face->code), face->name);
    return add(text_hash(hash, face->brief ? face->brief : ""), (long long)face->colour);
}

static uint64_t add_scene(uint64_t hash, const struct picture_order *order)
{
    const struct scene *scene = &order->scene;
    const long long numbers[] = {scene->seats, scene->last, scene->due, scene->is_over};
    hash = text_hash_bytes(hash, numbers, sizeof numbers);
    for (int i = 0; i < scene->item_count; i++)
        hash = add_item(hash, order->game, &scene->items[i]);
    for (int i = 0; i < scene->card_count; i++) {
        const struct scene_cards *cards = &scene->cards[i];
        hash = add_face(hash, order, cards->face);
        hash = add(add(add(hash, cards->count), cards->mark), cards->can_take);
    }
    return hash;
}

static uint64_t add_remarks(uint64_t hash, const struct remarks *remarks, int seats)
{
    hash = text_hash(hash, remarks->lead_phrase ? remarks->lead_phrase : "");
    for (int seat = 0; remarks->lead_phrase && seat < seats; seat++)
        hash = add(hash, remarks->lead[seat]);
    for (int i = 0; i < remarks->count; i++) {
        const struct remark *remark = &remarks->list[i];
        const long long numbers[] = {remark->seat, remark->zone, remark->card, remark->is_price};
        hash = text_hash_bytes(text_hash(hash, remark->text), numbers, sizeof numbers);
        for (int part = 0; part < remark->part_count; part++)
            hash = add(add(text_hash(hash, remark->parts[part].word), remark->parts[part].count),
                       (long long)remark->parts[part].colour);
    }
    return hash;
}

static uint64_t add_score(uint64_t hash, const struct score *score, int seats)
{
    for (int seat = 0; seat < seats; seat++)
        hash = add(hash, score->total[seat]);
    for (int i = 0; i < score->count; i++) {
        const struct score_line *line = &score->lines[i];
        const long long numbers[] = {line->seat,    line->args[0], line->args[1],
                                     line->args[2], line->points,  line->is_note};
        hash = text_hash_bytes(text_hash(hash, line->label), numbers, sizeof numbers);
    }
    return add(text_hash(hash, score->reason ? score->reason : ""), score->winners);
}

uint64_t picture_order_hash(const struct picture_order *order)
{
    uint64_t hash =
        text_hash(add(add(HASH_START, (long long)order->kind), order->viewer), order->game->id);
    hash = add(hash, (long long)order->language);
    hash = add_scene(hash, order);
    hash = add_remarks(hash, &order->remarks, order->scene.seats);
    if (order->scene.is_over)
        hash = add_score(hash, &order->score, order->scene.seats);
    for (int seat = 0; seat < order->scene.seats; seat++)
        hash = text_hash(hash, order->names[seat]);
    return text_hash(text_hash(text_hash(text_hash(hash, order->news), order->call), order->seal),
                     order->date);
}

/* ---- in words ---- */

static const char row_gap[] = "   ";

enum { GAP = sizeof row_gap - 1, ROWS = TABLE_SEATS + 8 };

/* A sentence about the table, or about a person. */
struct row {
    int at, length;
    int seat; /* SEAT_NONE: the table */
    bool is_told;
};

struct rows {
    struct prose prose;
    int count;
    struct row list[ROWS];
};

static int characters(const char *bytes, int length)
{
    int count = 0;
    for (int i = 0; i < length; i++)
        count += ((unsigned char)bytes[i] & 0xc0) != 0x80;
    return count;
}

static int seat_at(const struct rows *rows, const struct view *view, int seats, int at)
{
    for (int i = 0; i < rows->prose.span_count; i++) {
        const struct prose_span *span = &rows->prose.spans[i];
        if (span->at != at || span->style != PROSE_NAME)
            continue;
        for (int seat = 0; seat < seats; seat++)
            if ((int)strlen(view->naming->names[seat]) == span->length &&
                memcmp(view->naming->names[seat], rows->prose.text + at, (size_t)span->length) == 0)
                return seat;
    }
    return SEAT_NONE;
}

static void read_rows(struct rows *rows, const struct view *view, const struct scene *scene)
{
    rows->count = 0;
    prose_open(&rows->prose, view->language);
    scene_put_line(view, scene, &rows->prose);
    for (int at = 0; at < rows->prose.length && rows->count < ROWS;) {
        const char *end = strstr(rows->prose.text + at, row_gap);
        int length = end ? (int)(end - rows->prose.text) - at : rows->prose.length - at;
        rows->list[rows->count++] =
            (struct row){at, length, seat_at(rows, view, scene->seats, at), false};
        at += length + GAP;
    }
}

static bool matters(const struct scene *scene, const struct row *row)
{
    return row->seat == SEAT_NONE || scene->due >> row->seat & 1;
}

static int rows_characters(const struct rows *rows)
{
    int count = 0;
    for (int i = 0; i < rows->count; i++)
        if (rows->list[i].is_told)
            count += 1 + characters(rows->prose.text + rows->list[i].at, rows->list[i].length);
    return count;
}

/* The people who are not told, for the {who} of a sentence. */
static void put_untold(const struct rows *rows, const struct view *view, char names[SEATS_BYTES])
{
    unsigned seats = 0;
    for (int i = 0; i < rows->count; i++)
        if (!rows->list[i].is_told && rows->list[i].seat != SEAT_NONE)
            seats |= 1u << rows->list[i].seat;
    speak_name_seats(view, seats, names);
}

static void put_rest(const struct rows *rows, const struct view *view, struct prose *out)
{
    char names[SEATS_BYTES];
    put_untold(rows, view, names);
    prose_open(out, view->language);
    if (names[0])
        view_string(out, STRING_PICTURE_REST, "who", names, (char *)0);
}

/* Chooses what is told of the rows in so many characters, and leaves in `rest` who is not. */
static void choose(struct rows *rows, const struct view *view, const struct scene *scene, int most,
                   struct prose *rest)
{
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < rows->count; i++) {
            struct row *row = &rows->list[i];
            if (row->is_told || matters(scene, row) != (pass == 0))
                continue;
            row->is_told = true;
            put_rest(rows, view, rest);
            bool is_last = i + 1 == rows->count; /* then nobody may be left out */
            int room = rest->length > 0 || !is_last ? characters(rest->text, rest->length) + 1 : 0;
            row->is_told = rows_characters(rows) + room <= most;
        }
    put_rest(rows, view, rest);
}

static void put_rows(const struct rows *rows, struct text *out)
{
    for (int i = 0; i < rows->count; i++)
        if (rows->list[i].is_told) {
            text_put(out, out->length > 0 ? " " : "");
            text_put_bytes(out, rows->prose.text + rows->list[i].at, rows->list[i].length);
        }
}

/* What was told first: whose turn it is, or how the game ended. */
static void put_head(const struct picture_order *order, struct text *out)
{
    struct prose head;
    prose_open(&head, order->language);
    if (order->kind == PICTURE_SHARE) {
        view_string(&head, STRING_PICTURE_ENDED, "game", order->game->name, "n",
                    text_number(order->scene.seats), (char *)0);
        text_put(out, head.text);
        text_put(out, " ");
    }
    int length = (int)strlen(order->call);
    while (characters(order->call, length) > PICTURE_ALT / 2)
        length = text_utf8_floor(order->call, length - 1);
    text_put_bytes(out, order->call, length);
    if (length > 0 && !strchr(".!?", order->call[length - 1]))
        text_put(out, ".");
}

void picture_order_alt(const struct picture_order *order, struct text *out)
{
    struct naming naming;
    struct scene scene = order->scene;
    struct rows rows;
    struct prose rest;
    scene.remarks = &order->remarks;
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        naming.names[seat] = order->names[seat];
    const struct view view = {.game = order->game,
                              .rules = &order->rules,
                              .naming = &naming,
                              .last = scene.last,
                              .is_aloud = true};
    text_clear(out);
    put_head(order, out);
    read_rows(&rows, &view, &scene);
    choose(&rows, &view, &scene, PICTURE_ALT - characters(out->bytes, out->length) - 1, &rest);
    put_rows(&rows, out);
    if (rest.length > 0) {
        text_put(out, out->length > 0 ? " " : "");
        text_put(out, rest.text);
    }
}
