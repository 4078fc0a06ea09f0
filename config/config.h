/* The configuration as plain structs, filled from the rows of options.def: one field per row, of the row's name.
   A reader of the structs need not check anything: every value is inside its range, every text has its form, what was
   left out has its default, and what rows cannot say (rules.c) holds too. Knows nothing of IRC, storage or games
   beyond those rows. Next: options.def (the rows), read.c (file -> structs), outline.c (what is wrong, and where). */
#ifndef CONFIG_H
#define CONFIG_H

#include <stdbool.h>
#include <stdio.h>

#include "text.h"

struct config_list {
    char **items;
    int count;
};

/* What each row becomes. For example:
     struct config_irc { char *title; char *server; int port; bool tls; ... struct config_list channels; ...
                         struct config_channel *channel; int channel_count; };
   A TEXT or CHOICE is never NULL, but "" where the row's default is "" (files and folders are whole paths). A SECRET is
   NULL when none is given. config_irc.channel holds every channel of `channels`, in that order, with what counts there.
 */
/* clang-format off */
#define SECTION(section, name, form, example, help) struct section { char *title;
#define ROOT(section, help)                         struct section { char *title; /* always NULL */
#define FLAG(section, name, ...)                    bool name;
#define NUMBER(section, name, ...)                  int name;
#define CHOICE(section, name, ...)                  char *name;
#define TEXT(section, name, ...)                    char *name;
#define LIST(section, name, ...)                    struct config_list name;
#define SECRET(section, name, help)                 char *name;
#define CHILDREN(section, child)                    struct config_##child *child; int child##_count;
#define SECTION_END(section)                        };
#define ROOT_END(section)                           };
#include "options.def"
/* clang-format on */

enum {
    CONFIG_PROBLEMS_SIZE = 65536, /* room for every problem one run reports */
    CONFIG_LARGEST_FILE = 1 << 20 /* bytes */
};

/* These fill `config` (the caller's storage; config_fini it afterwards) and return 0. Or they return -1, leave nothing
   to free, and put one line "FILE:LINE: what is wrong and what would be right" per problem into `problems`, in the
   order of the file; where there are too many, the last line says how many more. They block on reading small local
   files. */
int config_read_file(const char *path, struct config *config, struct text *problems);

/* Reads a text; `name` stands in the messages, and relative paths begin in its folder. */
int config_read_text(const char *name, const char *bytes, struct config *config, struct text *problems);

/* The configuration without a file. Fails only if there is no home folder to keep data in. */
int config_defaults(struct config *config, struct text *problems);

/* Sets one option of the top level from the command line, by the same rules and messages as in the file, with `shown`
   (such as "--log-level") in front. */
int config_override(struct config *config, const char *option, const char *value, const char *shown,
                    struct text *problems);

/* The path of this file in the data folder, on the heap. NULL if nothing is kept (store = memory). */
char *config_kept_file(const struct config *config, const char *name);

/* Frees everything and wipes the secrets. */
void config_fini(struct config *config);

#endif
