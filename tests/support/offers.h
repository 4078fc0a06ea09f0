/* Offers as people read them: "!catch d f on me1 · !hide d e f under any stack" becomes every
   move it stands for. Knows the words of a game's verbs, as somebody who has read the rules, and
   no game. */
#ifndef OFFERS_H
#define OFFERS_H

struct game;

enum { OFFERS_MOST = 256, OFFERS_MOVE = 64 };

struct offers {
    /* "catch d me1": canonical, but that seats are said by name */
    char moves[OFFERS_MOST][OFFERS_MOVE];
    int count;
};

/* `offer` is what stands behind "You can play:"; the board that follows a hand does not count.
   Votes are left out: who plays at random agrees to nothing. What is not understood is our own
   bug. */
void offers_read(const struct game *game, const char *offer, struct offers *out);

#endif
