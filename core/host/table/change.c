/* The way of every change: lines are put together, go to the store, into the session, then to the
   people. When the store does not know whether it has saved them, they are read back, again and
   again. Bounded: each table, in play or set aside, has one append on its way. Does not know what a
   change is about. */
#include "change.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "check.h"
#include "host_state.h"
#include "input.h"
#include "latest.h"
#include "log.h"
#include "outcome.h"
#include "posts.h"
#include "record.h"
#include "robots.h"
#include "room.h"
#include "seal.h"
#include "seat.h"
#include "seek.h"
#include "session.h"
#include "session_view.h"
#include "store.h"
#include "store_people.h"
#include "store_read.h"
#include "strings/playing.def"
#include "strings/shared.def"
#include "tell.h"
#include "text.h"
#include "trial.h"

struct append {
    struct append *next, **link; /* in the host's list */
    struct host *host;           /* NULL if it is gone */
    int64_t table, first_seq;
    int64_t ask_at; /* INT64_MAX until the store has answered */
    store_done *done;
    void *arg;
    /* lines; how many of them were read back; and before this portion */
    int count, found, found_before;
    char lines[]; /* each with its NUL */
};

static struct append *append_new(struct host *host, const struct store_append *from)
{
    size_t size = 0;
    for (int i = 0; i < from->count; i++)
        size += strlen(from->lines[i]) + 1;
    struct append *append = malloc(sizeof *append + size);
    check(append && from->count > 0);
    *append = (struct append){.next = host->appends.first,
                              .link = &host->appends.first,
                              .host = host,
                              .table = from->table,
                              .first_seq = from->first_seq,
                              .ask_at = INT64_MAX,
                              .count = from->count};
    char *to = append->lines;
    for (int i = 0; i < from->count; i++)
        to = stpcpy(to, from->lines[i]) + 1;
    if (append->next)
        append->next->link = &append->next;
    host->appends.first = append;
    return append;
}

static void finish(struct append *append, enum store_result result)
{
    store_done *done = append->done;
    void *arg = append->arg;
    if (append->host) {
        *append->link = append->next;
        if (append->next)
            append->next->link = append->link;
    }
    free(append);
    done(arg, result);
}

static const char *line_at(const struct append *append, int at)
{
    const char *line = append->lines;
    while (at-- > 0)
        line += strlen(line) + 1;
    return line;
}

static void compare(void *arg, int64_t table, int64_t seq, const char *line)
{
    struct append *append = arg;
    (void)table;
    bool is_next = append->found < append->count && seq == append->first_seq + append->found;
    append->found += is_next && strcmp(line, line_at(append, append->found)) == 0;
}

/* A damaged line counts as not found. */
static void is_damaged(void *arg, int64_t table)
{
    (void)arg;
    (void)table;
}

static void ask(struct append *append);

static void was_asked(void *arg, const struct store_read_end *end)
{
    struct append *append = arg;
    bool is_there = append->found == append->count,
         is_other = append->found == append->found_before;
    if (!append->host) {
        finish(append, STORE_UNKNOWN);
    } else if (end->result != STORE_OK) {
        append->ask_at = append->host->now + HOST_RETRY_MS;
        append->host->appends.unknown++;
        clock_call(append->host, append->ask_at);
    } else if (is_there || is_other || end->is_last) {
        /* the connection was lost, and nothing was saved */
        finish(append, is_there ? STORE_OK : STORE_AWAY);
    } else {
        ask(append);
    }
}

static void ask(struct append *append)
{
    int missing = append->count - append->found;
    append->found_before = append->found;
    struct store_reading reading = {.only = append->table,
                                    .after_table = append->table,
                                    .after_seq = append->first_seq + append->found - 1,
                                    .most = missing < STORE_PORTION ? missing : STORE_PORTION,
                                    .line = compare,
                                    .damaged = is_damaged,
                                    .done = was_asked,
                                    .arg = append};
    store_read(append->host->store, &reading);
}

static void was_written(void *arg, enum store_result result)
{
    struct append *append = arg;
    if (result == STORE_UNKNOWN && append->host)
        ask(append);
    else
        finish(append, result);
}

void change_append(struct host *host, const struct store_append *from, store_done *done, void *arg)
{
    struct append *append = append_new(host, from);
    append->done = done;
    append->arg = arg;
    store_write(host->store, from, was_written, append);
}

void change_tick(struct host *host)
{
    for (struct append *append = host->appends.unknown ? host->appends.first : NULL; append;
         append = append->next) {
        if (append->ask_at > host->now)
            continue;
        append->ask_at = INT64_MAX;
        host->appends.unknown--;
        ask(append);
    }
}

int64_t change_ask_at(const struct host *host)
{
    int64_t first = INT64_MAX;
    for (const struct append *append = host->appends.unknown ? host->appends.first : NULL; append;
         append = append->next)
        first = append->ask_at < first ? append->ask_at : first;
    return first;
}

void change_fini(struct host *host)
{
    for (struct append *append = host->appends.first, *next; append; append = next) {
        next = append->next;
        append->host = NULL;
        if (append->ask_at != INT64_MAX)
            finish(append, STORE_UNKNOWN); /* otherwise the store calls back */
    }
    host->appends.first = NULL;
}

/* ---- changes ---- */

enum {
    LINE_BYTES = 1024,
    CHANGE_PERSONS =
        TABLE_SEATS +
        2 /* that one change brings: by opening a table, sitting down or taking a seat */
};

struct change *change_new(struct session *session, const struct heard *heard)
{
    struct change *change = calloc(1, sizeof *change);
    check(change && !session->change);
    change->session = session;
    change->seat = SEAT_NONE;
    change->input =
        heard ? input_of_heard(heard) : input_new(INPUT_PLAY_ON, session, session->host->now);
    change->heard = input_heard(change->input);
    draft_init(&change->draft, session);
    return change;
}

/* ---- its lines: what they do when they are applied is in session/apply.c and
   session/apply_people.c ---- */

static bool is_kind(const char *line, const char *kind)
{
    size_t length = strlen(kind);
    return strncmp(line, kind, length) == 0 && (line[length] == ' ' || !line[length]);
}

void change_add(struct change *change, const char *line)
{
    change->ends |= is_kind(line, "end");
    if (is_kind(line, "end"))
        line = seal_end_line(change->session, line);
    change->leaves |= is_kind(line, "aside");
    draft_add(&change->draft, change->trial ? &change->trial->playing : change->session->playing,
              line);
}

__attribute__((format(printf, 2, 0))) static void add_as(struct change *change, const char *format,
                                                         va_list values)
{
    char line[LINE_BYTES];
    int length = vsnprintf(line, sizeof line, format, values);
    check(length > 0 && length < LINE_BYTES);
    change_add(change, line);
}

void change_addf(struct change *change, const char *format, ...)
{
    va_list values;
    va_start(values, format);
    add_as(change, format, values);
    va_end(values);
}

void change_add_line(struct change *change, struct text *line)
{
    check(!line->cut);
    change_add(change, line->bytes);
    text_clear(line);
}

static bool put_person(struct change *change, struct identity who, const char *name,
                       struct text *line)
{
    return draft_put_person(&change->draft, change->session, who, name, line);
}

bool change_put_record(struct change *change, const char *key, const char *name)
{
    const struct session *session = change->session;
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "record");
    record_put_number(&line, "version", RECORD_VERSION);
    record_put_bytes(&line, "id", session->playing->lot.id, LUCK_ID);
    record_put(&line, "game", session->game->id);
    record_put_number(&line, "rules", session->playing->rules.version);
    bool is_person = put_person(change, identity(session->home.port->network, key), name, &line);
    if (session->opener.group[0])
        record_put(&line, "group", session->opener.group);
    if (session->robots.are_low)
        record_put(&line, "robots", "low");
    change_add_line(change, &line);
    return is_person;
}

void change_put_room(struct change *change, int number, const struct host_port *port,
                     const char *name)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "room");
    record_put_number(&line, "number", number);
    record_put(&line, "network", port->network);
    if (name[0] == '@')
        check(put_person(change, identity(port->network, name + 1), change->heard.name, &line));
    else
        record_put(&line, "room", name);
    change_add_line(change, &line);
}

static bool put_person_line(struct change *change, const char *kind, int seat, struct identity who,
                            const char *name, const unsigned char *word, bool is_apart)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, kind);
    if (seat != SEAT_NONE)
        record_put_number(&line, "seat", seat + 1);
    if (!put_person(change, who, name, &line))
        return false;
    if (word)
        record_put_bytes(&line, "word", word, SESSION_HASH);
    if (is_apart)
        record_put(&line, "apart", "yes");
    change_add_line(change, &line);
    return true;
}

bool change_put_person(struct change *change, const char *kind, int seat, struct identity who,
                       const char *name, const unsigned char *word)
{
    return put_person_line(change, kind, seat, who, name, word, false);
}

bool change_put_seat(struct change *change, int seat, bool is_apart, char word[16])
{
    return change_put_seat_of(change, seat, &change->heard, is_apart, word);
}

bool change_put_seat_of(struct change *change, int seat, const struct heard *who, bool is_apart,
                        char word[16])
{
    unsigned char hash[SESSION_HASH];
    bool has_word = !seat_key_lasts(host_port_of(change->session->host, who->network), who->key);
    word[0] = '\0';
    if (has_word)
        seat_word_new(word, hash, change->session->id);
    return put_person_line(change, "sit", seat, identity_of(who), who->name, has_word ? hash : NULL,
                           is_apart);
}

bool change_put_claim(struct change *change, int seat, char word[16])
{
    const struct heard *who = &change->heard;
    unsigned char hash[SESSION_HASH];
    bool lasts = seat_key_lasts(host_port_of(change->session->host, who->network), who->key);
    seat_word_new(word, hash, change->session->id);
    bool is_put = change_put_person(change, "claim", seat, identity_of(who), who->name, hash);
    if (is_put && lasts)
        check(change_put_person(change, "bind", seat, identity_of(who), who->name, NULL));
    if (!is_put || lasts)
        word[0] = '\0';
    return is_put;
}

void change_put_robot(struct change *change, int seat, enum robot_level level, const char *name)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "sit");
    record_put_number(&line, "seat", seat + 1);
    record_put(&line, "robot", robot_levels[level]);
    record_put(&line, "name", name);
    change_add_line(change, &line);
}

void change_put_word(struct change *change, int seat, const unsigned char hash[SESSION_HASH])
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    seat_word_put_line(seat, hash, &line);
    change_add_line(change, &line);
}

void change_put_options(struct change *change)
{
    const struct session *session = change->session;
    char value[128], bytes[LINE_BYTES];
    struct text text = text_over(value, sizeof value), line = text_over(bytes, sizeof bytes);
    for (int i = 0; i < session->game->option_count; i++) {
        text_clear(&text);
        option_format(&session->game->options[i], session->playing->rules.options[i], &text);
        text_put(&line, "option");
        record_put(&line, session->game->options[i].name, value);
        check(!text.cut);
        change_add_line(change, &line);
    }
}

void change_put_key(struct change *change, const struct seat *seat, const char *key)
{
    if (session_is_home_of(change->session, seat))
        snprintf(change->place, sizeof change->place, "@%s", key);
}

void change_free(struct change *change)
{
    draft_fini(&change->draft);
    free(change->input);
    free(change->refusal);
    free(change->answer);
    trial_free(change->trial);
    free(change);
}

static int failure_string(enum store_result result)
{
    return result == STORE_FULL        ? STRING_SAVE_DISK_FULL
           : result == STORE_READ_ONLY ? STRING_SAVE_READ_ONLY
           : result == STORE_BUSY      ? STRING_SAVE_BUSY
           : result == STORE_GONE      ? STRING_SAVE_GONE
           : result == STORE_MEMORY    ? STRING_SAVE_MEMORY
           : result == STORE_TAKEN     ? STRING_SAVE_TAKEN
           : result == STORE_AWAY      ? STRING_SAVE_AWAY
                                       : STRING_SAVE_FAILED;
}

static void put_off(struct change *change)
{
    struct session *session = change->session;
    int64_t again = session->host->now + HOST_RETRY_MS;
    if (!session->state.is_stuck)
        tell_room(session, POST_NEWS, STRING_SAVE_WAITS, (char *)0);
    session->state.is_stuck = true;
    if (change->input->kind == INPUT_ALARM)
        clock_alarm_at(session, again);
    else if (change->input->kind == INPUT_WATCH)
        session->when.watch_at = again;
    else
        clock_play_on_at(session, again);
}

static void log_failure(const struct session *session, const char *why)
{
    log_event(LOG_ERROR, "save-failed", "network", session->home.port->network, "room",
              session->home.name, "table", text_number(session->id), "why", why, (char *)0);
}

/* Closes the table if the change would have opened or resumed it. */
static void close_unbegun(const struct change *change)
{
    struct session *session = change->session;
    if (change->input->kind != INPUT_HEARD)
        return;
    session->state.is_closing |= session->record.next_line == 1 || session->state.is_aside;
}

static void fail(struct change *change, enum store_result result, const char *misfit)
{
    struct session *session = change->session;
    bool is_hopeless = misfit || result == STORE_TAKEN;
    if (change->input->kind == INPUT_HEARD || !session->state.is_stuck)
        log_failure(session, misfit ? misfit : store_result_text(result));
    if (change->given_up && is_hopeless)
        change->given_up(change);
    else if (change->input->kind != INPUT_HEARD)
        put_off(change);
    else
        tell_openly(session->host, &change->heard,
                    misfit ? STRING_SAVE_MISFIT : failure_string(result), "why",
                    misfit ? misfit : "", (char *)0);
    close_unbegun(change);
}

static void settle(struct change *change)
{
    struct session *session = change->session;
    session->record.next_line += change->draft.line_count;
    for (int i = 0; i < change->draft.person_count; i++)
        record_persons_put(&session->persons, &change->draft.persons[i]);
    if (change->trial)
        trial_settle(change->trial, session);
    if (change->trial && change->trial->swapped) {
        record_persons_bring(&session->persons, change->draft.persons, change->draft.person_count);
        seat_people_index(session);
    }
    if (!change->applies_lines)
        memcpy(session->record.link, change->draft.link, sizeof session->record.link);
    for (int i = 0; i < change->draft.line_count && change->applies_lines; i++) {
        char bytes[160];
        struct text why = text_over(bytes, sizeof bytes);
        check(session_apply_line(session, change->draft.lines[i], &why));
    }
    if (change->input->has_id) /* a message that opened the table came before there was a session to
                                  note it */
        session_note_id(session, change->input->network, change->input->id);
    if (change->ends)
        outcome_last_note(session);
    session->state.is_closing |= change->ends || change->leaves;
    if (session->state.is_stuck)
        tell_room(session, POST_NEWS, STRING_SAVE_AGAIN, (char *)0);
    session->state.is_stuck = false;
    if (session->robots.plan)
        robots_move_on(session, change->trial);
    session->change = NULL; /* now the next change may be saved */
}

static void count_saved(const struct change *change, enum store_result result)
{
    struct host *host = change->session->host;
    struct host_counts *counts = &host->counts;
    counts->has_failed = result != STORE_OK && result != STORE_TAKEN && result != STORE_CONFLICT;
    if (result != STORE_OK) {
        counts->failed_at = host->now;
        counts->save_refusals[result]++;
        return;
    }
    for (int i = 0; i < change->draft.line_count; i++)
        counts->moves += is_kind(change->draft.lines[i], "move");
    counts->lines += (uint64_t)change->draft.line_count;
    histogram_add(&counts->saved, host->now - change->written_at);
    if (change->input->kind == INPUT_HEARD)
        session_await_sent(change->session, change->input->now);
}

void change_settle(struct change *change, enum store_result result)
{
    struct session *session = change->session;
    session->host->running.saving--;
    count_saved(change, result);
    if (result == STORE_OK) {
        settle(change);
        return;
    }
    session->change = NULL;
    fail(change, result, NULL);
}

/* What the store gets besides the lines. */
static void write_beside(struct change *change, struct store_append *append, store_done *over)
{
    char options[TRIAL_GAMES][OUTCOME_OPTIONS];
    struct store_outcome outcomes[TRIAL_GAMES];
    const struct trial *trial = change->trial;
    append->outcomes = outcomes;
    append->outcome_count = trial ? trial->finished_count : 0;
    for (int i = 0; i < append->outcome_count; i++)
        outcome_put(change->session, i < trial->former_games ? trial->former : trial->seats,
                    &trial->finished[i], options[i], &outcomes[i]);
    char message[HOST_NETWORK + INPUT_ID];
    struct store_person rows[CHANGE_PERSONS];
    char hex[CHANGE_PERSONS][PERSON_HEX], secret[SEAL_SECRET_HEX];
    check(change->draft.person_count <= CHANGE_PERSONS);
    for (int i = 0; i < change->draft.person_count; i++)
        record_person_row(&change->draft.persons[i], hex[i], &rows[i]);
    append->persons = rows;
    append->person_count = change->draft.person_count;
    snprintf(message, sizeof message, "%s %s", change->input->network, change->input->id);
    if (change->session->record.next_line == 1) {
        seal_write_secret(&change->session->playing->lot, secret);
        append->secret = secret;
    }
    append->message = change->input->has_id ? message : NULL;
    change_append(change->session->host, append, over, change);
}

/* ---- those that wait for the queue ---- */

static void add_to_commits(struct change *change)
{
    struct change **end = &change->session->host->running.commits;
    while (*end)
        end = &(*end)->next;
    *end = change;
}

struct change *change_take(struct host *host)
{
    struct change *change = host->running.commits;
    if (change)
        host->running.commits = change->next;
    return change;
}

void change_remove_session(struct session *session)
{
    struct host *host = session->host;
    seek_end(session);
    latest_forget(session);
    robots_drop(session);
    if (session->change)
        session->change->session = NULL; /* the store frees it when it has done with it */
    for (struct change *change = host->running.commits; change; change = change->next)
        if (change->session == session)
            change->session = NULL;
    session_free(session);
}

/* Refuses a change before the store gets it. */
static void drop(struct change *change, bool was_read)
{
    if (was_read)
        host_dismiss(change->session->host, &change->heard); /* nobody else waits for it */
    change->is_refused = true;
    add_to_commits(change);
}

/* A line that cannot be applied is never saved: nobody could play its record again. */
static void refuse(struct change *change, const char *why)
{
    bool was_read = change->session->state.is_aside && change->input->kind == INPUT_HEARD;
    fail(change, STORE_OK, why);
    drop(change, was_read);
}

/* ---- a record that is full ---- */

/* Lines that lead to the end of a table. reader.h says how many of them there can be. */
static bool is_way_out(const struct change *change)
{
    bool is_out = true;
    for (int i = 0; i < change->draft.line_count && is_out; i++) {
        const char *line = change->draft.lines[i];
        is_out = strncmp(line, "away ", 5) == 0 || strncmp(line, "kick ", 5) == 0 ||
                 strncmp(line, "unsit ", 6) == 0;
    }
    return change->ends || change->leaves || is_out;
}

static bool has_space(const struct change *change)
{
    const struct session *session = change->session;
    return session->record.next_line - 1 + change->draft.line_count <=
               session->host->readings.lines_most ||
           is_way_out(change);
}

/* What nobody typed is not tried again: there will be no more space. */
static void refuse_for_space(struct change *change)
{
    struct session *session = change->session;
    bool is_heard = change->input->kind == INPUT_HEARD,
         was_read = session->state.is_aside && is_heard;
    if (is_heard)
        tell_openly(session->host, &change->heard,
                    was_read ? STRING_RESUME_FULL : STRING_RECORD_FULL, (char *)0);
    else if (!session->state.has_told_full)
        tell_room(session, POST_NEWS, STRING_RECORD_FULL, (char *)0);
    session->state.has_told_full |= !is_heard;
    if (change->given_up)
        change->given_up(change);
    close_unbegun(change);
    drop(change, was_read);
}

static const struct host_port *place_on(const struct change *change)
{
    return change->place_on ? change->place_on : change->session->home.port;
}

void change_commit(struct change *change)
{
    struct session *session = change->session;
    char bytes[160];
    struct text why = text_over(bytes, sizeof bytes);
    if (!has_space(change)) {
        refuse_for_space(change);
        return;
    }
    if (change->applies_lines && !draft_would_apply(&change->draft, session, &why)) {
        refuse(change, bytes);
        return;
    }
    session->change = change;
    session->shown.going_to = change->guest[0] ? change->guest : change->place;
    session->shown.going_on = change->guest[0] ? change->guest_on : place_on(change);
    session->host->running.saving++;
    session->host->running.has_committed |= change->input->kind == INPUT_HEARD;
    add_to_commits(change);
}

void change_write(struct change *change, store_done *over)
{
    const struct session *session = change->session;
    struct store_append append = {.table = session->id,
                                  .first_seq = session->record.next_line,
                                  .lines = (const char *const *)change->draft.lines,
                                  .count = change->draft.line_count,
                                  .ends = change->ends,
                                  .leaves = change->leaves};
    const char *place = session->record.next_line == 1 ? session->home.name : change->place;
    change->written_at = session->host->now;
    if (*place && !change->ends)
        append.place = (struct store_place){place_on(change)->network, place};
    if (change->guest[0])
        append.guest = (struct store_place){change->guest_on->network, change->guest};
    if (change->freed[0])
        append.freed = (struct store_place){change->freed_on->network, change->freed};
    write_beside(change, &append, over);
}

void change_commit_lines(struct change *change, int seat, const char *note, change_done *told)
{
    change->applies_lines = true;
    change->told = told;
    change->seat = seat;
    snprintf(change->note, sizeof change->note, "%s", note ? note : "");
    change_commit(change);
}

void change_commit_line(struct session *session, const struct heard *heard, int seat,
                        const char *note, change_done *told, const char *format, ...)
{
    struct change *change = change_new(session, heard);
    va_list values;
    va_start(values, format);
    add_as(change, format, values);
    va_end(values);
    change_commit_lines(change, seat, note, told);
}
