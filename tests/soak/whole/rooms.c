/* How people bring tables into other rooms and take them out, and become one on several
   networks. */
#include <stdio.h>
#include <string.h>

#include "host_state.h"
#include "room.h"
#include "seat.h"
#include "tables.h"
#include "world.h"

enum { PAUSE_MS = 4000, CODE_MS = 8 * 60 * 1000 };

static bool may_speak(const struct human *human)
{
    return human_is_there(human) && sim_now() - human->said_at > PAUSE_MS &&
           sim_now() > human->silent_until;
}

/* ---- tables ---- */

static struct session *any_table(void)
{
    const struct host *host = sim_host();
    struct session *session = host->tables.first;
    for (int i = host->tables.count > 0 ? sim_dice(host->tables.count) : 0; i > 0; i--)
        session = session->next;
    return session;
}

static struct human *opener_of(const struct session *session)
{
    int seat = session_opener_seat(session);
    return seat < 0 || session->seats[seat].kind != SEAT_PERSON
               ? NULL
               : human_of_key(session->seats[seat].port->network, session->seats[seat].key);
}

/* In a room of the table, or else in private. */
static void say_at(const struct session *session, struct human *human, const char *text)
{
    human_say(human, room_of(human->net, host_room_name(session, w.nets[human->net].network)),
              text);
}

/* For a table that has one room and has not begun. */
static bool ask_for_code(void)
{
    const struct session *session = any_table();
    for (int i = sim_host()->tables.count; i > 0; i--) {
        struct human *human = session_has_begun(session) || session_showing_count(session) > 1
                                  ? NULL
                                  : opener_of(session);
        if (human && may_speak(human)) {
            say_at(session, human, "invite");
            return true;
        }
        session = session->next ? session->next : sim_host()->tables.first;
    }
    return false;
}

/* In a room without a table, if there is one. */
bool rooms_say_code(struct human *human)
{
    char text[32];
    const struct net *net = &w.nets[human->net];
    int room = sim_dice(ROOMS), most = w.code_count < CODES ? w.code_count : CODES;
    if (most == 0)
        return false;
    if (host_find(sim_host(), net->network, net->rooms[room].name))
        room = (room + 1) % ROOMS;
    int which = sim_chance(700) ? w.code_count - 1 : w.code_count - 1 - sim_dice(most);
    snprintf(text, sizeof text, "join %s", w.codes[which % CODES]);
    human_say(human, sim_chance(750) ? room : -1, text);
    return true;
}

/* Codes end when the game begins: the latest is said soon. */
static bool bring_in(void)
{
    char text[32];
    int first = sim_dice(HUMANS), room = sim_dice(ROOMS);
    for (int i = 0; i < HUMANS * ROOMS && w.code_uses > 0; i++) {
        struct human *human = &w.humans[(first + i) % HUMANS];
        const struct net *net = &w.nets[human->net];
        room = (room + 1) % ROOMS;
        if (!may_speak(human) || host_find(sim_host(), net->network, net->rooms[room].name))
            continue;
        w.code_uses--;
        snprintf(text, sizeof text, "join %s", w.codes[(w.code_count - 1) % CODES]);
        human_say(human, room, text);
        return true;
    }
    return false;
}

static bool take_out(void)
{
    char text[HOST_ROOM + 16];
    const struct session *session = any_table();
    struct human *human = session ? opener_of(session) : NULL;
    if (!human || !may_speak(human) || session_showing_count(session) == 1)
        return false;
    const struct showing *showing =
        session_showing(session, sim_dice(session_showing_count(session)));
    bool is_named = showing->name[0] == '#';
    snprintf(text, sizeof text, "uninvite %s", is_named ? showing->name : showing->port->network);
    say_at(session, human, sim_chance(900) ? text : "uninvite");
    return true;
}

/* An operator of one room has the table taken out of it. */
static bool stop_there(struct human *human)
{
    int room = sim_dice(ROOMS);
    const struct net *net = &w.nets[human->net];
    const struct session *session = host_find(sim_host(), net->network, net->rooms[room].name);
    if (human->net == DISCORD || !session || session_showing_count(session) == 1)
        return false;
    sim_person_op(human->irc, net->rooms[room].shown);
    human_say(human, room, "stop");
    return true;
}

/* ---- links ---- */

/* Mostly the one beside them, who is on another network. */
static struct human *other_of(const struct human *human)
{
    int other = sim_chance(850) ? (int)(human - w.humans) ^ 1 : sim_dice(HUMANS);
    return &w.humans[other];
}

static bool say_link_code(void)
{
    char text[32];
    for (int i = 0; i < HUMANS; i++) {
        struct human *first = &w.humans[i], *second = other_of(first);
        if (!*first->link || sim_now() - first->link_at > CODE_MS || !may_speak(second))
            continue;
        first->link_at = -CODE_MS;
        snprintf(text, sizeof text, "link %s", first->link);
        human_say(second, sim_chance(30) ? sim_dice(ROOMS) : -1, text);
        return true;
    }
    return false;
}

static bool part(struct human *human)
{
    for (int i = 0; i < HUMANS; i++)
        w.humans[i].is_partner_unsure |=
            &w.humans[i] == human || w.humans[i].partner == (int)(human - w.humans);
    human_say(human, -1, "unlink");
    return true;
}

/* ---- answers ---- */

static bool answer(void)
{
    for (int i = 0; i < HUMANS; i++) {
        struct human *human = &w.humans[i];
        if (!may_speak(human) || (!human->has_wish && !human->has_link_wish))
            continue;
        bool is_yes = sim_chance(800);
        human_say(human, -1,
                  human->has_wish ? is_yes ? "invite yes" : "invite no"
                  : is_yes        ? "link yes"
                                  : "link no");
        *(human->has_wish ? &human->has_wish : &human->has_link_wish) = false;
        return true;
    }
    return false;
}

bool rooms_act(void)
{
    struct human *human = &w.humans[sim_dice(HUMANS)];
    int way = sim_dice(100);
    if (answer() || bring_in())
        return true;
    if (way < 40 && ask_for_code())
        return true;
    if (way >= 40 && way < 43)
        return take_out();
    if (way < 60 && say_link_code())
        return true;
    if (!may_speak(human))
        return false;
    if (way < 70)
        return rooms_say_code(human);
    if (way < 72)
        return stop_there(human);
    if (way < 94) {
        human_say(human, -1, "link");
        return true;
    }
    if (way < 97)
        return part(human);
    human_say(human, -1, "whoami");
    return true;
}
