/* The lines of a record about how long a table waits for people, and what they ask each other,
   for apply.c. */
#ifndef APPLY_CLOCK_H
#define APPLY_CLOCK_H

#include "apply_people.h"

#define SECONDS_MOST INT64_C(253402300799) /* the end of the year 9999 */

apply_function apply_clock, apply_pause, apply_unpause, apply_vote;

#endif
