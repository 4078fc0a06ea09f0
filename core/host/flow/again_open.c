/* The new table of people who said !again: in which room it opens, who sits there, which other
   rooms show it, too, and how it begins. Who is to play was decided before (again.c). A kill on
   the way loses nothing: the offer is kept until the game begins, and names the table that it
   has become. */
#include "again_open.h"

#include <string.h>

#include "begin.h"
#include "check.h"
#include "guests.h"
#include "host_state.h"
#include "input_queue.h"
#include "lobby.h"
#include "next_seats.h"
#include "opening.h"
#include "posts.h"
#include "presence.h"
#include "room_bans.h"
#include "room_rules.h"
#include "seal.h"
#include "seats.h"
#include "session_rooms.h"
#include "shares.h"
#include "tables.h"
#include "tell.h"
#include "text.h"

enum { SOON_MS = 200 };

static struct heard words_of(const struct host *host, const struct offer_seat *seat)
{
    return (struct heard){.network = seat->port->network,
                          .key = seat->key,
                          .name = seat->name,
                          .text = "",
                          .now = host->now};
}

/* ---- telling ---- */

static bool is_in_a_room(const struct offer *offer, const struct host_port *port)
{
    for (int i = 0; i < offer->room_count; i++)
        if (offer->rooms[i].port == port)
            return true;
    return false;
}

/* Where another table has a guest room meanwhile, nobody waits for this one. */
static bool is_read(const struct host *host, const struct offer *offer,
                    const struct showing *showing)
{
    const struct session *other =
        host_find((struct host *)host, showing->port->network, showing->name);
    return showing->port->post && (!other || other->id == offer->table);
}

void again_tell(struct host *host, const struct offer *offer, const struct prose *tale)
{
    const struct showing *rooms[SESSION_SHOWN];
    for (int i = 0; i < offer->room_count; i++)
        rooms[i] = &offer->rooms[i];
    unsigned told = showings_to_tell(host, rooms, offer->room_count);
    for (int i = 0; i < offer->room_count; i++)
        if (told >> i & 1 && is_read(host, offer, rooms[i]))
            rooms[i]->port->post(
                rooms[i]->port->self,
                &(struct post){.room = rooms[i]->name, .kind = POST_NEWS, .tale = tale});
    for (int seat = 0; seat < offer->seat_count; seat++) {
        const struct offer_seat *s = &offer->seats[seat];
        if (!s->is_person || (!s->is_apart && is_in_a_room(offer, s->port)))
            continue;
        struct heard heard = words_of(host, s);
        host_whisper(host, &heard, tale);
    }
}

void again_wait(struct host *host, struct offer *offer, int64_t at)
{
    offer->starts_at = at;
    clock_call(host, at);
}

/* ---- opening the new table ---- */

static void announce(struct session *session, const struct offer *offer)
{
    struct prose tale;
    prose_clear(&tale);
    view_string(&tale, STRING_AGAIN_OPENED, "game", session->game->name, "who",
                session_people(session, session_all_seats(session)), (char *)0);
    if (offer)
        next_put_left(session, offer, &tale);
    outcome_put_seal(&session->playing->lot, &tale);
    tell_post(session, POST_NEWS, &tale);
    begin_game(session, NULL, true);
}

static void told_room(struct change *change);

/* Shows the table in the next of the rooms that are free, or begins it. Without the offer, which
   ends when somebody who was at the old table is forgotten, it begins where it is. */
static void go_on(struct session *session, struct offer *offer)
{
    while (offer && offer->next_room < offer->room_count) {
        const struct showing *room = &offer->rooms[offer->next_room++];
        if (guests_find(session, room->port->network, room->name) || showing_is_private(room))
            continue;
        if (!room_is_taken(session->host, room->port->network, room->name) &&
            !room_rule_is(session->host, room->port, room->name, RULE_GUESTS, "no")) {
            struct heard heard = {.network = session->opener_port->network,
                                  .key = session->opener,
                                  .name = session->opener_name,
                                  .text = "",
                                  .now = session->host->now};
            guests_add(session, &heard, room->port, room->name, told_room);
            return;
        }
        tell_room(session, POST_NEWS, STRING_AGAIN_ROOM_TAKEN, "room", guests_word(room->name),
                  (char *)0);
    }
    announce(session, offer);
}

struct offer *again_opened_as(const struct host *host, int64_t table)
{
    struct offer *offer = host->offers;
    while (offer && offer->opened != table)
        offer = offer->next;
    return offer;
}

static void told_room(struct change *change)
{
    go_on(change->session, again_opened_as(change->session->host, change->session->id));
}

/* The new table has its lot, and its people get their seat words. */
static void use_up(struct session *session, struct offer *offer)
{
    offer->lot = (struct lot){0}; /* no other table may have it */
    offer_save(session->host, offer, NULL, NULL);
    for (int i = 0; i < offer->seat_count; i++) {
        const struct offer_seat *s = &offer->seats[i];
        if (!s->is_person || !offer_seat_plays(s))
            continue;
        struct heard heard = words_of(session->host, s);
        lobby_tell_word(session, &heard, s->word);
    }
}

static void told_opened(struct change *change)
{
    struct session *session = change->session;
    struct offer *offer = again_opened_as(session->host, session->id);
    if (offer)
        use_up(session, offer);
    go_on(session, offer);
}

/* The seat at the new table, from 1, that begins there: whose turn it would have been, or the
   next who plays. */
static int beginner(const struct offer *offer)
{
    int seats = 0;
    for (int i = 0; i < offer->seat_count; i++) {
        seats += offer_seat_plays(&offer->seats[i]);
        if (i >= offer->first && offer_seat_plays(&offer->seats[i]))
            return seats;
    }
    return 1;
}

static void put_seats(struct host *host, struct offer *offer, struct change *change)
{
    int seat = 0;
    for (int i = 0; i < offer->seat_count; i++) {
        struct offer_seat *s = &offer->seats[i];
        if (!offer_seat_plays(s))
            continue;
        if (s->is_person) {
            struct heard who = words_of(host, s);
            check(change_put_seat_of(change, seat, &who, s->is_apart, s->word));
        } else {
            change_put_robot(change, seat, s->level, s->name);
        }
        seat++;
    }
}

/* In the order in which people cut: the last one counts for more (docs/fairness.md). */
static void put_cuts(const struct offer *offer, struct change *change)
{
    char bytes[256];
    struct text line = text_over(bytes, sizeof bytes);
    for (int number = 1; number <= offer_last_cut(offer); number++)
        for (int i = 0, seat = 0; i < offer->seat_count; i++) {
            const struct offer_seat *s = &offer->seats[i];
            if (offer_seat_plays(s) && s->cut_number == number) {
                seal_put_cut_sum(seat, s->cut, &line);
                change_add_line(change, &line);
            }
            seat += offer_seat_plays(s);
        }
}

/* A room that nobody else has, of the network of somebody who plays; a private one, if that is
   its person. -1 if absent. `opener` gets the seat. */
static int free_room(const struct host *host, const struct offer *offer, int *opener)
{
    for (int i = 0; i < offer->room_count; i++) {
        const struct showing *room = &offer->rooms[i];
        if (room_is_taken(host, room->port->network, room->name))
            continue;
        for (int n = -1; n < offer->seat_count; n++) {
            int seat = n < 0 ? offer->asker : n;
            const struct offer_seat *s = seat < 0 ? NULL : &offer->seats[seat];
            bool is_there = s && s->has_said && s->port == room->port;
            if (!is_there || (showing_is_private(room) && strcmp(s->key, room->name + 1) != 0))
                continue;
            *opener = seat;
            return i;
        }
    }
    return -1;
}

static void open_table(struct host *host, struct offer *offer, const struct heard *opener)
{
    struct opening opening = {.game = offer->game, .pace = offer->pace, .lot = &offer->lot};
    memcpy(opening.options, offer->options, sizeof opening.options);
    offer->starts_at = INT64_MAX;
    offer->next_room = 0;
    offer->opened = host->next_table;
    if (!offer->lot.has_secret)
        seal_draw_secret(host, &offer->lot);
    /* before the table: a table that is found there has its offer */
    offer_save(host, offer, NULL, NULL);
    struct change *change = opening_begin(host, opener, &opening);
    put_seats(host, offer, change);
    put_cuts(offer, change);
    change->session->closing.first = beginner(offer);
    change_commit_lines(change, SEAT_NONE, NULL, told_opened);
    queue_write(host);
}

/* The table that is over still has its room for a moment. */
static bool is_ending(const struct host *host, const struct offer *offer)
{
    const struct showing *home = &offer->rooms[0];
    struct session *session = host_find((struct host *)host, home->port->network, home->name);
    bool is_old = session && session->id == offer->table;
    if (is_old && !session->change)
        clock_play_on_at(session, host->now);
    return is_old;
}

/* Where keys end with the connection, somebody who is out of sight cannot be given a seat; nor
   can who was banned there since. */
static void drop_gone(struct host *host, struct offer *offer)
{
    const struct showing *home = &offer->rooms[0];
    for (int seat = 0; seat < offer->seat_count; seat++) {
        struct offer_seat *s = &offer->seats[seat];
        if (s->has_said && !seat_key_lasts(s->port, s->key) && presence_is_gone(s->port, s->key))
            s->has_said = false;
        if (s->has_said &&
            room_bans_has(host, home->port, home->name, s->port->network, s->key, NULL))
            s->has_said = false;
    }
}

/* STRING_COUNT if so many may play; else what to say. */
static enum string refusal(const struct offer *offer, const char **why)
{
    int seats = offer_count(offer, offer_seat_plays);
    *why = offer->game->excludes ? offer->game->excludes(offer->options, seats) : NULL;
    return seats < offer->game->seats_min ? STRING_AGAIN_TOO_FEW
           : *why                         ? STRING_AGAIN_EXCLUDED
                                          : STRING_COUNT;
}

void again_start(struct host *host, struct offer *offer)
{
    const char *why;
    struct prose no_more;
    int opener, room;
    drop_gone(host, offer);
    struct offer filled = *offer;
    next_fill(host, &filled);
    enum string id = refusal(&filled, &why);
    if (is_ending(host, offer)) {
        again_wait(host, offer, host->now + SOON_MS);
        return;
    }
    offer->starts_at = INT64_MAX;
    if (offer_count(offer, offer_seat_has_said) == 0)
        return;
    if (id != STRING_COUNT || (room = free_room(host, offer, &opener)) < 0) {
        id = id == STRING_COUNT ? STRING_AGAIN_NO_ROOM : id;
        tell_offer(host, offer, id, "game", offer->game->name, "id", offer->game->id, "least",
                   text_number(offer->game->seats_min), "why", why ? why : "", "who",
                   offer_names(offer, offer_seat_is_awaited), (char *)0);
        return;
    }
    struct heard heard = words_of(host, &offer->seats[opener]);
    heard.room = showing_is_private(&offer->rooms[room]) ? NULL : offer->rooms[room].name;
    heard.group =
        offer->group[0] && offer->rooms[room].port == offer->rooms[0].port ? offer->group : NULL;
    heard.source.id = opener == offer->asker && offer->source[0] ? offer->source : NULL;
    if (shares_refuse(host, &heard, &no_more)) {
        host_whisper(host, &heard, &no_more);
        return;
    }
    *offer = filled;
    offer->asker = opener;
    open_table(host, offer, &heard);
}

void again_go_on(struct session *session, struct offer *offer)
{
    session->closing.first = beginner(offer);
    go_on(session, offer);
}
