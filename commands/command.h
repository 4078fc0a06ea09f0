/* Inside commands/: the rows of commands.def as a table, and what a command is given when it runs.
   rows.c finds a row, which.c a table, flood.c counts; lobby.c, play.c, admin.c and help.c hold one function for each row;
   dispatch.c decides what was meant, and calls it. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "host.h"

struct commands;

enum command_place { PLACE_EVERYWHERE, PLACE_PRIVATE_ONLY };
enum command_phase { PHASE_ALWAYS, PHASE_LOBBY, PHASE_PLAY };
enum command_who { WHO_ANYBODY, WHO_SEATED, WHO_OPENER, WHO_ADMIN };
enum command_about { ABOUT_NO_TABLE, ABOUT_TABLE };
enum command_answer { ANSWER_PRIVATE, ANSWER_REPLY, ANSWER_PUBLIC };

/* COMMAND_play and so on: the order of commands.def. */
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

/* One command, when its turn has come. */
struct call {
    struct commands *commands;
    struct host *host;
    struct session *session; /* NULL: there is no table */
    const struct heard *heard;
    const struct command *command;
    const char *words; /* what was typed behind the command, without blanks around; "" for nothing */
};

/* By name or alias, ASCII without case; NULL if there is none. */
const struct command *command_find(const char *word);
/* The one at most `slips` away from a mistyped word; NULL if none is near. Short words are near everything: they have none. */
const struct command *command_nearest(const char *word, int slips);

/* What each does; dispatch.c calls them. */
#define COMMAND(name, ...) void command_##name(const struct call *call);
#include "commands.def"
#undef COMMAND

/* ---- reading a line: all of it bounded by HOST_TEXT ---- */

/* The first word of `text` into `word`; returns what follows it, without the blanks between. A word that does not fit is
   cut: it is longer than any of ours. */
const char *first_word(const char *text, char *word, int size);

/* ---- which.c ---- */

bool is_letter_or_digit(char c);
bool is_sitting_in_play(const struct session *session, const struct heard *heard);

/* How many tables the person sits at (in play, if so asked); `one` is the last of them. */
int count_tables(struct host *host, const struct heard *heard, bool in_play, struct session **one);

/* The table that a line in private is about: named in front of it, or the only one; *text moves behind a name. NULL: none, or
   more than one. */
struct session *private_table(struct host *host, const struct heard *heard, const char **text);

/* The person's only table (the only one in play, if so asked); NULL if there is none or more than one. */
struct session *only_table(struct host *host, const struct heard *heard, bool in_play);

/* Whether the first word, or all of them, are the name of a game. */
bool names_a_game(const char *words);

/* In private, and no table was meant that we know of: which one? `line` is what was typed. */
void ask_which_table(const struct call *call, const char *line);

/* ---- flood.c: who says more than five things in ten seconds that cost others, or twenty that cost nobody else, has a
   minute of silence; so has who says more than five things in a row that mean nothing, for so does another bot's answer to
   each answer of ours. A host may be several people, and may say as much as these. ---- */

struct flood;
enum {
    FLOOD_COMMANDS = 5,
    FLOOD_OWN_COMMANDS = 20,
    FLOOD_WITHIN_MS = 10 * 1000,
    FLOOD_SILENCE_MS = 60 * 1000,
    FLOOD_MISSES = 5,
    FLOOD_MISS_MS = 10 * 60 * 1000 /* between two of a row */
};
enum flood_kind {
    FLOOD_OTHERS, /* what a room reads, or may */
    FLOOD_OWN,    /* what a player asks about the own table, and how one sets up one's own */
    FLOOD_KINDS
};
enum flood_verdict { FLOOD_FINE, FLOOD_BEGINS, FLOOD_LOST, FLOOD_IGNORED };

struct flood *flood_new(void);
void flood_free(struct flood *flood);
bool flood_is_ignored(struct flood *flood, const struct heard *heard);
/* Counts one command, or what was none. FLOOD_BEGINS and FLOOD_LOST (one miss too many) are said once, FLOOD_IGNORED until
   the silence is over. */
enum flood_verdict flood_count(struct flood *flood, const struct heard *heard, enum flood_kind kind,
                               bool is_understood);
/* A move that can be played: what the player asked is forgotten, so that at a fast table !moves can be asked for at each turn.
   A silence goes on. */
void flood_forgive(struct flood *flood, const struct heard *heard);

#endif
