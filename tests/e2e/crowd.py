#!/usr/bin/env python3
"""crowd.py PROGRAM: five to twelve people at one keyboard play the toy "crowd", which has hidden hands, to its end.

PROGRAM is tabletalk with the toys of tests/kit. Each keeps three of the cards; all lay one face down, and it goes to the
neighbour's hand. Who holds what follows from that, and each hand is told to its person, and nothing of it to everybody. (Where
no script is read, what is private waits until its person is at the keyboard: terminal.py.)
"""
import collections
import os
import random
import re
import signal
import sys
import tempfile

from transcript import Table

NAMES = ["ann", "bob", "cid", "dan", "eve", "fay", "guy", "hal", "ida", "joe", "kim", "leo"]
SECONDS, ROUNDS, COPIES, HAND = 120, 2, 6, 3
PRIVATE = re.compile(r"\(private to (\w+)\) (.*)")
CARD = re.compile(r"\b([a-z]) (\w+ \w+)")


class Crowd:
    def __init__(self, program, folder, count, seed):
        self.names = NAMES[:count]
        self.random = random.Random(seed)
        self.table = Table(program, folder)
        self.hands = {}
        self.over = False

    def hear(self):
        """Takes what was told meanwhile."""
        self.table.read_until_answered()
        for line in b"".join(self.table.output).decode().splitlines():
            private = PRIVATE.search(line)
            seats = re.match(r"# (.*) play crowd\.", line)
            if seats:  # in the order of the lot
                self.names = re.findall(r"\w+", seats.group(1).replace(" and ", " "))
            self.over = self.over or " crowd with " in line or "The game is over" in line
            if "your hand: " in line:
                assert private, f"everybody reads: {line}"
                cards = line.split("your hand: ")[1].split(".")[0]
                self.hands[private.group(1)] = dict(CARD.findall(cards))
            elif private and re.match("[a-z] [a-z]+ [a-z]+(:|$)", private.group(2)):  # a line for each card
                self.hands[private.group(1)].update(CARD.findall(private.group(2).split(":")[0]))
        self.table.output.clear()

    def say(self, who, *lines):
        for line in (f"/as {who}",) + lines:
            self.table.send(line)
        self.hear()

    def read_hands(self):
        self.hands.clear()
        for name in self.names:
            self.say(name, "hand")
        assert sorted(self.hands) == sorted(self.names), self.hands
        for name, hand in self.hands.items():
            assert len(hand) == HAND, (name, hand)
        return {name: collections.Counter(hand.values()) for name, hand in self.hands.items()}

    def sit_down(self):
        self.say("ann", "play crowd")
        for name in self.names[1:]:
            self.say(name, "join")
        self.say("ann", "start")

    def play(self):
        self.sit_down()
        before = self.read_hands()
        if len(self.names) == len(NAMES):  # all cards are dealt
            assert set(sum(before.values(), collections.Counter()).values()) == {COPIES}, before
        for round_ in range(ROUNDS):
            gifts = {}
            hands = {name: dict(hand) for name, hand in self.hands.items()}
            for name in self.random.sample(self.names, len(self.names)):
                letter = self.random.choice(sorted(hands[name]))
                gifts[name] = hands[name][letter]
                self.say(name, f"give {letter}")
            if round_ + 1 == ROUNDS:
                break
            for i, name in enumerate(self.names):
                giver = self.names[i - 1]
                before[name] += collections.Counter([gifts[giver]])
                before[name] -= collections.Counter([gifts[name]])
            after = self.read_hands()
            assert after == before, f"{after} instead of {before} with {gifts}"
        self.say("ann", "board")
        assert self.over, "the game goes on"
        self.table.finish()


def main():
    program = os.path.abspath(sys.argv[1])
    for count in (5, 8, 12):
        signal.alarm(SECONDS)
        with tempfile.TemporaryDirectory(prefix="tabletalk-") as folder:
            Crowd(program, folder, count, count).play()
        print(f"{count} people have played")


if __name__ == "__main__":
    main()
