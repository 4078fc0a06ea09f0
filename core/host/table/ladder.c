#include "ladder.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asking.h"
#include "check.h"
#include "game.h"
#include "host_state.h"
#include "input.h"
#include "pending.h"
#include "store_people.h"
#include "strings/daily.def"
#include "strings/standings.def"
#include "tell.h"
#include "text.h"
#include "tries.h"

struct rung {
    struct daily_name name;
    int place, points;
};

struct ladder {
    struct pending pending;
    int day, count, next, shown;
    const struct game *game;
    struct prose out;
    struct rung rungs[LADDER_ASKED];
};

static int compare(const void *a, const void *b)
{
    const struct daily_try *one = *(const struct daily_try *const *)a,
                           *other = *(const struct daily_try *const *)b;
    if (one->place != other->place)
        return one->place - other->place;
    return one->points != other->points ? other->points - one->points
           : one->at > other->at        ? 1
                                        : -1;
}

static void take_results(const struct host *host, struct ladder *ladder)
{
    const struct daily_day *day = daily_day(host, ladder->day);
    const struct daily_try **list = calloc(day ? (size_t)day->count + 1 : 1, sizeof *list);
    int count = 0;
    check(list);
    for (int i = 0; day && i < day->count; i++) {
        const struct daily_try *one = day->tries[i];
        if (one->game == ladder->game && one->is_over && !one->is_unlisted &&
            tries_count(host, one))
            list[count++] = one;
    }
    qsort(list, (size_t)count, sizeof *list, compare);
    for (int i = 0; i < count && i < LADDER_ASKED; i++)
        ladder->rungs[ladder->count++] =
            (struct rung){list[i]->names[0], list[i]->place, list[i]->points};
    free(list);
}

static void tell(struct ladder *ladder)
{
    char day[DAILY_DATE];
    struct prose answer;
    struct heard heard = input_heard(ladder->pending.input);
    heard.is_open = true;
    prose_open(&answer, host_language(ladder->pending.host, &heard));
    view_string(&answer, ladder->shown > 0 ? STRING_DAILY_TOP : STRING_DAILY_TOP_NONE, "game",
                ladder->game->name, "day", daily_date(ladder->day, day), (char *)0);
    prose_append(&answer, &ladder->out);
    host_whisper(ladder->pending.host, &heard, &answer);
    pending_end(ladder);
}

static void ask(struct ladder *ladder);

static void put(struct ladder *ladder, const struct rung *rung)
{
    prose_put(&ladder->out, ladder->shown++ > 0 ? "; " : " ");
    view_string(&ladder->out, STRING_DAILY_TOP_PLACE, "who", rung->name.name, "points",
                text_number(rung->points), (char *)0);
}

static void answered(void *arg, const struct store_answer *answer)
{
    struct ladder *ladder = arg;
    if (!ladder->pending.host) {
        pending_drop(ladder);
        return;
    }
    if (answer->result != STORE_OK) {
        struct heard heard = input_heard(ladder->pending.input);
        tell_openly(ladder->pending.host, &heard, STRING_STATS_FAILED, (char *)0);
        pending_end(ladder);
        return;
    }
    const struct rung *rung = &ladder->rungs[ladder->next++];
    if (answer->named > 0 && identity_is(identity_of(&answer->known), identity_of(&rung->name)))
        put(ladder, rung);
    ask(ladder);
}

static void ask(struct ladder *ladder)
{
    if (ladder->next == ladder->count || ladder->shown == LADDER_MOST) {
        tell(ladder);
        return;
    }
    const struct daily_name *name = &ladder->rungs[ladder->next].name;
    struct store_question *question = calloc(1, sizeof *question);
    check(question);
    question->kind = STORE_ASK_NAMED;
    question->most = 1;
    question->done = answered;
    question->arg = ladder;
    snprintf(question->identities[0].network, sizeof question->identities[0].network, "%s",
             name->network);
    snprintf(question->identities[0].name, sizeof question->identities[0].name, "%s", name->name);
    store_ask(ladder->pending.host->store, question);
    free(question);
}

void ladder_show(struct host *host, const struct heard *heard, int day, const struct game *game)
{
    if (pending_count(host->dailies->ladders, heard) > 0 ||
        pending_count(host->dailies->ladders, NULL) >= ASKINGS_MOST) {
        tell_openly(host, heard, STRING_STATS_BUSY, (char *)0);
        return;
    }
    struct ladder *ladder =
        pending_new(&host->dailies->ladders, host, heard, sizeof *ladder, PENDING_SETTLED);
    ladder->day = day;
    ladder->game = game;
    prose_open(&ladder->out, host_language(host, heard));
    take_results(host, ladder);
    ask(ladder);
}

void ladder_fini(struct host *host)
{
    pending_orphan(&host->dailies->ladders); /* the store answers each */
}
