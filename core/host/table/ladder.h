/* The best results of a deal of the day that is over, by name of those alone who let others see
   their standings (!stats on). The store is asked about one name after the other. Bounded:
   LADDER_MOST places, LADDER_ASKED names, one question of a person at a time. */
#ifndef LADDER_H
#define LADDER_H

enum { LADDER_MOST = 10, LADDER_ASKED = 30 };

struct game;
struct heard;
struct host;

void ladder_show(struct host *host, const struct heard *heard, int day, const struct game *game);
void ladder_fini(struct host *host);

#endif
