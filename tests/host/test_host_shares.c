/* How many tables may be open: for a person whatever key they go by, for a guild, for a network;
   and that the counts are right after tables end, fail to be saved, and after a restart. */
#include <stdio.h>
#include <string.h>

#include "faulty_store.h"
#include "games.h"
#include "host_state.h"
#include "household.h"
#include "prose.h"
#include "shares.h"
#include "store.h"
#include "tables.h"
#include "testing.h"

/* The room "#i", opened by a key nobody had before; whether there is a table now. */
static bool opens(int i)
{
    char room[16], key[16];
    snprintf(room, sizeof room, "#%d", i);
    snprintf(key, sizeof key, "~%d", i);
    house_forget(&house);
    house_say(&house, room, key, "open ");
    return house_table(&house, room) != NULL;
}

static int opens_up_to(int first, int most)
{
    int count = 0;
    while (count < most && opens(first + count))
        count++;
    return count;
}

static test_case(a_person_has_three_tables_by_whatever_key)
{
    house.source = (struct heard_source){"account", 1};
    assert_int_equal(opens_up_to(0, 10), 3);
    house_expect(&house, "to ~3: <TABLES_YOURS_1 most=3>");
    house.source = (struct heard_source){"another", 1};
    assert_true(opens(10));
}

/* A private conversation is a room, too: each new key had one. */
static test_case(private_tables_count_like_all_others)
{
    house.source = (struct heard_source){"host.example", HOST_SOURCE_PEOPLE};
    for (int i = 0; i < 100; i++) {
        char key[16];
        snprintf(key, sizeof key, "~1.%d", i);
        house_say(&house, NULL, key, "open ");
    }
    assert_int_equal(house_table_count(&house), 3 * HOST_SOURCE_PEOPLE);
    house_expect(&house, "<TABLES_OF_HOST_1 most=12>");
}

/* A whole net has not as many shares as addresses: the nets around a source count as well, here
   and after a restart, and those beside them and on another network have theirs. */
static test_case(a_net_has_a_share_however_many_sources_it_has)
{
    enum { OF_ONE = 3 * HOST_SOURCE_PEOPLE };
    char source[HOST_SOURCE];
    int count = 0, tries = 0;
    for (int of_net = 0; of_net < 300; of_net++, tries++) {
        snprintf(source, sizeof source, "48|%d|%d", of_net / 4, of_net);
        house.source = (struct heard_source){source, HOST_SOURCE_PEOPLE};
        count += opens(tries);
    }
    assert_int_equal(count, 4 * OF_ONE);
    house_expect(&house, "<TABLES_OF_HOST_1 most=12>");
    house_say(&house, "#0", "~0", "stop");
    assert_int_equal(opens_up_to(++tries, 40), 1);
    for (int restart = 0; restart < 2; restart++) {
        assert_false(opens(++tries));
        house_restart(&house);
    }
    count = 0;
    for (int of_net = 0; of_net < 40; of_net++) { /* all in one net of the smaller kind */
        snprintf(source, sizeof source, "other|1|%d", of_net);
        house.source = (struct heard_source){source, HOST_SOURCE_PEOPLE};
        count += opens(++tries);
    }
    assert_int_equal(count, 2 * OF_ONE);
    house.source = (struct heard_source){"other|2|41", HOST_SOURCE_PEOPLE};
    assert_int_equal(opens_up_to(tries + 1, 40), OF_ONE);
    const struct host_port other = {.network = "other",
                                    .widen = house.host->networks.ports[0].widen};
    host_add_port(house.host, &other);
    const struct heard heard = {
        .network = "other", .key = "k", .name = "k", .text = "", .source = {source, 4}};
    struct prose why;
    assert_false(shares_refuse(house.host, &heard, &why)); /* the namesake on another network */
}

static test_case(a_table_that_ends_gives_its_place_back)
{
    house.source = (struct heard_source){"account", 1};
    assert_int_equal(opens_up_to(0, 10), 3);
    house_say(&house, "#1", "~1", "stop");
    assert_int_equal(opens_up_to(5, 10), 1);
    house_say(&house, "#0", "~0", "leave");
    assert_int_equal(opens_up_to(7, 10), 1);
}

static test_case(a_table_that_could_not_be_saved_takes_no_place)
{
    house.source = (struct heard_source){"account", 1};
    for (int i = 0; i < 5; i++) {
        faulty_store_fail(faulty, 0, 1, STORE_FULL);
        assert_false(opens(i));
    }
    assert_int_equal(opens_up_to(10, 10), 3);
}

static test_case(counts_survive_a_restart_and_hosts_are_not_in_the_record)
{
    house.source = (struct heard_source){"host.example", 1};
    house.group = "guild7";
    assert_int_equal(opens_up_to(0, 10), 3);
    for (int i = 0; i < 3; i++) {
        assert_int_equal(house_restart(&house), 3);
        assert_false(opens(10 + i));
        house_expect(&house, "<TABLES_YOURS_3 most=3>");
    }
    const struct session *session = house_table(&house, "#1");
    assert_string_equal(session->opener.group, "guild7");
    assert_true(session->opener.has_payer);
    unsigned char payer[SESSION_PAYER];
    shares_hash(house.host, identity("net", "host.example"), payer);
    assert_memory_equal(session->opener.payer, payer, SESSION_PAYER);
}

static void find_host(void *arg, int64_t table, int64_t seq, const char *line)
{
    bool *found = arg;
    (void)table;
    (void)seq;
    *found |= strstr(line, "host.example") != NULL;
}

static test_case(no_host_is_written_down)
{
    bool found = false;
    house.source = (struct heard_source){"host.example", 4};
    assert_int_equal(opens_up_to(0, 3), 3);
    assert_int_equal(store_load(house.store, NULL, find_host, &found), STORE_OK);
    assert_false(found);
}

static test_case(a_guild_and_a_network_have_their_shares)
{
    host_limit(house.host, &(struct host_limits){.person = 1000, .group = 5, .network = 8});
    house.group = "a";
    assert_int_equal(opens_up_to(0, 10), 5);
    house_expect(&house, "<TABLES_OF_GROUP_1 group=server|most=5>");
    house.group = "b";
    assert_int_equal(opens_up_to(10, 10), 3);
    house_expect(&house, "<TABLES_OF_NETWORK_1 most=8>");
}

static test_case(without_a_number_networks_have_equal_parts)
{
    const struct host_port other = {.network = "other"};
    host_add_port(house.host, &other);
    const struct heard heard = {.network = "net", .key = "k", .name = "k", .text = ""};
    struct prose why;
    assert_false(shares_refuse(house.host, &heard, &why));
    host_limit(house.host, &(struct host_limits){.person = HOST_TABLES_MOST, .group = 100});
    house.source = (struct heard_source){"account", 1};
    for (int i = 0; i < HOST_TABLES_MOST / 2; i++)
        session_new(house.host, host_port_of(house.host, "net"), "#r", game_find("heartcatchers"));
    assert_false(shares_refuse(house.host, &heard, &why)); /* not counted yet */
    for (struct session *session = house.host->tables.first; session; session = session->next)
        shares_count(session);
    assert_true(shares_refuse(house.host, &heard, &why));
    assert_false(shares_refuse(
        house.host, &(struct heard){.network = "other", .key = "k", .name = "k", .text = ""},
        &why));
}

static test_case(an_admin_is_not_bound)
{
    host_limit(house.host, &(struct host_limits){.person = 1, .group = 1, .network = 1});
    house.source = (struct heard_source){"account", 1};
    assert_int_equal(opens_up_to(0, 10), 1);
    house_say_as(&house, "#a", "boss", RANK_ADMIN, NULL, "open ");
    house_settle(&house);
    assert_non_null(house_table(&house, "#a"));
}

static test_case(set_aside_tables_stay_their_openers)
{
    unsigned char payer[SESSION_PAYER];
    house.source = (struct heard_source){"account", 1};
    shares_hash(house.host, identity("net", "account"), payer);
    shares_keep_aside(house.host, "net", payer, 1);
    assert_int_equal(opens_up_to(0, 10), 2);
    shares_keep_aside(house.host, "net", payer, -1);
    assert_int_equal(opens_up_to(5, 10), 1);
}

/* Nobody gets a fourth table by leaving three behind. */
static test_case(tables_set_aside_count_after_a_restart)
{
    house.source = (struct heard_source){"account", 1};
    assert_int_equal(opens_up_to(0, 10), 3);
    house.source = (struct heard_source){"another", 1};
    house_say(&house, "#1", "bob", "join");
    assert_true(host_is_playing(house_table(&house, "#1")));
    for (int i = 0; i < 31; i++)
        house_wait(&house, MINUTE);
    house_say(&house, "#1", "dan", "free");
    house_settle(&house);
    assert_null(house_table(&house, "#1"));
    house.source = (struct heard_source){"account", 1};
    assert_int_equal(opens_up_to(20, 10), 2); /* the lobbies are closed by now */
    for (int i = 0; i < 2; i++) {
        house_restart(&house);
        assert_int_equal(opens_up_to(30, 10), 0);
    }
    house_say_as(&house, "#20", "op", RANK_OPERATOR, NULL, "stop");
    house_settle(&house);
    assert_int_equal(opens_up_to(40, 10), 1);
}

static void read_salt(void *arg, const char *key, const char *value)
{
    (void)key;
    snprintf(arg, 80, "%s", value);
}

static test_case(each_installation_has_a_salt_of_its_own)
{
    char first[80] = "", again[80] = "";
    unsigned char payer[SESSION_PAYER], same[SESSION_PAYER];
    struct store *own = store_memory_new();
    struct host *host = host_new(own, NULL, NULL);
    assert_true(host_read_settings(host));
    shares_hash(host, identity("net", "ann"), payer);
    host_free(host);
    store_flush(own);
    store_dispatch(own);
    assert_int_equal(store_load(own, read_salt, NULL, first), STORE_OK);
    assert_int_equal(strlen(first), 2 * SESSION_HASH);
    host = host_new(own, NULL, NULL);
    assert_true(host_read_settings(host));
    shares_hash(host, identity("net", "ann"), same);
    assert_memory_equal(payer, same, SESSION_PAYER);
    assert_int_equal(store_load(own, read_salt, NULL, again), STORE_OK);
    assert_string_equal(first, again);
    host_free(host);
    store_close(own);
}

static int shares_kept(void)
{
    int count = 0;
    for (int b = 0; b < HOST_BUCKETS; b++)
        for (void *const *share = (void *const *)&house.host->shares.counts[b]; *share;
             share = *share)
            count++;
    return count;
}

/* At most five counts a table, and none without one. */
static test_case(counts_are_given_back)
{
    char source[16];
    int others = shares_kept();
    for (int i = 0; i < 50; i++) {
        snprintf(source, sizeof source, "s%d", i);
        house.source = (struct heard_source){source, 1};
        house.group = "g";
        assert_true(opens(i));
    }
    assert_int_equal(shares_kept() - others, 3 * 50 + 1 + 1);
    house.source = (struct heard_source){0};
    for (int i = 0; i < 50; i++) {
        char room[16], key[16];
        snprintf(room, sizeof room, "#%d", i);
        snprintf(key, sizeof key, "~%d", i);
        house_say(&house, room, key, "stop");
    }
    assert_int_equal(shares_kept(), others);
}

/* ---- what admins see and do ---- */

static void note_table(void *arg, const struct host_table *table)
{
    struct host_table *last = arg;
    if (strcmp(table->network, NAMESAKE_NETWORK) != 0)
        *last = *table;
}

static void an_admin_lists_and_ends_tables(void **state)
{
    (void)state;
    struct host_table table = {0};
    house_say(&house, "#g", "ann", "open ");
    house_say(&house, "#g", "bob", "join");
    host_each_table(house.host, note_table, &table);
    assert_string_equal(table.network, "net");
    assert_string_equal(table.room, "#g");
    assert_string_equal(table.game, "heartcatchers");
    assert_string_equal(table.opener, "ann");
    assert_int_equal(table.seats, 2);
    assert_int_equal(table.state, HOST_TABLE_PLAYED);
    assert_false(host_end_table(house.host, table.number + 1, "zoe", house.now));
    faulty_store_hold(faulty, true);
    house_say(&house, "#g", "ann", "leave");
    /* waits for its turn */
    assert_true(host_end_table(house.host, table.number, "zoe", house.now));
    faulty_store_hold(faulty, false);
    house_settle(&house);
    house_expect(&house, "#g: <ENDED_1 by=zoe|game=Heartcatchers>");
    assert_null(house_table(&house, "#g"));
    assert_int_equal(house_restart(&house), 0);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_passing, close_house)
    const struct CMUnitTest tests[] = {
        TEST(a_person_has_three_tables_by_whatever_key),
        TEST(private_tables_count_like_all_others),
        TEST(a_net_has_a_share_however_many_sources_it_has),
        TEST(a_table_that_ends_gives_its_place_back),
        TEST(a_table_that_could_not_be_saved_takes_no_place),
        TEST(counts_survive_a_restart_and_hosts_are_not_in_the_record),
        TEST(no_host_is_written_down),
        TEST(a_guild_and_a_network_have_their_shares),
        TEST(without_a_number_networks_have_equal_parts),
        TEST(an_admin_is_not_bound),
        TEST(set_aside_tables_stay_their_openers),
        TEST(tables_set_aside_count_after_a_restart),
        cmocka_unit_test(each_installation_has_a_salt_of_its_own),
        TEST(counts_are_given_back),
        TEST(an_admin_lists_and_ends_tables),
    };
    return cmocka_run_group_tests_name("shares", tests, NULL, NULL);
}
