#!/usr/bin/env python3
"""daily_kill.py PROGRAM: kill -9 in every state of a deal of the day: while it is dealt, while a move is read, saved or answered, when one
was answered, and when it is over. No try is lost, none is had twice, what was answered is in the record, and nothing is there twice.
KILL_SEED says with which dice."""
import os
import random
import re
import signal
import sys
import tempfile
import time

from daily_secret import House

GAME = "heartcatchers"
DEALING, BETWEEN = 6, 0.02  # kills while it is dealt; seconds in which a kill falls


def kill(house):
    house.process.send_signal(signal.SIGKILL)
    house.process.wait()
    house.process.stdin.close()
    house.process.stdout.close()
    house.start()
    house.say("whoami")  # tables are back


def moves(house):
    record = house.order("tables", "export", "1").decode()
    assert record.count("day=") == 1, record
    return re.findall(r"^move (p\d .*) hash=", record, re.MULTILINE)


def tries(house):
    return len(re.findall(rb"(?m)^ *\d+ ", house.order("tables", "list", "all")))


def say_and_kill(house, words, dice):
    house.process.stdin.write(f"{words}\n".encode())
    house.process.stdin.flush()
    time.sleep(dice.random() * BETWEEN)
    kill(house)


def begin(house, dice):
    """The try is there once, whenever a kill fell."""
    for _ in range(DEALING):
        say_and_kill(house, f"daily {GAME}", dice)
        assert tries(house) <= 1, house.order("tables", "list", "all")
    while b"your hand" not in house.say(f"daily {GAME}"):
        pass
    assert tries(house) == 1


def play(house, dice):
    kept = moves(house)
    unanswered = answered = 0
    while letter := re.search(rb"\(private to guest\) (\w) .*!hide", house.say("hand")):
        move = f"hide {letter[1].decode()} me1"
        is_answered = dice.randrange(3) == 0
        if is_answered:
            house.say(move)
            kill(house)
        else:
            say_and_kill(house, move, dice)
        now = moves(house)
        assert now[:len(kept)] == kept, "an answered move is lost, or another stands there"
        new = now[len(kept):]
        added = [line for line in new if line.startswith(new[0][:3])]  # it was the person's turn: the first is theirs
        assert len(added) == 1 if is_answered else len(added) <= 1, (is_answered, now)
        assert len(new) in (0, 1, 2), now
        answered += is_answered
        unanswered += len(added) * (not is_answered)
        kept = now
    return answered, unanswered


def main():
    dice = random.Random(int(os.environ.get("KILL_SEED", "1")))
    with tempfile.TemporaryDirectory() as folder:
        house = House(sys.argv[1], folder)
        while b"sealed already" not in house.say("daily"):
            pass
        begin(house, dice)
        answered, unanswered = play(house, dice)
        for _ in range(3):
            kill(house)
            told = house.say(f"daily {GAME}")
            assert b"your hand" not in told and tries(house) == 1, told
        house.process.stdin.close()
        house.process.wait()
        print(f"{answered} kills behind answered moves, {unanswered} of moves that were saved and not answered yet")


main()
