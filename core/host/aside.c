/* Tables that were set aside: their record is open, but nobody plays, no room shows them, and of what was played nothing is in
   memory or was shown. Who sat there goes on with one in any room of its network, within ASIDE_DAYS; then its record ends. They
   count like open tables, for whoever opened them (shares.c) and for the house. */
#include <inttypes.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "log.h"
#include "reading.h"
#include "record.h"
#include "room.h"
#include "shares.h"
#include "store.h"
#include "text.h"

enum { LINE_BYTES = 512, LISTED_MOST = 8 };

struct aside_seat {
    bool is_person, is_detached, has_word, has_old_word;
    char key[HOST_KEY], name[HOST_NAME];
    unsigned char word[ROOM_HASH], old_word[ROOM_HASH];
};

struct aside {
    struct aside *next;
    struct host *host; /* NULL: it is gone, and what is being saved is told to nobody */
    int64_t id, next_line;
    int64_t ends_at; /* by the host's clock; INT64_MAX: not set aside in its record before its room has heard of it */
    const struct host_port *port;
    char room[HOST_ROOM]; /* where it was */
    const struct game *game;
    bool is_untold;
    bool is_saving, is_resumed; /* one of them: nothing else is done with it meanwhile */
    bool has_payer;
    unsigned char payer[ROOM_PAYER];
    int seat_count;
    struct aside_seat seats[];
};

/* ---- the list, by when they end ---- */

static void insert(struct host *host, struct aside *aside)
{
    struct aside **link = &host->asides;
    while (*link && (*link)->ends_at <= aside->ends_at)
        link = &(*link)->next;
    aside->next = *link;
    *link = aside;
}

static void take_out(struct host *host, const struct aside *aside)
{
    struct aside **link = &host->asides;
    while (*link != aside)
        link = &(*link)->next;
    *link = aside->next;
}

static void forget(struct aside *aside)
{
    struct host *host = aside->host;
    take_out(host, aside);
    host->aside_count--;
    if (aside->has_payer)
        shares_keep_aside(host, aside->port->network, aside->payer, -1);
    free(aside);
}

void asides_fini(struct host *host)
{
    for (struct aside *aside = host->asides, *next; aside; aside = next) {
        next = aside->next;
        aside->host = NULL;
        if (!aside->is_saving)
            free(aside); /* else when the store has done with it */
    }
    host->asides = NULL;
}

static int64_t days_from(const struct host *host, int64_t seconds)
{
    return host->now + (seconds + ASIDE_DAYS * 24 * 3600) * 1000 - host_wall(host);
}

static void copy_seat(struct aside_seat *to, const struct seat *from)
{
    to->is_person = from->kind == SEAT_PERSON;
    to->is_detached = from->is_detached;
    to->has_word = from->has_word;
    to->has_old_word = from->has_old_word;
    memcpy(to->key, from->key, sizeof to->key);
    memcpy(to->name, from->name, sizeof to->name);
    memcpy(to->word, from->word, sizeof to->word);
    memcpy(to->old_word, from->old_word, sizeof to->old_word);
}

/* What of a room has to be known without it. */
static struct aside *add(const struct table_room *room)
{
    struct host *host = room->host;
    struct aside *aside = calloc(1, sizeof *aside + (size_t)room->seat_count * sizeof aside->seats[0]);
    check(aside);
    *aside = (struct aside){.host = host,
                            .id = room->id,
                            .next_line = room->next_line,
                            .ends_at = days_from(host, room->aside_at),
                            .port = room->port,
                            .game = room->game,
                            .has_payer = room->has_payer,
                            .seat_count = room->seat_count};
    memcpy(aside->room, room->name, sizeof aside->room);
    memcpy(aside->payer, room->payer, sizeof aside->payer);
    for (int seat = 0; seat < room->seat_count; seat++)
        copy_seat(&aside->seats[seat], &room->seats[seat]);
    if (aside->has_payer)
        shares_keep_aside(host, aside->port->network, aside->payer, 1);
    host->aside_count++;
    return aside;
}

void aside_keep(struct table_room *room, bool is_untold)
{
    struct aside *aside = add(room);
    if (is_untold)
        aside->ends_at = INT64_MAX;
    aside->is_untold = is_untold;
    room->host->untold += is_untold;
    insert(room->host, aside);
    room_remove(room);
}

static bool is_busy(const struct aside *aside)
{
    return aside->is_saving || aside->is_resumed;
}

static void put_people(const struct aside *aside, struct text *out)
{
    for (int seat = 0; seat < aside->seat_count; seat++)
        if (aside->seats[seat].is_person)
            text_putf(out, "%s%s", out->length ? "\n" : "", aside->seats[seat].name);
}

static void put_number(const struct aside *aside, char bytes[24])
{
    snprintf(bytes, 24, "%" PRId64, aside->id);
}

/* ---- setting aside ---- */

static void put_aside_line(const struct host *host, char bytes[LINE_BYTES])
{
    struct text line = text_over(bytes, LINE_BYTES);
    text_put(&line, "aside");
    record_put_number(&line, "at", host_wall(host) / 1000);
}

static void told_aside(struct change *change)
{
    struct table_room *room = change->room;
    struct aside *aside = add(room);
    char names[TABLE_SEATS * HOST_NAME], number[24];
    struct text who = text_over(names, sizeof names);
    insert(room->host, aside);
    put_people(aside, &who);
    put_number(aside, number);
    bool is_by_clock = change->input->kind != INPUT_HEARD;
    tell_room(room, POST_NEWS, is_by_clock ? STRING_SET_ASIDE_CLOCK : STRING_SET_ASIDE, "by", change->heard.name,
              "game", room->game->name, "who", names, "number", number, (char *)0);
}

void aside_put(struct table_room *room, const struct heard *heard)
{
    char bytes[LINE_BYTES];
    put_aside_line(room->host, bytes);
    struct change *change = change_new(room, heard);
    if (!heard)
        change->input->kind = INPUT_WATCH;
    change_add(change, bytes);
    change->applies_lines = true;
    change->leaves = true;
    change->told = told_aside;
    change_commit(change);
}

static void told_lobby_freed(struct change *change)
{
    tell_room(change->room, POST_NEWS, STRING_STOPPED_LOBBY, "by", change->heard.name, "game", change->room->game->name,
              (char *)0);
}

void host_set_aside(struct host *host, struct table_room *room, const struct heard *heard)
{
    char names[TABLE_SEATS * HOST_NAME], bytes[LINE_BYTES];
    struct text who = text_over(names, sizeof names), line = text_over(bytes, sizeof bytes);
    if (host_lacks_table(host, room, heard))
        return;
    unsigned present = absent_present(room);
    room_people(room, present, &who);
    text_put(&line, "end reason=left");
    if (present)
        tell_person(host, heard, STRING_FREE_PRESENT, "who", names, (char *)0);
    else if (room_has_begun(room))
        aside_put(room, heard);
    else
        change_commit_line(room, heard, &line, SEAT_NONE, NULL, true, told_lobby_freed);
}

/* ---- two tables for one room, found when they were read back ---- */

static void tell_in(const struct host_port *port, const char *room, const struct prose *tale)
{
    struct post post = {.room = room, .kind = POST_NEWS, .tale = tale};
    port->post(port->self, &post);
}

static void untold_saved(void *arg, enum store_result result)
{
    struct aside *aside = arg;
    if (!aside->host) {
        free(aside);
        return;
    }
    aside->is_saving = false;
    if (result == STORE_OK)
        aside->next_line++;
}

static void tell_untold(struct aside *aside)
{
    struct host *host = aside->host;
    char names[TABLE_SEATS * HOST_NAME], number[24], bytes[LINE_BYTES];
    const char *lines[] = {bytes};
    struct text who = text_over(names, sizeof names);
    struct prose tale;
    prose_clear(&tale);
    put_people(aside, &who);
    put_number(aside, number);
    view_string(&tale, STRING_SET_ASIDE_DOUBLE, "game", aside->game->name, "who", names, "number", number, (char *)0);
    tell_in(aside->port, aside->room, &tale);
    put_aside_line(host, bytes);
    aside->is_untold = false;
    aside->is_saving = true;
    host->untold--;
    take_out(host, aside);
    aside->ends_at = days_from(host, host_wall(host) / 1000);
    insert(host, aside);
    struct store_append append = {
        .table = aside->id, .first_seq = aside->next_line, .lines = lines, .count = 1, .leaves = true};
    store_write(host->store, &append, untold_saved, aside);
}

void aside_tell(struct host *host, const char *network, const char *room)
{
    for (struct aside *aside = host->untold ? host->asides : NULL, *next; aside; aside = next) {
        next = aside->next;
        if (aside->is_untold && strcmp(aside->port->network, network) == 0 && strcmp(aside->room, room) == 0)
            tell_untold(aside);
    }
}

/* ---- the end ---- */

static void end_saved(void *arg, enum store_result result)
{
    struct aside *aside = arg;
    aside->is_saving = false;
    if (!aside->host) {
        free(aside);
        return;
    }
    if (result == STORE_OK) {
        forget(aside);
        return;
    }
    take_out(aside->host, aside);
    aside->ends_at = aside->host->now + HOST_RETRY_MS;
    insert(aside->host, aside);
}

static void end_record(struct aside *aside, const char *line)
{
    struct store_append append = {
        .table = aside->id, .first_seq = aside->next_line, .lines = &line, .count = 1, .ends = true};
    aside->is_saving = true;
    store_write(aside->host->store, &append, end_saved, aside);
}

/* One in a turn: they end one after the other, as they were set aside. */
void asides_tick(struct host *host)
{
    struct aside *aside = host->asides;
    while (aside && is_busy(aside))
        aside = aside->next;
    if (aside && aside->ends_at <= host->now)
        end_record(aside, "end reason=aside");
}

int64_t asides_next(const struct host *host)
{
    const struct aside *aside = host->asides;
    while (aside && is_busy(aside))
        aside = aside->next;
    return aside ? aside->ends_at : INT64_MAX;
}

bool aside_end(struct host *host, int64_t number)
{
    struct aside *aside = host->asides;
    while (aside && aside->id != number)
        aside = aside->next;
    if (!aside || is_busy(aside))
        return false;
    host->untold -= aside->is_untold;
    aside->is_untold = false;
    end_record(aside, "end reason=stopped");
    return true;
}

/* ---- whose they are ---- */

static int seat_by_key(const struct aside *aside, const struct heard *heard)
{
    for (int seat = 0; seat < aside->seat_count; seat++) {
        const struct aside_seat *s = &aside->seats[seat];
        if (s->is_person && !s->is_detached && strcmp(s->key, heard->key) == 0 &&
            strcmp(aside->port->network, heard->network) == 0)
            return seat;
    }
    return -1;
}

static int seat_by_word(const struct aside *aside, const char *word)
{
    unsigned char hash[ROOM_HASH];
    word_hash(word, aside->id, hash);
    for (int seat = 0; seat < aside->seat_count; seat++) {
        const struct aside_seat *s = &aside->seats[seat];
        if ((s->has_word && sodium_memcmp(hash, s->word, ROOM_HASH) == 0) ||
            (s->has_old_word && sodium_memcmp(hash, s->old_word, ROOM_HASH) == 0))
            return seat;
    }
    return -1;
}

/* In private the seat is from then on theirs by this key; that the record says so comes with !resume. A word that others
   have read opens nothing before the program starts again, and then it is asked for in private once more. */
bool aside_claim(struct host *host, const struct heard *heard, const char *word)
{
    for (struct aside *aside = host->asides; aside; aside = aside->next) {
        int seat = strcmp(aside->port->network, heard->network) == 0 ? seat_by_word(aside, word) : -1;
        char number[24];
        if (seat < 0)
            continue;
        put_number(aside, number);
        if (heard->room) {
            aside->seats[seat].has_word = aside->seats[seat].has_old_word = false;
            tell_person(host, heard, STRING_SEAT_WORD_PUBLIC, (char *)0);
            return true;
        }
        aside->seats[seat].is_detached = false;
        snprintf(aside->seats[seat].key, HOST_KEY, "%s", heard->key);
        tell_person(host, heard, STRING_SEAT_WORD_ASIDE, "game", aside->game->name, "number", number, (char *)0);
        return true;
    }
    return false;
}

/* The person's tables that were set aside; the first of them, and a list of some. */
static int asides_of(const struct host *host, const struct heard *heard, struct aside **first, struct text *list)
{
    int count = 0;
    for (struct aside *aside = host->asides; aside; aside = aside->next) {
        if (seat_by_key(aside, heard) < 0)
            continue;
        if (count++ == 0)
            *first = aside;
        if (count <= LISTED_MOST)
            text_putf(list, "%s%" PRId64 " (%s)", count > 1 ? ", " : "", aside->id, aside->game->name);
    }
    return count;
}

/* ---- going on ---- */

struct resuming {
    struct host *host;
    int64_t table;
    struct input input; /* who said so, and where */
    char room[HOST_ROOM];
};

static struct aside *aside_numbered(const struct host *host, int64_t number)
{
    struct aside *aside = host->asides;
    while (aside && aside->id != number)
        aside = aside->next;
    return aside;
}

static void told_resumed(struct change *change)
{
    struct table_room *room = change->room;
    struct aside *aside = aside_numbered(room->host, room->id);
    struct prose tale;
    check(aside);
    forget(aside);
    if (change->note[0])
        tell_person(room->host, &change->heard, STRING_SEAT_WORD, "word", change->note, (char *)0);
    absent_begin(room);
    prose_clear(&tale);
    view_string(&tale, STRING_RESUMED, "who", change->heard.name, "game", room->game->name, (char *)0);
    if (room_has_begun(room))
        tell_standing(room, POST_NEWS, &tale);
    else
        tell_post(room, POST_NEWS, &tale);
    for (int seat = 0; seat < room->seat_count && room_has_begun(room); seat++)
        if (room->seats[seat].kind == SEAT_PERSON && !room->seats[seat].is_left && !room->seats[seat].is_detached)
            latest_tell_hand(room, seat);
    clock_play_on_at(room, room->host->now);
}

/* The person is there, so their own seat is theirs again: by their key, or by the word they said before. */
static void add_return(struct change *change, const struct aside *aside, int seat)
{
    struct table_room *room = change->room;
    char bytes[LINE_BYTES], word[16];
    unsigned char hash[ROOM_HASH];
    struct text line = text_over(bytes, sizeof bytes);
    if (strcmp(room->seats[seat].key, aside->seats[seat].key) != 0) {
        word_new(word, hash, room->id);
        text_put(&line, "claim");
        record_put_number(&line, "seat", seat + 1);
        record_put(&line, "key", change->heard.key);
        record_put(&line, "name", change->heard.name);
        record_put_bytes(&line, "word", hash, ROOM_HASH);
        snprintf(change->note, sizeof change->note, "%s", word);
    } else if (room->seats[seat].is_left) {
        text_put(&line, "back");
        record_put_number(&line, "seat", seat + 1);
    }
    check(!line.cut);
    if (line.length > 0)
        change_add(change, bytes);
}

/* Whose key ends with the connection has to be in sight all the time; who is not says the seat word again. */
static void detach_others(struct table_room *room, int own)
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct seat *s = &room->seats[seat];
        bool is_seen = room->port->absent_since && room->port->absent_since(room->port->self, s->key) == 0;
        if (seat != own && s->kind == SEAT_PERSON && !room_key_lasts(room->port, s->key) && !is_seen)
            gaps_detach(room, s);
    }
}

static void go_on(struct aside *aside, struct table_room *room, const struct resuming *resuming)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct heard heard = input_heard(&resuming->input);
    int seat = seat_by_key(aside, &heard);
    room_rename(room, resuming->room);
    room_link(room);
    room->is_recovered = false;
    room->next_line = aside->next_line;
    detach_others(room, seat);
    struct change *change = change_new(room, &heard);
    text_put(&line, "resume");
    record_put(&line, "room", resuming->room);
    check(!line.cut);
    change_add(change, bytes);
    if (seat >= 0)
        add_return(change, aside, seat);
    change->applies_lines = true;
    memcpy(change->place, resuming->room, sizeof change->place);
    change->told = told_resumed;
    change_commit(change);
}

static void was_read(void *arg, const struct read_back *back)
{
    struct resuming *resuming = arg;
    struct host *host = resuming->host;
    struct aside *aside = aside_numbered(host, resuming->table);
    struct heard heard = input_heard(&resuming->input);
    check(aside);
    bool is_taken = host_find(host, heard.network, resuming->room) != NULL;
    if (back->room && !is_taken) {
        go_on(aside, back->room, resuming);
        return;
    }
    if (back->room)
        room_remove(back->room);
    aside->is_resumed = false;
    tell_person(host, &heard, is_taken ? STRING_RESUME_TAKEN : STRING_RESUME_DAMAGED, (char *)0);
    if (!is_taken) {
        fault_add(host, back, aside->port->network, aside->room, false);
        forget(aside);
    }
    host_dismiss(host, &heard);
}

void aside_not_resumed(const struct table_room *room)
{
    struct aside *aside = aside_numbered(room->host, room->id);
    if (aside)
        aside->is_resumed = false;
}

static void begin_reading(struct aside *aside, const struct heard *heard, const char *room)
{
    struct resuming *resuming = calloc(1, sizeof *resuming);
    struct input *input = input_of_heard(heard);
    check(resuming);
    resuming->host = aside->host;
    resuming->table = aside->id;
    resuming->input = *input;
    free(input);
    snprintf(resuming->room, sizeof resuming->room, "%s", room);
    aside->is_resumed = true;
    aside->host->has_committed = true; /* it is dealt with when it is read */
    reading_begin(aside->host, aside->id, true, was_read, resuming);
}

/* The one that is meant; NULL, and the reason was said. */
static struct aside *meant(struct host *host, const struct heard *heard, const char *number)
{
    char list[HOST_TEXT], *end;
    struct text text = text_over(list, sizeof list);
    struct aside *first = NULL;
    int count = asides_of(host, heard, &first, &text);
    long long wanted = strtoll(number, &end, 10);
    struct aside *named = *number && !*end ? aside_numbered(host, wanted) : NULL;
    if (named && seat_by_key(named, heard) >= 0)
        return named;
    if (count == 0)
        tell_person(host, heard, STRING_RESUME_NONE, (char *)0);
    else if (*number)
        tell_person(host, heard, STRING_RESUME_UNKNOWN, "typed", number, "tables", list, (char *)0);
    else if (count > 1)
        tell_person(host, heard, STRING_RESUME_WHICH, "tables", list, (char *)0);
    return *number || count != 1 ? NULL : first;
}

void host_resume(struct host *host, const struct heard *heard, const char *number)
{
    char room[HOST_ROOM];
    snprintf(room, sizeof room, "%s%s", heard->room ? "" : "@", heard->room ? heard->room : heard->key);
    if (host_find(host, heard->network, room)) {
        tell_person(host, heard, STRING_RESUME_TAKEN, (char *)0);
        return;
    }
    struct aside *aside = meant(host, heard, number);
    if (aside && is_busy(aside))
        tell_person(host, heard, STRING_RESUME_BUSY, (char *)0);
    else if (aside)
        begin_reading(aside, heard, room);
}
