/* Opening and closing the stand-in: its ids, its lists. Next: standin_inside.h for the rest. */
#include "standin_inside.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"

enum { IDENTIFIES = 1000 };

static const int64_t DISCORD_EPOCH = 1420070400000;

/* --- lists, ids, JSON --- */

void list_add(struct list *list, void *item)
{
    if (list->count == list->room) {
        list->room = list->room ? list->room * 2 : 8;
        list->items = realloc(list->items, (size_t)list->room * sizeof *list->items);
        check(list->items);
    }
    list->items[list->count++] = item;
}

void list_remove(struct list *list, int index)
{
    check(index >= 0 && index < list->count);
    list->count--;
    memmove(list->items + index, list->items + index + 1,
            (size_t)(list->count - index) * sizeof *list->items);
}

void list_fini(struct list *list, void (*drop)(void *item))
{
    for (int i = 0; drop && i < list->count; i++)
        drop(list->items[i]);
    free(list->items);
    *list = (struct list){0};
}

void *make(size_t size)
{
    void *made = calloc(1, size);
    check(made);
    return made;
}

char *copy_of(const char *string)
{
    char *copy = string ? strdup(string) : NULL;
    check(copy || !string);
    return copy;
}

uint64_t new_id(struct standin *standin)
{
    uint64_t id = (uint64_t)(loop_wall(standin->loop) - DISCORD_EPOCH) << 22;
    if (id <= standin->next_id)
        id = standin->next_id + 1;
    return standin->next_id = id;
}

int64_t id_time(uint64_t id)
{
    return (int64_t)(id >> 22) + DISCORD_EPOCH;
}

int64_t age_of(const struct standin *standin, uint64_t id)
{
    return loop_wall(standin->loop) - id_time(id);
}

json_t *json_id(uint64_t id)
{
    return json_sprintf("%" PRIu64, id);
}

uint64_t id_of(const json_t *object, const char *key)
{
    return strtoull(string_of(object, key, "0"), NULL, 10);
}

const char *string_of(const json_t *object, const char *key, const char *otherwise)
{
    const char *string = json_string_value(json_object_get(object, key));
    return string ? string : otherwise;
}

json_t *json_time(int64_t wall)
{
    char text[48];
    struct tm parts;
    time_t seconds = (time_t)(wall / 1000);
    gmtime_r(&seconds, &parts);
    size_t length = strftime(text, sizeof text, "%Y-%m-%dT%H:%M:%S", &parts);
    snprintf(text + length, sizeof text - length, ".%03d000+00:00", (int)(wall % 1000));
    return json_string(text);
}

/* --- opening, closing --- */

static void default_to(int *value, int otherwise)
{
    if (!*value)
        *value = otherwise;
}

static void set_options(struct standin *standin, const struct standin_options *options)
{
    struct standin_options *own = &standin->options;
    if (options)
        *own = *options;
    standin->token = copy_of(own->token ? own->token : STANDIN_TOKEN);
    standin->endpoint_url = copy_of(own->endpoint_url);
    standin->cert = copy_of(own->cert);
    standin->key = copy_of(own->key);
    default_to(&own->shards, 1);
    default_to(&own->least_shards, 1);
    default_to(&own->max_concurrency, 1);
    default_to(&own->identifies, IDENTIFIES);
    default_to(&own->heartbeat_interval, 41250);
    default_to(&own->dm_openings, 20);
    own->reset_after = own->reset_after ? own->reset_after : 24 * 3600 * INT64_C(1000);
    own->session_life = own->session_life ? own->session_life : 5 * 60 * INT64_C(1000);
    standin->identifies_left = own->identifies < 0 ? 0 : own->identifies;
    standin->identifies_reset = loop_now(standin->loop) + own->reset_after;
}

struct standin *standin_new(struct loop *loop, const struct standin_options *options)
{
    struct standin *standin = make(sizeof *standin);
    standin->loop = loop;
    set_options(standin, options);
    for (size_t i = 0; i < sizeof standin->last_identify / sizeof *standin->last_identify; i++)
        standin->last_identify[i] = standin->refused[i] = INT64_MIN / 2;
    ports_open(standin);
    standin->application = new_id(standin);
    standin->bot = new_id(standin);
    standin->commands = json_array();
    standin->emojis = json_array();
    struct user *bot = make(sizeof *bot);
    *bot = (struct user){
        .id = standin->bot, .username = copy_of("cardhost"), .locale = copy_of("en-US")};
    list_add(&standin->users, bot);
    return standin;
}

void standin_free(struct standin *standin)
{
    if (!standin)
        return;
    ports_silence(standin);
    while (standin->requests.count > 0)
        request_free(standin->requests.items[0]);
    while (standin->conns.count > 0)
        conn_free(standin->conns.items[0]);
    ports_close(standin);
    standin_reorder_events(standin, 0);
    list_fini(&standin->requests, NULL);
    list_fini(&standin->conns, NULL);
    list_fini(&standin->sessions, connection_free);
    messages_free(standin);
    world_free(standin);
    limits_free(standin);
    faults_free(standin);
    log_free(standin);
    free(standin->last_file);
    free(standin->token);
    free(standin->endpoint_url);
    free(standin->cert);
    free(standin->key);
    free(standin);
}

const char *standin_rest_url(const struct standin *standin)
{
    return standin->rest_url;
}

const char *standin_gateway_url(const struct standin *standin)
{
    return standin->gateway_url;
}

const char *standin_resume_url(const struct standin *standin)
{
    return standin->resume_url;
}

uint64_t standin_application(const struct standin *standin)
{
    return standin->application;
}

uint64_t standin_bot_user(const struct standin *standin)
{
    return standin->bot;
}

int64_t standin_bytes(const struct standin *standin)
{
    return standin->bytes;
}

const char *standin_last_file(const struct standin *standin)
{
    return standin->last_file;
}
