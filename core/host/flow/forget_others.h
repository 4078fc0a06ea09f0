/* Other processes of a shared house forget a person, too: which of them have not said yet that
   they have. */
#ifndef FORGET_OTHERS_H
#define FORGET_OTHERS_H

#include <stdbool.h>
#include <stdint.h>

struct host;
struct text;

/* Networks whose processes have not. `done` has a bit for each port of the host that has. */
bool others_are_left(const struct host *host, unsigned done);
/* One of them has a process that lives: it is soon done. */
bool others_are_at_it(const struct host *host, unsigned done);
/* those that are left, with commas */
void others_put(const struct host *host, unsigned done, struct text *networks);
unsigned others_bit(const struct host *host, const char *network); /* 0 if unknown */
/* Tells the process of `network` that the person of that number is forgotten here. False if
   nobody there can be told now. */
bool others_tell_done(struct host *host, const char *network, int number);

#endif
