/* Taking back, in every game and every toy at real tables: after every move it is offered
   exactly when the law says, which is computed here from the sights of all seats and of the
   public. What is taken back is as it was; everything else is refused with its reason.
   docs/undo.md has the share of each game; TABLETALK_GOLDEN=write writes it anew. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "apply.h"
#include "check.h"
#include "chosen.h"
#include "games.h"
#include "host.h"
#include "host_commands.h"
#include "household.h"
#include "port.h"
#include "session.h"
#include "store.h"
#include "tables.h"
#include "testing.h"
#include "text.h"
#include "toys/toys.h"
#include "variants.h"

enum {
    LINES_OF_A_GAME = 6,
    LINES_OF_A_TOY = 3,
    MOVES_OF_A_GAME = 250,
    BACK_MOST = TAKEBACK_STEPS,
    MOVE_BYTES = 200,
    IN_A_ROW = 3, /* where others wait */
    TABLE_BYTES = 2000,
    NAME_BYTES = 80
};

static const char *const names[TABLE_SEATS] = {"ann", "bob", "cid", "dan", "eve", "fay",
                                               "gus", "hal", "ivy", "jim", "kim", "leo"};
static uint64_t random_bits;
static struct {
    struct playing playing;
    int64_t number;  /* of the start or move behind which it was so */
} before[BACK_MOST]; /* the tables that can be gone back to, the oldest first */
static int before_count, before_seat;
static int undone, undone_by; /* in a row, by that seat in its turn */
/* of the start or move behind which the table is now; how many were written */
static int64_t number, written;

struct share {
    long moves, open;
};

static int dice(int sides)
{
    random_bits = random_bits * 6364136223846793005ULL + 1442695040888963407ULL;
    return (int)((random_bits >> 33) % (unsigned)sides);
}

static struct heard heard_of(int seat)
{
    const struct seat *s = &table()->seats[seat];
    return (struct heard){.network = "net",
                          .room = "#g",
                          .key = s->key,
                          .name = s->key,
                          .text = "",
                          .now = house.now};
}

/* ---- the law ---- */

/* Everybody knows the cards of a heap whose contents are known if they are all the same, else
   none. */
static bool is_hidden(const struct ruleset *rules, const struct table *seen, int zone)
{
    return zone_spec(rules, zone)->audience == AUDIENCE_CONTENTS && zone_size(seen, zone) > 0 &&
           zone_tally(seen, zone, zone_face(seen, zone, 0)) < zone_size(seen, zone);
}

/* How many cards of each face the viewer knows the place of; or knows to be somewhere in such a
   heap, too. */
static void tally(const struct playing *playing, int viewer, bool with_heaps, int *faces)
{
    static struct sight sight;
    const struct ruleset *rules = &playing->rules;
    table_sight(rules, &playing->table, viewer, &sight);
    memset(faces, 0, TABLE_FACES * sizeof *faces);
    for (int zone = 0; zone < sight.seen.zones; zone++)
        for (int i = 0; i < zone_size(&sight.seen, zone); i++)
            if (!face_is_back(zone_face(&sight.seen, zone, i)) &&
                (with_heaps || !is_hidden(rules, &sight.seen, zone)))
                faces[zone_face(&sight.seen, zone, i)]++;
}

/* It stands in a register of the seat that everybody sees, and did not before. */
static bool stands_open(const struct playing *from, const struct playing *to, int seat, int secret)
{
    bool stands = false;
    for (int own = 0; own < TABLE_OWN; own++)
        stands |= from->rules.registers[own].audience == AUDIENCE_ALL &&
                  to->table.own[seat][own] == secret &&
                  from->table.own[seat][own] != to->table.own[seat][own];
    return stands;
}

/* A number that only its owner saw stands where everybody sees it. */
static bool sees_number(const struct playing *from, const struct playing *to)
{
    bool sees = false;
    for (int own = 0; from->rules.registers && own < TABLE_OWN; own++)
        for (int seat = 0;
             from->rules.registers[own].audience != AUDIENCE_ALL && seat < from->seats; seat++)
            sees |= from->table.own[seat][own] != 0 && to->table.own[seat][own] == 0 &&
                    stands_open(from, to, seat, from->table.own[seat][own]);
    return sees;
}

static bool somebody_sees_more(const struct playing *from, const struct playing *to)
{
    int faces_before[TABLE_FACES], faces_after[TABLE_FACES];
    for (int viewer = 0; viewer <= SEAT_PUBLIC;
         viewer = viewer + 1 == from->seats ? SEAT_PUBLIC : viewer + 1) {
        for (int with_heaps = 0; with_heaps < 2; with_heaps++) {
            tally(from, viewer, with_heaps, faces_before);
            tally(to, viewer, with_heaps, faces_after);
            for (int face = 0; face < from->rules.face_count; face++)
                if (faces_after[face] > faces_before[face])
                    return true;
        }
    }
    return sees_number(from, to);
}

static bool others_acted(const struct playing *from, const struct playing *to, int mover)
{
    for (int seat = 0; seat < from->seats; seat++)
        if (seat != mover && from->decisions[seat] != to->decisions[seat])
            return true;
    return false;
}

/* Who plays alone takes back each move of the game, whatever it showed. */
static bool is_at_home(const struct playing *from, const struct playing *to)
{
    return to->seats == 1 && from->game_number == to->game_number && !to->table.over &&
           !to->is_over;
}

/* The step that led from one table to the other can be taken back. */
static bool is_open(const struct playing *from, const struct playing *to, int mover)
{
    return from->game_number == to->game_number && !to->table.over && !to->is_over &&
           from->draws == to->draws && !others_acted(from, to, mover) &&
           !somebody_sees_more(from, to);
}

/* ---- a game ---- */

struct choices {
    int count;
    char moves[MOVES_MAX][MOVE_BYTES];
};

static bool add_choice(void *arg, const char *move)
{
    struct choices *choices = arg;
    check(strlen(move) < MOVE_BYTES);
    if (choices->count < MOVES_MAX)
        snprintf(choices->moves[choices->count++], MOVE_BYTES, "%s", move);
    return true;
}

/* A random seat that can play, and a move of it. -1 if nobody can. */
static int choose(char move[MOVE_BYTES])
{
    static struct choices choices;
    int count = table()->seat_count, first = dice(count);
    for (int i = 0; i < count; i++) {
        int seat = (first + i) % count;
        struct heard heard = heard_of(seat);
        choices.count = 0;
        host_each_move(house.host, table(), &heard, add_choice, &choices);
        if (choices.count == 0)
            continue;
        snprintf(move, MOVE_BYTES, "%s", choices.moves[dice(choices.count)]);
        return seat;
    }
    return -1;
}

static void expect_offered(int seat, bool is_offered, const char *game)
{
    for (int other = 0; other < table()->seat_count; other++) {
        struct heard heard = heard_of(other);
        if (host_can_undo(table(), &heard) != (is_offered && other == seat))
            fail_msg("%s, line %d: %s is%s offered to take back, although seat %d moved", game,
                     (int)table()->record.next_line, names[other],
                     other == seat && is_offered ? " not" : "", seat);
    }
}

/* Everything is as it was behind the step before; the line, and the numbers of decisions, go on. */
static void expect_back(const struct playing *then, const struct playing *now, int64_t line)
{
    const struct playing *playing = table()->playing;
    unsigned char hash[SESSION_HASH], hash_then[SESSION_HASH];
    assert_true(table_same(&playing->table, &then->table));
    assert_memory_equal(playing->points, then->points, sizeof then->points);
    assert_int_equal(playing->draws, now->draws);
    assert_int_equal(table()->record.next_line,
                     line + 1 + (playing->practice != now->practice)); /* said once a game */
    for (int seat = 0; seat < playing->seats; seat++)
        assert_true(playing->decisions[seat] > now->decisions[seat]);
    session_table_hash(table(), hash);
    struct playing *kept = table()->playing;
    table()->playing = playing_new_copy(then);
    session_table_hash(table(), hash_then);
    free(table()->playing);
    table()->playing = kept;
    assert_memory_equal(hash, hash_then, sizeof hash);
}

/* The table before the latest step is among those that a reader of the record still has, and
   others did not wait too often. */
static bool is_near(void)
{
    bool is_often = table()->seat_count > 1 && undone >= IN_A_ROW;
    return before_count > 0 && !is_often && written - before[before_count - 1].number < UNDO_STEPS;
}

/* Takes back all that can be, one step after the other, and no more. */
static void go_back(int seat, const char *game)
{
    while (is_near()) {
        struct playing now;
        playing_copy(&now, table()->playing);
        int64_t line = table()->record.next_line;
        expect_offered(seat, true, game);
        house_forget(&house);
        house_say(&house, "#g", table()->seats[seat].key, "undo");
        assert_int_equal(house.posts, 1);
        assert_told("<UNDONE>");
        expect_back(&before[--before_count].playing, &now, line);
        number = before[before_count].number;
        undone++;
        if (dice(4) == 0)
            restart_house();
    }
    expect_offered(seat, false, game);
}

static void expect_refused(int seat)
{
    static const char *const reasons[] = {"no move of yours to take back",
                                          "showed a card",
                                          "has decided something",
                                          "moved last, so",
                                          "ran out since",
                                          "The game is over",
                                          "<UNDO_NONE_HOME_1>",
                                          "<UNDO_FAR_1>",
                                          "taken back too much"};
    int64_t line = table()->record.next_line;
    house_forget(&house);
    house_say(&house, "#g", table()->seats[seat].key, "undo");
    bool is_told = false;
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++)
        is_told |= house_was_told(&house, reasons[i]);
    if (!is_told)
        fail_msg("no reason was told:\n%s", house.told);
    assert_int_equal(house.posts, 0);
    assert_int_equal(table()->record.next_line, line);
}

static void note_step(const struct playing *from, int seat, bool is_step_open)
{
    if (!is_step_open || seat != before_seat)
        before_count = 0;
    before_seat = seat;
    if (seat != undone_by || from->game_number != table()->playing->game_number)
        undone = 0;
    undone_by = seat;
    if (!is_step_open)
        return;
    if (before_count == BACK_MOST) {
        memmove(before, before + 1, (BACK_MOST - 1) * sizeof *before);
        before_count--;
    }
    before[before_count].playing = *from;
    before[before_count++].number = number;
}

static bool play_step(const char *game, struct share *share)
{
    static struct playing from;
    char move[MOVE_BYTES];
    int seat = choose(move);
    if (seat < 0)
        return false;
    playing_copy(&from, table()->playing);
    int64_t line = table()->record.next_line;
    /* some would be no secret in the room */
    house_say(&house, NULL, table()->seats[seat].key, move);
    if (!table() || table()->playing->is_over)
        return false;
    if (table()->playing->decisions[seat] == from.decisions[seat])
        fail_msg("%s is no move:\n%s", move, house.told);
    bool is_step_open = is_open(&from, table()->playing, seat);
    share->moves++;
    share->open += is_step_open;
    is_step_open |= is_at_home(&from, table()->playing);
    note_step(&from, seat, is_step_open);
    written += table()->record.next_line - line;
    number = written;
    bool is_offered = is_step_open && is_near();
    expect_offered(seat, is_offered, game);
    if (dice(6) == 0) {
        restart_house();
        expect_offered(seat, is_offered, game);
    }
    if (!is_offered)
        expect_refused(seat);
    else if (dice(3) == 0)
        go_back(seat, game);
    return true;
}

static void open_variant(const struct variant *variant)
{
    char bytes[600];
    struct text words = text_over(bytes, sizeof bytes);
    text_putf(&words, "deal %s", variant->game->id);
    for (int i = 0; i < variant->game->option_count; i++) {
        text_putf(&words, " %s=", variant->game->options[i].name);
        option_format(&variant->game->options[i], variant->rules.options[i], &words);
    }
    check(!words.cut);
    house_say(&house, "#g", "ann", bytes);
    for (int seat = 1; seat < variant->seats; seat++)
        house_say(&house, "#g", names[seat], "join");
    if (!session_has_begun(table()))
        house_say(&house, "#g", "ann", "start");
    if (!session_has_begun(table()))
        fail_msg("%s does not begin:\n%s", bytes, house.told);
}

static void play_variant(const struct variant *variant, struct share *share)
{
    before_count = undone = 0;
    before_seat = undone_by = SEAT_NONE;
    number = written = 1;
    house_forget(&house);
    open_variant(variant);
    expect_offered(SEAT_NONE, false, variant->game->id);
    for (int i = 0; i < MOVES_OF_A_GAME && play_step(variant->game->id, share); i++)
        house_forget(&house);
    if (table())
        /* who sits there would ask the others */
        house_say_as(&house, "#g", "op", RANK_OPERATOR, NULL, "stop");
    house_wait(&house, 3 * MINUTE);
    assert_null(table());
}

static struct share play_game(const struct game *game, int lines)
{
    static struct variant variants[VARIANTS_MAX];
    struct share share = {0, 0};
    int count = variants_of(game, variants);
    for (int n = 0; n < lines; n++) {
        struct variant *variant = &variants[n * count / lines];
        if (variant->rules.version == game->version)
            play_variant(variant, &share);
    }
    assert_true(share.moves > 0);
    return share;
}

static test_case(a_toy_offers_it_exactly_when_nothing_was_seen)
{
    static const struct game *const toys[] = {
#define TOY_GAME(id) &toy_##id,
#include "toys/toys.def"
#undef TOY_GAME
    };
    random_bits = 1;
    struct share all = {0, 0};
    for (size_t i = 0; i < sizeof toys / sizeof *toys; i++) {
        if (!is_chosen(toys[i]))
            continue;
        struct share share = play_game(toys[i], LINES_OF_A_TOY);
        print_message("%s: %ld of %ld\n", toys[i]->id, share.open, share.moves);
        all.moves += share.moves;
        all.open += share.open;
    }
    assert_true(!are_all_chosen() || (all.open > 50 && all.moves - all.open > 50));
}

static const char path[] = "../docs/undo.md";
static char page[4 * TABLE_BYTES];

static void read_page(void)
{
    FILE *file = fopen(path, "r");
    check(file);
    page[fread(page, 1, sizeof page - 1, file)] = '\0';
    fclose(file);
}

/* The row of the page as it is; none of a game that is added next (tests/add-game). */
static void put_known_row(const struct game *game, struct text *out)
{
    char head[NAME_BYTES];
    snprintf(head, sizeof head, "\n| %s |", game->name);
    const char *row = strstr(page, head);
    if (row)
        text_putf(out, "%.*s\n", (int)strcspn(row + 1, "\n"), row + 1);
}

/* The rows stand in the page between the head of its table and an empty line. */
static void expect_in_docs(const char *rows)
{
    static const char head[] = "|---|---|---|\n";
    char *from = strstr(page, head), *end = from ? strstr(from, "\n\n") : NULL;
    check(from && end);
    from += strlen(head);
    if ((size_t)(end + 1 - from) == strlen(rows) && strncmp(from, rows, strlen(rows)) == 0)
        return;
    if (!getenv("TABLETALK_GOLDEN"))
        fail_msg("docs/undo.md should have these rows, which (cd tests && TABLETALK_GOLDEN=write "
                 "../build/gcc/tests/test_host_undo) writes:\n%s",
                 rows);
    char *rest = strdup(end + 1);
    FILE *file = fopen(path, "w");
    check(file && rest);
    fprintf(file, "%.*s%s%s", (int)(from - page), page, rows, rest);
    fclose(file);
    free(rest);
}

static test_case(a_game_offers_it_exactly_when_nothing_was_seen)
{
    char rows[TABLE_BYTES];
    struct text text = text_over(rows, sizeof rows);
    read_page();
    for (int g = 0; g < game_count; g++) {
        if (!is_chosen(games[g])) {
            put_known_row(games[g], &text);
            continue;
        }
        random_bits = 2;
        struct share share = play_game(games[g], LINES_OF_A_GAME);
        text_putf(&text, "| %s | %ld | %ld %% |\n", games[g]->name, share.moves,
                  100 * share.open / share.moves);
    }
    expect_in_docs(rows);
}

/* ---- one by one ---- */

/* ann and bob play Coloretto; whose turn it is. */
static const char *begin(void)
{
    deal("#g", "ann", "bob");
    house_forget(&house);
    return strcmp(due_name(), "ann") == 0 ? "ann" : "bob"; /* its own name goes with the table */
}

static const char *other_than(const char *who)
{
    return strcmp(who, "ann") == 0 ? "bob" : "ann";
}

/* A card that was drawn is seen; and if it could be put back, it could be looked at for nothing. */
static test_case(nobody_draws_a_card_to_see_it)
{
    const char *who = begin();
    house_say(&house, "#g", who, "draw");
    struct playing seen;
    playing_copy(&seen, table()->playing);
    house_say(&house, "#g", who, "undo");
    assert_told("<UNDO_SEEN_1>");
    assert_true(table_same(&table()->playing->table, &seen.table));
    house_say(&house, "#g", who, "place 1");
    house_say(&house, "#g", who, "undo");
    house_say(&house, "#g", who, "undo"); /* the draw still stands */
    assert_int_equal(house_count(&house, "<UNDO_SEEN_2>"), 2);
    assert_true(table_same(&table()->playing->table, &seen.table));
}

static test_case(who_may_take_nothing_back_hears_why)
{
    house_say(&house, "#g", "ann", "undo");
    assert_told("<TABLE_NONE_2>");
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "ann", "undo");
    assert_told("because 1 player is missing");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "start");
    house_say(&house, "#g", "cid", "undo");
    assert_told("to cid: ");
    const char *who = due_name(), *other = other_than(who);
    house_say(&house, "#g", who, "undo");
    assert_told("<UNDO_NONE_1>");
    house_say(&house, "#g", who, "draw");
    house_say(&house, "#g", who, "place 1");
    house_say(&house, "#g", other, "undo");
    assert_int_equal(house_count(&house, "<UNDO_OTHER_1>"), 1);
    house_say(&house, "#g", other, "take 1");
    house_say(&house, "#g", who, "undo");
    assert_int_equal(house_count(&house, "<UNDO_OTHER_1>"), 2);
    house_say(&house, "#g", other, "undo please");
    assert_told("<UNDO_WORDS_1 typed=please>");
    house_say(&house, "#g", other, "undo yes");
    assert_told("<UNDO_NOBODY_ASKS_1>");
}

/* Two seats, and the buttons that each was shown before the step, behind it, and behind its
   undo. */
static test_case(a_button_from_before_is_stale)
{
    const char *who = begin(), *other = other_than(who);
    house_say(&house, "#g", who, "draw");
    int seat = house_seat(&house, "#g", who), next = house_seat(&house, "#g", other);
    struct press mine = {
        .table = table()->id, .seat = seat, .decision = table()->playing->decisions[seat]};
    house_say(&house, "#g", who, "place 1");
    struct press others = {
        .table = table()->id, .seat = next, .decision = table()->playing->decisions[next]};
    house_say(&house, "#g", who, "undo");
    int64_t line = table()->record.next_line;
    house_press(&house, who, &mine, "b1", "place 2");
    house_press(&house, other, &others, "b2", "draw");
    assert_int_equal(table()->record.next_line, line);
    house_say(&house, "#g", who, "place 2");
    /* could be played, but was shown of another table */
    house_press(&house, other, &others, "b3", "draw");
    assert_int_equal(table()->record.next_line, line + 1);
    struct press fresh = {
        .table = table()->id, .seat = next, .decision = table()->playing->decisions[next]};
    house_press(&house, other, &fresh, "b4", "draw");
    assert_int_equal(table()->record.next_line, line + 2);
}

static test_case(a_message_is_applied_once_although_it_was_taken_back)
{
    const char *who = begin();
    house_say(&house, "#g", who, "draw");
    house_say_as(&house, "#g", who, 0, "m1", "place 1");
    house_settle(&house);
    house_say_as(&house, "#g", who, 0, "m2", "undo");
    house_settle(&house);
    int64_t line = table()->record.next_line;
    restart_house();
    house_say_as(&house, "#g", who, 0, "m1", "place 1");
    house_say_as(&house, "#g", who, 0, "m2", "undo");
    house_settle(&house);
    assert_int_equal(table()->record.next_line, line);
}

/* A robot's answer is a move of somebody else where a second person sits. */
static test_case(a_robots_answer_ends_it_for_two)
{
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "bob", "join");
    house_say(&house, "#g", "ann", "robot");
    house_say(&house, "#g", "ann", "start");
    const char *who;
    do {
        who = strcmp(due_name(), "ann") == 0 ? "ann" : "bob";
        house_say(&house, "#g", who, "draw");
        house_say(&house, "#g", who, "place 1");
    } while (table()->seats[table()->takeback.seat].kind != SEAT_ROBOT);
    house_say(&house, "#g", who, "undo");
    assert_told("<UNDO_OTHER_1>");
    assert_int_equal(table()->playing->practice, 0);
}

/* As often as one likes, but a reader of the record has so many tables and no more; then it goes
   on. */
static void take_back_often(const char *who, int most, const char *refusal)
{
    house_say(&house, "#g", who, "draw");
    int times = 0;
    for (; times < 2 * UNDO_STEPS && !house_was_told(&house, refusal); times++) {
        house_say(&house, "#g", who, "place 1");
        house_forget(&house);
        house_say(&house, "#g", who, "undo");
    }
    assert_int_equal(times, most);
    restart_house();
    house_say(&house, "#g", who, "undo");
    assert_told(refusal);
    assert_true(table()->takeback.count <= TAKEBACK_STEPS);
}

static test_case(a_step_is_taken_back_a_bounded_number_of_times)
{
    take_back_often(begin(), IN_A_ROW + 1, "<UNDO_OFTEN_1>");
}

/* While the robot takes its time, who waits for nobody may take back as much as a reader of the
   record keeps. */
static test_case(who_is_alone_takes_back_what_is_kept)
{
    let_think();
    house_say(&house, "#g", "ann", "deal coloretto");
    house_say(&house, "#g", "ann", "robot");
    house_say(&house, "#g", "ann", "start");
    for (int i = 0; i < 20 && strcmp(due_name(), "ann") != 0; i++)
        house_wait(&house, 1000);
    take_back_often("ann", UNDO_STEPS, "<UNDO_FAR_1>");
}

/* ---- what the channel wants ---- */

static void prefer(const char *who, unsigned rank, const char *words)
{
    struct heard heard = {
        .network = "net", .room = "#g", .key = who, .name = who, .rank = rank, .text = ""};
    host_prefer(house.host, &(struct call){.heard = &heard, .words = words});
    house_settle(&house);
}

static const char *begin_by(const char *words)
{
    prefer("ann", RANK_OPERATOR, words);
    const char *who = begin();
    house_say(&house, "#g", who, "draw");
    house_say(&house, "#g", who, "place 1");
    house_say(&house, "#g", who, "undo");
    return who;
}

static test_case(a_channel_says_whether_moves_are_taken_back)
{
    prefer("ann", 0, "channel undo");
    assert_told("<UNDO_RULE_FREE_1>");
    prefer("ann", 0, "channel undo off");
    assert_told("<CHANNEL_NOT_YOURS>");
    prefer("ann", RANK_OPERATOR, "channel undo never");
    assert_told("<SETTING_VALUES_2 name=undo|values=free, consent, off>");
    prefer("ann", RANK_ADMIN, "channel undo consent");
    assert_told("<UNDO_RULE_CONSENT_1>");
    prefer("ann", RANK_OPERATOR, "channel undo off");
    assert_string_equal(house.chosen[0].row, "undo=off");
    prefer("ann", RANK_OPERATOR, "channel undo free");
    assert_string_equal(house.chosen[0].row, "undo=free");
    begin_by("channel undo off");
    assert_told("<UNDO_OFF_1>");
    struct heard heard = heard_of(0), other = heard_of(1);
    assert_false(host_can_undo(table(), &heard) || host_can_undo(table(), &other));
}

static test_case(the_others_are_asked_where_the_channel_wants_it)
{
    const char *who = begin_by("channel undo consent"), *other = other_than(who);
    int64_t line = table()->record.next_line;
    assert_int_equal(house_count(&house, "<UNDO_ASKED>"), 1);
    house_say(&house, "#g", who, "undo");
    house_say(&house, "#g", who, "undo yes"); /* cannot agree with oneself */
    assert_int_equal(house_count(&house, "<UNDO_ASKED>"), 1);
    assert_told("<UNDO_WAITS>");
    house_say(&house, "#g", other, "undo no");
    assert_told("<UNDO_DENIED>");
    house_say(&house, "#g", other, "undo yes");
    assert_told("<UNDO_NOBODY_ASKS_1>");
    assert_int_equal(table()->record.next_line, ++line); /* the answer */
    house_say(&house, "#g", who, "undo");
    house_say(&house, "#g", other, "undo yes");
    assert_int_equal(house_count(&house, "<UNDONE>"), 1);
    assert_int_equal(table()->record.next_line, line + 2); /* the question, and the undo */
    house_say(&house, "#g", who, "place 2");
    house_say(&house, "#g", who, "undo");
    house_say(&house, "#g", other, "draw"); /* an answer, too */
    house_say(&house, "#g", other, "undo yes");
    assert_int_equal(house_count(&house, "<UNDONE>"), 1);
}

/* Where others wait; also over a restart, and for each person and turn anew. */
static test_case(three_in_a_row_are_enough_where_others_wait)
{
    deal("#g", "ann", "bob");
    for (int turn = 0; turn < 2; turn++) {
        const char *who = strcmp(due_name(), "ann") == 0 ? "ann" : "bob";
        house_say(&house, "#g", who, "draw");
        for (int i = 0; i < IN_A_ROW; i++) {
            house_say(&house, "#g", who, "place 3");
            house_say(&house, "#g", who, "undo");
            assert_string_equal(due_name(), who);
        }
        house_say(&house, "#g", who, "place 3");
        if (turn == 1)
            restart_house();
        house_forget(&house);
        house_say(&house, "#g", who, "undo");
        assert_told("<UNDO_OFTEN_1>");
        assert_string_not_equal(due_name(), who);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(a_toy_offers_it_exactly_when_nothing_was_seen, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(nobody_draws_a_card_to_see_it, open_house, close_house),
        cmocka_unit_test_setup_teardown(who_may_take_nothing_back_hears_why, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_button_from_before_is_stale, open_house, close_house),
        cmocka_unit_test_setup_teardown(a_message_is_applied_once_although_it_was_taken_back,
                                        open_house, close_house),
        cmocka_unit_test_setup_teardown(a_robots_answer_ends_it_for_two, open_house, close_house),
        cmocka_unit_test_setup_teardown(three_in_a_row_are_enough_where_others_wait, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_step_is_taken_back_a_bounded_number_of_times, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(who_is_alone_takes_back_what_is_kept, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_channel_says_whether_moves_are_taken_back, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(the_others_are_asked_where_the_channel_wants_it, open_house,
                                        close_house),
        cmocka_unit_test_setup_teardown(a_game_offers_it_exactly_when_nothing_was_seen, open_house,
                                        close_house),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
