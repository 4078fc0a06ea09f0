/* See mentions.h. */
#include "mentions.h"

#include <stdbool.h>

#include "check.h"

enum { ANSWER_MODAL = 9 };

static bool is_message(const json_t *body)
{
    return json_object_get(body, "content") || json_object_get(body, "embeds") || json_object_get(body, "components");
}

static void hush_message(json_t *message)
{
    json_t *allowed = json_object_get(message, "allowed_mentions");
    if (!json_is_object(allowed)) {
        allowed = json_object();
        check(json_object_set_new(message, "allowed_mentions", allowed) == 0);
    }
    check(json_object_set_new(allowed, "parse", json_array()) == 0);
    json_object_del(allowed, "roles");
}

void mentions_hush(json_t *body)
{
    json_t *data = json_object_get(body, "data");
    if (is_message(body))
        hush_message(body);
    else if (is_message(data) && json_integer_value(json_object_get(body, "type")) != ANSWER_MODAL)
        hush_message(data);
}
