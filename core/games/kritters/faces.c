/* The cards: the built-in table of faces. A row says how many cards of the face there are, and
   what a card gives, costs, draws and scores. The rulebook shows its cards in pictures only, so
   these cards are assumptions (docs/rulings/kritters.md). No rule knows a card by name: rules
   read the traits of the ruleset's faces, which may come from another table. */
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

/* code, name, colour of its chip, back, kind, box, how many, group, gives, price, draws, points.
   A code says what the card gives, + for each card it draws, and behind the colon what it costs. */
#define CARD(code_, name_, hue, back_, kind, box, count, group, gives, price, draws, points)       \
    {                                                                                              \
        .code = code_, .name = name_, .colour = COLOUR_##hue, .back = KR_BACK_##back_, .traits = { \
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
    CARD("C", "cyan Start Kritter", CYAN, START, START, BASE, 2, CYAN, C, 0, 0, 0),
    CARD("M", "magenta Start Kritter", MAGENTA, START, START, BASE, 2, MAGENTA, M, 0, 0, 0),
    CARD("Y", "yellow Start Kritter", YELLOW, START, START, BASE, 2, YELLOW, Y, 0, 0, 0),
    /* Singles: each colour with each price */
    CARD("C+:C", "cyan Single for cyan", CYAN, CARD, SINGLE, BASE, 3, CYAN, C, C, 1, 0),
    CARD("C+:M", "cyan Single for magenta", CYAN, CARD, SINGLE, BASE, 3, CYAN, C, M, 1, 0),
    CARD("C+:Y", "cyan Single for yellow", CYAN, CARD, SINGLE, BASE, 3, CYAN, C, Y, 1, 0),
    CARD("M+:C", "magenta Single for cyan", MAGENTA, CARD, SINGLE, BASE, 3, MAGENTA, M, C, 1, 0),
    CARD("M+:M", "magenta Single for magenta", MAGENTA, CARD, SINGLE, BASE, 3, MAGENTA, M, M, 1, 0),
    CARD("M+:Y", "magenta Single for yellow", MAGENTA, CARD, SINGLE, BASE, 3, MAGENTA, M, Y, 1, 0),
    CARD("Y+:C", "yellow Single for cyan", YELLOW, CARD, SINGLE, BASE, 3, YELLOW, Y, C, 1, 0),
    CARD("Y+:M", "yellow Single for magenta", YELLOW, CARD, SINGLE, BASE, 3, YELLOW, Y, M, 1, 0),
    CARD("Y+:Y", "yellow Single for yellow", YELLOW, CARD, SINGLE, BASE, 3, YELLOW, Y, Y, 1, 0),
    /* Doubles: main and additional colour; twins cost their own, others the third colour */
    CARD("CC:CC", "double cyan Double", CYAN, CARD, DOUBLE, BASE, 2, CYAN, 2 * C, 2 * C, 0, 0),
    CARD("CM:YY", "cyan-magenta Double", CYAN, CARD, DOUBLE, BASE, 2, CYAN, C + M, 2 * Y, 0, 0),
    CARD("CY:MM", "cyan-yellow Double", CYAN, CARD, DOUBLE, BASE, 2, CYAN, C + Y, 2 * M, 0, 0),
    CARD("MC:YY", "magenta-cyan Double", MAGENTA, CARD, DOUBLE, BASE, 2, MAGENTA, C + M, 2 * Y, 0, 0),
    CARD("MM:MM", "double magenta Double", MAGENTA, CARD, DOUBLE, BASE, 2, MAGENTA, 2 * M, 2 * M, 0, 0),
    CARD("MY:CC", "magenta-yellow Double", MAGENTA, CARD, DOUBLE, BASE, 2, MAGENTA, M + Y, 2 * C, 0, 0),
    CARD("YC:MM", "yellow-cyan Double", YELLOW, CARD, DOUBLE, BASE, 2, YELLOW, C + Y, 2 * M, 0, 0),
    CARD("YM:CC", "yellow-magenta Double", YELLOW, CARD, DOUBLE, BASE, 2, YELLOW, M + Y, 2 * C, 0, 0),
    CARD("YY:YY", "double yellow Double", YELLOW, CARD, DOUBLE, BASE, 2, YELLOW, 2 * Y, 2 * Y, 0, 0),
    /* Wilds */
    CARD("W:CMY", "Wild Kritter", WHITE, CARD, WILD, BASE, 9, ANY, W, C + M + Y, 0, 0),
    /* Points: red is magenta and yellow, green yellow and cyan, blue cyan and magenta; paid in
       those */
    CARD("R3:MMY", "red 3-point Kritter", RED, CARD, POINT, BASE, 1, RED, 0, 2 * M + Y, 0, 3),
    CARD("R4:MMYY", "red 4-point Kritter", RED, CARD, POINT, BASE, 1, RED, 0, 2 * M + 2 * Y, 0, 4),
    CARD("R5:MMYYY", "red 5-point Kritter", RED, CARD, POINT, BASE, 1, RED, 0, 2 * M + 3 * Y, 0, 5),
    CARD("G3:YYC", "green 3-point Kritter", GREEN, CARD, POINT, BASE, 1, GREEN, 0, C + 2 * Y, 0, 3),
    CARD("G4:YYCC", "green 4-point Kritter", GREEN, CARD, POINT, BASE, 1, GREEN, 0, 2 * C + 2 * Y, 0, 4),
    CARD("G5:YYCCC", "green 5-point Kritter", GREEN, CARD, POINT, BASE, 1, GREEN, 0, 3 * C + 2 * Y, 0, 5),
    CARD("B3:CCM", "blue 3-point Kritter", BLUE, CARD, POINT, BASE, 1, BLUE, 0, 2 * C + M, 0, 3),
    CARD("B4:CCMM", "blue 4-point Kritter", BLUE, CARD, POINT, BASE, 1, BLUE, 0, 2 * C + 2 * M, 0, 4),
    CARD("B5:CCMMM", "blue 5-point Kritter", BLUE, CARD, POINT, BASE, 1, BLUE, 0, 2 * C + 3 * M, 0, 5),
    /* Items */
    CARD("Wa:CMY", "Magic Wand", VIOLET, WAND, WAND, BASE, 9, 0, 0, C + M + Y, 0, 0),
    CARD("Br:CCC", "Paintbrush for cyan", BROWN, CARD, BRUSH, BASE, 4, 0, 0, 3 * C, 0, 0),
    CARD("Br:MMM", "Paintbrush for magenta", BROWN, CARD, BRUSH, BASE, 4, 0, 0, 3 * M, 0, 0),
    CARD("Br:YYY", "Paintbrush for yellow", BROWN, CARD, BRUSH, BASE, 4, 0, 0, 3 * Y, 0, 0),
    CARD("Pa:CCCC", "Palette for cyan", ORANGE, CARD, PALETTE, BASE, 2, 0, 0, 4 * C, 0, 0),
    CARD("Pa:MMMM", "Palette for magenta", ORANGE, CARD, PALETTE, BASE, 2, 0, 0, 4 * M, 0, 0),
    CARD("Pa:YYYY", "Palette for yellow", ORANGE, CARD, PALETTE, BASE, 2, 0, 0, 4 * Y, 0, 0),
    /* Super Singles */
    CARD("C++:MY", "cyan Super Single", CYAN, CARD, SINGLE, SUPER_SINGLES, 3, CYAN, C, M + Y, 2, 0),
    CARD("M++:CY", "magenta Super Single", MAGENTA, CARD, SINGLE, SUPER_SINGLES, 3, MAGENTA, M, C + Y, 2, 0),
    CARD("Y++:CM", "yellow Super Single", YELLOW, CARD, SINGLE, SUPER_SINGLES, 3, YELLOW, Y, C + M, 2, 0),
    /* Super Wilds */
    CARD("W+:CCMY", "Super Wild for extra cyan", WHITE, CARD, WILD, SUPER_WILDS, 3, ANY, W, 2 * C + M + Y, 1, 0),
    CARD("W+:CMMY", "Super Wild for extra magenta", WHITE, CARD, WILD, SUPER_WILDS, 3, ANY, W, C + 2 * M + Y, 1, 0),
    CARD("W+:CMYY", "Super Wild for extra yellow", WHITE, CARD, WILD, SUPER_WILDS, 3, ANY, W, C + M + 2 * Y, 1, 0),
    /* More Points */
    CARD("R2:MY", "red 2-point Kritter", RED, CARD, POINT, MORE_POINTS, 1, RED, 0, M + Y, 0, 2),
    CARD("R6:MMMYYY", "red 6-point Kritter", RED, CARD, POINT, MORE_POINTS, 1, RED, 0, 3 * M + 3 * Y, 0, 6),
    CARD("G2:YC", "green 2-point Kritter", GREEN, CARD, POINT, MORE_POINTS, 1, GREEN, 0, C + Y, 0, 2),
    CARD("G6:YYYCCC", "green 6-point Kritter", GREEN, CARD, POINT, MORE_POINTS, 1, GREEN, 0, 3 * C + 3 * Y, 0, 6),
    CARD("B2:CM", "blue 2-point Kritter", BLUE, CARD, POINT, MORE_POINTS, 1, BLUE, 0, C + M, 0, 2),
    CARD("B6:CCCMMM", "blue 6-point Kritter", BLUE, CARD, POINT, MORE_POINTS, 1, BLUE, 0, 3 * C + 3 * M, 0, 6),
    CARD("Bu:MMYY", "Paint Bucket for magenta and yellow", GREY, BUCKET, BUCKET, MORE_POINTS, 2, 0, 0, 2 * M + 2 * Y, 0, 0),
    CARD("Bu:CCYY", "Paint Bucket for cyan and yellow", GREY, BUCKET, BUCKET, MORE_POINTS, 2, 0, 0, 2 * C + 2 * Y, 0, 0),
    CARD("Bu:CCMM", "Paint Bucket for cyan and magenta", GREY, BUCKET, BUCKET, MORE_POINTS, 2, 0, 0, 2 * C + 2 * M, 0, 0),
    // clang-format on
};
#undef CARD
