#!/usr/bin/env python3
"""Checks the picks of Heartcatchers records against their keys, from docs/record-format.md alone: an implementation that
shares nothing with ours. verify_luck.py RECORD...  Exit status 0: every pick follows from its key."""
import hashlib
import hmac
import sys


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


def picks_of_start(key, first_game, by_lot):
    """Seats of the first game, the deck of 20, and who begins."""
    ranges = ([2] if first_game else []) + list(range(20, 1, -1)) + ([2] if by_lot else [])
    return [pick(key, draw, n) for draw, n in enumerate(ranges)]


def main():
    starts = 0
    for name in sys.argv[1:]:
        for line, text in enumerate(open(name), 1):
            kind, *pieces = text.split()
            if kind != "start":
                continue
            value = dict(piece.split("=", 1) for piece in pieces)
            found = [int(p) for p in value["picks"].split(",")]
            wanted = picks_of_start(bytes.fromhex(value["key"]), value["game"] == "1", value["first"] == "0")
            if found != wanted:
                sys.exit(f"{name}, line {line}: the picks are {found}, but the key gives {wanted}")
            starts += 1
    if starts == 0:
        sys.exit("no start line was found: nothing was checked")
    print(f"{starts} starts follow from their keys")


main()
