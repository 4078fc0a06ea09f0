/* See outbox.h. The queue is an array in the order of arrival, searched from the front. Next:
   outbox_turn.c, outbox_bounds.c. */
#include "outbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "list.h"
#include "outbox_inside.h"
#include "posts.h"
#include "prose.h"

enum { MESSAGE_BYTES = 350 }; /* counted for a message of an item that was not rendered yet */

/* ---- items ---- */

static struct prose *copy_prose(const struct prose *prose)
{
    if (!prose || prose->length == 0)
        return NULL;
    struct prose *copy = malloc(sizeof *copy);
    check(copy);
    *copy = *prose;
    return copy;
}

static void forget_messages(struct outbox_item *item)
{
    free(item->own->messages);
    item->own->messages = NULL;
    item->own->size = item->own->next = 0;
    item->own->is_rendered = item->own->is_begun = false;
}

static void item_free(struct outbox_item *item)
{
    forget_messages(item);
    free(item->tale);
    free(item->board);
    free(item->next);
    free(item->own);
    free(item);
}

struct outbox_item *outbox_item_new(enum outbox_kind kind, enum outbox_rank rank, bool is_private,
                                    const char *to, const char *source)
{
    struct outbox_item *item = calloc(1, sizeof *item);
    check(item);
    item->own = calloc(1, sizeof *item->own);
    check(item->own);
    item->own->rank = rank;
    item->own->is_chatter = kind == OUTBOX_NEWS || (kind == OUTBOX_ANSWER && rank == RANK_CHATTER);
    item->kind = kind;
    item->is_private = is_private;
    check(strlen(to) < sizeof item->to && (!source || strlen(source) < sizeof item->own->owner));
    snprintf(item->to, sizeof item->to, "%s", to);
    snprintf(item->own->owner, sizeof item->own->owner, "%s", source ? source : to);
    return item;
}

static int bytes_of(const struct prose *prose)
{
    return prose ? prose->length : 0;
}

int outbox_item_lines(const struct outbox_item *item)
{
    return 1 +
           (bytes_of(item->tale) + bytes_of(item->board) + bytes_of(item->next)) / MESSAGE_BYTES;
}

bool outbox_is_same_place(const struct outbox_item *a, const struct outbox_item *b)
{
    return a->is_private == b->is_private && strcmp(a->to, b->to) == 0;
}

/* True if both are for the same person at the same table. */
static bool is_same_seat(const struct outbox_item *a, const struct outbox_item *b)
{
    return a->table == b->table && outbox_is_same_place(a, b);
}

/* ---- the queue ---- */

struct outbox *outbox_new(const struct outbox_port *port)
{
    struct outbox *outbox = calloc(1, sizeof *outbox);
    check(outbox);
    outbox->port = *port;
    return outbox;
}

void outbox_free(struct outbox *outbox)
{
    if (!outbox)
        return;
    for (int i = 0; i < outbox->count; i++)
        item_free(outbox->items[i]);
    outbox_turn_free(outbox);
    free(outbox->items);
    free(outbox);
}

void outbox_drop(struct outbox *outbox, int i)
{
    struct outbox_item *item = outbox->items[i];
    outbox->count--;
    memmove(outbox->items + i, outbox->items + i + 1,
            (size_t)(outbox->count - i) * sizeof *outbox->items);
    outbox_turn_leave(outbox, item);
    item_free(item);
}

int outbox_lines(const struct outbox *outbox)
{
    int lines = 0;
    for (int i = 0; i < outbox->count; i++)
        lines += outbox_item_lines(outbox->items[i]);
    return lines;
}

int outbox_lanes(const struct outbox *outbox)
{
    return outbox->lane_count;
}

bool outbox_is_empty(const struct outbox *outbox)
{
    return outbox->count == 0;
}

/* Makes an older item for the same place as urgent as the new one: an answer behind a newer hand
   would be out of date. A public answer keeps the lane of the person who asked. */
static void put_before(struct outbox_item *old, const struct outbox_item *item)
{
    struct outbox_own *own = old->own;
    if (own->lane != item->own->lane &&
        (!item->is_private || item->own->lane->is_talk || !own->lane->is_talk))
        return;
    own->lane->items--;
    own->lane = item->own->lane;
    own->lane->items++;
    if (own->rank > item->own->rank) {
        own->rank = item->own->rank;
        own->can_wait = false;
    }
}

void outbox_append(struct outbox *outbox, struct outbox_item *item, bool is_talk, const char *lane)
{
    outbox->items = list_grow(outbox->items, outbox->count, &outbox->room, sizeof(*outbox->items));
    outbox_turn_enter(outbox, item, is_talk, lane);
    for (int i = 0; i < outbox->count; i++)
        if (outbox_is_same_place(outbox->items[i], item))
            put_before(outbox->items[i], item);
    outbox->items[outbox->count++] = item;
}

/* Appends the item to the lane of its room, or of the person's private table. */
static void append_play(struct outbox *outbox, struct outbox_item *item)
{
    char lane[HOST_ROOM + 1];
    bool is_of_room = item->is_private && item->about[0] && item->about[0] != '@';
    if (is_of_room)
        snprintf(lane, sizeof lane, "%s", item->about);
    else
        snprintf(lane, sizeof lane, "%s%s", item->is_private ? "@" : "", item->to);
    outbox_append(outbox, item, false, lane);
}

/* ---- what comes in ---- */

static void replace(struct prose **slot, struct prose **with)
{
    free(*slot);
    *slot = *with;
    *with = NULL;
}

static bool can_merge(const struct outbox_item *old, const struct outbox_item *item)
{
    return bytes_of(old->tale) + bytes_of(item->tale) <= OUTBOX_MERGE;
}

/* Puts both tales into one message, with the newer board and call. */
static void merge(struct outbox_item *old, struct outbox_item *item)
{
    forget_messages(old);
    if (!old->tale) {
        replace(&old->tale, &item->tale);
    } else if (item->tale) {
        prose_put(old->tale, " ");
        prose_append(old->tale, item->tale);
    }
    if (item->board || item->next) {
        replace(&old->board, &item->board);
        replace(&old->next, &item->next);
        old->is_midway = item->is_midway;
    }
    item_free(item);
}

/* True for a board that somebody asked for. It is talk as long as nothing happens at the table. */
static bool is_asked_board(const struct outbox_item *item)
{
    return item->kind == OUTBOX_ANSWER && item->board;
}

/* Drops a board and a call that are out of date. False if nothing else is left of the item. */
static bool strip_board(struct outbox_item *old)
{
    struct prose *none[2] = {NULL, NULL};
    forget_messages(old);
    replace(&old->board, &none[0]);
    replace(&old->next, &none[1]);
    return old->tale;
}

/* Adds a new state of a table, or its board that somebody asked for. Only one board may wait in
   a room, so older ones are merged or dropped. Returns the item that holds the new state. */
static struct outbox_item *add_state(struct outbox *outbox, struct outbox_item *item)
{
    for (int i = outbox->count - 1, last = 1; i >= 0; i--) {
        struct outbox_item *old = outbox->items[i];
        bool is_state = old->kind == OUTBOX_PLAY || is_asked_board(old);
        if (!outbox_is_same_place(old, item) || (old->own->lane->is_talk && !is_state))
            continue;
        bool is_unsent = is_state && old->table == item->table && !old->own->is_begun;
        if (is_unsent && last && (old->kind == OUTBOX_PLAY || item->kind == OUTBOX_ANSWER) &&
            can_merge(old, item)) {
            merge(old, item);
            return old;
        }
        if (is_unsent && (item->board || item->next)) {
            if (!strip_board(old)) {
                outbox_drop(outbox, i); /* so the item before it is the last now */
                continue;
            }
        }
        last = 0;
    }
    if (item->kind == OUTBOX_PLAY)
        append_play(outbox, item);
    else
        outbox_append(outbox, item, true, item->own->owner);
    return item;
}

/* Drops boards that somebody asked for: a result says how the table stands, and news with a
   board show it as it is now. */
static void drop_asked_boards(struct outbox *outbox, const struct outbox_item *result)
{
    for (int i = outbox->count - 1; i >= 0; i--)
        if (is_asked_board(outbox->items[i]) && !outbox->items[i]->own->is_begun &&
            outbox_is_same_place(outbox->items[i], result))
            outbox_drop(outbox, i);
}

void outbox_post(struct outbox *outbox, const struct post *post)
{
    static const struct {
        enum outbox_kind kind;
        enum outbox_rank rank;
    } kinds[] = {[POST_PLAY] = {OUTBOX_PLAY, RANK_STATE},
                 [POST_NEWS] = {OUTBOX_NEWS, RANK_CHATTER},
                 [POST_RESULT] = {OUTBOX_RESULT, RANK_STATE},
                 [POST_ANSWER] = {OUTBOX_ANSWER, RANK_CHATTER}};
    bool is_private = post->room[0] == '@';
    struct outbox_item *item = outbox_item_new(kinds[post->kind].kind, kinds[post->kind].rank,
                                               is_private, post->room + is_private, post->source);
    char owner[HOST_SOURCE];
    memcpy(owner, item->own->owner, sizeof owner);
    item->table = post->table;
    item->tale = copy_prose(post->tale);
    item->board = copy_prose(post->board);
    item->next = copy_prose(post->next);
    item->is_midway = post->is_midway;
    item->is_real_time = post->is_real_time;
    if (item->kind == OUTBOX_RESULT || (item->kind == OUTBOX_NEWS && item->board))
        drop_asked_boards(outbox, item);
    if (item->kind == OUTBOX_PLAY || is_asked_board(item))
        item = add_state(outbox, item);
    else if (item->kind == OUTBOX_ANSWER)
        outbox_append(outbox, item, true, owner);
    else
        append_play(outbox, item);
    if (item->kind == OUTBOX_PLAY || item->kind == OUTBOX_RESULT)
        outbox_bound_room(outbox, item->own->lane);
    outbox_bound_chatter(outbox, owner);
}

/* Drops an older hand of the same seat, even one sent in part, with the pages before it. Pages
   behind the older hand belong to the new hand. */
static void drop_older_hand(struct outbox *outbox, const struct outbox_item *hand)
{
    bool is_older = false;
    for (int i = outbox->count - 1; i >= 0; i--) {
        const struct outbox_item *old = outbox->items[i];
        if (!is_same_seat(old, hand) || (old->kind != OUTBOX_HAND && !old->own->is_page))
            continue;
        is_older |= old->kind == OUTBOX_HAND;
        if (is_older)
            outbox_drop(outbox, i);
    }
}

static struct outbox_item *item_of(enum outbox_kind kind, enum outbox_rank rank,
                                   const struct whisper *whisper)
{
    struct outbox_item *item = outbox_item_new(kind, rank, true, whisper->person, whisper->source);
    item->table = whisper->table;
    item->own->is_kept = whisper->is_kept;
    item->own->is_asked = whisper->is_asked;
    snprintf(item->about, sizeof item->about, "%s", whisper->room ? whisper->room : "");
    item->tale = copy_prose(whisper->prose);
    return item;
}

static void drop_older_word(struct outbox *outbox, const struct outbox_item *word)
{
    for (int i = outbox->count - 1; i >= 0; i--)
        if (outbox->items[i]->own->is_kept && is_same_seat(outbox->items[i], word))
            outbox_drop(outbox, i);
}

static bool is_asked_already(const struct outbox *outbox, const char *person)
{
    for (int i = 0; i < outbox->count; i++)
        if (outbox->items[i]->own->is_asked && strcmp(outbox->items[i]->to, person) == 0)
            return true;
    return false;
}

/* A player's question at the table is answered at once; another question before that answer is
   out is talk. */
static enum outbox_rank rank_of(const struct outbox *outbox, const struct whisper *whisper,
                                bool is_of_hand)
{
    bool is_asked = whisper->is_asked && !is_asked_already(outbox, whisper->person);
    if (whisper->is_due || whisper->is_kept || is_asked)
        return RANK_URGENT;
    return is_of_hand ? RANK_HAND : RANK_CHATTER;
}

void outbox_whisper(struct outbox *outbox, const struct whisper *whisper)
{
    bool is_hand = whisper->kind == WHISPER_HAND;
    bool is_page = !is_hand && !whisper->is_kept && !whisper->is_asked && whisper->table;
    enum outbox_rank rank = rank_of(outbox, whisper, is_hand || is_page);
    struct outbox_item *item = item_of(is_hand ? OUTBOX_HAND : OUTBOX_ANSWER, rank, whisper);
    char owner[HOST_SOURCE];
    memcpy(owner, item->own->owner, sizeof owner);
    item->own->is_page = is_page;
    item->own->can_wait = rank == RANK_HAND;
    item->own->is_chatter |= !is_hand && whisper->is_asked;
    if (is_hand || is_page)
        drop_older_hand(outbox, item);
    if (whisper->is_kept)
        drop_older_word(outbox, item);
    if (rank == RANK_CHATTER)
        outbox_append(outbox, item, true, owner);
    else
        append_play(outbox, item);
    outbox_bound_chatter(outbox, owner);
}

void outbox_forget(struct outbox *outbox, const char *key)
{
    for (int i = outbox->count - 1; i >= 0; i--)
        if (outbox->items[i]->is_private && strcmp(outbox->items[i]->to, key) == 0)
            outbox_drop(outbox, i);
}

void outbox_readdress(struct outbox *outbox, const char *key, const char *to)
{
    check(strlen(to) < HOST_KEY);
    for (int i = 0; i < outbox->count; i++) {
        struct outbox_item *item = outbox->items[i];
        if (item->is_private && strcmp(item->to, key) == 0)
            snprintf(item->to, sizeof item->to, "%s", to);
    }
}

void outbox_disconnect(struct outbox *outbox)
{
    for (int i = outbox->count - 1; i >= 0; i--) {
        if (outbox->items[i]->is_private || outbox->items[i]->kind == OUTBOX_ANSWER)
            outbox_drop(outbox, i);
        else
            forget_messages(outbox->items[i]);
    }
}

/* ---- what goes out ---- */

void outbox_add_message(struct outbox_item *item, const char *message)
{
    struct outbox_own *own = item->own;
    int size = (int)strlen(message) + 1;
    if (size == 1)
        return;
    own->messages = realloc(own->messages, (size_t)own->size + (size_t)size);
    check(own->messages);
    memcpy(own->messages + own->size, message, (size_t)size);
    own->size += size;
}

/* The next message of the item. NULL after the last. */
static const char *next_message(struct outbox *outbox, struct outbox_item *item)
{
    struct outbox_own *own = item->own;
    if (!own->is_rendered)
        outbox->port.render(outbox->port.self, item);
    own->is_rendered = true;
    return own->next < own->size ? own->messages + own->next : NULL;
}

/* True if another item of play waits for the same room or person. */
static bool is_followed(const struct outbox *outbox, const struct outbox_item *item)
{
    for (int i = 0; i < outbox->count; i++) {
        const struct outbox_item *other = outbox->items[i];
        if (other != item && !other->own->lane->is_talk && outbox_is_same_place(other, item))
            return true;
    }
    return false;
}

/* The last message of an item is out. */
static void finish(struct outbox *outbox, int i)
{
    const struct outbox_item *item = outbox->items[i];
    char room[HOST_ROOM + 1];
    bool is_told = outbox->port.told && !item->own->lane->is_talk && !is_followed(outbox, item);
    snprintf(room, sizeof room, "%s%s", item->is_private ? "@" : "", item->to);
    outbox_drop(outbox, i);
    if (is_told)
        outbox->port.told(outbox->port.self, room);
}

static void send_message(struct outbox *outbox, int i, const char *message)
{
    struct outbox_item *item = outbox->items[i];
    item->own->is_begun = true;
    item->own->next += (int)strlen(message) + 1;
    outbox->port.send(outbox->port.self, item, message);
    outbox_turn_took(outbox, item);
    if (item->own->next == item->own->size)
        finish(outbox, i);
}

static void unskip(struct outbox *outbox)
{
    for (int i = 0; i < outbox->count; i++)
        outbox->items[i]->own->is_skipped = false;
}

static int64_t sooner(int64_t a, int64_t b)
{
    return a < 0 || b < a ? b : a;
}

int64_t outbox_pump(struct outbox *outbox)
{
    const struct outbox_port *port = &outbox->port;
    bool with_talk = true;
    int64_t next = -1;
    unskip(outbox);
    for (int i; (i = outbox_turn_next(outbox, with_talk)) >= 0;) {
        struct outbox_item *item = outbox->items[i];
        const char *message = next_message(outbox, item);
        if (!message) {
            outbox_drop(outbox, i);
            continue;
        }
        int64_t held = port->hold ? port->hold(port->self, item) : 0,
                wait = port->wait(port->self, item, message);
        if (held == 0 && wait == 0) {
            send_message(outbox, i, message);
            continue;
        }
        next = sooner(next, held > wait ? held : wait);
        if (held > 0)
            item->own->is_skipped = true;
        else if (item->is_patient)
            with_talk = false;
        else
            break;
    }
    return next;
}
