/* check(): our own bugs, always on. A failed check prints file, line and expression and aborts; the journal brings
   every table back. Never for a player's mistake or the world's failure: those are answered. */
#ifndef CHECK_H
#define CHECK_H

_Noreturn void check_failed(const char *file, int line, const char *expression);

#define check(expression) ((expression) ? (void)0 : check_failed(__FILE__, __LINE__, #expression))

#endif
