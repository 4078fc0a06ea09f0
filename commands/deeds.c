/* The commands that do more than call the host: !help, those of players, those of operators. Each
   splits its words; the host refuses, with a reason, what somebody may not do. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command.h"
#include "host_admin.h"
#include "host_commands.h"
#include "prose.h"
#include "strings/ban.def"
#include "strings/help.def"
#include "strings/shared.def"
#include "tables.h"
#include "text.h"
#include "view.h"

host_command command_help, command_resume, command_play, command_stop, command_leave, command_add,
    command_set, command_seek, command_rules, command_seat, command_ban, command_unban,
    command_bans, command_last;

/* ---- of players ---- */

void command_resume(struct host *host, const struct call *call)
{
    if (*call->words || !host_unpause(host, call->session, call->heard))
        host_resume(host, call);
}

/* "last", "last picture", "last picture 12" */
void command_last(struct host *host, const struct call *call)
{
    static const char picture[] = "picture";
    size_t length = strcspn(call->words, " ");
    char word[sizeof picture];
    struct call rest = *call;
    snprintf(word, sizeof word, "%.*s", (int)length, call->words);
    rest.words += length + strspn(call->words + length, " ");
    if (length == strlen(picture) && text_same_word(word, picture))
        host_show_result(host, &rest);
    else
        host_show_last(host, call);
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

/* "coloretto clock=slow" opens a table that looks for players. */
void command_seek(struct host *host, const struct call *call)
{
    char line[HOST_TEXT];
    struct text text = text_over(line, sizeof line);
    const char *cut = strstr(call->words, " cut="); /* its words go on to the end */
    text_put_bytes(&text, call->words,
                   (int)(cut ? (size_t)(cut - call->words) : strlen(call->words)));
    text_putf(&text, " %s%s", "seek", cut ? cut : "");
    char game[HOST_TEXT];
    struct text name = text_over(game, sizeof game);
    text_put_bytes(&name, call->words, game_length(call->words));
    bool is_here = call->session && (!host_is_playing(call->session) || !host_is_game(game));
    if (!*call->words || text_same_word(call->words, "off") || is_here)
        host_seek(host, call);
    else if (text.cut)
        command_tell(call, STRING_INPUT_TOO_LONG, (char *)0);
    else
        command_play(host, &(struct call){.host = host,
                                          .session = call->session,
                                          .heard = call->heard,
                                          .words = line,
                                          .commands = call->commands,
                                          .command = call->command});
}

/* True, after a question, if this would end a game and the person has not confirmed: by a "yes",
   or by the same command again. */
static bool is_asked(const struct call *call, bool leaves, int question)
{
    if (!call->session || text_same_word(call->words, "yes") ||
        !host_must_ask(call->session, call->heard, leaves))
        return false;
    command_tell(call, question, "game", host_game_name(call->session), (char *)0);
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
        command_tell(call, STRING_ADD_WHAT, (char *)0);
}

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

/* ---- !help, made from commands.def: what the person can use now, or one command ---- */

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
        is_theirs &=
            !call->session || !host_is_daily(call->session) || !command_changes_daily(command);
        if (!here || !is_theirs || (is_seated && command_is(command, "join")) ||
            (command->place == PLACE_PRIVATE_ONLY && call->heard->room))
            continue;
        prose_putf(out, "%s!%s", between, command->name);
        between = ", ";
    }
    prose_put(out, ".");
}

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
    prose_putf(out, "!%s ", command->usage);
    prose_put(out, command->help);
    prose_put(out, ".");
    if (more) {
        prose_put(out, " ");
        prose_put(out, more);
    }
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
    prose_open(&prose, host_language(host, call->heard));
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

/* ---- of operators in their room; of admins in the whole house, or in a room with "here" ---- */

/* dispatch.c has checked that one of them typed it; the host cannot, for it takes the same orders
   from the command line. */

enum { BANS_A_PAGE = 8 };

/* Cuts the number of days off the end of a name, which may be several words. 0 if absent, -1 if
   too large. A number alone is a name. */
static int cut_days(char *words)
{
    enum { DIGITS_MOST = 6 };
    char *last = strrchr(words, ' ');
    if (!last || !last[1] || strspn(last + 1, "0123456789") != strlen(last + 1))
        return 0;
    int days = strlen(last + 1) <= DIGITS_MOST ? (int)strtol(last + 1, NULL, 10) : -1;
    while (last > words && last[-1] == ' ')
        last--;
    *last = '\0';
    return days > 0 ? days : -1;
}

/* The order is about this room alone; puts the words behind "here". */
static bool is_here(const struct call *call, const char **words)
{
    char word[HOST_NAME];
    const char *rest = command_first_word(call->words, word, sizeof word);
    bool says_so = text_same_word(word, "here");
    *words = says_so ? rest : call->words;
    return says_so || !(call->heard->rank & RANK_ADMIN);
}

void command_ban(struct host *host, const struct call *call)
{
    const char *words;
    char who[HOST_TEXT];
    struct text text = text_over(who, sizeof who);
    struct prose answer;
    prose_open(&answer, host_language(host, call->heard));
    if (is_here(call, &words)) {
        if (*words)
            host_room_ban(host, call->heard, words, &answer);
        else
            host_room_bans(host, call->heard, &answer);
        host_whisper(host, call->heard, &answer);
        return;
    }
    text_put(&text, call->words);
    int days = cut_days(who);
    host_ban(host,
             &(struct host_ban_order){.network = call->heard->network,
                                      .room = call->heard->room,
                                      .who = who,
                                      .days = days,
                                      .by = call->heard->name},
             &answer);
    host_whisper(host, call->heard, &answer);
}

void command_unban(struct host *host, const struct call *call)
{
    const char *words;
    struct prose answer;
    prose_open(&answer, host_language(host, call->heard));
    bool of_room = is_here(call, &words);
    if (of_room && *words)
        host_room_unban(host, call->heard, words, &answer);
    else if (of_room)
        host_room_bans(host, call->heard, &answer);
    else
        host_unban(host, call->words, &answer);
    host_whisper(host, call->heard, &answer);
}

struct listing {
    struct prose *out;
    int from, count;
};

static void put_ban(void *arg, const struct host_ban *ban)
{
    struct listing *listing = arg;
    int i = listing->count++ - listing->from;
    if (!listing->out || i < 0 || i >= BANS_A_PAGE)
        return;
    bool is_called_else = *ban->who.key && strcmp(ban->who.key, ban->name) != 0;
    prose_put(listing->out, "\n");
    view_string(listing->out, is_called_else ? STRING_BANS_ROW_KEY : STRING_BANS_ROW, "number",
                text_number(ban->number), "name", ban->name, "key", ban->who.key, "network",
                ban->who.network, "until", ban->until, "admin", ban->by, (char *)0);
}

static void list_house(const struct call *call, struct prose *answer)
{
    struct listing all = {0};
    host_each_ban(call->host, put_ban, &all);
    int pages = (all.count + BANS_A_PAGE - 1) / BANS_A_PAGE,
        page = (int)strtol(call->words, NULL, 10);
    page = page < 1 ? 1 : page > pages ? pages : page;
    if (all.count == 0) {
        view_string(answer, STRING_BANS_NONE, (char *)0);
    } else {
        view_string(answer, STRING_BANS_LIST, "page", text_number(page), "most", text_number(pages),
                    (char *)0);
        host_each_ban(call->host, put_ban,
                      &(struct listing){.out = answer, .from = BANS_A_PAGE * (page - 1)});
    }
}

void command_bans(struct host *host, const struct call *call)
{
    const char *words;
    struct prose answer;
    prose_open(&answer, host_language(host, call->heard));
    if (is_here(call, &words))
        host_room_bans(host, call->heard, &answer);
    else
        list_house(call, &answer);
    host_whisper(host, call->heard, &answer);
}
