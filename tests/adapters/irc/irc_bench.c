/* See irc_bench.h. The host's functions here stand in for those of core/host: nothing else of it
   is linked. */
#include "irc_bench.h"

#include "in_words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "adapter.h"
#include "check.h"
#include "commands.h"
#include "host.h"
#include "host_admin.h"
#include "hostile_server.h"
#include "irc.h"
#include "loop.h"
#include "port.h"
#include "prose.h"
#include "tables.h"
#include "testing.h"
#include "text.h"

enum { PATIENCE = 400, PATIENCE_MS = 25 };

/* ---- a host that writes a diary ---- */

char diary[16384];
struct host_port port;
bool bench_is_bridged;
bool has_table;
struct bench_seat bench_seats[BENCH_SEATS + 1];
int bench_invites;
struct keep *bench_keep;
char last_sent[HOST_ROOM]; /* the room that was told all it was to be told */
char last_ready[HOST_KEY]; /* the person who can be reached */

static void __attribute__((format(printf, 1, 2))) note(const char *format, ...)
{
    struct text text = {.bytes = diary, .size = sizeof diary, .length = (int)strlen(diary)};
    va_list args;
    va_start(args, format);
    text_vputf(&text, format, args);
    va_end(args);
}

/* The adapter speaks of its own network alone: there are others, with the same keys and rooms. */
static void ours(const char *network)
{
    check(strcmp(network, "irc:test") == 0);
}

void host_add_port(struct host *host, const struct host_port *added)
{
    (void)host;
    port = *added;
}

void host_room_ready(struct host *host, const char *network, const char *room, int64_t now)
{
    (void)host, (void)now;
    note("ready %s %s\n", network, room);
}

void host_room_renamed(struct host *host, const char *network, const char *from, const char *to,
                       int64_t now)
{
    (void)host, (void)now;
    note("moved %s %s to %s\n", network, from, to);
}

void host_room_lost(struct host *host, const char *network, const char *room, int64_t now)
{
    (void)host, (void)now;
    note("lost the room %s %s\n", network, room);
}

void host_person_ready(struct host *host, struct identity who, int64_t now)
{
    ours(who.network);
    (void)host, (void)now;
    snprintf(last_ready, sizeof last_ready, "%s", who.key);
}

void host_sent(struct host *host, const char *network, const char *room, int64_t now)
{
    ours(network);
    (void)host, (void)now;
    snprintf(last_sent, sizeof last_sent, "%s", room);
}

void host_renamed(struct host *host, struct identity who, const char *name, int64_t now)
{
    ours(who.network);
    (void)host, (void)now;
    note("renamed %s\n", name);
}

void host_gone(struct host *host, struct identity who, int64_t now)
{
    ours(who.network);
    (void)host, (void)now;
    note("gone %s\n", who.key[0] == '$' ? who.key : strrchr(who.key, '.'));
}

void host_lost(struct host *host, struct identity who, int64_t now)
{
    ours(who.network);
    (void)host, (void)now;
    note("lost %s\n", who.key[0] == '$' ? who.key : strrchr(who.key, '.'));
}

void host_returned(struct host *host, struct identity who, int64_t now)
{
    ours(who.network);
    (void)host, (void)now;
    note("returned %s\n", who.key[0] == '$' ? who.key : strrchr(who.key, '.'));
}

void host_bound(struct host *host, struct identity who, const char *lasting, int64_t now)
{
    ours(who.network);
    (void)host, (void)now;
    note("bound %s %s\n", strrchr(who.key, '.'), lasting);
}

void host_hold(struct host *host, const char *network, const char *room, int64_t until, int64_t now)
{
    ours(network);
    (void)host;
    note(until > now ? "hold %s\n" : "go on %s\n", room);
}

void host_reach_known(struct host *host, struct identity who, int64_t now)
{
    ours(who.network);
    (void)host, (void)now;
    note("reach of %s known\n", who.key[0] == '$' ? who.key : strrchr(who.key, '.'));
}

/* There is one table, in #games, and everybody sits at it. */
static char the_table;

struct session *host_find(struct host *host, const char *network, const char *room)
{
    ours(network);
    (void)host;
    return has_table && strcmp(room, "#games") == 0 ? (struct session *)(void *)&the_table : NULL;
}

bool host_says_bridged(struct host *host, const char *network, const char *room)
{
    ours(network);
    (void)host;
    return bench_is_bridged && strcmp(room, "#games") == 0;
}

int host_table_count(const struct host *host)
{
    (void)host;
    return has_table;
}

struct session *host_table_of(struct host *host, struct identity who, int i)
{
    ours(who.network);
    (void)host;
    int seat = 0;
    while (bench_seats[seat].key && strcmp(bench_seats[seat].key, who.key) != 0)
        seat++;
    bool is_seated = !bench_seats[0].key || bench_seats[seat].key;
    return has_table && is_seated && i == 0 ? (struct session *)(void *)&the_table : NULL;
}

struct session *host_table_numbered(struct host *host, struct identity who, int64_t table)
{
    (void)table;
    return host_table_of(host, who, 0);
}

void host_each_person(struct host *host, const char *network,
                      void (*each)(void *arg, const char *key, const char *name), void *arg)
{
    ours(network);
    (void)host;
    for (int i = 0; has_table && bench_seats[i].key; i++)
        each(arg, bench_seats[i].key, bench_seats[i].name);
}

bool host_is_seated(const struct session *session, const struct heard *heard)
{
    (void)session;
    return !heard || heard->key[0];
}

const char *bench_awaited = "";

bool bench_is_saving;
bool host_is_saving_for(const struct host *host, struct identity who)
{
    ours(who.network);
    (void)host;
    return bench_is_saving;
}

/* The seat of this key waits. */
bool host_awaits_key(const struct host *host, struct identity who)
{
    ours(who.network);
    (void)host;
    return strcmp(who.key, bench_awaited) == 0;
}

enum language host_room_language(const struct host *of, const char *network, const char *room)
{
    (void)of, (void)room;
    ours(network);
    return LANGUAGE_EN;
}

enum language host_person_language(const struct host *of, const char *network, const char *key)
{
    (void)of, (void)key;
    ours(network);
    return LANGUAGE_EN;
}

const char *host_room_name(const struct session *session, const char *network)
{
    (void)session;
    ours(network);
    return "#games";
}

void host_network_gone(struct host *host, const char *network, int64_t now)
{
    (void)host, (void)now;
    note("network gone %s\n", network);
}

char last_key[HOST_KEY], last_source[HOST_SOURCE];
const char *bench_answer;
int last_source_people;

void commands_hear(struct commands *commands, struct host *host, const struct heard *heard)
{
    (void)commands, (void)host;
    note("%s%s %s%s%s: %s\n", heard->network, heard->room ? heard->room : "", heard->name,
         heard->rank & RANK_OPERATOR ? "@" : "", heard->rank & RANK_ADMIN ? "!" : "", heard->text);
    snprintf(last_key, sizeof last_key, "%s", heard->key);
    snprintf(last_source, sizeof last_source, "%s", heard->source.id ? heard->source.id : "");
    last_source_people = heard->source.people;
    if (bench_answer)
        port.whisper(port.self, &(struct whisper){.person = heard->key,
                                                  .name = heard->name,
                                                  .kind = WHISPER_ANSWER,
                                                  .prose = bench_prose(bench_answer)});
}

/* Only of lines that begin with "hide": people talk much. */
void commands_overhear(struct commands *commands, struct host *host, const struct heard *heard,
                       bool is_read)
{
    (void)commands, (void)host;
    if (strncmp(heard->text, "hide ", 5) == 0)
        note("%s%s %s %s: %s\n", heard->network, heard->room, heard->name,
             is_read ? "bare" : "overheard", heard->text);
}

/* ---- the bench ---- */

struct loop *loop;
struct hostile *server;
struct adapter *irc;
struct irc_setup bench_setup;

static const struct irc_channel channels[] = {{"#Games", "!", true, NULL, NULL},
                                              {"#plain", ".", false, NULL, NULL}};
static const char *const admins[] = {"*!root@admin.example", "boss!*@*.example"};

void bench_expect_heard(const char *text)
{
    text = in_words(text);
    for (int i = 0; i < PATIENCE && !strstr(hostile_heard(server), text); i++)
        loop_serve(loop, PATIENCE_MS);
    if (!strstr(hostile_heard(server), text))
        fail_msg("expected \"%s\", the server heard:\n%.3000s", text, hostile_heard(server));
}

void bench_expect_noted(const char *text)
{
    for (int i = 0; i < PATIENCE && !strstr(diary, text); i++)
        loop_serve(loop, PATIENCE_MS);
    if (!strstr(diary, text))
        fail_msg("expected \"%s\", the host was told:\n%s", text, diary);
}

/* Everything said so far is dealt with in both directions, and all that may be said now is. */
void bench_settle_kept(void)
{
    static int count;
    for (int i = 0; i < 2; i++) {
        char ping[32], pong[32];
        snprintf(ping, sizeof ping, "PING :settled%d", ++count);
        snprintf(pong, sizeof pong, "PONG :settled%d", count);
        hostile_say(server, ping);
        bench_expect_heard(pong);
        loop_step(loop, 0);
    }
}

void bench_settle(void)
{
    bench_settle_kept();
    hostile_forget(server);
}

void bench_let_pass(int64_t ms)
{
    for (int64_t end = loop_now(loop) + ms; loop_now(loop) < end;) {
        hostile_say(server, "PONG srv");
        bench_settle();
        loop_step(loop, 100 * 1000); /* sooner than the link is taken for dead */
    }
}

void bench_forget(void)
{
    diary[0] = '\0';
    hostile_forget(server);
}

void bench_welcome(void)
{
    bench_welcome_saying("");
}

void bench_welcome_saying(const char *supported)
{
    char line[128];
    bench_expect_heard("USER ");
    hostile_say(server, ":srv 001 bot :Welcome");
    hostile_say(server, ":srv 004 bot srv InspIRCd-3 iosw biklmnopstv");
    hostile_say(
        server,
        ":srv 005 bot CASEMAPPING=ascii PREFIX=(ohv)@%+ CHANMODES=b,k,l,cimnpst STATUSMSG=@+ BOT=B :ok");
    snprintf(line, sizeof line, ":srv 005 bot %s :ok", supported);
    if (*supported)
        hostile_say(server, line);
    hostile_say(server, ":srv 422 bot :No MOTD");
    bench_expect_heard("JOIN #Games,#plain\r\n");
    hostile_say(server, ":bot!table@bot.example JOIN #Games");
    hostile_say(server, ":srv 353 bot = #Games :bot @ann +bob");
    hostile_say(server, ":srv 366 bot #Games :End");
    hostile_say(server, ":bot!table@bot.example JOIN :#plain");
    hostile_say(server, ":srv 353 bot = #plain :bot bob");
    hostile_say(server, ":srv 366 bot #plain :End");
    if (!*supported && !*bench_awaited) /* else WHO comes first */
        bench_expect_noted("ready irc:test #plain\n");
}

void bench_welcome_with_caps(const char *caps)
{
    char line[512];
    bench_expect_heard("USER ");
    snprintf(line, sizeof line, ":srv CAP * LS :%s", caps);
    hostile_say(server, line);
    bench_expect_heard("CAP REQ :");
    char *asked = strdup(strstr(hostile_heard(server), "CAP REQ :") + strlen("CAP REQ :"));
    asked[strcspn(asked, "\r")] = '\0';
    snprintf(line, sizeof line, ":srv CAP * ACK :%s", asked);
    free(asked);
    hostile_say(server, line);
    bench_expect_heard("CAP END");
    bench_welcome();
    bench_settle();
    bench_forget();
}

void bench_new_with(const char *flood)
{
    diary[0] = last_key[0] = '\0';
    has_table = false;
    memset(bench_seats, 0, sizeof bench_seats);
    loop = loop_new(LOOP_VIRTUAL);
    server = hostile_new(loop);
    bench_setup = (struct irc_setup){.wire = {.network = "test",
                                              .host = "127.0.0.1",
                                              .port = hostile_port(server),
                                              .nick = "bot",
                                              .user = "table",
                                              .realname = "a bot",
                                              .keep = bench_keep},
                                     .channels = channels,
                                     .channel_count = 2,
                                     .admins = admins,
                                     .admin_count = 2,
                                     .prefix = "!",
                                     .is_coloured = true,
                                     .operators_count = true,
                                     .invites = (enum irc_invites)bench_invites,
                                     .flood = flood};
    irc = irc_new(&bench_setup, loop, NULL, NULL);
}

void bench_open_with(const char *flood)
{
    bench_new_with(flood);
    irc->ops->start(irc);
}

test_fixture(bench_open_ready)
{
    bench_open_with("off");
    bench_welcome();
    loop_step(loop, 3000); /* what is said sooner could be a replay */
    bench_settle();
    bench_forget();
    return 0;
}

test_fixture(bench_open_only)
{
    bench_open_with("off");
    return 0;
}

test_fixture(bench_closed)
{
    irc->ops->free(irc);
    hostile_free(server);
    loop_free(loop);
    return 0;
}

void bench_say(const char *nick, const char *target, const char *text)
{
    char line[700];
    snprintf(line, sizeof line, ":%s!%s@host.example PRIVMSG %s :%s", nick, nick, target, text);
    hostile_say(server, line);
}

/* What the host says. */
const struct prose *bench_prose(const char *text)
{
    static struct prose prose;
    prose_clear(&prose);
    prose_put(&prose, text);
    return &prose;
}

void bench_post_board(int64_t table, const char *board, const char *called, bool is_midway)
{
    static struct prose tale, rows, next;
    prose_clear(&tale);
    prose_clear(&rows);
    prose_clear(&next);
    prose_put(&tale, "Moved.");
    for (const char *row = board, *end; *row; row = end + strspn(end, " |")) {
        const char *gap = strstr(row, " | "), *colon = strchr(row, ':');
        end = gap ? gap : row + strlen(row);
        prose_put(&rows, row == board ? "" : " | ");
        if (colon && colon < end) {
            char name[HOST_NAME];
            snprintf(name, sizeof name, "%.*s", (int)(colon - row), row);
            prose_put_foreign(&rows, PROSE_NAME, name);
            row = colon;
        }
        prose_put_bytes(&rows, row, (int)(end - row));
    }
    prose_styled(&next, PROSE_CALL, COLOUR_NONE, called);
    prose_put(&next, ": !go");
    port.post(port.self, &(struct post){.room = "#games",
                                        .table = table,
                                        .kind = POST_PLAY,
                                        .tale = &tale,
                                        .board = &rows,
                                        .next = &next,
                                        .is_midway = is_midway});
}

void bench_post(enum post_kind kind, const char *room, const char *text)
{
    port.post(port.self, &(struct post){.room = room, .kind = kind, .tale = bench_prose(text)});
}

void bench_whisper(enum whisper_kind kind, const char *key, const char *text)
{
    port.whisper(port.self, &(struct whisper){.person = key,
                                              .name = "",
                                              .room = "#games",
                                              .table = kind == WHISPER_HAND,
                                              .is_due = kind == WHISPER_HAND,
                                              .kind = kind,
                                              .prose = bench_prose(text)});
}
