/* See isupport.h. A flat list: a server has some forty entries, seldom looked up. */
#include "isupport.h"

#include <stdlib.h>
#include <string.h>

#include "text.h"

static const struct {
    const char *key, *value;
    bool may_be_empty; /* means something: no ranks, no channels */
} defaults[] = {
    {"CASEMAPPING", "rfc1459", false}, {"CHANTYPES", "#&", true},
    {"LINELEN", "512", false},         {"MODES", "3", false},
    {"NICKLEN", "9", false},           {"PREFIX", "(ov)@+", true},
};

static size_t terminal_key_length(const char *token)
{
    return strcspn(token, "=");
}

static char *find(const struct isupport *store, const char *key, size_t length)
{
    const char *entry = store->entries;
    for (; entry < store->entries + store->length; entry += strlen(entry) + 1)
        if (strncmp(entry, key, length) == 0 && (entry[length] == '=' || !entry[length]))
            return (char *)entry;
    return NULL;
}

static void forget(struct isupport *store, const char *key, size_t length)
{
    char *entry = find(store, key, length);
    if (!entry)
        return;
    size_t size = strlen(entry) + 1;
    char *end = store->entries + store->length;
    memmove(entry, entry + size, (size_t)(end - entry) - size);
    store->length -= (int)size;
}

static int hex_digit(char c)
{
    const char *digits = "0123456789abcdef0123456789ABCDEF", *at = c ? strchr(digits, c) : NULL;
    return at ? (int)(at - digits) % 16 : -1;
}

/* Undoes \xNN in place; what would be NUL or a line end stays as it is. */
static void unescape(char *value)
{
    char *out = value;
    while (*value) {
        int high = value[0] == '\\' && value[1] == 'x' ? hex_digit(value[2]) : -1;
        int low = high >= 0 ? hex_digit(value[3]) : -1;
        char byte = low >= 0 ? (char)(high * 16 + low) : '\0';
        if (byte && byte != '\r' && byte != '\n') {
            *out++ = byte;
            value += 4;
        } else {
            *out++ = *value++;
        }
    }
    *out = '\0';
}

bool isupport_take(struct isupport *store, const char *token)
{
    bool is_removal = token[0] == '-';
    const char *key = token + is_removal;
    size_t length = terminal_key_length(key);
    if (length == 0)
        return false;
    forget(store, key, length);
    if (is_removal)
        return true;
    size_t size = strlen(token) + 1;
    if (size > sizeof store->entries - (size_t)store->length)
        return false;
    char *entry = memcpy(store->entries + store->length, token, size);
    unescape(entry + length);
    store->length += (int)strlen(entry) + 1;
    return true;
}

const char *isupport_get(const struct isupport *store, const char *key)
{
    const char *entry = find(store, key, strlen(key)), *value = NULL;
    if (entry)
        value = entry[strlen(key)] == '=' ? entry + strlen(key) + 1 : "";
    for (size_t i = 0; i < sizeof defaults / sizeof defaults[0]; i++)
        if (strcmp(defaults[i].key, key) == 0 && (!value || (!*value && !defaults[i].may_be_empty)))
            return defaults[i].value;
    return value;
}

int isupport_number(const struct isupport *store, const char *key, int otherwise)
{
    const char *value = isupport_get(store, key);
    char *end = NULL;
    long number = value ? strtol(value, &end, 10) : 0;
    return value && end != value && number > 0 && number <= 1000000 ? (int)number : otherwise;
}

enum casemap isupport_casemap(const struct isupport *store)
{
    const char *name = isupport_get(store, "CASEMAPPING");
    if (text_same_word(name, "rfc1459"))
        return CASEMAP_RFC1459;
    if (text_same_word(name, "strict-rfc1459") || text_same_word(name, "rfc1459-strict"))
        return CASEMAP_RFC1459_STRICT;
    return CASEMAP_ASCII;
}
