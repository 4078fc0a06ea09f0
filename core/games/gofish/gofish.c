/* Go Fish as data: its cards, the names of its places and moves, its sentences and its rules
   topics. The rules are in rules.c. */
#include "gofish.h"

static const struct zone_spec zones[] = {
    {"stock", AUDIENCE_NONE, 0},         {"shown", AUDIENCE_ALL, 0}, {"laid", AUDIENCE_ALL, 0},
    {"hand", AUDIENCE_OWNER, ZONE_KEEP}, {"books", AUDIENCE_ALL, 0},
};

static const char *const backs[] = {"card"};

#define RANK(number, word, plural, hue, sign)                                                      \
    {                                                                                              \
        .code = word, .name = word, .many = plural, .colour = COLOUR_##hue,                        \
        .pictogram = "K 0 0 90 112 0 f i T 0 0 " sign, .traits = {                                 \
            number                                                                                 \
        }                                                                                          \
    }
static const struct face faces[GF_RANKS] = {
    RANK(0, "two", "twos", GREEN, "96 p 2"),    RANK(1, "three", "threes", GREEN, "96 p 3"),
    RANK(2, "four", "fours", GREEN, "96 p 4"),  RANK(3, "five", "fives", CYAN, "96 p 5"),
    RANK(4, "six", "sixes", CYAN, "96 p 6"),    RANK(5, "seven", "sevens", CYAN, "96 p 7"),
    RANK(6, "eight", "eights", BLUE, "96 p 8"), RANK(7, "nine", "nines", BLUE, "96 p 9"),
    RANK(8, "ten", "tens", BLUE, "68 p 10"),    RANK(9, "jack", "jacks", ORANGE, "96 p J"),
    RANK(10, "queen", "queens", RED, "96 p Q"), RANK(11, "king", "kings", VIOLET, "96 p K"),
    RANK(12, "ace", "aces", GOLD, "96 p A"),
};

#undef RANK

static const char *const ranks[GF_RANKS] = {"twos",   "threes", "fours", "fives", "sixes",
                                            "sevens", "eights", "nines", "tens",  "jacks",
                                            "queens", "kings",  "aces"};

static const char *const signs[GF_RANKS] = {"2", "3",  "4", "5", "6", "7", "8",
                                            "9", "10", "J", "Q", "K", "A"};

static const char *const asked[1 + GF_RANKS] = {"",      "twos",   "threes", "fours", "fives",
                                                "sixes", "sevens", "eights", "nines", "tens",
                                                "jacks", "queens", "kings",  "aces"};

static const struct register_spec registers[TABLE_OWN] = {
    [GF_ASKED] = {.audience = AUDIENCE_ALL},
    [GF_HOLDS] = {.audience = AUDIENCE_ALL},
    [GF_LACKS] = {.audience = AUDIENCE_ALL, .tells = TELLS_LACKS},
    [GF_LACKED] = {.audience = AUDIENCE_ALL},
};

static const struct verb_spec verbs[] = {
    [GF_ASK] =
        {.word = "ask",
         .aliases = "fish",
         .args = {{.kind = ARG_SEAT},
                  {.kind = ARG_WORD,
                   .words = ranks,
                   .word_count = GF_RANKS,
                   .filler = "for",
                   .any = "any rank of yours",
                   .brief = signs,
                   .is_held = true}},
         .help = "ask NAME sevens: for all cards of a rank that you hold",
         .rule =
             "you ask somebody for a rank of which you hold a card; who has such cards gives you all of them, and you go on; else you draw one.",
         .promise = "may bring you nearer to a book",
         .danger = "everybody hears which rank you hold"},
};

static const char *const again[] = {"drawn", "asked"};

static const char *const matches[] = {"1", "3", "5"};

static const struct option_spec options[] = {
    [GF_AGAIN] =
        {.name = "again",
         OPTION_OF(OPTION_CHOICE, again),
         .help =
             "drawn: who draws the rank that was asked for shows it and goes on, too; asked: only who was given a card goes on"},
    [GF_MATCH] = {.name = "match",
                  OPTION_OF(OPTION_CHOICE, matches),
                  .help = "so many games in a row; all books count"},
};

static const struct moment moments[] = {
    {1 << GF_SAY_FISH | 1 << GF_SAY_CATCH | 1 << GF_SAY_EMPTY, moment_empties, GF_STOCK,
     "That was the last card of the stock."},
};

static const char *const sentences[] = {
    [GF_SAY_ASK] = "{who} asks {0:seat} for {1:word}.",
    [GF_SAY_GET] = "{who} gets {cards}.",
    [GF_SAY_FISH] = "Go fish: {who} draws {cards}.",
    [GF_SAY_CATCH] = "Go fish: {who} draws {cards}, shows it and goes on.",
    [GF_SAY_NOTHING] = "Go fish, but the stock is empty.",
    [GF_SAY_BOOK] = "{who} lays down a book of {0:word}.",
    [GF_SAY_EMPTY] = "{who} has no card left and draws {cards}.",
};

/* The same sentences in short, for a robot's turn. */
static const char *const briefs[GF_SENTENCES] = {
    [GF_SAY_ASK] = "asks {0:seat} for {1:word}",
    [GF_SAY_GET] = "-> and gets {cards}",
    [GF_SAY_FISH] = "-> and draws {cards}",
    [GF_SAY_CATCH] = "-> and draws {cards}",
    [GF_SAY_NOTHING] = "-> for nothing",
    [GF_SAY_BOOK] = "lays down a book of {0:word}",
    [GF_SAY_EMPTY] = "draws {cards}",
};

static const struct board_item board[] = {
    {.label = "cards",
     .phrase = "{n} {n|card|cards}",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = GF_HAND},
    {.label = "asked for",
     .style = BOARD_WORD,
     .per_seat = true,
     .zone = GF_ASKED,
     .words = asked,
     .shown_by = 1 + GF_ASKED,
     .is_detail = true},
    {.label = "books",
     .style = BOARD_LIST,
     .per_seat = true,
     .zone = GF_BOOKS,
     .if_any = 1 + GF_BOOKS,
     .is_detail = true},
    {.phrase = "{n} in the stock",
     .style = BOARD_COUNT,
     .zone = GF_STOCK,
     .is_dim = true,
     .few = 0},
};

static const struct rules_topic topics[] = {
    {"goal",
     "Your turn in one line: ask somebody for a rank that you hold, and go on as long as you get cards. Four cards of "
     "a rank are a book; whoever has most books in the end wins."},
    {"setup",
     "Two or three players are dealt seven cards each, more players five; the rest is the stock. A lot decides who "
     "begins, unless first=NAME does. Who is dealt all four cards of a rank lays them down at once."},
    {"cards",
     "52 cards, 4 each of two, three, four, five, six, seven, eight, nine, ten, jack, queen, king and ace. Suits do not "
     "matter, so cards of a rank are all the same."},
    {"turn",
     "Ask one other player for a rank of which you hold at least one card: !ask bob sevens. Who has any gives you all of "
     "them, openly, and you go on. Who has none says \"go fish\": you draw a card from the stock. If it is of the rank "
     "that you asked for, you show it and go on; else your turn ends."},
    {"books",
     "Four cards of a rank are a book, and are laid down at once. Who has no card at the beginning of a turn, or when "
     "going on, draws one from the stock; if that is empty, this player is out. Somebody without a card is not asked "
     "as long as another one has cards."},
    {"memory",
     "Whatever was shown is kept in mind for you: a card that was given away, one that was drawn and shown, and one "
     "card of each rank that somebody asked for, as long as it lies in that hand."},
    {"end",
     "The game ends when all 13 books lie on the table. Once the stock is empty, nobody draws any more, and nobody "
     "is asked again for a rank of which everybody knows that this player has none."},
    {"scoring",
     "Each book counts 1. Most books win; who has equally many shares the win. With match=3 or 5 so many games are "
     "played in a row, and all books count."},
    {"board",
     "Behind a name: how many cards somebody holds, the rank that was asked for last, and the books. Say a rank as "
     "you like: !ask bob sevens, !ask bob 7, !ask bob queens."},
    {"variants",
     "again=asked: only who was given a card goes on; a drawn card is never shown. match=3 or 5: so many games in a row."},
    {"house",
     "The table remembers for everybody what was shown (GF2). Somebody without a card can be asked only if nobody else "
     "has one (GF3). Without a stock, nobody is asked twice for what they do not have (GF9)."},
};

/* ---- a first game, explained move by move ---- */

static const struct lesson_step steps[] = {
    {"p1 ask p2 eights",
     "You want four cards of a rank. Ask one of the robots for a rank of which you hold a card: all such cards of that "
     "robot are yours then. Nothing is known yet, so any rank is as good; begin with eights."},
    {"p1 ask p3 eights",
     "You got one, so you go on. Two eights are still missing, and the first robot has none left: ask the other one."},
    {"p2 ask p3 threes", NULL},
    {"p3 ask p1 fours", NULL},
    {"p1 ask p3 fives",
     "Go fish: you drew a card, and your turn was over. Nobody sees what it was. The robots asked for threes and fours, "
     "so each of them holds such a card, but you have none and cannot ask for them. Try fives."},
    {"p1 ask p2 tens",
     "You got one and go on. Everybody knows your two fives now: ask the first robot for another rank, tens."},
    {"p2 ask p3 kings", NULL},
    {"p3 ask p2 threes", NULL},
    {"p3 ask p1 aces", NULL},
    {"p3 ask p1 threes", NULL},
    {"p1 ask p2 kings",
     "You drew a third five. And the first robot asked for kings, so it holds at least one; you hold one, too. Take "
     "them from it before somebody takes yours, as the other robot did with your ace."},
    {"p1 ask p3 kings",
     "Three kings are yours, one is missing. The other robot had none when it was asked, but it has drawn since. And "
     "if you draw the king yourself, you go on, too."},
    {"p1 ask p2 fives",
     "You drew it: four kings, your first book. Three fives are yours as well, and the other robot gave all it had. "
     "Who may hold the fourth?"},
};

static const struct lesson lesson = {
    .deal = 223, .seats = 3, .options = "", GAME_LIST(step, steps)};

const struct game game_gofish = {
    .id = "gofish",
    .name = "Go Fish",
    .aliases = "fish",
    .kin = "authors quartets happyfamilies",
    .summary = "ask others for the ranks you hold and collect books of four; 10 minutes",
    .is_classic = true,
    .version = 1,
    .seats_min = 2,
    .seats_max = 6,
    .zones = zones,
    .shared_zones = GF_SHARED_ZONES,
    .seat_zones = GF_SEAT_ZONES,
    .hand = GF_HAND,
    .registers = registers,
    GAME_LIST(face, faces),
    GAME_LIST(back, backs),
    GAME_LIST(verb, verbs),
    GAME_LIST(option, options),
    .match = MATCH_SUM,
    .match_option = GF_MATCH,
    GAME_LIST(sentence, sentences),
    GAME_LIST(moment, moments),
    .briefs = briefs,
    GAME_LIST(word, ranks),
    .board = board,
    .board_count = sizeof board / sizeof *board,
    GAME_LIST(topic, topics),
    .lesson = &lesson,
    .rollouts = {[2] = 800, [5] = 600},
    .discloses = gofish_discloses,
    GAME_RULES(gofish),
    .remark = gofish_remark,
};
