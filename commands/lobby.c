/* Commands around a table: opening it, sitting down, changing it, getting up. The host answers for itself, also where
   somebody may not; here what was typed is only cut into what the host is asked. */
#include <string.h>

#include "command.h"
#include "prose.h"
#include "text.h"
#include "view.h"

void command_games(const struct call *call)
{
    host_show_games(call->host, call->heard);
}

static int word_end(const char *words, int at)
{
    at += (int)strspn(words + at, " ");
    return at + (int)strcspn(words + at, " ");
}

/* How many bytes of "color catcher match=3" name the game: the most words that do, else all in front of an option. */
static int game_length(const char *words)
{
    char name[HOST_TEXT];
    int known = 0, unknown = 0;
    for (int at = 0, end = word_end(words, 0); end > at; at = end, end = word_end(words, end)) {
        struct text text = text_over(name, sizeof name);
        text_put_bytes(&text, words, end);
        if (host_is_game(name))
            known = end;
        if (!strchr(name, '='))
            unknown = end;
    }
    return known ? known : unknown;
}

void command_play(const struct call *call)
{
    char game[HOST_TEXT];
    int length = game_length(call->words);
    struct text text = text_over(game, sizeof game);
    text_put_bytes(&text, call->words, length);
    host_open(call->host, call->heard, game, call->words + length + strspn(call->words + length, " "));
}

void command_join(const struct call *call)
{
    host_join_with(call->host, call->session, call->heard, call->words);
}

void command_cut(const struct call *call)
{
    host_cut(call->host, call->session, call->heard, call->words);
}

void command_fair(const struct call *call)
{
    host_show_fair(call->host, call->session, call->heard);
}

void command_leave(const struct call *call)
{
    host_leave(call->host, call->session, call->heard);
}

/* "add robot", "add greedy robot", "add greedy": the word "robot" may stand anywhere or be missing. */
void command_add(const struct call *call)
{
    char first[HOST_NAME], second[HOST_NAME];
    const char *rest = first_word(call->words, first, sizeof first);
    rest = first_word(rest, second, sizeof second);
    bool is_robot = text_same_word(first, "robot") || text_same_word(first, "bot");
    const char *level = is_robot ? second : first;
    if (*first && (is_robot || text_same_word(second, "robot")) && !*rest) {
        host_add_robot(call->host, call->session, call->heard, level);
        return;
    }
    struct prose prose;
    prose_clear(&prose);
    view_string(&prose, STRING_ADD_WHAT, (char *)0);
    host_whisper(call->host, call->heard, &prose);
}

void command_start(const struct call *call)
{
    host_start(call->host, call->session, call->heard);
}

void command_kick(const struct call *call)
{
    host_kick(call->host, call->session, call->heard, call->words);
}

void command_away(const struct call *call)
{
    host_away(call->host, call->session, call->heard, call->words);
}

void command_free(const struct call *call)
{
    host_set_aside(call->host, call->session, call->heard);
}

void command_resume(const struct call *call)
{
    host_resume(call->host, call->heard, call->words);
}

void command_stop(const struct call *call)
{
    host_stop(call->host, call->session, call->heard);
}

void command_options(const struct call *call)
{
    host_set_options(call->host, call->session, call->heard, call->words);
}

/* "set match=3" was meant for the table. */
void command_set(const struct call *call)
{
    if (strchr(call->words, '='))
        host_set_options(call->host, call->session, call->heard, call->words);
    else
        host_prefer(call->host, call->heard, call->words);
}
