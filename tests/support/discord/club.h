/* The adapter for Discord, whole, in a test: store, host and commands behind it, a stand-in for
   Discord before it, all on one virtual clock. One guild with the channel "games", and people. A
   restart is another bot on the same store, after a stop or after a kill. */
#ifndef CLUB_H
#define CLUB_H

#include <stdbool.h>
#include <stdint.h>

#include "in_words.h"
#include "standin.h"

struct adapter;
struct commands;
struct easel;
struct faulty_store;
struct host;
struct keep;
struct loop;
struct namesake;
struct session;
struct store;
struct thinker;

enum { CLUB_PEOPLE = 8 };

struct club {
    struct loop *loop;
    struct standin *discord;
    struct store *store;
    struct faulty_store *faulty; /* what the store is in */
    struct host *host;
    struct commands *commands;
    struct keep *keep;
    struct adapter *bot;
    uint64_t seed;           /* of luck; set before club_open(), like the next */
    struct thinker *thinker; /* of robots; NULL: they answer at once */
    bool draws;              /* pictures. For the next club_start() */
    const char *folder;      /* with pictures of cards; NULL: nowhere. For the next club_start() */
    /* what the bot is told of bridges; NULL: nothing. For the next club_start() */
    const char *bridged;
    bool says_no_welcome; /* welcome = no. For the next club_start() */
    uint64_t guild, games;
    uint64_t people[CLUB_PEOPLE]; /* ann, bob, cid, dan, eve, fay, guy, hal */
    /* of ann and bob in "games", on another network; club_close() looks at it */
    struct namesake *namesake;
    struct thinker *painter; /* while it draws */
    struct easel *easel;
    char failed[512]; /* what the adapter said when it gave up; "" */
    bool has_left;
};

enum { CLUB_ANN, CLUB_BOB, CLUB_CID, CLUB_DAN, CLUB_EVE, CLUB_FAY, CLUB_GUY, CLUB_HAL };

/* the bot is there when it returns */
void club_open(struct club *club, const struct standin_options *options);
void club_close(struct club *club);

/* The process ends: in good order, or as if it was killed; and comes back. */
void club_stop(struct club *club);
void club_kill(struct club *club);
void club_start(struct club *club); /* does not wait for anything */
/* The newest table, and how many there are; without that of the namesake. NULL if absent. */
const struct session *club_table(const struct club *club);
int club_table_count(const struct club *club);
/* What it starts with, for discord_change(). */
struct discord_setup club_setup(struct club *club);

/* What is being drawn is not ready until it is let go on. */
void club_hold_pictures(struct club *club, bool holds);

/* Lets time pass, and more of it while a full table waits for people who may still cut. */
void club_wait(struct club *club, int64_t ms);

/* Somebody writes in "games", or to the bot; and everything that follows is waited for. */
void club_say(struct club *club, int person, const char *text);
/* Ann opens the game in the channel, Bob sits down, and it is dealt; what was logged so far does
   not count any more. */
void club_begin(struct club *club, const char *game);
/* New messages in channels, and edits of messages, that were asked for since the mark. */
int club_posts(const struct club *club);
int club_edits(const struct club *club);
void club_tell(struct club *club, int person, const char *text);

/* Presses what stands there: a button of the newest message that has it, as that person sees it.
   0: nothing has. */
uint64_t club_press(struct club *club, int person, const char *label);

/* The last message that the person sees in "games", and in direct messages; "" if absent. Lasts
   until the next call of the same. */
const char *club_seen(struct club *club, int person);
const char *club_letter(struct club *club, int person);

/* Fails the test, printing what was said, unless the text holds the part. */
#define club_expect(text, part)                                                                    \
    do {                                                                                           \
        const char *text_ = (text);                                                                \
        const char *part_ = in_words(part);                                                        \
        if (!strstr(text_, part_))                                                                 \
            fail_msg("\"%s\" is not in:\n%s", part_, text_);                                       \
    } while (0)

#endif
