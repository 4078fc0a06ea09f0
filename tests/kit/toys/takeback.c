/* A public card taken back to a hand, from any place of a row: nobody but its holder may go on
   knowing it. The gap is filled where it was. */
#include "toys.h"

enum { PILE, ROW, SHARED };
enum { HAND, SEAT_ZONES };
enum { LAY, TAKE };
enum { PLACES = 4 };

static const struct zone_spec zones[] = {
    {"pile", AUDIENCE_NONE, 0}, {"row", AUDIENCE_ALL, 0}, {"hand", AUDIENCE_OWNER, ZONE_SLOTS}};
static const struct verb_spec verbs[] = {
    {.word = "lay", .args = {{.kind = ARG_CARD}, {.kind = ARG_NUMBER, .filler = "on at place"}}},
    {.word = "take", .args = {{.kind = ARG_NUMBER, .filler = "from place"}}}};
static const char *const sentences[] = {"{who} lays {cards} on {0}.",
                                        "{who} takes {cards} from {0}."};

static void setup(struct play *play)
{
    toy_deck(play, PILE, 4);
    for (int i = 0; i < PLACES; i++)
        table_move(play, PILE, 0, ROW);
    toy_deal(play, PILE, HAND, 3);
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over || seat != t->turn)
        return;
    int hand = seat_zone(rules, seat, HAND);
    for (int place = 1; place <= PLACES; place++) {
        for (int i = 0; i < zone_size(t, hand); i++)
            if (zone_face(t, hand, i) != zone_face(t, ROW, place - 1))
                moves_add(out, LAY, zone_card(t, hand, i)->slot, place, ARG_ABSENT);
        moves_add(out, TAKE, place, ARG_ABSENT, ARG_ABSENT);
    }
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, HAND), place = move->args[move->verb == LAY] - 1;
    if (move->verb == LAY) {
        table_insert(play, hand, toy_hand_index(play, seat, move->args[0]), ROW, place);
        table_insert(play, ROW, place + 1, PILE, zone_size(t, PILE));
    } else {
        table_move(play, ROW, place, hand);
        table_insert(play, PILE, 0, ROW, place);
    }
    event_say(play, move->verb, seat, place + 1, 0, 0);
    t->turn = (seat + 1) % t->seats;
    t->over = ++t->shared[0] == 30 || zone_size(t, PILE) == 0;
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    toy_score(rules, sight, HAND, out);
}

const struct game toy_takeback = {TOY(takeback, 2, 3), TOY_TABLE(zones, SHARED, SEAT_ZONES, HAND),
                                  TOY_WORDS(verbs, sentences), TOY_RULES(toy_turn)};
