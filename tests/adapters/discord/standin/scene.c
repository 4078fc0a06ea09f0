/* See scene.h. */
#include "scene.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "testing.h"

void open_scene(struct scene *scene, const struct standin_options *options)
{
    *scene = (struct scene){.loop = loop_new(LOOP_VIRTUAL)};
    scene->discord = standin_new(scene->loop, options);
    scene->guild = standin_guild(scene->discord, "Club");
    scene->games = standin_channel(scene->discord, scene->guild, "games");
    scene->ann = standin_user(scene->discord, "ann", "Ann");
    scene->bob = standin_user(scene->discord, "bob", NULL);
}

void close_scene(struct scene *scene)
{
    if (scene->gate)
        gate_free(scene->gate);
    standin_free(scene->discord);
    loop_free(scene->loop);
}

json_t *identify_with(int intents)
{
    return json_pack("{s:i, s:{s:s, s:i, s:[i,i], s:{s:s}}}", "op", 2, "d", "token", STANDIN_TOKEN,
                     "intents", intents, "shard", 0, 1, "properties", "os", "linux");
}

struct gate *enter(struct scene *scene, const char *query, int intents)
{
    struct gate *gate = gate_open(scene->loop, standin_gateway_url(scene->discord), query);
    gate_say(gate, identify_with(intents));
    return gate;
}

json_t *text(const char *content)
{
    return json_pack("{s:s, s:{s:[]}}", "content", content, "allowed_mentions", "parse");
}

struct reply *post(struct scene *scene, uint64_t channel, json_t *body)
{
    char path[96];
    snprintf(path, sizeof path, "/channels/%" PRIu64 "/messages", channel);
    return ask(scene->loop, scene->discord, "POST", path, body);
}

void expect(struct reply *reply, int status, int code)
{
    int got = (int)json_integer_value(json_object_get(reply->body, "code"));
    if (reply->status != status || got != code)
        fail_msg("status %d code %d instead of %d and %d: %s", reply->status, got, status, code,
                 reply->text);
    reply_free(reply);
}

uint64_t posted(struct reply *reply)
{
    if (reply->status != 200)
        fail_msg("status %d: %s", reply->status, reply->text);
    uint64_t id = strtoull(json_string_value(json_object_get(reply->body, "id")), NULL, 10);
    reply_free(reply);
    return id;
}

json_t *data_of(struct gate *gate, const char *type)
{
    json_t *payload = gate_expect(gate, type);
    if (!payload)
        fail_msg("no %s", type);
    json_t *data = json_incref(json_object_get(payload, "d"));
    json_decref(payload);
    return data;
}

void expect_event(struct gate *gate, const char *type)
{
    json_decref(data_of(gate, type));
}
