/* The rows of options.def as tables, and the forms of texts in them. The reader, its messages, the
   example and the man page walk over these tables. A section is a struct of config.h; an option is
   a field of the struct. Only these tables know both; no other file names an option, except read.c.
   A form has the words that an admin reads; so --check-config finds a typing error before a server
   does, and no value can add an IRC line. */
#ifndef OPTION_H
#define OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

enum form {
    FORM_LINE,
    FORM_TITLE, /* a name that the admin gives to something */
    FORM_HOST,
    FORM_NICK,
    FORM_USER,
    FORM_CHANNEL,
    FORM_KEYED, /* the same, perhaps with a blank and its key, which is never shown */
    FORM_KEY,
    FORM_BRIDGE, /* a channel of Discord, and a room as FORM_ROOM */
    FORM_ROOM,   /* a network, as the host calls it, and a room of it */
    FORM_MASK,   /* nick!user@host with * */
    FORM_NAME,   /* of a person at a terminal */
    FORM_PREFIX, /* what every command begins with */
    FORM_URL,    /* URL of a server: https or wss; http or ws to this machine only */
    FORM_ID,     /* a number that Discord gives to a person */
    FORM_PIN,    /* a SHA-256 */
    FORM_ACCOUNT,
    FORM_MECHANISM,
    FORM_SERVICE, /* the nickname of the services */
    FORM_LISTEN,  /* where a server of ours listens */
    FORM_FILE,    /* a file that can be read */
    FORM_FOLDER
};

/* True if the non-empty `value` has the form. Checks the text only, not the file system. */
bool option_form_fits(enum form form, const char *value);

/* What would be right, as words after "give": "a nickname (...)". */
const char *option_form_name(enum form form);

bool option_form_is_path(enum form form);

/* How many bytes of a value may be shown: a channel's key may stand behind the blank. */
int option_form_open_bytes(enum form form, const char *value);

/* ---- the rows ---- */

enum { OPTION_MOST = 48 };

enum value_kind {
    VALUE_FLAG,
    VALUE_NUMBER,
    VALUE_CHOICE,
    VALUE_TEXT,
    VALUE_LIST,
    VALUE_SECRET,
    VALUE_CHILDREN
};

struct option {
    const char *name;
    const char *name_file, *name_env; /* SECRET: its two names in the file; else NULL */
    enum value_kind kind;
    enum form form;
    int least, most;   /* NUMBER: the value; LIST: how many items */
    const char *words; /* CHOICE: "one|other" */
    /* the default as written in the file; an example if required; NULL if inherited */
    const char *fallback;
    bool is_required;
    bool is_inherited;
    size_t offset;       /* of the field in the section's struct */
    size_t count_offset; /* CHILDREN: offset of their number */
    const struct section *section;
    const char *help;
};

struct section {
    const char *name; /* "" for the top level */
    enum form title_form;
    const char *title_example;
    const struct option *options; /* CHILDREN last */
    int option_count;
    size_t size; /* of its struct in config.h; the title is its first member */
    const char *help;
};

extern const struct section option_root;

/* The row that `name` means in `section`. NULL if absent. Finds a SECRET by each of its three
   names. */
const struct option *option_find(const struct section *section, const char *name);

/* The row that gives the default of an inherited option; `option` itself if not inherited. */
const struct option *option_ancestor(const struct section *parent, const struct option *option);

/* The values allowed, in words: "a whole number from 1 to 65535". */
struct text;
void option_put_range(const struct option *option, struct text *out);

/* ---- values (value.c): fills the structs of config.h, and frees them. Secrets are read once, from
   a file or an environment variable, never from the configuration file ---- */

struct problems;

struct value_site {
    struct problems *problems;
    int line;
    int item;
    const char *shown;  /* the option's name there: "port", "--data" */
    const char *folder; /* relative paths begin here; "" for the current folder */
};

/* Each function frees the old value of the field. False, with a problem, if the value is wrong;
   then the field keeps its old value. value_set is for every kind but LIST, SECRET and CHILDREN. */
bool value_set(const struct option *option, const char *written, const struct value_site *site,
               void *field);
bool value_add(const struct option *option, const char *written, const struct value_site *site,
               void *list);
/* `written` names an environment variable, or a file that only its owner can read. Blocks on
   that file. */
bool value_set_secret(const struct option *option, bool is_variable, const char *written,
                      const struct value_site *site, void *field);

char *value_copy(const char *text);

/* A path on the heap: unchanged if absolute, in the home folder if it begins with ~/, else in
   `folder`. */
char *value_path(const char *folder, const char *written);

/* ---- a section's struct, called its values ---- */

/* A section's values and the section around it; NULL around the top level. */
struct frame {
    const struct section *section;
    void *values;
    const struct frame *around;
};

/* Sets each option to its default, an inherited option to the value of the section around. The
   values must be zero before. */
void value_set_defaults(const struct frame *frame, const char *title);

/* Frees what the values hold, children included, not the struct itself. */
void value_free_section(const struct section *section, void *values);

void *value_field(const struct option *option, void *values);

/* CHILDREN: their array, and how many there are. */
void **value_children(const struct option *option, void *values);
int *value_child_count(const struct option *option, void *values);

/* ---- files that somebody names: a configuration, faces, records ---- */

/* Reading one ends, whatever the name leads to: pipes, devices and folders are refused before a
   byte is read, and nothing takes more memory than its reader allows. All block on the disk. */

enum { CONFIG_FILE_LINE = 1 << 20 /* bytes of one line, at most */ };

/* Opens it for reading. NULL, with the reason in a few words ("Is a directory"), if it is
   absent, may not be read, or is no file but a folder, a pipe or a device, from which nothing
   may ever come, or no end. */
FILE *config_file_open(const char *path, struct text *why);

/* The whole text with a NUL behind it, on the heap. NULL, with a sentence without its full stop,
   if it cannot be read, is larger than `most` bytes, or holds a zero byte. `kind`: "a
   configuration file". */
char *config_file_load(const char *path, int most, const char *kind, struct text *why);

/* Puts the next line, without its end, into `line`, which has room for CONFIG_FILE_LINE bytes and
   a NUL. Returns its length, which is more than what stands there if the line is longer; -1
   behind the last line, and if reading fails (ferror). */
int config_file_next_line(FILE *file, char *line);

#endif
