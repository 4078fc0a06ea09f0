"""Two people at a table of Heartcatchers, again and again, on IRC or on Discord: they read what they are told and type one of the
moves that are offered. Each table knows what was sent, and what of it was answered. Next: records.py."""
import asyncio
import collections
import json
import re
import time

BOT = "tabletal"  # or tabletal1, while somebody has the nick
OPENING = "play heartcatchers clock=off"
OFFER = "You can play: "
ASK_AGAIN_SECONDS = 6
HURRIED_SECONDS = 0.2
BETWEEN = " \u00b7 "
STACKS = ("me1", "me2", "me3", "them1", "them2", "them3")
SEAT_WORD = re.compile(r"eat word(?: is|:) ([a-z0-9-]+)")
MISTAKE = re.compile(r"is not possible|I don't understand|I can't make|can mean several|isn't your turn|too much for me|Slow down")
NOT_SAVED = re.compile(r"I couldn't save that")
MARKS = re.compile("\x03\\d{0,2}(?:,\\d{1,2})?|[\x02\x0f\x16\x1d\x1f\u200b\u2060*`\\\\]")


def plain(text):
    return MARKS.sub("", text)


def expand(offer):
    """The moves of an offer: "catch e f on me1 me2", "hide d under any stack", "steal d on them2 for any of yours or e on ..."."""
    moves = []
    for clause in offer.split(BETWEEN):
        verb, _, rest = clause.replace("/move ", "").strip().lstrip("!").partition(" ")
        for part in re.split(r" or (?=[a-f] )", rest):
            words = part.split(" ")
            cards = [word for word in words if re.fullmatch("[a-f]", word)]
            if verb == "steal":
                theirs = [word for word in words if word.startswith("them")] or list(STACKS[3:]) * ("any of theirs" in part)
                ours = [word for word in words if word.startswith("me")] or STACKS[:3]
                moves += [f"steal {card} {their} {our}" for card in cards for their in theirs for our in ours]
            elif verb in ("catch", "hide"):
                stacks = [word for word in words if word in STACKS] or (STACKS if verb == "hide" else STACKS[:3])
                moves += [f"{verb} {card} {stack}" for card in cards for stack in stacks]
    return moves


class Table:
    """What happens at it. The people are told apart by 0 and 1."""

    def __init__(self, unit, room, people, dice, pace):
        self.unit, self.room, self.people, self.dice, self.pace = unit, room, people, dice, pace
        self.sent = []        # [move, is_answered], all games one after the other
        self.pending = []     # indexes into `sent` of what nobody has answered yet
        self.mover = None     # who made them
        self.offer = None     # (who, moves)
        self.last_offers = ["", ""]  # to each, as they were said
        self.last_result = ""
        self.phase = "none"   # "opening", "playing"
        self.games = self.unclear = self.questions = 0
        self.sent_at = 0
        self.story = collections.deque(maxlen=40)  # what was said and heard last, for failures
        self.answers = []     # (when a move was sent, when it was answered)
        self.event, self.hurry = asyncio.Event(), asyncio.Event()
        self.is_hurried = self.is_ending = False
        for index, person in enumerate(people):
            person.table, person.index = self, index

    def note(self, what):
        self.story.append(f"{time.monotonic():.1f} {what[:160]}")

    # ---- what is read

    def on_private(self, who, text):
        self.note(f"to {who}: {text}")
        at = text.find(OFFER)
        if at >= 0:
            self.take_offer(who, text[at + len(OFFER):])
        elif self.pending and self.mover == who and (MISTAKE.search(text) or NOT_SAVED.search(text)):
            self.offer = None  # nobody can say which move is meant, so all that wait may be in the record
            asyncio.get_running_loop().call_later(1, self.people[who].ask)
        self.event.set()

    def on_public(self, text):
        self.note(f"to all: {text}")
        if "for another game" in text or "without a result" in text:
            self.settle(is_news=text != self.last_result)
            self.last_result = text
            self.phase, self.offer = "none", None
            self.games += 1
        elif self.phase == "opening" and " opened " in text:
            self.people[1].say("join")
        elif self.phase == "opening" and " sits down" in text:
            for person in self.people:
                person.say("start")
        else:
            return
        self.event.set()

    def take_offer(self, who, offer):
        self.phase = "playing"
        offer = re.split(r" (?:Your s|S|s)eat word", offer)[0]
        if self.mover != who:
            self.settle(is_news=offer != self.last_offers[who])
        self.last_offers[who] = offer
        moves = expand(offer)
        self.offer = (who, moves) if moves else None

    def settle(self, is_news):
        """Somebody is told what follows a move of the other. If that is no news, it may be said again from before the move; if more than
        one move waited, nobody can say which it was."""
        if len(self.pending) == 1 and is_news:
            self.sent[self.pending[0]][1] = True
        elif self.pending:
            self.unclear += 1
        if self.pending:
            self.answers.append((self.sent_at, time.monotonic()))
            self.is_hurried = False
        self.pending = []

    # ---- what is said

    def play_one(self):
        who, moves = self.offer
        self.offer = None
        self.sent.append([self.dice.choice(moves), False])
        self.pending.append(len(self.sent) - 1)
        self.mover, self.sent_at = who, time.monotonic()
        self.note(f"{who} says {self.sent[-1][0]}")
        self.people[who].say_move(self.sent[-1][0], self.dice.random() < 0.5)

    def ask_again(self):
        """Nothing comes: say who we are, and ask what can be played."""
        self.questions += 1
        self.note(f"{self.questions % 2} asks")
        if self.phase == "opening" and self.questions % 3 == 0:
            self.people[0].say(OPENING)
        elif self.phase == "opening" and self.questions % 3 == 1:
            self.people[1].say("join")
        else:
            self.people[self.questions % 2].ask()

    def be_quick(self):
        """Until the next answer nobody thinks for long: somebody measures how long it takes."""
        self.is_hurried = True
        self.hurry.set()

    async def rest(self, event, seconds):
        try:
            await asyncio.wait_for(event.wait(), seconds)
        except asyncio.TimeoutError:
            return False
        event.clear()
        return True

    async def live(self):
        await asyncio.sleep(self.dice.random() * self.pace)
        while not self.is_ending:
            if self.phase == "none":
                self.phase = "opening"
                self.people[0].say(OPENING)
            has_come = await self.rest(self.event, ASK_AGAIN_SECONDS * (0.8 + 0.4 * self.dice.random()))
            if self.offer:
                await self.rest(self.hurry, (HURRIED_SECONDS if self.is_hurried else self.pace) * (0.5 + self.dice.random()))
            if self.offer:
                self.play_one()
            elif not has_come:
                self.ask_again()


class IrcPerson:
    """On an ngircd, which has no accounts: whoever was out of the bot's sight proves the seat by a word."""

    def __init__(self, nick, room, port, address):
        self.nick, self.room, self.port, self.address = nick, room, port, address
        self.table = self.index = self.writer = None
        self.word, self.is_proven, self.wrong_words = None, True, 0
        self.bots = []  # the bot's nicks in the room, the newest last
        self.on_bot = lambda nick, is_there: None

    async def come(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(self.address, 0))
        self.send(f"NICK {self.nick}")
        self.send(f"USER {self.nick} 0 * :{self.nick}")
        self.send(f"JOIN {self.room}")
        self.task = asyncio.create_task(self.read())

    def send(self, line):
        self.writer.write(line.encode() + b"\r\n")

    async def read(self):
        while line := await self.reader.readline():
            self.hear(line.decode(errors="replace").rstrip("\r\n"))

    def hear(self, line):
        if line.startswith("PING"):
            self.send("PONG" + line[4:])
            return
        source, word, rest = (line.split(" ", 2) + ["", ""])[:3]
        nick = source[1:].partition("!")[0]
        if word == "353":
            self.bots = [name.lstrip("@+") for name in rest.partition(" :")[2].split() if name.lstrip("@+").startswith(BOT)] or self.bots
        elif nick.startswith(BOT):
            self.hear_bot(nick, word, rest)

    def hear_bot(self, nick, word, rest):
        if word == "PRIVMSG":
            target, _, text = rest.partition(" :")
            self.hear_text(target == self.nick, plain(text))
        elif word == "JOIN":
            self.bots.append(nick)
            self.on_bot(nick, True)
            self.is_proven = self.word is None
            asyncio.get_running_loop().call_later(0.2 + 1.5 * self.table.dice.random(), self.prove)
        elif nick in self.bots and word in ("QUIT", "PART", "KICK", "NICK"):
            self.bots.remove(nick)
            if word == "NICK":
                self.bots.append(rest.lstrip(":"))
            else:
                self.on_bot(nick, False)

    def hear_text(self, is_private, text):
        if not is_private:
            if self.index == 0:
                self.table.on_public(text)
            return
        if "not the seat word" in text:
            self.wrong_words += 1
            self.is_proven = True
        for found in SEAT_WORD.finditer(text):
            self.word = found.group(1)
        if "Welcome back" in text or "so you need no seat word" in text or "No seat waits" in text:
            self.is_proven = True
            self.whisper("moves")
        self.table.on_private(self.index, text)

    def whisper(self, text):
        if self.bots:
            self.send(f"PRIVMSG {self.bots[-1]} :{text}")

    def prove(self):
        if not self.is_proven and self.word:
            self.whisper("seat " + self.word)

    def say(self, text):
        self.send(f"PRIVMSG {self.room} :!{text}")

    def say_move(self, move, in_public):
        self.say(move) if in_public else self.whisper(move)

    def ask(self):
        if self.is_proven:
            self.whisper("moves")
        else:
            self.prove()


class DiscordPerson:
    def __init__(self, standin, user, room):
        self.standin, self.user, self.room = standin, user, room
        self.table = self.index = None

    def say(self, text):
        self.standin.tell(f"say {self.user} {self.room} !{text}")

    def whisper(self, text):
        self.standin.tell(f"dm {self.user} {text}")

    def say_move(self, move, in_public):
        self.say(move) if in_public else self.whisper(move)

    def ask(self):
        self.whisper("moves")


def hear_on_discord(people, line):
    """A line of Standin.on_seen, for whom it is: `people` by their ids, by their rooms and by their own channels with the bot, which
    are known when they have said something there."""
    _, viewer, channel, text = line.split(" ", 3)
    message = json.loads(text)
    author = message.get("author", {})
    if not author.get("bot"):
        if author.get("id") in people and channel not in people:
            people[channel] = people[author["id"]]
        return
    person = people.get(channel if viewer == "0" else viewer)
    if person and channel == person.room and viewer == "0":
        person.table.on_public(plain(message.get("content", "")))
    elif person:
        person.table.on_private(person.index, plain(message.get("content", "")))
