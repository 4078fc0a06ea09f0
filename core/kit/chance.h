/* Chance comes in from outside, on a tape of picks. A pick that the tape already holds is replayed or scripted; beyond
   its end the source is asked and the pick recorded. So live play, replay and scripted tests are the same code. */
#ifndef CHANCE_H
#define CHANCE_H

#include <stdbool.h>
#include <stdint.h>

/* What one move, one setup or one imagined world may need; a robot that imagines several begins a tape for each. */
enum { CHANCE_PICKS = 1024 };

/* 32 unbiased random bits. */
typedef uint32_t chance_source(void *state);
/* A draw begins: what the source gives until the next one is for this draw alone, rejected numbers too. */
typedef void chance_begin(void *state);

struct chance {
    chance_source *source; /* NULL: nothing beyond the tape */
    chance_begin *begin;   /* NULL: the source does not care */
    void *state;
    bool broken; /* the tape ended without a source, or held a pick that is out of range: what followed is worthless */
    int count;   /* picks on the tape */
    int next;    /* the pick that comes next */
    int picks[CHANCE_PICKS];
    int ranges[CHANCE_PICKS]; /* what each pick that was used was out of: [0, n) */
};

/* An empty tape on a source (live), or with source NULL one to be filled (replay, script). */
void chance_init(struct chance *chance, chance_source *source, void *state);

/* Puts one pick at the end of the tape; false if the tape is full. */
bool chance_script(struct chance *chance, int pick);

/* One unbiased pick in [0, n), n >= 1: a position, never a face. */
int chance_pick(struct chance *chance, int n);

/* The best of what is weighed, one after the other; of equal ones each with the same chance. All zero: nothing yet. */
struct best {
    int index, worth;
    int equals; /* so many are as good as this one, itself included */
};
void best_weigh(struct best *best, struct chance *chance, int index, int worth);

/* A small seeded generator for simulations, robots' thoughts and tests; never for a real deal. */
struct chance_seed {
    uint64_t state;
};
uint32_t chance_seeded(void *seed);

#endif
