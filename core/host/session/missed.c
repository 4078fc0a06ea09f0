#include "missed.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "prose.h"
#include "text.h"

static struct missed **find(struct missed **list, int seat)
{
    while (*list && (*list)->seat != seat)
        list = &(*list)->next;
    return list;
}

/* Behind what the line holds already. */
static void put_on(char line[MISSED_LINE], const char *text)
{
    static const char more[] = " ...";
    struct text out = {
        .bytes = line, .size = MISSED_LINE - (int)strlen(more), .length = (int)strlen(line)};
    if (out.length >= out.size)
        return; /* it was cut before */
    text_putf(&out, "%s%s", out.length > 0 ? " " : "", text);
    if (!out.cut)
        return;
    out = (struct text){.bytes = line, .size = MISSED_LINE, .length = out.length};
    text_put(&out, more);
}

void missed_note(struct missed **list, int seat, const char *text, bool begins)
{
    struct missed **place = find(list, seat);
    if (!*place) {
        *place = calloc(1, sizeof **place);
        check(*place);
        (*place)->seat = seat;
    }
    struct missed *missed = *place;
    if (begins || missed->rounds == 0)
        missed->lines[missed->rounds++ % MISSED_ROUNDS][0] = '\0';
    put_on(missed->lines[(missed->rounds - 1) % MISSED_ROUNDS], text);
}

int missed_take(struct missed **list, int seat, struct prose *out)
{
    struct missed **place = find(list, seat), *missed = *place;
    if (!missed)
        return 0;
    int rounds = missed->rounds;
    for (int i = rounds > MISSED_ROUNDS ? rounds - MISSED_ROUNDS : 0; i < rounds; i++) {
        prose_put(out, "\n");
        prose_put(out, missed->lines[i % MISSED_ROUNDS]);
    }
    *place = missed->next;
    free(missed);
    return rounds;
}

void missed_free(struct missed *list)
{
    for (struct missed *missed = list, *next; missed; missed = next) {
        next = missed->next;
        free(missed);
    }
}
