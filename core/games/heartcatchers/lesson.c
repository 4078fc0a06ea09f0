/* A first game of Heartcatchers, explained move by move (struct lesson in teaching.h).
   test_lessons plays it. */
#include "heartcatchers.h"

static const struct lesson_step steps[] = {
    {"p1 catch 1 me2",
     "At the end every face-up card on your side is a point. Red catches green, so a red heart goes on your "
     "green stack 2, which then holds two cards. You could also steal a green stack of the robot with it, or "
     "hide a card."},
    {"p2 steal 1 them2 me1", NULL},
    {"p1 steal 3 them1 me2",
     "The robot has stolen your stack; it is three cards high now. Green catches blue: steal it back, and give "
     "a stack of one card for it. Your green card is a Heartbreaker, but face up that is just a green card."},
    {"p2 steal 1 them2 me1", NULL},
    {"p1 hide 1 them1",
     "Nothing catches the white Uncatchable (W), so those five cards look lost. But a stack with a Change-of-Heart "
     "(RC) under it changes places at the end with the one across from it, here your stack 1. Hide yours under the "
     "five; the robot can't see what it is."},
    {"p2 hide 2 me2", NULL},
    {"p1 hide 1 them1",
     "A hidden Ultimate Love (BL) is 3 points for the side on which its stack ends. The stack of five should "
     "end on yours, so hide it there, too. Under a stack of your own it could be stolen."},
    {"p2 steal 3 them1 me3", NULL},
    {"p1 hide 2 them2",
     "The pile is empty, so both of you play out your hands. A hidden Heartbreaker (RX) costs the side on which "
     "it ends 3 points: hide yours under a stack that should stay with the robot. You could also catch with it."},
    {"p2 hide 3 me1", NULL},
    {"p1 catch 3 me2",
     "Now one more point: your red heart catches your own green stack 2. Keep the Uncatchable for your last "
     "turn, since nothing can be played on it; the robot plays last."},
};

const struct lesson heartcatchers_lesson = {
    .deal = 18, .seats = 2, .options = "", GAME_LIST(step, steps)};
