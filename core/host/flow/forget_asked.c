/* Who asks to be forgotten: in private, with a code that confirms it. See forget.h for the
   bounds. */
#include <sodium.h>

#include "forget.h"
#include "forget_inside.h"
#include "host_state.h"
#include "input.h"
#include "linking.h"
#include "tell.h"
#include "text.h"

static const char letters[] = "BCDFGHJKLMNPQRSTVWXZ"; /* no vowels, and so no words by chance */

static void give_code(struct host *host, const struct heard *heard)
{
    struct forgetting *forgetting = forgetting_of(host, heard->network, heard->key);
    if (forgetting)
        forgetting_end(host, forgetting);
    if (!forgetting_make_room(host, heard->network)) {
        tell_person(host, heard, STRING_INTERNAL_WAIT, (char *)0);
        return;
    }
    forgetting = forgetting_begin(host, heard->network, heard->key, heard->name);
    for (int i = 0; i < FORGET_CODE; i++)
        forgetting->code[i] = letters[randombytes_uniform(sizeof letters - 1)];
    forgetting_go_on_at(forgetting, heard->now + FORGET_MS);
    tell_person(host, heard, STRING_FORGET_CODE, "code", forgetting->code, "minutes",
                text_number(FORGET_MS / 60000), (char *)0);
}

static void hear_code(struct host *host, const struct heard *heard, const char *code)
{
    struct forgetting *forgetting = forgetting_of(host, heard->network, heard->key);
    if (forgetting && forgetting->at <= heard->now) {
        forgetting_end(host, forgetting);
        forgetting = NULL;
    }
    if (!forgetting) {
        tell_person(host, heard, STRING_FORGET_NO_CODE, (char *)0);
    } else if (text_same_word(forgetting->code, code) && linking_is_busy(host, heard)) {
        tell_person(host, heard, STRING_INTERNAL_WAIT, (char *)0);
    } else if (text_same_word(forgetting->code, code)) {
        forgetting->input = input_of_heard(heard);
        host->saving++;
        host->has_committed = true; /* dealt with when the person is forgotten */
        forgetting_start(host, forgetting);
    } else if (++forgetting->wrong >= FORGET_TRIES) {
        tell_person(host, heard, STRING_FORGET_VOID, (char *)0);
        forgetting_end(host, forgetting);
    } else {
        tell_person(host, heard, STRING_FORGET_WRONG, "left",
                    text_number(FORGET_TRIES - forgetting->wrong), (char *)0);
    }
}

/* Others have read the code: it is void, for they could have got the person to say it. */
static void refuse_in_room(struct host *host, const struct heard *heard, const char *words)
{
    struct forgetting *forgetting = forgetting_of(host, heard->network, heard->key);
    if (*words && forgetting)
        forgetting_end(host, forgetting);
    tell_person(host, heard, STRING_FORGET_PRIVATE, (char *)0);
}

void host_forget_me(struct host *host, const struct heard *heard, const char *words)
{
    if (heard->room && !(heard->rank & RANK_LOCAL)) /* a terminal has nobody else */
        refuse_in_room(host, heard, words);
    else if (*words)
        hear_code(host, heard, words);
    else
        give_code(host, heard);
}
