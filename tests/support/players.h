/* People who play a game with the bot on IRC and on Discord, as people do: they read what they
   are told and type. Which of the moves that are offered to them they play is random and follows
   from the seed. They know of the game what its verbs are called, and of the network nothing. At
   least one of them is on IRC. Next: offers.h, client.h. */
#ifndef PLAYERS_H
#define PLAYERS_H

#include <stdbool.h>

#include "client.h"
#include "offers.h"

struct game;
struct irc_person;

enum {
    PLAYERS_SEATS = 12,
    PLAYERS_MOVE = OFFERS_MOVE,
    PLAYERS_MOST = 1024, /* moves of a game */
    PLAYERS_OFFER = 2048,
    PLAYERS_QUESTIONS = 5, /* so many in ten seconds, or the bot takes a person for a flooder */
};

struct player {
    struct client client;
    char nick[32];
    char word[32]; /* the seat word they were given last; "" if none */
    /* what they may play, as they were told since the last move; "": nothing, or not told */
    char offer[PLAYERS_OFFER];
    bool is_offer_open;            /* the next private line may go on with it */
    bool is_offer_cut;             /* and its last line is so long that there may be one */
    long asked[PLAYERS_QUESTIONS]; /* when, in a ring */
    int questions;
    bool has_hand; /* was told it in this game */
    int owed;      /* answers to "moves" that have not come yet */
};

struct players {
    const struct game *game; /* that is played */
    struct player players[PLAYERS_SEATS];
    int count;
    int watching; /* so many of the last of them only look on for now */
    unsigned dice;
    unsigned called; /* whom the table waits for, as the channel was told */
    char post[1024]; /* that line */
    bool is_over;    /* the result was announced */
    /* the last refusal of a move that was offered; "" if there was none, as it should be */
    char refusal[1024];
    /* the moves of this game as typed; the last one may not be answered */
    char sent[PLAYERS_MOST][PLAYERS_MOVE];
    int sent_count, answered;
    int mover;           /* of the last of them */
    const char *join;    /* what all but the first say to sit down; NULL: "join" */
    bool presses;        /* those on Discord press, where the last private message has buttons */
    int pressed;         /* moves */
    long longest_answer; /* milliseconds */
};

/* The people are in the channel already, and stay the caller's. */
void players_init(struct players *players, const char *channel, struct irc_person *const *people,
                  const char *const *nicks, int count, unsigned seed);
/* The same on several networks. */
void players_init_clients(struct players *players, const struct client *clients,
                          const char *const *nicks, int count, unsigned seed);
void players_fini(struct players *players);

/* !play with these words ("coloretto match=4"), !join, and !start if that is needed, until
   somebody is called to move. */
bool players_sit_down(struct players *players, const char *words, int milliseconds);
/* The two halves of it: !play; the rest, once everybody's room shows the table. */
bool players_open(struct players *players, const char *words, int milliseconds);
bool players_join(struct players *players, int milliseconds);

/* The channel is told of another game in these words: all of them play now, and read on to whom
   it calls. */
bool players_play_another(struct players *players, const char *pattern, int milliseconds);

/* Says a command, not so fast that it would be too much: waits before it. */
void players_ask(struct players *players, int who, bool in_public, const char *text);

/* Plays until the result is announced, `most` moves were answered or the bot is gone. False if
   an answer did not come within `milliseconds` each, an offered move was refused, or the bot is
   gone. */
bool players_go_on(struct players *players, int most, int milliseconds);

/* All on IRC say their seat words in private, and are welcomed and given new ones. */
bool players_claim(struct players *players, int milliseconds);

/* Asks for the moves of each, so that they know whose turn it is. */
bool players_look(struct players *players, int milliseconds);
/* The same where only one can be to move: an answer to a question of before may come late, and
   who asks again knows. */
bool players_look_for_one(struct players *players, int milliseconds);

int players_turn(const struct players *players);   /* who has an offer; -1: nobody */
void players_print(const struct players *players); /* transcripts, to standard error */

#endif
