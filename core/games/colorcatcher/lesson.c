/* A first game of Color Catcher, explained move by move (struct lesson in teaching.h).
   test_lessons plays it. */
#include "colorcatcher.h"

static const struct lesson_step steps[] = {
    {"p1 draw", NULL},
    {"p1 keep", NULL},
    {"p1 show orange 1", NULL},
    {"p2 draw",
     "Who first has three sets on the table wins; a set is three or more cards of one colour. In your turn you "
     "get a card, then you show cards of one colour. You could steal the robot's orange card, but you collect "
     "red and green: draw."},
    {"p2 keep",
     "After a draw you may discard a card. At the end of a turn you may hold seven colour cards, so there is "
     "room for all of them: keep."},
    {"p2 show red 3",
     "Now you must show at least one card. Red is dominant: who has most red cards on the table wins this round "
     "and gets an effect card. And three are a set. So show all three reds."},
    {"p2 dominant violet",
     "You have won the round. Your cards of the dominant colour go back to your hand, and you name the next "
     "one. If nobody shows violet, its neighbours on the circle decide, indigo and red. So your reds can win "
     "again, and then they stay."},
    {"p2 draw",
     "You begin this round. Your effect card could be played now, before you draw: it throws away all that a "
     "player shows of one colour. The robot shows a single card, so save it for a set, and draw."},
    {"p2 keep",
     "You hold seven colour cards, the most at the end of a turn; but you are about to show three of them. So "
     "there is no need to discard one."},
    {"p2 show red 3",
     "Show the three reds again. This time red is not dominant, so they stay on the table as your first set, "
     "unless the robot steals one."},
    {"p1 draw", NULL},
    {"p1 keep", NULL},
    {"p1 show blue 1", NULL},
    {"p2 dominant violet",
     "Nobody has violet, and your reds have won the tie: another effect card for you, and the reds stay. Violet "
     "may work once more. You could also name a colour that you hold, but then those cards would go back to "
     "your hand when you win."},
};

const struct lesson colorcatcher_lesson = {
    .deal = 12, .seats = 2, .options = "", GAME_LIST(step, steps)};
