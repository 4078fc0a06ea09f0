/* A bot on three networks at once: a real ngIRCd ('n'), a real InspIRCd with accounts ('i') and
   the stand-in for Discord ('d'), each with a channel and one who watches it. Tables that are
   opened in one are brought into the others. Next: discord_bot.h, ircd.h, inspircd.h, players.h. */
#ifndef ROOMS_H
#define ROOMS_H

#include "client.h"
#include "discord_bot.h"

struct players;

enum { ROOMS_PEOPLE = 16, ROOMS = 3 };

struct rooms {
    const char *networks; /* those there are: "nd" */
    struct ircd *ircd;
    struct inspircd *inspircd;
    struct discord_bot house; /* the bot, and Discord */
    struct irc_person *people[ROOMS_PEOPLE];
    int count;
    struct client watchers[ROOMS]; /* of each network */
};

/* Starts all that, and waits until the bot is everywhere. Discord is always there. */
void rooms_open(struct rooms *rooms, const char *networks);
/* The same with more lines of configuration, outside of all sections. */
void rooms_open_with(struct rooms *rooms, const char *networks, const char *lines);
void rooms_close(struct rooms *rooms);

/* Somebody who comes into the channel of a network, on InspIRCd logged in to an account. Fails
   the test if that does not work. */
struct client rooms_come(struct rooms *rooms, char network, const char *nick);

/* Somebody on IRC leaves the network with a QUIT; by rooms_come() they are back, and logged in
   again. */
void rooms_go(struct rooms *rooms, struct client *client);

/* The table that the first player has opened comes into the other channels, with the first
   player's yes. */
bool rooms_share(struct rooms *rooms, struct players *players, int milliseconds);

/* To standard error, for a failure. */
void rooms_print(const struct rooms *rooms);

#endif
