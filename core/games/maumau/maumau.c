/* Mau-Mau as data: the names of its places and moves, its sentences and its rules topics. The
   rules are in rules.c. */
#include "maumau.h"

static const struct zone_spec zones[] = {
    {"stock", AUDIENCE_NONE, 0},
    {"pile", AUDIENCE_ALL, 0},
    {"hand", AUDIENCE_OWNER, ZONE_SLOTS | ZONE_SORTED},
    {"left", AUDIENCE_ALL, 0},
};

static const char labels[] = "abefgijnoqrtuvwxyz";

/* By slot: the letter of the card. */
static const char *const drawn[1 + MM_HAND_MOST] = {
    "", "a", "b", "e", "f", "g", "i", "j", "n", "o", "q", "r", "t", "u", "v", "w", "x", "y", "z"};

static const struct register_spec registers[TABLE_OWN] = {
    [MM_DREW] = {.name = "just drawn",
                 .audience = AUDIENCE_OWNER,
                 .most = MM_HAND_MOST,
                 .words = drawn},
    {.audience = AUDIENCE_ALL},
    {.audience = AUDIENCE_ALL},
    {.audience = AUDIENCE_ALL},
};

/* What is said with a card: a suit that it names, or mau. */
static const char *const behind[] = {"clubs", "diamonds", "hearts", "spades", "mau"};

static const struct verb_spec verbs[] = {
    [MM_PLAY] =
        {.word = "play",
         .aliases = "lay",
         .args = {{.kind = ARG_CARD},
                  {.kind = ARG_WORD,
                   .words = behind,
                   .word_count = MM_SAID,
                   .filler = "for wishing mau-mau maumau",
                   .any = "any suit",
                   .any_count = SUITS_COUNT,
                   .is_optional = true},
                  {.kind = ARG_WORD,
                   .words = behind + MM_SAID_MAU,
                   .word_count = 1,
                   .filler = "and mau-mau maumau",
                   .is_optional = true}},
         .help =
             "play CARD: of the suit or the rank on top; play CARD hearts: one that names a suit",
         .rule =
             "you play a card of the suit or the rank on top, or draw one; who has no card left has won.",
         .promise = "brings you closer to an empty hand",
         .danger = "it may fit what the next one holds"},
    [MM_DRAW] = {.word = "draw",
                 .help = "draw: take a card of the stock, or those that sevens have brought you",
                 .promise = "keeps what you hold for later",
                 .danger = "you hold one card more"},
    [MM_PASS] = {.word = "pass",
                 .aliases = "keep",
                 .help = "pass: keep the card that you drew, or go on where none can be drawn",
                 .promise = "keeps the card that you drew",
                 .danger = "you hold one card more"},
    [MM_CALL] = {.word = "call",
                 .flags = VERB_VOTE,
                 .args = {{.kind = ARG_SEAT}},
                 .help = "call NAME: with announce=yes, who forgot to say mau draws two cards"},
    [MM_MAU] = {.word = "mau",
                .flags = VERB_VOTE,
                .help = "mau: with announce=yes, say late what you forgot, before you are called"},
};

static const char *const presets[] = {"maumau", "crazyeights"};

static const char *const automatic[] = {"auto"};

static const char *const decks[] = {"auto", "32", "52", "104"};

static const char *const drawing[] = {"play", "wait", "fit"};

static const char *const effects[] = {"sevens", "stack", "eights", "nines", "aces", "start"};

static const char *const wishes[] = {"jacks", "eights", "none"};

static const char *const yes_no[] = {"yes", "no"};

static const char *const no_yes[] = {"no", "yes"};

static const char *const matches[] = {"1", "50", "100", "200"};

static const struct option_spec options[] = {
    [MM_RULES] = {.name = "rules",
                  OPTION_OF(OPTION_CHOICE, presets),
                  .help =
                      "crazyeights: 52 cards, eights name a suit and nothing else has an effect"},
    [MM_CARDS] = {.name = "cards",
                  OPTION_OF(OPTION_NUMBER, automatic),
                  .least = MM_CARDS_LEAST,
                  .most = 7,
                  .standard = MM_CARDS_AUTO,
                  .help = "how many cards everybody is dealt; auto: five"},
    [MM_DECK] =
        {.name = "deck",
         OPTION_OF(OPTION_CHOICE, decks),
         .help =
             "auto: 32 cards up to four players, 52 with five, and two decks of 52 from six on"},
    [MM_DRAWING] =
        {.name = "drawing",
         OPTION_OF(OPTION_CHOICE, drawing),
         .help =
             "play: a drawn card that fits may be played at once; wait: not before the next turn; fit: up to three are drawn until one fits"},
    [MM_EFFECTS] =
        {.name = "effects",
         OPTION_OF(OPTION_SET, effects),
         .standard = MM_EFFECTS_STANDARD,
         .help =
             "sevens: the next draws two; stack: or plays a seven on it; eights: the next is skipped; nines: the other way round; aces: again; start: the card that is turned up works, too"},
    [MM_WISHES] = {.name = "wishes",
                   OPTION_OF(OPTION_CHOICE, wishes),
                   .help = "which rank is played on anything and names a suit"},
    [MM_REWISH] = {.name = "rewish",
                   OPTION_OF(OPTION_CHOICE, yes_no),
                   .help = "whether such a card may be played on another one"},
    [MM_ZERO] = {.name = "zero",
                 OPTION_OF(OPTION_CHOICE, no_yes),
                 .help = "yes: 7, 8 and 9 count nothing at the end"},
    [MM_ANNOUNCE] =
        {.name = "announce",
         OPTION_OF(OPTION_CHOICE, no_yes),
         .help =
             "yes: mau is said with the second last card (!play e mau); who forgot and is called draws two"},
    [MM_MATCH] = {.name = "match",
                  OPTION_OF(OPTION_CHOICE, matches),
                  .help = "1: one round; else rounds until somebody has so many points"},
};

static const char *const sentences[] = {
    [MM_SAY_PLAY] = "{who} plays {cards}.",
    [MM_SAY_WISH] = "{who} plays {cards} and wishes {0:word}.",
    [MM_SAY_DRAW] = "{who} draws {cards}.",
    [MM_SAY_DRAW_OWED] = "{who} draws {cards} for the sevens.",
    [MM_SAY_PASS] = "{who} passes.",
    [MM_SAY_SKIP] = "{who} is skipped.",
    [MM_SAY_ANEW] = "The pile is shuffled: {0} {0|card|cards} to draw again.",
    [MM_SAY_LEFT] = "{who} still holds {cards}.",
    [MM_SAY_MAU] = "{who} says mau.",
    [MM_SAY_MAU_MAU] = "{who} says mau-mau.",
    [MM_SAY_FORGOT] = "{who} has one card left and said no mau.",
    [MM_SAY_CALL] = "{who} calls {0:seat}.",
    [MM_SAY_DRAW_CALLED] = "{who} draws {cards} for the mau.",
};

/* The same sentences in short, for a robot's turn. */
static const char *const briefs[MM_SENTENCES] = {
    [MM_SAY_PLAY] = "plays {cards}",  [MM_SAY_WISH] = "plays {cards} and wishes {0:word}",
    [MM_SAY_DRAW] = "draws {cards}",  [MM_SAY_PASS] = "passes",
    [MM_SAY_MAU] = "-> and says mau", [MM_SAY_MAU_MAU] = "-> and says mau-mau",
};

static const char *const wished[] = {"", "clubs", "diamonds", "hearts", "spades"};

static const char *const way[] = {"", "the other way round"};

static const char *const freely[] = {"", "anything"};

static const struct board_item board[] = {
    {.label = "on top", .style = BOARD_TOP, .zone = MM_PILE},
    {.label = "wished",
     .style = BOARD_WORD,
     .zone = MM_WISH,
     .words = wished,
     .shown_by = 1 + MM_WISH},
    {.phrase = "{n} to draw for sevens",
     .style = BOARD_NUMBER,
     .zone = MM_OWED,
     .shown_by = 1 + MM_OWED},
    {.label = "cards",
     .phrase = "{n} {n|card|cards}",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = MM_HAND},
    {.label = "left",
     .style = BOARD_LIST,
     .per_seat = true,
     .zone = MM_LEFT,
     .if_any = 1 + MM_LEFT},
    {.label = "play goes",
     .style = BOARD_WORD,
     .zone = MM_BACK,
     .words = way,
     .shown_by = 1 + MM_BACK},
    {.phrase = "{n} in the stock",
     .style = BOARD_COUNT,
     .zone = MM_STOCK,
     .is_dim = true,
     .few = 0},
    {.phrase = "pile shuffled {n} of 3 times",
     .style = BOARD_NUMBER,
     .zone = MM_TURNED,
     .shown_by = 1 + MM_TURNED,
     .is_dim = true,
     .few = 1},
    {.phrase = "{word} fits on it",
     .style = BOARD_WORD,
     .zone = MM_FREE,
     .words = freely,
     .shown_by = 1 + MM_FREE},
    {.label = "said no mau", .style = BOARD_SEAT, .zone = MM_FORGOT, .shown_by = 1 + MM_FORGOT},
    {.phrase = "{n} in a row had to pass",
     .style = BOARD_NUMBER,
     .zone = MM_STUCK,
     .shown_by = 1 + MM_STUCK},
};

static const struct rules_topic topics[] = {
    {"goal",
     "Your turn in one line: play a card of the suit or the rank that lies on top, or draw one. Whoever has no "
     "card left wins the round; the others count what they still hold."},
    {"setup",
     "Everybody is dealt five cards, and one is turned up. A lot decides who begins, unless first=NAME does; in a "
     "match the start goes round. A card that is turned up works as if it had been played."},
    {"cards",
     "32 cards for two to four players: seven, eight, nine, ten, jack, queen, king and ace of clubs, diamonds, "
     "hearts and spades; C7 is the seven of clubs, HJ the jack of hearts. 52 with five players, from two to ace, "
     "and 104 cards from six players on, two decks of 52."},
    {"turn",
     "Play one card that fits, or draw one; who draws a card that fits may play it at once or pass. If the stock is "
     "empty, the pile without its top card is shuffled and becomes the new one. Where nothing can be drawn, you pass."},
    {"effects",
     "A seven: the next player draws two cards, or plays a seven on it, and the sum goes to the first who has "
     "none; with the draw the turn is over. An eight: the next player is skipped. A nine: play goes the "
     "other way round; of two, the same player goes on. A jack can be played on anything and names a suit: !play "
     "jack hearts."},
    {"end",
     "A round ends when somebody has no card left; all hands are shown then. It also ends when nobody can play or "
     "draw any more."},
    {"scoring",
     "Each card that is left counts against you: ace 11, ten 10, king 4, queen 3, a jack that names a suit 20 (else "
     "2), and 9, 8, 7 and less their rank. Fewest points win; equal points share. With match=50, 100 or 200 rounds "
     "are played until somebody has so many."},
    {"board",
     "On top lies what has to be matched; wished is the suit that was named. Behind a name stands how many cards "
     "somebody holds. Your cards have letters: !play e, or say which: !play seven of hearts."},
    {"variants",
     "rules=crazyeights: 52 cards, seven each for two, eights name a suit, nothing else works, up to three cards "
     "are drawn until one fits, and who goes out gets what the others hold (eight 50, court cards 10, ace 1). "
     "For Mau-Mau: cards=4 to 7, deck, drawing=wait or fit, effects, wishes=eights or none, rewish=no, "
     "zero=yes, announce=yes; !options maumau explains each."},
    {"mau",
     "With announce=yes say mau with your second last card: !play e mau, or !play jack hearts mau. Who forgot can be "
     "called by anybody, !call bob, and then draws two cards; until then !mau says it late. The next move ends both. "
     "Mau-mau, with the last card, is never forgotten. Robots never forget, and call after 15 seconds."},
    {"house",
     "After sevens the turn is over with the draw (MM2). A hand holds 18 cards at most, and the pile is turned over "
     "three times at most (MM4). Where nobody can play or draw any more, the fewest points win (MM5). Mau can be said "
     "late (MM11), and robots leave time for it (MM12)."},
};

/* ---- a first game, explained move by move ---- */

static const struct lesson_step steps[] = {
    {"p2 play 3",
     "A king of diamonds lies on top, so a diamond fits, or any king. Lay your ten of diamonds, which counts 10 "
     "against you as long as you hold it. Keep the jack: it fits on everything."},
    {"p1 play 4", NULL},
    {"p1 play 5", NULL},
    {"p1 draw", NULL},
    {"p2 play 5",
     "The robot played two eights, and each skipped you; then it had to draw. A nine turns the direction round, and "
     "of two players the same goes on: lay the nine of clubs, and it is your turn again."},
    {"p2 play 2",
     "A club again: lay the ace, which counts 11 at the end. The eight of spades does not fit on it."},
    {"p1 draw", NULL},
    {"p2 play 4 spades",
     "Nothing fits but the jack, which can be played on anything and names a suit. Your last card is a spade, so "
     "wish spades."},
    {"p1 play 3", NULL},
    {"p2 draw",
     "A seven: you draw two cards and your turn is over, unless you play a seven on it. You hold none, so draw."},
    {"p1 draw", NULL},
    {"p2 play 2",
     "The robot could not play. Lay the nine of spades first, for then you go on with the eight, which skips the "
     "robot, and so with your last card if it fits."},
};

static const struct lesson lesson = {.deal = 8, .seats = 2, .options = "", GAME_LIST(step, steps)};

const struct game game_maumau = {
    .id = "maumau",
    .name = "Mau-Mau",
    .aliases = "uno",
    .kin = "crazyeights eights",
    .summary = "match suit or rank and be the first without a card; 5 minutes",
    .is_classic = true,
    .version = 1,
    .seats_min = 2,
    .seats_max = 8,
    .zones = zones,
    .shared_zones = MM_SHARED_ZONES,
    .seat_zones = MM_SEAT_ZONES,
    .hand = MM_HAND,
    .registers = registers,
    SUITS_DECK_LABELLED(labels),
    GAME_LIST(verb, verbs),
    GAME_LIST(option, options),
    .match = MATCH_SUM,
    .match_option = MM_MATCH,
    .ends = maumau_ends,
    GAME_LIST(sentence, sentences),
    .briefs = briefs,
    .words = suits_names,
    .word_count = SUITS_COUNT,
    .board = board,
    .board_count = sizeof board / sizeof *board,
    GAME_LIST(topic, topics),
    .lesson = &lesson,
    .daily = "",
    .daily_robots = 3,
    .rollouts = {[2] = 1000},
    .excludes = maumau_excludes,
    .discloses = maumau_discloses,
    .claims = maumau_claims,
    GAME_RULES(maumau),
};
