/* How a table stands, and how it ended, as orders for pictures (core/picture): from the public's
   sight, so that everybody may see them, or for one person from that person's own. Draws nothing.
 */
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "check.h"
#include "host_state.h"
#include "picture.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "room.h"
#include "session_view.h"
#include "strings/picture.def"
#include "tell.h"
#include "text.h"

enum host_pictures host_pictures_in(const struct host *host, const char *network, const char *room)
{
    static const char *const words[] = {
        [HOST_PICTURES_OFF] = "off", [HOST_PICTURES_END] = "end", [HOST_PICTURES_CALLS] = "calls"};
    char value[RULE_VALUE];
    room_rule_get(host, host_port_of(host, network), room, RULE_PICTURES, value);
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(value, words[i]) == 0)
            return (enum host_pictures)i;
    return HOST_PICTURES_OFF;
}

static struct picture_order *new_order(void)
{
    struct picture_order *order = malloc(sizeof *order);
    check(order);
    return order;
}

/* The row of the seat stands last. */
static struct picture_order *board_of(const struct session *session, int viewer,
                                      enum language language, const struct prose *news)
{
    struct naming naming;
    struct sight sight;
    struct prose call;
    struct view view = session_view(session, &naming);
    view_set_look(&view, view_look(false, language));
    view.last = viewer < session->seat_count ? 1 + viewer : 0;
    table_sight(view.rules, &session->playing->table, viewer, &sight);
    prose_open(&call, view.language);
    tell_put_next(&view, session, false, &call);
    struct picture_order *order = new_order();
    picture_order_board(&view, &sight, news, &call, order);
    return order;
}

static int seat_of(const struct session *session, const char *network, const char *key)
{
    int seat = session_seat_of(session, &(struct heard){.network = network, .key = key});
    return seat < 0 ? SEAT_PUBLIC : seat;
}

struct picture_order *host_picture_board(struct host *host, const char *network, const char *room,
                                         const struct prose *news)
{
    const struct session *session = host_find(host, network, room);
    if (!session || !session_has_begun(session))
        return NULL;
    if (room[0] == '@')
        return board_of(session, seat_of(session, network, room + 1),
                        host_person_language(host, network, room + 1), news);
    return board_of(session, SEAT_PUBLIC, host_room_language(host, network, room), news);
}

void tell_show_board(const struct session *session, const struct heard *heard)
{
    const struct host_port *port = host_port_of(session->host, heard->network);
    if (!port || !port->show_board)
        return;
    struct picture_order *order = board_of(session, seat_of(session, heard->network, heard->key),
                                           host_language(session->host, heard), NULL);
    port->show_board(port->self, heard->key, order);
    picture_order_free(order);
}

/* "27 November 2026", by UTC. */
static void put_day(int64_t seconds, struct prose *out)
{
    static const int months[] = {
        STRING_PICTURE_JANUARY, STRING_PICTURE_FEBRUARY, STRING_PICTURE_MARCH,
        STRING_PICTURE_APRIL,   STRING_PICTURE_MAY,      STRING_PICTURE_JUNE,
        STRING_PICTURE_JULY,    STRING_PICTURE_AUGUST,   STRING_PICTURE_SEPTEMBER,
        STRING_PICTURE_OCTOBER, STRING_PICTURE_NOVEMBER, STRING_PICTURE_DECEMBER};
    time_t then = (time_t)seconds;
    struct tm when;
    check(gmtime_r(&then, &when));
    view_string(out, months[when.tm_mon], "n", text_number(when.tm_mday), "year",
                text_number(when.tm_year + 1900), (char *)0);
}

static struct picture_order *result_of(const struct session *session, enum language language,
                                       int64_t ended)
{
    struct prose day;
    struct naming naming;
    struct sight sight;
    if (!session_has_begun(session) || !session->playing->table.over)
        return NULL;
    struct view view = session_view(session, &naming);
    view_set_look(&view, view_look(false, language));
    table_sight(view.rules, &session->playing->table, SEAT_PUBLIC, &sight);
    prose_open(&day, language);
    if (ended > 0)
        put_day(ended, &day);
    struct picture_order *order = new_order();
    bool is_sealed = strlen(session->record.seal) == LUCK_SEAL - 1; /* and not "fixed" */
    picture_order_share(&view, &sight, is_sealed ? session->record.seal : NULL,
                        day.length > 0 ? day.text : NULL, order);
    return order;
}

struct picture_order *host_picture_result(struct host *host, const char *network, const char *room)
{
    const struct session *session = host_find(host, network, room);
    enum language language = host_room_language(host, network, room);
    return session ? result_of(session, language, host_wall(host) / 1000) : NULL;
}

bool tell_show_result(const struct session *session, const struct host_port *port, const char *room,
                      int64_t ended, struct prose *why)
{
    struct picture_order *order =
        result_of(session, host_room_language(session->host, port->network, room), ended);
    bool is_over = order != NULL;
    if (is_over)
        port->show_result(port->self, room, host_table_number(session), order, why);
    picture_order_free(order);
    return is_over;
}
