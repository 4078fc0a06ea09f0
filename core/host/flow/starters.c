/* The people who asked for a start that waits. Bounded: STARTERS of a table are kept; each further one is answered at
   once. */
#include "starters.h"

#include <stdlib.h>
#include <string.h>

#include "input.h"
#include "session.h"

enum { STARTERS = 8 };

void begin_release(struct session *session, bool is_answered)
{
    session->starts_told_at = INT64_MAX;
    while (session->starters) {
        struct input *input = session->starters;
        struct heard heard = input_heard(input);
        session->starters = input->next;
        if (is_answered)
            host_dismiss(session->host, &heard);
        free(input);
    }
}

bool begin_holds(const struct session *session, const struct input *input)
{
    for (const struct input *one = session->starters; one && input->has_id; one = one->next)
        if (one->has_id && strcmp(one->id, input->id) == 0)
            return true;
    return false;
}

/* Where the network cannot tell which of their words an answer is for, one answer is enough. */
static bool is_kept(const struct session *session, const struct heard *heard)
{
    for (const struct input *one = session->starters; one; one = one->next)
        if (!heard->id && !one->has_id && strcmp(one->key, heard->key) == 0)
            return true;
    return false;
}

/* False if there is no place. */
static bool keep(struct session *session, const struct heard *heard)
{
    struct input **end = &session->starters;
    int count = 0;
    for (; *end; end = &(*end)->next)
        count++;
    if (count < STARTERS)
        *end = input_of_heard(heard);
    return count < STARTERS;
}

bool starters_keep(struct session *session, const struct heard *heard)
{
    return is_kept(session, heard) || keep(session, heard);
}
