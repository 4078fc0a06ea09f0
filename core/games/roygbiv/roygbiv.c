/* ROYGBIV as data: its rules topics, a lesson, the names of its cards and moves, its sentences.
   The rules are in rules.c. */
#include "roygbiv.h"

static const struct rules_topic topics[] = {
    {"goal",
     "Your turn in one line: play cards that continue the rainbow, then say done, or pass. Two to four leprechauns "
     "build one rainbow together, card by card, in a row on the table. Whoever completes it takes its cards, and "
     "every card taken is a point (two in the colour of your leprechaun). Most points win."},
    {"setup",
     "Everybody is a leprechaun of one of the seven colours; another one, drawn by lot, gives the default colour. "
     "Three cards lie face down in the centre pile, the others are dealt out evenly as decks that nobody may look "
     "at; you hold the first seven cards of yours. Nothing is shuffled again. The lowest leprechaun (red is the "
     "lowest; with first=NAME the lot gives it to NAME) turns up the first card of the pile and begins. A special card that is turned up from the pile is a "
     "plain card of the default colour."},
    {"cards",
     "63 cards: 7 each of red (R), orange (O), yellow (Y), green (G), blue (B), indigo (I) and violet (V), 7 "
     "RAINBOWs (Bow), 3 Gold Pots (Pot) and 4 Unicorns (Uni)."},
    {"turn",
     "In your turn play as many cards as you like, one after the other, then say done and draw up to seven. A "
     "colour must be a neighbour of the last colour of the row: red orange yellow green blue indigo violet, and "
     "violet is next to red again. Special cards: !rules roygbiv pot, !rules roygbiv unicorn and !rules roygbiv bow. Or play nothing and pass. When "
     "everybody has passed in a row, the next card of the pile is turned up at the end of the row, whatever it is. "
     "Turns go by leprechaun, red first."},
    {"complete",
     "The row is complete when somebody plays the colour it began with, again as a neighbour of the last one: O Y "
     "O, or all the way round. That player takes all cards of the row and begins a new rainbow at once, with any "
     "colour or a RAINBOW. Only a card that is newly played completes; older cards of that colour in the row do "
     "not matter. Who has nothing to begin with says done, and the next player begins."},
    {"pot",
     "The Gold Pot can be played at any time but not as the first card. Build on from the colour before it, as if "
     "it were not there. Who completes the row then takes only the cards from the nearest pot on, pot included; "
     "the rest of the row stays and goes on. Several pots: the nearest one counts, the others wait for the next "
     "time."},
    {"unicorn",
     "The Unicorn can be played at any time but not as the first card. It turns the row round: from now on it is "
     "built at its left end, from the colour it began with, and the colour beside the Unicorn completes it. If a "
     "pot lies right before the Unicorn, the colour before the pot is meant, and whoever completes the row takes "
     "pot and Unicorn, too. A second Unicorn, played on a row that is turned round, completes it at once: all "
     "cards are yours, whatever pots lie there."},
    {"bow",
     "The RAINBOW is played as a colour that you name: !rainbow green. It has to be a colour that you could play "
     "there. It can begin a rainbow and complete one, and it is always worth one point."},
    {"frenzy",
     "With mode=frenzy there are no turns: everybody plays whenever a card fits, the first to say it is the first "
     "to lay it, and your hand is filled up to seven after each card. When nobody can play, the next card of the "
     "pile is turned up. When a whole rainbow is completed, only whoever completed it may begin the next one, for "
     "begin_timer seconds; then, or if that player has no card to begin with, anybody may."},
    {"scoring",
     "Each card of your rainbows is 1 point, a colour card of your leprechaun's colour 2. Special cards are always "
     "1. A rainbow of seven cards or more counts double. Who runs out of cards first gets 7 points more. Most "
     "points win; equal points share the win."},
    {"end",
     "The game ends at once when somebody has neither hand nor deck left: nobody plays after that. The row on the "
     "table counts for nobody, unless that last card completed it. If the row is empty, nobody can begin and the "
     "pile is empty, the game is over, too (RO21)."},
    {"board",
     "First the rainbow that is being built, in the order of the cards; after a Unicorn it goes on to the left. \"RAINBOW as "
     "green\" was played as green; \"Gold Pot plain green\" was turned up from the pile and is plain green. Then what fits, and "
     "what completes it. pile: cards that can still be turned up; default colour: what a special card that is turned up "
     "counts as. Behind a name: the points so far, the colour of the leprechaun, how many cards that player holds, can "
     "draw and has won. Say play green, rainbow as green, pot, unicorn, done or pass."},
    {"variants",
     "mode=frenzy: everybody at once. lep=choose: you choose your leprechaun, one after the other. bow=any: a "
     "RAINBOW may be any colour, but completes only as a neighbour. begin_timer: !rules roygbiv frenzy. "
     "tie=rainbows: of equal points, more rainbows win; otherwise the win is shared. flip=unable, in turns: when "
     "everybody has passed, a card is turned up only if nobody could have played; if everybody passes again, who "
     "can play must."},
    {"house",
     "Where the book is silent, or chat is not a table: passes of people who could have played count, so that a "
     "card turned up tells nothing of hands (RO18). When the pile is empty and everybody has passed, the next "
     "player must play if possible, any colour if none fits, and such a card completes nothing; in a frenzy, where "
     "then nobody can play, the next colour card need not fit either (RO19). Who has "
     "completed a rainbow and cannot begin one says done; in a frenzy a clock runs (RO20). If nobody can begin and "
     "the pile is empty, the game is over and nobody gets the bonus for finishing first (RO21). Equal points share "
     "the win (RO26). The game is played in turns unless you ask for a frenzy (RO28). Leprechauns are dealt by lot "
     "unless you choose them (RO29)."},
};

/* ---- a first game, explained move by move ---- */

static const struct lesson_step steps[] = {
    {"p2 play yellow",
     "The row begins with green. Each card must be a neighbour of the last one on the circle red, orange, "
     "yellow, green, blue, indigo, violet: yellow fits. The pot and the Unicorn could be played as well, but "
     "they change who gets what."},
    {"p2 rainbow green",
     "Whoever plays the colour with which the row began completes it and takes its cards, a point each. You "
     "hold no green, but a RAINBOW is any colour that fits: green fits after yellow. You could also build on "
     "with orange."},
    {"p2 play red",
     "Those three cards are yours. Who completes a row begins the next one at once, with any colour. You are "
     "the red leprechaun, so each red card is 2 points for you. Begin with red: you hold another one to "
     "complete it."},
    {"p2 play orange",
     "Orange is a neighbour of red, and red of orange: after this card your second red completes the row. If "
     "you said done now instead, the robot could go on with it."},
    {"p2 play red",
     "Red again, and this row is yours, too. You could play the pot first, but then you would get only the "
     "cards from the pot on, and the rest would stay in the row."},
    {"p2 done",
     "Pot and Unicorn can't begin a row, so your turn ends here: say done. You draw up to seven cards, and the "
     "robot begins a row."},
    {"p1 play orange", NULL},
    {"p1 play yellow", NULL},
    {"p1 rainbow orange", NULL},
    {"p1 play green", NULL},
    {"p1 rainbow yellow", NULL},
    {"p1 play green", NULL},
    {"p1 play indigo", NULL},
    {"p1 done", NULL},
    {"p2 play violet",
     "The row begins with indigo, and you hold its neighbours blue and violet, and an indigo to come back. Play "
     "violet, then indigo. You could also pass; but then the robot may complete the row."},
    {"p2 play indigo",
     "Indigo completes the row: three more cards. Long rows are worth more, and from seven cards on they count "
     "double; but what you leave unfinished, the robot may finish."},
};

static const struct lesson lesson = {.deal = 17, .seats = 2, .options = "", GAME_LIST(step, steps)};

/* ---- cards, board, sentences ---- */

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
                .symbol = "\xf0\x9f\x8c\x88",
                .pictogram = "A 0 22 45 -180 0 s 7 R A 0 22 39 -180 0 s 7 O "
                             "A 0 22 33 -180 0 s 7 Y A 0 22 27 -180 0 s 7 G "
                             "A 0 22 21 -180 0 s 7 B A 0 22 15 -180 0 s 7 I "
                             "A 0 22 9 -180 0 s 7 V"},
    [RO_POT] = {.code = "Pot",
                .name = "Gold Pot",
                .colour = COLOUR_GOLD,
                .symbol = "\xf0\x9f\x92\xb0",
                .pictogram = "M -34 -10 C -58 24 -34 46 0 46 C 34 46 58 24 34 -10 Z f i "
                             "O -18 -22 12 f Y s 5 i O 18 -22 12 f Y s 5 i "
                             "O 0 -30 12 f Y s 5 i M -42 -8 L 42 -8 s 13 i"},
    [RO_UNICORN] = {.code = "Uni",
                    .name = "Unicorn",
                    .colour = COLOUR_PINK,
                    .symbol = "\xf0\x9f\xa6\x84",
                    .pictogram =
                        "M 2 -26 L 36 -58 L 22 -14 Z f Y s 5 i M -36 50 "
                        "C -40 14 -34 -10 -14 -22 L -16 -42 L 4 -26 C 24 -22 30 0 46 18 "
                        "C 50 30 42 38 32 34 C 22 32 14 26 2 26 C 4 36 8 42 10 50 Z f W s 6 i "
                        "O 14 -4 5 f i M -16 -22 C -36 -20 -48 4 -48 34 s 13 V"},
};

static const char *const colours[] = {"red",  "orange", "yellow", "green",
                                      "blue", "indigo", "violet"};

static const struct verb_spec verbs[] = {
    [RO_PLAY] =
        {.word = "play",
         .aliases = "lay",
         .args = {{.kind = ARG_WORD,
                   .words = colours,
                   .word_count = RO_COLOURS,
                   .filler = "a",
                   .any = "any colour",
                   .is_held = true}},
         .help = "play green: lay a colour next to the last one on the circle",
         .rule =
             "a colour must be a neighbour of the last one; the colour that the row began with completes it, and its cards are yours.",
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
                    .rule = "a RAINBOW is the colour that you name, which has to fit.",
                    .promise = "fits where your colours do not",
                    .danger = "uses up a RAINBOW"},
    [RO_PLAY_POT] =
        {.word = "pot",
         .aliases = "gold",
         .card = "play Pot",
         .help = "pot: lay a Gold Pot",
         .rule =
             "behind a Gold Pot the row goes on from the colour before it, and who completes it takes only the cards from the pot on.",
         .promise = "cuts off the row before it",
         .danger = "makes the row worth less to you, too"},
    [RO_PLAY_UNICORN] = {.word = "unicorn",
                         .aliases = "uni",
                         .card = "play Uni",
                         .help = "unicorn: lay a Unicorn",
                         .rule = "a Unicorn turns the row round: it goes on at its other end.",
                         .promise = "turns the row round",
                         .danger = "opens its other end to the others"},
    [RO_DONE] = {.word = "done",
                 .aliases = "end",
                 .help = "done: end your turn and draw",
                 .rule = "play as many cards as you like, then !done draws up to seven.",
                 .promise = "keeps cards for later",
                 .danger = "leaves the row to the next player"},
    [RO_PASS] =
        {.word = "pass",
         .help = "pass: play nothing this turn",
         .rule =
             "you may play nothing and pass; when all do, the next card of the pile is turned up.",
         .promise = "keeps all your cards",
         .danger = "leaves the row to the next player"},
    [RO_CHOOSE] = {.word = "choose",
                   .aliases = "leprechaun lep",
                   .args = {{.kind = ARG_WORD,
                             .words = colours,
                             .word_count = RO_COLOURS,
                             .filler = "the",
                             .any = "any leprechaun"}},
                   .help = "choose green: be the green leprechaun",
                   .rule = "cards of your leprechaun's colour count double for you."},
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

static const struct moment moments[] = {
    {1 << RO_SAY_WHOLE | 1 << RO_SAY_PART, roygbiv_is_longest, 9,
     "It is the longest rainbow of this game so far!"},
    {1 << RO_SAY_FLIP | 1 << RO_SAY_FLIP_SPECIAL, moment_empties, RO_PILE,
     "That was the last card of the pile."},
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

static const char *const marks[] = {"",           "as red",       "as orange",    "as yellow",
                                    "as green",   "as blue",      "as indigo",    "as violet",
                                    "plain red",  "plain orange", "plain yellow", "plain green",
                                    "plain blue", "plain indigo", "plain violet"};

static const char *const ways[] = {"goes right", "goes left"};

static const char *const leprechauns[] = {"not chosen", "red",  "orange", "yellow",
                                          "green",      "blue", "indigo", "violet"};

static const struct board_item board[] = {
    {.label = "rainbow", .style = BOARD_LIST, .zone = RO_ROW, .words = marks},
    {.style = BOARD_WORD, .zone = RO_REVERSED, .words = ways, .shown_by = 1 + RO_REVERSED},
    {.label = "leprechaun",
     .phrase = "leprechaun {word}",
     .style = BOARD_WORD,
     .per_seat = true,
     .zone = RO_LEPRECHAUN,
     .words = leprechauns},
    {.label = "hand",
     .phrase = "{n} in hand",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = RO_HAND,
     .is_dim = true,
     .few = 6},
    {.label = "deck",
     .phrase = "{n} in deck",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = RO_DECK,
     .is_dim = true,
     .few = 7},
    {.label = "won",
     .phrase = "{n} won",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = RO_COLLECTED,
     .is_detail = true},
    {.phrase = "{n} in the pile", .style = BOARD_COUNT, .zone = RO_PILE},
    {.phrase = "default colour {word}",
     .style = BOARD_WORD,
     .zone = RO_DEFAULT,
     .words = leprechauns,
     .shown_by = 1 + RO_DEFAULT},
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
    GAME_LIST(moment, moments),
    .briefs = briefs,
    GAME_LIST(word, colours),
    .board = board,
    .board_count = sizeof board / sizeof *board,
    GAME_LIST(topic, topics),
    .lesson = &lesson,
    .daily = "mode=turns",
    .daily_robots = 1,
    .has_steps = true,
    .horizon = 20,
    .rollouts = {[2] = 850, [3] = 800},
    .medium = 50,
    GAME_RULES(roygbiv),
    .remark = roygbiv_remark,
    .discloses = roygbiv_discloses,
    .is_real_time = roygbiv_is_real_time,
    .alarm = roygbiv_alarm,
};
