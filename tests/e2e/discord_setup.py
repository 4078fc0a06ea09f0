#!/usr/bin/env python3
"""discord_setup.py PROGRAM STANDIN EXPECTED: what `tabletalk discord setup` says of applications that are well and of those that
are not, byte for byte but for ids and ports; it exits with 0 only where the bot can play, and never prints the token. With
UPDATE=1 in the environment EXPECTED is written instead of compared.
"""
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
import time

TOKEN = "MTIzNDU2.stand-in.c2VjcmV0LXRva2Vu"
SECONDS = 120


class Standin:
    """Discord, as these options make it."""

    def __init__(self, program, options):
        self.process = subprocess.Popen([program, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True)
        self.api = self.process.stdout.readline().split()[0]

    def __enter__(self):
        return self

    def order(self, text):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        return next(line for line in self.process.stdout if line.startswith("= "))[2:].rstrip("\n")

    def wait_for(self, order, is_so):
        end = time.monotonic() + SECONDS
        while not is_so(answer := self.order(order)):
            assert time.monotonic() < end, (order, answer)
            time.sleep(0.05)
        return json.loads(answer)

    def __exit__(self, *why):
        self.process.communicate(timeout=SECONDS)


def play_in_three(program, discord):
    """Three presses in a server that has just added the bot, and the first move is offered."""
    bot = subprocess.Popen([program, "--config", "tabletalk.conf"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for order in ("guild town", "channel town games", "user ann"):
            discord.order(order)
        discord.wait_for("ready", lambda answer: answer == "1")
        end = time.monotonic() + SECONDS
        while discord.order("slash ann games play game:coloretto") == "0":  # commands are being registered
            assert time.monotonic() < end, "/play is not offered"
            time.sleep(0.05)
        for button in (":robot", ":start"):
            table = discord.wait_for("table games", lambda answer, end=button: end + '"' in answer)
            assert discord.order(f"press ann {table['id']} {find(table, button)}") != "0"
        table = discord.wait_for("table games", lambda answer: '"custom_id":"b' in answer)
        move = re.search(r'"custom_id": "(b[^"]*)"', json.dumps(table))[1]
        assert discord.order(f"press ann {table['id']} {move}") != "0"
        discord.wait_for("table games", lambda answer: move not in answer)
    finally:
        bot.terminate()
        bot.wait(SECONDS)


def find(message, end):
    return next(button["custom_id"] for row in message["components"] for button in row["components"]
                if button.get("custom_id", "").endswith(end))


def configure(api, token, more=""):
    with open("token", "w", encoding="ascii") as file:
        file.write(token + "\n")
    os.chmod("token", 0o600)
    with open("tabletalk.conf", "w", encoding="utf-8") as file:
        file.write(f'discord "club" {{\n    token_file = "token"\n    api = "{api}"\n{more}}}\n')


def run(program, what, *arguments, typed=""):
    done = subprocess.run([program, "--config", "tabletalk.conf", "discord", *arguments], capture_output=True, text=True,
                          input=typed, timeout=SECONDS, check=False)
    said = f"=== {what}\n{done.stdout}{done.stderr}--- exit status {done.returncode}\n\n"
    assert TOKEN not in said and "secret" not in said, said
    said = re.sub(r"127\.0\.0\.1[: ](port )?[0-9]+", "127.0.0.1:PORT", said)
    return re.sub(r"(user id |application id |client_id=)[0-9]+", r"\1ID", said)


def run_all(program, standin):
    told = []
    for what, options, token, more in (
            ("all is well", [], TOKEN, ""),
            ("messages are not read", ["content=no"], TOKEN, ""),
            ("messages shall not be read", [], TOKEN, '    read_messages = "no"\n'),
            ("an endpoint", ["endpoint=https://example.org/press"], TOKEN, ""),
            ("a wrong token", [], "another.secret.token", ""),
            ("no Identify is left", ["identifies=-1"], TOKEN, "")):
        with Standin(standin, options) as discord:
            configure(discord.api, token, more)
            told.append(run(program, what, "setup"))
    told.append(run(program, "nobody answers", "setup", "club"))
    told.append(run(program, "another title", "setup", "pub"))
    told.append(run(program, "no such thing", "shutdown"))
    with open("tabletalk.conf", "w", encoding="utf-8") as file:
        file.write('data_folder = "data"\n')
    told.append(run(program, "no section", "setup"))
    assert not os.path.exists("data")
    with Standin(standin, []) as discord:
        told.append(run(program, "a new section", "setup", f"--api={discord.api}", typed=TOKEN))
        told.append(run(program, "and how it is", "setup"))
        play_in_three(program, discord)
    with open("tabletalk.conf", encoding="utf-8") as file:
        told.append(re.sub(r":[0-9]+/", ":PORT/", file.read()))
    with open("club.token", encoding="ascii") as file:
        assert file.read() == TOKEN + "\n" and os.stat("club.token").st_mode & 0o777 == 0o600
    return "".join(told)


def main():
    program, standin, expected = (os.path.abspath(path) for path in sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="tabletalk-") as folder:
        os.chdir(folder)
        told = run_all(program, standin)
        os.chdir("/")
    if os.environ.get("UPDATE"):
        with open(expected, "w", encoding="utf-8") as file:
            file.write(told)
        return 0
    with open(expected, encoding="utf-8") as file:
        wanted = file.read()
    sys.stdout.writelines(difflib.unified_diff(wanted.splitlines(True), told.splitlines(True), expected, "told"))
    return told != wanted


sys.exit(main())
