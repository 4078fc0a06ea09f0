/* The rules of Spades: the deal, bids, what may be played, who takes a trick, and the score of a
   pair. Rulings: docs/rulings/spades.md. Names and sentences are in spades.c. */
#include "spades.h"

enum { A_TRICK = 10, BAGS = 10, BAGS_COST = 100, NIL = 100, BLIND = 200, BEHIND = 100 };

static int partner_of(int seat)
{
    return (seat + 2) % SP_SEATS;
}

unsigned spades_partners(const struct ruleset *rules, int seats, int seat)
{
    (void)rules, (void)seats;
    return 1u << seat | 1u << partner_of(seat);
}

/* ---- the deal ---- */

/* SP3: who may bid blind does not see the cards until then. */
static bool may_be_blind(const struct ruleset *rules, int seat)
{
    return rules->options[SP_BLIND_NIL] == SP_BLIND_YES &&
           rules->points[seat] + BEHIND <= rules->points[(seat + 1) % SP_SEATS];
}

void spades_setup(struct play *play)
{
    struct table *t = play->table;
    for (int face = 0; face < SUITS_FACES; face++)
        table_add(t, SP_DECK, face, 1);
    table_shuffle(play, SP_DECK);
    suits_begin(play);
    t->shared[SP_LEADER] = t->turn;
    suits_deal(play, SP_DECK, SP_CARDS);
    for (int seat = 0; seat < t->seats; seat++)
        if (may_be_blind(play->rules, seat))
            table_move_all(play, seat_zone(play->rules, seat, SP_HAND),
                           seat_zone(play->rules, seat, SP_UNSEEN));
}

/* ---- legal moves ---- */

/* The suit that may not be led; -1: none. */
static int kept_suit(const struct table *t)
{
    return t->shared[SP_BROKEN] ? -1 : SUITS_SPADES;
}

unsigned spades_due(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    return sight->seen.over ? 0 : 1u << sight->seen.turn;
}

static bool is_unseen(const struct ruleset *rules, const struct table *t, int seat)
{
    return zone_size(t, seat_zone(rules, seat, SP_UNSEEN)) > 0;
}

void spades_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over || seat != t->turn)
        return;
    if (t->phase == SP_TO_PLAY && zone_size(t, SP_TRICK) == 0) {
        suits_lead(rules, t, seat, kept_suit(t), SP_PLAY, out);
    } else if (t->phase == SP_TO_PLAY) {
        suits_follow(rules, t, seat, SP_TRICK, SP_PLAY, out);
    } else if (is_unseen(rules, t, seat)) {
        moves_add(out, SP_BLIND, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
        moves_add(out, SP_LOOK, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    } else {
        for (int tricks = 0; tricks <= SP_CARDS; tricks++)
            moves_add(out, SP_BID, tricks, ARG_ABSENT, ARG_ABSENT);
    }
}

/* ---- moves ---- */

static void make_bid(struct play *play, int seat, int tricks, int sentence)
{
    struct table *t = play->table;
    t->own[seat][SP_BID_IS] = 1 + tricks;
    event_say(play, sentence, seat, tricks, 0, 0);
    t->turn = (seat + 1) % t->seats;
    if (t->own[t->turn][SP_BID_IS])
        t->phase = SP_TO_PLAY;
}

static void look(struct play *play, int seat)
{
    table_move_all(play, seat_zone(play->rules, seat, SP_UNSEEN),
                   seat_zone(play->rules, seat, SP_HAND));
}

static void play_card(struct play *play, int seat, int slot)
{
    struct table *t = play->table;
    suits_play(play, seat, slot, SP_TRICK, kept_suit(t), SP_VOIDS);
    t->shared[SP_BROKEN] |= suits_of(zone_top(t, SP_TRICK)) == SUITS_SPADES;
    event_say(play, SP_SAY_PLAY, seat, 0, 0, 0);
    if (zone_size(t, SP_TRICK) < t->seats)
        return;
    t->turn = t->shared[SP_LEADER] = suits_taker(t, SP_TRICK, SUITS_SPADES);
    table_move_all(play, SP_TRICK, SP_PLAYED);
    int tricks = ++t->own[t->turn][SP_TRICKS];
    t->over = zone_size(t, SP_PLAYED) == SUITS_FACES;
    event_say(play, SP_SAY_TAKE, t->turn, tricks, 0, 0);
}

void spades_apply(struct play *play, int seat, const struct move *move)
{
    if (move->verb == SP_BID) {
        make_bid(play, seat, move->args[0], move->args[0] ? SP_SAY_BID : SP_SAY_NIL);
    } else if (move->verb == SP_BLIND) {
        play->table->own[seat][SP_WAS_BLIND] = 1;
        look(play, seat);
        make_bid(play, seat, 0, SP_SAY_BLIND);
    } else if (move->verb == SP_LOOK) {
        look(play, seat);
        event_say(play, SP_SAY_LOOK, seat, 0, 0, 0);
    } else {
        play_card(play, seat, move->args[0]);
    }
}

/* Who does not follow suit has none of it, and who leads spades unbroken nothing else. */
int spades_discloses(const struct ruleset *rules, const struct table *before, int seat,
                     const struct move *move)
{
    if (move->verb != SP_PLAY)
        return 0;
    int face = zone_slot_face(before, seat_zone(rules, seat, SP_HAND), move->args[0]);
    return (int)suits_shown(before, SP_TRICK, kept_suit(before), face);
}

/* ---- the result ---- */

struct pair {
    int bid, tricks; /* tricks: those that count for the bid and as bags */
    int nil;         /* points for nils */
    int bags;
};

/* A nil that failed: its tricks are bags, or help the partner's bid. */
static void add_seat(const struct ruleset *rules, const struct table *t, int seat,
                     struct pair *pair)
{
    const int *own = t->own[seat];
    int value = own[SP_WAS_BLIND] ? BLIND : NIL;
    if (own[SP_BID_IS] > 1) {
        pair->bid += own[SP_BID_IS] - 1;
        pair->tricks += own[SP_TRICKS];
        return;
    }
    pair->nil += own[SP_TRICKS] ? -value : value;
    if (rules->options[SP_FAILED] == SP_FAILED_HELP)
        pair->tricks += own[SP_TRICKS];
    else
        pair->bags += own[SP_TRICKS];
}

/* SP5: the last digit of the points so far is the number of bags, for all else counts tens. */
static int bags_before(const struct ruleset *rules, int seat)
{
    return (rules->points[seat] % BAGS + BAGS) % BAGS;
}

static void score_pair(const struct ruleset *rules, const struct table *t, int seat,
                       struct score *out)
{
    struct pair pair = {0};
    add_seat(rules, t, seat, &pair);
    add_seat(rules, t, partner_of(seat), &pair);
    bool is_made = pair.tricks >= pair.bid;
    pair.bags += is_made ? pair.tricks - pair.bid : 0;
    int penalties = (bags_before(rules, seat) + pair.bags) / BAGS;
    score_add(out, seat, is_made ? "{0} bid and made" : "{0} bid, and {1} taken", pair.bid,
              pair.tricks, is_made ? A_TRICK * pair.bid : -A_TRICK * pair.bid);
    if (pair.nil)
        score_add(out, seat, "nil", 0, 0, pair.nil);
    if (pair.bags)
        score_add(out, seat, "{0} {0|bag|bags}", pair.bags, 0, pair.bags);
    if (penalties && rules->options[SP_BAGS] == SP_BAGS_COST)
        score_add(out, seat, "ten bags", 0, 0, -BAGS_COST * penalties);
}

/* Before the end: what is taken by then. */
void spades_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    score_clear(out);
    for (int seat = 0; seat < t->seats; seat++) {
        if (t->over)
            score_pair(rules, t, seat, out);
        else
            score_add(out, seat, "{0} {0|trick|tricks}",
                      t->own[seat][SP_TRICKS] + t->own[partner_of(seat)][SP_TRICKS], 0, 0);
    }
    score_best_wins(out, t->seats);
}

bool spades_ends(const struct ruleset *rules, const int *points, int seats)
{
    enum { LOST = -200 };
    static const int goals[] = {0, 200, 300, 500};
    int goal = goals[rules->options[SP_MATCH]];
    (void)seats;
    bool is_reached =
        points[0] >= goal || points[1] >= goal || points[0] <= LOST || points[1] <= LOST;
    return is_reached && points[0] != points[1];
}

const char *spades_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                           const struct move *move)
{
    const struct table *t = &sight->seen;
    int hand = seat_zone(rules, seat, SP_HAND);
    if (t->over)
        return "The game is over.";
    if (seat != t->turn)
        return "It is not your turn.";
    if (move->verb == SP_BLIND || move->verb == SP_LOOK)
        return "Blind nil is bid before you see your cards, with blind=yes and when your pair is 100 points behind.";
    if (is_unseen(rules, t, seat))
        return "You have not seen your cards yet: !look, or bid !blind nil.";
    if (t->phase == SP_TO_PLAY && move->verb == SP_BID)
        return "The bids are made.";
    if (t->phase == SP_TO_BID)
        return move->verb == SP_BID ? "A bid is a number of tricks from 0 to 13."
                                    : "Bids come first: !bid 3.";
    int at = zone_find_slot(t, hand, move->args[0]);
    if (at < 0)
        return "You hold no card with that letter; !hand shows yours.";
    return zone_size(t, SP_TRICK) > 0
               ? "You have to follow suit."
               : "Spades may not be led before one was played, unless you have nothing else.";
}

/* ---- how good moves look ---- */

/* Tenths of a trick that the hand may expect from a suit that is not trump. */
static int tricks_in_suit(const struct table *t, int hand, int suit, int trumps)
{
    int count = suits_count(t, hand, suit), first = suit * SUITS_RANKS, tenths = 0;
    if (zone_find(t, hand, first + SUITS_ACE) >= 0)
        tenths += count > 5 ? 7 : 9;
    if (zone_find(t, hand, first + SUITS_KING) >= 0 && count > 1)
        tenths += count > 5 ? 4 : 6;
    if (zone_find(t, hand, first + SUITS_QUEEN) >= 0 && count > 2)
        tenths += 2;
    if (trumps > 1 && count < 2)
        tenths += count == 0 ? 9 : 5;
    return tenths;
}

/* And from all of it. */
static int tricks_of(const struct table *t, int hand)
{
    static const int trump[SUITS_RANKS] = {
        1, 1, 1, 1, 1, 1, 1, 1, 1, 1, [SUITS_QUEEN] = 6, [SUITS_KING] = 8, [SUITS_ACE] = 10};
    int tenths = 0, trumps = suits_count(t, hand, SUITS_SPADES);
    for (int suit = 0; suit < SUITS_SPADES; suit++)
        tenths += tricks_in_suit(t, hand, suit, trumps);
    for (int i = 0; i < zone_size(t, hand); i++)
        if (suits_of(zone_face(t, hand, i)) == SUITS_SPADES)
            tenths += trump[suits_rank(zone_face(t, hand, i))];
    return tenths + (trumps > 3 ? 9 * (trumps - 3) : 0);
}

/* Whether the hand may well take no trick. */
static bool is_low(const struct table *t, int hand)
{
    int high = 0, trumps = suits_count(t, hand, SUITS_SPADES);
    for (int i = 0; i < zone_size(t, hand); i++) {
        int face = zone_face(t, hand, i), rank = suits_rank(face);
        high += suits_of(face) == SUITS_SPADES ? (rank >= SUITS_TEN ? 4 : 0)
                : rank == SUITS_ACE            ? 3
                : rank == SUITS_KING           ? 2
                                               : rank == SUITS_QUEEN;
    }
    return trumps < 4 && high < 4;
}

static int bid_worth(const struct ruleset *rules, const struct table *t, int seat, int tricks)
{
    int hand = seat_zone(rules, seat, SP_HAND), wanted = (tricks_of(t, hand) + 4) / 10, bids = 0;
    for (int other = 0; other < t->seats; other++)
        bids += t->own[other][SP_BID_IS] > 0 ? t->own[other][SP_BID_IS] - 1 : 0;
    bool is_nil = is_low(t, hand) && t->own[partner_of(seat)][SP_BID_IS] != 1;
    wanted = is_nil ? 0 : wanted > 0 ? wanted : 1;
    if (!is_nil && bids + wanted > SP_CARDS)
        wanted = bids < SP_CARDS ? SP_CARDS - bids : 1;
    return -(tricks > wanted ? tricks - wanted : wanted - tricks);
}

struct plan {
    const struct table *t;
    int hand, top, winner;
    bool wants, is_last, partner_leads;
};

/* What the seat is after: tricks until the pair has its bid, none with a nil. */
static struct plan plan_of(const struct ruleset *rules, const struct table *t, int seat)
{
    int size = zone_size(t, SP_TRICK), partner = partner_of(seat),
        best = size ? suits_best(t, SP_TRICK, SUITS_SPADES) : 0;
    const int *own = t->own[seat], *other = t->own[partner];
    int bid = (own[SP_BID_IS] > 1 ? own[SP_BID_IS] - 1 : 0) +
              (other[SP_BID_IS] > 1 ? other[SP_BID_IS] - 1 : 0),
        tricks = (own[SP_BID_IS] > 1 ? own[SP_TRICKS] : 0) +
                 (other[SP_BID_IS] > 1 ? other[SP_TRICKS] : 0);
    bool is_nil = own[SP_BID_IS] == 1 && own[SP_TRICKS] == 0,
         guards = other[SP_BID_IS] == 1 && other[SP_TRICKS] == 0;
    struct plan plan = {.t = t,
                        .hand = seat_zone(rules, seat, SP_HAND),
                        .top = size ? zone_face(t, SP_TRICK, best) : -1,
                        .winner = (t->shared[SP_LEADER] + best) % t->seats,
                        .is_last = size == t->seats - 1};
    plan.partner_leads = size > 0 && plan.winner == partner;
    plan.wants = !is_nil && (tricks < bid || (guards && plan.partner_leads));
    if (guards)
        plan.partner_leads = false;
    return plan;
}

static int lead_worth(const struct plan *plan, int face)
{
    int rank = suits_rank(face), suit = suits_of(face);
    if (!plan->wants)
        return 40 - 2 * rank - (suit == SUITS_SPADES ? 20 : 0);
    if (suit == SUITS_SPADES)
        return rank == SUITS_ACE ? 45 : 15 - rank;
    return rank == SUITS_ACE    ? 60
           : rank == SUITS_KING ? 20
                                : 40 - rank - suits_count(plan->t, plan->hand, suit);
}

static int card_worth(const struct plan *plan, int face)
{
    int rank = suits_rank(face), trump = suits_of(face) == SUITS_SPADES ? SUITS_RANKS : 0;
    bool wins = plan->top >= 0 && suits_beats(face, plan->top, SUITS_SPADES);
    if (plan->top < 0)
        return lead_worth(plan, face);
    if (!plan->wants)
        return wins ? -rank - trump : 50 + rank + 2 * trump;
    if (wins && !(plan->partner_leads && (plan->is_last || suits_rank(plan->top) >= SUITS_KING)))
        return plan->is_last ? 90 - rank - trump : 60 + (trump ? -rank : rank);
    return 40 - rank - trump;
}

void spades_weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, int *worths)
{
    const struct table *t = &sight->seen;
    struct plan plan = plan_of(rules, t, seat);
    for (int i = 0; i < moves->count; i++) {
        const struct move *move = &moves->list[i];
        if (move->verb == SP_PLAY)
            worths[i] = card_worth(&plan, zone_slot_face(t, plan.hand, move->args[0]));
        else
            worths[i] = move->verb == SP_BID ? bid_worth(rules, t, seat, move->args[0])
                                             : move->verb == SP_LOOK;
    }
}
