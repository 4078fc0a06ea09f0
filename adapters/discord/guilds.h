/* Guilds as Discord tells of them: who owns one, what its roles may do, whether it is out of reach, whether we were removed. What
   nobody told is asked for. Which room is in which guild, and who commands there: people.h. */
#ifndef GUILDS_H
#define GUILDS_H

#include "application.h"
#include "shelf.h"

#define RIGHT_ADMINISTRATOR  (UINT64_C(1) << 3)
#define RIGHT_MANAGE_GUILD   (UINT64_C(1) << 5)
#define RIGHT_VIEW           (UINT64_C(1) << 10)
#define RIGHT_PUBLIC_THREADS (UINT64_C(1) << 35)
#define RIGHT_IN_THREADS     (UINT64_C(1) << 38)
#define RIGHTS_ALL           (~UINT64_C(0))

struct role {
    uint64_t id, rights;
};

struct guild {
    struct shelf_item item; /* first */
    char id[DISCORD_ID], owner[DISCORD_ID];
    bool is_removed;   /* we are: places_removed() */
    bool is_out;       /* an outage: nothing is said there until it is back */
    bool is_known;     /* and so is what follows */
    bool is_asked;     /* for, at this moment */
    bool has_changed;  /* since it was asked for: the answer may be older */
    int64_t ask_again; /* not before this, because asking failed */
    int64_t ask_again_ms;
    struct role *roles; /* all of them; the one with the guild's id is everybody's */
    int role_count;
};

struct places {
    struct shelf guilds, rooms;
};

/* The guild with this id, one of its roles; NULL if unknown. */
struct guild *guilds_find(const struct discord *discord, const char *id);
struct role *guild_role(const struct guild *guild, uint64_t id);
/* The number in a text of digits, 0 without one; what a member's roles allow together; the key of places_removed(). */
uint64_t guild_number(const json_t *object, const char *key);
uint64_t guild_rights_of_roles(const struct guild *guild, const json_t *member);
void guild_removed_key(const struct discord *discord, const char *guild, char key[128]);

/* A guild object, whole: it is there, and so are its owner and its roles. */
void guilds_note(struct discord *discord, const json_t *data);
/* GUILD_UPDATE; GUILD_ROLE_CREATE, _UPDATE, _DELETE. */
void guilds_on_update(struct discord *discord, const json_t *data);
void guilds_on_role(struct discord *discord, const json_t *data);
void guilds_set_out(struct discord *discord, const char *id);
/* We are not in it any more. */
void guilds_forget(struct discord *discord, const char *id);
/* After a restart that resumes the session no guild is told of. True: who may command there is not known, and is to be asked
   now, by GET /guilds/{}; the answer goes to guilds_answer(), and if that is true it is to be asked once more. */
bool guilds_is_to_be_asked(struct discord *discord, const char *id);
bool guilds_answer(struct discord *discord, const char *id, const struct rest_answer *answer);
/* It is not being asked. Where nobody can tell, nobody commands. */
bool guilds_knows(const struct discord *discord, const char *id);
/* What a member may do in a channel, by roles and the overwrites of the channel object; 0: the guild is not known. */
uint64_t guilds_rights(const struct discord *discord, const char *id, const char *user, const json_t *member,
                       const json_t *channel);

/* What is kept of a guild that we were removed from, since when: NULL, we were not. A row of NULL forgets it. */
const char *places_removed(const struct discord *discord, const char *guild);
void places_set_removed(struct discord *discord, const char *guild, const char *row);
/* Each of them; the key ends with ":GUILD". */
void places_each_removed(const struct discord *discord, void (*each)(void *arg, const char *key, const char *row),
                         void *arg);

/* The room can be posted to: if it comes back, it tells how it stands. */
void places_room_ready(struct discord *discord, const char *room);

#endif
