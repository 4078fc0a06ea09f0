/* docs/games.md shows each game in the middle of one: the line for IRC, the block, and what one
   person reads in private. Greedy players play it here again on a real host, and the page must
   hold just what is told. After a change that is meant: TABLETALK_GOLDEN=write
   ../build/gcc/tests/test_games_page (in tests/) writes it anew, also what a new game shows. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "game.h"
#include "games.h"
#include "host.h"
#include "host_commands.h"
#include "outbox.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "record_keep.h"
#include "render.h"
#include "session.h"
#include "session_view.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"
#include "view.h"

enum { PAGE = 64 * 1024, TEXT = 4096, IRC_LINE = 390, PAGE_COLUMNS = 110, PEOPLE = 4 };

/* Which moment of a game the page shows: with so many people, after so many moves, by this seed.
   The page itself says so. */
struct instant {
    const char *game;
    int people, moves;
    unsigned seed;
};

static const char *const names[PEOPLE] = {"ann", "bob", "cid", "dan"};

struct evening {
    const struct instant *moment;
    struct store *store;
    struct host *host;
    struct chance_seed dice;
    int64_t now;
    char irc[TEXT], block[TEXT], hand[TEXT]; /* the latest */
};

/* ---- what is told, as the page shows it ---- */

/* Without the marks that keep names from being called, and folded where a page is as wide as
   this. */
static void put_folded(const char *line, struct text *out)
{
    static const char quiet[] = "\xe2\x80\x8b";
    char bytes[TEXT];
    struct text clean = text_over(bytes, sizeof bytes);
    for (; *line; line++)
        if (strncmp(line, quiet, 3) == 0)
            line += 2;
        else
            text_put_bytes(&clean, line, 1);
    for (int at = 0; at < clean.length;) {
        int end = clean.length - at <= PAGE_COLUMNS ? clean.length : at + PAGE_COLUMNS;
        while (end < clean.length && bytes[end] != ' ')
            end--;
        while (bytes[end - 1] == ' ') /* between seats there are several */
            end--;
        text_put_bytes(out, bytes + at, end - at);
        text_put(out, "\n");
        at = end + (int)strspn(bytes + end, " ");
    }
}

static void add_line(void *arg, const char *line)
{
    char bytes[TEXT];
    snprintf(bytes, sizeof bytes, "<tabletalk> %s", line);
    put_folded(bytes, arg);
}

static void on_post(void *self, const struct post *post)
{
    struct evening *evening = self;
    struct text irc = text_over(evening->irc, TEXT), block = text_over(evening->block, TEXT);
    if (!post->board)
        return;
    struct outbox_item item = {.kind = OUTBOX_PLAY,
                               .tale = (struct prose *)post->tale,
                               .board = (struct prose *)post->board,
                               .next = (struct prose *)post->next};
    render_item(&item, NULL, &(struct ink){.is_plain = true, .prefix = "!"}, IRC_LINE, "tabletalk",
                add_line, &irc);
    text_put(&block, post->block->text);
    text_put(&block, "\n");
}

/* The block is that of a terminal; in private lines are those of IRC. */
static int page_columns(void *self, const char *room)
{
    enum { TERMINAL = 80 };
    (void)self;
    return room[0] == '@' ? VIEW_LINE : TERMINAL;
}

static void on_whisper(void *self, const struct whisper *whisper)
{
    struct evening *evening = self;
    char line[TEXT];
    struct text hand = text_over(evening->hand, TEXT);
    snprintf(line, sizeof line, "(private to %s) %s", whisper->name, whisper->prose->text);
    put_folded(line, &hand);
}

/* ---- the game ---- */

static void execute(void *arg, struct host *host, struct session *session,
                    const struct heard *heard)
{
    const struct evening *evening = arg;
    if (strcmp(heard->text, "open") == 0)
        host_open(host, heard, evening->moment->game, "");
    else if (strcmp(heard->text, "join") == 0)
        host_join(host, session, heard);
    else if (strcmp(heard->text, "start") == 0)
        host_start(host, &(struct call){.session = session, .heard = heard, .words = ""});
    else if (strcmp(heard->text, "hand") == 0)
        host_show_hand(host, &(struct call){.session = session, .heard = heard, .words = ""});
    else
        host_move(host, session, heard, heard->text);
}

static void say(struct evening *evening, const char *who, const char *text)
{
    const struct heard heard = {.network = "irc:page",
                                .room = "#games",
                                .key = who,
                                .name = who,
                                .text = text,
                                .now = ++evening->now};
    host_hear(evening->host, host_find(evening->host, "irc:page", "#games"), &heard);
    for (int i = 0; i < 4; i++) {
        store_flush(evening->store);
        store_dispatch(evening->store);
        host_tick(evening->host, evening->now);
    }
}

static int due_seat(const struct session *session)
{
    unsigned due = session_due(session);
    int seat = 0;
    assert_true(due != 0);
    while (!(due >> seat & 1))
        seat++;
    return seat;
}

static void play_one(struct evening *evening)
{
    const struct session *session = host_find(evening->host, "irc:page", "#games");
    assert_non_null(session);
    int seat = due_seat(session);
    char move[MOVE_TEXT];
    struct text text = text_over(move, sizeof move);
    struct naming naming;
    struct sight sight;
    struct moves moves;
    struct chance chance;
    assert_true(session_legal(session, seat, &sight, &moves));
    chance_init(&chance, chance_seeded, &evening->dice);
    session_naming(session, &naming);
    int chosen =
        game_choose(session->game, &session->playing->rules, &sight, seat, &moves, &chance);
    move_format(&session->playing->rules, &naming, &moves.list[chosen], &text);
    say(evening, session->seats[seat].name, move);
}

static void play_to_the_moment(struct evening *evening, const struct instant *moment)
{
    const struct host_port port = {.network = "irc:page",
                                   .post = on_post,
                                   .whisper = on_whisper,
                                   .columns = page_columns,
                                   .self = evening};
    *evening = (struct evening){.moment = moment, .dice = {moment->seed}, .now = 1000};
    evening->store = store_memory_new();
    evening->host = host_new(evening->store, execute, evening);
    host_fix_luck(evening->host, moment->seed);
    host_add_port(evening->host, &port);
    say(evening, names[0], "open");
    for (int i = 1; i < moment->people; i++)
        say(evening, names[i], "join");
    for (int i = 0; i < moment->people && !evening->irc[0];
         i++) /* a full table waits until all have said so */
        say(evening, names[i], "start");
    for (int i = 0; i < moment->moves; i++)
        play_one(evening);
    const struct session *session = host_find(evening->host, "irc:page", "#games");
    say(evening, session->seats[due_seat(session)].name, "hand");
    host_free(evening->host);
    record_keep(evening->store);
    store_close(evening->store);
}

/* ---- the page ---- */

static void read_page(const char *path, char *bytes)
{
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    size_t length = fread(bytes, 1, PAGE - 1, file);
    bytes[length] = '\0';
    assert_int_equal(fclose(file), 0);
}

static void write_page(const char *path, const char *page)
{
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_true(fputs(page, file) >= 0);
    assert_int_equal(fclose(file), 0);
}

/* The fenced text behind "<!-- shown: GAME WHAT -->" becomes what is shown today; without one it
   is put at the end. */
static void put_shown(const char *page, const char *game, const char *what, const char *shown,
                      struct text *out)
{
    char mark[80];
    snprintf(mark, sizeof mark, "<!-- shown: %s %s -->\n```\n", game, what);
    const char *at = strstr(page, mark), *end = at ? strstr(at + strlen(mark), "```\n") : "```\n";
    assert_non_null(end);
    if (at)
        text_put_bytes(out, page, (int)(at - page + (ptrdiff_t)strlen(mark)));
    else
        text_putf(out, "%s\n%s", page, mark);
    text_put(out, shown);
    text_put(out, end);
    assert_false(out->cut);
}

static void show(char *page, const char *game, const char *what, const char *shown)
{
    static char bytes[PAGE];
    struct text out = text_over(bytes, sizeof bytes);
    put_shown(page, game, what, shown, &out);
    memcpy(page, bytes, (size_t)out.length + 1);
}

/* "<!-- moment: goofspiel people=2 moves=5 seed=1 -->" of docs/games.md. */
static struct instant moment_of(const char *page, const struct game *game)
{
    struct instant moment = {.game = game->id};
    char mark[80];
    snprintf(mark, sizeof mark, "<!-- moment: %s ", game->id);
    const char *at = strstr(page, mark);
    if (!at || sscanf(at + strlen(mark), "people=%d moves=%d seed=%u -->", &moment.people,
                      &moment.moves, &moment.seed) != 3)
        fail_msg("docs/games.md has no line '%speople=N moves=N seed=N -->'", mark);
    assert_in_range(moment.people, 1, PEOPLE);
    return moment;
}

static test_case(the_page_shows_what_is_told)
{
    static const char path[] = "../docs/games.md";
    static char page[PAGE], now[PAGE];
    static struct evening evening;
    const char *mode = getenv("TABLETALK_GOLDEN");
    read_page(path, page);
    memcpy(now, page, sizeof now);
    for (int i = 0; i < game_count; i++) {
        struct instant moment = moment_of(page, games[i]);
        play_to_the_moment(&evening, &moment);
        show(now, moment.game, "irc", evening.irc);
        show(now, moment.game, "block", evening.block);
        show(now, moment.game, "private", evening.hand);
    }
    if (mode && strcmp(mode, "write") == 0) {
        write_page(path, now);
    } else if (strcmp(page, now) != 0) {
        size_t same = 0;
        while (page[same] == now[same])
            same++;
        fail_msg(
            "docs/games.md is not what is told today ; (cd tests && TABLETALK_GOLDEN=write "
            "../build/gcc/tests/test_games_page) prints it anew. From here on it should be:\n%.400s",
            now + same);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_page_shows_what_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
