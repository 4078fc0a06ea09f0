/* Questions to the store that somebody waits for: who asks, and what has to be known when the
   answer comes. Bounded: one of a person at a time, ASKINGS_SAVED choices that are being saved, and
   ASKINGS_MOST in all. */
#ifndef ASKING_H
#define ASKING_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "pending.h"
#include "store_people.h"

struct block;
struct game;
struct host;
struct prose;
struct session;

enum {
    ASKINGS_MOST = 256,
    ASKINGS_SAVED = 8,
    ASKINGS_RECORDS = 16, /* records that are read for somebody, and those for one network */
    ASKINGS_RECORDS_EACH = 4,
    ASKING_MONTH = 32
};

struct asking {
    struct pending pending;
    const struct game *game;  /* NULL for all games */
    char name[HOST_NAME];     /* whose games; "" for one's own; of a house rule */
    char month[ASKING_MONTH]; /* "2026-11", or "" */
    bool is_house, shows;     /* of "top": everywhere; of "stats": others see them from then on */
    int page;                 /* of "mydata" */
    bool is_replay;           /* waits for a record, not for an answer */
    int64_t table;            /* whose result is to be shown; 0: the last one's */
    bool is_open;             /* of a choice: as heard.is_open */
    struct block *block;      /* of "block": what is being saved or deleted; else NULL */
    struct prose *answer;     /* of a choice: what is told when it is saved; else NULL */
};

/* NULL, with the reason told, if too many wait. */
struct asking *asking_new(struct host *host, const struct heard *heard);
/* The same, where so many of the person's may wait. */
struct asking *asking_new_among(struct host *host, const struct heard *heard, int most);
/* Tells it: so many are being read that this one has to wait. */
bool asking_refuses_record(struct host *host, const struct heard *heard);
/* True if there is nothing to say, or nobody to say it to. */
bool asking_is_lost(const struct asking *asking, enum store_result result);
/* It was answered; or never will be, as the host ends. */
void asking_end(struct asking *asking);
void asking_drop(struct asking *asking_take);

/* After the connection ends. */
bool asking_lasts(const struct host *host, const struct heard *heard);

/* For at most so many rows; what else is to be asked is filled in, and it is asked. */
struct store_question *asking_question(struct asking *asking, enum store_question_kind kind,
                                       int most, store_answered *done);
void asking_ask(struct asking *asking, struct store_question *question_take);
/* With this identity, wherever else it is linked. */
void asking_put_person(const struct host *host, struct identity who,
                       struct store_question *question);

/* ---- hints ---- */

/* What a hard robot would play in somebody's seat, by what that person sees, and why; told to the
   person alone. The record says so before anybody is told, for the game is not rated then. The seed
   follows from the sight: the same sight gets the same hint. Bounded: one a turn; one at a time a
   person, HINTS_MOST in all; each person is one payer of the thinker. */

enum { HINTS_MOST = 256 };

/* Tells what is known, and calls the clock for what cannot be told yet. */
void hint_tick(struct host *host);
int64_t hint_at(const struct host *host);
/* Before an orderly end. */
void hint_leave(struct host *host, bool forgets);
void hint_fini(struct host *host); /* nobody is told anything more */

/* ---- the coach ---- */

/* Thinks of what the coach says to the seat, whose hand turn_tell_held() tells then. False if there
   is no place for one more thought. */
bool asking_coach(struct session *session, int seat);

#endif
