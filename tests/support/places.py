"""Where newcomers play: a terminal (through a pipe, or on a screen of so many columns), IRC, Discord. Each passes on what
people say, and what each of them is shown as (whom, text), None: everybody. None knows a game. Next: newcomer.py."""
import json
import os
import re
import select
import socket
import subprocess
import time

from newcomer import LINE

AT_ONCE = "robot_threads = 0\n"  # robots answer without a thought
TOKEN = "MTIzNDU2.stand-in.c2VjcmV0LXRva2Vu"


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def fold(lines):
    """What a terminal shows, folded lines joined again."""
    heard = []
    for line in lines:
        private = re.match(r"\(private to (\S+)\) ?(.*)", line)
        if private and heard and heard[-1][0] == private.group(1) and re.match("[a-z] [a-zA-Z -]+(: !|$)", private.group(2)):
            heard[-1] = (private.group(1), heard[-1][1] + "\n" + private.group(2))  # a line for each card of a hand
        elif private:
            heard.append((private.group(1), private.group(2)))
        elif line.startswith("# ") and heard and heard[-1][0] is None:
            heard[-1] = (None, heard[-1][1] + "\n" + line[2:])
        elif line.startswith("# "):
            heard.append((None, line[2:]))
        elif line.startswith("  ") and heard:
            heard[-1] = (heard[-1][0], heard[-1][1] + line[1:])
    return heard


class Pipe:
    """The table of a terminal, at which everybody sits at one keyboard."""
    name, columns = "terminal", 0
    answered = "* This terminal has no command /answered"

    def __init__(self, program, folder, people):
        self.now = people[0]
        self.process = subprocess.Popen(
            [program, "--data", os.path.join(folder, "data"), "--name", people[0]], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, text=True, encoding="utf-8", env=dict(os.environ, HOME=folder, USER=people[0]))

    def exchange(self, said):
        self.process.stdin.write(said + "/answered\n")
        self.process.stdin.flush()
        lines = []
        for line in self.process.stdout:
            if line.startswith(self.answered):
                return lines
            lines.append(line.rstrip("\n"))
        raise EOFError("the program has ended")

    def sit(self, who):
        """What somebody is shown who comes to the keyboard, before they type."""
        if who == self.now:
            return []
        self.now = who
        return [heard for heard in fold(self.exchange(f"/as {who}\n")) if heard[0]]  # the others were shown before

    def say(self, who, text, _in_public):
        return self.sit(who) + fold(self.exchange(text + "\n"))

    def wait(self, seconds):
        time.sleep(seconds)
        return fold(self.exchange(""))

    def requests(self):
        return 0

    def close(self):
        self.process.kill()
        self.process.communicate()


class Aloud(Pipe):
    """The same for people with screen readers: sentences without margins, and only private ones say so."""
    name = "terminal_aloud"
    answered = "This terminal has no command /answered"
    signs = re.compile("[][|*<>\u00b7\u00d7\u25ab\u25b8\x1b]")
    own = re.compile(r"(\* )?(You are \S+ now\.|Your look is |This terminal )|(\* )?\S+, press Enter\.")

    def __init__(self, program, folder, people):
        super().__init__(program, folder, people)
        self.answered = "* " + Aloud.answered
        self.listeners = set()
        self.listen(people[0])

    def listen(self, who):
        if who not in self.listeners:
            self.listeners.add(who)
            self.process.stdin.write("!set look reader\n")
            self.answered = Aloud.answered
            self.exchange("")

    def exchange(self, said):
        lines = [line for line in super().exchange(said) if not self.own.match(line)]
        signs = [line for line in lines if self.signs.search(line) and not line.startswith("* ")]
        assert not signs, f"a sign cannot be heard: {signs}"
        return ["# " + line if line and not line.startswith("(private to ") else line for line in lines]

    def sit(self, who):
        if who == self.now:
            return []
        self.answered = Aloud.answered if who in self.listeners else "* " + Aloud.answered
        heard = super().sit(who)
        self.listen(who)
        return heard


class Narrow(Pipe):
    """The same on a screen: what was private leaves it when somebody else sits down, and Enter shows theirs."""
    name, columns = "terminal40", 40

    def __init__(self, program, folder, people):
        import terminal  # beside the tests of the terminal
        terminal.PROGRAM, terminal.SECONDS = program, 5
        self.now = people[0]
        self.table = terminal.Table(folder, columns=self.columns, USER=people[0])
        self.table.wait_for_line(people[0] + ">")

    def exchange(self, said):
        table = self.table
        for line in said.split("\n")[:-1]:
            table.type(line + "\r")
            if not line.startswith("/as "):
                self.settle(line.split()[0])
                continue
            table.wait_for_line(self.now + ">")
            table.type("\r/answered\r")
            self.settle("* This terminal")  # its answer: all that was kept for them stands before it
        shown = table.screen.text().split("\n")
        table.screen.lines, table.screen.row, table.screen.column = [list(shown[-1])], 0, len(shown[-1]) + 1
        return re.sub(r"^\* .*\n?(  .*\n?)*", "", "\n".join(shown), flags=re.M).split("\n")

    def say(self, who, text, in_public):
        """A move is told when it is saved, which the prompt does not wait for."""
        heard, end = super().say(who, text, in_public), time.monotonic() + 5
        while not heard and time.monotonic() < end:
            heard = self.wait(0.03)
        return heard

    def wait(self, seconds):
        time.sleep(seconds)
        self.settle("")
        return fold(self.exchange(""))

    def settle(self, word):
        """Until something was shown behind what was typed, and nothing more came for a while."""
        table, size, quiet = self.table, -1, 0
        table.wait(lambda: word in table.screen.text() and table.screen.text().endswith(">"), word)
        while quiet < 1:
            if select.select([table.fd], [], [], 0.03)[0]:
                table.read()
            quiet = quiet + 1 if len(table.raw) == size else 0
            size = len(table.raw)

    def close(self):
        self.table.kill()


class Irc:
    """ngIRCd, the bot and a connection for everybody."""
    name = "irc"

    def __init__(self, program, folder, people, ircd):
        self.folder, self.port = folder, free_port()
        self.bytes = {}
        with open(f"{folder}/ngircd.conf", "w", encoding="ascii") as file:
            file.write(f"[Global]\nName = irc.test.example\nInfo = a test\nAdminInfo1 = a test\nListen = 127.0.0.1\n"
                       f"Ports = {self.port}\nMotdFile = {folder}/none\nServerUID = nobody\nServerGID = nogroup\n"
                       "[Limits]\nMaxConnectionsIP = 0\nMaxNickLength = 16\nIdleTimeout = 600\nMaxPenaltyTime = 0\n"
                       "[Options]\nPAM = no\nDNS = no\nIdent = no\n")
        with open(f"{folder}/tabletalk.conf", "w", encoding="ascii") as file:
            file.write(f'data_folder = "{folder}/data"\n{AT_ONCE}irc "test" {{\n server = "127.0.0.1"\n port = {self.port}\n'
                       ' tls = no\n flood = "off"\n channels = {"#games"}\n}\n')
        quiet = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, "stdin": subprocess.DEVNULL}
        self.processes = [subprocess.Popen([ircd, "-n", "-f", f"{folder}/ngircd.conf"], **quiet)]
        self.sockets = {name: self._come(name) for name in people}
        self.processes.append(subprocess.Popen([program, "--config", f"{folder}/tabletalk.conf"], **quiet))
        self._until(people[0], r"^:tabletalk!\S+ JOIN")
        self.heard = []

    def _come(self, name):
        end = time.monotonic() + 60
        while True:
            try:
                link = socket.create_connection(("127.0.0.1", self.port))
                break
            except OSError:
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
        link.sendall(f"NICK {name}\r\nUSER {name} 0 * :{name}\r\nJOIN #games\r\n".encode())
        self.bytes[link] = b""
        self.sockets = {name: link}
        self._until(name, r"^:\S+ 366 ")
        return link

    def _lines(self, seconds, quiet):
        """(socket, line) of all that comes: waits for the first so long, for more as long as `quiet`."""
        while True:
            ready = select.select(list(self.bytes), [], [], seconds)[0]
            if not ready:
                return
            seconds = quiet
            for link in ready:
                data = link.recv(65536)
                if not data:
                    raise EOFError("the server has closed")
                *lines, self.bytes[link] = (self.bytes[link] + data).split(b"\r\n")
                for line in lines:
                    if line.startswith(b"PING"):
                        link.sendall(b"PONG" + line[4:] + b"\r\n")
                    yield link, line.decode(errors="replace")

    def _until(self, name, pattern):
        for link, line in self._lines(60, 60):
            if link is self.sockets[name] and re.search(pattern, line):
                return
        raise EOFError(f"{name} waits for {pattern}")

    def _read(self, first):
        """Until the bot has answered and is quiet again."""
        heard, is_full, names = [], False, {link: name for name, link in self.sockets.items()}
        for link, line in self._lines(first, 0.06):
            match = re.match(r":tabletalk!\S+ PRIVMSG (\S+) :(.*)", line)
            is_public = match and match.group(1).startswith("#")
            if not match or is_public and names[link] != next(iter(self.sockets)):
                continue  # all see the same
            who = None if is_public else names[link]
            text = re.sub(r"\x03(\d\d?(,\d\d?)?)?|[\x02\x0f\x11\x16\x1d\x1e\x1f]", "", match.group(2))
            if is_full and heard[-1][0] == who:
                heard[-1] = (who, heard[-1][1] + " " + text)
            else:
                heard.append((who, text))
            is_full = len(line) > 400  # the text goes on in the next line
        return heard

    def say(self, who, text, in_public):
        to = "#games" if in_public else "tabletalk"
        self.sockets[who].sendall(f"PRIVMSG {to} :{text}\r\n".encode())
        return self._read(5)

    def wait(self, seconds):
        return self._read(seconds)

    def requests(self):
        return 0

    def close(self):
        for link in self.bytes:
            link.close()
        for process in self.processes:
            process.kill()
            process.wait()


class Discord:
    """The stand-in and the bot. What is shown is read from the messages as they are now."""
    name = "discord"

    def __init__(self, program, folder, people, standin, more=""):
        self.discord = subprocess.Popen([standin], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.DEVNULL, text=True, encoding="utf-8")
        api = self.discord.stdout.readline().split()[0]
        self.order("guild town")
        self.order("channel town games")
        self.ids = {name: self.order(f"user {name}") for name in people}
        self.seen, self.shows_bold = {}, False
        self.letters = []  # (when, to whom; None: everybody): messages of the last seconds
        with open(f"{folder}/token", "w", encoding="ascii") as file:
            file.write(TOKEN + "\n")
        os.chmod(f"{folder}/token", 0o600)
        with open(f"{folder}/tabletalk.conf", "w", encoding="ascii") as file:
            file.write(f'data_folder = "{folder}/data"\n{AT_ONCE}discord "club" {{\n token_file = "{folder}/token"\n'
                       f' api = "{api}"\n{more}}}\n')
        self.log = open(f"{folder}/log", "w", encoding="utf-8")
        self.bot = subprocess.Popen([program, "--config", f"{folder}/tabletalk.conf"], stdout=self.log,
                                    stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)
        end = time.monotonic() + 60
        while self.order("ready") != "1":
            assert time.monotonic() < end, "the bot does not come"
            time.sleep(0.05)
        time.sleep(1)  # commands are registered

    def order(self, text):
        self.discord.stdin.write(text + "\n")
        self.discord.stdin.flush()
        for line in self.discord.stdout:
            if line.startswith("= "):
                return line[2:].rstrip("\n")
        raise EOFError("the stand-in has ended")

    def plain(self, text):
        for name, number in self.ids.items():
            text = text.replace(f"<@{number}>", name).replace(f"**{name}**", name)
        if self.shows_bold:  # what can be said in a private message, where nothing else marks it
            text = re.sub(r"\*\*((?!robot)[a-z]{3,}[a-z ]*)\*\*", r"!\1", text)
        return re.sub(r"\x1b\[[0-9;]*m|<:\w+:\d+>|[\U0001f000-\U0001ffff\u2b1b\u2b1c\u2b50\ufe0f]|```(ansi)?|[*`\\]", "", text)

    def _new(self, where, who):
        """Messages that were not there, or said something else."""
        said = {}  # by whom: the messages of people
        for message in json.loads(self.order(f"seen {where} {self.ids.get(who, 0)} 40")):
            author = message.get("author", {}).get("id")
            if author in self.ids.values():
                said[message["id"]] = next(name for name, number in self.ids.items() if number == author)
                continue
            key = (message["id"], who if where == "dm" or message.get("flags", 0) & 64 else None)
            if where != "dm" and bool(message.get("flags", 0) & 64) != (who is not None):
                continue
            state = (message.get("content", ""), json.dumps(message.get("components", [])))
            before = self.seen.get(key)
            self.seen[key] = state
            if not before or before[0] != state[0]:
                answered = said.get((message.get("message_reference") or {}).get("message_id"))
                text = self.plain(state[0])
                if key[1] is None:
                    text = text.replace("\n", LINE)
                yield key[1], f"{answered}: {text}" if answered and not text.startswith(answered) else text

    def look(self):
        heard = []
        for who in self.ids:
            letters = list(self._new("dm", who))
            self.letters += [(time.monotonic(), who)] * len(letters)
            heard += letters
            heard += self._new("games", who)
        posts = list(self._new("games", None))
        self.letters += [(time.monotonic(), None)] * len(posts)
        return heard + posts

    def _may_lag(self):
        """Discord takes five messages in five seconds in a channel: more come later. Nobody types as fast as that."""
        self.letters = [letter for letter in self.letters if letter[0] > time.monotonic() - 6]
        people = [who for _, who in self.letters]
        return any(people.count(who) > 3 for who in people)

    def _settle(self, first):
        """Until nothing was new for a while."""
        heard, end, quiet = [], time.monotonic() + first, 0
        while time.monotonic() < end or (heard and (quiet < 2 or self._may_lag())):
            more = self.look()
            heard += more
            quiet = 0 if more else quiet + 1
            if heard and quiet >= 2 and not self._may_lag():
                break
            time.sleep(0.15)
        return heard

    def say(self, who, text, in_public):
        if in_public:
            self.order(f"say {who} games {text}")
        else:
            self.order(f"dm {who} {text}")
        return self._settle(6)

    def parts(self, who):
        """What that person could press, of their own newest message with buttons and of the newest that all see: (label,
        whether it is of a menu, the order that does it)."""
        newest = {}
        for where in ("games", "dm"):
            for message in json.loads(self.order(f"seen {where} {self.ids[who]} 40")):
                parts = [part for row in message.get("components", []) for part in row["components"]]
                is_own = where == "dm" or bool(message.get("flags", 0) & 64)
                if parts:
                    newest[is_own] = max(newest.get(is_own, (0, [])), (int(message["id"]), parts), key=lambda found: found[0])
        return [self._pressable(who, *newest.get(is_own, (0, []))) for is_own in (True, False)]

    @staticmethod
    def _pressable(who, number, parts):
        found = []
        for part in parts:
            where = f"{who} {number} {part['custom_id']}"
            found += [(option["label"], True, f"select {where} {option['value']}") for option in part.get("options", [])]
            found += [] if "options" in part else [(part["label"], False, f"press {where}")]
        return found

    def press(self, what):
        self.order(what)
        return self._settle(6)

    def wait(self, seconds):
        return self._settle(seconds)

    def requests(self):
        return int(self.order("count "))

    def close(self):
        self.bot.kill()
        self.bot.wait()
        self.log.close()
        self.discord.stdin.close()
        self.discord.wait()
