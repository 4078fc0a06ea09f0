/* What is said in channels: states of tables, which merge while they wait, and messages of their own (results, answers). Also
   what happens to those messages, and to their channels, without us. How they are sent: say.c. */
#include "board.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "rest.h"
#include "room_text.h"

enum {
    BOARDS_MOST = 200,        /* rooms without a table that is played at; those besides */
    IDLE_MS = 60 * 60 * 1000, /* by then its message would not be edited any more */
    ANSWERS_MOST = 16,        /* of a room that wait; what somebody asks for then is not said */
    REPOST_MS = 60 * 1000,    /* between new messages for deleted ones */
    TRY_MS = 60 * 1000,       /* between two changes of rights that are believed */
    CODE_UNKNOWN_CHANNEL = 10003,
    CODE_UNKNOWN_GUILD = 10004
};

struct speaker {
    struct discord *discord;
    struct shelf boards;
    struct shelf privates; /* those of private conversations by channel; the others' channel is in their name */
};

static bool is_idle(void *arg, const struct shelf_item *item)
{
    const struct discord *discord = arg;
    const struct board *board = (const struct board *)item;
    bool is_busy = board->queue || board->is_under_way || board->is_mending || loop_timer_is_set(&board->again) ||
                   board->replies || board->is_reply_sent;
    bool has_table = host_find(discord->host, discord->network, board->room) != NULL;
    return !is_busy && (!has_table || (!board->is_lost && discord_now(discord) - item->used_at >= IDLE_MS));
}

static void free_board(struct shelf_item *item)
{
    struct board *board = (struct board *)item;
    if (board->by_channel.key)
        shelf_drop(&board->discord->speaker->privates, &board->by_channel);
    loop_timer_stop(&board->again);
    loop_timer_stop(&board->next_reply);
    public_replies_free(board);
    while (board->queue)
        board_drop(&board->queue);
    room_text_free(board->shown);
    free(board);
}

static bool is_never_idle(void *arg, const struct shelf_item *item)
{
    (void)arg;
    (void)item;
    return false; /* it goes with its board */
}

static void free_nothing(struct shelf_item *item)
{
    (void)item;
}

struct speaker *speaker_new(struct discord *discord)
{
    struct speaker *speaker = calloc(1, sizeof *speaker);
    check(speaker);
    speaker->discord = discord;
    shelf_init(&speaker->boards,
               &(struct shelf_rules){
                   .most = BOARDS_MOST, .idle_ms = IDLE_MS, .is_idle = is_idle, .free = free_board, .arg = discord});
    shelf_init(
        &speaker->privates,
        &(struct shelf_rules){.most = BOARDS_MOST, .idle_ms = IDLE_MS, .is_idle = is_never_idle, .free = free_nothing});
    return speaker;
}

void speaker_free(struct speaker *speaker)
{
    if (speaker) {
        shelf_fini(&speaker->boards);
        shelf_fini(&speaker->privates);
    }
    free(speaker);
}

void speak_tidy(struct discord *discord)
{
    shelf_tidy(&discord->speaker->boards, discord_now(discord));
}

size_t speak_count(const struct discord *discord)
{
    return discord->speaker->boards.count;
}

static void say_again(void *arg)
{
    struct board *board = arg;
    if (board->queue)
        say_next(board);
    else
        host_sent(board->discord->host, board->discord->network, board->room, discord_now(board->discord));
}

static struct board *find_board(const struct discord *discord, const char *room)
{
    return (struct board *)shelf_find(&discord->speaker->boards, room);
}

/* What the program said there before it was restarted is not edited, but its buttons go. */
struct board *board_of(struct discord *discord, const char *room)
{
    struct board *board = find_board(discord, room);
    if (board) {
        shelf_use(&discord->speaker->boards, &board->item, discord_now(discord));
        return board;
    }
    board = calloc(1, sizeof *board);
    check(board);
    board->discord = discord;
    snprintf(board->room, sizeof board->room, "%s", room);
    board->shown = room_text_new();
    loop_timer_init(&board->again, discord->loop, say_again, board);
    loop_timer_init(&board->next_reply, discord->loop, public_replies_next, board);
    board_inherit(board);
    board->wants_new = true;
    shelf_add(&discord->speaker->boards, &board->item, board->room, discord_now(discord));
    return board;
}

bool board_is_open(struct board *board)
{
    if (board->is_lost && discord_now(board->discord) >= board->lost_until)
        board->is_lost = false;
    return !board->is_lost;
}

/* A result is always said; answers only so many. */
static bool is_too_much(const struct board *board, const struct post *post)
{
    int count = 0;
    for (const struct saying *saying = board->queue; saying; saying = saying->next)
        count += !saying->is_state && !saying->is_result;
    return post->kind != POST_RESULT && count >= ANSWERS_MOST;
}

void speak_post(void *self, const struct post *post)
{
    struct discord *discord = self;
    struct board *board = board_of(discord, post->room);
    bool is_state = post->table != 0 && post->kind != POST_RESULT;
    if (discord->is_stopping)
        return;
    if (post->table != 0)
        places_keep(discord, post->room);
    if (!board_is_open(board)) {
        elsewhere_post(discord, post);
        if (is_state)
            room_text_put(board->shown, post);
        say_soon(board);
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
    say_soon(board);
}

/* ---- what happens to messages and channels ---- */

void board_has_channel(struct board *board)
{
    struct speaker *speaker = board->discord->speaker;
    if (board->room[0] == '@' && !board->by_channel.key && !shelf_find(&speaker->privates, board->channel))
        shelf_add(&speaker->privates, &board->by_channel, board->channel, 0);
}

static struct board *board_in(const struct discord *discord, const char *channel)
{
    char room[HOST_ROOM];
    room_of_channel(channel, room);
    struct board *board = find_board(discord, room);
    struct shelf_item *of_private = board ? NULL : shelf_find(&discord->speaker->privates, channel);
    return of_private ? (struct board *)((char *)of_private - offsetof(struct board, by_channel)) : board;
}

bool speak_is_busy(const struct discord *discord, const char *room)
{
    return find_board(discord, room) != NULL;
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

void speak_channel_gone(struct discord *discord, const char *channel)
{
    char room[HOST_ROOM];
    room_of_channel(channel, room);
    struct board *board = find_board(discord, room);
    if (board && !board->is_lost) {
        board->was_told = true; /* as follows */
        say_lose(board, &(struct rest_answer){.code = CODE_UNKNOWN_CHANNEL, .message = "the channel is gone"});
    }
    elsewhere_close(discord, room);
}

void speak_removed(struct discord *discord, const char *room)
{
    struct board *board = board_of(discord, room);
    if (!board->is_lost)
        say_lose(board, &(struct rest_answer){.code = CODE_UNKNOWN_GUILD, .message = "removed from the server"});
    board->lost_until = INT64_MAX; /* until we are invited again */
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

static void try_again(struct board *board)
{
    int64_t now = discord_now(board->discord);
    if (!board->is_lost || (board->tried_at > 0 && now - board->tried_at < TRY_MS))
        return;
    board->tried_at = now;
    board->is_lost = false;
}

void speak_may_try(struct discord *discord, const char *room)
{
    struct board *board = find_board(discord, room);
    if (board)
        try_again(board);
}

struct of_guild {
    struct discord *discord;
    const char *guild;
};

static void try_in_guild(void *arg, struct shelf_item *item)
{
    const struct of_guild *of = arg;
    struct board *board = (struct board *)item;
    const char *guild = board->is_lost ? places_guild(of->discord, board->room) : NULL;
    if (guild && strcmp(guild, of->guild) == 0)
        try_again(board);
}

void speak_may_try_in(struct discord *discord, const char *guild)
{
    struct of_guild of = {discord, guild};
    shelf_each(&discord->speaker->boards, try_in_guild, &of);
}

void speak_again(struct discord *discord, const char *room)
{
    struct board *board = find_board(discord, room);
    if (board)
        say_state_again(board);
}

static void refresh(void *arg, struct shelf_item *item)
{
    struct board *board = (struct board *)item;
    (void)arg;
    if (board->message[0])
        say_state_again(board);
}

void speak_refresh(struct discord *discord)
{
    shelf_each(&discord->speaker->boards, refresh, NULL);
}

static void resume(void *arg, struct shelf_item *item)
{
    struct board *board = (struct board *)item;
    (void)arg;
    if (board->queue)
        say_soon(board);
    if (board->replies)
        loop_timer_set(&board->next_reply, 0);
}

void speak_resume(struct discord *discord)
{
    shelf_each(&discord->speaker->boards, resume, NULL);
}

static void look_idle(void *arg, struct shelf_item *item)
{
    bool *is_idle_all = arg;
    const struct board *board = (const struct board *)item;
    *is_idle_all &= !board->queue && !board->replies;
}

bool speak_is_idle(const struct discord *discord)
{
    bool is_all = true;
    shelf_each(&discord->speaker->boards, look_idle, &is_all);
    return is_all;
}
