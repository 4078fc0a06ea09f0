/* Texts of any length in pieces that fit into messages: of markdown.h, apart because few texts
   are so long. */
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "markdown.h"
#include "text.h"

enum { WHOLE_BYTES = 64 * 1024 };

/* The bytes of at most `most` characters, cut behind a line where there is one. */
static int piece_length(const char *bytes, int most)
{
    int count = 0, at = 0, line = 0;
    while (bytes[at] && count < most) {
        do
            at++;
        while (((unsigned char)bytes[at] & 0xc0) == 0x80);
        count++;
        if (bytes[at - 1] == '\n')
            line = at;
    }
    return bytes[at] && line > 0 ? line : at;
}

static bool toggles_fence(const char *bytes, int length)
{
    bool toggles = false;
    for (const char *p = bytes; p + 3 <= bytes + length; p++)
        if (memcmp(p, "```", 3) == 0) {
            toggles = !toggles;
            p += 2;
        }
    return toggles;
}

int markdown_piece(const char *bytes, int most, bool *is_in_fence, struct text *out)
{
    enum { FENCES = 8 }; /* characters for opening and closing a block */
    int length = piece_length(bytes, most - FENCES);
    bool was_in_fence = *is_in_fence;
    if (length == 0)
        return 0;
    *is_in_fence = was_in_fence != toggles_fence(bytes, length);
    text_put(out, was_in_fence ? "```\n" : "");
    text_put_bytes(out, bytes, length);
    text_put(out, *is_in_fence ? "```" : "");
    return length;
}

bool room_text_draw_piece(struct room_text *text, const struct markdown_style *style,
                          struct text *out)
{
    struct markdown_style plain = *style;
    char *whole = malloc(WHOLE_BYTES);
    check(whole);
    struct text all = text_over(whole, WHOLE_BYTES);
    plain.emoji = NULL;
    plain.commands = NULL;
    room_text_draw_all(NULL, text, &plain, &all);
    text->fence_after = text->is_in_fence;
    int length = markdown_piece(whole + (text->piece < all.length ? text->piece : all.length),
                                DISCORD_CONTENT, &text->fence_after, out);
    text->piece_end = text->piece + length;
    text->has_more = text->piece_end < all.length;
    free(whole);
    return length > 0;
}

bool room_text_next_piece(struct room_text *text)
{
    text->piece = text->piece_end;
    text->is_in_fence = text->fence_after;
    return text->has_more;
}
