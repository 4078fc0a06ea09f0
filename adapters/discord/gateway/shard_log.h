/* What the log says of a connection to the gateway. Knows nothing of why. */
#ifndef SHARD_LOG_H
#define SHARD_LOG_H

#include <stdint.h>

/* `wait`: ms until the next try. */
void shard_log_loss(int shard, int code, const char *why, int64_t wait);
void shard_log_up(int shard, const char *by);
/* Only where: what stands there may be private. */
void shard_log_unreadable(const char *type, int position);
void shard_log_too_big(const char *type);

#endif
