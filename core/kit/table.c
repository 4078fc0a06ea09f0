/* Moves cards, and keeps zone borders, slots, marks, who knows which card, and the event of each
   move. Only viewers() below reads from the ruleset who sees a zone. */
#include "table.h"

#include <string.h>

#include "chance.h"
#include "check.h"
#include "event.h"
#include "ruleset.h"
#include "sight.h"
#include "text.h"

void table_init(struct table *table, const struct ruleset *rules, int seats)
{
    int zones = rules->shared_zones + seats * rules->seat_zones;
    check(seats >= 1 && seats <= TABLE_SEATS && zones <= TABLE_ZONES);
    memset(table, 0, offsetof(struct table, cards));
    table->seats = seats;
    table->zones = zones;
}

void table_add(struct table *table, int zone, int face, int count)
{
    int end = table->first[zone + 1], all = table->first[table->zones];
    check(count >= 0 && all + count <= TABLE_CARDS);
    memmove(&table->cards[end + count], &table->cards[end],
            (size_t)(all - end) * sizeof(struct card));
    for (int i = 0; i < count; i++)
        table->cards[end + i] = (struct card){.face = (int16_t)face};
    for (int z = zone + 1; z <= table->zones; z++)
        table->first[z] += count;
}

size_t table_bytes(const struct table *table)
{
    return offsetof(struct table, cards) + (size_t)table->first[table->zones] * sizeof(struct card);
}

void table_copy(struct table *to, const struct table *from)
{
    memcpy(to, from, table_bytes(from));
}

bool table_same(const struct table *a, const struct table *b)
{
    size_t bytes = table_bytes(a);
    return bytes == table_bytes(b) && memcmp(a, b, bytes) == 0;
}

/* The slots that cards of the zone have, as bits; slots begin at 1. */
static unsigned used_slots(const struct table *table, int zone)
{
    unsigned used = 1;
    for (int i = table->first[zone]; i < table->first[zone + 1]; i++)
        used |= 1u << table->cards[i].slot;
    return used;
}

/* The card as it arrives in a zone of that kind, with the marks and knowledge that it keeps.
   `seen`: the viewers who saw the card leave. The card gets the lowest slot that is not `used`. */
static struct card entering(const struct card *card, const struct zone_spec *spec, unsigned seen,
                            unsigned *used)
{
    int16_t slot = 0;
    if (spec->flags & ZONE_SLOTS) {
        slot = (int16_t)__builtin_ctz(~*used);
        check(slot <= TABLE_SLOTS); /* no hand of any game holds more cards with slots */
        *used |= 1u << slot;
    }
    return (struct card){.face = card->face,
                         .as = spec->audience == AUDIENCE_ALL ? card->as : 0,
                         .slot = slot,
                         .known = spec->flags & ZONE_KEEP ? (uint16_t)seen : 0};
}

/* Makes room for `count` cards that leave `source` and go to index `at` of `to`. Returns their
   new place, which the caller fills. */
static inline struct card *shift(struct table *t, int from, int source, int count, int to, int at)
{
    struct card *cards = t->cards;
    int target = t->first[to] + at;
    if (from < to)
        target -= count; /* when the cards leave, all cards behind them move down */
    if (source < target)
        memmove(&cards[source], &cards[source + count], (size_t)(target - source) * sizeof *cards);
    else if (target < source)
        memmove(&cards[target + count], &cards[target], (size_t)(source - target) * sizeof *cards);
    for (int z = 0; z <= t->zones; z++) /* all zones: cheaper than to find out where to stop */
        t->first[z] += (z > to ? count : 0) - (z > from ? count : 0);
    return &cards[target];
}

/* Who knows the card before it leaves: those who see it, and everybody if all cards of a
   CONTENTS zone are the same. */
static unsigned knowers(const struct play *play, int zone, int i)
{
    const struct table *t = play->table;
    bool is_sure = zone_spec(play->rules, zone)->audience == AUDIENCE_CONTENTS &&
                   zone_tally(t, zone, zone_face(t, zone, i)) == zone_size(t, zone);
    return is_sure ? EVERYBODY : sight_viewers(play->rules, t, zone, i);
}

/* The cards from index `at` on, `count` of them, lie there now; `known`: who knew each where it
   was. */
static void note_learned(struct play *play, int zone, int at, int count, const unsigned *known)
{
    bool is_told = zone_spec(play->rules, zone)->audience == AUDIENCE_CONTENTS;
    for (int i = 0; i < count; i++)
        *play->learned |=
            (is_told ? EVERYBODY : sight_viewers(play->rules, play->table, zone, at + i)) &
            ~known[i];
}

/* A card that was covered shows its face once the one on it is gone. */
static void note_uncovered(struct play *play, int zone)
{
    int size = zone_size(play->table, zone);
    if (zone_spec(play->rules, zone)->audience == AUDIENCE_TOP && size > 0)
        *play->learned |= EVERYBODY & ~(unsigned)zone_card(play->table, zone, size - 1)->known;
}

void table_insert(struct play *play, int from, int i, int to, int at)
{
    struct table *t = play->table;
    check(i >= 0 && i < zone_size(t, from) && at >= 0 && at <= zone_size(t, to) - (from == to));
    const struct zone_spec *spec = zone_spec(play->rules, to);
    int source = t->first[from] + i;
    bool is_open = spec->audience == AUDIENCE_ALL, was_on_top = i == zone_size(t, from) - 1;
    /* whether it matters who saw it leave */
    bool counts = (play->events && !is_open) || spec->flags & ZONE_KEEP;
    unsigned seen = counts ? sight_viewers(play->rules, t, from, i) : 0;
    unsigned known = play->learned ? knowers(play, from, i) : 0;
    struct card card = t->cards[source];
    if (from != to) {
        unsigned used = spec->flags & ZONE_SLOTS ? used_slots(t, to) : 0;
        card = entering(&card, spec, seen, &used);
    }
    *shift(t, from, source, 1, to, at) = card;
    if (play->learned) {
        note_learned(play, to, at, 1, &known);
        if (was_on_top)
            note_uncovered(play, from);
    }
    struct event *event = event_add(play, EVENT_MOVED);
    if (event) {
        event->from = from;
        event->to = to;
        event->count = 1;
        event->face = card.face;
        event->shown = is_open ? EVERYBODY : seen | sight_viewers(play->rules, t, to, at);
    }
}

void table_move(struct play *play, int from, int i, int to)
{
    table_insert(play, from, i, to, zone_size(play->table, to) - (from == to));
}

enum {
    MOVED_BLOCK = 24
    /* a larger block would cost more than it saves, because the block on the stack is cleared
       first */
};

void table_move_all(struct play *play, int from, int to)
{
    struct table *t = play->table;
    const struct zone_spec *spec = zone_spec(play->rules, to);
    int count = zone_size(t, from);
    unsigned used = spec->flags & ZONE_SLOTS ? used_slots(t, to) : 0;
    check(from != to);
    for (int left = count; left > 0; left -= MOVED_BLOCK) {
        struct card cards[MOVED_BLOCK];
        unsigned seen[MOVED_BLOCK], known[MOVED_BLOCK];
        int block = left < MOVED_BLOCK ? left : MOVED_BLOCK, size = zone_size(t, to);
        for (int i = 0; i < block; i++) {
            seen[i] = spec->flags & ZONE_KEEP ? sight_viewers(play->rules, t, from, i) : 0;
            known[i] = play->learned ? knowers(play, from, i) : 0;
            cards[i] = *zone_card(t, from, i);
        }
        struct card *arrived = shift(t, from, t->first[from], block, to, size);
        for (int i = 0; i < block; i++)
            arrived[i] = entering(&cards[i], spec, seen[i], &used);
        if (play->learned)
            note_learned(play, to, size, block, known);
    }
    struct event *event = count > 0 ? event_add(play, EVENT_MOVED_ALL) : NULL;
    if (event) {
        event->from = from;
        event->to = to;
        event->count = count;
    }
}

void table_swap(struct play *play, int a, int b)
{
    struct table *t = play->table;
    const struct zone_spec *one = zone_spec(play->rules, a), *other = zone_spec(play->rules, b);
    check(a != b && one->audience == other->audience && one->flags == other->flags);
    check(one->audience != AUDIENCE_OWNER);
    int low = a < b ? a : b, high = a < b ? b : a;
    int low_size = zone_size(t, low), high_size = zone_size(t, high);
    int start = t->first[low], middle = t->first[high] - t->first[low + 1];
    struct card *cards = &t->cards[start], held[TABLE_CARDS];
    memcpy(held, cards, (size_t)(low_size + middle + high_size) * sizeof *cards);
    memcpy(cards, held + low_size + middle, (size_t)high_size * sizeof *cards);
    memcpy(cards + high_size, held + low_size, (size_t)middle * sizeof *cards);
    memcpy(cards + high_size + middle, held, (size_t)low_size * sizeof *cards);
    for (int z = low + 1; z <= high; z++)
        t->first[z] += high_size - low_size;
    struct event *event = event_add(play, EVENT_SWAPPED);
    if (event) {
        event->from = a;
        event->to = b;
    }
}

void table_shuffle(struct play *play, int zone)
{
    struct table *t = play->table;
    struct card *cards = &t->cards[t->first[zone]];
    for (int i = zone_size(t, zone) - 1; i >= 1; i--) {
        int j = chance_pick(play->chance, i + 1);
        struct card card = cards[i];
        cards[i] = cards[j];
        cards[j] = card;
    }
    for (int i = 0; i < zone_size(t, zone); i++)
        cards[i].known = 0;
    struct event *event = event_add(play, EVENT_SHUFFLED);
    if (event)
        event->to = zone;
}

void table_mark(struct play *play, int zone, int i, int as)
{
    check(zone_spec(play->rules, zone)->audience == AUDIENCE_ALL && i >= 0 &&
          i < zone_size(play->table, zone));
    struct card *card = &play->table->cards[play->table->first[zone] + i];
    card->as = (int16_t)as;
    struct event *event = event_add(play, EVENT_MARKED);
    if (event) {
        event->to = zone;
        event->count = 1;
        event->face = card->face;
        event->shown = EVERYBODY;
        event->args[0] = as;
    }
}

void table_reveal(struct play *play, int seat, int own, int to)
{
    int *registers = play->table->own[seat];
    const struct register_spec *specs = play->rules->registers;
    check(own != to && specs && specs[to].audience == AUDIENCE_ALL);
    if (play->learned && specs[own].audience != AUDIENCE_ALL && registers[own] != 0)
        *play->learned |= EVERYBODY & ~(1u << seat);
    registers[to] = registers[own];
    registers[own] = 0;
    struct event *event = event_add(play, EVENT_REVEALED);
    if (event) {
        event->seat = seat;
        event->to = to;
        event->args[0] = registers[to];
    }
}

static void write_registers(const int *registers, int count, struct text *out)
{
    while (count > 0 && registers[count - 1] == 0)
        count--;
    for (int i = 0; i < count; i++)
        text_putf(out, " %d", registers[i]);
    text_put(out, "\n");
}

void table_write(const struct table *table, const struct ruleset *rules, struct text *out)
{
    text_putf(out, "seats %d turn %d phase %d over %d\nshared", table->seats, table->turn,
              table->phase, table->over);
    write_registers(table->shared, TABLE_SHARED, out);
    for (int seat = 0; seat < table->seats; seat++) {
        text_putf(out, "seat %d", seat + 1);
        write_registers(table->own[seat], TABLE_OWN, out);
    }
    for (int zone = 0; zone < table->zones; zone++) {
        int owner = zone_owner(rules, zone);
        text_put(out, zone_spec(rules, zone)->name);
        if (owner >= 0)
            text_putf(out, " %d", owner + 1);
        text_put(out, ":");
        for (int i = 0; i < zone_size(table, zone); i++) {
            const struct card *card = zone_card(table, zone, i);
            check(!face_is_back(card->face)); /* a sight has no canonical text */
            text_put(out, " ");
            text_put(out, rules->faces[card->face].code);
            if (card->as)
                text_putf(out, "=%d", card->as);
            if (card->slot)
                text_putf(out, "/%d", card->slot);
            if (card->known)
                text_putf(out, "?%x", (unsigned)card->known);
        }
        text_put(out, "\n");
    }
}
