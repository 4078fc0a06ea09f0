/* A person asks to be forgotten, in private, and confirms it by a code. First the wish is saved
   ("forget.N"), so that a kill only delays it; then robots get the seats; then the store erases
   everything in one transaction (store_erase.h), the wish with it; then memory forgets. Until then
   the person is not heard. Other processes read the wish, do the same for their tables, and tell
   the one that wrote it, which erases last, or at once what it can if one is away, and answers.
   Bounded: one code a person, for FORGET_MS; FORGET_WAITING_MOST of a network; FORGET_TRIES wrong
   ones. */
#include "forget.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ban.h"
#include "check.h"
#include "elsewhere.h"
#include "host_admin.h"
#include "host_state.h"
#include "input.h"
#include "leave.h"
#include "linking.h"
#include "links.h"
#include "pending.h"
#include "record.h"
#include "row.h"
#include "seat.h"
#include "shares.h"
#include "store_people.h"
#include "strings/people.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "turn.h"

enum forget_step {
    FORGET_ASKED,   /* the code waits */
    FORGET_MARKING, /* the wish is being saved */
    FORGET_LEAVING, /* seats go to robots, and other processes do the same */
    FORGET_ERASING,
    FORGET_DONE /* here; the process that began it is told */
};

struct forgetting {
    struct pending pending; /* PENDING_OPEN while the code waits */
    enum forget_step step;
    int number; /* of the setting */
    struct linked who;
    struct going going; /* once it is confirmed */
    char code[FORGET_CODE + 1];
    int wrong;
    host_erased *done; /* may be NULL */
    void *arg;
    /* Of a house that many processes share: */
    char by[HOST_NETWORK]; /* the network whose process began it; "" if it is this one */
    bool was_marked;       /* before this process was started, or by another one */
    bool is_marked;        /* since this process was started: the others have read the wish */
    int64_t marked_at;
    unsigned others; /* that are done */
    bool is_erased;  /* from the database; but perhaps not from the memory of all others */
    bool keeps_wish; /* in the database, while it is erased */
    bool is_over;    /* the wish is gone from the database */
};

static struct forgetting *of(struct pending *pending)
{
    return (struct forgetting *)pending;
}

static bool is_left(const struct host *host, unsigned done, int port)
{
    return !port_is_here(&host->networks.ports[port]) && !(done >> port & 1);
}

/* `done` has a bit for each port of the host whose process has. */
static bool others_are_left(const struct host *host, unsigned done)
{
    for (int i = 0; i < host->networks.count; i++)
        if (is_left(host, done, i))
            return true;
    return false;
}

/* One of them has a process that lives: it is soon done. */
static bool others_are_at_it(const struct host *host, unsigned done)
{
    for (int i = 0; i < host->networks.count; i++) {
        const struct host_port *port = &host->networks.ports[i];
        if (is_left(host, done, i) && !(port->is_away && port->is_away(port->self, "")))
            return true;
    }
    return false;
}

/* those that are left, with commas */
static void others_put(const struct host *host, unsigned done, struct text *networks)
{
    for (int i = 0; i < host->networks.count; i++)
        if (is_left(host, done, i))
            text_putf(networks, "%s%s", networks->length > 0 ? ", " : "",
                      host->networks.ports[i].network);
}

static unsigned others_bit(const struct host *host, const char *network)
{
    const struct host_port *port = host_port_of(host, network);
    return port ? 1u << (port - host->networks.ports) : 0;
}

/* False if nobody there can be told now. */
static bool others_tell_done(struct host *host, const char *network, int number)
{
    const struct host_port *port = host_port_of(host, network);
    const struct host_event event = {
        .kind = HOST_EVENT_FORGOT, .network = network, .who = "", .ms = number};
    return port && !port_is_here(port) && port->elsewhere->tell(port->self, &event);
}

/* ---- what this process has in memory ---- */

/* Waits for its turn there; once for each identity and table. */
static void push_out(struct session *session, const struct linked_identity *identity)
{
    for (const struct input *input = session->queue.first; input; input = input->next)
        if (input->kind == INPUT_FORGOTTEN &&
            identity_is(identity_of(input), identity_of(identity)))
            return;
    if (session->queue.length >= SESSION_QUEUE)
        return;
    struct heard heard = heard_about(identity_of(identity), "", session->host->now);
    struct input *input = input_of_heard(&heard);
    input->kind = INPUT_FORGOTTEN;
    input_queue_push(session, input);
}

/* A table that its room does not know of yet is dealt with when it does: the
   seat belongs to a number by then (ban_vacate). */
static bool forget_leave_tables(struct host *host, const struct linked *who)
{
    bool sits = false;
    for (int i = 0; i < who->count; i++) {
        const struct linked_identity *identity = &who->identities[i];
        struct session *session;
        struct session *tables[TABLE_SEATS * 4];
        int count = 0;
        for (int n = 0; (session = host_table_of(host, identity_of(identity), n)); n++)
            if (!session->state.is_recovered && count < (int)(sizeof tables / sizeof *tables))
                tables[count++] = session;
        for (int n = 0; n < count; n++)
            push_out(tables[n], identity); /* only its own queue ends a table */
        sits |= count > 0;
    }
    return sits;
}

/* afterwards */
static void forget_in_memory(struct host *host, const struct linked *who)
{
    const struct linked *linked = links_of(host, identity_of(&who->identities[0]));
    if (linked) {
        struct linked nobody = {.number = linked->number, .identities = {who->identities[0]}};
        links_put(host, &nobody);
    }
    for (int i = 0; i < who->count; i++) {
        struct identity one = identity_of(&who->identities[i]);
        const struct host_port *port = host_port_of(host, one.network);
        ban_forget(host, one);
        if (port && port->forget)
            port->forget(port->self, one.key);
        if (host->goings->forget)
            host->goings->forget(host->goings->forget_arg, one);
    }
}

/* Before the store erases: nothing in memory may be written once more. */
static void forget_at_tables(struct host *host, const struct linked *who)
{
    for (int i = 0; i < who->count; i++) {
        for (struct session *session = host->tables.first, *next; session; session = next) {
            next = session->next;
            if (seat_forget_all(session, identity_of(&who->identities[i])))
                ban_vacate(session); /* a seat that waited for its word */
        }
        aside_forget_person(host, identity_of(&who->identities[i]));
        row_forget_person(host, identity_of(&who->identities[i]));
    }
}

/* ---- the steps ---- */

enum {
    LOOK_MS = 250,
    OTHERS_LOOK_MS = 1000,          /* whether a process that has not answered lives */
    OTHERS_PATIENCE_MS = 10 * 1000, /* with one that lives */
    OTHERS_AGAIN_MS = 60 * 1000
};

/* From now on the person is not heard. */
static void go(struct host *host, struct forgetting *forgetting)
{
    forgetting->going = (struct going){.next = host->goings->first, .who = &forgetting->who};
    host->goings->first = &forgetting->going;
}

static void leave_list(struct forgetting *forgetting)
{
    struct going **going = &forgetting->pending.host->goings->first;
    while (*going && *going != &forgetting->going)
        going = &(*going)->next;
    if (*going)
        *going = forgetting->going.next;
    pending_unlink(&forgetting->pending);
}

static void forgetting_end(struct forgetting *forgetting)
{
    leave_list(forgetting);
    pending_drop(forgetting);
}

void forget_fini(struct host *host)
{
    for (struct pending *one = host->goings->list, *next; one; one = next) {
        next = one->next;
        if (of(one)->step != FORGET_MARKING && of(one)->step != FORGET_ERASING)
            pending_drop(one); /* otherwise when the store has done with it */
    }
    pending_orphan(&host->goings->list);
    host->goings->first = NULL;
}

static struct forgetting *forgetting_of(const struct host *host, struct identity who)
{
    for (struct forgetting *forgetting = of(host->goings->list); forgetting;
         forgetting = of(forgetting->pending.next))
        if (links_have(&forgetting->who, who))
            return forgetting;
    return NULL;
}

static struct forgetting *forgetting_begin(struct host *host, const struct heard *heard,
                                           enum pending_hold hold)
{
    struct forgetting *forgetting =
        pending_new(&host->goings->list, host, heard, sizeof *forgetting, hold);
    struct linked_identity *identity = &forgetting->who.identities[forgetting->who.count++];
    snprintf(identity->network, HOST_NETWORK, "%s", heard->network);
    snprintf(identity->key, HOST_KEY, "%s", heard->key);
    snprintf(identity->name, HOST_NAME, "%s", heard->name);
    return forgetting;
}

/* ---- what is done, step by step ---- */

static void forgetting_go_on_at(struct forgetting *forgetting, int64_t at)
{
    forgetting->pending.until = at;
    clock_call(forgetting->pending.host, at);
}

/* Once. The admin's side may free the host: nothing of it may be used afterwards. */
static void report(struct forgetting *forgetting, bool is_done, const char *waits_for)
{
    host_erased *done = forgetting->done;
    forgetting->done = NULL;
    if (done)
        done(forgetting->arg, is_done, waits_for);
}

/* With a sentence for who confirmed it. */
static void deal_with(struct forgetting *forgetting, int id)
{
    struct host *host = forgetting->pending.host;
    struct heard heard = input_heard(forgetting->pending.input);
    leave_list(forgetting);
    if (forgetting->pending.hold != PENDING_SETTLED)
        return;
    tell_person(host, &heard, id, (char *)0);
    host_dismiss(host, &heard);
}

static void go_on(struct forgetting *forgetting);

static void on_marked(void *arg, enum row_result result)
{
    struct forgetting *forgetting = arg;
    struct host *host = forgetting->pending.host;
    if (!host) {
        pending_drop(forgetting);
        return;
    }
    if (result == ROW_SAVED) {
        forgetting->step = FORGET_LEAVING;
        forgetting->is_marked = true;
        forgetting->marked_at = host->now;
        go_on(forgetting); /* at once: an admin's order without a running process has no clock */
        return;
    }
    if (forgetting->was_marked) { /* by the process before */
        forgetting->step = FORGET_LEAVING;
        forgetting_go_on_at(forgetting, host->now + HOST_RETRY_MS);
        return;
    }
    deal_with(forgetting, STRING_FORGET_NOT_SAVED);
    report(forgetting, false, "");
    pending_drop(forgetting);
}

/* After a kill, this process or the next one goes on with it. The others of a shared house read it,
   too. */
static void mark(struct host *host, struct forgetting *forgetting)
{
    char bytes[LINKS_LINE];
    struct text line = text_over(bytes, sizeof bytes);
    forgetting->step = FORGET_MARKING;
    forgetting->pending.until = INT64_MAX;
    links_put_line(&forgetting->who, &line);
    if (host->networks.are_shared)
        record_put(&line, "by", host_own_process(host));
    row_put(host, &forget_row, forgetting->number, bytes, on_marked, forgetting);
}

/* What no process has in memory any more. A network may note what it was just told: so that goes
   last. */
static void finish(struct host *host, struct forgetting *forgetting)
{
    deal_with(forgetting, STRING_FORGOTTEN);
    forget_in_memory(host, &forgetting->who);
    report(forgetting, true, "");
    pending_drop(forgetting);
}

/* Everything is erased but what processes have in memory that are away; they read the wish when
   they are back. */
static void wait_for_others(struct host *host, struct forgetting *forgetting)
{
    char networks[HOST_TEXT];
    struct text list = text_over(networks, sizeof networks);
    bool is_told = forgetting->is_erased;
    forgetting->step = FORGET_LEAVING;
    forgetting->is_erased = true;
    forgetting_go_on_at(forgetting, host->now + OTHERS_LOOK_MS);
    if (is_told)
        return;
    others_put(host, forgetting->others, &list);
    if (forgetting->pending.hold == PENDING_SETTLED) {
        struct heard heard = input_heard(forgetting->pending.input);
        tell_person(host, &heard, STRING_FORGET_AWAY, "networks", networks, (char *)0);
    }
    report(forgetting, true, networks);
}

static void tell_beginner(struct host *host, struct forgetting *forgetting)
{
    bool is_told = others_tell_done(host, forgetting->by, forgetting->number);
    forgetting->step = is_told ? FORGET_DONE : FORGET_LEAVING;
    forgetting->pending.until = INT64_MAX;
    if (!is_told)
        forgetting_go_on_at(forgetting, host->now + OTHERS_LOOK_MS);
}

static void on_erased(void *arg, enum store_result result)
{
    struct forgetting *forgetting = arg;
    struct host *host = forgetting->pending.host;
    if (!host) {
        report(forgetting, result == STORE_OK, "");
        pending_drop(forgetting);
    } else if (result != STORE_OK) {
        /* the wish is saved: again after a while, also after a restart */
        forgetting->step = FORGET_LEAVING;
        forgetting_go_on_at(forgetting, host->now + HOST_RETRY_MS);
        report(forgetting, false, "");
    } else if (forgetting->is_over) {
        forget_in_memory(host, &forgetting->who);
        forgetting_end(forgetting);
    } else if (forgetting->by[0]) {
        forgetting->is_erased = true;
        forget_in_memory(host, &forgetting->who);
        tell_beginner(host, forgetting);
    } else if (forgetting->keeps_wish) {
        wait_for_others(host, forgetting);
    } else {
        finish(host, forgetting);
    }
}

/* A process that still has to read the wish finds it. */
static void erase(struct forgetting *forgetting)
{
    char mark[ROW_KEY], link[ROW_KEY];
    struct store_person persons[LINK_EACH] = {{0}};
    const struct linked *who = &forgetting->who;
    const struct linked *linked =
        links_of(forgetting->pending.host, identity_of(&who->identities[0]));
    struct store_setting settings[2];
    int count = 0;
    row_key(&forget_row, forgetting->number, mark);
    if (linked)
        row_key(&links_row, linked->number, link);
    for (int i = 0; i < who->count; i++)
        persons[i] = (struct store_person){.network = who->identities[i].network,
                                           .key = who->identities[i].key};
    forgetting->keeps_wish =
        forgetting->by[0] || others_are_left(forgetting->pending.host, forgetting->others);
    if (!forgetting->keeps_wish)
        settings[count++] = (struct store_setting){mark, NULL};
    if (linked)
        settings[count++] = (struct store_setting){link, NULL};
    const struct store_erasure erasure = {persons, who->count, settings, count};
    forgetting->step = FORGET_ERASING;
    forgetting->pending.until = INT64_MAX;
    forget_at_tables(forgetting->pending.host, who);
    store_erase(forgetting->pending.host->store, &erasure, on_erased, forgetting);
}

static bool is_linking(const struct host *host, const struct linked *who)
{
    for (int i = 0; i < who->count; i++) {
        const struct heard person = heard_about(identity_of(&who->identities[i]), "", 0);
        if (linking_is_busy(host, &person))
            return true;
    }
    return false;
}

/* Another process that lives is soon done; one that is away is not waited for until all else is
   done. */
static bool waits_for_others(const struct forgetting *forgetting)
{
    const struct host *host = forgetting->pending.host;
    if (forgetting->by[0] || !others_are_left(host, forgetting->others))
        return false;
    return forgetting->is_erased || (others_are_at_it(host, forgetting->others) &&
                                     host->now < forgetting->marked_at + OTHERS_PATIENCE_MS);
}

/* A process that lives has not answered for long: all are asked again. */
static bool has_no_answer(const struct forgetting *forgetting)
{
    const struct host *host = forgetting->pending.host;
    return forgetting->is_erased && others_are_at_it(host, forgetting->others) &&
           host->now >= forgetting->marked_at + OTHERS_AGAIN_MS;
}

static void go_on(struct forgetting *forgetting)
{
    struct host *host = forgetting->pending.host;
    if (host->goings->is_early || forget_leave_tables(host, &forgetting->who) ||
        is_linking(host, &forgetting->who))
        forgetting_go_on_at(forgetting, host->now + LOOK_MS);
    else if (!forgetting->by[0] && (!forgetting->is_marked || has_no_answer(forgetting)))
        mark(host, forgetting);
    else if (forgetting->by[0] && forgetting->is_erased)
        tell_beginner(host, forgetting);
    else if (waits_for_others(forgetting))
        forgetting_go_on_at(forgetting, host->now + OTHERS_LOOK_MS);
    else
        erase(forgetting);
}

void host_forgot(struct host *host, const char *network, int64_t number, int64_t now)
{
    struct forgetting *forgetting = of(host->goings->list);
    host->now = now;
    while (forgetting &&
           (forgetting->by[0] || forgetting->number != number || forgetting->step == FORGET_ASKED))
        forgetting = of(forgetting->pending.next);
    if (!forgetting)
        return;
    forgetting->others |= others_bit(host, network);
    if (forgetting->step == FORGET_LEAVING && forgetting->is_marked)
        forgetting_go_on_at(forgetting, now);
}

static void on_time(struct pending *pending)
{
    if (of(pending)->step == FORGET_ASKED)
        forgetting_end(of(pending));
    else
        go_on(of(pending));
}

void forget_tick(struct host *host, bool is_early)
{
    host->goings->is_early = is_early;
    pending_expire(&host->goings->list, host->now, on_time);
}

/* ---- the wish ---- */

static bool is_free(const struct host *host, int number)
{
    for (struct forgetting *forgetting = of(host->goings->list); forgetting;
         forgetting = of(forgetting->pending.next))
        if (forgetting->number == number)
            return false;
    return true;
}

/* Random where others answer by it: an answer that comes late is not taken for one about
   somebody else. */
static int free_number(const struct host *host)
{
    int number = host_numbers(host);
    do
        number = host->networks.are_shared
                     ? host_numbers(host) + 1 + (int)randombytes_uniform(HOST_NUMBERS)
                     : number + 1;
    while (!is_free(host, number));
    return number;
}

/* it is confirmed */
static void forgetting_start(struct host *host, struct forgetting *forgetting)
{
    struct linked *who = &forgetting->who;
    const struct linked *linked = links_of(host, identity_of(&who->identities[0]));
    if (linked)
        links_copy(linked, who);
    go(host, forgetting);
    forgetting->number = free_number(host);
    mark(host, forgetting);
}

/* "" if it is this one, or the one that began it is not there any more. */
static void find_beginner(const struct host *host, const char *value, char by[HOST_NETWORK])
{
    struct record_line line;
    const struct host_port *keeper = host_keeper(host), *port = keeper;
    bool is_line = record_read(value, &line);
    const char *network = is_line ? record_get(&line, "by") : NULL;
    if (network && host_port_of(host, network))
        port = host_port_of(host, network);
    snprintf(by, HOST_NETWORK, "%s",
             host->networks.are_shared && port && !port_is_here(port) ? port->network : "");
    record_free(&line);
}

static bool load(struct host *host, int64_t number, const char *value)
{
    struct linked who;
    if (!links_read_line(value, &who))
        return false;
    const struct heard heard = heard_about(identity_of(&who.identities[0]), "", 0);
    struct forgetting *forgetting =
        pending_new(&host->goings->list, host, &heard, sizeof *forgetting, PENDING_UNHEARD);
    forgetting->step = FORGET_LEAVING;
    forgetting->pending.until = 0;
    forgetting->number = (int)number;
    forgetting->who = who;
    forgetting->was_marked = true;
    forgetting->is_marked = !host->networks.are_shared;
    find_beginner(host, value, forgetting->by);
    go(host, forgetting);
    return true;
}

const struct row_kind forget_row = {.prefix = "forget.", .unread = "forget-not-read", .load = load};

/* The process that began it has all that it waited for, or took this one for one that is away. */
static void end_theirs(struct forgetting *forgetting)
{
    if (forgetting->step == FORGET_DONE)
        forgetting_end(forgetting);
    else
        forgetting->is_over = true; /* and ends when this process is done */
}

void forget_learn(struct host *host, int64_t number, const char *value)
{
    char by[HOST_NETWORK] = "";
    struct forgetting *forgetting = of(host->goings->list);
    while (forgetting && (forgetting->number != number || forgetting->step == FORGET_ASKED))
        forgetting = of(forgetting->pending.next);
    if (value)
        find_beginner(host, value, by);
    if (forgetting ? !forgetting->by[0] : !by[0])
        return; /* this process wrote it */
    if (forgetting && !value) {
        end_theirs(forgetting);
        /* who began it was started again, and asks anew */
    } else if (forgetting && forgetting->step == FORGET_DONE) {
        forgetting->step = FORGET_LEAVING;
        forgetting_go_on_at(forgetting, host->now);
    } else if (!forgetting) {
        (void)load(host, number, value);
        clock_call(host, host->now);
    }
}

/* False if they are all under way. */
static bool forgetting_make_room(struct host *host, const char *network)
{
    return pending_make_room(&host->goings->list, network, FORGET_WAITING_MOST, on_time);
}

/* ---- an admin's order ---- */

bool host_erase(struct host *host, struct identity who, host_erased *done, void *arg)
{
    struct forgetting *forgetting = forgetting_of(host, who);
    if (forgetting && forgetting->step == FORGET_ASKED) {
        forgetting_end(forgetting);
        forgetting = NULL;
    }
    if (forgetting || !forgetting_make_room(host, who.network))
        return false;
    const struct heard heard = heard_about(who, "", host->now);
    forgetting = forgetting_begin(host, &heard, PENDING_UNHEARD);
    forgetting->done = done;
    forgetting->arg = arg;
    forgetting_start(host, forgetting);
    return true;
}

void host_on_forget(struct host *host, host_forget *forget, void *arg)
{
    host->goings->forget = forget;
    host->goings->forget_arg = arg;
}

/* ---- who asks for it ---- */

static void give_code(struct host *host, const struct heard *heard)
{
    struct forgetting *forgetting = forgetting_of(host, identity_of(heard));
    if (forgetting)
        forgetting_end(forgetting);
    if (!forgetting_make_room(host, heard->network)) {
        tell_person(host, heard, STRING_INTERNAL_WAIT, (char *)0);
        return;
    }
    forgetting = forgetting_begin(host, heard, PENDING_OPEN);
    shares_draw_code(forgetting->code, FORGET_CODE);
    forgetting_go_on_at(forgetting, heard->now + FORGET_MS);
    tell_person(host, heard, STRING_FORGET_CODE, "code", forgetting->code, "minutes",
                text_number(FORGET_MS / 60000), (char *)0);
}

static void hear_code(struct host *host, const struct heard *heard, const char *code)
{
    struct forgetting *forgetting = forgetting_of(host, identity_of(heard));
    if (forgetting && forgetting->pending.until <= heard->now) {
        forgetting_end(forgetting);
        forgetting = NULL;
    }
    if (!forgetting) {
        tell_person(host, heard, STRING_FORGET_NO_CODE, (char *)0);
    } else if (text_same_word(forgetting->code, code) && linking_is_busy(host, heard)) {
        tell_person(host, heard, STRING_INTERNAL_WAIT, (char *)0);
    } else if (text_same_word(forgetting->code, code)) {
        pending_save(&forgetting->pending, heard);
        forgetting_start(host, forgetting);
    } else if (++forgetting->wrong >= FORGET_TRIES) {
        tell_person(host, heard, STRING_FORGET_VOID, (char *)0);
        forgetting_end(forgetting);
    } else {
        tell_person(host, heard, STRING_FORGET_WRONG, "left",
                    text_number(FORGET_TRIES - forgetting->wrong), (char *)0);
    }
}

/* Others have read the code: it is void, for they could have got the person to say it. */
static void refuse_in_room(struct host *host, const struct heard *heard, const char *words)
{
    struct forgetting *forgetting = forgetting_of(host, identity_of(heard));
    if (*words && forgetting)
        forgetting_end(forgetting);
    tell_person(host, heard, STRING_FORGET_PRIVATE, (char *)0);
}

void host_forget_me(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *words = call->words;
    if (heard->room && !(heard->rank & RANK_LOCAL)) /* a terminal has nobody else */
        refuse_in_room(host, heard, words);
    else if (*words)
        hear_code(host, heard, words);
    else
        give_code(host, heard);
}
