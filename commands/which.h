/* Which table somebody means, and what to say where that is not clear (which.c). */
#ifndef WHICH_H
#define WHICH_H

#include <stdbool.h>
#include <stdint.h>

struct call;
struct heard;
struct host;
struct session;
struct word;

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

/* "yes" or "no" alone. */
bool which_is_answer(const char *line);
/* How many tables of the person wait for such a word; `one` becomes the last of them. */
int which_count_questions(struct host *host, const struct heard *heard, int64_t *one);

/* True if the first word, or all words, name a game. */
bool which_names_a_game(const char *words);

/* Answers a word that is no command: says what the person can do instead. */
void which_point_elsewhere(const struct call *call, const struct word *word, const char *line);

/* Asks in private which table `line` was meant for. */
void which_ask_table(const struct call *call, const char *line);

#endif
