#include "flips.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "check.h"
#include "host.h"
#include "long.h"
#include "record.h"
#include "record_text.h"
#include "recover.h"
#include "seal.h"
#include "store.h"
#include "tables.h"
#include "takeback.h"
#include "testing.h"
#include "text.h"

enum {
    LINE = 400,
    WHOLE_WAY = 997 /* so many flips apart; a prime, so that each of the eight bits has its turn */
};

struct flip_sums sums;

struct flipping {
    struct record_text record; /* a flip stands in it for a moment */
    struct record_play play;   /* as far as the lines are right */
    bool *counts;              /* of the record with the flip */
    int person;                /* the row of the list with the flip; -1 if none */
    struct store_person row;   /* that one */
    char why[400];
    struct playing *steps[UNDO_STEPS]; /* those that an undo can go back to */
    int64_t step_lines[UNDO_STEPS];
    int step_count;
};

/* ---- the whole way ---- */

static void note_fault(void *arg, const struct host_table *table)
{
    struct flipping *flipping = arg;
    if (table->state == HOST_TABLE_DAMAGED)
        snprintf(flipping->why, sizeof flipping->why, "%s", table->why);
}

static void fill(struct store *store, const struct flipping *flipping)
{
    const struct record_text *record = &flipping->record;
    struct store_person *rows = calloc((size_t)record->persons.count + 1, sizeof *rows);
    char(*hex)[PERSON_HEX] = calloc((size_t)record->persons.count + 1, sizeof *hex);
    check(rows && hex);
    for (int i = 0; i < record->persons.count; i++)
        record_person_row(&record->persons.list[i], hex[i], &rows[i]);
    char secret[SEAL_SECRET_HEX];
    seal_write_secret(&record->lot, secret);
    if (flipping->person >= 0)
        rows[flipping->person] = flipping->row;
    store_write(store,
                &(struct store_append){.table = 1,
                                       .first_seq = 1,
                                       .lines = (const char *const *)record->lines,
                                       .count = record->count,
                                       .persons = rows,
                                       .person_count = record->persons.count,
                                       .secret = secret,
                                       .place = {flipping->play.network, "#g"}},
                NULL, NULL);
    store_flush(store);
    store_dispatch(store);
    free(rows);
    free(hex);
}

/* As after a restart. */
static bool is_found_by_reading(struct flipping *flipping)
{
    struct store *store = store_memory_new();
    struct host *host = host_new(store, NULL, NULL);
    sums.whole++;
    fill(store, flipping);
    host_add_port(host, &flipping->play.port);
    flipping->why[0] = '\0';
    int tables = host_recover(host);
    host_each_table(host, note_fault, flipping);
    host_free(host);
    store_close(store);
    return tables == 0 && flipping->why[0] != '\0';
}

/* ---- the next line ---- */

/* The table as it stands before it; an undo can go back on it, too. */
static struct session *copy_room(const struct flipping *flipping)
{
    static struct session bytes;
    struct session *copy = &bytes;
    record_play_copy(&flipping->play, copy);
    if (strncmp(flipping->record.lines[flipping->play.next], "undo ", 5) != 0)
        return copy;
    copy->record.history = takeback_history_new();
    for (int i = 0; i < flipping->step_count; i++)
        takeback_history_note(copy->record.history, flipping->step_lines[i], flipping->steps[i]);
    return copy;
}

static bool is_refused_by(struct flipping *flipping, struct session *copy)
{
    struct text why = text_over(flipping->why, sizeof flipping->why);
    bool is_refused =
        !session_apply_line(copy, flipping->record.lines[flipping->play.next], &why) &&
        why.length > 0;
    record_play_drop(copy);
    return is_refused;
}

/* The first two lines say what room it is. */
static bool is_refused_at_once(const struct flipping *flipping)
{
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    struct record_play again;
    bool is_right = record_play_open(&again, &flipping->record, &why);
    for (int i = 0; i <= flipping->play.next && is_right; i++)
        is_right = record_play_line(&again, &why);
    record_play_close(&again);
    return !is_right && why.length > 0;
}

static bool is_line_found(struct flipping *flipping)
{
    struct record_text *record = &flipping->record;
    int bad, next = flipping->play.next;
    if (!record_mark((const char *const *)record->lines, record->count, flipping->counts, &bad))
        return true;
    if (memcmp(flipping->counts, record->counts, (size_t)record->count) != 0 ||
        !record->counts[next])
        return is_found_by_reading(flipping);
    return next < 2 ? is_refused_at_once(flipping) : is_refused_by(flipping, copy_room(flipping));
}

static void judge(struct flipping *flipping, bool is_found, const char *what, const char *bytes)
{
    bool is_stored = strchr(flipping->record.lines[flipping->play.next], '\n') == NULL &&
                     /* else no store takes it */
                     (flipping->person < 0 || flipping->row.number >= 1);
    sums.bits++;
    if (is_found && sums.bits % WHOLE_WAY == 0 && is_stored)
        is_found = is_found_by_reading(flipping);
    if (is_found)
        return;
    sums.unnoticed++;
    print_error("unnoticed: %s of line %d: %s (%s)\n", what, flipping->play.next + 1, bytes,
                flipping->why);
}

static void flip_line(struct flipping *flipping)
{
    char *line = flipping->record.lines[flipping->play.next];
    size_t length = strlen(line);
    int stride = is_long() ? 1 : 3;
    sums.lines++;
    for (size_t at = 0; at < length; at++)
        for (int bit = (int)at % stride; bit < 8; bit += stride) {
            line[at] = (char)(line[at] ^ 1 << bit);
            judge(flipping, is_line_found(flipping), "a bit", line);
            line[at] = (char)(line[at] ^ 1 << bit);
        }
}

/* ---- persons ---- */

/* With the row as it is now: refused itself, or by the line that brings the person, or at the
   end for its name. */
static bool is_person_found(struct flipping *flipping, bool is_name, bool is_brought)
{
    struct person flipped, *place = &flipping->record.persons.list[flipping->person],
                           right = *place;
    char bytes[200];
    struct text why = text_over(bytes, sizeof bytes);
    if (!record_person_read(&flipping->row, &flipped))
        return true;
    if (!is_brought)
        return is_found_by_reading(flipping);
    if (is_name) {
        struct persons *persons = &flipping->play.session->persons;
        struct person *last = record_persons_find(persons, right.number), before = *last;
        memcpy(last->name, flipped.name, sizeof last->name);
        bool is_found = !record_persons_are_right(persons, &why) && why.length > 0;
        *last = before;
        return is_found;
    }
    if (flipping->play.next < 2) {
        *place = flipped;
        bool is_found = is_refused_at_once(flipping);
        *place = right;
        return is_found;
    }
    struct session *copy = copy_room(flipping);
    *record_persons_find(&copy->persons, right.number) = flipped;
    return is_refused_by(flipping, copy);
}

/* The line that comes next seals the secret that stands beside the record. */
static void flip_secret(struct flipping *flipping)
{
    char hex[SEAL_SECRET_HEX];
    struct lot lot = flipping->record.lot;
    seal_write_secret(&lot, hex);
    for (size_t at = 0; at < sizeof hex - 1; at++)
        for (int bit = 0; bit < 8; bit++) {
            bool is_found = true;
            hex[at] = (char)(hex[at] ^ 1 << bit);
            if (seal_read_secret(hex, &lot)) {
                struct session *copy = copy_room(flipping);
                memcpy(copy->playing->lot.secret, lot.secret, sizeof lot.secret);
                is_found = is_refused_by(flipping, copy);
            }
            sums.bits++;
            sums.unnoticed += !is_found;
            hex[at] = (char)(hex[at] ^ 1 << bit);
        }
    sums.secrets++;
}

/* The line that comes next shows the secret. It is closed again, so that not the chain finds the
   flip, but the seal. */
static void flip_shown(struct flipping *flipping)
{
    const struct session *session = flipping->play.session;
    char **line = &flipping->record.lines[flipping->play.next], *right = *line, bytes[LINE];
    size_t length = (size_t)(strstr(right, " hash=") - right);
    unsigned char table[RECORD_HASH], link[RECORD_HASH];
    record_table_hash(&session->playing->rules,
                      session->playing->game_number > 0 ? &session->playing->table : NULL, table);
    for (size_t at = strlen("reveal secret="); at < length; at++)
        for (int bit = 0; bit < 8; bit++) {
            struct text text = text_over(bytes, sizeof bytes);
            text_putf(&text, "%.*s", (int)length, right);
            bytes[at] = (char)(bytes[at] ^ 1 << bit);
            memcpy(link, session->record.link, sizeof link);
            record_close(&text, table, link);
            *line = bytes;
            judge(flipping, is_refused_by(flipping, copy_room(flipping)), "a shown secret", bytes);
        }
    *line = right;
    sums.shown++;
}

static void flip_text(struct flipping *flipping, const char **field, bool is_brought)
{
    const char *right = *field;
    char *text = strdup(right);
    check(text);
    *field = text;
    for (size_t at = 0; at < strlen(right); at++)
        for (int bit = 0; bit < 8; bit++) {
            text[at] = (char)(text[at] ^ 1 << bit);
            judge(flipping, is_person_found(flipping, field == &flipping->row.name, is_brought),
                  "a person", text);
            text[at] = (char)(text[at] ^ 1 << bit);
        }
    *field = right;
    free(text);
}

static void flip_number(struct flipping *flipping, bool is_brought)
{
    int right = flipping->row.number;
    for (int bit = 0; bit < 32; bit++) {
        flipping->row.number = (int)((unsigned)right ^ 1U << bit);
        judge(flipping, is_person_found(flipping, false, is_brought), "a number", "");
    }
    flipping->row.number = right;
}

enum flipped_fields { FLIP_ALL, FLIP_ALL_BUT_NAME, FLIP_NAME };

static void flip_person(struct flipping *flipping, int person, enum flipped_fields fields,
                        bool is_brought)
{
    char hex[PERSON_HEX];
    flipping->person = person;
    record_person_row(&flipping->record.persons.list[person], hex, &flipping->row);
    if (fields != FLIP_ALL_BUT_NAME)
        flip_text(flipping, &flipping->row.name, is_brought);
    if (fields != FLIP_NAME) {
        sums.persons++;
        flip_number(flipping, is_brought);
        flip_text(flipping, &flipping->row.network, is_brought);
        flip_text(flipping, &flipping->row.key, is_brought);
        flip_text(flipping, &flipping->row.salt, is_brought);
        flip_text(flipping, &flipping->row.source, is_brought);
    }
    flipping->person = -1;
}

/* The person whom the next line brings. -1 if none. */
static int person_of_line(const struct flipping *flipping)
{
    struct record_line line;
    long long number;
    int person = -1;
    bool brings = record_read(flipping->record.lines[flipping->play.next], &line) &&
                  record_get(&line, "who") && record_get_number(&line, "person", &number);
    for (int i = 0; brings && i < flipping->record.persons.count; i++)
        if (flipping->record.persons.list[i].number == number)
            person = i;
    record_free(&line);
    return person;
}

/* ---- a record ---- */

static const char *const kinds[] = {
    "aside",  "away", "back",  "bind", "claim",  "end",    "face",   "faces",  "cut",
    "reveal", "seal", "kick",  "move", "name",   "option", "record", "repair", "resume",
    "room",   "sit",  "start", "undo", "unroom", "unsit",  "word"};
static bool has_kind[sizeof kinds / sizeof *kinds];

static void note_kind(const char *line)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        has_kind[i] |=
            strncmp(line, kinds[i], strlen(kinds[i])) == 0 && line[strlen(kinds[i])] == ' ';
}

static void note_step(struct flipping *flipping)
{
    const char *line = flipping->record.lines[flipping->play.next - 1];
    if (strncmp(line, "start ", 6) != 0 && strncmp(line, "move ", 5) != 0)
        return;
    int at = flipping->step_count < UNDO_STEPS ? flipping->step_count++ : 0;
    if (at == 0 && flipping->steps[0]) {
        struct playing *oldest = flipping->steps[0];
        memmove(flipping->steps, flipping->steps + 1, (UNDO_STEPS - 1) * sizeof *flipping->steps);
        memmove(flipping->step_lines, flipping->step_lines + 1,
                (UNDO_STEPS - 1) * sizeof *flipping->step_lines);
        at = UNDO_STEPS - 1;
        flipping->steps[at] = oldest;
    } else {
        flipping->steps[at] = malloc(sizeof **flipping->steps);
        check(flipping->steps[at]);
    }
    playing_copy(flipping->steps[at], flipping->play.session->playing);
    flipping->step_lines[at] = flipping->play.next;
}

static bool starts_with(const struct flipping *flipping, const char *what)
{
    return strncmp(flipping->record.lines[flipping->play.next], what, strlen(what)) == 0;
}

static void flip_lines(struct flipping *flipping)
{
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    const struct record_text *record = &flipping->record;
    while (flipping->play.next < record->count) {
        note_kind(record->lines[flipping->play.next]);
        flip_line(flipping);
        if (starts_with(flipping, "seal ") && !starts_with(flipping, "seal value=fixed "))
            flip_secret(flipping);
        if (starts_with(flipping, "reveal "))
            flip_shown(flipping);
        int person = record->counts[flipping->play.next] ? person_of_line(flipping) : -1;
        if (person >= 0)
            flip_person(flipping, person, FLIP_ALL_BUT_NAME, true);
        if (!record_play_line(&flipping->play, &why))
            fail_msg("line %d: %s", flipping->play.next, bytes);
        note_step(flipping);
    }
    flipping->play.next--; /* the last line stands for the end */
    for (int i = 0; i < record->persons.count; i++) {
        bool is_brought =
            record_persons_find(&flipping->play.session->persons, record->persons.list[i].number)
                ->is_brought;
        flip_person(flipping, i, is_brought ? FLIP_NAME : FLIP_ALL, is_brought);
    }
}

void flip_record(const char *text, int most)
{
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    struct flipping *flipping = calloc(1, sizeof *flipping);
    check(flipping);
    flipping->person = -1;
    assert_true(record_text_read(&text, &flipping->record));
    const char *last = flipping->record.lines[flipping->record.count - 1];
    bool is_whole = most == 0 || flipping->record.count <= most;
    sums.records += is_whole;
    bool is_sealed = strncmp(flipping->record.lines[2], "seal value=fixed ", 17) != 0;
    sums.sealed += is_sealed;
    /* the secret of a deal of the day is shown two days later, and not in its record */
    bool has_reveal = is_sealed &&
                      strncmp(flipping->record.lines[2], "seal value=lesson ", 18) != 0 &&
                      !strstr(flipping->record.lines[2], " day=");
    sums.ended += is_whole && has_reveal && strncmp(last, "end ", 4) == 0;
    for (; !is_whole && flipping->record.count > most; flipping->record.count--)
        free(flipping->record.lines[flipping->record.count - 1]);
    flipping->counts = calloc((size_t)flipping->record.count + 1, sizeof *flipping->counts);
    check(flipping->counts);
    if (!record_play_open(&flipping->play, &flipping->record, &why))
        fail_msg("%s", bytes);
    is_found_by_reading(flipping);
    assert_string_equal(flipping->why, "");
    flip_lines(flipping);
    record_play_close(&flipping->play);
    for (int i = 0; i < flipping->step_count; i++)
        free(flipping->steps[i]);
    record_text_free(&flipping->record);
    free(flipping->counts);
    free(flipping);
}

const char *flip_missing_kind(void)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (!has_kind[i])
            return kinds[i];
    return NULL;
}
