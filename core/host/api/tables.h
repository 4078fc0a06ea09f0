/* The tables that are open: found by room, person or number, and visited. */
#ifndef TABLES_H
#define TABLES_H

#include "heard.h"

struct host;

/* NULL if none. A private conversation is the room "@key". */
struct session *host_find(struct host *host, const char *network, const char *room);

/* From 0. NULL behind the last. */
struct session *host_table_of(struct host *host, struct identity who, int i);
/* Of the person's. NULL if absent. */
struct session *host_table_numbered(struct host *host, struct identity who, int64_t table);
int64_t host_table_number(const struct session *session);
const char *host_room_name(const struct session *session,
                           const char *network); /* its first room there; "" if it has none */
/* If that room of it is gone, the table goes on in others. */
bool host_goes_on_without(const struct session *session, const char *network, const char *room);
bool host_is_seated(const struct session *session, const struct heard *heard);
bool host_is_playing(const struct session *session);
bool host_is_over(const struct session *session); /* its last game was played to the end */
/* the opener, before the game */
bool host_is_setting_up(const struct session *session, const struct heard *heard);
/* its game deals hidden hands */
bool host_has_hands(const struct session *session);
const char *host_game_name(const struct session *session);
const char *host_game_id(const struct session *session); /* one word */

/* A table, as admins see it. */
enum host_table_state {
    HOST_TABLE_LOBBY,
    HOST_TABLE_PLAYED,
    HOST_TABLE_ASIDE,
    HOST_TABLE_DAMAGED /* the record cannot be replayed; it is kept */
};
struct host_table {
    int64_t number;
    const char *network, *room, *game, *opener; /* opener: a name */
    int seats;                                  /* taken ones */
    enum host_table_state state;
    int64_t since; /* opened or brought back then, in ms of the loop's clock */
    /* HOST_TABLE_DAMAGED: the wrong line of the record; all lines before it are good */
    int line;
    const char *why;
};
/* In one go: there may be thousands. `each` may not change the host. */
void host_each_table(struct host *host, void (*each)(void *arg, const struct host_table *table),
                     void *arg);
/* With the number, network and room of `known`. False if the host has no such table. */
bool host_look_at(struct host *host, const struct host_table *known,
                  void (*each)(void *arg, const struct host_table *table), void *arg);
/* In its turn, and tells its room who did it. False if no table has this number. */
bool host_end_table(struct host *host, int64_t number, const char *by, int64_t now);
/* After a repair (a line "repair to=N"): plays it on if it is good now. False if this table is not
   damaged. */
bool host_read_again(struct host *host, int64_t number, int64_t now);

/* That have a table; `each` may call the host. */
void host_each_room(struct host *host, const char *network,
                    void (*each)(void *arg, const char *room), void *arg);
/* That host_room_ready() has something to tell: with a table, also of another process, or one that
   did not come back. A room may come several times. */
void host_each_room_to_tell(struct host *host, const char *network,
                            void (*each)(void *arg, const char *room), void *arg);

/* By key and last name, once for each seat; not those who left. `each` may not change the host. */
void host_each_person(struct host *host, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg);

/* At one table, of one network. */
void host_each_seated(const struct session *session, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg);

/* ---- what can be typed or pressed: for completion, buttons and help ---- */

struct prose;

bool host_is_game(const char *words);

/* "layout", "dealt", "what it means". Stops when `each` returns false. */
void host_each_option(const char *game,
                      bool (*each)(void *arg, const char *option, const char *value,
                                   const char *help),
                      void *arg);

/* What "options" sets beside those, at this table: "first" with "lot" and the names of those who
   sit there, and "clock". */
void host_each_table_option(const struct session *session,
                            bool (*each)(void *arg, const char *option, const char *value,
                                         const char *help),
                            void *arg);

void host_each_topic(const char *game, bool (*each)(void *arg, const char *topic), void *arg);

/* Ids. Stops when `each` returns false. */
void host_each_game(bool (*each)(void *arg, const char *id), void *arg);

/* How few robots a person who plays alone needs: one at least. */
int host_least_robots(const char *game);

/* "hide CARD under them1: ...". NULL if the game (`session` NULL: any game) has no
   such move. */
const char *host_verb_help(const struct session *session, const char *word);

/* "take", with its help "take 2: take row 2". Stops when `each` returns false. */
void host_each_verb(const struct session *session,
                    bool (*each)(void *arg, const char *verb, const char *help), void *arg);

/* Whom host_kick() would remove for this person, in the order of seats. Stops when `each` returns
   false. */
void host_each_to_kick(const struct session *session, const struct heard *heard,
                       bool (*each)(void *arg, const char *name), void *arg);

/* Nobody addressed it to us, but it begins with a verb of the game and goes on, and the table waits
   for this person, as everybody can see. Reads no more of it than the verb, which it copies. */
bool host_is_bare_move(const struct session *session, const struct heard *heard,
                       char verb[HOST_NAME]);
/* Once at a table: how to type such a move. */
void host_explain_prefix(struct session *session, const struct heard *heard, const char *verb);

/* The person can play this now; of several moves, the first. */
bool host_is_move(struct session *session, const struct heard *heard, const char *text);

/* Canonical texts, of a seated person. Stops when `each` returns false. */
void host_each_move(struct host *host, struct session *session, const struct heard *heard,
                    bool (*each)(void *arg, const char *move), void *arg);

/* Hand and offer in words, and the mark for presses. False if the person has no seat in a running
   game, or a robot plays it. */
bool host_panel(const struct session *session, const struct heard *heard, struct press *press,
                struct prose *prose);

/* The table is over. */
bool host_offers_again(const struct host *host, int64_t table);

/* Of a deal of the day, which is played without help. The second tells so, and is false elsewhere.
 */
bool host_is_daily(const struct session *session);
bool host_refuses_daily(struct host *host, const struct session *session, const struct heard *heard,
                        const char *command);
bool host_can_undo(const struct session *session, const struct heard *heard);

/* A table where a seat waits for the seat word of somebody of this name on this network; or
   NULL. */
bool host_awaits(const struct session *session, const struct heard *heard);
/* At some table. */
bool host_is_saving_for(const struct host *host, struct identity who);
/* A seat waits for the person who had this key. */
bool host_awaits_key(const struct host *host, struct identity who);
struct session *host_table_awaiting(const struct host *host, const struct heard *heard);

/* The commands that bring a "yes" or "no" of the person: "invite", "link" or "undo". `session` may
   be NULL. Returns how many. */
enum { HOST_QUESTIONS = 4 };
int host_questions(const struct host *host, const struct session *session,
                   const struct heard *heard, const char *commands[HOST_QUESTIONS]);
/* A table of another process has; "undo", as far as is known. */
bool host_is_asked_elsewhere(const struct host *host, const struct heard *heard);
/* That table has asked somebody. */
bool host_is_asked_at(const struct session *session, struct identity who);

struct host_choice {
    const char *verb, *help; /* "hide", "hide CARD under STACK: ..." */
    const char *move;        /* canonical, whatever people are called: what a press says */
    const char *label;       /* "hide d GL them2" */
    const char *detail;      /* what its cards are: "green Ultimate Love"; or "" */
    /* the name of the picture of its first card, as prose.h has them; or "" */
    const char *picture;
    /* the card of the own hand that it plays, by the key of struct host_card; "" if none */
    const char *card;
    const char *target; /* the move without that card: "hide under them2" */
};
/* Of several that play equal cards one. */
void host_each_choice(const struct session *session, const struct heard *heard,
                      bool (*each)(void *arg, const struct host_choice *choice), void *arg);

/* Of some people, after a gap. */
bool host_has_seat_words(struct host *host, const char *network);

/* To the help of this command. NULL if nothing. */
const char *host_help(struct host *host, const char *network, const char *command);

#endif
