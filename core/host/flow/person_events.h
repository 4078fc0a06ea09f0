/* What networks say of people who sit somewhere: renamed, gone, back. */
#ifndef PERSON_EVENTS_H
#define PERSON_EVENTS_H

#include "session.h"

struct input;

/* Saves one name or key that is not saved yet. False if all are. */
bool gaps_save_again(struct session *session);
void gaps_run_renamed(struct session *session, const struct input *input);
void gaps_run_bound(struct session *session, const struct input *input);
void gaps_run_gone(struct session *session, const struct input *input);
void gaps_run_returned(struct session *session, const struct input *input);

#endif
