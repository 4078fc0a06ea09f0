/* The rules of Heartcatchers: setup, legal moves, playing them, the end and the score. Rulings:
   docs/rulings/ heartcatchers.md. Names and sentences are in heartcatchers.c, the robot is in
   robot.c. */
#include "heartcatchers.h"

#include <assert.h>

static int zone_of(int seat, int zone)
{
    return HC_SHARED_ZONES + seat * HC_SEAT_ZONES + zone;
}

/* Gameplay 1: red catches green, green catches blue, blue catches red; an Uncatchable catches
   any heart, and nothing catches an Uncatchable (HC1). */
static bool can_catch(int card, int top)
{
    enum { RED, GREEN, BLUE, WHITE };
    static const int caught[] = {1 << GREEN, 1 << BLUE, 1 << RED,
                                 1 << RED | 1 << GREEN | 1 << BLUE};
    static_assert(HC_UNCATCHABLE / HC_KINDS == WHITE, "the Uncatchable is a suit of its own");
    return caught[card / HC_KINDS] >> top / HC_KINDS & 1;
}

/* HC1, layout=hearts: an Uncatchable on the field is replaced from the pile, and shuffled back
   when all six cards lie. */
static void replace_uncatchables(struct play *play)
{
    bool replaced = false;
    for (int i = 0; i < 2 * HC_STACKS; i++) {
        int zone = zone_of(i / HC_STACKS, HC_UP + i % HC_STACKS);
        while (zone_top(play->table, zone) == HC_UNCATCHABLE) {
            table_move(play, zone, 0, HC_GONE);
            table_move(play, HC_PILE, 0, zone);
            replaced = true;
        }
    }
    if (replaced) {
        table_move_all(play, HC_GONE, HC_PILE);
        table_shuffle(play, HC_PILE);
    }
}

/* Setup: two rows of three cards face up, three cards for each hand; the rest is the draw pile.
   HC7: a lot decides who begins. */
void heartcatchers_setup(struct play *play)
{
    struct table *t = play->table;
    for (int suit = 0; suit < HC_SUITS; suit++)
        for (int kind = HC_BLANK; kind < HC_KINDS; kind++)
            table_add(t, HC_PILE, suit * HC_KINDS + kind, kind == HC_BLANK ? 3 : 1);
    table_add(t, HC_PILE, HC_UNCATCHABLE, 2);
    table_shuffle(play, HC_PILE);
    for (int i = 0; i < 2 * HC_STACKS; i++)
        table_move(play, HC_PILE, 0, zone_of(i / HC_STACKS, HC_UP + i % HC_STACKS));
    if (play->rules->options[HC_LAYOUT] == HC_LAYOUT_HEARTS)
        replace_uncatchables(play);
    for (int i = 0; i < 2 * HC_HAND_CARDS; i++)
        table_move(play, HC_PILE, 0, zone_of(i / HC_HAND_CARDS, HC_HAND));
    int first = play->rules->first_seat;
    t->turn = first == SEAT_NONE ? chance_pick(play->chance, 2) : first;
}

/* The moves of one card; `tops` are the top cards of the own stacks, then of the opponent's.
   HC3, HC4, HC6. */
static void add_moves(int card, int slot, const int *tops, struct moves *out)
{
    for (int stack = 0; stack < HC_STACKS; stack++)
        moves_add_if(out, can_catch(card, tops[stack]), HC_CATCH, slot, stack, ARG_ABSENT);
    for (int stack = 0; stack < HC_STACKS; stack++)
        for (int own = 0; own < HC_STACKS; own++)
            moves_add_if(out, can_catch(card, tops[HC_STACKS + stack]), HC_STEAL, slot, stack, own);
    for (int stack = 0; stack < 2 * HC_STACKS; stack++)
        moves_add(out, HC_HIDE, slot, stack, ARG_ABSENT);
}

void heartcatchers_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                         struct moves *out)
{
    const struct table *t = &sight->seen;
    (void)rules;
    out->count = 0;
    if (t->over || seat != t->turn)
        return;
    int tops[2 * HC_STACKS], hand = zone_of(seat, HC_HAND);
    for (int stack = 0; stack < HC_STACKS; stack++) {
        tops[stack] = zone_top(t, zone_of(seat, HC_UP + stack));
        tops[HC_STACKS + stack] = zone_top(t, zone_of(1 - seat, HC_UP + stack));
    }
    for (int i = 0; i < zone_size(t, hand); i++)
        add_moves(zone_face(t, hand, i), zone_card(t, hand, i)->slot, tops, out);
}

static void swap_stacks(struct play *play, int seat, int stack, int other, int other_stack)
{
    table_swap(play, zone_of(seat, HC_UP + stack), zone_of(other, HC_UP + other_stack));
    table_swap(play, zone_of(seat, HC_UNDER + stack), zone_of(other, HC_UNDER + other_stack));
}

/* End of the game, "Resolve Change-of-Hearts first". HC9: each swaps the same two places, so
   their order does not matter and a column swaps if the number under its two stacks is odd; the
   cards are then discarded. */
static void resolve_column(struct play *play, int stack)
{
    int found = 0;
    for (int seat = 0; seat < 2; seat++) {
        int zone = zone_of(seat, HC_UNDER + stack);
        for (int i = zone_size(play->table, zone) - 1; i >= 0; i--) {
            int face = zone_face(play->table, zone, i);
            if (face != HC_UNCATCHABLE && face % HC_KINDS == HC_CHANGE_OF_HEART) {
                table_move(play, zone, i, HC_GONE);
                found++;
            }
        }
    }
    if (found % 2 == 1)
        swap_stacks(play, 0, stack, 1, stack);
    if (found > 0)
        event_say(play, found % 2 == 1 ? HC_SAY_COLUMN_SWAPS : HC_SAY_COLUMN_STAYS, SEAT_NONE,
                  stack + 1, found, 0);
}

static void reveal_secrets(struct play *play, int seat, int stack)
{
    int under = zone_of(seat, HC_UNDER + stack);
    int count = zone_size(play->table, under);
    if (count == 0)
        return;
    while (zone_size(play->table, under) > 0)
        table_move(play, under, 0, zone_of(seat, HC_SHOWN + stack));
    event_say(play, HC_SAY_SECRETS, seat, stack + 1, count, 0);
}

static void finish(struct play *play)
{
    for (int stack = 0; stack < HC_STACKS; stack++)
        resolve_column(play, stack);
    for (int i = 0; i < 2 * HC_STACKS; i++)
        reveal_secrets(play, i / HC_STACKS, i % HC_STACKS);
    play->table->over = true;
}

/* Gameplay 1 to 3; HC3 to HC6 allow every stack for a Secret and every own stack in exchange for
   a stolen one. */
static void play_card(struct play *play, int seat, const struct move *move)
{
    int hand = zone_of(seat, HC_HAND), them = 1 - seat;
    int i = zone_find_slot(play->table, hand, move->args[0]), stack = move->args[1];
    if (move->verb == HC_CATCH) {
        table_move(play, hand, i, zone_of(seat, HC_UP + stack));
        event_say(play, HC_SAY_CATCH, seat, stack + 1, 0, 0);
    } else if (move->verb == HC_STEAL) {
        int own = move->args[2];
        table_move(play, hand, i, zone_of(them, HC_UP + stack));
        swap_stacks(play, them, stack, seat, own);
        event_say(play, HC_SAY_STEAL, seat, them, stack + 1, own + 1);
    } else {
        int owner = stack < HC_STACKS ? seat : them,
            under = zone_of(owner, HC_UNDER + stack % HC_STACKS);
        table_move(play, hand, i, under);
        event_say(play, HC_SAY_HIDE, seat, owner, stack % HC_STACKS + 1,
                  zone_size(play->table, under));
    }
}

/* One action, then draw back up to three; HC8: every turn uses one card, so both hands run out
   together. */
void heartcatchers_apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    play_card(play, seat, move);
    if (zone_size(t, HC_PILE) > 0) {
        table_move(play, HC_PILE, 0, zone_of(seat, HC_HAND));
        event_whisper(play, 1u << seat, HC_SAY_DRAW, seat, 0, 0, 0);
    }
    t->turn = 1 - seat;
    if (zone_size(t, zone_of(t->turn, HC_HAND)) == 0)
        finish(play);
}

unsigned heartcatchers_due(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    return sight->seen.over ? 0 : 1u << sight->seen.turn;
}

/* Scoring; HC10: Secrets count for the side their stack lies on after all swaps. HC2: an
   Uncatchable that lies face up counts like any face-up card, unless un_point=no. */
void heartcatchers_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    score_clear(out);
    for (int seat = 0; seat < 2; seat++) {
        for (int stack = 0; stack < HC_STACKS; stack++) {
            int up = zone_of(seat, HC_UP + stack), shown = zone_of(seat, HC_SHOWN + stack),
                loves = 0, breakers = 0;
            int points = zone_size(t, up);
            if (rules->options[HC_UN_POINT] == HC_UN_POINT_NO)
                points -= zone_tally(t, up, HC_UNCATCHABLE);
            score_add(out, seat, "stack {0}", stack + 1, 0, points);
            for (int suit = 0; suit < HC_SUITS; suit++) {
                loves += zone_tally(t, shown, suit * HC_KINDS + HC_ULTIMATE_LOVE);
                breakers += zone_tally(t, shown, suit * HC_KINDS + HC_HEARTBREAKER);
            }
            if (loves > 0)
                score_add(out, seat, "{1} Ultimate {1|Love|Loves} under it", stack + 1, loves,
                          3 * loves);
            if (breakers > 0)
                score_add(out, seat, "{1} {1|Heartbreaker|Heartbreakers} under it", stack + 1,
                          breakers, -3 * breakers);
        }
    }
    score_best_wins(out, 2);
}

const char *heartcatchers_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                                  const struct move *move)
{
    const struct table *t = &sight->seen;
    (void)rules;
    if (t->over)
        return "The game is over.";
    if (seat != t->turn)
        return "It is the other side's turn.";
    if (zone_find_slot(t, zone_of(seat, HC_HAND), move->args[0]) < 0)
        return "You hold no card with that letter; !hand shows yours.";
    if (move->args[1] == ARG_ABSENT)
        return "Say which stack, too: me1 to me3 are yours, them1 to them3 the other side's.";
    if (move->verb == HC_STEAL && move->args[2] == ARG_ABSENT)
        return "A stolen stack is exchanged for one of yours: say which, me1, me2 or me3.";
    if (move->verb == HC_HIDE)
        return NULL; /* a card of the own hand can be hidden under every stack */
    if (zone_top(t, zone_of(move->verb == HC_STEAL ? 1 - seat : seat, HC_UP + move->args[1])) ==
        HC_UNCATCHABLE)
        return "Nothing can be played on an Uncatchable.";
    return "Red catches green, green catches blue, blue catches red; only an Uncatchable catches all three.";
}

/* Each card that lies face up is a point; what the Secrets bring nobody can know. */
void heartcatchers_remark(const struct ruleset *rules, const struct sight *sight,
                          struct remarks *out)
{
    out->lead_phrase = "{n} face up";
    out->lead_brief = "{n} up";
    out->lead_label = "face up";
    for (int seat = 0; seat < sight->seen.seats; seat++) {
        out->lead[seat] = 0;
        for (int stack = 0; stack < HC_STACKS; stack++)
            out->lead[seat] += zone_size(&sight->seen, seat_zone(rules, seat, HC_UP + stack));
    }
}

/* Had the two stacks of the column stayed, somebody would have won who has not. */
bool heartcatchers_turns(const struct passed *passed, int value)
{
    struct score score;
    int lead = 0, column = 0;
    (void)value;
    heartcatchers_score(passed->rules, passed->after, &score);
    for (int i = 0; i < score.count; i++) {
        int points = score.lines[i].seat == 0 ? score.lines[i].points : -score.lines[i].points;
        lead += points;
        column += score.lines[i].args[0] == passed->said->args[0] ? points : 0;
    }
    int without = lead - 2 * column;
    passed->said->seat = without > 0 ? 0 : 1;
    return (without > 0 && lead <= 0) || (without < 0 && lead >= 0);
}
