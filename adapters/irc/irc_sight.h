/* Since when people with a seat are out of sight: the latest IRC_ABSENCES of them. */
#ifndef IRC_SIGHT_H
#define IRC_SIGHT_H

#include <stdint.h>

struct irc;

enum { IRC_ABSENCES = 1024 };

/* A person with a seat who is out of sight. A new one takes the place of the oldest. */
struct irc_absence {
    uint64_t hash; /* of the key */
    int64_t since; /* 0: none */
};
struct irc_sight {
    struct irc_absence absences[IRC_ABSENCES];
    int next;
    int64_t forgotten_at; /* the latest that gave its place away */
};

void irc_sight_lost(struct irc *irc, const char *key); /* before the host is told */
int64_t irc_absent_since(void *self, const char *key);

#endif
