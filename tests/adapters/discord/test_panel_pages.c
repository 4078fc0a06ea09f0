/* The panel of a game that offers more than any of ours does: hundreds of moves, many verbs, moves that are too long for an
   id. The host is faked. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "panel.h"
#include "controls.h"
#include "panel_body.h"
#include "json.h"
#include "markdown.h"
#include "prose.h"
#include "testing.h"
#include "tables.h"

enum { MOST = 256 };

/* So many moves, dealt to the verbs in turn; their text is filled up to `length` bytes. */
static struct {
    int moves, verbs, length;
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

void host_each_choice(const struct session *session, const struct heard *heard,
                      bool (*each)(void *arg, const struct host_choice *choice), void *arg)
{
    (void)session;
    (void)heard;
    for (int i = 0; i < game.moves; i++) {
        char verb[HOST_NAME], move[HOST_TEXT];
        snprintf(verb, sizeof verb, "verb%d", i % game.verbs);
        put_move(i, move);
        struct host_choice choice = {.verb = verb, .help = "", .move = move, .label = move, .detail = ""};
        if (!each(arg, &choice))
            return;
    }
}

bool host_panel(const struct session *session, const struct heard *heard, struct press *press, struct prose *prose)
{
    (void)session;
    (void)heard;
    *press = (struct press){.table = INT64_MAX, .seat = 11, .decision = INT32_MAX};
    prose_put(prose, "your hand");
    return true;
}

int64_t host_table_number(const struct session *session)
{
    (void)session;
    return 1;
}

bool host_each_open_choice(const struct session *session, const char *network, struct press *press,
                           bool (*each)(void *, const struct host_choice *), void *arg)
{
    (void)session;
    (void)network;
    (void)press;
    (void)each;
    (void)arg;
    return false;
}

bool host_offers_again(const struct host *host, int64_t table)
{
    (void)host, (void)table;
    return false;
}

bool host_can_undo(const struct session *session, const struct heard *heard)
{
    (void)session;
    (void)heard;
    return false;
}

bool host_is_playing(const struct session *session)
{
    (void)session;
    return true;
}

bool host_has_hands(const struct session *session)
{
    (void)session;
    return true;
}

static void find(const char *value)
{
    struct heard heard = {.network = "discord"};
    char found[HOST_TEXT], move[HOST_TEXT];
    assert_true(strlen(value) <= 100);
    assert_true(controls_move((const struct session *)&game, &heard, value, found));
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
    json_t *panel = panel_body(&discord, (const struct session *)&game, &person, NULL, verb, page);
    loop_free(discord.loop);
    assert_in_range(json_array_size(json_object_get(panel, "components")), 1, 5);
    json_array_foreach(json_object_get(panel, "components"), r, row)
    {
        assert_in_range(json_array_size(json_object_get(row, "components")), 1, 5);
        json_array_foreach(json_object_get(row, "components"), c, component)
        {
            look_at(component, depth);
        }
    }
    json_decref(panel);
}

static test_case(every_move_is_on_some_page)
{
    static const int shapes[][3] = {{0, 1, 0},     {1, 1, 0},     {20, 3, 0},   {21, 3, 0},   {21, 21, 0},
                                    {26, 1, 0},    {100, 1, 0},   {101, 1, 0},  {256, 1, 0},  {256, 5, 0},
                                    {256, 10, 0},  {256, 11, 0},  {256, 60, 0}, {60, 50, 0},  {20, 4, 120},
                                    {256, 6, 120}, {30, 29, 120}, {40, 8, 99},  {40, 8, 100}, {40, 8, 101}};
    for (size_t i = 0; i < sizeof shapes / sizeof *shapes; i++) {
        memset(&game, 0, sizeof game);
        game.moves = shapes[i][0];
        game.verbs = shapes[i][1];
        game.length = shapes[i][2];
        look_through(NULL, 0, 0);
        if (game.found != game.moves)
            fail_msg("of %d moves of %d verbs and %d bytes only %d were found", game.moves, game.verbs, game.length,
                     game.found);
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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_is_on_some_page),
        cmocka_unit_test(odd_pages_show_what_there_is),
    };
    return cmocka_run_group_tests_name("panel pages", tests, NULL, NULL);
}
