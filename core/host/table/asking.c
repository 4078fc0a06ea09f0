
#include "asking.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "input.h"
#include "links.h"
#include "seat.h"
#include "strings/replay.def"
#include "strings/standings.def"
#include "tell.h"

struct asking *asking_new(struct host *host, const struct heard *heard)
{
    return asking_new_among(host, heard, 1);
}

struct asking *asking_new_among(struct host *host, const struct heard *heard, int most)
{
    if (pending_count(host->pending.askings, heard) >= most ||
        pending_count(host->pending.askings, NULL) >= ASKINGS_MOST) {
        tell_openly(host, heard, STRING_STATS_BUSY, (char *)0);
        return NULL;
    }
    return pending_new(&host->pending.askings, host, heard, sizeof(struct asking), true);
}

bool asking_refuses_record(struct host *host, const struct heard *heard)
{
    int all = 0, here = 0;
    for (const struct pending *one = host->pending.askings; one; one = one->next) {
        bool is_replay = ((const struct asking *)one)->is_replay;
        all += is_replay;
        here += is_replay && strcmp(one->input->network, heard->network) == 0;
    }
    if (all < ASKINGS_RECORDS && here < ASKINGS_RECORDS_EACH)
        return false;
    tell_openly(host, heard, STRING_REPLAY_BUSY, (char *)0);
    return true;
}

void asking_drop(struct asking *asking_take)
{
    free(asking_take->answer);
    pending_drop(asking_take);
}

void asking_end(struct asking *asking)
{
    free(asking->answer);
    pending_end(asking);
}

bool asking_is_lost(const struct asking *asking, enum store_result result)
{
    struct heard heard = input_heard(asking->pending.input);
    if (asking->pending.host && result != STORE_OK)
        tell_openly(asking->pending.host, &heard, STRING_STATS_FAILED, (char *)0);
    return !asking->pending.host || result != STORE_OK;
}

bool asking_lasts(const struct host *host, const struct heard *heard)
{
    const struct host_port *port = host_port_of(host, heard->network);
    return port && !port->is_one_keyboard && seat_key_lasts(port, heard->key);
}

struct store_question *asking_question(struct asking *asking, enum store_question_kind kind,
                                       int most, store_answered *done)
{
    struct store_question *question = calloc(1, sizeof *question);
    check(question);
    question->kind = kind;
    question->most = most;
    question->done = done;
    question->arg = asking;
    return question;
}

void asking_ask(struct asking *asking, struct store_question *question_take)
{
    store_ask(asking->pending.host->store, question_take);
    free(question_take);
}

static void put_known(struct store_known *known, struct identity who)
{
    snprintf(known->network, sizeof known->network, "%s", who.network);
    snprintf(known->key, sizeof known->key, "%s", who.key);
}

void asking_put_person(const struct host *host, struct identity who,
                       struct store_question *question)
{
    const struct linked *person = links_of(host, who);
    question->identity_count = person ? person->count : 1;
    put_known(&question->identities[0], who);
    for (int i = 0; person && i < person->count; i++)
        put_known(&question->identities[i], identity_of(&person->identities[i]));
}
