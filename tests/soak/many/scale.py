#!/usr/bin/env python3
"""scale.py [SESSIONS [SECONDS [SEED]]]: three processes of one house on a real PostgreSQL serve so many sessions at once, on applications
of Discord (stand-ins, which judge by Discord's limits) and on ngircds. All are opened, then played for so many seconds. Prints
what that took beside what docs/scale.md says; fails if a session does not open or an answered move is not in the record, never on time.
tests/soak/scale builds and starts it."""
import asyncio
import math
import os
import random
import resource
import shutil
import sys
import tempfile
import time

import people
from house import House, show

SESSIONS_OF_APPLICATION = 1070  # the stand-in searches lists: more would measure it alone
ROOMS_PER_GUILD = 10       # 1,000,000 sessions in 100,000 guilds
CHANNELS_OF_NETWORK = 64   # that a configuration lists for one network of IRC
DISCORD_OPENS = 2          # a second, on each application; 45 requests a second allow some 7
DISCORD_MOVES = 10         # likewise; some 30
IRC_PACE_SECONDS = 10
LOOK_AGAIN_SECONDS = 30
PATIENCE_SECONDS = 60
TICKS = os.sysconf("SC_CLK_TCK")

# What docs/scale.md reckons with.
MODEL = {"MB of a process at rest": 16, "KB a session": 10.9, "us of CPU a move": 1700, "lines a move": 1, "requests a move": 1.2}


def cpu_of(pid):
    """Seconds of CPU, or 0 if it is gone."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / TICKS


def resident_of(pid):
    """Bytes; of what it shares with others its part."""
    with open(f"/proc/{pid}/smaps_rollup", encoding="ascii") as file:
        return next(int(line.split()[1]) * 1024 for line in file if line.startswith("Pss:"))


def children_of(pid):
    with open(f"/proc/{pid}/task/{pid}/children", encoding="ascii") as file:
        return [int(child) for child in file.read().split()]


class Presser(people.DiscordPerson):
    """Looks at the hand by a slash command. Discord lets a bot write to only a few new people, so most hands do not come by themselves."""

    def ask(self):
        self.standin.tell(f"slash {self.user} {self.room} table moves")

    def say_move(self, move, in_public):
        self.say(move)


class PressedTable(people.Table):
    """Of two pressers: after the deal, and after each move, whoever may be next looks at the hand."""
    is_asked = False

    def on_public(self, text):
        super().on_public(text)
        if self.phase == "opening" and " play Heartcatchers" in text:
            self.ask_soon(0)
            self.ask_soon(1)
        elif self.pending and not self.is_asked:
            self.is_asked = True
            self.ask_soon(1 - self.mover)

    def look_again(self):
        """A slow machine: Discord forgets a command that is not answered within three seconds."""
        if self.phase == "opening" and time.monotonic() > self.sent_at + LOOK_AGAIN_SECONDS:
            self.sent_at = time.monotonic()
            for person in self.people:
                person.ask()

    def ask_soon(self, who):
        asyncio.get_running_loop().call_later(1, self.people[who].ask)

    def take_offer(self, who, offer):
        self.is_asked = False
        super().take_offer(who, offer)


class Crowd(House):
    irc_units = 4
    rooms_per_guild = ROOMS_PER_GUILD
    discord_person = Presser
    writes_first = False
    lease_seconds = 30  # everything shares a machine, and may be slow
    options = "tables_per_guild = 1000\ntables_per_person = 10\nlog_level = \"warn\"\n"

    def __init__(self, folder, seed, sessions):
        super().__init__(folder, seed, sessions)
        self.channels = min(CHANNELS_OF_NETWORK, max(1, sessions // 20))
        self.discord_units = max(3, math.ceil((sessions - self.irc_units * self.channels) / SESSIONS_OF_APPLICATION))
        self.requests = self.barred = 0

    def tables_of(self, unit):
        if unit.startswith("irc:"):
            return self.channels
        number, left = int(unit[len("discord:d"):]), self.table_count - self.irc_units * self.channels
        return left // self.discord_units + (number < left % self.discord_units)

    def seat(self, unit, room, sitting):
        kind = PressedTable if unit in self.standins else people.Table
        self.tables.append(kind(unit, room, sitting, random.Random(self.dice.random()), IRC_PACE_SECONDS))

    async def wire(self, target, _program, _name):
        return target  # nothing is cut here

    async def wire_to_database(self):
        return self.postgres.port

    def hear_log(self, unit, line):
        if line.startswith("<- request", 10):
            is_free = "/interactions/" in line or "/webhooks/" in line  # of Discord's limit a second
            self.requests += not is_free
        elif "DM channels were opened too fast" in line:
            self.barred += 1  # Discord does not say how many it allows: the bot finds out, and rests
        elif line.startswith("!! VIOLATION", 10):
            self.violations.append(f"{unit}: {line[23:]}")

    async def open_tables(self):
        """Each network opens as many a second as it can bear, all networks at once."""
        for unit in self.units:
            pause = 1 / (DISCORD_OPENS if unit in self.standins else CHANNELS_OF_NETWORK)
            for number, table in enumerate(table for table in self.tables if table.unit == unit):
                self.tasks.append(asyncio.create_task(begin(table, number * pause)))
        end = time.monotonic() + 2 * max(self.tables_of(unit) for unit in self.standins) / DISCORD_OPENS + PATIENCE_SECONDS
        waiting = self.tables
        while waiting and time.monotonic() < end:
            await asyncio.sleep(5)
            waiting = [table for table in waiting if table.phase != "playing"]
            print(f"{len(self.tables) - len(waiting)} tables are open, {self.requests} requests", flush=True)
            for table in waiting:
                if table.unit in self.standins:
                    table.look_again()
        return waiting

    def slow_down(self):
        """From now on everybody moves as often as the networks bear."""
        for table in self.tables:
            table.pace = IRC_PACE_SECONDS if table.unit in self.ircds else max(4, self.tables_of(table.unit) / DISCORD_MOVES)

    def look(self):
        """What was used so far."""
        unit_pids = [pid for program in self.programs for pid in program.children()]
        rows = self.postgres.ask("SELECT count(*), (SELECT count(*) FROM tabletalk.record), pg_database_size('postgres') FROM tabletalk.line")[0]
        lines, records, size = map(int, rows.split("\t"))
        return {"at": time.monotonic(), "cpu": sum(map(cpu_of, unit_pids)), "leases": sum(cpu_of(program.pid()) for program in self.programs),
                "postgres": sum(map(cpu_of, children_of(self.postgres.child.pid))), "resident": [resident_of(pid) for pid in unit_pids],
                "lines": lines, "records": records, "size": size, "requests": self.requests,
                "moves": sum(len(table.sent) for table in self.tables),
                "Discord moves": sum(len(table.sent) for table in self.tables if table.unit in self.standins)}


async def begin(table, seconds):
    await asyncio.sleep(seconds)
    table.phase, table.sent_at = "opening", time.monotonic()
    table.people[0].say(people.OPENING)


def tell(what, measured, unit=""):
    model = MODEL.get(what)
    print(f"{what:36} measured {measured:10.1f}{unit}" + (f"   model {model}" if model is not None else ""))


def report(house, start, opened, played):
    sessions, seconds = len(house.tables), played["at"] - opened["at"]
    moves, lines = played["moves"] - opened["moves"], played["lines"] - opened["lines"]
    rest, full = sum(start["resident"]), sum(opened["resident"])
    on_discord = [table for table in house.tables if table.unit in house.standins]
    print(f"{sessions} sessions, {len(on_discord)} of them on {house.discord_units} applications of Discord, the others on {house.irc_units} "
          f"networks of IRC; opened in {opened['at'] - start['at']:.0f} s, then played for {seconds:.0f} s")
    tell("MB of a process at rest", rest / len(start["resident"]) / 1e6)
    tell("KB a session", (full - rest) / sessions / 1e3)
    tell("MB of all processes", full / 1e6)
    tell("MB of all processes after the play", sum(played["resident"]) / 1e6)
    tell("requests an opening", (opened["requests"] - start["requests"]) / len(on_discord))
    tell("us of CPU an opening", (opened["cpu"] - start["cpu"]) / sessions * 1e6)
    tell("lines an opening", (opened["lines"] - start["lines"]) / sessions)
    tell("moves a second", moves / seconds)
    tell("lines a second", lines / seconds)
    tell("lines a move", lines / moves)
    tell("us of CPU a move", (played["cpu"] - opened["cpu"]) / moves * 1e6)
    tell("us of CPU a move in PostgreSQL", (played["postgres"] - opened["postgres"]) / moves * 1e6)
    tell("us of CPU a second for all leases", (played["leases"] - opened["leases"]) / seconds * 1e6)
    tell("requests a move", (played["requests"] - opened["requests"]) / max(1, played["Discord moves"] - opened["Discord moves"]))
    tell("bytes of a line in the database", (played["size"] - start["size"]) / (played["lines"] - start["lines"]))
    tell("applications told to rest", house.barred)
    for kind, units in (("Discord", house.standins), ("IRC", house.ircds)):
        waits = [after - before for table in house.tables if table.unit in units for before, after in table.answers if before > opened["at"]]
        print(f"from a move to what follows, {kind}: {show(waits)} of {len(waits)}")


async def run(sessions, seconds, seed):
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    people.ASK_AGAIN_SECONDS = 120
    folder = tempfile.mkdtemp(prefix="tabletalk-scale-")
    os.chmod(folder, 0o755)
    house = Crowd(folder, seed, sessions)
    faults = 0
    try:
        await house.open()
        await house.wait_until_served()
        await asyncio.sleep(20)
        start = house.look()
        print(f"{len(house.units)} networks are served", flush=True)
        unopened = await house.open_tables()
        faults += len(unopened)
        for table in unopened[:5]:
            print(f"FAULT: {table.unit} {table.room} does not open:", *list(table.story)[-6:], sep="\n   ", flush=True)
        await asyncio.sleep(10)
        opened = house.look()
        house.slow_down()
        house.tasks = [asyncio.create_task(table.live()) for table in house.tables]
        await asyncio.sleep(seconds)
        played = house.look()
        for table in house.tables:
            table.is_ending = True
        await asyncio.sleep(10)
        answered, recorded, wrong = house.compare()
        report(house, start, opened, played)
        for violation in house.violations[:20]:
            print("FAULT:", violation)
        faults += wrong + len(house.violations)
        print(f"sessions={len(house.tables)} seed={seed} answered={answered} recorded={recorded} faults={faults}")
    except RuntimeError:
        print(*house.programs[0].logged(""), sep="\n") if house.programs else None
        raise
    finally:
        await house.close()
        shutil.rmtree(folder, ignore_errors=True)
    return faults


if __name__ == "__main__":
    numbers = [int(word) for word in sys.argv[1:]] + [30000, 300, 1][len(sys.argv) - 1:]
    sys.exit(1 if asyncio.run(run(*numbers)) else 0)
