/* Rooms, the guilds they belong to, and who may do what there. What Discord does not tell is asked
   for. */
#ifndef PLACES_H
#define PLACES_H

#include <jansson.h>

#include "application.h"

/* "<#50>" and back; false if the room is no channel. */
void places_room_of(const char *channel, char room[HOST_ROOM]);
bool places_channel_of(const char *room, char channel[DISCORD_ID]);

void places_init(struct discord *discord);
/* The guild of a room, NULL if unknown. Lives until discord_tidy(). */
const char *places_guild(struct discord *discord, const char *room);
/* The same for a channel; "" if unknown. */
const char *places_guild_of(void *discord, const char *channel);
/* What is read in a room, as its guild says: 1 + an enum language, or 0. */
int places_locale(struct discord *discord, const char *room);
/* Remembers which guild a room belongs to; in which channel a thread is. */
void places_note(struct discord *discord, const char *room, const char *guild);
void places_note_above(struct discord *discord, const char *room, const char *channel);
/* Beyond a restart, because the room has a table; or no longer. */
void places_keep(struct discord *discord, const char *room);
void places_unkeep(struct discord *discord, const char *room);
/* The guild is out, or the shard that it, or "@key", is heard by. */
bool places_are_away(void *discord, const char *room);
/* Not in an outage, not after we were removed. */
bool places_is_open(struct discord *discord, const char *room);
/* RANK_OPERATOR with RANK_GROUP, RANK_ADMIN of a member, by "permissions" in interactions, by roles
   in messages. `id` NULL: in private. */
unsigned places_rank(struct discord *discord, const char *id, const char *user,
                     const json_t *member);
/* RANK_VOICED if the house rules of the room name one of the member's roles; else 0. */
unsigned places_voice(struct discord *discord, const char *room, const json_t *member);
/* The channel of a thread, if that is known, and "group:GUILD". */
const char *places_above(void *discord, const char *place);
bool places_find_role(void *discord, const char *guild, const char *typed, char id[HOST_GROUP]);

/* ---- guilds ---- */

#define RIGHT_ADMINISTRATOR   (UINT64_C(1) << 3)
#define RIGHT_MANAGE_CHANNELS (UINT64_C(1) << 4)
#define RIGHT_MANAGE_GUILD    (UINT64_C(1) << 5)
#define RIGHT_ATTACH_FILES    (UINT64_C(1) << 15)
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
    int locale;         /* of its people: 1 + an enum language; 0: not known */
    struct role *roles; /* all of them; the one with the guild's id is everybody's */
    int role_count;
};

/* NULL if unknown. */
struct guild *places_guild_find(const struct discord *discord, const char *id);
struct role *places_role(const struct guild *guild, uint64_t id);

/* A whole guild object, with its owner and its roles. */
void places_guild_note(struct discord *discord, const json_t *data);
/* GUILD_UPDATE; GUILD_ROLE_CREATE, _UPDATE, _DELETE. */
void places_guild_on_update(struct discord *discord, const json_t *data);
void places_guild_on_role(struct discord *discord, const json_t *data);
void places_guild_set_out(struct discord *discord, const char *id);
/* We are not in it any more. */
void places_guild_forget(struct discord *discord, const char *id);
/* If it is one that we were just added to, says in its system channel how to begin, once ever. */
void places_guild_welcome(struct discord *discord, const json_t *data);
/* A restart that resumes the session hears of no guild. True if it is not known who may command
   in a guild, and GET /guilds/{} is to be sent now; its answer goes to places_guild_answer(), which
   returns true if it is to be sent once more. */
bool places_guild_is_to_be_asked(struct discord *discord, const char *id);
bool places_guild_answer(struct discord *discord, const char *id, const struct rest_answer *answer);
/* False while the guild is being asked for. If the answer is a refusal, nobody commands there. */
bool places_guild_knows(const struct discord *discord, const char *id);
/* A member's rights in a channel, by roles and the overwrites of the channel object; 0 if the
   guild is not known. */
uint64_t places_rights(const struct discord *discord, const char *id, const char *user,
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

/* ---- who may manage a channel though not its server: that is what its overwrites say ---- */

/* Slash commands and presses bring the rights of that person along; before a typed command the
   channel is asked for, once, and followed from then on. */

/* False while the channel, or that of a thread, is being asked for: `answered` follows. If the
   answer is a refusal, the channel gives nobody anything. */
bool places_overwrites_are_known(struct discord *discord, const char *channel, const char *guild,
                                 void (*answered)(struct discord *discord));
/* RANK_OPERATOR of who may manage this channel, or that of the thread; else 0. What everybody
   may do makes nobody an operator. */
unsigned places_overwrites_rank(struct discord *discord, const char *channel, const char *guild,
                                const char *user, const json_t *member);
/* CHANNEL_UPDATE; and a new session, in which updates may have been missed. */
void places_overwrites_on_update(struct discord *discord, const json_t *channel);
void places_overwrites_on_ready(struct discord *discord);

/* A permission that we need to speak where an interaction comes from and lack, as the interaction
   says: "Send Messages". NULL if none is known to be missing. */
const char *places_permission_missing(const json_t *interaction);

/* ---- tables in a thread of their own: threads.c ---- */

struct prose;

struct threads *threads_new(void);
void threads_free(struct threads *threads);
/* host_port.open_apart: a table wants a thread of its own. */
bool threads_open(void *discord, const struct heard *heard, const struct host_apart *table,
                  struct prose *why);

#endif
