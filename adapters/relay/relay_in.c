/* In: what is said and what happens here, in the network of this process, and concerns tables of
   others, goes to them as mail; and what other processes have written: what somebody said there,
   what is to be told here, and what becomes of people there. Each mail is acknowledged when it is
   dealt with: what was heard, when the host has it safe or has refused it; what is told, when the
   network here has it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "commands.h"
#include "host.h"
#include "log.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "relay_inside.h"
#include "relay_text.h"
#include "sheets.h"
#include "tables.h"
#include "text.h"
#include "view.h"

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

static void relay_say_full(struct relay *relay, const struct heard *heard)
{
    for (int i = 0; heard->id && i < relay->far_count; i++)
        relay_awaited_answered(relay->fars[i], heard->id);
    relay_say(relay, heard, RELAY_STRING_FULL, false);
    host_dismiss(relay->setup.host, heard);
}

/* A person fills the own place alone, whatever the room. */
static bool forward(struct far *far, const struct heard *heard, enum host_matter matter)
{
    json_t *object = relay_write(&relay_heard, heard);
    relay_put(object, "k", "heard");
    json_object_set_new(object, "matter", json_integer(matter));
    relay_awaited_add(far, heard, object);
    if (!relay_send(far, heard->key, object) && matter != HOST_MATTER_ASIDE)
        relay_say_full(far->relay, heard);
    return true;
}

/* Who waits for an answer is told by relay.c. */
static void tell_waiting(struct far *far, struct roster_entry *entry, const struct heard *heard)
{
    bool is_waiting = relay_is_away(far);
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
        return sheets_room(&far->roster, heard->room);
    struct roster_entry *entry = sheets_person(&far->roster, heard->key);
    if (!entry)
        return NULL;
    if (table)
        return table == entry->table || sheets_has_table(far, heard->key, table) ? entry : NULL;
    bool is_elsewhere_alone =
        host_tables_of(far->relay->setup.host, identity_of(heard), tables) == 0;
    return is_elsewhere_alone || names(heard->text, entry->table) ? entry : NULL;
}

static bool takes(void *self, const struct heard *heard, enum host_matter matter)
{
    struct far *far = self;
    if (far->relay->is_returning || !far->is_running)
        return false;
    if (matter == HOST_MATTER_PERSON) {
        if (relay_is_away(far))
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
        is_taken = entry && sheets_person(&far->roster, heard->key);
    if (!is_taken)
        return false;
    if (matter == HOST_MATTER_CODE) /* from now on it hears of this person */
        sheets_add_person(&far->roster, heard->key, heard->name, 0, relay_now(far));
    tell_waiting(far, entry, heard);
    return forward(far, heard, matter);
}

/* What came back and may still be for another process: the next one behind `after` gets it.
   False if no other takes it. */
static bool relay_pass_on(struct relay *relay, const struct far *after, const struct heard *heard)
{
    bool is_behind = false;
    for (int i = 0; i < relay->far_count; i++) {
        if (is_behind && takes(relay->fars[i], heard, HOST_MATTER_WORD))
            return true;
        is_behind |= relay->fars[i] == after;
    }
    return false;
}

/* What our own network's reach() says of somebody, to the process that has asked. */
static void relay_send_reach(struct far *far, const char *key)
{
    const struct host_port *own = relay_own(far->relay);
    enum host_reach reach = own->reach ? own->reach(own->self, key) : HOST_REACHED;
    if (reach == HOST_REACH_ASKED)
        return; /* host_reach_known() follows */
    json_t *object = relay_note("reach");
    relay_put(object, "key", key);
    json_object_set_new(object, "reach", json_integer(reach));
    relay_send(far, NULL, object);
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
    return is_about_room(event->kind) ? sheets_room(roster, event->who) != NULL
                                      : sheets_person(roster, event->who) != NULL;
}

static bool tell(void *self, const struct host_event *event)
{
    struct far *far = self;
    if (event->kind == HOST_EVENT_ASKED)
        relay_asked_note(far, &far->asked_there, event->who, event->ms);
    return far->is_running && relay_send_event(far, event);
}

static void note(void *self, const struct host_event *event)
{
    struct far *far = self;
    if (!far->is_running || !is_concerned(far, event))
        return;
    if (event->kind == HOST_EVENT_REACH_KNOWN) {
        relay_send_reach(far, event->who);
        return;
    }
    tell(far, event);
    if (event->kind == HOST_EVENT_ROOM_RENAMED && strcmp(event->who, event->text) != 0) {
        sheets_add_room(&far->roster, event->text, sheets_room(&far->roster, event->who)->table,
                        relay_now(far));
        sheets_forget_room(&far->roster, event->who);
    } else if (event->kind == HOST_EVENT_BOUND) {
        const struct roster_entry *entry = sheets_person(&far->roster, event->who);
        sheets_add_person(&far->roster, event->text, entry->shown, entry->table, relay_now(far));
    }
}

static bool shows(void *self, const char *room)
{
    return sheets_room(&((struct far *)self)->roster, room) != NULL;
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
    relay_put(object, "network", question->who.network);
    relay_put(object, "key", question->who.key);
    relay_put(object, "other_network", question->other.network);
    relay_put(object, "other_key", question->other.key);
    return relay_send(far, NULL, object);
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
                                               .changed = sheets_told_changed,
                                               .gone = sheets_told_gone};

/* ---- mail ---- */

static struct far *far_of(const struct relay *relay, const char *network)
{
    for (int i = 0; i < relay->far_count; i++)
        if (strcmp(relay->fars[i]->network, network) == 0)
            return relay->fars[i];
    return NULL;
}

static void done(struct far *far, int64_t number)
{
    const struct relay_mail *mail = &far->relay->setup.mail;
    mail->done(mail->self, far->network, number);
}

/* ---- heard there, for a table here ---- */

/* "seat k7plm-x3vqd" or the word alone. */
static bool knows_word(struct host *host, const struct heard *heard)
{
    struct heard word = *heard;
    const char *blank = strrchr(heard->text, ' ');
    word.text = blank ? blank + 1 : heard->text;
    return host_knows_word(host, &word);
}

/* It is about a table here, or can be refused nowhere else. */
static bool is_for_us(struct host *host, const struct heard *heard, enum host_matter matter)
{
    if (matter == HOST_MATTER_CODE || matter == HOST_MATTER_PERSON)
        return true;
    if (matter == HOST_MATTER_WORD)
        return knows_word(host, heard);
    if (heard->press)
        return host_table_numbered(host, identity_of(heard), heard->press->table) != NULL;
    if (heard->table && host_table_numbered(host, identity_of(heard), heard->table))
        return true;
    bool has_table = heard->room
                         ? host_find(host, heard->network, heard->room) != NULL
                         : !heard->table && host_table_of(host, identity_of(heard), 0) != NULL;
    return has_table || host_has_offer(host, heard);
}

static void send_back(struct far *far, json_t *object)
{
    char key[HOST_KEY];
    relay_get(object, "key", key, sizeof key);
    relay_put(object, "k", "back");
    relay_send(far, key, json_incref(object));
}

static void add_pending(struct far *far, int64_t number, const struct heard *heard, bool has_own_id)
{
    size_t size = strlen(heard->id) + 1;
    struct pending *pending = malloc(sizeof *pending + size), **end = &far->pending;
    check(pending);
    *pending = (struct pending){.number = number, .has_own_id = has_own_id};
    memcpy(pending->id, heard->id, size);
    while (*end)
        end = &(*end)->next;
    *end = pending;
}

static bool is_move(struct host *host, const struct heard *heard)
{
    char verb[HOST_NAME];
    struct session *session = host_find(host, heard->network, heard->room);
    return session && host_is_bare_move(session, heard, verb);
}

static void hear(struct relay *relay, const struct heard *heard)
{
    if (heard->press)
        commands_press(relay->setup.commands, relay->setup.host, heard);
    else
        commands_hear(relay->setup.commands, relay->setup.host, heard);
}

/* A line without an id of its own gets that of the mail: it is applied once, however often the
   mail comes. */
static void give_id(struct heard *said, int64_t number)
{
    char *id = NULL;
    check(asprintf(&id, "mail-%lld", (long long)number) > 0);
    said->id = id;
}

static void on_heard(struct far *far, int64_t number, json_t *object)
{
    struct host *host = far->relay->setup.host;
    enum host_matter matter = (enum host_matter)relay_get_number(object, "matter");
    struct heard said;
    relay_read(&relay_heard, object, &said);
    bool has_own_id = said.id != NULL;
    said.network = far->network;
    said.now = relay_now(far);
    if (!has_own_id)
        give_id(&said, number);
    if (matter == HOST_MATTER_ASIDE && !is_move(host, &said)) {
        done(far, number);
    } else if (!is_for_us(host, &said, matter)) {
        send_back(far, object);
        done(far, number);
    } else {
        add_pending(far, number, &said, has_own_id);
        hear(far->relay, &said);
    }
    fields_drop(&relay_heard, &said);
}

/* ---- heard here, and not for them ---- */

/* That table has no such room, or that person no seat there. */
static void forget_place(struct far *far, struct heard *heard)
{
    int64_t table = heard->press ? heard->press->table : heard->table;
    struct roster_entry *entry = sheets_person(&far->roster, heard->key);
    if (heard->room && !heard->press)
        sheets_forget_room(&far->roster, heard->room);
    else if (entry && table)
        sheets_drop(&far->roster, entry, table);
    if (entry && (!heard->room || heard->press) && !entry->sheets)
        sheets_forget_person(&far->roster, heard->key);
    heard->table = 0;
}

static void on_back(struct far *far, int64_t number, const json_t *object)
{
    struct relay *relay = far->relay;
    enum host_matter matter = (enum host_matter)relay_get_number(object, "matter");
    struct heard said;
    relay_read(&relay_heard, object, &said);
    said.network = relay->setup.network;
    said.now = relay_now(far);
    if (!said.id)
        give_id(&said, number);
    relay_awaited_answered(far, said.id);
    if (matter == HOST_MATTER_TABLE)
        forget_place(far, &said);
    if (matter != HOST_MATTER_WORD || !relay_pass_on(relay, far, &said)) {
        relay->is_returning = matter == HOST_MATTER_WORD || said.press;
        hear(relay, &said);
        relay->is_returning = false;
    }
    fields_drop(&relay_heard, &said);
}

/* ---- told there, for people here ---- */

static void on_post(struct far *far, const json_t *object)
{
    const struct host_port *own = relay_own(far->relay);
    struct post told;
    relay_read(&relay_post, object, &told);
    if (told.table)
        sheets_add_room(&far->roster, told.room, told.table, relay_now(far));
    sheets_take_board(far, told.room, object);
    own->post(own->self, &told);
    fields_drop(&relay_post, &told);
}

static void on_whisper(struct far *far, const json_t *object)
{
    const struct host_port *own = relay_own(far->relay);
    struct whisper told;
    relay_read(&relay_whisper, object, &told);
    if (told.table)
        sheets_add_person(&far->roster, told.person, told.name, told.table, relay_now(far));
    sheets_take_seat(far, told.person, told.name, json_object_get(object, "seat"));
    own->whisper(own->self, &told);
    fields_drop(&relay_whisper, &told);
}

static void on_dealt(struct far *far, const json_t *object)
{
    const struct host_port *own = relay_own(far->relay);
    char id[RELAY_ID];
    if (!relay_get(object, "id", id, sizeof id))
        return;
    relay_awaited_answered(far, id);
    if (own->dealt_with)
        own->dealt_with(own->self, id);
}

/* ---- people and rooms ---- */

static void on_event(struct far *far, const json_t *object)
{
    struct host *host = far->relay->setup.host;
    const char *network = far->network;
    char who[HOST_ROOM], text[HOST_ROOM];
    int64_t now = relay_now(far), ms = relay_get_number(object, "ms");
    relay_get(object, "who", who, sizeof who);
    relay_get(object, "text", text, sizeof text);
    switch ((enum host_event_kind)relay_get_number(object, "kind")) {
    case HOST_EVENT_ROOM_READY:
        host_room_ready(host, network, who, now);
        break;
    case HOST_EVENT_ROOM_LOST:
        host_room_lost(host, network, who, now);
        break;
    case HOST_EVENT_ROOM_RENAMED:
        host_room_renamed(host, network, who, text, now);
        break;
    case HOST_EVENT_ROOM_GONE:
        host_room_gone(host, network, who, now);
        break;
    case HOST_EVENT_PERSON_READY:
        host_person_ready(host, identity(network, who), now);
        break;
    case HOST_EVENT_RENAMED:
        host_renamed(host, identity(network, who), text, now);
        break;
    case HOST_EVENT_GONE:
        host_gone(host, identity(network, who), now);
        break;
    case HOST_EVENT_LOST:
        host_lost(host, identity(network, who), now);
        break;
    case HOST_EVENT_RETURNED:
        host_returned(host, identity(network, who), now);
        break;
    case HOST_EVENT_BOUND:
        host_bound(host, identity(network, who), text, now);
        break;
    case HOST_EVENT_HOLD:
        host_hold(host, network, who, now + ms, now);
        break;
    case HOST_EVENT_NETWORK_GONE:
        host_network_gone(host, network, now);
        break;
    case HOST_EVENT_USED:
        host_person_used(host, identity(network, who));
        break;
    case HOST_EVENT_FORGOT:
        host_forgot(host, network, ms, now);
        break;
    case HOST_EVENT_ASKED:
        relay_asked_note(far, &far->asked_here, who, ms);
        break;
    case HOST_EVENT_DAILY:
        host_daily_asked(host);
        break;
    case HOST_EVENT_REACH_KNOWN:
    case HOST_EVENTS:
        break;
    }
}

/* The process there is new: it knows nobody who was there before, and perhaps has not said all
   that it was told, nor the one before that a table is gone. It tells all tables of people
   again. */
static void on_hello(struct far *far, const json_t *object)
{
    (void)object;
    host_network_gone(far->relay->setup.host, far->network, relay_now(far));
    sheets_drop_peoples(&far->roster);
    relay_asked_begin_anew(far);
    sheets_told_forget_all(far);
    sheets_told_send_all(far);
}

static void on_shown(struct far *far, const json_t *object)
{
    const struct host_port *own = relay_own(far->relay);
    char room[HOST_ROOM];
    relay_get(object, "room", room, sizeof room);
    sheets_add_room(&far->roster, room, 0, relay_now(far));
    if (own->is_away && own->is_away(own->self, room))
        return; /* host_room_ready() follows */
    relay_send_event(far, &(struct host_event){.kind = HOST_EVENT_ROOM_READY, .who = room});
}

static void on_sits(struct far *far, const json_t *object)
{
    char key[HOST_KEY], name[HOST_NAME];
    relay_get(object, "key", key, sizeof key);
    relay_get(object, "name", name, sizeof name);
    sheets_add_person(&far->roster, key, name, 0, relay_now(far));
}

static void on_seat(struct far *far, const json_t *object)
{
    char key[HOST_KEY], name[HOST_NAME];
    relay_get(object, "key", key, sizeof key);
    relay_get(object, "name", name, sizeof name);
    sheets_take_seat(far, key, name, json_object_get(object, "seat"));
}

static void on_board(struct far *far, const json_t *object)
{
    char room[HOST_ROOM];
    if (relay_get(object, "room", room, sizeof room))
        sheets_take_board(far, room, object);
}

static void on_reach_asked(struct far *far, const json_t *object)
{
    char key[HOST_KEY];
    if (!relay_get(object, "key", key, sizeof key))
        return;
    sheets_add_person(&far->roster, key, "", 0, relay_now(far)); /* host_reach_known() may follow */
    relay_send_reach(far, key);
}

static void on_reach(struct far *far, const json_t *object)
{
    char key[HOST_KEY];
    if (!relay_get(object, "key", key, sizeof key))
        return;
    relay_reached(far, key)->reach = (enum host_reach)relay_get_number(object, "reach");
    host_reach_known(far->relay->setup.host, identity(far->network, key), relay_now(far));
}

/* ---- questions ---- */

static void on_ask(struct far *far, const json_t *object)
{
    char network[HOST_NETWORK], key[HOST_KEY], other_network[HOST_NETWORK], other_key[HOST_KEY],
        bytes[HOST_TEXT];
    struct text answer = text_over(bytes, sizeof bytes);
    int64_t number = relay_get_number(object, "n");
    relay_get(object, "network", network, sizeof network);
    relay_get(object, "key", key, sizeof key);
    relay_get(object, "other_network", other_network, sizeof other_network);
    relay_get(object, "other_key", other_key, sizeof other_key);
    host_answer_question(
        far->relay->setup.host,
        &(struct host_question){.number = number,
                                .kind = (enum host_question_kind)relay_get_number(object, "kind"),
                                .who = {network, key},
                                .other = {other_network, other_key}},
        &answer);
    json_t *answered = relay_note("answer");
    json_object_set_new(answered, "n", json_integer(number));
    relay_put(answered, "text", bytes);
    relay_send(far, NULL, answered);
}

static void on_answer(struct far *far, const json_t *object)
{
    char text[HOST_TEXT];
    relay_get(object, "text", text, sizeof text);
    host_question_answered(far->relay->setup.host, far->network, relay_get_number(object, "n"),
                           text, relay_now(far));
}

/* What somebody chose on another network holds for the same person here. */
static void on_wear(struct far *far, const json_t *object)
{
    const struct host_port *own = relay_own(far->relay);
    char key[HOST_KEY], look[HOST_TEXT];
    if (relay_get(object, "key", key, sizeof key) && relay_get(object, "look", look, sizeof look) &&
        own->wear)
        own->wear(own->self, key, look);
}

/* ---- */

static bool is_kind(const json_t *object, const char *kind)
{
    const char *found = json_string_value(json_object_get(object, "k"));
    return found && strcmp(found, kind) == 0;
}

/* What is not heard is dealt with as soon as it is taken. */
static void take(struct far *far, int64_t number, const json_t *object)
{
    static const struct {
        const char *kind;
        void (*take)(struct far *far, const json_t *object);
    } kinds[] = {{"post", on_post},
                 {"whisper", on_whisper},
                 {"dealt", on_dealt},
                 {"event", on_event},
                 {"hello", on_hello},
                 {"shown", on_shown},
                 {"sits", on_sits},
                 {"seat", on_seat},
                 {"board", on_board},
                 {"gone", sheets_take_gone},
                 {"reach?", on_reach_asked},
                 {"reach", on_reach},
                 {"ask", on_ask},
                 {"answer", on_answer},
                 {"wear", on_wear}};
    if (is_kind(object, "back"))
        on_back(far, number, object);
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
        if (is_kind(object, kinds[i].kind))
            kinds[i].take(far, object);
    done(far, number);
}

void relay_arrived(struct relay *relay, const char *network, int64_t number, const char *body)
{
    struct far *far = far_of(relay, network);
    if (!far || !far->is_running)
        return; /* it comes again to the next process */
    json_t *object = json_loads(body, 0, NULL);
    if (is_kind(object, "heard"))
        on_heard(far, number, object);
    else
        take(far, number, object);
    json_decref(object);
}

void relay_refused(struct relay *relay, const char *network, const char *body)
{
    struct far *far = far_of(relay, network);
    json_t *object = json_loads(body, 0, NULL);
    char place[HOST_ROOM] = "@";
    if (far && is_kind(object, "heard")) {
        struct heard said;
        relay_read(&relay_heard, object, &said);
        said.network = relay->setup.network;
        relay_say_full(relay, &said);
        fields_drop(&relay_heard, &said);
    } else if (far && (is_kind(object, "post") || is_kind(object, "whisper"))) {
        if (!relay_get(object, "room", place, sizeof place) || is_kind(object, "whisper"))
            relay_get(object, "person", place + 1, sizeof place - 1);
        relay_keep(far, place, body);
        sheets_told_forget(far, place + (place[0] == '@'));
    } else if (far && is_kind(object, "seat")) {
        relay_get(object, "key", place, sizeof place);
        sheets_told_forget(far, place);
    } else if (far && is_kind(object, "gone")) {
        sheets_told_keep_gone(far, object, body);
    } else {
        log_event(LOG_WARN, "mail-refused", "network", network, (char *)0);
    }
    json_decref(object);
}

void relay_add_guest(struct relay *relay, const char *network, int64_t table, const char *room,
                     const char *key)
{
    struct far *far = far_of(relay, network);
    if (far && room)
        sheets_add_room(&far->roster, room, table, relay_now(far));
    if (far && key)
        sheets_add_person(&far->roster, key, "", table, relay_now(far));
}
