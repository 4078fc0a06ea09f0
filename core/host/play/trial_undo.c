/* A step taken back, in a trial. */
#include <string.h>

#include "draft.h"
#include "record.h"
#include "text.h"
#include "trial.h"

/* The seats that would see another hand than now. */
static unsigned hands_differ(const struct trial *trial, const struct table *table)
{
    const struct ruleset *rules = &trial->playing.rules;
    const struct table *now = &trial->playing.table;
    unsigned seats = 0;
    for (int zone = 0; zone < now->zones; zone++) {
        int owner = zone_owner(rules, zone), size = zone_size(now, zone);
        if (owner >= 0 && zone_spec(rules, zone)->audience == AUDIENCE_OWNER &&
            (size != zone_size(table, zone) ||
             memcmp(&now->cards[now->first[zone]], &table->cards[table->first[zone]],
                    (size_t)size * sizeof *now->cards) != 0))
            seats |= 1u << owner;
    }
    return seats;
}

void trial_undo(struct trial *trial, int seat)
{
    const struct takeback *takeback = &trial->session->takeback;
    const struct playing *before = takeback->steps[takeback->count - 1].before;
    char bytes[40];
    struct text line = text_over(bytes, sizeof bytes);
    struct prose tale;
    trial->hands_changed = hands_differ(trial, &before->table);
    playing_put_back(&trial->playing, before);
    text_put(&line, "undo");
    record_put_number(&line, "to", takeback->steps[takeback->count - 1].to);
    trial->takeback.below--;
    trial->takeback.line = takeback->steps[takeback->count - 1].to;
    trial->takeback.number = takeback->steps[takeback->count - 1].number;
    draft_add(trial->draft, &trial->playing, bytes);
    prose_clear(&tale);
    view_string(&tale, STRING_UNDONE, "who", trial->seats[seat].name, (char *)0);
    for (int look = 0; look < TELL_LOOKS; look++)
        if (trial->is_read[look])
            pages_put(&trial->tale[look], "", &tale);
    takeback_count_undo(&trial->takeback, seat);
    trial->is_undo = true;
    trial_note_alarm(trial, seat);
    trial->acted = 1u << seat;
}
