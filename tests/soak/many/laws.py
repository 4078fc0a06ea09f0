"""The laws of a house that many processes share, as seen from outside: a unit is spoken for by one process, and what was answered is in
the record, once. Next: house.py."""
import re

# What a process had handed to the kernel in one write may still arrive: one piece, of at most so many bytes.
ONE_WRITE = 64 * 1024
LABELS = "def"  # Heartcatchers' hand: records hold slots 1, 2, 3


class Speaker:
    """Who speaks for a unit on one kind of wire. `who` is a process, or a connection where a unit has only one at a time."""

    def __init__(self, name, now):
        self.name, self.now, self.who, self.since = name, now, None, 0
        self.began = {}      # connection -> when it was first heard
        self.late = {}       # connection -> pieces that came after another had begun to speak
        self.late_bytes = self.changes = 0
        self.faults = []

    def hear(self, who, connection, size):
        key = (who, connection)
        began = self.began.setdefault(key, self.now())
        if who == self.who:
            return
        if self.who is None or began >= self.since:
            if self.who is not None:
                self.changes += 1
            self.who, self.since = who, self.now()
            return
        self.late[key] = self.late.get(key, 0) + 1
        self.late_bytes += size
        if self.late[key] > 1 or size > ONE_WRITE:
            self.faults.append(f"{self.name}: {who} still speaks {self.now() - self.since:.3f} s after {self.who} has begun")


def canonical(move):
    """As the record has it: "hide d me1" is "hide 1 me1"."""
    verb, card, rest = (move.split(" ", 2) + [""])[:3]
    return f"{verb} {LABELS.index(card) + 1} {rest}".rstrip()


def moves_of(lines):
    """The moves of people in the lines of a record."""
    found = [re.match(r"move p\d+ (.*?)(?: [a-z]+=.*)?$", line) for line in lines]
    return [match.group(1) for match in found if match]


def compare(sent, recorded):
    """What is wrong, or None: each recorded move was sent, each that was answered is recorded, once and in order. `sent` are pairs
    of a move and whether it was answered."""
    reached = {0}  # so many of the recorded moves can be those that were sent so far
    for index, (move, is_answered) in enumerate(sent):
        word = canonical(move)
        onward = {at + 1 for at in reached if at < len(recorded) and recorded[at] == word}
        if not onward and is_answered:
            return f"move {index}, '{move}', was answered and is not in the record behind {max(reached)} moves"
        reached = onward if is_answered else reached | onward
    if len(recorded) not in reached:
        return f"the record has {len(recorded)} moves, of which the first {max(reached)} were sent"
    return None
