/* Tables laid by hand for the tests of Colour MY Kritters. */
#include "kritters_tests.h"

int of(int seat, int zone)
{
    return KR_SHARED_ZONES + seat * KR_SEAT_ZONES + zone;
}

void lay_table(struct stage *s, int seats)
{
    stage_init(s, &game_kritters, seats);
    stage_lay(s, KR_KRITTER_DECK, "M+:C Y+:C C+:C M+:C Y+:C C+:C");
    stage_lay(s, KR_WANDS, "Wa:CMY Wa:CMY Wa:CMY");
    stage_lay(s, KR_BRUSHES, "Br:CCC Br:MMM");
    stage_lay(s, KR_PALETTES, "Pa:CCCC Pa:YYYY");
    for (int seat = 0; seat < seats; seat++)
        stage_lay(s, of(seat, KR_DECK), "C M Y C M Y");
}

void lay_turn(struct stage *s, const char *front, const char *market)
{
    stage_lay(s, of(0, KR_FRONT), front);
    stage_lay(s, KR_MARKET, market);
}

bool pays_for(const struct stage *s, const char *front, const char *code)
{
    struct stage turn = *s;
    struct payable payable;
    lay_turn(&turn, front, code);
    kritters_payable(&turn.rules, &turn.table, 0, &payable);
    return payable.one >> (zone_size(&turn.table, KR_MARKET) - 1) & 1;
}

int count_kind(const struct stage *s, int zone, int kind)
{
    int count = 0;
    for (int i = 0; i < zone_size(&s->table, zone); i++)
        count += trait_of(&s->rules, zone_face(&s->table, zone, i), KR_KIND) == kind;
    return count;
}

void deal_with(struct stage *s, int seats, const char *option, const char *value, unsigned seed)
{
    static struct chance_seed state;
    state.state = seed;
    stage_init(s, &game_kritters, seats);
    stage_option(s, option, value);
    chance_init(&s->chance, chance_seeded, &state);
    struct play play = {&s->rules, &s->table, &s->chance, NULL, NULL};
    game_kritters.setup(&play);
}

void deal(struct stage *s, int seats, const char *mode, unsigned seed)
{
    deal_with(s, seats, "mode", mode, seed);
}
