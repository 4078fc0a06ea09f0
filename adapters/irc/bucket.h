/* How fast we may talk on one connection, so that no server holds our lines back or throws us out: a debt of time that
   every line adds to and the clock pays off. Every server software has its own rule (irc flood limits); a preset stands
   below one of them, "safe" below all. Pure: no socket, the time is an argument in milliseconds of any one clock. */
#ifndef BUCKET_H
#define BUCKET_H

#include <stdbool.h>
#include <stdint.h>

enum { BUCKET_TARGETS = 32, BUCKET_TARGET = 80, BUCKET_PEOPLE = 19 };

struct bucket_preset {
    const char *name;
    int line_ms;     /* what each line costs */
    int kilobyte_ms; /* and each 1000 bytes of it, CR LF included */

    int ceiling_ms;   /* debt that may be run up */
    int target_burst; /* lines to one channel or nick at once, then one a second; 0 without such a rule */
    int people_known; /* people whom the server remembers us writing to: at most BUCKET_PEOPLE; 0 without such a rule */
    int people_burst; /* others who may be written to at once, then one more every person_ms */
    int person_ms;
    int query_ms;        /* what MODE and WHO cost besides */
    const char *servers; /* words of 004's version that mean this software, in lower case, parted by blanks */
};

/* By name ("libera"): NULL if unknown. By the version in 004: "safe" if unknown. */
const struct bucket_preset *bucket_preset_named(const char *name);
const struct bucket_preset *bucket_preset_for(const char *server_version);

struct bucket {
    const struct bucket_preset *preset;
    int64_t paid_at; /* when all debt is paid */
    struct bucket_target {
        char name[BUCKET_TARGET];
        int64_t paid_at;
    } targets[BUCKET_TARGETS];
    char people[BUCKET_PEOPLE][BUCKET_TARGET]; /* who was written to, the latest first: they cost nothing more */
    int64_t people_paid_at;
};

/* Begins without debt. */
void bucket_init(struct bucket *bucket, const struct bucket_preset *preset);

/* Another rule from now on; what is owed stays owed. */
void bucket_change(struct bucket *bucket, const struct bucket_preset *preset);

/* Milliseconds to wait before a line of so many bytes may go to `target` (a folded channel or nick; may be NULL). */
int64_t bucket_wait(const struct bucket *bucket, const char *target, int bytes, int64_t now);
/* Only because of what went to that target lately. */
int64_t bucket_target_wait(const struct bucket *bucket, const char *target, int64_t now);
/* What a line costs, about. */
int64_t bucket_line_ms(const struct bucket *bucket);
/* For a line that leaves most of what may be said at once to others. */
int64_t bucket_patient_wait(const struct bucket *bucket, int bytes, int64_t now);

/* The line was sent. PONG and QUIT do not ask, but are charged too. */
void bucket_charge(struct bucket *bucket, const char *target, int bytes, int64_t now);

/* The line was a question that makes the server work. */
void bucket_charge_query(struct bucket *bucket, int64_t now);

/* Milliseconds to wait before somebody else may be written to; 0 for those who were lately. Networks count them against
   spam; lines in channels, and to people of a channel where we have voice, do not count on most: do not ask then. Half of those who may be
   written to at once are for those who play. */
int64_t bucket_person_wait(const struct bucket *bucket, const char *folded_nick, bool is_play, int64_t now);
void bucket_person_charge(struct bucket *bucket, const char *folded_nick, int64_t now);
bool bucket_counts_people(const struct bucket *bucket);
bool bucket_knows_person(const struct bucket *bucket, const char *folded_nick); /* or need not */
/* The same person to the server, under another nick. */
void bucket_person_rename(struct bucket *bucket, const char *folded_nick, const char *to);

#endif
