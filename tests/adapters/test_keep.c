/* What adapters remember across restarts (adapters/keep.h). */
#include <string.h>

#include "keep.h"
#include "testing.h"

struct journal {
    char text[256];
    keep_done *done;
    void *arg;
};

static void write_down(void *self, const char *key, const char *value, keep_done *done, void *arg)
{
    struct journal *journal = self;
    strcat(journal->text, key);
    strcat(journal->text, value ? "=" : " forgotten");
    strcat(journal->text, value ? value : "");
    strcat(journal->text, ";");
    journal->done = done;
    journal->arg = arg;
}

static void note(void *arg, bool is_durable)
{
    *(int *)arg = is_durable ? 1 : -1;
}

static void collect(void *arg, const char *key, const char *value)
{
    strcat(arg, key);
    strcat(arg, "=");
    strcat(arg, value);
    strcat(arg, ";");
}

static test_case(what_was_put_is_read_back_and_written_through)
{
    int durable = 0;
    struct journal journal = {.text = ""};
    struct keep *keep = keep_new(&(struct keep_port){.put = write_down, .self = &journal});
    keep_load(keep, "b 1", "old");
    assert_string_equal(keep_get(keep, "b 1"), "old");
    keep_put(keep, "b 1", "new", note, &durable);
    keep_put(keep, "a", "x", NULL, NULL);
    keep_put(keep, "a", NULL, NULL, NULL);
    assert_string_equal(journal.text, "b 1=new;a=x;a forgotten;");
    assert_null(keep_get(keep, "a"));
    assert_int_equal(durable, 0);
    keep_free(keep);
}

static test_case(keys_are_found_by_their_beginning_in_order)
{
    int durable = 0;
    char seen[128] = "";
    struct keep *keep = keep_new(&(struct keep_port){0});
    const char *const keys[] = {"s 2", "t 1", "s 10", "r", "s 1"};
    for (int i = 0; i < 5; i++)
        keep_put(keep, keys[i], keys[i], note, &durable);
    keep_put(keep, "s 2", keep_get(keep, "t 1"), NULL, NULL);
    assert_int_equal(durable, 1);
    keep_each(keep, "s ", collect, seen);
    assert_string_equal(seen, "s 1=s 1;s 10=s 10;s 2=t 1;");
    keep_free(keep);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_was_put_is_read_back_and_written_through),
        cmocka_unit_test(keys_are_found_by_their_beginning_in_order),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
