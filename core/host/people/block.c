/* "block" and "unblock": lists the people with whom somebody was at tables, and keeps and deletes
   blocks (session/blocks.c). What a block keeps from whom is seen to where it is offered: open
   seats (table/seek.c), codes, words of other rooms, and the words of "notify". Nobody is told of
   it but who does it. Bounded as asking.h says; FELLOWS_SHOWN people are listed. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asking.h"
#include "blocks.h"
#include "check.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "seat.h"
#include "strings/people.def"
#include "tell.h"
#include "text.h"

enum { FELLOWS_SHOWN = 12 };

/* ---- what is told ---- */

static void put_one(int number, const char *name, const char *network, struct prose *out)
{
    prose_put(out, number > 1 ? ", " : " ");
    view_string(out, STRING_BLOCK_ONE, "number", text_number(number), "name", name, "network",
                network, (char *)0);
}

static void put_blocked(struct host *host, const struct heard *heard, struct prose *out)
{
    const struct block *list[BLOCKS_OF_ONE];
    int count = blocks_of(host, identity_of(heard), list);
    if (count == 0)
        return;
    prose_put(out, " ");
    view_string(out, STRING_BLOCKED, (char *)0);
    for (int i = 0; i < count; i++)
        put_one(i + 1, list[i]->name, list[i]->on, out);
    prose_put(out, ". ");
    view_string(out, STRING_UNBLOCK_HOW, (char *)0);
}

/* Behind the answer, where others have read the name. */
static void put_read(const struct heard *heard, struct prose *out)
{
    if (!heard->room || heard->is_awaited || heard->rank & RANK_LOCAL)
        return;
    prose_put(out, " ");
    view_string(out, STRING_BLOCK_READ, (char *)0);
}

#define tell_named(host, heard, ...)                                                               \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        prose_open(&sentence_, host_language(host, heard));                                        \
        view_string(&sentence_, __VA_ARGS__);                                                      \
        put_read(heard, &sentence_);                                                               \
        host_whisper(host, heard, &sentence_);                                                     \
    } while (0)

/* ---- saving ---- */

static void end_saving(struct asking *asking, enum row_result result, int id)
{
    struct heard heard = input_heard(asking->pending.input);
    if (asking->pending.host)
        tell_named(asking->pending.host, &heard, result == ROW_SAVED ? id : STRING_BLOCK_NOT_SAVED,
                   "who", asking->block->name, "network", asking->block->on, (char *)0);
    asking_end(asking);
}

static void was_kept(void *arg, enum row_result result)
{
    struct asking *asking = arg;
    if (asking->pending.host && result == ROW_SAVED)
        blocks_put(asking->pending.host, asking->block);
    end_saving(asking, result, STRING_BLOCK_DONE);
}

static void was_deleted(void *arg, enum row_result result)
{
    struct asking *asking = arg;
    if (asking->pending.host && result == ROW_SAVED)
        blocks_drop(asking->pending.host, asking->block->number);
    end_saving(asking, result, STRING_UNBLOCKED);
}

static void hold(struct asking *asking, const struct block *block)
{
    asking->block = malloc(sizeof *asking->block);
    check(asking->block);
    *asking->block = *block;
}

/* ---- people who were at tables with the person ---- */

struct fellows {
    int count;
    const struct store_kept *list[FELLOWS_SHOWN];
};

/* Who is known only until the connection ends would be somebody else the next time. */
static struct fellows find_fellows(const struct host *host, struct identity who,
                                   const struct store_answer *all)
{
    struct fellows out = {0};
    for (int i = 0; i < all->kept_count && out.count < FELLOWS_SHOWN; i++) {
        const struct store_kept *kept = &all->kept[i];
        const struct host_port *port = host_port_of(host, kept->network);
        if (port && seat_key_lasts(port, kept->value) &&
            !identity_same(host, identity(kept->network, kept->value), who))
            out.list[out.count++] = kept;
    }
    return out;
}

/* By its number, else by the key that the network has for the words, else by name. -1: none, -2:
   several. */
static int fellow_meant(const struct host *host, const char *network, const struct fellows *fellows,
                        const char *typed)
{
    const struct host_port *port = host_port_of(host, network);
    const char *name,
        *key = port && port->find_person ? port->find_person(port->self, typed, &name) : NULL;
    int found = -1, number = strspn(typed, "0123456789") == strlen(typed) ? atoi(typed) : 0;
    if (number > 0 && number <= fellows->count)
        return number - 1;
    for (int i = 0; i < fellows->count; i++) {
        const struct store_kept *kept = fellows->list[i];
        if (key && identity_is(identity(kept->network, kept->value), identity(network, key)))
            return i;
        if (text_same_word(kept->name, typed))
            found = found == -1 ? i : -2;
    }
    return found;
}

static void told_fellows(void *arg, const struct store_answer *all)
{
    struct asking *asking = arg;
    if (!asking_is_lost(asking, all->result)) {
        struct host *host = asking->pending.host;
        struct heard heard = input_heard(asking->pending.input);
        struct fellows fellows = find_fellows(host, identity_of(&heard), all);
        struct prose out;
        prose_open(&out, host_language(host, &heard));
        view_string(&out, fellows.count ? STRING_BLOCK_FELLOWS : STRING_BLOCK_FELLOWS_NONE,
                    (char *)0);
        for (int i = 0; i < fellows.count; i++)
            put_one(i + 1, fellows.list[i]->name, fellows.list[i]->network, &out);
        if (fellows.count > 0) {
            prose_put(&out, ". ");
            view_string(&out, STRING_BLOCK_HOW, (char *)0);
        }
        put_blocked(host, &heard, &out);
        host_whisper(host, &heard, &out);
    }
    asking_end(asking);
}

/* True if it is being saved. */
static bool block(struct asking *asking, const struct heard *heard, const struct store_kept *whom)
{
    struct host *host = asking->pending.host;
    struct block new;
    switch (blocks_new(host, identity_of(heard), identity(whom->network, whom->value), whom->name,
                       &new)) {
    case BLOCKS_NEW:
        hold(asking, &new);
        blocks_save(host, asking->block, was_kept, asking);
        return true;
    case BLOCKS_THERE:
        tell_named(host, heard, STRING_BLOCK_THERE, "who", whom->name, (char *)0);
        break;
    case BLOCKS_FULL:
        tell_named(host, heard, STRING_BLOCK_FULL, "most", text_number(BLOCKS_OF_ONE), (char *)0);
        break;
    case BLOCKS_NETWORK_FULL:
        tell_named(host, heard, STRING_BLOCK_NETWORK_FULL, (char *)0);
        break;
    }
    return false;
}

static void found_fellow(void *arg, const struct store_answer *all)
{
    struct asking *asking = arg;
    bool is_saving = false;
    if (!asking_is_lost(asking, all->result)) {
        struct host *host = asking->pending.host;
        struct heard heard = input_heard(asking->pending.input);
        struct fellows fellows = find_fellows(host, identity_of(&heard), all);
        int meant = fellow_meant(host, heard.network, &fellows, asking->name);
        if (meant >= 0)
            is_saving = block(asking, &heard, fellows.list[meant]);
        else
            tell_named(host, &heard, meant == -2 ? STRING_BLOCK_WHICH : STRING_BLOCK_UNKNOWN,
                       "typed", asking->name, (char *)0);
    }
    if (!is_saving)
        asking_end(asking);
}

/* ---- commands ---- */

/* -1: none, or several. */
static int blocked_called(const struct block *const list[], int count, const char *typed)
{
    int found = -1, named = 0;
    int number = strspn(typed, "0123456789") == strlen(typed) ? atoi(typed) : 0;
    if (number > 0 && number <= count)
        return number - 1;
    for (int i = 0; i < count; i++)
        if (text_same_word(list[i]->name, typed)) {
            found = i;
            named++;
        }
    return named == 1 ? found : -1;
}

static void take_back(struct host *host, const struct heard *heard, const char *words)
{
    const struct block *list[BLOCKS_OF_ONE];
    int found = blocked_called(list, blocks_of(host, identity_of(heard), list), words);
    if (found < 0) {
        tell_named(host, heard, STRING_UNBLOCK_UNKNOWN, "typed", words, (char *)0);
        return;
    }
    struct asking *asking = asking_new(host, heard);
    if (!asking)
        return;
    hold(asking, list[found]);
    blocks_delete(host, asking->block, was_deleted, asking);
}

static bool is_passing(struct host *host, const struct heard *heard)
{
    bool is_known = asking_lasts(host, heard);
    if (!is_known)
        tell_named(host, heard, STRING_BLOCK_PASSING, (char *)0);
    return !is_known;
}

void host_unblock(struct host *host, const struct call *call)
{
    if (!is_passing(host, call->heard))
        take_back(host, call->heard, call->words);
}

void host_block(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *words = call->words;
    bool is_off = text_is_prefix("off ", words);
    if (is_passing(host, heard))
        return;
    if (is_off || strlen(words) >= HOST_NAME) {
        take_back(host, heard, is_off ? words + strlen("off ") : words);
        return;
    }
    struct asking *asking = asking_new(host, heard);
    if (!asking)
        return;
    snprintf(asking->name, sizeof asking->name, "%s", words);
    struct store_question *question =
        asking_question(asking, STORE_ASK_FELLOWS, 0, *words ? found_fellow : told_fellows);
    asking_put_person(host, identity_of(heard), question);
    asking_ask(asking, question);
}
