/* Faces that an admin may correct: read from a file, printed as a file, kept with a record. The
   face_form of a game says how one face is written; lines, comments, columns, names and
   the version are the same for every game. Works on text, opens no file.
   docs/hosting-reference.md describes the file for admins. */
#ifndef FACES_H
#define FACES_H

#include "game.h"

enum {
    FACES_MOST = 96,
    FACE_CODE = 24,  /* bytes with the NUL */
    FACE_NAME = 41,  /* likewise */
    FACE_LINE = 256, /* likewise */
    FACES_FILE = 64 * 1024
};

enum { FACE_COLUMNS = 8 };

/* How a file shows the faces of a game: a line for each face, in columns; the last
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

/* A table of faces other than the built-in table. Faces point into it, so it must not move. */
struct faces {
    const struct game *game;
    int count;
    struct face list[FACES_MOST];
    struct face_words {
        char code[FACE_CODE], name[FACE_NAME];
    } words[FACES_MOST];
};

/* Adds the face of one line. False, with one sentence that says what is wrong and what would be
   right. */
bool faces_add(struct faces *faces, const char *line, struct text *why);

/* True if the game can be played with these faces. False, with one sentence, and in `at` the
   face that the sentence is about, or -1. */
bool faces_fit(const struct faces *faces, int *at, struct text *why);

/* True if an admin would write both tables in the same way. */
bool faces_same(const struct face *a, int a_count, const struct face *b, int b_count);
bool face_same(const struct face *a, const struct face *b);

/* Reads a file, whose first line names the game. Tells every mistake with its line (0: the whole
   file). False after a mistake. */
typedef void faces_tell(void *arg, int line, const char *sentence);
bool faces_read(const char *file, struct faces *out, faces_tell *tell, void *arg);

/* A table of faces as a file, in columns; and one face as a line with single blanks. The game
   must have a face_form. */
void faces_write(const struct game *game, const struct face *faces, int count, struct text *out);
void faces_write_line(const struct game *game, const struct face *face, struct text *out);

#endif
