/* Commands at a table in play: what one holds, what stands, what may be done, and the way back to a lost seat. */
#include "command.h"

#include "prose.h"
#include "text.h"
#include "view.h"

void command_hand(const struct call *call)
{
    host_show_hand(call->host, call->session, call->heard);
}

void command_board(const struct call *call)
{
    host_show_board(call->host, call->session, call->heard);
}

void command_moves(const struct call *call)
{
    host_show_moves(call->host, call->session, call->heard);
}

/* A topic alone is of the game at the table; whoever sits at several has to say which. */
void command_rules(const struct call *call)
{
    bool is_topic = *call->words && !names_a_game(call->words);
    bool sits = host_table_of(call->host, call->heard->network, call->heard->key, 0) != NULL;
    if (is_topic && sits && !call->session && !call->heard->room) {
        char line[HOST_TEXT];
        struct text text = text_over(line, sizeof line);
        text_putf(&text, "%s %s", call->command->name, call->words);
        ask_which_table(call, line);
        return;
    }
    host_show_rules(call->host, call->session, call->heard, call->words);
}

/* In a room too: that the word is void once others have read it is the host's to say and to do. */
void command_seat(const struct call *call)
{
    if (*call->words)
        host_claim(call->host, call->heard, call->words);
    else
        host_show_seat(call->host, call->heard);
}
