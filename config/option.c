/* The tables made from options.def, which is included three times: for the names of the sections
   (so that rows can point at them), for their rows, and for the sections themselves. */
#include "option.h"

#include <string.h>

#include "check.h"
#include "config.h"

/* clang-format off */
#define SECTION(struct_tag, ...)     static const struct section struct_tag##_section;
#define ROOT(struct_tag, help)
#define FLAG(...)
#define NUMBER(...)
#define CHOICE(...)
#define TEXT(...)
#define LIST(...)
#define SECRET(...)
#define CHILDREN(...)
#define SECTION_END(struct_tag)
#define ROOT_END(struct_tag)
#include "options.def"

#define REQUIRED(example)        example, .is_required = true
#define INHERITED                NULL, .is_inherited = true
#define FIELD(struct_tag, field) .name = #field, .offset = offsetof(struct struct_tag, field)

#define SECTION(struct_tag, ...)     static const struct option struct_tag##_options[] = {
#define ROOT(struct_tag, text)       static const struct option struct_tag##_options[] = {
#define SECTION_END(struct_tag)      }; \
    _Static_assert(sizeof struct_tag##_options / sizeof *struct_tag##_options <= OPTION_MOST, "too many options");
#define ROOT_END(struct_tag)         SECTION_END(struct_tag)
#define FLAG(struct_tag, field, value, text) \
    {FIELD(struct_tag, field), .kind = VALUE_FLAG, .help = text, .fallback = value},
#define NUMBER(struct_tag, field, value, low, high, text) \
    {FIELD(struct_tag, field), .kind = VALUE_NUMBER, .least = low, .most = high, .help = text, .fallback = value},
#define CHOICE(struct_tag, field, value, list, text) \
    {FIELD(struct_tag, field), .kind = VALUE_CHOICE, .words = list, .help = text, .fallback = value},
#define TEXT(struct_tag, field, value, shape, text) \
    {FIELD(struct_tag, field), .kind = VALUE_TEXT, .form = FORM_##shape, .help = text, .fallback = value},
#define LIST(struct_tag, field, shape, high, text) \
    {FIELD(struct_tag, field), .kind = VALUE_LIST, .form = FORM_##shape, .most = high, .help = text, .fallback = ""},
#define SECRET(struct_tag, field, text) \
    {FIELD(struct_tag, field), .name_file = #field "_file", .name_env = #field "_env", .kind = VALUE_SECRET, \
     .help = text, .fallback = ""},
#define CHILDREN(struct_tag, child) \
    {FIELD(struct_tag, child), .kind = VALUE_CHILDREN, .count_offset = offsetof(struct struct_tag, child##_count), \
     .section = &config_##child##_section, .fallback = ""},
#include "options.def"

#define ROWS(struct_tag) .options = struct_tag##_options, .size = sizeof(struct struct_tag), \
                         .option_count = sizeof struct_tag##_options / sizeof *struct_tag##_options
#define SECTION(struct_tag, word, shape, example, text) \
    static const struct section struct_tag##_section = \
        {.name = word, .title_form = FORM_##shape, .title_example = example, .help = text, ROWS(struct_tag)};
#define ROOT(struct_tag, text)       const struct section option_root = {.name = "", .help = text, ROWS(struct_tag)};
#define FLAG(...)
#define NUMBER(...)
#define CHOICE(...)
#define TEXT(...)
#define LIST(...)
#define SECRET(...)
#define CHILDREN(...)
#define SECTION_END(struct_tag)
#define ROOT_END(struct_tag)
#include "options.def"
/* clang-format on */

const struct option *option_find(const struct section *section, const char *name)
{
    for (int i = 0; i < section->option_count; i++) {
        const struct option *option = &section->options[i];
        if (strcmp(option->name, name) == 0 ||
            (option->name_file && strcmp(option->name_file, name) == 0) ||
            (option->name_env && strcmp(option->name_env, name) == 0))
            return option;
    }
    return NULL;
}

const struct option *option_ancestor(const struct section *parent, const struct option *option)
{
    if (!option->is_inherited)
        return option;
    const struct option *ancestor = option_find(parent, option->name);
    check(ancestor && !ancestor->is_inherited && ancestor->kind == option->kind);
    return ancestor;
}

static void put_words(const struct option *option, struct text *out)
{
    text_put(out, "one of ");
    for (const char *word = option->words; *word;) {
        int length = (int)strcspn(word, "|");
        text_put_bytes(out, word, length);
        word += length;
        if (*word) {
            text_put(out, ", ");
            word++;
        }
    }
}

void option_put_range(const struct option *option, struct text *out)
{
    switch (option->kind) {
    case VALUE_FLAG:
        text_put(out, "yes or no");
        break;
    case VALUE_NUMBER:
        text_putf(out, "a whole number from %d to %d", option->least, option->most);
        break;
    case VALUE_CHOICE:
        put_words(option, out);
        break;
    case VALUE_TEXT:
        text_put(out, form_name(option->form));
        break;
    case VALUE_LIST:
        text_putf(out, "a list of at most %d, each %s", option->most, form_name(option->form));
        break;
    case VALUE_SECRET:
        text_put(out, "a file that only you can read, or the name of an environment variable");
        break;
    case VALUE_CHILDREN:
        text_putf(out, "any number of sections %s", option->section->name);
        break;
    }
}
