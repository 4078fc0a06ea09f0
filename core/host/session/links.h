/* Who is the same person on several networks: rows of the store's settings, one for each person.
   Knows no table, and not how identities are linked (people/linking.c). Bounded: LINK_EACH
   identities for one person, and LINKS_MOST persons; then a new one takes the place of who said
   nothing for the longest time, if that is LINK_IDLE_DAYS or more. Of many processes one alone
   saves (host_keeps_persons()), and the others learn it. */
#ifndef LINKS_H
#define LINKS_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "row.h"

struct host;
struct linked;
struct text;

enum { LINK_EACH = 5, LINKS_MOST = 20000, LINK_IDLE_DAYS = 30 };

struct linked_identity {
    /* the name as it was when it was linked */
    char network[HOST_NETWORK], key[HOST_KEY], name[HOST_NAME];
    struct linked *person; /* for links.c */
    struct linked_identity *next;
};

struct linked {
    int number; /* in the store's key */
    int place;  /* for links.c */
    int used;   /* the day of the last word, in days since 1970, a week too early at most */
    int count;
    struct linked_identity identities[LINK_EACH];
};

/* Somebody who is being forgotten (people/forget.c). */
struct going {
    struct going *next;
    const struct linked *who;
};
struct goings {
    struct pending *list;
    bool is_early;                                  /* tables of theirs may not be back yet */
    struct going *first;                            /* those who are not heard */
    void (*forget)(void *arg, struct identity who); /* may be NULL */
    void *forget_arg;
};
bool links_have(const struct linked *person, struct identity who);
bool links_are_going(const struct host *host, struct identity who);

void links_init(struct host *host);
void links_fini(struct host *host);
extern const struct row_kind links_row;

/* `value` is NULL if the person is parted. True, with the person, if somebody is linked who was not
   before. */
bool links_learn(struct host *host, int64_t number, const char *value, struct linked *out);

void links_copy(const struct linked *from, struct linked *to);
/* NULL if the identity is linked with no other. */
const struct linked *links_of(const struct host *host, struct identity who);
/* The person's, this one first. Returns how many. A key of NULL is nobody's but its own. */
int links_identities(const struct host *host, struct identity who, struct identity out[LINK_EACH]);
bool links_are_full(const struct host *host); /* no person more can be kept */
/* What the identity chose for reading cards holds for the person's others. False if it chose
   nothing. */
bool links_share_look(const struct host *host, struct identity who);
void links_note_use(struct host *host, struct identity who);

/* Says also who is being forgotten. */
enum { LINKS_LINE = 4096 };
void links_put_line(const struct linked *person, struct text *line);
bool links_read_line(const char *value, struct linked *out); /* false if it names nobody */

/* With fewer than two identities, the person is no more. links_put() makes it so once it is
   saved. */
typedef void links_done(void *arg, bool is_saved);
void links_save(struct host *host, const struct linked *wanted, links_done *done, void *arg);
void links_put(struct host *host, const struct linked *person);
/* Writes rows again of which nobody knows what they say. INT64_MAX: never. */
void links_tick(struct host *host);
int64_t links_tick_at(const struct host *host);

#endif
