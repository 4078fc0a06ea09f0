/* Guilds as Discord tells of them: who owns one, what its roles may do, whether it is out of
   reach, whether we were removed. What nobody told is asked for. Which room is in which guild,
   and who commands there: places.h. */
#ifndef GUILDS_H
#define GUILDS_H

#include "application.h"
#include "shelf.h"

#define RIGHT_ADMINISTRATOR   (UINT64_C(1) << 3)
#define RIGHT_MANAGE_CHANNELS (UINT64_C(1) << 4)
#define RIGHT_MANAGE_GUILD    (UINT64_C(1) << 5)
#define RIGHT_VIEW            (UINT64_C(1) << 10)
#define RIGHT_PUBLIC_THREADS  (UINT64_C(1) << 35)
#define RIGHT_IN_THREADS      (UINT64_C(1) << 38)
#define RIGHTS_ALL            (~UINT64_C(0))

struct role {
    uint64_t id, rights;
    bool is_ours; /* made for this bot when it was invited: a mention of it means us */
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
/* The number in a member that is a text of digits, or 0; the rights of all roles of a person;
   the key of places_removed(). */
uint64_t guild_number(const json_t *object, const char *key);
uint64_t guild_rights_of_roles(const struct guild *guild, const json_t *member);
void guild_removed_key(const struct discord *discord, const char *guild, char key[128]);

/* A whole guild object, with its owner and its roles. */
void guilds_note(struct discord *discord, const json_t *data);
/* GUILD_UPDATE; GUILD_ROLE_CREATE, _UPDATE, _DELETE. */
void guilds_on_update(struct discord *discord, const json_t *data);
void guilds_on_role(struct discord *discord, const json_t *data);
void guilds_set_out(struct discord *discord, const char *id);
/* We are not in it any more. */
void guilds_forget(struct discord *discord, const char *id);
/* A restart that resumes the session hears of no guild. True if it is not known who may command
   in a guild, and GET /guilds/{} is to be sent now; its answer goes to guilds_answer(), which
   returns true if it is to be sent once more. */
bool guilds_is_to_be_asked(struct discord *discord, const char *id);
bool guilds_answer(struct discord *discord, const char *id, const struct rest_answer *answer);
/* False while the guild is being asked for. If the answer is a refusal, nobody commands there. */
bool guilds_knows(const struct discord *discord, const char *id);
/* A member's rights in a channel, by roles and the overwrites of the channel object; 0 if the
   guild is not known. */
uint64_t guilds_rights(const struct discord *discord, const char *id, const char *user,
                       const json_t *member, const json_t *channel);

/* The row kept of a guild that removed us: since when. NULL if it has not. Setting NULL forgets
   it. */
const char *places_removed(const struct discord *discord, const char *guild);
void places_set_removed(struct discord *discord, const char *guild, const char *row);
/* Each of them; the key ends with ":GUILD". */
void places_each_removed(const struct discord *discord,
                         void (*each)(void *arg, const char *key, const char *row), void *arg);

/* The room can be posted to. If it was out of reach, its table is shown again. */
void places_room_ready(struct discord *discord, const char *room);
/* The same where the bot was thrown out, and is invited back. */
void places_room_back(struct discord *discord, const char *room);

#endif
