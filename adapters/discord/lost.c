/* See lost.h. */
#include "lost.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "application.h"
#include "board.h"
#include "check.h"
#include "keep.h"
#include "log.h"
#include "markdown.h"
#include "panels.h"
#include "people.h"
#include "places.h"
#include "port.h"
#include "post.h"
#include "posts.h"
#include "private.h"
#include "prose.h"
#include "rest.h"
#include "tables.h"
#include "text.h"
#include "view.h"

enum { TRY_MS = 60 * 1000 /* after a change of rights, until the next one makes us try again */ };

struct notice {
    struct discord *discord;
    const char *content;
};

static void send_to(void *arg, const char *key, const char *name)
{
    const struct notice *notice = arg;
    struct person *person = people_get(notice->discord->people, key);
    (void)name;
    if (person->dm == DM_OPEN)
        private_send(notice->discord, person, markdown_body_new(notice->content, NULL, 0));
}

static void tell_all(struct discord *discord, const char *room, const struct prose *prose)
{
    const struct markdown_style style = {.prefix = ""};
    char bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    struct notice notice = {discord, bytes};
    markdown_put(prose, &style, &content);
    host_each_seated_in(discord->host, discord->network, room, send_to, &notice);
}

void lost_room_begin(struct discord *discord, const char *name, int code)
{
    bool is_forbidden = code == CODE_NO_PERMISSION || code == CODE_LOCKED;
    enum discord_string why = is_forbidden                 ? DISCORD_STRING_ROOM_LOST_FORBIDDEN
                              : code == CODE_NO_ACCESS     ? DISCORD_STRING_ROOM_LOST_UNSEEN
                              : code == CODE_UNKNOWN_GUILD ? DISCORD_STRING_ROOM_LOST_REMOVED
                                                           : DISCORD_STRING_ROOM_LOST_GONE;
    struct prose prose;
    prose_clear(&prose);
    view_sentence(&prose, discord_strings[why], "room", name, (char *)0);
    tell_all(discord, name, &prose);
}

/* Only its first message. */
static bool draw(struct board_text *text, struct text *content)
{
    const struct markdown_style style = {.prefix = ""};
    return markdown_draw_piece(text, &style, content);
}

void lost_room_say(struct discord *discord, const char *name, struct board_text *text)
{
    char bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    struct notice notice = {discord, bytes};
    if (draw(text, &content))
        host_each_seated_in(discord->host, discord->network, name, send_to, &notice);
}

/* The people whom a post concerns: those it calls, and the one who caused it. */
static void send_to_concerned(struct notice *notice, const struct post *post)
{
    bool is_source_called = false;
    for (int i = 0; i < post->called_count; i++) {
        is_source_called |= post->source && strcmp(post->source, post->called[i]) == 0;
        send_to(notice, post->called[i], "");
    }
    if (post->source && !is_source_called)
        send_to(notice, post->source, "");
}

void lost_room_post(struct discord *discord, const struct post *post)
{
    struct board_text *text = board_text_new();
    char bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    struct notice notice = {discord, bytes};
    board_text_put(text, post);
    if (post->kind == POST_RESULT)
        lost_room_say(discord, post->room, text);
    else if (post->table && draw(text, &content))
        send_to_concerned(&notice, post);
    board_text_free(text);
}

void lost_room_close(struct discord *discord, const char *name)
{
    const struct session *session = host_find(discord->host, discord->network, name);
    struct host_board table;
    struct prose prose;
    if (!host_board_in(discord->host, discord->network, name, &table))
        return;
    bool goes_on = !session || host_goes_on_without(session, discord->network, name);
    prose_clear(&prose);
    view_sentence(
        &prose,
        discord_strings[goes_on ? DISCORD_STRING_ROOM_GONE_GUEST : DISCORD_STRING_ROOM_GONE],
        "game", table.title, (char *)0);
    tell_all(discord, name, &prose);
    host_room_gone(discord->host, discord->network, name, loop_now(discord->loop));
}

/* ---- it may be tried again ---- */

static void try_again(struct board *board)
{
    int64_t now = loop_now(board->discord->loop);
    if (!board->is_lost || (board->tried_at > 0 && now - board->tried_at < TRY_MS))
        return;
    board->tried_at = now;
    board->is_lost = false;
}

void lost_room_may_try(struct discord *discord, const char *room)
{
    struct board *board = board_find(discord, room);
    if (board)
        try_again(board);
}

struct of_guild {
    struct discord *discord;
    const char *guild;
};

static void try_in_guild(void *arg, struct board *board)
{
    const struct of_guild *of = arg;
    const char *guild = board->is_lost ? places_guild(of->discord, board->room) : NULL;
    if (guild && strcmp(guild, of->guild) == 0)
        try_again(board);
}

void lost_room_may_try_in(struct discord *discord, const char *guild)
{
    struct of_guild of = {discord, guild};
    board_list_each(discord, try_in_guild, &of);
}

/* ---- guilds that removed us ---- */

enum { WAIT_MS = 24 * 3600 * 1000 };

/* The rooms of one guild that have a table. */
struct rooms {
    struct discord *discord;
    const char *guild;
    void (*each)(struct discord *discord, const char *guild, const char *room);
    int count;
};

static void visit(void *arg, const char *room)
{
    struct rooms *rooms = arg;
    const char *guild = places_guild(rooms->discord, room);
    if (!guild || strcmp(guild, rooms->guild) != 0)
        return;
    rooms->count++;
    rooms->each(rooms->discord, rooms->guild, room);
}

static int each_room(struct discord *discord, const char *guild,
                     void (*each)(struct discord *discord, const char *guild, const char *room))
{
    struct rooms rooms = {discord, guild, each, 0};
    host_each_room(discord->host, discord->network, visit, &rooms);
    return rooms.count;
}

static void lose(struct discord *discord, const char *guild, const char *room)
{
    (void)guild;
    post_removed(discord, room);
}

void lost_guild_begin(struct discord *discord, const char *guild)
{
    char since[48];
    if (places_removed(discord, guild) || each_room(discord, guild, lose) == 0)
        return;
    snprintf(since, sizeof since, "%" PRId64 " %" PRId64, loop_wall(discord->loop), discord->born);
    places_set_removed(discord, guild, since);
}

static void tell_back(struct discord *discord, const char *guild, const char *room)
{
    (void)guild;
    lost_room_may_try(discord, room);
    places_room_back(discord, room);
}

static void try_room_again(struct discord *discord, const char *guild, const char *room)
{
    (void)guild;
    lost_room_may_try(discord, room);
}

void lost_guild_return(struct discord *discord, const char *guild)
{
    int64_t since = 0, born = 0;
    const char *kept = places_removed(discord, guild);
    if (!kept)
        return;
    bool is_ours =
        sscanf(kept, "%" SCNd64 " %" SCNd64, &since, &born) == 2 && born == discord->born;
    places_set_removed(discord, guild, NULL);
    /* after a restart each table says so itself */
    each_room(discord, guild, is_ours ? tell_back : try_room_again);
}

static void stop(struct discord *discord, const char *guild, const char *room)
{
    (void)guild;
    host_room_gone(discord->host, discord->network, room, loop_now(discord->loop));
}

static void left(void *arg, const struct rest_answer *answer)
{
    (void)arg;
    if (answer->outcome != REST_DONE)
        discord_log_refusal("discord-guild-not-left", "", answer);
}

int lost_guild_leave(struct discord *discord, const char *guild)
{
    int count = each_room(discord, guild, stop);
    rest_send(discord->rest, &(struct rest_request){.lane = REST_BACKGROUND,
                                                    .method = "DELETE",
                                                    .route = "/users/@me/guilds/{}",
                                                    .ids = {guild},
                                                    .done = left});
    return count;
}

struct ended {
    struct discord *discord;
    json_t *guilds;
};

static void note_ended(void *arg, const char *key, const char *value)
{
    struct ended *ended = arg;
    if (loop_wall(ended->discord->loop) - strtoll(value, NULL, 10) >= WAIT_MS)
        json_array_append_new(ended->guilds, json_string(strrchr(key, ':') + 1));
}

void lost_guild_tidy(struct discord *discord)
{
    struct ended ended = {discord, json_array()};
    places_each_removed(discord, note_ended, &ended);
    for (size_t i = 0; i < json_array_size(ended.guilds); i++) {
        const char *guild = json_string_value(json_array_get(ended.guilds, i));
        log_event(LOG_INFO, "discord-guild-given-up", "guild", guild, (char *)0);
        each_room(discord, guild, stop);
        places_set_removed(discord, guild, NULL);
    }
    json_decref(ended.guilds);
}

/* ---- a new session says which guilds there are ---- */

struct guilds_listed {
    struct discord *discord;
    json_t *guilds;
    uint64_t shard, shards;
};

/* Nobody tells us of a removal while we are not connected. */
static void look_at(void *arg, const char *room)
{
    struct guilds_listed *session = arg;
    char guild[DISCORD_ID], id[DISCORD_ID];
    const char *known = places_guild(session->discord, room);
    if (!known || (strtoull(known, NULL, 10) >> 22) % session->shards != session->shard)
        return;
    snprintf(guild, sizeof guild, "%s", known);
    for (size_t i = 0; i < json_array_size(session->guilds); i++)
        if (field_id(json_array_get(session->guilds, i), "id", id) && strcmp(id, guild) == 0)
            return;
    lost_guild_begin(session->discord, guild);
}

void lost_guild_on_ready(struct discord *discord, const json_t *data)
{
    const json_t *shard = json_object_get(data, "shard");
    struct guilds_listed session = {.discord = discord,
                                    .guilds = json_object_get(data, "guilds"),
                                    .shard = (uint64_t)json_integer_value(json_array_get(shard, 0)),
                                    .shards =
                                        (uint64_t)json_integer_value(json_array_get(shard, 1))};
    if (session.shards == 0)
        session.shards = 1;
    if (json_is_array(session.guilds))
        host_each_room(discord->host, discord->network, look_at, &session);
}
