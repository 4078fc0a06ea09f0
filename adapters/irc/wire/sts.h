/* Strict transport security (IRCv3 STS): a server that once said "come by TLS, for so long" is never again spoken to
   without. What it said is kept over restarts, under the host name of the configuration. */
#ifndef STS_H
#define STS_H

#include <stdbool.h>
#include <stdint.h>

struct keep;

struct sts {
    int port;         /* 0: not told */
    int64_t duration; /* seconds; -1: not told */
};

/* The value of the capability, "port=6697,duration=86400": false if neither is in it. */
bool sts_read(const char *value, struct sts *sts);

/* The port to use with TLS instead of what is configured; 0: no policy, or not any more. `now`: ms since 1970. */
int sts_port(const struct keep *keep, const char *host, int64_t now);

/* What a server said over TLS, on this port: kept until `duration` is over; 0 forgets it. */
void sts_keep(struct keep *keep, const char *host, int port, int64_t duration, int64_t now);

#endif
