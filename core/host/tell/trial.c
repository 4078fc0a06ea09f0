/* Trials: see what trial.h says; here also people who wait and get robots' seats between two games
   of a match (a line of the record for each, and another person in the seat of the trial), and
   steps taken back. */
#include "trial.h"

#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "advice.h"
#include "apply.h"
#include "check.h"
#include "coach.h"
#include "daily.h"
#include "deal.h"
#include "games.h"
#include "host_state.h"
#include "latest.h"
#include "offers.h"
#include "port.h"
#include "posts.h"
#include "record.h"
#include "seal.h"
#include "seat.h"
#include "session_view.h"
#include "strings/again.def"
#include "strings/playing.def"
#include "strings/shared.def"
#include "strings/undo.def"
#include "tell.h"
#include "text.h"
#include "typed.h"
#include "view.h"

/* ---- who waits gets a robot's seat ---- */

enum { LINE_BYTES = 1024 };

/* The person's number in the record, as the line just said it. */
static int number_of(const struct trial *trial, const struct waiter *waiter)
{
    const struct draft *draft = trial->draft;
    for (int i = 0; i < draft->person_count; i++)
        if (identity_is(identity_of(&draft->persons[i]), identity_at(waiter)))
            return draft->persons[i].number;
    return record_persons_by_key(&trial->session->persons, identity_at(waiter))->number;
}

/* Where the record has seen too many people, the robot plays on. */
static void seat_person(struct trial *trial, int seat, const struct waiter *waiter)
{
    const struct session *session = trial->session;
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct seat person = {.kind = SEAT_PERSON, .level = ROBOT_MEDIUM, .port = waiter->port};
    text_put(&line, "swap");
    record_put_number(&line, "seat", seat + 1);
    if (!draft_put_person(trial->draft, session, identity_at(waiter), waiter->name, &line))
        return;
    person.has_word = !seat_key_lasts(waiter->port, waiter->key);
    if (person.has_word) {
        seat_word_new(trial->words[seat], person.word, session->id);
        record_put_bytes(&line, "word", person.word, SESSION_HASH);
    }
    person.is_apart = waiter->is_apart;
    if (person.is_apart)
        record_put(&line, "apart", "yes");
    draft_add(trial->draft, &trial->playing, bytes);
    person.person = number_of(trial, waiter);
    person.is_opener = session_was_opened_by(session, identity_at(waiter));
    person.heard_at = session->host->now;
    memcpy(person.key, waiter->key, sizeof person.key);
    memcpy(person.called, waiter->name, sizeof person.called);
    trial->seats[seat] = person;
    trial->playing.coach = 0;
    trial->swapped |= 1u << seat;
}

/* The names of those who have got a seat, with line ends between. */
static const char *put_swapped(const struct trial *trial, char out[TABLE_SEATS * HOST_NAME])
{
    struct text text = text_over(out, (size_t)TABLE_SEATS * HOST_NAME);
    for (int seat = 0; seat < trial->session->seat_count; seat++)
        if (trial->swapped >> seat & 1)
            text_putf(&text, "%s%s", text.length > 0 ? "\n" : "", trial->seats[seat].name);
    return out;
}

/* Gives robots' seats on the trial's table to people who wait (session/waiting.h), with a line
   for each, and puts what everybody is told. The next game has not begun yet. */
static void heirs_seat(struct trial *trial)
{
    const struct session *session = trial->session;
    const struct waiting *waiting = waiting_of(session->host, session->id);
    const char *robots[TABLE_SEATS] = {0};
    int who[TABLE_SEATS];
    unsigned able = waiting_able(session->host, waiting, &session->home);
    if (!waiting)
        return;
    for (int seat = 0; seat < session->seat_count; seat++)
        robots[seat] = trial->seats[seat].kind == SEAT_ROBOT ? trial->seats[seat].name : NULL;
    for (int i = 0; i < waiting->count; i++) {
        struct heard heard = waiting_heard(session->host, &waiting->people[i]);
        if (session_seat_of(session, &heard) >= 0)
            able &= ~(1u << i);
    }
    waiting_share_out(waiting, able, robots, who);
    memcpy(trial->former, trial->seats, sizeof trial->former);
    trial->former_games = trial->finished_count;
    for (int seat = 0; seat < session->seat_count; seat++)
        if (who[seat] >= 0)
            seat_person(trial, seat, &waiting->people[who[seat]]);
    seat_names_tell_seats_apart(trial->seats, session->seat_count);
}

/* ---- trials ---- */

struct trial *trial_new(const struct session *session, struct draft *draft)
{
    struct trial *trial = calloc(1, sizeof *trial);
    check(trial);
    trial->draft = draft;
    trial->session = session;
    trial->thinks = session->host->thinking != NULL;
    trial->asks = SEAT_NONE;
    trial->due_before = session_due(session);
    trial->is_closed = session->closing.is_closed && session_has_begun(session);
    trial->was_closed = session->closing.is_closed;
    memcpy(trial->seats, session->seats, (size_t)session->seat_count * sizeof *trial->seats);
    playing_copy(&trial->playing, session->playing);
    takeback_fork(&trial->takeback, &session->takeback);
    tell_find_looks(session, trial->is_read);
    for (int look = 0; look < TELL_LOOKS; look++)
        trial->telling[look] = (struct tale){.out = &trial->tale[look], .robot = SEAT_NONE};
    return trial;
}

void trial_free(struct trial *trial)
{
    if (!trial)
        return;
    for (int seat = 0; seat < TABLE_SEATS; seat++) {
        tell_pages_fini(&trial->own[seat]);
        tell_pages_fini(&trial->unplayed[seat]);
    }
    for (int look = 0; look < TELL_LOOKS; look++) {
        tell_pages_fini(&trial->tale[look]);
        tell_pages_fini(&trial->result[look]);
        tell_pages_fini(&trial->opening[look]);
    }
    takeback_fini(&trial->takeback);
    free(trial);
}

static struct view trial_view(const struct trial *trial, int look, struct naming *naming)
{
    memset(naming, 0, sizeof *naming);
    for (int seat = 0; seat < trial->playing.seats; seat++)
        naming->names[seat] = trial->seats[seat].name;
    struct view view = {
        .game = trial->session->game, .rules = &trial->playing.rules, .naming = naming};
    view_set_look(&view, look);
    return view;
}

/* The number of the line that is added next. */
static int64_t next_line(const struct trial *trial)
{
    return trial->session->record.next_line + trial->draft->line_count;
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
    trial->is_closed = trial->was_closed = false;
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
        if (is_first)
            tell_started(&view, playing, !trial->session->home.port->is_one_keyboard, pages);
        else
            tell_next_game(&view, playing, pages);
        tell_move(&(struct tale){.out = pages, .robot = SEAT_NONE}, &view, events, SEAT_NONE);
    }
    free(events);
}

/* ---- one move ---- */

/* Narrates for the public, and for each person what sounds different to them. */
static void narrate(struct trial *trial, int mover, const struct events *events)
{
    int robot = mover != SEAT_HOST && seat_is_robots(&trial->seats[mover]) ? mover : SEAT_NONE;
    struct naming naming;
    struct view view = trial_view(trial, false, &naming);
    for (int look = 0; look < TELL_LOOKS; look++) {
        view_set_look(&view, look);
        if (trial->is_read[look])
            tell_move(&trial->telling[look], &view, events, robot);
    }
    for (int seat = 0; seat < trial->playing.seats; seat++)
        if (seat_is_read(&trial->seats[seat])) {
            view_set_look(&view, session_look(trial->session, seat));
            tell_own(&view, events, seat, &trial->own[seat]);
        }
}

static void note_hands(struct trial *trial, const struct events *events)
{
    const struct ruleset *rules = &trial->playing.rules;
    for (int i = 0; i < events->count; i++) {
        const struct event *event = &events->list[i];
        if (event->kind != EVENT_MOVED && event->kind != EVENT_MOVED_ALL &&
            event->kind != EVENT_SWAPPED)
            continue;
        int zones[] = {event->from, event->to};
        for (int z = 0; z < 2; z++) {
            int owner = zone_owner(rules, zones[z]);
            if (owner >= 0 && zone_spec(rules, zones[z])->audience == AUDIENCE_OWNER)
                trial->hands_changed |= 1u << owner;
        }
    }
}

/* An alarm goes on only through positions that all ask for it; the host's own move always ends
   it. */
static void trial_note_alarm(struct trial *trial, int seat)
{
    const struct playing *playing = &trial->playing;
    struct sight sight;
    if (!trial->session->game->alarm)
        return;
    table_sight(&playing->rules, &playing->table, SEAT_PUBLIC, &sight);
    struct alarm alarm = trial->session->game->alarm(&playing->rules, &sight);
    trial->alarm_restarts |=
        seat == SEAT_HOST || !alarm.set || !move_same(&alarm.move, &trial->session->alarm.move);
}

/* ---- moves in advance ---- */

static void put_unplayed(struct trial *trial, int seat, int why, const char *words)
{
    struct prose prose;
    prose_open(&prose, session_language(trial->session, seat));
    view_string(&prose, why, "move", words, (char *)0);
    tell_pages_put(&trial->unplayed[seat], "\n", &prose);
}

/* What was said in advance for this seat counts no more. */
static void end_ahead(struct trial *trial, int seat, int why)
{
    struct seat *s = &trial->seats[seat];
    const char *words;
    if (s->ahead_line > 0 &&
        record_persons_by_ahead(&trial->session->persons, s->ahead_line, &words)) {
        draft_forget_ahead(trial->draft, trial->session, s);
        put_unplayed(trial, seat, why, words);
    }
    seat_forget_ahead(s);
}

static void end_aheads(struct trial *trial, int mover, bool is_forced)
{
    for (int seat = 0; seat < trial->playing.seats; seat++)
        if (trial->playing.table.over)
            end_ahead(trial, seat, STRING_AHEAD_OVER);
        else if (seat == mover && !is_forced)
            end_ahead(trial, seat,
                      seat_is_robots(&trial->seats[seat]) ? STRING_AHEAD_ROBOT
                                                          : STRING_AHEAD_MOVED);
}

static void end_move(struct trial *trial, char line[DEAL_LINE])
{
    struct text text = {.bytes = line, .size = DEAL_LINE, .length = (int)strlen(line)};
    int64_t now_s = host_wall(trial->session->host) / 1000;
    if (trial->is_ahead)
        record_put(&text, "ahead", "yes");
    if (trial->playing.table.over) {
        check(trial->finished_count < TRIAL_GAMES);
        outcome_take_finished(&trial->playing, trial->session->game, now_s,
                              &trial->finished[trial->finished_count++]);
        record_put_number(&text, "ended", now_s);
    }
    check(!text.cut);
}

static void play_move(struct trial *trial, int seat, const struct move *move, bool is_forced)
{
    struct chance chance;
    char line[DEAL_LINE];
    struct events *events = malloc(sizeof *events);
    struct playing *before = malloc(sizeof *before);
    check(events && before);
    playing_copy(before, &trial->playing);
    deal_play(&trial->playing, trial->session->game, seat, move, &chance, events, line);
    takeback_note(&trial->takeback,
                  &(struct takeback_step){
                      .line = next_line(trial),
                      .seat = seat,
                      .is_forced = is_forced,
                      .is_robots = seat != SEAT_HOST && seat_is_robots(&trial->seats[seat]),
                      .is_home = seats_are_alone(trial->seats, trial->playing.seats),
                      .has_chance = chance.count > 0,
                      .learned = trial->playing.learned},
                  before);
    free(before);
    end_move(trial, line);
    draft_add(trial->draft, &trial->playing, line);
    end_aheads(trial, seat, is_forced);
    narrate(trial, seat, events);
    note_hands(trial, events);
    trial_note_alarm(trial, seat);
    free(events);
    trial->moves++;
    trial->robot_moves += seat != SEAT_HOST && seat_is_robots(&trial->seats[seat]);
    if (seat != SEAT_HOST)
        trial->acted |= 1u << seat;
}

void trial_move(struct trial *trial, int seat, const struct move *move)
{
    play_move(trial, seat, move, false);
}

/* ---- what follows by itself ---- */

/* The seats that its table waits for. */
static unsigned trial_due(const struct trial *trial)
{
    return deal_due(&trial->playing, trial->session->game);
}

static bool has_people(const struct trial *trial)
{
    for (int seat = 0; seat < trial->playing.seats; seat++)
        if (!seat_is_robots(&trial->seats[seat]))
            return true;
    return false;
}

/* Robots have played so long without anybody's word that the table pauses. */
static bool is_paused(const struct trial *trial)
{
    return trial->session->robots.moves + trial->robot_moves >= ROBOT_MOVES_ALONE;
}

/* The move that looks best at once, or any. */
static int choose_at_once(const struct trial *trial, int seat, const struct sight *sight,
                          const struct moves *moves)
{
    struct chance chance;
    struct chance_seed seed = {0};
    if (trial->playing.lot.day)
        seed.state = deal_answer_seed(&trial->playing, sight);
    chance_init(&chance, chance_seeded,
                trial->playing.lot.day ? &seed : &trial->session->host->chance.robots);
    if (trial->seats[seat].level == ROBOT_RANDOM)
        return chance_pick(&chance, moves->count);
    int chosen =
        game_choose(trial->session->game, &trial->playing.rules, sight, seat, moves, &chance);
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
    if (!coach_lesson_next(&trial->playing, trial->session->game, &seat, &move) ||
        !(due >> seat & 1) || !seat_is_robots(&trial->seats[seat]) ||
        !trial_legal(trial, seat, &sight, &moves) || !moves_has(&moves, &move))
        return false;
    trial_move(trial, seat, &move);
    return true;
}

/* Plays the next decision of the plan. If somebody has said another move in advance since, it
   may not fit any more: then the rest of the plan is dropped. */
static bool play_planned(struct trial *trial)
{
    struct plan *plan = trial->plan;
    struct sight sight;
    struct moves moves;
    if (!plan || trial->planned >= plan->count)
        return false;
    const struct decision *decision = &plan->decisions[trial->planned];
    if (!trial_legal(trial, decision->seat, &sight, &moves) ||
        !moves_has(&moves, &decision->move)) {
        plan->count = trial->planned;
        return false;
    }
    trial->planned++;
    trial_move(trial, decision->seat, &decision->move);
    return true;
}

/* What needs no thought: one move, or a robot that never thinks. Else -1. */
static int decide(const struct trial *trial, int seat, const struct sight *sight,
                  const struct moves *moves)
{
    if (!trial->thinks || trial->seats[seat].level == ROBOT_RANDOM)
        return choose_at_once(trial, seat, sight, moves);
    return moves->count == 1 ? 0 : -1;
}

static bool play_decided(struct trial *trial, int seat, const struct sight *sight,
                         const struct moves *moves)
{
    bool is_planned =
        trial->thinks || robots_leave_time(&trial->playing, trial->session->game, trial->seats);
    int chosen = is_planned && !trial->plan ? -1 : decide(trial, seat, sight, moves);
    if (chosen < 0) {
        trial->asks = seat;
        return false;
    }
    if (trial->plan) {
        robots_plan_add(trial->plan, seat, &moves->list[chosen]);
        trial->planned++;
    }
    trial_move(trial, seat, &moves->list[chosen]);
    return true;
}

/* Which of several robots begins to look for a move. */
static unsigned draw_first(const struct trial *trial, unsigned seats)
{
    struct sight sight;
    if (!trial->playing.lot.day)
        return chance_seeded(&trial->session->host->chance.robots) % seats;
    table_sight(&trial->playing.rules, &trial->playing.table, SEAT_PUBLIC, &sight);
    return (unsigned)(deal_answer_seed(&trial->playing, &sight) % seats);
}

/* Plays one robot's move. False if no robot has one, or if it has to think. Chance picks among
   several robots: else, in real time, the first seat would play all its cards before the next
   one. */
static bool play_robot(struct trial *trial)
{
    unsigned due = trial_due(trial) | deal_claims(&trial->playing, trial->session->game);
    unsigned seats = (unsigned)trial->playing.seats;
    if ((trial->playing.lot.lesson && play_scripted(trial, due)) || play_planned(trial))
        return true;
    unsigned first = due & (due - 1) ? draw_first(trial, seats) : 0;
    for (unsigned i = 0; i < seats; i++) {
        int seat = (int)((first + i) % seats);
        struct sight sight;
        struct moves moves;
        if (due >> seat & 1 && seat_is_robots(&trial->seats[seat]) &&
            trial_legal(trial, seat, &sight, &moves))
            return play_decided(trial, seat, &sight, &moves);
    }
    return false;
}

/* Plays one step that visibly leaves no choice (VERB_STEP). False if no such step is due. */
static bool trial_play_step(struct trial *trial)
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

int trial_play_typed(struct trial *trial, int seat, bool in_public, const char *text,
                     struct prose *refusal)
{
    char part[HOST_TEXT];
    const char *rest = text, *from = text;
    int played = 0;
    if (!typed_next(&rest, part, sizeof part))
        part[0] = '\0';
    do {
        struct move move;
        if (!typed_is_due(trial, seat, played, from, refusal))
            break;
        bool is_read = typed_read(trial, seat, in_public, part, &move, refusal);
        if (!is_read && typed_implies(trial, seat, in_public, part, &move)) {
            prose_open(refusal, refusal->language);
            trial_move(trial, seat, &move);
            played++;
            is_read = typed_read(trial, seat, in_public, part, &move, refusal);
        }
        if (!is_read) {
            typed_put_stopped(played, rest, refusal);
            break;
        }
        trial_move(trial, seat, &move);
        played++;
        from = rest;
        while (trial_play_step(trial))
            ;
    } while (typed_next(&rest, part, sizeof part));
    return played;
}

/* Plays what the person said, or has the reason told why it is not played; it is kept until that
   is told, and if nobody is there who could read it. */
static bool play_kept(struct trial *trial, int seat, const char *words)
{
    struct seat *s = &trial->seats[seat];
    const struct seat kept = *s;
    struct prose refusal;
    prose_open(&refusal, session_language(trial->session, seat));
    seat_forget_ahead(s);
    trial->is_ahead = true;
    int played = trial_play_typed(trial, seat, false, words, &refusal);
    trial->is_ahead = false;
    if (played > 0)
        draft_forget_ahead(trial->draft, trial->session, &kept);
    else
        *s = kept;
    if (refusal.length > 0 && (played > 0 || seat_is_read(s))) {
        put_unplayed(trial, seat, played > 0 ? STRING_AHEAD_PARTLY : STRING_AHEAD_REFUSED, words);
        tell_pages_put(&trial->unplayed[seat], " ", &refusal);
        s->is_ahead_told = played == 0;
    }
    return played > 0;
}

/* False if nobody has said anything for the turn that has come, or it cannot be played. */
static bool play_ahead(struct trial *trial)
{
    unsigned due = trial_due(trial);
    for (int seat = 0; seat < trial->playing.seats; seat++) {
        const struct seat *s = &trial->seats[seat];
        const char *words;
        if (!(due >> seat & 1) || s->ahead_line == 0 || s->is_ahead_told || seat_is_robots(s))
            continue;
        if (record_persons_by_ahead(&trial->session->persons, s->ahead_line, &words) &&
            play_kept(trial, seat, words))
            return true;
    }
    return false;
}

/* Somebody else has a seat from here on: what the next game follows from could have been chosen.
   So the seats are closed again, and people cut anew (docs/fairness.md). */
static void close_again(struct trial *trial)
{
    char bytes[40];
    struct text line = text_over(bytes, sizeof bytes);
    seal_put_close(deal_next_beginner(&trial->playing) + 1, &line);
    draft_add(trial->draft, &trial->playing, bytes);
    trial->is_closed = trial->has_closed = true;
}

/* Who has got a robot's seat, and that people cut again for that. */
static void put_heirs(const struct trial *trial, struct prose *tale)
{
    char people[TABLE_SEATS * HOST_NAME];
    view_string(tale, STRING_SWAPPED, "who", put_swapped(trial, people), (char *)0);
    if (!trial->has_closed)
        return;
    prose_put(tale, " ");
    view_string(tale, STRING_CLOSED_AGAIN, (char *)0);
    prose_put(tale, " ");
    view_string(tale, STRING_CLOSED_WAITS, "seconds", text_number(SEAL_CUTS_MS / 1000), (char *)0);
}

static void put_daily_end(const struct playing *playing, struct prose *out)
{
    char day[DAILY_DATE], until[DAILY_DATE];
    view_string(out, STRING_DAILY_OVER, "day", daily_date(playing->lot.day, day), "until",
                daily_date(playing->lot.day + DAILY_OPEN_DAYS, until), (char *)0);
}

/* What stands behind the last result. */
static void put_end(const struct trial *trial, struct prose *out)
{
    if (trial->playing.lot.lesson)
        advice_put_end(trial->session, &trial->playing, out);
    else if (trial->playing.lot.day)
        put_daily_end(&trial->playing, out);
    else
        view_string(out, STRING_AGAIN, (char *)0);
}

/* Tells the result of the finished game, then goes on with the match or ends it. */
static void finish_game(struct trial *trial)
{
    struct prose sentence;
    for (int look = 0; look < TELL_LOOKS; look++) {
        struct naming naming;
        struct view view = trial_view(trial, look, &naming);
        if (!trial->is_read[look])
            continue;
        tell_outcome(&view, &trial->playing, &trial->result[look]);
        if (!trial->playing.is_over)
            continue;
        prose_open(&sentence, view.language);
        put_end(trial, &sentence);
        tell_pages_put(&trial->result[look], "\n", &sentence);
    }
    if (trial->playing.is_over)
        return;
    heirs_seat(trial);
    if (trial->swapped && trial->playing.lot.rules > 1)
        close_again(trial);
    for (int look = 0; look < TELL_LOOKS && trial->swapped; look++) {
        if (!trial->is_read[look])
            continue;
        prose_open(&sentence, view_look_language(look));
        put_heirs(trial, &sentence);
        tell_pages_put(&trial->opening[look], "", &sentence);
    }
    if (!trial->is_closed)
        trial_begin(trial, deal_next_beginner(&trial->playing));
}

void trial_play_on(struct trial *trial)
{
    for (;;) {
        if (trial->is_closed) {
            if (trial->has_closed)
                return; /* people cut first */
            trial_begin(trial, deal_next_beginner(&trial->playing));
        }
        if (trial->playing.table.over) {
            if (tell_has_pages(trial->result))
                /* one result per trial: the match is over, or nobody had to decide in the next
                   game */
                return;
            finish_game(trial);
            continue;
        }
        if (trial->moves >= TRIAL_MOVES || !has_people(trial) || is_paused(trial))
            return;
        if (trial_play_step(trial) || play_ahead(trial))
            continue;
        if (deal_is_real_time(&trial->playing, trial->session->game) ||
            tell_has_pages(trial->opening) || !play_robot(trial))
            return;
    }
}

bool trial_play_robot(struct trial *trial)
{
    return !trial->playing.table.over && has_people(trial) && !is_paused(trial) &&
           play_robot(trial);
}

/* ---- settling and telling ---- */

bool trial_ends(const struct trial *trial)
{
    return trial->playing.is_over && tell_has_pages(trial->result);
}

void trial_settle(struct trial *trial, struct session *session)
{
    memcpy(session->seats, trial->seats, (size_t)session->seat_count * sizeof *trial->seats);
    session_play_on(session, &trial->playing);
    session->has_swapped |= trial->swapped != 0;
    session->closing.is_closed = trial->was_closed;
    if (trial->has_closed)
        seal_close_seats(session, 0);
    takeback_join(&session->takeback, &trial->takeback);
    if (session->latest)
        latest_play_on(session, trial->tale, !trial->begins && !tell_has_pages(trial->result));
    session->robots.moves += trial->robot_moves;
    bool is_partial = trial->moves >= TRIAL_MOVES || tell_has_pages(trial->opening) ||
                      trial->playing.table.over || trial->asks != SEAT_NONE;
    if (trial->alarm_restarts)
        session->alarm.at = INT64_MAX;
    if (is_partial && !trial_ends(trial) && !session_is_paused(session))
        clock_play_on_at(session, session->host->now);
}

/* ---- a step taken back ---- */

/* The seats that would see another hand than now. */
static unsigned hands_differ(const struct trial *trial, const struct table *table)
{
    const struct ruleset *rules = &trial->playing.rules;
    const struct table *now = &trial->playing.table;
    unsigned seats = 0;
    for (int zone = 0; zone < now->zones; zone++) {
        int owner = zone_owner(rules, zone), size = zone_size(now, zone);
        if (owner >= 0 && zone_spec(rules, zone)->audience == AUDIENCE_OWNER &&
            (size != zone_size(table, zone) ||
             memcmp(&now->cards[now->first[zone]], &table->cards[table->first[zone]],
                    (size_t)size * sizeof *now->cards) != 0))
            seats |= 1u << owner;
    }
    return seats;
}

/* What the person said in advance counts no more, or it would be played again at once. */
static void end_kept(struct trial *trial, int seat)
{
    char bytes[AHEAD_LINE];
    struct text line = text_over(bytes, sizeof bytes);
    if (trial->seats[seat].ahead_line == 0)
        return;
    draft_forget_ahead(trial->draft, trial->session, &trial->seats[seat]);
    draft_put_ahead_line(seat, false, &line);
    draft_add(trial->draft, &trial->playing, bytes);
    trial->seats[seat].ahead_line = 0;
    trial->seats[seat].is_ahead_told = false;
}

/* Behind what was seen, or what others did. Puts what that makes of the game, if it is new. */
static void begin_practice(struct trial *trial, int seat)
{
    char bytes[40];
    struct text line = text_over(bytes, sizeof bytes);
    end_kept(trial, seat);
    if (deal_is_practice(&trial->playing))
        return;
    text_put(&line, "practice");
    record_put(&line, "why", "undo");
    draft_add(trial->draft, &trial->playing, bytes);
    trial->playing.practice = trial->playing.game_number;
}

void trial_undo(struct trial *trial, int seat)
{
    const struct takeback *takeback = &trial->session->takeback;
    const struct playing *before = takeback->steps[takeback->count - 1].before;
    char bytes[40];
    struct text line = text_over(bytes, sizeof bytes);
    struct prose tale;
    bool is_answered = session_is_alone(trial->session) && trial->session->seat_count > 1 &&
                       takeback->number - takeback->steps[takeback->count - 1].number > 1;
    bool begins_practice = takeback->open == 0 && !deal_is_practice(&trial->playing);
    if (takeback->open == 0)
        begin_practice(trial, seat);
    trial->hands_changed = hands_differ(trial, &before->table);
    coach_note_told(&trial->playing, trial->session->game);
    takeback_put_back(&trial->playing, before);
    text_put(&line, "undo");
    record_put_number(&line, "to", takeback->steps[takeback->count - 1].to);
    takeback_go_back(&trial->takeback, takeback, seat);
    draft_add(trial->draft, &trial->playing, bytes);
    for (int look = 0; look < TELL_LOOKS; look++) {
        if (!trial->is_read[look])
            continue;
        prose_open(&tale, view_look_language(look));
        view_string(&tale, is_answered ? STRING_UNDONE_ANSWERED : STRING_UNDONE, "who",
                    trial->seats[seat].name, (char *)0);
        if (begins_practice) {
            prose_put(&tale, " ");
            view_string(&tale, STRING_PRACTICE, (char *)0);
        }
        tell_pages_put(&trial->tale[look], "", &tale);
    }
    trial->is_undo = true;
    trial_note_alarm(trial, seat);
    trial->acted = 1u << seat;
}
