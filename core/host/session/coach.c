#include "coach.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "record.h"
#include "seat.h"
#include "session_view.h"
#include "text.h"

const struct lesson *coach_lesson(const struct playing *playing, const struct game *game)
{
    const struct lesson *lesson = game->lesson;
    return lesson && lesson->deal == playing->lot.lesson && playing->game_number == 1 ? lesson
                                                                                      : NULL;
}

static int seat_of(const struct lesson_step *step)
{
    return atoi(step->move + 1) - 1;
}

int coach_learner(const struct lesson *lesson)
{
    return seat_of(&lesson->steps[lesson->step_count - 1]);
}

const struct lesson_step *coach_lesson_next(const struct playing *playing, const struct game *game,
                                            int *seat, struct move *move)
{
    const struct lesson *lesson = coach_lesson(playing, game);
    if (!lesson || playing->lesson_step < 0 || playing->lesson_step >= lesson->step_count)
        return NULL;
    const struct lesson_step *step = &lesson->steps[playing->lesson_step];
    const char *text = strchr(step->move, ' ');
    check(text);
    *seat = seat_of(step);
    return move_read_canonical(&playing->rules, text + 1, move) ? step : NULL;
}

int coach_seat_of(const struct playing *playing, const struct game *game)
{
    const struct lesson *lesson = coach_lesson(playing, game);
    if (playing->coach != 0)
        return playing->coach > 0 ? playing->coach - 1 : SEAT_NONE;
    return lesson ? coach_learner(lesson) : SEAT_NONE;
}

int coach_new_rule(const struct playing *playing, const struct moves *moves)
{
    for (int i = 0; i < moves->count; i++) {
        int verb = moves->list[i].verb;
        if (playing->rules.verbs[verb].rule && !(playing->taught >> verb & 1))
            return verb;
    }
    return -1;
}

/* A function of its own: its big values are cleared with each call. */
static __attribute__((noinline)) void note_rule(struct playing *playing, const struct game *game,
                                                int seat)
{
    struct sight sight;
    struct moves moves;
    deal_legal(playing, game, seat, &sight, &moves);
    int verb = coach_new_rule(playing, &moves);
    playing->taught |= verb >= 0 ? 1u << verb : 0;
}

void coach_note_told(struct playing *playing, const struct game *game)
{
    struct move next;
    int mover, seat = coach_seat_of(playing, game);
    if (seat >= 0 && deal_due(playing, game) >> seat & 1 &&
        !coach_lesson_next(playing, game, &mover, &next))
        note_rule(playing, game, seat);
}

/* What the coached seat was told before it moves: the words of the lesson's step, or a rule. */
static void note_turn(struct playing *playing, const struct game *game, int seat,
                      const struct move *move)
{
    struct move next;
    int mover;
    if (coach_seat_of(playing, game) != seat)
        return;
    if (coach_lesson_next(playing, game, &mover, &next))
        playing->taught |= 1u << move->verb;
    else
        coach_note_told(playing, game);
}

void coach_note_move(struct playing *playing, const struct game *game, int seat,
                     const struct move *move)
{
    struct move next;
    int mover;
    note_turn(playing, game, seat, move);
    if (!playing->lot.lesson || !coach_lesson_next(playing, game, &mover, &next))
        return;
    bool is_next = mover == seat && move_same(&next, move);
    playing->lesson_step = is_next ? playing->lesson_step + 1 : LESSON_LEFT;
}

/* ---- applied ---- */

/* For the rest of this game; in a lesson it is so without a word. */
bool coach_apply_practice(struct session *session, const struct record_line *line, struct text *why)
{
    struct playing *playing = session->playing;
    (void)line;
    if (!session_is_alone(session) || deal_is_practice(playing) || playing->table.over) {
        text_put(why, "a game becomes practice twice, or where several people play");
        return false;
    }
    playing->practice = playing->game_number;
    return true;
}

/* The game is practice with it; the next ones, too, as long as it is on. */
bool coach_apply(struct session *session, const struct record_line *line, struct text *why)
{
    struct playing *playing = session->playing;
    const char *says = record_get(line, "says");
    bool is_on = says && strcmp(says, "on") == 0;
    if (line->seat != session_only_person(session) || playing->table.over) {
        text_put(why, "a coach speaks to no person, or where several people play");
        return false;
    }
    playing->coach = is_on ? line->seat + 1 : -1;
    playing->practice = is_on ? playing->game_number : playing->practice;
    return true;
}
