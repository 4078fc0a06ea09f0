#include "namesake.h"
#include "in_words.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "heard.h"
#include "host.h"
#include "host_commands.h"
#include "host_state.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "session.h"
#include "store.h"
#include "store_people.h"
#include "store_read.h"
#include "store_witness.h"
#include "tables.h"
#include "testing.h"
#include "text.h"

enum { TABLE = 60 /* its number: of the few that a restart looks at */, STEPS = 8 };

struct namesake {
    struct namesake_of of;
    struct host *host; /* of the moment */
    struct store *store;
    int64_t table;     /* its number */
    char told[512];    /* what the network was told since it opened; "" as long as all is well */
    char *here, *kept; /* how the table stands, and what is kept of it, as text */
};

/* ---- the network ---- */

static void note(struct namesake *namesake, const char *to, const struct prose *prose)
{
    struct text told = {.bytes = namesake->told, .size = sizeof namesake->told};
    told.length = (int)strlen(namesake->told);
    text_putf(&told, "%s: %s\n", to, prose ? prose->text : "");
}

static void on_post(void *self, const struct post *post)
{
    note(self, post->room, post->tale ? post->tale : post->board);
}

static void on_whisper(void *self, const struct whisper *whisper)
{
    note(self, whisper->person, whisper->prose);
}

static int64_t in_sight(void *self, const char *key)
{
    (void)self, (void)key;
    return 0;
}

static void on_forget(void *self, const char *key)
{
    struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, "is to be forgotten");
    note(self, key, &prose);
}

void namesake_add_network(struct namesake *namesake, struct host *host)
{
    const struct host_port port = {.network = NAMESAKE_NETWORK,
                                   .reports_sent = true,
                                   .post = on_post,
                                   .whisper = on_whisper,
                                   .absent_since = in_sight,
                                   .forget = on_forget,
                                   .self = namesake};
    namesake->host = host;
    host_add_port(host, &port);
}

/* ---- its table ---- */

static void execute(void *arg, struct host *host, struct session *session,
                    const struct heard *heard)
{
    (void)arg;
    if (strcmp(heard->text, "open") == 0)
        host_open(host, heard, "coloretto", "");
    else if (strcmp(heard->text, "join") == 0)
        host_join(host, session, heard);
    else
        host_start(host, &(struct call){.session = session, .heard = heard, .words = ""});
}

static void say(const struct namesake *namesake, int who, const char *text, int64_t now)
{
    const struct heard heard = {.network = NAMESAKE_NETWORK,
                                .room = namesake->of.room,
                                .key = namesake->of.keys[who],
                                .name = namesake->of.keys[who],
                                .text = text,
                                .now = now};
    host_hear(namesake->host, host_find(namesake->host, NAMESAKE_NETWORK, namesake->of.room),
              &heard);
    for (int i = 0; i < STEPS; i++) {
        store_flush(namesake->store);
        store_dispatch(namesake->store);
        host_tick(namesake->host, now);
    }
}

static void put_seat(const struct session *session, int seat, FILE *out)
{
    const struct seat *s = &session->seats[seat];
    const struct turn_clocks *clocks = &session->clocks;
    fprintf(
        out,
        "%d %s %s %s left %d given %d detached %d apart %d gone %lld heard %lld clock %lld %d %d\n",
        (int)s->kind, s->port ? s->port->network : "", s->key, s->name, s->is_left, s->is_given,
        s->is_detached, s->is_apart, (long long)s->gone_at, (long long)s->heard_at,
        (long long)clocks->since[seat], clocks->told[seat], clocks->nudges[seat]);
}

/* How the table stands in the host. To free. "" if it is not there. */
static char *describe(const struct namesake *namesake)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    const struct session *session = host_find(namesake->host, NAMESAKE_NETWORK, namesake->of.room);
    const struct host_port *port = host_port_of(namesake->host, NAMESAKE_NETWORK);
    check(out);
    if (session) {
        fprintf(
            out,
            "table %lld line %lld in %s of %s, %d guests, waits %x, held until %lld, asked at %lld, queue %d\n",
            (long long)session->id, (long long)session->record.next_line, session->home.name,
            session->home.port->network, session->guest_count, session->clocks.waits,
            (long long)session->when.held_until, (long long)session->home.unsent_since,
            session->queue.length);
        fprintf(out, "network gone at %lld\n",
                (long long)namesake->host->networks.gone_at[port - namesake->host->networks.ports]);
        for (int seat = 0; seat < session->seat_count; seat++)
            put_seat(session, seat, out);
    }
    fclose(out);
    return text;
}

/* ---- what is kept ---- */

static void put_row(void *arg, const char *key, const char *value)
{
    if (strstr(key, NAMESAKE_NETWORK))
        fprintf(arg, "%s=%s\n", key, value);
}

/* The line of the table in the list of all. */
static void put_listed(struct store *store, int64_t table, FILE *out)
{
    char *list = witness_list(store, STORE_IN_PLAY | STORE_ASIDE | STORE_ENDED, 100), *rest = list,
         *line;
    while ((line = strsep(&rest, "\n")))
        if (strtoll(line, NULL, 10) == table)
            fprintf(out, "%s\n", line);
    free(list);
}

char *namesake_kept(struct store *store, const struct namesake_of *of)
{
    char *text = NULL, *record = witness_read(store, NULL, TABLE, 100);
    size_t size;
    FILE *out = open_memstream(&text, &size);
    check(out);
    fputs(record, out);
    put_listed(store, TABLE, out);
    check(store_load(store, put_row, NULL, out) == STORE_OK);
    for (int i = 0; i < NAMESAKES && of->keys[i]; i++) {
        char *rows = witness_kept(store, NAMESAKE_NETWORK, of->keys[i]);
        fputs(rows, out);
        free(rows);
    }
    fclose(out);
    free(record);
    return text;
}

static void put_rows(struct store *store, const struct namesake_of *of)
{
    for (int i = 0; i < NAMESAKES && of->keys[i]; i++) {
        char row[HOST_KEY + 32];
        snprintf(row, sizeof row, "note " NAMESAKE_NETWORK " %s", of->keys[i]);
        store_put(store, row, "wants to be left alone", NULL, NULL);
    }
}

void namesake_write(struct store *store, const struct namesake_of *of)
{
    const char *line = "a line of the namesake's", *guests[] = {"#b", "#c", NULL};
    struct store_person persons[NAMESAKES];
    char private[HOST_ROOM];
    struct store_append append = {.table = TABLE,
                                  .lines = &line,
                                  .count = 1,
                                  .message = NAMESAKE_NETWORK " 15",
                                  .persons = persons,
                                  .place = {NAMESAKE_NETWORK, of->room}};
    snprintf(private, sizeof private, "@%s", of->keys[0]);
    guests[2] = private;
    put_rows(store, of);
    for (int i = 0; i < NAMESAKES && of->keys[i]; i++) {
        const char *key = of->keys[i];
        const struct store_identity identity = {NAMESAKE_NETWORK, key, key};
        persons[append.person_count++] =
            (struct store_person){i + 1, NAMESAKE_NETWORK, key, key, "5a17", "feed", "1 x"};
        store_show_identity(store, &identity, true, NULL, NULL);
    }
    for (int i = 0; i <= 3; i++) {
        append.first_seq = i + 1;
        append.guest =
            (struct store_place){i > 0 ? NAMESAKE_NETWORK : NULL, i > 0 ? guests[i - 1] : NULL};
        store_write(store, &append, NULL, NULL);
        append.person_count = 0;
        append.message = NULL;
        append.place.network = NULL;
    }
    store_flush(store);
    store_dispatch(store);
}

/* ---- life ---- */

/* Its clocks stand, in a room that has not been told all it is to be told. */
static void hold(struct namesake *namesake, int64_t now)
{
    host_hold(namesake->host, NAMESAKE_NETWORK, namesake->of.room, INT64_MAX / 4, now);
    free(namesake->here);
    namesake->here = describe(namesake);
    namesake->told[0] = '\0';
}

struct namesake *namesake_open(struct host *host, struct store *store, const struct namesake_of *of,
                               int64_t now)
{
    struct namesake *namesake = malloc(sizeof *namesake);
    host_execute *executes = host->calls.execute;
    check(namesake);
    *namesake = (struct namesake){.of = *of, .store = store, .table = TABLE};
    namesake_add_network(namesake, host);
    put_rows(store, of);
    host->calls.execute = execute;
    host->tables.next = namesake->table;
    say(namesake, 0, "open", now);
    for (int i = 1; i < NAMESAKES && of->keys[i]; i++)
        say(namesake, i, "join", now);
    for (int i = 0; i < NAMESAKES && of->keys[i]; i++)
        say(namesake, i, "start", now);
    host->calls.execute = executes;
    host->tables.next = 1;
    host->counts = (struct host_counts){0};
    const struct session *session = host_find(host, NAMESAKE_NETWORK, of->room);
    check(session && session_has_begun(session));
    hold(namesake, now);
    namesake->kept = namesake_kept(store, of);
    return namesake;
}

/* The number behind those of all other tables. */
static int64_t next_table(const struct namesake *namesake)
{
    int64_t next = 1;
    char *list = witness_list(namesake->store, STORE_IN_PLAY | STORE_ASIDE | STORE_ENDED, 100),
         *rest = list, *line;
    while ((line = strsep(&rest, "\n"))) {
        int64_t table = strtoll(line, NULL, 10);
        next = table >= next && table != namesake->table ? table + 1 : next;
    }
    free(list);
    return next == namesake->table ? next + 1 : next;
}

int namesake_recovered(struct namesake *namesake, int64_t now)
{
    host_room_ready(namesake->host, NAMESAKE_NETWORK, namesake->of.room, now);
    namesake->host->tables.next = next_table(namesake);
    hold(namesake, now);
    return *namesake->here != '\0';
}

void namesake_let_pass(struct namesake *namesake)
{
    namesake->host->tables.next = namesake->table + 1;
}

void namesake_must_hear(struct namesake *namesake, const char *part)
{
    part = in_words(part);
    if (!strstr(namesake->told, part))
        fail_msg("the other network was not told \"%s\", but: %s", part, namesake->told);
    namesake->told[0] = '\0';
}

void namesake_leave_out(char *told)
{
    char *to = told;
    for (const char *line = told, *end; *line; line = end) {
        end = line + strcspn(line, "\n");
        end += *end == '\n';
        bool is_named =
            memmem(line, (size_t)(end - line), NAMESAKE_NETWORK, strlen(NAMESAKE_NETWORK)) != NULL;
        if (is_named || strtoll(line, NULL, 10) == TABLE)
            continue;
        memmove(to, line, (size_t)(end - line));
        to += end - line;
    }
    *to = '\0';
}

void namesake_close(struct namesake *namesake)
{
    char *here = describe(namesake), *kept = namesake_kept(namesake->store, &namesake->of);
    assert_string_equal(namesake->told, "");
    assert_string_equal(here, namesake->here);
    assert_string_equal(kept, namesake->kept);
    free(here);
    free(kept);
    free(namesake->here);
    free(namesake->kept);
    free(namesake);
}
