/* Whole games played at random, with every move, pick and table kept, so that tests can go back
   to any moment and play on otherwise. Knows games only by their contract. */
#ifndef PLAYTHROUGH_H
#define PLAYTHROUGH_H

#include "variants.h"

#include <stdint.h>

enum { STEPS_MAX = 3000, PICKS_MAX = 8000 };

struct played {
    int seat;
    struct move move;
    int first_pick, picks;
};

struct playthrough {
    const struct variant *variant;
    int count; /* moves played */
    struct played steps[STEPS_MAX];
    int pick_count, setup_picks; /* the first picks are those of the setup */
    int picks[PICKS_MAX];
    struct table tables[STEPS_MAX + 1]; /* [0] after the setup, [i + 1] after steps[i] */
};

/* How the random players choose. */
enum choice {
    CHOICE_ANY, /* among all moves; HOST moves too, now and then */
    /* among moves that differ by more than which of several equal cards they play; no votes, and
       no HOST moves unless nobody else can move: what statistics are taken over */
    CHOICE_FACES,
    CHOICE_GREEDY, /* seat `seed % seats` asks the game's robot, the others choose among faces */
    CHOICE_ROBOTS  /* every seat asks the game's robot */
};

/* Plays from the setup to the end. Fails the test if the game does not end within `most` moves
   (at most STEPS_MAX), or if nobody can move before it is over. */
void playthrough_play(struct playthrough *play, const struct variant *variant, uint64_t seed,
                      enum choice choice, int most);

/* Plays step `i` again on another table, with the recorded picks. `events` may be NULL. False:
   the picks did not fit. */
bool playthrough_again(const struct playthrough *play, int i, struct table *table,
                       struct events *events);

/* A game kept in small: moves and picks, from which its tables come back. */
struct saved_game {
    int count, pick_count, setup_picks;
    struct played *steps; /* on the heap, with the picks behind them */
    int *picks;
};
void playthrough_save(const struct playthrough *play, struct saved_game *out);
void playthrough_load(struct playthrough *play, const struct variant *variant,
                      const struct saved_game *saved);
void saved_game_free(struct saved_game *saved);

/* The setup again from its recorded picks. */
bool playthrough_setup(const struct playthrough *play, struct table *table);

/* A random number in [0, n). */
int dice(struct chance_seed *seed, int n);

/* What `seat` may play, from its own sight. */
void legal_of(const struct variant *variant, const struct table *table, int seat,
              struct moves *out);

/* Seats with a legal move, as bits; and whether the host has one. */
unsigned actors_of(const struct variant *variant, const struct table *table, bool *host);

/* The canonical text of a table; aborts if it is too long for `size`. */
void table_text(const struct variant *variant, const struct table *table, char *out, int size);

#endif
