/* Records that cannot be played again: kept as they are, listed for admins, told once to the
   room. Such a record gives up its place in the store, so that the room can have another table. */
#include "faults.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "log.h"
#include "posts.h"
#include "prose.h"
#include "reader.h"
#include "record.h"
#include "store.h"
#include "strings/leaving.def"
#include "tables.h"
#include "text.h"
#include "view.h"

struct fault {
    struct fault *next;
    int64_t table;
    char network[HOST_NETWORK], room[HOST_ROOM], game[HOST_NAME];
    int line, lines;
    char why[READ_WHY];
    bool is_untold;
    /* of a version that is not played any more: the record ends when its room has been told */
    bool is_old;
};

void faults_fini(struct host *host)
{
    for (struct fault *fault = host->faults.first, *next; fault; fault = next) {
        next = fault->next;
        free(fault);
    }
    host->faults.first = NULL;
}

/* Logs what is wrong, and what would be right. */
static void log_fault(const struct read_back *back, const char *network, const char *room,
                      bool is_old)
{
    const char *advice =
        is_old
            ? "the room is told, and the table ends, its record is kept: to play it to its end, go back to the "
              "older version with the backup made before the upgrade"
            : "the record is kept: tabletalk tables show says what can be done";
    log_event(LOG_ERROR, "table-not-recovered", "table", text_number(back->table), "network",
              network, "room", room, "line", text_number(back->line), "why", back->why, "do",
              advice, (char *)0);
}

/* Reads the game from the first line. True if the record's version is not played any more. */
static bool read_first(const char *first, char game[HOST_NAME])
{
    struct record_line line;
    long long version = RECORD_VERSION;
    bool is_line = record_read(first, &line);
    const char *id = is_line ? record_get(&line, "game") : NULL;
    snprintf(game, HOST_NAME, "%s", id ? id : "");
    if (is_line && strcmp(line.kind, "record") == 0)
        record_get_number(&line, "version", &version);
    record_free(&line);
    return version < RECORD_VERSION;
}

void fault_add(struct host *host, const struct read_back *back, const char *network,
               const char *room, bool is_untold)
{
    char game[HOST_NAME];
    bool is_old = read_first(back->first, game);
    log_fault(back, network, room, is_old);
    if (host->faults.count == FAULTS_MOST)
        return;
    struct fault *fault = calloc(1, sizeof *fault);
    check(fault);
    *fault = (struct fault){.next = host->faults.first,
                            .table = back->table,
                            .line = back->line,
                            .lines = back->lines,
                            .is_untold = is_untold,
                            .is_old = is_old};
    snprintf(fault->game, sizeof fault->game, "%s", game);
    snprintf(fault->network, sizeof fault->network, "%s", network);
    snprintf(fault->room, sizeof fault->room, "%s", room);
    snprintf(fault->why, sizeof fault->why, "%s", back->why);
    host->faults.first = fault;
    host->faults.count++;
    host->asides.untold += is_untold;
}

static void tell(struct host *host, struct fault *fault)
{
    const struct host_port *port = host_port_of(host, fault->network);
    struct prose tale;
    prose_clear(&tale);
    view_string(&tale, fault->is_old ? STRING_RECORD_OLD : STRING_RECORD_DAMAGED, "number",
                text_number(fault->table), "id", fault->game, (char *)0);
    struct post post = {.room = fault->room, .kind = POST_NEWS, .tale = &tale};
    port->post(port->self, &post);
    fault->is_untold = false;
    host->asides.untold--;
    struct store_append append = {.table = fault->table,
                                  .first_seq = fault->lines + 1,
                                  .leaves = !fault->is_old,
                                  .ends = fault->is_old};
    /* on failure the room is told again after the next start */
    store_write(host->store, &append, NULL, NULL);
}

void fault_tell(struct host *host, const char *network, const char *room)
{
    for (struct fault *fault = host->asides.untold ? host->faults.first : NULL; fault;
         fault = fault->next)
        if (fault->is_untold && strcmp(fault->network, network) == 0 &&
            strcmp(fault->room, room) == 0)
            tell(host, fault);
}

int faults_untold(const struct host *host, const char *network, char (*names)[HOST_ROOM])
{
    int count = 0;
    for (const struct fault *fault = host->faults.first; fault; fault = fault->next)
        if (fault->is_untold && strcmp(fault->network, network) == 0)
            memcpy(names[count++], fault->room, sizeof *names);
    return count;
}

/* ---- for admins ---- */

bool faults_each(const struct host *host, int64_t number,
                 void (*each)(void *arg, const struct host_table *table), void *arg)
{
    bool is_any = false;
    for (const struct fault *fault = host->faults.first; fault; fault = fault->next) {
        if (number && fault->table != number)
            continue;
        is_any = true;
        each(arg, &(struct host_table){.number = fault->table,
                                       .network = fault->network,
                                       .room = fault->room,
                                       .game = fault->game,
                                       .state = HOST_TABLE_DAMAGED,
                                       .line = fault->line,
                                       .why = fault->why});
    }
    return is_any;
}

static struct fault *take(struct host *host, int64_t number)
{
    struct fault **link = &host->faults.first;
    while (*link && (*link)->table != number)
        link = &(*link)->next;
    struct fault *fault = *link;
    if (!fault)
        return NULL;
    *link = fault->next;
    host->faults.count--;
    host->asides.untold -= fault->is_untold;
    return fault;
}

bool fault_take(struct host *host, int64_t number, char network[HOST_NETWORK], char room[HOST_ROOM],
                bool *was_told)
{
    struct fault *fault = take(host, number);
    if (!fault)
        return false;
    memcpy(network, fault->network, HOST_NETWORK);
    memcpy(room, fault->room, HOST_ROOM);
    *was_told = !fault->is_untold;
    free(fault);
    return true;
}

bool fault_end(struct host *host, int64_t number)
{
    struct fault *fault = take(host, number);
    if (!fault)
        return false;
    struct store_append append = {.table = number,
                                  .first_seq = fault->lines + 1,
                                  /* without a line: nothing can follow a damaged one */
                                  .ends = true};
    /* on failure the record is listed again after the next start */
    store_write(host->store, &append, NULL, NULL);
    free(fault);
    return true;
}
