/* Guilds and the rooms in them: who owns a guild, what its roles may do, whether it is out of reach; so who may command there,
   and whether something may be said. Follows what Discord says of guilds; what nobody told is asked. What is known of a room
   with a table is kept for the next process. */
#ifndef PLACES_H
#define PLACES_H

#include "application.h"

#define RIGHT_ADMINISTRATOR  (UINT64_C(1) << 3)
#define RIGHT_MANAGE_GUILD   (UINT64_C(1) << 5)
#define RIGHT_VIEW           (UINT64_C(1) << 10)
#define RIGHT_PUBLIC_THREADS (UINT64_C(1) << 35)
#define RIGHT_IN_THREADS     (UINT64_C(1) << 38)

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
/* RANK_OPERATOR, RANK_ADMIN: of a member object (with "permissions" in interactions, with roles in messages). `id` NULL: in
   private. */
unsigned guilds_rank(struct discord *discord, const char *id, const char *user, const json_t *member);
/* What a member may do in a channel, by roles and the overwrites of the channel object; 0: the guild is not known. */
uint64_t guilds_rights(const struct discord *discord, const char *id, const char *user, const json_t *member,
                       const json_t *channel);

/* "<#50>" and back; false if the room is not a channel. A direct message channel is no room. */
void room_of_channel(const char *channel, char room[HOST_ROOM]);
bool channel_of_room(const char *room, char channel[DISCORD_ID]);

struct places *places_new(void);
void places_free(struct places *places);
void places_tidy(struct discord *discord);
/* The guild of a room, where it is known; else NULL. Lasts until places_tidy(). */
const char *places_guild(struct discord *discord, const char *room);
/* The same of a channel; "": not known. */
const char *places_guild_of(void *discord, const char *channel);
/* Remembers which guild a room belongs to. */
void places_note(struct discord *discord, const char *room, const char *guild);
/* The same beyond a restart: there is a table. */
void places_keep(struct discord *discord, const char *room);
void places_unkeep(struct discord *discord, const char *room); /* it is forgotten */
size_t places_count(const struct discord *discord);
/* Whether something may be said there now: not in an outage, not after we were removed. */
bool places_is_open(struct discord *discord, const char *room);

/* What is kept of a guild that we were removed from, since when: NULL, we were not. A row of NULL forgets it. */
const char *places_removed(const struct discord *discord, const char *guild);
void places_set_removed(struct discord *discord, const char *guild, const char *row);
/* Each of them; the key ends with ":GUILD". */
void places_each_removed(const struct discord *discord, void (*each)(void *arg, const char *key, const char *row),
                         void *arg);

/* The room can be posted to: if it comes back, it tells how it stands. */
void places_room_ready(struct discord *discord, const char *room);

#endif
