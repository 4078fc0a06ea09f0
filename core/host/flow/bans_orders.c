/* What operators of a room order: "!ban bob". Whom a name means, and how a seat passes to a
   robot, is in bans.c; which bans there are, in session/room_bans.h. commands/ checks whose word
   counts. */
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "bans.h"
#include "heard.h"
#include "host_bans.h"
#include "host_state.h"
#include "prose.h"
#include "room_bans.h"
#include "text.h"
#include "view.h"

/* Where an order holds. False, with the reason, if nowhere. */
static bool find_place(struct host *host, const struct heard *heard, char place[HOST_ROOM],
                       struct prose *answer)
{
    const struct host_port *port = host_port_of(host, heard->network);
    if (port && heard->room)
        room_bans_place(port, heard->room, place);
    else
        view_string(answer, STRING_CHANNEL_WHERE, (char *)0);
    return port && heard->room;
}

void host_room_ban(struct host *host, const struct heard *heard, const char *who,
                   struct prose *answer)
{
    char place[HOST_ROOM];
    const struct host_port *port = host_port_of(host, heard->network);
    if (!find_place(host, heard, place, answer))
        return;
    struct meant meant = bans_meant(host, heard->network, heard->room, who);
    bool is_self = meant.count == 1 && strcmp(meant.key, heard->key) == 0 &&
                   strcmp(meant.network, heard->network) == 0;
    if (meant.count == 0 || is_self) {
        view_string(answer, is_self ? STRING_ROOM_BAN_SELF : STRING_ROOM_BAN_UNKNOWN, "typed", who,
                    (char *)0);
    } else if (meant.count > 1) {
        view_string(answer, STRING_ROOM_BAN_WHICH, "typed", who, (char *)0);
    } else if (meant.is_admin) {
        view_string(answer, STRING_ROOM_BAN_ADMIN, "who", meant.name, (char *)0);
    } else if (room_bans_has(host, port, place, meant.network, meant.key, meant.source)) {
        view_string(answer, STRING_ROOM_BAN_ALREADY, "who", meant.name, (char *)0);
    } else if (!room_bans_add(host, port, place, meant.network, meant.key, meant.source)) {
        view_string(answer, STRING_ROOM_BANS_FULL, "most", text_number(ROOM_BANS_EACH), (char *)0);
    } else {
        view_string(answer, STRING_ROOM_BAN_DONE, "who", meant.name, (char *)0);
        bans_vacate_all(host, heard->network);
    }
}

void host_room_unban(struct host *host, const struct heard *heard, const char *who,
                     struct prose *answer)
{
    char place[HOST_ROOM];
    const struct host_port *port = host_port_of(host, heard->network);
    if (!find_place(host, heard, place, answer))
        return;
    struct meant meant = bans_meant(host, heard->network, heard->room, who);
    if (meant.count > 1)
        view_string(answer, STRING_ROOM_BAN_WHICH, "typed", who, (char *)0);
    else if (*who && room_bans_lift(host, port, place, meant.network, meant.key, meant.source) > 0)
        view_string(answer, STRING_ROOM_UNBAN_DONE, "who", meant.name, (char *)0);
    else if (meant.count == 0 && text_same_word(who, "everybody") &&
             room_bans_lift(host, port, place, heard->network, NULL, NULL) > 0)
        view_string(answer, STRING_ROOM_UNBAN_ALL, (char *)0);
    else
        view_string(answer, STRING_ROOM_UNBAN_UNKNOWN, "typed", who, (char *)0);
}

static void put_day(int64_t wall, char day[16])
{
    time_t seconds = (time_t)(wall / 1000);
    struct tm parts;
    if (!gmtime_r(&seconds, &parts) || strftime(day, 16, "%Y-%m-%d", &parts) == 0)
        snprintf(day, 16, "?");
}

void host_room_bans(struct host *host, const struct heard *heard, struct prose *answer)
{
    char place[HOST_ROOM], first_day[16], last_day[16];
    int64_t first = 0, last = 0;
    if (!find_place(host, heard, place, answer))
        return;
    int count = room_bans_count(host, host_port_of(host, heard->network), place, &first, &last);
    put_day(first, first_day);
    put_day(last, last_day);
    view_string(answer,
                count == 0   ? STRING_ROOM_BANS_NONE
                : count == 1 ? STRING_ROOM_BANS_ONE
                             : STRING_ROOM_BANS,
                "n", text_number(count), "since", first_day, "latest", last_day, (char *)0);
}
