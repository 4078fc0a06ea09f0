
#include "record.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chance.h"
#include "check.h"
#include "clock.h"
#include "list.h"
#include "seat.h"
#include "store.h"
#include "table.h"
#include "text.h"

enum { CANONICAL_BYTES = 16 * 1024, NUMBER_DIGITS = 18 };

static bool is_plain(unsigned char byte)
{
    return byte > ' ' && byte != '%' && byte != '=' && byte != 0x7f;
}

void record_put(struct text *line, const char *key, const char *value)
{
    text_putf(line, " %s=", key);
    for (const char *p = value; *p; p++) {
        if (is_plain((unsigned char)*p))
            text_put_bytes(line, p, 1);
        else
            text_putf(line, "%%%02x", (unsigned char)*p);
    }
}

void record_put_number(struct text *line, const char *key, long long value)
{
    text_putf(line, " %s=%lld", key, value);
}

void record_put_bytes(struct text *line, const char *key, const unsigned char *bytes, int count)
{
    text_putf(line, " %s=", key);
    for (int i = 0; i < count; i++)
        text_putf(line, "%02x", bytes[i]);
}

void record_put_picks(struct text *line, const struct chance *chance)
{
    if (chance->count == 0)
        return;
    text_put(line, " picks=");
    for (int i = 0; i < chance->count; i++)
        text_putf(line, "%s%d", i ? "," : "", chance->picks[i]);
}

static int hex_digit(char c)
{
    return c >= '0' && c <= '9' ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* In place. False if a '%' lacks its two hex digits, or the value would hold a NUL. */
static bool decode(char *value)
{
    char *out = value;
    for (char *p = value; *p; p++) {
        if (*p == '%') {
            int high = hex_digit(p[1]), low = high < 0 ? -1 : hex_digit(p[2]);
            if (low < 0 || (high == 0 && low == 0))
                return false;
            *p = (char)(high << 4 | low);
            *out++ = *p;
            p += 2;
        } else {
            *out++ = *p;
        }
    }
    *out = '\0';
    return true;
}

static bool cut(char *rest, struct record_line *out)
{
    char *words_end = NULL;
    out->words = "";
    for (char *piece = rest; *piece;) {
        size_t length = strcspn(piece, " ");
        char *end = piece + length, *equals = memchr(piece, '=', length);
        bool last = *end == '\0';
        if (length == 0 || (!equals && out->count > 0))
            return false;
        if (equals) {
            if (out->count == RECORD_PAIRS)
                return false;
            *equals = *end = '\0';
            if (words_end)
                *words_end = '\0';
            out->keys[out->count] = piece;
            out->values[out->count++] = equals + 1;
            if (!decode(equals + 1))
                return false;
        } else {
            out->words = words_end ? out->words : piece;
            words_end = end;
        }
        piece = last ? end : end + 1;
    }
    return true;
}

bool record_read(const char *line, struct record_line *out)
{
    *out = (struct record_line){.bytes = strdup(line)};
    check(out->bytes);
    char *blank = strchr(out->bytes, ' ');
    out->kind = out->bytes;
    if (!blank) {
        out->words = "";
        return *out->kind != '\0';
    }
    *blank = '\0';
    return *out->kind != '\0' && cut(blank + 1, out);
}

void record_free(struct record_line *line)
{
    free(line->bytes);
    line->bytes = NULL;
}

bool record_is_kind(const char *line, const char *kind)
{
    size_t length = strlen(kind);
    return strncmp(line, kind, length) == 0 && (line[length] == ' ' || !line[length]);
}

const char *record_get(const struct record_line *line, const char *key)
{
    for (int i = 0; i < line->count; i++)
        if (strcmp(line->keys[i], key) == 0)
            return line->values[i];
    return NULL;
}

bool record_read_number(const char *from, const char **end, long long *out)
{
    size_t length = strspn(from, "0123456789");
    if (length == 0 || length > NUMBER_DIGITS || (*from == '0' && length > 1))
        return false;
    *end = from + length;
    for (*out = 0; from < *end; from++)
        *out = 10 * *out + (*from - '0');
    return true;
}

bool record_get_number(const struct record_line *line, const char *key, long long *out)
{
    const char *value = record_get(line, key), *end;
    return value && record_read_number(value, &end, out) && *end == '\0';
}

bool record_get_time(const struct record_line *line, long long *out)
{
    return record_get_number(line, "at", out) && *out <= INT64_C(253402300799);
}

bool record_read_hex(const char *hex, unsigned char *bytes, int count)
{
    if (strlen(hex) != 2 * (size_t)count)
        return false;
    for (int i = 0; i < count; i++) {
        int high = hex_digit(hex[2 * i]), low = hex_digit(hex[2 * i + 1]);
        if (high < 0 || low < 0)
            return false;
        bytes[i] = (unsigned char)(high << 4 | low);
    }
    return true;
}

bool record_get_bytes(const struct record_line *line, const char *key, unsigned char *bytes,
                      int count)
{
    const char *value = record_get(line, key);
    return value && record_read_hex(value, bytes, count);
}

bool record_get_picks(const struct record_line *line, struct chance *chance)
{
    const char *at = record_get(line, "picks");
    for (long long pick; at; at = *at ? at + 1 : NULL) {
        if (!record_read_number(at, &at, &pick) || pick > TABLE_CARDS * 4 ||
            !chance_script(chance, (int)pick))
            return false;
        if (*at != ',' && *at != '\0')
            return false;
    }
    return true;
}

static void sum_of(const char *const *lines, int from, int end, unsigned char sum[RECORD_HASH])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    for (int i = from; i < end; i++) {
        crypto_hash_sha256_update(&state, (const unsigned char *)lines[i], strlen(lines[i]));
        crypto_hash_sha256_update(&state, (const unsigned char *)"\n", 1);
    }
    crypto_hash_sha256_final(&state, sum);
}

bool record_repair(const char *const *lines, int count, int to, struct text *line)
{
    unsigned char sum[RECORD_HASH], link[RECORD_HASH], table[RECORD_HASH];
    if (to < RECORD_OPENING || to > count || !record_link_of(lines[to - 1], link))
        return false;
    sum_of(lines, to, count, sum);
    record_table_hash(NULL, NULL, table); /* nobody who repairs the table knows what lies on it */
    text_put(line, "repair");
    record_put_number(line, "to", to);
    record_put_bytes(line, "sum", sum, RECORD_HASH);
    record_close(line, table, link);
    return true;
}

/* From 1. 0 if the line is no repair, -1 if it is a wrong one. */
static int repairs_to(const char *const *lines, int own)
{
    struct record_line line;
    long long to;
    unsigned char said[RECORD_HASH], sum[RECORD_HASH];
    if (strncmp(lines[own - 1], "repair ", 7) != 0)
        return 0;
    bool is_right = record_read(lines[own - 1], &line) && record_get_number(&line, "to", &to) &&
                    to >= RECORD_OPENING && to < own &&
                    record_get_bytes(&line, "sum", said, RECORD_HASH);
    record_free(&line);
    if (!is_right)
        return -1;
    sum_of(lines, (int)to, own - 1, sum);
    return memcmp(sum, said, RECORD_HASH) == 0 ? (int)to : -1;
}

/* Walks from the end, so that a repair that was itself taken back does nothing. */
bool record_mark(const char *const *lines, int count, bool *counts, int *bad)
{
    for (int i = count; i > 0; i--) {
        int to = repairs_to(lines, i);
        *bad = i;
        if (to < 0)
            return false;
        counts[i - 1] = true;
        for (; to > 0 && i > to + 1; i--)
            counts[i - 2] = false;
    }
    return true;
}

/* ---- the chain ---- */

static const char closing[] = " hash=";

enum { CLOSING = sizeof closing - 1 + 2 * RECORD_HASH };

/* A function of its own: its big buffer is cleared with each call, and only tables in play need
   it. */
static __attribute__((noinline)) void
hash_part(const struct ruleset *rules, const struct table *table, unsigned char out[RECORD_HASH])
{
    TEXT_UNCLEARED char bytes[CANONICAL_BYTES];
    struct text text = text_over(bytes, sizeof bytes);
    table_write(table, rules, &text);
    check(!text.cut);
    crypto_hash_sha256(out, (const unsigned char *)bytes, (unsigned long long)text.length);
}

void record_table_hash(const struct ruleset *rules, const struct table *table,
                       unsigned char out[RECORD_HASH])
{
    if (table)
        hash_part(rules, table, out);
    else
        crypto_hash_sha256(out, NULL, 0);
}

static void link_on(const char *line, size_t length, const unsigned char table[RECORD_HASH],
                    unsigned char link[RECORD_HASH])
{
    unsigned char parts[3 * RECORD_HASH];
    memcpy(parts, link, RECORD_HASH);
    crypto_hash_sha256(parts + RECORD_HASH, (const unsigned char *)line, length);
    memcpy(parts + 2 * RECORD_HASH, table, RECORD_HASH);
    crypto_hash_sha256(link, parts, sizeof parts);
}

void record_close(struct text *line, const unsigned char table[RECORD_HASH],
                  unsigned char link[RECORD_HASH])
{
    link_on(line->bytes, (size_t)line->length, table, link);
    record_put_bytes(line, "hash", link, RECORD_HASH);
    check(!line->cut);
}

bool record_link_of(const char *line, unsigned char link[RECORD_HASH])
{
    size_t length = strlen(line);
    const char *end = length > CLOSING ? line + length - CLOSING : line;
    return strncmp(end, closing, sizeof closing - 1) == 0 &&
           record_read_hex(end + sizeof closing - 1, link, RECORD_HASH);
}

bool record_follows(const char *line, const unsigned char table[RECORD_HASH],
                    unsigned char link[RECORD_HASH])
{
    unsigned char said[RECORD_HASH];
    if (!record_link_of(line, said))
        return false;
    link_on(line, strlen(line) - CLOSING, table, link);
    return memcmp(said, link, RECORD_HASH) == 0;
}

/* ---- fields ---- */

/* Nothing of a line is used before it was checked here; apply.c decides whether it has its place,
   and what it does. */

enum field_kind {
    FIELD_NUMBER,
    FIELD_NAME,
    FIELD_ROOM,
    FIELD_NETWORK,
    FIELD_GROUP,
    FIELD_HASH,
    FIELD_ID,
    FIELD_SEAL,
    FIELD_WORD, /* one of a few words */
    FIELD_PACE, /* as pace_word() writes it */
    FIELD_PICKS /* numbers with commas between; each is checked when it is drawn */
};

static const char *const levels = " easy medium hard random greedy ";

static const char *const base32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

static const char *const reasons = " finished stopped left silent aside undealt ";

struct field {
    const char *key;
    enum field_kind kind;
    bool is_needed;
    const char *words; /* FIELD_WORD: the allowed ones, between blanks */
};

#define MUST(key, kind)                                                                            \
    {                                                                                              \
        key, kind, true, NULL                                                                      \
    }
#define MAY(key, kind)                                                                             \
    {                                                                                              \
        key, kind, false, NULL                                                                     \
    }
#define NUMBER(key) MUST(key, FIELD_NUMBER)
#define HASH(key)   MUST(key, FIELD_HASH)

enum { FIELDS = 10 };

static const struct shape {
    const char *kind;
    bool has_words; /* words stand in front of its fields */
    struct field fields[FIELDS];
} shapes[] = {
    {"ahead", false, {NUMBER("seat"), {"kept", FIELD_WORD, true, " no yes "}}},
    {"aside", false, {NUMBER("at"), {"way", FIELD_WORD, false, " yes "}}},
    {"away", false, {NUMBER("seat"), {"why", FIELD_WORD, false, " clock left rescue "}}},
    {"back", false, {NUMBER("seat")}},
    {"bind",
     false,
     {NUMBER("seat"), NUMBER("person"), MAY("who", FIELD_HASH), MAY("called", FIELD_HASH)}},
    {"claim",
     false,
     {NUMBER("seat"), NUMBER("person"), MAY("who", FIELD_HASH), MAY("called", FIELD_HASH),
      HASH("word")}},
    {"close", false, {NUMBER("first")}},
    {"clock", false, {MUST("pace", FIELD_PACE)}},
    {"coach", false, {NUMBER("seat"), {"says", FIELD_WORD, true, " off on "}}},
    {"cut", false, {NUMBER("seat"), HASH("sum")}},
    {"end", false, {{"reason", FIELD_WORD, true, reasons}}},
    {"face", true, {MUST("code", FIELD_NAME)}},
    {"faces", false, {NUMBER("version"), NUMBER("count")}},
    {"first", false, {NUMBER("seat")}},
    {"hint", false, {NUMBER("seat")}},
    {"kick", false, {NUMBER("seat")}},
    {"move",
     true,
     {MAY("picks", FIELD_PICKS),
      {"ahead", FIELD_WORD, false, " yes "},
      MAY("ended", FIELD_NUMBER)}},
    {"name", false, {NUMBER("person"), HASH("called")}},
    {"pause", false, {NUMBER("at")}},
    {"practice", false, {{"why", FIELD_WORD, true, " hint undo "}}},
    {"record",
     false,
     {NUMBER("version"),
      MUST("game", FIELD_NAME),
      NUMBER("rules"),
      MUST("id", FIELD_ID),
      NUMBER("person"),
      HASH("who"),
      HASH("called"),
      MAY("group", FIELD_GROUP),
      {"robots", FIELD_WORD, false, " low "}}},
    {"repair", false, {NUMBER("to"), HASH("sum")}},
    {"resume", false, {{NULL, FIELD_NUMBER, false, NULL}}},
    {"reveal", false, {HASH("secret")}},
    {"room",
     false,
     {NUMBER("number"), MUST("network", FIELD_NETWORK), MAY("room", FIELD_ROOM),
      MAY("person", FIELD_NUMBER)}},
    {"seal",
     false,
     {MUST("value", FIELD_SEAL), MAY("deal", FIELD_NUMBER), MAY("day", FIELD_NUMBER),
      MAY("luck", FIELD_NUMBER)}},
    {"sit",
     false,
     {NUMBER("seat"),
      MAY("person", FIELD_NUMBER),
      MAY("who", FIELD_HASH),
      MAY("called", FIELD_HASH),
      MAY("robot", FIELD_WORD),
      MAY("name", FIELD_NAME),
      MAY("word", FIELD_HASH),
      {"apart", FIELD_WORD, false, " yes "}}},
    {"start", false, {NUMBER("game"), NUMBER("first"), MAY("picks", FIELD_PICKS)}},
    {"swap",
     false,
     {NUMBER("seat"),
      NUMBER("person"),
      MAY("who", FIELD_HASH),
      MAY("called", FIELD_HASH),
      MAY("word", FIELD_HASH),
      {"apart", FIELD_WORD, false, " yes "}}},
    {"undo", false, {NUMBER("to")}},
    {"unpause", false, {{NULL, FIELD_NUMBER, false, NULL}}},
    {"unroom", false, {NUMBER("number")}},
    {"unsit", false, {NUMBER("seat")}},
    {"vote",
     false,
     {{"for", FIELD_WORD, true, " pause undo "},
      NUMBER("seat"),
      {"says", FIELD_WORD, true, " no yes "},
      MAY("at", FIELD_NUMBER)}},
    {"word", false, {NUMBER("seat"), HASH("word")}},
};

/* None of the bytes would break a line (input_set_name() removes those). */
static bool is_text(const char *value, size_t least, size_t size)
{
    size_t length = strlen(value);
    for (const char *p = value; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            return false;
    return length >= least && length < size;
}

static bool is_one_of(const char *value, const char *words)
{
    size_t length = strlen(value);
    for (const char *at = words; length > 0 && (at = strstr(at, value)); at++)
        if (at > words && at[-1] == ' ' && at[length] == ' ' && !strchr(value, ' '))
            return true;
    return false;
}

static bool fits(const struct record_line *line, const struct field *field, const char *value)
{
    unsigned char bytes[SESSION_HASH];
    long long number;
    switch (field->kind) {
    case FIELD_NUMBER:
        return record_get_number(line, field->key, &number);
    case FIELD_NAME:
        return is_text(value, 0, HOST_NAME);
    case FIELD_ROOM:
        return is_text(value, 1, HOST_ROOM);
    case FIELD_NETWORK:
        return is_text(value, 1, HOST_NETWORK);
    case FIELD_GROUP:
        return is_text(value, 1, HOST_GROUP);
    case FIELD_HASH:
        return record_get_bytes(line, field->key, bytes, SESSION_HASH);
    case FIELD_ID:
        return record_get_bytes(line, field->key, bytes, LUCK_ID);
    case FIELD_SEAL:
        return strcmp(value, "fixed") == 0 || strcmp(value, "lesson") == 0 ||
               (strlen(value) == LUCK_SEAL - 1 && strspn(value, base32) == strlen(value));
    case FIELD_WORD:
        return is_one_of(value, field->words ? field->words : levels);
    case FIELD_PACE:
        return clock_pace_of(value) >= 0 &&
               strcmp(pace_word((enum pace)clock_pace_of(value)), value) == 0;
    case FIELD_PICKS:
        return strspn(value, "0123456789,") == strlen(value);
    }
    return false;
}

static const struct shape *shape_of(const char *kind)
{
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++)
        if (strcmp(shapes[i].kind, kind) == 0)
            return &shapes[i];
    return NULL;
}

static const struct field *field_of(const struct shape *shape, const char *key)
{
    for (int i = 0; i < FIELDS && shape->fields[i].key; i++)
        if (strcmp(shape->fields[i].key, key) == 0)
            return &shape->fields[i];
    return NULL;
}

static bool is_field_right(const struct record_line *line, const struct shape *shape, int at,
                           struct text *why)
{
    const char *key = line->keys[at];
    for (int i = 0; i < at; i++)
        if (strcmp(line->keys[i], key) == 0) {
            text_putf(why, "'%s' says %s twice", line->kind, key);
            return false;
        }
    if (strcmp(key, "hash") == 0)
        return true; /* every line has it; apply.c checks it */
    const struct field *field = field_of(shape, key);
    if (field && field->kind == FIELD_HASH && !fits(line, field, line->values[at])) {
        text_putf(why, "'%s' has no %s of %d hex digits", line->kind, key, 2 * SESSION_HASH);
        return false;
    }
    if (!field || !fits(line, field, line->values[at])) {
        text_putf(why, field ? "the %s of '%s' cannot be that" : "there is no %s in '%s'", key,
                  line->kind);
        return false;
    }
    return true;
}

/* Fields of options belong to the game: option_set() checks them. */
bool record_fields_are_right(const struct record_line *line, struct text *why)
{
    const struct shape *shape = shape_of(line->kind);
    if (!shape)
        return true;
    if (!shape->has_words && *line->words) {
        text_putf(why, "'%s' has words that it cannot have", line->kind);
        return false;
    }
    for (int i = 0; i < line->count; i++)
        if (!is_field_right(line, shape, i, why))
            return false;
    for (int i = 0; i < FIELDS && shape->fields[i].key; i++)
        if (shape->fields[i].is_needed && !record_get(line, shape->fields[i].key)) {
            text_putf(why, "'%s' lacks its %s", line->kind, shape->fields[i].key);
            return false;
        }
    return true;
}

/* ---- persons ---- */

void record_persons_free(struct persons *persons)
{
    free(persons->list);
    *persons = (struct persons){0};
}

struct person *record_persons_find(const struct persons *persons, int number)
{
    for (int i = 0; i < persons->count; i++)
        if (persons->list[i].number == number)
            return &persons->list[i];
    return NULL;
}

struct person *record_persons_by_key(const struct persons *persons, struct identity who)
{
    for (int i = 0; i < persons->count; i++)
        if (persons->list[i].is_brought && identity_is(identity_of(&persons->list[i]), who))
            return &persons->list[i];
    return NULL;
}

struct person *record_persons_by_ahead(const struct persons *persons, int64_t line,
                                       const char **words)
{
    for (int i = 0; i < persons->count; i++) {
        const char *end;
        long long kept;
        if (!record_read_number(persons->list[i].ahead, &end, &kept) || kept != line || *end != ' ')
            continue;
        if (words)
            *words = end + 1;
        return &persons->list[i];
    }
    return NULL;
}

void record_persons_put(struct persons *persons, const struct person *person)
{
    struct person *place = record_persons_find(persons, person->number);
    if (place) {
        *place = *person;
        return;
    }
    persons->list =
        list_grow(persons->list, persons->count, &persons->space, sizeof *persons->list);
    persons->list[persons->count++] = *person;
}

void record_persons_bring(struct persons *persons, const struct person *brought, int count)
{
    for (int i = 0; i < count; i++) {
        struct person *person = record_persons_find(persons, brought[i].number);
        check(person);
        person->is_brought = true;
        record_person_called(person, person->called);
        persons->highest = person->number > persons->highest ? person->number : persons->highest;
    }
}

void record_persons_forget(struct persons *persons, struct identity who)
{
    for (int i = 0; i < persons->count; i++) {
        struct person *person = &persons->list[i], gone;
        if (!identity_is(identity_of(person), who))
            continue;
        record_person_forgotten(who.network, person->number, &gone);
        gone.is_brought = person->is_brought;
        gone.is_passed = person->is_passed;
        *person = gone;
    }
}

static void put_hashed(crypto_hash_sha256_state *state, const char *text, bool with_end)
{
    crypto_hash_sha256_update(state, (const unsigned char *)text, strlen(text) + with_end);
}

void record_person_who(const struct person *person, unsigned char hash[PERSON_HASH])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, person->salt, PERSON_SALT);
    put_hashed(&state, person->network, true);
    put_hashed(&state, person->key, person->has_source);
    if (person->has_source)
        crypto_hash_sha256_update(&state, person->source, PERSON_SOURCE);
    crypto_hash_sha256_final(&state, hash);
}

void record_person_called(const struct person *person, unsigned char hash[PERSON_HASH])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, person->salt, PERSON_SALT);
    put_hashed(&state, person->name, false);
    crypto_hash_sha256_final(&state, hash);
}

/* ---- the rows ---- */

static bool copy_text(const char *text, size_t least, char *out, size_t size)
{
    size_t length = strlen(text);
    for (const char *p = text; *p; p++)
        if ((unsigned char)*p < ' ' || *p == 0x7f)
            return false;
    if (length < least || length >= size)
        return false;
    memcpy(out, text, length + 1);
    return true;
}

void record_person_forgotten(const char *network, int number, struct person *out)
{
    *out = (struct person){.number = number, .is_forgotten = true};
    snprintf(out->network, sizeof out->network, "%s", network);
    snprintf(out->key, sizeof out->key, "forgotten %d", number);
    snprintf(out->name, sizeof out->name, "person %d", number);
}

bool record_person_read(const struct store_person *row, struct person *out)
{
    if (row->number >= 1 && row->number <= PERSONS_MOST && row->network[0] && !row->key[0] &&
        !row->salt[0]) {
        record_person_forgotten(row->network, row->number, out);
        return true;
    }
    *out = (struct person){.number = row->number, .has_source = row->source[0] != '\0'};
    if (!copy_text(row->ahead, 0, out->ahead, sizeof out->ahead))
        out->ahead[0] = '\0'; /* it is lost, and harms nobody */
    return row->number >= 1 && row->number <= PERSONS_MOST &&
           copy_text(row->network, 1, out->network, sizeof out->network) &&
           copy_text(row->key, 1, out->key, sizeof out->key) &&
           copy_text(row->name, 0, out->name, sizeof out->name) &&
           record_read_hex(row->salt, out->salt, PERSON_SALT) &&
           (!out->has_source || record_read_hex(row->source, out->source, PERSON_SOURCE));
}

bool record_person_is_right(const struct person *person)
{
    char hex[PERSON_HEX];
    struct store_person row;
    struct person copy;
    record_person_row(person, hex, &row);
    return record_person_read(&row, &copy);
}

void record_person_row(const struct person *person, char hex[PERSON_HEX], struct store_person *out)
{
    char *source = hex + 2 * PERSON_SALT + 1;
    sodium_bin2hex(hex, 2 * PERSON_SALT + 1, person->salt, PERSON_SALT);
    source[0] = '\0';
    if (person->has_source)
        sodium_bin2hex(source, 2 * PERSON_SOURCE + 1, person->source, PERSON_SOURCE);
    *out = (struct store_person){.number = person->number,
                                 .network = person->network,
                                 .key = person->key,
                                 .name = person->name,
                                 .salt = hex,
                                 .source = source,
                                 .ahead = person->ahead};
}

void record_person_put_line(const struct store_person *row, struct text *line)
{
    text_put(line, "@person");
    record_put_number(line, "number", row->number);
    record_put(line, "network", row->network);
    record_put(line, "key", row->key);
    record_put(line, "name", row->name);
    record_put(line, "salt", row->salt);
    if (row->source[0])
        record_put(line, "source", row->source);
    check(!line->cut);
}

bool record_person_read_line(const char *text, struct person *out)
{
    struct record_line line;
    long long number = 0;
    bool is_line = record_read(text, &line) && record_get_number(&line, "number", &number) &&
                   number <= PERSONS_MOST;
    const char *source = is_line ? record_get(&line, "source") : NULL;
    struct store_person row = {.number = (int)number, .source = source ? source : "", .ahead = ""};
    const struct {
        const char *key, **value;
    } fields[] = {
        {"network", &row.network}, {"key", &row.key}, {"name", &row.name}, {"salt", &row.salt}};
    for (size_t i = 0; is_line && i < sizeof fields / sizeof *fields; i++) {
        *fields[i].value = record_get(&line, fields[i].key);
        is_line = *fields[i].value != NULL;
    }
    bool is_right = is_line && record_person_read(&row, out);
    record_free(&line);
    return is_right;
}

void record_persons_pass_over(struct persons *persons, const char *text)
{
    struct record_line line;
    long long number;
    unsigned char said[PERSON_HASH], who[PERSON_HASH];
    bool is_line = record_read(text, &line) && record_get_number(&line, "person", &number);
    struct person *person = is_line ? record_persons_find(persons, (int)number) : NULL;
    if (person) {
        record_person_who(person, who);
        person->is_passed |= record_get_bytes(&line, "who", said, PERSON_HASH) &&
                             memcmp(said, who, PERSON_HASH) == 0;
        record_get_bytes(&line, "called", person->called, PERSON_HASH);
    }
    record_free(&line);
}

bool record_persons_are_right(const struct persons *persons, struct text *why)
{
    for (int i = 0; i < persons->count; i++) {
        const struct person *person = &persons->list[i];
        unsigned char called[PERSON_HASH];
        record_person_called(person, called);
        if (person->is_forgotten)
            continue;
        if (!person->is_brought && !person->is_passed)
            text_putf(why, "no line knows the person %d that stands beside it", person->number);
        else if (memcmp(called, person->called, PERSON_HASH) != 0)
            text_putf(why, "the name of its person %d is not the one that its lines say",
                      person->number);
        else
            continue;
        return false;
    }
    return true;
}
