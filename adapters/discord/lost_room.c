/* See lost_room.h. */
#include "lost_room.h"

#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "board.h"
#include "check.h"
#include "markdown.h"
#include "panels.h"
#include "people.h"
#include "places.h"
#include "posts.h"
#include "private.h"
#include "prose.h"
#include "reports.h"
#include "rest.h"
#include "room_text.h"
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
        private_send(notice->discord, person, body_new(notice->content, NULL, 0));
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
static bool draw(struct room_text *text, struct text *content)
{
    const struct markdown_style style = {.prefix = ""};
    return room_text_draw_piece(text, &style, content);
}

void lost_room_say(struct discord *discord, const char *name, struct room_text *text)
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
    struct room_text *text = room_text_new();
    char bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    struct notice notice = {discord, bytes};
    room_text_put(text, post);
    if (post->kind == POST_RESULT)
        lost_room_say(discord, post->room, text);
    else if (post->table && draw(text, &content))
        send_to_concerned(&notice, post);
    room_text_free(text);
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
    boards_each(discord, try_in_guild, &of);
}
