/* Before a game: sitting down, robots, starting. Each is a line of the record first (apply.c applies it) and a sentence
   afterwards. Opening a table and its options are in opening.c, getting up in leave.c, a start that waits in begin.c.
   The time in which people may cut is bounded: each room has one, of DEAL_MS, which nothing prolongs; it begins anew only
   when the last seat is taken again, or after a restart. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "begin.h"
#include "check.h"
#include "cut.h"
#include "lobby.h"
#include "record.h"
#include "room.h"
#include "text.h"

enum {
    LINE_BYTES = 1024,
    DEAL_MS = 10000 /* in which people of a full table may cut */
};

static void put_number(char bytes[12], int number)
{
    snprintf(bytes, 12, "%d", number);
}

void lobby_tell_word(struct table_room *room, const struct heard *heard, const char *word)
{
    if (*word)
        tell_word(room, heard, STRING_SEAT_WORD, word);
}

static const char *excluded_by(const struct table_room *room)
{
    return room->game->excludes ? room->game->excludes(room->playing.rules.options, room->seat_count) : NULL;
}

static bool is_full(const struct table_room *room)
{
    return room->seat_count == room->game->seats_max;
}

/* The people who have neither cut nor said start. */
static unsigned not_ready(const struct table_room *room)
{
    unsigned seats = 0;
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct seat *s = &room->seats[seat];
        if (s->kind == SEAT_PERSON && !s->is_ready && s->cuts == 0)
            seats |= 1u << seat;
    }
    return seats;
}

/* Somebody may still want to cut. */
static bool waits_for_cuts(const struct table_room *room)
{
    return is_full(room) && !room_is_alone(room) && not_ready(room) && room->deals_at > room->host->now;
}

/* How many seconds those who may still cut have. */
static void put_seconds(const struct table_room *room, char seconds[12])
{
    int64_t left = room->deals_at == INT64_MAX ? DEAL_MS : room->deals_at - room->host->now;
    put_number(seconds, (int)((left + 999) / 1000));
}

/* Nothing if the table does not wait for cuts. */
static void put_wait(const struct table_room *room, struct prose *tale)
{
    char seconds[12];
    if (excluded_by(room) || !waits_for_cuts(room))
        return;
    put_seconds(room, seconds);
    prose_put(tale, " ");
    view_string(tale, STRING_FULL_WAITS, "seconds", seconds, (char *)0);
}

void lobby_put_back(const struct table_room *room, struct prose *tale)
{
    enum string id = is_full(room) ? STRING_RECOVERED_FULL : STRING_RECOVERED_LOBBY;
    view_string(tale, id, "game", room->game->name, (char *)0);
    put_wait(room, tale);
}

void lobby_start_if_full(struct table_room *room, const struct heard *heard)
{
    const char *excluded = excluded_by(room);
    if (!is_full(room))
        return;
    if (excluded) {
        tell_room(room, POST_NEWS, STRING_START_EXCLUDED, "why", excluded, (char *)0);
    } else if (waits_for_cuts(room)) {
        if (room->deals_at == INT64_MAX)
            room->deals_at = room->host->now + DEAL_MS;
        clock_play_on_at(room, room->deals_at);
    } else {
        begin_by_itself(room, heard);
    }
}

void lobby_play_on(struct table_room *room)
{
    bool can_start = room->seat_count >= room->game->seats_min && !excluded_by(room) && !waits_for_cuts(room);
    if (room->is_start_wanted && can_start)
        begin_by_itself(room, NULL);
    else
        lobby_start_if_full(room, NULL);
}

/* A line that seats a person; on networks whose keys do not last, with a seat word, which `word` gets. */
bool lobby_put_person(struct change *change, const char *key, const char *name, int seat, struct text *line,
                      char word[16])
{
    const struct table_room *room = change->room;
    record_put_number(line, "seat", seat + 1);
    bool is_person = change_put_person(change, key, name, line);
    word[0] = '\0';
    if (!room_key_lasts(room->port, key)) {
        unsigned char hash[ROOM_HASH];
        word_new(word, hash, room->id);
        record_put_bytes(line, "word", hash, ROOM_HASH);
    }
    return is_person;
}

/* ---- sitting down ---- */

static void told_seated(struct change *change)
{
    struct table_room *room = change->room;
    const struct seat *seat = &room->seats[change->seat];
    char missing[12], seated[12], most[12];
    struct prose tale;
    bool is_robot = seat->kind == SEAT_ROBOT, full = is_full(room);
    put_number(missing, room->game->seats_min - room->seat_count);
    put_number(seated, room->seat_count);
    put_number(most, room->game->seats_max);
    enum string id = room->seat_count < room->game->seats_min ? (is_robot ? STRING_ROBOT_JOINED : STRING_JOINED)
                     : full ? (is_robot ? STRING_ROBOT_JOINED_FULL : STRING_JOINED_FULL)
                            : (is_robot ? STRING_ROBOT_JOINED_ENOUGH : STRING_JOINED_ENOUGH);
    if (!is_robot)
        lobby_tell_word(room, &change->heard, change->note);
    prose_clear(&tale);
    view_string(&tale, id, "who", seat->name, "level", robot_levels[seat->level], "missing", missing, "seated", seated,
                "most", most, (char *)0);
    put_wait(room, &tale);
    if (!full || waits_for_cuts(room) || excluded_by(room)) /* else the start says who plays */
        tell_post(room, POST_NEWS, &tale);
    cut_tell(room, change->seat);
    lobby_start_if_full(room, &change->heard);
}

static void sit_down(struct table_room *room, const struct heard *heard, const char *cut)
{
    char bytes[LINE_BYTES], word[16];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(room, heard);
    text_put(&line, "sit");
    if (lobby_put_person(change, heard->key, heard->name, room->seat_count, &line, word)) {
        change_put(change, &line, room->seat_count, word, told_seated);
        if (cut)
            cut_add(change, room->seat_count, cut);
        change_commit(change);
        return;
    }
    tell_person(room->host, heard, STRING_JOIN_TOO_MANY_PEOPLE, (char *)0);
    change_free(change);
}

static void told_returned(struct change *change)
{
    struct table_room *room = change->room;
    struct prose tale;
    prose_clear(&tale);
    view_string(&tale, STRING_RETURNED, "who", room->seats[change->seat].name, (char *)0);
    tell_standing(room, POST_NEWS, &tale);
    tell_hand(room, change->seat, NULL);
}

void host_join(struct host *host, struct table_room *room, const struct heard *heard)
{
    host_join_with(host, room, heard, "");
}

void host_join_with(struct host *host, struct table_room *room, const struct heard *heard, const char *words)
{
    int before;
    char bytes[LINE_BYTES];
    const char *cut = cut_find(words, &before);
    struct text line = text_over(bytes, sizeof bytes);
    if (host_lacks_table(host, room, heard))
        return;
    int seat = room_seat_of(room, heard);
    if (cut && cut_is_empty(cut)) {
        tell_openly(host, heard, STRING_CUT_EMPTY, (char *)0);
    } else if (seat >= 0 && cut && !room->seats[seat].is_left) {
        host_cut(host, room, heard, cut);
    } else if (seat >= 0 && room->seats[seat].is_left) {
        text_put(&line, "back");
        record_put_number(&line, "seat", seat + 1);
        change_commit_line(room, heard, &line, seat, NULL, false, told_returned);
    } else if (seat >= 0) {
        tell_person(host, heard, room_has_begun(room) ? STRING_JOIN_SEATED : STRING_JOIN_SEATED_START, (char *)0);
    } else if (room_has_begun(room) || room->seat_count == room->game->seats_max ||
               room_seat_waiting(room, heard->name) >= 0) {
        tell_not_seated(room, heard, room_has_begun(room) ? STRING_JOIN_RUNNING : STRING_JOIN_FULL);
    } else {
        sit_down(room, heard, cut);
    }
}

/* A name that nobody at the table has: robot, robot2, ... */
void lobby_name_robot(const struct table_room *room, char name[HOST_NAME])
{
    snprintf(name, HOST_NAME, "robot");
    for (int i = 2; names_find(room, name); i++)
        snprintf(name, HOST_NAME, "robot%d", i);
}

int robot_level_of(const char *word)
{
    for (int level = 0; level < ROBOT_LEVELS; level++)
        if (text_same_word(word, robot_levels[level]))
            return level;
    return -1;
}

void lobby_put_robot(int seat, enum robot_level level, const char *name, struct text *line)
{
    text_put(line, "sit");
    record_put_number(line, "seat", seat + 1);
    record_put(line, "robot", robot_levels[level]);
    record_put(line, "name", name);
    check(!line->cut);
}

void host_add_robot(struct host *host, struct table_room *room, const struct heard *heard, const char *word)
{
    char bytes[LINE_BYTES], name[HOST_NAME];
    struct text line = text_over(bytes, sizeof bytes);
    int level = *word ? robot_level_of(word) : ROBOT_GREEDY;
    if (host_lacks_table(host, room, heard))
        return;
    if (level < 0) {
        tell_person(host, heard, STRING_ROBOT_LEVEL_UNKNOWN, "typed", word, "levels", "random or greedy", "level",
                    "greedy", (char *)0);
    } else if (room_has_begun(room) || room->seat_count == room->game->seats_max) {
        tell_not_seated(room, heard, room_has_begun(room) ? STRING_JOIN_RUNNING : STRING_JOIN_FULL);
    } else if (room_seat_of(room, heard) < 0 && !room_obeys(room, heard)) {
        tell_person(host, heard, STRING_NOT_SEATED, (char *)0);
    } else if (!room_is_alone(room) && room_refuses_with(room, heard, STRING_ROBOT_NOT_YOURS, "add robots")) {
        return;
    } else {
        lobby_name_robot(room, name);
        lobby_put_robot(room->seat_count, (enum robot_level)level, name, &line);
        change_commit_line(room, heard, &line, room->seat_count, NULL, false, told_seated);
    }
}

/* Whoever says start at a full table is ready; true, and said so, if others may still cut. */
static bool is_awaited(struct table_room *room, const struct heard *heard)
{
    char names[TABLE_SEATS * HOST_NAME], seconds[12];
    struct text who = text_over(names, sizeof names);
    int seat = room_seat_of(room, heard);
    if (seat >= 0)
        room->seats[seat].is_ready = true;
    if (!waits_for_cuts(room))
        return false;
    lobby_start_if_full(room, NULL); /* its time runs, if it did not so far */
    room_people(room, not_ready(room), &who);
    put_seconds(room, seconds);
    tell_openly(room->host, heard, STRING_START_READY, "who", names, "seconds", seconds, (char *)0);
    return true;
}

void host_start(struct host *host, struct table_room *room, const struct heard *heard)
{
    char least[12], missing[12];
    if (host_lacks_table(host, room, heard))
        return;
    if (room_has_begun(room)) {
        tell_person(host, heard, STRING_START_RUNNING, (char *)0);
        return;
    }
    if (room_seat_of(room, heard) < 0 && !room_obeys(room, heard)) {
        tell_person(host, heard, STRING_NOT_SEATED, (char *)0);
        return;
    }
    if (room->seat_count < room->game->seats_min) {
        put_number(least, room->game->seats_min);
        put_number(missing, room->game->seats_min - room->seat_count);
        tell_person(host, heard, STRING_START_TOO_FEW, "game", room->game->name, "least", least, "missing", missing,
                    (char *)0);
        return;
    }
    if (!room_is_alone(room) && !is_full(room) &&
        room_refuses_with(room, heard, STRING_START_NOT_YOURS, "start with free seats"))
        return;
    const char *excluded = excluded_by(room);
    if (excluded)
        tell_person(host, heard, STRING_START_EXCLUDED, "why", excluded, (char *)0);
    else if (is_awaited(room, heard))
        return;
    else
        begin_by_word(room, heard);
}
