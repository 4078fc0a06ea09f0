/* Two people who play Heartcatchers with the bot on Discord, before the stand-in as a process:
   they read the table's message and their direct messages, and type moves or press buttons.
   Which of the moves that are offered to them they play is random and follows from the seed.
   Blocking, with time limits. Next: standin_child.h, players.h for the same on IRC. */
#ifndef VISITORS_H
#define VISITORS_H

#include <stdbool.h>

struct standin_child;

enum {
    VISITORS = 2,
    /* moves of a game of Heartcatchers: one for each card drawn or held in the end */
    VISITORS_GAME = 14,
    VISITORS_MOVE = 64,
    VISITORS_LETTER = 16384
};

enum visitors_way { VISITORS_TYPE, VISITORS_PRESS, VISITORS_BOTH };

struct visitors {
    struct standin_child *discord;
    bool (*is_gone)(void);  /* whether there is nobody left to wait for; NULL: there always is */
    char ids[VISITORS][24]; /* as Discord counts them */
    enum visitors_way way;
    unsigned dice;
    int first; /* who moves first in this game */
    char sent[VISITORS_GAME]
             /* the moves of this game as typed or pressed; the last one may not be answered */
             [VISITORS_MOVE];
    int sent_count, answered;
    /* the letter that each chose the last answered move from */
    char used[VISITORS][VISITORS_LETTER];
    char choosing[VISITORS_LETTER]; /* the one the move under way was chosen from */
};

/* Makes the guild Club, the channel games, and ann, bob and eve. */
void visitors_init(struct visitors *visitors, struct standin_child *discord, unsigned seed);

/* Opens a table and sits down, until somebody is called to move. False if that does not come in
   so many milliseconds. */
bool visitors_sit_down(struct visitors *visitors, int milliseconds);

/* Plays so many moves, or to the end of the game. False if an answer does not come within
   `milliseconds`. */
bool visitors_go_on(struct visitors *visitors, int most, int milliseconds);

/* Chooses a move and types or presses it, without waiting for the answer; false if nothing is
   offered in time. */
bool visitors_send_move(struct visitors *visitors, int milliseconds);

/* So many moves of this game count; what was chosen from is used up. */
void visitors_settle(struct visitors *visitors, int count);

/* Whether the table's message shows the game after so many moves: who is to move then, or the
   result. */
bool visitors_see(struct visitors *visitors, int count, int milliseconds);

unsigned visitors_roll(struct visitors *visitors, unsigned sides);

#endif
