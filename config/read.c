/* File -> structs, in four steps: the outline finds what is wrong with names and braces, libconfuse reads what is left,
   the rows turn each string into a field (value.c), and the rules see to the rest. Each step adds its problems, so that
   one run tells them all. Next: outline.c, value.c, rules.c. */
#include "config.h"

#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "confuse_table.h"
#include "fields.h"
#include "option.h"
#include "outline.h"
#include "rules.h"
#include "value.h"

struct reading {
    struct problems problems;
    struct outline *outline;
    char *folder; /* of the file; "" for the current one */
};

/* libconfuse hands its error function no pointer of ours, and its parser is one for the process anyway. */
static struct problems *confuse_problems;

__attribute__((format(printf, 2, 0))) static void tell_confuse_error(cfg_t *cfg, const char *format, va_list args)
{
    char bytes[PROBLEM_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    text_vputf(&text, format, args);
    problem_add(confuse_problems, 0, "libconfuse cannot read this file, at its line %d: %s", cfg->line, bytes);
}

/* The sheet ends with a line of our own. If that is not read at the top level, a brace, a list or a comment was open:
   libconfuse takes all of them for closed at the end of a file. */
static cfg_t *parse_sheet(struct text *sheet, struct problems *problems)
{
    cfg_t *cfg = cfg_init(root_confuse, CFGF_NONE);
    check(cfg);
    text_put(sheet, "tabletalk_end = true\n");
    check(!sheet->cut);
    confuse_problems = problems;
    cfg_set_error_function(cfg, tell_confuse_error);
    int result = cfg_parse_buf(cfg, sheet->bytes);
    confuse_problems = NULL;
    if (result == CFG_SUCCESS && cfg_size(cfg, "tabletalk_end") == 1)
        return cfg;
    if (problems->count == 0)
        problem_add(problems, 0, "libconfuse does not reach the end of this file: is a } missing?");
    cfg_free(cfg);
    return NULL;
}

static void read_secret(const struct option *option, cfg_t *cfg, const struct value_site *site, void *field)
{
    const char *file = cfg_getstr(cfg, option->name_file);
    const char *variable = cfg_getstr(cfg, option->name_env);
    if (file)
        value_set_secret_file(option, file, site, field);
    else if (variable)
        value_set_secret_env(option, variable, site, field);
}

static void read_list(const struct option *option, cfg_t *cfg, const struct value_site *site, void *field)
{
    for (unsigned i = 0; i < cfg_size(cfg, option->name); i++)
        value_add(option, cfg_getnstr(cfg, option->name, i), site, field);
}

static void read_option(struct reading *reading, const struct frame *frame, int place, cfg_t *cfg,
                        const struct option *option)
{
    int line = outline_line(reading->outline, place, option);
    struct value_site site = {&reading->problems, line, option->name, reading->folder};
    void *field = fields_at(option, frame->values);
    if (option->kind == OPTION_SECRET)
        read_secret(option, cfg, &site, field);
    else if (option->kind == OPTION_LIST)
        read_list(option, cfg, &site, field);
    else if (cfg_size(cfg, option->name) > 0)
        value_set(option, cfg_getstr(cfg, option->name), &site, field);
    else if (option->is_required && line == 0)
        problem_add(&reading->problems, reading->outline->places[place].line, "%s has no %s: add %s = \"%s\"",
                    outline_name(reading->outline, place).text, option->name, option->name, option->fallback);
}

static void read_section(struct reading *reading, const struct frame *frame, int place, cfg_t *cfg);

static void read_children(struct reading *reading, const struct frame *frame, int place, cfg_t *cfg,
                          const struct option *option)
{
    const struct section *section = option->section;
    int count = (int)cfg_size(cfg, option->name);
    char *children = count ? calloc((size_t)count, section->size) : NULL;
    check(children || count == 0);
    *fields_children(option, frame->values) = children;
    *fields_child_count(option, frame->values) = count;
    for (int i = 0; i < count; i++) {
        struct frame child = {section, children + (size_t)i * section->size, frame};
        read_section(reading, &child, outline_child(reading->outline, place, section, i),
                     cfg_getnsec(cfg, option->name, (unsigned)i));
    }
}

/* Children come last among the rows, so that they inherit what their parent has in the end. */
static void read_section(struct reading *reading, const struct frame *frame, int place, cfg_t *cfg)
{
    fields_default(frame, cfg_title(cfg));
    for (int i = 0; i < frame->section->option_count; i++) {
        const struct option *option = &frame->section->options[i];
        if (option->kind == OPTION_CHILDREN)
            read_children(reading, frame, place, cfg, option);
        else
            read_option(reading, frame, place, cfg, option);
    }
}

/* A byte that is no text would end lines and files in different places for different readers. */
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
    cfg_t *cfg = parse_sheet(&reading->outline->sheet, &reading->problems);
    if (cfg) {
        struct frame root = {&option_root, config, NULL};
        read_section(reading, &root, 0, cfg);
        cfg_free(cfg);
        rules_apply(config, reading->outline, &reading->problems);
    }
    outline_free(reading->outline);
}

int config_read_text(const char *name, const char *bytes, struct config *config, struct text *problems)
{
    struct reading *reading = calloc(1, sizeof *reading);
    check(reading);
    *config = (struct config){0};
    reading->problems.file = name;
    reading->folder = folder_of(name);
    read_bytes(reading, bytes, config);
    problem_print(&reading->problems, problems);
    int result = reading->problems.count == 0 ? 0 : -1;
    if (result != 0)
        config_fini(config);
    free(reading->folder);
    free(reading);
    return result;
}

int config_defaults(struct config *config, struct text *problems)
{
    return config_read_text("defaults", "", config, problems);
}

/* The whole file with a NUL behind it, on the heap; NULL and why. */
static char *load(const char *path, struct text *problems)
{
    FILE *file = fopen(path, "re");
    char *bytes = malloc(CONFIG_LARGEST_FILE + 2);
    check(bytes);
    size_t length = file ? fread(bytes, 1, CONFIG_LARGEST_FILE + 1, file) : 0;
    bool is_read = file && !ferror(file);
    if (!is_read)
        text_putf(problems, "%s: this file cannot be read: %s\n", path, strerror(errno));
    else if (length > CONFIG_LARGEST_FILE)
        text_putf(problems, "%s: this is larger than 1 MiB; is it a configuration file?\n", path);
    else if (memchr(bytes, '\0', length))
        text_putf(problems, "%s: this is not a text file: it holds a zero byte\n", path);
    bool is_good = is_read && length <= CONFIG_LARGEST_FILE && !memchr(bytes, '\0', length);
    bytes[length] = '\0';
    if (file)
        fclose(file);
    if (!is_good) {
        free(bytes);
        return NULL;
    }
    return bytes;
}

int config_read_file(const char *path, struct config *config, struct text *problems)
{
    char *bytes = load(path, problems);
    if (!bytes)
        return -1;
    int result = config_read_text(path, bytes, config, problems);
    free(bytes);
    return result;
}

int config_override(struct config *config, const char *option, const char *value, const char *shown,
                    struct text *problems)
{
    const struct option *row = option_find(&option_root, option);
    struct problems found = {.file = "command line"};
    struct value_site site = {&found, 0, shown, ""};
    check(row && row->kind <= OPTION_TEXT);
    if (value_set(row, value, &site, fields_at(row, config)))
        return 0;
    problem_print(&found, problems);
    return -1;
}

void config_fini(struct config *config)
{
    fields_free(&option_root, config);
    *config = (struct config){0};
}
