/* Flips every bit of a record and of what stands beside it, one by one, and counts those that
   nobody notices; of the lines only every third bit, unless tests are long (long.h). It knows
   how records are read; which ones they are, test_record_flips.c chooses. A flip that is not
   noticed is printed. */
#ifndef FLIPS_H
#define FLIPS_H

struct flip_sums {
    long lines, persons, secrets, bits; /* of all records */
    long records, sealed, ended,
        /* whole ones; those of them that are sealed; that end, too; whose secret was flipped */
        shown;
    long whole, unnoticed;
};
extern struct flip_sums sums;

/* At most `most` lines, so that long games do not take all the time; 0 for all. The record of a
   table in play has no end. */
void flip_record(const char *text, int most);
/* A kind of line that was in no record so far. NULL if all were. */
const char *flip_missing_kind(void);

#endif
