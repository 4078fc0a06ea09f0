/* How people and channels want to read us, and which bridges join a channel to a room elsewhere. */
#ifndef PREFERENCES_H
#define PREFERENCES_H

#include "heard.h"
#include "look.h"
#include "port.h"

struct host_wish;
struct irc;
struct irc_room;
struct member;
struct wire_event;

struct text;

bool irc_prefer(void *self, const struct heard *heard, const struct host_wish *wish);
void irc_look_load(struct irc *irc, struct member *member);
/* How cards are shown to a person or in a channel. `look` is what they chose, NULL if nothing;
   `is_coloured` what counts else. */
enum look_cards irc_look_cards(const struct look *look, bool is_coloured);
void irc_look_load_room(struct irc *irc, struct irc_room *room);
/* The room was called `from`: how it reads us is kept under its name now. */
void irc_look_move_room(const struct irc *irc, const struct irc_room *room, const char *from);
/* For struct host_port. */
void irc_look(void *self, const char *key, struct text *out);
enum host_nudge irc_nudge(void *self, const char *key);
void irc_forget(void *irc, const char *key); /* likewise */
void irc_wear(void *self, const char *key, const char *words);
void irc_room_look(void *self, const char *room, struct text *out);
const char *irc_bridged_with(void *self, const char *name);
int irc_columns(void *self, const char *room);
bool irc_is_first(void *self, const char *key, const char *game);

#endif
