/* check() finds our own bugs, in every build. A failed check prints file, line and expression
   and aborts; the journal brings every table back. Never use it for a player's mistake or a
   failure of the world: those get an answer. */
#ifndef CHECK_H
#define CHECK_H

_Noreturn void check_failed(const char *file, int line, const char *expression);

/* need() is for the few things of the machine without which nothing can go on, "a file for its
   timers": where they cannot be had, it says so in one sentence, with what errno means, and ends
   the process with status 1. What was answered is saved. */
_Noreturn void check_need_failed(const char *what);

#define need(expression, what) ((expression) ? (void)0 : check_need_failed(what))

#define check(expression) ((expression) ? (void)0 : check_failed(__FILE__, __LINE__, #expression))

#endif
