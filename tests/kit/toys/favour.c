/* An actor out of turn: the player who is asked has to hand over a card before the turn goes on.
   A verb of two words. */
#include "toys.h"

enum { PILE, SHARED };
enum { HAND, SEAT_ZONES };
enum { ASK, HAND_OVER };
enum { ASKED }; /* register: the seat that owes a card, counted from 1 */

static const struct zone_spec zones[] = {{"pile", AUDIENCE_NONE, 0},
                                         {"hand", AUDIENCE_OWNER, ZONE_SLOTS}};
static const struct verb_spec verbs[] = {
    {.word = "ask", .args = {{.kind = ARG_SEAT}}, .help = "ask WHOM"},
    {.word = "hand over",
     .aliases = "give",
     .flags = VERB_SECRET,
     .args = {{.kind = ARG_CARD}},
     .help = "hand over CARD"}};
static const char *const sentences[] = {"{who} asks {0:seat}.", "{who} hands over {cards}."};

static void setup(struct play *play)
{
    toy_deck(play, PILE, 3);
    toy_deal(play, PILE, HAND, 4);
    play->table->turn = chance_pick(play->chance, play->table->seats);
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    int asked = t->shared[ASKED] - 1;
    out->count = 0;
    if (t->over || seat == SEAT_HOST)
        return;
    if (seat == asked)
        toy_card_moves(rules, sight, seat, HAND_OVER, out);
    for (int other = 0; other < t->seats && asked < 0 && seat == t->turn; other++)
        if (other != seat && zone_size(t, seat_zone(rules, other, HAND)) > 0)
            moves_add(out, ASK, other, ARG_ABSENT, ARG_ABSENT);
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    if (move->verb == ASK) {
        t->shared[ASKED] = move->args[0] + 1;
        event_say(play, ASK, seat, move->args[0], 0, 0);
        return;
    }
    table_move(play, seat_zone(play->rules, seat, HAND), toy_hand_index(play, seat, move->args[0]),
               seat_zone(play->rules, t->turn, HAND));
    event_say(play, HAND_OVER, seat, 0, 0, 0);
    t->shared[ASKED] = 0;
    t->turn = (t->turn + 1) % t->seats;
    t->over = ++t->shared[1] == 10;
}

static unsigned due(const struct ruleset *rules, const struct sight *sight)
{
    const struct table *t = &sight->seen;
    (void)rules;
    return t->over ? 0 : 1u << (t->shared[ASKED] ? t->shared[ASKED] - 1 : t->turn);
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    toy_score(rules, sight, HAND, out);
}

const struct game toy_favour = {TOY(favour, 2, 4), TOY_TABLE(zones, SHARED, SEAT_ZONES, HAND),
                                TOY_WORDS(verbs, sentences), TOY_RULES(due)};
