/* The floor of the end-to-end tests: two people of irc_person.h talk over a real ngircd,
   plainly, by TLS and by IPv6; what must be refused is refused. Nothing of the product is in it:
   if this fails, look here before anywhere else. */
#include <stdio.h>
#include <string.h>

#include "child.h"
#include "irc_person.h"
#include "ircd.h"
#include "testing.h"

enum { SOON = TEST_SOON_MS };

static char error[256];

static struct irc_address plain_address(const struct ircd *ircd)
{
    return (struct irc_address){.host = ircd_host(ircd), .port = ircd_port(ircd)};
}

static struct irc_address tls_address(const struct ircd *ircd)
{
    return (struct irc_address){
        .host = ircd_host(ircd), .port = ircd_tls_port(ircd), .ca_file = ircd_ca_file(ircd)};
}

static struct irc_person *welcome(const struct irc_address *address, const char *nick)
{
    struct irc_person *person = irc_person_connect(address, nick, error, sizeof error);
    if (!person)
        fail_msg("%s", error);
    return person;
}

static void expect_refused(const struct irc_address *address, const char *why)
{
    struct irc_person *person = irc_person_connect(address, "eve", error, sizeof error);
    if (person)
        fail_msg("eve was let in; expected: %s", why);
    if (!strstr(error, why))
        fail_msg("refused with \"%s\", expected: %s", error, why);
}

static void expect_heard(struct irc_person *person, const char *from, const char *to,
                         const char *pattern)
{
    if (!irc_person_hear(person, from, to, pattern, SOON))
        fail_msg("never heard \"%s\" from %s:\n%s", pattern, from, irc_person_transcript(person));
}

static void two_people_talk(const struct irc_address *first, const struct irc_address *second)
{
    struct irc_person *ann = welcome(first, "ann"), *bob = welcome(second, "bob");
    assert_true(irc_person_join(ann, "#games") && irc_person_join(bob, "#games"));
    irc_person_say(ann, "#games", "hello \0034,12everybody\003 here");
    expect_heard(bob, "ann", "#games", "^hello everybody here$");
    irc_person_whisper(bob, "ann", "a secret");
    expect_heard(ann, "bob", NULL, "^a secret$");

    assert_false(irc_person_nick(bob, "ann"));
    assert_true(irc_person_nick(bob, "robert"));
    irc_person_whisper(ann, "robert", "another secret");
    expect_heard(bob, "ann", NULL, "secret");
    irc_person_say(bob, "#games", "done");
    expect_heard(ann, "robert", "#games", "done");
    assert_int_equal(irc_person_count(ann, "another secret"), 0);
    assert_int_equal(irc_person_count(bob, "another secret"), 1);

    irc_person_quit(ann);
    assert_non_null(irc_person_expect(bob, "^:ann!.* QUIT ", SOON));
    irc_person_quit(bob);
}

static test_case(people_talk_plainly)
{
    struct ircd *ircd = ircd_start(&(struct ircd_options){0});
    assert_non_null(ircd);
    struct irc_address address = plain_address(ircd);
    two_people_talk(&address, &address);
    assert_true(ircd_restart(ircd));
    two_people_talk(&address, &address);
    ircd_stop(ircd);
}

static test_case(people_talk_by_tls)
{
    struct ircd *ircd = ircd_start(&(struct ircd_options){.tls = true});
    assert_non_null(ircd);
    struct irc_address plain = plain_address(ircd), tls = tls_address(ircd);
    two_people_talk(&tls, &plain);
    ircd_stop(ircd);
}

static test_case(people_talk_by_ipv6)
{
    struct ircd *ircd = ircd_start(&(struct ircd_options){.ipv6 = true});
    assert_non_null(ircd);
    struct irc_address plain = plain_address(ircd);
    two_people_talk(&plain, &plain);
    ircd_stop(ircd);
}

static test_case(bad_certificates_are_refused)
{
    struct ircd *ircd =
        ircd_start(&(struct ircd_options){.tls = true, .certificate_name = "irc.example.org"});
    assert_non_null(ircd);
    struct irc_address address = tls_address(ircd);
    expect_refused(&address, "hostname mismatch");
    address.tls_name = "irc.example.org";
    irc_person_quit(welcome(&address, "ann"));
    address.ca_file = ircd_other_ca_file(ircd);
    expect_refused(&address, "unable to get local issuer");
    ircd_stop(ircd);
}

static test_case(a_server_password_is_asked)
{
    struct ircd *ircd = ircd_start(&(struct ircd_options){.password = "sesame"});
    assert_non_null(ircd);
    struct irc_address address = plain_address(ircd);
    expect_refused(&address, "eve was not welcome");
    address.password = "sesame";
    irc_person_quit(welcome(&address, "ann"));
    ircd_stop(ircd);
}

/* A line every 333 ms is what ngircd lets through as shipped; with penalties off 15 lines come
   at once. The bounds are far from both, so that a slow machine changes nothing. */
static long time_of_fifteen_lines(bool penalties)
{
    struct ircd *ircd = ircd_start(&(struct ircd_options){.penalties = penalties});
    assert_non_null(ircd);
    struct irc_address address = plain_address(ircd);
    struct irc_person *ann = welcome(&address, "ann");
    long start = test_now();
    for (int i = 1; i <= 15; i++)
        irc_person_send(ann, "PRIVMSG ann :line %d", i);
    if (!irc_person_hear(ann, "ann", NULL, "^line 15$", SOON))
        fail_msg("line 15 never came:\n%s", irc_person_transcript(ann));
    long took = test_now() - start;
    assert_int_equal(irc_person_count(ann, " PRIVMSG ann :line "), 15);
    irc_person_free(ann);
    ircd_stop(ircd);
    return took;
}

static test_case(penalties_are_the_options)
{
    long as_shipped = time_of_fifteen_lines(true), off = time_of_fifteen_lines(false);
    if (as_shipped < 2000 || off >= as_shipped)
        fail_msg("15 lines took %ld ms with penalties and %ld ms without", as_shipped, off);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(people_talk_plainly),
        cmocka_unit_test(people_talk_by_tls),
        cmocka_unit_test(people_talk_by_ipv6),
        cmocka_unit_test(bad_certificates_are_refused),
        cmocka_unit_test(a_server_password_is_asked),
        cmocka_unit_test(penalties_are_the_options),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
