/* Whole games on Discord, of those that are named or of all, at random, typed and pressed, over
   the stand-in: each ends, its record is right and is what people were told, nothing was done
   that Discord forbids, and a move costs few requests. Then the same with the network breaking
   all along: still every move counts once and is told once. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "evening.h"
#include "game.h"
#include "games.h"
#include "heard.h"
#include "long.h"
#include "loop.h"
#include "testing.h"

enum {
    STEPS_MOST = 3000,
    STEPS_WITHOUT_MOVE = 100,
    IDLE_MOST = 30,
    INVALID_MOST = 20,
    AWAY_MS = 6 * 60 * 1000,
    LASTING_MS = 2 * 60 * 1000
};

static struct evening evening;

static struct party few, many; /* of a game that is not listed here */
static const struct party heartcatchers = {"Heartcatchers", "heartcatchers", 2},
                          catcher = {"Color Catcher", "colorcatcher", 2},
                          catcher_of_four = {"Color Catcher of four", "colorcatcher", 4},
                          coloretto = {"Coloretto", "coloretto", 2},
                          coloretto_of_five = {"Coloretto of five", "coloretto", 5},
                          kritters = {"Kritters", "kritters", 4},
                          junior = {"Kritters junior", "kritters mode=junior", 3},
                          solo = {"Kritters solo", "kritters mode=solo", 1},
                          two_decks = {"Kritters of seven, two decks", "kritters", 7},
                          roygbiv = {"ROYGBIV", "roygbiv", 3},
                          frenzy = {"ROYGBIV in a frenzy", "roygbiv mode=frenzy", 3};

static const char *const ways[] = {[EVENING_TYPED] = "typed",
                                   [EVENING_PANELS] = "on panels",
                                   [EVENING_LETTERS] = "in direct messages"};

/* ---- what a move costs ---- */

struct tally {
    /* what was typed or pressed and is no move: a look at the own hand, a card that is gone */
    int moves, vain;
    struct cost sum, most;
    int hands; /* that were sent beyond the first one of a move */
    int deals; /* new messages for the next game of a match, behind the results of the last one */
};

/* Requests a move may cost, all of them, in hundredths, over a game: a typed one; a pressed one;
   one where each move is a turn, as in Heartcatchers: the answer with the new hand, and the room;
   one in a frenzy, where everybody has to see each card at once; one in direct messages, where with
   each turn what can be played without a card is told, too. A look at what a card can do costs its
   answer, and counts by itself. In a game that is not known here a move may be a turn and change
   several hands: none of them counts where it is pressed, and only the first where it is typed. */
enum {
    TYPED_MOST = 200,
    PRESSED_MOST = 160,
    PRESSED_TURN_MOST = 200,
    PRESSED_FRENZY_MOST = 240,
    PRESSED_LETTERS_MOST = 210
};

static int pressed_most(const struct party *party)
{
    bool is_turn_a_move = party == &heartcatchers || party == &few || party == &many;
    return is_turn_a_move                   ? PRESSED_TURN_MOST
           : party == &frenzy               ? PRESSED_FRENZY_MOST
           : evening.way == EVENING_LETTERS ? PRESSED_LETTERS_MOST
                                            : PRESSED_MOST;
}

static void raise(int *most, int value)
{
    if (value > *most)
        *most = value;
}

static void add_cost(struct tally *tally, const struct cost *cost)
{
    const int *more = (const int *)cost;
    int *sum = (int *)&tally->sum, *most = (int *)&tally->most;
    for (size_t i = 0; i < sizeof *cost / sizeof(int); i++) {
        sum[i] += more[i];
        raise(&most[i], more[i]);
    }
    int hands = cost->letters + cost->letter_edits + cost->follow_ups;
    tally->hands += hands > 1 ? hands - 1 : 0;
}

static int all_of(const struct cost *cost)
{
    return cost->posts + cost->edits + cost->letters + cost->letter_edits + cost->callbacks +
           cost->follow_ups + cost->others;
}

static double mean(const struct tally *tally, int sum)
{
    return (double)sum / tally->moves;
}

static void print_tally(const struct tally *tally)
{
    const struct cost *sum = &tally->sum, *most = &tally->most;
    printf(
        "%s, %s, %d moves; requests a move: %.2f new messages (at most %d), %.2f edits (%d), %.2f direct messages "
        "(%d to one person), %.2f edits of them (%d), %.2f first answers (%d), %.2f by their tokens (%d), %.2f others; "
        "%.2f in all, %.2f without looks at cards; %.2f presses or words that were no move\n",
        evening.party->what, ways[evening.way], tally->moves, mean(tally, sum->posts), most->posts,
        mean(tally, sum->edits), most->edits, mean(tally, sum->letters), most->most_letters,
        mean(tally, sum->letter_edits), most->letter_edits, mean(tally, sum->callbacks),
        most->callbacks, mean(tally, sum->follow_ups), most->follow_ups, mean(tally, sum->others),
        mean(tally, all_of(sum)),
        mean(tally, all_of(sum) - (evening.way == EVENING_TYPED ? 0 : tally->vain)),
        mean(tally, tally->vain));
}

static void expect_budget(const struct tally *tally)
{
    const struct cost *sum = &tally->sum;
    bool is_typed = evening.way == EVENING_TYPED,
         is_known = evening.party != &few && evening.party != &many;
    int most = is_typed ? TYPED_MOST : pressed_most(evening.party);
    int hands = is_known   ? 0
                : is_typed ? tally->hands
                           : sum->letters + sum->letter_edits + sum->follow_ups;
    int used = all_of(sum) - hands - tally->deals - (is_typed ? 0 : tally->vain);
    if (used * 100 > most * tally->moves)
        fail_msg("%s, %s: %d requests for %d moves", evening.party->what, ways[evening.way], used,
                 tally->moves);
}

/* A move: one new message in the room and one to each whose hand or duty changed; where it ends a
   game of a match, the results are one, and the next game is another. A press is answered once
   each, and two are enough for a move: what to play, and with what. */
static void expect_cheap(const struct tally *tally, const struct cost *cost, bool begins_game)
{
    if (cost->posts > 1 + begins_game || cost->most_letters > 1)
        fail_msg("%s, %s, move %d (\"%s\"): %d new messages in the room, %d to one person",
                 evening.party->what, ways[evening.way], tally->moves, evening.said, cost->posts,
                 cost->most_letters);
}

/* ---- a game ---- */

static void play_on(struct tally *tally)
{
    int idle = 0, vain = 0, moves = evening_moves(&evening), begun = evening_games(&evening), now;
    evening_forget_cost(&evening);
    for (int step = 0; evening_table(&evening); step++) {
        bool has_acted = evening_act(&evening);
        idle = has_acted ? 0 : idle + 1;
        if (idle > IDLE_MOST || ++vain > STEPS_WITHOUT_MOVE || step > STEPS_MOST)
            fail_msg("%s, %s: nobody can do anything after %d moves; the last message: %s",
                     evening.party->what, ways[evening.way], tally->moves,
                     club_seen(&evening.club, 0));
        evening_count(&evening);
        if ((now = evening_moves(&evening)) == moves) {
            tally->vain += has_acted;
            continue;
        }
        tally->moves++;
        moves = now;
        vain = 0;
        bool begins_game = evening_games(&evening) > begun;
        begun += begins_game;
        if (evening_table(&evening)) /* the last one brings the result */
            expect_cheap(tally, &evening.cost, begins_game);
        tally->deals += begins_game && evening.cost.posts > 1;
        add_cost(tally, &evening.cost);
        evening_forget_cost(&evening);
    }
}

/* Boards are for phones (conformance 62). */
static void expect_tidy(void)
{
    static const struct standin_message *messages[2000];
    int count = standin_messages(evening.club.discord, evening.club.games, STANDIN_EVERYONE,
                                 messages, 2000);
    for (int i = 0; i < count && i < 2000; i++) {
        const char *content = standin_content(messages[i]);
        if (evening_width(content) > EVENING_COLUMNS)
            fail_msg("%s: a block of %d columns: %s", evening.party->what, evening_width(content),
                     content);
    }
}

static void play(const struct party *party, enum evening_way way)
{
    struct tally tally = {0};
    evening_open(&evening, party, way, 3, NULL);
    play_on(&tally);
    club_wait(&evening.club, 5000);
    print_tally(&tally);
    expect_budget(&tally);
    evening_expect_told(&evening);
    expect_tidy();
    standin_expect_clean(evening.club.discord);
    evening_close(&evening);
}

/* ---- with the network breaking all along ---- */

static void drop_connection(struct standin *discord)
{
    standin_drop(discord, 0);
}

static void ask_to_reconnect(struct standin *discord)
{
    standin_reconnect(discord, 0);
}

static void ask_to_resume(struct standin *discord)
{
    standin_invalidate(discord, 0, true);
}

static void forget_session(struct standin *discord)
{
    standin_invalidate(discord, 0, false);
}

static void close_with_4000(struct standin *discord)
{
    standin_close(discord, 0, 4000);
}

static void withhold_acks(struct standin *discord)
{
    standin_withhold_acks(discord, true);
}

static void corrupt_stream(struct standin *discord)
{
    standin_send_corrupt(discord, 0);
}

static void repeat_events(struct standin *discord)
{
    standin_repeat_events(discord, 4);
}

static void word_oddly(struct standin *discord)
{
    standin_speak_oddly(discord, true, true);
}

/* Each is ordered before somebody acts, and over before the next one. */
static const struct breakage {
    const char *what;
    void (*order)(struct standin *discord); /* NULL: the fault, for the next request */
    int64_t lasts;
    struct standin_fault fault;
} breakages[] = {
    {"a dropped connection", drop_connection, 15000, {0}},
    {"a bucket's limit", NULL, 15000, {.kind = STANDIN_FAULT_USER, .ms = 3000}},
    {"op 7", ask_to_reconnect, 15000, {0}},
    {"500 before acting", NULL, 15000, {.kind = STANDIN_FAULT_STATUS}},
    {"op 9 true", ask_to_resume, 15000, {0}},
    {"500 after acting", NULL, 15000, {.kind = STANDIN_FAULT_STATUS_AFTER}},
    {"op 9 false", forget_session, 25000, {0}},
    {"the global limit", NULL, 15000, {.kind = STANDIN_FAULT_GLOBAL, .ms = 2500}},
    {"missing ACKs", withhold_acks, 100000, {0}},
    {"a connection closed before acting", NULL, 15000, {.kind = STANDIN_FAULT_CLOSE}},
    {"close 4000", close_with_4000, 15000, {0}},
    {"a lost answer", NULL, 15000, {.kind = STANDIN_FAULT_CLOSE_AFTER}},
    {"a corrupt stream", corrupt_stream, 15000, {0}},
    {"a shared limit", NULL, 15000, {.kind = STANDIN_FAULT_SHARED, .ms = 3000}},
    {"repeated events", repeat_events, 5000, {0}},
    {"half an answer", NULL, 15000, {.kind = STANDIN_FAULT_TRUNCATED}},
    {"odd words", word_oddly, 5000, {0}},
    {"no JSON", NULL, 15000, {.kind = STANDIN_FAULT_BROKEN_JSON}},
    {"a slow answer", NULL, 15000, {.kind = STANDIN_FAULT_SLOW, .ms = 6000}},
    {"a slow act", NULL, 15000, {.kind = STANDIN_FAULT_SLOW_BEFORE, .ms = 6000}},
    {"a page instead of an answer", NULL, 60000, {.kind = STANDIN_FAULT_HTML, .ms = 20000}},
    {"three 500 in a row", NULL, 60000, {.kind = STANDIN_FAULT_STATUS, .times = 3}},
};
enum { BREAKAGES = sizeof breakages / sizeof *breakages };

static void act_while_it_breaks(int step)
{
    const struct breakage *breakage = &breakages[step % BREAKAGES];
    struct standin *discord = evening.club.discord;
    if (breakage->order)
        breakage->order(discord);
    else
        standin_fault(discord, &breakage->fault);
    evening_act(&evening);
    club_wait(&evening.club, breakage->lasts);
    standin_withhold_acks(discord, false);
    standin_heal(discord);
    club_wait(&evening.club, 2000);
}

/* What was on its way when a limit was told could not know of it: it came in the same instant,
   the whole wait ahead. */
static bool is_provoked(const char *violation)
{
    return strstr(violation, "sent 2500 ms before the end of the global limit") ||
           strstr(violation, "sent 20000 ms before the end of a ban");
}

static void expect_only_provoked(void)
{
    char *all = strdup(standin_violation_text(evening.club.discord)), *rest = all;
    for (char *line; (line = strsep(&rest, "\n"));)
        if (*line && !is_provoked(line))
            fail_msg("%s, %s: %s", evening.party->what, ways[evening.way], line);
    free(all);
}

/* Nor is anything lost with a session that was forgotten (op 9 false): what was typed meanwhile
   is read in the channel. */
static void expect_none_lost(int said)
{
    int applied = evening_inputs(&evening);
    if (said != applied)
        fail_msg("%s: %d moves were typed and %d applied, with %d new sessions",
                 evening.party->what, said, applied,
                 standin_count(evening.club.discord, STANDIN_HEARD, "IDENTIFY"));
}

/* What is said in a private channel that the bot has never heard of, while its session is
   forgotten, nobody can find again. */
static void become_known(const struct party *party)
{
    struct standin *discord = evening.club.discord;
    for (int who = 0; who < party->people; who++) {
        uint64_t user = evening.club.people[who];
        standin_say(discord, user, standin_dm(discord, user), "board");
        club_wait(&evening.club, 2000);
    }
}

/* Where they type, the last of them takes no direct messages from now on. */
static void play_broken(const struct party *party, enum evening_way way)
{
    evening_open(&evening, party, way, 4, NULL);
    int step = 0, same = 0, moves = 0;
    if (way == EVENING_TYPED)
        become_known(party);
    standin_mark(evening.club.discord);
    standin_refuse_dms(evening.club.discord, evening.club.people[party->people - 1],
                       way == EVENING_TYPED);
    for (; evening_table(&evening); step++) {
        act_while_it_breaks(step);
        int now = evening_moves(&evening);
        same = now == moves ? same + 1 : 0;
        moves = now;
        if (same > IDLE_MOST)
            fail_msg("%s, %s: stuck after %d moves, after %s; the last message: %s", party->what,
                     ways[way], moves, breakages[step % BREAKAGES].what,
                     club_seen(&evening.club, 0));
    }
    club_wait(&evening.club, 60000);
    printf("%s, %s: %d moves in %d steps, each with something that broke\n", party->what, ways[way],
           moves, step);
    evening_expect_told(&evening);
    expect_only_provoked();
    assert_in_range(standin_invalid_requests(evening.club.discord), 0, INVALID_MOST);
    if (way == EVENING_TYPED)
        expect_none_lost(step);
    evening_close(&evening);
}

/* Killed soon behind a move, every second time while the answer to what was said is on its way;
   and back, now and then after the end of the session. What was told may be told again only
   where the bot could not know of it, and there the nonce sees to it, as long as Discord knows
   it. */
static void play_killed(const struct party *party)
{
    int step = 0;
    evening_open(&evening, party, EVENING_TYPED, 5, NULL);
    for (; evening_table(&evening); step++) {
        assert_in_range(step, 0, STEPS_MOST);
        bool is_killed = step % 3 == 0, takes_long = step % 30 == 15;
        /* or the next Identify would be put off, to save them */
        club_wait(&evening.club, takes_long ? LASTING_MS : 0);
        evening.pause = is_killed ? evening_dice(&evening, 12) : 1500;
        if (step % 6 == 0)
            standin_fault(evening.club.discord,
                          &(struct standin_fault){.kind = STANDIN_FAULT_SLOW, .ms = 4000});
        evening_act(&evening);
        if (!is_killed)
            continue;
        club_kill(&evening.club);
        club_wait(&evening.club, takes_long ? AWAY_MS : 0);
        club_start(&evening.club);
        club_wait(&evening.club, 10000);
    }
    club_wait(&evening.club, 60000);
    printf("%s: %d moves typed, with %d kills\n", party->what, step, (step + 2) / 3);
    assert_int_equal(evening_inputs(&evening), step);
    evening_expect_told(&evening);
    standin_expect_clean(evening.club.discord);
    evening_close(&evening);
}

/* ---- all of them ---- */

enum trouble { CLEAN, BREAKING, KILLED, TROUBLES };

struct run {
    const struct party *party;
    enum evening_way way;
    enum trouble trouble;
};

static void every_game_ends_and_is_told_as_recorded(void **state)
{
    const struct run *run = *state;
    if (run->trouble == CLEAN)
        play(run->party, run->way);
    else if (run->trouble == BREAKING)
        play_broken(run->party, run->way);
    else
        play_killed(run->party);
}

static struct run runs[] = {
    {&heartcatchers, EVENING_TYPED, CLEAN},
    {&heartcatchers, EVENING_PANELS, CLEAN},
    {&heartcatchers, EVENING_LETTERS, CLEAN},
    {&catcher, EVENING_TYPED, CLEAN},
    {&catcher, EVENING_PANELS, CLEAN},
    {&catcher, EVENING_LETTERS, CLEAN},
    {&catcher_of_four, EVENING_PANELS, CLEAN},
    {&roygbiv, EVENING_TYPED, CLEAN},
    {&roygbiv, EVENING_PANELS, CLEAN},
    {&roygbiv, EVENING_LETTERS, CLEAN},
    {&frenzy, EVENING_TYPED, CLEAN},
    {&frenzy, EVENING_PANELS, CLEAN},
    {&frenzy, EVENING_LETTERS, CLEAN},
    {&coloretto, EVENING_TYPED, CLEAN},
    {&coloretto, EVENING_PANELS, CLEAN},
    {&coloretto_of_five, EVENING_PANELS, CLEAN},
    {&kritters, EVENING_TYPED, CLEAN},
    {&kritters, EVENING_PANELS, CLEAN},
    {&junior, EVENING_PANELS, CLEAN},
    {&solo, EVENING_TYPED, CLEAN},
    {&solo, EVENING_PANELS, CLEAN},
    {&two_decks, EVENING_TYPED, CLEAN},
    {&heartcatchers, EVENING_TYPED, BREAKING},
    {&heartcatchers, EVENING_PANELS, BREAKING},
    {&heartcatchers, EVENING_LETTERS, BREAKING},
    {&catcher_of_four, EVENING_PANELS, BREAKING},
    {&catcher, EVENING_LETTERS, BREAKING},
    {&roygbiv, EVENING_LETTERS, BREAKING},
    {&frenzy, EVENING_TYPED, BREAKING},
    {&coloretto, EVENING_TYPED, BREAKING},
    {&coloretto_of_five, EVENING_PANELS, BREAKING},
    {&junior, EVENING_PANELS, BREAKING},
    {&solo, EVENING_PANELS, BREAKING},
    {&heartcatchers, EVENING_TYPED, KILLED},
    {&catcher_of_four, EVENING_TYPED, KILLED},
    {&coloretto, EVENING_TYPED, KILLED},
};
/* Besides, in ./check --long. */
static const struct run more[] = {
    {&catcher_of_four, EVENING_TYPED, CLEAN},
    {&catcher_of_four, EVENING_LETTERS, CLEAN},
    {&coloretto_of_five, EVENING_TYPED, CLEAN},
    {&two_decks, EVENING_PANELS, CLEAN},
    {&two_decks, EVENING_TYPED, BREAKING},
    {&catcher, EVENING_TYPED, BREAKING},
    {&junior, EVENING_TYPED, CLEAN},
    {&kritters, EVENING_TYPED, BREAKING},
};
enum {
    RUNS = sizeof runs / sizeof *runs,
    MORE = sizeof more / sizeof *more,
    WAYS = sizeof ways / sizeof *ways,
    ADDED = 2 * WAYS,
    NAME = 96
};

/* The runs of one game: those above, or without any the fewest and the most people who can play
   it, in every way. */
static int runs_of(const struct game *game, struct run *out)
{
    int count = 0;
    for (int i = 0; i < RUNS; i++)
        if (party_plays(runs[i].party, game))
            out[count++] = runs[i];
    for (int i = 0; i < MORE && is_long(); i++)
        if (party_plays(more[i].party, game))
            out[count++] = more[i];
    if (count > 0)
        return count;
    few = party_of(game, game->seats_min);
    many = party_of(game, game->seats_max);
    for (int i = 0; i < ADDED; i++)
        if (i < WAYS || many.people > few.people)
            out[count++] =
                (struct run){i < WAYS ? &few : &many, (enum evening_way)(i % WAYS), CLEAN};
    return count;
}

static int play_game(const struct game *game)
{
    static const char *const troubles[TROUBLES] = {"", ", all breaking", ", the bot killed"};
    static struct run chosen[RUNS + MORE + ADDED];
    static char names[RUNS + MORE + ADDED][NAME];
    struct CMUnitTest tests[RUNS + MORE + ADDED];
    int count = runs_of(game, chosen);
    for (int i = 0; i < count; i++) {
        const struct run *run = &chosen[i];
        snprintf(names[i], NAME, "%s, %d people, %s%s", run->party->what, run->party->people,
                 ways[run->way], troubles[run->trouble]);
        tests[i] = (struct CMUnitTest){.name = names[i],
                                       .test_func = every_game_ends_and_is_told_as_recorded,
                                       .initial_state = &chosen[i]};
    }
    return _cmocka_run_group_tests(game->name, tests, (size_t)count, NULL, NULL);
}

int main(int argc, char **argv)
{
    int failed = 0;
    for (int i = 0; i < game_count; i++)
        if (argc < 2 || strcmp(argv[1], games[i]->id) == 0)
            failed += play_game(games[i]);
    return failed;
}
