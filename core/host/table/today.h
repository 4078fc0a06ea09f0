/* The table of a deal of the day, and the command that opens it, lists what there is and shares a
   result. What is kept is session/daily.h's. Such a table is a person's alone, in private; its
   robots answer the same choices with the same moves; it takes no help, and its game counts in no
   rating. Bounded: one try a person, game and day; TODAY_WAITS people wait for a day's secret. */
#ifndef TODAY_H
#define TODAY_H

struct host;

/* A day was saved, or could not be: who waits for it is answered. */
void today_ready(struct host *host);
/* Ends tables whose time is over, too. */
void today_tick(struct host *host);
void today_fini(struct host *host);

#endif
