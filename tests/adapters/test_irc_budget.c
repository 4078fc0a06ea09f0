/* Chat is the scarce resource: what whole games cost in lines on IRC. People play random games
   on a real host, whose posts go through the outbox and are drawn as lines of a channel, without
   a socket. A move may cost one public line, and one private line to each seat whose hand or
   duty changed; a second one only where the nicks leave no room for the first. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "columns.h"
#include "heard.h"
#include "host.h"
#include "host_commands.h"
#include "long.h"
#include "outbox.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "record_keep.h"
#include "render.h"
#include "session.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"
#include "view.h"

enum {
    PEOPLE = 12,
    ROW = 80,           /* columns that a narrow window shows in a row, */
    ROW_FRONT = 18,     /* of which these are the time and who speaks */
    LINE = 390,         /* the room that "tabletalk" on a host of 64 bytes leaves */
    OPENING_PUBLIC = 4, /* open, the lot, the start; and one for each who sits down */
    TEXT = 4096
};

/* Ordinary nicks, and the longest where NICKLEN is 30. */
enum cast { ORDINARY, LONGEST };
static const char *const casts[][PEOPLE] = {
    [ORDINARY] = {"ann", "bob", "cid", "dan", "eve", "fay", "guy", "hal", "ida", "joe", "kim",
                  "leo"},
    [LONGEST] = {"Guest-4711-from-a-web-gateway1", "another_one_with_thirty_bytes_",
                 "the_third_is_no_shorter_at_all", "a_fourth_whose_nick_goes_on_on",
                 "five_people_with_endless_names", "the_sixth_chair_is_taken_by_me",
                 "seven_at_a_table_is_two_decks_", "number_eight_came_a_bit_late__",
                 "nine_lives_has_a_cat_they_say_", "ten_fingers_are_too_few_for_it",
                 "eleven_is_almost_the_whole_lot", "the_twelfth_and_last_one_sits_"}};

/* One kind of evening, and what it may cost. */
struct party {
    const char *what, *game; /* the game, and its options behind it */
    int people, games;
    bool has_robot; /* the last seat is a robot's */
    enum cast nicks;
    int most_public;                  /* lines of one move */
    int most_private;                 /* lines of one move to one person */
    int most_result;                  /* the last move, what comes to light, and the points */
    double mean_public, mean_private; /* of a move; in private to all people together */
    /* of a move of a person or robot, in windows of ROW characters; 0: not counted */
    double mean_rows;
    /* the same of what a person types, whose line tells what robots answered; 0 without one */
    double typed_rows;
};

/* Everybody types a whole turn at once, or reads the answer before the next part of it. */
enum typing { FAST, PATIENT };

struct evening {
    const struct party *party;
    enum typing typing;
    struct store *store;
    struct host *host;
    struct outbox *outbox;
    const char *const *names;
    int64_t now;
    int public_lines, rows, longest, seals, secrets;
    int mover;       /* who has just typed something */
    int robot_moves; /* that answered it */
    /* what the lines since then tell: that move, and those before it that waited */
    int told_moves;
    bool is_held;     /* the first part of a turn waits for the rest, where everybody types fast */
    bool calls_mover; /* a post since then calls that person and nobody else */
    bool has_next;    /* a line since then says what can be typed, and a call begins its line */
    int private_lines[PEOPLE];
    struct view_rows board; /* as the channel has read it */
    /* the last private text since one moved, to see that a new one says something new */
    char told[PEOPLE][TEXT];
    unsigned dice;
};

struct tally {
    long moves, robot_moves, lines, rows, private_lines, bytes;
    int most, most_public, most_private, most_opening, most_result;
};

static int person_of(const struct evening *evening, const char *key)
{
    int who = 0;
    while (who < PEOPLE - 1 && strcmp(key, evening->names[who]) != 0)
        who++;
    return who;
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
    struct evening *evening = self;
    const struct view_rows *known =
        evening->board.count > 0 && !item->is_private ? &evening->board : NULL;
    render_item(item, known, &(struct ink){.prefix = "!"}, LINE, "tabletalk", add_line, item);
    if (item->board && !item->is_midway)
        view_board_read(item->board, &evening->board);
}

static int64_t no_wait(void *self, const struct outbox_item *item, const char *line)
{
    (void)self, (void)item, (void)line;
    return 0;
}

static int64_t hold(void *self, const struct outbox_item *item)
{
    const struct evening *evening = self;
    return evening->is_held && !item->is_private ? 1500 : 0;
}

/* In a window that shows ROW columns: colours, and the sign that keeps a name from highlighting,
   take none. */
static int rows_of(const char *line)
{
    char shown[TEXT];
    snprintf(shown, sizeof shown, "%s", line);
    render_strip(shown);
    return (columns(shown, (int)strlen(shown)) + ROW_FRONT + ROW - 1) / ROW;
}

static void count_line(void *self, const struct outbox_item *item, const char *line)
{
    struct evening *evening = self;
    int length = (int)strlen(line);
    const char *seal = strstr(line, " Seal "), *secret = strstr(line, " Secret ");
    assert_true(length <= LINE);
    /* a line of its own */
    assert_true(strncmp(line, "Seal ", 5) != 0 && strncmp(line, "Secret ", 7) != 0);
    evening->seals += seal && strstr(line, "opened") && (int)strlen(seal) == 6 + 32;
    evening->secrets += secret && (int)strlen(secret) == 8 + 64;
    if (length > evening->longest)
        evening->longest = length;
    if (!item->is_private) {
        for (int who = 0; who < evening->party->people && item->next; who++) {
            const char *name = evening->names[who];
            evening->has_next |= strncmp(line, name, strlen(name)) == 0 &&
                                 (strstr(line, ": !") || strstr(line, " to play (!"));
        }
        evening->has_next |=
            strstr(line, "Next: !") || strstr(line, "Anybody: !") || strstr(line, " goes on (!");
        evening->public_lines++;
        evening->rows += rows_of(line);
        return;
    }
    int person = person_of(evening, item->to);
    evening->private_lines[person]++;
}

/* ---- the host ---- */

static void on_post(void *self, const struct post *post)
{
    struct evening *evening = self;
    evening->calls_mover |=
        post->called_count == 1 && strcmp(post->called[0], evening->names[evening->mover]) == 0;
    evening->is_held = post->may_wait && evening->typing == FAST;
    outbox_post(evening->outbox, post);
}

static void on_whisper(void *self, const struct whisper *whisper)
{
    struct evening *evening = self;
    char *told = evening->told[person_of(evening, whisper->person)];
    if (strcmp(told, whisper->prose->text) == 0)
        fail_msg("%s was told the same twice: %s", whisper->person, told);
    snprintf(told, TEXT, "%s", whisper->prose->text);
    outbox_whisper(((struct evening *)self)->outbox, whisper);
}

/* "roygbiv mode=frenzy" */
static void open_table(struct host *host, const struct heard *heard, const char *words)
{
    char game[80];
    snprintf(game, sizeof game, "%s", words);
    char *options = strchr(game, ' ');
    if (options)
        *options++ = '\0';
    host_open(host, heard, game, options ? options : "");
}

static void execute(void *arg, struct host *host, struct session *session,
                    const struct heard *heard)
{
    if (strcmp(heard->text, "open") == 0)
        open_table(host, heard, ((struct evening *)arg)->party->game);
    else if (strcmp(heard->text, "join") == 0)
        host_join(host, session, heard);
    else if (strcmp(heard->text, "robot") == 0)
        host_add_robot(host, &(struct call){.session = session, .heard = heard, .words = "medium"});
    else if (strcmp(heard->text, "start") == 0)
        host_start(host, &(struct call){.session = session, .heard = heard, .words = ""});
    else
        host_move(host, session, heard, heard->text);
}

static void say(struct evening *evening, int who, const char *text)
{
    const struct heard heard = {.network = "irc:test",
                                .room = "#games",
                                .key = evening->names[who],
                                .name = evening->names[who],
                                .text = text,
                                .now = ++evening->now};
    evening->mover = who;
    evening->told_moves = evening->is_held ? evening->told_moves + 1 : 1;
    evening->calls_mover = false;
    host_hear(evening->host, host_find(evening->host, "irc:test", "#games"), &heard);
    for (int i = 0; i < 4; i++) {
        store_flush(evening->store);
        store_dispatch(evening->store);
        host_tick(evening->host, evening->now);
    }
    const struct session *session = host_find(evening->host, "irc:test", "#games");
    evening->robot_moves = session ? session->robots.moves : 0;
    evening->told[who][0] = '\0';
    evening->has_next = false;
    evening->public_lines = evening->rows = evening->longest = 0;
    memset(evening->private_lines, 0, sizeof evening->private_lines);
    assert_int_equal(outbox_pump(evening->outbox), evening->is_held ? 1500 : -1);
}

static void open_evening(struct evening *evening, const struct party *party, enum typing typing,
                         unsigned seed)
{
    const struct outbox_port out = {.reach = reach,
                                    .render = draw,
                                    .wait = no_wait,
                                    .hold = hold,
                                    .send = count_line,
                                    .self = evening};
    const struct host_port in = {.network = "irc:test",
                                 .has_dear_lines = true,
                                 .post = on_post,
                                 .whisper = on_whisper,
                                 .self = evening};
    *evening = (struct evening){
        .party = party, .typing = typing, .names = casts[party->nicks], .dice = seed, .now = 1000};
    evening->store = store_memory_new();
    evening->host = host_new(evening->store, execute, evening);
    evening->outbox = outbox_new(&out);
    if (seed) /* else deals are sealed */
        host_fix_luck(evening->host, seed);
    host_add_port(evening->host, &in);
}

static void close_evening(struct evening *evening)
{
    host_free(evening->host);
    outbox_free(evening->outbox);
    record_keep(evening->store);
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

/* A seat that can move, and a random move of it. -1 if the game is over. */
static int choose(struct evening *evening, char *move, size_t size)
{
    struct session *session = host_find(evening->host, "irc:test", "#games");
    for (int who = 0; session && who < evening->party->people; who++) {
        struct choice choice = {.dice = evening->dice};
        const struct heard heard = {
            .network = "irc:test", .key = evening->names[who], .name = evening->names[who]};
        host_each_move(evening->host, session, &heard, consider, &choice);
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

/* Everybody sits down; the one who fills the table says start. */
static void lobby_begin(struct evening *evening, struct tally *tally)
{
    char move[80];
    int opening = 0;
    for (int step = 0; choose(evening, move, sizeof move) < 0; step++) {
        int people = evening->party->people;
        assert_in_range(step, 0, 2 * people + 1);
        say(evening,
            step < people ? step : (step - people - evening->party->has_robot + people) % people,
            step == 0                                     ? "open"
            : step < people                               ? "join"
            : step == people && evening->party->has_robot ? "robot"
                                                          : "start");
        opening += evening->public_lines;
    }
    raise(&tally->most_opening, opening);
}

static void count_move(const struct evening *evening, unsigned seed, struct tally *tally)
{
    const struct party *party = evening->party;
    if (evening->public_lines < !evening->is_held ||
        evening->public_lines > party->most_public * evening->told_moves)
        fail_msg("%s, seed %u: a move cost %d public lines (longest %d bytes)", party->what, seed,
                 evening->public_lines, evening->longest);
    if (!evening->has_next && !evening->is_held)
        fail_msg("%s, seed %u: nobody is told what to do next", party->what, seed);
    if (evening->calls_mover && !party->has_robot && party->people > 1)
        fail_msg("%s, seed %u: %s has just moved, goes on, and is called", party->what, seed,
                 evening->names[evening->mover]);
    for (int who = 0; who < party->people; who++) {
        if (evening->private_lines[who] > party->most_private)
            fail_msg("%s, seed %u: a move cost %d private lines: %s", party->what, seed,
                     evening->private_lines[who], evening->told[who]);
        tally->private_lines += evening->private_lines[who];
        raise(&tally->most_private, evening->private_lines[who]);
    }
    tally->moves++;
    tally->robot_moves += evening->robot_moves;
    tally->lines += evening->public_lines;
    tally->rows += evening->rows;
    tally->bytes += evening->longest;
    raise(&tally->most, evening->longest);
    raise(&tally->most_public, evening->public_lines);
}

static void play_game(const struct party *party, enum typing typing, unsigned seed,
                      struct tally *tally)
{
    static struct evening evening;
    char move[80];
    open_evening(&evening, party, typing, seed);
    lobby_begin(&evening, tally);
    for (int who; (who = choose(&evening, move, sizeof move)) >= 0;) {
        say(&evening, who, move);
        if (choose(&evening, move, sizeof move) < 0)
            /* a line of what waited */
            raise(&tally->most_result, evening.public_lines - (evening.told_moves > 1));
        else
            count_move(&evening, seed, tally);
    }
    assert_null(host_find(evening.host, "irc:test", "#games"));
    close_evening(&evening);
}

static void spend_evening(const struct party *party, enum typing typing)
{
    struct tally tally = {0};
    for (unsigned seed = 1; seed <= (unsigned)party->games; seed++)
        play_game(party, typing, seed, &tally);
    double moves = (double)tally.moves, lines = (double)tally.lines / moves,
           private = (double)tally.private_lines / moves, typed_rows = (double)tally.rows / moves;
    double rows = (double)tally.rows / (moves + (double)tally.robot_moves);
    printf(
        "%d games of %s%s, %ld moves and %ld of robots: %.2f rows a move, %.2f a typed one; %.2f public lines (at most "
        "%d), %.2f private ones (at most %d to one person); "
        "longest line %.0f bytes on average, %d at most; at most %d public lines with a result\n",
        party->games, party->what, typing == PATIENT ? " in steps" : "", tally.moves,
        tally.robot_moves, rows, typed_rows, lines, tally.most_public, private, tally.most_private,
        (double)tally.bytes / moves, tally.most, tally.most_result);
    assert_in_range(tally.most_opening, 1, OPENING_PUBLIC + party->people + party->has_robot);
    assert_in_range(tally.most_result, 1, party->most_result);
    if (party->mean_rows > 0 && rows > party->mean_rows)
        fail_msg("%s: %.2f rows a move; %.2f are allowed: shorten sentences", party->what, rows,
                 party->mean_rows);
    if (party->typed_rows > 0 && typed_rows > party->typed_rows)
        fail_msg("%s: %.2f rows a typed move; %.2f are allowed", party->what, typed_rows,
                 party->typed_rows);
    if (lines > party->mean_public || private > party->mean_private)
        fail_msg(
            "%s: %.3f public lines a move and %.3f private ones; %.2f and %.2f are allowed: shorten sentences",
            party->what, lines, private, party->mean_public, party->mean_private);
}

static void an_evening(void **state)
{
    struct party shorter = *(const struct party *)*state;
    if (!is_long() && !shorter.has_robot) /* few games with a robot are too unlike for a mean */
        shorter.games = (shorter.games + 1) / 2;
    spend_evening(&shorter, FAST);
}

static void a_patient_evening(void **state)
{
    struct party shorter = *(const struct party *)*state;
    shorter.games = (shorter.games + 2) / 3;
    spend_evening(&shorter, PATIENT);
}

/* The seal stands behind the opening, which is said anyway, and nowhere else; the secret is for
   who asks. */
static test_case(seal_and_secret_cost_no_line)
{
    static const char *const games[] = {"heartcatchers match=3", "roygbiv", "coloretto"};
    for (int i = 0; i < 6; i++) {
        const struct party party = {
            .game = games[i / 2], .people = 2, .nicks = i % 2 ? LONGEST : ORDINARY};
        static struct evening evening;
        char move[80];
        open_evening(&evening, &party, FAST, 0);
        say(&evening, 0, "open");
        assert_int_equal(evening.public_lines, 1);
        assert_int_equal(evening.seals, 1);
        say(&evening, 1, "join");
        for (int who = 0; who < 2 && choose(&evening, move, sizeof move) < 0; who++)
            say(&evening, who, "start");
        for (int who; (who = choose(&evening, move, sizeof move)) >= 0;)
            say(&evening, who, move);
        assert_int_equal(evening.seals, 1);
        assert_int_equal(evening.secrets, 0);
        close_evening(&evening);
    }
}

/* Two public lines: where one could not hold who did what to whom and a board, with long nicks
   or every name twice; and where robots played a whole turn of many moves behind the one that is
   counted, in the same post; three where such a turn of Color Catcher ends a round as well; two
   where a tie ends a round of four and the effect pile is made anew. Rows are what a narrow
   window shows: 1.8 a move where most moves are one of several of a turn, else 2.5, and a hair
   more where everybody waits for each line of a frenzy. Two private
   ones, in one of some hundred moves: where own play, draw, hand and a long offer come together. */
static struct party parties[] = {
    {"Heartcatchers", "heartcatchers", 2, 100, false, ORDINARY, 2, 2, 5, 1.02, 1.05, 2.35, 0},
    {"Heartcatchers, long nicks", "heartcatchers", 2, 100, false, LONGEST, 2, 2, 6, 1.06, 1.11, 0,
     0},
    {"Heartcatchers against a robot", "heartcatchers", 1, 60, true, ORDINARY, 2, 2, 6, 1.06, 1.05,
     1.8, 3.45},
    {"Color Catcher", "colorcatcher", 2, 10, false, ORDINARY, 2, 2, 3, 1.06, 1.05, 2.0, 0},
    {"Color Catcher of four", "colorcatcher", 4, 10, false, ORDINARY, 2, 2, 4, 1.06, 1.05, 2.0, 0},
    {"Color Catcher of four, long nicks", "colorcatcher", 4, 10, false, LONGEST, 2, 2, 4, 1.08,
     1.05, 0, 0},
    {"Color Catcher of four, all variants",
     "colorcatcher expose=may steal_to=table discard_pick=any", 4, 5, false, ORDINARY, 2, 2, 4,
     1.06, 1.05, 2.0, 0},
    {"Color Catcher against a robot", "colorcatcher", 1, 20, true, ORDINARY, 3, 2, 4, 1.13, 1.05,
     1.8, 2.3},
    {"Coloretto", "coloretto", 2, 8, false, ORDINARY, 2, 0, 3, 1.06, 0.00, 1.8, 0},
    {"Coloretto of four", "coloretto side=grey jokers=manual", 4, 5, false, ORDINARY, 2, 0, 4, 1.06,
     0.00, 1.8, 0},
    {"Coloretto of five", "coloretto", 5, 5, false, ORDINARY, 2, 0, 4, 1.06, 0.00, 1.8, 0},
    {"Coloretto of four, long nicks", "coloretto", 4, 5, false, LONGEST, 2, 0, 5, 1.06, 0.00, 0, 0},
    {"Coloretto against a robot", "coloretto", 1, 8, true, ORDINARY, 2, 0, 3, 1.06, 0.00, 1.8,
     2.35},
    {"ROYGBIV", "roygbiv", 2, 20, false, ORDINARY, 2, 2, 4, 1.06, 1.05, 1.8, 0},
    {"ROYGBIV of four", "roygbiv", 4, 20, false, ORDINARY, 2, 2, 4, 1.06, 1.05, 1.8, 0},
    {"ROYGBIV of four, long nicks", "roygbiv lep=choose bow=any", 4, 20, false, LONGEST, 2, 2, 5,
     1.06, 1.05, 0, 0},
    {"ROYGBIV against a robot", "roygbiv", 1, 20, true, ORDINARY, 3, 2, 4, 1.06, 1.05, 1.8, 1.9},
    {"ROYGBIV in a frenzy", "roygbiv mode=frenzy", 2, 20, false, ORDINARY, 2, 2, 3, 1.06, 1.05,
     2.55, 0},
    {"ROYGBIV in a frenzy of four, long nicks", "roygbiv mode=frenzy", 4, 20, false, LONGEST, 2, 2,
     5, 1.06, 1.05, 0, 0},
    {"Kritters", "kritters", 2, 6, false, ORDINARY, 2, 0, 3, 1.06, 0.00, 2.45, 0},
    {"Kritters of four", "kritters", 4, 6, false, ORDINARY, 2, 0, 4, 1.06, 0.00, 2.45, 0},
    {"Kritters of four with all rules", "kritters adv=double,triad,boost exp=SS,SW,MP", 4, 6, false,
     ORDINARY, 2, 0, 5, 1.06, 0.00, 2.45, 0},
    {"Kritters of four, long nicks", "kritters", 4, 6, false, LONGEST, 2, 0, 4, 1.06, 0.00, 0, 0},
    {"Kritters of four with all rules, long nicks", "kritters adv=double,triad,boost exp=SS,SW,MP",
     4, 6, false, LONGEST, 2, 0, 5, 1.06, 0.00, 0, 0},
    {"Kritters of twelve with all rules, long nicks",
     "kritters adv=double,triad,boost exp=SS,SW,MP", 12, 2, false, LONGEST, 2, 0, 9, 1.10, 0.00, 0,
     0},
    {"Kritters junior of four, long nicks", "kritters mode=junior", 4, 6, false, LONGEST, 2, 0, 4,
     1.06, 0.00, 0, 0},
    {"Kritters against a robot", "kritters", 1, 10, true, ORDINARY, 2, 0, 3, 1.06, 0.00, 1.8, 3.25},
    {"Kritters solo, a long nick", "kritters mode=solo", 1, 6, false, LONGEST, 2, 0, 3, 1.06, 0.00,
     0, 0},
};

int main(void)
{
    enum { PARTIES = sizeof parties / sizeof *parties };
    struct CMUnitTest tests[2 * PARTIES + 1];
    int count = 0;
    for (int i = 0; i < PARTIES; i++) {
        tests[count++] = (struct CMUnitTest){parties[i].what, an_evening, NULL, NULL, &parties[i]};
        if (parties[i].mean_rows > 0 && !parties[i].has_robot)
            tests[count++] =
                (struct CMUnitTest){parties[i].what, a_patient_evening, NULL, NULL, &parties[i]};
    }
    tests[count++] = (struct CMUnitTest)cmocka_unit_test(seal_and_secret_cost_no_line);
    return _cmocka_run_group_tests("budget", tests, (size_t)count, NULL, NULL);
}
