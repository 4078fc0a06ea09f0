#!/usr/bin/env python3
"""Checks records with revealed tables, of any game, from docs/record-format.md alone: an implementation that shares nothing with
ours. verify_record.py FILE...  Exit status 0: every link of the chain is right, the secret is the one that was sealed, every pick
follows from it and the cuts, the seats are shuffled as documented, every move was legal, and no card appeared or vanished."""
import base64
import hashlib
import hmac
import json
import sys
import urllib.parse


def sha256(data):
    return hashlib.sha256(data).digest()


def pick(key, draw, n):
    block = 0
    while True:
        bits = hmac.new(key, draw.to_bytes(8, "big") + block.to_bytes(8, "big"), hashlib.sha256).digest()
        for at in range(0, 32, 4):
            product = int.from_bytes(bits[at:at + 4], "big") * n
            if product % 2**32 >= (2**32 - n) % n:
                return product // 2**32
        block += 1


def bits_of(viewers):
    return sum(1 << (12 if viewer == "public" else viewer - 1) for viewer in viewers)


def card(zone, i):
    mark = zone["marks"][i] if "marks" in zone else 0
    slot = zone["slots"][i] if "slots" in zone else 0
    known = bits_of(zone["known"][i]) if "known" in zone else 0
    return zone["cards"][i] + (f"={mark}" if mark else "") + (f"/{slot}" if slot else "") + (f"?{known:x}" if known else "")


def canonical(state):
    lines = [f"seats {len(state['names'])} turn {state['turn'] - 1} phase {state['phase']} over {int(state['over'])}"]
    lines.append(" ".join(["shared"] + [str(r) for r in state["shared"]]))
    for seat, registers in enumerate(state["own"], 1):
        lines.append(" ".join([f"seat {seat}"] + [str(r) for r in registers]))
    for zone in state["zones"]:
        name = zone["zone"] + (f" {zone['seat']}" if "seat" in zone else "")
        lines.append(" ".join([name + ":"] + [card(zone, i) for i in range(len(zone["cards"]))]))
    return "".join(line + "\n" for line in lines).encode()


def pairs_of(text):
    return {key: urllib.parse.unquote(value) for key, value in (p.split("=", 1) for p in text.split(" ")[1:] if "=" in p)}


class Record:
    def __init__(self):
        self.lines, self.persons, self.secret = [], {}, None

    def add(self, text):
        if text.startswith("{"):
            self.lines[-1][1] = json.loads(text)
            return
        if text.startswith("@person "):
            self.persons[pairs_of(text)["number"]] = pairs_of(text)
        elif text.startswith(("@secret ", "reveal ")):
            self.secret = bytes.fromhex(text.split(" ")[1].split("=")[1])
        if not text.startswith("@"):
            self.lines.append([text, None])

    def counting(self):
        """The numbers of the lines that count, from 1: a repair takes back what stands between line N and itself."""
        at, numbers = len(self.lines), []
        while at > 0:
            numbers.append(at)
            text = self.lines[at - 1][0]
            if text.startswith("repair "):
                to, gone = int(pairs_of(text)["to"]), [line + "\n" for line, table in self.lines[:at - 1]]
                assert 3 <= to < at, "a repair names no line that it can go back to"
                assert sha256("".join(gone[to:]).encode()).hex() == pairs_of(text)["sum"], "it takes back other lines"
                at = to + 1
            at -= 1
        return reversed(numbers)

    def check(self):
        self.seats, self.names, self.seal, self.faces = [], {}, None, None
        self.order, self.luck, self.closed, self.cuts = [], 1, False, b""
        self.link, self.state, self.draws, self.tables, self.after = bytes(32), None, 0, 0, {}
        self.deals = self.practice = 0
        for number in self.counting():
            text, table = self.lines[number - 1]
            try:
                self.check_line(number, text, table)
            except (AssertionError, LookupError, ValueError, TypeError) as wrong:
                raise SystemExit(f"line {number} of the record, '{text[:60]}': {wrong!r}")
        for number, person in ((number, person) for number, person in self.persons.items() if person.get("salt")):
            called = sha256(bytes.fromhex(person["salt"]) + person["name"].encode()).hex()
            assert called == self.names.get(number, called), "another name stands beside it"
        return self.tables

    def check_line(self, number, text, table):
        body, link = text.rsplit(" hash=", 1)
        kind, pairs = text.split(" ")[0], pairs_of(body)
        if table is not None or kind in ("start", "move"):
            self.check_table(number, kind, body, pairs, table)
        self.check_kind(kind, pairs)
        self.after[number] = self.state
        if kind == "undo":
            self.state = self.after[number] = self.after[int(pairs["to"])]
        shown = b"" if self.state is None or kind == "repair" else canonical(self.state)
        self.link = sha256(self.link + sha256(body.encode()) + sha256(shown))
        assert self.link.hex() == link, "another link follows from the line before"

    def check_kind(self, kind, pairs):
        if "person" in pairs and "who" in pairs and pairs["person"] in self.persons and self.persons[pairs["person"]].get("salt"):
            person = self.persons[pairs["person"]]  # without a salt: somebody who was forgotten
            who = bytes.fromhex(person["salt"]) + person["network"].encode() + b"\0" + person["key"].encode()
            who += b"\0" + bytes.fromhex(person["source"]) if "source" in person else b""
            assert sha256(who).hex() == pairs["who"], "another person stands beside it"
        if "called" in pairs:
            self.names[pairs["person"]] = pairs["called"]
        if kind == "record":
            assert pairs["version"] == "2"
            self.id, self.game = bytes.fromhex(pairs["id"]), pairs["game"]
        elif kind == "seal":
            self.seal, self.luck, self.day = pairs["value"], int(pairs.get("luck", "1")), "day" in pairs
            if self.seal == "lesson":  # the same deal each time
                self.id, self.secret = bytes(16), sha256(f"lesson {self.game} {pairs['deal']}".encode())
            elif self.seal != "fixed" and self.secret:
                assert base64.b32encode(sha256(self.secret + self.id)[:20]).decode() == self.seal, "another secret was sealed"
            if self.day:  # the same deal for everybody
                self.id = bytes(16)
        elif kind in ("sit", "swap", "claim", "bind"):
            who = self.persons.get(pairs.get("person"), pairs).get("name") or None  # None: forgotten
            self.seats += [{"cut": bytes(32), "robot": "robot" in pairs}] if kind == "sit" else []
            self.seats[int(pairs["seat"]) - 1]["name"] = who
            assert kind != "swap" or self.state is None or self.state["over"], "somebody gets a robot's seat in the middle of a game"
            assert kind != "sit" or not self.closed, "somebody sits down behind the closing of the seats"
            if kind == "swap":  # since the first start seats are numbered in the order of play
                self.order[int(pairs["seat"]) - 1] = {"cut": bytes(32), "robot": False, "name": who}
        elif kind == "kick" and self.state is None:  # behind the closing: a robot plays in the same seat
            self.seats[int(pairs["seat"]) - 1]["name"] = None
        elif kind == "hint":
            assert self.state and not self.state["over"] and int(pairs["seat"]) in self.state["may_act"], "a hint for nobody"
        elif kind == "coach":
            assert self.state and not self.state["over"] and pairs["says"] in ("on", "off"), "a coach out of place"
            self.practice = self.deals if pairs["says"] == "on" else self.practice
        elif kind == "practice":
            assert self.state and not self.state["over"] and self.practice != self.deals, "a game becomes practice out of place, or twice"
            self.practice = self.deals
        elif kind == "faces":
            self.faces, self.face_count = set(), int(pairs["count"])
        elif kind == "face":
            self.faces.add(pairs["code"])
        elif kind == "close":
            assert self.luck > 1 and not self.closed and (self.state is None or self.state["over"]), "seats are closed out of place"
            self.closed, self.first = True, pairs["first"]
        elif kind == "first":
            assert not self.closed, "who begins is chosen behind the closing of the seats"
            for i, seat in enumerate(self.seats):
                seat["begins"] = i + 1 == int(pairs["seat"])
        elif kind == "unsit":
            assert not self.closed, "somebody gets up behind the closing of the seats"
            del self.seats[int(pairs["seat"]) - 1]
        elif kind == "cut":
            seat = (self.order or self.seats)[int(pairs["seat"]) - 1]
            assert (self.state is None or self.closed) and not seat["robot"], "a cut after the deal, or a robot's"
            seat["cut"] = bytes.fromhex(pairs["sum"])

    def check_table(self, number, kind, body, pairs, table):
        assert kind in ("start", "move") and table["line"] == number, "a table comes from nowhere, or is missing"
        if kind == "start":
            assert self.seal, "nobody sealed this table"
            assert self.closed or self.luck == 1 or pairs["game"] != "1", "a deal before the seats were closed"
            assert not self.closed or self.first == pairs["first"], "another seat begins than was said when the seats were closed"
            self.draws, self.deals = 0, self.deals + 1
            if self.closed or pairs["game"] == "1":  # the cuts of this game and of those behind it
                self.cuts = b"".join(s["cut"] for s in self.order or self.seats)
            self.closed = False
            if self.secret:
                message = self.id + int(pairs["game"]).to_bytes(8, "big") + self.cuts
                self.key = hmac.new(self.secret, message, hashlib.sha256).digest()
            self.kinds = None
        else:
            mover, *words = [piece for piece in body.split(" ")[1:] if "=" not in piece]
            assert " ".join(words) in self.state["legal"][mover], "that was not legal"
            assert not self.state["over"], "a move after the end"
            assert "ended" not in pairs or table["over"], "an end in the middle of a game"
        recorded = [int(p) for p in pairs.get("picks", "").split(",") if p]
        assert [p for p, n in table["picks"]] == recorded, "other picks than in the record"
        if self.secret:
            wanted = [pick(self.key, self.draws + i, n) for i, (p, n) in enumerate(table["picks"])]
            assert wanted == recorded, "the secret gives other picks"
        self.draws += len(recorded)
        if kind == "start" and pairs["game"] == "1":
            self.check_start(table, pairs["first"] == "0")
        self.check_cards(table)
        self.state = table
        self.tables += 1

    def check_start(self, table, is_shuffled):
        assert self.faces is None or len(self.faces) == self.face_count, "faces are missing, or told twice"
        self.order = list(self.seats)
        for i, (j, n) in zip(range(len(self.seats) - 1, 0, -1), table["picks"] if is_shuffled else []):
            assert n == i + 1
            self.order[i], self.order[j] = self.order[j], self.order[i]
        for i in [i for i, seat in enumerate(self.order) if is_shuffled and seat.get("begins")]:
            begins = table["turn"] - 1
            self.order[i], self.order[begins] = self.order[begins], self.order[i]
        seats = [seat["name"] for seat in self.order]
        assert None in seats or len(set(seats)) < len(seats) or seats == table["names"], "the seats are shuffled otherwise"

    def check_cards(self, table):
        may = ["host" if seat == "host" else f"p{seat}" for seat in table["may_act"]]
        assert may == list(table["legal"]) and all(table["legal"].values()), "who may act has no moves"
        assert table["over"] == ("score" in table) and (table["over"] or may), "nobody can move"
        kinds = {}
        for zone in table["zones"]:
            for code in zone["cards"]:
                kinds[code] = kinds.get(code, 0) + 1
            slots = [slot for slot in zone.get("slots", []) if slot]
            assert len(slots) == len(set(slots)), "two cards have one slot"
        assert self.faces is None or self.faces.issuperset(kinds), "a card has a face that the record does not tell"
        assert self.kinds in (None, kinds), "cards appeared or vanished"
        self.kinds = kinds


def records_of(name):
    records = []
    for text in open(name).read().splitlines():
        if text.startswith("record "):
            records.append(Record())
        records[-1].add(text)
    return records


def main():
    tables = count = 0
    for name in sys.argv[1:]:
        records = records_of(name)
        try:
            found = sum(record.check() for record in records)
            assert found > 0, "no revealed table was found: nothing was checked"
        except (AssertionError, SystemExit) as wrong:
            sys.exit(f"{name}: {wrong}")
        tables += found
        count += len(records)
    assert tables > 0, "no record is named"
    print(f"{tables} tables of {count} records are as documented")


if __name__ == "__main__":
    main()
