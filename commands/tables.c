/* The commands of players, from !play to !seat: each splits its words and calls the host. The
   host refuses, with a reason, what somebody may not do. */
#include <string.h>

#include "choices.h"
#include "command.h"
#include "host_admin.h"
#include "host_commands.h"
#include "prose.h"
#include "strings/help.def"
#include "tables.h"
#include "text.h"
#include "view.h"
#include "which.h"

host_command command_resume, command_play, command_stop, command_leave, command_add, command_set,
    command_rules, command_seat;

void command_resume(struct host *host, const struct call *call)
{
    if (*call->words || !host_unpause(host, call->session, call->heard))
        host_resume(host, call);
}

static int word_end(const char *words, int at)
{
    at += (int)strspn(words + at, " ");
    return at + (int)strcspn(words + at, " ");
}

/* How many bytes of "color catcher match=3" name the game: the longest known name, else
   everything before an option. */
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

void command_play(struct host *host, const struct call *call)
{
    char game[HOST_TEXT];
    int length = game_length(call->words);
    struct text text = text_over(game, sizeof game);
    text_put_bytes(&text, call->words, length);
    host_open(host, call->heard, game, call->words + length + strspn(call->words + length, " "));
}

/* True, after a question, if this would end a game and the person has not confirmed: by a "yes",
   or by the same command again. */
static bool is_asked(const struct call *call, bool leaves, int question)
{
    if (!call->session || text_same_word(call->words, "yes") ||
        !host_must_ask(call->session, call->heard, leaves))
        return false;
    struct prose prose;
    prose_clear(&prose);
    view_string(&prose, question, "game", host_game_name(call->session), (char *)0);
    host_whisper(call->host, call->heard, &prose);
    return true;
}

void command_stop(struct host *host, const struct call *call)
{
    bool needs_others = call->session && host_stop_needs_others(call->session, call->heard);
    bool is_no = text_same_word(call->words, "no");
    if (is_no || !is_asked(call, false, needs_others ? STRING_STOP_ASK_OTHERS : STRING_STOP_ASK))
        host_stop(host, call);
}

void command_leave(struct host *host, const struct call *call)
{
    if (!is_asked(call, true, STRING_LEAVE_ASK))
        host_leave(host, call);
}

/* "add robot 3", "add hard robot": the word "robot" may stand anywhere. */
void command_add(struct host *host, const struct call *call)
{
    char word[HOST_NAME], bytes[HOST_TEXT];
    struct text others = text_over(bytes, sizeof bytes);
    bool is_robot = false;
    for (const char *rest = command_first_word(call->words, word, sizeof word); *word;
         rest = command_first_word(rest, word, sizeof word)) {
        bool names_it = text_same_word(word, "robot") || text_same_word(word, "robots") ||
                        text_same_word(word, "bot");
        if (!names_it)
            text_putf(&others, "%s ", word);
        is_robot |= names_it;
    }
    if (is_robot)
        host_add_robot(
            host, &(struct call){.session = call->session, .heard = call->heard, .words = bytes});
    else
        command_tell(call, STRING_ADD_WHAT);
}

/* "set match=3" sets an option of the table. */
void command_set(struct host *host, const struct call *call)
{
    if (strchr(call->words, '='))
        host_set_options(host, call);
    else
        host_prefer(host, call);
}

/* A topic alone means the game at the table. In private, somebody who sits at several tables is
   asked which. */
void command_rules(struct host *host, const struct call *call)
{
    bool is_topic =
        *call->words && !which_names_a_game(call->words) && !text_same_word(call->words, "next");
    int64_t one;
    bool sits = which_count_tables(host, call->heard, false, &one) > 0;
    if (is_topic && sits && !call->session && !call->heard->room) {
        char line[HOST_TEXT];
        struct text text = text_over(line, sizeof line);
        text_putf(&text, "%s %s", call->command->name, call->words);
        which_ask_table(call, line);
        return;
    }
    host_show_rules(host, call);
}

/* Also in a room, where the host says that the word is void because others have read it. */
void command_seat(struct host *host, const struct call *call)
{
    if (*call->words)
        host_claim(host, call);
    else
        host_show_seat(host, call);
}
