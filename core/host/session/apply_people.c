/* The lines of a record about people: who sits down, gets up, is renamed, or takes a seat with
   its word. Lines name people by number; persons.h knows who each number is. Next: apply.c,
   which has all kinds of lines. */
#include "apply_people.h"

#include <stdio.h>
#include <string.h>

#include "hinted.h"
#include "host_state.h"
#include "outcomes.h"
#include "seal.h"
#include "seats.h"
#include "session_rooms.h"
#include "session_view.h"
#include "tables.h"
#include "text.h"

static bool get_seat(const struct record_line *line, int most, int *seat, struct text *why)
{
    long long number;
    if (!record_get_number(line, "seat", &number) || number < 1 || number > most) {
        text_putf(why, "'%s' names no seat of this table", line->kind);
        return false;
    }
    *seat = (int)number - 1;
    return true;
}

static void get_name(const struct record_line *line, const char *key, char *out, size_t size)
{
    const char *value = record_get(line, key);
    snprintf(out, size, "%s", value ? value : "");
}

/* ---- persons ---- */

/* A person who was forgotten, where records may lack persons. */
static struct person *stand_in(struct session *session, int number)
{
    struct person person;
    person_forgotten(session->home.port->network, number, &person);
    persons_put(&session->persons, &person);
    return persons_find(&session->persons, number);
}

/* The line brings this person: the hash in the line must be the person's. */
static bool is_brought(struct session *session, struct person *person,
                       const struct record_line *line, struct text *why)
{
    unsigned char said[PERSON_HASH], who[PERSON_HASH];
    person_who(person, who);
    bool is_said = record_get_bytes(line, "who", said, PERSON_HASH) && !person->is_brought &&
                   person->number == session->persons.highest + 1;
    if (!is_said)
        text_putf(why, "'%s' brings person %d, who cannot come here", line->kind, person->number);
    else if (!person->is_forgotten && memcmp(said, who, PERSON_HASH) != 0)
        text_putf(why, "its person %d is not the one that '%s' says", person->number, line->kind);
    else
        person->is_brought = true;
    session->persons.highest = person->number;
    return is_said && person->is_brought;
}

struct person *apply_person(struct session *session, const struct record_line *line,
                            struct text *why)
{
    long long number;
    bool is_number =
        record_get_number(line, "person", &number) && number >= 1 && number <= PERSONS_MOST;
    struct person *person = is_number ? persons_find(&session->persons, (int)number) : NULL;
    if (!person && is_number && session->persons.may_lack)
        person = stand_in(session, (int)number);
    if (!person) {
        text_putf(why, "the person of '%s' does not stand beside the record", line->kind);
        return NULL;
    }
    if (record_get(line, "who") && !is_brought(session, person, line, why))
        return NULL;
    if (record_get(line, "who") && !record_get(line, "called"))
        text_putf(why, "'%s' does not say what person %d is called", line->kind, person->number);
    else if (!person->is_brought)
        text_putf(why, "no line has said who person %d of '%s' is", person->number, line->kind);
    else
        record_get_bytes(line, "called", person->called, PERSON_HASH);
    return why->length ? NULL : person;
}

static enum robot_level read_level(const char *word)
{
    int level = robot_level_of(word);
    return level < 0 ? ROBOT_MEDIUM : (enum robot_level)level;
}

/* False with a sentence if nobody can be on the person's network. */
static bool take_person(const struct session *session, struct seat *seat,
                        const struct person *person, struct text *why)
{
    const struct host_port *port = host_port_or_absent(session->host, person->network);
    if (!port) {
        text_putf(why, "the network %s of person %d is one too many", person->network,
                  person->number);
        return false;
    }
    seat->port = port;
    seat->person = person->number;
    memcpy(seat->key, person->key, sizeof seat->key);
    memcpy(seat->called, person->name, sizeof seat->called);
    return true;
}

bool apply_sit(struct session *session, const struct record_line *line, struct text *why)
{
    int number;
    if (!get_seat(line, session->seat_count + 1, &number, why))
        return false;
    if (number != session->seat_count || session->seat_count == session->game->seats_max) {
        text_put(why, "somebody sits down where there is no seat");
        return false;
    }
    const char *robot = record_get(line, "robot");
    if (!robot == !record_get(line, "person") || !robot == (record_get(line, "name") != NULL)) {
        text_put(why, "whoever sits down is neither a person nor a robot with a name");
        return false;
    }
    const struct person *person = robot ? NULL : apply_person(session, line, why);
    struct seat *seat = &session->seats[session->seat_count];
    *seat = (struct seat){.kind = robot ? SEAT_ROBOT : SEAT_PERSON};
    if (!robot && (!person || !take_person(session, seat, person, why)))
        return false;
    session->seat_count++;
    seat->level = robot ? read_level(robot) : ROBOT_MEDIUM;
    if (robot)
        get_name(line, "name", seat->called, sizeof seat->called);
    seat->is_opener = person && session_was_opened_by(session, person->network, person->key);
    seat->has_word = record_get_bytes(line, "word", seat->word, SESSION_HASH);
    seat->is_apart = record_get(line, "apart") != NULL;
    seat->heard_at = session->host->now;
    names_tell_apart(session);
    return true;
}

/* Between two games of a match a robot's seat goes to a person. */
bool apply_swap(struct session *session, const struct record_line *line, struct text *why)
{
    int number;
    if (!get_seat(line, session->seat_count, &number, why))
        return false;
    struct seat *seat = &session->seats[number],
                taken = {.kind = SEAT_PERSON, .level = ROBOT_MEDIUM};
    if (seat->kind != SEAT_ROBOT || !session->playing->table.over || session->playing->is_over) {
        text_put(why, "somebody gets a seat that no robot has, or in the middle of a game");
        return false;
    }
    const struct person *person = apply_person(session, line, why);
    if (!person || !take_person(session, &taken, person, why))
        return false;
    taken.is_opener = session_was_opened_by(session, person->network, person->key);
    taken.has_word = record_get_bytes(line, "word", taken.word, SESSION_HASH);
    taken.heard_at = session->host->now;
    taken.begins = seat->begins;
    *seat = taken;
    names_tell_apart(session);
    return true;
}

/* "first": who begins the first game; seat 0: a lot decides. */
bool apply_first(struct session *session, const struct record_line *line, struct text *why)
{
    long long number;
    if (!record_get_number(line, "seat", &number) || number < 0 || number > session->seat_count) {
        text_put(why, "'first' names no seat of this table");
        return false;
    }
    for (int seat = 0; seat < session->seat_count; seat++)
        session->seats[seat].begins = seat + 1 == number;
    session->closing.first = 0;
    return true;
}

/* Before the game somebody has to be able to begin it: makes the person who has sat there the
   longest the opener. */
static void hand_over(struct session *session)
{
    session->opener[0] = '\0';
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *heir = &session->seats[seat];
        if (heir->kind != SEAT_PERSON)
            continue;
        heir->is_opener = true;
        memcpy(session->opener_name, heir->name, sizeof session->opener_name);
        session->opener_port = heir->port;
        if (!heir->is_detached)
            memcpy(session->opener, heir->key, sizeof session->opener);
        return;
    }
}

bool apply_unsit(struct session *session, const struct record_line *line, struct text *why)
{
    int seat;
    if (!get_seat(line, session->seat_count, &seat, why))
        return false;
    bool was_opener = session->seats[seat].is_opener;
    session->seat_count--;
    session->is_start_wanted = false;
    session->closing.deals_at = INT64_MAX;
    memmove(&session->seats[seat], &session->seats[seat + 1],
            (size_t)(session->seat_count - seat) * sizeof *session->seats);
    seal_count_cuts(session);
    names_tell_apart(session);
    if (was_opener)
        hand_over(session);
    return true;
}

/* Somebody who leaves before that gives the others little to win. */
static bool has_been_played(const struct session *session)
{
    bool has = session_has_begun(session);
    for (int seat = 0; seat < session->seat_count; seat++)
        has &= session->playing->decisions[seat] - session->seats[seat].first_decision >=
               OUTCOME_DECISIONS;
    return has;
}

/* away: a robot plays until the person is back, or, where others gave the seat away, says
   anything. kick: for good. */
bool apply_away(struct session *session, const struct record_line *line, struct text *why)
{
    int seat;
    if (!get_seat(line, session->seat_count, &seat, why))
        return false;
    const char *why_away = record_get(line, "why");
    session->seats[seat].is_left = true;
    session->seats[seat].left_game = has_been_played(session) ? session->playing->game_number : 0;
    session->seats[seat].is_given = why_away && strcmp(why_away, "left") != 0;
    session->seats[seat].level = ROBOT_MEDIUM;
    return true;
}

bool apply_kick(struct session *session, const struct record_line *line, struct text *why)
{
    int seat, number = 0;
    char name[HOST_NAME];
    if (!get_seat(line, session->seat_count, &seat, why))
        return false;
    struct seat *s = &session->seats[seat];
    if (s->is_opener)
        session->opener[0] = '\0';
    const struct seat before = *s;
    *s = (struct seat){.kind = SEAT_ROBOT, .level = ROBOT_MEDIUM, .cut_number = before.cut_number};
    s->begins = before.begins;
    memcpy(s->cut, before.cut, LUCK_CUT); /* the deal stays what it was */
    names_for_robot(session, ROBOT_MEDIUM, &number, name);
    memcpy(s->called, name, sizeof s->called);
    names_tell_apart(session);
    return true;
}

bool apply_back(struct session *session, const struct record_line *line, struct text *why)
{
    int seat;
    if (!get_seat(line, session->seat_count, &seat, why))
        return false;
    session->seats[seat].is_left = session->seats[seat].is_given = false;
    return true;
}

/* "ahead" keeps a move in advance, or keeps it no more. What move that is stands beside the
   record. */
bool apply_ahead(struct session *session, const struct record_line *line, struct text *why)
{
    int number;
    if (!get_seat(line, session->seat_count, &number, why))
        return false;
    struct seat *seat = &session->seats[number];
    bool keeps = strcmp(record_get(line, "kept"), "yes") == 0;
    if (seat->kind != SEAT_PERSON || (!keeps && seat->ahead_line == 0)) {
        text_put(why, "'ahead' is about a seat that has no such move");
        return false;
    }
    seat->ahead_line = keeps ? session->next_line - 1 : 0;
    seat->ahead_count += keeps;
    seat->is_ahead_told = false;
    return true;
}

/* "hint": the person is told what to play. What that is follows from what the person sees, and
   stands nowhere. */
bool apply_hint(struct session *session, const struct record_line *line, struct text *why)
{
    struct sight sight;
    struct moves moves;
    int number;
    if (!get_seat(line, session->seat_count, &number, why))
        return false;
    if (session->seats[number].kind != SEAT_PERSON ||
        !session_legal(session, number, &sight, &moves)) {
        text_put(why, "'hint' is about a seat that has nothing to play, or no person");
        return false;
    }
    hinted_note(session, number, &sight);
    return true;
}

static void rename_seat(struct session *session, struct seat *seat, const char *name)
{
    snprintf(seat->called, sizeof seat->called, "%s", name);
    seat->next_name[0] = '\0';
    names_tell_apart(session);
}

bool apply_name(struct session *session, const struct record_line *line, struct text *why)
{
    const struct person *person = apply_person(session, line, why);
    for (int seat = 0; person && seat < session->seat_count; seat++)
        if (session->seats[seat].kind == SEAT_PERSON &&
            session->seats[seat].person == person->number)
            rename_seat(session, &session->seats[seat], person->name);
    return person != NULL;
}

/* The seat gets another word. */
bool apply_word(struct session *session, const struct record_line *line, struct text *why)
{
    int seat;
    if (!get_seat(line, session->seat_count, &seat, why))
        return false;
    session->seats[seat].has_word =
        record_get_bytes(line, "word", session->seats[seat].word, SESSION_HASH);
    session->seats[seat].has_old_word = false;
    return true;
}

/* The person's own private conversation was the table's home: it moves with the seat to the new
   key, on the same network. On another network the person reads in private what the room reads;
   the room stays where the table was opened, like every room. */
static bool follow_person(struct session *session, const struct seat *seat, struct text *why)
{
    char name[HOST_ROOM];
    snprintf(name, sizeof name, "@%s", seat->key);
    if (seat->port != session->home.port || strcmp(session->home.name, name) == 0)
        return true;
    if (session->is_linked && host_find(session->host, session->home.port->network, name)) {
        text_putf(why, "the room %s has a table already", name);
        return false;
    }
    session_settle(session, session->home.port, name, session->home.number);
    return true;
}

/* The seat goes to another identity of its person, whose name is nobody's business there. A key
   that does not last has a seat word: then it is the same identity, and its name is known. Which
   networks are there now says nothing of it. */
static bool goes_elsewhere(const struct seat *seat, const struct person *person)
{
    return seat->kind == SEAT_PERSON &&
           (!seat->has_word || strcmp(seat->port->network, person->network) != 0);
}

/* Gives the seat to another person, or to another key of the same one; whose private
   conversation may be the table's home. NULL with a sentence if nobody knows the person. */
static struct seat *give_seat(struct session *session, const struct record_line *line,
                              const struct person **person, bool *is_home, struct text *why)
{
    int number;
    if (!get_seat(line, session->seat_count, &number, why) ||
        !(*person = apply_person(session, line, why)))
        return NULL;
    struct seat *seat = &session->seats[number];
    bool keeps_name = goes_elsewhere(seat, *person);
    *is_home = session_is_home_of(session, seat);
    if (!take_person(session, seat, *person, why))
        return NULL;
    seat->keeps_name = keeps_name;
    seat->is_detached = false;
    if (seat->is_opener) {
        session->opener_port = seat->port;
        memcpy(session->opener, seat->key, sizeof session->opener);
    }
    return seat;
}

bool apply_claim(struct session *session, const struct record_line *line, struct text *why)
{
    const struct person *person;
    bool is_home;
    struct seat *seat = give_seat(session, line, &person, &is_home, why);
    if (!seat)
        return false;
    rename_seat(session, seat, person->name);
    seat->keeps_name = false;
    seat->has_old_word = seat->has_word;
    memcpy(seat->old_word, seat->word, sizeof seat->old_word);
    seat->has_word = record_get_bytes(line, "word", seat->word, SESSION_HASH);
    seat->is_left = seat->is_given = false;
    seat->heard_at = session->host->now;
    return !is_home || follow_person(session, seat, why);
}

/* Binds the seat to a lasting key of the same person; the old word opens no other seat. */
bool apply_bind(struct session *session, const struct record_line *line, struct text *why)
{
    const struct person *person;
    bool is_home;
    struct seat *seat = give_seat(session, line, &person, &is_home, why);
    if (!seat)
        return false;
    seat->next_key[0] = '\0';
    seat->has_word = seat->has_old_word = false;
    return !is_home || follow_person(session, seat, why);
}
