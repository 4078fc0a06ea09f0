/* Opening a table: its game and options, its payer, and the refusals. */
#include "lobby.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "daily.h"
#include "deadline.h"
#include "games.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "latest.h"
#include "leave.h"
#include "notices.h"
#include "offers.h"
#include "policy.h"
#include "posts.h"
#include "presence.h"
#include "record.h"
#include "robots.h"
#include "room.h"
#include "seal.h"
#include "seat.h"
#include "seek.h"
#include "shares.h"
#include "show.h"
#include "strings/daily.def"
#include "strings/lobby.def"
#include "strings/seek.def"
#include "strings/shared.def"
#include "tables.h"
#include "tell.h"
#include "text.h"
#include "turn.h"

enum { LINE_BYTES = 1024 };

/* ---- what is told ---- */

/* "2", or "2 to 5". */
static void put_players(int least, int most, struct prose *out)
{
    if (least == most)
        prose_put(out, text_number(most));
    else
        view_string(out, STRING_RANGE, "least", text_number(least), "most", text_number(most),
                    (char *)0);
}

static void put_chosen(const struct session *session, struct text *out)
{
    for (int i = 0; i < session->game->option_count; i++) {
        const struct option_spec *option = &session->game->options[i];
        if (session->playing->rules.options[i] == option->standard)
            continue;
        text_putf(out, "%s%s=", out->length > 0 ? " " : "", option->name);
        option_format(option, session->playing->rules.options[i], out);
    }
}

/* The first game of a lesson begins at once. */
static void told_lesson(struct change *change)
{
    struct session *session = change->session;
    tell_room(session, POST_NEWS, STRING_LESSON_OPENED, "game", session->game->name, "n",
              text_number(session->seat_count - 1), (char *)0);
    lobby_tell_word(session, &change->heard, change->note);
    lobby_begin(session, &change->heard, false);
}

/* So does a deal of the day. */
static void told_daily(struct change *change)
{
    struct session *session = change->session;
    char day[DAILY_DATE], until[DAILY_DATE];
    int robots = session->seat_count - 1, number = session->playing->lot.day;
    tell_room(session, POST_NEWS, robots > 0 ? STRING_DAILY_OPENED : STRING_DAILY_OPENED_ALONE,
              "game", session->game->name, "day", daily_date(number, day), "n", text_number(robots),
              "until", daily_date(number + DAILY_OPEN_DAYS, until), (char *)0);
    lobby_tell_word(session, &change->heard, change->note);
    lobby_begin(session, &change->heard, false);
}

static void look_for_players(struct session *session, const struct heard *heard, int robots)
{
    if (robots == 0 && session_has_no_seat(session))
        tell_openly(session->host, heard, STRING_SEEK_FULL, (char *)0);
    else
        seek_begin(session, heard, robots > 0);
}

/* Opened with robots, the game begins at once. */
static void told_opened(struct change *change)
{
    struct session *session = change->session;
    char bytes[LINE_BYTES];
    struct prose tale, players;
    struct text options = text_over(bytes, sizeof bytes);
    int least, most, robots = session->seat_count - 1;
    session_seats(session, &least, &most);
    if (robots > 0)
        text_putf(&options, "robots=%d", robots);
    if (robots > 0 && session->seats[1].level != ROBOT_MEDIUM)
        text_putf(&options, " level=%s", robot_levels[session->seats[1].level]);
    put_chosen(session, &options);
    for (int seat = 0; seat < session->seat_count; seat++)
        if (session->seats[seat].begins)
            text_putf(&options, "%sfirst=%s", options.length > 0 ? " " : "",
                      session->seats[seat].name);
    if (session->clocks.pace != PACE_OF_ROOM)
        text_putf(&options, "%sclock=%s", options.length > 0 ? " " : "",
                  pace_word(session->clocks.pace));
    int id = robots > 0            ? STRING_TABLE_OPENED_ROBOTS
             : options.length == 0 ? STRING_TABLE_OPENED
             : most == 1           ? STRING_TABLE_OPENED_ALONE
                                   : STRING_TABLE_OPENED_WITH;
    tell_each_language (session, &tale) {
        prose_open(&players, tale.language);
        put_players(least, most, &players);
        view_string(&tale, id, "who", change->heard.name, "game", session->game->name, "players",
                    players.text, "options", bytes, (char *)0);
        if (robots == 0 && most > 1) {
            prose_put(&tale, " ");
            view_string(&tale,
                        showing_is_private(&session->home) ? STRING_TABLE_NEXT_PRIVATE
                                                           : STRING_TABLE_NEXT,
                        (char *)0);
        }
        latest_put_seal(&session->playing->lot, &tale);
        tell_post(session, POST_NEWS, &tale);
    }
    lobby_tell_word(session, &change->heard, change->note);
    lobby_tell_cut(session, &change->heard, 0);
    if (robots > 0)
        lobby_begin(session, &change->heard, false);
    else
        lobby_start_if_full(session, &change->heard);
    if (robots == 0)
        notices_opened(session);
    if (session->is_sought)
        look_for_players(session, &change->heard, robots);
}

/* ---- opening ---- */

/* Counts the table before anything is saved: two tables of one person may wait for the disk. */
static void count_new(struct session *session, const struct heard *heard)
{
    shares_payer(session->host, heard->network, host_source(heard), session->opener.payer);
    session->opener.has_payer = true;
    snprintf(session->opener.group, sizeof session->opener.group, "%s",
             heard->group ? heard->group : "");
    session->robots.are_low = session->host->thinking && session->host->thinking->is_low;
    shares_count(session);
}

struct change *opening_begin(struct host *host, const struct heard *heard,
                             const struct opening *opening)
{
    const struct game *game = opening->game;
    const struct host_port *port = host_port_of(host, heard->network);
    char name[HOST_ROOM], bytes[LINE_BYTES];
    check(port);
    snprintf(name, sizeof name, "%s%s", heard->room ? "" : "@",
             heard->room ? heard->room : heard->key);
    struct session *session = session_new(host, port, name, game);
    session->id = host->tables.next++;
    if (opening->lot)
        session->playing->lot = *opening->lot;
    else
        seal_draw_secret(host, &session->playing->lot);
    if (opening->lesson)
        seal_luck_fix_lesson(&session->playing->lot, game->id, opening->lesson->deal);
    count_new(session, heard);
    if (host->offers.count > 0)
        offers_forget_in(host, session);
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(session, heard);
    check(change_put_record(change, heard->key, heard->name));
    change_put_room(change, 1, port, name);
    seal_put(&session->playing->lot, &line);
    change_add_line(change, &line);
    if (game->option_count > 0) {
        text_put(&line, "option");
        options_put(game, opening->options, &line);
        change_add_line(change, &line);
    }
    if (opening->pace != PACE_OF_ROOM)
        change_addf(change, "clock pace=%s", pace_word(opening->pace));
    return change;
}

static void open_table(struct host *host, const struct heard *heard, const struct opening *opening)
{
    char word[16];
    struct change *change = opening_begin(host, heard, opening);
    check(change_put_seat(change, 0, false, word));
    change->session->closing.waits_for_cut = opening->waits_for_cut;
    change->session->is_sought = opening->is_sought;
    if (opening->cut)
        lobby_add_cut(change, 0, opening->cut);
    lobby_add_robots(change, 1, opening->robots, opening->level);
    if (opening->first > 0)
        change_addf(change, "first seat=%d", opening->first);
    bool is_daily = opening->lot && opening->lot->day;
    change_commit_lines(change, 0, word,
                        opening->lesson ? told_lesson
                        : is_daily      ? told_daily
                                        : told_opened);
}

static void tell_own_lobby(struct session *session, const struct heard *heard)
{
    struct prose prose;
    prose_open(&prose, host_language(session->host, heard));
    view_string(&prose, STRING_TABLE_OPEN_YOURS, "game", session->game->name, (char *)0);
    tell_put_not_begun(session, heard, &prose);
    host_whisper(session->host, heard, &prose);
}

/* Says what table is there already. */
static void tell_open(struct session *session, const struct heard *heard)
{
    const char *names = session_people(session, session_all_seats(session));
    bool is_abandoned = !session->state.is_recovered && !presence_present(session);
    int running = session->home.port->is_one_keyboard ? STRING_TABLE_RUNNING_HERE
                                                      : STRING_TABLE_RUNNING_ALREADY;
    if (session_has_begun(session))
        tell_person(session->host, heard, is_abandoned ? STRING_TABLE_FREE_OFFERED : running, "who",
                    names, "game", session->game->name, (char *)0);
    else if (session_seat_of(session, heard) >= 0)
        tell_own_lobby(session, heard);
    else if (session->seat_count > 0)
        tell_person(session->host, heard, STRING_TABLE_OPEN_ALREADY, "who", names, "game",
                    session->game->name, (char *)0);
    else
        /* the table is being opened */
        tell_person(session->host, heard, STRING_INTERNAL_WAIT, (char *)0);
}

void host_show_game(struct host *host, struct session *session, const struct heard *heard,
                    const char *name)
{
    const struct game *game = game_find(name);
    if (session)
        tell_open(session, heard);
    else if (game)
        tell_openly(host, heard, STRING_GAME_NAMED, "id", game->id, "game", game->name, (char *)0);
}

/* Else tells why not. */
static bool may_open(struct host *host, const struct heard *heard, const struct game *game,
                     const char *words, int *options)
{
    char reason[512];
    struct text why = text_over(reason, sizeof reason);
    struct prose no_more;
    if (policy_forbid_opening(host, heard, game))
        return false;
    if (shares_refuse(host, heard, &no_more)) {
        host_whisper(host, heard, &no_more);
        return false;
    }
    bool fits = options_read(game, words, options, &why);
    const char *excluded = fits && game->excludes ? game->excludes(options, 0) : NULL;
    if (!fits || excluded)
        tell_person(host, heard, STRING_OPTIONS_REFUSED_OPEN, "why", excluded ? excluded : reason,
                    (char *)0);
    return fits && !excluded;
}

/* The network's own "thread=yes" or "thread=no". */
enum apart { APART_UNSAID, APART_NO, APART_YES };

static enum apart take_wish(const struct host_port *port, const char *words, struct text *rest)
{
    char value[HOST_NAME];
    if (!options_take(words, port->apart, rest, value))
        return APART_UNSAID;
    if (!text_same_word(value, "yes") && !text_same_word(value, "no"))
        /* the options say that there is no such thing */
        text_putf(rest, " %s=%s", port->apart, value);
    return text_same_word(value, "yes") ? APART_YES : APART_NO;
}

int host_least_robots(const char *name)
{
    const struct game *game = game_find(name);
    return game && game->seats_min > 2 ? game->seats_min - 1 : 1;
}

/* Else tells why not. */
static bool fits_robots(struct host *host, const struct heard *heard, const struct ruleset *rules,
                        const struct game *game, int robots)
{
    const char *excluded =
        robots > 0 && game->excludes ? game->excludes(rules->options, robots + 1) : NULL;
    bool fits = robots > 0 && robots < game->seats_max && robots + 1 >= game->seats_min;
    if (excluded)
        tell_person(host, heard, STRING_OPTIONS_REFUSED_OPEN, "why", excluded, (char *)0);
    else if (!fits)
        tell_person(host, heard, STRING_ROBOTS_NUMBER, "game", game->name, "id", game->id, "least",
                    text_number(host_least_robots(game->id)), "most",
                    text_number(game->seats_max - 1), (char *)0);
    return fits && !excluded;
}

/* Where nobody asked for it, a table that cannot have a room of its own is opened here. */
static void open_apart(struct host *host, const struct heard *heard, const struct game *game,
                       const char *words, bool is_asked)
{
    const struct host_port *port = host_port_of(host, heard->network);
    const struct host_apart table = {.game = game->id, .name = game->name, .options = words};
    char bytes[HOST_TEXT];
    struct text here = text_over(bytes, sizeof bytes);
    struct prose why;
    prose_open(&why, host_language(host, heard));
    text_putf(&here, "%s=no %s", port->apart, words);
    if (port->open_apart(port->self, heard, &table, &why))
        host->running.has_committed = true; /* dealt with by host_open_apart() */
    else if (is_asked)
        host_whisper(host, heard, &why);
    else
        host_open(host, heard, game->id, bytes);
}

/* "robots=2 level=hard". robots: 0 if absent, -1 if that is no number. False, with the reason, if
   the level is none, or of no robots. */
static bool take_robots(const char *words, struct text *rest, struct opening *opening,
                        struct prose *why)
{
    char value[HOST_NAME], leveled[HOST_TEXT], word[HOST_NAME] = "";
    struct text others = text_over(leveled, sizeof leveled);
    bool has_robots = options_take(words, "robots", &others, value);
    bool has_level = options_take(leveled, "level", rest, word);
    int level = has_level ? seat_robot_level(word) : ROBOT_MEDIUM;
    bool is_number =
        has_robots && value[0] && strspn(value, "0123456789") == strlen(value) && strlen(value) < 3;
    opening->robots = !has_robots ? 0 : is_number && atoi(value) > 0 ? atoi(value) : -1;
    opening->level = level < 0 ? ROBOT_MEDIUM : (enum robot_level)level;
    if (level < 0)
        view_string(why, STRING_LEVEL_UNKNOWN, "typed", word, (char *)0);
    else if (has_level && !has_robots)
        view_string(why, STRING_LEVEL_ALONE, "level", word, (char *)0);
    return level >= 0 && has_robots >= has_level;
}

/* "cut": who opens the table wants to cut once its seats are closed; "seek": it looks for players.
 */
bool opening_take_wish(const char *wish, const char *words, struct text *rest)
{
    bool is_there = false;
    for (const char *p = words + strspn(words, " "); *p; p += strspn(p, " ")) {
        size_t length = strcspn(p, " ");
        bool is_wish = length == strlen(wish) && strncmp(p, wish, length) == 0;
        if (!is_wish && rest->length > 0)
            text_put(rest, " ");
        if (!is_wish)
            text_put_bytes(rest, p, (int)length);
        is_there |= is_wish;
        p += length;
    }
    return is_there;
}

/* "seek slow robots": only who looks for players says the others so shortly. */
static bool take_seek(const char *words, struct text *rest, struct opening *opening)
{
    char unsought[HOST_TEXT], unslow[HOST_TEXT];
    struct text own = text_over(unsought, sizeof unsought), all = text_over(unslow, sizeof unslow);
    opening->is_sought = opening_take_wish("seek", words, &own);
    if (!opening->is_sought) {
        text_put(rest, unsought);
        return false;
    }
    bool is_slow = opening_take_wish("slow", unsought, &all),
         has_robots = opening_take_wish("robots", unslow, rest);
    if (is_slow)
        text_putf(rest, " %s=%s", "clock", pace_word(PACE_SLOW));
    return has_robots;
}

/* Here or apart; the room is free. */
static void open_as_asked(struct host *host, const struct heard *heard, const struct game *game,
                          const char *words, enum apart apart, const char *cut)
{
    char bytes[HOST_TEXT], paced[HOST_TEXT], uncut[HOST_TEXT], all[HOST_TEXT], unsought[HOST_TEXT];
    struct text options = text_over(bytes, sizeof bytes), unpaced = text_over(paced, sizeof paced),
                asked = text_over(uncut, sizeof uncut), unnamed = text_over(all, sizeof all),
                own = text_over(unsought, sizeof unsought);
    struct ruleset rules;
    struct prose why;
    struct opening opening = {.game = game, .cut = cut};
    game_ruleset(game, &rules);
    prose_open(&why, host_language(host, heard));
    bool has_holders = take_seek(words, &own, &opening);
    opening.waits_for_cut = opening_take_wish("cut", unsought, &asked);
    bool is_right = take_robots(uncut, &unpaced, &opening, &why);
    if ((opening.robots != 0 || has_holders) && policy_forbid_robots(host, heard))
        return;
    if (!is_right || !options_take_pace(paced, &unnamed, &opening.pace, &why)) {
        host_whisper(host, heard, &why);
        return;
    }
    if (!options_take_beginner(host, heard, all, &options, &opening))
        return;
    if (!may_open(host, heard, game, bytes, rules.options))
        return;
    if (has_holders && opening.robots == 0)
        opening.robots = lobby_usual_robots(game, rules.options, 1);
    if (opening.robots != 0 && !fits_robots(host, heard, &rules, game, opening.robots))
        return;
    if (cut && lobby_is_blank(cut)) {
        tell_openly(host, heard, STRING_CUT_EMPTY, (char *)0);
    } else if (apart != APART_NO) {
        char again[HOST_TEXT];
        struct text text = text_over(again, sizeof again);
        text_putf(&text, "%s%s%s", words, cut ? " cut=" : "", cut ? cut : "");
        open_apart(host, heard, game, again, apart == APART_YES);
    } else {
        memcpy(opening.options, rules.options, sizeof opening.options);
        open_table(host, heard, &opening);
    }
}

/* APART_UNSAID: a room of its own, if one can be had, because that is the rule here. */
static enum apart read_wish(struct host *host, const struct heard *heard, const char *words,
                            struct text *rest)
{
    const struct host_port *port = host_port_of(host, heard->network);
    enum apart apart = take_wish(port, words, rest);
    bool has_rule = apart == APART_UNSAID && heard->room && port->apart &&
                    room_rule_is(host, port, heard->room, RULE_THREADS, "yes");
    return !heard->room || (apart == APART_UNSAID && !has_rule) ? APART_NO : apart;
}

void host_open(struct host *host, const struct heard *heard, const char *word, const char *words)
{
    char name[HOST_ROOM], bytes[HOST_TEXT], options[HOST_TEXT];
    struct text all = text_over(bytes, sizeof bytes), front = text_over(options, sizeof options);
    int before;
    const char *cut = lobby_find_cut(words, &before);
    text_put_bytes(&front, words, before);
    const struct game *game = game_find(word);
    if (game)
        /* what is typed comes behind it, and counts */
        policy_put_options(host, heard, game, &all);
    enum apart apart = read_wish(host, heard, options, &all);
    snprintf(name, sizeof name, "%s%s", heard->room ? "" : "@",
             heard->room ? heard->room : heard->key);
    struct session *session = host_find(host, heard->network, name);
    if (session && apart == APART_NO && game && deadline_absent_gives_way(session))
        leave_make_room(session, heard);
    else if (session && apart == APART_NO)
        tell_open(session, heard);
    else if (apart == APART_NO && session_room_is_taken(host, heard->network, name))
        tell_person(host, heard, STRING_INTERNAL_WAIT, (char *)0); /* a table is moving there */
    else if (!game)
        show_unknown_game(host, heard, word);
    else if (all.cut)
        tell_openly(host, heard, STRING_INPUT_TOO_LONG, (char *)0);
    else
        open_as_asked(host, heard, game, bytes, apart, cut);
}

void host_open_apart(struct host *host, const struct heard *heard, const char *game,
                     const char *options)
{
    struct input *input = input_of_heard(heard); /* cleans the name */
    struct heard open = input_heard(input);
    open.is_open = true;
    host->now = heard->now;
    host->running.has_committed = false;
    const struct host_port *port = host_port_of(host, heard->network);
    char bytes[HOST_TEXT + HOST_NAME];
    struct text here = text_over(bytes, sizeof bytes);
    if (port->apart)
        text_putf(&here, "%s=no ", port->apart);
    text_put(&here, options);
    host_open(host, &open, game, bytes);
    if (!host->running.has_committed)
        host_dismiss(host, heard);
    free(input);
    input_queue_write(host); /* no input runs */
}

/* ---- lessons ---- */

/* "!learn coloretto or !learn kritters": the games that have one. */
static void put_lessons(struct prose *out)
{
    int left = 0;
    for (int i = 0; i < game_count; i++)
        left += games[i]->lesson != NULL;
    for (int i = 0; i < game_count; i++)
        if (games[i]->lesson) {
            prose_putf(out, "!learn %s", games[i]->id);
            if (--left > 0)
                view_string(out, left > 1 ? STRING_LIST_MORE : STRING_LIST_OR, (char *)0);
        }
}

void opening_alone(struct host *host, const struct heard *heard, struct opening *opening,
                   const char *options)
{
    char name[HOST_ROOM];
    struct ruleset rules;
    snprintf(name, sizeof name, "%s%s", heard->room ? "" : "@",
             heard->room ? heard->room : heard->key);
    struct session *here = host_find(host, heard->network, name);
    game_ruleset(opening->game, &rules);
    if (here) {
        tell_open(here, heard);
    } else if (session_room_is_taken(host, heard->network, name)) {
        tell_person(host, heard, STRING_INTERNAL_WAIT, (char *)0);
    } else if (may_open(host, heard, opening->game, options, rules.options)) {
        memcpy(opening->options, rules.options, sizeof opening->options);
        open_table(host, heard, opening);
    }
}

/* Except a table that is there. True if told. */
static bool refuse_lesson(struct host *host, const struct heard *heard, const struct game *game,
                          const char *word)
{
    struct prose names;
    prose_open(&names, host_language(host, heard));
    put_lessons(&names);
    if (!game && *word)
        show_unknown_game(host, heard, word);
    else if (!game)
        tell_openly(host, heard, STRING_LESSON_WHICH, "text", names.text, (char *)0);
    else if (!game->lesson)
        tell_openly(host, heard, STRING_LESSON_NONE, "game", game->name, "id", game->id, (char *)0);
    else if (heard->room && !(heard->rank & RANK_LOCAL))
        tell_openly(host, heard, STRING_LESSON_PRIVATE, "id", game->id, (char *)0);
    else
        return false;
    return true;
}

void host_learn(struct host *host, const struct call *call)
{
    struct session *session = call->session;
    const struct heard *heard = call->heard;
    const char *words = call->words;
    bool is_learning = session && session_has_begun(session) && session->playing->lot.lesson;
    const struct game *game = !*words && is_learning ? session->game : game_find(words);
    if (is_learning && game == session->game) {
        host_show_hand(host, &(struct call){.session = session, .heard = heard, .words = ""});
        return;
    }
    if (refuse_lesson(host, heard, game, words))
        return;
    struct opening opening = {.game = game,
                              .lesson = game->lesson,
                              .robots = game->lesson->seats - 1,
                              .level = ROBOT_EASY};
    opening_alone(host, heard, &opening, game->lesson->options);
}
