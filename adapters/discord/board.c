/* See board.h. The message of a table is kept under its room: its id, whether it is still there, and a digest of what it said when
   it was posted, so that the next process neither says it again nor loses its buttons. */
#include "board.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "places.h"
#include "keep.h"
#include "people.h"
#include "room_text.h"

enum {
    TRY_MS = 60 * 1000,      /* between two changes of rights that are believed */
    BOARDS_MOST = 200,       /* rooms without a table that is played at; those besides */
    IDLE_MS = 60 * 60 * 1000 /* by then its message would not be edited any more */
};

struct boards {
    struct discord *discord;
    struct shelf boards;
    struct shelf privates; /* those of private conversations by channel; the others' channel is in their name */
};

void board_drop(struct saying **link)
{
    struct saying *saying = *link;
    *link = saying->next;
    room_text_free(saying->text);
    free(saying);
}

static void board_key(const struct board *board, char key[128])
{
    snprintf(key, 128, "%s:board:%s", board->discord->network, board->room);
}

void board_remember(struct board *board, const char *message, const char *digest)
{
    char key[128], line[2 * DISCORD_ID + DISCORD_DIGEST];
    board_key(board, key);
    board->is_inherited = false;
    memmove(board->message, message, strlen(message) + 1);
    snprintf(board->digest, sizeof board->digest, "%s", digest);
    if (*board->message)
        memcpy(board->latest, board->message, sizeof board->latest);
    snprintf(line, sizeof line, "%s %s %s", board->latest, *board->message ? "shown" : "gone", board->digest);
    keep_put(board->discord->setup.keep, key, *board->latest ? line : NULL, NULL, NULL);
}

void board_inherit(struct board *board)
{
    char key[128], state[6];
    board_key(board, key);
    const char *line = keep_get(board->discord->setup.keep, key);
    int count = line ? sscanf(line, "%23s %5s %16s", board->latest, state, board->digest) : 0;
    bool is_shown = count >= 2 && strcmp(state, "shown") == 0;
    if (is_shown)
        memcpy(board->message, board->latest, sizeof board->message);
    board->is_inherited = is_shown && count == 3;
}

struct saying *board_waiting_state(const struct board *board)
{
    struct saying *last = board->queue;
    while (last && last->next)
        last = last->next;
    return last && last->is_state && !(board->is_under_way && last == board->queue) ? last : NULL;
}

struct saying *board_add(struct board *board, bool is_state)
{
    struct saying **end = &board->queue;
    while (*end)
        end = &(*end)->next;
    *end = calloc(1, sizeof **end);
    check(*end);
    (*end)->is_state = is_state;
    (*end)->text = room_text_new();
    return *end;
}

/* ---- all of them ---- */

static bool is_idle(void *arg, const struct shelf_item *item)
{
    const struct discord *discord = arg;
    const struct board *board = (const struct board *)item;
    bool is_busy = board->queue || board->is_under_way || board->is_mending || loop_timer_is_set(&board->again) ||
                   board->replies || board->is_reply_sent;
    bool has_table = host_find(discord->host, discord->network, board->room) != NULL;
    return !is_busy && (!has_table || (!board->is_lost && loop_now(discord->loop) - item->used_at >= IDLE_MS));
}

void board_drop_replies(struct board *board)
{
    while (board->replies) {
        struct public_reply *reply = board->replies;
        board->replies = reply->next;
        free(reply);
    }
}

static void free_board(struct shelf_item *item)
{
    struct board *board = (struct board *)item;
    if (board->by_channel.key)
        shelf_drop(&board->discord->boards->privates, &board->by_channel);
    loop_timer_stop(&board->again);
    loop_timer_stop(&board->next_reply);
    board_drop_replies(board);
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

struct boards *boards_new(struct discord *discord)
{
    struct boards *boards = calloc(1, sizeof *boards);
    check(boards);
    boards->discord = discord;
    shelf_init(&boards->boards,
               &(struct shelf_rules){
                   .most = BOARDS_MOST, .idle_ms = IDLE_MS, .is_idle = is_idle, .free = free_board, .arg = discord});
    shelf_init(
        &boards->privates,
        &(struct shelf_rules){.most = BOARDS_MOST, .idle_ms = IDLE_MS, .is_idle = is_never_idle, .free = free_nothing});
    return boards;
}

void boards_free(struct boards *boards)
{
    if (boards) {
        shelf_fini(&boards->boards);
        shelf_fini(&boards->privates);
    }
    free(boards);
}

void boards_tidy(struct discord *discord)
{
    shelf_tidy(&discord->boards->boards, loop_now(discord->loop));
}

size_t boards_count(const struct discord *discord)
{
    return discord->boards->boards.count;
}

struct board *board_find(const struct discord *discord, const char *room)
{
    return (struct board *)shelf_find(&discord->boards->boards, room);
}

/* What the program said there before it was restarted is not edited, but its buttons go. */
struct board *board_of(struct discord *discord, const char *room)
{
    struct board *board = board_find(discord, room);
    if (board) {
        shelf_use(&discord->boards->boards, &board->item, loop_now(discord->loop));
        return board;
    }
    board = calloc(1, sizeof *board);
    check(board);
    board->discord = discord;
    snprintf(board->room, sizeof board->room, "%s", room);
    board->shown = room_text_new();
    board_inherit(board);
    board->wants_new = true;
    shelf_add(&discord->boards->boards, &board->item, board->room, loop_now(discord->loop));
    return board;
}

struct board *board_in(const struct discord *discord, const char *channel)
{
    char room[HOST_ROOM];
    room_of_channel(channel, room);
    struct board *board = board_find(discord, room);
    struct shelf_item *of_private = board ? NULL : shelf_find(&discord->boards->privates, channel);
    return of_private ? (struct board *)((char *)of_private - offsetof(struct board, by_channel)) : board;
}

struct visit {
    void (*each)(void *arg, struct board *board);
    void *arg;
};

static void visit(void *arg, struct shelf_item *item)
{
    const struct visit *visit = arg;
    visit->each(visit->arg, (struct board *)item);
}

void boards_each(struct discord *discord, void (*each)(void *arg, struct board *board), void *arg)
{
    struct visit one = {each, arg};
    shelf_each(&discord->boards->boards, visit, &one);
}

/* ---- one of them ---- */

bool board_is_open(struct board *board)
{
    if (board->is_lost && loop_now(board->discord->loop) >= board->lost_until)
        board->is_lost = false;
    return !board->is_lost;
}

static void note_channel(struct board *board)
{
    struct boards *boards = board->discord->boards;
    if (board->room[0] == '@' && !board->by_channel.key && !shelf_find(&boards->privates, board->channel))
        shelf_add(&boards->privates, &board->by_channel, board->channel, 0);
}

bool board_find_channel(struct board *board)
{
    if (board->channel[0])
        return true;
    if (board->room[0] != '@')
        return channel_of_room(board->room, board->channel);
    snprintf(board->channel, sizeof board->channel, "%s",
             people_get(board->discord->people, board->room + 1)->dm_channel);
    if (board->channel[0])
        note_channel(board);
    return board->channel[0] != '\0';
}

struct markdown_style board_style(const struct board *board)
{
    const struct discord *discord = board->discord;
    bool is_private = board->room[0] == '@';
    return (struct markdown_style){.prefix = is_private              ? ""
                                             : discord->hears_prefix ? discord->setup.prefix
                                                                     : "/",
                                   .is_ansi = true,
                                   .emoji = discord->emoji};
}

/* ---- what others do there ---- */

void board_pushed_up(struct discord *discord, const char *channel)
{
    struct board *board = board_in(discord, channel);
    if (board)
        board->is_last = false;
}

void board_pushed_up_private(struct discord *discord, const struct person *person)
{
    char room[HOST_ROOM];
    snprintf(room, sizeof room, "@%s", person->id);
    struct board *board = board_find(discord, room);
    if (board)
        board->is_last = false;
}

static void try_again(struct board *board)
{
    int64_t now = loop_now(board->discord->loop);
    if (!board->is_lost || (board->tried_at > 0 && now - board->tried_at < TRY_MS))
        return;
    board->tried_at = now;
    board->is_lost = false;
}

void board_may_try(struct discord *discord, const char *room)
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

void board_may_try_in(struct discord *discord, const char *guild)
{
    struct of_guild of = {discord, guild};
    boards_each(discord, try_in_guild, &of);
}
