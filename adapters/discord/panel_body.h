/* The private panel of a seat as the body of a message: hand, offer, buttons and menus. The
   reader of it may see that hand. */
#ifndef PANEL_BODY_H
#define PANEL_BODY_H

#include "people.h"

/* Content, components and allowed_mentions; NULL if the person has no seat in play at the table
   with this number. New reference. `verb` and `page` say what is unfolded: NULL and 0 at first. */
json_t *panel_body(struct discord *discord, int64_t table, const struct person *person,
                   const char *verb, int page);

#endif
