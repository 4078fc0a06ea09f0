#include "seek.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bans.h"
#include "blocks.h"
#include "check.h"
#include "deadline.h"
#include "games.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "offers.h"
#include "outcome.h"
#include "pending.h"
#include "presence.h"
#include "record.h"
#include "room.h"
#include "seat.h"
#include "shares.h"
#include "strings/seek.def"
#include "strings/shared.def"
#include "tell.h"
#include "text.h"

static const int64_t played_ms = INT64_C(30) * 24 * 3600 * 1000; /* a slow table */

enum {
    HOUR_MS = 3600 * 1000,
    SEEK_MS = 24 * HOUR_MS,
    NUMBER_MS = 48 * HOUR_MS,
    OVER_MS = 24 * HOUR_MS,
    SLOW_MS = 2 * 60 * 1000,
    AGAIN_MS = 5000
};

/* ---- the list ---- */

static struct seek **link_of(struct host *host, int64_t number)
{
    struct seek **link = &host->offers.seeks;
    while (*link && (*link)->number < number)
        link = &(*link)->next;
    return link;
}

static void drop(struct host *host, int64_t number)
{
    struct seek **link = link_of(host, number), *seek = *link;
    if (!seek || seek->number != number)
        return;
    *link = seek->next;
    free(seek);
}

static void look_at(struct host *host, int64_t at)
{
    host->offers.seeks_at = at < host->offers.seeks_at ? at : host->offers.seeks_at;
    clock_call(host, host->offers.seeks_at);
}

/* Who hears of seats has something to look at. */
static void note_news(struct host *host)
{
    host->offers.seek_news++;
    clock_call(host, host->now);
}

static struct seek *put(struct host *host, const struct seek *seek)
{
    struct seek **link = link_of(host, seek->number), *copy = *link;
    if (!copy || copy->number != seek->number) {
        copy = malloc(sizeof *copy);
        check(copy);
        *copy = *seek;
        copy->next = *link;
        *link = copy;
        note_news(host);
    } else {
        struct seek *next = copy->next;
        int64_t known_at = copy->known_at;
        bool is_news = (copy->free == 0 && seek->free > 0) || (!copy->is_over && seek->is_over);
        *copy = *seek;
        copy->next = next;
        if (is_news)
            note_news(host);
        copy->known_at = known_at;
    }
    look_at(host, host->now + seek->until - host_wall(host));
    return copy;
}

void seek_fini(struct host *host)
{
    while (host->offers.seeks)
        drop(host, host->offers.seeks->number);
}

static struct seek *own_of(const struct session *session)
{
    struct seek *seek = session->host->offers.seeks;
    while (seek && (seek->is_gone || seek->table != session->id))
        seek = seek->next;
    return seek;
}

const struct seek *seek_of(const struct session *session)
{
    return own_of(session);
}

const struct seek *seek_find(const struct host *host, const char *words)
{
    int64_t number = strtoll(words + (*words == '-'), NULL, 10);
    const struct seek *seek = *link_of((struct host *)host, number);
    bool is_there = seek && seek->number == number && !seek->is_gone;
    return is_there && host_wall(host) < seek->until ? seek : NULL;
}

/* ---- people ---- */

static struct identity offered_by(const struct seek *seek)
{
    return identity(seek->on, seek->key);
}

bool seek_is_by(const struct host *host, const struct seek *seek, struct identity who)
{
    return *seek->key && identity_same(host, offered_by(seek), who);
}

const struct seek *seek_of_person(const struct host *host, struct identity who)
{
    const struct seek *seek = host->offers.seeks;
    while (seek && !seek_is_by(host, seek, who))
        seek = seek->next;
    return seek;
}

/* What one is shown, the other can take. */
bool seek_is_for(struct host *host, const struct seek *seek, const struct heard *heard)
{
    unsigned char source[SESSION_PAYER];
    if (blocks_between(host, offered_by(seek), identity_of(heard)))
        return false;
    if (!*seek->room || heard->rank & (RANK_ADMIN | RANK_LOCAL))
        return true;
    shares_hash(host, identity(heard->network, host_source(heard)), source);
    return !bans_room_has(host, host_port_of(host, seek->network), seek->room, identity_of(heard),
                          source);
}

/* ---- how a table is ---- */

static int robots_of(const struct session *session)
{
    int robots = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        robots += session->seats[seat].kind == SEAT_ROBOT;
    return robots;
}

/* Who waits has been promised a robot's seat. */
static int free_seats(const struct session *session)
{
    const struct waiting *waiting = waiting_of(session->host, session->id);
    int least, most, promised = waiting ? waiting->count : 0;
    session_seats(session, &least, &most);
    int left = session_has_fixed_seats(session) ? robots_of(session) - promised
                                                : most - session->seat_count;
    return left > 0 ? left : 0;
}

static bool is_standing(const struct host *host, const struct seek *seek)
{
    const struct session *session = session_numbered(host, seek->table);
    if (!session || host_wall(host) >= seek->until || session->state.has_told_end)
        return false;
    return !session_has_fixed_seats(session) ||
           (seek->has_robots && !session->playing->is_over && robots_of(session) > 0);
}

static void describe(const struct session *session, struct seek *seek)
{
    int least, most;
    session_seats(session, &least, &most);
    seek->seated = session->seat_count - robots_of(session);
    seek->seats = session_has_fixed_seats(session) ? session->seat_count : most;
    seek->free = free_seats(session);
    snprintf(seek->pace, HOST_NAME, "%s", pace_word(clock_pace(session)));
}

bool seek_is_open(const struct host *host, const struct seek *seek)
{
    const struct host_port *port = host_port_of(host, seek->network);
    bool is_here = port && port_is_here(port);
    return !seek->is_gone && seek->free > 0 && host_wall(host) < seek->until &&
           (!is_here || is_standing(host, seek));
}

/* ---- in words ---- */

void seek_put(const struct seek *seek, struct prose *out)
{
    prose_put(out, out->length > 0 ? "; " : "");
    view_string(out, seek->has_robots ? STRING_OPEN_SEAT_ROBOTS : STRING_OPEN_SEAT, "number",
                text_number(seek->number), "game", game_find(seek->game)->name, "network",
                seek->network, "pace", seek->pace, "seated", text_number(seek->seated), "most",
                text_number(seek->seats), (char *)0);
}

void seek_put_over(const struct seek *seek, struct prose *out)
{
    prose_put(out, out->length > 0 ? "; " : "");
    view_string(out, seek->points >= 0 ? STRING_SEAT_OVER : STRING_SEAT_OVER_MATCH, "number",
                text_number(seek->number), "game", game_find(seek->game)->name, "network",
                seek->network, "seated", text_number(seek->played), "points",
                text_number(seek->points), (char *)0);
}

int seek_list(struct host *host, const struct heard *heard, const struct seek **out, int most)
{
    int count = 0;
    for (const struct seek *seek = host->offers.seeks; seek; seek = seek->next) {
        if (!seek_is_open(host, seek) || !seek_is_for(host, seek, heard))
            continue;
        if (count < most)
            out[count] = seek;
        count++;
    }
    return count;
}

/* ---- in the store ---- */

static int64_t number_in(const struct record_line *line, const char *key)
{
    long long number = 0;
    record_get_number(line, key, &number);
    return number;
}

static bool read_seek(void *arg, const struct record_line *line)
{
    struct seek *seek = arg;
    seek->until = number_in(line, "until");
    seek->is_gone = strcmp(line->kind, "gone") == 0;
    seek->is_over = seek->is_gone && record_get(line, "played") != NULL;
    seek->table = number_in(line, "table");
    seek->played = (int)number_in(line, "played");
    seek->points = record_get(line, "points") ? (int)number_in(line, "points") : -1;
    if (seek->is_gone)
        return seek->until > 0 &&
               ((!seek->table && !seek->is_over) ||
                (row_get(line, "network", seek->network, sizeof seek->network) &&
                 row_get(line, "game", seek->game, sizeof seek->game) && game_find(seek->game)));
    bool is_right = strcmp(line->kind, "seek") == 0 && seek->until > 0 &&
                    row_get(line, "network", seek->network, sizeof seek->network) &&
                    row_get(line, "game", seek->game, sizeof seek->game) && game_find(seek->game);
    if (!row_get(line, "on", seek->on, sizeof seek->on) ||
        !row_get(line, "key", seek->key, sizeof seek->key))
        seek->on[0] = seek->key[0] = '\0';
    seek->since = seek->known_at = number_in(line, "since");
    seek->seated = (int)number_in(line, "sit");
    seek->seats = (int)number_in(line, "seats");
    seek->free = (int)number_in(line, "free");
    seek->has_robots = record_get(line, "robots") != NULL;
    if (!row_get(line, "room", seek->room, sizeof seek->room))
        seek->room[0] = '\0';
    if (!row_get(line, "pace", seek->pace, sizeof seek->pace))
        seek->pace[0] = '\0';
    return is_right && seek->table > 0;
}

static bool load(struct host *host, int64_t number, const char *value)
{
    struct seek seek = {.number = number};
    if (!row_read_lines(value, read_seek, &seek) || seek.until == 0)
        return false;
    put(host, &seek);
    return true;
}

/* What this process wrote it knows better. */
void seek_learn(struct host *host, int64_t number, const char *value)
{
    if (host_gave_number(host, number))
        return;
    bool is_new = !seek_find(host, text_number(number));
    bool is_there = value && load(host, number, value);
    struct seek *seek = is_there ? *link_of(host, number) : NULL;
    if (!seek || (seek->is_gone && !seek->is_over))
        drop(host, number);
    else if (is_new)
        seek->known_at = host_wall(host);
}

static void save(struct host *host, const struct seek *seek, row_done *done, void *arg)
{
    char bytes[ROW_LINE], value[ROW_LINE];
    struct text line = text_over(bytes, sizeof bytes), row = text_over(value, sizeof value);
    text_put(&line, seek->is_gone ? "gone" : "seek");
    record_put_number(&line, "until", seek->until);
    if (!seek->is_gone) {
        record_put_number(&line, "table", seek->table);
        record_put_number(&line, "since", seek->since);
        record_put(&line, "network", seek->network);
        record_put(&line, "game", seek->game);
        record_put(&line, "on", seek->on);
        record_put(&line, "key", seek->key);
        record_put_number(&line, "sit", seek->seated);
        record_put_number(&line, "seats", seek->seats);
        record_put_number(&line, "free", seek->free);
        record_put(&line, "pace", seek->pace);
    }
    if (seek->is_gone && (seek->table || seek->is_over)) {
        record_put(&line, "network", seek->network);
        record_put(&line, "game", seek->game);
    }
    if (seek->is_gone && seek->table)
        record_put_number(&line, "table", seek->table);
    if (seek->is_over)
        record_put_number(&line, "played", seek->played);
    if (seek->is_over && seek->points >= 0)
        record_put_number(&line, "points", seek->points);
    if (!seek->is_gone && *seek->room)
        record_put(&line, "room", seek->room);
    if (seek->has_robots && !seek->is_gone)
        record_put(&line, "robots", "yes");
    row_put_line(&row, &line);
    row_put(host, &seek_row, seek->number, value, done, arg);
}

/* ---- ending ---- */

static void erase(struct host *host, int64_t number)
{
    row_put(host, &seek_row, number, NULL, NULL, NULL);
    drop(host, number);
}

/* A lobby is looked after anew: it may have waited for players alone. */
static void note_sought(struct session *session, bool is_sought)
{
    if (!session || session->is_sought == is_sought)
        return;
    session->is_sought = is_sought;
    if (!session_has_begun(session) && session->state.is_linked) {
        session->when.watch_at = session->host->now;
        clock_wake(session);
    }
}

/* Its seats are closed, and people play: how that comes out is to be told where it was offered. */
static bool goes_on(const struct session *session)
{
    return session && session_has_fixed_seats(session) && !session->state.has_told_end &&
           !session->state.is_closing;
}

static void keep_played(struct host *host, struct seek *seek)
{
    seek->is_gone = true;
    seek->until = host_wall(host) + played_ms;
    seek->room[0] = seek->on[0] = seek->key[0] = '\0';
    seek->free = 0;
    save(host, seek, NULL, NULL);
    look_at(host, host->now + AGAIN_MS);
}

/* The highest number stays known, so that a restart gives none of them again within a day. */
static void end(struct host *host, struct seek *seek)
{
    int64_t number = seek->number;
    bool is_last = host_gave_number(host, number);
    note_sought(session_numbered(host, seek->table), false);
    if (!seek->is_gone && goes_on(session_numbered(host, seek->table))) {
        keep_played(host, seek);
        return;
    }
    for (const struct seek *other = seek->next; other; other = other->next)
        is_last &= !host_gave_number(host, other->number);
    if (!is_last) {
        erase(host, number);
        return;
    }
    *seek = (struct seek){.next = seek->next,
                          .number = number,
                          .until = host_wall(host) + NUMBER_MS,
                          .is_gone = true};
    save(host, seek, NULL, NULL);
    for (struct seek *other = host->offers.seeks, *next; other; other = next) {
        next = other->next;
        if (other->is_gone && !other->table && !other->is_over && other->number < number &&
            host_gave_number(host, other->number))
            erase(host, other->number);
    }
}

/* Without a word: the table goes on with a robot. */
static void forget(struct host *host, struct identity who)
{
    for (struct seek *seek = host->offers.seeks, *next; seek; seek = next) {
        next = seek->next;
        if (*seek->key && identity_is(offered_by(seek), who))
            end(host, seek);
    }
}

const struct row_kind seek_row = {.prefix = "seek.",
                                  .lost = "seek-not-saved",
                                  .unread = "seek-not-read",
                                  .load = load,
                                  .forget = forget};

void seek_end(const struct session *session)
{
    struct seek *seek = own_of(session);
    if (seek)
        end(session->host, seek);
}

void seek_rebind(struct host *host, struct identity who, const char *lasting)
{
    for (struct seek *seek = host->offers.seeks; seek; seek = seek->next) {
        if (seek->is_gone || !host_gave_number(host, seek->number) ||
            !identity_is(offered_by(seek), who))
            continue;
        snprintf(seek->key, sizeof seek->key, "%s", lasting);
        save(host, seek, NULL, NULL);
    }
}

static int people_of(const struct session *session)
{
    int people = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        people += session->seats[seat].kind == SEAT_PERSON;
    return people;
}

/* Of a match there is no one number that says it. */
static int points_that_won(const struct session *session)
{
    struct finished finished;
    int best = -1;
    if (game_match_length(session->game, &session->playing->rules, session->seat_count) > 1)
        return best;
    outcome_take_finished(session->playing, session->game, 0, &finished);
    for (int seat = 0; seat < session->playing->seats; seat++)
        if (finished.places[seat] == 1 && finished.points[seat] > best)
            best = finished.points[seat];
    return best;
}

void seek_over(const struct session *session)
{
    struct host *host = session->host;
    struct seek *seek = host->offers.seeks;
    while (seek && seek->table != session->id)
        seek = seek->next;
    if (!seek || people_of(session) < 2)
        return;
    seek->is_gone = seek->is_over = true;
    seek->table = 0;
    seek->room[0] = seek->on[0] = seek->key[0] = '\0';
    seek->free = 0;
    seek->until = host_wall(host) + OVER_MS;
    seek->played = people_of(session);
    seek->points = points_that_won(session);
    save(host, seek, NULL, NULL);
    note_news(host);
    look_at(host, host->now + OVER_MS);
}

void seek_note(struct session *session)
{
    struct seek *seek = own_of(session);
    if (!seek)
        return;
    struct seek before = *seek;
    describe(session, seek);
    if (before.free == 0 && seek->free > 0)
        note_news(session->host);
    if (!is_standing(session->host, seek))
        end(session->host, seek);
    else if (seek->seated != before.seated || seek->seats != before.seats ||
             seek->free != before.free || strcmp(seek->pace, before.pace) != 0)
        save(session->host, seek, NULL, NULL);
}

static int64_t earliest(int64_t a, int64_t b)
{
    return a < b ? a : b;
}

/* Nobody else ends it: its table is, or was, of this process, and tables are back. */
static bool is_left_behind(const struct host *host, const struct seek *seek)
{
    bool is_own = host_is_of_unit(host, seek->table) && host_gave_number(host, seek->number);
    bool is_played = seek->is_gone && seek->table && session_numbered(host, seek->table);
    return (!seek->is_gone || seek->table) && is_own && !is_standing(host, seek) && !is_played &&
           (session_numbered(host, seek->table) || host->offers.are_tables_back);
}

bool seek_turns_slow(const struct session *session)
{
    const struct seek *seek = seek_of(session);
    return seek && !session->state.is_recovered && !session_has_fixed_seats(session) &&
           session->clocks.pace == PACE_OF_ROOM && clock_pace(session) == PACE_LIVE &&
           session->seat_count - robots_of(session) == 1 &&
           host_wall(session->host) >= seek->since + SLOW_MS;
}

/* When its table may turn slow, or has to be asked again; INT64_MAX: never. */
static int64_t slow_at(struct host *host, const struct seek *seek)
{
    struct session *session = session_numbered(host, seek->table);
    int64_t at = seek->since + SLOW_MS + host->now - host_wall(host);
    if (!session || seek->is_gone || session_has_fixed_seats(session) ||
        session->clocks.pace != PACE_OF_ROOM)
        return INT64_MAX;
    if (seek_turns_slow(session)) {
        session->when.watch_at = host->now;
        clock_wake(session);
    }
    return at > host->now ? at : host->now + AGAIN_MS;
}

void seek_tick(struct host *host)
{
    int64_t next = INT64_MAX, to_now = host->now - host_wall(host);
    for (struct seek *seek = host->offers.seeks, *behind; seek; seek = behind) {
        behind = seek->next;
        int64_t at = seek->until + to_now;
        bool stays = at > host->now && !is_left_behind(host, seek);
        if (stays && is_standing(host, seek))
            note_sought(session_numbered(host, seek->table), true);
        if (stays)
            next = earliest(next, earliest(at, slow_at(host, seek)));
        else if ((seek->is_gone && !seek->table) || !host_gave_number(host, seek->number))
            erase(host, seek->number); /* the process that wrote it may never be back */
        else
            end(host, seek);
    }
    host->offers.seeks_at = next;
    clock_call(host, next);
}

void seek_recovered(struct host *host)
{
    host->offers.are_tables_back = true;
    look_at(host, host->now);
}

/* ---- beginning ---- */

struct seeking {
    struct pending pending; /* first */
    struct seek seek;
};

static void was_saved(void *arg, enum row_result result)
{
    struct seeking *seeking = arg;
    struct host *host = seeking->pending.host;
    if (host) {
        struct heard heard = input_heard(seeking->pending.input);
        bool is_late = !is_standing(host, &seeking->seek); /* the seats were closed meanwhile */
        struct seek *seek = result == ROW_NOT_SAVED ? NULL : put(host, &seeking->seek);
        if (seek && is_late)
            end(host, seek);
        note_sought(session_numbered(host, seeking->seek.table), seek && !is_late);
        if (seek && !is_late)
            seek_note(session_numbered(host, seek->table));
        seek_tick(host);
        tell_openly(host, &heard,
                    is_late               ? STRING_SEEK_OFF
                    : result == ROW_SAVED ? STRING_SEEK_BEGUN
                                          : STRING_SEEK_NOT_SAVED,
                    "number", text_number((int)seeking->seek.number), "game",
                    game_find(seeking->seek.game)->name, (char *)0);
    }
    pending_end(seeking);
}

static int part_of_network(const struct host *host)
{
    int networks = 0;
    for (int i = 0; i < host->networks.count; i++)
        networks += host->networks.states[i] != PORT_IS_ABSENT;
    return networks > 0 ? SEEKS_MOST / networks : SEEKS_MOST;
}

/* STRING_NONE if it may be one more. */
static int refusal(struct host *host, const struct seek *wanted, const struct heard *heard)
{
    int of_network = pending_count_network(host->pending.seekings, heard->network), of_room = 0;
    bool is_second = false;
    for (const struct pending *one = host->pending.seekings; one; one = one->next)
        of_room += *wanted->room &&
                   strcmp(((const struct seeking *)one)->seek.room, wanted->room) == 0 &&
                   strcmp(one->input->network, heard->network) == 0;
    for (const struct seek *seek = host->offers.seeks; seek; seek = seek->next) {
        bool is_of_network = !seek->is_gone && strcmp(seek->network, wanted->network) == 0;
        of_network += is_of_network;
        of_room += is_of_network && *wanted->room && strcmp(seek->room, wanted->room) == 0;
        is_second |= !seek->is_gone && seek_is_by(host, seek, identity_of(heard));
    }
    return pending_count(host->pending.seekings, heard) > 0 ? STRING_INTERNAL_WAIT
           : is_second                                      ? STRING_SEEK_ONE
           : of_room >= SEEKS_OF_ROOM                       ? STRING_SEEK_MANY_HERE
           : of_network >= part_of_network(host)            ? STRING_SEEK_MANY
                                                            : STRING_NONE;
}

void seek_begin(struct session *session, const struct heard *heard, bool has_robots)
{
    struct host *host = session->host;
    int64_t now = host_wall(host);
    struct seek seek = {.table = session->id,
                        .since = now,
                        .known_at = now,
                        .until = now + SEEK_MS,
                        .has_robots = has_robots};
    snprintf(seek.network, HOST_NETWORK, "%s", session->home.port->network);
    snprintf(seek.game, HOST_NAME, "%s", session->game->id);
    if (!showing_is_private(&session->home))
        bans_room_place(session->home.port, session->home.name, seek.room);
    snprintf(seek.on, HOST_NETWORK, "%s", heard->network);
    snprintf(seek.key, HOST_KEY, "%s", heard->key);
    describe(session, &seek);
    seek_tick(host);
    int id = refusal(host, &seek, heard);
    if (id != STRING_NONE) {
        note_sought(session, seek_of(session) != NULL);
        tell_openly(host, heard, id, (char *)0);
        return;
    }
    struct seeking *seeking =
        pending_new(&host->pending.seekings, host, heard, sizeof *seeking, PENDING_ANSWER);
    seek.number = row_new_number(host, &seek_row);
    seeking->seek = seek;
    save(host, &seeking->seek, was_saved, seeking);
}
