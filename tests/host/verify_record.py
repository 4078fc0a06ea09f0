#!/usr/bin/env python3
"""Checks records with revealed tables, of any game, from docs/record-format.md alone: an implementation that shares nothing with
ours. verify_record.py FILE...  Exit status 0: every table is the one its hash is taken over, every pick follows from its key, the
seats are shuffled as documented, every move was legal and its player free to move, and no card appeared or vanished."""
import hashlib
import hmac
import json
import sys
import urllib.parse


def numbers(key, draw):
    """The 32-bit numbers of one draw."""
    block = 0
    while True:
        message = draw.to_bytes(8, "big") + block.to_bytes(8, "big")
        bits = hmac.new(key, message, hashlib.sha256).digest()
        for at in range(0, len(bits), 4):
            yield int.from_bytes(bits[at:at + 4], "big")
        block += 1


def pick(key, draw, n):
    source = numbers(key, draw)
    while True:
        product = next(source) * n
        if product % 2**32 >= (2**32 - n) % n:
            return product // 2**32


def bits_of(viewers):
    return sum(1 << (12 if viewer == "public" else viewer - 1) for viewer in viewers)


def card(zone, i):
    text = zone["cards"][i]
    mark = zone["marks"][i] if "marks" in zone else 0
    letter = zone["letters"][i] if "letters" in zone else ""
    known = bits_of(zone["known"][i]) if "known" in zone else 0
    return text + (f"={mark}" if mark else "") + (f"/{letter}" if letter else "") + (f"?{known:x}" if known else "")


def canonical(state):
    lines = [f"seats {len(state['names'])} turn {state['turn'] - 1} phase {state['phase']} over {int(state['over'])}"]
    lines.append(" ".join(["shared"] + [str(r) for r in state["shared"]]))
    for seat, registers in enumerate(state["own"], 1):
        lines.append(" ".join([f"seat {seat}"] + [str(r) for r in registers]))
    for zone in state["zones"]:
        name = zone["zone"] + (f" {zone['seat']}" if "seat" in zone else "")
        lines.append(" ".join([name + ":"] + [card(zone, i) for i in range(len(zone["cards"]))]))
    return "".join(line + "\n" for line in lines).encode()


class Record:
    """What is known of one record so far."""

    def __init__(self):
        self.line = 0
        self.joined = []
        self.kinds = {}
        self.faces = None  # the codes of its face lines, and how many it says there are
        self.face_count = 0
        self.state = None
        self.expected = None  # the start or move whose table must come next

    def pairs(self, text):
        pieces = [piece.split("=", 1) for piece in text.split(" ") if "=" in piece]
        return {key: urllib.parse.unquote(value) for key, value in pieces}

    def pass_over(self):
        """A line that a repair took back keeps its number, and nothing comes of it."""
        self.line += 1
        self.expected = None

    def read(self, text):
        assert self.expected is None, "a table is missing"
        self.line += 1
        kind, pairs = text.split(" ")[0], self.pairs(text)
        if kind == "sit":
            self.joined.append(pairs["name"])
        elif kind == "unsit":
            del self.joined[int(pairs["seat"]) - 1]
        elif kind == "faces":
            self.faces, self.face_count = set(), int(pairs["count"])
        elif kind == "face":
            self.faces.add(pairs["code"])
        elif kind == "start":
            assert self.faces is None or len(self.faces) == self.face_count, "faces are missing, or told twice"
            if pairs["game"] == "1":
                self.link = bytes(32)
            self.key, self.draws = bytes.fromhex(pairs["key"]), 0
            self.state = None
            self.expected = text
        elif kind == "move":
            words = [piece for piece in text.split(" ")[1:] if "=" not in piece]
            mover, move = words[0], " ".join(words[1:])
            assert move in self.state["legal"][mover], f"{move} of {mover} is not legal"
            assert not self.state["over"], "a move after the end"
            self.expected = text

    def read_state(self, text):
        state, line = json.loads(text), self.expected
        assert line is not None, "a table comes from nowhere"
        pairs = self.pairs(line)
        assert state["line"] == self.line
        self.link = hashlib.sha256(self.link + canonical(state)).digest()
        assert self.link.hex() == pairs["hash"], "the hash is that of another table"
        self.check_picks(state, [int(p) for p in pairs.get("picks", "").split(",") if p])
        if line.startswith("start") and pairs["game"] == "1":
            self.check_seats(state)
        self.check_actors(state)
        self.check_cards(state)
        self.state, self.expected = state, None

    def check_picks(self, state, recorded):
        assert [p for p, n in state["picks"]] == recorded, "other picks than in the record"
        wanted = [pick(self.key, self.draws + i, n) for i, (p, n) in enumerate(state["picks"])]
        assert wanted == recorded, "the key gives other picks"
        self.draws += len(wanted)

    def check_seats(self, state):
        """The first picks shuffle the seats, in the order of joining, into the order of play."""
        seats, picks = list(self.joined), list(state["picks"])
        for i in range(len(seats) - 1, 0, -1):
            j, n = picks.pop(0)
            assert n == i + 1
            seats[i], seats[j] = seats[j], seats[i]
        assert seats == state["names"], "the seats are shuffled otherwise"

    def check_actors(self, state):
        names = ["host" if seat == "host" else f"p{seat}" for seat in state["may_act"]]
        assert names == list(state["legal"]), "who may act has no moves"
        assert all(state["legal"].values()), "an empty list of moves"
        assert state["over"] == ("score" in state)
        assert not state["over"] or state["score"]["winners"], "nobody wins"
        assert state["over"] or names, "nobody can move"

    def check_cards(self, state):
        kinds = {}
        for zone in state["zones"]:
            for code in zone["cards"]:
                kinds[code] = kinds.get(code, 0) + 1
            letters = [letter for letter in zone.get("letters", []) if letter]
            assert len(letters) == len(set(letters)), "two cards answer to one letter"
        assert self.faces is None or self.faces.issuperset(kinds), "a card has a face that the record does not tell"
        assert self.state is None or kinds == self.kinds, "cards appeared or vanished"
        self.kinds = kinds


def lines_that_count(lines):
    """For each line of a file whether it counts: 'repair to=N' takes back what stands between line N of its record and itself."""
    counts, places = [True] * len(lines), []
    for i, text in enumerate(lines + ["record "]):
        if text.startswith("record "):
            at = len(places)
            while at > 0:
                words = lines[places[at - 1]].split(" ")
                if words[0] == "repair":
                    to = int(words[1].split("=")[1])
                    assert 1 <= to < at, "a repair names no line before it"
                    for j in range(places[to - 1] + 1, places[at - 1]):
                        counts[j] = lines[j].startswith("{") and j < places[to] and counts[j]
                    at = to + 1
                at -= 1
            places = []
        if not text.startswith("{"):
            places.append(i)
    return counts


def main():
    records = states = 0
    for name in sys.argv[1:]:
        record = None
        lines = open(name).read().splitlines()
        counts = lines_that_count(lines)
        for number, text in enumerate(lines, 1):
            try:
                if not counts[number - 1]:
                    if not text.startswith("{"):
                        record.pass_over()
                    continue
                if text.startswith("record "):
                    assert record is None or record.expected is None, "a table is missing"
                    record = Record()
                    records += 1
                if text.startswith("{"):
                    record.read_state(text)
                    states += 1
                else:
                    record.read(text)
            except (AssertionError, LookupError, ValueError) as wrong:
                sys.exit(f"{name}, line {number}: {wrong or repr(wrong)}")
    if states == 0:
        sys.exit("no revealed table was found: nothing was checked")
    print(f"{states} tables of {records} records are as documented")


main()
