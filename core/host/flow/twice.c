/* A person with two seats at one table gives up one of them. A person who sits there under one
   identity cannot sit down under another, and two who sit together are not linked (linking.c);
   but the table may not be in memory while they are linked: its network is not configured, its
   record is still being read, it was set aside, or one of the two is just sitting down. So a
   table looks when it goes on. Kept is the seat where no robot plays, or the opener's, or else
   the first. The person is told why, the room only that a seat was given up: nobody there learns
   who is linked with whom. */
#include "twice.h"

#include "host_state.h"
#include "leave.h"
#include "links.h"
#include "posts.h"
#include "prose.h"
#include "record.h"
#include "seats.h"
#include "session_rooms.h"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "view.h"

static bool are_one(const struct host *host, const struct seat *a, const struct seat *b)
{
    return a->kind == SEAT_PERSON && b->kind == SEAT_PERSON && !a->is_detached && !b->is_detached &&
           links_are_one(host, a->port->network, a->key, b->port->network, b->key);
}

bool twice_sit_together(struct host *host, const struct heard *first, const struct heard *second)
{
    struct session *session;
    for (int i = 0; (session = host_table_of(host, second->network, second->key, i)); i++)
        if (session_seat_of(session, first) >= 0)
            return true;
    return false;
}

static int worth(const struct seat *seat)
{
    return 2 * !seat->is_left + seat->is_opener;
}

/* The seat to give up. SEAT_NONE if nobody has two. */
static int second_seat(const struct session *session, int *kept)
{
    const struct seat *seats = session->seats;
    for (int seat = 1; seat < session->seat_count; seat++)
        for (int other = 0; other < seat; other++) {
            if (!are_one(session->host, &seats[seat], &seats[other]))
                continue;
            bool is_better = worth(&seats[seat]) > worth(&seats[other]);
            *kept = is_better ? seat : other;
            return is_better ? other : seat;
        }
    return SEAT_NONE;
}

static void told_given_up(struct change *change)
{
    struct session *session = change->session;
    const struct seat *kept = &session->seats[change->number];
    const struct heard person = {
        .network = kept->port->network, .key = kept->key, .name = kept->called};
    bool has_begun = session_has_fixed_seats(session);
    tell_person(session->host, &person,
                has_begun ? STRING_SEATED_TWICE_PLAY : STRING_SEATED_TWICE_LOBBY, "game",
                session->game->name, "who", change->note, "kept", kept->name, (char *)0);
    leave_tell(change, has_begun ? STRING_GAVE_UP_SEAT : STRING_LEFT_LOBBY);
    leave_tell_rest(change);
}

bool twice_give_up(struct session *session)
{
    int kept, seat = session->playing->is_over ? SEAT_NONE : second_seat(session, &kept);
    if (seat == SEAT_NONE)
        return false;
    bool has_begun = session_has_fixed_seats(session);
    char bytes[64];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(session, NULL);
    text_put(&line, has_begun ? "kick" : "unsit");
    record_put_number(&line, "seat", seat + 1);
    change_add(change, bytes);
    change->frees_first = session->seats[seat].begins && !has_begun;
    change->number = kept - (!has_begun && kept > seat);
    change_commit_lines(change, seat, session->seats[seat].name, told_given_up);
    return true;
}

void twice_linked(struct host *host, const struct identity *identity)
{
    struct session *session;
    int kept;
    for (int i = 0; (session = host_table_of(host, identity->network, identity->key, i)); i++)
        if (session->change || second_seat(session, &kept) != SEAT_NONE)
            clock_play_on_at(session, host->now);
}
