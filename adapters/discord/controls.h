/* What is pressed: the buttons of a table, the private panel of a seat, and their custom ids. */
#ifndef CONTROLS_H
#define CONTROLS_H

#include "markdown.h"
#include "people.h"

enum {
    CONTROLS_DIRECT = 12, /* in private: up to this many moves, each is a button */
    CONTROLS_OPEN = 20,   /* likewise under a board, where all else is a message more */
    CONTROLS_ID = 100,    /* bytes */
    CONTROLS_LABEL = 401, /* bytes of a hundred characters */
};
enum style { STYLE_PRIMARY = 1, STYLE_SECONDARY, STYLE_SUCCESS };
enum component { COMPONENT_ROW = 1, COMPONENT_BUTTON, COMPONENT_MENU };

struct host_board;
struct host_panel;

/* The buttons under a table's message; in a game without hidden hands also the moves of the person
   whom the table waits for, if `with_moves`. Empty where the room has no table. New reference. */
json_t *controls_table_buttons(const struct discord *discord, const char *room, bool with_moves,
                               bool has_pictures);

/* Puts "Again" under the result of that table, while it is offered, "Play next" for those who did
   not sit there, and "Share", which shows a picture of it. Returns the body. */
#define CONTROLS_AGAIN "again"
#define CONTROLS_NEXT  "next"
#define CONTROLS_SHARE "share"
/* of the buttons of a table: that one shows it as a picture */
#define CONTROLS_PICTURE "picture"
json_t *controls_offer_again(const struct discord *discord, const char *room, int64_t table,
                             bool has_pictures, json_t *body);

/* "Sit down" for each of the first open seats that the person may take. New reference; NULL if
   absent. */
#define CONTROLS_SIT "sit"
json_t *controls_open_seats(const struct discord *discord, const struct person *person,
                            const char *room, unsigned rank);

/* A row with one component, taken. Returns the row, borrowed. */
json_t *controls_put_row(json_t *components, json_t *first);
json_t *controls_put_button(json_t *components, enum style style, const char *label,
                            const char *id);

enum pressed_kind {
    PRESSED_NOTHING, /* not ours */
    PRESSED_TABLE,   /* a button of a table: `words` is "join" */
    PRESSED_PANEL,   /* the panel again, with the verb `words` unfolded */
    PRESSED_CARD,    /* a card of the hand: `words` is its key, "" where a menu says it */
    PRESSED_MOVE,    /* `words` is the move, "" where a menu says it */
    PRESSED_UNDO
};

struct pressed {
    enum pressed_kind kind;
    struct press press; /* PRESSED_TABLE, PRESSED_PANEL: only `table` */
    bool is_open;       /* a move under the board, which everybody sees */
    bool is_step;       /* PRESSED_MOVE: behind a card or verb that was opened */
    bool is_whole;      /* PRESSED_PANEL: with all that can be typed */
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

/* The card of that key, and how many moves play it, the first of them in `first` if any; NULL if it
   is not in the hand. Borrowed. */
const struct host_card *controls_card(const struct host_panel *panel, const char *key);
int controls_moves_of(const struct host_panel *panel, const char *key,
                      const struct host_choice **first);

/* ---- the private panel of a seat: hand, offer, buttons and menus; its reader may see that hand
   ---- */

/* What of it is shown; all zero: the cards, and what can be played without one. */
struct controls_view {
    const char *card; /* opened; NULL: none, and none that is not in the hand */
    const char *verb; /* unfolded; NULL or "": none */
    int page;         /* of its moves */
    bool is_whole;    /* in words all that can be typed, which holds for this turn */
};

struct controls_shown {
    /* What names a message that stays right whatever is legal, until a card comes or goes, as all
       moves are made with cards; "" for any other. */
    char holds[DISCORD_DIGEST];
    int decision; /* how many the seat had made */
    bool has_moves;
};

/* NULL if the person has no seat in play at the table. New reference. `shown` may be NULL. */
json_t *controls_panel(struct discord *discord, int64_t table, const struct person *person,
                       const struct controls_view *view, struct controls_shown *shown);

#endif
