/* REST against the stand-in for Discord, which enforces what Discord enforces: hours of talk at
   once, with every fault it knows thrown in. Whatever happens, no limit is ever run into, every
   message stands there once, and in order. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "log.h"
#include "loop.h"
#include "rest.h"
#include "standin.h"
#include "testing.h"
#include "tls_server.h"

enum { CHANNELS = 6, MESSAGES = 60 };

static struct loop *loop;
static struct standin *discord;
static struct rest *rest;
static uint64_t channels[CHANNELS], boards[CHANNELS];
static int done, failed;
static unsigned dice;

static int roll(int sides)
{
    dice = dice * 1103515245u + 12345u;
    return (int)((dice >> 16) % (unsigned)sides);
}

static void on_death(void *arg, const char *why)
{
    (void)arg, (void)why;
}

static void open_all(const struct standin_options *options, const char *ca_file)
{
    loop = loop_new(LOOP_VIRTUAL);
    log_setup(LOG_ERROR, STDERR_FILENO);
    discord = standin_new(loop, options);
    uint64_t guild = standin_guild(discord, "Club");
    for (int i = 0; i < CHANNELS; i++)
        channels[i] = standin_channel(discord, guild, "games");
    char base[128];
    const char *port = strrchr(standin_rest_url(discord), ':');
    /* as its certificate says */
    snprintf(base, sizeof base, "%s://localhost%s", ca_file ? "https" : "http", port);
    struct rest_setup setup = {.loop = loop,
                               .base = base,
                               .ca_file = ca_file,
                               .token = STANDIN_TOKEN,
                               .user_agent = "DiscordBot (https://example.org/tabletalk, 0.1.0)",
                               .token_died = on_death};
    rest = rest_new(&setup);
    done = failed = 0;
}

static void close_all(void)
{
    rest_free(rest);
    standin_free(discord);
    loop_free(loop);
    log_setup(LOG_INFO, STDERR_FILENO);
}

static void on_done(void *arg, const struct rest_answer *answer)
{
    done++;
    failed += answer->outcome != REST_DONE;
    if (arg && answer->outcome == REST_DONE)
        *(uint64_t *)arg =
            strtoull(json_string_value(json_object_get(answer->body, "id")), NULL, 10);
}

static char *id_of(uint64_t id)
{
    static char texts[8][24];
    static int next;
    char *text = texts[next++ % 8];
    snprintf(text, sizeof texts[0], "%" PRIu64, id);
    return text;
}

static void post(int channel, int number)
{
    char text[32];
    snprintf(text, sizeof text, "c%d n%d", channel, number);
    rest_send(rest, &(struct rest_request){.lane = REST_TABLE,
                                           .method = "POST",
                                           .route = "/channels/{}/messages",
                                           .ids = {id_of(channels[channel])},
                                           .body = json_pack("{s:s, s:s, s:b}", "content", text,
                                                             "nonce", text, "enforce_nonce", 1),
                                           .is_repeatable = true,
                                           .done = on_done,
                                           .arg = number == 0 ? &boards[channel] : NULL});
}

static void edit_board(int channel, int number)
{
    char text[32];
    snprintf(text, sizeof text, "c%d n0 edited %d", channel, number);
    rest_send(rest,
              &(struct rest_request){.lane = REST_TABLE,
                                     .method = "PATCH",
                                     .route = "/channels/{}/messages/{}",
                                     .ids = {id_of(channels[channel]), id_of(boards[channel])},
                                     .body = json_pack("{s:s}", "content", text),
                                     .done = on_done});
}

/* Every message of the channel stands there once, and in the order in which it was sent. */
static void expect_each_once(int channel)
{
    const struct standin_message *list[MESSAGES + 1];
    int count = standin_messages(discord, channels[channel], STANDIN_EVERYONE, list, MESSAGES + 1);
    if (count != MESSAGES)
        fail_msg("channel %d holds %d messages instead of %d", channel, count, MESSAGES);
    for (int i = 1; i < MESSAGES; i++) {
        char text[32];
        snprintf(text, sizeof text, "c%d n%d", channel, i);
        assert_string_equal(standin_content(list[i]), text);
    }
}

static void throw_in(void)
{
    static const struct standin_fault faults[] = {
        {.kind = STANDIN_FAULT_USER, .ms = 2300},
        {.kind = STANDIN_FAULT_SHARED, .ms = 700},
        {.kind = STANDIN_FAULT_STATUS, .status = 502},
        {.kind = STANDIN_FAULT_STATUS_AFTER, .status = 500},
        {.kind = STANDIN_FAULT_CLOSE},
        {.kind = STANDIN_FAULT_CLOSE_AFTER},
        {.kind = STANDIN_FAULT_TRUNCATED},
        {.kind = STANDIN_FAULT_BROKEN_JSON},
        {.kind = STANDIN_FAULT_SLOW, .ms = 9000},
        {.kind = STANDIN_FAULT_SLOW, .ms = 20000},
        {.kind = STANDIN_FAULT_SLOW_BEFORE, .ms = 3000},
    };
    struct standin_fault fault = faults[roll(sizeof faults / sizeof *faults)];
    fault.skip = roll(4);
    standin_fault(discord, &fault);
    if (roll(10) == 0)
        standin_rename_buckets(discord);
}

static void storm(unsigned seed, bool has_faults, bool is_tls)
{
    struct standin_options tls = {.cert = certs_path("good.pem"), .key = certs_path("good.key")};
    open_all(is_tls ? &tls : NULL, is_tls ? certs_path("ca.pem") : NULL);
    dice = seed;
    for (int channel = 0; channel < CHANNELS; channel++)
        post(channel, 0);
    loop_step(loop, 1000);
    int asked = CHANNELS;
    for (int number = 1; number < MESSAGES; number++) {
        for (int channel = 0; channel < CHANNELS; channel++, asked++)
            post(channel, number);
        for (int edits = roll(4); edits > 0; edits--, asked++)
            edit_board(roll(CHANNELS), number);
        if (has_faults && roll(3) == 0)
            throw_in();
        loop_step(loop, roll(3000));
    }
    for (int minutes = 0; minutes < 60 && rest_count(rest); minutes++)
        loop_step(loop, 60000);
    if (standin_violations(discord) || failed || done != asked)
        fail_msg("seed %u: %d of %d done, %d failed, violations:\n%s", seed, done, asked, failed,
                 standin_violation_text(discord));
    for (int channel = 0; channel < CHANNELS; channel++)
        expect_each_once(channel);
    close_all();
}

static test_case(conformance_30_31_35_no_limit_is_run_into)
{
    storm(1, false, false);
}

static test_case(conformance_31_34_39_every_message_stands_there_once_whatever_happens)
{
    for (unsigned seed = 1; seed <= 8; seed++)
        storm(seed, true, false);
}

static test_case(the_same_over_tls)
{
    storm(1, true, true);
}

/* --- interactions --- */

static void post_button(void)
{
    json_t *button = json_pack("{s:i, s:[{s:i, s:i, s:s, s:s}]}", "type", 1, "components", "type",
                               2, "style", 1, "label", "My hand", "custom_id", "hand");
    rest_send(rest, &(struct rest_request){
                        .lane = REST_TABLE,
                        .method = "POST",
                        .route = "/channels/{}/messages",
                        .ids = {id_of(channels[0])},
                        .body = json_pack("{s:s, s:[o]}", "content", "board", "components", button),
                        .done = on_done,
                        .arg = &boards[0]});
    loop_step(loop, 0);
    assert_true(boards[0] != 0);
}

/* The press is answered privately, at the latest when its three seconds are over. */
static uint64_t press(uint64_t user)
{
    uint64_t id = standin_press(discord, user, boards[0], "hand");
    assert_true(id != 0);
    rest_send(rest,
              &(struct rest_request){.lane = REST_CALLBACK,
                                     .method = "POST",
                                     .route = "/interactions/{}/{}/callback",
                                     .ids = {id_of(id), standin_interaction(discord, id)->token},
                                     .body = json_pack("{s:i, s:{s:s, s:i}}", "type", 4, "data",
                                                       "content", "your hand", "flags", 64),
                                     .deadline = loop_now(loop) + 2900,
                                     .done = on_done});
    return id;
}

static test_case(conformance_48_49_a_press_is_answered_once_and_in_time)
{
    static const struct standin_fault faults[] = {
        {.kind = STANDIN_FAULT_STATUS, .status = 503},
        {.kind = STANDIN_FAULT_STATUS_AFTER, .status = 500},
        {.kind = STANDIN_FAULT_CLOSE},
        {.kind = STANDIN_FAULT_CLOSE_AFTER},
        {.kind = STANDIN_FAULT_SLOW, .ms = 5000},
    };
    enum { FAULTS = sizeof faults / sizeof *faults };
    open_all(NULL, NULL);
    uint64_t ann = standin_user(discord, "ann", "Ann");
    post_button();
    done = 0;
    for (int i = 0; i < 4 * FAULTS; i++) {
        struct standin_fault fault = faults[i % FAULTS];
        fault.route = "POST /interactions/*";
        standin_fault(discord, &fault);
        for (int other = 0; other < CHANNELS; other++)
            post(other, 1000 + i);
        uint64_t id = press(ann);
        loop_step(loop, 10000);
        const struct standin_interaction *interaction = standin_interaction(discord, id);
        if (interaction->answered < 0 || interaction->answered - interaction->at > 3000)
            fail_msg("fault %d: answered after %d ms", fault.kind,
                     (int)(interaction->answered - interaction->at));
    }
    assert_int_equal(failed, 0);
    assert_int_equal(done, 4 * FAULTS * (CHANNELS + 1));
    standin_expect_clean(discord);
    close_all();
}

static test_case(conformance_54_an_old_interaction_is_left_alone)
{
    open_all(NULL, NULL);
    uint64_t ann = standin_user(discord, "ann", "Ann");
    post_button();
    uint64_t id = press(ann);
    loop_step(loop, 1000);
    standin_fault(discord, &(struct standin_fault){.kind = STANDIN_FAULT_HTML, .ms = 1200000});
    post(1, 1);
    loop_step(loop, 1000);
    done = failed = 0;
    char application[24], token[256];
    snprintf(application, sizeof application, "%" PRIu64, standin_application(discord));
    snprintf(token, sizeof token, "%s", standin_interaction(discord, id)->token);
    rest_send(rest, &(struct rest_request){
                        .lane = REST_PERSON,
                        .method = "POST",
                        .route = "/webhooks/{}/{}",
                        .ids = {application, token},
                        .body = json_pack("{s:s, s:i}", "content", "more", "flags", 64),
                        .deadline = standin_interaction(discord, id)->at + 890000,
                        .done = on_done});
    loop_step(loop, 1300000);
    assert_int_equal(failed, 1);
    assert_int_equal(done, 2); /* the message that had met the page is there, too */
    standin_expect_clean(discord);
    close_all();
}

static test_case(conformance_37_a_revoked_token_holds_everything_and_loses_nothing)
{
    open_all(NULL, NULL);
    standin_revoke_token(discord);
    for (int i = 0; i < 20; i++)
        post(i % CHANNELS, i);
    loop_step(loop, 60000);
    assert_int_equal(failed + done, 0);
    assert_true(standin_invalid_requests(discord) <= CHANNELS);
    standin_restore_token(discord);
    rest_wake(rest, STANDIN_TOKEN);
    loop_step(loop, 60000);
    assert_int_equal(done, 20);
    close_all();
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(conformance_30_31_35_no_limit_is_run_into),
        cmocka_unit_test(conformance_31_34_39_every_message_stands_there_once_whatever_happens),
        cmocka_unit_test(the_same_over_tls),
        cmocka_unit_test(conformance_48_49_a_press_is_answered_once_and_in_time),
        cmocka_unit_test(conformance_54_an_old_interaction_is_left_alone),
        cmocka_unit_test(conformance_37_a_revoked_token_holds_everything_and_loses_nothing),
    };
    return cmocka_run_group_tests(tests, certs_make, certs_remove);
}
