/* Two people who play Heartcatchers with the bot on Discord, before the stand-in as a process: they read the table's message
   and their direct messages, and type moves or press buttons. Which of the moves that are offered to them they play is random
   and follows from the seed. Blocking, with time limits. Next: standin_child.h, players.h for the same on IRC. */
#ifndef GUESTS_H
#define GUESTS_H

#include <stdbool.h>

struct standin_child;

enum {
    GUESTS = 2,
    GUESTS_GAME = 14, /* moves of a game of Heartcatchers: one for each card drawn or held in the end */
    GUESTS_MOVE = 64,
    GUESTS_LETTER = 16384
};

enum guests_way { GUESTS_TYPE, GUESTS_PRESS, GUESTS_BOTH };

struct guests {
    struct standin_child *discord;
    bool (*is_gone)(void); /* whether there is nobody left to wait for; NULL: there always is */
    char ids[GUESTS][24];  /* as Discord counts them */
    enum guests_way way;
    unsigned dice;
    int first; /* who moves first in this game */
    char sent[GUESTS_GAME]
             [GUESTS_MOVE]; /* the moves of this game as typed or pressed; the last one may not be answered */
    int sent_count, answered;
    char used[GUESTS][GUESTS_LETTER]; /* the letter that each chose the last answered move from */
    char choosing[GUESTS_LETTER];     /* the one the move under way was chosen from */
};

/* Makes the guild Club, the channel games, and ann, bob and eve. */
void guests_init(struct guests *guests, struct standin_child *discord, unsigned seed);

/* Opens a table and sits down, until somebody is called to move. False if that does not come in so many milliseconds. */
bool guests_sit_down(struct guests *guests, int milliseconds);

/* Plays so many moves, or to the end of the game. False if an answer does not come within `milliseconds`. */
bool guests_go_on(struct guests *guests, int most, int milliseconds);

/* Chooses a move and types or presses it, without waiting for the answer; false if nothing is offered in time. */
bool guests_send_move(struct guests *guests, int milliseconds);

/* So many moves of this game count; what was chosen from is used up. */
void guests_settle(struct guests *guests, int count);

/* Whether the table's message shows the game after so many moves: who is to move then, or the result. */
bool guests_see(struct guests *guests, int count, int milliseconds);

unsigned guests_roll(struct guests *guests, unsigned sides);

#endif
