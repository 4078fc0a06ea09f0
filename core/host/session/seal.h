/* Luck that anybody can check (docs/fairness.md). A secret is drawn and sealed when a table is
   opened; people cut with words of their own; each game has a key made of both, and draw i of a
   game follows from its key and i alone. Pure functions over bytes. */
#ifndef SEAL_H
#define SEAL_H

#include <sodium.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    LUCK_SECRET = 32,
    LUCK_ID = 16,
    LUCK_CUT = 32, /* the hash of somebody's words; 32 zero bytes without a cut */
    LUCK_KEY = 32,
    LUCK_SEALED = 20, /* bytes of the hash that a seal shows */
    LUCK_SEAL = 33,   /* characters of a seal, with the NUL behind it */
    LUCK_SEATS = 12,
    LUCK_RULES = 2 /* 1: cuts count at any time before the deal; 2: the seats are closed first, then
                      the cuts count */
};

struct lot {
    bool has_secret; /* without it only the record's own picks can be played again */
    bool is_fixed;   /* the secret was not drawn but follows from a number: tests, lessons */
    int lesson;      /* that number, of a lesson; else 0 */
    /* of a daily deal (daily.h), in days since 1970; else 0. The secret follows from the day's and
       the game, the deal from the secret alone, and the record ends without showing it */
    int day;
    int rules; /* of luck, up to LUCK_RULES; a record keeps its own */
    /* the seats were closed since the latest game: the next one takes their cuts anew */
    bool takes_cuts;
    unsigned char id[LUCK_ID];
    unsigned char secret[LUCK_SECRET];
    int seats;
    /* as they stood when the seats were closed last and the cards dealt */
    unsigned char cuts[LUCK_SEATS][LUCK_CUT];
};

/* Base32 of the first 20 bytes of SHA-256(secret, id). */
void seal_luck_seal(const unsigned char secret[LUCK_SECRET], const unsigned char id[LUCK_ID],
                    char seal[LUCK_SEAL]);
/* Without blanks at both ends. */
void seal_luck_cut(const char *words, unsigned char cut[LUCK_CUT]);
bool seal_luck_has_cut(const unsigned char cut[LUCK_CUT]);
/* SHA-256("lesson GAME NUMBER"), with zeros in the id's place. */
void seal_luck_fix_lesson(struct lot *lot, const char *game, int number);
/* The secret: HMAC-SHA256(the day's secret, "daily GAME"). The id is left to draw. */
void seal_luck_of_day(struct lot *lot, const char *game, int day,
                      const unsigned char secret[LUCK_SECRET]);
/* The seal of a day's secret; its id is the first 16 bytes of SHA-256("daily DAY"). */
void seal_luck_seal_day(const unsigned char secret[LUCK_SECRET], int day, char seal[LUCK_SEAL]);
/* HMAC-SHA256(secret, id, game, cuts); games count from 1. Of lessons and of daily deals zeros
   stand in the id's place. */
void seal_luck_key(const struct lot *lot, uint64_t game, unsigned char key[LUCK_KEY]);

/* The bits of all draws: HMAC-SHA256(key, draw, block). */
struct luck {
    unsigned char key[LUCK_KEY];
    bool is_keyed;
    crypto_auth_hmacsha256_state keyed; /* with the key mixed in, at the first draw */
    uint64_t draw;
    uint64_t block;
    int left;
    unsigned char bits[32];
};
void seal_luck_init(struct luck *luck, const unsigned char key[LUCK_KEY], uint64_t first_draw);
/* A chance_begin and a chance_source (chance.h). */
void seal_luck_begin(void *luck);
uint32_t seal_luck_next(void *luck);

/* ---- closing the seats ---- */

/* When it happens is in table/lobby.c. */

struct closing {
    /* from "close" to the deal: nobody sits down, nothing about the table changes */
    bool is_closed;
    /* somebody alone with robots wants to cut before the deal; a restart forgets it */
    bool waits_for_cut;
    /* the seat, from 1, that begins the first game, and the seats stay as they sat down; 0: they
       are shuffled, and who was chosen begins (seat.h), else a lot decides */
    int first;
    int last_cut;    /* the number of the latest cut of somebody who sits there; 0 if nobody cut */
    int cuts_before; /* that number when the seats were closed: only later cuts count */
    /* when a closed table deals even if people could still cut; INT64_MAX if no such time runs */
    int64_t deals_at;
};

/* ---- seal, close, cut, reveal ---- */

/* The secret of a table, and its lines. */

struct host;
struct record_line;
struct session;
struct text;

enum {
    SEAL_SECRET_HEX = 2 * LUCK_SECRET + 1,
    SEAL_CUTS_MS = 10000 /* for people to cut once the seats are closed; nothing prolongs it */
};

/* Also for salts, but not for draws. */
void seal_draw_secret(struct host *host, struct lot *lot);
void seal_draw_salt(struct host *host, unsigned char *bytes, size_t count);
/* Of a day; in a house whose luck is fixed it follows from the seed and the day alone. */
void seal_draw_day(const struct host *host, int day, unsigned char secret[LUCK_SECRET]);
/* The day that the third line of a record says; 0: none. */
int seal_day_of(const char *line);

/* The third line of a record, and the one before its last; false if the record needs no such
   line. */
void seal_put(const struct lot *lot, struct text *line);
bool seal_put_reveal(const struct lot *lot, struct text *line);
void seal_put_cut(int seat, const char *words, struct text *line);
/* Nothing about seats, robots, options and who begins (from 1; 0: by lot) changes until the
   deal. */
void seal_put_close(int first, struct text *line);
void seal_put_cut_sum(int seat, const unsigned char sum[LUCK_CUT], struct text *line);
/* Of a table that does not stand in a record yet. */
void seal_put_lot(const struct lot *lot, struct text *line);
void seal_read_lot(const struct host *host, const struct record_line *line, struct lot *lot);
/* False if `hex` is no secret. */
void seal_write_secret(const struct lot *lot, char hex[SEAL_SECRET_HEX]);
void seal_write_link(const struct session *session, char hex[SEAL_SECRET_HEX]);
bool seal_read_secret(const char *hex, struct lot *lot);

bool seal_apply(struct session *session, const struct record_line *line, struct text *why);
bool seal_apply_close(struct session *session, const struct record_line *line, struct text *why);
bool seal_apply_cut(struct session *session, const struct record_line *line, struct text *why);
bool seal_apply_reveal(struct session *session, const struct record_line *line, struct text *why);
/* This one, unless cards that were never dealt are thrown away with it. */
const char *seal_end_line(const struct session *session, const char *line);
/* The record may end: a sealed one has to show its secret first. */
bool seal_may_end(const struct session *session, struct text *why);
/* `first` from 1; 0: by lot. By older rules of luck no seats are closed. */
bool seal_lets_start(const struct session *session, int first, struct text *why);
/* For a change that is not applied line by line. */
void seal_close_seats(struct session *session, int first);
/* Since the seats were closed last. Words from before prove nothing. */
bool seal_cut_counts(const struct session *session, int seat);
/* They came after that of this seat; SEAT_NONE: all whose cut counts. */
unsigned seal_cuts_after(const struct session *session, int seat);
/* Call it when a seat is gone. */
void seal_count_cuts(struct session *session);

#endif
