#!/usr/bin/env python3
"""frame.py PROGRAM: the table that stands above what scrolls, on a pseudo-terminal whose screen is pyte's.

What the frame has to show is what a second program says when it is asked, with the same luck and after the same moves, where
everything scrolls.
"""
import os
import re
import signal
import subprocess
import sys
import tempfile
import termios
import unittest

import terminal

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's pyte, where another Python comes first
import pyte

RULE = "-" * 40


class Screen:
    """pyte's, with the rows that people see."""

    def __init__(self, columns, rows):
        self.pyte = pyte.Screen(columns, rows)
        self.stream = pyte.Stream(self.pyte)

    def resize(self, columns, rows):
        self.pyte.resize(rows, columns)

    def feed(self, text):
        self.stream.feed(text)
        return ""

    def rows(self):
        return [line.rstrip() for line in self.pyte.display]

    def text(self):
        return "\n".join(self.rows())

    def frame(self):
        """The rows above the rule; none if there is no frame."""
        rows = self.rows()
        rules = [i for i, row in enumerate(rows) if row.startswith(RULE)]
        return rows[:rules[0]] if rules else []

    def scrolled(self):
        return self.rows()[len(self.frame()) + bool(self.frame()):]


def words(rows):
    return " ".join(" ".join(rows).split())


class Table(terminal.Table):
    def __init__(self, folder, **arguments):
        super().__init__(folder, **{"options": (), "screen": Screen, **arguments})

    def say(self, text):
        self.type(text + "\r")

    def is_at_prompt(self, prompt="ann>"):
        return self.screen.rows()[-1] == prompt

    def wait_for_frame(self, parts, prompt="ann>"):
        self.wait(lambda: all(part in words(self.screen.frame()) for part in parts) and self.is_at_prompt(prompt),
                  "a frame with %r" % (parts,))

    def fixed_rows(self):
        """At the top of the screen, by its scroll region, which ends at the bottom."""
        margins = self.screen.pyte.margins or (0, len(self.screen.rows()) - 1)
        return margins[0] if margins[1] == len(self.screen.rows()) - 1 else -1

    def has_margins(self):
        return self.fixed_rows() == len(self.screen.frame()) + 1


class Oracle:
    """The same game from a pipe, where everything scrolls: begun anew for each question."""

    def __init__(self, game):
        self.lines = ["/echo on", "play " + game]

    def ask(self):
        """The board with the call, and the hand with the offer; "" where there is none."""
        with tempfile.TemporaryDirectory(prefix="tabletalk-") as folder:
            with open(os.path.join(folder, "conf"), "w", encoding="utf-8") as config:
                config.write("robot_threads = 0\n")
            said = subprocess.run([terminal.PROGRAM, "--data", folder, "--name", "ann", "--config", config.name], check=True,
                                  input="\n".join([*self.lines, "#board", "board", "#hand", "hand", "#end", ""]), text=True,
                                  stdout=subprocess.PIPE, env={**os.environ, "TABLETALK_SEED": "1"}).stdout
        board, hand = re.search(r"\n--board\n(.*)\n--hand\n(.*)\n--end\n", said, re.DOTALL).groups()
        return (words(re.sub("^# ", "", line) for line in board.split("\n")[1:]),
                words(re.sub(r"^\(private to ann\) ", "", line) for line in hand.split("\n")[1:]))


class Frame(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory(prefix="tabletalk-")
        self.addCleanup(self.folder.cleanup)

    def open(self, game=None, **arguments):
        table = Table(self.folder.name, **arguments)
        self.addCleanup(table.kill)
        table.wait_for("!games")
        if game:
            table.say("play %s" % game)
        return table

    def wait_for_standing(self, table, oracle, has_hand):
        """The board as the oracle says it is, then the hand, the rule, what happened, the prompt."""
        board, hand = oracle.ask()

        def stands():
            shown = words(table.screen.frame()).replace("Next: !", "ann: !").split(" (private to ann) ")
            is_shown = (len(shown) == 2 and shown[0] and board.startswith(shown[0]) and hand.startswith(shown[1])
                        if has_hand else shown == [board])
            return is_shown and table.is_at_prompt() and table.has_margins()
        table.wait(stands, "the board %r and the hand %r" % (board, hand))

    def play(self, table, oracle, move, happened):
        oracle.lines.append(move)
        table.say(move)
        table.wait(lambda: happened in words(table.screen.scrolled()), happened)

    def test_after_every_move_the_board_stands_above_what_happened(self):
        game = "coloretto robots=1"
        table, oracle = self.open(game), Oracle(game)
        for _ in range(10):
            self.wait_for_standing(table, oracle, False)
            self.assertNotIn("# row 1", words(table.screen.scrolled()))
            call = re.search(r"(!\w+)( \d)?", table.screen.frame()[-1])
            move = call.group()[1:]
            self.play(table, oracle, move, "ann> %s # ann " % move)

    def test_hand_and_board_stand_until_the_end_and_the_result_below_the_last_board(self):
        game = "heartcatchers robots=1"
        table, oracle = self.open(game), Oracle(game)
        moves = 0
        while True:
            self.wait_for_standing(table, oracle, True)
            self.assertNotIn("your hand", words(table.screen.scrolled()))
            moves += 1
            letter = re.search(r"!hide (\w)", table.screen.text()).group(1)
            move = "hide %s under me1" % letter
            is_last = letter == "f" and "0 to draw" in table.screen.text() and "your hand: 1 card" in table.screen.text()
            self.play(table, oracle, move, "ann hides a")
            if is_last:
                break
        table.wait_for("!again for another game.")
        self.assertGreater(moves, 3)
        self.assertIn("robot", words(table.screen.frame()))
        self.assertNotIn("(private to ann)", words(table.screen.frame()))
        self.assertIn(" Heartcatchers with ", words(table.screen.scrolled()))
        table.say("/room cards")
        table.wait(lambda: table.is_at_prompt("ann #cards>") and not table.screen.frame(), "no frame")
        table.say("/room table")
        table.wait_for_frame(["face up"])
        table.say("play coloretto")  # the table of a new game is another one
        table.wait(lambda: "opened Coloretto" in table.screen.text() and not table.screen.frame(), "no frame")

    def test_a_smaller_screen_scrolls_and_a_larger_one_has_the_frame_again(self):
        table = self.open("heartcatchers robots=1")
        table.wait_for_frame(["your hand: 3 cards"])
        frame = table.screen.frame()
        table.say("/me")
        table.wait_for("You are ann, in #table.")
        table.resize(60, 15)
        table.wait(lambda: table.fixed_rows() == 0 and not table.screen.frame() and "ann>" in table.screen.text(),
                   "no frame")
        table.wait(lambda: words(table.screen.rows()).count("(private to ann) f green heart") == 1, "board and hand")
        table.say("hide d under me1")
        table.wait_for("You draw")
        table.wait_for("f green heart")
        table.resize(80, 24)
        table.wait_for_frame(["face up", "5 to draw", "your hand: 3 cards"])
        self.assertNotEqual(table.screen.frame(), frame)
        table.resize(100, 40)
        table.wait_for_frame(["face up", "your hand: 3 cards"])
        table.wait(lambda: len(table.screen.rows()) == 40 and table.screen.text().count("-" * 100) == 1, "a longer rule")
        self.assertTrue(table.has_margins())
        table.say("/who")
        table.wait_for("People: ann.")
        self.assertEqual(words(table.screen.frame()).count("#table, your hand"), 1)

    def test_a_line_longer_than_the_screen_stays_below_the_frame(self):
        table = self.open("heartcatchers robots=1")
        table.wait_for_frame(["your hand"])
        frame = table.screen.frame()
        table.type("x" * 200)
        table.wait(lambda: table.screen.rows()[-1] == "x" * 45, "the end of the line")
        self.assertEqual(table.screen.frame(), frame)
        table.type("\x0c")
        table.wait(lambda: table.screen.frame() == frame and table.screen.rows()[-3:] == ["ann> " + "x" * 75, "x" * 80, "x" * 45],
                   "the screen drawn again")
        self.assertIn("opened Heartcatchers", words(table.screen.scrolled()))
        table.type("\x15\t")
        table.wait(lambda: table.is_at_prompt() and "catch  " in table.screen.text(), "what Tab offers")
        self.assertEqual(table.screen.frame(), frame)

    def test_another_person_gets_their_own_hand_and_nothing_else(self):
        table = self.open("colorcatcher")
        table.wait_for("ann opened")
        table.say("/as bob")
        table.wait_for("* You are bob now.")
        table.say("join")
        table.wait_for("bob sits down")
        table.say("/as ann")
        table.wait_for("* You are ann now.")
        table.say("start")
        table.wait_for_frame(["(private to ann) #table, your hand: "])
        hand = words(table.screen.frame()).split("(private to ann) ")[1]
        for name, first in (("bob", True), ("ann", False)):
            table.say("/as " + name)
            table.wait(lambda: "* %s, press Enter." % name in table.screen.text() and table.is_at_prompt(name + ">"), "a call")
            self.assertNotIn("private to", table.screen.text())
            self.assertNotIn("your hand", table.screen.text())
            self.assertIn("sets", words(table.screen.frame()))
            self.assertIn(b"\x1b[3J", table.raw)  # nor can it be scrolled back to
            table.say("")
            table.wait_for_frame(["(private to %s) #table, your hand: " % name], prompt=name + ">")
            self.assertEqual(table.screen.text().count("private to"), 1)
            self.assertEqual(words(table.screen.frame()).endswith(hand), not first)
        table.say("draw")
        table.wait(lambda: "ann draws a card" in words(table.screen.scrolled()), "what happened")
        table.wait(lambda: "(private to ann)" in words(table.screen.scrolled()), "the card that was drawn")
        self.assertEqual(words(table.screen.scrolled()).count("your hand"), 0)
        table.say("/as bob")
        table.wait(lambda: "* bob, press Enter." in table.screen.text() and table.is_at_prompt("bob>"), "a call")
        table.type("x\x0c\x7f")  # the screen is drawn again
        table.resize(90, 30)
        table.wait(lambda: "-" * 90 in table.screen.rows() and table.is_at_prompt("bob>"), "a longer rule")
        self.assertNotIn("private to", table.screen.text())
        table.say("/as carol")
        table.wait_for("* You are carol now.")  # nothing was private
        table.say("/as ann")
        table.wait_for("* ann, press Enter.")
        self.assertNotIn("private to", table.screen.text())

    def test_a_private_line_that_came_meanwhile_waits_for_its_reader_without_the_hand(self):
        table = self.open("heartcatchers")
        table.wait_for("ann opened")
        table.say("/as bob")
        table.wait_for("* You are bob now.")
        table.say("join")
        table.wait_for("bob sits down")
        table.say("start")
        table.wait_for_frame(["private to bob"], prompt="bob>")
        begins = "bob" if "> bob" in table.screen.text() else "ann"
        other = "ann" if begins == "bob" else "bob"
        if begins == "ann":
            table.say("/as ann\r")
            table.wait_for_frame(["private to ann"], prompt="ann>")
        table.say("hide d under them1")
        table.wait(lambda: begins + " hides a card" in words(table.screen.scrolled()), "the move")
        table.say("/as %s\r" % other)
        table.wait_for_frame(["(private to %s) #table, your hand: " % other], prompt=other + ">")
        self.assertIn("You are %s now." % other, words(table.screen.scrolled()))
        self.assertIn(begins + " hides a card", words(table.screen.scrolled()))
        self.assertNotIn("your hand", words(table.screen.scrolled()))
        self.assertNotIn("(private to %s)" % begins, table.screen.text())

    def test_each_room_has_a_table_of_its_own(self):
        table = self.open("coloretto robots=1")
        table.wait_for_frame(["row 1"])
        table.say("/room cards")
        table.wait(lambda: not table.screen.frame() and "You are in #cards now." in table.screen.text(), "no frame")
        self.assertEqual(table.fixed_rows(), 0)
        table.say("play heartcatchers robots=1")
        table.wait_for_frame(["#cards, your hand"], prompt="ann #cards>")
        table.say("/room table")
        table.wait_for_frame(["row 1", "54 cards left"])
        self.assertNotIn("your hand", words(table.screen.frame()))
        self.assertNotIn("row 1", words(table.screen.scrolled()))

    def test_a_screen_reader_gets_no_frame(self):
        table = self.open("coloretto robots=1")
        table.wait_for_frame(["row 1"])
        table.say("set look reader")
        table.wait_for("Your look is 'reader'.")
        table.wait_for("row 1: 1 free; row 2: 2 free")
        self.assertEqual((table.screen.frame(), table.fixed_rows()), ([], 0))
        table.say("draw")
        table.wait_for("You can play: !place")
        self.assertEqual((table.screen.frame(), table.fixed_rows()), ([], 0))
        table.say("set look colours")
        table.wait_for_frame(["row 1", "drawn: "])

    def test_what_was_asked_for_scrolls(self):
        table = self.open("heartcatchers robots=1")
        table.wait_for_frame(["your hand"])
        table.say("board")
        table.wait(lambda: "face up" in words(table.screen.scrolled()), "the board")
        table.say("hand")
        table.wait(lambda: "#table, your hand" in words(table.screen.scrolled()), "the hand")

    def test_no_frame_where_none_is_wanted_or_can_be(self):
        for arguments in ({"options": ("--plain",)}, {"TERM": "dumb"}, {"TERM": "ansi"}, {"columns": 79}):
            with self.subTest(arguments):
                table = self.open("coloretto robots=1", **arguments)
                table.wait_for("!draw")
                table.wait_for("ann and robot play Coloretto.")
                self.assertEqual(table.screen.frame(), [])
                self.assertNotRegex(table.raw, rb"\x1b\[[0-9]+;[0-9]+r")
                table.say("stop yes")
                table.wait_for("It ends without a result.")
                table.kill()

    def test_control_z_gives_the_terminal_back_and_the_frame_comes_again(self):
        table = self.open("heartcatchers robots=1")
        table.wait_for_frame(["your hand"])
        shown = table.screen.rows()
        table.type("\x1a")
        table.wait(lambda: table.is_asleep() and table.fixed_rows() == 0, "it sleeps")
        self.assertEqual(termios.tcgetattr(table.fd)[:4], table.modes[:4])
        self.assertEqual(table.screen.rows()[:-1], shown[:-1])
        self.assertEqual(table.screen.pyte.cursor.y, 23)
        table.screen.feed("\r\nthe shell says this\r\n" * 12)
        os.kill(table.pid, signal.SIGCONT)
        table.wait(lambda: table.screen.rows() == shown, "the same again")
        self.assertTrue(table.has_margins())

    def test_however_it_ends_the_last_table_stays_and_everything_scrolls(self):
        def end(signo):
            return lambda table: os.kill(table.pid, signo)
        ways = {"/quit": (lambda table: table.say("/quit"), 0), "Ctrl-D": (lambda table: table.type("\x04"), 0),
                "Ctrl-C": (lambda table: table.type("\x03"), 0), "TERM": (end(signal.SIGTERM), 0),
                "ABRT": (end(signal.SIGABRT), -signal.SIGABRT), "QUIT": (end(signal.SIGQUIT), -signal.SIGQUIT)}
        for way, (leave, status) in ways.items():
            with self.subTest(way):
                with tempfile.TemporaryDirectory(prefix="tabletalk-") as self.folder.name:
                    table = self.open("coloretto robots=1")
                    table.wait_for_frame(["row 1", "!draw"])
                    descriptor = os.dup(table.fd)
                    leave(table)
                    self.assertEqual(table.end(), status)
                    self.assertEqual(table.fixed_rows(), 0)
                    self.assertEqual(table.screen.pyte.cursor.y, 23)
                    self.assertFalse(table.screen.pyte.cursor.hidden)
                    self.assertIn(pyte.modes.DECAWM, table.screen.pyte.mode)
                    self.assertEqual(termios.tcgetattr(descriptor)[:4], table.modes[:4])
                    self.assertIn("row 1", words(table.screen.rows()))
                    os.close(descriptor)

    def test_what_the_frame_has_no_room_for_scrolls(self):
        table = self.open("heartcatchers robots=1")
        table.wait_for_frame(["your hand: 3 cards"])
        table.say("set look narrow")
        table.wait_for_frame(["face up", "ann: !"])
        table.wait(lambda: "(private to ann) f green heart" in words(table.screen.scrolled()), "the hand below")
        self.assertNotIn("your hand", words(table.screen.frame()))
        self.assertTrue(table.has_margins())
        table.say("set look wide")
        table.wait_for_frame(["your hand: 3 cards"])
        table.say("stop yes")
        table.wait(lambda: not table.screen.frame() and "It ends without a result." in table.screen.text(), "no table")
        table.say("play kritters robots=4")
        table.wait_for_frame(["Kritters left", "ann: !buy"])
        table.say("set look narrow")
        table.wait_for_frame(["Magic Wand (cyan, magenta, yellow)"])


if __name__ == "__main__":
    unittest.main(verbosity=2)
