/* Heartcatchers as data: the names of its cards, stacks and moves, its sentences and its rules
   topics. The rules are in rules.c. */
#include "heartcatchers.h"

static const struct zone_spec zones[] = {
    {"pile", AUDIENCE_NONE, 0},
    {"gone", AUDIENCE_ALL, 0},
    {"hand", AUDIENCE_OWNER, ZONE_SLOTS},
    {"up1", AUDIENCE_ALL, 0},
    {"up2", AUDIENCE_ALL, 0},
    {"up3", AUDIENCE_ALL, 0},
    {"under1", AUDIENCE_NONE, ZONE_KEEP},
    {"under2", AUDIENCE_NONE, ZONE_KEEP},
    {"under3", AUDIENCE_NONE, ZONE_KEEP},
    {"shown1", AUDIENCE_ALL, 0},
    {"shown2", AUDIENCE_ALL, 0},
    {"shown3", AUDIENCE_ALL, 0},
};

static const char *const backs[] = {"card"};

#define HEART "M 0 44 C -70 0 -44 -58 0 -22 C 44 -58 70 0 0 44 Z f i "
/* Face up every heart counts for its colour alone. */
#define SUIT(letter, colour_word, colour_name, suit)                                               \
    {.code = letter,                                                                               \
     .name = colour_word " heart",                                                                 \
     .brief = colour_word,                                                                         \
     .many = colour_word " hearts",                                                                \
     .colour = colour_name,                                                                        \
     .pictogram = HEART "T 0 -2 36 p " letter},                                                    \
        {.code = letter "L",                                                                       \
         .name = colour_word " Ultimate Love",                                                     \
         .pictogram = HEART "M -20 -3 L 20 -3 s 13 p M 0 -23 L 0 17 s 13 p",                       \
         .colour = colour_name,                                                                    \
         .plain = 1 + (suit)*HC_KINDS},                                                            \
        {.code = letter "X",                                                                       \
         .name = colour_word " Heartbreaker",                                                      \
         .pictogram = HEART "M 6 -40 L -12 -12 L 12 4 L 0 43 s 13 p",                              \
         .colour = colour_name,                                                                    \
         .plain = 1 + (suit)*HC_KINDS},                                                            \
    {                                                                                              \
        .code = letter "C", .name = colour_word " Change-of-Heart", .colour = colour_name,         \
        .pictogram = "M -22 36 L -22 -32 s 14 i M -40 -16 L -22 -36 L -4 -16 s 14 i "              \
                     "M 22 -36 L 22 32 s 14 i M 4 16 L 22 36 L 40 16 s 14 i",                      \
        .plain = 1 + (suit)*HC_KINDS                                                               \
    }
static const struct face faces[] = {
    SUIT("R", "red", COLOUR_RED, 0),
    SUIT("G", "green", COLOUR_GREEN, 1),
    SUIT("B", "blue", COLOUR_BLUE, 2),
    {.code = "W",
     .name = "white Uncatchable",
     .brief = "Uncatchable",
     .colour = COLOUR_WHITE,
     .pictogram = "A 0 -14 22 -180 0 L 22 4 M -22 4 L -22 -14 s 13 i "
                  "K 0 22 74 52 0 f i O 0 16 8 f p M 0 18 L 0 32 s 9 p"},
};

#undef SUIT
#undef HEART

static const char *const mine[] = {"me1", "me2", "me3"};

static const char *const theirs[] = {"them1", "them2", "them3"};

static const char *const all_stacks[] = {"me1", "me2", "me3", "them1", "them2", "them3"};

static const struct verb_spec verbs[] = {
    {.word = "catch",
     .args = {{.kind = ARG_CARD, .filler = "with"},
              {.kind = ARG_WORD,
               .words = mine,
               .word_count = 3,
               .filler = "on onto at",
               .any = "any of yours"}},
     .help = "catch CARD on me1: play a card face up on one of your stacks",
     .rule =
         "red catches green, green catches blue, blue catches red, and white catches all; each card face up on your side is a point.",
     .promise = "adds a card to what counts for you",
     .danger = "leaves it where it can be stolen"},
    {.word = "steal",
     .args = {{.kind = ARG_CARD, .filler = "with"},
              {.kind = ARG_WORD,
               .words = theirs,
               .word_count = 3,
               .filler = "on takes",
               .any = "any of theirs"},
              {.kind = ARG_WORD,
               .words = mine,
               .word_count = 3,
               .filler = "for against",
               .any = "any of yours"}},
     .help = "steal CARD them2 for me1: catch their stack and exchange it for one of yours",
     .rule =
         "a card that catches one of their stacks brings you all of it, Secrets too, for any of yours.",
     .promise = "takes a whole stack with its Secrets",
     .danger = "gives one of yours away"},
    {.word = "hide",
     .aliases = "secret",
     .flags = VERB_SECRET,
     .args = {{.kind = ARG_CARD},
              {.kind = ARG_WORD,
               .words = all_stacks,
               .word_count = 6,
               .filler = "under below",
               .any = "any stack"}},
     .help = "hide CARD under them1: play a card face down, as a Secret, under any stack",
     .rule =
         "a Secret goes with its stack: Ultimate Love counts 3 for that side, Heartbreaker minus 3, and Change-of-Heart swaps the stack at the end.",
     .promise = "leaves the others guessing",
     .danger = "adds no point that is sure"},
};

static const char *const layouts[] = {"dealt", "hearts"};

static const char *const yes_no[] = {"yes", "no"};

static const char *const matches[] = {"1", "3", "5", "7"};

static const struct option_spec options[] = {
    [HC_LAYOUT] =
        {.name = "layout",
         OPTION_OF(OPTION_CHOICE, layouts),
         .help =
             "dealt: an Uncatchable dealt to the field stays; hearts: it is replaced by a heart"},
    [HC_UN_POINT] = {.name = "un_point",
                     OPTION_OF(OPTION_CHOICE, yes_no),
                     .help = "whether an Uncatchable that lies face up is worth a point"},
    [HC_MATCH] =
        {.name = "match",
         OPTION_OF(OPTION_CHOICE, matches),
         .help = "best of so many games; a drawn one is played again; the players begin in turn"},
};

static const struct moment moments[] = {
    {1 << HC_SAY_COLUMN_SWAPS, heartcatchers_turns, 0,
     "Without the change in column {0} {who} would have won."},
    {1 << HC_SAY_CATCH | 1 << HC_SAY_STEAL | 1 << HC_SAY_HIDE, moment_empties, HC_PILE,
     "That was the last card to draw."},
};

static const char *const sentences[] = {
    [HC_SAY_CATCH] = "{who} plays {cards} on stack {0}.",
    [HC_SAY_STEAL] = "{who} takes {0:seat}'s stack {1} for stack {2} with {cards}.",
    [HC_SAY_HIDE] = "{who} hides {cards} under {0:owner}stack {1}.",
    [HC_SAY_DRAW] = "You draw {cards}.",
    [HC_SAY_COLUMN_STAYS] = "Column {0}: {cards} cancel out, the stacks stay.",
    [HC_SAY_COLUMN_SWAPS] = "Column {0}: {cards}, the two stacks change sides.",
    [HC_SAY_SECRETS] = "Under {who}'s stack {0}: {cards}.",
};

/* The same sentences in short, for a robot's turn. */
static const char *const briefs[HC_SENTENCES] = {
    [HC_SAY_CATCH] = "plays {cards} on stack {0}",
    [HC_SAY_STEAL] = "takes {0:seat}'s stack {1} for stack {2} with {cards}",
    [HC_SAY_HIDE] = "hides {cards} under {0:owner}stack {1}",
};

#define STACK_ITEM(n)                                                                              \
    {                                                                                              \
        .label = "stack " #n, .style = BOARD_STACK, .per_seat = true, .zone = HC_UP + (n)-1,       \
        .under = HC_UNDER + (n)-1, .is_plain = true                                                \
    }
static const struct board_item board[] = {
    STACK_ITEM(1),
    STACK_ITEM(2),
    STACK_ITEM(3),
    {.phrase = "{n} to draw", .style = BOARD_COUNT, .zone = HC_PILE, .is_dim = true, .few = 0},
};

#undef STACK_ITEM

static const struct rules_topic topics[] = {
    {"goal",
     "Your turn in one line: play one of your three cards, as a catch, a steal or a hidden Secret, and draw a new "
     "one. Two players face each other over two rows of three stacks. At the end every face-up card on your side "
     "is a point, and the Secrets hidden under the stacks add to it or spoil it."},
    {"setup",
     "Six cards lie face up, three stacks on each side. Each player holds three cards; the other eight are the "
     "draw pile, which is never made anew. A lot decides who begins, unless first=NAME does. An Uncatchable that is dealt to the field "
     "stays there, and nothing can be played on it."},
    {"cards",
     "20 cards. Of each suit, red (R), green (G) and blue (B): 3 hearts without an effect (R), 1 Ultimate Love "
     "(RL), 1 Heartbreaker (RX) and 1 Change-of-Heart (RC). And 2 white Uncatchables (W). Face up, each of them is "
     "just a card of its suit; the last three have an effect only as Secrets."},
    {"turn",
     "You hold three cards. In your turn you do one of three things: catch (play a card face up on one of your own "
     "stacks), steal (play a card on a stack of the other side and exchange the whole stack, Secrets and all, for "
     "any of yours) or hide (lay any card face down under any stack, as a Secret). Then you draw back up to three "
     "while the pile lasts. There is no passing: hiding is always possible."},
    {"colours",
     "Red catches green, green catches blue, blue catches red. Only the top card of a stack counts for that. The "
     "white Uncatchable catches every heart."},
    {"secrets",
     "A Secret lies face down under a stack and stays with it, wherever the stack goes. Ultimate Love (RL, GL, "
     "BL): 3 points for the side it ends on. Heartbreaker (RX, GX, BX): 3 points less. Change-of-Heart (RC, GC, "
     "BC): at the end the stack changes places with the one across from it. Everything else is worth nothing as a "
     "Secret. You can always see where your own Secrets went."},
    {"uncatchable",
     "Nothing can be played on an Uncatchable (W). Its stack can still move: given away in a steal, or swapped by "
     "a Change-of-Heart. Secrets can go under it like under any other."},
    {"end",
     "When the pile is empty the hands are played out: 14 turns in all, 7 each, so who did not begin plays last. "
     "Then the Change-of-Hearts are resolved: each swaps the two stacks of its column, so two of them cancel out. "
     "They are discarded and the other Secrets revealed."},
    {"scoring",
     "1 point for each face-up card on your side, 3 for each Ultimate Love under your stacks, minus 3 for each "
     "Heartbreaker. Most points win; equal points share the win. With match=3, 5 or 7 whoever first wins two, "
     "three or four games wins the match; a drawn game does not count and is played again."},
    {"board",
     "\"stack 1: green, 3 high, 2 hidden\": a green card on top, three cards face up, two Secrets under it; behind \"you know\" "
     "stand those of them that you know. Your own stacks are me1 to me3, the other side's them1 to them3; across from "
     "me1 lies them1. Your cards have letters: !catch d on me2."},
    {"variants",
     "layout=hearts: an Uncatchable dealt to the field is replaced by a heart. un_point=no: an Uncatchable that "
     "lies face up is worth nothing. match=3, 5 or 7: best of so many games; the players begin in turn."},
    {"house",
     "The rulebook does not say who begins: a lot decides (HC7). In a match a drawn game is played again; after "
     "twice as many drawn games in a row as the match is long, the match is shared (HC12)."},
};

/* ---- a first game, explained move by move ---- */

static const struct lesson_step steps[] = {
    {"p1 catch 1 me2",
     "At the end every face-up card on your side is a point. Red catches green, so a red heart goes on your "
     "green stack 2, which then holds two cards. You could also steal a green stack of the robot with it, or "
     "hide a card."},
    {"p2 steal 1 them2 me1", NULL},
    {"p1 steal 3 them1 me2",
     "The robot has stolen your stack; it is three cards high now. Green catches blue: steal it back, and give "
     "a stack of one card for it. Your green card is a Heartbreaker, but face up that is just a green card."},
    {"p2 steal 1 them2 me1", NULL},
    {"p1 hide 1 them1",
     "Nothing catches the white Uncatchable (W), so those five cards look lost. But a stack with a Change-of-Heart "
     "(RC) under it changes places at the end with the one across from it, here your stack 1. Hide yours under the "
     "five; the robot can't see what it is."},
    {"p2 hide 2 me2", NULL},
    {"p1 hide 1 them1",
     "A hidden Ultimate Love (BL) is 3 points for the side on which its stack ends. The stack of five should "
     "end on yours, so hide it there, too. Under a stack of your own it could be stolen."},
    {"p2 steal 3 them1 me3", NULL},
    {"p1 hide 2 them2",
     "The pile is empty, so both of you play out your hands. A hidden Heartbreaker (RX) costs the side on which "
     "it ends 3 points: hide yours under a stack that should stay with the robot. You could also catch with it."},
    {"p2 hide 3 me1", NULL},
    {"p1 catch 3 me2",
     "Now one more point: your red heart catches your own green stack 2. Keep the Uncatchable for your last "
     "turn, since nothing can be played on it; the robot plays last."},
};

static const struct lesson lesson = {.deal = 18, .seats = 2, .options = "", GAME_LIST(step, steps)};

const struct game game_heartcatchers = {
    .id = "heartcatchers",
    .name = "Heartcatchers",
    .aliases = "hc",
    .summary = "catch stacks of hearts and hide Secrets under them; 5 minutes",
    .version = 2, /* HC12: a drawn game of a match is played again */
    .version_min = 1,
    .seats_min = 2,
    .seats_max = 2,
    .zones = zones,
    .shared_zones = HC_SHARED_ZONES,
    .seat_zones = HC_SEAT_ZONES,
    .hand = HC_HAND,
    .labels = "def",
    GAME_LIST(face, faces),
    GAME_LIST(back, backs),
    GAME_LIST(verb, verbs),
    GAME_LIST(option, options),
    .match = MATCH_WINS,
    .replays_shared = 2,
    .match_option = HC_MATCH,
    GAME_LIST(sentence, sentences),
    GAME_LIST(moment, moments),
    .briefs = briefs,
    .board = board,
    .board_count = sizeof board / sizeof *board,
    GAME_LIST(topic, topics),
    .lesson = &lesson,
    .daily = "",
    .daily_robots = 1,
    .rollouts = {[2] = 2000},
    .likely = heartcatchers_likely,
    GAME_RULES(heartcatchers),
    .remark = heartcatchers_remark,
};
