/* Moves in advance in every game and toy, with people who keep at random what they played
   before: the tables are those that come about when the same words are said by hand as soon as
   it is that seat's turn. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games.h"
#include "household.h"
#include "record.h"
#include "session.h"
#include "session_view.h"
#include "tables.h"
#include "testing.h"
#include "text.h"
#include "toys/toys.h"
#include "variants.h"

enum { SAID = 200, WORDS = 160 };

static const char *const names[TABLE_SEATS] = {"ann", "bob", "cid", "dan", "eve", "fay",
                                               "gus", "hal", "ivy", "jim", "kim", "leo"};

/* What was said, in a game where some of it was said in advance, and the table behind each
   input. */
static struct script {
    int count;
    struct said {
        int seat;
        bool is_ahead;
        char words[WORDS];
        unsigned char table[SESSION_HASH];
        int games;
    } said[SAID];
} script;

static uint64_t random_bits;
static int kept, played, refused; /* of what was said in advance */

static int dice(int sides)
{
    random_bits = random_bits * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((random_bits >> 33) % (unsigned)sides);
}

struct choices {
    int count;
    char moves[MOVES_MAX][WORDS];
};

static bool add_choice(void *arg, const char *move)
{
    struct choices *choices = arg;
    if (choices->count < MOVES_MAX && strlen(move) < WORDS)
        snprintf(choices->moves[choices->count++], WORDS, "%s", move);
    return true;
}

static bool any_move(int seat, char move[WORDS])
{
    static struct choices choices;
    const struct seat *s = &table()->seats[seat];
    struct heard heard = {.network = "net",
                          .room = "#g",
                          .key = s->key,
                          .name = s->key,
                          .text = "",
                          .now = house.now};
    choices.count = 0;
    host_each_move(house.host, table(), &heard, add_choice, &choices);
    if (choices.count == 0)
        return false;
    snprintf(move, WORDS, "%s", choices.moves[dice(choices.count)]);
    return true;
}

static void open_variant(const struct variant *variant)
{
    char bytes[600];
    struct text words = text_over(bytes, sizeof bytes);
    text_putf(&words, "deal %s", variant->game->id);
    for (int i = 0; i < variant->game->option_count; i++) {
        text_putf(&words, " %s=", variant->game->options[i].name);
        option_format(&variant->game->options[i], variant->rules.options[i], &words);
    }
    check(!words.cut);
    house_say(&house, "#g", "ann", bytes);
    for (int seat = 1; seat < variant->seats; seat++)
        house_say(&house, "#g", names[seat], "join");
    if (!session_has_begun(table()))
        house_say(&house, "#g", "ann", "start");
    check(session_has_begun(table()));
}

static void note_table(struct said *said)
{
    const struct session *session = table();
    memset(said->table, 0, sizeof said->table);
    said->games = session && !session->playing->is_over ? session->playing->game_number : 0;
    if (said->games > 0)
        record_table_hash(&session->playing->rules, &session->playing->table, said->table);
}

static void say_said(struct said *said)
{
    char line[WORDS + 8];
    snprintf(line, sizeof line, "%s%s", said->is_ahead ? "then " : "", said->words);
    house_forget(&house);
    house_say(&house, NULL, table()->seats[said->seat].key, line);
}

/* Words that may or may not be legal when the turn comes: what somebody could play before, and
   several of them. */
static void say_ahead(char pool[TABLE_SEATS][WORDS])
{
    unsigned due = session_due(table());
    int seat = dice(table()->seat_count);
    if (due >> seat & 1 || !pool[seat][0] || script.count >= SAID - 1)
        return;
    struct said *said = &script.said[script.count++];
    *said = (struct said){.seat = seat, .is_ahead = true};
    snprintf(said->words, WORDS, "%s", pool[seat]);
    say_said(said);
    note_table(said);
}

static unsigned seats_with_words(void)
{
    unsigned seats = 0;
    for (int seat = 0; table() && seat < table()->seat_count; seat++)
        seats |= table()->seats[seat].ahead_line ? 1u << seat : 0;
    return seats;
}

/* After an input. */
static void count_words(unsigned before)
{
    int count = house_count(&house, "<AHEAD_REFUSED_4>");
    kept += __builtin_popcount(before);
    refused += count;
    played += __builtin_popcount(before & ~seats_with_words()) - count;
}

static void write_script(void)
{
    static char pool[TABLE_SEATS][WORDS];
    char move[WORDS];
    memset(pool, 0, sizeof pool);
    script.count = 0;
    while (script.count < SAID - 1 && table() && !table()->playing->is_over) {
        int count = table()->seat_count, seat = dice(count), tries = count;
        for (int n = dice(3); n > 0; n--)
            say_ahead(pool);
        while (tries-- > 0 && !any_move(seat, move))
            seat = (seat + 1) % count;
        if (tries < 0)
            break;
        struct said *said = &script.said[script.count++];
        *said = (struct said){.seat = seat};
        snprintf(said->words, WORDS, "%s", move);
        snprintf(pool[seat], WORDS, "%s", move);
        unsigned before = seats_with_words();
        say_said(said);
        note_table(said);
        count_words(before);
    }
}

/* The same, but what was said in advance is said by hand as soon as it is that seat's turn. */
static void follow_script(const struct variant *variant)
{
    char pending[TABLE_SEATS][WORDS] = {{0}};
    int last = 1;
    for (int i = 0; i < script.count; i++) {
        struct said *said = &script.said[i], found = {0};
        if (said->is_ahead) {
            snprintf(pending[said->seat], WORDS, "%s", said->words);
            continue;
        }
        pending[said->seat][0] = '\0';
        say_said(said);
        for (int seat = 0; table() && !table()->playing->is_over && seat < table()->seat_count;
             seat++) {
            if (table()->playing->game_number != last)
                memset(pending, 0, sizeof pending);
            last = table()->playing->game_number;
            if (!pending[seat][0] || !(session_due(table()) >> seat & 1))
                continue;
            struct said by_hand = {.seat = seat};
            snprintf(by_hand.words, WORDS, "%s", pending[seat]);
            pending[seat][0] = '\0';
            say_said(&by_hand);
            seat = -1;
        }
        note_table(&found);
        if (found.games != said->games || memcmp(found.table, said->table, sizeof found.table) != 0)
            fail_msg("%s, %d seats, input %d, %s: '%s' leads elsewhere than with moves in advance",
                     variant->game->id, variant->seats, i,
                     table() ? table()->seats[said->seat].key : "?", said->words);
    }
}

static void end_table(void)
{
    if (table())
        house_say_as(&house, "#g", "ann", RANK_OPERATOR, NULL, "stop");
    house_wait(&house, 3 * MINUTE);
}

static void play_both(void **state, const struct game *game, int lines)
{
    static struct variant variants[VARIANTS_MAX];
    int count = variants_of(game, variants);
    for (int n = 0; n < lines; n++) {
        const struct variant *variant = &variants[n * count / lines];
        if (variant->rules.version != game->version || variant->seats < 2)
            continue;
        for (int round = 0; round < 2; round++) {
            close_house(state);
            open_house(state);
            random_bits = (uint64_t)n + 1;
            open_variant(variant);
            if (round == 0)
                write_script();
            else
                follow_script(variant);
            end_table();
        }
    }
}

static test_case(in_every_game_it_is_as_if_it_were_said_by_hand)
{
    for (int i = 0; i < game_count; i++)
        play_both(state, games[i], 3);
    print_message("%d times kept over an input, %d played, %d refused\n", kept, played, refused);
    assert_true(played > 60 && refused > 100);
}

static test_case(in_every_toy_too)
{
    static const struct game *const toys[] = {
#define TOY_GAME(id) &toy_##id,
#include "toys/toys.def"
#undef TOY_GAME
    };
    for (size_t i = 0; i < sizeof toys / sizeof *toys; i++)
        play_both(state, toys[i], 2);
}

#define plain(name) cmocka_unit_test_setup_teardown(name, open_house, close_house)

int main(void)
{
    const struct CMUnitTest tests[] = {
        plain(in_every_game_it_is_as_if_it_were_said_by_hand),
        plain(in_every_toy_too),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
