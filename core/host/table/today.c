#include "today.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "clock.h"
#include "daily.h"
#include "games.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "ladder.h"
#include "leave.h"
#include "lobby.h"
#include "notices.h"
#include "pending.h"
#include "policy.h"
#include "port.h"
#include "seat.h"
#include "session.h"
#include "strings/daily.def"
#include "strings/shared.def"
#include "tables.h"
#include "tallies.h"
#include "tell.h"
#include "text.h"
#include "tries.h"
#include "turn.h"
#include "yardstick.h"

enum {
    TODAY_WAITS = 64,
    WAIT_MS = 10 * 1000,
    SHOWN_DAYS = 8, /* results that can be shared: of so many days */
    WORDS = 128,
    GAMES_MOST = 64,
    LEAST_OTHERS = 2 /* fewer are no percentage */
};

/* ---- results in words ---- */

static const char *ordinal(int number, char out[16])
{
    static const char *const ends[] = {"th", "st", "nd", "rd"};
    bool is_teen = number / 10 % 10 == 1;
    int last = number % 10;
    snprintf(out, 16, "%d%s", number, ends[!is_teen && last < 4 ? last : 0]);
    return out;
}

/* "31 points, 2nd of 4". */
static void put_result(const struct daily_try *one, struct prose *out)
{
    char place[16];
    view_string(out, STRING_DAILY_POINTS, "points", text_number(one->points), (char *)0);
    if (one->of > 1)
        view_string(out, STRING_DAILY_PLACE, "place", ordinal(one->place, place), "most",
                    text_number(one->of), (char *)0);
}

static void put_squares(const struct daily_try *one, bool are_letters, struct prose *out)
{
    static const char *const signs[] = {
        [SQUARE_BEHIND] = "\u2b1c", [SQUARE_LEVEL] = "\U0001f7e8", [SQUARE_AHEAD] = "\U0001f7e9"};
    static const char *const letters[] = {
        [SQUARE_BEHIND] = "B", [SQUARE_LEVEL] = "L", [SQUARE_AHEAD] = "A"};
    prose_put(out, " ");
    for (int i = 0; i < one->squares.count; i++) {
        int square = one->squares.list[i] <= SQUARE_AHEAD ? one->squares.list[i] : SQUARE_LEVEL;
        prose_put(out, are_letters ? letters[square] : signs[square]);
    }
    if (are_letters)
        view_string(out, STRING_DAILY_LETTERS, (char *)0);
}

/* "Tabletalk daily, Coloretto, 27 Nov: 31 points, 2nd of 4, better than 64 % here, 5 days in a row"
   and the squares. */
static void put_line(struct host *host, const struct daily_try *one, bool are_letters,
                     struct prose *out)
{
    char day[DAILY_DATE];
    struct prose text;
    int others, better = tries_better(host, one, &others), streak = tallies_streak(host, one);
    prose_open(&text, out->language);
    put_result(one, &text);
    if (others >= LEAST_OTHERS)
        view_string(&text, STRING_DAILY_BETTER, "count", text_number(100 * better / others),
                    (char *)0);
    if (streak > 1)
        view_string(&text, STRING_DAILY_STREAK, "n", text_number(streak), (char *)0);
    view_string(out, STRING_DAILY_LINE, "game", one->game->name, "day", daily_date(one->day, day),
                "text", text.text, (char *)0);
    put_squares(one, are_letters, out);
}

/* ---- the table of a person ---- */

/* At which the person is now; NULL if absent here. */
static struct session *find_table(const struct host *host, struct identity who, int day,
                                  const struct game *game)
{
    struct identity all[DAILY_NAMES];
    int count = tries_people(host, who, day, all);
    for (struct session *session = host->tables.first; session; session = session->next) {
        if (session->playing->lot.day != day || session->game != game || session->playing->is_over)
            continue;
        for (int i = 0; i < count; i++) {
            struct heard person = heard_about(all[i], "", 0);
            if (session_seat_of(session, &person) >= 0 || session_was_opened_by(session, all[i]))
                return session;
        }
    }
    return NULL;
}

static bool is_set_aside(const struct host *host, const struct daily_try *one)
{
    return one && aside_numbered(host, one->table);
}

/* It has no result, and only the process of its network knows whether it goes on. */
static bool is_away(const struct host *host, const struct daily_try *one)
{
    return one && !one->is_over && !host_is_of_unit(host, one->table);
}

/* ---- the list ---- */

static void put_today(struct host *host, const struct heard *heard, int number,
                      const struct game *game, struct prose *out)
{
    const struct daily_day *day = daily_day(host, number);
    const struct daily_try *one = tries_find(host, identity_of(heard), number, game);
    struct prose text;
    prose_open(&text, out->language);
    if (one && one->is_over)
        put_result(one, &text);
    int id = find_table(host, identity_of(heard), number, game) || is_set_aside(host, one)
                 ? STRING_DAILY_RUNS
             : text.length > 0                    ? STRING_DAILY_DONE
             : is_away(host, one)                 ? STRING_DAILY_AWAY
             : one                                ? STRING_DAILY_GIVEN_UP
             : day && daily_fits(host, day, game) ? STRING_DAILY_FREE
                                                  : STRING_DAILY_CHANGED;
    view_string(out, id, "game", game->name, "id", game->id, "text", text.text, "table",
                text_number(one ? one->table : 0), (char *)0);
}

static bool has_any(const struct host *host)
{
    bool has = false;
    for (int i = 0; i < game_count; i++)
        has |= policy_has_daily(host, games[i]);
    return has;
}

/* Of each game that has one, or that the person began when it still had. */
static void put_all_today(struct host *host, const struct heard *heard, int today,
                          struct prose *out)
{
    char date[DAILY_DATE];
    const char *glue = " ";
    view_string(out, has_any(host) ? STRING_DAILY_LIST : STRING_DAILY_LIST_OFF, "day",
                daily_date(today, date), (char *)0);
    for (int i = 0; i < game_count; i++) {
        if (!policy_has_daily(host, games[i]) &&
            !tries_find(host, identity_of(heard), today, games[i]))
            continue;
        prose_put(out, glue);
        put_today(host, heard, today, games[i], out);
        glue = "; ";
    }
    prose_put(out, glue[0] == ';' ? ".\n" : "\n");
}

/* Of all games; nothing before the first result. */
static void put_count(struct host *host, const struct heard *heard, struct prose *out)
{
    const struct game *game = NULL;
    int days = 0, best = 0;
    for (int i = 0; i < game_count; i++) {
        struct tally_count count;
        tallies_whole(host, identity_of(heard), games[i], &count);
        days += count.days;
        game = count.best > best ? games[i] : game;
        best = count.best > best ? count.best : best;
    }
    if (game)
        view_string(out, STRING_DAILY_COUNT, "n", text_number(days), "most", text_number(best),
                    "game", game->name, (char *)0);
    if (game)
        prose_put(out, "\n");
}

/* NULL: nobody has a result. */
static const struct daily_try *best_of(const struct host *host, const struct daily_day *day,
                                       const struct game *game, int *count)
{
    const struct daily_try *best = NULL;
    *count = 0;
    for (int i = 0; i < day->count; i++) {
        const struct daily_try *one = day->tries[i];
        if (one->game != game || !one->is_over || one->is_unlisted || !tries_count(host, one))
            continue;
        ++*count;
        best = !best || one->points > best->points ? one : best;
    }
    return best;
}

/* What a day that is over shows of a game. */
static void put_over(struct host *host, const struct heard *heard, const struct daily_day *day,
                     const struct game *game, struct prose *out)
{
    const struct daily_try *own = tries_find(host, identity_of(heard), day->day, game);
    int count, robot = day->robots[daily_game_place(game)];
    const struct daily_try *best = best_of(host, day, game, &count);
    struct prose text;
    prose_open(&text, out->language);
    bool has_own = own && own->is_over;
    if (has_own)
        put_result(own, &text);
    if (!best && !has_own)
        return;
    if (!best)
        best = own;
    prose_put(out, " ");
    view_string(out, has_own ? STRING_DAILY_OVER_OWN : STRING_DAILY_OVER_BEST, "game", game->name,
                "id", game->id, "text", text.text, "count", text_number(count > 0 ? count : 1),
                "points", text_number(best->points), "table", text_number(has_own ? own->table : 0),
                (char *)0);
    if (robot == DAILY_UNKNOWN)
        return;
    prose_put(out, " ");
    view_string(out, STRING_DAILY_OVER_ROBOT, "points", text_number(robot), (char *)0);
}

static void list(struct host *host, const struct heard *heard, int today)
{
    char date[DAILY_DATE], seal[LUCK_SEAL], secret[SEAL_SECRET_HEX];
    struct prose answer;
    const struct daily_day *next = daily_day(host, today + 1),
                           *over = daily_day(host, today - DAILY_OPEN_DAYS);
    prose_open(&answer, host_language(host, heard));
    put_all_today(host, heard, today, &answer);
    put_count(host, heard, &answer);
    seal_luck_seal_day(next->secret, next->day, seal);
    if (has_any(host))
        view_string(&answer, STRING_DAILY_NEXT, "day", daily_date(next->day, date), "seal", seal,
                    (char *)0);
    if (over) {
        prose_put(&answer, "\n");
        sodium_bin2hex(secret, sizeof secret, over->secret, LUCK_SECRET);
        view_string(&answer, STRING_DAILY_OVER_DAY, "day", daily_date(over->day, date), "secret",
                    secret, (char *)0);
        for (int i = 0; i < game_count; i++)
            put_over(host, heard, over, games[i], &answer);
    }
    host_whisper(host, heard, &answer);
}

/* ---- one try ---- */

/* Anybody may sit at a keyboard; who does is the operator. */
static bool is_known(const struct host *host, const struct heard *heard)
{
    const struct host_port *port = host_port_of(host, heard->network);
    return port && (port->is_one_keyboard || seat_key_lasts(port, heard->key));
}

static void tell_tried(struct host *host, const struct heard *heard, const struct daily_try *one)
{
    struct prose text;
    prose_open(&text, host_language(host, heard));
    if (one->is_over)
        put_result(one, &text);
    tell_openly(host, heard, one->is_over ? STRING_DAILY_TRIED : STRING_DAILY_TRIED_NONE, "game",
                one->game->name, "text", text.text, (char *)0);
}

/* Says why the person has no try at it; or shows the table where it goes on. */
static bool refuses_try(struct host *host, const struct heard *heard, int today,
                        const struct game *game)
{
    struct session *at = find_table(host, identity_of(heard), today, game);
    const struct daily_try *one = tries_find(host, identity_of(heard), today, game);
    const struct daily_day *day = daily_day(host, today);
    if (at && session_has_begun(at) && session_seat_of(at, heard) >= 0)
        host_show_hand(host, &(struct call){.session = at, .heard = heard, .words = ""});
    else if (at || is_set_aside(host, one))
        tell_openly(host, heard, STRING_DAILY_RUNS_ELSEWHERE, "game", game->name, "table",
                    text_number(at ? at->id : one->table), (char *)0);
    else if (is_away(host, one))
        tell_openly(host, heard, STRING_DAILY_TRIED_AWAY, "game", game->name, "table",
                    text_number(one->table), (char *)0);
    else if (one)
        tell_tried(host, heard, one);
    else if (!policy_has_daily(host, game))
        tell_openly(host, heard, STRING_DAILY_OFF, "game", game->name, (char *)0);
    else if (!daily_fits(host, day, game))
        tell_openly(host, heard, STRING_DAILY_CLOSED, "game", game->name, (char *)0);
    else
        return false;
    return true;
}

static void play(struct host *host, const struct heard *heard, int today, const struct game *game)
{
    struct lot lot;
    struct opening opening = {
        .game = game, .robots = game->daily_robots, .level = ROBOT_MEDIUM, .lot = &lot};
    if (heard->room && !(heard->rank & RANK_LOCAL)) {
        tell_openly(host, heard, STRING_DAILY_PRIVATE, "id", game->id, (char *)0);
        return;
    }
    if (!is_known(host, heard)) {
        tell_openly(host, heard, STRING_DAILY_PASSING, "id", game->id, (char *)0);
        return;
    }
    if (refuses_try(host, heard, today, game))
        return;
    seal_luck_of_day(&lot, game->id, today, daily_day(host, today)->secret);
    seal_draw_salt(host, lot.id, LUCK_ID);
    opening_alone(host, heard, &opening, game->daily);
    sodium_memzero(&lot, sizeof lot);
}

/* ---- sharing ---- */

/* The results of the latest day that has any, of that game or of all. Returns how many; `list` has
   a place for each game. */
static int find_results(const struct host *host, const struct heard *heard, int from,
                        const struct game *game, const struct daily_try **list)
{
    int count = 0;
    for (int day = from; day > from - SHOWN_DAYS && count == 0; day--)
        for (int i = 0; i < game_count; i++) {
            const struct daily_try *one = game && game != games[i]
                                              ? NULL
                                              : tries_find(host, identity_of(heard), day, games[i]);
            if (one && one->is_over)
                list[count++] = one;
        }
    return count;
}

static void ask_which(struct host *host, const struct heard *heard,
                      const struct daily_try *const *list, int count)
{
    char date[DAILY_DATE];
    struct prose text;
    prose_open(&text, host_language(host, heard));
    for (int i = 0; i < count; i++) {
        view_string(&text, STRING_DAILY_SHARE_ONE, "id", list[i]->game->id, (char *)0);
        if (i + 1 < count)
            view_string(&text, i + 2 < count ? STRING_LIST_MORE : STRING_LIST_OR, (char *)0);
    }
    tell_openly(host, heard, STRING_DAILY_SHARE_WHICH, "day", daily_date(list[0]->day, date),
                "text", text.text, (char *)0);
}

static void post(struct host *host, const struct heard *heard, const struct daily_try *one,
                 bool are_letters)
{
    struct prose line;
    prose_open(&line, host_language(host, heard));
    if (heard->room && !tries_share(host, one, identity(heard->network, heard->room))) {
        tell_openly(host, heard, STRING_DAILY_SHARE_AGAIN, "most", text_number(DAILY_ROOMS),
                    (char *)0);
        return;
    }
    if (heard->room) {
        prose_put_foreign(&line, PROSE_PLAIN, heard->name);
        prose_put(&line, ": ");
    }
    put_line(host, one, are_letters, &line);
    host_answer(host, heard, &line);
    if (heard->room)
        host->dailies->show_card(host, heard, one->table);
}

static void share(struct host *host, const struct heard *heard, int today, const char *words)
{
    const struct daily_try *list[GAMES_MOST];
    char rest_bytes[WORDS], date[DAILY_DATE];
    struct text rest = text_over(rest_bytes, sizeof rest_bytes);
    bool are_letters = opening_take_wish("letters", words, &rest);
    const struct game *game = *rest_bytes ? game_find(rest_bytes) : NULL;
    check(game_count <= GAMES_MOST);
    int last = today - DAILY_OPEN_DAYS, count = find_results(host, heard, last, game, list);
    if (*rest_bytes && !game) {
        tell_openly(host, heard, STRING_DAILY_UNKNOWN, "typed", rest_bytes, (char *)0);
    } else if (count > 1) {
        ask_which(host, heard, list, count);
    } else if (count == 1) {
        post(host, heard, list[0], are_letters);
    } else if (find_results(host, heard, today, game, list) > 0) {
        tell_openly(host, heard, STRING_DAILY_SHARE_LATER, "until",
                    daily_date(list[0]->day + DAILY_OPEN_DAYS, date), (char *)0);
    } else {
        tell_openly(host, heard, STRING_DAILY_SHARE_NONE, (char *)0);
    }
}

/* ---- the best ---- */

static void show_top(struct host *host, const struct heard *heard, int today, const char *words)
{
    const struct game *game = *words ? game_find(words) : NULL;
    int first = 0;
    while (!games[first]->daily || (has_any(host) && !policy_has_daily(host, games[first])))
        first++;
    if (!*words)
        tell_openly(host, heard, STRING_DAILY_TOP_WHICH, "id", games[first]->id, (char *)0);
    else if (!game || !game->daily)
        tell_openly(host, heard, STRING_DAILY_UNKNOWN, "typed", words, (char *)0);
    else
        ladder_show(host, heard, today - DAILY_OPEN_DAYS, game);
}

/* ---- a word a day ---- */

/* "8", "8:00", "8:30 +2", "22:00 -3:30". False if it is no time; else the minute of the UTC day. */
static bool read_time(const char *words, int *minute)
{
    enum { DAY_MINUTES = 24 * 60 };
    char *end;
    long hour = strtol(words, &end, 10), past = 0, ahead = 0, more = 0;
    bool is_behind = false;
    if (*words < '0' || *words > '9')
        return false;
    if (*end == ':')
        past = strtol(end + 1, &end, 10);
    end += strspn(end, " ");
    if (*end == '+' || *end == '-') {
        is_behind = *end == '-';
        ahead = strtol(end + 1, &end, 10);
        if (*end == ':')
            more = strtol(end + 1, &end, 10);
    }
    if (*end || hour > 23 || past < 0 || past > 59 || ahead < 0 || ahead > 14 || more < 0 ||
        more > 59)
        return false;
    long zone = (ahead * 60 + more) * (is_behind ? -1 : 1);
    *minute = (int)((hour * 60 + past - zone + DAY_MINUTES) % DAY_MINUTES);
    return true;
}

static void notify(struct host *host, const struct heard *heard, const char *words)
{
    int minute;
    if (text_same_word(words, "off"))
        notices_wish_daily(host, heard, -1);
    else if (read_time(words, &minute))
        notices_wish_daily(host, heard, minute);
    else
        tell_openly(host, heard, STRING_DAILY_NOTIFY_FORM, (char *)0);
}

/* ---- the command ---- */

struct waiting_day {
    struct pending pending;
    char words[WORDS];
};

static void run(struct host *host, const struct heard *heard, int today, const char *words)
{
    char word[HOST_NAME];
    size_t length = strcspn(words, " ");
    snprintf(word, sizeof word, "%.*s", (int)length, words);
    const struct game *game = game_find(words);
    if (!*words)
        list(host, heard, today);
    else if (text_same_word(word, "share"))
        share(host, heard, today, words + length + strspn(words + length, " "));
    else if (text_same_word(word, "notify"))
        notify(host, heard, words + length + strspn(words + length, " "));
    else if (text_same_word(word, "top"))
        show_top(host, heard, today, words + length + strspn(words + length, " "));
    else if (game && game->daily)
        play(host, heard, today, game);
    else
        tell_openly(host, heard, STRING_DAILY_UNKNOWN, "typed", words, (char *)0);
}

static void begin(struct host *host, const struct heard *heard, const char *words, bool may_wait)
{
    int today;
    char date[DAILY_DATE];
    enum daily_state state = daily_begin(host, &today);
    if (state == DAILY_OPEN) {
        run(host, heard, today, words);
    } else if (state == DAILY_BEHIND) {
        tell_openly(host, heard, STRING_DAILY_BEHIND, "day", daily_date(today, date), (char *)0);
    } else if (may_wait && pending_count(host->dailies->waits, heard) > 0) {
        tell_openly(host, heard, STRING_DAILY_BUSY, (char *)0);
    } else if (!may_wait || pending_count(host->dailies->waits, NULL) >= TODAY_WAITS) {
        tell_openly(host, heard, STRING_DAILY_NOT_SAVED, (char *)0);
    } else {
        struct waiting_day *waiting =
            pending_new(&host->dailies->waits, host, heard, sizeof *waiting, PENDING_ANSWER);
        snprintf(waiting->words, sizeof waiting->words, "%s", words);
        waiting->pending.until = host->now + WAIT_MS;
        if (host->dailies->at > waiting->pending.until)
            host->dailies->at = waiting->pending.until;
        clock_call(host, waiting->pending.until);
    }
}

void host_daily(struct host *host, const struct call *call)
{
    begin(host, call->heard, call->words, true);
}

/* No input runs: what it opens is written at once. */
static void go_on(struct pending *pending)
{
    struct host *host = pending->host;
    struct waiting_day *waiting = (struct waiting_day *)pending;
    struct input input = *pending->input;
    struct heard heard = input_heard(&input);
    char words[WORDS];
    snprintf(words, sizeof words, "%s", waiting->words);
    pending_drop(pending);
    host->running.has_committed = false;
    heard.is_open = true;
    begin(host, &heard, words, false);
    if (!host->running.has_committed)
        host_dismiss(host, &heard);
    input_queue_write(host);
}

void today_ready(struct host *host)
{
    while (host->dailies->waits)
        go_on(host->dailies->waits);
}

void today_fini(struct host *host)
{
    while (host->dailies->waits)
        pending_drop(host->dailies->waits);
}

/* ---- by the clock ---- */

/* Its time is over, or it never counted. */
static bool must_end(const struct session *session)
{
    int day = session->playing->lot.day;
    return day && (daily_is_over(session->host, day) || tries_is_second(session));
}

static void end_late(struct host *host)
{
    for (struct session *session = host->tables.first, *next; session; session = next) {
        next = session->next;
        if (must_end(session) && !session->playing->is_over && !session->state.is_recovered &&
            session->queue.length == 0)
            input_queue_push(session, input_new(INPUT_END, session, host->now));
    }
    for (const struct aside *aside = host->asides.first, *next; aside; aside = next) {
        next = aside->next;
        if (aside->lot.day && daily_is_over(host, aside->lot.day))
            (void)aside_end(host, aside->id);
    }
}

void today_tick(struct host *host)
{
    pending_expire(&host->dailies->waits, host->now, go_on);
    daily_tick(host);
    if (host_keeps_persons(host))
        tallies_prune(host);
    if (host->dailies->count > 0)
        end_late(host);
    yardstick_tick(host);
    if (daily_day(host, daily_today(host)) && has_any(host) &&
        notices_tell_daily(host, daily_today(host)))
        host->dailies->at = host->now + NOTICE_EVERY_MS;
    if (host->dailies->waits && pending_until(host->dailies->waits) < host->dailies->at)
        host->dailies->at = pending_until(host->dailies->waits);
}

bool host_is_daily(const struct session *session)
{
    return session->playing->lot.day > 0;
}

bool host_refuses_daily(struct host *host, const struct session *session, const struct heard *heard,
                        const char *command)
{
    if (!session || !host_is_daily(session))
        return false;
    tell_openly(host, heard, STRING_DAILY_REFUSED, "typed", command, (char *)0);
    return true;
}
