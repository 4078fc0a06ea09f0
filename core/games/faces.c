/* The file of faces, the same for every game: lines, comments, columns, the version. The
   face_form of a game knows what its columns mean. */
#include "faces.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games.h"
#include "text.h"

enum { VERSION_MOST = 1000000 };

static const char blanks[] = " \t";

/* ---- one line ---- */

/* A line without its comment and the blanks around it. False if it is too long. */
static bool take_line(const char *from, size_t length, char out[FACE_LINE])
{
    struct text text = text_over(out, FACE_LINE);
    const char *comment = memchr(from, '#', length);
    text_put_bytes(&text, from, (int)(comment ? (size_t)(comment - from) : length));
    while (text.length > 0 && strchr(" \t\r", out[text.length - 1]))
        out[--text.length] = '\0';
    size_t begin = strspn(out, blanks);
    memmove(out, out + begin, (size_t)text.length - begin + 1);
    return !text.cut;
}

/* Bytes that are not plain text could change the terminal that shows a message about them. */
static bool is_plain(const char *line, struct text *why)
{
    for (const char *p = line; *p; p++)
        if (((unsigned char)*p < ' ' && *p != '\t') || (unsigned char)*p >= 0x7f) {
            text_put(
                why,
                "outside of comments there are only plain letters, digits and signs (ASCII); this line has others");
            return false;
        }
    return true;
}

/* Cuts the line in place: columns are words, and the last one is the rest. */
static int cut_columns(char *line, int most, char *columns[FACE_COLUMNS])
{
    int count = 0;
    for (char *p = line; *p && count < most; p += strspn(p, blanks)) {
        columns[count++] = p;
        p += count == most ? strlen(p) : strcspn(p, blanks);
        if (*p)
            *p++ = '\0';
    }
    return count;
}

/* Checks the name, which goes into sentences, boards and records. */
static bool is_name(const char *name, struct text *why)
{
    static const char allowed[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789 -'";
    if (strlen(name) < FACE_NAME && name[strspn(name, allowed)] == '\0' && !strstr(name, "  "))
        return true;
    text_putf(
        why,
        "the name '%s': give at most %d letters, digits, hyphens and apostrophes, with single blanks between words",
        name, FACE_NAME - 1);
    return false;
}

static bool is_new(const struct faces *faces, const char *code, struct text *why)
{
    for (int i = 0; i < faces->count; i++)
        if (strcmp(faces->list[i].code, code) == 0) {
            text_putf(
                why,
                "there is a line for the card %s already, '%s': give all cards of it in one line",
                code, faces->list[i].name);
            return false;
        }
    return true;
}

static void put_headings(const struct face_form *form, struct text *out)
{
    for (int i = 0; i < form->column_count; i++)
        text_putf(out, "%s%s", i ? ", " : "", form->columns[i]);
}

/* The columns of a line, in `bytes`. False if the line has too few. */
static bool read_columns(const struct face_form *form, const char *line, char bytes[FACE_LINE],
                         char *columns[FACE_COLUMNS], struct text *why)
{
    struct text copy = text_over(bytes, FACE_LINE);
    text_put(&copy, line);
    check(!copy.cut && form->column_count > 0 && form->column_count <= FACE_COLUMNS);
    if (!is_plain(line, why))
        return false;
    int count = cut_columns(bytes, form->column_count, columns);
    if (count == form->column_count)
        return true;
    text_putf(why, "a line has %d columns (", form->column_count);
    put_headings(form, why);
    text_putf(why, "), this one only %d; a column that says nothing is a -", count);
    return false;
}

bool faces_add(struct faces *faces, const char *line, struct text *why)
{
    const struct face_form *form = faces->game->face_form;
    char bytes[FACE_LINE], *columns[FACE_COLUMNS] = {NULL};
    if (!read_columns(form, line, bytes, columns, why))
        return false;
    if (faces->count == FACES_MOST) {
        text_putf(why, "there are more than %d kinds of cards", FACES_MOST);
        return false;
    }
    struct face_words *words = &faces->words[faces->count];
    struct face *face = &faces->list[faces->count];
    struct text code = text_over(words->code, sizeof words->code),
                name = text_over(words->name, sizeof words->name);
    *face = (struct face){.code = words->code, .name = words->name};
    const char *called = columns[form->column_count - 1];
    if (!is_name(called, why) || !form->read((const char *const *)columns, face, &code, why) ||
        !is_new(faces, words->code, why))
        return false;
    text_put(&name, called);
    check(!code.cut && !name.cut);
    faces->count++;
    return true;
}

/* ---- all lines ---- */

bool faces_fit(const struct faces *faces, int *at, struct text *why)
{
    *at = -1;
    return faces->game->face_form->fit(faces->list, faces->count, at, why);
}

bool face_same(const struct face *a, const struct face *b)
{
    return strcmp(a->code, b->code) == 0 && strcmp(a->name, b->name) == 0 &&
           a->colour == b->colour && a->back == b->back &&
           memcmp(a->traits, b->traits, sizeof a->traits) == 0;
}

bool faces_same(const struct face *a, int a_count, const struct face *b, int b_count)
{
    bool same = a_count == b_count;
    for (int i = 0; same && i < a_count; i++)
        same = face_same(&a[i], &b[i]);
    return same;
}

/* "faces kritters version 1" */
static bool read_heading(char *line, struct faces *faces, struct text *why)
{
    char *words[FACE_COLUMNS];
    int version, count = cut_columns(line, 4, words);
    if (count < 4 || strcmp(words[0], "faces") != 0 || strcmp(words[2], "version") != 0 ||
        !game_column_number(words[3], VERSION_MOST, &version)) {
        text_put(why, "a file of faces begins with a line like 'faces kritters version 1'");
        return false;
    }
    faces->game = game_find(words[1]);
    if (!faces->game || !faces->game->face_form) {
        text_putf(why,
                  faces->game ? "the cards of %s cannot be corrected" : "there is no game '%s'",
                  words[1]);
        faces->game = NULL;
        return false;
    }
    if (version == faces->game->face_form->version)
        return true;
    text_putf(
        why,
        "this is version %d, and this program reads version %d: print that by 'tabletalk faces %s' and correct it anew",
        version, faces->game->face_form->version, faces->game->id);
    faces->game = NULL;
    return false;
}

struct reader {
    struct faces *faces;
    faces_tell *tell;
    void *arg;
    int line, problems;
    int lines[FACES_MOST]; /* the line of each face */
};

static void complain(struct reader *reader, int line, struct text *why)
{
    reader->tell(reader->arg, line, why->bytes);
    reader->problems++;
    text_clear(why);
}

/* False if the lines after this one cannot be checked. */
static bool read_line(struct reader *reader, const char *from, size_t length, struct text *why)
{
    struct faces *faces = reader->faces;
    char line[FACE_LINE];
    bool fits = take_line(from, length, line);
    if (fits && *line == '\0')
        return true;
    if (!fits)
        text_putf(why, "this line is longer than %d bytes", FACE_LINE - 1);
    else if (!faces->game)
        fits = is_plain(line, why) && read_heading(line, faces, why);
    else if ((fits = faces_add(faces, line, why)))
        reader->lines[faces->count - 1] = reader->line;
    if (!fits)
        complain(reader, reader->line, why);
    return faces->game != NULL;
}

bool faces_read(const char *file, struct faces *out, faces_tell *tell, void *arg)
{
    char bytes[600];
    struct text why = text_over(bytes, sizeof bytes);
    struct reader reader = {.faces = out, .tell = tell, .arg = arg};
    int at;
    *out = (struct faces){0};
    for (const char *p = file; *p;) {
        size_t length = strcspn(p, "\n");
        reader.line++;
        if (!read_line(&reader, p, length, &why))
            return false;
        p += length + (p[length] == '\n');
    }
    if (!out->game) {
        text_put(&why, "this file is empty; 'tabletalk faces kritters' prints one to begin with");
        complain(&reader, 0, &why);
    } else if (reader.problems == 0 && !faces_fit(out, &at, &why)) {
        complain(&reader, at < 0 ? 0 : reader.lines[at], &why);
    }
    return reader.problems == 0;
}

/* ---- writing ---- */

void faces_write_line(const struct game *game, const struct face *face, struct text *out)
{
    for (int i = 0; i < game->face_form->column_count - 1; i++) {
        game->face_form->write(face, i, out);
        text_put(out, " ");
    }
    text_put(out, face->name);
}

/* One column, padded to the width of its widest text. */
static void put_padded(const char *cell, int width, struct text *out)
{
    text_putf(out, "%-*s", width + 2, cell);
}

static int width_of(const struct face_form *form, const struct face *faces, int count, int column)
{
    int width = (int)strlen(form->columns[column]) + (column == 0 ? 2 : 0);
    for (int i = 0; i < count; i++) {
        char bytes[FACE_LINE];
        struct text cell = text_over(bytes, sizeof bytes);
        form->write(&faces[i], column, &cell);
        width = cell.length > width ? cell.length : width;
    }
    return width;
}

static void put_column_heads(const struct face_form *form, const int *widths, struct text *out)
{
    int last = form->column_count - 1;
    text_put(out, "# ");
    for (int column = 0; column < last; column++)
        put_padded(form->columns[column], widths[column] - (column == 0 ? 2 : 0), out);
    text_putf(out, "%s\n", form->columns[last]);
}

void faces_write(const struct game *game, const struct face *faces, int count, struct text *out)
{
    const struct face_form *form = game->face_form;
    int last = form->column_count - 1, widths[FACE_COLUMNS] = {0};
    for (int i = 0; i < form->help_count; i++)
        text_putf(out, "#%s%s\n", form->help[i][0] ? " " : "", form->help[i]);
    text_putf(out, "\nfaces %s version %d\n\n", game->id, form->version);
    for (int column = 0; column < last; column++)
        widths[column] = width_of(form, faces, count, column);
    put_column_heads(form, widths, out);
    for (int i = 0; i < count; i++) {
        for (int column = 0; column < last; column++) {
            char bytes[FACE_LINE];
            struct text cell = text_over(bytes, sizeof bytes);
            form->write(&faces[i], column, &cell);
            put_padded(bytes, widths[column], out);
        }
        text_putf(out, "%s\n", faces[i].name);
    }
}
