/* The laws at every moment. The host's words are checked before the adapters get them, with the
   hands as they are; words that arrive are checked with the hands as they were lately. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "host_state.h"
#include "links.h"
#include "posts.h"
#include "prose.h"
#include "session_view.h"
#include "standin.h"
#include "tables.h"
#include "view.h"
#include "world.h"

enum { SETTLED_MS = 12000, NAMED_MS = 20000 };

/* ---- names ---- */

int net_of(const char *network)
{
    int i = 0;
    while (i < NETS && strcmp(w.nets[i].network, network) != 0)
        i++;
    check(i < NETS);
    return i;
}

int room_of(int net, const char *name)
{
    for (int r = 0; r < ROOMS; r++)
        if (strcmp(w.nets[net].rooms[r].name, name) == 0)
            return r;
    return -1;
}

struct known *known_of(int64_t table, bool makes)
{
    for (int i = 0; i < w.known_count; i++)
        if (w.known[i]->id == table)
            return w.known[i];
    if (!makes || w.known_count == TABLES)
        return NULL;
    struct known *known = calloc(1, sizeof *known);
    check(known);
    known->id = table;
    return w.known[w.known_count++] = known;
}

struct session *session_of(int64_t table)
{
    struct session *session = sim_host() ? sim_host()->tables.first : NULL;
    while (session && session->id != table)
        session = session->next;
    return session;
}

/* ---- hands ---- */

static void put_hand(struct session *session, int seat, char out[HAND])
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct prose prose;
    prose_clear(&prose);
    table_sight(view.rules, &session->playing->table, seat, &sight);
    view_hand(&view, &sight, &prose);
    snprintf(out, HAND, "%.500s", prose.text);
}

/* Two cards with letters at least: nothing else in any text looks so. */
static bool is_telling(const char *hand)
{
    return hand[0] >= 'a' && hand[0] <= 'z' && hand[1] == ' ' && strstr(hand, ", ");
}

static void note_hand(struct known_seat *seat, const char *hand)
{
    for (int i = 0; i < HANDS; i++)
        if (strcmp(seat->hands[i], hand) == 0)
            return;
    snprintf(seat->hands[seat->next_hand], HAND, "%s", hand);
    seat->next_hand = (seat->next_hand + 1) % HANDS;
}

static struct known *note_table(struct session *session)
{
    struct known *known = known_of(session->id, true);
    if (!known)
        return NULL;
    shared_note(session, known);
    known->told_line = session->record.next_line;
    known->seat_count = session->seat_count;
    known->hash_line = session->record.next_line;
    memcpy(known->hash, session->record.link, sizeof known->hash);
    for (int i = 0; i < session->seat_count && i < TABLE_PEOPLE; i++) {
        struct known_seat *seat = &known->seats[i];
        char hand[HAND];
        snprintf(seat->name, HOST_NAME, "%s", session->seats[i].called);
        if (!session_has_begun(session) || session->game->hand < 0)
            continue;
        put_hand(session, i, hand);
        if (is_telling(hand))
            note_hand(seat, hand);
    }
    return known;
}

/* Also where the server has not told yet that they are logged in. */
static bool is_key_of(const struct human *human, int net, const char *key)
{
    return *key && net == human->net &&
           (strcmp(key, human->key) == 0 || strcmp(key, human->account) == 0 ||
            strcmp(key, human->ended_key) == 0);
}

/* Until a change of nick has arrived, what they say and take comes under the former one. */
static bool is_name_of(const struct human *human, const char *name)
{
    return strcmp(name, human->name) == 0 ||
           (sim_now() - human->named_at < NAMED_MS && strcmp(name, human->former_name) == 0);
}

/* It is heard there, too, even where the seat cannot move, as while nothing can be saved. */
static bool is_one_with(const struct known_seat *seat, const struct human *human)
{
    const struct host *host = sim_host();
    return host && *seat->key &&
           identity_same(host, identity(w.nets[seat->net].network, seat->key),
                         identity(w.nets[human->net].network, human->key));
}

/* What is on its way when a seat changes identity may reach the former one. */
static bool owns(const struct known_seat *seat, const struct human *human)
{
    if (!human)
        return false;
    return is_key_of(human, seat->net, seat->key) ||
           is_key_of(human, seat->former_net, seat->former_key) ||
           (!seat->keeps_name && is_name_of(human, seat->name)) || is_one_with(seat, human);
}

/* This reader has, or lately had, a hand that this one is a part of. */
static bool has_had(const struct human *human, const char *hand)
{
    for (int t = 0; human && t < w.known_count; t++)
        for (int s = 0; s < w.known[t]->seat_count && s < TABLE_PEOPLE; s++)
            for (int i = 0; owns(&w.known[t]->seats[s], human) && i < HANDS; i++)
                if (strstr(w.known[t]->seats[s].hands[i], hand))
                    return true;
    return false;
}

/* What was told while this reader held the seat may be on its way when a robot or somebody else
   gets it. */
static bool has_left(const struct known_seat *seat, const struct human *human, const char *hand)
{
    if (!human || !is_key_of(human, seat->leaver_net, seat->leaver_key))
        return false;
    for (int i = 0; i < HANDS; i++)
        if (strstr(seat->leaver_hands[i], hand))
            return true;
    return false;
}

/* A card with a letter stands behind another: without it no hand is in the text. Letters begin
   anywhere. */
static bool has_letters(const char *text)
{
    for (const char *p = strstr(text, ", "); p; p = strstr(p + 2, ", "))
        if (p[2] >= 'a' && p[2] <= 'z' && p[3] == ' ')
            return true;
    return false;
}

/* `human` is NULL if everybody reads it. */
static void check_secret(enum count law, const struct human *human, const char *text)
{
    counts[law]++;
    if (!has_letters(text))
        return;
    for (int t = 0; t < w.known_count; t++) {
        const struct known *known = w.known[t];
        for (int s = 0; s < known->seat_count && s < TABLE_PEOPLE && !known->is_ended; s++)
            for (int i = 0; i < HANDS; i++) {
                const struct known_seat *seat = &known->seats[s];
                const char *hand = seat->hands[i];
                if (*hand && !owns(seat, human) && strstr(text, hand) && !has_had(human, hand) &&
                    !(law == LAW_SECRET_ARRIVED && has_left(seat, human, hand)))
                    world_break(law, "the hand of %s at table %lld is told to %s: %s", seat->name,
                                (long long)known->id, human ? human->name : "everybody", text);
            }
    }
}

/* ---- what the host says ---- */

static bool is_up(int net)
{
    return w.nets[net].up_since && sim_now() - w.nets[net].up_since > SETTLED_MS &&
           sim_now() > w.nets[net].wrong_until;
}

/* The program has heard them since it came: where accounts are told only with words, it cannot
   know before. */
static bool is_known(const struct human *human)
{
    return human->net == DISCORD ||
           (w.nets[human->net].up_since && human->heard_by_at > w.nets[human->net].up_since);
}

static void put_parts(const struct post *post, struct prose *out)
{
    const struct prose *parts[] = {post->tale, post->board, post->block, post->next};
    prose_clear(out);
    for (int i = 0; i < 4; i++)
        if (parts[i])
            prose_append(out, parts[i]);
}

bool has_readers(int net, int room)
{
    for (int i = 0; i < HUMANS; i++)
        if (w.humans[i].net == net &&
            (net == DISCORD || sim_person_is_in(w.humans[i].irc, w.nets[net].rooms[room].shown)))
            return true;
    return false;
}

static void squeeze(const char *text, char *out, size_t size)
{
    size_t length = 0;
    for (; *text && length + 1 < size; text++)
        if (*text != ' ' && *text != '\n')
            out[length++] = *text;
    out[length] = '\0';
}

/* What was played is told in words that are never dropped or merged. */
static void expect_tale(struct room_seen *room, const struct post *post)
{
    if (post->kind != POST_PLAY || !post->tale || post->tale->length < 40 ||
        room->tale_count == TALES)
        return;
    struct tale *tale = &room->tales[room->tale_count++];
    tale->at = sim_now();
    squeeze(post->tale->text, tale->start, 25);
}

/* False if somebody else has read it, too. */
static bool take_tale(struct room_seen *room, const char *text)
{
    char line[2048];
    if (room->last_at == sim_now() && strncmp(room->last, text, sizeof room->last - 1) == 0)
        return false;
    room->last_at = sim_now();
    snprintf(room->last, sizeof room->last, "%.63s", text);
    squeeze(text, line, sizeof line);
    size_t length = strlen(room->tail), more = strlen(line);
    if (length + more >= sizeof room->tail) {
        memmove(room->tail, room->tail + length - 1024, 1025);
        length = 1024;
    }
    memcpy(room->tail + length, line, more + 1);
    for (int i = room->tale_count - 1; i >= 0; i--)
        if (strstr(room->tail, room->tales[i].start)) {
            room->tales[i] = room->tales[--room->tale_count];
            counts[LAW_ROOM_TOLD]++;
        }
    return true;
}

void laws_post(void *arg, const struct host_port *port, const struct post *post)
{
    static struct prose all;
    int net = net_of(port->network), room = room_of(net, post->room);
    struct session *table = post->table ? session_of(post->table) : NULL;
    struct known *known = table ? note_table(table) : NULL;
    (void)arg;
    if (known) {
        shared_post(table, known, net, post);
        course_post(table, known, net, post);
    }
    put_parts(post, &all);
    sim_trace("post", post->room, all.text, (size_t)all.length);
    shared_codes(NULL, all.text);
    check_secret(LAW_SECRET,
                 post->room[0] == '@' ? human_of_key(port->network, post->room + 1) : NULL,
                 all.text);
    if (room >= 0 && is_up(net) && has_readers(net, room) && !w.nets[net].rooms[room].owed_at)
        w.nets[net].rooms[room].owed_at = sim_now();
    if (room >= 0 && net != DISCORD && is_up(net) && has_readers(net, room))
        expect_tale(&w.nets[net].rooms[room], post);
}

void laws_whisper(void *arg, const struct host_port *port, const struct whisper *whisper)
{
    int net = net_of(port->network);
    struct human *human = human_of_key(port->network, whisper->person);
    struct session *table = whisper->table ? session_of(whisper->table) : NULL;
    struct known *known = table ? note_table(table) : NULL;
    (void)arg;
    if (known)
        shared_whisper(table, known, net, whisper);
    sim_trace("whisper", whisper->person, whisper->prose->text, (size_t)whisper->prose->length);
    if (!human)
        return;
    shared_told(human, whisper->prose->text);
    shared_codes(human, whisper->prose->text);
    check_secret(LAW_SECRET, human, whisper->prose->text);
    bool may_be_public = whisper->is_open;               /* then it counts as an answer */
    bool may_wait = net == DISCORD && whisper->may_wait; /* the next turn brings the hand */
    if (is_up(net) && is_known(human) && human_is_there(human) && !human->owed_at &&
        !may_be_public && !may_wait) {
        human->owed_at = sim_now();
        snprintf(human->owed, sizeof human->owed, "%.150s", whisper->prose->text);
    }
}

/* ---- what the program hears ---- */

/* Networks of IRC count their messages alike, so that each id is given out on all of them. */
/* False if the message was heard before. */
static bool note_id(const struct heard *heard, int net)
{
    int number = 0;
    if (!heard->id || sscanf(heard->id, "m-%d", &number) != 1 || number >= IDS)
        return !heard->id || net == DISCORD;
    bool is_new = !(w.ids[number] >> net & 1);
    counts[FAULT_SAME_ID] += (w.ids[number] & ~(1U << net)) != 0;
    w.ids[number] |= (unsigned char)(1U << net);
    return is_new;
}

/* Who says something under which key: the world knows who it was. */
void laws_heard(void *arg, const struct heard *heard)
{
    int net = net_of(heard->network);
    struct human *human = NULL;
    (void)arg;
    sim_trace(heard->network, heard->name, heard->text, strlen(heard->text));
    bool is_new = note_id(heard, net);
    for (int i = 0; i < HUMANS; i++)
        if (w.humans[i].net == net && net != DISCORD && !w.humans[i].is_out &&
            strcmp(w.humans[i].name, heard->name) == 0)
            human = &w.humans[i];
    shared_heard(heard, net == DISCORD ? human_of_key(heard->network, heard->key) : human, is_new);
    if (!human || sim_now() - human->named_at < NAMED_MS)
        return;
    const struct human *other = human_of_key(heard->network, heard->key);
    if (other && other != human && sim_now() - other->named_at > NAMED_MS)
        world_break(LAW_SEAT, "%s speaks with the key of %s", human->name, other->name);
    snprintf(human->key, HOST_KEY, "%s", heard->key);
    human->heard_by_at = sim_now();
}

/* ---- what arrives ---- */

void laws_arrived(struct human *human, int net, int room, const char *text, uint64_t message)
{
    check_secret(LAW_SECRET_ARRIVED, human, text);
    shared_codes(human, text);
    if (human) {
        human->heard_at = sim_now();
        if (human->owed_at)
            counts[LAW_PERSON_TOLD]++;
        human->owed_at = 0;
    } else if (room >= 0) {
        struct room_seen *seen = &w.nets[net].rooms[room];
        if (net == DISCORD || take_tale(seen, text))
            course_arrived(net, room, text, message);
        seen->heard_at = sim_now();
        if (seen->owed_at)
            counts[LAW_ROOM_TOLD]++;
        seen->owed_at = 0;
    }
}

void laws_known(struct human *human, int64_t at)
{
    human->known_at = human->heard_at = at;
    if (human->owed_at && human->owed_at <= at)
        human->owed_at = 0;
}

static void check_answered(struct human *human)
{
    int64_t asked = human->asked_at;
    if (!asked)
        return;
    bool is_answered = human->heard_at >= asked;
    for (int r = 0; r < ROOMS;
         r++) /* a move that was typed in private is told where the table is */
        is_answered |= (human->asked_room == r || human->asked_room < 0) &&
                       w.nets[human->net].rooms[r].heard_at >= asked;
    if (is_answered) {
        counts[LAW_ANSWERED]++;
        human->asked_at = 0;
    } else if (sim_now() - asked > PATIENCE_MS) {
        world_break(LAW_ANSWERED, "%s on %s said '%s' in %s at %.3f s, and nothing came",
                    human->name, w.nets[human->net].title, human->asked,
                    human->asked_room >= 0 ? w.nets[human->net].rooms[human->asked_room].name
                                           : "private",
                    (double)asked / 1000);
    }
}

static void check_told(struct human *human)
{
    if (human->owed_at && sim_now() - human->owed_at > PATIENCE_MS)
        world_break(LAW_PERSON_TOLD, "%s on %s was to be told at %.3f s: %s", human->name,
                    w.nets[human->net].title, (double)human->owed_at / 1000, human->owed);
}

static bool is_lateness(void)
{
    static const char *const signs[] = {
        "no heartbeat", "a heartbeat whose d", "before the end of", "Resume of a session",
        "op 3 before Identify" /* what ended the session is still on the way */};
    const char *text = standin_violation_text(w.discord);
    for (size_t i = 0; i < sizeof signs / sizeof *signs; i++)
        if (strstr(text, signs[i]))
            return true;
    return false;
}

static bool has_bot(const struct net *net)
{
    bool has = true;
    for (int r = 0; r < ROOMS; r++)
        has &= sim_irc_has_bot(net->irc, net->rooms[r].shown);
    return has;
}

static void check_net(int i)
{
    struct net *net = &w.nets[i];
    bool is_there = sim_is_running() && net->is_configured &&
                    (i == DISCORD ? standin_is_ready(w.discord, 0) : has_bot(net));
    for (int h = 0; h < HUMANS && !is_there && i != DISCORD; h++)
        if (w.humans[h].net == i && w.humans[h].key[0] && w.humans[h].key[0] != '$') {
            memcpy(w.humans[h].ended_key, w.humans[h].key, HOST_KEY);
            w.humans[h].key[0] = '\0'; /* it ends with the connection */
        }
    for (int k = 0; k < w.known_count && !is_there && sim_is_running(); k++)
        w.known[k]->had_death |= shared_is_on(w.known[k], i) && session_of(w.known[k]->id);
    net->up_since = !is_there ? 0 : net->up_since ? net->up_since : sim_now();
    for (int r = 0; r < ROOMS; r++)
        if (net->rooms[r].owed_at && sim_now() - net->rooms[r].owed_at > PATIENCE_MS)
            world_break(LAW_ROOM_TOLD, "%s on %s was to be told at %.3f s, and was not",
                        net->rooms[r].name, net->title, (double)net->rooms[r].owed_at / 1000);
    for (int r = 0; r < ROOMS; r++)
        for (int t = 0; t < net->rooms[r].tale_count; t++)
            if (sim_now() - net->rooms[r].tales[t].at > PATIENCE_MS)
                world_break(LAW_ROOM_TOLD, "%s on %s was to be told at %.3f s '%s...', and was not",
                            net->rooms[r].name, net->title,
                            (double)net->rooms[r].tales[t].at / 1000, net->rooms[r].tales[t].start);
    int violations = i == DISCORD ? standin_violations(w.discord) : sim_irc_violations(net->irc);
    /* Over a wire that lags or is silent, even who does all right is late. */
    bool is_excused =
        i == DISCORD && sim_now() - net->trouble_at < 2 * PATIENCE_MS && is_lateness();
    /* Only the wall clock tells a new process when the one before identified, and only if that
       could be saved. It does not wait in case it was not: each start would take five seconds
       longer, and all that Discord does is to refuse the session, which is asked for again some
       seconds later. */
    bool may_forget =
        (w.jumped_at && w.started_at > w.jumped_at && sim_now() - w.jumped_at < 60000) ||
        (w.spoilt_at && w.started_at > w.spoilt_at && sim_now() - w.spoilt_at < 60000);
    is_excused |= i == DISCORD && may_forget &&
                  strstr(standin_violation_text(w.discord), "Identify of shard");
    if (violations > net->violations && !is_excused)
        world_break(LAW_MANNERS, "%s: %s", net->title,
                    i == DISCORD ? standin_violation_text(w.discord) : sim_irc_violation(net->irc));
    net->violations = violations;
    counts[LAW_MANNERS]++;
}

/* ---- seats ---- */

static void check_seat(const struct session *session, const struct seat *seat)
{
    const struct human *human = seat->kind == SEAT_PERSON && !seat->is_detached && !seat->keeps_name
                                    ? human_of_key(seat->port->network, seat->key)
                                    : NULL;
    if (!human || !is_known(human) || session->state.is_recovered || *seat->next_name ||
        session->change || session->queue.first || human->is_out ||
        sim_now() - human->named_at < PATIENCE_MS ||
        sim_now() - w.nets[human->net].trouble_at < PATIENCE_MS)
        return;
    counts[LAW_SEAT]++;
    if (strcmp(seat->called, human->name) != 0)
        world_break(LAW_SEAT, "the seat of %s at table %lld is held by %s", seat->name,
                    (long long)session->id, human->name);
}

static void check_seats(struct host *host)
{
    for (struct session *session = host->tables.first; session; session = session->next) {
        for (int i = 0; i < session->seat_count; i++)
            check_seat(session, &session->seats[i]);
        shared_check_seats(session);
    }
}

void laws_tick(void)
{
    static int64_t seats_at;
    if (sim_exits() > 0)
        world_break(LAW_ALIVE, "main() returned");
    for (int i = 0; i < NETS; i++)
        check_net(i);
    for (int i = 0; i < HUMANS; i++) {
        check_answered(&w.humans[i]);
        check_told(&w.humans[i]);
    }
    shared_check_lines();
    if (!sim_host())
        return;
    counts[LAW_ALIVE]++;
    outage_note(); /* a network may be there for a few seconds only */
    if (sim_now() - seats_at > 10000 || sim_now() < seats_at) {
        seats_at = sim_now();
        check_seats(sim_host());
        outage_check(sim_host());
    }
    if (w.unchecked_start && sim_now() - w.started_at > 60000 && sim_now() - w.trouble_at > 60000) {
        w.unchecked_start = false;
        after_start();
    }
}
