/* See callback.h. */
#include "callback.h"

#include <string.h>

#include "check.h"
#include "json_fields.h"
#include "private.h"

uint64_t callback_send(struct discord *discord, struct rest_request request)
{
    bool is_callback = strcmp(request.route, ROUTE_CALLBACK) == 0;
    check(request.body);
    request.lane = is_callback ? REST_CALLBACK : REST_PERSON;
    request.is_token_route = true;
    request.is_repeatable = is_callback;
    return rest_send(discord->rest, &request);
}

void callback_set_ephemeral(json_t *body, bool is_ephemeral)
{
    int64_t flags = field_number(body, "flags") & ~(int64_t)MESSAGE_EPHEMERAL;
    json_object_set_new(body, "flags", json_integer(flags | (is_ephemeral ? MESSAGE_EPHEMERAL : 0)));
}

void callback_fall_back(struct discord *discord, struct person *person, json_t *body)
{
    json_t *copy = json_copy(body);
    check(copy);
    callback_set_ephemeral(copy, false);
    private_send(discord, person, copy);
}
