/* Who waits gets a seat: at the table that !again opens, and what people are told who got a
   robot's seat between two games of a match. How they came into the line: next.c. */
#include "next_seats.h"

#include <string.h>

#include "host_state.h"
#include "offers.h"
#include "seats.h"
#include "tell.h"
#include "waiting.h"

void next_tell_seated(const struct session *session, unsigned seats, char words[][16])
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        struct heard heard = {.network = s->port ? s->port->network : "",
                              .key = s->key,
                              .name = s->called,
                              .text = "",
                              .now = session->host->now};
        if (seats >> seat & 1 && words[seat][0])
            tell_word(session, &heard, STRING_SEAT_WORD, words[seat]);
    }
    if (seats)
        waiting_take_seated(session);
}

static struct offer_seat seat_for(const struct waiter *waiter)
{
    struct offer_seat seat = {.is_person = true, .has_said = true, .port = waiter->port};
    memcpy(seat.key, waiter->key, sizeof seat.key);
    memcpy(seat.name, waiter->name, sizeof seat.name);
    return seat;
}

/* One more may play with these options. */
static bool has_room(const struct offer *offer)
{
    int seats = offer_count(offer, offer_seat_plays) + 1;
    return seats <= offer->game->seats_max &&
           !(offer->game->excludes && offer->game->excludes(offer->options, seats));
}

/* The seat of somebody who is left out, or a new one behind the others. NULL if all are taken. */
static struct offer_seat *free_seat(struct offer *offer)
{
    if (!has_room(offer))
        return NULL;
    for (int seat = 0; seat < offer->seat_count; seat++)
        if (!offer_seat_plays(&offer->seats[seat]))
            return &offer->seats[seat];
    return &offer->seats[offer->seat_count++];
}

void next_fill(struct host *host, struct offer *offer)
{
    const struct waiting *waiting = waiting_of(host, offer->table);
    const char *robots[TABLE_SEATS] = {0};
    int who[TABLE_SEATS];
    if (!waiting)
        return;
    unsigned able = waiting_able(host, waiting, &offer->rooms[0]);
    for (int i = 0; i < waiting->count; i++) {
        struct heard heard = waiting_heard(host, &waiting->people[i]);
        if (offer_seat_of(host, offer, &heard) >= 0)
            able &= ~(1u << i); /* had a seat, and says !again; or has got one before a restart */
    }
    for (int seat = 0; seat < offer->seat_count; seat++)
        robots[seat] = offer->seats[seat].is_person ? NULL : offer->seats[seat].name;
    unsigned left = waiting_share_out(waiting, able, robots, who);
    for (int seat = 0; seat < offer->seat_count; seat++)
        if (who[seat] >= 0)
            offer->seats[seat] = seat_for(&waiting->people[who[seat]]);
    for (int i = 0; left >> i; i++) {
        struct offer_seat *seat = left >> i & 1 ? free_seat(offer) : NULL;
        if (seat)
            *seat = seat_for(&waiting->people[i]);
    }
}

void next_put_left(const struct session *session, const struct offer *offer, struct prose *tale)
{
    struct waiting *waiting = waiting_of(session->host, offer->table), left = {.count = 0};
    for (int i = 0; waiting && i < waiting->count; i++) {
        struct heard heard = waiting_heard(session->host, &waiting->people[i]);
        if (session_seat_of(session, &heard) < 0)
            left.people[left.count++] = waiting->people[i];
    }
    if (left.count == 0)
        return;
    prose_put(tale, " ");
    view_string(tale, STRING_NEXT_LEFT, "who", waiting_names(&left), (char *)0);
}
