/* The rules of ROYGBIV: setup, legal moves, playing them, drawing, the row, the score, and why a
   move is not legal. Choosing leprechauns is a phase of its own (option lep=choose): before the
   deal, so that nobody chooses by a hand. Rulings: docs/rulings/roygbiv.md. Names and sentences
   are in roygbiv.c, the robot is in robot.c. */
#include "roygbiv.h"

/* ---- the row: where it is built, which colour completes it, which cards are collected ---- */

/* The first card of a colour from one end inwards: Gold Pots (and the Unicorn of a reversed row)
   are looked through. */
static int colour_from(const struct table *t, bool left)
{
    int size = zone_size(t, RO_ROW), i = left ? 0 : size - 1, step = left ? 1 : -1;
    while (roygbiv_colour(zone_card(t, RO_ROW, i)) == RO_COLOUR_NEITHER)
        i += step;
    return roygbiv_colour(zone_card(t, RO_ROW, i));
}

int roygbiv_last(const struct table *t)
{
    return colour_from(t, t->shared[RO_REVERSED]);
}

/* RO8: in a reversed row, the colour nearest to the Unicorn. */
int roygbiv_goal(const struct table *t)
{
    return colour_from(t, !t->shared[RO_REVERSED]);
}

/* RO2, RO12: only a newly played card completes, and only as a neighbour of the last one. */
static bool completes_rainbow(const struct table *t, int colour)
{
    return zone_size(t, RO_ROW) > 0 && roygbiv_neighbours(roygbiv_last(t)) >> colour & 1 &&
           roygbiv_goal(t) == colour;
}

static bool is_pot(const struct card *card)
{
    return card->face == RO_POT && !card->as;
}

static bool holds_colour(const struct table *t, int first, int count)
{
    for (int i = first; i < first + count; i++)
        if (roygbiv_colour(zone_card(t, RO_ROW, i)) != RO_COLOUR_NEITHER)
            return true;
    return false;
}

/* Which cards of the row are collected when the card at its building end has completed it (RO6,
   RO10). */
struct cut {
    int first, count;
};

/* RO6, RO11: from the building end inwards up to the first Gold Pot, by place. RO10: a Unicorn
   and pots do not stay alone. */
static struct cut cut_of(const struct table *t)
{
    int size = zone_size(t, RO_ROW), count = 1;
    bool left = t->shared[RO_REVERSED];
    while (count < size && !is_pot(zone_card(t, RO_ROW, left ? count - 1 : size - count)))
        count++;
    if (!holds_colour(t, left ? count : 0, size - count))
        count = size;
    return (struct cut){left ? 0 : size - count, count};
}

/* ---- setup ---- */

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
static void choose(struct play *play, int seat, int colour)
{
    struct table *t = play->table;
    t->own[seat][RO_LEPRECHAUN] = colour + 1;
    event_say(play, RO_SAY_CHOOSE, seat, colour, 0, 0);
    if (seat + 1 < t->seats)
        t->turn = seat + 1;
    else
        deal(play);
}

/* ---- the course of the game ---- */

static bool is_frenzy(const struct ruleset *rules)
{
    return rules->options[RO_MODE] == RO_MODE_FRENZY;
}

/* The faces of a zone as bits. */
static unsigned faces_in(const struct table *t, int zone)
{
    unsigned faces = 0;
    for (int i = 0; i < zone_size(t, zone); i++)
        faces |= 1u << zone_face(t, zone, i);
    return faces;
}

static unsigned hand_faces(const struct ruleset *rules, const struct table *t, int seat)
{
    return faces_in(t, seat_zone(rules, seat, RO_HAND));
}

/* RO5: a colour or a RAINBOW begins. */
static bool can_begin(unsigned faces)
{
    return faces & (RO_ALL_COLOURS | 1u << RO_BOW);
}

/* The cards of a hand that may be laid on the row: `colours` as themselves, `declared` by a
   RAINBOW. */
struct playable {
    unsigned colours, declared;
    bool pot, unicorn;
};

/* RO1, RO3, RO5, RO6, RO8. RO19: a seat that must play but holds nothing that fits may lay any
   colour. */
static struct playable playable_of(const struct ruleset *rules, const struct table *t,
                                   unsigned faces)
{
    bool begins = zone_size(t, RO_ROW) == 0;
    unsigned fitting = begins ? RO_ALL_COLOURS : roygbiv_neighbours(roygbiv_last(t));
    struct playable playable = {.colours = faces & fitting,
                                .pot = !begins && faces >> RO_POT & 1,
                                .unicorn = !begins && faces >> RO_UNICORN & 1};
    if (faces >> RO_BOW & 1)
        playable.declared = rules->options[RO_RAINBOWS_AS] == RO_BOW_ANY ? RO_ALL_COLOURS : fitting;
    if (t->shared[RO_FREE] == RO_FREE_ANY && !(playable.colours | playable.declared) &&
        !playable.pot && !playable.unicorn)
        playable.colours = faces & RO_ALL_COLOURS;
    return playable;
}

static bool is_any(const struct playable *playable)
{
    return playable->colours || playable->declared || playable->pot || playable->unicorn;
}

/* ---- legal moves ---- */

static void add_playable(const struct playable *playable, struct moves *out)
{
    for (int colour = 0; colour < RO_COLOURS; colour++)
        moves_add_if(out, playable->colours >> colour & 1, RO_PLAY, colour, ARG_ABSENT, ARG_ABSENT);
    for (unsigned declared = playable->declared; declared; declared &= declared - 1)
        moves_add(out, RO_RAINBOW, __builtin_ctz(declared), ARG_ABSENT, ARG_ABSENT);
    moves_add_if(out, playable->pot, RO_PLAY_POT, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    moves_add_if(out, playable->unicorn, RO_PLAY_UNICORN, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
}

/* RO20: no `done` while the actor must begin a row and can. RO19: no `pass` for a player who
   must play and can. */
static void add_endings(const struct table *t, const struct playable *playable, struct moves *out)
{
    bool has_played = t->shared[RO_PLAYED] > 0, owes = zone_size(t, RO_ROW) == 0,
         can = is_any(playable);
    moves_add_if(out, has_played && !(owes && can), RO_DONE, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    moves_add_if(out, !has_played && !(t->shared[RO_FREE] && can), RO_PASS, ARG_ABSENT, ARG_ABSENT,
                 ARG_ABSENT);
}

static void add_leprechauns(const struct table *t, struct moves *out)
{
    unsigned taken = 0;
    for (int seat = 0; seat < t->seats; seat++)
        taken |= 1u << t->own[seat][RO_LEPRECHAUN];
    for (int colour = 0; colour < RO_COLOURS; colour++)
        moves_add_if(out, !(taken >> (colour + 1) & 1), RO_CHOOSE, colour, ARG_ABSENT, ARG_ABSENT);
}

/* Seats that may act, as far as the public can tell. RO20, RO23. */
static unsigned actors(const struct ruleset *rules, const struct table *t)
{
    if (t->over)
        return 0;
    if (!is_frenzy(rules) || t->phase == RO_PHASE_CHOOSE)
        return 1u << t->turn;
    return t->shared[RO_OWES] ? 1u << (t->shared[RO_OWES] - 1) : (1u << t->seats) - 1;
}

/* RO20: the host ends the privilege of the player who completed the row. */
static bool can_open(const struct ruleset *rules, const struct table *t)
{
    return is_frenzy(rules) && !t->over && t->shared[RO_OWES] > 0;
}

void roygbiv_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                   struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (seat == SEAT_HOST)
        moves_add_if(out, can_open(rules, t), RO_OPEN, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT);
    if (!(actors(rules, t) >> seat & 1))
        return;
    if (t->phase == RO_PHASE_CHOOSE) {
        add_leprechauns(t, out);
        return;
    }
    struct playable playable = playable_of(rules, t, hand_faces(rules, t, seat));
    add_playable(&playable, out);
    if (!is_frenzy(rules))
        add_endings(t, &playable, out);
}

unsigned roygbiv_due(const struct ruleset *rules, const struct sight *sight)
{
    return actors(rules, &sight->seen);
}

/* ---- laying a card ---- */

/* Lays a card at the building end, which is the left end of a reversed row. */
static int lay(struct play *play, int from, int i)
{
    struct table *t = play->table;
    int at = t->shared[RO_REVERSED] ? 0 : zone_size(t, RO_ROW);
    table_insert(play, from, i, RO_ROW, at);
    return at;
}

/* RO13: in any order of colours; a special card counts as a plain card of the default colour. */
void roygbiv_flip(struct play *play, int say, int say_special, int seat, int arg)
{
    struct table *t = play->table;
    int at = lay(play, RO_PILE, 0);
    bool is_special = zone_face(t, RO_ROW, at) >= RO_COLOURS;
    if (is_special)
        table_mark(play, RO_ROW, at, RO_MARK_FLIPPED + t->shared[RO_DEFAULT] - 1);
    event_say(play, is_special ? say_special : say, seat, arg, t->shared[RO_DEFAULT] - 1, 0);
}

static int face_of(const struct move *move)
{
    static const int faces[] = {
        [RO_RAINBOW] = RO_BOW, [RO_PLAY_POT] = RO_POT, [RO_PLAY_UNICORN] = RO_UNICORN};
    return move->verb == RO_PLAY ? move->args[0] : faces[move->verb];
}

static void collect(struct play *play, int seat, struct cut cut)
{
    struct table *t = play->table;
    int collected = seat_zone(play->rules, seat, RO_COLLECTED),
        leprechaun = t->own[seat][RO_LEPRECHAUN] - 1, own = 0;
    int number = ++t->shared[RO_RAINBOWS];
    for (int i = 0; i < cut.count; i++) {
        own += zone_face(t, RO_ROW, cut.first) == leprechaun;
        table_move(play, RO_ROW, cut.first, collected);
        table_mark(play, collected, zone_size(t, collected) - 1, number);
    }
    bool is_whole = zone_size(t, RO_ROW) == 0;
    event_say(play, is_whole ? RO_SAY_WHOLE : RO_SAY_PART, seat, cut.count,
              rainbow_points(cut.count, own), 0);
    if (cut.count >= 7)
        event_say(play, RO_SAY_LONG, seat, 0, 0, 0);
    if (is_whole) {
        t->shared[RO_REVERSED] = false;
        t->shared[RO_OWES] = seat + 1;
    }
}

/* The sentence that tells it. */
static void say_played(struct play *play, int seat, const struct move *move, bool begins, bool fits)
{
    int how = begins ? 1 : 2;
    if (move->verb == RO_RAINBOW)
        event_say(play, RO_SAY_DECLARE, seat, how, move->args[0], 0);
    else if (move->verb == RO_PLAY_UNICORN && !play->table->shared[RO_REVERSED])
        event_say(play, RO_SAY_REVERSE, seat, 0, 0, 0);
    else
        event_say(play, fits ? RO_SAY_PLAY : RO_SAY_FREE_CARD, seat, how, 0, 0);
}

/* Lays the card, and collects what it completes: RO2, RO6 to RO10. RO19: a free card is no
   neighbour, so it never completes. */
static void lay_card(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, RO_HAND), colour = move->args[0];
    bool begins = zone_size(t, RO_ROW) == 0,
         is_colour = move->verb == RO_PLAY || move->verb == RO_RAINBOW;
    bool fits = begins || !is_colour || roygbiv_neighbours(roygbiv_last(t)) >> colour & 1;
    bool completes = is_colour ? completes_rainbow(t, colour)
                               : move->verb == RO_PLAY_UNICORN && t->shared[RO_REVERSED];
    int at = lay(play, hand, zone_find(t, hand, face_of(move)));
    if (move->verb == RO_RAINBOW)
        table_mark(play, RO_ROW, at, RO_MARK_DECLARED + colour);
    say_played(play, seat, move, begins, fits);
    if (completes)
        collect(play, seat, is_colour ? cut_of(t) : (struct cut){0, zone_size(t, RO_ROW)});
    else if (move->verb == RO_PLAY_UNICORN)
        t->shared[RO_REVERSED] = true;
}

/* ---- drawing, ending turns, stuck tables ---- */

static void refill(struct play *play, int seat)
{
    struct table *t = play->table;
    int hand = seat_zone(play->rules, seat, RO_HAND), deck = seat_zone(play->rules, seat, RO_DECK);
    int missing = RO_HAND_CARDS - zone_size(t, hand), left = zone_size(t, deck);
    int draws = missing < left ? missing : left;
    for (int i = 0; i < draws; i++)
        table_move(play, deck, 0, hand);
    if (draws > 0)
        event_whisper(play, 1u << seat, RO_SAY_DRAW, seat, 0, 0, 0);
}

static unsigned all_hands(const struct play *play)
{
    unsigned faces = 0;
    for (int seat = 0; seat < play->table->seats; seat++)
        faces |= hand_faces(play->rules, play->table, seat);
    return faces;
}

/* RO21: the row is empty, nobody can begin and nothing is left to turn up. */
static void end_if_nobody_can_begin(struct play *play)
{
    struct table *t = play->table;
    if (zone_size(t, RO_ROW) > 0 || zone_size(t, RO_PILE) > 0 || can_begin(all_hands(play)))
        return;
    t->over = true;
    event_say(play, RO_SAY_STUCK_END, SEAT_NONE, 0, 0, 0);
}

/* Frenzy: RO17 after every event; RO19 and RO21 if the pile is empty. */
void roygbiv_go_on(struct play *play)
{
    struct table *t = play->table;
    if (!is_frenzy(play->rules) || t->shared[RO_OWES])
        return;
    unsigned faces = all_hands(play);
    struct playable playable = playable_of(play->rules, t, faces);
    while (!is_any(&playable) && zone_size(t, RO_PILE) > 0) {
        roygbiv_flip(play, RO_SAY_FLIP, RO_SAY_FLIP_SPECIAL, SEAT_NONE, 2);
        playable = playable_of(play->rules, t, faces);
    }
    if (is_any(&playable))
        return;
    end_if_nobody_can_begin(play);
    t->shared[RO_FREE] = t->over ? 0 : RO_FREE_ANY;
    if (!t->over)
        event_say(play, RO_SAY_FREE, SEAT_NONE, 0, 0, 0);
}

/* RO23: the next higher leprechaun, and after the highest the lowest. */
static int next_in_turn(const struct table *t)
{
    int best = t->turn, steps = RO_COLOURS;
    for (int seat = 0; seat < t->seats; seat++) {
        int up = (t->own[seat][RO_LEPRECHAUN] - t->own[t->turn][RO_LEPRECHAUN] + RO_COLOURS) %
                 RO_COLOURS;
        if (up > 0 && up < steps) {
            best = seat;
            steps = up;
        }
    }
    return best;
}

/* RO18, flip=unable: everybody passed, but somebody could play. After a second such round who
   can play must, so that a game ends. */
static void pass_though_able(struct play *play)
{
    bool is_first = play->table->shared[RO_PASSES] == play->table->seats;
    play->table->shared[RO_FREE] = is_first ? 0 : RO_FREE_FITTING;
    event_say(play, is_first ? RO_SAY_ABLE : RO_SAY_ABLE_AGAIN, SEAT_NONE, 0, 0, 0);
}

/* RO18: a round of passes, also voluntary ones, turns a card up; with flip=unable only if nobody
   could play. RO19: without a pile the next player must play. */
static void pass_round(struct play *play)
{
    struct table *t = play->table;
    struct playable playable = playable_of(play->rules, t, all_hands(play));
    if (play->rules->options[RO_FLIP] == RO_FLIP_UNABLE && is_any(&playable)) {
        pass_though_able(play);
        return;
    }
    t->shared[RO_PASSES] = 0;
    if (zone_size(t, RO_PILE) > 0) {
        roygbiv_flip(play, RO_SAY_FLIP, RO_SAY_FLIP_SPECIAL, SEAT_NONE, 1);
        return;
    }
    t->shared[RO_FREE] = RO_FREE_ANY;
    event_say(play, RO_SAY_MUST, t->turn, 0, 0, 0);
}

/* RO22: the hand is filled up when the turn is over. */
static void end_turn(struct play *play, int seat, bool is_pass)
{
    struct table *t = play->table;
    bool owed = zone_size(t, RO_ROW) == 0;
    event_say(play, is_pass ? RO_SAY_PASS : owed ? RO_SAY_DONE_OWING : RO_SAY_DONE, seat, 0, 0, 0);
    refill(play, seat);
    t->shared[RO_PLAYED] = 0;
    t->shared[RO_OWES] = 0;
    t->turn = next_in_turn(t);
    end_if_nobody_can_begin(play);
    if (is_pass && ++t->shared[RO_PASSES] % t->seats == 0 && !t->over)
        pass_round(play);
}

/* RO20, frenzy: only the player who completed the row may begin, as long as that player can. */
static void give_up_beginning(struct play *play, int say)
{
    int seat = play->table->shared[RO_OWES] - 1;
    play->table->shared[RO_OWES] = 0;
    event_say(play, say, seat, 0, 0, 0);
}

/* RO24: the game ends at once when a seat has no card left. RO16: in a frenzy its hand is filled
   up after each card. */
static void play_card(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    t->shared[RO_FREE] = t->shared[RO_OWES] = t->shared[RO_PASSES] = 0;
    lay_card(play, seat, move);
    if (zone_size(t, seat_zone(play->rules, seat, RO_HAND)) +
            zone_size(t, seat_zone(play->rules, seat, RO_DECK)) ==
        0) {
        t->over = true;
        event_say(play, RO_SAY_OUT, seat, 0, 0, 0);
        return;
    }
    if (!is_frenzy(play->rules)) {
        t->shared[RO_PLAYED]++;
        return;
    }
    refill(play, seat);
    if (t->shared[RO_OWES] && !can_begin(hand_faces(play->rules, t, seat)))
        give_up_beginning(play, RO_SAY_CANNOT_BEGIN);
    roygbiv_go_on(play);
}

void roygbiv_apply(struct play *play, int seat, const struct move *move)
{
    if (move->verb == RO_CHOOSE) {
        choose(play, seat, move->args[0]);
    } else if (move->verb == RO_OPEN) {
        give_up_beginning(play, RO_SAY_OPEN);
    } else if (move->verb == RO_DONE || move->verb == RO_PASS) {
        end_turn(play, seat, move->verb == RO_PASS);
    } else {
        play_card(play, seat, move);
    }
}

/* A player who is done without beginning a new row has no card to begin with (RO20). A player
   who must play, and lays a card that does not fit or passes, holds no card that fits (RO18,
   RO19). */
static bool tells_of_the_hand(const struct table *t, const struct move *move)
{
    bool is_empty = zone_size(t, RO_ROW) == 0;
    if (move->verb == RO_DONE)
        return is_empty;
    if (!t->shared[RO_FREE])
        return false;
    return move->verb == RO_PASS || (move->verb == RO_PLAY && !is_empty &&
                                     !(roygbiv_neighbours(roygbiv_last(t)) >> move->args[0] & 1));
}

/* The consequences show it, too: a card is turned up because nobody can play (RO17, RO18),
   everybody may begin because the player who should cannot (RO20), the next card is free (RO19),
   nobody can begin (RO21). */
int roygbiv_discloses(const struct ruleset *rules, const struct table *before, int seat,
                      const struct move *move)
{
    struct table after;
    struct chance chance;
    struct play play = {.rules = rules, .table = &after, .chance = &chance};
    chance_init(&chance, NULL, NULL); /* luck does not change the answer */
    table_copy(&after, before);
    roygbiv_apply(&play, seat, move);
    int turned_up = zone_size(before, RO_PILE) - zone_size(&after, RO_PILE);
    return tells_of_the_hand(before, move) | after.over << 1 | after.shared[RO_FREE] << 2 |
           after.shared[RO_OWES] << 4 | turned_up << 8;
}

bool roygbiv_is_real_time(const struct ruleset *rules)
{
    return is_frenzy(rules);
}

struct alarm roygbiv_alarm(const struct ruleset *rules, const struct sight *sight)
{
    return (struct alarm){.set = can_open(rules, &sight->seen),
                          .option = RO_BEGIN_TIMER,
                          .move = {RO_OPEN, {ARG_ABSENT, ARG_ABSENT, ARG_ABSENT, ARG_ABSENT}}};
}

/* ---- why not ---- */

static const char *explain_choice(const struct table *t, int seat, const struct move *move)
{
    if (move->verb != RO_CHOOSE)
        return "First everybody chooses a leprechaun: choose green, for instance.";
    if (seat != t->turn)
        return "Leprechauns are chosen in turn, and it is not yours yet.";
    return move->args[0] == ARG_ABSENT ? "Say which leprechaun, too: choose green, for instance."
                                       : "Somebody has that leprechaun already.";
}

static const char *explain_ending(const struct ruleset *rules, const struct table *t,
                                  const struct move *move)
{
    bool has_played = t->shared[RO_PLAYED] > 0;
    if (rules->options[RO_MODE] == RO_MODE_FRENZY)
        return "In a frenzy there are no turns: play whenever you can.";
    if (move->verb == RO_DONE)
        return has_played
                   ? "Who completes a whole rainbow begins a new one, with any colour or a RAINBOW."
                   : "You have played nothing yet: play a card, or pass.";
    if (!has_played && t->shared[RO_FREE] == RO_FREE_FITTING)
        return "Everybody has passed twice although somebody could play, so you must play if you can (house rule RO18).";
    return has_played
               ? "You have played already, so you can't pass: say done to end your turn."
               : "Everybody has passed and the pile is empty, so you must play if you can (house rule RO19).";
}

static const char *explain_missing(const struct move *move)
{
    static const char *const sentences[] = {
        [RO_PLAY] = "You hold no card of that colour; !hand shows yours.",
        [RO_RAINBOW] = "You hold no RAINBOW; !hand shows your cards.",
        [RO_PLAY_POT] = "You hold no Gold Pot; !hand shows your cards.",
        [RO_PLAY_UNICORN] = "You hold no Unicorn; !hand shows your cards.",
    };
    return sentences[move->verb];
}

/* RO1: depends on the colour of the last card. */
static const char *explain_order(int last)
{
    static const char *const sentences[] = {
        "The last colour is red: only orange or violet goes on from there.",
        "The last colour is orange: only red or yellow goes on from there.",
        "The last colour is yellow: only orange or green goes on from there.",
        "The last colour is green: only yellow or blue goes on from there.",
        "The last colour is blue: only green or indigo goes on from there.",
        "The last colour is indigo: only blue or violet goes on from there.",
        "The last colour is violet: only indigo or red goes on from there.",
    };
    return sentences[last];
}

static const char *explain_card(const struct ruleset *rules, const struct table *t, int seat,
                                const struct move *move)
{
    static const int faces[] = {
        [RO_RAINBOW] = RO_BOW, [RO_PLAY_POT] = RO_POT, [RO_PLAY_UNICORN] = RO_UNICORN};
    unsigned held = faces_in(t, seat_zone(rules, seat, RO_HAND));
    bool names_colour = move->verb == RO_PLAY || move->verb == RO_RAINBOW;
    if (names_colour && move->args[0] == ARG_ABSENT)
        return "Say which colour, too: play red, or rainbow red.";
    if (!(held >> (move->verb == RO_PLAY ? move->args[0] : faces[move->verb]) & 1))
        return explain_missing(move);
    if (zone_size(t, RO_ROW) == 0)
        return names_colour
                   ? NULL
                   : "A rainbow begins with a colour or a RAINBOW, never with a Gold Pot or a Unicorn.";
    return names_colour ? explain_order(roygbiv_last(t)) : NULL;
}

const char *roygbiv_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                            const struct move *move)
{
    const struct table *t = &sight->seen;
    if (t->over)
        return "The game is over.";
    if (t->phase == RO_PHASE_CHOOSE)
        return explain_choice(t, seat, move);
    if (move->verb == RO_CHOOSE)
        return "The leprechauns are chosen already.";
    if (move->verb == RO_OPEN)
        return "Only the clock does that.";
    if (rules->options[RO_MODE] == RO_MODE_TURNS && seat != t->turn)
        return "It is somebody else's turn.";
    if (move->verb == RO_DONE || move->verb == RO_PASS)
        return explain_ending(rules, t, move);
    if (rules->options[RO_MODE] == RO_MODE_FRENZY && t->shared[RO_OWES] &&
        t->shared[RO_OWES] != seat + 1)
        return "Who completed the rainbow begins the next one; when the time is up anybody may.";
    return explain_card(rules, t, seat, move);
}

/* The end of a game of ROYGBIV: the points of the collections, and who has won. RO4, RO24 to
   RO26. */

enum { FINISH_FIRST = 7 };

/* One line for each rainbow of a seat; its cards lie together and bear its number. */
static void score_rainbows(const struct ruleset *rules, const struct table *t, int seat,
                           struct score *out)
{
    static const char *const labels[2][2] = {
        {"rainbow of {0}", "rainbow of {0}, {1} own"},
        {"long rainbow of {0}, doubled", "long rainbow of {0}, {1} own, doubled"}};
    int collected = seat_zone(rules, seat, RO_COLLECTED), size = zone_size(t, collected);
    for (int i = 0, first = 0, own = 0; i < size; i++) {
        own += zone_face(t, collected, i) == t->own[seat][RO_LEPRECHAUN] - 1;
        if (i + 1 < size && zone_card(t, collected, i + 1)->as == zone_card(t, collected, i)->as)
            continue;
        int cards = i + 1 - first;
        score_add(out, seat, labels[cards >= 7][own > 0], cards, own, rainbow_points(cards, own));
        first = i + 1;
        own = 0;
    }
}

static int rainbows_of(const struct ruleset *rules, const struct table *t, int seat)
{
    int collected = seat_zone(rules, seat, RO_COLLECTED), count = 0;
    for (int i = 0, number = 0; i < zone_size(t, collected); i++) {
        count += zone_card(t, collected, i)->as != number;
        number = zone_card(t, collected, i)->as;
    }
    return count;
}

/* RO26, tie=rainbows: among the seats with most points, the seat with most rainbows wins. True
   if that decided. */
static bool break_tie(const struct ruleset *rules, const struct table *t, struct score *out)
{
    unsigned tied = out->winners, winners = 0;
    int most = -1;
    for (unsigned left = tied; left; left &= left - 1) {
        int seat = __builtin_ctz(left), count = rainbows_of(rules, t, seat);
        if (count > most)
            winners = 0;
        if (count >= most) {
            winners |= 1u << seat;
            most = count;
        }
    }
    out->winners = winners;
    return winners != tied;
}

/* True if the seat has run out of cards (RO24). If no seat has, the game ended by RO21. */
static bool has_finished(const struct ruleset *rules, const struct table *t, int seat)
{
    return zone_size(t, seat_zone(rules, seat, RO_HAND)) +
               zone_size(t, seat_zone(rules, seat, RO_DECK)) ==
           0;
}

static const char *reason_of(bool is_stuck, bool tie_broken)
{
    if (is_stuck && tie_broken)
        return "Nobody could begin a rainbow any more, so nobody finished first (house rule RO21), and more rainbows "
               "decided between equal points (tie=rainbows).";
    if (is_stuck)
        return "Nobody could begin a rainbow any more, so nobody finished first (house rule RO21).";
    return tie_broken ? "More rainbows decided between equal points (tie=rainbows)." : NULL;
}

void roygbiv_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    bool is_stuck = true;
    score_clear(out);
    for (int seat = 0; seat < t->seats; seat++) {
        score_rainbows(rules, t, seat, out);
        if (!has_finished(rules, t, seat))
            continue;
        is_stuck = false;
        score_add(out, seat, "finished first", 0, 0, FINISH_FIRST);
    }
    score_best_wins(out, t->seats);
    bool tie_broken = rules->options[RO_TIE] == RO_TIE_RAINBOWS && break_tie(rules, t, out);
    out->reason = reason_of(is_stuck, tie_broken);
}

/* ---- what everybody can see of the row ---- */

static void add_colours(const struct ruleset *rules, unsigned colours, struct remark *remark)
{
    if (colours == RO_ALL_COLOURS) {
        remark_part(remark, 0, "any colour", NULL, COLOUR_NONE);
        return;
    }
    for (int colour = 0; colour < RO_COLOURS; colour++)
        if (colours >> colour & 1)
            remark_part(remark, 0, rules->faces[colour].name, NULL, rules->faces[colour].colour);
}

/* What fits, and what completes the rainbow as well. */
void roygbiv_remark(const struct ruleset *rules, const struct sight *sight, struct remarks *out)
{
    const struct table *t = &sight->seen;
    struct score score;
    roygbiv_score(rules, sight, &score);
    out->lead_phrase = "{n} {n|point|points}";
    out->lead_label = "points";
    for (int seat = 0; seat < t->seats; seat++)
        out->lead[seat] = score.total[seat];
    if (t->over || t->phase == RO_PHASE_CHOOSE)
        return;
    bool begins = zone_size(t, RO_ROW) == 0;
    struct playable playable = playable_of(rules, t, ~0u);
    unsigned completing = 0;
    for (int colour = 0; colour < RO_COLOURS && !begins; colour++)
        completing |= (unsigned)((playable.colours >> colour & 1) && completes_rainbow(t, colour))
                      << colour;
    struct remark *fits = remarks_add(out, begins ? "begins it:" : "fits:");
    add_colours(rules, playable.colours & ~completing, fits);
    remark_part(fits, 0, begins ? rules->faces[RO_BOW].name : "any special card",
                begins ? NULL : "special", COLOUR_NONE);
    if (completing)
        add_colours(rules, completing, remarks_add(out, "completes it:"));
}

bool roygbiv_is_longest(const struct passed *passed, int least)
{
    struct score score;
    roygbiv_score(passed->rules, passed->before, &score);
    for (int i = 0; i < score.count; i++)
        least = score.lines[i].args[0] >= least ? score.lines[i].args[0] + 1 : least;
    return passed->said->args[0] >= least;
}
