#include "house.h"

#include "host_state.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "commands.h"
#include "host.h"
#include "host_commands.h"
#include "namesake.h"
#include "port.h"
#include "posts.h"
#include "prose.h"
#include "record_keep.h"
#include "session.h"
#include "store.h"
#include "tables.h"
#include "text.h"
#include "thinker.h"
#include "view.h"

static void note(struct house *house, const char *text)
{
    int room = HOUSE_TOLD - house->length;
    int wanted = snprintf(house->told + house->length, (size_t)room, "%s", text);
    check(wanted < room);
    house->length += wanted;
}

static void note_post(struct house *house, bool is_far, const struct post *post)
{
    house->posts++;
    if (house->hears_post)
        house->hears_post(is_far, post);
    note(house, is_far ? "far " : "");
    note(house, post->room);
    note(house, ": ");
    const struct prose *parts[] = {post->tale, post->board, post->next};
    for (int i = 0; i < 3; i++) {
        if (!parts[i] || parts[i]->length == 0)
            continue;
        note(house, i > 0 ? " | " : "");
        note(house, parts[i]->text);
    }
    if (house->tells_all) {
        note(house, post->is_midway ? " | midway" : "");
        note(house, " | block: ");
        note(house, post->block ? post->block->text : "none");
    }
    if (post->goes_on && house->tells_all) {
        note(house, " | goes on: ");
        note(house, post->goes_on);
    }
    note(house, "\n");
}

static void on_post(void *self, const struct post *post)
{
    note_post(self, false, post);
}

static void on_whisper(void *self, const struct whisper *whisper)
{
    struct house *house = self;
    house->whispers++;
    house->opens += whisper->is_open;
    house->kept += whisper->is_kept;
    note(house, "to ");
    note(house, whisper->person);
    note(house, ": ");
    note(house, whisper->prose->text);
    note(house, "\n");
    if (!whisper->file)
        return;
    free(house->page);
    house->page = strdup(whisper->file->text);
}

static const char *bridged_with(void *self, const char *room)
{
    const struct house *house = self;
    return house->bridged && strcmp(room, "#lounge") == 0 ? house->bridged : NULL;
}

static void on_far_post(void *self, const struct post *post)
{
    note_post(self, true, post);
}

static void on_far_whisper(void *self, const struct whisper *whisper)
{
    note(self, "far ");
    on_whisper(self, whisper);
}

struct choosing {
    host_chosen *done;
    void *arg;
};

static void was_chosen(void *arg, enum store_result result)
{
    struct choosing *choosing = arg;
    choosing->done(choosing->arg, result == STORE_OK);
    free(choosing);
}

static void put_chosen(const struct house *house, const char *key, const char *value,
                       host_chosen *done, void *arg)
{
    struct choosing *choosing = malloc(sizeof *choosing);
    check(choosing);
    *choosing = (struct choosing){done, arg};
    store_put(house->store, key, value, was_chosen, choosing);
}

static const char looks[] = "look ";

static bool on_prefer(void *self, const struct heard *heard, const struct host_wish *wish)
{
    struct house *house = self;
    char key[sizeof looks + HOST_NAME];
    snprintf(key, sizeof key, "%s%s", looks, heard->key);
    prose_put(wish->answer, "You read ");
    prose_put(wish->answer, *wish->words ? wish->words : house->look);
    if (!*wish->words)
        return false;
    snprintf(house->look, sizeof house->look, "%s", wish->words);
    snprintf(house->look_key, sizeof house->look_key, "%s", heard->key);
    put_chosen(house, key, wish->words, wish->done, wish->arg);
    return true;
}

static void look(void *self, const char *key, struct text *out)
{
    const struct house *house = self;
    if (strcmp(house->look_key, key) == 0)
        text_put(out, house->look);
}

static enum host_nudge nudge(void *self, const char *key)
{
    const struct house *house = self;
    return house->nudged && strcmp(house->nudged, key) == 0 ? house->nudge : HOST_NO_NUDGE;
}

static void on_wear(void *self, const char *key, const char *words)
{
    note(self, key);
    note(self, " reads ");
    note(self, words);
    note(self, "\n");
}

/* The rows of rooms: "settings net #g", "last net #g". */
static const char *const choices[] = {"settings ", "last "};

/* What was chosen for that place, or the first that is free. */
static struct house_chosen *chosen_for(struct house *house, const char *place)
{
    int i = 0;
    while (i < HOUSE_PLACES && house->chosen[i].place[0] &&
           strcmp(house->chosen[i].place, place) != 0)
        i++;
    check(i < HOUSE_PLACES);
    return &house->chosen[i];
}

static void put_choice(struct house *house, const char *place, const char *row)
{
    struct house_chosen *chosen = chosen_for(house, place);
    snprintf(chosen->place, sizeof chosen->place, "%s", place);
    snprintf(chosen->row, sizeof chosen->row, "%s", row);
}

void house_choose(struct house *house, const char *room, const char *row)
{
    char key[HOUSE_PLACE];
    snprintf(key, sizeof key, "settings net %s", room);
    put_choice(house, key, row);
}

static void choose(void *self, const struct host_place_choice *choice, char kept[HOST_CHOICES])
{
    struct house *house = self;
    char key[HOUSE_PLACE];
    snprintf(key, sizeof key, "%s %s %s", choice->drawer ? choice->drawer : "settings",
             choice->network, choice->place);
    struct house_chosen *chosen = chosen_for(house, key);
    check(!choice->value == !choice->payer);
    if (choice->value) {
        put_choice(house, key, choice->value);
        chosen->is_put = true;
        put_chosen(house, key, chosen->row, choice->done, choice->arg);
    }
    snprintf(kept, HOST_CHOICES, "%s", chosen->row);
}

static void load_choice(void *self, const char *key, const char *value)
{
    struct house *house = self;
    for (size_t i = 0; i < sizeof choices / sizeof *choices; i++)
        if (strncmp(key, choices[i], strlen(choices[i])) == 0)
            put_choice(house, key, value);
    if (strncmp(key, looks, strlen(looks)) == 0) {
        snprintf(house->look, sizeof house->look, "%s", value);
        snprintf(house->look_key, sizeof house->look_key, "%s", key + strlen(looks));
    }
}

/* What was not saved is gone. */
static void load_choices(struct house *house)
{
    for (int i = 0; i < HOUSE_PLACES; i++)
        if (house->chosen[i].is_put)
            house->chosen[i].row[0] = '\0';
    house->look[0] = house->look_key[0] = '\0';
    check(store_load(house->store, load_choice, NULL, house) == STORE_OK);
}

static const char *above(void *self, const char *place)
{
    const struct house *house = self;
    return house->above_room && strcmp(place, house->above_room) == 0 ? house->above : NULL;
}

static bool is_lasting(void *self, const char *key)
{
    const struct house *house = self;
    return house->is_lasting || key[0] == '$';
}

static enum host_reach reach(void *self, const char *key)
{
    const struct house *house = self;
    if (house->unreached && strcmp(house->unreached, key) == 0)
        return HOST_UNREACHED;
    return house->asked && strcmp(house->asked, key) == 0 ? HOST_REACH_ASKED : HOST_REACHED;
}

static const char *called(void *self, const char *key)
{
    const struct house *house = self;
    return house->renamed && strcmp(house->renamed, key) == 0 ? house->called : NULL;
}

static int place_away(const struct house *house, const char *key)
{
    for (int i = 0; i < HOUSE_AWAY; i++)
        if (house->away[i] && strcmp(house->away[i], key) == 0)
            return i;
    return -1;
}

static int64_t absent_since(void *self, const char *key)
{
    const struct house *house = self;
    int place = place_away(house, key);
    if (!house->knows_sight)
        return -1;
    return place < 0 ? 0 : house->away_since[place];
}

/* Somebody of the same key on "far" is another person: "far bob" in the list. */
static int64_t far_absent_since(void *self, const char *key)
{
    char who[HOST_KEY + 8];
    snprintf(who, sizeof who, "far %s", key);
    return absent_since(self, who);
}

static bool sees(void *self, const char *name)
{
    const struct house *house = self;
    return house->seen && strcmp(house->seen, name) == 0;
}

void house_goes(struct house *house, const char *who)
{
    int place = 0;
    while (house->away[place])
        check(++place < HOUSE_AWAY);
    house->away[place] = who;
    house->away_since[place] = house->now;
}

void house_comes(struct house *house, const char *who)
{
    int place = place_away(house, who);
    if (place >= 0)
        house->away[place] = NULL;
}

static void on_dealt_with(void *self, const char *id)
{
    note(self, "dealt with ");
    note(self, id);
    note(self, "\n");
}

/* The few words that host tests need; commands/ has the real ones. */
static void execute(void *arg, struct host *host, struct session *session,
                    const struct heard *heard)
{
    static const struct {
        const char *word;
        host_command *run;
        bool takes_words;
    } words[] = {
        {"join", host_join_with, true},    {"leave", host_leave, false},
        {"start", host_start, false},      {"stop", host_stop, true},
        {"hand", host_show_hand, false},   {"board", host_show_board, true},
        {"moves", host_show_moves, false}, {"kick", host_kick, true},
        {"away", host_away, true},         {"free", host_set_aside, false},
        {"robot", host_add_robot, true},   {"options", host_set_options, true},
        {"invite", host_invite, true},     {"uninvite", host_uninvite, true},
        {"cut", host_cut, true},           {"learn", host_learn, true},
        {"fair", host_show_fair, true},    {"extend", host_extend, false},
        {"coach", host_coach, true},       {"pause", host_pause, false},
        {"undo", host_undo, true},         {"again", host_again, true},
        {"next", host_next, true},         {"swap", host_swap, true},
        {"then", host_then, true},         {"daily", host_daily, true},
    };
    size_t length = strcspn(heard->text, " ");
    const char *rest = heard->text + length + strspn(heard->text + length, " ");
    struct house *house = arg;
    if (heard->press) {
        host_move(host, session, heard, heard->text);
        return;
    }
    if (house->commands) {
        commands_execute(house->commands, host, session, heard);
        return;
    }
    if (strncmp(heard->text, "open ", 5) == 0) {
        host_open(host, heard, "heartcatchers", rest);
        return;
    }
    if (strncmp(heard->text, "deal ", 5) == 0) {
        char game[HOST_TEXT];
        length = strcspn(rest, " ");
        snprintf(game, sizeof game, "%.*s", (int)length, rest);
        host_open(host, heard, game, rest + length);
        return;
    }
    if (strncmp(heard->text, "resume", 6) == 0) {
        if (*rest || !host_unpause(host, session, heard))
            host_resume(host, &(struct call){.heard = heard, .words = rest});
        return;
    }
    if (strcmp(heard->text, "seat") == 0 || strncmp(heard->text, "seat ", 5) == 0) {
        if (*rest)
            host_claim(host, &(struct call){.heard = heard, .words = rest});
        else
            host_show_seat(host, &(struct call){.heard = heard, .words = ""});
        return;
    }
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strlen(words[i].word) != length || strncmp(words[i].word, heard->text, length) != 0)
            continue;
        if (!words[i].takes_words && *rest)
            break; /* "hand over f" is a move */
        words[i].run(host, &(struct call){.session = session, .heard = heard, .words = rest});
        return;
    }
    host_move(host, session, heard, heard->text);
}

static bool is_reader(const struct house *house, const char *room)
{
    return house->reader && room[0] == '@' && strcmp(room + 1, house->reader) == 0;
}

static int columns_or(int columns, const char *room)
{
    return columns ? columns : room[0] == '@' ? VIEW_LINE : VIEW_COLUMNS;
}

static int columns(void *self, const char *room)
{
    const struct house *house = self;
    return is_reader(house, room) ? VIEW_ALOUD : columns_or(house->columns, room);
}

static int language(void *self, const char *room)
{
    const struct house *house = self;
    return house->german && strcmp(house->german, room) == 0 ? 1 + LANGUAGE_DE : 0;
}

static int far_columns(void *self, const char *room)
{
    const struct house *house = self;
    return is_reader(house, room) ? VIEW_ALOUD : columns_or(house->far_columns, room);
}

/* A source "a|b|c" lies in the nets "a|b" and "a". */
static bool widen(const char *source, int step, char wider[HOST_SOURCE])
{
    snprintf(wider, HOST_SOURCE, "%s", source);
    char *last = strrchr(wider, '|');
    for (; last && step > 0; step--, last = strrchr(wider, '|'))
        *last = '\0';
    return step == 0;
}

static struct host_port port_of(struct house *house)
{
    static const struct host_help help[] = {{"set", "WORDS: big or small."}, {NULL, NULL}};
    struct host_port port = {.network = "net",
                             .widen = widen,
                             .group = "server",
                             .help = help,
                             .is_lasting = is_lasting,
                             .reports_sent = house->reports_sent,
                             .columns = house->columns || house->reader ? columns : NULL,
                             .language = language,
                             .post = on_post,
                             .whisper = on_whisper,
                             .takes_pages = house->takes_pages,
                             .reach = reach,
                             .absent_since = absent_since,
                             .sees = sees,
                             .called = called,
                             .dealt_with = on_dealt_with,
                             .above = above,
                             .nudge = nudge,
                             .has_dear_lines = house->has_dear_lines,
                             .self = house};
    if (house->has_far) {
        port.prefer = on_prefer;
        port.look = look;
        port.wear = on_wear;
    }
    return port;
}

void house_open_far(struct house *house)
{
    house->has_far = true;
    struct host_port port = port_of(house);
    port.network = "far";
    port.has_dear_lines = false;
    port.reports_sent = house->far_reports_sent;
    port.absent_since = far_absent_since;
    port.sees = NULL;
    port.columns = house->far_columns || house->reader ? far_columns : NULL;
    port.bridged_with = bridged_with;
    port.post = on_far_post;
    port.whisper = on_far_whisper;
    host_add_port(house->host, &port);
}

static void start(struct house *house)
{
    struct host_port port = port_of(house);
    house->host = host_new(house->store, execute, house);
    host_on_choice(house->host, choose, house);
    if (house->seed > 0)
        host_fix_luck(house->host, house->seed);
    if (house->thinker)
        host_use_thinker(house->host, house->thinker);
    host_add_port(house->host, &port);
    if (house->has_far)
        house_open_far(house);
}

void house_open(struct house *house, struct store *store, bool is_lasting, uint64_t seed)
{
    memset(house, 0, sizeof *house);
    house->store = store;
    house->is_lasting = is_lasting;
    house->seed = seed;
    house->now = 1000;
    start(house);
}

void house_open_namesake(struct house *house, const struct namesake_of *of)
{
    static const struct namesake_of usual = {"#g", {"ann", "bob", "$ann", "$bob"}};
    house->namesake = namesake_open(house->host, house->store, of ? of : &usual, house->now);
    if (house->seed > 0)
        host_fix_luck(house->host, house->seed);
}

void house_close(struct house *house)
{
    house_settle(house);
    if (house->namesake)
        namesake_close(house->namesake);
    record_keep(house->store);
    host_free(house->host);
}

int house_restart(struct house *house)
{
    host_free(house->host);
    store_flush(house->store);
    store_dispatch(house->store); /* what the old host would have been told goes nowhere */
    load_choices(house);
    start(house);
    if (house->namesake)
        namesake_add_network(house->namesake, house->host);
    host_tick(house->host, house->now); /* it is told the time, as by the loop */
    int tables = host_recover(house->host);
    return house->namesake ? tables - namesake_recovered(house->namesake, house->now) : tables;
}

void house_let_think(struct house *house, struct thinker *thinker)
{
    house->thinker = thinker;
    if (house->namesake)
        house_restart(house); /* a host begins to think before it has a table */
    else
        host_use_thinker(house->host, thinker);
}

/* Until it deals, people could cut: nobody does. */
static const struct session *undealt(const struct house *house)
{
    const struct session *session = house->is_cutting ? NULL : house->host->tables.first;
    while (session && (!session->closing.is_closed || session->closing.deals_at <= house->now ||
                       session->closing.deals_at == INT64_MAX || session->change ||
                       session->state.is_recovered))
        session = session->next;
    return session;
}

void house_settle(struct house *house)
{
    bool is_thinking = false;
    for (int i = 0; i < 8 || is_thinking; i++) {
        is_thinking = host_is_thinking(house->host);
        if (is_thinking)
            thinker_dispatch(house->thinker);
        store_flush(house->store);
        store_dispatch(house->store);
        host_tick(house->host, house->now);
    }
    const struct session *waits = undealt(house);
    if (waits)
        house_wait(house, waits->closing.deals_at - house->now);
}

void house_wait(struct house *house, int64_t ms)
{
    house->now += ms;
    host_tick(house->host, house->now);
    house_settle(house);
}

void house_say_as(struct house *house, const char *room, const char *who, unsigned rank,
                  const char *id, const char *text)
{
    const char *network = house->network ? house->network : "net";
    struct heard heard = {.network = network,
                          .room = room,
                          .group = house->group,
                          .key = who,
                          .source = house->source,
                          .name = house->name ? house->name : who,
                          .rank = rank,
                          .text = text,
                          .id = id,
                          .now = ++house->now};
    if (house->commands) {
        commands_hear(house->commands, house->host, &heard);
        return;
    }
    struct session *table = room ? host_find(house->host, network, room)
                                 : host_table_of(house->host, identity(network, who), 0);
    host_hear(house->host, table, &heard);
}

void house_press(struct house *house, const char *who, const struct press *press, const char *id,
                 const char *text)
{
    struct heard heard = {.network = "net",
                          .key = who,
                          .source = house->source,
                          .name = who,
                          .text = text,
                          .id = id,
                          .press = press,
                          .now = ++house->now};
    host_hear(house->host, host_table_numbered(house->host, identity("net", who), press->table),
              &heard);
    house_settle(house);
}

void house_say(struct house *house, const char *room, const char *who, const char *text)
{
    house_say_as(house, room, who, 0, NULL, text);
    house_settle(house);
}

void house_forget(struct house *house)
{
    house->length = house->posts = house->whispers = house->kept = house->opens = 0;
    house->told[0] = '\0';
}

int house_count(const struct house *house, const char *part)
{
    int count = 0;
    part = in_words(part);
    for (const char *p = house->told; (p = strstr(p, part)); p++)
        count++;
    return count;
}

bool house_was_told(const struct house *house, const char *part)
{
    return strstr(house->told, in_words(part)) != NULL;
}

int house_table_count(const struct house *house)
{
    return host_table_count(house->host) - (house->namesake ? 1 : 0);
}

struct session *house_table(const struct house *house, const char *room)
{
    return host_find(house->host, "net", room);
}

int house_seat(const struct house *house, const char *room, const char *name)
{
    const struct session *table = house_table(house, room);
    for (int seat = 0; table && seat < table->seat_count; seat++)
        if (strcmp(table->seats[seat].name, name) == 0)
            return seat;
    return -1;
}
