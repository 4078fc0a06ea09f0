/* A host who has the secret, at 5,000 tables of people (10,000 in the long check): what !fair
   says is proven, nothing that it can still choose moves; where it can choose the deal, !fair
   says so. Through the host's own lobby, cuts and deal. */
#include <stdio.h>
#include <string.h>

#include <sodium.h>

#include "deal.h"
#include "host.h"
#include "house.h"
#include "long.h"
#include "odds.h"
#include "port.h"
#include "seal.h"
#include "session.h"
#include "store.h"
#include "testing.h"

static struct house house;

static void say(const char *who, const char *text)
{
    house_say(&house, "#g", who, text);
}

static struct session *table(void)
{
    struct session *session = house_table(&house, "#g");
    assert_non_null(session);
    return session;
}

/* Three cards of one colour among the five that are dealt of 42 (six of each of seven colours):
   7 * 13146 of 850668 hands. eve is the host, ann is honest. */
enum { ATTACKED = 300, LONG = 600, TRIES = 30, ROBOTS = 2, SEATS = 4, THROWN = 3, COLOURS = 7 };
static const double by_chance = 7 * 13146.0 / 850668;
static struct chance_seed drawn;

static const char *name_of_source(void)
{
    return "fixed";
}

static uint32_t draw_number(void)
{
    return chance_seeded(&drawn);
}

static void draw_bytes(void *const bytes, const size_t size)
{
    for (size_t i = 0; i < size; i++)
        ((unsigned char *)bytes)[i] = (unsigned char)chance_seeded(&drawn);
}

static bool eve_has_a_set(const struct playing *playing, const struct seat *seats)
{
    int counts[COLOURS] = {0}, most = 0, seat = 0;
    while (strcmp(seats[seat].name, "eve") != 0)
        seat++;
    int hand = seat_zone(&playing->rules, seat, 0);
    assert_int_equal(zone_size(&playing->table, hand), 5);
    for (int i = 0; i < 5; i++) {
        int count = ++counts[zone_face(&playing->table, hand, i)];
        most = count > most ? count : most;
    }
    return most >= 3;
}

/* What the table, as it stands now, would give eve with so many robots more, and with these
   words of hers (NULL: with those that she has cut with). */
static bool eve_would_win(int robots, const char *words)
{
    static struct playing playing;
    static struct chance chance;
    struct seat seats[TABLE_SEATS] = {{.kind = SEAT_ROBOT}};
    char line[DEAL_LINE];
    const struct session *session = table();
    playing_copy(&playing, session->playing);
    playing.seats = session->seat_count + robots;
    playing.lot.takes_cuts = true;
    memcpy(seats, session->seats, (size_t)session->seat_count * sizeof *seats);
    if (words)
        seal_luck_cut(words, seats[0].cut);
    deal_begin(&playing, session->game, seats, SEAT_NONE, &chance, NULL, line);
    return eve_has_a_set(&playing, seats);
}

/* What was dealt to her, who sat down first, whatever her seat has played since. */
static bool eve_has_won(void)
{
    static struct playing playing;
    static struct chance chance;
    struct seat seats[TABLE_SEATS] = {{.kind = SEAT_PERSON, .name = "eve"}};
    char line[DEAL_LINE];
    playing_copy(&playing, table()->playing);
    playing.game_number = 0;
    for (int seat = 0; seat < playing.seats; seat++)
        memcpy(seats[seat].cut, playing.lot.cuts[seat], LUCK_CUT);
    deal_begin(&playing, table()->game, seats, SEAT_NONE, &chance, NULL, line);
    assert_memory_equal(playing.key, table()->playing->key, LUCK_KEY);
    return eve_has_a_set(&playing, seats);
}

/* ---- what eve chooses ---- */

/* Words with which the table would give her what she wants. */
static void choose_words(int number)
{
    char words[40];
    for (int i = 0; i < TRIES; i++) {
        snprintf(words, sizeof words, "cut %d %d", number, i);
        if (eve_would_win(0, words + strlen("cut ")))
            break;
    }
    say("eve", words);
}

static void choose_robots(int number)
{
    (void)number;
    for (int robots = 0; robots <= ROBOTS && table()->seat_count + robots <= SEATS; robots++)
        if (eve_would_win(robots, NULL)) {
            for (int i = 0; i < robots; i++)
                say("eve", "robot");
            return;
        }
}

/* If the cards are none that she wants: a robot plays on for somebody. */
static void choose_to_leave(int number)
{
    (void)number;
    if (!eve_would_win(0, NULL))
        say("eve", "leave");
}

static void choose_to_kick(int number)
{
    (void)number;
    if (!eve_would_win(0, NULL))
        say("eve", "kick cid");
}

/* Throws tables away until the deal is what she wants; ann cuts each time with other words. */
static void choose_table(int number)
{
    char words[40];
    for (int i = 0; i < THROWN && !eve_would_win(0, NULL); i++) {
        say("eve", "stop");
        say("eve", "deal colorcatcher");
        say("ann", "join");
        say("cid", "join");
        say("eve", "start");
        snprintf(words, sizeof words, "cut %d %08x", number, chance_seeded(&drawn));
        say("ann", words);
    }
}

/* Another table of hers: which is the second here. */
static void choose_another_table(int number)
{
    (void)number;
    if (!eve_would_win(0, NULL))
        house_say(&house, "#h", "eve", "deal colorcatcher");
}

/* Every order of closing, cutting, coming, going and restarting: what !fair says to ann, against
   what eve, who has the secret, can choose. "+" is a cut with words that nobody else knows; "!"
   the moment at which eve chooses; "restart" and "wait" are what they say. */
static const struct attack {
    const char *name;
    const char *steps[9];
    void (*choose)(int number);
    const char *said;
    bool can_choose;
} attacks[] = {
    {"robots behind words of before",
     {"ann join", "ann +", "!", "eve start", "wait"},
     choose_robots,
     "to ann: <FAIR_NOBODY_1>",
     true},
    {"words before the seats are closed",
     {"ann join", "ann +", "!", "eve start", "wait"},
     choose_words,
     "to ann: <FAIR_NOBODY_1>",
     true},
    {"words before the seats are closed, and ann cuts then",
     {"ann join", "!", "eve start", "ann +"},
     choose_words,
     "to ann: <FAIR_LAST_2>",
     false},
    {"robots, and ann cuts once the seats are closed",
     {"ann join", "ann +", "!", "eve start", "ann +"},
     choose_robots,
     "to ann: <FAIR_LAST_2>",
     false},
    {"eve cuts first",
     {"ann join", "eve start", "!", "ann +"},
     choose_words,
     "to ann: <FAIR_LAST_3>",
     false},
    {"eve cuts last",
     {"ann join", "cid join", "eve start", "ann +", "!", "wait"},
     choose_words,
     "to ann: <FAIR_AFTER_2 who=eve>",
     true},
    {"robots behind ann's cut",
     {"ann join", "cid join", "eve start", "ann +", "!", "wait"},
     choose_robots,
     "to ann: <FAIR_LAST_3>",
     false},
    {"eve leaves behind ann's cut",
     {"ann join", "cid join", "eve start", "ann +", "!", "wait"},
     choose_to_leave,
     "to ann: <FAIR_LAST_3>",
     false},
    {"eve kicks behind ann's cut",
     {"ann join", "cid join", "eve start", "ann +", "!", "wait"},
     choose_to_kick,
     "to ann: <FAIR_LAST_3>",
     false},
    {"another table behind ann's cut",
     {"ann join", "cid join", "eve start", "ann +", "!", "wait"},
     choose_another_table,
     "to ann: <FAIR_LAST_3>",
     false},
    {"a restart before eve chooses",
     {"ann join", "cid join", "eve start", "ann +", "restart", "!", "wait"},
     choose_robots,
     "to ann: <FAIR_LAST_3>",
     false},
    {"a restart behind eve's cut",
     {"ann join", "eve start", "!", "restart", "ann +", "wait"},
     choose_words,
     "to ann: <FAIR_LAST_3>",
     false},
    {"ann comes again",
     {"ann join", "ann leave", "ann join", "!", "eve start", "ann +"},
     choose_robots,
     "to ann: <FAIR_LAST_3>",
     false},
    {"cid cuts last",
     {"ann join", "cid join", "eve start", "ann +", "!", "cid +"},
     choose_words,
     "to ann: <FAIR_AFTER_3> ",
     false},
    {"eve cuts behind both",
     {"ann join", "cid join", "dan join", "ann +", "cid +", "!", "wait"},
     choose_words,
     "to ann: <FAIR_AFTER_3> ",
     true},
    {"nobody but eve cuts",
     {"ann join", "eve start", "!", "wait"},
     choose_words,
     "to ann: eve cut, and you did not",
     true},
    {"eve throws tables away",
     {"ann join", "cid join", "eve start", "ann +", "!", "wait"},
     choose_table,
     "not dealt here today",
     true},
};

static void take_step(const struct attack *attack, const char *step, int number)
{
    char who[8], words[60];
    snprintf(who, sizeof who, "%.3s", step);
    if (strcmp(step, "!") == 0) {
        attack->choose(number);
    } else if (strcmp(step, "wait") == 0) {
        if (!session_has_begun(table()))
            house_wait(&house, SEAL_CUTS_MS);
    } else if (strcmp(step, "restart") == 0) {
        house_restart(&house);
        host_room_ready(house.host, "net", "#g", house.now);
        house_settle(&house);
    } else if (strcmp(step + 3, " +") == 0) {
        snprintf(words, sizeof words, "cut %08x", chance_seeded(&drawn));
        say(who, words);
    } else {
        say(who, step + 4);
    }
}

static bool is_attack_won(const struct attack *attack, int number)
{
    say("eve", "deal colorcatcher");
    for (int i = 0; attack->steps[i]; i++)
        take_step(attack, attack->steps[i], number);
    house_forget(&house);
    say("ann", "fair");
    if (attack->choose != choose_table || number == 0)
        house_expect(&house, attack->said);
    bool is_won = eve_has_won();
    house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "stop");
    house_settle(&house);
    assert_null(house_table(&house, "#g"));
    return is_won;
}

static void what_is_proven_cannot_be_chosen(void **state)
{
    static struct randombytes_implementation source = {
        .implementation_name = name_of_source, .random = draw_number, .buf = draw_bytes};
    int tables = is_long() ? LONG : ATTACKED, most = odds_most(tables, by_chance, 1e-6);
    (void)state;
    drawn.state = 31;
    assert_int_equal(randombytes_set_implementation(&source), 0);
    for (size_t row = 0; row < sizeof attacks / sizeof *attacks; row++) {
        int won = 0;
        house_open(&house, store_memory_new(), true, 0);
        house.is_cutting = house.is_lasting = true;
        for (int i = 0; i < tables; i++)
            won += is_attack_won(&attacks[row], i);
        print_message("%d of %d tables (at most %d by chance): %s\n", won, tables, most,
                      attacks[row].name);
        house_close(&house);
        store_close(house.store);
        assert_true(attacks[row].can_choose ? won > most : won <= most);
    }
    assert_int_equal(randombytes_set_implementation(&randombytes_sysrandom_implementation), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_is_proven_cannot_be_chosen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
