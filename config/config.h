/* The configuration as plain structs, filled from the rows of options.def: one field per row,
   with the row's name. A reader of the structs need not check anything: every value is in its
   range, every text has its form, every option that the file leaves out has its default, and the
   rules of read.c hold. Knows nothing of IRC, storage or games beyond those rows. Next:
   options.def (the rows), read.c (file -> structs), outline.c (the mistakes, and where they
   are). */
#ifndef CONFIG_H
#define CONFIG_H

#include <stdbool.h>
#include <stdio.h>

#include "text.h"

struct config_list {
    char **items;
    int *lines; /* of each item, in the file */
    int count;
};

/* What each row becomes. For example:
     struct config_irc { char *title; char *server; int port; bool tls; ... struct config_list
     channels; ...
                         struct config_channel *channel; int channel_count; };
   A TEXT or CHOICE is never NULL, but "" where the row's default is "" (files and folders are
   whole paths). A SECRET is
   NULL if absent. config_irc.channel holds every channel of `channels`, in that order, with the
   options that hold
   there. */
/* clang-format off */
#define SECTION(section, name, form, example, help) struct section { char *title;
#define ROOT(section, help)                         struct section { char *title; /* its file; NULL if none */
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
    CONFIG_LARGEST_FILE = 1 << 20
};

/* These functions fill `config` (the caller's storage; call config_fini afterwards) and return
   0. If that fails, they return -1, leave nothing to free, and put one line for each problem
   into `problems`, in the order of the file: "FILE:LINE: what is wrong and what would be right".
   If there are too many problems, the last line says how many more. Where nothing is wrong,
   lines there are notes: what works, but is seldom meant. They block while they read small local
   files. */
int config_read_file(const char *path, struct config *config, struct text *problems);

/* Reads a text. Messages call it `name`; relative paths begin in the folder of `name`. */
int config_read_text(const char *name, const char *bytes, struct config *config,
                     struct text *problems);

/* The configuration without a file. Fails only if no home folder is known, which would hold the
   data. */
int config_defaults(struct config *config, struct text *problems);

/* Sets one option of the top level from the command line, by the same rules and with the same
   messages as in the file, after `shown` (such as "--log-level"). */
int config_override(struct config *config, const char *option, const char *value, const char *shown,
                    struct text *problems);

/* The path of this file in the data folder, on the heap. NULL without a data folder (store =
   memory). */
char *config_kept_file(const struct config *config, const char *name);

/* Frees everything and wipes the secrets. */
void config_fini(struct config *config);

#endif
