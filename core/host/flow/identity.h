/* What networks say of people who sit somewhere: renamed, gone, back. */
#ifndef IDENTITY_H
#define IDENTITY_H

#include "session.h"

struct input;

/* Saves one name or key that is not saved yet. False if all are. */
bool identity_save_again(struct session *session);
/* The table is back, later than the networks of some of its people perhaps: those may be called
   otherwise by now. Names that are new are saved with the next play_on. */
void identity_ask_names(struct session *session);
void identity_renamed(struct session *session, const struct input *input);
void identity_bound(struct session *session, const struct input *input);
void identity_gone(struct session *session, const struct input *input);
void identity_returned(struct session *session, const struct input *input);

#endif
