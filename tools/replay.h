/* A record retold to one viewer: what a seat, or the public, was told during the game. Uses only
   the sight and the events of that viewer; never shows the lines of the record. */
#ifndef REPLAY_H
#define REPLAY_H

#include <stdbool.h>
#include <stdio.h>

#include "store_people.h"

struct session;

struct retelling {
    FILE *out;
    int viewer; /* a seat or SEAT_PUBLIC */
    int moves;  /* of this game */
    char *hand; /* the hand that was told last, on the heap */
};

/* Call it after the line was applied to the session; a start or a move left its step in the
   session. */
void replay_retell_line(struct retelling *retelling, const struct session *session,
                        const char *kind, int seat);
void replay_retell_fini(struct retelling *retelling);

/* ---- draw.c ---- */

struct page_file;
struct picture_order;

/* The step of a file of records that is to be drawn, as everybody saw it. */
struct drawing {
    long wanted;   /* counted from 1, as --watch counts them; 0: the last */
    bool is_ended; /* the last step at which a game was over, as a card of its result */
    long steps;    /* that were read */
    struct picture_order *order; /* on the heap; NULL if that step was not read */
};
/* A start or a move was applied. */
void draw_take_step(struct drawing *drawing, const struct session *session, const char *kind,
                    int seat);
/* Reads the file and checks it. Returns the exit status. */
int replay_draw(const char *path, struct drawing *drawing, FILE *out, FILE *err);
/* Writes the file of a page, and says of how many steps, or what the noun says. Returns the exit
   status. */
int draw_write_page(const struct page_file *page, const char *path, const char *noun, FILE *out,
                    FILE *err);

/* ---- reveal.c ---- */

/* Everything on a table, as one line of JSON in the form of docs/record-format.md, for programs
   that check records. Shows every secret. */

struct chance;
struct text;

/* Writes the table as it stands after line `seq` of its record, whose picks `chance` holds. */
void reveal_write(const struct session *session, long long seq, const struct chance *chance,
                  FILE *out);

/* Compares a line of a file with that line. False, with a sentence, if they differ. */
bool reveal_is_true(const struct session *session, long long seq, const struct chance *chance,
                    const char *line, struct text *why);

/* ---- what a record proves, in sentences ---- */

enum { PROOF_WHOLE = 0, PROOF_WRONG = 1, PROOF_PARTLY = 3 }; /* exit statuses */

/* What the reader of the record has found, if no line of the record is wrong. */
struct proof {
    const char *seal; /* the posted seal; NULL if unknown */
    const char *end;  /* the last link, as it was shown, in small hex digits; NULL if unknown */
    long began;       /* the line of the file where the record begins */
    int games, moves;
    long picks;
    bool is_ended;
};

/* Prints the proof. Returns one of the statuses. */
int reveal_put_proof(const struct session *session, const struct proof *proof, FILE *out);

/* ---- rebuild.c ---- */

/* Outcomes counted again from the records, for "standings --rebuild". */

/* What was found and put right. */
struct rebuilt {
    enum store_result result; /* if not STORE_OK, some outcomes are as they were */
    int64_t records, outcomes, absent, wrong;
    /* records that cannot be played again, or were repaired: their outcomes are as they were */
    int64_t unread;
};

/* Makes all outcomes whose records are kept those that the records give. Only on a store that no
   other process uses. Blocks. */
void rebuild_outcomes(struct store *store, struct rebuilt *out);

/* Only plays all records again, and counts those that can be and those that cannot. */
void rebuild_check(struct store *store, struct rebuilt *out);

#endif
