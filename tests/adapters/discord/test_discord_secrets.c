/* No byte that Discord shows somebody may depend on a card that they cannot see. A game is
   played with everything that can be asked on the way: hands, moves, rules, completion, presses
   of other people's buttons, mistakes, and somebody who only looks on. Then twins of it are
   played: the same people do the same, but at some time a card in one hand and one in the deck
   have changed places. As long as the gate shows a viewer the same, all that arrives at their
   client must be the same. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "check.h"
#include "evening.h"
#include "game.h"
#include "games.h"
#include "long.h"
#include "loop.h"
#include "record_keep.h"
#include "session.h"
#include "sight.h"
#include "tables.h"
#include "testing.h"

enum { ACTS = 40, TWINS = 3, VIEWERS = 6, PAUSE = 2500, TEXT = 256 };

enum act_kind { ACT_SAY, ACT_TELL, ACT_SLASH, ACT_TYPING, ACT_PRESS, ACT_FORGE };

struct act {
    enum act_kind kind;
    int who;
    char text[TEXT];
};

/* What a viewer's client received of an act, and what the gate shows them after it. */
struct seen {
    char *received;
    uint64_t sight;
};

struct course {
    struct act acts[ACTS];
    int count;
    struct seen seen[ACTS][VIEWERS];
};

static struct evening evening;
static struct course course, twin;

/* ---- who sees what ---- */

/* Those who play, and one who looks on. */
static int viewers(void)
{
    return evening.party->people + 1;
}

static uint64_t client(int viewer)
{
    return evening.club.people[viewer < evening.party->people ? viewer : CLUB_HAL];
}

static int seat_of(const struct session *session, int viewer)
{
    char key[24];
    snprintf(key, sizeof key, "%llu", (unsigned long long)client(viewer));
    for (int seat = 0; seat < session->seat_count; seat++)
        if (strcmp(session->seats[seat].key, key) == 0)
            return seat;
    return SEAT_PUBLIC;
}

/* A sight as a number, 0 once the game is over. */
static uint64_t sight_of(int viewer)
{
    static struct sight sight;
    const struct session *session = evening_table(&evening);
    uint64_t hash = UINT64_C(14695981039346656037);
    if (!session || session->playing->is_over)
        return 0;
    memset(&sight, 0, sizeof sight);
    table_sight(&session->playing->rules, &session->playing->table, seat_of(session, viewer),
                &sight);
    for (size_t i = 0; i < sizeof sight; i++)
        hash = (hash ^ ((const unsigned char *)&sight)[i]) * UINT64_C(1099511628211);
    return hash;
}

/* Ids and nonces only count. */
static void scrub(char *text)
{
    enum { ID_DIGITS = 15 };
    static const char nonce[] = "\"nonce\":\"";
    char *to = text;
    for (const char *from = text; *from;) {
        size_t digits = strspn(from, "0123456789");
        if (strncmp(from, nonce, sizeof nonce - 1) == 0) {
            from += sizeof nonce - 1;
            from += strcspn(from, "\"");
        } else if (digits >= ID_DIGITS) {
            from += digits;
            *to++ = '#';
        } else {
            size_t length = digits ? digits : 1;
            memmove(to, from, length);
            from += length;
            to += length;
        }
    }
    *to = '\0';
}

/* ---- acting ---- */

static void press(const struct act *act)
{
    static const struct standin_message *messages[512];
    struct standin *discord = evening.club.discord;
    int count = standin_messages(discord, evening.club.games, client(act->who), messages, 512);
    for (int i = (count < 512 ? count : 512) - 1; i >= 0; i--)
        if (standin_press_label(discord, client(act->who), messages[i]->id, act->text))
            return;
}

static void carry_out(const struct act *act)
{
    struct standin *discord = evening.club.discord;
    uint64_t user = client(act->who), channel = evening.club.games;
    const struct standin_message *last = standin_last(discord, channel, STANDIN_EVERYONE);
    if (act->kind == ACT_SAY)
        standin_say(discord, user, channel, act->text);
    else if (act->kind == ACT_TELL)
        standin_say(discord, user, standin_dm(discord, user), act->text);
    else if (act->kind == ACT_SLASH)
        standin_slash(discord, user, channel, act->text);
    else if (act->kind == ACT_TYPING)
        standin_autocomplete(discord, user, channel, act->text);
    else if (act->kind == ACT_PRESS)
        press(act);
    else if (last)
        standin_forge(discord, user, last->id, act->text, NULL);
    club_wait(&evening.club, PAUSE);
}

/* Everybody types half a move, and now and then wants to see their hand. */
static void look(int i)
{
    enum { HANDS_EVERY = 4 };
    for (int viewer = 0; viewer < viewers(); viewer++) {
        standin_autocomplete(evening.club.discord, client(viewer), evening.club.games,
                             "move move:");
        if (i % HANDS_EVERY == 0)
            standin_slash(evening.club.discord, client(viewer), evening.club.games, "hand");
    }
    club_wait(&evening.club, PAUSE);
}

/* The act, and what came of it for everybody. */
static void do_act(struct course *of, int i)
{
    int64_t since = loop_now(evening.club.loop) + 1;
    club_wait(&evening.club, 1);
    carry_out(&of->acts[i]);
    look(i);
    for (int viewer = 0; viewer < viewers(); viewer++) {
        struct seen *seen = &of->seen[i][viewer];
        seen->received = standin_received(evening.club.discord, client(viewer), since);
        seen->sight = sight_of(viewer);
        scrub(seen->received);
    }
}

static struct act any_question(void)
{
    static const struct act questions[] = {
        {ACT_SAY, 0, "!hand"},          {ACT_TELL, 0, "hand"},
        {ACT_SLASH, 0, "hand"},         {ACT_SAY, 0, "!moves"},
        {ACT_SLASH, 0, "table moves"},  {ACT_SAY, 0, "!board"},
        {ACT_SLASH, 0, "table board"},  {ACT_TYPING, 0, "move move:"},
        {ACT_TYPING, 0, "move move:a"}, {ACT_PRESS, 0, "My hand"},
        {ACT_PRESS, 0, "My moves"},     {ACT_PRESS, 0, "Moves"},
        {ACT_PRESS, 0, "Refresh"},      {ACT_SAY, 0, "!hide d them1"},
        {ACT_SAY, 0, "!play d"},        {ACT_TELL, 0, "steal e"},
        {ACT_SAY, 0, "!show red"},      {ACT_SLASH, 0, "move move:nonsense"},
        {ACT_FORGE, 0, "m1.0.1:draw"},  {ACT_FORGE, 0, "m1.0.0:hide d them1"},
        {ACT_FORGE, 0, "r1:0:"},        {ACT_FORGE, 0, "m1.1.2:#0123456789abcdef"},
    };
    struct act act = questions[evening_dice(&evening, sizeof questions / sizeof *questions)];
    act.who = evening_dice(&evening, viewers());
    return act;
}

/* Half of the time somebody plays what they can. */
static struct act any_act(void)
{
    struct act act = any_question();
    char move[TEXT - 1];
    if (evening_dice(&evening, 2) == 0)
        return act;
    int first = evening_dice(&evening, evening.party->people);
    for (int i = 0; i < evening.party->people; i++) {
        int who = (first + i) % evening.party->people;
        if (!evening_choose(&evening, who, move, sizeof move))
            continue;
        act.who = who;
        act.kind = evening_dice(&evening, 2) ? ACT_SAY : ACT_TELL;
        snprintf(act.text, sizeof act.text, "%s%s", act.kind == ACT_SAY ? "!" : "", move);
        break;
    }
    return act;
}

static void free_course(struct course *of)
{
    for (int i = 0; i < ACTS; i++)
        for (int viewer = 0; viewer < VIEWERS; viewer++)
            free(of->seen[i][viewer].received);
    memset(of, 0, sizeof *of);
}

/* ---- the game, and its twins ---- */

static void play_course(const struct party *party, uint32_t seed)
{
    evening_open(&evening, party, EVENING_TYPED, seed, NULL);
    for (; course.count < ACTS && evening_table(&evening); course.count++) {
        course.acts[course.count] = any_act();
        do_act(&course, course.count);
    }
    evening_close(&evening);
}

/* Any card of a zone that only this seat sees, or (SEAT_NONE) nobody; NULL if there is no such
   card. */
static struct card *card_of(struct session *session, int seat)
{
    struct table *t = &session->playing->table;
    const struct ruleset *rules = &session->playing->rules;
    struct card *found = NULL;
    int count = 0;
    for (int zone = 0; zone < t->zones; zone++) {
        const struct zone_spec *spec = zone_spec(rules, zone);
        bool fits = seat == SEAT_NONE
                        ? spec->audience == AUDIENCE_NONE
                        : spec->audience == AUDIENCE_OWNER && zone_owner(rules, zone) == seat;
        for (int i = 0; fits && i < zone_size(t, zone); i++)
            if (zone_card(t, zone, i)->known == 0 && evening_dice(&evening, ++count) == 0)
                found = &t->cards[t->first[zone] + i];
    }
    return found;
}

/* A card of that hand and one that nobody sees, or two of those; equal ones will not do. Returns
   whose hand it was, or SEAT_NONE. */
static int swap_cards(int seat)
{
    struct session *session = evening_table(&evening);
    struct card *one = card_of(session, seat);
    if (!one)
        seat = SEAT_NONE;
    for (int tries = 0; tries < 50; tries++) {
        one = card_of(session, seat);
        struct card *other = card_of(session, SEAT_NONE);
        if (!one || !other || one->face == other->face ||
            session->playing->rules.faces[one->face].back !=
                session->playing->rules.faces[other->face].back)
            continue;
        int16_t face = one->face;
        one->face = other->face;
        other->face = face;
        record_keep_spoilt(evening.club.store, host_table_number(session));
        return seat;
    }
    return SEAT_PUBLIC; /* no two such cards */
}

struct findings {
    int compared, differing; /* of those who may not see it; of the one who may */
    int hands;               /* cards of hands that were swapped */
};

enum { BEFORE = 120 }; /* bytes shown before a difference, and behind it */

static void compare(int act, int viewer, bool *goes_on, struct findings *findings)
{
    const struct seen *one = &course.seen[act][viewer], *other = &twin.seen[act][viewer];
    *goes_on = *goes_on && one->sight == other->sight && one->sight != 0;
    if (!*goes_on)
        return;
    int same = 0;
    while (one->received[same] && one->received[same] == other->received[same])
        same++;
    if (one->received[same] != other->received[same]) {
        int from = same > BEFORE ? same - BEFORE : 0;
        fail_msg(
            "%s, act %d (\"%s\" by %d), what viewer %d received depends on what they cannot see:\n...%.*s\nor:\n"
            "...%.*s\n(Or does a card that all have seen end in a zone that nobody sees?)",
            evening.party->what, act, course.acts[act].text, course.acts[act].who, viewer,
            2 * BEFORE, one->received + from, 2 * BEFORE, other->received + from);
    }
    findings->compared++;
}

static void play_twin(const struct party *party, uint32_t seed, int from, int holds,
                      struct findings *findings)
{
    bool goes_on[VIEWERS];
    int holder = SEAT_PUBLIC;
    memcpy(twin.acts, course.acts, sizeof twin.acts);
    evening_open(&evening, party, EVENING_TYPED, seed, NULL);
    evening.dice = (uint32_t)from;
    memset(goes_on, true, sizeof goes_on);
    for (int i = 0; i < course.count && evening_table(&evening); i++) {
        if (i == from)
            holder = swap_cards(holds);
        findings->hands += i == from && holder >= 0 && holder != SEAT_PUBLIC;
        do_act(&twin, i);
        for (int viewer = 0; viewer < viewers() && evening_table(&evening); viewer++) {
            bool is_holder = i >= from && seat_of(evening_table(&evening), viewer) == holder &&
                             holder != SEAT_PUBLIC;
            if (!is_holder)
                compare(i, viewer, &goes_on[viewer], findings);
            else
                findings->differing +=
                    strcmp(course.seen[i][viewer].received, twin.seen[i][viewer].received) != 0;
        }
    }
    evening_close(&evening);
    free_course(&twin);
}

enum { COURSES_LONG = 2 };

static void nobody_is_shown_what_they_cannot_see(void **state)
{
    const struct party *party = *state;
    struct findings findings = {0};
    int acts = 0, courses = is_long() ? COURSES_LONG : 1;
    for (uint32_t seed = 1; seed <= (uint32_t)courses; seed++) {
        play_course(party, seed);
        acts += course.count;
        for (int i = 0; i < TWINS; i++)
            play_twin(party, seed, course.count * i / (TWINS + 1), i % party->people, &findings);
        free_course(&course);
    }
    printf("%s: %d acts, compared %d times; the hand that differs showed %d times\n", party->what,
           acts, findings.compared, findings.differing);
    assert_true(findings.compared > 100 * courses);
    /* or the cards were not swapped */
    assert_true(findings.differing > 5 * courses || !findings.hands);
}

static test_fixture(freed)
{
    free_course(&course);
    free_course(&twin);
    return 0;
}

static int play_game(const struct game *game)
{
    static struct party parties[] = {
        {"Heartcatchers", "heartcatchers", 2},
        {"Color Catcher", "colorcatcher", 3},
        {"ROYGBIV", "roygbiv", 3},
        {"ROYGBIV in a frenzy", "roygbiv mode=frenzy", 2},
        {"Coloretto", "coloretto", 3},
        {"Kritters", "kritters", 2},
    };
    enum { PARTIES = sizeof parties / sizeof *parties };
    struct CMUnitTest tests[PARTIES];
    struct party any = party_of(game, 2);
    size_t count = 0;
    for (int i = 0; i < PARTIES; i++)
        if (party_plays(&parties[i], game))
            tests[count++].initial_state = &parties[i];
    if (count == 0)
        tests[count++].initial_state = &any;
    for (size_t i = 0; i < count; i++)
        tests[i] = (struct CMUnitTest){.name = ((struct party *)tests[i].initial_state)->what,
                                       .test_func = nobody_is_shown_what_they_cannot_see,
                                       .teardown_func = freed,
                                       .initial_state = tests[i].initial_state};
    return _cmocka_run_group_tests("secrets on Discord", tests, count, NULL, NULL);
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 0; i < game_count; i++)
        if (argc < 2 || strcmp(argv[1], games[i]->id) == 0)
            failed += play_game(games[i]);
    return failed;
}
