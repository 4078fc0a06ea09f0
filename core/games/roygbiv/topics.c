/* The rules of ROYGBIV in our own words, topic by topic; the first one leads to the others. The
   rulings behind them are in docs/rulings/roygbiv.md. */
#include "topics.h"

const struct rules_topic roygbiv_topics[ROYGBIV_TOPICS] = {
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
     "row[O Y Bow=G] -> is the row and the end where it is built; <- after a Unicorn. Bow=G is a RAINBOW played as "
     "green; a small letter, Pot=g, is a special card that was turned up from the pile and is plain green. pile: "
     "cards that can still be turned up. default: what a special card that is turned up counts as. The letter behind a name is the colour of its leprechaun; hand, deck and "
     "won: how many cards somebody holds, can draw and has collected. Say play g, rainbow as g, pot, unicorn, done "
     "or pass."},
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
