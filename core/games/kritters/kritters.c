/* Colour MY Kritters as data: the names of its places and moves, its sentences, its board. The
   cards are in faces.c and form.c, the rules topics in topics.c; the rules begin in setup.c. */
#include "kritters.h"

static const struct zone_spec zones[] = {
    {"kritters", AUDIENCE_NONE, 0}, {"market", AUDIENCE_ALL, 0},   {"wands", AUDIENCE_TOP, 0},
    {"brushes", AUDIENCE_TOP, 0},   {"palettes", AUDIENCE_TOP, 0}, {"buckets", AUDIENCE_TOP, 0},
    {"box", AUDIENCE_NONE, 0},      {"out", AUDIENCE_ALL, 0},      {"deck", AUDIENCE_CONTENTS, 0},
    {"front", AUDIENCE_ALL, 0},     {"discard", AUDIENCE_ALL, 0},
};

static const char *const backs[] = {"card", "Magic Wand", "Paint Bucket", "Start Kritter"};

static const char *const goods[] = {"1", "2",    "3",     "4",       "5",
                                    "6", "wand", "brush", "palette", "bucket"};
static const int shelves[] = {KR_MARKET, KR_MARKET, KR_MARKET,  KR_MARKET,   KR_MARKET,
                              KR_MARKET, KR_WANDS,  KR_BRUSHES, KR_PALETTES, KR_BUCKETS};
#define GOODS                                                                                      \
    {                                                                                              \
        .kind = ARG_WORD, .words = goods, .word_count = KR_GOODS, .filler = "and + with",          \
        .zones = shelves                                                                           \
    }

static const struct verb_spec verbs[] = {
    [KR_BUY] =
        {.word = "buy",
         .aliases = "take",
         .flags = VERB_ANY_ORDER,
         .args = {GOODS, GOODS},
         .help =
             "buy 2: buy the second card of the market; also buy wand, brush, palette or bucket; with adv=double also "
             "two cards, buy 1 and 3 or buy 2 and brush",
         .promise = "puts a better card into your deck",
         .danger = "leaves the rest of the market to the others"},
    [KR_BOOST] =
        {.word = "boost",
         .args = {{.kind = ARG_NUMBER, .filler = "card", .own_zone = 1 + KR_FRONT}},
         .help =
             "boost 1: with adv=boost, the first card in front of you counts double and then leaves the game",
         .promise = "counts a card double",
         .danger = "loses it for good"},
    [KR_FLUSH] = {.word = "flush",
                  .aliases = "sweep",
                  .flags = VERB_STEP,
                  .help = "flush: replace the market when you can afford no card"},
    [KR_PASS] = {.word = "pass",
                 .flags = VERB_STEP,
                 .help = "pass: buy nothing, when the rules let you"},
    [KR_FINISH] =
        {.word = "finish",
         .flags = VERB_VOTE,
         .help =
             "finish: in a junior game, say that you would end with this round; it ends when all do"},
};

#undef GOODS

static const char *const modes[] = {"standard", "junior", "solo"};
static const char *const advanced[] = {"double", "triad", "boost"};
static const char *const expansions[] = {"SS", "SW", "MP"};
static const char *const yes_no[] = {"yes", "no"};
static const char *const shares[] = {"whole", "third"};

static const struct option_spec options[] = {
    [KR_MODE] =
        {.name = "mode",
         OPTION_OF(OPTION_CHOICE, modes),
         .help =
             "standard for 2 to 12 players, from 7 on with two decks; junior for 2 to 6; solo for one"},
    [KR_ADVANCED] =
        {.name = "adv",
         OPTION_OF(OPTION_SET, advanced),
         .help =
             "advanced rules: double, buy two cards a turn; triad, a bonus for scoring all three colours; boost, "
             "double a card and lose it"},
    [KR_EXPANSIONS] =
        {.name = "exp",
         OPTION_OF(OPTION_SET, expansions),
         .help = "expansions: SS Super Singles, SW Super Wilds, MP More Points with Paint Buckets"},
    [KR_START_SCORES] = {.name = "start_scores",
                         OPTION_OF(OPTION_CHOICE, yes_no),
                         .help = "whether Start Kritters count when the game is scored"},
    [KR_MUST_BUY] = {.name = "must_buy",
                     OPTION_OF(OPTION_CHOICE, yes_no),
                     .help = "whether who can afford a card has to buy one"},
    [KR_USE_WANDS] = {.name = "wands",
                      OPTION_OF(OPTION_CHOICE, yes_no),
                      .help = "junior only: whether there are Magic Wands"},
    [KR_BUCKET_STACK] = {.name = "bucket_stack",
                         OPTION_OF(OPTION_CHOICE, yes_no),
                         .help = "whether several Paint Buckets may score on the same colour"},
    [KR_SHARE] =
        {.name = "deck",
         OPTION_OF(OPTION_CHOICE, shares),
         .help = "third: a shorter standard game for 2 to 4 players, with a third of two decks"},
};

static const char *const sentences[] = {
    [KR_SAY_BUY] = "{who} buys {names}.",
    [KR_SAY_BOOST] =
        "{who} boosts card {0}: it counts double now, and leaves the game after the turn.",
    [KR_SAY_FLUSH] = "{who} has the market replaced.",
    [KR_SAY_SWEPT] = "{who} could buy nothing: a new market.",
    [KR_SAY_PASS] = "{who} passes.",
    [KR_SAY_UNABLE] = "{who} can buy nothing, not from a new market either, and passes.",
    [KR_SAY_ALL_UNABLE] =
        "{0} {0|turn passes|turns pass}, {who}'s first: nothing can be bought, not from new markets either.",
    [KR_SAY_GONE] =
        "A {0:word} comes up and leaves the game, {1|and one from its pile with it|but its pile is empty}.",
    [KR_SAY_DECK_EMPTY] = "The Kritter deck is empty: this is the last round.",
    [KR_SAY_PILES_EMPTY] = "Two item piles are empty: this is the last round.",
    [KR_SAY_AGREE] = "{who} would finish ({0} of {1} agree).",
    [KR_SAY_AGREED] = "All agree: this is the last round.",
    [KR_SAY_DRY] =
        "Nobody has bought anything for {0} {0|round|rounds}, so the game ends (house rule KR21).",
};

/* The same sentences in short, for a robot's turn. */
static const char *const briefs[KR_SENTENCES] = {
    [KR_SAY_BUY] = "buys {cards}",
    [KR_SAY_BOOST] = "boosts card {0}",
    [KR_SAY_FLUSH] = "has the market replaced",
    [KR_SAY_SWEPT] = "could buy nothing, new market",
    [KR_SAY_PASS] = "passes",
    [KR_SAY_UNABLE] = "can buy nothing and passes",
};
static const char *const words[] = {"Paintbrush", "Palette"};

static const char *const boosted[] = {"", "x2"};
static const char *const spoken_boosts[] = {"", "counting double"};
static const char *const last_round[] = {"", "last round", "last round", "last round"};

/* Shows the cards in front of the seat whose turn it is. The decks of up to twelve seats would
   make a line too long. */
static const struct board_item board[] = {
    {.label = "market", .style = BOARD_LIST, .zone = KR_MARKET, .is_numbered = true},
    {.label = "left",
     .style = BOARD_COUNT,
     .zone = KR_KRITTER_DECK,
     .spoken = "left in the Kritter deck"},
    {.style = BOARD_WORD,
     .zone = KR_LAST_ROUND,
     .words = last_round,
     .shown_by = 1 + KR_LAST_ROUND},
    {.style = BOARD_LIST,
     .per_seat = true,
     .zone = KR_FRONT,
     .words = boosted,
     .has_no_price = true,
     .if_any = 1 + KR_FRONT,
     .spoken = "in front",
     .spoken_words = spoken_boosts},
    {.label = "deck",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = KR_DECK,
     .if_any = 1 + KR_FRONT,
     .is_detail = true},
    {.label = "used",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = KR_DISCARD,
     .if_any = 1 + KR_FRONT,
     .is_detail = true},
    {.label = "1st", .style = BOARD_SEAT, .zone = KR_FIRST, .spoken = "began"},
    {.style = BOARD_TOP, .zone = KR_WANDS, .if_any = 1 + KR_WANDS},
    {.style = BOARD_TOP, .zone = KR_BRUSHES, .if_any = 1 + KR_BRUSHES},
    {.style = BOARD_TOP, .zone = KR_PALETTES, .if_any = 1 + KR_PALETTES},
    {.style = BOARD_TOP, .zone = KR_BUCKETS, .if_any = 1 + KR_BUCKETS},
};

const struct game game_kritters = {
    .id = "kritters",
    .name = "Colour MY Kritters",
    .aliases = "colourmykritters colormykritters cmk kritter critters",
    .summary =
        "build a deck of Kritters and the Paintbrushes that make it score; alone or up to 12, 20 minutes",
    .version = 1,
    .seats_min = 1,
    .seats_max = 12,
    .zones = zones,
    .shared_zones = KR_SHARED_ZONES,
    .seat_zones = KR_SEAT_ZONES,
    .hand = -1,
    .faces = kritters_faces,
    .face_count = KRITTERS_FACES,
    .face_form = &kritters_form,
    GAME_LIST(back, backs),
    GAME_LIST(verb, verbs),
    GAME_LIST(option, options),
    .match = MATCH_NONE,
    .match_option = -1,
    GAME_LIST(sentence, sentences),
    .briefs = briefs,
    GAME_LIST(word, words),
    .board = board,
    .board_count = sizeof board / sizeof *board,
    .topics = kritters_topics,
    .topic_count = KRITTERS_TOPICS,
    .excludes = kritters_excludes,
    .lesson = &kritters_lesson,
    .horizon = 16,
    .rollouts = {[2] = 1300,
                 [3] = 1100,
                 [4] = 900,
                 [5] = 780,
                 [6] = 700,
                 [8] = 380,
                 [10] = 320,
                 [12] = 290},
    .worlds = 1024,
    GAME_RULES(kritters),
    .value = kritters_value,
};
