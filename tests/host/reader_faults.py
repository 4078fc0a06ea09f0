#!/usr/bin/env python3
"""reader_faults.py PROGRAM: whether verify_record.py finds what is wrong in a record. Each fault is put into the record of a sealed
match, one at a time, and the chain is closed again behind it, so that nothing but the check that is meant can find it. What it must
say stands behind each."""
import copy
import pathlib
import subprocess
import sys

from verify_record import Record, canonical, sha256

RECORD = pathlib.Path(__file__).resolve().parents[1] / "records/table-match.record"


def read(program):
    shown = subprocess.run([program, "replay", RECORD, "--reveal"], check=True, capture_output=True, text=True).stdout
    record = Record()
    for text in shown.splitlines():
        record.add(text)
    return record


def close(record):
    """Every link is the right one for the lines and tables as they are now."""
    link, state = bytes(32), None
    for line in record.lines:
        body = line[0].rsplit(" hash=", 1)[0]
        state = line[1] or state
        link = sha256(link + sha256(body.encode()) + sha256(canonical(state) if state else b""))
        line[0] = f"{body} hash={link.hex()}"


def find(record, kind, nth=0):
    return [line for line in record.lines if line[0].startswith(kind + " ")][nth]


def change(line, old, new):
    assert old in line[0], line[0]
    line[0] = line[0].replace(old, new, 1)


def cards_in(table, least):
    return [zone for zone in table["zones"] if len(zone["cards"]) >= least]


def another_link(record):
    digit = find(record, "move")[0][-1]
    line = find(record, "move")
    line[0] = line[0][:-1] + ("0" if digit != "0" else "1")


def a_swapped_card(record):
    cards = max(find(record, "move")[1]["zones"], key=lambda zone: len(set(zone["cards"])))["cards"]
    other = next(i for i, code in enumerate(cards) if code != cards[0])
    cards[0], cards[other] = cards[other], cards[0]


def another_card(record):
    cards = cards_in(find(record, "move")[1], 1)[0]["cards"]
    cards[0] = next(code for zone in find(record, "move")[1]["zones"] for code in zone["cards"] if code != cards[0])


def a_card_too_many(record):
    find(record, "move", 1)[1]["zones"][0]["cards"].append("R")


def one_slot_twice(record):
    slots = next(zone["slots"] for zone in find(record, "move")[1]["zones"] if len(zone.get("slots", [])) > 1)
    slots[0] = slots[1]


def another_draw(record):
    line = find(record, "start")
    pick, n = line[1]["picks"][5]
    picks = [p for p, _ in line[1]["picks"]]
    old, picks[5] = ",".join(map(str, picks)), (pick + 1) % n
    line[1]["picks"][5][0] = picks[5]
    change(line, old, ",".join(map(str, picks)))


def a_draw_of_another_game(record):
    first, second = find(record, "start"), find(record, "start", 1)
    old, new = (" picks=" + ",".join(str(p) for p, _ in line[1]["picks"]) for line in (second, first))
    second[1]["picks"] = first[1]["picks"]
    change(second, old, new)


def a_wrong_cut(record):
    line = find(record, "cut")
    digit = line[0].split("sum=")[1][0]
    change(line, "sum=" + digit, "sum=" + ("0" if digit != "0" else "1"))


def no_cut(record):
    record.lines.remove(find(record, "cut"))
    for number, line in enumerate(record.lines, 1):
        if line[1]:
            line[1]["line"] = number


def a_cut_after_the_deal(record):
    record.lines.append([find(record, "cut")[0], None])


def another_secret(record):
    record.secret = bytes(32)


def another_seal(record):
    line = find(record, "seal")
    letter = line[0].split("value=")[1][0]
    change(line, "value=" + letter, "value=" + ("A" if letter != "A" else "B"))


def other_seats(record):
    for line in record.lines:
        if line[1]:
            line[1]["names"] = line[1]["names"][::-1]


def an_illegal_move(record):
    change(find(record, "move"), " 1 ", " 26 ")


def another_name(record):
    name = record.persons["1"]["name"]
    record.persons["1"]["name"] = name + "x"
    for line in record.lines:
        if line[1]:
            line[1]["names"] = [name + "x" if shown == name else shown for shown in line[1]["names"]]


def another_key(record):
    record.persons["1"]["key"] += "x"


def a_hint_for_nobody(record):
    last = max(i for i, line in enumerate(record.lines) if line[1])
    record.lines.insert(last + 1, ["hint seat=1 hash=", None])  # the match is over


def an_end_in_the_middle(record):
    change(find(record, "move"), " hash=", " ended=1790000000 hash=")


FAULTS = [
    (another_link, False, "another link follows"),
    (a_swapped_card, False, "another link follows"),
    (another_card, True, "cards appeared or vanished"),
    (a_card_too_many, True, "cards appeared or vanished"),
    (one_slot_twice, True, "two cards have one slot"),
    (another_draw, True, "the secret gives other picks"),
    (a_draw_of_another_game, True, "the secret gives other picks"),
    (a_wrong_cut, True, "the secret gives other picks"),
    (no_cut, True, "the secret gives other picks"),
    (a_cut_after_the_deal, True, "a cut after the deal"),
    (another_secret, True, "another secret was sealed"),
    (another_seal, True, "another secret was sealed"),
    (other_seats, True, "the seats are shuffled otherwise"),
    (an_illegal_move, True, "that was not legal"),
    (a_hint_for_nobody, True, "a hint for nobody"),
    (an_end_in_the_middle, True, "an end in the middle of a game"),
    (another_name, True, "another name stands beside it"),
    (another_key, True, "another person stands beside it"),
]


def said_of(record):
    try:
        record.check()
    except (SystemExit, AssertionError) as wrong:
        return str(wrong)
    return ""


def main():
    right, missed = read(sys.argv[1]), []
    assert said_of(copy.deepcopy(right)) == "", "the record itself is refused"
    assert find(right, "cut") and right.secret and len([line for line in right.lines if line[0].startswith("start ")]) > 1
    for plant, is_closed_again, wanted in FAULTS:
        record = copy.deepcopy(right)
        plant(record)
        if is_closed_again:
            close(record)
        said = said_of(record)
        print(f"{plant.__name__:24} {said or 'NOT FOUND'}")
        missed += [] if wanted in said else [plant.__name__]
    return 1 if missed else 0


sys.exit(main())
