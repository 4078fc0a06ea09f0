/* Decides what somebody meant: a command, a move, or nothing for the bot; and in private, for
   which table. commands_hear() only finds the table. The meaning of the words depends on the
   table as it is when their turn comes. Next: which.c (the table), commands.def and rows.c (the
   commands), deeds.c (what they do). */
#include "commands.h"
#include "flood.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "command.h"
#include "elsewhere.h"
#include "host.h"
#include "host_admin.h"
#include "host_commands.h"
#include "prose.h"
#include "strings/ban.def"
#include "strings/help.def"
#include "strings/shared.def"
#include "tables.h"
#include "text.h"
#include "view.h"

#define COMMAND(name, function, ...) host_command function;
#include "commands.def"
#undef COMMAND
static host_command *const runs[] = {
#define COMMAND(name, function, ...) function,
#include "commands.def"
#undef COMMAND
};

enum { SLIPS = 2, SLIPS_IN_PLAY = 1 }; /* letters that a mistyped command may be off */

struct commands {
    struct flood *flood;
};

struct commands *commands_new(void)
{
    struct commands *commands = malloc(sizeof *commands);
    check(commands);
    commands->flood = flood_new();
    return commands;
}

void commands_free(struct commands *commands)
{
    if (!commands)
        return;
    flood_free(commands->flood);
    free(commands);
}

/* ---- words ---- */

/* "k7plm-x3vqd": people send the seat word without the command. */
static bool is_seat_word(const char *text)
{
    enum { HALF = 5 };
    if (strlen(text) != 2 * HALF + 1 || text[HALF] != '-')
        return false;
    for (int i = 0; i < 2 * HALF + 1; i++)
        if (i != HALF && !which_is_letter_or_digit(text[i]))
            return false;
    return true;
}

bool commands_are_meant(const char *text)
{
    char line[HOST_TEXT], word[HOST_NAME];
    command_read_typed(&(struct heard){.room = "", .text = text}, line);
    command_first_word(line, word, sizeof word);
    return which_is_answer(line) || is_seat_word(line) || command_find(word) || host_is_game(line);
}

/* ---- hearing ---- */

/* Admins and people at the terminal are never ignored: the bot is theirs. */
static bool may_say_all(const struct heard *heard)
{
    return heard->rank & (RANK_LOCAL | RANK_ADMIN);
}

/* Answers with a sentence that holds no secret, as view_string() takes it. */
#define tell_openly(host, heard_, ...)                                                             \
    do {                                                                                           \
        struct heard open_ = *(heard_);                                                            \
        struct prose sentence_;                                                                    \
        open_.is_open = true;                                                                      \
        prose_open(&sentence_, host_language(host, &open_));                                       \
        view_string(&sentence_, __VA_ARGS__);                                                      \
        host_whisper(host, &open_, &sentence_);                                                    \
    } while (0)

/* It is about a table, also when that is over or the line could be said without one. */
static bool may_be_about_table(const struct command *command, const char *line, const char *rest)
{
    if (!command)
        return !which_names_a_game(line);
    if (command_is(command, "again") || command_is(command, "next") || command_is(command, "swap"))
        return true;
    if (command_is(command, "resume"))
        return !*rest; /* ends a pause; with a number it is a table that was set aside */
    return command->about != ABOUT_NO_TABLE ||
           (command_is(command, "play") && *rest && !which_names_a_game(rest));
}

/* The process that keeps links has asked. Not where tables have asked, too: then the person is
   asked which. */
static bool answers_link_elsewhere(struct host *host, const struct heard *said, const char *command)
{
    char line[HOST_NAME];
    int64_t one;
    struct heard answer = *said;
    if (host_is_asked_elsewhere(host, said) || which_count_questions(host, said, &one) > 0)
        return false;
    snprintf(line, sizeof line, "%s %s", command, said->text);
    answer.text = line;
    return host_goes_elsewhere(host, &answer, HOST_MATTER_PERSON);
}

/* A table of another process is meant (host.h). Commands about no table are for this
   process, wherever they are said. */
static bool is_for_elsewhere(struct host *host, const struct heard *said)
{
    char word[HOST_NAME];
    const char *rest = command_first_word(said->text, word, sizeof word);
    const struct command *command = command_find(word);
    const char *asked[HOST_QUESTIONS];
    if (which_is_answer(said->text) && host_questions(host, NULL, said, asked) > 0)
        return answers_link_elsewhere(host, said, asked[0]);
    if (command_is(command, "join") && host_is_code(rest))
        return host_goes_elsewhere(host, said, HOST_MATTER_CODE);
    if (command && (command_is(command, "link") || command_is(command, "unlink")))
        return host_goes_elsewhere(host, said, HOST_MATTER_PERSON);
    if (is_seat_word(said->text) || (command_is(command, "seat") && *rest))
        return host_goes_elsewhere(host, said, HOST_MATTER_WORD);
    return may_be_about_table(command, said->text, rest) &&
           host_goes_elsewhere(host, said, HOST_MATTER_TABLE);
}

/* Said at no table: the person's seat stays with the identity that spoke there last. */
static bool is_about_person(const struct command *command)
{
    return command && (command_is(command, "link") || command_is(command, "unlink") ||
                       command_is(command, "whoami"));
}

/* Finds the table of a private line, and takes the name of the table off its front. */
static bool find_private(struct host *host, struct heard *said)
{
    char word[HOST_NAME];
    command_first_word(said->text, word, sizeof word);
    if (is_about_person(command_find(word)))
        return is_for_elsewhere(host, said);
    if (!said->table)
        said->table = which_named_table(host, said, &said->text);
    if (!said->table && is_for_elsewhere(host, said))
        return true;
    if (!said->table)
        said->table = which_guess_table(host, said, said->text);
    return said->table && !host_table_numbered(host, identity_of(said), said->table) &&
           is_for_elsewhere(host, said);
}

void commands_hear(struct commands *commands, struct host *host, const struct heard *heard)
{
    char line[HOST_TEXT], word[HOST_NAME];
    struct heard said = *heard;
    if (host_turns_away(host, heard))
        return;
    if (strlen(heard->text) >= HOST_TEXT) {
        tell_openly(host, heard, STRING_INPUT_TOO_LONG, (char *)0);
        host_dismiss(host, heard);
        return;
    }
    command_read_typed(heard, line);
    said.text = line;
    if (said.room ? is_for_elsewhere(host, &said) : find_private(host, &said))
        return;
    struct session *session = said.room ? host_find(host, said.network, said.room)
                                        : host_table_numbered(host, identity_of(&said), said.table);
    command_first_word(said.text, word, sizeof word);
    const struct command *command = command_find(word);
    bool may_be_move = which_sits_in_play(session, heard) && !command_find_word(word) &&
                       (!command || command_is(command, "play"));
    if (!may_say_all(heard) && flood_is_ignored(commands->flood, heard) && !may_be_move)
        host_dismiss(host, heard); /* at once, so that a flood does not fill the table's queue */
    else
        host_hear(host, session, &said);
}

void commands_overhear(struct commands *commands, struct host *host, const struct heard *heard,
                       bool is_read)
{
    char verb[HOST_NAME];
    struct session *session = host_find(host, heard->network, heard->room);
    if (!session && is_read)
        host_goes_elsewhere(host, heard, HOST_MATTER_ASIDE);
    if (!session || !host_is_bare_move(session, heard, verb))
        return;
    if (is_read)
        commands_hear(commands, host, heard);
    else
        host_explain_prefix(session, heard, verb);
}

bool commands_ignores(const struct commands *commands, const struct heard *heard)
{
    return flood_is_ignored(commands->flood, heard);
}

void commands_press(struct commands *commands, struct host *host, const struct heard *heard)
{
    struct session *session = host_table_numbered(host, identity_of(heard), heard->press->table);
    (void)commands;
    if (host_turns_away(host, heard) ||
        (!session && host_goes_elsewhere(host, heard, HOST_MATTER_TABLE)))
        return;
    if (session && strlen(heard->text) < HOST_TEXT) {
        host_hear(host, session, heard);
        return;
    }
    tell_openly(host, heard, STRING_PRESS_NOT_YOURS, (char *)0);
    host_dismiss(host, heard);
}

/* ---- what the line means ---- */

enum meaning {
    MEANS_NOTHING,
    MEANS_COMMAND,
    MEANS_MOVE,
    MEANS_GAME,
    MEANS_WORD,
    MEANS_ANSWER,
    MEANS_UNKNOWN
};

struct reading {
    enum meaning meaning;
    const struct command *command;
    const struct word *word;
    const char *words; /* the words after the command, or the move */
    bool is_legal;
    char chosen[HOST_NAME]; /* of a menu: those words */
};

/* Neither here nor elsewhere. */
static bool is_at_no_table(const struct call *call)
{
    return !call->session && !host_table_of(call->host, identity_of(call->heard), 0);
}

static bool is_verb(const struct call *call, const char *word)
{
    return which_sits_in_play(call->session, call->heard) && host_verb_help(call->session, word);
}

/* "!play b 2" at a table in play is a move, unless the words name a game. If the game has a verb
   "play", the verb stays a part of the move, so that the refusal of "play green" speaks of green
   cards, and "!play" alone asks which card. */
static bool read_played(const struct call *call, const char *line, struct reading *out)
{
    if (!command_is(out->command, "play") || !which_sits_in_play(call->session, call->heard) ||
        (*out->words ? which_names_a_game(out->words) : !is_verb(call, out->command->name)))
        return false;
    out->meaning = MEANS_MOVE;
    out->is_legal = host_is_move(call->session, call->heard, line);
    if (!out->is_legal && host_is_move(call->session, call->heard, out->words))
        out->is_legal = true;
    else if (out->is_legal || is_verb(call, out->command->name))
        out->words = line;
    return true;
}

/* Somebody of that name plays at this table, and the seat waits for the seat word: the host asks
   for it. */
static bool is_awaited(const struct call *call, const char *word)
{
    return call->session && host_awaits(call->session, call->heard) &&
           host_verb_help(call->session, word);
}

static void read_move(const struct call *call, const char *line, bool is_one_word,
                      struct reading *out)
{
    out->meaning = MEANS_MOVE;
    out->words = line;
    out->is_legal = host_is_move(call->session, call->heard, line);
    if (!out->is_legal && is_one_word && command_nearest(line, SLIPS_IN_PLAY))
        out->meaning = MEANS_UNKNOWN;
}

struct choice {
    int number;
    struct reading *out;
};

static bool choose_game(void *arg, const char *id)
{
    struct choice *choice = arg;
    struct reading *out = choice->out;
    if (--choice->number > 0)
        return true;
    if (command_is(out->command, "play"))
        snprintf(out->chosen, sizeof out->chosen, "%s robots=%d level=easy", id,
                 host_least_robots(id));
    else
        snprintf(out->chosen, sizeof out->chosen, "%s", id);
    return false;
}

/* "2" plays the second game that !games lists, with robots, and "L2" learns it: where nobody else
   reads, and at no table. A number that is too high is no game, which the answer says. */
static bool read_menu(const struct call *call, const char *line, struct reading *out)
{
    bool is_alone = !call->heard->room || call->heard->rank & RANK_LOCAL;
    bool is_lesson = line[0] == 'l' || line[0] == 'L';
    const char *digits = line + is_lesson;
    digits += strspn(digits, " ");
    size_t length = strspn(digits, "0123456789");
    struct choice choice = {.number = length ? (int)strtol(digits, NULL, 10) : 1, .out = out};
    *out = (struct reading){.meaning = MEANS_COMMAND, .words = out->chosen};
    if (!is_alone || digits[length] != '\0' || length > 2 || (length == 0 && !is_lesson) ||
        !is_at_no_table(call))
        return false;
    out->command = command_find(is_lesson ? "learn" : "play");
    snprintf(out->chosen, sizeof out->chosen, "%d", choice.number);
    if (choice.number > 0)
        host_each_game(choose_game, &choice);
    return true;
}

/* A verb of the game that the person plays: "rainbow" is also a name of ROYGBIV. */
static struct reading read_line(const struct call *call, const char *line)
{
    char word[HOST_NAME];
    struct reading out = {.words = command_first_word(line, word, sizeof word)};
    bool is_seated = call->session && host_is_seated(call->session, call->heard);
    bool is_meant = !call->heard->room || call->heard->rank & RANK_LOCAL;
    out.command = command_find(word);
    out.word = command_find_word(word);
    if (is_seat_word(line)) {
        out = (struct reading){
            .meaning = MEANS_COMMAND, .command = command_find("seat"), .words = line};
    } else if (!is_meant && !which_is_letter_or_digit(line[0]) && !(is_seated && out.command)) {
        out.meaning = MEANS_NOTHING; /* "!!!" or "!?": somebody is only surprised */
    } else if (out.command) {
        if (!read_played(call, line, &out))
            out.meaning = MEANS_COMMAND;
    } else if (host_is_game(line) && !is_verb(call, word)) {
        out.meaning = MEANS_GAME;
    } else if (out.word && (is_meant || is_seated)) {
        out.meaning = MEANS_WORD;
    } else if (which_sits_in_play(call->session, call->heard) || is_awaited(call, word)) {
        read_move(call, line, !*out.words, &out);
    } else if (is_meant || is_seated || call->heard->is_addressed) {
        out.meaning = MEANS_UNKNOWN;
    }
    return out;
}

/* "yes": what asked for it is told so. False if nothing did, or if it is not known which table
   is meant. */
static bool read_answer(const struct call *call, const char *line, struct reading *out)
{
    const char *asked[HOST_QUESTIONS];
    int64_t one;
    int count =
        which_is_answer(line) ? host_questions(call->host, call->session, call->heard, asked) : 0;
    if (count == 0 || (!call->session && which_count_questions(call->host, call->heard, &one) > 0))
        return false;
    *out = (struct reading){.meaning = MEANS_ANSWER, .words = line};
    if (count == 1 && (call->session || !host_is_asked_elsewhere(call->host, call->heard)))
        *out = (struct reading){
            .meaning = MEANS_COMMAND, .command = command_find(asked[0]), .words = line};
    return true;
}

/* ---- questions and refusals ---- */

static void which_ask_question(const struct call *call, const char *line)
{
    const char *asked[HOST_QUESTIONS];
    int count = host_questions(call->host, call->session, call->heard, asked);
    char bytes[HOST_TEXT];
    struct text answers = text_over(bytes, sizeof bytes);
    if (!call->session && host_is_asked_elsewhere(call->host, call->heard))
        asked[count++] = "undo";
    for (int i = 0; i < count; i++)
        text_putf(&answers, "%s!%s %s", i == 0 ? "" : " or ", asked[i], line);
    tell_openly(call->host, call->heard, STRING_ANSWER_WHICH, "text", bytes, (char *)0);
}

static void refuse_unknown(const struct call *call, const char *line, const struct command *nearest)
{
    bool is_lobby = call->session && !host_is_playing(call->session);
    int id = is_lobby               ? STRING_COMMAND_UNKNOWN_LOBBY
             : is_at_no_table(call) ? STRING_COMMAND_UNKNOWN_NONE
                                    : STRING_COMMAND_UNKNOWN;
    bool is_greeting =
        call->heard->is_addressed && !(call->session && host_is_seated(call->session, call->heard));
    if (is_greeting) /* "cardbot: hello" */
        command_tell(call, STRING_HELLO, (char *)0);
    else if (nearest)
        tell_openly(call->host, call->heard, STRING_COMMAND_UNKNOWN_NEAREST, "typed", line,
                    "command", nearest->name, (char *)0);
    else
        tell_openly(call->host, call->heard, id, "typed", line, (char *)0);
}

static void notice_flood(const struct call *call, enum flood_verdict verdict)
{
    tell_openly(call->host, call->heard, verdict == FLOOD_LOST ? STRING_FLOOD_LOST : STRING_FLOOD,
                "seconds", text_number(FLOOD_SILENCE_MS / 1000), (char *)0);
}

/* ---- doing it ---- */

/* True if nobody else has to read the answer: a player asks about the own table, or the opener
   sets up the table. */
static bool is_own(const struct call *call, const struct reading *reading)
{
    static const char *const asked[] = {"moves", "hand",  "rules", "help",
                                        "turn",  "score", "who",   "then"};
    static const char *const set_up[] = {"options", "add", "start"};
    bool sits = call->session
                    ? host_is_seated(call->session, call->heard)
                    : !call->heard->room && host_table_of(call->host, identity_of(call->heard), 0);
    bool is_opener = call->session && host_is_setting_up(call->session, call->heard),
         is_among = false;
    if (!reading->command || reading->meaning != MEANS_COMMAND)
        return sits;
    for (size_t i = 0; i < sizeof asked / sizeof *asked; i++)
        is_among |= sits && command_is(reading->command, asked[i]);
    for (size_t i = 0; i < sizeof set_up / sizeof *set_up; i++)
        is_among |= is_opener && command_is(reading->command, set_up[i]);
    return is_among;
}

/* False if this was one line too many. A legal move is never too many. */
static bool is_welcome(const struct call *call, const struct reading *reading)
{
    if (may_say_all(call->heard))
        return true;
    if (reading->meaning == MEANS_MOVE && reading->is_legal) {
        flood_forgive(call->commands->flood, call->heard);
        return true;
    }
    bool is_their_own = is_own(call, reading),
         is_understood = reading->meaning != MEANS_UNKNOWN || is_their_own;
    enum flood_verdict verdict = flood_count(
        call->commands->flood, call->heard, is_their_own ? FLOOD_OWN : FLOOD_OTHERS, is_understood);
    if (verdict == FLOOD_BEGINS || verdict == FLOOD_LOST)
        notice_flood(call, verdict);
    return verdict == FLOOD_FINE;
}

/* A code names another table. */
static bool is_about_no_table(const struct reading *reading)
{
    return reading->meaning == MEANS_COMMAND &&
           (reading->command->about == ABOUT_NO_TABLE ||
            (command_is(reading->command, "join") && host_is_code(reading->words)));
}

static bool refuses_at_daily(const struct call *call)
{
    return command_changes_daily(call->command) &&
           host_refuses_daily(call->host, call->session, call->heard, call->command->name);
}

static void run_command(struct call *call, const struct reading *reading, const char *line)
{
    call->command = reading->command;
    call->words = reading->words;
    /* A table that is over counts, too; a code names a table; a game has options without one. */
    bool needs_none = (command_is(call->command, "fair") && (call->heard->room || *call->words)) ||
                      (command_is(call->command, "join") && host_is_code(call->words)) ||
                      (command_is(call->command, "options") && host_is_game(call->words));
    if (refuses_at_daily(call))
        return;
    if (call->command->who == WHO_OPERATOR && !(call->heard->rank & (RANK_OPERATOR | RANK_ADMIN)))
        command_tell(call, STRING_OPERATORS_ONLY, (char *)0);
    else if (call->session || call->command->about == ABOUT_NO_TABLE || needs_none)
        runs[call->command - command_rows](call->host, call);
    else if (call->heard->room)
        tell_openly(call->host, call->heard, STRING_TABLE_NONE, (char *)0);
    else
        which_ask_table(call, line);
}

/* Answers a word that is neither a command nor a move. */
static void run_unknown(const struct call *call, const struct reading *reading, const char *line)
{
    int64_t one;
    bool is_private = !call->heard->room, names_a_room = !which_is_letter_or_digit(line[0]);
    bool several = !call->session && which_count_tables(call->host, call->heard, true, &one) > 1;
    bool is_slip = !strchr(line, ' ') && command_nearest(line, SLIPS_IN_PLAY);
    struct session *awaiting =
        is_private && !call->session ? host_table_awaiting(call->host, call->heard) : NULL;
    char word[HOST_NAME];
    command_first_word(line, word, sizeof word);
    bool is_word = reading->command || host_verb_help(NULL, word);
    const struct command *nearest = is_word ? NULL : command_nearest(word, SLIPS);
    if (nearest && nearest->about != ABOUT_NO_TABLE && is_at_no_table(call))
        nearest = NULL; /* it would be refused */
    if (is_private && (names_a_room || (several && !is_slip)))
        which_ask_table(call, line);
    else if (call->session &&
             (host_verb_help(call->session, word) || (!nearest && host_is_playing(call->session))))
        /* the host says why the move is not legal */
        host_move(call->host, call->session, call->heard, line);
    else if (awaiting && host_verb_help(awaiting, word))
        host_move(call->host, awaiting, call->heard, line); /* the host asks for the seat word */
    else
        refuse_unknown(call, line, nearest);
}

void commands_execute(void *arg, struct host *host, struct session *session,
                      const struct heard *heard)
{
    char line[HOST_TEXT];
    struct heard asked = *heard;
    struct call call = {.host = host, .session = session, .heard = &asked, .commands = arg};
    if (heard->press) {
        call.words = heard->text;
        if (heard->press->is_undo && host_refuses_daily(host, session, heard, "undo"))
            return;
        if (heard->press->is_undo)
            host_undo(host, &call);
        else
            host_move(host, session, heard, heard->text);
        return;
    }
    command_read_typed(heard, line);
    struct reading reading;
    if (!read_answer(&call, line, &reading) && !read_menu(&call, line, &reading))
        reading = read_line(&call, line);
    if (reading.meaning == MEANS_NOTHING || !is_welcome(&call, &reading))
        return;
    asked.is_open = reading.meaning == MEANS_COMMAND && reading.command->answer != ANSWER_PRIVATE;
    if (heard->own_name && is_about_no_table(&reading))
        asked.name = heard->own_name;
    if (reading.meaning == MEANS_COMMAND)
        run_command(&call, &reading, line);
    else if (reading.meaning == MEANS_MOVE)
        host_move(host, session, heard, reading.words);
    else if (reading.meaning == MEANS_GAME)
        host_show_game(host, session, heard, line);
    else if (reading.meaning == MEANS_ANSWER)
        which_ask_question(&call, line);
    else if (reading.meaning == MEANS_WORD)
        which_point_elsewhere(&call, reading.word, line);
    else
        run_unknown(&call, &reading, line);
}

/* ---- what Tab offers: from the rows and the host's lists, so that all of it is understood ---- */

struct completing {
    const char *typed;
    const char *before;    /* "help ", put in front of each candidate */
    char front[HOST_TEXT]; /* where such a text may lie */
    bool (*each)(void *arg, const char *completion);
    void *arg;
    bool is_operator;
    bool stopped;
};

static bool offer(void *arg, const char *candidate)
{
    struct completing *completing = arg;
    char bytes[HOST_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    text_putf(&text, "%s%s", completing->before, candidate);
    if (!text.cut && text_is_prefix(completing->typed, bytes))
        completing->stopped = !completing->each(completing->arg, bytes);
    return !completing->stopped;
}

static void offer_commands(struct completing *completing)
{
    for (int i = 0; i < command_count && !completing->stopped; i++)
        if (command_rows[i].who != WHO_OPERATOR || completing->is_operator)
            offer(completing, command_rows[i].name);
}

static bool offer_option(void *arg, const char *option, const char *value, const char *help)
{
    char bytes[HOST_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    (void)help;
    text_putf(&text, "%s=%s", option, value);
    return offer(arg, bytes);
}

/* Offers the words after a command that takes a game, its options or its topics. */
static void offer_of_game(struct completing *completing, const struct command *command,
                          const struct session *session, const char *words)
{
    char word[HOST_NAME], robots[8];
    struct text text = text_over(completing->front, sizeof completing->front);
    const char *rest = command_first_word(words, word, sizeof word);
    bool is_first = rest == words + strlen(word), is_rules = command_is(command, "rules");
    const char *game = command_is(command, "options") || (is_rules && is_first) ? NULL : word;
    text_put_bytes(&text, completing->typed,
                   (int)(strrchr(completing->typed, ' ') + 1 - completing->typed));
    completing->before = completing->front;
    if (is_first && !command_is(command, "options"))
        host_each_game(offer, completing);
    if (!game && session)
        game = host_game_name(session);
    if (!game || command_is(command, "learn") || command_is(command, "daily") ||
        (is_first && command_is(command, "play")))
        return;
    if (is_rules)
        host_each_topic(game, offer, completing);
    else
        host_each_option(game, offer_option, completing);
    if (command_is(command, "options") && session)
        host_each_table_option(session, offer_option, completing);
    if (!command_is(command, "play"))
        return;
    snprintf(robots, sizeof robots, "%d", host_least_robots(game));
    offer_option(completing, "robots", robots, "");
    offer_option(completing, "level", "easy", "");
    offer_option(completing, "level", "hard", "");
}

/* Offers the literal words of a usage: "add robot" of "add robot [easy|medium|hard]". */
static void offer_usage(struct completing *completing, const struct command *command)
{
    char bytes[HOST_NAME];
    struct text text = text_over(bytes, sizeof bytes);
    int length = 0;
    for (const char *p = command->usage; *p && *p != '[' && !(*p >= 'A' && *p <= 'Z'); p++)
        length = *p == ' ' ? length : (int)(p - command->usage) + 1;
    text_put_bytes(&text, command->usage, length);
    completing->before = "";
    if (strcmp(bytes, command->name) != 0)
        offer(completing, bytes);
}

static bool is_of_game(const struct command *command)
{
    return command_is(command, "play") || command_is(command, "rules") ||
           command_is(command, "options") || command_is(command, "learn") ||
           command_is(command, "daily");
}

void commands_complete(struct commands *commands, struct host *host, const struct heard *heard,
                       const char *typed, bool (*each)(void *arg, const char *completion),
                       void *arg)
{
    char word[HOST_NAME];
    struct completing completing = {.typed = typed,
                                    .before = "",
                                    .each = each,
                                    .arg = arg,
                                    .is_operator = heard->rank & (RANK_OPERATOR | RANK_ADMIN)};
    (void)commands;
    const char *words = command_first_word(typed, word, sizeof word);
    const struct command *command = strchr(typed, ' ') ? command_find(word) : NULL;
    struct session *session = heard->room
                                  ? host_find(host, heard->network, heard->room)
                                  : host_table_numbered(host, identity_of(heard),
                                                        which_only_table(host, heard, !command));
    if (command_is(command, "help")) {
        completing.before = "help ";
        offer_commands(&completing);
    } else if (command && is_of_game(command)) {
        offer_of_game(&completing, command, session, words);
    } else if (command) {
        offer_usage(&completing, command);
    } else {
        offer_commands(&completing);
        if (!completing.stopped && session)
            host_each_move(host, session, heard, offer, &completing);
    }
}
