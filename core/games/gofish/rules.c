/* The rules of Go Fish: the deal, asking, fishing, books, the end and the score.
   Rulings: docs/rulings/gofish.md. Names and sentences are in gofish.c. */
#include "gofish.h"

static int hand_of(const struct ruleset *rules, int seat)
{
    return seat_zone(rules, seat, GF_HAND);
}

static int held_by(const struct ruleset *rules, const struct table *t, int seat)
{
    return zone_size(t, hand_of(rules, seat));
}

/* ---- hands ---- */

static void note_holds(struct table *t, int seat, int rank)
{
    t->own[seat][GF_HOLDS] |= 1 << rank;
    t->own[seat][GF_LACKS] &= ~(1 << rank);
    t->own[seat][GF_LACKED] &= ~(1 << rank);
}

static void note_lacks(struct table *t, int seat, int rank)
{
    t->own[seat][GF_HOLDS] &= ~(1 << rank);
    t->own[seat][GF_LACKS] |= 1 << rank;
    t->own[seat][GF_LACKED] |= 1 << rank;
    if (t->own[seat][GF_ASKED] == 1 + rank)
        t->own[seat][GF_ASKED] = 0;
}

/* GF2: an asker holds such a card, as everybody hears. So one of them is shown, unless one is
   known. */
static void show_one(struct play *play, int seat, int rank)
{
    struct table *t = play->table;
    int hand = hand_of(play->rules, seat);
    bool is_known = t->own[seat][GF_HOLDS] >> rank & 1;
    t->own[seat][GF_ASKED] = 1 + rank;
    note_holds(t, seat, rank);
    if (is_known)
        return;
    table_move(play, hand, zone_find(t, hand, rank), GF_SHOWN);
    table_move(play, GF_SHOWN, 0, hand);
}

static void move_rank(struct play *play, int from, int rank, int to)
{
    for (int i; (i = zone_find(play->table, from, rank)) >= 0;)
        table_move(play, from, i, to);
}

/* GF5: at once, whenever a fourth card comes. */
static void lay_books(struct play *play, int seat)
{
    struct table *t = play->table;
    int hand = hand_of(play->rules, seat);
    for (int rank = 0; rank < GF_RANKS; rank++) {
        if (zone_tally(t, hand, rank) < GF_BOOK)
            continue;
        table_move(play, hand, zone_find(t, hand, rank), seat_zone(play->rules, seat, GF_BOOKS));
        move_rank(play, hand, rank, GF_LAID);
        note_lacks(t, seat, rank);
        event_say(play, GF_SAY_BOOK, seat, rank, 0, 0);
    }
}

/* A card of the stock, which only its owner sees. */
static void draw(struct play *play, int seat, int sentence)
{
    table_move(play, GF_STOCK, 0, hand_of(play->rules, seat));
    play->table->own[seat][GF_LACKS] = 0;
    event_say(play, sentence, seat, 0, 0, 0);
}

void gofish_setup(struct play *play)
{
    enum { FEW_SEATS = 3, CARDS_FEW = 7, CARDS_MANY = 5 };
    struct table *t = play->table;
    int first = play->rules->first_seat, cards = t->seats <= FEW_SEATS ? CARDS_FEW : CARDS_MANY;
    for (int rank = 0; rank < GF_RANKS; rank++)
        table_add(t, GF_STOCK, rank, GF_BOOK);
    table_shuffle(play, GF_STOCK);
    t->turn = first == SEAT_NONE ? chance_pick(play->chance, t->seats) : first;
    for (int i = 0; i < cards * t->seats; i++)
        table_move(play, GF_STOCK, 0, hand_of(play->rules, i % t->seats));
    for (int seat = 0; seat < t->seats; seat++)
        lay_books(play, seat);
}

/* ---- legal moves ---- */

/* GF3: somebody who holds a card; anybody if no other does. */
static bool can_be_asked(const struct ruleset *rules, const struct table *t, int seat, int other)
{
    int holders = 0;
    for (int i = 0; i < t->seats; i++)
        holders += i != seat && held_by(rules, t, i) > 0;
    return other != seat && (holders == 0 || held_by(rules, t, other) > 0);
}

/* GF9: so each game ends: without a stock, nobody gets a rank again but by asking for it. */
static bool is_asked_in_vain(const struct table *t, int other, int rank)
{
    return zone_size(t, GF_STOCK) == 0 && t->own[other][GF_LACKS] >> rank & 1;
}

void gofish_legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (t->over || seat != t->turn)
        return;
    for (int other = 0; other < t->seats; other++)
        for (int rank = 0; can_be_asked(rules, t, seat, other) && rank < GF_RANKS; rank++)
            moves_add_if(out,
                         zone_find(t, hand_of(rules, seat), rank) >= 0 &&
                             !is_asked_in_vain(t, other, rank),
                         GF_ASK, other, rank, ARG_ABSENT);
}

unsigned gofish_due(const struct ruleset *rules, const struct sight *sight)
{
    (void)rules;
    return sight->seen.over ? 0 : 1u << sight->seen.turn;
}

const char *gofish_explain(const struct ruleset *rules, const struct sight *sight, int seat,
                           const struct move *move)
{
    const struct table *t = &sight->seen;
    if (t->over)
        return "The game is over.";
    if (seat != t->turn)
        return "It is not your turn.";
    if (move->args[0] == seat)
        return "You ask somebody else, not yourself.";
    if (move->args[0] < 0 || move->args[0] >= t->seats)
        return "Nobody sits there.";
    if (!can_be_asked(rules, t, seat, move->args[0]))
        return "That player holds no card: ask somebody else.";
    if (move->args[1] >= 0 && move->args[1] < GF_RANKS &&
        zone_find(t, hand_of(rules, seat), move->args[1]) >= 0)
        return "Everybody knows that this player has none, and without a stock gets none.";
    return "You can ask only for a rank of which you hold a card; !hand shows yours.";
}

/* ---- asking ---- */

/* Returns whether the seat got any. */
static bool get(struct play *play, int seat, int other, int rank)
{
    struct table *t = play->table;
    note_lacks(t, other, rank);
    move_rank(play, hand_of(play->rules, other), rank, GF_SHOWN);
    if (zone_size(t, GF_SHOWN) == 0)
        return false;
    event_say(play, GF_SAY_GET, seat, 0, 0, 0);
    table_move_all(play, GF_SHOWN, hand_of(play->rules, seat));
    return true;
}

/* Returns whether the seat goes on: GF4. */
static bool fish(struct play *play, int seat, int rank)
{
    const struct table *t = play->table;
    if (zone_size(t, GF_STOCK) == 0) {
        event_say(play, GF_SAY_NOTHING, seat, 0, 0, 0);
        return false;
    }
    if (zone_face(t, GF_STOCK, 0) != rank || play->rules->options[GF_AGAIN] == GF_AGAIN_ASKED) {
        draw(play, seat, GF_SAY_FISH);
        return false;
    }
    table_move(play, GF_STOCK, 0, GF_SHOWN);
    event_say(play, GF_SAY_CATCH, seat, 0, 0, 0);
    table_move_all(play, GF_SHOWN, hand_of(play->rules, seat));
    return true;
}

/* GF6: who has no card draws one; without a stock, the turn is the next one's. */
static void begin_turn(struct play *play, int seat)
{
    struct table *t = play->table;
    int left = GF_RANKS;
    for (int i = 0; i < t->seats; i++)
        left -= zone_size(t, seat_zone(play->rules, i, GF_BOOKS));
    t->over = left == 0;
    while (!t->over && held_by(play->rules, t, seat) == 0 && zone_size(t, GF_STOCK) == 0)
        seat = (seat + 1) % t->seats;
    t->turn = seat;
    if (!t->over && held_by(play->rules, t, seat) == 0)
        draw(play, seat, GF_SAY_EMPTY);
}

void gofish_apply(struct play *play, int seat, const struct move *move)
{
    int other = move->args[0], rank = move->args[1];
    show_one(play, seat, rank);
    event_say(play, GF_SAY_ASK, seat, other, rank, 0);
    bool goes_on = get(play, seat, other, rank) || fish(play, seat, rank);
    lay_books(play, seat);
    begin_turn(play, goes_on ? seat : (seat + 1) % play->table->seats);
}

/* Which books are laid down tells what nobody saw of the hand before. */
int gofish_discloses(const struct ruleset *rules, const struct table *before, int seat,
                     const struct move *move)
{
    int hand = hand_of(rules, seat), other = hand_of(rules, move->args[0]), asked = move->args[1];
    int given = zone_tally(before, other, asked);
    bool is_drawn = given == 0 && zone_size(before, GF_STOCK) > 0;
    int books = 0;
    for (int rank = 0; rank < GF_RANKS; rank++) {
        int more = is_drawn ? zone_face(before, GF_STOCK, 0) == rank : rank == asked ? given : 0;
        books |= (zone_tally(before, hand, rank) + more >= GF_BOOK) << rank;
    }
    return books;
}

/* ---- the result ---- */

static int books_of(const struct ruleset *rules, const struct table *t, int seat)
{
    return zone_size(t, seat_zone(rules, seat, GF_BOOKS));
}

void gofish_score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    const struct table *t = &sight->seen;
    score_clear(out);
    for (int seat = 0; seat < t->seats; seat++) {
        int books = books_of(rules, t, seat);
        score_add(out, seat, "{0} {0|book|books}", books, 0, books);
    }
    score_best_wins(out, t->seats);
}

void gofish_remark(const struct ruleset *rules, const struct sight *sight, struct remarks *out)
{
    out->lead_phrase = "{n} {n|book|books}";
    out->lead_label = "books";
    for (int seat = 0; seat < sight->seen.seats; seat++)
        out->lead[seat] = books_of(rules, &sight->seen, seat);
}

/* ---- how good moves look ---- */

/* What the seat knows of all hands, by their cards and registers alone. */
struct guess {
    int own[GF_RANKS], left[GF_RANKS]; /* cards of the rank: in its hand; nobody knows where */
    int known[TABLE_SEATS][GF_RANKS], hidden[TABLE_SEATS], all_hidden;
};

static void guess_hands(const struct ruleset *rules, const struct table *t, int seat,
                        struct guess *out)
{
    *out = (struct guess){.all_hidden = zone_size(t, GF_STOCK)};
    for (int rank = 0; rank < GF_RANKS; rank++)
        out->left[rank] = GF_BOOK;
    for (int other = 0; other < t->seats; other++) {
        int hand = hand_of(rules, other);
        int *known = other == seat ? out->own : out->known[other];
        for (int i = 0; i < zone_size(t, hand); i++) {
            const struct card *card = zone_card(t, hand, i);
            bool is_known = other == seat || card->known >> seat & 1;
            out->hidden[other] += !is_known;
            known[is_known ? card->face : 0] += is_known;
            out->left[is_known ? card->face : 0] -= is_known;
        }
        out->all_hidden += out->hidden[other];
    }
}

/* How likely the other hand holds such a card, in thousandths. Who had none when last asked can
   hold one only of those drawn since. */
static int chance_of(const struct table *t, const struct guess *guess, int other, int rank)
{
    enum { SURE = 1000 };
    int hidden = guess->hidden[other], miss = SURE;
    if (t->own[other][GF_LACKS] >> rank & 1 || hidden == 0)
        return 0;
    if (t->own[other][GF_LACKED] >> rank & 1)
        hidden = 1;
    for (int i = 0; i < guess->left[rank]; i++)
        miss -= miss * hidden / guess->all_hidden;
    return SURE - miss;
}

/* Sure cards first, those that make a book before all; else where such a card is likely. Of two
   players, one who gathers cards early gathers them for the other one's last turn. */
static int worth_of(const struct table *t, const struct guess *guess, int seat,
                    const struct move *move)
{
    enum { COMPLETES = 30000, SURE = 10000, A_CARD = 1000, UNSAID = 30, LATE = 10 };
    int other = move->args[0], rank = move->args[1], own = guess->own[rank];
    int known = guess->known[other][rank], holds = t->own[other][GF_HOLDS] >> rank & 1;
    known = known > holds ? known : holds;
    if (known > 0)
        return known + own == GF_BOOK ? COMPLETES : SURE + A_CARD * known;
    int hit = chance_of(t, guess, other, rank);
    if (guess->left[rank] <= 0)
        return -SURE;
    if (t->seats == 2 && zone_size(t, GF_STOCK) > LATE)
        return own == GF_BOOK - 1 ? A_CARD + hit : A_CARD - hit;
    return hit * (2 + own) - (t->own[seat][GF_HOLDS] >> rank & 1 ? 0 : UNSAID);
}

void gofish_weigh(const struct ruleset *rules, const struct sight *sight, int seat,
                  const struct moves *moves, int *worths)
{
    struct guess guess;
    guess_hands(rules, &sight->seen, seat, &guess);
    for (int i = 0; i < moves->count; i++)
        worths[i] = worth_of(&sight->seen, &guess, seat, &moves->list[i]);
}
