/* Kills while people ask each other: for leave to take a move back, and for a pause; and while the clock of a lobby lets people
   get up. After each step the bot is killed, before or after the step was saved and told; what was saved comes to the same as
   without kills, once, and nothing else does. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "faulty_store.h"
#include "host.h"
#include "household.h"
#include "presence.h"
#include "session.h"
#include "testing.h"

enum kill_at { NEVER, UNSAVED, UNTOLD, TOLD };

static const struct spoken {
    int who; /* 0: whose turn it is at first */
    const char *text, *told;
} steps[] = {
    {0, "draw", "draws "},
    {0, "place 1", "at row 1"},
    {0, "undo", "wants to take the latest move back"},
    {1, "undo yes", "It still waits for"},
    {2, "undo yes", "takes the latest move back"},
    {0, "place 2", "at row 2"},
    {0, "undo", "wants to take the latest move back"},
    {1, "undo yes", "It still waits for"},
    {2, "undo no", "said no"},
    {0, "undo", "wants to take the latest move back"},
    {0, "pause", "would like a pause"},
    {1, "pause", "would like a pause"},
    {2, "pause", "The table pauses."},
    {1, "resume", "goes on with the game"},
    {1, "pause", "would like a pause"}, /* asked anew */
    {2, "undo yes", "It still waits for"},
    {1, "undo yes", "takes the latest move back"},
    {0, "place 3", "at row 3"},
};

enum { STEPS = sizeof steps / sizeof *steps };

struct state {
    long long lines, paused, asking, agreed, stops, undos, turn, decisions[3];
};

static char people[3][HOST_NAME];

static void restart(void)
{
    assert_int_equal(house_restart(&house), 1);
    host_room_ready(house.host, "net", "#g", ++house.now);
    house_settle(&house);
}

static void begin(void)
{
    snprintf(house.chosen[0].place, sizeof house.chosen[0].place, "net #g");
    snprintf(house.chosen[0].row, sizeof house.chosen[0].row, "undo=consent");
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "cid", "join");
    house_say(&house, "#g", "ann", "start");
    for (int i = 0; i < 3; i++)
        snprintf(people[i], HOST_NAME, "%s", table()->seats[(table()->playing.table.turn + i) % 3].name);
}

static void say(const struct spoken *step, const char *id)
{
    house_forget(&house);
    house_say_as(&house, "#g", people[step->who], 0, id, step->text);
    house_settle(&house);
}

static struct state now(void)
{
    const struct session *session = table();
    struct state found = {.lines = session->next_line,
                          .paused = session->clocks.paused_at != 0,
                          .asking = takeback_asking(&session->takeback),
                          .stops = session->clocks.agreed,
                          .undos = session->takeback.count,
                          .turn = session->playing.table.turn};
    found.agreed = found.asking >= 0 ? session->takeback.asked.agreed : 0;
    for (int seat = 0; seat < 3; seat++)
        found.decisions[seat] = session->playing.decisions[seat];
    return found;
}

static void make(const struct spoken *step, enum kill_at kill_at, const char *id)
{
    if (kill_at == UNSAVED)
        faulty_store_fail(faulty, 0, INT_MAX, STORE_IO);
    faulty_store_hold(faulty, kill_at == UNTOLD);
    say(step, id);
    if (kill_at == UNSAVED || kill_at == UNTOLD)
        house_expect_not(&house, step->told);
    else
        house_expect(&house, step->told);
    faulty_store_fail(faulty, 0, 0, STORE_OK);
    faulty_store_hold(faulty, false);
    if (kill_at == NEVER)
        return;
    restart();
    say(step, id); /* the network brings it once more */
}

static void play(enum kill_at kill_at, struct state states[STEPS])
{
    char id[16];
    begin();
    for (int i = 0; i < STEPS; i++) {
        snprintf(id, sizeof id, "m%d", i);
        make(&steps[i], kill_at, id);
        if (kill_at == UNSAVED)
            house_expect(&house, steps[i].told);
        states[i] = now();
    }
}

static test_case(what_people_ask_each_other_survives_a_kill)
{
    struct state wanted[STEPS], got[STEPS];
    play(NEVER, wanted);
    for (enum kill_at kill_at = UNSAVED; kill_at <= TOLD; kill_at++) {
        close_house(state);
        open_house(state);
        play(kill_at, got);
        for (int i = 0; i < STEPS; i++)
            if (memcmp(&wanted[i], &got[i], sizeof *got) != 0)
                fail_msg("killed at %d of step %d (%s): line %lld and not %lld, asking %lld and not %lld, paused %lld "
                         "and not %lld",
                         (int)kill_at, i, steps[i].text, got[i].lines, wanted[i].lines, got[i].asking, wanted[i].asking,
                         got[i].paused, wanted[i].paused);
    }
}

/* ---- the clock of a lobby ---- */

/* The clock lets somebody get up, and the bot is killed. Who is killed before that was saved has another ten minutes. */
static void strike(enum kill_at kill_at, int minutes, const char *told)
{
    wait_minutes(minutes - 1);
    house_expect_not(&house, told);
    if (kill_at == UNSAVED)
        faulty_store_fail(faulty, 0, INT_MAX, STORE_IO);
    faulty_store_hold(faulty, kill_at == UNTOLD);
    wait_minutes(1);
    if (kill_at == UNSAVED || kill_at == UNTOLD)
        house_expect_not(&house, told);
    else
        assert_int_equal(house_count(&house, told), 1);
    faulty_store_fail(faulty, 0, 0, STORE_OK);
    faulty_store_hold(faulty, false);
    house_restart(&house);
    host_room_ready(house.host, "net", "#g", ++house.now);
    house_settle(&house);
}

static void live_through_a_lobby(enum kill_at kill_at)
{
    static const char bob[] = "bob was away for ten minutes and gets up.",
                      ann[] = "ann was away for ten minutes and gets up.";
    int again = kill_at == UNSAVED;
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "bob", "join");
    wait_minutes(5);
    house_say(&house, "#g", "ann", "board");
    strike(kill_at, 5, bob);
    assert_non_null(house_table(&house, "#g"));
    assert_int_equal(house_table(&house, "#g")->seat_count, 1 + again);
    wait_minutes(5);
    house_say(&house, "#g", "ann", "board");
    wait_minutes(5);
    assert_int_equal(house_count(&house, bob), kill_at == TOLD || again);
    assert_int_equal(house_table(&house, "#g")->seat_count, 1);
    house_forget(&house);
    strike(kill_at, 5, ann);
    assert_int_equal(house_table(&house, "#g") != NULL, again);
    wait_minutes(11);
    assert_int_equal(house_count(&house, ann), kill_at == TOLD || again);
    assert_null(house_table(&house, "#g"));
    assert_int_equal(house_restart(&house), 0);
}

static test_case(the_clock_of_a_lobby_survives_a_kill)
{
    for (enum kill_at kill_at = UNSAVED; kill_at <= TOLD; kill_at++) {
        live_through_a_lobby(kill_at);
        close_house(state);
        open_house(state);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(what_people_ask_each_other_survives_a_kill, open_house, close_house),
        cmocka_unit_test_setup_teardown(the_clock_of_a_lobby_survives_a_kill, open_house, close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
