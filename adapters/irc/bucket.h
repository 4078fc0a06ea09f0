/* How fast we may talk on one connection, so that no server delays our lines or throws us out.
   Every line adds to a debt of time, and the clock pays it off. Every server software has its
   own limits; each preset stays below the limits of one of them, "safe" below all. Pure: no
   socket; the time is an argument, in milliseconds of any one clock. */
#ifndef BUCKET_H
#define BUCKET_H

#include <stdbool.h>
#include <stdint.h>

enum { BUCKET_TARGETS = 32, BUCKET_TARGET = 80, BUCKET_PEOPLE = 19 };

struct bucket_preset {
    const char *name;
    int line_ms;
    int kilobyte_ms; /* what each 1000 bytes of it cost besides, CR LF included */

    int ceiling_ms;
    /* lines to one channel or nick at once, then one a second; 0 without such a rule */
    int target_burst;
    /* of those we wrote to the server remembers so many: at most BUCKET_PEOPLE; 0 for no rule */
    int people_known;
    int people_burst; /* how many others we may write to at once, then one more every person_ms */
    int person_ms;
    int query_ms; /* what MODE and WHO cost besides */
    /* lines that may be on their way unheard: after a silent wire they arrive at once; 0 for no
       rule */
    int unheard;
    int registered_lines; /* of registration that still count after it; most servers forget them */
    /* words of 004's version that mean this software, in lower case, parted by blanks */
    const char *servers;
};

/* By name ("libera"): NULL if unknown. By the version in 004: "safe" if unknown. */
const struct bucket_preset *bucket_preset_named(const char *name);
const struct bucket_preset *bucket_preset_for(const char *server_version);
/* Lines cost something under the preset of that name; also under "auto", which is the name of
   none. */
bool bucket_name_costs(const char *name);

struct bucket {
    const struct bucket_preset *preset;
    int64_t paid_at; /* when all debt is paid */
    struct bucket_target {
        char name[BUCKET_TARGET];
        int64_t paid_at;
    } targets[BUCKET_TARGETS];
    char people[BUCKET_PEOPLE]
               /* to whom we wrote, the latest first: writing to them again costs nothing */
               [BUCKET_TARGET];
    int64_t people_paid_at;
};

void bucket_init(struct bucket *bucket, const struct bucket_preset *preset);

void bucket_change(struct bucket *bucket, const struct bucket_preset *preset);

/* Milliseconds to wait before a line of so many bytes may go to `target` (a folded channel or
   nick; may be NULL). */
int64_t bucket_wait(const struct bucket *bucket, const char *target, int bytes, int64_t now);
/* The wait that comes only from lines to that target. */
int64_t bucket_target_wait(const struct bucket *bucket, const char *target, int64_t now);
int64_t bucket_line_ms(const struct bucket *bucket);
/* The wait of a line that leaves most of the allowed debt to other lines. */
int64_t bucket_patient_wait(const struct bucket *bucket, int bytes, int64_t now);

/* The line was sent. PONG and QUIT go without asking, but are charged, too. */
void bucket_charge(struct bucket *bucket, const char *target, int bytes, int64_t now);

void bucket_charge_query(struct bucket *bucket, int64_t now);

/* Milliseconds to wait before we may write to a person; 0 if we wrote to them lately. Networks
   count people against spam. On most of them, lines in channels and to people of a channel where
   we have voice do not count: do not ask for those. Half of the places are kept for people who
   play. */
int64_t bucket_person_wait(const struct bucket *bucket, const char *folded_nick, bool is_play,
                           int64_t now);
void bucket_person_charge(struct bucket *bucket, const char *folded_nick, int64_t now);
bool bucket_counts_people(const struct bucket *bucket);
/* We wrote to this person lately, or nobody counts. */
bool bucket_knows_person(const struct bucket *bucket, const char *folded_nick);
/* To the server it is the same person under another nick. */
void bucket_person_rename(struct bucket *bucket, const char *folded_nick, const char *to);

#endif
