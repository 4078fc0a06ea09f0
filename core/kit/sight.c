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
            if (zone_spec(rules, zone)->flags & ZONE_KEEP)
                card->known = (uint16_t)others;
        }
        if (zone_spec(rules, zone)->audience == AUDIENCE_CONTENTS)
            table_shuffle(&play, zone);
    }
}
