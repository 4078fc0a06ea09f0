"""Somebody who sits at a table for the first time: knows what chats are like (what is said to me, the prefix, private messages),
and of the game only what is shown. Takes one of what is offered and types it exactly as it is shown. Next: places.py."""
import collections
import random
import re

PICKS = ("first", "last", "random")
BETWEEN = " \u00b7 "
LINE = " \u00b6 "  # between lines that are told apart: folded ones are not
TABLE_WORDS = ("!moves", "!help", "!join", "!start")
COLOURS = ("red", "orange", "yellow", "green", "blue", "indigo", "violet", "pink", "brown", "grey", "cyan", "magenta")
NO_MOVES = ("Rules", "Cards", "Refresh", "Leave", "Invite", "Moves", "Back", "Hand", "Picture")
UNDOS = 3  # of each thing that takes a move back, in a game: whoever always does what stands last would never come further
TAKEN_BACK = re.compile(r"\bYou take [^.]* back\.")
# A private answer that holds one of these is no refusal.
GOOD = re.compile(r"your hand[: ]|^You played |I would play|looks best to me|My choice is|You can play: |Say one of them in full: |^You (draw|hold|get|may|have seen)|eat word|^The game is over|^I deal |^I am waiting until |have nothing to play|nothing for you to play|At a table, type|cards will come here|Commands: |Your moves in ")
WHICH = re.compile(r"[Ss]ay (?:one of them|it) in full: ")
HELP = "Your moves in "
LATER = "my private message comes later"
OVER = re.compile(r"for another game|ends? without a result|(wins?|share|ends) (Col|Heart|ROY)")


def plain(text):
    """Without what only makes it look good: quiet blanks of names, marks, folds."""
    return re.sub(r"\s+", " ", re.sub("[\u200b\u2060]", "", text)).strip()


def plain_lines(text):
    return [plain(line) for line in text.replace(LINE, "\n").split("\n")]


def pieces(text):
    """What a text offers to type: whatever begins with the prefix, up to the next one or the end of the sentence."""
    found = []
    for part in text.split(BETWEEN):
        for piece in re.split(r",? or (?=!)|[,;] (?=!)", part):
            match = re.search(r"(?:^|[\s(\"'])(![a-z][^!\"')(]*)$", piece)
            if match:
                found.append(re.split(r"[.:;](?:\s|$)| Your seat word", match.group(1))[0].strip())
    return found


def form(move, people):
    """What kind of words a move has: "steal x me#", "play colour". Only to count what was tried."""
    words = [re.sub(r"\d+", "#", word) for word in move.lstrip("!").split(" ")]
    kinds = {**dict.fromkeys(COLOURS, "colour"), **dict.fromkeys(people, "who")}
    return " ".join(["x" if len(word) == 1 and word.isalpha() else kinds.get(word, word) for word in words])


class Newcomer:
    def __init__(self, name, picks, seed):
        self.name = name
        self.people = (name,)  # who sit there
        self.picks = picks
        self.undone = collections.Counter()  # what I did that took back what I had done before
        self.did = ""
        self.tried = set()    # cards and buttons that I have pressed since somebody moved
        self.dice = random.Random(f"{name} {picks} {seed}")
        self.offer = []       # what I may type, as it was shown last
        self.is_old = False   # others have moved since
        self.is_fresh = False # it came with what is told now
        self.is_called = False
        self.has_moved = False # and nobody was called since
        self.is_over = False
        self.typed = None     # what I said last, until it is answered
        self.said = ""        # what I said last, answered or not
        self.refused = []     # (what I typed, what was said)
        self.is_brief = False # types the verb alone, for versions whose offers cannot be typed as they are shown
        self.asked = 0        # how often nothing said what to do, so that I asked
        self.moves = 0
        self.shown, self.played = set(), set()  # forms of moves: "take #"
        self.turn, self.habit = [], []  # what I have typed this turn; the whole of the turn before, if I was told of ";"
        self.numbered, self.is_told_of_steps = {}, False
        self.questions = 0    # how often it was asked back which one I meant

    def forget(self):
        self.offer, self.is_old, self.is_called, self.typed = [], False, False, None

    def hear_public(self, text):
        self.tried = set()
        told = [re.findall(r"(?:^|\. )(\w+) [a-z]", line) for line in plain_lines(text)]
        movers = [names[0] for names in ([name for name in line if name in self.people] for line in told) if names]
        text = plain(text)
        if HELP in text:  # calls nobody
            self.typed = None
            return
        if LATER in text:  # no answer: of several moves that were offered at once, the first
            if text.startswith(self.name) and self.typed:
                self.offer, self.is_old, self.typed = [" ".join(self.typed.split(" ")[:2])], False, None
            return
        if self.typed and not self.typed.startswith(TABLE_WORDS):
            self.moves += 1
            self.played.add(form(self.typed, self.people))
        if OVER.search(text):
            self.is_over = True
        self.is_told_of_steps |= "with ; between" in text
        if self.turn and any(mover != self.name for mover in movers):
            self.habit, self.turn = self.turn if self.is_told_of_steps else [], []
        self.has_moved = (self.has_moved or bool(self.typed)) and movers[-1:] in ([], [self.name])
        call = re.search(r"(?:^| )((?:[^ ]+(?:,| and) )*[^ ]+): ((?:!|/move )[^\u00b6]*)(?:$| \u00b6)", text) or \
            re.search(r"(?:^| )((?:[^ ]+(?:,| and) )*[^ ]+) (?:to play|goes on|go on|may play) \(([!/]hand)\)", text)
        is_next = bool(call) and (call.group(1) == "Next" or " on (" in call.group(0))  # who has just moved goes on, and is called again by every edit
        goes_on = call if is_next and self.has_moved else None
        anybody = re.search(r"Anybody(?:: (?:!|/move )| may play)", text)
        is_mine = bool(goes_on or anybody or (call and self.name in re.split(r", | and ", call.group(1))))
        self.is_called = is_mine or (self.is_called and not call)
        self.has_moved = self.has_moved and (is_next or not call)
        self.typed = None
        self.is_old = bool(self.offer) and not self.is_fresh
        mine = call.group(2) if call and is_mine and not anybody else ""
        mine = re.split(r"\.(?:\s|$)", mine)[0]  # on IRC more comes behind it
        if pieces(mine) and not self.is_fresh:
            self.offer, self.is_old = pieces(mine), False

    def hear_private(self, text):
        text = plain(text.replace("\n", BETWEEN).replace(" | ", BETWEEN))
        asked = re.match(r".?'([^']*)' can ", text)
        if asked and self.said and not self.said.lstrip("!").startswith(asked.group(1).removesuffix("...")):
            return  # a late question back: since then I have said which
        offered = text.partition("You can play: ")[2] or (WHICH.split(text, 1) + [""])[1].partition(". Its number")[0]
        if WHICH.search(text):
            self.questions += 1
            self.turn = self.turn[:-1]
            self.shown |= {form(piece, self.people) for piece in pieces(offered)}
        elif self.typed and "; " in self.typed:  # from habit: not all of it fitted this time
            self.typed, self.is_called = None, True
        elif self.typed and not GOOD.search(text):
            self.refused.append((self.typed, text))
            self.typed, self.is_called = None, True
        elif self.typed and self.typed.startswith(TABLE_WORDS):
            self.typed = None
        self.undone[self.did] += bool(TAKEN_BACK.search(text))
        if re.search("your hand: |no hidden hands", text) and not offered:  # nothing of mine for now, whatever was offered before
            self.offer, self.is_fresh = [], False
        if offered:
            numbers = re.findall(r"(?:^|\u00b7 )(\d+) !", offered) if self.picks == "shortest" and "Its number" in text else []
            self.numbered = dict(zip(numbers, pieces(offered)))
            self.offer = numbers or pieces(offered) or [p.rstrip(".") for p in offered.split(BETWEEN) if not re.match(r"and \d+ more", p)]
            if self.is_brief and "You can play: " in text:
                words = offered.split()
                self.offer = ["!" + " ".join(words[:2 if words[0].strip("!") == "play" else 1]).strip("!,:.")]  # !play opens a table
            self.is_old, self.is_fresh = False, True
        self.typed = None if WHICH.search(text) else self.typed

    def choose_part(self, own, common):
        """The same with buttons, (label, whether in a menu, order): moves under the board; else of those that are my own, where
        a menu is what was opened last, and a card that led to nothing is not pressed again; else of the table's; else a look at
        whether there are others now."""
        if self.is_over or not self.is_called:
            return None
        on_board = [part for part in common if part[2].split()[3].startswith("b")]
        for parts in (on_board, own, common):
            moves = [part for part in parts if part[0] not in NO_MOVES and self.undone[part[0]] < UNDOS]
            moves = [part for part in moves if "Back" in (other[0] for other in parts) or part[0] not in self.tried]
            pressed = [part for part in moves if part[1]] or moves
            if moves:
                break
        else:
            pressed = moves = [part for part in own if part[0] == "Refresh"]
        if not moves:
            return None
        part = {"first": pressed[0], "last": pressed[-1], "random": self.dice.choice(moves)}[self.picks]
        self.typed = part[0]
        self.tried = set() if part[0] == "Refresh" else self.tried | {part[0]}
        self.did = part[0]
        self.undone[self.did] += self.did == "Undo"
        return part

    def wants(self):
        """Whether something was said to me that asks for a word of mine."""
        return not self.is_over and not self.typed and bool(self.offer or self.is_called)

    def choose(self):
        """What I type now, if anything."""
        if not self.wants():
            return None
        if not self.offer or self.is_old:
            self.asked += 1
            self.forget()
            self.typed = self.said = "!moves"
            return self.typed
        offers = [offer for offer in self.offer if self.undone[self.numbered.get(offer, offer)] < UNDOS] or self.offer
        shortest = [offer for offer in offers if len(offer) == min(map(len, offers))]
        said = {"first": offers[0], "last": offers[-1], "random": self.dice.choice(offers),
                "shortest": self.dice.choice(shortest)}[self.picks]
        self.forget()
        self.did = self.numbered.pop(said, said)
        self.turn.append(self.did)
        if self.picks == "shortest" and len(self.turn) == 1 and len(self.habit) > 1 and self.habit[0] == said:
            said = "; ".join(self.habit)
        self.typed = self.said = said
        return said
