/* Ids of messages that were applied: no message is applied twice (session.c). */
#ifndef MESSAGE_IDS_H
#define MESSAGE_IDS_H

#include <stdbool.h>

struct host;
struct input;
struct session;

/* Notes the id of an applied message, so that neither this table nor the next one applies it
   again; records keep ids, too. */
void session_note_id(struct session *session, const char *network, const char *id);
void host_note_ended_id(struct host *host, const char *network, const char *id);
bool session_knows(const struct host *host, const struct session *session,
                   const struct input *input);

#endif
