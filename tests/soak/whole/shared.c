/* The laws of rooms and seats of tables that are shown in several rooms, and of people on
   several networks. Knows nothing of what the rooms show (course.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host_state.h"
#include "in_words.h"
#include "links.h"
#include "posts.h"
#include "prose.h"
#include "room.h"
#include "seat.h"
#include "session_view.h"
#include "tables.h"
#include "text.h"
#include "view.h"
#include "world.h"

enum { FOLLOWED_MS = 30000, APART_MS = 15000, GIVEN_UP_MS = 10000, CODE_LETTERS = CODE - 1 };

/* ---- rooms and seats, as they were told ---- */

static bool has_room(const struct known *known, int net, const char *name)
{
    for (int i = 0; i < known->room_count; i++)
        if (known->rooms[i].net == net && strcmp(known->rooms[i].name, name) == 0)
            return true;
    return false;
}

bool shared_is_on(const struct known *known, int net)
{
    for (int i = 0; i < known->room_count; i++)
        if (known->rooms[i].net == net)
            return true;
    return false;
}

static bool is_shown(const struct session *session, const struct known_room *room)
{
    for (int i = 0; i < session_showing_count(session); i++)
        if (net_of(session_showing(session, i)->port->network) == room->net &&
            strcmp(session_showing(session, i)->name, room->name) == 0)
            return true;
    return false;
}

static void count_rooms(const struct session *session, const struct known *known)
{
    for (int i = 1; i < session_showing_count(session); i++) {
        const struct showing *showing = session_showing(session, i);
        bool is_new = !has_room(known, net_of(showing->port->network), showing->name);
        counts[DEED_GUEST] += is_new;
        counts[DEED_FAR] += is_new && showing->port != session->home.port;
    }
    for (int i = 0; i < known->room_count; i++) {
        counts[DEED_REMOVED] += !is_shown(session, &known->rooms[i]);
        counts[DEED_HOME] += i == 0 && !is_shown(session, &known->rooms[i]);
    }
}

static void note_rooms(const struct session *session, struct known *known)
{
    if (known->room_count > 0)
        count_rooms(session, known);
    known->room_count = session_showing_count(session);
    for (int i = 0; i < known->room_count; i++) {
        const struct showing *showing = session_showing(session, i);
        known->rooms[i].net = net_of(showing->port->network);
        snprintf(known->rooms[i].name, HOST_ROOM, "%s", showing->name);
    }
}

static void note_seat(const struct host *host, const struct seat *seat, struct known_seat *known)
{
    bool is_person = seat->kind == SEAT_PERSON;
    /* Seats change places at the start. Who is only called otherwise may still be on the way to
       read the former hand. */
    bool is_other = strcmp(known->name, seat->called) != 0 &&
                    (!*known->key || !is_person || strcmp(known->key, seat->key) != 0);
    if (is_other && *known->key) {
        known->leaver_net = known->net;
        memcpy(known->leaver_key, known->key, sizeof known->leaver_key);
        memcpy(known->leaver_hands, known->hands, sizeof known->leaver_hands);
    }
    if (is_other)
        memset(known->hands, 0, sizeof known->hands);
    int net = is_person ? net_of(seat->port->network) : 0;
    if (is_other || !is_person) {
        known->former_key[0] = '\0';
        known->speaker = 0;
        known->hand = 0;
    } else if (*known->key && (known->net != net || strcmp(known->key, seat->key) != 0)) {
        bool is_one = identity_same(host, identity(w.nets[known->net].network, known->key),
                                    identity_at(seat));
        counts[DEED_MOVED] += is_one;
        known->former_net = known->net;
        snprintf(known->former_key, HOST_KEY, "%s", is_one ? known->key : "");
    }
    counts[DEED_APART] += seat->is_apart && (is_other || !known->is_apart);
    known->net = net;
    known->is_apart = seat->is_apart;
    known->keeps_name = seat->keeps_name;
    snprintf(known->key, HOST_KEY, "%s", is_person ? seat->key : "");
}

void shared_note(struct session *session, struct known *known)
{
    known->had_rooms |= session_showing_count(session) > 1;
    for (int i = 0; i < session->seat_count; i++)
        known->had_link |= session->seats[i].kind == SEAT_PERSON &&
                           links_of(session->host, identity_at(&session->seats[i]));
    note_rooms(session, known);
    for (int i = 0; i < session->seat_count && i < TABLE_PEOPLE; i++)
        note_seat(session->host, &session->seats[i], &known->seats[i]);
}

/* ---- what is told ---- */

void shared_post(struct session *session, struct known *known, int net, const struct post *post)
{
    if (known->posted_at != sim_now())
        memset(known->posts, 0, sizeof known->posts);
    known->posted_at = sim_now();
    known->posts[net]++;
    bool is_back = session->shown.alone && post->kind != POST_ANSWER;
    if (is_back && post->board && post->board->length > 0 && session_has_begun(session))
        known->back_at = sim_now();
}

static struct known_seat *seat_told(const struct session *session, struct known *known,
                                    const struct whisper *whisper, int net)
{
    for (int i = 0; i < session->seat_count && i < TABLE_PEOPLE; i++)
        if (seat_belongs(&session->seats[i], identity(w.nets[net].network, whisper->person)))
            return &known->seats[i];
    return NULL;
}

/* With each room of the network that is told. A room that comes back just after a move is told
   hands once more, as it would be alone; so is one that was deleted while we were away, for
   nobody knows that yet. */
static bool was_told_already(const struct known_seat *seat, const struct session *session,
                             const struct known *known, uint64_t hand)
{
    bool is_back = known->back_at == sim_now();
    return (!is_back || seat->was_back) && seat->hand == hand &&
           seat->hand_line == session->record.next_line && seat->hand_at == sim_now() &&
           known->posted_at == sim_now() && seat->hand_posts > 0 &&
           known->posts[seat->net] > seat->hand_posts;
}

void shared_whisper(struct session *session, struct known *known, int net,
                    const struct whisper *whisper)
{
    if (whisper->kind != WHISPER_HAND)
        return;
    struct known_seat *seat = seat_told(session, known, whisper, net);
    uint64_t hand = text_hash(HASH_START, whisper->prose->text);
    counts[LAW_HOLDER]++;
    if (!seat) {
        world_break(LAW_HOLDER, "a hand of table %lld is told to %s on %s, who has no seat there",
                    (long long)session->id, whisper->name, w.nets[net].title);
        return;
    }
    counts[LAW_LINES] += session_showing_count(session) > 1;
    if (session_showing_count(session) > 1 && !w.repeat.seat &&
        was_told_already(seat, session, known, hand)) {
        w.repeat.seat = seat;
        w.repeat.at = sim_now();
        snprintf(w.repeat.how, HAND, "%s is told once more at table %lld, as at %.3f s: %.300s",
                 whisper->name, (long long)session->id, (double)seat->hand_at / 1000,
                 whisper->prose->text);
    }
    seat->hand = hand;
    seat->hand_line = session->record.next_line;
    seat->hand_at = sim_now();
    seat->was_back = known->back_at == sim_now();
    seat->hand_posts = known->posted_at == sim_now() ? known->posts[net] : 0;
}

/* A person heard in the same moment, perhaps once more out of a server's history, is back, and
   reads the hand for that: two reasons that the host cannot know to be one. In the outbox the
   second takes the place of the first, so that one message goes out. */
static void note_back(const struct known_seat *seat)
{
    if (w.repeat.seat == seat && w.repeat.at == sim_now())
        w.repeat.seat = NULL;
}

void shared_check_lines(void)
{
    if (w.repeat.seat && sim_now() > w.repeat.at)
        world_break(LAW_LINES, "%s", w.repeat.how);
}

/* ---- codes ---- */

/* The first word of eight letters as codes have them, behind a phrase. */
static const char *find_code(const char *text, const char *phrase)
{
    static const char letters[] = "BCDFGHJKLMNPQRSTVWXZ";
    const char *at = strstr(text, phrase);
    while (at && strspn(at, letters) < CODE_LETTERS)
        at = *at ? at + 1 : NULL;
    return at;
}

static struct human *named_in(const char *text)
{
    char name[HOST_NAME], network[HOST_NETWORK];
    if (sscanf(text, "%63s on %39s", name, network) != 2)
        return NULL;
    for (int i = 0; i < HUMANS; i++)
        if (strcmp(w.humans[i].name, name) == 0 &&
            strcmp(w.nets[w.humans[i].net].network, network) == 0)
            return &w.humans[i];
    return NULL;
}

/* Linked, or parted: as it is told, so it is from then on. */
static void note_links(struct human *human, const char *text)
{
    struct human *other = NULL;
    if (strncmp(text, "You and ", 8) == 0 && strstr(text, in_words("<LINKED_4>")))
        other = named_in(text + 8); /* who may have another name by now */
    if (other && identity_same(sim_host(), identity(w.nets[human->net].network, human->key),
                               identity(w.nets[other->net].network, other->key))) {
        counts[DEED_LINKED]++;
        human->partner = (int)(other - w.humans);
        human->is_partner_unsure = false;
    } else if (strncmp(text, "You are linked with nobody any more", 35) == 0) {
        counts[DEED_UNLINKED]++;
        human->partner = -1;
    } else if (strstr(text, in_words("<UNLINKED_OTHER_2>")) && human->partner >= 0 &&
               named_in(text) == &w.humans[human->partner]) {
        human->partner = -1;
    }
}

void shared_told(struct human *human, const char *text)
{
    const char *link = find_code(text, "say this there in a private message");
    note_links(human, text);
    if (strstr(text, in_words("<FLOOD_4>")))
        human->silent_until = sim_now() + SILENCED_MS;
    if (!link)
        return;
    snprintf(human->link, CODE, "%s", link);
    human->link_at = sim_now();
}

void shared_codes(const struct human *human, const char *text)
{
    if (*text == '{' && !strstr(text, "\"bot\":true"))
        /* it is what they say themselves */
        return;
    /* so is what an answer of ours refers to */
    const char *answered = strstr(text, "\"referenced_message\":{");
    size_t length = answered ? (size_t)(answered - text) : strlen(text);
    for (int i = 0; i < HUMANS; i++)
        if (*w.humans[i].link && &w.humans[i] != human &&
            memmem(text, length, w.humans[i].link, strlen(w.humans[i].link)))
            world_break(LAW_CODE, "the code of %s is told to %s: %s", w.humans[i].name,
                        human ? human->name : "everybody", text);
    counts[LAW_CODE]++;
}

void shared_take_in(struct human *human, const char *text)
{
    const char *code = find_code(text, "Others come to this table of ");
    if (code) {
        snprintf(w.codes[w.code_count++ % CODES], CODE, "%s", code);
        w.code_uses = 1 + sim_dice(3);
    }
    human->has_wish |= strstr(text, in_words("<GUEST_WISH_4>")) != NULL;
    human->has_link_wish |= strstr(text, in_words("<LINK_WISH_2>")) != NULL;
}

/* ---- a person with several identities ---- */

static long disk_faults(void)
{
    long faults = 0;
    for (int i = 0; i < SERVER_FAULTS; i++)
        faults += sim_server_met((enum sim_server_fault)i);
    for (int i = 0; i < DISK_FAULTS; i++)
        faults += sim_disk_met((enum sim_disk_fault)i);
    return faults;
}

/* In private it may be said to any table, and who said too much may not be heard there: then
   nobody can tell whose seat it is. */
void shared_heard(const struct heard *heard, struct human *human, bool is_new)
{
    struct session *session;
    if (!human)
        return;
    bool is_sure = heard->room && sim_now() >= human->silent_until;
    for (int i = 0; (session = host_table_of(sim_host(), identity_of(heard), i)); i++) {
        struct known *known = known_of(session->id, false);
        int seat = known ? session_seat_of(session, heard) : -1;
        bool is_there =
            heard->room && host_find(sim_host(), heard->network, heard->room) == session;
        if (seat < 0 || seat >= TABLE_PEOPLE)
            continue;
        note_back(&known->seats[seat]);
        if (!is_new || (heard->room && !is_there))
            continue;
        known->seats[seat].spoke_before = known->seats[seat].spoke_at;
        known->seats[seat].spoke_at = sim_now();
        known->seats[seat].spoke_faults = disk_faults();
        known->seats[seat].speaker = is_sure ? 1 + (int)(human - w.humans) : 0;
    }
}

/* The bot takes no more than some moves of a seat a minute. */
static void check_followed(const struct session *session, const struct seat *seat,
                           const struct known_seat *known)
{
    const struct human *human = known->speaker ? &w.humans[known->speaker - 1] : NULL;
    if (!human || seat->kind != SEAT_PERSON || seat->is_detached || !*human->key ||
        session->change || session->queue.first || sim_now() - known->spoke_at < FOLLOWED_MS ||
        known->spoke_at - known->spoke_before < APART_MS || w.trouble_at > known->spoke_at ||
        known->spoke_faults != disk_faults() || strcmp(known->name, seat->called) != 0 ||
        !links_of(session->host, identity_at(seat)) ||
        !identity_same(session->host, identity_at(seat),
                       identity(w.nets[human->net].network, human->key)))
        return;
    counts[LAW_FOLLOWED]++;
    if (!seat_belongs(seat, identity(w.nets[human->net].network, human->key)))
        world_break(LAW_FOLLOWED,
                    "%s spoke at table %lld at %.3f s, and the seat is still with %s on %s",
                    human->name, (long long)session->id, (double)known->spoke_at / 1000, seat->key,
                    seat->port->network);
}

/* A table that came back with such seats gives one of them up as soon as a room knows that it is
   back, and the disk lets it (table/queue.c). Who was linked while the game ended plays nowhere
   any more. */
static bool may_give_up(const struct session *session)
{
    return session->state.is_recovered || session->change || session->playing->is_over ||
           sim_now() - w.trouble_at < GIVEN_UP_MS;
}

static bool are_one(const struct host *host, const struct seat *a, const struct seat *b)
{
    return a->kind == SEAT_PERSON && b->kind == SEAT_PERSON && !a->is_detached && !b->is_detached &&
           identity_same(host, identity_at(a), identity_at(b));
}

void shared_check_seats(struct session *session)
{
    const struct known *known = known_of(session->id, false);
    for (int i = 0; i < session->seat_count; i++) {
        for (int j = 0; j < i; j++)
            if (are_one(session->host, &session->seats[i], &session->seats[j]) &&
                !may_give_up(session))
                world_break(LAW_SEAT, "%s has two seats at table %lld", session->seats[i].name,
                            (long long)session->id);
        if (known && i < TABLE_PEOPLE)
            check_followed(session, &session->seats[i], &known->seats[i]);
    }
}

/* ---- after a restart ---- */

void shared_check_same(const struct known *known, const struct session *session)
{
    bool is_same = known->room_count == session_showing_count(session);
    for (int i = 0; i < known->room_count && is_same; i++)
        is_same = is_shown(session, &known->rooms[i]) &&
                  strcmp(session_showing(session, 0)->name, known->rooms[0].name) == 0;
    counts[LAW_ROOMS] += known->room_count;
    if (!is_same)
        world_break(LAW_ROOMS,
                    "table %lld was shown in %d rooms, %s the first; now in %d, %s the first",
                    (long long)known->id, known->room_count, known->rooms[0].name,
                    session_showing_count(session), session->home.name);
    for (int i = 0; i < session->seat_count && i < TABLE_PEOPLE; i++) {
        const struct seat *seat = &session->seats[i];
        if (seat->kind == SEAT_PERSON && *known->seats[i].key && !seat->is_detached &&
            (net_of(seat->port->network) != known->seats[i].net ||
             seat->is_apart != known->seats[i].is_apart ||
             seat->keeps_name != known->seats[i].keeps_name))
            world_break(LAW_SEAT, "seat %d of table %lld was held otherwise before", i + 1,
                        (long long)known->id);
    }
}

/* A restart voids codes. */
static void check_codes(const struct host *host)
{
    for (const struct session *session = host->tables.first; session; session = session->next)
        for (int i = 0; i < CODES && *session->shown.invite; i++)
            if (w.code_count <= CODES && strcmp(w.codes[i], session->shown.invite) == 0 &&
                session->shown.invited_until < w.started_at)
                world_break(LAW_LINKS, "table %lld still takes the code %s", (long long)session->id,
                            session->shown.invite);
}

/* Without a word of theirs not every server tells of accounts. */
static bool has_lasting_key(const struct human *human)
{
    return human->net == DISCORD || human->key[0] == '$';
}

void shared_check_links(void)
{
    const struct host *host = sim_host();
    for (int i = 0; i < HUMANS; i++) {
        const struct human *human = &w.humans[i],
                           *other = human->partner >= 0 ? &w.humans[human->partner] : NULL;
        bool last = other && has_lasting_key(human) && has_lasting_key(other);
        if (!last || human->is_partner_unsure)
            continue;
        counts[LAW_LINKS]++;
        if (!identity_same(host, identity(w.nets[human->net].network, human->key),
                           identity(w.nets[other->net].network, other->key)))
            world_break(LAW_LINKS, "%s and %s were told that they are one, and are not",
                        human->name, other->name);
    }
    check_codes(host);
}
