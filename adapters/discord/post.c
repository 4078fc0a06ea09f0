/* See post.h. */
#include "post.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "board.h"
#include "check.h"
#include "delivery.h"
#include "lost_room.h"
#include "places.h"
#include "rest.h"
#include "room_text.h"

enum {
    ANSWERS_MOST = 16,     /* of a room that wait; what somebody asks for then is not said */
    REPOST_MS = 60 * 1000, /* between new messages for deleted ones */
    TRY_MS = 60 * 1000,    /* between two changes of rights that are believed */
    CODE_UNKNOWN_CHANNEL = 10003,
    CODE_UNKNOWN_GUILD = 10004
};

/* A result is always said; answers only so many. */
static bool is_too_much(const struct board *board, const struct post *post)
{
    int count = 0;
    for (const struct saying *saying = board->queue; saying; saying = saying->next)
        count += !saying->is_state && !saying->is_result;
    return post->kind != POST_RESULT && count >= ANSWERS_MOST;
}

void post_in_room(void *self, const struct post *post)
{
    struct discord *discord = self;
    struct board *board = board_of(discord, post->room);
    bool is_state = post->table != 0 && post->kind != POST_RESULT;
    if (discord->is_stopping)
        return;
    if (post->table != 0)
        places_keep(discord, post->room);
    if (!board_is_open(board)) {
        lost_room_post(discord, post);
        if (is_state)
            room_text_put(board->shown, post);
        delivery_soon(board);
        return;
    }
    struct saying *saying = is_state ? board_waiting_state(board) : NULL;
    if (!saying && !is_state && is_too_much(board, post))
        return;
    if (!saying)
        saying = board_add(board, is_state);
    saying->is_result = post->kind == POST_RESULT;
    room_text_put(saying->text, post);
    board->wants_new |= post->kind == POST_RESULT || post->kind == POST_ANSWER;
    delivery_soon(board);
}

/* ---- what happens to messages and channels ---- */

bool post_is_busy(const struct discord *discord, const char *room)
{
    return board_find(discord, room) != NULL;
}

void post_pushed_up(struct discord *discord, const char *channel)
{
    struct board *board = board_in(discord, channel);
    if (board)
        board->is_last = false;
}

void post_pushed_up_private(struct discord *discord, const struct person *person)
{
    char room[HOST_ROOM];
    snprintf(room, sizeof room, "@%s", person->id);
    struct board *board = board_find(discord, room);
    if (board)
        board->is_last = false;
}

void post_deleted(struct discord *discord, const char *channel, const char *message)
{
    struct board *board = board_in(discord, channel);
    int64_t now = discord_now(discord);
    if (!board || strcmp(board->message, message) != 0 || !*message)
        return;
    board_remember(board, "", "");
    if (board->reposted_at > 0 && now - board->reposted_at < REPOST_MS)
        return; /* somebody does not want it there; the next move shows it again */
    board->reposted_at = now;
    delivery_repeat(board);
}

void post_channel_gone(struct discord *discord, const char *channel)
{
    char room[HOST_ROOM];
    room_of_channel(channel, room);
    struct board *board = board_find(discord, room);
    if (board && !board->is_lost) {
        board->was_told = true; /* as follows */
        delivery_lose(board, &(struct rest_answer){.code = CODE_UNKNOWN_CHANNEL, .message = "the channel is gone"});
    }
    lost_room_close(discord, room);
}

void post_removed(struct discord *discord, const char *room)
{
    struct board *board = board_of(discord, room);
    if (!board->is_lost)
        delivery_lose(board, &(struct rest_answer){.code = CODE_UNKNOWN_GUILD, .message = "removed from the server"});
    board->lost_until = INT64_MAX; /* until we are invited again */
}

void post_echo(struct discord *discord, const char *channel, const char *message, const char *nonce)
{
    struct board *board = board_in(discord, channel);
    if (!board || !*nonce || strcmp(board->nonce, nonce) != 0 || strlen(message) >= DISCORD_ID)
        return;
    snprintf(board->echo, sizeof board->echo, "%s", message);
    if (board->is_under_way || !board->queue)
        return;
    loop_timer_stop(&board->again);
    delivery_arrived(board, message);
    delivery_soon(board);
}

static void try_again(struct board *board)
{
    int64_t now = discord_now(board->discord);
    if (!board->is_lost || (board->tried_at > 0 && now - board->tried_at < TRY_MS))
        return;
    board->tried_at = now;
    board->is_lost = false;
}

void post_may_try(struct discord *discord, const char *room)
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

void post_may_try_in(struct discord *discord, const char *guild)
{
    struct of_guild of = {discord, guild};
    boards_each(discord, try_in_guild, &of);
}

void post_again(struct discord *discord, const char *room)
{
    struct board *board = board_find(discord, room);
    if (board)
        delivery_repeat(board);
}

static void refresh(void *arg, struct board *board)
{
    (void)arg;
    if (board->message[0])
        delivery_repeat(board);
}

void post_refresh(struct discord *discord)
{
    boards_each(discord, refresh, NULL);
}

static void resume(void *arg, struct board *board)
{
    (void)arg;
    if (board->queue)
        delivery_soon(board);
    if (board->replies)
        loop_timer_set(&board->next_reply, 0);
}

void post_resume(struct discord *discord)
{
    boards_each(discord, resume, NULL);
}

static void look_idle(void *arg, struct board *board)
{
    bool *is_idle_all = arg;
    *is_idle_all &= !board->queue && !board->replies;
}

bool post_is_idle(struct discord *discord)
{
    bool is_all = true;
    boards_each(discord, look_idle, &is_all);
    return is_all;
}
