/* See delivery.h. */
#include "delivery.h"

#include <stdlib.h>
#include <string.h>

#include "board.h"
#include "body.h"
#include "check.h"
#include "controls.h"
#include "lost_room.h"
#include "markdown.h"
#include "places.h"
#include "rest.h"
#include "room_text.h"
#include "text.h"

enum {
    CALLED_MOST = 12,
    FRESH_MS = 55 * 60 * 1000, /* edits of messages older than an hour are rationed */
    RETRY_MS = 30 * 1000,      /* after all tries of a request failed */
    RETRY_MOST_MS = 30 * 60 * 1000,
    LOST_MS = 5 * 60 * 1000, /* a room that refuses is left alone for so long, twice as long each time */
    LOST_MOST_MS = 24 * 3600 * 1000,
    MENDS_MOST = 2, /* tries to open a thread again */
    CODE_UNKNOWN_CHANNEL = 10003,
    CODE_UNKNOWN_MESSAGE = 10008,
    CODE_OLD_EDITS = 30046,
    CODE_NO_ACCESS = 50001,
    CODE_NO_PERMISSION = 50013,
    CODE_ARCHIVED = 50083,
    CODE_LOCKED = 160005
};

static void pop(struct board *board)
{
    board_drop(&board->queue);
}

/* ---- what comes back ---- */

/* The message that is no longer the table's keeps its words and loses its buttons. */
static void strip_buttons(struct board *board)
{
    if (!board->message[0])
        return;
    rest_send(board->discord->rest,
              &(struct rest_request){.lane = REST_BACKGROUND,
                                     .method = "PATCH",
                                     .route = "/channels/{}/messages/{}",
                                     .ids = {board->channel, board->message},
                                     .body = json_pack("{s:[], s:{s:[]}}", "components", "allowed_mentions", "parse")});
}

/* What it says stays, and what comes next is a new one. */
static void leave_message(struct board *board)
{
    strip_buttons(board);
    board_remember(board, "", "");
}

static void became_message(struct board *board, const char *id, const char *digest)
{
    strip_buttons(board);
    board_remember(board, strlen(id) < DISCORD_ID ? id : "", digest);
    board->posted_at = discord_now(board->discord);
    board->is_last = true;
    board->wants_new = false;
    room_text_clear(board->shown);
}

void delivery_lose(struct board *board, const struct rest_answer *answer)
{
    discord_log_refusal("discord-room-lost", board->room, answer);
    board->is_lost = true;
    board->mends = 0;
    board->lost_ms = board->lost_ms == 0 ? LOST_MS : board->lost_ms * 2;
    board->lost_ms = board->lost_ms < LOST_MOST_MS ? board->lost_ms : LOST_MOST_MS;
    board->lost_until = discord_now(board->discord) + board->lost_ms;
    board_remember(board, "", "");
    if (!board->was_told)
        lost_room_begin(board->discord, board->room, answer->code);
    board->was_told = true;
    for (const struct saying *saying = board->queue; saying; saying = saying->next) {
        if (saying->is_state || saying->is_result)
            lost_room_say(board->discord, board->room, saying->text);
        if (saying->is_state)
            room_text_merge(board->shown, saying->text); /* what is to be shown when it can be */
    }
    struct saying **rest = board->is_under_way && board->queue ? &board->queue->next : &board->queue;
    while (*rest)
        board_drop(rest);
    delivery_soon(board); /* nothing is left to be said there */
}

/* One that stays closed to us is lost like any other room. */
static void unarchived(void *arg, const struct rest_answer *answer)
{
    struct board *board = arg;
    board->is_mending = false;
    if (answer->outcome == REST_REFUSED && !board->is_lost)
        delivery_lose(board, answer);
    else
        delivery_next(board);
}

static void unarchive(struct board *board)
{
    board->is_mending = true;
    board->mends++;
    rest_send(board->discord->rest, &(struct rest_request){.lane = REST_TABLE,
                                                           .method = "PATCH",
                                                           .route = "/channels/{}",
                                                           .ids = {board->channel},
                                                           .body = json_pack("{s:b}", "archived", 0),
                                                           .done = unarchived,
                                                           .arg = board});
}

/* Whether the first saying is to be tried again, after what was done about the refusal. */
static bool is_mended(struct board *board, const struct rest_answer *answer)
{
    bool stays_archived = answer->code == CODE_ARCHIVED && board->mends >= MENDS_MOST;
    if (answer->code == CODE_NO_ACCESS || answer->code == CODE_NO_PERMISSION || answer->code == CODE_UNKNOWN_CHANNEL ||
        answer->code == CODE_LOCKED || stays_archived) {
        delivery_lose(board, answer);
        return false;
    }
    if (answer->code == CODE_UNKNOWN_MESSAGE || answer->code == CODE_OLD_EDITS) {
        if (answer->code == CODE_UNKNOWN_MESSAGE)
            board_remember(board, "", "");
        board->wants_new = true;
        return board->is_edit;
    }
    if (answer->code == CODE_ARCHIVED) {
        unarchive(board);
        return true;
    }
    discord_log_refusal("discord-not-said", board->room, answer);
    return false;
}

static void all_is_said(const struct board *board)
{
    host_sent(board->discord->host, board->discord->network, board->room, discord_now(board->discord));
}

void delivery_arrived(struct board *board, const char *id)
{
    struct saying *saying = board->queue;
    bool is_state = saying->is_state, is_old = board->is_repeat;
    board->was_told = board->is_repeat = false;
    board->mends = 0;
    board->lost_ms = board->retry_ms = 0;
    board->nonce[0] = board->echo[0] = '\0';
    if (is_state && !board->is_edit)
        became_message(board, id, is_old ? "" : board->sent);
    else if (!is_state)
        board->is_last = false;
    else if (board->digest[0])
        board_remember(board, board->message, "");
    if (is_state)
        room_text_merge(board->shown, saying->text);
    if (is_state || !room_text_next_piece(saying->text)) {
        if (saying->is_result)
            leave_message(board);
        pop(board);
    }
    if (is_state && is_old)
        delivery_repeat(board); /* what arrived is what was said first, and more may have happened since */
}

/* Ever more seldom, until something arrives. */
static void try_later(struct board *board)
{
    board->retry_ms = board->retry_ms == 0 ? RETRY_MS : board->retry_ms * 2;
    board->retry_ms = board->retry_ms < RETRY_MOST_MS ? board->retry_ms : RETRY_MOST_MS;
    if (!board->discord->is_stopping)
        loop_timer_set(&board->again, board->retry_ms);
}

/* Nobody knows whether it arrived. Our own message comes back by the gateway, if it did; else it is said again, under the same
   nonce. */
static void was_lost(struct board *board)
{
    board->is_repeat = true;
    if (board->echo[0])
        delivery_arrived(board, board->echo);
    else
        try_later(board);
}

static void done(void *arg, const struct rest_answer *answer)
{
    struct board *board = arg;
    const char *id = json_string_value(json_object_get(answer->body, "id"));
    board->is_under_way = false;
    if (board->is_lost) { /* meanwhile */
        board->nonce[0] = board->echo[0] = '\0';
        pop(board);
        all_is_said(board);
        return;
    }
    if (answer->outcome == REST_DONE) {
        delivery_arrived(board, id ? id : "");
    } else if (answer->outcome == REST_FAILED) {
        was_lost(board);
    } else if (answer->outcome == REST_REFUSED) {
        board->nonce[0] = '\0';
        if (!is_mended(board, answer) && board->queue)
            pop(board);
    }
    if (!board->queue)
        all_is_said(board);
    else if (answer->outcome == REST_DROPPED)
        try_later(board); /* it had no effect */
    else if (!loop_timer_is_set(&board->again))
        delivery_next(board);
}

/* ---- saying ---- */

static bool is_table_over(const struct board *board)
{
    return !host_find(board->discord->host, board->discord->network, board->room);
}

static void add_buttons(const struct board *board, json_t *body)
{
    const struct session *session = host_find(board->discord->host, board->discord->network, board->room);
    json_t *rows = session ? controls_table_buttons(session) : json_array();
    json_object_set_new(body, "components", rows);
}

/* The states of a table follow one another, and it has one result: what a kill makes us say again is known by its nonce. */
static void choose_nonce(struct board *board, const char *content)
{
    const struct saying *saying = board->queue;
    if (saying->is_state || saying->is_result)
        body_nonce_after(board->channel, board->latest, content, board->nonce);
    else
        body_new_nonce(board->discord, board->nonce);
}

static void send_message(struct board *board, json_t *body, enum rest_lane lane)
{
    board->is_under_way = true;
    if (!board->is_edit && !board->nonce[0])
        choose_nonce(board, json_string_value(json_object_get(body, "content")));
    if (!board->is_edit)
        body_put_nonce(body, board->nonce);
    rest_send(board->discord->rest,
              &(struct rest_request){.lane = lane,
                                     .method = board->is_edit ? "PATCH" : "POST",
                                     .route = board->is_edit ? "/channels/{}/messages/{}" : "/channels/{}/messages",
                                     .ids = {board->channel, board->is_edit ? board->message : NULL},
                                     .body = body,
                                     .is_repeatable = true,
                                     .done = done,
                                     .arg = board});
}

static bool must_be_new(const struct board *board, const struct saying *saying)
{
    return !board->message[0] || board->wants_new || !board->is_last ||
           discord_now(board->discord) - board->posted_at > FRESH_MS ||
           room_text_calls_more(board->shown, saying->text);
}

/* What does not fit goes ahead of the state, as a message of its own. */
static void put_tale_first(struct board *board)
{
    struct saying *first = calloc(1, sizeof *first);
    check(first);
    first->text = room_text_take_tale(board->queue->text);
    first->next = board->queue;
    board->queue = first;
}

/* Killed and restarted with nothing new in between, the process before has said it already. */
static bool is_said(struct board *board, const char *content)
{
    body_digest(content, board->sent);
    if (board->is_edit || !board->is_inherited || strcmp(board->sent, board->digest) != 0)
        return false;
    board->is_inherited = false;
    room_text_merge(board->shown, board->queue->text);
    pop(board);
    if (!board->queue)
        all_is_said(board);
    delivery_next(board);
    return true;
}

static void say_state(struct board *board)
{
    struct saying *saying = board->queue;
    char bytes[DISCORD_TEXT];
    const char *users[CALLED_MOST];
    struct text content = text_over(bytes, sizeof bytes);
    const struct markdown_style style = board_style(board);
    board->is_edit = !must_be_new(board, saying);
    if (!room_text_draw(board->is_edit ? board->shown : NULL, saying->text, &style, &content)) {
        if (board->is_edit) {
            board->wants_new = true; /* too much for one message */
            board->is_edit = false;
        }
        text_clear(&content);
        if (!room_text_draw(NULL, saying->text, &style, &content)) {
            put_tale_first(board);
            delivery_next(board);
            return;
        }
    }
    if (is_said(board, bytes))
        return;
    int count = board->is_edit ? 0 : room_text_called(saying->text, users, CALLED_MOST);
    json_t *body = body_new(bytes, users, count);
    add_buttons(board, body);
    send_message(board, body, REST_TABLE);
}

static void say_own(struct board *board)
{
    char bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    const struct markdown_style style = board_style(board);
    board->is_edit = false;
    if (!room_text_draw_piece(board->queue->text, &style, &content)) {
        pop(board);
        if (board->queue)
            delivery_next(board);
        else
            all_is_said(board);
        return;
    }
    send_message(board, body_new(bytes, NULL, 0), REST_TABLE);
}

void delivery_next(struct board *board)
{
    if (!board->queue || board->is_under_way || board->is_mending || !places_is_open(board->discord, board->room) ||
        !board_find_channel(board))
        return;
    if (board->queue->is_state)
        say_state(board);
    else
        say_own(board);
}

void delivery_soon(struct board *board)
{
    if (!board->is_under_way && !loop_timer_is_set(&board->again))
        loop_timer_set(&board->again, 0);
}

void delivery_repeat(struct board *board)
{
    if (is_table_over(board) || board->is_lost || board_waiting_state(board))
        return;
    room_text_copy_state(board_add(board, true)->text, board->shown);
    delivery_soon(board);
}

void delivery_again(void *arg)
{
    struct board *board = arg;
    if (board->queue)
        delivery_next(board);
    else
        all_is_said(board);
}
