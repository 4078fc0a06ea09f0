/* Leaving a table: getting up, being asked to, stopping it all. In play a robot takes the seat, so that the others can go on;
   when no person is left the table ends. Each is a line of the record first (recover.c applies it). */
#include <stdio.h>
#include <string.h>

#include "bans.h"
#include "cut.h"
#include "record.h"
#include "aside.h"
#include "recover.h"
#include "room.h"
#include "text.h"

enum { LINE_BYTES = 256 };

/* The opener got up before the game: who has the table now. */
void leave_tell_heir(struct change *change)
{
    struct table_room *room = change->room;
    int heir = room_opener_seat(room);
    if (change->hands_over && heir >= 0 && !change->ends)
        tell_room(room, POST_NEWS, STRING_HANDED_OVER, "who", room->seats[heir].name, (char *)0);
}

static void told_got_up(struct change *change)
{
    struct table_room *room = change->room;
    tell_room(room, POST_NEWS, STRING_LEFT_LOBBY, "who", change->note, (char *)0);
    leave_tell_heir(change);
    if (change->ends)
        tell_end(room, STRING_TABLE_CLOSED_EMPTY, "id", room->game->id, (char *)0);
}

static void told_left(struct change *change)
{
    struct table_room *room = change->room;
    if (change->ends) {
        tell_end(room, STRING_LEFT_PLAY_LAST, "who", change->note, (char *)0);
        return;
    }
    tell_room(room, POST_NEWS, STRING_LEFT_PLAY, "who", change->note, (char *)0);
    clock_play_on_at(room, room->host->now);
}

/* Whether nobody but robots would be left if this seat were empty. */
static bool is_last_person(const struct table_room *room, int leaving)
{
    for (int seat = 0; seat < room->seat_count; seat++)
        if (seat != leaving && room->seats[seat].kind == SEAT_PERSON && !room->seats[seat].is_left)
            return false;
    return true;
}

void leave_get_up(struct table_room *room, const struct heard *heard, int seat, const char *line_kind,
                  change_done *told)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    struct change *change = change_new(room, heard);
    bool is_last = is_last_person(room, seat) && room->seats[seat].kind == SEAT_PERSON;
    text_put(&line, line_kind);
    record_put_number(&line, "seat", seat + 1);
    change_add(change, bytes);
    if (is_last) /* who went, and that this was the end */
        change_add(change, "end reason=left");
    change->ends = is_last;
    change->applies_lines = true;
    change->hands_over = room->seats[seat].is_opener && !room_has_begun(room);
    change->told = told;
    change->seat = seat;
    snprintf(change->note, sizeof change->note, "%s", room->seats[seat].name);
    change_commit(change);
}

void host_leave(struct host *host, struct table_room *room, const struct heard *heard)
{
    if (host_lacks_table(host, room, heard))
        return;
    int seat = room_seat_of(room, heard);
    if (seat < 0 || room->seats[seat].is_left)
        tell_person(host, heard, STRING_LEAVE_NOT_SEATED, (char *)0);
    else if (room_has_begun(room))
        leave_get_up(room, heard, seat, "away", told_left);
    else
        leave_get_up(room, heard, seat, "unsit", told_got_up);
}

static void told_kicked(struct change *change)
{
    struct table_room *room = change->room;
    enum string id = room_has_begun(room) && !change->ends ? STRING_KICKED_PLAY : STRING_KICKED_LOBBY;
    tell_room(room, POST_NEWS, id, "by", change->heard.name, "who", change->note, (char *)0);
    leave_tell_heir(change);
    if (change->ends)
        tell_end(room, STRING_TABLE_CLOSED_EMPTY, "id", room->game->id, (char *)0);
    else if (room_has_begun(room))
        clock_play_on_at(room, room->host->now);
}

/* A robot in play has nobody behind it. */
static bool is_robot_in_play(const struct table_room *room, int seat)
{
    return room_has_begun(room) && room->seats[seat].kind == SEAT_ROBOT;
}

void host_each_to_kick(const struct table_room *room, const struct heard *heard,
                       bool (*each)(void *arg, const char *name), void *arg)
{
    int own = room_seat_of(room, heard);
    for (int seat = 0; seat < room->seat_count; seat++)
        if (seat != own && !is_robot_in_play(room, seat) && !each(arg, room->seats[seat].name))
            return;
}

void host_kick(struct host *host, struct table_room *room, const struct heard *heard, const char *name)
{
    char names[TABLE_SEATS * HOST_NAME];
    struct text who = text_over(names, sizeof names);
    if (host_lacks_table(host, room, heard) || room_refuses(room, heard, "kick"))
        return;
    int seat;
    if (names_ask(room, heard, name, "kick", &seat))
        return;
    room_people(room, room_all_seats(room), &who);
    if (*name == '\0')
        tell_person(host, heard, STRING_KICK_WHOM, "example", room->seats[room->seat_count - 1].name, "who", names,
                    (char *)0);
    else if (seat < 0)
        tell_person(host, heard, STRING_KICK_UNKNOWN, "typed", name, "who", names, (char *)0);
    else if (seat == room_seat_of(room, heard))
        tell_person(host, heard, STRING_KICK_SELF, (char *)0);
    else if (is_robot_in_play(room, seat))
        tell_person(host, heard, STRING_KICK_ROBOT, "who", room->seats[seat].name, (char *)0);
    else
        leave_get_up(room, heard, seat, room_has_begun(room) ? "kick" : "unsit", told_kicked);
}

static void told_stopped(struct change *change)
{
    struct table_room *room = change->room;
    tell_end(room, room_has_begun(room) ? STRING_STOPPED : STRING_STOPPED_LOBBY, "by", change->heard.name, "game",
             room->game->name, (char *)0);
}

void host_stop(struct host *host, struct table_room *room, const struct heard *heard)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    if (host_lacks_table(host, room, heard) || room_refuses(room, heard, "stop"))
        return;
    text_put(&line, "end reason=stopped");
    change_commit_line(room, heard, &line, SEAT_NONE, NULL, true, told_stopped);
}

/* ---- by an admin who is not there ---- */

static void told_banned(struct change *change)
{
    struct table_room *room = change->room;
    enum string id = room_has_begun(room) && !change->ends ? STRING_BANNED_PLAY : STRING_BANNED_LOBBY;
    tell_room(room, POST_NEWS, id, "who", change->note, (char *)0);
    leave_tell_heir(change);
    if (change->ends)
        tell_end(room, STRING_TABLE_CLOSED_EMPTY, "id", room->game->id, (char *)0);
    else if (room_has_begun(room))
        clock_play_on_at(room, room->host->now);
}

/* Also where the seat waits for its word. */
void leave_banned(struct table_room *room, const struct input *input)
{
    for (int seat = 0; seat < room->seat_count; seat++) {
        const struct seat *s = &room->seats[seat];
        if (s->kind != SEAT_PERSON || strcmp(s->key, input->key) != 0)
            continue;
        leave_get_up(room, NULL, seat, room_has_begun(room) ? "kick" : "unsit", told_banned);
        return;
    }
}

static void told_ended(struct change *change)
{
    struct table_room *room = change->room;
    tell_end(room, STRING_ENDED, "by", change->note, "game", room->game->name, (char *)0);
}

void leave_end(struct table_room *room, const struct input *input)
{
    char bytes[LINE_BYTES];
    struct text line = text_over(bytes, sizeof bytes);
    text_put(&line, "end reason=stopped");
    change_commit_line(room, NULL, &line, SEAT_NONE, input->name, true, told_ended);
}

bool host_end_table(struct host *host, int64_t number, const char *by, int64_t now)
{
    host->now = now;
    for (int b = 0; b < HOST_BUCKETS; b++)
        for (struct table_room *room = host->buckets[b]; room; room = room->next_in_bucket) {
            if (room->id != number)
                continue;
            struct input *input = input_new(INPUT_END, room, now);
            input_set_name(input, by);
            room_push(room, input);
            return true;
        }
    return aside_end(host, number) || fault_end(host, number);
}
