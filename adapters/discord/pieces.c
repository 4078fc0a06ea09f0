/* Cuts texts that are longer than a message. Counts code points, as Discord does. */
#include <stdio.h>
#include <string.h>

#include "interact.h"
#include "markdown.h"

enum { FENCE_END = 4 }; /* code points of "\n```" */

/* Bytes of the first `most` code points. */
static int bytes_of(const char *text, int most)
{
    int at = 0;
    for (int i = 0; i < most && text[at]; i++)
        for (at++; ((unsigned char)text[at] & 0xC0) == 0x80; at++)
            ;
    return at;
}

/* Where to cut the first `length` bytes: behind the last line, else the last word, else where they end. */
static int cut_of(const char *text, int length)
{
    const char *const ends = "\n ";
    for (const char *end = ends; *end; end++)
        for (int at = length; at > length / 2; at--)
            if (text[at] == *end)
                return at;
    return length;
}

/* Which code block is open behind `length` bytes. */
static void follow_fences(struct pieces *pieces, int length)
{
    for (const char *p = pieces->rest; p < pieces->rest + length; p += strcspn(p, "\n"), p += *p == '\n') {
        if (strncmp(p, "```", 3) != 0)
            continue;
        int end = (int)strcspn(p, "\n");
        if (pieces->fence[0])
            pieces->fence[0] = '\0';
        else
            snprintf(pieces->fence, sizeof pieces->fence, "%.*s", end, p);
    }
}

bool pieces_next(struct pieces *pieces, int most, struct text *out)
{
    text_clear(out);
    if (!*pieces->rest)
        return false;
    if (pieces->fence[0])
        text_putf(out, "%s\n", pieces->fence);
    int room = most - markdown_length(out->bytes);
    int length = (int)strlen(pieces->rest);
    if (markdown_length(pieces->rest) > room)
        length = cut_of(pieces->rest, bytes_of(pieces->rest, room - FENCE_END));
    text_put_bytes(out, pieces->rest, length);
    follow_fences(pieces, length);
    if (pieces->fence[0] && pieces->rest[length])
        text_put(out, "\n```");
    pieces->rest += length;
    pieces->rest += *pieces->rest == '\n' || *pieces->rest == ' ';
    return true;
}
