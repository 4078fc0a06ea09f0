/* #games on a real ngircd, with the bot in it, and people who come. Each call fails the test if
   it does not succeed. Next: bot.h, irc_person.h, ircd.h. */
#ifndef GAMES_ROOM_H
#define GAMES_ROOM_H

struct bot;
struct ircd;
struct irc_address;
struct irc_person;

struct games_room {
    struct ircd *ircd;
    struct bot *bot;
};

/* Starts the server and the bot; returns when the bot is in the room. To close. */
void games_room_open(struct games_room *room);
void games_room_close(struct games_room *room);

/* Somebody connects and joins #games. To free. */
struct irc_person *games_room_come(const struct games_room *room, const char *nick);
/* The same, and another server or channel. */
struct irc_person *games_room_join(const struct irc_address *address, const char *nick,
                                   const char *channel);

/* The person reads such a text of the bot's, in the room or (to NULL) in private: what
   irc_person_hear() returns. A failure prints the bot's log and what the person read. */
const char *games_room_must_hear(const struct games_room *room, struct irc_person *person,
                                 const char *to, const char *pattern);

#endif
