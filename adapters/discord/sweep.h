/* What was kept for tables and channels that are over. */
#ifndef SWEEP_H
#define SWEEP_H

struct discord;

/* Forgets it, and gives memory back. Looks at every row: call it seldom. */
void sweep_what_is_over(struct discord *discord);

#endif
