/* Chance comes from outside, on a tape of picks. The game first uses the picks on the tape;
   beyond its end the source gives a pick, which goes onto the tape. So live play, replay and
   scripted tests are the same code. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdbool.h>
#include <stdint.h>

/* How many picks one move, one setup or one imagined world may need. A robot that imagines
   several worlds begins a tape for each. */
enum { CHANCE_PICKS = 1024 };

/* 32 unbiased random bits. */
typedef uint32_t chance_source(void *state);
/* Called when a draw begins. All numbers until the next call belong to this draw, also rejected
   numbers. */
typedef void chance_begin(void *state);

struct chance {
    chance_source *source; /* NULL: no picks beyond the tape */
    chance_begin *begin;   /* NULL if the source needs no call */
    void *state;
    /* the tape ended without a source, or a pick was out of range: all later picks are worthless */
    bool broken;
    int count; /* picks on the tape */
    int next;  /* the pick that comes next */
    int picks[CHANCE_PICKS];
    int ranges[CHANCE_PICKS]; /* the n of each pick that was used */
};

/* An empty tape: with a source, for live play; with `source` NULL, for a replay or a script to
   fill. */
void chance_init(struct chance *chance, chance_source *source, void *state);

/* Puts one pick at the end of the tape. False if the tape is full. */
bool chance_script(struct chance *chance, int pick);

/* One unbiased pick in [0, n), n >= 1: a position, never a face. */
int chance_pick(struct chance *chance, int n);

/* Finds the best of candidates that come one after the other; equally good candidates have equal
   chances. All zero before the first. */
struct best {
    int index, worth;
    int equals; /* how many candidates are as good as the best, itself included */
};
void chance_weigh_best(struct best *best, struct chance *chance, int index, int worth);

/* A small seeded generator for simulations, robots' thoughts and tests; never for a real deal. */
struct chance_seed {
    uint64_t state;
};
uint32_t chance_seeded(void *seed);

#endif
