/* The host begins and ends here: it alone knows everything that has to be set up and let go. */
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "append.h"
#include "close.h"
#include "faults.h"
#include "aside.h"
#include "bans.h"
#include "change.h"
#include "check.h"
#include "edition.h"
#include "reading.h"
#include "recover.h"
#include "host_state.h"
#include "shares.h"

struct host *host_new(struct store *store, host_execute *execute, void *arg)
{
    check(sodium_init() >= 0);
    struct host *host = calloc(1, sizeof *host);
    check(host);
    host->store = store;
    host->execute = execute;
    host->arg = arg;
    host->next_table = 1;
    host->next_tick = INT64_MAX;
    host->lines_most = RECORD_LINES_MOST;
    host->recovery = calloc(1, sizeof *host->recovery);
    check(host->recovery);
    host->recovery->host = host;
    randombytes_buf(&host->robots, sizeof host->robots);
    shares_init(host);
    bans_init(host);
    return host;
}

void host_free(struct host *host)
{
    for (int i = 0; i < HOST_BUCKETS; i++)
        for (struct session *session = host->buckets[i], *next; session; session = next) {
            next = session->next_in_bucket;
            session_remove(session);
        }
    for (struct change *change; (change = change_take(host));)
        change_free(change);
    recovery_free(host->recovery);
    readings_fini(host);
    asides_fini(host);
    appends_fini(host);
    faults_fini(host);
    editions_free(host);
    shares_fini(host);
    bans_fini(host);
    heap_fini(&host->due);
    free(host);
}

void host_add_port(struct host *host, const struct host_port *port)
{
    check(host->port_count < HOST_PORTS && strlen(port->network) < HOST_NETWORK);
    host->ports[host->port_count++] = *port;
    if (host->recovery->has_begun)
        clock_call(host, host->now); /* its tables come back */
}
