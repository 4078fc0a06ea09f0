/* What the files that deal with interactions share: interact.c reads them, reply.c answers them, shown.c keeps the private
   panels that are open, panel.c draws and reads what is pressed, slash.c and choices.c know the commands. Only they
   include this. */
#ifndef INTERACT_H
#define INTERACT_H

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>

#include "discord_inside.h"
#include "json_fields.h"
#include "loop.h"
#include "rest.h"
#include "text.h"

/* Discord's rules for a token: 3 s to the first answer, then 15 minutes. We stay well below both. */
enum {
    REPLY_DEFER_MS = 2000,
    REPLY_FIRST_MS = 3000,
    REPLY_TOKEN_MS = 15 * 60 * 1000,
    REPLY_MARGIN_MS = 20 * 1000,
    SEEN_IDS = 1024,
};

enum { MESSAGE_EPHEMERAL = 64 };

/* ---- reply.c: one interaction's answer ---- */

enum reply_place {
    REPLY_NEW,     /* a new private message */
    REPLY_IN_PLACE /* the message that was pressed; only where nobody else sees it */
};

struct reply {
    struct reply *next;
    struct discord *discord;
    struct person *person;
    char interaction[DISCORD_ID], heard[DISCORD_ID + 1]; /* "70", "i70" */
    char *token;
    enum reply_place place;
    char room[HOST_ROOM];   /* where it was pressed or typed */
    char guild[DISCORD_ID]; /* likewise; "": in private */
    uint64_t rights;        /* of the person there; 0: none, or in private */
    bool is_ephemeral;      /* the message that was pressed: edits of it need a token */
    bool is_about_hand;     /* the answer shows the hand */
    bool takes_hand;        /* it does, if one is told meanwhile */
    bool is_aside;          /* it edits a message above the latest hand: a new hand would be overlooked there */
    bool is_complete;       /* nothing more is collected */
    bool is_composed;       /* `message` and `more` are what is left to say */
    bool is_deferred;
    bool is_open;                         /* the first answer was taken */
    bool is_failing;                      /* no answer is taken (any more) */
    bool is_under_way;                    /* REST has a request of ours */
    int64_t first_by, expires, forget_at; /* of the loop's clock */
    int64_t table;                        /* whose hand to show; 0: none */
    char done[HOST_TEXT];                 /* "start": what a command did, said if nothing else is; "" for a press */
    char verb[HOST_NAME];                 /* unfolded in the panel; "" */
    int page;
    bool has_panel;
    json_t *message, *more; /* a body; an array of bodies that follow it */
    struct loop_timer timer;
    struct text said, hand;
    char said_bytes[DISCORD_TEXT], hand_bytes[DISCORD_TEXT];
};

/* Begins to answer; it defers by itself when the time has come, and is freed when all is said. */
struct reply *reply_new(struct discord *discord, const json_t *interaction, struct person *person,
                        enum reply_place place);
void reply_free(struct reply *reply);
/* Whether one more of this person's may be answered: REPLIES_OF_PERSON of one, REPLIES_OF_GUILD of a guild ("": none) and
   REPLIES_MOST of all are open at a time. What comes above that is not heard, and Discord says so to who did it. */
enum { REPLIES_OF_PERSON = 12, REPLIES_OF_GUILD = 48, REPLIES_MOST = 400 };
bool reply_has_place(const struct discord *discord, const struct person *person, const char *guild);
/* Says it all, not before the next turn of the loop: host ports may not ask the host anything. */
void reply_complete(struct reply *reply);
/* The same with one sentence. */
void reply_say(struct reply *reply, const char *text);

/* ---- shown.c: private panels whose token lives, the newest for each person and table ---- */

/* At a time; without what is just being sent. */
enum { SHOWN_OF_PERSON = 8, SHOWN_OF_GUILD = 400, SHOWN_MOST = 4000 };

struct shown {
    struct shown *next;
    struct discord *discord;
    struct person *person;
    char room[HOST_ROOM];   /* where it is seen */
    char guild[DISCORD_ID]; /* "": none that is known */
    int64_t table;          /* 0: only a token, with which a panel can be opened there */
    int64_t expires;
    char *token;
    char message[DISCORD_ID]; /* "": what the token's interaction was answered with */
    bool is_new;              /* to be said for the first time */
    bool is_dirty, is_gone;
    uint64_t ticket; /* of the request that waits or is under way; 0: none */
};

/* An answer was taken: it showed the panel of that table, or none (0). */
void shown_note(const struct reply *reply, int64_t table);
void shown_free(struct shown *shown);
void shown_refresh_all(void *discord);

/* ---- interact.c ---- */

struct interactions {
    struct discord *discord;
    struct reply *replies; /* in the order of their coming */
    struct shown *shown;
    struct loop_timer refresh;
    uint64_t seen[SEEN_IDS];
    int next_seen;
};

/* A request to one of these routes; its lane is set here. The token is never logged. */
uint64_t interact_send(struct discord *discord, struct rest_request request);
#define ROUTE_CALLBACK "/interactions/{}/{}/callback"
#define ROUTE_ORIGINAL "/webhooks/{}/{}/messages/@original"
#define ROUTE_MESSAGE  "/webhooks/{}/{}/messages/{}"
#define ROUTE_FOLLOW   "/webhooks/{}/{}"

/* Whether somebody gets hands in private panels: by choice, or because direct messages do not arrive. */
bool interact_gets_hands(const struct person *person);

/* A private message of the person's with the bot, where an answer could not be given. `body` is borrowed. */
void interact_fall_back(struct discord *discord, struct person *person, json_t *body);
/* Makes a message one that only the person sees, or takes that back where it is said already. */
void interact_set_ephemeral(json_t *body, bool is_ephemeral);

/* ---- panel.c ---- */

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

/* Takes a custom id apart; whatever it says is still to be checked. */
struct pressed panel_read(const char *custom_id);
/* What a table's button says as a command: "add robot", "hand" for the panel; NULL: there is no such button. */
const char *panel_command(const char *words);
/* The move that a value of a menu or an id stands for: itself, or one of the person's moves by its hash. False: none. */
bool panel_move(const struct table_room *room, const struct heard *heard, const char *value, char move[HOST_TEXT]);
/* The person, as the host asks for whoever asks. */
struct heard panel_heard(const struct discord *discord, const struct person *person);

/* ---- slash.c ---- */

/* The line that a command with its options stands for, "play heartcatchers match=3"; false if there is no such command. */
bool slash_line(const char *name, const json_t *options, struct text *out);
/* The value of an option, NULL if it was not given; the option that is being typed. */
const char *slash_option(const json_t *options, const char *name);
const json_t *slash_focused(const json_t *options);

/* ---- choices.c ---- */

/* The table that somebody's moves are about: that of the place, if they sit there, else their only one; NULL: none. */
struct table_room *choices_table(struct discord *discord, const struct person *person, struct table_room *room);
/* What can follow what is being typed: at most 25, an array. New reference. `room` is the table of the place, or NULL. */
json_t *choices_for(struct discord *discord, const struct person *person, struct table_room *room, const json_t *data);

#endif
