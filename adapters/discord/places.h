/* Rooms: which guild each lies in, and whether something may be said there. What is known of a room with a table is kept, so
   that it is known after a restart. Who may command: guilds.c; what happens to guilds and channels: events.c. */
#ifndef PLACES_H
#define PLACES_H

#include "application.h"

struct places *places_new(struct discord *discord);
void places_free(struct places *places);
void places_tidy(struct discord *discord);
/* The guild of a room, where it is known; else NULL. Lasts until places_tidy(). */
const char *places_guild(struct discord *discord, const char *room);
/* The same of a channel; "": not known. */
const char *places_guild_of(struct discord *discord, const char *channel);
/* Remembers which guild a room belongs to. */
void places_note(struct discord *discord, const char *room, const char *guild);
/* The same beyond a restart: there is a table. */
void places_keep(struct discord *discord, const char *room);
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
