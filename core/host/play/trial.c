#include "trial.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "session_view.h"
#include "check.h"
#include "deal.h"
#include "draft.h"
#include "heirs.h"
#include "text.h"
#include "host_state.h"
#include "latest.h"
#include "missed.h"
#include "lesson.h"
#include "choice.h"
#include "outcome.h"
#include "record.h"
#include "tell.h"
#include "posts.h"

static void copy_playing(struct playing *to, const struct playing *from)
{
    memcpy(to, from, offsetof(struct playing, table) + (from->game_number ? table_bytes(&from->table) : 0));
}

struct trial *trial_new(const struct session *session, struct draft *draft)
{
    struct trial *trial = calloc(1, sizeof *trial);
    check(trial);
    trial->draft = draft;
    trial->session = session;
    trial->due_before = session_due(session);
    memcpy(trial->seats, session->seats, (size_t)session->seat_count * sizeof *trial->seats);
    copy_playing(&trial->playing, &session->playing);
    takeback_fork(&trial->takeback, &session->takeback);
    tell_find_looks(session, trial->is_read);
    for (int look = 0; look < TELL_LOOKS; look++)
        trial->telling[look] = (struct tale){&trial->tale[look], SEAT_NONE};
    return trial;
}

void trial_free(struct trial *trial)
{
    if (!trial)
        return;
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        pages_fini(&trial->own[seat]);
    for (int look = 0; look < TELL_LOOKS; look++) {
        pages_fini(&trial->tale[look]);
        pages_fini(&trial->result[look]);
        pages_fini(&trial->opening[look]);
    }
    takeback_fini(&trial->takeback);
    free(trial);
}

static struct view trial_view(const struct trial *trial, bool is_aloud, struct naming *naming)
{
    memset(naming, 0, sizeof *naming);
    for (int seat = 0; seat < trial->playing.seats; seat++)
        naming->names[seat] = trial->seats[seat].name;
    return (struct view){
        .game = trial->session->game, .rules = &trial->playing.rules, .naming = naming, .is_aloud = is_aloud};
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

/* The number of the line that is added next. */
static int64_t next_line(const struct trial *trial)
{
    return trial->session->next_line + trial->draft->line_count;
}

/* ---- beginning ---- */

void trial_begin(struct trial *trial, int first_seat)
{
    struct playing *playing = &trial->playing;
    struct chance chance;
    char line[DEAL_LINE];
    struct events *events = malloc(sizeof *events);
    check(events);
    playing->seats = trial->session->seat_count;
    takeback_start(&trial->takeback, next_line(trial));
    deal_begin(playing, trial->session->game, trial->seats, first_seat, &chance, events, line);
    draft_add(trial->draft, playing, line);
    trial->hands_changed = ~0u;
    trial->alarm_restarts = true;
    bool is_first = trial->begins = playing->game_number == 1;
    for (int look = 0; look < TELL_LOOKS; look++) {
        struct pages *pages = is_first ? &trial->tale[look] : &trial->opening[look];
        struct naming naming;
        struct view view = trial_view(trial, look, &naming);
        if (!trial->is_read[look])
            continue;
        (is_first ? tell_started : tell_next_game)(&view, playing, pages);
        tell_move(&(struct tale){pages, SEAT_NONE}, &view, events, SEAT_NONE);
    }
    free(events);
}

/* ---- one move ---- */

/* Narrates for the public, and for each person what sounds different to them. */
static void narrate(struct trial *trial, int mover, const struct events *events)
{
    int robot = mover != SEAT_HOST && is_robot(&trial->seats[mover]) ? mover : SEAT_NONE;
    struct naming naming;
    struct view view = trial_view(trial, false, &naming);
    for (int look = 0; look < TELL_LOOKS; look++) {
        view.is_aloud = look;
        if (trial->is_read[look])
            tell_move(&trial->telling[look], &view, events, robot);
    }
    for (int seat = 0; seat < trial->playing.seats; seat++)
        if (is_read(&trial->seats[seat])) {
            view.is_aloud = session_is_aloud(trial->session, seat);
            tell_own(&view, events, seat, &trial->own[seat]);
        }
}

static void note_hands(struct trial *trial, const struct events *events)
{
    const struct ruleset *rules = &trial->playing.rules;
    for (int i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        if (event->kind != EVENT_MOVED && event->kind != EVENT_MOVED_ALL && event->kind != EVENT_SWAPPED)
            continue;
        int zones[] = {event->from, event->to};
        for (int z = 0; z < 2; z++) {
            int owner = zone_owner(rules, zones[z]);
            if (owner >= 0 && zone_spec(rules, zones[z])->audience == AUDIENCE_OWNER)
                trial->hands_changed |= 1u << owner;
        }
    }
}

/* An alarm goes on only through positions that all ask for it; the host's own move always ends it. */
static void note_alarm(struct trial *trial, int seat)
{
    const struct playing *playing = &trial->playing;
    struct sight sight;
    if (!trial->session->game->alarm)
        return;
    table_sight(&playing->rules, &playing->table, SEAT_PUBLIC, &sight);
    struct alarm alarm = trial->session->game->alarm(&playing->rules, &sight);
    trial->alarm_restarts |= seat == SEAT_HOST || !alarm.set || !move_same(&alarm.move, &trial->session->alarm_move);
}

static void play_move(struct trial *trial, int seat, const struct move *move, bool is_forced)
{
    struct chance chance;
    char line[DEAL_LINE];
    struct events *events = malloc(sizeof *events);
    struct playing *before = malloc(sizeof *before);
    check(events && before);
    copy_playing(before, &trial->playing);
    deal_play(&trial->playing, trial->session->game, seat, move, &chance, events, line);
    takeback_note(&trial->takeback,
                  &(struct takeback_step){.line = next_line(trial),
                                          .seat = seat,
                                          .is_forced = is_forced,
                                          .is_robots = seat != SEAT_HOST && is_robot(&trial->seats[seat]),
                                          .has_chance = chance.count > 0,
                                          .learned = trial->playing.learned},
                  before);
    free(before);
    draft_add(trial->draft, &trial->playing, line);
    if (trial->playing.table.over) {
        check(trial->finished_count < TRIAL_GAMES);
        finished_take(&trial->playing, trial->session->game, &trial->finished[trial->finished_count++]);
    }
    narrate(trial, seat, events);
    note_hands(trial, events);
    note_alarm(trial, seat);
    free(events);
    trial->moves++;
    trial->robot_moves += seat != SEAT_HOST && is_robot(&trial->seats[seat]);
    if (seat != SEAT_HOST)
        trial->acted |= 1u << seat;
}

void trial_move(struct trial *trial, int seat, const struct move *move)
{
    play_move(trial, seat, move, false);
}

/* The seats that would see another hand than now. */
static unsigned hands_differ(const struct trial *trial, const struct table *table)
{
    const struct ruleset *rules = &trial->playing.rules;
    const struct table *now = &trial->playing.table;
    unsigned seats = 0;
    for (int zone = 0; zone < now->zones; zone++) {
        int owner = zone_owner(rules, zone), size = zone_size(now, zone);
        if (owner >= 0 && zone_spec(rules, zone)->audience == AUDIENCE_OWNER &&
            (size != zone_size(table, zone) || memcmp(&now->cards[now->first[zone]], &table->cards[table->first[zone]],
                                                      (size_t)size * sizeof *now->cards) != 0))
            seats |= 1u << owner;
    }
    return seats;
}

void trial_undo(struct trial *trial, int seat)
{
    const struct takeback *takeback = &trial->session->takeback;
    const struct playing *before = takeback->steps[takeback->count - 1].before;
    char bytes[40];
    struct text line = text_over(bytes, sizeof bytes);
    struct prose tale;
    trial->hands_changed = hands_differ(trial, &before->table);
    playing_put_back(&trial->playing, before);
    text_put(&line, "undo");
    record_put_number(&line, "to", takeback->steps[takeback->count - 1].to);
    trial->takeback.below--;
    trial->takeback.line = takeback->steps[takeback->count - 1].to;
    trial->takeback.number = takeback->steps[takeback->count - 1].number;
    draft_add(trial->draft, &trial->playing, bytes);
    prose_clear(&tale);
    view_string(&tale, STRING_UNDONE, "who", trial->seats[seat].name, (char *)0);
    for (int look = 0; look < TELL_LOOKS; look++)
        if (trial->is_read[look])
            pages_put(&trial->tale[look], "", &tale);
    note_alarm(trial, seat);
    trial->acted = 1u << seat;
}

/* ---- what follows by itself ---- */

bool trial_legal(const struct trial *trial, int seat, struct sight *sight, struct moves *moves)
{
    const struct playing *playing = &trial->playing;
    table_sight(&playing->rules, &playing->table, seat, sight);
    moves->count = 0;
    trial->session->game->legal(&playing->rules, sight, seat, moves);
    return moves->count > 0;
}

static unsigned trial_due(const struct trial *trial)
{
    struct sight sight;
    table_sight(&trial->playing.rules, &trial->playing.table, SEAT_PUBLIC, &sight);
    return trial->session->game->due(&trial->playing.rules, &sight);
}

static bool has_people(const struct trial *trial)
{
    for (int seat = 0; seat < trial->playing.seats; seat++)
        if (!is_robot(&trial->seats[seat]))
            return true;
    return false;
}

/* Robots have played so long without anybody's word that the table pauses. */
static bool is_paused(const struct trial *trial)
{
    return trial->session->robot_moves + trial->robot_moves >= ROBOT_MOVES_ALONE;
}

static int choose(struct trial *trial, int seat, const struct sight *sight, const struct moves *moves)
{
    struct chance chance;
    chance_init(&chance, chance_seeded, &trial->session->host->robots);
    if (trial->seats[seat].level == ROBOT_RANDOM)
        return chance_pick(&chance, moves->count);
    int chosen = game_choose(trial->session->game, &trial->playing.rules, sight, seat, moves, &chance);
    check(chosen >= 0 && chosen < moves->count);
    return chosen;
}

/* In a lesson robots play its steps, as long as the learner does. */
static bool play_scripted(struct trial *trial, unsigned due)
{
    struct sight sight;
    struct moves moves;
    struct move move;
    int seat;
    if (!lesson_next(&trial->playing, trial->session->game, &seat, &move) || !(due >> seat & 1) ||
        !is_robot(&trial->seats[seat]) || !trial_legal(trial, seat, &sight, &moves) || !moves_has(&moves, &move))
        return false;
    trial_move(trial, seat, &move);
    return true;
}

/* Plays one robot's move. False if no robot has one. Chance picks among several robots: else, in real time, the first
   seat would play all its cards before the next one. */
static bool play_robot(struct trial *trial)
{
    unsigned due = trial_due(trial), seats = (unsigned)trial->playing.seats;
    if (trial->playing.lot.lesson && play_scripted(trial, due))
        return true;
    unsigned first = due & (due - 1) ? chance_seeded(&trial->session->host->robots) % seats : 0;
    for (unsigned i = 0; i < seats; i++) {
        int seat = (int)((first + i) % seats);
        struct sight sight;
        struct moves moves;
        if (!(due >> seat & 1) || !is_robot(&trial->seats[seat]) || !trial_legal(trial, seat, &sight, &moves))
            continue;
        struct move move = moves.list[choose(trial, seat, &sight, &moves)];
        trial_move(trial, seat, &move);
        return true;
    }
    return false;
}

bool trial_play_step(struct trial *trial)
{
    unsigned due = trial->playing.table.over ? 0 : trial_due(trial);
    for (int seat = 0; seat < trial->playing.seats; seat++) {
        struct sight sight;
        struct moves moves;
        if (!(due >> seat & 1) || !trial_legal(trial, seat, &sight, &moves) || moves.count != 1)
            continue;
        struct move move = moves.list[0];
        if (!(trial->playing.rules.verbs[move.verb].flags & VERB_STEP))
            continue;
        play_move(trial, seat, &move, true);
        return true;
    }
    return false;
}

/* Tells the result of the finished game, then goes on with the match or ends it. */
static void finish_game(struct trial *trial)
{
    struct prose sentence;
    prose_clear(&sentence);
    view_string(&sentence, trial->playing.lot.lesson ? STRING_AGAIN_LESSON : STRING_AGAIN, "id",
                trial->session->game->id, (char *)0);
    outcome_put_secret(&trial->playing.lot, &sentence);
    for (int look = 0; look < TELL_LOOKS; look++) {
        struct naming naming;
        struct view view = trial_view(trial, look, &naming);
        if (!trial->is_read[look])
            continue;
        tell_outcome(&view, &trial->playing, &trial->result[look]);
        if (trial->playing.is_over)
            pages_put(&trial->result[look], "\n", &sentence);
    }
    if (trial->playing.is_over)
        return;
    prose_clear(&sentence);
    heirs_seat(trial, &sentence);
    for (int look = 0; look < TELL_LOOKS && sentence.length > 0; look++)
        if (trial->is_read[look])
            pages_put(&trial->opening[look], "", &sentence);
    trial_begin(trial, deal_next_beginner(&trial->playing));
}

static bool is_real_time(const struct trial *trial)
{
    const struct game *game = trial->session->game;
    return game->is_real_time && game->is_real_time(&trial->playing.rules);
}

void trial_play_on(struct trial *trial)
{
    for (;;) {
        if (trial->playing.table.over) {
            if (tell_has_pages(trial->result))
                return; /* one result per trial: the match is over, or nobody had to decide in the next game */
            finish_game(trial);
            continue;
        }
        if (trial->moves >= TRIAL_MOVES || !has_people(trial) || is_paused(trial))
            return;
        if (trial_play_step(trial))
            continue;
        if (is_real_time(trial) || tell_has_pages(trial->opening) || !play_robot(trial))
            return;
    }
}

bool trial_play_robot(struct trial *trial)
{
    return !trial->playing.table.over && has_people(trial) && !is_paused(trial) && play_robot(trial);
}

/* ---- settling and telling ---- */

bool trial_ends(const struct trial *trial)
{
    return trial->playing.is_over && tell_has_pages(trial->result);
}

void trial_settle(struct trial *trial, struct session *session)
{
    if (session_has_begun(session))
        for (int look = 0; look < TELL_LOOKS; look++)
            if (trial->is_read[look])
                tell_put_line(session, look, &trial->boards[look]);
    memcpy(session->seats, trial->seats, (size_t)session->seat_count * sizeof *trial->seats);
    copy_playing(&session->playing, &trial->playing);
    takeback_join(&session->takeback, &trial->takeback);
    if (session->latest)
        latest_forget(session);
    session->robot_moves += trial->robot_moves;
    bool is_partial = trial->moves >= TRIAL_MOVES || tell_has_pages(trial->opening) || trial->playing.table.over;
    if (trial->alarm_restarts)
        session->alarm_at = INT64_MAX;
    if (is_partial && !trial_ends(trial) && !session_is_paused(session))
        clock_play_on_at(session, session->host->now);
}

/* Where everybody may play at any time, a turn is no news: only a new hand is. */
static void tell_hands(const struct trial *trial, const struct session *session)
{
    unsigned due = session_due(session), told = trial->hands_changed | (due & (~trial->due_before | trial->acted));
    if (is_real_time(trial) && (due & (due - 1)))
        told = trial->hands_changed;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (is_read(&session->seats[seat]) && (!pages_is_empty(&trial->own[seat]) || (told >> seat & 1)))
            tell_hand(session, seat, &trial->own[seat]);
}

/* "R = red heart, RL = ...": what the codes mean, or where that stands if it is long. Nothing for a screen reader. Once
   to the room: a private line each would cost more, and a hand must read the same when it is told again. */
static void put_legend(const struct session *session, bool is_aloud, struct pages *out)
{
    enum { LEGEND_MOST = 400 }; /* bytes: a line of IRC */
    struct naming naming;
    struct sight sight;
    struct prose legend, prose;
    struct view view = session_view(session, &naming);
    view.is_aloud = is_aloud;
    table_sight(view.rules, &session->playing.table, SEAT_PUBLIC, &sight);
    prose_clear(&legend);
    prose_clear(&prose);
    view_legend(&view, &sight, &legend);
    if (legend.length == 0)
        return;
    view_string(&prose, legend.length > LEGEND_MOST ? STRING_LEGEND_LONG : STRING_LEGEND, (char *)0);
    if (legend.length <= LEGEND_MOST) {
        prose_put(&prose, " ");
        prose_append(&prose, &legend);
    }
    pages_put(out, "\n", &prose);
}

/* What everybody was told, for the people who are to be back some time. */
static void note_missed(const struct trial *trial, struct session *session)
{
    for (int seat = 0; seat < session->seat_count; seat++) {
        const struct seat *s = &session->seats[seat];
        bool begins = trial->acted >> seat & 1;
        const struct pages *tale = &trial->tale[session_is_aloud(session, seat)];
        for (const struct page *page = s->is_left ? tale->first : NULL; page; page = page->next, begins = false)
            missed_note(&session->missed, seat, page->prose.text, begins);
    }
}

void trial_tell(struct trial *trial, struct session *session)
{
    unsigned due = session_due(session);
    bool has_board = trial->boards[false].length + trial->boards[true].length > 0;
    struct known known = {trial->boards, due == trial->acted && !(due & (due - 1))};
    for (int look = 0; look < TELL_LOOKS; look++) {
        tell_full_stop(&trial->telling[look]);
        if (trial->begins && trial->is_read[look] && session->explains_codes)
            put_legend(session, look, &trial->tale[look]);
    }
    note_missed(trial, session);
    if (!tell_has_pages(trial->result)) {
        tell_play(session, POST_PLAY, trial->tale, has_board ? &known : NULL);
    } else {
        bool is_last = !tell_has_pages(trial->opening); /* else the table is that of the next game already */
        if (is_last)
            tell_play(session, POST_PLAY, trial->tale, NULL);
        else
            tell_pages(session, POST_PLAY, trial->tale);
        tell_pages(session, POST_RESULT, trial->result);
        if (!is_last)
            tell_play(session, POST_PLAY, trial->opening, NULL);
    }
    if (!trial->playing.table.over)
        tell_hands(trial, session);
}
