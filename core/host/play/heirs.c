/* Between two games of a match people who wait get robots' seats: a line of the record for each,
   and another person in the seat of the trial. Who waits is in session/waiting.h; the person is
   told the seat word by flow/next_seats.c. */
#include "heirs.h"

#include <stdio.h>
#include <string.h>

#include "draft.h"
#include "host_state.h"
#include "record.h"
#include "seats.h"
#include "text.h"
#include "trial.h"
#include "view.h"
#include "waiting.h"

enum { LINE_BYTES = 1024 };

/* The person's number in the record, as the line just said it. */
static int number_of(const struct trial *trial, const struct waiter *waiter)
{
    const struct draft *draft = trial->draft;
    for (int i = 0; i < draft->person_count; i++)
        if (strcmp(draft->persons[i].key, waiter->key) == 0 &&
            strcmp(draft->persons[i].network, waiter->port->network) == 0)
            return draft->persons[i].number;
    return persons_by_key(&trial->session->persons, waiter->port->network, waiter->key)->number;
}

/* Where the record has seen too many people, the robot plays on. */
static void seat_person(struct trial *trial, int seat, const struct waiter *waiter)
{
    const struct session *session = trial->session;
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct seat person = {.kind = SEAT_PERSON, .level = ROBOT_MEDIUM, .port = waiter->port};
    text_put(&line, "swap");
    record_put_number(&line, "seat", seat + 1);
    if (!draft_put_person(trial->draft, session, waiter->port->network, waiter->key, waiter->name,
                          &line))
        return;
    person.has_word = !seat_key_lasts(waiter->port, waiter->key);
    if (person.has_word) {
        word_new(trial->words[seat], person.word, session->id);
        record_put_bytes(&line, "word", person.word, SESSION_HASH);
    }
    draft_add(trial->draft, &trial->playing, bytes);
    person.person = number_of(trial, waiter);
    person.is_opener = session_was_opened_by(session, waiter->port->network, waiter->key);
    person.heard_at = session->host->now;
    memcpy(person.key, waiter->key, sizeof person.key);
    memcpy(person.called, waiter->name, sizeof person.called);
    trial->seats[seat] = person;
    trial->swapped |= 1u << seat;
}

/* The names of those who have got a seat, with line ends between. */
static const char *put_swapped(const struct trial *trial, char out[TABLE_SEATS * HOST_NAME])
{
    struct text text = text_over(out, (size_t)TABLE_SEATS * HOST_NAME);
    for (int seat = 0; seat < trial->session->seat_count; seat++)
        if (trial->swapped >> seat & 1)
            text_putf(&text, "%s%s", text.length > 0 ? "\n" : "", trial->seats[seat].name);
    return out;
}

void heirs_seat(struct trial *trial, struct prose *tale)
{
    const struct session *session = trial->session;
    const struct waiting *waiting = waiting_of(session->host, session->id);
    const char *robots[TABLE_SEATS] = {0};
    char people[TABLE_SEATS * HOST_NAME];
    int who[TABLE_SEATS];
    unsigned able = waiting_able(session->host, waiting, &session->home);
    if (!waiting)
        return;
    for (int seat = 0; seat < session->seat_count; seat++)
        robots[seat] = trial->seats[seat].kind == SEAT_ROBOT ? trial->seats[seat].name : NULL;
    for (int i = 0; i < waiting->count; i++) {
        struct heard heard = waiting_heard(session->host, &waiting->people[i]);
        if (session_seat_of(session, &heard) >= 0)
            able &= ~(1u << i);
    }
    waiting_share_out(waiting, able, robots, who);
    memcpy(trial->former, trial->seats, sizeof trial->former);
    trial->former_games = trial->finished_count;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (who[seat] >= 0)
            seat_person(trial, seat, &waiting->people[who[seat]]);
    names_tell_seats_apart(trial->seats, session->seat_count);
    if (trial->swapped)
        view_string(tale, STRING_SWAPPED, "who", put_swapped(trial, people), (char *)0);
}
