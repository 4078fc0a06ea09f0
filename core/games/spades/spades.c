/* Spades as data: the names of its places and moves, its sentences and its rules topics. The rules
   are in rules.c. */
#include "spades.h"

static const struct zone_spec zones[] = {
    {"deck", AUDIENCE_NONE, 0},   {"trick", AUDIENCE_ALL, 0},
    {"played", AUDIENCE_ALL, 0},  {"hand", AUDIENCE_OWNER, ZONE_SLOTS | ZONE_SORTED},
    {"unseen", AUDIENCE_NONE, 0},
};

static const struct register_spec registers[TABLE_OWN] = {
    [SP_VOIDS] = SUITS_VOIDS,
    [SP_BID_IS] = {.audience = AUDIENCE_ALL},
    [SP_TRICKS] = {.audience = AUDIENCE_ALL},
    [SP_WAS_BLIND] = {.audience = AUDIENCE_ALL},
};

static const struct verb_spec verbs[] = {
    [SP_BID] = {.word = "bid",
                .args = {{.kind = ARG_NUMBER}},
                .help = "bid NUMBER: how many tricks you will take, 0 for nil",
                .promise = "is what your hand may take",
                .danger = "each trick too few costs your pair the whole bid",
                .rule =
                    "everybody bids once; your pair has to take what both of you bid together."},
    [SP_BLIND] = {.word = "blind nil",
                  .aliases = "blind",
                  .help = "blind nil: bid nil before you see your cards, for 200 points",
                  .promise = "brings 200 points if you take no trick",
                  .danger = "it costs 200 if you take one"},
    [SP_LOOK] = {.word = "look",
                 .help = "look: see your cards, and bid then",
                 .promise = "shows you what you can bid",
                 .danger = "a nil counts 100 only"},
    [SP_PLAY] = {.word = "play",
                 .aliases = "lay",
                 .args = {{.kind = ARG_CARD}},
                 .help = "play CARD: follow suit if you can",
                 .promise = "brings your pair closer to its bid",
                 .danger = "it may be a trick too many",
                 .rule =
                     "you follow suit if you can; the highest spade takes the trick, or else the "
                     "highest card of the suit led."},
};

static const char *const no_yes[] = {"no", "yes"};

static const char *const bags[] = {"cost", "off"};

static const char *const failed[] = {"bags", "help"};

static const char *const matches[] = {"1", "200", "300", "500"};

static const struct option_spec options[] = {
    [SP_BLIND_NIL] = {.name = "blind",
                      OPTION_OF(OPTION_CHOICE, no_yes),
                      .help = "yes: in a match, nil can be bid before the cards are seen, when the "
                              "pair is 100 points or more behind"},
    [SP_BAGS] = {.name = "bags",
                 OPTION_OF(OPTION_CHOICE, bags),
                 .help = "cost: ten tricks beyond the bids cost a pair 100 points"},
    [SP_FAILED] = {.name = "failed",
                   OPTION_OF(OPTION_CHOICE, failed),
                   .help = "tricks of a nil that failed: bags, or help for the partner's bid"},
    [SP_MATCH] = {.name = "match",
                  OPTION_OF(OPTION_CHOICE, matches),
                  .standard = SP_MATCH_500,
                  .help =
                      "1: one deal; else deals until a pair has so many points, or 200 below 0"},
};

static const char *const sentences[] = {
    [SP_SAY_BID] = "{who} bids {0}.",         [SP_SAY_NIL] = "{who} bids nil.",
    [SP_SAY_BLIND] = "{who} bids blind nil.", [SP_SAY_LOOK] = "{who} looks at the cards.",
    [SP_SAY_PLAY] = "{who} plays {cards}.",   [SP_SAY_TAKE] = "{who} takes the trick, {0} so far.",
};

/* The same sentences in short, for a robot's turn. */
static const char *const briefs[SP_SENTENCES] = {
    [SP_SAY_BID] = "bids {0}",         [SP_SAY_NIL] = "bids nil",
    [SP_SAY_BLIND] = "bids blind nil", [SP_SAY_LOOK] = "looks at the cards",
    [SP_SAY_PLAY] = "plays {cards}",   [SP_SAY_TAKE] = "-> takes the trick, {0} so far",
};

static const char *const blind[] = {"", "blind"};

static const char *const broken[] = {"", "spades"};

static const struct board_item board[] = {
    {.label = "trick", .style = BOARD_LIST, .zone = SP_TRICK, .if_any = 1 + SP_TRICK},
    {.label = "led by", .style = BOARD_SEAT, .zone = SP_LEADER, .if_any = 1 + SP_TRICK},
    {.label = "bid", .style = BOARD_WORD, .per_seat = true, .zone = SP_BID_IS, .words = suits_bids},
    {.phrase = "{word}",
     .style = BOARD_WORD,
     .per_seat = true,
     .zone = SP_WAS_BLIND,
     .words = blind,
     .shown_by = 1 + SP_WAS_BLIND},
    {.label = "tricks", .style = BOARD_NUMBER, .per_seat = true, .zone = SP_TRICKS},
    {.label = "cards", .style = BOARD_COUNT, .per_seat = true, .zone = SP_HAND, .is_detail = true},
    SUITS_VOIDS_SHOWN(SP_VOIDS),
    {.phrase = "{word} may be led",
     .style = BOARD_WORD,
     .zone = SP_BROKEN,
     .words = broken,
     .shown_by = 1 + SP_BROKEN},
};

static const struct rules_topic topics[] = {
    {"goal",
     "Your turn in one line: take as many tricks as you and your partner bid, and few more. A bid that is made "
     "counts ten for each trick; more points win."},
    {"setup",
     "Four play in two pairs, partners opposite each other: the first who joined plays with the third and begins; "
     "!swap changes that. Everybody is dealt 13 cards, and then bids."},
    {"cards",
     "52 cards: two to ten, jack, queen, king and ace of clubs, diamonds, hearts and spades, the ace the highest; "
     "S2 is the two of spades, which takes any trick without a higher spade."},
    {"bids",
     "Everybody bids once, in turn: !bid 3 for three tricks, !bid 0 for nil. Your pair has to take the sum of "
     "both bids; a nil stands by itself: no trick at all for you."},
    {"turn",
     "Play a card: follow suit if you can, else any. The highest spade takes the trick, or else the highest card "
     "of the suit led, and who takes it leads the next. Spades may not be led before one was played, unless you "
     "have nothing else."},
    {"end",
     "A deal ends after 13 tricks. Deals are played until a pair has 500 points (or match=200 or 300), or 200 below 0; at "
     "equal points one more is played. With match=1 there is one deal."},
    {"scoring",
     "A bid that is made counts 10 for each trick bid, and 1 for each further one, a bag. Else it costs 10 for each "
     "trick bid. Ten bags in a match cost 100. A nil counts 100, or costs as much if you take a trick; blind, 200."},
    {"board",
     "Behind a name stand the bid and the tricks taken. out of: suits that somebody did not follow. !board all shows "
     "the tricks that were played. Your cards have letters: !play e, or say which: !play ace of spades."},
    {"variants",
     "blind=yes: nil can be bid before the cards are seen; bags=off; failed=help: tricks of a failed nil help the "
     "partner's bid; match=200 or 300, or 1 for a single deal; !options spades explains each."},
    {"house",
     "A single deal that ends equal is shared (SP7). Tricks of a nil that failed are bags also where the bid was not "
     "made (SP6)."},
};

/* ---- a first game, explained move by move ---- */

static const struct lesson_step steps[] = {
    {"p1 bid 4",
     "Six spades are more than most players have: three of them may take tricks when the others are out, and one more "
     "when you have no heart left. Bid four."},
    {"p2 bid 4", NULL},
    {"p3 bid 2", NULL},
    {"p4 bid 2", NULL},
    {"p1 play 3",
     "Your pair has bid six. Lead your only heart: once you have none, you can play a spade on hearts and take them."},
    {"p2 play 13", NULL},
    {"p3 play 8", NULL},
    {"p4 play 9", NULL},
    {"p2 play 7", NULL},
    {"p3 play 13", NULL},
    {"p4 play 4", NULL},
    {"p1 play 10",
     "The ace of diamonds is on the table, and you have to follow suit: lose your lowest one."},
    {"p4 play 7", NULL},
    {"p1 play 9", "The same with clubs: nothing beats the ace, so play the five."},
    {"p2 play 10", NULL},
    {"p3 play 3", NULL},
    {"p4 play 8", NULL},
    {"p1 play 2",
     "Hearts, and you have none. Take the trick with your lowest spade; only a higher spade could beat it. From now "
     "on spades are broken."},
    {"p2 play 4", NULL},
    {"p3 play 12", NULL},
    {"p1 play 7",
     "You lead, and spades may be led now. The jack draws out the high ones, so that your small ones take tricks later."},
    {"p2 play 5", NULL},
    {"p3 play 4", NULL},
    {"p4 play 1", NULL},
    {"p2 play 6", NULL},
    {"p3 play 10", NULL},
    {"p4 play 13", NULL},
    {"p1 play 4",
     "Hearts again, and you are the last. No spade lies there, so the four of spades is enough."},
    {"p1 play 12",
     "Lead the nine of spades: your partner may hold the king or the queen, and tricks of your partner count for "
     "your bid as well."},
};

static const struct lesson lesson = {
    .deal = 1, .seats = 4, .options = "match=1", GAME_LIST(step, steps)};

const struct game game_spades = {
    .id = "spades",
    .name = "Spades",
    .summary = "in pairs: bid how many tricks you take, and take them; 10 minutes a deal",
    .kin = "whist bridge",
    .is_classic = true,
    .version = 1,
    .seats_min = SP_SEATS,
    .seats_max = SP_SEATS,
    .zones = zones,
    .shared_zones = SP_SHARED_ZONES,
    .seat_zones = SP_SEAT_ZONES,
    .hand = SP_HAND,
    .registers = registers,
    SUITS_DECK_LABELLED("aefgijkmnoqrtuvwxyz"),
    GAME_LIST(verb, verbs),
    GAME_LIST(option, options),
    .match = MATCH_SUM,
    .match_option = SP_MATCH,
    .ends = spades_ends,
    GAME_LIST(sentence, sentences),
    .briefs = briefs,
    .board = board,
    .board_count = sizeof board / sizeof *board,
    GAME_LIST(topic, topics),
    .lesson = &lesson,
    .daily = "match=1",
    .daily_robots = 3,
    .rollouts = {[2] = 1000},
    .discloses = spades_discloses,
    .partners = spades_partners,
    GAME_RULES(spades),
};
