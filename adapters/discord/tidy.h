/* Gives back what is not used any more: at the end of events, when nobody holds anything, and once in a while. What was kept for
   a table that is over, or of what is too old to matter, goes too. */
#ifndef TIDY_H
#define TIDY_H

#include "application.h"

/* Where nobody holds anything of people, places, boards or lanes. Cheap. */
void tidy_soon(struct discord *discord);
/* What was kept of what is over. */
void tidy_kept(struct discord *discord);
void tidy_on_time(void *discord);

#endif
