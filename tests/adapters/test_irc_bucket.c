/* The bucket against models of the servers' own limits, as shipped, in virtual time: talking as
   fast as a preset allows, no model ever holds a line back, drops one or closes. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "bucket.h"
#include "testing.h"

/* How a server looks at one client. Time in ms. `lag`: how far ahead of its own clock the client
   has run. */
struct model {
    int64_t paid_at;
    int64_t target_paid_at[4];
    int waiting; /* lines it has not read yet */
};

static int64_t debt(int64_t paid_at, int64_t now)
{
    return paid_at > now ? paid_at - now : 0;
}

/* Each adds a line and returns a word for what went wrong, NULL for nothing. */
static const char *solanum(struct model *model, int target, int bytes, int64_t now)
{
    (void)bytes;
    model->paid_at = now + debt(model->paid_at, now) + 500;
    model->target_paid_at[target] = now + debt(model->target_paid_at[target], now) + 1000;
    if (debt(model->paid_at, now) > 5 * 500)
        return "it has to wait in the server";
    return debt(model->target_paid_at[target], now) > 8 * 1000 ? "throttled due to flooding" : NULL;
}

static const char *hybrid(struct model *model, int target, int bytes, int64_t now)
{
    return solanum(model, target, bytes, now);
}

static const char *inspircd(struct model *model, int target, int bytes, int64_t now)
{
    (void)target, (void)bytes;
    model->paid_at = now + debt(model->paid_at, now) + 1000;
    return debt(model->paid_at, now) > 10 * 1000 ? "fake lag" : NULL;
}

/* The worst case: every line is so long that a pass of at most three of them is followed by a
   second's pause. */
static const char *ngircd(struct model *model, int target, int bytes, int64_t now)
{
    (void)target, (void)bytes;
    for (; model->waiting > 0 && model->paid_at <= now; model->paid_at += 1000)
        model->waiting -= model->waiting < 3 ? model->waiting : 3;
    model->waiting++;
    if (model->paid_at <= now) {
        model->waiting = 0;
        model->paid_at = now + 1000;
    }
    return model->waiting > 6 ? "lines pile up in the server" : NULL;
}

static const char *ircu(struct model *model, int target, int bytes, int64_t now)
{
    (void)target;
    model->paid_at = now + debt(model->paid_at, now) + 2000 + bytes * 1000 / 120;
    return debt(model->paid_at, now) > 10000 ? "10 s ahead" : NULL;
}

static const char *unreal_unknown(struct model *model, int target, int bytes, int64_t now)
{
    (void)target;
    model->paid_at = now + debt(model->paid_at, now) + 1000 + bytes * 1000 / 90;
    return debt(model->paid_at, now) > 10000 ? "10 s ahead" : NULL;
}

static const struct row {
    const char *preset;
    const char *version; /* as 004 gives it */
    const char *(*add)(struct model *model, int target, int bytes, int64_t now);
    int lines_a_minute; /* at least, for lines of 80 bytes: being slow is a fault too */
} rows[] = {
    {"libera", "solanum-1.0-dev", solanum, 60}, {"oftc", "hybrid-1+oftc2.1.0", hybrid, 60},
    {"inspircd", "InspIRCd-3", inspircd, 60},   {"ngircd", "ngircd-26.1", ngircd, 120},
    {"ircu", "u2.10.12.19", ircu, 20},          {"unreal", "UnrealIRCd-6.1.0", unreal_unknown, 30},
    {"libera", "ergo-v2.14.0", solanum, 60},    {"safe", "somethingd-1", ircu, 20},
    {"safe", "anotherd-1", unreal_unknown, 20},
};

static unsigned dice;

static int roll(int sides)
{
    dice = dice * 1103515245u + 12345u;
    return (int)((dice >> 16) % (unsigned)sides);
}

static test_case(no_server_ever_complains)
{
    static const char *const targets[] = {"#games", "ann", "bob", "cid"};
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        for (unsigned seed = 1; seed <= 20; seed++) {
            struct bucket bucket;
            struct model model = {0};
            int64_t now = 0;
            dice = seed;
            bucket_init(&bucket, bucket_preset_for(rows[r].version));
            for (int i = 0; i < 2000; i++) {
                int target = roll(3) ? 0 : roll(4), bytes = 20 + roll(490);
                now += roll(20) ? 0 : roll(30000); /* now and then nobody says anything */
                now += bucket_wait(&bucket, targets[target], bytes, now);
                assert_true(bucket_wait(&bucket, targets[target], bytes, now) == 0);
                bucket_charge(&bucket, targets[target], bytes, now);
                const char *wrong = rows[r].add(&model, target, bytes, now);
                if (wrong)
                    fail_msg("%s on %s, seed %u, line %d: %s", rows[r].preset, rows[r].version,
                             seed, i, wrong);
            }
        }
    }
}

static test_case(no_preset_is_slower_than_it_must_be)
{
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++) {
        struct bucket bucket;
        int64_t now = 0;
        int lines = 0;
        bucket_init(&bucket, bucket_preset_named(rows[r].preset));
        for (; now < 60000; lines++) {
            now += bucket_wait(&bucket, "#games", 80, now);
            bucket_charge(&bucket, "#games", 80, now);
        }
        if (lines < rows[r].lines_a_minute)
            fail_msg("%s: %d lines a minute", rows[r].preset, lines);
    }
}

static test_case(three_short_lines_go_out_at_once_everywhere)
{
    static const char *const names[] = {"safe",   "libera", "oftc",   "inspircd",
                                        "unreal", "ircu",   "ngircd", "off"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        struct bucket bucket;
        bucket_init(&bucket, bucket_preset_named(names[i]));
        for (int line = 0; line < 3; line++) {
            if (bucket_wait(&bucket, "#games", 60, 1000) != 0)
                fail_msg("%s: line %d has to wait", names[i], line);
            bucket_charge(&bucket, "#games", 60, 1000);
        }
    }
}

static test_case(the_preset_is_chosen_by_the_version)
{
    for (size_t r = 0; r < sizeof rows / sizeof *rows; r++)
        assert_string_equal(bucket_preset_for(rows[r].version)->name, rows[r].preset);
    assert_string_equal(bucket_preset_for("")->name, "safe");
    assert_null(bucket_preset_named("fast"));
}

static test_case(a_line_dearer_than_the_ceiling_goes_out_alone)
{
    struct bucket bucket;
    const struct bucket_preset slow = {
        .name = "slow", .kilobyte_ms = 4000, .ceiling_ms = 1000, .servers = ""};
    bucket_init(&bucket, &slow);
    assert_int_equal(bucket_wait(&bucket, "#games", 500, 0), 0);
    bucket_charge(&bucket, "#games", 500, 0);
    assert_int_equal(bucket_wait(&bucket, "#games", 500, 0), 2000);
    assert_int_equal(bucket_wait(&bucket, "#games", 500, 2000), 0);
}

static test_case(what_does_not_ask_is_charged_too)
{
    struct bucket bucket;
    bucket_init(&bucket, bucket_preset_named("safe"));
    for (int i = 0; i < 4; i++)
        bucket_charge(&bucket, NULL, 20, 0); /* PONG */
    assert_true(bucket_wait(&bucket, "#games", 20, 0) > 0);
    bucket_change(&bucket, bucket_preset_named("libera"));
    assert_true(bucket_wait(&bucket, "#games", 20, 0) > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_server_ever_complains),
        cmocka_unit_test(no_preset_is_slower_than_it_must_be),
        cmocka_unit_test(three_short_lines_go_out_at_once_everywhere),
        cmocka_unit_test(the_preset_is_chosen_by_the_version),
        cmocka_unit_test(a_line_dearer_than_the_ceiling_goes_out_alone),
        cmocka_unit_test(what_does_not_ask_is_charged_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
