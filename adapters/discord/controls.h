/* What is pressed: the buttons of a table, the private panel of a seat, and their custom ids. */
#ifndef CONTROLS_H
#define CONTROLS_H

#include "people.h"

enum {
    CONTROLS_DIRECT = 20, /* up to this many moves, each is a button */
    CONTROLS_ID = 100,    /* bytes */
    CONTROLS_LABEL = 401, /* bytes of a hundred characters */
};
enum style { STYLE_PRIMARY = 1, STYLE_SECONDARY, STYLE_SUCCESS };
enum component { COMPONENT_ROW = 1, COMPONENT_BUTTON, COMPONENT_MENU };

struct host_board;
struct host_panel;

/* The buttons under a table's message; in a game without hidden hands also the moves of the person
   whom the table waits for, if `with_moves`. Empty where the room has no table. New reference. */
json_t *controls_table_buttons(const struct discord *discord, const char *room, bool with_moves);

/* Puts "Again" under the result of that table, while it is offered, and "Play next" for those who
   did not sit there. Returns the body. */
#define CONTROLS_AGAIN "again"
#define CONTROLS_NEXT  "next"
json_t *controls_offer_again(const struct discord *discord, const char *room, int64_t table,
                             json_t *body);

/* A row with one component, taken. Returns the row, borrowed. */
json_t *controls_put_row(json_t *components, json_t *first);
json_t *controls_put_button(json_t *components, enum style style, const char *label,
                            const char *id);

enum pressed_kind {
    PRESSED_NOTHING, /* not ours */
    PRESSED_TABLE,   /* a button of a table: `words` is "join" */
    PRESSED_PANEL,   /* the panel again, with the verb `words` unfolded */
    PRESSED_MOVE,    /* `words` is the move, "" where a menu says it */
    PRESSED_UNDO
};

struct pressed {
    enum pressed_kind kind;
    struct press press; /* PRESSED_TABLE, PRESSED_PANEL: only `table` */
    bool is_open;       /* a move under the board, which everybody sees */
    int page;
    char words[128];
};

/* Nothing that it claims is checked yet. */
struct pressed controls_read(const char *custom_id);
/* The command of a table's button: "add robot", or "hand" for the panel. NULL if the table has no
   such button now. */
const char *controls_command(const struct host_board *table, const char *words);
/* The move that the value of a menu or button stands for: itself, or that of the panel (NULL if
   absent) with that hash. */
bool controls_move(const struct host_panel *panel, const char *value, char move[HOST_TEXT]);
struct heard controls_heard(const struct discord *discord, const struct person *person);

/* ---- the private panel of a seat: hand, offer, buttons and menus; its reader may see that hand
   ---- */

/* NULL if the person has no seat in play at the table. New reference. `verb` and `page` say what is
   unfolded: NULL and 0 at first. */
json_t *controls_panel(struct discord *discord, int64_t table, const struct person *person,
                       const char *verb, int page);

#endif
