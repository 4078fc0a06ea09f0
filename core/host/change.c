/* The way of every change: to the store first, then into the room, then to the people. It does not know what a change is
   about. */
#include "absent.h"
#include "aside.h"
#include "room.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "begin.h"
#include "check.h"
#include "log.h"
#include "record.h"
#include "store.h"
#include "text.h"
#include "work.h"

struct change *change_new(struct table_room *room, const struct heard *heard)
{
    struct change *change = calloc(1, sizeof *change);
    check(change && !room->change);
    change->room = room;
    change->seat = SEAT_NONE;
    change->input = heard ? input_of_heard(heard) : input_new(INPUT_PLAY_ON, room, room->host->now);
    change->heard = input_heard(change->input);
    return change;
}

void change_add(struct change *change, const char *line)
{
    change->lines = realloc(change->lines, (size_t)(change->line_count + 1) * sizeof *change->lines);
    check(change->lines);
    change->lines[change->line_count] = strdup(line);
    check(change->lines[change->line_count++]);
}

void change_free(struct change *change)
{
    for (int i = 0; i < change->line_count; i++)
        free(change->lines[i]);
    free(change->lines);
    free(change->input);
    free(change->refusal);
    work_free(change->work);
    free(change);
}

static enum string failure_string(enum store_result result)
{
    return result == STORE_FULL        ? STRING_SAVE_DISK_FULL
           : result == STORE_READ_ONLY ? STRING_SAVE_READ_ONLY
           : result == STORE_BUSY      ? STRING_SAVE_BUSY
           : result == STORE_GONE      ? STRING_SAVE_GONE
           : result == STORE_MEMORY    ? STRING_SAVE_MEMORY
           : result == STORE_TAKEN     ? STRING_SAVE_TAKEN
                                       : STRING_SAVE_FAILED;
}

/* What nobody typed is tried again; the room hears once that it waits. */
static void put_off(struct change *change)
{
    struct table_room *room = change->room;
    int64_t again = room->host->now + HOST_RETRY_MS;
    if (!room->is_stuck)
        tell_room(room, POST_NEWS, STRING_SAVE_WAITS, (char *)0);
    room->is_stuck = true;
    if (change->input->kind == INPUT_ALARM)
        clock_alarm_at(room, again);
    else if (change->input->kind == INPUT_WATCH)
        room->watch_at = again;
    else
        clock_play_on_at(room, again);
}

/* Why: the store's reason; or that of impossible(), which nothing can mend. */
static void log_failure(const struct table_room *room, const char *why)
{
    char table[24];
    snprintf(table, sizeof table, "%" PRId64, room->id);
    log_event(LOG_ERROR, "save-failed", "network", room->port->network, "room", room->name, "table", table, "why", why,
              (char *)0);
}

static void change_failed(struct change *change, enum store_result result, const char *misfit)
{
    struct table_room *room = change->room;
    bool is_hopeless = misfit || result == STORE_TAKEN;
    if (change->input->kind == INPUT_HEARD || !room->is_stuck)
        log_failure(room, misfit ? misfit : store_result_text(result));
    if (change->given_up && is_hopeless)
        change->given_up(change);
    else if (change->input->kind != INPUT_HEARD)
        put_off(change);
    else
        tell_openly(room->host, &change->heard, misfit ? STRING_SAVE_MISFIT : failure_string(result), "why",
                    misfit ? misfit : "", (char *)0);
    if (change->input->kind != INPUT_HEARD)
        return;
    if (room->is_aside)
        aside_not_resumed(room);
    if (room->next_line == 1 || room->is_aside)
        room->is_closing = true; /* it was to be opened or resumed, and is not */
}

static void change_saved(struct change *change)
{
    struct table_room *room = change->room;
    room->next_line += change->line_count;
    if (change->work)
        work_settle(change->work, room);
    for (int i = 0; i < change->line_count && change->applies_lines; i++) {
        char bytes[160];
        struct text why = text_over(bytes, sizeof bytes);
        check(room_apply_line(room, change->lines[i], &why));
    }
    room->is_closing |= change->ends || change->leaves;
    if (room->is_stuck)
        tell_room(room, POST_NEWS, STRING_SAVE_AGAIN, (char *)0);
    room->is_stuck = false;
    room->change = NULL; /* what follows may be saved in its turn */
    if (change->told)
        change->told(change);
    if (room->is_closing)
        return;
    clock_set_alarm(room);
    absent_set_watch(room);
}

static void change_over(void *arg, enum store_result result)
{
    struct change *change = arg;
    struct table_room *room = change->room;
    if (room)
        room->host->saving--;
    if (room && result == STORE_OK) {
        change_saved(change);
    } else if (room) {
        room->change = NULL;
        change_failed(change, result, NULL);
    }
    if (room && room_has_begun(room))
        begin_release(room, true);
    if (room && change->input->kind == INPUT_HEARD && !begin_holds(room, change->input))
        host_dismiss(room->host, &change->heard);
    change_free(change);
    if (room)
        room_run(room);
}

/* The id of the message that caused a change stands on its first line. */
static void put_id(struct change *change)
{
    char bytes[3 * ROOM_ID + 8];
    struct text pair = text_over(bytes, sizeof bytes);
    char *line = change->lines[0];
    record_put(&pair, "id", change->input->id);
    check(!pair.cut && asprintf(&change->lines[0], "%s%s", line, bytes) >= 0);
    free(line);
}

/* No table, and no house, may depend on a line that cannot be applied when it is safe. Who was to get a table has none. */
static void refuse(struct change *change, const char *why)
{
    struct table_room *room = change->room;
    bool was_read = room->is_aside && change->input->kind == INPUT_HEARD;
    change_failed(change, STORE_OK, why);
    if (was_read)
        host_dismiss(room->host, &change->heard); /* nobody else waits for it any more */
    change_free(change);
    if (room->is_closing)
        room_run(room);
}

void change_commit(struct change *change)
{
    struct table_room *room = change->room;
    char bytes[160];
    struct text why = text_over(bytes, sizeof bytes);
    if (change->input->has_id)
        put_id(change);
    if (change->applies_lines && !room_would_apply(room, change->lines, change->line_count, &why)) {
        refuse(change, bytes);
        return;
    }
    room->change = change;
    room->host->saving++;
    room->host->has_committed |= change->input->kind == INPUT_HEARD;
    struct store_append append = {.table = room->id,
                                  .first_seq = room->next_line,
                                  .lines = (const char *const *)change->lines,
                                  .count = change->line_count,
                                  .ends = change->ends,
                                  .leaves = change->leaves};
    const char *place = room->next_line == 1 ? room->name : change->place;
    if (*place && !change->ends)
        append.place = (struct store_place){room->port->network, place};
    store_write(room->host->store, &append, change_over, change);
}

struct change *change_of_line(struct table_room *room, const struct heard *heard, const struct text *line, int seat,
                              const char *note, change_done *told)
{
    check(!line->cut);
    struct change *change = change_new(room, heard);
    change_add(change, line->bytes);
    change->applies_lines = true;
    change->told = told;
    change->seat = seat;
    snprintf(change->note, sizeof change->note, "%s", note ? note : "");
    return change;
}

void change_commit_line(struct table_room *room, const struct heard *heard, const struct text *line, int seat,
                        const char *note, bool ends, change_done *told)
{
    struct change *change = change_of_line(room, heard, line, seat, note, told);
    change->ends = ends;
    change_commit(change);
}

void change_put_key(struct change *change, const char *key)
{
    if (change->room->name[0] == '@')
        snprintf(change->place, sizeof change->place, "@%s", key);
}
