#!/usr/bin/env python3
"""Checks what seal.c computed against hashlib, hmac and base64: check_luck.py FILE. Each line is a kind, what went in, and what came out."""
import base64
import hashlib
import hmac
import sys


def sha256(data):
    return hashlib.sha256(data).digest()


def mac(key, message):
    return hmac.new(key, message, hashlib.sha256).digest()


def seal(secret, identity):
    return base64.b32encode(sha256(bytes.fromhex(secret) + bytes.fromhex(identity))[:20]).decode()


def key(secret, identity, game, *cuts):
    return mac(bytes.fromhex(secret), bytes.fromhex(identity) + int(game).to_bytes(8, "big") + b"".join(map(bytes.fromhex, cuts))).hex()


def pick(of, draw, n):
    block, n = 0, int(n)
    while True:
        bits = mac(bytes.fromhex(of), int(draw).to_bytes(8, "big") + block.to_bytes(8, "big"))
        for at in range(0, 32, 4):
            product = int.from_bytes(bits[at:at + 4], "big") * n
            if product % 2**32 >= (2**32 - n) % n:
                return str(product // 2**32)
        block += 1


kinds = {"seal": seal, "key": key, "pick": pick, "cut": lambda words: sha256(bytes.fromhex(words).strip(b" ")).hex()}
count = 0
for line in open(sys.argv[1]):
    kind, *given, answer = line.split()
    found = kinds[kind](*given)
    assert found == answer, f"{line.strip()}: but it is {found}"
    count += 1
print(count, "answers are right")
