/* What is said and what happens here, in the network of this process, and concerns tables of
   others: it goes to them as mail. */
#include "relay_inside.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host.h"
#include "posts.h"
#include "prose.h"
#include "relay_sheets.h"
#include "relay_strings.h"
#include "relay_text.h"
#include "relay_told.h"
#include "tables.h"
#include "view.h"

static int64_t now_of(const struct far *far)
{
    return loop_now(far->relay->setup.loop);
}

/* ---- what is heard here for a table there ---- */

void relay_say(struct relay *relay, const struct heard *heard, enum relay_string id, bool is_news)
{
    const struct host_port *own = relay_own(relay);
    struct prose prose;
    prose_clear(&prose);
    view_sentence(&prose, relay_strings[id], (char *)0);
    if (heard->room && is_news)
        own->post(own->self,
                  &(struct post){.room = heard->room, .kind = POST_NEWS, .tale = &prose});
    else
        own->whisper(own->self, &(struct whisper){.person = heard->key,
                                                  .name = heard->name,
                                                  .room = heard->room,
                                                  .kind = WHISPER_ANSWER,
                                                  .is_open = true,
                                                  .answers = heard->id,
                                                  .prose = &prose,
                                                  .source = heard->source.id});
}

void relay_say_full(struct relay *relay, const struct heard *heard)
{
    for (int i = 0; heard->id && i < relay->far_count; i++)
        awaited_answered(relay->fars[i], heard->id);
    relay_say(relay, heard, RELAY_STRING_FULL, false);
    host_dismiss(relay->setup.host, heard);
}

/* A person fills the own place alone, whatever the room. */
static bool forward(struct far *far, const struct heard *heard, enum host_matter matter)
{
    json_t *object = relay_put_heard(heard);
    relay_put(object, "k", "heard");
    json_object_set_new(object, "matter", json_integer(matter));
    awaited_add(far, heard, object);
    if (!far_send(far, heard->key, object) && matter != HOST_MATTER_ASIDE)
        relay_say_full(far->relay, heard);
    return true;
}

/* Who waits for an answer is told by relay_awaited.c. */
static void tell_waiting(struct far *far, struct roster_entry *entry, const struct heard *heard)
{
    bool is_waiting = far_is_away(far);
    if (!entry || heard->is_awaited)
        return;
    if (is_waiting && !entry->was_told)
        relay_say(far->relay, heard, RELAY_STRING_WAITS, true);
    entry->was_told = is_waiting;
}

/* "coloretto-17", where that process has not said yet who sits at it. */
static bool names(const char *text, int64_t table)
{
    const char *end = text + strcspn(text, " "), *dash = end;
    while (dash > text && *dash != '-')
        dash--;
    return dash > text && table > 0 && strtoll(dash + 1, NULL, 10) == table;
}

/* In private the words are for the process of the table that is meant. Where none is known to
   be, the roster says who has been told something by that process. */
static struct roster_entry *entry_of(const struct far *far, const struct heard *heard)
{
    int64_t tables[HOST_TABLES_EACH], table = heard->press ? heard->press->table : heard->table;
    if (heard->room && !heard->press)
        return roster_room(&far->roster, heard->room);
    struct roster_entry *entry = roster_person(&far->roster, heard->key);
    if (!entry)
        return NULL;
    if (table)
        return table == entry->table || sheets_has_table(far, heard->key, table) ? entry : NULL;
    bool is_elsewhere_alone =
        host_tables_of(far->relay->setup.host, heard->network, heard->key, tables) == 0;
    return is_elsewhere_alone || names(heard->text, entry->table) ? entry : NULL;
}

static bool takes(void *self, const struct heard *heard, enum host_matter matter)
{
    struct far *far = self;
    if (far->relay->is_returning || !far->is_running)
        return false;
    if (matter == HOST_MATTER_PERSON) {
        if (far_is_away(far))
            relay_say(far->relay, heard, RELAY_STRING_KEEPER_WAITS, false);
        return forward(far, heard, matter);
    }
    struct roster_entry *entry = entry_of(far, heard);
    bool is_taken = entry != NULL;
    if (matter == HOST_MATTER_CODE)
        is_taken = true;
    if (matter == HOST_MATTER_WORD)
        is_taken = far->roster.rooms.count + far->roster.people.count > 0;
    if (matter == HOST_MATTER_ASIDE)
        is_taken = entry && roster_person(&far->roster, heard->key);
    if (!is_taken)
        return false;
    if (matter == HOST_MATTER_CODE) /* from now on it hears of this person */
        roster_add_person(&far->roster, heard->key, heard->name, 0, now_of(far));
    tell_waiting(far, entry, heard);
    return forward(far, heard, matter);
}

bool relay_pass_on(struct relay *relay, const struct far *after, const struct heard *heard)
{
    bool is_behind = false;
    for (int i = 0; i < relay->far_count; i++) {
        if (is_behind && takes(relay->fars[i], heard, HOST_MATTER_WORD))
            return true;
        is_behind |= relay->fars[i] == after;
    }
    return false;
}

void far_send_reach(struct far *far, const char *key)
{
    const struct host_port *own = relay_own(far->relay);
    enum host_reach reach = own->reach ? own->reach(own->self, key) : HOST_REACHED;
    if (reach == HOST_REACH_ASKED)
        return; /* host_reach_known() follows */
    json_t *object = relay_note("reach");
    relay_put(object, "key", key);
    json_object_set_new(object, "reach", json_integer(reach));
    far_send(far, NULL, object);
}

/* ---- what becomes of people and rooms here ---- */

static bool is_about_room(enum host_event_kind kind)
{
    return kind == HOST_EVENT_ROOM_READY || kind == HOST_EVENT_HOLD ||
           kind == HOST_EVENT_ROOM_GONE || kind == HOST_EVENT_ROOM_LOST ||
           kind == HOST_EVENT_ROOM_RENAMED;
}

static bool is_concerned(const struct far *far, const struct host_event *event)
{
    const struct roster *roster = &far->roster;
    if (event->kind == HOST_EVENT_NETWORK_GONE)
        return roster->rooms.count + roster->people.count > 0;
    return is_about_room(event->kind) ? roster_room(roster, event->who) != NULL
                                      : roster_person(roster, event->who) != NULL;
}

static bool tell(void *self, const struct host_event *event)
{
    struct far *far = self;
    if (event->kind == HOST_EVENT_ASKED)
        asked_note(far, &far->asked_there, event->who, event->ms);
    return far->is_running && far_send_event(far, event);
}

static void note(void *self, const struct host_event *event)
{
    struct far *far = self;
    if (!far->is_running || !is_concerned(far, event))
        return;
    if (event->kind == HOST_EVENT_REACH_KNOWN) {
        far_send_reach(far, event->who);
        return;
    }
    tell(far, event);
    if (event->kind == HOST_EVENT_ROOM_RENAMED && strcmp(event->who, event->text) != 0) {
        roster_add_room(&far->roster, event->text, roster_room(&far->roster, event->who)->table,
                        now_of(far));
        roster_forget_room(&far->roster, event->who);
    } else if (event->kind == HOST_EVENT_BOUND) {
        const struct roster_entry *entry = roster_person(&far->roster, event->who);
        roster_add_person(&far->roster, event->text, entry->shown, entry->table, now_of(far));
    }
}

static bool shows(void *self, const char *room)
{
    return roster_room(&((struct far *)self)->roster, room) != NULL;
}

struct visit {
    void (*each)(void *arg, const char *room);
    void (*each_person)(void *arg, const char *key, const char *name);
    void *arg;
};

static void visit(void *arg, struct shelf_item *item)
{
    const struct visit *visit = arg;
    const struct roster_entry *entry = (const struct roster_entry *)item;
    if (visit->each)
        visit->each(visit->arg, entry->name);
    else if (entry->shown[0])
        visit->each_person(visit->arg, entry->name, entry->shown);
}

static void each_room(void *self, void (*each)(void *arg, const char *room), void *arg)
{
    struct visit visits = {.each = each, .arg = arg};
    shelf_each(&((struct far *)self)->roster.rooms, visit, &visits);
}

static void each_person(void *self, void (*each)(void *arg, const char *key, const char *name),
                        void *arg)
{
    struct visit visits = {.each_person = each, .arg = arg};
    shelf_each(&((struct far *)self)->roster.people, visit, &visits);
}

/* ---- what this process wants to know ---- */

static bool ask(void *self, const struct host_question *question)
{
    struct far *far = self;
    json_t *object = far->is_running ? relay_note("ask") : NULL;
    if (!object)
        return false;
    json_object_set_new(object, "n", json_integer(question->number));
    json_object_set_new(object, "kind", json_integer(question->kind));
    relay_put(object, "network", question->network);
    relay_put(object, "key", question->key);
    relay_put(object, "other_network", question->other_network);
    relay_put(object, "other_key", question->other_key);
    return far_send(far, NULL, object);
}

const struct host_elsewhere relay_elsewhere = {.takes = takes,
                                               .note = note,
                                               .tell = tell,
                                               .ask = ask,
                                               .shows = shows,
                                               .each_room = each_room,
                                               .each_person = each_person,
                                               .board_in = sheets_board_in,
                                               .board_of = sheets_board_of,
                                               .tables_of = sheets_tables_of,
                                               .open_moves = sheets_open_moves,
                                               .panel_of = sheets_panel_of,
                                               .offers_again = sheets_offers_again,
                                               .asks = sheets_asks,
                                               .each_seated_at = sheets_each_seated_at,
                                               .each_to_kick = sheets_each_to_kick,
                                               .changed = told_changed,
                                               .gone = told_gone};
