/* What is pressed: the buttons of a table, and those of the private panel (controls.h). Custom
   ids live as long as their message, so they say all that is needed and nothing that is secret
   where others read them:

   t12:join               a button of table 12; t12:again, t12:next and t12:share, under its result
   b12.0.34:draw          a move under its board, by seat 0, which had decided 34 times
   r12:0:                 the panel of table 12 with all that can be typed; v12:0: the cards again;
                          v12:0:hide, p..., n...: with a verb unfolded, and that page
   c12:GL                 a card of the hand: what it can do; c12::0 a menu of cards
   m12.0.34:hide a them1  a move on the panel; s12.0.34:0: a menu of such moves; k..., l...: the
   same behind a card or verb that was opened

   What a card can do is looked up when it is pressed. So its button is good as long as the card is
   in the hand, and no message has to be changed because the turn or the board has.

   Whatever an id claims is checked when it is pressed: by the host, against who pressed it. */
#include "controls.h"

#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "application.h"
#include "check.h"
#include "markdown.h"
#include "people.h"
#include "posts.h"
#include "prose.h"
#include "strings/shared.def"
#include "text.h"
#include "view.h"

enum { ROW_BUTTONS = 5, LABEL = 80 /* code points */ };

/* ---- buttons and rows ---- */

json_t *controls_put_row(json_t *components, json_t *first)
{
    json_t *row = json_pack("{s:i, s:[o]}", "type", COMPONENT_ROW, "components", first);
    check(row && json_array_append_new(components, row) == 0);
    return row;
}

/* NULL if the application has none for it. */
static json_t *controls_emoji(const struct discord *discord, const char *picture)
{
    const char *id =
        discord->emoji && *picture ? discord_emoji_button_id(discord->emoji, picture) : NULL;
    return id ? json_pack("{s:s, s:s}", "id", id, "name", picture) : NULL;
}

static json_t *controls_button(enum style style, const char *label, const char *id)
{
    char bytes[CONTROLS_LABEL];
    struct text text = text_over(bytes, sizeof bytes);
    markdown_put_plain(label, LABEL, &text);
    json_t *button = json_pack("{s:i, s:i, s:s, s:s}", "type", COMPONENT_BUTTON, "style", style,
                               "label", bytes, "custom_id", id);
    check(button);
    return button;
}

json_t *controls_put_button(json_t *components, enum style style, const char *label, const char *id)
{
    json_t *button = controls_button(style, label, id);
    size_t rows = json_array_size(components);
    json_t *last =
        rows > 0 ? json_object_get(json_array_get(components, rows - 1), "components") : NULL;
    int64_t kind = last ? json_integer_value(json_object_get(json_array_get(last, 0), "type")) : 0;
    if (kind == COMPONENT_BUTTON && json_array_size(last) < ROW_BUTTONS)
        check(json_array_append_new(last, button) == 0);
    else
        controls_put_row(components, button);
    return button;
}

/* ---- the buttons of a table ---- */

/* OPEN: in the lobby, until the seats are closed. */
enum when {
    WHEN_OPEN = 1,
    WHEN_LOBBY = 3,
    WHEN_HANDS = 4,
    WHEN_NO_HANDS = 8,
    WHEN_PLAY = WHEN_HANDS | WHEN_NO_HANDS
};

static const struct table_button {
    const char *word;
    enum discord_string label;
    const char *command;
    enum style style;
    unsigned when;
} table_buttons[] = {
    {"join", DISCORD_STRING_BUTTON_JOIN, "join", STYLE_SUCCESS, WHEN_OPEN},
    {"robot", DISCORD_STRING_BUTTON_ROBOT, "add robot", STYLE_SECONDARY, WHEN_OPEN},
    {"invite", DISCORD_STRING_BUTTON_INVITE, "invite", STYLE_SECONDARY, WHEN_OPEN},
    {"start", DISCORD_STRING_BUTTON_START, "start", STYLE_PRIMARY, WHEN_LOBBY},
    {"leave", DISCORD_STRING_BUTTON_LEAVE, "leave", STYLE_SECONDARY, WHEN_LOBBY},
    {"hand", DISCORD_STRING_BUTTON_HAND, "hand", STYLE_PRIMARY, WHEN_HANDS},
    {"play", DISCORD_STRING_BUTTON_PLAY, "hand", STYLE_PRIMARY, WHEN_NO_HANDS},
    {"moves", DISCORD_STRING_BUTTON_MOVES, "moves", STYLE_SECONDARY, WHEN_HANDS},
    {"cards", DISCORD_STRING_BUTTON_CARDS, "board legend", STYLE_SECONDARY, WHEN_PLAY},
    {"rules", DISCORD_STRING_BUTTON_RULES, "rules", STYLE_SECONDARY, WHEN_LOBBY | WHEN_PLAY},
    {CONTROLS_PICTURE, DISCORD_STRING_BUTTON_PICTURE, "board", STYLE_SECONDARY, WHEN_PLAY},
};

enum { SEATS_OFFERED = 5 };
enum { TABLE_BUTTONS = sizeof table_buttons / sizeof *table_buttons };

/* In a game without hands, "My moves" takes the place of "My hand" and "Moves". */
static bool is_shown(const struct table_button *button, const struct host_board *table)
{
    if (table->room[0] == '@' && strcmp(button->word, "join") == 0)
        return false; /* nobody else comes to a private table by its button */
    unsigned now = !table->is_playing ? WHEN_LOBBY : table->has_hands ? WHEN_HANDS : WHEN_NO_HANDS;
    return (button->when & now) != 0;
}

const char *controls_command(const struct host_board *table, const char *words)
{
    for (int i = 0; i < TABLE_BUTTONS; i++)
        if (is_shown(&table_buttons[i], table) && strcmp(table_buttons[i].word, words) == 0)
            return table_buttons[i].command;
    return NULL;
}

/* ---- moves as values: themselves, or "#" and a hash where they are too long for an id ---- */

static void controls_put_value(const char *before, const char *move, struct text *out)
{
    text_put(out, before);
    if ((int)strlen(move) <= CONTROLS_ID - out->length)
        text_put(out, move);
    else
        text_putf(out, "#%016" PRIx64, text_hash(HASH_START, move));
}

/* What a press of such a move begins with: "m12.0.34:". */
static void controls_put_before(const struct press *press, char letter, struct text *out)
{
    text_putf(out, "%c%" PRId64 ".%d.%d:", letter, press->table, press->seat, press->decision);
}

static void controls_put_move(const struct discord *discord, json_t *components, char letter,
                              const struct press *press, const struct host_choice *choice)
{
    char before[CONTROLS_ID + 1], id[CONTROLS_ID + 1];
    struct text begin = text_over(before, sizeof before), text = text_over(id, sizeof id);
    controls_put_before(press, letter, &begin);
    controls_put_value(before, choice->move, &text);
    json_t *button = controls_put_button(components, STYLE_SECONDARY, choice->label, id);
    json_object_set_new(button, "emoji", controls_emoji(discord, choice->picture));
}

/* A game without hidden hands is played under its board. */
static void put_open_moves(const struct discord *discord, const char *room, json_t *components)
{
    struct host_moves moves;
    host_open_moves(discord->host, discord->network, room, &moves);
    for (int i = 0; i < moves.count && moves.count <= CONTROLS_OPEN; i++)
        controls_put_move(discord, components, 'b', &moves.press, &moves.list[i]);
    host_moves_free(&moves);
}

json_t *controls_offer_again(const struct discord *discord, const char *room, int64_t table,
                             bool has_pictures, json_t *body)
{
    char id[CONTROLS_ID + 1];
    if (!host_room_offers_again(discord->host, discord->network, room, table))
        return body;
    json_t *components = json_array();
    check(components);
    snprintf(id, sizeof id, "t%" PRId64 ":%s", table, CONTROLS_AGAIN);
    controls_put_button(components, STYLE_SUCCESS, discord_strings[DISCORD_STRING_BUTTON_AGAIN],
                        id);
    snprintf(id, sizeof id, "t%" PRId64 ":%s", table, CONTROLS_NEXT);
    controls_put_button(components, STYLE_SECONDARY, discord_strings[DISCORD_STRING_BUTTON_NEXT],
                        id);
    if (has_pictures && room[0] != '@') {
        snprintf(id, sizeof id, "t%" PRId64 ":%s", table, CONTROLS_SHARE);
        controls_put_button(components, STYLE_SECONDARY,
                            discord_strings[DISCORD_STRING_BUTTON_SHARE], id);
    }
    json_object_set_new(body, "components", components);
    return body;
}

json_t *controls_open_seats(const struct discord *discord, const struct person *person,
                            const char *room, unsigned rank)
{
    struct host_seat seats[SEATS_OFFERED];
    struct heard heard = controls_heard(discord, person);
    heard.room = room[0] == '@' ? NULL : room;
    heard.rank = rank;
    int count = host_open_seats(discord->host, &heard, seats, SEATS_OFFERED);
    json_t *components = count > 0 ? json_array() : NULL;
    for (int i = 0; i < count; i++) {
        char id[CONTROLS_ID + 1], label[CONTROLS_LABEL];
        struct text text = text_over(label, sizeof label);
        text_putf(&text, "%s %" PRId64 ": %s", discord_strings[DISCORD_STRING_BUTTON_SIT],
                  seats[i].number, seats[i].game);
        snprintf(id, sizeof id, "t%" PRId64 ":%s", seats[i].number, CONTROLS_SIT);
        controls_put_button(components, STYLE_SUCCESS, label, id);
    }
    return components;
}

json_t *controls_table_buttons(const struct discord *discord, const char *room, bool with_moves,
                               bool has_pictures)
{
    json_t *components = json_array(), *last = json_array();
    struct host_board table;
    check(components && last);
    bool has_table = host_board_in(discord->host, discord->network, room, &table);
    if (has_table && with_moves)
        put_open_moves(discord, room, components);
    for (int i = 0; i < TABLE_BUTTONS && has_table; i++) {
        const struct table_button *button = &table_buttons[i];
        char id[CONTROLS_ID + 1];
        snprintf(id, sizeof id, "t%" PRId64 ":%s", table.table, button->word);
        bool is_possible = has_pictures || strcmp(button->word, CONTROLS_PICTURE) != 0;
        if (is_possible && is_shown(button, &table) &&
            !(table.is_closed && button->when == WHEN_OPEN))
            controls_put_button(last, button->style, discord_strings[button->label], id);
    }
    check(json_array_extend(components, last) == 0);
    json_decref(last);
    return components;
}

bool controls_move(const struct host_panel *panel, const char *value, char move[HOST_TEXT])
{
    char hash[24];
    if (value[0] != '#')
        return snprintf(move, HOST_TEXT, "%s", value) < HOST_TEXT;
    for (int i = 0; panel && i < panel->moves.count; i++) {
        const char *other = panel->moves.list[i].move;
        snprintf(hash, sizeof hash, "#%016" PRIx64, text_hash(HASH_START, other));
        if (strcmp(hash, value) == 0)
            return snprintf(move, HOST_TEXT, "%s", other) < HOST_TEXT;
    }
    return false;
}

struct heard controls_heard(const struct discord *discord, const struct person *person)
{
    return (struct heard){.network = discord->network,
                          .key = person->id,
                          .source = {.people = 1},
                          .name = person->name,
                          .text = "",
                          .now = loop_now(discord->loop)};
}

/* ---- custom ids ---- */

/* -1 if absent or too large. */
static int64_t read_number(const char **p)
{
    int64_t number = 0;
    const char *from = *p;
    for (; **p >= '0' && **p <= '9'; (*p)++) {
        int digit = **p - '0';
        if (number > (INT64_MAX - digit) / 10)
            return -1;
        number = number * 10 + digit;
    }
    return *p > from ? number : -1;
}

static bool read_sign(const char **p, char sign)
{
    bool is_there = **p == sign;
    *p += is_there;
    return is_there;
}

/* "12.0.34" */
static bool read_press(const char **p, struct press *press)
{
    press->table = read_number(p);
    int64_t seat = read_sign(p, '.') ? read_number(p) : -1;
    int64_t decision = read_sign(p, '.') ? read_number(p) : -1;
    if (press->table < 0 || seat < 0 || seat > INT_MAX || decision < 0 || decision > INT_MAX)
        return false;
    press->seat = (int)seat;
    press->decision = (int)decision;
    return true;
}

static bool read_words(const char *p, struct pressed *out)
{
    struct text text = text_over(out->words, sizeof out->words);
    text_put(&text, p);
    return !text.cut;
}

static bool read_table(const char *p, struct pressed *out)
{
    out->kind = PRESSED_TABLE;
    out->press.table = read_number(&p);
    return out->press.table >= 0 && read_sign(&p, ':') && read_words(p, out);
}

static bool read_panel(const char *p, struct pressed *out)
{
    out->kind = PRESSED_PANEL;
    out->press.table = read_number(&p);
    int64_t page = read_sign(&p, ':') ? read_number(&p) : -1;
    out->page = page > INT_MAX ? 0 : (int)page;
    return out->press.table >= 0 && page >= 0 && read_sign(&p, ':') && read_words(p, out);
}

static bool read_move(const char *p, struct pressed *out)
{
    out->kind = PRESSED_MOVE;
    return read_press(&p, &out->press) && read_sign(&p, ':') && read_words(p, out);
}

static bool read_step(const char *p, struct pressed *out)
{
    out->is_step = true;
    return read_move(p, out);
}

static bool read_card(const char *p, struct pressed *out)
{
    bool is_read = read_table(p, out);
    out->kind = PRESSED_CARD;
    if (out->words[0] == ':')
        out->words[0] = '\0'; /* which menu */
    return is_read;
}

static bool read_open(const char *p, struct pressed *out)
{
    out->is_open = true;
    return read_move(p, out);
}

static bool read_undo(const char *p, struct pressed *out)
{
    out->kind = PRESSED_UNDO;
    out->press.is_undo = true;
    return read_press(&p, &out->press) && read_sign(&p, ':') && *p == '\0';
}

static bool read_menu(const char *p, struct pressed *out)
{
    bool is_read = read_move(p, out);
    out->words[0] = '\0'; /* the words only number the menus */
    return is_read;
}

static bool read_step_menu(const char *p, struct pressed *out)
{
    out->is_step = true;
    return read_menu(p, out);
}

static bool read_whole(const char *p, struct pressed *out)
{
    out->is_whole = true;
    return read_panel(p, out);
}

struct pressed controls_read(const char *custom_id)
{
    static const struct {
        char letter;
        bool (*read)(const char *p, struct pressed *out);
    } kinds[] = {{'t', read_table},     {'r', read_whole}, {'v', read_panel}, {'p', read_panel},
                 {'n', read_panel},     {'m', read_move},  {'s', read_menu},  {'k', read_step},
                 {'l', read_step_menu}, {'c', read_card},  {'b', read_open},  {'u', read_undo}};
    struct pressed out = {.kind = PRESSED_NOTHING};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (custom_id[0] == kinds[i].letter && !kinds[i].read(custom_id + 1, &out))
            return (struct pressed){.kind = PRESSED_NOTHING};
    return out;
}

/* ---- the private panel of a seat ---- */

/* In a game with hands a button for each card, the same whatever is legal, and below them what
   needs no card. A card that can do one thing does it; else it is opened: what it can do, a row for
   each verb. Without hands few moves are buttons; of many, each verb with a single one is a button,
   and each other verb is a menu, or unfolds one when it is pressed. */

enum {
    ROWS = 5,
    MENU_OPTIONS = 25,
    VERB_BUTTONS = 10, /* with more verbs than this, all moves are in menus */
    CARD_BUTTONS = 20, /* with more cards than this, they are in menus */
    CARD_ROWS = 3,     /* likewise, where there is something to play without a card */
    OPTION_LABEL = 100,
};

struct verb_count {
    char word[HOST_NAME];
    int moves;
    bool is_shown;
};

struct drawing {
    const struct discord *discord;
    const struct host_panel *panel;
    struct press press;
    json_t *components;
    const char *card; /* whose moves are drawn: a key; "": what needs none; NULL: any */
    struct verb_count *verbs;
    int verb_count, moves;
    bool is_opened;       /* a card or verb was pressed, and only its moves are there */
    bool is_at_once;      /* the moves of all verbs are unfolded */
    const char *unfolded; /* a verb; "": all moves; NULL: none */
    int from, to;         /* the range of its moves that is shown */
    int at;               /* counts its moves */
    int menus;
};

static int rows_left(const struct drawing *drawing)
{
    return ROWS - 1 - (int)json_array_size(drawing->components);
}

static struct verb_count *verb_of(struct drawing *drawing, const char *word)
{
    for (int i = 0; i < drawing->verb_count; i++)
        if (strcmp(drawing->verbs[i].word, word) == 0)
            return &drawing->verbs[i];
    return NULL;
}

static void each_move(struct drawing *drawing,
                      bool (*each)(struct drawing *drawing, const struct host_choice *choice))
{
    const struct host_moves *moves = &drawing->panel->moves;
    bool goes_on = true;
    for (int i = 0; i < moves->count && goes_on; i++)
        if (!drawing->card || strcmp(drawing->card, moves->list[i].card) == 0)
            goes_on = each(drawing, &moves->list[i]);
}

static bool count_choice(struct drawing *drawing, const struct host_choice *choice)
{
    struct verb_count *verb = verb_of(drawing, choice->verb);
    if (!verb) {
        drawing->verbs =
            realloc(drawing->verbs, (size_t)(drawing->verb_count + 1) * sizeof *drawing->verbs);
        check(drawing->verbs && strlen(choice->verb) < sizeof verb->word);
        verb = &drawing->verbs[drawing->verb_count++];
        *verb = (struct verb_count){.moves = 0};
        snprintf(verb->word, sizeof verb->word, "%s", choice->verb);
    }
    verb->moves++;
    drawing->moves++;
    return true;
}

/* Behind its card a move is said without it. */
static struct host_choice shown_as(const struct drawing *drawing, const struct host_choice *choice)
{
    struct host_choice shown = *choice;
    if (drawing->card && *drawing->card) {
        shown.label = choice->target;
        shown.detail = shown.picture = "";
    }
    return shown;
}

static bool put_move_button(struct drawing *drawing, const struct host_choice *choice)
{
    const struct host_choice shown = shown_as(drawing, choice);
    controls_put_move(drawing->discord, drawing->components, drawing->is_opened ? 'k' : 'm',
                      &drawing->press, &shown);
    return true;
}

static bool put_verb_button(struct drawing *drawing, const struct host_choice *choice)
{
    struct verb_count *verb = verb_of(drawing, choice->verb);
    char id[CONTROLS_ID + 1], label[HOST_NAME + 16];
    if (verb->is_shown)
        return true;
    verb->is_shown = true;
    if (verb->moves == 1 || drawing->is_at_once)
        return verb->moves > 1 || put_move_button(drawing, choice);
    bool is_unfolded = drawing->unfolded && strcmp(drawing->unfolded, verb->word) == 0;
    snprintf(id, sizeof id, "v%" PRId64 ":0:%s", drawing->press.table, verb->word);
    snprintf(label, sizeof label, "%s (%d)", verb->word, verb->moves);
    controls_put_button(drawing->components, is_unfolded ? STYLE_PRIMARY : STYLE_SECONDARY, label,
                        id);
    return true;
}

/* A menu in a row of its own. Returns its options, borrowed. */
static json_t *put_menu(json_t *components, const char *id, const char *about)
{
    char bytes[CONTROLS_LABEL];
    struct text text = text_over(bytes, sizeof bytes);
    markdown_put_plain(about, OPTION_LABEL, &text);
    json_t *menu = json_pack("{s:i, s:s, s:s, s:[]}", "type", COMPONENT_MENU, "custom_id", id,
                             "placeholder", bytes, "options");
    check(menu);
    controls_put_row(components, menu);
    return json_object_get(menu, "options");
}

static json_t *add_option(json_t *options, const char *label, const char *value)
{
    char bytes[CONTROLS_LABEL];
    struct text shown = text_over(bytes, sizeof bytes);
    markdown_put_plain(label, OPTION_LABEL, &shown);
    json_t *option = json_pack("{s:s, s:s}", "label", bytes, "value", value);
    check(option && json_array_append_new(options, option) == 0);
    return option;
}

/* Those of the last menu. */
static json_t *last_options(const json_t *components)
{
    const json_t *row = json_array_get(components, json_array_size(components) - 1);
    return json_object_get(json_array_get(json_object_get(row, "components"), 0), "options");
}

/* The last menu, or a new one if that is full. */
static json_t *menu_options(struct drawing *drawing, const char *help)
{
    char id[CONTROLS_ID + 1];
    struct text before = text_over(id, sizeof id);
    if ((drawing->at - drawing->from) % MENU_OPTIONS != 0)
        return last_options(drawing->components);
    controls_put_before(&drawing->press, drawing->is_opened ? 'l' : 's', &before);
    text_putf(&before, "%d", drawing->menus++);
    return put_menu(drawing->components, id,
                    *drawing->unfolded ? help : discord_strings[DISCORD_STRING_MENU_MOVES]);
}

static bool put_option(struct drawing *drawing, const struct host_choice *choice)
{
    if (*drawing->unfolded && strcmp(drawing->unfolded, choice->verb) != 0)
        return true;
    if (drawing->at >= drawing->from && drawing->at < drawing->to) {
        const struct host_choice shown = shown_as(drawing, choice);
        char detail[CONTROLS_LABEL], value[CONTROLS_ID + 1];
        struct text more = text_over(detail, sizeof detail), said = text_over(value, sizeof value);
        markdown_put_plain(shown.detail, OPTION_LABEL, &more);
        controls_put_value("", shown.move, &said);
        json_t *option = add_option(menu_options(drawing, shown.help), shown.label, value);
        if (*detail)
            json_object_set_new(option, "description", json_string(detail));
        json_object_set_new(option, "emoji", controls_emoji(drawing->discord, shown.picture));
    }
    drawing->at++;
    return drawing->at < drawing->to;
}

static void put_page_button(struct drawing *drawing, char letter, const char *label, int page)
{
    char id[CONTROLS_ID + 1];
    snprintf(id, sizeof id, "%c%" PRId64 ":%d:%s", letter, drawing->press.table, page,
             drawing->unfolded);
    controls_put_button(drawing->components, STYLE_SECONDARY, label, id);
}

/* The one asked for, or the only one with several moves; "" (all moves together) if there are too
   many verbs. */
static const char *unfolded_of(struct drawing *drawing, const char *verb)
{
    const struct verb_count *asked = verb ? verb_of(drawing, verb) : NULL, *only = NULL;
    int several = 0;
    for (int i = 0; i < drawing->verb_count; i++)
        if (drawing->verbs[i].moves > 1) {
            only = &drawing->verbs[i];
            several++;
        }
    if (drawing->verb_count > VERB_BUTTONS)
        return "";
    if (asked && asked->moves > 1)
        return asked->word;
    return several == 1 ? only->word : NULL;
}

/* Returns the number of pages. */
static int put_menus(struct drawing *drawing, int *page)
{
    int on_page = rows_left(drawing) * MENU_OPTIONS;
    int moves = *drawing->unfolded ? verb_of(drawing, drawing->unfolded)->moves : drawing->moves;
    int pages = (moves + on_page - 1) / on_page;
    *page = *page < 0 ? 0 : *page >= pages ? pages - 1 : *page;
    drawing->at = 0;
    drawing->from = *page * on_page;
    drawing->to = drawing->from + on_page;
    each_move(drawing, put_option);
    return pages;
}

static int rows_of(int buttons)
{
    return (buttons + ROW_BUTTONS - 1) / ROW_BUTTONS;
}

/* A button for each verb with a single move, and menus for each other one. */
static bool fits_at_once(const struct drawing *drawing)
{
    int buttons = 0, menus = 0;
    for (int i = 0; i < drawing->verb_count; i++)
        if (drawing->verbs[i].moves == 1)
            buttons++;
        else
            menus += (drawing->verbs[i].moves + MENU_OPTIONS - 1) / MENU_OPTIONS;
    return rows_of(buttons) + menus <= rows_left(drawing);
}

/* A row for each verb of a card, or two. */
static bool fits_by_verb(const struct drawing *drawing)
{
    int rows = 0;
    for (int i = 0; i < drawing->verb_count; i++)
        rows += rows_of(drawing->verbs[i].moves);
    return drawing->moves <= CONTROLS_DIRECT && rows <= rows_left(drawing);
}

static bool put_of_verb(struct drawing *drawing, const struct host_choice *choice)
{
    return strcmp(drawing->unfolded, choice->verb) != 0 || put_move_button(drawing, choice);
}

static void put_by_verb(struct drawing *drawing)
{
    json_t *all = drawing->components;
    for (int i = 0; i < drawing->verb_count; i++) {
        drawing->components = json_array();
        check(drawing->components);
        drawing->unfolded = drawing->verbs[i].word;
        each_move(drawing, put_of_verb);
        check(json_array_extend(all, drawing->components) == 0);
        json_decref(drawing->components);
    }
    drawing->components = all;
    drawing->unfolded = NULL;
}

/* Those of drawing->card. Returns the number of pages. */
static int put_moves(struct drawing *drawing, const char *verb, int *page)
{
    int pages = 1;
    bool is_of_card = drawing->card && *drawing->card;
    if (is_of_card && fits_by_verb(drawing)) {
        put_by_verb(drawing);
        return pages;
    }
    if (drawing->moves <= CONTROLS_DIRECT && rows_of(drawing->moves) <= rows_left(drawing)) {
        each_move(drawing, put_move_button);
        return pages;
    }
    drawing->is_at_once = fits_at_once(drawing);
    drawing->unfolded = unfolded_of(drawing, verb);
    if (drawing->is_at_once || drawing->verb_count <= VERB_BUTTONS)
        each_move(drawing, put_verb_button);
    if (drawing->unfolded && !drawing->is_at_once && rows_left(drawing) > 0)
        pages = put_menus(drawing, page);
    for (int i = 0; drawing->is_at_once && i < drawing->verb_count; i++) {
        drawing->unfolded = drawing->verbs[i].word;
        if (drawing->verbs[i].moves > 1)
            put_menus(drawing, page);
    }
    return pages;
}

/* ---- cards ---- */

/* "d g red heart x2"; where there is a picture of it, without its name. */
static void put_card_label(const struct host_card *card, bool has_picture, struct text *out)
{
    text_put(out, card->letters);
    if (!has_picture)
        text_putf(out, "%s%s", *card->letters ? " " : "", card->name);
    else if (!*card->letters)
        text_put(out, card->key);
    if (card->count > 1)
        text_putf(out, " \xc3\x97%d", card->count);
}

static void put_card_button(struct drawing *drawing, const struct host_card *card)
{
    char id[CONTROLS_ID + 1], label[HOST_TEXT];
    struct text text = text_over(label, sizeof label);
    json_t *emoji = controls_emoji(drawing->discord, card->picture);
    snprintf(id, sizeof id, "c%" PRId64 ":%s", drawing->press.table, card->key);
    put_card_label(card, emoji != NULL, &text);
    json_object_set_new(controls_put_button(drawing->components, STYLE_SECONDARY, label, id),
                        "emoji", emoji);
}

static void put_card_option(struct drawing *drawing, const struct host_card *card, int i)
{
    char id[CONTROLS_ID + 1], label[HOST_TEXT];
    struct text text = text_over(label, sizeof label);
    snprintf(id, sizeof id, "c%" PRId64 "::%d", drawing->press.table, i / MENU_OPTIONS);
    json_t *options = i % MENU_OPTIONS == 0 ? put_menu(drawing->components, id,
                                                       discord_strings[DISCORD_STRING_MENU_CARDS])
                                            : last_options(drawing->components);
    put_card_label(card, false, &text);
    json_object_set_new(add_option(options, label, card->key), "emoji",
                        controls_emoji(drawing->discord, card->picture));
}

/* Their order and place follow from the hand, not from what is legal. */
static void put_cards(struct drawing *drawing)
{
    const struct host_moves *moves = &drawing->panel->moves;
    int most = drawing->moves > 0 ? CARD_ROWS * ROW_BUTTONS : CARD_BUTTONS;
    for (int i = 0; i < moves->card_count; i++)
        if (moves->card_count <= most)
            put_card_button(drawing, &moves->cards[i]);
        else
            put_card_option(drawing, &moves->cards[i], i);
}

const struct host_card *controls_card(const struct host_panel *panel, const char *key)
{
    for (int i = 0; panel && i < panel->moves.card_count; i++)
        if (strcmp(panel->moves.cards[i].key, key) == 0)
            return &panel->moves.cards[i];
    return NULL;
}

int controls_moves_of(const struct host_panel *panel, const char *key,
                      const struct host_choice **first)
{
    int count = 0;
    for (int i = panel->moves.count - 1; i >= 0; i--)
        if (strcmp(panel->moves.list[i].card, key) == 0) {
            *first = &panel->moves.list[i];
            count++;
        }
    return count;
}

/* ---- the whole panel ---- */

/* "Back" where a card or verb was opened; no "Undo" in a message that stands when others move. */
static void put_last_row(struct drawing *drawing, int pages, int page, bool is_lasting)
{
    char id[CONTROLS_ID + 1];
    json_t *last = json_array(), *moves = drawing->components;
    check(last);
    drawing->components = last; /* a row of its own */
    if (pages > 1 && page > 0)
        put_page_button(drawing, 'p', "Back", page - 1);
    if (pages > 1 && page < pages - 1)
        put_page_button(drawing, 'n', "More", page + 1);
    if (drawing->is_opened) {
        snprintf(id, sizeof id, "v%" PRId64 ":0:", drawing->press.table);
        controls_put_button(last, STYLE_SECONDARY, pages > 1 && page > 0 ? "Hand" : "Back", id);
    } else {
        snprintf(id, sizeof id, "r%" PRId64 ":0:", drawing->press.table);
        controls_put_button(last, STYLE_SECONDARY, "Refresh", id);
    }
    if (drawing->panel->can_undo && !drawing->is_opened && !is_lasting) {
        struct text text = text_over(id, sizeof id);
        controls_put_before(&drawing->press, 'u', &text);
        controls_put_button(last, STYLE_SECONDARY, "Undo", id);
    }
    snprintf(id, sizeof id, "t%" PRId64 ":rules", drawing->press.table);
    controls_put_button(last, STYLE_SECONDARY, "Rules", id);
    drawing->components = moves;
    check(json_array_extend(moves, last) == 0);
    json_decref(last);
}

/* The menus and /moves have all moves. */
static void put_content(const struct markdown_style *style, const struct prose *hand,
                        struct text *out)
{
    const char *more = discord_strings[DISCORD_STRING_HAND_CUT];
    char bytes[DISCORD_TEXT];
    struct text whole = text_over(bytes, sizeof bytes);
    markdown_put_message(hand, style, &whole);
    bool is_in_fence = false;
    int length = markdown_piece(bytes, DISCORD_CONTENT - 2 - (int)strlen(more), &is_in_fence, out);
    if (bytes[length])
        text_putf(out, "\n%s", more);
}

/* What the message says of the hand. */
static void put_hand(struct drawing *drawing, const struct person *person, bool is_short,
                     struct text *out)
{
    const struct markdown_style style = {.prefix = "/",
                                         .cards = person->look.cards,
                                         .emoji = drawing->discord->emoji,
                                         .commands = drawing->discord->commands};
    struct prose whole = is_short ? drawing->panel->cards : drawing->panel->hand;
    if (!is_short && drawing->panel->moves.count == 0) {
        prose_put(&whole, whole.length > 0 ? " " : "");
        view_string(&whole, STRING_MOVES_NONE, (char *)0);
    }
    put_content(&style, &whole, out);
    const struct host_card *card =
        drawing->is_opened && drawing->card ? controls_card(drawing->panel, drawing->card) : NULL;
    if (!is_short)
        return;
    struct prose how;
    prose_open(&how, whole.language);
    if (card)
        view_sentence(&how, discord_strings[DISCORD_STRING_HAND_CARD], "card", card->name,
                      (char *)0);
    else
        view_sentence(&how, discord_strings[DISCORD_STRING_HAND_TAP], (char *)0);
    text_put(out, card ? "\n" : "\n-# ");
    markdown_put(&how, &style, out);
}

/* So that it can be compared with what stands: not with what leads elsewhere. */
static void digest_of_cards(const char *content, const json_t *components,
                            char digest[DISCORD_DIGEST])
{
    json_t *body = json_pack("{s:s, s:O}", "content", content, "components", components);
    check(body);
    markdown_body_digest(body, digest);
    json_decref(body);
}

/* Puts what the view shows. True if it stays right until a card comes or goes. */
static bool draw(struct drawing *drawing, const struct controls_view *view, int *pages, int *page)
{
    const struct host_panel *panel = drawing->panel;
    bool has_cards = panel->moves.card_count > 0, has_verb = view->verb && *view->verb,
         has_card = view->card && controls_card(panel, view->card);
    drawing->is_opened = has_cards && (has_card || has_verb);
    drawing->card = !has_cards ? NULL : has_card ? view->card : "";
    each_move(drawing, count_choice);
    if (drawing->is_opened && drawing->moves == 0) { /* not any more */
        drawing->is_opened = false;
        drawing->card = "";
        each_move(drawing, count_choice);
    }
    if (has_cards && !drawing->is_opened)
        put_cards(drawing);
    bool is_lasting = has_cards && !drawing->is_opened && drawing->moves == 0 && !panel->is_coached;
    *pages = put_moves(drawing, view->verb, page);
    return is_lasting;
}

json_t *controls_panel(struct discord *discord, int64_t table, const struct person *person,
                       const struct controls_view *view, struct controls_shown *shown)
{
    struct host_panel *panel =
        host_panel_of(discord->host, identity(discord->network, person->id), table);
    struct drawing drawing = {.discord = discord, .panel = panel};
    char content[4 * DISCORD_CONTENT + 1];
    struct text text = text_over(content, sizeof content);
    struct controls_shown ignored;
    shown = shown ? shown : &ignored;
    *shown = (struct controls_shown){.decision = -1};
    if (!panel)
        return NULL;
    drawing.press = panel->moves.press;
    shown->decision = drawing.press.decision;
    shown->has_moves = panel->moves.count > 0;
    drawing.components = json_array();
    check(drawing.components);
    int pages = 1, page = view->page;
    bool is_lasting = draw(&drawing, view, &pages, &page) && person->look.cards != LOOK_READER;
    bool is_short = !view->is_whole && (is_lasting || drawing.is_opened);
    put_hand(&drawing, person, is_short, &text);
    if (is_lasting && is_short)
        digest_of_cards(content, drawing.components, shown->holds);
    put_last_row(&drawing, pages, page, *shown->holds != '\0');
    free(drawing.verbs);
    host_panel_free(panel);
    json_t *body = markdown_body_new(content, NULL, 0);
    check(body && json_object_set_new(body, "components", drawing.components) == 0);
    return body;
}
