/* docs/tabletalk.1 in mdoc: this file has the words around the lists, and makes the lists from
   the tables. Another layer knows the commands of a channel, so main passes in their list. */
#include <string.h>

#include "cli.h"
#include "man_commands.h"
#include "option.h"
#include "text.h"
#include "tools.h"

/* Puts one character, escaped where mdoc would read it as its own. */
static void put_character(struct text *line, char character)
{
    static const struct {
        char character;
        const char *escape;
    } escapes[] = {{'\\', "\\e"}, {'-', "\\-"}, {'`', "\\(ga"}, {'^', "\\(ha"}, {'~', "\\(ti"}};
    for (size_t i = 0; i < sizeof escapes / sizeof *escapes; i++) {
        if (escapes[i].character == character) {
            text_put(line, escapes[i].escape);
            return;
        }
    }
    text_put_bytes(line, &character, 1);
}

static void put_line(FILE *out, struct text *line)
{
    if (line->length > 0)
        fprintf(out, "%s%s\n", strchr(".'", line->bytes[0]) ? "\\&" : "", line->bytes);
    text_clear(line);
}

/* Lines of mdoc are short, and each sentence begins a line. */
static void put_text(FILE *out, const char *words)
{
    enum { WIDTH = 70 };
    char bytes[600];
    struct text line = text_over(bytes, sizeof bytes);
    for (const char *word = words; *word;) {
        int length = (int)strcspn(word, " ");
        if (line.length + length >= WIDTH)
            put_line(out, &line);
        if (line.length > 0)
            text_put(&line, " ");
        for (int i = 0; i < length; i++)
            put_character(&line, word[i]);
        if (word[length - 1] == '.')
            put_line(out, &line);
        word += length;
        word += strspn(word, " ");
    }
    put_line(out, &line);
}

void man_put_item(FILE *out, const char *name, const char *arguments, const char *help)
{
    fprintf(out, ".It Cm %s", name);
    if (arguments && *arguments)
        fprintf(out, " Ar %s", arguments);
    fputc('\n', out);
    put_text(out, help);
}

/* "Give ...; by default ...", as the end of an option's help. */
static void put_range(FILE *out, const struct option *option, const char *fallback)
{
    char bytes[400];
    struct text range = text_over(bytes, sizeof bytes);
    text_put(&range, "Give ");
    option_put_range(option, &range);
    if (option->is_required)
        text_put(&range, "; it must be given.");
    else if (option->is_inherited)
        text_put(&range, "; left out, it is as in the section around.");
    else if (fallback[0] == '\0')
        text_put(&range, "; none by default.");
    else
        text_putf(&range, "; by default %s.", fallback);
    put_text(out, bytes);
}

static void put_option(FILE *out, const struct section *around, const struct option *option)
{
    if (option->kind == VALUE_SECRET)
        fprintf(out, ".It Cm %s , %s\n", option->name_file, option->name_env);
    else
        fprintf(out, ".It Cm %s\n", option->name);
    put_text(out, option->help);
    put_range(out, option, option_ancestor(around, option)->fallback);
}

static void put_section(FILE *out, const struct section *around, const struct section *section)
{
    fprintf(out, ".Bl -tag -width Ds\n");
    for (int i = 0; i < section->option_count; i++) {
        if (section->options[i].kind != VALUE_CHILDREN)
            put_option(out, around, &section->options[i]);
    }
    fprintf(out, ".El\n");
    for (int i = 0; i < section->option_count; i++) {
        const struct section *child = section->options[i].section;
        if (!child)
            continue;
        fprintf(out, ".Ss Section %s\n", child->name);
        put_text(out, child->help);
        fprintf(out, "It begins with\n.Ql %s \\(dq%s\\(dq { .\n", child->name,
                child->title_example);
        if (section->name[0])
            fprintf(out, "It stands inside a section\n.Cm %s .\n", section->name);
        put_section(out, section, child);
    }
}

static void put_options(const struct argument *row, FILE *out)
{
    for (; row->name; row++) {
        if (!row->help)
            continue;
        fprintf(out, row->value ? ".It Fl Fl %s Ar %s\n" : ".It Fl Fl %s\n", row->name + 2,
                row->value);
        put_text(out, row->help);
    }
}

static void put_command(const struct cli_command *command, FILE *out)
{
    man_put_item(out, command->name, command->arguments, command->help);
    if (!command->options)
        return;
    fputs(".Bl -tag -width Ds\n", out);
    put_options(command->options, out);
    fputs(".El\n", out);
}

/* A line that can be typed. */
static void put_example(FILE *out, const char *example)
{
    char bytes[200];
    struct text line = text_over(bytes, sizeof bytes);
    for (; *example; example++)
        if (*example == '\'')
            text_put(&line, "\\(aq");
        else
            put_character(&line, *example);
    fprintf(out, ".Pp\n.Dl $ %s\n", bytes);
}

static void put_more(const struct cli_command *command, FILE *out)
{
    const struct man_command *more = man_command_of(command->name);
    if (!more)
        return;
    fprintf(out, ".Ss tabletalk %s\n", command->name);
    put_text(out, more->words);
    put_example(out, more->example);
}

static void put_commands(const struct cli_program *program, FILE *out)
{
    if (program->commands[0].name) {
        fputs(".Sh COMMANDS\n.Bl -tag -width Ds\n", out);
        for (const struct cli_command *command = program->commands; command->name; command++)
            put_command(command, out);
        fputs(".El\n", out);
        for (const struct cli_command *command = program->commands; command->name; command++)
            put_more(command, out);
    }
    if (program->put_chat_commands) {
        fputs(".Sh CHAT COMMANDS\n"
              "These are written in a channel, behind the prefix\n"
              ".Ql \\&! ,\n"
              "or in a private message, where the prefix may be left out.\n"
              ".Bl -tag -width Ds\n",
              out);
        program->put_chat_commands(out);
        fputs(".El\n", out);
    }
}

static const char opening[] =
    ".\\\" Made by tabletalk --print-man; change the tables it is made from instead.\n"
    ".Dd November 20, 2026\n"
    ".Dt TABLETALK 1\n"
    ".Os\n"
    ".Sh NAME\n"
    ".Nm tabletalk\n"
    ".Nd host card games where people talk\n"
    ".Sh SYNOPSIS\n"
    ".Nm\n"
    ".Op Ar option ...\n"
    ".Op Ar command ... | game Op Ar name=value ...\n"
    ".Sh DESCRIPTION\n"
    ".Nm\n"
    "hosts card games in the channels of IRC networks and Discord servers.\n"
    "People sit down, get their hands by private message and type their moves;\n"
    "tables survive a restart.\n"
    "Without a configuration it opens a table in this terminal,\n"
    "for one or several people and robots;\n"
    "with the name of a game, a table of it:\n"
    ".Ql tabletalk heartcatchers robots=1 .\n"
    ".Pp\n"
    "The options are:\n"
    ".Bl -tag -width Ds\n";

static const char configuration[] =
    ".Sh CONFIGURATION\n"
    "A configuration file is made of lines\n"
    ".Ql name = value ,\n"
    "lists\n"
    ".Ql name = { \\(dqone\\(dq, \\(dqother\\(dq }\n"
    "and sections\n"
    ".Ql name \\(dqtitle\\(dq { ... } .\n"
    "A\n"
    ".Sq #\n"
    "begins a comment.\n"
    "Texts stand in double quotes, in which\n"
    ".Ql \\e\\e\n"
    "is a backslash,\n"
    ".Ql ${NAME}\n"
    "an environment variable that must be set, and\n"
    ".Ql ${NAME:\\-text}\n"
    "the text where it is not;\n"
    "or in single quotes, which leave all that alone.\n"
    "Files and folders are looked for beside the configuration file\n"
    "unless they begin with\n"
    ".Sq /\n"
    "or\n"
    ".Sq \\(ti/ .\n"
    ".Pp\n"
    "A password never stands in the configuration itself.\n"
    "It is the only line of a file that nobody else can read\n"
    ".Pq Ql chmod 600 ,\n"
    "or the value of an environment variable.\n"
    ".Pp\n"
    ".Nm\n"
    ".Fl Fl print-config-example\n"
    "prints a file with every option;\n"
    ".Nm\n"
    ".Fl Fl config Ar FILE Fl Fl check-config\n"
    "names each mistake with its line and what would be right.\n"
    ".Ss Top level\n";

static const char closing[] =
    ".Sh ENVIRONMENT\n"
    ".Bl -tag -width Ds\n"
    ".It Ev XDG_DATA_HOME , HOME\n"
    "Where the folder with the tables is, unless the configuration says it.\n"
    ".El\n"
    ".Sh FILES\n"
    ".Bl -tag -width Ds\n"
    ".It Pa \\(ti/.local/share/tabletalk\n"
    "The tables.\n"
    ".El\n"
    ".Sh EXIT STATUS\n"
    ".Nm\n"
    "exits 0 when it was asked to stop,\n"
    "1 when it cannot go on,\n"
    "2 when its arguments or its configuration are wrong,\n"
    "and 78 when no network is named and nobody types: standard input is empty.\n"
    ".Sh EXAMPLES\n"
    "Play against a robot in this terminal:\n"
    ".Pp\n"
    ".Dl $ tabletalk\n"
    ".Pp\n"
    "Look a configuration over, then host with it:\n"
    ".Bd -literal -offset indent\n"
    "$ tabletalk \\-\\-config tabletalk.conf \\-\\-check\\-config\n"
    "$ tabletalk \\-\\-config tabletalk.conf\n"
    ".Ed\n";

void man_print(const struct cli_program *program, FILE *out)
{
    fputs(opening, out);
    put_options(cli_options, out);
    fputs(".El\n", out);
    put_commands(program, out);
    fputs(configuration, out);
    put_text(out, option_root.help);
    put_section(out, NULL, &option_root);
    fputs(closing, out);
}
