/* Editions: with which faces a game is played, where an admin may correct them. A table keeps those it began with, whatever
   comes after, and its record says which they were. The host keeps every edition once, until it ends itself. How faces are
   written is the business of core/games/faces.h. */
#ifndef EDITION_H
#define EDITION_H

#include <stdbool.h>

struct faces;
struct host;
struct record_line;
struct session;
struct text;

/* From now on, tables of that game begin with these faces. */
void edition_use(struct host *host, struct faces *faces_take);

/* A game is about to begin: the table takes the faces that are in use. */
void edition_choose(struct session *session);

/* The record lines that say which faces the table plays with; none for a game whose faces are fixed. */
void edition_each_line(const struct session *session, void (*each)(void *arg, const char *line), void *arg);

/* The same back, line by line, and when the first game starts all of them together. False and a sentence if they are none. */
bool edition_read_heading(struct session *session, const struct record_line *line, struct text *why);
bool edition_read_face(struct session *session, const struct record_line *line, struct text *why);
bool edition_settle(struct session *session, struct text *why);

void editions_free(struct host *host);

#endif
