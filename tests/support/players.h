/* Two people who play Heartcatchers with the bot on IRC, as people do: they read what they are told and type. Which of
   the moves offered to them they play is random and follows from the seed. Next: irc_person.h. */
#ifndef PLAYERS_H
#define PLAYERS_H

#include <stdbool.h>

struct irc_person;

enum { PLAYERS = 2, PLAYERS_MOVE = 32, PLAYERS_MOST = 64 };

struct player {
    struct irc_person *person;
    char nick[32];
    char word[32];   /* the seat word they were given last; "" if none */
    char offer[512]; /* what they may play, as they were told last; "" if it is not their turn */
};

struct players {
    const char *bot, *channel;
    struct player players[PLAYERS];
    unsigned dice;
    bool is_over; /* the result was announced */
    char sent[PLAYERS_MOST]
             [PLAYERS_MOVE]; /* the moves of this game, in canonical text; the last one may not be answered */
    int sent_count, answered;
    long longest_answer; /* milliseconds */
};

/* The people are in the channel already, and stay the caller's. */
void players_init(struct players *players, const char *bot, const char *channel,
                  struct irc_person *const people[PLAYERS], const char *const nicks[PLAYERS], unsigned seed);

/* !play and !join, until both have a seat word and one an offer. */
bool players_sit_down(struct players *players, int milliseconds);

/* Plays until the result is announced, `most` moves were answered or the bot is gone. False if an answer did not come within
   `milliseconds` each, or the bot is gone. */
bool players_go_on(struct players *players, int most, int milliseconds);

/* Both say their seat words in private, and are welcomed and given new ones. */
bool players_claim(struct players *players, int milliseconds);

/* Asks for the hand of each, so that they know whose turn it is. */
bool players_look(struct players *players, int milliseconds);

int players_turn(const struct players *players);   /* who has an offer; -1: nobody */
void players_print(const struct players *players); /* transcripts, to standard error */

#endif
