/* Direct messages to one person: hands of tables, each edited while it is the latest, answers,
   and what waits until the channel is open. */
#ifndef PRIVATE_H
#define PRIVATE_H

#include <jansson.h>

#include "people.h"

/* Sends a direct message, as soon as the channel is open. Takes `body`. */
void private_send(struct discord *discord, struct person *person, json_t *body);
/* The person wrote to us in this private channel, so it is open. */
void private_said(struct discord *discord, struct person *person, const char *channel);
/* Whether a message is the latest with that table's hand, as far as is known. */
bool private_is_latest(struct discord *discord, struct person *person, int64_t table,
                       const char *message);
/* Sends the hand of a table as it is when the message goes out. */
void private_send_panel(struct discord *discord, struct person *person, int64_t table);
/* Sends the hand of a table; an answer. */
void private_send_hand(struct discord *discord, struct person *person,
                       const struct whisper *whisper);
void private_send_answer(struct discord *discord, struct person *person,
                         const struct whisper *whisper);
/* The person got the hand of a table in another way. */
void private_told_otherwise(struct discord *discord, struct person *person, int64_t table);
/* The channel is open: sends what waited for it. */
void private_send_held(struct discord *discord, struct person *person);
/* The channel is closed: drops what waited, and edits no message there any more. */
void private_closed(struct person *person);

/* ---- a file that goes along with a message to one person ---- */

struct whisper_file;

/* As rest.h wants the files of a message. New reference. */
json_t *private_file_body(const struct whisper_file *file);

#endif
