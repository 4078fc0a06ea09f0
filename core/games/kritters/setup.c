/* The setup of Colour MY Kritters, for every mode and number of players: which cards are used,
   in which piles, and the solo deck. Reads the cards from the ruleset's faces. The game goes on
   in turn.c. */
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
