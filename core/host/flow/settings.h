/* The house rules of a room, as its operators read and set them, and what they keep people from. */
#ifndef SETTINGS_H
#define SETTINGS_H

#include <stdbool.h>

struct game;
struct heard;
struct host;
struct prose;
struct text;

/* "channel guests no": does it, or refuses it, and puts the answer. False if the words are about no house rule. */
bool settings_take_channel(struct host *host, const struct heard *heard, const char *words, struct prose *answer);
/* The person may not open a table of this game here: tells why. */
bool settings_forbid_opening(struct host *host, const struct heard *heard, const struct game *game);
/* No robots sit down here: tells so. */
bool settings_forbid_robots(struct host *host, const struct heard *heard);
/* Puts what tables of the game are opened with here: "match=3 clock=slow". */
void settings_put_options(const struct host *host, const struct heard *heard, const struct game *game,
                          struct text *out);

#endif
