/* A table of Color Catcher laid by hand, for the tests of that game. */
#ifndef COLORCATCHER_TABLE_H
#define COLORCATCHER_TABLE_H

#include <string.h>

#include "colorcatcher/colorcatcher.h"
#include "stage.h"
#include "testing.h"

extern const struct game game_colorcatcher;

static inline int hand(int seat)
{
    return zone_of(seat, CC_HAND);
}

static inline int held(int seat)
{
    return zone_of(seat, CC_HELD);
}

static inline int shown(int seat)
{
    return zone_of(seat, CC_SHOWN);
}

/* Round 1 of 24, red is dominant, seat 1 began and acts; no cards anywhere. */
static inline void lay_table(struct stage *s, int seats)
{
    stage_init(s, &game_colorcatcher, seats);
    s->table.shared[CC_DOMINANT] = CC_RED;
    s->table.shared[CC_ROUND] = 1;
    s->table.shared[CC_LAST] = 24;
}

static inline void script(struct stage *s, int pick)
{
    assert_true(chance_script(&s->chance, pick));
}

/* Not legal, and refused by this very sentence. */
static inline void expect_refusal(const struct stage *s, int seat, const char *move,
                                  const char *why)
{
    const char *said = stage_refusal(s, seat, move);
    assert_false(stage_can(s, seat, move));
    if (!said || strcmp(said, why) != 0)
        fail_msg("\"%s\" is refused by \"%s\", expected \"%s\"", move, said ? said : "nothing",
                 why);
}

static inline bool says(const struct stage *s, int say)
{
    for (int i = 0; i < s->events.count; i++)
        if (s->events.list[i].kind == EVENT_SAID && s->events.list[i].say == say)
            return true;
    return false;
}

/* The last seat, whose hand has to be empty, ends its turn and with it the round, by discarding
   a red card. */
static inline void end_round(struct stage *s)
{
    int last = s->table.seats - 1;
    assert_int_equal(zone_size(&s->table, hand(last)), 0);
    s->table.turn = last;
    s->table.phase = CC_AFTER_DRAW;
    stage_lay(s, hand(last), "R");
    stage_play(s, last, "discard red");
}

#endif
