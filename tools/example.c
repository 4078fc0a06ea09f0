/* config/example.conf, from the rows. Options of the top level are active and have their
   defaults. The default has no sections, so a section stands behind one # more than the lines
   around it. An admin who removes the # has a valid section. */
#include <string.h>

#include "option.h"
#include "text.h"
#include "tools.h"

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

void example_print(FILE *out)
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
