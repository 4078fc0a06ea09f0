/* The command line as a user meets it: what is printed where, and the exit status. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"
#include "testing.h"
#include "tools.h"

/* The sub-command of the tests: its exit status is the number of its arguments, itself included. */
static int count_arguments(int argc, char *const argv[], const struct config *config, FILE *out,
                           FILE *err)
{
    (void)argv, (void)out, (void)err;
    return strcmp(config->store, "memory") == 0 ? 100 : argc;
}

static const struct argument options[] = {{"--fast", "N", "So fast.", NULL, 0}, {.name = NULL}};

static const struct cli_command commands[] = {
    {"replay", "FILE", "Replay a game.", count_arguments, options},
    {.name = NULL},
};
/* As main does for the commands of another layer. */
static void put_chat_commands(FILE *out)
{
    man_put_item(out, "hand", NULL, "Show your hand. Privately. Never \\ and - unescaped.");
}

static char game[64]; /* what was said for a table to be opened at once */

static bool take_game(int argc, char *const argv[])
{
    struct text text = text_over(game, sizeof game);
    for (int i = 0; i < argc; i++)
        text_putf(&text, "%s ", argv[i]);
    return strcmp(argv[0], "hearts") == 0;
}

static const struct cli_program program = {.commands = commands,
                                           .take_game = take_game,
                                           .print_example = man_print_example,
                                           .print_man = man_print,
                                           .put_chat_commands = put_chat_commands};

static char *said, *told; /* what the last run printed */
static struct config config;

static int run(const char *arguments)
{
    char words[300], *argv[20];
    int argc = 0;
    snprintf(words, sizeof words, "tabletalk %s", arguments);
    for (char *rest = words, *word; (word = strsep(&rest, " ")) != NULL;) {
        if (*word)
            argv[argc++] = word;
    }
    argv[argc] = NULL;
    size_t sizes[2];
    free(said);
    free(told);
    FILE *out = open_memstream(&said, &sizes[0]), *err = open_memstream(&told, &sizes[1]);
    int status = cli_start(argc, argv, &program, out, err, &config);
    fclose(out);
    fclose(err);
    return status;
}

static void expect_run(const char *arguments, int status, const char *expected)
{
    int result = run(arguments);
    if (result == CLI_GO_ON)
        config_fini(&config);
    if (result != status || strcmp(told, expected) != 0)
        fail_msg("tabletalk %s: status %d instead of %d, told\n%s\ninstead of\n%s", arguments,
                 result, status, told, expected);
}

static test_case(wrong_arguments_are_told_in_one_sentence)
{
    static const struct {
        const char *arguments, *told;
    } wrong[] = {
        {"--confg x", "tabletalk: there is no option \"--confg\"; did you mean --config?\n"},
        {"--confg=x", "tabletalk: there is no option \"--confg\"; did you mean --config?\n"},
        {"-h", "tabletalk: there is no option \"-h\"; did you mean --help?\n"},
        {"-V", "tabletalk: there is no option \"-V\"; did you mean --version?\n"},
        {"--verbose-mode",
         "tabletalk: there is no option \"--verbose-mode\"; tabletalk --help shows all there are\n"},
        {"--print-m",
         "tabletalk: there is no option \"--print-m\"; tabletalk --help shows all there are\n"},
        {"--config", "tabletalk: --config needs a value: --config FILE\n"},
        {"--config=", "tabletalk: --config needs a value: --config FILE\n"},
        {"--config --check-config", "tabletalk: --config needs a value: --config FILE\n"},
        {"--data a --data b", "tabletalk: --data is given twice\n"},
        {"--help=x", "tabletalk: --help takes no value\n"},
        {"--check-config",
         "tabletalk: --check-config needs to know which: --config FILE --check-config\n"},
        {"my.conf",
         "tabletalk: \"my.conf\" is not expected here; a configuration file is given by --config FILE\n"},
        {"reply x", "tabletalk: there is no command \"reply\"; did you mean replay?\n"},
        {"--log-level loud",
         "command line: --log-level \"loud\": give one of debug, info, warn, error\n"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        expect_run(wrong[i].arguments, CLI_USAGE, wrong[i].told);
}

static test_case(options_stand_above_the_configuration)
{
    setenv("HOME", "/home/ann", 1);
    unsetenv("XDG_DATA_HOME");
    assert_true(run("") == CLI_GO_ON);
    assert_string_equal(config.data_folder, "/home/ann/.local/share/tabletalk");
    assert_string_equal(config.log_level, "info");
    config_fini(&config);
    assert_true(run("--data=/x/y --log-level debug") == CLI_GO_ON);
    assert_string_equal(config.data_folder, "/x/y");
    assert_string_equal(config.log_level, "debug");
    config_fini(&config);
}

static test_case(a_game_opens_at_once)
{
    setenv("HOME", "/home/ann", 1);
    assert_true(run("--name bob hearts match=3") == CLI_GO_ON);
    assert_string_equal(game, "hearts match=3 ");
    config_fini(&config);
    assert_true(run("spades") == CLI_USAGE);
    assert_true(run("--config /x hearts") == CLI_USAGE); /* no terminal, no table */
}

static test_case(without_a_home_the_data_folder_must_be_named)
{
    unsetenv("HOME");
    unsetenv("XDG_DATA_HOME");
    expect_run("", CLI_FAILED,
               "tabletalk: there is no home folder to keep the tables in: give --data FOLDER\n");
    expect_run("--data /x", CLI_GO_ON, "");
    expect_run("replay", 1, ""); /* keeps no tables */
    setenv("HOME", "/home/ann", 1);
}

static test_case(questions_are_answered_on_standard_output)
{
    expect_run("--version", CLI_DONE, "");
    assert_string_equal(said, "tabletalk " TABLETALK_VERSION "\n");
    expect_run("--help", CLI_DONE, "");
    assert_non_null(strstr(said, "\n  --check-config  "));
    assert_non_null(strstr(said, "\n  replay FILE  "));
    assert_non_null(strstr(said, "\n    --fast N  "));
    assert_null(strstr(said, "--print-man"));
    expect_run("--print-man", CLI_DONE, "");
    assert_non_null(strstr(
        said,
        "\n.It Cm replay Ar FILE\nReplay a game.\n.Bl -tag -width Ds\n.It Fl Fl fast Ar N\nSo fast.\n.El\n"));
    assert_non_null(
        strstr(said, "\n.It Cm hand\nShow your hand.\nPrivately.\nNever \\e and \\- unescaped.\n"));
    expect_run("--print-config-example --config /nowhere", CLI_DONE, "");
    assert_non_null(strstr(said, "\nstore = \"sqlite\"\n"));
}

static test_case(a_sub_command_gets_the_rest_and_the_configuration)
{
    expect_run("replay a --b c", 4, "");
    expect_run("--data x replay", 1, "");
}

static char path[] = "/tmp/tabletalk-cli-XXXXXX";

static void write_config(const char *bytes)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(bytes, file);
    fclose(file);
}

static test_case(a_configuration_is_checked)
{
    char arguments[100], expected[300];
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    snprintf(arguments, sizeof arguments, "--config %s --check-config", path);
    write_config(
        "owner = ann\nstore = memory\nirc \"home\" { server = localhost; channels = {\"#games\"} }\n");
    expect_run(arguments, CLI_DONE, "");
    snprintf(expected, sizeof expected,
             "%s: nothing is wrong. irc \"home\": localhost, 1 channel. Tables: memory.\n", path);
    assert_string_equal(said, expected);
    write_config("store = memory\n");
    snprintf(
        expected, sizeof expected,
        "%s: note: no network is named, so a table opens in the terminal and nowhere else: add a section irc "
        "\"libera\" { ... } or discord \"club\" { ... }\n",
        path);
    expect_run(arguments, CLI_DONE, expected);
    snprintf(expected, sizeof expected, "%s: it can be used so. Tables: memory.\n", path);
    assert_string_equal(said, expected);
    snprintf(arguments, sizeof arguments, "--config %s", path); /* only who asks hears it */
    expect_run(arguments, CLI_GO_ON, "");
    snprintf(arguments, sizeof arguments, "--config %s --check-config", path);
    write_config("stroe = memory\n");
    snprintf(expected, sizeof expected,
             "%s:1: the top level has no option \"stroe\"; did you mean store?\n", path);
    expect_run(arguments, CLI_USAGE, expected);
    assert_string_equal(said, "");
    unlink(path);
}

/* A disk that is full must not look like success. */
static test_case(an_answer_that_does_not_get_out_is_a_failure)
{
    char name[] = "tabletalk", option[] = "--help", *argv[] = {name, option, NULL};
    FILE *full = fopen("/dev/full", "w");
    assert_non_null(full);
    assert_true(cli_start(2, argv, &program, full, stderr, &config) == CLI_FAILED);
    fclose(full);
}

static test_fixture(forget)
{
    free(said);
    free(told);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wrong_arguments_are_told_in_one_sentence),
        cmocka_unit_test(options_stand_above_the_configuration),
        cmocka_unit_test(a_game_opens_at_once),
        cmocka_unit_test(without_a_home_the_data_folder_must_be_named),
        cmocka_unit_test(questions_are_answered_on_standard_output),
        cmocka_unit_test(a_sub_command_gets_the_rest_and_the_configuration),
        cmocka_unit_test(a_configuration_is_checked),
        cmocka_unit_test(an_answer_that_does_not_get_out_is_a_failure),
    };
    return cmocka_run_group_tests(tests, NULL, forget);
}
