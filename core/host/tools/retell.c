#include "retell.h"

#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "deal.h"
#include "text.h"

static void put(const struct retelling *retelling, const char *before, const struct prose *prose)
{
    if (prose->length > 0)
        fprintf(retelling->out, "%s%s\n", before, prose->text);
}

void retell_record(struct retelling *retelling, const struct table_room *room)
{
    struct prose line;
    prose_clear(&line);
    prose_putf(&line, "== %s, ", room->game->name);
    prose_put_foreign(&line, PROSE_PLAIN, room->name);
    prose_put(&line, " of ");
    prose_put_foreign(&line, PROSE_PLAIN, room->port->network);
    put(retelling, "", &line);
    free(retelling->hand);
    retelling->hand = NULL;
}

/* The board as everybody sees it, and whom the table waits for. */
static void put_standing(const struct retelling *retelling, const struct table_room *room)
{
    struct naming naming;
    struct view view = room_view(room, &naming);
    struct sight sight;
    struct prose prose;
    prose_clear(&prose);
    table_sight(view.rules, &room->playing.table, SEAT_PUBLIC, &sight);
    view_board(&view, &sight, VIEW_LINE, &prose);
    put(retelling, "    ", &prose);
    prose_clear(&prose);
    tell_put_next(&view, room, &prose);
    put(retelling, "    ", &prose);
}

/* Hand and choices, where they are not the ones that were told last. */
static void put_own(struct retelling *retelling, const struct table_room *room)
{
    struct prose prose;
    if (retelling->viewer == SEAT_PUBLIC || room->playing.table.over)
        return;
    prose_clear(&prose);
    tell_put_hand(room, retelling->viewer, &prose);
    if (retelling->hand && strcmp(retelling->hand, prose.text) == 0)
        return;
    free(retelling->hand);
    retelling->hand = strdup(prose.text);
    check(retelling->hand);
    put(retelling, "    (private) ", &prose);
}

static void put_result(const struct retelling *retelling, const struct table_room *room)
{
    struct naming naming;
    struct view view = room_view(room, &naming);
    struct pages result = {0};
    tell_outcome(&view, &room->playing, &result);
    for (const struct page *page = result.first; page; page = page->next)
        put(retelling, "", &page->prose);
    pages_fini(&result);
}

static void retell_start(struct retelling *retelling, const struct table_room *room)
{
    char names[TABLE_SEATS * HOST_NAME], number[12];
    struct text who = text_over(names, sizeof names);
    struct prose prose;
    room_people(room, room_all_seats(room), &who);
    prose_clear(&prose);
    snprintf(number, sizeof number, "%d", room->playing.game_number);
    if (room->playing.game_number == 1) {
        view_string(&prose, STRING_STARTED, "who", names, "game", room->game->name, (char *)0);
    } else {
        char most[12];
        snprintf(most, sizeof most, "%d", game_match_length(room->game, room->playing.rules.options));
        view_string(&prose, STRING_MATCH_NEXT, "next", number, "most", most, "who",
                    room->seats[room->playing.begins].name, (char *)0);
    }
    put(retelling, "", &prose);
    retelling->moves = 0;
}

static void retell_move(struct retelling *retelling, const struct table_room *room)
{
    struct naming naming;
    struct view view = room_view(room, &naming);
    const struct events *events = &room->step->events;
    struct prose prose;
    fprintf(retelling->out, "%d.", ++retelling->moves);
    for (int begin = 0; begin < events->count; begin = tell_sentence_end(events, begin))
        if (tell_sentence(&view, events, begin, retelling->viewer, &prose))
            fprintf(retelling->out, " %s", prose.text);
    fputc('\n', retelling->out);
}

/* Of the lines about people, those that the room is told of. */
static const struct news {
    const char *kind;
    enum string id;
} news[] = {{"away", STRING_LEFT_PLAY}, {"back", STRING_RETURNED}, {"claim", STRING_ATTACHED}};

static void retell_news(const struct retelling *retelling, const struct table_room *room, const char *kind, int seat)
{
    struct prose prose;
    prose_clear(&prose);
    for (size_t i = 0; i < sizeof news / sizeof *news; i++)
        if (strcmp(news[i].kind, kind) == 0 && room_has_begun(room) && seat >= 0 && seat < room->seat_count)
            view_string(&prose, news[i].id, "who", room->seats[seat].name, (char *)0);
    put(retelling, "", &prose);
}

void retell_line(struct retelling *retelling, const struct table_room *room, const char *kind, int seat)
{
    bool is_start = strcmp(kind, "start") == 0;
    if (!is_start && strcmp(kind, "move") != 0) {
        retell_news(retelling, room, kind, seat);
        return;
    }
    if (is_start)
        retell_start(retelling, room);
    else
        retell_move(retelling, room);
    put_standing(retelling, room);
    put_own(retelling, room);
    if (room->playing.table.over)
        put_result(retelling, room);
}

void retell_fini(struct retelling *retelling)
{
    free(retelling->hand);
    retelling->hand = NULL;
}
