/* What a hard robot makes of a deal of the day, once nobody can be at it: it plays the person's
   seat against the same robots, thought by thought on the threads of robots. Bounded: one deal at a
   time, of games that somebody has tried. Nothing is told, and no table is open. */
#ifndef YARDSTICK_H
#define YARDSTICK_H

struct host;

/* Begins with the next deal that is over and not measured, if none is under way and robots
   think. */
void yardstick_tick(struct host *host);
void yardstick_fini(struct host *host);

#endif
