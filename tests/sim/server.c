/* The server of a database, as the host sees it through storage/postgres, between the store and
   what keeps the rows: it is away, a connection breaks while the COMMIT is under way, a copy
   takes over. What it has not committed it says is not saved (STORE_AWAY); where nobody can say,
   the outcome is unknown (STORE_UNKNOWN), and the rows are there, all of one transaction, or
   none: reading says which, when the server is back. Late answers are sim_disk_delay(). It knows
   no SQL. */
#include "inside.h"

#include "store_ops.h"
#include "store_work.h"

static struct {
    int64_t away_until;
    bool breaks; /* with the next COMMIT */
    bool is_promoting;
    int64_t ms; /* until it can be reached again then */
    long met[SERVER_FAULTS];
} server;

void sim_server_fail(enum sim_server_fault fault, int64_t ms)
{
    server.breaks = fault != SERVER_AWAY;
    server.is_promoting = fault == SERVER_PROMOTED;
    server.ms = ms;
    if (fault == SERVER_AWAY)
        server.away_until = sim_now() + ms;
}

void sim_server_heal(void)
{
    server.breaks = false;
    server.away_until = 0;
}

long sim_server_met(enum sim_server_fault fault)
{
    return server.met[fault];
}

void server_open(void)
{
    sim_server_heal();
    for (int i = 0; i < SERVER_FAULTS; i++)
        server.met[i] = 0;
}

static bool is_away(void)
{
    return sim_now() < server.away_until;
}

static void answer(const struct store_work_list *batch, enum store_result result)
{
    for (struct store_work *work = batch->first; work; work = work->next)
        if (work->result == STORE_OK)
            work->result = result;
}

void server_commit(struct sqlite_writer *writer, const struct store_work_list *batch,
                   server_write *write)
{
    if (is_away()) {
        server.met[SERVER_AWAY]++;
        answer(batch, STORE_AWAY);
        return;
    }
    bool breaks = server.breaks, arrives = !breaks || sim_chance(500);
    if (arrives)
        write(writer, batch);
    if (!breaks)
        return;
    server.breaks = false;
    server.away_until = sim_now() + server.ms;
    server.met[server.is_promoting ? SERVER_PROMOTED : SERVER_BROKE_OFF]++;
    answer(batch, STORE_UNKNOWN);
}

bool server_reads(struct store_portion *portion)
{
    if (is_away())
        portion->end.result = STORE_AWAY;
    return !is_away();
}
