/* Inside the host: the lines of a record that are about people, for apply.c. */
#ifndef APPLY_PEOPLE_H
#define APPLY_PEOPLE_H

#include "record.h"
#include "session.h"

/* The person whom a line names, who stands beside the record as the line says; NULL with a sentence. */
struct person *apply_person(struct session *session, const struct record_line *line, struct text *why);

typedef bool apply_function(struct session *session, const struct record_line *line, struct text *why);
apply_function apply_sit, apply_unsit, apply_away, apply_kick, apply_back, apply_name, apply_word, apply_claim,
    apply_bind;

#endif
