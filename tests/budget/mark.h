/* See mark.c. */
#ifndef MARK_H
#define MARK_H

void budget_mark(void);

#endif
