/* Goofspiel as data: what its cards, places and moves are called, what it says and how it explains
   itself. The rules are in read.c. */
#include "goofspiel.h"

static const struct zone_spec zones[] = {
    {"pile", AUDIENCE_NONE, 0},           {"prize", AUDIENCE_ALL, 0}, {"played", AUDIENCE_ALL, 0},
    {"hand", AUDIENCE_OWNER, ZONE_SLOTS}, {"bid", AUDIENCE_OWNER, 0}, {"won", AUDIENCE_ALL, 0},
};

static const char *const backs[] = {"red card", "blue card", "prize"};

#define CARD(letter, suit, hue, class, number, word)                                               \
    {                                                                                              \
        .code = letter number, .name = suit " " word, .colour = hue, .back = class                 \
    }
#define SUIT(letter, suit, hue, class)                                                             \
    CARD(letter, suit, hue, class, "1", "one"), CARD(letter, suit, hue, class, "2", "two"),        \
        CARD(letter, suit, hue, class, "3", "three"), CARD(letter, suit, hue, class, "4", "four"), \
        CARD(letter, suit, hue, class, "5", "five"), CARD(letter, suit, hue, class, "6", "six"),   \
        CARD(letter, suit, hue, class, "7", "seven")
static const struct face faces[] = {
    SUIT("R", "red", COLOUR_RED, 0),
    SUIT("B", "blue", COLOUR_BLUE, 1),
    SUIT("P", "prize", COLOUR_GOLD, 2),
};
#undef SUIT
#undef CARD

static const struct verb_spec verbs[] = {
    {.word = "lay",
     .aliases = "bid",
     .flags = VERB_SECRET,
     .args = {{.kind = ARG_CARD}},
     .help = "lay CARD: bid a card of your hand, face down"},
};

static const char *const sentences[] = {
    [GS_SAY_LAY] = "{who} lays {cards} face down.",
    [GS_SAY_BIDS] = "The bids are {cards}.",
    [GS_SAY_WINS] = "{who} wins {cards}.",
    [GS_SAY_NOBODY] = "They are equal, so nobody wins {cards}.",
    [GS_SAY_PRIZE] = "Next comes {cards}.",
};

static const struct board_item board[] = {
    {.label = "prize", .style = BOARD_LIST, .zone = GS_PRIZE},
    {.label = "to come", .style = BOARD_COUNT, .zone = GS_PILE},
    {.label = "bid", .style = BOARD_COUNT, .per_seat = true, .zone = GS_BID},
    {.label = "won", .style = BOARD_LIST, .per_seat = true, .zone = GS_WON},
};

static const struct rules_topic topics[] = {
    {"goal",
     "Your turn in one line: bid a card of your hand, face down, for the prize on the table; the higher bid takes it. "
     "Seven prizes, worth 1 to 7, come up one after the other. Each card can be bid once, so do not waste your seven."},
    {"setup",
     "Each of you has a suit of seven cards, red or blue. The prizes are shuffled, and one lies open."},
    {"cards",
     "21 cards: 7 red ones (R1 to R7), 7 blue ones (B1 to B7) and 7 prizes (P1 to P7) (house rule GS1)."},
    {"turn",
     "Nobody waits for the other: both bid when they like, and bids are shown when both lie there."},
    {"equal", "Where both bids are the same, nobody gets the prize (house rule GS2)."},
    {"end",
     "The game ends with the seventh prize. The points of your prizes are added up; equal sums share the win."},
    {"board",
     "prize is what is bid for now, to come how many follow. Behind a name: bid 1 once a card lies there, and won."},
    {"house", "House rules: seven ranks (GS1), and equal bids win nothing (GS2)."},
};

const struct game game_goofspiel = {
    .id = "goofspiel",
    .name = "Goofspiel",
    .aliases = "gops",
    .summary = "bid for prizes without knowing what the other one bids; 2 minutes",
    .version = 1,
    .seats_min = 2,
    .seats_max = 2,
    .zones = zones,
    .shared_zones = GS_SHARED_ZONES,
    .seat_zones = GS_SEAT_ZONES,
    .hand = GS_HAND,
    .labels = "acdefgh",
    GAME_LIST(face, faces),
    GAME_LIST(back, backs),
    GAME_LIST(verb, verbs),
    .match_option = -1,
    GAME_LIST(sentence, sentences),
    .board = board,
    .board_count = sizeof board / sizeof *board,
    GAME_LIST(topic, topics),
    GAME_RULES(goofspiel),
};
