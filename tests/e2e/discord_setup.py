#!/usr/bin/env python3
"""discord_setup.py PROGRAM STANDIN EXPECTED: what `tabletalk discord setup` says of applications that are well and of those that
are not, byte for byte but for ids and ports; it exits with 0 only where the bot can play, and never prints the token. With
UPDATE=1 in the environment EXPECTED is written instead of compared.
"""
import difflib
import os
import re
import subprocess
import sys
import tempfile

TOKEN = "MTIzNDU2.stand-in.c2VjcmV0LXRva2Vu"
SECONDS = 120


class Standin:
    """Discord, as these options make it."""

    def __init__(self, program, options):
        self.process = subprocess.Popen([program, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.api = self.process.stdout.readline().split()[0]

    def __enter__(self):
        return self

    def __exit__(self, *why):
        self.process.communicate(timeout=SECONDS)


def configure(api, token, more=""):
    with open("token", "w", encoding="ascii") as file:
        file.write(token + "\n")
    os.chmod("token", 0o600)
    with open("tabletalk.conf", "w", encoding="utf-8") as file:
        file.write(f'discord "club" {{\n    token_file = "token"\n    api = "{api}"\n{more}}}\n')


def run(program, what, *arguments):
    done = subprocess.run([program, "--config", "tabletalk.conf", "discord", *arguments], capture_output=True, text=True,
                          timeout=SECONDS, check=False)
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
