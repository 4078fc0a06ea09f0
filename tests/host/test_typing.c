/* Nothing that is typed changes a draw: draw i of a game follows from the secret, the cuts
   before the deal, and i, whatever stands in the record between two draws (each kind of line
   that can stand there, undo among them) and whatever is said at a table of people. The sums are
   test_luck.c's, what is told of luck test_fair.c's. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "check.h"
#include "deal.h"
#include "house.h"
#include "long.h"
#include "record.h"
#include "record_lines.h"
#include "record_scenes.h"
#include "record_text.h"
#include "seal.h"
#include "session_view.h"
#include "store.h"
#include "takeback.h"
#include "testing.h"
#include "text.h"

static struct house house;

enum { TABLES = 10000, STEPS = 5, PEOPLE = 3, LINE = 1000, KINDS_OF_PLAY = 7, KINDS_OF_LOBBY = 5 };

/* ---- in the record ---- */

static const char lobby[] = "deal roygbiv"; /* in its games cards are dealt by lot all the time */

static struct record_text base;
static struct record_play opened; /* three people at a table */
static long undos, draws_seen;

/* One table, on a copy of that one. */
struct typist {
    struct session session;
    struct chance_seed dice;
    struct lot lot; /* as the draws must follow from it */
    unsigned char key[LUCK_KEY];
    uint64_t draws;
    int64_t steps[STEPS + 1]; /* lines that can be gone back to */
    int step_count;
    int rooms;
    bool is_away[PEOPLE];
};

static int dice(struct typist *trial, int sides)
{
    return (int)(chance_seeded(&trial->dice) % (unsigned)sides);
}

static void fill(struct typist *trial, unsigned char *bytes, int count)
{
    for (int i = 0; i < count; i++)
        bytes[i] = (unsigned char)chance_seeded(&trial->dice);
}

/* Appends the line, with the table as it is then: `after`, or as before. */
static void append(struct typist *trial, const char *line, const struct playing *after)
{
    char bytes[DEAL_LINE], sentence[400];
    unsigned char table[RECORD_HASH], link[RECORD_HASH];
    struct session *session = &trial->session;
    struct text closed = text_over(bytes, sizeof bytes), why = text_over(sentence, sizeof sentence);
    record_table_hash(&after->rules, after->game_number > 0 ? &after->table : NULL, table);
    memcpy(link, session->record.link, sizeof link);
    text_put(&closed, line);
    record_close(&closed, table, link);
    session->record.next_line++;
    if (!session_apply_line(session, bytes, &why))
        fail_msg("%s: %s", line, sentence);
}

/* `head` with the number, and `tail` behind it. */
static void put(struct typist *trial, const char *head, int number, const char *tail)
{
    char line[LINE];
    struct text text = text_over(line, sizeof line);
    text_putf(&text, "%s%d%s", head, number, tail);
    append(trial, line, trial->session.playing);
}

static void put_hash(struct typist *trial, const char *head, int number, const char *field)
{
    char line[LINE];
    unsigned char hash[RECORD_HASH];
    struct text text = text_over(line, sizeof line);
    fill(trial, hash, sizeof hash);
    text_putf(&text, "%s%d", head, number);
    record_put_bytes(&text, field, hash, sizeof hash);
    append(trial, line, trial->session.playing);
}

static void come_and_go(struct typist *trial)
{
    put(trial, "room number=", ++trial->rooms, " network=net room=#h");
    put(trial, "unroom number=", trial->rooms, "");
}

static void type_in_lobby(struct typist *trial)
{
    switch (dice(trial, KINDS_OF_LOBBY)) {
    case 0:
        put(trial, "sit seat=", PEOPLE + 1, " robot=medium name=robot");
        put(trial, "unsit seat=", PEOPLE + 1, "");
        return;
    case 1:
        append(trial, "option mode=frenzy", trial->session.playing);
        append(trial, "option mode=turns", trial->session.playing);
        return;
    case 2:
        put_hash(trial, "word seat=", 1 + dice(trial, PEOPLE), "word");
        return;
    case 3: { /* the latest words of each seat count */
        int seat = dice(trial, PEOPLE);
        put_hash(trial, "cut seat=", seat + 1, "sum");
        memcpy(trial->lot.cuts[seat], trial->session.seats[seat].cut, LUCK_CUT);
        return;
    }
    default:
        come_and_go(trial);
    }
}

static void undo(struct typist *trial)
{
    char line[LINE];
    int64_t to = trial->steps[dice(trial, trial->step_count)];
    const struct playing *then = takeback_history_after(trial->session.record.history, to);
    assert_non_null(then);
    snprintf(line, sizeof line, "undo to=%d", (int)to);
    append(trial, line, then);
    undos++;
}

static void type_in_play(struct typist *trial)
{
    int seat = dice(trial, PEOPLE);
    switch (dice(trial, KINDS_OF_PLAY)) {
    case 0:
        put(trial, trial->is_away[seat] ? "back seat=" : "away seat=", seat + 1,
            trial->is_away[seat] ? "" : " why=clock");
        trial->is_away[seat] = !trial->is_away[seat];
        return;
    case 1:
        put_hash(trial, "word seat=", seat + 1, "word");
        return;
    case 2:
        put(trial, "aside at=", 1000, "");
        append(trial, "resume", trial->session.playing);
        put(trial, "room number=", ++trial->rooms, " network=net room=#h");
        return;
    case 3:
        come_and_go(trial);
        return;
    default:
        undo(trial);
    }
}

/* Each pick is the one that the key and its number give. A deal has many: of those behind the
   first few, each seventh. */
static void expect_draws(struct typist *trial, const struct chance *chance)
{
    struct luck luck;
    struct chance one;
    assert_memory_equal(trial->session.playing->key, trial->key, LUCK_KEY);
    for (int i = 0; i < chance->next; i++) {
        uint64_t draw = trial->draws++;
        if (i > 8 && i % 7 != 0)
            continue;
        seal_luck_init(&luck, trial->key, draw);
        one.source = seal_luck_next;
        one.begin = seal_luck_begin;
        one.state = &luck;
        one.broken = false;
        one.count = one.next = 0;
        assert_int_equal(chance_pick(&one, chance->ranges[i]), chance->picks[i]);
        draws_seen++;
    }
    assert_int_equal(trial->session.playing->draws, trial->draws);
}

static void note_step(struct typist *trial)
{
    trial->steps[trial->step_count++] = trial->session.record.next_line - 1;
}

/* What can stand between the closing of the seats and the deal; a cut counts as before. */
static void type_while_closed(struct typist *trial)
{
    int seat = dice(trial, PEOPLE);
    switch (dice(trial, 4)) {
    case 0:
        put_hash(trial, "cut seat=", seat + 1, "sum");
        memcpy(trial->lot.cuts[seat], trial->session.seats[seat].cut, LUCK_CUT);
        return;
    case 1:
        put(trial, trial->is_away[seat] ? "back seat=" : "away seat=", seat + 1, "");
        trial->is_away[seat] = !trial->is_away[seat];
        return;
    case 2:
        put_hash(trial, "word seat=", seat + 1, "word");
        return;
    default:
        come_and_go(trial);
    }
}

static void start(struct typist *trial)
{
    static struct playing playing;
    static struct chance chance;
    struct seat seats[TABLE_SEATS];
    char line[DEAL_LINE];
    append(trial, "close first=0", trial->session.playing);
    for (int i = dice(trial, 3); i > 0; i--)
        type_while_closed(trial);
    playing_copy(&playing, trial->session.playing);
    memcpy(seats, trial->session.seats, PEOPLE * sizeof *seats);
    playing.seats = PEOPLE;
    deal_begin(&playing, trial->session.game, seats, SEAT_NONE, &chance, NULL, line);
    append(trial, line, &playing);
    seal_luck_key(&trial->lot, 1, trial->key);
    expect_draws(trial, &chance);
    note_step(trial);
}

/* False if nobody can. */
static bool move(struct typist *trial)
{
    static struct playing playing;
    static struct chance chance;
    static struct sight sight;
    static struct moves moves;
    char line[DEAL_LINE];
    int seat = 0;
    while (seat < PEOPLE && !session_legal(&trial->session, seat, &sight, &moves))
        seat++;
    if (seat == PEOPLE || trial->session.playing->table.over)
        return false;
    playing_copy(&playing, trial->session.playing);
    deal_play(&playing, trial->session.game, seat, &moves.list[dice(trial, moves.count)], &chance,
              NULL, line);
    append(trial, line, &playing);
    expect_draws(trial, &chance);
    note_step(trial);
    return true;
}

static void begin_trial(struct typist *trial, uint64_t seed)
{
    *trial = (struct typist){.dice = {seed}, .rooms = opened.session->shown.so_far};
    struct session *session = &trial->session;
    record_play_copy(&opened, session);
    session->record.history = takeback_history_new();
    fill(trial, session->playing->lot.secret, LUCK_SECRET);
    fill(trial, session->playing->lot.id, LUCK_ID);
    trial->lot = session->playing->lot;
    trial->lot.seats = PEOPLE;
}

static char *lobby_of_people(void)
{
    char *text = NULL;
    size_t size;
    struct store *store = store_memory_new();
    house_open(&house, store, true, 1);
    house_say(&house, "#g", "ann", lobby);
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "cid", "join");
    FILE *out = open_memstream(&text, &size);
    record_export(store, 1, out);
    fclose(out);
    house_close(&house);
    store_close(store);
    return text;
}

static test_case(nothing_in_a_record_moves_a_draw)
{
    static struct typist trial;
    char bytes[400], *text = lobby_of_people();
    const char *at = text;
    struct text why = text_over(bytes, sizeof bytes);
    assert_true(record_text_read(&at, &base));
    assert_true(record_play_open(&opened, &base, &why) && record_play_rest(&opened, &why));
    assert_int_equal(opened.session->seat_count, PEOPLE);
    for (uint64_t table = 1; table <= TABLES; table++) {
        begin_trial(&trial, table);
        for (int n = dice(&trial, 3); n > 0; n--)
            type_in_lobby(&trial);
        start(&trial);
        for (int i = 0; i < STEPS; i++) {
            for (int n = dice(&trial, 3); n > 0; n--)
                type_in_play(&trial);
            if (!move(&trial))
                break;
        }
        record_play_drop(&trial.session);
    }
    print_message("%d tables, %ld draws, %ld undos\n", TABLES, draws_seen, undos);
    assert_true(draws_seen > 10L * TABLES && undos > TABLES);
    record_play_close(&opened);
    record_text_free(&base);
    free(text);
}

/* ---- lines behind the deal ---- */

static long tried, accepted;

/* The line, with the link that it would have where the table stands now. */
static void try_line(const struct record_play *play, const char *line)
{
    static struct session copy;
    char bytes[DEAL_LINE], sentence[400];
    unsigned char table[RECORD_HASH], after[RECORD_HASH], link[RECORD_HASH];
    struct text closed = text_over(bytes, sizeof bytes), why = text_over(sentence, sizeof sentence);
    const struct session *session = play->session;
    record_table_hash(&session->playing->rules, &session->playing->table, table);
    memcpy(link, session->record.link, sizeof link);
    text_putf(&closed, "%.*s", (int)(strstr(line, " hash=") - line), line);
    record_close(&closed, table, link);
    record_play_copy(play, &copy);
    tried++;
    if (session_apply_line(&copy, bytes, &why)) {
        record_table_hash(&copy.playing->rules, &copy.playing->table, after);
        bool is_same = copy.closing.last_cut == session->closing.last_cut &&
                       copy.seat_count == session->seat_count &&
                       copy.playing->draws == session->playing->draws &&
                       memcmp(copy.playing->key, session->playing->key, LUCK_KEY) == 0 &&
                       memcmp(copy.playing->lot.cuts, session->playing->lot.cuts,
                              sizeof session->playing->lot.cuts) == 0 &&
                       memcmp(after, table, sizeof after) == 0;
        for (int seat = 0; seat < session->seat_count; seat++)
            is_same &= copy.seats[seat].cut_number == session->seats[seat].cut_number &&
                       memcmp(copy.seats[seat].cut, session->seats[seat].cut, LUCK_CUT) == 0;
        if (!is_same)
            fail_msg("behind line %d this changes cuts or cards: %s", play->next, bytes);
        accepted++;
    }
    record_play_drop(&copy);
}

static bool is_of_kind(const char *line, const char *kind)
{
    return strncmp(line, kind, strlen(kind)) == 0 && line[strlen(kind)] == ' ';
}

/* Every line of the record that neither deals nor plays, tried anew behind the deal and behind
   all that follows. */
static void try_behind_the_deal(const struct record_text *record)
{
    char bytes[400];
    struct record_play play;
    struct text why = text_over(bytes, sizeof bytes);
    assert_true(record_play_open(&play, record, &why));
    while (play.next < record->count) {
        if (!record_play_line(&play, &why))
            fail_msg("line %d: %s", play.next, bytes);
        for (int i = 0; i < record->count && session_has_begun(play.session); i++) {
            const char *line = record->lines[i];
            if (record->counts[i] && !is_of_kind(line, "start") && !is_of_kind(line, "move"))
                try_line(&play, line);
        }
    }
    record_play_close(&play);
}

static test_case(only_moves_change_what_is_dealt)
{
    for (const struct record_scene *scene = record_scenes; scene->name; scene++) {
        struct record_text record;
        char *text = record_scene_play(scene);
        const char *at = text;
        assert_true(record_text_read(&at, &record));
        try_behind_the_deal(&record);
        record_text_free(&record);
        free(text);
    }
    print_message("%ld lines tried behind a deal, %ld accepted\n", tried, accepted);
    assert_true(tried > 1000 && accepted > 0 && accepted < tried / 2);
}

/* ---- at a table of people ---- */

enum { HOUSES = 90, HOUSES_LONG = 250, SETTLES = 24 };

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

static uint64_t sum_of_table(void)
{
    static char bytes[64 * 1024];
    struct text text = text_over(bytes, sizeof bytes);
    table_write(&table()->playing->table, &table()->playing->rules, &text);
    uint64_t sum = 14695981039346656037u;
    for (const char *p = bytes; *p; p++)
        sum = (sum ^ (unsigned char)*p) * 1099511628211u;
    return sum;
}

/* People at the table and others type questions, wrong moves, the options that hold already,
   cuts that come too late, and try to open and begin what is open and has begun. */
static void make_noise(struct chance_seed *luck, const char *const *noise, int noises,
                       unsigned among)
{
    for (int n = 0; n < noises; n++)
        if (chance_seeded(luck) % among == 0)
            say(chance_seeded(luck) % 2 ? "eve" : "bob", noise[n]);
}

/* Robots and others take seats and give them back. */
static void sit_and_get_up(void)
{
    say("ann", "robot medium");
    say("eve", "join");
    assert_int_equal(table()->seat_count, 4);
    say("ann", "kick robot");
    say("eve", "leave");
    say("bob", "leave");
    say("bob", "join");
}

/* The player whose turn it is plays the first move. Before, another player leaves, a robot gets
   the seat, and loses it again. */
static void play_one(bool is_noisy, struct chance_seed *luck)
{
    struct sight sight;
    struct moves moves;
    char other[HOST_NAME], bytes[MOVE_TEXT];
    struct text text = text_over(bytes, sizeof bytes);
    int seat = 0;
    while (seat < 2 &&
           !(session_legal(table(), seat, &sight, &moves) && session_due(table()) >> seat & 1))
        seat++;
    assert_true(seat < 2);
    if (is_noisy && chance_seeded(luck) % 4 == 0) {
        snprintf(other, sizeof other, "%s", table()->seats[1 - seat].name);
        say(other, "leave");
        say(other, "join");
    }
    move_format(&table()->playing->rules, NULL, &moves.list[0], &text);
    say(table()->seats[seat].name, bytes);
}

/* The table after the deal and some moves. */
static uint64_t play(uint64_t seed, const char *const *noise, int noises)
{
    struct chance_seed luck = {seed};
    struct store *store = store_memory_new();
    house_open(&house, store, true, seed);
    say("ann", "deal kritters");
    make_noise(&luck, noise, noises, 2);
    say("bob", "join");
    if (noises > 0)
        sit_and_get_up();
    say("ann", "start");
    for (int i = 0; i < SETTLES && !table()->playing->table.over; i++) {
        make_noise(&luck, noise, noises, 6);
        if (noises > 0 && i == SETTLES / 2)
            assert_int_equal(house_restart(&house), 1);
        play_one(noises > 0, &luck);
    }
    uint64_t sum = sum_of_table();
    house_close(&house);
    store_close(store);
    return sum;
}

static test_case(nothing_that_is_typed_moves_a_draw)
{
    static const char *const noise[] = {"board",
                                        "hand",
                                        "fair",
                                        "nonsense",
                                        "options",
                                        "moves",
                                        "take them",
                                        "start",
                                        "robot x",
                                        "robot",
                                        "kick eve",
                                        "seat",
                                        "options exp=none",
                                        "undo",
                                        "cut late",
                                        "deal kritters",
                                        "join cut=",
                                        "resume",
                                        "away eve",
                                        "away bob",
                                        "start now",
                                        "kick bob",
                                        "undo to=4",
                                        "stop"};
    for (uint64_t seed = 1; seed <= (is_long() ? HOUSES_LONG : HOUSES); seed++)
        assert_true(play(seed, NULL, 0) == play(seed, noise, (int)(sizeof noise / sizeof *noise)));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_in_a_record_moves_a_draw),
        cmocka_unit_test(only_moves_change_what_is_dealt),
        cmocka_unit_test(nothing_that_is_typed_moves_a_draw),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
