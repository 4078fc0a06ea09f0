#include "in_words.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "text.h"

enum { BUFFERS = 64, LONGEST = 1 << 13, KEYS = 16, WORD = 64 };

#define GAP '\x01' /* in the place of a key that was left out */

static const struct sentence {
    const char *id, *text;
} sentences[] = {
#define STRINGS_OF(group)
#define SENTENCE(id, text) {#id, text},
#define STRINGS_END
#include "../../core/view/strings.def"
#define STRING(id, text) {"IRC_" #id, text},
#include "../../adapters/irc/strings.def"
#undef STRING
#define STRING(id, text) {"DISCORD_" #id, text},
#include "../../adapters/discord/strings.def"
#undef STRING
#define STRING(id, text) {"SHELL_" #id, text},
#include "../../adapters/shell/strings.def"
#undef STRING
#define STRING(id, text) {"RELAY_" #id, text},
#include "../../adapters/relay/strings.def"
#undef STRING
#define PHRASE(id, text) {#id, text},
#include "phrases.def"
#undef PHRASE
};

struct given {
    bool is_pattern; /* what is put is one */
    int count;
    struct {
        char key[WORD], value[1024];
        bool is_used;
    } keys[KEYS];
};

static _Noreturn void give_up(const char *why, const char *what, size_t length)
{
    fprintf(stderr, "an expected text %s: %.*s\n", why, (int)length, what);
    abort();
}

/* As much as fits of the first `length` bytes. */
static void copy(char *to, size_t size, const char *from, size_t length)
{
    length = length < size ? length : size - 1;
    memcpy(to, from, length);
    to[length] = '\0';
}

static const char *find_sentence(const char *id, size_t length)
{
    for (size_t i = 0; i < sizeof sentences / sizeof *sentences; i++)
        if (strlen(sentences[i].id) == length && strncmp(sentences[i].id, id, length) == 0)
            return sentences[i].text;
    give_up("names a sentence that does not exist", id, length);
}

static const char *find_value(struct given *given, const char *key)
{
    for (int i = 0; i < given->count; i++)
        if (strcmp(given->keys[i].key, key) == 0) {
            given->keys[i].is_used = true;
            return given->keys[i].value;
        }
    return NULL;
}

/* "who=bob|seats=2" */
static void read_given(const char *text, size_t length, struct given *given)
{
    given->count = 0;
    while (length > 0) {
        size_t part = strcspn(text, "|>"), key = strcspn(text, "=");
        if (given->count == KEYS || key >= part)
            give_up("has no key and value here", text, length);
        copy(given->keys[given->count].key, WORD, text, key);
        copy(given->keys[given->count].value, sizeof given->keys->value, text + key + 1,
             part - key - 1);
        given->keys[given->count++].is_used = false;
        part += text[part] == '|';
        text += part;
        length -= part;
    }
}

static bool is_one(const char *value)
{
    bool is_number = value[0] && value[strspn(value, "0123456789")] == '\0';
    return is_number ? strcmp(value, "1") == 0 : !strstr(value, " and ");
}

/* "{key}" or "{key|one|many}", without its braces. */
static void put_key(char *inside, struct given *given, struct text *out)
{
    char *one = strchr(inside, '|'), *many = one ? strchr(one + 1, '|') : NULL;
    if (one)
        *one++ = '\0';
    if (many)
        *many++ = '\0';
    const char *value = find_value(given, inside);
    if (!value)
        text_putf(out, "%c", GAP);
    else
        text_put(out, many ? is_one(value) ? one : many : value);
}

/* The longest part between two gaps. */
static void put_longest(const char *whole, struct text *out)
{
    const char *best = whole;
    size_t most = 0;
    for (const char *part = whole;; part++) {
        const char gap[] = {GAP, '\0'};
        size_t length = strcspn(part, gap);
        if (length > most)
            best = part, most = length;
        part += length;
        if (!*part)
            break;
    }
    bool is_cut = most < strlen(whole);
    while (is_cut && most > 0 && *best == ' ')
        best++, most--;
    while (is_cut && most > 0 && best[most - 1] == ' ')
        most--;
    text_putf(out, "%.*s", (int)most, best);
}

static void put_plain(const char *text, size_t length, bool is_pattern, struct text *out)
{
    for (size_t i = 0; i < length; i++)
        text_putf(out, "%s%c", is_pattern && strchr("\\.[](){}*+?|^$", text[i]) ? "\\" : "",
                  text[i]);
}

static void put_sentence(const char *id, size_t id_length, struct given *given, struct text *out)
{
    char bytes[LONGEST], inside[256];
    struct text whole = text_over(bytes, sizeof bytes);
    for (const char *text = find_sentence(id, id_length); *text;) {
        size_t plain = strcspn(text, "{");
        put_plain(text, plain, given->is_pattern, &whole);
        text += plain;
        if (!*text)
            break;
        size_t length = strcspn(text, "}");
        copy(inside, sizeof inside, text + 1, length - 1);
        put_key(inside, given, &whole);
        text += length + 1;
    }
    put_longest(bytes, out);
    for (int i = 0; i < given->count; i++)
        if (!given->keys[i].is_used)
            give_up("gives a key that the sentence does not have", given->keys[i].key,
                    strlen(given->keys[i].key));
}

static const char *fill_in(const char *text, bool is_pattern)
{
    static char buffers[BUFFERS][LONGEST];
    static int next;
    if (!text || !strchr(text, '<'))
        return text;
    char *bytes = buffers[next++ % BUFFERS];
    struct text out = text_over(bytes, LONGEST);
    while (*text) {
        size_t id = text[0] == '<' ? strspn(text + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_") : 0;
        size_t end = id + 1 + strcspn(text + id + 1, ">\n");
        if (id < 3 || !isupper((unsigned char)text[1]) || !strchr(" >", text[id + 1]) ||
            text[end] != '>') {
            text_putf(&out, "%c", *text++);
            continue;
        }
        struct given given = {.is_pattern = is_pattern};
        if (text[id + 1] == ' ')
            read_given(text + id + 2, end - id - 2, &given);
        put_sentence(text + 1, id, &given, &out);
        text += end + 1;
    }
    return bytes;
}

const char *in_words(const char *text)
{
    return fill_in(text, false);
}

const char *in_words_as_pattern(const char *text)
{
    return fill_in(text, true);
}
