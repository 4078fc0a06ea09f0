/* The program before servers that speak TLS with all kinds of certificates: whatever is wrong
   with one, for the API or for the gateway, it says so in the log, goes on trying, and has sent
   nothing; a certificate of the authority that the configuration names is good for both. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bot.h"
#include "child.h"
#include "discord_bot.h"
#include "scratch.h"
#include "standin_child.h"
#include "testing.h"
#include "tls_server.h"

enum { SOON = TEST_SOON_MS, LINES = 1024 };

struct server {
    char *folder;
    struct standin_child *discord;
    char api[64], gateway[64]; /* by name, as the certificates are */
};

/* A stand-in that shows this certificate, or speaks no TLS if NULL. */
static void serve(struct server *server, const char *name)
{
    char cert[300], key[300], file[40];
    const char *options[] = {cert, key, NULL};
    snprintf(file, sizeof file, "%s.pem", name ? name : "");
    snprintf(cert, sizeof cert, "cert=%s", certs_path(file));
    snprintf(file, sizeof file, "%s.key", name ? name : "");
    snprintf(key, sizeof key, "key=%s", certs_path(file));
    server->folder = scratch_make();
    char *log = scratch_path(server->folder, "log");
    server->discord = standin_child_new(name ? options : NULL, log);
    snprintf(server->api, sizeof server->api, "https://localhost%s",
             strrchr(standin_child_rest_url(server->discord), ':'));
    snprintf(server->gateway, sizeof server->gateway, "wss://localhost%s",
             strrchr(standin_child_gateway_url(server->discord), ':'));
    free(log);
}

static void close_server(struct server *server)
{
    standin_child_free(server->discord);
    scratch_remove(server->folder);
}

/* Starts a bot with the API at one server and the gateway at another, and waits for these words
   in its log. */
static void expect(const char *api, const struct server *gateway, const char *ca, const char *words)
{
    char config[LINES];
    snprintf(config, sizeof config,
             "discord \"club\" {\n token_file = \"token\"\n api = \"%s\"\n gateway = \"%s\"\n"
             " tls_ca = \"%s\"\n}\n",
             api, gateway->gateway, ca);
    struct bot *bot = bot_new(config);
    discord_bot_write_token(bot);
    bot_start(bot);
    bool is_said = bot_logged(bot, words, SOON), is_running = bot_is_running(bot);
    discord_bot_expect_no_token(bot);
    if (!is_said || !is_running) {
        bot_print_log(bot);
        fail_msg("the log does not say: %s", words);
    }
    assert_true(bot_stop(bot, SOON));
    bot_free(bot);
}

static void expect_untouched(const struct server *server)
{
    assert_string_equal(standin_child_ask(server->discord, "count *"), "0");
    assert_string_equal(standin_child_ask(server->discord, "ready"), "0");
}

static const struct refusal {
    const char *certificate, *ca;
    const char *of_api, *of_gateway;
} refusals[] = {
    {"good", "other.pem", "unable to get local issuer certificate); if its CA is your own",
     "its certificate is refused: unable to get local issuer certificate"},
    {"other", "ca.pem", "self-signed certificate",
     "its certificate is refused: self-signed certificate"},
    {"wrong", "ca.pem", "is this the server's real name?",
     "its certificate is refused: hostname mismatch"},
    {"expired", "ca.pem", "certificate has expired",
     "its certificate is refused: certificate has expired"},
};

static test_case(bad_certificates_are_refused_by_the_api)
{
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct server server;
        serve(&server, refusals[i].certificate);
        expect(server.api, &server, certs_path(refusals[i].ca), refusals[i].of_api);
        expect_untouched(&server);
        close_server(&server);
    }
}

static test_case(bad_certificates_are_refused_by_the_gateway)
{
    struct server plain;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++) {
        struct server server;
        serve(&plain, NULL);
        serve(&server, refusals[i].certificate);
        expect(standin_child_rest_url(plain.discord), &server, certs_path(refusals[i].ca),
               refusals[i].of_gateway);
        expect_untouched(&server);
        close_server(&server);
        close_server(&plain);
    }
}

static test_case(the_authority_of_the_configuration_is_trusted)
{
    struct server server;
    serve(&server, "good");
    expect(server.api, &server, certs_path("ca.pem"), "discord-ready");
    assert_string_not_equal(standin_child_ask(server.discord, "count *"), "0");
    assert_string_equal(standin_child_ask(server.discord, "violations"), "0");
    close_server(&server);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(bad_certificates_are_refused_by_the_api),
        cmocka_unit_test(bad_certificates_are_refused_by_the_gateway),
        cmocka_unit_test(the_authority_of_the_configuration_is_trusted),
    };
    return cmocka_run_group_tests(tests, certs_make, certs_remove);
}
