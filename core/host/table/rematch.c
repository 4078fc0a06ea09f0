/* !again: the people of a table that is over want another game, which begins when all have said so,
   or half a minute after the first. What is offered is in session/offers.h. Each yes is saved
   before it is told. Bounded: one yes of a person is on its way at a time. */
#include "lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bans.h"
#include "check.h"
#include "elsewhere.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "latest.h"
#include "offers.h"
#include "pending.h"
#include "policy.h"
#include "posts.h"
#include "presence.h"
#include "room.h"
#include "seal.h"
#include "seat.h"
#include "shares.h"
#include "strings/again.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "turn.h"

struct again {
    struct pending pending;
    int64_t table;
    int seat;
    bool cuts;
    struct offer_seat before; /* the seat, if this cannot be saved */
};

static void again_go_on(struct session *session, struct offer *offer);
static void again_wait(struct host *host, struct offer *offer, int64_t at);

/* With the seal: those who cut from now on prove the deal to themselves. */
static void tell_wanted(struct host *host, const struct offer *offer)
{
    for (int language = 0; language < LANGUAGE_COUNT; language++) {
        struct prose tale;
        prose_open(&tale, (enum language)language);
        view_string(&tale, STRING_AGAIN_ASKED, "by", offer_names(offer, offer_seat_has_said),
                    "game", offer->game->name, "who", offer_names(offer, offer_seat_is_awaited),
                    "seconds", text_number(AGAIN_WAIT_MS / 1000), (char *)0);
        latest_put_seal(&offer->lot, &tale);
        rematch_tell(host, offer, &tale);
    }
}

/* Does not tell the words: a person who knows the secret would know the deal. */
static void tell_cut(struct host *host, const struct offer *offer, const struct again *again)
{
    if (again->cuts)
        tell_offer(host, offer, STRING_CUT, "who", offer->seats[again->seat].name, (char *)0);
}

static void tell_waits(struct host *host, const struct offer *offer, const struct heard *heard)
{
    int64_t left = offer->starts_at == INT64_MAX ? AGAIN_WAIT_MS : offer->starts_at - host->now;
    tell_openly(host, heard, STRING_AGAIN_WAITS, "who", offer_names(offer, offer_seat_is_awaited),
                "seconds", text_number((left + 999) / 1000), (char *)0);
}

/* ---- what is typed ---- */

void rematch_fini(struct host *host)
{
    pending_orphan(&host->pending.agains);
    offers_fini(host);
}

static void counts(struct host *host, struct offer *offer, const struct heard *heard,
                   const struct again *again)
{
    bool is_first = offer->starts_at == INT64_MAX;
    if (offer_count(offer, offer_seat_is_awaited) == 0) {
        tell_cut(host, offer, again);
        rematch_start(host, offer);
    } else if (is_first) {
        again_wait(host, offer, host->now + AGAIN_WAIT_MS);
        tell_wanted(host, offer);
        tell_cut(host, offer, again);
    } else {
        tell_waits(host, offer, heard);
        tell_cut(host, offer, again);
    }
}

static void was_saved(void *arg, enum row_result result)
{
    struct again *again = arg;
    struct host *host = again->pending.host;
    struct offer *offer = host ? offers_of(host, again->table) : NULL;
    struct heard heard = input_heard(again->pending.input);
    if (offer && result == ROW_SAVED) {
        counts(host, offer, &heard, again);
    } else if (offer) {
        offer->seats[again->seat] = again->before;
        tell_openly(host, &heard, STRING_SAVE_FAILED, (char *)0);
    } else if (host) {
        /* another table was opened meanwhile */
        tell_openly(host, &heard, STRING_AGAIN_OVER, (char *)0);
    }
    pending_end(again);
}

/* Under the identity that says so. The first one has the secret drawn. */
static void take_part(struct host *host, struct offer *offer, int seat, const struct heard *heard,
                      const char *cut)
{
    struct offer_seat *s = &offer->seats[seat];
    struct again *again =
        pending_new(&host->pending.agains, host, heard, sizeof *again, PENDING_ANSWER);
    if (offer_count(offer, offer_seat_has_said) == 0) {
        offer->asker = seat;
        snprintf(offer->source, sizeof offer->source, "%s", host_source(heard));
    }
    again->table = offer->table;
    again->seat = seat;
    again->cuts = cut != NULL;
    again->before = *s;
    if (!offer->lot.has_secret)
        seal_draw_secret(host, &offer->lot);
    if (cut) {
        seal_luck_cut(cut, s->cut);
        s->cut_number = offer_last_cut(offer) + 1;
        s->cuts++;
    }
    s->has_said = true;
    s->port = host_port_of(host, heard->network);
    snprintf(s->key, sizeof s->key, "%s", heard->key);
    snprintf(s->name, sizeof s->name, "%s", heard->name);
    offer_save(host, offer, was_saved, again);
}

/* A table by its number, as on a button, or what was played here last. */
static struct offer *meant(const struct host *host, const struct heard *heard, const char *words)
{
    char room[HOST_ROOM];
    snprintf(room, sizeof room, "%s%s", heard->room ? "" : "@",
             heard->room ? heard->room : heard->key);
    struct offer *here = offers_in(host, heard->network, room);
    if (*words)
        return offers_of(host, strtoll(words, NULL, 10));
    return here || heard->room ? here : offers_of_person(host, heard);
}

static void tell_none(struct host *host, const struct session *session, const struct heard *heard,
                      bool is_named)
{
    int id = is_named                     ? STRING_AGAIN_OVER
             : !session                   ? STRING_ANOTHER
             : session_has_begun(session) ? STRING_ANOTHER_PLAY
                                          : STRING_ANOTHER_LOBBY;
    tell_openly(host, heard, id, (char *)0);
}

/* The house rules and the share of tables hold as for !play. Tells what forbids it. What somebody
   says elsewhere counts without the rank that they have there. */
static bool is_forbidden(struct host *host, const struct offer *offer, const struct heard *heard)
{
    const struct showing *home = &offer->rooms[0];
    struct heard there = *heard;
    struct prose no_more;
    if (strcmp(home->port->network, heard->network) == 0 && !showing_is_private(home) &&
        (!heard->room || strcmp(heard->room, home->name) != 0)) {
        there.room = home->name;
        there.rank &= RANK_ADMIN | RANK_LOCAL;
    }
    if (policy_forbid_opening(host, &there, offer->game) ||
        (offer_count(offer, offer_seat_is_person) < offer->seat_count &&
         policy_forbid_robots(host, &there)))
        return true;
    bool has_share = !shares_refuse(host, heard, &no_more);
    if (!has_share)
        host_whisper(host, heard, &no_more);
    return !has_share;
}

/* STRING_NONE if the person can cut with these words, or does not want to. */
static int refusal_to_cut(const struct offer *offer, int seat, const char *cut)
{
    return !cut                                   ? STRING_NONE
           : lobby_is_blank(cut)                  ? STRING_CUT_EMPTY
           : offer->seats[seat].cuts >= CUTS_MOST ? STRING_CUT_OFTEN
                                                  : STRING_NONE;
}

void host_again(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *words = call->words;
    int before;
    const char *cut = lobby_find_cut(words, &before);
    bool is_named = before > 0 && !lobby_is_blank(words);
    struct offer *offer = meant(host, heard, is_named ? words : "");
    int seat = offer ? offer_seat_of(host, offer, heard) : -1;
    if (!offer)
        tell_none(host, call->session, heard, is_named);
    else if (offer_table(host, offer))
        tell_openly(host, heard, STRING_INTERNAL_WAIT, (char *)0);
    else if (seat < 0)
        tell_openly(host, heard, STRING_AGAIN_NOT_YOURS, "who",
                    offer_names(offer, offer_seat_is_person), "id", offer->game->id, (char *)0);
    else if (refusal_to_cut(offer, seat, cut) != STRING_NONE)
        tell_openly(host, heard, refusal_to_cut(offer, seat, cut), "most", text_number(CUTS_MOST),
                    (char *)0);
    else if (offer->seats[seat].has_said && offer->starts_at != INT64_MAX && !cut)
        tell_waits(host, offer, heard);
    else if (guests_refuse_in(host, heard, offer->rooms[0].port, offer->rooms[0].name))
        return;
    else if (offer_count(offer, offer_seat_has_said) > 0 || !is_forbidden(host, offer, heard))
        take_part(host, offer, seat, heard, cut);
}

bool host_has_offer(struct host *host, const struct heard *heard)
{
    return meant(host, heard, "") != NULL;
}

bool host_offers_again(const struct host *host, int64_t table)
{
    const struct offer *offer = offers_of(host, table);
    return offer && !offer_table(host, offer);
}

/* ---- by the clock, and after a restart ---- */

static void end(struct host *host, struct offer *offer)
{
    bool is_awaited = offer_count(offer, offer_seat_has_said) > 0 || waiting_of(host, offer->table);
    if (is_awaited && !offer->is_untold)
        tell_offer(host, offer, STRING_AGAIN_ENDED, "id", offer->game->id, (char *)0);
    offer_forget(host, offer);
}

void rematch_tick(struct host *host)
{
    for (struct offer *offer = host->offers.first, *next; offer; offer = next) {
        next = offer->next;
        if (offer->starts_at <= host->now)
            rematch_start(host, offer);
        else if (offer->until <= host_wall(host) && offer->starts_at == INT64_MAX &&
                 !offer_table(host, offer))
            end(host, offer);
    }
}

int64_t rematch_at(const struct host *host)
{
    int64_t first = INT64_MAX, to_now = host->now - host_wall(host);
    for (const struct offer *offer = host->offers.first; offer; offer = offer->next) {
        int64_t at = offer->starts_at != INT64_MAX ? offer->starts_at
                     : offer_table(host, offer)    ? INT64_MAX
                                                   : offer->until + to_now;
        first = at < first ? at : first;
    }
    return first;
}

int rematch_untold(const struct host *host, const char *network, char (*rooms)[HOST_ROOM])
{
    int found = 0;
    for (const struct offer *offer = host->offers.first; offer; offer = offer->next)
        if (offer->is_untold && strcmp(offer->rooms[0].port->network, network) == 0) {
            if (rooms)
                memcpy(rooms[found], offer->rooms[0].name, sizeof *rooms);
            found++;
        }
    return found;
}

/* Where keys do not last, people have to say it again. */
static void ask_again(struct host *host, struct offer *offer)
{
    for (int seat = 0; seat < offer->seat_count; seat++) {
        struct offer_seat *s = &offer->seats[seat];
        s->has_said = s->has_said && seat_key_lasts(s->port, s->key);
    }
    offer->is_untold = false;
    if (offer_count(offer, offer_seat_has_said) == 0) {
        tell_offer(host, offer, STRING_AGAIN_BACK, "game", offer->game->name, (char *)0);
        return;
    }
    again_wait(host, offer,
               offer_count(offer, offer_seat_is_awaited) == 0 ? host->now
                                                              : host->now + AGAIN_WAIT_MS);
    if (offer_count(offer, offer_seat_is_awaited) > 0)
        tell_wanted(host, offer);
}

static struct offer *again_opened_as(const struct host *host, int64_t table)
{
    struct offer *offer = host->offers.first;
    while (offer && offer->opened != table)
        offer = offer->next;
    return offer;
}

/* A new table that was opened, but had not begun, goes on from there. */
void rematch_room_ready(struct host *host, const char *network, const char *room)
{
    struct session *session = host_find(host, network, room);
    struct offer *offer =
        session ? again_opened_as(host, session->id) : offers_in(host, network, room);
    if (!offer)
        return;
    if (!session && offer_table(host, offer)) {
        return; /* it opens in another of its rooms */
    } else if (!session) {
        offer->opened = 0; /* it never was saved */
        if (offer->is_untold)
            ask_again(host, offer);
    } else if (session_has_begun(session)) {
        offers_begun(session);
    } else if (!session->change) {
        again_go_on(session, offer);
    }
}

/* ---- who waits gets a seat ---- */

static struct offer_seat seat_for(const struct waiter *waiter)
{
    struct offer_seat seat = {
        .is_person = true, .has_said = true, .is_apart = waiter->is_apart, .port = waiter->port};
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

/* Of somebody who is left out, or a new one behind the others. NULL if all are taken. */
static struct offer_seat *free_seat(struct offer *offer)
{
    if (!has_room(offer))
        return NULL;
    for (int seat = 0; seat < offer->seat_count; seat++)
        if (!offer_seat_plays(&offer->seats[seat]))
            return &offer->seats[seat];
    return &offer->seats[offer->seat_count++];
}

/* Seats of robots, of people who are left out, and free ones, to the people who wait. Only `offer`
   changes, which nobody has saved yet. */
static void next_fill(struct host *host, struct offer *offer)
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

/* Nothing if nobody does. */
static void next_put_left(const struct session *session, const struct offer *offer,
                          struct prose *tale)
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

/* ---- the new table ---- */

/* In which room it opens, who sits there, which other rooms show it, too, and how it begins. A
   kill on the way loses nothing: the offer is kept until the game begins, and names the table that
   it has become. */

enum { SOON_MS = 200 };

static struct heard words_of(const struct host *host, const struct offer_seat *seat)
{
    return heard_about(identity_at(seat), seat->name, host->now);
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

void rematch_tell(struct host *host, const struct offer *offer, const struct prose *tale)
{
    const struct showing *rooms[SESSION_SHOWN];
    for (int i = 0; i < offer->room_count; i++)
        rooms[i] = &offer->rooms[i];
    unsigned told = room_those_to_tell(host, rooms, offer->room_count);
    for (int i = 0; i < offer->room_count; i++)
        if (told >> i & 1 && is_read(host, offer, rooms[i]) &&
            host_room_language(host, rooms[i]->port->network, rooms[i]->name) == tale->language)
            rooms[i]->port->post(
                rooms[i]->port->self,
                &(struct post){.room = rooms[i]->name, .kind = POST_NEWS, .tale = tale});
    for (int seat = 0; seat < offer->seat_count; seat++) {
        const struct offer_seat *s = &offer->seats[seat];
        if (!s->is_person || (!s->is_apart && is_in_a_room(offer, s->port)))
            continue;
        struct heard heard = words_of(host, s);
        if (host_language(host, &heard) == tale->language)
            host_whisper(host, &heard, tale);
    }
}

static void again_wait(struct host *host, struct offer *offer, int64_t at)
{
    offer->starts_at = at;
    clock_call(host, at);
}

/* ---- opening the new table ---- */

static void announce(struct session *session, const struct offer *offer)
{
    struct prose tale;
    tell_each_language (session, &tale) {
        view_string(&tale, STRING_AGAIN_OPENED, "game", session->game->name, "who",
                    session_people(session, session_all_seats(session)), (char *)0);
        if (offer)
            next_put_left(session, offer, &tale);
        latest_put_seal(&session->playing->lot, &tale);
        tell_post(session, POST_NEWS, &tale);
    }
    lobby_begin(session, NULL, true);
}

static void told_room(struct change *change);

/* In the next of the rooms that are free. Without the offer, which ends when somebody is forgotten,
   it begins where it is. */
static void go_on(struct session *session, struct offer *offer)
{
    while (offer && offer->next_room < offer->room_count) {
        const struct showing *room = &offer->rooms[offer->next_room++];
        if (guests_find(session, room->port->network, room->name) || showing_is_private(room))
            continue;
        if (!session_room_is_taken(session->host, room->port->network, room->name) &&
            !room_rule_is(session->host, room->port, room->name, RULE_GUESTS, "no")) {
            struct heard heard = heard_about(identity_at(&session->opener), session->opener.name,
                                             session->host->now);
            guests_add(session, &heard, room->port, room->name, told_room);
            return;
        }
        tell_room(session, POST_NEWS, STRING_AGAIN_ROOM_TAKEN, "room", guests_word(room->name),
                  (char *)0);
    }
    announce(session, offer);
}

static void told_room(struct change *change)
{
    go_on(change->session, again_opened_as(change->session->host, change->session->id));
}

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

/* From 1: whose turn it would have been, or the next who plays. */
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
        if (session_room_is_taken(host, room->port->network, room->name))
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
    offer->opened = host->tables.next;
    if (!offer->lot.has_secret)
        seal_draw_secret(host, &offer->lot);
    /* before the table: a table that is found there has its offer */
    offer_save(host, offer, NULL, NULL);
    struct change *change = opening_begin(host, opener, &opening);
    put_seats(host, offer, change);
    put_cuts(offer, change);
    change->session->closing.first = beginner(offer);
    change_commit_lines(change, SEAT_NONE, NULL, told_opened);
    input_queue_write(host);
}

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
        if (s->has_said && bans_room_has(host, home->port, home->name, identity_at(s), NULL))
            s->has_said = false;
    }
}

/* STRING_NONE if so many may play; else what to say. */
static int refusal(const struct offer *offer, const char **why)
{
    int seats = offer_count(offer, offer_seat_plays);
    *why = offer->game->excludes ? offer->game->excludes(offer->options, seats) : NULL;
    return seats < offer->game->seats_min ? STRING_AGAIN_TOO_FEW
           : *why                         ? STRING_AGAIN_EXCLUDED
                                          : STRING_NONE;
}

void rematch_start(struct host *host, struct offer *offer)
{
    const char *why;
    struct prose no_more;
    int opener, room;
    drop_gone(host, offer);
    struct offer filled = *offer;
    next_fill(host, &filled);
    int id = refusal(&filled, &why);
    if (is_ending(host, offer)) {
        again_wait(host, offer, host->now + SOON_MS);
        return;
    }
    offer->starts_at = INT64_MAX;
    if (offer_count(offer, offer_seat_has_said) == 0)
        return;
    if (id != STRING_NONE || (room = free_room(host, offer, &opener)) < 0) {
        id = id == STRING_NONE ? STRING_AGAIN_NO_ROOM : id;
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

/* After a kill: goes on with a table that was opened and has not begun. */
static void again_go_on(struct session *session, struct offer *offer)
{
    session->closing.first = beginner(offer);
    go_on(session, offer);
}
