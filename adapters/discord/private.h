/* Direct messages to one person: hands of tables, each edited while it is the latest, answers,
   and what waits until the channel is open. Channels are opened in turn: Discord takes a bot that
   opens many at once for a spammer, and stops it from opening any. OPENINGS may be opened at
   once, most of them only for people at a table, and then one every OPENING_MS; each guild has
   its share of that, and the one that was served longest ago goes first. No game waits for a
   turn: a button shows the hand, too. Bounded: WAITING_OF_GUILD people of a guild and
   WAITING_MOST in all are in the queue; others ask again later. */
#ifndef PRIVATE_H
#define PRIVATE_H

#include "people.h"

struct dms *private_queue_new(struct discord *discord);
void private_queue_free(struct dms *dms);
/* Queues the channel for opening if it is not known. News follow: discord->dm_news goes off in
   the next turn of the loop. */
void private_open(struct discord *discord, struct person *person);
/* Takes the next person with news off the list. NULL if nobody has any. */
struct person *private_take_news(struct dms *dms, enum dm_news *news);
enum host_reach private_reach(void *discord, const char *key);
/* A message came through, or was refused: then only the panel is left for a while. */
void private_opened(struct discord *discord, struct person *person);
void private_refused(struct discord *discord, struct person *person);

/* Sends a direct message, taken, as soon as the channel is open. */
void private_send(struct discord *discord, struct person *person, json_t *body);
/* The person wrote to us in this private channel, so it is open. */
void private_said(struct discord *discord, struct person *person, const char *channel);
/* Whether a message is the latest with that table's hand, as far as is known. */
bool private_is_latest(struct discord *discord, struct person *person, int64_t table,
                       const char *message);
/* Sends the hand of a table as it is when the message goes out. */
void private_send_panel(struct discord *discord, struct person *person, int64_t table);
/* `is_called`: it is told elsewhere whose turn it is, so no message only says that. */
void private_send_hand(struct discord *discord, struct person *person,
                       const struct whisper *whisper, bool is_called);
void private_send_answer(struct discord *discord, struct person *person,
                         const struct whisper *whisper);
/* The person got the hand of a table in another way. */
void private_told_otherwise(struct discord *discord, struct person *person, int64_t table);
/* An answer has changed this message of theirs, which now shows the hand of that table; `holds` as
   in controls.h. */
void private_shows(struct discord *discord, struct person *person, int64_t table,
                   const char *message, const char *holds);
/* The channel is open: sends what waited for it. */
void private_send_held(struct discord *discord, struct person *person);
/* The channel is closed: drops what waited, and edits no message there any more. */
void private_closed(struct person *person);

struct whisper_file;

/* As rest.h wants the files of a message. New reference. */
json_t *private_file_body(const struct whisper_file *file);

/* ---- which way a private line goes: whisper.c ---- */

/* Into the answer to what was just pressed, into the open panel, as a public reply if it holds
   no secret, otherwise by direct message. */
void whisper_to(void *discord, const struct whisper *whisper);
/* Reads the news of private channels: sends what waited for them, or tells people how to read it
   otherwise. */
void whisper_hear_dms(void *discord);
/* host_port.prefer: the words are "dm" or "panel"; "" asks for the current choice. */
bool whisper_prefer(void *discord, const struct heard *heard, const struct host_wish *wish);

#endif
