/* The result, line by line as the rulebook scores, and the standing of a match. */
#include "view.h"

#include "game.h"
#include "speak.h"

struct label {
    struct source source;
    const struct view *view;
    const struct score_line *line;
};

static bool put_key(const struct source *source, const char *key, struct prose *out)
{
    const struct label *label = (const struct label *)source;
    return put_arg(label->view, label->line->args, SCORE_ARGS, key, out);
}

static bool number_of(const struct source *source, const char *key, int *value)
{
    return arg_number(((const struct label *)source)->line->args, SCORE_ARGS, key, value);
}

/* "under stack 1: Heartbreaker x1 -3" */
static void put_line(const struct view *view, const struct score_line *line, struct prose *out)
{
    struct label label = {{put_key, number_of}, view, line};
    expand(line->label, &label.source, out);
    if (!line->is_note)
        prose_putf(out, line->points == 0 ? " %d" : " %+d", line->points);
}

/* All seats that are named, scored or won, in the order of points. */
static int order_seats(const struct view *view, const struct score *score, int order[TABLE_SEATS])
{
    unsigned playing = score->winners;
    int count = 0;
    for (int i = 0; i < score->count; i++)
        playing |= 1u << score->lines[i].seat;
    for (int seat = 0; seat < TABLE_SEATS; seat++) {
        if (!(playing >> seat & 1) && !(view->naming && view->naming->names[seat]))
            continue;
        int at = count++;
        for (; at > 0 && score->total[order[at - 1]] < score->total[seat]; at--)
            order[at] = order[at - 1];
        order[at] = seat;
    }
    return count;
}

static void put_head(const struct view *view, const struct score *score, int seat,
                     struct prose *out)
{
    put_seat(view, seat, PROSE_NAME, out);
    prose_putf(out, " %d", score->total[seat]);
}

static void put_seat_line(const struct view *view, const struct score *score, int seat,
                          struct prose *out)
{
    const char *before = ": ";
    put_head(view, score, seat, out);
    for (int i = 0; i < score->count; i++)
        if (score->lines[i].seat == seat) {
            prose_put(out, before);
            put_line(view, &score->lines[i], out);
            before = ", ";
        }
}

static void put_winners(const struct view *view, const struct score *score, struct prose *out)
{
    char names[SEATS_BYTES];
    name_seats(view, score->winners, names);
    view_string(out, score->winners ? STRING_WON : STRING_WON_NOBODY, "who", names, (char *)0);
    if (score->reason) {
        prose_put(out, " ");
        prose_put(out, score->reason);
    }
}

/* For a seat with more lines than one prose holds: the head, then each line. */
static void give_seat_lines(const struct view *view, const struct score *score, int seat,
                            const char *glue, view_piece *each, void *arg)
{
    const char *before = ": ";
    struct prose piece;
    prose_clear(&piece);
    put_head(view, score, seat, &piece);
    each(arg, glue, &piece);
    for (int i = 0; i < score->count; i++) {
        if (score->lines[i].seat != seat)
            continue;
        prose_clear(&piece);
        put_line(view, &score->lines[i], &piece);
        each(arg, before, &piece);
        before = ", ";
    }
}

void view_result_pieces(const struct view *view, const struct score *score, view_piece *each,
                        void *arg)
{
    int order[TABLE_SEATS], count = order_seats(view, score, order);
    struct prose piece;
    for (int i = 0; i < count; i++) {
        const char *glue = i ? "\n" : "";
        prose_clear(&piece);
        put_seat_line(view, score, order[i], &piece);
        if (piece.cut)
            give_seat_lines(view, score, order[i], glue, each, arg);
        else
            each(arg, glue, &piece);
    }
    prose_clear(&piece);
    put_winners(view, score, &piece);
    each(arg, "\n", &piece);
}

void view_standing(const struct view *view, const int *values, int seats, struct prose *out)
{
    for (int seat = 0; seat < seats; seat++) {
        prose_put(out, seat ? ", " : "");
        put_seat(view, seat, PROSE_NAME, out);
        prose_putf(out, " %d", values[seat]);
    }
}
