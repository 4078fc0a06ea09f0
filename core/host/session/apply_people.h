/* The lines of a record about people, for apply.c. */
#ifndef APPLY_PEOPLE_H
#define APPLY_PEOPLE_H

#include "record.h"
#include "session.h"

/* The person whom a line names. NULL with a sentence if the person beside the record is not as
   the line says. */
struct person *apply_person(struct session *session, const struct record_line *line,
                            struct text *why);

typedef bool apply_function(struct session *session, const struct record_line *line,
                            struct text *why);
apply_function apply_sit, apply_swap, apply_unsit, apply_away, apply_kick, apply_back, apply_name,
    apply_word, apply_claim, apply_bind, apply_ahead, apply_first, apply_hint;

#endif
