/* Hearts as data: the names of its places and moves, its sentences and its rules topics. The rules
   are in rules.c. */
#include "hearts.h"

static const struct zone_spec zones[] = {
    {"deck", AUDIENCE_NONE, 0},   {"out", AUDIENCE_ALL, 0},
    {"trick", AUDIENCE_ALL, 0},   {"hand", AUDIENCE_OWNER, ZONE_SLOTS | ZONE_SORTED | ZONE_KEEP},
    {"aside", AUDIENCE_OWNER, 0}, {"taken", AUDIENCE_ALL, 0},
};

static const struct register_spec registers[TABLE_OWN] = {
    [HE_VOIDS] = SUITS_VOIDS,
    [HE_POINTS] = {.audience = AUDIENCE_ALL},
    {.audience = AUDIENCE_ALL},
    {.audience = AUDIENCE_ALL},
};

static const struct verb_spec verbs[] = {
    [HE_PASS] = {.word = "pass",
                 .aliases = "give",
                 .flags = VERB_SECRET,
                 .args = {{.kind = ARG_CARD}},
                 .help = "pass CARD: lay one of three cards aside for somebody else",
                 .promise = "rids you of the card",
                 .danger = "it may come back to you in a trick",
                 .rule =
                     "three cards are passed first, one after the other; !take takes them back."},
    [HE_TAKE] = {.word = "take",
                 .aliases = "back",
                 .flags = VERB_VOTE,
                 .help = "take: take back what you laid aside, as long as not all have passed"},
    [HE_PLAY] = {.word = "play",
                 .aliases = "lay",
                 .args = {{.kind = ARG_CARD}},
                 .help = "play CARD: follow suit if you can",
                 .promise = "keeps points away from you",
                 .danger = "you may take the trick",
                 .rule = "you follow suit if you can; the highest card of the suit led takes the "
                         "trick, and each heart in it counts one, the queen of spades 13."},
};

static const char *const yes_no[] = {"yes", "no"};

static const char *const queens[] = {"keeps", "breaks"};

static const char *const no_yes[] = {"no", "yes"};

static const char *const moons[] = {"others", "shooter", "off"};

static const char *const matches[] = {"1", "50", "100"};

static const char *const ties[] = {"on", "shared"};

static const struct option_spec options[] = {
    [HE_PASSING] = {.name = "passing",
                    OPTION_OF(OPTION_CHOICE, yes_no),
                    .help = "whether three cards are passed before the first trick"},
    [HE_CLEAN] =
        {.name = "clean",
         OPTION_OF(OPTION_CHOICE, yes_no),
         .help =
             "yes: no heart and no queen of spades goes to the first trick, unless there is nothing else"},
    [HE_QUEEN] = {.name = "queen",
                  OPTION_OF(OPTION_CHOICE, queens),
                  .help = "whether the queen of spades breaks hearts, so that they may be led"},
    [HE_JACK] = {.name = "jack",
                 OPTION_OF(OPTION_CHOICE, no_yes),
                 .help = "yes: the jack of diamonds takes 10 points off"},
    [HE_MOON] =
        {.name = "moon",
         OPTION_OF(OPTION_CHOICE, moons),
         .help =
             "who takes all hearts and the queen: others: all others have 26; shooter: that one has 26 less; off: they count"},
    [HE_MATCH] = {.name = "match",
                  OPTION_OF(OPTION_CHOICE, matches),
                  .standard = HE_MATCH_100,
                  .help = "1: one deal; else deals until somebody has so many points"},
    [HE_TIE] = {.name = "tie",
                OPTION_OF(OPTION_CHOICE, ties),
                .help = "on: equal in front at the end of a match, one deal more is played"},
};

static const char *const sentences[] = {
    [HE_SAY_PASS] = "You lay {cards} aside.",
    [HE_SAY_READY] = "{who} has laid three cards aside.",
    [HE_SAY_TAKE_BACK] = "You take {cards} back.",
    [HE_SAY_NOT_READY] = "{who} takes the three cards back.",
    [HE_SAY_GET] = "{who} gets {cards} from {0:seat}.",
    [HE_SAY_PASSED] = "All have passed three cards {0:word}.",
    [HE_SAY_FIRST] = "{who} has the two of clubs.",
    [HE_SAY_PLAY] = "{who} plays {cards}.",
    [HE_SAY_TAKE] = "{who} takes the trick.",
    [HE_SAY_TAKE_POINTS] = "{who} takes the trick: {0} {0|point|points}.",
};

/* The same sentences in short, for a robot's turn. */
static const char *const briefs[HE_SENTENCES] = {
    [HE_SAY_READY] = "lays three cards aside",
    [HE_SAY_PLAY] = "plays {cards}",
    [HE_SAY_TAKE] = "-> takes the trick",
    [HE_SAY_TAKE_POINTS] = "-> takes the trick: {0} {0|point|points}",
};

static const char *const directions[] = {"to the left", "to the right", "across"};

static const char *const ways[] = {"", "to the left", "to the right", "across"};

static const char *const broken[] = {"", "hearts"};

static const struct board_item board[] = {
    {.phrase = "three cards are passed {word}",
     .style = BOARD_WORD,
     .zone = HE_WAY,
     .words = ways,
     .shown_by = 1 + HE_WAY},
    {.label = "trick", .style = BOARD_LIST, .zone = HE_TRICK, .if_any = 1 + HE_TRICK},
    {.label = "led by", .style = BOARD_SEAT, .zone = HE_LEADER, .if_any = 1 + HE_TRICK},
    {.label = "cards",
     .phrase = "{n} {n|card|cards}",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = HE_HAND},
    {.label = "aside",
     .phrase = "{n} aside",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = HE_ASIDE,
     .if_any = 1 + HE_ASIDE},
    {.label = "points",
     .phrase = "{n} {n|point|points}",
     .style = BOARD_NUMBER,
     .per_seat = true,
     .zone = HE_POINTS},
    SUITS_VOIDS_SHOWN(HE_VOIDS),
    {.phrase = "{word} may be led",
     .style = BOARD_WORD,
     .zone = HE_BROKEN,
     .words = broken,
     .shown_by = 1 + HE_BROKEN},
};

static const struct rules_topic topics[] = {
    {"goal",
     "Your turn in one line: follow suit if you can, and stay away from hearts and the queen of spades. Each heart "
     "in your tricks counts 1, the queen 13, and the fewest points win."},
    {"setup",
     "Everybody is dealt 13 cards, or 17 with three players. Then three cards are passed, and who holds the two of "
     "clubs leads it to the first trick."},
    {"cards",
     "52 cards: two to ten, jack, queen, king and ace of clubs, diamonds, hearts and spades, the ace the highest; "
     "SQ is the queen of spades, H10 the ten of hearts. With three players the two of diamonds is left out."},
    {"passing",
     "Everybody lays three cards aside, unseen: !pass e, and so on. !take takes them back as long as not all have "
     "passed. In the first deal of a match they go to the left, then to the right, then across, and in the fourth none "
     "are passed; with three players there is no across."},
    {"turn",
     "Play a card: follow suit if you can, else any. The highest card of the suit led takes the trick and leads "
     "the next. No heart and no queen of spades goes to the first trick, as long as you have another card. Hearts may "
     "not be led before one was played, unless you have nothing else."},
    {"end",
     "A deal ends when all cards are played. Deals are played until somebody has 100 points; with match=50 until somebody has 50, and with match=1 there is one deal."},
    {"scoring",
     "Each heart counts 1 against you, the queen of spades 13. Whoever takes all of them shoots the moon: nothing for "
     "that player, and 26 for each of the others. Fewest points win."},
    {"board",
     "The trick lies in the order in which it was played. Behind a name stand cards and points; who passed a card "
     "on sees it named there. out of: suits that somebody did not follow. !board all shows the tricks taken. Your "
     "cards have letters: !play e, or say which: !play queen of spades."},
    {"variants",
     "passing=no; clean=no: the first trick may have hearts; queen=breaks: the queen of spades breaks hearts, too; "
     "jack=yes: the jack of diamonds takes 10 points off; moon=shooter or off; match=50, or 1 for a single deal; tie=shared; !options hearts explains each."},
    {"house",
     "You can take all three cards back, not one (HE2). Equal points share a single deal (HE8). The jack of diamonds "
     "counts for whoever took it, also if the moon was shot (HE6)."},
};

/* ---- a first game, explained move by move ---- */

static const struct lesson_step steps[] = {
    {"p4 pass 5", NULL},
    {"p4 pass 13", NULL},
    {"p4 pass 9", NULL},
    {"p1 pass 4", NULL},
    {"p1 pass 11", NULL},
    {"p1 pass 1", NULL},
    {"p2 pass 12", NULL},
    {"p2 pass 1", NULL},
    {"p2 pass 13", NULL},
    {"p3 pass 3",
     "You pass three cards to the left, and nobody sees them before all have passed. A high heart takes tricks with "
     "points in them: lay the king aside."},
    {"p3 pass 6", "The ace of clubs takes every trick in clubs: lay it aside, too."},
    {"p3 pass 4", "And the nine of clubs, so that low clubs are left."},
    {"p4 play 11", NULL},
    {"p1 play 6", NULL},
    {"p2 play 2", NULL},
    {"p3 play 8",
     "You were given the queen of spades, which counts 13. Follow with a club. The first trick has no points and you "
     "are the last: take it with your highest club, so that low ones are left."},
    {"p3 play 12",
     "You took the trick, so you lead. Low cards seldom take one: lead the four of diamonds."},
    {"p4 play 6", NULL},
    {"p1 play 10", NULL},
    {"p2 play 13", NULL},
    {"p4 play 8", NULL},
    {"p1 play 8", NULL},
    {"p2 play 9", NULL},
    {"p3 play 6",
     "Hearts are broken by the jack. Now the king of spades lies there, and it is higher than your queen: lay her "
     "under him, and the 13 points are not yours."},
    {"p1 play 4", NULL},
    {"p2 play 7", NULL},
    {"p3 play 10",
     "A queen of hearts. Lay the highest heart that does not take the trick, the four, and keep the two."},
    {"p4 play 7", NULL},
    {"p1 play 13", NULL},
    {"p2 play 11", NULL},
    {"p3 play 4",
     "The jack of diamonds: your ten is just below it. High cards go where they take nothing; later they would."},
};

static const struct lesson lesson = {
    .deal = 1, .seats = 4, .options = "match=1", GAME_LIST(step, steps)};

const struct game game_hearts = {
    .id = "hearts",
    .name = "Hearts",
    .summary = "take no heart and no queen of spades, or all of them; 10 minutes a deal",
    .kin = "blacklady",
    .is_classic = true,
    .version = 1,
    .seats_min = 3,
    .seats_max = 4,
    .zones = zones,
    .shared_zones = HE_SHARED_ZONES,
    .seat_zones = HE_SEAT_ZONES,
    .hand = HE_HAND,
    .registers = registers,
    SUITS_DECK_LABELLED("aefijkmnoqruvwxyz"),
    GAME_LIST(verb, verbs),
    GAME_LIST(option, options),
    .match = MATCH_SUM,
    .match_option = HE_MATCH,
    .ends = hearts_ends,
    GAME_LIST(sentence, sentences),
    .briefs = briefs,
    .words = directions,
    .word_count = sizeof directions / sizeof *directions,
    .board = board,
    .board_count = sizeof board / sizeof *board,
    GAME_LIST(topic, topics),
    .lesson = &lesson,
    .daily = "match=1",
    .daily_robots = 3,
    .rollouts = {[2] = 1000},
    .discloses = hearts_discloses,
    GAME_RULES(hearts),
};
