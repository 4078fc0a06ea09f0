/* See pictured.h. */
#include "pictured.h"

#include <stdlib.h>
#include <string.h>

#include "testing.h"

static struct pictured read_state(const char *text, const char *turn)
{
    const char *left = strstr(text, " cards left");
    const char *name = *turn ? strstr(text, turn) : text;
    struct pictured state = {.left = -1, .is_drawn = strstr(text, "drawn") != NULL};
    while (left && left > text && left[-1] >= '0' && left[-1] <= '9')
        left--;
    if (left)
        state.left = atoi(left);
    state.is_anns = name && strncmp(name + strlen(turn), "ann", 3) == 0;
    return state;
}

struct pictured pictured_told(const char *content)
{
    const char *rows = strstr(content, "row ");
    return rows && strstr(rows, "▸ ") ? read_state(rows, strstr(rows, "▸ **") ? "▸ **" : "▸ ")
                                      : (struct pictured){.left = -1};
}

bool pictured_is_same(struct pictured one, struct pictured other)
{
    return one.left == other.left && one.is_drawn == other.is_drawn && one.is_anns == other.is_anns;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));
    return text ? text : "";
}

const char *pictured_alt(const json_t *message)
{
    const json_t *shown = json_array_get(json_object_get(message, "attachments"), 0);
    return strcmp(text_of(shown, "filename"), "board.png") == 0 ? text_of(shown, "description")
                                                                : "";
}

void pictured_expect_own(const json_t *message)
{
    const char *alt = pictured_alt(message), *text = text_of(message, "content");
    struct pictured told = pictured_told(text);
    if (!*alt)
        return;
    if (told.left < 0)
        fail_msg("no board is told in words:\n%s\nunder\n%s", alt, text);
    if (!pictured_is_same(read_state(alt, ""), told))
        fail_msg("the picture of another state:\n%s\nunder\n%s", alt, text);
}
