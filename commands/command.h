/* Inside commands/: the rows of commands.def as a table, and what a command is given when it
   runs. dispatch.c decides what somebody meant and calls the function of the row. rows.c finds
   rows, which.c finds tables, flood.c counts lines, deeds.c has commands of its own. */
#ifndef COMMAND_H
#define COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#include "heard.h"
#include "host_commands.h"
#include "prose.h"
#include "view.h"

enum command_place { PLACE_EVERYWHERE, PLACE_PRIVATE_ONLY };
enum command_phase { PHASE_ALWAYS, PHASE_LOBBY, PHASE_PLAY };
enum command_who { WHO_ANYBODY, WHO_SEATED, WHO_OPENER, WHO_OPERATOR };
enum command_about { ABOUT_NO_TABLE, ABOUT_TABLE };
enum command_answer { ANSWER_PRIVATE, ANSWER_REPLY, ANSWER_PUBLIC };

struct command {
    const char *name, *aliases;
    enum command_place place;
    enum command_phase phase;
    enum command_who who;
    enum command_about about;
    enum command_answer answer;
    const char *slash, *usage, *help, *example;
};

extern const struct command command_rows[];
extern const int command_count;

bool command_is(const struct command *command, const char *name);
/* Not at a deal of the day: that is played alone, without help, and as it was dealt. */
bool command_changes_daily(const struct command *command);

/* The command of that name or alias, ASCII letters in either case. NULL if unknown. */
const struct command *command_find(const char *word);
/* The command with the nearest name, at most `slips` letters off. NULL if no name is that near,
   or `word` is short. */
const struct command *command_nearest(const char *word, int slips);

/* A row of words.def: its words, and what to say to whom. */
struct word {
    const char *words;
    int none, lobby, play;
};
const struct word *command_find_word(const char *word);

/* Whispers one sentence of strings.def to the person who typed the command, as view_string() takes
   it. */
#define command_tell(call, ...)                                                                    \
    do {                                                                                           \
        struct prose sentence_;                                                                    \
        prose_open(&sentence_, host_language((call)->host, (call)->heard));                        \
        view_string(&sentence_, __VA_ARGS__);                                                      \
        host_whisper((call)->host, (call)->heard, &sentence_);                                     \
    } while (0)

/* ---- reading a line; all of it fits HOST_TEXT ---- */

/* Copies the first word of `text` into `word`. Returns the text after the word and its blanks.
   Cuts a word that does not fit; no command is that long. */
const char *command_first_word(const char *text, char *word, int size);

/* Copies what somebody typed: without the blanks around it, in private without the '!' that is
   optional there, with spaces for blanks of other kinds, and without a full stop or such behind
   the first word. */
void command_read_typed(const struct heard *heard, char line[HOST_TEXT]);

/* ---- which table somebody means, and what to say where that is not clear (which.c) ---- */

bool which_is_letter_or_digit(char c);
bool which_sits_in_play(const struct session *session, const struct heard *heard);

/* Counts the tables where the person sits (only those in play, if in_play), of this process and
   of others (posts.h); `one` becomes the number of the last of them. */
int which_count_tables(struct host *host, const struct heard *heard, bool in_play, int64_t *one);

/* The number of the person's table that a leading "#games", "here" or "coloretto-17" names; 0 if
   absent. Moves *text behind the name. */
int64_t which_named_table(struct host *host, const struct heard *heard, const char **text);
/* The number of the table that a private line without such a name is about: the person's only
   table, or the only one in play where the words can be a move; 0 if absent. */
int64_t which_guess_table(struct host *host, const struct heard *heard, const char *text);

/* The number of the person's only table (or only table in play, if in_play). 0 if the person has
   no table or several. */
int64_t which_only_table(struct host *host, const struct heard *heard, bool in_play);

bool which_is_answer(const char *line);
/* How many tables of the person wait for such a word; `one` becomes the last of them. */
int which_count_questions(struct host *host, const struct heard *heard, int64_t *one);

bool which_names_a_game(const char *words);

/* Answers a word that is no command: says what the person can do instead. */
void which_point_elsewhere(const struct call *call, const struct word *word, const char *line);

void which_ask_table(const struct call *call, const char *line);

#endif
