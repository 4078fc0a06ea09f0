/* Lists of what a game remarks on. They are bounded; a game that says more is wrong. */
#include "remark.h"

#include "check.h"

struct remark *remarks_add(struct remarks *remarks, const char *text)
{
    check(remarks->count < REMARKS_MOST);
    struct remark *remark = &remarks->list[remarks->count++];
    *remark = (struct remark){.text = text, .seat = SEAT_NONE, .zone = -1, .card = -1};
    return remark;
}

void remark_part(struct remark *remark, int count, const char *word, const char *code,
                 enum colour colour)
{
    check(remark->part_count < REMARK_PARTS);
    remark->parts[remark->part_count++] = (struct remark_part){count, word, code, colour};
}
