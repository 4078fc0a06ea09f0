/* See panel_body.h. Few moves are buttons. Of many, each verb with a single one is a button, and
   each other verb is a menu, or unfolds one when it is pressed. What is pressed is read in
   controls.c. */
#include "panel_body.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "controls.h"
#include "markdown.h"
#include "panels.h"
#include "prose.h"
#include "text.h"
#include "view.h"

enum {
    ROWS = 5,
    ROW_BUTTONS = 5,
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

/* Visits the moves until `each` returns false. */
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

/* A verb with one move gets a button for that move. */
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

/* The verb to unfold: the one asked for, or the only one with several moves; "" (all moves
   together) if there are too many verbs. */
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

/* Fills all free rows but the last with menus of what is unfolded; returns the number of pages. */
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

/* Whether all moves fit at once: a button for each verb with a single move, and menus of its own
   for each other one. */
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

/* Cut to the length of a message; the menus and /moves have all moves. */
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

json_t *panel_body(struct discord *discord, int64_t table, const struct person *person,
                   const char *verb, int page)
{
    struct host_panel *panel = host_panel_of(discord->host, discord->network, person->id, table);
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
    json_t *body = body_new(content, NULL, 0);
    check(body && json_object_set_new(body, "components", drawing.components) == 0);
    return body;
}
