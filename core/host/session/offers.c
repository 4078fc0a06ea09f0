
#include "offers.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "deal.h"
#include "games.h"
#include "host_state.h"
#include "links.h"
#include "record.h"
#include "room.h"
#include "row.h"
#include "seal.h"
#include "seat.h"
#include "store.h"
#include "tables.h"
#include "text.h"

enum { VALUE_BYTES = 24 * 1024 };

/* The next start finds it out of date, and deletes it then. */
static const struct row_kind deleted = {.prefix = "again.", .lost = "offer-not-deleted"};

/* ---- finding ---- */

static struct offer **link_of(struct host *host, int64_t table)
{
    struct offer **link = &host->offers.first;
    while (*link && (*link)->table != table)
        link = &(*link)->next;
    return link;
}

struct offer *offers_of(const struct host *host, int64_t table)
{
    return *link_of((struct host *)host, table);
}

static bool is_room(const struct showing *room, const char *network, const char *name)
{
    return strcmp(room->name, name) == 0 && strcmp(room->port->network, network) == 0;
}

struct offer *offers_in(const struct host *host, const char *network, const char *room)
{
    for (struct offer *offer = host->offers.first; offer; offer = offer->next)
        for (int i = 0; i < offer->room_count; i++)
            if (is_room(&offer->rooms[i], network, room))
                return offer;
    return NULL;
}

struct offer *offers_of_person(const struct host *host, const struct heard *heard)
{
    for (struct offer *offer = host->offers.first; offer; offer = offer->next)
        if (offer_seat_of(host, offer, heard) >= 0)
            return offer;
    return NULL;
}

/* After a restart a key that ends with the connection is another one. Somebody of that name gets a
   seat at a new table, and nothing of the old one. */
static bool has_name(const struct offer *offer, const struct offer_seat *seat,
                     const struct heard *heard)
{
    return offer->is_recovered && !seat->has_said &&
           strcmp(seat->port->network, heard->network) == 0 &&
           !seat_key_lasts(seat->port, seat->key) && !seat_key_lasts(seat->port, heard->key) &&
           text_same_word(seat->name, heard->name);
}

int offer_seat_of(const struct host *host, const struct offer *offer, const struct heard *heard)
{
    for (int i = 0; i < offer->seat_count; i++) {
        const struct offer_seat *seat = &offer->seats[i];
        bool is_own = seat->is_person && identity_is(identity_at(seat), identity_of(heard));
        if (is_own ||
            (seat->is_person && identity_same(host, identity_at(seat), identity_of(heard))))
            return i;
    }
    for (int i = 0; i < offer->seat_count; i++)
        if (offer->seats[i].is_person && has_name(offer, &offer->seats[i], heard))
            return i;
    return -1;
}

/* ---- in the store ---- */

static void put_flag(struct text *line, const char *key, bool is_set)
{
    if (is_set)
        record_put(line, key, "yes");
}

static void put_heading(const struct offer *offer, struct text *line)
{
    text_put(line, "again");
    record_put(line, "game", offer->game->id);
    record_put_number(line, "until", offer->until);
    record_put_number(line, "first", offer->first + 1);
    record_put_number(line, "opened", offer->opened);
    record_put_number(line, "pace", (long long)offer->pace);
    seal_put_lot(&offer->lot, line);
    if (offer->group[0])
        record_put(line, "group", offer->group);
}

static void put_options(const struct offer *offer, struct text *line)
{
    text_put(line, "option");
    for (int i = 0; i < offer->game->option_count; i++) {
        char bytes[128];
        struct text value = text_over(bytes, sizeof bytes);
        option_format(&offer->game->options[i], offer->options[i], &value);
        record_put(line, offer->game->options[i].name, bytes);
    }
}

static void put_seat(const struct offer_seat *seat, struct text *line)
{
    text_put(line, "seat");
    if (!seat->is_person)
        record_put(line, "robot", robot_levels[seat->level]);
    record_put(line, "name", seat->name);
    if (!seat->is_person)
        return;
    record_put(line, "network", seat->port->network);
    record_put(line, "key", seat->key);
    put_flag(line, "apart", seat->is_apart);
    put_flag(line, "away", seat->is_away);
    put_flag(line, "said", seat->has_said);
    if (seal_luck_has_cut(seat->cut)) {
        record_put_bytes(line, "cut", seat->cut, LUCK_CUT);
        record_put_number(line, "number", seat->cut_number);
    }
}

void offer_save(struct host *host, const struct offer *offer, row_done *done, void *arg)
{
    static char bytes[VALUE_BYTES];
    char line_bytes[ROW_LINE];
    struct text value = text_over(bytes, sizeof bytes),
                line = text_over(line_bytes, sizeof line_bytes);
    put_heading(offer, &line);
    row_put_line(&value, &line);
    put_options(offer, &line);
    row_put_line(&value, &line);
    for (int i = 0; i < offer->room_count; i++) {
        text_put(&line, "room");
        record_put(&line, "network", offer->rooms[i].port->network);
        record_put(&line, "room", offer->rooms[i].name);
        row_put_line(&value, &line);
    }
    for (int i = 0; i < offer->seat_count; i++) {
        put_seat(&offer->seats[i], &line);
        row_put_line(&value, &line);
    }
    row_put(host, &offers_row, offer->table, bytes, done, arg);
}

static bool read_heading(const struct host *host, const struct record_line *line,
                         struct offer *offer)
{
    const char *game = record_get(line, "game"), *group = record_get(line, "group");
    long long until, first, opened, pace;
    struct ruleset rules;
    offer->game = game ? game_find(game) : NULL;
    if (!offer->game || !record_get_number(line, "until", &until) ||
        !record_get_number(line, "first", &first) || !record_get_number(line, "opened", &opened) ||
        !record_get_number(line, "pace", &pace) || !clock_pace_is(pace) || first < 1 ||
        first > TABLE_SEATS)
        return false;
    game_ruleset(offer->game, &rules);
    memcpy(offer->options, rules.options, sizeof offer->options);
    offer->until = until;
    offer->first = (int)first - 1;
    offer->opened = opened;
    offer->pace = (enum pace)pace;
    snprintf(offer->group, sizeof offer->group, "%s", group ? group : "");
    seal_read_lot(host, line, &offer->lot);
    return true;
}

static bool read_options(const struct record_line *line, struct offer *offer)
{
    char bytes[256];
    struct text why = text_over(bytes, sizeof bytes);
    for (int i = 0; i < line->count; i++)
        if (!option_set(offer->game, offer->options, line->keys[i], line->values[i], &why))
            return false;
    return true;
}

static const struct host_port *read_port(struct host *host, const struct record_line *line)
{
    char network[HOST_NETWORK];
    return row_get(line, "network", network, sizeof network) ? host_port_or_absent(host, network)
                                                             : NULL;
}

static bool read_room(struct host *host, const struct record_line *line, struct offer *offer)
{
    if (offer->room_count == SESSION_SHOWN)
        return false;
    struct showing *room = &offer->rooms[offer->room_count++];
    room->port = read_port(host, line);
    return room->port && row_get(line, "room", room->name, sizeof room->name);
}

static bool read_seat(struct host *host, const struct record_line *line, struct offer *offer)
{
    const char *robot = record_get(line, "robot");
    if (offer->seat_count == offer->game->seats_max)
        return false;
    struct offer_seat *seat = &offer->seats[offer->seat_count++];
    int level = robot ? seat_robot_level(robot) : 0;
    *seat = (struct offer_seat){.is_person = !robot,
                                .level = level < 0 ? ROBOT_MEDIUM : (enum robot_level)level,
                                .is_apart = record_get(line, "apart"),
                                .is_away = record_get(line, "away"),
                                .has_said = record_get(line, "said")};
    if (!row_get(line, "name", seat->name, sizeof seat->name))
        return false;
    if (robot)
        return true;
    long long number;
    if (record_get_bytes(line, "cut", seat->cut, LUCK_CUT) &&
        record_get_number(line, "number", &number))
        seat->cut_number = (int)number;
    seat->port = read_port(host, line);
    return seat->port && row_get(line, "key", seat->key, sizeof seat->key);
}

struct loading {
    struct host *host;
    struct offer *offer;
};

static bool read_line(void *arg, const struct record_line *line)
{
    const struct loading *loading = arg;
    struct host *host = loading->host;
    struct offer *offer = loading->offer;
    if (!offer->game)
        return strcmp(line->kind, "again") == 0 && read_heading(host, line, offer);
    return strcmp(line->kind, "option") == 0 ? read_options(line, offer)
           : strcmp(line->kind, "room") == 0 ? read_room(host, line, offer)
                                             : read_seat(host, line, offer);
}

static bool read_offer(struct host *host, const char *value, struct offer *offer)
{
    return row_read_lines(value, read_line, &(struct loading){host, offer}) &&
           offer->room_count > 0 && offer->first < offer->seat_count;
}

/* ---- life ---- */

static void add(struct host *host, struct offer *offer)
{
    offer->next = host->offers.first;
    host->offers.first = offer;
    host->offers.count++;
}

static void drop(struct host *host, struct offer *offer)
{
    *link_of(host, offer->table) = offer->next;
    host->offers.count--;
    free(offer);
}

void offer_forget(struct host *host, struct offer *offer)
{
    waiting_forget(host, offer->table);
    row_put(host, &deleted, offer->table, NULL, NULL, NULL);
    drop(host, offer);
}

static bool load(struct host *host, int64_t table, const char *value)
{
    struct offer *offer = calloc(1, sizeof *offer);
    check(offer);
    offer->table = table;
    bool is_right = host->offers.count < OFFERS_MOST && read_offer(host, value, offer);
    offer->is_recovered = true;
    offer->asker = -1;
    offer->is_untold = offer_count(offer, offer_seat_has_said) > 0;
    offer->starts_at = INT64_MAX;
    if (is_right)
        add(host, offer);
    else
        free(offer);
    return is_right;
}

void offers_fini(struct host *host)
{
    while (host->offers.first)
        drop(host, host->offers.first);
}

/* ---- of a table that is over ---- */

static void take_seat(const struct seat *from, struct offer_seat *to)
{
    *to = (struct offer_seat){.is_person = from->kind == SEAT_PERSON,
                              .is_apart = from->is_apart,
                              .is_away = from->is_left || from->is_detached,
                              .level = from->level,
                              .port = from->port};
    memcpy(to->key, from->key, sizeof to->key);
    memcpy(to->name, from->called, sizeof to->name);
}

static void take_rooms(const struct session *session, struct offer *offer)
{
    offer->room_count = session_showing_count(session);
    for (int i = 0; i < offer->room_count; i++) {
        const struct showing *showing = session_showing(session, i);
        offer->rooms[i].port = showing->port;
        memcpy(offer->rooms[i].name, showing->name, sizeof showing->name);
    }
}

static struct offer *oldest(const struct host *host)
{
    struct offer *offer = host->offers.first;
    while (offer && offer->next)
        offer = offer->next;
    return offer;
}

void offers_make(struct session *session)
{
    struct host *host = session->host;
    if (session->playing->lot.lesson || session->playing->lot.day || offers_of(host, session->id))
        return;
    for (struct offer *offer = host->offers.first; offer; offer = offer->next)
        offer->opened = offer->opened == session->id ? 0 : offer->opened;
    offers_forget_in(host, session);
    if (host->offers.count >= OFFERS_MOST)
        offer_forget(host, oldest(host));
    struct offer *offer = calloc(1, sizeof *offer);
    check(offer);
    *offer = (struct offer){.table = session->id,
                            .until = host_wall(host) + OFFER_MS,
                            .starts_at = INT64_MAX,
                            .game = session->game,
                            .pace = session->clocks.pace,
                            .asker = -1,
                            .first = deal_next_beginner(session->playing),
                            .seat_count = session->seat_count};
    memcpy(offer->options, session->playing->rules.options, sizeof offer->options);
    memcpy(offer->group, session->opener.group, sizeof offer->group);
    take_rooms(session, offer);
    for (int seat = 0; seat < session->seat_count; seat++)
        take_seat(&session->seats[seat], &offer->seats[seat]);
    add(host, offer);
    offer_save(host, offer, NULL, NULL); /* if it is not saved, it counts until the next restart */
    clock_call(host, host->now + OFFER_MS);
}

void offers_begun(const struct session *session)
{
    struct host *host = session->host;
    for (struct offer *offer = host->offers.first, *next; offer; offer = next) {
        next = offer->next;
        if (offer->opened != session->id)
            continue;
        waiting_follow(host, offer->table, session);
        offer_forget(host, offer);
    }
}

const struct session *offer_table(const struct host *host, const struct offer *offer)
{
    for (int i = 0; i < offer->room_count && offer->opened != 0; i++) {
        const struct session *session =
            host_find((struct host *)host, offer->rooms[i].port->network, offer->rooms[i].name);
        if (session && session->id == offer->opened)
            return session;
    }
    return NULL;
}

void offers_forget_in(struct host *host, const struct session *session)
{
    for (struct offer *offer = host->offers.first, *next; offer; offer = next) {
        next = offer->next;
        if (offer->table != session->id && offer->opened != session->id &&
            !offer_table(host, offer) &&
            is_room(&offer->rooms[0], session->home.port->network, session->home.name))
            offer_forget(host, offer);
    }
}

static void forget_person(struct host *host, struct identity who)
{
    for (struct offer *offer = host->offers.first, *next; offer; offer = next) {
        bool is_theirs = false;
        next = offer->next;
        for (int seat = 0; seat < offer->seat_count; seat++) {
            const struct offer_seat *s = &offer->seats[seat];
            is_theirs |= s->is_person && identity_is(identity_at(s), who);
        }
        if (is_theirs)
            offer_forget(host, offer);
    }
}

const struct row_kind offers_row = {.prefix = "again.",
                                    .lost = "offer-not-saved",
                                    .unread = "offer-not-read",
                                    .is_of_unit = true,
                                    .load = load,
                                    .forget = forget_person};

/* ---- seats of an offer ---- */

bool offer_seat_is_person(const struct offer_seat *seat)
{
    return seat->is_person;
}

bool offer_seat_has_said(const struct offer_seat *seat)
{
    return seat->has_said;
}

bool offer_seat_is_awaited(const struct offer_seat *seat)
{
    return seat->is_person && !seat->has_said && !seat->is_away;
}

bool offer_seat_plays(const struct offer_seat *seat)
{
    return !seat->is_person || seat->has_said;
}

int offer_count(const struct offer *offer, offer_seat_test *is_meant)
{
    int seats = 0;
    for (int seat = 0; seat < offer->seat_count; seat++)
        seats += is_meant(&offer->seats[seat]);
    return seats;
}

int offer_last_cut(const struct offer *offer)
{
    int last = 0;
    for (int seat = 0; seat < offer->seat_count; seat++)
        last = offer->seats[seat].cut_number > last ? offer->seats[seat].cut_number : last;
    return last;
}

const char *offer_put_names(const struct offer *offer, offer_seat_test *is_meant,
                            char out[TABLE_SEATS * HOST_NAME])
{
    struct text text = text_over(out, TABLE_SEATS * HOST_NAME);
    for (int seat = 0; seat < offer->seat_count; seat++)
        if (is_meant(&offer->seats[seat]))
            text_putf(&text, "%s%s", text.length > 0 ? "\n" : "", offer->seats[seat].name);
    return out;
}
