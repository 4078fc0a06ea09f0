#!/usr/bin/env python3
"""Checks the picks of Heartcatchers records against their seeds, from docs/record-format.md alone: an implementation that
shares nothing with ours. verify_luck.py RECORD...  Exit status 0: every pick follows from its seed."""
import hashlib
import hmac
import sys


def numbers(seed, line):
    """The 32-bit numbers of one line of a record."""
    block = 0
    while True:
        message = line.to_bytes(8, "big") + block.to_bytes(8, "big")
        bits = hmac.new(seed, message, hashlib.sha256).digest()
        for at in range(0, len(bits), 4):
            yield int.from_bytes(bits[at:at + 4], "big")
        block += 1


def pick(source, n):
    while True:
        product = next(source) * n
        if product % 2**32 >= (2**32 - n) % n:
            return product // 2**32


def picks_of_start(seed, line, first_game, by_lot):
    """Seats of the first game, the deck of 20, and who begins."""
    source = numbers(seed, line)
    picks = [pick(source, 2)] if first_game else []
    picks += [pick(source, n) for n in range(20, 1, -1)]
    return picks + ([pick(source, 2)] if by_lot else [])


def main():
    starts = 0
    for name in sys.argv[1:]:
        for line, text in enumerate(open(name), 1):
            kind, *pieces = text.split()
            if kind != "start":
                continue
            value = dict(piece.split("=", 1) for piece in pieces)
            found = [int(p) for p in value["picks"].split(",")]
            wanted = picks_of_start(bytes.fromhex(value["seed"]), line, value["game"] == "1", value["first"] == "0")
            if found != wanted:
                sys.exit(f"{name}, line {line}: the picks are {found}, but the seed gives {wanted}")
            starts += 1
    if starts == 0:
        sys.exit("no start line was found: nothing was checked")
    print(f"{starts} starts follow from their seeds")


main()
