/* Tells people of one name apart. */
#ifndef NAMES_H
#define NAMES_H

#include "session.h"

/* Gives each seat a name that no other has. Call it whenever somebody sits down, gets up or is renamed. */
void names_tell_apart(struct session *session);
/* The seats that a typed name can mean. */
unsigned names_find(const struct session *session, const char *typed);
void lobby_name_robot(const struct session *session, char name[HOST_NAME]); /* a name that nobody at the table has */

#endif
