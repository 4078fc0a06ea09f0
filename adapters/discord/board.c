/* See board.h. One message is sent at a time. */
#include "board.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "answer.h"
#include "check.h"
#include "controls.h"
#include "elsewhere.h"
#include "keep.h"
#include "markdown.h"
#include "people.h"
#include "picture_order.h"
#include "places.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "reply.h"
#include "rest.h"
#include "tables.h"
#include "text.h"
#include "view.h"

enum {
    BOARDS_MOST = 200, /* without a table in play */
    IDLE_MS = 60 * 60 * 1000
};

static const struct place_kind board_kind;

/* ---- what is to be said ---- */

static void board_drop(struct saying **link)
{
    struct saying *saying = *link;
    *link = saying->next;
    markdown_text_free(saying->text);
    picture_order_free(saying->picture);
    free(saying);
}

static void put_row(const struct place *place, struct text *row)
{
    text_putf(row, "%s %s %s", place->latest, *place->message ? "shown" : "gone", place->digest);
}

static bool read_row(struct place *place, const char *row)
{
    char state[6];
    int count = sscanf(row, "%23s %5s %16s", place->latest, state, place->digest);
    bool is_shown = count >= 2 && strcmp(state, "shown") == 0;
    if (is_shown)
        memcpy(place->message, place->latest, sizeof place->message);
    return is_shown && count == 3;
}

/* The table that is over with this saying. 0: none. */
static int64_t board_ended(const struct saying *saying)
{
    bool goes_on =
        saying->text->has_more || (saying->next && saying->next->result == saying->result);
    return goes_on ? 0 : saying->result;
}

/* All that is to be said is that we are back. Moves that were missed come in by the dozen just
   then; with the first of them it is one message. */
static bool board_has_returned(const struct board *board)
{
    const struct saying *saying = board->queue;
    return saying && !saying->next && saying->is_state && saying->text->tale_count == 1 &&
           board->table.message[0] && board->posted_at == 0 && !board->discord->is_stopping;
}

/* a result has the last one in it */
static bool board_has_state(const struct board *board)
{
    const struct saying *saying = board->queue;
    while (saying && !saying->is_state && !saying->result)
        saying = saying->next;
    return saying != NULL;
}

/* The last saying if it is a state that was not sent yet: a newer one merges with it. */
static struct saying *board_waiting_state(const struct board *board)
{
    struct saying *last = board->queue;
    while (last && last->next)
        last = last->next;
    return last && last->is_state && !(board->table.ticket && last == board->queue) ? last : NULL;
}

/* At the end of the queue. */
static struct saying *board_add(struct board *board, bool is_state)
{
    struct saying **end = &board->queue;
    while (*end)
        end = &(*end)->next;
    *end = calloc(1, sizeof **end);
    check(*end);
    (*end)->is_state = is_state;
    (*end)->text = markdown_text_new();
    return *end;
}

/* ---- all of them ---- */

static bool is_idle(void *arg, const struct shelf_item *item)
{
    const struct discord *discord = arg;
    const struct board *board = (const struct board *)item;
    bool is_busy = board->queue || board->table.ticket || board->is_mending ||
                   loop_timer_is_set(&board->table.timer) || board->replies ||
                   board->answers.ticket || attachment_is_busy(board);
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
        shelf_drop(&board->discord->private_boards, &board->by_channel);
    place_fini(&board->table);
    place_fini(&board->answers);
    attachment_fini(board);
    board_drop_replies(board);
    while (board->queue)
        board_drop(&board->queue);
    markdown_text_free(board->shown);
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

void board_list_init(struct discord *discord)
{
    shelf_init(&discord->boards, &(struct shelf_rules){.most = BOARDS_MOST,
                                                       .idle_ms = IDLE_MS,
                                                       .is_idle = is_idle,
                                                       .free = free_board,
                                                       .arg = discord});
    shelf_init(&discord->private_boards, &(struct shelf_rules){.most = BOARDS_MOST,
                                                               .idle_ms = IDLE_MS,
                                                               .is_idle = is_never_idle,
                                                               .free = free_nothing});
}

struct board *board_find(const struct discord *discord, const char *room)
{
    return (struct board *)shelf_find(&discord->boards, room);
}

struct board *board_of(struct discord *discord, const char *room)
{
    struct board *board = board_find(discord, room);
    if (board) {
        shelf_use(&discord->boards, &board->item, loop_now(discord->loop));
        return board;
    }
    board = calloc(1, sizeof *board);
    check(board);
    board->discord = discord;
    snprintf(board->room, sizeof board->room, "%s", room);
    board->shown = markdown_text_new();
    place_init(&board->table, &board_kind, discord);
    board->table.board = board;
    attachment_init(board);
    place_inherit(&board->table);
    board->wants_new = true;
    shelf_add(&discord->boards, &board->item, board->room, loop_now(discord->loop));
    return board;
}

static struct board *board_in(const struct discord *discord, const char *channel)
{
    char room[HOST_ROOM];
    places_room_of(channel, room);
    struct board *board = board_find(discord, room);
    struct shelf_item *of_private = board ? NULL : shelf_find(&discord->private_boards, channel);
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
    shelf_each(&discord->boards, visit, &one);
}

/* ---- one of them ---- */

bool board_is_open(struct board *board)
{
    if (board->is_lost && loop_now(board->discord->loop) >= board->lost_until)
        board->is_lost = false;
    return !board->is_lost;
}

bool board_find_channel(struct board *board)
{
    if (board->channel[0])
        return true;
    if (board->room[0] != '@')
        return places_channel_of(board->room, board->channel);
    snprintf(board->channel, sizeof board->channel, "%s",
             people_get(board->discord, board->room + 1)->dm_channel);
    struct shelf *boards = &board->discord->private_boards;
    if (board->channel[0] && !board->by_channel.key && !shelf_find(boards, board->channel))
        shelf_add(boards, &board->by_channel, board->channel, 0);
    return board->channel[0] != '\0';
}

struct markdown_style board_style(const struct board *board)
{
    struct discord *discord = board->discord;
    bool is_private = board->room[0] == '@';
    return (struct markdown_style){
        .prefix = is_private              ? ""
                  : discord->hears_prefix ? discord->setup.prefix
                                          : "/",
        .cards = is_private ? people_get(discord, board->room + 1)->look.cards : LOOK_UNSET,
        .emoji = discord->emoji,
        .commands = discord->commands};
}

bool board_table(const struct board *board, struct host_board *out)
{
    return host_board_in(board->discord->host, board->discord->network, board->room, out);
}

/* Those whom the text calls by a mention that rings: not those for whom the private message with
   their hand does. */
static int board_called_aloud(const struct board *board, const struct markdown_text *text,
                              const char *users[], int most)
{
    struct host_board table;
    bool sends_hands = board->room[0] != '@' && board_table(board, &table) && table.has_hands;
    int all = markdown_text_called(text, users, most), count = 0;
    for (int i = 0; i < all; i++)
        if (!sends_hands || !people_rings_by_dm(people_get(board->discord, users[i])))
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

enum {
    CALLED_MOST = 12,
    FRESH_MS = 55 * 60 * 1000, /* Discord rations edits of messages older than an hour */
    RETRY_MS = 30 * 1000,
    RETRY_MOST_MS = 30 * 60 * 1000,
    /* each refusal doubles it */
    LOST_MS = 5 * 60 * 1000,
    LOST_MOST_MS = 24 * 3600 * 1000,
    MENDS_MOST = 2,    /* tries to open a thread again */
    ANSWERS_MOST = 16, /* above this, new ones are dropped */
    REPOST_MS = 60 * 1000,
    STEPS_MS = 4000, /* for more steps of a turn */
    STEPS_MOST_MS = 2 * STEPS_MS,
    RETURN_MS = 1000 /* after a restart */
};

/* ---- state and its request ---- */

static void say_next(struct board *board);
static void say_soon(struct board *board);

void board_say_again(struct board *board)
{
    if (!host_has_table(board->discord->host, board->discord->network, board->room) ||
        board->is_lost || board_has_state(board))
        return;
    attachment_on_state(board, NULL);
    markdown_text_copy_state(board_add(board, true)->text, board->shown);
    say_soon(board);
}

/* ---- what comes back ---- */

static void became_message(struct board *board, const char *id, const char *digest)
{
    place_keep(&board->table, strlen(id) < DISCORD_ID ? id : "", digest);
    board->posted_at = loop_now(board->discord->loop);
    board->is_last = true;
    board->wants_new = false;
    markdown_text_clear(board->shown);
}

void board_lose(struct board *board, const struct rest_answer *answer)
{
    discord_log_refusal("discord-room-lost", board->room, answer);
    board->is_lost = true;
    board->mends = 0;
    board->lost_ms = discord_longer(board->lost_ms, LOST_MS, LOST_MOST_MS);
    board->lost_until = loop_now(board->discord->loop) + board->lost_ms;
    place_keep(&board->table, "", "");
    if (!board->was_told)
        lost_room_begin(board->discord, board->room, answer->code);
    board->was_told = true;
    for (const struct saying *saying = board->queue; saying; saying = saying->next) {
        if (saying->is_state || saying->result)
            lost_room_say(board->discord, board->room, saying->text);
        if (saying->is_state)
            markdown_text_merge(board->shown, saying->text);
    }
    struct saying **rest =
        board->table.ticket && board->queue ? &board->queue->next : &board->queue;
    while (*rest)
        board_drop(rest);
    say_soon(board);
}

static void unarchived(void *arg, const struct rest_answer *answer)
{
    struct board *board = arg;
    board->is_mending = false;
    if (answer->outcome == REST_REFUSED && !board->is_lost)
        board_lose(board, answer);
    else
        say_next(board);
}

static void unarchive(struct board *board)
{
    board->is_mending = true;
    board->mends++;
    rest_send(board->discord->rest,
              &(struct rest_request){.lane = REST_TABLE,
                                     .method = "PATCH",
                                     .route = "/channels/{}",
                                     .ids = {board->channel},
                                     .body = json_pack("{s:b}", "archived", 0),
                                     .done = unarchived,
                                     .arg = board});
}

/* True if the first saying is to be tried again. */
static bool is_mended(struct board *board, const struct rest_answer *answer)
{
    enum place_end end = place_end_of(&board->table, answer);
    if (end == PLACE_CLOSED || (end == PLACE_ARCHIVED && board->mends >= MENDS_MOST)) {
        board_lose(board, answer);
        return false;
    }
    if (end == PLACE_ARCHIVED) {
        unarchive(board);
        return true;
    }
    if (end == PLACE_GONE || end == PLACE_TOO_OLD) {
        if (end == PLACE_GONE)
            place_keep(&board->table, "", "");
        board->wants_new = true;
        return board->table.is_edit;
    }
    if (discord_doubts_emoji(board->discord, answer))
        return true;
    discord_log_refusal("discord-not-said", board->room, answer);
    return false;
}

static void all_is_said(struct board *board)
{
    attachment_on_quiet(board);
    host_sent(board->discord->host, board->discord->network, board->room,
              loop_now(board->discord->loop));
}

static void show_state(struct board *board)
{
    markdown_text_merge(board->shown, board->queue->text);
    attachment_on_shown(board);
}

/* The next state is a new message. */
static void end_with_result(struct board *board, const char *id)
{
    struct saying *saying = board->queue;
    attachment_of_result(board, saying->result, id, saying->picture);
    saying->picture = NULL;
    place_keep(&board->table, "", "");
}

static void arrived(struct board *board, const char *id)
{
    struct saying *saying = board->queue;
    bool is_state = saying->is_state, is_old = board->is_repeat;
    board->was_told = board->is_repeat = false;
    board->mends = 0;
    board->lost_ms = board->table.retry_ms = 0;
    board->nonce[0] = board->echo[0] = '\0';
    if (is_state && !board->table.is_edit)
        became_message(board, id, is_old ? "" : board->table.sent);
    else if (!is_state)
        board->is_last = false;
    else if (board->table.digest[0])
        place_keep(&board->table, board->table.message, "");
    if (is_state)
        show_state(board);
    if (is_state || !markdown_next_piece(saying->text)) {
        if (saying->result)
            end_with_result(board, id);
        board_drop(&board->queue);
    }
    if (is_state && is_old)
        board_say_again(board); /* more may have happened since */
}

static void go_on(struct board *board)
{
    if (board->queue)
        say_next(board);
    else
        all_is_said(board);
}

static void on_time(struct place *place)
{
    go_on(place->board);
}

static void say_after(struct board *board, int64_t ms)
{
    board->is_gathering = false;
    loop_timer_set(&board->table.timer, ms);
}

static void try_later(struct board *board)
{
    board->table.retry_ms = discord_longer(board->table.retry_ms, RETRY_MS, RETRY_MOST_MS);
    if (!board->discord->is_stopping)
        say_after(board, board->table.retry_ms);
}

static void done(struct place *place, const struct rest_answer *answer)
{
    struct board *board = place->board;
    const char *id = field_text(answer->body, "id");
    if (board->is_lost) { /* the room was lost meanwhile */
        board->nonce[0] = board->echo[0] = '\0';
        board_drop(&board->queue);
        all_is_said(board);
        return;
    }
    if (answer->outcome == REST_DONE) {
        arrived(board, id ? id : "");
    } else if (answer->outcome == REST_FAILED) {
        board->is_repeat = true;
        /* the gateway may send it back to us; else it is sent again under the same nonce */
        if (board->echo[0])
            arrived(board, board->echo);
        else
            try_later(board);
    } else if (answer->outcome == REST_REFUSED) {
        board->nonce[0] = '\0';
        if (!is_mended(board, answer) && board->queue)
            board_drop(&board->queue);
    }
    if (!board->queue)
        all_is_said(board);
    else if (answer->outcome == REST_DROPPED)
        try_later(board); /* it had no effect */
    else if (!loop_timer_is_set(&board->table.timer))
        say_soon(board);
}

/* ---- saying ---- */

/* The next process would make the same nonce for a state or a result. */
static void address(struct place *place, json_t *body)
{
    struct board *board = place->board;
    const struct saying *saying = board->queue;
    const char *content = field_text(body, "content");
    if (!board->nonce[0] && (saying->is_state || saying->result))
        markdown_body_nonce_after(board->channel, place->latest, content, board->nonce);
    else if (!board->nonce[0])
        markdown_body_new_nonce(board->discord, board->nonce);
    markdown_body_put_nonce(body, board->nonce);
}

/* If Discord did not take it as an answer, it goes the usual way. */
static void answered(void *arg, const struct rest_answer *answer)
{
    struct place *place = arg;
    if (answer->outcome == REST_DONE || place->board->is_lost) {
        place_on_answer(place, answer);
        return;
    }
    place->ticket = 0;
    say_next(place->board);
}

static bool joins(struct place *place, struct rest_request *request)
{
    const struct board *board = place->board;
    return !board->nonce[0] &&
           reply_says(board->discord, board->room, place->is_edit ? place->message : "", answered,
                      place, request);
}

static const struct place_kind board_kind = {.lane = REST_TABLE,
                                             .drawer = "board",
                                             .route = "/channels/{}/messages",
                                             .put_row = put_row,
                                             .read_row = read_row,
                                             .joins = joins,
                                             .address = address,
                                             .done = done,
                                             .on_time = on_time};

static bool must_be_new(const struct board *board, const struct saying *saying)
{
    return !board->table.message[0] || board->wants_new || !board->is_last ||
           attachment_is_on_its_way(board) ||
           reply_wants_message(board->discord, board->room, board->table.message) ||
           loop_now(board->discord->loop) - board->posted_at > FRESH_MS ||
           markdown_text_calls_more(board->shown, saying->text);
}

static void say_state(struct board *board)
{
    struct saying *saying = board->queue;
    char bytes[DISCORD_TEXT];
    const char *users[CALLED_MOST];
    struct text content = text_over(bytes, sizeof bytes);
    const struct markdown_style style = board_style(board);
    bool is_edit =
        !must_be_new(board, saying) && !markdown_text_is_full(board->shown, saying->text);
    if (!markdown_draw(is_edit ? board->shown : NULL, saying->text, &style, &content)) {
        board->wants_new |= is_edit; /* too much for one message */
        is_edit = false;
        text_clear(&content);
        if (!markdown_draw(NULL, saying->text, &style, &content)) {
            struct saying *first = board->queue = calloc(1, sizeof *first);
            check(first);
            first->text = markdown_text_take_tale(saying->text);
            first->next = saying;
            say_next(board);
            return;
        }
    }
    bool can_press =
        board->timed_out.count == 0 || !lost_put_timeouts(board, saying->text, &content);
    int count = is_edit ? 0 : board_called_aloud(board, saying->text, users, CALLED_MOST);
    json_t *body = markdown_body_new(bytes, users, count);
    json_object_set_new(body, "components",
                        controls_table_buttons(board->discord, board->room, can_press,
                                               attachment_is_offered(board)));
    if (!is_edit && place_has_said(&board->table, body)) {
        json_decref(body);
        show_state(board);
        board_drop(&board->queue);
        go_on(board);
        return;
    }
    place_send(&board->table, body, is_edit);
}

static void say_own(struct board *board)
{
    char bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    const struct markdown_style style = board_style(board);
    if (!markdown_draw_piece(board->queue->text, &style, &content)) {
        board_drop(&board->queue);
        go_on(board);
        return;
    }
    place_send(&board->table,
               controls_offer_again(board->discord, board->room, board_ended(board->queue),
                                    attachment_is_possible(board),
                                    markdown_body_new(bytes, NULL, 0)),
               false);
}

static void say_next(struct board *board)
{
    if (!board->queue || board->table.ticket || board->is_mending ||
        !places_is_open(board->discord, board->room) || !board_find_channel(board))
        return;
    if (board->queue->is_state)
        say_state(board);
    else
        say_own(board);
}

/* The others see the steps of a pressed turn together, in one edit. What answers or calls
   somebody does not wait. */
static bool can_gather(const struct board *board)
{
    const struct saying *saying = board->queue;
    struct host_board table;
    return saying && !saying->next && saying->is_state && saying->text->goes_on[0] &&
           board_table(board, &table) && table.has_hands && !board->discord->is_stopping &&
           !must_be_new(board, saying);
}

static void say_soon(struct board *board)
{
    int64_t patience = can_gather(board) ? STEPS_MS : board_has_returned(board) ? RETURN_MS : 0;
    bool is_hurried = board->is_gathering && patience == 0;
    if (board->table.ticket || (loop_timer_is_set(&board->table.timer) && !is_hurried))
        return;
    say_after(board, patience);
    board->is_gathering = patience > 0;
    board->gathers_until = loop_now(board->discord->loop) + STEPS_MOST_MS;
}

void board_may_go_on(struct discord *discord, const char *room)
{
    struct board *board = board_find(discord, room);
    int64_t left = board ? board->gathers_until - loop_now(discord->loop) : 0;
    if (left > 0 && board->is_gathering && loop_timer_is_set(&board->table.timer))
        loop_timer_set(&board->table.timer, left < STEPS_MS ? left : STEPS_MS);
}

/* ---- posts ---- */

static bool is_too_much(const struct board *board, const struct post *post)
{
    int count = 0;
    for (const struct saying *saying = board->queue; saying; saying = saying->next)
        count += !saying->is_state && !saying->result;
    return post->kind != POST_RESULT && count >= ANSWERS_MOST;
}

/* Now the table stands as it ended. */
static void take_result(struct board *board, struct saying *saying)
{
    struct discord *discord = board->discord;
    picture_order_free(saying->picture);
    saying->picture = NULL;
    if (host_pictures_in(discord->host, discord->network, board->room) != HOST_PICTURES_OFF &&
        attachment_is_possible(board))
        saying->picture = host_picture_result(discord->host, discord->network, board->room);
}

/* Where a table is led its pictures are drawn. Who asks for the board elsewhere reads why none
   comes. */
static void put_post(struct board *board, struct markdown_text *text, const struct post *post)
{
    struct post told = *post;
    struct prose why;
    bool is_asked = post->kind == POST_ANSWER && post->table != 0 && post->block &&
                    post->block->length > 0 && (!post->tale || post->tale->length == 0);
    prose_open(&why, is_asked ? post->block->language : LANGUAGE_EN);
    view_sentence(&why, discord_strings[DISCORD_STRING_PICTURES_ELSEWHERE], (char *)0);
    if (is_asked && attachment_is_elsewhere(board))
        told.tale = &why;
    markdown_text_put(text, &told);
}

void board_post(void *self, const struct post *post)
{
    struct discord *discord = self;
    struct board *board = board_of(discord, post->room);
    bool is_state = post->table != 0 && post->kind != POST_RESULT;
    if (discord->is_stopping)
        return;
    if (post->table != 0)
        places_keep(discord, post->room);
    if (is_state)
        attachment_on_state(board, post);
    if (!board_is_open(board)) {
        lost_room_post(discord, post);
        if (is_state)
            markdown_text_put(board->shown, post);
        say_soon(board);
        return;
    }
    struct saying *saying =
        is_state || post->kind == POST_RESULT ? board_waiting_state(board) : NULL;
    if (!saying && !is_state && is_too_much(board, post))
        return;
    if (!saying)
        saying = board_add(board, is_state);
    /* the last board, if it still waits, is one message with the result */
    saying->is_state = is_state;
    saying->result = post->kind == POST_RESULT ? post->table : 0;
    if (saying->result)
        take_result(board, saying);
    put_post(board, saying->text, post);
    board->wants_new |= post->kind == POST_RESULT || post->kind == POST_ANSWER;
    say_soon(board);
}

/* ---- what happens to messages and channels ---- */

void board_message_deleted(struct discord *discord, const char *channel, const char *message)
{
    struct board *board = board_in(discord, channel);
    int64_t now = loop_now(discord->loop);
    if (!board || strcmp(board->table.message, message) != 0 || !*message)
        return;
    place_keep(&board->table, "", "");
    if (board->reposted_at > 0 && now - board->reposted_at < REPOST_MS)
        return; /* somebody keeps deleting it; the next move shows it again */
    board->reposted_at = now;
    board_say_again(board);
}

void board_show_own(void *self, const char *key, const struct picture_order *picture)
{
    char room[HOST_ROOM];
    snprintf(room, sizeof room, "@%s", key);
    struct board *board = board_of(self, room);
    board_find_channel(board);
    attachment_show_own(board, picture);
}

bool board_show_result(void *self, const char *room, int64_t table,
                       const struct picture_order *picture, struct prose *why)
{
    struct board *board = board_of(self, room);
    board_find_channel(board);
    return attachment_show_result(board, table, picture, why);
}

void board_channel_gone(struct discord *discord, const char *channel)
{
    char room[HOST_ROOM];
    places_room_of(channel, room);
    struct board *board = board_find(discord, room);
    if (board && !board->is_lost) {
        board->was_told = true; /* lost_room_close() tells them */
        board_lose(board, &(struct rest_answer){.code = CODE_UNKNOWN_CHANNEL,
                                                .message = "the channel is gone"});
    }
    lost_room_close(discord, room);
}

void board_removed(struct discord *discord, const char *room)
{
    struct board *board = board_of(discord, room);
    if (!board->is_lost)
        board_lose(board, &(struct rest_answer){.code = CODE_UNKNOWN_GUILD,
                                                .message = "removed from the server"});
    board->lost_until = INT64_MAX; /* until we are invited again */
}

void board_echo(struct discord *discord, const char *channel, const char *message,
                const char *nonce)
{
    struct board *board = board_in(discord, channel);
    if (!board || !*nonce || strcmp(board->nonce, nonce) != 0 || strlen(message) >= DISCORD_ID)
        return;
    snprintf(board->echo, sizeof board->echo, "%s", message);
    if (board->table.ticket || !board->queue)
        return;
    loop_timer_stop(&board->table.timer);
    arrived(board, message);
    say_soon(board);
}

static void refresh(void *arg, struct board *board)
{
    (void)arg;
    if (board->table.message[0])
        board_say_again(board);
}

void board_list_refresh(struct discord *discord)
{
    board_list_each(discord, refresh, NULL);
}

static void resume(void *arg, struct board *board)
{
    (void)arg;
    if (board->table.retry_ms > 0)
        loop_timer_stop(
            &board->table.timer); /* tries failed; nobody waits longer than Discord is away */
    board->table.retry_ms = 0;
    if (board->queue)
        say_soon(board);
    if (board->replies)
        loop_timer_set(&board->answers.timer, 0);
}

void board_list_resume(struct discord *discord)
{
    board_list_each(discord, resume, NULL);
}
