#include "kills.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "household.h"

enum { PEOPLE = 3, STEPS_MOST = 40, STATE = 512, SECOND = 1000 };

static const char *people[PEOPLE];

static void say(const struct kills_story *story, const struct kills_step *step, const char *id)
{
    if (house.commands)
        house.now += 5 * SECOND; /* commands mind who says too much */
    house_say_as(&house, story->is_private ? NULL : "#g", people[step->who], story->rank, id,
                 step->text);
    house_settle(&house);
}

static void come_back(const struct kills_step *step, enum kill_at kill_at)
{
    house_forget(&house);
    restart_house();
    house_wait(&house, SECOND);
    if (kill_at != UNTOLD)
        return;
    if (step->is_told_again)
        house_expect(&house, step->told);
    if (step->also)
        house_expect(&house, step->also);
}

static void make(const struct kills_story *story, const struct kills_step *step,
                 enum kill_at kill_at, const char *id)
{
    if (kill_at == UNSAVED)
        faulty_store_fail(faulty, 0, INT_MAX, STORE_IO);
    faulty_store_hold(faulty, kill_at == UNTOLD);
    house_forget(&house);
    say(story, step, id);
    if (kill_at == UNSAVED || kill_at == UNTOLD)
        house_expect_not(&house, step->told);
    else
        house_expect(&house, step->told);
    faulty_store_fail(faulty, 0, 0, STORE_OK);
    faulty_store_hold(faulty, false);
    if (kill_at == NEVER)
        return;
    come_back(step, kill_at);
    say(story, step, id); /* the network brings it once more */
    if (kill_at == UNSAVED)
        house_expect(&house, step->told);
}

static void play(const struct kills_story *story, enum kill_at kill_at, char states[][STATE])
{
    char id[16];
    story->begin(people);
    for (int i = 0; i < story->count; i++) {
        struct text out = text_over(states[i], STATE);
        snprintf(id, sizeof id, "m%d", i);
        make(story, &story->steps[i], kill_at, id);
        story->put_state(&out);
        assert_false(out.cut);
    }
}

void kills_expect_nothing_lost(void **state, const struct kills_story *story)
{
    static char wanted[STEPS_MOST][STATE], got[STEPS_MOST][STATE];
    assert_in_range(story->count, 1, STEPS_MOST);
    play(story, NEVER, wanted);
    for (enum kill_at kill_at = UNSAVED; kill_at <= TOLD; kill_at++) {
        close_house(state);
        open_house(state);
        play(story, kill_at, got);
        for (int i = 0; i < story->count; i++)
            if (strcmp(wanted[i], got[i]) != 0)
                fail_msg("killed at %d of step %d (%s): %s, and not %s", (int)kill_at, i,
                         story->steps[i].text, got[i], wanted[i]);
    }
}
