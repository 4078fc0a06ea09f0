/* Colour MY Kritters as data: its cards, the names of its places and moves, its sentences and its
   rules topics. The rulebook shows its cards in pictures only, so these cards are assumptions
   (docs/rulings/kritters.md). No rule knows a card by name: rules read the traits of the ruleset's
   faces, which may come from another table. */
#include "kritters.h"

/* Splotches, packed in this order: cyan, magenta, yellow, wild. */
enum {
    C = 1,
    M = 1 << KR_SPLOTCH_BITS,
    Y = 1 << 2 * KR_SPLOTCH_BITS,
    W = 1 << 3 * KR_SPLOTCH_BITS
};

/* Groups. */
enum {
    CYAN = KR_CYAN,
    MAGENTA = KR_MAGENTA,
    YELLOW = KR_YELLOW,
    ANY = KR_ANY,
    RED = 0,
    GREEN,
    BLUE
};

/* Who gives colours or points has eyes. */
#define EYES         "O -24 -6 17 f p O 24 -6 17 f p O -20 -4 8 f i O 20 -4 8 f i"
#define DRAWN_START  EYES
#define DRAWN_SINGLE EYES
#define DRAWN_DOUBLE EYES
#define DRAWN_POINT  EYES
#define DRAWN_WILD                                                                                 \
    "M 0 0 A 0 0 46 -90 30 Z f C s 5 i M 0 0 A 0 0 46 30 150 Z f M s 5 i "                         \
    "M 0 0 A 0 0 46 150 270 Z f Y s 5 i O 0 0 20 f W s 5 i"
#define DRAWN_WAND                                                                                 \
    "M -36 42 L 6 -6 s 16 i P 18 -18 32 5 48 12 f Y s 6 i "                                        \
    "P -26 -24 16 4 35 0 f W P 38 30 16 4 35 0 f W"
#define DRAWN_BRUSH                                                                                \
    "M 40 -44 L 4 -2 s 14 Y M -8 -4 L 14 16 C 8 42 -18 48 -46 44 "                                 \
    "C -28 34 -34 8 -8 -4 Z f W s 6 i"
#define DRAWN_PALETTE                                                                              \
    "M 0 -38 C 34 -38 54 -16 48 6 C 44 24 20 8 14 20 C 8 34 16 40 -6 40 "                          \
    "C -36 40 -52 18 -48 -4 C -46 -26 -24 -38 0 -38 Z f W s 6 i "                                  \
    "O -24 -12 9 f C O 2 -20 9 f M O 26 -10 9 f Y "                                                \
    "O -24 14 9 f R"
#define DRAWN_BUCKET                                                                               \
    "A 0 -14 32 -180 0 s 7 i M -36 -14 L -26 44 L 26 44 L 36 -14 Z f W s 7 i "                     \
    "M -36 -14 C -20 0 20 0 36 -14 C 20 -26 -20 -26 -36 -14 Z f R s 6 i"

/* code, name, what a board calls it, colour of its chip, back, kind, box, how many, group, gives,
   price, draws, points. A code says what the card gives, + for each card it draws, and behind the
   colon what it costs. */
#define CARD(code_, name_, brief_, hue, back_, kind, box, count, group, gives, price, draws,       \
             points)                                                                               \
    {                                                                                              \
        .code = code_, .name = name_, .brief = brief_, .colour = COLOUR_##hue,                     \
        .pictogram = DRAWN_##kind, .back = KR_BACK_##back_, .traits = {                            \
            KR_##kind,                                                                             \
            KR_##box,                                                                              \
            count,                                                                                 \
            group,                                                                                 \
            gives,                                                                                 \
            price,                                                                                 \
            draws,                                                                                 \
            points                                                                                 \
        }                                                                                          \
    }
const struct face kritters_faces[KRITTERS_FACES] = {
    // clang-format off
    /* Start Kritters: 2 of each in a set */
    CARD("C", "cyan Start Kritter", "cyan", CYAN, START, START, BASE, 2, CYAN, C, 0, 0, 0),
    CARD("M", "magenta Start Kritter", "magenta", MAGENTA, START, START, BASE, 2, MAGENTA, M, 0, 0, 0),
    CARD("Y", "yellow Start Kritter", "yellow", YELLOW, START, START, BASE, 2, YELLOW, Y, 0, 0, 0),
    /* Singles: each colour with each price */
    CARD("C+:C", "cyan Single for cyan", "cyan, draws 1", CYAN, CARD, SINGLE, BASE, 3, CYAN, C, C, 1, 0),
    CARD("C+:M", "cyan Single for magenta", "cyan, draws 1", CYAN, CARD, SINGLE, BASE, 3, CYAN, C, M, 1, 0),
    CARD("C+:Y", "cyan Single for yellow", "cyan, draws 1", CYAN, CARD, SINGLE, BASE, 3, CYAN, C, Y, 1, 0),
    CARD("M+:C", "magenta Single for cyan", "magenta, draws 1", MAGENTA, CARD, SINGLE, BASE, 3, MAGENTA, M, C, 1, 0),
    CARD("M+:M", "magenta Single for magenta", "magenta, draws 1", MAGENTA, CARD, SINGLE, BASE, 3, MAGENTA, M, M, 1, 0),
    CARD("M+:Y", "magenta Single for yellow", "magenta, draws 1", MAGENTA, CARD, SINGLE, BASE, 3, MAGENTA, M, Y, 1, 0),
    CARD("Y+:C", "yellow Single for cyan", "yellow, draws 1", YELLOW, CARD, SINGLE, BASE, 3, YELLOW, Y, C, 1, 0),
    CARD("Y+:M", "yellow Single for magenta", "yellow, draws 1", YELLOW, CARD, SINGLE, BASE, 3, YELLOW, Y, M, 1, 0),
    CARD("Y+:Y", "yellow Single for yellow", "yellow, draws 1", YELLOW, CARD, SINGLE, BASE, 3, YELLOW, Y, Y, 1, 0),
    /* Doubles: main and additional colour; twins cost their own, others the third colour */
    CARD("CC:CC", "double cyan Double", "double cyan", CYAN, CARD, DOUBLE, BASE, 2, CYAN, 2 * C, 2 * C, 0, 0),
    CARD("CM:YY", "cyan-magenta Double", "cyan and magenta", CYAN, CARD, DOUBLE, BASE, 2, CYAN, C + M, 2 * Y, 0, 0),
    CARD("CY:MM", "cyan-yellow Double", "cyan and yellow", CYAN, CARD, DOUBLE, BASE, 2, CYAN, C + Y, 2 * M, 0, 0),
    CARD("MC:YY", "magenta-cyan Double", "magenta and cyan", MAGENTA, CARD, DOUBLE, BASE, 2, MAGENTA, C + M, 2 * Y, 0, 0),
    CARD("MM:MM", "double magenta Double", "double magenta", MAGENTA, CARD, DOUBLE, BASE, 2, MAGENTA, 2 * M, 2 * M, 0, 0),
    CARD("MY:CC", "magenta-yellow Double", "magenta and yellow", MAGENTA, CARD, DOUBLE, BASE, 2, MAGENTA, M + Y, 2 * C, 0, 0),
    CARD("YC:MM", "yellow-cyan Double", "yellow and cyan", YELLOW, CARD, DOUBLE, BASE, 2, YELLOW, C + Y, 2 * M, 0, 0),
    CARD("YM:CC", "yellow-magenta Double", "yellow and magenta", YELLOW, CARD, DOUBLE, BASE, 2, YELLOW, M + Y, 2 * C, 0, 0),
    CARD("YY:YY", "double yellow Double", "double yellow", YELLOW, CARD, DOUBLE, BASE, 2, YELLOW, 2 * Y, 2 * Y, 0, 0),
    /* Wilds */
    CARD("W:CMY", "Wild Kritter", "Wild", WHITE, CARD, WILD, BASE, 9, ANY, W, C + M + Y, 0, 0),
    /* Points: red is magenta and yellow, green yellow and cyan, blue cyan and magenta; paid in
       those */
    CARD("R3:MMY", "red 3-point Kritter", "red, 3 points", RED, CARD, POINT, BASE, 1, RED, 0, 2 * M + Y, 0, 3),
    CARD("R4:MMYY", "red 4-point Kritter", "red, 4 points", RED, CARD, POINT, BASE, 1, RED, 0, 2 * M + 2 * Y, 0, 4),
    CARD("R5:MMYYY", "red 5-point Kritter", "red, 5 points", RED, CARD, POINT, BASE, 1, RED, 0, 2 * M + 3 * Y, 0, 5),
    CARD("G3:YYC", "green 3-point Kritter", "green, 3 points", GREEN, CARD, POINT, BASE, 1, GREEN, 0, C + 2 * Y, 0, 3),
    CARD("G4:YYCC", "green 4-point Kritter", "green, 4 points", GREEN, CARD, POINT, BASE, 1, GREEN, 0, 2 * C + 2 * Y, 0, 4),
    CARD("G5:YYCCC", "green 5-point Kritter", "green, 5 points", GREEN, CARD, POINT, BASE, 1, GREEN, 0, 3 * C + 2 * Y, 0, 5),
    CARD("B3:CCM", "blue 3-point Kritter", "blue, 3 points", BLUE, CARD, POINT, BASE, 1, BLUE, 0, 2 * C + M, 0, 3),
    CARD("B4:CCMM", "blue 4-point Kritter", "blue, 4 points", BLUE, CARD, POINT, BASE, 1, BLUE, 0, 2 * C + 2 * M, 0, 4),
    CARD("B5:CCMMM", "blue 5-point Kritter", "blue, 5 points", BLUE, CARD, POINT, BASE, 1, BLUE, 0, 2 * C + 3 * M, 0, 5),
    /* Items */
    CARD("Wa:CMY", "Magic Wand", "Magic Wand", VIOLET, WAND, WAND, BASE, 9, 0, 0, C + M + Y, 0, 0),
    CARD("Br:CCC", "Paintbrush for cyan", "Paintbrush", BROWN, CARD, BRUSH, BASE, 4, 0, 0, 3 * C, 0, 0),
    CARD("Br:MMM", "Paintbrush for magenta", "Paintbrush", BROWN, CARD, BRUSH, BASE, 4, 0, 0, 3 * M, 0, 0),
    CARD("Br:YYY", "Paintbrush for yellow", "Paintbrush", BROWN, CARD, BRUSH, BASE, 4, 0, 0, 3 * Y, 0, 0),
    CARD("Pa:CCCC", "Palette for cyan", "Palette", ORANGE, CARD, PALETTE, BASE, 2, 0, 0, 4 * C, 0, 0),
    CARD("Pa:MMMM", "Palette for magenta", "Palette", ORANGE, CARD, PALETTE, BASE, 2, 0, 0, 4 * M, 0, 0),
    CARD("Pa:YYYY", "Palette for yellow", "Palette", ORANGE, CARD, PALETTE, BASE, 2, 0, 0, 4 * Y, 0, 0),
    /* Super Singles */
    CARD("C++:MY", "cyan Super Single", "cyan, draws 2", CYAN, CARD, SINGLE, SUPER_SINGLES, 3, CYAN, C, M + Y, 2, 0),
    CARD("M++:CY", "magenta Super Single", "magenta, draws 2", MAGENTA, CARD, SINGLE, SUPER_SINGLES, 3, MAGENTA, M, C + Y, 2, 0),
    CARD("Y++:CM", "yellow Super Single", "yellow, draws 2", YELLOW, CARD, SINGLE, SUPER_SINGLES, 3, YELLOW, Y, C + M, 2, 0),
    /* Super Wilds */
    CARD("W+:CCMY", "Super Wild for extra cyan", "Wild, draws 1", WHITE, CARD, WILD, SUPER_WILDS, 3, ANY, W, 2 * C + M + Y, 1, 0),
    CARD("W+:CMMY", "Super Wild for extra magenta", "Wild, draws 1", WHITE, CARD, WILD, SUPER_WILDS, 3, ANY, W, C + 2 * M + Y, 1, 0),
    CARD("W+:CMYY", "Super Wild for extra yellow", "Wild, draws 1", WHITE, CARD, WILD, SUPER_WILDS, 3, ANY, W, C + M + 2 * Y, 1, 0),
    /* More Points */
    CARD("R2:MY", "red 2-point Kritter", "red, 2 points", RED, CARD, POINT, MORE_POINTS, 1, RED, 0, M + Y, 0, 2),
    CARD("R6:MMMYYY", "red 6-point Kritter", "red, 6 points", RED, CARD, POINT, MORE_POINTS, 1, RED, 0, 3 * M + 3 * Y, 0, 6),
    CARD("G2:YC", "green 2-point Kritter", "green, 2 points", GREEN, CARD, POINT, MORE_POINTS, 1, GREEN, 0, C + Y, 0, 2),
    CARD("G6:YYYCCC", "green 6-point Kritter", "green, 6 points", GREEN, CARD, POINT, MORE_POINTS, 1, GREEN, 0, 3 * C + 3 * Y, 0, 6),
    CARD("B2:CM", "blue 2-point Kritter", "blue, 2 points", BLUE, CARD, POINT, MORE_POINTS, 1, BLUE, 0, C + M, 0, 2),
    CARD("B6:CCCMMM", "blue 6-point Kritter", "blue, 6 points", BLUE, CARD, POINT, MORE_POINTS, 1, BLUE, 0, 3 * C + 3 * M, 0, 6),
    CARD("Bu:MMYY", "Paint Bucket for magenta and yellow", "Paint Bucket", GREY, BUCKET, BUCKET, MORE_POINTS, 2, 0, 0, 2 * M + 2 * Y, 0, 0),
    CARD("Bu:CCYY", "Paint Bucket for cyan and yellow", "Paint Bucket", GREY, BUCKET, BUCKET, MORE_POINTS, 2, 0, 0, 2 * C + 2 * Y, 0, 0),
    CARD("Bu:CCMM", "Paint Bucket for cyan and magenta", "Paint Bucket", GREY, BUCKET, BUCKET, MORE_POINTS, 2, 0, 0, 2 * C + 2 * M, 0, 0),
    // clang-format on
};

#undef CARD

/* ---- the rules in our own words; a beginner needs nothing else ---- */

static const struct rules_topic topics[] = {
    {"goal",
     "Your turn in one line: buy one card that the cards in front of you pay for. Your Kritters have lost their "
     "colour. Every player has a small deck of cards and buys better ones into it, a card a turn. Kritters score "
     "by their colour, cyan, magenta or yellow, but only if a Paintbrush or a Palette goes with that colour; Point "
     "Kritters score what they say. Most points win."},
    {"setup",
     "Everybody begins with six Start Kritters, shuffled face down as a deck. Four Kritters lie face up in the "
     "market (six when you play alone or with seven or more). Next to it are piles of items with the top card face "
     "up: Magic Wands, Paintbrushes and Palettes. How many Paintbrushes and Palettes there are follows from the "
     "number of players: 5 and 3 for two, then 7 and 4, 9 and 5, 11 and 6, 12 and 6; from seven players on two "
     "decks are played together, with 14 and 7, 16 and 8, 18 and 9, 20 and 10, 22 and 11, 24 and 12. A lot decides "
     "who begins, unless first=NAME does."},
    {"turn",
     "Three cards of your deck are drawn and laid in front of you; a card with + draws another one, and so on. "
     "Then buy one card that their splotches pay for: !buy 2 takes the second Kritter of the market, !buy brush the "
     "top Paintbrush. If you can afford a card, you must buy one. If you can't, you get a new market, and pass if "
     "that does not help either; both happen by themselves. The new card and those in front of you go to your "
     "discard pile. When your deck is empty the discard pile is shuffled and becomes your deck, so what you have "
     "bought comes back to work for you."},
    {"prices",
     "\"cyan, draws 1 (M)\" gives a cyan splotch, draws a card and costs a magenta splotch: C is cyan, M magenta, Y yellow. "
     "Each splotch of a price needs a splotch of that colour in front of you; what is left over is lost. A Wild pays for "
     "any one colour. Where cards are written in short (C+:M) what they give comes first and what they cost behind the "
     "colon."},
    {"cards",
     "2 Start Kritters of each colour a player (C): one splotch. 27 Singles (C+:M), 3 of each colour and price: "
     "one splotch, draw a card. 18 Doubles (CM:YY), 2 of each pair: two splotches; a Double belongs to the colour "
     "it names first. 9 Wilds (W:CMY): one splotch of any colour. 9 Point Kritters (R3:MMY), 1 each of red, green "
     "and blue with 3, 4 and 5 points: no splotch but points at the end; red costs magenta and yellow, green "
     "yellow and cyan, blue cyan and magenta. The rulebook shows cards in pictures only: their prices, and what "
     "each Double gives, are assumed."},
    {"items",
     "9 Magic Wands (Wa): while one lies in front of you, all splotches of one colour may count as another colour, "
     "never only some of them; two wands turn two colours, or swap two. You need not say how: a card that can be "
     "paid for in any way is yours. 12 Paintbrushes (Br), 4 of each price, and 6 Palettes (Pa), 2 of each price, "
     "do nothing before the game is scored."},
    {"end",
     "The round in which the Kritter deck runs out, or the piles of Paintbrushes and Palettes are both empty, is "
     "the last one; it goes on until the player before the one who began has played, so that all have equally many "
     "turns. With expansion MP two empty piles of Paintbrushes, Palettes and Paint Buckets end it."},
    {"scoring",
     "All your cards count, wherever they lie. Lay a Paintbrush, a Palette or one of each beside a colour: each "
     "Kritter of that colour is worth 1 point, or 2 with both; never two Paintbrushes or two Palettes beside the "
     "same colour. Cards count, not splotches. Wild Kritters join any colour. Point Kritters add what they say. "
     "The best way is found for you and told line by line. Equal scores share the win."},
    {"board",
     "First what is for sale: the numbered Kritters of the market and the piles of items, with their prices; in a line C "
     "is cyan, M magenta and Y yellow. Then what the cards in front of whose turn it is can spend, how many cards that "
     "player's deck has, and how many are used, that is, in the discard pile. !board all shows what everybody owns."},
    {"advanced",
     "adv=double: buy up to two cards a turn, at most one of them an item; their prices add up: !buy 1 and 3, !buy 2 "
     "and brush. adv=triad: who scores all three colours gets 1 more point for each card of the smallest one. "
     "adv=boost: before buying you may boost a card in front of you (!boost 1): its splotches, wands and + count "
     "double, then it leaves the game; !flush and !pass are then said by yourself. Several: adv=double,triad."},
    {"expansions",
     "exp=SS: 9 Super Singles (C++:MY), 3 of each colour, draw two cards. exp=SW: 9 Super Wilds (W+:CCMY), 3 of "
     "each price, draw a card besides. exp=MP: 6 Point Kritters, 1 each of red, green and blue with 2 and 6 "
     "points, and 6 Paint Buckets (Bu), 2 of each price, each of which adds 2 points to every Point Kritter of one "
     "colour, red, green or blue."},
    {"junior",
     "mode=junior is for 2 to 6 players, best for up to 4: no Paintbrushes and Palettes, one card less of each Single and of each "
     "Double, which leaves 18 Singles, 9 Doubles, 9 Wilds and 9 Point Kritters, and with wands=no no Magic Wands. "
     "Each set of a cyan, a magenta and a yellow Kritter scores 5 points, wilds fill in; Point Kritters count. "
     "Only the Kritter deck ends the game, or all players: when everybody has said !finish, the round is played "
     "out."},
    {"solo",
     "mode=solo: you alone, for as many points as you can. The market has six places. Of 9 Paintbrushes and 5 Palettes, 2 and 1 "
     "are shuffled into each of the lower two thirds of the deck; 5 and 3 are left as piles. After every turn the "
     "market's rightmost card leaves the game, the others slide to the right and new ones come from the left. A "
     "Paintbrush or Palette that comes up leaves the game and takes one from its pile along. The game ends right "
     "after the turn that empties both piles, or the deck."},
    {"variants",
     "deck=third: a shorter standard game for 2 to 4 players with a third of two decks: 18 Singles, 12 Doubles, 6 "
     "Wilds, 6 Point Kritters, 6 Magic Wands and at most 8 Paintbrushes and 4 Palettes. start_scores=no: Start "
     "Kritters do not score. must_buy=no: who can afford a card may pass. bucket_stack=no: only one Paint Bucket "
     "may score on a colour."},
    {"house",
     "The rulebook shows its cards in pictures only: what the cards here give and cost is assumed, or corrected by "
     "the people who run this bot; what a card says on the board counts. Where it is silent we have ruled: a lot "
     "decides who begins. When the deck and the discard pile run out mid-draw, you draw less (KR3). A junior game "
     "that all agree to finish plays out its round (KR16). Alone, the market moves on in every turn, also if you "
     "bought nothing (KR18). A third of two decks has 6 wands, where the book says 3, and no expansions (KR20). "
     "Five rounds in which nobody buys anything end the game (KR21). A junior game has no expansions and advanced "
     "rules (KR22)."},
};

/* ---- a first game, explained move by move ---- */

static const struct lesson_step steps[] = {
    {"p2 buy 1",
     "The three cards in front of you pay with their splotches: magenta, cyan, yellow. The first one costs one magenta; "
     "it gives a magenta later, and draws you one card more each time. You could also buy 4, or a Magic "
     "Wand for all three."},
    {"p1 buy 1", NULL},
    {"p2 buy wand",
     "What you buy comes into play when your deck is shuffled again. Cyan, magenta and yellow are just the "
     "price of a Magic Wand: it lets all splotches of one colour count as another. A Kritter costs less now, "
     "but the rest would be lost."},
    {"p1 buy 4", NULL},
    {"p2 buy 1",
     "Here is your wand. It lets both cyan splotches count as yellow or as magenta; you need not say which. "
     "The first one is paid with a yellow then, and is another Kritter that draws a card. You could buy 2 or 4 instead."},
    {"p1 buy 3", NULL},
    {"p2 buy brush",
     "The Single has drawn a fourth card, so you have three magentas, the price of the Paintbrush. A colour scores "
     "only beside a Paintbrush or a Palette: 1 point for each of its Kritters, 2 with both. Now your magentas "
     "can score."},
    {"p1 buy 1", NULL},
    {"p2 buy 2",
     "A Paintbrush pays for nothing when it lies in front of you, but it scores at the end, wherever it lies. "
     "So buy Kritters of one colour now; magenta suits you. Who can pay for a card must buy one, and this one "
     "is all you can pay for."},
};

static const struct lesson lesson = {.deal = 9, .seats = 2, .options = "", GAME_LIST(step, steps)};

/* ---- places, moves, sentences, board ---- */

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
         .rule =
             "the splotches on the cards in front of you pay for one card, and what is left over is lost; what you buy comes back with your deck.",
         .promise = "puts a better card into your deck",
         .danger = "leaves the rest of the market to the others"},
    [KR_BOOST] =
        {.word = "boost",
         .args = {{.kind = ARG_NUMBER, .filler = "card", .own_zone = 1 + KR_FRONT}},
         .help =
             "boost 1: with adv=boost, the first card in front of you counts double and then leaves the game",
         .rule = "a card that you boost counts double in this turn and then leaves the game.",
         .promise = "counts a card double",
         .danger = "loses it for good"},
    [KR_FLUSH] = {.word = "flush",
                  .aliases = "sweep",
                  .flags = VERB_STEP,
                  .help = "flush: replace the market when you can afford no card",
                  .rule = "where you can pay for nothing, the market is replaced."},
    [KR_PASS] = {.word = "pass",
                 .flags = VERB_STEP,
                 .help = "pass: buy nothing, when the rules let you",
                 .rule = "who can pay for nothing passes."},
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

static const struct moment moments[] = {
    {1 << KR_SAY_BUY, moment_gains, 8, "That brings {who} {0} {0|point|points}."},
    {1 << KR_SAY_BUY, moment_empties, KR_BRUSHES, "No Paintbrush is left."},
    {1 << KR_SAY_BUY, moment_empties, KR_PALETTES, "No Palette is left."},
};

static const char *const sentences[] = {
    [KR_SAY_BUY] = "{who} buys {cards}.",
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

static const char *const boosted[] = {"", "counting double"};

static const char *const last_round[] = {"", "last round", "last round", "last round"};

#define PILE_ITEM(word, pile)                                                                      \
    {                                                                                              \
        .label = word, .phrase = "{n} left", .style = BOARD_TOP, .zone = (pile),                   \
        .if_any = 1 + (pile), .verb = 1 + KR_BUY, .value = KR_GOODS_WAND + (pile)-KR_WANDS         \
    }

/* Shows the cards in front of the seat whose turn it is. The decks of up to twelve seats would
   make a line too long. */
static const struct board_item board[] = {
    {.label = "for sale",
     .style = BOARD_LIST,
     .zone = KR_MARKET,
     .is_numbered = true,
     .verb = 1 + KR_BUY},
    PILE_ITEM("wand", KR_WANDS),
    PILE_ITEM("brush", KR_BRUSHES),
    PILE_ITEM("palette", KR_PALETTES),
    PILE_ITEM("bucket", KR_BUCKETS),
    {.label = "in front",
     .style = BOARD_LIST,
     .per_seat = true,
     .zone = KR_FRONT,
     .words = boosted,
     .if_any = 1 + KR_FRONT,
     .is_detail = true},
    {.label = "deck",
     .phrase = "{n} in the deck",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = KR_DECK,
     .if_any = 1 + KR_FRONT,
     .is_detail = true},
    {.label = "used",
     .phrase = "{n} used",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = KR_DISCARD,
     .if_any = 1 + KR_FRONT,
     .is_detail = true},
    {.phrase = "{n} {n|Kritter|Kritters} left",
     .style = BOARD_COUNT,
     .zone = KR_KRITTER_DECK,
     .is_dim = true,
     .few = 8},
    {.style = BOARD_WORD,
     .zone = KR_LAST_ROUND,
     .words = last_round,
     .shown_by = 1 + KR_LAST_ROUND},
    {.label = "began:", .style = BOARD_SEAT, .zone = KR_FIRST, .is_dim = true},
};

#undef PILE_ITEM

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
    GAME_LIST(moment, moments),
    .briefs = briefs,
    GAME_LIST(word, words),
    .board = board,
    .board_count = sizeof board / sizeof *board,
    GAME_LIST(topic, topics),
    .excludes = kritters_excludes,
    .lesson = &lesson,
    .daily = "mode=solo",
    .daily_robots = 0,
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
    .remark = kritters_remark,
    .value = kritters_value,
};
