/* ROYGBIV as data: the names of its cards, marks and moves, its board and its sentences. The
   rules are in rules.c, the rules topics in topics.c. */
#include "roygbiv.h"

#include "topics.h"

static const struct zone_spec zones[] = {
    {"pile", AUDIENCE_NONE, 0}, {"row", AUDIENCE_ALL, 0},       {"hand", AUDIENCE_OWNER, 0},
    {"deck", AUDIENCE_NONE, 0}, {"collected", AUDIENCE_ALL, 0},
};

static const char *const backs[] = {"card"};

static const struct face faces[] = {
    {.code = "R", .name = "red", .colour = COLOUR_RED},
    {.code = "O", .name = "orange", .colour = COLOUR_ORANGE},
    {.code = "Y", .name = "yellow", .colour = COLOUR_YELLOW},
    {.code = "G", .name = "green", .colour = COLOUR_GREEN},
    {.code = "B", .name = "blue", .colour = COLOUR_BLUE},
    {.code = "I", .name = "indigo", .colour = COLOUR_INDIGO},
    {.code = "V", .name = "violet", .colour = COLOUR_VIOLET},
    [RO_BOW] = {.code = "Bow",
                .name = "RAINBOW",
                .colour = COLOUR_WHITE,
                .symbol = "\xf0\x9f\x8c\x88"},
    [RO_POT] = {.code = "Pot",
                .name = "Gold Pot",
                .colour = COLOUR_GOLD,
                .symbol = "\xf0\x9f\x92\xb0"},
    [RO_UNICORN] = {.code = "Uni",
                    .name = "Unicorn",
                    .colour = COLOUR_PINK,
                    .symbol = "\xf0\x9f\xa6\x84"},
};

static const char *const colours[] = {"red",  "orange", "yellow", "green",
                                      "blue", "indigo", "violet"};

static const struct verb_spec verbs[] = {
    [RO_PLAY] = {.word = "play",
                 .aliases = "lay",
                 .args = {{.kind = ARG_WORD,
                           .words = colours,
                           .word_count = RO_COLOURS,
                           .filler = "a",
                           .any = "any colour"}},
                 .help = "play green: lay a colour next to the last one on the circle",
                 .promise = "goes on with the row",
                 .danger = "may let the next player complete it"},
    [RO_RAINBOW] = {.word = "rainbow",
                    .aliases = "bow",
                    .card = "play Bow",
                    .flags = VERB_SAID,
                    .args = {{.kind = ARG_WORD,
                              .words = colours,
                              .word_count = RO_COLOURS,
                              .filler = "as",
                              .any = "any colour"}},
                    .help = "rainbow green: lay a RAINBOW and say which colour it is",
                    .promise = "fits where your colours do not",
                    .danger = "uses up a RAINBOW"},
    [RO_PLAY_POT] = {.word = "pot",
                     .aliases = "gold",
                     .card = "play Pot",
                     .help = "pot: lay a Gold Pot",
                     .promise = "cuts off the row before it",
                     .danger = "makes the row worth less to you, too"},
    [RO_PLAY_UNICORN] = {.word = "unicorn",
                         .aliases = "uni",
                         .card = "play Uni",
                         .help = "unicorn: lay a Unicorn",
                         .promise = "turns the row round",
                         .danger = "opens its other end to the others"},
    [RO_DONE] = {.word = "done",
                 .aliases = "end",
                 .help = "done: end your turn and draw",
                 .promise = "keeps cards for later",
                 .danger = "leaves the row to the next player"},
    [RO_PASS] = {.word = "pass",
                 .help = "pass: play nothing this turn",
                 .promise = "keeps all your cards",
                 .danger = "leaves the row to the next player"},
    [RO_CHOOSE] = {.word = "choose",
                   .aliases = "leprechaun lep",
                   .args = {{.kind = ARG_WORD,
                             .words = colours,
                             .word_count = RO_COLOURS,
                             .filler = "the",
                             .any = "any leprechaun"}},
                   .help = "choose green: be the green leprechaun"},
    [RO_OPEN] = {.word = "open", .flags = VERB_HOST, .help = "open: anybody may begin"},
};

static const char *const modes[] = {"turns", "frenzy"};
static const char *const leps[] = {"random", "choose"};
static const char *const bows[] = {"neighbour", "any"};
static const char *const ties[] = {"shared", "rainbows"};
static const char *const flips[] = {"passes", "unable"};

static const struct option_spec options[] = {
    [RO_MODE] = {.name = "mode",
                 OPTION_OF(OPTION_CHOICE, modes),
                 .help = "turns: one after the other; frenzy: everybody plays at any time"},
    [RO_LEP] =
        {.name = "lep",
         OPTION_OF(OPTION_CHOICE, leps),
         .help =
             "whether leprechauns are drawn by lot, or chosen one after the other before cards are dealt"},
    [RO_RAINBOWS_AS] =
        {.name = "bow",
         OPTION_OF(OPTION_CHOICE, bows),
         .help = "what a RAINBOW may stand for: a neighbour of the last colour, or any colour"},
    [RO_BEGIN_TIMER] =
        {.name = "begin_timer",
         .kind = OPTION_NUMBER,
         .least = 1,
         .most = 120,
         .standard = 10,
         .help =
             "frenzy: for how many seconds only the player who completed a rainbow may begin the next one"},
    [RO_TIE] = {.name = "tie",
                OPTION_OF(OPTION_CHOICE, ties),
                .help = "equal points share the win, or more rainbows decide"},
    [RO_FLIP] =
        {.name = "flip",
         OPTION_OF(OPTION_CHOICE, flips),
         .help =
             "turns: a card is turned up when everybody has passed, or only if nobody could have played"},
};

static const char *const sentences[] = {
    [RO_SAY_CHOOSE] = "{who} is the {0:word} leprechaun.",
    [RO_SAY_DEALT] = "The cards are dealt. The default colour is {0:word}.",
    [RO_SAY_FIRST] = "{who} turns up the first card, {cards}.",
    [RO_SAY_FIRST_SPECIAL] =
        "{who} turns up the first card, {cards}, which counts as plain {1:word}.",
    [RO_SAY_PLAY] = "{who} {0|begins with|plays} {cards}.",
    [RO_SAY_DECLARE] = "{who} {0|begins with|plays} {cards} as {1:word}.",
    [RO_SAY_FREE_CARD] = "{who} plays {cards} out of order (house rule RO19).",
    [RO_SAY_REVERSE] = "{who} plays {cards}: the row goes on to the left now.",
    [RO_SAY_WHOLE] = "{who} completes the rainbow: {0} {0|card|cards}, {1} {1|point|points}.",
    [RO_SAY_PART] =
        "{who} completes the rainbow up to the pot: {0} {0|card|cards}, {1} {1|point|points}; the rest goes on.",
    [RO_SAY_LONG] = "A long one: its points are doubled.",
    [RO_SAY_DONE] = "{who} is done.",
    [RO_SAY_DONE_OWING] = "{who} has nothing to begin with and is done.",
    [RO_SAY_PASS] = "{who} passes.",
    [RO_SAY_FLIP] = "{0|Everybody passed|Nobody can play}: {cards} is turned up.",
    [RO_SAY_FLIP_SPECIAL] =
        "{0|Everybody passed|Nobody can play}: {cards} is turned up and counts as plain {1:word}.",
    [RO_SAY_FREE] =
        "Nobody can play and the pile is empty: the next card may be any colour (house rule RO19).",
    [RO_SAY_MUST] = "Everybody passed and the pile is empty: {who} must play (house rule RO19).",
    [RO_SAY_ABLE] = "Everybody passed, but somebody could have played: no card is turned up.",
    [RO_SAY_ABLE_AGAIN] =
        "Everybody passed again, but somebody could have played: who can play must now (house rule RO18).",
    [RO_SAY_CANNOT_BEGIN] = "{who} has nothing to begin with: anybody may.",
    [RO_SAY_OPEN] = "{who} takes too long: anybody may begin now.",
    [RO_SAY_DRAW] = "You draw {cards}.",
    [RO_SAY_OUT] = "{who} has played the last card and ends the game.",
    [RO_SAY_STUCK_END] =
        "Nobody can begin a rainbow and the pile is empty: the game is over (house rule RO21).",
};

/* The same sentences in short, for a robot's turn. */
static const char *const briefs[RO_SENTENCES] = {
    [RO_SAY_PLAY] = "{0|begins with|plays} {cards}",
    [RO_SAY_DECLARE] = "{0|begins with|plays} {cards} as {1:word}",
    [RO_SAY_REVERSE] = "plays {cards}, to the left now",
    [RO_SAY_WHOLE] = "completes the rainbow: {0} {0|card|cards}, {1} {1|point|points}",
    [RO_SAY_PART] = "completes it up to the pot: {0} {0|card|cards}, {1} {1|point|points}",
    [RO_SAY_LONG] = "doubled, as it is long",
    [RO_SAY_DONE] = "done",
    [RO_SAY_PASS] = "passes",
};

/* A small letter: turned up as a plain card of that colour. */
static const char *const marks[] = {"",  "R", "O", "Y", "G", "B", "I", "V",
                                    "r", "o", "y", "g", "b", "i", "v"};
static const char *const ways[] = {"->", "<-"};
static const char *const leprechauns[] = {"?", "R", "O", "Y", "G", "B", "I", "V"};

/* For a screen reader. */
static const char *const spoken_marks[] = {
    "",           "as red",       "as orange",   "as yellow",    "as green",     "as blue",
    "as indigo",  "as violet",    "plain red",   "plain orange", "plain yellow", "plain green",
    "plain blue", "plain indigo", "plain violet"};
static const char *const spoken_ways[] = {"to the right", "to the left"};
static const char *const spoken_colours[] = {"not chosen", "red",  "orange", "yellow",
                                             "green",      "blue", "indigo", "violet"};

static const struct board_item board[] = {
    {.label = "row",
     .style = BOARD_LIST,
     .zone = RO_ROW,
     .words = marks,
     .spoken = "rainbow",
     .spoken_words = spoken_marks},
    {.style = BOARD_WORD, .zone = RO_REVERSED, .words = ways, .spoken_words = spoken_ways},
    {.style = BOARD_WORD,
     .per_seat = true,
     .zone = RO_LEPRECHAUN,
     .words = leprechauns,
     .spoken = "leprechaun",
     .spoken_words = spoken_colours},
    {.label = "hand", .style = BOARD_COUNT, .per_seat = true, .zone = RO_HAND},
    {.label = "deck", .style = BOARD_COUNT, .per_seat = true, .zone = RO_DECK},
    {.label = "won", .style = BOARD_COUNT, .per_seat = true, .zone = RO_COLLECTED},
    {.label = "pile", .style = BOARD_COUNT, .zone = RO_PILE},
    {.label = "default",
     .style = BOARD_WORD,
     .zone = RO_DEFAULT,
     .words = leprechauns,
     .shown_by = 1 + RO_DEFAULT,
     .spoken = "default colour",
     .spoken_words = spoken_colours},
};

const struct game game_roygbiv = {
    .id = "roygbiv",
    .name = "ROYGBIV",
    .aliases = "rainbow rainbows leprechauns",
    .summary = "build rainbows card by card and be the one who completes them; 15 minutes",
    .version = 1,
    .seats_min = 2,
    .seats_max = 4,
    .zones = zones,
    .shared_zones = RO_SHARED_ZONES,
    .seat_zones = RO_SEAT_ZONES,
    .hand = RO_HAND,
    GAME_LIST(face, faces),
    GAME_LIST(back, backs),
    GAME_LIST(verb, verbs),
    GAME_LIST(option, options),
    .match_option = -1,
    GAME_LIST(sentence, sentences),
    .briefs = briefs,
    GAME_LIST(word, colours),
    .board = board,
    .board_count = sizeof board / sizeof *board,
    .topics = roygbiv_topics,
    .topic_count = ROYGBIV_TOPICS,
    .lesson = &roygbiv_lesson,
    .horizon = 20,
    .rollouts = {[2] = 850, [3] = 800},
    .medium = 50,
    GAME_RULES(roygbiv),
    .discloses = roygbiv_discloses,
    .is_real_time = roygbiv_is_real_time,
    .alarm = roygbiv_alarm,
};
