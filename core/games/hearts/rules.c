/* The rules of Hearts: the deal, passing, what may be played, who takes a trick, and the score.
   Rulings: docs/rulings/hearts.md. Names and sentences are in hearts.c. */
#include "hearts.h"

enum { PASSES = 3, QUEEN_POINTS = 13, ALL_POINTS = 26, JACK_POINTS = 10 };

static int points_of(int face)
{
    return face == HE_QUEEN_OF_SPADES ? QUEEN_POINTS : suits_of(face) == SUITS_HEARTS;
}

/* With the jack of diamonds, where it counts. */
static int counted(const struct ruleset *rules, int face)
{
    return face == HE_JACK_OF_DIAMONDS && rules->options[HE_JACK] ? -JACK_POINTS : points_of(face);
}

/* ---- the deal ---- */

/* HE1: with four seats left, right, across and not at all; with three without across. */
static int way_of(const struct ruleset *rules, int seats)
{
    static const int ways[2][4] = {{HE_LEFT, HE_RIGHT, HE_NOWHERE},
                                   {HE_LEFT, HE_RIGHT, HE_ACROSS, HE_NOWHERE}};
    return rules->options[HE_PASSING] ? HE_NOWHERE : ways[seats == 4][rules->deal % seats];
}

/* Who holds the two of clubs leads it. */
static void begin_play(struct play *play)
{
    struct table *t = play->table;
    t->phase = HE_TO_PLAY;
    t->shared[HE_WAY] = HE_NOWHERE;
    for (int seat = 0; seat < t->seats; seat++)
        if (zone_find(t, seat_zone(play->rules, seat, HE_HAND), HE_TWO_OF_CLUBS) >= 0)
            t->turn = t->shared[HE_LEADER] = seat;
}

void hearts_setup(struct play *play)
{
    struct table *t = play->table;
    for (int face = 0; face < SUITS_FACES; face++)
        table_add(t, HE_DECK, face, 1);
    if (SUITS_FACES % t->seats)
        table_move(play, HE_DECK, HE_TWO_OF_DIAMONDS, HE_OUT);
    table_shuffle(play, HE_DECK);
    suits_deal(play, HE_DECK, SUITS_FACES / t->seats);
    begin_play(play);
    t->shared[HE_WAY] = way_of(play->rules, t->seats);
    if (t->shared[HE_WAY]) {
        t->phase = HE_TO_PASS;
        t->turn = t->shared[HE_LEADER] = 0;
    }
}

/* ---- passing ---- */

static int laid_aside(const struct ruleset *rules, const struct table *t, int seat)
{
    return zone_size(t, seat_zone(rules, seat, HE_ASIDE));
}

unsigned hearts_due(const struct ruleset *rules, const struct sight *sight)
{
    const struct table *t = &sight->seen;
    unsigned seats = 0;
    if (t->over)
        return 0;
    if (t->phase == HE_TO_PLAY)
        return 1u << t->turn;
    for (int seat = 0; seat < t->seats; seat++)
        seats |= (unsigned)(laid_aside(rules, t, seat) < PASSES) << seat;
    return seats;
}

/* Shuffled, so that their letters tell neither what they are nor in which order they were chosen.
 */
static void move_aside(struct play *play, int from, int to)
{
    int aside = seat_zone(play->rules, from, HE_ASIDE);
    table_shuffle(play, aside);
    while (zone_size(play->table, aside) > 0)
        table_move(play, aside, 0, seat_zone(play->rules, to, HE_HAND));
}

static void pass_on(struct play *play)
{
    struct table *t = play->table;
    static const int steps[] = {[HE_LEFT] = 1, [HE_RIGHT] = -1, [HE_ACROSS] = 2};
    int way = t->shared[HE_WAY];
    for (int seat = 0; seat < t->seats; seat++) {
        int to = (seat + t->seats + steps[way]) % t->seats;
        move_aside(play, seat, to);
        event_whisper(play, 1u << seat | 1u << to, HE_SAY_GET, to, seat, 0, 0);
    }
    event_say(play, HE_SAY_PASSED, SEAT_NONE, way - 1, 0, 0);
    begin_play(play);
    event_say(play, HE_SAY_FIRST, t->turn, 0, 0, 0);
}

static void lay_aside(struct play *play, int seat, int slot)
{
    struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, HE_HAND), aside = 0;
    table_move(play, hand, zone_find_slot(t, hand, slot), seat_zone(play->rules, seat, HE_ASIDE));
    event_whisper(play, 1u << seat, HE_SAY_PASS, seat, 0, 0, 0);
    if (laid_aside(play->rules, t, seat) < PASSES)
        return;
    event_say(play, HE_SAY_READY, seat, 0, 0, 0);
    for (int other = 0; other < t->seats; other++)
        aside += laid_aside(play->rules, t, other);
    if (aside == PASSES * t->seats)
        pass_on(play);
}

/* HE2: all that somebody laid aside, as long as not all have passed. */
static void take_back(struct play *play, int seat)
{
    bool was_ready = laid_aside(play->rules, play->table, seat) == PASSES;
    move_aside(play, seat, seat);
    event_whisper(play, 1u << seat, HE_SAY_TAKE_BACK, seat, 0, 0, 0);
    if (was_ready)
        event_say(play, HE_SAY_NOT_READY, seat, 0, 0, 0);
}

/* ---- legal moves ---- */

static bool is_first_trick(const struct ruleset *rules, const struct table *t)
{
    int taken = 0;
    for (int seat = 0; seat < t->seats; seat++)
        taken += zone_size(t, seat_zone(rules, seat, HE_TAKEN));
    return taken == 0;
}

/* The suit that may not be led; -1: none. */
static int kept_suit(const struct table *t)
{
    return t->shared[HE_BROKEN] ? -1 : SUITS_HEARTS;
}

/* Whether the card may not be given to the first trick as long as the hand has another one. */
static bool is_kept_back(const struct ruleset *rules, const struct table *t, int face)
{
    return !rules->options[HE_CLEAN] && zone_size(t, HE_TRICK) > 0 && points_of(face) > 0 &&
           is_first_trick(rules, t);
}

static void add_plays(const struct ruleset *rules, const struct table *t, int seat,
                      struct moves *out)
{
    int hand = seat_zone(rules, seat, HE_HAND), first = zone_find(t, hand, HE_TWO_OF_CLUBS),
        kept = 0;
    if (first >= 0 && zone_size(t, HE_TRICK) == 0) {
        moves_add(out, HE_PLAY, zone_card(t, hand, first)->slot, ARG_ABSENT, ARG_ABSENT);
        return;
    }
    if (zone_size(t, HE_TRICK) == 0) {
        suits_lead(rules, t, seat, kept_suit(t), HE_PLAY, out);
        return;
    }
    struct moves all = {.count = 0};
    suits_follow(rules, t, seat, HE_TRICK, HE_PLAY, &all);
    for (int i = 0; i < all.count; i++) {
        int slot = all.list[i].args[0], face = zone_slot_face(t, hand, slot);
        bool is_kept = is_kept_back(rules, t, face);
        kept += is_kept;
        moves_add_if(out, !is_kept, HE_PLAY, slot, ARG_ABSENT, ARG_ABSENT);
    }
    if (kept == all.count)
        *out = all;
}

void hearts_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over || seat == SEAT_HOST || (t->phase == HE_TO_PLAY && seat != t->turn))
        return;
    if (t->phase == HE_TO_PLAY) {
        add_plays(rules, t, seat, out);
        return;
    }
    int hand = seat_zone(rules, seat, HE_HAND), aside = laid_aside(rules, t, seat);
    for (int i = 0; aside < PASSES && i < zone_size(t, hand); i++)
        moves_add(out, HE_PASS, zone_card(t, hand, i)->slot, ARG_ABSENT, ARG_ABSENT);
    moves_add_if(out, aside > 0, HE_TAKE, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

/* ---- tricks ---- */

static void take_trick(struct play *play)
{
    struct table *t = play->table;
    int taker = suits_taker(t, HE_TRICK, SUITS_NO_TRUMP), points = 0;
    for (int i = 0; i < t->seats; i++)
        points += counted(play->rules, zone_face(t, HE_TRICK, i));
    table_move_all(play, HE_TRICK, seat_zone(play->rules, taker, HE_TAKEN));
    t->own[taker][HE_POINTS] += points;
    t->turn = t->shared[HE_LEADER] = taker;
    t->over = zone_size(t, seat_zone(play->rules, taker, HE_HAND)) == 0;
    event_say(play, points ? HE_SAY_TAKE_POINTS : HE_SAY_TAKE, taker, points, 0, 0);
}

/* Who gives points to the first trick holds nothing else. */
enum { NO_OTHERS = 1u << SUITS_CLUBS | 1u << SUITS_DIAMONDS };

static void play_card(struct play *play, int seat, int slot)
{
    struct table *t = play->table;
    int face = zone_slot_face(t, seat_zone(play->rules, seat, HE_HAND), slot);
    if (is_kept_back(play->rules, t, face))
        t->own[seat][HE_VOIDS] |= NO_OTHERS;
    suits_play(play, seat, slot, HE_TRICK, kept_suit(t), HE_VOIDS);
    t->shared[HE_BROKEN] |= suits_of(face) == SUITS_HEARTS ||
                            (face == HE_QUEEN_OF_SPADES && play->rules->options[HE_QUEEN]);
    event_say(play, HE_SAY_PLAY, seat, 0, 0, 0);
    if (zone_size(t, HE_TRICK) == t->seats)
        take_trick(play);
}

void hearts_apply(struct play *play, int seat, const struct move *move)
{
    if (move->verb == HE_PLAY)
        play_card(play, seat, move->args[0]);
    else if (move->verb == HE_PASS)
        lay_aside(play, seat, move->args[0]);
    else
        take_back(play, seat);
}

/* Who does not follow suit, leads hearts unbroken or gives points to the first trick holds nothing
   else; and when all have passed it is told who has the two of clubs. */
int hearts_discloses(const struct ruleset *rules, const struct table *before, int seat,
                     const struct move *move)
{
    enum { FIRST = 1 << SUITS_COUNT, LEADER = 2 * FIRST };
    if (move->verb == HE_TAKE)
        return 0;
    int face = zone_slot_face(before, seat_zone(rules, seat, HE_HAND), move->args[0]);
    if (move->verb == HE_PLAY)
        return (int)suits_shown(before, HE_TRICK, kept_suit(before), face) |
               is_kept_back(rules, before, face) * FIRST;
    struct table after;
    struct chance chance;
    struct play play = {.rules = rules, .table = &after, .chance = &chance};
    chance_init(&chance, NULL, NULL);
    table_copy(&after, before);
    lay_aside(&play, seat, move->args[0]);
    return after.phase == HE_TO_PLAY ? LEADER + after.turn : 0;
}

/* ---- the result ---- */

static bool has_shot(const struct ruleset *rules, const struct table *t, int seat)
{
    int taken = seat_zone(rules, seat, HE_TAKEN), points = 0;
    for (int i = 0; i < zone_size(t, taken); i++)
        points += points_of(zone_face(t, taken, i));
    return points == ALL_POINTS && rules->options[HE_MOON] != HE_MOON_OFF;
}

void hearts_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    bool from_shooter = rules->options[HE_MOON] == HE_MOON_SHOOTER;
    int shooter = SEAT_NONE;
    score_clear(out);
    for (int seat = 0; t->over && seat < t->seats; seat++)
        shooter = has_shot(rules, t, seat) ? seat : shooter;
    for (int seat = 0; seat < t->seats; seat++) {
        int taken = seat_zone(rules, seat, HE_TAKEN);
        bool has_jack = rules->options[HE_JACK] && zone_find(t, taken, HE_JACK_OF_DIAMONDS) >= 0;
        int points = t->own[seat][HE_POINTS] + (has_jack ? JACK_POINTS : 0);
        if (shooter == SEAT_NONE)
            score_add(out, seat, "{0} {0|point|points} taken", points, 0, -points);
        else if (seat == shooter)
            score_add(out, seat, "shot the moon", 0, 0, from_shooter ? ALL_POINTS : 0);
        else
            score_add(out, seat, "the moon was shot", 0, 0, from_shooter ? 0 : -ALL_POINTS);
        if (has_jack)
            score_add(out, seat, "the jack of diamonds", 0, 0, JACK_POINTS);
    }
    score_best_wins(out, t->seats);
}

bool hearts_ends(const struct ruleset *rules, const int *points, int seats)
{
    static const int goals[] = {0, 50, 100};
    int best = points[0], equals = 0;
    bool is_reached = false;
    for (int seat = 0; seat < seats; seat++) {
        is_reached |= -points[seat] >= goals[rules->options[HE_MATCH]];
        best = points[seat] > best ? points[seat] : best;
    }
    for (int seat = 0; seat < seats; seat++)
        equals += points[seat] == best;
    return is_reached && (equals == 1 || rules->options[HE_TIE] == HE_TIE_SHARED);
}

static const char *why_not_play(const struct ruleset *rules, const struct table *t, int seat,
                                int face)
{
    int hand = seat_zone(rules, seat, HE_HAND);
    if (zone_size(t, HE_TRICK) > 0 && suits_count(t, hand, suits_led(t, HE_TRICK)))
        return "You have to follow suit.";
    if (is_kept_back(rules, t, face))
        return "No heart and no queen of spades goes to the first trick, as long as you have another card.";
    return zone_find(t, hand, HE_TWO_OF_CLUBS) >= 0
               ? "The two of clubs leads to the first trick."
               : "Hearts may not be led before one was played, unless you have nothing else.";
}

const char *hearts_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                           const struct move *move)
{
    const struct table *t = &sight->seen;
    int hand = seat_zone(rules, seat, HE_HAND);
    if (t->over)
        return "The game is over.";
    if (t->phase == HE_TO_PLAY && move->verb != HE_PLAY)
        return "Cards are passed before the first trick only.";
    if (t->phase == HE_TO_PASS && move->verb == HE_PLAY)
        return "Three cards are passed first: !pass.";
    if (move->verb == HE_TAKE)
        return "You have laid no card aside.";
    if (move->verb == HE_PASS && laid_aside(rules, t, seat) == PASSES)
        return "You have laid three cards aside; !take takes them back.";
    if (t->phase == HE_TO_PLAY && seat != t->turn)
        return "It is not your turn.";
    int at = zone_find_slot(t, hand, move->args[0]);
    return at < 0 ? "You hold no card with that letter; !hand shows yours."
                  : why_not_play(rules, t, seat, zone_face(t, hand, at));
}

/* ---- how good moves look ---- */

/* What the seat looks at before it weighs its moves. */
struct look {
    const struct table *t;
    int hand, led, top, points;    /* of the trick: the suit led, the card that takes it so far */
    bool is_last, fears, has_jack; /* the queen may be elsewhere; the jack of diamonds counts */
};

static bool is_out(const struct ruleset *rules, const struct table *t, int face)
{
    bool is_out = zone_find(t, HE_TRICK, face) >= 0;
    for (int seat = 0; seat < t->seats; seat++)
        is_out |= zone_find(t, seat_zone(rules, seat, HE_TAKEN), face) >= 0;
    return is_out;
}

static void look_around(const struct ruleset *rules, const struct table *t, int seat,
                        struct look *out)
{
    int size = zone_size(t, HE_TRICK);
    *out = (struct look){.t = t,
                         .hand = seat_zone(rules, seat, HE_HAND),
                         .led = suits_led(t, HE_TRICK),
                         .is_last = size == t->seats - 1};
    out->top = size ? zone_face(t, HE_TRICK, suits_best(t, HE_TRICK, SUITS_NO_TRUMP)) : -1;
    out->fears =
        !is_out(rules, t, HE_QUEEN_OF_SPADES) && zone_find(t, out->hand, HE_QUEEN_OF_SPADES) < 0;
    out->has_jack = rules->options[HE_JACK] != 0;
    for (int i = 0; i < size; i++)
        out->points += counted(rules, zone_face(t, HE_TRICK, i));
}

/* High hearts, spades that may have to take the queen, and what leaves a suit empty. */
static int pass_worth(const struct look *look, int face)
{
    enum { GUARDS = 4, SHORT = 4 };
    int suit = suits_of(face), rank = suits_rank(face),
        count = suits_count(look->t, look->hand, suit);
    if (suit == SUITS_SPADES)
        return rank < SUITS_QUEEN ? -10 - rank : count > GUARDS ? 0 : 100 - rank;
    if (suit == SUITS_HEARTS)
        return 3 * rank + 5;
    if (suit == SUITS_DIAMONDS && look->has_jack && rank >= SUITS_JACK)
        return -20;
    return 2 * rank + (count < SHORT ? 8 * (SHORT - count) : 0);
}

static int lead_worth(const struct look *look, int face)
{
    int suit = suits_of(face), rank = suits_rank(face), worth = 50 - 2 * rank;
    if (suit == SUITS_SPADES)
        return rank >= SUITS_QUEEN ? -40 : look->fears ? worth + 15 : worth;
    if (face == HE_JACK_OF_DIAMONDS && look->has_jack)
        return 0;
    return suit == SUITS_HEARTS ? worth - 10 : worth;
}

static int discard_worth(const struct look *look, int face)
{
    int suit = suits_of(face), rank = suits_rank(face);
    if (face == HE_QUEEN_OF_SPADES)
        return 200;
    if (suit == SUITS_SPADES && rank > SUITS_QUEEN && look->fears)
        return 120 + rank;
    if (suit == SUITS_HEARTS)
        return 60 + 3 * rank;
    if (suit == SUITS_DIAMONDS && look->has_jack && rank >= SUITS_JACK)
        return rank == SUITS_JACK ? -50 : 0;
    return 3 * rank + 8 - suits_count(look->t, look->hand, suit);
}

/* As high as does not take the trick; if it has to be taken, with the highest of a last hand, else
   with the lowest. */
static int follow_worth(const struct look *look, int face)
{
    enum { UNDER = 100, TAKES = 60 };
    int rank = suits_rank(face);
    bool is_jack = face == HE_JACK_OF_DIAMONDS && look->has_jack, takes = face > look->top;
    if (look->is_last && takes && look->points + (is_jack ? -JACK_POINTS : 0) < 0)
        return 3 * UNDER - rank;
    if (is_jack)
        return -UNDER;
    if (!takes)
        return UNDER + (face == HE_QUEEN_OF_SPADES ? UNDER : rank);
    if (face == HE_QUEEN_OF_SPADES)
        return -UNDER;
    if (look->is_last)
        return TAKES + rank - (look->points > 0 ? 20 : 0);
    return TAKES - 2 * rank -
           (suits_of(face) == SUITS_SPADES && rank > SUITS_QUEEN && look->fears ? TAKES : 0);
}

void hearts_weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, int *worths)
{
    enum { NEVER = -1000 };
    const struct table *t = &sight->seen;
    struct look look;
    look_around(rules, t, seat, &look);
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->list[i];
        worths[i] = NEVER;
        if (move->verb == HE_TAKE)
            continue;
        int face = zone_slot_face(t, look.hand, move->args[0]);
        worths[i] = move->verb == HE_PASS        ? pass_worth(&look, face)
                    : look.led < 0               ? lead_worth(&look, face)
                    : suits_of(face) == look.led ? follow_worth(&look, face)
                                                 : discard_worth(&look, face);
    }
}
