#include "kept.h"

#include <stdio.h>
#include <string.h>

/* Copies the word from `from` up to `end`. False if it is empty, no word or too long. */
static bool take_what(const char *from, const char *end, char what[KEPT_WHAT])
{
    size_t length = (size_t)(end - from);
    if (end <= from || length >= KEPT_WHAT || strcspn(from, " :@") < length)
        return false;
    if (what)
        snprintf(what, KEPT_WHAT, "%.*s", (int)length, from);
    return true;
}

bool kept_is_of(const char *key, struct identity who, char what[KEPT_WHAT])
{
    size_t length = strlen(key), of_network = strlen(who.network), of_person = strlen(who.key);
    if (!of_network || !of_person || length < of_network + of_person + 3 ||
        strcmp(key + length - of_person, who.key) != 0)
        return false;
    const char *end = key + length - of_person - 1; /* the mark before the person */
    end -= *end == '@';
    if (end <= key + of_network || (*end != ' ' && *end != ':'))
        return false;
    if (strncmp(key, who.network, of_network) == 0 && key[of_network] == *end)
        return take_what(key + of_network + 1, end, what);
    const char *middle = end - of_network;
    return *end == ' ' && middle > key && middle[-1] == ' ' &&
           strncmp(middle, who.network, of_network) == 0 && take_what(key, middle - 1, what);
}

const char *const kept_shared[] = {"ban.",    "block.",   "daily.", "forget.", "link.", "notice.",
                                   "result.", "roomban.", "seek.",  "tally.",  "try.",  NULL};

bool kept_is_shared(const char *key)
{
    for (int i = 0; kept_shared[i]; i++)
        if (strncmp(key, kept_shared[i], strlen(kept_shared[i])) == 0)
            return true;
    return false;
}

bool kept_channel(const char *key, const char *value, struct identity who, size_t size,
                  char *channel)
{
    char what[KEPT_WHAT];
    if (!kept_is_of(key, who, what) || strcmp(what, "dm") != 0)
        return false;
    value += *value == '!';
    size_t length = strspn(value, "0123456789");
    if (length == 0 || length >= size)
        return false;
    snprintf(channel, size, "%.*s", (int)length, value);
    return true;
}
