/* A field of Heartcatchers laid by hand, for its tests: zones as players count them, and six
   stacks at once. */
#ifndef HEARTCATCHERS_FIELD_H
#define HEARTCATCHERS_FIELD_H

#include "heartcatchers/heartcatchers.h"
#include "stage.h"

extern const struct game game_heartcatchers;

static inline int zone_of(int seat, int zone)
{
    return HC_SHARED_ZONES + seat * HC_SEAT_ZONES + zone;
}

static inline int up(int seat, int stack) /* stacks as players count them: 1 to 3 */
{
    return zone_of(seat, HC_UP + stack - 1);
}

static inline int under(int seat, int stack)
{
    return zone_of(seat, HC_UNDER + stack - 1);
}

static inline int shown(int seat, int stack)
{
    return zone_of(seat, HC_SHOWN + stack - 1);
}

static inline int hand(int seat)
{
    return zone_of(seat, HC_HAND);
}

/* Six stacks, bottom card first, and seat 1 to move. */
static inline void lay_field(struct stage *stage, const char *const stacks[6])
{
    stage_init(stage, &game_heartcatchers, 2);
    for (int i = 0; i < 6; i++)
        stage_lay(stage, up(i / HC_STACKS, i % HC_STACKS + 1), stacks[i]);
}
#define FIELD(stage, ...) lay_field(stage, (const char *const[6]){__VA_ARGS__})

#endif
