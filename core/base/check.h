/* check() finds our own bugs, in every build. A failed check prints file, line and expression and aborts; the journal
   brings every table back. Never use it for a player's mistake or a failure of the world: those get an answer. */
#ifndef CHECK_H
#define CHECK_H

_Noreturn void check_failed(const char *file, int line, const char *expression);

#define check(expression) ((expression) ? (void)0 : check_failed(__FILE__, __LINE__, #expression))

#endif
