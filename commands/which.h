/* Which table somebody means, and what to say where that is not clear (which.c). */
#ifndef WHICH_H
#define WHICH_H

#include <stdbool.h>

struct call;
struct heard;
struct host;
struct session;
struct word;

bool is_letter_or_digit(char c);
bool is_sitting_in_play(const struct session *session, const struct heard *heard);

/* Counts the tables where the person sits (only those in play, if in_play); `one` becomes the last of them. */
int count_tables(struct host *host, const struct heard *heard, bool in_play, struct session **one);

/* The table that a private line is about: the table named in front of the line, or the person's only table. NULL if
   absent. Moves *text behind the name. */
struct session *private_table(struct host *host, const struct heard *heard, const char **text);

/* The person's only table (or only table in play, if in_play). NULL if the person has no table or several. */
struct session *only_table(struct host *host, const struct heard *heard, bool in_play);

/* "yes" or "no" alone. */
bool is_answer(const char *line);
/* How many tables of the person wait for such a word; `one` becomes the last of them. */
int count_questions(struct host *host, const struct heard *heard, struct session **one);

/* True if the first word, or all words, name a game. */
bool names_a_game(const char *words);

/* Answers a word that is no command: says what the person can do instead. */
void point_elsewhere(const struct call *call, const struct word *word, const char *line);

/* Asks in private which table `line` was meant for. */
void ask_which_table(const struct call *call, const char *line);

#endif
