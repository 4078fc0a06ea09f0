/* Pictures of boards and results, in all games: small, the same for the same order, with words that
   can be read, and with everything on them that the scene holds. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "content.h"
#include "games.h"
#include "laid.h"
#include "long.h"
#include "move.h"
#include "pen.h"
#include "picture.h"
#include "playthrough.h"
#include "prose.h"
#include "sight.h"
#include "speak.h"
#include "testing.h"
#include "text.h"
#include "toys/toys.h"
#include "view.h"

static const char *const people[TABLE_SEATS] = {"ann", "bob", "cid", "dan", "eve", "fay",
                                                "gus", "hal", "ida", "jim", "kay", "leo"};
static struct naming naming;
static struct variant variants[VARIANTS_MAX];
static struct playthrough play;
static struct picture_order order;
static int viewer = SEAT_PUBLIC;
static enum language language; /* of who reads the pictures */

static test_fixture(name_people)
{
    memcpy(naming.names, people, sizeof people);
    return 0;
}

/* ---- moments of games ---- */

static void order_moment(int moment, enum picture_kind kind)
{
    const struct variant *variant = play.variant;
    const struct view view = {
        .game = variant->game, .rules = &variant->rules, .naming = &naming, .language = language};
    struct sight sight;
    table_sight(&variant->rules, &play.tables[moment], viewer, &sight);
    if (kind == PICTURE_SHARE)
        picture_order_share(&view, &sight, "ZLT6 BSL3 2QFB XK7M", "27 November 2026", &order);
    else
        picture_order_board(&view, &sight, NULL, NULL, &order);
}

/* Calls for the opening, some moments between and the end of a random game with each number of
   seats, and for how the game ended. */
static void each_moment(const struct game *game, void (*each)(void))
{
    int moments = is_long() ? 5 : 3;
    int count = variants_of(game, variants), done = 0;
    for (int i = 0; i < count; i++)
        for (struct variant variant = variants[i]; variant.seats <= variant.seats_most;
             variant.seats++) {
            if (variant.seats <= done)
                continue;
            done = variant.seats;
            playthrough_play(&play, &variant, (uint64_t)done, CHOICE_ROBOTS, STEPS_MAX);
            for (int n = 0; n < moments; n++) {
                order_moment(play.count * n / (moments - 1), PICTURE_BOARD);
                each();
            }
            order_moment(play.count, PICTURE_SHARE);
            each();
        }
}

static void each_game(void (*each)(void))
{
    for (int i = 0; i < game_count; i++)
        each_moment(games[i], each);
}

static void draw(const struct picture_witness *witness, struct bytes *out)
{
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    enum picture_end end = witness ? picture_draw_before(&order, witness, out, &why)
                                   : picture_draw(&order, NULL, out, &why);
    if (end != PICTURE_DRAWN)
        fail_msg("%s cannot be drawn: %s", order.game->id, bytes);
}

/* ---- files ---- */

static unsigned number_at(const struct bytes *png, size_t at)
{
    unsigned number = 0;
    for (size_t i = 0; i < 4; i++)
        number = number << 8 | (unsigned char)png->at[at + i];
    return number;
}

static size_t largest;

static void expect_file(void)
{
    enum { WIDE_AT = 16, TALL_AT = 20, KIND_AT = 25, HAS_PALETTE = 3 };
    bool is_share = order.kind == PICTURE_SHARE;
    struct bytes png = {NULL, 0, 0};
    draw(NULL, &png);
    assert_in_range(png.length, 1000, PICTURE_BYTES);
    assert_memory_equal(png.at, "\x89PNG\r\n\x1a\n", 8);
    assert_int_equal(number_at(&png, WIDE_AT), is_share ? 1200 : 800);
    assert_int_equal(number_at(&png, TALL_AT), is_share ? 630 : 600);
    assert_int_equal(png.at[KIND_AT], HAS_PALETTE);
    largest = png.length > largest ? png.length : largest;
    bytes_fini(&png);
}

static test_case(pictures_are_small)
{
    each_game(expect_file);
    printf("the largest picture has %zu bytes\n", largest);
}

static void expect_same(void)
{
    struct bytes one = {NULL, 0, 0}, other = {NULL, 0, 0};
    draw(NULL, &one);
    struct picture_order *copy = picture_order_copy(&order);
    memset(&order, 0xa5, sizeof order);
    order = *copy;
    picture_order_free(copy);
    draw(NULL, &other);
    assert_int_equal(one.length, other.length);
    assert_memory_equal(one.at, other.at, one.length);
    bytes_fini(&one);
    bytes_fini(&other);
}

static test_case(a_copy_of_an_order_has_the_same_bytes)
{
    each_moment(game_find("roygbiv"), expect_same);
    each_moment(game_find("heartcatchers"), expect_same);
}

/* ---- what stands on them ---- */

enum {
    SAID = 32 * 1024,
    FACES = 128,
    PLACES = 400,
    LEAST = 18 /* points: half of that on a telephone */
};

struct seen {
    char said[SAID]; /* all words, with blanks between */
    struct text words;
    int cards[FACES], backs; /* how many they stand for */
    int places;              /* where words stand */
    struct picture_place list[PLACES];
};
static struct seen seen;

static void expect_inside(const char *what, struct picture_place place)
{
    bool is_share = order.kind == PICTURE_SHARE;
    double wide = is_share ? PICTURE_SHARE_WIDE : PICTURE_WIDE,
           tall = is_share ? PICTURE_SHARE_TALL : PICTURE_TALL;
    if (place.x < 0 || place.y < 0 || place.x + place.wide > wide || place.y + place.tall > tall)
        fail_msg("%s at %.0f %.0f, %.0f x %.0f, leaves a picture of %s with %d seats", what,
                 place.x, place.y, place.wide, place.tall, order.game->id, order.scene.seats);
}

static bool overlap(struct picture_place a, struct picture_place b)
{
    enum { TOUCH = 3 /* points */ };
    return a.x + a.wide > b.x + TOUCH && b.x + b.wide > a.x + TOUCH && a.y + a.tall > b.y + TOUCH &&
           b.y + b.tall > a.y + TOUCH;
}

static void see_words(void *arg, const char *words, struct picture_place place)
{
    struct seen *by = arg;
    text_putf(&by->words, "%s ", words);
    if (place.tall < LEAST)
        fail_msg("'%s' is %.1f points high, less than %d, on a picture of %s", words, place.tall,
                 LEAST, order.game->id);
    expect_inside(words, place);
    for (int i = 0; i < by->places; i++)
        if (overlap(by->list[i], place))
            fail_msg("'%s' stands on other words on a picture of %s with %d seats, which says %s",
                     words, order.game->id, order.scene.seats, by->said);
    assert_in_range(by->places, 0, PLACES - 1);
    by->list[by->places++] = place;
}

static void see_cards(void *arg, int face, int count, struct picture_place place)
{
    struct seen *by = arg;
    expect_inside("a card", place);
    if (face_is_back(face))
        by->backs += count;
    else
        by->cards[face] += count;
}

/* That these pictures can be packed, too, says ./check --long. */
static void look(void)
{
    const struct picture_witness witness = {see_words, see_cards, &seen};
    struct bytes png = {NULL, 0, 0};
    memset(seen.cards, 0, sizeof seen.cards);
    seen.backs = seen.places = 0;
    seen.words = text_over(seen.said, sizeof seen.said);
    draw(&witness, is_long() ? &png : NULL);
    assert_false(seen.words.cut);
    bytes_fini(&png);
}

static void expect_said(const char *words)
{
    char end[PROSE_BYTES];
    snprintf(end, sizeof end, "%s ", words);
    if (words[0] && !strstr(seen.said, end))
        fail_msg("a picture of %s with %d seats does not say '%s', but: %s", order.game->id,
                 order.scene.seats, words, seen.said);
}

/* Numbers of labels stand without their word. */
static void expect_label(const struct scene_item *item)
{
    const char *label = item->layout->label, *blank = label ? strrchr(label, ' ') : NULL;
    bool is_ware = item->layout->verb && item->room < 0;
    if (label && !is_ware && item->layout->style != BOARD_MARK)
        expect_said(blank && blank[1] >= '0' && blank[1] <= '9' ? blank + 1 : label);
}

static void expect_item(const struct content *content, int index)
{
    const struct scene_item *item = &order.scene.items[index];
    char words[PICTURE_WORDS], parts[PICTURE_WORDS];
    if (content_is_cards(item)) {
        expect_label(item);
        return;
    }
    content_item_words(content, index, words, sizeof words);
    snprintf(parts, sizeof parts, "%s", words);
    if (strstr(seen.said, " \u00b7 ") && strstr(seen.said, parts))
        return; /* between others in the bar */
    expect_said(words);
}

/* How many cards of each face the scene holds. */
static void expect_cards(void)
{
    static int held[FACES];
    memset(held, 0, sizeof held);
    for (int i = 0; i < order.scene.item_count; i++) {
        const struct scene_item *item = &order.scene.items[i];
        bool is_stack = item->layout->style == BOARD_STACK;
        if (!content_is_cards(item))
            continue; /* cards that it tells of are words */
        for (int c = item->first; c < item->first + (is_stack && item->count ? 1 : item->count);
             c++)
            if (!face_is_back(order.scene.cards[c].face))
                held[order.scene.cards[c].face] +=
                    is_stack ? item->size : order.scene.cards[c].count;
        for (int c = item->first + item->count - item->known; c < item->first + item->count; c++)
            held[order.scene.cards[c].face]++;
    }
    for (int face = 0; face < order.rules.face_count; face++)
        if (seen.cards[face] < held[face])
            fail_msg("a picture of %s shows %d of %s, and the scene has %d", order.game->id,
                     seen.cards[face], order.rules.faces[face].code, held[face]);
}

static void expect_remarks(void)
{
    for (int i = 0; i < order.remarks.count; i++) {
        const struct remark *remark = &order.remarks.list[i];
        if (order.scene.is_over && remark->zone >= 0 && !remark->is_price)
            continue; /* nothing can be bought any more */
        expect_said(remark->text);
        for (int part = 0; part < remark->part_count; part++) {
            if (remark->parts[part].count > 1)
                expect_said(text_number(remark->parts[part].count));
            if (remark->zone < 0)
                expect_said(remark->parts[part].word);
        }
    }
}

static void expect_people(const struct content *content)
{
    struct prose lead;
    for (int seat = 0; seat < order.scene.seats; seat++) {
        expect_said(order.names[seat]);
        prose_clear(&lead);
        if (order.scene.is_over)
            expect_said(text_number(order.score.total[seat]));
        else if (scene_put_lead(&content->order.scene, seat, SCENE_WORDS, &lead))
            expect_said(lead.text);
        prose_clear(&lead);
        scene_put_marks(&order.scene, seat, &lead);
        if (lead.length > 2)
            expect_said(lead.text + 2);
    }
}

static void expect_all(void)
{
    static struct content content;
    if (order.kind != PICTURE_BOARD)
        return;
    look();
    content_init(&content, &order);
    order.scene.remarks = &order.remarks;
    for (int i = 0; i < order.scene.item_count; i++)
        expect_item(&content, i);
    expect_cards();
    expect_remarks();
    expect_people(&content);
}

static test_case(pictures_show_all_that_the_scene_holds)
{
    each_game(expect_all);
}

/* With what only the seat knows. */
static test_case(pictures_for_one_seat_show_what_it_knows)
{
    viewer = 0;
    each_moment(game_find("heartcatchers"), expect_all);
    each_moment(game_find("colorcatcher"), expect_all);
    viewer = SEAT_PUBLIC;
}

static void expect_words_and_nothing_small(void)
{
    look();
    for (int seat = 0; seat < order.scene.seats; seat++)
        expect_said(order.names[seat]);
}

/* Their boards are empty, and their cards have no pictograms: the kit's games are drawn, too. */
static test_case(a_game_without_a_board_has_a_picture)
{
    static const struct game *const toys[] = {
#define TOY_GAME(id) &toy_##id,
#include "toys/toys.def"
#undef TOY_GAME
    };
    for (size_t i = 0; i < sizeof toys / sizeof *toys; i++)
        each_moment(toys[i], expect_words_and_nothing_small);
}

static test_case(words_of_results_can_be_read)
{
    each_game(expect_words_and_nothing_small);
}

static test_case(long_names_stay_in_their_place)
{
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        naming.names[seat] = seat % 3 == 0
                                 ? "WWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWWW"
                             : seat % 3 == 1 ? "a name of several words that is long"
                                             : "somebody_else_on_a_network";
    each_game(look);
    memcpy(naming.names, people, sizeof people);
}

/* A card that is only its colour while it lies face up shows no more of itself. */
static void expect_plain(void)
{
    look();
    for (int face = 0; face < order.rules.face_count; face++)
        if (order.rules.faces[face].plain && seen.cards[face])
            fail_msg("a picture shows %s", order.rules.faces[face].code);
}

static test_case(pictures_show_plain_cards_as_their_colour)
{
    each_moment(game_find("heartcatchers"), expect_plain);
}

/* ---- orders ---- */

/* Of the board in words. */
static uint64_t words_hash(const struct game *game)
{
    static struct prose words;
    const struct view view = {
        .game = game, .rules = &order.rules, .naming = &naming, .is_aloud = true};
    struct scene scene = order.scene;
    scene.remarks = &order.remarks;
    prose_clear(&words);
    scene_put_line(&view, &scene, &words);
    return text_hash(text_hash(HASH_START, words.text), order.call);
}

/* Where the boards in words differ, the hashes do. */
static test_case(other_boards_have_other_hashes)
{
    enum { MOST = 400 };
    static uint64_t words[MOST], hashes[MOST];
    for (int i = 0; i < game_count; i++) {
        assert_true(variants_of(games[i], variants) > 0);
        playthrough_play(&play, &variants[0], 3, CHOICE_ANY, STEPS_MAX);
        for (int moment = 0; moment <= play.count && moment < MOST; moment++) {
            order_moment(moment, PICTURE_BOARD);
            words[moment] = words_hash(games[i]);
            hashes[moment] = picture_order_hash(&order);
            for (int other = 0; other < moment; other++)
                assert_true(words[moment] == words[other] || hashes[moment] != hashes[other]);
        }
    }
}

/* Also where nothing else of the board differs. */
static test_case(each_part_of_a_scene_counts)
{
    static struct laid laid;
    struct sight sight;
    laid_deal(&laid, game_find("kritters"), 3, people, 1);
    table_sight(&laid.rules, &laid.table, SEAT_PUBLIC, &sight);
    picture_order_board(&laid.view, &sight, NULL, NULL, &order);
    uint64_t hash = picture_order_hash(&order);
    struct picture_order *other = picture_order_copy(&order);
    int *const parts[] = {&other->scene.cards[0].face,
                          &other->scene.cards[1].count,
                          &other->scene.cards[2].mark,
                          &other->scene.items[0].value,
                          &other->scene.items[1].unseen,
                          &other->remarks.list[0].parts[0].count,
                          &other->scene.last,
                          &other->viewer};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        ++*parts[i];
        assert_true(picture_order_hash(other) != hash);
        --*parts[i];
        assert_true(picture_order_hash(other) == hash);
    }
    other->scene.cards[0].can_take ^= true;
    assert_true(picture_order_hash(other) != hash);
    picture_order_free(other);
}

static test_case(a_name_that_cannot_be_written_is_a_player)
{
    static const char *const names[] = {"ann", "\u732b\u306e\u624b", "Zo\u00eb \u0416\u0443\u043a"};
    static struct laid laid;
    static struct prose news;
    static char bytes[PICTURE_ALT_BYTES];
    struct text alt = text_over(bytes, sizeof bytes);
    struct sight sight;
    laid_deal(&laid, game_find("coloretto"), 3, names, 1);
    laid.table.turn = 1;
    table_sight(&laid.rules, &laid.table, SEAT_PUBLIC, &sight);
    prose_clear(&news);
    prose_put_foreign(&news, PROSE_NAME, names[1]);
    prose_put(&news, " draws.");
    picture_order_board(&laid.view, &sight, &news, NULL, &order);
    assert_string_equal(order.names[1], "player 2");
    assert_string_equal(order.names[2], names[2]);
    assert_string_equal(order.news, "player 2 draws.");
    assert_memory_equal(order.call, "player 2: draw", strlen("player 2: draw"));
    picture_order_alt(&order, &alt);
    assert_non_null(strstr(bytes, "player 2"));
    look();
    assert_true(pen_can_write(seen.said));
}

static int characters(const char *bytes)
{
    int count = 0;
    for (; *bytes; bytes++)
        count += ((unsigned char)*bytes & 0xc0) != 0x80;
    return count;
}

static int longest, left_out;

static void expect_alt(void)
{
    static char bytes[PICTURE_ALT_BYTES];
    struct text alt = text_over(bytes, sizeof bytes);
    picture_order_alt(&order, &alt);
    assert_in_range(characters(bytes), 20, PICTURE_ALT);
    longest = characters(bytes) > longest ? characters(bytes) : longest;
    left_out += strstr(bytes, "Not told here: ") != NULL;
    if (order.kind == PICTURE_SHARE)
        assert_memory_equal(bytes, "The end of a game of ", strlen("The end of a game of "));
    for (int seat = 0; seat < order.scene.seats; seat++)
        if (order.scene.due >> seat & 1)
            assert_non_null(strstr(bytes, order.names[seat]));
}

/* The longest that is told before the rows. */
static void expect_long_alt(void)
{
    memset(order.call, 'm', sizeof order.call - 1);
    for (int seat = 0; seat < order.scene.seats; seat++) {
        memset(order.names[seat], 'm', PICTURE_NAME - 1);
        order.names[seat][0] = (char)('a' + seat);
    }
    if (order.kind == PICTURE_BOARD && !order.scene.is_over)
        expect_alt();
}

static test_case(words_in_the_place_of_a_picture_are_bounded)
{
    each_game(expect_alt);
    assert_int_equal(left_out, 0);
    for (int seat = 0; seat < TABLE_SEATS; seat++)
        naming.names[seat] = seat % 2 ? "a name as long as they are here, or a little longer 1"
                                      : "another name that is as long as they come here, 2";
    each_moment(game_find("kritters"), expect_alt);
    each_moment(game_find("coloretto"), expect_long_alt);
    memcpy(naming.names, people, sizeof people);
    printf("%d characters at most; %d left somebody out\n", longest, left_out);
    assert_true(left_out > 0);
}

/* A thing that is bought by its label. */
static bool is_typed(const char *words)
{
    const struct game *game = order.game;
    bool is = false;
    for (int i = 0; i < game->board_count; i++)
        is |=
            game->board[i].verb && game->board[i].label && strcmp(game->board[i].label, words) == 0;
    return is;
}

/* What is drawn as a whole is in the reader's language, if somebody has translated it. */
static void see_translated(void *arg, const char *words, struct picture_place place)
{
    const char *text = language_text(language, words);
    (void)arg;
    (void)place;
    if (strcmp(text, words) != 0 && !strstr(text, "|") && !is_typed(words))
        fail_msg("a picture of %s says '%s', which is '%s'", order.game->id, words, text);
}

static void see_no_cards(void *arg, int face, int count, struct picture_place place)
{
    (void)arg;
    (void)face;
    (void)count;
    (void)place;
}

static void expect_translated(void)
{
    const struct picture_witness witness = {see_translated, see_no_cards, NULL};
    draw(&witness, NULL);
}

static test_case(pictures_speak_the_language_of_who_reads_them)
{
    for (language = LANGUAGE_EN + 1; language < LANGUAGE_COUNT; language++)
        each_game(expect_translated);
    language = LANGUAGE_DE;
    each_game(look);
    language = LANGUAGE_EN;
}

static test_case(a_cancelled_drawing_gives_nothing)
{
    const atomic_bool is_cancelled = true;
    char bytes[400];
    struct text why = text_over(bytes, sizeof bytes);
    struct bytes png = {NULL, 0, 0};
    assert_true(variants_of(game_find("kritters"), variants) > 0);
    playthrough_play(&play, &variants[0], 1, CHOICE_ROBOTS, STEPS_MAX);
    order_moment(play.count / 2, PICTURE_BOARD);
    assert_int_equal(picture_draw(&order, &is_cancelled, &png, &why), PICTURE_CANCELLED);
    assert_int_equal(png.length, 0);
    assert_string_equal(bytes, "");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_are_small),
        cmocka_unit_test(a_copy_of_an_order_has_the_same_bytes),
        cmocka_unit_test(pictures_show_all_that_the_scene_holds),
        cmocka_unit_test(pictures_for_one_seat_show_what_it_knows),
        cmocka_unit_test(a_game_without_a_board_has_a_picture),
        cmocka_unit_test(words_of_results_can_be_read),
        cmocka_unit_test(long_names_stay_in_their_place),
        cmocka_unit_test(pictures_show_plain_cards_as_their_colour),
        cmocka_unit_test(other_boards_have_other_hashes),
        cmocka_unit_test(each_part_of_a_scene_counts),
        cmocka_unit_test(a_name_that_cannot_be_written_is_a_player),
        cmocka_unit_test(words_in_the_place_of_a_picture_are_bounded),
        cmocka_unit_test(pictures_speak_the_language_of_who_reads_them),
        cmocka_unit_test(a_cancelled_drawing_gives_nothing),
    };
    return cmocka_run_group_tests(tests, name_people, NULL);
}
