/* Buttons and menus: within Discord's limits whatever is played, every legal move to be found,
   every id read back to what it says, and no id of a public message that says more than where it
   belongs. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chosen.h"
#include "commands.h"
#include "controls.h"
#include "game.h"
#include "games.h"
#include "host.h"
#include "in_words.h"
#include "json.h"
#include "markdown.h"
#include "posts.h"
#include "prose.h"
#include "reply.h"
#include "store.h"
#include "tables.h"
#include "testing.h"

enum { PEOPLE = 3, MOVES = 260, MOVES_PLAYED = 120 };

static struct {
    struct discord discord;
    struct store *store;
    struct commands *commands;
    struct person people[PEOPLE];
    int64_t now;
    uint32_t whim;
    const struct game *game; /* that is played whole */
} at;

/* ---- what reply.c needs of the rest ---- */

static void ignore_post(void *self, const struct post *post)
{
    (void)self;
    (void)post;
}

static void ignore_whisper(void *self, const struct whisper *whisper)
{
    (void)self;
    (void)whisper;
}

static void execute(void *arg, struct host *host, struct session *session,
                    const struct heard *heard)
{
    commands_execute(arg, host, session, heard);
}

static test_fixture(opened)
{
    memset(&at, 0, sizeof at);
    at.discord.loop = loop_new(LOOP_VIRTUAL);
    at.now = loop_now(at.discord.loop);
    at.whim = 7;
    at.store = store_memory_new();
    at.commands = commands_new();
    at.discord.host = host_new(at.store, execute, at.commands);
    snprintf(at.discord.network, sizeof at.discord.network, "discord");
    const struct host_port port = {
        .network = "discord", .post = ignore_post, .whisper = ignore_whisper};
    host_fix_luck(at.discord.host, 5); /* somebody holds equal cards with letters */
    host_add_port(at.discord.host, &port);
    for (int i = 0; i < PEOPLE; i++) {
        snprintf(at.people[i].id, sizeof at.people[i].id, "%d", 70 + i);
        snprintf(at.people[i].name, sizeof at.people[i].name, "player %d", i);
    }
    return 0;
}

static test_fixture(closed)
{
    host_free(at.discord.host);
    commands_free(at.commands);
    store_close(at.store);
    loop_free(at.discord.loop);
    return 0;
}

static void settle(void)
{
    for (int i = 0; i < 6; i++) {
        store_flush(at.store);
        store_dispatch(at.store);
        host_tick(at.discord.host, at.now);
    }
}

static void hear(const struct person *person, const char *text, const struct press *press)
{
    struct heard heard = controls_heard(&at.discord, person);
    at.now += 3000;
    heard.now = at.now;
    heard.text = text;
    heard.room = press ? NULL : "<#50>";
    heard.press = press;
    if (press)
        commands_press(at.commands, at.discord.host, &heard);
    else
        commands_hear(at.commands, at.discord.host, &heard);
    settle();
}

static struct session *session(void)
{
    return host_find(at.discord.host, "discord", "<#50>");
}

static const struct host_board *table(void)
{
    static struct host_board board;
    assert_true(host_board_in(at.discord.host, "discord", "<#50>", &board));
    return &board;
}

/* ---- limits ---- */

static void assert_label(const json_t *object, const char *key, int most)
{
    const char *text = field_text(object, key);
    assert_non_null(text);
    int length = markdown_length(text);
    if (length < 1 || length > most)
        fail_msg("%s of %d code points: '%s'", key, length, text);
}

static bool is_new(const char *id, char (*ids)[128], int *count)
{
    for (int i = 0; i < *count; i++)
        if (strcmp(ids[i], id) == 0)
            return false;
    snprintf(ids[(*count)++], 128, "%s", id);
    return true;
}

static void assert_menu(const json_t *menu)
{
    static char values[MOVES][128];
    const json_t *options = json_object_get(menu, "options"), *option;
    int count = 0;
    size_t i;
    assert_in_range(json_array_size(options), 1, 25);
    json_array_foreach(options, i, option)
    {
        assert_label(option, "label", 100);
        assert_label(option, "value", 100);
        assert_true(is_new(field_text(option, "value"), values, &count));
        if (json_object_get(option, "description"))
            assert_label(option, "description", 100);
    }
}

static void assert_limits(const json_t *message)
{
    static char ids[25][128];
    const json_t *rows = json_object_get(message, "components"), *row, *component;
    int count = 0;
    size_t r, c;
    assert_in_range(json_array_size(rows), 1, 5);
    json_array_foreach(rows, r, row)
    {
        const json_t *components = json_object_get(row, "components");
        assert_in_range(json_array_size(components), 1, 5);
        json_array_foreach(components, c, component)
        {
            const char *id = field_text(component, "custom_id");
            assert_label(component, "custom_id", 100);
            assert_true(strlen(id) <= 100);
            if (!is_new(id, ids, &count))
                fail_msg("two components have the id '%s'", id);
            assert_true(controls_read(id).kind != PRESSED_NOTHING);
            if (field_number(component, "type") == 2) {
                assert_label(component, "label", 80);
            } else {
                assert_int_equal(json_array_size(components), 1);
                assert_menu(component);
            }
        }
    }
    if (json_object_get(message, "content"))
        assert_label(message, "content", 2000);
}

/* ---- every move can be found ---- */

struct found {
    char moves[MOVES][128];
    struct press press;
    int count;
};

static void add(struct found *found, const struct pressed *pressed, const char *value)
{
    char move[HOST_TEXT];
    assert_true(controls_move(NULL, value, move)); /* none of our games has one that is too long */
    found->press = pressed->press;
    is_new(move, found->moves, &found->count);
}

/* What opens more of it: "c:GL", "v:0:steal", each once. */
struct openings {
    char list[64][128];
    int count;
};

static void gather_component(const json_t *component, struct found *found,
                             struct openings *openings)
{
    const char *id = field_text(component, "custom_id");
    struct pressed pressed = controls_read(id);
    char opening[128 + 16];
    const json_t *option;
    size_t o;
    if (pressed.kind == PRESSED_MOVE && *pressed.words)
        add(found, &pressed, pressed.words);
    json_array_foreach(json_object_get(component, "options"), o, option)
    {
        if (pressed.kind == PRESSED_MOVE)
            add(found, &pressed, field_text(option, "value"));
        snprintf(opening, sizeof opening, "c:%s", field_text(option, "value"));
        if (pressed.kind == PRESSED_CARD)
            is_new(opening, openings->list, &openings->count);
    }
    snprintf(opening, sizeof opening, "c:%s", pressed.words);
    if (pressed.kind == PRESSED_CARD && *pressed.words)
        is_new(opening, openings->list, &openings->count);
    snprintf(opening, sizeof opening, "v:%d:%s", pressed.page, pressed.words);
    if (pressed.kind == PRESSED_PANEL && *pressed.words)
        is_new(opening, openings->list, &openings->count);
    assert_in_range(openings->count, 0, 60);
}

static void gather(const json_t *message, struct found *found, struct openings *openings)
{
    const json_t *row, *component;
    size_t r, c;
    json_array_foreach(json_object_get(message, "components"), r, row)
    {
        json_array_foreach(json_object_get(row, "components"), c, component)
        {
            gather_component(component, found, openings);
        }
    }
}

static void look_at(const struct person *person, const struct controls_view *view,
                    struct found *found, struct openings *openings)
{
    json_t *panel = controls_panel(&at.discord, 1, person, view, NULL);
    assert_limits(panel);
    gather(panel, found, openings);
    json_decref(panel);
}

/* ---- a hand on buttons ---- */

/* How many buttons and options say just this. */
static int count_labels(const json_t *message, const char *label)
{
    const json_t *row, *component, *option;
    size_t r, c, o;
    int count = 0;
    json_array_foreach(json_object_get(message, "components"), r, row)
    {
        json_array_foreach(json_object_get(row, "components"), c, component)
        {
            const char *own = field_text(component, "label");
            count += own && strcmp(own, label) == 0;
            json_array_foreach(json_object_get(component, "options"), o, option)
            {
                count += strcmp(field_text(option, "label"), label) == 0;
            }
        }
    }
    return count;
}

/* Each card is there once, by all its letters, its name and how many there are, in the order of the
   letters; cards of another zone may begin anew, and a hand that the game sorts has its own. */
static void expect_cards(const struct person *person)
{
    struct host_panel *panel = host_panel_of(at.discord.host, identity("discord", person->id), 1);
    json_t *shown = controls_panel(&at.discord, 1, person, &(struct controls_view){0}, NULL);
    const char *before = "";
    const struct game *game = at.game;
    bool is_sorted =
        game->hand >= 0 && game->zones[game->shared_zones + game->hand].flags & ZONE_SORTED;
    int descents = 0;
    for (int i = 0; panel && i < panel->moves.card_count; i++) {
        const struct host_card *card = &panel->moves.cards[i];
        char label[HOST_TEXT], many[16] = "";
        if (card->count > 1)
            snprintf(many, sizeof many, " \u00d7%d", card->count);
        snprintf(label, sizeof label, "%s%s%s%s", card->letters, *card->letters ? " " : "",
                 card->name, many);
        if (*card->letters)
            assert_int_equal(strlen(card->letters), 2 * card->count - 1);
        assert_int_equal(count_labels(shown, label), 1);
        descents += strcmp(card->letters, before) < 0;
        before = card->letters;
    }
    if (!is_sorted)
        assert_in_range(descents, 0, 1);
    json_decref(shown);
    host_panel_free(panel);
}

/* A card that can do one thing does it; else it is opened. */
static void open_card(const struct person *person, const char *key, struct found *found,
                      struct openings *openings)
{
    struct host_panel *panel = host_panel_of(at.discord.host, identity("discord", person->id), 1);
    const struct host_choice *only = NULL;
    assert_non_null(controls_card(panel, key));
    if (controls_moves_of(panel, key, &only) == 1)
        is_new(only->move, found->moves, &found->count);
    found->press = panel->moves.press;
    host_panel_free(panel);
    look_at(person, &(struct controls_view){.card = key}, found, openings);
}

/* The panel, and what every card, verb and page of it opens. */
static void find_all(const struct person *person, struct found *found)
{
    struct openings openings = {.count = 0};
    found->count = 0;
    look_at(person, &(struct controls_view){0}, found, &openings);
    for (int i = 0; i < openings.count; i++) {
        const char *opening = openings.list[i];
        if (opening[0] == 'c')
            open_card(person, opening + 2, found, &openings);
        else
            look_at(person,
                    &(struct controls_view){.verb = strchr(opening + 2, ':') + 1,
                                            .page = atoi(opening + 2)},
                    found, &openings);
    }
}

struct wanted {
    const struct found *found;
    int count;
};

static bool is_found(void *arg, const struct host_choice *choice)
{
    struct wanted *wanted = arg;
    wanted->count++;
    for (int i = 0; i < wanted->found->count; i++)
        if (strcmp(wanted->found->moves[i], choice->move) == 0)
            return true;
    fail_msg("'%s' is on no page of the panel", choice->move);
    return false;
}

/* Presses a move of somebody who can move; false if nobody can. */
static bool play_on(int *most)
{
    static struct found found;
    for (int i = 0; i < PEOPLE; i++) {
        struct heard heard = controls_heard(&at.discord, &at.people[i]);
        struct press press;
        struct prose prose;
        prose_clear(&prose);
        if (!session() || !host_panel(session(), &heard, &press, &prose))
            continue;
        find_all(&at.people[i], &found);
        expect_cards(&at.people[i]);
        struct wanted wanted = {.found = &found};
        host_each_choice(session(), &heard, is_found, &wanted);
        assert_int_equal(wanted.count, found.count);
        *most = found.count > *most ? found.count : *most;
        if (found.count == 0)
            continue;
        at.whim = at.whim * 1664525 + 1013904223;
        hear(&at.people[i], found.moves[(at.whim >> 8) % (uint32_t)found.count], &found.press);
        return true;
    }
    return false;
}

static void whole_games_fit(void **state)
{
    const struct game *game = *state;
    char open[HOST_NAME];
    int played = 0, most = 0;
    opened(NULL);
    at.game = game;
    snprintf(open, sizeof open, "play %s", game->id);
    hear(&at.people[0], open, NULL);
    for (int i = 1; i < PEOPLE; i++)
        hear(&at.people[i], "join", NULL);
    for (int i = PEOPLE; i < game->seats_min; i++)
        hear(&at.people[0], "add robot", NULL);
    assert_non_null(session());
    for (int i = 0; i < PEOPLE && !host_is_playing(session()); i++)
        hear(&at.people[i], "start", NULL);
    assert_true(host_is_playing(session()));
    for (int idle = 0; played < MOVES_PLAYED && idle < 20 && session();) {
        bool has_played = play_on(&most);
        played += has_played;
        idle = has_played ? 0 : idle + 1;
        at.now += has_played ? 0 : 1000;
        settle();
    }
    printf("%s: %d moves pressed, at most %d to choose from\n", game->id, played, most);
    assert_true(played > 10);
    closed(NULL);
}

/* ---- buttons of a table ---- */

static test_case(the_buttons_of_a_table_fit_what_can_be_done)
{
    hear(&at.people[0], "play heartcatchers", NULL);
    json_t *buttons = controls_table_buttons(&at.discord, "<#50>", true, false),
           *message = json_pack("{s:o}", "components", buttons);
    assert_limits(message);
    char *dumped = json_dumps(message, JSON_COMPACT);
    assert_non_null(strstr(dumped, "\"t1:join\""));
    assert_non_null(strstr(dumped, "\"t1:start\""));
    assert_null(strstr(dumped, "hand"));
    assert_string_equal(controls_command(table(), "robot"), in_words("<TABLE_NEXT_1>"));
    assert_null(controls_command(table(), "hand"));
    assert_null(controls_command(table(), "stop"));
    free(dumped);
    json_decref(message);
    hear(&at.people[1], "join", NULL); /* the table is full, so its seats are closed */
    message =
        json_pack("{s:o}", "components", controls_table_buttons(&at.discord, "<#50>", true, false));
    dumped = json_dumps(message, JSON_COMPACT);
    assert_null(strstr(dumped, "\"t1:join\""));
    assert_null(strstr(dumped, "\"t1:robot\""));
    assert_non_null(strstr(dumped, "\"t1:start\""));
    /* a message of before still has it */
    assert_string_equal(controls_command(table(), "join"), "join");
    free(dumped);
    json_decref(message);
    hear(&at.people[0], "start", NULL);
    hear(&at.people[1], "start", NULL);
    assert_null(controls_command(table(), "leave")); /* a message of before the game still has it */
    assert_string_equal(controls_command(table(), "hand"), "hand");
    message =
        json_pack("{s:o}", "components", controls_table_buttons(&at.discord, "<#50>", true, false));
    assert_limits(message);
    dumped = json_dumps(message, JSON_COMPACT);
    assert_string_equal(
        dumped, "{\"components\":[{\"type\":1,\"components\":["
                "{\"type\":2,\"style\":1,\"label\":\"My hand\",\"custom_id\":\"t1:hand\"},"
                "{\"type\":2,\"style\":2,\"label\":\"Moves\",\"custom_id\":\"t1:moves\"},"
                "{\"type\":2,\"style\":2,\"label\":\"Cards\",\"custom_id\":\"t1:cards\"},"
                "{\"type\":2,\"style\":2,\"label\":\"Rules\",\"custom_id\":\"t1:rules\"}]}]}");
    free(dumped);
    json_decref(message);
}

/* What everybody sees is the same whatever is in the hands. */
static test_case(the_buttons_of_a_table_tell_nothing)
{
    char *seen[2];
    for (int i = 0; i < 2; i++) {
        opened(NULL);
        host_fix_luck(at.discord.host, (uint64_t)i + 20);
        hear(&at.people[0], "play heartcatchers", NULL);
        hear(&at.people[1], "join", NULL);
        hear(&at.people[0], "start", NULL);
        hear(&at.people[1], "start", NULL);
        json_t *buttons = controls_table_buttons(&at.discord, "<#50>", true, false);
        seen[i] = json_dumps(buttons, JSON_COMPACT);
        json_decref(buttons);
        closed(NULL);
    }
    assert_string_equal(seen[0], seen[1]);
    free(seen[0]);
    free(seen[1]);
}

static test_case(nobody_else_has_a_panel)
{
    hear(&at.people[0], "play heartcatchers", NULL);
    assert_null(controls_panel(&at.discord, 1, &at.people[0], &(struct controls_view){0},
                               NULL)); /* not begun */
    hear(&at.people[1], "join", NULL);
    hear(&at.people[0], "start", NULL);
    hear(&at.people[1], "start", NULL);
    assert_null(controls_panel(&at.discord, 1, &at.people[2], &(struct controls_view){0},
                               NULL)); /* not seated */
}

/* ---- ids ---- */

static test_case(ids_are_read_back)
{
    struct pressed pressed = controls_read("m12.3.34:steal d them2 for:me");
    assert_int_equal(pressed.kind, PRESSED_MOVE);
    assert_true(pressed.press.table == 12 && pressed.press.seat == 3 &&
                pressed.press.decision == 34);
    assert_string_equal(pressed.words, "steal d them2 for:me");
    pressed = controls_read("n12:2:effect change");
    assert_true(pressed.kind == PRESSED_PANEL && pressed.press.table == 12 && pressed.page == 2);
    assert_string_equal(pressed.words, "effect change");
    assert_string_equal(controls_read("t12:robot").words, "robot");
    static const char *const none[] = {
        "",       "m",        "m1",       "m1.2:x",   "m1.2.3",
        "t:join", "t-1:join", "tx:join",  "v1:x:y",   "m99999999999.99999999999.1:x",
        "r1",     "s1.1",     "m1.1.-1:", "q1:0:join"};
    for (size_t i = 0; i < sizeof none / sizeof *none; i++)
        if (controls_read(none[i]).kind != PRESSED_NOTHING)
            fail_msg("'%s' was read", none[i]);
}

/* A move that is too long for an id goes by a hash (test_panel_pages.c), which is good for
   nothing but moves one has. */
static test_case(a_hash_of_no_move_is_refused)
{
    char move[HOST_TEXT];
    hear(&at.people[0], "play heartcatchers", NULL);
    hear(&at.people[1], "join", NULL);
    hear(&at.people[0], "start", NULL);
    hear(&at.people[1], "start", NULL);
    struct host_panel *panel =
        host_panel_of(at.discord.host, identity("discord", at.people[0].id), 1);
    assert_true(controls_move(panel, "hide d them1", move));
    assert_string_equal(move, "hide d them1");
    assert_false(controls_move(panel, "#0123456789abcdef", move));
    assert_false(controls_move(NULL, "#0123456789abcdef", move));
    host_panel_free(panel);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, opened, closed)

static int play_games(void)
{
    int failed = 0;
    for (int i = 0; i < game_count; i++) {
        const struct CMUnitTest test = {
            .name = games[i]->id, .test_func = whole_games_fit, .initial_state = (void *)games[i]};
        if (is_chosen(games[i]))
            failed += _cmocka_run_group_tests("panels of games", &test, 1, NULL, NULL);
    }
    return failed;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(the_buttons_of_a_table_fit_what_can_be_done),
        cmocka_unit_test(the_buttons_of_a_table_tell_nothing),
        TEST(nobody_else_has_a_panel),
        TEST(ids_are_read_back),
        TEST(a_hash_of_no_move_is_refused),
    };
    int failed = play_games();
    return failed + cmocka_run_group_tests_name("panel", tests, NULL, NULL);
}
