#!/usr/bin/env python3
"""gofish.py PROGRAM [TABLES]: Go Fish counted by another hand, from the page of its rules."""
from collections import Counter

from referee import agree, cards, main

RANKS = ["two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace"]
SEVERAL = {rank: rank + ("es" if rank == "six" else "s") for rank in RANKS}


class Table:
    """Hands and books by rank, and the stock in its order."""

    def __init__(self, table):
        self.seats = len(table["names"])
        self.stock = list(cards(table, "stock"))
        self.hands = [Counter(cards(table, "hand", seat)) for seat in range(1, self.seats + 1)]
        self.books = [list(cards(table, "books", seat)) for seat in range(1, self.seats + 1)]
        self.turn = table["turn"] - 1
        self.without = [set() for _ in self.hands]  # of which ranks everybody knows that this seat has none
        dealt = 7 if self.seats <= 3 else 5
        for hand, books in zip(self.hands, self.books):
            agree("cards dealt", dealt, sum(hand.values()) + 4 * len(books))
            agree("books in hand", [], [rank for rank in hand if hand[rank] == 4])
        agree("stock", 52 - dealt * self.seats, len(self.stock))

    def holders(self, but):
        return [seat for seat in range(self.seats) if seat != but and sum(self.hands[seat].values())]

    def legal(self):
        others = self.holders(self.turn) or [seat for seat in range(self.seats) if seat != self.turn]
        return {f"ask p{other + 1} {SEVERAL[rank]}" for other in others for rank in RANKS
                if self.hands[self.turn][rank] and (self.stock or rank not in self.without[other])}

    def take(self, seat, rank, count):
        self.hands[seat][rank] += count
        if self.hands[seat][rank] == 4:
            del self.hands[seat][rank]
            self.books[seat].append(rank)
            self.without[seat].add(rank)

    def ask(self, other, rank, is_lucky):
        seat, count = self.turn, self.hands[other].pop(rank, 0)
        goes_on = count > 0
        self.without[seat].discard(rank)
        self.without[other].add(rank)
        if goes_on:
            self.take(seat, rank, count)
        elif self.stock:
            card = self.stock.pop(0)
            goes_on = is_lucky and card == rank
            if not goes_on:  # else everybody saw what it was
                self.without[seat].clear()
            self.take(seat, card, 1)
        if self.is_over():
            return
        self.turn = seat if goes_on else (seat + 1) % self.seats
        while not sum(self.hands[self.turn].values()) and not self.stock:
            self.turn = (self.turn + 1) % self.seats
        if not sum(self.hands[self.turn].values()):
            self.without[self.turn].clear()
            self.take(self.turn, self.stock.pop(0), 1)

    def is_over(self):
        return sum(map(len, self.books)) == 13

    def compare(self, table):
        agree("over", self.is_over(), table["over"])
        agree("stock", self.stock, cards(table, "stock"))
        for seat in range(self.seats):
            agree("hand", +self.hands[seat], Counter(cards(table, "hand", seat + 1)))
            agree("books", sorted(self.books[seat]), sorted(cards(table, "books", seat + 1)))
        if self.is_over():
            counts = [len(books) for books in self.books]
            agree("score", counts, table["score"]["totals"])
            agree("winners", [seat + 1 for seat in range(self.seats) if counts[seat] == max(counts)], table["score"]["winners"])
        else:
            agree("turn", self.turn + 1, table["turn"])
            agree("legal moves", {f"p{self.turn + 1}": sorted(self.legal())},
                  {seat: sorted(moves) for seat, moves in table["legal"].items()})


def settings(dice):
    return dice.randint(2, 6), {"again": dice.choice(["drawn", "asked"]), "match": dice.choice(["1", "1", "3", "5"])}


def referee(deals):
    agree("games of the match", int(deals[0].options["match"]), len(deals))
    for deal in deals:
        table = Table(deal.tables[0])
        table.compare(deal.tables[0])
        for (seat, words), after in zip(deal.moves, deal.tables[1:]):
            agree("who moves", table.turn + 1, seat)
            _, other, rank = words.split()
            table.ask(int(other[1:]) - 1, next(one for one in RANKS if SEVERAL[one] == rank), deal.options["again"] == "drawn")
            table.compare(after)
        agree("over at last", True, table.is_over())


if __name__ == "__main__":
    main("gofish", settings, referee)
