/* What is pressed: the buttons of a table, and those of the private panel (controls.h). Custom
   ids live as long as their message, so they say all that is needed and nothing that is secret
   where others read them:

   t12:join               a button of table 12; t12:again and t12:next, under its result
   b12.0.34:draw          a move under its board, by seat 0, which had decided 34 times r12:0:
   the panel of table 12 again; v12:0:hide, p..., n...: with a verb unfolded, and that page
   m12.0.34:hide a them1  a move on the panel; s12.0.34:0: a menu of such moves

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

json_t *controls_put_button(json_t *components, enum style style, const char *label, const char *id)
{
    char bytes[CONTROLS_LABEL];
    struct text text = text_over(bytes, sizeof bytes);
    markdown_put_plain(label, LABEL, &text);
    json_t *button = json_pack("{s:i, s:i, s:s, s:s}", "type", COMPONENT_BUTTON, "style", style,
                               "label", bytes, "custom_id", id);
    check(button);
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
};

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
    for (int i = 0; i < moves.count && moves.count <= CONTROLS_DIRECT; i++)
        controls_put_move(discord, components, 'b', &moves.press, &moves.list[i]);
    host_moves_free(&moves);
}

json_t *controls_offer_again(const struct discord *discord, const char *room, int64_t table,
                             json_t *body)
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
    json_object_set_new(body, "components", components);
    return body;
}

json_t *controls_table_buttons(const struct discord *discord, const char *room, bool with_moves)
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
        if (is_shown(button, &table) && !(table.is_closed && button->when == WHEN_OPEN))
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

struct pressed controls_read(const char *custom_id)
{
    static const struct {
        char letter;
        bool (*read)(const char *p, struct pressed *out);
    } kinds[] = {{'t', read_table}, {'r', read_panel}, {'v', read_panel},
                 {'p', read_panel}, {'n', read_panel}, {'m', read_move},
                 {'s', read_menu},  {'b', read_open},  {'u', read_undo}};
    struct pressed out = {.kind = PRESSED_NOTHING};
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (custom_id[0] == kinds[i].letter && !kinds[i].read(custom_id + 1, &out))
            return (struct pressed){.kind = PRESSED_NOTHING};
    return out;
}

/* ---- the private panel of a seat ---- */

/* Few moves are buttons. Of many, each verb with a single one is a button, and each other verb is a
   menu, or unfolds one when it is pressed. */

enum {
    ROWS = 5,
    MENU_OPTIONS = 25,
    VERB_BUTTONS = 10, /* with more verbs than this, all moves are in menus */
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
    struct verb_count *verbs;
    int verb_count, moves;
    bool is_at_once;      /* the moves of all verbs are unfolded */
    const char *unfolded; /* a verb; "": all moves; NULL: none */
    int from, to;         /* the range of its moves that is shown */
    int at;               /* counts its moves */
    int menus;
};

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
    for (int i = 0; i < moves->count && each(drawing, &moves->list[i]); i++)
        ;
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

static bool put_move_button(struct drawing *drawing, const struct host_choice *choice)
{
    controls_put_move(drawing->discord, drawing->components, 'm', &drawing->press, choice);
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

/* The last menu, or a new one if that is full. */
static json_t *menu_options(struct drawing *drawing, const char *help)
{
    if ((drawing->at - drawing->from) % MENU_OPTIONS != 0) {
        const json_t *row =
            json_array_get(drawing->components, json_array_size(drawing->components) - 1);
        return json_object_get(json_array_get(json_object_get(row, "components"), 0), "options");
    }
    char bytes[CONTROLS_LABEL], id[CONTROLS_ID + 1];
    struct text text = text_over(bytes, sizeof bytes), before = text_over(id, sizeof id);
    controls_put_before(&drawing->press, 's', &before);
    text_putf(&before, "%d", drawing->menus++);
    markdown_put_plain(*drawing->unfolded ? help : discord_strings[DISCORD_STRING_MENU_MOVES],
                       OPTION_LABEL, &text);
    json_t *menu = json_pack("{s:i, s:s, s:s, s:[]}", "type", COMPONENT_MENU, "custom_id", id,
                             "placeholder", bytes, "options");
    check(menu);
    controls_put_row(drawing->components, menu);
    return json_object_get(menu, "options");
}

static bool put_option(struct drawing *drawing, const struct host_choice *choice)
{
    if (*drawing->unfolded && strcmp(drawing->unfolded, choice->verb) != 0)
        return true;
    if (drawing->at >= drawing->from && drawing->at < drawing->to) {
        char label[CONTROLS_LABEL], detail[CONTROLS_LABEL], value[CONTROLS_ID + 1];
        struct text shown = text_over(label, sizeof label), more = text_over(detail, sizeof detail),
                    said = text_over(value, sizeof value);
        json_t *options = menu_options(drawing, choice->help);
        markdown_put_plain(choice->label, OPTION_LABEL, &shown);
        markdown_put_plain(choice->detail, OPTION_LABEL, &more);
        controls_put_value("", choice->move, &said);
        json_t *option = json_pack("{s:s, s:s}", "label", label, "value", value);
        check(option);
        if (*detail)
            json_object_set_new(option, "description", json_string(detail));
        json_object_set_new(option, "emoji", controls_emoji(drawing->discord, choice->picture));
        check(json_array_append_new(options, option) == 0);
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
    int rows = ROWS - 1 - (int)json_array_size(drawing->components), on_page = rows * MENU_OPTIONS;
    int moves = *drawing->unfolded ? verb_of(drawing, drawing->unfolded)->moves : drawing->moves;
    int pages = (moves + on_page - 1) / on_page;
    *page = *page < 0 ? 0 : *page >= pages ? pages - 1 : *page;
    drawing->at = 0;
    drawing->from = *page * on_page;
    drawing->to = drawing->from + on_page;
    each_move(drawing, put_option);
    return pages;
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
    return (buttons + ROW_BUTTONS - 1) / ROW_BUTTONS + menus <= ROWS - 1;
}

static void put_moves(struct drawing *drawing, const char *verb, int page)
{
    each_move(drawing, count_choice);
    int pages = 1;
    if (drawing->moves <= CONTROLS_DIRECT) {
        each_move(drawing, put_move_button);
    } else {
        drawing->is_at_once = fits_at_once(drawing);
        drawing->unfolded = unfolded_of(drawing, verb);
        if (drawing->is_at_once || drawing->verb_count <= VERB_BUTTONS)
            each_move(drawing, put_verb_button);
        if (drawing->unfolded && !drawing->is_at_once)
            pages = put_menus(drawing, &page);
        for (int i = 0; drawing->is_at_once && i < drawing->verb_count; i++) {
            drawing->unfolded = drawing->verbs[i].word;
            if (drawing->verbs[i].moves > 1)
                put_menus(drawing, &page);
        }
    }
    char id[CONTROLS_ID + 1];
    json_t *last = json_array(), *moves = drawing->components;
    check(last);
    drawing->components = last; /* a row of its own */
    if (pages > 1 && page > 0)
        put_page_button(drawing, 'p', "Back", page - 1);
    if (pages > 1 && page < pages - 1)
        put_page_button(drawing, 'n', "More", page + 1);
    snprintf(id, sizeof id, "r%" PRId64 ":0:", drawing->press.table);
    controls_put_button(last, STYLE_SECONDARY, "Refresh", id);
    if (drawing->panel->can_undo) {
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

json_t *controls_panel(struct discord *discord, int64_t table, const struct person *person,
                       const char *verb, int page)
{
    struct host_panel *panel =
        host_panel_of(discord->host, identity(discord->network, person->id), table);
    struct drawing drawing = {.discord = discord, .panel = panel};
    char content[4 * DISCORD_CONTENT + 1];
    struct text text = text_over(content, sizeof content);
    if (!panel)
        return NULL;
    drawing.press = panel->moves.press;
    drawing.components = json_array();
    check(drawing.components);
    put_moves(&drawing, verb, page);
    if (drawing.moves == 0) {
        prose_put(&panel->hand, panel->hand.length > 0 ? " " : "");
        view_string(&panel->hand, STRING_MOVES_NONE, (char *)0);
    }
    free(drawing.verbs);
    const struct markdown_style style = {.prefix = "/",
                                         .cards = person->look.cards,
                                         .emoji = discord->emoji,
                                         .commands = discord->commands};
    put_content(&style, &panel->hand, &text);
    host_panel_free(panel);
    json_t *body = markdown_body_new(content, NULL, 0);
    check(body && json_object_set_new(body, "components", drawing.components) == 0);
    return body;
}
