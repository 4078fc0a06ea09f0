/* The row of a linked person as text: what stands in the store, and what a person is forgotten
   by. Which rows there are, and what they mean: links.c. */
#include <stdio.h>
#include <string.h>

#include "check.h"
#include "links.h"
#include "record.h"
#include "text.h"

enum { FIELD_BYTES = sizeof "network" + 11 }; /* "key2": a name and any number */

void links_put_line(const struct linked *person, struct text *line)
{
    char field[FIELD_BYTES];
    text_put(line, "link");
    record_put_number(line, "used", person->used);
    for (int i = 0; i < person->count; i++) {
        const struct identity *identity = &person->identities[i];
        const char *const names[] = {"network", "key", "name"}, *const values[] = {
                                                                    identity->network,
                                                                    identity->key, identity->name};
        for (int v = 0; v < 3; v++) {
            snprintf(field, sizeof field, "%s%d", names[v], i + 1);
            record_put(line, field, values[v]);
        }
    }
    check(!line->cut);
}

static bool get(const struct record_line *line, const char *name, int i, char *out, size_t size)
{
    char field[FIELD_BYTES];
    snprintf(field, sizeof field, "%s%d", name, i + 1);
    const char *value = record_get(line, field);
    if (!value || strlen(value) >= size)
        return false;
    memcpy(out, value, strlen(value) + 1);
    return true;
}

static bool get_identity(const struct record_line *line, int i, struct identity *out)
{
    return get(line, "network", i, out->network, sizeof out->network) &&
           get(line, "key", i, out->key, sizeof out->key) &&
           get(line, "name", i, out->name, sizeof out->name);
}

bool links_read_line(const char *value, struct linked *out)
{
    struct record_line line;
    long long used = 0;
    *out = (struct linked){0};
    bool is_right = record_read(value, &line) && record_get_number(&line, "used", &used);
    out->used = (int)used;
    while (is_right && out->count < LINK_EACH &&
           get_identity(&line, out->count, &out->identities[out->count]))
        out->count++;
    record_free(&line);
    return out->count > 0;
}
