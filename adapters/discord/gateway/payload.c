/* See payload.h. */
#include "payload.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "gateway_session.h"
#include "shard.h"
#include "text.h"

enum { HEART_USUAL = 41250, HEART_LEAST = 100, HEART_MOST = 600 * 1000 };

enum { OP_HEARTBEAT = 1, OP_IDENTIFY = 2, OP_PRESENCE = 3, OP_RESUME = 6, LARGE_GUILD = 50 };

/* {"op": op, "d": data}; takes `data`. */
static char *pack(int op, json_t *data)
{
    json_t *root = json_pack("{s:i, s:o}", "op", op, "d", data);
    check(root);
    char *text = json_dumps(root, JSON_COMPACT);
    json_decref(root);
    check(text && strlen(text) <= PAYLOAD_BYTES);
    return text;
}

static json_t *sequence_or_null(bool has_sequence, int64_t sequence)
{
    return has_sequence ? json_integer(sequence) : json_null();
}

char *payload_heartbeat(bool has_sequence, int64_t sequence)
{
    return pack(OP_HEARTBEAT, sequence_or_null(has_sequence, sequence));
}

/* Whatever an admin wrote: at most so many characters, and none that are not UTF-8. */
static json_t *playing_of(const char *playing)
{
    char bytes[PAYLOAD_PLAYING * 4 + 1];
    struct text text = text_over(bytes, sizeof bytes);
    int length = (int)strlen(playing), at = 0;
    for (int step, count = 0; at < length && count < PAYLOAD_PLAYING; at += step ? step : 1, count++) {
        step = text_utf8(playing + at, length - at, NULL);
        text_put_bytes(&text, step ? playing + at : "?", step ? step : 1);
    }
    return json_string(bytes);
}

static json_t *presence(const char *playing)
{
    return json_pack("{s:n, s:b, s:s, s:[{s:o, s:i}]}", "since", "afk", 0, "status", "online", "activities", "name",
                     playing_of(playing), "type", 0);
}

char *payload_presence(const char *playing)
{
    return pack(OP_PRESENCE, presence(playing));
}

char *payload_identify(const struct shard_port *port, int shard)
{
    json_t *data = json_pack("{s:o, s:I, s:[ii], s:i, s:{s:s, s:s, s:s}}", "token", json_string_nocheck(port->token),
                             "intents", (json_int_t)port->intents, "shard", shard, port->shard_count, "large_threshold",
                             LARGE_GUILD, "properties", "os", "linux", "browser", "tabletalk", "device", "tabletalk");
    check(data);
    if (port->playing)
        json_object_set_new(data, "presence", presence(port->playing));
    return pack(OP_IDENTIFY, data);
}

char *payload_resume(const char *token, const struct gateway_session *session)
{
    json_t *data = json_pack("{s:o, s:s, s:o}", "token", json_string_nocheck(token), "session_id", session->id, "seq",
                             sequence_or_null(session->has_sequence, session->sequence));
    check(data);
    return pack(OP_RESUME, data);
}

int64_t payload_heart_interval(const char *text, size_t length)
{
    json_t *data = json_loadb(text, length, JSON_DECODE_ANY, NULL);
    const json_t *value = json_object_get(data, "heartbeat_interval");
    double ms = json_is_string(value) ? strtod(json_string_value(value), NULL) : json_number_value(value);
    json_decref(data);
    if (!(ms > 0))
        return HEART_USUAL;
    return ms < HEART_LEAST ? HEART_LEAST : ms > HEART_MOST ? HEART_MOST : (int64_t)ms;
}
