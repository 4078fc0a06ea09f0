/* People of one name told apart. */
#ifndef NAMES_H
#define NAMES_H

#include "session.h"

/* Gives each seat a name that no other has; to be called whenever somebody sits down, gets up, or is called otherwise. */
void names_tell_apart(struct session *session);
/* The seats that a typed name can mean: none, one, or several that are called so. */
unsigned names_find(const struct session *session, const char *typed);
void lobby_name_robot(const struct session *session, char name[HOST_NAME]); /* that nobody at the table has */

#endif
