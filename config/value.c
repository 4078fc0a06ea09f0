/* A setter for each kind of option, in one table. */
#include "value.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "check.h"
#include "config.h"
#include "secret.h"

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
    problem_add(site->problems, site->line, "%s %s: give %s", site->shown, problem_quote(written).text, bytes);
    return false;
}

static void replace(void *field, char *value_take)
{
    char **string = field;
    free(*string);
    *string = value_take;
}

static bool set_flag(const struct option *option, const char *written, const struct value_site *site, void *field)
{
    static const struct {
        const char *word;
        bool value;
    } words[] = {{"yes", true}, {"true", true}, {"on", true}, {"no", false}, {"false", false}, {"off", false}};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (text_same_word(written, words[i].word)) {
            *(bool *)field = words[i].value;
            return true;
        }
    }
    return refuse(option, written, site);
}

static bool set_number(const struct option *option, const char *written, const struct value_site *site, void *field)
{
    char *end;
    errno = 0;
    long value = strtol(written, &end, 10);
    if (end == written || *end || errno || value < option->least || value > option->most)
        return refuse(option, written, site);
    *(int *)field = (int)value;
    return true;
}

static bool set_choice(const struct option *option, const char *written, const struct value_site *site, void *field)
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

static bool set_path(const struct option *option, const char *written, const struct value_site *site, void *field)
{
    char *path = value_path(site->folder, written);
    if (option->form == FORM_FILE && access(path, R_OK) != 0) {
        problem_add(site->problems, site->line, "%s: %s cannot be read: %s", site->shown, problem_quote(path).text,
                    strerror(errno));
        free(path);
        return false;
    }
    replace(field, path);
    return true;
}

/* Empty is a value only where it is the default: it means "none" there. */
static bool set_text(const struct option *option, const char *written, const struct value_site *site, void *field)
{
    bool may_be_empty = option->fallback && option->fallback[0] == '\0';
    if (written[0] == '\0' && may_be_empty) {
        replace(field, value_copy(""));
        return true;
    }
    if (!form_fits(option->form, written))
        return refuse(option, written, site);
    if (form_is_path(option->form))
        return set_path(option, written, site, field);
    replace(field, value_copy(written));
    return true;
}

bool value_set(const struct option *option, const char *written, const struct value_site *site, void *field)
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

bool value_add(const struct option *option, const char *written, const struct value_site *site, void *list)
{
    struct config_list *items = list;
    if (items->count == option->most) {
        problem_add(site->problems, site->line, "%s has more than %d items", site->shown, option->most);
        return false;
    }
    if (!form_fits(option->form, written)) {
        problem_add(site->problems, site->line, "%s %s: give %s", site->shown, problem_quote(written).text,
                    form_name(option->form));
        return false;
    }
    for (int i = 0; i < items->count; i++) {
        if (text_same_word(items->items[i], written)) {
            problem_add(site->problems, site->line, "%s stands twice in %s", problem_quote(written).text, site->shown);
            return false;
        }
    }
    items->items = realloc(items->items, (size_t)(items->count + 1) * sizeof *items->items);
    check(items->items);
    items->items[items->count++] = form_is_path(option->form) ? value_path(site->folder, written) : value_copy(written);
    return true;
}

static bool set_secret(const char *name, int result, const struct text *why, const struct value_site *site,
                       char *secret, void *field)
{
    if (result != 0) {
        problem_add(site->problems, site->line, "%s: %s", name, why->bytes);
        return false;
    }
    replace(field, secret);
    return true;
}

bool value_set_secret_file(const struct option *option, const char *written, const struct value_site *site, void *field)
{
    char bytes[PROBLEM_TEXT];
    struct text why = text_over(bytes, sizeof bytes);
    char *secret = NULL;
    char *path = value_path(site->folder, written);
    int result = secret_read_file(path, &secret, &why);
    free(path);
    return set_secret(option->name_file, result, &why, site, secret, field);
}

bool value_set_secret_env(const struct option *option, const char *written, const struct value_site *site, void *field)
{
    char bytes[PROBLEM_TEXT];
    struct text why = text_over(bytes, sizeof bytes);
    char *secret = NULL;
    int result = secret_read_env(written, &secret, &why);
    return set_secret(option->name_env, result, &why, site, secret, field);
}

void value_free(const struct option *option, void *field)
{
    if (option->kind == VALUE_LIST) {
        struct config_list *list = field;
        for (int i = 0; i < list->count; i++)
            free(list->items[i]);
        free(list->items);
        *list = (struct config_list){0};
    } else if (option->kind == VALUE_SECRET) {
        secret_free(*(char **)field);
        *(char **)field = NULL;
    } else if (option->kind == VALUE_CHOICE || option->kind == VALUE_TEXT) {
        free(*(char **)field);
        *(char **)field = NULL;
    }
}
