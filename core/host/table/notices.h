/* Who wants a private word when a table of some game opens in a room, and when not. */
#ifndef NOTICES_H
#define NOTICES_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "session.h"

struct host;
struct row_kind;

/* Wishes of one person; people in the whole house. */
enum { NOTICES_OF_ONE = 5, NOTICES_MOST = 10000 };

struct wish {
    char room[HOST_ROOM];    /* "": open seats of the whole house (seek.h) */
    const struct game *game; /* NULL: of any */
};

struct notified {
    int number;
    char network[HOST_NETWORK], key[HOST_KEY], name[HOST_NAME];
    /* a hash, by which people without an account share what they may have */
    unsigned char source[SESSION_PAYER];
    bool is_quiet;              /* there are quiet hours */
    int quiet_from, quiet_till; /* hours of the person's clock */
    int zone;                   /* minutes that it is ahead of UTC */
    int64_t told_at;            /* by the wall clock, in ms; 0 for never */
    int count;
    struct wish wishes[NOTICES_OF_ONE];
    int daily;     /* 1 + the minute of the UTC day for a word about its deals; 0: none */
    int daily_day; /* the latest one of such a word */
    int64_t table; /* a word about this table waits */
    int64_t due;   /* for this time of the host's clock; 0 if none waits */
    char room[HOST_ROOM];
    struct {
        int64_t told_at, to; /* by the wall clock; seats that came before are no news */
        int64_t day;         /* on which so many words were told, since 1970 */
        int words;
        int64_t due; /* of the host's clock, to look for news; 0: none came */
    } sought;
};

struct notices {
    struct notified *list;
    int count, space;
    int64_t at;   /* when a word is due; INT64_MAX if none waits */
    int64_t news; /* open seats that people have been looked up for (offers.seek_news) */
};

void notices_init(struct host *host);
void notices_fini(struct host *host);
extern const struct row_kind notices_row;
/* `value` is NULL if nothing is wished any more. */
void notices_learn(struct host *host, int64_t number, const char *value);
/* And keeps the wishes. */
void notices_rebind(struct host *host, struct identity who, const char *lasting);

/* ---- the words ---- */

struct prose;
struct session;

/* People with wishes in one room; words go one after another. */
/* A person hears of open seats so often at most, and so many times on one UTC day. */
enum { NOTICE_SEEKS_MS = 10 * 60 * 1000, NOTICE_SEEKS = 12 };
enum { NOTICES_OF_ROOM = 500, NOTICE_EVERY_MS = 2000, NOTICES_A_TICK = 4 };

/* False if nothing is kept of the person. */
bool notices_put(struct host *host, struct identity who, struct prose *out);
/* A word a day from that minute of the UTC day on; -1: none. Tells so. */
void notices_wish_daily(struct host *host, const struct heard *heard, int minute);
/* Those whose minute has come on this day and who have played nothing of it: a word each. True if
   more are left. */
bool notices_tell_daily(struct host *host, int day);
/* Those who wish it get a word, one after another. */
void notices_opened(struct session *session);
/* What is due. */
void notices_tick(struct host *host);
int64_t notices_at(const struct host *host); /* when to call that again */

#endif
