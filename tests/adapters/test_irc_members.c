/* Who is still the same person: members.c. Secrets hang on this, so the tests say what must
   never happen. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "members.h"
#include "testing.h"

struct seen {
    char text[512];
};

static void gone(void *self, const struct member *member)
{
    struct seen *all = self;
    size_t length = strlen(all->text);
    snprintf(all->text + length, sizeof all->text - length, "-%s ", member->nick->name);
}

static void renamed(void *self, const struct member *member)
{
    struct seen *all = self;
    size_t length = strlen(all->text);
    snprintf(all->text + length, sizeof all->text - length, ">%s ", member->nick->name);
}

static struct seen seen;

static struct members *start(void)
{
    seen = (struct seen){0};
    return members_new("c1",
                       &(struct members_watch){.gone = gone, .renamed = renamed, .self = &seen});
}

static const char *key_of(struct members *members, const char *nick)
{
    static char keys[8][MEMBER_KEY];
    static int next;
    const struct member *member = members_find(members, nick);
    char *key = keys[next++ % 8];
    snprintf(key, MEMBER_KEY, "%s", member ? member->key : "nobody");
    return key;
}

static test_case(a_person_stays_the_same_through_renames_and_channels)
{
    struct members *members = start();
    members_join(members, "#a", "ann");
    const char *key = key_of(members, "ann");
    members_name(members, "#b", "@ann");
    members_rename(members, "ann", "Ann[away]");
    members_part(members, "#a", "ann{AWAY}");
    assert_string_equal(key_of(members, "ann[away]"), key);
    assert_string_equal(seen.text, ">Ann[away] ");
    members_part(members, "#B", "Ann[away]");
    assert_string_equal(seen.text, ">Ann[away] -Ann[away] ");
    assert_string_equal(key_of(members, "Ann[away]"), "nobody");
    members_free(members);
}

static test_case(who_comes_back_is_somebody_else)
{
    struct members *members = start();
    members_join(members, "#a", "ann");
    const char *key = key_of(members, "ann");
    members_quit(members, "ann");
    members_join(members, "#a", "ann");
    assert_string_not_equal(key_of(members, "ann"), key);
    assert_null(members_by_key(members, key));
    members_free(members);
}

static test_case(who_takes_a_nick_does_not_take_the_person)
{
    struct members *members = start();
    members_join(members, "#a", "ann");
    members_join(members, "#a", "mallory");
    const char *ann = key_of(members, "ann"), *mallory = key_of(members, "mallory");
    members_rename(members, "ann", "anna");
    members_rename(members, "mallory", "ann");
    assert_string_equal(key_of(members, "anna"), ann);
    assert_string_equal(key_of(members, "ann"), mallory);
    /* We missed a QUIT: the nick is free for the server, so its old owner is not there. */
    members_rename(members, "ann", "anna");
    assert_string_equal(key_of(members, "anna"), mallory);
    assert_null(members_by_key(members, ann));
    assert_string_equal(seen.text, ">anna >ann -anna >anna ");
    members_free(members);
}

static test_case(leaving_a_channel_loses_those_who_were_only_there)
{
    struct members *members = start();
    members_join(members, "#a", "ann");
    members_join(members, "#a", "bob");
    members_join(members, "#b", "bob");
    members_leave(members, "#A");
    assert_string_equal(seen.text, "-ann ");
    assert_int_equal(members_count(members), 1);
    members_free(members);
}

static test_case(ranks_follow_names_and_modes)
{
    struct members *members = start();
    members_set_rules(members, CASEMAP_ASCII, "(qaohv)~&@%+");
    members_name(members, "#a", "~+ann");
    members_name(members, "#a", "%bob");
    members_name(members, "#a", "cid!c@host");
    const struct member *ann = members_find(members, "ANN"), *bob = members_find(members, "bob"),
                        *cid = members_find(members, "cid");
    assert_int_equal(members_rank(members, ann, "#a"), MEMBER_OPERATOR | MEMBER_VOICE);
    assert_int_equal(members_rank(members, bob, "#a"), 0);
    assert_int_equal(members_rank(members, ann, "#b"), 0);
    members_mode(members, "#a", 'o', true, "ann");
    members_mode(members, "#a", 'q', false, "ann");
    members_mode(members, "#a", 'v', true, "cid");
    members_mode(members, "#a", 'b', true, "cid");
    assert_int_equal(members_rank(members, ann, "#a"), MEMBER_OPERATOR | MEMBER_VOICE);
    assert_int_equal(members_rank(members, cid, "#a"), MEMBER_VOICE);
    members_mode(members, "#a", 'o', false, "ann");
    assert_int_equal(members_rank(members, ann, "#a"), MEMBER_VOICE);
    members_free(members);
}

static test_case(nicks_fold_as_the_network_says)
{
    struct members *members = start();
    members_join(members, "#a", "[x]~");
    assert_non_null(members_find(members, "{X}^"));
    members_set_rules(members, CASEMAP_ASCII, "(ov)@+"); /* nobody is surely the same any more */
    assert_int_equal(members_count(members), 0);
    members_join(members, "#a", "[x]");
    assert_null(members_find(members, "{x}"));
    members_free(members);
}

static test_case(absurd_names_are_nobody)
{
    struct members *members = start();
    char nick[300];
    memset(nick, 'n', sizeof nick);
    nick[sizeof nick - 1] = '\0';
    members_join(members, "#a", nick);
    members_join(members, "#a", "");
    members_name(members, "#a", "@");
    members_name(members, "#a", nick);
    assert_int_equal(members_count(members), 0);
    members_join(members, "#a", "ann");
    members_rename(members, "ann", nick);
    assert_int_equal(members_count(members), 0);
    assert_string_equal(seen.text, "-ann ");
    members_free(members);
}

/* A private message to such a nick would go elsewhere: into a channel, to several people, to
   all. */
static test_case(what_is_no_nick_is_nobody)
{
    static const char *const targets[] = {"#a", "&a",     "+a",  "@#a", "$*", "!x",
                                          ":x", "bob,#a", "a b", "*",   "a?", "a!b"};
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++) {
        struct members *members = start();
        members_join(members, "#a", targets[i]);
        members_join(members, "#a", "ann");
        members_rename(members, "ann", targets[i]);
        assert_int_equal(members_count(members), 0);
        assert_string_equal(seen.text, "-ann ");
        members_free(members);
    }
}

/* Thousands of random events against the simplest possible truth: an array of who is where. */
enum { NICKS = 12, CHANNELS = 3, PEOPLE = 4000 };

static struct truth {
    bool in[CHANNELS];
    char key[MEMBER_KEY]; /* "": not seen */
} truth[NICKS];

static bool is_seen(const struct truth *one)
{
    return one->in[0] || one->in[1] || one->in[2];
}

static void compare_all(struct members *members, unsigned step)
{
    for (int n = 0; n < NICKS; n++) {
        char nick[8];
        snprintf(nick, sizeof nick, "nick%d", n);
        const struct member *member = members_find(members, nick);
        if (!is_seen(&truth[n]))
            truth[n].key[0] = '\0';
        if (is_seen(&truth[n]) != (member != NULL))
            fail_msg("step %u: %s is %s", step, nick, member ? "still there" : "missing");
        if (member && truth[n].key[0] && strcmp(truth[n].key, member->key) != 0)
            fail_msg("step %u: %s has become somebody else", step, nick);
        for (int other = 0; member && other < n; other++)
            assert_string_not_equal(truth[other].key, member->key);
        if (member)
            snprintf(truth[n].key, MEMBER_KEY, "%s", member->key);
    }
}

static test_case(random_comings_and_goings)
{
    static const char *const channels[CHANNELS] = {"#a", "#b", "#c"};
    struct members *members = start();
    memset(truth, 0, sizeof truth);
    unsigned dice = 7;
    for (unsigned step = 0; step < PEOPLE; step++) {
        dice = dice * 1103515245u + 12345u;
        int n = (int)(dice >> 16) % NICKS, other = (int)(dice >> 20) % NICKS,
            c = (int)(dice >> 24) % CHANNELS;
        char nick[8], to[8];
        snprintf(nick, sizeof nick, "nick%d", n);
        snprintf(to, sizeof to, "nick%d", other);
        seen.text[0] = '\0';
        switch ((dice >> 28) % 5) {
        case 0:
        case 1:
            members_join(members, channels[c], nick);
            truth[n].in[c] = true;
            break;
        case 2:
            members_part(members, channels[c], nick);
            truth[n].in[c] = false;
            break;
        case 3:
            if (is_seen(&truth[other]) || !is_seen(&truth[n]))
                continue;
            members_rename(members, nick, to);
            truth[other] = truth[n];
            truth[n] = (struct truth){0};
            break;
        default:
            members_quit(members, nick);
            truth[n] = (struct truth){0};
        }
        compare_all(members, step);
    }
    members_free(members);
}

/* A server may say anything; what no record can hold is nobody's account. */
static test_case(a_name_with_control_bytes_is_no_account)
{
    char key[MEMBER_KEY];
    struct members *members = start();
    assert_true(members_account_key(members, "Alice", key));
    assert_string_equal(key, "$alice");
    assert_false(members_account_key(members, "alice\x04", key));
    assert_false(members_account_key(members, "\x7f", key));
    assert_false(members_account_key(members, "al\nice", key));
    members_free(members);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_stays_the_same_through_renames_and_channels),
        cmocka_unit_test(who_comes_back_is_somebody_else),
        cmocka_unit_test(who_takes_a_nick_does_not_take_the_person),
        cmocka_unit_test(leaving_a_channel_loses_those_who_were_only_there),
        cmocka_unit_test(ranks_follow_names_and_modes),
        cmocka_unit_test(nicks_fold_as_the_network_says),
        cmocka_unit_test(absurd_names_are_nobody),
        cmocka_unit_test(what_is_no_nick_is_nobody),
        cmocka_unit_test(random_comings_and_goings),
        cmocka_unit_test(a_name_with_control_bytes_is_no_account),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
