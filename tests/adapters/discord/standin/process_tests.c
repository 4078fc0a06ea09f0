/* The stand-in on the real clock: as a program with orders, and over TLS for a client that keeps
   its connections. */
#include "scene.h"

#include <curl/curl.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "scratch.h"
#include "standin_child.h"
#include "testing.h"

enum { REQUESTS = 3 };

static size_t ignore(const void *bytes, size_t size, size_t count, void *arg)
{
    (void)bytes, (void)arg;
    return size * count;
}

/* GET /gateway so many times with one handle. Returns how many succeeded; `connects`: how many
   connections it took. */
static int fetch(const char *base, const char *ca, int times, long *connects)
{
    CURL *curl = curl_easy_init();
    char url[128];
    int successes = 0;
    *connects = 0;
    snprintf(url, sizeof url, "%s/gateway", base);
    curl_easy_setopt(curl, CURLOPT_URL, url);
    curl_easy_setopt(curl, CURLOPT_CAINFO, ca);
    curl_easy_setopt(curl, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(curl, CURLOPT_TIMEOUT_MS, 20000L);
    curl_easy_setopt(curl, CURLOPT_WRITEFUNCTION, ignore);
    curl_easy_setopt(curl, CURLOPT_USERAGENT, "DiscordBot (https://example.org, 1)");
    for (int i = 0; i < times; i++) {
        long opened = 0;
        successes += curl_easy_perform(curl) == CURLE_OK;
        curl_easy_getinfo(curl, CURLINFO_NUM_CONNECTS, &opened);
        *connects += opened;
    }
    curl_easy_cleanup(curl);
    return successes;
}

struct visit {
    const char *base, *ca;
    int successes;
    long connects;
    int done[2]; /* a pipe */
};

static void *run_visit(void *arg)
{
    struct visit *visit = arg;
    visit->successes = fetch(visit->base, visit->ca, REQUESTS, &visit->connects);
    close(visit->done[1]);
    return NULL;
}

static void stop(void *arg, int fd, unsigned events)
{
    (void)events;
    loop_unwatch(arg, fd);
    loop_stop(arg);
}

/* From another thread, while the loop serves. */
static void make_visit(struct loop *loop, struct visit *visit)
{
    pthread_t thread;
    assert_int_equal(pipe(visit->done), 0);
    loop_watch(loop, visit->done[0], LOOP_READ, stop, loop);
    assert_int_equal(pthread_create(&thread, NULL, run_visit, visit), 0);
    loop_run(loop);
    pthread_join(thread, NULL);
    close(visit->done[0]);
}

static test_case(speaks_tls)
{
    char *folder = scratch_make(), command[600];
    snprintf(command, sizeof command, "support/certs.sh %s 127.0.0.1 >%s/log 2>&1", folder, folder);
    assert_int_equal(system(command), 0);
    char *cert = scratch_path(folder, "good.pem"), *key = scratch_path(folder, "good.key");
    char *ca = scratch_path(folder, "ca.pem"), *other = scratch_path(folder, "other.pem");
    struct loop *loop = loop_new(LOOP_REAL);
    struct standin *discord =
        standin_new(loop, &(struct standin_options){.cert = cert, .key = key});
    struct visit good = {.base = standin_rest_url(discord), .ca = ca},
                 stranger = {.base = good.base, .ca = other};
    assert_int_equal(strncmp(good.base, "https://", 8), 0);
    assert_int_equal(strncmp(standin_gateway_url(discord), "wss://", 6), 0);
    make_visit(loop, &good);
    make_visit(loop, &stranger);
    assert_int_equal(good.successes, REQUESTS);
    assert_int_equal(good.connects, 1);
    assert_int_equal(stranger.successes, 0);
    standin_free(discord);
    loop_free(loop);
    free(cert);
    free(key);
    free(ca);
    free(other);
    scratch_remove(folder);
}

static test_case(takes_orders)
{
    char *folder = scratch_make(), *log = scratch_path(folder, "log");
    long connects;
    struct standin_child *child = standin_child_new(NULL, log);
    standin_child_ask(child, "guild Club");
    standin_child_ask(child, "channel Club games");
    standin_child_ask(child, "user ann Ann");
    standin_child_ask(child, "say ann games !play %s", "heartcatchers");
    assert_non_null(
        strstr(standin_child_ask(child, "last games"), "\"content\":\"!play heartcatchers\""));
    assert_int_equal(fetch(standin_child_rest_url(child), NULL, 2, &connects), 2);
    assert_string_equal(standin_child_ask(child, "count GET /gateway"), "2");
    assert_string_equal(standin_child_ask(child, "ready"), "0");
    standin_child_tell(child, "fault status 1 500");
    assert_int_equal(fetch(standin_child_rest_url(child), NULL, 1, &connects), 1);
    assert_string_equal(standin_child_ask(child, "violations"), "0");
    standin_child_free(child);
    free(log);
    scratch_remove(folder);
}

int process_tests(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(speaks_tls),
        cmocka_unit_test(takes_orders),
    };
    return cmocka_run_group_tests_name("standin: process", tests, NULL, NULL);
}
