/* tabletalk page: the standings of a room in one month as a file for a browser. The order "season"
   asks the store about one game after the other, in the process that runs or in this one, and tells
   a line for each person; here they become the page (page.h). */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games.h"
#include "order.h"
#include "page.h"
#include "rating.h"
#include "record.h"
#include "replay.h"
#include "season.h"
#include "store_people.h"
#include "text.h"
#include "tools.h"

enum { DAY_BYTES = 24, LINE_BYTES = 2048, MONTH_BYTES = 12 };

/* ---- the order: MONTH NETWORK ROOM ---- */

static void ask(struct order *order, enum store_question_kind kind, store_answered *done)
{
    struct store_question *question = calloc(1, sizeof *question);
    check(question);
    question->kind = kind;
    question->month = order->month;
    question->from = season_begin(order->month, false);
    question->till = season_begin(order->month, true);
    question->most = STORE_STANDINGS;
    question->done = done;
    question->arg = order;
    snprintf(question->network, sizeof question->network, "%s", order->network);
    if (kind == STORE_ASK_SEASON) {
        snprintf(question->game, sizeof question->game, "%s", games[order->game]->id);
        snprintf(question->room, sizeof question->room, "%s", order->room);
    }
    store_ask(order_place(order)->store, question);
    free(question);
}

/* "12.4", and never "-0.0". */
static const char *rating_text(double shown, char bytes[DAY_BYTES])
{
    snprintf(bytes, DAY_BYTES, "%.1f", shown > -0.05 && shown < 0 ? 0.0 : shown);
    return bytes;
}

static void put_standing(struct order *order, const struct store_standing *standing, int place)
{
    char bytes[LINE_BYTES], days[STORE_DAYS * DAY_BYTES], rating[DAY_BYTES];
    struct text line = text_over(bytes, sizeof bytes), all = text_over(days, sizeof days);
    const struct rating last = {standing->mu, standing->sigma};
    for (int i = 0; i < STORE_DAYS; i++)
        if (!isnan(standing->days[i]))
            text_putf(&all, "%s%d:%s", all.length > 0 ? " " : "", i + 1,
                      rating_text(standing->days[i], rating));
    text_put(&line, "standing");
    record_put(&line, "game", standing->game);
    record_put(&line, "place", standing->rivals >= STORE_RIVALS ? text_number(place) : "");
    record_put(&line, "name", standing->name);
    record_put(&line, "rating", rating_text(rating_shown(&last), rating));
    record_put_number(&line, "rated", standing->rated);
    record_put_number(&line, "won", standing->won);
    record_put(&line, "days", days);
    check(!line.cut && !all.cut);
    order_put(order, "%s", bytes);
}

/* There is nobody to show: which rooms there are. */
static void told_rooms(void *arg, const struct store_answer *answer)
{
    struct order *order = arg;
    char bytes[LINE_BYTES];
    struct text rooms = text_over(bytes, sizeof bytes);
    for (int i = 0; i < answer->kept_count; i++)
        text_putf(&rooms, "%s%s", i > 0 ? ", " : "", answer->kept[i].line);
    order_refuse(order,
                 "In %s of %s nobody who said !stats on has played a rated game in %d-%02d. Rooms "
                 "of that network with rated games then: %s.",
                 order->room, order->network, order->month / 100, order->month % 100,
                 rooms.length > 0 ? bytes : "none");
}

static void told_game(void *arg, const struct store_answer *answer)
{
    struct order *order = arg;
    if (answer->result != STORE_OK) {
        order_refuse(order, "The standings cannot be read: %s", store_result_text(answer->result));
        return;
    }
    for (int i = 0; i < answer->count; i++, order->seen++)
        put_standing(order, &answer->list[i], i + 1);
    if (++order->game < game_count)
        ask(order, STORE_ASK_SEASON, told_game);
    else if (order->seen == 0)
        ask(order, STORE_ASK_ROOMS, told_rooms);
    else
        order_end(order, 0);
}

void order_season(struct order *order)
{
    char month[MONTH_BYTES];
    int end = 0;
    bool is_right = sscanf(order->rest, "%11s %99s %n", month, order->network, &end) == 2 &&
                    (order->month = season_month(month)) && order->rest[end] &&
                    strlen(order->rest + end) < sizeof order->room;
    if (!is_right) {
        order_refuse_words(order);
        return;
    }
    snprintf(order->room, sizeof order->room, "%s", order->rest + end);
    ask(order, STORE_ASK_SEASON, told_game);
}

/* ---- in the shell ---- */

struct season_words {
    const char *month, *room, *title;
};

static bool take_month(void *what, const char *value, struct text *why)
{
    ((struct season_words *)what)->month = value;
    if (!season_month(value))
        text_putf(why, "'%s' is no month; one is written 2026-11", value);
    return season_month(value) > 0;
}

static bool take_room(void *what, const char *value, struct text *why)
{
    const char *blank = strchr(value, ' ');
    bool is_room = blank && blank > value && blank[1];
    ((struct season_words *)what)->room = value;
    if (!is_room)
        text_putf(
            why,
            "'%s' is no room; one is written as a network and its room, such as 'irc:oftc #games'",
            value);
    return is_room;
}

const struct argument page_options[] = {
    {"--season", "MONTH", "Of this month, by UTC: 2026-11.", take_month, 0},
    {"--room", "ROOM",
     "A network and its room, as `tabletalk tables list` names them: 'irc:oftc #games'.", take_room,
     0},
    {"--title", "TEXT", "What people call the room; else it stands there as it is named here.",
     NULL, offsetof(struct season_words, title)},
    {.name = NULL},
};

static bool add_line(struct page_file *page, const char *text, char game[STORE_GAME_MAX + 1])
{
    static const char *const keys[PAGE_CELLS] = {"place", "name", "rating", "rated", "won", "days"};
    const char *cells[PAGE_CELLS];
    struct record_line line;
    bool is_right = record_read(text, &line) && record_get(&line, "game");
    for (int i = 0; i < PAGE_CELLS && is_right; i++)
        is_right = (cells[i] = record_get(&line, keys[i])) != NULL;
    const struct game *of = is_right ? game_find(record_get(&line, "game")) : NULL;
    if (of && strcmp(of->id, game) != 0) {
        snprintf(game, STORE_GAME_MAX + 1, "%s", of->id);
        page_add_game(page, of->name);
    }
    if (of)
        page_add_standing(page, cells);
    record_free(&line);
    return of != NULL;
}

static int write_page(const struct season_words *words, FILE *lines, const char *path, FILE *out,
                      FILE *err)
{
    enum { DAY_S = 24 * 3600 };
    char bytes[LINE_BYTES], game[STORE_GAME_MAX + 1] = "", network[STORE_KEY_MAX + 1];
    struct text why = text_over(bytes, sizeof bytes);
    struct page_file *page = page_new(&why);
    int month = season_month(words->month), status = EXIT_FAILURE;
    if (!page) {
        fprintf(err, "tabletalk: %s\n", bytes);
        return status;
    }
    snprintf(network, sizeof network, "%.*s", (int)strcspn(words->room, " "), words->room);
    page_begin_season(
        page, words->month, (int)((season_begin(month, true) - season_begin(month, false)) / DAY_S),
        words->title ? words->title : strchr(words->room, ' ') + 1, words->title ? NULL : network);
    bool is_right = true;
    while (is_right && fgets(bytes, sizeof bytes, lines)) {
        bytes[strcspn(bytes, "\n")] = '\0';
        is_right = add_line(page, bytes, game);
    }
    if (is_right)
        status = draw_write_page(page, path, "game", out, err);
    else
        fputs("tabletalk: the running tabletalk is of another version\n", err);
    page_free(page);
    return status;
}

int tool_page(int argc, char *const argv[], tool_ask *ask_for, void *arg, FILE *out, FILE *err)
{
    static const char usage[] = "page --season MONTH --room ROOM [--title TEXT] FILE.html";
    struct season_words words = {NULL, NULL, NULL};
    const char *path = NULL;
    int status = cli_read_arguments(argc, argv, page_options, usage, &words, &path, out, err);
    if (status != CLI_GO_ON)
        return status;
    if (!words.month || !words.room || !path) {
        fprintf(err, "usage: tabletalk %s\n", usage);
        return CLI_USAGE;
    }
    char *const order[] = {"season", (char *)words.month, (char *)words.room};
    FILE *lines = ask_for(arg, 3, order, err);
    if (!lines)
        return EXIT_FAILURE;
    status = write_page(&words, lines, path, out, err);
    fclose(lines);
    return status;
}
