/* A partner's seat: four play tricks in two pairs, who sits opposite takes together with you. A
   joker beats every card. */
#include "toys.h"

enum { DECK, TRICK, WON, SHARED };
enum { HAND, SEAT_ZONES };
/* Registers of the table: who led this trick; tricks of the first pair, and behind it those of
   the second. Of a seat: which pair it belongs to. */
enum { LEADER, OF_PAIR };
enum { PAIR };
enum { PAIRS = 2, SEATS = 4, CARDS = 4 };

static const struct zone_spec zones[] = {{"deck", AUDIENCE_NONE, 0},
                                         {"trick", AUDIENCE_ALL, 0},
                                         {"won", AUDIENCE_ALL, 0},
                                         {"hand", AUDIENCE_OWNER, ZONE_SLOTS}};
static const struct verb_spec verbs[] = {{.word = "lay", .args = {{.kind = ARG_CARD}}}};
static const char *const sentences[] = {"{who} lays {cards}.",
                                        "{who} takes the trick for {0:seat}, too."};
static const char *const pairs[] = {"A", "B"};
static const struct board_item board[] = {
    {.label = "trick", .style = BOARD_LIST, .zone = TRICK},
    {.label = "led by", .style = BOARD_SEAT, .zone = LEADER, .if_any = 1 + TRICK},
    {.label = "pair", .style = BOARD_WORD, .per_seat = true, .zone = PAIR, .words = pairs}};

static void setup(struct play *play)
{
    table_add(play->table, DECK, JOKER, 2);
    toy_deck(play, DECK, 3);
    toy_deal(play, DECK, HAND, CARDS);
    for (int seat = 0; seat < SEATS; seat++)
        play->table->own[seat][PAIR] = seat % PAIRS;
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    out->count = 0;
    if (!sight->seen.over && seat == sight->seen.turn)
        toy_card_moves(rules, sight, seat, 0, out);
}

/* Whether a card beats the one that is best so far: a joker, or a higher one of its colour. */
static bool beats(int face, int best)
{
    return best != JOKER &&
           (face == JOKER || (toy_colour(face) == toy_colour(best) && face > best));
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    table_move(play, seat_zone(play->rules, seat, HAND), toy_hand_index(play, seat, move->args[0]),
               TRICK);
    event_say(play, 0, seat, 0, 0, 0);
    t->turn = (seat + 1) % SEATS;
    if (zone_size(t, TRICK) < SEATS)
        return;
    int best = 0;
    for (int i = 1; i < SEATS; i++)
        best = beats(zone_face(t, TRICK, i), zone_face(t, TRICK, best)) ? i : best;
    t->turn = t->shared[LEADER] = (t->shared[LEADER] + best) % SEATS;
    t->shared[OF_PAIR + t->turn % PAIRS]++;
    table_move_all(play, TRICK, WON);
    event_say(play, 1, t->turn, (t->turn + PAIRS) % SEATS, 0, 0);
    t->over = zone_size(t, seat_zone(play->rules, seat, HAND)) == 0;
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    (void)rules;
    *out = (struct score){0};
    for (int seat = 0; seat < SEATS; seat++)
        score_add(out, seat, "{0} tricks of the pair", sight->seen.shared[OF_PAIR + seat % PAIRS],
                  0, sight->seen.shared[OF_PAIR + seat % PAIRS]);
    score_best_wins(out, SEATS);
}

static unsigned partners(const struct ruleset *rules, int seats, int seat)
{
    (void)rules;
    return 1u << seat | 1u << (seat + PAIRS) % seats;
}

const struct game toy_pairs = {
    TOY(pairs, SEATS, SEATS),       TOY_TABLE(zones, SHARED, SEAT_ZONES, HAND),
    TOY_WORDS(verbs, sentences),    TOY_RULES(toy_turn),
    .partners = partners,           .board = board,
    .board_count = TOY_COUNT(board)};
