/* Golden games: of every game and mode one that is long and one that is short, kept under
   tests/golden by their moves and draws. The short one stands there as it is told (NAME.txt),
   the long one as two letters for every line that each seat and the public are told
   (NAME.lines): a line that changes is shown as it is now, in its place. Of large tables, whose
   seats are told much the same, each seat keeps the first rounds and the public the whole game.
   A game without its files fails. TABLETALK_GOLDEN=write (in tests/) writes the files anew, for
   a change that is meant; TABLETALK_GOLDEN=tell:FOLDER writes every word of every game, which
   tests/golden-difference compares with an older state. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "games.h"
#include "testing.h"
#include "text.h"
#include "told.h"

enum {
    GOLDEN_BYTES = 4 * 1024 * 1024,
    GOLDEN_SEED = 4,
    SHORT_SEEDS = 300,
    LARGE_TABLE = 7,
    FIRST_ROUNDS = 3
};
enum { NAME_BYTES = 32, SHOWN_MOST = 3, SHOWN_HEADING = 100 };

static const char heading[] = "== ";
static struct playthrough play;

/* What a game says of its short form: fewer rounds. */
static const struct {
    const char *name, *option, *word;
} shorter[] = {{"colorcatcher", "rounds", "3"}};

/* Told like another one, of which a readable game is kept. */
static const char alike[] = "kritters-third";

/* ---- one moment as it is told ---- */

/* Moment 0 is the deal, moment i what move i brought. */
static const char *tell(int moment, int viewer, struct text *out)
{
    static struct events events;
    struct table table;
    text_clear(out);
    table_copy(&table, &play.tables[moment ? moment - 1 : 0]);
    if (moment)
        check(playthrough_again(&play, moment - 1, &table, &events));
    told_all(play.variant, &table, moment ? &events : NULL, viewer, (uint64_t)moment, out);
    check(!out->cut);
    return out->bytes;
}

static bool is_told(int moment, int viewer)
{
    return viewer == SEAT_PUBLIC || play.variant->seats < LARGE_TABLE ||
           moment <= FIRST_ROUNDS * play.variant->seats;
}

/* Who is told: the public, then each seat. -1: that was all. */
static int next_viewer(int viewer)
{
    int next = viewer == SEAT_PUBLIC ? 0 : viewer + 1;
    return next < play.variant->seats ? next : -1;
}

static void put_viewer(int viewer, struct text *out)
{
    if (viewer == SEAT_PUBLIC)
        text_put(out, "public");
    else
        text_putf(out, "seat %d", viewer + 1);
}

static void put_picks(int first, int count, struct text *out)
{
    text_put(out, " [");
    for (int i = 0; i < count; i++)
        text_putf(out, i ? " %d" : "%d", play.picks[first + i]);
    text_put(out, "]\n");
}

static void put_heading(int moment, struct text *out)
{
    text_put(out, heading);
    if (moment == 0) {
        text_put(out, "dealt");
        put_picks(0, play.setup_picks, out);
        return;
    }
    const struct played *step = &play.steps[moment - 1];
    text_putf(out, "move %d by seat %d: ", moment, step->seat + 1);
    move_write(&play.variant->rules, &step->move, out);
    put_picks(step->first_pick, step->picks, out);
}

/* ---- lines ---- */

static const char *line_end(const char *line)
{
    return line + strcspn(line, "\n");
}

static const char *next_line(const char *line)
{
    const char *end = line_end(line);
    return *end ? end + 1 : end;
}

static bool has_line(const char *text, const char *line)
{
    size_t length = (size_t)(line_end(line) - line);
    for (; *text; text = next_line(text))
        if ((size_t)(line_end(text) - text) == length && memcmp(text, line, length) == 0)
            return true;
    return false;
}

/* A line as two letters: enough to see that it changed, and in a whole game beyond doubt. */
static void put_letters(const char *line, struct text *out)
{
    static const char letters[] =
        "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz+-";
    static char bytes[TOLD_BYTES];
    struct text copy = text_over(bytes, sizeof bytes);
    text_put_bytes(&copy, line, (int)(line_end(line) - line));
    uint64_t hash = text_hash(HASH_START, bytes);
    text_putf(out, "%c%c", letters[hash >> 20 & 63], letters[hash >> 40 & 63]);
}

/* ---- the two forms ---- */

/* What programs read, and refusals, of which there are many, only the letters know. */
static bool is_for_reading(const char *line)
{
    static const char *const others[] = {"not ",    "viewer ", "legal: ", "said \"",
                                         "unseen:", "due ",    "\n"};
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strncmp(line, others[i], strlen(others[i])) == 0)
            return false;
    const char *end = line_end(line);
    return end - line < 6 || memcmp(end - 6, " legal", 6) != 0;
}

/* What was not told before; to a seat, what is not told to the public, too. */
static void put_news(int moment, int viewer, const char *public, struct text *out)
{
    static char bytes[2][TOLD_BYTES];
    struct text told = text_over(bytes[0], TOLD_BYTES), before = text_over(bytes[1], TOLD_BYTES);
    bool is_first = true;
    tell(moment, viewer, &told);
    if (moment)
        tell(moment - 1, viewer, &before);
    for (const char *line = told.bytes; *line; line = next_line(line)) {
        if (has_line(before.bytes, line) || has_line(public, line) || !is_for_reading(line))
            continue;
        if (is_first && viewer != SEAT_PUBLIC)
            text_putf(out, "-- seat %d\n", viewer + 1);
        is_first = false;
        text_put_bytes(out, line, (int)(next_line(line) - line));
    }
}

static void put_words(int moment, struct text *out)
{
    static char bytes[TOLD_BYTES];
    struct text public = text_over(bytes, sizeof bytes);
    put_news(moment, SEAT_PUBLIC, "", out);
    tell(moment, SEAT_PUBLIC, &public);
    for (int seat = 0; seat < play.variant->seats; seat++)
        put_news(moment, seat, bytes, out);
}

static void put_row(int moment, int viewer, struct text *out)
{
    static char bytes[TOLD_BYTES];
    struct text told = text_over(bytes, sizeof bytes);
    put_viewer(viewer, out);
    text_put(out, " ");
    for (const char *line = tell(moment, viewer, &told); *line; line = next_line(line))
        put_letters(line, out);
    text_put(out, "\n");
}

static void put_rows(int moment, struct text *out)
{
    for (int viewer = SEAT_PUBLIC; viewer >= 0; viewer = next_viewer(viewer))
        if (is_told(moment, viewer))
            put_row(moment, viewer, out);
}

static void put_whole(int moment, struct text *out)
{
    static char bytes[TOLD_BYTES];
    struct text told = text_over(bytes, sizeof bytes);
    for (int viewer = SEAT_PUBLIC; viewer >= 0; viewer = next_viewer(viewer)) {
        if (!is_told(moment, viewer))
            continue;
        text_put(out, "-- ");
        put_viewer(viewer, out);
        text_putf(out, "\n%s", tell(moment, viewer, &told));
    }
}

static const char *put_game(void (*put)(int moment, struct text *out), struct text *out)
{
    text_clear(out);
    for (int moment = 0; moment <= play.count; moment++) {
        put_heading(moment, out);
        put(moment, out);
    }
    check(!out->cut);
    return out->bytes;
}

/* ---- what differs ---- */

static bool has_pair(const char *row, size_t length, const char *pair)
{
    for (size_t i = 0; i + 1 < length; i += 2)
        if (memcmp(row + i, pair, 2) == 0)
            return true;
    return false;
}

/* What a viewer is told now; lines of which the row holds no letters are marked. */
static void show_viewer(const char *row, int moment, int viewer)
{
    static char bytes[TOLD_BYTES], row_bytes[TOLD_BYTES];
    struct text told = text_over(bytes, sizeof bytes), now = text_over(row_bytes, sizeof row_bytes);
    size_t length = strcspn(row, "\n"), at = 0;
    int gone = 0;
    for (const char *line = tell(moment, viewer, &told); *line; line = next_line(line))
        put_letters(line, &now);
    for (const char *line = bytes; *line; line = next_line(line), at += 2)
        fprintf(stderr, "%c %.*s\n", has_pair(row, length, now.bytes + at) ? ' ' : '+',
                (int)(line_end(line) - line), line);
    for (size_t i = 0; i + 1 < length; i += 2)
        gone += !has_pair(now.bytes, (size_t)now.length, row + i);
    fprintf(stderr, "(+ is new; %d lines of before are gone)\n", gone);
}

static void show_rows(const char *kept, int moment)
{
    static char bytes[TOLD_BYTES];
    int shown = 0;
    for (int viewer = SEAT_PUBLIC; viewer >= 0; viewer = next_viewer(viewer)) {
        struct text row = text_over(bytes, sizeof bytes), who = text_over((char[16]){0}, 16);
        if (!is_told(moment, viewer))
            continue;
        put_row(moment, viewer, &row);
        put_viewer(viewer, &who);
        if (has_line(kept, row.bytes))
            continue;
        fprintf(stderr, shown++ ? "-- otherwise for %s, too\n" : "-- as told to %s\n", who.bytes);
        const char *own = kept;
        while (shown == 1 && *own && strncmp(own, who.bytes, (size_t)who.length) != 0)
            own = next_line(own);
        if (shown == 1)
            show_viewer(own + (*own ? who.length + 1 : 0), moment, viewer);
    }
}

static void show_words(const char *kept, int moment)
{
    static char bytes[TOLD_BYTES];
    struct text now = text_over(bytes, sizeof bytes);
    put_words(moment, &now);
    for (const char *line = kept; *line; line = next_line(line))
        if (!has_line(bytes, line))
            fprintf(stderr, "- %.*s\n", (int)(line_end(line) - line), line);
    for (const char *line = bytes; *line; line = next_line(line))
        if (!has_line(kept, line))
            fprintf(stderr, "+ %.*s\n", (int)(line_end(line) - line), line);
}

static const struct form {
    const char *ending;
    void (*put)(int moment, struct text *out);
    void (*show)(const char *kept, int moment);
    bool is_short;
} forms[] = {{"lines", put_rows, show_rows, false}, {"txt", put_words, show_words, true}};

static int heading_length(const char *line)
{
    int length = (int)(line_end(line) - line);
    return length < SHOWN_HEADING ? length : SHOWN_HEADING;
}

/* Shows the first moments that are told otherwise than the file has it; how many there are. */
static int compare(const struct form *form, const char *path, char *kept)
{
    static char bytes[GOLDEN_BYTES];
    int differing = 0;
    for (int moment = 0; moment <= play.count; moment++) {
        struct text now = text_over(bytes, sizeof bytes);
        char *told = kept + strcspn(kept, "\n") + 1, *end = strstr(told, "\n== ");
        if (end)
            *++end = '\0';
        form->put(moment, &now);
        if (strcmp(told, bytes) != 0 && ++differing <= SHOWN_MOST) {
            fprintf(stderr, "%s, %.*s\n", path, heading_length(kept), kept);
            form->show(told, moment);
        }
        if (end)
            *end = heading[0];
        kept = end;
    }
    if (differing)
        fprintf(
            stderr,
            "%s: %d of %d moments are told otherwise; tests/golden-difference prints all of it\n",
            path, differing, play.count + 1);
    return differing;
}

/* ---- the games ---- */

static bool read_picks(const char *line, int *count)
{
    const char *at = memchr(line, '[', (size_t)(line_end(line) - line));
    *count = 0;
    if (!at)
        return false;
    for (at++; *at != ']' && play.pick_count < PICKS_MAX; *count += 1) {
        char *end;
        play.picks[play.pick_count++] = (int)strtol(at, &end, 10);
        if (end == at)
            return false;
        at = end + (*end == ' ');
    }
    return *at == ']';
}

static bool read_move(const char *line)
{
    struct played *step = &play.steps[play.count];
    struct table *table = &play.tables[play.count + 1];
    struct moves legal;
    char words[MOVE_TEXT];
    if (sscanf(line, "== move %*d by seat %d: %127[^[\n]", &step->seat, words) != 2)
        return false;
    words[strlen(words) - 1] = '\0';
    step->seat--;
    step->first_pick = play.pick_count;
    if ((unsigned)step->seat > SEAT_HOST || !read_picks(line, &step->picks) ||
        !move_read_canonical(&play.variant->rules, words, &step->move))
        return false;
    table_copy(table, &play.tables[play.count]);
    legal_of(play.variant, table, step->seat, &legal);
    return moves_has(&legal, &step->move) && playthrough_again(&play, play.count++, table, NULL);
}

/* Plays the game of a file again. False: its moves cannot be played like that any more. */
static bool replay(const struct variant *variant, const char *kept)
{
    play.variant = variant;
    play.count = play.pick_count = 0;
    if (strncmp(kept, "== dealt", 8) != 0 || !read_picks(kept, &play.setup_picks) ||
        !playthrough_setup(&play, &play.tables[0]))
        return false;
    for (const char *line = strstr(kept, "\n== "); line; line = strstr(line, "\n== "))
        if (play.count == STEPS_MAX || !read_move(++line))
            return false;
    return play.tables[play.count].over;
}

/* A game with a fixed seed, or the shortest of many. */
static void play_new(const struct variant *variant, bool is_short)
{
    int best = GOLDEN_SEED, least = STEPS_MAX + 1;
    for (int seed = 1; is_short && seed <= SHORT_SEEDS; seed++) {
        playthrough_play(&play, variant, (uint64_t)seed, CHOICE_FACES, STEPS_MAX);
        if (play.count < least) {
            least = play.count;
            best = seed;
        }
    }
    playthrough_play(&play, variant, (uint64_t)best, is_short ? CHOICE_FACES : CHOICE_ANY,
                     STEPS_MAX);
}

static void write_file(const char *path, const char *bytes)
{
    FILE *file = fopen(path, "wb");
    if (!file || fputs(bytes, file) < 0 || fclose(file) != 0)
        fail_msg("%s cannot be written", path);
}

/* "": there is no such file. */
static char *read_file(const char *path)
{
    static char bytes[GOLDEN_BYTES];
    FILE *file = fopen(path, "rb");
    size_t length = file ? fread(bytes, 1, sizeof bytes - 1, file) : 0;
    bytes[length] = '\0';
    if (file)
        fclose(file);
    return bytes;
}

static int golden_of(const struct variant *variant, const char *name, const struct form *form)
{
    static char bytes[GOLDEN_BYTES];
    struct text out = text_over(bytes, sizeof bytes);
    const char *mode = getenv("TABLETALK_GOLDEN");
    char path[128], whole[512];
    snprintf(path, sizeof path, "golden/%s.%s", name, form->ending);
    char *kept = read_file(path);
    bool is_kept = replay(variant, kept);
    if (!mode) {
        if (!is_kept)
            fprintf(
                stderr, "%s %s\n", path,
                *kept
                    ? "cannot be played any more"
                    : "is missing: (cd tests && TABLETALK_GOLDEN=write ../build/gcc/tests/test_golden) writes it");
        return is_kept ? compare(form, path, kept) : 1;
    }
    if (!is_kept)
        play_new(variant, form->is_short);
    snprintf(whole, sizeof whole, "%s/%s.%s", mode + 5, name, form->ending);
    if (strcmp(mode, "write") == 0)
        write_file(path, put_game(form->put, &out));
    else
        write_file(whole, put_game(put_whole, &out));
    return 0;
}

/* Options whose other values change the course of a game so much that it is told in a file of
   its own. */
static bool makes_a_mode(const char *option)
{
    static const char *const options[] = {"mode", "deck", "flip"};
    bool does = false;
    for (size_t i = 0; i < sizeof options / sizeof *options; i++)
        does |= strcmp(option, options[i]) == 0;
    return does;
}

/* What files of this variant are called: "roygbiv", "roygbiv-frenzy" for another mode than the
   standard one, "kritters-third" for another deck, "kritters-large" for a table so large that it
   is played with two decks. */
static void name_of(const struct variant *variant, struct text *out)
{
    const struct game *game = variant->game;
    text_put(out, game->id);
    for (int i = 0; i < game->option_count; i++)
        if (makes_a_mode(game->options[i].name) &&
            variant->rules.options[i] != game->options[i].standard) {
            text_put(out, "-");
            option_format(&game->options[i], variant->rules.options[i], out);
        }
    if (variant->seats >= LARGE_TABLE)
        text_put(out, "-large");
}

static int golden_forms_of(struct variant variant, const char *name)
{
    char why[200];
    struct text text = text_over(why, sizeof why);
    int differing = golden_of(&variant, name, &forms[0]);
    if (variant.seats >= LARGE_TABLE || strcmp(name, alike) == 0)
        return differing;
    for (size_t i = 0; i < sizeof shorter / sizeof *shorter; i++)
        if (strcmp(shorter[i].name, name) == 0)
            check(option_set(variant.game, variant.rules.options, shorter[i].option,
                             shorter[i].word, &text));
    return differing + golden_of(&variant, name, &forms[1]);
}

/* The first variant of each mode. */
static int golden_modes_of(const struct game *game)
{
    static struct variant variants[VARIANTS_MAX];
    char names[VARIANTS_MAX][NAME_BYTES];
    int count = variants_of(game, variants), modes = 0, differing = 0;
    for (int v = 0; v < count; v++) {
        struct text name = text_over(names[modes], sizeof names[modes]);
        name_of(&variants[v], &name);
        bool is_new = true;
        for (int m = 0; m < modes; m++)
            is_new = is_new && strcmp(names[m], names[modes]) != 0;
        if (is_new)
            differing += golden_forms_of(variants[v], names[modes++]);
    }
    return differing;
}

static test_case(test_golden_games)
{
    int differing = 0;
    for (int i = 0; i < game_count; i++)
        differing += golden_modes_of(games[i]);
    if (differing)
        fail_msg("what golden games tell has changed, see above; if that is meant, (cd tests && "
                 "TABLETALK_GOLDEN=write ../build/gcc/tests/test_golden) keeps it");
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_golden_games)};
    return cmocka_run_group_tests_name("golden", tests, NULL, NULL);
}
