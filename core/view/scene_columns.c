/* A scene in columns of a fixed-width font: what can be taken, the people as a table, and facts.
   What can be taken stands beside the people where both fit. */
#include <string.h>

#include "columns.h"
#include "game.h"
#include "scene.h"
#include "speak.h"
#include "text.h"
#include "view.h"

enum {
    GRID_ROWS = 24,
    GRID_CELLS = 24,
    GRID_GAP = 2,
    GRID_GAP_LEAST = 1,
    NAME_MOST = 16,
    BESIDE = 4
};

/* Rows of cells, all in one prose. */
struct grid {
    struct prose text;
    int first, rows, cells; /* rows from `first` on are shown */
    int gap;                /* between cells */
    struct grid_cell {
        int at, length, wide;
    } list[GRID_ROWS][GRID_CELLS];
    int widths[GRID_CELLS];
    bool is_right[GRID_CELLS]; /* numbers stand at the right of their column */
};

static void grid_open(struct grid *grid, enum language language)
{
    prose_open(&grid->text, language);
    grid->first = grid->rows = grid->cells = 0;
    grid->gap = GRID_GAP;
    memset(grid->widths, 0, sizeof grid->widths);
    memset(grid->is_right, 0, sizeof grid->is_right);
    memset(grid->list, 0, sizeof grid->list);
}

/* A cell begins where the text ends; ends what was put since. */
static void grid_end_cell(struct grid *grid, int row, int cell, int begun)
{
    if (row >= GRID_ROWS || cell >= GRID_CELLS)
        return;
    struct grid_cell *made = &grid->list[row][cell];
    made->at = begun;
    made->length = grid->text.length - begun;
    made->wide = columns(grid->text.text + begun, made->length);
    grid->rows = row + 1 > grid->rows ? row + 1 : grid->rows;
    grid->cells = cell + 1 > grid->cells ? cell + 1 : grid->cells;
    grid->widths[cell] = made->wide > grid->widths[cell] ? made->wide : grid->widths[cell];
}

static int grid_wide(const struct grid *grid)
{
    int wide = 0;
    for (int i = 0; i < grid->cells; i++)
        wide += grid->widths[i] + (i > 0 && grid->widths[i] > 0 ? grid->gap : 0);
    return wide;
}

static void put_blanks(int count, struct prose *out)
{
    for (; count > 0; count--)
        prose_put(out, " ");
}

/* Returns how many columns the row takes: no blanks follow the last cell. */
static int grid_put_row(const struct grid *grid, int row, struct prose *out)
{
    int column = 0, wanted = 0;
    for (int i = 0; i < grid->cells; i++) {
        const struct grid_cell *cell = &grid->list[row][i];
        if (grid->widths[i] == 0)
            continue;
        wanted += i > 0 && wanted > 0 ? grid->gap : 0;
        int start = wanted + (grid->is_right[i] ? grid->widths[i] - cell->wide : 0);
        if (cell->length > 0) {
            put_blanks(start - column, out);
            prose_append_part(out, &grid->text, cell->at, cell->length);
            column = start + cell->wide;
        }
        wanted += grid->widths[i];
    }
    return column;
}

/* ---- what can be taken ---- */

static void put_words(struct grid *grid, int row, int cell, const char *words)
{
    int begun = grid->text.length;
    prose_put(&grid->text, words);
    grid_end_cell(grid, row, cell, begun);
}

static void put_remark_cell(const struct view *view, struct grid *grid, int row, int cell,
                            const struct remark *remark)
{
    int begun = grid->text.length;
    if (remark)
        scene_put_remark(view, remark, SCENE_WORDS, &grid->text);
    grid_end_cell(grid, row, cell, begun);
}

/* "> 1  Wild  cyan, magenta, yellow": a thing that can be taken, its price, and what is short. */
static void add_ware(const struct view *view, const struct scene *scene, int item, int card,
                     struct grid *grid)
{
    const struct scene_item *shown = &scene->items[item];
    int row = grid->rows, at = shown->layout->is_numbered ? card : shown->size - 1;
    const struct scene_cards *cards = &scene->cards[shown->first + card];
    bool can = shown->layout->is_numbered ? cards->can_take : shown->can_take;
    char number[16];
    struct text text = text_over(number, sizeof number);
    text_putf(&text, "%s%d", can ? "> " : "  ", card + 1);
    if (shown->layout->is_numbered) {
        put_words(grid, row, 0, number);
    } else {
        text_clear(&text);
        text_putf(&text, "%s%s", can ? "> " : "  ",
                  shown->layout->label ? language_text(view->language, shown->layout->label) : "");
        put_words(grid, row, 0, number);
    }
    int begun = grid->text.length;
    scene_put_card(view, cards->face, SCENE_WORDS, &grid->text);
    grid_end_cell(grid, row, 1, begun);
    put_remark_cell(view, grid, row, 2, scene_price(scene, shown->layout->zone, at));
    begun = grid->text.length;
    if (!shown->layout->is_numbered && shown->layout->phrase)
        view_sentence(&grid->text, shown->layout->phrase, "n", text_number(shown->size), (char *)0);
    grid_end_cell(grid, row, 3, begun);
    put_remark_cell(view, grid, row, 4, scene_shortage(scene, shown->layout->zone, at));
}

/* "row 2  green  grey  ." */
static void add_row(const struct view *view, const struct scene *scene, int item, struct grid *grid)
{
    const struct scene_item *shown = &scene->items[item];
    int row = grid->rows, cell = 1;
    put_words(grid, row, 0, shown->layout->label ? shown->layout->label : "");
    for (int i = 0; i < shown->count; i++)
        for (int n = 0; n < scene->cards[shown->first + i].count; n++, cell++) {
            int begun = grid->text.length;
            scene_put_card(view, scene->cards[shown->first + i].face, SCENE_WORDS, &grid->text);
            grid_end_cell(grid, row, cell, begun);
        }
    for (int n = 0; n < shown->room; n++, cell++)
        put_words(grid, row, cell, ".");
}

static void add_offers(const struct view *view, const struct scene *scene, struct grid *grid)
{
    for (int i = -1; (i = scene_next(scene, SCENE_OFFER, SEAT_NONE, i)) >= 0;) {
        const struct scene_item *item = &scene->items[i];
        bool is_ware =
            item->layout->is_numbered || (item->layout->style == BOARD_TOP && item->count > 0);
        for (int card = 0; is_ware && card < (item->layout->is_numbered ? item->count : 1); card++)
            add_ware(view, scene, i, card, grid);
        if (!is_ware && item->room >= 0) {
            add_row(view, scene, i, grid);
        } else if (!is_ware) {
            int row = grid->rows, begun = grid->text.length;
            scene_put_item(view, scene, i, SCENE_WORDS, &grid->text);
            grid_end_cell(grid, row, 0, begun);
        }
    }
}

/* ---- people ---- */

/* A name in at most so many columns. A longer one is cut and ends in the seat's number. */
static void put_name(const struct view *view, const struct scene *scene, int seat, int most,
                     struct prose *out)
{
    struct prose name;
    prose_open(&name, view->language);
    prose_put(out, scene->due >> seat & 1 ? "> " : "  ");
    speak_seat(view, seat, PROSE_NAME, &name);
    if (columns(name.text, name.length) > most) {
        name.length = columns_fit(name.text, name.length, most - 4);
        name.text[name.length] = '\0';
        name.spans[0].length = name.length;
        prose_putf(&name, "~p%d", seat + 1);
    }
    prose_append(out, &name);
    scene_put_marks(scene, seat, out);
}

/* How the people's table is written: a heading and a column for each of their items. */
struct people {
    const struct view *view;
    const struct scene *scene;
    struct grid *grid;
    bool has_headings;
    bool has_codes; /* coloured columns have codes as headings */
};

static void add_heading(struct people *p, int cell, const char *words)
{
    int begun = p->grid->text.length;
    prose_put(&p->grid->text, words);
    grid_end_cell(p->grid, 0, cell, begun);
}

static bool is_coloured(const struct view *view, int face)
{
    return view->rules->faces[face].colour != COLOUR_NONE;
}

static int count_of(const struct scene *scene, const struct scene_item *item, int face)
{
    for (int i = 0; i < item->count; i++)
        if (scene->cards[item->first + i].face == face)
            return scene->cards[item->first + i].count;
    return 0;
}

/* A column for each coloured face. */
static void add_spread(struct people *p, const struct board_item *layout, int *cell)
{
    const struct view *view = p->view;
    for (int face = 0; face < view->rules->face_count; face++) {
        if (!is_coloured(view, face) || *cell == GRID_CELLS)
            continue;
        int begun = p->grid->text.length;
        scene_put_card(view, face, p->has_codes ? SCENE_CHIPS : SCENE_WORDS, &p->grid->text);
        grid_end_cell(p->grid, 0, *cell, begun);
        p->grid->is_right[*cell] = true;
        for (int n = 0; n < p->scene->seats; n++)
            for (int i = -1, seat = scene_seat(p->scene, n);
                 (i = scene_next(p->scene, SCENE_PEOPLE, seat, i)) >= 0;)
                if (p->scene->items[i].layout == layout) {
                    int count = count_of(p->scene, &p->scene->items[i], face);
                    put_words(p->grid, n + 1, *cell, count ? text_number(count) : ".");
                }
        ++*cell;
    }
}

/* The column of an item that people have: with a heading, or in phrases. */
static void add_column(struct people *p, const struct board_item *layout, int *cell)
{
    /* as on a line, "red x2 +1 hidden": three of them have to fit beside one another */
    enum scene_form form = layout->style == BOARD_STACK ? SCENE_LINE : SCENE_WORDS;
    bool is_any = false;
    if (*cell == GRID_CELLS)
        return;
    for (int n = 0; n < p->scene->seats; n++)
        for (int i = -1, seat = scene_seat(p->scene, n);
             (i = scene_next(p->scene, SCENE_PEOPLE, seat, i)) >= 0;)
            if (p->scene->items[i].layout == layout) {
                int begun = p->grid->text.length;
                if (p->has_headings)
                    scene_put_contents(p->view, p->scene, i, form, &p->grid->text);
                else
                    scene_put_item(p->view, p->scene, i, SCENE_WORDS, &p->grid->text);
                grid_end_cell(p->grid, n + 1, *cell, begun);
                is_any = true;
            }
    if (!is_any)
        return;
    if (p->has_headings)
        add_heading(p, *cell, layout->label ? layout->label : "");
    p->grid->is_right[*cell] = layout->style == BOARD_COUNT || layout->style == BOARD_NUMBER;
    ++*cell;
}

/* Phrases say what they are. */
static bool needs_headings(const struct game *game)
{
    bool needs = false;
    for (int i = 0; i < game->board_count; i++)
        needs |= game->board[i].per_seat && game->board[i].label && !game->board[i].phrase &&
                 game->board[i].style != BOARD_MARK;
    for (int i = 0; i < game->board_count; i++)
        needs |= game->board[i].is_spread;
    return needs;
}

static void make_table(struct people *p)
{
    const struct game *game = p->view->game;
    const struct scene *scene = p->scene;
    int cell = 1;
    grid_open(p->grid, p->view->language);
    p->has_headings = needs_headings(game);
    p->grid->first = !p->has_headings;
    for (int n = 0; n < scene->seats; n++) {
        int begun = p->grid->text.length;
        put_name(p->view, scene, scene_seat(scene, n), NAME_MOST, &p->grid->text);
        grid_end_cell(p->grid, n + 1, 0, begun);
    }
    if (scene->remarks->lead_phrase) {
        if (p->has_headings)
            add_heading(p, cell, scene->remarks->lead_label);
        for (int n = 0; n < scene->seats; n++) {
            int begun = p->grid->text.length, seat = scene_seat(scene, n);
            if (p->has_headings)
                prose_putf(&p->grid->text, "%d", scene->remarks->lead[seat]);
            else
                scene_put_lead(scene, seat, SCENE_WORDS, &p->grid->text);
            grid_end_cell(p->grid, n + 1, cell, begun);
        }
        p->grid->is_right[cell++] = true;
    }
    for (int i = 0; i < game->board_count; i++)
        if (game->board[i].per_seat && game->board[i].style != BOARD_MARK) {
            if (game->board[i].is_spread)
                add_spread(p, &game->board[i], &cell);
            else
                add_column(p, &game->board[i], &cell);
        }
}

/* Pieces with something between them, broken into lines: a piece waits for what stands behind it.
 */
struct listing {
    struct flow flow;
    const char *between;
    struct prose piece;
    bool is_first;
};

static void list_open(struct listing *listing, const char *between, int limit, struct prose *out)
{
    listing->flow = (struct flow){.out = out, .limit = limit};
    listing->between = between;
    listing->is_first = true;
    prose_open(&listing->piece, out->language);
}

/* The next piece may be put into `piece`. */
static struct prose *list_next(struct listing *listing)
{
    if (!listing->is_first) {
        prose_put(&listing->piece, listing->between);
        columns_flow_put(&listing->flow, &listing->piece);
    }
    listing->is_first = false;
    prose_open(&listing->piece, listing->flow.out->language);
    return &listing->piece;
}

static void list_close(struct listing *listing)
{
    if (!listing->is_first)
        columns_flow_put(&listing->flow, &listing->piece);
}

/* Person by person, where no table fits: "ann: 7 face up; stack 1: red; stack 2: empty". */
static void put_listed(const struct view *view, const struct scene *scene, int limit,
                       struct prose *out)
{
    for (int n = 0; n < scene->seats; n++) {
        int seat = scene_seat(scene, n);
        struct listing listing;
        struct prose name;
        if (!scene_has_items(scene, seat))
            continue;
        prose_put(out, out->length > 0 ? "\n" : "");
        prose_open(&name, view->language);
        put_name(view, scene, seat, limit - 3, &name);
        prose_put(&name, ":");
        list_open(&listing, ";", limit, out);
        columns_flow_put(&listing.flow, &name);
        listing.flow.indent = 4;
        if (scene->remarks->lead_phrase)
            scene_put_lead(scene, seat, SCENE_WORDS, list_next(&listing));
        for (int i = -1; (i = scene_next_remark(scene, seat, i)) >= 0;)
            scene_put_remark(view, &scene->remarks->list[i], SCENE_WORDS, list_next(&listing));
        for (int i = -1; (i = scene_next(scene, SCENE_PEOPLE, seat, i)) >= 0;)
            if (scene->items[i].layout->style != BOARD_MARK)
                scene_put_item(view, scene, i, SCENE_WORDS, list_next(&listing));
        list_close(&listing);
    }
}

/* ---- all of it ---- */

/* What is the table's, in one text: items and remarks, or facts. */
static void put_flowing(const struct view *view, const struct scene *scene, enum scene_part part,
                        const char *between, int limit, struct prose *out)
{
    struct listing listing;
    list_open(&listing, between, limit, out);
    for (int i = -1; (i = scene_next(scene, part, SEAT_NONE, i)) >= 0;)
        scene_put_item(view, scene, i, SCENE_WORDS, list_next(&listing));
    for (int i = -1; part == SCENE_OFFER && (i = scene_next_remark(scene, SEAT_NONE, i)) >= 0;)
        scene_put_remark(view, &scene->remarks->list[i], SCENE_WORDS, list_next(&listing));
    list_close(&listing);
}

static void end_line(struct prose *out)
{
    prose_put(out, out->length > 0 ? "\n" : "");
}

static void put_facts(const struct prose *facts, int column, int limit, struct prose *out)
{
    put_blanks(limit - column - columns(facts->text, facts->length), out);
    prose_append(out, facts);
}

static bool has_room(const struct prose *facts, int wide, int limit)
{
    return facts->length > 0 && wide + BESIDE + columns(facts->text, facts->length) <= limit;
}

/* The rows of one grid, or of two side by side; the facts stand behind the first row if there is
   room, else on a line of their own. */
static void put_rows(const struct grid *left, const struct grid *right, struct prose *facts,
                     int limit, struct prose *out)
{
    int wide = left ? grid_wide(left) + BESIDE : 0, left_rows = left ? left->rows - left->first : 0,
        right_rows = right ? right->rows - right->first : 0;
    for (int row = 0; row < left_rows || row < right_rows; row++) {
        int column = 0;
        end_line(out);
        if (row < left_rows)
            column = grid_put_row(left, left->first + row, out);
        if (row < right_rows) {
            put_blanks((left ? wide : 0) - column, out);
            column = (left ? wide : 0) + grid_put_row(right, right->first + row, out);
        }
        if (row == 0 && has_room(facts, column, limit)) {
            put_facts(facts, column, limit, out);
            prose_open(facts, out->language);
        }
    }
}

/* Leaves out what a narrow screen has no room for: first what is lacking, then how many are left.
 */
static void narrow_wares(struct grid *offers, int limit)
{
    for (int cell = 4; cell >= 3 && grid_wide(offers) > limit; cell--)
        offers->widths[cell] = 0;
}

void scene_put_columns(const struct view *view, const struct scene *scene, int limit,
                       struct prose *out)
{
    TEXT_UNCLEARED struct grid offers, table;
    struct people people = {.view = view, .scene = scene, .grid = &table};
    struct prose facts, body;
    bool is_sparse = false;
    grid_open(&offers, view->language);
    prose_open(&facts, view->language);
    prose_open(&body, view->language);
    add_offers(view, scene, &offers);
    narrow_wares(&offers, limit);
    put_flowing(view, scene, SCENE_FACTS, ",", limit, &facts);
    make_table(&people);
    if (grid_wide(&table) > limit)
        table.gap = GRID_GAP_LEAST;
    if (grid_wide(&table) > limit) {
        people.has_codes = true;
        make_table(&people);
    }
    for (int seat = 0; seat < scene->seats; seat++)
        is_sparse |= !scene_has_items(scene, seat);
    bool has_table = grid_wide(&table) <= limit && !table.text.cut && !is_sparse,
         has_offers = offers.rows > 1 && grid_wide(&offers) <= limit,
         is_beside =
             has_offers && has_table && grid_wide(&offers) + BESIDE + grid_wide(&table) <= limit;
    if (is_beside) {
        put_rows(&offers, &table, &facts, limit, &body);
    } else {
        if (has_offers)
            put_rows(&offers, NULL, &facts, limit, &body);
        else
            put_flowing(view, scene, SCENE_OFFER, ";", limit, &body);
        if (has_table)
            put_rows(NULL, &table, &facts, limit, &body);
        else
            put_listed(view, scene, limit, &body);
    }
    prose_append(out, &body);
    if (facts.length > 0) {
        if (body.length > 0)
            prose_put(out, "\n");
        prose_append(out, &facts);
    }
}
