/* Files of faces: read, checked line by line, put into use. */
#ifndef EDITION_FILE_H
#define EDITION_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct game;
struct host;

/* Tables of `game` begin with the faces of the file from now on. False with every mistake on `err`. */
bool edition_load(struct host *host, const char *path, const struct game *game, FILE *err);

#endif
