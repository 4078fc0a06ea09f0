/* Whom the house rules of a room keep from what, and what tables are opened with there. Who may
   set the rules is in settings.c. */
#ifndef SETTINGS_KEEP_H
#define SETTINGS_KEEP_H

#include <stdbool.h>

struct game;
struct heard;
struct host;
struct text;

/* The person may not open a table of this game here: tells why. */
bool settings_forbid_opening(struct host *host, const struct heard *heard, const struct game *game);
/* No robots sit down here: tells so. */
bool settings_forbid_robots(struct host *host, const struct heard *heard);
/* Puts what tables of the game are opened with here: "match=3 clock=slow". */
void settings_put_options(const struct host *host, const struct heard *heard,
                          const struct game *game, struct text *out);

#endif
