#!/usr/bin/env python3
"""discord_cards.py PROGRAM STANDIN: `tabletalk discord cards` uploads each card once, goes on where a kill cut it off, uploads
again only what changed, and says what is wrong where Discord refuses.
"""
import glob
import os
import re
import subprocess
import sys
import tempfile
import time

TOKEN = "MTIzNDU2.stand-in.c2VjcmV0LXRva2Vu"
SECONDS = 300


def configure(api, token):
    with open("token", "w", encoding="ascii") as file:
        file.write(token + "\n")
    os.chmod("token", 0o600)
    with open("tabletalk.conf", "w", encoding="utf-8") as file:
        file.write(f'data_folder = "data"\ndiscord "club" {{\n    token_file = "token"\n    api = "{api}"\n}}\n')


def begin(program):
    return subprocess.Popen([program, "--config", "tabletalk.conf", "discord", "cards"], stdout=subprocess.PIPE,
                            stderr=subprocess.STDOUT, text=True)


def run(program):
    """(exit status, cards that are there, cards in all, uploaded now)"""
    process = begin(program)
    said = process.communicate(timeout=SECONDS)[0]
    assert "stand-in" not in said, said
    found = re.search(r"(\d+) of (\d+) cards are there; (\d+) were uploaded now", said)
    assert found, said
    return (process.returncode, *(int(number) for number in found.groups()))


def noted():
    rows = []
    for path in glob.glob("data/discord-cards-*"):
        if path.endswith(".new"):
            continue
        with open(path, encoding="ascii") as file:
            rows += [line.split() for line in file]
    assert all(len(row) == 3 for row in rows), rows
    return rows


def cut_off(program):
    """Kills the upload when some cards are noted; how many are."""
    process = begin(program)
    end = time.monotonic() + SECONDS
    while len(noted()) < 7:
        assert time.monotonic() < end and process.poll() is None, process.communicate()
        time.sleep(0.05)
    process.kill()
    process.wait()
    process.stdout.close()
    return len(noted())


def change_digest(row):
    (path,) = glob.glob("data/discord-cards-*[0-9]")
    with open(path, encoding="ascii") as file:
        text = file.read()
    with open(path, "w", encoding="ascii") as file:
        file.write(text.replace(" ".join(row), f"{row[0]} {row[1]} 0000000000000000"))


def main():
    program, standin = (os.path.abspath(path) for path in sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="tabletalk-") as folder, subprocess.Popen(
            [standin], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True) as discord:
        os.chdir(folder)
        api = discord.stdout.readline().split()[0]
        configure(api, TOKEN)
        before = cut_off(program)
        status, there, count, sent = run(program)
        # The one under way at the kill may be there without being noted: then it is replaced.
        assert status == 0 and there == count and sent == count - before, (status, before, there, count, sent)
        rows = noted()
        assert len({row[0] for row in rows}) == len({row[1] for row in rows}) == count, rows
        assert run(program) == (0, count, count, 0)
        change_digest(rows[3])
        assert run(program) == (0, count, count, 1)
        assert [a for a in rows if a not in noted()] == [rows[3]]
        configure(api, "another.secret.token")
        status, there, _, sent = run(program)
        assert status == 1 and there == 0 and sent == 0
        os.chdir("/")
        discord.communicate(timeout=SECONDS)


main()
