/* Tricks with sealed bids, for three to seven: deals of fewer and fewer cards. All bid in secret
   how many tricks they will take, then the bids are shown; who takes exactly as many gets ten more.
   Shows a number that only its owner sees, trump, a trick, words and numbers on the board. */
#include "suits.h"
#include "toys.h"

enum { DECK, TRUMP, TRICK, PLAYED, SHARED };
enum { HAND, SEAT_ZONES };
enum { BID, PLAY };
enum { SAY_BID, SAY_YOUR_BID, SAY_BIDS, SAY_PLAY, SAY_TAKE, SAY_MADE, SAY_MISSED, SAY_DEAL };
/* registers of the table: who led this trick; how many cards are dealt now */
enum { LEADER, CARDS };
enum { SECRET, BIDS, TRICKS, POINTS }; /* of a seat: the bid + 1, before and after it is shown */
enum { DEALS };                        /* options */
enum { CARDS_MOST = 7, MADE = 10 };

static const char *const bids[CARDS_MOST + 2] = {"-", "0", "1", "2", "3", "4", "5", "6", "7"};
static const struct register_spec registers[TABLE_OWN] = {
    [SECRET] = {.name = "your bid",
                .audience = AUDIENCE_OWNER,
                .most = CARDS_MOST + 1,
                .words = bids},
    [BIDS] = {.audience = AUDIENCE_ALL},
    [TRICKS] = {.audience = AUDIENCE_ALL},
    [POINTS] = {.audience = AUDIENCE_ALL},
};
static const struct zone_spec zones[] = {
    {"deck", AUDIENCE_NONE, 0},
    {"trump", AUDIENCE_ALL, 0},
    {"trick", AUDIENCE_ALL, 0},
    {"played", AUDIENCE_ALL, 0},
    {"hand", AUDIENCE_OWNER, ZONE_SLOTS | ZONE_SORTED},
};
static const struct verb_spec verbs[] = {
    {.word = "bid",
     .flags = VERB_SECRET,
     .args = {{.kind = ARG_NUMBER}},
     .help = "bid NUMBER: of tricks, in private"},
    {.word = "play", .args = {{.kind = ARG_CARD}}, .help = "play CARD"}};
static const char *const sentences[] = {
    [SAY_BID] = "{who} has bid.",           [SAY_YOUR_BID] = "You bid {0}.",
    [SAY_BIDS] = "{who} bid {0}.",          [SAY_PLAY] = "{who} plays {cards}.",
    [SAY_TAKE] = "{who} takes the trick.",  [SAY_MADE] = "{who} made the bid: {0} points.",
    [SAY_MISSED] = "{who} missed the bid.", [SAY_DEAL] = "{0} {0|card|cards} each are dealt."};
static const struct board_item board[] = {
    {.label = "trump", .style = BOARD_LIST, .zone = TRUMP},
    {.label = "trick", .style = BOARD_LIST, .zone = TRICK},
    {.label = "led by", .style = BOARD_SEAT, .zone = LEADER, .if_any = 1 + TRICK},
    {.label = "bidding", .style = BOARD_WORD, .per_seat = true, .zone = SECRET, .words = bids},
    {.label = "bid", .style = BOARD_WORD, .per_seat = true, .zone = BIDS, .words = bids},
    {.label = "tricks", .style = BOARD_NUMBER, .per_seat = true, .zone = TRICKS},
    {.label = "points", .style = BOARD_NUMBER, .per_seat = true, .zone = POINTS}};
static const struct option_spec options[] = {
    [DEALS] = {
        .name = "cards", .kind = OPTION_NUMBER, .least = 1, .most = CARDS_MOST, .standard = 4}};

/* All cards back, shuffled, dealt; the next one turned up says what is trump. */
static void deal(struct play *play)
{
    struct table *t = play->table;
    for (int zone = TRUMP; zone < SHARED; zone++)
        table_move_all(play, zone, DECK);
    table_shuffle(play, DECK);
    toy_deal(play, DECK, HAND, t->shared[CARDS]);
    table_move(play, DECK, 0, TRUMP);
    event_say(play, SAY_DEAL, SEAT_NONE, t->shared[CARDS], 0, 0);
    for (int seat = 0; seat < t->seats; seat++)
        t->own[seat][BIDS] = t->own[seat][TRICKS] = 0;
}

static void setup(struct play *play)
{
    struct table *t = play->table;
    for (int face = 0; face < SUITS_FACES; face++)
        table_add(t, DECK, face, 1);
    t->shared[CARDS] = play->rules->options[DEALS];
    t->turn = play->rules->first_seat == SEAT_NONE ? chance_pick(play->chance, t->seats)
                                                   : play->rules->first_seat;
    t->shared[LEADER] = t->turn;
    deal(play);
}

/* Whose bid is missing, as everybody can tell. */
static unsigned bidders(const struct table *t)
{
    unsigned seats = 0;
    for (int seat = 0; seat < t->seats; seat++)
        seats |= (unsigned)(t->own[seat][SECRET] == 0 && t->own[seat][BIDS] == 0) << seat;
    return seats;
}

static unsigned due(const struct ruleset *rules, const struct sight *sight)
{
    unsigned seats = bidders(&sight->seen);
    (void)rules;
    return sight->seen.over ? 0 : seats ? seats : 1u << sight->seen.turn;
}

static void legal(const struct ruleset *rules, const struct sight *sight, int seat,
                  struct moves *out)
{
    const struct table *t = &sight->seen;
    out->count = 0;
    if (seat == SEAT_HOST || !(due(rules, sight) >> seat & 1))
        return;
    if (bidders(t) == 0)
        suits_follow(rules, t, seat, TRICK, PLAY, out);
    else
        for (int tricks = 0; tricks <= t->shared[CARDS]; tricks++)
            moves_add(out, BID, tricks, ARG_ABSENT, ARG_ABSENT);
}

static void show_bids(struct play *play)
{
    for (int seat = 0; seat < play->table->seats; seat++) {
        table_reveal(play, seat, SECRET, BIDS);
        event_say(play, SAY_BIDS, seat, play->table->own[seat][BIDS] - 1, 0, 0);
    }
}

static void end_deal(struct play *play)
{
    struct table *t = play->table;
    for (int seat = 0; seat < t->seats; seat++) {
        bool is_made = t->own[seat][TRICKS] == t->own[seat][BIDS] - 1;
        int points = is_made ? MADE + t->own[seat][TRICKS] : 0;
        t->own[seat][POINTS] += points;
        event_say(play, is_made ? SAY_MADE : SAY_MISSED, seat, points, 0, 0);
    }
    t->over = --t->shared[CARDS] == 0;
    if (!t->over)
        deal(play);
}

static void take_trick(struct play *play)
{
    struct table *t = play->table;
    int trump = suits_of(zone_top(t, TRUMP)),
        taker = (t->shared[LEADER] + suits_best(t, TRICK, trump)) % t->seats;
    table_move_all(play, TRICK, PLAYED);
    t->own[taker][TRICKS]++;
    t->turn = t->shared[LEADER] = taker;
    event_say(play, SAY_TAKE, taker, 0, 0, 0);
    if (zone_size(t, seat_zone(play->rules, taker, HAND)) == 0)
        end_deal(play);
}

static void apply(struct play *play, int seat, const struct move *move)
{
    struct table *t = play->table;
    if (move->verb == BID) {
        t->own[seat][SECRET] = move->args[0] + 1;
        event_whisper(play, 1u << seat, SAY_YOUR_BID, seat, move->args[0], 0, 0);
        event_say(play, SAY_BID, seat, 0, 0, 0);
        if (bidders(t) == 0)
            show_bids(play);
        return;
    }
    int hand = seat_zone(play->rules, seat, HAND);
    table_move(play, hand, zone_find_slot(t, hand, move->args[0]), TRICK);
    event_say(play, SAY_PLAY, seat, 0, 0, 0);
    t->turn = (seat + 1) % t->seats;
    if (zone_size(t, TRICK) == t->seats)
        take_trick(play);
}

/* Who does not follow has none of that suit. */
static int discloses(const struct ruleset *rules, const struct table *before, int seat,
                     const struct move *move)
{
    int hand = seat_zone(rules, seat, HAND), led = suits_led(before, TRICK);
    if (move->verb != PLAY || led < 0)
        return 0;
    return suits_of(zone_slot_face(before, hand, move->args[0])) != led;
}

static void score(const struct ruleset *rules, const struct sight *sight, struct score *out)
{
    (void)rules;
    *out = (struct score){0};
    for (int seat = 0; seat < sight->seen.seats; seat++)
        score_add(out, seat, "{0} points", sight->seen.own[seat][POINTS], 0,
                  sight->seen.own[seat][POINTS]);
    score_best_wins(out, sight->seen.seats);
}

static const char *explain(const struct ruleset *rules, const struct sight *sight, int seat,
                           const struct move *move)
{
    (void)rules, (void)seat;
    return move->verb == BID && bidders(&sight->seen)
               ? "A bid is at most the number of cards in your hand."
               : NULL;
}

const struct game toy_sealed = {
    .id = "sealed",
    .name = "Sealed Bids",
    .summary = "a toy",
    .version = 1,
    .seats_min = 3,
    .seats_max = 7,
    SUITS_DECK,
    .registers = registers,
    .match_option = -1,
    .board = board,
    .board_count = TOY_COUNT(board),
    TOY_TABLE(zones, SHARED, SEAT_ZONES, HAND),
    TOY_WORDS(verbs, sentences),
    TOY_OPTIONS(options, NULL),
    .setup = setup,
    .legal = legal,
    .apply = apply,
    .due = due,
    .score = score,
    .explain = explain,
    .discloses = discloses,
};
