/* A declared card: a joker is played as a colour, which everybody sees on it, and loses it when
   it goes back to a hand. */
#include "toys.h"

enum { PILE, ROW, SHARED };
enum { HAND, SEAT_ZONES };
enum { PLAY, DECLARE, TAKE };

static const struct zone_spec zones[] = {
    {"pile", AUDIENCE_NONE, 0}, {"row", AUDIENCE_ALL, 0}, {"hand", AUDIENCE_OWNER, ZONE_SLOTS}};
static const struct verb_spec verbs[] = {
    {.word = "play", .args = {{.kind = ARG_CARD}}},
    {.word = "play as",
     .args = {{.kind = ARG_CARD},
              {.kind = ARG_WORD, .words = toy_colours, .word_count = 3, .filler = "a"}}},
    {.word = "take", .aliases = "pick"}};
static const char *const sentences[] = {"{who} plays {cards}.", "{who} declares {cards}.",
                                        "{who} takes {cards}."};

static void setup(struct play *play)
{
    table_add(play->table, PILE, JOKER, 6);
    toy_deck(play, PILE, 3);
    toy_deal(play, PILE, HAND, 3);
    table_move(play, PILE, 0, ROW);
}

static bool matches(const struct table *t, int face)
{
    const struct card *last = zone_card(t, ROW, zone_size(t, ROW) - 1);
    int colour = last->as ? last->as - 1 : last->face == JOKER ? -1 : toy_colour(last->face);
    return colour < 0 || face == JOKER || toy_colour(face) == colour;
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over || seat != t->turn)
        return;
    int hand = seat_zone(rules, seat, HAND);
    for (int i = 0; i < zone_size(t, hand); i++) {
        const struct card *card = zone_card(t, hand, i);
        for (int colour = 0; colour < 3 && card->face == JOKER; colour++)
            moves_add(out, DECLARE, card->slot, colour, ARG_ABSENT);
        if (card->face != JOKER && matches(t, card->face))
            moves_add(out, PLAY, card->slot, ARG_ABSENT, ARG_ABSENT);
    }
    if (zone_size(t, hand) < 15)
        moves_add(out, TAKE, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

/* Taking picks up the last card of the row, if it is not the only one, or draws. */
static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, HAND), last = zone_size(t, ROW) - 1;
    if (move->verb == TAKE)
        table_move(play, last > 0 ? ROW : PILE, last > 0 ? last : 0, hand);
    else
        table_move(play, hand, toy_hand_index(play, seat, move->args[0]), ROW);
    if (move->verb == DECLARE)
        table_mark(play, ROW, last + 1, move->args[1] + 1);
    event_say(play, move->verb, seat, 0, 0, 0);
    t->turn = (seat + 1) % t->seats;
    t->over = ++t->shared[0] == 60 || zone_size(t, hand) == 0 || zone_size(t, PILE) == 0;
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    toy_score(rules, sight, HAND, out);
}

const struct game toy_wild = {TOY(wild, 2, 4), TOY_TABLE(zones, SHARED, SEAT_ZONES, HAND),
                              TOY_WORDS(verbs, sentences), TOY_RULES(toy_turn)};
