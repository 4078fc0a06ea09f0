/* File -> structs, in three steps: the outline takes the file apart and checks names and braces,
   the rows turn each value into a field (value.c), and the rules check options together. Each
   step adds its problems, so that one run tells all of them. Next: outline.c, value.c, rules.c. */
#include "config.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "named_file.h"
#include "option.h"
#include "outline.h"
#include "value.h"

struct reading {
    struct problems problems;
    struct outline *outline;
    char *folder; /* of the file; "" for the current one */
};

static void read_option(struct reading *reading, const struct frame *frame, int place,
                        const struct option *option)
{
    const struct statement *statement = outline_statement(reading->outline, place, option);
    struct value_site site = {&reading->problems, statement->line, 0, option->name,
                              reading->folder};
    void *field = fields_at(option, frame->values);
    int count = statement->count;
    if (option->kind == VALUE_LIST && count > option->most) {
        problem_add(&reading->problems, statement->line,
                    "%s has %d items, and there is room for %d: leave %d of them out", option->name,
                    count, option->most, count - option->most);
        count = option->most;
    }
    for (int i = 0; i < count; i++) {
        const char *value = reading->outline->values[statement->first + i].text;
        site.item = reading->outline->values[statement->first + i].line;
        if (option->kind == VALUE_SECRET)
            value_set_secret(option, statement->is_variable, value, &site, field);
        else if (option->kind == VALUE_LIST)
            value_add(option, value, &site, field);
        else
            value_set(option, value, &site, field);
    }
    if (option->is_required && statement->line == 0)
        problem_add(&reading->problems, reading->outline->places[place].line,
                    "%s has no %s: add %s = \"%s\"", outline_name(reading->outline, place).text,
                    option->name, option->name, option->fallback);
}

static void read_section(struct reading *reading, const struct frame *frame, int place);

static void read_children(struct reading *reading, const struct frame *frame, int place,
                          const struct option *option)
{
    const struct section *section = option->section;
    int count = 0;
    while (outline_child(reading->outline, place, section, count) >= 0)
        count++;
    char *children = count ? calloc((size_t)count, section->size) : NULL;
    check(children || count == 0);
    *fields_children(option, frame->values) = children;
    *fields_child_count(option, frame->values) = count;
    for (int i = 0; i < count; i++) {
        struct frame child = {section, children + (size_t)i * section->size, frame};
        read_section(reading, &child, outline_child(reading->outline, place, section, i));
    }
}

/* Children come last among the rows, so that they inherit the final values of their parent. */
static void read_section(struct reading *reading, const struct frame *frame, int place)
{
    fields_default(frame, place ? reading->outline->places[place].title : reading->problems.file);
    for (int i = 0; i < frame->section->option_count; i++) {
        const struct option *option = &frame->section->options[i];
        if (option->kind == VALUE_CHILDREN)
            read_children(reading, frame, place, option);
        else
            read_option(reading, frame, place, option);
    }
}

/* Different readers would end a line or the file in different places at a byte that is no text. */
static bool check_encoding(const char *bytes, struct problems *problems)
{
    int length = (int)strlen(bytes);
    int line = 1;
    for (int i = 0, step; i < length; i += step) {
        step = text_utf8(bytes + i, length - i, NULL);
        if (step == 0) {
            problem_add(problems, line, "this line is not UTF-8: save the file as UTF-8 text");
            return false;
        }
        line += bytes[i] == '\n';
    }
    return true;
}

static char *folder_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t length = slash ? (size_t)(slash - path) : 0;
    char *folder = strndup(path, slash == path ? 1 : length);
    check(folder);
    return folder;
}

static void read_bytes(struct reading *reading, const char *bytes, struct config *config)
{
    if (!check_encoding(bytes, &reading->problems))
        return;
    reading->outline = outline_new(bytes, &reading->problems);
    struct frame root = {&option_root, config, NULL};
    read_section(reading, &root, 0);
    rules_apply(config, reading->outline, &reading->problems);
    outline_free(reading->outline);
}

int config_read_text(const char *name, const char *bytes, struct config *config,
                     struct text *problems)
{
    struct reading *reading = calloc(1, sizeof *reading);
    check(reading);
    *config = (struct config){0};
    reading->problems.file = name;
    reading->folder = folder_of(name);
    read_bytes(reading, bytes, config);
    problem_print(&reading->problems, problems);
    int result = reading->problems.count == reading->problems.notes ? 0 : -1;
    if (result != 0)
        config_fini(config);
    free(reading->folder);
    free(reading);
    return result;
}

int config_defaults(struct config *config, struct text *problems)
{
    char notes[1000]; /* there is no file that could be meant otherwise */
    struct text none = text_over(notes, sizeof notes);
    int result = config_read_text("defaults", "", config, &none);
    if (result != 0)
        text_put(problems, notes);
    free(config->title);
    config->title = NULL;
    return result;
}

int config_read_file(const char *path, struct config *config, struct text *problems)
{
    char sentence[300];
    struct text why = text_over(sentence, sizeof sentence);
    char *bytes = named_file_load(path, CONFIG_LARGEST_FILE, "a configuration file", &why);
    if (!bytes) {
        text_putf(problems, "%s: %s\n", path, sentence);
        return -1;
    }
    int result = config_read_text(path, bytes, config, problems);
    free(bytes);
    return result;
}

int config_override(struct config *config, const char *option, const char *value, const char *shown,
                    struct text *problems)
{
    const struct option *row = option_find(&option_root, option);
    struct problems found = {.file = "command line"};
    struct value_site site = {&found, 0, 0, shown, ""};
    check(row && row->kind <= VALUE_TEXT);
    if (value_set(row, value, &site, fields_at(row, config)))
        return 0;
    problem_print(&found, problems);
    return -1;
}

char *config_kept_file(const struct config *config, const char *name)
{
    return text_same_word(config->store, "memory") ? NULL : value_path(config->data_folder, name);
}

void config_fini(struct config *config)
{
    fields_free(&option_root, config);
    *config = (struct config){0};
}
