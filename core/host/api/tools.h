/* Tools without people: tables of robots played to their end, and records read back. They play by the same code as a table in
   a room and know no game. Each is a sub-command; its arguments begin with its own name, as in argv. What went wrong is said
   on `err` in one sentence. They block until they are done; the exit status is 0, 1 (a file, or what is in it), or 2 (the
   arguments). */
#ifndef TOOLS_H
#define TOOLS_H

#include <stdbool.h>
#include <stdio.h>

/* simulate GAME [OPTION ...]: robots play, figures on `out`; progress on `err` where that is a terminal. */
int tool_simulate(int argc, char *const argv[], FILE *out, FILE *err);

/* replay FILE [OPTION ...]: checks every line of a file of records; shows them, as one seat was told them, or all there is. */
int tool_replay(int argc, char *const argv[], FILE *out, FILE *err);

/* verify FILE [--seal SEAL]: what a file of records proves, in sentences. The status is 3 where nothing is wrong but luck cannot be
   checked: the secret is not shown yet, or the deal was fixed. */
int tool_verify(int argc, char *const argv[], FILE *out, FILE *err);

/* faces GAME: prints the built-in faces of a game, as a file to correct; faces --check FILE: what is wrong with one. */
int tool_faces(int argc, char *const argv[], FILE *out, FILE *err);

/* From now on, tables of the game that the file names begin with the faces in it. False, and every mistake of the file on `err`,
   line by line, and the first one on the log: then the faces that were in use so far stay. Without a host, only tells. */
struct host;
bool tool_use_faces(struct host *host, const char *path, FILE *err);

/* Their options, for --help and the manual page. `argument` is NULL where an option takes none. */
typedef void tool_put_option(void *arg, const char *name, const char *argument, const char *help);
void tool_simulate_options(tool_put_option *put, void *arg);
void tool_replay_options(tool_put_option *put, void *arg);
void tool_verify_options(tool_put_option *put, void *arg);
void tool_faces_options(tool_put_option *put, void *arg);

#endif
