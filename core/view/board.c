/* The board: a row for each seat and one for what belongs to the table, from the game's list of
   items. One line for IRC, or lines of VIEW_COLUMNS for a fixed-width font. Shows only what the
   sight shows. */
#include "view.h"

#include <string.h>

#include "check.h"
#include "columns.h"
#include "game.h"
#include "speak.h"
#include "strings/view.def"
#include "text.h"

static const char row_gap[] = "   "; /* between the rows of a line */

/* One row, written in full before it is broken into lines. */
struct row {
    struct prose text; /* its items, separated by blanks */
    int count;
    int starts[BOARD_ITEMS + 1];
};

/* What is needed to write an item of one seat, or of the table. */
struct place {
    const struct view *view;
    const struct sight *sight;
    int seat; /* SEAT_NONE for the table */
};

static int zone_of(const struct place *place, int zone)
{
    return place->seat == SEAT_NONE ? zone : seat_zone(place->view->rules, place->seat, zone);
}

/* ---- the styles ---- */

/* Words that only a screen reader needs, behind a comma if something stands before them. */
static void put_aloud(int id, int n, bool is_first, struct prose *out)
{
    prose_put(out, is_first ? "" : ", ");
    view_string(out, id, "n", text_number(n), (char *)0);
}

static const char *comma(const struct place *place)
{
    return place->view->is_aloud ? ", " : " ";
}

/* The cards of a zone and its free places: "1.R 2.G=Y _"; aloud "1 red, 2 green yellow", and
   what is free. */
static void put_list(const struct place *place, const struct board_item *item, struct prose *out)
{
    const struct table *t = &place->sight->seen;
    bool is_aloud = place->view->is_aloud;
    const char *const *words = is_aloud ? item->spoken_words : item->words;
    int zone = zone_of(place, item->zone), size = zone_size(t, zone),
        most = item->room ? t->shared[item->room - 1] : 0;
    for (int i = 0; i < size; i++) {
        const struct card *card = zone_card(t, zone, i);
        prose_put(out, i == 0 ? "" : comma(place));
        if (item->is_numbered)
            prose_putf(out, is_aloud ? "%d " : "%d.", i + 1);
        speak_priced(place->view, card->face, !item->has_no_price, out);
        if (card->as && words)
            prose_putf(out, is_aloud ? " %s" : "=%s", words[card->as]);
    }
    for (int i = size; !is_aloud && i < most; i++)
        prose_put(out, size > 0 && i == size ? " _" : "_");
    if (is_aloud && size == 0)
        view_string(out, STRING_ALOUD_EMPTY, (char *)0);
    if (is_aloud && most > size)
        put_aloud(STRING_ALOUD_FREE, most - size, false, out);
}

static void put_count(const struct place *place, const struct board_item *item, struct prose *out)
{
    int size = zone_size(&place->sight->seen, zone_of(place, item->zone));
    if (place->view->is_aloud)
        put_aloud(STRING_ALOUD_CARDS, size, true, out);
    else
        prose_putf(out, "%d", size);
}

static void put_top(const struct place *place, const struct board_item *item, struct prose *out)
{
    const struct table *t = &place->sight->seen;
    int zone = zone_of(place, item->zone), size = zone_size(t, zone);
    if (size == 0 && place->view->is_aloud)
        view_string(out, STRING_ALOUD_EMPTY, (char *)0);
    if (size == 0)
        return;
    speak_chip(place->view, zone_top(t, zone), out);
    if (!place->view->is_aloud)
        speak_times(place->view, size, out);
    else if (size > 1)
        put_aloud(STRING_ALOUD_PILE, size, false, out);
}

/* " ?2(GL)": two cards lie under the stack, and the viewer knows one of them. */
static void put_under(const struct place *place, int zone, struct prose *out)
{
    const struct table *t = &place->sight->seen;
    bool known = false, is_aloud = place->view->is_aloud;
    if (is_aloud)
        put_aloud(STRING_ALOUD_UNDER, zone_size(t, zone), false, out);
    else
        prose_putf(out, " ?%d", zone_size(t, zone));
    for (int i = 0; i < zone_size(t, zone); i++) {
        if (face_is_back(zone_face(t, zone, i)))
            continue;
        if (!known && is_aloud)
            put_aloud(STRING_ALOUD_KNOWN, 0, false, out);
        prose_put(out, is_aloud ? " " : known ? " " : "(");
        speak_chip(place->view, zone_face(t, zone, i), out);
        prose_put(out, is_aloud ? "," : "");
        known = true;
    }
    if (known && is_aloud)
        out->text[--out->length] = '\0';
    prose_put(out, known && !is_aloud ? ")" : "");
}

static void put_stack(const struct place *place, const struct board_item *item, struct prose *out)
{
    put_top(place, item, out);
    if (item->under != SEAT_NONE && zone_size(&place->sight->seen, zone_of(place, item->under)) > 0)
        put_under(place, zone_of(place, item->under), out);
}

static void put_tally(const struct place *place, const struct board_item *item, struct prose *out)
{
    const struct table *t = &place->sight->seen;
    int zone = zone_of(place, item->zone), unseen = zone_size(t, zone);
    bool first = true;
    for (int face = 0; face < place->view->rules->face_count; face++) {
        int count = zone_tally(t, zone, face);
        if (count == 0)
            continue;
        unseen -= count;
        prose_put(out, first ? "" : comma(place));
        speak_chips(place->view, face, count, out);
        first = false;
    }
    if (place->view->is_aloud && (unseen > 0 || first))
        put_aloud(unseen > 0 ? STRING_ALOUD_UNSEEN : STRING_ALOUD_EMPTY, unseen, first, out);
    else if (unseen > 0)
        prose_putf(out, "%s?%d", first ? "" : " ", unseen);
}

static int register_of(const struct place *place, int number)
{
    const struct table *t = &place->sight->seen;
    return place->seat == SEAT_NONE ? t->shared[number] : t->own[place->seat][number];
}

static void put_register(const struct place *place, const struct board_item *item,
                         struct prose *out)
{
    int value = register_of(place, item->zone);
    if (place->view->is_aloud && value == REGISTER_BACK)
        view_string(out, STRING_ALOUD_UNKNOWN, (char *)0);
    else if (place->view->is_aloud && item->spoken_words)
        prose_put(out, item->spoken_words[value]);
    else if (value == REGISTER_BACK)
        prose_put(out, "?");
    else if (item->words)
        prose_put(out, item->words[value]);
    else
        prose_putf(out, "%d", value);
}

/* A person's name in at most so many columns. A longer name is cut and ends in the seat's
   number: "a very long name~p2". */
static void put_name(const struct view *view, int seat, int most, struct prose *out)
{
    struct prose name;
    prose_clear(&name);
    speak_seat(view, seat, PROSE_NAME, &name);
    if (columns(name.text, name.length) > most) {
        name.length = columns_fit(name.text, name.length, most - 4);
        name.text[name.length] = '\0';
        name.spans[0].length = name.length;
        prose_putf(&name, "~p%d", seat + 1);
    }
    prose_append(out, &name);
}

static void put_person(const struct place *place, const struct board_item *item, struct prose *out)
{
    int seat = register_of(place, item->zone),
        label = item->label ? columns(item->label, (int)strlen(item->label)) : 0;
    bool is_seat = seat >= 0 && seat < place->sight->seen.seats;
    if (!is_seat && place->view->is_aloud)
        view_string(out, seat == REGISTER_BACK ? STRING_ALOUD_UNKNOWN : STRING_ALOUD_NOBODY,
                    (char *)0);
    else if (!is_seat)
        prose_put(out, seat == REGISTER_BACK ? "?" : "-");
    else
        put_name(place->view, seat, VIEW_COLUMNS - 2 - label, out);
}

static void put_nothing(const struct place *place, const struct board_item *item, struct prose *out)
{
    (void)place, (void)item, (void)out;
}

static const struct style {
    void (*put)(const struct place *place, const struct board_item *item, struct prose *out);
    const char *open, *close; /* around the item, after the label */
} styles[] = {
    [BOARD_LIST] = {put_list, "[", "]"},      [BOARD_COUNT] = {put_count, " ", ""},
    [BOARD_STACK] = {put_stack, "[", "]"},    [BOARD_TOP] = {put_top, "[", "]"},
    [BOARD_TALLY] = {put_tally, "[", "]"},    [BOARD_WORD] = {put_register, " ", ""},
    [BOARD_NUMBER] = {put_register, " ", ""}, [BOARD_SEAT] = {put_person, " ", ""},
    [BOARD_MARK] = {put_nothing, "", ""},
};

/* ---- rows ---- */

static void row_add(struct row *row, const struct place *place, const struct board_item *item)
{
    const struct style *style = &styles[item->style];
    bool is_aloud = place->view->is_aloud;
    const char *label = is_aloud && item->spoken ? item->spoken : item->label;
    bool labelled = label && label[0], is_mark = item->style == BOARD_MARK;
    const char *open = is_aloud && !is_mark ? " " : style->open;
    if (row->count > 0)
        prose_put(&row->text, is_aloud ? "; " : " ");
    row->starts[row->count++] = row->text.length;
    if (labelled)
        prose_put(&row->text, label);
    prose_put(&row->text, !labelled && open[0] == ' ' ? "" : open);
    style->put(place, item, &row->text);
    prose_put(&row->text, is_aloud ? "" : style->close);
    row->starts[row->count] = row->text.length + 1;
}

static bool is_shown(const struct place *place, const struct board_item *item)
{
    const struct table *t = &place->sight->seen;
    const int *registers = place->seat == SEAT_NONE ? t->shared : t->own[place->seat];
    bool by_register = item->shown_by == 0 || registers[item->shown_by - 1] != 0;
    return by_register && (item->style != BOARD_MARK || t->shared[item->zone] == place->seat) &&
           (item->if_any == 0 || zone_size(t, zone_of(place, item->if_any - 1)) > 0);
}

/* The row of a seat, or of the table's items from `first` on. */
static void write_row(const struct place *place, int first, bool has_details, struct row *row)
{
    const struct game *game = place->view->game;
    bool per_seat = place->seat != SEAT_NONE;
    row->count = 0;
    prose_clear(&row->text);
    for (int i = first; i < game->board_count; i++)
        if (game->board[i].per_seat == per_seat && is_shown(place, &game->board[i]) &&
            (has_details || !game->board[i].is_detail))
            row_add(row, place, &game->board[i]);
        else if (game->board[i].per_seat && !per_seat)
            break;
}

/* Where rows are put: one line, or many. */
struct setting {
    bool is_line;
    struct flow flow; /* else */
    int rows;
};

static void set_line(struct setting *setting, const struct place *place, const struct row *row)
{
    struct prose *out = setting->flow.out;
    bool is_aloud = place->view->is_aloud;
    prose_put(out, setting->rows == 0 ? "" : row_gap);
    if (place->seat != SEAT_NONE) {
        speak_seat(place->view, place->seat, PROSE_NAME, out);
        prose_put(out, ": ");
    }
    prose_append(out, &row->text);
    prose_put(out, is_aloud ? "." : "");
}

/* The name and a colon, in at most one line. */
static int set_name(struct flow *flow, const struct place *place)
{
    struct prose name;
    prose_clear(&name);
    put_name(place->view, place->seat, flow->limit - 1, &name);
    prose_put(&name, ":");
    columns_flow_put(flow, &name, 0, name.length);
    return columns(name.text, name.length);
}

static void set_block(struct setting *setting, const struct place *place, const struct row *row)
{
    struct flow *flow = &setting->flow;
    columns_flow_line(flow, 0);
    if (place->seat != SEAT_NONE) {
        int wide = set_name(flow, place);
        if (wide + 1 + columns(row->text.text, row->text.length) > flow->limit)
            columns_flow_line(flow, 1);
    }
    for (int i = 0; i < row->count; i++)
        columns_flow_put(flow, &row->text, row->starts[i], row->starts[i + 1] - 1 - row->starts[i]);
}

static void set_row(struct setting *setting, const struct place *place, int first)
{
    struct row row;
    write_row(place, first, !setting->is_line || place->view->is_aloud, &row);
    if (row.count == 0)
        return;
    if (setting->is_line)
        set_line(setting, place, &row);
    else
        set_block(setting, place, &row);
    setting->rows++;
}

static void set_seats(struct setting *setting, struct place place)
{
    int last = place.view->last - 1;
    for (int seat = 0; seat < place.sight->seen.seats; seat++) {
        place.seat = seat;
        if (seat != last)
            set_row(setting, &place, 0);
    }
    place.seat = last;
    if (last >= 0)
        set_row(setting, &place, 0);
}

static void set_rows(struct setting *setting, struct place place)
{
    const struct game *game = place.view->game;
    bool seats_set = false;
    for (int i = 0; i < game->board_count; i++) {
        bool per_seat = game->board[i].per_seat;
        if (!per_seat && (i == 0 || game->board[i - 1].per_seat))
            set_row(setting, &place, i);
        if (per_seat && !seats_set)
            set_seats(setting, place);
        seats_set |= per_seat;
    }
}

void view_board(const struct view *view, const struct sight *sight, int columns_most,
                struct prose *out)
{
    struct setting setting = {.is_line = columns_most == VIEW_LINE || view->is_aloud,
                              .flow = {.out = out, .limit = columns_most}};
    int block = setting.is_line ? -1 : prose_begin(out, PROSE_BOARD);
    set_rows(&setting, (struct place){view, sight, SEAT_NONE});
    prose_end(out, block);
}

/* ---- zone by zone ---- */

/* " deck[C x2 M ?3]": the cards of the zones from `zone` on, equal cards together, in the order
   of colours. */
static void put_contents(const struct place *place, const char *label, int zone, int zones,
                         struct prose *out)
{
    const struct ruleset *rules = place->view->rules;
    const struct table *t = &place->sight->seen;
    int unseen = t->first[zone + zones] - t->first[zone];
    if (unseen == 0)
        return;
    bool is_aloud = place->view->is_aloud;
    prose_put(out, out->length == 0 ? "" : is_aloud ? "; " : " ");
    prose_put(out, label);
    prose_put(out, is_aloud ? ": " : "[");
    const char *before = "";
    for (int i = 1; i <= COLOUR_COUNT; i++) /* cards without a colour come last */
        for (int face = 0; face < rules->face_count; face++) {
            int count = 0;
            for (int z = zone; z < zone + zones; z++)
                count +=
                    (int)rules->faces[face].colour == i % COLOUR_COUNT ? zone_tally(t, z, face) : 0;
            if (count == 0)
                continue;
            prose_put(out, before);
            speak_chip(place->view, face, out);
            speak_times(place->view, count, out);
            unseen -= count;
            before = comma(place);
        }
    if (unseen > 0 && is_aloud)
        put_aloud(STRING_ALOUD_UNSEEN, unseen, !before[0], out);
    else if (unseen > 0)
        prose_putf(out, "%s?%d", before, unseen);
    prose_put(out, is_aloud ? "" : "]");
}

void view_contents(const struct view *view, const struct sight *sight, int seat, struct prose *out)
{
    const struct place place = {view, sight, seat};
    int zones = seat == SEAT_NONE ? view->rules->shared_zones : view->rules->seat_zones,
        first = zone_of(&place, 0);
    if (seat != SEAT_NONE && zones > 1 &&
        view->game->hand < 0) /* the seat's cards go round from one zone to the next */
        put_contents(&place, "owns", first, zones, out);
    for (int zone = first; zone < first + zones; zone++)
        put_contents(&place, zone_spec(view->rules, zone)->name, zone, 1, out);
}

/* ---- the meaning of the codes ---- */

static bool is_in_play(const struct sight *sight, int face)
{
    const struct table *t = &sight->seen;
    for (int i = 0; i < t->first[t->zones]; i++)
        if (t->cards[i].face == face)
            return true;
    for (int i = 0; i < sight->unseen_count; i++)
        if (sight->unseen[i] == face)
            return true;
    return false;
}

void view_legend(const struct view *view, const struct sight *sight, struct prose *out)
{
    bool first = true;
    for (int face = 0; face < view->rules->face_count && !view->is_aloud; face++) {
        if (!is_in_play(sight, face))
            continue;
        prose_put(out, first ? "" : ", ");
        speak_chip(view, face, out);
        prose_putf(out, " = %s", view->rules->faces[face].name);
        first = false;
    }
    prose_put(out, first ? "" : ".");
}

/* ---- what is new on a line ---- */

static int row_end(const char *text, int from)
{
    const char *gap = strstr(text + from, row_gap);
    return gap ? (int)(gap - text) : (int)strlen(text);
}

static uint64_t hash_row(const char *row, int length)
{
    return text_hash_bytes(HASH_START, row, (size_t)length);
}

static bool has_row(const struct view_rows *rows, uint64_t row)
{
    int i = 0;
    while (i < rows->count && rows->rows[i] != row)
        i++;
    return i < rows->count;
}

void view_board_read(const struct prose *board, struct view_rows *out)
{
    out->count = 0;
    for (int at = 0, end; board->text[at]; at = end + (int)strspn(board->text + end, " ")) {
        end = row_end(board->text, at);
        if (out->count < VIEW_ROWS) /* the rest is new each time */
            out->rows[out->count++] = hash_row(board->text + at, end - at);
    }
}

/* The span of the name at the beginning of a row. NULL for what belongs to the table. */
static const struct prose_span *name_at(const struct prose *board, int at)
{
    for (int i = 0; i < board->span_count && board->spans[i].at <= at; i++)
        if (board->spans[i].at == at && board->spans[i].style == PROSE_NAME)
            return &board->spans[i];
    return NULL;
}

void view_board_news(const struct view_rows *before, const struct prose *board,
                     const struct prose *next, bool has_people, struct prose *out)
{
    int start = out->length;
    bool is_news = false, is_behind = false; /* behind the people */
    for (int at = 0, end; board->text[at]; at = end + (int)strspn(board->text + end, " ")) {
        end = row_end(board->text, at);
        const struct prose_span *name = name_at(board, at);
        bool is_new = !has_row(before, hash_row(board->text + at, end - at));
        is_news |= is_new;
        is_behind |= name != NULL;
        bool is_wanted =
            name ? has_people && (is_new || (next && prose_calls(next, 0, next->length,
                                                                 board->text + at, name->length)))
                 : is_new || !is_behind;
        if (!is_wanted)
            continue;
        prose_put(out, out->length > start ? row_gap : "");
        prose_append_part(out, board, at, end - at);
    }
    if (!is_news)
        prose_clear(out);
}
