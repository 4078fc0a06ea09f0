/* What can be typed or pressed: games, options, topics, verbs and legal moves, for completion,
   buttons and help. */
#ifndef CHOICES_H
#define CHOICES_H

#include "heard.h"

struct host;
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

/* "hide CARD under them1: ...". NULL if the game has no such move. */
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

bool host_can_undo(const struct session *session, const struct heard *heard);

/* A table where a seat waits for the seat word of somebody of this name on this network; or
   NULL. */
bool host_awaits(const struct session *session, const struct heard *heard);
/* At some table. */
bool host_is_saving_for(const struct host *host, const char *network, const char *key);
/* A seat waits for the person who had this key. */
bool host_awaits_key(const struct host *host, const char *network, const char *key);
struct session *host_table_awaiting(const struct host *host, const struct heard *heard);

/* The commands that bring a "yes" or "no" of the person: "invite", "link" or "undo". `session` may
   be NULL. Returns how many. */
enum { HOST_QUESTIONS = 4 };
int host_questions(const struct host *host, const struct session *session,
                   const struct heard *heard, const char *commands[HOST_QUESTIONS]);
/* A table of another process has; "undo", as far as is known. */
bool host_is_asked_elsewhere(const struct host *host, const struct heard *heard);
/* That table has asked somebody. */
bool host_is_asked_at(const struct session *session, const char *network, const char *key);

struct host_choice {
    const char *verb, *help; /* "hide", "hide CARD under STACK: ..." */
    const char *move;        /* canonical, whatever people are called: what a press says */
    const char *label;       /* "hide d GL them2" */
    const char *detail;      /* what its cards are: "green Ultimate Love"; or "" */
    /* the name of the picture of its first card, as prose.h has them; or "" */
    const char *picture;
};
void host_each_choice(const struct session *session, const struct heard *heard,
                      bool (*each)(void *arg, const struct host_choice *choice), void *arg);

/* For the person of this network for whom alone the table waits, in a game without hidden hands: it
   follows from the public's sight. False if there is no such person. */
bool host_each_open_choice(const struct session *session, const char *network, struct press *press,
                           bool (*each)(void *arg, const struct host_choice *choice), void *arg);

/* Of some people, after a gap. */
bool host_has_seat_words(struct host *host, const char *network);

/* To the help of this command. NULL if nothing. */
const char *host_help(struct host *host, const char *network, const char *command);

#endif
