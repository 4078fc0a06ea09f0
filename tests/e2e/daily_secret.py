#!/usr/bin/env python3
"""daily_secret.py PROGRAM: before its time no door tells the secret of a day, those of its deals, or the keys that follow from them:
not the log (at debug), the answers, status, metrics, lists of tables, nor any record. The data folder alone holds them, which shows that
this would find them; so does each door with a leak planted."""
import base64
import hmac
import os
import re
import signal
import sqlite3
import socket
import struct
import subprocess
import sys
import tempfile

CORE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../core/games")
with open(f"{CORE}/games.def", encoding="ascii") as games_file:
    GAMES = re.findall(r"^GAME\((\w+)\)", games_file.read(), re.M)
ASKED = ("daily", "fair", "hand", "board", "board all", "moves", "hint", "undo", "score", "turn", "mydata", "whoami", "stats", "top",
         "last", "last picture", "daily top coloretto", "daily share", "daily share letters", "rules coloretto", "settings", "replay 1",
         "replay 2", "replay 3", "fair 1", "fair 2", "fair 3", "notify", "open", "help")
SCRIPT = ("daily coloretto", *ASKED, "draw", "place 1", "draw", "place 2", "take 1", "stop", "stop", *ASKED,
          "play coloretto robots=2", "start", "draw", *ASKED, "stop", "stop", "daily kritters", *ASKED)


def forms(secret):
    yield from (secret, secret.hex().encode(), secret.hex().upper().encode(), base64.b64encode(secret).rstrip(b"="),
                base64.urlsafe_b64encode(secret).rstrip(b"="), base64.b32encode(secret).rstrip(b"="))


def derived(day):
    """The day's secret, each game's, and each game's key with and without a place for the person's cut."""
    yield day
    for game in GAMES:
        secret = hmac.new(day, b"daily " + game.encode(), "sha256").digest()
        yield secret
        for cuts in (b"", bytes(32)):
            yield hmac.new(secret, bytes(16) + struct.pack(">Q", 1) + cuts, "sha256").digest()


def found(where, secrets):
    return [secret.hex() for secret in secrets for form in forms(secret) if form in where]


class House:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.data, self.config = os.path.join(folder, "data"), os.path.join(folder, "tabletalk.conf")
        self.socket = os.path.join(folder, "metrics")
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(f'robot_threads = 0\nlog_level = "debug"\nmetrics = "unix:{self.socket}"\n')
        self.arguments = [program, "--config", self.config, "--data", self.data]
        self.start()

    def start(self):
        self.process = subprocess.Popen(self.arguments + ["--plain"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.STDOUT, env=dict(os.environ, HOME=self.folder))

    def say(self, words):
        """What is told until it is answered."""
        told = b""
        self.process.stdin.write(f"{words}\n/answered\n".encode())
        self.process.stdin.flush()
        for line in self.process.stdout:
            if line.startswith(b"* This terminal has no command /answered"):
                return told
            told += line
        raise SystemExit(f"the program ended: {told!r}")

    def order(self, *words):
        return subprocess.run(self.arguments + list(words), stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT, check=False).stdout

    def metrics(self):
        with socket.socket(socket.AF_UNIX) as client:
            client.connect(self.socket)
            client.sendall(b"GET /metrics HTTP/1.0\r\n\r\n")
            return b"".join(iter(lambda: client.recv(65536), b""))

    def secrets(self):
        with sqlite3.connect(f"file:{self.data}/tabletalk.db?mode=ro", uri=True) as store:
            rows = [value for (value,) in store.execute("SELECT value FROM setting WHERE key LIKE 'daily.%'")]
            tables = [secret for (secret,) in store.execute("SELECT secret FROM record WHERE id IN (1, 3)")]
        days = [bytes.fromhex(value.split("secret=")[1][:64]) for value in rows]
        secrets = [secret for day in days for secret in derived(day)]
        assert all(bytes.fromhex(secret) in secrets for secret in tables), "a table has another secret than fairness.md says"
        return secrets, len(days)

    def files(self, part):
        told = b""
        for name in sorted(os.listdir(self.data)):
            if part in name:
                with open(os.path.join(self.data, name), "rb") as file:
                    told += file.read()
        return told


def doors(house):
    """What each door tells, by its name."""
    begin = b""
    while b"sealed already" not in begin:  # the secrets are saved first
        begin += house.say("daily" if not begin else "whoami")
    told = {"answers": begin + b"".join(house.say(words) for words in SCRIPT)}
    house.process.send_signal(signal.SIGKILL)
    house.process.wait()
    house.start()
    told["answers after a kill"] = b"".join(house.say(words) for words in ASKED)
    told["status"] = house.order("status") + house.order("status", "--json")
    told["metrics"] = house.metrics()
    told["tables"] = house.order("tables", "list", "all")
    for table in ("1", "2", "3"):
        told[f"show {table}"] = house.order("tables", "show", table)
        told[f"record {table}"] = house.order("tables", "export", table)
        for view in ("--public", "--seat 1", "--reveal"):
            told[f"replay {table} {view}"] = house.order("replay", table, *view.split())
    told["log"] = house.files(".log")
    return told


def main():
    with tempfile.TemporaryDirectory() as folder:
        house = House(sys.argv[1], folder)
        told = doors(house)
        secrets, days = house.secrets()
        assert days >= 2, f"{days} days have secrets"
        assert b"day=" in told["record 1"] and b"day=" not in told["record 2"] and b"day=" in told["record 3"], told["answers"]
        assert b"metrics-ready" in told["log"] and b"tabletalk_info" in told["metrics"]
        house.process.stdin.close()
        house.process.wait()
        assert len(found(house.files("tabletalk.db"), secrets)) >= days, "the data folder does not hold the secrets"
        for name, text in told.items():
            assert len(text) > 20, f"{name} tells nothing"
            assert not found(text, secrets), f"{name} tells a secret of a day: {found(text, secrets)}"
            for secret in secrets:
                for form in forms(secret):
                    assert found(text + form + b"\n", secrets), f"a leak in {name} is not seen"
        print(f"{len(told)} doors, {sum(map(len, told.values()))} bytes: none of {len(secrets)} secrets and keys of {days} days")


if __name__ == "__main__":
    main()
