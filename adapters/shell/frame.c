/* See frame.h. The board was told by the host, which waits with that until the disk has the move. A
   hand is asked for each time: nothing of it is kept, and who comes to the keyboard gets their
   own. */
#include "frame.h"

#include <stdio.h>
#include <string.h>

#include "paint.h"
#include "posts.h"
#include "tables.h"
#include "text.h"
#include "view.h"

void frame_take(struct frame_told *frame, const struct post *post)
{
    frame->table = post->table;
    snprintf(frame->room, sizeof frame->room, "%s", post->room);
    frame->board = post->block ? *post->block : *post->board;
    frame->calls = post->called_count > 0 || post->goes_on;
    prose_clear(&frame->next);
    if (post->next)
        frame->next = *post->next;
}

bool frame_put_hand(struct host *host, const struct heard *who, struct prose *out)
{
    struct session *session = host_find(host, who->network, who->room);
    struct press press;
    return session && host_is_playing(session) && host_has_hands(session) &&
           host_panel(session, who, &press, out);
}

bool frame_put_before_hand(const struct frame_told *frame, struct host *host,
                           const struct heard *who, const struct whisper *whisper,
                           struct prose *out)
{
    struct prose hand;
    prose_open(&hand, whisper->prose->language);
    if (whisper->kind != WHISPER_HAND || whisper->table != frame->table ||
        !frame_put_hand(host, who, &hand))
        return false;
    int before = whisper->prose->length - hand.length;
    if (before < 0 || strcmp(whisper->prose->text + before, hand.text) != 0)
        return false;
    while (before > 0 && strchr(" \n", whisper->prose->text[before - 1]))
        before--;
    prose_append_part(out, whisper->prose, 0, before);
    return true;
}

/* Its board is that of the table in the room, or of a game that came to its end there. */
static bool is_true(const struct frame_told *frame, const struct frame_reader *reader)
{
    struct session *session = host_find(reader->host, reader->who.network, reader->who.room);
    return frame->table != 0 && strcmp(frame->room, reader->who.room) == 0 &&
           (session ? host_table_number(session) == frame->table : frame->next.length == 0);
}

static int count_lines(const struct text *text)
{
    int lines = 0;
    for (int i = 0; i < text->length; i++)
        lines += text->bytes[i] == '\n';
    return lines;
}

enum frame_part frame_put(const struct frame_told *frame, const struct frame_reader *reader,
                          struct text *out)
{
    struct prose hand = *reader->margin;
    if (reader->rows == 0 || !is_true(frame, reader))
        return FRAME_NONE;
    bool has_hand = reader->may_see_hand && frame_put_hand(reader->host, &reader->who, &hand);
    for (int is_left_out = !has_hand; is_left_out < 2; is_left_out++) {
        text_clear(out);
        paint_prose(reader->paint, PAINT_PUBLIC, "", &frame->board, out);
        if (is_left_out || !reader->is_alone || !frame->calls)
            paint_prose(reader->paint, PAINT_PUBLIC, "", &frame->next, out);
        if (!is_left_out)
            paint_prose(reader->paint, PAINT_PRIVATE, "", &hand, out);
        if (count_lines(out) <= reader->rows)
            return is_left_out ? FRAME_BOARD : FRAME_HAND;
    }
    return FRAME_NONE;
}

const struct prose *frame_read(struct frame_read *read, const struct post *post, struct prose *news)
{
    const struct prose *board = post->block ? post->block : post->board;
    if (!post->board)
        return board;
    if (post->is_midway && post->kind != POST_ANSWER && read->table == post->table) {
        prose_open(news, post->board->language);
        view_board_news(&read->rows, post->board, true, news);
        board = news;
    }
    read->table = post->table;
    view_board_read(post->board, &read->rows);
    return board;
}
