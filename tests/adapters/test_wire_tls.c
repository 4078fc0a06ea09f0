/* The wire over TLS, against a real TLS server with certificates made for this run: the right chain and name connect,
   everything else is refused with a reason an admin can act on. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "hostile_server.h"
#include "loop.h"
#include "wire_bench.h"

static char folder[] = "/tmp/tabletalk-tls-XXXXXX";

static const char *in_folder(const char *name)
{
    static char paths[4][256];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static int make_certs(void **state)
{
    char command[128];
    (void)state;
    if (!mkdtemp(folder))
        return -1;
    snprintf(command, sizeof command, "support/certs.sh %s >%s/log 2>&1", folder, folder);
    /* NOLINTNEXTLINE(cert-env33-c): only the folder's name varies, and mkdtemp made it */
    return system(command);
}

static int remove_certs(void **state)
{
    char command[128];
    (void)state;
    snprintf(command, sizeof command, "rm -r %s", folder);
    /* NOLINTNEXTLINE(cert-env33-c): as above */
    return system(command);
}

/* --- a bench whose server is another process --- */

struct tls_bench {
    struct bench bench;
    pid_t pid;
    int stdin_end; /* closing it ends the server */
};

static int start_server(struct tls_bench *tls, const char *cert, const char *key, const char *client_ca)
{
    int to[2], from[2];
    char port[16];
    assert_int_equal(pipe(to), 0);
    assert_int_equal(pipe(from), 0);
    tls->pid = fork();
    if (tls->pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        execlp("python3", "python3", "support/tls_server.py", cert, key, client_ca, (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    tls->stdin_end = to[1];
    FILE *out = fdopen(from[0], "r");
    assert_non_null(fgets(port, sizeof port, out));
    fclose(out);
    return (int)strtol(port, NULL, 10);
}

/* A server with the certificate of that name, and a wire for "localhost" that trusts our CA. */
static void tls_open(struct tls_bench *tls, const char *name, const char *client_ca)
{
    char cert[32], key[32];
    bench_open(&tls->bench);
    snprintf(cert, sizeof cert, "%s.pem", name);
    snprintf(key, sizeof key, "%s.key", name);
    tls->bench.config.port = start_server(tls, in_folder(cert), in_folder(key), client_ca);
    tls->bench.config.host = "localhost";
    tls->bench.config.is_tls = true;
    tls->bench.config.ca_file = in_folder("ca.pem");
}

static void tls_close(struct tls_bench *tls)
{
    int status;
    bench_close(&tls->bench);
    close(tls->stdin_end);
    assert_int_equal(waitpid(tls->pid, &status, 0), tls->pid);
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
    tls.bench.config.ca_file = in_folder("other.pem");
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
    tls.bench.config.ca_file = in_folder("no-such-file.pem");
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
    tls_open(&tls, "good", in_folder("ca.pem"));
    tls.bench.config.client_cert = in_folder("client.pem");
    tls.bench.config.client_key = in_folder("client.key");
    bench_connect(&tls.bench);
    bench_expect(&tls.bench, "READY");
    tls_close(&tls);
    tls_open(&tls, "good", in_folder("ca.pem"));
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
    return cmocka_run_group_tests(tests, make_certs, remove_certs);
}
