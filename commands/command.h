/* Inside commands/: the rows of commands.def as a table, and what a command is given when it runs. dispatch.c decides
   what somebody meant and calls the function of the row, which is in tables.c, help.c or admin.c. rows.c finds rows,
   which.c finds tables, flood.c counts lines. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "view.h"

struct commands;

enum command_place { PLACE_EVERYWHERE, PLACE_PRIVATE_ONLY };
enum command_phase { PHASE_ALWAYS, PHASE_LOBBY, PHASE_PLAY };
enum command_who { WHO_ANYBODY, WHO_SEATED, WHO_OPENER, WHO_ADMIN };
enum command_about { ABOUT_NO_TABLE, ABOUT_TABLE };
enum command_answer { ANSWER_PRIVATE, ANSWER_REPLY, ANSWER_PUBLIC };

/* COMMAND_play and so on, in the order of commands.def. */
enum command_id {
#define COMMAND(name, ...) COMMAND_##name,
#include "commands.def"
#undef COMMAND
    COMMANDS
};

struct command {
    enum command_id id;
    const char *name, *aliases;
    enum command_place place;
    enum command_phase phase;
    enum command_who who;
    enum command_about about;
    enum command_answer answer;
    const char *usage, *help, *example;
};

extern const struct command command_rows[COMMANDS];

/* One command whose turn has come. */
struct call {
    struct commands *commands;
    struct host *host;
    struct session *session; /* NULL without a table */
    const struct heard *heard;
    const struct command *command;
    const char *words; /* the text after the command, trimmed; may be "" */
};

/* The command of that name or alias, ASCII letters in either case. NULL if unknown. */
const struct command *command_find(const char *word);
/* The command with the nearest name, at most `slips` letters off. NULL if no name is that near, or `word` is short. */
const struct command *command_nearest(const char *word, int slips);

/* A row of words.def: its words, and what to say to whom. */
struct word {
    const char *words;
    enum string none, lobby, play;
};
/* The row with this word. NULL if absent. */
const struct word *word_find(const char *word);

/* The function of each row; dispatch.c calls it. */
#define COMMAND(name, ...) void command_##name(const struct call *call);
#include "commands.def"
#undef COMMAND

/* Whispers one sentence to the person who typed the command. */
void command_tell(const struct call *call, enum string id);

/* ---- reading a line; all of it fits HOST_TEXT ---- */

/* Copies the first word of `text` into `word`. Returns the text after the word and its blanks. Cuts a word that does
   not fit; no command is that long. */
const char *first_word(const char *text, char *word, int size);

/* ---- which.c ---- */

bool is_letter_or_digit(char c);
bool is_sitting_in_play(const struct session *session, const struct heard *heard);

/* Counts the tables where the person sits (only those in play, if in_play); `one` becomes the last of them. */
int count_tables(struct host *host, const struct heard *heard, bool in_play, struct session **one);

/* The table that a private line is about: the table named in front of the line, or the person's only table. NULL if
   absent. Moves *text behind the name. */
struct session *private_table(struct host *host, const struct heard *heard, const char **text);

/* The person's only table (or only table in play, if in_play). NULL if the person has no table or several. */
struct session *only_table(struct host *host, const struct heard *heard, bool in_play);

/* True if the first word, or all words, name a game. */
bool names_a_game(const char *words);

/* Answers a word that is no command: says what the person can do instead. */
void point_elsewhere(const struct call *call, const struct word *word, const char *line);

/* Asks in private which table `line` was meant for. */
void ask_which_table(const struct call *call, const char *line);

/* ---- flood.c ---- */

/* A source is ignored for a minute after more than FLOOD_COMMANDS commands in FLOOD_WITHIN_MS that others have to read,
   after more than FLOOD_OWN_COMMANDS commands that only the player reads, or after more than FLOOD_MISSES lines in a
   row that mean nothing: two bots would answer each other for ever. A host counts as several people. */
struct flood;
enum {
    FLOOD_COMMANDS = 5,
    FLOOD_OWN_COMMANDS = 20,
    FLOOD_WITHIN_MS = 10 * 1000,
    FLOOD_SILENCE_MS = 60 * 1000,
    FLOOD_MISSES = 5,
    FLOOD_MISS_MS = 10 * 60 * 1000 /* two misses that are longer apart are not in a row */
};
enum flood_kind {
    FLOOD_OTHERS, /* a room reads the answer, or may */
    FLOOD_OWN,    /* only the player reads the answer, or the opener sets up the table */
    FLOOD_KINDS
};
enum flood_verdict { FLOOD_FINE, FLOOD_BEGINS, FLOOD_LOST, FLOOD_IGNORED };

struct flood *flood_new(void);
void flood_free(struct flood *flood);
bool flood_is_ignored(struct flood *flood, const struct heard *heard);
/* Counts one line. Returns FLOOD_BEGINS or FLOOD_LOST (one miss too many) once, then FLOOD_IGNORED until the silence
   ends. */
enum flood_verdict flood_count(struct flood *flood, const struct heard *heard, enum flood_kind kind,
                               bool is_understood);
/* Forgets what the player asked, after a legal move: at a fast table !moves is asked at each turn. Ends no silence. */
void flood_forgive(struct flood *flood, const struct heard *heard);

#endif
