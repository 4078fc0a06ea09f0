/* The host's figures for an operator. input_queue.c counts what is heard, change.c what is
   saved, and alarm.c what was told. */
#include "host_figures.h"
#include "host_state.h"
#include "robots.h"
#include "store.h"
#include "tables.h"
#include "thinker.h"

enum { TROUBLE_MS = 60000 /* a failed save is trouble for so long, unless a later one succeeds */ };

_Static_assert((int)STORE_RESULT_COUNT <= (int)HOST_RESULTS,
               "host_counts.h has room for every result");

static const char *const result_names[STORE_RESULT_COUNT] = {
    [STORE_OK] = "ok",
    [STORE_FULL] = "full",
    [STORE_READ_ONLY] = "read-only",
    [STORE_BUSY] = "busy",
    [STORE_IO] = "io",
    [STORE_DAMAGED] = "damaged",
    [STORE_CONFLICT] = "conflict",
    [STORE_MEMORY] = "memory",
    [STORE_GONE] = "gone",
    [STORE_TAKEN] = "taken",
    [STORE_UNKNOWN] = "unknown",
    [STORE_AWAY] = "away",
};

static void count_table(void *arg, const struct host_table *table)
{
    int *counts = arg;
    counts[table->state]++;
}

static void put_states(struct host *host, struct figures *figures)
{
    static const char *const names[] = {[HOST_TABLE_LOBBY] = "lobby",
                                        [HOST_TABLE_PLAYED] = "played",
                                        [HOST_TABLE_ASIDE] = "aside",
                                        [HOST_TABLE_DAMAGED] = "damaged"};
    int counts[HOST_TABLE_DAMAGED + 1] = {0};
    host_each_table(host, count_table, counts);
    for (int state = 0; state <= HOST_TABLE_DAMAGED; state++)
        figures_put(figures, FIGURE_tabletalk_sessions, names[state], counts[state]);
}

static void put_sessions(const struct host *host, struct figures *figures)
{
    int counts[HOST_PORTS] = {0}, waiting = 0;
    for (const struct session *session = host->sessions; session; session = session->next) {
        counts[session->home.port - host->ports]++;
        waiting += session->queue_length;
    }
    for (int i = 0; i < host->port_count; i++)
        if (host->port_states[i] != PORT_IS_ABSENT && !host->ports[i].elsewhere)
            figures_put(figures, FIGURE_tabletalk_network_sessions, host->ports[i].network,
                        counts[i]);
    figures_put(figures, FIGURE_tabletalk_waiting, "inputs", waiting);
    figures_put(figures, FIGURE_tabletalk_waiting, "saves", host->saving);
    if (host->thinking)
        figures_put(figures, FIGURE_tabletalk_waiting, "thoughts",
                    thinker_waiting(host->thinking->thinker));
}

void host_put_figures(struct host *host, struct figures *figures)
{
    const struct host_counts *counts = &host->counts;
    figures_put(figures, FIGURE_tabletalk_recovered, NULL, host_is_recovered(host));
    figures_put(figures, FIGURE_tabletalk_store_up, NULL, !counts->has_failed);
    put_states(host, figures);
    put_sessions(host, figures);
    figures_put(figures, FIGURE_tabletalk_heard_total, NULL, (int64_t)counts->heard);
    figures_put(figures, FIGURE_tabletalk_moves_total, NULL, (int64_t)counts->moves);
    figures_put(figures, FIGURE_tabletalk_lines_total, NULL, (int64_t)counts->lines);
    figures_put(figures, FIGURE_tabletalk_refusals_total, "queue", (int64_t)counts->queue_refusals);
    for (int i = STORE_OK + 1; i < STORE_RESULT_COUNT; i++)
        figures_put(figures, FIGURE_tabletalk_refusals_total, result_names[i],
                    (int64_t)counts->save_refusals[i]);
    figures_put_times(figures, FIGURE_tabletalk_stage_seconds, "heard", &counts->waited);
    figures_put_times(figures, FIGURE_tabletalk_stage_seconds, "saved", &counts->saved);
    figures_put_times(figures, FIGURE_tabletalk_stage_seconds, "told", &counts->told);
}

enum host_trouble host_trouble(const struct host *host, int64_t now)
{
    bool has_failed = host->counts.has_failed && now - host->counts.failed_at < TROUBLE_MS;
    return !host_is_recovered(host) ? HOST_RECOVERS
           : has_failed             ? HOST_FAILS_TO_SAVE
                                    : HOST_IS_WELL;
}
