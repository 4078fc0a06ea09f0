/* Seat words: who says the word of a seat gets it back. */
#ifndef SEAT_WORD_H
#define SEAT_WORD_H

#include <stdint.h>

#include "seat.h"

struct text;

void word_new(char word[16], unsigned char hash[ROOM_HASH], int64_t table);
void word_hash(const char *word, int64_t table, unsigned char hash[ROOM_HASH]);
/* A line that takes the seat's word from it, and gives it another. */
void word_put_line(int seat, const unsigned char hash[ROOM_HASH], struct text *line);

#endif
