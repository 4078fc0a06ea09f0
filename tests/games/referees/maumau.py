#!/usr/bin/env python3
"""maumau.py PROGRAM [TABLES]: Mau-Mau and Crazy Eights counted by another hand, from the page of their rules."""
from referee import agree, cards, main, slots

RANKS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
SUITS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
MOST_CARDS, MOST_TURNED = 18, 3


def settings(dice):
    players = dice.randint(2, 8)
    if dice.randrange(4) == 0:
        return players, {"rules": "crazyeights", "match": dice.choice(["1", "50", "100"])}
    decks = ["auto", "104"] + ["52"] * (players <= 5) + ["32"] * (players <= 4)
    effects = [word for word in ("sevens", "stack", "eights", "nines", "aces", "start") if dice.randrange(3)]
    return players, {"cards": dice.choice(["auto", "4", "5", "6", "7"]), "deck": dice.choice(decks),
                     "drawing": dice.choice(["play", "wait", "fit"]), "effects": ",".join(effects) or "none",
                     "wishes": dice.choice(["jacks", "eights", "none"]), "rewish": dice.choice(["yes", "no"]),
                     "zero": dice.choice(["no", "yes"]), "announce": dice.choice(["no", "yes"]), "match": dice.choice(["1", "50", "100", "200"])}


def rank(card):
    return card[1:]


class Round:
    def __init__(self, deal):
        self.options, table = deal.options, deal.tables[0]
        self.seats = sum(zone["zone"] == "hand" for zone in table["zones"])
        self.crazy = self.options["rules"] == "crazyeights"
        self.effects = set() if self.crazy else set(self.options["effects"].split(","))
        self.wisher = "8" if self.crazy else {"jacks": "J", "eights": "8", "none": None}[self.options["wishes"]]
        self.pile, self.stock = cards(table, "pile"), cards(table, "stock")
        self.hands = {seat: slots(table, "hand", seat) for seat in range(1, self.seats + 1)}
        self.wish, self.owed, self.drawn, self.way, self.passed, self.turned, self.over = None, 0, None, 1, 0, 0, False
        self.announces, self.forgot = self.options.get("announce") == "yes", None
        self.look_at_deal()
        self.turn_up(table["turn"])

    def look_at_deal(self):
        dealt = self.options["cards"]
        size = int(dealt) if dealt != "auto" else 7 if self.crazy and self.seats == 2 else 5
        agree("cards dealt", [size] * self.seats, [len(hand) for hand in self.hands.values()])
        deck = self.options["deck"]
        if deck == "auto":
            deck = "104" if self.seats > 5 else "52" if self.seats == 5 or self.crazy else "32"
        once = [suit + rank for suit in SUITS for rank in (RANKS if deck != "32" else RANKS[5:])]
        all_cards = self.pile + self.stock + [card for hand in self.hands.values() for card in hand.values()]
        agree("deck", sorted(once * (2 if deck == "104" else 1)), sorted(all_cards))

    def turn_up(self, turn):
        up = rank(self.pile[0])
        self.free = up == self.wisher
        self.turn = turn  # whom the lot chose; a skipped one cannot be told from another lot
        if "start" in self.effects and not self.free:
            self.owed = 2 if up == "7" and "sevens" in self.effects else 0
            self.way = -1 if up == "9" and "nines" in self.effects else 1

    def next(self, steps):
        return (self.turn - 1 + steps * self.way) % self.seats + 1

    def fits(self, card):
        top = self.pile[-1]
        if self.owed:
            return rank(card) == "7" and "stack" in self.effects
        if self.free:
            return True
        if rank(card) == self.wisher:
            return rank(top) != self.wisher or self.crazy or self.options["rewish"] == "yes"
        if self.wish:
            return SUITS[card[0]] == self.wish
        return card[0] == top[0] or rank(card) == rank(top)

    def can_draw(self, seat=None):
        return self.stock and len(self.hands[seat or self.turn]) < MOST_CARDS

    def legal(self):
        if self.over:
            return {}
        moves, held = set(), len(self.hands[self.turn])
        said = [""] if not self.announces or held > 2 else ["", "mau"] if held == 2 else ["mau"]
        for slot, card in self.hands[self.turn].items():
            if self.drawn == slot or (self.drawn is None and self.fits(card)):
                named = SUITS.values() if rank(card) == self.wisher else [""]
                moves |= {" ".join(f"play {slot} {suit} {word}".split()) for suit in named for word in said}
        moves.add("draw" if self.drawn is None and self.can_draw() else "pass")
        everybody = {f"p{self.turn}": moves}
        for seat in self.hands if self.forgot else ():
            everybody.setdefault(f"p{seat}", set()).add("mau" if seat == self.forgot else f"call p{self.forgot}")
        return {seat: sorted(one) for seat, one in everybody.items()}

    def renew(self):
        if not self.stock and len(self.pile) > 1 and self.turned < MOST_TURNED:
            self.turned += 1
            self.stock, self.pile = self.pile[:-1], self.pile[-1:]

    def draw(self, most, until_fit, after, seat=None):
        """Cards that come from a pile turned over meanwhile are read from the hand behind the move."""
        seat = seat or self.turn
        hand, fit = self.hands[seat], None
        coming = [(slot, card) for slot, card in slots(after, "hand", seat).items() if slot not in hand]
        coming.sort(key=lambda one: list(slots(after, "hand", seat)).index(one[0]))
        drawn = 0
        while drawn < most and self.can_draw(seat) and not (until_fit and fit):
            slot, card = coming[drawn]
            if self.turned == self.turned_before:
                agree("card drawn", self.stock[0], card)
            self.stock.remove(card)
            hand[slot] = card
            drawn += 1
            fit = slot if self.fits(card) else None
            self.renew()
        return fit

    def pass_on(self, steps=1):
        self.drawn, self.turn = None, self.next(steps)

    def play(self, seat, words, after):
        self.turned_before = self.turned
        forgot, self.forgot = self.forgot, None  # the next move, whatever it is, ends it
        if words[0] == "call":
            agree("who is called", f"p{forgot}", words[1])
            self.draw(2, False, after, forgot)
        elif words[0] == "mau":
            agree("who says it late", forgot, seat)
        elif words[0] == "play":
            suit = words[2] if len(words) > 2 and words[2] != "mau" else None
            self.lay(int(words[1]), suit, words[-1] == "mau")
        elif words[0] == "draw":
            self.passed = 0
            if self.owed:
                owed, self.owed = self.owed, 0
                self.draw(owed, False, after)
                self.pass_on()
                return
            until_fit = self.crazy or self.options["drawing"] == "fit"
            fit = self.draw(3 if until_fit else 1, True, after)
            waits = not self.crazy and self.options["drawing"] == "wait"
            if fit and not waits:
                self.drawn = fit
            else:
                self.pass_on()
        else:
            self.passed = 0 if self.drawn else self.passed + 1
            self.owed = 0
            self.pass_on()
            self.over = self.passed == self.seats

    def lay(self, slot, suit, says):
        card = self.hands[self.turn].pop(slot)
        self.pile.append(card)
        self.wish, self.free, self.passed = suit, False, 0
        if not self.hands[self.turn]:
            self.over = True
            return
        if self.announces and len(self.hands[self.turn]) == 1 and not says:
            self.forgot = self.turn
        steps = 1
        if rank(card) == "7" and "sevens" in self.effects:
            self.owed += 2
        if rank(card) == "8" and "eights" in self.effects and self.wisher != "8":
            steps = 2
        if rank(card) == "9" and "nines" in self.effects:
            self.way = -self.way
            steps = 0 if self.seats == 2 else 1
        if rank(card) == "A" and "aces" in self.effects:
            steps = 0
        self.pass_on(steps)
        self.renew()

    def compare(self, after):
        if self.turned != self.turned_before:  # what was shuffled anew: the same cards
            agree("stock after a shuffle", sorted(self.stock), sorted(cards(after, "stock")))
            self.stock = cards(after, "stock")
        agree("stock", self.stock, cards(after, "stock"))
        agree("pile", self.pile, cards(after, "pile"))
        agree("over", self.over, after["over"])
        for seat, hand in self.hands.items():
            left = sorted(cards(after, "left" if self.over else "hand", seat))
            agree(f"cards of seat {seat}", sorted(hand.values()), left)
        agree("legal", self.legal(), {seat: sorted(moves) for seat, moves in after["legal"].items()})

    def counts(self, card):
        value = rank(card)
        if self.crazy:
            return {"8": 50, "J": 10, "Q": 10, "K": 10, "10": 10, "A": 1}.get(value) or int(value)
        if value == "J":
            return 20 if self.wisher == "J" else 2
        if value in ("Q", "K", "A"):
            return {"Q": 3, "K": 4, "A": 11}[value]
        return 0 if self.options["zero"] == "yes" and value in ("7", "8", "9") else int(value)

    def totals(self):
        held = [sum(map(self.counts, hand.values())) for hand in self.hands.values()]
        if self.crazy:
            return [sum(held) - one if one == min(held) else 0 for one in held]
        return [-one for one in held]


def winners(totals):
    return [seat for seat, points in enumerate(totals, 1) if points == max(totals)]


def referee(deals):
    sums, goal = {}, int(deals[0].options["match"])
    for number, deal in enumerate(deals, 1):
        table = Round(deal)
        agree("legal at first", table.legal(), {seat: sorted(moves) for seat, moves in deal.tables[0]["legal"].items()})
        for (seat, words), after in zip(deal.moves, deal.tables[1:]):
            if words.split()[0] not in ("call", "mau"):  # which anybody may say
                agree("whose turn", table.turn, seat)
            table.play(seat, words.split(), after)
            table.compare(after)
        totals = table.totals()
        agree("points", totals, deal.tables[-1]["score"]["totals"])
        agree("winners", winners(totals), deal.tables[-1]["score"]["winners"])
        for name, points in zip(deal.tables[0]["names"], totals):
            sums[name] = sums.get(name, 0) + points
        is_over = goal == 1 or any(abs(points) >= goal for points in sums.values())
        agree(f"the match is over after round {number}", is_over, number == len(deals))


if __name__ == "__main__":
    main("maumau", settings, referee)
