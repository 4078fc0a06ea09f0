/* Files of faces: read, checked line by line, put into use. */
#ifndef EDITION_FILE_H
#define EDITION_FILE_H

#include <stdbool.h>
#include <stdio.h>

struct game;
struct host;

/* From now on, new tables of `game` use the faces of the file. False, with every mistake on
   `err`, if the file has any. */
bool edition_load(struct host *host, const char *path, const struct game *game, FILE *err);

#endif
