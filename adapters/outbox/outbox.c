/* See outbox.h. The queue is an array in the order of arrival. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "list.h"
#include "log.h"
#include "outbox.h"
#include "posts.h"
#include "prose.h"
#include "strings/rooms.def"
#include "text.h"
#include "view.h"

/* Within a lane. */
enum outbox_rank {
    RANK_URGENT, /* hands and answers that the table waits for, seat words */
    RANK_STATE,  /* what happened */
    RANK_HAND,   /* of somebody who is not to move */
    RANK_CHATTER
};

/* A lane of play is a room with its table and everybody's hands; a lane of talk is a source. It
   lives while something waits in it and for a while after, so that who said much comes after who
   said little. */
struct outbox_lane {
    char id[HOST_SOURCE + 1];
    bool is_talk;
    bool was_told;
    bool was_urgent; /* what happened is next, however many hands come */
    int items;       /* how many wait */
    int64_t
        /* the least of its class is next; each line moves it back by one, also one that is left out
         */
        served;
    int64_t latest; /* of two lanes of play in one place, the one served longer ago is first */
    /* of two lanes of talk, the one that began to wait last */
    int64_t since;
};

/* Messages stand one after another, each with its NUL. */
struct outbox_own {
    enum outbox_rank rank;
    struct outbox_lane *lane;
    /* the source that caused it, else the room or person it is for */
    char owner[HOST_SOURCE];
    uint64_t owner_hash; /* thousands of lines of a siege are looked through at each */
    bool is_chatter;     /* lobby talk, answers, boards that were asked for */
    bool is_note;
    bool is_kept; /* a seat word: not dropped */
    bool is_asked;
    bool is_page;     /* a page before the hand */
    bool can_wait;    /* goes when the queue is short */
    bool is_skipped;  /* its place may not be written to yet */
    bool is_rendered; /* `messages` are made */
    bool is_begun;    /* nothing merges with the item any more */
    char *messages;
    int size, next;
};

enum { OUTBOX_CLASSES = 2 }; /* play, talk */

struct outbox {
    struct outbox_port port;
    struct outbox_item **items;
    int count, room;
    struct outbox_lane **lanes;
    int lane_count, lane_room;
    int64_t turn[OUTBOX_CLASSES];
    int64_t lines; /* sent so far */
    int64_t waits; /* of lanes, begun so far */
    int plays;     /* while talk waited */
};

enum { MESSAGE_BYTES = 350 }; /* of an item that was not rendered yet */

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

/* `source` may be NULL. */
static struct outbox_item *outbox_item_new(enum outbox_kind kind, enum outbox_rank rank,
                                           bool is_private, const char *to, const char *source)
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
    item->own->owner_hash = text_hash(HASH_START, item->own->owner);
    return item;
}

/* Without words about big moments, which are worth no message. */
static int bytes_of(const struct prose *prose)
{
    return prose ? prose->length - prose_voice(prose) : 0;
}

static int outbox_item_lines(const struct outbox_item *item)
{
    return 1 +
           (bytes_of(item->tale) + bytes_of(item->board) + bytes_of(item->next)) / MESSAGE_BYTES;
}

static bool outbox_is_same_place(const struct outbox_item *a, const struct outbox_item *b)
{
    return a->is_private == b->is_private && strcmp(a->to, b->to) == 0;
}

static bool is_same_seat(const struct outbox_item *a, const struct outbox_item *b)
{
    return a->table == b->table && outbox_is_same_place(a, b);
}

static void outbox_drop(struct outbox *outbox, int i);

/* ---- turns ---- */

/* A line each, the lane served least first; so who says much delays only itself. A room that was
   idle may say OUTBOX_AHEAD lines at once: a move is a hand or two and a line. */

enum {
    IDLE_LANES =
        /* as many hosts may ask again and again */
    4096,
    BACKLOG_MS = 3000
};

/* Only rooms get a lead: private tables and people who ask could be new each time. Who asks stands
   beside those who already wait for their first answer. */
static int64_t start_of(const struct outbox *outbox, const struct outbox_lane *lane)
{
    if (lane->is_talk)
        return outbox->turn[true];
    bool is_room = lane->id[0] != '@';
    return outbox->turn[false] + 1 - (is_room ? OUTBOX_AHEAD : 0);
}

static void remove_lane(struct outbox *outbox, int i)
{
    free(outbox->lanes[i]);
    outbox->lanes[i] = outbox->lanes[--outbox->lane_count];
}

/* Those that stand no worse than a new lane, and of the other idle ones all but the IDLE_LANES
   served most. */
static void forget_lanes(struct outbox *outbox)
{
    int idle = 0, least = -1;
    for (int i = outbox->lane_count - 1; i >= 0; i--) {
        const struct outbox_lane *lane = outbox->lanes[i];
        if (lane->items > 0)
            continue;
        if (outbox->count == 0 || lane->served <= start_of(outbox, lane)) {
            remove_lane(outbox, i);
            continue;
        }
        idle++;
    }
    for (; idle > IDLE_LANES; idle--, least = -1) {
        for (int i = 0; i < outbox->lane_count; i++)
            if (outbox->lanes[i]->items == 0 &&
                (least < 0 || outbox->lanes[i]->served < outbox->lanes[least]->served))
                least = i;
        remove_lane(outbox, least);
    }
}

static struct outbox_lane *lane_of(struct outbox *outbox, bool is_talk, const char *id)
{
    for (int i = 0; i < outbox->lane_count; i++)
        if (outbox->lanes[i]->is_talk == is_talk && strcmp(outbox->lanes[i]->id, id) == 0)
            return outbox->lanes[i];
    outbox->lanes =
        list_grow(outbox->lanes, outbox->lane_count, &outbox->lane_room, sizeof(*outbox->lanes));
    struct outbox_lane *lane = calloc(1, sizeof *lane);
    check(lane && strlen(id) < sizeof lane->id);
    snprintf(lane->id, sizeof lane->id, "%s", id);
    lane->is_talk = is_talk;
    lane->served = INT64_MIN;
    return outbox->lanes[outbox->lane_count++] = lane;
}

static void outbox_turn_enter(struct outbox *outbox, struct outbox_item *item, bool is_talk,
                              const char *id)
{
    struct outbox_lane *lane = lane_of(outbox, is_talk, id);
    if (lane->items == 0 && lane->served < start_of(outbox, lane))
        lane->served = start_of(outbox, lane);
    if (lane->items++ == 0)
        lane->since = ++outbox->waits;
    item->own->lane = lane;
}

/* The lines of play that wait take longer than BACKLOG_MS. */
static bool is_backlogged(const struct outbox *outbox)
{
    int lines = 0;
    for (int i = 0; i < outbox->count; i++)
        if (!outbox->items[i]->own->can_wait && !outbox->items[i]->own->lane->is_talk)
            lines += outbox_item_lines(outbox->items[i]);
    return outbox->port.line_ms && lines * outbox->port.line_ms(outbox->port.self) > BACKLOG_MS;
}

static int rank_now(const struct outbox_own *own)
{
    bool is_behind = own->rank == RANK_URGENT && own->lane->was_urgent;
    return is_behind ? 2 * RANK_STATE + 1 : 2 * (int)own->rank;
}

static bool is_before(const struct outbox_own *a, const struct outbox_own *b)
{
    if (a->lane->served != b->lane->served)
        return a->lane->served < b->lane->served;
    if (a->can_wait != b->can_wait)
        return b->can_wait;
    if (a->lane->is_talk && a->lane != b->lane)
        return a->lane->since > b->lane->since;
    if (a->lane->latest != b->lane->latest)
        return a->lane->latest < b->lane->latest;
    return rank_now(a) < rank_now(b);
}

/* -1: none */
static void find_first(struct outbox *outbox, int first[OUTBOX_CLASSES])
{
    bool is_short = !is_backlogged(outbox);
    first[false] = first[true] = -1;
    for (int i = 0; i < outbox->count; i++) {
        const struct outbox_own *own = outbox->items[i]->own;
        int *best = &first[own->lane->is_talk];
        if (own->is_skipped || (own->can_wait && !own->is_begun && !is_short) ||
            (*best >= 0 && !is_before(own, outbox->items[*best]->own)))
            continue;
        enum outbox_reach reach = outbox->port.reach(outbox->port.self, outbox->items[i]);
        if (reach == OUTBOX_NOW)
            *best = i;
        if (reach != OUTBOX_NEVER)
            continue;
        outbox_drop(outbox, i--);
    }
}

/* -1 if no item can go. Drops items that can reach nobody any more. */
static int outbox_turn_next(struct outbox *outbox, bool with_talk)
{
    int first[OUTBOX_CLASSES];
    find_first(outbox, first);
    if (first[true] < 0)
        outbox->plays = 0;
    bool is_talks_turn = outbox->plays >= OUTBOX_TALK_EVERY - 1;
    if (!with_talk && !is_talks_turn)
        first[true] = -1;
    int next = first[true] >= 0 && (first[false] < 0 || is_talks_turn) ? first[true] : first[false];
    if (next >= 0)
        outbox->items[next]->is_patient = next == first[true] && !is_talks_turn;
    return next;
}

/* a line of the item is out */
static void outbox_turn_took(struct outbox *outbox, struct outbox_item *item)
{
    struct outbox_lane *lane = item->own->lane;
    if (outbox->turn[lane->is_talk] < lane->served)
        outbox->turn[lane->is_talk] = lane->served;
    lane->served++;
    lane->latest = ++outbox->lines;
    lane->was_urgent = item->own->rank == RANK_URGENT;
    outbox->plays = lane->is_talk ? 0 : outbox->plays + 1;
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
    while (outbox->lane_count > 0)
        remove_lane(outbox, outbox->lane_count - 1);
    free(outbox->lanes);
    free(outbox->items);
    free(outbox);
}

static void outbox_drop(struct outbox *outbox, int i)
{
    struct outbox_item *item = outbox->items[i];
    outbox->count--;
    memmove(outbox->items + i, outbox->items + i + 1,
            (size_t)(outbox->count - i) * sizeof *outbox->items);
    item->own->lane->items--;
    forget_lanes(outbox);
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

/* An answer behind a newer hand would be out of date. A public answer keeps the lane of the person
   who asked. */
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

/* Older items for the same place stay before it. */
static void outbox_append(struct outbox *outbox, struct outbox_item *item, bool is_talk,
                          const char *lane)
{
    outbox->items = list_grow(outbox->items, outbox->count, &outbox->room, sizeof(*outbox->items));
    outbox_turn_enter(outbox, item, is_talk, lane);
    for (int i = 0; i < outbox->count; i++)
        if (outbox_is_same_place(outbox->items[i], item))
            put_before(outbox->items[i], item);
    outbox->items[outbox->count++] = item;
}

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

/* ---- bounds ---- */

/* Never a hand, a seat word or the state of a table. The owner of most chatter loses the newest of
   it and is told so. */

static bool is_chatter(const struct outbox_item *item)
{
    return item->own->is_chatter && !item->own->is_note && !item->own->is_begun;
}

/* Or there are notes enough. */
static bool has_note(const struct outbox *outbox, const struct outbox_item *like)
{
    int notes = 0;
    for (int i = 0; i < outbox->count; i++) {
        notes += outbox->items[i]->own->is_note;
        if (outbox->items[i]->own->is_note && outbox_is_same_place(outbox->items[i], like))
            return true;
    }
    return notes >= OUTBOX_NOTES;
}

static void add_note(struct outbox *outbox, const struct outbox_item *dropped)
{
    struct outbox_lane *lane = dropped->own->lane;
    if (lane->was_told || has_note(outbox, dropped))
        return;
    lane->was_told = true;
    log_event(LOG_WARN, "outbox-full", "for", dropped->is_private ? "a person" : dropped->to, "of",
              dropped->own->owner, (char *)0);
    struct outbox_item *note = outbox_item_new(OUTBOX_NEWS, RANK_CHATTER, dropped->is_private,
                                               dropped->to, dropped->own->owner);
    struct prose *tale = malloc(sizeof *tale);
    check(tale);
    prose_clear(tale);
    view_string(tale, STRING_LEFT_OUT, (char *)0);
    note->tale = tale;
    note->own->is_note = true;
    outbox_append(outbox, note, lane->is_talk, lane->id);
}

/* Counts like a line that was sent: else its source would stand like somebody new. */
static void leave_out(struct outbox *outbox, int i)
{
    struct outbox_lane *lane = outbox->items[i]->own->lane;
    lane->served += lane->is_talk;
    add_note(outbox, outbox->items[i]);
    outbox_drop(outbox, i);
}

/* From an item on; of all owners if NULL. */
static int chatter_of(const struct outbox *outbox, int from, const char *owner)
{
    uint64_t hash = owner ? text_hash(HASH_START, owner) : 0;
    int lines = 0;
    for (int i = from; i < outbox->count; i++) {
        const struct outbox_own *own = outbox->items[i]->own;
        if (is_chatter(outbox->items[i]) &&
            (!owner || (own->owner_hash == hash && strcmp(own->owner, owner) == 0)))
            lines += outbox_item_lines(outbox->items[i]);
    }
    return lines;
}

/* Of equals, one who has asked more before. NULL if no chatter waits. The first of an owner's lines
   counts all of them. */
static const char *heaviest(const struct outbox *outbox)
{
    const char *owner = NULL;
    int most = 0;
    int64_t served = 0;
    for (int i = 0; i < outbox->count; i++) {
        int lines =
            is_chatter(outbox->items[i]) ? chatter_of(outbox, i, outbox->items[i]->own->owner) : 0;
        int64_t before = outbox->items[i]->own->lane->served;
        if (lines > most || (lines > 0 && lines == most && before > served)) {
            most = lines;
            served = before;
            owner = outbox->items[i]->own->owner;
        }
    }
    return owner;
}

static void leave_out_newest(struct outbox *outbox, const char *owner)
{
    int i = outbox->count - 1;
    while (i >= 0 &&
           !(is_chatter(outbox->items[i]) && strcmp(outbox->items[i]->own->owner, owner) == 0))
        i--;
    check(i >= 0);
    leave_out(outbox, i);
}

/* after this owner's chatter grew */
static void outbox_bound_chatter(struct outbox *outbox, const char *owner)
{
    char whose[HOST_SOURCE];
    snprintf(whose, sizeof whose, "%s", owner);
    while (chatter_of(outbox, 0, whose) > OUTBOX_SHARE)
        leave_out_newest(outbox, whose);
    while (chatter_of(outbox, 0, NULL) > OUTBOX_LINES) {
        snprintf(whose, sizeof whose, "%s", heaviest(outbox));
        leave_out_newest(outbox, whose);
    }
}

static bool is_tale(const struct outbox_item *item)
{
    return item->kind == OUTBOX_PLAY && !item->board && !item->next && !item->own->is_begun;
}

static bool is_result(const struct outbox_item *item)
{
    return item->kind == OUTBOX_RESULT && !item->own->is_begun;
}

static void bound(struct outbox *outbox, const struct outbox_lane *lane,
                  bool (*is)(const struct outbox_item *item), int most)
{
    int lines = 0, oldest;
    for (int i = 0; i < outbox->count; i++)
        if (outbox->items[i]->own->lane == lane && is(outbox->items[i]))
            lines += outbox_item_lines(outbox->items[i]);
    for (; lines > most; leave_out(outbox, oldest)) {
        for (oldest = 0; outbox->items[oldest]->own->lane != lane || !is(outbox->items[oldest]);)
            oldest++;
        lines -= outbox_item_lines(outbox->items[oldest]);
    }
}

/* ---- what comes in ---- */

static void replace(struct prose **slot, struct prose **with)
{
    free(*slot);
    *slot = *with;
    *with = NULL;
}

/* With the newer board and call. */
static void merge(struct outbox_item *old, struct outbox_item *item)
{
    forget_messages(old);
    if (!old->tale) {
        replace(&old->tale, &item->tale);
    } else if (item->tale) {
        struct prose quiet;
        bool has_voice = prose_voice(old->tale) > 0; /* once is enough */
        prose_put(old->tale, " ");
        prose_append(old->tale, has_voice ? prose_without_voice(item->tale, &quiet) : item->tale);
    }
    if (item->board || item->next) {
        replace(&old->board, &item->board);
        replace(&old->next, &item->next);
        old->is_midway = item->is_midway;
    }
    item_free(item);
}

/* It is talk as long as nothing happens at the table. */
static bool is_asked_board(const struct outbox_item *item)
{
    return item->kind == OUTBOX_ANSWER && item->board;
}

/* Only one board may wait in a room, so older ones are merged or dropped. Returns the item that
   holds the new state. */
static struct outbox_item *add_state(struct outbox *outbox, struct outbox_item *item)
{
    for (int i = outbox->count - 1, last = 1; i >= 0; i--) {
        struct outbox_item *old = outbox->items[i];
        bool is_state = old->kind == OUTBOX_PLAY || is_asked_board(old);
        if (!outbox_is_same_place(old, item) || (old->own->lane->is_talk && !is_state))
            continue;
        bool is_unsent = is_state && old->table == item->table && !old->own->is_begun;
        if (is_unsent && last && (old->kind == OUTBOX_PLAY || item->kind == OUTBOX_ANSWER) &&
            bytes_of(old->tale) + bytes_of(item->tale) <= OUTBOX_MERGE) {
            merge(old, item);
            return old;
        }
        if (is_unsent && (item->board || item->next)) {
            struct prose *none[2] = {NULL, NULL};
            forget_messages(old);
            replace(&old->board, &none[0]);
            replace(&old->next, &none[1]);
            if (!old->tale) {
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

/* A result says how the table stands, and news show their board as it is now. */
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
    if (item->kind == OUTBOX_PLAY || item->kind == OUTBOX_RESULT) {
        bound(outbox, item->own->lane, is_tale, OUTBOX_TALES);
        bound(outbox, item->own->lane, is_result, OUTBOX_RESULTS);
    }
    outbox_bound_chatter(outbox, owner);
}

/* Even one sent in part, with the pages before it. Pages behind it belong to the new hand. */
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

/* Answered at once, but another question before that answer is out is talk. */
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

/* NULL after the last. */
static const char *next_message(struct outbox *outbox, struct outbox_item *item)
{
    struct outbox_own *own = item->own;
    if (!own->is_rendered)
        outbox->port.render(outbox->port.self, item);
    own->is_rendered = true;
    return own->next < own->size ? own->messages + own->next : NULL;
}

static bool is_followed(const struct outbox *outbox, const struct outbox_item *item)
{
    for (int i = 0; i < outbox->count; i++) {
        const struct outbox_item *other = outbox->items[i];
        if (other != item && !other->own->lane->is_talk && outbox_is_same_place(other, item))
            return true;
    }
    return false;
}

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

int64_t outbox_pump(struct outbox *outbox)
{
    const struct outbox_port *port = &outbox->port;
    bool with_talk = true;
    int64_t next = -1;
    for (int i = 0; i < outbox->count; i++)
        outbox->items[i]->own->is_skipped = false;
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
        wait = held > wait ? held : wait;
        next = next < 0 || wait < next ? wait : next;
        if (held > 0)
            item->own->is_skipped = true;
        else if (item->is_patient)
            with_talk = false;
        else
            break;
    }
    return next;
}
