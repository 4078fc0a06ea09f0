/* A first game of ROYGBIV, explained move by move (struct lesson in teaching.h). test_lessons
   plays it. */
#include "roygbiv.h"

static const struct lesson_step steps[] = {
    {"p2 play yellow",
     "The row begins with green. Each card must be a neighbour of the last one on the circle red, orange, "
     "yellow, green, blue, indigo, violet: yellow fits. The pot and the Unicorn could be played as well, but "
     "they change who gets what."},
    {"p2 rainbow green",
     "Whoever plays the colour with which the row began completes it and takes its cards, a point each. You "
     "hold no green, but a RAINBOW is any colour that fits: green fits after yellow. You could also build on "
     "with orange."},
    {"p2 play red",
     "Those three cards are yours. Who completes a row begins the next one at once, with any colour. You are "
     "the red leprechaun, so each red card is 2 points for you. Begin with red: you hold another one to "
     "complete it."},
    {"p2 play orange",
     "Orange is a neighbour of red, and red of orange: after this card your second red completes the row. If "
     "you said done now instead, the robot could go on with it."},
    {"p2 play red",
     "Red again, and this row is yours, too. You could play the pot first, but then you would get only the "
     "cards from the pot on, and the rest would stay in the row."},
    {"p2 done",
     "Pot and Unicorn can't begin a row, so your turn ends here: say done. You draw up to seven cards, and the "
     "robot begins a row."},
    {"p1 play orange", NULL},
    {"p1 play yellow", NULL},
    {"p1 rainbow orange", NULL},
    {"p1 play green", NULL},
    {"p1 rainbow yellow", NULL},
    {"p1 play green", NULL},
    {"p1 play indigo", NULL},
    {"p1 done", NULL},
    {"p2 play violet",
     "The row begins with indigo, and you hold its neighbours blue and violet, and an indigo to come back. Play "
     "violet, then indigo. You could also pass; but then the robot may complete the row."},
    {"p2 play indigo",
     "Indigo completes the row: three more cards. Long rows are worth more, and from seven cards on they count "
     "double; but what you leave unfinished, the robot may finish."},
};

const struct lesson roygbiv_lesson = {
    .deal = 17, .seats = 2, .options = "", GAME_LIST(step, steps)};
