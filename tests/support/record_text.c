#include "record_text.h"
#include "change.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "faces.h"
#include "host.h"
#include "reader.h"
#include "record.h"
#include "seal.h"
#include "takeback.h"
#include "text.h"

static void add_line(struct record_text *record, const char *line, size_t length)
{
    if (record->count == record->space) {
        record->space = record->space ? 2 * record->space : 64;
        record->lines = realloc(record->lines, (size_t)record->space * sizeof *record->lines);
        check(record->lines);
    }
    record->lines[record->count] = strndup(line, length);
    check(record->lines[record->count++]);
}

static void add_person(struct record_text *record, const char *line, size_t length)
{
    struct person person;
    char *copy = strndup(line, length);
    check(copy && record_person_read_line(copy, &person));
    record_persons_put(&record->persons, &person);
    free(copy);
}

static void add_secret(struct record_text *record, const char *hex, size_t length)
{
    char copy[SEAL_SECRET_HEX];
    snprintf(copy, sizeof copy, "%.*s", (int)length, hex);
    check(seal_read_secret(copy, &record->lot));
}

bool record_text_read(const char **at, struct record_text *out)
{
    int bad;
    *out = (struct record_text){0};
    while (**at) {
        size_t length = strcspn(*at, "\n");
        if (strncmp(*at, "record ", 7) == 0 && out->count > 0)
            break;
        if (strncmp(*at, "@person ", 8) == 0)
            add_person(out, *at, length);
        else if (strncmp(*at, "@secret value=", 14) == 0)
            add_secret(out, *at + 14, length - 14);
        else if (**at != '{' && **at != '@')
            add_line(out, *at, length);
        *at += length + ((*at)[length] == '\n');
    }
    out->counts = calloc((size_t)out->count + 1, sizeof *out->counts);
    check(out->counts);
    check(record_mark((const char *const *)out->lines, out->count, out->counts, &bad));
    return out->count > 0;
}

void record_text_free(struct record_text *record)
{
    for (int i = 0; i < record->count; i++)
        free(record->lines[i]);
    free(record->lines);
    free(record->counts);
    record_persons_free(&record->persons);
}

/* ---- played ---- */

static void read_network(const char *text, char network[HOST_NETWORK])
{
    struct record_line line;
    const char *value = record_read(text, &line) ? record_get(&line, "network") : NULL;
    snprintf(network, HOST_NETWORK, "%s", value ? value : "");
    record_free(&line);
}

bool record_play_open(struct record_play *play, const struct record_text *record, struct text *why)
{
    *play = (struct record_play){.record = record};
    check(record->count >= 2);
    play->host = host_new(NULL, NULL, NULL);
    read_network(record->lines[1], play->network);
    play->port = (struct host_port){.network = play->network};
    host_add_port(play->host, &play->port);
    play->lines = (struct reader_lines){.list = record->lines,
                                        .counts = record->counts,
                                        .count = record->count,
                                        .lot = record->lot};
    for (int i = 0; i < record->persons.count; i++)
        record_persons_put(&play->lines.persons, &record->persons.list[i]);
    play->session = reader_open(play->host, &play->lines, 1, NULL, why);
    record_persons_free(&play->lines.persons);
    return play->session != NULL;
}

bool record_play_line(struct record_play *play, struct text *why)
{
    return reader_play(play->session, &play->lines, play->next++, why);
}

bool record_play_rest(struct record_play *play, struct text *why)
{
    while (play->next < play->record->count)
        if (!record_play_line(play, why))
            return false;
    return record_persons_are_right(&play->session->persons, why);
}

void record_play_close(struct record_play *play)
{
    if (play->session)
        change_remove_session(play->session);
    host_free(play->host);
}

/* ---- tried ---- */

void record_play_copy(const struct record_play *play, struct session *copy)
{
    const struct session *session = play->session;
    *copy = *session;
    copy->opener.is_counted = true;
    copy->record.next_line = play->next + 2;
    copy->record.history = NULL;
    session_own(copy);
    copy->persons = (struct persons){.highest = session->persons.highest};
    for (int i = 0; i < session->persons.count; i++)
        record_persons_put(&copy->persons, &session->persons.list[i]);
}

void record_play_drop(struct session *copy)
{
    session_disown(copy);
    record_persons_free(&copy->persons);
    takeback_history_free(copy->record.history);
}
