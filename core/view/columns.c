/* Measures with utf8proc. A grapheme is as wide as its characters together, but never wider than
   two columns: terminals and chat clients show joined emoji, flags and combining marks in the
   same way. */
#include "columns.h"

#include <stdbool.h>
#include <string.h>

#include <utf8proc.h>

#include "prose.h"

enum { EMOJI_STYLE = 0xfe0f, COLUMNS_MAX = 2 };

static int scalar_columns(utf8proc_int32_t scalar)
{
    return scalar == EMOJI_STYLE ? COLUMNS_MAX : utf8proc_charwidth(scalar);
}

/* Reads one grapheme; returns its bytes. */
static int read_grapheme(const char *text, int length, int *wide)
{
    utf8proc_int32_t state = 0, before = 0;
    int at = 0;
    *wide = 0;
    while (at < length) {
        utf8proc_int32_t scalar;
        int size = (int)utf8proc_iterate((const utf8proc_uint8_t *)text + at, length - at, &scalar);
        if (size <= 0) {
            size = 1; /* ill-formed bytes are shown as one replacement character */
            scalar = 0xfffd;
        }
        if (at > 0 && utf8proc_grapheme_break_stateful(before, scalar, &state))
            break;
        *wide += scalar_columns(scalar);
        before = scalar;
        at += size;
    }
    if (*wide > COLUMNS_MAX)
        *wide = COLUMNS_MAX;
    return at;
}

static bool is_ascii(const char *text, int length)
{
    for (int i = 0; i < length; i++)
        if ((unsigned char)text[i] >= 0x80)
            return false;
    return true;
}

int columns_fit(const char *text, int length, int limit)
{
    int at = 0;
    if (is_ascii(text, length))
        return length < limit ? length : limit;
    while (at < length) {
        int wide, size = read_grapheme(text + at, length - at, &wide);
        limit -= wide;
        if (limit < 0)
            break;
        at += size;
    }
    return at;
}

int columns(const char *text, int length)
{
    int sum = 0;
    if (is_ascii(text, length))
        return length;
    for (int at = 0, wide; at < length; sum += wide)
        at += read_grapheme(text + at, length - at, &wide);
    return sum;
}

/* ---- lines ---- */

/* Begins a new line, unless this line is empty. */
static void begin_line(struct flow *flow)
{
    static const char blanks[] = "        ";
    if (flow->column > 0)
        prose_put(flow->out, "\n");
    prose_put_bytes(flow->out, blanks, flow->indent);
    flow->column = flow->indent;
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

void columns_flow_put(struct flow *flow, const struct prose *piece)
{
    int wide = columns(piece->text, piece->length);
    if (!has_room(flow, wide) && flow->column > flow->indent)
        begin_line(flow);
    if (has_room(flow, wide)) {
        put(flow, piece, 0, piece->length, wide);
        return;
    }
    /* A piece wider than a line goes word by word; a word wider than a line is split. */
    for (int at = 0; at < piece->length;) {
        const char *from = piece->text + at;
        int left = piece->length - at;
        const char *blank = memchr(from, ' ', (size_t)left);
        int word = blank ? (int)(blank - from) : left;
        wide = columns(from, word);
        if (!has_room(flow, wide) && flow->column > flow->indent)
            begin_line(flow);
        if (!has_room(flow, wide))
            word = columns_fit(from, word, flow->limit - flow->column);
        put(flow, piece, at, word, columns(from, word));
        at += word + (from[word] == ' ');
    }
}
