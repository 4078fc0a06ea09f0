/* What follows a person with several identities: the seat. The person sits once at a table, and
   plays under the identity that spoke last: the seat is bound to it by a line of the record, so
   that hands and calls go there, also after a restart. At the table the person keeps the name:
   nobody there learns what the other identity is called. Bounded: each seat moves MOVES_MOST
   times in MOVES_WITHIN_MS; beyond that the person is heard, and the seat stays where it is. */
#include "follow.h"

#include "change.h"
#include "host_commands.h"
#include "host_state.h"
#include "links.h"
#include "seats.h"
#include "session_rooms.h"

enum { MOVES_MOST = 5, MOVES_WITHIN_MS = 60 * 1000 };

static bool may_move(struct session *session, struct seat *seat, const char *key)
{
    int64_t now = session->host->now, from = seat->moves_until > now ? seat->moves_until : now;
    bool is_often = from + MOVES_WITHIN_MS / MOVES_MOST > now + MOVES_WITHIN_MS;
    if (is_often || session_has_private_twin(session, seat, key))
        return false;
    seat->moves_until = from + MOVES_WITHIN_MS / MOVES_MOST;
    return true;
}

/* What the person says here is said under the name of the seat. If the seat cannot move, it is
   heard all the same. */
bool follow_moves_seat(struct session *session, struct input *input)
{
    struct heard heard = input_heard(input);
    int number =
        input->kind == INPUT_HEARD && !input->was_followed ? session_seat_of(session, &heard) : -1;
    if (number < 0)
        return false;
    struct seat *seat = &session->seats[number];
    bool is_there = seat_belongs(seat, input->network, input->key);
    input->was_followed = true;
    if (seat->keeps_name || !is_there)
        input_go_by(input, seat->called);
    if (is_there || !may_move(session, seat, input->key))
        return false;
    struct change *change = change_new(session, NULL);
    if (!change_put_person(change, "bind", number, input->network, input->key, seat->called,
                           NULL)) {
        change_free(change);
        return false;
    }
    if (seat->port == host_port_of(session->host, input->network))
        change_put_key(change, seat, input->key);
    change_commit_lines(change, number, NULL, NULL);
    return true;
}
