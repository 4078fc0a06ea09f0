/* Servers that fail while we connect, in each phase (name, TCP, TLS, the first answer, Hello,
   READY) in each way (silence, an answer that comes late, a close, garbage): for the gateway's
   web socket, REST and IRC. The caller is told in bounded time, once, and the next connection
   works. Real sockets and the real clock; all cases of a scheme run side by side. */
#include <fcntl.h>
#include <netdb.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "answer.h"
#include "gateway_session.h"
#include "http.h"
#include "json.h"
#include "keep.h"
#include "log.h"
#include "loop.h"
#include "shard.h"
#include "testing.h"
#include "tls_server.h"
#include "websocket.h"
#include "wire.h"

enum {
    LIMIT_S = 6,           /* of the connections under test */
    PATIENCE = 120 * 1000, /* milliseconds until a case that has not ended is a failure */
    PORTS = 80,
    WORD = 12,
    LATE_LOOKUP_MS = 300
};

/* --- names --- */

static atomic_bool lets_go_of_lookups;

static void doze(int ms)
{
    nanosleep(&(struct timespec){.tv_sec = ms / 1000, .tv_nsec = ms % 1000 * 1000000L}, NULL);
}

static int find_address(const char *service, const struct addrinfo *hints, struct addrinfo **list,
                        int family)
{
    struct sockaddr_in address = {.sin_family = (sa_family_t)family,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    struct addrinfo *one = calloc(1, sizeof *one + sizeof address);
    if (!one)
        return EAI_MEMORY;
    address.sin_port = htons((uint16_t)(service ? strtol(service, NULL, 10) : 0));
    *one = (struct addrinfo){.ai_family = family,
                             .ai_socktype = hints ? hints->ai_socktype : SOCK_STREAM,
                             .ai_protocol = IPPROTO_TCP,
                             .ai_addrlen = sizeof address,
                             .ai_addr = (struct sockaddr *)(one + 1)};
    memcpy(one + 1, &address, sizeof address);
    *list = one;
    return 0;
}

/* Stands in place of the C library's, for our lookups and for libcurl's: names are ways to fail. */
/* NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): the names there are reserved
   ones */
int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                struct addrinfo **list)
{
    *list = NULL;
    if (strcmp(name, "127.0.0.1") == 0 || strcmp(name, "localhost") == 0)
        return find_address(service, hints, list, AF_INET);
    if (hints && (hints->ai_flags & AI_NUMERICHOST))
        return EAI_NONAME;
    if (strcmp(name, "late.test") == 0) {
        doze(LATE_LOOKUP_MS);
        return find_address(service, hints, list, AF_INET);
    }
    if (strcmp(name, "garbage.test") == 0)
        return find_address(service, hints, list, AF_UNIX);
    while (strcmp(name, "silence.test") == 0 && !lets_go_of_lookups)
        doze(20);
    return EAI_NONAME;
}

void freeaddrinfo(struct addrinfo *list)
{
    free(list);
}
/* NOLINTEND(readability-inconsistent-declaration-parameter-name) */

/* --- the servers --- */

struct port {
    char scheme[WORD], phase[WORD], way[WORD];
    int port;
};

static struct port ports[PORTS];
static int port_count;
static pid_t server;
static int server_stdin;

static int start_server(void **state)
{
    int to[2], from[2];
    char line[128];
    /* failures are what this is about */
    log_setup(LOG_ERROR, open("/dev/null", O_WRONLY | O_CLOEXEC));
    if (certs_make(state) || pipe(to) || pipe(from))
        return -1;
    server = fork();
    if (server == 0) {
        dup2(to[0], STDIN_FILENO);
        dup2(from[1], STDOUT_FILENO);
        close(to[1]);
        execlp("python3", "python3", "support/phases.py", certs_path("good.pem"),
               certs_path("good.key"), (char *)NULL);
        _exit(127);
    }
    close(to[0]);
    close(from[1]);
    server_stdin = to[1];
    FILE *out = fdopen(from[0], "r");
    while (out && fgets(line, sizeof line, out) && line[0] != '\n') {
        struct port *port = &ports[port_count++];
        if (sscanf(line, "%11s %11s %11s %d", port->scheme, port->phase, port->way, &port->port) !=
            4)
            return -1;
    }
    return out ? fclose(out) : -1;
}

static int stop_server(void **state)
{
    lets_go_of_lookups = true;
    close(server_stdin);
    waitpid(server, NULL, 0);
    return certs_remove(state);
}

/* --- one connection, of any kind --- */

struct ground {
    struct loop *loop;
    struct websockets *links;
    struct http *http;
    struct budget budget;
};

struct attempt {
    struct ground *ground;
    const struct port *port;
    const char *host;
    bool is_up, is_over;
    int ends;
    char why[512];
    struct websocket *link;
    struct http_exchange *exchange;
    struct answer answer;
    char url[128];
    struct wire *wire;
};

static void note_end(struct attempt *attempt, const char *why)
{
    attempt->is_over = true;
    attempt->ends++;
    snprintf(attempt->why, sizeof attempt->why, "%s", why);
}

static void on_up(void *arg)
{
    ((struct attempt *)arg)->is_up = true;
}

static void on_message(void *arg, const char *bytes, size_t length, bool is_binary)
{
    (void)arg, (void)bytes, (void)length, (void)is_binary;
}

static void on_down(void *arg, int code, const char *why)
{
    struct attempt *attempt = arg;
    (void)code;
    attempt->link = NULL;
    note_end(attempt, why);
}

static void on_answered(void *arg, enum http_end end)
{
    struct attempt *attempt = arg;
    attempt->exchange = NULL;
    attempt->is_up = end == HTTP_ANSWERED && attempt->answer.status == 200;
    note_end(attempt, attempt->answer.message);
}

static void on_wire(void *arg, struct wire *wire, const struct wire_event *event)
{
    struct attempt *attempt = arg;
    attempt->is_up |= event->what == WIRE_IS_READY;
    if (event->what == WIRE_IS_CLOSED)
        note_end(attempt, wire_reason(wire));
}

static void begin_link(struct attempt *attempt)
{
    static const struct websocket_events events = {
        .up = on_up, .message = on_message, .down = on_down};
    struct websocket_address url;
    snprintf(attempt->url, sizeof attempt->url, "%s://%s:%d", attempt->port->scheme, attempt->host,
             attempt->port->port);
    assert_true(gateway_url_read(attempt->url, false, &url));
    attempt->link = websocket_open(attempt->ground->links, &url, &events, attempt);
}

static void begin_request(struct attempt *attempt)
{
    snprintf(attempt->url, sizeof attempt->url, "%s://%s:%d/api", attempt->port->scheme,
             attempt->host, attempt->port->port);
    attempt->answer = ANSWER_NONE(NULL);
    attempt->exchange = http_send(attempt->ground->http,
                                  &(struct http_request){.method = "GET",
                                                         .url = attempt->url,
                                                         .is_urgent = true,
                                                         .limit = (int64_t)LIMIT_S * 1000},
                                  &answer_reader, &attempt->answer, on_answered, attempt);
}

static void begin_wire(struct attempt *attempt)
{
    attempt->wire =
        wire_new(attempt->ground->loop,
                 &(struct wire_config){.network = "test",
                                       .host = attempt->host,
                                       .port = attempt->port->port,
                                       .is_tls = strcmp(attempt->port->scheme, "ircs") == 0,
                                       .ca_file = certs_path("ca.pem"),
                                       .nick = "bot",
                                       .user = "table",
                                       .realname = "a bot",
                                       .connect_ms = LIMIT_S * 1000,
                                       .register_ms = LIMIT_S * 1000},
                 on_wire, attempt);
}

static void begin(struct attempt *attempt, struct ground *ground, const struct port *port,
                  const char *host)
{
    *attempt = (struct attempt){.ground = ground, .port = port, .host = host};
    if (strncmp(port->scheme, "ws", 2) == 0)
        begin_link(attempt);
    else if (strncmp(port->scheme, "http", 4) == 0)
        begin_request(attempt);
    else
        begin_wire(attempt);
}

static void finish(struct attempt *attempt)
{
    if (attempt->link)
        websocket_close(attempt->link, 4000, NULL, NULL);
    if (attempt->exchange)
        http_cancel(attempt->exchange);
    wire_free(attempt->wire);
    answer_fini(&attempt->answer);
}

static void set_ground(struct ground *ground)
{
    const struct websockets_setup links = {.loop = loop_new(LOOP_REAL),
                                           .ca_file = certs_path("ca.pem"),
                                           .user_agent = "test",
                                           .connect_s = LIMIT_S};
    ground->loop = links.loop;
    ground->links = websocket_links_new(&links);
    ground->http = http_new(&(struct http_setup){.loop = links.loop,
                                                 .ca_file = certs_path("ca.pem"),
                                                 .user_agent = "test",
                                                 .token = "TOKEN"});
}

static void strike_ground(struct ground *ground)
{
    websocket_links_free(ground->links);
    http_free(ground->http);
    loop_free(ground->loop);
}

/* --- each phase in each way --- */

static bool are_settled(const struct attempt *attempts, int count)
{
    for (int i = 0; i < count; i++)
        if (!attempts[i].is_up && !attempts[i].is_over)
            return false;
    return true;
}

static void serve_until_settled(struct ground *ground, const struct attempt *attempts, int count)
{
    int64_t until = loop_now(ground->loop) + PATIENCE;
    while (!are_settled(attempts, count) && loop_now(ground->loop) < until)
        loop_serve(ground->loop, 10);
}

static void expect(const struct attempt *attempt, bool is_up)
{
    const struct port *port = attempt->port;
    if (attempt->is_up != is_up || attempt->ends > 1 || (!is_up && !attempt->ends))
        fail_msg("%s://%s, %s in phase %s: up %d, ends %d, why: %s", port->scheme, attempt->host,
                 port->way, port->phase, attempt->is_up, attempt->ends, attempt->why);
}

static bool is_answer_in_time(const struct port *port)
{
    return strcmp(port->way, "late") == 0;
}

/* What a full queue did not take is never heard of; what is garbage before there is a connection
   does not exist. */
static bool has_next(const struct port *port)
{
    return strcmp(port->phase, "tcp") != 0 || strcmp(port->way, "close") == 0;
}

static bool is_spoken_phase(const struct port *port)
{
    return strcmp(port->phase, "hello") == 0 || strcmp(port->phase, "ready") == 0;
}

/* `scheme` and the same by TLS. */
static void try_scheme(const char *scheme)
{
    static struct attempt attempts[PORTS], next[PORTS];
    struct ground ground;
    int count = 0, next_count = 0;
    set_ground(&ground);
    assert_true(dprintf(server_stdin, "%s\n", scheme) > 0);
    for (int i = 0; i < port_count; i++)
        if (strncmp(ports[i].scheme, scheme, strlen(scheme)) == 0 && !is_spoken_phase(&ports[i]))
            begin(&attempts[count++], &ground, &ports[i], "localhost");
    assert_int_equal(count, 20);
    serve_until_settled(&ground, attempts, count);
    for (int i = 0; i < count; i++)
        expect(&attempts[i], is_answer_in_time(attempts[i].port));
    for (int i = 0; i < count; i++)
        if (has_next(attempts[i].port))
            begin(&next[next_count++], &ground, attempts[i].port, "localhost");
    serve_until_settled(&ground, next, next_count);
    for (int i = 0; i < next_count; i++)
        expect(&next[i], true);
    for (int i = 0; i < count; i++)
        finish(&attempts[i]);
    for (int i = 0; i < next_count; i++)
        finish(&next[i]);
    strike_ground(&ground);
}

static test_case(the_gateway)
{
    try_scheme("ws");
}

static test_case(rest)
{
    try_scheme("http");
}

static test_case(irc)
{
    try_scheme("irc");
}

/* --- names that fail --- */

static const struct port *port_of(const char *scheme)
{
    for (int i = 0; i < port_count; i++)
        if (strcmp(ports[i].scheme, scheme) == 0 && strcmp(ports[i].phase, "answer") == 0 &&
            strcmp(ports[i].way, "late") == 0)
            return &ports[i];
    fail_msg("no port for %s", scheme);
    return NULL;
}

/* A lookup that never answers is the owner's to leave: shard.c, rest.c and wire.c each have
   their limit. */
static test_case(names)
{
    static const char *const schemes[] = {"ws", "http", "irc"};
    static const char *const hosts[] = {"silence.test", "late.test", "close.test", "garbage.test"};
    static struct attempt attempts[12];
    struct ground ground;
    set_ground(&ground);
    for (int i = 0; i < 12; i++)
        begin(&attempts[i], &ground, port_of(schemes[i / 4]), hosts[i % 4]);
    int64_t until = loop_now(ground.loop) + (int64_t)LIMIT_S * 1000 + 500;
    while (loop_now(ground.loop) < until)
        loop_serve(ground.loop, 10);
    assert_false(attempts[0].is_up || attempts[0].is_over);
    note_end(&attempts[0], "");
    for (int i = 0; i < 12; i++)
        expect(&attempts[i], i % 4 == 1);
    for (int i = 0; i < 12; i++)
        finish(&attempts[i]);
    strike_ground(&ground);
}

/* --- Hello and READY --- */

/* A bot of one shard, which nobody else wants turns from. */
struct bot {
    const struct port *port;
    struct shard_port shard_port;
    struct shard *shard;
    int readies;
};

static bool wants(void *arg, const char *type, const char *data, size_t length)
{
    (void)arg, (void)type, (void)data, (void)length;
    return false;
}

static void on_event(void *arg, int shard, const char *type, const json_t *data)
{
    (void)shard, (void)data;
    ((struct bot *)arg)->readies += strcmp(type, "READY") == 0;
}

static void give_turn(void *arg, int shard)
{
    (void)shard;
    shard_take_turn(((struct bot *)arg)->shard);
}

static void let_identify(void *arg, int shard)
{
    (void)shard;
    shard_identify(((struct bot *)arg)->shard);
}

static void ignore(void *arg, int shard)
{
    (void)arg, (void)shard;
}

static void on_ended(void *arg, int shard, enum closing_end end)
{
    (void)shard;
    fail_msg("it gave up: %d (%s)", end, ((struct bot *)arg)->port->phase);
}

static void begin_bot(struct bot *bot, const struct port *port, struct ground *ground,
                      struct keep *keep, int number)
{
    char url[64];
    *bot = (struct bot){.port = port,
                        .shard_port = {.loop = ground->loop,
                                       .keep = keep,
                                       .links = ground->links,
                                       .budget = &ground->budget,
                                       .token = "TOKEN",
                                       .bot = "bot",
                                       .shard_count = PORTS,
                                       .wants = wants,
                                       .event = on_event,
                                       .owner = bot,
                                       .needs_turn = give_turn,
                                       .ready_to_identify = let_identify,
                                       .turn_is_over = ignore,
                                       .is_refused = ignore,
                                       .is_stable = ignore,
                                       .ended = on_ended,
                                       .arg = bot}};
    snprintf(url, sizeof url, "%s://localhost:%d", port->scheme, port->port);
    assert_true(gateway_url_read(url, false, &bot->shard_port.base));
    bot->shard = shard_new(&bot->shard_port, number);
    shard_start(bot->shard);
}

static bool are_all_ready(const struct bot *bots, int count)
{
    for (int i = 0; i < count; i++)
        if (!bots[i].readies)
            return false;
    return true;
}

/* Real time for the sockets, then virtual time for what shard.c waits for. */
static test_case(hello_and_ready)
{
    static struct bot bots[PORTS];
    struct ground ground = {.loop = loop_new(LOOP_VIRTUAL)};
    struct keep *keep = keep_new(&(struct keep_port){.put = NULL});
    int count = 0;
    ground.links = websocket_links_new(&(struct websockets_setup){.loop = ground.loop,
                                                                  .ca_file = certs_path("ca.pem"),
                                                                  .user_agent = "test",
                                                                  .connect_s = LIMIT_S});
    budget_init(&ground.budget, ground.loop);
    for (int i = 0; i < port_count; i++)
        if (is_spoken_phase(&ports[i])) {
            begin_bot(&bots[count], &ports[i], &ground, keep, count);
            count++;
        }
    assert_int_equal(count, 16);
    for (int minutes = 0; minutes < 6 && !are_all_ready(bots, count); minutes++) {
        for (int i = 0; i < 100 && !are_all_ready(bots, count); i++)
            loop_serve(ground.loop, 10);
        if (!are_all_ready(bots, count))
            loop_step(ground.loop, 60000);
    }
    for (int i = 0; i < count; i++)
        if (!bots[i].readies)
            fail_msg("%s, %s in phase %s: never ready", bots[i].port->scheme, bots[i].port->way,
                     bots[i].port->phase);
    for (int i = 0; i < count; i++)
        shard_free(bots[i].shard);
    websocket_links_free(ground.links);
    keep_free(keep);
    loop_free(ground.loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_gateway),
        cmocka_unit_test(rest),
        cmocka_unit_test(irc),
        cmocka_unit_test(names),
        cmocka_unit_test(hello_and_ready),
    };
    return cmocka_run_group_tests_name("connecting", tests, start_server, stop_server);
}
