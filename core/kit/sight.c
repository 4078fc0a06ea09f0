/* The only code that decides who sees what. It reads audiences and flags of zones, and the
   `known` marks that table.c keeps. It must not know any game. */
#include "sight.h"

#include <string.h>

#include "chance.h"
#include "check.h"
#include "ruleset.h"
#include "table.h"

/* Viewers who see every card of the zone. */
static unsigned zone_viewers(const struct ruleset *rules, int zone, const struct zone_spec *spec)
{
    if (spec->audience == AUDIENCE_ALL)
        return EVERYBODY;
    if (spec->audience != AUDIENCE_OWNER)
        return 0;
    int owner = zone_owner(rules, zone);
    check(owner >= 0); /* a shared zone has no owner */
    return 1u << owner;
}

unsigned sight_viewers(const struct ruleset *rules, const struct table *table, int zone, int i)
{
    const struct zone_spec *spec = zone_spec(rules, zone);
    if (spec->audience == AUDIENCE_TOP && i == zone_size(table, zone) - 1)
        return EVERYBODY;
    return zone_viewers(rules, zone, spec) | (unsigned)zone_card(table, zone, i)->known;
}

static void sort_faces(int *faces, int count)
{
    for (int i = 1; i < count; i++) {
        int face = faces[i], j = i;
        for (; j > 0 && faces[j - 1] > face; j--)
            faces[j] = faces[j - 1];
        faces[j] = face;
    }
}

/* A CONTENTS zone shows its faces in the order of the ruleset, and nothing else of its cards. */
static void sort_contents(struct table *seen, int zone)
{
    int faces[TABLE_CARDS], count = zone_size(seen, zone);
    struct card *cards = &seen->cards[seen->first[zone]];
    for (int i = 0; i < count; i++)
        faces[i] = cards[i].face;
    sort_faces(faces, count);
    for (int i = 0; i < count; i++)
        cards[i] = (struct card){.face = (int16_t)faces[i]};
}

/* Where cards are known although only their owner sees the zone: a hand into which somebody
   passed one. */
static bool is_kept_hand(const struct zone_spec *spec)
{
    return spec->audience == AUDIENCE_OWNER && spec->flags & ZONE_KEEP;
}

/* The order of somebody else's hand and its labels are the holder's secret, so the cards that the
   viewer knows there come first. */
static void sort_known(struct table *seen, int zone)
{
    struct card backs[TABLE_CARDS] = {0}, *cards = &seen->cards[seen->first[zone]];
    int faces[TABLE_CARDS], known = 0, unseen = 0;
    uint16_t by_viewer = 0;
    for (int i = 0; i < zone_size(seen, zone); i++) {
        if (face_is_back(cards[i].face)) {
            backs[unseen++] = cards[i];
            continue;
        }
        faces[known++] = cards[i].face;
        by_viewer = cards[i].known;
    }
    sort_faces(faces, known);
    for (int i = 0; i < known; i++)
        cards[i] = (struct card){.face = (int16_t)faces[i], .known = by_viewer};
    memcpy(&cards[known], backs, (size_t)unseen * sizeof *backs);
}

/* Unseen faces in the order of the ruleset, counted rather than sorted: sights are made at every
   move. */
static void list_unseen(const struct ruleset *rules, const int *tally, struct sight *out)
{
    int n = 0;
    for (int face = 0; face < rules->face_count; face++)
        for (int i = tally[face]; i > 0; i--)
            out->unseen[n++] = face;
    out->unseen_count = n;
}

static void hide_registers(const struct ruleset *rules, int viewer, struct table *seen)
{
    for (int own = 0; own < TABLE_OWN; own++)
        for (int seat = 0; rules->registers[own].audience != AUDIENCE_ALL && seat < seen->seats;
             seat++)
            if (seat != viewer && seen->own[seat][own] != 0)
                seen->own[seat][own] = REGISTER_BACK;
}

void table_sight(const struct ruleset *rules, const struct table *table, int viewer,
                 struct sight *out)
{
    int tally[TABLE_FACES];
    memset(tally, 0, (size_t)rules->face_count * sizeof *tally);
    if (viewer == SEAT_HOST)
        viewer = SEAT_PUBLIC;
    unsigned bit = 1u << viewer;
    out->viewer = viewer;
    table_copy(&out->seen, table);
    if (rules->registers)
        hide_registers(rules, viewer, &out->seen);
    for (int zone = 0; zone < table->zones; zone++) {
        int size = zone_size(table, zone);
        if (size == 0)
            continue;
        const struct zone_spec *spec = zone_spec(rules, zone);
        if (spec->audience == AUDIENCE_CONTENTS) {
            sort_contents(&out->seen, zone);
            continue;
        }
        bool whole = zone_viewers(rules, zone, spec) & bit;
        struct card *cards = &out->seen.cards[table->first[zone]];
        for (int i = 0; i < size; i++) {
            struct card *card = &cards[i];
            bool top = spec->audience == AUDIENCE_TOP && i == size - 1;
            if (!whole && !top && !((unsigned)card->known & bit)) {
                tally[card->face]++;
                *card = (struct card){.face = FACE_BACK(rules->faces[card->face].back)};
            }
            card->known &= (uint16_t)bit; /* a viewer must not know who else knows the card */
        }
        if (!whole && is_kept_hand(spec))
            sort_known(&out->seen, zone);
    }
    list_unseen(rules, tally, out);
}

void sight_open(const struct table *table, struct sight *out)
{
    out->viewer = SEAT_PUBLIC;
    out->unseen_count = 0;
    table_copy(&out->seen, table);
}

/* The unseen faces, those of one back beside one another. */
struct pool {
    int faces[TABLE_CARDS];
    int first[TABLE_FACES], count[TABLE_FACES]; /* of each back */
};

static void fill_pool(const struct ruleset *rules, const struct sight *sight, struct pool *pool)
{
    int n = 0;
    for (int back = 0; back < rules->back_count; back++) {
        pool->first[back] = n;
        for (int i = 0; i < sight->unseen_count; i++)
            if (rules->faces[sight->unseen[i]].back == back)
                pool->faces[n++] = sight->unseen[i];
        pool->count[back] = n - pool->first[back];
    }
}

/* Takes a random face of that back out of the pool. */
static int deal_face(int back, struct chance *chance, struct pool *pool)
{
    int *faces = &pool->faces[pool->first[back]];
    check(pool->count[back] > 0);
    int pick = chance_pick(chance, pool->count[back]), face = faces[pick];
    memmove(&faces[pick], &faces[pick + 1], (size_t)(--pool->count[back] - pick) * sizeof *faces);
    return face;
}

/* ---- what registers tell of hands ---- */

/* Where an unseen card lies, and what may lie there. */
struct place {
    int16_t card, seat; /* its index on the table; whose hand it is in, or SEAT_NONE */
    int16_t own, kind;  /* it has to be of that kind by that register; own -1: of any */
};

struct places {
    const struct ruleset *rules;
    struct table *table;
    int count;
    struct place list[TABLE_CARDS];
};

static bool tells(const struct ruleset *rules, const struct table *t, int seat, int own)
{
    const struct register_spec *spec = &rules->registers[own];
    return spec->tells != TELLS_NOTHING && spec->audience == AUDIENCE_ALL && t->own[seat][own];
}

static bool tells_anything(const struct ruleset *rules, const struct table *t)
{
    bool is_told = false;
    if (!rules->registers || rules->hand < 0)
        return false;
    for (int seat = 0; seat < t->seats; seat++)
        for (int own = 0; own < TABLE_OWN; own++)
            is_told |= tells(rules, t, seat, own);
    return is_told;
}

static int kind_of(const struct ruleset *rules, int own, int face)
{
    return rules->faces[face].traits[rules->registers[own].trait];
}

static int16_t *face_at(const struct places *places, int i)
{
    return &places->table->cards[places->list[i].card].face;
}

static bool may_lie(const struct places *places, const struct place *place, int face)
{
    const struct ruleset *rules = places->rules;
    const struct table *t = places->table;
    if (rules->faces[face].back != rules->faces[t->cards[place->card].face].back)
        return false;
    for (int own = 0; place->seat != SEAT_NONE && own < TABLE_OWN; own++)
        if (rules->registers[own].tells == TELLS_LACKS && tells(rules, t, place->seat, own) &&
            t->own[place->seat][own] >> kind_of(rules, own, face) & 1)
            return false;
    return place->own < 0 || kind_of(rules, place->own, face) == place->kind;
}

/* The places of all cards that `sight` does not show, in random order. */
static void list_places(const struct sight *sight, struct chance *chance, struct places *places)
{
    const struct table *t = &sight->seen;
    places->count = 0;
    for (int zone = 0; zone < t->zones; zone++) {
        int owner = zone_owner(places->rules, zone);
        bool is_hand = owner >= 0 && zone == seat_zone(places->rules, owner, places->rules->hand);
        for (int i = t->first[zone]; i < t->first[zone + 1]; i++)
            if (face_is_back(t->cards[i].face))
                places->list[places->count++] =
                    (struct place){(int16_t)i, (int16_t)(is_hand ? owner : SEAT_NONE), .own = -1};
    }
    for (int i = places->count - 1; i >= 1; i--) {
        int j = chance_pick(chance, i + 1);
        struct place place = places->list[i];
        places->list[i] = places->list[j];
        places->list[j] = place;
    }
}

/* One card of the hand has to be of that kind: one that is, or else any that need not be of
   another kind. */
static void need_kind(struct places *places, int seat, int own, int kind)
{
    struct place *chosen = NULL;
    for (int i = 0; i < places->count; i++) {
        struct place *place = &places->list[i];
        if (place->seat != seat || place->own >= 0)
            continue;
        if (!chosen || kind_of(places->rules, own, *face_at(places, i)) == kind)
            chosen = place;
    }
    if (!chosen)
        return;
    chosen->own = (int16_t)own;
    chosen->kind = (int16_t)kind;
}

/* Whether the sight itself shows a card of that kind in the hand. */
static bool is_kind_seen(const struct places *places, const struct sight *sight, int seat, int own,
                         int kind)
{
    int hand = seat_zone(places->rules, seat, places->rules->hand);
    bool is_seen = false;
    for (int i = 0; i < zone_size(&sight->seen, hand); i++) {
        int face = zone_face(&sight->seen, hand, i);
        is_seen |= !face_is_back(face) && kind_of(places->rules, own, face) == kind;
    }
    return is_seen;
}

static void need_kinds(struct places *places, const struct sight *sight)
{
    enum { KINDS = 31 };
    const struct register_spec *specs = places->rules->registers;
    check(specs); /* for they tell something */
    for (int seat = 0; seat < sight->seen.seats; seat++)
        for (int own = 0; own < TABLE_OWN; own++)
            for (int kind = 0; kind < KINDS; kind++)
                if (specs[own].tells == TELLS_HOLDS &&
                    tells(places->rules, &sight->seen, seat, own) &&
                    sight->seen.own[seat][own] >> kind & 1 &&
                    !is_kind_seen(places, sight, seat, own, kind))
                    need_kind(places, seat, own, kind);
}

/* Gives a place whose card may not lie there another one: places exchange cards along the shortest
   ring in which each gets one that may lie there. */
static void mend_place(struct places *places, int place)
{
    int queue[TABLE_CARDS], before[TABLE_CARDS], count = 1;
    for (int i = 0; i < places->count; i++)
        before[i] = -1;
    queue[0] = before[place] = place;
    for (int head = 0; head < count; head++)
        for (int i = 0; i < places->count; i++) {
            if (before[i] >= 0 || !may_lie(places, &places->list[queue[head]], *face_at(places, i)))
                continue;
            before[i] = queue[head];
            queue[count++] = i;
            if (!may_lie(places, &places->list[i], *face_at(places, place)))
                continue;
            int16_t face = *face_at(places, place);
            for (int at = i; at != place; at = before[at]) {
                int16_t taken = *face_at(places, at);
                *face_at(places, at) = face;
                face = taken;
            }
            *face_at(places, place) = face;
            return;
        }
}

/* Cards were dealt at random; those go elsewhere of which everybody knows that they are not there.
 */
static void keep_to_what_is_told(const struct ruleset *rules, const struct sight *sight,
                                 struct chance *chance, struct table *table)
{
    struct places places = {.rules = rules, .table = table};
    list_places(sight, chance, &places);
    need_kinds(&places, sight);
    for (int i = 0; i < places.count; i++)
        if (!may_lie(&places, &places.list[i], *face_at(&places, i)))
            mend_place(&places, i);
}

/* Cards of hands that the viewer does not see have no slots in a sight, and moves name them. */
static void give_slots(const struct ruleset *rules, int seat, struct table *table)
{
    int hand = seat_zone(rules, seat, rules->hand);
    unsigned used = 1;
    for (int i = 0; i < zone_size(table, hand); i++)
        used |= 1u << zone_card(table, hand, i)->slot;
    for (int i = 0; i < zone_size(table, hand); i++) {
        struct card *card = &table->cards[table->first[hand] + i];
        if (card->slot == 0)
            used |= 1u << (card->slot = (int16_t)__builtin_ctz(~used));
    }
}

/* Whether others' hands in worlds have slots. The hands of games without cards or kinds that are
   known there have none, so that a deal of the day is answered as ever (ROBOT_VERSION). */
static bool gives_slots(const struct ruleset *rules)
{
    if (rules->hand < 0)
        return false;
    const struct zone_spec *hand = &rules->zones[rules->shared_zones + rules->hand];
    bool is_told = hand->flags & ZONE_KEEP;
    for (int own = 0; rules->registers && own < TABLE_OWN; own++)
        is_told |= rules->registers[own].tells != TELLS_NOTHING;
    return is_told && hand->flags & ZONE_SLOTS;
}

void sight_imagine(const struct ruleset *rules, const struct sight *sight, struct chance *chance,
                   struct sight *world)
{
    struct pool pool;
    fill_pool(rules, sight, &pool);
    sight_open(&sight->seen, world);
    world->viewer = sight->viewer;
    unsigned others = ((1u << sight->seen.seats) - 1) & ~(1u << sight->viewer);
    struct play play = {.rules = rules, .table = &world->seen, .chance = chance};
    for (int seat = 0; rules->registers && seat < world->seen.seats; seat++)
        for (int own = 0; own < TABLE_OWN; own++)
            if (world->seen.own[seat][own] == REGISTER_BACK)
                world->seen.own[seat][own] = 1 + chance_pick(chance, rules->registers[own].most);
    for (int zone = 0; zone < world->seen.zones; zone++) {
        for (int i = world->seen.first[zone]; i < world->seen.first[zone + 1]; i++) {
            struct card *card = &world->seen.cards[i];
            if (!face_is_back(card->face))
                continue;
            card->face = (int16_t)deal_face(face_back_class(card->face), chance, &pool);
            const struct zone_spec *spec = zone_spec(rules, zone);
            if (spec->flags & ZONE_KEEP && !is_kept_hand(spec))
                card->known = (uint16_t)others;
        }
        if (zone_spec(rules, zone)->audience == AUDIENCE_CONTENTS)
            table_shuffle(&play, zone);
    }
    if (tells_anything(rules, &world->seen))
        keep_to_what_is_told(rules, sight, chance, &world->seen);
    for (int seat = 0; gives_slots(rules) && seat < world->seen.seats; seat++)
        give_slots(rules, seat, &world->seen);
}
