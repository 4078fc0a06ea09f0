/* A host who has the secret, at tables of people: it gains nothing by cutting before an honest person, nearly everything by
   cutting last, and then !fair says so. The same as test_luck.c shows of 10,000 tables, through the host: its own lobby, cuts
   and deal. */
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "deal.h"
#include "house.h"
#include "luck.h"
#include "odds.h"
#include "session.h"
#include "store.h"
#include "testing.h"

static struct house house;

static void say(const char *who, const char *text)
{
    house_say(&house, "#g", who, text);
}

static struct session *table(void)
{
    struct session *session = house_table(&house, "#g");
    assert_non_null(session);
    return session;
}

/* Three cards of one colour among the five that are dealt of 42 (six of each of seven colours): 7 * 13146 of 850668 hands.
   eve is the host, ann is honest. */
enum { ATTACKED = 300, TRIES = 80, COLOURS = 7 };
static const double by_chance = 7 * 13146.0 / 850668;
static struct chance_seed drawn;

static const char *name_of_source(void)
{
    return "fixed";
}

static uint32_t draw_number(void)
{
    return chance_seeded(&drawn);
}

static void draw_bytes(void *const bytes, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)chance_seeded(&drawn);
}

static bool eve_has_a_set(const struct playing *playing, const struct seat *seats)
{
    int counts[COLOURS] = {0}, most = 0, seat = strcmp(seats[0].name, "eve") == 0 ? 0 : 1;
    int hand = seat_zone(&playing->rules, seat, 0);
    assert_int_equal(zone_size(&playing->table, hand), 5);
    for (int i = 0; i < 5; i++) {
        int count = ++counts[zone_face(&playing->table, hand, i)];
        most = count > most ? count : most;
    }
    return most >= 3;
}

/* Words with which the table, as it stands now, would give eve what she wants. */
static void eve_cuts(int number)
{
    static struct playing playing;
    static struct chance chance;
    struct seat seats[TABLE_SEATS];
    char words[40], line[DEAL_LINE];
    const struct session *session = table();
    bool is_good = false;
    for (int i = 0; i < TRIES && !is_good; i++) {
        snprintf(words, sizeof words, "cut %d %d", number, i);
        playing_copy(&playing, session->playing);
        playing.seats = session->seat_count;
        memcpy(seats, session->seats, (size_t)session->seat_count * sizeof *seats);
        luck_cut(words + strlen("cut "), seats[0].cut);
        deal_begin(&playing, session->game, seats, SEAT_NONE, &chance, NULL, line);
        is_good = eve_has_a_set(&playing, seats);
    }
    say("eve", words);
}

static bool is_attack_won(bool eve_is_last, int number)
{
    char words[40];
    house_open(&house, store_memory_new(), true, 0);
    say("eve", "deal colorcatcher");
    say("ann", "join");
    if (!eve_is_last)
        eve_cuts(number);
    snprintf(words, sizeof words, "cut %08x", chance_seeded(&drawn)); /* that nobody else knew */
    say("ann", words);
    if (eve_is_last)
        eve_cuts(number);
    say("eve", "start");
    house_forget(&house);
    say("ann", "fair");
    house_expect(
        &house,
        eve_is_last
            ? "eve cut last. The deal is proven to you if you cut after everybody who can read the secret of the host."
            : "ann cut last. The deal is proven to you if you cut after everybody who can read the secret of the host.");
    bool is_won = eve_has_a_set(table()->playing, table()->seats);
    house_close(&house);
    store_close(house.store);
    return is_won;
}

static void a_host_gains_by_cutting_last_alone_and_it_is_said(void **state)
{
    static struct randombytes_implementation source = {
        .implementation_name = name_of_source, .random = draw_number, .buf = draw_bytes};
    int first = 0, last = 0, most = odds_most(ATTACKED, by_chance, 1e-6);
    (void)state;
    drawn.state = 31;
    assert_int_equal(randombytes_set_implementation(&source), 0);
    for (int i = 0; i < ATTACKED; i++) {
        first += is_attack_won(false, i);
        last += is_attack_won(true, i);
    }
    assert_int_equal(randombytes_set_implementation(&randombytes_sysrandom_implementation), 0);
    print_message("%d tables: %d by cutting before (at most %d by chance), %d by cutting last\n", ATTACKED, first, most,
                  last);
    assert_true(first <= most);
    assert_true(last >= ATTACKED * 95 / 100);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_host_gains_by_cutting_last_alone_and_it_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
