/* Whose turn it is. Lanes take turns, a line each, the lane served least first; so a room that
   says much, or a person who asks much, delays only itself. A room that was idle may say
   OUTBOX_AHEAD lines at once: a move is a hand or two and a line. While play and talk both wait,
   talk gets one line in OUTBOX_TALK_EVERY. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "list.h"
#include "outbox_inside.h"

enum {
    IDLE_LANES =
        /* remembered at most, besides the lanes in which something waits: as many hosts may ask
           again and again */
    4096,
    BACKLOG_MS = 3000
};

/* The place of a lane that was idle for long. Only rooms get a lead: rooms are few, but private
   tables and people who ask could be new each time. Who asks stands beside those who already
   wait for their first answer, not behind them. */
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

/* Forgets idle lanes that stand no worse than a new lane, and of the other idle lanes all but
   the IDLE_LANES served most. */
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

void outbox_turn_enter(struct outbox *outbox, struct outbox_item *item, bool is_talk,
                       const char *id)
{
    struct outbox_lane *lane = lane_of(outbox, is_talk, id);
    if (lane->items == 0 && lane->served < start_of(outbox, lane))
        lane->served = start_of(outbox, lane);
    if (lane->items++ == 0)
        lane->since = ++outbox->waits;
    item->own->lane = lane;
}

void outbox_turn_leave(struct outbox *outbox, struct outbox_item *item)
{
    item->own->lane->items--;
    forget_lanes(outbox);
}

void outbox_turn_free(struct outbox *outbox)
{
    while (outbox->lane_count > 0)
        remove_lane(outbox, outbox->lane_count - 1);
    free(outbox->lanes);
}

/* True if hands that can wait have to: the other waiting lines of play take longer than
   BACKLOG_MS. */
static bool is_backlogged(const struct outbox *outbox)
{
    int lines = 0;
    for (int i = 0; i < outbox->count; i++)
        if (!outbox->items[i]->own->can_wait && !outbox->items[i]->own->lane->is_talk)
            lines += outbox_item_lines(outbox->items[i]);
    return outbox->port.line_ms && lines * outbox->port.line_ms(outbox->port.self) > BACKLOG_MS;
}

/* In a busy room hands and what happened take turns. */
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

/* The first item of each class, or -1. */
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

int outbox_turn_next(struct outbox *outbox, bool with_talk)
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

void outbox_turn_took(struct outbox *outbox, struct outbox_item *item)
{
    struct outbox_lane *lane = item->own->lane;
    if (outbox->turn[lane->is_talk] < lane->served)
        outbox->turn[lane->is_talk] = lane->served;
    lane->served++;
    lane->latest = ++outbox->lines;
    lane->was_urgent = item->own->rank == RANK_URGENT;
    outbox->plays = lane->is_talk ? 0 : outbox->plays + 1;
}
