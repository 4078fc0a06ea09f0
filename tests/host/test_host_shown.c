/* What the rules lay open is seen: through the host alone, in all games with their standard
   options. At moments of random games a card, a mark of a size or a public register is changed
   on the table behind the host's back; then some answer that a seat can get (board, board all,
   hand) has to change, too, or the sentence that told of it must have been said. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "chosen.h"
#include "declared.h"
#include "find_toys.h"
#include "game.h"
#include "games.h"
#include "host_state.h"
#include "household.h"
#include "session.h"
#include "tables.h"
#include "text.h"

enum {
    MOMENT = 3 /* moves from one look to the next */,
    MOVES_MOST = 400,
    ANSWERS = 64 * 1024,
    WHY = 200
};

/* tests/games/told.def: each time the register gets a number, the room is told one of the
   pieces. */
static const struct told_register {
    const char *game;
    bool is_own;
    int index;
    const char *pieces[3];
} told_registers[] = {
#define TOLD_TABLE(game, index, ...) {#game, false, index, {__VA_ARGS__}},
#define TOLD_SEAT(game, index, ...)  {#game, true, index, {__VA_ARGS__}},
#include "../games/told.def"
#undef TOLD_TABLE
#undef TOLD_SEAT
};

/* A game that is looked at, and the last number but 0 that each register had. */
struct look {
    const char *game;
    int moves, asked; /* moves played, and things changed on the table */
    int seen_shared[TABLE_SHARED], seen_own[TABLE_OWN];
    char why[WHY]; /* the first thing that is not shown */
};

static const char *const people[] = {"ann", "bob", "cid", "dan"};

static const struct told_register *told_register(const char *game, bool is_own, int index)
{
    for (size_t i = 0; i < sizeof told_registers / sizeof *told_registers; i++) {
        const struct told_register *told = &told_registers[i];
        if (strcmp(told->game, game) == 0 && told->is_own == is_own && told->index == index)
            return told;
    }
    return NULL;
}

/* Everything that the person can ask to see; the hand only where no move is looked for on a
   table that cannot be. */
static char *answers(const char *who, bool with_hand)
{
    house_forget(&house);
    house_say(&house, NULL, who, "board");
    house_say(&house, NULL, who, "board all");
    if (with_hand)
        house_say(&house, NULL, who, "hand");
    return strdup(house.told);
}

/* Whether the answers to this person are others than with the table as it was. */
static bool is_noticed(struct look *look, const struct table *was, const char *who, bool with_hand)
{
    look->asked++;
    struct table *t = &table()->playing->table, changed;
    table_copy(&changed, t);
    char *after = answers(who, with_hand);
    table_copy(t, was);
    char *before = answers(who, with_hand);
    bool is_other = strcmp(before, after) != 0;
    free(before);
    free(after);
    return is_other;
}

static void note(struct look *look, const char *what, int owner, int index, const char *who)
{
    if (!look->why[0])
        snprintf(look->why, sizeof look->why, "%s: %s %d of %s is not shown to %s", look->game,
                 what, index, owner < 0 ? "the table" : people[owner], who);
}

static void remove_top(struct table *t, int zone)
{
    int at = t->first[zone + 1] - 1, count = t->first[t->zones];
    memmove(&t->cards[at], &t->cards[at + 1], (size_t)(count - at - 1) * sizeof t->cards[0]);
    for (int z = zone + 1; z <= t->zones; z++)
        t->first[z]--;
}

/* The next face with the same back: what can lie in the same place. */
static int other_face(const struct ruleset *rules, int face)
{
    int other = (face + 1) % rules->face_count;
    while (rules->faces[other].back != rules->faces[face].back)
        other = (other + 1) % rules->face_count;
    return other;
}

/* The size of each zone, and each face that this seat may see. */
static void look_at_zones(struct look *look, const struct table *was, int seat, const char *who)
{
    const struct ruleset *rules = &table()->playing->rules;
    struct table *t = &table()->playing->table;
    for (int zone = 0; zone < was->zones; zone++) {
        int size = zone_size(was, zone), owner = zone_owner(rules, zone);
        bool is_own = owner == seat && zone_spec(rules, zone)->audience == AUDIENCE_OWNER;
        if (size == 0)
            continue;
        remove_top(t, zone);
        if (!is_noticed(look, was, who, is_own))
            note(look, "the size of zone", owner, zone, who);
        for (int i = 0; i < size; i++) {
            struct card *card = &t->cards[t->first[zone] + i];
            bool is_seen = sees(rules, was, zone, i, seat) || is_mixed(rules, zone);
            if (!is_seen || other_face(rules, card->face) == card->face)
                continue;
            card->face = (int16_t)other_face(rules, card->face);
            if (!is_noticed(look, was, who, is_own || was->cards[was->first[zone] + i].known))
                note(look, "a face of zone", owner, zone, who);
            i += size / 3;
        }
    }
}

static void look_at_register(struct look *look, const struct table *was, int *number, bool is_own,
                             int index, const char *who)
{
    int seen = is_own ? look->seen_own[index] : look->seen_shared[index];
    if (seen == 0 || told_register(look->game, is_own, index))
        return;
    *number = *number ? 0 : seen;
    if (!is_noticed(look, was, who, false))
        note(look, "register", is_own ? 0 : -1, index, who);
}

static void look_at(struct look *look, int seat)
{
    struct session *session = table();
    const struct register_spec *specs = session->playing->rules.registers;
    struct table was, *t = &session->playing->table;
    const char *who = session->seats[seat].name;
    table_copy(&was, t);
    for (int i = 0; i < TABLE_SHARED; i++)
        look_at_register(look, &was, &t->shared[i], false, i, who);
    for (int owner = 0; owner < was.seats; owner++)
        for (int i = 0; i < TABLE_OWN; i++)
            if (!specs || specs[i].audience == AUDIENCE_ALL)
                look_at_register(look, &was, &t->own[owner][i], true, i, who);
    look_at_zones(look, &was, seat, who);
}

/* A register that got another number but 0 was told of, if that is how people know it. */
static void look_at_change(struct look *look, bool is_own, int index, int before, int after)
{
    int *seen = is_own ? &look->seen_own[index] : &look->seen_shared[index];
    const struct told_register *told = told_register(look->game, is_own, index);
    bool is_told = !told || after == 0 || after == before;
    *seen = after ? after : *seen;
    for (int i = 0; !is_told && i < 3 && told->pieces[i]; i++)
        is_told = house_was_told(&house, told->pieces[i]);
    if (!is_told)
        note(look, "the change of register", is_own ? 0 : -1, index, "anybody");
}

static void look_at_changes(struct look *look, const struct table *before)
{
    const struct table *t = &table()->playing->table;
    for (int i = 0; i < TABLE_SHARED; i++)
        look_at_change(look, false, i, before->shared[i], t->shared[i]);
    for (int seat = 0; seat < t->seats; seat++)
        for (int i = 0; i < TABLE_OWN; i++)
            look_at_change(look, true, i, before->own[seat][i], t->own[seat][i]);
}

/* ---- playing ---- */

struct any_move {
    struct chance_seed *seed;
    int count;
    char text[80];
};

static bool pick_move(void *arg, const char *move)
{
    struct any_move *any = arg;
    if (chance_seeded(any->seed) % (uint32_t)++any->count == 0)
        snprintf(any->text, sizeof any->text, "%s", move);
    return true;
}

/* Somebody plays any legal move. False if nobody can. */
static bool play_any(struct chance_seed *seed, int count)
{
    for (int i = 0, first = (int)(chance_seeded(seed) % (uint32_t)count); i < count; i++) {
        const char *who = people[(first + i) % count];
        struct heard heard = {.network = "net", .key = who, .name = who};
        struct any_move any = {.seed = seed};
        host_each_move(house.host, table(), &heard, pick_move, &any);
        house_forget(&house);
        if (any.text[0]) {
            house_say(&house, NULL, who, any.text);
            return true;
        }
    }
    return false;
}

static void sit_down(const char *game, int count)
{
    enum { OTHERS = 60 }; /* the number of the namesake's table (namesake.c) */
    char text[64];
    if (house.host->tables.next == OTHERS)
        house.host->tables.next++;
    snprintf(text, sizeof text, "deal %s", game);
    house_say(&house, "#g", people[0], text);
    for (int i = 1; i < count; i++)
        house_say(&house, "#g", people[i], "join");
    if (!session_has_begun(table()))
        house_say(&house, "#g", people[0], "start");
}

/* Looks at a whole game with so many people. */
static void look_at_game(struct look *look, int count, uint64_t luck)
{
    struct chance_seed seed = {luck};
    struct table none = {0};
    sit_down(look->game, count);
    look_at_changes(look, &none);
    for (int move = 0; table() && move < MOVES_MOST; move++, look->moves++) {
        struct table before;
        if (move % MOMENT == 0)
            look_at(look, (int)(chance_seeded(&seed) % (uint32_t)count));
        table_copy(&before, &table()->playing->table);
        if (!play_any(&seed, count))
            break;
        if (table())
            look_at_changes(look, &before);
    }
    if (table()) /* a person who sits there would ask the others */
        house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "stop");
}

static test_case(everything_open_is_shown)
{
    bool has_failed = false;
    for (int g = 0; g < game_count; g++) {
        if (!is_chosen(games[g]))
            continue;
        struct look look = {.game = games[g]->id};
        int most = games[g]->seats_max < 4 ? games[g]->seats_max : 4;
        int fewest = games[g]->seats_min > 2 ? games[g]->seats_min : 2;
        for (uint64_t luck = 1; luck <= 6; luck++)
            look_at_game(&look, luck % 2 ? fewest : most, luck);
        if (look.why[0])
            print_error("%s\n", look.why);
        has_failed |= look.why[0];
        if (look.moves < 30 || look.asked < 10 * (look.moves / MOMENT))
            fail_msg(
                "%s: changed %d things in %d moves; at least 30 moves, and ten things at each look, are wanted",
                look.game, look.asked, look.moves);
        print_message("%s: changed %d things in %d moves\n", look.game, look.asked, look.moves);
    }
    assert_false(has_failed);
}

/* Snap shows nothing but its cards; its planted register is found. */
static test_case(a_planted_register_is_found)
{
    struct look look = {.game = "planted"};
    look_at_game(&look, 2, 3);
    assert_non_null(strstr(look.why, "planted: register 15 of the table is not shown to "));
}

/* The name that a line begins with, "robot2: ", and how long that is; 0: none. */
static size_t line_head(const char *line)
{
    size_t length = strncmp(line, "robot", 5) == 0 ? 5 + strspn(line + 5, "234") : 0;
    return length > 0 && strncmp(line + length, ": ", 2) == 0 ? length + 2 : 0;
}

/* A robot's turn is one line, which begins with its name; another line only behind that of
   another robot, or where the turn began a round. Returns how many there are. */
static int count_turns(void)
{
    const char *before = NULL;
    int turns = 0;
    for (const char *line = house.told, *end; *line; line = *end ? end + 1 : end) {
        size_t head = line_head(line);
        end = line + strcspn(line, "\n");
        if (head && before && strncmp(before, line, head) == 0 &&
            !memmem(before, (size_t)(line - before), "begins", 6))
            fail_msg("the turn of one robot has two lines:\n%s", house.told);
        before = head ? line : NULL;
        turns += head > 0;
    }
    return turns;
}

static test_case(a_robots_turn_is_told_in_one_line)
{
    struct chance_seed seed = {9};
    int turns = 0;
    house_say(&house, "#g", "ann", "deal coloretto");
    for (int i = 0; i < 4; i++)
        house_say(&house, "#g", "ann", "robot");
    while (table() && play_any(&seed, 1)) {
        turns += count_turns();
        assert_not_told("robot draws");
    }
    assert_told("cards left"); /* the last board, before the result */
    assert_told("<RESULT_1 game=Coloretto>");
    if (turns < 40)
        fail_msg("robots had %d turns of a line each; at least 40 are wanted", turns);
}

int main(void)
{
#define SHOWN(name) cmocka_unit_test_setup_teardown(name, open_lasting, close_house)
    const struct CMUnitTest tests[] = {
        SHOWN(everything_open_is_shown),
        SHOWN(a_planted_register_is_found),
        SHOWN(a_robots_turn_is_told_in_one_line),
    };
    return cmocka_run_group_tests_name("shown", tests, NULL, NULL);
}
