/* "replay": a table that is over is told again, some steps at a time. In a room where it was
   played, as everybody saw it; in private, from the seat that this person had at each step. So
   nobody is shown a card that was not shown to them then. Each page is read anew from the record.
   Or all steps are one file for a browser, for the person alone, wherever they ask.
   Bounded: as asking.h says, records of REPLAY_LINES_MOST lines, or FILE_LINES_MOST for a file,
   PAGE_STEPS steps of one page. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "asking.h"
#include "change.h"
#include "check.h"
#include "daily.h"
#include "game.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "latest.h"
#include "offers.h"
#include "outcome.h"
#include "page.h"
#include "port.h"
#include "posts.h"
#include "reader.h"
#include "record.h"
#include "seal.h"
#include "seat.h"
#include "session_view.h"
#include "show.h"
#include "strings/daily.def"
#include "strings/replay.def"
#include "tell.h"
#include "text.h"

enum { REPLAY_LINES_MOST = 20000, FILE_LINES_MOST = 5000, PAGE_STEPS = 6 };

enum replay_state {
    REPLAY_UNREAD,
    REPLAY_STRANGE,
    REPLAY_RUNS,
    REPLAY_LONG,
    REPLAY_DAILY,
    REPLAY_SHOWS
};

struct replay {
    struct asking *asking;
    int64_t table;
    /* the first step to show; how many there are; the latest one that was played */
    int from, all, step;
    enum replay_state state;
    int day;                /* of a daily deal; else 0 */
    bool has_sat;           /* who asks has had a seat, or needs none */
    enum language language; /* of who reads it */
    struct pages out;
    bool wants_file;
    struct page_file *file; /* of `wants_file`, from the first line on */
};

/* ---- what the lines say before they are played ---- */

static bool is_step(const char *line)
{
    return record_is_kind(line, "start") || record_is_kind(line, "move") ||
           record_is_kind(line, "undo");
}

static bool begins(void *arg, struct session *session, const struct reader_lines *lines)
{
    struct replay *replay = arg;
    struct heard heard = input_heard(replay->asking->pending.input);
    bool is_open = heard.room && !replay->wants_file;
    replay->language = is_open ? host_room_language(session->host, heard.network, heard.room)
                               : host_language(session->host, &heard);
    session_read_as(session, replay->language);
    for (int i = 0; i < lines->count; i++)
        replay->all += lines->counts[i] && is_step(lines->list[i]);
    replay->day = lines->count > 2 ? seal_day_of(lines->list[2]) : 0;
    replay->state = !reader_is_theirs(session, &heard, lines)               ? REPLAY_STRANGE
                    : !record_is_kind(lines->list[lines->count - 1], "end") ? REPLAY_RUNS
                    : lines->count > (replay->wants_file ? FILE_LINES_MOST : REPLAY_LINES_MOST)
                        ? REPLAY_LONG
                    : replay->day && !daily_is_over(session->host, replay->day) ? REPLAY_DAILY
                                                                                : REPLAY_SHOWS;
    if (replay->state == REPLAY_SHOWS && replay->wants_file)
        replay->file = page_new(&(struct text){.bytes = (char[400]){0}, .size = 400});
    return replay->state == REPLAY_SHOWS && (replay->file || !replay->wants_file);
}

/* ---- the steps of the page ---- */

static int last_step(const struct replay *replay)
{
    int last = replay->from + PAGE_STEPS - 1;
    return last < replay->all ? last : replay->all;
}

/* What happened to people in front of the first step is told with it. Nothing is played behind
   the last one, unless to learn whether who asks has sat there. */
static bool is_on_page(const struct replay *replay, const char *line)
{
    return replay->from <= replay->all && replay->step >= replay->from - !is_step(line) &&
           (is_step(line) ? replay->step <= last_step(replay) : replay->step < last_step(replay));
}

/* Adds a sentence of strings.def on a line of its own. */
#define put_sentence(replay, ...)                                                                  \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        prose_open(&sentence_, (replay)->language);                                                \
        view_string(&sentence_, __VA_ARGS__);                                                      \
        tell_pages_put(&(replay)->out, "\n", &sentence_);                                          \
    } while (0)

static void put_number(struct replay *replay)
{
    struct prose number;
    prose_open(&number, replay->language);
    prose_putf(&number, "%d.", replay->step);
    tell_pages_put(&replay->out, "\n", &number);
}

static void put_line(struct replay *replay, const struct session *session, const char *text,
                     int viewer)
{
    struct record_line line;
    long long number;
    struct pages said = {0};
    check(record_read(text, &line));
    int seat = record_get_number(&line, "seat", &number) ? (int)number - 1 : SEAT_NONE;
    if (replay->file)
        show_replayed_page(session, line.kind, seat, viewer, replay->file);
    else
        show_replayed(session, line.kind, seat, viewer, &said);
    record_free(&line);
    if (replay->file)
        return;
    if (is_step(text))
        put_number(replay);
    const char *glue = is_step(text) ? " " : "\n";
    for (const struct page *page = said.first; page; page = page->next, glue = " ")
        tell_pages_put(&replay->out, glue, &page->prose);
    tell_pages_fini(&said);
    if (!record_is_kind(text, "undo"))
        return;
    struct prose undone;
    prose_open(&undone, replay->language);
    view_string(&undone, STRING_REPLAY_UNDO, (char *)0);
    tell_pages_put(&replay->out, " ", &undone);
}

static void put_head(struct replay *replay, const struct session *session)
{
    put_sentence(replay, STRING_REPLAY_PAGE, "number", text_number(replay->table), "game",
                 session->game->name, "from", text_number(replay->from), "to",
                 text_number(last_step(replay)), "all", text_number(replay->all), (char *)0);
}

/* Behind a game its result, behind the page how the table stands. */
static void put_standing(struct replay *replay, const struct session *session, const char *line,
                         int viewer)
{
    if (record_is_kind(line, "move") && session->playing->table.over)
        show_replayed_result(session, &replay->out);
    if (is_step(line) && replay->step == last_step(replay))
        show_replayed_standing(session, viewer, &replay->out);
}

/* In a room everybody; but a file is the person's own. */
static int viewer_of(const struct replay *replay, const struct session *session,
                     const struct heard *heard)
{
    const struct host_port *port = host_port_of(session->host, heard->network);
    bool is_own = !heard->room || (replay->file && port && seat_key_lasts(port, heard->key));
    int seat = is_own && session_has_begun(session) ? session_seat_of(session, heard) : -1;
    return seat < 0 ? SEAT_PUBLIC : seat;
}

static bool played(void *arg, const struct session *session, const char *line)
{
    struct replay *replay = arg;
    struct heard heard = input_heard(replay->asking->pending.input);
    int viewer = viewer_of(replay, session, &heard);
    replay->has_sat |= heard.room || viewer != SEAT_PUBLIC;
    replay->step += is_step(line);
    if (replay->file) {
        put_line(replay, session, line, viewer);
        return true;
    }
    if (is_on_page(replay, line)) {
        if (tell_pages_are_empty(&replay->out))
            put_head(replay, session);
        put_line(replay, session, line, viewer);
        put_standing(replay, session, line, viewer);
    }
    return !replay->has_sat || replay->step < last_step(replay);
}

/* ---- the answer ---- */

static void put_rest(struct replay *replay)
{
    int last = last_step(replay);
    put_sentence(replay, last < replay->all ? STRING_REPLAY_NEXT : STRING_REPLAY_END, "number",
                 text_number(replay->table), "next", text_number(last + 1), (char *)0);
}

/* For the person's eyes alone, wherever they asked. */
static void give_file(const struct replay *replay, const struct session *session,
                      const struct heard *heard)
{
    const struct host_port *port = host_port_of(session->host, heard->network);
    const char *number = text_number(replay->table);
    char name[64];
    struct bytes html = {NULL, 0, 0};
    struct prose prose;
    prose_open(&prose, replay->language);
    snprintf(name, sizeof name, "replay-%s.html", number);
    bool fits = page_write(replay->file, &html) && bytes_put(&html, "", 1, PAGE_BYTES + 1);
    if (fits)
        view_string(&prose, STRING_REPLAY_FILE, "number", number, "game", session->game->name,
                    "name", name, "n", text_number(page_steps(replay->file)), (char *)0);
    else
        view_string(&prose, STRING_REPLAY_LONG, "number", number, (char *)0);
    if (port)
        port->whisper(port->self,
                      &(struct whisper){.person = heard->key,
                                        .name = heard->name,
                                        .room = heard->room,
                                        .kind = WHISPER_ANSWER,
                                        .answers = heard->id,
                                        .prose = &prose,
                                        .file = fits ? &(struct whisper_file){name, html.at} : NULL,
                                        .source = host_source(heard)});
    bytes_fini(&html);
}

static int why_not(const struct replay *replay, const struct heard *heard,
                   const struct read_back *back)
{
    static const int why[] = {[REPLAY_UNREAD] = STRING_REPLAY_FAILED,
                              [REPLAY_RUNS] = STRING_REPLAY_NOT_YET,
                              [REPLAY_LONG] = STRING_REPLAY_LONG,
                              [REPLAY_DAILY] = STRING_DAILY_NOT_YET};
    bool is_shown = replay->state == REPLAY_SHOWS;
    if (is_shown && replay->wants_file && !replay->file)
        return STRING_REPLAY_NO_DRAWING;
    if (back->lines == 0 || replay->state == REPLAY_STRANGE ||
        (is_shown && back->session && !replay->has_sat))
        return heard->room ? STRING_REPLAY_NOT_HERE : STRING_REPLAY_NOT_YOURS;
    if (!is_shown || !back->session)
        return why[is_shown ? REPLAY_UNREAD : replay->state];
    return replay->all == 0 ? STRING_REPLAY_EMPTY : STRING_REPLAY_NO_STEP;
}

static void finish(void *arg, const struct read_back *back)
{
    struct replay *replay = arg;
    struct host *host = replay->asking->pending.host;
    struct heard heard = input_heard(replay->asking->pending.input);
    heard.is_open = heard.room != NULL; /* what everybody saw there */
    if (back->session && replay->has_sat && replay->file && page_steps(replay->file) > 0) {
        give_file(replay, back->session, &heard);
    } else if (back->session && replay->has_sat && !tell_pages_are_empty(&replay->out)) {
        put_rest(replay);
        for (const struct page *page = replay->out.first; page; page = page->next)
            host_whisper(host, &heard, &page->prose);
    } else {
        char until[DAILY_DATE];
        tell_openly(host, &heard, why_not(replay, &heard, back), "number",
                    text_number(replay->table), "until",
                    daily_date(replay->day + DAILY_OPEN_DAYS, until), "typed",
                    text_number(replay->from), "all", text_number(replay->all), (char *)0);
    }
    if (back->session)
        change_remove_session(back->session);
    tell_pages_fini(&replay->out);
    page_free(replay->file);
    asking_end(replay->asking);
}

static void dropped(void *arg)
{
    struct replay *replay = arg;
    tell_pages_fini(&replay->out);
    page_free(replay->file);
    asking_drop(replay->asking);
}

/* ---- the question ---- */

/* "17", "17 9" or "17 page". False if it is neither. */
static bool read_words(const char *words, struct replay *replay)
{
    const char *end;
    long long table, from = 1;
    bool is_number = record_read_number(words, &end, &table) && table > 0;
    end += is_number ? strspn(end, " ") : 0;
    if (is_number && *end >= '0' && *end <= '9')
        is_number = record_read_number(end, &end, &from);
    end += is_number ? strspn(end, " ") : 0;
    replay->wants_file = is_number && text_same_word(end, "page");
    end += replay->wants_file ? strlen(end) : 0;
    replay->table = is_number ? (int64_t)table : 0;
    replay->from = is_number && from <= RECORD_LINES_MOST ? (int)from : 0;
    return is_number && !*end && replay->from > 0;
}

void host_show_replay(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    static const struct reader_visitor visitor = {
        .begins = begins, .played = played, .done = finish, .dropped = dropped};
    const struct host_port *port = host_port_of(host, heard->network);
    struct replay asked = {.asking = NULL};
    if (!read_words(call->words, &asked)) {
        tell_openly(host, heard, STRING_REPLAY_WORDS, (char *)0);
        return;
    }
    if (asked.wants_file && (!port || !port->takes_pages)) {
        tell_openly(host, heard, STRING_REPLAY_NO_FILES, "number", text_number(asked.table),
                    (char *)0);
        return;
    }
    /* another one may have had the nick */
    if (!heard->room && (!port || !seat_key_lasts(port, heard->key))) {
        tell_openly(host, heard, STRING_REPLAY_PASSING, "number", text_number(asked.table),
                    (char *)0);
        return;
    }
    if (asking_refuses_record(host, heard))
        return;
    struct replay *replay = malloc(sizeof *replay);
    check(replay);
    *replay = asked;
    replay->asking = asking_new(host, heard);
    if (!replay->asking) {
        free(replay);
        return;
    }
    replay->asking->is_replay = true;
    reader_begin(host, replay->table, false, &visitor, replay);
}

/* ---- "fair": what is proven about a deal ---- */

/* Of the table that is open here, or of one that is over: that is read back from its record, so a
   restart forgets nothing. What makes it true is in docs/fairness.md. */

/* ---- what is said ---- */

/* How a deal of this game can be proven though nobody has cut. */
static void put_way(const struct session *session, struct prose *out)
{
    prose_put(out, " ");
    view_string(out, session_is_alone(session) ? STRING_FAIR_ALONE : STRING_FAIR_NEXT, "id",
                session->game->id, (char *)0);
}

static void put_nobody(const struct session *session, struct prose *out)
{
    view_string(out, STRING_FAIR_NOBODY, (char *)0);
    put_way(session, out);
}

/* SEAT_NONE: to somebody who does not sit there. */
static void put_cuts(const struct session *session, int seat, struct prose *out)
{
    bool is_dealt = session_has_begun(session) && !session->closing.is_closed;
    unsigned all = seal_cuts_after(session, SEAT_NONE);
    bool counts = seat >= 0 && seal_cut_counts(session, seat);
    unsigned after = counts ? seal_cuts_after(session, seat) : all;
    if (!all && is_dealt)
        put_nobody(session, out);
    else if (!all)
        view_string(out, STRING_FAIR_NOBODY_YET, (char *)0);
    else if (counts && !after)
        view_string(out, is_dealt ? STRING_FAIR_LAST : STRING_FAIR_LAST_YET, (char *)0);
    else if (counts)
        view_string(out, STRING_FAIR_AFTER, "who", session_people(session, after), (char *)0);
    else
        view_string(out, is_dealt ? STRING_FAIR_OTHERS : STRING_FAIR_OTHERS_YET, "who",
                    session_people(session, all), (char *)0);
}

static void put_open(const struct session *session, struct prose *out)
{
    view_string(out, STRING_FAIR_OPEN, (char *)0);
    if (session_is_alone(session) && !session->closing.waits_for_cut)
        put_way(session, out);
}

static void put_day(const struct session *session, struct prose *out)
{
    struct host *host = session->host;
    int number = session->playing->lot.day;
    const struct daily_day *day = daily_day(host, number);
    char date[DAILY_DATE], since[DAILY_DATE], until[DAILY_DATE], seal[LUCK_SEAL],
        secret[SEAL_SECRET_HEX];
    if (!day)
        return;
    seal_luck_seal_day(day->secret, number, seal);
    view_string(out, STRING_FAIR_DAILY, "day", daily_date(number, date), "since",
                daily_date(day->made, since), "seal", seal, (char *)0);
    prose_put(out, " ");
    if (daily_is_over(host, number)) {
        sodium_bin2hex(secret, sizeof secret, day->secret, LUCK_SECRET);
        view_string(out, STRING_FAIR_DAILY_SECRET, "secret", secret, (char *)0);
    } else {
        view_string(out, STRING_FAIR_DAILY_LATER, "until",
                    daily_date(number + DAILY_OPEN_DAYS, until), (char *)0);
    }
}

static void put_proof(const struct session *session, const struct heard *heard, struct prose *out)
{
    const struct lot *lot = &session->playing->lot;
    if (lot->lesson)
        view_string(out, STRING_FAIR_LESSON, (char *)0);
    else if (lot->day)
        put_day(session, out);
    else if (deal_is_practice(session->playing))
        view_string(out, STRING_FAIR_PRACTICE, (char *)0);
    else if (lot->is_fixed)
        view_string(out, STRING_FAIR_FIXED, (char *)0);
    else if (lot->rules < LUCK_RULES)
        view_string(out, STRING_FAIR_OLD, (char *)0);
    else if (!session_has_fixed_seats(session))
        put_open(session, out);
    else
        put_cuts(session, session_seat_of(session, heard), out);
    if (lot->is_fixed)
        return;
    prose_put(out, " ");
    view_string(out, lot->day ? STRING_FAIR_DAILY_SEAL : STRING_FAIR_SEAL, "seal",
                session->record.seal, (char *)0);
}

static void put_undealt(long long count, struct prose *out)
{
    if (count == 0)
        return;
    prose_put(out, " ");
    view_string(out, STRING_FAIR_UNDEALT, "n", text_number(count), (char *)0);
}

static void answer(struct host *host, const struct heard *heard, const struct prose *prose)
{
    struct heard open = *heard;
    open.is_open = true;
    host_whisper(host, &open, prose);
}

/* ---- a table that is over ---- */

struct reread {
    struct asking *asking;
    int64_t table;
    bool is_theirs, is_over;
};

static bool fair_begins(void *arg, struct session *session, const struct reader_lines *lines)
{
    struct reread *reread = arg;
    struct heard heard = input_heard(reread->asking->pending.input);
    reread->is_theirs = reader_is_theirs(session, &heard, lines);
    reread->is_over = record_is_kind(lines->list[lines->count - 1], "end");
    return reread->is_theirs && reread->is_over;
}

/* A page says it better than lines of chat, where there is one. */
static void put_check(const struct session *session, struct prose *out)
{
    const struct lot *lot = &session->playing->lot;
    const char *address = session->host->homepage, *number = text_number(session->id);
    char link[SEAL_SECRET_HEX];
    if (lot->is_fixed || !lot->has_secret || (lot->day && !daily_is_over(session->host, lot->day)))
        return;
    seal_write_link(session, link);
    prose_put(out, "\n");
    if (*address) {
        view_string(out, STRING_FAIR_PAGE, "address", address, (char *)0);
        return;
    }
    view_string(out, STRING_FAIR_RECORD, "number", number, (char *)0);
    prose_put(out, "\n");
    view_string(out, STRING_FAIR_VERIFY, "number", number, "seal", session->record.seal, "link",
                link, (char *)0);
    prose_put(out, "\n");
    view_string(out, STRING_FAIR_BY_HAND, (char *)0);
}

static void fair_dropped(void *arg)
{
    struct reread *reread = arg;
    asking_drop(reread->asking);
}

static void fair_finish(void *arg, const struct read_back *back)
{
    struct reread *reread = arg;
    struct host *host = reread->asking->pending.host;
    struct heard heard = input_heard(reread->asking->pending.input);
    struct prose prose;
    prose_open(&prose, host_language(host, &heard));
    if (back->session && reread->is_theirs && reread->is_over) {
        struct session *session = back->session;
        view_string(&prose, STRING_FAIR_TABLE, "number", text_number(reread->table), "game",
                    session->game->name, (char *)0);
        prose_put(&prose, " ");
        put_proof(session, &heard, &prose);
        latest_put_proof(session, &prose);
        put_undealt(outcome_last_find(host, &session->home).undealt, &prose);
        put_check(session, &prose);
    } else {
        int why = reread->is_theirs && !reread->is_over ? STRING_FAIR_NOT_YET
                  : reread->is_theirs                   ? STRING_REPLAY_FAILED
                  : heard.room                          ? STRING_REPLAY_NOT_HERE
                                                        : STRING_REPLAY_NOT_YOURS;
        view_string(&prose, why, "number", text_number(reread->table), (char *)0);
    }
    answer(host, &heard, &prose);
    if (back->session)
        change_remove_session(back->session);
    asking_end(reread->asking);
}

static void reread_table(struct host *host, const struct heard *heard, int64_t table)
{
    static const struct reader_visitor visitor = {
        .begins = fair_begins, .done = fair_finish, .dropped = fair_dropped};
    if (asking_refuses_record(host, heard))
        return;
    struct asking *asking = asking_new(host, heard);
    if (!asking)
        return;
    struct reread *reread = malloc(sizeof *reread);
    check(reread);
    *reread = (struct reread){.asking = asking, .table = table};
    asking->is_replay = true;
    reader_begin(host, table, false, &visitor, reread);
}

/* ---- the question ---- */

/* The room of who asks has no table now: the seal of the next one, while people say !again, else
   the last table. */
static void show_room(struct host *host, const struct heard *heard)
{
    struct showing home = {.port = host_port_of(host, heard->network)};
    struct prose prose;
    snprintf(home.name, sizeof home.name, "%s%s", heard->room ? "" : "@",
             heard->room ? heard->room : heard->key);
    const struct offer *offer = offers_in(host, heard->network, home.name);
    struct last_table last = outcome_last_find(host, &home);
    prose_open(&prose, host_language(host, heard));
    if (offer && offer->lot.has_secret) {
        char seal[LUCK_SEAL];
        seal_luck_seal(offer->lot.secret, offer->lot.id, seal);
        view_string(&prose, STRING_FAIR_OFFER, "seal", seal, "number", text_number(offer->table),
                    (char *)0);
    } else if (last.table > 0) {
        reread_table(host, heard, last.table);
        return;
    } else {
        view_string(&prose, STRING_FAIR_OVER, (char *)0);
    }
    answer(host, heard, &prose);
}

void host_show_fair(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    const char *end;
    long long table;
    struct prose prose;
    prose_open(&prose, host_language(host, heard));
    if (*words && record_read_number(words, &end, &table) && !*end && table > 0) {
        reread_table(host, heard, table);
    } else if (*words) {
        view_string(&prose, STRING_FAIR_WORDS, "typed", words, (char *)0);
        answer(host, heard, &prose);
    } else if (!session) {
        show_room(host, heard);
    } else {
        struct last_table last = outcome_last_find(host, &session->home);
        put_proof(session, heard, &prose);
        if (!session_has_begun(session) && last.table > 0) {
            prose_put(&prose, " ");
            view_string(&prose, STRING_FAIR_BEFORE, "number", text_number(last.table), (char *)0);
        }
        put_undealt(last.undealt, &prose);
        answer(host, heard, &prose);
    }
}
