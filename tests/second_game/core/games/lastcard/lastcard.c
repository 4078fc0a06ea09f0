/* Last Card as data: what its places and moves are called, what it says and how it explains itself.
   The rules are in rules.c. */
#include "lastcard.h"

static const struct zone_spec zones[] = {
    {"stock", AUDIENCE_NONE, 0},
    {"pile", AUDIENCE_ALL, 0},
    {"hand", AUDIENCE_OWNER, ZONE_SLOTS | ZONE_SORTED},
};

static const struct verb_spec verbs[] = {
    [LC_PLAY] = {.word = "play",
                 .args = {{.kind = ARG_CARD}},
                 .help = "play CARD: of the suit or the rank on top"},
    [LC_DRAW] = {.word = "draw", .help = "draw: take a card of the stock; your turn is over then"},
    [LC_PASS] = {.word = "pass", .help = "pass: play nothing, where no card can be drawn"},
};

static const char *const sentences[] = {
    [LC_SAY_PLAY] = "{who} plays {cards}.",
    [LC_SAY_DRAW] = "{who} draws {cards}.",
    [LC_SAY_PASS] = "{who} passes.",
};

static const struct board_item board[] = {
    {.label = "on top", .style = BOARD_TOP, .zone = LC_PILE},
    {.label = "cards",
     .phrase = "{n} {n|card|cards}",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = LC_HAND},
    {.phrase = "{n} in the stock", .style = BOARD_COUNT, .zone = LC_STOCK},
    {.phrase = "{n} in a row passed",
     .style = BOARD_NUMBER,
     .zone = LC_PASSED,
     .shown_by = 1 + LC_PASSED},
};

static const struct rules_topic topics[] = {
    {"goal",
     "Your turn in one line: play a card of the suit or the rank that lies on top, or draw one. Whoever has no card "
     "left first wins."},
    {"setup",
     "Everybody is dealt five cards, and one is turned up. A lot decides who begins, unless first=NAME does."},
    {"cards", "52 cards, from two to ace in four suits; C7 is the seven of clubs."},
    {"turn",
     "Play one card that fits, or draw one; with either your turn is over. You may draw, too, if you could play."},
    {"end",
     "The game ends when somebody has no card left. The fewest cards win; equal numbers share the win."},
    {"board",
     "On top lies what has to be matched. Behind a name stands how many cards somebody holds."},
    {"house",
     "Five cards for everybody (LC1). A hand holds 20 cards at most; where none can be drawn you may pass, and when "
     "all have passed in a row the game is over (LC2)."},
};

const struct game game_lastcard = {
    .id = "lastcard",
    .name = "Last Card",
    .aliases = "shed",
    .summary = "match suit or rank and be the first without a card; 5 minutes",
    .is_classic = true,
    .version = 1,
    .seats_min = 2,
    .seats_max = 6,
    .zones = zones,
    .shared_zones = LC_SHARED_ZONES,
    .seat_zones = LC_SEAT_ZONES,
    .hand = LC_HAND,
    SUITS_DECK,
    GAME_LIST(verb, verbs),
    .match_option = -1,
    GAME_LIST(sentence, sentences),
    .board = board,
    .board_count = sizeof board / sizeof *board,
    GAME_LIST(topic, topics),
    GAME_RULES(lastcard),
};
