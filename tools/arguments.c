#include "arguments.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

static const struct argument *find(const struct argument *table, const char *name, size_t length)
{
    for (const struct argument *row = table; row->name; row++)
        if (strlen(row->name) == length && strncmp(row->name, name, length) == 0)
            return row;
    return NULL;
}

static void refuse(const struct argument *table, const char *tool, const char *name, int length, struct text *why)
{
    const struct argument *nearest = NULL;
    char bytes[64];
    struct text typed = text_over(bytes, sizeof bytes);
    int best = 4;
    text_put_bytes(&typed, name, length);
    for (const struct argument *row = table; row->name; row++) {
        int distance = text_distance(bytes, row->name, best);
        if (distance < best) {
            best = distance;
            nearest = row;
        }
    }
    text_putf(why, "%s has no option %s; ", tool, bytes);
    if (nearest)
        text_putf(why, "did you mean %s?", nearest->name);
    else
        text_putf(why, "tabletalk %s --help shows those it has", tool);
}

/* Reads the option that `argv` stands on; moves on if the value is the next argument. */
static bool take(char *const **argv, const struct argument *table, const char *tool, void *what, struct text *why)
{
    const char *typed = **argv;
    size_t length = strcspn(typed, "=");
    const char *value = typed[length] ? typed + length + 1 : NULL;
    const struct argument *row = find(table, typed, length);
    if (!row) {
        refuse(table, tool, typed, (int)length, why);
        return false;
    }
    if (row->value && !value && (*argv)[1])
        value = *++*argv;
    if (row->value && (!value || !*value)) {
        text_putf(why, "%s needs a value: %s %s", row->name, row->name, row->value);
        return false;
    }
    if (!row->value && value) {
        text_putf(why, "%s takes no value", row->name);
        return false;
    }
    text_putf(why, "%s: ", row->name);
    if (!row->take(what, value, why))
        return false;
    text_clear(why);
    return true;
}

bool arguments_read(int argc, char *const argv[], const struct argument *table, void *what, const char **word,
                    struct text *why)
{
    char *const *end = argv + argc;
    const char *tool = argv[0];
    *word = NULL;
    for (argv++; argv < end; argv++) {
        if (strcmp(*argv, "--help") == 0) {
            *word = tool;
            return true;
        }
        if (**argv == '-' && (*argv)[1]) {
            if (!take(&argv, table, tool, what, why))
                return false;
        } else if (*word) {
            text_putf(why, "%s takes one word besides its options, but there are '%s' and '%s'", tool, *word, *argv);
            return false;
        } else {
            *word = *argv;
        }
    }
    return true;
}

void arguments_each(const struct argument *table, cli_put_option *put, void *arg)
{
    for (const struct argument *row = table; row->name; row++)
        put(arg, row->name, row->value, row->help);
}

static void put_row(void *arg, const char *name, const char *value, const char *help)
{
    char bytes[80];
    struct text left = text_over(bytes, sizeof bytes);
    text_putf(&left, "%s %s", name, value ? value : "");
    fprintf(arg, "  %-20s %s\n", bytes, help);
}

void arguments_help(const struct argument *table, const char *words, FILE *out)
{
    fprintf(out, "usage: tabletalk %s\n\n", words);
    arguments_each(table, put_row, out);
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
