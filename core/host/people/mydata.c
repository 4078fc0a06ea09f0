/* What a person is told of themselves: who they are to us and where they sit; and "mydata", what is
   kept of them and of linked identities, first what the host keeps, then what the store finds. Each
   page is asked for anew. Bounded: as asking.h says; STORE_KEPT rows of the store, PAGE_ROWS on a
   page. Networks that take files get all rows in one. A ban is no row: who is banned is not
   heard. */
#include "linking.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "asking.h"
#include "blocks.h"
#include "check.h"
#include "daily.h"
#include "elsewhere.h"
#include "game.h"
#include "games.h"
#include "host_admin.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "links.h"
#include "notices.h"
#include "offers.h"
#include "port.h"
#include "posts.h"
#include "presence.h"
#include "results.h"
#include "seat.h"
#include "seek.h"
#include "store_people.h"
#include "strings/daily.def"
#include "strings/people.def"
#include "tables.h"
#include "tallies.h"
#include "tell.h"
#include "text.h"

static void put_place(const struct session *session, const char *network, struct prose *out)
{
    const char *here = host_room_name(session, network), *room = *here ? here : session->home.name;
    prose_put(out, " ");
    if (room[0] == '@')
        view_string(out, STRING_WHOAMI_TABLE_PRIVATE, "game", session->game->name, (char *)0);
    else
        view_string(out, STRING_WHOAMI_TABLE, "game", session->game->name, "room", room, (char *)0);
}

int mydata_put_tables(struct host *host, struct identity who, struct prose *out)
{
    struct session *session;
    int tables = 0;
    for (; (session = host_table_of(host, who, tables)); tables++)
        put_place(session, who.network, out);
    return tables;
}

static void put_others(const struct host *host, const struct heard *heard, struct prose *out)
{
    const struct linked *person = links_of(host, identity_of(heard));
    for (int i = 0; person && i < person->count; i++) {
        const struct linked_identity *other = &person->identities[i];
        if (identity_is(identity_of(other), identity_of(heard)))
            continue;
        prose_put(out, " ");
        view_string(out, STRING_WHOAMI_LINKED, "who", other->name, "network", other->network,
                    (char *)0);
    }
}

/* `elsewhere`: sentences of other processes, "" for none. */
static void tell_self(struct host *host, const struct heard *heard, const char *elsewhere,
                      bool are_all)
{
    const struct host_port *port = host_port_of(host, heard->network);
    bool lasts = port && seat_key_lasts(port, heard->key);
    struct prose answer;
    prose_open(&answer, host_language(host, heard));
    view_string(&answer, lasts ? STRING_WHOAMI : STRING_WHOAMI_PASSING, "who", heard->name,
                "network", heard->network, (char *)0);
    put_others(host, heard, &answer);
    int tables = mydata_put_tables(host, identity_of(heard), &answer);
    prose_put(&answer, *elsewhere ? " " : "");
    prose_put(&answer, elsewhere);
    if (!are_all || (tables == 0 && !*elsewhere)) {
        prose_put(&answer, " ");
        view_string(&answer, are_all ? STRING_WHOAMI_NO_TABLE : STRING_WHOAMI_AWAY, (char *)0);
    }
    host_whisper(host, heard, &answer);
}

static void on_answers(struct host *host, const struct heard *heard, int64_t tag,
                       const char *answers, bool are_all)
{
    (void)tag;
    tell_self(host, heard, answers ? answers : "", are_all);
}

void host_show_self(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const struct host_question question = {
        .kind = HOST_QUESTION_TABLES, .who = identity_of(heard), .other = {"", ""}};
    far_ask(host, heard, &question, on_answers, 0);
}

/* ---- what is kept ---- */

enum { ALL_PAGES = -1, PAGE_ROWS = 8, PAGE_BYTES = 2500, DAY_BYTES = 16 };

struct book {
    int wanted, pages, rows, bytes; /* rows and bytes: on the last page */
    int all;
    struct prose out;
    FILE *file; /* NULL if pages are wanted */
};

static void add(struct book *book, const struct prose *row)
{
    book->all++;
    if (book->file) {
        fprintf(book->file, "%s\n", row->text);
        return;
    }
    if (book->pages == 0 || book->rows == PAGE_ROWS || book->bytes + row->length > PAGE_BYTES) {
        book->pages++;
        book->rows = book->bytes = 0;
    }
    book->rows++;
    book->bytes += row->length + 1;
    if (book->pages != book->wanted)
        return;
    prose_put(&book->out, "\n");
    prose_append(&book->out, row);
}

/* Adds a sentence of strings.def as a row. */
#define add_row(book, ...)                                                                         \
    do {                                                                                           \
        struct prose row_;                                                                         \
        prose_open(&row_, (book)->out.language);                                                   \
        view_string(&row_, __VA_ARGS__);                                                           \
        add(book, &row_);                                                                          \
    } while (0)

/* ---- what the host keeps ---- */

static void add_offers(const struct host *host, struct identity who, struct book *book)
{
    struct heard heard = heard_about(who, "", 0);
    for (const struct offer *offer = host->offers.first; offer; offer = offer->next)
        if (offer_seat_of(host, offer, &heard) >= 0)
            add_row(book, STRING_MYDATA_OFFER, "table", text_number(offer->table), "game",
                    offer->game->name, (char *)0);
}

static void add_waiting(const struct host *host, struct identity who, struct book *book)
{
    struct heard heard = heard_about(who, "", 0);
    for (const struct waiting *waiting = host->offers.waitings; waiting; waiting = waiting->next)
        if (waiting_place(host, waiting, &heard) >= 0)
            add_row(book, STRING_MYDATA_WAITS, "table", text_number(waiting->table), (char *)0);
}

static void add_blocks(const struct host *host, struct identity who, struct book *book)
{
    const struct block *list[BLOCKS_OF_ONE];
    int count = blocks_of(host, who, list);
    for (int i = 0; i < count; i++)
        add_row(book, STRING_MYDATA_BLOCK, "name", list[i]->name, "network", list[i]->on,
                (char *)0);
}

static void add_result(void *arg, const struct prose *text, int64_t table)
{
    add_row((struct book *)arg, STRING_MYDATA_RESULT, "table", text_number(table), "results",
            text->text, (char *)0);
}

static void add_seek(const struct host *host, struct identity who, struct book *book)
{
    const struct seek *seek = seek_of_person(host, who);
    if (seek)
        add_row(book, STRING_MYDATA_SEEK, "number", text_number(seek->number), "game",
                game_find(seek->game)->name, (char *)0);
}

static void add_notices(struct host *host, struct identity who, struct book *book)
{
    struct prose row;
    prose_open(&row, book->out.language);
    if (notices_put(host, who, &row))
        add(book, &row);
}

static void add_daily(const struct daily_try *one, struct book *book)
{
    char day[DAILY_DATE];
    struct prose text;
    prose_open(&text, book->out.language);
    if (one->is_over)
        view_string(&text, STRING_DAILY_POINTS, "points", text_number(one->points), (char *)0);
    int id = !one->game     ? STRING_MYDATA_DAILY_BOND
             : one->is_over ? STRING_MYDATA_DAILY
                            : STRING_MYDATA_DAILY_NONE;
    add_row(book, id, "day", daily_date(one->day, day), "game", one->game ? one->game->name : "",
            "table", text_number(one->table), "text", text.text, (char *)0);
}

/* Under each of the person's names; a row has several of them. */
static void add_dailies(struct host *host, struct identity who, struct book *book)
{
    struct identity all[LINK_EACH];
    int count = links_identities(host, who, all);
    for (int d = 0; d < host->dailies->count; d++)
        for (int t = 0; t < host->dailies->list[d].count; t++) {
            const struct daily_try *one = host->dailies->list[d].tries[t];
            bool is_theirs = false;
            for (int n = 0; n < one->name_count; n++)
                for (int i = 0; i < count; i++)
                    is_theirs |= identity_is(identity_of(&one->names[n]), all[i]);
            if (is_theirs)
                add_daily(one, book);
        }
}

static void add_tallies(struct host *host, struct identity who, struct book *book)
{
    char day[DAILY_DATE];
    struct tally_count count;
    for (int i = 0; i < game_count; i++) {
        tallies_of(host, who, games[i], &count);
        if (count.days > 0)
            add_row(book, STRING_MYDATA_TALLY, "day", daily_date(count.last, day), "game",
                    games[i]->name, "n", text_number(count.days), "most", text_number(count.best),
                    (char *)0);
    }
}

static void add_own(struct host *host, const struct heard *heard, struct book *book)
{
    const struct linked *person = links_of(host, identity_of(heard));
    for (int i = 0; person && i < person->count; i++) {
        const struct linked_identity *identity = &person->identities[i];
        add_row(book, STRING_MYDATA_LINK, "name", identity->name, "key", identity->key, "network",
                identity->network, (char *)0);
        add_notices(host, identity_of(identity), book);
    }
    if (!person)
        add_notices(host, identity_of(heard), book);
    add_offers(host, identity_of(heard), book); /* those of linked identities, too */
    add_waiting(host, identity_of(heard), book);
    add_seek(host, identity_of(heard), book);
    results_each(host, identity_of(heard), book->out.language, add_result, book);
    add_blocks(host, identity_of(heard), book);
    add_dailies(host, identity_of(heard), book);
    add_tallies(host, identity_of(heard), book);
}

/* ---- what the store keeps ---- */

/* The name of the game whose record begins with that line; "" if it names none. */
static const char *game_of(const char *line, char id[STORE_GAME_MAX + 1])
{
    static const char field[] = " game=";
    const char *at = strstr(line, field);
    if (!at)
        return "";
    at += sizeof field - 1;
    snprintf(id, STORE_GAME_MAX + 1, "%.*s", (int)strcspn(at, " "), at);
    const struct game *game = game_find(id);
    return game ? game->name : id;
}

static const char *day_of(int64_t seconds, char out[DAY_BYTES])
{
    time_t time = (time_t)seconds;
    struct tm day;
    if (seconds <= 0 || !gmtime_r(&time, &day) || strftime(out, DAY_BYTES, "%Y-%m-%d", &day) == 0)
        snprintf(out, DAY_BYTES, "?");
    return out;
}

static void add_kept(const struct store_kept *kept, struct book *book)
{
    char day[DAY_BYTES], id[STORE_GAME_MAX + 1];
    switch (kept->kind) {
    case STORE_KEPT_NUMBER:
        add_row(book, kept->is_shown ? STRING_MYDATA_NUMBER_SHOWN : STRING_MYDATA_NUMBER, "number",
                text_number(kept->number), "name", kept->name, "network", kept->network, "count",
                text_number(kept->count), (char *)0);
        break;
    case STORE_KEPT_PERSON:
        add_row(book, STRING_MYDATA_TABLE, "table", text_number(kept->table), "game",
                game_of(kept->line, id), "day", day_of(kept->at, day), "number",
                text_number(kept->number), "name", kept->name, "network", kept->network, (char *)0);
        break;
    case STORE_KEPT_AHEAD: /* behind the number of its line */
        add_row(book, STRING_MYDATA_AHEAD, "table", text_number(kept->table), "move",
                kept->ahead + strspn(kept->ahead, "0123456789 "), (char *)0);
        break;
    case STORE_KEPT_ROOM:
        add_row(book, STRING_MYDATA_ROOM, "table", text_number(kept->table), "network",
                kept->network, (char *)0);
        break;
    case STORE_KEPT_SETTING:
        add_row(book, STRING_MYDATA_SETTING, "key", kept->key, "value", kept->value, (char *)0);
        break;
    case STORE_KEPT_FELLOW: /* not asked for */
        break;
    }
}

/* ---- the answer ---- */

static void put_rest(const struct book *book, int64_t more, struct prose *out)
{
    prose_put(out, "\n");
    if (book->wanted < book->pages)
        view_string(out, STRING_MYDATA_NEXT, "page", text_number(book->wanted + 1), (char *)0);
    else if (more > 0)
        view_string(out, STRING_MYDATA_MORE, "count", text_number(more), (char *)0);
    else
        view_string(out, STRING_MYDATA_ALL, (char *)0);
}

static void tell_book(struct host *host, const struct heard *heard, const struct book *book,
                      int64_t more)
{
    struct prose answer;
    prose_open(&answer, host_language(host, heard));
    if (book->pages == 0) {
        view_string(&answer, STRING_MYDATA_NONE, (char *)0);
    } else if (book->wanted > book->pages) {
        view_string(&answer, STRING_MYDATA_NO_PAGE, "typed", text_number(book->wanted), "pages",
                    text_number(book->pages), (char *)0);
    } else {
        view_string(&answer, STRING_MYDATA_PAGE, "page", text_number(book->wanted), "pages",
                    text_number(book->pages), (char *)0);
        prose_append(&answer, &book->out);
        put_rest(book, more, &answer);
    }
    host_whisper(host, heard, &answer);
}

static void tell_file(const struct host_port *port, const struct heard *heard,
                      const struct book *book, const char *text, int64_t more)
{
    struct prose answer;
    prose_open(&answer, book->out.language);
    view_string(&answer, STRING_MYDATA_FILE, "count", text_number(book->all), (char *)0);
    if (more > 0) {
        prose_put(&answer, " ");
        view_string(&answer, STRING_MYDATA_MORE, "count", text_number(more), (char *)0);
    }
    port->whisper(port->self, &(struct whisper){.person = heard->key,
                                                .name = heard->name,
                                                .room = heard->room,
                                                .kind = WHISPER_ANSWER,
                                                .answers = heard->id,
                                                .prose = &answer,
                                                .file = &(struct whisper_file){.name = "mydata.txt",
                                                                               .text = text},
                                                .source = host_source(heard)});
}

static void put_all(const struct asking *asking, const struct heard *heard,
                    const struct store_answer *answer, struct book *book)
{
    add_own(asking->pending.host, heard, book);
    for (int i = 0; i < answer->kept_count; i++)
        add_kept(&answer->kept[i], book);
}

static void tell_all(const struct asking *asking, const struct heard *heard,
                     const struct store_answer *answer, struct book *book)
{
    char *text = NULL;
    size_t length = 0;
    book->file = open_memstream(&text, &length);
    check(book->file);
    put_all(asking, heard, answer, book);
    check(fclose(book->file) == 0);
    if (book->all > 0)
        tell_file(host_port_of(asking->pending.host, heard->network), heard, book, text,
                  answer->kept_more);
    else
        tell_book(asking->pending.host, heard, book, 0);
    free(text);
}

static void told(void *arg, const struct store_answer *answer)
{
    struct asking *asking = arg;
    if (!asking_is_lost(asking, answer->result)) {
        struct heard heard = input_heard(asking->pending.input);
        struct book *book = calloc(1, sizeof *book);
        check(book);
        book->wanted = asking->page;
        prose_open(&book->out, host_language(asking->pending.host, &heard));
        if (book->wanted == ALL_PAGES) {
            tell_all(asking, &heard, answer, book);
        } else {
            put_all(asking, &heard, answer, book);
            tell_book(asking->pending.host, &heard, book, answer->kept_more);
        }
        free(book);
    }
    asking_end(asking);
}

static void ask(struct asking *asking, const struct heard *heard)
{
    struct store_question *question = asking_question(asking, STORE_ASK_KEPT, 0, told);
    asking_put_person(asking->pending.host, identity_of(heard), question);
    asking_ask(asking, question);
}

/* 0 if the words are no page. */
static int page_of(const char *words)
{
    int length = (int)strspn(words, "0123456789");
    if (!*words)
        return 1;
    return !words[length] && length <= 3 ? (int)strtol(words, NULL, 10) : 0;
}

void host_show_mydata(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *words = call->words;
    const struct host_port *port = host_port_of(host, heard->network);
    int page = page_of(words);
    if (heard->room && !(heard->rank & RANK_LOCAL)) { /* a terminal has nobody else */
        tell_person(host, heard, STRING_MYDATA_PRIVATE, (char *)0);
        return;
    }
    if (!port || !seat_key_lasts(port, heard->key)) { /* another one may have had the nick */
        tell_person(host, heard, STRING_MYDATA_PASSING, (char *)0);
        return;
    }
    if (page == 0) {
        tell_person(host, heard, STRING_MYDATA_WORDS, "typed", words, (char *)0);
        return;
    }
    struct asking *asking = asking_new(host, heard);
    if (!asking)
        return;
    asking->page = port->takes_files && !*words ? ALL_PAGES : page;
    ask(asking, heard);
}
