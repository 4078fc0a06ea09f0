/* How people at the terminal want to read: "!set look reader". Kept for each name, as far as
   anything is kept. What the person at the keyboard chose counts for all that is shown
   meanwhile: nobody else looks. */
#include <stdio.h>
#include <string.h>

#include "keep.h"
#include "loop.h"
#include "prose.h"
#include "shell_inside.h"
#include "terminal.h"
#include "text.h"
#include "view.h"

enum { SCRIPT_COLUMNS = 80 };

static const struct look_widths widths = {VIEW_COLUMNS + 12, 240}; /* columns, margins among them */

static struct drawer drawer_of(const struct shell *shell, const char *prefix)
{
    return (struct drawer){shell->setup.keep, prefix, loop_wall(shell->setup.loop)};
}

void shell_look_load(struct shell *shell, struct shell_person *person)
{
    char row[LOOK_BYTES], wrong[LOOK_WORD];
    struct drawer drawer = drawer_of(shell, "shell look ");
    const char *words =
        keep_row_get(&drawer, person->key, sizeof row, row) ? row + strspn(row, " ") : "";
    while (*words && look_take(&person->look, &widths, &words, wrong) == LOOK_FINE)
        ;
}

int shell_columns(void *self, const char *room)
{
    const struct shell *shell = self;
    const struct look *look = &shell->people[shell->person].look;
    char margin[HOST_ROOM + 32];
    struct text text = text_over(margin, sizeof margin);
    int screen = shell_screen_columns(shell), columns = screen ? screen : SCRIPT_COLUMNS;
    if (look->cards == LOOK_READER)
        return VIEW_ALOUD;
    if (look->width && look->width < columns)
        columns = look->width;
    shell_put_margin(shell, room, &text);
    columns -= 1 + paint_width(margin, text.length);
    return columns > VIEW_COLUMNS ? columns : VIEW_COLUMNS;
}

static void put_look(const struct look *look, struct prose *answer)
{
    enum look_cards cards = look->cards == LOOK_UNSET ? LOOK_COLOUR : look->cards;
    view_string(answer, STRING_LOOK_NOW, "look", look_word(cards), (char *)0);
    prose_put(answer, " ");
    view_sentence(answer,
                  shell_strings[look->width ? SHELL_STRING_LOOK_NARROW : SHELL_STRING_LOOK_WIDE],
                  "most", text_number(look->width ? look->width : widths.least), (char *)0);
}

bool shell_prefer(void *self, const struct heard *heard, const struct host_wish *wish)
{
    struct shell *shell = self;
    struct shell_person *person = shell_person_of(shell, heard->key);
    struct look look = person->look;
    struct drawer drawer = drawer_of(shell, "shell look ");
    char wrong[LOOK_WORD], row[LOOK_BYTES];
    struct text text = text_over(row, sizeof row);
    const char *words = wish->words;
    bool is_asked = !*words;
    enum look_change change = LOOK_FINE;
    while (*words && change == LOOK_FINE)
        change = look_take(&look, &widths, &words, wrong);
    if (change == LOOK_UNKNOWN)
        view_string(wish->answer, STRING_LOOK_UNKNOWN, "typed", wrong, (char *)0);
    else if (change == LOOK_WIDTH)
        view_string(wish->answer, STRING_LOOK_WIDTH, "least", text_number(widths.least), "most",
                    text_number(widths.most), (char *)0);
    else
        put_look(&look, wish->answer);
    if (change != LOOK_FINE || is_asked)
        return false;
    person->look = look;
    look_put(&look, &text);
    keep_row_put_then(&drawer, person->key, "", text.length > 0 ? row : NULL, wish->done,
                      wish->arg);
    return true;
}

bool shell_is_first(void *self, const char *key, const char *game)
{
    struct shell *shell = self;
    struct drawer drawer = drawer_of(shell, "shell legends ");
    char known[LOOK_KNOWN] = "";
    keep_row_get(&drawer, key, sizeof known, known);
    bool is_first = look_is_first(known, game);
    if (is_first)
        keep_row_put(&drawer, key, "", known);
    return is_first;
}
