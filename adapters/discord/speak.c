/* What is said in channels. Each room has a queue, sent one request at a time: states of its table, which merge while they
   wait, and messages of their own (results, answers). A state edits the table's message while that is the last one in the
   room; it becomes a new message where chat has pushed the old one up, after an hour, or when somebody must be called, for
   edits call nobody. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "discord_inside.h"
#include "keep.h"
#include "log.h"
#include "markdown.h"
#include "prose.h"
#include "rest.h"
#include "room_text.h"
#include "text.h"

enum {
    CALLED_MOST = 12,
    FRESH_MS = 55 * 60 * 1000, /* edits of messages older than an hour are rationed */
    REPOST_MS = 60 * 1000,     /* between new messages for deleted ones */
    RETRY_MS = 30 * 1000,      /* after all tries of a request failed */
    CODE_UNKNOWN_CHANNEL = 10003,
    CODE_UNKNOWN_MESSAGE = 10008,
    CODE_OLD_EDITS = 30046,
    CODE_NO_ACCESS = 50001,
    CODE_NO_PERMISSION = 50013,
    CODE_ARCHIVED = 50083
};

/* One thing to be said. */
struct saying {
    struct saying *next;
    bool is_state;  /* of the table; else a message of its own */
    bool is_result; /* behind it, nothing can be pressed at the message of the table */
    struct room_text *text;
};

struct board {
    struct board *next;
    struct discord *discord;
    char room[HOST_ROOM], channel[DISCORD_ID];
    char message[DISCORD_ID];    /* that of the table; "": there is none */
    char latest[DISCORD_ID];     /* the latest that was the table's, also when it is gone */
    char digest[DISCORD_DIGEST]; /* of what it said when it was posted; "": it says something else by now */
    char sent[DISCORD_DIGEST];   /* of what is under way */
    bool is_inherited;           /* the message is of the process before, and nothing was said since */
    struct room_text *shown;     /* what it says */
    int64_t posted_at, reposted_at;
    bool is_last;              /* nobody has said anything since */
    bool wants_new;            /* it cannot be edited any more */
    bool is_edit;              /* what is under way */
    bool is_under_way;         /* a request for the first saying */
    bool is_lost;              /* we may not write there; until somebody is heard there again */
    bool was_told;             /* and the opener knows */
    char nonce[DISCORD_NONCE]; /* of the message that is being created; "": none is */
    char echo[DISCORD_ID];     /* that message, as the gateway told us of it */
    bool is_repeat;            /* it may be there already */
    struct saying *queue;
    struct loop_timer again;
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

static void take_out(struct saying **link)
{
    struct saying *saying = *link;
    *link = saying->next;
    room_text_free(saying->text);
    free(saying);
}

static void pop(struct board *board)
{
    take_out(&board->queue);
}

void speaker_free(struct speaker *speaker)
{
    while (speaker && speaker->boards) {
        struct board *board = speaker->boards;
        speaker->boards = board->next;
        loop_timer_stop(&board->again);
        while (board->queue)
            pop(board);
        room_text_free(board->shown);
        free(board);
    }
    free(speaker);
}

static void board_key(const struct board *board, char key[128])
{
    snprintf(key, 128, "%s:board:%s", board->discord->network, board->room);
}

static void remember_message(struct board *board, const char *message, const char *digest)
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

static void inherit_message(struct board *board)
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

static void say_next(struct board *board);
static void show_again(struct board *board);

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
    inherit_message(board);
    board->wants_new = true;
    board->next = discord->speaker->boards;
    discord->speaker->boards = board;
    return board;
}

/* A private conversation's channel is known once its person has written to us. */
static bool find_channel(struct board *board)
{
    if (board->channel[0])
        return true;
    if (board->room[0] != '@')
        return channel_of_room(board->room, board->channel);
    snprintf(board->channel, sizeof board->channel, "%s",
             people_get(board->discord->people, board->room + 1)->dm_channel);
    return board->channel[0] != '\0';
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
    remember_message(board, "", "");
}

static void became_message(struct board *board, const char *id, const char *digest)
{
    strip_buttons(board);
    remember_message(board, strlen(id) < DISCORD_ID ? id : "", digest);
    board->posted_at = discord_now(board->discord);
    board->is_last = true;
    board->wants_new = false;
    room_text_clear(board->shown);
}

static void lose(struct board *board, const struct rest_answer *answer)
{
    discord_log_refusal("discord-room-lost", board->room, answer);
    board->is_lost = true;
    remember_message(board, "", "");
    struct saying **rest = board->is_under_way ? &board->queue->next : &board->queue;
    while (*rest)
        take_out(rest);
    if (!board->was_told)
        whispers_room_lost(board->discord, board->room, answer->code);
    board->was_told = true;
}

static void unarchive(struct board *board)
{
    rest_send(board->discord->rest, &(struct rest_request){.lane = REST_TABLE,
                                                           .method = "PATCH",
                                                           .route = "/channels/{}",
                                                           .ids = {board->channel},
                                                           .body = json_pack("{s:b}", "archived", 0)});
}

/* Whether the first saying is to be tried again, after what was done about the refusal. */
static bool is_mended(struct board *board, const struct rest_answer *answer)
{
    if (answer->code == CODE_NO_ACCESS || answer->code == CODE_NO_PERMISSION || answer->code == CODE_UNKNOWN_CHANNEL) {
        lose(board, answer);
        return false;
    }
    if (answer->code == CODE_UNKNOWN_MESSAGE || answer->code == CODE_OLD_EDITS) {
        if (answer->code == CODE_UNKNOWN_MESSAGE)
            remember_message(board, "", "");
        board->wants_new = true;
        return board->is_edit;
    }
    if (answer->code == CODE_ARCHIVED && !loop_timer_is_set(&board->again)) {
        unarchive(board);
        loop_timer_set(&board->again, 1000);
        return true;
    }
    discord_log_refusal("discord-not-said", board->room, answer);
    return false;
}

static void all_is_said(const struct board *board)
{
    host_sent(board->discord->host, board->discord->network, board->room, discord_now(board->discord));
}

/* The first saying is there, as the message `id`. */
static void was_said(struct board *board, const char *id)
{
    struct saying *saying = board->queue;
    bool is_state = saying->is_state, is_old = board->is_repeat;
    board->was_told = board->is_repeat = false;
    board->nonce[0] = board->echo[0] = '\0';
    if (is_state && !board->is_edit)
        became_message(board, id, is_old ? "" : board->sent);
    else if (!is_state)
        board->is_last = false;
    else if (board->digest[0])
        remember_message(board, board->message, "");
    if (is_state)
        room_text_merge(board->shown, saying->text);
    if (is_state || !room_text_next_piece(saying->text)) {
        if (saying->is_result)
            leave_message(board);
        pop(board);
    }
    if (is_state && is_old)
        show_again(board); /* what arrived is what was said first, and more may have happened since */
}

/* Nobody knows whether it arrived. Our own message comes back by the gateway, if it did; else it is said again, under the same
   nonce. */
static void was_lost(struct board *board)
{
    board->is_repeat = true;
    if (board->echo[0])
        was_said(board, board->echo);
    else
        loop_timer_set(&board->again, RETRY_MS);
}

static void done(void *arg, const struct rest_answer *answer)
{
    struct board *board = arg;
    const char *id = json_string_value(json_object_get(answer->body, "id"));
    board->is_under_way = false;
    if (board->is_lost) { /* meanwhile */
        board->nonce[0] = board->echo[0] = '\0';
        pop(board);
        return;
    }
    if (answer->outcome == REST_DONE) {
        was_said(board, id ? id : "");
    } else if (answer->outcome == REST_FAILED) {
        was_lost(board);
    } else if (answer->outcome == REST_REFUSED) {
        board->nonce[0] = '\0';
        if (!is_mended(board, answer) && board->queue)
            pop(board);
    }
    if (!board->queue)
        all_is_said(board);
    else if (answer->outcome != REST_DROPPED && !loop_timer_is_set(&board->again))
        say_next(board);
}

/* ---- saying ---- */

static bool is_table_over(const struct board *board)
{
    return !host_find(board->discord->host, board->discord->network, board->room);
}

static void add_buttons(const struct board *board, json_t *body)
{
    const struct table_room *room = host_find(board->discord->host, board->discord->network, board->room);
    json_t *rows = room ? panel_table_buttons(room) : json_array();
    json_object_set_new(body, "components", rows);
}

/* The states of a table follow one another, and it has one result: what a kill makes us say again is known by its nonce. */
static void choose_nonce(struct board *board, const char *content)
{
    const struct saying *saying = board->queue;
    if (saying->is_state || saying->is_result)
        discord_nonce_of(board->channel, board->latest, content, board->nonce);
    else
        discord_new_nonce(board->discord, board->nonce);
}

static void send_message(struct board *board, json_t *body, enum rest_lane lane)
{
    board->is_under_way = true;
    if (!board->is_edit && !board->nonce[0])
        choose_nonce(board, json_string_value(json_object_get(body, "content")));
    if (!board->is_edit)
        discord_put_nonce(body, board->nonce);
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

static struct markdown_style style_of(const struct board *board)
{
    const struct discord *discord = board->discord;
    bool is_private = board->room[0] == '@';
    return (struct markdown_style){.prefix = is_private               ? ""
                                             : discord->reads_content ? discord->setup.prefix
                                                                      : "/",
                                   .is_ansi = true};
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
    discord_digest(content, board->sent);
    if (board->is_edit || !board->is_inherited || strcmp(board->sent, board->digest) != 0)
        return false;
    board->is_inherited = false;
    room_text_merge(board->shown, board->queue->text);
    pop(board);
    if (!board->queue)
        all_is_said(board);
    say_next(board);
    return true;
}

static void say_state(struct board *board)
{
    struct saying *saying = board->queue;
    char bytes[DISCORD_TEXT];
    const char *users[CALLED_MOST];
    struct text content = text_over(bytes, sizeof bytes);
    const struct markdown_style style = style_of(board);
    board->is_edit = !must_be_new(board, saying);
    if (!room_text_draw(board->is_edit ? board->shown : NULL, saying->text, &style, &content)) {
        if (board->is_edit) {
            board->wants_new = true; /* too much for one message */
            board->is_edit = false;
        }
        text_clear(&content);
        if (!room_text_draw(NULL, saying->text, &style, &content)) {
            put_tale_first(board);
            say_next(board);
            return;
        }
    }
    if (is_said(board, bytes))
        return;
    int count = board->is_edit ? 0 : room_text_called(saying->text, users, CALLED_MOST);
    json_t *body = discord_body(bytes, users, count);
    add_buttons(board, body);
    send_message(board, body, REST_TABLE);
}

static void say_own(struct board *board)
{
    char bytes[DISCORD_TEXT];
    struct text content = text_over(bytes, sizeof bytes);
    const struct markdown_style style = style_of(board);
    board->is_edit = false;
    if (!room_text_draw_piece(board->queue->text, &style, &content)) {
        pop(board);
        if (board->queue)
            say_next(board);
        else
            all_is_said(board);
        return;
    }
    send_message(board, discord_body(bytes, NULL, 0), REST_TABLE);
}

static void say_next(struct board *board)
{
    if (!board->queue || board->is_under_way || !places_is_open(board->discord, board->room) || !find_channel(board))
        return;
    if (board->queue->is_state)
        say_state(board);
    else
        say_own(board);
}

/* At the end of this turn of the loop: what is said together is one message. */
static void say_soon(struct board *board)
{
    if (!board->is_under_way && !loop_timer_is_set(&board->again))
        loop_timer_set(&board->again, 0);
}

/* The state at the end of the queue that has not gone out: a newer one merges with it. */
static struct saying *waiting_state(const struct board *board)
{
    struct saying *last = board->queue;
    while (last && last->next)
        last = last->next;
    return last && last->is_state && !(board->is_under_way && last == board->queue) ? last : NULL;
}

static struct saying *add_saying(struct board *board, bool is_state)
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

void speak_post(void *self, const struct post *post)
{
    struct discord *discord = self;
    struct board *board = board_of(discord, post->room);
    bool is_state = post->table != 0 && post->kind != POST_RESULT;
    if (discord->is_stopping || board->is_lost)
        return;
    struct saying *saying = is_state ? waiting_state(board) : NULL;
    if (!saying)
        saying = add_saying(board, is_state);
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

/* The same state once more, in a new message or over the old one. */
static void show_again(struct board *board)
{
    if (is_table_over(board) || board->is_lost || waiting_state(board))
        return;
    room_text_copy_state(add_saying(board, true)->text, board->shown);
    say_soon(board);
}

void speak_deleted(struct discord *discord, const char *channel, const char *message)
{
    struct board *board = board_in(discord, channel);
    int64_t now = discord_now(discord);
    if (!board || strcmp(board->message, message) != 0 || !*message)
        return;
    remember_message(board, "", "");
    if (board->reposted_at > 0 && now - board->reposted_at < REPOST_MS)
        return; /* somebody does not want it there; the next move shows it again */
    board->reposted_at = now;
    show_again(board);
}

void speak_channel_gone(struct discord *discord, const char *channel)
{
    struct board *board = board_in(discord, channel);
    if (board && !board->is_lost)
        lose(board, &(struct rest_answer){.code = CODE_UNKNOWN_CHANNEL, .message = "the channel is gone"});
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
    was_said(board, message);
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
            show_again(board);
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
