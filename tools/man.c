/* The man page (docs/tabletalk.1 in mdoc) and the example configuration, made of the tables, and
   the words around the lists. Another layer knows the commands of a channel, so main passes in
   their list. */
#include <string.h>

#include "cli.h"
#include "option.h"
#include "text.h"
#include "tools.h"

/* ---- the example: config/example.conf, from the rows ---- */

/* Options of the top level are active and have their defaults. The default has no sections, so a
   section stands behind one # more than the lines around it. An admin who removes the # has a
   valid section. */

struct man_command {
    const char *name, *words, *example;
};

enum { WIDTH = 100, INDENT = 4 };

/* A # and the indentation for every section around the line. */
struct margin {
    char bytes[4 * (1 + INDENT) + 1];
};

static struct margin margin_inside(const struct margin *margin)
{
    struct margin inner = {""};
    struct text text = text_over(inner.bytes, sizeof inner.bytes);
    text_putf(&text, "%s%*s", margin->bytes, INDENT, "");
    return inner;
}

static struct margin margin_hidden(const struct margin *margin)
{
    struct margin inner = {""};
    struct text text = text_over(inner.bytes, sizeof inner.bytes);
    text_putf(&text, "%s#", margin->bytes);
    return inner;
}

static void print_comment(FILE *out, const struct margin *margin, const char *sentence)
{
    int column = 0;
    for (const char *word = sentence; *word;) {
        int length = (int)strcspn(word, " ");
        if (column > 0 && column + 1 + length > WIDTH) {
            fputc('\n', out);
            column = 0;
        }
        if (column == 0)
            column = fprintf(out, "%s#", margin->bytes);
        column += fprintf(out, " %.*s", length, word);
        word += length;
        word += *word == ' ';
    }
    fputc('\n', out);
}

static void print_range(FILE *out, const struct margin *margin, const struct option *option)
{
    char bytes[300];
    struct text range = text_over(bytes, sizeof bytes);
    text_put(&range, "Give ");
    option_put_range(option, &range);
    text_put(&range, ".");
    print_comment(out, margin, bytes);
}

static void print_value(FILE *out, const struct option *option, const char *value)
{
    if (option->kind == VALUE_FLAG || option->kind == VALUE_NUMBER)
        fputs(value, out);
    else if (option->kind == VALUE_LIST)
        fputs("{}", out);
    else
        fprintf(out, "\"%s\"", value);
}

static void print_option(FILE *out, const struct margin *margin, const struct section *around,
                         const struct option *option)
{
    print_comment(out, margin, option->help);
    print_range(out, margin, option);
    if (option->is_inherited)
        print_comment(out, margin, "Left out, it is as in the section around.");
    if (option->kind == VALUE_SECRET) {
        /* at the top level a # alone begins a section */
        const char *mark = margin->bytes[0] ? "#" : "# ";
        fprintf(out, "%s%s%s = \"FILE\"\n%s%s%s = \"VARIABLE\"\n", margin->bytes, mark,
                option->name_file, margin->bytes, mark, option->name_env);
        return;
    }
    fprintf(out, "%s%s = ", margin->bytes, option->name);
    print_value(out, option, option_ancestor(around, option)->fallback);
    fputc('\n', out);
}

static void print_section(FILE *out, const struct margin *margin, const struct section *around,
                          const struct section *section)
{
    for (int i = 0; i < section->option_count; i++) {
        const struct option *option = &section->options[i];
        if (i > 0)
            fprintf(out, "%.*s\n", (int)strcspn(margin->bytes, " "), margin->bytes);
        if (option->kind != VALUE_CHILDREN) {
            print_option(out, margin, around, option);
            continue;
        }
        const struct section *child = option->section;
        struct margin hidden = margin_hidden(margin);
        struct margin inside = margin_inside(&hidden);
        print_comment(out, margin, child->help);
        fprintf(out, "%s%s \"%s\" {\n", hidden.bytes, child->name, child->title_example);
        print_section(out, &inside, section, child);
        fprintf(out, "%s}\n", hidden.bytes);
    }
}

void man_print_example(FILE *out)
{
    struct margin margin = {""};
    fputs(
        "# Configuration of Tabletalk: every option with its default. Check yours with\n"
        "#     tabletalk --config FILE --check-config\n"
        "# Texts stand in \"quotes\", in which \\\\ is a backslash and ${NAME} an environment variable;\n"
        "# 'single quotes' leave ${NAME} alone. Relative files are looked for beside this one.\n"
        "# To use a section, such as irc, take away the # at the beginning of its lines.\n\n",
        out);
    print_section(out, &margin, NULL, &option_root);
}

/* ---- what the man page says of each command beyond its line of help ---- */

/* What it does and leaves alone, its status, and an example. The rows have the names by which the
   tables of commands know them. */

static const struct man_command rows[] = {
    {"status",
     "It prints how many tables there are, whether everything that was heard is answered, a line for each network, and then the "
     "figures. Only the user that tabletalk runs as, and root, get an answer. The status is 1 if no tabletalk runs with that data folder.",
     "tabletalk --config FILE status --json"},
    {"drain",
     "The games of each network go on in another process within seconds. A network that no process takes is served by nobody then. "
     "Without postgres_lease there is nobody to hand over to, and the status is 1.",
     "tabletalk --config FILE drain"},
    {"tables",
     "Numbers are those that list prints. The room of a table that is ended is told. What export prints holds the hands of everybody: "
     "keep it private.",
     "tabletalk --config FILE tables export 12 > 12.record"},
    {"erase",
     "KEY is written exactly as tables show prints it. This cannot be taken back. Backups that were made before still hold what was. If "
     "the disk or the database fails, the status is 1, and the order can be given again.",
     "tabletalk --config FILE erase irc:libera '$ann'"},
    {"standings",
     "Outcomes that were deleted come back with their old numbers; those of records that were repaired, or are not kept any more, stay "
     "as they are. Ratings then follow from all outcomes to the same last digit, in SQLite and in PostgreSQL. The status is 0 when all "
     "is right, also if something was put right, and 1 if the disk or the database did not let it go on.",
     "tabletalk --config FILE standings --rebuild"},
    {"replay",
     "Nothing is changed. Of a table in play --reveal prints the secrets, too. The status is 1 if a line does not fit.",
     "tabletalk --config FILE replay 12 --watch"},
    {"ban",
     "Without DAYS the ban lasts until it is taken back. What it prints has the number of the ban, for unban.",
     "tabletalk --config FILE ban irc:libera bob 7"},
    {"backup",
     "To restore it, stop tabletalk and take every tabletalk.db* out of the data folder first; docs/storage.md tells how. The copy holds "
     "the hands of everybody: keep it private. With store = postgres none is made, and pg_dump is named instead.",
     "tabletalk --config FILE backup /backup/tables.db"},
    {"move-store",
     "FROM stays as it was. TO gets everything or nothing. Then set store to TO in the configuration, and start tabletalk.",
     "tabletalk --config FILE move-store sqlite postgres"},
    {"verify",
     "docs/fairness.md tells what each sentence of it proves, and how to check the same without tabletalk.",
     "tabletalk verify 17.record"},
    {"faces", "docs/hosting-reference.md tells how to correct them.",
     "tabletalk faces kritters > kritters.faces"},
};

/* NULL if its help says everything. */
static const struct man_command *man_command_of(const char *name)
{
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

/* ---- the man page ---- */

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
    enum { FILLED = 70 };
    char bytes[600];
    struct text line = text_over(bytes, sizeof bytes);
    for (const char *word = words; *word;) {
        int length = (int)strcspn(word, " ");
        if (line.length + length >= FILLED)
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
