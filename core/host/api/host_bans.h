/* Bans: of the whole house, and of single rooms. */
#ifndef HOST_BANS_H
#define HOST_BANS_H

#include <stdbool.h>

struct heard;
struct host;
struct prose;

/* Call it first for everything that is heard. True if the person is banned: they were told (once
   a day), robots get their seats, and the input is dismissed; also if they are being forgotten
   just now, and were told to wait. Also notes who was heard lately, so that a name can be
   banned. */
bool host_turns_away(struct host *host, const struct heard *heard);

struct host_ban_order {
    const char *network, *room; /* room: people of its table are meant first; may be NULL */
    const char *who;            /* a name, or an account ("$ann"), an id, a host */
    int days;                   /* 0 for good */
    const char *by;
};
/* Puts a sentence. True if done. */
bool host_ban(struct host *host, const struct host_ban_order *order, struct prose *answer);
/* Takes the number of the ban, or a name or key. Puts a sentence. True if done. */
bool host_unban(struct host *host, const char *typed, struct prose *answer);

struct host_ban {
    int number;
    /* key: "" if only a hash is kept; until: in words */
    const char *network, *name, *key, *by, *until;
};
void host_each_ban(struct host *host, void (*each)(void *arg, const struct host_ban *ban),
                   void *arg);

/* The same for the tables of the room where it was said, without an end: bans there are kept as
   hashes, so that they name nobody. `who` is somebody who sits there or was heard lately;
   host_room_unban() also takes a key, or "everybody". Each puts a sentence. */
void host_room_ban(struct host *host, const struct heard *heard, const char *who,
                   struct prose *answer);
void host_room_unban(struct host *host, const struct heard *heard, const char *who,
                     struct prose *answer);
/* how many, since when */
void host_room_bans(struct host *host, const struct heard *heard, struct prose *answer);

#endif
