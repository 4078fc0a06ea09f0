/* Pages of games: small, closed to the outside, with nothing on them that their reader did not see,
   and with names of strangers as nothing but text. TABLETALK_PAGES=500 plays so many games of each
   kind. What a browser makes of pages is seen by page.py. */
#include <jansson.h>
#include <sodium.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "declared.h"
#include "event.h"
#include "games.h"
#include "list.h"
#include "page.h"
#include "playthrough.h"
#include "prose.h"
#include "sight.h"
#include "testing.h"
#include "text.h"
#include "view.h"

enum {
    GAMES = 2, /* of each kind; LONG_GAMES of all kinds with ./check --long */
    LONG_GAMES = 500,
    SIZE_BEGUN = 60, /* steps after which nearly all faces have been seen */
    SIZE_STEPS = 300,
    SIZE_MOST = 150 * 1000,
    SIZE_STEP = 330 /* bytes, of each step between the two */
};

static const struct naming people = {{"ann", "</script><img src=x onerror=1>", "\u202eevil\u2066",
                                      "dan & \"co\"", "<!--", "fay", "gus", "hal", "ida", "jim",
                                      "kay", "leo"}};
static const struct naming guests = {
    {"ann", "bob", "cid", "dan", "eve", "fay", "gus", "hal", "ida", "jim", "kay", "leo"}};
static const struct naming *naming;
static struct variant variants[VARIANTS_MAX];
static struct playthrough play;

/* ---- pages of played games ---- */

static struct page_file *new_page(void)
{
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    struct page_file *page = page_new(&why);
    if (!page)
        fail_msg("%s", bytes);
    return page;
}

/* What the viewer heard of the move before that moment. */
static void say(struct page_file *page, const struct view *view, int moment, int viewer)
{
    static struct table table;
    static struct events events;
    static struct event heard[EVENTS_MAX];
    struct prose prose;
    int count = 0;
    prose_clear(&prose);
    table_copy(&table, &play.tables[moment - 1]);
    assert_true(playthrough_again(&play, moment - 1, &table, &events));
    for (int i = 0; i < events.count; i++)
        count += event_sight(view->rules, &events.list[i], viewer, &heard[count]);
    view_events(view, heard, count, &prose);
    page_say(page, prose.text);
}

static void add_game(struct page_file *page, int viewer)
{
    const struct variant *variant = play.variant;
    const struct view view = {.game = variant->game, .rules = &variant->rules, .naming = naming};
    struct sight sight, public;
    struct prose call;
    for (int moment = 0; moment <= play.count; moment++) {
        const struct table *table = &play.tables[moment];
        table_sight(&variant->rules, table, SEAT_PUBLIC, &public);
        table_sight(&variant->rules, table, viewer, &sight);
        if (moment > 0)
            say(page, &view, moment, viewer);
        prose_clear(&call);
        view_due(&view, &public, variant->game->due(&variant->rules, &public), false, &call);
        page_show(page, &view, &sight, table->over ? NULL : &call);
    }
    page_add_result(page, "The end of </script> it.");
}

/* Ends in NUL. */
static void write_page(struct page_file *page, struct bytes *out)
{
    assert_true(page_write(page, out));
    assert_true(bytes_put(out, "", 1, PAGE_BYTES));
    page_free(page);
}

static void play_one(const struct variant *variant, uint64_t seed)
{
    playthrough_play(&play, variant, seed, CHOICE_ANY, STEPS_MAX);
}

/* With so many seats, or as near as it can have. */
static struct variant sized(const struct game *game, int seats)
{
    int count = variants_of(game, variants), best = 0;
    for (int i = 1; i < count; i++)
        if (variants[best].seats_most < seats && variants[i].seats_most > variants[best].seats_most)
            best = i;
    struct variant found = variants[best];
    found.seats = found.seats_most < seats ? found.seats_most : seats;
    return found;
}

static void page_of(int viewer, struct bytes *out)
{
    struct page_file *page = new_page();
    add_game(page, viewer);
    assert_int_equal(page_steps(page), play.count + 1);
    write_page(page, out);
}

static void add_standing(struct page_file *page, const char *place, const char *name,
                         const char *rating, const char *days)
{
    page_add_standing(page, (const char *const[]){place, name, rating, "12", "5", days});
}

/* Ten people at one game, the last without a place, and one person at another. */
static void season_of(const struct naming *who, struct bytes *out)
{
    struct page_file *page = new_page();
    page_begin_season(page, "2026-11", 30, who->names[1], "irc:<b>");
    page_add_game(page, "Coloretto");
    for (int i = 1; i < 10; i++) {
        char last[16], days[80];
        snprintf(last, sizeof last, "%.1f", 21.5 - 2 * i);
        snprintf(days, sizeof days, "%d:3.1 %d:%.1f %d:6.5 30:%s", i, 2 * i, 3 + i % 4 * 2.5, 3 * i,
                 last);
        add_standing(page, text_number(i), who->names[i], last, days);
    }
    add_standing(page, "", "leo", "-3.2", "28:-3.2");
    page_add_game(page, "ROYGBIV");
    add_standing(page, "1", "ann", "4.0", "1:4.0");
    assert_int_equal(page_steps(page), 2);
    write_page(page, out);
}

/* For page.py. */
static void keep(const struct bytes *file, const char *name)
{
    const char *folder = getenv("TABLETALK_PAGE_FOLDER");
    char path[4096];
    if (!folder)
        return;
    snprintf(path, sizeof path, "%s/%s.html", folder, name);
    FILE *out = fopen(path, "w");
    assert_non_null(out);
    assert_true(fputs(file->at, out) >= 0);
    assert_int_equal(fclose(out), 0);
}

/* ---- what stands in a file ---- */

/* Between `from`, of which `which` come before, and `to`; to free. */
static char *between(const char *file, const char *from, const char *to, int which)
{
    const char *at = file;
    for (int i = 0; i <= which; i++) {
        at = strstr(at, from);
        assert_non_null(at);
        at += strlen(from);
    }
    const char *end = strstr(at, to);
    assert_non_null(end);
    return strndup(at, (size_t)(end - at));
}

static int count_of(const char *file, const char *word)
{
    int count = 0;
    for (const char *at = file; (at = strstr(at, word)); at += strlen(word))
        count++;
    return count;
}

static json_t *data_of(const char *file)
{
    json_error_t error;
    char *text = between(file, "<script type=\"application/json\" id=\"data\">", "</script>", 0);
    json_t *data = json_loads(text, 0, &error);
    if (!data)
        fail_msg("the data of a page: %s, line %d", error.text, error.line);
    free(text);
    return data;
}

static void expect_hash(const char *policy, const char *directive, char *content_take)
{
    unsigned char hash[crypto_hash_sha256_BYTES];
    char base64[80], wanted[160];
    crypto_hash_sha256(hash, (const unsigned char *)content_take, strlen(content_take));
    sodium_bin2base64(base64, sizeof base64, hash, sizeof hash, sodium_base64_VARIANT_ORIGINAL);
    snprintf(wanted, sizeof wanted, "; %s 'sha256-%s';", directive, base64);
    assert_non_null(strstr(policy, wanted));
    free(content_take);
}

/* ---- closed to the outside ---- */

static void expect_closed(const char *file, const char *what)
{
    static const char *const never[] = {"unsafe",  "style=",    "https:", "src=",      "url(\"",
                                        "@import", "innerHTML", "eval(",  " onclick=", " onload="};
    char *policy = between(file, "Content-Security-Policy\" content=\"", "\"", 0);
    assert_int_equal(strncmp(policy, "default-src 'none'; ", 20), 0);
    expect_hash(policy, "style-src", between(file, "<style>", "</style>", 0));
    expect_hash(policy, "script-src", between(file, "<script>", "</script>", 0));
    free(policy);
    for (size_t n = 0; n < sizeof never / sizeof *never; n++)
        if (strstr(file, never[n]))
            fail_msg("%s stands in a page of %s", never[n], what);
    /* the name of SVG */
    assert_int_equal(count_of(file, "http:"), 1);
    for (const char *at = file; (at = strchr(at, '@')); at++) {
        size_t name = strspn(at + 1, "ABCDEFGHIJKLMNOPQRSTUVWXYZ_");
        assert_false(name > 0 && at[1 + name] == '@'); /* of the frame, and not replaced */
    }
}

static test_case(a_page_allows_its_own_style_and_script_and_nothing_else)
{
    struct bytes file = {NULL, 0, 0};
    naming = &guests;
    for (int i = 0; i < game_count; i++) {
        variants_of(games[i], variants);
        play_one(&variants[0], 1);
        bytes_clear(&file);
        page_of(SEAT_PUBLIC, &file);
        expect_closed(file.at, games[i]->id);
    }
    bytes_clear(&file);
    season_of(&guests, &file);
    expect_closed(file.at, "a month");
    bytes_fini(&file);
}

static test_case(names_of_strangers_are_text)
{
    struct bytes file = {NULL, 0, 0};
    naming = &people;
    for (int i = 0; i < game_count; i++) {
        struct variant most = sized(games[i], TABLE_SEATS);
        play_one(&most, 2);
        bytes_clear(&file);
        page_of(0, &file);
        keep(&file, play.variant->game->id);
        assert_int_equal(count_of(file.at, "<script"), 2);
        assert_int_equal(count_of(file.at, "</script"), 2);
        assert_int_equal(count_of(file.at, "<img"), 0);
        assert_int_equal(count_of(file.at, "<!--"), 0);
        assert_int_equal(count_of(file.at, "\u202e"), 0);
        json_t *data = data_of(file.at);
        const char *whose = json_string_value(json_object_get(data, "whose"));
        assert_non_null(strstr(whose, people.names[1]));
        assert_true(most.seats < 3 || strstr(whose, "evil"));
        assert_non_null(strstr(whose, ", as ann saw it"));
        json_decref(data);
    }
    bytes_fini(&file);
}

/* ---- the standings of a month ---- */

static void expect_row(json_t *rows, size_t at, const char *place, const char *name)
{
    json_t *row = json_array_get(rows, at);
    assert_int_equal(json_array_size(row), PAGE_CELLS);
    assert_string_equal(json_string_value(json_array_get(row, 0)), place);
    assert_string_equal(json_string_value(json_array_get(row, 1)), name);
}

static test_case(standings_are_a_page_too)
{
    struct bytes file = {NULL, 0, 0};
    season_of(&people, &file);
    keep(&file, "season");
    assert_int_equal(count_of(file.at, "<script"), 2);
    assert_int_equal(count_of(file.at, "<img"), 0);
    assert_int_equal(count_of(file.at, "\u202e"), 0);
    json_t *data = data_of(file.at), *season = json_object_get(data, "season");
    assert_string_equal(json_string_value(json_object_get(data, "whose")),
                        "</script><img src=x onerror=1> on irc:<b>");
    assert_int_equal(json_array_size(season), 2);
    json_t *rows = json_array_get(json_array_get(season, 0), 1);
    expect_row(rows, 0, "1", people.names[1]);
    expect_row(rows, 1, "2", "evil");
    expect_row(rows, 9, "", "leo");
    expect_row(json_array_get(json_array_get(season, 1), 1), 0, "1", "ann");
    json_decref(data);
    bytes_fini(&file);
}

/* ---- nothing that the reader did not see ---- */

static void note(bool *seen, int face)
{
    if (!face_is_back(face))
        seen[face] = true;
}

/* Which faces that viewer saw, by the declarations of the zones and in passing. */
static void find_seen(int viewer, bool *seen)
{
    const struct ruleset *rules = &play.variant->rules;
    static struct table table;
    static struct events events;
    struct event heard;
    for (int moment = 0; moment <= play.count; moment++) {
        const struct table *t = &play.tables[moment];
        for (int zone = 0; zone < t->zones; zone++)
            for (int i = 0; i < zone_size(t, zone); i++)
                if (sees(rules, t, zone, i, viewer) || is_mixed(rules, zone))
                    note(seen, zone_face(t, zone, i));
        if (moment == play.count)
            continue;
        table_copy(&table, t);
        assert_true(playthrough_again(&play, moment, &table, &events));
        for (int i = 0; i < events.count; i++)
            if (event_sight(rules, &events.list[i], viewer, &heard) && heard.kind == EVENT_MOVED)
                note(seen, heard.face);
    }
    for (int face = 0; face < rules->face_count; face++)
        if (rules->faces[face].plain > 0 && seen[face])
            seen[rules->faces[face].plain - 1] = true; /* shown as it */
}

static int unseen_faces;

static void expect_only_seen(int viewer, const char *file)
{
    bool seen[256] = {false};
    char symbol[40], name[80], piece[40];
    const struct ruleset *rules = &play.variant->rules;
    find_seen(viewer, seen);
    for (int face = 0; face < rules->face_count; face++) {
        snprintf(symbol, sizeof symbol, "id=\"f%d\"", face);
        snprintf(name, sizeof name, "\"%d\":\"", face);
        snprintf(piece, sizeof piece, "~c%d~", face);
        unseen_faces += !seen[face];
        if (!seen[face] && (strstr(file, symbol) || strstr(file, name) || strstr(file, piece)))
            fail_msg("%s: the page of seat %d holds %s, which it never saw", play.variant->game->id,
                     viewer + 1, rules->faces[face].name);
    }
}

static test_case(a_page_holds_no_face_that_its_reader_never_saw)
{
    const char *wanted = getenv("TABLETALK_PAGES");
    int all = wanted                     ? atoi(wanted)
              : getenv("TABLETALK_LONG") ? LONG_GAMES / game_count + 1
                                         : GAMES;
    struct bytes file = {NULL, 0, 0};
    for (int i = 0; i < game_count; i++)
        for (int n = 0; n < all; n++) {
            struct variant variant = variant_for(variants, variants_of(games[i], variants), n);
            play_one(&variant, 100 + (uint64_t)n);
            int viewer = n % (variant.seats + 1);
            viewer = viewer < variant.seats ? viewer : SEAT_PUBLIC;
            bytes_clear(&file);
            page_of(viewer, &file);
            expect_only_seen(viewer, file.at);
        }
    bytes_fini(&file);
    printf("%d pages, and %d faces that are not on them\n", all * game_count, unseen_faces);
    assert_true(unseen_faces > 0);
}

/* ---- small ---- */

/* So many steps, of one game after the other. */
static size_t bytes_of(const struct variant *variant, int steps)
{
    struct bytes file = {NULL, 0, 0};
    struct page_file *page = new_page();
    for (uint64_t seed = 1; page_steps(page) < steps; seed++) {
        playthrough_play(&play, variant, seed, CHOICE_GREEDY, STEPS_MAX);
        if (page_steps(page) + play.count >= steps)
            play.count = steps - page_steps(page) - 1;
        add_game(page, 0);
    }
    write_page(page, &file);
    size_t length = file.length;
    bytes_fini(&file);
    return length;
}

static test_case(three_hundred_steps_take_at_most_150_kB)
{
    naming = &guests;
    for (int i = 0; i < game_count; i++) {
        struct variant usual = sized(games[i], 4);
        size_t begun = bytes_of(&usual, SIZE_BEGUN), all = bytes_of(&usual, SIZE_STEPS);
        printf("%d steps of %s take %zu bytes, %d take %zu: %zu each\n", SIZE_STEPS, games[i]->id,
               all, SIZE_BEGUN, begun, (all - begun) / (SIZE_STEPS - SIZE_BEGUN));
        assert_in_range(all, 10000, SIZE_MOST);
        assert_in_range((all - begun) / (SIZE_STEPS - SIZE_BEGUN), 50, SIZE_STEP);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_page_allows_its_own_style_and_script_and_nothing_else),
        cmocka_unit_test(names_of_strangers_are_text),
        cmocka_unit_test(standings_are_a_page_too),
        cmocka_unit_test(a_page_holds_no_face_that_its_reader_never_saw),
        cmocka_unit_test(three_hundred_steps_take_at_most_150_kB),
    };
    const struct CMUnitTest for_browser[] = {cmocka_unit_test(names_of_strangers_are_text),
                                             cmocka_unit_test(standings_are_a_page_too)};
    return getenv("TABLETALK_PAGE_FOLDER") ? cmocka_run_group_tests(for_browser, NULL, NULL)
                                           : cmocka_run_group_tests(tests, NULL, NULL);
}
