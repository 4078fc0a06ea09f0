/* REST over TLS, against a real TLS server with certificates made for this run: the right chain
   and name are answered, everything else is refused before a byte of the request goes out, with
   a reason in the log that an admin can act on. */
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "log.h"
#include "loop.h"
#include "rest.h"
#include "testing.h"
#include "tls_server.h"

static bool is_done;

static void on_done(void *arg, const struct rest_answer *answer)
{
    (void)arg;
    is_done = answer->outcome == REST_DONE;
}

static bool is_logged(int log_fd, const char *words)
{
    char log[16384];
    ssize_t length = pread(log_fd, log, sizeof log - 1, 0);
    log[length > 0 ? length : 0] = '\0';
    if (strstr(log, "very-secret"))
        fail_msg("the log holds the token:\n%s", log);
    return strstr(log, words) != NULL;
}

/* Asks the server that shows this certificate; ends when there was an answer, or these words in
   the log. */
static void ask(const char *name, const char *ca_file, const char *words)
{
    struct tls_server server;
    char base[64];
    int log_fd = memfd_create("log", MFD_CLOEXEC);
    tls_server_start(&server, name, NULL);
    log_setup(LOG_DEBUG, log_fd);
    snprintf(base, sizeof base, "https://localhost:%d/api/v10", server.port);
    struct loop *loop = loop_new(LOOP_REAL);
    struct rest_setup setup = {.loop = loop,
                               .base = base,
                               .ca_file = ca_file,
                               .token = "very-secret",
                               .user_agent = "DiscordBot (x, 1)"};
    struct rest *rest = rest_new(&setup);
    is_done = false;
    rest_send(rest, &(struct rest_request){
                        .lane = REST_TABLE, .method = "GET", .route = "/gateway", .done = on_done});
    for (int turns = 0; turns < 800 && !is_done && !is_logged(log_fd, words); turns++)
        loop_serve(loop, 25);
    bool is_said = is_logged(log_fd, words);
    rest_free(rest);
    loop_free(loop);
    log_setup(LOG_INFO, STDERR_FILENO);
    close(log_fd);
    tls_server_stop(&server);
    if (!is_done && !is_said)
        fail_msg("no answer, and the log does not say: %s", words);
}

static void refused(const char *name, const char *ca_file, const char *words)
{
    ask(name, ca_file, words);
    assert_false(is_done);
}

static test_case(the_right_ca_and_name_are_answered)
{
    ask("good", certs_path("ca.pem"), "never said");
    assert_true(is_done);
}

static test_case(an_unknown_ca_is_refused)
{
    refused("good", certs_path("other.pem"),
            "unable to get local issuer certificate); if its CA is your own");
    /* the machine's own CAs do not know ours either */
    refused("good", NULL, "its certificate is refused");
}

static test_case(a_self_signed_certificate_is_refused)
{
    refused("other", certs_path("ca.pem"), "self-signed certificate");
}

static test_case(a_wrong_host_name_is_refused)
{
    refused("wrong", certs_path("ca.pem"), "is this the server's real name?");
}

static test_case(an_expired_certificate_is_refused)
{
    refused("expired", certs_path("ca.pem"),
            "certificate has expired); the server's admin has to renew it");
}

static test_case(a_ca_file_that_cannot_be_read_is_named)
{
    refused("good", certs_path("no-such-file.pem"), "the CA file cannot be read");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_right_ca_and_name_are_answered),
        cmocka_unit_test(an_unknown_ca_is_refused),
        cmocka_unit_test(a_self_signed_certificate_is_refused),
        cmocka_unit_test(a_wrong_host_name_is_refused),
        cmocka_unit_test(an_expired_certificate_is_refused),
        cmocka_unit_test(a_ca_file_that_cannot_be_read_is_named),
    };
    return cmocka_run_group_tests(tests, certs_make, certs_remove);
}
