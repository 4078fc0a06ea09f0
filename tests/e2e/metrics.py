#!/usr/bin/env python3
"""metrics.py PROGRAM DOCS: what an operator reads of a house with a game on IRC: /metrics, /healthz and tabletalk status say the same, count
what happened, and name nobody; who asks for too much is hung up on; the board and the rules in DOCS use figures that exist."""
import json
import os
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.error
import urllib.request

SECONDS = 120
CLIENTS = 8  # WEB_CLIENTS
SECRETS = ["annsecret", "roomsecret", "hostsecret", "passsecret", "usersecret", "datasecret"]
CONFIG = """
data_folder = "datasecret"
metrics = "0"
irc "lib" {
    server = "127.0.0.1"
    port = %d
    tls = no
    nick = "bot"
    password_file = "password"
    flood = off
    channels = {"#roomsecret"}
}
"""


class Server:
    """As much of an IRC server as one bot and one person need."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        self.said, self.lock, self.bot, self.connections = [], threading.Condition(), None, 0
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            with self.lock:
                self.bot = client
                self.connections += 1
            for line in client.makefile(encoding="utf-8", errors="replace"):
                self.answer(line.rstrip("\r\n"))

    def put(self, line):
        self.bot.sendall((line + "\r\n").encode())

    def answer(self, line):
        word = line.split(" ")
        if word[0] == "USER":
            # ngIRCd repeats nothing of the past, so the bot hears from the first line on.
            for reply in ("001 bot :Welcome", "004 bot srv ngircd-26.1 a b", "005 bot PREFIX=(ov)@+ CHANTYPES=# :are supported",
                          "376 bot :End"):
                self.put(":srv " + reply)
        elif word[0] == "PING":
            self.put(":srv PONG srv " + word[1])
        elif word[0] == "JOIN":
            self.put(f":bot!bot@h JOIN {word[1]}")
            self.put(f":srv 353 bot = {word[1]} :@bot annsecret")
            self.put(f":srv 366 bot {word[1]} :End")
            self.is_joined = True
        elif word[0] == "MODE" and word[1][0] == "#":
            self.put(f":srv 324 bot {word[1]} +n")
        elif word[0] == "WHO":
            self.put(f":srv 352 bot {word[1]} usersecret hostsecret srv annsecret H :0 ann")
            self.put(f":srv 315 bot {word[1]} :End")
        elif word[0] == "PRIVMSG":
            with self.lock:
                self.said.append(line)
                self.lock.notify_all()

    def say(self, text):
        self.put(f":annsecret!usersecret@hostsecret PRIVMSG #roomsecret :{text}")

    def hear(self, pattern):
        end = time.monotonic() + SECONDS
        with self.lock:
            while not any(re.search(pattern, line) for line in self.said):
                assert self.lock.wait(end - time.monotonic()), (pattern, self.said)


def wait_for(what):
    end = time.monotonic() + SECONDS
    while not (value := what()):
        assert time.monotonic() < end, "nothing came of it"
        time.sleep(0.05)
    return value


def get(port, path, **more):
    try:
        with urllib.request.urlopen(urllib.request.Request(f"http://127.0.0.1:{port}{path}", **more), timeout=SECONDS) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode()


def figures(page):
    """{"tabletalk_sessions{state="played"}": 1.0, ...}; every line is a comment or a sample, and no sample comes twice."""
    samples = {}
    for line in page.splitlines():
        if line.startswith("# HELP ") or line.startswith("# TYPE "):
            continue
        sample = re.fullmatch(r'([a-z_]+(?:\{[a-z]+="[^"]*"(?:,le="[^"]*")?\})?) ([0-9.]+)', line)
        assert sample and sample[1] not in samples, line
        samples[sample[1]] = float(sample[2])
    return samples


def play(server, port):
    def value(name):
        return figures(get(port, "/metrics")[1]).get(name, 0)

    wait_for(lambda: value('tabletalk_network_up{network="irc:lib"}') == 1)
    wait_for(lambda: getattr(server, "is_joined", False))  # who speaks before is not heard
    server.say("!play coloretto robots=1 level=easy")
    server.hear("PRIVMSG #roomsecret .*[Cc]oloretto")
    for _ in range(3):
        before = value("tabletalk_heard_total")
        server.say("!draw")
        wait_for(lambda before=before: value("tabletalk_heard_total") > before)
    wait_for(lambda: value("tabletalk_moves_total") >= 1)
    for stage in ("heard", "saved", "told"):
        wait_for(lambda stage=stage: value(f'tabletalk_stage_seconds_count{{stage="{stage}"}}') >= 1)
    assert value('tabletalk_sessions{state="played"}') == 1
    wait_for(lambda: value('tabletalk_waiting{queue="thoughts"}') == 0)
    assert value('tabletalk_network_sessions{network="irc:lib"}') == 1
    assert value("tabletalk_lines_total") >= value("tabletalk_moves_total") + 3
    assert value("process_resident_memory_bytes") > 1_000_000


def bounds(port):
    asked = [socket.create_connection(("127.0.0.1", port), SECONDS) for _ in range(CLIENTS + 3)]
    for client in asked:
        client.settimeout(SECONDS)
    hung_up = 0
    for client in asked[CLIENTS:]:
        try:
            hung_up += client.recv(1) == b""
        except ConnectionResetError:
            hung_up += 1
    assert hung_up == 3, f"{hung_up} of 3 were hung up on"
    for client in asked:
        client.close()
    wait_for(lambda: ask_alone(port).startswith(b"HTTP/1."))
    for _ in range(30):
        assert b"200 OK" not in ask_alone(port, b"GET /metrics HTTP/1.1\r\nHost: h\r\nX: " + b"x" * 100_000 + b"\r\n\r\n")
    assert get(port, "/healthz") == (200, "ok\n")
    with open("log", encoding="utf-8") as log:
        said = sum(" websockets says=" in line for line in log)
    assert 0 < said <= 20, f"a client can fill the log: {said} lines of libwebsockets"


def ask_alone(port, request=b"GET /healthz HTTP/1.0\r\n\r\n"):
    try:
        with socket.create_connection(("127.0.0.1", port), SECONDS) as client:
            client.sendall(request)
            return client.recv(64)
    except (ConnectionResetError, BrokenPipeError):
        return b""


def documents(docs, page):
    known = {re.split(r"[{ ]", line)[0] for line in page.splitlines() if not line.startswith("#")}
    for name in ("operation/grafana.json", "operation/alerts.yml"):
        with open(os.path.join(docs, name), encoding="utf-8") as file:
            text = file.read()
        used = set(re.findall(r"\b(?:tabletalk|process)_[a-z_]+", text))
        assert len(used) > 5 and used <= known, f"{name} uses {used - known}, which the page does not have"
        if name.endswith(".json"):
            json.loads(text)
    with open(os.path.join(docs, "operation.md"), encoding="utf-8") as file:
        told = set(re.findall(r"`((?:tabletalk|process)_[a-z_]+)", file.read()))
    figures_there = set(re.findall(r"^# TYPE (\S+)", page, re.M))
    assert told == figures_there, f"operation.md: {told ^ figures_there}"


def main():
    program, docs = (os.path.abspath(word) for word in sys.argv[1:3])
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        server = Server()
        with open("config", "w", encoding="utf-8") as file:
            file.write(CONFIG % server.port)
        with open(os.open("password", os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="utf-8") as file:
            file.write("passsecret\n")
        with open("log", "w", encoding="utf-8") as log:
            process = subprocess.Popen([program, "--config", "config"], stderr=log, stdout=log, stdin=subprocess.DEVNULL)
        try:
            def port_told():
                with open("log", encoding="utf-8") as log:
                    return re.search(r" metrics-ready .*port=(\d+)", log.read())

            port = int(wait_for(port_told)[1])
            wait_for(lambda: get(port, "/healthz") == (200, "ok\n"))
            assert get(port, "/other")[0] == 404
            assert get(port, "/metrics", data=b"x")[0] == 405
            play(server, port)
            bounds(port)

            page = get(port, "/metrics")[1]
            told = subprocess.run([program, "--config", "config", "status", "--json"], capture_output=True, text=True, timeout=SECONDS, check=True)
            status = json.loads(told.stdout)
            plain = subprocess.run([program, "--config", "config", "status"], capture_output=True, text=True, timeout=SECONDS, check=True)
            assert "\ntabletalk_moves_total: " in plain.stdout and "\ntables: 1 played" in "\n" + plain.stdout, plain.stdout
            assert set(status) == set(re.findall(r"^# TYPE (\S+)", page, re.M))
            assert status["tabletalk_sessions"]["played"] == 1 and status["tabletalk_stage_seconds"]["told"]["count"] >= 1
            for secret in SECRETS:
                assert secret not in page and secret not in told.stdout, f"the page says {secret!r}"
            documents(docs, page)
            with open("page", "w", encoding="utf-8") as file:
                file.write(page)
            if os.environ.get("PROMTOOL"):
                with open("page", encoding="utf-8") as file:
                    subprocess.run([os.environ["PROMTOOL"], "check", "metrics"], stdin=file, check=True, timeout=SECONDS)

            server.bot.shutdown(socket.SHUT_RDWR)
            wait_for(lambda: figures(get(port, "/metrics")[1])['tabletalk_network_losses_total{network="irc:lib"}'] == 1)
            process.terminate()
            assert process.wait(SECONDS) == 0
        finally:
            process.kill()
            process.wait()


main()
