/* How a game of ROYGBIV begins: leprechauns, default colour, deal, first card. Choosing
   leprechauns is a phase of its own (option lep=choose): before the deal, so that nobody chooses
   by a hand. The rest of the game is in rules.c. */
#include "roygbiv.h"

/* Draws one of the free leprechauns by lot: the pick counts along the circle, from red. */
static int draw_leprechaun(struct play *play)
{
    const struct table *t = play->table;
    unsigned taken = 0;
    int left[RO_COLOURS], count = 0;
    for (int seat = 0; seat < t->seats; seat++)
        taken |= 1u << t->own[seat][RO_LEPRECHAUN];
    for (int colour = 0; colour < RO_COLOURS; colour++)
        if (!(taken >> (colour + 1) & 1))
            left[count++] = colour;
    return left[chance_pick(play->chance, count)];
}

/* RO15: the lowest leprechaun; red is the lowest. */
static int lowest_leprechaun(const struct table *t)
{
    int lowest = 0;
    for (int seat = 1; seat < t->seats; seat++)
        if (t->own[seat][RO_LEPRECHAUN] < t->own[lowest][RO_LEPRECHAUN])
            lowest = seat;
    return lowest;
}

/* Set-up 2 to 4: three cards in the centre, the others dealt one by one; then each seat draws
   seven from the top of its deck. */
static void deal_cards(struct play *play)
{
    struct table *t = play->table;
    table_shuffle(play, RO_PILE);
    for (int i = 0; i < RO_DECK_CARDS - RO_CENTRE_CARDS; i++)
        table_move(play, RO_PILE, RO_CENTRE_CARDS, seat_zone(play->rules, i % t->seats, RO_DECK));
    for (int seat = 0; seat < t->seats; seat++)
        for (int i = 0; i < RO_HAND_CARDS; i++)
            table_move(play, seat_zone(play->rules, seat, RO_DECK), 0,
                       seat_zone(play->rules, seat, RO_HAND));
}

/* RO14: the default colour is the colour of a free leprechaun. RO15: the player who begins turns
   up the first card. */
static void deal(struct play *play)
{
    struct table *t = play->table;
    t->shared[RO_DEFAULT] = draw_leprechaun(play) + 1;
    deal_cards(play);
    t->turn = lowest_leprechaun(t);
    t->phase = RO_PHASE_PLAY;
    event_say(play, RO_SAY_DEALT, t->turn, t->shared[RO_DEFAULT] - 1, 0, 0);
    roygbiv_flip(play, RO_SAY_FIRST, RO_SAY_FIRST_SPECIAL, t->turn, 0);
    roygbiv_go_on(play);
}

void roygbiv_setup(struct play *play)
{
    struct table *t = play->table;
    for (int colour = 0; colour < RO_COLOURS; colour++)
        table_add(t, RO_PILE, colour, 7);
    table_add(t, RO_PILE, RO_BOW, 7);
    table_add(t, RO_PILE, RO_POT, 3);
    table_add(t, RO_PILE, RO_UNICORN, 4);
    if (play->rules->options[RO_LEP] == RO_LEP_CHOOSE) {
        t->phase = RO_PHASE_CHOOSE;
        t->turn = 0;
        return;
    }
    for (int seat = 0; seat < t->seats; seat++)
        t->own[seat][RO_LEPRECHAUN] = draw_leprechaun(play) + 1;
    deal(play);
}

/* RO29: in the order of the seats, which were shuffled as in all games. */
void roygbiv_choose(struct play *play, int seat, int colour)
{
    struct table *t = play->table;
    t->own[seat][RO_LEPRECHAUN] = colour + 1;
    event_say(play, RO_SAY_CHOOSE, seat, colour, 0, 0);
    if (seat + 1 < t->seats)
        t->turn = seat + 1;
    else
        deal(play);
}
