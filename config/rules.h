/* What must hold between options, and what is worked out from several; the rows cannot say it. */
#ifndef RULES_H
#define RULES_H

#include "config.h"
#include "outline.h"

/* Runs on structs that have all their values, over the outline that says where they stand. */
void rules_apply(struct config *config, const struct outline *outline, struct problems *problems);

#endif
