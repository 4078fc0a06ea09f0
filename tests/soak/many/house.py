#!/usr/bin/env python3
"""house.py ROUNDS [SEED [TABLES]]: three processes of one house on a real PostgreSQL serve networks of IRC (ngircd) and applications of
Discord (stand-ins), with so many tables on them. Round by round one of them is killed, stopped for longer than its lease, cut off from
the database or drained, or the database is; each time the tables must go on. In the end the records are compared with what was
answered. Ends with a line of figures; fails if a law of laws.py is broken. tests/soak/house builds and starts it.
HOUSE_STRIKES=kill,cut: only those; HOUSE_STORIES=1: what slow tables were told; HOUSE_KEEP=1: leaves the folder of a run with faults."""
import asyncio
import base64
import collections
import os
import random
import re
import shutil
import signal
import statistics
import sys
import tempfile
import time

import laws
from people import BOT, DiscordPerson, IrcPerson, Table, hear_on_discord
from servers import Ngircd, Postgres, Program, Standin, wait_for_port
from wires import Wire

PROCESSES = 3
LEASE_SECONDS = 4
PACE_SECONDS = 4
ANSWER_SECONDS = 120  # a table that says nothing for longer has fallen silent
FORGET_SECONDS = 60
BOUND_SECONDS = 10  # in which Discord answers again, whatever was struck, on a machine that keeps up
LATE_SECONDS = 0.3  # by which this program itself may run late there
BUCKET_SECONDS = 5  # a process cannot know how much of a bucket the one before it had used
PER_SECOND = 50  # requests that Discord takes
REQUEST = re.compile(rb"(GET|POST|PUT|PATCH|DELETE) (?!\S*/(interactions|webhooks)/)")  # those that count


def token_of(unit):
    """Each application has its own; it begins with its id."""
    return base64.b64encode(unit.encode()).decode().rstrip("=") + ".stand-in.c2VjcmV0LXRva2Vu"


class House:
    irc_units = discord_units = 4
    rooms_per_guild = 1000
    writes_first = True  # the people of Discord, so that it is known where they are written to
    discord_person = DiscordPerson
    lease_seconds = LEASE_SECONDS
    options = "tables_per_guild = 1000\n"

    def __init__(self, folder, seed, tables):
        self.folder, self.dice, self.table_count = folder, random.Random(seed), tables
        self.postgres = Postgres(folder + "/postgres")
        self.ircds, self.standins, self.programs, self.tables = {}, {}, [], []
        self.database, self.speakers, self.tasks = [], {}, []
        self.began, self.late = time.monotonic(), 0  # late: by how many seconds this program ran late in this round, at most
        self.requests = {}  # by network: when the last of them came out of a process
        self.violations, self.came = [], []  # came: when the bot joined its rooms, and where
        self.bunched = self.early = 0  # requests that Discord would refuse, for which the house is not to blame
        self.units = []

    # ---- building it

    def speaker(self, name):
        return self.speakers.setdefault(name, laws.Speaker(name, time.monotonic))

    def tables_of(self, _unit):
        """How many have their room there."""
        return max(1, self.table_count // (self.irc_units + self.discord_units))

    async def wire(self, target, program, name):
        wire = await Wire(target).open()
        wire.on_sent = lambda number, data: self.hear_wire(program, name, number, data)
        return wire.port

    def hear_wire(self, program, name, number, data):
        self.speaker(name).hear(program, number, len(data))
        if REQUEST.match(data):
            self.requests.setdefault(name, collections.deque(maxlen=4 * PER_SECOND)).append(time.monotonic())

    async def wire_to_database(self):
        self.database.append(await Wire(self.postgres.port).open())
        return self.database[-1].port

    async def open(self):
        await self.postgres.start()
        self.postgres.ask("CREATE ROLE tabletalk LOGIN")
        self.postgres.ask("CREATE SCHEMA tabletalk AUTHORIZATION tabletalk")
        for i in range(self.irc_units):
            self.ircds[f"irc:n{i}"] = Ngircd(f"{self.folder}/ngircd{i}")
        for i in range(self.discord_units):
            unit = f"discord:d{i}"
            standin = self.standins[unit] = Standin()
            standin.on_log = lambda line, unit=unit: self.hear_log(unit, line)
            await standin.start("token=" + token_of(unit))
        self.units = [*self.ircds, *self.standins]
        for ircd in self.ircds.values():
            await wait_for_port(ircd.port)
        for unit in self.units:
            await (self.seat_irc if unit in self.ircds else self.seat_discord)(unit, self.tables_of(unit))
        for i in range(PROCESSES):
            await self.add_program(f"p{i}")
        for program in self.programs:
            program.start()

    async def add_program(self, name):
        config = (f'store = "postgres"\npostgres = "host=127.0.0.1 port={await self.wire_to_database()} user=tabletalk dbname=postgres sslmode=disable"\n'
                  f"postgres_lease = {self.lease_seconds}\n{self.options}")
        for unit, ircd in self.ircds.items():
            port = await self.wire(ircd.port, name, unit)
            channels = ", ".join(f'"#g{i}"' for i in range(self.tables_of(unit)))
            config += f'irc "{unit[4:]}" {{\n server = "127.0.0.1"\n port = {port}\n tls = no\n flood = "off"\n channels = {{{channels}}}\n}}\n'
        for unit, standin in self.standins.items():
            port = await self.wire(int(standin.api.split(":")[2].split("/")[0]), name, unit + " REST")
            config += f'discord "{unit[8:]}" {{\n token_file = "token-{unit[8:]}"\n api = "http://127.0.0.1:{port}/api/v10"\n}}\n'
        program = Program(name, f"{self.folder}/{name}", config)
        for unit in self.standins:
            with open(os.open(f"{program.folder}/token-{unit[8:]}", os.O_CREAT | os.O_WRONLY, 0o600), "w", encoding="ascii") as file:
                file.write(token_of(unit) + "\n")
        self.programs.append(program)

    def seat(self, unit, room, people):
        self.tables.append(Table(unit, room, people, random.Random(self.dice.random()), PACE_SECONDS))

    async def seat_irc(self, unit, count):
        for i in range(count):
            people = [IrcPerson(f"{name}{i}", f"#g{i}", self.ircds[unit].port, f"127.0.{i + 1}.{at + 1}")  # each has a home
                      for at, name in enumerate(("ann", "bob"))]
            self.seat(unit, f"#g{i}", people)
            for person in people:
                await person.come()
        people[0].on_bot = lambda nick, is_there: is_there and self.came.append((unit, time.monotonic()))

    async def seat_discord(self, unit, count):
        standin, known = self.standins[unit], {}
        for i in range(count):  # the stand-in does not remember names that begin with a digit
            if i % self.rooms_per_guild == 0:
                guild = await standin.ask(f"guild {i}club")
            room = await standin.ask(f"channel {guild} {i}g")
            people = [self.discord_person(standin, await standin.ask(f"user {i}{name}"), room) for name in ("ann", "bob")]
            self.seat(unit, room, people)
            known.update({person.user: person for person in people})
            known[room] = people[0]
        standin.on_seen = lambda line: hear_on_discord(known, line)
        for person in list(known.values()) if self.writes_first else []:
            await standin.ask(f"dm {person.user} hello")  # nobody hears it yet, but the channel is there

    def hear_log(self, unit, line):
        kind = line[10:]
        if kind.startswith("<- gateway #"):
            number = kind[12:].split(" ", 1)[0]
            self.speaker(unit + " gateway").hear(number, number, 0)
        elif kind.startswith("!! VIOLATION") and "requests in a second" in kind and not self.has_sent_too_many(unit):
            self.bunched += 1
        elif kind.startswith("!! VIOLATION") and "its bucket's limit" in kind and self.has_changed_lately(unit):
            self.early += 1
        elif kind.startswith("!! VIOLATION"):
            self.violations.append(f"{unit}: {kind[13:]} (after {time.monotonic() - self.began:.1f} s, this program {self.late:.2f} s late)")

    def has_sent_too_many(self, unit):
        """Whether they came out of it so fast, or were only held up on the way: stand-ins share a processor with everything else."""
        times = list(self.requests.get(unit + " REST", []))
        return any(last - first < 1 for first, last in zip(times, times[PER_SECOND:]))

    def has_changed_lately(self, unit):
        return any(time.monotonic() - self.speaker(unit + wire).since < BUCKET_SECONDS for wire in (" REST", " gateway"))

    # ---- looking at it

    def owners(self):
        """Which process serves which unit, as the database has it: numbers of processes."""
        rows = self.postgres.ask("SELECT name, owner FROM tabletalk.unit WHERE until > clock_timestamp() AND name <> ''", may_fail=True) or []
        pids = {str(program.pid()): i for i, program in enumerate(self.programs)}
        owners = dict(row.split("\t") for row in rows)
        return {unit: pids[owner.split(".")[-2]] for unit, owner in owners.items() if owner.split(".")[-2] in pids}

    async def wait_until_served(self):
        end = time.monotonic() + ANSWER_SECONDS
        while len(self.owners()) < len(self.units):
            if time.monotonic() > end:
                raise RuntimeError(f"nobody serves {set(self.units) - set(self.owners())}")
            await asyncio.sleep(0.2)

    async def wait_for_answers(self, tables, since):
        """Until each of them was answered after that moment. The times that it took; fails for those that stay silent."""
        end = since + ANSWER_SECONDS
        waiting = list(tables)
        while waiting and time.monotonic() < end:
            await asyncio.sleep(0.2)
            waiting = [table for table in waiting if not any(at > since for _, at in table.answers[-3:])]
        for table in waiting:
            print(f"FAULT: {table.unit} {table.room} is silent: {table.phase}, {len(table.pending)} moves wait, offer {bool(table.offer)}, "
                  f"{getattr(table.people[0], 'wrong_words', 0)} wrong words", *list(table.story)[-12:],
                  sep="\n   ", flush=True)
        return {table: next(at for _, at in table.answers if at > since) - since for table in tables if table not in waiting}, waiting

    async def forget_old(self):
        while True:
            await asyncio.sleep(FORGET_SECONDS / 2)
            for standin in self.standins.values():
                standin.tell(f"forget {FORGET_SECONDS}")

    def lines_of(self, unit):
        """Of its records, in order, by their rooms."""
        lines = {}
        for row in self.postgres.ask(f"SELECT room, text FROM tabletalk.line JOIN tabletalk.record ON record = id WHERE network = '{unit}' "
                                     "ORDER BY id, seq"):
            room, _, line = row.partition("\t")
            lines.setdefault(room.strip("<#>") if unit in self.standins else room, []).append(line)
        return lines

    def compare(self):
        """How many moves were answered; prints what is wrong."""
        answered = recorded = faults = 0
        lines = {unit: self.lines_of(unit) for unit in self.units}
        for table in self.tables:
            moves = laws.moves_of(lines[table.unit].get(table.room, []))
            wrong = laws.compare(table.sent, moves)
            answered += sum(is_answered for _, is_answered in table.sent)
            recorded += len(moves)
            if wrong:
                faults += 1
                print(f"FAULT: {table.unit} {table.room}: {wrong}", flush=True)
                print("   sent:", *[f"{laws.canonical(move)}{'' if is_answered else '?'}" for move, is_answered in table.sent], sep="; ")
                print("   recorded:", *moves, sep="; ")
                print(*table.story, sep="\n   ")
        return answered, recorded, faults

    async def close(self):
        for table in self.tables:
            table.is_ending = True
        for task in self.tasks:
            task.cancel()
        for program in self.programs:
            program.kill()
        for standin in self.standins.values():
            await standin.stop()
        for ircd in self.ircds.values():
            ircd.stop()
        self.postgres.stop()


# ---- what happens to it: each returns the units that it struck, and makes good what it did in time

async def strike_kill(house, victim):
    """kill -9 of a process and all that it has started."""
    program, units = house.programs[victim], house.units_of(victim)
    program.kill()
    house.later(house.dice.uniform(0, 2 * LEASE_SECONDS), program.start)
    return units


async def strike_unit(house, victim, signo=signal.SIGKILL):
    """kill -9 of what serves one network."""
    children = house.programs[victim].children()
    if not children:
        return []
    pid = house.dice.choice(children)
    started = [line for line in house.programs[victim].logged(" unit-process ") if line.endswith(f" pid={pid}")]
    os.kill(pid, signo)
    return [line.split("unit=")[1].split(" ")[0] for line in started[-1:]]


async def strike_hang(house, victim):
    """What serves one network stands still, for good."""
    return await strike_unit(house, victim, signal.SIGSTOP)


async def strike_stop(house, victim):
    """It stands still for longer than its lease, all of it, and wakes."""
    program, units = house.programs[victim], house.units_of(victim)
    program.signal_all(signal.SIGSTOP)
    house.later(house.dice.uniform(LEASE_SECONDS + 3, 3 * LEASE_SECONDS), lambda: program.signal_all(signal.SIGCONT))
    return units


async def strike_cut(house, victim):
    """Nothing gets through between it and the database any more."""
    wire, units = house.database[victim], house.units_of(victim)
    wire.stall()
    house.later(house.dice.uniform(LEASE_SECONDS + 3, 3 * LEASE_SECONDS), wire.heal)
    return units


async def strike_break(house, victim):
    """Its connections to the database break, and it gets no new ones."""
    wire, units = house.database[victim], house.units_of(victim)
    wire.break_off()
    house.later(house.dice.uniform(0, 2 * LEASE_SECONDS), wire.heal)
    return units


async def strike_drain(house, victim):
    """It is replaced by a newer version, so to speak."""
    program, units = house.programs[victim], house.units_of(victim)
    process = await asyncio.create_subprocess_exec(os.environ["TABLETALK_BINARY"], "--config", program.config, "drain",
                                                   stdout=asyncio.subprocess.DEVNULL)
    await process.wait()

    async def replace():
        if not await program.ended(ANSWER_SECONDS):
            house.fail(f"{program.name} is told to hand over, and does not end")
        program.kill()
        program.start()
    house.tasks.append(asyncio.create_task(replace()))
    return units


async def strike_backends(house, victim):
    """Every connection of the database ends."""
    house.postgres.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = 'tabletalk'", may_fail=True)
    return house.units


async def strike_server(house, victim):
    """kill -9 of the database's server, which starts again."""
    house.postgres.kill()
    await house.postgres.start()
    return house.units


STRIKES = [(4, strike_kill), (2, strike_unit), (2, strike_hang), (4, strike_stop), (3, strike_cut), (2, strike_break), (2, strike_drain), (2, strike_backends),
           (1, strike_server)]


class Struck(House):
    """A house to which things happen, and what came of it."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.times, self.spoken, self.joined_times, self.faults, self.pending = {}, {}, [], 0, []

    def units_of(self, victim):
        return [unit for unit, owner in self.owners().items() if owner == victim]

    def fail(self, what):
        self.faults += 1
        print("FAULT:", what, flush=True)

    async def watch_pace(self):
        while True:
            due = time.monotonic() + 0.1
            await asyncio.sleep(0.1)
            self.late = max(self.late, time.monotonic() - due)

    def later(self, seconds, fn):
        async def wait():
            await asyncio.sleep(seconds)
            fn()
        self.pending.append(asyncio.create_task(wait()))

    async def round(self, number):
        only = os.environ.get("HOUSE_STRIKES")
        strikes = [(weight, fn) for weight, fn in STRIKES if not only or fn.__name__[7:] in only.split(",")]
        strike = self.dice.choices([fn for _, fn in strikes], [weight for weight, _ in strikes])[0]
        victim = self.dice.choice(list(self.owners().values()))  # one that serves something
        playing = {table for table in self.tables if table.phase == "playing"}
        began, self.late = time.monotonic(), 0
        units = await strike(self, victim)
        struck = [table for table in playing if table.unit in units]
        for table in struck:
            table.be_quick()
        times, silent = await self.wait_for_answers(struck, began)
        if self.pending:
            await asyncio.wait(self.pending)
        self.pending = []
        self.faults += len(silent)
        try:
            await self.wait_until_served()
        except RuntimeError as why:
            self.fail(f"{strike.__name__[7:]} p{victim} at {began - self.began:.0f} s: {why}")
        self.note(strike, times, units, began)
        self.judge(strike, times)
        for table in [table for table, seconds in times.items() if seconds > BOUND_SECONDS - 1 and "HOUSE_STORIES" in os.environ]:
            print(f"-- {table.unit} {table.room} was slow ({began:.1f}):", *table.story, sep="\n   ", flush=True)
        name = strike.__name__[7:]
        print(f"{number} {name} p{victim} at {began - self.began:.0f} s: {len(units)} units, {len(struck)} tables; answered again: "
              f"Discord {show([t for table, t in times.items() if table.unit in self.standins])}, "
              f"IRC {show([t for table, t in times.items() if table.unit in self.ircds])}", flush=True)
        for speaker in self.speakers.values():
            for fault in speaker.faults:
                self.fail(fault)
            speaker.faults = []

    def kind(self, unit):
        return "Discord" if unit in self.standins else "IRC"

    def judge(self, strike, times):
        slow = [seconds for table, seconds in times.items() if table.unit in self.standins and seconds > BOUND_SECONDS]
        if slow and self.late < LATE_SECONDS:
            self.fail(f"{strike.__name__[7:]}: {len(slow)} tables on Discord were answered again after {max(slow):.1f} s at most")
        elif slow:
            print(f"{len(slow)} tables on Discord were answered again after {max(slow):.1f} s at most, but this program ran {self.late:.1f} s late")

    def note(self, strike, times, units, began):
        for unit in units:  # when somebody spoke for it again, whether a table was answered or not
            speaker = self.speakers.get(unit + " REST" if unit in self.standins else unit)
            if speaker and speaker.since > began:
                self.spoken.setdefault((strike.__name__[7:], self.kind(unit)), []).append(speaker.since - began)
        for table, seconds in times.items():
            kind = self.kind(table.unit)
            self.times.setdefault((strike.__name__[7:], kind), []).append(seconds)
            came = [at for unit, at in self.came if unit == table.unit and at > began]
            if kind == "IRC" and came and came[0] < began + seconds:
                self.joined_times.append(began + seconds - came[0])


def show(times):
    if not times:
        return "-"
    times = sorted(times)
    return f"median {statistics.median(times):.1f} p95 {times[int(len(times) * 0.95)] if len(times) > 1 else times[0]:.1f} max {times[-1]:.1f} s"


async def run(rounds, seed, tables):
    folder = tempfile.mkdtemp(prefix="tabletalk-house-")
    os.chmod(folder, 0o755)
    house = Struck(folder, seed, tables)
    began = time.monotonic()
    try:
        await house.open()
        await house.wait_until_served()
        house.tasks += [asyncio.create_task(table.live()) for table in house.tables]
        house.tasks.append(asyncio.create_task(house.forget_old()))
        house.tasks.append(asyncio.create_task(house.watch_pace()))
        _, silent = await house.wait_for_answers(house.tables, began)
        house.faults += len(silent)
        print(f"{len(house.tables)} tables play in {len(house.units)} networks after {time.monotonic() - began:.0f} s", flush=True)
        for number in range(1, rounds + 1):
            await asyncio.sleep(house.dice.uniform(2, 4))
            await house.round(number)
        for table in house.tables:
            table.is_ending = True
        await asyncio.sleep(3)
        answered, recorded, wrong = house.compare()
        house.faults += wrong + len(house.violations)
        takings = {row.split("\t")[0]: int(row.split("\t")[1]) for row in house.postgres.ask("SELECT name, term FROM tabletalk.unit")}
        for name, speaker in house.speakers.items():
            if "gateway" not in name and speaker.changes >= takings[name.split(" ")[0]]:
                house.fail(f"{name}: {speaker.changes} changes of who speaks, {takings[name.split(' ')[0]]} takings")
        for violation in house.violations[:20]:
            print("FAULT:", violation)
        for (strike, kind), times in sorted(house.times.items()):
            print(f"{strike:9} {kind:8} {len(times):5} tables answered again: {show(times)}")
        for (strike, kind), times in sorted(house.spoken.items()):
            print(f"{strike:9} {kind:8} {len(times):5} units spoken for again: {show(times)}")
        print(f"IRC, after the bot had joined the room: {show(house.joined_times)}")
        late = sum(speaker.late_bytes for speaker in house.speakers.values())
        print(f"rounds={rounds} seed={seed} tables={len(house.tables)} games={sum(table.games for table in house.tables)} answered={answered} "
              f"recorded={recorded} unclear={sum(table.unclear for table in house.tables)} "
              f"takings={sum(takings.values())} late-pieces={sum(len(speaker.late) for speaker in house.speakers.values())} late-bytes={late} "
              f"bunched={house.bunched} early={house.early} "
              f"wrong-words={sum(getattr(person, 'wrong_words', 0) for table in house.tables for person in table.people)} "
              f"faults={house.faults} seconds={time.monotonic() - began:.0f}")
    finally:
        await house.close()
        if house.faults and "HOUSE_KEEP" in os.environ:
            print("kept:", folder)
        else:
            shutil.rmtree(folder, ignore_errors=True)
    return house.faults


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]] + [200, 1, 300][len(sys.argv) - 1:]
    sys.exit(1 if asyncio.run(run(*numbers)) else 0)
