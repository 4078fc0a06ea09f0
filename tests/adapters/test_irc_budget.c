/* Chat is the scarce resource: what whole games cost in lines on IRC. Two people play random games of Heartcatchers on a
   real host, whose posts go through the outbox and are drawn as lines of a channel, without a socket. A move may cost one
   public line, and one private line to each seat whose hand or duty changed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "host.h"
#include "message.h"
#include "outbox.h"
#include "prose.h"
#include "render.h"
#include "store.h"
#include "text.h"

enum {
    GAMES = 1000,      /* of two people */
    ROBOT_GAMES = 300, /* of one person and a robot */
    PEOPLE = 2,
    LINE = 390,         /* what "tabletalk" on a host of 64 bytes leaves room for */
    OPENING_PUBLIC = 6, /* open, two joins, the lot, the start: bounds of their own */
    OPENING_PRIVATE = 1,
    RESULT_PUBLIC = 5, /* the last move, what comes to light, and the points */
    TEXT = 4096
};

/* Ordinary nicks, and the longest where NICKLEN is 30. */
static const char *const casts[][PEOPLE] = {{"ann", "bob"},
                                            {"Guest-4711-from-a-web-gateway1", "another_one_with_thirty_bytes_"}};

struct evening {
    bool has_robot; /* the second seat is a robot's */
    struct store *store;
    struct host *host;
    struct outbox *outbox;
    const char *const *names;
    int64_t now;
    int public_lines, longest;
    int private_lines[PEOPLE];
    char told[PEOPLE][TEXT]; /* the last private text, to see that a new one says something new */
    unsigned dice;
};

struct tally {
    long moves, lines, private_lines, bytes;
    int most, most_private, most_opening, most_result;
};

static int person_of(const struct evening *evening, const char *key)
{
    return strcmp(key, evening->names[1]) == 0;
}

/* ---- the network ---- */

static enum outbox_reach reach(void *self, const struct outbox_item *item)
{
    (void)self, (void)item;
    return OUTBOX_NOW;
}

static void add_line(void *arg, const char *line)
{
    outbox_add_message(arg, line);
}

static void draw(void *self, struct outbox_item *item)
{
    (void)self;
    message_draw(item, &(struct ink){.prefix = "!"}, LINE, "tabletalk", add_line, item);
}

static int64_t no_wait(void *self, const struct outbox_item *item, const char *line)
{
    (void)self, (void)item, (void)line;
    return 0;
}

static void count_line(void *self, const struct outbox_item *item, const char *line)
{
    struct evening *evening = self;
    int length = (int)strlen(line);
    assert_true(length <= LINE);
    if (length > evening->longest)
        evening->longest = length;
    if (!item->is_private) {
        evening->public_lines++;
        return;
    }
    int person = person_of(evening, item->to);
    evening->private_lines[person]++;
    if (strcmp(evening->told[person], line) == 0)
        fail_msg("%s was told the same twice: %s", item->to, line);
    snprintf(evening->told[person], TEXT, "%s", line);
}

/* ---- the host ---- */

static void on_post(void *self, const struct post *post)
{
    outbox_post(((struct evening *)self)->outbox, post);
}

static void on_whisper(void *self, const struct whisper *whisper)
{
    outbox_whisper(((struct evening *)self)->outbox, whisper);
}

static void execute(void *arg, struct host *host, struct table_room *room, const struct heard *heard)
{
    (void)arg;
    if (strcmp(heard->text, "open") == 0)
        host_open(host, heard, "heartcatchers", "");
    else if (strcmp(heard->text, "join") == 0)
        host_join(host, room, heard);
    else if (strcmp(heard->text, "robot") == 0)
        host_add_robot(host, room, heard, "greedy");
    else
        host_move(host, room, heard, heard->text);
}

static void say(struct evening *evening, int who, const char *text)
{
    const struct heard heard = {.network = "irc:test",
                                .room = "#games",
                                .key = evening->names[who],
                                .name = evening->names[who],
                                .text = text,
                                .now = ++evening->now};
    host_hear(evening->host, host_find(evening->host, "irc:test", "#games"), &heard);
    for (int i = 0; i < 4; i++) {
        store_flush(evening->store);
        store_dispatch(evening->store);
        host_tick(evening->host, evening->now);
    }
    evening->public_lines = evening->private_lines[0] = evening->private_lines[1] = evening->longest = 0;
    assert_int_equal(outbox_pump(evening->outbox), -1);
}

static void open_evening(struct evening *evening, unsigned seed)
{
    const struct outbox_port out = {
        .reach = reach, .render = draw, .wait = no_wait, .send = count_line, .self = evening};
    const struct host_port in = {
        .network = "irc:test", .is_lasting = true, .post = on_post, .whisper = on_whisper, .self = evening};
    *evening = (struct evening){.names = casts[seed % 2], .dice = seed, .now = 1000};
    evening->store = store_memory_new();
    evening->host = host_new(evening->store, execute, NULL);
    evening->outbox = outbox_new(&out);
    host_fix_luck(evening->host, seed);
    host_add_port(evening->host, &in);
}

static void close_evening(struct evening *evening)
{
    host_free(evening->host);
    outbox_free(evening->outbox);
    store_close(evening->store);
}

/* ---- the game ---- */

struct choice {
    unsigned dice;
    int count;
    char move[80];
};

static bool consider(void *arg, const char *move)
{
    struct choice *choice = arg;
    choice->dice = choice->dice * 1103515245u + 12345u;
    if ((choice->dice >> 16) % (unsigned)++choice->count == 0)
        snprintf(choice->move, sizeof choice->move, "%s", move);
    return true;
}

/* Who can move, and a random move of theirs; -1: the game is over. */
static int choose(struct evening *evening, char *move, size_t size)
{
    struct table_room *room = host_find(evening->host, "irc:test", "#games");
    for (int who = 0; room && who < PEOPLE - evening->has_robot; who++) {
        struct choice choice = {.dice = evening->dice};
        const struct heard heard = {.network = "irc:test", .key = evening->names[who], .name = evening->names[who]};
        host_each_move(evening->host, room, &heard, consider, &choice);
        evening->dice = choice.dice;
        snprintf(move, size, "%s", choice.move);
        if (choice.count > 0)
            return who;
    }
    return -1;
}

static void raise(int *most, int value)
{
    if (value > *most)
        *most = value;
}

static void play_game(unsigned seed, bool has_robot, struct tally *tally)
{
    struct evening evening;
    char move[80];
    int opening = 0;
    open_evening(&evening, seed);
    evening.has_robot = has_robot;
    say(&evening, 0, "open");
    opening += evening.public_lines;
    say(&evening, has_robot ? 0 : 1, has_robot ? "robot" : "join");
    opening += evening.public_lines;
    raise(&tally->most_opening, opening);
    assert_in_range(evening.private_lines[0], 1, OPENING_PRIVATE);
    assert_in_range(evening.private_lines[1], has_robot ? 0 : 1, OPENING_PRIVATE);
    for (int who; (who = choose(&evening, move, sizeof move)) >= 0;) {
        say(&evening, who, move);
        bool is_over = choose(&evening, move, sizeof move) < 0;
        if (is_over) {
            raise(&tally->most_result, evening.public_lines);
            break;
        }
        int most = has_robot ? 2 : 1; /* two moves told at once do not always fit */
        if (evening.public_lines < 1 || evening.public_lines > most || evening.private_lines[0] > most ||
            evening.private_lines[1] > 1)
            fail_msg("seed %u: a move cost %d public lines, %d and %d private ones (longest %d bytes)", seed,
                     evening.public_lines, evening.private_lines[0], evening.private_lines[1], evening.longest);
        tally->moves++;
        tally->lines += evening.public_lines;
        tally->private_lines += evening.private_lines[0] + evening.private_lines[1];
        tally->bytes += evening.longest;
        raise(&tally->most, evening.longest);
        raise(&tally->most_private, evening.private_lines[0] + evening.private_lines[1]);
    }
    assert_null(host_find(evening.host, "irc:test", "#games"));
    close_evening(&evening);
}

static void print_tally(int games, const char *who, const struct tally *tally)
{
    double moves = (double)tally->moves;
    printf(
        "%d games of %s, %ld moves: %.2f public lines a move, %.2f private ones (at most %d); longest line %.0f bytes on "
        "average, %d at most; at most %d public lines to open, %d with a result\n",
        games, who, tally->moves, (double)tally->lines / moves, (double)tally->private_lines / moves,
        tally->most_private, (double)tally->bytes / moves, tally->most, tally->most_opening, tally->most_result);
    assert_in_range(tally->most_opening, 1, OPENING_PUBLIC);
    assert_in_range(tally->most_result, 1, RESULT_PUBLIC);
}

static void a_thousand_games_of_two_people(void **state)
{
    (void)state;
    struct tally tally = {0};
    for (unsigned seed = 1; seed <= GAMES; seed++)
        play_game(seed, false, &tally);
    print_tally(GAMES, "two people", &tally);
    assert_int_equal(tally.moves, GAMES * 13);
}

/* The robot's move is told together with the person's. */
static void games_against_a_robot(void **state)
{
    (void)state;
    struct tally tally = {0};
    for (unsigned seed = 1; seed <= ROBOT_GAMES; seed++)
        play_game(seed, true, &tally);
    print_tally(ROBOT_GAMES, "one person and a robot", &tally);
    assert_in_range(tally.lines, tally.moves, tally.moves * 101 / 100);
    assert_in_range(tally.private_lines, tally.moves, tally.moves * 110 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_games_of_two_people),
        cmocka_unit_test(games_against_a_robot),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
