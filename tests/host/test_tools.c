/* simulate and replay, as a user and as another program meet them; and that a retold game tells
   a seat nothing that it was not told. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "change.h"
#include "check.h"
#include "chosen.h"
#include "deal.h"
#include "declared.h"
#include "games.h"
#include "host.h"
#include "house.h"
#include "long.h"
#include "port.h"
#include "reader.h"
#include "record.h"
#include "record_lines.h"
#include "replay.h"
#include "scratch.h"
#include "session_view.h"
#include "store.h"
#include "testing.h"
#include "text.h"
#include "tools.h"
#include "variants.h"

static char *folder, *path, *other_path;
/* the game named in the arguments, where a test goes through all of them; NULL for all */
static char *out, *err; /* of the last run */

static int run(cli_run *tool, const char *arguments)
{
    char words[1024], *argv[64];
    int argc = 0;
    size_t sizes[2];
    snprintf(words, sizeof words, "%s", arguments);
    for (char *rest = words, *word; (word = strsep(&rest, " ")) != NULL;)
        if (*word)
            argv[argc++] = word;
    argv[argc] = NULL;
    free(out);
    free(err);
    FILE *to_out = open_memstream(&out, &sizes[0]), *to_err = open_memstream(&err, &sizes[1]);
    int status = tool(argc, argv, NULL, to_out, to_err);
    fclose(to_out);
    fclose(to_err);
    return status;
}

static int simulate(const char *format, ...) __attribute__((format(printf, 1, 2)));
static int simulate(const char *format, ...)
{
    char words[600], arguments[640];
    va_list args;
    va_start(args, format);
    vsnprintf(words, sizeof words, format, args);
    va_end(args);
    snprintf(arguments, sizeof arguments, "simulate %s", words);
    return run(tool_simulate, arguments);
}

static int replay(const char *file, const char *showing)
{
    char arguments[400];
    snprintf(arguments, sizeof arguments, "replay %s %s", file, showing);
    return run(tool_replay, arguments);
}

static void expect_right(int status)
{
    if (status != 0)
        fail_msg("status %d: %s", status, err);
}

static char *contents(const char *name)
{
    FILE *file = fopen(name, "r");
    char *bytes = NULL;
    size_t size = 0;
    assert_non_null(file);
    if (getdelim(&bytes, &size, '\0', file) < 0)
        fail_msg("%s is empty", name);
    fclose(file);
    return bytes;
}

static void write_file(const char *name, const char *bytes)
{
    FILE *file = fopen(name, "w");
    assert_non_null(file);
    fputs(bytes, file);
    assert_int_equal(fclose(file), 0);
}

/* ---- what a checker that knows the documentation only finds ---- */

static void verify(const char *name)
{
    char command[400];
    snprintf(command, sizeof command, "python3 host/verify_record.py %s >/dev/null", name);
    if (system(command) != 0)
        fail_msg("host/verify_record.py does not accept %s", name);
}

/* Into a file of its own: all of them are verified together. Each third is a match of two games, in
   ./check --long each. */
static void reveal(const struct variant *variant, int number)
{
    const struct game *game = variant->game;
    char bytes[400], name[400];
    struct text options = text_over(bytes, sizeof bytes);
    snprintf(name, sizeof name, "%s/revealed-%d", folder, number);
    for (int i = 0; i < game->option_count; i++) {
        text_putf(&options, " --option %s=", game->options[i].name);
        option_format(&game->options[i], variant->rules.options[i], &options);
    }
    assert_false(options.cut);
    expect_right(simulate("%s --players %d --games %d --seed %d --robots %s --record %s --reveal%s",
                          game->id, variant->seats, is_long() || number % 3 == 0 ? 2 : 1, number,
                          variant->seats > 1 ? "easy,random" : "random", name, bytes));
    expect_right(replay(name, ""));
}

/* Every line of every game, with the fewest players it is for. */
static test_case(revealed_records_are_as_documented)
{
    static struct variant variants[VARIANTS_MAX];
    char all[400];
    int number = 0;
    for (int i = 0; i < game_count; i++) {
        int count = is_chosen(games[i]) ? variants_of(games[i], variants) : 0;
        for (int v = 0; v < count; v++)
            reveal(&variants[v], number++);
    }
    snprintf(all, sizeof all, "%s/revealed-*", folder);
    verify(all);
}

/* The record says it all: what is revealed afterwards is what was revealed while it was played. */
static test_case(a_record_is_revealed_afterwards)
{
    expect_right(
        simulate("heartcatchers --games 3 --option match=3 --seed 2 --record %s --reveal", path));
    expect_right(
        simulate("heartcatchers --games 3 --option match=3 --seed 2 --record %s", other_path));
    char *revealed = contents(path), *plain = contents(other_path);
    assert_null(strchr(plain, '{'));
    expect_right(replay(other_path, "--reveal"));
    assert_string_equal(out, revealed);
    expect_right(replay(path, "--reveal"));
    assert_string_equal(out, revealed);
    free(revealed);
    free(plain);
}

/* ---- figures ---- */

/* Lines of a record behind which a test writes. */
struct own_lines {
    const char *list[64];
    int count;
    char bytes[4][300];
};

static void add_repair(struct own_lines *lines, int to, char bytes[300])
{
    struct text line = text_over(bytes, 300);
    assert_true(record_repair(lines->list, lines->count, to, &line));
    lines->list[lines->count++] = bytes;
}

static void write_lines(const struct own_lines *lines, const char *person)
{
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    for (int i = 0; i < lines->count; i++)
        fprintf(file, "%s\n%s%s", lines->list[i], i == 0 ? person : "", i == 0 ? "\n" : "");
    assert_int_equal(fclose(file), 0);
}

/* The lines that a repair took back are there, keep their numbers, and count for nothing: for us
   and for others. */
static test_case(a_repaired_record_is_read_on)
{
    enum { GOOD = 13 };
    static const int repairs[][3] = {{13, 0, 0}, {13, 10, 0}, {11, 12, 0}, {8, 6, 13}};
    expect_right(simulate("heartcatchers --games 1 --seed 2 --record %s", other_path));
    char *record = contents(other_path), *rest = record, *person = NULL;
    struct own_lines whole = {.count = 0};
    for (char *line; whole.count < GOOD && (line = strsep(&rest, "\n")) != NULL;) {
        if (*line == '@')
            person = line;
        else
            whole.list[whole.count++] = line;
    }
    for (size_t i = 0; i < sizeof repairs / sizeof *repairs; i++) {
        struct own_lines lines = whole;
        for (int k = 0; k < 3 && repairs[i][k]; k++) {
            lines.list[lines.count++] = "nonsense";
            add_repair(&lines, repairs[i][k], lines.bytes[k]);
        }
        write_lines(&lines, person);
        expect_right(replay(path, ""));
        expect_right(replay(path, "--reveal"));
        write_file(path, out);
        verify(path);
        lines.list[GOOD] = "nonsence"; /* not what was taken back */
        write_lines(&lines, person);
        assert_int_equal(replay(path, ""), 1);
        assert_non_null(strstr(err, "repairs"));
    }
    free(record);
}

static test_case(everything_follows_from_the_seed)
{
    expect_right(simulate("coloretto --players 3 --games 5 --seed 9 --record %s", path));
    char *figures = strdup(out), *record = contents(path);
    expect_right(simulate("coloretto --players=3 --games=5 --seed=9 --record=%s", other_path));
    char *again = contents(other_path);
    assert_string_equal(out, figures);
    assert_string_equal(again, record);
    expect_right(simulate("coloretto --players 3 --games 5 --seed 10 --record %s", other_path));
    free(again);
    again = contents(other_path);
    assert_string_not_equal(again, record);
    free(again);
    free(figures);
    free(record);
}

static test_case(figures_are_those_of_the_games)
{
    int won[2], shared, moves, points[3];
    double mean;
    expect_right(simulate("heartcatchers --games 100 --seed 1 --robots easy,random"));
    assert_non_null(strstr(
        out,
        "heartcatchers, 2 players, layout=dealt un_point=yes match=1, seed 1\ngames      100\n"));
    assert_non_null(
        strstr(out, "decisions  1400; in a game: min 14, median 14, 95 % 14, max 14\n"));
    assert_int_equal(sscanf(strstr(out, "ties "), "ties %d", &shared), 1);
    assert_int_equal(sscanf(strstr(out, "ann (easy)"), "ann (easy) %d", &won[0]), 1);
    assert_int_equal(sscanf(strstr(out, "bob (random)"), "bob (random) %d", &won[1]), 1);
    assert_int_equal(won[0] + won[1] + shared, 100);
    assert_true(won[0] > 2 * won[1]);
    assert_int_equal(sscanf(strstr(out, "scores "), "scores min %d, mean %lf, max %d", &points[0],
                            &mean, &points[1]),
                     3);
    assert_true(points[0] < mean && mean < points[1]);
    expect_right(
        simulate("heartcatchers --games 20 --seed 1 --option match=3 --option layout=hearts"));
    assert_int_equal(sscanf(strstr(out, "games "), "games %d in 20 matches", &moves), 1);
    assert_true(moves >= 40 && moves <= 60);
}

static test_case(wrong_arguments_are_told_in_one_sentence)
{
    static const struct {
        const char *arguments, *told;
    } wrong[] = {
        {"", "say which game: tabletalk simulate GAME. There are: heartcatchers"},
        {"hartcatchers", "there is no game 'hartcatchers'; did you mean heartcatchers?\n"},
        {"heartcatchers --players 3", "Heartcatchers is for 2 players, not 3\n"},
        {"coloretto --players 6", "Coloretto is for 2 to 5 players, not 6\n"},
        {"coloretto --players two", "--players: 'two' is no number from 1 to 12\n"},
        {"coloretto --games 0", "--games: '0' is no number from 1 to 10000000\n"},
        {"coloretto --seed -1", "--seed: '-1' is no number from 0 to 18446744073709551615\n"},
        {"coloretto --option side=blue",
         "'blue' is not a value of side. It can be brown or grey.\n"},
        {"coloretto --option grey", "'grey' is not an option; write it as name=value\n"},
        {"coloretto --robots easy,clever",
         "--robots: there is no 'clever' robot; a robot is easy, medium, hard or random\n"},
        {"coloretto --players 2 --robots easy,easy,random",
         "3 robots are too many for 2 players\n"},
        {"coloretto --plaiers 2", "simulate has no option --plaiers; did you mean --players?\n"},
        {"coloretto --players", "--players needs a value: --players N\n"},
        {"coloretto kritters",
         "simulate takes one word besides its options, but there are 'coloretto' and 'kritters'\n"},
        {"coloretto --reveal",
         "--reveal adds to a record, so say where that goes, too: --record FILE\n"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_int_equal(simulate("%s", wrong[i].arguments), 2);
        if (strncmp(err, "tabletalk: ", 11) != 0 ||
            strncmp(err + 11, wrong[i].told, strlen(wrong[i].told)) != 0)
            fail_msg("simulate %s: told\n%s instead of\n%s", wrong[i].arguments, err,
                     wrong[i].told);
        assert_string_equal(out, "");
    }
    assert_int_equal(replay("", ""), 2);
    assert_int_equal(replay("x", "--seat 13"), 2);
    assert_int_equal(replay("x", "--seat 1 --public"), 2);
}

static test_case(files_that_fail_are_told)
{
    assert_int_equal(simulate("heartcatchers --record /nowhere/x"), 1);
    assert_string_equal(err,
                        "tabletalk: /nowhere/x cannot be written: No such file or directory\n");
    assert_int_equal(simulate("heartcatchers --record /dev/full"), 1);
    assert_string_equal(
        err, "tabletalk: /dev/full could not be written whole: No space left on device\n");
    assert_int_equal(replay("/nowhere/x", ""), 1);
    assert_string_equal(err, "tabletalk: /nowhere/x cannot be read: No such file or directory\n");
    assert_int_equal(replay("/dev/null", ""), 1);
    assert_int_equal(replay("host", ""), 1);
}

/* ---- records that were changed ---- */

/* The record with the first `from` in line `line` replaced by `to`; "" as `from`: the line left
   out. */
static void write_changed(const char *record, int line, const char *from, const char *to)
{
    char *bytes = malloc(strlen(record) + strlen(to) + 1), *end = bytes;
    check(bytes);
    *end = '\0';
    for (int i = 1; *record; i++) {
        size_t length = strcspn(record, "\n") + 1;
        const char *at = i == line && *from ? memmem(record, length, from, strlen(from)) : NULL;
        if (i == line && *from && !at)
            fail_msg("'%s' is not in line %d", from, line);
        if (at)
            end +=
                sprintf(end, "%.*s%s%.*s", (int)(at - record), record, to,
                        (int)(record + length - at - (ptrdiff_t)strlen(from)), at + strlen(from));
        else if (i != line)
            end += sprintf(end, "%.*s", (int)length, record);
        record += length;
    }
    write_file(other_path, bytes);
    free(bytes);
}

/* Lines 1 to 8 are the lobby's, the second a person's; 9 is the start, 10 its table, then move
   and table in turn. */
static test_case(a_changed_record_is_refused)
{
    static const struct {
        int line;
        const char *from, *to, *told;
    } changes[] = {
        {1, "version=2", "version=1",
         "line 1: it is a record of version 1, and I play on records of version 2 only"},
        {1, "rules=2", "rules=7",
         "line 1: this program does not host heartcatchers by rules version 7"},
        {1, "record", "recrod", "line 1: a record begins with a line 'record ...'; this is not"},
        {1, " who=", " who=0", "line 1: 'record' has no who of 64 hex digits"},
        {1, "id=", "id=0", "line 1: the id of 'record' cannot be that"},
        {2, "key=", "key=x", "line 1: its person 1 is not the one that 'record' says"},
        {2, "name=", "name=x",
         "line 42: the name of its person 1 is not the one that its lines say"},
        {2, "number=1", "number=2", "line 42: no line knows the person 2 that stands beside it"},
        {5, "fixed", "FIXED", "line 5: the value of 'seal' cannot be that"},
        {4, "room", "rood", "line 1: its second line does not say in which room the table is"},
        {4, "room=table", "room=tab1e", "line 4: the hash of 'room' is not the one that follows"},
        {6, "seat=1", "seat=2", "line 6: 'sit' names no seat of this table"},
        {8, "dealt", "dwelt",
         "line 8: 'dwelt' is not a value of layout. It can be dealt or hearts."},
        {12, "picks=", "picks=1,", "line 12: "},
        {12, "picks=", "picks=0", "line 12: the picks of 'start' are no list of numbers"},
        {12, " hash=", ", hash=", "line 12: the picks of 'start' are no list of numbers"},
        {12, "game=1", "game=+1", "line 12: the game of 'start' cannot be that"},
        {12, "game=1", "game=%201", "line 12: the game of 'start' cannot be that"},
        {12, "", "", "line 12: JSON stands only behind a 'start' or a 'move'"},
        {13, "\"names\":[", "\"names\":[\"eve\",",
         "line 13: its \"names\" is not that of the table"},
        {13, "\"cards\":[\"", "\"cards\":[\"R", "line 13: its \"zones\" is not that of the table"},
        {13, "{", "{{", "line 13: it is no JSON: "},
        {14, "hash=", "hash=0", "line 14: 'move' does not end in a hash of 64 hex digits"},
        {14, "move p", "move q", "line 14: 'move q"},
        {14, "move p", "move p+", "line 14: 'move p+"},
        {14, "move p", "move p0", "line 14: 'move p0"},
        {14, " hash=", " picks=0 hash=", "line 14: "},
        {14, "move", "dance", "line 14: there are no 'dance' lines in version 2 records"},
        {15, "\"legal\":{\"p", "\"legal\":{\"q", "line 15: its \"legal\" is not that of the table"},
        {16, "", "", "line 16: JSON stands only behind a 'start' or a 'move'"},
    };
    expect_right(simulate("heartcatchers --seed 4 --record %s --reveal", path));
    char *record = contents(path);
    for (size_t i = 0; i < sizeof changes / sizeof *changes; i++) {
        char told[400];
        write_changed(record, changes[i].line, changes[i].from, changes[i].to);
        assert_int_equal(replay(other_path, "--public"), 1);
        snprintf(told, sizeof told, "tabletalk: %s, %s", other_path, changes[i].told);
        if (strncmp(err, told, strlen(told)) != 0)
            fail_msg("change %zu: told\n%s instead of\n%s", i, err, told);
    }
    free(record);
}

/* Somebody deals by hand and makes the hashes fit: the secret tells. */
static test_case(picks_that_the_secret_does_not_give_are_refused)
{
    expect_right(simulate("heartcatchers --seed 4 --record %s", path));
    char *record = contents(path);
    char *secret = strstr(record, "@secret value=");
    assert_non_null(secret);
    secret[14] = secret[14] == '0' ? '1' : '0';
    write_file(other_path, record);
    assert_int_equal(replay(other_path, ""), 1);
    assert_non_null(strstr(err, "line 12: its picks are not those that its secret gives"));
    free(record);
}

/* ---- a table in a room ---- */

static test_case(the_record_of_a_room_is_retold)
{
    static struct house house;
    struct store *store = store_memory_new();
    house_open(&house, store, true, 7);
    house_say(&house, "#g", "ann", "open ");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "hide d me1");
    house_say(&house, "#g", "bob", "hide e them3");
    house_say(&house, "#g", "ann", "leave");
    house_say(&house, "#g", "bob", "hide e me1");
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    record_export(store, 1, file);
    fclose(file);
    expect_right(replay(path, ""));
    assert_non_null(strstr(out, "line 1: heartcatchers, 2 players, 1 game, "));
    expect_right(replay(path, "--public"));
    assert_non_null(strstr(out, "== Heartcatchers, #g of net\n"));
    assert_non_null(strstr(out, "ann leaves the game"));
    assert_null(strstr(out, "(private)"));
    expect_right(replay(path, "--reveal"));
    write_file(other_path, out);
    verify(other_path);
    house_close(&house);
    store_close(store);
}

/* ---- what a seat is told ---- */

struct retold {
    struct host *host;
    struct host_port port;
    struct session *session;
    struct step *step;
    struct retelling retelling;
    char *told;
    size_t size;
};

/* The persons that a record's file tells, and the line with its room. */
static char *read_opening(const char *rest, struct persons *persons)
{
    char *room = NULL;
    for (const char *line = rest; !room; line = strchr(line, '\n') + 1) {
        char *copy = strndup(line, strcspn(line, "\n"));
        struct person person;
        if (record_person_read_line(copy, &person))
            record_persons_put(persons, &person);
        else if (*line != '@')
            room = copy;
        if (!room)
            free(copy);
    }
    return room;
}

/* `rest` is what follows in the file. */
static void reading_open(struct retold *reading, const char *record_line, const char *rest,
                         int viewer)
{
    char bytes[300];
    struct text why = text_over(bytes, sizeof bytes);
    struct persons persons = {.may_lack = true};
    char *room = read_opening(rest, &persons);
    *reading = (struct retold){.port = {.network = "simulate"}};
    reading->host = host_new(NULL, NULL, NULL);
    host_add_port(reading->host, &reading->port);
    reading->step = calloc(1, sizeof *reading->step);
    struct reader_lines lines = {.persons = persons};
    reader_lines_add(&lines, record_line);
    reader_lines_add(&lines, room);
    reading->session = reader_open(reading->host, &lines, 1, reading->step, &why);
    reader_lines_free(&lines);
    free(room);
    assert_non_null(reading->session);
    reading->retelling =
        (struct retelling){.out = open_memstream(&reading->told, &reading->size), .viewer = viewer};
}

static void reading_close(struct retold *reading)
{
    replay_retell_fini(&reading->retelling);
    fclose(reading->retelling.out);
    free(reading->told);
    free(reading->step);
    change_remove_session(reading->session);
    host_free(reading->host);
}

static void reading_line(struct retold *reading, const char *line)
{
    char bytes[300];
    struct text why = text_over(bytes, sizeof bytes);
    if (*line == '@')
        return;
    if (!session_apply_line(reading->session, line, &why))
        fail_msg("%s: %s", line, bytes);
    if (strncmp(line, "start", 5) == 0 || strncmp(line, "move", 4) == 0)
        replay_retell_line(&reading->retelling, reading->session, line[0] == 's' ? "start" : "move",
                           SEAT_NONE);
}

/* How the table looks as it stands. */
static char *standing(struct retold *reading)
{
    reading->session->record.step->events.count = 0;
    free(reading->retelling.hand);
    reading->retelling.hand = NULL;
    rewind(reading->retelling.out);
    reading->retelling.moves = 0;
    replay_retell_line(&reading->retelling, reading->session, "move", SEAT_NONE);
    fflush(reading->retelling.out);
    return strndup(reading->told, (size_t)ftell(reading->retelling.out));
}

/* Exchanges two cards that the viewer cannot see and that look the same from behind. False if no
   such cards are there. */
static bool swap_unseen(struct session *session, int viewer, int skip)
{
    const struct ruleset *rules = &session->playing->rules;
    struct table *table = &session->playing->table;
    int cards = table->first[table->zones];
    for (int i = 0; i < cards; i++)
        for (int k = i + 1; k < cards; k++) {
            struct card *a = &table->cards[i], *b = &table->cards[k];
            bool fits = hides(rules, table, i, viewer) && hides(rules, table, k, viewer) &&
                        rules->faces[a->face].back == rules->faces[b->face].back &&
                        a->face != b->face;
            if (!fits || skip-- > 0)
                continue;
            int16_t face = a->face;
            a->face = b->face;
            b->face = face;
            return true;
        }
    return false;
}

/* In any game, the retold board, hand and choices do not depend on a card that the seat cannot
   see. */
static test_case(what_stands_does_not_show_hidden_cards)
{
    int swapped = 0;
    for (int i = 0; i < game_count; i++) {
        expect_right(simulate("%s --seed 3 --record %s", games[i]->id, path));
        char *record = contents(path), *rest = record;
        struct retold reading;
        int moves = 0;
        for (char *line;
             (line = strsep(&rest, "\n")) != NULL && *line && strncmp(line, "end", 3) != 0;) {
            if (line == record)
                reading_open(&reading, line, rest, 0);
            reading_line(&reading, line);
            bool is_over = reading.session->playing->table.over;
            if (strncmp(line, "move", 4) != 0 || is_over || moves++ % 5 != 0)
                continue;
            struct table before;
            table_copy(&before, &reading.session->playing->table);
            char *told = standing(&reading);
            for (int skip = 0; skip < 40 && swap_unseen(reading.session, 0, skip); skip += 13) {
                char *twin = standing(&reading);
                assert_string_equal(twin, told);
                free(twin);
                table_copy(&reading.session->playing->table, &before);
                swapped++;
            }
            free(told);
        }
        reading_close(&reading);
        free(record);
    }
    assert_true(swapped > 20);
}

/* A move with the faces of its cards in the place of their slots. */
static void by_face(const struct session *session, const struct move *move, char *bytes,
                    size_t size)
{
    const struct ruleset *rules = &session->playing->rules;
    const struct table *table = &session->playing->table;
    struct text text = text_over(bytes, size);
    text_put(&text, rules->verbs[move->verb].word);
    for (int i = 0; i < MOVE_ARGS && move->args[i] != ARG_ABSENT; i++) {
        bool is_card = rules->verbs[move->verb].args[i].kind == ARG_CARD;
        int hand = is_card ? seat_zone(rules, 0, rules->hand) : 0;
        text_putf(&text, " %d",
                  is_card ? zone_slot_face(table, hand, move->args[i]) : move->args[i]);
    }
}

/* Random robots draw among moves, of which those with equal cards count as one. */
static test_case(equal_cards_are_one_move)
{
    int fewer = 0;
    for (int seed = 0; seed < 10; seed++) {
        expect_right(simulate("heartcatchers --seed %d --record %s", seed, path));
        char *record = contents(path), *rest = record;
        struct retold reading;
        for (char *line; (line = strsep(&rest, "\n")) != NULL && strncmp(line, "end", 3) != 0;) {
            struct sight sight;
            struct moves legal, kept;
            char one[MOVE_TEXT], other[MOVE_TEXT];
            if (line == record)
                reading_open(&reading, line, rest, 0);
            reading_line(&reading, line);
            if (!session_has_begun(reading.session) ||
                !session_legal(reading.session, 0, &sight, &legal))
                continue;
            kept = legal;
            moves_by_face(&reading.session->playing->rules, &sight, 0, &kept);
            for (int i = 0; i < legal.count; i++) {
                int same = 0;
                by_face(reading.session, &legal.list[i], one, sizeof one);
                for (int k = 0; k < kept.count; k++) {
                    by_face(reading.session, &kept.list[k], other, sizeof other);
                    same += strcmp(one, other) == 0;
                }
                assert_int_equal(same, 1);
            }
            fewer += kept.count < legal.count;
        }
        reading_close(&reading);
        free(record);
    }
    assert_true(fewer > 5);
}

/* The deck of Heartcatchers as picks lay it out, and the picks that lay a deck out. */
enum { DECK = 20 };
static void deck_of(const int *picks, int *deck)
{
    for (int i = 0; i < DECK; i++)
        deck[i] = i;
    for (int i = DECK - 1; i >= 1; i--) {
        int j = *picks++, card = deck[i];
        deck[i] = deck[j];
        deck[j] = card;
    }
}

static void picks_of(const int *deck, int *picks)
{
    int now[DECK];
    for (int i = 0; i < DECK; i++)
        now[i] = i;
    for (int i = DECK - 1; i >= 1; i--) {
        int j = 0;
        while (now[j] != deck[i])
            j++;
        now[j] = now[i];
        *picks++ = j;
    }
}

/* Reads a record up to `most` moves as seat 1 is told it. With `swap`, seat 2 gets the last card
   of the pile instead of its card `hidden`. False if that card came into play. */
static bool read_twin(const char *record, int hidden, bool swap, int most, struct retold *reading)
{
    char *bytes = strdup(record), *rest = bytes, slot = (char)('1' + hidden);
    bool is_hidden = true;
    for (char *line; most >= 0 && (line = strsep(&rest, "\n")) != NULL;) {
        struct chance *chance = reading->session ? &reading->session->record.step->chance : NULL;
        struct record_line cut;
        if (line == bytes)
            reading_open(reading, line, rest, 0);
        if (strncmp(line, "start", 5) == 0 && swap) {
            chance = &reading->session->record.step->chance;
            assert_true(record_read(line, &cut));
            chance_init(chance, NULL, NULL);
            assert_true(record_get_picks(&cut, chance));
            int deck[DECK];
            deck_of(&chance->picks[1], deck);
            int card = deck[9 + hidden];
            deck[9 + hidden] = deck[DECK - 1];
            deck[DECK - 1] = card;
            picks_of(deck, &chance->picks[1]);
            reading->session->playing->seats = 2;
            deal_game(reading->session->playing, reading->session->game, reading->session->seats,
                      SEAT_NONE, chance, &reading->session->record.step->events);
            replay_retell_line(&reading->retelling, reading->session, "start", SEAT_NONE);
            record_free(&cut);
        } else if (strncmp(line, "move", 4) == 0) {
            struct move move;
            char *end = strstr(line, " hash=");
            *end = '\0';
            bool is_hide = strncmp(line + 8, "hide ", 5) == 0; /* seen by seat 2 alone */
            is_hidden =
                is_hidden && (line[6] != '2' || is_hide || strchr(line + 8, ' ')[1] != slot);
            assert_true(move_read_canonical(&reading->session->playing->rules, line + 8, &move));
            chance_init(chance, NULL, NULL);
            deal_move(reading->session->playing, reading->session->game, line[6] - '1', &move,
                      chance, &reading->session->record.step->events);
            replay_retell_line(&reading->retelling, reading->session, "move", SEAT_NONE);
            most--;
        } else {
            reading_line(reading, line);
        }
    }
    free(bytes);
    fflush(reading->retelling.out);
    return is_hidden;
}

/* Another hand and another pile, the same moves: the seat that sees neither is retold the same
   game. */
static test_case(a_retold_game_does_not_show_hidden_cards)
{
    enum { MOVES = 5 };
    int compared = 0, different = 0;
    for (int seed = 0; seed < 20; seed++) {
        expect_right(simulate("heartcatchers --seed %d --record %s", seed, path));
        char *record = contents(path);
        for (int hidden = 0; hidden < 3; hidden++) {
            struct retold one = {0}, twin = {0};
            bool is_hidden = read_twin(record, hidden, false, MOVES, &one);
            read_twin(record, hidden, true, is_hidden ? MOVES : -1, &twin);
            if (is_hidden) {
                assert_string_equal(one.told, twin.told);
                different +=
                    !table_same(&one.session->playing->table, &twin.session->playing->table);
                compared++;
            }
            reading_close(&one);
            if (twin.host)
                reading_close(&twin);
        }
        free(record);
    }
    assert_true(compared > 10 && different > 5);
}

static test_fixture(open_folder)
{
    folder = scratch_make();
    path = scratch_path(folder, "one.record");
    other_path = scratch_path(folder, "other.record");
    return 0;
}

static test_fixture(close_folder)
{
    free(out);
    free(err);
    free(path);
    free(other_path);
    scratch_remove(folder);
    return 0;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(revealed_records_are_as_documented),
        cmocka_unit_test(a_record_is_revealed_afterwards),
        cmocka_unit_test(a_repaired_record_is_read_on),
        cmocka_unit_test(everything_follows_from_the_seed),
        cmocka_unit_test(figures_are_those_of_the_games),
        cmocka_unit_test(wrong_arguments_are_told_in_one_sentence),
        cmocka_unit_test(files_that_fail_are_told),
        cmocka_unit_test(a_changed_record_is_refused),
        cmocka_unit_test(picks_that_the_secret_does_not_give_are_refused),
        cmocka_unit_test(the_record_of_a_room_is_retold),
        cmocka_unit_test(equal_cards_are_one_move),
        cmocka_unit_test(what_stands_does_not_show_hidden_cards),
        cmocka_unit_test(a_retold_game_does_not_show_hidden_cards),
    };
    return cmocka_run_group_tests(tests, open_folder, close_folder);
}
