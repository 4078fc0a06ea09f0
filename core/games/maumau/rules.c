/* The rules of Mau-Mau: setup, what may be played, what a card does, the end and the score.
   Rulings: docs/rulings/maumau.md. Names and sentences are in maumau.c. */
#include "maumau.h"

#include <stdlib.h>

enum { FIT_DRAWS = 3, A_SEVEN = 2, CALLED = 2, SINGLE_MOST = 5, SMALL_MOST = 4, TURNED_MOST = 3 };

static bool is_crazy(const struct ruleset *rules)
{
    return rules->options[MM_RULES] == MM_RULES_CRAZYEIGHTS;
}

static bool has_effect(const struct ruleset *rules, int effect)
{
    return !is_crazy(rules) && rules->options[MM_EFFECTS] >> effect & 1;
}

/* The rank that names a suit; -1: none does. */
static int wish_rank(const struct ruleset *rules)
{
    static const int ranks[] = {SUITS_JACK, SUITS_EIGHT, -1};
    return is_crazy(rules) ? SUITS_EIGHT : ranks[rules->options[MM_WISHES]];
}

/* ---- the deck, and the deal ---- */

static int deck_of(const struct ruleset *rules, int seats)
{
    int deck = rules->options[MM_DECK];
    if (deck != MM_DECK_AUTO)
        return deck;
    if (seats > SINGLE_MOST)
        return MM_DECK_104;
    return seats > SMALL_MOST || is_crazy(rules) ? MM_DECK_52 : MM_DECK_32;
}

static int hand_size(const struct ruleset *rules, int seats)
{
    int cards = rules->options[MM_CARDS];
    if (cards != MM_CARDS_AUTO)
        return cards;
    return is_crazy(rules) && seats == 2 ? 7 : 5;
}

/* MM6: a card that is turned up works as if the dealer had played it. */
static void turn_up(struct play *play)
{
    struct table *t = play->table;
    table_move(play, MM_STOCK, 0, MM_PILE);
    int rank = suits_rank(zone_top(t, MM_PILE));
    t->shared[MM_FREE] = rank == wish_rank(play->rules);
    if (!has_effect(play->rules, MM_EFFECT_START) || t->shared[MM_FREE])
        return;
    if (rank == SUITS_SEVEN && has_effect(play->rules, MM_EFFECT_SEVENS))
        t->shared[MM_OWED] = A_SEVEN;
    if (rank == SUITS_EIGHT && has_effect(play->rules, MM_EFFECT_EIGHTS))
        t->turn = (t->turn + 1) % t->seats;
    if (rank == SUITS_NINE && has_effect(play->rules, MM_EFFECT_NINES))
        t->shared[MM_BACK] = 1;
}

void maumau_setup(struct play *play)
{
    struct table *t = play->table;
    int deck = deck_of(play->rules, t->seats);
    for (int face = 0; face < SUITS_FACES; face++)
        if (deck != MM_DECK_32 || suits_rank(face) >= SUITS_SEVEN)
            table_add(t, MM_STOCK, face, deck == MM_DECK_104 ? 2 : 1);
    table_shuffle(play, MM_STOCK);
    suits_begin(play);
    suits_deal(play, MM_STOCK, hand_size(play->rules, t->seats));
    turn_up(play);
}

const char *maumau_excludes(const int *options, int seats)
{
    static const int standards[MM_OPTIONS] = {
        [MM_CARDS] = MM_CARDS_AUTO, [MM_EFFECTS] = MM_EFFECTS_STANDARD};
    for (int i = MM_CARDS; i < MM_MATCH; i++)
        if (options[MM_RULES] == MM_RULES_CRAZYEIGHTS && options[i] != standards[i])
            return "Crazy Eights has its own rules: leave out all options but match.";
    if (options[MM_DECK] == MM_DECK_32 && seats > SMALL_MOST)
        return "The deck of 32 cards is for 2 to 4 players: leave deck= out.";
    if (options[MM_DECK] == MM_DECK_52 && seats > SINGLE_MOST)
        return "The deck of 52 cards is for 2 to 5 players: leave deck= out.";
    return NULL;
}

/* ---- legal moves ---- */

static int next_seat(const struct table *t, int seat, int steps)
{
    int way = t->shared[MM_BACK] ? t->seats - 1 : 1;
    return (seat + way * steps) % t->seats;
}

static bool fits(const struct ruleset *rules, const struct table *t, int face)
{
    int top = zone_top(t, MM_PILE), wish = wish_rank(rules);
    if (t->shared[MM_OWED])
        return suits_rank(face) == SUITS_SEVEN && has_effect(rules, MM_EFFECT_STACK);
    if (t->shared[MM_FREE])
        return true;
    if (suits_rank(face) == wish)
        return suits_rank(top) != wish || rules->options[MM_REWISH] == 0;
    if (t->shared[MM_WISH])
        return suits_of(face) == t->shared[MM_WISH] - 1;
    return suits_of(face) == suits_of(top) || suits_rank(face) == suits_rank(top);
}

static bool can_draw(const struct ruleset *rules, const struct table *t, int seat)
{
    return zone_size(t, MM_STOCK) > 0 &&
           zone_size(t, seat_zone(rules, seat, MM_HAND)) < MM_HAND_MOST;
}

static bool says_mau(const struct move *move)
{
    return move->args[1] == MM_SAID_MAU || move->args[2] != ARG_ABSENT;
}

/* With each suit where the card names one. "Mau" can be said or forgotten with the second last
   card; of the last one it is a part (MM10). */
static void add_plays(const struct ruleset *rules, const struct card *card, int held,
                      struct moves *out)
{
    bool wishes = suits_rank(card->face) == wish_rank(rules);
    bool can_say = rules->options[MM_ANNOUNCE] && held <= 2, can_forget = !can_say || held == 2;
    if (!wishes) {
        if (can_say)
            moves_add(out, MM_PLAY, card->slot, MM_SAID_MAU, ARG_ABSENT);
        moves_add_if(out, can_forget, MM_PLAY, card->slot, ARG_ABSENT, ARG_ABSENT);
        return;
    }
    for (int suit = 0; suit < SUITS_COUNT; suit++) {
        moves_add_if(out, can_say, MM_PLAY, card->slot, suit, 0);
        moves_add_if(out, can_forget, MM_PLAY, card->slot, suit, ARG_ABSENT);
    }
}

/* MM11: until the next move the player who forgot to say mau can be called, or says it late. */
static void add_claims(const struct table *t, int seat, struct moves *out)
{
    int forgot = t->shared[MM_FORGOT] - 1;
    moves_add_if(out, seat != forgot && seat < t->seats, MM_CALL, forgot, ARG_ABSENT, ARG_ABSENT);
    moves_add_if(out, seat == forgot, MM_MAU, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

void maumau_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over)
        return;
    if (t->shared[MM_FORGOT])
        add_claims(t, seat, out);
    if (seat != t->turn)
        return;
    int hand = seat_zone(rules, seat, MM_HAND), drew = t->own[seat][MM_DREW];
    for (int i = 0; i < zone_size(t, hand); i++) {
        const struct card *card = zone_card(t, hand, i);
        /* everybody knows that the card fits that was drawn; others see no slots */
        bool is_drawn = card->slot == drew || (card->slot == 0 && i == 0);
        if (drew ? is_drawn : fits(rules, t, card->face))
            add_plays(rules, card, zone_size(t, hand), out);
    }
    moves_add_if(out, !drew && can_draw(rules, t, seat), MM_DRAW, ARG_ABSENT, ARG_ABSENT,
                 ARG_ABSENT);
    moves_add_if(out, drew || !can_draw(rules, t, seat), MM_PASS, ARG_ABSENT, ARG_ABSENT,
                 ARG_ABSENT);
}

unsigned maumau_due(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    return sight->seen.over ? 0 : 1u << sight->seen.turn;
}

unsigned maumau_claims(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    return sight->seen.shared[MM_FORGOT] ? (1u << sight->seen.seats) - 1 : 0;
}

/* ---- what is drawn ---- */

/* An empty stock is made anew at once, so that what lies there is never a question of who asks. */
static void renew_stock(struct play *play)
{
    struct table *t = play->table;
    if (zone_size(t, MM_STOCK) > 0 || zone_size(t, MM_PILE) < 2 ||
        t->shared[MM_TURNED] == TURNED_MOST)
        return;
    t->shared[MM_TURNED]++;
    while (zone_size(t, MM_PILE) > 1)
        table_move(play, MM_PILE, 0, MM_STOCK);
    table_shuffle(play, MM_STOCK);
    event_say(play, MM_SAY_ANEW, SEAT_NONE, zone_size(t, MM_STOCK), 0, 0);
}

/* Returns whether there was one. */
static bool draw_one(struct play *play, int seat)
{
    if (!can_draw(play->rules, play->table, seat))
        return false;
    table_move(play, MM_STOCK, 0, seat_zone(play->rules, seat, MM_HAND));
    return true;
}

/* Draws so many cards, or until one fits; with an empty stock it goes on from the pile. Says what
   was drawn, and returns whether the last one fits. */
static bool draw_some(struct play *play, int seat, int most, bool until_fit, int sentence)
{
    const struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, MM_HAND), drawn = 0;
    bool is_fit = false;
    while (drawn < most && !(until_fit && is_fit) && draw_one(play, seat)) {
        drawn++;
        is_fit = fits(play->rules, t, zone_top(t, hand));
        if (drawn == most || (until_fit && is_fit) || !can_draw(play->rules, t, seat))
            event_say(play, sentence, seat, 0, 0, 0);
        renew_stock(play);
    }
    return is_fit;
}

static int draws_most(const struct ruleset *rules)
{
    return is_crazy(rules) || rules->options[MM_DRAWING] == MM_DRAWING_FIT ? FIT_DRAWS : 1;
}

/* The slot of a drawn card that may be played at once; 0 if none was. */
static int draw_for_turn(struct play *play, int seat)
{
    const struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, MM_HAND);
    bool waits = !is_crazy(play->rules) && play->rules->options[MM_DRAWING] == MM_DRAWING_WAIT;
    bool is_fit = draw_some(play, seat, draws_most(play->rules), true, MM_SAY_DRAW);
    return is_fit && !waits ? zone_card(t, hand, zone_size(t, hand) - 1)->slot : 0;
}

/* ---- playing ---- */

/* All hands are laid open, so that everybody can count them. */
static void end_round(struct play *play)
{
    struct table *t = play->table;
    for (int seat = 0; seat < t->seats; seat++) {
        int hand = seat_zone(play->rules, seat, MM_HAND);
        if (zone_size(t, hand) == 0)
            continue;
        /* in the order of the faces, for that of the hand is its holder's secret */
        for (int face = 0; face < SUITS_FACES; face++)
            for (int i; (i = zone_find(t, hand, face)) >= 0;)
                table_move(play, hand, i, seat_zone(play->rules, seat, MM_LEFT));
        event_say(play, MM_SAY_LEFT, seat, 0, 0, 0);
    }
    t->over = true;
}

static void end_turn(struct play *play, int steps)
{
    struct table *t = play->table;
    t->own[t->turn][MM_DREW] = 0;
    if (steps == 2)
        event_say(play, MM_SAY_SKIP, next_seat(t, t->turn, 1), 0, 0, 0);
    t->turn = next_seat(t, t->turn, steps);
}

static void apply_effect(struct play *play, int rank)
{
    struct table *t = play->table;
    int steps = 1;
    if (rank == SUITS_SEVEN && has_effect(play->rules, MM_EFFECT_SEVENS))
        t->shared[MM_OWED] += A_SEVEN;
    if (rank == SUITS_EIGHT && has_effect(play->rules, MM_EFFECT_EIGHTS) &&
        wish_rank(play->rules) != SUITS_EIGHT)
        steps = 2;
    if (rank == SUITS_NINE && has_effect(play->rules, MM_EFFECT_NINES)) {
        t->shared[MM_BACK] = !t->shared[MM_BACK];
        steps = t->seats == 2 ? 0 : 1;
    }
    if (rank == SUITS_ACE && has_effect(play->rules, MM_EFFECT_ACES))
        steps = 0;
    end_turn(play, steps);
}

/* Of the second last and the last card. */
static void announce(struct play *play, int seat, bool is_said)
{
    struct table *t = play->table;
    int left = zone_size(t, seat_zone(play->rules, seat, MM_HAND));
    if (left > 1)
        return;
    t->shared[MM_FORGOT] = is_said ? 0 : 1 + seat;
    event_say(play, !is_said ? MM_SAY_FORGOT : left ? MM_SAY_MAU : MM_SAY_MAU_MAU, seat, 0, 0, 0);
}

static void play_card(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, MM_HAND);
    int suit = move->args[1] == MM_SAID_MAU ? ARG_ABSENT : move->args[1];
    table_move(play, hand, zone_find_slot(t, hand, move->args[0]), MM_PILE);
    t->shared[MM_WISH] = suit + 1; /* 0 without one */
    t->shared[MM_FREE] = t->shared[MM_STUCK] = 0;
    event_say(play, suit >= 0 ? MM_SAY_WISH : MM_SAY_PLAY, seat, suit, 0, 0);
    if (play->rules->options[MM_ANNOUNCE])
        announce(play, seat, says_mau(move));
    if (zone_size(t, hand) == 0)
        end_round(play);
    else
        apply_effect(play, suits_rank(zone_top(t, MM_PILE)));
    if (!t->over)
        renew_stock(play); /* the pile may be the first that can be turned over */
}

static void draw(struct play *play, int seat)
{
    struct table *t = play->table;
    int owed = t->shared[MM_OWED];
    t->shared[MM_STUCK] = 0;
    if (owed) {
        t->shared[MM_OWED] = 0;
        draw_some(play, seat, owed, false, MM_SAY_DRAW_OWED);
    } else if ((t->own[seat][MM_DREW] = draw_for_turn(play, seat)) != 0) {
        return;
    }
    end_turn(play, 1);
}

/* MM5: where nobody can play or draw any more, the round is over. */
static void pass(struct play *play, int seat)
{
    struct table *t = play->table;
    event_say(play, MM_SAY_PASS, seat, 0, 0, 0);
    t->shared[MM_STUCK] = t->own[seat][MM_DREW] ? 0 : t->shared[MM_STUCK] + 1;
    t->shared[MM_OWED] = 0;
    end_turn(play, 1);
    if (t->shared[MM_STUCK] == t->seats)
        end_round(play);
}

static void call(struct play *play, int seat, const struct move *move)
{
    event_say(play, MM_SAY_CALL, seat, move->args[0], 0, 0);
    draw_some(play, move->args[0], CALLED, false, MM_SAY_DRAW_CALLED);
}

void maumau_apply(struct play *play, int seat, const struct move *move)
{
    play->table->shared[MM_FORGOT] = 0;
    switch (move->verb) {
    case MM_PLAY:
        play_card(play, seat, move);
        break;
    case MM_DRAW:
        draw(play, seat);
        break;
    case MM_CALL:
        call(play, seat, move);
        break;
    case MM_MAU:
        event_say(play, MM_SAY_MAU, seat, 0, 0, 0);
        break;
    default:
        pass(play, seat);
    }
}

/* How many cards somebody draws, and whether the last of them fits, is seen by all; so is which
   card of the hand it is, when it is played. */
int maumau_discloses(const struct ruleset *rules, const struct table *before, int seat,
                     const struct move *move)
{
    int drawn = 0;
    if (move->verb == MM_PLAY) /* of the card that was drawn: which of the hand it is */
        return before->own[seat][MM_DREW];
    if (move->verb != MM_DRAW || before->shared[MM_OWED])
        return 0;
    while (drawn < draws_most(rules) && drawn < zone_size(before, MM_STOCK))
        if (fits(rules, before, zone_face(before, MM_STOCK, drawn++)))
            return 2 * drawn + 1;
    return 2 * drawn;
}

/* ---- the result ---- */

/* What a card counts that is left in a hand. */
static int points_of(const struct ruleset *rules, int face)
{
    static const int courts[] = {2, 3, 4, 11}; /* jack, queen, king, ace */
    int rank = suits_rank(face);
    if (is_crazy(rules))
        return rank == SUITS_EIGHT ? 50 : rank == SUITS_ACE ? 1 : rank >= SUITS_TEN ? 10 : rank + 2;
    if (rank == wish_rank(rules) && rank == SUITS_JACK)
        return 20;
    if (rank >= SUITS_JACK)
        return courts[rank - SUITS_JACK];
    bool is_zero = rules->options[MM_ZERO] && rank >= SUITS_SEVEN && rank <= SUITS_NINE;
    return is_zero ? 0 : rank + 2;
}

/* Mau-Mau counts what everybody holds, Crazy Eights gives all of it to the player who went out. */
void maumau_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    int held[TABLE_SEATS] = {0}, all = 0, fewest = INT_MAX;
    score_clear(out);
    for (int seat = 0; seat < t->seats; seat++) {
        for (int zone = MM_HAND; zone <= MM_LEFT; zone++)
            for (int i = 0; i < zone_size(t, seat_zone(rules, seat, zone)); i++) {
                int face = zone_face(t, seat_zone(rules, seat, zone), i);
                held[seat] += face_is_back(face) ? 0 : points_of(rules, face);
            }
        all += held[seat];
        fewest = held[seat] < fewest ? held[seat] : fewest;
    }
    for (int seat = 0; seat < t->seats; seat++) {
        int others = held[seat] == fewest ? all - held[seat] : 0;
        if (is_crazy(rules))
            score_add(out, seat, "others held {0}", others, 0, others);
        else
            score_add(out, seat, "held {0}", held[seat], 0, -held[seat]);
    }
    score_best_wins(out, t->seats);
}

bool maumau_ends(const struct ruleset *rules, const int *points, int seats)
{
    static const int goals[] = {0, 50, 100, 200};
    int most = 0;
    for (int seat = 0; seat < seats; seat++)
        most = abs(points[seat]) > most ? abs(points[seat]) : most;
    return most >= goals[rules->options[MM_MATCH]];
}

static const char *why_not(const struct ruleset *rules, const struct table *t, int face)
{
    if (t->shared[MM_OWED])
        return has_effect(rules, MM_EFFECT_STACK)
                   ? "Only a seven can be played on a seven; else !draw."
                   : "Nothing can be played on a seven here: !draw.";
    if (suits_rank(face) == wish_rank(rules))
        return "A card that names a suit cannot be played on another one here.";
    return t->shared[MM_WISH] ? "It has to be of the suit that was named."
                              : "It has to be of the suit or the rank of the top card.";
}

static const char *why_no_mau(const struct ruleset *rules, const struct table *t, int seat,
                              const struct move *move)
{
    int forgot = t->shared[MM_FORGOT] - 1;
    if (!rules->options[MM_ANNOUNCE])
        return "Nobody has to say mau at this table: announce=no.";
    if (move->verb == MM_PLAY)
        return "Mau is said with the second last card, not before.";
    if (forgot == seat)
        return "Nobody calls themselves: !mau says it now.";
    if (move->verb == MM_CALL)
        return forgot < 0 ? "Nobody can be called: all have said mau, or the next move was made."
                          : "This player has not forgotten to say mau.";
    return "You have nothing to say now: mau goes with the second last card, as in !play e mau.";
}

const char *maumau_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                           const struct move *move)
{
    const struct table *t = &sight->seen;
    int hand = seat_zone(rules, seat, MM_HAND);
    if (t->over)
        return "The game is over.";
    if (move->verb == MM_CALL || move->verb == MM_MAU)
        return why_no_mau(rules, t, seat, move);
    if (seat != t->turn)
        return "It is not your turn.";
    if (move->verb == MM_DRAW)
        return t->own[seat][MM_DREW] ? "You have drawn: play that card, or !pass."
                                     : "Nothing is left to draw: play a card, or !pass.";
    if (move->verb == MM_PASS)
        return "You can still draw a card: !draw.";
    int at = zone_find_slot(t, hand, move->args[0]);
    if (at < 0)
        return "You hold no card with that letter; !hand shows yours.";
    int face = zone_face(t, hand, at);
    if (t->own[seat][MM_DREW] && move->args[0] != t->own[seat][MM_DREW])
        return "You have drawn: play that card, or !pass.";
    if (!fits(rules, t, face))
        return why_not(rules, t, face);
    if (says_mau(move) && (!rules->options[MM_ANNOUNCE] || zone_size(t, hand) > 2))
        return why_no_mau(rules, t, seat, move);
    if (suits_rank(face) == wish_rank(rules) && (move->args[1] < 0 || move->args[1] == MM_SAID_MAU))
        return "This card names a suit: say clubs, diamonds, hearts or spades behind it.";
    return "This card names no suit.";
}

/* ---- how good moves look ---- */

/* Cards that count much go first, cards that name a suit last, and the suit is the longest one. */
static int worth_of(const struct ruleset *rules, const struct table *t, int seat,
                    const struct move *move)
{
    enum { PLAY = 40, A_CARD = 4, TELLING = 10, KEPT = 24, CLAIM = 1000 };
    int hand = seat_zone(rules, seat, MM_HAND);
    if (move->verb != MM_PLAY)
        return move->verb == MM_CALL || move->verb == MM_MAU ? CLAIM : 0;
    if (rules->options[MM_ANNOUNCE] && zone_size(t, hand) == 2 && !says_mau(move))
        return WEIGH_NEVER; /* MM12 */
    int face = zone_slot_face(t, hand, move->args[0]), rank = suits_rank(face);
    bool names_suit = move->args[1] >= 0 && move->args[1] != MM_SAID_MAU;
    int suit = names_suit ? move->args[1] : suits_of(face);
    int worth = PLAY + points_of(rules, face) + A_CARD * suits_count(t, hand, suit);
    if (rank == wish_rank(rules))
        worth -= KEPT;
    else if ((rank == SUITS_SEVEN || rank == SUITS_EIGHT) && !is_crazy(rules))
        worth += TELLING;
    return worth;
}

void maumau_weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, int *worths)
{
    for (int i = 0; i < moves->count; i++)
        worths[i] = worth_of(rules, &sight->seen, seat, &moves->list[i]);
}
