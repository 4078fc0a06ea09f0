/* What people write: which messages are meant for us, and what the host hears of them. Nearly
   all messages are talk between others, so their bytes are looked at before they are parsed. */
#ifndef HEAR_H
#define HEAR_H

#include "application.h"
#include "people.h"

/* Whether a message is worth parsing, by the bytes of its event. */
bool hear_wants(const struct discord *discord, const char *data, size_t length);
/* Not written by a program, the system or ourselves. */
bool hear_is_of_person(const struct discord *discord, const json_t *message);
/* In private, or said to us. */
bool hear_is_meant(const struct discord *discord, const json_t *message);
/* Said to us in a channel, and it begins with a command of ours: who said it may have a rank
   there. */
bool hear_is_command(const struct discord *discord, const json_t *message);
void hear_message(struct discord *discord, const json_t *message);

/* ---- whether the text of messages in channels comes, and what people are told of that ---- */

enum { PRESENCE = 64 };
/* The text beside our name, which says how to begin. */
void hear_put_presence(const struct discord *discord, char playing[PRESENCE]);
/* Whether that happened in an earlier process. */
bool hear_has_read(const struct discord *discord);

/* ---- people whom a bridge relays into a channel ---- */

enum { BRIDGE_ANSWERS = 6 /* in a channel, in an hour */ };

/* For struct host_port. */
const char *hear_bridged_with(void *discord, const char *room);

#endif
