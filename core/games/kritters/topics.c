/* The rules of Colour MY Kritters in our own words, for !rules; a beginner needs nothing else. */
#include "kritters.h"

const struct rules_topic kritters_topics[KRITTERS_TOPICS] = {
    {"goal",
     "Your Kritters have lost their colour. Every player has a small deck of cards and buys better ones into it, a card a turn. "
     "Kritters score by their colour, cyan, magenta or yellow, but only if a Paintbrush or a Palette goes with that "
     "colour; Point Kritters score what they say. Most points win. More: !rules kritters setup, turn, prices, cards, "
     "items, end, scoring, board, advanced, expansions, junior, solo, house."},
    {"setup",
     "Everybody begins with six Start Kritters, two of each colour, shuffled face down as a deck. Four Kritters lie face up in the "
     "market (six when you play alone or with seven or more). Next to it are piles of items with the top card face up: "
     "Magic Wands, Paintbrushes and Palettes. There are as many Paintbrushes and Palettes as the number of players "
     "asks for: 5 and 3 for two players, then 7 and 4, 9 and 5, 11 and 6, 12 and 6."},
    {"turn",
     "Three cards of your deck are drawn and laid in front of you; a card with + draws another one, and so on. Then "
     "buy one card that their splotches pay for: buy 2 takes the second Kritter of the market, buy brush the top Paintbrush. If you can afford a card, you must buy one. If you can't, you get a new market, and pass if that does not help either; both happen by "
     "themselves. The new card and those in front of you go to your discard pile. When your deck is empty the discard pile is "
     "shuffled and becomes your deck, so what you have bought comes back to work for you."},
    {"prices",
     "A card is written as what it gives, a colon and what it costs: C+:M gives a cyan splotch, draws a card and costs a "
     "magenta splotch. C is cyan, M magenta, Y yellow, W wild. Each splotch of a price needs a splotch of that "
     "colour in front of you; what is left over is lost. A wild splotch pays for any one colour."},
    {"cards",
     "Start Kritter (C): one splotch. Single (C+:M): one splotch, draws a card. Double (CM:YY): two splotches; it belongs to the "
     "colour it names first. Wild (W:CMY): one splotch of any colour. Point Kritter (R3:MMY): "
     "gives no splotch but points at the end; red costs magenta and yellow, green yellow and cyan, blue cyan and magenta."},
    {"items",
     "Magic Wand (Wa): while it lies in front of you, all splotches of one colour may count as another colour, never only "
     "some of them; two wands turn two colours, or swap two. You need not say how: a card that can be paid for in any "
     "way is yours. Paintbrush (Br) and Palette (Pa) do nothing before the game is scored."},
    {"end",
     "The round in which the Kritter deck runs out, or the piles of Paintbrushes and Palettes are both empty, is the last one; all "
     "players have equally many turns. With expansion MP two empty piles of Paintbrushes, Palettes and Paint Buckets end it."},
    {"scoring",
     "All your cards count, wherever they lie. Lay a Paintbrush, a Palette or one of each beside a colour: each Kritter of that "
     "colour is worth 1 point, or 2 with both; never two Paintbrushes or two Palettes beside the same colour. Cards count, "
     "not splotches. Wild Kritters join any colour. Point Kritters add what they say. The best way is found for you and "
     "told line by line. Equal scores share the win."},
    {"board",
     "market[C+:M CM:YY ...] are the places 1, 2, ... to buy from; then the top cards of the item piles and how many there are; "
     "\"left\" counts the Kritter deck. Behind the name of whose turn it is stand the cards drawn, =x2 marks a boosted one; "
     "then how many cards that player's deck has, and how many are used, that is, in the discard pile."},
    {"advanced",
     "adv=double: buy up to two cards a turn, at most one of them an item; their prices add up: buy 1 and 3, buy 2 and brush. "
     "adv=triad: who scores all three colours gets 1 more point for each card of the smallest one. adv=boost: before buying "
     "you may boost a card in front of you (boost 1): its splotches, wands and + count double, then it leaves the "
     "game; flush and pass are then said by yourself. Several: adv=double,triad."},
    {"expansions",
     "exp=SS: Super Singles (C++:MY) draw two cards. exp=SW: Super Wilds (W+:CCMY) draw a card besides. exp=MP: Point Kritters "
     "of 2 and 6 points, and Paint Buckets (Bu), each of which adds 2 points to every Point Kritter of one "
     "colour, red, green or blue."},
    {"junior",
     "mode=junior is for 2 to 4 players: no Paintbrushes and Palettes, fewer Singles and Doubles, and with wands=no no Magic Wands. "
     "Each set of a cyan, a magenta and a yellow Kritter scores 5 points, wilds fill in; Point Kritters count. Only the "
     "Kritter deck ends the game, or all players: when everybody has said finish, the round is played out."},
    {"solo",
     "mode=solo: beat your own best score. The market has six places. After every turn its rightmost card leaves the game, the "
     "others slide to the right and new ones come from the left. Paintbrushes and Palettes hide in the deck: one that comes "
     "up leaves the game and takes one from its pile along. The game ends right after the turn that empties both piles, or the deck."},
    {"house",
     "The rulebook shows its cards in pictures only: what the cards here give and cost is assumed, or corrected by "
     "the people who run this bot; what a card says on the board counts. Where it is silent we have ruled: a "
     "lot decides who begins; Start Kritters score (start_scores=no: they do not); who can afford a card must buy "
     "(must_buy=no: may pass); one Paint Bucket a colour (bucket_stack=yes: any number); when the deck runs out mid-draw the discard "
     "pile is shuffled without the cards in front; five rounds in which nobody buys anything end the game (KR21)."},
};
