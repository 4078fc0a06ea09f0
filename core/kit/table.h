/* The table: one flat value that holds a whole game. Cards lie in zones, zone after zone in one
   array; registers are numbers, public unless the ruleset shows a seat's register to its owner
   alone. table_copy() makes a clone, a snapshot or a rollback. No pointers, no heap, no clock,
   no I/O. struct ruleset says who sees each zone; sight.h applies it. */
#ifndef TABLE_H
#define TABLE_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct ruleset;
struct chance;
struct events;
struct text;

enum {
    TABLE_SEATS = 12,
    TABLE_CARDS = 336,
    TABLE_FACES = 128, /* kinds of cards */
    TABLE_ZONES = 48,
    TABLE_SHARED = 16, /* registers of the table */
    TABLE_OWN = 4,     /* registers of each seat */
    TABLE_SLOTS = 26
};

/* Viewers and actors that are not seats. */
enum { SEAT_PUBLIC = TABLE_SEATS, SEAT_HOST = TABLE_SEATS + 1, SEAT_NONE = -1 };

/* Sets of viewers are bits: 1 << seat, and the public. */
enum { EVERYBODY = (1 << (SEAT_PUBLIC + 1)) - 1 };

struct card {
    int16_t face; /* index into the ruleset's faces; in a sight also FACE_BACK(class) */
    /* a public mark, 0: unmarked; cleared when the card enters a zone that is not public */
    int16_t as;
    /* 1..26, whose label the holder types (move_label()); 0 in zones without slots */
    int16_t slot;
    /* seats that know the card although they do not see the zone (only with ZONE_KEEP) */
    uint16_t known;
};

struct table {
    int seats, zones;
    int turn;  /* the seat whose turn it is; unused in a game without turns */
    int phase; /* the game's own */
    bool over;
    int shared[TABLE_SHARED];
    int own[TABLE_SEATS][TABLE_OWN];
    int first[TABLE_ZONES + 1];     /* zone z holds cards[first[z]] .. cards[first[z + 1] - 1] */
    struct card cards[TABLE_CARDS]; /* last, so that copies stop at the used part */
};

/* What a sight shows instead of a register that its viewer may not see. */
enum { REGISTER_BACK = INT_MIN };

/* The back of a class of faces, as a face. */
#define FACE_BACK(class) ((int16_t)(-1 - (class)))
static inline bool face_is_back(int face)
{
    return face < 0;
}
static inline int face_back_class(int face)
{
    return -1 - face;
}

/* An empty table with the ruleset's zones for `seats` seats. */
void table_init(struct table *table, const struct ruleset *rules, int seats);

/* Setup only: puts `count` cards of one face on top of a zone. Fastest in the order of the
   zones. */
void table_add(struct table *table, int zone, int face, int count);

void table_copy(struct table *to, const struct table *from);
size_t table_bytes(const struct table *table); /* the used part */
bool table_same(const struct table *a, const struct table *b);

/* The canonical text of a table, as docs/record-format.md describes it: the record's hashes are
   hashes of this text. */
void table_write(const struct table *table, const struct ruleset *rules, struct text *out);

/* Inline readers: games look at cards only through these. */
static inline int zone_size(const struct table *table, int zone)
{
    return table->first[zone + 1] - table->first[zone];
}
static inline const struct card *zone_card(const struct table *table, int zone, int i)
{
    return &table->cards[table->first[zone] + i];
}
static inline int zone_face(const struct table *table, int zone, int i)
{
    return zone_card(table, zone, i)->face;
}
/* The face of the last card; the zone must not be empty. */
static inline int zone_top(const struct table *table, int zone)
{
    return table->cards[table->first[zone + 1] - 1].face;
}
static inline int zone_tally(const struct table *table, int zone, int face)
{
    int n = 0;
    for (int i = table->first[zone]; i < table->first[zone + 1]; i++)
        n += table->cards[i].face == face;
    return n;
}
/* Index of the first card of that face, or in that slot. -1 if absent. */
static inline int zone_find(const struct table *table, int zone, int face)
{
    for (int i = table->first[zone]; i < table->first[zone + 1]; i++)
        if (table->cards[i].face == face)
            return i - table->first[zone];
    return -1;
}
static inline int zone_find_slot(const struct table *table, int zone, int slot)
{
    /* loops to the end, without a branch: the processor cannot predict which card it is */
    int found = -1;
    for (int i = 0; i < zone_size(table, zone); i++)
        found = zone_card(table, zone, i)->slot == slot ? i : found;
    return found;
}
/* The face of the card in a slot that is taken. */
static inline int zone_slot_face(const struct table *table, int zone, int slot)
{
    return zone_face(table, zone, zone_find_slot(table, zone, slot));
}

/* A play: what the functions of a game act on, and the only code that moves cards (table.c). */

/* What a game's functions act on. `events` is NULL if nobody listens (setup, robots' thoughts). */
struct play {
    const struct ruleset *rules;
    struct table *table;
    struct chance *chance;
    struct events *events;
    /* gets viewers who see a face that they did not see before; NULL if nobody asks */
    unsigned *learned;
};

/* The only code that moves cards. Each function emits its event for the viewers of the two
   zones. The zone of a card decides who may know the card afterwards. Indexes count from the
   zone's first card. */
void table_move(struct play *play, int from, int i, int to); /* to the top of `to` */
/* so that it lies at index `at` of `to` */
void table_insert(struct play *play, int from, int i, int to, int at);
void table_move_all(struct play *play, int from, int to); /* in their order, on top */
/* Exchanges the cards of two zones of the same audience, with their marks and who knows them. */
void table_swap(struct play *play, int a, int b);
/* Shuffles (Fisher-Yates from the end, with chance picks). Nobody knows any more where a card
   lies. */
void table_shuffle(struct play *play, int zone);
/* Moves a number from one register of a seat to another one that everybody sees. The first
   register becomes 0. */
void table_reveal(struct play *play, int seat, int own, int to);
/* Puts a public mark on a card of a zone that everybody sees. */
void table_mark(struct play *play, int zone, int i, int as);

#endif
