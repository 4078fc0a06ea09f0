/* A turn of Colour MY Kritters: draw, buy, discard, refill, and the end of the game. Turns in
   which nothing can be bought pass by themselves, as in the rulebook. legal.c has the legal
   moves, payment.c what cards can pay for. */
#include "kritters.h"

enum { DRAWN_CARDS = 3, DRY_ROUNDS = 5 };

/* KR7 and KR21 let many turns pass in one move, but room for events is limited. When it runs
   short, cards move without events, so that the sentences still fit: the board shows where the
   cards are. */
enum { ROOM_FOR_SENTENCES = 32 };

/* Stops the events of the play if `moves` more might not fit; returns the list, which the caller
   puts back. */
static struct events *hush(struct play *play, int moves)
{
    struct events *events = play->events;
    if (events && events->count + moves > EVENTS_MAX - ROOM_FOR_SENTENCES)
        play->events = NULL;
    return events;
}

static int owned(const struct play *play, int seat)
{
    int first = seat_zone(play->rules, seat, 0);
    return play->table->first[first + KR_SEAT_ZONES] - play->table->first[first];
}

/* ---- A: draw ---- */

static void reshuffle(struct play *play, int seat)
{
    int deck = seat_zone(play->rules, seat, KR_DECK),
        discard = seat_zone(play->rules, seat, KR_DISCARD);
    if (zone_size(play->table, deck) > 0 || zone_size(play->table, discard) == 0)
        return;
    table_move_all(play, discard, deck);
    table_shuffle(play, deck);
}

/* KR3: cards that draw more cards do so in turn. The discard pile, without the cards in front,
   becomes the deck if the deck is empty; if both are empty, fewer cards are drawn. */
static void draw_cards(struct play *play, int seat, int count)
{
    struct table *t = play->table;
    int deck = seat_zone(play->rules, seat, KR_DECK),
        front = seat_zone(play->rules, seat, KR_FRONT);
    struct events *events = hush(play, owned(play, seat) + 2);
    for (; count > 0; count--) {
        reshuffle(play, seat);
        if (zone_size(t, deck) == 0)
            break;
        count += trait_of(play->rules, zone_face(t, deck, 0), KR_DRAWS);
        table_move(play, deck, 0, front);
    }
    play->events = events;
}

/* ---- the market ---- */

/* KR18: a Paintbrush or Palette that comes up in a solo game leaves the game, together with the
   top card of its pile. */
static bool has_expelled(struct play *play)
{
    struct table *t = play->table;
    int kind = trait_of(play->rules, zone_face(t, KR_KRITTER_DECK, 0), KR_KIND);
    if (kind != KR_BRUSH && kind != KR_PALETTE)
        return false;
    int pile = KR_WANDS + kind - KR_WAND, size = zone_size(t, pile);
    table_move(play, KR_KRITTER_DECK, 0, KR_OUT);
    if (size > 0)
        table_move(play, pile, size - 1, KR_OUT);
    event_say(play, KR_SAY_GONE, SEAT_NONE, kind == KR_BRUSH ? 0 : 1, size > 0, 0);
    return true;
}

void kritters_fill_market(struct play *play)
{
    struct table *t = play->table;
    bool solo = play->rules->options[KR_MODE] == KR_MODE_SOLO;
    while (zone_size(t, KR_MARKET) < market_size(play->rules, t) &&
           zone_size(t, KR_KRITTER_DECK) > 0)
        if (!solo)
            table_move(play, KR_KRITTER_DECK, 0, KR_MARKET);
        else if (!has_expelled(play))
            table_insert(play, KR_KRITTER_DECK, 0, KR_MARKET, 0);
}

/* KR7: the market goes to the deck's bottom, left to right, and a new one comes from its top. */
static void flush_market(struct play *play)
{
    struct events *events = hush(play, 2 * KR_SLOTS_MOST);
    table_move_all(play, KR_MARKET, KR_KRITTER_DECK);
    kritters_fill_market(play);
    play->table->shared[KR_FLUSHED] = 1;
    play->events = events;
}

/* KR8: a new card where each bought one lay; KR18: alone, the rightmost card leaves the game in
   every turn, the others slide to the right, and new cards come from the left. */
static void refill_market(struct play *play, unsigned places)
{
    struct table *t = play->table;
    if (play->rules->options[KR_MODE] == KR_MODE_SOLO) {
        if (zone_size(t, KR_MARKET) > 0)
            table_move(play, KR_MARKET, zone_size(t, KR_MARKET) - 1, KR_OUT);
        kritters_fill_market(play);
        return;
    }
    for (; places && zone_size(t, KR_KRITTER_DECK) > 0; places &= places - 1)
        table_insert(play, KR_KRITTER_DECK, 0, KR_MARKET, __builtin_ctz(places));
}

/* ---- C to E: discard, refill, the end ---- */

/* KR15: the boosted card leaves the game, all others are discarded. KR4: then an empty deck is
   made anew. */
static void clear_front(struct play *play, int seat)
{
    struct table *t = play->table;
    int front = seat_zone(play->rules, seat, KR_FRONT);
    for (int i = zone_size(t, front) - 1; i >= 0 && is_advanced(play->rules, KR_CARD_BOOST); i--)
        if (zone_card(t, front, i)->as == KR_BOOSTED)
            table_move(play, front, i, KR_OUT);
    table_move_all(play, front, seat_zone(play->rules, seat, KR_DISCARD));
    reshuffle(play, seat);
}

/* KR9, KR10: the deck is empty, or two of the piles of Paintbrushes, Palettes and Paint Buckets;
   a junior game has no such piles. */
static enum kritters_last_round what_ended(const struct ruleset *rules, const struct table *t)
{
    if (zone_size(t, KR_KRITTER_DECK) == 0)
        return KR_DECK_EMPTY;
    if (rules->options[KR_MODE] == KR_MODE_JUNIOR)
        return KR_GOES_ON;
    bool buckets = rules->options[KR_EXPANSIONS] >> (KR_MORE_POINTS - 1) & 1;
    int empty = (zone_size(t, KR_BRUSHES) == 0) + (zone_size(t, KR_PALETTES) == 0) +
                (buckets && zone_size(t, KR_BUCKETS) == 0);
    return empty >= 2 ? KR_PILES_EMPTY : KR_GOES_ON;
}

/* All players have equally many turns; KR21: five rounds in which nobody buys end the game, but
   not alone. */
static void pass_turn_on(struct play *play)
{
    struct table *t = play->table;
    t->turn = (t->turn + 1) % t->seats;
    t->shared[KR_FLUSHED] = 0;
    if (t->turn != t->shared[KR_FIRST])
        return;
    bool dry = t->shared[KR_DRY_TURNS] >= DRY_ROUNDS * t->seats &&
               play->rules->options[KR_MODE] != KR_MODE_SOLO;
    t->over = dry || t->shared[KR_LAST_ROUND] != KR_GOES_ON;
}

/* `places`: the places of the market where something was bought. */
static void end_turn(struct play *play, unsigned places)
{
    struct table *t = play->table;
    int seat = t->turn;
    struct events *events = hush(play, KR_SLOTS_MOST + 6);
    clear_front(play, seat);
    refill_market(play, places);
    play->events = events;
    t->own[seat][KR_TURNS]++;
    if (t->shared[KR_LAST_ROUND] == KR_GOES_ON) {
        t->shared[KR_LAST_ROUND] = (int)what_ended(play->rules, t);
        if (t->shared[KR_LAST_ROUND] != KR_GOES_ON)
            event_say(play,
                      t->shared[KR_LAST_ROUND] == KR_DECK_EMPTY ? KR_SAY_DECK_EMPTY
                                                                : KR_SAY_PILES_EMPTY,
                      SEAT_NONE, 0, 0, 0);
    }
    pass_turn_on(play);
}

static bool can_buy(const struct play *play)
{
    return kritters_can_pay(play->rules, play->table, play->table->turn);
}

/* Tells in few words about `passed` turns that passed by themselves, beginning with the turn of
   `seat`. */
static void tell_passed(struct play *play, int seat, int passed)
{
    if (passed > 0)
        event_say(play, passed == 1 ? KR_SAY_UNABLE : KR_SAY_ALL_UNABLE, seat, passed, 0, 0);
    if (play->table->over && play->table->shared[KR_LAST_ROUND] == KR_GOES_ON)
        event_say(play, KR_SAY_DRY, SEAT_NONE, DRY_ROUNDS, 0, 0);
}

/* KR7: a player who can buy nothing gets a new market, and passes if that does not help. If this
   is a choice, the player makes it. */
void kritters_begin_turns(struct play *play)
{
    struct table *t = play->table;
    int first = t->turn, passed = 0;
    bool swept = false;
    while (!t->over) {
        draw_cards(play, t->turn, DRAWN_CARDS);
        if (has_choices(play->rules) || can_buy(play))
            break;
        flush_market(play);
        swept = can_buy(play);
        if (swept)
            break;
        passed++;
        t->shared[KR_DRY_TURNS]++;
        end_turn(play, 0);
    }
    tell_passed(play, first, passed);
    if (swept)
        event_say(play, KR_SAY_SWEPT, t->turn, 0, 0, 0);
}

/* ---- the moves ---- */

static void buy_one(struct play *play, int seat, int goods)
{
    int zone = goods < KR_SLOTS_MOST ? KR_MARKET : KR_WANDS + goods - KR_GOODS_WAND;
    int i = goods < KR_SLOTS_MOST ? goods : zone_size(play->table, zone) - 1;
    table_move(play, zone, i, seat_zone(play->rules, seat, KR_DISCARD));
}

/* What was bought, as a set. ARG_ABSENT is the empty set. */
static unsigned bit_of(int goods)
{
    return goods < 0 ? 0 : 1u << goods;
}

/* KR8, KR13: both cards of a double purchase come from the market before it is refilled. */
static void buy(struct play *play, int seat, int one, int other)
{
    unsigned bought = bit_of(one) | bit_of(other);
    buy_one(play, seat, one);
    if (other != ARG_ABSENT)
        /* the market has closed up */
        buy_one(play, seat, other < KR_SLOTS_MOST ? other - 1 : other);
    event_say(play, KR_SAY_BUY, seat, 0, 0, 0);
    play->table->shared[KR_DRY_TURNS] = 0;
    end_turn(play, bought & ((1u << KR_SLOTS_MOST) - 1));
    kritters_begin_turns(play);
}

/* KR15: the card counts twice from now on; if it draws cards, it does so again at once. */
static void boost(struct play *play, int seat, int place)
{
    int front = seat_zone(play->rules, seat, KR_FRONT);
    table_mark(play, front, place, KR_BOOSTED);
    event_say(play, KR_SAY_BOOST, seat, place + 1, 0, 0);
    draw_cards(play, seat, trait_of(play->rules, zone_face(play->table, front, place), KR_DRAWS));
}

static void pass(struct play *play, int seat)
{
    event_say(play, KR_SAY_PASS, seat, 0, 0, 0);
    play->table->shared[KR_DRY_TURNS]++;
    end_turn(play, 0);
    kritters_begin_turns(play);
}

/* KR16: when all have agreed, the round is the last one. */
static void agree(struct play *play, int seat)
{
    struct table *t = play->table;
    int agreed = 0;
    t->own[seat][KR_AGREED] = 1;
    for (int i = 0; i < t->seats; i++)
        agreed += t->own[i][KR_AGREED];
    event_say(play, KR_SAY_AGREE, seat, agreed, t->seats, 0);
    if (agreed == t->seats) {
        t->shared[KR_LAST_ROUND] = KR_ALL_AGREED;
        event_say(play, KR_SAY_AGREED, SEAT_NONE, 0, 0, 0);
    }
}

void kritters_apply(struct play *play, int seat, const struct move *move)
{
    switch ((enum kritters_verb)move->verb) {
    case KR_BUY:
        buy(play, seat, move->args[0], move->args[1]);
        break;
    case KR_BOOST:
        boost(play, seat, move->args[0] - 1);
        break;
    case KR_FLUSH:
        flush_market(play);
        event_say(play, KR_SAY_FLUSH, seat, 0, 0, 0);
        break;
    case KR_PASS:
        pass(play, seat);
        break;
    case KR_FINISH:
        agree(play, seat);
        break;
    case KR_VERBS:
        break;
    }
}
