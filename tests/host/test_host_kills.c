/* Kills while people ask each other: for leave to take a move back, and for a pause; while
   operators set house rules; and while the clock of a lobby lets people get up. After each step
   the bot is killed, before or after the step was saved and told; what was saved comes to the
   same as without kills, once, and nothing else does. */
#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "commands.h"
#include "household.h"
#include "kills.h"
#include "port.h"
#include "session.h"

/* 0 is whose turn it is at first. */
static const struct kills_step steps[] = {
    {0, "draw", "draws ", false, NULL},
    {0, "place 1", "at row 1", false, NULL},
    {0, "undo", "wants to take the latest move back", false, NULL},
    {1, "undo yes", "<UNDO_WAITS>", false, NULL},
    {2, "undo yes", "takes the latest move back", false, NULL},
    {0, "place 2", "at row 2", false, NULL},
    {0, "undo", "wants to take the latest move back", false, NULL},
    {1, "undo yes", "<UNDO_WAITS>", false, NULL},
    {2, "undo no", "said no", false, NULL},
    {0, "undo", "wants to take the latest move back", false, NULL},
    {0, "pause", "would like a pause", false, NULL},
    {1, "pause", "would like a pause", false, NULL},
    {2, "pause", "<PAUSE_BEGINS_1>", false, NULL},
    {1, "resume", "goes on with the game", false, NULL},
    {1, "pause", "would like a pause", false, NULL}, /* asked anew */
    {2, "undo yes", "<UNDO_WAITS>", false, NULL},
    {1, "undo yes", "takes the latest move back", false, NULL},
    {0, "place 3", "at row 3", false, NULL},
};

static void begin(const char **people)
{
    static char names[3][HOST_NAME];
    snprintf(house.chosen[0].place, sizeof house.chosen[0].place, "settings net #g");
    snprintf(house.chosen[0].row, sizeof house.chosen[0].row, "undo=consent");
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "cid", "join");
    house_say(&house, "#g", "ann", "start");
    for (int i = 0; i < 3; i++)
        people[i] = strcpy(names[i], table()->seats[(table()->playing->table.turn + i) % 3].name);
}

static void put_state(struct text *out)
{
    const struct session *session = table();
    int asking = takeback_asking(&session->takeback);
    text_putf(out, "line %lld, turn %d, paused %d, stops %lld, undos %d, asking %d, agreed %lld",
              (long long)session->record.next_line, session->playing->table.turn,
              session->clocks.paused_at != 0, (long long)session->clocks.agreed,
              session->takeback.count, asking,
              asking >= 0 ? (long long)session->takeback.asked.agreed : 0);
    for (int seat = 0; seat < 3; seat++)
        text_putf(out, ", decisions %d", (int)session->playing->decisions[seat]);
}

static test_case(what_people_ask_each_other_survives_a_kill)
{
    const struct kills_story story = {.steps = steps,
                                      .count = sizeof steps / sizeof *steps,
                                      .begin = begin,
                                      .put_state = put_state};
    kills_expect_nothing_lost(state, &story);
}

/* ---- house rules ---- */

static const struct kills_step rules[] = {
    {0, "settings robots no", "<RULE_ROBOTS_NO_1>", false, NULL},
    {0, "settings tables 2", "<RULE_TABLES_1 n=2>", false, NULL},
    {0, "settings robots fast", "<RULE_ROBOTS_FAST_1>", false, NULL},
    {0, "settings coloretto match=4", "opened here with match=4", false, NULL},
    {0, "settings tables default", "whatever they have open elsewhere", false, NULL},
    {0, "set plain", "You read plain", false, NULL},
    {0, "set channel look symbols", "You read channel", false, NULL},
    {0, "set nudge", "You read nudge", false, NULL},
};

static void begin_ruling(const char **people)
{
    house.commands = commands_new();
    house.has_far = true;
    house_restart(&house);
    house_say(&house, "#g", "ann", "play coloretto");
    people[0] = "op";
}

static void put_rules(struct text *out)
{
    text_putf(out, "%s; %s", house.chosen[0].row, house.look);
}

static test_case(house_rules_survive_a_kill)
{
    const struct kills_story story = {.steps = rules,
                                      .count = sizeof rules / sizeof *rules,
                                      .rank = RANK_OPERATOR,
                                      .begin = begin_ruling,
                                      .put_state = put_rules};
    kills_expect_nothing_lost(state, &story);
    assert_string_equal(house.chosen[0].row, "robots=fast coloretto=match=4");
}

/* ---- the clock of a lobby ---- */

/* The clock lets somebody get up, and the bot is killed. Who is killed before that was saved has
   another ten minutes. */
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
        cmocka_unit_test_setup_teardown(what_people_ask_each_other_survives_a_kill, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(house_rules_survive_a_kill, open_house, close_house),
        cmocka_unit_test_setup_teardown(the_clock_of_a_lobby_survives_a_kill, open_house,
                                        close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
