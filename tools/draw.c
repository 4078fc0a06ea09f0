/* tabletalk draw: how a table of a record stood after a step, or how its game ended, as a picture.
   Shows what everybody could see, and nothing else. Writes pages to files, too. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "cli.h"
#include "page.h"
#include "picture.h"
#include "prose.h"
#include "replay.h"
#include "session_view.h"
#include "show.h"
#include "sight.h"
#include "tell.h"
#include "text.h"
#include "tools.h"

/* What everybody was told of the step. */
static void put_news(const struct session *session, const char *kind, int seat, struct prose *out)
{
    struct pages said = {0};
    prose_clear(out);
    if (strcmp(kind, "move") == 0)
        show_replayed(session, kind, seat, SEAT_PUBLIC, &said);
    if (said.last)
        *out = said.last->prose;
    tell_pages_fini(&said);
}

void draw_take_step(struct drawing *drawing, const struct session *session, const char *kind,
                    int seat)
{
    struct naming naming;
    struct view view = session_view(session, &naming);
    struct sight sight;
    struct prose news;
    drawing->steps++;
    bool is_over = session->playing->table.over;
    if (drawing->is_ended ? !is_over : drawing->wanted && drawing->steps != drawing->wanted)
        return;
    if (!drawing->order) {
        drawing->order = malloc(sizeof *drawing->order);
        check(drawing->order);
    }
    const char *seal = session->record.seal;
    table_sight(view.rules, &session->playing->table, SEAT_PUBLIC, &sight);
    put_news(session, kind, seat, &news);
    if (drawing->is_ended)
        picture_order_share(&view, &sight, strlen(seal) == LUCK_SEAL - 1 ? seal : NULL, NULL,
                            drawing->order);
    else
        picture_order_board(&view, &sight, &news, NULL, drawing->order);
}

static bool write_file(const char *path, const struct bytes *bytes, FILE *err)
{
    FILE *file = fopen(path, "wb");
    bool is_written = file && fwrite(bytes->at, 1, bytes->length, file) == bytes->length;
    is_written = file && fclose(file) == 0 && is_written;
    if (!is_written)
        fprintf(err, "tabletalk: %s cannot be written: %s\n", path, strerror(errno));
    return is_written;
}

int draw_write_page(const struct page_file *page, const char *path, const char *noun, FILE *out,
                    FILE *err)
{
    struct bytes file = {NULL, 0, 0};
    int steps = page_steps(page), status = EXIT_FAILURE;
    if (steps == 0)
        fputs("tabletalk: no card was dealt, so there is nothing to show\n", err);
    else if (!page_write(page, &file))
        fprintf(err, "tabletalk: %d %ss would make a page of more than %d bytes\n", steps, noun,
                PAGE_BYTES);
    else if (write_file(path, &file, err))
        status = EXIT_SUCCESS;
    if (status == EXIT_SUCCESS)
        fprintf(out, "%s shows %d %s%s. Open it in a browser.\n", path, steps, noun,
                steps == 1 ? "" : "s");
    bytes_fini(&file);
    return status;
}

static int put_picture(const struct drawing *drawing, const char *path, FILE *out, FILE *err)
{
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    struct bytes png = {NULL, 0, 0};
    bool is_drawn = picture_draw(drawing->order, NULL, &png, &why) == PICTURE_DRAWN;
    if (!is_drawn)
        fprintf(err, "tabletalk: %s\n", bytes);
    bool is_done = is_drawn && write_file(path, &png, err);
    bytes_fini(&png);
    if (is_done)
        fprintf(out, "%s shows %s.\n", path,
                drawing->is_ended ? "how the last game ended" : "the table as everybody saw it");
    return is_done ? EXIT_SUCCESS : EXIT_FAILURE;
}

/* "12", "last" or "result". */
static bool read_step(const char *word, struct drawing *out, FILE *err)
{
    enum { MOST = 1000000 };
    char bytes[200];
    struct text why = text_over(bytes, sizeof bytes);
    out->is_ended = strcmp(word, "result") == 0;
    if (out->is_ended || strcmp(word, "last") == 0 ||
        cli_argument_number(word, MOST, &out->wanted, &why))
        return true;
    fprintf(err,
            "tabletalk: '%s' is no step; a step is a number from 1 on, as replay --watch counts "
            "them, or last, or result\n",
            word);
    return false;
}

int tool_draw(int argc, char *const argv[], const struct config *config, FILE *out, FILE *err)
{
    struct drawing drawing = {.wanted = 0};
    (void)config;
    if (argc != 4) {
        fputs("usage: tabletalk draw RECORD STEP FILE.png\n", err);
        return CLI_USAGE;
    }
    if (!read_step(argv[2], &drawing, err))
        return CLI_USAGE;
    int status = replay_draw(argv[1], &drawing, out, err);
    if (status == EXIT_SUCCESS && !drawing.order && drawing.is_ended)
        fprintf(err, "tabletalk: no game of %s was played to its end\n", argv[1]);
    else if (status == EXIT_SUCCESS && !drawing.order)
        fprintf(err, "tabletalk: %s has %ld steps, so there is no step %s\n", argv[1],
                drawing.steps, argv[2]);
    else if (status == EXIT_SUCCESS)
        status = put_picture(&drawing, argv[3], out, err);
    status = status == EXIT_SUCCESS && !drawing.order ? EXIT_FAILURE : status;
    picture_order_free(drawing.order);
    return status;
}
