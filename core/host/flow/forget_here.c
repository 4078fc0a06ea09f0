/* See forget_here.h. Next: forget.c, the steps. */
#include "forget_here.h"

#include <string.h>

#include "aside.h"
#include "bans.h"
#include "host_privacy.h"
#include "host_state.h"
#include "input.h"
#include "input_queue.h"
#include "links.h"
#include "offers.h"
#include "seats.h"
#include "tables.h"
#include "waiting.h"
#include "wishes.h"

/* Waits for its turn there; once for each identity and table. */
static void push_out(struct session *session, const struct identity *identity)
{
    for (const struct input *input = session->queue; input; input = input->next)
        if (input->kind == INPUT_FORGOTTEN && strcmp(input->key, identity->key) == 0 &&
            strcmp(input->network, identity->network) == 0)
            return;
    if (session->queue_length >= SESSION_QUEUE)
        return;
    struct heard heard = {.network = identity->network,
                          .key = identity->key,
                          .name = "",
                          .text = "",
                          .now = session->host->now};
    struct input *input = input_of_heard(&heard);
    input->kind = INPUT_FORGOTTEN;
    session_push(session, input);
}

/* A table that its room does not know of yet is dealt with when it does: the
   seat belongs to a number by then (bans_vacate). */
bool forget_leave_tables(struct host *host, const struct linked *who)
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

void forget_in_memory(struct host *host, const struct linked *who)
{
    const struct linked *linked =
        links_of(host, who->identities[0].network, who->identities[0].key);
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

void forget_at_tables(struct host *host, const struct linked *who)
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
