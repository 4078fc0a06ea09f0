#!/usr/bin/env python3
"""spades.py PROGRAM [TABLES]: Spades counted by another hand, from the page of its rules."""
from referee import agree, cards, main, slots

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def settings(dice):
    options = {"blind": ["yes", "yes", "no"], "bags": ["cost", "off"], "failed": ["bags", "help"], "match": ["1", "200", "300", "500"]}
    return 4, {name: dice.choice(words) for name, words in options.items()}


def rank(card):
    return ORDER.index(card[1:])


class Deal:
    """`sums` and `bags` are those of the two pairs, 1 and 3 the first."""

    def __init__(self, deal, sums):
        self.options, table = deal.options, deal.tables[0]
        self.turn = self.first = table["turn"]
        self.hands = {seat: slots(table, "hand", seat) for seat in range(1, 5)}
        self.hidden = {seat: cards(table, "unseen", seat) for seat in self.hands}
        self.trick, self.broken = [], False
        self.bids, self.blind, self.tricks = {}, set(), {seat: 0 for seat in self.hands}
        held = [list(hand.values()) + self.hidden[seat] for seat, hand in self.hands.items()]
        agree("cards dealt", [13] * 4, [len(hand) for hand in held])
        agree("deck", sorted(suit + one for suit in "CDHS" for one in ORDER), sorted(sum(held, [])))
        behind = [self.options["blind"] == "yes" and sums[1 - seat % 2] - sums[seat % 2] >= 100 for seat in range(4)]
        agree("cards not seen yet", behind, [bool(self.hidden[seat]) for seat in self.hands])

    def is_over(self):
        return not any(self.hands.values()) and not any(self.hidden.values()) and not self.trick

    def legal(self):
        if self.is_over():
            return {}
        hand = self.hands[self.turn]
        if self.hidden[self.turn]:
            moves = ["blind nil", "look"]
        elif len(self.bids) < 4:
            moves = [f"bid {number}" for number in range(14)]
        else:
            kept = self.trick[0][1][0] if self.trick else None if self.broken else "not S"
            allowed = [card for card in hand.values() if kept is None or (card[0] != "S" if kept == "not S" else card[0] == kept)]
            moves = [f"play {slot}" for slot, card in hand.items() if card in (allowed or hand.values())]
        return {f"p{self.turn}": sorted(moves)}

    def bid(self, number):
        self.bids[self.turn] = number
        self.turn = self.turn % 4 + 1

    def look(self):
        """Which numbers moves call the cards is read from the record."""
        self.hands[self.turn].update({f"new {card}": card for card in self.hidden[self.turn]})
        self.hidden[self.turn] = []

    def play(self, words):
        if words[0] == "bid":
            self.bid(int(words[1]))
        elif words[0] == "blind":
            self.look()
            self.blind.add(self.turn)
            self.bid(0)
        elif words[0] == "look":
            self.look()
        else:
            self.lay(self.hands[self.turn].pop(int(words[1])))

    def lay(self, card):
        self.trick.append((self.turn, card))
        self.broken |= card[0] == "S"
        self.turn = self.turn % 4 + 1
        if len(self.trick) < 4:
            return
        suit = "S" if any(card[0] == "S" for _, card in self.trick) else self.trick[0][1][0]
        self.turn = max((one for one in self.trick if one[1][0] == suit), key=lambda one: rank(one[1]))[0]
        self.tricks[self.turn] += 1
        self.trick = []

    def compare(self, after):
        agree("over", self.is_over(), after["over"])
        agree("trick", [card for _, card in self.trick], cards(after, "trick"))
        for seat, hand in self.hands.items():
            agree(f"cards of seat {seat}", sorted(hand.values()), sorted(cards(after, "hand", seat)))
            self.hands[seat] = slots(after, "hand", seat)
        agree("legal", self.legal(), {seat: sorted(moves) for seat, moves in after["legal"].items()})

    def pair(self, seats, bags):
        """What the pair gets, and how many bags it has then."""
        bid, points, made, new = sum(self.bids[seat] for seat in seats), 0, 0, 0
        for seat in seats:
            if self.bids[seat]:
                made += self.tricks[seat]
                continue
            worth = 200 if seat in self.blind else 100
            points += -worth if self.tricks[seat] else worth
            if self.options["failed"] == "help":
                made += self.tricks[seat]
            else:
                new += self.tricks[seat]
        if made >= bid:
            points += 10 * bid
            new += made - bid
        else:
            points -= 10 * bid
        bags += new
        points += new
        while bags >= 10:
            bags -= 10
            points -= 100 * (self.options["bags"] == "cost")
        return points, bags


def referee(deals):
    goal, sums, bags, first = int(deals[0].options["match"]), [0, 0], [0, 0], deals[0].tables[0]["turn"]
    for number, deal in enumerate(deals, 1):
        table = Deal(deal, sums)
        agree("who begins", (first + number - 2) % 4 + 1, table.first)
        agree("legal at first", table.legal(), {seat: sorted(moves) for seat, moves in deal.tables[0]["legal"].items()})
        for (seat, words), after in zip(deal.moves, deal.tables[1:]):
            agree("whose turn", table.turn, seat)
            table.play(words.split())
            table.compare(after)
        points = [0, 0]
        for pair in (0, 1):
            points[pair], bags[pair] = table.pair((1 + pair, 3 + pair), bags[pair])
            sums[pair] += points[pair]
        agree("points", points * 2, deal.tables[-1]["score"]["totals"])
        won = [seat for seat in range(1, 5) if (points * 2)[seat - 1] == max(points)]
        agree("winners", won, deal.tables[-1]["score"]["winners"])
        is_reached = max(sums) >= goal or min(sums) <= -200
        is_over = goal == 1 or (is_reached and sums[0] != sums[1])
        agree(f"the match is over after deal {number}", is_over, number == len(deals))


if __name__ == "__main__":
    main("spades", settings, referee)
