/* !again: the people of a table that is over say that they want another game, and it begins when
   all have said it, or half a minute after the first. What is offered is in session/offers.h.
   Each yes is saved before it is told. How the new table opens is in again_open.c. Bounded: one
   yes of a person is on its way at a time. */
#include "again.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "again_open.h"
#include "bans_room.h"
#include "check.h"
#include "choices.h"
#include "elsewhere.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "lobby.h"
#include "seal.h"
#include "seats.h"
#include "settings_keep.h"
#include "shares.h"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "waiting.h"

/* Somebody's yes on its way to the store. */
struct again {
    struct again *next;
    struct host *host; /* NULL if it is gone */
    int64_t table;
    int seat;
    bool cuts;
    struct offer_seat before; /* the seat, if this cannot be saved */
    struct input *input;
};

/* With the seal: those who cut from now on prove the deal to themselves. */
static void tell_wanted(struct host *host, const struct offer *offer)
{
    struct prose tale;
    prose_clear(&tale);
    view_string(&tale, STRING_AGAIN_ASKED, "by", offer_names(offer, offer_seat_has_said), "game",
                offer->game->name, "who", offer_names(offer, offer_seat_is_awaited), "seconds",
                text_number(AGAIN_WAIT_MS / 1000), (char *)0);
    outcome_put_seal(&offer->lot, &tale);
    again_tell(host, offer, &tale);
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

static void free_again(struct again *again)
{
    struct again **link = again->host ? &again->host->agains : NULL;
    while (link && *link != again)
        link = &(*link)->next;
    if (link)
        *link = again->next;
    free(again->input);
    free(again);
}

void agains_fini(struct host *host)
{
    for (struct again *again = host->agains, *next; again; again = next) {
        next = again->next;
        again->host = NULL; /* the store calls back, and then it is freed */
    }
    host->agains = NULL;
    offers_fini(host);
}

/* Somebody's yes counts. */
static void counts(struct host *host, struct offer *offer, const struct heard *heard,
                   const struct again *again)
{
    bool is_first = offer->starts_at == INT64_MAX;
    if (offer_count(offer, offer_seat_is_awaited) == 0) {
        tell_cut(host, offer, again);
        again_start(host, offer);
    } else if (is_first) {
        again_wait(host, offer, host->now + AGAIN_WAIT_MS);
        tell_wanted(host, offer);
        tell_cut(host, offer, again);
    } else {
        tell_waits(host, offer, heard);
        tell_cut(host, offer, again);
    }
}

static void was_saved(void *arg, bool is_saved)
{
    struct again *again = arg;
    struct host *host = again->host;
    struct offer *offer = host ? offers_of(host, again->table) : NULL;
    struct heard heard = input_heard(again->input);
    if (offer && is_saved) {
        counts(host, offer, &heard, again);
    } else if (offer) {
        offer->seats[again->seat] = again->before;
        tell_openly(host, &heard, STRING_SAVE_FAILED, (char *)0);
    } else if (host) {
        /* another table was opened meanwhile */
        tell_openly(host, &heard, STRING_AGAIN_OVER, (char *)0);
    }
    if (host)
        host_dismiss(host, &heard);
    free_again(again);
}

/* The person takes part, under the identity that says so, and may cut. The first one has the
   secret drawn. */
static void take_part(struct host *host, struct offer *offer, int seat, const struct heard *heard,
                      const char *cut)
{
    struct offer_seat *s = &offer->seats[seat];
    struct again *again = calloc(1, sizeof *again);
    check(again);
    if (offer_count(offer, offer_seat_has_said) == 0) {
        offer->asker = seat;
        snprintf(offer->source, sizeof offer->source, "%s", host_source(heard));
    }
    *again = (struct again){host->agains, host, offer->table,         seat,
                            cut != NULL,  *s,   input_of_heard(heard)};
    if (!offer->lot.has_secret)
        seal_draw_secret(host, &offer->lot);
    if (cut) {
        luck_cut(cut, s->cut);
        s->cut_number = offer_last_cut(offer) + 1;
        s->cuts++;
    }
    s->has_said = true;
    s->port = host_port_of(host, heard->network);
    snprintf(s->key, sizeof s->key, "%s", heard->key);
    snprintf(s->name, sizeof s->name, "%s", heard->name);
    host->agains = again;
    host->has_committed = true; /* dealt with when it is saved */
    offer_save(host, offer, was_saved, again);
}

/* What the words ask for: a table by its number, as on a button, or what was played here last. */
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
    enum string id = is_named                     ? STRING_AGAIN_OVER
                     : !session                   ? STRING_ANOTHER
                     : session_has_begun(session) ? STRING_ANOTHER_PLAY
                                                  : STRING_ANOTHER_LOBBY;
    tell_openly(host, heard, id, (char *)0);
}

/* Who says it first opens a table: the house rules and the share of tables hold as for !play.
   Tells what forbids it. What somebody says elsewhere counts without the rank that they have
   there. */
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
    if (settings_forbid_opening(host, &there, offer->game) ||
        (offer_count(offer, offer_seat_is_person) < offer->seat_count &&
         settings_forbid_robots(host, &there)))
        return true;
    bool has_share = !shares_refuse(host, heard, &no_more);
    if (!has_share)
        host_whisper(host, heard, &no_more);
    return !has_share;
}

/* STRING_COUNT if the person can cut with these words, or does not want to. */
static enum string refusal_to_cut(const struct offer *offer, int seat, const char *cut)
{
    return !cut                                   ? STRING_COUNT
           : lobby_is_blank(cut)                  ? STRING_CUT_EMPTY
           : offer->seats[seat].cuts >= CUTS_MOST ? STRING_CUT_OFTEN
                                                  : STRING_COUNT;
}

void host_again(struct host *host, struct session *session, const struct heard *heard,
                const char *words)
{
    int before;
    const char *cut = lobby_find_cut(words, &before);
    bool is_named = before > 0 && !lobby_is_blank(words);
    struct offer *offer = meant(host, heard, is_named ? words : "");
    int seat = offer ? offer_seat_of(host, offer, heard) : -1;
    if (!offer)
        tell_none(host, session, heard, is_named);
    else if (offer_table(host, offer))
        tell_openly(host, heard, STRING_INTERNAL_WAIT, (char *)0);
    else if (seat < 0)
        tell_openly(host, heard, STRING_AGAIN_NOT_YOURS, "who",
                    offer_names(offer, offer_seat_is_person), "id", offer->game->id, (char *)0);
    else if (refusal_to_cut(offer, seat, cut) != STRING_COUNT)
        tell_openly(host, heard, refusal_to_cut(offer, seat, cut), "most", text_number(CUTS_MOST),
                    (char *)0);
    else if (offer->seats[seat].has_said && offer->starts_at != INT64_MAX && !cut)
        tell_waits(host, offer, heard);
    else if (bans_room_refuse(host, heard, offer->rooms[0].port, offer->rooms[0].name))
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

void again_tick(struct host *host)
{
    for (struct offer *offer = host->offers, *next; offer; offer = next) {
        next = offer->next;
        if (offer->starts_at <= host->now)
            again_start(host, offer);
        else if (offer->until <= host_wall(host) && offer->starts_at == INT64_MAX &&
                 !offer_table(host, offer))
            end(host, offer);
    }
}

int64_t again_at(const struct host *host)
{
    int64_t first = INT64_MAX, to_now = host->now - host_wall(host);
    for (const struct offer *offer = host->offers; offer; offer = offer->next) {
        int64_t at = offer->starts_at != INT64_MAX ? offer->starts_at
                     : offer_table(host, offer)    ? INT64_MAX
                                                   : offer->until + to_now;
        first = at < first ? at : first;
    }
    return first;
}

int again_untold(const struct host *host, const char *network, char (*rooms)[HOST_ROOM])
{
    int found = 0;
    for (const struct offer *offer = host->offers; offer; offer = offer->next)
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

/* A new table that was opened, but had not begun, goes on from there. */
void again_room_ready(struct host *host, const char *network, const char *room)
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
