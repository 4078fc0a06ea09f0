/* Seat words: a person who says the word of a seat gets the seat back. */
#ifndef SEAT_WORD_H
#define SEAT_WORD_H

#include <stdint.h>

#include "seat.h"

struct text;

void word_new(char word[16], unsigned char hash[ROOM_HASH], int64_t table);
void word_hash(const char *word, int64_t table, unsigned char hash[ROOM_HASH]);
/* Puts a line that gives the seat another word. */
void word_put_line(int seat, const unsigned char hash[ROOM_HASH], struct text *line);

#endif
