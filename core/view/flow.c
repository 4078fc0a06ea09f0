/* A greedy line breaker; widths by columns.h. */
#include "flow.h"

#include <string.h>

#include "columns.h"
#include "prose.h"

void flow_line(struct flow *flow, int indent)
{
    static const char blanks[] = "        ";
    if (flow->column > 0)
        prose_put(flow->out, "\n");
    prose_put_bytes(flow->out, blanks, indent);
    flow->column = flow->indent = indent;
}

static void put(struct flow *flow, const struct prose *from, int at, int length, int wide)
{
    if (flow->column > flow->indent) {
        prose_put(flow->out, " ");
        flow->column++;
    }
    prose_append_part(flow->out, from, at, length);
    flow->column += wide;
}

static bool has_room(const struct flow *flow, int wide)
{
    return flow->column + (flow->column > flow->indent) + wide <= flow->limit;
}

void flow_put(struct flow *flow, const struct prose *from, int at, int length)
{
    int wide = columns(from->text + at, length);
    if (!has_room(flow, wide) && flow->column > flow->indent)
        flow_line(flow, flow->indent);
    if (has_room(flow, wide)) {
        put(flow, from, at, length, wide);
        return;
    }
    for (int end = at + length;
         at < end;) { /* a piece wider than a line: word by word; a word wider than a line is split */
        const char *blank = memchr(from->text + at, ' ', (size_t)(end - at));
        int word = blank ? (int)(blank - from->text) - at : end - at;
        wide = columns(from->text + at, word);
        if (!has_room(flow, wide) && flow->column > flow->indent)
            flow_line(flow, flow->indent);
        if (!has_room(flow, wide))
            word = columns_fit(from->text + at, word, flow->limit - flow->column);
        put(flow, from, at, word, columns(from->text + at, word));
        at += word + (from->text[at + word] == ' ');
    }
}
