#include "work.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "deal.h"
#include "draft.h"
#include "text.h"
#include "host_state.h"
#include "latest.h"
#include "outcome.h"
#include "tell.h"

static void copy_playing(struct playing *to, const struct playing *from)
{
    memcpy(to, from, offsetof(struct playing, table) + (from->game_number ? table_bytes(&from->table) : 0));
}

struct work *work_new(const struct session *session, struct draft *draft)
{
    struct work *work = calloc(1, sizeof *work);
    check(work);
    work->draft = draft;
    work->session = session;
    work->due_before = session_due(session);
    memcpy(work->seats, session->seats, sizeof work->seats);
    copy_playing(&work->playing, &session->playing);
    return work;
}

void work_free(struct work *work)
{
    if (!work)
        return;
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        pages_fini(&work->own[seat]);
    pages_fini(&work->tale);
    pages_fini(&work->result);
    pages_fini(&work->opening);
    free(work);
}

static struct view work_view(const struct work *work, struct naming *naming)
{
    memset(naming, 0, sizeof *naming);
    for (int seat = 0; seat < work->playing.seats; seat++)
        naming->names[seat] = work->seats[seat].name;
    return (struct view){.game = work->session->game, .rules = &work->playing.rules, .naming = naming};
}

/* A person in this seat reads its whispers. */
static bool is_read(const struct seat *seat)
{
    return seat->kind == SEAT_PERSON && !seat->is_left && !seat->is_detached;
}

static bool is_robot(const struct seat *seat)
{
    return seat->kind == SEAT_ROBOT || seat->is_left;
}

/* ---- beginning ---- */

void work_begin(struct work *work, int first_seat)
{
    struct playing *playing = &work->playing;
    struct chance chance;
    char line[DEAL_LINE];
    playing->seats = work->session->seat_count;
    deal_begin(playing, work->session->game, work->seats, first_seat, &chance, line);
    draft_add(work->draft, playing, line);
    work->hands_changed = ~0u;
    work->alarm_restarts = true;
    if (playing->game_number > 1)
        return;
    struct naming naming;
    struct view view = work_view(work, &naming);
    tell_started(&view, playing, &work->tale);
}

/* ---- one move ---- */

/* Narrates for the public, and for each person what sounds different to them. */
static void narrate(struct work *work, const struct events *events)
{
    struct naming naming;
    struct view view = work_view(work, &naming);
    tell_tale(&view, events, &work->tale);
    for (int seat = 0; seat < work->playing.seats; seat++)
        if (is_read(&work->seats[seat]))
            tell_own(&view, events, seat, &work->own[seat]);
}

static void note_hands(struct work *work, const struct events *events)
{
    const struct ruleset *rules = &work->playing.rules;
    for (int i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        if (event->kind != EVENT_MOVED && event->kind != EVENT_MOVED_ALL && event->kind != EVENT_SWAPPED)
            continue;
        int zones[] = {event->from, event->to};
        for (int z = 0; z < 2; z++) {
            int owner = zone_owner(rules, zones[z]);
            if (owner >= 0 && zone_spec(rules, zones[z])->audience == AUDIENCE_OWNER)
                work->hands_changed |= 1u << owner;
        }
    }
}

/* An alarm goes on only through positions that all ask for it; the host's own move always ends it. */
static void note_alarm(struct work *work, int seat)
{
    const struct playing *playing = &work->playing;
    struct sight sight;
    if (!work->session->game->alarm)
        return;
    table_sight(&playing->rules, &playing->table, SEAT_PUBLIC, &sight);
    struct alarm alarm = work->session->game->alarm(&playing->rules, &sight);
    work->alarm_restarts |= seat == SEAT_HOST || !alarm.set || !move_same(&alarm.move, &work->session->alarm_move);
}

void work_move(struct work *work, int seat, const struct move *move)
{
    struct chance chance;
    char line[DEAL_LINE];
    struct events *events = malloc(sizeof *events);
    check(events);
    deal_play(&work->playing, work->session->game, seat, move, &chance, events, line);
    draft_add(work->draft, &work->playing, line);
    narrate(work, events);
    note_hands(work, events);
    note_alarm(work, seat);
    free(events);
    work->moves++;
    work->robot_moves += seat != SEAT_HOST && is_robot(&work->seats[seat]);
    if (seat != SEAT_HOST)
        work->acted |= 1u << seat;
}

/* ---- what follows by itself ---- */

bool work_legal(const struct work *work, int seat, struct sight *sight, struct moves *moves)
{
    const struct playing *playing = &work->playing;
    table_sight(&playing->rules, &playing->table, seat, sight);
    moves->count = 0;
    work->session->game->legal(&playing->rules, sight, seat, moves);
    return moves->count > 0;
}

static unsigned work_due(const struct work *work)
{
    struct sight sight;
    table_sight(&work->playing.rules, &work->playing.table, SEAT_PUBLIC, &sight);
    return work->session->game->due(&work->playing.rules, &sight);
}

static bool has_people(const struct work *work)
{
    for (int seat = 0; seat < work->playing.seats; seat++)
        if (!is_robot(&work->seats[seat]))
            return true;
    return false;
}

/* Robots have played so long without anybody's word that the table pauses. */
static bool is_paused(const struct work *work)
{
    return work->session->robot_moves + work->robot_moves >= ROBOT_MOVES_ALONE;
}

static int choose(struct work *work, int seat, const struct sight *sight, const struct moves *moves)
{
    struct chance chance;
    chance_init(&chance, chance_seeded, &work->session->host->robots);
    if (work->seats[seat].level == ROBOT_RANDOM || !work->session->game->advise)
        return chance_pick(&chance, moves->count);
    int chosen = work->session->game->advise(&work->playing.rules, sight, seat, moves, &chance);
    check(chosen >= 0 && chosen < moves->count);
    return chosen;
}

/* Plays one robot's move. False if no robot has one. Chance picks among several robots: else, in real time, the first
   seat would play all its cards before the next one. */
static bool play_robot(struct work *work)
{
    unsigned due = work_due(work), seats = (unsigned)work->playing.seats;
    unsigned first = due & (due - 1) ? chance_seeded(&work->session->host->robots) % seats : 0;
    for (unsigned i = 0; i < seats; i++) {
        int seat = (int)((first + i) % seats);
        struct sight sight;
        struct moves moves;
        if (!(due >> seat & 1) || !is_robot(&work->seats[seat]) || !work_legal(work, seat, &sight, &moves))
            continue;
        struct move move = moves.list[choose(work, seat, &sight, &moves)];
        work_move(work, seat, &move);
        return true;
    }
    return false;
}

bool work_play_step(struct work *work)
{
    unsigned due = work->playing.table.over ? 0 : work_due(work);
    for (int seat = 0; seat < work->playing.seats; seat++) {
        struct sight sight;
        struct moves moves;
        if (!(due >> seat & 1) || !work_legal(work, seat, &sight, &moves) || moves.count != 1)
            continue;
        struct move move = moves.list[0];
        if (!(work->playing.rules.verbs[move.verb].flags & VERB_STEP))
            continue;
        work_move(work, seat, &move);
        return true;
    }
    return false;
}

/* Tells the result of the finished game, then goes on with the match or ends it. */
static void finish_game(struct work *work)
{
    struct naming naming;
    struct view view = work_view(work, &naming);
    struct prose sentence;
    tell_outcome(&view, &work->playing, &work->result);
    if (!work->playing.is_over) {
        work_begin(work, deal_next_beginner(&work->playing));
        tell_next_game(&view, &work->playing, &work->opening);
        return;
    }
    prose_clear(&sentence);
    view_string(&sentence, STRING_AGAIN, "id", view.game->id, (char *)0);
    cut_put_secret(&work->playing.lot, &sentence);
    pages_put(&work->result, "\n", &sentence);
}

static bool is_real_time(const struct work *work)
{
    const struct game *game = work->session->game;
    return game->is_real_time && game->is_real_time(&work->playing.rules);
}

void work_play_on(struct work *work)
{
    for (;;) {
        if (work->playing.table.over) {
            if (!pages_is_empty(&work->result))
                return; /* one result per work: the match is over, or the next game was played through by itself */
            finish_game(work);
            continue;
        }
        if (work->moves >= WORK_MOVES || !has_people(work) || is_paused(work))
            return;
        if (work_play_step(work))
            continue;
        if (is_real_time(work) || !pages_is_empty(&work->opening) || !play_robot(work))
            return;
    }
}

bool work_play_robot(struct work *work)
{
    return !work->playing.table.over && has_people(work) && !is_paused(work) && play_robot(work);
}

/* ---- settling and telling ---- */

bool work_ends(const struct work *work)
{
    return work->playing.is_over && !pages_is_empty(&work->result);
}

void work_settle(struct work *work, struct session *session)
{
    memcpy(session->seats, work->seats, sizeof session->seats);
    copy_playing(&session->playing, &work->playing);
    latest_forget(session);
    session->robot_moves += work->robot_moves;
    bool is_partial = work->moves >= WORK_MOVES || !pages_is_empty(&work->opening) || work->playing.table.over;
    if (work->alarm_restarts)
        session->alarm_at = INT64_MAX;
    if (is_partial && !work_ends(work) && !session_is_paused(session))
        clock_play_on_at(session, session->host->now);
}

/* Where everybody may play at any time, a turn is no news: only a new hand is. */
static void tell_hands(const struct work *work, const struct session *session)
{
    unsigned due = session_due(session), told = work->hands_changed | (due & (~work->due_before | work->acted));
    if (is_real_time(work) && (due & (due - 1)))
        told = work->hands_changed;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (is_read(&session->seats[seat]) && (!pages_is_empty(&work->own[seat]) || (told >> seat & 1)))
            tell_hand(session, seat, &work->own[seat]);
}

void work_tell(struct work *work, struct session *session)
{
    if (pages_is_empty(&work->result)) {
        tell_play(session, POST_PLAY, &work->tale);
    } else {
        tell_pages(session, POST_PLAY, &work->tale);
        tell_pages(session, POST_RESULT, &work->result);
        if (!pages_is_empty(&work->opening))
            tell_play(session, POST_PLAY, &work->opening);
    }
    if (!work->playing.table.over)
        tell_hands(work, session);
}
