/* What is said in channels: states of tables, which merge while they wait, and messages of their own (results, answers). Also
   what happens to those messages, and to their channels, without us. How they are sent: say.c. */
#include "board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "rest.h"
#include "room_text.h"

enum {
    REPOST_MS = 60 * 1000, /* between new messages for deleted ones */
    CODE_UNKNOWN_CHANNEL = 10003,
    CODE_UNKNOWN_GUILD = 10004
};

struct speaker {
    struct board *boards;
};

struct speaker *speaker_new(void)
{
    struct speaker *speaker = calloc(1, sizeof *speaker);
    check(speaker);
    return speaker;
}

void speaker_free(struct speaker *speaker)
{
    while (speaker && speaker->boards) {
        struct board *board = speaker->boards;
        speaker->boards = board->next;
        loop_timer_stop(&board->again);
        while (board->queue)
            board_drop(&board->queue);
        room_text_free(board->shown);
        free(board);
    }
    free(speaker);
}

static void say_again(void *arg)
{
    say_next(arg);
}

static struct board *find_board(const struct discord *discord, const char *room)
{
    struct board *board = discord->speaker->boards;
    while (board && strcmp(board->room, room) != 0)
        board = board->next;
    return board;
}

/* The room's, made when it is first spoken in. What the program said there before it was restarted is not edited, but its
   buttons go. */
static struct board *board_of(struct discord *discord, const char *room)
{
    struct board *board = find_board(discord, room);
    if (board)
        return board;
    board = calloc(1, sizeof *board);
    check(board);
    board->discord = discord;
    snprintf(board->room, sizeof board->room, "%s", room);
    board->shown = room_text_new();
    loop_timer_init(&board->again, discord->loop, say_again, board);
    board_inherit(board);
    board->wants_new = true;
    board->next = discord->speaker->boards;
    discord->speaker->boards = board;
    return board;
}

void speak_post(void *self, const struct post *post)
{
    struct discord *discord = self;
    struct board *board = board_of(discord, post->room);
    bool is_state = post->table != 0 && post->kind != POST_RESULT;
    if (discord->is_stopping || board->is_lost)
        return;
    struct saying *saying = is_state ? board_waiting_state(board) : NULL;
    if (!saying)
        saying = board_add(board, is_state);
    saying->is_result = post->kind == POST_RESULT;
    room_text_put(saying->text, post);
    board->wants_new |= post->kind == POST_RESULT || post->kind == POST_ANSWER;
    say_soon(board);
}

/* ---- what happens to messages and channels ---- */

static struct board *board_in(const struct discord *discord, const char *channel)
{
    struct board *board = discord->speaker->boards;
    while (board && strcmp(board->channel, channel) != 0)
        board = board->next;
    return board;
}

void speak_pushed_up(struct discord *discord, const char *channel)
{
    struct board *board = board_in(discord, channel);
    if (board)
        board->is_last = false;
}

void speak_pushed_up_room(struct discord *discord, const char *room)
{
    struct board *board = find_board(discord, room);
    if (board)
        board->is_last = false;
}

void speak_deleted(struct discord *discord, const char *channel, const char *message)
{
    struct board *board = board_in(discord, channel);
    int64_t now = discord_now(discord);
    if (!board || strcmp(board->message, message) != 0 || !*message)
        return;
    board_remember(board, "", "");
    if (board->reposted_at > 0 && now - board->reposted_at < REPOST_MS)
        return; /* somebody does not want it there; the next move shows it again */
    board->reposted_at = now;
    say_state_again(board);
}

static void lose_channel(struct discord *discord, const char *channel, int code, const char *why)
{
    struct board *board = board_in(discord, channel);
    if (board && !board->is_lost)
        say_lose(board, &(struct rest_answer){.code = code, .message = why});
}

void speak_channel_gone(struct discord *discord, const char *channel)
{
    lose_channel(discord, channel, CODE_UNKNOWN_CHANNEL, "the channel is gone");
}

void speak_removed(struct discord *discord, const char *channel)
{
    lose_channel(discord, channel, CODE_UNKNOWN_GUILD, "the bot was removed from the server");
}

void speak_echo(struct discord *discord, const char *channel, const char *message, const char *nonce)
{
    struct board *board = board_in(discord, channel);
    if (!board || !*nonce || strcmp(board->nonce, nonce) != 0 || strlen(message) >= DISCORD_ID)
        return;
    snprintf(board->echo, sizeof board->echo, "%s", message);
    if (board->is_under_way || !board->queue)
        return;
    loop_timer_stop(&board->again);
    say_arrived(board, message);
    say_soon(board);
}

void speak_room_is_back(struct discord *discord, const char *room)
{
    struct board *board = find_board(discord, room);
    if (board)
        board->is_lost = false;
}

void speak_refresh(struct discord *discord)
{
    for (struct board *board = discord->speaker->boards; board; board = board->next)
        if (board->message[0])
            say_state_again(board);
}

void speak_resume(struct discord *discord)
{
    for (struct board *board = discord->speaker->boards; board; board = board->next)
        say_soon(board);
}

bool speak_is_idle(const struct discord *discord)
{
    for (const struct board *board = discord->speaker->boards; board; board = board->next)
        if (board->queue)
            return false;
    return true;
}
