/* What a lesson says to the learner: its next step, "Lesson, step 2: ... Type: !catch d me1". */
#include "lesson.h"
#include "session_view.h"
#include "tell.h"
#include "text.h"

static void put_step(const struct session *session, const struct lesson *lesson, int seat,
                     struct prose *out)
{
    const struct playing *playing = session->playing;
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct moves moves = {.count = 1}, legal;
    int mover;
    view.is_aloud = session_is_aloud(session, seat);
    const struct lesson_step *step = lesson_next(playing, session->game, &mover, &moves.list[0]);
    if (!step || !step->say || mover != seat || !session_legal(session, seat, &sight, &legal) ||
        !moves_has(&legal, &moves.list[0]))
        return;
    int number = 1;
    for (int i = 0; i < playing->lesson_step; i++)
        number += lesson->steps[i].say != NULL;
    view_string(out, STRING_LESSON_STEP, "n", text_number(number), "text", step->say, (char *)0);
    prose_put(out, " ");
    view_moves(&view, &moves, 1, out);
}

void tell_put_lesson(const struct session *session, int seat, struct prose *out)
{
    const struct lesson *lesson = lesson_of(session->playing, session->game);
    int at = session->playing->lesson_step;
    struct prose line;
    prose_clear(&line);
    if (!lesson || seat != lesson_learner(lesson) || session->playing->table.over)
        return;
    if (at == lesson->step_count)
        view_string(&line, STRING_LESSON_END, (char *)0);
    else if (at == LESSON_LEFT)
        view_string(&line, STRING_LESSON_LEFT, "id", session->game->id, (char *)0);
    else
        put_step(session, lesson, seat, &line);
    if (line.length > 0 && out->length > 0)
        prose_put(out, "\n");
    prose_append(out, &line);
}
