/* Names people, cards and numbers. Knows the game's data and who sits where; never sees a table. */
#include "speak.h"

#include <string.h>

#include "check.h"
#include "faces.h"
#include "game.h"
#include "view.h"

const char *between(int item, int count)
{
    return item == 0 ? "" : item == count - 1 ? " and " : ", ";
}

static const char *name_of(const struct view *view, int seat)
{
    return view->naming ? view->naming->names[seat] : NULL;
}

void put_seat(const struct view *view, int seat, enum prose_style style, struct prose *out)
{
    int before = out->length;
    if (seat < 0 || seat >= TABLE_SEATS) {
        prose_put(out, "the table");
        return;
    }
    if (name_of(view, seat))
        prose_put_foreign(out, style, name_of(view, seat));
    if (out->length == before) {
        char number[] = {'p', (char)('0' + (seat + 1) / 10), (char)('0' + (seat + 1) % 10), '\0'};
        if (number[1] == '0')
            memmove(number + 1, number + 2, 2);
        prose_styled(out, style, COLOUR_NONE, number);
    }
}

void put_seats(const struct view *view, unsigned seats, enum prose_style style, struct prose *out)
{
    int count = 0, item = 0;
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        count += (int)(seats >> seat & 1);
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        if (seats >> seat & 1) {
            prose_put(out, between(item++, count));
            put_seat(view, seat, style, out);
        }
}

void face_picture(const struct game *game, const struct ruleset *rules, int face, char out[PROSE_PICTURE])
{
    static const char characters[] = "abcdefghijklmnopqrstuvwxyz0123456789_";
    enum { COUNT = sizeof characters - 1 };
    int number = face, at = 0;
    out[0] = '\0';
    while (at < game_count && games[at] != game)
        number += games[at++]->face_count;
    if (at == game_count || face >= game->face_count || number >= COUNT * COUNT ||
        (rules->faces != game->faces && !face_same(&rules->faces[face], &game->faces[face])))
        return;
    out[0] = characters[number / COUNT];
    out[1] = characters[number % COUNT];
    out[2] = '\0';
}

void put_chip(const struct view *view, int face, struct prose *out)
{
    char picture[PROSE_PICTURE];
    if (face_is_back(face)) {
        prose_put(out, "?");
        return;
    }
    face_picture(view->game, view->rules, face, picture);
    prose_card(out, view->rules->faces[face].colour, picture, view->rules->faces[face].code);
}

void put_chips(const struct view *view, int face, int count, struct prose *out)
{
    const char *code = view->rules->faces[face].code, *last = code + strlen(code) - 1;
    put_chip(view, face, out);
    prose_putf(out, *last >= '0' && *last <= '9' ? "x%d" : "%d", count);
}

bool arg_number(const int *args, int count, const char *key, int *value)
{
    int index = key[0] - '0';
    if (index < 0 || index >= count || key[1] != '\0')
        return false;
    *value = args[index];
    return true;
}

bool put_arg(const struct view *view, const int *args, int count, const char *key, struct prose *out)
{
    int index = key[0] - '0';
    if (index < 0 || index >= count)
        return false;
    if (key[1] == '\0') {
        prose_putf(out, "%d", args[index]);
    } else if (strcmp(key + 1, ":seat") == 0) {
        put_seat(view, args[index], PROSE_NAME, out);
    } else if (strcmp(key + 1, ":word") == 0) {
        check(args[index] >= 0 && args[index] < view->game->word_count);
        prose_put(out, view->game->words[args[index]]);
    } else {
        return false;
    }
    return true;
}
