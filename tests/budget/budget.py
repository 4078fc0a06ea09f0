#!/usr/bin/env python3
"""budget.py BUILD [--table] [--write] [--all] [--keep] [FAMILY...]: what the paths of limits.txt cost, in instructions, system calls and bytes.

BUILD is the folder of a build without sanitizers. Each family of paths runs twice: under callgrind, which counts the instructions of each
thread, and under strace, which counts system calls; of the latter run are the bytes of heap, too. Both begin and end a measured stretch by
a mark (mark.c) when the program is quiet: all its threads wait. The luck is fixed. Where a tool is absent or
may not trace, what it counts is skipped, and said to be.

A figure above its limit in limits.txt fails. --table prints the table of docs/performance.md, --all also what is not limited;
--write writes the limits anew, today's figures and their margins; --keep leaves what was counted."""
import array
import base64
import collections
import concurrent.futures
import contextlib
import fcntl
import glob
import json
import os
import re
import select
import shutil
import signal
import socket
import sqlite3
import statistics
import subprocess
import sys
import tempfile
import termios
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SKIPPED = 77  # what ctest takes for a test that could not run
SECONDS = 120  # for what hangs
LISTED = {"futex", "epoll_wait", "epoll_pwait", "poll", "ppoll", "restart_syscall", "rt_sigreturn", "mmap", "munmap", "brk", "madvise", "mprotect"}
SAVES = "sqlite_writer_commit"  # runs in the thread that saves
# What the C library chooses by the processor would take another number of instructions on each: all use what every x86-64 has.
PLAIN = ",".join("-" + word for word in ("AVX512F", "AVX512VL", "AVX512BW", "AVX2", "AVX", "BMI2", "ERMS", "FSRM", "MOVBE", "RTM", "LZCNT", "SSE4_2",
                                         "SSE4_1", "SSSE3"))
STARTED = re.compile(r"clone3?(\(| resumed).* = (\d+)$")
MARK = re.compile(r"rt_sigtimedwait(\(\[USR2\]| resumed).*= ")  # the thread of mark.c has it

# ---- quiet ----

def states(pid):
    with contextlib.suppress(FileNotFoundError, ProcessLookupError):
        for task in os.listdir(f"/proc/{pid}/task"):
            with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(f"/proc/{pid}/task/{task}/stat", encoding="ascii", errors="replace") as file:
                yield file.read().rpartition(")")[2].split()[0]


def waiting(fd):
    """Bytes that a pipe or socket holds."""
    number = array.array("i", [0])
    fcntl.ioctl(fd, termios.FIONREAD, number)
    return number[0]


class World:
    """What has to be quiet before anything is begun or counted."""

    def __init__(self):
        self.pids, self.pipes, self.serve = [], [], None  # serve(): true if it had anything to do

    def is_quiet(self):
        """A process that something was sent to does not sleep any more when the sender does."""
        if self.serve and self.serve():
            return False
        return not any(waiting(fd) for fd in self.pipes) and all(state == "S" for pid in self.pids for state in states(pid))

    def settle(self, seconds=0.0):
        """Until it has been quiet for so long, and at two looks."""
        end, since, looks = time.monotonic() + SECONDS, None, 0
        while True:
            if self.is_quiet():
                since = since or time.monotonic()
                looks += 1
                if looks >= 2 and time.monotonic() >= since + seconds:
                    return
            else:
                since, looks = None, 0
            if time.monotonic() > end:
                raise SystemExit("budget: the program does not come to rest: " + repr([list(states(pid)) for pid in self.pids]))
            time.sleep(0.0003)


# ---- one run under one tool ----

class Run:
    """A program under a tool. What happens between two marks belongs to a path, or to none."""

    def __init__(self, tool, folder, world):
        self.tool, self.folder, self.world = tool, folder, world
        self.parts = []  # (path, rounds, group) of each stretch between two marks
        self.process = self.pid = self.output = None

    def start(self, argv, counts_late=False, **more):
        """Counts from the first instruction on, or from the first mark."""
        self.out = os.path.join(self.folder, "counted")
        wrap = {"callgrind": ["valgrind", "--tool=callgrind", "-q", "--separate-threads=yes", "--callgrind-out-file=" + self.out,
                               f"--instr-atstart={'no' if counts_late else 'yes'}"],
                "strace": ["strace", "-f", "-q", "-o", self.out], None: []}[self.tool]
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "USER": "ann", "TABLETALK_SEED": "1", "TZ": "UTC", "LANG": "C.UTF-8",
                       "BUDGET_HEAP": "heap", "GLIBC_TUNABLES": "glibc.cpu.hwcaps=" + PLAIN}
        self.process = subprocess.Popen(wrap + argv, env=environment, cwd=self.folder, **more)
        self.pid = self.process.pid
        if self.tool == "strace":
            self.pid = self.child(argv[0])
        self.world.pids.append(self.pid)

    def child(self, program):
        """The child that has become the program: strace has others, too. A short program may have ended by now, and strace with it."""
        parent = self.process.pid
        end = time.monotonic() + SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            for stat in glob.glob("/proc/[0-9]*/stat"):
                with contextlib.suppress(FileNotFoundError, ProcessLookupError), open(stat, encoding="ascii", errors="replace") as file:
                    if int(file.read().rpartition(")")[2].split()[1]) == parent:
                        with open(os.path.dirname(stat) + "/cmdline", encoding="utf-8", errors="replace") as words:
                            if words.read().split("\0")[0] == program:
                                return int(stat.split("/")[2])
            time.sleep(0.002)
        if self.process.poll() is None:
            raise SystemExit("budget: the program does not start")
        return parent

    def mark(self, path=None, rounds=0, group=0):
        """What came since the mark before was so many rounds of that path."""
        self.world.settle()
        os.kill(self.pid, signal.SIGUSR2)
        self.parts.append((path, rounds, group))
        if self.tool == "callgrind":  # is caught when the program is served the next time
            end = time.monotonic() + SECONDS
            while not os.path.exists(f"{self.out}.{len(self.parts)}-01"):
                assert time.monotonic() < end, "callgrind writes nothing"
                time.sleep(0.001)
        self.world.settle()

    def end(self):
        self.process.wait(SECONDS)
        self.world.pids.remove(self.pid)
        return self.counted()

    def kill(self):
        """What is counted was written at the last mark."""
        os.kill(self.pid, signal.SIGKILL)
        return self.end()

    # -- what was counted --

    def counted(self):
        """{(path, what): a round's figure}, and what is only listed."""
        groups = collections.defaultdict(lambda: collections.defaultdict(collections.Counter))
        rounds = collections.defaultdict(collections.Counter)
        for (path, number, group), counted in zip(self.parts, self.counts()):
            if path:
                groups[path][group].update(counted)
                rounds[path][group] += number
        figures, listed = {}, {}
        for path, by_group in groups.items():
            each = [{what: value / rounds[path][group] for what, value in counter.items()} for group, counter in by_group.items()]
            for what in sorted(set().union(*each)):
                values = [one.get(what, 0) for one in each]
                # A timer that comes due is no path's: more of them do on a slow machine. Heap that is given back is some path's.
                figures[path, what] = statistics.median(values) if what == "heap bytes" else min(values)
        return figures

    def counts(self):
        return {"callgrind": self.instructions, "strace": self.calls}[self.tool]() if self.tool else []

    def instructions(self):
        threads = {"01": "main"}
        texts = []
        for number in range(1, len(self.parts) + 1):
            texts.append({})
            for name in glob.glob(f"{self.out}.{number}-*") or glob.glob(f"{self.out}-*"):
                with open(name, encoding="utf-8") as file:
                    texts[-1][name.rpartition("-")[2]] = file.read()
                if SAVES in texts[-1][name.rpartition("-")[2]]:
                    threads.setdefault(name.rpartition("-")[2], "saving")
        for text in texts:
            counted = collections.Counter()
            for thread, words in text.items():
                counted[threads.get(thread, "others")] += int(re.search(r"^totals: (\d+)", words, re.M)[1])
            yield counted

    def calls(self):
        """The lines between two marks, of all threads but that of mark.c. What only waits or gets memory is listed, not counted."""
        parts, counted = [], collections.Counter()
        with open(self.out, encoding="utf-8", errors="replace") as file:
            lines = file.readlines()
        marking = next((started[2] for line in lines if (started := STARTED.search(line))), None)  # the first thread of all, see mark.c
        for line in lines:
            task, call = line.split()[0], re.match(r"\d+ +([a-z_0-9]+)\(", line)
            if MARK.search(line):
                parts.append(counted)
                counted = collections.Counter()
            elif call and task != marking:
                counted["." + call[1]] += 1
                counted["calls"] += call[1] not in LISTED
        parts.append(counted)  # until it ended
        heap = []
        with contextlib.suppress(FileNotFoundError), open(os.path.join(self.folder, "heap"), encoding="ascii") as file:
            heap = [int(word) for word in file.read().split()]
        for i, counted in enumerate(parts):
            if 0 < i < len(heap):
                counted["heap bytes"] = heap[i] - heap[i - 1]
        return parts


class Family:
    """Some paths that are measured in one run of a program."""

    def __init__(self, build, tool, folder):
        self.tool, self.folder, self.world = tool, folder, World()
        self.bin = os.path.join(build, "tests", "budget")
        self.standin = os.path.join(build, "tests", "discord_standin")
        self.ends = []

    def run(self, is_counted=True):
        return Run(self.tool if is_counted else None, tempfile.mkdtemp(dir=self.folder), self.world)

    def close(self):
        for end in reversed(self.ends):
            end()


# ---- the terminal ----

class Terminal(Family):
    """Two people at one keyboard play Coloretto. A round is "/as NAME" and a move."""

    def measure(self):
        # One for callgrind, five times 200 for strace.
        self.groups, self.moves = (1, 40) if self.tool == "callgrind" else (5, 200)
        run = self.run()
        data = os.path.join(run.folder, "data")
        run.start([f"{self.bin}/budget_program", "--data", data, "--name", "ann"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self.stdin, self.stdout = run.process.stdin.fileno(), run.process.stdout.fileno()
        self.world.pipes.append(self.stdin)
        os.set_blocking(self.stdout, False)
        self.begin()
        for _ in range(6):
            self.move()
        for group in range(self.groups):
            done = 0
            run.mark()
            since = 0
            while done < self.moves:
                if not self.move_next:
                    run.mark("terminal-move", since, group)
                    since = 0
                    self.begin()
                    run.mark()
                self.move()
                done += 1
                since += 1
            run.mark("terminal-move", since, group)
        os.close(self.stdin)
        self.world.pipes.remove(self.stdin)
        run.process.stdin = None
        figures = run.end()
        figures.update(self.bare(data))
        return figures

    def say(self, line):
        """Tells what the program answers."""
        told = b""
        os.write(self.stdin, line.encode() + b"\n")
        self.world.settle()
        with contextlib.suppress(BlockingIOError):
            while some := os.read(self.stdout, 65536):
                told += some
        return told.decode()

    def begin(self):
        for line in ("/as ann", "play coloretto", "/as bob", "join", "/as ann", "start"):
            told = self.say(line)
        self.note(told)

    def note(self, told):
        """Who is to move, and the first move that is offered; none if the game is over."""
        offers = re.findall(r"(ann|bob|Next): (!\w+(?: (?!or\b)\w+)?)", told)
        self.move_next = None
        if offers:
            who, move = offers[-1]
            self.move_next = (self.move_next_of if who == "Next" else who), move
            self.move_next_of = self.move_next[0]

    def move(self):
        who, move = self.move_next
        self.say("/as " + who)
        self.note(self.say(move))

    def bare(self, data):
        """The same bytes in one transaction of SQLite alone."""
        with contextlib.closing(sqlite3.connect(os.path.join(data, "tabletalk.db"))) as db:
            (size,) = db.execute("SELECT CAST(avg(length(text)) AS INTEGER) FROM line WHERE text LIKE 'move %'").fetchone()
        run = self.run()
        run.start([f"{self.bin}/bare_transaction", "bare.db", str(size), str(self.moves)])
        run.parts = [(None, 0, 0), ("bare-transaction", self.moves, 0)]
        return run.end()


# ---- beginning ----

class Start(Family):
    """From the first instruction to the last."""

    def measure(self):
        figures = {}
        for path, argv, said in (("start-version", ["--version"], b""), ("start-help", ["--data", "data"], b"help\n")):
            run = self.run()
            run.start([f"{self.bin}/budget_program"] + argv, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
            run.process.communicate(said, SECONDS)
            run.parts = [(path, 1, 0)]
            figures.update(run.end())
        return figures


# ---- Discord ----

class Standin:
    """The stand-in for Discord: a server with a channel, and somebody who talks."""

    def __init__(self, family, name, servers, *options):
        self.name, self.family = name, family
        self.token = base64.b64encode(name.encode()).decode().rstrip("=") + ".stand-in.c2VjcmV0LXRva2Vu"  # the application first
        with open(os.path.join(family.folder, name + ".log"), "wb") as log:
            self.process = subprocess.Popen([family.standin, "heartbeat=3600000", "token=" + self.token, *options],
                                            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=log)
        self.rest, self.gateway = self.process.stdout.readline().decode().split()
        family.world.pids.append(self.process.pid)
        family.ends.append(self.close)
        for order in ("guild club", "channel club talk", "channel club games", "user ann", "user bob"):
            self.ask(order)
        for number in range(1, servers):
            self.ask(f"guild {number}")

    def put_token(self, folder):
        with open(os.open(os.path.join(folder, self.name), os.O_WRONLY | os.O_CREAT, 0o600), "w", encoding="ascii") as file:
            file.write(self.token + "\n")

    def ask(self, order):
        self.process.stdin.write(order.encode() + b"\n")
        self.process.stdin.flush()
        answer = self.process.stdout.readline().decode()
        assert answer.startswith("= "), (order, answer)
        return answer[2:].rstrip("\n")

    def close(self):
        if self.process.pid in self.family.world.pids:
            self.family.world.pids.remove(self.process.pid)
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()


TALK = "shall we meet at eight? " * 20  # nobody's business


class Discord(Family):
    """Events of the gateway that are nobody's business, as it sends them: plain or compressed, to a bot in one server or in 1,000."""
    EVENTS = 15
    SERVERS = {"callgrind": (1, 1000), "strace": (1,)}  # an event asks the system for the same in one as in 1,000
    PRESSES = {"callgrind": 10, "strace": 5}
    KEPT = 0.07  # seconds after an event, when what it left to be noted is on the disk

    def measure(self):
        self.standins = {f"{name}-{servers}": Standin(self, f"{name}-{servers}", servers, "plain=" + ("yes" if name == "plain" else "no"))
                         for name in ("plain", "zlib") for servers in self.SERVERS[self.tool]}
        run = self.run()
        with open(os.path.join(run.folder, "conf"), "w", encoding="ascii") as file:
            file.write('data_folder = "data"\n')
            for name, standin in self.standins.items():
                standin.put_token(run.folder)
                file.write(f'discord "{name}" {{\n token_file = "{name}"\n api = "{standin.rest}"\n}}\n')
        run.start([f"{self.bin}/budget_program", "--config", "conf"], counts_late=True, stdout=subprocess.DEVNULL,
                  stderr=open(os.path.join(run.folder, "log"), "wb"))
        for standin in self.standins.values():
            self.ready(standin)
        self.world.settle(0.5)
        run.mark()
        for name, standin in self.standins.items():
            self.events(run, standin, "event-not-ours-" + name)
        self.events(run, self.standins["zlib-1"], "event-command-of-another-bot", "!weather in the north")
        self.presses(run, self.standins["zlib-1"])
        self.events(run, self.standins["zlib-1"], "event-for-us", "shall we meet at eight?", "games")
        figures = run.kill()
        for name in ("plain", "zlib"):
            figures.update(self.bare(name))
        return figures

    def ready(self, standin):
        end = time.monotonic() + SECONDS
        while standin.ask("ready") != "1":
            assert time.monotonic() < end, "it does not connect"
            time.sleep(0.01)

    def talk(self, standin, times, text, channel):
        for _ in range(times):
            standin.ask(f"say ann {channel} {text}")
            self.world.settle(0 if text == TALK else self.KEPT)

    def events(self, run, standin, path, text=TALK, channel="talk"):
        self.talk(standin, 3, text, channel)
        run.mark()
        for group in range(3):
            self.talk(standin, self.EVENTS // 3, text, channel)
            run.mark(path, self.EVENTS // 3, group)

    def presses(self, run, standin):
        """Two people play by the buttons below the board: a round is a press, the answer to it, and the move that is saved."""
        for who, text in (("ann", "!play coloretto"), ("bob", "!join"), ("ann", "!start"), ("bob", "!start")):
            standin.ask(f"say {who} games {text}")
            self.world.settle(0.1)
        for _ in range(4):
            self.press(standin)
        for group in range(1 if self.tool == "callgrind" else 5):
            run.mark()
            for _ in range(self.PRESSES[self.tool]):
                self.press(standin)
            run.mark("press", self.PRESSES[self.tool], group)

    def press(self, standin):
        message = json.loads(standin.ask("table games"))
        buttons = [button["custom_id"] for row in message["components"] for button in row["components"] if button.get("custom_id", "").startswith("b")]
        mentioned = re.findall(r"<@(\d+)>: !", message["content"])
        self.presser = mentioned[-1] if mentioned else self.presser
        standin.ask(f"press {self.presser} {message['id']} {buttons[0]}")
        self.world.settle(self.KEPT)

    def bare(self, name):
        """What libwebsockets costs alone. A gateway lets nobody identify twice in five seconds, so it gets another."""
        standin = Standin(self, "bare-" + name, 1, "plain=" + ("yes" if name == "plain" else "no"))
        run = self.run()
        port = standin.gateway.rpartition(":")[2]
        path = "/?v=10&encoding=json" + ("&compress=zlib-stream" if name == "zlib" else "")
        run.start([f"{self.bin}/bare_gateway", port, path, standin.token], stdout=subprocess.DEVNULL)
        self.ready(standin)
        self.world.settle(0.3)
        self.events(run, standin, "bare-gateway-" + name)
        standin.close()
        return run.end()


# ---- IRC ----

class Server:
    """As much of an IRC server as one bot needs; in each channel are two people, who play."""

    def __init__(self, world, channels):
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port, self.bot, self.bytes = self.listener.getsockname()[1], None, b""
        self.joined, self.told = 0, {f"#t{i}": "" for i in range(channels)}
        world.serve = self.serve

    def serve(self):
        """Answers what the bot has sent. True while something is on the wire."""
        if not self.bot:
            if not select.select([self.listener], [], [], 0)[0]:
                return False
            self.bot = self.listener.accept()[0]
            self.bot.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if not select.select([self.bot], [], [], 0)[0]:
            unread = array.array("i", [0])
            fcntl.ioctl(self.bot.fileno(), termios.TIOCOUTQ, unread)
            return unread[0] > 0
        *lines, self.bytes = (self.bytes + self.bot.recv(1 << 16)).split(b"\r\n")
        for line in lines:
            self.answer(line.decode())
        return True

    def put(self, *lines):
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            self.bot.sendall("".join(line + "\r\n" for line in lines).encode())

    def answer(self, line):
        word = line.split(" ")
        if word[0] == "USER":
            self.put(":srv 001 bot :Welcome", ":srv 004 bot srv ngircd-26.1 a b", ":srv 005 bot PREFIX=(ov)@+ CHANTYPES=# :are supported",
                     ":srv 376 bot :End")
        elif word[0] == "PING":
            self.put(":srv PONG srv " + word[1])
        elif word[0] == "JOIN":
            for channel in word[1].split(","):
                self.joined += 1
                number = channel[2:]
                self.put(f":bot!bot@h JOIN {channel}", f":srv 353 bot = {channel} :@bot a{number} b{number}", f":srv 366 bot {channel} :End")
        elif word[0] == "MODE" and word[1][0] == "#":
            self.put(f":srv 324 bot {word[1]} +n")
        elif word[0] == "WHO":
            number = word[1][2:]
            self.put(*(f":srv 352 bot {word[1]} {who} {who}.budget srv {who} H :0 {who}" for who in ("a" + number, "b" + number)),
                     f":srv 315 bot {word[1]} :End")
        elif word[0] == "PRIVMSG" and word[1] in self.told:
            self.told[word[1]] += re.sub("\x03(?:\\d{1,2}(?:,\\d{1,2})?)?|[\x02\x0f\x16\x1d\x1f\u200b]", "", line.partition(" :")[2]) + "\n"


class Irc(Family):
    """Tables of Coloretto in as many channels, two people at each; a round is a move, a line of talk or another bot's command."""
    TABLES, FOUND = 50, 5  # in all; when a start finds some

    def measure(self):
        self.few, self.groups, self.moves = (60, 3, 10) if self.tool == "callgrind" else (50, 5, 200)
        empty = self.run(is_counted=False)
        self.only_start(empty)
        before = self.only_start(self.run(), os.path.join(empty.folder, "data"))
        run = self.run()
        self.start(run, counts_late=True)
        # How many are saved together is no figure, so for strace only those are opened that a start finds.
        self.turns = {channel: None for channel in list(self.server.told)[:self.TABLES if self.tool == "callgrind" else self.FOUND + 1]}
        found = os.path.join(run.folder, "found")
        for number, channel in enumerate(self.turns):
            if number == self.FOUND:
                self.play(run, None, list(self.turns)[:number], 10, 1)
                shutil.copytree(os.path.join(run.folder, "data"), found, ignore=shutil.ignore_patterns("*.sock"))
            self.begin(channel)
        self.say_often(run, "irc-talk", "a0", "shall we meet at eight?")
        self.say_often(run, "irc-command", "a0", "!help stop")
        self.say_often(run, "irc-command-of-another-bot", "c0", "!weather in the north")
        self.play(run, "irc-move", ["#t0"], self.moves, self.groups)
        if self.tool == "callgrind":
            self.play(run, "irc-move-of-50", list(self.turns), 2, 1)
        figures = run.kill()
        self.server.listener.close()
        after = self.only_start(self.run(), found)
        figures.update({("recovery", what): (after["start", what] - before["start", what]) / self.FOUND for _, what in after})
        return figures

    def start(self, run, data="data", counts_late=False):
        self.server = Server(self.world, self.TABLES)
        with open(os.path.join(run.folder, "conf"), "w", encoding="ascii") as file:
            channels = ", ".join(f'"{channel}"' for channel in self.server.told)
            file.write(f'data_folder = "{data}"\nirc "net" {{\n server = "127.0.0.1"\n port = {self.server.port}\n tls = no\n nick = "bot"\n'
                       f' flood = "off"\n channels = {{{channels}}}\n admins = {{"*!*@*.budget"}}\n}}\n')
        with open(os.path.join(run.folder, "log"), "wb") as log:
            run.start([f"{self.bin}/budget_program", "--config", "conf"], counts_late, stdout=subprocess.DEVNULL, stderr=log)
        end = time.monotonic() + SECONDS
        while self.server.joined < self.TABLES:
            self.server.serve()
            assert time.monotonic() < end, "it does not join"
        self.world.settle(0.2)

    def only_start(self, run, data="data"):
        """From the first instruction until it has joined all channels and is quiet; what is played at the tables it finds comes back."""
        self.start(run, data)
        run.mark("start", 1)
        figures = run.kill()
        self.server.listener.close()
        return collections.Counter(figures)

    def line(self, who, channel, text):
        return f":{who}!{who}@{who}.budget PRIVMSG {channel} :{text}"

    def say(self, channel, who, text):
        self.server.put(self.line(who, channel, text))
        self.world.settle()

    def say_often(self, run, path, who, text):
        for _ in range(3):
            self.say("#t0", who, text)
        run.mark()
        for group in range(5):
            for _ in range(self.few // 5):
                self.say("#t0", who, text)
            run.mark(path, self.few // 5, group)

    def begin(self, channel):
        number = channel[2:]
        for who, text in (("a", "!play coloretto"), ("b", "!join"), ("a", "!start"), ("b", "!start")):
            self.say(channel, who + number, text)
        told = self.server.told[channel]
        self.note(channel)
        assert self.turns[channel], told

    def note(self, channel):
        """Who is to move, and the first move that is offered; none if the game is over."""
        offers = re.findall(r"\b([ab]\d+|Next): (!\w+(?: (?!or\b)\w+)?)", self.server.told[channel])
        who, move = offers[-1] if offers else (None, None)
        self.turns[channel] = who and ((self.turns[channel][0] if who == "Next" else who), move)
        self.server.told[channel] = ""

    def play(self, run, path, channels, times, groups):
        for group in range(groups):
            done = since = 0
            run.mark()
            while done < times:
                over = [channel for channel in channels if not self.turns[channel]]
                if over:
                    run.mark(path, since * len(channels), group)
                    since = 0
                    for channel in over:
                        self.begin(channel)
                    run.mark()
                self.server.put(*(self.line(self.turns[channel][0], channel, self.turns[channel][1]) for channel in channels))
                self.world.settle()
                for channel in channels:
                    self.note(channel)
                done += 1
                since += 1
            run.mark(path, since * len(channels), group)


# ---- games ----

class Games(Family):
    """Decisions, thoughts and boards: programs that make their own marks, and say what is between them. They ask the system for nothing."""

    def measure(self):
        figures = {}
        for name in ("budget_games", "bare_coloretto") if self.tool == "callgrind" else ():
            run = self.run()
            run.start([f"{self.bin}/{name}"], stdout=subprocess.PIPE)
            said = run.process.communicate(timeout=SECONDS)[0].decode()
            run.parts = [(path.strip("-"), int(rounds), 0) for path, rounds in (line.split() for line in said.splitlines())]
            figures.update(run.end())
        return figures


FAMILIES = {"terminal": Terminal, "start": Start, "irc": Irc, "discord": Discord, "games": Games}
TOOLS = {"callgrind": ["valgrind", "--tool=callgrind", "-q", "--callgrind-out-file=/dev/null", "true"],
         "strace": ["strace", "-f", "-o", "/dev/null", "true"]}


# ---- limits ----

class Limit:
    """A line of limits.txt: PATH WHAT LIMIT MARGIN, and COMPARATOR WHAT-OF-THAT if there is one. An underline in WHAT is a blank."""

    def __init__(self, line):
        words = line.split()
        self.path, self.what, self.most = words[0], words[1].replace("_", " "), float(words[2].replace(",", ""))
        self.margin = int(words[3].rstrip("%"))
        self.comparator = (words[4], words[5]) if len(words) > 4 else None

    def line(self, most):
        return f"{self.path:28} {self.what.replace(' ', '_'):12} {most:>12} {self.margin:3}%  {' '.join(self.comparator or ())}".rstrip()

    def allowed(self, value):
        """The margin above today's figure, and room for what is rounded."""
        most = value * (100 + self.margin) / 100
        return written(most) if value >= 1000 else written(most + 0.05)


def written(value):
    return f"{value:,.0f}" if value >= 1000 else f"{value:.1f}"


STYLES = {"table": "| {:28} | {:11} | {:>12} | {:>12} | {:>12} | {:>7} | {:>12} |", "plain": "{:28} {:11} {:>12} {:>12} {:>12} {:>7} {:>12}"}
HEADS = ["path", "of a round", "before", "now", "comparator", "ratio", "limit"]


def rows_of(file_name):
    with open(os.path.join(HERE, file_name), encoding="utf-8") as file:
        return [line for line in file.read().splitlines() if line.strip() and not line.startswith("#")]


def row(limit, figures, before, style):
    value, other = figures[limit.path, limit.what], figures.get(limit.comparator)
    return STYLES[style].format(limit.path, limit.what, before.get((limit.path, limit.what), "-"), written(value), written(other) if other else "-",
                                f"{value / other:.1f}" if other else "-", written(limit.most))


def judge(limits, figures, style):
    """Prints all figures, and tells those above their limits."""
    before = {(path, what.replace("_", " ")): value for path, what, value in (line.split() for line in rows_of("before.txt"))}
    print(STYLES[style].format(*HEADS))
    if style == "table":
        print("|---|---|---:|---:|---:|---:|---:|")
    above = []
    for limit in limits:
        if (limit.path, limit.what) not in figures:
            continue
        value = figures[limit.path, limit.what]
        is_above = value > limit.most
        print(row(limit, figures, before, style) + ("  ABOVE" if is_above else ""))
        if is_above:
            above.append(f"{limit.path}: {written(value)} {limit.what}, and {written(limit.most)} is the limit")
    return above


def measure_by(tool, build, names, folder):
    """The figures of this tool; None if it is not here, or may not trace."""
    trial, figures = TOOLS[tool], {}
    if not shutil.which(trial[0]) or subprocess.run(trial, capture_output=True, timeout=SECONDS).returncode != 0:
        return None
    for name in names:
        begin = time.monotonic()
        family = FAMILIES[name](build, tool, tempfile.mkdtemp(dir=folder))
        try:
            figures.update(family.measure())
        finally:
            family.close()
        print(f"({name} under {tool}: {time.monotonic() - begin:.1f} s)", file=sys.stderr)
    return figures


def measure(build, names, keeps):
    """The figures, and what could not be measured. Both tools at once: each mostly waits for what it has asked."""
    figures, skipped = {}, []
    folder = tempfile.mkdtemp(prefix="budget-", dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None)
    try:
        with concurrent.futures.ThreadPoolExecutor() as pool:
            by_tool = {tool: pool.submit(measure_by, tool, build, names, folder) for tool in TOOLS}
        for tool, done in by_tool.items():
            if done.result() is None:
                skipped.append(f"what {tool} counts: {TOOLS[tool][0]} is not here, or may not trace")
            else:
                figures.update(done.result())
    finally:
        if keeps:
            print(folder, file=sys.stderr)
        else:
            shutil.rmtree(folder)
    return figures, skipped


def main():
    options = {word for word in sys.argv[2:] if word.startswith("-")}
    names = [word for word in sys.argv[2:] if word in FAMILIES] or list(FAMILIES)
    file_name = os.path.join(HERE, "limits.txt")
    with open(file_name, encoding="utf-8") as file:
        lines = file.read().splitlines()
    limits = [Limit(line) for line in rows_of("limits.txt")]
    figures, skipped = measure(os.path.abspath(sys.argv[1]), names, "--keep" in options)
    if "--write" in options:
        rows = iter(limits)
        fresh = [line if not line.strip() or line.startswith("#") else (limit := next(rows)).line(
                     limit.allowed(figures[limit.path, limit.what]) if (limit.path, limit.what) in figures else written(limit.most)) for line in lines]
        with open(file_name, "w", encoding="utf-8") as file:
            file.write("\n".join(fresh) + "\n")
        limits = [Limit(line) for line in rows_of("limits.txt")]
    above = judge(limits, figures, "table" if "--table" in options else "plain")
    if "--all" in options:
        for (path, what), value in sorted(figures.items()):
            print(f"{path:28} {what:16} {value:14,.1f}")
    for words in skipped:
        print("skipped: " + words)
    for words in above:
        print("above its limit: " + words)
    sys.exit(1 if above else SKIPPED if skipped else 0)


main()
