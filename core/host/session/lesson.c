#include "lesson.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"

const struct lesson *lesson_of(const struct playing *playing, const struct game *game)
{
    const struct lesson *lesson = game->lesson;
    return lesson && lesson->deal == playing->lot.lesson && playing->game_number == 1 ? lesson
                                                                                      : NULL;
}

static int seat_of(const struct lesson_step *step)
{
    return atoi(step->move + 1) - 1;
}

int lesson_learner(const struct lesson *lesson)
{
    return seat_of(&lesson->steps[lesson->step_count - 1]);
}

const struct lesson_step *lesson_next(const struct playing *playing, const struct game *game,
                                      int *seat, struct move *move)
{
    const struct lesson *lesson = lesson_of(playing, game);
    if (!lesson || playing->lesson_step < 0 || playing->lesson_step >= lesson->step_count)
        return NULL;
    const struct lesson_step *step = &lesson->steps[playing->lesson_step];
    const char *text = strchr(step->move, ' ');
    check(text);
    *seat = seat_of(step);
    return move_read_canonical(&playing->rules, text + 1, move) ? step : NULL;
}

void lesson_note(struct playing *playing, const struct game *game, int seat,
                 const struct move *move)
{
    const struct lesson *lesson = lesson_of(playing, game);
    struct move next;
    int mover;
    if (!lesson || playing->lesson_step == LESSON_OVER)
        return;
    if (playing->lesson_step == LESSON_LEFT || playing->lesson_step == lesson->step_count)
        playing->lesson_step = seat == lesson_learner(lesson) ? LESSON_OVER : playing->lesson_step;
    else if (lesson_next(playing, game, &mover, &next) && mover == seat && move_same(&next, move))
        playing->lesson_step++;
    else
        playing->lesson_step = LESSON_LEFT;
}
