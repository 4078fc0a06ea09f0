/* A session that was read from its record takes its rooms again. If another table has one that
   it needs, the session is set aside: of two records that belong to one room, the one that has
   no place in the store. */
#ifndef REGAIN_H
#define REGAIN_H

#include "session.h"

void regain_rooms(struct session *session_take, bool has_place);

#endif
