/* Finds the table or game that a line means: in private people name it, or the bot guesses. */
#include <stdio.h>
#include <string.h>

#include "which.h"
#include "command.h"
#include "prose.h"
#include "text.h"
#include "view.h"
#include "tables.h"
#include "choices.h"
#include "host_commands.h"

/* What the person's own private table is called, which has no room. */
static const char here[] = "here";

bool is_letter_or_digit(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* A table without a room of this network, or in somebody else's private conversation, is called as its game. */
static const char *room_or_game(const struct session *session, const struct heard *heard)
{
    const char *name = host_room_name(session, heard->network);
    bool is_private = name[0] == '@', is_own = is_private && strcmp(name + 1, heard->key) == 0;
    return is_own ? here : *name && !is_private ? name : host_game_id(session);
}

static void put_numbered(const struct session *session, const struct heard *heard, char out[HOST_ROOM])
{
    snprintf(out, HOST_ROOM, "%.60s-%lld", room_or_game(session, heard), (long long)host_table_number(session));
}

/* What the person can call the table in one word: of several of one name, each has its number, too, as in "coloretto-17". */
static void put_name(struct host *host, const struct session *session, const struct heard *heard, char out[HOST_ROOM])
{
    const char *name = room_or_game(session, heard);
    const struct session *other;
    int alike = 0;
    for (int i = 0; (other = host_table_of(host, heard->network, heard->key, i)); i++)
        alike += text_same_word(room_or_game(other, heard), name);
    if (alike > 1)
        put_numbered(session, heard, out);
    else
        snprintf(out, HOST_ROOM, "%s", name);
}

bool is_sitting_in_play(const struct session *session, const struct heard *heard)
{
    return session && host_is_playing(session) && host_is_seated(session, heard);
}

int count_tables(struct host *host, const struct heard *heard, bool in_play, struct session **one)
{
    int count = 0;
    struct session *session;
    for (int i = 0; (session = host_table_of(host, heard->network, heard->key, i)); i++) {
        if (in_play && !host_is_playing(session))
            continue;
        *one = session;
        count++;
    }
    return count;
}

struct session *only_table(struct host *host, const struct heard *heard, bool in_play)
{
    struct session *one = NULL;
    return count_tables(host, heard, in_play, &one) == 1 ? one : NULL;
}

/* The person's table that a leading "#games", "here" or "coloretto-17" names. NULL if absent. Moves *text behind the
   name. */
static struct session *named_table(struct host *host, const struct heard *heard, const char **text)
{
    char word[HOST_ROOM], name[HOST_ROOM], numbered[HOST_ROOM];
    const char *rest = first_word(*text, word, sizeof word);
    size_t length = strlen(word);
    if (length > 1 && (word[length - 1] == ',' || word[length - 1] == ':'))
        word[length - 1] = '\0'; /* people copy the colon from the bot's lines */
    struct session *session;
    for (int i = 0; (session = host_table_of(host, heard->network, heard->key, i)); i++) {
        put_name(host, session, heard, name);
        put_numbered(session, heard, numbered); /* somebody may have read it while there were several */
        if (text_same_word(name, word) || text_same_word(numbered, word)) {
            *text = rest;
            return session;
        }
    }
    return NULL;
}

bool is_answer(const char *line)
{
    return text_same_word(line, "yes") || text_same_word(line, "no");
}

int count_questions(struct host *host, const struct heard *heard, struct session **one)
{
    const char *commands[HOST_QUESTIONS];
    int count = 0, apart = host_questions(host, NULL, heard, commands);
    struct session *session;
    for (int i = 0; (session = host_table_of(host, heard->network, heard->key, i)); i++)
        if (host_questions(host, session, heard, commands) > apart) {
            *one = session;
            count++;
        }
    return count;
}

struct session *private_table(struct host *host, const struct heard *heard, const char **text)
{
    struct session *session = named_table(host, heard, text);
    if (session)
        return session;
    char word[HOST_NAME];
    const char *rest = first_word(*text, word, sizeof word);
    const struct command *command = command_find(word);
    bool is_played = command && command->id == COMMAND_play && *rest && !host_is_game(rest);
    bool may_be_move = is_played || (!command && !word_find(word));
    if (is_answer(*text) && count_questions(host, heard, &session) == 1)
        return session;
    session = only_table(host, heard, may_be_move);
    return session ? session : only_table(host, heard, false);
}

bool names_a_game(const char *words)
{
    char word[HOST_TEXT];
    first_word(words, word, sizeof word);
    return host_is_game(word) || host_is_game(words);
}

/* Lists the names of the person's tables. Returns how many there are. */
static int put_tables(const struct call *call, struct text *names, char first[HOST_ROOM])
{
    int count = 0;
    char name[HOST_ROOM];
    struct session *session;
    for (; (session = host_table_of(call->host, call->heard->network, call->heard->key, count)); count++) {
        put_name(call->host, session, call->heard, name);
        text_putf(names, "%s%s", count ? ", " : "", name);
        if (count == 0)
            snprintf(first, HOST_ROOM, "%s", name);
    }
    return count;
}

void ask_which_table(const struct call *call, const char *line)
{
    char names[HOST_TEXT], word[HOST_ROOM], first[HOST_ROOM] = "";
    struct text text = text_over(names, sizeof names);
    struct prose prose;
    prose_clear(&prose);
    first_word(line, word, sizeof word);
    int count = put_tables(call, &text, first);
    if (count == 0)
        view_string(&prose,
                    host_seat_waits(call->host, call->heard) ? STRING_SEAT_WORD_MISSING : STRING_TABLE_YOURS_NONE,
                    (char *)0);
    else if (!is_letter_or_digit(word[0]))
        view_string(&prose, STRING_TABLE_WHICH_UNKNOWN, "typed", word, "rooms", names, (char *)0);
    else
        view_string(&prose, STRING_TABLE_WHICH, "rooms", names, "example", first, "line", line, (char *)0);
    host_whisper(call->host, call->heard, &prose);
}

void point_elsewhere(const struct call *call, const struct word *word, const char *line)
{
    struct session *one;
    struct prose prose;
    bool is_seated = call->session && host_is_seated(call->session, call->heard);
    const char *more = host_help(call->host, call->heard->network, "leave");
    if (!call->session && !call->heard->room && count_tables(call->host, call->heard, false, &one) > 1) {
        ask_which_table(call, line);
        return;
    }
    enum string id = !is_seated ? word->none : host_is_playing(call->session) ? word->play : word->lobby;
    prose_clear(&prose);
    view_string(&prose, id, (char *)0);
    if (word->none == STRING_QUIT && more)
        prose_putf(&prose, " %s", more);
    host_whisper(call->host, call->heard, &prose);
}
