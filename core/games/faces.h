/* Faces that an admin may correct: read from a file, printed as one, kept with a record. A game says in its face_form how one
   face is written (game.h); lines, comments, columns, names and the version are the same for every game. Pure: works on
   text, opens no file. The file as an admin meets it: docs/hosting-reference.md. */
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

/* A table of faces that is not the built-in one. Faces point into it, so that it must stay where it is. */
struct faces {
    const struct game *game;
    int count;
    struct face list[FACES_MOST];
    struct face_words {
        char code[FACE_CODE], name[FACE_NAME];
    } words[FACES_MOST];
};

/* Adds the face of one line. False, with one sentence on what is wrong and what would be right. */
bool faces_add(struct faces *faces, const char *line, struct text *why);

/* Whether a game can be played with these faces. False, with one sentence, and `at` the face it is about, or -1. */
bool faces_fit(const struct faces *faces, int *at, struct text *why);

/* Whether an admin would write both tables the same. */
bool faces_same(const struct face *a, int a_count, const struct face *b, int b_count);
bool face_same(const struct face *a, const struct face *b);

/* Reads a file, whose first line names the game. Tells every mistake with its line (0: the whole file); false if
   there was one. */
typedef void faces_tell(void *arg, int line, const char *sentence);
bool faces_read(const char *file, struct faces *out, faces_tell *tell, void *arg);

/* The file of a table of faces, in columns; and one face as a line of single blanks. The game has a face_form. */
void faces_write(const struct game *game, const struct face *faces, int count, struct text *out);
void faces_write_line(const struct game *game, const struct face *face, struct text *out);

#endif
