/* A first game of Colour MY Kritters, explained move by move (struct lesson in teaching.h).
   test_lessons plays it. */
#include "kritters.h"

static const struct lesson_step steps[] = {
    {"p2 buy 1",
     "The three cards in front of you pay with their splotches: magenta, cyan, yellow. M+:M costs one magenta; "
     "it gives a magenta later, and its + draws you one card more each time. You could also buy 4, or a Magic "
     "Wand for all three."},
    {"p1 buy 1", NULL},
    {"p2 buy wand",
     "What you buy comes into play when your deck is shuffled again. C, M and Y in front of you are just the "
     "price of a Magic Wand: it lets all splotches of one colour count as another. A Kritter costs less now, "
     "but the rest would be lost."},
    {"p1 buy 4", NULL},
    {"p2 buy 1",
     "Here is your wand. It lets both cyan splotches count as yellow or as magenta; you need not say which. "
     "M+:Y is paid with a yellow then, and is another Kritter that draws a card. You could buy 2 or 4 instead."},
    {"p1 buy 3", NULL},
    {"p2 buy brush",
     "The + has drawn a fourth card, so you have three magentas, the price of the Paintbrush. A colour scores "
     "only beside a Paintbrush or a Palette: 1 point for each of its Kritters, 2 with both. Now your magentas "
     "can score."},
    {"p1 buy 1", NULL},
    {"p2 buy 2",
     "A Paintbrush pays for nothing when it lies in front of you, but it scores at the end, wherever it lies. "
     "So buy Kritters of one colour now; magenta suits you. Who can pay for a card must buy one, and this one "
     "is all you can pay for."},
};

const struct lesson kritters_lesson = {
    .deal = 9, .seats = 2, .options = "", GAME_LIST(step, steps)};
