/* Oh Hell as data: the names of its places and moves, its sentences and its rules topics. The rules
   are in rules.c. */
#include "ohhell.h"

static const struct zone_spec zones[] = {
    {"deck", AUDIENCE_NONE, 0},
    {"trump", AUDIENCE_ALL, 0},
    {"trick", AUDIENCE_ALL, 0},
    {"played", AUDIENCE_ALL, 0},
    {"hand", AUDIENCE_OWNER, ZONE_SLOTS | ZONE_SORTED},
};

static const struct register_spec registers[TABLE_OWN] = {
    [OH_VOIDS] = SUITS_VOIDS,
    [OH_BIDS] = {.audience = AUDIENCE_ALL},
    [OH_TRICKS] = {.audience = AUDIENCE_ALL},
    {.audience = AUDIENCE_ALL},
};

static const struct verb_spec verbs[] = {
    [OH_BID] =
        {.word = "bid",
         .args = {{.kind = ARG_NUMBER}},
         .help = "bid NUMBER: how many tricks you will take, neither more nor fewer",
         .rule =
             "everybody bids once how many tricks to take; who takes exactly so many gets 10 points and 1 for each.",
         .promise = "is what your hand may take",
         .danger = "a trick more counts nothing, like one less"},
    [OH_PLAY] =
        {.word = "play",
         .args = {{.kind = ARG_CARD}},
         .help = "play CARD: follow suit if you can",
         .rule =
             "you follow suit if you can, else you play anything; the highest trump takes the trick, or else the highest card of the suit led.",
         .promise = "brings you closer to what you bid",
         .danger = "the others will try to spoil it"},
};

static const char *const deals[] = {"down", "up", "both", "one"};

static const char *const automatic[] = {"auto"};

static const char *const yes_no[] = {"yes", "no"};

static const char *const scores[] = {"exact", "tricks", "minus"};

static const struct option_spec options[] = {
    [OH_DEALS] =
        {.name = "deals",
         OPTION_OF(OPTION_CHOICE, deals),
         .help =
             "down: one card less each time, down to 1; up: from 1 card on; both: down and up again; one: a single deal"},
    [OH_MOST] =
        {.name = "cards",
         OPTION_OF(OPTION_NUMBER, automatic),
         .least = OH_MOST_LEAST,
         .most = OH_CARDS_MOST,
         .standard = OH_MOST_AUTO,
         .help = "the most cards that each is dealt; auto: 10, with six players 8, with seven 7"},
    [OH_HOOK] = {.name = "hook",
                 OPTION_OF(OPTION_CHOICE, yes_no),
                 .help = "yes: who bids last may not let all bids add up to the number of tricks"},
    [OH_SCORE] =
        {.name = "score",
         OPTION_OF(OPTION_CHOICE, scores),
         .help =
             "a missed bid counts nothing (exact), 1 for each trick taken (tricks), or 10 less and 1 less for each trick too many or too few (minus)"},
};

static const char *const sentences[] = {
    [OH_SAY_BID] = "{who} bids {0}.",
    [OH_SAY_PLAY] = "{who} plays {cards}.",
    [OH_SAY_TAKE] = "{who} takes the trick, {0} of {1}.",
};

/* The same sentences in short, for a robot's turn. */
static const char *const briefs[OH_SENTENCES] = {
    [OH_SAY_BID] = "bids {0}",
    [OH_SAY_PLAY] = "plays {cards}",
    [OH_SAY_TAKE] = "takes the trick, {0} of {1}",
};

static const struct board_item board[] = {
    {.label = "trump", .style = BOARD_LIST, .zone = OH_TRUMP, .if_any = 1 + OH_TRUMP},
    {.label = "trick", .style = BOARD_LIST, .zone = OH_TRICK, .if_any = 1 + OH_TRICK},
    {.label = "bid",
     .style = BOARD_WORD,
     .per_seat = true,
     .zone = OH_BIDS,
     .words = suits_bids,
     .shown_by = 1 + OH_BIDS},
    {.label = "tricks",
     .phrase = "{n} {n|trick|tricks}",
     .style = BOARD_NUMBER,
     .per_seat = true,
     .zone = OH_TRICKS},
    SUITS_VOIDS_SHOWN(OH_VOIDS),
    {.phrase = "{n} {n|card|cards} dealt to each", .style = BOARD_NUMBER, .zone = OH_CARDS},
};

static const struct rules_topic topics[] = {
    {"goal",
     "Your turn in one line: bid how many tricks you will take, and then play a card of the suit that was led. Who "
     "takes exactly as many as bid gets 10 points and 1 for each; all others get nothing."},
    {"setup",
     "In the first deal everybody gets 10 cards, with six players 8, with seven 7; in each next deal one card less, down "
     "to 1. The next card is turned up: its suit is trump. A lot decides who begins, unless first=NAME does; then the "
     "start goes round."},
    {"cards",
     "52 cards, 13 of each suit, from two to ace, which is the highest. C7 is the seven of clubs, HJ the jack of hearts."},
    {"bids",
     "Everybody bids once, in turn: !bid 2. Who bids last may not let all bids add up to the number of tricks, so that "
     "somebody will miss."},
    {"turn",
     "Who bid first leads any card. All others follow suit if they can, else they play any card. The highest trump takes "
     "the trick, or else the highest card of the suit led; whoever took it leads the next one."},
    {"end",
     "A deal ends when all cards are played, and the game after the last deal, of one card each. Most points win; equal "
     "points share the win."},
    {"scoring",
     "Exactly the bid: 10 points and 1 for each trick that was bid, so 10 for a bid of 0. Else nothing."},
    {"board",
     "First the card that was turned up for trump and what was played to this trick, then behind each name the bid and "
     "how many tricks were taken. Your cards have letters: !play e, or say which: !play ace of clubs."},
    {"variants",
     "deals=up, both or one: from one card up, or down and up again, or one deal alone. cards=4: at most so many; where no card is left to turn "
     "up, there is no trump. hook=no: any bid may be said. score=tricks: a missed bid counts 1 for each trick; "
     "score=minus: 10 less, and 1 less for each trick too many or too few."},
    {"house", "With cards=4 or another number of cards an evening is as long as you like (OH1)."},
};

/* ---- a first game, explained move by move ---- */

static const struct lesson_step steps[] = {
    {"p3 bid 0", NULL},
    {"p1 bid 2",
     "The queen of clubs was turned up, so clubs are trump. Who takes exactly as many tricks as bid gets 10 points and 1 "
     "for each. Your ace of hearts should take one, and the jack of clubs, a trump, another: bid two."},
    {"p2 bid 1", NULL},
    {"p3 play 5", NULL},
    {"p1 play 3",
     "You would have to follow with a diamond, but hold none, so you may play anything. A trump takes the trick unless a "
     "higher one comes: try it with your two of clubs, which is worth little."},
    {"p2 play 1", NULL},
    {"p2 play 2", NULL},
    {"p3 play 4", NULL},
    {"p1 play 5",
     "The five of clubs was higher. Now spades were led, of which you hold none either, and you play last: your jack of "
     "clubs takes this trick for sure."},
    {"p1 play 1",
     "You took it, so you lead. Your ace of hearts is the highest of its suit; only a trump could take it. That would be "
     "your second trick."},
    {"p2 play 3", NULL},
    {"p3 play 1", NULL},
    {"p1 play 4",
     "You have your two tricks, and any more would spoil your bid. So lead your lowest card, the five of hearts, and hope "
     "that somebody takes it."},
};

static const struct lesson lesson = {
    .deal = 433, .seats = 3, .options = "deals=one cards=5", GAME_LIST(step, steps)};

const struct game game_ohhell = {
    .id = "ohhell",
    .name = "Oh Hell",
    .aliases = "blackout",
    .kin = "wizard nominations",
    .summary = "bid how many tricks you take, neither more nor fewer; 40 minutes",
    .is_classic = true,
    .version = 1,
    .seats_min = 3,
    .seats_max = 7,
    .zones = zones,
    .shared_zones = OH_SHARED_ZONES,
    .seat_zones = OH_SEAT_ZONES,
    .hand = OH_HAND,
    .registers = registers,
    SUITS_DECK,
    GAME_LIST(verb, verbs),
    GAME_LIST(option, options),
    .match = MATCH_SUM,
    .match_option = -1,
    .length = ohhell_length,
    GAME_LIST(sentence, sentences),
    .briefs = briefs,
    .board = board,
    .board_count = sizeof board / sizeof *board,
    GAME_LIST(topic, topics),
    .lesson = &lesson,
    .daily = "deals=one",
    .daily_robots = 3,
    .rollouts = {[2] = 2000},
    .excludes = ohhell_excludes,
    .discloses = ohhell_discloses,
    GAME_RULES(ohhell),
};
