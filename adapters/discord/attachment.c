/* See attachment.h. */
#include "attachment.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "answer.h"
#include "board.h"
#include "check.h"
#include "easel.h"
#include "elsewhere.h"
#include "keep.h"
#include "people.h"
#include "picture_order.h"
#include "places.h"
#include "posts.h"
#include "prose.h"
#include "rest.h"
#include "text.h"
#include "view.h"

enum {
    STILL_MS = 2000,  /* a state stands so long before its picture comes by itself */
    EACH_MS = 5000,   /* between two pictures of a channel */
    PAUSE_MS = 60000, /* after Discord wanted fewer; between two results that are asked for */
    UNSENT_MS = 5000, /* what has not gone out by then comes too late */
    FORBIDDEN_MS = 60 * 60 * 1000,
    CREDIT_MOST = 4,
    COST = 2
};

static void on_time(void *arg);

void attachment_init(struct board *board)
{
    struct attachments *all = &board->pictures;
    all->of_board.board = all->of_result.board = all->of_own.board = board;
    all->of_own.is_own = true;
    all->credit = -COST; /* for the result */
    loop_timer_init(&all->timer, board->discord->loop, on_time, board);
}

/* ---- one picture ---- */

/* What the easel calls it: a room has three. */
enum { PLACE = HOST_NETWORK + HOST_ROOM + 16 };
static void put_place(const struct attachment *one, char place[PLACE])
{
    snprintf(place, PLACE, "%s %s%s", one->board->discord->network, one->board->room,
             one->table    ? " result"
             : one->is_own ? " own"
                           : "");
}

static void stop_drawing(struct attachment *one)
{
    char place[PLACE];
    if (!one->is_drawn)
        return;
    put_place(one, place);
    easel_cancel(one->board->discord->setup.easel, place);
    one->is_drawn = false;
    free(one->alt);
    one->alt = NULL;
}

void attachment_fini(struct board *board)
{
    struct attachments *all = &board->pictures;
    loop_timer_stop(&all->timer);
    stop_drawing(&all->of_board);
    stop_drawing(&all->of_result);
    stop_drawing(&all->of_own);
}

/* Of the table's message. */
static bool is_of_board(const struct attachment *one)
{
    return one == &one->board->pictures.of_board;
}

static bool is_under_way(const struct attachment *one)
{
    return one->is_drawn || one->ticket || one->cancelled > 0;
}

bool attachment_is_busy(const struct board *board)
{
    const struct attachments *all = &board->pictures;
    return is_under_way(&all->of_board) || is_under_way(&all->of_result) ||
           is_under_way(&all->of_own) || loop_timer_is_set(&all->timer);
}

/* ---- what comes back ---- */

static void note_refusal(struct board *board, const struct rest_answer *answer)
{
    struct attachments *all = &board->pictures;
    int64_t now = loop_now(board->discord->loop);
    if (answer->outcome == REST_REFUSED && answer->code == CODE_NO_PERMISSION)
        all->forbidden_until = now + FORBIDDEN_MS;
    if (answer->status == 429)
        all->not_before = now + PAUSE_MS;
}

/* Where nobody knows, it may still arrive: then the next state is a new message. */
static void board_sent(struct attachment *one, const struct rest_answer *answer)
{
    struct board *board = one->board;
    bool is_there = strcmp(one->message, board->table.message) == 0;
    if (answer->outcome == REST_FAILED)
        board->wants_new |= is_there;
    else if (answer->outcome != REST_DONE && is_there)
        board->table.has_picture = board->pictures.had_picture;
    board->pictures.is_shown =
        answer->outcome == REST_DONE && is_there && board->pictures.is_current;
    attachment_on_quiet(board);
}

/* Which message shows how a table ended, for each room: "50 12" is table 12 in channel 50. */
enum { SHOWN = 2 * DISCORD_ID, PREFIX = HOST_NETWORK + 16 };

static struct drawer drawer_of(const struct board *board, int64_t table, char prefix[PREFIX],
                               char row[SHOWN])
{
    const struct discord *discord = board->discord;
    snprintf(prefix, PREFIX, "%s:shared:", discord->network);
    snprintf(row, SHOWN, "%s %" PRId64, board->channel, table);
    return (struct drawer){discord->setup.keep, prefix, loop_wall(discord->loop)};
}

static void result_sent(struct attachment *one, const struct rest_answer *answer)
{
    struct board *board = one->board;
    char prefix[PREFIX], row[SHOWN], id[DISCORD_ID];
    const struct drawer drawer = drawer_of(board, one->table, prefix, row);
    const char *guild = places_guild(board->discord, board->room);
    if (answer->outcome != REST_DONE)
        return;
    board->is_last &= *one->message != '\0';
    if (*one->message || field_id(answer->body, "id", id))
        keep_row_put(&drawer, row, guild ? guild : "", *one->message ? one->message : id);
}

static void sent(void *arg, const struct rest_answer *answer)
{
    struct attachment *one = arg;
    struct board *board = one->board;
    if (answer->outcome == REST_DROPPED && one->cancelled > 0) {
        one->cancelled--;
        return;
    }
    one->ticket = 0;
    note_refusal(board, answer);
    if (is_of_board(one))
        board_sent(one, answer);
    else if (one->table)
        result_sent(one, answer);
    else
        board->is_last &= answer->outcome != REST_DONE;
}

/* ---- sending ---- */

static void send_it(struct attachment *one, const void *png, size_t size)
{
    struct board *board = one->board;
    bool is_edit = *one->message;
    json_t *body = json_pack("{s:{s:[]}}", "allowed_mentions", "parse");
    const struct rest_picture picture = {
        .name = one->table ? "result.png" : "board.png", .alt = one->alt, .png = png, .size = size};
    check(body);
    if (!is_edit) {
        char nonce[DISCORD_NONCE];
        if (one->table)
            markdown_body_nonce_after(board->channel, picture.name, text_number(one->table), nonce);
        else
            markdown_body_new_nonce(board->discord, nonce);
        markdown_body_put_nonce(body, nonce);
    }
    one->ticket =
        rest_send(board->discord->rest,
                  &(struct rest_request){.lane = REST_BACKGROUND,
                                         .method = is_edit ? "PATCH" : "POST",
                                         .route = is_edit ? "/channels/{}/messages/{}"
                                                          : "/channels/{}/messages",
                                         .ids = {board->channel, is_edit ? one->message : NULL},
                                         .body = body,
                                         .picture = &picture,
                                         .is_extra = true,
                                         .deadline = loop_now(board->discord->loop) + UNSENT_MS,
                                         .done = sent,
                                         .arg = one});
}

/* The table's message says how it stands, and nothing else is to be said there. */
static bool is_still(const struct board *board)
{
    return board->pictures.is_current && !board->queue && !board->table.ticket && !board->is_lost &&
           !board->is_mending && board->table.message[0] && board->channel[0] &&
           !board->discord->is_stopping;
}

static void drawn(void *arg, const struct easel_picture *picture)
{
    struct attachment *one = arg;
    struct board *board = one->board;
    bool may_go = picture->png && !board->discord->is_stopping && !board->is_lost &&
                  (!is_of_board(one) || is_still(board));
    one->is_drawn = false;
    if (is_of_board(one) && (may_go || !picture->png))
        board->pictures.wish = ATTACHMENT_NONE;
    if (may_go && is_of_board(one)) {
        board->pictures.had_picture = board->table.has_picture;
        board->table.has_picture = true;
    }
    if (may_go)
        send_it(one, picture->png, picture->size);
    free(one->alt);
    one->alt = NULL;
}

static char *alt_of(const struct picture_order *order)
{
    char bytes[PICTURE_ALT_BYTES];
    struct text alt = text_over(bytes, sizeof bytes);
    picture_order_alt(order, &alt);
    char *copy = strdup(bytes);
    check(copy);
    return copy;
}

/* False if it cannot be drawn, or not now. */
static bool draw(struct attachment *one, const struct picture_order *order, const char *message)
{
    struct board *board = one->board;
    struct easel *easel = board->discord->setup.easel;
    char place[PLACE];
    put_place(one, place);
    snprintf(one->message, sizeof one->message, "%s", message);
    one->is_drawn =
        easel_ask(easel, place, order, loop_now(board->discord->loop), drawn, one) == EASEL_TAKEN;
    if (one->is_drawn)
        one->alt = alt_of(order);
    return one->is_drawn;
}

/* ---- of the board ---- */

bool attachment_is_possible(const struct board *board)
{
    return board->discord->setup.easel && !board->discord->is_stopping &&
           loop_now(board->discord->loop) >= board->pictures.forbidden_until;
}

bool attachment_is_offered(const struct board *board)
{
    const struct discord *discord = board->discord;
    return attachment_is_possible(board) &&
           host_find(discord->host, discord->network, board->room) != NULL;
}

bool attachment_is_elsewhere(const struct board *board)
{
    const struct discord *discord = board->discord;
    return attachment_is_possible(board) && !attachment_is_offered(board) &&
           host_has_table(discord->host, discord->network, board->room);
}

bool attachment_is_on_its_way(const struct board *board)
{
    return board->pictures.of_board.ticket != 0;
}

static bool is_wanted_by_rule(const struct board *board)
{
    const struct discord *discord = board->discord;
    return host_pictures_in(discord->host, discord->network, board->room) == HOST_PICTURES_CALLS;
}

static void drop_older(struct board *board)
{
    struct attachments *all = &board->pictures;
    struct attachment *one = &all->of_board;
    loop_timer_stop(&all->timer);
    stop_drawing(one);
    if (!one->ticket || !rest_cancel(board->discord->rest, one->ticket))
        return;
    one->cancelled++;
    one->ticket = 0;
    board->table.has_picture = all->had_picture;
}

void attachment_on_state(struct board *board, const struct post *post)
{
    struct attachments *all = &board->pictures;
    all->is_current = all->is_shown = false;
    drop_older(board);
    if (all->wish == ATTACHMENT_BY_RULE)
        all->wish = ATTACHMENT_NONE;
    if (!post || !attachment_is_possible(board))
        return;
    all->credit += all->credit < CREDIT_MOST && post->kind == POST_PLAY;
    if (post->kind == POST_ANSWER && post->block && post->block->length > 0)
        all->wish = ATTACHMENT_ASKED;
    else if (all->wish == ATTACHMENT_NONE && post->called_count > 0 && is_wanted_by_rule(board))
        all->wish = ATTACHMENT_BY_RULE;
}

void attachment_on_shown(struct board *board)
{
    board->pictures.is_current = true;
}

void attachment_on_quiet(struct board *board)
{
    struct attachments *all = &board->pictures;
    int64_t pause = all->not_before - loop_now(board->discord->loop);
    int64_t least = all->wish == ATTACHMENT_ASKED ? 0 : STILL_MS;
    if (all->wish != ATTACHMENT_NONE && is_still(board) && !is_under_way(&all->of_board))
        loop_timer_set(&all->timer, pause > least ? pause : least);
}

static void on_time(void *arg)
{
    struct board *board = arg;
    struct discord *discord = board->discord;
    struct attachments *all = &board->pictures;
    bool is_paid = all->wish == ATTACHMENT_ASKED || all->credit >= COST;
    struct prose news;
    if (!is_still(board))
        return;
    struct picture_order *order =
        is_paid && attachment_is_possible(board)
            ? host_picture_board(discord->host, discord->network, board->room,
                                 markdown_text_last_tale(board->shown, &news) ? &news : NULL)
            : NULL;
    if (order && draw(&all->of_board, order, board->table.message)) {
        all->not_before = loop_now(discord->loop) + EACH_MS;
        all->credit -= all->wish == ATTACHMENT_BY_RULE ? COST : 0;
    } else {
        all->wish = ATTACHMENT_NONE;
    }
    picture_order_free(order);
}

bool attachment_ask(struct board *board)
{
    if (!attachment_is_possible(board))
        return false;
    if (!board->pictures.is_shown) {
        board->pictures.wish = ATTACHMENT_ASKED;
        attachment_on_quiet(board);
    }
    return true;
}

void attachment_note_rights(struct board *board, bool may)
{
    board->pictures.forbidden_until = may ? 0 : loop_now(board->discord->loop) + FORBIDDEN_MS;
}

/* ---- of what one person may see ---- */

void attachment_show_own(struct board *board, const struct picture_order *picture)
{
    struct attachments *all = &board->pictures;
    int64_t now = loop_now(board->discord->loop);
    bool is_soon = is_under_way(&all->of_own) || now < all->own_at;
    if (board->channel[0] && !is_soon && attachment_is_possible(board) &&
        draw(&all->of_own, picture, ""))
        all->own_at = now + EACH_MS;
}

/* ---- of results ---- */

void attachment_of_result(struct board *board, int64_t table, const char *message,
                          struct picture_order *order_take)
{
    struct attachment *one = &board->pictures.of_result;
    if (order_take && *message && strlen(message) < DISCORD_ID && !is_under_way(one) &&
        attachment_is_possible(board)) {
        one->table = table;
        board->pictures.credit -= draw(one, order_take, message) ? COST : 0;
    }
    picture_order_free(order_take);
}

/* False if it was not shown yet. */
static bool says_where(const struct board *board, int64_t table, struct prose *why)
{
    char prefix[PREFIX], row[SHOWN], id[DISCORD_ID], link[HOST_TEXT];
    const struct drawer drawer = drawer_of(board, table, prefix, row);
    const char *guild = places_guild(board->discord, board->room);
    if (!keep_row_get(&drawer, row, sizeof id, id))
        return false;
    snprintf(link, sizeof link, "https://discord.com/channels/%s/%s/%s", guild ? guild : "@me",
             board->channel, id);
    view_sentence(why, discord_strings[DISCORD_STRING_RESULT_IS_THERE], "link", link, (char *)0);
    return true;
}

bool attachment_show_result(struct board *board, int64_t table, const struct picture_order *picture,
                            struct prose *why)
{
    struct attachments *all = &board->pictures;
    int64_t now = loop_now(board->discord->loop);
    bool is_possible = attachment_is_possible(board);
    bool is_soon = !board->channel[0] || is_under_way(&all->of_result) || now < all->result_at;
    if (says_where(board, table, why))
        return false;
    all->of_result.table = is_soon ? all->of_result.table : table;
    if (is_possible && !is_soon && draw(&all->of_result, picture, "")) {
        all->result_at = now + PAUSE_MS;
        return true;
    }
    view_sentence(
        why, discord_strings[is_possible ? DISCORD_STRING_RESULT_SOON : DISCORD_STRING_NO_FILES],
        (char *)0);
    return false;
}
