/* See timeouts.h. */
#include "timeouts.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "board.h"
#include "check.h"
#include "markdown.h"
#include "panels.h"
#include "people.h"
#include "places.h"
#include "prose.h"
#include "rest.h"
#include "text.h"
#include "view.h"

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

void timeouts_look(struct discord *discord, void (*again)(struct board *board))
{
    boards_each(discord, look, &again);
}

bool timeouts_put(struct board *board, const struct room_text *text, struct text *out)
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
