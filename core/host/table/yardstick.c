#include "yardstick.h"

#include <stdlib.h>

#include "check.h"
#include "clock.h"
#include "daily.h"
#include "deal.h"
#include "games.h"
#include "host_state.h"
#include "lobby.h"
#include "robots.h"
#include "session.h"
#include "text.h"
#include "thinker.h"

enum { MOVES_MOST = 4000, REASON = 256 };

struct yardstick {
    struct host *host;
    struct session *session; /* nobody finds it, and it has no record */
    struct thought *thought;
    int asked, moves;
};

static void play(struct yardstick *yardstick, int seat, const struct move *move)
{
    char line[DEAL_LINE];
    struct chance chance;
    const struct session *session = yardstick->session;
    deal_play(session->playing, session->game, seat, move, &chance, NULL, line);
    yardstick->moves++;
}

static void end(struct yardstick *yardstick)
{
    struct host *host = yardstick->host;
    const struct session *session = yardstick->session;
    const struct playing *playing = session->playing;
    struct score score;
    if (playing->table.over) {
        deal_score(playing, session->game, &score);
        daily_note_robot(host, playing->lot.day, session->game,
                         score.total[playing->squares.seat - 1]);
        host->dailies->at = host->now; /* the next one */
        clock_call(host, host->now);
    }
    session_free(yardstick->session);
    free(yardstick);
    host->dailies->yardstick = NULL;
}

/* SEAT_NONE: nobody can move. */
static int next_seat(const struct session *session, struct sight *sight, struct moves *moves)
{
    const struct playing *playing = session->playing;
    unsigned due = deal_due(playing, session->game);
    table_sight(&playing->rules, &playing->table, SEAT_PUBLIC, sight);
    int first =
        due & (due - 1) ? (int)(deal_answer_seed(playing, sight) % (unsigned)playing->seats) : 0;
    for (int i = 0; i < playing->seats; i++) {
        int seat = (first + i) % playing->seats;
        if (due >> seat & 1 && deal_legal(playing, session->game, seat, sight, moves))
            return seat;
    }
    return SEAT_NONE;
}

static void go_on(struct yardstick *yardstick);

static void decided(void *arg, const struct thinker_answer *answer)
{
    struct yardstick *yardstick = arg;
    struct move move = *answer->move;
    yardstick->thought = NULL;
    yardstick->host->thinking->under_way--;
    play(yardstick, yardstick->asked, &move);
    go_on(yardstick);
}

/* Given up where too many thoughts wait; the next look begins anew. */
static bool ask(struct yardstick *yardstick, int seat, const struct sight *sight,
                const struct moves *moves)
{
    const struct session *session = yardstick->session;
    const struct playing *playing = session->playing;
    bool is_own = seat == playing->squares.seat - 1;
    struct thinker_question question = {
        .asked = {.game = session->game,
                  .rules = &playing->rules,
                  .sight = sight,
                  .seat = seat,
                  .moves = moves},
        .limits = {.rollouts = robot_rollouts(session->game, playing->seats,
                                              is_own ? ROBOT_HARD : ROBOT_MEDIUM)},
        .seed = deal_answer_seed(playing, sight),
        .payer = text_hash(HASH_START, "yardstick")};
    yardstick->asked = seat;
    yardstick->thought =
        thinker_ask(yardstick->host->thinking->thinker, &question, decided, yardstick);
    yardstick->host->thinking->under_way += yardstick->thought != NULL;
    return yardstick->thought != NULL;
}

static void go_on(struct yardstick *yardstick)
{
    const struct session *session = yardstick->session;
    while (!session->playing->table.over && yardstick->moves < MOVES_MOST) {
        struct sight sight;
        struct moves moves;
        int seat = next_seat(session, &sight, &moves);
        if (seat == SEAT_NONE)
            break;
        if (moves.count == 1)
            play(yardstick, seat, &moves.list[0]);
        else if (ask(yardstick, seat, &sight, &moves))
            return;
        else
            break;
    }
    end(yardstick);
}

static void begin(struct host *host, const struct daily_day *day, const struct game *game)
{
    char reason[REASON], line[DEAL_LINE];
    struct text why = text_over(reason, sizeof reason);
    struct chance chance;
    struct yardstick *yardstick = calloc(1, sizeof *yardstick);
    check(yardstick);
    yardstick->host = host;
    yardstick->session = session_new_apart(host, &host->networks.ports[0], "@", game);
    struct session *session = yardstick->session;
    struct playing *playing = session->playing;
    check(options_read(game, game->daily, playing->rules.options, &why));
    deal_edition_choose(session);
    seal_luck_of_day(&playing->lot, game->id, day->day, day->secret);
    session->seat_count = playing->seats = game->daily_robots + 1;
    for (int seat = 0; seat < playing->seats; seat++)
        session->seats[seat].kind = seat == 0 ? SEAT_PERSON : SEAT_ROBOT;
    deal_begin(playing, game, session->seats, SEAT_NONE, &chance, NULL, line);
    host->dailies->yardstick = yardstick;
    go_on(yardstick);
}

static bool is_tried(const struct daily_day *day, const struct game *game)
{
    for (int i = 0; i < day->count; i++)
        if (day->tries[i]->game == game)
            return true;
    return false;
}

void yardstick_tick(struct host *host)
{
    const struct daily_day *day = daily_day(host, daily_today(host) - DAILY_OPEN_DAYS);
    if (!host->thinking || host->dailies->yardstick || !day || !host_keeps_persons(host) ||
        host->networks.count == 0)
        return;
    for (int i = 0; i < game_count && !host->dailies->yardstick; i++)
        if (games[i]->daily && day->robots[i] == DAILY_UNKNOWN && is_tried(day, games[i]) &&
            daily_fits(host, day, games[i]))
            begin(host, day, games[i]);
}

void yardstick_fini(struct host *host)
{
    struct yardstick *yardstick = host->dailies->yardstick;
    if (!yardstick)
        return;
    if (yardstick->thought) {
        thinker_cancel(host->thinking->thinker, yardstick->thought);
        host->thinking->under_way--;
    }
    session_free(yardstick->session);
    free(yardstick);
    host->dailies->yardstick = NULL;
}
