/* The web socket, against a server in another process that tells what it sees on the wire: whole
   messages, close codes both ways, and whom the link refuses to talk to. */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "gateway_session.h"
#include "log.h"
#include "loop.h"
#include "testing.h"
#include "websocket.h"

#define USER_AGENT "DiscordBot (https://tabletalk.example, 1)"

enum { PATIENCE = 120 * 1000 };

static char folder[] = "/tmp/tabletalk-link-XXXXXX";

struct scene {
    struct loop *loop;
    struct websockets *links;
    struct websocket *link;
    pid_t pid;
    int to, from; /* the server's standard input and output */
    char seen[4096];
    int port;

    bool is_up, is_closed;
    int messages, binaries;
    size_t length; /* of the last */
    char start[64];
    bool is_pattern; /* its bytes are those of "pieces" */
    int downs, code;
    char why[256];
};

static const char *in_folder(const char *name)
{
    static char paths[4][256];
    static int next;
    char *path = paths[next++ % 4];
    snprintf(path, sizeof paths[0], "%s/%s", folder, name);
    return path;
}

static test_fixture(make_certs)
{
    char command[128];
    /* what lws says of refused certificates */
    log_setup(LOG_ERROR, open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (!mkdtemp(folder))
        return -1;
    snprintf(command, sizeof command, "support/certs.sh %s >%s/log 2>&1", folder, folder);
    /* NOLINTNEXTLINE(cert-env33-c): only the folder's name varies, and mkdtemp made it */
    return system(command);
}

static test_fixture(remove_certs)
{
    char command[128];
    snprintf(command, sizeof command, "rm -r %s", folder);
    /* NOLINTNEXTLINE(cert-env33-c): as above */
    return system(command);
}

/* --- the link's owner --- */

static void on_up(void *arg)
{
    ((struct scene *)arg)->is_up = true;
}

static bool is_pattern(const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if ((unsigned char)bytes[i] != i % 251)
            return false;
    return true;
}

static void on_message(void *arg, const char *bytes, size_t length, bool is_binary)
{
    struct scene *scene = arg;
    scene->messages++;
    scene->binaries += is_binary;
    scene->length = length;
    scene->is_pattern = is_pattern(bytes, length);
    snprintf(scene->start, sizeof scene->start, "%.*s", (int)(length < 60 ? length : 60), bytes);
}

static void on_down(void *arg, int code, const char *why)
{
    struct scene *scene = arg;
    scene->downs++;
    scene->code = code;
    scene->link = NULL;
    snprintf(scene->why, sizeof scene->why, "%s", why);
}

static void on_closed(void *arg)
{
    ((struct scene *)arg)->is_closed = true;
}

/* --- the scene --- */

static int set_scene(void **state)
{
    static struct scene scene;
    scene = (struct scene){.loop = loop_new(LOOP_REAL), .to = -1, .from = -1};
    *state = &scene;
    return 0;
}

static int strike_scene(void **state)
{
    struct scene *scene = *state;
    websocket_links_free(scene->links);
    loop_free(scene->loop);
    if (scene->pid) {
        close(scene->to);
        close(scene->from);
        waitpid(scene->pid, NULL, 0);
    }
    return 0;
}

static void start_server(struct scene *scene, const char *cert, const char *key)
{
    int to[2], from[2];
    assert_int_equal(pipe2(to, O_CLOEXEC), 0);
    assert_int_equal(pipe2(from, O_CLOEXEC), 0);
    scene->pid = fork();
    if (scene->pid == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        execlp("python3", "python3", "adapters/discord/gateway_link/server.py", cert, key,
               (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    scene->to = to[1];
    scene->from = from[0];
    char port[16] = "";
    for (size_t length = 0; length < sizeof port - 1 && !strchr(port, '\n'); length++)
        assert_int_equal(read(scene->from, port + length, 1), 1);
    scene->port = (int)strtol(port, NULL, 10);
    assert_int_equal(fcntl(scene->from, F_SETFL, O_NONBLOCK), 0);
}

static void read_seen(struct scene *scene)
{
    size_t length = strlen(scene->seen);
    ssize_t more = read(scene->from, scene->seen + length, sizeof scene->seen - 1 - length);
    if (more > 0)
        scene->seen[length + (size_t)more] = '\0';
}

/* Turns the loop until the condition holds, within reason. */
#define wait_until(scene, condition)                                                               \
    do {                                                                                           \
        int64_t until = loop_now((scene)->loop) + PATIENCE;                                        \
        while (!(condition) && loop_now((scene)->loop) < until) {                                  \
            loop_serve((scene)->loop, 10);                                                         \
            if ((scene)->pid)                                                                      \
                read_seen(scene);                                                                  \
        }                                                                                          \
        if (!(condition))                                                                          \
            fail_msg("in vain: %s; on the wire: %s; down: %s", #condition, (scene)->seen,          \
                     (scene)->why);                                                                \
    } while (0)

static struct websockets *new_links(const struct scene *scene, const char *ca_file)
{
    return websocket_links_new(&(struct websockets_setup){.loop = scene->loop,
                                                          .ca_file = ca_file,
                                                          .user_agent = USER_AGENT,
                                                          .connect_s = WEBSOCKET_CONNECT_S});
}

static void connect_to(struct scene *scene, const char *host, int port, bool is_tls,
                       const char *ca_file)
{
    static const struct websocket_events events = {
        .up = on_up, .message = on_message, .down = on_down};
    char text[128];
    struct websocket_address url;
    snprintf(text, sizeof text, "%s://%s:%d", is_tls ? "wss" : "ws", host, port);
    assert_true(gateway_url_read(text, true, &url));
    if (!scene->links)
        scene->links = new_links(scene, ca_file);
    scene->link = websocket_open(scene->links, &url, &events, scene);
}

static void connect_plainly(struct scene *scene)
{
    start_server(scene, NULL, NULL);
    connect_to(scene, "127.0.0.1", scene->port, false, NULL);
    wait_until(scene, scene->is_up);
}

/* --- plain --- */

static void the_query_is_asked_for(void **state)
{
    struct scene *scene = *state;
    connect_plainly(scene);
    wait_until(scene,
               strstr(scene->seen, "get /?v=10&encoding=json&compress=zlib-stream 127.0.0.1\n"));
}

/* lws says nothing of itself, and some servers hang up on that. */
static void it_says_what_it_is(void **state)
{
    struct scene *scene = *state;
    connect_plainly(scene);
    wait_until(scene, strstr(scene->seen, "agent discordbot (https://tabletalk.example, 1)\n"));
}

/* conformance 22, 24 */
static void messages_come_whole(void **state)
{
    static const struct {
        const char *order;
        size_t length;
        bool is_binary;
    } rows[] = {{"echo hello", 5, false},
                {"empty", 0, false},
                {"pieces 300000 300000", 300000, true},
                {"pieces 95000 1000", 95000, true},
                {"pieces 7 1", 7, true},
                {"huge 16777216", 16777216, false}};
    struct scene *scene = *state;
    connect_plainly(scene);
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
        websocket_send(scene->link, rows[i].order);
        wait_until(scene, scene->messages == i + 1);
        assert_int_equal(scene->length, rows[i].length);
        assert_int_equal(scene->binaries, rows[i].is_binary);
        assert_true(!rows[i].is_binary || scene->is_pattern);
        scene->binaries = 0;
    }
}

static void a_message_over_the_cap_ends_it(void **state)
{
    struct scene *scene = *state;
    connect_plainly(scene);
    websocket_send(scene->link, "huge 16777217");
    wait_until(scene, scene->downs == 1);
    assert_int_equal(scene->messages, 0);
    assert_non_null(strstr(scene->why, "16 MB"));
}

static void a_paused_link_is_not_read(void **state)
{
    struct scene *scene = *state;
    connect_plainly(scene);
    websocket_pause(scene->link, true);
    websocket_send(scene->link, "echo one");
    websocket_send(scene->link, "huge 3000000");
    websocket_send(scene->link, "echo three");
    wait_until(scene, strstr(scene->seen, "text huge 3000000"));
    for (int i = 0; i < 20; i++)
        loop_serve(scene->loop, 10);
    assert_int_equal(scene->messages, 0);
    websocket_pause(scene->link, false);
    wait_until(scene, scene->messages == 3);
    assert_string_equal(scene->start, "three");
    websocket_pause(scene->link, true);
    websocket_close(scene->link, 4000, on_closed, scene); /* also then it ends in time */
    wait_until(scene, scene->is_closed);
}

static void everything_said_arrives_in_order(void **state)
{
    struct scene *scene = *state;
    start_server(scene, NULL, NULL);
    connect_to(scene, "localhost", scene->port, false, NULL); /* by name: through the thread */
    websocket_send(scene->link, "echo before it was up");
    for (int i = 0; i < 30; i++) {
        char text[32];
        snprintf(text, sizeof text, "echo %d", i);
        websocket_send(scene->link, text);
    }
    wait_until(scene, scene->messages == 31);
    assert_string_equal(scene->start, "29");
    const char *at = strstr(scene->seen, "text echo before");
    for (int i = 0; i < 30; i++) {
        char text[32];
        snprintf(text, sizeof text, "text echo %d\n", i);
        at = at ? strstr(at, text) : NULL;
        assert_non_null(at);
    }
}

/* conformance 6, 12, 25: what stands in the close frame decides whether the session lives */
static void our_close_code_is_on_the_wire(void **state)
{
    static const int codes[] = {4000, 4900};
    struct scene *scene = *state;
    connect_plainly(scene);
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++) {
        char line[32];
        snprintf(line, sizeof line, "close %d\n", codes[i]);
        scene->is_closed = false;
        websocket_send(scene->link, "echo x");
        websocket_close(scene->link, codes[i], on_closed, scene);
        assert_false(scene->is_closed);
        wait_until(scene, scene->is_closed);
        wait_until(scene, strstr(scene->seen, line));
        assert_int_equal(scene->downs, 0);
        scene->is_up = false;
        connect_to(scene, "127.0.0.1", scene->port, false, NULL);
        wait_until(scene, scene->is_up);
    }
}

static void who_does_not_answer_a_close_is_left(void **state)
{
    struct scene *scene = *state;
    connect_plainly(scene);
    websocket_send(scene->link, "deaf");
    wait_until(scene, strstr(scene->seen, "text deaf"));
    websocket_close(scene->link, 4000, on_closed, scene);
    wait_until(scene, scene->is_closed);
    assert_int_equal(scene->downs, 0);
}

static void a_link_that_is_not_up_yet_closes(void **state)
{
    struct scene *scene = *state;
    start_server(scene, NULL, NULL);
    connect_to(scene, "127.0.0.1", scene->port, false, NULL);
    websocket_close(scene->link, 4000, on_closed, scene);
    wait_until(scene, scene->is_closed);
    connect_to(scene, "localhost", scene->port, false, NULL);
    websocket_close(scene->link, 4000, NULL, NULL);
    connect_to(scene, "127.0.0.1", scene->port, false, NULL);
    for (int i = 0; i < 3; i++)
        loop_serve(scene->loop, 0);
    scene->is_closed = false;
    websocket_close(scene->link, 4000, on_closed, scene);
    wait_until(scene, scene->is_closed);
    assert_int_equal(scene->downs, 0);
}

static void their_close_code_is_told(void **state)
{
    static const struct {
        const char *order, *why;
        int code;
    } rows[] = {{"close 4004 Authentication failed.", "Authentication failed.", 4004},
                {"close 4009 ", "", 4009},
                {"close 1001 going away", "going away", 1001},
                {"drop", "", 0}};
    struct scene *scene = *state;
    start_server(scene, NULL, NULL);
    for (int i = 0; i < (int)(sizeof rows / sizeof *rows); i++) {
        scene->is_up = false;
        connect_to(scene, "127.0.0.1", scene->port, false, NULL);
        wait_until(scene, scene->is_up);
        websocket_send(scene->link, rows[i].order);
        wait_until(scene, scene->downs == i + 1);
        assert_int_equal(scene->code, rows[i].code);
        if (rows[i].code)
            assert_string_equal(scene->why, rows[i].why);
    }
}

static void whoever_is_no_gateway_is_no_connection(void **state)
{
    struct scene *scene = *state;
    static const struct websocket_events events = {
        .up = on_up, .message = on_message, .down = on_down};
    char text[64];
    struct websocket_address url;
    start_server(scene, NULL, NULL);
    scene->links = new_links(scene, NULL);
    snprintf(text, sizeof text, "ws://127.0.0.1:%d/404", scene->port);
    assert_true(gateway_url_read(text, false, &url));
    scene->link = websocket_open(scene->links, &url, &events, scene);
    wait_until(scene, scene->downs == 1);
    assert_true(scene->why[0] != '\0');
    connect_to(scene, "127.0.0.1", 1, false, NULL); /* nobody there */
    wait_until(scene, scene->downs == 2);
    connect_to(scene, "192.0.2.1", 80, false, NULL); /* without TLS */
    wait_until(scene, scene->downs == 3);
    assert_non_null(strstr(scene->why, "without TLS"));
    connect_to(scene, "a..b", 80, false, NULL); /* no name at all */
    wait_until(scene, scene->downs == 4);
    assert_true(scene->why[0] != '\0');
    assert_false(scene->is_up);
}

static void everything_can_be_cut_at_any_time(void **state)
{
    struct scene *scene = *state;
    start_server(scene, NULL, NULL);
    for (int turns = 0; turns < 12; turns++) {
        connect_to(scene, turns % 2 ? "localhost" : "127.0.0.1", scene->port, false, NULL);
        connect_to(scene, "127.0.0.1", scene->port, false, NULL);
        websocket_send(scene->link, "echo x");
        for (int i = 0; i < turns; i++)
            loop_serve(scene->loop, 1);
        if (turns % 3 == 0 && scene->link)
            websocket_close(scene->link, 4000, on_closed, scene);
        websocket_links_free(scene->links);
        scene->links = NULL;
        loop_serve(scene->loop, 1);
    }
    assert_int_equal(scene->downs, 0);
}

/* --- TLS --- */

static void expect_refusal(struct scene *scene, const char *cert, const char *host, const char *ca,
                           const char *why)
{
    char key[64], file[64];
    snprintf(file, sizeof file, "%s.pem", cert);
    snprintf(key, sizeof key, "%s.key", cert);
    start_server(scene, in_folder(file), in_folder(key));
    connect_to(scene, host, scene->port, true, ca);
    wait_until(scene, scene->downs == 1);
    assert_false(scene->is_up);
    if (!strstr(scene->why, why))
        fail_msg("instead of \"%s\": %s", why, scene->why);
}

static void a_good_certificate_is_taken(void **state)
{
    struct scene *scene = *state;
    start_server(scene, in_folder("good.pem"), in_folder("good.key"));
    connect_to(scene, "localhost", scene->port, true, in_folder("ca.pem"));
    wait_until(scene, scene->is_up);
    wait_until(scene, strstr(scene->seen, "sni localhost\n"));
    websocket_send(scene->link, "pieces 200000 9000");
    wait_until(scene, scene->messages == 1);
    assert_true(scene->is_pattern && scene->length == 200000);
    websocket_close(scene->link, 4900, on_closed, scene);
    wait_until(scene, scene->is_closed);
    wait_until(scene, strstr(scene->seen, "close 4900\n"));
}

static void an_unknown_authority_is_refused(void **state)
{
    expect_refusal(*state, "good", "localhost", in_folder("other.pem"), "issuer");
}

static void our_authority_is_refused_where_the_systems_count(void **state)
{
    expect_refusal(*state, "good", "localhost", NULL, "certificate is refused");
}

static void a_self_signed_certificate_is_refused(void **state)
{
    expect_refusal(*state, "ca", "localhost", NULL, "self-signed");
}

static void an_expired_certificate_is_refused(void **state)
{
    expect_refusal(*state, "expired", "localhost", in_folder("ca.pem"), "expired");
}

static void a_certificate_for_another_name_is_refused(void **state)
{
    expect_refusal(*state, "wrong", "localhost", in_folder("ca.pem"), "hostname mismatch");
}

static void a_ca_file_that_is_not_there_is_told(void **state)
{
    struct scene *scene = *state;
    connect_to(scene, "localhost", 1, true, in_folder("nothing.pem"));
    wait_until(scene, scene->downs == 1);
    assert_non_null(strstr(scene->why, "CA file"));
}

#define in_scene(test) cmocka_unit_test_setup_teardown(test, set_scene, strike_scene)

int main(void)
{
    const struct CMUnitTest tests[] = {
        in_scene(the_query_is_asked_for),
        in_scene(it_says_what_it_is),
        in_scene(messages_come_whole),
        in_scene(a_message_over_the_cap_ends_it),
        in_scene(a_paused_link_is_not_read),
        in_scene(everything_said_arrives_in_order),
        in_scene(our_close_code_is_on_the_wire),
        in_scene(who_does_not_answer_a_close_is_left),
        in_scene(a_link_that_is_not_up_yet_closes),
        in_scene(their_close_code_is_told),
        in_scene(whoever_is_no_gateway_is_no_connection),
        in_scene(everything_can_be_cut_at_any_time),
        in_scene(a_good_certificate_is_taken),
        in_scene(an_unknown_authority_is_refused),
        in_scene(our_authority_is_refused_where_the_systems_count),
        in_scene(a_self_signed_certificate_is_refused),
        in_scene(an_expired_certificate_is_refused),
        in_scene(a_certificate_for_another_name_is_refused),
        in_scene(a_ca_file_that_is_not_there_is_told),
    };
    return cmocka_run_group_tests_name("gateway link", tests, make_certs, remove_certs);
}
