/* Color Catcher as data: the names of its cards, places and moves, its sentences and its rules
   topics. The rules are in rules.c. */
#include "colorcatcher.h"

static const struct zone_spec zones[] = {
    {"deck", AUDIENCE_NONE, 0},  {"discard", AUDIENCE_ALL, 0}, {"pile", AUDIENCE_NONE, 0},
    {"used", AUDIENCE_ALL, 0},   {"hand", AUDIENCE_OWNER, 0},  {"effects", AUDIENCE_OWNER, 0},
    {"public", AUDIENCE_ALL, 0},
};

enum { BACK_COLOUR, BACK_EFFECT };

static const char *const backs[] = {"card", "effect card"};

#define EFFECT(word, title, drawing)                                                               \
    {                                                                                              \
        .code = word, .name = title, .back = BACK_EFFECT, .pictogram = (drawing)                   \
    }
/* Out of a row, or of a hand. */
#define TAKEN  "M 0 42 C 28 42 36 20 36 -12 s 11 i M 18 -8 L 36 -30 L 54 -8 s 11 i"
#define HIDDEN "K -18 0 54 76 -6 f K s 6 i "
static const struct face faces[] = {
    {.code = "R", .name = "red", .colour = COLOUR_RED},
    {.code = "O", .name = "orange", .colour = COLOUR_ORANGE},
    {.code = "Y", .name = "yellow", .colour = COLOUR_YELLOW},
    {.code = "G", .name = "green", .colour = COLOUR_GREEN},
    {.code = "B", .name = "blue", .colour = COLOUR_BLUE},
    {.code = "I", .name = "indigo", .colour = COLOUR_INDIGO},
    {.code = "V", .name = "violet", .colour = COLOUR_VIOLET},
    EFFECT("change", "Change Dominant Color",
           "A 0 0 38 -113 -67 s 22 R A 0 0 38 -62 -16 s 22 O "
           "A 0 0 38 -10 36 s 22 Y A 0 0 38 41 87 s 22 G "
           "A 0 0 38 93 139 s 22 B A 0 0 38 144 190 s 22 I "
           "A 0 0 38 196 242 s 22 V O 0 0 25 f i A 0 0 13 -30 220 s 7 p "
           "P -8 -10 12 3 50 60 f p"),
    EFFECT("steal", "Steal Public Color", "K -18 0 54 76 -6 f W s 6 i S -18 0 40 G f G " TAKEN),
    EFFECT("sweep", "Discard Public Set",
           "K -26 -18 34 48 -14 f B s 6 i K 26 -18 34 48 14 f B s 6 i "
           "K 0 -22 34 48 0 f B s 6 i M 0 14 L 0 44 s 10 i "
           "M -18 30 L 0 48 L 18 30 s 10 i"),
    EFFECT("pick", "Steal Private Color", HIDDEN "T -18 0 40 W ? " TAKEN),
    EFFECT("pickfx", "Steal Private Effect", HIDDEN "P -18 0 24 4 35 0 f D " TAKEN),
    EFFECT("two", "Expose Two Sets",
           "K -32 -16 34 50 -10 f R s 6 i K -18 -16 34 50 4 f R s 6 i "
           "K 22 18 34 50 -4 f Y s 6 i K 36 18 34 50 10 f Y s 6 i "),
};

#undef EFFECT
#undef TAKEN
#undef HIDDEN

static const char *const letters[CC_COLOURS] = {"R", "O", "Y", "G", "B", "I", "V"};

/* The colours in the order of the tracker's circle, then the criteria that decide a tie. */
static const char *const words[CC_WORDS] = {
    "red",
    "orange",
    "yellow",
    "green",
    "blue",
    "indigo",
    "violet",
    [CC_WORD_TIE] = "the two colours next to it",
    "the two colours two steps away",
    "the two colours farthest away",
};

#define ANY_SEAT                                                                                   \
    {                                                                                              \
        .kind = ARG_SEAT, .filler = "from"                                                         \
    }
#define ANY_COLOUR                                                                                 \
    {                                                                                              \
        .kind = ARG_WORD, .words = words, .word_count = CC_COLOURS, .brief = letters,              \
        .any = "any colour"                                                                        \
    }
#define HELD_COLOUR                                                                                \
    {                                                                                              \
        .kind = ARG_WORD, .words = words, .word_count = CC_COLOURS, .brief = letters,              \
        .any = "any colour", .is_held = true                                                       \
    }
static const struct verb_spec verbs[CC_VERBS] = {
    [CC_EFFECT_CHANGE] =
        {.word = "effect change",
         .card = "effect change",
         .aliases = "change",
         .flags = VERB_SAID,
         .args = {ANY_COLOUR},
         .help = "effect change COLOUR: play Change Dominant Color",
         .rule = "Change Dominant Color decides which colour this round is fought for.",
         .promise = "lets another colour win the round",
         .danger = "may help others as well"},
    [CC_EFFECT_STEAL] =
        {.word = "effect steal",
         .card = "effect steal",
         .flags = VERB_SAID,
         .args = {ANY_SEAT, ANY_COLOUR},
         .help = "effect steal PLAYER COLOUR: play Steal Public Color, which takes one public card",
         .rule = "Steal Public Color takes a card that lies in front of somebody into your hand.",
         .promise = "takes a card that somebody counts on",
         .danger = "uses up the effect"},
    [CC_EFFECT_SWEEP] =
        {.word = "effect sweep",
         .card = "effect sweep",
         .aliases = "sweep",
         .flags = VERB_SAID,
         .args = {ANY_SEAT, ANY_COLOUR},
         .help =
             "effect sweep PLAYER COLOUR: play Discard Public Set on all of a player's public cards of a colour",
         .rule = "Discard Public Set throws away all that somebody has shown of a colour.",
         .promise = "breaks up a set",
         .danger = "brings you no card"},
    [CC_EFFECT_PICK] =
        {.word = "effect pick",
         .card = "effect pick",
         .aliases = "pick",
         .flags = VERB_SAID,
         .args = {ANY_SEAT},
         .help =
             "effect pick PLAYER: play Steal Private Color, which takes a card of the hand unseen",
         .rule = "Steal Private Color takes a card out of a hand, unseen.",
         .promise = "takes a card out of a hand",
         .danger = "may bring one that you have no use for"},
    [CC_EFFECT_PICKFX] =
        {.word = "effect pickfx",
         .card = "effect pickfx",
         .aliases = "pickfx",
         .flags = VERB_SAID,
         .args = {ANY_SEAT},
         .help =
             "effect pickfx PLAYER: play Steal Private Effect, which takes an effect card unseen",
         .rule = "Steal Private Effect takes an effect card from somebody, unseen.",
         .promise = "takes an effect from somebody",
         .danger = "may bring one that you have no use for"},
    [CC_EFFECT_TWO] = {.word = "effect two",
                       .card = "effect two",
                       .aliases = "two",
                       .help = "effect two: play Expose Two Sets, to show two colours this turn",
                       .rule = "Expose Two Sets lets you show two colours in this turn.",
                       .promise = "shows two colours at once",
                       .danger = "lays more open to thieves"},
    [CC_DRAW] =
        {.word = "draw",
         .help = "draw: take the top card of the deck",
         .rule =
             "in each turn you take one card first: from the deck, from the discard pile, or one that lies in front of somebody.",
         .promise = "tells nobody what you collect",
         .danger = "may bring a colour that you have no use for"},
    [CC_DRAW_DISCARD] =
        {.word = "draw discard",
         .args = {{.kind = ARG_WORD,
                   .words = words,
                   .word_count = CC_COLOURS,
                   .brief = letters,
                   .any = "any colour",
                   .is_optional = true}},
         .help =
             "draw discard: take the top card of the discard pile (with discard_pick=any: draw discard COLOUR)",
         .promise = "brings a card that you know",
         .danger = "tells the others what you collect"},
    [CC_STEAL] =
        {.word = "steal",
         .args = {ANY_SEAT, ANY_COLOUR},
         .help =
             "steal PLAYER COLOUR: take a public card of another player into your hand, instead of drawing",
         .rule =
             "what lies in front of a player can be stolen: one card into your hand, instead of a draw.",
         .promise = "takes a card from a set of somebody else",
         .danger = "tells the others what you collect"},
    [CC_SKIP] = {.word = "skip", .help = "skip: go on, where you can neither draw nor steal"},
    [CC_KEEP] = {.word = "keep",
                 .flags = VERB_IMPLIED,
                 .help = "keep: discard nothing after a draw",
                 .promise = "keeps all your cards",
                 .danger = "fills your hand"},
    [CC_DISCARD] =
        {.word = "discard",
         .args = {HELD_COLOUR},
         .help = "discard COLOUR: lay a card of your hand on the discard pile",
         .rule =
             "after a draw you may discard a card, and 7 colour cards are the most that stay in your hand.",
         .promise = "makes room in your hand",
         .danger = "leaves that card to the others"},
    [CC_SHOW] =
        {.word = "show",
         .aliases = "expose",
         .args = {HELD_COLOUR, {.kind = ARG_NUMBER}},
         .help =
             "show COLOUR NUMBER: lay that many cards of the colour from your hand in front of you",
         .rule =
             "you show cards of one colour; three in front of you are a set, and the third set wins at once.",
         .promise = "builds a set in front of you",
         .danger = "lays it open to thieves"},
    [CC_DONE] = {.word = "done",
                 .help = "done: show nothing more",
                 .promise = "keeps cards out of reach in your hand",
                 .danger = "builds no set"},
    [CC_NAME] =
        {.word = "dominant",
         .aliases = "name",
         .args = {ANY_COLOUR},
         .help = "dominant COLOUR: as the winner of the round, name the next dominant colour",
         .rule =
             "who wins a round takes the cards of its colour back and names the colour that the next one is fought for.",
         .promise = "names the colour of the next round",
         .danger = "may help others as well"},
};

#undef ANY_SEAT
#undef ANY_COLOUR

static const char *const must_may[] = {"must", "may"};

static const char *const automatic[] = {"auto"};

static const char *const yes_no[] = {"yes", "no"};

static const char *const hand_table[] = {"hand", "table"};

static const char *const top_any[] = {"top", "any"};

static const struct option_spec options[CC_OPTIONS] = {
    [CC_OPTION_EXPOSE] =
        {.name = "expose",
         OPTION_OF(OPTION_CHOICE, must_may),
         .help = "whether every turn you must show at least one card, or may show none"},
    [CC_OPTION_ROUNDS] =
        {.name = "rounds",
         OPTION_OF(OPTION_NUMBER, automatic),
         .least = 0,
         .most = CC_ROUNDS_MOST,
         .standard = CC_ROUNDS_AUTO,
         .help =
             "after how many rounds the game ends at the latest; auto: 45, 30 or 22 for 2, 3 or 4 players; 0: never"},
    [CC_OPTION_ZERO_WINS] =
        {.name = "zero_wins",
         OPTION_OF(OPTION_CHOICE, yes_no),
         .help =
             "whether a round in which nobody shows the dominant colour is won by the colours next to it"},
    [CC_OPTION_STEAL_TO] =
        {.name = "steal_to",
         OPTION_OF(OPTION_CHOICE, hand_table),
         .help =
             "where Steal Public Color puts the card: into your hand, or among your public cards"},
    [CC_OPTION_DISCARD_PICK] =
        {.name = "discard_pick",
         OPTION_OF(OPTION_CHOICE, top_any),
         .help = "which card of the discard pile can be drawn: the top one, or any"},
};

/* Points are sets. */
static const struct moment moments[] = {
    {1 << CC_SAY_SHOW | 1 << CC_SAY_TO_TABLE, moment_reaches, CC_SETS - 1,
     "{who} has two sets: the third one wins."},
    {1 << CC_SAY_SWEEP, moment_gains, -1, "{who} had a set there."},
};

static const char *const sentences[CC_SENTENCES] = {
    [CC_SAY_CHANGE] = "{who} plays {cards}: {0:word} is dominant now.",
    [CC_SAY_PLAY] = "{who} plays {cards}.",
    [CC_SAY_TWO] = "{who} plays {cards} and may show two colours.",
    [CC_SAY_TO_TABLE] = "{who} takes {cards} of {0:seat}'s and lays it out.",
    [CC_SAY_SWEEP] = "{who} loses {cards} to the discards.",
    [CC_SAY_PICK] = "{who} takes {cards} from {0:seat}'s hand, unseen.",
    [CC_SAY_DRAW] = "{who} draws {cards}.",
    [CC_SAY_TAKE] = "{who} takes {cards} from the discards.",
    [CC_SAY_STEAL] = "{who} steals {cards} from {0:seat}.",
    [CC_SAY_SKIP] = "{who} can neither draw nor steal.",
    [CC_SAY_KEEP] = "{who} discards nothing.",
    [CC_SAY_DISCARD] = "{who} discards {cards}.",
    [CC_SAY_SHOW] = "{who} shows {cards}.",
    [CC_SAY_DONE] = "{who} shows nothing more.",
    [CC_SAY_RESHUFFLE] = "The discard pile becomes the new deck.",
    [CC_SAY_RESHUFFLE_EFFECTS] = "The used effect cards become a new pile.",
    [CC_SAY_THREE_SETS] = "{who} has three sets of three!",
    [CC_SAY_TIE] = "A tie in {0:word}: {1:word} decide.",
    [CC_SAY_ROUND_WON] = "{who} wins round {0} and {cards}.",
    [CC_SAY_ROUND_NO_EFFECT] = "{who} wins round {0}; no effect card is left to take.",
    [CC_SAY_TAKES_BACK] = "{who} takes {cards} back.",
    [CC_SAY_ROUND_NOBODY] = "Nobody wins round {0}, and {1:word} stays dominant.",
    [CC_SAY_NAME] = "{who} makes {0:word} dominant.",
    [CC_SAY_BEGINS] = "{who} begins round {0}.",
    [CC_SAY_LAST_ROUND] = "That was round {0}, the last one (option rounds).",
};

/* The same sentences in short, for a robot's turn. */
static const char *const briefs[CC_SENTENCES] = {
    [CC_SAY_CHANGE] = "plays {cards}: {0:word} is dominant now",
    [CC_SAY_PLAY] = "plays {cards}",
    [CC_SAY_TWO] = "plays {cards}",
    [CC_SAY_TO_TABLE] = "lays out {cards} of {0:seat}'s",
    [CC_SAY_PICK] = "takes {cards} from {0:seat}'s hand",
    [CC_SAY_DRAW] = "draws {cards}",
    [CC_SAY_TAKE] = "takes {cards} from the discards",
    [CC_SAY_STEAL] = "steals {cards} from {0:seat}",
    [CC_SAY_SKIP] = "can neither draw nor steal",
    [CC_SAY_KEEP] = "discards nothing",
    [CC_SAY_DISCARD] = "discards {cards}",
    [CC_SAY_SHOW] = "shows {cards}",
    [CC_SAY_DONE] = "done",
    [CC_SAY_TAKES_BACK] = "takes {cards} back",
    [CC_SAY_NAME] = "makes {0:word} dominant",
};

static const struct board_item board[] = {
    {.label = "first", .style = BOARD_MARK, .per_seat = true, .zone = CC_FIRST},
    {.style = BOARD_TALLY, .per_seat = true, .zone = CC_SHOWN, .is_spread = true},
    {.label = "hand",
     .phrase = "{n} in hand",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = CC_HAND},
    {.label = "effects",
     .phrase = "{n} {n|effect|effects}",
     .style = BOARD_COUNT,
     .per_seat = true,
     .zone = CC_HELD,
     .if_any = 1 + CC_HELD},
    {.phrase = "{word} counts", .style = BOARD_WORD, .zone = CC_DOMINANT, .words = words},
    {.phrase = "round {n}", .style = BOARD_NUMBER, .zone = CC_ROUND, .is_dim = true},
    {.phrase = "round {n} is the last",
     .style = BOARD_NUMBER,
     .zone = CC_LAST,
     .is_dim = true,
     .shown_by = 1 + CC_LAST},
    {.phrase = "{n} {n|card|cards} in the deck",
     .style = BOARD_COUNT,
     .zone = CC_DECK,
     .is_detail = true},
    {.label = "discards", .style = BOARD_TOP, .zone = CC_DISCARDS, .if_any = 1 + CC_DISCARDS},
    {.phrase = "{n} {n|effect|effects} in the pile",
     .style = BOARD_COUNT,
     .zone = CC_PILE,
     .is_detail = true},
    {.label = "all discards", .style = BOARD_TALLY, .zone = CC_DISCARDS, .shown_by = 1 + CC_ANY},
};

static const struct rules_topic topics[] = {
    {"goal",
     "Your turn in one line: play effects if you like, draw or steal a card, show cards of one colour. You win at "
     "once when three sets lie in front of you, each of three or more cards of one colour. Other players can steal "
     "what lies in front of you, and every round one colour, the dominant one, is fought for."},
    {"setup",
     "Everybody is dealt five colour cards, which only you see: they are in your private messages. The other "
     "colour cards are the deck, face down. The effect cards are a pile of their own. Red is dominant at first. A "
     "lot decides who begins the first round, unless first=NAME does."},
    {"cards",
     "42 colour cards: 6 each of red (R), orange (O), yellow (Y), green (G), blue (B), indigo (I) and violet (V). "
     "12 effect cards: 2 each of Change Dominant Color (change), Steal Public Color (steal), Discard Public Set "
     "(sweep), Steal Private Color (pick), Steal Private Effect (pickfx) and Expose Two Sets (two). Your hand "
     "holds at most 7 colour cards at the end of your turn; effect cards do not count. A draw from the empty deck "
     "first shuffles the whole discard pile into a new one; the pile of effect cards is made anew from the used "
     "ones, and while all twelve are in hands nobody wins one."},
    {"turn",
     "Your turn has four steps. 1: play any effect cards, one after the other (!effect two). 2: either draw, from "
     "the deck (!draw) or the top of the discard pile (!draw discard), and then keep everything (!keep) or discard "
     "one card (!discard red); or steal a public card from somebody into your hand (!steal bob red). 3: show one or "
     "more cards of one colour (!show red 2); they are public from now on and join what you have there of that "
     "colour. 4: with more than 7 colour cards in your hand, discard down to 7. You can say several moves at once: "
     "!steal bob red; show red 3."},
    {"effects",
     "Effect cards are won by winning rounds and played at the beginning of your own turn. !effect change blue: "
     "another colour is dominant at once, for this round, and if nobody wins it also after it. !effect steal bob "
     "red: take a public card of bob's into your hand. !effect sweep bob red: all of bob's public reds go to the "
     "discard pile. !effect pick bob: take a card of bob's hand without seeing it first; bob and you are told "
     "which. !effect pickfx bob: the same with an effect card. !effect two: this turn you may show two colours, one "
     "after the other; say !done to show only one."},
    {"round",
     "A round is over when everybody has had a turn. The player with most public cards of the dominant colour wins "
     "it, gets an effect card, takes those cards back into the hand (and discards down to 7), and names the next "
     "dominant colour (!dominant green): any of the seven. If nobody wins, the dominant colour stays. The next "
     "round is begun by the player clockwise from the one who began this round, whoever won it."},
    {"ties",
     "The colours lie on a circle: red, orange, yellow, green, blue, indigo, violet, and red again. Players who "
     "are tied for most cards of the dominant colour, also where nobody has any, compare the two colours next to "
     "it, counted together; then the two next to those; then the last two. A player who has fewer at one step is "
     "out. If they are still equal, nobody wins the round. Who wins without a card of the dominant colour takes "
     "none back."},
    {"end",
     "The game ends at once when somebody shows the third set, also in the middle of a round. Because thieves can "
     "undo each other for ever, it also ends after 45 rounds with two players, 30 with three, 22 with four (CC23, "
     "option rounds). Then most sets of three or more win; if equal, most public cards counted up to three a "
     "colour; then most public cards; then the colours, as in a tie of a round; then they share the win."},
    {"board",
     "Behind a name stand the sets of three, the cards that lie in front of that player, how many colour cards and effect "
     "cards are in the hand. \"green counts\" is the dominant colour of this round, \"first\" who began it. \"discards: blue, 5 "
     "in all\": five cards lie there, a blue one on top."},
    {"variants",
     "expose=may: you need not show a card in step 3. rounds=9: the game ends after nine rounds, with 0 only by "
     "three sets. zero_wins=no: nobody wins a round in which nobody has a public card of the dominant colour. "
     "steal_to=table: Steal Public Color lays the card among your public ones, where it can win. discard_pick=any: "
     "every card of the discard pile can be drawn (!draw discard red)."},
    {"house",
     "Where the rulebook is silent: a lot decides who begins. Only the top card of the discard pile can be drawn "
     "(CC7). An empty deck is made anew from the discard pile, and who can neither draw nor steal says !skip (CC8). "
     "The second set of Expose Two Sets may be left out (CC14). An effect without a target cannot be played "
     "(CC16). With no card in the hand nothing is shown (CC22). The number of rounds is limited (CC23), and the "
     "last round so ended has no winner and gives nothing (CC24). With expose=may, !done instead of the first of "
     "two sets ends the step (CC25)."},
};

/* ---- a first game, explained move by move ---- */

static const struct lesson_step steps[] = {
    {"p1 draw", NULL},
    {"p1 keep", NULL},
    {"p1 show orange 1", NULL},
    {"p2 draw",
     "Who first has three sets on the table wins; a set is three or more cards of one colour. In your turn you "
     "get a card, then you show cards of one colour. You could steal the robot's orange card, but you collect "
     "red and green: draw."},
    {"p2 keep",
     "After a draw you may discard a card. At the end of a turn you may hold seven colour cards, so there is "
     "room for all of them: keep."},
    {"p2 show red 3",
     "Now you must show at least one card. Red is dominant: who has most red cards on the table wins this round "
     "and gets an effect card. And three are a set. So show all three reds."},
    {"p2 dominant violet",
     "You have won the round. Your cards of the dominant colour go back to your hand, and you name the next "
     "one. If nobody shows violet, its neighbours on the circle decide, indigo and red. So your reds can win "
     "again, and then they stay."},
    {"p2 draw",
     "You begin this round. Your effect card could be played now, before you draw: it throws away all that a "
     "player shows of one colour. The robot shows a single card, so save it for a set, and draw."},
    {"p2 keep",
     "You hold seven colour cards, the most at the end of a turn; but you are about to show three of them. So "
     "there is no need to discard one."},
    {"p2 show red 3",
     "Show the three reds again. This time red is not dominant, so they stay on the table as your first set, "
     "unless the robot steals one."},
    {"p1 draw", NULL},
    {"p1 keep", NULL},
    {"p1 show blue 1", NULL},
    {"p2 dominant violet",
     "Nobody has violet, and your reds have won the tie: another effect card for you, and the reds stay. Violet "
     "may work once more. You could also name a colour that you hold, but then those cards would go back to "
     "your hand when you win."},
};

static const struct lesson lesson = {.deal = 12, .seats = 2, .options = "", GAME_LIST(step, steps)};

const struct game game_colorcatcher = {
    .id = "colorcatcher",
    .name = "Color Catcher",
    .aliases = "colourcatcher cc catcher",
    .summary = "show three sets of three colours, steal those of others; 15 minutes",
    .version = 2, /* CC23: more rounds */
    .version_min = 1,
    .seats_min = 2,
    .seats_max = CC_SEATS_MAX,
    .zones = zones,
    .shared_zones = CC_SHARED_ZONES,
    .seat_zones = CC_SEAT_ZONES,
    .hand = CC_HAND,
    GAME_LIST(face, faces),
    GAME_LIST(back, backs),
    GAME_LIST(verb, verbs),
    GAME_LIST(option, options),
    .match_option = -1,
    GAME_LIST(sentence, sentences),
    GAME_LIST(moment, moments),
    .briefs = briefs,
    GAME_LIST(word, words),
    .board = board,
    .board_count = sizeof board / sizeof *board,
    GAME_LIST(topic, topics),
    .lesson = &lesson,
    .daily = "",
    .daily_robots = 2,
    .has_steps = true,
    .horizon = 20,
    .counts_apart = true,
    .rollouts = {[2] = 190},
    GAME_RULES(colorcatcher),
    .remark = colorcatcher_remark,
    .value = colorcatcher_value,
};
