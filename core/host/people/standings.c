/* "stats", "top" and "last": asks the store, and tells who asked. Bounded: as asking.h says; an
   answer has one line for each game, TOP_MOST places, or the seats of one table. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "asking.h"
#include "check.h"
#include "game.h"
#include "games.h"
#include "host_commands.h"
#include "host_state.h"
#include "input.h"
#include "links.h"
#include "rating.h"
#include "season.h"
#include "seat.h"
#include "strings/standings.def"
#include "tell.h"
#include "text.h"

enum { TOP_MOST = 10, WORD_BYTES = HOST_NAME };

static const char *rating_text(const struct store_standing *standing, char bytes[WORD_BYTES])
{
    double shown = rating_shown(&(struct rating){standing->mu, standing->sigma});
    snprintf(bytes, WORD_BYTES, "%.1f", shown > -0.05 && shown < 0 ? 0.0 : shown);
    return bytes;
}

/* ---- stats ---- */

static void put_game(const struct store_standing *standing, struct prose *out)
{
    char rating[WORD_BYTES];
    const struct game *game = game_find(standing->game);
    prose_put(out, "\n");
    view_string(out, standing->rated > 0 ? STRING_STATS_RATED : STRING_STATS_GAME, "game",
                game ? game->name : standing->game, "played", text_number(standing->games), "won",
                text_number(standing->won), "rated", text_number(standing->rated), "rating",
                rating_text(standing, rating), (char *)0);
}

static bool is_meant(const struct asking *asking, const struct store_standing *standing)
{
    return !asking->game || strcmp(asking->game->id, standing->game) == 0;
}

static void tell_none(const struct asking *asking, const char *who, struct prose *out)
{
    if (asking->game)
        view_string(out, STRING_STATS_NONE_OF, "who", who, "game", asking->game->name, (char *)0);
    else if (asking->name[0])
        view_string(out, STRING_STATS_NONE, "who", who, (char *)0);
    else
        view_string(out, STRING_STATS_NONE_YET, (char *)0);
}

static void told_stats(void *arg, const struct store_answer *answer)
{
    struct asking *asking = arg;
    struct prose prose, lines;
    if (!asking_is_lost(asking, answer->result)) {
        struct heard heard = input_heard(asking->pending.input);
        const char *who = asking->name[0] ? asking->name : heard.name;
        prose_open(&prose, host_language(asking->pending.host, &heard));
        prose_open(&lines, prose.language);
        for (int i = 0; i < answer->count; i++)
            if (is_meant(asking, &answer->list[i]))
                put_game(&answer->list[i], &lines);
        if (lines.length == 0)
            tell_none(asking, who, &prose);
        else
            view_string(&prose, STRING_STATS_OF, "who", who, (char *)0);
        prose_append(&prose, &lines);
        host_whisper(asking->pending.host, &heard, &prose);
    }
    asking_end(asking);
}

/* Wherever else the person with this identity is linked. */
static void ask_stats(struct asking *asking, struct identity who)
{
    struct store_question *question =
        asking_question(asking, STORE_ASK_PERSON, STORE_STANDINGS, told_stats);
    asking_put_person(asking->pending.host, who, question);
    asking_ask(asking, question);
}

static void found_named(void *arg, const struct store_answer *answer)
{
    struct asking *asking = arg;
    if (asking_is_lost(asking, answer->result)) {
        asking_end(asking);
        return;
    }
    struct heard heard = input_heard(asking->pending.input);
    if (answer->named == 1) {
        snprintf(asking->name, sizeof asking->name, "%s", answer->known.name);
        ask_stats(asking, identity_of(&answer->known));
        return;
    }
    tell_openly(asking->pending.host, &heard,
                answer->named ? STRING_STATS_WHICH : STRING_STATS_HIDDEN, "typed", asking->name,
                (char *)0);
    asking_end(asking);
}

static void ask_named(struct asking *asking)
{
    struct store_question *question = asking_question(asking, STORE_ASK_NAMED, 1, found_named);
    snprintf(question->identities[0].network, sizeof question->identities[0].network, "%s",
             asking->pending.input->network);
    snprintf(question->identities[0].name, sizeof question->identities[0].name, "%s", asking->name);
    asking_ask(asking, question);
}

/* ---- who may see them ---- */

static void was_shown(void *arg, enum store_result result)
{
    struct asking *asking = arg;
    struct heard heard = input_heard(asking->pending.input);
    if (asking->pending.host)
        tell_openly(asking->pending.host, &heard,
                    result != STORE_OK ? STRING_STATS_NOT_SAVED
                    : asking->shows    ? STRING_STATS_ON
                                       : STRING_STATS_OFF,
                    (char *)0);
    asking_end(asking);
}

/* For all identities of the person. The store carries them out in order: the last answer is for
   all. */
static void show(struct host *host, const struct heard *heard, bool shows)
{
    struct asking *asking = asking_new(host, heard);
    if (!asking)
        return;
    const struct linked *person = links_of(host, identity_of(heard));
    asking->shows = shows;
    for (int i = 0; person && i < person->count; i++) {
        const struct linked_identity *identity = &person->identities[i];
        struct store_identity other = {identity->network, identity->key, identity->name};
        store_show_identity(host->store, &other, shows, NULL, NULL);
    }
    struct store_identity own = {asking->pending.input->network, asking->pending.input->key,
                                 asking->pending.input->name};
    store_show_identity(host->store, &own, shows, was_shown, asking);
}

/* ---- what was said ---- */

static const struct game *take_game(char *words)
{
    char *last = strrchr(words, ' ');
    const struct game *game = game_find(last ? last + 1 : words);
    if (game)
        *(last ? last : words) = '\0';
    return game;
}

/* Anybody can sit at it, so nobody there is known again, and no account would help. */
static bool is_keyboard(const struct host *host, const struct heard *heard)
{
    const struct host_port *port = host_port_of(host, heard->network);
    return port && port->is_one_keyboard;
}

void host_show_stats(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    const char *words = call->words;
    char text[HOST_TEXT];
    bool is_choice = text_same_word(words, "on") || text_same_word(words, "off");
    snprintf(text, sizeof text, "%s", words);
    const struct game *game = take_game(text);
    if ((is_choice || !text[0]) && !asking_lasts(host, heard)) {
        tell_openly(host, heard,
                    is_keyboard(host, heard) ? STRING_STATS_KEYBOARD : STRING_STATS_PASSING,
                    (char *)0);
        return;
    }
    if (is_choice) {
        show(host, heard, text_same_word(words, "on"));
        return;
    }
    if (strlen(text) >= HOST_NAME) {
        tell_openly(host, heard, STRING_STATS_HIDDEN, "typed", text, (char *)0);
        return;
    }
    struct asking *asking = asking_new(host, heard);
    if (!asking)
        return;
    asking->game = game;
    snprintf(asking->name, sizeof asking->name, "%s", text);
    if (text[0])
        ask_named(asking);
    else
        ask_stats(asking, identity_of(heard));
}

/* ---- top ---- */

/* Who has met few people that others have met, too, stands under the list, without a place. */
void standings_put_places(const struct store_answer *answer, struct prose *out)
{
    bool was_placed = true;
    for (int i = 0; i < answer->count; i++) {
        const struct store_standing *standing = &answer->list[i];
        char rating[WORD_BYTES];
        bool is_placed = standing->rivals >= STORE_RIVALS;
        prose_put(out, i && is_placed == was_placed ? ", " : i ? ". " : " ");
        if (!is_placed && was_placed) {
            view_string(out, STRING_TOP_UNPLACED, (char *)0);
            prose_put(out, " ");
        }
        view_string(out, is_placed ? STRING_TOP_PLACE : STRING_TOP_RIVALS, "place",
                    text_number(i + 1), "who", standing->name, "rating",
                    rating_text(standing, rating), "rated", text_number(standing->rated), "n",
                    text_number(standing->rivals), "most", text_number(STORE_RIVALS), (char *)0);
        was_placed = is_placed;
    }
    if (answer->count > 0) {
        prose_put(out, ".");
        return;
    }
    prose_put(out, " ");
    view_string(out, STRING_TOP_NONE, (char *)0);
}

static void told_top(void *arg, const struct store_answer *answer)
{
    static const int heads[2][2] = {{STRING_TOP_HERE, STRING_TOP_HERE_MONTH},
                                    {STRING_TOP_HOUSE, STRING_TOP_HOUSE_MONTH}};
    struct asking *asking = arg;
    struct prose prose;
    if (!asking_is_lost(asking, answer->result)) {
        struct heard heard = input_heard(asking->pending.input);
        prose_open(&prose, host_language(asking->pending.host, &heard));
        view_string(&prose, heads[asking->is_house][asking->month[0] != '\0'], "game",
                    asking->game->name, "month", asking->month, (char *)0);
        standings_put_places(answer, &prose);
        heard.is_open = true; /* a list of those who want to stand there */
        host_whisper(asking->pending.host, &heard, &prose);
    }
    asking_end(asking);
}

static void put_this_month(const struct host *host, char month[ASKING_MONTH])
{
    time_t now = (time_t)(host_wall(host) / 1000);
    struct tm day;
    check(gmtime_r(&now, &day));
    snprintf(month, ASKING_MONTH, "%04d-%02d", (day.tm_year + 1900) % 10000, day.tm_mon + 1);
}

/* False if one of them is unknown; `rest` is that word then. */
static bool read_scope(struct asking *asking, char *rest)
{
    char *at = NULL;
    for (char *word = strtok_r(rest, " ", &at); word; word = strtok_r(NULL, " ", &at)) {
        if (text_same_word(word, "house"))
            asking->is_house = true;
        else if (text_same_word(word, "month"))
            put_this_month(asking->pending.host, asking->month);
        else if (season_month(word))
            snprintf(asking->month, sizeof asking->month, "%.7s", word);
        else
            return memmove(rest, word, strlen(word) + 1), false;
    }
    return true;
}

static void ask_top(struct asking *asking, const struct heard *heard)
{
    struct store_question *question = asking_question(asking, STORE_ASK_TOP, TOP_MOST, told_top);
    question->month = season_month(asking->month);
    snprintf(question->game, sizeof question->game, "%s", asking->game->id);
    if (!asking->is_house) {
        snprintf(question->network, sizeof question->network, "%s", heard->network);
        snprintf(question->room, sizeof question->room, "%s", heard->room);
    }
    asking_ask(asking, question);
}

void host_show_top(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    char text[HOST_TEXT];
    snprintf(text, sizeof text, "%s", call->words);
    char *rest = text + strcspn(text, " ");
    rest += *rest ? (*rest = '\0', 1) : 0;
    const struct game *game = game_find(text);
    if (!game) {
        tell_openly(host, heard, STRING_TOP_WHICH, "id", games[0]->id, (char *)0);
        return;
    }
    struct asking *asking = asking_new(host, heard);
    if (!asking)
        return;
    asking->game = game;
    asking->is_house = !heard->room;
    if (read_scope(asking, rest)) {
        ask_top(asking, heard);
        return;
    }
    tell_openly(host, heard, STRING_TOP_WORDS, "typed", rest, "id", game->id, (char *)0);
    asking_end(asking);
}

/* ---- last ---- */

static void put_minute(int64_t seconds, char date[ASKING_MONTH])
{
    time_t then = (time_t)seconds;
    struct tm day;
    check(gmtime_r(&then, &day) && strftime(date, ASKING_MONTH, "%Y-%m-%d %H:%M", &day) > 0);
}

static bool is_unnamed(const struct store_last_seat *seat)
{
    return !seat->robot[0] && !seat->name[0];
}

/* Only those who want it are named, and who played alone and asks at a keyboard of their
   own: `self`, or NULL. */
static void put_last_seat(const struct store_last_seat *seat, int seats, const char *self,
                          struct prose *out)
{
    struct prose who;
    prose_open(&who, out->language);
    if (seat->robot[0])
        view_string(&who, STRING_LAST_ROBOT, "level", seat->robot, (char *)0);
    else if (seat->name[0])
        prose_put(&who, seat->name);
    else if (self)
        prose_put_foreign(&who, PROSE_PLAIN, self);
    else
        view_string(&who, STRING_LAST_SOMEBODY, (char *)0);
    /* who left stands behind all */
    view_string(out, STRING_LAST_SEAT, "place",
                text_number(seat->place < seats ? seat->place : seats), "who", who.text, "points",
                text_number(seat->points), (char *)0);
}

static void put_sentence(bool is_true, int id, int64_t table, struct prose *out)
{
    if (!is_true)
        return;
    prose_put(out, " ");
    view_string(out, id, "number", text_number(table), (char *)0);
}

static void put_last(const struct store_answer *answer, const struct heard *heard,
                     struct prose *out)
{
    char date[ASKING_MONTH];
    const struct game *game = game_find(answer->game);
    put_minute(answer->ended, date);
    view_string(out, STRING_LAST_GAME, "number", text_number(answer->table), "game",
                game ? game->name : answer->game, "date", date, (char *)0);
    int people = 0, unnamed = 0;
    for (int i = 0; i < answer->count; i++) {
        people += !answer->seats[i].robot[0];
        unnamed += is_unnamed(&answer->seats[i]);
    }
    const char *self = people == 1 && heard->rank & RANK_LOCAL ? heard->name : NULL;
    for (int i = 0; i < answer->count; i++) {
        prose_put(out, i ? ", " : " ");
        put_last_seat(&answer->seats[i], answer->count, self, out);
    }
    prose_put(out, ".");
    put_sentence(unnamed > 0 && !self, STRING_LAST_UNNAMED, answer->table, out);
    put_sentence(answer->is_uncounted, STRING_LAST_FIXED, answer->table, out);
    put_sentence(answer->is_over, STRING_LAST_REPLAY, answer->table, out);
}

static void told_last(void *arg, const struct store_answer *answer)
{
    struct asking *asking = arg;
    struct prose prose;
    if (!asking_is_lost(asking, answer->result)) {
        struct heard heard = input_heard(asking->pending.input);
        prose_open(&prose, host_language(asking->pending.host, &heard));
        if (answer->count > 0)
            put_last(answer, &heard, &prose);
        else
            view_string(&prose, STRING_LAST_NONE, (char *)0);
        heard.is_open = true; /* those who want to be named, in the room where it was played */
        host_whisper(asking->pending.host, &heard, &prose);
    }
    asking_end(asking);
}

/* Games in private lie in no room: nobody is told of those of others. */
void host_show_last(struct host *host, const struct call *call)
{
    const struct heard *heard = call->heard;
    if (!heard->room) {
        tell_openly(host, heard, STRING_LAST_PRIVATE, (char *)0);
        return;
    }
    struct asking *asking = asking_new(host, heard);
    if (!asking)
        return;
    struct store_question *question =
        asking_question(asking, STORE_ASK_LAST, STORE_OUTCOME_SEATS, told_last);
    snprintf(question->network, sizeof question->network, "%s", heard->network);
    snprintf(question->room, sizeof question->room, "%s", heard->room);
    asking_ask(asking, question);
}
