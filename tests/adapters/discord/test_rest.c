/* REST against a scripted server, byte for byte, under the virtual clock: what goes out, when, how often, and what whoever
   asked is told. The numbers in the names are those of the conformance list for Discord bots that the tests of the adapter
   follow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "http_script.h"
#include "log.h"
#include "loop.h"
#include "rest.h"

static const char token[] = "MTIzNDU2Nzg5.bot-token.secret";
static const char interaction[] = "aW50ZXJhY3Rpb24tdG9rZW4tdGhhdC1pcy1hLXNlY3JldA";
static const char messages[] = "/channels/{}/messages";
static const char message[] = "/channels/{}/messages/{}";
static const char callback[] = "/interactions/{}/{}/callback";
static const char follow_up[] = "/webhooks/{}/{}";

static struct loop *loop;
static struct http_script *server;
static struct rest *rest;
static char story[65536]; /* what was told: "name outcome status code\n" each, with an arg for a name */
static int log_fd = -1;

static const char *const outcomes[] = {"DONE", "REFUSED", "FAILED", "DROPPED"};

static void told(void *arg, const struct rest_answer *answer)
{
    size_t length = strlen(story);
    snprintf(story + length, sizeof story - length, "%s %s %d %d\n", (char *)arg, outcomes[answer->outcome],
             answer->status, answer->code);
}

static void told_stopped(void *arg, const char *why)
{
    size_t length = strlen(story);
    (void)arg;
    snprintf(story + length, sizeof story - length, "STOPPED %s\n", why);
}

static struct rest *new_rest(const char *base, const char *ca_file)
{
    struct rest_setup setup = {.loop = loop,
                               .base = base,
                               .ca_file = ca_file,
                               .token = token,
                               .user_agent = "DiscordBot (https://example.org/tabletalk, 0.1.0)",
                               .stopped = told_stopped};
    return rest_new(&setup);
}

static int open_all(void **state)
{
    (void)state;
    story[0] = '\0';
    log_fd = memfd_create("log", MFD_CLOEXEC);
    log_setup(LOG_DEBUG, log_fd);
    loop = loop_new(LOOP_VIRTUAL);
    server = http_script_new(loop);
    rest = new_rest(http_script_base(server), NULL);
    return 0;
}

/* conformance 66: whatever a test did, the log holds no token, be it the bot's or an interaction's. */
static int close_all(void **state)
{
    static char log[1 << 20];
    (void)state;
    rest_free(rest);
    http_script_free(server);
    loop_free(loop);
    log_setup(LOG_INFO, STDERR_FILENO);
    ssize_t length = pread(log_fd, log, sizeof log - 1, 0);
    log[length > 0 ? length : 0] = '\0';
    close(log_fd);
    return strstr(log, token) || strstr(log, interaction) || strstr(log, "bot-token") ? -1 : 0;
}

static const char *log_text(void)
{
    static char log[65536];
    ssize_t length = pread(log_fd, log, sizeof log - 1, 0);
    log[length > 0 ? length : 0] = '\0';
    return log;
}

static uint64_t ask(const char *name, const struct rest_request *request)
{
    struct rest_request full = *request;
    full.done = told;
    full.arg = (void *)name;
    return rest_send(rest, &full);
}

static json_t *content(const char *text)
{
    return json_pack("{s:s}", "content", text);
}

/* A message to a channel that carries a nonce, in the lane of tables. */
static uint64_t post(const char *name, const char *channel)
{
    return ask(name, &(struct rest_request){.lane = REST_TABLE,
                                            .method = "POST",
                                            .route = messages,
                                            .ids = {channel},
                                            .body = content(name),
                                            .is_repeatable = true});
}

/* One that may not go out twice. */
static uint64_t post_once(const char *name, const char *channel)
{
    return ask(name,
               &(struct rest_request){
                   .lane = REST_TABLE, .method = "POST", .route = messages, .ids = {channel}, .body = content(name)});
}

static uint64_t edit(const char *name, const char *channel, const char *id)
{
    return ask(
        name,
        &(struct rest_request){
            .lane = REST_TABLE, .method = "PATCH", .route = message, .ids = {channel, id}, .body = content(name)});
}

static uint64_t answer_press(const char *name, const char *id, int64_t deadline)
{
    return ask(name, &(struct rest_request){.lane = REST_CALLBACK,
                                            .method = "POST",
                                            .route = callback,
                                            .ids = {id, interaction},
                                            .body = json_pack("{s:i}", "type", 6),
                                            .is_token_route = true,
                                            .deadline = deadline});
}

static void expect(const char *what)
{
    if (strcmp(story, what) != 0)
        fail_msg("expected:\n%sgot:\n%slog:\n%s", what, story, log_text());
    story[0] = '\0';
}

static void expect_sent(int count)
{
    if (http_script_count(server) != count)
        fail_msg("expected %d requests so far, there were %d; log:\n%s", count, http_script_count(server), log_text());
}

static int64_t sent_at(int index)
{
    return http_script_heard(server, index)->at;
}

/* The body of a request without what mentions.c adds. */
static const char *text_of(int index)
{
    static char text[64];
    json_t *body = json_loads(http_script_heard(server, index)->body, 0, NULL);
    snprintf(text, sizeof text, "%s", json_string_value(json_object_get(body, "content")));
    json_decref(body);
    return text;
}

static bool has_line(const char *head, const char *line)
{
    char whole[256];
    snprintf(whole, sizeof whole, "\r\n%s\r\n", line);
    return strstr(head, whole) != NULL;
}

/* --- what a request looks like --- */

static void conformance_29_every_request_says_who_it_is_from(void **state)
{
    (void)state;
    post("hello", "50");
    loop_step(loop, 0);
    expect("hello DONE 200 0\n");
    const struct http_heard *heard = http_script_heard(server, 0);
    assert_int_equal(strncmp(heard->head, "POST /api/channels/50/messages HTTP/1.1\r\n", 41), 0);
    assert_true(has_line(heard->head, "User-Agent: DiscordBot (https://example.org/tabletalk, 0.1.0)"));
    assert_true(has_line(heard->head, "Content-Type: application/json"));
    assert_true(has_line(heard->head, "Authorization: Bot MTIzNDU2Nzg5.bot-token.secret"));
    assert_null(strcasestr(heard->head, "\r\nExpect"));
    assert_string_equal(heard->body, "{\"content\":\"hello\",\"allowed_mentions\":{\"parse\":[]}}");
}

static void conformance_29_a_token_route_carries_no_authorization(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 204, "", "");
    answer_press("press", "70", 0);
    loop_step(loop, 0);
    expect("press DONE 204 0\n");
    assert_null(strcasestr(http_script_heard(server, 0)->head, "\r\nAuthorization"));
}

static void conformance_29_no_content_type_without_a_body(void **state)
{
    (void)state;
    static const char *const methods[] = {"GET", "DELETE", "PUT", "POST"};
    for (size_t i = 0; i < 4; i++)
        ask(methods[i], &(struct rest_request){.method = methods[i],
                                               .lane = REST_BACKGROUND,
                                               .route = "/channels/{}/x",
                                               .ids = {"5"},
                                               .query = "limit=50"});
    loop_step(loop, 0);
    for (int i = 0; i < 4; i++) {
        const struct http_heard *heard = http_script_heard(server, i);
        char line[64];
        snprintf(line, sizeof line, "%s /api/channels/5/x?limit=50 HTTP/1.1\r\n", methods[i]);
        assert_int_equal(strncmp(heard->head, line, strlen(line)), 0);
        assert_null(strcasestr(heard->head, "\r\nContent-Type"));
        assert_true(has_line(heard->head, "Content-Length: 0") == (i >= 2));
        assert_string_equal(heard->body, "");
    }
}

static void conformance_29_a_redirect_is_not_followed(void **state)
{
    (void)state;
    char location[128];
    snprintf(location, sizeof location, "Location: %s/elsewhere\r\n", http_script_base(server));
    http_script_answer(server, NULL, 302, location, "");
    post("hello", "50");
    loop_step(loop, 60000);
    expect("hello REFUSED 302 0\n");
    expect_sent(1);
}

static void an_id_cannot_become_another_part_of_the_url(void **state)
{
    (void)state;
    ask("odd", &(struct rest_request){.method = "PUT",
                                      .lane = REST_TABLE,
                                      .route = "/channels/{}/messages/{}/reactions/{}/@me",
                                      .ids = {"../7", "a/b?c#d%", "\xe2\x9d\xa4:1"}});
    loop_step(loop, 0);
    expect("odd DONE 200 0\n");
    assert_non_null(strstr(http_script_heard(server, 0)->head,
                           "PUT /api/channels/%2E%2E%2F7/messages/a%2Fb%3Fc%23d%25/reactions/%E2%9D%A4%3A1/@me HTTP"));
}

static void plain_http_is_for_loopback_only(void **state)
{
    (void)state;
    assert_null(rest_refuse_base("https://discord.com/api/v10"));
    assert_null(rest_refuse_base("http://127.0.0.1:8080/api"));
    assert_null(rest_refuse_base("http://[::1]:8080/api"));
    assert_null(rest_refuse_base("http://localhost/api"));
    assert_non_null(rest_refuse_base("http://discord.com/api/v10"));
    assert_non_null(rest_refuse_base("http://127.0.0.1.example.org/api"));
    assert_non_null(rest_refuse_base("http://localhost@example.org/api"));
    assert_non_null(rest_refuse_base("https://me:pass@example.org/api"));
    assert_non_null(rest_refuse_base("https://example.org/api?x=1"));
    assert_non_null(rest_refuse_base("ftp://example.org/api"));
    assert_non_null(rest_refuse_base("discord"));
    assert_non_null(rest_refuse_base(""));
}

static void conformance_40_nothing_pings_whom_nobody_named(void **state)
{
    (void)state;
    static const struct {
        const char *asked, *sent;
    } rows[] = {
        {"{'content':'@everyone'}", "{'content':'@everyone','allowed_mentions':{'parse':[]}}"},
        {"{'embeds':[],'allowed_mentions':null}", "{'embeds':[],'allowed_mentions':{'parse':[]}}"},
        {"{'content':'<@7>','allowed_mentions':{'parse':['everyone'],'users':['7'],'roles':['1']}}",
         "{'content':'<@7>','allowed_mentions':{'parse':[],'users':['7']}}"},
        {"{'type':4,'data':{'content':'x'}}", "{'type':4,'data':{'content':'x','allowed_mentions':{'parse':[]}}}"},
        {"{'type':7,'data':{'components':[]}}", "{'type':7,'data':{'components':[],'allowed_mentions':{'parse':[]}}}"},
        {"{'type':9,'data':{'components':[],'title':'x'}}", "{'type':9,'data':{'components':[],'title':'x'}}"},
        {"{'type':6}", "{'type':6}"},
        {"[{'name':'play'}]", "[{'name':'play'}]"},
    };
    enum { ROWS = sizeof rows / sizeof *rows };
    for (int i = 0; i < ROWS; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s", rows[i].asked);
        for (char *quote; (quote = strchr(text, '\'')) != NULL;)
            *quote = '"';
        ask("x", &(struct rest_request){.lane = REST_TABLE,
                                        .method = "PATCH",
                                        .route = message,
                                        .ids = {"5", "6"},
                                        .body = json_loads(text, 0, NULL)});
    }
    loop_step(loop, 0);
    for (int i = 0; i < ROWS; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s", http_script_heard(server, i)->body);
        for (char *quote; (quote = strchr(text, '"')) != NULL;)
            *quote = '\'';
        assert_string_equal(text, rows[i].sent);
    }
}

/* --- limits --- */

static void conformance_30_an_empty_bucket_waits_and_others_go_on(void **state)
{
    (void)state;
    http_script_answer(server, "/50/", 200,
                       "X-RateLimit-Bucket: b\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 2.5\r\n", "{}");
    post("a", "50");
    post("b", "50");
    post("c", "51");
    loop_step(loop, 2499);
    expect("a DONE 200 0\nc DONE 200 0\n");
    assert_in_range(rest_wait(rest, "POST", messages, "50"), 1, 60);
    assert_int_equal(rest_wait(rest, "POST", messages, "51"), 0);
    loop_step(loop, 101);
    expect("b DONE 200 0\n");
}

static void conformance_31_a_429_is_waited_out_in_order(void **state)
{
    (void)state;
    http_script_answer(server, "POST", 429, "X-RateLimit-Scope: user\r\nRetry-After: 4\r\n", "{\"retry_after\":3.2}");
    post_once("a", "50"); /* a clean 429 has not acted: what may go once only goes again, too */
    post("b", "50");
    loop_step(loop, 3199);
    expect("");
    expect_sent(1);
    loop_step(loop, 1000);
    expect("a DONE 200 0\nb DONE 200 0\n");
    expect_sent(3);
    assert_string_equal(text_of(1), "a");
    assert_in_range(sent_at(1) - sent_at(0), 3200, 4200);
}

static void conformance_31_nothing_is_lost_or_doubled_under_many_429s(void **state)
{
    (void)state;
    static char names[20][8];
    for (int i = 0; i < 12; i++)
        http_script_answer(server, NULL, i % 3 ? 429 : 200, "X-RateLimit-Scope: user\r\n", "{\"retry_after\":0.7}");
    for (int i = 0; i < 20; i++) {
        snprintf(names[i], sizeof names[i], "%d", i);
        post_once(names[i], "50");
    }
    loop_step(loop, 60000);
    char all[1024] = "";
    for (int i = 0; i < 20; i++)
        snprintf(all + strlen(all), sizeof all - strlen(all), "%d DONE 200 0\n", i);
    expect(all);
    expect_sent(20 + 8);
}

static void conformance_31_an_edit_that_is_held_by_itself_lets_posts_pass(void **state)
{
    (void)state;
    static const char same[] = "X-RateLimit-Bucket: b\r\nX-RateLimit-Remaining: 4\r\n";
    http_script_answer(server, "POST", 200, same, "{}");
    http_script_answer(server, "PATCH", 429, "X-RateLimit-Bucket: b\r\nX-RateLimit-Remaining: 3\r\n",
                       "{\"retry_after\":6}");
    post("a", "50");
    loop_step(loop, 0);
    edit("old", "50", "60");
    loop_step(loop, 0);
    edit("other", "50", "61");
    post("b", "50");
    loop_step(loop, 5999);
    expect("a DONE 200 0\nb DONE 200 0\n");
    loop_step(loop, 1000);
    expect("old DONE 200 0\nother DONE 200 0\n");
}

static void conformance_32_a_global_429_lets_callbacks_pass_only(void **state)
{
    (void)state;
    http_script_answer(server, "/50/", 429, "X-RateLimit-Global: true\r\nX-RateLimit-Scope: global\r\n",
                       "{\"retry_after\":5,\"global\":true}");
    post("a", "50");
    loop_step(loop, 0);
    post("b", "51");
    ask("follow", &(struct rest_request){.lane = REST_PERSON,
                                         .method = "POST",
                                         .route = follow_up,
                                         .ids = {"901", interaction},
                                         .body = content("x"),
                                         .is_token_route = true});
    answer_press("press", "70", 0);
    loop_step(loop, 4999);
    expect("press DONE 200 0\n");
    loop_step(loop, 1000);
    expect("follow DONE 200 0\na DONE 200 0\nb DONE 200 0\n");
}

static void conformance_33_a_page_stops_everything_for_ten_minutes(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 429, "Content-Type: text/html\r\n", "<html>error 1015</html>");
    post("a", "50");
    loop_step(loop, 0);
    post("b", "51");
    answer_press("press", "70", loop_now(loop) + 3000);
    loop_step(loop, 599999);
    expect("press DROPPED 0 0\n");
    expect_sent(1);
    loop_step(loop, 1000);
    expect("a DONE 200 0\nb DONE 200 0\n");
}

static void conformance_33_a_shared_429_is_waited_out(void **state)
{
    (void)state;
    for (int i = 0; i < 1500; i++)
        http_script_answer(server, NULL, 429, "X-RateLimit-Scope: shared\r\n", "{\"retry_after\":0.1}");
    post("a", "50");
    loop_step(loop, 300000);
    expect("a DONE 200 0\n"); /* and REST has not stopped */
    expect_sent(1501);
}

static void conformance_34_a_bucket_that_changes_its_name_is_followed(void **state)
{
    (void)state;
    static const char one[] = "X-RateLimit-Bucket: one\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 1\r\n";
    static const char two[] = "X-RateLimit-Bucket: two\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 4\r\n";
    for (int i = 0; i < 6; i++)
        http_script_answer(server, NULL, 200, i % 2 ? two : one, "{}");
    for (int i = 0; i < 6; i++)
        post("a", "50");
    loop_step(loop, 20000);
    expect_sent(6);
    for (int i = 1; i < 6; i++)
        assert_true(sent_at(i) - sent_at(i - 1) >= (i % 2 ? 1000 : 4000));
}

static void conformance_35_never_more_than_fifty_in_a_second(void **state)
{
    (void)state;
    static char channels[200][8];
    for (int i = 0; i < 200; i++) {
        snprintf(channels[i], sizeof channels[i], "%d", i + 1);
        post(channels[i], channels[i]);
    }
    loop_step(loop, 6000);
    expect_sent(200);
    for (int i = 50; i < 200; i++)
        assert_true(sent_at(i) - sent_at(i - 50) >= 1000);
    assert_true(sent_at(199) - sent_at(0) <= 5000);
}

static void conformance_35_callbacks_overtake_what_waits(void **state)
{
    (void)state;
    static char channels[100][8];
    for (int i = 0; i < 100; i++) {
        snprintf(channels[i], sizeof channels[i], "%d", i + 1);
        edit(channels[i], channels[i], "60");
    }
    loop_step(loop, 0);
    int before = http_script_count(server);
    assert_true(before < 50);
    answer_press("press", "70", loop_now(loop) + 3000);
    loop_step(loop, 0);
    expect_sent(before + 1);
    assert_non_null(strstr(http_script_heard(server, before)->head, "/interactions/70/"));
}

static void conformance_35_lanes_go_out_in_their_order(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 200, "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 1\r\n", "{}");
    struct rest_request request = {.lane = REST_BACKGROUND, .method = "POST", .route = messages, .ids = {"50"}};
    post("first", "50");
    loop_step(loop, 0);
    ask("upkeep", &request);
    post("board", "50");
    request.lane = REST_PERSON;
    ask("hand", &request);
    loop_step(loop, 2000);
    expect("first DONE 200 0\nhand DONE 200 0\nboard DONE 200 0\nupkeep DONE 200 0\n");
}

static void conformance_36_a_storm_of_refusals_stops_us(void **state)
{
    (void)state;
    static char channels[1200][8];
    for (int i = 0; i < 1200; i++) {
        snprintf(channels[i], sizeof channels[i], "%d", i + 1);
        http_script_answer(server, NULL, 403, "", "{\"code\":50001,\"message\":\"Missing Access\"}");
        post("x", channels[i]);
    }
    loop_step(loop, 60000);
    assert_in_range(http_script_count(server), 1000, 1020);
    assert_non_null(strstr(story, "\nSTOPPED Discord has refused 1000 requests within ten minutes"));
    assert_int_equal(rest_count(rest), 0);
    story[0] = '\0';
    post("later", "50");
    loop_step(loop, 0);
    expect("later DROPPED 0 0\n");
}

/* --- refusals --- */

static void conformance_37_a_dead_token_stops_everything(void **state)
{
    static const int codes[] = {0, 40001, 50014};
    for (size_t i = 0; i < 3; i++) {
        char body[64];
        snprintf(body, sizeof body, "{\"message\":\"401: Unauthorized\",\"code\":%d}", codes[i]);
        http_script_answer(server, NULL, 401, "", body);
        post("a", "50");
        post("b", "50");
        loop_step(loop, 100000);
        char what[64];
        snprintf(what, sizeof what, "a REFUSED 401 %d\nb DROPPED 0 0\nSTOPPED", codes[i]);
        assert_int_equal(strncmp(story, what, strlen(what)), 0);
        expect_sent(1);
        assert_int_equal(close_all(state), 0);
        assert_int_equal(open_all(state), 0);
    }
}

static void conformance_37_an_expired_interaction_costs_its_own_token_only(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 401, "", "{\"message\":\"Invalid Webhook Token\",\"code\":50027}");
    struct rest_request request = {
        .lane = REST_PERSON, .method = "POST", .route = follow_up, .ids = {"901", interaction}, .is_token_route = true};
    ask("a", &request);
    ask("b", &request);
    request.ids[1] = "another-token";
    ask("c", &request);
    post("d", "50");
    loop_step(loop, 0);
    assert_non_null(strstr(story, "a REFUSED 401 50027\n"));
    assert_non_null(strstr(story, "b REFUSED 401 50027\n")); /* without asking again */
    assert_non_null(strstr(story, "c DONE 200 0\n"));
    assert_non_null(strstr(story, "d DONE 200 0\n"));
    expect_sent(3);
}

static void conformance_38_45_what_is_forbidden_is_not_tried_again(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 403, "", "{\"message\":\"Missing Permissions\",\"code\":50013}");
    http_script_answer(server, NULL, 403, "", "{\"message\":\"Cannot send messages to this user\",\"code\":50007}");
    http_script_answer(server, NULL, 403, "", "{\"message\":\"opening direct messages too fast\",\"code\":40003}");
    http_script_answer(server, NULL, 404, "", "{\"message\":\"Unknown Message\",\"code\":\"10008\"}");
    http_script_answer(server, NULL, 400, "", "not JSON");
    http_script_answer(server, NULL, 429, "", "{\"message\":\"x\",\"code\":30046,\"retry_after\":3}");
    for (int i = 0; i < 6; i++)
        edit("a", "50", "60");
    loop_step(loop, 100000);
    expect(
        "a REFUSED 403 50013\na REFUSED 403 50007\na REFUSED 403 40003\na REFUSED 404 10008\na REFUSED 400 0\na REFUSED 429 30046\n");
    expect_sent(6);
}

static void a_refused_form_is_explained_in_the_log_without_what_stood_in_it(void **state)
{
    (void)state;
    http_script_answer(
        server, NULL, 400, "",
        "{\"code\":50035,\"message\":\"Invalid Form Body\",\"errors\":{\"components\":{\"0\":{\"label\":"
        "{\"_errors\":[{\"code\":\"BASE_TYPE_MAX_LENGTH\",\"message\":\"the red queen is too long\"}]}}}}}");
    post("a", "50");
    loop_step(loop, 0);
    expect("a REFUSED 400 50035\n");
    assert_non_null(strstr(log_text(), "Invalid Form Body (components.0.label: BASE_TYPE_MAX_LENGTH)"));
    assert_null(strstr(log_text(), "queen"));
}

static void conformance_66_an_error_that_quotes_a_token_is_withheld(void **state)
{
    (void)state;
    char body[256];
    snprintf(body, sizeof body, "{\"code\":0,\"message\":\"No such path: /webhooks/901/%s\"}", interaction);
    http_script_answer(server, NULL, 404, "", body);
    ask("a", &(struct rest_request){.lane = REST_PERSON,
                                    .method = "POST",
                                    .route = follow_up,
                                    .ids = {"901", interaction},
                                    .is_token_route = true});
    loop_step(loop, 0);
    expect("a REFUSED 404 0\n");
    assert_non_null(strstr(log_text(), "withheld"));
}

/* --- lost answers --- */

static void conformance_39_a_5xx_is_tried_again_with_the_same_body(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 500, "", "{\"message\":\"500: Internal Server Error\",\"code\":0}");
    http_script_answer(server, NULL, 502, "Content-Type: text/html\r\n", "<html>Bad Gateway</html>");
    post("a", "50");
    post("b", "50");
    loop_step(loop, 10000);
    expect("a DONE 200 0\nb DONE 200 0\n");
    expect_sent(4);
    for (int i = 0; i < 3; i++)
        assert_string_equal(text_of(i), "a");
    assert_in_range(sent_at(1) - sent_at(0), 500, 1100);
    assert_in_range(sent_at(2) - sent_at(1), 1000, 2100);
}

static void conformance_39_a_lost_answer_is_asked_for_again(void **state)
{
    (void)state;
    static const char half[] = "HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{\"id\":\"6";
    http_script_cut(server, NULL, "");
    http_script_cut(server, NULL, half);
    http_script_answer(server, NULL, 200, "", "{\"id\":\"6"); /* all there is, but half of the JSON */
    http_script_answer(server, NULL, 200, "", "{\"id\":\"6\"}");
    post("a", "50");
    loop_step(loop, 30000);
    expect("a DONE 200 0\n");
    expect_sent(4);
}

static void a_503_that_asks_for_time_gets_it_within_reason(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 503, "Retry-After: 20\r\n", "");
    http_script_answer(server, NULL, 503, "Retry-After: 86400\r\n", "");
    post("a", "50");
    loop_step(loop, 100000);
    expect("a DONE 200 0\n");
    assert_in_range(sent_at(1) - sent_at(0), 20000, 20100);
    assert_in_range(sent_at(2) - sent_at(1), 60000, 60100);
}

static void conformance_39_five_tries_and_no_more(void **state)
{
    (void)state;
    for (int i = 0; i < 10; i++)
        http_script_answer(server, NULL, 503, "", "");
    post("a", "50");
    loop_step(loop, 600000);
    expect("a FAILED 503 0\n");
    expect_sent(5);
}

static void conformance_39_nothing_goes_again_when_its_nonce_is_forgotten(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 500, "", "{}"); /* acted, perhaps */
    http_script_answer(server, NULL, 429, "", "<html>1015</html>");
    post("a", "50");
    edit("b", "51", "60");
    loop_step(loop, 122000);
    expect("a FAILED 0 0\n");
    loop_step(loop, 600000);
    expect("b DONE 200 0\n");
    expect_sent(3);
}

static void a_server_that_hangs_is_left_in_time(void **state)
{
    (void)state;
    http_script_bytes(server, NULL, "");
    http_script_bytes(server, NULL, "HTTP/1.1 200 OK\r\nContent-Le");
    post("a", "50");
    loop_step(loop, 14999);
    expect_sent(1);
    loop_step(loop, 35000);
    expect("a DONE 200 0\n");
    expect_sent(3);
    assert_int_not_equal(http_script_heard(server, 1)->connection, http_script_heard(server, 0)->connection);
}

static void what_may_go_once_goes_once(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 500, "", "{}");
    post_once("a", "50");
    loop_step(loop, 100000);
    expect("a FAILED 500 0\n");
    http_script_cut(server, NULL, "");
    post_once("b", "50");
    loop_step(loop, 100000);
    expect("b FAILED 0 0\n");
    http_script_bytes(server, NULL, "");
    post_once("c", "50");
    loop_step(loop, 100000);
    expect("c FAILED 0 0\n");
    http_script_answer(server, NULL, 200, "", "<html>");
    post_once("d", "50");
    loop_step(loop, 100000);
    expect("d FAILED 200 0\n");
    expect_sent(4);
}

/* curl by itself sends a POST again if a connection that was used before dies without an answer. */
static void what_may_go_once_goes_once_on_a_kept_connection_too(void **state)
{
    (void)state;
    struct rest_request bare = {.lane = REST_TABLE, .method = "POST", .route = messages, .ids = {"50"}};
    post("first", "50");
    loop_step(loop, 0);
    http_script_cut(server, NULL, "");
    http_script_cut(server, NULL, "");
    post_once("a", "50");
    loop_step(loop, 100000);
    expect("first DONE 200 0\na FAILED 0 0\n");
    expect_sent(2);
    assert_int_equal(http_script_heard(server, 1)->connection, http_script_heard(server, 0)->connection);
    ask("b", &bare); /* the same without a body: it opens a connection, and loses it */
    loop_step(loop, 100000);
    expect("b FAILED 0 0\n");
    expect_sent(3);
}

static void what_may_go_once_is_tried_again_if_nobody_answers_there(void **state)
{
    (void)state;
    char base[64];
    snprintf(base, sizeof base, "%s", http_script_base(server));
    rest_free(rest);
    http_script_free(server);
    server = http_script_new(loop);
    rest = new_rest(base, NULL);
    post_once("a", "50");
    loop_step(loop, 60000);
    expect("a FAILED 0 0\n");
    int tries = 0;
    for (const char *line = log_text(); (line = strstr(line, "nobody answers there")) != NULL; line++)
        tries++;
    assert_int_equal(tries, 5);
}

static void an_answer_without_end_is_not_read_to_its_end(void **state)
{
    (void)state;
    enum { CHUNK = 1 << 20 };
    char *bytes = malloc(10 * CHUNK), *out = bytes;
    assert_non_null(bytes);
    out += sprintf(out, "HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n");
    memset(out, ' ', 9 * CHUNK);
    out[9 * CHUNK] = '\0';
    http_script_cut(server, NULL, bytes);
    post_once("a", "50");
    loop_step(loop, 0);
    expect("a FAILED 0 0\n");
    assert_non_null(strstr(log_text(), "too long"));
    free(bytes);
}

/* --- interactions --- */

static void conformance_48_49_a_lost_callback_is_repeated_at_once_and_40060_is_success(void **state)
{
    (void)state;
    http_script_bytes(server, NULL, ""); /* acted, but the answer never comes */
    http_script_answer(server, NULL, 400, "", "{\"code\":40060,\"message\":\"already acknowledged\"}");
    int64_t begin = loop_now(loop);
    answer_press("press", "70", begin + 2800);
    loop_step(loop, 2000);
    expect("press DONE 400 40060\n");
    assert_true(sent_at(1) - begin < 2500);
}

static void conformance_49_40060_after_a_connection_that_died_is_success(void **state)
{
    (void)state;
    answer_press("first", "70", 0);
    loop_step(loop, 0);
    http_script_cut(server, NULL, "");
    http_script_answer(server, NULL, 400, "", "{\"code\":40060,\"message\":\"already acknowledged\"}");
    answer_press("press", "71", loop_now(loop) + 2800); /* on the connection of the first */
    loop_step(loop, 2000);
    expect("first DONE 200 0\npress DONE 400 40060\n");
    assert_int_equal(http_script_heard(server, 1)->connection, http_script_heard(server, 0)->connection);
}

static void conformance_49_40060_at_the_first_try_is_a_refusal(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 400, "", "{\"code\":40060,\"message\":\"already acknowledged\"}");
    answer_press("press", "70", 0);
    loop_step(loop, 2000);
    expect("press REFUSED 400 40060\n");
}

static void conformance_49_10062_is_not_tried_again(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 404, "", "{\"code\":10062,\"message\":\"Unknown interaction\"}");
    answer_press("press", "70", 0);
    loop_step(loop, 10000);
    expect("press REFUSED 404 10062\n");
    ask("follow", &(struct rest_request){.lane = REST_PERSON,
                                         .method = "POST",
                                         .route = follow_up,
                                         .ids = {"901", interaction},
                                         .is_token_route = true});
    loop_step(loop, 10000);
    expect("follow REFUSED 404 10062\n"); /* "a 404 on a webhook: never call it again" */
    expect_sent(1);
}

static void conformance_48_callbacks_do_not_wait_behind_hanging_requests(void **state)
{
    (void)state;
    static char channels[40][8];
    for (int i = 0; i < 40; i++) {
        snprintf(channels[i], sizeof channels[i], "%d", i + 1);
        http_script_bytes(server, "/channels/", "");
        edit(channels[i], channels[i], "60");
    }
    loop_step(loop, 100);
    answer_press("press", "70", loop_now(loop) + 2800);
    loop_step(loop, 0);
    expect("press DONE 200 0\n");
}

static void conformance_54_nothing_goes_out_after_its_deadline(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 200, "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 10\r\n", "{}");
    struct rest_request request = {.lane = REST_PERSON,
                                   .method = "POST",
                                   .route = follow_up,
                                   .ids = {"901", interaction},
                                   .is_token_route = true,
                                   .deadline = loop_now(loop) + 5000};
    ask("a", &request);
    ask("b", &request);
    loop_step(loop, 5000);
    expect("a DONE 200 0\n");
    loop_step(loop, 1);
    expect("b DROPPED 0 0\n");
    loop_step(loop, 20000);
    expect_sent(1);
}

static void what_may_have_had_its_effect_is_not_called_dropped(void **state)
{
    (void)state;
    http_script_answer(server, NULL, 500, "", "{}");
    ask("a", &(struct rest_request){.lane = REST_TABLE,
                                    .method = "PATCH",
                                    .route = message,
                                    .ids = {"50", "60"},
                                    .deadline = loop_now(loop) + 100});
    loop_step(loop, 5000);
    expect("a FAILED 0 0\n");
    expect_sent(1);
}

/* --- taking back --- */

static void conformance_43_a_newer_board_takes_the_place_of_one_that_waits(void **state)
{
    (void)state;
    static const char limited[] = "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 5\r\n";
    http_script_answer(server, NULL, 200, limited, "{}");
    edit("first", "50", "60");
    loop_step(loop, 0);
    uint64_t board = edit("board", "50", "60");
    for (int i = 2; i <= 20; i++) {
        char text[16];
        snprintf(text, sizeof text, "state %d", i);
        loop_step(loop, 100);
        assert_true(rest_replace(rest, board, content(text)));
    }
    loop_step(loop, 10000);
    expect("first DONE 200 0\nboard DONE 200 0\n");
    expect_sent(2);
    assert_string_equal(text_of(1), "state 20");
    json_t *late = content("late");
    assert_false(rest_replace(rest, board, late));
    json_decref(late);
}

static void an_edit_that_has_to_go_again_can_be_replaced_a_post_cannot(void **state)
{
    (void)state;
    http_script_answer(server, "PATCH", 500, "", "{}");
    http_script_answer(server, "POST", 500, "", "{}");
    uint64_t board = edit("board", "50", "60"), news = post("news", "51");
    loop_step(loop, 100);
    json_t *newer = content("newer");
    assert_true(rest_replace(rest, board, json_incref(newer)));
    assert_false(rest_replace(rest, news, newer));
    json_decref(newer);
    assert_false(rest_cancel(rest, news));
    loop_step(loop, 5000);
    assert_int_equal(rest_count(rest), 0);
    expect_sent(4);
    for (int i = 2; i < 4; i++)
        assert_string_equal(text_of(i), strstr(http_script_heard(server, i)->head, "PATCH") ? "newer" : "news");
}

static void what_has_not_gone_out_can_be_cancelled(void **state)
{
    (void)state;
    uint64_t a = post("a", "50"), b = post("b", "50");
    assert_true(rest_cancel(rest, b));
    assert_false(rest_cancel(rest, b));
    expect(""); /* told later */
    assert_int_equal(rest_count(rest), 2);
    loop_step(loop, 0);
    assert_non_null(strstr(story, "b DROPPED 0 0\n"));
    assert_false(rest_cancel(rest, a));
    assert_false(rest_cancel(rest, 99));
    assert_int_equal(rest_count(rest), 0);
    expect_sent(1);
}

static void send_one_more(void *arg, const struct rest_answer *answer)
{
    told("first", answer);
    post(arg, "50");
}

static void free_rest(void *arg, const struct rest_answer *answer)
{
    told(arg, answer);
    rest_free(rest);
    rest = NULL;
}

static void done_may_send_and_may_free(void **state)
{
    (void)state;
    struct rest_request request = {
        .lane = REST_TABLE, .method = "GET", .route = "/gateway", .done = send_one_more, .arg = (void *)"second"};
    rest_send(rest, &request);
    loop_step(loop, 0);
    expect("first DONE 200 0\nsecond DONE 200 0\n");
    request.done = free_rest;
    request.arg = (void *)"last";
    post("never told", "50");
    rest_send(rest, &request);
    http_script_bytes(server, "/channels/", "");
    loop_step(loop, 0);
    expect("last DONE 200 0\n");
}

#define test(name) cmocka_unit_test_setup_teardown(name, open_all, close_all)

int main(void)
{
    const struct CMUnitTest tests[] = {
        test(conformance_29_every_request_says_who_it_is_from),
        test(conformance_29_a_token_route_carries_no_authorization),
        test(conformance_29_no_content_type_without_a_body),
        test(conformance_29_a_redirect_is_not_followed),
        test(an_id_cannot_become_another_part_of_the_url),
        test(plain_http_is_for_loopback_only),
        test(conformance_40_nothing_pings_whom_nobody_named),
        test(conformance_30_an_empty_bucket_waits_and_others_go_on),
        test(conformance_31_a_429_is_waited_out_in_order),
        test(conformance_31_nothing_is_lost_or_doubled_under_many_429s),
        test(conformance_31_an_edit_that_is_held_by_itself_lets_posts_pass),
        test(conformance_32_a_global_429_lets_callbacks_pass_only),
        test(conformance_33_a_page_stops_everything_for_ten_minutes),
        test(conformance_33_a_shared_429_is_waited_out),
        test(conformance_34_a_bucket_that_changes_its_name_is_followed),
        test(conformance_35_never_more_than_fifty_in_a_second),
        test(conformance_35_callbacks_overtake_what_waits),
        test(conformance_35_lanes_go_out_in_their_order),
        test(conformance_36_a_storm_of_refusals_stops_us),
        test(conformance_37_a_dead_token_stops_everything),
        test(conformance_37_an_expired_interaction_costs_its_own_token_only),
        test(conformance_38_45_what_is_forbidden_is_not_tried_again),
        test(a_refused_form_is_explained_in_the_log_without_what_stood_in_it),
        test(conformance_66_an_error_that_quotes_a_token_is_withheld),
        test(conformance_39_a_5xx_is_tried_again_with_the_same_body),
        test(conformance_39_a_lost_answer_is_asked_for_again),
        test(a_503_that_asks_for_time_gets_it_within_reason),
        test(conformance_39_five_tries_and_no_more),
        test(conformance_39_nothing_goes_again_when_its_nonce_is_forgotten),
        test(a_server_that_hangs_is_left_in_time),
        test(what_may_go_once_goes_once),
        test(what_may_go_once_goes_once_on_a_kept_connection_too),
        test(what_may_go_once_is_tried_again_if_nobody_answers_there),
        test(an_answer_without_end_is_not_read_to_its_end),
        test(conformance_48_49_a_lost_callback_is_repeated_at_once_and_40060_is_success),
        test(conformance_49_40060_after_a_connection_that_died_is_success),
        test(conformance_49_40060_at_the_first_try_is_a_refusal),
        test(conformance_49_10062_is_not_tried_again),
        test(conformance_48_callbacks_do_not_wait_behind_hanging_requests),
        test(conformance_54_nothing_goes_out_after_its_deadline),
        test(what_may_have_had_its_effect_is_not_called_dropped),
        test(conformance_43_a_newer_board_takes_the_place_of_one_that_waits),
        test(an_edit_that_has_to_go_again_can_be_replaced_a_post_cannot),
        test(what_has_not_gone_out_can_be_cancelled),
        test(done_may_send_and_may_free),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
