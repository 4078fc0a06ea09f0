/* Connections of the product to a real server with all of IRCv3 and services: registration, logging in, TLS. Who is
   who there has tests of its own. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>

#include "inspircd.h"
#include "irc_person.h"

static struct inspircd *server;

static int start_server(void **state)
{
    (void)state;
    server = inspircd_start(&(struct inspircd_options){.services = true});
    return server ? 0 : -1;
}

static int stop_server(void **state)
{
    (void)state;
    inspircd_stop(server);
    return 0;
}

static void accounts_are_made_and_outlive_a_restart(void **state)
{
    (void)state;
    assert_true(inspircd_register(server, "ann", "secret-of-ann"));
    assert_true(inspircd_trust_client(server, "ann", "secret-of-ann"));
    assert_true(inspircd_restart(server));
    assert_true(inspircd_trust_client(server, "ann", "secret-of-ann"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(accounts_are_made_and_outlive_a_restart),
    };
    return cmocka_run_group_tests(tests, start_server, stop_server);
}
