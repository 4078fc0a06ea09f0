/* What those are told who watch over this process: a service manager such as systemd, or the
   process that started this one. It is ready, reads its configuration again, ends, and its loop
   still turns. Where nobody watches nothing happens. Knows nothing of networks or tables. */
#ifndef SERVICE_H
#define SERVICE_H

#include <stdint.h>

struct loop;
struct service;

struct service *service_new(struct loop *loop);
void service_free(struct service *service); /* before the loop; NULL is fine */

/* The process that started this one watches it, and no manager does: while the loop turns,
   `beats` counts on, every so many milliseconds. Call it before service_ready(). `beats` has to
   last until service_stops(). */
void service_count(struct service *service, _Atomic int64_t *beats, int64_t every_ms);

/* It is ready to play. From then on it also says that it lives, twice in the time the manager
   waits for that (the unit's WatchdogSec), by a timer of the loop: a loop that hangs falls
   silent, and the one who watches starts it again. */
void service_ready(struct service *service);

void service_reloads(struct service *service); /* until the next service_ready */
/* what is counted is 0 again: the loop need not turn any more */
void service_stops(struct service *service);

#endif
