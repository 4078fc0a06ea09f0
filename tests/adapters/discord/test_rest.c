/* REST against a scripted server, byte for byte, under the virtual clock: what goes out, when,
   how often, and what the caller is told. The numbers in the names are those of the conformance
   list for Discord bots that the tests of the adapter follow. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "http.h"
#include "loop.h"
#include "rest/rest_bench.h"
#include "testing.h"
#include "text.h"

/* --- what a request looks like --- */

static test_case(conformance_29_every_request_says_who_it_is_from)
{
    post("hello", "50");
    loop_step(loop, 0);
    expect("hello DONE 200 0\n");
    const struct http_heard *heard = http_script_heard(server, 0);
    assert_int_equal(strncmp(heard->head, "POST /api/channels/50/messages HTTP/1.1\r\n", 41), 0);
    assert_true(
        has_line(heard->head, "User-Agent: DiscordBot (https://example.org/tabletalk, 0.1.0)"));
    assert_true(has_line(heard->head, "Content-Type: application/json"));
    assert_true(has_line(heard->head, "Authorization: Bot MTIzNDU2Nzg5.bot-token.secret"));
    assert_null(strcasestr(heard->head, "\r\nExpect"));
    assert_string_equal(heard->body, "{\"content\":\"hello\",\"allowed_mentions\":{\"parse\":[]}}");
}

static test_case(conformance_29_a_token_route_carries_no_authorization)
{
    http_script_answer(server, NULL, 204, "", "");
    answer_press("press", "70", 0);
    loop_step(loop, 0);
    expect("press DONE 204 0\n");
    assert_null(strcasestr(http_script_heard(server, 0)->head, "\r\nAuthorization"));
}

static test_case(conformance_29_no_content_type_without_a_body)
{
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

static test_case(conformance_29_a_redirect_is_not_followed)
{
    char location[128];
    snprintf(location, sizeof location, "Location: %s/elsewhere\r\n", http_script_base(server));
    http_script_answer(server, NULL, 302, location, "");
    post("hello", "50");
    loop_step(loop, 60000);
    expect("hello REFUSED 302 0\n");
    expect_sent(1);
}

static test_case(an_id_cannot_become_another_part_of_the_url)
{
    ask("odd", &(struct rest_request){.method = "PUT",
                                      .lane = REST_TABLE,
                                      .route = "/channels/{}/messages/{}/reactions/{}/@me",
                                      .ids = {"../7", "a/b?c#d%", "\xe2\x9d\xa4:1"}});
    loop_step(loop, 0);
    expect("odd DONE 200 0\n");
    assert_non_null(strstr(
        http_script_heard(server, 0)->head,
        "PUT /api/channels/%2E%2E%2F7/messages/a%2Fb%3Fc%23d%25/reactions/%E2%9D%A4%3A1/@me HTTP"));
}

static test_case(plain_http_is_for_loopback_only)
{
    assert_null(http_refuse_base("https://discord.com/api/v10"));
    assert_null(http_refuse_base("http://127.0.0.1:8080/api"));
    assert_null(http_refuse_base("http://[::1]:8080/api"));
    assert_null(http_refuse_base("http://localhost/api"));
    assert_non_null(http_refuse_base("http://discord.com/api/v10"));
    assert_non_null(http_refuse_base("http://127.0.0.1.example.org/api"));
    assert_non_null(http_refuse_base("http://localhost@example.org/api"));
    assert_non_null(http_refuse_base("https://me:pass@example.org/api"));
    assert_non_null(http_refuse_base("https://example.org/api?x=1"));
    assert_non_null(http_refuse_base("ftp://example.org/api"));
    assert_non_null(http_refuse_base("discord"));
    assert_non_null(http_refuse_base(""));
}

static test_case(conformance_40_nothing_pings_whom_nobody_named)
{
    static const struct {
        const char *asked, *sent;
    } rows[] = {
        {"{'content':'@everyone'}", "{'content':'@everyone','allowed_mentions':{'parse':[]}}"},
        {"{'embeds':[],'allowed_mentions':null}", "{'embeds':[],'allowed_mentions':{'parse':[]}}"},
        {"{'content':'<@7>','allowed_mentions':{'parse':['everyone'],'users':['7'],'roles':['1']}}",
         "{'content':'<@7>','allowed_mentions':{'parse':[],'users':['7']}}"},
        {"{'type':4,'data':{'content':'x'}}",
         "{'type':4,'data':{'content':'x','allowed_mentions':{'parse':[]}}}"},
        {"{'type':7,'data':{'components':[]}}",
         "{'type':7,'data':{'components':[],'allowed_mentions':{'parse':[]}}}"},
        {"{'type':9,'data':{'components':[],'title':'x'}}",
         "{'type':9,'data':{'components':[],'title':'x'}}"},
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
    loop_step(loop, 1000);
    for (int i = 0; i < ROWS; i++) {
        char text[256];
        snprintf(text, sizeof text, "%s", http_script_heard(server, i)->body);
        for (char *quote; (quote = strchr(text, '"')) != NULL;)
            *quote = '\'';
        assert_string_equal(text, rows[i].sent);
    }
}

/* --- limits --- */

static test_case(conformance_30_an_empty_bucket_waits_and_others_go_on)
{
    http_script_answer(
        server, "/50/", 200,
        "X-RateLimit-Bucket: b\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 2.5\r\n",
        "{}");
    post("a", "50");
    post("b", "50");
    post("c", "51");
    loop_step(loop, 2499);
    expect("a DONE 200 0\nc DONE 200 0\n");
    loop_step(loop, 101);
    expect("b DONE 200 0\n");
}

static test_case(conformance_31_a_429_is_waited_out_in_order)
{
    http_script_answer(server, "POST", 429, "X-RateLimit-Scope: user\r\nRetry-After: 4\r\n",
                       "{\"retry_after\":3.2}");
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

static test_case(conformance_31_nothing_is_lost_or_doubled_under_many_429s)
{
    static char names[20][8];
    for (int i = 0; i < 12; i++)
        http_script_answer(server, NULL, i % 3 ? 429 : 200, "X-RateLimit-Scope: user\r\n",
                           "{\"retry_after\":0.7}");
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

static test_case(conformance_31_an_edit_that_is_held_by_itself_lets_posts_pass)
{
    static const char same[] = "X-RateLimit-Bucket: b\r\nX-RateLimit-Remaining: 4\r\n";
    http_script_answer(server, "POST", 200, same, "{}");
    http_script_answer(server, "PATCH", 429,
                       "X-RateLimit-Bucket: b\r\nX-RateLimit-Remaining: 3\r\n",
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

static test_case(conformance_32_a_global_429_lets_callbacks_pass_only)
{
    http_script_answer(server, "/50/", 429,
                       "X-RateLimit-Global: true\r\nX-RateLimit-Scope: global\r\n",
                       "{\"retry_after\":5,\"global\":true}");
    post("a", "50");
    loop_step(loop, 0);
    post("b", "51");
    ask("follow", &(struct rest_request){.lane = REST_PERSON,
                                         .method = "POST",
                                         .route = follow_up,
                                         .ids = {"901", interaction},
                                         .body = content("x")});
    answer_press("press", "70", 0);
    loop_step(loop, 4999);
    expect("press DONE 200 0\n");
    loop_step(loop, 1000);
    expect("follow DONE 200 0\na DONE 200 0\nb DONE 200 0\n");
}

static test_case(conformance_33_a_page_stops_everything_for_ten_minutes)
{
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

static test_case(conformance_33_a_shared_429_is_waited_out)
{
    for (int i = 0; i < 30; i++)
        http_script_answer(server, NULL, 429, "X-RateLimit-Scope: shared\r\n",
                           "{\"retry_after\":0.1}");
    post("a", "50");
    loop_step(loop, 30 * 60000);
    expect("a DONE 200 0\n");
    expect_sent(31);
}

static test_case(conformance_34_a_bucket_that_changes_its_name_is_followed)
{
    static const char one[] =
        "X-RateLimit-Bucket: one\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 1\r\n";
    static const char two[] =
        "X-RateLimit-Bucket: two\r\nX-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 4\r\n";
    for (int i = 0; i < 6; i++)
        http_script_answer(server, NULL, 200, i % 2 ? two : one, "{}");
    for (int i = 0; i < 6; i++)
        post("a", "50");
    loop_step(loop, 20000);
    expect_sent(6);
    for (int i = 1; i < 6; i++)
        assert_true(sent_at(i) - sent_at(i - 1) >= (i % 2 ? 1000 : 4000));
}

static test_case(conformance_35_never_more_than_fifty_in_a_second)
{
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

static test_case(conformance_35_callbacks_overtake_what_waits)
{
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

static test_case(conformance_35_lanes_go_out_in_their_order)
{
    http_script_answer(server, NULL, 200,
                       "X-RateLimit-Remaining: 0\r\nX-RateLimit-Reset-After: 1\r\n", "{}");
    struct rest_request request = {
        .lane = REST_BACKGROUND, .method = "POST", .route = messages, .ids = {"50"}};
    post("first", "50");
    loop_step(loop, 0);
    ask("upkeep", &request);
    post("board", "50");
    request.lane = REST_PERSON;
    ask("hand", &request);
    loop_step(loop, 2000);
    expect("first DONE 200 0\nhand DONE 200 0\nboard DONE 200 0\nupkeep DONE 200 0\n");
}

/* The server refuses everything; it has answers for `count` more requests. */
static void refuse(int count)
{
    while (count-- > 0)
        http_script_answer(server, NULL, 403, "",
                           "{\"code\":50001,\"message\":\"Missing Access\"}");
}

static bool status_says(const char *what)
{
    char bytes[512];
    struct text text = text_over(bytes, sizeof bytes);
    rest_status(rest, &text);
    return strstr(bytes, what) != NULL;
}

static test_case(conformance_36_a_storm_of_refusals_pauses_and_goes_on)
{
    static char channels[1200][8];
    refuse(1100);
    for (int i = 0; i < 1200; i++) {
        snprintf(channels[i], sizeof channels[i], "%d", i + 1);
        post("x", channels[i]);
    }
    loop_step(loop, 60000);
    assert_in_range(http_script_count(server), 1000, 1040); /* what was under way came on top */
    int count = http_script_count(server);
    assert_true(status_says("all_paused_s="));
    post("later", "5000");
    answer_press("press", "70", 0);
    loop_step(loop, 0);
    assert_null(strstr(story, "later"));
    assert_non_null(strstr(story, "press "));
    loop_step(loop, 600000);
    assert_true(http_script_count(server) >= count + 2);
    loop_step(loop, 3600000);
    assert_int_equal(rest_count(rest), 0);
    assert_non_null(strstr(story, "later DONE"));
}

static const char *guild_of(void *arg, const char *channel)
{
    (void)arg;
    return channel[0] == '1' ? "41" : channel[0] == '2' ? "42" : "";
}

static bool knows_guild;

static const char *guild_known_later(void *arg, const char *channel)
{
    (void)arg, (void)channel;
    return knows_guild ? "41" : "";
}

/* Law 10: one guild cannot stop another. */
static test_case(conformance_36_a_guild_that_refuses_pauses_alone)
{
    static char channels[100][8];
    rest_free(rest);
    rest = new_rest_with(http_script_base(server), guild_of);
    refuse(40);
    for (int i = 0; i < 100; i++) {
        snprintf(channels[i], sizeof channels[i], "1%03d", i);
        post("x", channels[i]);
    }
    loop_step(loop, 60000);
    int refused = http_script_count(server);
    /* its share, and what was under way when that was used up */
    assert_in_range(refused, 20, 20 + 16);
    http_script_forgive(server);
    post("same guild", "1999");
    post("other guild", "2000");
    post("a private channel", "3000");
    loop_step(loop, 1000);
    assert_null(strstr(story, "same guild"));
    assert_true(status_says("paused_server=41\n"));
    assert_false(status_says("all_paused_s="));
    assert_non_null(strstr(story, "other guild DONE"));
    assert_non_null(strstr(story, "a private channel DONE"));
    loop_step(loop, 600000);
    assert_non_null(strstr(story, "same guild DONE"));
    assert_int_equal(rest_count(rest), 0);
}

/* Law 10: what waits for one guild is bounded, and pushes nobody else's out. */
static test_case(what_waits_for_one_guild_is_bounded)
{
    rest_free(rest);
    rest = new_rest_with(http_script_base(server), guild_of);
    post("first", "3000"); /* curl then knows how the server speaks, and waits for nobody */
    loop_step(loop, 1000);
    http_script_bytes(server, NULL, "");
    for (int i = 0; i < REST_SHARE + 10; i++)
        post("x", "1000");
    post("other", "2000");
    loop_step(loop, 1000);
    assert_int_equal(rest_count(rest), REST_SHARE);
    assert_non_null(strstr(story, "x DROPPED 0 0\n"));
    assert_non_null(strstr(story, "other DONE"));
}

/* Law 10: nobody waits behind what all the rooms of one guild want to say, and that guild goes
   on, too. */
static test_case(one_guild_that_says_much_is_not_before_others)
{
    enum { ROOMS = 100, EACH = 4 };
    static char channels[ROOMS][8];
    rest_free(rest);
    rest = new_rest_with(http_script_base(server), guild_of);
    for (int i = 0; i < ROOMS * EACH; i++) {
        snprintf(channels[i % ROOMS], sizeof channels[0], "1%03d", i % ROOMS);
        post(i == ROOMS * EACH - 1 ? "last" : "x", channels[i % ROOMS]);
    }
    loop_step(loop, 500);
    post("other", "2000");
    post("another", "2001");
    post("private", "3000");
    loop_step(loop, 1000);
    assert_non_null(strstr(story, "other DONE"));
    assert_non_null(strstr(story, "another DONE"));
    assert_non_null(strstr(story, "private DONE"));
    assert_null(strstr(story, "last DONE"));
    for (int i = 0; i < 40; i++) { /* others come all the time */
        post("more", "2002");
        loop_step(loop, 500);
    }
    assert_non_null(strstr(story, "last DONE"));
    assert_int_equal(rest_count(rest), 0);
}

/* In a room everything keeps its order, no matter who pays: its guild is known from the third
   on. */
static test_case(a_room_keeps_its_order_when_its_payer_changes)
{
    knows_guild = false;
    rest_free(rest);
    rest = new_rest_with(http_script_base(server), guild_known_later);
    post("1", "1000");
    post("2", "1000");
    post("3", "1000");
    knows_guild = true;
    post("4", "1000");
    post("5", "1000");
    loop_step(loop, 60000);
    expect("1 DONE 200 0\n2 DONE 200 0\n3 DONE 200 0\n4 DONE 200 0\n5 DONE 200 0\n");
}

/* Megabytes that parse into little, and crafted ones that would not: neither takes a turn of the
   loop for itself alone. */
static test_case(large_answers_are_sieved_and_bounded)
{
    enum { LARGE = 6 * 1024 * 1024 };
    char *body = malloc(LARGE + 64);
    for (int crafted = 0; crafted < 2; crafted++) {
        size_t length =
            (size_t)sprintf(body, crafted ? "{\"id\":\"7\",\"x\":[" : "{\"id\":\"7\",\"embeds\":[");
        while (length < LARGE)
            length += (size_t)sprintf(body + length, "{},");
        sprintf(body + length, "{}]}");
        for (int i = 0; i < (crafted ? 5 : 3); i++)
            http_script_answer(server, NULL, 200, "", body);
        story[0] = '\0';
        for (int i = 0; i < (crafted ? 1 : 3); i++)
            ask("a",
                &(struct rest_request){
                    .lane = REST_TABLE, .method = "GET", .route = message, .ids = {"50", "60"}});
        loop_step(loop, 60000);
        expect(crafted ? "a FAILED 200 0\n" : "a DONE 200 0\na DONE 200 0\na DONE 200 0\n");
    }
    free(body);
}

static test_case(who_is_told_to_wait_again_and_again_gives_up)
{
    for (int i = 0; i < 100; i++)
        http_script_answer(server, NULL, 429, "X-RateLimit-Scope: shared\r\n",
                           "{\"retry_after\": 1.0}");
    post("a", "50");
    loop_step(loop, 10000);
    assert_in_range(http_script_count(server), 9, 12); /* ever more slowly */
    loop_step(loop, 40 * 60000);
    expect("a FAILED 429 0\n");
    expect_sent(40);
}

/* --- refusals --- */

static void conformance_37_a_dead_token_rests_until_it_is_woken(void **state)
{
    static const struct {
        int status, code;
        /* the last is another server's */
    } rows[] = {{401, 0}, {401, 40001}, {401, 50014}, {400, 40001}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        char body[64];
        snprintf(body, sizeof body, "{\"message\":\"401: Unauthorized\",\"code\":%d}",
                 rows[i].code);
        http_script_answer(server, NULL, rows[i].status, "", body);
        post("a", "50");
        post("b", "50");
        loop_step(loop, 7200000);
        assert_int_equal(strncmp(story, "DIED ", 5), 0);
        assert_int_equal(rest_count(rest), 2);
        expect_sent(1);
        answer_press("press", "70", 0); /* needs no token of ours */
        loop_step(loop, 0);
        assert_non_null(strstr(story, "press DONE"));
        story[0] = '\0';
        http_script_answer(server, NULL, rows[i].status, "", body);
        rest_wake(rest, "wrong.again");
        loop_step(loop, 7200000);
        assert_int_equal(strncmp(story, "DIED ", 5), 0);
        story[0] = '\0';
        rest_wake(rest, "another.token");
        loop_step(loop, 0);
        expect("a DONE 200 0\nb DONE 200 0\n");
        assert_true(has_line(http_script_heard(server, http_script_count(server) - 1)->head,
                             "Authorization: Bot another.token"));
        assert_int_equal(close_all(state), 0);
        assert_int_equal(open_all(state), 0);
    }
}

static test_case(conformance_37_an_expired_interaction_costs_its_own_token_only)
{
    http_script_answer(server, NULL, 401, "",
                       "{\"message\":\"Invalid Webhook Token\",\"code\":50027}");
    struct rest_request request = {
        .lane = REST_PERSON, .method = "POST", .route = follow_up, .ids = {"901", interaction}};
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

static test_case(conformance_38_45_what_is_forbidden_is_not_tried_again)
{
    http_script_answer(server, NULL, 403, "",
                       "{\"message\":\"Missing Permissions\",\"code\":50013}");
    http_script_answer(server, NULL, 403, "",
                       "{\"message\":\"Cannot send messages to this user\",\"code\":50007}");
    http_script_answer(server, NULL, 403, "",
                       "{\"message\":\"opening direct messages too fast\",\"code\":40003}");
    http_script_answer(server, NULL, 404, "",
                       "{\"message\":\"Unknown Message\",\"code\":\"10008\"}");
    http_script_answer(server, NULL, 400, "", "not JSON");
    http_script_answer(server, NULL, 429, "",
                       "{\"message\":\"x\",\"code\":30046,\"retry_after\":3}");
    for (int i = 0; i < 6; i++)
        edit("a", "50", "60");
    loop_step(loop, 100000);
    expect(
        "a REFUSED 403 50013\na REFUSED 403 50007\na REFUSED 403 40003\na REFUSED 404 10008\na REFUSED 400 0\na REFUSED 429 30046\n");
    expect_sent(6);
}

static test_case(a_refused_form_is_explained_in_the_log_without_what_stood_in_it)
{
    http_script_answer(
        server, NULL, 400, "",
        "{\"code\":50035,\"message\":\"Invalid Form Body\",\"errors\":{\"components\":{\"0\":{\"label\":"
        "{\"_errors\":[{\"code\":\"BASE_TYPE_MAX_LENGTH\",\"message\":\"the red queen is too long\"}]}}}}}");
    post("a", "50");
    loop_step(loop, 0);
    expect("a REFUSED 400 50035\n");
    assert_non_null(
        strstr(log_text(), "Invalid Form Body (components.0.label: BASE_TYPE_MAX_LENGTH)"));
    assert_null(strstr(log_text(), "queen"));
}

static test_case(conformance_66_an_error_that_quotes_a_token_is_withheld)
{
    char body[256];
    snprintf(body, sizeof body, "{\"code\":0,\"message\":\"No such path: /webhooks/901/%s\"}",
             interaction);
    http_script_answer(server, NULL, 404, "", body);
    ask("a", &(struct rest_request){.lane = REST_PERSON,
                                    .method = "POST",
                                    .route = follow_up,
                                    .ids = {"901", interaction}});
    loop_step(loop, 0);
    expect("a REFUSED 404 0\n");
    assert_non_null(strstr(log_text(), "withheld"));
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
        test(conformance_36_a_storm_of_refusals_pauses_and_goes_on),
        test(conformance_36_a_guild_that_refuses_pauses_alone),
        test(what_waits_for_one_guild_is_bounded),
        test(one_guild_that_says_much_is_not_before_others),
        test(a_room_keeps_its_order_when_its_payer_changes),
        test(large_answers_are_sieved_and_bounded),
        test(who_is_told_to_wait_again_and_again_gives_up),
        test(conformance_37_a_dead_token_rests_until_it_is_woken),
        test(conformance_37_an_expired_interaction_costs_its_own_token_only),
        test(conformance_38_45_what_is_forbidden_is_not_tried_again),
        test(a_refused_form_is_explained_in_the_log_without_what_stood_in_it),
        test(conformance_66_an_error_that_quotes_a_token_is_withheld),
    };
    return cmocka_run_group_tests_name("requests", tests, NULL, NULL) + run_retry_tests() +
           run_extra_tests();
}
