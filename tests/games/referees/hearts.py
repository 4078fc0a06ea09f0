#!/usr/bin/env python3
"""hearts.py PROGRAM [TABLES]: Hearts counted by another hand, from the page of its rules."""
from referee import agree, cards, main, slots

ORDER = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]


def settings(dice):
    options = {"passing": ["yes", "yes", "no"], "clean": ["yes", "no"], "queen": ["keeps", "breaks"], "jack": ["no", "yes"],
               "moon": ["others", "shooter", "off"], "match": ["1", "1", "50", "100"], "tie": ["on", "shared"]}
    return dice.choice([3, 4]), {name: dice.choice(words) for name, words in options.items()}


def points_of(card):
    return 13 if card == "SQ" else int(card[0] == "H")


class Deal:
    def __init__(self, deal, number):
        self.options, table = deal.options, deal.tables[0]
        self.seats = sum(zone["zone"] == "hand" for zone in table["zones"])
        self.hands = {seat: slots(table, "hand", seat) for seat in range(1, self.seats + 1)}
        self.aside = {seat: [] for seat in self.hands}
        self.taken = {seat: [] for seat in self.hands}
        self.trick, self.broken, self.is_first = [], False, True
        out = ["D2"] if self.seats == 3 else []
        agree("left out", out, cards(table, "out"))
        agree("cards dealt", [52 // self.seats] * self.seats, [len(hand) for hand in self.hands.values()])
        deck = sorted(suit + rank for suit in "CDHS" for rank in ORDER if suit + rank not in out)
        agree("deck", deck, sorted(card for hand in self.hands.values() for card in hand.values()))
        steps = [1, -1, 2, 0] if self.seats == 4 else [1, -1, 0]
        self.way = steps[(number - 1) % self.seats] if self.options["passing"] == "yes" else 0
        self.turn = None if self.way else self.holder("C2")

    def holder(self, card):
        return next(seat for seat, hand in self.hands.items() if card in hand.values())

    def is_over(self):
        return not self.trick and not any(self.hands.values()) and not any(self.aside.values())

    def playable(self, hand):
        held = list(hand.values())
        if not self.trick:
            if "C2" in held:
                return ["C2"]
            others = [card for card in held if card[0] != "H"]
            return held if self.broken or not others else others
        led = self.trick[0][1][0]
        allowed = [card for card in held if card[0] == led] or held
        clean = [card for card in allowed if not points_of(card)]
        return clean if self.is_first and self.options["clean"] == "yes" and clean else allowed

    def legal(self):
        if self.is_over():
            return {}
        if self.turn:
            hand = self.hands[self.turn]
            allowed = self.playable(hand)
            return {f"p{self.turn}": sorted(f"play {slot}" for slot, card in hand.items() if card in allowed)}
        moves = {}
        for seat, hand in self.hands.items():
            moves[f"p{seat}"] = [f"pass {slot}" for slot in hand if len(self.aside[seat]) < 3] + ["take"] * bool(self.aside[seat])
        return {seat: sorted(words) for seat, words in moves.items()}

    def play(self, seat, words):
        hand = self.hands[seat]
        if words[0] == "take":
            self.put(seat, self.aside[seat])
            self.aside[seat] = []
        elif words[0] == "pass":
            self.aside[seat].append(hand.pop(int(words[1])))
            if all(len(aside) == 3 for aside in self.aside.values()):
                for giver, given in self.aside.items():
                    self.put((giver - 1 + self.way) % self.seats + 1, given)
                self.aside = {one: [] for one in self.aside}
                self.turn = self.holder("C2")
        else:
            agree("whose turn", self.turn, seat)
            self.lay(seat, hand.pop(int(words[1])))

    def put(self, seat, given):
        """Which numbers moves call them is read from the record."""
        self.hands[seat].update({f"new {card}": card for card in given})

    def lay(self, seat, card):
        self.trick.append((seat, card))
        self.broken |= card[0] == "H" or (card == "SQ" and self.options["queen"] == "breaks")
        self.turn = seat % self.seats + 1
        if len(self.trick) < self.seats:
            return
        led = self.trick[0][1][0]
        self.turn = max((one for one in self.trick if one[1][0] == led), key=lambda one: ORDER.index(one[1][1:]))[0]
        self.taken[self.turn] += [card for _, card in self.trick]
        self.trick, self.is_first = [], False

    def compare(self, after):
        agree("over", self.is_over(), after["over"])
        agree("trick", [card for _, card in self.trick], cards(after, "trick"))
        for seat, hand in self.hands.items():
            agree(f"cards of seat {seat}", sorted(hand.values()), sorted(cards(after, "hand", seat)))
            agree(f"cards aside of seat {seat}", sorted(self.aside[seat]), sorted(cards(after, "aside", seat)))
            agree(f"taken by seat {seat}", sorted(self.taken[seat]), sorted(cards(after, "taken", seat)))
            self.hands[seat] = slots(after, "hand", seat)
        agree("legal", self.legal(), {seat: sorted(moves) for seat, moves in after["legal"].items()})

    def totals(self):
        points = {seat: sum(map(points_of, taken)) for seat, taken in self.taken.items()}
        for shooter in [seat for seat in points if points[seat] == 26 and self.options["moon"] != "off"]:
            others = self.options["moon"] == "others"
            points = {seat: (0 if others else -26) if seat == shooter else 26 * others for seat in points}
        return [10 * ("DJ" in self.taken[seat] and self.options["jack"] == "yes") - points[seat] for seat in points]


def referee(deals):
    sums, goal = {}, int(deals[0].options["match"])
    for number, deal in enumerate(deals, 1):
        table = Deal(deal, number)
        agree("legal at first", table.legal(), {seat: sorted(moves) for seat, moves in deal.tables[0]["legal"].items()})
        for (seat, words), after in zip(deal.moves, deal.tables[1:]):
            table.play(seat, words.split())
            table.compare(after)
        totals = table.totals()
        agree("points", totals, deal.tables[-1]["score"]["totals"])
        agree("winners", [seat for seat, one in enumerate(totals, 1) if one == max(totals)], deal.tables[-1]["score"]["winners"])
        for name, points in zip(deal.tables[0]["names"], totals):
            sums[name] = sums.get(name, 0) + points
        is_tied = list(sums.values()).count(max(sums.values())) > 1 and deals[0].options["tie"] == "on"
        is_over = goal == 1 or (min(sums.values()) <= -goal and not is_tied)
        agree(f"the match is over after deal {number}", is_over, number == len(deals))


if __name__ == "__main__":
    main("hearts", settings, referee)
