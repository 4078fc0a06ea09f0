/* What the record of an evening's table says: moves, what they came from, and the whole of it
   told again. See evening.h. */
#include "evening.h"
#include "store_read.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "record_lines.h"
#include "scratch.h"
#include "store.h"
#include "testing.h"
#include "tools.h"

static void read_message(void *arg, int64_t table, int64_t seq, const char *id)
{
    struct evening_reading *reading = arg;
    (void)table, (void)seq;
    check((size_t)snprintf(reading->message, sizeof reading->message, "%s\n", id) <
          sizeof reading->message);
}

static void read_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct evening_reading *reading = arg;
    (void)table, (void)seq;
    if (strncmp(line, "move p", 6) == 0) {
        reading->moves++;
        reading->inputs += reading->message[0] != '\0';
        if (reading->message[0] && strstr(reading->messages, reading->message))
            fail_msg("a message was applied twice: %s%s", reading->message, line);
        reading->messages =
            realloc(reading->messages, strlen(reading->messages) + sizeof reading->message);
        check(reading->messages);
        strcat(reading->messages, reading->message);
    }
    reading->games += strncmp(line, "start game=", 11) == 0;
    reading->message[0] = '\0';
}

static void read_damage(void *arg, int64_t table)
{
    (void)arg, (void)table;
    check(false);
}

static void read_end(void *arg, const struct store_read_end *end)
{
    ((struct evening_reading *)arg)->end = *end;
}

/* On from where it was read last: a record only grows. */
static const struct evening_reading *read_on(struct evening *evening)
{
    struct store *store = evening->club.store;
    struct evening_reading *read = &evening->reading;
    if (!read->messages)
        read->messages = calloc(1, 1);
    check(read->messages);
    do {
        const struct store_reading reading = {.only = EVENING_TABLE,
                                              .after_table = read->end.table,
                                              .after_seq = read->end.seq,
                                              .most = STORE_PORTION,
                                              .line = read_line,
                                              .beside.message = read_message,
                                              .damaged = read_damage,
                                              .done = read_end,
                                              .arg = read};
        store_read(store, &reading);
        store_flush(store);
        store_dispatch(store);
        check(read->end.result == STORE_OK);
    } while (!read->end.is_last);
    return read;
}

int evening_moves(struct evening *evening)
{
    return read_on(evening)->moves;
}

int evening_games(struct evening *evening)
{
    return read_on(evening)->games;
}

int evening_inputs(struct evening *evening)
{
    return read_on(evening)->inputs;
}

char *evening_retold(const struct evening *evening, int seat)
{
    char *folder = scratch_make(), *path = scratch_path(folder, "record"), *text, *errors,
         number[12];
    size_t size, error_size;
    FILE *record = fopen(path, "w");
    FILE *out = open_memstream(&text, &size), *err = open_memstream(&errors, &error_size);
    check(record && out && err);
    record_export(evening->club.store, EVENING_TABLE, record);
    fclose(record);
    snprintf(number, sizeof number, "%d", seat);
    char *argv[] = {"replay", path, seat ? "--seat" : "--public", seat ? number : NULL, NULL};
    int status = tool_replay(seat ? 4 : 3, argv, NULL, out, err);
    fclose(out);
    fclose(err);
    scratch_remove(folder);
    free(path);
    if (status != 0)
        fail_msg("the record of %s is wrong: %s", evening->party->what, errors);
    free(errors);
    return text;
}
