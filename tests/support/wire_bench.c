#include "wire_bench.h"

#include "in_words.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "hostile_server.h"
#include "loop.h"
#include "testing.h"

enum { PATIENCE = 4800, PATIENCE_MS = 25 }; /* two minutes of nothing: it will not come */

static void add_to_story(struct bench *bench, const struct wire_event *event)
{
    char *story = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&story, &size);
    assert_non_null(out);
    fputs(bench->story, out);
    fprintf(out, "%s%s%s%s%s%s%s", event->nick, event->user[0] ? "!" : "", event->user,
            event->host[0] ? "@" : "", event->host, event->nick[0] ? " " : "", event->command);
    for (int i = 0; i < event->param_count; i++)
        fprintf(out, " [%s]", event->params[i]);
    fprintf(out, "%s\n",
            event->what == WIRE_IS_READY    ? "READY"
            : event->what == WIRE_IS_CLOSED ? "CLOSED"
                                            : "");
    fclose(out);
    free(bench->story);
    bench->story = story;
}

void bench_on_event(void *arg, struct wire *wire, const struct wire_event *event)
{
    struct bench *bench = arg;
    (void)wire;
    add_to_story(bench, event);
    if (bench->on_event)
        bench->on_event(bench, event);
}

void bench_open(struct bench *bench)
{
    *bench = (struct bench){.loop = loop_new(LOOP_VIRTUAL), .story = strdup("")};
    bench->server = hostile_new(bench->loop);
    bench->config = (struct wire_config){.network = "test",
                                         .host = "127.0.0.1",
                                         .port = hostile_port(bench->server),
                                         .nick = "bot",
                                         .user = "table",
                                         .realname = "a bot"};
}

void bench_connect(struct bench *bench)
{
    bench->wire = wire_new(bench->loop, &bench->config, bench_on_event, bench);
}

void bench_open_ready(struct bench *bench)
{
    bench_open(bench);
    bench_connect(bench);
    bench_expect_heard(bench, "USER ");
    hostile_say(bench->server, ":srv 001 bot :Welcome");
    hostile_say(bench->server, ":srv 422 bot :No MOTD");
    bench_expect_state(bench, WIRE_READY);
    bench_forget(bench);
    hostile_forget(bench->server);
}

void bench_close(struct bench *bench)
{
    wire_free(bench->wire);
    hostile_free(bench->server);
    loop_free(bench->loop);
    free(bench->story);
}

void bench_forget(struct bench *bench)
{
    bench->story[0] = '\0';
}

bool bench_was_told(const struct bench *bench, const char *line)
{
    size_t length = strlen(line);
    for (const char *at = bench->story; (at = strstr(at, line)); at++)
        if ((at == bench->story || at[-1] == '\n') && at[length] == '\n')
            return true;
    return false;
}

void bench_expect(struct bench *bench, const char *line)
{
    for (int i = 0; i < PATIENCE && !bench_was_told(bench, line); i++)
        loop_serve(bench->loop, PATIENCE_MS);
    if (!bench_was_told(bench, line))
        fail_msg("expected \"%s\", was told:\n%.2000s", line, bench->story);
}

void bench_expect_heard(struct bench *bench, const char *text)
{
    text = in_words(text);
    for (int i = 0; i < PATIENCE && !strstr(hostile_heard(bench->server), text); i++)
        loop_serve(bench->loop, PATIENCE_MS);
    if (!strstr(hostile_heard(bench->server), text))
        fail_msg("expected \"%s\", the server heard:\n%.2000s", text, hostile_heard(bench->server));
}

void bench_expect_state(struct bench *bench, enum wire_state state)
{
    for (int i = 0; i < PATIENCE && wire_state(bench->wire) != state; i++)
        loop_serve(bench->loop, PATIENCE_MS);
    if (wire_state(bench->wire) != state)
        fail_msg("expected state %d, is %d (%s)", state, wire_state(bench->wire),
                 wire_reason(bench->wire));
}

void bench_expect_closed(struct bench *bench, const char *reason_part)
{
    bench_expect(bench, "CLOSED");
    assert_int_equal(wire_state(bench->wire), WIRE_CLOSED);
    if (!strstr(wire_reason(bench->wire), reason_part))
        fail_msg("expected a reason with \"%s\", is \"%s\"", reason_part, wire_reason(bench->wire));
}

void bench_expect_alive(struct bench *bench)
{
    static int serial;
    char line[64], told[64], pong[64];
    snprintf(line, sizeof line, ":s!u@h PRIVMSG bot :alive %d", ++serial);
    snprintf(told, sizeof told, "s!u@h PRIVMSG [bot] [alive %d]", serial);
    hostile_say(bench->server, line);
    bench_expect(bench, told);
    snprintf(line, sizeof line, "PING :token %d", serial);
    snprintf(pong, sizeof pong, "PONG :token %d\r\n", serial);
    hostile_say(bench->server, line);
    bench_expect_heard(bench, pong);
    assert_int_equal(wire_state(bench->wire), WIRE_READY);
}
