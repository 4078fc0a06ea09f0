/* See board.h. The table's message is kept under its room: its id, whether it is still there,
   and a digest of its text, so that the next process does not post it again. */
#include "board.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "elsewhere.h"
#include "keep.h"
#include "panels.h"
#include "people.h"
#include "places.h"
#include "posts.h"
#include "prose.h"
#include "tables.h"

enum {
    BOARDS_MOST = 200,       /* rooms without a table in play; rooms with one are kept besides */
    IDLE_MS = 60 * 60 * 1000 /* after this a message would not be edited any more */
};

struct boards {
    struct discord *discord;
    struct shelf boards;
    struct shelf
        /* boards of private conversations, by channel; the other boards have the channel in
           their name */
        privates;
};

/* ---- the words of a message ---- */

static struct packed *pack(const struct prose *prose)
{
    size_t spans = (size_t)prose->span_count * sizeof *prose->spans;
    struct packed *packed = malloc(sizeof *packed + spans + (size_t)prose->length + 1);
    check(packed);
    packed->next = NULL;
    packed->length = prose->length;
    packed->span_count = prose->span_count;
    packed->spans = (struct prose_span *)(packed + 1);
    memcpy(packed->spans, prose->spans, spans);
    memcpy(packed->spans + prose->span_count, prose->text, (size_t)prose->length + 1);
    return packed;
}

static void replace(struct packed **place, const struct packed *with)
{
    struct prose prose;
    markdown_packed_open(with, &prose);
    free(*place);
    *place = with ? pack(&prose) : NULL;
}

struct board_text *board_text_new(void)
{
    struct board_text *text = calloc(1, sizeof *text);
    check(text);
    return text;
}

/* Drops the oldest. */
static void drop_tale(struct board_text *text)
{
    struct packed *tale = text->tales;
    text->tales = tale->next;
    text->tale_count--;
    free(tale);
}

void board_text_clear(struct board_text *text)
{
    while (text->tales)
        drop_tale(text);
    free(text->block);
    free(text->next);
    *text = (struct board_text){0};
}

void board_text_free(struct board_text *text)
{
    if (text)
        board_text_clear(text);
    free(text);
}

static void add_tale(struct board_text *text, const struct prose *prose)
{
    struct packed **end = &text->tales;
    if (text->tale_count >= ROOM_TALES)
        drop_tale(text);
    while (*end)
        end = &(*end)->next;
    *end = pack(prose);
    text->tale_count++;
}

static bool calls(const struct callees *called, const char *id)
{
    for (int i = 0; i < called->count; i++)
        if (strcmp(called->ids[i], id) == 0)
            return true;
    return false;
}

static void add_called(struct callees *called, const char *id)
{
    if (!calls(called, id) && called->count < ROOM_CALLED && strlen(id) < DISCORD_ID)
        snprintf(called->ids[called->count++], DISCORD_ID, "%s", id);
}

static bool is_given(const struct prose *prose)
{
    return prose && prose->length > 0;
}

/* In place of what stood behind the board. The table does not wait for the people called before
   any more. */
static void put_next(struct board_text *text, const struct prose *next)
{
    free(text->next);
    text->next = is_given(next) ? pack(next) : NULL;
    text->called.count = 0;
    text->goes_on[0] = '\0';
}

void board_text_put(struct board_text *text, const struct post *post)
{
    const struct prose *board = is_given(post->block) ? post->block : post->board;
    if (post->kind == POST_RESULT && text->block && is_given(post->tale)) {
        put_next(text, post->tale);
        return;
    }
    if (is_given(post->tale))
        add_tale(text, post->tale);
    if (!is_given(board))
        return;
    free(text->block);
    text->block = pack(board);
    put_next(text, post->next);
    snprintf(text->goes_on, sizeof text->goes_on, "%s", post->goes_on ? post->goes_on : "");
    for (int i = 0; i < post->called_count; i++)
        add_called(&text->called, post->called[i]);
}

void board_text_merge(struct board_text *text, const struct board_text *more)
{
    for (const struct packed *tale = more->tales; tale; tale = tale->next) {
        struct prose prose;
        markdown_packed_open(tale, &prose);
        add_tale(text, &prose);
    }
    if (more->block) {
        replace(&text->block, more->block);
        replace(&text->next, more->next);
        text->called = more->called;
        memcpy(text->goes_on, more->goes_on, sizeof text->goes_on);
    }
    for (int i = 0; i < more->called.count; i++)
        add_called(&text->ever, more->called.ids[i]);
}

void board_text_copy_state(struct board_text *text, const struct board_text *from)
{
    replace(&text->block, from->block);
    replace(&text->next, from->next);
    if (!from->block) /* a table that has not begun has only words */
        board_text_merge(text, from);
}

struct board_text *board_text_take_tale(struct board_text *text)
{
    struct board_text *tale = board_text_new();
    tale->tales = text->tales;
    tale->tale_count = text->tale_count;
    text->tales = NULL;
    text->tale_count = 0;
    if (!tale->tales) { /* the board itself is too long for one message */
        tale->block = text->block;
        text->block = NULL;
    }
    return tale;
}

bool board_text_is_full(const struct board_text *text, const struct board_text *more)
{
    int most = more->block ? ROOM_RECENT : ROOM_TALES; /* else the oldest would go */
    return text->tale_count > 0 && text->tale_count + more->tale_count > most;
}

bool board_text_calls_more(const struct board_text *text, const struct board_text *more)
{
    for (int i = 0; i < more->called.count; i++)
        if (!calls(&text->ever, more->called.ids[i]))
            return true;
    return false;
}

/* Writes the ids of the people it calls; returns how many. They live as long as the text. */
static int board_text_called(const struct board_text *text, const char *users[], int most)
{
    int count = text->called.count < most ? text->called.count : most;
    for (int i = 0; i < count; i++)
        users[i] = text->called.ids[i];
    return count;
}

/* ---- what is to be said ---- */

void board_drop(struct saying **link)
{
    struct saying *saying = *link;
    *link = saying->next;
    board_text_free(saying->text);
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
    snprintf(line, sizeof line, "%s %s %s", board->latest, *board->message ? "shown" : "gone",
             board->digest);
    keep_put(board->discord->setup.keep, key, *board->latest ? line : NULL, NULL, NULL);
}

/* Reads what an earlier process has kept. */
static void board_inherit(struct board *board)
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

int64_t board_ended(const struct saying *saying)
{
    bool goes_on =
        saying->text->has_more || (saying->next && saying->next->result == saying->result);
    return goes_on ? 0 : saying->result;
}

bool board_has_returned(const struct board *board)
{
    const struct saying *saying = board->queue;
    return saying && !saying->next && saying->is_state && saying->text->tale_count == 1 &&
           board->message[0] && board->posted_at == 0 && !board->discord->is_stopping;
}

bool board_has_state(const struct board *board)
{
    const struct saying *saying = board->queue;
    while (saying && !saying->is_state && !saying->result)
        saying = saying->next;
    return saying != NULL;
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
    (*end)->text = board_text_new();
    return *end;
}

/* ---- all of them ---- */

static bool is_idle(void *arg, const struct shelf_item *item)
{
    const struct discord *discord = arg;
    const struct board *board = (const struct board *)item;
    bool is_busy = board->queue || board->is_under_way || board->is_mending ||
                   loop_timer_is_set(&board->again) || board->replies || board->is_reply_sent;
    bool has_table = host_has_table(discord->host, discord->network, board->room);
    return !is_busy &&
           (!has_table || (!board->is_lost && loop_now(discord->loop) - item->used_at >= IDLE_MS));
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
    board_text_free(board->shown);
    free(board);
}

static bool is_never_idle(void *arg, const struct shelf_item *item)
{
    (void)arg;
    (void)item;
    return false; /* it is dropped with its board */
}

static void free_nothing(struct shelf_item *item)
{
    (void)item;
}

struct boards *board_list_new(struct discord *discord)
{
    struct boards *boards = calloc(1, sizeof *boards);
    check(boards);
    boards->discord = discord;
    shelf_init(&boards->boards, &(struct shelf_rules){.most = BOARDS_MOST,
                                                      .idle_ms = IDLE_MS,
                                                      .is_idle = is_idle,
                                                      .free = free_board,
                                                      .arg = discord});
    shelf_init(&boards->privates, &(struct shelf_rules){.most = BOARDS_MOST,
                                                        .idle_ms = IDLE_MS,
                                                        .is_idle = is_never_idle,
                                                        .free = free_nothing});
    return boards;
}

void board_list_free(struct boards *boards)
{
    if (boards) {
        shelf_fini(&boards->boards);
        shelf_fini(&boards->privates);
    }
    free(boards);
}

void board_list_tidy(struct discord *discord)
{
    shelf_tidy(&discord->boards->boards, loop_now(discord->loop));
}

size_t board_list_count(const struct discord *discord)
{
    return discord->boards->boards.count;
}

struct board *board_find(const struct discord *discord, const char *room)
{
    return (struct board *)shelf_find(&discord->boards->boards, room);
}

/* The message of an earlier process is not edited. */
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
    board->shown = board_text_new();
    board_inherit(board);
    board->wants_new = true;
    shelf_add(&discord->boards->boards, &board->item, board->room, loop_now(discord->loop));
    return board;
}

struct board *board_in(const struct discord *discord, const char *channel)
{
    char room[HOST_ROOM];
    places_room_of(channel, room);
    struct board *board = board_find(discord, room);
    struct shelf_item *of_private = board ? NULL : shelf_find(&discord->boards->privates, channel);
    return of_private ? (struct board *)((char *)of_private - offsetof(struct board, by_channel))
                      : board;
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

void board_list_each(struct discord *discord, void (*each)(void *arg, struct board *board),
                     void *arg)
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
    if (board->room[0] == '@' && !board->by_channel.key &&
        !shelf_find(&boards->privates, board->channel))
        shelf_add(&boards->privates, &board->by_channel, board->channel, 0);
}

bool board_find_channel(struct board *board)
{
    if (board->channel[0])
        return true;
    if (board->room[0] != '@')
        return places_channel_of(board->room, board->channel);
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
    return (struct markdown_style){
        .prefix = is_private              ? ""
                  : discord->hears_prefix ? discord->setup.prefix
                                          : "/",
        .cards = is_private ? people_get(discord->people, board->room + 1)->look.cards : LOOK_UNSET,
        .emoji = discord->emoji,
        .commands = discord->commands};
}

bool board_table(const struct board *board, struct host_board *out)
{
    return host_board_in(board->discord->host, board->discord->network, board->room, out);
}

int board_called_aloud(const struct board *board, const struct board_text *text,
                       const char *users[], int most)
{
    struct host_board table;
    bool sends_hands = board->room[0] != '@' && board_table(board, &table) && table.has_hands;
    int all = board_text_called(text, users, most), count = 0;
    for (int i = 0; i < all; i++)
        if (!sends_hands || !people_rings_by_dm(people_get(board->discord->people, users[i])))
            users[count++] = users[i];
    return count;
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
