/* See leased.h. */
#include "leased.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "child.h"
#include "postgres_server.h"
#include "scratch.h"

enum { SQL = 512 };

int leased_owner(const struct leased *house, const char *unit)
{
    char sql[SQL];
    snprintf(
        sql, sizeof sql,
        "SELECT coalesce(max(substring(owner from '\\.(\\d+)\\.\\d+$')::bigint), 0) FROM %s.unit "
        "WHERE name = '%s' AND until > clock_timestamp()",
        house->schema, unit);
    int64_t pid = postgres_server_do(house->server, sql);
    for (int i = 0; i < house->count; i++)
        if (pid && bot_pid(house->bots[i]) == pid)
            return i;
    return -1;
}

int leased_wait_for_another(const struct leased *house, const char *unit, int than,
                            int milliseconds)
{
    int owner = leased_owner(house, unit);
    for (long end = test_now() + milliseconds; (owner < 0 || owner == than) && test_now() < end;
         owner = leased_owner(house, unit))
        test_sleep(LEASED_LOOK_MS);
    return owner == than ? -1 : owner;
}

int leased_children(const struct bot *bot, pid_t *pids, int most)
{
    char path[64];
    long pid = bot_pid(bot), child;
    int count = 0;
    snprintf(path, sizeof path, "/proc/%ld/task/%ld/children", pid, pid);
    FILE *children = fopen(path, "r");
    check(children);
    while (count < most && fscanf(children, "%ld", &child) == 1)
        pids[count++] = (pid_t)child;
    fclose(children);
    return count;
}

void leased_read_record(const struct leased *house, const char *unit, struct record_file *record)
{
    char sql[SQL];
    snprintf(
        sql, sizeof sql,
        "SELECT text FROM %s.line WHERE record = (SELECT max(id) FROM %s.record WHERE network = '%s') ORDER BY seq",
        house->schema, house->schema, unit);
    char *lines = postgres_server_text(house->server, sql);
    record_file_of(lines, record);
    free(lines);
}

const char *leased_compare(const struct record_file *record, char (*sent)[RECORD_FILE_MOVE],
                           int sent_count, int answered)
{
    if (record->count < answered)
        return "an answered move is lost";
    if (record->count > sent_count)
        return "a move was played that nobody made, or twice";
    for (int i = 0; i < record->count; i++)
        if (strcmp(record->moves[i], sent[i]) != 0)
            return "the record holds another move than was made";
    return NULL;
}
