/* What each line of a record does to a session. One function applies a line, while the table lives
   and when its record is read, so a replay is what happened. Lines name people by number
   (record.h). */
#include "apply.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "clock.h"
#include "coach.h"
#include "deal.h"
#include "host_state.h"
#include "outcome.h"
#include "port.h"
#include "record.h"
#include "room.h"
#include "seal.h"
#include "seat.h"
#include "session_view.h"
#include "shares.h"
#include "tables.h"
#include "takeback.h"
#include "text.h"

typedef bool apply_function(struct session *session, const struct record_line *line,
                            struct text *why);

static void get_name(const struct record_line *line, const char *key, char *out, size_t size)
{
    const char *value = record_get(line, key);
    snprintf(out, size, "%s", value ? value : "");
}

/* ---- who sits down, gets up, is renamed, or takes a seat with its word ---- */

static struct person *stand_in(struct session *session, int number)
{
    struct person person;
    record_person_forgotten(session->home.port->network, number, &person);
    record_persons_put(&session->persons, &person);
    return record_persons_find(&session->persons, number);
}

static bool is_brought(struct session *session, struct person *person,
                       const struct record_line *line, struct text *why)
{
    unsigned char said[PERSON_HASH], who[PERSON_HASH];
    record_person_who(person, who);
    bool is_said = record_get_bytes(line, "who", said, PERSON_HASH) && !person->is_brought &&
                   person->number == session->persons.highest + 1;
    if (!is_said)
        text_putf(why, "'%s' brings person %d, who cannot come here", line->kind, person->number);
    else if (!person->is_forgotten && memcmp(said, who, PERSON_HASH) != 0)
        text_putf(why, "its person %d is not the one that '%s' says", person->number, line->kind);
    else
        person->is_brought = true;
    session->persons.highest = person->number;
    return is_said && person->is_brought;
}

/* NULL with a sentence if the person beside the record is not as the line says. */
static struct person *apply_person(struct session *session, const struct record_line *line,
                                   struct text *why)
{
    long long number;
    bool is_number =
        record_get_number(line, "person", &number) && number >= 1 && number <= PERSONS_MOST;
    struct person *person = is_number ? record_persons_find(&session->persons, (int)number) : NULL;
    if (!person && is_number && session->persons.may_lack)
        person = stand_in(session, (int)number);
    if (!person) {
        text_putf(why, "the person of '%s' does not stand beside the record", line->kind);
        return NULL;
    }
    if (record_get(line, "who") && !is_brought(session, person, line, why))
        return NULL;
    if (record_get(line, "who") && !record_get(line, "called"))
        text_putf(why, "'%s' does not say what person %d is called", line->kind, person->number);
    else if (!person->is_brought)
        text_putf(why, "no line has said who person %d of '%s' is", person->number, line->kind);
    else
        record_get_bytes(line, "called", person->called, PERSON_HASH);
    return why->length ? NULL : person;
}

static enum robot_level read_level(const char *word)
{
    int level = seat_robot_level(word);
    return level < 0 ? ROBOT_MEDIUM : (enum robot_level)level;
}

/* False with a sentence if nobody can be on the person's network. */
static bool take_person(const struct session *session, struct seat *seat,
                        const struct person *person, struct text *why)
{
    const struct host_port *port = host_port_or_absent(session->host, person->network);
    if (!port) {
        text_putf(why, "the network %s of person %d is one too many", person->network,
                  person->number);
        return false;
    }
    seat->port = port;
    seat->person = person->number;
    memcpy(seat->key, person->key, sizeof seat->key);
    memcpy(seat->called, person->name, sizeof seat->called);
    return true;
}

static bool apply_sit(struct session *session, const struct record_line *line, struct text *why)
{
    if (line->seat != session->seat_count || session->seat_count == session->game->seats_max) {
        text_put(why, "somebody sits down where there is no seat");
        return false;
    }
    const char *robot = record_get(line, "robot");
    if (!robot == !record_get(line, "person") || !robot == (record_get(line, "name") != NULL)) {
        text_put(why, "whoever sits down is neither a person nor a robot with a name");
        return false;
    }
    const struct person *person = robot ? NULL : apply_person(session, line, why);
    struct seat *seat = &session->seats[session->seat_count];
    *seat = (struct seat){.kind = robot ? SEAT_ROBOT : SEAT_PERSON};
    if (!robot && (!person || !take_person(session, seat, person, why)))
        return false;
    session->seat_count++;
    seat->level = robot ? read_level(robot) : ROBOT_MEDIUM;
    if (robot)
        get_name(line, "name", seat->called, sizeof seat->called);
    seat->is_opener = person && session_was_opened_by(session, identity_of(person));
    seat->has_word = record_get_bytes(line, "word", seat->word, SESSION_HASH);
    seat->is_apart = record_get(line, "apart") != NULL;
    seat->heard_at = session->host->now;
    seat_names_tell_apart(session);
    return true;
}

static bool apply_swap(struct session *session, const struct record_line *line, struct text *why)
{
    struct seat *seat = &session->seats[line->seat],
                taken = {.kind = SEAT_PERSON, .level = ROBOT_MEDIUM};
    if (seat->kind != SEAT_ROBOT || !session->playing->table.over || session->playing->is_over) {
        text_put(why, "somebody gets a seat that no robot has, or in the middle of a game");
        return false;
    }
    const struct person *person = apply_person(session, line, why);
    if (!person || !take_person(session, &taken, person, why))
        return false;
    taken.is_opener = session_was_opened_by(session, identity_of(person));
    taken.has_word = record_get_bytes(line, "word", taken.word, SESSION_HASH);
    taken.is_apart = record_get(line, "apart") != NULL;
    taken.heard_at = session->host->now;
    taken.begins = seat->begins;
    *seat = taken;
    session->has_swapped = true;
    session->playing->coach = 0; /* it was for one alone */
    seat_names_tell_apart(session);
    return true;
}

/* Seat 0: a lot decides. */
static bool apply_first(struct session *session, const struct record_line *line, struct text *why)
{
    (void)why;
    for (int seat = 0; seat < session->seat_count; seat++)
        session->seats[seat].begins = seat == line->seat;
    session->closing.first = 0;
    return true;
}

/* Who has sat there the longest becomes the opener, for somebody has to be able to begin. */
static void hand_over(struct session *session)
{
    session->opener.key[0] = '\0';
    for (int seat = 0; seat < session->seat_count; seat++) {
        struct seat *heir = &session->seats[seat];
        if (heir->kind != SEAT_PERSON)
            continue;
        heir->is_opener = true;
        memcpy(session->opener.name, heir->name, sizeof session->opener.name);
        session->opener.port = heir->port;
        if (!heir->is_detached)
            memcpy(session->opener.key, heir->key, sizeof session->opener.key);
        return;
    }
}

static bool apply_unsit(struct session *session, const struct record_line *line, struct text *why)
{
    int seat = line->seat;
    bool was_opener = session->seats[seat].is_opener;
    (void)why;
    session->seat_count--;
    session->asked.start = false;
    session->closing.deals_at = INT64_MAX;
    memmove(&session->seats[seat], &session->seats[seat + 1],
            (size_t)(session->seat_count - seat) * sizeof *session->seats);
    seal_count_cuts(session);
    seat_names_tell_apart(session);
    if (was_opener)
        hand_over(session);
    return true;
}

/* Somebody who leaves before that gives the others little to win. */
static bool has_been_played(const struct session *session)
{
    bool has = session_has_begun(session);
    for (int seat = 0; seat < session->seat_count; seat++)
        has &= session->playing->decisions[seat] - session->seats[seat].first_decision >=
               OUTCOME_DECISIONS;
    return has;
}

/* away: a robot plays until the person is back. kick: for good. */
static bool apply_away(struct session *session, const struct record_line *line, struct text *why)
{
    struct seat *seat = &session->seats[line->seat];
    const char *why_away = record_get(line, "why");
    (void)why;
    seat->is_left = true;
    seat->left_game = has_been_played(session) ? session->playing->game_number : 0;
    seat->is_given = why_away && strcmp(why_away, "left") != 0;
    seat->level = ROBOT_MEDIUM;
    return true;
}

static bool apply_kick(struct session *session, const struct record_line *line, struct text *why)
{
    int number = 0;
    char name[HOST_NAME];
    struct seat *s = &session->seats[line->seat];
    (void)why;
    if (s->is_opener)
        session->opener.key[0] = '\0';
    const struct seat before = *s;
    *s = (struct seat){.kind = SEAT_ROBOT, .level = ROBOT_MEDIUM, .cut_number = before.cut_number};
    s->begins = before.begins;
    memcpy(s->cut, before.cut, LUCK_CUT); /* the deal stays what it was */
    seat_names_for_robot(session, ROBOT_MEDIUM, &number, name);
    memcpy(s->called, name, sizeof s->called);
    seat_names_tell_apart(session);
    return true;
}

static bool apply_back(struct session *session, const struct record_line *line, struct text *why)
{
    struct seat *seat = &session->seats[line->seat];
    (void)why;
    seat->is_left = seat->is_given = false;
    return true;
}

/* What move that is stands beside the record. */
static bool apply_ahead(struct session *session, const struct record_line *line, struct text *why)
{
    struct seat *seat = &session->seats[line->seat];
    bool keeps = strcmp(record_get(line, "kept"), "yes") == 0;
    if (seat->kind != SEAT_PERSON || (!keeps && seat->ahead_line == 0)) {
        text_put(why, "'ahead' is about a seat that has no such move");
        return false;
    }
    seat->ahead_line = keeps ? session->record.next_line - 1 : 0;
    seat->ahead_count += keeps;
    seat->is_ahead_told = false;
    return true;
}

static void rename_seat(struct session *session, struct seat *seat, const char *name)
{
    snprintf(seat->called, sizeof seat->called, "%s", name);
    seat->next_name[0] = '\0';
    seat_names_tell_apart(session);
}

static bool apply_name(struct session *session, const struct record_line *line, struct text *why)
{
    const struct person *person = apply_person(session, line, why);
    for (int seat = 0; person && seat < session->seat_count; seat++)
        if (session->seats[seat].kind == SEAT_PERSON &&
            session->seats[seat].person == person->number)
            rename_seat(session, &session->seats[seat], person->name);
    return person != NULL;
}

static bool apply_word(struct session *session, const struct record_line *line, struct text *why)
{
    struct seat *seat = &session->seats[line->seat];
    (void)why;
    seat->has_word = record_get_bytes(line, "word", seat->word, SESSION_HASH);
    seat->has_old_word = false;
    return true;
}

/* The table's home was the person's own private conversation: it moves with the seat to the new
   key, on the same network. On another network the person reads in private what the room reads. */
static bool follow_person(struct session *session, const struct seat *seat, struct text *why)
{
    char name[HOST_ROOM];
    snprintf(name, sizeof name, "@%s", seat->key);
    if (seat->port != session->home.port || strcmp(session->home.name, name) == 0)
        return true;
    if (session->state.is_linked && host_find(session->host, session->home.port->network, name)) {
        text_putf(why, "the room %s has a table already", name);
        return false;
    }
    session_settle(session, session->home.port, name, session->home.number);
    return true;
}

/* The seat goes to another identity of its person, whose name is nobody's business there. A key
   that does not last has a seat word: then it is the same identity, and its name is known. Which
   networks are there now says nothing of it. */
static bool goes_elsewhere(const struct seat *seat, const struct person *person)
{
    return seat->kind == SEAT_PERSON &&
           (!seat->has_word || strcmp(seat->port->network, person->network) != 0);
}

static struct seat *give_seat(struct session *session, const struct record_line *line,
                              const struct person **person, bool *is_home, struct text *why)
{
    *person = apply_person(session, line, why);
    if (!*person)
        return NULL;
    struct seat *seat = &session->seats[line->seat];
    bool keeps_name = goes_elsewhere(seat, *person);
    *is_home = session_is_home_of(session, seat);
    if (!take_person(session, seat, *person, why))
        return NULL;
    seat->keeps_name = keeps_name;
    seat->is_detached = false;
    if (seat->is_opener) {
        session->opener.port = seat->port;
        memcpy(session->opener.key, seat->key, sizeof session->opener.key);
    }
    return seat;
}

static bool apply_claim(struct session *session, const struct record_line *line, struct text *why)
{
    const struct person *person;
    bool is_home;
    struct seat *seat = give_seat(session, line, &person, &is_home, why);
    if (!seat)
        return false;
    rename_seat(session, seat, person->name);
    seat->keeps_name = false;
    seat->has_old_word = seat->has_word;
    memcpy(seat->old_word, seat->word, sizeof seat->old_word);
    seat->has_word = record_get_bytes(line, "word", seat->word, SESSION_HASH);
    seat->is_left = seat->is_given = false;
    seat->heard_at = session->host->now;
    return !is_home || follow_person(session, seat, why);
}

/* Binds the seat to a lasting key of the same person; the old word opens no other seat. */
static bool apply_bind(struct session *session, const struct record_line *line, struct text *why)
{
    const struct person *person;
    bool is_home;
    struct seat *seat = give_seat(session, line, &person, &is_home, why);
    if (!seat)
        return false;
    seat->next_key[0] = '\0';
    seat->has_word = seat->has_old_word = false;
    return !is_home || follow_person(session, seat, why);
}

/* ---- what people ask each other ---- */

static bool apply_vote(struct session *session, const struct record_line *line, struct text *why)
{
    long long at = 0;
    bool is_pause = strcmp(record_get(line, "for"), "pause") == 0;
    if (is_pause && (!record_get_time(line, &at) || at < 1))
        text_put(why, "'vote' does not say when");
    else if (is_pause)
        pace_ask(&session->clocks, line->seat, at);
    else
        takeback_vote(&session->takeback, line->seat, strcmp(record_get(line, "says"), "yes") == 0);
    return why->length == 0;
}

/* ---- all kinds of lines ---- */

static bool apply_record(struct session *session, const struct record_line *line, struct text *why)
{
    const struct person *opener = apply_person(session, line, why);
    if (!opener)
        return false;
    record_get_bytes(line, "id", session->playing->lot.id, LUCK_ID);
    session->opener.port = session->home.port; /* it is opened at home */
    memcpy(session->opener.key, opener->key, sizeof session->opener.key);
    memcpy(session->opener.name, opener->name, sizeof session->opener.name);
    get_name(line, "group", session->opener.group, sizeof session->opener.group);
    session->robots.are_low = record_get(line, "robots") != NULL;
    session->opener.has_payer = opener->has_source;
    memcpy(session->opener.payer, opener->source, SESSION_PAYER);
    shares_count(session);
    return true;
}

/* ---- where it is shown ---- */

static bool get_room(struct session *session, const struct record_line *line, char name[HOST_ROOM],
                     struct text *why)
{
    const char *said = record_get(line, "room");
    bool is_private = record_get(line, "person") != NULL;
    struct person *person = is_private ? apply_person(session, line, why) : NULL;
    snprintf(name, HOST_ROOM, "%s%s", person ? "@" : "", person ? person->key : said ? said : "");
    if (!why->length && is_private == !said && *name)
        return true;
    if (!why->length)
        text_putf(why, "'%s' names no room, or two", line->kind);
    return false;
}

/* The first room is in the record from its opening; the others are guests, or new homes. */
static bool apply_room(struct session *session, const struct record_line *line, struct text *why)
{
    char name[HOST_ROOM];
    long long number;
    const char *network = record_get(line, "network");
    const struct host_port *port = network ? host_port_or_absent(session->host, network) : NULL;
    if (!get_room(session, line, name, why))
        return false;
    if (!record_get_number(line, "number", &number) || number != session->shown.so_far + 1 ||
        number > SESSION_ROOMS)
        text_put(why, "the number of its room is not the next one");
    else if (!port)
        text_putf(why, "its network %s is one too many", network ? network : "(none)");
    else if (session->shown.rooms && session_showing_count(session) == SESSION_SHOWN)
        text_put(why, "it is shown in too many rooms");
    if (why->length)
        return false;
    session->shown.so_far = (int)number;
    if (session->shown.rooms)
        session_show(session, port, name, session->shown.so_far);
    else if (!session->state.is_linked)
        session_settle(session, port, name, session->shown.so_far);
    session->shown.rooms |= 1u << (session->shown.so_far - 1);
    return true;
}

static bool apply_unroom(struct session *session, const struct record_line *line, struct text *why)
{
    long long number;
    if (!record_get_number(line, "number", &number) || number < 1 ||
        number > session->shown.so_far || !(session->shown.rooms >> (number - 1) & 1) ||
        !(session->shown.rooms & ~(1u << (number - 1)))) {
        text_put(why, "the table is not shown in that room, or in no other");
        return false;
    }
    session->shown.rooms &= ~(1u << (number - 1));
    session_hide(session, (int)number);
    return true;
}

static bool apply_option(struct session *session, const struct record_line *line, struct text *why)
{
    for (int i = 0; i < line->count; i++)
        if (strcmp(line->keys[i], "hash") != 0 &&
            !option_set(session->game, session->playing->rules.options, line->keys[i],
                        line->values[i], why))
            return false;
    return true;
}

static bool read_picks(const struct record_line *line, struct chance *chance, struct text *why)
{
    chance_init(chance, NULL, NULL);
    if (record_get_picks(line, chance))
        return true;
    text_putf(why, "the picks of '%s' are no list of numbers", line->kind);
    return false;
}

/* Prepares the step that is about to be played, if somebody reads it, and the tape of its
   chance. */
static struct chance *begin_step(struct session *session, int seat, const struct move *move,
                                 struct chance *own)
{
    if (!session->record.step)
        return own;
    session->record.step->seat = seat;
    session->record.step->move = *move;
    session->record.step->is_ahead = false;
    session->record.step->events.count = 0;
    return &session->record.step->chance;
}

static bool has_used_picks(const struct chance *chance, const struct record_line *line,
                           struct text *why)
{
    if (!chance->broken && chance->next == chance->count)
        return true;
    text_putf(why, "'%s %s' has too few, too many or impossible picks", line->kind, line->words);
    return false;
}

static bool apply_start(struct session *session, const struct record_line *line, struct text *why)
{
    struct playing *playing = session->playing;
    struct chance own, *chance = begin_step(session, SEAT_NONE, &(struct move){0}, &own);
    long long number, first;
    if (session->seat_count < session->game->seats_min ||
        !record_get_number(line, "game", &number) || !record_get_number(line, "first", &first) ||
        first < 0 || first > session->seat_count || number != playing->game_number + 1 ||
        (number > 1 && !playing->table.over) || playing->is_over) {
        text_put(why, "a game starts where none can");
        return false;
    }
    if (!session->record.seal[0]) {
        text_put(why, "a game starts at a table that nobody sealed");
        return false;
    }
    if (!seal_lets_start(session, (int)first, why))
        return false;
    session->closing.is_closed = false;
    if (!deal_edition_settle(session, why) || !read_picks(line, chance, why))
        return false;
    playing->seats = session->seat_count;
    deal_game(playing, session->game, session->seats, first == 0 ? SEAT_NONE : (int)first - 1,
              chance, session->record.step ? &session->record.step->events : NULL);
    takeback_history_note(session->record.history, session->record.next_line - 1, playing);
    takeback_start(&session->takeback, session->record.next_line - 1);
    return has_used_picks(chance, line, why);
}

static bool read_mover(const struct session *session, const char *words, int *seat,
                       const char **move)
{
    const char *end;
    long long number;
    *move = strchr(words, ' ');
    if (!*move)
        return false;
    ++*move;
    if (strncmp(words, "host ", 5) == 0) {
        *seat = SEAT_HOST;
        return true;
    }
    bool is_seat = words[0] == 'p' && record_read_number(words + 1, &end, &number) &&
                   end + 1 == *move && number >= 1 && number <= session->seat_count;
    *seat = is_seat ? (int)number - 1 : -1;
    return is_seat;
}

/* The seat has moved, or no seat will in this game any more. */
static void forget_aheads(struct session *session, int seat, bool is_forced)
{
    for (int i = 0; i < session->seat_count; i++)
        if (session->playing->table.over || (i == seat && !is_forced))
            seat_forget_ahead(&session->seats[i]);
}

static bool apply_move(struct session *session, const struct record_line *line, struct text *why)
{
    struct playing *playing = session->playing;
    struct chance own, *chance;
    struct sight sight;
    struct moves legal;
    struct move move;
    const char *canonical;
    int seat;
    bool is_read = session_has_begun(session) && !playing->table.over &&
                   read_mover(session, line->words, &seat, &canonical) &&
                   move_read_canonical(&playing->rules, canonical, &move);
    if (is_read) {
        session_legal(session, seat, &sight, &legal);
        is_read = moves_has(&legal, &move);
    }
    if (!is_read) {
        text_putf(why, "'move %s' is no legal move there", line->words);
        return false;
    }
    chance = begin_step(session, seat, &move, &own);
    if (session->record.step)
        session->record.step->is_ahead = record_get(line, "ahead") != NULL;
    if (!read_picks(line, chance, why))
        return false;
    bool is_robots = seat != SEAT_HOST &&
                     (session->seats[seat].kind == SEAT_ROBOT || session->seats[seat].is_left);
    bool is_forced = legal.count == 1 && playing->rules.verbs[move.verb].flags & VERB_STEP;
    deal_move(playing, session->game, seat, &move, chance,
              session->record.step ? &session->record.step->events : NULL);
    if (record_get(line, "ended") && !playing->table.over) {
        text_putf(why, "the game does not end with 'move %s'", line->words);
        return false;
    }
    forget_aheads(session, seat, is_forced);
    if (seat != SEAT_HOST)
        session->robots.moves = is_robots ? session->robots.moves + 1 : 0;
    takeback_history_note(session->record.history, session->record.next_line - 1, playing);
    takeback_note(&session->takeback,
                  &(struct takeback_step){.line = session->record.next_line - 1,
                                          .seat = seat,
                                          .is_forced = is_forced,
                                          .is_robots = is_robots,
                                          .is_home = session_is_alone(session),
                                          .has_chance = chance->count > 0,
                                          .learned = playing->learned},
                  NULL);
    return has_used_picks(chance, line, why);
}

static bool apply_end(struct session *session, const struct record_line *line, struct text *why)
{
    (void)line;
    return seal_may_end(session, why);
}

/* ---- set aside, and back ---- */

static bool apply_aside(struct session *session, const struct record_line *line, struct text *why)
{
    long long at;
    if (!record_get_time(line, &at)) {
        text_put(why, "'aside' does not say when");
        return false;
    }
    session->state.is_aside = true;
    session->shown.rooms = 0;
    session->state.aside_at = at;
    session->state.gave_way = record_get(line, "way") != NULL;
    if (!session->state
             .is_linked) /* it is read back; otherwise the rooms are told, and the session ends */
        session_hide_guests(session);
    return true;
}

static bool apply_resume(struct session *session, const struct record_line *line, struct text *why)
{
    (void)line;
    if (!session->state.is_aside) {
        text_put(why, "a table goes on that was not set aside");
        return false;
    }
    session->state.is_aside = false;
    return true;
}

/* ---- taken back ---- */

static bool apply_undo(struct session *session, const struct record_line *line, struct text *why)
{
    struct playing *playing = session->playing;
    long long to;
    const struct playing *before = record_get_number(line, "to", &to)
                                       ? takeback_history_after(session->record.history, to)
                                       : NULL;
    if (!before || before->game_number != playing->game_number) {
        text_put(why, "'undo' goes back to no start and no move of this game");
        return false;
    }
    coach_note_told(playing, session->game);
    takeback_put_back(playing, before);
    int only = session_only_person(session);
    takeback_pop(&session->takeback, only >= 0 ? only : session->takeback.seat, to);
    return true;
}

/* record_mark() has found the lines that it takes back. */
static bool apply_repair(struct session *session, const struct record_line *line, struct text *why)
{
    (void)line;
    (void)why;
    session->record.is_repaired = true;
    return true;
}

/* When a line can stand: before the seats are closed, then before the first deal, in play, and
   between two games of a match whose seats were closed again. */
enum {
    OPEN = 1,
    CLOSED = 2,
    PLAY = 4,
    BETWEEN = 8,
    SEATED = CLOSED | PLAY | BETWEEN,
    EVER = OPEN | SEATED
};

static const struct line_kind {
    const char *word;
    int when;
    bool moves_people; /* another key has a seat afterwards */
    bool while_aside;
    apply_function *apply;
} kinds[] = {
    /* clang-format off */
    {"ahead", PLAY, false, false, apply_ahead},
    {"aside", EVER, false, false, apply_aside},
    {"away", SEATED, false, false, apply_away},
    {"back", SEATED, false, false, apply_back},
    {"bind", EVER, true, false, apply_bind},
    {"claim", EVER, true, false, apply_claim},
    {"clock", EVER, false, false, clock_apply},
    {"close", OPEN | PLAY, false, false, seal_apply_close},
    {"coach", PLAY, false, false, coach_apply},
    {"cut", OPEN | CLOSED | BETWEEN, false, false, seal_apply_cut},
    {"end", EVER, false, true, apply_end},
    {"face", OPEN, false, false, deal_edition_read_face},
    {"faces", OPEN, false, false, deal_edition_read_heading},
    {"first", OPEN, false, false, apply_first},
    {"hint", PLAY, false, false, outcome_apply_hint},
    {"kick", SEATED, true, false, apply_kick},
    {"move", PLAY, false, false, apply_move},
    {"name", EVER, false, false, apply_name},
    {"option", OPEN, false, false, apply_option},
    {"pause", PLAY | BETWEEN, false, false, clock_apply_pause},
    {"practice", PLAY, false, false, coach_apply_practice},
    {"record", OPEN, true, false, apply_record},
    {"repair", EVER, false, true, apply_repair},
    {"reveal", EVER, false, true, seal_apply_reveal},
    {"resume", EVER, false, true, apply_resume},
    {"room", EVER, true, false, apply_room},
    {"seal", OPEN, false, false, seal_apply},
    {"sit", OPEN, true, false, apply_sit},
    {"start", EVER, false, false, apply_start},
    {"swap", PLAY, true, false, apply_swap},
    {"undo", PLAY, false, false, apply_undo},
    {"unpause", PLAY | BETWEEN, false, false, clock_apply_unpause},
    {"unroom", EVER, false, false, apply_unroom},
    {"unsit", OPEN, true, false, apply_unsit},
    {"vote", PLAY | BETWEEN, false, false, apply_vote},
    {"word", EVER, false, true, apply_word},
    /* clang-format on */
};

static int now_of(const struct session *session)
{
    return session_has_begun(session)   ? (session->closing.is_closed ? BETWEEN : PLAY)
           : session->closing.is_closed ? CLOSED
                                        : OPEN;
}

static const struct line_kind *kind_of(const char *word)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].word, word) == 0)
            return &kinds[i];
    return NULL;
}

/* A lot may decide who is first; who sits down takes the next seat. */
static bool find_seat(const struct session *session, struct record_line *line, struct text *why)
{
    long long number = 0;
    bool is_named = record_get_number(line, "seat", &number),
         may_be_none = !record_get(line, "seat") || strcmp(line->kind, "first") == 0;
    line->seat = is_named && number <= session->seat_count + 1 ? (int)number - 1 : -1;
    if (line->seat < session->seat_count + (strcmp(line->kind, "sit") == 0) &&
        (line->seat >= 0 || (may_be_none && number == 0)))
        return true;
    text_putf(why, "'%s' names no seat of this table", line->kind);
    return false;
}

static bool apply_kind(struct session *session, struct record_line *line, struct text *why)
{
    const struct line_kind *kind = kind_of(line->kind);
    int now = now_of(session);
    if (!kind) {
        text_putf(why, "there are no '%s' lines in version %d records", line->kind, RECORD_VERSION);
        return false;
    }
    if (!(kind->when & now)) {
        text_putf(why, "'%s' has no place %s", line->kind,
                  now == PLAY   ? "after the start of the game"
                  : now == OPEN ? "before the start of the game"
                                : "between the closing of the seats and the deal");
        return false;
    }
    if (!record_fields_are_right(line, why))
        return false;
    if (session->state.is_aside && !kind->while_aside) {
        text_putf(why, "'%s' has no place at a table that is set aside", line->kind);
        return false;
    }
    if (session->record.is_revealed && kind->apply != apply_end) {
        text_putf(why, "'%s' has no place behind the secret", line->kind);
        return false;
    }
    if (!find_seat(session, line, why))
        return false;
    session->record.is_repaired = false;
    bool applied = kind->apply(session, line, why);
    if (applied && kind->moves_people)
        seat_people_index(session);
    return applied;
}

/* Zeros where the table does not count. */
static void hash_table(const struct session *session, bool is_repair,
                       unsigned char hash[SESSION_HASH])
{
    bool counts = session_has_begun(session) && !is_repair;
    record_table_hash(&session->playing->rules, counts ? &session->playing->table : NULL, hash);
}

void session_table_hash(const struct session *session, unsigned char hash[SESSION_HASH])
{
    hash_table(session, false, hash);
}

static bool is_closed(const char *text, const struct record_line *line, struct text *why)
{
    unsigned char said[SESSION_HASH];
    if (record_link_of(text, said))
        return true;
    text_putf(why, "'%s' does not end in a hash of %d hex digits", line->kind, 2 * SESSION_HASH);
    return false;
}

/* The line follows the one before, and the table is as it was when the line was written. */
static bool is_next_link(struct session *session, const char *text, const struct record_line *line,
                         struct text *why)
{
    unsigned char table[SESSION_HASH];
    hash_table(session, strcmp(line->kind, "repair") == 0, table);
    if (record_follows(text, table, session->record.link))
        return true;
    text_putf(
        why,
        "the hash of '%s%s%s' is not the one that follows: a line before it or the table is another",
        line->kind, *line->words ? " " : "", line->words);
    return false;
}

bool session_apply_line(struct session *session, const char *text, struct text *why)
{
    struct record_line line;
    bool is_line = record_read(text, &line);
    if (!is_line)
        text_put(why, "it is no record line");
    bool applied = is_line && is_closed(text, &line, why) && apply_kind(session, &line, why) &&
                   is_next_link(session, text, &line, why);
    record_free(&line);
    return applied;
}
