/* Rooms, and the guilds they belong to (people.c). */
#ifndef PLACES_H
#define PLACES_H

#include "application.h"

/* "<#50>" and back; false if the room is no channel. A direct message channel is no room. */
void room_of_channel(const char *channel, char room[HOST_ROOM]);
bool channel_of_room(const char *room, char channel[DISCORD_ID]);

struct places *places_new(void);
void places_free(struct places *places);
void places_tidy(struct discord *discord);
/* The guild of a room, NULL if unknown. Lives until places_tidy(). */
const char *places_guild(struct discord *discord, const char *room);
/* The same for a channel; "" if unknown. */
const char *places_guild_of(void *discord, const char *channel);
/* Remembers which guild a room belongs to; in which channel a thread is. */
void places_note(struct discord *discord, const char *room, const char *guild);
void places_note_above(struct discord *discord, const char *room, const char *channel);
/* Keeps that beyond a restart, because the room has a table; or no longer. */
void places_keep(struct discord *discord, const char *room);
void places_unkeep(struct discord *discord, const char *room);
size_t places_count(const struct discord *discord);
/* The guild is out, or the shard that it, or "@key", is heard by. */
bool places_are_away(void *discord, const char *room);
/* Whether something may be said there: not in an outage, not after we were removed. */
bool places_is_open(struct discord *discord, const char *room);
/* RANK_OPERATOR with RANK_GROUP, RANK_ADMIN of a member object, by its "permissions" in
   interactions, by its roles in messages. `id` NULL: in private. */
unsigned guilds_rank(struct discord *discord, const char *id, const char *user,
                     const json_t *member);
/* RANK_VOICED of a member object, if the house rules of the room name one of its roles; else 0. */
unsigned guilds_voice(struct discord *discord, const char *room, const json_t *member);
/* For struct host_port: the channel of a thread, if that is known, and "group:GUILD". */
const char *places_above(void *discord, const char *place);
bool guilds_find_role(void *discord, const char *guild, const char *typed, char id[HOST_GROUP]);

#endif
