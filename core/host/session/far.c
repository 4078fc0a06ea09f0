#include "presence.h"

#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "elsewhere.h"
#include "heard.h"
#include "host.h"
#include "host_state.h"
#include "input.h"
#include "pending.h"
#include "tables.h"
#include "text.h"

void far_note_more(struct host *host, const struct host_event *event)
{
    const struct host_port *own = host_port_of(host, event->network);
    if (!own || !port_is_here(own))
        return;
    for (int i = 0; i < host->networks.count; i++)
        if (!port_is_here(&host->networks.ports[i]))
            host->networks.ports[i].elsewhere->note(host->networks.ports[i].self, event);
}

void far_note(struct host *host, enum host_event_kind kind, const char *network, const char *who)
{
    far_note_more(host, &(struct host_event){.kind = kind, .network = network, .who = who});
}

void far_note_changed(const struct session *session)
{
    const struct host *host = session->host;
    for (int i = 0; i < host->networks.count; i++)
        if (!port_is_here(&host->networks.ports[i]))
            host->networks.ports[i].elsewhere->changed(host->networks.ports[i].self, session);
}

void far_note_gone(const struct session *session)
{
    const struct host *host = session->host;
    for (int i = 0; i < host->networks.count; i++)
        if (!port_is_here(&host->networks.ports[i]))
            host->networks.ports[i].elsewhere->gone(host->networks.ports[i].self, session->id);
}

/* All processes have the same networks, so they agree. */
const struct host_port *far_of_code(const struct host *host, const char *code)
{
    const struct host_port *best = NULL;
    uint64_t most = 0;
    for (int i = 0; i < host->networks.count; i++) {
        uint64_t weight =
            text_hash(text_hash(HASH_START, code), host->networks.ports[i].network) >> 8;
        if (host->networks.states[i] == PORT_IS_ABSENT || (best && weight < most))
            continue;
        best = &host->networks.ports[i];
        most = weight;
    }
    return best;
}

bool host_has_table(struct host *host, const char *network, const char *room)
{
    const struct host_port *own = host_port_of(host, network);
    if (host_find(host, network, room))
        return true;
    for (int i = 0; own && port_is_here(own) && i < host->networks.count; i++)
        if (!port_is_here(&host->networks.ports[i]) &&
            host->networks.ports[i].elsewhere->shows(host->networks.ports[i].self, room))
            return true;
    return false;
}

unsigned far_asks(const struct host *host, const struct heard *heard)
{
    const struct host_port *own = host_port_of(host, heard->network);
    unsigned asks = 0;
    for (int i = 0; own && port_is_here(own) && i < host->networks.count; i++)
        if (!port_is_here(&host->networks.ports[i]))
            asks |=
                host->networks.ports[i].elsewhere->asks(host->networks.ports[i].self, heard->key);
    return asks;
}

const struct host_port *host_network(const struct host *host, const char *network)
{
    return host_port_of(host, network);
}

/* ---- questions to all others ---- */

struct inquiry {
    struct pending pending;
    int64_t number;
    uint64_t asked; /* the ports that have not answered, a bit each */
    bool are_all;
    struct text answers;
    inquiry_done *done;
    int64_t tag;
    char bytes[INQUIRY_ANSWERS];
};

_Static_assert((int)HOST_PORTS <= 64, "a bit for each port");

static bool has_others(const struct host *host)
{
    for (int i = 0; i < host->networks.count; i++)
        if (!port_is_here(&host->networks.ports[i]))
            return true;
    return false;
}

/* Random: what is asked after a restart is not taken for what was asked before. */
static int64_t new_number(void)
{
    uint64_t number;
    randombytes_buf(&number, sizeof number);
    return (int64_t)(number >> 2 | 1);
}

static void ask_all(struct host *host, struct inquiry *inquiry,
                    const struct host_question *question)
{
    struct host_question asked = *question;
    asked.number = inquiry->number;
    inquiry->are_all = true;
    for (int i = 0; i < host->networks.count; i++) {
        const struct host_port *port = &host->networks.ports[i];
        if (port_is_here(port))
            continue;
        bool is_asked = !(port->is_away && port->is_away(port->self, "")) &&
                        port->elsewhere->ask(port->self, &asked);
        inquiry->asked |= is_asked ? UINT64_C(1) << i : 0;
        inquiry->are_all &= is_asked;
    }
}

void far_ask(struct host *host, const struct heard *heard, const struct host_question *question,
             inquiry_done *done, int64_t tag)
{
    if (!has_others(host)) {
        done(host, heard, tag, "", true);
        return;
    }
    if (pending_count(host->pending.inquiries, heard) > 0 ||
        pending_count_network(host->pending.inquiries, heard->network) >= INQUIRIES_MOST) {
        done(host, heard, tag, NULL, false);
        return;
    }
    struct inquiry *inquiry =
        pending_new(&host->pending.inquiries, host, heard, sizeof *inquiry, PENDING_SETTLED);
    inquiry->number = new_number();
    inquiry->answers = text_over(inquiry->bytes, sizeof inquiry->bytes);
    inquiry->done = done;
    inquiry->tag = tag;
    ask_all(host, inquiry, question);
    inquiry->pending.until = inquiry->asked ? host->now + INQUIRY_MS : host->now;
    clock_call(host, inquiry->pending.until);
}

static void end(struct pending *pending)
{
    struct inquiry *inquiry = (struct inquiry *)pending;
    struct host *host = pending->host;
    struct heard heard = input_heard(pending->input);
    pending_unlink(pending);
    host->running.has_committed = false;
    inquiry->done(host, &heard, inquiry->tag, inquiry->bytes, inquiry->are_all && !inquiry->asked);
    if (!host->running.has_committed)
        host_dismiss(host, &heard);
    pending_drop(inquiry);
}

void host_question_answered(struct host *host, const char *network, int64_t number,
                            const char *answer, int64_t now)
{
    struct pending *one = host->pending.inquiries;
    const struct host_port *port = host_port_of(host, network);
    host->now = now;
    while (one && ((struct inquiry *)one)->number != number)
        one = one->next;
    struct inquiry *inquiry = (struct inquiry *)one;
    uint64_t bit = port ? UINT64_C(1) << (port - host->networks.ports) : 0;
    if (!inquiry || !(inquiry->asked & bit))
        return;
    inquiry->asked &= ~bit;
    text_putf(&inquiry->answers, "%s%s", *answer && inquiry->answers.length > 0 ? " " : "", answer);
    if (!inquiry->asked)
        end(one);
}

void far_inquiries_tick(struct host *host)
{
    pending_expire(&host->pending.inquiries, host->now, end);
}

void far_inquiries_fini(struct host *host)
{
    while (host->pending.inquiries)
        pending_drop(host->pending.inquiries);
}
