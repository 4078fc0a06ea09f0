/* A person asks to be forgotten, in private, and confirms it by a code. First the wish is saved (a setting "forget.N"),
   so that a kill at any moment only delays it; then robots get the person's seats; then the store erases everything in
   one transaction (store_erase.h), the wish with it; then memory forgets. Until then the person is not heard. Bounded: one
   code for each person, for FORGET_MS; FORGET_WAITING_MOST of a network; FORGET_TRIES wrong ones. */
#include "forget.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "aside.h"
#include "bans.h"
#include "check.h"
#include "host_privacy.h"
#include "host_state.h"
#include "input.h"
#include "input_queue.h"
#include "linking.h"
#include "links.h"
#include "log.h"
#include "wishes.h"
#include "waiting.h"
#include "offers.h"
#include "recover.h"
#include "seats.h"
#include "store_erase.h"
#include "tables.h"
#include "tell.h"
#include "text.h"

enum { CODE = 6, FORGET_MS = 10 * 60 * 1000, LOOK_MS = 250 };

static const char prefix[] = "forget.";
static const char letters[] = "BCDFGHJKLMNPQRSTVWXZ"; /* no vowels, and so no words by chance */

enum phase {
    ASKED,   /* the code waits */
    MARKING, /* the wish is being saved */
    LEAVING, /* seats go to robots */
    ERASING
};

struct forgetting {
    struct forgetting *next;
    struct host *host; /* NULL once it is gone */
    enum phase step;
    int number; /* of the setting */
    struct linked who;
    struct going going; /* once it is confirmed */
    char code[CODE + 1];
    int wrong;
    int64_t at;          /* when the code ends, or when to go on */
    struct input *input; /* who confirmed it; NULL for an admin, and after a restart */
    host_erased *done;   /* may be NULL */
    void *arg;
};

/* From now on the person is not heard. */
static void go(struct host *host, struct forgetting *forgetting)
{
    forgetting->going = (struct going){.next = host->goings->first, .who = &forgetting->who};
    host->goings->first = &forgetting->going;
}

static void drop(struct host *host, struct forgetting *forgetting)
{
    for (struct going **going = &host->goings->first; *going; going = &(*going)->next)
        if (*going == &forgetting->going) {
            *going = forgetting->going.next;
            break;
        }
    struct forgetting **link = &host->goings->list;
    while (*link != forgetting)
        link = &(*link)->next;
    *link = forgetting->next;
}

static void release(struct forgetting *forgetting)
{
    free(forgetting->input);
    free(forgetting);
}

static void end(struct host *host, struct forgetting *forgetting)
{
    drop(host, forgetting);
    release(forgetting);
}

/* What the store still works on is freed when it has answered. */
void forgettings_fini(struct host *host)
{
    for (struct forgetting *forgetting = host->goings->list, *next; forgetting; forgetting = next) {
        next = forgetting->next;
        forgetting->host = NULL;
        if (forgetting->step == ASKED || forgetting->step == LEAVING)
            release(forgetting);
    }
    host->goings->list = NULL;
    host->goings->first = NULL;
}

static struct forgetting *forgetting_of(const struct host *host, const char *network, const char *key)
{
    for (struct forgetting *forgetting = host->goings->list; forgetting; forgetting = forgetting->next)
        if (links_have(&forgetting->who, network, key))
            return forgetting;
    return NULL;
}

static struct forgetting *begin(struct host *host, const char *network, const char *key, const char *name)
{
    struct forgetting *forgetting = calloc(1, sizeof *forgetting);
    check(forgetting);
    forgetting->host = host;
    struct identity *identity = &forgetting->who.identities[forgetting->who.count++];
    snprintf(identity->network, HOST_NETWORK, "%s", network);
    snprintf(identity->key, HOST_KEY, "%s", key);
    snprintf(identity->name, HOST_NAME, "%s", name);
    forgetting->next = host->goings->list;
    host->goings->list = forgetting;
    return forgetting;
}

/* ---- what is done, step by step ---- */

static void go_on_at(struct forgetting *forgetting, int64_t at)
{
    forgetting->at = at;
    clock_call(forgetting->host, at);
}

/* Waits for its turn there; once for each identity and table. */
static void push_out(struct session *session, const struct identity *identity)
{
    for (const struct input *input = session->queue; input; input = input->next)
        if (input->kind == INPUT_FORGOTTEN && strcmp(input->key, identity->key) == 0 &&
            strcmp(input->network, identity->network) == 0)
            return;
    if (session->queue_length >= SESSION_QUEUE)
        return;
    struct heard heard = {
        .network = identity->network, .key = identity->key, .name = "", .text = "", .now = session->host->now};
    struct input *input = input_of_heard(&heard);
    input->kind = INPUT_FORGOTTEN;
    session_push(session, input);
}

/* False once no table in play has the person. A table that its room does not know of yet is dealt with when it does: the
   seat belongs to a number by then (bans_vacate). */
static bool leave_tables(struct host *host, const struct linked *who)
{
    bool sits = false;
    for (int i = 0; i < who->count; i++) {
        const struct identity *identity = &who->identities[i];
        struct session *session;
        struct session *tables[TABLE_SEATS * 4];
        int count = 0;
        for (int n = 0; (session = host_table_of(host, identity->network, identity->key, n)); n++)
            if (!session->is_recovered && count < (int)(sizeof tables / sizeof *tables))
                tables[count++] = session;
        for (int n = 0; n < count; n++)
            push_out(tables[n], identity); /* only its own queue ends a table */
        sits |= count > 0;
    }
    return sits;
}

static void forget_in_memory(struct host *host, const struct linked *who)
{
    const struct linked *linked = links_of(host, who->identities[0].network, who->identities[0].key);
    if (linked) {
        struct linked nobody = {.number = linked->number, .identities = {who->identities[0]}};
        links_put(host, &nobody);
    }
    for (int i = 0; i < who->count; i++) {
        const char *network = who->identities[i].network, *key = who->identities[i].key;
        const struct host_port *port = host_port_of(host, network);
        bans_forget(host, network, key);
        if (port && port->forget)
            port->forget(port->self, key);
        if (host->goings->forget)
            host->goings->forget(host->goings->forget_arg, network, key);
    }
}

/* Before the store erases: nothing in memory may be written once more. */
static void forget_at_tables(struct host *host, const struct linked *who)
{
    for (int i = 0; i < who->count; i++) {
        for (struct session *session = host->sessions, *next; session; session = next) {
            next = session->next;
            if (seats_forget(session, who->identities[i].network, who->identities[i].key))
                bans_vacate(session); /* a seat that waited for its word */
        }
        asides_forget_person(host, who->identities[i].network, who->identities[i].key);
        offers_forget_person(host, who->identities[i].network, who->identities[i].key);
        waiting_forget_person(host, who->identities[i].network, who->identities[i].key);
        wishes_forget(host, who->identities[i].network, who->identities[i].key);
        bans_make_nameless(host, who->identities[i].network, who->identities[i].key);
    }
}

/* Once. The admin's side may free the host: nothing of it may be used afterwards. */
static void report(struct forgetting *forgetting, bool is_done)
{
    host_erased *done = forgetting->done;
    forgetting->done = NULL;
    if (done)
        done(forgetting->arg, is_done);
}

static void on_erased(void *arg, enum store_result result)
{
    struct forgetting *forgetting = arg;
    struct host *host = forgetting->host;
    if (host && result != STORE_OK) {
        forgetting->step = LEAVING; /* the wish is saved: again after a while, also after a restart */
        go_on_at(forgetting, host->now + HOST_RETRY_MS);
        report(forgetting, false);
        return;
    }
    if (host) {
        drop(host, forgetting);
        if (forgetting->input) {
            struct heard heard = input_heard(forgetting->input);
            host->saving--;
            tell_person(host, &heard, STRING_FORGOTTEN, (char *)0);
            host_dismiss(host, &heard);
        }
        forget_in_memory(host, &forgetting->who); /* last: a network may note what it was just told */
    }
    report(forgetting, result == STORE_OK);
    release(forgetting);
}

static void erase(struct forgetting *forgetting)
{
    char mark[LINK_KEY], link[LINK_KEY];
    struct store_person persons[LINK_EACH] = {{0}};
    const struct linked *who = &forgetting->who;
    const struct linked *linked = links_of(forgetting->host, who->identities[0].network, who->identities[0].key);
    snprintf(mark, sizeof mark, "%s%d", prefix, forgetting->number);
    if (linked)
        links_put_key(linked, link);
    for (int i = 0; i < who->count; i++)
        persons[i] = (struct store_person){.network = who->identities[i].network, .key = who->identities[i].key};
    const struct store_setting settings[] = {{mark, NULL}, {link, NULL}};
    const struct store_erasure erasure = {persons, who->count, settings, linked ? 2 : 1};
    forgetting->step = ERASING;
    forget_at_tables(forgetting->host, who);
    store_erase(forgetting->host->store, &erasure, on_erased, forgetting);
}

static void go_on(struct forgetting *forgetting)
{
    struct host *host = forgetting->host;
    bool is_early = host->recovery->has_begun && !host_is_recovered(host);
    if (is_early || leave_tables(host, &forgetting->who))
        go_on_at(forgetting, host->now + LOOK_MS);
    else
        erase(forgetting);
}

void forgettings_tick(struct host *host)
{
    for (struct forgetting *forgetting = host->goings->list, *next; forgetting; forgetting = next) {
        next = forgetting->next;
        if (forgetting->at > host->now)
            continue;
        if (forgetting->step == ASKED)
            end(host, forgetting);
        else if (forgetting->step == LEAVING)
            go_on(forgetting);
    }
}

int64_t forgettings_at(const struct host *host)
{
    int64_t first = INT64_MAX;
    for (const struct forgetting *forgetting = host->goings->list; forgetting; forgetting = forgetting->next)
        if ((forgetting->step == ASKED || forgetting->step == LEAVING) && forgetting->at < first)
            first = forgetting->at;
    return first;
}

/* ---- the wish ---- */

static void on_marked(void *arg, enum store_result result)
{
    struct forgetting *forgetting = arg;
    struct host *host = forgetting->host;
    if (!host) {
        release(forgetting);
        return;
    }
    if (result == STORE_OK) {
        forgetting->step = LEAVING;
        go_on(forgetting);
        return;
    }
    if (forgetting->input) {
        struct heard heard = input_heard(forgetting->input);
        host->saving--;
        tell_person(host, &heard, STRING_FORGET_NOT_SAVED, (char *)0);
        host_dismiss(host, &heard);
    }
    drop(host, forgetting);
    report(forgetting, false);
    release(forgetting);
}

static int free_number(const struct host *host)
{
    int highest = 0;
    for (const struct forgetting *forgetting = host->goings->list; forgetting; forgetting = forgetting->next)
        highest = forgetting->number > highest ? forgetting->number : highest;
    return highest + 1;
}

static void start(struct host *host, struct forgetting *forgetting)
{
    char bytes[LINKS_LINE], key[LINK_KEY];
    struct text line = text_over(bytes, sizeof bytes);
    struct linked *who = &forgetting->who;
    const struct linked *linked = links_of(host, who->identities[0].network, who->identities[0].key);
    if (linked)
        memcpy(who, linked, offsetof(struct linked, identities) + (size_t)linked->count * sizeof *linked->identities);
    forgetting->step = MARKING;
    go(host, forgetting);
    forgetting->number = free_number(host);
    snprintf(key, sizeof key, "%s%d", prefix, forgetting->number);
    links_put_line(&forgetting->who, &line);
    store_put(host->store, key, bytes, on_marked, forgetting);
}

bool forgettings_load(struct host *host, const char *key, const char *value)
{
    struct linked who = {0};
    if (strncmp(key, prefix, sizeof prefix - 1) != 0)
        return false;
    int number = (int)strtol(key + sizeof prefix - 1, NULL, 10);
    if (!links_read_line(value, &who)) {
        log_event(LOG_ERROR, "forget-not-read", "key", key, (char *)0);
        return true;
    }
    struct forgetting *forgetting = calloc(1, sizeof *forgetting);
    check(forgetting);
    *forgetting =
        (struct forgetting){.host = host, .step = LEAVING, .number = number, .who = who, .next = host->goings->list};
    host->goings->list = forgetting;
    go(host, forgetting);
    return true;
}

/* ---- codes ---- */

/* Where a network has too many, its oldest one ends. False if they are all under way. */
static bool make_room(struct host *host, const char *network)
{
    struct forgetting *oldest = NULL;
    int count = 0;
    for (struct forgetting *forgetting = host->goings->list; forgetting; forgetting = forgetting->next) {
        if (strcmp(forgetting->who.identities[0].network, network) != 0)
            continue;
        count++;
        if (forgetting->step == ASKED)
            oldest = forgetting;
    }
    if (count >= FORGET_WAITING_MOST && oldest)
        end(host, oldest);
    return count < FORGET_WAITING_MOST || oldest;
}

static void give_code(struct host *host, const struct heard *heard)
{
    struct forgetting *forgetting = forgetting_of(host, heard->network, heard->key);
    if (forgetting)
        end(host, forgetting);
    if (!make_room(host, heard->network)) {
        tell_person(host, heard, STRING_INTERNAL_WAIT, (char *)0);
        return;
    }
    forgetting = begin(host, heard->network, heard->key, heard->name);
    for (int i = 0; i < CODE; i++)
        forgetting->code[i] = letters[randombytes_uniform(sizeof letters - 1)];
    go_on_at(forgetting, heard->now + FORGET_MS);
    tell_person(host, heard, STRING_FORGET_CODE, "code", forgetting->code, "minutes", text_number(FORGET_MS / 60000),
                (char *)0);
}

static void hear_code(struct host *host, const struct heard *heard, const char *code)
{
    struct forgetting *forgetting = forgetting_of(host, heard->network, heard->key);
    if (forgetting && forgetting->at <= heard->now) {
        end(host, forgetting);
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
        start(host, forgetting);
    } else if (++forgetting->wrong >= FORGET_TRIES) {
        tell_person(host, heard, STRING_FORGET_VOID, (char *)0);
        end(host, forgetting);
    } else {
        tell_person(host, heard, STRING_FORGET_WRONG, "left", text_number(FORGET_TRIES - forgetting->wrong), (char *)0);
    }
}

/* Others have read the code: it is void, for they could have got the person to say it. */
static void refuse_in_room(struct host *host, const struct heard *heard, const char *words)
{
    struct forgetting *forgetting = forgetting_of(host, heard->network, heard->key);
    if (*words && forgetting)
        end(host, forgetting);
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

/* ---- an admin's order ---- */

bool host_erase(struct host *host, const char *network, const char *key, host_erased *done, void *arg)
{
    struct forgetting *forgetting = forgetting_of(host, network, key);
    if (forgetting && forgetting->step == ASKED) {
        end(host, forgetting);
        forgetting = NULL;
    }
    if (forgetting || !make_room(host, network))
        return false;
    forgetting = begin(host, network, key, "");
    forgetting->done = done;
    forgetting->arg = arg;
    start(host, forgetting);
    return true;
}

void host_on_forget(struct host *host, host_forget *forget, void *arg)
{
    host->goings->forget = forget;
    host->goings->forget_arg = arg;
}
