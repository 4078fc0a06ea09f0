/* Before a game. First everybody has to be within reach, for hands go to people in private. Then
   the seats are closed: nothing that the deal follows from can be chosen any more but people's
   cuts, for a bounded time (docs/fairness.md). Then the cards are dealt. */
#ifndef LOBBY_H
#define LOBBY_H

#include <stdbool.h>
#include <stdint.h>

#include "change.h"
#include "clock.h"
#include "game.h"
#include "heard.h"
#include "offers.h"
#include "prose.h"
#include "view.h"

struct session;

/* Several people in one line. Runs INPUT_SITS, too. */
void lobby_tell_sitting(struct session *session);

/* ---- the start ---- */

struct heard;
struct input;
struct prose;

/* Or when everybody can be reached: `heard` said start, and soon hears for whom it waits; or, if
   by_itself, filled the table, or is NULL where something else that it waited for has come. */
void lobby_begin(struct session *session, const struct heard *heard, bool by_itself);
/* Runs INPUT_STARTERS. */
void lobby_tell_waiting(struct session *session);

/* It asked for a start that waits: lobby_release() deals with it. */
bool lobby_holds(const struct session *session, const struct input *input);
void lobby_release(struct session *session);

/* ---- sitting down ---- */

enum { CUTS_MOST = 10 }; /* of one person at a table: each is a line of the record */

/* To their end, and how many bytes stand before it. NULL if absent. */
const char *lobby_find_cut(const char *words, int *before);
bool lobby_is_blank(const char *words);
/* Behind the line that seats the person. */
void lobby_add_cut(struct change *change, int seat, const char *words);
/* The room, or, before the seats are closed, the person that it proves nothing yet. Nothing without
   a cut. */
void lobby_tell_cut(struct session *session, const struct heard *heard, int seat);

/* Words that are no code. */
void lobby_join(struct host *host, struct session *session, const struct heard *heard,
                const char *words);
/* Sits down who can; `cut` may be NULL. is_apart: by an invitation, in private. */
void lobby_sit_down(struct session *session, const struct heard *heard, const char *cut,
                    bool is_apart);

/* How many, that hold free seats until people come: usually so many play. */
int lobby_usual_robots(const struct game *game, const int *options, int seated);
/* Tells the seat word, if any, to the person who sat down. */
void lobby_tell_word(struct session *session, const struct heard *heard, const char *word);

/* From that seat on. */
void lobby_add_robots(struct change *change, int seat, int count, enum robot_level level);

/* Or tells that its options do not fit so many seats. */
/* heard: who filled it; may be NULL */
void lobby_start_if_full(struct session *session, const struct heard *heard);
/* Likewise; also begins a table that waited for somebody who can now be reached. */
void lobby_play_on(struct session *session);
void lobby_put_back(const struct session *session, struct prose *tale);

/* ---- opening.c ---- */

/* What !play, !learn and !again have in common: a table opens. */

struct lesson;

struct opening {
    const struct game *game;
    const struct lesson *lesson; /* NULL: an ordinary table */
    int options[RULESET_OPTIONS];
    int robots;
    enum robot_level level;
    enum pace pace;
    /* 1 + the seat that begins: the opener's is 0, then come the robots'; 0: by lot */
    int first;
    const char *cut;       /* NULL if nobody cuts yet */
    bool waits_for_cut;    /* who opens it wants to cut before the deal, also alone with robots */
    bool is_sought;        /* it looks for players (seek.h) */
    const struct lot *lot; /* its secret was drawn before; NULL: it is drawn now */
};

/* `heard` names its room, which is free, and its opener, who pays. The caller adds the lines of the
   seats and commits. */
struct change *opening_begin(struct host *host, const struct heard *heard,
                             const struct opening *opening);
/* In a person's private conversation, with these options, behind robots at once; or tells why not.
   The table that is there is shown instead. */
void opening_alone(struct host *host, const struct heard *heard, struct opening *opening,
                   const char *options);
/* Whether the word stands among `words`; the others go to `rest`. */
bool opening_take_wish(const char *wish, const char *words, struct text *rest);

/* ---- options.c ---- */

/* Options among words, "layout=hearts match=3", and the command that changes them before the game.
   A change is first a line of the record (apply.c), then a sentence. */

struct game;
struct host;
struct opening;
struct text;

/* The last value is taken out. False if absent. */
bool options_take(const char *words, const char *key, struct text *rest, char value[HOST_NAME]);
/* To a copy of the options. False with a sentence if one does not fit. */
bool options_read(const struct game *game, const char *words, int *options, struct text *why);
/* PACE_OF_ROOM if it is not there. False, with the reason, if there is no such pace. */
bool options_take_pace(const char *words, struct text *rest, enum pace *pace, struct prose *why);
extern const char *const first_by_lot;
/* At a table that opens, where its opener and its robots alone have seats. Else tells who they
   are. */
bool options_take_beginner(struct host *host, const struct heard *heard, const char *words,
                           struct text *rest, struct opening *opening);
void options_put(const struct game *game, const int *options, struct text *line);

/* ---- rematch.c ---- */

/* Who said !again, and when the next game begins. */

enum { AGAIN_WAIT_MS = 30 * 1000 }; /* for the others, after the first who said it */

void rematch_tick(struct host *host);
/* when to call that again; INT64_MAX if nothing is offered */
int64_t rematch_at(const struct host *host);
/* After a restart. */
void rematch_room_ready(struct host *host, const char *network, const char *room);
/* Returns how many it has put. */
int rematch_untold(const struct host *host, const char *network,
                   char (*rooms)[HOST_ROOM] /* or NULL */);
void rematch_fini(struct host *host);

struct offer;

/* ---- what follows: they and their rooms are told, and a table opens ---- */

/* And those of its people who play by private message; who reads the language of the tale. */
void rematch_tell(struct host *host, const struct offer *offer, const struct prose *tale);
/* The same with a sentence of strings.def. */
#define tell_offer(host, offer, ...)                                                               \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        for (int language_ = 0; language_ < LANGUAGE_COUNT; language_++) {                         \
            prose_open(&sentence_, (enum language)language_);                                      \
            view_string(&sentence_, __VA_ARGS__);                                                  \
            rematch_tell(host, offer, &sentence_);                                                 \
        }                                                                                          \
    } while (0)

/* For those who said it, or tells why that cannot be. */
void rematch_start(struct host *host, struct offer *offer);

#endif
