/* One table in rooms of two networks, and with somebody who plays without a room. No byte that a room or a person of
   either network receives depends on a card that they cannot see: a game is played, then twins of it in which a card in
   one hand and one that nobody sees have changed places. And each room is told byte for byte what it would be told
   alone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "choices.h"
#include "household.h"
#include "record_keep.h"
#include "session.h"
#include "sight.h"
#include "store.h"
#include "tables.h"

enum { STEPS = 60, TWINS = 4, VIEWERS = 5, PEOPLE = 3 };

/* What the lines of a house begin with, for each who is told something. */
static const char *const viewers[VIEWERS] = {"#a: ", "far #lounge: ", "to ann: ", "far to cid: ", "far to dan: "};
static const struct {
    const char *network, *room, *name;
} people[PEOPLE] = {{"net", "#a", "ann"}, {"far", "#lounge", "cid"}, {"far", NULL, "dan"}};

struct course {
    const char *game;
    bool is_alone; /* in one room */
    int seats;
    int swap_at, holder; /* the step before which a card of this person changes places; -1: none */
    bool has_swapped;
    bool leaks; /* the far room is told, too, what cid is told */
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
    house_restart(&house);
    person_says(course, 0, line);
    person_says(course, 0, "invite");
    snprintf(line, sizeof line, "join %s", house_table(&house, "#a")->invite);
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
    if (!session || session->playing.is_over)
        return 0;
    memset(&sight, 0, sizeof sight);
    table_sight(&session->playing.rules, &session->playing.table, seat_of(session, viewer_name(viewer)), &sight);
    for (size_t i = 0; i < sizeof sight; i++)
        hash = (hash ^ ((const unsigned char *)&sight)[i]) * UINT64_C(1099511628211);
    return hash;
}

enum { GOES_ON = -1, OTHERS = -2 };

/* Whom a line is for, or GOES_ON with the line before. */
static int addressee(const char *line)
{
    for (int i = 0; i < VIEWERS; i++)
        if (strncmp(line, viewers[i], strlen(viewers[i])) == 0)
            return i;
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
        int begins = addressee(line);
        size_t skip = begins >= 0 ? strlen(viewers[begins]) : 0, length = strcspn(line, "\n") + 1;
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
        struct heard heard = {.network = course->is_alone ? "net" : people[*who].network, .key = people[*who].name};
        move[0] = '\0';
        heard.name = heard.key;
        host_each_move(house.host, session, &heard, choose, move);
        if (*move)
            return true;
    }
    return false;
}

/* Any card of a zone that only this seat sees, or (SEAT_NONE) nobody; NULL: there is none. */
static struct card *card_of(struct session *session, int seat, int skip)
{
    struct table *t = &session->playing.table;
    const struct ruleset *rules = &session->playing.rules;
    for (int zone = 0; zone < t->zones; zone++) {
        const struct zone_spec *spec = zone_spec(rules, zone);
        bool fits = seat == SEAT_NONE ? spec->audience == AUDIENCE_NONE
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
        const struct face *faces = session->playing.rules.faces;
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
static void play(struct course *course, char script[STEPS][HOST_TEXT], int movers[STEPS], bool is_scripted)
{
    begin(course);
    house_forget(&house);
    for (; course->count < STEPS && house_table(&house, "#a"); course->count++) {
        int i = course->count;
        if (!is_scripted && !any_move(course, &movers[i], script[i]))
            break;
        if (is_scripted && !*script[i])
            break;
        if (i == course->swap_at)
            swap(course);
        person_says(course, movers[i], script[i]);
        person_says(course, i % course->seats, "board");
        if (course->seats > 0 && !course->is_alone)
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

/* What viewers of the two courses were told, as long as they see the same: -1, or the viewer who was told something else. */
static int differing_viewer(int holder, int *compared)
{
    bool goes_on[VIEWERS];
    memset(goes_on, true, sizeof goes_on);
    for (int i = 0; i < first.count && i < second.count; i++)
        for (int viewer = 0; viewer < VIEWERS; viewer++) {
            goes_on[viewer] &= first.sight[i][viewer] == second.sight[i][viewer] && first.sight[i][viewer] != 0;
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
} parties[] = {{"heartcatchers", 2}, {"colorcatcher", 3}, {"roygbiv", 3}, {"coloretto", 3}, {"kritters", 2}};
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

static void play_first(int party, bool leaks, bool is_alone)
{
    memset(script, 0, sizeof script);
    first = (struct course){.game = parties[party].id, .seats = parties[party].seats, .swap_at = -1, .leaks = leaks};
    first.is_alone = is_alone;
    play(&first, script, movers, false);
    again();
}

static test_case(nobody_on_either_network_is_shown_what_they_cannot_see)
{
    int compared = 0, swapped = 0;
    for (int party = 0; party < PARTIES; party++) {
        play_first(party, false, false);
        for (int twin = 0; twin < TWINS; twin++) {
            play_twin(party, twin, false);
            int viewer = differing_viewer(second.holder, &compared);
            if (viewer >= 0)
                fail_msg("%s, twin %d: what '%s' is told depends on what they cannot see", first.game, twin,
                         viewers[viewer]);
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
    play_first(0, true, false);
    for (int twin = 0; twin < TWINS; twin++) {
        play_twin(0, twin, true);
        found += second.holder == 1 && differing_viewer(1, &compared) == 1;
        forget(&second);
    }
    forget(&first);
    assert_true(found > 0);
}

static test_case(each_room_is_told_what_it_would_be_told_alone)
{
    int compared = 0;
    for (int party = 0; party < PARTIES; party++) {
        play_first(party, false, true);
        memset(&second, 0, sizeof second);
        second.game = first.game;
        second.seats = first.seats;
        second.swap_at = -1;
        play(&second, script, movers, true);
        again();
        assert_int_equal(first.count, second.count);
        for (int i = 0; i < first.count; i++) {
            int asked_in = i % first.seats; /* the board, in one room, was asked by its people */
            if (asked_in == 0)
                assert_string_equal(second.told[i][0], first.told[i][0]);
            else if (people[asked_in].room)
                assert_string_equal(second.told[i][1], first.told[i][0]);
            compared++;
        }
        forget(&first);
        forget(&second);
    }
    assert_true(compared > 100);
}

int main(void)
{
#define TEST(name) cmocka_unit_test_setup_teardown(name, open_lasting, close_house)
    const struct CMUnitTest tests[] = {
        TEST(nobody_on_either_network_is_shown_what_they_cannot_see),
        TEST(a_planted_leak_is_found),
        TEST(each_room_is_told_what_it_would_be_told_alone),
    };
    return cmocka_run_group_tests_name("secrets of several rooms", tests, NULL, NULL);
}
