/* Luck that anybody can check (docs/fairness.md). A secret is drawn and sealed when a table is
   opened; people cut with words of their own; each game has a key made of both, and draw i of a
   game follows from its key and i alone. Pure functions over bytes: no table, no host, nothing
   random. */
#ifndef LUCK_H
#define LUCK_H

#include <sodium.h>
#include <stdbool.h>
#include <stdint.h>

enum {
    LUCK_SECRET = 32, /* bytes */
    LUCK_ID = 16,     /* of a record */
    LUCK_CUT = 32,    /* the hash of somebody's words; 32 zero bytes without a cut */
    LUCK_KEY = 32,
    LUCK_SEALED = 20, /* bytes of the hash that a seal shows */
    LUCK_SEAL = 33,   /* characters of a seal, with the NUL behind it */
    LUCK_SEATS = 12,
    LUCK_RULES = 2 /* 1: cuts count at any time before the deal; 2: the seats are closed first, then
                      the cuts count */
};

/* What the luck of a table comes from. */
struct lot {
    bool has_secret; /* without it only the record's own picks can be played again */
    bool is_fixed;   /* the secret was not drawn but follows from a number: tests, lessons */
    int lesson;      /* that number, of a lesson; else 0 */
    int rules;       /* of luck, up to LUCK_RULES; a record keeps its own */
    /* the seats were closed since the latest game: the next one takes their cuts anew */
    bool takes_cuts;
    unsigned char id[LUCK_ID];
    unsigned char secret[LUCK_SECRET];
    int seats;
    /* as they stood when the seats were closed last and the cards dealt */
    unsigned char cuts[LUCK_SEATS][LUCK_CUT];
};

/* Shown before anybody sits down: base32 of the first 20 bytes of SHA-256(secret, id). */
void luck_seal(const unsigned char secret[LUCK_SECRET], const unsigned char id[LUCK_ID],
               char seal[LUCK_SEAL]);
/* The hash of a cut's words, without blanks at both ends. */
void luck_cut(const char *words, unsigned char cut[LUCK_CUT]);
bool luck_has_cut(const unsigned char cut[LUCK_CUT]);
/* Fixes the deal of a lesson: the secret is SHA-256("lesson GAME NUMBER"), and its key has zeros
   in the id's place. */
void luck_fix_lesson(struct lot *lot, const char *game, int number);
/* HMAC-SHA256(secret, id, game, cuts); games count from 1. */
void luck_key(const struct lot *lot, uint64_t game, unsigned char key[LUCK_KEY]);

/* The bits of all draws: HMAC-SHA256(key, draw, block). */
struct luck {
    unsigned char key[LUCK_KEY];
    bool is_keyed;
    crypto_auth_hmacsha256_state keyed; /* with the key mixed in, at the first draw */
    uint64_t draw;                      /* the next draw */
    uint64_t block;
    int left;
    unsigned char bits[32];
};
void luck_init(struct luck *luck, const unsigned char key[LUCK_KEY], uint64_t first_draw);
/* A chance_begin and a chance_source (chance.h). */
void luck_begin(void *luck);
uint32_t luck_next(void *luck);

#endif
