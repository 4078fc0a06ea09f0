/* What is pressed: the buttons of a table, the private panel with a seat's hand and moves, and their custom ids. */
#ifndef CONTROLS_H
#define CONTROLS_H

#include "people.h"

/* The rows of buttons under a table's message: Join, Start, Add robot, ... or My hand, Rules. New reference. */
json_t *controls_table_buttons(const struct session *session);
/* The panel: hand, offer, buttons and menus as the body of a message (content, components, allowed_mentions); NULL if the
   person has no seat in play. New reference. `verb` and `page` say what is unfolded: NULL and 0 at first. */
json_t *controls_hand(struct discord *discord, const struct session *session, const struct person *person,
                      const char *lead, const char *verb, int page);

enum pressed_kind {
    PRESSED_NOTHING, /* not ours */
    PRESSED_TABLE,   /* a button of a table: `words` is "join" */
    PRESSED_PANEL,   /* the panel again, with the verb `words` unfolded */
    PRESSED_MOVE     /* `words` is the move, "" where a menu says it */
};

struct pressed {
    enum pressed_kind kind;
    struct press press; /* PRESSED_TABLE, PRESSED_PANEL: only `table` */
    int page;
    char words[128];
};

/* Takes a custom id apart. Nothing that it claims is checked yet. */
struct pressed controls_read(const char *custom_id);
/* The command of a table's button: "add robot", or "hand" for the panel. NULL if the table has no such button now: older
   messages keep theirs. */
const char *controls_command(const struct session *session, const char *words);
/* The move that the value of a menu or button stands for: the value itself, or the person's move with that hash.
   False if absent. */
bool controls_move(const struct session *session, const struct heard *heard, const char *value, char move[HOST_TEXT]);
/* The person as the host's questions want one. */
struct heard controls_heard(const struct discord *discord, const struct person *person);

#endif
