/* A setter for each kind of option, in one table. All pointer arithmetic over the generated
   structs is here. */
#include "option.h"
#include "outline.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "check.h"
#include "config.h"

enum { SECRET_LONGEST = 1000 };

char *value_copy(const char *text)
{
    char *copy = strdup(text);
    check(copy);
    return copy;
}

static bool refuse(const struct option *option, const char *written, const struct value_site *site)
{
    char bytes[PROBLEM_TEXT];
    struct text range = text_over(bytes, sizeof bytes);
    option_put_range(option, &range);
    problem_add(site->problems, site->line, "%s %s: give %s", site->shown,
                problem_quote(written).text, bytes);
    return false;
}

static void replace(void *field, char *value_take)
{
    char **string = field;
    free(*string);
    *string = value_take;
}

static bool set_flag(const struct option *option, const char *written,
                     const struct value_site *site, void *field)
{
    static const struct {
        const char *word;
        bool value;
    } words[] = {{"yes", true}, {"true", true},   {"on", true},
                 {"no", false}, {"false", false}, {"off", false}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (text_same_word(written, words[i].word)) {
            *(bool *)field = words[i].value;
            return true;
        }
    }
    return refuse(option, written, site);
}

static bool set_number(const struct option *option, const char *written,
                       const struct value_site *site, void *field)
{
    char *end;
    errno = 0;
    long value = strtol(written, &end, 10);
    if (end == written || *end || errno || value < option->least || value > option->most)
        return refuse(option, written, site);
    *(int *)field = (int)value;
    return true;
}

static bool set_choice(const struct option *option, const char *written,
                       const struct value_site *site, void *field)
{
    char words[256];
    check(strlen(option->words) < sizeof words);
    memcpy(words, option->words, strlen(option->words) + 1);
    for (char *rest = words, *word; (word = strsep(&rest, "|")) != NULL;) {
        if (text_same_word(word, written)) {
            replace(field, value_copy(word));
            return true;
        }
    }
    return refuse(option, written, site);
}

char *value_path(const char *folder, const char *written)
{
    const char *home = getenv("HOME");
    char *path = NULL;
    int length;
    if (strncmp(written, "~/", 2) == 0 && home)
        length = asprintf(&path, "%s/%s", home, written + 2);
    else if (written[0] == '/' || folder[0] == '\0')
        length = asprintf(&path, "%s", written);
    else
        length = asprintf(&path, "%s/%s", folder, written);
    check(length >= 0);
    return path;
}

static bool is_readable(const char *path, const struct value_site *site)
{
    char reason[200];
    struct text why = text_over(reason, sizeof reason);
    FILE *file = config_file_open(path, &why);
    if (file)
        fclose(file);
    else
        problem_add(site->problems, site->line, "%s: %s cannot be read: %s", site->shown,
                    problem_quote(path).text, reason);
    return file != NULL;
}

static bool set_path(const struct option *option, const char *written,
                     const struct value_site *site, void *field)
{
    char *path = value_path(site->folder, written);
    if (option->form == FORM_FILE && !is_readable(path, site)) {
        free(path);
        return false;
    }
    replace(field, path);
    return true;
}

/* An empty value is allowed only if the default is empty, which means "none". */
static bool set_text(const struct option *option, const char *written,
                     const struct value_site *site, void *field)
{
    bool may_be_empty = option->fallback && option->fallback[0] == '\0';
    if (written[0] == '\0' && may_be_empty) {
        replace(field, value_copy(""));
        return true;
    }
    if (!option_form_fits(option->form, written))
        return refuse(option, written, site);
    if (option_form_is_path(option->form))
        return set_path(option, written, site, field);
    replace(field, value_copy(written));
    return true;
}

bool value_set(const struct option *option, const char *written, const struct value_site *site,
               void *field)
{
    typedef bool setter(const struct option *, const char *, const struct value_site *, void *);
    static setter *const setters[] = {
        [VALUE_FLAG] = set_flag,
        [VALUE_NUMBER] = set_number,
        [VALUE_CHOICE] = set_choice,
        [VALUE_TEXT] = set_text,
    };
    check(option->kind <= VALUE_TEXT);
    return setters[option->kind](option, written, site, field);
}

bool value_add(const struct option *option, const char *written, const struct value_site *site,
               void *list)
{
    struct config_list *items = list;
    int shown = option_form_open_bytes(option->form, written);
    if (!option_form_fits(option->form, written)) {
        problem_add(site->problems, site->line, "%s %s: give %s", site->shown,
                    problem_quote_part(written, shown).text, option_form_name(option->form));
        return false;
    }
    for (int i = 0; i < items->count; i++) {
        if (option_form_open_bytes(option->form, items->items[i]) == shown &&
            strncasecmp(items->items[i], written, (size_t)shown) == 0) {
            problem_add(site->problems, site->line, "%s stands twice in %s",
                        problem_quote_part(written, shown).text, site->shown);
            return false;
        }
    }
    check(items->count < option->most);
    items->items = realloc(items->items, (size_t)(items->count + 1) * sizeof *items->items);
    items->lines = realloc(items->lines, (size_t)(items->count + 1) * sizeof *items->lines);
    check(items->items && items->lines);
    items->lines[items->count] = site->item;
    items->items[items->count++] =
        option_form_is_path(option->form) ? value_path(site->folder, written) : value_copy(written);
    return true;
}

/* ---- secrets; no message repeats what might be the secret itself ---- */

static void put_shell_word(const char *path, struct text *out)
{
    static const char plain[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@%";
    if (path[strspn(path, plain)] == '\0') {
        text_put(out, path);
        return;
    }
    text_put(out, "'");
    for (const char *p = path; *p; p++) {
        if (*p == '\'')
            text_put(out, "'\\''");
        else
            text_put_bytes(out, p, 1);
    }
    text_put(out, "'");
}

static int refuse_secret(struct text *why, const char *sentence)
{
    text_put(why, sentence);
    return -1;
}

static int judge_file(int file, const char *path, struct text *why)
{
    struct stat status;
    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode))
        return refuse_secret(why, "this is not a file");
    if ((status.st_mode & (S_IRWXG | S_IRWXO)) == 0)
        return 0;
    text_put(why, "other people of this machine can get at this file: chmod 600 ");
    put_shell_word(path, why);
    return -1;
}

/* Takes the secret out of `bytes`, without a line end after it. */
static int take_line(const char *bytes, size_t length, char **secret, struct text *why)
{
    if (length > 0 && bytes[length - 1] == '\n')
        length--;
    if (length > 0 && bytes[length - 1] == '\r')
        length--;
    if (length == 0)
        return refuse_secret(why, "it is empty: put the password there");
    if (length > SECRET_LONGEST)
        return refuse_secret(why,
                             "it is longer than 1000 bytes: only the password may stand there");
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)bytes[i] < 0x20 || bytes[i] == 0x7f)
            return refuse_secret(
                why, "it holds more than one line of text: only the password may stand there");
    }
    *secret = strndup(bytes, length);
    check(*secret);
    return 0;
}

/* Opens the file first and checks it through the descriptor: so the file that is checked is the
   file that is read. */
static int read_secret_file(const char *path, char **secret, struct text *why)
{
    char bytes[SECRET_LONGEST + 3]; /* a line end, and one byte more to notice a longer secret */
    int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0) {
        text_putf(why,
                  "the file cannot be opened: %s (it wants a file's name, not the password itself)",
                  strerror(errno));
        return -1;
    }
    int result = judge_file(file, path, why);
    ssize_t length = result == 0 ? read(file, bytes, sizeof bytes) : 0;
    close(file);
    if (length < 0) {
        text_putf(why, "the file cannot be read: %s", strerror(errno));
        return -1;
    }
    if (result == 0)
        result = take_line(bytes, (size_t)length, secret, why);
    explicit_bzero(bytes, sizeof bytes);
    return result;
}

static int read_secret_variable(const char *name, char **secret, struct text *why)
{
    const char *value = getenv(name);
    if (!value)
        return refuse_secret(
            why,
            "no environment variable of this name is set (it wants a variable's name, not the password itself)");
    return take_line(value, strlen(value), secret, why);
}

bool value_set_secret(const struct option *option, bool is_variable, const char *written,
                      const struct value_site *site, void *field)
{
    char bytes[PROBLEM_TEXT], *secret = NULL,
                              *path = is_variable ? NULL : value_path(site->folder, written);
    struct text why = text_over(bytes, sizeof bytes);
    bool done = (is_variable ? read_secret_variable(written, &secret, &why)
                             : read_secret_file(path, &secret, &why)) == 0;
    free(path);
    if (done)
        replace(field, secret);
    else
        problem_add(site->problems, site->line, "%s: %s",
                    is_variable ? option->name_env : option->name_file, bytes);
    return done;
}

/* ---- the fields of a section ---- */

static void free_field(const struct option *option, void *field)
{
    if (option->kind == VALUE_LIST) {
        struct config_list *list = field;
        for (int i = 0; i < list->count; i++) {
            explicit_bzero(list->items[i], strlen(list->items[i])); /* it may hold a key */
            free(list->items[i]);
        }
        free(list->items);
        free(list->lines);
        *list = (struct config_list){0};
    } else if (option->kind == VALUE_SECRET) {
        if (*(char **)field)
            explicit_bzero(*(char **)field, strlen(*(char **)field));
        replace(field, NULL);
    } else if (option->kind == VALUE_CHOICE || option->kind == VALUE_TEXT) {
        replace(field, NULL);
    }
}

void *value_field(const struct option *option, void *values)
{
    return (char *)values + option->offset;
}

void **value_children(const struct option *option, void *values)
{
    return (void **)value_field(option, values);
}

int *value_child_count(const struct option *option, void *values)
{
    return (int *)(void *)((char *)values + option->count_offset);
}

static void set_default(const struct option *option, void *field)
{
    struct problems none = {.file = option->name};
    struct value_site site = {.problems = &none, .shown = option->name, .folder = ""};
    check(value_set(option, option->fallback, &site, field)); /* the default of a row is valid */
}

static void inherit(const struct option *option, const struct frame *around, void *field)
{
    const void *from = value_field(option_ancestor(around->section, option), around->values);
    if (option->kind == VALUE_FLAG)
        *(bool *)field = *(const bool *)from;
    else if (option->kind == VALUE_NUMBER)
        *(int *)field = *(const int *)from;
    else
        *(char **)field = value_copy(*(char *const *)from);
}

void value_set_defaults(const struct frame *frame, const char *title)
{
    *(char **)frame->values = title ? value_copy(title) : NULL;
    for (int i = 0; i < frame->section->option_count; i++) {
        const struct option *option = &frame->section->options[i];
        if (option->is_inherited)
            inherit(option, frame->around, value_field(option, frame->values));
        else if (option->kind <= VALUE_TEXT)
            set_default(option, value_field(option, frame->values));
    }
}

void value_free_section(const struct section *section, void *values)
{
    for (int i = 0; i < section->option_count; i++) {
        const struct option *option = &section->options[i];
        if (option->kind != VALUE_CHILDREN) {
            free_field(option, value_field(option, values));
            continue;
        }
        char *children = *value_children(option, values);
        for (int child = 0; child < *value_child_count(option, values); child++)
            value_free_section(option->section, children + (size_t)child * option->section->size);
        free(children);
    }
    free(*(char **)values);
}

/* ---- files that somebody names ---- */

/* Without O_NONBLOCK, opening a pipe would wait for the one who writes. */
FILE *config_file_open(const char *path, struct text *why)
{
    struct stat about;
    int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (fd < 0 || fstat(fd, &about) != 0) {
        text_put(why, strerror(errno));
    } else if (S_ISREG(about.st_mode)) {
        FILE *file = fdopen(fd, "r");
        check(file);
        return file;
    } else {
        text_put(why, S_ISDIR(about.st_mode) ? strerror(EISDIR)
                      : S_ISFIFO(about.st_mode)
                          ? "it is a pipe, not a file; save what comes from it first"
                          : "it is a device, not a file");
    }
    if (fd >= 0)
        close(fd);
    return NULL;
}

char *config_file_load(const char *path, int most, const char *kind, struct text *why)
{
    char bytes[200];
    struct text reason = text_over(bytes, sizeof bytes);
    FILE *file = config_file_open(path, &reason);
    char *content = malloc((size_t)most + 2);
    check(content);
    size_t length = file ? fread(content, 1, (size_t)most + 1, file) : 0;
    bool is_large = most >= 1 << 20;
    if (file && ferror(file))
        text_put(&reason, strerror(errno));
    if (file)
        fclose(file);
    if (reason.length > 0)
        text_putf(why, "this file cannot be read: %s", bytes);
    else if (length > (size_t)most)
        text_putf(why, "this is larger than %d %s; is it %s?", most >> (is_large ? 20 : 10),
                  is_large ? "MiB" : "KiB", kind);
    else if (memchr(content, '\0', length))
        text_put(why, "this is not a text file: it holds a zero byte");
    content[length] = '\0';
    if (why->length == 0)
        return content;
    free(content);
    return NULL;
}

int config_file_next_line(FILE *file, char *line)
{
    int length = 0, byte;
    while ((byte = getc_unlocked(file)) != EOF && byte != '\n' && length <= CONFIG_FILE_LINE) {
        if (length < CONFIG_FILE_LINE)
            line[length] = (char)byte;
        length++;
    }
    line[length < CONFIG_FILE_LINE ? length : CONFIG_FILE_LINE] = '\0';
    return byte == EOF && length == 0 ? -1 : length;
}
