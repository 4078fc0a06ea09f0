/* What is printed from the tables: it is committed too, so that people can read it, and must not
   grow stale. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "config.h"
#include "option.h"
#include "program.h"
#include "testing.h"
#include "tools.h"

/* Heap; as are all texts here. */
static char *example(void)
{
    char *bytes = NULL;
    size_t size;
    FILE *out = open_memstream(&bytes, &size);
    assert_non_null(out);
    man_print_example(out);
    fclose(out);
    return bytes;
}

static char *committed(const char *path)
{
    char *bytes = calloc(1, 1 << 20);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("%s does not exist", path);
    assert_true(fread(bytes, 1, (1 << 20) - 1, file) > 0);
    fclose(file);
    return bytes;
}

static void read_good(const char *bytes, struct config *config)
{
    char told[CONFIG_PROBLEMS_SIZE];
    struct text problems = text_over(told, sizeof told);
    if (config_read_text("example", bytes, config, &problems) != 0)
        fail_msg("%s\nin\n%s", told, bytes);
}

static bool is_same_field(const struct option *option, void *a, void *b)
{
    if (option->kind == VALUE_FLAG)
        return *(bool *)a == *(bool *)b;
    if (option->kind == VALUE_NUMBER)
        return *(int *)a == *(int *)b;
    if (option->kind == VALUE_LIST)
        return ((struct config_list *)a)->count == 0 && ((struct config_list *)b)->count == 0;
    if (option->kind == VALUE_SECRET)
        return !*(char **)a == !*(char **)b;
    return option->kind == VALUE_CHILDREN || strcmp(*(char **)a, *(char **)b) == 0;
}

static void expect_same(const struct section *section, void *a, void *b)
{
    for (int i = 0; i < section->option_count; i++) {
        const struct option *option = &section->options[i];
        if (!is_same_field(option, value_field(option, a), value_field(option, b)))
            fail_msg("%s of the example is not its default", option->name);
    }
}

static test_case(the_example_is_the_defaults)
{
    struct config from_example, defaults;
    char *bytes = example();
    read_good(bytes, &from_example);
    read_good("", &defaults);
    expect_same(&option_root, &from_example, &defaults);
    assert_true(from_example.irc_count == 0);
    config_fini(&from_example);
    config_fini(&defaults);
    free(bytes);
}

/* As the example asks its reader to: the # goes from the lines of a section, those of plain
   comments stay. */
static void take_hashes_away(char *bytes)
{
    char *to = bytes;
    for (char *line = bytes; *line;) {
        size_t length = strcspn(line, "\n") + 1;
        size_t skip =
            line[0] == '#' && (line[1] != ' ' || line[2] == ' ') && !strstr(line, "--check-config");
        memmove(to, line + skip, length - skip);
        to += length - skip;
        line += length;
    }
    *to = '\0';
}

/* A bot needs a token, which no example can have. */
static void give_token(char *bytes)
{
    char *token = strstr(bytes, "#token_env = \"VARIABLE\"");
    assert_non_null(token);
    *token = ' ';
    setenv("VARIABLE", "token", 1);
}

static test_case(each_section_of_the_example_is_the_defaults)
{
    struct config from_example, minimal;
    char *bytes = example();
    take_hashes_away(bytes);
    give_token(bytes);
    read_good(bytes, &from_example);
    read_good(
        "irc \"libera\" { server = \"irc.libera.chat\" }\ndiscord \"club\" { token_env = VARIABLE }",
        &minimal);
    assert_true(from_example.irc_count == 1);
    assert_string_equal(from_example.irc[0].title, "libera");
    expect_same(option_find(&option_root, "irc")->section, &from_example.irc[0], &minimal.irc[0]);
    expect_same(option_find(&option_root, "discord")->section, &from_example.discord[0],
                &minimal.discord[0]);
    config_fini(&from_example);
    config_fini(&minimal);
    free(bytes);
}

static test_case(the_committed_example_is_fresh)
{
    char *fresh = example(), *old = committed("../config/example.conf");
    if (strcmp(fresh, old) != 0)
        fail_msg(
            "config/example.conf is stale: build/gcc/tabletalk --print-config-example >config/example.conf");
    free(fresh);
    free(old);
}

/* Of the program as it is built: its sub-commands and chat commands come from other layers. */
static test_case(the_committed_man_page_is_fresh)
{
    char command[500], *fresh = calloc(1, 1 << 20), *old = committed("../docs/tabletalk.1");
    snprintf(command, sizeof command, "%s --print-man", program_path());
    FILE *printed = popen(command, "r");
    assert_non_null(printed);
    assert_true(fread(fresh, 1, (1 << 20) - 1, printed) > 0);
    assert_int_equal(pclose(printed), 0);
    if (strcmp(fresh, old) != 0)
        fail_msg("docs/tabletalk.1 is stale: build/gcc/tabletalk --print-man >docs/tabletalk.1");
    free(fresh);
    free(old);
}

/* Those that an admin gives a house have more to say than their line. */
static test_case(the_man_page_has_sections_for_tools)
{
    static const char *const tools[] = {"status",    "drain",      "tables", "erase",
                                        "standings", "replay",     "ban",    "backup",
                                        "verify",    "move-store", "faces"};
    char *page = committed("../docs/tabletalk.1");
    for (size_t i = 0; i < sizeof tools / sizeof *tools; i++) {
        char item[64], section[64];
        snprintf(item, sizeof item, "\n.It Cm %s", tools[i]);
        snprintf(section, sizeof section, "\n.Ss tabletalk %s\n", tools[i]);
        const char *at = strstr(page, section),
                   *example = at ? strstr(at, "\n.Dl $ tabletalk ") : NULL;
        if (!strstr(page, item) || !example)
            fail_msg("docs/tabletalk.1 says nothing more of %s", tools[i]);
    }
    free(page);
}

static test_case(mandoc_finds_nothing_wrong)
{
    char line[500] = "";
    /* NOLINTNEXTLINE(cert-env33-c): the command is constant */
    FILE *lint = popen("mandoc -T lint ../docs/tabletalk.1 2>&1", "r");
    assert_non_null(lint);
    bool has_said = fgets(line, sizeof line, lint) != NULL;
    int status = pclose(lint);
    if (has_said || status != 0)
        fail_msg("mandoc -T lint docs/tabletalk.1: %s (exit status %d)", line, status);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_example_is_the_defaults),
        cmocka_unit_test(each_section_of_the_example_is_the_defaults),
        cmocka_unit_test(the_committed_example_is_fresh),
        cmocka_unit_test(the_committed_man_page_is_fresh),
        cmocka_unit_test(the_man_page_has_sections_for_tools),
        cmocka_unit_test(mandoc_finds_nothing_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
