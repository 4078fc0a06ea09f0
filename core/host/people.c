/* Who is who at a table: keys, seat words, and whose word counts. A seat is found by its key, never by a name; a seat
   whose owner went out of sight is nobody's until the seat word is spoken. */
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "log.h"
#include "record.h"
#include "absent.h"
#include "aside.h"
#include "room.h"
#include "text.h"

enum { CLAIM_LOCK_MS = 60 * 60 * 1000, WORD_AGAIN_MS = 60 * 1000, LINE_BYTES = 512 };

int room_seat_of(const struct table_room *room, const struct heard *heard)
{
    if (strcmp(room->port->network, heard->network) != 0)
        return -1;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct seat *s = &room->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_detached && strcmp(s->key, heard->key) == 0)
            return seat;
    }
    return -1;
}

void people_forget(struct table_room *room)
{
    while (room->sitting_count > 0) {
        struct sitting *sitting = &room->sittings[--room->sitting_count];
        struct sitting **link = &room->host->sittings[sitting->bucket];
        while (*link != sitting)
            link = &(*link)->next;
        *link = sitting->next;
    }
}

/* Once in each bucket, so that nobody finds the same table twice. */
static void index_key(struct table_room *room, const char *key)
{
    struct sitting *sitting = &room->sittings[room->sitting_count];
    unsigned bucket = room_bucket(room->port->network, key);
    for (int i = 0; i < room->sitting_count; i++)
        if (room->sittings[i].bucket == bucket)
            return;
    *sitting = (struct sitting){.next = room->host->sittings[bucket], .room = room, .bucket = bucket};
    room->host->sittings[bucket] = sitting;
    room->sitting_count++;
}

void people_index(struct table_room *room)
{
    people_forget(room);
    for (int seat = 0; seat < room->seat_count && room->is_linked; seat++)
        if (room->seats[seat].kind == SEAT_PERSON)
            index_key(room, room->seats[seat].key);
    if (room->opener[0] && room->is_linked)
        index_key(room, room->opener);
}

int room_seat_waiting(const struct table_room *room, const char *name)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seats[seat].is_detached && text_same_word(room->seats[seat].called, name))
            return seat;
    return -1;
}

bool room_has_people(const struct table_room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seats[seat].kind == SEAT_PERSON && !room->seats[seat].is_left)
            return true;
    return false;
}

bool room_is_alone(const struct table_room *room)
{
    int people = 0;
    for (int seat = 0; seat < room->seat_count; seat++)
        people += room->seats[seat].kind == SEAT_PERSON;
    return people <= 1;
}

/* ---- whose word counts ---- */

int room_opener_seat(const struct table_room *room)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (room->seats[seat].is_opener && !room->seats[seat].is_left)
            return seat;
    return -1;
}

/* The opener while seated, operators, admins; any seated player when all other people are gone. */
bool room_obeys(const struct table_room *room, const struct heard *heard)
{
    if (heard->rank & (RANK_OPERATOR | RANK_ADMIN))
        return true;
    int own = room_seat_of(room, heard);
    if (own < 0 || room->seats[own].is_left)
        return false;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct seat *s = &room->seats[seat];
        if (seat != own && s->kind == SEAT_PERSON && !s->is_left && !s->is_detached)
            return room->seats[own].is_opener;
    }
    return true;
}

bool room_refuses_with(struct table_room *room, const struct heard *heard, enum string id, const char *command)
{
    int opener = room_opener_seat(room);
    if (room_obeys(room, heard))
        return false;
    if (opener >= 0)
        tell_person(room->host, heard, id, "who", room->seats[opener].name, "command", command, (char *)0);
    else
        tell_person(room->host, heard, STRING_NOT_ALLOWED_GONE, "who", room->opener_name, (char *)0);
    return true;
}

bool room_refuses(struct table_room *room, const struct heard *heard, const char *command)
{
    return room_refuses_with(room, heard, STRING_NOT_ALLOWED, command);
}

bool host_lacks_table(struct host *host, struct table_room *room, const struct heard *heard)
{
    if (!room)
        tell_person(host, heard, STRING_TABLE_NONE, (char *)0);
    return !room;
}

void tell_not_seated(struct table_room *room, const struct heard *heard, enum string id)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    room_people(room, room_all_seats(room), &who);
    if (room_seat_waiting(room, heard->name) >= 0)
        tell_openly(room->host, heard, STRING_SEAT_NOT_PROVEN, "who", heard->name, (char *)0);
    else
        tell_openly(room->host, heard, id, "who", names, "game", room->game->name, (char *)0);
}

/* ---- seat words ---- */

/* Ten letters and digits that are not taken for one another: 49 bits, shown as "k7plm-x3vqd". */
void word_new(char word[16], unsigned char hash[ROOM_HASH], int64_t table)
{
    static const char letters[] = "abcdefghjkmnpqrstuvwxyz23456789";
    char *out = word;
    for (int i = 0; i < 10; i++) {
        if (i == 5)
            *out++ = '-';
        *out++ = letters[randombytes_uniform(sizeof letters - 1)];
    }
    *out = '\0';
    word_hash(word, table, hash);
}

/* Typed words are taken with capitals, without the dash, with blanks around. */
void word_hash(const char *word, int64_t table, unsigned char hash[ROOM_HASH])
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

/* Who said wrong words before; NULL: not this person. After an hour all tries are free again. */
static struct claimer *claimer_of(struct host *host, const struct heard *heard)
{
    for (int i = 0; i < CLAIMERS; i++) {
        struct claimer *claimer = &host->claimers[i];
        if (strcmp(claimer->key, heard->key) != 0 || strcmp(claimer->network, heard->network) != 0)
            continue;
        if (heard->now - claimer->since > CLAIM_LOCK_MS)
            claimer->wrong = 0;
        return claimer;
    }
    return NULL;
}

/* Counts a wrong word and says how many more may be tried. */
static void refuse_word(struct host *host, const struct heard *heard, struct claimer *claimer)
{
    char left[12];
    if (!claimer) {
        claimer = &host->claimers[host->next_claimer];
        host->next_claimer = (host->next_claimer + 1) % CLAIMERS;
        *claimer = (struct claimer){0};
        snprintf(claimer->network, sizeof claimer->network, "%s", heard->network);
        snprintf(claimer->key, sizeof claimer->key, "%s", heard->key);
    }
    claimer->since = heard->now;
    snprintf(left, sizeof left, "%d", CLAIM_TRIES - ++claimer->wrong);
    tell_person(host, heard, STRING_SEAT_WORD_WRONG, "left", left, (char *)0);
}

/* To the owner, wherever and by whomever the old one was said; one who is gone gets the next when the seat is taken back. */
static void told_new_word(struct change *change)
{
    struct table_room *room = change->room;
    const struct seat *seat = &room->seats[change->seat];
    struct heard owner = {.network = room->port->network, .key = seat->key, .name = seat->called};
    if (seat->is_detached) {
        tell_person(room->host, &change->heard, STRING_SEAT_WORD_PUBLIC, (char *)0);
        return;
    }
    tell_person(room->host, &change->heard, STRING_SEAT_WORD_PUBLIC_HELD, (char *)0);
    tell_word(room, &owner, STRING_SEAT_WORD, change->note);
}

static void told_word_again(struct change *change)
{
    tell_word(change->room, &change->heard, STRING_SEAT_WORD_NEW, change->note);
}

void word_put_line(int seat, const unsigned char hash[ROOM_HASH], struct text *line)
{
    text_put(line, "word");
    record_put_number(line, "seat", seat + 1);
    record_put_bytes(line, "word", hash, ROOM_HASH);
}

/* The old word is void: others have read it, or its owner has lost it. */
static void replace_word(struct table_room *room, int seat, const struct heard *heard, change_done *told)
{
    unsigned char hash[ROOM_HASH];
    char bytes[LINE_BYTES], fresh[16];
    struct text line = text_over(bytes, sizeof bytes);
    word_new(fresh, hash, room->id);
    word_put_line(seat, hash, &line);
    change_commit_line(room, heard, &line, seat, fresh, false, told);
}

/* The new word was told, so the one that was spoken is used up; until here a kill would leave its owner with no other. */
static void forget_old_word(struct table_room *room, int seat)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    word_put_line(seat, room->seats[seat].word, &line);
    change_commit_line(room, NULL, &line, seat, NULL, false, NULL);
}

static void told_claimed(struct change *change)
{
    struct table_room *room = change->room;
    struct seat *seat = &room->seats[change->seat];
    tell_word(room, &change->heard, STRING_SEAT_WORD_RIGHT, change->note);
    bool is_private = room->name[0] == '@';
    struct prose tale;
    prose_clear(&tale);
    view_string(&tale, STRING_ATTACHED, "who", seat->name, (char *)0);
    if (is_private && room_has_begun(room))
        tell_standing(room, POST_NEWS, &tale);
    else
        tell_post(room, POST_NEWS, &tale);
    if (room_has_begun(room))
        latest_tell_hand(room, change->seat);
    if (is_private) {
        room->is_recovered = false; /* nobody else tells that it can be posted to again */
        absent_begin(room);
        clock_play_on_at(room, room->host->now);
    }
    forget_old_word(room, change->seat);
}

bool people_put_claim(struct change *change, int seat, const unsigned char word[ROOM_HASH], struct text *line)
{
    text_put(line, "claim");
    record_put_number(line, "seat", seat + 1);
    bool is_person = change_put_person(change, change->heard.key, change->heard.name, line);
    record_put_bytes(line, "word", word, ROOM_HASH);
    return is_person;
}

/* The word was right: the seat is bound to whoever spoke it, and gets a new one. */
static void claim(struct table_room *room, int seat, const struct heard *heard)
{
    char bytes[LINE_BYTES], word[16];
    unsigned char hash[ROOM_HASH];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(room, heard);
    word_new(word, hash, room->id);
    if (people_put_claim(change, seat, hash, &line)) {
        change_put(change, &line, seat, word, told_claimed);
        change_put_key(change, heard->key);
        change_commit(change);
        return;
    }
    tell_person(room->host, heard, STRING_JOIN_TOO_MANY_PEOPLE, (char *)0);
    change_free(change);
}

static int seat_with_word(const struct table_room *room, const char *word)
{
    unsigned char hash[ROOM_HASH];
    word_hash(word, room->id, hash);
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct seat *s = &room->seats[seat];
        if ((s->has_word && sodium_memcmp(hash, s->word, ROOM_HASH) == 0) ||
            (s->has_old_word && sodium_memcmp(hash, s->old_word, ROOM_HASH) == 0))
            return seat;
    }
    return -1;
}

/* The table of the network where a seat has this word; *waiting counts the seats that wait for one. */
static struct table_room *room_of_word(struct host *host, const char *network, const char *word, int *out_seat,
                                       int *waiting)
{
    struct table_room *found = NULL;
    *waiting = 0;
    for (int b = 0; b < HOST_BUCKETS; b++)
        for (struct table_room *room = host->buckets[b]; room; room = room->next_in_bucket) {
            if (strcmp(room->port->network, network) != 0)
                continue;
            for (int seat = 0; seat < room->seat_count; seat++)
                *waiting += room->seats[seat].is_detached;
            int seat = found ? -1 : seat_with_word(room, word);
            if (seat >= 0) {
                found = room;
                *out_seat = seat;
            }
        }
    return found;
}

bool room_has_private_twin(const struct table_room *room, const char *key)
{
    char name[HOST_ROOM];
    snprintf(name, sizeof name, "@%s", key);
    return room->name[0] == '@' && room_is_taken(room->host, room->port->network, name);
}

/* The word is right. Where the seat cannot be had by it, one that others have read is void. */
static void take_seat(struct table_room *room, int seat, const struct heard *heard)
{
    bool is_seated = room_seat_of(room, heard) >= 0, is_held = !room->seats[seat].is_detached;
    bool is_taken = room_has_private_twin(room, heard->key);
    if (heard->room && (is_held || is_seated || is_taken))
        replace_word(room, seat, heard, told_new_word);
    else if (is_seated)
        tell_person(room->host, heard, STRING_SEAT_WORD_HELD, "room", tell_place(room), (char *)0);
    else if (is_taken)
        tell_person(room->host, heard, STRING_SEAT_WORD_TABLE_OPEN, (char *)0);
    else
        claim(room, seat, heard);
}

/* A right word is heard in its table's turn, so that one that others read does not stay good while the disk works. */
void host_claim(struct host *host, const struct heard *heard, const char *word)
{
    struct claimer *claimer = claimer_of(host, heard);
    int waiting, seat = -1;
    bool is_locked = claimer && claimer->wrong >= CLAIM_TRIES;
    if (is_locked && !heard->room) { /* before all tables are looked through */
        tell_person(host, heard, STRING_SEAT_WORD_LOCKED, (char *)0);
        return;
    }
    struct table_room *room = room_of_word(host, heard->network, word, &seat, &waiting);
    bool is_strangers = room && !heard->room && !room->seats[seat].is_detached && room_seat_of(room, heard) != seat;
    if (room && room->change)
        queue_again(room, heard);
    else if (is_locked && !room)
        tell_person(host, heard, STRING_SEAT_WORD_LOCKED, (char *)0);
    else if (room && !is_strangers)
        take_seat(room, seat, heard);
    else if (!room && aside_claim(host, heard, word))
        return;
    else if (waiting == 0 && host->aside_count == 0)
        tell_person(host, heard, STRING_SEAT_WORD_NO_SEAT, (char *)0);
    else
        refuse_word(host, heard, claimer);
}

/* A new one each minute at most: each is a line of the record. */
static void give_word(struct table_room *room, int seat, const struct heard *heard)
{
    struct seat *s = &room->seats[seat];
    if (room_key_lasts(room->port, s->key)) {
        tell_person(room->host, heard, STRING_SEAT_WORD_NOT_NEEDED, "room", tell_place(room), (char *)0);
    } else if (s->word_at && heard->now - s->word_at < WORD_AGAIN_MS) {
        tell_person(room->host, heard, STRING_SEAT_WORD_SOON, "room", tell_place(room), (char *)0);
    } else {
        s->word_at = heard->now;
        replace_word(room, seat, heard, told_word_again);
    }
}

/* Whether a seat of the network waits for somebody of this name. */
static bool is_waited_for(struct host *host, const struct heard *heard)
{
    for (int b = 0; b < HOST_BUCKETS; b++)
        for (const struct table_room *room = host->buckets[b]; room; room = room->next_in_bucket) {
            if (strcmp(room->port->network, heard->network) == 0 && room_seat_waiting(room, heard->name) >= 0)
                return true;
        }
    return false;
}

void host_show_seat(struct host *host, const struct heard *heard)
{
    struct table_room *room;
    int count = 0;
    for (int i = 0; (room = host_table_of(host, heard->network, heard->key, i)); i++) {
        int seat = room_seat_of(room, heard);
        if (room->change) { /* in its turn */
            queue_again(room, heard);
            return;
        }
        if (seat < 0 || room->seats[seat].is_detached || room->seats[seat].is_left)
            continue;
        count++;
        give_word(room, seat, heard);
    }
    if (count == 0)
        tell_person(host, heard, is_waited_for(host, heard) ? STRING_SEAT_WORD_MISSING : STRING_SEAT_WORD_NO_SEAT,
                    (char *)0);
}
