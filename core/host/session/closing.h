/* Closing the seats of a table, and the cuts that count from then on. What it does is in seal.c,
   when it happens in flow/begin.c, and what it proves in docs/fairness.md. */
#ifndef CLOSING_H
#define CLOSING_H

#include <stdbool.h>
#include <stdint.h>

struct closing {
    /* from "close" to the deal: nobody sits down, nothing about the table changes */
    bool is_closed;
    /* somebody alone with robots wants to cut before the deal; a restart forgets it */
    bool waits_for_cut;
    /* the seat, from 1, that begins the first game, and the seats stay as they sat down; 0: they
       are shuffled, and who was chosen begins (seat.h), else a lot decides */
    int first;
    int last_cut;    /* the number of the latest cut of somebody who sits there; 0 if nobody cut */
    int cuts_before; /* that number when the seats were closed: only later cuts count */
    /* when a closed table deals even if people could still cut; INT64_MAX if no such time runs */
    int64_t deals_at;
};

#endif
