/* A private word when a table opens in a room and has a free seat: one an hour for each person, on
   however many networks, none in quiet hours. And one of open seats of the whole house, as often as
   notices.h says; what comes meanwhile is gathered. The words of one room go NOTICE_EVERY_MS apart,
   each only if it is still true; a tick sends NOTICES_A_TICK. Wishes of lasting keys are rows of
   the settings, one a person; others end when the person is out of sight. Bounded by notices.h:
   there the new wish is refused, and nobody loses one. */
#include "notices.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bans.h"
#include "blocks.h"
#include "check.h"
#include "games.h"
#include "host_commands.h"
#include "host_state.h"
#include "links.h"
#include "list.h"
#include "lobby.h"
#include "presence.h"
#include "record.h"
#include "row.h"
#include "seat.h"
#include "seek.h"
#include "shares.h"
#include "store.h"
#include "strings/daily.def"
#include "strings/policy.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "tries.h"

enum { DAY_MINUTES = 24 * 60, ROW_BYTES = 2048 };

static const char seeks_mark[] = "seeks", any_mark[] = "any"; /* in rows, and typed */

void notices_init(struct host *host)
{
    host->notices = calloc(1, sizeof *host->notices);
    check(host->notices);
    host->notices->at = INT64_MAX;
}

void notices_fini(struct host *host)
{
    free(host->notices->list);
    free(host->notices);
}

/* ---- what is kept ---- */

/* NULL if none */
static struct notified *wishes_find(struct host *host, struct identity who)
{
    for (int i = 0; i < host->notices->count; i++) {
        struct notified *one = &host->notices->list[i];
        if (identity_is(identity_of(one), who))
            return one;
    }
    return NULL;
}

static struct notified *wishes_add(struct host *host, int number)
{
    struct notices *all = host->notices;
    all->list = list_grow(all->list, all->count, &all->space, sizeof *all->list);
    struct notified *one = &all->list[all->count++];
    *one = (struct notified){.number = number};
    return one;
}

static void put_row(const struct notified *one, struct text *row)
{
    char name[8];
    text_put(row, "notice");
    record_put(row, "network", one->network);
    record_put(row, "key", one->key);
    record_put(row, "name", one->name);
    record_put_bytes(row, "source", one->source, SESSION_PAYER);
    record_put_number(row, "told", one->told_at);
    if (one->is_quiet) {
        record_put_number(row, "from", one->quiet_from);
        record_put_number(row, "till", one->quiet_till);
        /* no number of a line is negative */
        record_put_number(row, "zone", one->zone + DAY_MINUTES);
    }
    for (int i = 0; i < one->count; i++) {
        snprintf(name, sizeof name, "room%d", i);
        record_put(row, name, one->wishes[i].room[0] ? one->wishes[i].room : seeks_mark);
        snprintf(name, sizeof name, "game%d", i);
        record_put(row, name, one->wishes[i].game ? one->wishes[i].game->id : any_mark);
    }
    if (one->daily) {
        record_put_number(row, "daily", one->daily);
        record_put_number(row, "dealt", one->daily_day);
    }
    if (one->sought.to > 0) {
        record_put_number(row, "sought", one->sought.told_at);
        record_put_number(row, "to", one->sought.to);
        record_put_number(row, "day", one->sought.day);
        record_put_number(row, "words", one->sought.words);
    }
}

static void wishes_keep(struct host *host, struct notified *one)
{
    char bytes[ROW_BYTES];
    struct text row = text_over(bytes, sizeof bytes);
    const struct host_port *port = host_port_of(host, one->network);
    bool is_over = one->count == 0 && !one->is_quiet && !one->daily;
    put_row(one, &row);
    if (port && seat_key_lasts(port, one->key))
        row_put(host, &notices_row, one->number, is_over || row.cut ? NULL : bytes, NULL, NULL);
    if (is_over)
        *one = host->notices->list[--host->notices->count];
}

static void read_wishes(const struct record_line *line, struct notified *one)
{
    char name[8];
    for (int i = 0; i < NOTICES_OF_ONE; i++) {
        snprintf(name, sizeof name, "room%d", i);
        const char *room = record_get(line, name);
        snprintf(name, sizeof name, "game%d", i);
        const char *game = room ? record_get(line, name) : NULL;
        struct wish *wish = &one->wishes[one->count];
        bool is_of_seeks = room && strcmp(room, seeks_mark) == 0;
        wish->game = game ? game_find(game) : NULL;
        if (!wish->game && !(game && is_of_seeks && strcmp(game, any_mark) == 0))
            continue;
        snprintf(wish->room, sizeof wish->room, "%s", is_of_seeks ? "" : room);
        one->count++;
    }
}

static bool read_row(void *arg, const struct record_line *line)
{
    struct notified *one = arg;
    long long told = 0, from = 0, till = 0, zone = 0, sought = 0, to = 0, day = 0, words = 0,
              daily = 0, dealt = 0;
    if (!row_get(line, "network", one->network, sizeof one->network) ||
        !row_get(line, "key", one->key, sizeof one->key) ||
        !row_get(line, "name", one->name, sizeof one->name) ||
        !record_get_bytes(line, "source", one->source, SESSION_PAYER))
        return false;
    record_get_number(line, "told", &told);
    one->told_at = told;
    record_get_number(line, "daily", &daily);
    record_get_number(line, "dealt", &dealt);
    one->daily = daily <= DAY_MINUTES ? (int)daily : 0;
    one->daily_day = dealt <= INT32_MAX ? (int)dealt : 0;
    record_get_number(line, "sought", &sought);
    record_get_number(line, "to", &to);
    record_get_number(line, "day", &day);
    record_get_number(line, "words", &words);
    one->sought.told_at = sought;
    one->sought.to = to;
    one->sought.day = day;
    one->sought.words = (int)words;
    one->is_quiet = record_get_number(line, "from", &from) &&
                    record_get_number(line, "till", &till) &&
                    record_get_number(line, "zone", &zone);
    one->quiet_from = (int)from % 24;
    one->quiet_till = (int)till % 24;
    one->zone = (int)zone - DAY_MINUTES;
    read_wishes(line, one);
    return true;
}

static bool load(struct host *host, int64_t number, const char *value)
{
    struct notified one = {.number = (int)number};
    bool is_row = row_read_lines(value, read_row, &one) && one.network[0];
    if (is_row && host->notices->count < NOTICES_MOST)
        *wishes_add(host, one.number) = one;
    return is_row;
}

static bool is_of_here(const struct host *host, const char *network)
{
    const struct host_port *port = host_port_of(host, network);
    return port && port_is_here(port);
}

/* The process of a network keeps the wishes of its people; the others only mind when somebody
   was told, and quiet hours. */
void notices_learn(struct host *host, int64_t number, const char *value)
{
    struct notices *all = host->notices;
    int at = 0;
    while (at < all->count && all->list[at].number != number)
        at++;
    if (at < all->count && is_of_here(host, all->list[at].network))
        return;
    if (at < all->count)
        all->list[at] = all->list[--all->count];
    int before = all->count;
    if (value)
        (void)load(host, number, value);
    if (all->count > before && is_of_here(host, all->list[before].network))
        all->count = before;
}

void notices_rebind(struct host *host, struct identity who, const char *lasting)
{
    struct notified *one = wishes_find(host, who);
    if (!one || wishes_find(host, identity(who.network, lasting)))
        return;
    snprintf(one->key, sizeof one->key, "%s", lasting);
    wishes_keep(host, one);
}

/* A key that does not last never comes back once it is out of sight. */
static void wishes_forget_passing(struct host *host)
{
    for (int i = host->notices->count - 1; i >= 0; i--) {
        struct notified *one = &host->notices->list[i];
        const struct host_port *port = host_port_of(host, one->network);
        if (port && !seat_key_lasts(port, one->key) && presence_is_gone(port, one->key))
            *one = host->notices->list[--host->notices->count];
    }
}

/* Also where no network is there: an admin may erase somebody while nothing runs. */
static void forget(struct host *host, struct identity who)
{
    struct notified *one = wishes_find(host, who);
    if (!one)
        return;
    row_put(host, &notices_row, one->number, NULL, NULL, NULL);
    *one = host->notices->list[--host->notices->count];
}

const struct row_kind notices_row = {.prefix = "notice.", .load = load, .forget = forget};

/* ---- the words ---- */

enum { MINUTE_MS = 60 * 1000, HOUR_MS = 60 * 60 * 1000 };

/* ---- words ---- */

static bool is_night(const struct notified *one, int64_t wall)
{
    int64_t minutes = wall / 60000 + one->zone;
    int hour = (int)(minutes / 60 % 24);
    if (!one->is_quiet)
        return false;
    return one->quiet_from <= one->quiet_till ? hour >= one->quiet_from && hour < one->quiet_till
                                              : hour >= one->quiet_from || hour < one->quiet_till;
}

static bool wishes(const struct notified *one, const struct game *game, const char *room,
                   const char *above)
{
    for (int i = 0; i < one->count; i++)
        if (one->wishes[i].game == game && (strcmp(one->wishes[i].room, room) == 0 ||
                                            (above && strcmp(one->wishes[i].room, above) == 0)))
            return true;
    return false;
}

/* One person, one word an hour, and one night, on however many networks. */
static bool is_left_alone(struct host *host, const struct notified *one)
{
    struct identity all[LINK_EACH];
    int64_t wall = host_wall(host);
    int count = links_identities(host, identity_of(one), all);
    for (int i = 0; i < count; i++) {
        const struct notified *own = wishes_find(host, all[i]);
        if (own && ((own->told_at > 0 && wall - own->told_at < HOUR_MS) || is_night(own, wall)))
            return true;
    }
    return false;
}

static bool may_be_told(struct host *host, const struct notified *one)
{
    const struct host_port *port = host_port_of(host, one->network);
    bool is_seen = port && !presence_is_gone(port, one->key);
    return is_seen && !bans_has(host, identity_of(one)) && !is_left_alone(host, one);
}

void notices_opened(struct session *session)
{
    struct host *host = session->host;
    const struct host_port *port = session->home.port;
    const char *above = port->above && !showing_is_private(&session->home)
                            ? port->above(port->self, session->home.name)
                            : NULL;
    int64_t due = host->now;
    for (int i = 0; i < host->notices->count; i++) {
        struct notified *one = &host->notices->list[i];
        const struct heard person = heard_about(identity_of(one), one->name, 0);
        if (one->due != 0 || strcmp(one->network, port->network) != 0 ||
            !wishes(one, session->game, session->home.name, above) ||
            session_seat_of(session, &person) >= 0 || !may_be_told(host, one) ||
            blocks_between(host, identity_at(&session->opener), identity_of(one)))
            continue;
        due += NOTICE_EVERY_MS;
        one->due = due;
        one->table = session->id;
        snprintf(one->room, sizeof one->room, "%s", session->home.name);
        host->notices->at = due < host->notices->at ? due : host->notices->at;
    }
    if (host->notices->at != INT64_MAX)
        clock_call(host, host->notices->at);
}

/* What was true when the table was opened may not be any more. */
static void send(struct host *host, struct notified *one)
{
    struct session *session = host_find(host, one->network, one->room);
    const struct heard person = heard_about(identity_of(one), one->name, host->now);
    if (!session || session->id != one->table || session_has_no_seat(session) ||
        session->seat_count == 0 || session_seat_of(session, &person) >= 0 ||
        !may_be_told(host, one))
        return;
    one->told_at = host_wall(host);
    wishes_keep(host, one);
    tell_person(host, &person, STRING_NOTICE, "game", session->game->name, "room",
                tell_place(session, session->home.port), "who",
                session_people(session, session_all_seats(session)), (char *)0);
}

/* ---- open seats of the whole house ---- */

enum { DAY_MS = 24 * HOUR_MS, LOOKS_A_TICK = 100 };

static bool wishes_seek(const struct notified *one, const struct seek *seek)
{
    for (int i = 0; i < one->count; i++)
        if (!one->wishes[i].room[0] &&
            (!one->wishes[i].game || strcmp(one->wishes[i].game->id, seek->game) == 0))
            return true;
    return false;
}

static bool wishes_seeks(const struct notified *one)
{
    bool does = false;
    for (int i = 0; i < one->count; i++)
        does |= !one->wishes[i].room[0];
    return does;
}

/* By the wall clock; one person on however many networks. */
static int64_t may_hear_at(struct host *host, const struct notified *one)
{
    struct identity all[LINK_EACH];
    int64_t wall = host_wall(host), at = wall;
    int count = links_identities(host, identity_of(one), all), words = 0;
    for (int i = 0; i < count; i++) {
        const struct notified *own = wishes_find(host, all[i]);
        if (!own)
            continue;
        int64_t next = own->sought.told_at > 0 ? own->sought.told_at + NOTICE_SEEKS_MS : 0;
        at = next > at ? next : at;
        words += own->sought.day == wall / DAY_MS ? own->sought.words : 0;
        if (is_night(own, wall) && at < wall + NOTICE_SEEKS_MS)
            at = wall + NOTICE_SEEKS_MS; /* to be asked again then */
    }
    int64_t tomorrow = (wall / DAY_MS + 1) * DAY_MS;
    return words >= NOTICE_SEEKS && at < tomorrow ? tomorrow : at;
}

/* What came since the person was told last. Puts the first few; returns how many there are. */
static int put_seeks(struct host *host, const struct notified *one, const struct seek **first,
                     struct prose *out)
{
    enum { SHOWN = 5 };
    const struct heard person = heard_about(identity_of(one), one->name, host->now);
    int count = 0;
    for (const struct seek *seek = host->offers.seeks; seek; seek = seek->next) {
        const struct session *session = session_numbered(host, seek->table);
        if (seek->known_at <= one->sought.to || !wishes_seek(one, seek) ||
            !seek_is_open(host, seek) || !seek_is_for(host, seek, &person) ||
            seek_is_by(host, seek, identity_of(one)) ||
            (session && session_seat_of(session, &person) >= 0))
            continue;
        *first = count == 0 ? seek : *first;
        if (count++ < SHOWN)
            seek_put(seek, out);
    }
    return count;
}

/* True if the person was told. */
static bool send_seeks(struct host *host, struct notified *one)
{
    const struct host_port *port = host_port_of(host, one->network);
    const struct heard person = heard_about(identity_of(one), one->name, host->now);
    const struct seek *first = NULL;
    struct prose list;
    int64_t wall = host_wall(host), at = may_hear_at(host, one);
    prose_open(&list, host_language(host, &person));
    if (!port || presence_is_gone(port, one->key) || bans_has(host, identity_of(one)) ||
        put_seeks(host, one, &first, &list) == 0)
        return false;
    if (at > wall) {
        one->sought.due = host->now + at - wall;
        return false;
    }
    one->sought.words = one->sought.day == wall / DAY_MS ? one->sought.words + 1 : 1;
    one->sought.day = wall / DAY_MS;
    one->sought.told_at = one->sought.to = wall;
    wishes_keep(host, one);
    tell_person(host, &person, STRING_NOTICE_SEEKS, "text", list.text, "number",
                text_number(first->number), (char *)0);
    return true;
}

/* Another seat has come. */
static void look_for_seeks(struct host *host)
{
    struct notices *all = host->notices;
    all->news = host->offers.seek_news;
    for (int i = 0; i < all->count; i++) {
        struct notified *one = &all->list[i];
        if (is_of_here(host, one->network) && wishes_seeks(one) && one->sought.due == 0)
            one->sought.due = host->now;
    }
}

int64_t notices_at(const struct host *host)
{
    bool is_news = host->notices->count > 0 && host->notices->news != host->offers.seek_news;
    return is_news ? host->now : host->notices->at;
}

void notices_tick(struct host *host)
{
    struct notices *all = host->notices;
    int left = NOTICES_A_TICK, looks = LOOKS_A_TICK;
    int64_t next = INT64_MAX;
    if (all->news != host->offers.seek_news)
        look_for_seeks(host);
    for (int i = 0; i < all->count; i++) {
        struct notified *one = &all->list[i];
        if (one->due != 0 && one->due <= host->now && left > 0) {
            one->due = 0;
            left--;
            send(host, one);
        }
        if (one->due != 0 && one->due < next)
            next = one->due;
        if (one->sought.due != 0 && one->sought.due <= host->now && left > 0 && looks-- > 0) {
            one->sought.due = 0;
            left -= send_seeks(host, one);
        }
        if (one->sought.due != 0 && one->sought.due < next)
            next = one->sought.due;
    }
    host->notices->at = next > host->now ? next : host->now + NOTICE_EVERY_MS;
}

/* ---- what is asked for ---- */

static int people_of_room(const struct host *host, const char *network, const char *room)
{
    int count = 0;
    for (int i = 0; i < host->notices->count; i++) {
        const struct notified *one = &host->notices->list[i];
        bool is_there = false;
        for (int k = 0; k < one->count; k++)
            is_there |= strcmp(one->wishes[k].room, room) == 0;
        count += is_there && strcmp(one->network, network) == 0;
    }
    return count;
}

static int people_of_source(const struct host *host, const unsigned char source[SESSION_PAYER])
{
    int count = 0;
    for (int i = 0; i < host->notices->count; i++)
        count += memcmp(host->notices->list[i].source, source, SESSION_PAYER) == 0;
    return count;
}

/* A new one if need be. NULL, with the reason told, if there are too many. */
static struct notified *row_of(struct host *host, const struct heard *heard)
{
    struct notified *one = wishes_find(host, identity_of(heard));
    unsigned char source[SESSION_PAYER];
    shares_hash(host, identity(heard->network, host_source(heard)), source);
    if (!one) {
        wishes_forget_passing(host);
        int most = heard->source.people > 1 ? heard->source.people : 1;
        if (host->notices->count >= NOTICES_MOST || people_of_source(host, source) >= most) {
            tell_openly(host, heard, STRING_NOTIFY_FULL, (char *)0);
            return NULL;
        }
        one = wishes_add(host, row_new_number(host, &notices_row));
        snprintf(one->network, sizeof one->network, "%s", heard->network);
        snprintf(one->key, sizeof one->key, "%s", heard->key);
    }
    memcpy(one->source, source, sizeof source);
    snprintf(one->name, sizeof one->name, "%s", heard->name);
    return one;
}

static void wish(struct host *host, const struct heard *heard, const struct game *game)
{
    if (!heard->room) {
        tell_openly(host, heard, STRING_CHANNEL_WHERE, (char *)0);
        return;
    }
    struct notified *one = wishes_find(host, identity_of(heard));
    bool has_it = one && wishes(one, game, heard->room, NULL);
    if (!has_it && one && one->count == NOTICES_OF_ONE) {
        tell_openly(host, heard, STRING_NOTIFY_MOST, "most", text_number(NOTICES_OF_ONE),
                    (char *)0);
        return;
    }
    if (!has_it && people_of_room(host, heard->network, heard->room) >= NOTICES_OF_ROOM) {
        tell_openly(host, heard, STRING_NOTIFY_ROOM_FULL, "most", text_number(NOTICES_OF_ROOM),
                    (char *)0);
        return;
    }
    one = row_of(host, heard);
    if (!one)
        return;
    if (!has_it) {
        struct wish *new = &one->wishes[one->count++];
        snprintf(new->room, sizeof new->room, "%s", heard->room);
        new->game = game;
    }
    wishes_keep(host, one);
    tell_openly(host, heard,
                seat_key_lasts(host_port_of(host, heard->network), heard->key)
                    ? STRING_NOTIFY_SET
                    : STRING_NOTIFY_SET_PASSING,
                "game", game->name, (char *)0);
}

/* Of any game: NULL. What is open now is no news: "open" lists it. */
static void wish_seeks(struct host *host, const struct heard *heard, const struct game *game)
{
    struct notified *one = wishes_find(host, identity_of(heard));
    struct prose answer;
    bool has_it = false;
    for (int i = 0; one && i < one->count; i++)
        has_it |= !one->wishes[i].room[0] && one->wishes[i].game == game;
    if (!has_it && one && one->count == NOTICES_OF_ONE) {
        tell_openly(host, heard, STRING_NOTIFY_MOST, "most", text_number(NOTICES_OF_ONE),
                    (char *)0);
        return;
    }
    one = row_of(host, heard);
    if (!one)
        return;
    if (!has_it)
        one->wishes[one->count++] = (struct wish){.game = game};
    one->sought.to = host_wall(host);
    wishes_keep(host, one);
    prose_open(&answer, host_language(host, heard));
    view_string(&answer, game ? STRING_NOTIFY_SEEKS_GAME : STRING_NOTIFY_SEEKS, "game",
                game ? game->name : "", (char *)0);
    if (!seat_key_lasts(host_port_of(host, heard->network), heard->key))
        view_string(&answer, STRING_NOTIFY_PASSING, (char *)0);
    host_whisper(host, heard, &answer);
}

/* "22-8 +1", "23-7", "22-6 -3:30": hours of the person's clock, which is ahead of UTC by that. */
static bool read_quiet(const char *words, struct notified *out)
{
    char *end;
    if (*words < '0' || *words > '9')
        return false;
    long from = strtol(words, &end, 10);
    if (*end != '-' || end[1] < '0' || end[1] > '9')
        return false;
    long till = strtol(end + 1, &end, 10), hours = 0, minutes = 0;
    end += strspn(end, " ");
    bool is_behind = *end == '-';
    if (*end == '+' || *end == '-') {
        hours = strtol(end + 1, &end, 10);
        if (*end == ':')
            minutes = strtol(end + 1, &end, 10);
    }
    if (*end || from > 24 || till < 0 || till > 24 || from % 24 == till % 24 || hours < 0 ||
        hours > 14 || minutes < 0 || minutes > 59)
        return false;
    out->is_quiet = true;
    out->quiet_from = (int)from % 24;
    out->quiet_till = (int)till % 24;
    out->zone = (int)(hours * 60 + minutes) * (is_behind ? -1 : 1);
    return true;
}

static void put_quiet(const struct notified *one, struct prose *out)
{
    char clock[16];
    int zone = abs(one->zone);
    snprintf(clock, sizeof clock, "%c%d%s", one->zone < 0 ? '-' : '+', zone / 60,
             zone % 60 ? ":" : "");
    if (zone % 60)
        snprintf(clock + strlen(clock), sizeof clock - strlen(clock), "%02d", zone % 60);
    view_string(out, STRING_NOTIFY_QUIET, "from", text_number(one->quiet_from), "until",
                text_number(one->quiet_till), "zone", clock, (char *)0);
}

static void set_quiet(struct host *host, const struct heard *heard, const char *words)
{
    struct notified wanted = {0};
    struct prose answer;
    bool is_off = text_same_word(words, "off");
    if (!is_off && !read_quiet(words, &wanted)) {
        tell_openly(host, heard, STRING_NOTIFY_QUIET_FORM, (char *)0);
        return;
    }
    struct notified *one = row_of(host, heard);
    if (!one)
        return;
    one->is_quiet = !is_off;
    one->quiet_from = wanted.quiet_from;
    one->quiet_till = wanted.quiet_till;
    one->zone = wanted.zone;
    wishes_keep(host, one);
    prose_open(&answer, host_language(host, heard));
    if (is_off)
        view_string(&answer, STRING_NOTIFY_QUIET_OFF, (char *)0);
    else
        put_quiet(&wanted, &answer);
    host_whisper(host, heard, &answer);
}

/* All wishes, those for one game, or those for open seats. */
static void take_off(struct host *host, const struct heard *heard, const struct game *game,
                     bool is_of_seeks)
{
    struct notified *one = wishes_find(host, identity_of(heard));
    int before = one ? one->count : 0;
    for (int i = before - 1; i >= 0; i--)
        if ((!game || one->wishes[i].game == game) && (!is_of_seeks || !one->wishes[i].room[0]))
            one->wishes[i] = one->wishes[--one->count];
    bool is_less = one && one->count < before;
    if (one)
        wishes_keep(host, one);
    tell_openly(host, heard, is_less ? STRING_NOTIFY_OFF : STRING_NOTIFY_NONE, (char *)0);
}

static void put_daily(const struct notified *one, struct prose *out)
{
    char clock[8];
    int minute = one->daily - 1;
    snprintf(clock, sizeof clock, "%d:%02d", minute / 60 % 24, minute % 60);
    view_string(out, STRING_DAILY_NOTIFY, "time", clock, (char *)0);
}

bool notices_put(struct host *host, struct identity who, struct prose *out)
{
    const struct notified *one = wishes_find(host, who);
    struct prose all;
    prose_open(&all, out->language);
    for (int i = 0; one && i < one->count; i++) {
        if (i > 0)
            view_string(&all, i + 1 < one->count ? STRING_LIST_MORE : STRING_LIST_AND, (char *)0);
        const struct wish *wish = &one->wishes[i];
        view_string(&all,
                    wish->room[0] ? STRING_NOTIFY_WISH
                    : wish->game  ? STRING_NOTIFY_WISH_SEAT
                                  : STRING_NOTIFY_WISH_SEATS,
                    "game", wish->game ? wish->game->name : "", "room", wish->room, (char *)0);
    }
    if (all.length > 0)
        view_string(out, STRING_NOTIFY_LIST, "wishes", all.text, (char *)0);
    else
        view_string(out, STRING_NOTIFY_NONE, (char *)0);
    if (one && one->is_quiet) {
        prose_put(out, " ");
        put_quiet(one, out);
    }
    if (one && one->daily) {
        prose_put(out, " ");
        put_daily(one, out);
    }
    return one != NULL;
}

/* ---- deals of the day ---- */

void notices_wish_daily(struct host *host, const struct heard *heard, int minute)
{
    struct notified *one = wishes_find(host, identity_of(heard));
    struct prose answer;
    if (minute < 0 && !one) {
        tell_openly(host, heard, STRING_DAILY_NOTIFY_OFF, (char *)0);
        return;
    }
    one = one ? one : row_of(host, heard);
    if (!one)
        return; /* it was said why */
    int64_t now = host_wall(host) / MINUTE_MS;
    one->daily = minute + 1;
    one->daily_day = (int)(now / DAY_MINUTES) - (now % DAY_MINUTES < minute);
    prose_open(&answer, host_language(host, heard));
    if (minute < 0)
        view_string(&answer, STRING_DAILY_NOTIFY_OFF, (char *)0);
    else
        put_daily(one, &answer);
    wishes_keep(host, one);
    host_whisper(host, heard, &answer);
}

static bool has_played(const struct host *host, const struct notified *one, int day)
{
    for (int i = 0; i < game_count; i++)
        if (tries_find(host, identity_of(one), day, games[i]))
            return true;
    return false;
}

/* Who cannot be told now hears of it later that day. */
bool notices_tell_daily(struct host *host, int day)
{
    int left = NOTICES_A_TICK;
    int64_t minute = host_wall(host) / MINUTE_MS % DAY_MINUTES;
    for (int i = 0; i < host->notices->count; i++) {
        struct notified *one = &host->notices->list[i];
        if (!one->daily || one->daily_day >= day || minute < one->daily - 1 ||
            !is_of_here(host, one->network) || !may_be_told(host, one))
            continue;
        if (left-- == 0)
            return true;
        const struct heard person = heard_about(identity_of(one), one->name, host->now);
        one->daily_day = day;
        if (!has_played(host, one, day)) {
            one->told_at = host_wall(host);
            tell_person(host, &person, STRING_DAILY_NOTICE, (char *)0);
        }
        wishes_keep(host, one);
    }
    return false;
}

static void list(struct host *host, const struct heard *heard)
{
    struct prose answer;
    prose_open(&answer, host_language(host, heard));
    notices_put(host, identity_of(heard), &answer);
    host_whisper(host, heard, &answer);
}

void host_notify(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *words = call->words;
    char word[HOST_NAME];
    size_t length = strcspn(words, " ");
    const char *rest = words + length + strspn(words + length, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, words);
    const struct game *game = game_find(*rest ? rest : word);
    bool is_of_seeks = text_same_word(word, seeks_mark),
         ends_seeks = text_same_word(word, "off") && text_same_word(rest, seeks_mark);
    if (!*word)
        list(host, heard);
    else if (text_same_word(word, "quiet"))
        set_quiet(host, heard, rest);
    else if (ends_seeks || (text_same_word(word, "off") && (!*rest || game)))
        take_off(host, heard, *rest ? game : NULL, ends_seeks);
    else if (is_of_seeks && (!*rest || game))
        wish_seeks(host, heard, *rest ? game : NULL);
    else if (!*rest && game)
        wish(host, heard, game);
    else
        tell_openly(host, heard, STRING_GAME_UNKNOWN, "typed", *rest ? rest : word, "n",
                    text_number(game_count), (char *)0);
}
