/* What each line of a record does to a room. The same function applies a lobby line while the table lives, so that what is
   replayed is what happened; moves are played again with the picks of the record, and every hash must come out the same. */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "deal.h"
#include "edition.h"
#include "history.h"
#include "record.h"
#include "room.h"
#include "seal.h"
#include "shares.h"
#include "text.h"

#define SECONDS_MOST INT64_C(253402300799) /* the end of the year 9999 */

typedef bool apply_function(struct table_room *room, const struct record_line *line, struct text *why);

static bool get_seat(const struct record_line *line, int most, int *seat, struct text *why)
{
    long long number;
    if (!record_get_number(line, "seat", &number) || number < 1 || number > most) {
        text_putf(why, "'%s' names no seat of this table", line->kind);
        return false;
    }
    *seat = (int)number - 1;
    return true;
}

static void get_name(const struct record_line *line, const char *key, char *out, size_t size)
{
    const char *value = record_get(line, key);
    snprintf(out, size, "%s", value ? value : "");
}

/* ---- persons ---- */

/* Somebody who was forgotten, where that may be. */
static struct person *stand_in(struct table_room *room, int number)
{
    struct person person = {.number = number, .is_forgotten = true};
    snprintf(person.network, sizeof person.network, "%s", room->port->network);
    snprintf(person.key, sizeof person.key, "forgotten %d", number);
    snprintf(person.name, sizeof person.name, "person %d", number);
    persons_put(&room->persons, &person);
    return persons_find(&room->persons, number);
}

/* The line brings the person: who stands beside the record must be the one that it means. */
static bool is_brought(struct table_room *room, struct person *person, const struct record_line *line, struct text *why)
{
    unsigned char said[PERSON_HASH], who[PERSON_HASH];
    person_who(person, who);
    bool is_said = record_get_bytes(line, "who", said, PERSON_HASH) && !person->is_brought &&
                   person->number == room->persons.highest + 1;
    if (!is_said)
        text_putf(why, "'%s' brings person %d, who cannot come here", line->kind, person->number);
    else if (!person->is_forgotten && memcmp(said, who, PERSON_HASH) != 0)
        text_putf(why, "its person %d is not the one that '%s' says", person->number, line->kind);
    else
        person->is_brought = true;
    room->persons.highest = person->number;
    return is_said && person->is_brought;
}

static struct person *get_person(struct table_room *room, const struct record_line *line, struct text *why)
{
    long long number;
    bool is_number = record_get_number(line, "person", &number) && number >= 1 && number <= PERSONS_MOST;
    struct person *person = is_number ? persons_find(&room->persons, (int)number) : NULL;
    if (!person && is_number && room->persons.may_lack)
        person = stand_in(room, (int)number);
    if (!person) {
        text_putf(why, "the person of '%s' does not stand beside the record", line->kind);
        return NULL;
    }
    if (record_get(line, "who") && !is_brought(room, person, line, why))
        return NULL;
    if (record_get(line, "who") && !record_get(line, "called"))
        text_putf(why, "'%s' does not say what person %d is called", line->kind, person->number);
    else if (!person->is_brought)
        text_putf(why, "no line has said who person %d of '%s' is", person->number, line->kind);
    else
        record_get_bytes(line, "called", person->called, PERSON_HASH);
    return why->length ? NULL : person;
}

static bool apply_record(struct table_room *room, const struct record_line *line, struct text *why)
{
    const struct person *opener = get_person(room, line, why);
    if (!opener)
        return false;
    record_get_bytes(line, "id", room->playing.lot.id, LUCK_ID);
    memcpy(room->opener, opener->key, sizeof room->opener);
    memcpy(room->opener_name, opener->name, sizeof room->opener_name);
    get_name(line, "group", room->group, sizeof room->group);
    room->has_payer = opener->has_source;
    memcpy(room->payer, opener->source, ROOM_PAYER);
    shares_count(room);
    return true;
}

/* ---- where it is shown ---- */

/* The room that a line names; false with a sentence if it names none. */
static bool get_room(struct table_room *room, const struct record_line *line, char name[HOST_ROOM], struct text *why)
{
    const char *said = record_get(line, "room");
    bool is_private = record_get(line, "person") != NULL;
    struct person *person = is_private ? get_person(room, line, why) : NULL;
    snprintf(name, HOST_ROOM, "%s%s", person ? "@" : "", person ? person->key : said ? said : "");
    if (!why->length && is_private == !said && *name)
        return true;
    if (!why->length)
        text_putf(why, "'%s' names no room, or two", line->kind);
    return false;
}

/* Its first one was there when the record was opened; the others are new homes of a table that was set aside, or guests. */
static bool apply_room(struct table_room *room, const struct record_line *line, struct text *why)
{
    char name[HOST_ROOM];
    long long number;
    if (!get_room(room, line, name, why))
        return false;
    if (!record_get_number(line, "number", &number) || number != room->rooms + 1 || number > ROOM_ROOMS) {
        text_put(why, "the number of its room is not the next one");
        return false;
    }
    bool is_home = !room->shown;
    room->rooms++;
    room->shown |= 1u << (room->rooms - 1);
    if (is_home && room->rooms > 1 && !room->is_linked)
        room_rename(room, name);
    return true;
}

static bool apply_unroom(struct table_room *room, const struct record_line *line, struct text *why)
{
    long long number;
    if (!record_get_number(line, "number", &number) || number < 1 || number > room->rooms ||
        !(room->shown >> (number - 1) & 1) || !(room->shown & ~(1u << (number - 1)))) {
        text_put(why, "the table is not shown in that room, or in no other");
        return false;
    }
    room->shown &= ~(1u << (number - 1));
    return true;
}

static bool apply_option(struct table_room *room, const struct record_line *line, struct text *why)
{
    for (int i = 0; i < line->count; i++)
        if (strcmp(line->keys[i], "hash") != 0 &&
            !option_set(room->game, room->playing.rules.options, line->keys[i], line->values[i], why))
            return false;
    return true;
}

static int read_level(const char *word)
{
    for (int level = 0; level < ROBOT_LEVELS; level++)
        if (strcmp(word, robot_levels[level]) == 0)
            return level;
    return ROBOT_GREEDY;
}

static void take_person(struct seat *seat, const struct person *person)
{
    seat->person = person->number;
    memcpy(seat->key, person->key, sizeof seat->key);
    memcpy(seat->called, person->name, sizeof seat->called);
}

static bool apply_sit(struct table_room *room, const struct record_line *line, struct text *why)
{
    int number;
    if (!get_seat(line, room->seat_count + 1, &number, why))
        return false;
    if (number != room->seat_count || room->seat_count == room->game->seats_max) {
        text_put(why, "somebody sits down where there is no seat");
        return false;
    }
    const char *robot = record_get(line, "robot");
    if (!robot == !record_get(line, "person") || !robot == (record_get(line, "name") != NULL)) {
        text_put(why, "whoever sits down is neither a person nor a robot with a name");
        return false;
    }
    const struct person *person = robot ? NULL : get_person(room, line, why);
    if (!robot && !person)
        return false;
    struct seat *seat = &room->seats[room->seat_count++];
    *seat = (struct seat){.kind = robot ? SEAT_ROBOT : SEAT_PERSON};
    seat->level = robot ? (enum robot_level)read_level(robot) : ROBOT_GREEDY;
    if (person)
        take_person(seat, person);
    else
        get_name(line, "name", seat->called, sizeof seat->called);
    seat->is_opener = !robot && strcmp(seat->key, room->opener) == 0;
    seat->has_word = record_get_bytes(line, "word", seat->word, ROOM_HASH);
    seat->heard_at = room->host->now;
    names_tell_apart(room);
    return true;
}

/* Before the game somebody has to be able to begin it: whoever has sat there the longest. */
static void hand_over(struct table_room *room)
{
    room->opener[0] = '\0';
    for (int seat = 0; seat < room->seat_count; seat++) {
        struct seat *heir = &room->seats[seat];
        if (heir->kind != SEAT_PERSON)
            continue;
        heir->is_opener = true;
        memcpy(room->opener_name, heir->name, sizeof room->opener_name);
        if (!heir->is_detached)
            memcpy(room->opener, heir->key, sizeof room->opener);
        return;
    }
}

static bool apply_unsit(struct table_room *room, const struct record_line *line, struct text *why)
{
    int seat;
    if (!get_seat(line, room->seat_count, &seat, why))
        return false;
    bool was_opener = room->seats[seat].is_opener;
    room->seat_count--;
    room->is_start_wanted = false;
    memmove(&room->seats[seat], &room->seats[seat + 1], (size_t)(room->seat_count - seat) * sizeof *room->seats);
    seal_count_cuts(room);
    names_tell_apart(room);
    if (was_opener)
        hand_over(room);
    return true;
}

/* away: until the person says that they are back, or says anything where others gave the seat away; kick: for good. */
static bool apply_away(struct table_room *room, const struct record_line *line, struct text *why)
{
    int seat;
    if (!get_seat(line, room->seat_count, &seat, why))
        return false;
    const char *why_away = record_get(line, "why");
    room->seats[seat].is_left = true;
    room->seats[seat].is_given = why_away && strcmp(why_away, "rescue") == 0;
    room->seats[seat].level = ROBOT_GREEDY;
    return true;
}

static bool apply_kick(struct table_room *room, const struct record_line *line, struct text *why)
{
    int seat;
    char name[HOST_NAME];
    if (!get_seat(line, room->seat_count, &seat, why))
        return false;
    struct seat *s = &room->seats[seat];
    if (s->is_opener)
        room->opener[0] = '\0';
    *s = (struct seat){.kind = SEAT_ROBOT, .level = ROBOT_GREEDY};
    lobby_name_robot(room, name);
    memcpy(s->called, name, sizeof s->called);
    names_tell_apart(room);
    return true;
}

static bool apply_back(struct table_room *room, const struct record_line *line, struct text *why)
{
    int seat;
    if (!get_seat(line, room->seat_count, &seat, why))
        return false;
    room->seats[seat].is_left = room->seats[seat].is_given = false;
    return true;
}

static void rename_seat(struct table_room *room, struct seat *seat, const char *name)
{
    snprintf(seat->called, sizeof seat->called, "%s", name);
    seat->next_name[0] = '\0';
    names_tell_apart(room);
    if (seat->is_opener)
        memcpy(room->opener_name, seat->name, sizeof room->opener_name);
}

static bool apply_name(struct table_room *room, const struct record_line *line, struct text *why)
{
    const struct person *person = get_person(room, line, why);
    for (int seat = 0; person && seat < room->seat_count; seat++)
        if (room->seats[seat].kind == SEAT_PERSON && room->seats[seat].person == person->number)
            rename_seat(room, &room->seats[seat], person->name);
    return person != NULL;
}

/* The seat word is another one. */
static bool apply_word(struct table_room *room, const struct record_line *line, struct text *why)
{
    int seat;
    if (!get_seat(line, room->seat_count, &seat, why))
        return false;
    room->seats[seat].has_word = record_get_bytes(line, "word", room->seats[seat].word, ROOM_HASH);
    room->seats[seat].has_old_word = false;
    return true;
}

/* A private conversation goes on with whoever has the seat now. */
static bool follow_person(struct table_room *room, const struct seat *seat, struct text *why)
{
    char name[HOST_ROOM];
    snprintf(name, sizeof name, "@%s", seat->key);
    if (room->name[0] != '@' || strcmp(room->name, name) == 0)
        return true;
    if (room->is_linked && host_find(room->host, room->port->network, name)) {
        text_putf(why, "the room %s has a table already", name);
        return false;
    }
    room_rename(room, name);
    return true;
}

static bool apply_claim(struct table_room *room, const struct record_line *line, struct text *why)
{
    int seat;
    if (!get_seat(line, room->seat_count, &seat, why))
        return false;
    struct seat *s = &room->seats[seat];
    const struct person *person = get_person(room, line, why);
    if (!person)
        return false;
    take_person(s, person);
    if (s->is_opener)
        memcpy(room->opener, s->key, sizeof room->opener);
    rename_seat(room, s, person->name);
    s->has_old_word = s->has_word;
    memcpy(s->old_word, s->word, sizeof s->old_word);
    s->has_word = record_get_bytes(line, "word", s->word, ROOM_HASH);
    s->is_detached = s->is_left = s->is_given = false;
    s->heard_at = room->host->now;
    return follow_person(room, s, why);
}

/* The same person goes by a key that lasts; the old word is good for no other. */
static bool apply_bind(struct table_room *room, const struct record_line *line, struct text *why)
{
    int seat;
    if (!get_seat(line, room->seat_count, &seat, why))
        return false;
    struct seat *s = &room->seats[seat];
    const struct person *person = get_person(room, line, why);
    if (!person)
        return false;
    take_person(s, person);
    if (s->is_opener)
        memcpy(room->opener, s->key, sizeof room->opener);
    s->next_key[0] = '\0';
    s->has_word = s->has_old_word = s->is_detached = false;
    return follow_person(room, s, why);
}

static bool read_picks(const struct record_line *line, struct chance *chance, struct text *why)
{
    chance_init(chance, NULL, NULL);
    if (record_get_picks(line, chance))
        return true;
    text_putf(why, "the picks of '%s' are no list of numbers", line->kind);
    return false;
}

/* Where the step is kept that is about to be played, and the tape of its chance. */
static struct chance *begin_step(struct table_room *room, int seat, const struct move *move, struct chance *own)
{
    if (!room->step)
        return own;
    room->step->seat = seat;
    room->step->move = *move;
    room->step->events.count = 0;
    return &room->step->chance;
}

/* All picks were used and none was missing. */
static bool has_used_picks(const struct chance *chance, const struct record_line *line, struct text *why)
{
    if (!chance->broken && chance->next == chance->count)
        return true;
    text_putf(why, "'%s %s' has too few, too many or impossible picks", line->kind, line->words);
    return false;
}

static bool apply_start(struct table_room *room, const struct record_line *line, struct text *why)
{
    struct playing *playing = &room->playing;
    struct chance own, *chance = begin_step(room, SEAT_NONE, &(struct move){0}, &own);
    long long number, first;
    if (room->seat_count < room->game->seats_min || !record_get_number(line, "game", &number) ||
        !record_get_number(line, "first", &first) || first < 0 || first > room->seat_count ||
        number != playing->game_number + 1 || (number > 1 && !playing->table.over) || playing->is_over) {
        text_put(why, "a game starts where none can");
        return false;
    }
    if (!room->seal[0]) {
        text_put(why, "a game starts at a table that nobody sealed");
        return false;
    }
    if (!edition_settle(room, why) || !read_picks(line, chance, why))
        return false;
    playing->seats = room->seat_count;
    deal_game(playing, room->game, room->seats, first == 0 ? SEAT_NONE : (int)first - 1, chance);
    history_note(room->history, room->next_line - 1, playing);
    return has_used_picks(chance, line, why);
}

static bool read_mover(const struct table_room *room, const char *words, int *seat, const char **move)
{
    char *end;
    *move = strchr(words, ' ');
    if (!*move)
        return false;
    ++*move;
    if (strncmp(words, "host ", 5) == 0) {
        *seat = SEAT_HOST;
        return true;
    }
    *seat = words[0] == 'p' ? (int)strtol(words + 1, &end, 10) - 1 : -1;
    return *seat >= 0 && *seat < room->seat_count && end + 1 == *move;
}

static bool apply_move(struct table_room *room, const struct record_line *line, struct text *why)
{
    struct playing *playing = &room->playing;
    struct chance own, *chance;
    struct sight sight;
    struct moves legal;
    struct move move;
    const char *canonical;
    int seat;
    bool is_read = room_has_begun(room) && !playing->table.over && read_mover(room, line->words, &seat, &canonical) &&
                   move_read_canonical(&playing->rules, canonical, &move);
    if (is_read) {
        room_legal(room, seat, &sight, &legal);
        is_read = moves_has(&legal, &move);
    }
    if (!is_read) {
        text_putf(why, "'move %s' is no legal move there", line->words);
        return false;
    }
    chance = begin_step(room, seat, &move, &own);
    if (!read_picks(line, chance, why))
        return false;
    deal_move(playing, room->game, seat, &move, chance, room->step ? &room->step->events : NULL);
    if (seat != SEAT_HOST) {
        bool is_robots = room->seats[seat].kind == SEAT_ROBOT || room->seats[seat].is_left;
        room->robot_moves = is_robots ? room->robot_moves + 1 : 0;
    }
    history_note(room->history, room->next_line - 1, playing);
    return has_used_picks(chance, line, why);
}

static bool apply_end(struct table_room *room, const struct record_line *line, struct text *why)
{
    (void)line;
    return seal_may_end(room, why);
}

/* ---- set aside, and back ---- */

static bool apply_aside(struct table_room *room, const struct record_line *line, struct text *why)
{
    long long at;
    if (!record_get_number(line, "at", &at) || at < 0 || at > SECONDS_MOST) {
        text_put(why, "'aside' does not say when");
        return false;
    }
    room->is_aside = true;
    room->shown = 0;
    room->aside_at = at;
    return true;
}

/* The room where it goes on is told by the line behind it. */
static bool apply_resume(struct table_room *room, const struct record_line *line, struct text *why)
{
    (void)line;
    if (!room->is_aside) {
        text_put(why, "a table goes on that was not set aside");
        return false;
    }
    room->is_aside = false;
    return true;
}

/* ---- taken back ---- */

static bool apply_undo(struct table_room *room, const struct record_line *line, struct text *why)
{
    struct playing *playing = &room->playing;
    long long to;
    const struct playing *before = record_get_number(line, "to", &to) ? history_after(room->history, to) : NULL;
    if (!before || before->game_number != playing->game_number) {
        text_put(why, "'undo' goes back to no start and no move of this game");
        return false;
    }
    int decisions[TABLE_SEATS];
    uint64_t draws = playing->draws;
    memcpy(decisions, playing->decisions, sizeof decisions);
    memcpy(playing, before, offsetof(struct playing, table) + table_bytes(&before->table));
    memcpy(playing->decisions, decisions, sizeof decisions); /* what was offered before is stale */
    playing->draws = draws;                                  /* nothing that is said brings luck back */
    return true;
}

/* Which lines it takes back was seen before the first was played (record_mark). */
static bool apply_repair(struct table_room *room, const struct record_line *line, struct text *why)
{
    (void)line;
    (void)why;
    room->is_repaired = true;
    return true;
}

static const struct line_kind {
    const char *word;
    bool in_lobby, in_play;
    bool moves_people; /* another key has a seat afterwards */
    bool while_aside;  /* also at a table that is set aside */
    apply_function *apply;
} kinds[] = {
    {"aside", true, true, false, false, apply_aside},
    {"away", false, true, false, false, apply_away},
    {"back", false, true, false, false, apply_back},
    {"bind", true, true, true, false, apply_bind},
    {"claim", true, true, true, false, apply_claim},
    {"cut", true, false, false, false, seal_apply_cut},
    {"end", true, true, false, true, apply_end},
    {"face", true, false, false, false, edition_read_face},
    {"faces", true, false, false, false, edition_read_heading},
    {"kick", false, true, true, false, apply_kick},
    {"move", false, true, false, false, apply_move},
    {"name", true, true, false, false, apply_name},
    {"option", true, false, false, false, apply_option},
    {"record", true, false, true, false, apply_record},
    {"repair", true, true, false, true, apply_repair},
    {"reveal", true, true, false, true, seal_apply_reveal},
    {"resume", true, true, false, true, apply_resume},
    {"room", true, true, true, false, apply_room},
    {"seal", true, false, false, false, seal_apply},
    {"sit", true, false, true, false, apply_sit},
    {"start", true, true, false, false, apply_start},
    {"undo", false, true, false, false, apply_undo},
    {"unroom", true, true, false, false, apply_unroom},
    {"unsit", true, false, true, false, apply_unsit},
    {"word", true, true, false, true, apply_word},
};

static const struct line_kind *kind_of(const char *word)
{
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (strcmp(kinds[i].word, word) == 0)
            return &kinds[i];
    return NULL;
}

static bool apply_kind(struct table_room *room, const struct record_line *line, struct text *why)
{
    const struct line_kind *kind = kind_of(line->kind);
    bool has_begun = room_has_begun(room);
    if (!kind) {
        text_putf(why, "there are no '%s' lines in version %d records", line->kind, RECORD_VERSION);
        return false;
    }
    if (!(has_begun ? kind->in_play : kind->in_lobby)) {
        text_putf(why, "'%s' has no place %s the start of the game", line->kind, has_begun ? "after" : "before");
        return false;
    }
    if (!fields_are_right(line, why))
        return false;
    if (room->is_aside && !kind->while_aside) {
        text_putf(why, "'%s' has no place at a table that is set aside", line->kind);
        return false;
    }
    if (room->is_revealed && kind->apply != apply_end) {
        text_putf(why, "'%s' has no place behind the secret", line->kind);
        return false;
    }
    room->is_repaired = false;
    bool applied = kind->apply(room, line, why);
    if (applied && kind->moves_people)
        people_index(room);
    return applied;
}

/* What stands in the place of the table's hash where the table does not count. */
static void hash_table(const struct table_room *room, bool is_repair, unsigned char hash[ROOM_HASH])
{
    bool counts = room_has_begun(room) && !is_repair;
    record_table_hash(&room->playing.rules, counts ? &room->playing.table : NULL, hash);
}

void room_table_hash(const struct table_room *room, unsigned char hash[ROOM_HASH])
{
    hash_table(room, false, hash);
}

static bool is_closed(const char *text, const struct record_line *line, struct text *why)
{
    unsigned char said[ROOM_HASH];
    if (record_link_of(text, said))
        return true;
    text_putf(why, "'%s' does not end in a hash of %d hex digits", line->kind, 2 * ROOM_HASH);
    return false;
}

/* The line follows the one before, and the table is what it was when the line was written. */
static bool is_next_link(struct table_room *room, const char *text, const struct record_line *line, struct text *why)
{
    unsigned char table[ROOM_HASH];
    hash_table(room, strcmp(line->kind, "repair") == 0, table);
    if (record_follows(text, table, room->link))
        return true;
    text_putf(why, "the hash of '%s%s%s' is not the one that follows: a line before it or the table is another",
              line->kind, *line->words ? " " : "", line->words);
    return false;
}

bool room_apply_line(struct table_room *room, const char *text, struct text *why)
{
    struct record_line line;
    bool is_line = record_read(text, &line);
    if (!is_line)
        text_put(why, "it is no record line");
    bool applied =
        is_line && is_closed(text, &line, why) && apply_kind(room, &line, why) && is_next_link(room, text, &line, why);
    record_free(&line);
    return applied;
}

/* Who stands beside the record from then on, too. */
static bool meet_persons(struct persons *persons, const struct change *change, struct text *why)
{
    const struct persons *before = &change->room->persons;
    *persons = (struct persons){.highest = before->highest};
    for (int i = 0; i < before->count; i++)
        persons_put(persons, &before->list[i]);
    for (int i = 0; i < change->person_count; i++) {
        if (!person_is_right(&change->persons[i])) {
            text_put(why, "a name or a key holds a control byte");
            return false;
        }
        persons_put(persons, &change->persons[i]);
    }
    return true;
}

/* On a copy that nobody finds and that counts for nobody. */
bool room_would_apply(const struct table_room *room, const struct change *change, struct text *why)
{
    struct table_room *copy = malloc(sizeof *copy);
    check(copy);
    *copy = *room;
    copy->is_linked = false;
    copy->sitting_count = 0;
    copy->is_counted = true;
    bool applies = meet_persons(&copy->persons, change, why);
    for (int i = 0; i < change->line_count && applies; i++)
        applies = room_apply_line(copy, change->lines[i], why);
    if (applies && strcmp(copy->name, room->name) != 0 && room_is_taken(room->host, room->port->network, copy->name)) {
        text_putf(why, "the room %s has a table already", copy->name);
        applies = false;
    }
    persons_free(&copy->persons);
    free(copy);
    return applies;
}
