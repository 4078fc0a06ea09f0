/* Bans as people feel them: whom a name means, who is told and turned away, and how seats pass to
   robots. A banned person is told once a day, and is not heard. The list is in session/bans.c;
   commands/ checks whose word counts. */
#include "ban.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "bans.h"
#include "check.h"
#include "heard.h"
#include "host_admin.h"
#include "host_state.h"
#include "links.h"
#include "log.h"
#include "offers.h"
#include "prose.h"
#include "record.h"
#include "seat.h"
#include "store.h"
#include "strings/ban.def"
#include "strings/people.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "turn.h"
#include "view.h"

static const int64_t day_ms = INT64_C(24) * 60 * 60 * 1000;
static const struct ban_scope house = {NULL, NULL};

static void put_day(int64_t wall, char day[16])
{
    time_t seconds = (time_t)(wall / 1000);
    struct tm parts;
    if (!gmtime_r(&seconds, &parts) || strftime(day, 16, "%Y-%m-%d", &parts) == 0)
        snprintf(day, 16, "?");
}

static void put_until(const struct ban *ban, struct prose *out)
{
    char day[16];
    put_day(ban->until, day);
    if (ban->until)
        view_string(out, STRING_UNTIL, "day", day, (char *)0);
    else
        view_string(out, STRING_UNTIL_EVER, (char *)0);
}

/* ---- who it is ---- */

static struct recent *recent_of(struct host *host, struct identity who)
{
    return &host->bans->recent[host_bucket(who.network, who.key) % BANS_RECENT];
}

/* In place of the person heard before there. */
static const struct recent *note_recent(struct host *host, const struct heard *heard)
{
    struct recent *recent = recent_of(host, identity_of(heard));
    snprintf(recent->network, sizeof recent->network, "%s", heard->network);
    snprintf(recent->key, sizeof recent->key, "%s", heard->key);
    snprintf(recent->name, sizeof recent->name, "%s", heard->name);
    shares_hash(host, identity(heard->network, host_source(heard)), recent->source);
    recent->is_admin = heard->rank & (RANK_ADMIN | RANK_LOCAL);
    return recent;
}

/* NULL if forgotten. */
static const unsigned char *source_of(struct host *host, struct identity who)
{
    const struct recent *recent = recent_of(host, who);
    bool is_it = identity_is(identity_of(recent), who);
    return is_it ? recent->source : NULL;
}

/* ---- seats ---- */

/* The input waits for its turn. By then the person may have left. */
static void push_up(struct session *session, struct identity who, enum input_kind kind)
{
    struct heard heard = heard_about(who, "", session->host->now);
    if (session->queue.length >=
        SESSION_QUEUE) /* then the person loses the seat at the next word */
        return;
    struct input *input = input_of_heard(&heard);
    input->kind = kind;
    input_queue_push(session, input);
}

static bool is_forgotten(const struct session *session, const struct seat *seat)
{
    const struct person *person = record_persons_find(&session->persons, seat->person);
    return person && person->is_forgotten;
}

void ban_vacate(struct session *session)
{
    struct seat *banned = calloc(TABLE_SEATS, sizeof *banned);
    int count = 0;
    struct host *host = session->host;
    const char *network = session->home.port->network;
    check(banned);
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind != SEAT_PERSON)
            continue;
        const unsigned char *source = source_of(host, identity_at(s));
        if (is_forgotten(session, s) ||
            (!s->is_left && bans_find(host, house, identity_at(s), source)) ||
            bans_room_has(host, session->home.port, session->home.name, identity_at(s), source))
            banned[count++] = *s;
    }
    /* Each of them may end the table, and then nobody finds it any more. */
    char name[HOST_ROOM];
    memcpy(name, session->home.name, sizeof name);
    for (int i = 0; i < count && host_find(host, network, name) == session; i++)
        push_up(session, identity_at(&banned[i]),
                is_forgotten(session, &banned[i]) ? INPUT_FORGOTTEN : INPUT_BANNED);
    free(banned);
}

void ban_vacate_all(struct host *host, const char *network)
{
    struct session **sessions = calloc((size_t)host->tables.count + 1, sizeof *sessions);
    int count = 0;
    check(sessions);
    for (struct session *session = host->tables.first; session; session = session->next)
        if (strcmp(session->home.port->network, network) == 0 && !session->state.is_recovered)
            sessions[count++] = session;
    for (int i = 0; i < count; i++) /* only its own queue ends a table */
        ban_vacate(sessions[i]);
    free(sessions);
}

/* ---- hearing ---- */

/* Or, with `source`, those of rooms where the person is banned: linked since, or handed a seat
   word. */
static void leave_tables(struct host *host, const struct heard *heard, const unsigned char *source)
{
    struct session *session;
    for (int i = 0; (session = host_table_of(host, identity_of(heard), i)); i++) {
        int seat = session_seat_of(session, heard);
        if (seat >= 0 && !session->state.is_recovered &&
            (!source || bans_room_has(host, session->home.port, session->home.name,
                                      identity_of(heard), source)))
            push_up(session, identity_at(&session->seats[seat]), INPUT_BANNED);
    }
}

bool host_turns_away(struct host *host, const struct heard *heard)
{
    struct prose until;
    host->now = heard->now;
    if (links_are_going(host, identity_of(heard))) {
        tell_person(host, heard, STRING_FORGET_WAIT, (char *)0);
        host_dismiss(host, heard);
        return true;
    }
    const struct recent *recent = note_recent(host, heard);
    links_note_use(host, identity_of(heard));
    struct ban *ban =
        recent->is_admin ? NULL : bans_find(host, house, identity_of(heard), recent->source);
    if (!ban && !recent->is_admin && host->bans->count > host->bans->of_house)
        leave_tables(host, heard, recent->source);
    if (!ban)
        return false;
    if (!ban->was_told || heard->now - ban->told_at >= day_ms) {
        prose_open(&until, host_language(host, heard));
        put_until(ban, &until);
        tell_person(host, heard, STRING_BANNED, "until", until.text, (char *)0);
        ban->was_told = true;
        ban->told_at = heard->now;
    }
    leave_tables(host, heard, NULL);
    host_dismiss(host, heard);
    return true;
}

/* ---- what admins do ---- */

static void mean(struct meant *meant, struct identity who, const char *name,
                 const unsigned char *source, bool is_admin)
{
    if (meant->count > 0 && identity_is(meant->who, who))
        return;
    meant->count++;
    meant->who = who;
    meant->name = name;
    meant->source = source;
    meant->is_admin = is_admin;
}

static void mean_recent(struct host *host, const char *network, const char *typed,
                        struct meant *out)
{
    for (int i = 0; i < BANS_RECENT; i++) {
        const struct recent *recent = &host->bans->recent[i];
        if (recent->key[0] && strcmp(recent->network, network) == 0 &&
            (text_same_word(recent->name, typed) || strcmp(recent->key, typed) == 0))
            mean(out, identity(network, recent->key), recent->name, recent->source,
                 recent->is_admin);
    }
}

/* `only` NULL: people of all networks. */
static void mean_seated(struct host *host, const struct session *session, const char *only,
                        const char *typed, struct meant *out)
{
    unsigned seats = seat_names_find(session, typed);
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->kind != SEAT_PERSON || !(seats >> seat & 1))
            continue;
        const char *network = s->port->network;
        if (only && strcmp(network, only) != 0)
            continue;
        const unsigned char *source = source_of(host, identity(network, s->key));
        bool is_admin = source && recent_of(host, identity(network, s->key))->is_admin;
        mean(out, identity(network, s->key), s->name, source, is_admin);
    }
}

static void mean_anywhere(struct host *host, const char *network, const char *typed,
                          struct meant *out)
{
    for (const struct session *session = host->tables.first; session; session = session->next)
        mean_seated(host, session, network, typed, out);
}

static void mean_by_key(struct host *host, const char *network, const char *typed,
                        struct meant *out)
{
    const struct host_port *port = host_port_of(host, network);
    const char *name = typed, *key = port && port->find_person
                                         ? port->find_person(port->self, typed, &name)
                                         : NULL;
    const struct recent *recent = key ? recent_of(host, identity(network, key)) : NULL;
    if (key)
        mean(out, identity(network, key), name, recent ? recent->source : NULL,
             recent && recent->is_admin);
}

/* The table's people first: their names are unique. */
struct meant ban_meant(struct host *host, const char *network, const char *room_name,
                       const char *typed)
{
    struct meant out = {.who = {network, typed}, .name = typed};
    const struct session *session = room_name ? host_find(host, network, room_name) : NULL;
    mean_by_key(host, network, typed, &out);
    if (session && out.count == 0)
        mean_seated(host, session, NULL, typed, &out);
    if (out.count == 0)
        mean_recent(host, network, typed, &out);
    if (out.count == 0)
        mean_anywhere(host, network, typed, &out);
    return out;
}

/* NULL if there is no room for one more. */
static const struct ban *add(struct host *host, const struct meant *meant, int days, const char *by)
{
    const struct host_port *port = host_port_of(host, meant->who.network);
    bool is_key_kept = meant->count == 0 || (port && seat_key_lasts(port, meant->who.key));
    struct ban *ban = bans_add(host, house, meant->who, meant->source);
    if (!ban)
        return NULL;
    ban->until = days > 0 ? host_wall(host) + days * day_ms : 0;
    snprintf(ban->name, sizeof ban->name, "%s", meant->name);
    snprintf(ban->by, sizeof ban->by, "%s", by);
    snprintf(ban->key, sizeof ban->key, "%s", is_key_kept ? meant->who.key : "");
    bans_keep(host, ban);
    return ban;
}

bool host_ban(struct host *host, const struct host_ban_order *order, struct prose *answer)
{
    struct prose until;
    const struct ban *ban = NULL;
    struct meant meant = ban_meant(host, order->network, order->room, order->who);
    bans_lift_expired(host);
    if (!*order->who || order->days < 0 || order->days > BANS_DAYS_MOST ||
        strlen(order->who) >= HOST_SOURCE) {
        view_string(answer, STRING_BAN_WHOM, (char *)0);
    } else if (meant.count > 1) {
        view_string(answer, STRING_BAN_WHICH, "typed", order->who, (char *)0);
    } else if (meant.is_admin) {
        view_string(answer, STRING_BAN_ADMIN, "who", meant.name, (char *)0);
    } else if (bans_of(host, house, identity(order->network, meant.who.key), meant.source)) {
        view_string(answer, STRING_BAN_ALREADY, "who", meant.name, (char *)0);
    } else {
        ban = add(host, &meant, order->days, order->by);
        if (!ban)
            view_string(answer, STRING_BANS_FULL, "most", text_number(BANS_MOST), (char *)0);
    }
    if (ban) {
        prose_open(&until, answer->language);
        put_until(ban, &until);
        view_string(answer, meant.count ? STRING_BAN_DONE : STRING_BAN_DONE_UNSEEN, "who",
                    ban->name, "until", until.text, "number", text_number(ban->number), (char *)0);
        waiting_forget_person(host, meant.who);
        ban_vacate_all(host, order->network);
    }
    return ban != NULL;
}

/* By its number, or by name or key if those mean one. */
static int ban_called(const struct host *host, const char *typed)
{
    int found = -1;
    for (int i = 0; i < host->bans->count; i++) {
        const struct ban *ban = &host->bans->list[i];
        if (ban->room[0])
            continue;
        if (strcmp(text_number(ban->number), typed) == 0)
            return i;
        if (!text_same_word(ban->name, typed) && strcmp(ban->key, typed) != 0)
            continue;
        if (found >= 0)
            return -2;
        found = i;
    }
    return found;
}

bool host_unban(struct host *host, const char *typed, struct prose *answer)
{
    bans_lift_expired(host);
    int i = ban_called(host, typed);
    if (i == -2) {
        view_string(answer, STRING_UNBAN_WHICH, "typed", typed, (char *)0);
    } else if (i < 0) {
        view_string(answer, STRING_UNBAN_UNKNOWN, "typed", typed, (char *)0);
    } else {
        view_string(answer, STRING_UNBAN_DONE, "who", host->bans->list[i].name, (char *)0);
        bans_lift_one(host, i);
    }
    return i >= 0;
}

void host_each_ban(struct host *host, void (*each)(void *arg, const struct host_ban *ban),
                   void *arg)
{
    bans_lift_expired(host);
    for (int i = 0; i < host->bans->count; i++) {
        const struct ban *ban = &host->bans->list[i];
        struct prose until;
        if (ban->room[0])
            continue;
        prose_clear(&until);
        put_until(ban, &until);
        each(arg, &(struct host_ban){.number = ban->number,
                                     .who = identity_of(ban),
                                     .name = ban->name,
                                     .by = ban->by,
                                     .until = until.text});
    }
}

/* ---- people who are forgotten ---- */

void ban_forget(struct host *host, struct identity who)
{
    struct recent *recent = recent_of(host, who);
    if (identity_is(identity_of(recent), who))
        *recent = (struct recent){0};
}

/* ---- what operators of a room order ---- */

static bool find_place(struct host *host, const struct heard *heard, char place[HOST_ROOM],
                       struct ban_scope *scope, struct prose *answer)
{
    const struct host_port *port = host_port_of(host, heard->network);
    *scope = (struct ban_scope){heard->network, place};
    if (port && heard->room)
        bans_room_place(port, heard->room, place);
    else
        view_string(answer, STRING_CHANNEL_WHERE, (char *)0);
    return port && heard->room;
}

void host_room_ban(struct host *host, const struct heard *heard, const char *who,
                   struct prose *answer)
{
    char place[HOST_ROOM];
    struct ban_scope scope;
    if (!find_place(host, heard, place, &scope, answer))
        return;
    struct meant meant = ban_meant(host, heard->network, heard->room, who);
    bool is_self = meant.count == 1 && identity_is(meant.who, identity_of(heard));
    if (meant.count == 0 || is_self) {
        view_string(answer, is_self ? STRING_ROOM_BAN_SELF : STRING_ROOM_BAN_UNKNOWN, "typed", who,
                    (char *)0);
    } else if (meant.count > 1) {
        view_string(answer, STRING_ROOM_BAN_WHICH, "typed", who, (char *)0);
    } else if (meant.is_admin) {
        view_string(answer, STRING_ROOM_BAN_ADMIN, "who", meant.name, (char *)0);
    } else if (bans_find(host, scope, meant.who, meant.source)) {
        view_string(answer, STRING_ROOM_BAN_ALREADY, "who", meant.name, (char *)0);
    } else if (!bans_add(host, scope, meant.who, meant.source)) {
        view_string(answer, STRING_ROOM_BANS_FULL, "most", text_number(ROOM_BANS_EACH), (char *)0);
    } else {
        view_string(answer, STRING_ROOM_BAN_DONE, "who", meant.name, (char *)0);
        ban_vacate_all(host, heard->network);
    }
}

void host_room_unban(struct host *host, const struct heard *heard, const char *who,
                     struct prose *answer)
{
    char place[HOST_ROOM];
    struct ban_scope scope;
    if (!find_place(host, heard, place, &scope, answer))
        return;
    struct meant meant = ban_meant(host, heard->network, heard->room, who);
    if (meant.count > 1)
        view_string(answer, STRING_ROOM_BAN_WHICH, "typed", who, (char *)0);
    else if (*who && bans_lift(host, scope, meant.who, meant.source) > 0)
        view_string(answer, STRING_ROOM_UNBAN_DONE, "who", meant.name, (char *)0);
    else if (meant.count == 0 && text_same_word(who, "everybody") &&
             bans_lift(host, scope, identity(heard->network, NULL), NULL) > 0)
        view_string(answer, STRING_ROOM_UNBAN_ALL, (char *)0);
    else
        view_string(answer, STRING_ROOM_UNBAN_UNKNOWN, "typed", who, (char *)0);
}

void host_room_bans(struct host *host, const struct heard *heard, struct prose *answer)
{
    char place[HOST_ROOM], first_day[16], last_day[16];
    int64_t first = 0, last = 0;
    struct ban_scope scope;
    if (!find_place(host, heard, place, &scope, answer))
        return;
    int count = bans_count(host, scope, &first, &last);
    put_day(first, first_day);
    put_day(last, last_day);
    view_string(answer,
                count == 0   ? STRING_ROOM_BANS_NONE
                : count == 1 ? STRING_ROOM_BANS_ONE
                             : STRING_ROOM_BANS,
                "n", text_number(count), "since", first_day, "latest", last_day, (char *)0);
}
