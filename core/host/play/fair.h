/* The small print about luck: what a deal proves, and to whom. */
#ifndef FAIR_H
#define FAIR_H

#include "session.h"

void cut_put_seal(const struct session *session, struct prose *out); /* behind the opening */
void cut_put_secret(const struct lot *lot, struct prose *out); /* behind the last words about a table whose cards were
                                                                  dealt */

#endif
