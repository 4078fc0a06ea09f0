/* Questions about people that this process asks all others of a shared house for somebody who
   waits. A process that is away, or does not answer within INQUIRY_MS, is passed over. Bounded:
   of one person one question waits at a time, and of the people of a network INQUIRIES_MOST. */
#ifndef INQUIRY_H
#define INQUIRY_H

#include <stdbool.h>
#include <stdint.h>

struct heard;
struct host;
struct host_question;

enum { INQUIRIES_MOST = 32, INQUIRY_MS = 2000, INQUIRY_ANSWERS = 4096 };

/* The answers one behind the other, with a blank between; NULL if too many questions wait
   already. `tag` is the asker's own. */
typedef void inquiry_done(struct host *host, const struct heard *heard, int64_t tag,
                          const char *answers, bool are_all);

/* Asks the others, and calls `done` once: at once where there is no other process. What was
   heard is dealt with then, unless `done` saves something. */
void inquiry_ask(struct host *host, const struct heard *heard, const struct host_question *question,
                 inquiry_done *done, int64_t tag);
void inquiries_tick(struct host *host);
int64_t inquiries_at(const struct host *host);
void inquiries_fini(struct host *host); /* nobody is told anything more */

#endif
