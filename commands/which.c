/* Finds the table or game that a line means: in private people name it, or the bot guesses. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "host_commands.h"
#include "posts.h"
#include "prose.h"
#include "strings/help.def"
#include "strings/seatword.def"
#include "tables.h"
#include "text.h"
#include "view.h"

/* What the person's own private table is called, which has no room. */
static const char here[] = "here";

bool which_is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* A table without a room of this network, or in somebody else's private conversation, is called
   as its game. */
static const char *room_or_game(const struct host_board *table, const struct heard *heard)
{
    const char *name = table->room;
    bool is_private = name[0] == '@', is_own = is_private && strcmp(name + 1, heard->key) == 0;
    return is_own ? here : *name && !is_private ? name : table->game;
}

static void put_numbered(const struct host_board *table, const struct heard *heard,
                         char out[HOST_ROOM])
{
    snprintf(out, HOST_ROOM, "%.60s-%lld", room_or_game(table, heard), (long long)table->table);
}

struct tables {
    struct host_board list[HOST_TABLES_EACH];
    int count;
};

static void find_tables(struct host *host, const struct heard *heard, struct tables *out)
{
    int64_t numbers[HOST_TABLES_EACH];
    int count = host_tables_of(host, identity_of(heard), numbers);
    out->count = 0;
    for (int i = 0; i < count; i++)
        out->count += host_board_of(host, identity_of(heard), numbers[i], &out->list[out->count]);
}

/* What the person can call the table in one word: of several of one name, each has its number,
   too, as in "coloretto-17". */
static void put_name(const struct tables *tables, int i, const struct heard *heard,
                     char out[HOST_ROOM])
{
    const char *name = room_or_game(&tables->list[i], heard);
    int alike = 0;
    for (int other = 0; other < tables->count; other++)
        alike += text_same_word(room_or_game(&tables->list[other], heard), name);
    if (alike > 1)
        put_numbered(&tables->list[i], heard, out);
    else
        snprintf(out, HOST_ROOM, "%s", name);
}

bool which_sits_in_play(const struct session *session, const struct heard *heard)
{
    return session && host_is_playing(session) && host_is_seated(session, heard);
}

int which_count_tables(struct host *host, const struct heard *heard, bool in_play, int64_t *one)
{
    int count = 0;
    struct tables tables;
    find_tables(host, heard, &tables);
    for (int i = 0; i < tables.count; i++) {
        if (in_play && !tables.list[i].is_playing)
            continue;
        *one = tables.list[i].table;
        count++;
    }
    return count;
}

int64_t which_only_table(struct host *host, const struct heard *heard, bool in_play)
{
    int64_t one = 0;
    return which_count_tables(host, heard, in_play, &one) == 1 ? one : 0;
}

/* "coloretto-17" is table 17, whatever stands before the number. */
static bool is_number_of(const char *word, int64_t table)
{
    const char *dash = strrchr(word, '-');
    return dash && dash > word && strcmp(dash + 1, text_number(table)) == 0;
}

/* Also a table of the person that is not listed. */
static int64_t table_called(struct host *host, const struct heard *heard, const char *word)
{
    struct host_board board = {.table = 0};
    const char *dash = strrchr(word, '-');
    if (!host_board_in(host, heard->network, word, &board) && dash)
        board.table = strtoll(dash + 1, NULL, 10);
    bool is_theirs =
        board.table > 0 && host_board_of(host, identity_of(heard), board.table, &board);
    return is_theirs ? board.table : 0;
}

int64_t which_named_table(struct host *host, const struct heard *heard, const char **text)
{
    char word[HOST_ROOM], name[HOST_ROOM];
    const char *rest = command_first_word(*text, word, sizeof word);
    size_t length = strlen(word);
    struct tables tables;
    if (length > 1 && (word[length - 1] == ',' || word[length - 1] == ':'))
        word[length - 1] = '\0'; /* people copy the colon from the bot's lines */
    find_tables(host, heard, &tables);
    for (int i = 0; i < tables.count; i++) {
        put_name(&tables, i, heard, name);
        if (text_same_word(name, word) || is_number_of(word, tables.list[i].table)) {
            *text = rest;
            return tables.list[i].table;
        }
    }
    int64_t called = tables.count == HOST_TABLES_EACH ? table_called(host, heard, word) : 0;
    *text = called ? rest : *text;
    return called;
}

bool which_is_answer(const char *line)
{
    return text_same_word(line, "yes") || text_same_word(line, "no");
}

int which_count_questions(struct host *host, const struct heard *heard, int64_t *one)
{
    const char *commands[HOST_QUESTIONS];
    int count = 0, apart = host_questions(host, NULL, heard, commands);
    struct session *session;
    for (int i = 0; (session = host_table_of(host, identity_of(heard), i)); i++)
        if (host_questions(host, session, heard, commands) > apart) {
            *one = host_table_number(session);
            count++;
        }
    return count;
}

int64_t which_guess_table(struct host *host, const struct heard *heard, const char *text)
{
    char word[HOST_NAME];
    const char *rest = command_first_word(text, word, sizeof word);
    const struct command *command = command_find(word);
    bool is_played = command_is(command, "play") && *rest && !host_is_game(rest);
    bool may_be_move = is_played || (!command && !command_find_word(word));
    int64_t table;
    if (which_is_answer(text) && which_count_questions(host, heard, &table) == 1)
        return table;
    table = which_only_table(host, heard, may_be_move);
    return table ? table : which_only_table(host, heard, false);
}

bool which_names_a_game(const char *words)
{
    char word[HOST_TEXT];
    command_first_word(words, word, sizeof word);
    return host_is_game(word) || host_is_game(words);
}

static int put_tables(const struct call *call, struct text *names, char first[HOST_ROOM])
{
    char name[HOST_ROOM];
    struct tables tables;
    find_tables(call->host, call->heard, &tables);
    for (int i = 0; i < tables.count; i++) {
        put_name(&tables, i, call->heard, name);
        text_putf(names, "%s%s", i ? ", " : "", name);
        if (i == 0)
            snprintf(first, HOST_ROOM, "%s", name);
    }
    return tables.count;
}

void which_ask_table(const struct call *call, const char *line)
{
    char names[HOST_TEXT], word[HOST_ROOM], first[HOST_ROOM] = "";
    struct text text = text_over(names, sizeof names);
    command_first_word(line, word, sizeof word);
    int count = put_tables(call, &text, first);
    if (count == 0)
        command_tell(call,
                     host_table_awaiting(call->host, call->heard) ? STRING_SEAT_WORD_MISSING
                                                                  : STRING_TABLE_YOURS_NONE,
                     (char *)0);
    else if (!which_is_letter_or_digit(word[0]))
        command_tell(call, STRING_TABLE_WHICH_UNKNOWN, "typed", word, "rooms", names, (char *)0);
    else
        command_tell(call, STRING_TABLE_WHICH, "rooms", names, "example", first, "line", line,
                     (char *)0);
}

void which_point_elsewhere(const struct call *call, const struct word *word, const char *line)
{
    int64_t one;
    struct prose prose;
    bool is_seated = call->session && host_is_seated(call->session, call->heard);
    const char *more = host_help(call->host, call->heard->network, "leave");
    if (!call->session && !call->heard->room &&
        which_count_tables(call->host, call->heard, false, &one) > 1) {
        which_ask_table(call, line);
        return;
    }
    int id = !is_seated ? word->none : host_is_playing(call->session) ? word->play : word->lobby;
    prose_open(&prose, host_language(call->host, call->heard));
    view_string(&prose, id, (char *)0);
    if (word->none == STRING_QUIT && more)
        prose_putf(&prose, " %s", more);
    host_whisper(call->host, call->heard, &prose);
}
