/* The wire over TLS, against a real TLS server with certificates made for this run: the right chain and name connect,
   everything else is refused with a reason an admin can act on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <string.h>

#include "hostile_server.h"
#include "loop.h"
#include "tls_server.h"
#include "wire_bench.h"

/* --- a bench whose server is another process --- */

struct tls_bench {
    struct bench bench;
    struct tls_server server;
};

/* A server with the certificate of that name, and a wire for "localhost" that trusts our CA. */
static void tls_open(struct tls_bench *tls, const char *name, const char *client_ca)
{
    bench_open(&tls->bench);
    tls_server_start(&tls->server, name, client_ca);
    tls->bench.config.port = tls->server.port;
    tls->bench.config.host = "localhost";
    tls->bench.config.is_tls = true;
    tls->bench.config.ca_file = certs_path("ca.pem");
}

static void tls_close(struct tls_bench *tls)
{
    bench_close(&tls->bench);
    tls_server_stop(&tls->server);
}

static void expect_refused(struct tls_bench *tls, const char *why)
{
    bench_connect(&tls->bench);
    bench_expect_closed(&tls->bench, why);
    assert_string_equal(tls->bench.story, "CLOSED\n");
    tls_close(tls);
}

/* --- tests --- */

static void the_right_ca_and_name_connect(void **state)
{
    (void)state;
    struct tls_bench tls;
    tls_open(&tls, "good", NULL);
    bench_connect(&tls.bench);
    bench_expect(&tls.bench, "READY");
    wire_quit(tls.bench.wire, "done");
    bench_expect_closed(&tls.bench, "we quit");
    tls_close(&tls);
}

static int flood_left;

static void count_down(struct bench *bench, const struct wire_event *event)
{
    flood_left -= strcmp(event->command, "PRIVMSG") == 0;
    bench_forget(bench);
}

static void a_flood_through_tls_arrives_whole(void **state)
{
    (void)state;
    struct tls_bench tls;
    tls_open(&tls, "good", NULL);
    bench_connect(&tls.bench);
    bench_expect(&tls.bench, "READY");
    tls.bench.on_event = count_down;
    flood_left = 50000;
    wire_send(tls.bench.wire, "FLOOD %d", flood_left);
    for (int turns = 0; turns < 4000 && flood_left > 0; turns++)
        loop_serve(tls.bench.loop, 25);
    assert_int_equal(flood_left, 0);
    tls_close(&tls);
}

static void an_unknown_ca_is_refused(void **state)
{
    (void)state;
    struct tls_bench tls;
    tls_open(&tls, "good", NULL);
    tls.bench.config.ca_file = certs_path("other.pem");
    expect_refused(&tls,
                   "its certificate is refused (SSL certificate problem: unable to get local issuer certificate); "
                   "if its CA is your own, name the CA's file");
    tls_open(&tls, "good", NULL);
    tls.bench.config.ca_file = NULL; /* the machine's own CAs do not know ours either */
    expect_refused(&tls, "its certificate is refused");
}

static void a_wrong_host_name_is_refused(void **state)
{
    (void)state;
    struct tls_bench tls;
    tls_open(&tls, "wrong", NULL);
    expect_refused(&tls, "no alternative certificate subject name matches target host name 'localhost'); is this the "
                         "server's real name?");
}

static void an_expired_certificate_is_refused(void **state)
{
    (void)state;
    struct tls_bench tls;
    tls_open(&tls, "expired", NULL);
    expect_refused(&tls, "certificate has expired); the server's admin has to renew it");
}

static void a_ca_file_that_cannot_be_read_is_named(void **state)
{
    (void)state;
    struct tls_bench tls;
    tls_open(&tls, "good", NULL);
    tls.bench.config.ca_file = certs_path("no-such-file.pem");
    expect_refused(&tls, "the CA file cannot be read");
}

static void a_port_without_tls_is_recognised(void **state)
{
    (void)state;
    struct bench bench;
    bench_open(&bench);
    bench.config.is_tls = true;
    bench_connect(&bench);
    hostile_say(bench.server, ":srv NOTICE * :*** Looking up your hostname");
    bench_expect_closed(&bench, "the TLS handshake failed: is this the port for TLS?");
    bench_close(&bench);
}

static void a_handshake_that_never_answers_is_left_in_time(void **state)
{
    (void)state;
    struct bench bench;
    bench_open(&bench);
    bench.config.is_tls = true;
    bench_connect(&bench);
    for (int turns = 0; turns < 400 && !hostile_heard(bench.server)[0]; turns++)
        loop_serve(bench.loop, 25);
    loop_step(bench.loop, 30000);
    bench_expect_closed(&bench, "no connection within 30 s");
    bench_close(&bench);
}

static void a_client_certificate_is_shown_when_there_is_one(void **state)
{
    (void)state;
    struct tls_bench tls;
    tls_open(&tls, "good", certs_path("ca.pem"));
    tls.bench.config.client_cert = certs_path("client.pem");
    tls.bench.config.client_key = certs_path("client.key");
    bench_connect(&tls.bench);
    bench_expect(&tls.bench, "READY");
    tls_close(&tls);
    tls_open(&tls, "good", certs_path("ca.pem"));
    bench_connect(&tls.bench);
    bench_expect(&tls.bench, "CLOSED"); /* without it the server of this test hangs up */
    assert_false(bench_was_told(&tls.bench, "READY"));
    tls_close(&tls);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_right_ca_and_name_connect),
        cmocka_unit_test(a_flood_through_tls_arrives_whole),
        cmocka_unit_test(an_unknown_ca_is_refused),
        cmocka_unit_test(a_wrong_host_name_is_refused),
        cmocka_unit_test(an_expired_certificate_is_refused),
        cmocka_unit_test(a_ca_file_that_cannot_be_read_is_named),
        cmocka_unit_test(a_port_without_tls_is_recognised),
        cmocka_unit_test(a_handshake_that_never_answers_is_left_in_time),
        cmocka_unit_test(a_client_certificate_is_shown_when_there_is_one),
    };
    return cmocka_run_group_tests(tests, certs_make, certs_remove);
}
