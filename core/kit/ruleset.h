/* The rules of one table: the zones, faces, backs and verbs of its game as data, and the options
   of the table. Rules functions need nothing else besides the table and chance. */
#ifndef RULESET_H
#define RULESET_H

#include "colour.h"
#include "table.h"

#include <stdbool.h>

struct verb_spec;

enum { RULESET_OPTIONS = 12, FACE_TRAITS = 8 };

/* Who sees the faces of the cards in a zone. The default, 0, is nobody. */
enum audience {
    AUDIENCE_NONE,
    AUDIENCE_OWNER,   /* the seat that owns the zone */
    AUDIENCE_ALL,     /* everybody */
    AUDIENCE_TOP,     /* everybody, but only the last card */
    AUDIENCE_CONTENTS /* everybody knows which faces are in the zone, nobody knows their order */
};

enum {
    /* a seat that saw a card go in still knows it while it lies in zones with this flag */
    ZONE_KEEP = 1,
    ZONE_SLOTS = 2,    /* its cards get slots; their holder types the slot's label */
    ZONE_UNLISTED = 4, /* its owner sees it, but lists of the hand leave it out */
    ZONE_SORTED = 8    /* shown in the order of the faces, each card with its own label */
};

struct zone_spec {
    const char *name;
    enum audience audience;
    unsigned flags;
};

/* One of a seat's registers. A number that the viewer must not see is shown as REGISTER_BACK;
   everybody sees whether it is 0. */
struct register_spec {
    /* the word before the number in the owner's hand; NULL: not shown there */
    const char *name;
    enum audience audience;   /* AUDIENCE_ALL or AUDIENCE_OWNER */
    int most;                 /* the largest number of an AUDIENCE_OWNER register */
    const char *const *words; /* words for its numbers, 0 .. most; NULL: shown as numbers */
};

struct face {
    const char *code; /* short: "R", "RL"; what a board shows */
    const char *name; /* "red Ultimate Love" */
    enum colour colour;
    const char *symbol; /* an extra mark, never the only one; may be NULL */
    /* index of the back (in the ruleset's `backs`) that it shows if unseen */
    int back;
    int traits[FACE_TRAITS]; /* numbers for the game's own use */
};

struct ruleset {
    /* the shared zones, then the zones of a seat, which every seat has */
    const struct zone_spec *zones;
    int shared_zones, seat_zones;
    /* which of `zones` a zone of the table is; ruleset_set_zones() */
    unsigned char spec_of[TABLE_ZONES];
    /* TABLE_OWN registers of a seat; NULL: everybody sees all of them */
    const struct register_spec *registers;
    const struct face *faces;
    int face_count;
    const char *const *backs; /* what an unseen card of each class is called: "card", "effect" */
    int back_count;
    const struct verb_spec *verbs;
    int verb_count;
    /* which of a seat's zones ARG_CARD refers to; -1: the game has no ARG_CARD */
    int hand;
    /* what people call the cards in slot 1, 2, ... of the hand: a small letter each */
    const char *labels;
    int options[RULESET_OPTIONS]; /* in the order of the game's option table */
    int first_seat;               /* the seat that begins; SEAT_NONE: drawn by lot */
    int version;                  /* of the game's rules, as this table began with them */
};

/* The number of a seat's zone, and back. */
static inline int seat_zone(const struct ruleset *rules, int seat, int zone)
{
    return rules->shared_zones + seat * rules->seat_zones + zone;
}
static inline int zone_owner(const struct ruleset *rules, int zone)
{
    return zone < rules->shared_zones ? -1 : (zone - rules->shared_zones) / rules->seat_zones;
}
static inline const struct zone_spec *zone_spec(const struct ruleset *rules, int zone)
{
    return &rules->zones[rules->spec_of[zone]];
}
/* Sets the zones of the ruleset. They are looked up, because a division for every card that
   moves takes longer than the rest of the move. */
static inline void ruleset_set_zones(struct ruleset *rules, const struct zone_spec *zones,
                                     int shared, int own)
{
    rules->zones = zones;
    rules->shared_zones = shared;
    rules->seat_zones = own;
    for (int zone = 0; zone < TABLE_ZONES; zone++)
        rules->spec_of[zone] =
            (unsigned char)(zone < shared || own == 0 ? zone : shared + (zone - shared) % own);
}

#endif
