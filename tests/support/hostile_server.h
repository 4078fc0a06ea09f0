/* A server on loopback that says exactly what a test tells it to, well-formed or not, out of the
   test's own loop. One client at a time. Knows nothing of IRC but the line end that hostile_say
   adds. */
#ifndef HOSTILE_SERVER_H
#define HOSTILE_SERVER_H

#include <stdbool.h>

struct hostile;
struct loop;

struct hostile *hostile_new(struct loop *loop);
void hostile_free(struct hostile *server);
int hostile_port(const struct hostile *server);

bool hostile_has_client(const struct hostile *server);

/* Queued until there is a client, and as long as it does not read. */
void hostile_say(struct hostile *server, const char *line);
void hostile_say_bytes(struct hostile *server, const char *bytes, int length);

/* Everything heard since the last hostile_forget, as one string (NUL arrives as "?"). */
const char *hostile_heard(const struct hostile *server);
void hostile_forget(struct hostile *server);

/* Stops reading, with as small a buffer as the system allows. */
void hostile_stop_reading(struct hostile *server);
void hostile_hang_up(struct hostile *server);

#endif
