/* The host's sentences: strings.def filled with keys and values. */
#include "view.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "prose.h"
#include "speak.h"
#include "text.h"

enum { PAIRS = 16, TYPED_MOST = 40 };

static const char *const texts[] = {
#define STRING(id, text) [STRING_##id] = (text),
#include "strings.def"
#undef STRING
};

const char *string_text(enum string id)
{
    return texts[id];
}

struct pairs {
    struct source source;
    int count;
    const char *keys[PAIRS], *values[PAIRS];
};

static const char *find(const struct source *source, const char *key)
{
    const struct pairs *pairs = (const struct pairs *)source;
    for (int i = 0; i < pairs->count; i++)
        if (strcmp(pairs->keys[i], key) == 0)
            return pairs->values[i];
    return NULL;
}

static int count_people(const char *names)
{
    int count = names[0] != '\0';
    for (; *names; names++)
        count += *names == '\n';
    return count;
}

static void put_names(const char *names, enum prose_style style, struct prose *out)
{
    int count = count_people(names);
    for (int i = 0; i < count; i++) {
        char name[256];
        size_t length = strcspn(names, "\n"),
               kept = length < sizeof name ? length : sizeof name - 1;
        memcpy(name, names, kept);
        name[kept] = '\0';
        prose_put(out, between(i, count));
        prose_put_foreign(out, style, name);
        names += length + (names[length] == '\n');
    }
}

static void put_people(const char *value, struct prose *out)
{
    put_names(value, PROSE_NAME, out);
}

static void put_called(const char *value, struct prose *out)
{
    put_names(value, PROSE_CALL, out);
}

static void put_text(const char *value, struct prose *out)
{
    prose_put(out, value);
}

static void put_command(const char *value, struct prose *out)
{
    prose_putf(out, "!%s", value);
}

/* How a move is typed, behind what holds before moves there. */
static void put_how(const char *value, struct prose *out)
{
    prose_styled(out, PROSE_MOVE, COLOUR_NONE, "!");
    prose_put(out, value);
}

static void put_foreign(const char *value, struct prose *out)
{
    prose_put_foreign(out, PROSE_PLAIN, value);
}

/* Repeats only as much of a typed text as people need to recognise it. */
static void put_typed(const char *value, struct prose *out)
{
    char bytes[TYPED_MOST + 1];
    int length = (int)strlen(value),
        kept = length > TYPED_MOST ? text_utf8_floor(value, TYPED_MOST) : length;
    memcpy(bytes, value, (size_t)kept);
    bytes[kept] = '\0';
    prose_put_foreign(out, PROSE_PLAIN, bytes);
    prose_put(out, kept < length ? "..." : "");
}

/* The keys that are not just text from outside. */
static const struct key {
    const char *name;
    void (*put)(const char *value, struct prose *out);
} special[] = {
    {"who", put_people},      {"by", put_people},   {"call", put_called}, {"text", put_text},
    {"command", put_command}, {"typed", put_typed}, {"how", put_how},     {"other", put_how},
};

static bool put_key(const struct source *source, const char *key, struct prose *out)
{
    const char *value = find(source, key);
    void (*put)(const char *, struct prose *) = put_foreign;
    for (size_t i = 0; i < sizeof special / sizeof *special; i++)
        if (strcmp(special[i].name, key) == 0)
            put = special[i].put;
    if (value)
        put(value, out);
    return value != NULL;
}

static bool number_of(const struct source *source, const char *key, int *number)
{
    const char *value = find(source, key);
    if (!value)
        return false;
    bool digits = value[strspn(value, "0123456789")] == '\0';
    *number = digits ? (int)strtol(value, NULL, 10) : count_people(value);
    return true;
}

static void say(struct prose *out, const char *text, va_list args)
{
    struct pairs pairs = {.source = {put_key, number_of}};
    for (const char *key; (key = va_arg(args, const char *)); pairs.count++) {
        check(pairs.count < PAIRS);
        pairs.keys[pairs.count] = key;
        pairs.values[pairs.count] = va_arg(args, const char *);
        check(pairs.values[pairs.count]);
    }
    expand(text, &pairs.source, out);
}

void view_string(struct prose *out, enum string id, ...)
{
    va_list args;
    check((int)id >= 0 && id < STRING_COUNT);
    va_start(args, id);
    say(out, texts[id], args);
    va_end(args);
}

void view_sentence(struct prose *out, const char *text, ...)
{
    va_list args;
    va_start(args, text);
    say(out, text, args);
    va_end(args);
}
