/* The people of a board: a row each, or two or three beside one another where they are many. */
#include "layout.h"

#ifdef TABLETALK_CAIRO

#include <math.h>
#include <string.h>

#include "text.h"

enum {
    PAD = 12,
    GAP = 8,
    NAME_WIDE = 202, /* the column of names, where rows are wide */
    WIDE = 600,      /* from here on */
    HEADING = 54,
    CELL_ROOM = 22, /* beside a card, for the edges of others */
    BARE_FEW = 5,
    BARE_WIDE = 150, /* a name among few names */
    BARE_NARROW = 88
};

/* ---- the table by colour ---- */

static const struct board_item *spread_of(const struct content *content)
{
    const struct game *game = content->order.game;
    for (int i = 0; i < game->board_count; i++)
        if (game->board[i].per_seat && game->board[i].is_spread)
            return &game->board[i];
    return NULL;
}

bool people_is_spread(const struct content *content)
{
    return spread_of(content) != NULL;
}

static int next_column(const struct content *content, int face)
{
    const struct ruleset *rules = &content->order.rules;
    for (face++; face < rules->face_count; face++)
        if (rules->faces[face].colour != COLOUR_NONE)
            return face;
    return -1;
}

static int columns_of(const struct content *content)
{
    int count = 0;
    for (int face = -1; (face = next_column(content, face)) >= 0;)
        count++;
    return count;
}

/* Of the n-th column, as tall as all rows. */
static struct canvas_box cell_of(const struct people *people, int n)
{
    struct canvas_box box = people->box;
    double wide = (box.wide - NAME_WIDE - PAD) / fmax(columns_of(people->content), 1);
    return (struct canvas_box){box.x + NAME_WIDE + n * wide, box.y, wide, box.tall};
}

/* The face that a fact names: its column counts more. */
static int marked_face(const struct content *content)
{
    const struct scene *scene = &content->order.scene;
    for (int i = -1; (i = scene_next(scene, SCENE_FACTS, SEAT_NONE, i)) >= 0;)
        if (content_names_face(content, &scene->items[i]))
            return content_face_of(content, scene->items[i].layout->words[scene->items[i].value]);
    return -1;
}

/* The facts that name a face stand at the left of the heading. */
static void put_heading(const struct content *content, struct pieces *out)
{
    const struct scene *scene = &content->order.scene;
    canvas_pieces_clear(out);
    for (int i = -1; (i = scene_next(scene, SCENE_FACTS, SEAT_NONE, i)) >= 0;)
        if (content_names_face(content, &scene->items[i]))
            content_put_item(content, i, out);
}

/* The faces above their columns. */
static void draw_heading(const struct people *people)
{
    struct pieces facts;
    put_heading(people->content, &facts);
    canvas_pieces_draw(people->canvas, &facts, people->box.x + 4,
                       people->box.y + (HEADING - canvas_pieces_tall(&facts, NAME_WIDE - 8, 0)) / 2,
                       NAME_WIDE - 8, 0);
    for (int face = -1, n = 0; (face = next_column(people->content, face)) >= 0; n++) {
        struct canvas_box cell = cell_of(people, n);
        canvas_card(
            people->canvas, face, 1, false,
            (struct canvas_box){cell.x + (cell.wide - 40) / 2, cell.y + 4, 40, HEADING - 8});
    }
}

/* A frame around the column that counts more, from its heading down. */
static void draw_mark(const struct people *people, double bottom)
{
    int marked = marked_face(people->content);
    for (int face = -1, n = 0; (face = next_column(people->content, face)) >= 0; n++) {
        struct canvas_box cell = cell_of(people, n);
        if (face == marked)
            canvas_frame(people->canvas, (struct canvas_box){cell.x + 4, cell.y - 2, cell.wide - 8,
                                                             bottom - cell.y + 4});
    }
}

static void draw_cells(const struct people *people, const struct scene_item *item,
                       struct canvas_box row, double card)
{
    const struct content *content = people->content;
    card = fmin(card, (cell_of(people, 0).wide - CELL_ROOM) / CANVAS_CARD_RATIO);
    for (int face = -1, n = 0; (face = next_column(content, face)) >= 0; n++)
        for (int i = 0; i < item->count; i++) {
            struct canvas_box cell = cell_of(people, n);
            const struct scene_cards *cards = &content->order.scene.cards[item->first + i];
            double wide = card * CANVAS_CARD_RATIO,
                   edges = canvas_edges(cards->count, card) * CANVAS_STEP;
            if (cards->face == face)
                canvas_card(people->canvas, face, cards->count, false,
                            (struct canvas_box){cell.x + (cell.wide - wide - edges) / 2,
                                                row.y + (row.tall - card) / 2, wide, card});
        }
}

/* ---- one person ---- */

struct person {
    int seat;
    bool is_wide, has_cards;
    bool is_known;                   /* cards of the hand are, which takes a line to say */
    const struct scene_item *spread; /* NULL if none */
    struct pieces name, rest;        /* what stands at the left; and at its right, or below */
};

static double name_size(const struct people *people)
{
    return people->is_compact ? CANVAS_MORE : CANVAS_NAME;
}

/* How wide a name may be. */
static double name_most(const struct people *people, bool is_wide, double wide)
{
    return !is_wide ? wide / 2 - PAD : people->is_compact ? NAME_WIDE / 2.0 : NAME_WIDE - PAD - 22;
}

/* Above and below what stands in a panel. */
static double pad_of(const struct people *people)
{
    return people->is_compact ? 5 : PAD - 2;
}

static bool has_remarks(const struct content *content, int seat)
{
    return scene_next_remark(&content->order.scene, seat, -1) >= 0;
}

/* The name at the left; if there are cards, all else stands with it that is short. */
static void put_wide(const struct content *content, bool is_compact, struct person *out)
{
    if (!is_compact)
        canvas_pieces_add(&out->name, PIECE_BREAK, "");
    content_put_lead(content, out->seat, &out->name);
    bool is_short = out->has_cards && !out->is_known;
    content_put_seat(content, out->seat, false, is_short ? &out->name : &out->rest);
    if (!out->spread)
        content_put_seat(content, out->seat, true, &out->rest);
}

/* The name in the first line; if there are cards, phrases stand with it. */
static void put_narrow(const struct content *content, struct person *out)
{
    content_put_seat(content, out->seat, false, out->has_cards ? &out->name : &out->rest);
    content_put_remarks(content, out->seat, &out->rest);
    content_put_seat(content, out->seat, true, &out->rest);
}

static void read_person(const struct people *people, int seat, double wide, struct person *out)
{
    const struct content *content = people->content;
    const struct scene *scene = &content->order.scene;
    const struct board_item *spread = spread_of(content);
    *out = (struct person){.seat = seat};
    for (int i = -1; (i = scene_next(scene, SCENE_PEOPLE, seat, i)) >= 0;) {
        const struct scene_item *item = &scene->items[i];
        out->has_cards |= content_is_cards(item);
        out->is_known |= item->layout->style == BOARD_COUNT && item->known > 0;
        out->rest.is_spread |= item->layout->style == BOARD_STACK;
        if (item->layout == spread)
            out->spread = item;
    }
    out->is_wide = wide >= WIDE && (out->spread || !has_remarks(content, seat));
    content_put_name(content, seat, name_size(people), name_most(people, out->is_wide, wide),
                     &out->name);
    if (out->is_wide)
        put_wide(content, people->is_compact, out);
    else
        put_narrow(content, out);
}

static double name_room(const struct people *people, const struct person *person, double wide)
{
    struct pieces lead;
    if (person->is_wide)
        return NAME_WIDE - PAD - 22;
    canvas_pieces_clear(&lead);
    content_put_lead(people->content, person->seat, &lead);
    return wide - 2 * PAD - 24 - canvas_pieces_wide(&lead, 0) - (lead.count > 0 ? PAD : 0);
}

static double person_tall(const struct people *people, const struct person *person, double wide,
                          double card)
{
    double name = canvas_pieces_tall(&person->name, name_room(people, person, wide), card);
    if (!person->is_wide) {
        double rest = canvas_pieces_tall(&person->rest, wide - 2 * PAD, card);
        return 2 * pad_of(people) + name + (rest > 0 ? rest + 4 : 0);
    }
    double rest =
        person->spread ? card : canvas_pieces_tall(&person->rest, wide - NAME_WIDE - 2 * PAD, card);
    return 2 * pad_of(people) + fmax(name, rest);
}

/* What stands below the name, or at its right. */
static void draw_rest(const struct people *people, const struct person *person,
                      struct canvas_box box, double card)
{
    double wide = box.wide - 2 * PAD - (person->is_wide ? NAME_WIDE : 0),
           tall = canvas_pieces_tall(&person->rest, wide, card);
    if (person->spread) {
        draw_cells(people, person->spread, box, card);
    } else if (person->is_wide) {
        canvas_pieces_draw(people->canvas, &person->rest, box.x + NAME_WIDE + PAD,
                           box.y + (box.tall - tall) / 2, wide, card);
    } else {
        struct pieces lead;
        canvas_pieces_clear(&lead);
        double below = box.y + pad_of(people) + 4 +
                       canvas_pieces_tall(&person->name, name_room(people, person, box.wide), card);
        if (content_put_lead(people->content, person->seat, &lead))
            canvas_pieces_draw(people->canvas, &lead,
                               box.x + box.wide - PAD - canvas_pieces_wide(&lead, card),
                               box.y + pad_of(people) + 2, 1e6, card);
        canvas_pieces_draw(people->canvas, &person->rest, box.x + PAD,
                           below + fmax(0, (box.y + box.tall - pad_of(people) - below - tall) / 2),
                           wide, card);
    }
}

static void draw_person(const struct people *people, const struct person *person,
                        struct canvas_box box, double card)
{
    bool is_turn = content_is_turn(people->content, person->seat);
    double room = name_room(people, person, box.wide),
           name = canvas_pieces_tall(&person->name, room, card);
    double top = person->is_wide || person->rest.count == 0 ? box.y + (box.tall - name) / 2
                                                            : box.y + pad_of(people);
    if (is_turn)
        canvas_turn(people->canvas, box.x + PAD, top + name_size(people) * 0.98, name_size(people));
    canvas_pieces_draw(people->canvas, &person->name, box.x + PAD + (is_turn ? 24 : 0), top, room,
                       card);
    draw_rest(people, person, box, card);
}

/* ---- all of them ---- */

static bool is_bare(const struct people *people, int seat)
{
    return !people->content->order.scene.is_over &&
           !scene_has_items(&people->content->order.scene, seat);
}

static int count_bare(const struct people *people)
{
    int count = 0;
    for (int seat = 0; seat < people->content->order.scene.seats; seat++)
        count += is_bare(people, seat);
    return count;
}

/* The names of those about whom nothing else is to be told. */
static void put_bare(const struct people *people, struct pieces *out)
{
    const struct scene *scene = &people->content->order.scene;
    bool are_few = count_bare(people) <= BARE_FEW;
    double size = are_few ? CANVAS_MORE : CANVAS_TEXT, room = are_few ? BARE_WIDE : BARE_NARROW;
    canvas_pieces_clear(out);
    for (int n = 0; n < scene->seats; n++) {
        int seat = scene_seat(scene, n);
        if (!is_bare(people, seat))
            continue;
        if (out->count > 0)
            canvas_pieces_words(out, (struct canvas_style){size, PEN_NORMAL, CANVAS_DIM}, "\u00b7");
        if (content_is_turn(people->content, seat))
            canvas_pieces_words(out, (struct canvas_style){size, PEN_BOLD, CANVAS_TURN}, "\u25b8");
        content_put_name(people->content, seat, size, room, out);
    }
}

/* Where each person stands. */
struct places {
    int count, beside; /* so many beside one another */
    int seats[TABLE_SEATS];
    double tall[TABLE_SEATS]; /* of rows */
    double all;               /* with the heading, and the names at the bottom */
};

static int rows_of(const struct places *places)
{
    return (places->count + places->beside - 1) / places->beside;
}

static double row_wide(const struct people *people, const struct places *places)
{
    return (people->box.wide - (places->beside - 1) * GAP) / places->beside;
}

static double heading_of(const struct people *people)
{
    return spread_of(people->content) ? HEADING + 4 : 0;
}

static double sum_of(const struct people *people, const struct places *places)
{
    struct pieces bare;
    put_bare(people, &bare);
    double names = canvas_pieces_tall(&bare, people->box.wide, 0),
           all = heading_of(people) + (names > 0 ? names + 4 : 0);
    for (int row = 0; row < rows_of(places); row++)
        all += places->tall[row] + (row > 0 || names > 0 ? GAP : 0);
    return all;
}

static void place(const struct people *people, double card, struct places *out)
{
    const struct scene *scene = &people->content->order.scene;
    struct person person;
    *out = (struct places){.count = 0};
    for (int n = 0; n < scene->seats; n++)
        if (!is_bare(people, scene_seat(scene, n)))
            out->seats[out->count++] = scene_seat(scene, n);
    bool is_column = people->box.wide < WIDE || spread_of(people->content);
    out->beside = is_column ? 1 : out->count > 8 ? 3 : out->count > 4 ? 2 : 1;
    for (int i = 0; i < out->count; i++) {
        double wide = row_wide(people, out);
        read_person(people, out->seats[i], wide, &person);
        out->tall[i / out->beside] =
            fmax(out->tall[i / out->beside], person_tall(people, &person, wide, card));
    }
    out->all = sum_of(people, out);
}

/* Rows grow into the room that is left; they are equally tall, if all of them can be. */
static void grow(const struct people *people, struct places *places)
{
    enum { MORE = 60 };
    int rows = rows_of(places);
    double most = 0, missing = 0, left = people->box.tall - places->all;
    for (int row = 0; row < rows; row++)
        most = fmax(most, places->tall[row]);
    for (int row = 0; row < rows; row++)
        missing += most - places->tall[row];
    for (int row = 0; row < rows && missing <= left; row++)
        places->tall[row] = most;
    left -= missing <= left ? missing : 0;
    for (int row = 0; row < rows && left > 0; row++)
        places->tall[row] += fmin(MORE, left / rows);
}

double people_tall(const struct people *people, double card)
{
    struct places places;
    place(people, card, &places);
    return places.all;
}

static struct canvas_box box_of(const struct people *people, const struct places *places, int i)
{
    double wide = row_wide(people, places);
    int row = i / places->beside;
    struct canvas_box box = {people->box.x + i % places->beside * (wide + GAP),
                             people->box.y + heading_of(people), wide, places->tall[row]};
    while (row-- > 0)
        box.y += places->tall[row] + GAP;
    return box;
}

void people_draw(const struct people *people, double card)
{
    struct places places;
    struct pieces bare;
    struct person person;
    double bottom = people->box.y;
    place(people, card, &places);
    grow(people, &places);
    for (int i = 0; i < places.count; i++) {
        struct canvas_box box = box_of(people, &places, i);
        canvas_panel(people->canvas, box);
        bottom = box.y + box.tall;
    }
    if (spread_of(people->content)) {
        draw_mark(people, bottom);
        draw_heading(people);
    }
    for (int i = 0; i < places.count && !canvas_is_cancelled(people->canvas); i++) {
        struct canvas_box box = box_of(people, &places, i);
        read_person(people, places.seats[i], box.wide, &person);
        if (content_is_marked(people->content, places.seats[i]))
            canvas_edge(people->canvas, box);
        draw_person(people, &person, box, card);
    }
    put_bare(people, &bare);
    canvas_pieces_draw(people->canvas, &bare, people->box.x + 4, bottom + GAP + 2, people->box.wide,
                       card);
}

#endif
