/* What we say to the gateway, as text, and what Hello tells us. All returned strings are the caller's to free; none is
   longer than PAYLOAD_BYTES. */
#ifndef PAYLOAD_H
#define PAYLOAD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    PAYLOAD_BYTES = 4096, /* more is answered with close code 4002 */
    PAYLOAD_PLAYING = 128 /* characters of a presence; what is longer is cut */
};

struct gateway_session;
struct shard_port;

char *payload_heartbeat(bool has_sequence, int64_t sequence);
char *payload_identify(const struct shard_port *port, int shard);
char *payload_resume(const char *token, const struct gateway_session *session);
char *payload_presence(const char *playing);

/* Milliseconds between heartbeats, from the JSON text of Hello's d: something sensible whatever it says. */
int64_t payload_heart_interval(const char *data, size_t length);

#endif
