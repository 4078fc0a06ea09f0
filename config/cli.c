/* A table of options and a parser for it. Not getopt_long(), whose messages cannot name the nearest option. */
#include "cli.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "problem.h"

static int print_help(const struct cli_program *program, FILE *out);
static int print_version(const struct cli_program *program, FILE *out);
static int print_example(const struct cli_program *program, FILE *out);
static int print_man(const struct cli_program *program, FILE *out);

#define PLACE(field) offsetof(struct cli, field)

static const char check_option[] = "--check-config";

const struct cli_option cli_options[] = {
    {"--config", "FILE", "Take the configuration from FILE. Without it a table opens in this terminal.",
     PLACE(config_file), NULL, NULL},
    {"--data", "FOLDER", "Keep the tables in FOLDER, whatever the configuration says.", PLACE(data_folder),
     "data_folder", NULL},
    {"--name", "NAME", "Be called NAME at the table in the terminal.", PLACE(name), "name", NULL},
    {"--log-level", "LEVEL", "Log from LEVEL on (debug, info, warn or error), whatever the configuration says.",
     PLACE(log_level), "log_level", NULL},
    {check_option, NULL, "Say what is wrong with the configuration, line by line, and exit.", 0, NULL, NULL},
    {"--print-config-example", NULL, "Print a configuration with every option, its help and its default, and exit.", 0,
     NULL, print_example},
    {"--help", NULL, "Print this help and exit.", 0, NULL, print_help},
    {"--version", NULL, "Print the version and exit.", 0, NULL, print_version},
    {"--print-man", NULL, NULL, 0, NULL, print_man},
    {NULL, NULL, NULL, 0, NULL, NULL},
};

static int print_version(const struct cli_program *program, FILE *out)
{
    (void)program;
    fprintf(out, "tabletalk %s\n", TABLETALK_VERSION);
    return CLI_DONE;
}

static int print_example(const struct cli_program *program, FILE *out)
{
    program->print_example(out);
    return CLI_DONE;
}

static int print_man(const struct cli_program *program, FILE *out)
{
    program->print_man(program, out);
    return CLI_DONE;
}

static void print_row(FILE *out, const char *name, const char *argument, const char *help)
{
    char bytes[80];
    struct text left = text_over(bytes, sizeof bytes);
    text_putf(&left, "%s %s", name, argument ? argument : "");
    fprintf(out, "  %-24s %s\n", bytes, help);
}

static void print_tool_option(void *arg, const char *name, const char *argument, const char *help)
{
    char bytes[80];
    struct text left = text_over(bytes, sizeof bytes);
    text_putf(&left, "  %s", name);
    print_row(arg, bytes, argument, help);
}

static int print_help(const struct cli_program *program, FILE *out)
{
    bool has_commands = program->commands[0].name != NULL;
    fprintf(out, "Tabletalk hosts card games where people talk: on Discord, on IRC and in this terminal.\n\n"
                 "usage: tabletalk [OPTION]...\n");
    if (has_commands)
        fprintf(out, "       tabletalk [OPTION]... COMMAND ...\n");
    fprintf(out, "\nOptions:\n");
    for (const struct cli_option *option = cli_options; option->name; option++) {
        if (option->help)
            print_row(out, option->name, option->argument, option->help);
    }
    if (has_commands)
        fprintf(out, "\nCommands:\n");
    for (const struct cli_command *command = program->commands; command->name; command++) {
        print_row(out, command->name, command->arguments, command->help);
        if (command->each_option)
            command->each_option(print_tool_option, out);
    }
    return CLI_DONE;
}

static const struct cli_option *find_option(const char *name, size_t length)
{
    for (const struct cli_option *option = cli_options; option->name; option++) {
        if (strlen(option->name) == length && strncmp(option->name, name, length) == 0)
            return option;
    }
    return NULL;
}

/* For "did you mean". A prefix is the nearest, so that -h finds --help. */
static const char *nearest_option(const char *typed)
{
    const char *word = typed + strspn(typed, "-");
    struct nearest nearest = {.typed = typed};
    for (const struct cli_option *option = cli_options; option->name; option++) {
        if (option->help && word[0] && text_is_prefix(word, option->name + 2))
            return option->name;
        if (option->help)
            nearest_try(&nearest, option->name);
    }
    return nearest.best;
}

static int refuse_option(const char *argument, size_t length, struct text *problem)
{
    char name[64];
    struct text text = text_over(name, sizeof name);
    text_put_bytes(&text, argument, (int)length);
    const char *nearest = nearest_option(name);
    if (nearest)
        text_putf(problem, "there is no option %s; did you mean %s?", problem_quote(name).text, nearest);
    else
        text_putf(problem, "there is no option %s; tabletalk --help shows all there are", problem_quote(name).text);
    return -1;
}

static int refuse_command(const char *word, const struct cli_program *program, struct text *problem)
{
    struct nearest nearest = {.typed = word};
    for (const struct cli_command *command = program->commands; command->name; command++)
        nearest_try(&nearest, command->name);
    if (nearest.best)
        text_putf(problem, "there is no command %s; did you mean %s?", problem_quote(word).text, nearest.best);
    else
        text_putf(problem, "%s is not expected here; a configuration file is given by --config FILE",
                  problem_quote(word).text);
    return -1;
}

static int take_value(const struct cli_option *option, const char *value, struct cli *cli, struct text *problem)
{
    const char **field = (const char **)(void *)((char *)cli + option->offset);
    if (!value || !*value)
        text_putf(problem, "%s needs a value: %s %s", option->name, option->name, option->argument);
    else if (*field)
        text_putf(problem, "%s is given twice", option->name);
    else
        *field = value;
    return problem->length == 0 ? 0 : -1;
}

/* Reads the option that `argv` stands on; moves on if its value is the next argument. */
static int parse_option(char *const **argv, struct cli *cli, struct text *problem)
{
    const char *argument = **argv;
    size_t length = strcspn(argument, "=");
    const char *value = argument[length] ? argument + length + 1 : NULL;
    const struct cli_option *option = find_option(argument, length);
    if (!option)
        return refuse_option(argument, length, problem);
    if (option->argument) {
        if (!value && (*argv)[1] && strncmp((*argv)[1], "--", 2) != 0)
            value = *++*argv;
        return take_value(option, value, cli, problem);
    }
    if (value) {
        text_putf(problem, "%s takes no value", option->name);
        return -1;
    }
    if (option->name == check_option)
        cli->is_check = true;
    else if (!cli->answer)
        cli->answer = option->answer;
    return 0;
}

int cli_parse(int argc, char *const argv[], const struct cli_program *program, struct cli *cli, struct text *problem)
{
    char *const *end = argv + argc;
    *cli = (struct cli){0};
    for (argv++; argv < end && **argv == '-'; argv++) {
        if (parse_option(&argv, cli, problem) != 0)
            return -1;
    }
    for (const struct cli_command *command = program->commands; argv < end && command->name; command++) {
        if (strcmp(command->name, *argv) == 0)
            cli->command = command;
    }
    if (argv < end && !cli->command)
        return refuse_command(*argv, program, problem);
    cli->argc = (int)(end - argv);
    cli->argv = argv;
    if (!cli->is_check || cli->config_file || cli->answer)
        return 0;
    text_put(problem, "--check-config needs to know which: --config FILE --check-config");
    return -1;
}

static int override_options(const struct cli *cli, struct config *config, struct text *problems)
{
    for (const struct cli_option *option = cli_options; option->name; option++) {
        const char *value =
            option->override ? *(const char *const *)(const void *)((const char *)cli + option->offset) : NULL;
        if (value && config_override(config, option->override, value, option->name, problems) != 0)
            return CLI_USAGE;
    }
    if (strcmp(config->store, "sqlite") != 0 || config->data_folder[0] || cli->command)
        return CLI_DONE;
    text_put(problems, "tabletalk: there is no home folder to keep the tables in: give --data FOLDER\n");
    return CLI_FAILED;
}

/* Returns CLI_DONE and the configuration, or the exit status if anything is wrong. */
static int read_config(const struct cli *cli, FILE *err, struct config *config)
{
    char *bytes = malloc(CONFIG_PROBLEMS_SIZE);
    check(bytes);
    struct text problems = text_over(bytes, CONFIG_PROBLEMS_SIZE);
    int result =
        cli->config_file ? config_read_file(cli->config_file, config, &problems) : config_defaults(config, &problems);
    int status = result == 0 ? override_options(cli, config, &problems) : CLI_USAGE;
    if (result == 0 && status != CLI_DONE)
        config_fini(config);
    fputs(bytes, err);
    free(bytes);
    return status;
}

static int print_summary(const struct cli *cli, const struct config *config, FILE *out)
{
    fprintf(out, "%s: nothing is wrong.", cli->config_file);
    for (int i = 0; i < config->irc_count; i++)
        fprintf(out, " irc \"%s\": %s, %d channel%s.", config->irc[i].title, config->irc[i].server,
                config->irc[i].channel_count, config->irc[i].channel_count == 1 ? "" : "s");
    for (int i = 0; i < config->discord_count; i++)
        fprintf(out, " discord \"%s\".", config->discord[i].title);
    fprintf(out, " Tables: %s%s.\n", strcmp(config->store, "sqlite") == 0 ? "in " : "",
            strcmp(config->store, "sqlite") == 0 ? config->data_folder : config->store);
    return CLI_DONE;
}

/* An answer that was not written is no answer: a full disk must not look like success. */
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
    if (cli_parse(argc, argv, program, &cli, &problem) != 0) {
        fprintf(err, "tabletalk: %s\n", bytes);
        return CLI_USAGE;
    }
    if (cli.answer)
        return close_answer(cli.answer(program, out), out);
    int status = read_config(&cli, err, config);
    if (status != CLI_DONE || (!cli.is_check && !cli.command))
        return status == CLI_DONE ? CLI_GO_ON : status;
    if (!cli.is_check)
        status = cli.command->run(cli.argc, cli.argv, config, out, err);
    else if (program->check_files && !program->check_files(config, err))
        status = CLI_FAILED;
    else
        status = close_answer(print_summary(&cli, config, out), out);
    config_fini(config);
    return status;
}
