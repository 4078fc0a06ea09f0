#!/usr/bin/env python3
"""irc_setup.py PROGRAM NGIRCD: `tabletalk irc setup` writes the section of a network that works and nothing else, whether it is
asked at a terminal or told by arguments; says what to do where a server, a login or a channel does not let it in, and never
shows a password. Before ngircd, and before a server that asks for a login."""
import base64
import os
import pty
import re
import socket
import subprocess
import sys
import tempfile
import threading
import time

SECONDS = 120
PASSWORD = "s3same-open"
KEYS = ["sesame-key", "wrong-key"]


class Ngircd:
    """A real server, with a channel that asks for a key and one that lets in only who is invited."""

    def __init__(self, program):
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.port = free.getsockname()[1]
        with open("ngircd.conf", "w", encoding="ascii") as file:
            file.write(f"[Global]\nName = irc.test\nInfo = x\nListen = 127.0.0.1\nPorts = {self.port}\nMotdPhrase = hi\n"
                       "[Options]\nIdent = no\nPAM = no\nDNS = no\n"
                       f"[Channel]\nName = #keyed\nModes = +k {KEYS[0]}\n[Channel]\nName = #invited\nModes = +i\n")
        self.process = subprocess.Popen([program, "-n", "-f", "ngircd.conf"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        end = time.monotonic() + SECONDS
        while True:
            try:
                socket.create_connection(("127.0.0.1", self.port)).close()
                return
            except OSError:
                assert time.monotonic() < end, "ngircd does not answer"
                time.sleep(0.05)

    def close(self):
        self.process.terminate()
        self.process.wait(SECONDS)


class Login:
    """As much of a server as SASL PLAIN and one channel need."""

    def __init__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client, _ = self.listener.accept()
            for line in client.makefile(encoding="utf-8", errors="replace"):
                for answer in self.answers([*line.rstrip("\r\n").split(" "), ""]):
                    client.sendall((answer + "\r\n").encode())
                if line.startswith("QUIT"):
                    client.close()
                    break

    @staticmethod
    def answers(words):
        good = base64.b64encode(f"cards\0cards\0{PASSWORD}".encode()).decode()
        said = {
            ("CAP", "LS"): [":srv CAP * LS :sasl=PLAIN"],
            ("CAP", "REQ"): [":srv CAP * ACK :sasl"],
            ("AUTHENTICATE", "PLAIN"): ["AUTHENTICATE +"],
            ("AUTHENTICATE", good): [":srv 900 bot bot!bot@h cards :You are now logged in", ":srv 903 bot :ok"],
            ("CAP", "END"): [":srv 001 bot :Welcome", ":srv 004 bot srv ngircd-26.1 a b",
                             ":srv 005 bot PREFIX=(ov)@+ CHANTYPES=# :are supported", ":srv 376 bot :End"],
            ("JOIN", words[1]): [f":bot!bot@h JOIN {words[1]}", f":srv 353 bot = {words[1]} :+bot", f":srv 366 bot {words[1]} :End"],
            ("PING", words[1]): [f":srv PONG srv {words[1]}"],
        }
        return said.get((words[0], words[1]), [":srv 904 bot :no"] if words[0] == "AUTHENTICATE" else [])


def run(program, *arguments, typed=""):
    done = subprocess.run([program, *arguments], input=typed, capture_output=True, text=True, timeout=SECONDS, check=False)
    said = done.stdout + done.stderr
    for secret in (PASSWORD, *KEYS):
        assert secret not in re.sub(r"(?s)\nNothing was written.*", "", said), said
    return done.returncode, said


def at_terminal(program, lines):
    """What a person sees who answers with these lines, each when something is asked."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.execv(program, [program, "irc", "setup", "net"])
    seen = b""
    for line in lines:
        while not seen.endswith(b": "):
            seen += os.read(terminal, 1000)
        time.sleep(0.05)  # until its echo is off
        os.write(terminal, line.encode() + b"\n")
        seen += os.read(terminal, 1000)
    try:
        while part := os.read(terminal, 1000):
            seen += part
    except OSError:
        pass  # the terminal is closed
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]), seen.decode()


def expect(said, *patterns):
    for pattern in patterns:
        assert re.search(pattern, said), (pattern, said)


def try_real(program, server):
    there = ["--server=127.0.0.1", f"--port={server.port}", "--tls=no"]
    status, said = run(program, "irc", "setup", typed=f"127.0.0.1\n{server.port}\nno\n\ncardbot\n#games, #keyed {KEYS[0]}\n\nann, by mail\n")
    expect(said, r"ok +#games lets the bot in, and it has a voice", r"ok +#keyed .*\+v cardbot", r"note +The bot has no account",
           r"type in #games:\n +!play heartcatchers\n +!add robot\n", r"tabletalk --config bot.conf")
    assert status == 0, said
    play_as_shown(program, server.port, said)
    with open("bot.conf", encoding="utf-8") as file:
        first = file.read()
    assert f'channels = {{"#games", "#keyed {KEYS[0]}"}}' in first and 'owner = "ann, by mail"' in first, first
    assert os.stat("bot.conf").st_mode & 0o777 == 0o600
    assert run(program, "--config", "bot.conf", "--check-config")[0] == 0
    status, said = run(program, "--config", "bot.conf", "irc", "setup")
    assert status == 0 and "written" not in said, said

    # Nothing of what does not work is written, and nothing that is there is lost.
    tried = [
        (there + ["--nick=two", f"--channel=#invited,#keyed {KEYS[1]},#games"],
         [r"WRONG  #invited: .* invited", r"WRONG  #keyed: .* key", r"ok +#games", "Nothing was written"]),
        (["--server=127.0.0.1", "--port=1", "--tls=no", "--nick=two", "--channel=#games"], [r"WRONG .*nobody answers"]),
        (there + ["--nick=two words", "--channel=#games"], [r"bot.conf:[0-9]+: nick "]),
        (there + ["--nick=two"], [r"--channel NAME is needed"]),
        (there + ["--nick=two", "--channel=#games", "--account-password-file=x"], ["no place here"]),
        (there + ["--nick=two", "--channel=#games", "--owner=x"], ["at its top"]),
        (there + ["--nik=two"], ["did you mean --nick"]),
    ]
    for arguments, patterns in tried:
        status, said = run(program, "--config", "bot.conf", "irc", "setup", "other", *arguments)
        assert status != 0, said
        expect(said, *patterns)
    status, said = run(program, "--config", "bot.conf", "irc", "setup", "oftc")
    assert status != 0, said
    expect(said, 'there is no irc "oftc" .*; there is "libera"\\n')
    for arguments, pattern in (([], "bot.conf is there already"), (["--config", "bot.conf"], "another title")):
        status, said = run(program, *arguments, "irc", "setup", "libera", *there, "--nick=two", "--channel=#games")
        assert status == 2, said
        expect(said, pattern)
    with open("bot.conf", encoding="utf-8") as file:
        assert file.read() == first

    status, said = run(program, "--config", "bot.conf", "irc", "setup", "other", *there, "--nick=t\\o", "--channel=#games")
    assert status == 0, said
    with open("bot.conf", encoding="utf-8") as file:
        assert file.read().startswith(first + '\nirc "other" {\n')
    assert run(program, "--config", "bot.conf", "--check-config")[0] == 0


def play_as_shown(program, port, said):
    """Two lines from an empty channel to a hand: those that the setup has shown."""
    bot = subprocess.Popen([program, "--config", "bot.conf", "--data", "data"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    lines = re.search(r"type in #games:\n((?: +\S.*\n)+)", said)[1].split("\n")[:-1]
    assert len(lines) == 2, lines
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=SECONDS) as ann:
            heard = ann.makefile(encoding="utf-8", errors="replace")
            ann.sendall(b"NICK ann\r\nUSER ann 0 * :ann\r\nJOIN #games\r\n")
            for line in heard:
                if line.startswith("PING"):
                    ann.sendall(line.replace("PING", "PONG").encode())
                if re.search(r" 353 ann . #games :.*cardbot|:cardbot!\S+ JOIN :?#games", line):
                    break  # the bot is there, too
            for line in lines:
                ann.sendall(f"PRIVMSG #games :{line.strip()}\r\n".encode())
            assert any(re.search(r":cardbot!\S+ (PRIVMSG|NOTICE) ann :.*your hand", line) for line in heard), "no hand has come"
    finally:
        bot.terminate()
        bot.wait(SECONDS)


def try_login(program):
    server = Login()
    os.remove("bot.conf")
    lines = ["127.0.0.1", str(server.port), "no", "bot", "#games", "cards"]
    status, seen = at_terminal(program, [*lines, "wrong" + PASSWORD, ""])
    assert status != 0 and not os.path.exists("bot.conf") and not os.path.exists("net.account_password"), seen
    expect(seen, r"WRONG .*(login|account|logged)", "Nothing was written")
    status, said = run(program, "irc", "setup", "net", typed="\n".join([*lines, PASSWORD]))  # and then nobody answers
    expect(said, "--owner TEXT is needed")
    assert status != 0 and not os.path.exists("net.account_password"), said
    status, seen = at_terminal(program, [*lines, PASSWORD, ""])
    assert status == 0 and PASSWORD not in seen, seen
    expect(seen, r"ok +The bot is logged in as cards", r"ok +#games lets the bot in")
    with open("net.account_password", encoding="utf-8") as file:
        assert file.read() == PASSWORD + "\n"
    assert os.stat("net.account_password").st_mode & 0o777 == 0o600
    with open("bot.conf", encoding="utf-8") as file:
        assert 'account_password_file = "net.account_password"' in file.read()


def main():
    program, ngircd = (os.path.abspath(path) for path in sys.argv[1:])
    with tempfile.TemporaryDirectory(prefix="tabletalk-") as folder:
        os.chdir(folder)
        server = Ngircd(ngircd)
        try:
            try_real(program, server)
        finally:
            server.close()
        try_login(program)
        os.chdir("/")
    return 0


sys.exit(main())
