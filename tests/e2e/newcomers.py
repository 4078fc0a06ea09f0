#!/usr/bin/env python3
"""newcomers.py PROGRAM [OPTION...] [MODE...]: people who know nothing of the games play each mode of modes.def (or those
named) to its result, by what they are shown alone: one takes the first thing that is offered, one the last, one any. It
fails where something that was shown is refused, where nobody is told what to do, where a game takes more than three times
as many moves (where rounds are counted: moves a round) as the same mode does elsewhere, and, with --verbs, where a verb or
a kind of argument is never played. Prints what each game cost. Places: terminal, terminal40 (columns),
terminal_aloud (people with screen readers), irc (needs --ircd), discord and pressed (need --standin).

With --evenings instead: ten people, each alone, say what people say before they know anything, and find their way to a game
against a robot and to its result by what the answers name. It fails at a dead end.
"""
import argparse
import concurrent.futures
import os
import re
import statistics
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.join(HERE, "..", "support")]
arguments, sys.argv[1:] = sys.argv[1:], sys.argv[1:2]

import places  # noqa: E402
from newcomer import PICKS, Newcomer  # noqa: E402

NAMES = ("ann", "bob", "cid", "dan", "eve", "fay", "guy", "hal", "ida", "joe", "kim", "leo")
MOST = 1500  # things that people do in a game
WHICH = re.compile("^.?'[^']*' can (mean several|be more)|^.?You can play: |^Hands? |no hidden hands")  # answers to questions
REFUSED = 9  # enough to see what is wrong
ENOUGH = 9   # games for a median
IDLE = 40    # times a second that nobody does anything

# An evening: where, which game is chosen of those that are named, and what is said before; # stands before what the channel reads.
EVENINGS = (
    ("terminal", "7", "hello | help me | play cards | L99 | draw"),
    ("terminal", "L2", "!play rummy | start | 99 | what can I do | moves"),
    ("terminal", "5", "deal | hand | play 2 | teach me | rules"),
    ("terminal", "!play colorcatcher", "let's play | join | yes | play poker with a robot | learn whist"),
    ("irc", "4", "hello | L99 | start | draw | play"),
    ("irc", "#!play coloretto", "#tabletalk: hello | #!play rummy | #!help me | #!start | #!play whist | #tabletalk: L99"),
    ("irc", "1", "#!play a game | hi there | 0 | #!hand | #!rules"),
    ("discord", "1", "hello | help me | L99 | hand | play 99"),
    ("discord", "#!play heartcatchers", "#!help me | #!play cards | #!join | #!start | #!learn poker"),
    ("discord", "L1", "#!play colour | list | yes | robot"))
with open(os.path.join(HERE, "../../core/games/games.def"), encoding="ascii") as games_file:
    NAMED = re.compile(r"![a-z]+(?: (?:robot|%s)\b)?" % "|".join(re.findall(r"^GAME\((\w+)\)", games_file.read(), re.M)))
with open(os.path.join(HERE, "../games/modes.def"), encoding="ascii") as modes_file:
    MODES = modes_file.read()
RARE = set(re.findall(r'^RARE\((\w+), "(.*)"\)', MODES, re.M))
MAY = re.compile(r"You can play:(?: |\n\w [\w ]+: )(\w+)")  # in private nothing marks it
OPENS = re.compile("!(play|learn|add|stop|leave)")
NO = re.compile(r"> .?(\w+: )?(I don't know|I have no|No table|You don't sit|I can't|You have nothing|You don't play)")
OWN = re.compile("You can play: |your hand|can (mean|be)|You have nothing|not possible|I don't")
CALL = re.compile(r"^(\w+): (?=[a-z])[^.\n]*$", re.M)
BARE = re.compile("(: |, | or )(?=[a-z])")


class Game:
    """One game at one place."""

    def __init__(self, mode, where, picks, seed, options):
        self.name, self.people, self.words = mode
        self.where, self.picks, self.seed, self.options = where, picks, seed, options
        each = PICKS[PICKS.index(picks):] + PICKS[:PICKS.index(picks)] if picks in PICKS else (picks,)
        self.guests = [Newcomer(name, each[i % len(each)], seed) for i, name in enumerate(NAMES[:self.people])]
        for guest in self.guests:
            guest.is_brief, guest.people = options.brief, NAMES
        self.log, self.begun, self.fault = [], 0, ""
        self.moves = self.public = self.private = self.requests = self.looks = 0
        self.verbs = set()

    def open(self, folder):
        names = NAMES[:self.people]
        program = os.path.abspath(self.options.program)
        if self.where == "terminal":
            return places.Pipe(program, folder, names)
        if self.where == "terminal_aloud":
            return places.Aloud(program, folder, names)
        if self.where == "terminal40":
            return places.Narrow(program, folder, names)
        if self.where == "irc":
            os.chmod(folder, 0o777)
            return places.Irc(program, folder, names, self.options.ircd)
        return places.Discord(program, folder, names, self.options.standin)

    def tell(self, heard):
        for guest in self.guests:
            guest.is_fresh = False
        for to, text in heard:
            self.log.append(f"<{to or 'all'}> {text}")
            self.public += 0 if to else 1 + text.count("\n") * (self.where.startswith("terminal"))
            self.private += bool(to) and not WHICH.search(text)
            for guest in self.guests:
                if to is None:
                    guest.hear_public(text)
                elif to == guest.name:
                    guest.hear_private(text)
        for guest in self.guests:
            guest.typed = None if guest.is_fresh else guest.typed

    def say(self, guest, text, in_public=True):
        self.log.append(f"{guest.name}{'' if in_public else ' (private)'}> {text}")
        guest.typed = text
        self.tell(self.place.say(guest.name, text, in_public))

    def sit_down(self):
        self.say(self.guests[0], "!play " + self.words)
        for guest in self.guests[1:]:
            buttons = self.place.parts(guest.name)[1] if self.where == "pressed" else []
            joins = [part for part in buttons if part[0] == "Join"]
            if joins:
                self.tell(self.place.press(joins[0][2]))
            else:
                self.say(guest, "!join")
        all_must = "all of you have said !start" in self.log[-1]
        if not any(guest.offer for guest in self.guests):  # there are versions that begin by themselves
            for guest in self.guests if all_must else self.guests[:1]:
                if any(other.is_called for other in self.guests):
                    break  # a table deals by itself after a while
                guest.forget()
                self.say(guest, "!start")
        end = time.monotonic() + 60
        while not any(guest.is_called or guest.offer for guest in self.guests):
            assert time.monotonic() < end, "the game does not begin"
            self.tell(self.place.wait(0.2))
        if self.where != "pressed":  # there nobody types any more
            self.say(self.guests[0], "!help")
        verbs = re.search(r"Your moves in [^:]*: ([^.]*)\.", " ".join(self.log))
        self.verbs = {verb.strip("!").split("`")[0] for verb in verbs.group(1).split(", ")} if verbs else set()
        self.public = self.private = 0
        self.begun = len(self.log)
        for guest in self.guests:
            guest.moves = 0

    def press(self, guest):
        part = guest.choose_part(*self.place.parts(guest.name)) if guest.is_called else None
        if not part:
            return False
        self.log.append(f"{guest.name} presses {part[0]!r}")
        self.tell(self.place.press(part[2]))
        own, _ = self.place.parts(guest.name)
        self.looks += part[2].split()[3].startswith("c") and "Back" in [other[0] for other in own]
        guest.typed = None
        return True

    @staticmethod
    def is_heard_in_public(guest, text):
        return text[0] == "!" and guest.dice.random() < 0.6

    def act(self, guest):
        if self.where == "pressed":
            return self.press(guest)
        if self.where.startswith("terminal") and guest.wants():
            self.tell(self.place.sit(guest.name))
        text = guest.choose()
        if text:
            self.say(guest, text, self.is_heard_in_public(guest, text))
        return bool(text)

    def play(self):
        idle = done = 0
        while not any(guest.is_over for guest in self.guests):
            acts = (self.act(guest) for guest in self.guests)
            is_done = any(list(acts) if self.where == "pressed" else acts)  # who has nothing to press looks again and again
            done, idle = done + is_done, 0 if is_done else idle + 1
            if not is_done:
                self.tell(self.place.wait(1))
            assert idle < IDLE, "nobody is told what to do"
            assert done < MOST, "the game does not end"
            assert sum(len(guest.refused) for guest in self.guests) < REFUSED, "nothing can be typed as it is shown"
        self.moves = sum(guest.moves for guest in self.guests)

    def run(self):
        with tempfile.TemporaryDirectory(prefix="tabletalk-") as folder:
            self.place = self.open(folder)
            try:
                self.sit_down()
                begun = self.place.requests()
                self.play()
                self.requests = self.place.requests() - begun
            except (AssertionError, EOFError, OSError) as why:
                self.fault = str(why) or "it failed"
            finally:
                self.place.close()
        refused = [f"{typed!r} was refused: {said}" for guest in self.guests for typed, said in guest.refused]
        self.fault = "\n".join([self.fault] * bool(self.fault) + refused[:5])
        return self

    def sum(self, what):
        return sum(getattr(guest, what) for guest in self.guests)

    def typed_a_turn(self):
        """Lines and keys, the answers to questions back among them; a turn is what one person types before another does."""
        typed = re.findall(r"^(\w+)(?: \(private\))?> (.*)", "\n".join(self.log[self.begun:]), re.M)
        turns = sum(line[0] != before[0] for line, before in zip(typed, [("", "")] + typed))
        return len(typed) / max(turns, 1), sum(len(text) + 1 for _, text in typed) / max(turns, 1)

    def line(self):
        each = max(self.moves, 1)
        looks = f", {self.looks / each:.2f} looks at a card" if self.looks else ""
        cost = (f"{(self.requests - self.looks) / each:5.2f} requests{looks}" if self.requests else
                f"{self.public / each:5.2f} lines, {self.private / each:5.2f} private")
        return (f"{self.name:16} {self.where:10} {self.picks:6} {self.moves:5} moves, {self.sum('questions'):4} questions back, "
                f"{self.sum('asked'):4} asked !moves; a move costs {cost}; "
                "{:.2f} lines, {:.1f} keys typed a turn".format(*self.typed_a_turn()))


class Evening(Game):
    """One person alone and the robot that they find: says what people say first, mostly wrong, then only what the answers
    name, until a game begins. A dead end is an answer that names nothing, or names what is refused."""

    def __init__(self, number, options):
        self.where, chosen, said = EVENINGS[number]
        super().__init__((f"evening_{number}", 1, said), self.where, "random", options.seed, options)
        self.chosen, self.asks = chosen, [words.strip() for words in said.split("|")]
        self.tried, self.is_alone = set(), False
        self.guest = self.guests[0]
        self.guest.people = (self.guest.name, "robot", "easy-robot")

    def ask(self, words):
        """Says it, in the channel where a # stands before it; the answer, and what that names."""
        before = len(self.log) + 1
        self.guest.forget()
        self.guest.refused.clear()
        self.say(self.guest, words.lstrip("#"), words[0] == "#")
        if len(self.log) == before:
            self.tell(self.place.wait(0.5))  # it is still being saved
        answer = " ".join(self.log[before:])
        in_public = "#" if words[0] == "#" and self.where != "terminal" else ""
        named = NAMED.findall(answer) or ["!" + verb for verb in MAY.findall(answer)]
        return answer, list(dict.fromkeys(in_public + name for name in named))

    def follow(self, words, most=99):
        """Nothing that the answer to these words names may be refused, or of that the first so many."""
        answer, named = self.ask(words)
        assert named, f"{words!r} is answered without anything to say: {answer}"
        if "!help" in answer and "Commands: " in answer:
            return
        for name in [name for name in named if name not in self.tried][:most]:
            self.tried.add(name)
            if name.endswith("!play") or not OPENS.search(name):
                told, _ = self.ask(name)
                assert told and not NO.search(told), f"{words!r} is answered with {name!r}, and that with: {told}"

    def play(self):
        for words in ("what now", "99"):
            self.follow("#!" * (self.chosen[0] == "#") + words, 1)
        self.guest.is_called = True
        self.guest.refused.clear()
        super().play()
        named = NAMED.findall(self.log[-1])
        assert named, "the result names nothing"
        self.follow("#" * (self.chosen[0] == "#") + named[-1])
        self.guest.refused.clear()

    def is_heard_in_public(self, guest, text):
        return self.chosen[0] == "#" and text[0] == "!"

    def tell(self, heard):
        """At a table that is somebody's alone all is told in private, on Discord without a prefix."""
        if self.is_alone:
            heard = [(to if OWN.search(text) else None, CALL.sub(lambda call: BARE.sub(r"\1!", call.group(0)), text))
                     for to, text in heard]
        super().tell(heard)

    def sit_down(self):
        self.place.shows_bold = True
        for words in self.asks:
            self.follow(words)
        self.is_alone = self.where != "terminal" and self.chosen[0] != "#"
        self.ask(self.chosen)
        for words in ("!add robot", "!start"):
            if not self.guest.wants() and words in self.log[-1]:
                self.ask("#" * (self.chosen[0] == "#") + words)
        self.guest.refused.clear()
        end = time.monotonic() + 60
        while not self.guest.wants():
            assert time.monotonic() < end, "the game does not begin"
            self.tell(self.place.wait(0.2))


def read_modes():
    rows = re.findall(r'^(?:MODE|EVERYWHERE)\((\w+), (\d+), "(.*)"\)', MODES, re.M)
    return [(name, int(people), words) for name, people, words in rows]


def length(game):
    """Moves; in a game that goes on until somebody has luck, but for so many rounds at most, those of a round."""
    rounds = re.findall(r"\bround (\d+) of \d", "\n".join(game.log))
    return game.moves / max(map(int, rounds), default=1)


def too_long(games):
    for name in {game.name for game in games}:
        same = [game for game in games if game.name == name and game.moves]
        middle = statistics.median(map(length, same)) if same else 0
        for game in same if len(same) >= ENOUGH else ():
            if length(game) > 3 * middle:
                game.fault += f"\n{game.moves} moves; its length is {length(game):.1f}, where the median is {middle:.1f}"


def never_played(games):
    """Verbs that !help names, and forms of moves that were shown, which nobody played."""
    for title in sorted({game.words.split()[0] for game in games}):
        same = [game for game in games if game.words.split()[0] == title]
        verbs = set().union(*(game.verbs for game in same))
        guests = [guest for game in same for guest in game.guests]
        shown = set().union(*(guest.shown for guest in guests))
        played = set().union(*(guest.played for guest in guests))
        usual = {verb for verb in verbs if (title, verb) not in RARE}
        missed = {verb for verb in usual if not any((form + " ").startswith(verb + " ") for form in played)}
        rare = {form for form in shown if form.split()[2:] and (title, form.split()[-1]) in RARE}
        yield title, sorted(missed), sorted(shown - played - rare)


def main():
    reader = argparse.ArgumentParser()
    reader.add_argument("program")
    reader.add_argument("--ircd")
    reader.add_argument("--standin")
    reader.add_argument("--places", default="terminal")
    reader.add_argument("--picks", default="first", help="how the first seat picks: first, last, random, or several of them; "
                        "the next seat picks in the next way. shortest: what takes the fewest keys, each seat")
    reader.add_argument("--seed", default="1")
    reader.add_argument("--jobs", type=int, default=4)
    reader.add_argument("--brief", action="store_true", help="type the verb alone, then one of the moves that are named: to "
                        "compare with versions whose offers cannot be typed")
    reader.add_argument("--verbs", action="store_true")
    reader.add_argument("--evenings", action="store_true", help="people alone who say wrong words first, at all places")
    reader.add_argument("--logs", help="a folder for what was shown and typed")
    reader.add_argument("modes", nargs="*")
    options = reader.parse_intermixed_args(arguments)
    games = [Evening(number, options) for number in range(len(EVENINGS))] if options.evenings else \
        [Game(mode, where, picks, options.seed, options)
         for mode in read_modes() if mode[0] in options.modes or not options.modes
         for where in options.places.split(",") for picks in options.picks.split(",")]
    assert games, "modes.def has none of these"
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        for game in pool.map(Game.run, games):
            print(game.line(), game.fault.split("\n")[0], flush=True)
            if options.logs:
                with open(f"{options.logs}/{game.name}-{game.where}-{game.picks}", "w", encoding="utf-8") as file:
                    file.write("\n".join(game.log) + "\n")
    too_long(games)
    failed = [game for game in games if game.fault]
    for game in failed:
        print(f"\n{game.name}, {game.where}, {game.picks}: {game.fault}\n  ...\n  " + "\n  ".join(game.log[-12:]))
    if options.verbs:
        for title, verbs, forms in never_played(games):
            print(f"{title}: never played: verbs {verbs}, forms {forms}")
            failed += verbs + forms
    print(f"{len(games)} games, {len(failed)} faults")
    sys.exit(bool(failed))


main()
