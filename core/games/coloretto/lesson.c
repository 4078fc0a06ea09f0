/* A first game of Coloretto, explained move by move (struct lesson in teaching.h). test_lessons
   plays it. */
#include "coloretto.h"

static const struct lesson_step steps[] = {
    {"p1 draw",
     "At the end your three best colours score plus, all others minus; 1, 2, 3 cards of a colour are worth 1, "
     "3, 6 points. In your turn you draw a card and place it at a row, or take a row. No row has a card yet, so "
     "draw."},
    {"p1 place 1",
     "The robot has an orange card, you have none. With two players the rows hold 1, 2 and 3 cards. In row 1 "
     "the orange card stays alone; in a longer row it would make a good row better, perhaps for the robot."},
    {"p2 draw", NULL},
    {"p2 place 2", NULL},
    {"p1 draw",
     "You could take a row now, but then you are out for this round, with one orange card that you don't need. "
     "So draw once more."},
    {"p1 place 3",
     "You have a blue card already. Row 3 is empty and holds three: begin a row there that you would like to "
     "take. At row 2 the blue card would lie next to orange, which you don't want."},
    {"p2 draw", NULL},
    {"p2 place 2", NULL},
    {"p1 draw",
     "A joker counts as any colour, so row 2 is worth something: you could take it, and be out for this round. "
     "But row 3 may become better for you, and only row 3 has room for the next card: draw."},
    {"p1 place 3", NULL},
    {"p2 take 2", NULL},
    {"p1 draw",
     "The robot has taken a row and is out. You alone go on, as long as a row has room: the next card goes to "
     "row 3 as well. You could take row 3 as it is, if you feared a colour that you don't want."},
    {"p1 place 3", NULL},
    {"p1 take 3",
     "Every row is full, so you must take one. With row 3 you have three blue and two pink cards, 6 and 3 "
     "points. The orange card of row 1 then leaves the game, because nobody took it."},
};

const struct lesson coloretto_lesson = {
    .deal = 12, .seats = 2, .options = "", GAME_LIST(step, steps)};
