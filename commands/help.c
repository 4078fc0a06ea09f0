/* !help, made from commands.def: lists the commands that the person can use now, or explains one
   command. */
#include <string.h>

#include "choices.h"
#include "command.h"
#include "host_commands.h"
#include "prose.h"
#include "strings/help.def"
#include "tables.h"
#include "text.h"
#include "view.h"

host_command command_help;

enum { NEAR = 2 }; /* letters that a mistyped command may be off */

struct verbs {
    struct prose *out;
    const char *between;
};

static bool put_verb(void *arg, const char *verb, const char *help)
{
    struct verbs *verbs = arg;
    (void)help;
    prose_putf(verbs->out, "%s!%s", verbs->between, verb);
    verbs->between = ", ";
    return true;
}

/* What a person can do at the own table, moves first. */
static void put_table(const struct call *call, bool in_play, struct prose *out)
{
    struct verbs verbs = {out, " "};
    view_string(out, STRING_HELP_VERBS, "game", host_game_name(call->session), (char *)0);
    host_each_verb(call->session, put_verb, &verbs);
    prose_put(out, ". ");
    view_string(out, in_play ? STRING_HELP_TABLE : STRING_HELP_LOBBY, (char *)0);
}

static void put_list(const struct call *call, enum command_phase phase, bool is_seated,
                     struct prose *out)
{
    view_string(out, STRING_HELP_COMMANDS, (char *)0);
    const char *between = " ";
    for (int i = 0; i < command_count; i++) {
        const struct command *command = &command_rows[i];
        bool here = command->phase == PHASE_ALWAYS || command->phase == phase;
        bool is_theirs =
            command->who != WHO_OPERATOR || call->heard->rank & (RANK_OPERATOR | RANK_ADMIN);
        is_theirs &=
            !command_is(command, "seat") || host_has_seat_words(call->host, call->heard->network);
        if (!here || !is_theirs || (is_seated && command_is(command, "join")) ||
            (command->place == PLACE_PRIVATE_ONLY && call->heard->room))
            continue;
        prose_putf(out, "%s!%s", between, command->name);
        between = ", ";
    }
    prose_put(out, ".");
}

/* One more sentence. */
static void put_behind(int id, const char *words, struct prose *out)
{
    prose_put(out, " ");
    view_string(out, id, "text", words, "command", words, (char *)0);
}

static void put_aliases(const struct command *command, struct prose *out)
{
    if (!*command->aliases)
        return;
    char word[HOST_NAME], bytes[HOST_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    for (const char *rest = command_first_word(command->aliases, word, sizeof word); *word;
         rest = command_first_word(rest, word, sizeof word))
        text_putf(&text, "%s!%s", text.length > 0 ? " " : "", word);
    put_behind(STRING_HELP_ALSO, bytes, out);
}

static void put_command(const struct call *call, const struct command *command, struct prose *out)
{
    static const int who[] = {[WHO_SEATED] = STRING_HELP_SEATED,
                              [WHO_OPENER] = STRING_HELP_OPENER,
                              [WHO_OPERATOR] = STRING_HELP_OPERATOR};
    const char *more = host_help(call->host, call->heard->network, command->name);
    prose_putf(out, "!%s %s.", command->usage, command->help);
    if (more)
        prose_putf(out, " %s", more);
    if (command->place == PLACE_PRIVATE_ONLY)
        put_behind(STRING_HELP_PRIVATE, "", out);
    if (command->who != WHO_ANYBODY)
        put_behind(who[command->who], "", out);
    put_aliases(command, out);
    if (strcmp(command->example, command->usage) != 0)
        put_behind(STRING_HELP_EXAMPLE, command->example, out);
}

static void put_unknown(const char *word, struct prose *out)
{
    const struct command *nearest = command_nearest(word, NEAR);
    if (nearest)
        view_string(out, STRING_HELP_UNKNOWN_NEAREST, "typed", word, "command", nearest->name,
                    (char *)0);
    else
        view_string(out, STRING_HELP_UNKNOWN, "typed", word, (char *)0);
}

void command_help(struct host *host, const struct call *call)
{
    bool is_seated = call->session && host_is_seated(call->session, call->heard);
    bool in_play = is_seated && host_is_playing(call->session);
    char word[HOST_TEXT];
    struct prose prose;
    prose_clear(&prose);
    command_first_word(call->words + (*call->words == '!'), word, sizeof word);
    const struct command *command = command_find(word);
    const char *verb = call->session ? host_verb_help(call->session, word) : NULL;
    if (command) {
        put_command(call, command, &prose);
    } else if (verb) {
        view_string(&prose, STRING_HELP_MOVE, "how", verb, (char *)0);
    } else if (*word) {
        put_unknown(word, &prose);
    } else {
        if (is_seated)
            put_table(call, in_play, &prose);
        else
            view_string(&prose, STRING_HELP, (char *)0);
        prose_put(&prose, "\n");
        put_list(call, in_play ? PHASE_PLAY : PHASE_LOBBY, is_seated, &prose);
    }
    host_whisper(host, call->heard, &prose);
}
