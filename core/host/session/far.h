/* What the host tells other processes of the house, through the ports of their networks
   (api/elsewhere.h), and which of them a code belongs to. Calls nothing of the host. */
#ifndef FAR_H
#define FAR_H

#include <stdbool.h>
#include <stdint.h>

#include "elsewhere.h"
#include "host_state.h"

struct heard;

/* Tells every other process what the network here says of `who`. Nothing if the network is not
   served here. */
void far_note(struct host *host, enum host_event_kind kind, const char *network, const char *who);
void far_note_more(struct host *host, const struct host_event *event);
/* The table here has changed, and all that is to be told of it was told; it is about to go. */
void far_note_changed(const struct session *session);
void far_note_gone(const struct session *session);

/* What other processes have asked this person, who is of a network that is served here:
   HOST_ASKS_... */
unsigned far_asks(const struct host *host, const struct heard *heard);

/* The network whose process knows the code: so a code that somebody types finds its way. NULL
   without networks. */
const struct host_port *far_of_code(const struct host *host, const char *code);

/* ---- questions to all others ---- */

/* Questions about people that this process asks all others of a shared house for somebody who
   waits. A process that is away, or does not answer within INQUIRY_MS, is passed over. Bounded:
   of one person one question waits at a time, and of the people of a network INQUIRIES_MOST. */

struct host;
struct host_question;

enum { INQUIRIES_MOST = 32, INQUIRY_MS = 2000, INQUIRY_ANSWERS = 4096 };

/* The answers one behind the other, with a blank between; NULL if too many questions wait
   already. `tag` is the asker's own. */
typedef void inquiry_done(struct host *host, const struct heard *heard, int64_t tag,
                          const char *answers, bool are_all);

/* Asks the others, and calls `done` once: at once where there is no other process. What was
   heard is dealt with then, unless `done` saves something. */
void far_ask(struct host *host, const struct heard *heard, const struct host_question *question,
             inquiry_done *done, int64_t tag);
void far_inquiries_tick(struct host *host);
void far_inquiries_fini(struct host *host); /* nobody is told anything more */

#endif
