#!/usr/bin/env python3
"""ohhell.py PROGRAM [TABLES]: Oh Hell counted by another hand, from the page of its rules."""
from referee import agree, cards, main, slots

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
MOST = {3: 10, 4: 10, 5: 10, 6: 8, 7: 7}


def settings(dice):
    players = dice.randint(3, 7)
    return players, {"deals": dice.choice(["down", "up", "both", "one"]), "cards": dice.choice(["auto", "1", "2", "3", str(min(13, 52 // players))]),
                     "hook": dice.choice(["yes", "no"]), "score": dice.choice(["exact", "tricks", "minus"])}


def deals_of(options, players):
    """How many cards each deal of the evening has."""
    most = MOST[players] if options["cards"] == "auto" else int(options["cards"])
    down = list(range(most, 0, -1))
    return {"down": down, "up": down[::-1], "both": down + list(range(2, most + 1)), "one": [most]}[options["deals"]]


class Deal:
    def __init__(self, deal, count):
        table = deal.tables[0]
        self.options, self.count, self.seats = deal.options, count, len(table["names"])
        self.hands = {seat: slots(table, "hand", seat) for seat in range(1, self.seats + 1)}
        agree("cards dealt", [count] * self.seats, [len(hand) for hand in self.hands.values()])
        turned = cards(table, "trump")
        agree("turned up", min(1, 52 - count * self.seats), len(turned))
        self.trump = turned[0][0] if turned else None
        everything = turned + cards(table, "deck") + [card for hand in self.hands.values() for card in hand.values()]
        agree("deck", sorted(suit + rank for suit in "CDHS" for rank in RANKS), sorted(everything))
        self.turn, self.trick = table["turn"], []
        self.bids, self.tricks = {}, {seat: 0 for seat in self.hands}

    def is_over(self):
        return sum(self.tricks.values()) == self.count

    def legal(self):
        if self.is_over():
            return {}
        hand = self.hands[self.turn]
        if len(self.bids) < self.seats:
            bids = set(range(self.count + 1))
            if self.options["hook"] == "yes" and len(self.bids) == self.seats - 1:
                bids.discard(self.count - sum(self.bids.values()))
            return {f"p{self.turn}": sorted(f"bid {number}" for number in bids)}
        follows = [slot for slot, card in hand.items() if self.trick and card[0] == self.trick[0][1][0]]
        return {f"p{self.turn}": sorted(f"play {slot}" for slot in follows or hand)}

    def play(self, words):
        number = int(words[1])
        if words[0] == "bid":
            self.bids[self.turn] = number
        else:
            self.trick.append((self.turn, self.hands[self.turn].pop(number)))
        self.turn = self.turn % self.seats + 1
        if len(self.trick) == self.seats:
            led = self.trick[0][1][0]
            order = [(card[0] == self.trump, card[0] == led, RANKS.index(card[1:]), seat) for seat, card in self.trick]
            self.turn, self.trick = max(order)[3], []
            self.tricks[self.turn] += 1

    def compare(self, table):
        agree("over", self.is_over(), table["over"])
        agree("trick", [card for _, card in self.trick], cards(table, "trick"))
        agree("legal moves", self.legal(), {seat: sorted(moves) for seat, moves in table["legal"].items()})
        if not self.is_over():
            agree("turn", self.turn, table["turn"])

    def points(self, seat):
        bid, tricks = self.bids[seat], self.tricks[seat]
        missed = {"exact": 0, "tricks": tricks, "minus": -10 - abs(bid - tricks)}[self.options["score"]]
        return 10 + bid if bid == tricks else missed


def referee(deals):
    players = len(deals[0].tables[0]["names"])
    counts = deals_of(deals[0].options, players)
    agree("deals of the evening", len(counts), len(deals))
    for count, deal in zip(counts, deals):
        table = Deal(deal, count)
        table.compare(deal.tables[0])
        for (seat, words), after in zip(deal.moves, deal.tables[1:]):
            agree("whose turn", table.turn, seat)
            table.play(words.split())
            table.compare(after)
        totals, score = [table.points(seat) for seat in sorted(table.hands)], deal.tables[-1]["score"]
        agree("points", totals, score["totals"])
        agree("winners", [seat for seat, points in enumerate(totals, 1) if points == max(totals)], score["winners"])


if __name__ == "__main__":
    main("ohhell", settings, referee)
