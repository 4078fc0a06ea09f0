/* What is run from a shell without networks: copies of the tables, games of robots, records read back, faces to correct, and what
   the man page and the example of a configuration are made of. They play by the same code as a table in a room and know no
   game. What went wrong is said on `err` in one sentence. They block until they are done; the exit status is 0, 1 (a file, or
   what is in it), or 2 (the arguments). */
#ifndef TOOLS_H
#define TOOLS_H

#include <stdbool.h>

#include "cli.h"

struct host;

/* All of them, ended by a row without a name. */
extern const struct cli_command tools_commands[];

/* backup FILE: a whole copy of the tables and settings, checked. */
cli_run tool_backup;
/* simulate GAME [OPTION ...]: robots play, figures on `out`; progress on `err` where that is a terminal. */
cli_run tool_simulate;
/* replay FILE [OPTION ...]: checks every line of a file of records; shows them, as one seat was told them, or all there is. */
cli_run tool_replay;
/* verify FILE [--seal SEAL]: what a file of records proves, in sentences. The status is 3 where nothing is wrong but luck cannot be
   checked: the secret is not shown yet, or the deal was fixed. */
cli_run tool_verify;
/* faces GAME: prints the built-in faces of a game, as a file to correct; faces --check FILE: what is wrong with one. */
cli_run tool_faces;

/* Their options, for --help and the manual page. */
void tool_simulate_options(cli_put_option *put, void *arg);
void tool_replay_options(cli_put_option *put, void *arg);
void tool_verify_options(cli_put_option *put, void *arg);
void tool_faces_options(cli_put_option *put, void *arg);

/* Whether the tables lie in a folder that another process can look into; else why not. */
bool tool_has_folder(const struct config *config, FILE *err);

/* From now on, tables of the game that the file names begin with the faces in it. False, and every mistake of the file on `err`,
   line by line, and the first one on the log: then the faces that were in use so far stay. Without a host, only tells. */
bool tool_use_faces(struct host *host, const char *path, FILE *err);

/* The configuration file with every option, its help and its default: valid, and equal to no file at all. */
void example_print(FILE *out);

/* The whole man page; one entry of a list of it, whose `arguments` may be NULL. */
void man_print(const struct cli_program *program, FILE *out);
void man_put_item(FILE *out, const char *name, const char *arguments, const char *help);

#endif
