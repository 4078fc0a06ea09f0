/* What "daily share" adds where pictures are shown; "last picture" is a command (host_commands.h).
 */
#ifndef SHARE_H
#define SHARE_H

#include <stdint.h>

struct heard;
struct host;

/* Shows the room how that table of a daily deal ended, which must be the person's and of a day
   that is over; later, and nothing where no pictures are shown. What cannot be shown is told to
   the person. */
void share_daily(struct host *host, const struct heard *heard, int64_t table);

#endif
