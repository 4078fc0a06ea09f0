/* The rules of Oh Hell: how many cards are dealt, bids, tricks and the score of a deal.
   Rulings: docs/rulings/ohhell.md. Names and sentences are in ohhell.c. */
#include "ohhell.h"

/* ---- the deals of an evening ---- */

/* OH1: the most cards that are dealt to each. */
static int cards_most(const struct ruleset *rules, int seats)
{
    enum { USUAL = 10, OF_SIX = 8, OF_SEVEN = 7 };
    int usual = seats < 6 ? USUAL : seats == 6 ? OF_SIX : OF_SEVEN;
    return rules->options[OH_MOST] == OH_MOST_AUTO ? usual : rules->options[OH_MOST];
}

int ohhell_length(const struct ruleset *rules, int seats)
{
    int most = cards_most(rules, seats);
    return rules->options[OH_DEALS] == OH_DEALS_ONE    ? 1
           : rules->options[OH_DEALS] == OH_DEALS_BOTH ? 2 * most - 1
                                                       : most;
}

static int cards_now(const struct ruleset *rules, int seats)
{
    int most = cards_most(rules, seats), deal = rules->deal % ohhell_length(rules, seats);
    if (rules->options[OH_DEALS] == OH_DEALS_UP)
        return 1 + deal;
    return deal < most ? most - deal : deal - most + 2;
}

const char *ohhell_excludes(const int *options, int seats)
{
    if (options[OH_MOST] * seats > SUITS_FACES)
        return "There are 52 cards: say a smaller number of cards= for so many players.";
    return NULL;
}

void ohhell_setup(struct play *play)
{
    struct table *t = play->table;
    for (int face = 0; face < SUITS_FACES; face++)
        table_add(t, OH_DECK, face, 1);
    table_shuffle(play, OH_DECK);
    suits_begin(play);
    t->shared[OH_CARDS] = cards_now(play->rules, t->seats);
    suits_deal(play, OH_DECK, t->shared[OH_CARDS]);
    if (zone_size(t, OH_DECK) > 0)
        table_move(play, OH_DECK, 0, OH_TRUMP);
}

/* ---- legal moves ---- */

static int trump_of(const struct table *t)
{
    return zone_size(t, OH_TRUMP) > 0 ? suits_of(zone_top(t, OH_TRUMP)) : SUITS_NO_TRUMP;
}

/* The bid that the last player may not say, so that not all bids can be made; -1: none. OH3 */
static int hooked(const struct ruleset *rules, const struct table *t)
{
    int bids = 0, left = t->shared[OH_CARDS];
    for (int seat = 0; seat < t->seats; seat++) {
        bids += t->own[seat][OH_BIDS] > 0;
        left -= t->own[seat][OH_BIDS] > 0 ? t->own[seat][OH_BIDS] - 1 : 0;
    }
    return rules->options[OH_HOOK] == OH_HOOK_ON && bids == t->seats - 1 ? left : -1;
}

unsigned ohhell_due(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    return sight->seen.over ? 0 : 1u << sight->seen.turn;
}

void ohhell_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over || seat != t->turn)
        return;
    if (t->phase == OH_TO_PLAY) {
        suits_follow(rules, t, seat, OH_TRICK, OH_PLAY, out);
        return;
    }
    for (int tricks = 0; tricks <= t->shared[OH_CARDS]; tricks++)
        moves_add_if(out, tricks != hooked(rules, t), OH_BID, tricks, ARG_ABSENT, ARG_ABSENT);
}

/* ---- moves ---- */

static void bid(struct play *play, int seat, int tricks)
{
    struct table *t = play->table;
    t->own[seat][OH_BIDS] = 1 + tricks;
    t->turn = (seat + 1) % t->seats;
    t->phase = t->own[t->turn][OH_BIDS] ? OH_TO_PLAY : OH_TO_BID;
    event_say(play, OH_SAY_BID, seat, tricks, 0, 0);
}

static void play_card(struct play *play, int seat, int slot)
{
    struct table *t = play->table;
    suits_play(play, seat, slot, OH_TRICK, -1, OH_VOIDS);
    event_say(play, OH_SAY_PLAY, seat, 0, 0, 0);
    if (zone_size(t, OH_TRICK) < t->seats)
        return;
    t->turn = suits_taker(t, OH_TRICK, trump_of(t));
    table_move_all(play, OH_TRICK, OH_PLAYED);
    t->own[t->turn][OH_TRICKS]++;
    t->over = zone_size(t, OH_PLAYED) == t->shared[OH_CARDS] * t->seats;
    event_say(play, OH_SAY_TAKE, t->turn, t->own[t->turn][OH_TRICKS], t->own[t->turn][OH_BIDS] - 1,
              0);
}

void ohhell_apply(struct play *play, int seat, const struct move *move)
{
    if (move->verb == OH_BID)
        bid(play, seat, move->args[0]);
    else
        play_card(play, seat, move->args[0]);
}

/* Who does not follow suit has none of it. */
int ohhell_discloses(const struct ruleset *rules, const struct table *before, int seat,
                     const struct move *move)
{
    if (move->verb != OH_PLAY)
        return 0;
    int face = zone_slot_face(before, seat_zone(rules, seat, OH_HAND), move->args[0]);
    return (int)suits_shown(before, OH_TRICK, -1, face);
}

/* ---- the result ---- */

/* OH4 */
static int points_of(const struct ruleset *rules, int tricks, int wanted)
{
    enum { MADE = 10 };
    int difference = tricks > wanted ? tricks - wanted : wanted - tricks;
    if (difference == 0)
        return MADE + wanted;
    return rules->options[OH_SCORE] == OH_SCORE_TRICKS  ? tricks
           : rules->options[OH_SCORE] == OH_SCORE_MINUS ? -MADE - difference
                                                        : 0;
}

/* Before the end as if no trick more were taken. */
void ohhell_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    score_clear(out);
    for (int seat = 0; seat < t->seats; seat++) {
        int tricks = t->own[seat][OH_TRICKS], wanted = t->own[seat][OH_BIDS] - 1;
        if (wanted >= 0)
            score_add(out, seat, "bid {0}, took {1}", wanted, tricks,
                      points_of(rules, tricks, wanted));
    }
    score_best_wins(out, t->seats);
}

const char *ohhell_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                           const struct move *move)
{
    const struct table *t = &sight->seen;
    int hand = seat_zone(rules, seat, OH_HAND);
    if (t->over)
        return "The game is over.";
    if (seat != t->turn)
        return "It is not your turn.";
    if (t->phase == OH_TO_PLAY && move->verb == OH_BID)
        return "The bids are made.";
    if (t->phase == OH_TO_BID)
        return move->verb != OH_BID ? "Bids come first: !bid 1."
               : move->args[0] == hooked(rules, t)
                   ? "Who bids last may not let all bids add up to the number of tricks."
                   : "A bid is a number of tricks, at most that of your cards.";
    return zone_find_slot(t, hand, move->args[0]) < 0
               ? "You hold no card with that letter; !hand shows yours."
               : "You have to follow suit.";
}

/* ---- how good moves look ---- */

struct odds {
    const struct table *t;
    int hand, trump;
    int out;       /* how many of the unseen cards others hold, in thousandths */
    uint64_t seen; /* faces, as bits */
};

static struct odds odds_of(const struct ruleset *rules, const struct table *t, int seat)
{
    struct odds odds = {.t = t, .hand = seat_zone(rules, seat, OH_HAND), .trump = trump_of(t)};
    const int zones[] = {OH_TRUMP, OH_TRICK, OH_PLAYED, odds.hand};
    int others = 0;
    for (int other = 0; other < t->seats; other++)
        others += other == seat ? 0 : zone_size(t, seat_zone(rules, other, OH_HAND));
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
        for (int card = 0; card < zone_size(t, zones[i]); card++)
            odds.seen |= 1ull << zone_face(t, zones[i], card);
    int unseen = others + zone_size(t, OH_DECK);
    odds.out = unseen > 0 ? 1000 * others / unseen : 0;
    return odds;
}

/* In thousandths, how likely a card of the hand takes a trick some time. */
static int strength_of(const struct odds *odds, int face)
{
    enum { BEATEN = 520, RUFFED = 250, LOW_TRUMP = 150 };
    int suit = suits_of(face), chance = 1000;
    uint64_t higher = (1ull << (suit + 1) * SUITS_RANKS) - (2ull << face);
    for (int count = __builtin_popcountll(higher & ~odds->seen); count > 0; count--)
        chance -= chance * odds->out / 1000 * BEATEN / 1000;
    if (odds->trump == SUITS_NO_TRUMP)
        return chance;
    if (odds->trump == suit)
        return chance > LOW_TRUMP ? chance : LOW_TRUMP;
    return chance * (1000 - odds->out * RUFFED / 1000) / 1000;
}

/* With few cards, who does not lead first hardly leads at all. */
static int expected(const struct odds *odds, int seat)
{
    enum { FEW = 4 };
    const struct table *t = odds->t;
    int sum = 0, count = zone_size(t, odds->hand);
    bool is_short = count < FEW && t->own[(seat + t->seats - 1) % t->seats][OH_BIDS] > 0;
    for (int i = 0; i < count; i++) {
        int face = zone_face(t, odds->hand, i), strength = strength_of(odds, face);
        sum += is_short && suits_of(face) != odds->trump ? strength * count / FEW : strength;
    }
    return sum;
}

/* Takes tricks as cheaply as it can while it wants some, and else loses its highest cards. */
static int card_worth(const struct odds *odds, int seat, int face)
{
    enum { FITS = 2000 };
    const struct table *t = odds->t;
    int strength = strength_of(odds, face), size = zone_size(t, OH_TRICK);
    bool wants = t->own[seat][OH_TRICKS] < t->own[seat][OH_BIDS] - 1;
    if (size == 0)
        return wants ? strength : -strength;
    int top = zone_face(t, OH_TRICK, suits_best(t, OH_TRICK, odds->trump));
    bool wins = suits_beats(face, top, odds->trump), is_last = size == t->seats - 1;
    if (wants)
        return (wins ? FITS : 0) + (wins && !is_last ? strength : -strength);
    return wins ? (is_last ? strength : -strength) : FITS + strength;
}

void ohhell_weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, int *worths)
{
    const struct table *t = &sight->seen;
    struct odds odds = odds_of(rules, t, seat);
    int wanted = t->phase == OH_TO_BID ? expected(&odds, seat) : 0;
    for (int i = 0; i < moves->count; i++) {
        int value = moves->list[i].args[0], missed = 1000 * value - wanted;
        if (t->phase == OH_TO_BID)
            worths[i] = missed < 0 ? missed : -missed;
        else
            worths[i] = card_worth(&odds, seat, zone_slot_face(t, odds.hand, value));
    }
}
