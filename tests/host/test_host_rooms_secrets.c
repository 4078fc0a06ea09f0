/* One table in rooms of two networks, and with somebody who plays without a room. No byte that a
   room or a person of either network receives depends on a card that they cannot see: a game is
   played, then twins of it in which a card in one hand and one that nobody sees have changed
   places. And each room is told byte for byte what it would be told alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "household.h"
#include "record_keep.h"
#include "session.h"
#include "sight.h"
#include "store.h"
#include "tables.h"
#include "view.h"

enum {
    STEPS = 700,
    STEPS_WATCHED = 60 /* where everybody asks, too */,
    TWINS = 4,
    VIEWERS = 5,
    PEOPLE = 3
};

/* What the lines of a house begin with, for each who is told something. */
static const char *const viewers[VIEWERS] = {
    "#a: ", "far #lounge: ", "to ann: ", "far to cid: ", "far to dan: "};
static const struct {
    const char *network, *room, *name;
} people[PEOPLE] = {{"net", "#a", "ann"}, {"far", "#lounge", "cid"}, {"far", NULL, "dan"}};

struct course {
    const char *game;
    bool is_alone; /* in one room */
    int seats;
    int swap_at, holder; /* the step before which a card of this person changes places; -1: none */
    bool has_swapped;
    bool is_quiet;            /* nobody asks for anything: they only play */
    int columns, far_columns; /* how each network reads */
    bool leaks;               /* the far room is told, too, what cid is told */
    int count;
    char *told[STEPS][VIEWERS];
    uint64_t sight[STEPS][VIEWERS];
};

static struct course first, second;
static uint32_t dice_state;

static int dice(int sides)
{
    dice_state = dice_state * 1664525u + 1013904223u;
    return (int)((dice_state >> 8) % (uint32_t)sides);
}

static void person_says(const struct course *course, int who, const char *text)
{
    bool is_away = !course->is_alone && strcmp(people[who].network, "far") == 0;
    house.network = is_away ? "far" : NULL;
    house_say(&house, course->is_alone ? "#a" : people[who].room, people[who].name, text);
    house.network = NULL;
}

static void begin(struct course *course)
{
    char line[64];
    snprintf(line, sizeof line, "deal %s", course->game);
    dice_state = 7;
    house.has_far = !course->is_alone;
    house.columns = course->columns;
    house.far_columns = course->far_columns;
    house.tells_all = true;
    house_restart(&house);
    person_says(course, 0, line);
    person_says(course, 0, "invite");
    snprintf(line, sizeof line, "join %s", house_table(&house, "#a")->shown.invite);
    for (int who = 1; who < course->seats; who++) {
        person_says(course, who, course->is_alone ? "join" : line);
        if (!course->is_alone && people[who].room) {
            person_says(course, 0, "invite yes");
            person_says(course, who, "join");
        }
    }
    if (!session_has_begun(house_table(&house, "#a")))
        person_says(course, 0, "start");
    house_wait(&house, 10000);
    assert_true(session_has_begun(house_table(&house, "#a")));
}

static int seat_of(const struct session *session, const char *name)
{
    for (int seat = 0; seat < session->seat_count; seat++)
        if (strcmp(session->seats[seat].key, name) == 0)
            return seat;
    return SEAT_PUBLIC;
}

static const char *viewer_name(int viewer)
{
    return viewer < 2 ? "" : people[viewer - 2].name;
}

/* A sight as a number; 0 once the game is over. */
static uint64_t sight_of(const struct session *session, int viewer)
{
    static struct sight sight;
    uint64_t hash = UINT64_C(14695981039346656037);
    if (!session || session->playing->is_over)
        return 0;
    memset(&sight, 0, sizeof sight);
    table_sight(&session->playing->rules, &session->playing->table,
                seat_of(session, viewer_name(viewer)), &sight);
    for (size_t i = 0; i < sizeof sight; i++)
        hash = (hash ^ ((const unsigned char *)&sight)[i]) * UINT64_C(1099511628211);
    return hash;
}

enum { GOES_ON = -1, OTHERS = -2 };

/* Whom a line is for, or GOES_ON with the line before. */
static int addressee(const struct course *course, const char *line, size_t *skip)
{
    for (int i = 0; i < VIEWERS; i++) {
        const char *begin =
            viewers[i] +
            (course->is_alone && i != 1 && strncmp(viewers[i], "far ", 4) == 0 ? 4 : 0);
        *skip = strlen(begin);
        if (strncmp(line, begin, *skip) == 0)
            return i;
    }
    *skip = 0;
    return strncmp(line, "to ", 3) == 0 ? OTHERS : GOES_ON;
}

/* Sorts what was told since the last time by whom it was told to, without the words in front. */
static void collect(struct course *course, int step)
{
    size_t size = (size_t)house.length + 1;
    for (int i = 0; i < VIEWERS; i++)
        check(course->told[step][i] = calloc(2, size));
    int to = OTHERS;
    for (const char *line = house.told; *line; line += strcspn(line, "\n"), line += *line != '\0') {
        size_t skip, length = strcspn(line, "\n") + 1;
        int begins = addressee(course, line, &skip);
        to = begins != GOES_ON ? begins : to;
        if (to >= 0)
            strncat(course->told[step][to], line + skip, length - skip);
        if (to == 3 && course->leaks)
            strncat(course->told[step][1], line + skip, length - skip);
    }
    for (int i = 0; i < VIEWERS; i++)
        course->sight[step][i] = sight_of(house_table(&house, "#a"), i);
    house_forget(&house);
}

static bool choose(void *arg, const char *move)
{
    snprintf(arg, HOST_TEXT, "%s", move);
    return dice(4) != 0;
}

/* Somebody the table waits for plays what they can. False: nobody can. */
static bool any_move(const struct course *course, int *who, char move[HOST_TEXT])
{
    struct session *session = house_table(&house, "#a");
    for (*who = 0; session && *who < course->seats; ++*who) {
        struct heard heard = {.network = course->is_alone ? "net" : people[*who].network,
                              .key = people[*who].name};
        move[0] = '\0';
        heard.name = heard.key;
        host_each_move(house.host, session, &heard, choose, move);
        if (*move)
            return true;
    }
    return false;
}

/* Any card of a zone that only this seat sees, or (SEAT_NONE) nobody; NULL if there is no such
   card. */
static struct card *card_of(struct session *session, int seat, int skip)
{
    struct table *t = &session->playing->table;
    const struct ruleset *rules = &session->playing->rules;
    for (int zone = 0; zone < t->zones; zone++) {
        const struct zone_spec *spec = zone_spec(rules, zone);
        bool fits = seat == SEAT_NONE
                        ? spec->audience == AUDIENCE_NONE
                        : spec->audience == AUDIENCE_OWNER && zone_owner(rules, zone) == seat;
        for (int i = 0; fits && i < zone_size(t, zone); i++)
            if (zone_card(t, zone, i)->known == 0 && skip-- == 0)
                return &t->cards[t->first[zone] + i];
    }
    return NULL;
}

static void swap(struct course *course)
{
    struct session *session = house_table(&house, "#a");
    int seat = session ? seat_of(session, people[course->holder].name) : SEAT_NONE;
    struct card *one = session ? card_of(session, seat, 0) : NULL, *other;
    for (int i = 0; one && (other = card_of(session, SEAT_NONE, i)); i++) {
        const struct face *faces = session->playing->rules.faces;
        if (one->face == other->face || faces[one->face].back != faces[other->face].back)
            continue;
        int16_t face = one->face;
        one->face = other->face;
        other->face = face;
        course->has_swapped = true;
        record_keep_spoilt(house.store, host_table_number(session));
        return;
    }
}

/* The moves of `script`, if there is one; they may be refused in a twin. */
static void play(struct course *course, char script[STEPS][HOST_TEXT], int movers[STEPS],
                 bool is_scripted)
{
    begin(course);
    house_forget(&house);
    int most = course->is_quiet ? STEPS : STEPS_WATCHED;
    for (; course->count < most && house_table(&house, "#a"); course->count++) {
        int i = course->count;
        if (!is_scripted && !any_move(course, &movers[i], script[i]))
            break;
        if (is_scripted && !*script[i])
            break;
        if (i == course->swap_at)
            swap(course);
        person_says(course, movers[i], script[i]);
        if (!course->is_quiet)
            person_says(course, i % course->seats, "board");
        if (!course->is_quiet)
            person_says(course, (i + 1) % course->seats, "hand");
        collect(course, i);
    }
}

static void forget(struct course *course)
{
    for (int i = 0; i < STEPS; i++)
        for (int viewer = 0; viewer < VIEWERS; viewer++)
            free(course->told[i][viewer]);
    memset(course, 0, sizeof *course);
}

static void again(void)
{
    void *state = NULL;
    close_house(&state);
    open_lasting(&state);
}

static char script[STEPS][HOST_TEXT];
static int movers[STEPS];

/* What viewers of the two courses were told, as long as they see the same: -1, or the viewer who
   was told something else. */
static int differing_viewer(int holder, int *compared)
{
    bool goes_on[VIEWERS];
    memset(goes_on, true, sizeof goes_on);
    for (int i = 0; i < first.count && i < second.count; i++)
        for (int viewer = 0; viewer < VIEWERS; viewer++) {
            goes_on[viewer] &=
                first.sight[i][viewer] == second.sight[i][viewer] && first.sight[i][viewer] != 0;
            if (!goes_on[viewer] || viewer == holder + 2)
                continue;
            if (strcmp(first.told[i][viewer], second.told[i][viewer]) != 0)
                return viewer;
            ++*compared;
        }
    return -1;
}

static const struct {
    const char *id;
    int seats;
} parties[] = {
    {"heartcatchers", 2}, {"colorcatcher", 3}, {"roygbiv", 3}, {"coloretto", 3}, {"kritters", 2}};
enum { PARTIES = sizeof parties / sizeof *parties };

static void play_twin(int party, int twin, bool leaks)
{
    memset(&second, 0, sizeof second);
    second.game = parties[party].id;
    second.seats = parties[party].seats;
    second.leaks = leaks;
    second.swap_at = first.count * twin / TWINS;
    second.holder = twin % second.seats;
    play(&second, script, movers, true);
    again();
}

static void play_first(int party, bool leaks)
{
    memset(script, 0, sizeof script);
    first = (struct course){
        .game = parties[party].id, .seats = parties[party].seats, .swap_at = -1, .leaks = leaks};
    play(&first, script, movers, false);
    again();
}

static test_case(nobody_on_either_network_is_shown_what_they_cannot_see)
{
    int compared = 0, swapped = 0;
    for (int party = 0; party < PARTIES; party++) {
        play_first(party, false);
        for (int twin = 0; twin < TWINS; twin++) {
            play_twin(party, twin, false);
            int viewer = differing_viewer(second.holder, &compared);
            if (viewer >= 0)
                fail_msg("%s, twin %d: what '%s' is told depends on what they cannot see",
                         first.game, twin, viewers[viewer]);
            swapped += second.has_swapped;
            forget(&second);
        }
        forget(&first);
    }
    print_message("%d swapped, compared %d times\n", swapped, compared);
    assert_true(swapped > 10 && compared > 1000);
}

static test_case(a_planted_leak_is_found)
{
    int found = 0, compared = 0;
    play_first(0, true);
    for (int twin = 0; twin < TWINS; twin++) {
        play_twin(0, twin, true);
        found += second.holder == 1 && differing_viewer(1, &compared) == 1;
        forget(&second);
    }
    forget(&first);
    assert_true(found > 0);
}

static void play_alone(const struct course *shared, int columns, struct course *alone)
{
    *alone = (struct course){
        .game = shared->game, .seats = shared->seats, .swap_at = -1, .is_quiet = true};
    alone->is_alone = true;
    alone->columns = columns;
    play(alone, script, movers, true);
    again();
}

static int count_lines(const char *told)
{
    int count = 0;
    for (; *told; told++)
        count += *told == '\n';
    return count;
}

/* Room by room against the same game in that room alone: the same bytes, and as many private
   lines to who sits there. */
static int compare_alone(const struct course *shared, int columns, int room)
{
    static struct course alone;
    int compared = 0;
    play_alone(shared, columns, &alone);
    assert_int_equal(alone.count, shared->count);
    for (int i = 0; i < alone.count; i++) {
        assert_string_equal(shared->told[i][room], alone.told[i][0]);
        compared += *alone.told[i][0] != '\0';
        assert_int_equal(count_lines(shared->told[i][2 + room]),
                         count_lines(alone.told[i][2 + room]));
    }
    forget(&alone);
    return compared;
}

static test_case(each_room_is_told_what_it_would_be_told_alone)
{
    static const int looks[][2] = {{VIEW_COLUMNS, VIEW_COLUMNS},
                                   {100, VIEW_ALOUD},
                                   {VIEW_ALOUD, VIEW_COLUMNS},
                                   {VIEW_ALOUD, 60}};
    int compared = 0, ended = 0;
    for (int party = 0; party < PARTIES; party++)
        for (size_t look = 0; look < sizeof looks / sizeof *looks; look++) {
            memset(script, 0, sizeof script);
            first = (struct course){.game = parties[party].id,
                                    .seats = parties[party].seats,
                                    .swap_at = -1,
                                    .is_quiet = true};
            first.columns = looks[look][0];
            first.far_columns = looks[look][1];
            play(&first, script, movers, false);
            again();
            ended += first.count < STEPS;
            compared +=
                compare_alone(&first, looks[look][0], 0) + compare_alone(&first, looks[look][1], 1);
            forget(&first);
        }
    print_message("%d games to their ends, %d posts\n", ended, compared);
    assert_true(compared > 1000 && ended > PARTIES);
}

/* "board" in one room is answered there alone, and in the look of who asks privately. */
static test_case(a_board_is_shown_where_it_was_asked_for)
{
    struct course course = {.game = "coloretto", .seats = PEOPLE, .swap_at = -1};
    house.reader = "ann";
    begin(&course);
    house_forget(&house);
    person_says(&course, 1, "board");
    assert_int_equal(house.posts, 1);
    house_expect(&house, "far #lounge: ");
    assert_int_equal(house.whispers, 0);
    house_forget(&house);
    person_says(&course, 0, "board all");
    assert_int_equal(house.posts, 0);
    assert_null(strpbrk(house.told, "[]<>|{}"));
    house_forget(&house);
    house_say(&house, NULL, "ann", "board");
    assert_null(strpbrk(house.told, "[]<>|{}"));
}

/* dan plays without a room and listens to a screen reader; neither room does. */
static test_case(who_plays_without_a_room_reads_in_the_own_look)
{
    for (int party = 0; party < PARTIES; party++) {
        if (parties[party].seats < PEOPLE)
            continue;
        memset(script, 0, sizeof script);
        first = (struct course){
            .game = parties[party].id, .seats = PEOPLE, .swap_at = -1, .is_quiet = true};
        house.reader = "dan";
        play(&first, script, movers, false);
        again();
        bool has_signs = false;
        for (int i = 0; i < first.count; i++) {
            assert_null(strpbrk(first.told[i][4], "[]<>|{}"));
            has_signs |= strpbrk(first.told[i][0], "[<>|") != NULL;
        }
        assert_true(has_signs);
        forget(&first);
    }
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_lasting, close_house)
    const struct CMUnitTest tests[] = {
        TEST(nobody_on_either_network_is_shown_what_they_cannot_see),
        TEST(a_planted_leak_is_found),
        TEST(each_room_is_told_what_it_would_be_told_alone),
        TEST(a_board_is_shown_where_it_was_asked_for),
        TEST(who_plays_without_a_room_reads_in_the_own_look),
    };
    return cmocka_run_group_tests_name("secrets of several rooms", tests, NULL, NULL);
}
