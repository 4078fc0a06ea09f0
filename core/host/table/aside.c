/* Tables that were set aside: their records are open, but nobody plays, no room shows them, and of
   the game nothing is in memory. People who sat there go on within ASIDE_DAYS; then the record
   ends. They count like open ones (shares.c). */
#include "leave.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "change.h"
#include "check.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "log.h"
#include "posts.h"
#include "presence.h"
#include "record.h"
#include "seal.h"
#include "seat.h"
#include "shares.h"
#include "store.h"
#include "strings/leaving.def"
#include "strings/seatword.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"

enum { LINE_BYTES = 512 };

/* ---- the list, in the order of their ends ---- */

static void aside_save_words(struct aside *aside);

static void insert(struct host *host, struct aside *aside)
{
    struct aside **link = &host->asides.first;
    while (*link && (*link)->ends_at <= aside->ends_at)
        link = &(*link)->next;
    aside->next = *link;
    *link = aside;
    clock_call(host, aside->ends_at);
}

static void take_out(struct host *host, const struct aside *aside)
{
    struct aside **link = &host->asides.first;
    while (*link != aside)
        link = &(*link)->next;
    *link = aside->next;
}

void aside_forget(struct aside *aside)
{
    struct host *host = aside->host;
    take_out(host, aside);
    host->asides.count--;
    if (aside->has_payer)
        shares_keep_aside(host, aside->port->network, aside->payer, -1);
    free(aside);
}

void aside_fini(struct host *host)
{
    for (struct aside *aside = host->asides.first, *next; aside; aside = next) {
        next = aside->next;
        aside->host = NULL;
        if (!aside->is_saving)
            free(aside); /* otherwise when the store has done with it */
    }
    host->asides.first = NULL;
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
    to->port = from->port;
    memcpy(to->key, from->key, sizeof to->key);
    memcpy(to->name, from->name, sizeof to->name);
    memcpy(to->word, from->word, sizeof to->word);
    memcpy(to->old_word, from->old_word, sizeof to->old_word);
}

static struct aside *add(const struct session *session)
{
    struct host *host = session->host;
    struct aside *aside =
        calloc(1, sizeof *aside + (size_t)session->seat_count * sizeof aside->seats[0]);
    check(aside);
    *aside = (struct aside){.host = host,
                            .id = session->id,
                            .next_line = session->record.next_line,
                            .ends_at = days_from(host, session->state.aside_at),
                            .has_given_way = session->state.gave_way,
                            .port = session->home.port,
                            .game = session->game,
                            .lot = session->playing->lot,
                            .has_payer = session->opener.has_payer,
                            .seat_count = session->seat_count};
    memcpy(aside->room, session->home.name, sizeof aside->room);
    memcpy(aside->payer, session->opener.payer, sizeof aside->payer);
    memcpy(aside->link, session->record.link, sizeof aside->link);
    session_table_hash(session, aside->table);
    for (int seat = 0; seat < session->seat_count; seat++)
        copy_seat(&aside->seats[seat], &session->seats[seat]);
    if (aside->has_payer)
        shares_keep_aside(host, aside->port->network, aside->payer, 1);
    host->asides.count++;
    return aside;
}

void aside_keep(struct session *session, bool is_untold)
{
    struct aside *aside = add(session);
    if (is_untold)
        aside->ends_at = INT64_MAX;
    aside->is_untold = is_untold;
    session->host->asides.untold += is_untold;
    insert(session->host, aside);
    far_note_gone(session);
    change_remove_session(session);
}

bool aside_is_busy(const struct aside *aside)
{
    return aside->is_saving || aside->is_resumed;
}

void aside_is_free(struct aside *aside)
{
    aside->is_saving = aside->is_resumed = false;
    clock_call(aside->host, aside->ends_at);
}

static void put_people(const struct aside *aside, struct text *out)
{
    for (int seat = 0; seat < aside->seat_count; seat++)
        if (aside->seats[seat].is_person)
            text_putf(out, "%s%s", out->length ? "\n" : "", aside->seats[seat].name);
}

/* ---- its lines ---- */

static void aside_close(struct aside *aside, struct text *line)
{
    memcpy(aside->next_link, aside->link, sizeof aside->link);
    record_close(line, aside->table, aside->next_link);
}

static void aside_follow(struct aside *aside)
{
    aside->next_line++;
    memcpy(aside->link, aside->next_link, sizeof aside->link);
}

/* ---- words that others have read ---- */

void aside_tell_word(const struct aside *aside, const struct aside_seat *seat)
{
    const struct heard owner = heard_about(identity_at(seat), seat->name, 0);
    if (!seat->is_detached)
        tell_word_of(aside->host, aside->id, aside->game->name, &owner, STRING_SEAT_WORD,
                     seat->fresh);
}

static int first_void(const struct aside *aside)
{
    int seat = 0;
    while (seat < aside->seat_count && !aside->seats[seat].is_void)
        seat++;
    return seat;
}

/* Saves one word after the other. A failed one is tried again when the next word is said, and
   when the table goes on. */
static void word_saved(void *arg, enum store_result result)
{
    struct aside *aside = arg;
    if (!aside->host) {
        free(aside);
        return;
    }
    aside_is_free(aside);
    struct aside_seat *seat = &aside->seats[aside->word_seat];
    if (result != STORE_OK)
        return;
    aside_follow(aside);
    seat_word_hash(seat->fresh, aside->id, seat->word);
    seat->has_word = true;
    seat->is_void = false;
    aside_tell_word(aside, seat);
    aside_save_words(aside);
}

static void aside_save_words(struct aside *aside)
{
    unsigned char hash[SESSION_HASH];
    char bytes[LINE_BYTES];
    const char *lines[] = {bytes};
    struct text line = text_over(bytes, sizeof bytes);
    int seat = first_void(aside);
    if (seat == aside->seat_count || aside_is_busy(aside) ||
        aside->next_line > aside->host->readings.lines_most)
        return; /* nobody can resume a full record, by any word */
    seat_word_hash(aside->seats[seat].fresh, aside->id, hash);
    seat_word_put_line(seat, hash, &line);
    aside_close(aside, &line);
    aside->is_saving = true;
    aside->word_seat = seat;
    struct store_append append = {
        .table = aside->id, .first_seq = aside->next_line, .lines = lines, .count = 1};
    change_append(aside->host, &append, word_saved, aside);
}

static void make_void(struct aside *aside, struct aside_seat *seat)
{
    unsigned char hash[SESSION_HASH];
    seat_word_new(seat->fresh, hash, aside->id);
    seat->has_word = seat->has_old_word = false;
    seat->is_void = true;
    aside_save_words(aside);
}

/* ---- setting aside ---- */

static struct text put_aside_line(const struct host *host, char bytes[LINE_BYTES])
{
    struct text line = text_over(bytes, LINE_BYTES);
    text_put(&line, "aside");
    record_put_number(&line, "at", host_wall(host) / 1000);
    return line;
}

static void told_aside(struct change *change)
{
    struct session *session = change->session;
    struct aside *aside = add(session);
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    insert(session->host, aside);
    put_people(aside, &who);
    int id = aside->has_given_way                 ? STRING_SET_ASIDE_WAY
             : change->input->kind != INPUT_HEARD ? STRING_SET_ASIDE_CLOCK
                                                  : STRING_SET_ASIDE;
    tell_room(session, POST_NEWS, id, "by", change->heard.name, "game", session->game->name, "who",
              names, "number", text_number(aside->id), (char *)0);
}

void aside_put(struct session *session, const struct heard *heard, bool gives_way)
{
    char bytes[LINE_BYTES];
    struct text line = put_aside_line(session->host, bytes);
    if (gives_way)
        record_put(&line, "way", "yes");
    struct change *change = change_new(session, heard);
    if (!heard)
        change->input->kind = INPUT_WATCH;
    change_add(change, bytes);
    change_commit_lines(change, SEAT_NONE, NULL, told_aside);
}

/* ---- two tables for one room, found when records were read back ---- */

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
    aside_is_free(aside);
    if (result == STORE_OK)
        aside_follow(aside);
    aside_save_words(aside);
}

static void tell_untold(struct aside *aside)
{
    struct host *host = aside->host;
    char names[TABLE_SEATS * HOST_NAME], bytes[LINE_BYTES];
    const char *lines[] = {bytes};
    struct text who = text_over(names, sizeof names);
    struct prose tale;
    prose_open(&tale, host_room_language(host, aside->port->network, aside->room));
    put_people(aside, &who);
    view_string(&tale, STRING_SET_ASIDE_DOUBLE, "game", aside->game->name, "who", names, "number",
                text_number(aside->id), (char *)0);
    tell_in(aside->port, aside->room, &tale);
    struct text line = put_aside_line(host, bytes);
    aside_close(aside, &line);
    aside->is_untold = false;
    aside->is_saving = true;
    host->asides.untold--;
    take_out(host, aside);
    aside->ends_at = days_from(host, host_wall(host) / 1000);
    insert(host, aside);
    struct store_append append = {.table = aside->id,
                                  .first_seq = aside->next_line,
                                  .lines = lines,
                                  .count = 1,
                                  .leaves = true};
    change_append(host, &append, untold_saved, aside);
}

void aside_tell(struct host *host, const char *network, const char *room)
{
    for (struct aside *aside = host->asides.untold ? host->asides.first : NULL, *next; aside;
         aside = next) {
        next = aside->next;
        if (aside->is_untold && strcmp(aside->port->network, network) == 0 &&
            strcmp(aside->room, room) == 0)
            tell_untold(aside);
    }
}

void aside_not_resumed(const struct session *session)
{
    struct aside *aside = aside_numbered(session->host, session->id);
    if (aside)
        aside_is_free(aside);
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
        aside_forget(aside);
        return;
    }
    take_out(aside->host, aside);
    aside->ends_at = aside->host->now + HOST_RETRY_MS;
    insert(aside->host, aside);
}

static void end_record(struct aside *aside, const char *kind)
{
    char bytes[LINE_BYTES], shown[LINE_BYTES];
    const char *lines[] = {shown, bytes};
    struct text line = text_over(bytes, sizeof bytes), reveal = text_over(shown, sizeof shown);
    bool reveals = seal_put_reveal(&aside->lot, &reveal);
    text_put(&line, kind);
    aside_close(aside, reveals ? &reveal : &line);
    if (reveals)
        record_close(&line, aside->table, aside->next_link);
    struct store_append append = {.table = aside->id,
                                  .first_seq = aside->next_line,
                                  .lines = lines + !reveals,
                                  .count = 1 + reveals,
                                  .ends = true};
    aside->is_saving = true;
    change_append(aside->host, &append, end_saved, aside);
}

/* Ends one table in a turn, in the order in which they were set aside. */
void aside_tick(struct host *host)
{
    struct aside *aside = host->asides.first;
    while (aside && aside_is_busy(aside))
        aside = aside->next;
    if (aside && aside->ends_at <= host->now)
        end_record(aside, "end reason=aside");
}

int64_t aside_end_at(const struct host *host)
{
    const struct aside *aside = host->asides.first;
    while (aside && aside_is_busy(aside))
        aside = aside->next;
    return aside ? aside->ends_at : INT64_MAX;
}

struct aside *aside_numbered(const struct host *host, int64_t number)
{
    struct aside *aside = host->asides.first;
    while (aside && aside->id != number)
        aside = aside->next;
    return aside;
}

bool aside_end(struct host *host, int64_t number)
{
    struct aside *aside = aside_numbered(host, number);
    if (!aside || aside_is_busy(aside))
        return false;
    host->asides.untold -= aside->is_untold;
    aside->is_untold = false;
    end_record(aside, "end reason=stopped");
    return true;
}

/* True if the seat was theirs; *others: anybody else could resume the table. */
static bool forget_seats(struct aside *aside, struct identity who, bool *others)
{
    bool is_theirs = false;
    *others = false;
    for (int seat = 0; seat < aside->seat_count; seat++) {
        struct aside_seat *s = &aside->seats[seat];
        if (s->is_person && identity_is(identity_at(s), who)) {
            *s = (struct aside_seat){.port = s->port};
            is_theirs = true;
        }
        *others |= s->is_person;
    }
    return is_theirs;
}

void aside_forget_person(struct host *host, struct identity who)
{
    bool others;
    for (struct aside *aside = host->asides.first, *next; aside; aside = next) {
        next = aside->next;
        if (forget_seats(aside, who, &others) && !others)
            aside_end(host, aside->id); /* if it is busy, its clock ends it */
    }
}

bool aside_each(const struct host *host, int64_t number,
                void (*each)(void *arg, const struct host_table *table), void *arg)
{
    bool is_any = false;
    for (const struct aside *aside = host->asides.first; aside; aside = aside->next) {
        if (number && aside->id != number)
            continue;
        is_any = true;
        each(arg, &(struct host_table){.number = aside->id,
                                       .network = aside->port->network,
                                       .room = aside->room,
                                       .game = aside->game->id,
                                       .opener = "",
                                       .seats = aside->seat_count,
                                       .state = HOST_TABLE_ASIDE});
    }
    return is_any;
}

/* ---- seat words ---- */

static int seat_by_word(const struct aside *aside, const char *network, const char *word)
{
    unsigned char hash[SESSION_HASH];
    seat_word_hash(word, aside->id, hash);
    for (int seat = 0; seat < aside->seat_count; seat++) {
        const struct aside_seat *s = &aside->seats[seat];
        bool is_right = (s->has_word && sodium_memcmp(hash, s->word, SESSION_HASH) == 0) ||
                        (s->has_old_word && sodium_memcmp(hash, s->old_word, SESSION_HASH) == 0);
        if (is_right && strcmp(s->port->network, network) == 0)
            return seat;
    }
    return -1;
}

/* In private the seat now belongs to this key; the record says so with !resume. */
bool aside_claim(struct host *host, const struct heard *heard, const char *word)
{
    for (struct aside *aside = host->asides.first; aside; aside = aside->next) {
        int seat = seat_by_word(aside, heard->network, word);
        if (seat < 0)
            continue;
        if (heard->room) {
            tell_person(host, heard,
                        aside->seats[seat].is_detached ? STRING_SEAT_WORD_PUBLIC
                                                       : STRING_SEAT_WORD_PUBLIC_HELD,
                        (char *)0);
            make_void(aside, &aside->seats[seat]);
            return true;
        }
        aside->seats[seat].is_detached = false;
        snprintf(aside->seats[seat].key, HOST_KEY, "%s", heard->key);
        tell_person(host, heard, STRING_SEAT_WORD_ASIDE, "game", aside->game->name, "number",
                    text_number(aside->id), (char *)0);
        return true;
    }
    return false;
}
