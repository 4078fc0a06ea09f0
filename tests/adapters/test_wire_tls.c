/* The wire over TLS, against a real TLS server with certificates made for this run: the right
   chain and name connect, everything else is refused with a reason an admin can act on. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cap.h"
#include "hostile_server.h"
#include "keep.h"
#include "loop.h"
#include "testing.h"
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

static test_case(the_right_ca_and_name_connect)
{
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

static test_case(a_flood_through_tls_arrives_whole)
{
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

static test_case(an_unknown_ca_is_refused)
{
    struct tls_bench tls;
    tls_open(&tls, "good", NULL);
    tls.bench.config.ca_file = certs_path("other.pem");
    expect_refused(
        &tls,
        "its certificate is refused (SSL certificate problem: unable to get local issuer certificate); "
        "if its CA is your own, name the CA's file");
    tls_open(&tls, "good", NULL);
    tls.bench.config.ca_file = NULL; /* the machine's own CAs do not know ours either */
    expect_refused(&tls, "its certificate is refused");
}

static test_case(a_wrong_host_name_is_refused)
{
    struct tls_bench tls;
    tls_open(&tls, "wrong", NULL);
    expect_refused(
        &tls,
        "no alternative certificate subject name matches target host name 'localhost'); is this the "
        "server's real name?");
}

static test_case(an_expired_certificate_is_refused)
{
    struct tls_bench tls;
    tls_open(&tls, "expired", NULL);
    expect_refused(&tls, "certificate has expired); the server's admin has to renew it");
}

static test_case(a_ca_file_that_cannot_be_read_is_named)
{
    struct tls_bench tls;
    tls_open(&tls, "good", NULL);
    tls.bench.config.ca_file = certs_path("no-such-file.pem");
    expect_refused(&tls, "the CA file cannot be read");
}

static test_case(a_port_without_tls_is_recognised)
{
    struct bench bench;
    bench_open(&bench);
    bench.config.is_tls = true;
    bench_connect(&bench);
    hostile_say(bench.server, ":srv NOTICE * :*** Looking up your hostname");
    bench_expect_closed(&bench, "the TLS handshake failed: is this the port for TLS?");
    bench_close(&bench);
}

static test_case(a_handshake_that_never_answers_is_left_in_time)
{
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

static test_case(a_client_certificate_is_shown_when_there_is_one)
{
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

/* --- pins: conformance 51 --- */

/* The last word that a command prints which is given the certificate, as the documentation says
   how to make a pin. */
static const char *pin_made_by(const char *commands, const char *certificate)
{
    static char pin[128];
    char command[512];
    snprintf(command, sizeof command, "openssl x509 -in %s %s", certs_path(certificate), commands);
    /* NOLINTNEXTLINE(cert-env33-c): only the folder's name varies, and mkdtemp made it */
    FILE *out = popen(command, "r");
    assert_non_null(out);
    assert_non_null(fgets(pin, sizeof pin, out));
    pclose(out);
    pin[strcspn(pin, "\n")] = '\0';
    return pin;
}

static const char *key_of(const char *certificate)
{
    return pin_made_by(
        "-noout -pubkey | openssl pkey -pubin -outform der | openssl dgst -sha256 -binary | "
        "openssl base64",
        certificate);
}

/* "E1:EE:..." */
static const char *fingerprint_of(const char *certificate)
{
    return pin_made_by("-noout -fingerprint -sha256 | cut -d= -f2", certificate);
}

static const char *bare_fingerprint_of(const char *certificate)
{
    return pin_made_by("-noout -fingerprint -sha256 | cut -d= -f2 | tr -d : | tr A-F a-f",
                       certificate);
}

static const char no_key[] = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=";

/* The pin between two that fit nothing; nobody else vouches for the certificate. */
static void expect_pins_to_let_in(const char *certificate, const char *pin)
{
    struct tls_bench tls;
    char pins[256];
    tls_open(&tls, certificate, NULL);
    snprintf(pins, sizeof pins, "%s %s %s", no_key, pin, no_key);
    tls.bench.config.pins = pins;
    tls.bench.config.ca_file = NULL;
    bench_connect(&tls.bench);
    bench_expect(&tls.bench, "READY");
    tls_close(&tls);
}

static test_case(a_pinned_key_is_enough)
{
    expect_pins_to_let_in("good", key_of("good.pem"));
    expect_pins_to_let_in("expired", key_of("expired.pem"));
    expect_pins_to_let_in("wrong", key_of("wrong.pem"));
}

static test_case(a_pinned_certificate_is_enough)
{
    expect_pins_to_let_in("good", fingerprint_of("good.pem"));
    expect_pins_to_let_in("expired", bare_fingerprint_of("expired.pem"));
}

static void expect_pin_to_refuse(const char *pin)
{
    struct tls_bench tls;
    char why[200];
    tls_open(&tls, "good", NULL);
    tls.bench.config.pins = pin;
    snprintf(why, sizeof why, "its certificate is none of the pinned ones (its fingerprint is %s)",
             fingerprint_of("good.pem"));
    expect_refused(&tls, why);
}

static test_case(another_key_than_the_pinned_is_refused_whoever_vouches)
{
    char pin[128];
    snprintf(pin, sizeof pin, "%s", key_of("client.pem"));
    expect_pin_to_refuse(pin);
}

static test_case(another_certificate_than_the_pinned_is_refused_whoever_vouches)
{
    char pin[128];
    snprintf(pin, sizeof pin, "%s", fingerprint_of("ca.pem")); /* also not that of who signed it */
    expect_pin_to_refuse(pin);
}

/* --- STS: conformance 52 --- */

/* A plain server, in tls.bench, and one with TLS that offers `capabilities`; the wire is sent to
   the plain one. */
static void sts_open(struct tls_bench *tls, const char *capabilities, struct keep *keep)
{
    setenv("TLS_SERVER_CAPS", capabilities, 1);
    tls_open(tls, "good", NULL);
    unsetenv("TLS_SERVER_CAPS");
    tls->bench.config.is_tls = false;
    tls->bench.config.keep = keep;
    tls->bench.count = tls->bench.config.port;
    tls->bench.config.port = hostile_port(tls->bench.server);
}

static void connect_and_upgrade(struct tls_bench *tls)
{
    char line[64];
    bench_connect(&tls->bench);
    bench_expect_heard(&tls->bench, "USER ");
    hostile_forget(tls->bench.server);
    snprintf(line, sizeof line, ":srv CAP * LS :batch sts=duration=1,port=%d", tls->bench.count);
    hostile_say(tls->bench.server, line);
    hostile_say(tls->bench.server, ":srv 001 bot :this must not be believed");
}

static void close_and_forget(struct tls_bench *tls)
{
    wire_free(tls->bench.wire);
    tls->bench.wire = NULL;
    bench_forget(&tls->bench);
    hostile_forget(tls->bench.server);
}

static test_case(a_plain_server_can_send_us_to_tls_for_good)
{
    struct tls_bench tls;
    struct keep *keep = keep_new(&(struct keep_port){0});
    sts_open(&tls, "sts=duration=1000,port=1", keep);
    connect_and_upgrade(&tls);
    bench_expect(&tls.bench, "READY");
    assert_string_equal(hostile_heard(tls.bench.server), ""); /* not one line more without TLS */
    int64_t now = loop_wall(tls.bench.loop);
    /* the port we are on, not the one it says */
    assert_int_equal(cap_sts_port(keep, "LocalHost", now), tls.bench.count);
    close_and_forget(&tls);

    bench_connect(&tls.bench); /* as after a restart */
    bench_expect(&tls.bench, "READY");
    assert_false(hostile_has_client(tls.bench.server));
    /* it falls silent: the end of a connection renews the policy */
    loop_step(tls.bench.loop, 150 * 1000);
    bench_expect(&tls.bench, "CLOSED");
    now = loop_wall(tls.bench.loop);
    assert_int_equal(cap_sts_port(keep, "localhost", now + 999 * 1000), tls.bench.count);
    assert_int_equal(cap_sts_port(keep, "localhost", now + 1001 * 1000), 0);
    close_and_forget(&tls);

    loop_step(tls.bench.loop, 1001 * 1000);
    bench_connect(&tls.bench); /* expired: plain again */
    bench_expect_heard(&tls.bench, "USER ");
    tls_close(&tls);
    keep_free(keep);
}

static test_case(a_server_that_sends_us_to_tls_is_known_by_its_pin)
{
    struct tls_bench tls;
    struct keep *keep = keep_new(&(struct keep_port){0});
    for (int is_good = 0; is_good <= 1; is_good++) {
        char pin[128];
        snprintf(pin, sizeof pin, "%s", fingerprint_of(is_good ? "good.pem" : "client.pem"));
        sts_open(&tls, "sts=duration=1000", keep);
        tls.bench.config.ca_file = NULL;
        tls.bench.config.pins = pin;
        connect_and_upgrade(&tls);
        if (is_good)
            bench_expect(&tls.bench, "READY");
        else
            bench_expect_closed(&tls.bench, "its certificate is none of the pinned ones");
        assert_true((cap_sts_port(keep, "localhost", loop_wall(tls.bench.loop)) > 0) == is_good);
        tls_close(&tls);
    }
    keep_free(keep);
}

static test_case(a_policy_of_no_duration_is_forgotten)
{
    struct tls_bench tls;
    struct keep *keep = keep_new(&(struct keep_port){0});
    sts_open(&tls, "sts=duration=0", keep);
    cap_sts_keep(keep, "localhost", tls.bench.count, 1000, loop_wall(tls.bench.loop));
    bench_connect(&tls.bench);
    bench_expect(&tls.bench, "READY");
    assert_int_equal(cap_sts_port(keep, "localhost", loop_wall(tls.bench.loop)), 0);
    tls_close(&tls);
    keep_free(keep);
}

static test_case(what_fails_with_tls_is_never_tried_without)
{
    struct tls_bench tls;
    struct keep *keep = keep_new(&(struct keep_port){0});
    sts_open(&tls, "sts=duration=1000", keep);
    tls.bench.config.ca_file = certs_path("other.pem");
    connect_and_upgrade(&tls);
    bench_expect_closed(&tls.bench, "its certificate is refused");
    assert_false(hostile_has_client(tls.bench.server));
    /* nobody has proved anything */
    assert_int_equal(cap_sts_port(keep, "localhost", loop_wall(tls.bench.loop)), 0);
    close_and_forget(&tls);

    cap_sts_keep(keep, "localhost", tls.bench.count, 1000, loop_wall(tls.bench.loop));
    bench_connect(&tls.bench);
    bench_expect_closed(&tls.bench, "its certificate is refused");
    assert_false(hostile_has_client(tls.bench.server));
    tls_close(&tls);
    keep_free(keep);
}

static test_case(a_duration_without_tls_and_nonsense_mean_nothing)
{
    static const char *const values[] = {"sts=duration=300", "sts",
                                         "sts=port=0",       "sts=port=65536,duration=x",
                                         "sts=port=6697x",   "sts=portal=6697"};
    for (size_t i = 0; i < sizeof values / sizeof *values; i++) {
        struct bench bench;
        char line[80];
        bench_open(&bench);
        bench.config.keep = keep_new(&(struct keep_port){0});
        bench_connect(&bench);
        snprintf(line, sizeof line, ":srv CAP * LS :%s", values[i]);
        hostile_say(bench.server, line);
        bench_expect_heard(&bench, "CAP END");
        assert_int_equal(cap_sts_port(bench.config.keep, "127.0.0.1", loop_wall(bench.loop)), 0);
        bench_close(&bench);
        keep_free(bench.config.keep);
    }
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
        cmocka_unit_test(a_pinned_key_is_enough),
        cmocka_unit_test(a_pinned_certificate_is_enough),
        cmocka_unit_test(another_key_than_the_pinned_is_refused_whoever_vouches),
        cmocka_unit_test(another_certificate_than_the_pinned_is_refused_whoever_vouches),
        cmocka_unit_test(a_plain_server_can_send_us_to_tls_for_good),
        cmocka_unit_test(a_server_that_sends_us_to_tls_is_known_by_its_pin),
        cmocka_unit_test(a_policy_of_no_duration_is_forgotten),
        cmocka_unit_test(what_fails_with_tls_is_never_tried_without),
        cmocka_unit_test(a_duration_without_tls_and_nonsense_mean_nothing),
    };
    return cmocka_run_group_tests(tests, certs_make, certs_remove);
}
