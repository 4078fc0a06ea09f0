/* ROYGBIV as data: what its cards, marks and moves are called, what the board shows and what is told. The rules are in
   rules.c, the rules topics in topics.c. */
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
    [BOW] = {.code = "Bow", .name = "RAINBOW", .colour = COLOUR_WHITE, .symbol = "\xf0\x9f\x8c\x88"},
    [POT] = {.code = "Pot", .name = "Gold Pot", .colour = COLOUR_GOLD, .symbol = "\xf0\x9f\x92\xb0"},
    [UNICORN] = {.code = "Uni", .name = "Unicorn", .colour = COLOUR_PINK, .symbol = "\xf0\x9f\xa6\x84"},
};

static const char *const colours[] = {"red", "orange", "yellow", "green", "blue", "indigo", "violet"};

static const struct verb_spec verbs[] = {
    [PLAY] = {.word = "play",
              .aliases = "lay",
              .args = {{.kind = ARG_WORD, .words = colours, .word_count = COLOURS, .filler = "a", .any = "any colour"}},
              .help = "play green: lay a colour next to the last one on the circle"},
    [RAINBOW] =
        {.word = "rainbow",
         .aliases = "bow",
         .flags = VERB_SAID,
         .args = {{.kind = ARG_WORD, .words = colours, .word_count = COLOURS, .filler = "as", .any = "any colour"}},
         .help = "rainbow green: lay a RAINBOW and say which colour it is"},
    [PLAY_POT] = {.word = "pot", .aliases = "gold", .help = "pot: lay a Gold Pot"},
    [PLAY_UNICORN] = {.word = "unicorn", .aliases = "uni", .help = "unicorn: lay a Unicorn"},
    [DONE] = {.word = "done", .aliases = "end", .help = "done: end your turn and draw"},
    [PASS] = {.word = "pass", .help = "pass: play nothing this turn"},
    [CHOOSE] = {.word = "choose",
                .aliases = "leprechaun lep",
                .args = {{.kind = ARG_WORD,
                          .words = colours,
                          .word_count = COLOURS,
                          .filler = "the",
                          .any = "any leprechaun"}},
                .help = "choose green: be the green leprechaun"},
    [OPEN] = {.word = "open", .flags = VERB_HOST, .help = "open: anybody may begin"},
};

static const char *const modes[] = {"turns", "frenzy"};
static const char *const leps[] = {"random", "choose"};
static const char *const bows[] = {"neighbour", "any"};
static const char *const ties[] = {"shared", "rainbows"};

static const struct option_spec options[] = {
    [MODE] = {.name = "mode",
              .kind = OPTION_CHOICE,
              .words = modes,
              .word_count = 2,
              .help = "turns: one after the other; frenzy: everybody plays at any time"},
    [LEP] = {.name = "lep",
             .kind = OPTION_CHOICE,
             .words = leps,
             .word_count = 2,
             .help = "whether leprechauns are drawn by lot, or chosen one after the other before cards are dealt"},
    [RAINBOWS_AS] = {.name = "bow",
                     .kind = OPTION_CHOICE,
                     .words = bows,
                     .word_count = 2,
                     .help = "what a RAINBOW may stand for: a neighbour of the last colour, or any colour"},
    [BEGIN_TIMER] = {.name = "begin_timer",
                     .kind = OPTION_NUMBER,
                     .least = 1,
                     .most = 120,
                     .standard = 10,
                     .help = "frenzy: seconds that whoever completed a whole rainbow alone may begin the next one"},
    [TIE] = {.name = "tie",
             .kind = OPTION_CHOICE,
             .words = ties,
             .word_count = 2,
             .help = "equal points share the win, or more rainbows decide"},
};

static const char *const sentences[] = {
    [SAY_CHOOSE] = "{who} is the {0:word} leprechaun.",
    [SAY_DEALT] = "The cards are dealt. The default colour is {0:word}.",
    [SAY_FIRST] = "{who} turns up the first card, {cards}.",
    [SAY_FIRST_SPECIAL] = "{who} turns up the first card, {cards}, which counts as plain {1:word}.",
    [SAY_PLAY] = "{who} {0|begins with|plays} {cards}.",
    [SAY_DECLARE] = "{who} {0|begins with|plays} {cards} as {1:word}.",
    [SAY_FREE_CARD] = "{who} plays {cards} out of order (house rule RO19).",
    [SAY_REVERSE] = "{who} plays {cards}: the row is built to the left now.",
    [SAY_WHOLE] = "{who} completes the rainbow: {0} cards, {1} points.",
    [SAY_PART] = "{who} completes the rainbow up to the pot: {0} cards, {1} points; the rest goes on.",
    [SAY_LONG] = "A long one: its points are doubled.",
    [SAY_DONE] = "{who} is done.",
    [SAY_DONE_OWING] = "{who} has nothing to begin with and is done.",
    [SAY_PASS] = "{who} passes.",
    [SAY_FLIP] = "{0|Everybody passed|Nobody can play}: {cards} is turned up.",
    [SAY_FLIP_SPECIAL] = "{0|Everybody passed|Nobody can play}: {cards} is turned up and counts as plain {1:word}.",
    [SAY_FREE] = "Nobody can play and the pile is empty: the next card may be any colour (house rule RO19).",
    [SAY_MUST] = "Everybody passed and the pile is empty: {who} must play (house rule RO19).",
    [SAY_CANNOT_BEGIN] = "{who} has nothing to begin with: anybody may.",
    [SAY_OPEN] = "{who} takes too long: anybody may begin now.",
    [SAY_DRAW] = "You draw {cards}.",
    [SAY_OUT] = "{who} has played the last card and ends the game.",
    [SAY_STUCK_END] = "Nobody can begin a rainbow and the pile is empty: the game is over (house rule RO21).",
};

/* A small letter: turned up as a plain card of that colour. */
static const char *const marks[] = {"", "R", "O", "Y", "G", "B", "I", "V", "r", "o", "y", "g", "b", "i", "v"};
static const char *const ways[] = {"->", "<-"};
static const char *const leprechauns[] = {"?", "R", "O", "Y", "G", "B", "I", "V"};

static const struct board_item board[] = {
    {.label = "row", .style = BOARD_LIST, .zone = ROW, .words = marks},
    {.style = BOARD_WORD, .zone = REVERSED, .words = ways},
    {.label = "pile", .style = BOARD_COUNT, .zone = PILE},
    {.style = BOARD_WORD, .per_seat = true, .zone = LEPRECHAUN, .words = leprechauns},
    {.label = "hand", .style = BOARD_COUNT, .per_seat = true, .zone = HAND},
    {.label = "deck", .style = BOARD_COUNT, .per_seat = true, .zone = DECK},
    {.label = "won", .style = BOARD_COUNT, .per_seat = true, .zone = COLLECTED},
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
    .shared_zones = SHARED_ZONES,
    .seat_zones = SEAT_ZONES,
    .hand = HAND,
    .faces = faces,
    .face_count = FACES,
    .backs = backs,
    .back_count = 1,
    .verbs = verbs,
    .verb_count = VERBS,
    .options = options,
    .option_count = OPTIONS,
    .match_option = -1,
    .sentences = sentences,
    .sentence_count = SENTENCES,
    .words = colours,
    .word_count = COLOURS,
    .board = board,
    .board_count = sizeof board / sizeof *board,
    .topics = roygbiv_topics,
    .topic_count = ROYGBIV_TOPICS,
    .setup = roygbiv_setup,
    .legal = roygbiv_legal,
    .apply = roygbiv_apply,
    .due = roygbiv_due,
    .score = roygbiv_score,
    .explain = roygbiv_explain,
    .advise = roygbiv_advise,
    .is_real_time = roygbiv_is_real_time,
    .alarm = roygbiv_alarm,
};
