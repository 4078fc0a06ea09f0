/* A play: what the functions of a game act on, and the only code that moves cards (table.c). */
#ifndef PLAY_H
#define PLAY_H

#include "table.h"

struct chance;
struct events;
struct ruleset;

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
