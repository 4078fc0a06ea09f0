#include "options.h"

#include <stdio.h>
#include <string.h>

#include "change.h"
#include "games.h"
#include "record.h"
#include "refuse.h"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "turn_clock.h"

enum { LINE_BYTES = 1024 };

bool options_take(const char *words, const char *key, struct text *rest, char value[HOST_NAME])
{
    char word[HOST_TEXT];
    size_t length = key ? strlen(key) : 0;
    bool is_there = false;
    for (const char *p = words + strspn(words, " "); *p; p += strspn(p, " ")) {
        struct text copy = text_over(word, sizeof word);
        text_put_bytes(&copy, p, (int)strcspn(p, " "));
        p += strcspn(p, " ");
        if (key && strlen(word) > length && word[length] == '=' && strncmp(word, key, length) == 0) {
            snprintf(value, HOST_NAME, "%s", word + length + 1);
            is_there = true;
        } else {
            text_putf(rest, "%s%s", rest->length > 0 ? " " : "", word);
        }
    }
    return is_there;
}

bool options_read(const struct game *game, const char *words, int *options, struct text *why)
{
    for (const char *p = words + strspn(words, " "); *p; p += strspn(p, " ")) {
        char bytes[128];
        size_t length = strcspn(p, " ");
        struct text word = text_over(bytes, sizeof bytes);
        text_put_bytes(&word, p, (int)length);
        char *equals = strchr(bytes, '=');
        if (!equals) {
            struct prose prose;
            prose_clear(&prose);
            view_string(&prose, STRING_OPTION_FORM, "typed", bytes, (char *)0);
            text_put(why, prose.text);
            return false;
        }
        *equals = '\0';
        if (!option_set(game, options, bytes, equals + 1, why))
            return false;
        p += length;
    }
    return true;
}

void options_put(const struct game *game, const int *options, struct text *line)
{
    for (int i = 0; i < game->option_count; i++) {
        char bytes[128];
        struct text value = text_over(bytes, sizeof bytes);
        option_format(&game->options[i], options[i], &value);
        record_put(line, game->options[i].name, bytes);
    }
}

bool options_take_pace(const char *words, struct text *rest, enum pace *pace, struct prose *why)
{
    char value[HOST_NAME];
    *pace = PACE_OF_ROOM;
    if (!options_take(words, "clock", rest, value))
        return true;
    int known = pace_of(value);
    if (known < 0)
        view_string(why, STRING_CLOCK_UNKNOWN, "typed", value, (char *)0);
    else
        *pace = (enum pace)known;
    return known >= 0;
}

void options_put_pace(enum pace pace, struct text *line)
{
    text_put(line, "clock");
    record_put(line, "pace", pace_words[pace]);
}

static void told_pace(struct change *change)
{
    struct session *session = change->session;
    tell_room(session, POST_NEWS, STRING_CLOCK_CHANGED, "by", change->heard.name, "pace",
              pace_words[session->clocks.pace], (char *)0);
}

/* The pace of a table may be changed at any time, its game only before it begins. */
static void set_pace(struct session *session, const struct heard *heard, enum pace pace)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(session, heard);
    options_put_pace(pace, &line);
    change_add_line(change, &line);
    change_commit_lines(change, SEAT_NONE, NULL, told_pace);
}

static void told_options(struct change *change)
{
    struct session *session = change->session;
    struct prose options;
    prose_clear(&options);
    view_options(session->game, session->playing->rules.options, false, &options);
    tell_room(session, POST_NEWS, STRING_OPTIONS_CHANGED, "who", change->heard.name, "options", options.text,
              (char *)0);
}

/* As the table has them, if `game` is the table's; else as they are by themselves. `session` may be NULL. */
static void list_options(struct host *host, const struct session *session, const struct heard *heard,
                         const struct game *game)
{
    bool is_of_table = session && session->game == game;
    struct ruleset rules;
    struct prose prose;
    game_ruleset(game, &rules);
    prose_clear(&prose);
    if (game->option_count == 0) {
        view_string(&prose, STRING_OPTIONS_NONE, "game", game->name, (char *)0);
    } else {
        view_string(&prose, STRING_OPTIONS_HELP, "game", game->name, (char *)0);
        prose_put(&prose, "\n");
        view_options(game, is_of_table ? session->playing->rules.options : rules.options, true, &prose);
    }
    if (is_of_table) {
        prose_put(&prose, "\n");
        view_string(&prose, STRING_CLOCK_OPTION, "pace", pace_words[turn_clock_pace(session)], (char *)0);
    }
    host_whisper(host, heard, &prose);
}

/* Changes options of the game, and the pace with them unless it is PACE_OF_ROOM. */
static void set_options(struct session *session, const struct heard *heard, const char *words, enum pace pace)
{
    char bytes[LINE_BYTES], reason[512];
    struct text line = text_over(bytes, sizeof bytes), why = text_over(reason, sizeof reason);
    int options[RULESET_OPTIONS];
    memcpy(options, session->playing->rules.options, sizeof options);
    bool fits = options_read(session->game, words, options, &why);
    const char *excluded = fits && session->game->excludes ? session->game->excludes(options, 0) : NULL;
    if (!fits || excluded) {
        tell_person(session->host, heard, STRING_OPTIONS_REFUSED, "why", excluded ? excluded : reason, (char *)0);
        return;
    }
    struct change *change = change_new(session, heard);
    if (pace != PACE_OF_ROOM) {
        options_put_pace(pace, &line);
        change_add_line(change, &line);
    }
    text_put(&line, "option");
    options_put(session->game, options, &line);
    change_add_line(change, &line);
    change_commit_lines(change, SEAT_NONE, NULL, told_options);
}

void host_set_options(struct host *host, struct session *session, const struct heard *heard, const char *words)
{
    char bytes[HOST_TEXT];
    struct text rest = text_over(bytes, sizeof bytes);
    struct prose why, now;
    enum pace pace;
    const struct game *named = *words ? game_find(words) : NULL;
    if (named) {
        list_options(host, session, heard, named);
        return;
    }
    if (host_lacks_table(host, session, heard))
        return;
    if (words[strspn(words, " ")] == '\0') {
        list_options(host, session, heard, session->game);
        return;
    }
    prose_clear(&why);
    prose_clear(&now);
    bool is_pace = options_take_pace(words, &rest, &pace, &why);
    if (session_has_begun(session) && is_pace && rest.length > 0) {
        view_options(session->game, session->playing->rules.options, false, &now);
        tell_person(host, heard, STRING_OPTIONS_RUNNING, "options", now.text, (char *)0);
    } else if (session->closing.is_closed && is_pace && rest.length > 0) {
        tell_person(host, heard, STRING_OPTIONS_CLOSED, (char *)0);
    } else if (session_refuses(session, heard, "options")) {
        return;
    } else if (!is_pace) {
        host_whisper(host, heard, &why);
    } else if (rest.length == 0) {
        set_pace(session, heard, pace);
    } else {
        set_options(session, heard, bytes, pace);
    }
}
