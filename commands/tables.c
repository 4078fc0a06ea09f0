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

/* Commands that pass their words on unchanged. */
#define HANDS_ON(name, call_host)                                                                  \
    void command_##name(const struct call *call)                                                   \
    {                                                                                              \
        call_host;                                                                                 \
    }
HANDS_ON(games, host_show_games(call->host, call->heard))
HANDS_ON(learn, host_learn(call->host, call->session, call->heard, call->words))
HANDS_ON(extend, host_extend(call->host, call->session, call->heard))
HANDS_ON(pause, host_pause(call->host, call->session, call->heard))
HANDS_ON(start, host_start(call->host, call->session, call->heard))
HANDS_ON(free, host_set_aside(call->host, call->session, call->heard))
HANDS_ON(hand, host_show_hand(call->host, call->session, call->heard))
HANDS_ON(board, host_show_board(call->host, call->session, call->heard, call->words))
HANDS_ON(moves, host_show_moves(call->host, call->session, call->heard))
HANDS_ON(turn, host_show_turn(call->host, call->session, call->heard))
HANDS_ON(score, host_show_score(call->host, call->session, call->heard))
HANDS_ON(who, host_show_who(call->host, call->session, call->heard))
HANDS_ON(fair, host_show_fair(call->host, call->session, call->heard, call->words))
HANDS_ON(join, host_join_with(call->host, call->session, call->heard, call->words))
HANDS_ON(invite, host_invite(call->host, call->session, call->heard, call->words))
HANDS_ON(uninvite, host_uninvite(call->host, call->session, call->heard, call->words))
HANDS_ON(say, host_say(call->host, call->session, call->heard, call->words))
HANDS_ON(cut, host_cut(call->host, call->session, call->heard, call->words))
HANDS_ON(kick, host_kick(call->host, call->session, call->heard, call->words))
HANDS_ON(away, host_away(call->host, call->session, call->heard, call->words))
HANDS_ON(undo, host_undo(call->host, call->session, call->heard, call->words))
HANDS_ON(hint, host_hint(call->host, call->session, call->heard, call->words))
HANDS_ON(then, host_then(call->host, call->session, call->heard, call->words))
HANDS_ON(again, host_again(call->host, call->session, call->heard, call->words))
HANDS_ON(next, host_next(call->host, call->session, call->heard, call->words))
HANDS_ON(swap, host_swap(call->host, call->session, call->heard, call->words))
HANDS_ON(link, host_link(call->host, call->heard, call->words))
HANDS_ON(unlink, host_unlink(call->host, call->heard))
HANDS_ON(mydata, host_show_mydata(call->host, call->heard, call->words))
HANDS_ON(forgetme, host_forget_me(call->host, call->heard, call->words))
HANDS_ON(whoami, host_show_self(call->host, call->heard))
HANDS_ON(stats, host_show_stats(call->host, call->heard, call->words))
HANDS_ON(top, host_show_top(call->host, call->heard, call->words))
HANDS_ON(last, host_show_last(call->host, call->heard))
HANDS_ON(replay, host_show_replay(call->host, call->heard, call->words))
HANDS_ON(options, host_set_options(call->host, call->session, call->heard, call->words))
#undef HANDS_ON

void command_resume(const struct call *call)
{
    if (*call->words || !host_unpause(call->host, call->session, call->heard))
        host_resume(call->host, call->heard, call->words);
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

void command_play(const struct call *call)
{
    char game[HOST_TEXT];
    int length = game_length(call->words);
    struct text text = text_over(game, sizeof game);
    text_put_bytes(&text, call->words, length);
    host_open(call->host, call->heard, game,
              call->words + length + strspn(call->words + length, " "));
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

void command_stop(const struct call *call)
{
    bool needs_others = call->session && host_stop_needs_others(call->session, call->heard);
    bool is_no = text_same_word(call->words, "no");
    if (is_no || !is_asked(call, false, needs_others ? STRING_STOP_ASK_OTHERS : STRING_STOP_ASK))
        host_stop(call->host, call->session, call->heard, call->words);
}

void command_leave(const struct call *call)
{
    if (!is_asked(call, true, STRING_LEAVE_ASK))
        host_leave(call->host, call->session, call->heard);
}

/* "add robot 3", "add hard robot": the word "robot" may stand anywhere. */
void command_add(const struct call *call)
{
    char word[HOST_NAME], bytes[HOST_TEXT];
    struct text others = text_over(bytes, sizeof bytes);
    bool is_robot = false;
    for (const char *rest = first_word(call->words, word, sizeof word); *word;
         rest = first_word(rest, word, sizeof word)) {
        bool names_it = text_same_word(word, "robot") || text_same_word(word, "robots") ||
                        text_same_word(word, "bot");
        if (!names_it)
            text_putf(&others, "%s ", word);
        is_robot |= names_it;
    }
    if (is_robot)
        host_add_robot(call->host, call->session, call->heard, bytes);
    else
        command_tell(call, STRING_ADD_WHAT);
}

/* "set match=3" sets an option of the table. */
void command_notify(const struct call *call)
{
    host_notify(call->host, call->heard, call->words);
}

void command_settings(const struct call *call)
{
    host_settings(call->host, call->heard, call->words);
}

void command_set(const struct call *call)
{
    if (strchr(call->words, '='))
        host_set_options(call->host, call->session, call->heard, call->words);
    else
        host_prefer(call->host, call->heard, call->words);
}

/* A topic alone means the game at the table. In private, somebody who sits at several tables is
   asked which. */
void command_rules(const struct call *call)
{
    bool is_topic =
        *call->words && !names_a_game(call->words) && !text_same_word(call->words, "next");
    int64_t one;
    bool sits = count_tables(call->host, call->heard, false, &one) > 0;
    if (is_topic && sits && !call->session && !call->heard->room) {
        char line[HOST_TEXT];
        struct text text = text_over(line, sizeof line);
        text_putf(&text, "%s %s", call->command->name, call->words);
        ask_which_table(call, line);
        return;
    }
    host_show_rules(call->host, call->session, call->heard, call->words);
}

/* Also in a room, where the host says that the word is void because others have read it. */
void command_seat(const struct call *call)
{
    if (*call->words)
        host_claim(call->host, call->heard, call->words);
    else
        host_show_seat(call->host, call->heard);
}
