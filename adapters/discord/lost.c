/* Where somebody cannot write. A table whose room we may not write to: the people concerned hear
   why, once, and then how the game goes on, by direct message; only people with an open channel
   are written to. Guilds that removed us. And people whom a server keeps from writing. */
#include "board.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "application.h"
#include "check.h"
#include "elsewhere.h"
#include "keep.h"
#include "log.h"
#include "markdown.h"
#include "people.h"
#include "places.h"
#include "port.h"
#include "posts.h"
#include "private.h"
#include "prose.h"
#include "rest.h"
#include "tables.h"
#include "text.h"
#include "view.h"

enum { TRY_MS = 60 * 1000 };

struct notice {
    struct discord *discord;
    const char *content;
};

static void send_to(void *arg, const char *key, const char *name)
{
    const struct notice *notice = arg;
    struct person *person = people_get(notice->discord, key);
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
    prose_open(&prose, host_room_language(discord->host, discord->network, name));
    view_sentence(&prose, discord_strings[why], "room", name, (char *)0);
    tell_all(discord, name, &prose);
}

/* Only its first message. */
static bool draw(struct markdown_text *text, struct text *content)
{
    const struct markdown_style style = {.prefix = ""};
    return markdown_draw_piece(text, &style, content);
}

void lost_room_say(struct discord *discord, const char *name, struct markdown_text *text)
{
    char bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    struct notice notice = {discord, bytes};
    if (draw(text, &content))
        host_each_seated_in(discord->host, discord->network, name, send_to, &notice);
}

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
    struct markdown_text *text = markdown_text_new();
    char bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    struct notice notice = {discord, bytes};
    markdown_text_put(text, post);
    if (post->kind == POST_RESULT)
        lost_room_say(discord, post->room, text);
    else if (post->table && draw(text, &content))
        send_to_concerned(&notice, post);
    markdown_text_free(text);
}

void lost_room_close(struct discord *discord, const char *name)
{
    const struct session *session = host_find(discord->host, discord->network, name);
    struct host_board table;
    struct prose prose;
    if (!host_board_in(discord->host, discord->network, name, &table))
        return;
    bool goes_on = !session || host_goes_on_without(session, discord->network, name);
    prose_open(&prose, host_room_language(discord->host, discord->network, name));
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
    board_removed(discord, room);
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

/* ---- time-outs of a server ---- */

enum { ASK_MS = 60 * 1000, ASK_MOST_MS = 30 * 60 * 1000, NAMES = 512 /* bytes */ };

/* ---- who is in one ---- */

/* 0: none that is known. */
static int64_t timed_out_until(const struct board *board, const char *id)
{
    for (int i = 0; i < board->timed_out.count; i++)
        if (strcmp(board->timed_out.ids[i], id) == 0)
            return board->timed_out_until[i];
    return 0;
}

/* Where there is no place the one that ends first is forgotten. */
static void note(struct board *board, const char *id, int64_t until)
{
    struct callees *all = &board->timed_out;
    int place = 0;
    while (place < all->count && strcmp(all->ids[place], id) != 0)
        place++;
    if (place == all->count && until == 0)
        return;
    if (place == ROOM_CALLED)
        for (int i = place = 0; i < all->count; i++)
            place = board->timed_out_until[i] < board->timed_out_until[place] ? i : place;
    all->count += place == all->count;
    snprintf(all->ids[place], DISCORD_ID, "%s", id);
    board->timed_out_until[place] = until;
}

/* When the first of these ends, in ms since 1970. */
static int in_timeout(const struct board *board, const char *ids[ROOM_CALLED], int64_t *until)
{
    int count = 0;
    *until = INT64_MAX;
    for (int i = 0; i < board->awaited.count; i++) {
        int64_t end = timed_out_until(board, board->awaited.ids[i]);
        if (end <= loop_wall(board->discord->loop))
            continue;
        *until = end < *until ? end : *until;
        ids[count++] = board->awaited.ids[i];
    }
    return count;
}

/* ---- asking ---- */

static void on_member(const struct errand *errand, const struct rest_answer *answer)
{
    struct board *board = board_find(errand->discord, errand->in);
    const char *ids[ROOM_CALLED];
    int64_t until;
    if (!board || answer->outcome != REST_DONE)
        return;
    note(board, errand->id, discord_time(field_text(answer->body, "communication_disabled_until")));
    if ((in_timeout(board, ids, &until) > 0) != board->says_timeout)
        board_say_again(board);
}

static void ask(const struct board *board, const char *id, const char *guild)
{
    struct errand errand = {.discord = board->discord, .done = on_member};
    snprintf(errand.id, sizeof errand.id, "%s", id);
    snprintf(errand.in, sizeof errand.in, "%s", board->room);
    discord_ask_about(&errand, "/guilds/{}/members/{}", (const char *[2]){guild, id}, true);
}

/* ---- the board ---- */

/* A message that was only said anew calls nobody. */
static void note_awaited(struct board *board, int64_t now)
{
    struct host_board table;
    bool is_turn = board->shown->called.count > 0 && board->posted_at != board->timeout_turn;
    if (!board_table(board, &table) || !table.is_playing)
        board->awaited.count = 0;
    else if (is_turn)
        board->awaited = board->shown->called;
    if (!is_turn)
        return;
    board->timeout_turn = board->posted_at;
    board->timeout_ms = ASK_MS;
    board->timeout_ask = now + ASK_MS;
}

static void look(void *arg, struct board *board)
{
    (void)arg;
    const char *guild = places_guild(board->discord, board->room), *ids[ROOM_CALLED];
    int64_t until, now = loop_wall(board->discord->loop);
    if (!guild || !board_is_open(board) || !places_is_open(board->discord, board->room))
        return;
    note_awaited(board, now);
    bool is_in = in_timeout(board, ids, &until) > 0;
    for (int i = 0; i < board->awaited.count && now >= board->timeout_ask; i++)
        ask(board, board->awaited.ids[i], guild);
    if (now >= board->timeout_ask) {
        board->timeout_ms =
            board->timeout_ms * 2 < ASK_MOST_MS ? board->timeout_ms * 2 : ASK_MOST_MS;
        board->timeout_ask = now + board->timeout_ms;
    }
    if (is_in != board->says_timeout)
        board_say_again(board);
}

void lost_look_at_timeouts(struct discord *discord)
{
    board_list_each(discord, look, NULL);
}

bool lost_put_timeouts(struct board *board, const struct markdown_text *text, struct text *out)
{
    const char *ids[ROOM_CALLED];
    char bytes[NAMES], time[48];
    struct text names = text_over(bytes, sizeof bytes);
    struct prose prose;
    int64_t until;
    if (text->called.count > 0 || (text->tale_count > 0 && !text->goes_on[0]))
        board->awaited = text->called;
    int count = in_timeout(board, ids, &until), before = out->length;
    board->says_timeout = count > 0;
    if (count == 0)
        return false;
    for (int i = 0; i < count; i++) {
        text_put(&names, i > 0 ? ", **" : "**");
        markdown_put_foreign(people_get(board->discord, ids[i])->name, &names);
        text_put(&names, "**");
    }
    snprintf(time, sizeof time, "<t:%" PRId64 ":R>", until / 1000);
    prose_open(&prose,
               host_room_language(board->discord->host, board->discord->network, board->room));
    view_sentence(&prose, discord_strings[DISCORD_STRING_TIMED_OUT], "who", bytes, "until", time,
                  (char *)0);
    text_putf(out, "\n-# %s", prose.text);
    if (out->cut || names.cut || markdown_length(out->bytes) > DISCORD_CONTENT) {
        out->length = before;
        out->bytes[before] = '\0';
        out->cut = false;
    }
    return count == board->awaited.count;
}
