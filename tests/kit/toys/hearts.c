/* Hearts, one deal for three to seven: everybody passes three cards to the left at the same
   time, then tricks are taken, and a heart in them counts one, the queen of spades thirteen.
   Fewest points win. Shows a trick, passing in secret, a sorted hand, points on the board, and
   rules that disclose what a hand does not hold. */
#include "suits.h"
#include "toys.h"

enum { TRICK, OUT, SHARED };
enum { HAND, PASSED, TAKEN, SEAT_ZONES };
enum { PASS, PLAY };
enum { SAY_PASS, SAY_PASSED, SAY_FIRST, SAY_PLAY, SAY_TAKE };
enum { LEADER, BROKEN, TRICKS };                  /* registers of the table */
enum { POINTS, TO_PASS = 0, TO_PLAY, MATCH = 0 }; /* of a seat; phases; options */
enum {
    PASSES = 3,
    ALL_POINTS = 26,
    QUEEN_POINTS = 13,
    BLACK_QUEEN = SUITS_SPADES * SUITS_RANKS + SUITS_QUEEN
};
enum { DISCLOSES_SUIT = 1, DISCLOSES_LEAD = 2, DISCLOSES_FIRST = 4, DISCLOSES_LEADER = 8 };

static const struct zone_spec zones[] = {
    {"trick", AUDIENCE_ALL, 0},
    {"out", AUDIENCE_ALL, 0},
    {"hand", AUDIENCE_OWNER, ZONE_SLOTS | ZONE_SORTED},
    {"passed", AUDIENCE_OWNER, ZONE_UNLISTED},
    {"taken", AUDIENCE_ALL, 0},
};
static const struct verb_spec verbs[] = {
    {.word = "pass",
     .flags = VERB_SECRET,
     .args = {{.kind = ARG_CARD}},
     .help = "pass CARD: to the left, three times"},
    {.word = "play", .args = {{.kind = ARG_CARD}}, .help = "play CARD"}};
static const char *const sentences[] = {[SAY_PASS] = "{who} lays {cards} aside.",
                                        [SAY_PASSED] = "All have passed three cards to the left.",
                                        [SAY_FIRST] = "{who} has the lowest club.",
                                        [SAY_PLAY] = "{who} plays {cards}.",
                                        [SAY_TAKE] =
                                            "{who} takes the trick: {0} {0|point|points}."};
static const struct board_item board[] = {
    {.label = "trick", .style = BOARD_LIST, .zone = TRICK},
    {.label = "led by", .style = BOARD_SEAT, .zone = LEADER, .if_any = 1 + TRICK},
    {.label = "cards", .style = BOARD_COUNT, .per_seat = true, .zone = HAND},
    {.label = "points", .style = BOARD_NUMBER, .per_seat = true, .zone = POINTS}};
static const char *const matches[] = {"1", "4"};
static const struct option_spec options[] = {
    [MATCH] = {.name = "match", .kind = OPTION_CHOICE, .words = matches, .word_count = 2}};

static int points_of(int face)
{
    return face == BLACK_QUEEN ? QUEEN_POINTS : suits_of(face) == SUITS_HEARTS;
}

/* Low cards stay out until the rest can be shared; the two of clubs is never one of them. */
static void setup(struct play *play)
{
    static const int out[] = {SUITS_DIAMONDS * SUITS_RANKS, SUITS_DIAMONDS * SUITS_RANKS + 1,
                              SUITS_CLUBS * SUITS_RANKS + 1, SUITS_CLUBS * SUITS_RANKS + 2};
    struct table *t = play->table;
    int spare = SUITS_FACES % t->seats;
    for (int face = 0; face < SUITS_FACES; face++)
        table_add(t, TRICK, face, 1);
    for (int i = 0; i < spare; i++)
        table_move(play, TRICK, zone_find(t, TRICK, out[i]), OUT);
    table_shuffle(play, TRICK);
    for (int seat = 0; zone_size(t, TRICK) > 0; seat = (seat + 1) % t->seats)
        table_move(play, TRICK, 0, seat_zone(play->rules, seat, HAND));
}

static bool has_passed(const struct ruleset *rules, const struct table *t, int seat)
{
    return zone_size(t, seat_zone(rules, seat, PASSED)) == PASSES;
}

static unsigned due(const struct ruleset *rules, const struct sight *sight)
{
    const struct table *t = &sight->seen;
    unsigned all = 0;
    for (int seat = 0; seat < t->seats; seat++)
        all |= (unsigned)!has_passed(rules, t, seat) << seat;
    return t->over ? 0 : t->phase == TO_PASS ? all : 1u << t->turn;
}

/* What may not be led, or not to the first trick, as long as there is anything else. */
static bool is_kept(const struct table *t, int face)
{
    bool leads = zone_size(t, TRICK) == 0;
    return leads ? suits_of(face) == SUITS_HEARTS && !t->shared[BROKEN]
                 : t->shared[TRICKS] == 0 && points_of(face) > 0;
}

/* The lowest club leads the first trick. */
static void add_plays(const struct ruleset *rules, const struct table *t, int seat,
                      struct moves *out)
{
    int hand = seat_zone(rules, seat, HAND), kept = 0;
    struct moves all = {.count = 0};
    suits_follow(rules, t, seat, TRICK, PLAY, &all);
    bool begins = t->shared[TRICKS] == 0 && zone_size(t, TRICK) == 0;
    for (int i = 0; i < all.count; i++) {
        int face = zone_face(t, hand, zone_find_slot(t, hand, all.list[i].args[0]));
        bool is_let = begins ? face == 0 : !is_kept(t, face);
        kept += !is_let;
        moves_add_if(out, is_let, PLAY, all.list[i].args[0], ARG_ABSENT, ARG_ABSENT);
    }
    if (kept == all.count)
        *out = all;
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    out->count = 0;
    if (seat == SEAT_HOST || !(due(rules, sight) >> seat & 1))
        return;
    if (sight->seen.phase == TO_PASS)
        toy_card_moves(rules, sight, seat, PASS, out);
    else
        add_plays(rules, &sight->seen, seat, out);
}

/* Once all have laid three aside: everybody takes those of the right neighbour, shuffled, so
   that their labels do not tell in which order they were chosen. */
static void pass_on(struct play *play)
{
    struct table *t = play->table;
    for (int seat = 0; seat < t->seats; seat++) {
        int from = seat_zone(play->rules, seat, PASSED);
        table_shuffle(play, from);
        table_move_all(play, from, seat_zone(play->rules, (seat + 1) % t->seats, HAND));
    }
    event_say(play, SAY_PASSED, SEAT_NONE, 0, 0, 0);
    t->phase = TO_PLAY;
    for (int seat = 0; seat < t->seats; seat++)
        if (zone_find(t, seat_zone(play->rules, seat, HAND), 0) >= 0)
            t->turn = t->shared[LEADER] = seat;
    event_say(play, SAY_FIRST, t->turn, 0, 0, 0);
}

static void take_trick(struct play *play)
{
    struct table *t = play->table;
    int taker = (t->shared[LEADER] + suits_best(t, TRICK, SUITS_NO_TRUMP)) % t->seats, points = 0;
    for (int i = 0; i < t->seats; i++)
        points += points_of(zone_face(t, TRICK, i));
    table_move_all(play, TRICK, seat_zone(play->rules, taker, TAKEN));
    t->own[taker][POINTS] += points;
    t->shared[TRICKS]++;
    t->turn = t->shared[LEADER] = taker;
    t->over = zone_size(t, seat_zone(play->rules, taker, HAND)) == 0;
    event_say(play, SAY_TAKE, taker, points, 0, 0);
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, HAND), i = zone_find_slot(t, hand, move->args[0]);
    struct sight open;
    table_move(play, hand, i, move->verb == PASS ? seat_zone(play->rules, seat, PASSED) : TRICK);
    event_say(play, move->verb == PASS ? SAY_PASS : SAY_PLAY, seat, 0, 0, 0);
    if (move->verb == PASS) {
        sight_open(t, &open);
        if (due(play->rules, &open) == 0)
            pass_on(play);
        return;
    }
    t->shared[BROKEN] |= suits_of(zone_top(t, TRICK)) == SUITS_HEARTS;
    t->turn = (seat + 1) % t->seats;
    if (zone_size(t, TRICK) == t->seats)
        take_trick(play);
}

/* Who does not follow has none of that suit; who leads a heart that is not broken, or gives
   points to the first trick, has nothing else; and the lowest club says who begins. */
static int discloses(const struct ruleset *rules, const struct table *before, int seat,
                     const struct move *move)
{
    int hand = seat_zone(rules, seat, HAND), led = suits_led(before, TRICK);
    int face = zone_face(before, hand, zone_find_slot(before, hand, move->args[0]));
    if (move->verb == PLAY)
        return (led >= 0 && suits_of(face) != led) * DISCLOSES_SUIT |
               (is_kept(before, face) && led < 0) * DISCLOSES_LEAD |
               (is_kept(before, face) && led >= 0) * DISCLOSES_FIRST;
    struct table after;
    struct chance chance;
    struct play play = {.rules = rules, .table = &after, .chance = &chance};
    chance_init(&chance, NULL, NULL);
    table_copy(&after, before);
    apply(&play, seat, move);
    return after.phase == TO_PLAY ? DISCLOSES_LEADER + after.turn : 0;
}

/* All points are one person's: all others have them instead. */
static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    (void)rules;
    *out = (struct score){0};
    for (int seat = 0; seat < t->seats; seat++) {
        int points = t->own[seat][POINTS];
        for (int other = 0; other < t->seats; other++)
            if (t->own[other][POINTS] == ALL_POINTS)
                points = other == seat ? 0 : ALL_POINTS;
        score_add(out, seat, "{0} points taken", points, 0, -points);
    }
    score_best_wins(out, t->seats);
}

/* Passes its highest cards and plays the highest ones that take nothing. */
static int worth_of(const struct table *t, int face, int verb)
{
    int rank = face % SUITS_RANKS, led = suits_led(t, TRICK);
    if (verb == PASS || (led >= 0 && suits_of(face) != led))
        return rank + SUITS_RANKS * points_of(face);
    return led >= 0 && face < zone_face(t, TRICK, suits_best(t, TRICK, SUITS_NO_TRUMP)) ? rank
                                                                                        : -rank;
}

static void weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, int *worths)
{
    int hand = seat_zone(rules, seat, HAND);
    for (int i = 0; i < moves->count; i++) {
        int face = zone_face(&sight->seen, hand,
                             zone_find_slot(&sight->seen, hand, moves->list[i].args[0]));
        worths[i] = worth_of(&sight->seen, face, moves->list[i].verb);
    }
}

static const char *explain(const struct ruleset *rules, const struct sight *sight, int seat,
                           const struct move *move)
{
    const struct table *t = &sight->seen;
    int hand = seat_zone(rules, seat, HAND);
    bool is_played =
        move->verb == PLAY && t->phase == TO_PLAY && zone_find_slot(t, hand, move->args[0]) >= 0;
    return is_played && !t->over && seat == t->turn ? "Follow suit, or play something else first."
                                                    : NULL;
}

const struct game toy_hearts = {
    .id = "hearts",
    .name = "Hearts",
    .summary = "a toy",
    .version = 1,
    .seats_min = 3,
    .seats_max = 7,
    SUITS_DECK,
    .match = MATCH_SUM,
    .match_option = MATCH,
    .board = board,
    .board_count = TOY_COUNT(board),
    TOY_TABLE(zones, SHARED, SEAT_ZONES, HAND),
    TOY_WORDS(verbs, sentences),
    TOY_OPTIONS(options, NULL),
    .setup = setup,
    .legal = legal,
    .apply = apply,
    .due = due,
    .score = score,
    .explain = explain,
    .weigh = weigh,
    .discloses = discloses,
};
