/* The panel of a game that offers more than any of ours does: hundreds of moves, many verbs,
   moves that are too long for an id. The host is faked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "controls.h"
#include "in_words.h"
#include "json.h"
#include "markdown.h"
#include "posts.h"
#include "prose.h"
#include "reply.h"
#include "testing.h"

enum { MOST = 256 };

/* So many moves, dealt to the verbs in turn; their text is filled up to `length` bytes. And so
   many cards in the hand; of `different` ones each is offered by itself. */
static struct {
    int moves, verbs, length, cards, different;
    bool seen[MOST];
    int found;
} game;

static void put_move(int i, char move[HOST_TEXT])
{
    int at = snprintf(move, HOST_TEXT, "verb%d take %d", i % game.verbs, i);
    for (; at < game.length; at++)
        move[at] = 'x';
    move[at] = '\0';
}

static struct host_panel panel;
static struct host_choice choices[MOST];
static char verbs[MOST][HOST_NAME], moves[MOST][HOST_TEXT], keys[MOST][HOST_NAME];
static struct host_card held[MOST];

struct host_panel *host_panel_of(struct host *host, struct identity who, int64_t table)
{
    (void)host, (void)who, (void)table;
    for (int i = 0; i < game.moves; i++) {
        snprintf(verbs[i], sizeof verbs[i], "verb%d", i % game.verbs);
        put_move(i, moves[i]);
        choices[i] = (struct host_choice){.verb = verbs[i],
                                          .help = "",
                                          .move = moves[i],
                                          .label = moves[i],
                                          .detail = "",
                                          .picture = "",
                                          .card = "",
                                          .target = ""};
    }
    for (int i = 0; i < game.different; i++) {
        snprintf(keys[i], sizeof keys[i], "k%d", i);
        held[i] = (struct host_card){
            .key = keys[i], .letters = "", .name = keys[i], .picture = "", .count = 1};
    }
    panel = (struct host_panel){
        .moves = {.press = {.table = INT64_MAX, .seat = 11, .decision = INT32_MAX},
                  .list = choices,
                  .count = game.moves,
                  .cards = held,
                  .card_count = game.different}};
    prose_put(&panel.hand, "your hand");
    for (int i = 0; i < game.cards; i++)
        prose_put(&panel.hand, i % 10 ? " d4" : "\n|d4");
    return &panel;
}

void host_panel_free(struct host_panel *old)
{
    (void)old;
}

bool host_board_in(struct host *host, const char *network, const char *room, struct host_board *out)
{
    (void)host, (void)network, (void)room, (void)out;
    return false;
}

void host_open_moves(struct host *host, const char *network, const char *room,
                     struct host_moves *out)
{
    (void)host, (void)network, (void)room;
    *out = (struct host_moves){.count = 0};
}

void host_moves_free(struct host_moves *old)
{
    (void)old;
}

bool host_room_offers_again(struct host *host, const char *network, const char *room, int64_t table)
{
    (void)host, (void)network, (void)room, (void)table;
    return false;
}

static void find(const char *value)
{
    char found[HOST_TEXT], move[HOST_TEXT];
    assert_true(strlen(value) <= 100);
    assert_true(controls_move(host_panel_of(NULL, identity("", ""), 1), value, found));
    for (int i = 0; i < game.moves; i++) {
        put_move(i, move);
        if (strcmp(move, found) == 0 && !game.seen[i]) {
            game.seen[i] = true;
            game.found++;
        }
    }
}

static void look_through(const char *verb, int page, int depth);

static void look_at(const json_t *component, int depth)
{
    const char *id = field_text(component, "custom_id");
    struct pressed pressed = controls_read(id);
    size_t i;
    const json_t *option;
    assert_true(strlen(id) <= 100);
    assert_true(pressed.kind != PRESSED_NOTHING);
    if (pressed.kind == PRESSED_MOVE && *pressed.words)
        find(pressed.words);
    assert_true(json_array_size(json_object_get(component, "options")) <= 25);
    json_array_foreach(json_object_get(component, "options"), i, option)
    {
        find(field_text(option, "value"));
    }
    if (id[0] == 'n' || (id[0] == 'v' && depth == 0))
        look_through(pressed.words, pressed.page, depth + 1);
}

static void look_through(const char *verb, int page, int depth)
{
    struct discord discord = {.network = "discord", .loop = loop_new(LOOP_VIRTUAL)};
    struct person person = {.id = "7"};
    size_t r, c;
    const json_t *row, *component;
    assert_true(depth < 20);
    json_t *body = controls_panel(&discord, 1, &person,
                                  &(struct controls_view){.verb = verb, .page = page}, NULL);
    loop_free(discord.loop);
    assert_in_range(markdown_length(field_text(body, "content")), 1, DISCORD_CONTENT);
    assert_in_range(json_array_size(json_object_get(body, "components")), 1, 5);
    json_array_foreach(json_object_get(body, "components"), r, row)
    {
        assert_in_range(json_array_size(json_object_get(row, "components")), 1, 5);
        json_array_foreach(json_object_get(row, "components"), c, component)
        {
            look_at(component, depth);
        }
    }
    json_decref(body);
}

static test_case(every_move_is_on_some_page)
{
    static const int shapes[][3] = {{0, 1, 0},     {1, 1, 0},   {20, 3, 0},   {21, 3, 0},
                                    {21, 21, 0},   {26, 1, 0},  {100, 1, 0},  {101, 1, 0},
                                    {256, 1, 0},   {256, 5, 0}, {256, 10, 0}, {256, 11, 0},
                                    {256, 60, 0},  {60, 50, 0}, {20, 4, 120}, {256, 6, 120},
                                    {30, 29, 120}, {40, 8, 99}, {40, 8, 100}, {40, 8, 101}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        memset(&game, 0, sizeof game);
        game.moves = shapes[i][0];
        game.verbs = shapes[i][1];
        game.length = shapes[i][2];
        look_through(NULL, 0, 0);
        if (game.found != game.moves)
            fail_msg("of %d moves of %d verbs and %d bytes only %d were found", game.moves,
                     game.verbs, game.length, game.found);
    }
}

/* Pages and verbs that are no more, or never were. */
static test_case(odd_pages_show_what_there_is)
{
    game.moves = 256;
    game.verbs = 1;
    game.length = game.found = 0;
    look_through("nonsense", INT32_MAX, 1);
    assert_true(game.found > 0);
    look_through("verb0", -1, 1);
}

/* How many cards are buttons, and how many are in menus. */
static void count_cards(int *buttons, int *options)
{
    struct discord discord = {.network = "discord", .loop = loop_new(LOOP_VIRTUAL)};
    size_t r, c;
    const json_t *row, *component;
    json_t *body =
        controls_panel(&discord, 1, &(struct person){.id = "7"}, &(struct controls_view){0}, NULL);
    *buttons = *options = 0;
    assert_in_range(json_array_size(json_object_get(body, "components")), 1, 5);
    json_array_foreach(json_object_get(body, "components"), r, row)
    {
        json_array_foreach(json_object_get(row, "components"), c, component)
        {
            int in_menu = (int)json_array_size(json_object_get(component, "options"));
            bool is_card = field_text(component, "custom_id")[0] == 'c';
            *buttons += is_card && in_menu == 0;
            *options += is_card ? in_menu : 0;
        }
    }
    json_decref(body);
    loop_free(discord.loop);
}

static test_case(more_than_twenty_different_cards_are_in_menus)
{
    static const struct {
        int different, moves, buttons;
    } rows[] = {{1, 0, 1}, {20, 0, 20}, {21, 0, 0}, {30, 0, 0}, {15, 1, 15}, {16, 1, 0}};
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        int buttons, options;
        memset(&game, 0, sizeof game);
        game.verbs = 1;
        game.moves = rows[i].moves;
        game.different = rows[i].different;
        count_cards(&buttons, &options);
        assert_int_equal(buttons, rows[i].buttons);
        assert_int_equal(buttons + options, rows[i].different);
    }
    memset(&game, 0, sizeof game);
}

static test_case(long_texts_keep_to_one_message)
{
    struct discord discord = {.network = "discord", .loop = loop_new(LOOP_VIRTUAL)};
    memset(&game, 0, sizeof game);
    game.verbs = 1;
    game.cards = 900;
    json_t *body =
        controls_panel(&discord, 1, &(struct person){.id = "7"}, &(struct controls_view){0}, NULL);
    assert_in_range(markdown_length(field_text(body, "content")), 1, DISCORD_CONTENT);
    assert_non_null(strstr(field_text(body, "content"), in_words("<DISCORD_HAND_CUT_1>")));
    json_decref(body);
    loop_free(discord.loop);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_is_on_some_page),
        cmocka_unit_test(odd_pages_show_what_there_is),
        cmocka_unit_test(more_than_twenty_different_cards_are_in_menus),
        cmocka_unit_test(long_texts_keep_to_one_message),
    };
    return cmocka_run_group_tests_name("panel pages", tests, NULL, NULL);
}
