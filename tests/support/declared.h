/* What the zones and registers of a ruleset declare, as ruleset.h words it: written a second
   time, on purpose, for the tests of the gate. */
#ifndef DECLARED_H
#define DECLARED_H

#include "ruleset.h"
#include "table.h"

static inline bool zone_shows(const struct ruleset *rules, int zone, int viewer)
{
    const struct zone_spec *spec = zone_spec(rules, zone);
    return spec->audience == AUDIENCE_ALL ||
           (spec->audience == AUDIENCE_OWNER && zone_owner(rules, zone) == viewer);
}

static inline bool is_mixed(const struct ruleset *rules, int zone)
{
    return zone_spec(rules, zone)->audience == AUDIENCE_CONTENTS;
}

/* Whether the viewer sees the face of this very card. */
static inline bool sees(const struct ruleset *rules, const struct table *t, int zone, int i,
                        int viewer)
{
    bool top = zone_spec(rules, zone)->audience == AUDIENCE_TOP && i == zone_size(t, zone) - 1;
    bool kept =
        zone_spec(rules, zone)->flags & ZONE_KEEP && zone_card(t, zone, i)->known >> viewer & 1;
    return zone_shows(rules, zone, viewer) || top || kept;
}

/* Somebody else's hand that keeps: of it a viewer knows cards, and neither their order nor their
   letters. */
static inline bool is_kept_hand(const struct ruleset *rules, int zone, int viewer)
{
    const struct zone_spec *spec = zone_spec(rules, zone);
    return spec->audience == AUDIENCE_OWNER && spec->flags & ZONE_KEEP &&
           zone_owner(rules, zone) != viewer;
}

/* Whether the viewer sees nothing but the back of card `card` of the table, in whichever zone. */
static inline bool hides(const struct ruleset *rules, const struct table *t, int card, int viewer)
{
    int zone = 0;
    while (t->first[zone + 1] <= card)
        zone++;
    return !is_mixed(rules, zone) && !sees(rules, t, zone, card - t->first[zone], viewer);
}

/* Whether the viewer sees the number of a seat's register; 0 is no secret. */
static inline bool knows(const struct ruleset *rules, const struct table *t, int seat, int own,
                         int viewer)
{
    bool is_open = !rules->registers || rules->registers[own].audience == AUDIENCE_ALL;
    return is_open || seat == viewer || t->own[seat][own] == 0;
}

#endif
