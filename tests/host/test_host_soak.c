/* A whole house at random, and laws that must hold after every step (host_soak/). Each law is
   shown to notice what it is there for. TABLETALK_SOAK=N: so many times as many steps. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "faulty_store.h"
#include "host_soak/soak.h"
#include "log.h"
#include "long.h"
#include "prose.h"
#include "tables.h"
#include "tell.h"
#include "testing.h"
#include "text.h"

enum { HOUSES = 12, HOUSES_LONG = 24, STEPS = 350 };

static struct soak soak;

static int factor(void)
{
    const char *word = getenv("TABLETALK_SOAK");
    return word ? (int)strtol(word, NULL, 10) : 1;
}

static void step(uint64_t seed)
{
    char bytes[1024];
    struct text why = text_over(bytes, sizeof bytes);
    soak_deed(&soak);
    soak_settle(&soak);
    if (!laws_hold(&soak, &why)) {
        int at = soak.steps;
        soak_close(&soak);
        fail_msg("house %llu, step %d: %s", (unsigned long long)seed, at, bytes);
    }
    soak.told_count = 0;
}

static test_case(the_laws_hold_whatever_happens)
{
    int moves = 0, restarts = 0, results = 0, claims = 0;
    for (uint64_t seed = 1;
         seed <= (uint64_t)(is_long() ? HOUSES_LONG : HOUSES) * (uint64_t)factor(); seed++) {
        soak_open(&soak, seed);
        for (int i = 0; i < STEPS; i++)
            step(seed);
        for (int table = 0; table < SOAK_TABLES; table++)
            moves += soak.moves_saved[table];
        restarts += soak.restarts;
        results += soak.results;
        claims += soak.claims;
        soak_close(&soak);
    }
    print_message("%d moves, %d results, %d seats claimed, %d restarts\n", moves, results, claims,
                  restarts);
    assert_true(moves > 500 && results > 10 && claims > 5 && restarts > 10);
}

/* ---- each law notices what it is there for ---- */

/* A running game of two on each network. */
static test_fixture(opened)
{
    soak_open(&soak, 1);
    for (int i = 0; i < 4; i++)
        soak_say(&soak, &soak.humans[i], i % 2 ? "#b" : "#a",
                 i < 2 ? "play heartcatchers" : "join");
    for (int i = 0; i < 4; i++) {
        soak_settle(&soak);
        if (i == 0)
            for (int j = 2; j < 4; j++)
                soak_say(&soak, &soak.humans[j], j % 2 ? "#b" : "#a", "join");
    }
    for (int i = 0; i < 4; i++)
        soak_say(&soak, &soak.humans[i], i % 2 ? "#b" : "#a", "start");
    soak_settle(&soak);
    return 0;
}

static test_fixture(closed)
{
    soak_close(&soak);
    return 0;
}

static struct session *table_on(int network)
{
    struct session *session =
        host_find(soak.host, soak_networks[network], network == KEEPS ? "#a" : "#b");
    assert_non_null(session);
    assert_true(session_has_begun(session));
    return session;
}

static void expect_broken(bool (*law)(struct soak *, struct text *))
{
    char bytes[1024];
    struct text why = text_over(bytes, sizeof bytes);
    assert_false(law(&soak, &why));
    assert_true(why.length > 0);
}

static void expect_kept(void)
{
    char bytes[1024];
    struct text why = text_over(bytes, sizeof bytes);
    if (!laws_hold(&soak, &why))
        fail_msg("%s", bytes);
}

static test_case(a_state_that_the_store_does_not_have_is_noticed)
{
    expect_kept();
    struct session *session = table_on(KEEPS);
    session->playing->points[1]++;
    expect_broken(law_store_is_state);
    session->playing->points[1]--;
    session->seats[0].is_left = true;
    expect_broken(law_store_is_state);
    session->seats[0].is_left = false;
    session->playing->table.turn = 1 - session->playing->table.turn;
    expect_broken(law_store_is_state);
    session->playing->table.turn = 1 - session->playing->table.turn;
    expect_kept();
}

/* Twice, and not at all. */
static test_case(a_move_told_wrongly_is_noticed)
{
    struct session *session = table_on(KEEPS);
    soak.moves_told[session->id]++;
    expect_broken(law_moves_told_once);
    soak.moves_told[session->id]--;
    const struct seat *seat = &session->seats[session->playing->table.turn];
    for (int i = 0; i < SOAK_PEOPLE; i++)
        if (strcmp(soak.humans[i].key, seat->key) == 0)
            soak_say(&soak, &soak.humans[i], "#a", "hide d me1");
    soak_settle(&soak);
    expect_kept();
    soak.moves_told[session->id]--;
    expect_broken(law_moves_told_once);
}

/* In the room, and to the other player. */
static test_case(a_hand_told_to_others_is_noticed)
{
    struct session *session = table_on(KEEPS);
    struct pages none = {0};
    expect_kept();
    struct seat first = session->seats[0];
    memcpy(session->seats[0].key, session->seats[1].key, HOST_KEY); /* goes astray */
    tell_hand(session, 0, &none);
    session->seats[0] = first;
    expect_broken(law_hands_are_private);
    struct prose leak = soak.told[soak.told_count - 1].prose;
    soak.leak[0] = '\0';
    tell_post(session, POST_NEWS, &leak);
    expect_broken(law_hands_are_private);
}

static test_case(a_seat_in_wrong_hands_is_noticed)
{
    struct session *session = table_on(PASSES);
    struct seat *seat = &session->seats[0], before = *seat;
    memcpy(seat->key, session->seats[1].key, HOST_KEY);
    expect_broken(law_one_key_one_seat);
    memcpy(seat->key, soak.humans[SOAK_PEOPLE - 1].key, HOST_KEY);
    expect_broken(law_seats_are_their_owners);
    snprintf(seat->key, HOST_KEY, "~gone");
    expect_broken(law_seats_are_their_owners);
    *seat = before;
    expect_kept();
}

static test_case(a_text_that_was_cut_is_noticed)
{
    struct prose prose;
    prose_clear(&prose);
    for (int i = 0; i < PROSE_BYTES; i++)
        prose_put(&prose, "la ");
    tell_post(table_on(KEEPS), POST_NEWS, &prose);
    expect_broken(law_nothing_is_cut);
}

int main(void)
{
    enum { NO_LINE_IS_SO_BAD = LOG_ERROR + 1 };
    log_setup((enum log_level)NO_LINE_IS_SO_BAD, 2); /* disks that fail on order are no news */
#define HOUSE(name) cmocka_unit_test_setup_teardown(name, opened, closed)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_laws_hold_whatever_happens),
        HOUSE(a_state_that_the_store_does_not_have_is_noticed),
        HOUSE(a_move_told_wrongly_is_noticed),
        HOUSE(a_hand_told_to_others_is_noticed),
        HOUSE(a_seat_in_wrong_hands_is_noticed),
        HOUSE(a_text_that_was_cut_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
