/* The next step of a lesson, for the learner: "Lesson, step 2: ... Type: !catch d me1". */
#include "lesson.h"
#include "session_view.h"
#include "tell.h"
#include "text.h"

void tell_put_step(const struct session *session, const struct lesson *lesson, int seat, struct prose *out)
{
    const struct playing *playing = &session->playing;
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
