/* The rules of Colour MY Kritters in our own words, for !rules; a beginner needs nothing else. */
#include "kritters.h"

const struct rules_topic kritters_topics[KRITTERS_TOPICS] = {
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
     "A card is written as what it gives, a colon and what it costs: C+:M gives a cyan splotch, draws a card and "
     "costs a magenta splotch. C is cyan, M magenta, Y yellow, W wild. Each splotch of a price needs a splotch of "
     "that colour in front of you; what is left over is lost. A wild splotch pays for any one colour."},
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
     "market[1.C+:M 2.CM:YY ...] are the places to buy from; then the top cards of the item piles and how "
     "many there are; \"left\" counts the Kritter deck. Behind the name of whose turn it is stand the cards drawn, "
     "=x2 marks a boosted one; then how many cards that player's deck has, and how many are used, that is, in the "
     "discard pile. 1st: the first player. !board all shows what everybody owns."},
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
