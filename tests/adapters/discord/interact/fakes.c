#include "fakes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "commands.h"
#include "controls.h"
#include "faulty_store.h"
#include "host.h"
#include "inbox.h"
#include "json.h"
#include "markdown.h"
#include "namesake.h"
#include "people.h"
#include "places.h"
#include "posts.h"
#include "private.h"
#include "prose.h"
#include "record_keep.h"
#include "reply.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"

struct world world;

/* ---- the rest of the adapter ---- */

struct person *people_get(struct discord *discord, const char *id)
{
    (void)discord;
    for (int i = 0; i < world.person_count; i++)
        if (strcmp(world.people[i].id, id) == 0)
            return &world.people[i];
    struct person *person = &world.people[world.person_count++];
    snprintf(person->id, sizeof person->id, "%s", id);
    snprintf(person->name, sizeof person->name, "%s",
             strcmp(id, "7") == 0   ? "ann"
             : strcmp(id, "8") == 0 ? "bob"
                                    : "cid");
    return person;
}

struct person *people_meet(struct discord *discord, const json_t *user, const json_t *member)
{
    (void)member;
    return people_get(discord, json_string_value(json_object_get(user, "id")));
}

void people_acted(struct discord *discord, struct person *person, bool with_interaction)
{
    (void)discord;
    person->can_use_panel |= with_interaction;
}

void private_said(struct discord *discord, struct person *person, const char *channel)
{
    (void)discord;
    person->dm = DM_OPEN;
    snprintf(person->dm_channel, sizeof person->dm_channel, "%s", channel);
}

void private_send(struct discord *discord, struct person *person, json_t *body)
{
    markdown_body_add_nonce(discord, body);
    rest_send(discord->rest, &(struct rest_request){.lane = REST_PERSON,
                                                    .method = "POST",
                                                    .route = "/channels/{}/messages",
                                                    .ids = {person->dm_channel},
                                                    .body = body});
}

void private_send_panel(struct discord *discord, struct person *person, int64_t table)
{
    private_send(discord, person,
                 controls_panel(discord, table, person, &(struct controls_view){0}, NULL));
}

struct board *board_find(const struct discord *discord, const char *room)
{
    (void)discord;
    (void)room;
    return NULL;
}

struct board *board_of(struct discord *discord, const char *room)
{
    (void)discord;
    (void)room;
    return NULL;
}

bool attachment_ask(struct board *board)
{
    (void)board;
    return false;
}

void attachment_note_rights(struct board *board, bool may)
{
    (void)board;
    (void)may;
}

unsigned places_rank(struct discord *discord, const char *guild, const char *user,
                     const json_t *member)
{
    (void)discord;
    (void)guild;
    (void)user;
    (void)member;
    return world.rank;
}

void places_room_of(const char *channel, char room[HOST_ROOM])
{
    snprintf(room, HOST_ROOM, "<#%s>", channel);
}

const char *places_guild(struct discord *discord, const char *room)
{
    (void)discord;
    (void)room;
    return NULL;
}

void places_note(struct discord *discord, const char *room, const char *guild)
{
    (void)discord;
    snprintf(world.noted, sizeof world.noted, "%s %s", room, guild);
}

void places_note_above(struct discord *discord, const char *room, const char *channel)
{
    (void)discord;
    (void)room;
    (void)channel;
}

unsigned places_voice(struct discord *discord, const char *room, const json_t *member)
{
    (void)discord;
    (void)room;
    (void)member;
    return 0;
}

/* ---- REST ---- */

uint64_t rest_send(struct rest *rest, const struct rest_request *request)
{
    (void)rest;
    assert_true(world.sent_count < SENT);
    struct sent *sent = &world.sent[world.sent_count++];
    *sent = (struct sent){.lane = request->lane,
                          .at = loop_now(world.discord.loop),
                          .ticket = (uint64_t)world.sent_count,
                          .body = request->body,
                          .done = request->done,
                          .arg = request->arg};
    snprintf(sent->method, sizeof sent->method, "%s", request->method);
    snprintf(sent->route, sizeof sent->route, "%s", request->route);
    snprintf(sent->first, sizeof sent->first, "%s", request->ids[0]);
    snprintf(sent->token, sizeof sent->token, "%s", request->ids[1] ? request->ids[1] : "");
    snprintf(sent->message, sizeof sent->message, "%s", request->ids[2] ? request->ids[2] : "");
    return sent->ticket;
}

static struct sent *waiting(uint64_t ticket)
{
    struct sent *sent = &world.sent[ticket - 1];
    return sent->is_answered ? NULL : sent;
}

bool rest_cancel(struct rest *rest, uint64_t ticket)
{
    (void)rest;
    struct sent *sent = waiting(ticket);
    if (sent)
        sent->is_dropped = true;
    return sent != NULL;
}

bool rest_replace(struct rest *rest, uint64_t ticket, json_t *body)
{
    (void)rest;
    struct sent *sent = waiting(ticket);
    if (!sent)
        return false;
    json_decref(sent->body);
    sent->body = body;
    return true;
}

static void answer_all(void)
{
    for (int i = 0; i < world.sent_count && !world.is_rest_held; i++) {
        struct sent *sent = &world.sent[i];
        if (sent->is_answered)
            continue;
        json_t *made = json_pack("{s:i}", "id", 5000 + i);
        struct rest_answer answer = {.outcome = REST_DONE, .status = 200, .body = made};
        if (sent->is_dropped)
            answer = (struct rest_answer){.outcome = REST_DROPPED};
        else if (world.refuse_code)
            answer = (struct rest_answer){
                .outcome = REST_REFUSED, .status = 404, .code = world.refuse_code};
        world.refuse_code = 0;
        sent->is_answered = true;
        if (sent->done)
            sent->done(sent->arg, &answer);
        json_decref(made);
    }
}

/* ---- the host's port ---- */

static void put(char *into, const char *text)
{
    size_t length = strlen(into);
    assert_true(length + strlen(text) + 2 < TOLD);
    strcpy(into + length, text);
    strcat(into, "\n");
}

static void on_post(void *self, const struct post *post)
{
    (void)self;
    const struct prose *parts[] = {post->tale, post->board, post->block, post->next};
    for (int i = 0; i < 4; i++)
        if (parts[i])
            put(world.posts, parts[i]->text);
}

static void on_whisper(void *self, const struct whisper *whisper)
{
    if (reply_takes(self, whisper))
        return;
    struct host_board table;
    struct person *person = people_get(&world.discord, whisper->person);
    bool by_panel = whisper->kind == WHISPER_HAND &&
                    host_board_of(world.discord.host, identity("discord", whisper->person),
                                  whisper->table, &table) &&
                    reply_panel_refresh(self, person, &table);
    if (by_panel && person->hands == HANDS_BY_PANEL)
        return;
    put(world.whispers, whisper->person);
    put(world.whispers, whisper->prose->text);
}

static void execute(void *arg, struct host *host, struct session *session,
                    const struct heard *heard)
{
    commands_execute(arg, host, session, heard);
}

/* ---- life ---- */

static bool prefer(void *self, const struct heard *heard, const struct host_wish *wish)
{
    struct person *person = people_get(&world.discord, heard->key);
    (void)self;
    person->hands = strcmp(wish->words, "panel") == 0 ? HANDS_BY_PANEL : HANDS_BY_DM;
    prose_put(wish->answer, "Your hands come as you want it.");
    return false;
}

void world_open(void)
{
    memset(&world, 0, sizeof world);
    world.next_id = 1000;
    world.faulty = faulty_store_new_take(store_memory_new());
    world.store = faulty_store_front(world.faulty);
    world.commands = commands_new();
    world.discord.loop = loop_new(LOOP_VIRTUAL);
    world.discord.host = host_new(world.store, execute, world.commands);
    snprintf(world.discord.network, sizeof world.discord.network, "discord");
    world.discord.setup =
        (struct discord_setup){.loop = world.discord.loop, .commands = world.commands};
    snprintf(world.discord.application, sizeof world.discord.application, "901");
    world.discord.replies = reply_list_new();
    world.discord.interactions = interaction_list_new();
    const struct host_port port = {.network = "discord",
                                   .post = on_post,
                                   .whisper = on_whisper,
                                   .prefer = prefer,
                                   .dealt_with = reply_dealt_with,
                                   .self = &world.discord};
    static const struct namesake_of people = {"<#50>", {"7", "8"}};
    host_fix_luck(world.discord.host, 7);
    host_add_port(world.discord.host, &port);
    world.namesake =
        namesake_open(world.discord.host, world.store, &people, loop_now(world.discord.loop));
    host_fix_luck(world.discord.host, 7); /* as if nobody had been dealt anything yet */
}

void world_close(void)
{
    world.is_rest_held = false;
    world_settle();
    world_forget();
    namesake_close(world.namesake);
    interaction_list_free(world.discord.interactions);
    reply_list_free(world.discord.replies);
    reply_panels_free(&world.discord);
    host_free(world.discord.host);
    commands_free(world.commands);
    record_keep(world.store);
    store_close(world.store);
    loop_free(world.discord.loop);
}

test_fixture(world_opened)
{
    world_open();
    return 0;
}

test_fixture(world_closed)
{
    world_close();
    return 0;
}

void world_settle(void)
{
    for (int i = 0; i < 12; i++) {
        store_flush(world.store);
        store_dispatch(world.store);
        host_tick(world.discord.host, loop_now(world.discord.loop));
        loop_step(world.discord.loop, 1);
        answer_all();
    }
}

void world_wait(int64_t ms)
{
    for (; ms > 0; ms -= 500) {
        loop_step(world.discord.loop, ms < 500 ? ms : 500);
        answer_all();
    }
}

void world_forget(void)
{
    for (int i = 0; i < world.sent_count; i++) {
        assert_true(world.sent[i].is_answered);
        json_decref(world.sent[i].body);
    }
    world.sent_count = 0;
    world.posts[0] = world.whispers[0] = '\0';
}

/* ---- interactions ---- */

static json_t *interaction(const char *user, int type, json_t *data, json_t *more)
{
    char id[DISCORD_ID], token[32];
    int64_t made_at =
        loop_wall(world.discord.loop) + world.clock - world.way - INT64_C(1420070400000);
    snprintf(id, sizeof id, "%" PRIu64, (uint64_t)made_at << 22 | (unsigned)++world.next_id);
    snprintf(token, sizeof token, "token-%d", world.next_id);
    json_t *made =
        json_pack("{s:s, s:i, s:s, s:s, s:s, s:s, s:{s:s, s:{s:s}}, s:o}", "id", id, "type", type,
                  "token", token, "guild_id", "41", "channel_id", "50", "app_permissions",
                  "377957239808", "member", "permissions", "0", "user", "id", user, "data", data);
    assert_non_null(made);
    if (more)
        json_object_update(made, more);
    json_decref(more);
    return made;
}

static int deliver(json_t *made)
{
    interaction_event(&world.discord, made);
    json_decref(made);
    return world.next_id;
}

static json_t *press_data(const char *custom_id, const char *value)
{
    json_t *data = json_pack("{s:i, s:s}", "component_type", value ? 3 : 2, "custom_id", custom_id);
    if (value)
        json_object_set_new(data, "values", json_pack("[s]", value));
    return data;
}

int world_press(const char *user, const char *custom_id, const char *value, bool is_private,
                json_t *more)
{
    json_t *made = interaction(user, 3, press_data(custom_id, value), more);
    json_object_set_new(made, "message",
                        json_pack("{s:s, s:i}", "id", "61", "flags", is_private ? 64 : 0));
    return deliver(made);
}

int world_dm_press(const char *user, const char *custom_id, const char *value)
{
    json_t *made = interaction(user, 3, press_data(custom_id, value), NULL);
    json_object_del(made, "guild_id");
    json_object_set_new(made, "member", json_null());
    json_object_set_new(made, "user", json_pack("{s:s}", "id", user));
    json_object_set_new(made, "message", json_pack("{s:s, s:i}", "id", "62", "flags", 0));
    return deliver(made);
}

int world_command(const char *user, const char *name, json_t *options, json_t *more)
{
    json_t *data = json_pack("{s:s, s:i, s:o}", "name", name, "type", 1, "options",
                             options ? options : json_array());
    return deliver(interaction(user, 2, data, more));
}

int world_type(const char *user, const char *name, json_t *options)
{
    return deliver(
        interaction(user, 4, json_pack("{s:s, s:o}", "name", name, "options", options), NULL));
}

/* ---- what came of it ---- */

static bool is_about(const struct sent *sent, int id)
{
    char token[32];
    snprintf(token, sizeof token, "token-%d", id);
    return strcmp(sent->token, token) == 0;
}

int world_count(int id)
{
    int count = 0;
    for (int i = 0; i < world.sent_count; i++)
        count += is_about(&world.sent[i], id);
    return count;
}

const struct sent *world_sent(int id, int nth)
{
    for (int i = 0; i < world.sent_count; i++)
        if (is_about(&world.sent[i], id) && nth-- == 0)
            return &world.sent[i];
    fail_msg("interaction %d has only %d requests", id, world_count(id));
    return NULL;
}

int world_callback(const struct sent *sent)
{
    if (strcmp(sent->route, ROUTE_CALLBACK) != 0)
        return -1;
    return (int)json_integer_value(json_object_get(sent->body, "type"));
}

const json_t *world_message(const struct sent *sent)
{
    return world_callback(sent) >= 0 ? json_object_get(sent->body, "data") : sent->body;
}

const char *world_content(const struct sent *sent)
{
    const char *content = field_text(world_message(sent), "content");
    return content ? content : "";
}

const char *world_find(const json_t *message, const char *begin)
{
    size_t i, k;
    const json_t *row, *component;
    json_array_foreach(json_object_get(message, "components"), i, row)
    {
        json_array_foreach(json_object_get(row, "components"), k, component)
        {
            const char *id = field_text(component, "custom_id");
            if (strncmp(id, begin, strlen(begin)) == 0)
                return id;
        }
    }
    return NULL;
}

const char *world_option(const json_t *message)
{
    size_t i;
    const json_t *row;
    json_array_foreach(json_object_get(message, "components"), i, row)
    {
        const json_t *menu = json_array_get(json_object_get(row, "components"), 0);
        const json_t *option = json_array_get(json_object_get(menu, "options"), 0);
        if (option)
            return field_text(option, "value");
    }
    return NULL;
}

int64_t world_table(void)
{
    return host_table_number(host_find(world.discord.host, "discord", "<#50>"));
}

static bool note(void *arg, const struct host_choice *choice)
{
    (void)choice;
    *(bool *)arg = true;
    return false;
}

const char *world_due(void)
{
    static const char *const ids[] = {"7", "8"};
    for (int i = 0; i < 2; i++) {
        struct heard heard = controls_heard(&world.discord, people_get(&world.discord, ids[i]));
        bool can = false;
        host_each_choice(host_find(world.discord.host, "discord", "<#50>"), &heard, note, &can);
        if (can)
            return ids[i];
    }
    fail_msg("nobody can move");
    return "";
}

const char *world_other(const char *user)
{
    return strcmp(user, "7") == 0 ? "8" : "7";
}

bool world_is_private(const struct sent *sent)
{
    return field_number(world_message(sent), "flags") & MESSAGE_EPHEMERAL;
}

void world_deal(const char *game)
{
    world_command("7", "play", json_pack("[{s:s, s:s}]", "name", "game", "value", game), NULL);
    world_settle();
    char id[64];
    snprintf(id, sizeof id, "t%d:join", (int)world_table());
    world_press("8", id, NULL, false, NULL);
    world_settle();
    snprintf(id, sizeof id, "t%d:start", (int)world_table());
    for (int i = 7; i <= 8 && !host_is_playing(host_find(world.discord.host, "discord", "<#50>"));
         i++) {
        world_press(i == 7 ? "7" : "8", id, NULL, false, NULL);
        world_settle();
    }
    world_wait(10000);
}

void board_pushed_up_private(struct discord *discord, const struct person *person)
{
    (void)discord;
    (void)person;
}

void board_may_go_on(struct discord *discord, const char *room)
{
    (void)discord;
    (void)room;
}

void private_shows(struct discord *discord, struct person *person, int64_t table,
                   const char *message, const char *holds)
{
    (void)discord;
    (void)person;
    (void)table;
    (void)message;
    (void)holds;
}

bool people_gets_hands(const struct person *person)
{
    return person->hands == HANDS_BY_PANEL || person->dm == DM_REFUSED;
}

bool private_is_latest(struct discord *discord, struct person *person, int64_t table,
                       const char *message)
{
    (void)discord;
    (void)person;
    (void)table;
    (void)message;
    return true;
}
