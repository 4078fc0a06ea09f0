/* One random game under one property; for the files of the generic suite only. */
#ifndef TRIAL_H
#define TRIAL_H

#include "playthrough.h"

#include "testing.h"

struct trial {
    const struct variant *variant;
    const struct playthrough *play;
    struct chance_seed seed; /* for the property's own choices */
    unsigned long long number;
    unsigned round, rounds; /* how many of this variant came before; how many there will be */
};

struct property {
    const char *name;
    void (*test)(struct trial *trial);
    int divisor; /* it is checked in every so many trials */
};

/* Lists ended by a property without a name. */
extern const struct property rule_properties[];
extern const struct property secret_properties[];
extern const struct property record_properties[];
extern const struct property typed_properties[];
extern const struct property word_properties[];

/* Fails the test, naming game, variant, trial and move. */
_Noreturn void trial_failed(const struct trial *trial, int step, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

#define trial_check(trial, step, condition)                                                        \
    ((condition) ? (void)0 : trial_failed(trial, step, "this does not hold: %s", #condition))

#endif
