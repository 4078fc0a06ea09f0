/* Seat words, who sits where, and whose word counts. A seat is found by its key, never by a name; a
   seat whose owner went out of sight is nobody's until its word is spoken (people/linking.c). */
#include "seat.h"

#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "input.h"
#include "links.h"
#include "presence.h"
#include "prose.h"
#include "record.h"
#include "room.h"
#include "tables.h"
#include "text.h"

const char *const robot_levels[ROBOT_LEVELS] = {"easy", "medium", "hard", "random"};

int seat_robot_level(const char *word)
{
    for (int level = 0; level < ROBOT_LEVELS; level++)
        if (text_same_word(word, robot_levels[level]))
            return level;
    return text_same_word(word, "greedy") ? ROBOT_EASY : -1;
}

/* ---- seat words ---- */

/* Ten letters and digits that do not look alike: 49 bits, shown as "k7plm-x3vqd". */
void seat_word_new(char word[16], unsigned char hash[SESSION_HASH], int64_t table)
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789";
    char *out = word;
    for (int i = 0; i < 10; i++) {
        if (i == 5)
            *out++ = '-';
        *out++ = letters[randombytes_uniform(sizeof letters - 1)];
    }
    *out = '\0';
    seat_word_hash(word, table, hash);
}

/* Takes typed words in capitals, without the dash, and with blanks around. */
void seat_word_hash(const char *word, int64_t table, unsigned char hash[SESSION_HASH])
{
    char bytes[64];
    struct text text = text_over(bytes, sizeof bytes);
    text_putf(&text, "%lld ", (long long)table);
    for (const char *p = word; *p; p++)
        if ((*p >= 'a' && *p <= 'z') || (*p >= '2' && *p <= '9'))
            text_put_bytes(&text, p, 1);
        else if (*p >= 'A' && *p <= 'Z')
            text_putf(&text, "%c", *p | 0x20);
    crypto_hash_sha256(hash, (const unsigned char *)bytes, (unsigned long long)text.length);
}

void seat_word_put_line(int seat, const unsigned char hash[SESSION_HASH], struct text *line)
{
    text_put(line, "word");
    record_put_number(line, "seat", seat + 1);
    record_put_bytes(line, "word", hash, SESSION_HASH);
}

/* ---- who sits where ---- */

bool seat_key_lasts(const struct host_port *port, const char *key)
{
    return !port->is_lasting || port->is_lasting(port->self, key);
}

void seat_detach(const struct session *session, struct seat *seat)
{
    seat->is_detached = true;
    seat->gone_at = session->host->now;
}

static bool is_on(const struct host_port *port, const struct host_port *wanted)
{
    return !wanted || port == wanted;
}

void session_detach(struct session *session, const struct host_port *port)
{
    if (session->opener.key[0] && is_on(session->opener.port, port) &&
        !seat_key_lasts(session->opener.port, session->opener.key))
        session->opener.key[0] = '\0';
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *s = &session->seats[seat];
        if (s->kind != SEAT_PERSON || !is_on(s->port, port) || s->is_detached)
            continue;
        seat_detach(session, s);
        s->is_detached = !seat_key_lasts(s->port, s->key);
    }
}

bool seat_belongs(const struct seat *seat, struct identity who)
{
    return seat->kind == SEAT_PERSON && identity_is(identity_at(seat), who);
}

bool session_was_opened_by(const struct session *session, struct identity who)
{
    return session->opener.key[0] && strcmp(session->opener.key, who.key) == 0 &&
           strcmp(session->opener.port->network, who.network) == 0;
}

int session_seat_held(const struct session *session, struct identity who)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (!session->seats[seat].is_detached && seat_belongs(&session->seats[seat], who))
            return seat;
    return -1;
}

int session_seat_of(const struct session *session, const struct heard *heard)
{
    struct identity all[LINK_EACH];
    int seat = -1, count = links_identities(session->host, identity_of(heard), all);
    for (int i = 0; i < count && seat < 0; i++)
        seat = session_seat_held(session, all[i]);
    return seat;
}

int session_acting_seat(const struct session *session, const struct heard *heard)
{
    int seat = session && session_has_begun(session) ? session_seat_of(session, heard) : -1;
    return seat >= 0 && !session->seats[seat].is_left ? seat : -1;
}

void seat_people_forget(struct session *session)
{
    while (session->sittings.count > 0) {
        struct sitting *sitting = &session->sittings.list[--session->sittings.count];
        *sitting->from = sitting->next;
        if (sitting->next)
            sitting->next->from = sitting->from;
    }
}

/* Once, so that nobody finds the same table twice. */
static void index_key(struct session *session, const struct host_port *port, const char *key)
{
    struct sitting *sitting = &session->sittings.list[session->sittings.count];
    unsigned bucket = host_bucket(port->network, key);
    for (int i = 0; i < session->sittings.count; i++)
        if (session->sittings.list[i].bucket == bucket)
            return;
    struct sitting **from = &session->host->tables.sittings[bucket];
    *sitting = (struct sitting){.next = *from, .from = from, .session = session, .bucket = bucket};
    if (*from)
        (*from)->from = &sitting->next;
    *from = sitting;
    session->sittings.count++;
}

void seat_people_index(struct session *session)
{
    seat_people_forget(session);
    for (int seat = 0; seat < session->seat_count && session->state.is_linked; seat++)
        if (session->seats[seat].kind == SEAT_PERSON)
            index_key(session, session->seats[seat].port, session->seats[seat].key);
    if (session->opener.key[0] && session->state.is_linked)
        index_key(session, session->opener.port, session->opener.key);
}

int session_seat_waiting(const struct session *session, const char *network, const char *name)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (s->is_detached && strcmp(s->port->network, network) == 0 &&
            (!name || text_same_word(s->called, name)))
            return seat;
    }
    return -1;
}

void session_seats(const struct session *session, int *least, int *most)
{
    const struct game *game = session->game;
    const int *options = session->playing->rules.options;
    *least = game->seats_min;
    *most = game->seats_max;
    while (game->excludes && *least < *most && game->excludes(options, *least))
        ++*least;
    while (game->excludes && *most > *least && game->excludes(options, *most))
        --*most;
}

bool seats_are_alone(const struct seat *seats, int count)
{
    int people = 0;
    for (int seat = 0; seat < count; seat++)
        people += seats[seat].kind == SEAT_PERSON;
    return people <= 1;
}

int session_only_person(const struct session *session)
{
    int found = -1;
    for (int seat = 0; seat < session->seat_count; seat++) {
        if (session->seats[seat].kind == SEAT_PERSON && found >= 0)
            return -1;
        found = session->seats[seat].kind == SEAT_PERSON ? seat : found;
    }
    return found;
}

bool session_is_alone(const struct session *session)
{
    return seats_are_alone(session->seats, session->seat_count);
}

bool session_has_fixed_seats(const struct session *session)
{
    return session->closing.is_closed || session_has_begun(session);
}

bool session_has_no_seat(const struct session *session)
{
    int least, most;
    session_seats(session, &least, &most);
    return session_has_fixed_seats(session) || session->seat_count >= most;
}

bool session_is_undealt(const struct session *session)
{
    return session->closing.is_closed && !session_has_begun(session);
}

/* ---- whose word counts ---- */

int session_opener_seat(const struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat].is_opener && !session->seats[seat].is_left)
            return seat;
    return -1;
}

/* Before the game a lobby of people who went leaves the rest to who is there. In play a seat
   stays its owner's, however long the owner is away. */
static bool is_others(const struct session *session, const struct seat *seat)
{
    return session_has_begun(session)
               ? presence_counts(seat)
               : presence_is_person(seat) && presence_of(session, seat).kind != PRESENCE_AWAY;
}

/* Where a table is shown in several rooms, the operators of one can only take it out of theirs. Any
   seated player counts once nobody else has a seat. */
bool session_obeys(const struct session *session, const struct heard *heard)
{
    if (heard->rank & RANK_ADMIN ||
        (heard->rank & RANK_OPERATOR && session_showing_count(session) == 1))
        return true;
    int own = session_seat_of(session, heard);
    if (own < 0 || session->seats[own].is_left)
        return false;
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        if (seat != own && is_others(session, s))
            return session->seats[own].is_opener;
    }
    return true;
}

unsigned session_all_seats(const struct session *session)
{
    return (1u << session->seat_count) - 1;
}

const char *session_put_people(const struct session *session, unsigned seats,
                               char out[TABLE_SEATS * HOST_NAME])
{
    struct text text = text_over(out, (size_t)TABLE_SEATS * HOST_NAME);
    for (int seat = 0; seat < session->seat_count; seat++)
        if (seats >> seat & 1)
            text_putf(&text, "%s%s", text.length ? "\n" : "", session->seats[seat].name);
    return out;
}

static struct session *table_held(struct host *host, struct identity who, int *i)
{
    for (struct sitting *sitting = host->tables.sittings[host_bucket(who.network, who.key)];
         sitting; sitting = sitting->next)
        if (session_seat_held(sitting->session, who) >= 0 && (*i)-- == 0)
            return sitting->session;
    return NULL;
}

struct session *host_table_of(struct host *host, struct identity who, int i)
{
    struct identity all[LINK_EACH];
    struct session *session = NULL;
    int count = links_identities(host, who, all);
    for (int n = 0; n < count && !session; n++)
        session = table_held(host, all[n], &i);
    return session;
}

struct session *host_table_numbered(struct host *host, struct identity who, int64_t table)
{
    struct session *session;
    for (int i = 0; (session = host_table_of(host, who, i)); i++)
        if (session->id == table)
            return session;
    return NULL;
}

bool host_is_seated(const struct session *session, const struct heard *heard)
{
    return session_seat_of(session, heard) >= 0;
}

bool host_is_setting_up(const struct session *session, const struct heard *heard)
{
    int seat = session_seat_of(session, heard);
    return !session_has_begun(session) && seat >= 0 && session->seats[seat].is_opener;
}

bool seat_forget_all(struct session *session, struct identity who)
{
    bool is_theirs = false;
    record_persons_forget(&session->persons, who);
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *s = &session->seats[seat];
        const struct person *person = record_persons_find(&session->persons, s->person);
        if (!seat_belongs(s, who) || !person)
            continue;
        memcpy(s->key, person->key, sizeof s->key);
        memcpy(s->called, person->name, sizeof s->called);
        s->next_name[0] = s->next_key[0] = '\0';
        is_theirs = true;
    }
    if (is_theirs)
        seat_names_tell_apart(session);
    return is_theirs;
}

/* ---- what people are called at a table: as on their network, unless two have the same name.
   Then each gets a number, "bob-2" and "bob-3", so that a shown name means one person, and a
   bare "bob" can be asked about. A person called like a seat, "p2", gets a number too. A name
   never proves anything. ---- */

static bool is_seat_number(const char *name)
{
    size_t digits = strspn(name + (*name != '\0'), "0123456789");
    return (name[0] == 'p' || name[0] == 'P') && digits > 0 && name[1 + digits] == '\0';
}

static bool has_twin(const struct seat *seats, int count, int own)
{
    for (int seat = 0; seat < count; seat++)
        if (seat != own && text_same_word(seats[seat].called, seats[own].called))
            return true;
    return is_seat_number(seats[own].called);
}

static bool is_somebodys(const struct seat *seats, int count, const char *name)
{
    for (int seat = 0; seat < count; seat++)
        if (text_same_word(seats[seat].called, name))
            return true;
    return false;
}

/* The bytes of a name that stand in front of a number: "-1000" and a NUL have to fit behind. */
static int length_of(const char *name)
{
    int length = (int)strlen(name), most = HOST_NAME - (int)sizeof "-1000";
    return length <= most ? length : text_utf8_floor(name, most);
}

/* So no name changes when others come and go, nor after a restart. */
static void name_seat(const struct seat *seats, int count, struct seat *seat, bool is_numbered)
{
    memcpy(seat->name, seat->called, sizeof seat->name);
    while (is_numbered && is_somebodys(seats, count, seat->name)) {
        char name[HOST_NAME];
        snprintf(name, sizeof name, "%.*s-%d", length_of(seat->name), seat->name, seat->person);
        if (strcmp(name, seat->name) == 0)
            return; /* the name has its full length */
        memcpy(seat->name, name, sizeof seat->name);
    }
}

void seat_names_tell_seats_apart(struct seat *seats, int count)
{
    for (int seat = 0; seat < count; seat++)
        name_seat(seats, count, &seats[seat], has_twin(seats, count, seat));
}

void seat_names_tell_apart(struct session *session)
{
    seat_names_tell_seats_apart(session->seats, session->seat_count);
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat]
                .is_opener) /* who may be called otherwise now because of somebody else */
            memcpy(session->opener.name, session->seats[seat].name, sizeof session->opener.name);
}

/* "bob@libera" or "bob@irc:libera", up to a blank or the end; else 0. */
static size_t with_network(const struct seat *seat, const char *typed)
{
    const char *network = seat->kind == SEAT_PERSON ? seat->port->network : "";
    const char *forms[] = {network, strchr(network, ':') ? strchr(network, ':') + 1 : network};
    size_t length = strlen(seat->called);
    for (int i = 0; i < 2 && *network; i++) {
        size_t whole = length + 1 + strlen(forms[i]);
        if (text_is_prefix(seat->called, typed) && typed[length] == '@' &&
            text_is_prefix(forms[i], typed + length + 1) && (typed[whole] == ' ' || !typed[whole]))
            return whole;
    }
    return 0;
}

static unsigned find_with_network(const struct session *session, const char *typed, size_t *length)
{
    unsigned seats = 0;
    *length = 0;
    for (int seat = 0; seat < session->seat_count; seat++) {
        size_t own = with_network(&session->seats[seat], typed);
        seats = own > *length ? 0 : seats;
        *length = own > *length ? own : *length;
        if (own > 0 && own == *length)
            seats |= 1u << seat;
    }
    return seats;
}

unsigned seat_names_find(const struct session *session, const char *typed)
{
    size_t length;
    unsigned seats = find_with_network(session, typed, &length), named = 0;
    if (typed[length] != '\0')
        seats = 0;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (text_same_word(session->seats[seat].name, typed))
            return seats | 1u << seat;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (text_same_word(session->seats[seat].called, typed))
            named |= 1u << seat;
    return seats | named;
}

void seat_names_put_unique(const struct session *session, const char *typed, struct text *out)
{
    for (bool is_begin = true; *typed; is_begin = *typed++ == ' ') {
        size_t length = 0;
        unsigned seats = is_begin ? find_with_network(session, typed, &length) : 0;
        int seat = 0;
        while (seats && !(seats >> seat & 1))
            seat++;
        const struct seat *s = &session->seats[seat];
        if (seats)
            text_put(out,
                     /* who shares the name there, too, is asked about */
                     seats & (seats - 1) ? s->called : s->name);
        typed += length;
        if (!*typed)
            return;
        text_put_bytes(out, typed, 1);
    }
}

void seat_names_for_robot(const struct session *session, enum robot_level level, int *number,
                          char name[HOST_NAME])
{
    do {
        snprintf(name, HOST_NAME, "%s", input_name_robot(level));
        if (++*number > 1)
            snprintf(name, HOST_NAME, "%s%d", input_name_robot(level), *number);
    } while (session && seat_names_find(session, name));
}

bool session_is_old_press(const struct session *session, const struct press *press, int seat)
{
    return press->table != session->id || press->seat != seat ||
           press->decision != session->playing->decisions[seat];
}

/* ---- what somebody missed ---- */

static struct missed **find(struct missed **list, int seat)
{
    while (*list && (*list)->seat != seat)
        list = &(*list)->next;
    return list;
}

static void put_on(char line[MISSED_LINE], const char *text)
{
    static const char more[] = " ...";
    struct text out = {
        .bytes = line, .size = MISSED_LINE - (int)strlen(more), .length = (int)strlen(line)};
    if (out.length >= out.size)
        return; /* it was cut before */
    text_putf(&out, "%s%s", out.length > 0 ? " " : "", text);
    if (!out.cut)
        return;
    out = (struct text){.bytes = line, .size = MISSED_LINE, .length = out.length};
    text_put(&out, more);
}

void seat_missed_note(struct missed **list, int seat, const char *text, bool begins)
{
    struct missed **place = find(list, seat);
    if (!*place) {
        *place = calloc(1, sizeof **place);
        check(*place);
        (*place)->seat = seat;
    }
    struct missed *missed = *place;
    if (begins || missed->rounds == 0)
        missed->lines[missed->rounds++ % MISSED_ROUNDS][0] = '\0';
    put_on(missed->lines[(missed->rounds - 1) % MISSED_ROUNDS], text);
}

int seat_missed_take(struct missed **list, int seat, struct prose *out)
{
    struct missed **place = find(list, seat), *missed = *place;
    if (!missed)
        return 0;
    int rounds = missed->rounds;
    for (int i = rounds > MISSED_ROUNDS ? rounds - MISSED_ROUNDS : 0; i < rounds; i++) {
        prose_put(out, "\n");
        prose_put(out, missed->lines[i % MISSED_ROUNDS]);
    }
    *place = missed->next;
    free(missed);
    return rounds;
}

void seat_missed_free(struct missed *list)
{
    for (struct missed *missed = list, *next; missed; missed = next) {
        next = missed->next;
        free(missed);
    }
}
