#include "persons.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "list.h"
#include "record.h"
#include "store.h"
#include "store_append.h"
#include "text.h"

void persons_free(struct persons *persons)
{
    free(persons->list);
    *persons = (struct persons){0};
}

struct person *persons_find(const struct persons *persons, int number)
{
    for (int i = 0; i < persons->count; i++)
        if (persons->list[i].number == number)
            return &persons->list[i];
    return NULL;
}

struct person *persons_by_key(const struct persons *persons, const char *network, const char *key)
{
    for (int i = 0; i < persons->count; i++)
        if (persons->list[i].is_brought && strcmp(persons->list[i].key, key) == 0 &&
            strcmp(persons->list[i].network, network) == 0)
            return &persons->list[i];
    return NULL;
}

struct person *persons_by_ahead(const struct persons *persons, int64_t line, const char **words)
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

void persons_put(struct persons *persons, const struct person *person)
{
    struct person *place = persons_find(persons, person->number);
    if (place) {
        *place = *person;
        return;
    }
    persons->list =
        list_grow(persons->list, persons->count, &persons->space, sizeof *persons->list);
    persons->list[persons->count++] = *person;
}

void persons_bring(struct persons *persons, const struct person *brought, int count)
{
    for (int i = 0; i < count; i++) {
        struct person *person = persons_find(persons, brought[i].number);
        check(person);
        person->is_brought = true;
        person_called(person, person->called);
        persons->highest = person->number > persons->highest ? person->number : persons->highest;
    }
}

void persons_forget(struct persons *persons, const char *network, const char *key)
{
    for (int i = 0; i < persons->count; i++) {
        struct person *person = &persons->list[i], gone;
        if (strcmp(person->key, key) != 0 || strcmp(person->network, network) != 0)
            continue;
        person_forgotten(network, person->number, &gone);
        gone.is_brought = person->is_brought;
        gone.is_passed = person->is_passed;
        *person = gone;
    }
}

static void hash_text(crypto_hash_sha256_state *state, const char *text, bool with_end)
{
    crypto_hash_sha256_update(state, (const unsigned char *)text, strlen(text) + with_end);
}

void person_who(const struct person *person, unsigned char hash[PERSON_HASH])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, person->salt, PERSON_SALT);
    hash_text(&state, person->network, true);
    hash_text(&state, person->key, person->has_source);
    if (person->has_source)
        crypto_hash_sha256_update(&state, person->source, PERSON_SOURCE);
    crypto_hash_sha256_final(&state, hash);
}

void person_called(const struct person *person, unsigned char hash[PERSON_HASH])
{
    crypto_hash_sha256_state state;
    crypto_hash_sha256_init(&state);
    crypto_hash_sha256_update(&state, person->salt, PERSON_SALT);
    hash_text(&state, person->name, false);
    crypto_hash_sha256_final(&state, hash);
}

/* ---- the rows ---- */

/* Copies a text of `least` bytes or more that fits and would not break a line. */
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

void person_forgotten(const char *network, int number, struct person *out)
{
    *out = (struct person){.number = number, .is_forgotten = true};
    snprintf(out->network, sizeof out->network, "%s", network);
    snprintf(out->key, sizeof out->key, "forgotten %d", number);
    snprintf(out->name, sizeof out->name, "person %d", number);
}

bool person_read(const struct store_person *row, struct person *out)
{
    if (row->number >= 1 && row->number <= PERSONS_MOST && row->network[0] && !row->key[0] &&
        !row->salt[0]) {
        person_forgotten(row->network, row->number, out);
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

bool person_is_right(const struct person *person)
{
    char hex[PERSON_HEX];
    struct store_person row;
    struct person copy;
    person_row(person, hex, &row);
    return person_read(&row, &copy);
}

void person_row(const struct person *person, char hex[PERSON_HEX], struct store_person *out)
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

void person_put_line(const struct store_person *row, struct text *line)
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

bool person_read_line(const char *text, struct person *out)
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
    bool is_right = is_line && person_read(&row, out);
    record_free(&line);
    return is_right;
}

void persons_pass_over(struct persons *persons, const char *text)
{
    struct record_line line;
    long long number;
    unsigned char said[PERSON_HASH], who[PERSON_HASH];
    bool is_line = record_read(text, &line) && record_get_number(&line, "person", &number);
    struct person *person = is_line ? persons_find(persons, (int)number) : NULL;
    if (person) {
        person_who(person, who);
        person->is_passed |= record_get_bytes(&line, "who", said, PERSON_HASH) &&
                             memcmp(said, who, PERSON_HASH) == 0;
        record_get_bytes(&line, "called", person->called, PERSON_HASH);
    }
    record_free(&line);
}

bool persons_are_right(const struct persons *persons, struct text *why)
{
    for (int i = 0; i < persons->count; i++) {
        const struct person *person = &persons->list[i];
        unsigned char called[PERSON_HASH];
        person_called(person, called);
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
