/* Lines from a pipe or a file, one at a time: the next line is handed over when the one before
   is answered, so that a script always gives the same output. Knows no table. */
#ifndef SCRIPT_H
#define SCRIPT_H

#include <stdbool.h>

struct loop;
struct script;

struct script_user {
    void (*line)(void *arg, const char *line);
    /* No more lines come, and everything is answered. `is_heard`: something came. */
    void (*end)(void *arg, bool is_heard);
    bool (*is_settled)(void *arg); /* everything is answered */
    void *arg;
};

/* True if standard input can bring no line: it is closed, /dev/null, an empty file, or a pipe
   that nobody writes to any more. Does not wait: who only has not written yet may write later. */
bool script_is_at_end(void);

/* Reads standard input in the loop. */
struct script *script_new(struct loop *loop, const struct script_user *user);
/* Something was told, so everything may be answered now. */
void script_answered(struct script *script);
void script_free(struct script *script); /* NULL is fine */

#endif
