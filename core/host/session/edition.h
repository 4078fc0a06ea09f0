/* Editions: the faces that a game is played with, where an admin may correct them. A table keeps
   the faces it began with, and its record tells them. The host keeps every edition once, until
   it ends. core/games/faces.h knows how faces are written. */
#ifndef EDITION_H
#define EDITION_H

#include <stdbool.h>

struct faces;
struct host;
struct record_line;
struct session;
struct text;

/* Tables of that game begin with these faces from now on. */
void edition_use(struct host *host, struct faces *faces_take);

/* Gives the table the faces that are in use; call it before a game begins. */
void edition_choose(struct session *session);

/* Visits the record lines that tell the table's faces; no line if the game's faces are fixed. */
void edition_each_line(const struct session *session, void (*each)(void *arg, const char *line),
                       void *arg);

/* Reads them back, line by line; when the first game starts, all of them together. False with a
   sentence if they are wrong. */
bool edition_read_heading(struct session *session, const struct record_line *line,
                          struct text *why);
bool edition_read_face(struct session *session, const struct record_line *line, struct text *why);
bool edition_settle(struct session *session, struct text *why);

void editions_free(struct host *host);

#endif
