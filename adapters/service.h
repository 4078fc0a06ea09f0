/* What a service manager such as systemd is told: that the program is ready, reads its configuration again, ends, and
   that its loop still turns. Without a service manager nothing happens. Knows nothing of networks or tables. */
#ifndef SERVICE_H
#define SERVICE_H

struct loop;
struct service;

struct service *service_new(struct loop *loop);
void service_free(struct service *service); /* before the loop; NULL is fine */

/* It is ready to play. From then on it also says that it lives, twice in the time the manager waits for that (the
   unit's WatchdogSec), by a timer of the loop: a loop that hangs falls silent, and the manager starts it again. */
void service_ready(struct service *service);

void service_reloads(struct service *service); /* until the next service_ready */
void service_stops(struct service *service);

#endif
