/* The command line. Does not use getopt_long(), whose messages cannot name the nearest option. */
#include "cli.h"

#include <errno.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "log.h"
#include "outline.h"
#include "text.h"

static void arguments_print(const struct argument *table, const char *indent, int columns,
                            FILE *out);

static const struct argument *find(const struct argument *table, const char *name, size_t length)
{
    for (const struct argument *row = table; row->name; row++)
        if (strlen(row->name) == length && strncmp(row->name, name, length) == 0)
            return row;
    return NULL;
}

/* For "did you mean". A prefix counts as nearest, so that -h finds --help. */
static const char *find_nearest(const struct argument *table, const char *typed)
{
    const char *word = typed + strspn(typed, "-");
    struct nearest nearest = {.typed = typed};
    for (const struct argument *row = table; row->name; row++) {
        if (row->help && word[0] && text_is_prefix(word, row->name + 2))
            return row->name;
        if (row->help)
            problem_try_nearest(&nearest, row->name);
    }
    return nearest.best;
}

static bool refuse(const struct argument *table, const char *tool, const char *typed, size_t length,
                   struct text *why)
{
    char name[64];
    struct text text = text_over(name, sizeof name);
    text_put_bytes(&text, typed, (int)length);
    const char *nearest = find_nearest(table, name);
    if (tool)
        text_putf(why, "%s has no option %s; ", tool, name);
    else
        text_putf(why, "there is no option %s; ", problem_quote(name).text);
    if (nearest)
        text_putf(why, "did you mean %s?", nearest);
    else if (tool)
        text_putf(why, "tabletalk %s --help shows those it has", tool);
    else
        text_put(why, "tabletalk --help shows all there are");
    return false;
}

/* Puts the value of an option without a `take` into its place. */
static bool put(const struct argument *row, void *what, const char *value, bool is_once,
                struct text *why)
{
    void *field = (char *)what + row->offset;
    if (!row->value) {
        *(bool *)field = true;
        return true;
    }
    if (is_once && *(const char **)field) {
        text_putf(why, "%s is given twice", row->name);
        return false;
    }
    *(const char **)field = value;
    return true;
}

/* Reads the option at `argv`; moves on if its value is the next argument. `tool` is NULL for the
   program itself, which takes no option twice. False, with one sentence, if the option or its
   value is wrong. */
static bool arguments_take(char *const **argv, const struct argument *table, const char *tool,
                           void *what, struct text *why)
{
    const char *typed = **argv;
    size_t length = strcspn(typed, "=");
    const char *value = typed[length] ? typed + length + 1 : NULL;
    const struct argument *row = find(table, typed, length);
    if (!row)
        return refuse(table, tool, typed, length, why);
    if (row->value && !value && (*argv)[1] && strncmp((*argv)[1], "--", 2) != 0)
        value = *++*argv;
    if (row->value && (!value || !*value))
        text_putf(why, "%s needs a value: %s %s", row->name, row->name, row->value);
    else if (!row->value && value)
        text_putf(why, "%s takes no value", row->name);
    if (why->length > 0)
        return false;
    if (!row->take)
        return put(row, what, value, !tool, why);
    text_putf(why, "%s: ", row->name);
    if (!row->take(what, value, why))
        return false;
    text_clear(why);
    return true;
}

static bool take_all(char *const *argv, char *const *end, const struct argument *table,
                     const char *tool, void *what, const char **word, struct text *why)
{
    for (; argv < end; argv++) {
        bool is_option = **argv == '-' && (*argv)[1];
        if (is_option && !arguments_take(&argv, table, tool, what, why))
            return false;
        if (!is_option && *word) {
            text_putf(why, "%s takes one word besides its options, but there are '%s' and '%s'",
                      tool, *word, *argv);
            return false;
        }
        if (!is_option)
            *word = *argv;
    }
    return true;
}

int cli_read_arguments(int argc, char *const argv[], const struct argument *table,
                       const char *usage, void *what, const char **word, FILE *out, FILE *err)
{
    char bytes[600];
    struct text why = text_over(bytes, sizeof bytes);
    int help = 1;
    *word = NULL;
    while (help < argc && strcmp(argv[help], "--help") != 0)
        help++;
    if (!take_all(argv + 1, argv + help, table, argv[0], what, word, &why)) {
        fprintf(err, "tabletalk: %s\n", bytes);
        return CLI_USAGE;
    }
    if (help == argc)
        return CLI_GO_ON;
    fprintf(out, "usage: tabletalk %s\n\n", usage);
    arguments_print(table, "", 20, out);
    return CLI_DONE;
}

/* Prints a line for each option: its name and value, padded to so many columns, and its help. */
static void arguments_print(const struct argument *table, const char *indent, int columns,
                            FILE *out)
{
    for (const struct argument *row = table; row->name; row++) {
        char bytes[80];
        struct text left = text_over(bytes, sizeof bytes);
        text_putf(&left, "%s%s %s", indent, row->name, row->value ? row->value : "");
        if (row->help)
            fprintf(out, "  %-*s %s\n", columns, bytes, row->help);
    }
}

bool cli_argument_number(const char *value, long most, long *out, struct text *why)
{
    char *end;
    errno = 0;
    *out = strtol(value, &end, 10);
    if (end != value && *end == '\0' && errno == 0 && *out >= 1 && *out <= most)
        return true;
    text_putf(why, "'%s' is no number from 1 to %ld", value, most);
    return false;
}

/* ---- the program ---- */

struct cli {
    const char *config_file, *data_folder, *log_level, *name;
    bool is_check, is_plain, wants_help, wants_version, wants_example, wants_man;
    const struct cli_command *command;
    int argc;
    char *const *argv;
};

enum { COLUMNS = 24 };

#define PLACE(field) offsetof(struct cli, field)

const struct argument cli_options[] = {
    {"--config", "FILE",
     "Take the configuration from FILE. Without it a table opens in this terminal.", NULL,
     PLACE(config_file)},
    {"--data", "FOLDER", "Keep the tables in FOLDER, whatever the configuration says.", NULL,
     PLACE(data_folder)},
    {"--name", "NAME", "Be called NAME at the table in the terminal.", NULL, PLACE(name)},
    {"--plain", NULL, "Let everything scroll in the terminal, the table and your hand, too.", NULL,
     PLACE(is_plain)},
    {"--log-level", "LEVEL",
     "Log from LEVEL on (debug, info, warn or error), whatever the configuration says.", NULL,
     PLACE(log_level)},
    {"--check-config", NULL, "Say what is wrong with the configuration, line by line, and exit.",
     NULL, PLACE(is_check)},
    {"--print-config-example", NULL,
     "Print a configuration with every option, its help and its default, and exit.", NULL,
     PLACE(wants_example)},
    {"--help", NULL, "Print this help and exit.", NULL, PLACE(wants_help)},
    {"--version", NULL, "Print the version and exit.", NULL, PLACE(wants_version)},
    {"--print-man", NULL, NULL, NULL, PLACE(wants_man)},
    {.name = NULL},
};

static void print_help(const struct cli_program *program, FILE *out)
{
    bool has_commands = program->commands[0].name != NULL;
    fprintf(
        out,
        "Tabletalk hosts card games where people talk: on Discord, on IRC and in this terminal.\n\n"
        "usage: tabletalk [OPTION]...\n");
    if (has_commands)
        fprintf(out, "       tabletalk [OPTION]... COMMAND ...\n");
    if (program->take_game)
        fprintf(
            out,
            "       tabletalk [OPTION]... GAME [NAME=VALUE]...\n\n"
            "With the name of a game, a table of it opens at once: tabletalk heartcatchers robots=1\n");
    fprintf(out, "\nOptions:\n");
    arguments_print(cli_options, "", COLUMNS, out);
    if (has_commands)
        fprintf(out, "\nCommands:\n");
    for (const struct cli_command *command = program->commands; command->name; command++) {
        char bytes[80];
        struct text left = text_over(bytes, sizeof bytes);
        text_putf(&left, "%s %s", command->name, command->arguments);
        fprintf(out, "  %-*s %s\n", COLUMNS, bytes, command->help);
        if (command->options)
            arguments_print(command->options, "  ", COLUMNS, out);
    }
}

/* False if the arguments ask for no such output. */
static bool print_answer(const struct cli *cli, const struct cli_program *program, FILE *out)
{
    if (cli->wants_help)
        print_help(program, out);
    else if (cli->wants_version)
        fprintf(out, "tabletalk %s\n", TABLETALK_VERSION);
    else if (cli->wants_example)
        program->print_example(out);
    else if (cli->wants_man)
        program->print_man(program, out);
    else
        return false;
    return true;
}

static int refuse_command(const char *word, const struct cli_program *program, struct text *problem)
{
    struct nearest nearest = {.typed = word};
    for (const struct cli_command *command = program->commands; command->name; command++)
        problem_try_nearest(&nearest, command->name);
    if (nearest.best)
        text_putf(problem, "there is no command %s; did you mean %s?", problem_quote(word).text,
                  nearest.best);
    else
        text_putf(problem,
                  "%s is not expected here; a configuration file is given by --config FILE",
                  problem_quote(word).text);
    return -1;
}

/* Returns 0, or -1 with one sentence that names the nearest valid argument. */
static int parse(int argc, char *const argv[], const struct cli_program *program, struct cli *cli,
                 struct text *problem)
{
    char *const *end = argv + argc;
    *cli = (struct cli){0};
    for (argv++; argv < end && **argv == '-'; argv++) {
        if (!arguments_take(&argv, cli_options, NULL, cli, problem))
            return -1;
    }
    for (const struct cli_command *command = program->commands; argv < end && command->name;
         command++) {
        if (strcmp(command->name, *argv) == 0)
            cli->command = command;
    }
    bool is_game = argv < end && !cli->command && !cli->config_file && program->take_game &&
                   program->take_game((int)(end - argv), argv);
    if (argv < end && !cli->command && !is_game)
        return refuse_command(*argv, program, problem);
    cli->argc = (int)(end - argv);
    cli->argv = argv;
    bool has_answer = cli->wants_help || cli->wants_version || cli->wants_example || cli->wants_man;
    if (!cli->is_check || cli->config_file || has_answer)
        return 0;
    text_put(problem, "--check-config needs to know which: --config FILE --check-config");
    return -1;
}

static int override_options(const struct cli *cli, struct config *config, struct text *problems)
{
    const char *const overrides[][3] = {{cli->data_folder, "data_folder", "--data"},
                                        {cli->name, "name", "--name"},
                                        {cli->is_plain ? "yes" : NULL, "plain", "--plain"},
                                        {cli->log_level, "log_level", "--log-level"}};
    for (size_t i = 0; i < sizeof overrides / sizeof *overrides; i++)
        if (overrides[i][0] && config_override(config, overrides[i][1], overrides[i][0],
                                               overrides[i][2], problems) != 0)
            return CLI_USAGE;
    if (strcmp(config->store, "memory") == 0 || config->data_folder[0] || cli->command)
        return CLI_DONE;
    text_put(problems,
             "tabletalk: there is no home folder to keep the tables in: give --data FOLDER\n");
    return CLI_FAILED;
}

/* Returns CLI_DONE and the configuration, or the exit status if anything is wrong. */
static int read_config(const struct cli *cli, FILE *err, struct config *config, bool *has_notes)
{
    char *bytes = malloc(CONFIG_PROBLEMS_SIZE);
    check(bytes);
    struct text problems = text_over(bytes, CONFIG_PROBLEMS_SIZE);
    int result = cli->config_file ? config_read_file(cli->config_file, config, &problems)
                                  : config_defaults(config, &problems);
    int status = result == 0 ? override_options(cli, config, &problems) : CLI_USAGE;
    if (result == 0 && status != CLI_DONE)
        config_fini(config);
    if (status != CLI_DONE || cli->is_check)
        fputs(bytes, err); /* a bot that starts does not repeat what only may be meant otherwise */
    *has_notes = bytes[0] != '\0';
    free(bytes);
    return status;
}

static int print_summary(const struct cli *cli, const struct config *config, bool has_notes,
                         FILE *out)
{
    fprintf(out, "%s: %s", cli->config_file,
            has_notes ? "it can be used so." : "nothing is wrong.");
    for (int i = 0; i < config->irc_count; i++)
        fprintf(out, " irc \"%s\": %s, %d channel%s.", config->irc[i].title, config->irc[i].server,
                config->irc[i].channel_count, config->irc[i].channel_count == 1 ? "" : "s");
    for (int i = 0; i < config->discord_count; i++)
        fprintf(out, " discord \"%s\".", config->discord[i].title);
    bool is_file = strcmp(config->store, "sqlite") == 0,
         is_server = strcmp(config->store, "postgres") == 0;
    fprintf(out, " Tables: %s%s.\n", is_file || is_server ? "in " : "",
            is_file     ? config->data_folder
            : is_server ? "PostgreSQL"
                        : config->store);
    return CLI_DONE;
}

/* A full disk must not look like success: fails if the answer was not written. */
static int close_answer(int status, FILE *out)
{
    return fflush(out) == 0 && !ferror(out) ? status : CLI_FAILED;
}

int cli_start(int argc, char *const argv[], const struct cli_program *program, FILE *out, FILE *err,
              struct config *config)
{
    char bytes[300];
    struct text problem = text_over(bytes, sizeof bytes);
    struct cli cli;
    if (parse(argc, argv, program, &cli, &problem) != 0) {
        fprintf(err, "tabletalk: %s\n", bytes);
        return CLI_USAGE;
    }
    if (print_answer(&cli, program, out))
        return close_answer(CLI_DONE, out);
    bool has_notes;
    int status = read_config(&cli, err, config, &has_notes);
    if (status == CLI_DONE && program->check_values && !program->check_values(config, err)) {
        config_fini(config);
        return CLI_USAGE;
    }
    if (status != CLI_DONE || (!cli.is_check && !cli.command))
        return status == CLI_DONE ? CLI_GO_ON : status;
    if (!cli.is_check)
        status = cli.command->run(cli.argc, cli.argv, config, out, err);
    else if (program->check_files && !program->check_files(config, err))
        status = CLI_FAILED;
    else
        status = close_answer(print_summary(&cli, config, has_notes, out), out);
    config_fini(config);
    return status;
}

struct config *cli_again(int argc, char *const argv[], const struct cli_program *program)
{
    struct config *config = calloc(1, sizeof *config);
    check(config);
    if (cli_start(argc, argv, program, stdout, stderr, config) == CLI_GO_ON)
        return config;
    log_event(LOG_ERROR, "config-kept", "why",
              "the new one has mistakes: the lines above say which", (char *)0);
    free(config);
    return NULL;
}
