/* Who sits where at a table, and whose word counts there. A seat is found by its key, never by a name; a seat whose owner went
   out of sight is nobody's until the seat word is spoken. */
#include "seats.h"

#include <string.h>

#include "host_state.h"
#include "text.h"

bool room_key_lasts(const struct host_port *port, const char *key)
{
    return !port->is_lasting || port->is_lasting(port->self, key);
}

void seat_detach(const struct session *session, struct seat *seat)
{
    seat->is_detached = true;
    seat->gone_at = session->host->now;
}

void session_detach(struct session *session)
{
    if (!room_key_lasts(session->port, session->opener))
        session->opener[0] = '\0';
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *s = &session->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_detached && !room_key_lasts(session->port, s->key))
            seat_detach(session, s);
    }
}

int session_seat_of(const struct session *session, const struct heard *heard)
{
    if (strcmp(session->port->network, heard->network) != 0)
        return -1;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_detached && strcmp(s->key, heard->key) == 0)
            return seat;
    }
    return -1;
}

int session_acting_seat(const struct session *session, const struct heard *heard)
{
    int seat = session && session_has_begun(session) ? session_seat_of(session, heard) : -1;
    return seat >= 0 && !session->seats[seat].is_left ? seat : -1;
}

void people_forget(struct session *session)
{
    while (session->sitting_count > 0) {
        struct sitting *sitting = &session->sittings[--session->sitting_count];
        struct sitting **link = &session->host->sittings[sitting->bucket];
        while (*link != sitting)
            link = &(*link)->next;
        *link = sitting->next;
    }
}

/* Adds the key once to its bucket, so that nobody finds the same table twice. */
static void index_key(struct session *session, const char *key)
{
    struct sitting *sitting = &session->sittings[session->sitting_count];
    unsigned bucket = room_bucket(session->port->network, key);
    for (int i = 0; i < session->sitting_count; i++)
        if (session->sittings[i].bucket == bucket)
            return;
    *sitting = (struct sitting){.next = session->host->sittings[bucket], .session = session, .bucket = bucket};
    session->host->sittings[bucket] = sitting;
    session->sitting_count++;
}

void people_index(struct session *session)
{
    people_forget(session);
    for (int seat = 0; seat < session->seat_count && session->is_linked; seat++)
        if (session->seats[seat].kind == SEAT_PERSON)
            index_key(session, session->seats[seat].key);
    if (session->opener[0] && session->is_linked)
        index_key(session, session->opener);
}

int session_seat_waiting(const struct session *session, const char *name)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat].is_detached && text_same_word(session->seats[seat].called, name))
            return seat;
    return -1;
}

bool session_has_people(const struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat].kind == SEAT_PERSON && !session->seats[seat].is_left)
            return true;
    return false;
}

bool session_is_alone(const struct session *session)
{
    int people = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        people += session->seats[seat].kind == SEAT_PERSON;
    return people <= 1;
}

/* ---- whose word counts ---- */

int session_opener_seat(const struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat].is_opener && !session->seats[seat].is_left)
            return seat;
    return -1;
}

/* The opener while seated, operators and admins; any seated player once all other people are gone. */
bool session_obeys(const struct session *session, const struct heard *heard)
{
    if (heard->rank & (RANK_OPERATOR | RANK_ADMIN))
        return true;
    int own = session_seat_of(session, heard);
    if (own < 0 || session->seats[own].is_left)
        return false;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (seat != own && s->kind == SEAT_PERSON && !s->is_left && !s->is_detached)
            return session->seats[own].is_opener;
    }
    return true;
}

unsigned session_all_seats(const struct session *session)
{
    return (1u << session->seat_count) - 1;
}

void session_people(const struct session *session, unsigned seats, struct text *out)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (seats >> seat & 1)
            text_putf(out, "%s%s", out->length ? "\n" : "", session->seats[seat].name);
}

struct session *host_table_of(struct host *host, const char *network, const char *key, int i)
{
    struct heard heard = {.network = network, .key = key};
    for (struct sitting *sitting = host->sittings[room_bucket(network, key)]; sitting; sitting = sitting->next)
        if (session_seat_of(sitting->session, &heard) >= 0 && i-- == 0)
            return sitting->session;
    return NULL;
}

struct session *host_table_numbered(struct host *host, const char *network, const char *key, int64_t table)
{
    struct session *session;
    for (int i = 0; (session = host_table_of(host, network, key, i)); i++)
        if (session->id == table)
            return session;
    return NULL;
}

bool host_is_seated(const struct session *session, const struct heard *heard)
{
    return session_seat_of(session, heard) >= 0;
}

bool host_is_setting_up(const struct session *session, const struct heard *heard)
{
    int seat = session_seat_of(session, heard);
    return !session_has_begun(session) && seat >= 0 && session->seats[seat].is_opener;
}
