/* See arguments.h. Does not use getopt_long(), whose messages cannot name the nearest option. */
#include "arguments.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli.h"
#include "problem.h"
#include "text.h"

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
            nearest_try(&nearest, row->name);
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

bool arguments_take(char *const **argv, const struct argument *table, const char *tool, void *what,
                    struct text *why)
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

int arguments_read(int argc, char *const argv[], const struct argument *table, const char *usage,
                   void *what, const char **word, FILE *out, FILE *err)
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

void arguments_print(const struct argument *table, const char *indent, int columns, FILE *out)
{
    for (const struct argument *row = table; row->name; row++) {
        char bytes[80];
        struct text left = text_over(bytes, sizeof bytes);
        text_putf(&left, "%s%s %s", indent, row->name, row->value ? row->value : "");
        if (row->help)
            fprintf(out, "  %-*s %s\n", columns, bytes, row->help);
    }
}

bool argument_number(const char *value, long least, long most, long *out, struct text *why)
{
    char *end;
    errno = 0;
    *out = strtol(value, &end, 10);
    if (end != value && *end == '\0' && errno == 0 && *out >= least && *out <= most)
        return true;
    text_putf(why, "'%s' is no number from %ld to %ld", value, least, most);
    return false;
}
