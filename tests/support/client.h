/* What a person reads and types with, on IRC or on Discord: one stream of the bot's messages,
   and a way to say something. Knows nothing of games. Next: irc_person.h, standin_child.h;
   players.h for people who play. */
#ifndef CLIENT_H
#define CLIENT_H

#include <stdbool.h>
#include <stddef.h>

struct irc_person;
struct standin_child;

enum { CLIENT_TEXT = 16 * 1024 };

struct client {
    const char *network;      /* by its own name: who shares it and the room reads the same posts */
    const char *room;         /* of the table */
    struct irc_person *irc;   /* on IRC; NULL: */
    struct standin_child *on; /* on Discord */
    /* on Discord: whether the bot is, so that there is nothing to wait for; NULL: it stays */
    bool (*is_gone)(void);
    char name[32], room_id[24];
    /* of all that Discord has sent to its clients, how much was looked at */
    int received;
    bool is_cut;            /* the last text fills its message: the next one may go on with it */
    char text[CLIENT_TEXT]; /* the last one */
    char *transcript;       /* on Discord: every message, with "room: " or "private: " before it */
};

/* Keeps the strings, and whom it speaks through. */
struct client client_on_irc(const char *network, const char *room, struct irc_person *person);
struct client client_on_discord(const char *network, const char *room,
                                struct standin_child *discord, const char *name);
void client_fini(struct client *client); /* not the person */

/* The next message of the bot's as plain text, without colours, marks and what only makes names
   look good; NULL when so many milliseconds are over. On Discord a message that was edited is
   one more. */
const char *client_next(struct client *client, bool *is_private, int milliseconds);
/* Reads on until a message matches the extended regular expression. */
const char *client_hear(struct client *client, bool is_private, const char *pattern,
                        int milliseconds);

/* A command: "moves". */
void client_say(struct client *client, bool in_public, const char *text);

/* On Discord: presses any move of the latest private message, which `move` gets; a button of the
   table's message, whose id ends so. False if absent, and on IRC. */
bool client_press_move(struct client *client, unsigned *dice, char *move, size_t size);
bool client_press_button(struct client *client, const char *end);

/* Everything so far. */
const char *client_transcript(const struct client *client);
bool client_shares_room(const struct client *client, const struct client *other);

#endif
