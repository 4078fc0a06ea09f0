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

enum { MESSAGE = 80 };

struct reading {
    int moves, inputs;
    char message[MESSAGE]; /* what the next line came from; "": none */
    char *messages;        /* of moves so far, each with a line feed */
    struct store_read_end end;
};

static void read_message(void *arg, int64_t table, int64_t seq, const char *id)
{
    struct reading *reading = arg;
    (void)table, (void)seq;
    check(snprintf(reading->message, MESSAGE, "%s\n", id) < MESSAGE);
}

static void read_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct reading *reading = arg;
    (void)table, (void)seq;
    if (strncmp(line, "move p", 6) == 0) {
        reading->moves++;
        reading->inputs += reading->message[0] != '\0';
        if (reading->message[0] && strstr(reading->messages, reading->message))
            fail_msg("a message was applied twice: %s%s", reading->message, line);
        reading->messages = realloc(reading->messages, strlen(reading->messages) + MESSAGE);
        check(reading->messages);
        strcat(reading->messages, reading->message);
    }
    reading->message[0] = '\0';
}

static void read_damage(void *arg, int64_t table)
{
    (void)arg, (void)table;
    check(false);
}

static void read_end(void *arg, const struct store_read_end *end)
{
    ((struct reading *)arg)->end = *end;
}

static void read_record(const struct evening *evening, struct reading *out)
{
    struct store *store = evening->club.store;
    *out = (struct reading){.messages = calloc(1, 1)};
    check(out->messages);
    while (!out->end.is_last) {
        const struct store_reading reading = {.only = EVENING_TABLE,
                                              .after_table = out->end.table,
                                              .after_seq = out->end.seq,
                                              .most = STORE_PORTION,
                                              .line = read_line,
                                              .beside.message = read_message,
                                              .damaged = read_damage,
                                              .done = read_end,
                                              .arg = out};
        store_read(store, &reading);
        store_flush(store);
        store_dispatch(store);
        check(out->end.result == STORE_OK);
    }
    free(out->messages);
}

int evening_moves(const struct evening *evening)
{
    struct reading reading;
    read_record(evening, &reading);
    return reading.moves;
}

int evening_inputs(const struct evening *evening)
{
    struct reading reading;
    read_record(evening, &reading);
    return reading.inputs;
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
