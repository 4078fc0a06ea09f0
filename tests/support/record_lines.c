#include "record_lines.h"

#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "check.h"
#include "record.h"
#include "record_keep.h"
#include "record_text.h"
#include "store.h"
#include "store_read.h"
#include "text.h"

enum { LINES = 4000, LINE_BYTES = 2048 };

struct lines {
    char *list[LINES];
    int count;
};

static void add_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct lines *lines = arg;
    (void)table;
    (void)seq;
    check(lines->count < LINES);
    lines->list[lines->count] = strdup(line);
    check(lines->list[lines->count++]);
}

static struct lines *read_lines(struct store *store, int64_t table)
{
    struct lines *lines = calloc(1, sizeof *lines);
    check(lines && store_read_table(store, table, add_line, lines) == STORE_OK);
    return lines;
}

static void free_lines(struct lines *lines)
{
    for (int i = 0; i < lines->count; i++)
        free(lines->list[i]);
    free(lines);
}

static void note_result(void *arg, enum store_result result)
{
    *(enum store_result *)arg = result;
}

static void append(struct store *store, int64_t table, int64_t seq, const char *line, bool leaves)
{
    enum store_result result = STORE_IO;
    struct store_append what = {
        .table = table, .first_seq = seq, .lines = &line, .count = 1, .leaves = leaves};
    store_write(store, &what, note_result, &result);
    store_flush(store);
    store_dispatch(store);
    check(result == STORE_OK);
}

static void count_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    (void)table;
    (void)line;
    *(int64_t *)arg = seq;
}

int64_t record_lines(struct store *store, int64_t table)
{
    int64_t count = 0;
    check(store_read_table(store, table, count_line, &count) == STORE_OK);
    return count;
}

int record_latest(struct store *store, int64_t table, const char *begin)
{
    struct lines *lines = read_lines(store, table);
    int number = lines->count;
    while (number > 0 && strncmp(lines->list[number - 1], begin, strlen(begin)) != 0)
        number--;
    free_lines(lines);
    return number;
}

/* ---- a whole record ---- */

struct exporting {
    FILE *out;
    char *persons;
    size_t size;
    FILE *persons_out;
    struct store_read_end end;
};

static void export_person(void *arg, int64_t table, const struct store_person *person)
{
    struct exporting *exporting = arg;
    char bytes[PERSON_LINE];
    struct text line = text_over(bytes, sizeof bytes);
    (void)table;
    record_person_put_line(person, &line);
    fprintf(exporting->persons_out, "%s\n", bytes);
}

static void export_secret(void *arg, int64_t table, const char *secret)
{
    (void)table;
    fprintf(((struct exporting *)arg)->persons_out, "@secret value=%s\n", secret);
}

static void export_line(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct exporting *exporting = arg;
    (void)table;
    fprintf(exporting->out, "%s\n", line);
    fflush(exporting->persons_out);
    if (seq == 1)
        fputs(exporting->persons, exporting->out);
}

static void no_damage(void *arg, int64_t table)
{
    (void)arg;
    (void)table;
    check(false);
}

static void export_end(void *arg, const struct store_read_end *end)
{
    ((struct exporting *)arg)->end = *end;
}

void record_export(struct store *store, int64_t table, FILE *out)
{
    struct exporting exporting = {.out = out};
    exporting.persons_out = open_memstream(&exporting.persons, &exporting.size);
    while (!exporting.end.is_last) {
        struct store_reading reading = {
            .only = table,
            .after_table = exporting.end.table,
            .after_seq = exporting.end.seq,
            .most = STORE_PORTION,
            .line = export_line,
            .beside = {.person = export_person, .secret = export_secret},
            .damaged = no_damage,
            .done = export_end,
            .arg = &exporting};
        store_read(store, &reading);
        store_flush(store);
        store_dispatch(store);
        check(exporting.end.result == STORE_OK);
    }
    fclose(exporting.persons_out);
    free(exporting.persons);
}

/* ---- lines ---- */

static void note_link(void *arg, int64_t table, int64_t seq, const char *line)
{
    (void)table;
    (void)seq;
    if (!record_link_of(line, arg))
        memset(arg, 0, RECORD_HASH);
}

static void append_closed(struct store *store, int64_t table, const struct session *session,
                          const char *line)
{
    char bytes[LINE_BYTES];
    unsigned char link[RECORD_HASH] = {0}, hash[RECORD_HASH];
    struct text closed = text_over(bytes, sizeof bytes);
    check(store_read_table(store, table, note_link, link) == STORE_OK);
    if (session)
        session_table_hash(session, hash);
    else
        record_table_hash(NULL, NULL, hash);
    text_put(&closed, line);
    record_close(&closed, hash, link);
    append(store, table, record_lines(store, table) + 1, bytes, false);
}

void record_append(struct store *store, int64_t table, const struct session *session,
                   const char *line)
{
    record_keep_spoilt(store, table);
    append_closed(store, table, session, line);
}

void record_append_played(struct store *store, int64_t table, const char *line)
{
    char bytes[LINE_BYTES], *exported = NULL;
    size_t size;
    FILE *out = open_memstream(&exported, &size);
    record_export(store, table, out);
    fclose(out);
    const char *at = exported;
    struct record_text record;
    struct record_play play;
    struct text why = text_over(bytes, sizeof bytes);
    check(record_text_read(&at, &record) && record_play_open(&play, &record, &why) &&
          record_play_rest(&play, &why));
    snprintf(bytes, sizeof bytes, "%s hash=%064d", line, 0);
    char sentence[LINE_BYTES];
    why = text_over(sentence, sizeof sentence);
    play.session->record.next_line++;
    check(!session_apply_line(play.session, bytes, &why)); /* all of it fits but the hash */
    append_closed(store, table, play.session, line);
    record_play_close(&play);
    record_text_free(&record);
    free(exported);
}

void record_append_raw(struct store *store, int64_t table, const char *line)
{
    record_keep_spoilt(store, table);
    append(store, table, record_lines(store, table) + 1, line, false);
}

void record_append_repair(struct store *store, int64_t table, int to)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct lines *lines = read_lines(store, table);
    check(record_repair((const char *const *)lines->list, lines->count, to, &line));
    append(store, table, lines->count + 1, bytes, true);
    record_keep_repaired(store, table);
    free_lines(lines);
}
