/* Luck that anybody can check: the same bytes as Python's own hashes give, and draws that
   nothing but key and number moves. */
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chance.h"
#include "long.h"
#include "odds.h"
#include "seal.h"
#include "testing.h"

static FILE *answers;

static void put_hex(const unsigned char *bytes, size_t count)
{
    fputc(' ', answers);
    for (size_t i = 0; i < count; i++)
        fprintf(answers, "%02x", bytes[i]);
}

static void begin_answer(const char *kind)
{
    fputs(kind, answers);
}

static void fill(struct chance_seed *seed, unsigned char *bytes, int count)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (unsigned char)chance_seeded(seed);
}

static struct lot lot_of(struct chance_seed *seed, int seats)
{
    struct lot lot = {.has_secret = true, .seats = seats};
    fill(seed, lot.secret, LUCK_SECRET);
    fill(seed, lot.id, LUCK_ID);
    for (int seat = 0; seat < seats; seat += 2) /* every other one has no cut */
        fill(seed, lot.cuts[seat], LUCK_CUT);
    return lot;
}

static void answer_seal_and_key(struct chance_seed *seed, int seats)
{
    char seal[LUCK_SEAL];
    unsigned char key[LUCK_KEY];
    struct lot lot = lot_of(seed, seats);
    seal_luck_seal(lot.secret, lot.id, seal);
    begin_answer("seal");
    put_hex(lot.secret, LUCK_SECRET);
    put_hex(lot.id, LUCK_ID);
    fprintf(answers, " %s\n", seal);
    uint64_t game = 1 + chance_seeded(seed) % 300;
    seal_luck_key(&lot, game, key);
    begin_answer("key");
    put_hex(lot.secret, LUCK_SECRET);
    put_hex(lot.id, LUCK_ID);
    fprintf(answers, " %llu", (unsigned long long)game);
    for (int seat = 0; seat < seats; seat++)
        put_hex(lot.cuts[seat], LUCK_CUT);
    put_hex(key, LUCK_KEY);
    fputc('\n', answers);
}

static void luck_chance(struct luck *luck, struct chance *chance, const unsigned char key[LUCK_KEY],
                        uint64_t first)
{
    seal_luck_init(luck, key, first);
    chance_init(chance, seal_luck_next, luck);
    chance->begin = seal_luck_begin;
}

/* Ranges of all sizes: near 2^31 half of the numbers are drawn again, and some draws take more
   than one block. */
static void answer_picks(struct chance_seed *seed)
{
    static const int ranges[] = {
        1, 2, 3, 20, 52, 335, 1 << 16, 1 << 30, (1 << 30) + 1, 2147483647, 1431655766};
    unsigned char key[LUCK_KEY];
    struct luck luck;
    struct chance chance;
    fill(seed, key, LUCK_KEY);
    uint64_t first = chance_seeded(seed) % 1000;
    luck_chance(&luck, &chance, key, first);
    for (int i = 0; i < 200; i++) {
        int n = ranges[chance_seeded(seed) % (sizeof ranges / sizeof *ranges)],
            pick = chance_pick(&chance, n);
        begin_answer("pick");
        put_hex(key, LUCK_KEY);
        fprintf(answers, " %llu %d %d\n", (unsigned long long)first + (unsigned)i, n, pick);
    }
}

static void answer_cut(const char *words)
{
    unsigned char cut[LUCK_CUT];
    seal_luck_cut(words, cut);
    begin_answer("cut");
    put_hex((const unsigned char *)words, strlen(words));
    put_hex(cut, LUCK_CUT);
    fputc('\n', answers);
}

static test_case(answers_are_those_of_python)
{
    static const char path[] = "/tmp/tabletalk_luck_XXXXXX";
    char name[sizeof path], command[sizeof path + 40];
    struct chance_seed seed = {11};
    memcpy(name, path, sizeof path);
    int fd = mkstemp(name);
    assert_true(fd >= 0);
    answers = fdopen(fd, "w");
    assert_non_null(answers);
    for (int i = 0; i < 200; i++)
        answer_seal_and_key(&seed, 1 + i % LUCK_SEATS);
    for (int i = 0; i < 20; i++)
        answer_picks(&seed);
    answer_cut("seven red herrings");
    answer_cut("  blanks at both ends do not count   ");
    answer_cut("Gr\xc3\xbc\xc3\x9f Gott;= 100%");
    fclose(answers);
    snprintf(command, sizeof command, "python3 host/check_luck.py %s", name);
    int status = system(command);
    unlink(name);
    assert_int_equal(status, 0);
}

/* One answer as it stands in docs/fairness.md, so that nobody has to trust two programs that
   agree. */
static test_case(a_known_seal)
{
    unsigned char secret[LUCK_SECRET], id[LUCK_ID];
    char seal[LUCK_SEAL];
    memset(secret, 0x11, sizeof secret);
    memset(id, 0x22, sizeof id);
    seal_luck_seal(secret, id, seal);
    assert_string_equal(seal, "AZYWGNK4D3ZIDZNZLXLAADRZIX2BCVEA");
}

/* However many picks the draws before it took, and in how many pieces of work they came. */
static test_case(a_draw_follows_from_its_number_alone)
{
    struct chance_seed seed = {3};
    unsigned char key[LUCK_KEY];
    struct luck luck;
    struct chance all, one;
    fill(&seed, key, LUCK_KEY);
    luck_chance(&luck, &all, key, 0);
    for (int i = 0; i < 500; i++)
        chance_pick(&all, i % 3 ? 7 : 1431655766);
    for (int i = 0; i < 500; i++) {
        luck_chance(&luck, &one, key, (uint64_t)i);
        assert_int_equal(chance_pick(&one, i % 3 ? 7 : 1431655766), all.picks[i]);
        luck_chance(&luck, &one, key, (uint64_t)i);
        chance_pick(&one, i % 3 ? 1431655766 : 7); /* another range there changes no other draw */
        assert_int_equal(i == 499 ? 0 : chance_pick(&one, (i + 1) % 3 ? 7 : 1431655766),
                         i == 499 ? 0 : all.picks[i + 1]);
    }
}

/* Secret, id, game, each cut and its place: each of them gives another key. */
static test_case(a_key_depends_on_everything)
{
    struct chance_seed seed = {4};
    struct lot lot = lot_of(&seed, 4), other;
    unsigned char key[LUCK_KEY], changed[LUCK_KEY];
    seal_luck_key(&lot, 1, key);
    seal_luck_key(&lot, 2, changed);
    assert_memory_not_equal(key, changed, LUCK_KEY);
    unsigned char *const parts[] = {other.secret, other.id, other.cuts[0], other.cuts[1],
                                    other.cuts[3] + LUCK_CUT - 1};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        other = lot;
        parts[i][0] ^= 1;
        seal_luck_key(&other, 1, changed);
        assert_memory_not_equal(key, changed, LUCK_KEY);
    }
    other = lot;
    memcpy(other.cuts[0], lot.cuts[2], LUCK_CUT);
    memcpy(other.cuts[2], lot.cuts[0], LUCK_CUT);
    seal_luck_key(&other, 1, changed);
    assert_memory_not_equal(key, changed, LUCK_KEY);
}

/* The seal and the id are of no use alone: each bit of a secret changes the seal, so nobody can
   try out a few. */
static test_case(every_bit_moves_the_seal_and_the_key)
{
    struct chance_seed seed = {5};
    struct lot lot = lot_of(&seed, 3), other;
    unsigned char key[LUCK_KEY], changed[LUCK_KEY];
    char seal[LUCK_SEAL], moved[LUCK_SEAL];
    seal_luck_seal(lot.secret, lot.id, seal);
    seal_luck_key(&lot, 1, key);
    for (int bit = 0; bit < 8 * (LUCK_SECRET + LUCK_ID); bit++) {
        other = lot;
        int byte = bit / 8 % (LUCK_SECRET + LUCK_ID);
        unsigned char *at =
            byte < LUCK_SECRET ? &other.secret[byte] : &other.id[byte - LUCK_SECRET];
        *at ^= (unsigned char)(1 << bit % 8);
        seal_luck_seal(other.secret, other.id, moved);
        assert_string_not_equal(seal, moved);
        seal_luck_key(&other, 1, changed);
        assert_memory_not_equal(key, changed, LUCK_KEY);
    }
}

/* ---- attacks ---- */

/* A deck of 20 is shuffled, three cards are the host's hand; the goal: two of the three best
   faces in it. Of 1140 hands 52 are such. */
enum { DECK = 20, HAND = 3, BEST = 3, TRIES = 150, HOST_SEAT = 0, HONEST_SEAT = 1 };

static int tables(void)
{
    return is_long() ? 10000 : 2500;
}

static bool is_goal(const struct lot *lot)
{
    unsigned char key[LUCK_KEY];
    int deck[DECK], best = 0;
    struct luck luck;
    struct chance chance;
    seal_luck_key(lot, 1, key);
    luck_chance(&luck, &chance, key, 0);
    for (int i = 0; i < DECK; i++)
        deck[i] = i;
    for (int i = DECK - 1; i >= 1; i--) {
        int j = chance_pick(&chance, i + 1), face = deck[i];
        deck[i] = deck[j];
        deck[j] = face;
    }
    for (int i = 0; i < HAND; i++)
        best += deck[i] < BEST;
    return best >= 2;
}

/* The host knows the secret and all cuts so far, and tries words of its own until the goal is
   reached. */
static void host_cuts(struct lot *lot, int table)
{
    char words[40];
    for (int i = 0; i < TRIES; i++) {
        snprintf(words, sizeof words, "%d %d", table, i);
        seal_luck_cut(words, lot->cuts[HOST_SEAT]);
        if (is_goal(lot))
            return;
    }
}

static int count_goals(bool host_is_last)
{
    struct chance_seed seed = {21};
    int goals = 0, count = tables();
    for (int table = 0; table < count; table++) {
        struct lot lot = lot_of(&seed, 2);
        if (!host_is_last)
            host_cuts(&lot, table);
        fill(&seed, lot.cuts[HONEST_SEAT], LUCK_CUT); /* words that nobody else knew */
        if (host_is_last)
            host_cuts(&lot, table);
        goals += is_goal(&lot);
    }
    return goals;
}

/* By chance it is 114 of 2,500 tables, and more than 170 once in a million times that somebody
   plays so many; of 10,000 it is 456, and 560. */
static test_case(a_host_who_cuts_before_an_honest_person_gains_nothing)
{
    int goals = count_goals(false), count = tables(), most = odds_most(count, 52.0 / 1140, 1e-6);
    print_message("the goal was reached at %d of %d tables; at most %d by chance\n", goals, count,
                  most);
    assert_in_range(most, is_long() ? 500 : 150, is_long() ? 600 : 190);
    if (goals > most)
        fail_msg("the goal was reached at %d of %d tables, by chance it is %d", goals, count,
                 count * 52 / 1140);
}

static test_case(a_host_who_cuts_last_has_what_it_wants)
{
    int goals = count_goals(true), count = tables();
    print_message("the goal was reached at %d of %d tables\n", goals, count);
    if (goals < count * 99 / 100)
        fail_msg("the goal was reached at %d of %d tables only", goals, count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_python),
        cmocka_unit_test(a_known_seal),
        cmocka_unit_test(a_draw_follows_from_its_number_alone),
        cmocka_unit_test(a_key_depends_on_everything),
        cmocka_unit_test(every_bit_moves_the_seal_and_the_key),
        cmocka_unit_test(a_host_who_cuts_before_an_honest_person_gains_nothing),
        cmocka_unit_test(a_host_who_cuts_last_has_what_it_wants),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
