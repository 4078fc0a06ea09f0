/* What a board of Coloretto says in its message, and what the picture below it says of the same: no
   state may be shown with the picture of another. */
#ifndef PICTURED_H
#define PICTURED_H

#include <jansson.h>
#include <stdbool.h>

/* How many cards are left, whether one is drawn, and whether it is ann's turn: no two states one
   after the other have the same. */
struct pictured {
    int left; /* -1: no board is told */
    bool is_drawn, is_anns;
};
/* Of the words of a message, a string. */
struct pictured pictured_told(const char *content);
bool pictured_is_same(struct pictured one, struct pictured other);

/* In words, what the message's picture of a board shows; "" if it has none. Borrowed. */
const char *pictured_alt(const json_t *message);
/* Fails the test if that is another state than its words tell. */
void pictured_expect_own(const json_t *message);

#endif
