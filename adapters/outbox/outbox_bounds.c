/* Drops items when too many wait (outbox.h has the bounds), but never a hand, a seat word or the
   state of a table. The owner of most chatter loses the newest of it and is told so; tales and
   results are bounded by room. Next: outbox.c. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "log.h"
#include "outbox_inside.h"
#include "prose.h"
#include "view.h"

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

/* Counts like a line that was sent: else sources of which most is left out would stand like
   somebody new. */
static void leave_out(struct outbox *outbox, int i)
{
    struct outbox_lane *lane = outbox->items[i]->own->lane;
    lane->served += lane->is_talk;
    add_note(outbox, outbox->items[i]);
    outbox_drop(outbox, i);
}

/* The waiting lines of chatter of this owner; of all owners if NULL. */
static int chatter_of(const struct outbox *outbox, const char *owner)
{
    int lines = 0;
    for (int i = 0; i < outbox->count; i++)
        if (is_chatter(outbox->items[i]) &&
            (!owner || strcmp(outbox->items[i]->own->owner, owner) == 0))
            lines += outbox_item_lines(outbox->items[i]);
    return lines;
}

/* The owner of most chatter; of equals, one who has asked more before. NULL if no chatter waits. */
static const char *heaviest(const struct outbox *outbox)
{
    const char *owner = NULL;
    int most = 0;
    int64_t served = 0;
    for (int i = 0; i < outbox->count; i++) {
        int lines =
            is_chatter(outbox->items[i]) ? chatter_of(outbox, outbox->items[i]->own->owner) : 0;
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

void outbox_bound_chatter(struct outbox *outbox, const char *owner)
{
    char whose[HOST_SOURCE];
    snprintf(whose, sizeof whose, "%s", owner);
    while (chatter_of(outbox, whose) > OUTBOX_SHARE)
        leave_out_newest(outbox, whose);
    while (chatter_of(outbox, NULL) > OUTBOX_LINES) {
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

void outbox_bound_room(struct outbox *outbox, const struct outbox_lane *lane)
{
    bound(outbox, lane, is_tale, OUTBOX_TALES);
    bound(outbox, lane, is_result, OUTBOX_RESULTS);
}
