/* The sub-commands that need no network: copies of the tables, games of robots, records read
   back, faces to correct; and the printers of the man page and the example configuration. The
   tools play by the same code as a table in a room, and know no game. A failure puts one
   sentence on `err`. All block. The exit status is 0, 1 (something is wrong with a file) or 2
   (with the arguments). */
#ifndef TOOLS_H
#define TOOLS_H

#include <stdbool.h>

#include "cli.h"
#include "store_postgres.h"

struct host;
struct store;
struct text;

/* A row without a name ends the table. */
extern const struct cli_command tools_commands[];

/* backup FILE: makes a checked copy of all tables and settings. */
cli_run tool_backup;
/* move-store FROM TO: copies a stopped house from one kind of store into another. */
cli_run tool_move_store;
/* simulate GAME [OPTION ...]: robots play. Figures on `out`; progress on `err` if that is a
   terminal. */
cli_run tool_simulate;
/* replay FILE [OPTION ...]: checks every line of a file of records, and shows the games as one
   seat was told them, or with all secrets. */
cli_run tool_replay;
/* The same of a table, if the word is a number and no file. `open_table` opens its record, or
   says on `err` why not and returns NULL. */
typedef FILE *tool_open_table(void *arg, const char *number, FILE *err);
int tool_replay_table(int argc, char *const argv[], tool_open_table *open_table, void *arg,
                      FILE *out, FILE *err);
/* page --season MONTH --room ROOM FILE: the standings of a room as a page. `ask` gives an order,
   and returns the lines of its answer; NULL, with a sentence on `err`, if it was refused. */
typedef FILE *tool_ask(void *arg, int argc, char *const argv[], FILE *err);
int tool_page(int argc, char *const argv[], tool_ask *ask, void *arg, FILE *out, FILE *err);
/* verify FILE [--seal SEAL] [--end LINK]: says what a file of records proves. The status is 3 if
   nothing is wrong but luck cannot be checked: the secret is not shown yet, or the deal was
   fixed. */
cli_run tool_verify;
/* faces GAME: prints the built-in faces of a game, as a file to correct. faces --check FILE:
   says what is wrong with such a file. */
cli_run tool_faces;
/* cards FILE: draws the faces of all games on one sheet. */
cli_run tool_cards;

/* draw RECORD STEP FILE: draws a step of a file of records, or how a game of it ended, as everybody
   saw it. */
cli_run tool_draw;

/* Their options. */
extern const struct argument simulate_options[], replay_options[], verify_options[],
    faces_options[], page_options[];

/* True if the tables are in a folder that another process can read. Else says why not. */
bool tool_has_folder(const struct config *config, FILE *err);

/* ---- the store that the configuration names (tools/tools.c) ---- */

/* Opens it. NULL with a sentence for the admin in `why`. Blocks. */
struct store *tool_open_store(const struct config *config, struct text *why);
/* The same of one unit that `owner` has taken (store_postgres.h); for store = postgres alone. */
struct store *tool_open_unit(const struct config *config, const char *unit, const char *owner,
                             struct text *why);
/* Where the server is. Lasts as long as the configuration. */
struct store_postgres tool_server(const struct config *config);
/* False, with a sentence in `why`, if nothing was ever kept in a store of the configuration. */
bool tool_is_store_there(const struct config *config, struct text *why);
/* False, with a sentence on `err`, if it cannot be opened, whatever the server says. */
bool tool_check_store(const struct config *config, FILE *err);
/* The folder, or what it is else. */
const char *tool_store_name(const struct config *config);

/* From now on, new tables of the game that the file names use the faces of the file. Without a
   host it only checks the file. False, with every mistake on `err` and the first one in the log,
   if the file has any; then the faces in use stay. */
bool tool_use_faces(struct host *host, const char *path, FILE *err);

/* Prints the configuration with every option, its help and its default; valid, and with the same
   effect as no file. */
void man_print_example(FILE *out);

/* Print the whole man page, and one entry of a list in it; `arguments` may be NULL. */
void man_print(const struct cli_program *program, FILE *out);
void man_put_item(FILE *out, const char *name, const char *arguments, const char *help);

#endif
