/* Lines that are about to be saved. Knows neither who asked for them nor the store. */
#include "apply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "port.h"
#include "record.h"
#include "room.h"
#include "seal.h"
#include "tables.h"
#include "text.h"

enum { CLOSING_BYTES = 80 /* bytes that the end of a line takes, at most */ };

void draft_init(struct draft *draft, const struct session *session)
{
    *draft = (struct draft){0};
    memcpy(draft->link, session->record.link, sizeof draft->link);
}

void draft_fini(struct draft *draft)
{
    for (int i = 0; i < draft->line_count; i++)
        free(draft->lines[i]);
    free(draft->lines);
    free(draft->persons);
}

static void add_closed(struct draft *draft, const struct playing *playing, const char *line)
{
    unsigned char table[SESSION_HASH];
    size_t size = strlen(line) + CLOSING_BYTES;
    draft->lines = realloc(draft->lines, (size_t)(draft->line_count + 1) * sizeof *draft->lines);
    char *bytes = malloc(size);
    check(draft->lines && bytes);
    struct text closed = text_over(bytes, size);
    text_put(&closed, line);
    record_table_hash(&playing->rules, playing->game_number > 0 ? &playing->table : NULL, table);
    record_close(&closed, table, draft->link);
    draft->lines[draft->line_count++] = bytes;
}

void draft_add(struct draft *draft, const struct playing *playing, const char *line)
{
    char bytes[2 * LUCK_SECRET + 20];
    struct text reveal = text_over(bytes, sizeof bytes);
    if (strncmp(line, "end ", 4) == 0 && seal_put_reveal(&playing->lot, &reveal))
        add_closed(draft, playing, bytes);
    add_closed(draft, playing, line);
}

/* ---- the persons of its lines ---- */

static const struct person *known_person(const struct draft *draft, const struct session *session,
                                         struct identity who)
{
    for (int i = 0; i < draft->person_count; i++)
        if (identity_is(identity_of(&draft->persons[i]), who))
            return &draft->persons[i];
    return record_persons_by_key(&session->persons, who);
}

static void add_person(struct draft *draft, const struct person *person)
{
    for (int i = 0; i < draft->person_count; i++)
        if (draft->persons[i].number == person->number) {
            draft->persons[i] = *person;
            return;
        }
    draft->persons =
        realloc(draft->persons, (size_t)(draft->person_count + 1) * sizeof *draft->persons);
    check(draft->persons);
    draft->persons[draft->person_count++] = *person;
}

/* A person whom the record has not seen. Its first person is the opener. */
static bool meet_person(const struct draft *draft, const struct session *session,
                        struct identity who, struct person *out)
{
    int highest = session->persons.highest;
    for (int i = 0; i < draft->person_count; i++)
        highest = draft->persons[i].number > highest ? draft->persons[i].number : highest;
    *out = (struct person){.number = highest + 1,
                           .has_source = highest == 0 && session->opener.has_payer};
    snprintf(out->network, sizeof out->network, "%s", who.network);
    snprintf(out->key, sizeof out->key, "%s", who.key);
    if (out->has_source)
        memcpy(out->source, session->opener.payer, PERSON_SOURCE);
    seal_draw_salt(session->host, out->salt, sizeof out->salt);
    return out->number <= PERSONS_MOST;
}

bool draft_put_person(struct draft *draft, const struct session *session, struct identity who,
                      const char *name, struct text *line)
{
    const struct person *known = known_person(draft, session, who);
    unsigned char hash[PERSON_HASH];
    struct person person;
    if (known)
        person = *known;
    else if (!meet_person(draft, session, who, &person))
        return false;
    bool is_renamed = strcmp(person.name, name) != 0;
    snprintf(person.name, sizeof person.name, "%s", name);
    record_put_number(line, "person", person.number);
    if (!known) {
        record_person_who(&person, hash);
        record_put_bytes(line, "who", hash, PERSON_HASH);
    }
    if (known && !is_renamed)
        return true;
    record_person_called(&person, hash);
    record_put_bytes(line, "called", hash, PERSON_HASH);
    add_person(draft, &person);
    return true;
}

/* ---- moves in advance ---- */

void draft_forget_ahead(struct draft *draft, const struct session *session, const struct seat *seat)
{
    const struct person *known = record_persons_by_ahead(&session->persons, seat->ahead_line, NULL);
    if (!known)
        return;
    struct person person = *known;
    person.ahead[0] = '\0';
    add_person(draft, &person);
}

void draft_keep_ahead(struct draft *draft, const struct session *session, const struct seat *seat,
                      int64_t line, const char *words)
{
    struct person person = *record_persons_find(&session->persons, seat->person);
    draft_forget_ahead(draft, session, seat); /* another identity of the person may have said it */
    snprintf(person.ahead, sizeof person.ahead, "%lld %s", (long long)line, words);
    for (char *p = person.ahead; *p; p++)
        *p = (unsigned char)*p < ' ' || *p == 0x7f ? ' ' : *p;
    add_person(draft, &person);
}

void draft_put_ahead_line(int seat, bool keeps, struct text *line)
{
    text_putf(line, "ahead seat=%d kept=%s", seat + 1, keeps ? "yes" : "no");
}

/* ---- whether they can be applied ---- */

static bool meet_persons(struct persons *persons, const struct persons *before,
                         const struct draft *draft, struct text *why)
{
    *persons = (struct persons){.highest = before->highest};
    for (int i = 0; i < before->count; i++)
        record_persons_put(persons, &before->list[i]);
    for (int i = 0; i < draft->person_count; i++) {
        if (!record_person_is_right(&draft->persons[i])) {
            text_put(why, "a name or a key holds a control byte");
            return false;
        }
        record_persons_put(persons, &draft->persons[i]);
    }
    return true;
}

/* The home would be a room that shows another table. */
static bool takes_another_room(const struct session *session, const struct showing *home)
{
    for (int i = 0; i < session_showing_count(session); i++) {
        const struct showing *own = session_showing(session, i);
        if (own->port == home->port && strcmp(own->name, home->name) == 0)
            return false;
    }
    return session_room_is_taken(session->host, home->port->network, home->name);
}

/* Tries the lines on a copy that nobody finds and that counts for nobody. */
bool draft_would_apply(const struct draft *draft, const struct session *session, struct text *why)
{
    struct session *copy = session_copy(session);
    bool applies = meet_persons(&copy->persons, &session->persons, draft, why);
    for (int i = 0; i < draft->line_count && applies; i++)
        applies = session_apply_line(copy, draft->lines[i], why);
    if (applies && takes_another_room(session, &copy->home)) {
        text_putf(why, "the room %s has a table already", copy->home.name);
        applies = false;
    }
    record_persons_free(&copy->persons);
    session_disown(copy);
    free(copy);
    return applies;
}
