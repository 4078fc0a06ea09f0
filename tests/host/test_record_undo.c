/* Steps that are taken back, in every game and way to play it: an `undo` to any of the latest
   steps of a game makes the table, and what the match counts, what they were after that step;
   everything else goes on; what cannot be taken back is refused. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "check.h"
#include "game.h"
#include "games.h"
#include "record.h"
#include "record_text.h"
#include "scratch.h"
#include "takeback.h"
#include "testing.h"
#include "text.h"
#include "tools.h"
#include "variants.h"

enum { LINE_BYTES = 4096, STEPS = 700, VARIANTS_OF_A_GAME = 4 };

static char *folder;
static long undone, refused;

/* A record that is written again, with lines between its own. */
struct undoing {
    struct record_text record;
    struct record_play play;
    struct playing *after; /* after each line of the record as it was */
    int count;             /* lines written so far */
    struct {
        int number, line; /* as it is written, and in the record as it was, from 0 */
    } steps[STEPS];
    int step_count;
    uint64_t random;
};

static int dice(struct undoing *undoing, int sides)
{
    undoing->random = undoing->random * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((undoing->random >> 33) % (unsigned)sides);
}

static char *simulated(const struct variant *variant, int seed)
{
    char bytes[1000], path[200], *argv[40], *text = NULL;
    struct text words = text_over(bytes, sizeof bytes);
    int argc = 0;
    size_t size = 0;
    snprintf(path, sizeof path, "%s/record", folder);
    text_putf(&words, "simulate %s --players %d --seed %d --robots random --record %s",
              variant->game->id, variant->seats, seed, path);
    for (int i = 0; i < variant->game->option_count; i++) {
        text_putf(&words, " --option %s=", variant->game->options[i].name);
        if (i == variant->game->match_option)
            text_put(&words, variant->game->options[i].words[1]);
        else
            option_format(&variant->game->options[i], variant->rules.options[i], &words);
    }
    check(!words.cut);
    for (char *rest = bytes, *word; (word = strsep(&rest, " ")) != NULL;)
        argv[argc++] = word;
    argv[argc] = NULL;
    FILE *none = fopen("/dev/null", "w");
    check(none && tool_simulate(argc, argv, NULL, none, none) == 0);
    fclose(none);
    FILE *file = fopen(path, "r");
    check(file && getdelim(&text, &size, '\0', file) > 0);
    fclose(file);
    return text;
}

/* ---- the record as it was ---- */

static void note_tables(struct undoing *undoing)
{
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    if (!record_play_open(&undoing->play, &undoing->record, &why))
        fail_msg("%s", bytes);
    undoing->after = calloc((size_t)undoing->record.count, sizeof *undoing->after);
    check(undoing->after);
    for (int i = 0; i < undoing->record.count; i++) {
        if (!record_play_line(&undoing->play, &why))
            fail_msg("line %d: %s", i + 1, bytes);
        playing_copy(&undoing->after[i], undoing->play.session->playing);
    }
    record_play_close(&undoing->play);
}

/* ---- written again ---- */

/* Closes a line as if the table were that one behind it. False if it does not fit. */
static bool add_line(struct undoing *undoing, const char *line, const struct playing *after)
{
    char bytes[LINE_BYTES], sentence[400];
    struct session *session = undoing->play.session;
    unsigned char table[RECORD_HASH], link[RECORD_HASH];
    struct text closed = text_over(bytes, sizeof bytes), why = text_over(sentence, sizeof sentence);
    record_table_hash(&session->playing->rules, after->game_number > 0 ? &after->table : NULL,
                      table);
    memcpy(link, session->record.link, sizeof link);
    text_put(&closed, line);
    record_close(&closed, table, link);
    session->record.next_line = undoing->count + 2;
    if (!session_apply_line(session, bytes, &why))
        return false;
    undoing->count++;
    return true;
}

static bool undo(struct undoing *undoing, int to, const struct playing *after)
{
    char bytes[40];
    snprintf(bytes, sizeof bytes, "undo to=%d", to);
    return add_line(undoing, bytes, after);
}

static void expect_refused(struct undoing *undoing, int to)
{
    struct session *session = undoing->play.session;
    int before = undoing->count;
    if (undo(undoing, to, session->playing))
        fail_msg("line %d takes back to line %d", before + 1, to);
    refused++;
}

/* The table, and what the match counts, are those of one line; what goes on is that of another. */
static void expect_back(struct undoing *undoing, const struct playing *table,
                        const struct playing *now, const int *decisions)
{
    const struct playing *playing = undoing->play.session->playing;
    assert_true(table_same(&playing->table, &table->table)); /* its text is in the chain, too */
    assert_int_equal(playing->game_number, table->game_number);
    assert_int_equal(playing->is_over, table->is_over);
    assert_memory_equal(playing->wins, table->wins, sizeof table->wins);
    assert_memory_equal(playing->points, table->points, sizeof table->points);
    for (int seat = 0; seat < TABLE_SEATS; seat++) /* no button of before is good any more */
        assert_int_equal(playing->decisions[seat], decisions[seat] + 1);
    assert_int_equal(playing->draws, now->draws);
    undone++;
}

/* To any of the latest steps of this game, and from there to where it was. */
static void go_back(struct undoing *undoing)
{
    int last = undoing->step_count - 1,
        at = last - dice(undoing, undoing->step_count < UNDO_STEPS ? last + 1 : UNDO_STEPS);
    const struct playing *now = &undoing->after[undoing->steps[last].line];
    const struct playing *then = &undoing->after[undoing->steps[at].line];
    expect_refused(undoing, 2);
    expect_refused(undoing, undoing->count + 1);
    if (last >= UNDO_STEPS)
        expect_refused(undoing, undoing->steps[last - UNDO_STEPS].number);
    if (then->game_number != now->game_number) {
        expect_refused(undoing, undoing->steps[at].number);
        return;
    }
    int decisions[TABLE_SEATS];
    memcpy(decisions, undoing->play.session->playing->decisions, sizeof decisions);
    if (!undo(undoing, undoing->steps[at].number, then))
        fail_msg("from line %d nothing goes back to line %d", undoing->count,
                 undoing->steps[at].number);
    expect_back(undoing, then, now, decisions);
    memcpy(decisions, undoing->play.session->playing->decisions, sizeof decisions);
    expect_refused(undoing, undoing->count); /* an undo is no step */
    assert_true(undo(undoing, undoing->steps[last].number, now));
    expect_back(undoing, now, now, decisions);
}

static void write_again(struct undoing *undoing)
{
    char bytes[LINE_BYTES];
    struct text why = text_over(bytes, sizeof bytes);
    assert_true(record_play_open(&undoing->play, &undoing->record, &why));
    for (int i = 0; i < undoing->record.count; i++) {
        const char *line = undoing->record.lines[i];
        snprintf(bytes, sizeof bytes, "%.*s",
                 (int)(strlen(line) - strlen(" hash=") - 2 * (size_t)RECORD_HASH), line);
        if (!add_line(undoing, bytes, &undoing->after[i]))
            fail_msg("line %d does not follow any more: %s", i + 1, line);
        if (strncmp(line, "start ", 6) != 0 && strncmp(line, "move ", 5) != 0)
            continue;
        check(undoing->step_count < STEPS);
        undoing->steps[undoing->step_count].number = undoing->count;
        undoing->steps[undoing->step_count++].line = i;
        go_back(undoing);
        if (undoing->step_count == STEPS)
            break;
    }
    record_play_close(&undoing->play);
}

static void undo_in(const struct variant *variant, int seed)
{
    struct undoing *undoing = calloc(1, sizeof *undoing);
    char *text = simulated(variant, seed);
    const char *at = text;
    check(undoing);
    undoing->random = (uint64_t)seed;
    assert_true(record_text_read(&at, &undoing->record));
    note_tables(undoing);
    write_again(undoing);
    record_text_free(&undoing->record);
    free(undoing->after);
    free(undoing);
    free(text);
}

static test_case(every_step_of_every_game_can_be_taken_back)
{
    static struct variant variants[VARIANTS_MAX];
    folder = scratch_make();
    for (int g = 0; g < game_count; g++) {
        int count = variants_of(games[g], variants);
        for (int n = 0; n < VARIANTS_OF_A_GAME; n++)
            undo_in(&variants[n * count / VARIANTS_OF_A_GAME], n + 1);
    }
    scratch_remove(folder);
    print_message("%ld steps were taken back, %ld undos refused\n", undone, refused);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_step_of_every_game_can_be_taken_back)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
