
#include "lobby.h"

#include <stdio.h>
#include <string.h>

#include "change.h"
#include "deadline.h"
#include "games.h"
#include "record.h"
#include "seat.h"
#include "strings/clock.def"
#include "strings/lobby.def"
#include "tables.h"
#include "tell.h"
#include "text.h"

enum { LINE_BYTES = 1024 };

const char *const first_by_lot = "lot";

bool options_take(const char *words, const char *key, struct text *rest, char value[HOST_NAME])
{
    char word[HOST_TEXT];
    size_t length = key ? strlen(key) : 0;
    bool is_there = false;
    for (const char *p = words + strspn(words, " "); *p; p += strspn(p, " ")) {
        struct text copy = text_over(word, sizeof word);
        text_put_bytes(&copy, p, (int)strcspn(p, " "));
        p += strcspn(p, " ");
        if (key && strlen(word) > length && word[length] == '=' &&
            strncmp(word, key, length) == 0) {
            snprintf(value, HOST_NAME, "%s", word + length + 1);
            is_there = true;
        } else {
            text_putf(rest, "%s%s", rest->length > 0 ? " " : "", word);
        }
    }
    return is_there;
}

/* "first=NAME"; a name goes on until the next "key=value". False if absent. */
static bool options_take_first(const char *words, struct text *rest, char name[HOST_NAME])
{
    static const char key[] = "first=";
    struct text value = text_over(name, HOST_NAME);
    bool is_there = false, is_name = false;
    text_clear(&value);
    for (const char *p = words + strspn(words, " "); *p; p += strspn(p, " ")) {
        int length = (int)strcspn(p, " ");
        bool begins = strncmp(p, key, strlen(key)) == 0;
        /* a name may have blanks */
        is_name = begins || (is_name && !memchr(p, '=', (size_t)length));
        if (begins)
            text_clear(&value);
        is_there |= begins;
        int skipped = begins ? (int)strlen(key) : 0;
        struct text *out = is_name ? &value : rest;
        text_put(out, out->length > 0 ? " " : "");
        text_put_bytes(out, p + skipped, length - skipped);
        p += length;
    }
    return is_there;
}

bool options_take_beginner(struct host *host, const struct heard *heard, const char *words,
                           struct text *rest, struct opening *opening)
{
    char typed[HOST_NAME], names[TABLE_SEATS * HOST_NAME], name[HOST_NAME];
    struct text all = text_over(names, sizeof names);
    bool is_there = options_take_first(words, rest, typed) && !text_same_word(typed, first_by_lot);
    opening->first = is_there && text_same_word(typed, heard->name) ? 1 : 0;
    text_put(&all, heard->name);
    for (int robot = 0, number = 0; robot < opening->robots && robot < TABLE_SEATS - 1; robot++) {
        seat_names_for_robot(NULL, opening->level, &number, name);
        text_putf(&all, "\n%s", name);
        opening->first = is_there && text_same_word(typed, name) ? 2 + robot : opening->first;
    }
    if (is_there && opening->first == 0)
        tell_person(host, heard, STRING_FIRST_UNKNOWN_OPEN, "typed", typed, "who", names,
                    (char *)0);
    return !is_there || opening->first > 0;
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
    int known = clock_pace_of(value);
    if (known < 0)
        view_string(why, STRING_CLOCK_UNKNOWN, "typed", value, (char *)0);
    else
        *pace = (enum pace)known;
    return known >= 0;
}

static const char *beginner_of(const struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat].begins)
            return session->seats[seat].name;
    return NULL;
}

enum { SETS_PACE = 1, SETS_OPTIONS = 2, SETS_FIRST = 4 };

struct wanted {
    unsigned sets;
    enum pace pace;
    int options[RULESET_OPTIONS];
    int first; /* SEAT_NONE: by lot */
};

static void put_changed(const struct session *session, const struct heard *heard, unsigned sets,
                        struct prose *tale)
{
    struct prose options;
    const char *first = beginner_of(session);
    prose_open(&options, host_language(session->host, heard));
    view_options(session->game, session->playing->rules.options, false, &options);
    if (sets & SETS_OPTIONS)
        view_string(tale, STRING_OPTIONS_CHANGED, "who", heard->name, "options", options.text,
                    (char *)0);
    prose_put(tale, tale->length > 0 && sets & SETS_PACE ? " " : "");
    if (sets & SETS_PACE)
        view_string(tale, STRING_CLOCK_CHANGED, "by", heard->name, "pace",
                    pace_word(session->clocks.pace), (char *)0);
    prose_put(tale, tale->length > 0 && sets & SETS_FIRST ? " " : "");
    if (sets & SETS_FIRST)
        view_string(tale, first ? STRING_FIRST_CHANGED : STRING_FIRST_LOT, "by", heard->name, "who",
                    first ? first : "", (char *)0);
}

static void told_changed(struct change *change)
{
    struct prose tale;
    tell_each_language (change->session, &tale) {
        put_changed(change->session, &change->heard, (unsigned)change->number, &tale);
        tell_post(change->session, POST_NEWS, &tale);
    }
}

/* One change, however much is to change. */
static void set(struct session *session, const struct heard *heard, const struct wanted *wanted)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(session, heard);
    if (wanted->sets & SETS_PACE)
        change_addf(change, "clock pace=%s", pace_word(wanted->pace));
    if (wanted->sets & SETS_OPTIONS) {
        text_put(&line, "option");
        options_put(session->game, wanted->options, &line);
        change_add_line(change, &line);
    }
    if (wanted->sets & SETS_FIRST)
        change_addf(change, "first seat=%d", wanted->first + 1);
    change->number = (int)wanted->sets;
    change_commit_lines(change, SEAT_NONE, NULL, told_changed);
}

/* As the table has them, if `game` is the table's; else as they are by themselves. `session` may
   be NULL. */
static void list_options(struct host *host, const struct session *session,
                         const struct heard *heard, const struct game *game)
{
    bool is_of_table = session && session->game == game;
    struct ruleset rules;
    struct prose prose;
    game_ruleset(game, &rules);
    prose_open(&prose, host_language(host, heard));
    if (game->option_count == 0) {
        view_string(&prose, STRING_OPTIONS_NONE, "game", game->name, (char *)0);
    } else {
        view_string(&prose, STRING_OPTIONS_HELP, "game", game->name, (char *)0);
        prose_put(&prose, "\n");
        view_options(game, is_of_table ? session->playing->rules.options : rules.options, true,
                     &prose);
    }
    if (is_of_table) {
        prose_put(&prose, "\n");
        view_string(&prose, STRING_CLOCK_OPTION, "pace", pace_word(clock_pace(session)), (char *)0);
        prose_put(&prose, "\n");
        const char *first = beginner_of(session);
        view_string(&prose, STRING_FIRST_OPTION, "value", first ? first : first_by_lot, (char *)0);
    }
    host_whisper(host, heard, &prose);
}

/* Else tells what is wrong. */
static bool read_options(struct session *session, const struct heard *heard, const char *words,
                         int *options)
{
    char reason[512];
    struct text why = text_over(reason, sizeof reason);
    memcpy(options, session->playing->rules.options, RULESET_OPTIONS * sizeof *options);
    bool fits = options_read(session->game, words, options, &why);
    const char *excluded =
        fits && session->game->excludes ? session->game->excludes(options, 0) : NULL;
    if (!fits || excluded)
        tell_person(session->host, heard, STRING_OPTIONS_REFUSED, "why",
                    excluded ? excluded : reason, (char *)0);
    return fits && !excluded;
}

/* Else asks which, or tells who sits there. */
static bool read_first(struct session *session, const struct heard *heard, const char *name,
                       int *first)
{
    *first = SEAT_NONE;
    if (text_same_word(name, first_by_lot))
        return true;
    if (tell_ask_name(session, heard, name, "options first=", first))
        return false;
    if (*first < 0)
        tell_person(session->host, heard, STRING_FIRST_UNKNOWN, "typed", name, "who",
                    session_people(session, session_all_seats(session)), (char *)0);
    return *first >= 0;
}

void host_set_options(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    char paced[HOST_TEXT], bytes[HOST_TEXT], name[HOST_NAME];
    struct text unpaced = text_over(paced, sizeof paced), rest = text_over(bytes, sizeof bytes);
    struct wanted wanted = {.pace = PACE_OF_ROOM};
    struct prose why, now;
    const struct game *named = *words ? game_find(words) : NULL;
    if (named) {
        list_options(host, session, heard, named);
        return;
    }
    if (tell_lacks_table(host, session, heard))
        return;
    if (words[strspn(words, " ")] == '\0') {
        list_options(host, session, heard, session->game);
        return;
    }
    prose_open(&why, host_language(host, heard));
    prose_open(&now, host_language(host, heard));
    bool is_pace = options_take_pace(words, &unpaced, &wanted.pace, &why);
    bool has_first = options_take_first(paced, &rest, name);
    wanted.sets = (wanted.pace != PACE_OF_ROOM ? SETS_PACE : 0) |
                  (rest.length > 0 ? SETS_OPTIONS : 0) | (has_first ? SETS_FIRST : 0);
    bool is_of_deal = is_pace && wanted.sets & (SETS_OPTIONS | SETS_FIRST);
    if (session_has_begun(session) && is_of_deal) {
        view_options(session->game, session->playing->rules.options, false, &now);
        tell_person(host, heard, STRING_OPTIONS_RUNNING, "options", now.text, (char *)0);
    } else if (session->closing.is_closed && is_of_deal) {
        tell_person(host, heard, STRING_OPTIONS_CLOSED, (char *)0);
    } else if (tell_refuses(session, heard, "options")) {
        return;
    } else if (!is_pace) {
        host_whisper(host, heard, &why);
    } else if ((rest.length == 0 || read_options(session, heard, bytes, wanted.options)) &&
               (!has_first || read_first(session, heard, name, &wanted.first))) {
        set(session, heard, &wanted);
    }
}
