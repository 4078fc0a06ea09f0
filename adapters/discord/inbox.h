/* What people write and press, in order. Each channel has a lane. A message is heard at once,
   unless something must come first, missed messages or what its author's rank depends on; then
   it waits, and so does everything after it. Talk never waits. The last message that was heard is
   kept, so that none is heard twice, also by the next process. Bounded: INBOX_OF_PERSON messages
   of one person wait in a lane, INBOX_OF_GUILD of a guild. */
#ifndef INBOX_H
#define INBOX_H

#include "application.h"
#include "people.h"

struct inbox *inbox_new(void);
void inbox_free(struct inbox *inbox);
void inbox_tidy(struct discord *discord);
size_t inbox_count(const struct discord *discord);
/* True if it must wait for inbox_release(). */
bool inbox_message(struct discord *discord, const json_t *message);
/* Returns the id of the last message that was heard; 0 if unknown. */
uint64_t inbox_hold(struct discord *discord, const char *channel);
/* All messages up to the id `complete` were brought; 0: none. */
void inbox_release(struct discord *discord, const char *channel, uint64_t complete);
/* What was heard so far is saved by the host. */
void inbox_keep(struct discord *discord);
/* Hears what waited because we were leaving. */
void inbox_go_on(struct discord *discord);
int inbox_waiting(const struct discord *discord); /* messages, and channels that are held */
enum { INBOX_OF_PERSON = 50, INBOX_OF_GUILD = 1000 };
void inbox_forget(void *discord, const char *key); /* for struct host_port */

/* ---- what was missed ---- */

/* Messages that Discord did not send us: before a new session, or in an outage. We ask each
   channel with a table, and the private channel of each person at a table, one after the other,
   for what follows the last message we heard there; it is heard before newer ones. Messages that
   are too old are left out. Bounded: MESSAGES_MOST messages and ASKED_MOST requests for a
   channel. */

struct backfill *inbox_backfill_new(struct discord *discord);
void inbox_backfill_free(struct backfill *backfill);
/* Asks for what was missed in a channel. A request that is under way goes on; `guild` "": a
   private channel. */
void inbox_backfill_in(struct discord *discord, const char *channel, const char *guild);
void inbox_backfill_in_private(struct discord *discord);
void inbox_backfill_hurry(struct discord *discord, const char *channel);

/* Forgets what was kept for tables and channels that are over. Looks at every row: call it seldom.
 */
void inbox_sweep(struct discord *discord);

/* ---- which messages are meant for us, and what the host hears of them: hear.c ---- */

/* Whether a message is worth parsing, by the bytes of its event. */
bool hear_wants(const struct discord *discord, const char *data, size_t length);
/* Not written by a program, the system or ourselves. */
bool hear_is_of_person(const struct discord *discord, const json_t *message);
/* In private, or said to us. */
bool hear_is_meant(const struct discord *discord, const json_t *message);
/* Said to us in a channel, and it begins with a command of ours. */
bool hear_is_command(const struct discord *discord, const json_t *message);
void hear_message(struct discord *discord, const json_t *message);

enum { PRESENCE = 64 };
/* The text beside our name, which says how to begin. */
void hear_put_presence(const struct discord *discord, char playing[PRESENCE]);
/* Whether the text of messages in channels came in an earlier process. */
bool hear_has_read(const struct discord *discord);

enum { BRIDGE_ANSWERS = 6 /* to people behind a bridge, in a channel, in an hour */ };
const char *hear_bridged_with(void *discord, const char *room); /* for struct host_port */

/* ---- interactions: interaction.c ---- */

/* Slash commands, buttons and menus become what the host hears, each once; what is typed in an
   option is completed. The host checks all that an interaction claims. reply.c answers it. */

struct interactions *interaction_list_new(void);
void interaction_list_free(struct interactions *interactions);
void interaction_event(struct discord *discord, const json_t *interaction);

/* ---- slash commands: slash.c ---- */

struct text;

/* Made from the rows of commands.def, an array as Discord wants it. New reference. */
json_t *slash_commands(void);
/* If they have changed since the last time. */
void slash_register(struct discord *discord);
/* Whether it can be used where the bot is not. The others need messages of ours in their room. */
bool slash_works_anywhere(const char *name);
/* What an interaction calls: its name, and what was filled in. They live as long as `data`. */
struct slash_call {
    const char *name; /* "" if absent */
    const json_t *options;
};
struct slash_call slash_read(const json_t *data);
/* "challenge <@8>", of what was chosen in the menu of a person, or, with a game, in a menu of games
   (slash_games()); false if it was something else. */
bool slash_challenge(const json_t *data, struct text *out);
/* A menu of games, to be chosen from behind such a line without one; NULL if the line is another.
   New reference. */
json_t *slash_games(const char *line);
/* "table join"; false if there is no such command. */
bool slash_put_path(const char *name, struct text *out);
/* "play heartcatchers match=3"; false if there is no such command. */
bool slash_line(const char *name, const json_t *options, struct text *out);
/* NULL if it was not given. */
const char *slash_option(const json_t *options, const char *name);

#endif
