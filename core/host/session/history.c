#include "history.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"

struct history {
    int next;
    struct {
        int64_t line; /* 0 if free */
        struct playing *playing;
    } steps[UNDO_STEPS];
};

struct history *history_new(void)
{
    struct history *history = calloc(1, sizeof *history);
    check(history);
    return history;
}

void history_free(struct history *history)
{
    for (int i = 0; history && i < UNDO_STEPS; i++)
        free(history->steps[i].playing);
    free(history);
}

void history_note(struct history *history, int64_t line, const struct playing *playing)
{
    if (!history)
        return;
    int at = history->next;
    history->next = (at + 1) % UNDO_STEPS;
    history->steps[at].playing = realloc(history->steps[at].playing, sizeof *playing);
    check(history->steps[at].playing);
    playing_copy(history->steps[at].playing, playing);
    history->steps[at].line = line;
}

const struct playing *history_after(const struct history *history, int64_t line)
{
    for (int i = 0; history && i < UNDO_STEPS; i++)
        if (history->steps[i].line == line && line > 0)
            return history->steps[i].playing;
    return NULL;
}
