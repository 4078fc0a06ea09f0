/* The queue: an array in the order of arrival, at most some hundred items, looked through from the front. */
#include "outbox.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "log.h"
#include "prose.h"

enum rank { RANK_URGENT, RANK_STATE, RANK_CHATTER };

enum { MESSAGE_BYTES = 350 }; /* for counting what was not rendered yet */

/* What the outbox knows of an item besides. The messages stand one after another, each with its NUL. */
struct outbox_own {
    enum rank rank;
    bool is_note;     /* says that something was dropped; not dropped itself */
    bool is_rendered; /* messages are there */
    bool is_begun;    /* some of them are sent: nothing merges with it any more */
    char *messages;
    int size, next;
};

struct outbox {
    struct outbox_port port;
    struct outbox_item **items;
    int count, room;
};

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

static struct outbox_item *item_new(enum outbox_kind kind, enum rank rank, bool is_private, const char *to,
                                    int64_t table)
{
    struct outbox_item *item = calloc(1, sizeof *item);
    check(item);
    item->own = calloc(1, sizeof *item->own);
    check(item->own);
    item->own->rank = rank;
    item->kind = kind;
    item->is_private = is_private;
    item->table = table;
    check(strlen(to) < sizeof item->to);
    snprintf(item->to, sizeof item->to, "%s", to);
    return item;
}

static int bytes_of(const struct prose *prose)
{
    return prose ? prose->length : 0;
}

static int lines_of(const struct outbox_item *item)
{
    return 1 + (bytes_of(item->tale) + bytes_of(item->board) + bytes_of(item->next)) / MESSAGE_BYTES;
}

static bool is_same_place(const struct outbox_item *a, const struct outbox_item *b)
{
    return a->is_private == b->is_private && strcmp(a->to, b->to) == 0;
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
    free(outbox->items);
    free(outbox);
}

static void drop(struct outbox *outbox, int i)
{
    item_free(outbox->items[i]);
    outbox->count--;
    memmove(outbox->items + i, outbox->items + i + 1, (size_t)(outbox->count - i) * sizeof *outbox->items);
}

int outbox_lines(const struct outbox *outbox)
{
    int lines = 0;
    for (int i = 0; i < outbox->count; i++)
        lines += lines_of(outbox->items[i]);
    return lines;
}

bool outbox_is_empty(const struct outbox *outbox)
{
    return outbox->count == 0;
}

/* Nothing overtakes what was said before it in the same place: what waits there becomes as urgent as what comes. */
static void append(struct outbox *outbox, struct outbox_item *item)
{
    if (outbox->count == outbox->room) {
        outbox->room = outbox->room ? 2 * outbox->room : 16;
        outbox->items = realloc(outbox->items, (size_t)outbox->room * sizeof(*outbox->items));
        check(outbox->items);
    }
    for (int i = 0; i < outbox->count; i++)
        if (is_same_place(outbox->items[i], item) && outbox->items[i]->own->rank > item->own->rank)
            outbox->items[i]->own->rank = item->own->rank;
    outbox->items[outbox->count++] = item;
}

/* ---- too much ---- */

/* Lobby talk and answers; hands, what happened and results are not. */
static bool is_chatter(const struct outbox_item *item)
{
    bool is_talk = item->kind == OUTBOX_NEWS || item->kind == OUTBOX_ANSWER;
    return is_talk && !item->own->is_note && !item->own->is_begun;
}

/* An older tale of a table whose board stands further behind: the board tells the outcome. */
static bool is_old_tale(const struct outbox_item *item)
{
    return item->kind == OUTBOX_PLAY && !item->board && !item->next && !item->own->is_begun;
}

static bool has_note(const struct outbox *outbox, const struct outbox_item *like)
{
    for (int i = 0; i < outbox->count; i++)
        if (outbox->items[i]->own->is_note && is_same_place(outbox->items[i], like))
            return true;
    return false;
}

static void add_note(struct outbox *outbox, const struct outbox_item *dropped)
{
    if (has_note(outbox, dropped))
        return;
    struct outbox_item *note = item_new(OUTBOX_NEWS, RANK_CHATTER, dropped->is_private, dropped->to, dropped->table);
    struct prose *tale = malloc(sizeof *tale);
    check(tale);
    prose_clear(tale);
    prose_put(tale, "I had more to say than this network lets me, so some of my lines were left out. "
                    "!board and !hand show how it stands.");
    note->tale = tale;
    note->own->is_note = true;
    append(outbox, note);
}

static int find_oldest(const struct outbox *outbox, bool (*is)(const struct outbox_item *item))
{
    for (int i = 0; i < outbox->count; i++)
        if (is(outbox->items[i]))
            return i;
    return -1;
}

static void keep_bounds(struct outbox *outbox)
{
    while (outbox_lines(outbox) > OUTBOX_LINES) {
        int oldest = find_oldest(outbox, is_chatter);
        if (oldest < 0)
            oldest = find_oldest(outbox, is_old_tale);
        if (oldest < 0)
            return; /* what is left is one state for each table, hands and results */
        struct outbox_item *item = outbox->items[oldest];
        if (!has_note(outbox, item))
            log_event(LOG_WARN, "outbox-full", "for", item->is_private ? "a person" : item->to, (char *)0);
        add_note(outbox, item);
        drop(outbox, oldest);
    }
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

/* Both tales in one message, with the newer board and call. */
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
    }
    item_free(item);
}

/* A new state of a table: boards and calls of it that still wait are out of date. */
static void add_play(struct outbox *outbox, struct outbox_item *item)
{
    for (int i = outbox->count - 1, last = 1; i >= 0; i--) {
        struct outbox_item *old = outbox->items[i];
        if (!is_same_place(old, item))
            continue;
        bool is_unsent_play = old->kind == OUTBOX_PLAY && old->table == item->table && !old->own->is_begun;
        if (is_unsent_play && last && can_merge(old, item)) {
            merge(old, item);
            return;
        }
        if (is_unsent_play && (item->board || item->next)) {
            struct prose *none[2] = {NULL, NULL};
            forget_messages(old);
            replace(&old->board, &none[0]);
            replace(&old->next, &none[1]);
            if (!old->tale)
                drop(outbox, i);
        }
        last = 0;
    }
    append(outbox, item);
}

void outbox_post(struct outbox *outbox, const struct post *post)
{
    static const struct {
        enum outbox_kind kind;
        enum rank rank;
    } kinds[] = {[POST_PLAY] = {OUTBOX_PLAY, RANK_STATE},
                 [POST_NEWS] = {OUTBOX_NEWS, RANK_CHATTER},
                 [POST_RESULT] = {OUTBOX_RESULT, RANK_STATE},
                 [POST_ANSWER] = {OUTBOX_ANSWER, RANK_CHATTER}};
    bool is_private = post->room[0] == '@';
    struct outbox_item *item =
        item_new(kinds[post->kind].kind, kinds[post->kind].rank, is_private, post->room + is_private, post->table);
    item->tale = copy_prose(post->tale);
    item->board = copy_prose(outbox->port.shows_blocks ? post->block : post->board);
    item->next = copy_prose(post->next);
    if (item->kind == OUTBOX_PLAY)
        add_play(outbox, item);
    else
        append(outbox, item);
    keep_bounds(outbox);
}

/* An older hand of the same table, sent in part or not at all, is out of date. */
static void drop_older_hand(struct outbox *outbox, const struct outbox_item *hand)
{
    for (int i = outbox->count - 1; i >= 0; i--) {
        const struct outbox_item *old = outbox->items[i];
        if (old->kind == OUTBOX_HAND && old->table == hand->table && is_same_place(old, hand))
            drop(outbox, i);
    }
}

void outbox_whisper(struct outbox *outbox, const struct whisper *whisper)
{
    bool is_hand = whisper->kind == WHISPER_HAND;
    struct outbox_item *item =
        item_new(is_hand ? OUTBOX_HAND : OUTBOX_ANSWER, is_hand || whisper->is_due ? RANK_URGENT : RANK_CHATTER, true,
                 whisper->person, whisper->table);
    snprintf(item->about, sizeof item->about, "%s", whisper->room ? whisper->room : "");
    item->tale = copy_prose(whisper->prose);
    if (is_hand)
        drop_older_hand(outbox, item);
    append(outbox, item);
    keep_bounds(outbox);
}

void outbox_forget(struct outbox *outbox, const char *key)
{
    for (int i = outbox->count - 1; i >= 0; i--)
        if (outbox->items[i]->is_private && strcmp(outbox->items[i]->to, key) == 0)
            drop(outbox, i);
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
            drop(outbox, i);
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

/* The item whose turn it is, or -1. Drops what would have it and can be told to nobody any more. */
static int find_next(struct outbox *outbox)
{
    int best = -1;
    for (int i = 0; i < outbox->count; i++) {
        const struct outbox_item *item = outbox->items[i];
        if (best >= 0 && item->own->rank >= outbox->items[best]->own->rank)
            continue;
        enum outbox_reach reach = outbox->port.reach(outbox->port.self, item);
        if (reach == OUTBOX_NEVER)
            drop(outbox, i--);
        else if (reach == OUTBOX_NOW)
            best = i;
    }
    return best;
}

/* Its next message, NULL after the last. */
static const char *next_message(struct outbox *outbox, struct outbox_item *item)
{
    struct outbox_own *own = item->own;
    if (!own->is_rendered)
        outbox->port.render(outbox->port.self, item);
    own->is_rendered = true;
    return own->next < own->size ? own->messages + own->next : NULL;
}

/* Whether something waits for the same room or person as `item`, itself not counted. */
static bool is_followed(const struct outbox *outbox, const struct outbox_item *item)
{
    for (int i = 0; i < outbox->count; i++) {
        const struct outbox_item *other = outbox->items[i];
        if (other != item && other->is_private == item->is_private && strcmp(other->to, item->to) == 0)
            return true;
    }
    return false;
}

/* The last message of an item is out. */
static void finish(struct outbox *outbox, int i)
{
    const struct outbox_item *item = outbox->items[i];
    char room[HOST_ROOM];
    bool is_told = outbox->port.told && !is_followed(outbox, item);
    snprintf(room, sizeof room, "%s%s", item->is_private ? "@" : "", item->to);
    drop(outbox, i);
    if (is_told)
        outbox->port.told(outbox->port.self, room);
}

int64_t outbox_pump(struct outbox *outbox)
{
    for (int i; (i = find_next(outbox)) >= 0;) {
        struct outbox_item *item = outbox->items[i];
        const char *message = next_message(outbox, item);
        if (!message) {
            drop(outbox, i);
            continue;
        }
        int64_t wait = outbox->port.wait(outbox->port.self, item, message);
        if (wait > 0)
            return wait;
        item->own->is_begun = true;
        item->own->next += (int)strlen(message) + 1;
        outbox->port.send(outbox->port.self, item, message);
        if (item->own->next == item->own->size)
            finish(outbox, i);
    }
    return -1;
}
