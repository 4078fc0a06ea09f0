/* See board.h. The message of a table is kept under its room: its id, whether it is still there, and a digest of what it said when
   it was posted, so that the next process neither says it again nor loses its buttons. */
#include "board.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "keep.h"
#include "room_text.h"

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
