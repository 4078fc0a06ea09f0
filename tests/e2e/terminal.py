#!/usr/bin/env python3
"""terminal.py PROGRAM: the interactive table, on a real pseudo-terminal with a small screen of its own, where everything
scrolls. What stands above it is tested by frame.py.

Every test waits for what it wants to see, at most SECONDS; nothing depends on how fast it comes.
"""
import fcntl
import os
import pty
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unicodedata
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
SECONDS = 120


class Screen:
    """The part of a terminal that libedit and we use: letters, cursor, clearing, inserting, deleting."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.lines = [[]]  # everything that was ever shown
        self.row = self.column = 0

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows

    def line(self):
        while len(self.lines) <= self.row:
            self.lines.append([])
        return self.lines[self.row]

    def put(self, character):
        if unicodedata.combining(character):
            return
        if self.column == self.columns:
            self.row, self.column = self.row + 1, 0
        line = self.line()
        line.extend(" " * (self.column + 1 - len(line)))
        line[self.column] = character
        self.column += 1

    def control(self, character):
        if character == "\r":
            self.column = 0
        elif character == "\n":
            self.row += 1
            self.line()
        elif character == "\b":
            self.column = max(0, self.column - 1)

    def sequence(self, parameters, final):
        numbers = [int(n) for n in parameters.split(";") if n.isdigit()]
        count = numbers[0] if numbers else 1
        line = self.line()
        if final == "A":
            self.row = max(0, self.row - count)
        elif final == "B":
            self.row += count
        elif final == "C":
            self.column += count
        elif final == "D":
            self.column = max(0, self.column - count)
        elif final == "G":
            self.column = count - 1
        elif final == "H":
            self.row = self.column = 0
        elif final == "J" and parameters in ("2", "3"):
            self.lines = [[]]
        elif final == "J":
            del line[self.column:]
            del self.lines[self.row + 1:]
        elif final == "K":
            del line[self.column:]
        elif final == "P":
            del line[self.column:self.column + count]
        elif final == "@":
            line[self.column:self.column] = " " * count
        elif final not in "mhlr":
            raise AssertionError("the screen does not know ESC [ %s %s" % (parameters, final))

    def feed(self, text):
        """Returns what is the beginning of a sequence only."""
        at = 0
        while at < len(text):
            match = re.compile(r"\x1b\[([?0-9;]*)([A-Za-z@])|\x1b[=>78]|\x1b\([A-Z0]").match(text, at)
            if match:
                if match.group(2):
                    self.sequence(match.group(1), match.group(2))
                at = match.end()
            elif text[at] == "\x1b" and len(text) - at < 12:
                return text[at:]
            elif text[at] < " ":
                self.control(text[at])
                at += 1
            else:
                self.put(text[at])
                at += 1
        return ""

    def text(self):
        return "\n".join("".join(line).rstrip() for line in self.lines)


class Table:
    """The program on a terminal of its own."""

    def __init__(self, folder, columns=80, words=(), options=("--plain",), screen=Screen, **environment):
        self.screen = screen(columns, 24)
        self.raw = b""
        self.rest = b""
        self.rest_text = ""
        variables = {"PATH": os.environ["PATH"], "TERM": "xterm-256color", "TABLETALK_SEED": "1", "USER": "ann",
                     "HOME": folder, **environment}
        # Robots that think take their time, and what they do may change; here they answer at once, always the same.
        # (A game on the command line goes without a configuration.)
        config = os.path.join(folder, "tabletalk.conf")
        with open(config, "w", encoding="utf-8") as file:
            file.write("robot_threads = 0\n")
        self.pid, self.fd = pty.fork()
        if self.pid == 0:
            # A shell without job control lets what it starts in the background ignore these.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            signal.signal(signal.SIGQUIT, signal.SIG_DFL)
            # The child waits for its size: libedit asks for it once.
            sys.stdin.readline()
            os.execve(PROGRAM, [PROGRAM, *options, "--data", os.path.join(folder, "data"), *(words or ("--config", config))], variables)
        self.modes = termios.tcgetattr(self.fd)
        self.resize(columns)
        os.write(self.fd, b"\n")

    def resize(self, columns, rows=24):
        self.screen.resize(columns, rows)
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def type(self, keys):
        os.write(self.fd, keys.encode())

    def read(self):
        """False when there is nothing more to read, ever."""
        if not select.select([self.fd], [], [], 0.1)[0]:
            return True
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        self.raw += data
        data = self.rest + data
        text = data.decode(errors="ignore")
        self.rest = data[len(text.encode()):] if data.startswith(text.encode()) else b""
        self.rest_text = self.screen.feed(self.rest_text + text)
        return data != b""

    def wait(self, condition, what):
        deadline = time.monotonic() + SECONDS
        while not condition():
            if time.monotonic() > deadline or not self.read():
                raise AssertionError("waited for %s; the screen is:\n%s\n---\n%r" %
                                     (what, self.screen.text(), self.raw[-400:]))

    def wait_for(self, part):
        self.wait(lambda: part in self.screen.text(), repr(part))

    def wait_for_line(self, line):
        """The last line, under edit."""
        self.wait(lambda: self.screen.text().rstrip("\n").split("\n")[-1] == line.rstrip(), "the line %r" % line)

    def is_asleep(self):
        with open("/proc/%d/stat" % self.pid, encoding="utf-8") as file:
            return file.read().split()[2] == "T"

    def end(self):
        """Its exit status, or minus the signal that ended it."""
        while self.read():
            pass
        status = os.waitpid(self.pid, 0)[1]
        os.close(self.fd)
        self.pid = 0
        return os.waitstatus_to_exitcode(status)

    def kill(self):
        if self.pid:
            os.kill(self.pid, signal.SIGKILL)
            self.end()


class Terminal(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tabletalk-")
        self.addCleanup(self.folder.cleanup)

    def open(self, **arguments):
        table = Table(self.folder.name, **arguments)
        self.addCleanup(table.kill)
        table.wait_for("!games")
        if arguments.get("TERM") != "dumb":
            table.wait_for_line("ann>")
        return table

    def test_a_line_under_edit_survives_what_is_said_above_it(self):
        table = self.open()
        table.type("play heartcatchers\radd ro")
        table.wait_for("# ann opened Heartcatchers")
        table.wait_for_line("ann> add ro")
        table.type("bot\r")
        table.wait_for("(private to ann) #table, your hand:")
        table.wait_for_line("ann>")
        self.assertEqual(table.screen.text().count("ann> add robot"), 1)

    def test_a_line_longer_than_the_screen_survives_too(self):
        table = self.open(columns=40)
        table.type("play heartcatchers\r" + "x" * 100)
        table.wait_for("# ann opened")
        table.wait_for("ann> " + "x" * 35 + "\n" + "x" * 40 + "\n" + "x" * 25)
        self.assertEqual(table.screen.text().count("x" * 25), 3)

    def test_tab_completes_commands_and_legal_moves(self):
        table = self.open()
        table.type("pl\t")
        table.wait_for_line("ann> play")
        table.type(" heartc\t")
        table.wait_for_line("ann> play heartcatchers")
        table.type("\r")
        table.wait_for("# ann opened")
        table.type("add \t\r")
        table.wait_for("your hand:")
        table.type("!hid\t")
        table.wait_for_line("ann> !hide")
        table.type("\t")
        table.wait_for("\nd  e  f\n")
        table.wait_for_line("ann> !hide")
        table.type("d t\t")
        table.wait_for_line("ann> !hide d them")
        table.type("2\r")
        table.wait_for("# ann hides a card under robot's stack 2.")
        table.type("/q\t")
        table.wait_for_line("ann> /quit")

    def test_public_and_private_differ_and_cards_are_coloured(self):
        table = self.open()
        table.type("play heartcatchers\radd robot\r")
        table.wait_for("(private to ann) d red Ultimate Love: !")
        self.assertIn(b"\x1b[36m# \x1b[0m", table.raw)
        self.assertIn(b"\x1b[35m(private to ann) \x1b[0m", table.raw)
        self.assertIn(b"\x1b[38;5;231;48;5;160mred Ultimate Love\x1b[0m", table.raw)

    def test_another_person_sees_no_hand(self):
        table = self.open()
        table.type("play heartcatchers\r")
        table.wait_for("# ann opened")
        table.type("/as bob\r")
        table.wait_for("* You are bob now.")  # nothing was private
        table.type("join\r")
        table.wait_for("8 to draw")
        table.type("start\r/as ann\r")
        table.wait_for("* ann, press Enter.")
        self.assertNotIn("(private to", table.screen.text())
        table.type("\r")
        table.wait_for("(private to ann) #table, your hand:")
        self.assertNotIn("(private to bob)", table.screen.text())
        table.type("/as bob\r")
        table.wait_for("* bob, press Enter.")
        self.assertNotIn("your hand", table.screen.text())
        table.type("\r")
        table.wait_for("(private to bob) #table, your hand:")
        self.assertNotIn("(private to ann)", table.screen.text())
        table.type("/as ann\r/as bob\rhand\r")  # Enter comes first, whatever stands before it
        table.wait_for("* You are bob now.")

    def test_who_comes_to_the_keyboard_sees_the_table_and_a_hand_as_it_is_now(self):
        table = self.open()
        table.type("play colorcatcher\r/as bob\rjoin\r")
        table.wait_for("# bob sits down")
        table.type("/as ann\rstart\r")
        table.wait_for("(private to ann) #table, your hand")
        table.type("draw\r")
        table.wait_for("# ann draws a card.")
        table.type("/as bob\r")
        table.wait_for("* bob, press Enter.")
        table.type("\r")
        table.wait(lambda: table.screen.text().count("(private to bob) #table, your hand:") == 2, "the deal, and a hand now")
        self.assertIn("# ann draws a card.", table.screen.text())
        self.assertNotIn("(private to ann)", table.screen.text())

    def test_a_screen_reader_hears_only_what_a_step_changes_on_the_table(self):
        table = self.open()
        table.type("set look reader\rplay coloretto robots=1\r")
        table.wait_for("robot, ")
        table.wait_for("Your turn. You can play: !draw")
        table.type("draw\r")
        table.wait_for("You can play: !place")
        said = table.screen.text().split("> draw")[1]
        self.assertIn("drawn: ", said)
        self.assertNotIn("robot, ", said)

    def test_a_simple_terminal_gets_no_sequences(self):
        table = self.open(TERM="dumb")
        table.type("play heartcatchers\nadd robot\n")
        table.wait_for("(private to ann) #table, your hand:")
        table.type("/as bob\n")
        table.wait_for("* bob, press Enter.")
        table.type("\n")
        table.wait_for("* You are bob now.")
        table.type("/quit\n")
        self.assertEqual(table.end(), 0)
        self.assertNotIn(b"\x1b", table.raw)

    def test_a_simple_terminal_breaks_lines_between_words(self):
        table = self.open(TERM="dumb", columns=50)
        table.type("play heartcatchers robots=1\n")
        table.wait_for("(private to ann) #table, your hand")
        lines = table.raw.decode().split("\r\n")
        self.assertTrue(all(len(line) <= 50 for line in lines), lines)

    def test_a_game_on_the_command_line_opens_at_once(self):
        table = self.open(words=("coloretto", "robots=2"))
        table.wait_for("# ann opened Coloretto with robots=2.")

    def test_no_colour_where_none_is_wanted(self):
        for wish in ({"NO_COLOR": "1"}, {"TERM": "vt100", "NO_COLOR": "1"}):
            table = self.open(**wish)
            table.type("play heartcatchers\radd robot\r/me\r")
            table.wait_for("* You are ann, in #table.")
            self.assertNotRegex(table.raw, rb"\x1b\[[0-9;]*m")
            table.type("stop yes\r/quit\r")
            self.assertEqual(table.end(), 0)

    def test_sixteen_colours_where_there_are_no_more(self):
        table = self.open(TERM="xterm")
        table.type("play heartcatchers\radd robot\r")
        table.wait_for("(private to ann) d red Ultimate Love: !")
        self.assertIn(b"\x1b[97;41mred Ultimate Love\x1b[0m", table.raw)

    def test_history_comes_back_by_arrow_and_after_a_restart(self):
        table = self.open()
        table.type("/who\r")
        table.wait_for("* People: ann.")
        table.type("/me\r")
        table.wait_for("* You are ann, in")
        table.type("\x1b[A\x1b[A")
        table.wait_for_line("ann> /who")
        table.type("\x1b[B")
        table.wait_for_line("ann> /me")
        table.type("\x15/quit\r")
        self.assertEqual(table.end(), 0)
        table = self.open()
        table.type("\x10\x10\x10")
        table.wait_for_line("ann> /who")

    def test_a_lone_escape_does_not_stop_the_table(self):
        table = self.open()
        table.type("\x1b")
        time.sleep(0.2)
        table.type("/who\r")
        table.wait_for("* People: ann.")
        table.type("\x1b[")
        time.sleep(0.2)
        table.type("\x12\x18")  # keys of libedit that would read on
        time.sleep(0.2)
        table.type("\x15/me\r")
        table.wait_for("* You are ann, in #table.")

    def test_letters_of_all_alphabets_can_be_edited(self):
        table = self.open()
        table.type("/as Zoé日本\x7f\x7f\x7f")
        table.wait_for_line("ann> /as Zo")
        table.type("ë\r")
        table.wait_for("* You are Zoë now.")
        table.wait_for_line("Zoë>")
        table.type("play heartcatchers\r")
        table.wait_for("# Zoë opened")

    def test_another_size_is_used_at_once(self):
        table = self.open()
        table.resize(40)
        table.type("play tarock\r")
        table.wait_for("I know.")
        shown = table.screen.text()
        lines = shown[shown.index("I don't know a game"):].split("\n")
        self.assertLessEqual(max(len(line) for line in lines), 40)

    def test_control_d_leaves_from_an_empty_line_only(self):
        table = self.open()
        table.type("abc\x04")
        table.type("\x01\x04")  # deletes the a
        table.wait_for_line("ann> bc")
        table.type("\x15\x04")
        self.assertEqual(table.end(), 0)

    def test_control_z_sleeps_and_comes_back_to_the_line(self):
        table = self.open()
        table.type("ab")
        table.wait_for_line("ann> ab")
        table.type("\x1a")
        table.wait(table.is_asleep, "it sleeps")
        self.assertEqual(termios.tcgetattr(table.fd)[:4], table.modes[:4])
        os.kill(table.pid, signal.SIGCONT)
        table.type("c")
        table.wait_for_line("ann> abc")

    def test_control_c_leaves_in_order_and_gives_the_terminal_back(self):
        table = self.open()
        table.type("play heartcatchers\radd robot\r")
        table.wait_for("your hand:")
        descriptor = os.dup(table.fd)
        table.type("half a li")
        table.wait_for_line("ann> half a li")
        table.type("\x03")
        self.assertEqual(table.end(), 0)
        self.assertEqual(termios.tcgetattr(descriptor)[:4], table.modes[:4])
        self.assertIn("* Every table waits as it is", table.screen.text())
        os.close(descriptor)
        table = self.open()
        table.wait_for("# I am back, and the Heartcatchers table goes on where it was")
        table.wait_for("ann: !")

    def watch(self, *words, **environment):
        table = Table(self.folder.name, words=("replay", *words, "--watch"), **environment)
        self.addCleanup(table.kill)
        table.wait_for("Step 1 of ")
        return table

    def simulated(self):
        path = os.path.join(self.folder.name, "game.record")
        subprocess.run([PROGRAM, "simulate", "heartcatchers", "--games", "1", "--seed", "5", "--record", path], check=True,
                       stdout=subprocess.DEVNULL, timeout=SECONDS)
        return path

    def test_a_long_simulation_says_how_long_it_takes(self):
        table = Table(self.folder.name, words=("simulate", "heartcatchers", "--games", "10000000", "--robots", "easy"))
        self.addCleanup(table.kill)
        table.wait_for("of 10000000, about ")
        self.assertRegex(table.screen.text(), r"\[#*\.+\] [0-9]+ of 10000000, about [0-9]+ (s|min|h) left")
        table.type("\x03")
        table.end()

    def told(self, *words):
        return subprocess.run([PROGRAM, "--data", os.path.join(self.folder.name, "data"), "replay", *words], check=True,
                              capture_output=True, text=True, timeout=SECONDS).stdout

    def test_a_game_is_watched_forwards_and_backwards(self):
        path = self.simulated()
        for words in ((), ("--seat", "2")):
            table = self.watch(path, *words)
            whole = self.told(path, *(words or ("--public",))).split("\n")
            last = sum(bool(re.match(r"\d+\.", line)) for line in whole) + 1
            for keys, step in (("\r", 2), (" ", 3), ("n", 4), ("b", 3), ("p", 2), ("\x1b[C", 3), ("\x1b[D", 2), ("b", 1), ("b", 1),
                               ("l", last), ("n", last), ("b", last - 1), ("f", 1), ("x", 1), ("n", 2)):
                table.type(keys)
                table.wait_for("Step %d of %d." % (step, last))
            self.assertEqual([line for line in table.screen.text().split("\n") if line.startswith("1. ")],
                             [line for line in whole if line.startswith("1. ")])
            self.assertEqual("(private)" in table.screen.text() or "(private)" in table.raw.decode(), bool(words))
            modes = os.dup(table.fd)
            table.type("q")
            self.assertEqual(table.end(), 0)
            self.assertEqual(termios.tcgetattr(modes)[:4], table.modes[:4])
            os.close(modes)

    def test_a_game_is_watched_without_sequences_or_a_terminal(self):
        path = self.simulated()
        table = self.watch(path, TERM="dumb")
        table.type("n")
        table.wait_for("Step 2 of ")
        table.type("\x03")
        self.assertEqual(table.end(), 0)
        self.assertNotIn(b"\x1b", table.raw)
        self.assertEqual(self.told(path, "--watch"), self.told(path, "--public"))

    def test_a_table_is_watched_by_its_number_while_the_program_runs(self):
        table = self.open()
        table.type("play heartcatchers robots=1\r")
        table.wait_for("your hand:")
        table.type("stop yes\r")
        table.wait_for("# ann stops the game")
        watched = self.watch("1")
        self.assertIn("== Heartcatchers, #table of ", watched.screen.text())
        table.type("/quit\r")
        self.assertEqual(table.end(), 0)
        self.assertEqual(self.told("1", "--watch"), self.told("1", "--public"))


if __name__ == "__main__":
    unittest.main()
