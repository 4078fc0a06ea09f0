/* Luck that anybody can check: the same bytes as Python's own hashes give, and draws that nothing but key and number moves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <cmocka.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "chance.h"
#include "luck.h"

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
    luck_seal(lot.secret, lot.id, seal);
    begin_answer("seal");
    put_hex(lot.secret, LUCK_SECRET);
    put_hex(lot.id, LUCK_ID);
    fprintf(answers, " %s\n", seal);
    uint64_t game = 1 + chance_seeded(seed) % 300;
    luck_key(&lot, game, key);
    begin_answer("key");
    put_hex(lot.secret, LUCK_SECRET);
    put_hex(lot.id, LUCK_ID);
    fprintf(answers, " %llu", (unsigned long long)game);
    for (int seat = 0; seat < seats; seat++)
        put_hex(lot.cuts[seat], LUCK_CUT);
    put_hex(key, LUCK_KEY);
    fputc('\n', answers);
}

static void luck_chance(struct luck *luck, struct chance *chance, const unsigned char key[LUCK_KEY], uint64_t first)
{
    luck_init(luck, key, first);
    chance_init(chance, luck_next, luck);
    chance->begin = luck_begin;
}

/* Ranges of all sizes: near 2^31 half of the numbers are drawn again, and some draws take more than one block. */
static void answer_picks(struct chance_seed *seed)
{
    static const int ranges[] = {1, 2, 3, 20, 52, 335, 1 << 16, 1 << 30, (1 << 30) + 1, 2147483647, 1431655766};
    unsigned char key[LUCK_KEY];
    struct luck luck;
    struct chance chance;
    fill(seed, key, LUCK_KEY);
    uint64_t first = chance_seeded(seed) % 1000;
    luck_chance(&luck, &chance, key, first);
    for (int i = 0; i < 200; i++) {
        int n = ranges[chance_seeded(seed) % (sizeof ranges / sizeof *ranges)], pick = chance_pick(&chance, n);
        begin_answer("pick");
        put_hex(key, LUCK_KEY);
        fprintf(answers, " %llu %d %d\n", (unsigned long long)first + (unsigned)i, n, pick);
    }
}

static void answer_cut(const char *words)
{
    unsigned char cut[LUCK_CUT];
    luck_cut(words, cut);
    begin_answer("cut");
    put_hex((const unsigned char *)words, strlen(words));
    put_hex(cut, LUCK_CUT);
    fputc('\n', answers);
}

static void answers_are_those_of_python(void **state)
{
    static const char path[] = "/tmp/tabletalk_luck_XXXXXX";
    char name[sizeof path], command[sizeof path + 40];
    struct chance_seed seed = {11};
    (void)state;
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

/* One answer as it stands in docs/fairness.md, so that nobody has to trust two programs that agree. */
static void a_known_seal(void **state)
{
    unsigned char secret[LUCK_SECRET], id[LUCK_ID];
    char seal[LUCK_SEAL];
    (void)state;
    memset(secret, 0x11, sizeof secret);
    memset(id, 0x22, sizeof id);
    luck_seal(secret, id, seal);
    assert_string_equal(seal, "AZYWGNK4D3ZIDZNZLXLAADRZIX2BCVEA");
}

/* However many picks the draws before it took, and in how many pieces of work they came. */
static void a_draw_follows_from_its_number_alone(void **state)
{
    struct chance_seed seed = {3};
    unsigned char key[LUCK_KEY];
    struct luck luck;
    struct chance all, one;
    (void)state;
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
static void a_key_depends_on_everything(void **state)
{
    struct chance_seed seed = {4};
    struct lot lot = lot_of(&seed, 4), other;
    unsigned char key[LUCK_KEY], changed[LUCK_KEY];
    (void)state;
    luck_key(&lot, 1, key);
    luck_key(&lot, 2, changed);
    assert_memory_not_equal(key, changed, LUCK_KEY);
    unsigned char *const parts[] = {other.secret, other.id, other.cuts[0], other.cuts[1], other.cuts[3] + LUCK_CUT - 1};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        other = lot;
        parts[i][0] ^= 1;
        luck_key(&other, 1, changed);
        assert_memory_not_equal(key, changed, LUCK_KEY);
    }
    other = lot;
    memcpy(other.cuts[0], lot.cuts[2], LUCK_CUT);
    memcpy(other.cuts[2], lot.cuts[0], LUCK_CUT);
    luck_key(&other, 1, changed);
    assert_memory_not_equal(key, changed, LUCK_KEY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_are_those_of_python),
        cmocka_unit_test(a_known_seal),
        cmocka_unit_test(a_draw_follows_from_its_number_alone),
        cmocka_unit_test(a_key_depends_on_everything),
    };
    if (sodium_init() < 0)
        return 1;
    return cmocka_run_group_tests(tests, NULL, NULL);
}
