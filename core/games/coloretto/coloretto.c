/* Coloretto as data: the names of its cards, rows and moves, its sentences and its rules topics.
   The rules are in rules.c. */
#include "coloretto.h"

static const struct zone_spec zones[] = {
    {"supply", AUDIENCE_NONE, 0}, {"drawn", AUDIENCE_ALL, 0},   {"row1", AUDIENCE_ALL, 0},
    {"row2", AUDIENCE_ALL, 0},    {"row3", AUDIENCE_ALL, 0},    {"row4", AUDIENCE_ALL, 0},
    {"row5", AUDIENCE_ALL, 0},    {"removed", AUDIENCE_ALL, 0}, {"collection", AUDIENCE_ALL, 0},
};

static const char *const backs[] = {"card"};

static const struct face faces[] = {
    {.code = "Y", .name = "yellow", .colour = COLOUR_YELLOW},
    {.code = "G", .name = "green", .colour = COLOUR_GREEN},
    {.code = "B", .name = "blue", .colour = COLOUR_BLUE},
    {.code = "O", .name = "orange", .colour = COLOUR_ORANGE},
    {.code = "P", .name = "pink", .colour = COLOUR_PINK},
    {.code = "N", .name = "brown", .colour = COLOUR_BROWN},
    {.code = "E", .name = "grey", .colour = COLOUR_GREY},
    {.code = "+2", .name = "+2", .colour = COLOUR_WHITE},
    {.code = "*",
     .name = "joker",
     .colour = COLOUR_GOLD,
     .pictogram = "M 0 0 A 0 0 48 -90 -39 Z f Y s 4 i "
                  "M 0 0 A 0 0 48 -39 13 Z f G s 4 i "
                  "M 0 0 A 0 0 48 13 64 Z f B s 4 i "
                  "M 0 0 A 0 0 48 64 116 Z f O s 4 i "
                  "M 0 0 A 0 0 48 116 167 Z f P s 4 i "
                  "M 0 0 A 0 0 48 167 219 Z f N s 4 i "
                  "M 0 0 A 0 0 48 219 270 Z f E s 4 i "
                  "O 0 0 17 f W s 5 i"},
};

static const char *const words[] = {"yellow", "green", "blue", "orange", "pink", "brown", "grey"};

static const char *const letters[] = {"Y", "G", "B", "O", "P", "N", "E"};

static const char *const rows[] = {"1", "2", "3", "4", "5"};

#define COLOUR_ARG                                                                                 \
    {                                                                                              \
        .kind = ARG_WORD, .words = words, .word_count = CO_COLOURS, .brief = letters,              \
        .filler = "and as"                                                                         \
    }
static const struct verb_spec verbs[] = {
    [CO_DRAW] =
        {.word = "draw",
         .aliases = "d",
         .help = "draw: turn up a card, which you then place at a row",
         .rule =
             "you draw a card and place it at a row, or you take a row; three of your colours score plus at the end, all others minus.",
         .promise = "waits for better rows",
         .danger = "somebody else may take the row that you want"},
    [CO_PLACE] = {.word = "place",
                  .aliases = "put",
                  .flags = VERB_STEP,
                  .args = {{.kind = ARG_WORD,
                            .words = rows,
                            .word_count = CO_ROWS_MOST,
                            .filler = "at on in row it"}},
                  .help = "place 2: put the card you drew at row 2",
                  .promise = "makes a row",
                  .danger = "somebody else may take it"},
    [CO_TAKE] =
        {.word = "take",
         .args = {{.kind = ARG_WORD, .words = rows, .word_count = CO_ROWS_MOST, .filler = "row"}},
         .help = "take 2: take row 2 and all its cards; you are out until the next round",
         .rule = "who takes a row gets all its cards, and is out until everybody has taken one.",
         .promise = "makes these cards yours",
         .danger = "ends the round for you"},
    [CO_NAME_JOKERS] = {.word = "jokers",
                        .aliases = "joker",
                        .flags = VERB_ANY_ORDER,
                        .args = {COLOUR_ARG, COLOUR_ARG, COLOUR_ARG},
                        .help = "jokers blue pink: name the colours your jokers count as",
                        .rule = "a joker counts as the colour that you name for it."},
};

#undef COLOUR_ARG

static const char *const sides[] = {"brown", "grey"};

static const char *const joker_modes[] = {"auto", "manual"};

static const char *const matches[] = {"1", "4"};

static const struct option_spec options[] = {
    [CO_SIDE] = {.name = "side",
                 OPTION_OF(OPTION_CHOICE, sides),
                 .help = "the table of points: brown 1 3 6 10 15 21, grey 1 4 8 7 6 5"},
    [CO_JOKER_MODE] =
        {.name = "jokers",
         OPTION_OF(OPTION_CHOICE, joker_modes),
         .help = "auto: jokers count where they give most; manual: their owners name the colours"},
    [CO_MATCH] = {.name = "match",
                  OPTION_OF(OPTION_CHOICE, matches),
                  .help = "4: the points of four games in a row are added up"},
};

static const char *const sentences[] = {
    [CO_SAY_DRAW] = "{who} draws {cards}.",
    [CO_SAY_LAST] = "{who} turns up the last-round card: the game ends after this round.",
    [CO_SAY_PLACE] = "{who} puts {cards} at row {0}.",
    [CO_SAY_TAKE] = "{who} takes row {0}: {cards}.",
    [CO_SAY_REMOVE] = "Row {0} was left over: {cards} out of the game.",
    [CO_SAY_ROUND] = "The round ends; {who} begins the next.",
    [CO_SAY_JOKER_IS] = "{who}'s joker counts as {0:word}.",
};

/* The same sentences in short, for a robot's turn. */
static const char *const briefs[CO_SENTENCES] = {
    [CO_SAY_DRAW] = "draws {cards}",
    [CO_SAY_PLACE] = "-> {0}",
    [CO_SAY_TAKE] = "takes row {0} ({cards})",
};

static const struct moment moments[] = {
    {1 << CO_SAY_TAKE, moment_gains, 8, "That row is worth {0} {0|point|points} to {who}."},
    {1 << CO_SAY_TAKE, moment_gains, -4, "That row costs {who} {0} {0|point|points}."},
};

#define ROW_ITEM(n)                                                                                \
    {                                                                                              \
        .label = "row " #n, .style = BOARD_LIST, .zone = CO_ROW + (n)-1,                           \
        .shown_by = 1 + CO_ROOM + (n)-1, .room = 1 + CO_ROOM + (n)-1, .verb = 1 + CO_TAKE,         \
        .value = (n)-1                                                                             \
    }
static const char *const out_words[1 + CO_ROWS_MOST] = {"", "out", "out", "out", "out", "out"};

static const char *const last_round[] = {"", "last round"};

static const struct board_item board[] = {
    ROW_ITEM(1),
    ROW_ITEM(2),
    ROW_ITEM(3),
    ROW_ITEM(4),
    ROW_ITEM(5),
    {.label = "drawn", .style = BOARD_LIST, .zone = CO_DRAWN, .shown_by = 1 + CO_HOLDS_CARD},
    {.style = BOARD_TALLY, .per_seat = true, .zone = CO_COLLECTION},
    {.style = BOARD_WORD,
     .per_seat = true,
     .zone = CO_TAKEN,
     .words = out_words,
     .shown_by = 1 + CO_TAKEN,
     .is_dim = true},
    {.phrase = "{n} {n|card|cards} left",
     .style = BOARD_COUNT,
     .zone = CO_SUPPLY,
     .is_dim = true,
     .few = 16},
    {.style = BOARD_WORD,
     .zone = CO_LAST_ROUND,
     .words = last_round,
     .shown_by = 1 + CO_LAST_ROUND},
};

#undef ROW_ITEM

static const struct rules_topic topics[] = {
    {"goal",
     "Your turn in one line: draw a card and place it at a row, or take a row with all its cards. Two to five "
     "players collect cards of seven colours from rows that everybody fills. At the end only three of your colours "
     "score plus, all others minus, so take what suits you and spoil what suits the others."},
    {"setup",
     "There are as many rows as players, and a row holds at most three cards (two players: !rules coloretto two). "
     "Everybody begins with one card, all of different colours. The other cards are shuffled and lie face down as "
     "the supply, with the last-round card above the last 15. A lot decides who begins, unless first=NAME does."},
    {"cards",
     "9 each of yellow (Y), green (G), blue (B), orange (O), pink (P), brown (N) and grey (E), 10 plus twos (+2: 2 "
     "points each, they are no colour) and 3 jokers (*). With three players grey is left out, with two players "
     "brown and grey. A joker counts as any colour in the game, chosen at the end. Nothing is shuffled again: the "
     "supply always lasts."},
    {"turn",
     "In your turn you do one of two things. Draw: turn up the top card of the supply and place it at any row that "
     "nobody has taken and that has room (!draw, then !place 2). Or take: take one row with all cards at it (!take "
     "2); it needs at least one card. Then you are out for this round. If every row that is left is full, you must "
     "take."},
    {"rounds",
     "A round ends when everybody has taken a row. If all others have one, you may go on drawing and placing "
     "before you take yours. The rows then come back empty, and the player who took the last one begins the next "
     "round. Everything is open: nothing is secret in this game."},
    {"end",
     "The last-round card lies above the last 15 cards. When it comes up it is laid aside, and who drew it draws "
     "the next card instead. The round is played to its end, until everybody has taken a row: who takes the last "
     "one plays last. Then everybody scores."},
    {"scoring",
     "For each colour: 1, 2, 3, 4, 5, 6 or more cards are worth 1, 3, 6, 10, 15, 21 points (the brown side) or 1, "
     "4, 8, 7, 6, 5 (the grey side). Your three best values count plus, every other colour counts minus; each +2 "
     "adds 2. Jokers are placed where they give you most. Most points win; equal points share the win."},
    {"two",
     "With two players there are three rows, for 1, 2 and 3 cards. What lies at the row that nobody took leaves "
     "the game at the end of each round. Both begin with two cards, all four of different colours."},
    {"board",
     "\"row 2: green, grey, 1 free\" can still be taken; a row that is not shown has been. Then what everybody has, and the "
     "points that it would bring if the game ended now; out: has taken a row this round."},
    {"variants",
     "side=grey: the other table of points. jokers=manual: players who have jokers name their colours at the end, "
     "for example: !jokers blue pink. match=4: four games in a row, the points are added up."},
    {"house",
     "House rules where the rulebook is silent: grey, then brown are the colours left out (CO1), and equal points "
     "share the win (CO12)."},
};

/* ---- a first game, explained move by move ---- */

static const struct lesson_step steps[] = {
    {"p1 draw",
     "At the end your three best colours score plus, all others minus; 1, 2, 3 cards of a colour are worth 1, "
     "3, 6 points. In your turn you draw a card and place it at a row, or take a row. No row has a card yet, so "
     "draw."},
    {"p1 place 1",
     "The robot has an orange card, you have none. With two players the rows hold 1, 2 and 3 cards. In row 1 "
     "the orange card stays alone; in a longer row it would make a good row better, perhaps for the robot."},
    {"p2 draw", NULL},
    {"p2 place 2", NULL},
    {"p1 draw",
     "You could take a row now, but then you are out for this round, with one orange card that you don't need. "
     "So draw once more."},
    {"p1 place 3",
     "You have a blue card already. Row 3 is empty and holds three: begin a row there that you would like to "
     "take. At row 2 the blue card would lie next to orange, which you don't want."},
    {"p2 draw", NULL},
    {"p2 place 2", NULL},
    {"p1 draw",
     "A joker counts as any colour, so row 2 is worth something: you could take it, and be out for this round. "
     "But row 3 may become better for you, and only row 3 has room for the next card: draw."},
    {"p1 place 3", NULL},
    {"p2 take 2", NULL},
    {"p1 draw",
     "The robot has taken a row and is out. You alone go on, as long as a row has room: the next card goes to "
     "row 3 as well. You could take row 3 as it is, if you feared a colour that you don't want."},
    {"p1 place 3", NULL},
    {"p1 take 3",
     "Every row is full, so you must take one. With row 3 you have three blue and two pink cards, 6 and 3 "
     "points. The orange card of row 1 then leaves the game, because nobody took it."},
};

static const struct lesson lesson = {.deal = 12, .seats = 2, .options = "", GAME_LIST(step, steps)};

const struct game game_coloretto = {
    .id = "coloretto",
    .name = "Coloretto",
    .aliases = "co",
    .summary =
        "fill rows with coloured cards and take the one that suits you; three colours count, the rest hurts; 15 minutes",
    .version = 1,
    .seats_min = 2,
    .seats_max = CO_SEATS_MOST,
    .zones = zones,
    .shared_zones = CO_SHARED_ZONES,
    .seat_zones = CO_SEAT_ZONES,
    .hand = -1,
    GAME_LIST(face, faces),
    GAME_LIST(back, backs),
    GAME_LIST(verb, verbs),
    GAME_LIST(option, options),
    .match = MATCH_SUM,
    .match_option = CO_MATCH,
    GAME_LIST(sentence, sentences),
    GAME_LIST(moment, moments),
    .briefs = briefs,
    GAME_LIST(word, words),
    .board = board,
    .board_count = sizeof board / sizeof *board,
    GAME_LIST(topic, topics),
    .lesson = &lesson,
    .daily = "",
    .daily_robots = 3,
    .has_steps = true,
    .horizon = 8,
    .rollouts = {[2] = 600},
    GAME_RULES(coloretto),
    .weigh_own = coloretto_weigh_own,
    .value = coloretto_expect,
    .remark = coloretto_remark,
};
