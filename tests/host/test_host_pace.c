/* A table in two rooms, of which one is told at once and the other as slowly as its network lets
   the outbox send, or never. The room that is told at once reads byte for byte the same, however
   slow the other is. The states that the slow one shows are in the order in which they were, and
   the last is the same. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "household.h"
#include "outbox.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "session.h"
#include "tables.h"
#include "testing.h"
#include "text.h"

enum { MOVES = 250, STATES = 4000, SLOWNESS = 3 /* moves to one line */ };
enum speed { AT_ONCE, SLOW, DEAD };

struct states {
    int count;
    uint64_t list[STATES]; /* boards by hash; none twice in a row */
};

static struct outbox *outbox; /* of the network "far" */
static int allowed;           /* lines that it may send */
static struct states near_states, far_states;
static uint32_t dice_state;

static int dice(int sides)
{
    dice_state = dice_state * 1664525u + 1013904223u;
    return (int)((dice_state >> 8) % (uint32_t)sides);
}

static void note_state(struct states *states, const struct prose *board)
{
    if (!board || board->length == 0)
        return;
    uint64_t state = text_hash(HASH_START, board->text);
    if (states->count > 0 && states->list[states->count - 1] == state)
        return;
    assert_true(states->count < STATES);
    states->list[states->count++] = state;
}

/* ---- the slow network ---- */

static enum outbox_reach reach(void *self, const struct outbox_item *item)
{
    (void)self, (void)item;
    return OUTBOX_NOW;
}

/* One message each, which brings the room to this board. */
static void render(void *self, struct outbox_item *item)
{
    (void)self;
    outbox_add_message(item, "line");
}

static int64_t wait_for(void *self, const struct outbox_item *item, const char *message)
{
    (void)self, (void)item, (void)message;
    return allowed > 0 ? 0 : 500;
}

static void send_line(void *self, const struct outbox_item *item, const char *message)
{
    (void)self, (void)message;
    allowed--;
    note_state(&far_states, item->board);
}

static void hear_post(bool is_far, const struct post *post)
{
    if (!is_far) {
        note_state(&near_states, post->board);
        return;
    }
    outbox_post(outbox, post);
    if (allowed > MOVES)
        outbox_pump(outbox);
}

/* ---- a game ---- */

static const char *const people[] = {"ann", "cid"};

static void says(const char *who, const char *text)
{
    bool is_far = strcmp(who, "cid") == 0;
    house.network = is_far ? "far" : NULL;
    house_say(&house, is_far ? "#lounge" : "#a", who, text);
    house.network = NULL;
}

static void open_table_of(const char *game)
{
    char line[64];
    house.has_far = true;
    house.hears_post = hear_post;
    house_restart(&house);
    snprintf(line, sizeof line, "deal %s", game);
    says("ann", line);
    says("ann", "invite");
    snprintf(line, sizeof line, "join %s", house_table(&house, "#a")->shown.invite);
    says("cid", line);
    says("ann", "invite yes");
    says("cid", "join");
    if (!session_has_begun(house_table(&house, "#a")))
        says("ann", "start");
    house_wait(&house, 10000);
    assert_true(session_has_begun(house_table(&house, "#a")));
}

static bool choose(void *arg, const char *move)
{
    snprintf(arg, HOST_TEXT, "%s", move);
    return dice(4) != 0;
}

/* False if nobody can play. */
static bool play_one(void)
{
    struct session *table = house_table(&house, "#a");
    for (int i = 0; table && i < 2; i++) {
        char move[HOST_TEXT] = "";
        struct heard heard = {.network = i ? "far" : "net", .key = people[i], .name = people[i]};
        host_each_move(house.host, table, &heard, choose, move);
        if (!*move)
            continue;
        says(people[i], move);
        return true;
    }
    return false;
}

/* What the room that is told at once has read, "to" its people, too. */
static void keep_near(struct text *near)
{
    for (const char *line = house.told; *line; line += strcspn(line, "\n"), line += *line == '\n')
        if (strncmp(line, "far ", 4) != 0)
            text_put_bytes(near, line, (int)strcspn(line, "\n") + 1);
    house_forget(&house);
}

static void play(const char *game, enum speed speed, struct text *near)
{
    static const struct outbox_port port = {
        .reach = reach, .render = render, .wait = wait_for, .send = send_line};
    void *state = NULL;
    close_house(&state);
    open_lasting(&state);
    house.tells_all = true;
    near_states.count = far_states.count = 0;
    dice_state = 7;
    allowed = speed == AT_ONCE ? INT_MAX : 0;
    outbox = outbox_new(&port);
    open_table_of(game);
    house_forget(&house); /* with a code that nobody can foretell */
    if (speed == SLOW) {  /* the talk before the game */
        allowed = MOVES;
        outbox_pump(outbox);
        allowed = 0;
    }
    for (int i = 0; i < MOVES && play_one(); i++) {
        keep_near(near);
        allowed += speed == SLOW && i % SLOWNESS == 0;
        outbox_pump(outbox);
    }
    assert_false(near->cut);
}

static void end(void)
{
    house.hears_post = NULL;
    outbox_free(outbox);
}

static bool is_subsequence(const struct states *part, const struct states *whole)
{
    int found = 0;
    for (int i = 0; i < whole->count && found < part->count; i++)
        found += whole->list[i] == part->list[found];
    return found == part->count;
}

static const char *const all_games[] = {"heartcatchers", "colorcatcher", "roygbiv", "coloretto",
                                        "kritters"};
enum { GAMES = sizeof all_games / sizeof *all_games, NEAR_BYTES = 1024 * 1024 };

static test_case(a_slow_network_shows_states_in_their_order_and_ends_with_the_last)
{
    static char at_once[NEAR_BYTES], slow[NEAR_BYTES];
    for (int game = 0; game < GAMES; game++) {
        struct text first = text_over(at_once, sizeof at_once),
                    second = text_over(slow, sizeof slow);
        play(all_games[game], AT_ONCE, &first);
        assert_int_equal(far_states.count, near_states.count);
        assert_true(is_subsequence(&far_states, &near_states));
        end();
        play(all_games[game], SLOW, &second);
        assert_string_equal(slow, at_once); /* nobody else waits */
        assert_true(far_states.count > 1 && far_states.count < near_states.count);
        allowed = INT_MAX;
        outbox_pump(outbox);
        assert_true(outbox_is_empty(outbox));
        assert_true(is_subsequence(&far_states, &near_states));
        assert_true(far_states.list[far_states.count - 1] ==
                    near_states.list[near_states.count - 1]);
        print_message("%s: %d states, %d of them shown\n", all_games[game], near_states.count,
                      far_states.count);
        end();
    }
}

static test_case(a_dead_network_holds_up_nobody_and_waits_in_bounds)
{
    static char at_once[NEAR_BYTES], dead[NEAR_BYTES];
    for (int game = 0; game < GAMES; game++) {
        struct text first = text_over(at_once, sizeof at_once),
                    second = text_over(dead, sizeof dead);
        play(all_games[game], AT_ONCE, &first);
        end();
        play(all_games[game], DEAD, &second);
        assert_string_equal(dead, at_once);
        assert_int_equal(far_states.count, 0);
        assert_true(outbox_lines(outbox) <= 1 + OUTBOX_SHARE + OUTBOX_TALES + OUTBOX_RESULTS);
        allowed = INT_MAX;
        outbox_pump(outbox); /* it is back */
        assert_true(far_states.list[far_states.count - 1] ==
                    near_states.list[near_states.count - 1]);
        end();
    }
}

static test_case(a_state_out_of_its_order_is_found)
{
    struct states whole = {4, {1, 2, 3, 4}}, part = {2, {2, 4}}, wrong = {2, {3, 2}},
                  strange = {1, {5}};
    assert_true(is_subsequence(&part, &whole));
    assert_false(is_subsequence(&wrong, &whole));
    assert_false(is_subsequence(&strange, &whole));
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_lasting, close_house)
    const struct CMUnitTest tests[] = {
        TEST(a_slow_network_shows_states_in_their_order_and_ends_with_the_last),
        TEST(a_dead_network_holds_up_nobody_and_waits_in_bounds),
        TEST(a_state_out_of_its_order_is_found),
    };
    return cmocka_run_group_tests_name("rooms at their own pace", tests, NULL, NULL);
}
