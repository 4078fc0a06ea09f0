#include "rest_bench.h"

#include "application.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "log.h"
#include "loop.h"
#include "testing.h"

const char token[] = "MTIzNDU2Nzg5.bot-token.secret";
const char interaction[] = "aW50ZXJhY3Rpb24tdG9rZW4tdGhhdC1pcy1hLXNlY3JldA";
const char messages[] = "/channels/{}/messages";
const char message[] = "/channels/{}/messages/{}";
const char callback[] = "/interactions/{}/{}/callback";
const char follow_up[] = "/webhooks/{}/{}";

struct loop *loop;
struct http_script *server;
struct rest *rest;
char story[STORY_BYTES];
static int log_fd = -1;

static const char *const outcomes[] = {"DONE", "REFUSED", "FAILED", "DROPPED"};

void told(void *arg, const struct rest_answer *answer)
{
    size_t length = strlen(story);
    snprintf(story + length, sizeof story - length, "%s %s %d %d\n", (char *)arg,
             outcomes[answer->outcome], answer->status, answer->code);
}

static void told_death(void *arg, const char *why)
{
    size_t length = strlen(story);
    (void)arg;
    snprintf(story + length, sizeof story - length, "DIED %s\n", why);
}

static struct rest *make(const char *base, const char *ca_file,
                         const char *(*guild_of)(void *, const char *))
{
    struct rest_setup setup = {.loop = loop,
                               .base = base,
                               .ca_file = ca_file,
                               .token = token,
                               .unread = discord_unread,
                               .user_agent = "DiscordBot (https://example.org/tabletalk, 0.1.0)",
                               .guild_of = guild_of,
                               .token_died = told_death};
    return rest_new(&setup);
}

struct rest *new_rest(const char *base, const char *ca_file)
{
    return make(base, ca_file, NULL);
}

struct rest *new_rest_with(const char *base,
                           const char *(*guild_of)(void *arg, const char *channel))
{
    return make(base, NULL, guild_of);
}

test_fixture(open_all)
{
    story[0] = '\0';
    log_fd = memfd_create("log", MFD_CLOEXEC);
    log_setup(LOG_DEBUG, log_fd);
    loop = loop_new(LOOP_VIRTUAL);
    server = http_script_new(loop);
    rest = new_rest(http_script_base(server), NULL);
    return 0;
}

/* conformance 66: whatever a test did, the log holds no token, be it the bot's or an
   interaction's. */
test_fixture(close_all)
{
    static char log[1 << 20];
    rest_free(rest);
    http_script_free(server);
    loop_free(loop);
    log_setup(LOG_INFO, STDERR_FILENO);
    ssize_t length = pread(log_fd, log, sizeof log - 1, 0);
    log[length > 0 ? length : 0] = '\0';
    close(log_fd);
    return strstr(log, token) || strstr(log, interaction) || strstr(log, "bot-token") ? -1 : 0;
}

const char *log_text(void)
{
    static char log[65536];
    ssize_t length = pread(log_fd, log, sizeof log - 1, 0);
    log[length > 0 ? length : 0] = '\0';
    return log;
}

uint64_t ask(const char *name, const struct rest_request *request)
{
    struct rest_request full = *request;
    full.done = told;
    full.arg = (void *)name;
    return rest_send(rest, &full);
}

json_t *content(const char *text)
{
    return json_pack("{s:s}", "content", text);
}

/* A message to a channel that carries a nonce, in the lane of tables. */
uint64_t post(const char *name, const char *channel)
{
    return ask(name, &(struct rest_request){.lane = REST_TABLE,
                                            .method = "POST",
                                            .route = messages,
                                            .ids = {channel},
                                            .body = content(name),
                                            .is_repeatable = true});
}

/* One that may not go out twice. */
uint64_t post_once(const char *name, const char *channel)
{
    return ask(name, &(struct rest_request){.lane = REST_TABLE,
                                            .method = "POST",
                                            .route = messages,
                                            .ids = {channel},
                                            .body = content(name)});
}

uint64_t edit(const char *name, const char *channel, const char *id)
{
    return ask(name, &(struct rest_request){.lane = REST_TABLE,
                                            .method = "PATCH",
                                            .route = message,
                                            .ids = {channel, id},
                                            .body = content(name)});
}

uint64_t answer_press(const char *name, const char *id, int64_t deadline)
{
    return ask(name, &(struct rest_request){.lane = REST_CALLBACK,
                                            .method = "POST",
                                            .route = callback,
                                            .ids = {id, interaction},
                                            .body = json_pack("{s:i}", "type", 6),
                                            .deadline = deadline});
}

void expect(const char *what)
{
    if (strcmp(story, what) != 0)
        fail_msg("expected:\n%sgot:\n%slog:\n%s", what, story, log_text());
    story[0] = '\0';
}

void expect_sent(int count)
{
    if (http_script_count(server) != count)
        fail_msg("expected %d requests so far, there were %d; log:\n%s", count,
                 http_script_count(server), log_text());
}

int64_t sent_at(int index)
{
    return http_script_heard(server, index)->at;
}

/* The body of a request without what quota.c adds. */
const char *text_of(int index)
{
    static char text[64];
    json_t *body = json_loads(http_script_heard(server, index)->body, 0, NULL);
    snprintf(text, sizeof text, "%s", json_string_value(json_object_get(body, "content")));
    json_decref(body);
    return text;
}

bool has_line(const char *head, const char *line)
{
    char whole[256];
    snprintf(whole, sizeof whole, "\r\n%s\r\n", line);
    return strstr(head, whole) != NULL;
}
