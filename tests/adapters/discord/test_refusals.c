/* The shares of the budget of refusals, to the millisecond: nobody stops anybody else, and
   everything only pauses. */
#include "answer.h"
#include "quota.h"
#include "testing.h"

enum { CLUB = 41, OTHER = 42, MANY_CLUBS = 100 };

static struct refusals *refusals;

static test_fixture(open_all)
{
    refusals = quota_refusals_new();
    return 0;
}

static test_fixture(close_all)
{
    quota_refusals_free(refusals);
    return 0;
}

static int64_t wait_of(uint64_t payer, int64_t now)
{
    return quota_refusals_wait(refusals, payer, false, now);
}

static test_case(conformance_36_refusals_are_counted_as_discord_counts_them)
{
    static const struct {
        int status;
        enum answer_scope scope;
        bool counts;
    } rows[] = {{401, ANSWER_UNSCOPED, true},  {403, ANSWER_UNSCOPED, true},
                {429, ANSWER_USER, true},      {429, ANSWER_GLOBAL, true},
                {429, ANSWER_UNSCOPED, true},  {429, ANSWER_SHARED, false},
                {404, ANSWER_UNSCOPED, false}, {200, ANSWER_UNSCOPED, false},
                {500, ANSWER_UNSCOPED, false}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_int_equal(quota_refusals_counts(
                             &(struct answer){.status = rows[i].status, .scope = rows[i].scope}),
                         rows[i].counts);
}

static test_case(a_guild_has_two_percent)
{
    assert_int_equal(REFUSALS_SHARE, REFUSALS_POOL * 2 / 100);
    for (int i = 0; i < REFUSALS_SHARE; i++) {
        assert_int_equal(wait_of(CLUB, i), 0);
        quota_refusals_note(refusals, CLUB, i);
    }
    int64_t now = REFUSALS_SHARE;
    assert_int_equal(wait_of(CLUB, now), REFUSALS_MS - now);
    assert_int_equal(wait_of(OTHER, now), 0);
    assert_int_equal(wait_of(REFUSALS_NOBODY, now), 0);
    /* interactions may still be answered */
    assert_int_equal(quota_refusals_wait(refusals, CLUB, true, now), 0);
    assert_int_equal(wait_of(CLUB, REFUSALS_MS), 0);
    quota_refusals_note(refusals, CLUB, REFUSALS_MS);
    assert_int_equal(wait_of(CLUB, REFUSALS_MS), 1); /* one left the window, one came */
    uint64_t paused = 0;
    assert_int_equal(quota_refusals_paused(refusals, REFUSALS_MS, &paused), 1);
    assert_int_equal(paused, CLUB);
}

static test_case(with_half_of_it_gone_only_the_clean_go_on)
{
    quota_refusals_note(refusals, OTHER, 0);
    int64_t now = REFUSALS_MS + 1; /* that one counts no more, but it is remembered */
    for (int i = 0; i < REFUSALS_HALF - 1; i++)
        quota_refusals_note(refusals, 1000 + (uint64_t)i % MANY_CLUBS, now);
    assert_int_equal(wait_of(OTHER, now), 0);
    quota_refusals_note(refusals, REFUSALS_NOBODY, now);
    assert_int_equal(wait_of(OTHER, now), REFUSALS_MS);
    assert_int_equal(wait_of(1000, now), REFUSALS_MS);
    assert_int_equal(wait_of(CLUB, now), 0);
    assert_int_equal(wait_of(OTHER, now + REFUSALS_MS), 0); /* half is there again */
    now = REFUSALS_CLEAN_MS - 10;
    for (int i = 0; i < REFUSALS_HALF; i++)
        quota_refusals_note(refusals, REFUSALS_NOBODY, now);
    assert_int_equal(wait_of(OTHER, now), 10); /* or an hour is over */
    assert_int_equal(wait_of(OTHER, now + 10), 0);
}

static test_case(at_its_bound_the_pool_pauses)
{
    for (int i = 0; i < REFUSALS_POOL; i++)
        quota_refusals_note(refusals, REFUSALS_NOBODY, i);
    int64_t now = REFUSALS_POOL;
    assert_int_equal(quota_refusals_count(refusals, now), REFUSALS_POOL);
    assert_int_equal(wait_of(CLUB, now), REFUSALS_MS - now);
    assert_int_equal(wait_of(REFUSALS_NOBODY, now), REFUSALS_MS - now);
    assert_int_equal(quota_refusals_wait(refusals, CLUB, true, now), 0);
    assert_int_equal(wait_of(CLUB, REFUSALS_MS), 0); /* it goes on by itself */
    for (int i = REFUSALS_POOL; i < REFUSALS_POOL_TOKENS; i++)
        quota_refusals_note(refusals, REFUSALS_NOBODY, now);
    assert_int_equal(quota_refusals_wait(refusals, CLUB, true, now), REFUSALS_MS - now);
}

/* Discord bans an address at 10,000, and all networks of a configuration may have one. */
static test_case(all_networks_together_stay_below_the_ban)
{
    enum { MOST = 32, BAN = 10000 };
    for (int networks = 1; networks <= MOST; networks++) {
        struct refusals *own = quota_refusals_new();
        int before = 0, payers = 0;
        quota_refusals_divide(own, networks);
        for (; quota_refusals_wait(own, REFUSALS_NOBODY, true, 0) == 0; before++) {
            payers += quota_refusals_wait(own, CLUB, false, 0) == 0 && before < REFUSALS_SHARE;
            quota_refusals_note(own, before < REFUSALS_SHARE ? CLUB : REFUSALS_NOBODY, 0);
        }
        assert_true(before * networks < BAN);
        assert_true(before == REFUSALS_POOL_TOKENS || networks > 6);
        assert_in_range(payers, REFUSALS_SHARE / 2, REFUSALS_SHARE);
        quota_refusals_free(own);
    }
}

/* How many of them wait while half of the pool is used up. */
static int remembered(uint64_t first, int count, int64_t now)
{
    int found = 0;
    for (int i = 0; i < REFUSALS_HALF; i++)
        quota_refusals_note(refusals, REFUSALS_NOBODY, now);
    for (int i = 0; i < count; i++)
        found += wait_of(first + (uint64_t)i, now) > 0;
    return found;
}

/* Law 10: what is remembered of guilds is bounded, and given back. */
static test_case(clean_guilds_are_forgotten)
{
    for (int i = 0; i < 3 * REFUSALS_PAYERS; i++)
        quota_refusals_note(refusals, 1 + (uint64_t)i, i);
    assert_int_equal(remembered(1, 3 * REFUSALS_PAYERS, 2 * REFUSALS_MS), REFUSALS_PAYERS);
    int64_t later = (int64_t)2 * REFUSALS_CLEAN_MS;
    for (int i = 0; i < REFUSALS_PAYERS;
         i++) /* there is a place for each, so the others gave theirs back */
        quota_refusals_note(refusals, 1000000 + (uint64_t)i, later);
    assert_int_equal(remembered(1000000, REFUSALS_PAYERS, later + 2 * REFUSALS_MS),
                     REFUSALS_PAYERS);
}

#define test(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(conformance_36_refusals_are_counted_as_discord_counts_them),
        test(a_guild_has_two_percent),
        test(with_half_of_it_gone_only_the_clean_go_on),
        test(at_its_bound_the_pool_pauses),
        test(all_networks_together_stay_below_the_ban),
        test(clean_guilds_are_forgotten),
    };
    return cmocka_run_group_tests_name("refusals", tests, NULL, NULL);
}
