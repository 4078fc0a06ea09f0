/* The rules of Colour MY Kritters: setup, legal moves and why a move is not legal, the course of a
   turn. Rulings: docs/rulings/kritters.md. Cards, names and sentences are in kritters.c, what cards
   can pay for in purse.c, the score in score.c; the cards are read from the ruleset's faces. */
#include "kritters.h"

/* KR24 and KR19: Paintbrushes and Palettes by number of players; alone as for four (KR17). */
static const struct {
    int brushes, palettes;
} piles[TABLE_SEATS + 1] = {
    {0, 0},  {9, 5},  {5, 3},  {7, 4},   {9, 5},   {11, 6},  {12, 6},
    {14, 7}, {16, 8}, {18, 9}, {20, 10}, {22, 11}, {24, 12},
};

static bool is_used(const struct ruleset *rules, int face)
{
    int kind = trait_of(rules, face, KR_KIND), box = trait_of(rules, face, KR_BOX);
    if (rules->options[KR_MODE] == KR_MODE_JUNIOR && kind >= KR_WAND)
        return kind == KR_WAND && rules->options[KR_USE_WANDS] == KR_YES;
    return box == KR_BASE || rules->options[KR_EXPANSIONS] >> (box - 1) & 1;
}

/* How many cards of this kind and colour the game has: at most `most` of each face, and at most
   `most - 1` of faces from `end` on. */
static int count_alike(const struct ruleset *rules, int face, int most, int end)
{
    int count = 0, kind = trait_of(rules, face, KR_KIND), colour = trait_of(rules, face, KR_COLOUR);
    for (int other = 0; other < rules->face_count; other++) {
        int cards = trait_of(rules, other, KR_COUNT), limit = most - (other >= end);
        if (trait_of(rules, other, KR_KIND) == kind &&
            trait_of(rules, other, KR_COLOUR) == colour && is_used(rules, other))
            count += cards < limit ? cards : limit;
    }
    return count;
}

/* KR16: a junior game leaves out three Singles and three Doubles of each colour, one of each
   face or as near to it as the faces allow. */
static int left_out(const struct ruleset *rules, int face)
{
    enum { EACH = 3 };
    int kind = trait_of(rules, face, KR_KIND), cards = trait_of(rules, face, KR_COUNT), out = 0;
    if (rules->options[KR_MODE] != KR_MODE_JUNIOR || (kind != KR_SINGLE && kind != KR_DOUBLE))
        return 0;
    while (out < cards && count_alike(rules, face, out + 1, face) < EACH)
        out++;
    return out;
}

static int zone_of_kind(int kind)
{
    return kind < KR_WAND ? KR_KRITTER_DECK : KR_WANDS + kind - KR_WAND;
}

/* All cards in the order of their faces. KR19, KR20: everything twice, except for the sets of
   Start Kritters, from seven players on and if only a third is used. */
static void lay_cards(struct play *play)
{
    static const int zones[] = {KR_KRITTER_DECK, KR_WANDS, KR_BRUSHES, KR_PALETTES, KR_BUCKETS};
    const struct ruleset *rules = play->rules;
    struct table *t = play->table;
    int decks = t->seats > 6 || rules->options[KR_SHARE] == KR_SHARE_THIRD ? 2 : 1;
    for (size_t i = 0; i < sizeof zones / sizeof *zones; i++)
        for (int face = 0; face < rules->face_count; face++) {
            int kind = trait_of(rules, face, KR_KIND);
            if (kind != KR_START && zone_of_kind(kind) == zones[i] && is_used(rules, face))
                table_add(t, zones[i], face,
                          decks * trait_of(rules, face, KR_COUNT) - left_out(rules, face));
        }
    for (int seat = 0; seat < t->seats; seat++)
        for (int face = 0; face < rules->face_count; face++)
            if (trait_of(rules, face, KR_KIND) == KR_START)
                table_add(t, seat_zone(rules, seat, KR_DECK), face,
                          trait_of(rules, face, KR_COUNT));
}

/* True if two faces are in the same group, which is divided evenly: the same kind and price. The
   prices of Point Kritters all differ, so their groups are colours and (`other`) points. */
static bool is_alike(const struct ruleset *rules, int face, int than, bool other)
{
    int kind = trait_of(rules, face, KR_KIND);
    enum kritters_trait trait = kind != KR_POINT ? KR_PRICE : other ? KR_POINTS : KR_COLOUR;
    return kind == trait_of(rules, than, KR_KIND) &&
           trait_of(rules, face, trait) == trait_of(rules, than, trait);
}

/* KR20: true if a card of that face may join the `kept` cards of a zone, which are at most a
   third of its kind, and at most `more` above a third of its group. */
static bool has_share(const struct ruleset *rules, const struct table *t, int zone,
                      const bool *kept, int face, int more)
{
    int alike[2] = {0}, kind = 0, kept_alike[2] = {0}, kept_kind = 0;
    for (int i = 0; i < zone_size(t, zone); i++) {
        int one = zone_face(t, zone, i);
        bool is_kind = trait_of(rules, one, KR_KIND) == trait_of(rules, face, KR_KIND);
        kind += is_kind;
        kept_kind += is_kind && kept[i];
        for (int other = 0; other < 2; other++) {
            alike[other] += is_alike(rules, one, face, other);
            kept_alike[other] += is_alike(rules, one, face, other) && kept[i];
        }
    }
    return kept_kind < kind / 3 && kept_alike[0] < alike[0] / 3 + more &&
           kept_alike[1] < alike[1] / 3 + more;
}

/* KR20: keeps the first third of a shuffled zone that divides it evenly: first the cards that
   each of three sets gets, then one more of a price if a pile is not divisible by three. The
   rest stays in the box. */
static void keep_third(struct play *play, int zone)
{
    bool kept[TABLE_CARDS] = {false};
    table_shuffle(play, zone);
    for (int more = 0; more < 2; more++)
        for (int i = 0; i < zone_size(play->table, zone); i++)
            if (!kept[i])
                kept[i] = has_share(play->rules, play->table, zone, kept,
                                    zone_face(play->table, zone, i), more);
    for (int i = zone_size(play->table, zone) - 1; i >= 0; i--)
        if (!kept[i])
            table_move(play, zone, i, KR_STAYED);
}

/* KR24: a shuffled pile, of which so many cards are used; the rest stays in the box unseen. */
static void lay_pile(struct play *play, int zone, int used)
{
    table_shuffle(play, zone);
    while (zone_size(play->table, zone) > used)
        table_move(play, zone, 0, KR_STAYED);
}

/* Takes a third of the deck's top and two Paintbrushes and a Palette from the bottoms of their
   piles, shuffles them and lays them `above` cards from the deck's top. The market is still
   empty and serves as the place to shuffle. */
static void lay_solo_third(struct play *play, int third, int above)
{
    static const int items[] = {KR_BRUSHES, KR_BRUSHES, KR_PALETTES};
    struct table *t = play->table;
    for (int i = 0; i < third; i++)
        table_move(play, KR_KRITTER_DECK, 0, KR_MARKET);
    for (size_t i = 0; i < sizeof items / sizeof *items; i++)
        if (zone_size(t, items[i]) > 0)
            table_move(play, items[i], 0, KR_MARKET);
    table_shuffle(play, KR_MARKET);
    while (zone_size(t, KR_MARKET) > 0)
        table_insert(play, KR_MARKET, 0, KR_KRITTER_DECK, above++);
}

/* KR17: the first third lies at the bottom, the second on it, the third, without items, on top. */
static void lay_solo_deck(struct play *play)
{
    int all = zone_size(play->table, KR_KRITTER_DECK), third = all / 3;
    lay_solo_third(play, third, all - third);
    lay_solo_third(play, third, all - 2 * third);
}

void kritters_setup(struct play *play)
{
    const struct ruleset *rules = play->rules;
    struct table *t = play->table;
    lay_cards(play);
    for (int zone = KR_KRITTER_DECK;
         zone <= KR_PALETTES && rules->options[KR_SHARE] == KR_SHARE_THIRD; zone++)
        keep_third(play, zone);
    for (int seat = 0; seat < t->seats; seat++)
        table_shuffle(play, seat_zone(rules, seat, KR_DECK));
    lay_pile(play, KR_BRUSHES, piles[t->seats].brushes);
    lay_pile(play, KR_PALETTES, piles[t->seats].palettes);
    table_shuffle(play, KR_BUCKETS);
    table_shuffle(play, KR_KRITTER_DECK);
    if (rules->options[KR_MODE] == KR_MODE_SOLO)
        lay_solo_deck(play);
    kritters_fill_market(play);
    int first = rules->first_seat;
    t->turn = first == SEAT_NONE ? chance_pick(play->chance, t->seats) : first;
    t->shared[KR_FIRST] = t->turn;
    kritters_begin_turns(play);
}

/* The legal moves of Colour MY Kritters, why other moves are not legal, and which options go
   together. Asks purse.c what can be bought. */

static bool can_agree(const struct ruleset *rules, const struct table *t, int seat)
{
    return rules->options[KR_MODE] == KR_MODE_JUNIOR && t->shared[KR_LAST_ROUND] == KR_GOES_ON &&
           !t->own[seat][KR_AGREED];
}

/* The place of the boosted card of this turn. -1 if absent. */
static int boosted_place(const struct ruleset *rules, const struct table *t, int seat)
{
    int front = seat_zone(rules, seat, KR_FRONT);
    for (int i = 0; i < zone_size(t, front); i++)
        if (zone_card(t, front, i)->as == KR_BOOSTED)
            return i;
    return -1;
}

static void add_purchases(const struct payable *payable, struct moves *out)
{
    for (int a = 0; a < KR_GOODS; a++)
        moves_add_if(out, payable->one >> a & 1, KR_BUY, a, ARG_ABSENT, ARG_ABSENT);
    for (int a = 0; a < KR_SLOTS_MOST; a++)
        for (unsigned rest = payable->with[a]; rest; rest &= rest - 1)
            moves_add(out, KR_BUY, a, __builtin_ctz(rest), ARG_ABSENT);
}

/* KR7: other moves before, or instead of, buying. A player who can afford nothing flushes first,
   also with must_buy=no. */
static void add_choices(const struct ruleset *rules, const struct table *t, int seat, bool can_buy,
                        struct moves *out)
{
    if (is_advanced(rules, KR_CARD_BOOST) && boosted_place(rules, t, seat) < 0)
        for (int i = 0; i < zone_size(t, seat_zone(rules, seat, KR_FRONT)); i++)
            moves_add(out, KR_BOOST, i + 1, ARG_ABSENT, ARG_ABSENT);
    bool flushed = t->shared[KR_FLUSHED],
         may_pass = can_buy ? rules->options[KR_MUST_BUY] == KR_NO : flushed;
    moves_add_if(out, !can_buy && !flushed, KR_FLUSH, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    moves_add_if(out, may_pass, KR_PASS, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

void kritters_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                    struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over || seat == SEAT_HOST)
        return;
    if (seat == t->turn) {
        struct payable payable;
        kritters_payable(rules, t, seat, &payable);
        add_purchases(&payable, out);
        if (has_choices(rules))
            add_choices(rules, t, seat, payable.one != 0, out);
    }
    moves_add_if(out, can_agree(rules, t, seat), KR_FINISH, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

unsigned kritters_due(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    return sight->seen.over ? 0 : 1u << sight->seen.turn;
}

/* ---- why not ---- */

static const char *explain_goods(const struct table *t, int goods)
{
    static const char *const sold_out[] = {
        "There is no Magic Wand to buy (any more).",
        "There is no Paintbrush to buy (any more).",
        "There is no Palette to buy (any more).",
        "There is no Paint Bucket to buy (any more); they belong to exp=MP.",
    };
    int face;
    if (kritters_goods(t, goods, &face))
        return NULL;
    return goods < KR_SLOTS_MOST
               ? "The market has no card in that place; places count from the left."
               : sold_out[goods - KR_GOODS_WAND];
}

static const char *explain_purchase(const struct ruleset *rules, const struct table *t, int one,
                                    int other)
{
    const char *missing = explain_goods(t, one);
    if (!missing && other != ARG_ABSENT)
        missing = explain_goods(t, other);
    if (missing)
        return missing;
    if (other == ARG_ABSENT)
        return "The splotches in front of you do not pay for it. A wild pays for any one splotch, a Magic Wand turns all "
               "splotches of one colour into another colour.";
    if (!is_advanced(rules, KR_DOUBLE_PURCHASE))
        return "One card a turn: only the rule adv=double lets you buy two.";
    if (one >= KR_SLOTS_MOST && other >= KR_SLOTS_MOST)
        return "Of the two cards you buy in a turn only one may be an item.";
    if (one == other)
        return "Every card can be bought once only; name two different ones.";
    return "The splotches in front of you do not pay for both: each pays once, and wands work the same way for both cards.";
}

static const char *explain_boost(const struct ruleset *rules, const struct table *t, int seat)
{
    if (!is_advanced(rules, KR_CARD_BOOST))
        return "Boosting is an advanced rule, adv=boost, and this game is played without it.";
    if (boosted_place(rules, t, seat) >= 0)
        return "You have boosted a card in this turn already; one a turn.";
    return "No card with that number lies in front of you; they count from the left.";
}

static const char *explain_flush(const struct ruleset *rules, const struct table *t, bool can_buy)
{
    if (can_buy)
        return "The market is replaced only for a player who can afford no card.";
    if (t->shared[KR_FLUSHED])
        return "The market has been replaced in this turn already; that happens once.";
    return has_choices(rules) ? NULL
                              : "The market is replaced by itself when you can afford no card.";
}

static const char *explain_pass(bool can_buy)
{
    if (can_buy)
        return "You can afford a card, so you must buy one (must_buy=yes).";
    return "Before you may pass, the market is replaced: flush.";
}

static const char *explain_finish(const struct ruleset *rules, const struct table *t, int seat)
{
    if (rules->options[KR_MODE] != KR_MODE_JUNIOR)
        return "Only a junior game can be finished early, when all players agree.";
    if (t->shared[KR_LAST_ROUND] != KR_GOES_ON)
        return "This is the last round already.";
    return t->own[seat][KR_AGREED]
               ? "You have agreed to finish already; the others have to agree, too."
               : NULL;
}

const char *kritters_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                             const struct move *move)
{
    const struct table *t = &sight->seen;
    struct payable payable;
    if (t->over)
        return "The game is over.";
    if (move->verb == KR_FINISH)
        return explain_finish(rules, t, seat);
    if (seat != t->turn)
        return "It is another player's turn.";
    kritters_payable(rules, t, seat, &payable);
    switch ((enum kritters_verb)move->verb) {
    case KR_BUY:
        return explain_purchase(rules, t, move->args[0], move->args[1]);
    case KR_BOOST:
        return explain_boost(rules, t, seat);
    case KR_FLUSH:
        return explain_flush(rules, t, payable.one != 0);
    case KR_PASS:
        return explain_pass(payable.one != 0);
    case KR_FINISH:
    case KR_VERBS:
        break;
    }
    return NULL;
}

/* KR16, KR20, KR22. `seats` 0: not known yet. */
const char *kritters_excludes(const int *options, int seats)
{
    bool junior = options[KR_MODE] == KR_MODE_JUNIOR;
    if (junior && options[KR_ADVANCED] != 0)
        return "A junior game has no advanced rules: take adv=none, or mode=standard.";
    if (junior && options[KR_EXPANSIONS] != 0)
        return "A junior game has no expansions: take exp=none, or mode=standard.";
    if (!junior && options[KR_USE_WANDS] == KR_NO)
        return "Only a junior game can leave out the Magic Wands: take wands=yes, or mode=junior.";
    if (options[KR_SHARE] == KR_SHARE_THIRD && options[KR_MODE] != KR_MODE_STANDARD)
        return "A third of two decks is for the standard game: take deck=whole, or mode=standard.";
    if (options[KR_SHARE] == KR_SHARE_THIRD && options[KR_EXPANSIONS] != 0)
        return "A third of two decks has no expansions: take exp=none, or deck=whole.";
    if (options[KR_MODE] == KR_MODE_SOLO && seats > 1)
        return "A solo game is for one player: take mode=standard for more.";
    if (options[KR_MODE] == KR_MODE_STANDARD && seats == 1)
        return "The standard game is for 2 to 12 players: take mode=solo to play alone.";
    if (options[KR_SHARE] == KR_SHARE_THIRD && seats > 4)
        return "A third of two decks is for 2 to 4 players: take deck=whole for more.";
    if (junior && (seats == 1 || seats > 6))
        return "A junior game is for 2 to 6 players: take mode=standard for more, mode=solo for one.";
    return NULL;
}

/* A turn of Colour MY Kritters: draw, buy, discard, refill, and the end of the game. Turns in
   which nothing can be bought pass by themselves, as in the rulebook. */

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
