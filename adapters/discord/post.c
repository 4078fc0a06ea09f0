/* See post.h. */
#include "post.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "answer.h"
#include "board.h"
#include "check.h"
#include "controls.h"
#include "elsewhere.h"
#include "lost.h"
#include "markdown.h"
#include "panels.h"
#include "people.h"
#include "places.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "reply.h"
#include "rest.h"
#include "text.h"
#include "view.h"

/* ---- time-outs of a server ---- */

enum { ASK_MS = 60 * 1000, ASK_MOST_MS = 30 * 60 * 1000, NAMES = 512 /* bytes */ };

/* The person whom a request under way is about, and the board for which it was asked. */
struct asked {
    struct discord *discord;
    char person[DISCORD_ID], room[HOST_ROOM];
    void (*again)(struct board *board);
};

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

/* The people called who are in a time-out; when the first of these ends, in ms since 1970. */
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

/* "2026-01-01T00:10:00.000000+00:00", in ms since 1970; 0 if absent. */
static int64_t time_of(const char *text)
{
    struct tm parts = {.tm_isdst = 0};
    if (!text || sscanf(text, "%d-%d-%dT%d:%d:%d", &parts.tm_year, &parts.tm_mon, &parts.tm_mday,
                        &parts.tm_hour, &parts.tm_min, &parts.tm_sec) != 6)
        return 0;
    parts.tm_year -= 1900;
    parts.tm_mon--;
    return ((int64_t)timegm(&parts) + 1) * 1000; /* parts of a second are over, too */
}

/* ---- asking ---- */

static void on_member(void *arg, const struct rest_answer *answer)
{
    struct asked *asked = arg;
    struct board *board = board_find(asked->discord, asked->room);
    const char *ids[ROOM_CALLED];
    int64_t until;
    if (board && answer->outcome == REST_DONE) {
        note(board, asked->person,
             time_of(field_text(answer->body, "communication_disabled_until")));
        if ((in_timeout(board, ids, &until) > 0) != board->says_timeout)
            asked->again(board);
    }
    free(asked);
}

static void ask(const struct board *board, const char *id, const char *guild,
                void (*again)(struct board *board))
{
    struct asked *asked = calloc(1, sizeof *asked);
    check(asked);
    asked->discord = board->discord;
    asked->again = again;
    snprintf(asked->person, sizeof asked->person, "%s", id);
    snprintf(asked->room, sizeof asked->room, "%s", board->room);
    rest_send(board->discord->rest, &(struct rest_request){.lane = REST_BACKGROUND,
                                                           .method = "GET",
                                                           .route = "/guilds/{}/members/{}",
                                                           .ids = {guild, asked->person},
                                                           .guild = guild,
                                                           .done = on_member,
                                                           .arg = asked,
                                                           .forget = free});
}

/* ---- the board ---- */

/* Whom the table waits for, as its message calls them. A message that was only said anew calls
   nobody. */
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
    void (**again)(struct board * board) = arg;
    const char *guild = places_guild(board->discord, board->room), *ids[ROOM_CALLED];
    int64_t until, now = loop_wall(board->discord->loop);
    if (!guild || !board_is_open(board) || !places_is_open(board->discord, board->room))
        return;
    note_awaited(board, now);
    bool is_in = in_timeout(board, ids, &until) > 0;
    for (int i = 0; i < board->awaited.count && now >= board->timeout_ask; i++)
        ask(board, board->awaited.ids[i], guild, *again);
    if (now >= board->timeout_ask) {
        board->timeout_ms =
            board->timeout_ms * 2 < ASK_MOST_MS ? board->timeout_ms * 2 : ASK_MOST_MS;
        board->timeout_ask = now + board->timeout_ms;
    }
    if (is_in != board->says_timeout)
        (*again)(board);
}

void post_look_at_timeouts(struct discord *discord, void (*again)(struct board *board))
{
    board_list_each(discord, look, &again);
}

/* Where somebody is known to have been in a time-out (board->timed_out): adds to the words of a
   board, drawn from `text`, what is to be said of it. True if the people whom it waits for can
   press nothing there. */
static bool put_timeouts(struct board *board, const struct board_text *text, struct text *out)
{
    const char *ids[ROOM_CALLED];
    char bytes[NAMES], time[48];
    struct text names = text_over(bytes, sizeof bytes);
    struct prose prose;
    int64_t until;
    if (text->called.count > 0 || (text->tale_count > 0 && !text->goes_on[0]))
        board->awaited = text->called; /* else the same people go on, or it is only said anew */
    int count = in_timeout(board, ids, &until), before = out->length;
    board->says_timeout = count > 0;
    if (count == 0)
        return false;
    for (int i = 0; i < count; i++) {
        text_put(&names, i > 0 ? ", **" : "**");
        markdown_put_foreign(people_get(board->discord->people, ids[i])->name, &names);
        text_put(&names, "**");
    }
    snprintf(time, sizeof time, "<t:%" PRId64 ":R>", until / 1000);
    prose_clear(&prose);
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

enum {
    CALLED_MOST = 12,
    FRESH_MS = 55 * 60 * 1000, /* Discord rations edits of messages older than an hour */
    RETRY_MS = 30 * 1000,      /* after all tries of a request failed */
    RETRY_MOST_MS = 30 * 60 * 1000,
    /* a room that refuses is not tried for so long; the pause doubles each time */
    LOST_MS = 5 * 60 * 1000,
    LOST_MOST_MS = 24 * 3600 * 1000,
    MENDS_MOST = 2,        /* tries to open a thread again */
    ANSWERS_MOST = 16,     /* answers that wait in a room; above this, new ones are dropped */
    REPOST_MS = 60 * 1000, /* between two new messages for deleted ones */
    STEPS_MS = 4000,       /* so long a board waits at most for more steps of a turn */
    RETURN_MS = 1000       /* and after a restart for what people did meanwhile */
};

static void say_next(struct board *board);
static void say_soon(struct board *board);

/* A state that is under way or waits, also before a result, shows more than the one that is
   shown. */
void post_again(struct board *board)
{
    if (!host_has_table(board->discord->host, board->discord->network, board->room) ||
        board->is_lost || board_has_state(board))
        return;
    board_text_copy_state(board_add(board, true)->text, board->shown);
    say_soon(board);
}

/* ---- what comes back ---- */

static void became_message(struct board *board, const char *id, const char *digest)
{
    board_remember(board, strlen(id) < DISCORD_ID ? id : "", digest);
    board->posted_at = loop_now(board->discord->loop);
    board->is_last = true;
    board->wants_new = false;
    board_text_clear(board->shown);
}

void post_lose(struct board *board, const struct rest_answer *answer)
{
    discord_log_refusal("discord-room-lost", board->room, answer);
    board->is_lost = true;
    board->mends = 0;
    board->lost_ms = board->lost_ms == 0 ? LOST_MS : board->lost_ms * 2;
    board->lost_ms = board->lost_ms < LOST_MOST_MS ? board->lost_ms : LOST_MOST_MS;
    board->lost_until = loop_now(board->discord->loop) + board->lost_ms;
    board_remember(board, "", "");
    if (!board->was_told)
        lost_room_begin(board->discord, board->room, answer->code);
    board->was_told = true;
    for (const struct saying *saying = board->queue; saying; saying = saying->next) {
        if (saying->is_state || saying->result)
            lost_room_say(board->discord, board->room, saying->text);
        if (saying->is_state)
            /* shown once the room takes messages again */
            board_text_merge(board->shown, saying->text);
    }
    struct saying **rest =
        board->is_under_way && board->queue ? &board->queue->next : &board->queue;
    while (*rest)
        board_drop(rest);
    say_soon(board); /* tells the host that nothing is left to be said */
}

/* A thread that we may not open is lost like any other room. */
static void unarchived(void *arg, const struct rest_answer *answer)
{
    struct board *board = arg;
    board->is_mending = false;
    if (answer->outcome == REST_REFUSED && !board->is_lost)
        post_lose(board, answer);
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

/* Does something about a refusal. True if the first saying is to be tried again. */
static bool is_mended(struct board *board, const struct rest_answer *answer)
{
    bool stays_archived = answer->code == CODE_ARCHIVED && board->mends >= MENDS_MOST;
    if (answer->code == CODE_NO_ACCESS || answer->code == CODE_NO_PERMISSION ||
        answer->code == CODE_UNKNOWN_CHANNEL || answer->code == CODE_LOCKED || stays_archived) {
        post_lose(board, answer);
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
    if (discord_doubts_emoji(board->discord, answer))
        return true;
    discord_log_refusal("discord-not-said", board->room, answer);
    return false;
}

static void all_is_said(const struct board *board)
{
    host_sent(board->discord->host, board->discord->network, board->room,
              loop_now(board->discord->loop));
}

static void arrived(struct board *board, const char *id)
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
        board_text_merge(board->shown, saying->text);
    if (is_state || !markdown_next_piece(saying->text)) {
        if (saying->result)
            board_remember(board, "", ""); /* the next state is a new message */
        board_drop(&board->queue);
    }
    if (is_state && is_old)
        post_again(board); /* the first try arrived, and more may have happened since */
}

static void go_on(void *arg)
{
    struct board *board = arg;
    if (board->queue)
        say_next(board);
    else
        all_is_said(board);
}

static void say_after(struct board *board, int64_t ms)
{
    board->is_gathering = false;
    loop_timer_stop(&board->again);
    loop_timer_init(&board->again, board->discord->loop, go_on, board);
    loop_timer_set(&board->again, ms);
}

/* With longer and longer pauses, until something arrives. */
static void try_later(struct board *board)
{
    board->retry_ms = board->retry_ms == 0 ? RETRY_MS : board->retry_ms * 2;
    board->retry_ms = board->retry_ms < RETRY_MOST_MS ? board->retry_ms : RETRY_MOST_MS;
    if (!board->discord->is_stopping)
        say_after(board, board->retry_ms);
}

/* Nobody knows whether it arrived. Then the gateway sends it back to us; else it is sent again
   under the same nonce. */
static void was_lost(struct board *board)
{
    board->is_repeat = true;
    if (board->echo[0])
        arrived(board, board->echo);
    else
        try_later(board);
}

static void done(void *arg, const struct rest_answer *answer)
{
    struct board *board = arg;
    const char *id = json_string_value(json_object_get(answer->body, "id"));
    board->is_under_way = false;
    if (board->is_lost) { /* the room was lost meanwhile */
        board->nonce[0] = board->echo[0] = '\0';
        board_drop(&board->queue);
        all_is_said(board);
        return;
    }
    if (answer->outcome == REST_DONE) {
        arrived(board, id ? id : "");
    } else if (answer->outcome == REST_FAILED) {
        was_lost(board);
    } else if (answer->outcome == REST_REFUSED) {
        board->nonce[0] = '\0';
        if (!is_mended(board, answer) && board->queue)
            board_drop(&board->queue);
    }
    if (!board->queue)
        all_is_said(board);
    else if (answer->outcome == REST_DROPPED)
        try_later(board); /* it had no effect */
    else if (!loop_timer_is_set(&board->again))
        say_soon(board);
}

/* ---- saying ---- */

/* States follow one another, and a table has one result: each gets a nonce that the next process
   would make, too. */
static void choose_nonce(struct board *board, const char *content)
{
    const struct saying *saying = board->queue;
    if (saying->is_state || saying->result)
        markdown_body_nonce_after(board->channel, board->latest, content, board->nonce);
    else
        markdown_body_new_nonce(board->discord, board->nonce);
}

/* The message was to be somebody's answer. If Discord did not take that, it goes the usual way. */
static void answered(void *arg, const struct rest_answer *answer)
{
    struct board *board = arg;
    if (answer->outcome == REST_DONE || board->is_lost) {
        done(board, answer);
        return;
    }
    board->is_under_way = false;
    say_next(board);
}

static void send_message(struct board *board, json_t *body)
{
    struct rest_request request = {.lane = REST_TABLE,
                                   .method = board->is_edit ? "PATCH" : "POST",
                                   .route = board->is_edit ? "/channels/{}/messages/{}"
                                                           : "/channels/{}/messages",
                                   .ids = {board->channel, board->is_edit ? board->message : NULL},
                                   .body = body,
                                   .is_repeatable = true,
                                   .done = done,
                                   .arg = board};
    bool is_answer = !board->nonce[0] &&
                     reply_says(board->discord, board->room, board->is_edit ? board->message : "",
                                answered, board, &request);
    if (!is_answer && !board->is_edit) {
        if (!board->nonce[0])
            choose_nonce(board, json_string_value(json_object_get(body, "content")));
        markdown_body_put_nonce(body, board->nonce);
    }
    board->is_under_way = true;
    rest_send(board->discord->rest, &request);
}

static bool must_be_new(const struct board *board, const struct saying *saying)
{
    return !board->message[0] || board->wants_new || !board->is_last ||
           reply_wants_message(board->discord, board->room, board->message) ||
           loop_now(board->discord->loop) - board->posted_at > FRESH_MS ||
           board_text_calls_more(board->shown, saying->text);
}

/* What does not fit goes before the state, as a message of its own. */
static void put_tale_first(struct board *board)
{
    struct saying *first = calloc(1, sizeof *first);
    check(first);
    first->text = board_text_take_tale(board->queue->text);
    first->next = board->queue;
    board->queue = first;
}

/* True if an earlier process, killed since, has said this already. */
static bool is_said(struct board *board, const char *content)
{
    markdown_body_digest(content, board->sent);
    if (board->is_edit || !board->is_inherited || strcmp(board->sent, board->digest) != 0)
        return false;
    board->is_inherited = false;
    board_text_merge(board->shown, board->queue->text);
    board_drop(&board->queue);
    go_on(board);
    return true;
}

static void say_state(struct board *board)
{
    struct saying *saying = board->queue;
    char bytes[DISCORD_TEXT];
    const char *users[CALLED_MOST];
    struct text content = text_over(bytes, sizeof bytes);
    const struct markdown_style style = board_style(board);
    board->is_edit = !must_be_new(board, saying) && !board_text_is_full(board->shown, saying->text);
    if (!markdown_draw(board->is_edit ? board->shown : NULL, saying->text, &style, &content)) {
        board->wants_new |= board->is_edit; /* too much for one message */
        board->is_edit = false;
        text_clear(&content);
        if (!markdown_draw(NULL, saying->text, &style, &content)) {
            put_tale_first(board);
            say_next(board);
            return;
        }
    }
    bool can_press = board->timed_out.count == 0 || !put_timeouts(board, saying->text, &content);
    if (is_said(board, bytes))
        return;
    int count = board->is_edit ? 0 : board_called_aloud(board, saying->text, users, CALLED_MOST);
    json_t *body = markdown_body_new(bytes, users, count);
    json_object_set_new(body, "components",
                        controls_table_buttons(board->discord, board->room, can_press));
    send_message(board, body);
}

static void say_own(struct board *board)
{
    char bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    const struct markdown_style style = board_style(board);
    board->is_edit = false;
    if (!markdown_draw_piece(board->queue->text, &style, &content)) {
        board_drop(&board->queue);
        go_on(board);
        return;
    }
    send_message(board, controls_offer_again(board->discord, board->room, board_ended(board->queue),
                                             markdown_body_new(bytes, NULL, 0)));
}

static void say_next(struct board *board)
{
    if (!board->queue || board->is_under_way || board->is_mending ||
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
    if (board->is_under_way || (loop_timer_is_set(&board->again) && !is_hurried))
        return;
    say_after(board, patience);
    board->is_gathering = patience > 0;
}

/* ---- what is to be said ---- */

/* Results are never dropped; of answers only so many wait. */
static bool is_too_much(const struct board *board, const struct post *post)
{
    int count = 0;
    for (const struct saying *saying = board->queue; saying; saying = saying->next)
        count += !saying->is_state && !saying->result;
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
            board_text_put(board->shown, post);
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
    board_text_put(saying->text, post);
    board->wants_new |= post->kind == POST_RESULT || post->kind == POST_ANSWER;
    say_soon(board);
}

/* ---- what happens to messages and channels ---- */

void post_deleted(struct discord *discord, const char *channel, const char *message)
{
    struct board *board = board_in(discord, channel);
    int64_t now = loop_now(discord->loop);
    if (!board || strcmp(board->message, message) != 0 || !*message)
        return;
    board_remember(board, "", "");
    if (board->reposted_at > 0 && now - board->reposted_at < REPOST_MS)
        return; /* somebody keeps deleting it; the next move shows it again */
    board->reposted_at = now;
    post_again(board);
}

void post_channel_gone(struct discord *discord, const char *channel)
{
    char room[HOST_ROOM];
    places_room_of(channel, room);
    struct board *board = board_find(discord, room);
    if (board && !board->is_lost) {
        board->was_told = true; /* lost_room_close() tells them */
        post_lose(board, &(struct rest_answer){.code = CODE_UNKNOWN_CHANNEL,
                                               .message = "the channel is gone"});
    }
    lost_room_close(discord, room);
}

void post_removed(struct discord *discord, const char *room)
{
    struct board *board = board_of(discord, room);
    if (!board->is_lost)
        post_lose(board, &(struct rest_answer){.code = CODE_UNKNOWN_GUILD,
                                               .message = "removed from the server"});
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
    arrived(board, message);
    say_soon(board);
}

static void refresh(void *arg, struct board *board)
{
    (void)arg;
    if (board->message[0])
        post_again(board);
}

void post_refresh(struct discord *discord)
{
    board_list_each(discord, refresh, NULL);
}

static void resume(void *arg, struct board *board)
{
    (void)arg;
    if (board->retry_ms > 0)
        loop_timer_stop(&board->again); /* tries failed; nobody waits longer than Discord is away */
    board->retry_ms = 0;
    if (board->queue)
        say_soon(board);
    if (board->replies)
        loop_timer_set(&board->next_reply, 0);
}

void post_resume(struct discord *discord)
{
    board_list_each(discord, resume, NULL);
}
