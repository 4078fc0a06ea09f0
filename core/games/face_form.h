/* How an admin may correct the faces of a game. faces.h reads and writes the file. */
#ifndef FACE_FORM_H
#define FACE_FORM_H

#include <stdbool.h>

struct face;
struct text;

enum { FACE_COLUMNS = 8 };

/* How a file shows the faces of a game (faces.h): a line for each face, in columns; the last
   column is the name. */
struct face_form {
    int version;             /* of the columns and their meaning */
    const char *const *help; /* comments on top of the file */
    int help_count;
    const char *const *columns; /* their names */
    int column_count;

    /* Writes a column of a face, except for the name. */
    void (*write)(const struct face *face, int column, struct text *out);

    /* The inverse: fills in the face, except for its name, and writes its code to `code`. False,
       with one sentence that says what is wrong and what would be right. */
    bool (*read)(const char *const *columns, struct face *out, struct text *code, struct text *why);

    /* True if the game can be played with these faces. False, with a sentence, and in `at` the
       face that the sentence is about, if any. */
    bool (*fit)(const struct face *faces, int count, int *at, struct text *why);
};

/* For read(): a number from 0 (also written "-") to `most`. */
bool face_number(const char *column, int most, int *out);

#endif
