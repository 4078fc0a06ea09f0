#!/usr/bin/env python3
"""every_record.py PROGRAM FOLDER TEST...: what the tests have played, checked by a reader that knows docs/record-format.md alone.

FOLDER has a folder for each ctest, with the records and databases that tests/support/record_keep.c has put there; besides these, the
records in tests/records and new ones of `PROGRAM simulate`. Of a database, MOST records, evenly spread over it. `PROGRAM replay
--reveal` shows the tables of each, then verify_record.py must accept it. Fails, too, if one of the TESTs has kept less than FEWEST
records, or if a kind of line or a game is in none of those of these tests, of tests/records and of simulate. So it says the same
whether all tests have run or the TESTs alone."""
import concurrent.futures
import os
import pathlib
import re
import sqlite3
import subprocess
import sys
import tempfile
import time

BEGUN = time.monotonic()
MOST = 24
FEWEST = 10
TOP = pathlib.Path(__file__).resolve().parents[2]
READER = TOP / "tests/host/verify_record.py"
SIMULATED = ["heartcatchers --option match=3", "coloretto --players 5", "colorcatcher --players 4", "roygbiv", "kritters",
             "roygbiv --option mode=frenzy", "kritters --option mode=junior", "kritters --option deck=third",
             "kritters --players 1 --option mode=solo"]


GAMES = set(re.findall(r"(?m)^GAME\(([a-z_]+)", (TOP / "core/games/games.def").read_text()))


def escaped(text):
    return "".join(c if c not in " %=\x7f" and ord(c) > 32 else f"%{ord(c):02x}" for c in text)


def of_database(path):
    """As `tabletalk tables export` writes them (docs/storage.md says what the columns are)."""
    database = sqlite3.connect(path)
    try:
        tables = database.execute("SELECT record FROM line WHERE seq = 1 AND text LIKE 'record version=2 %' ORDER BY record").fetchall()
    except sqlite3.DatabaseError:
        return  # a test has damaged it, or it is older than this format
    for (table,) in tables[::(len(tables) + MOST - 1) // MOST or 1]:
        lines = [text for (text,) in database.execute("SELECT text FROM line WHERE record = ? ORDER BY seq", (table,))]
        if re.search(r" game=(\S+)", lines[0])[1] not in GAMES:
            continue  # a toy, which PROGRAM does not host
        beside = []
        kept = "SELECT number, network, key, name, salt, source FROM person WHERE record = ? AND key != ''"  # not forgotten
        for row in database.execute(kept, (table,)):
            pairs = zip(("number", "network", "key", "name", "salt", "source"), row)
            beside.append(" ".join(["@person"] + [f"{key}={escaped(str(value))}" for key, value in pairs if value != ""]))
        (secret,) = database.execute("SELECT secret FROM record WHERE id = ?", (table,)).fetchone()
        beside += [f"@secret value={secret}"] if secret else []
        yield "\n".join(lines[:1] + beside + lines[1:]) + "\n"


def of_folder(folder):
    for path in sorted(folder.iterdir()):
        if path.suffix == ".record":
            yield from re.split(r"(?m)^(?=record )", path.read_text())[1:]
        elif path.suffix == ".db":
            yield from of_database(path)


def of_simulate(program, options):
    with tempfile.NamedTemporaryFile(mode="r") as file:
        subprocess.run([program, "simulate", *options.split(), "--games", "3", "--record", file.name], check=True,
                       stdout=subprocess.DEVNULL)
        return re.split(r"(?m)^(?=record )", file.read())[1:]


def is_accepted(program, records):
    """What is wrong with them, "" if nothing is."""
    with tempfile.TemporaryDirectory(prefix="tabletalk-") as folder:
        path, shown = pathlib.Path(folder, "record"), pathlib.Path(folder, "shown")
        path.write_text("".join(records))
        with open(shown, "w") as out:
            replay = subprocess.run([program, "replay", path, "--reveal"], stdout=out, stderr=subprocess.PIPE, text=True)
        if replay.returncode != 0:
            return replay.stderr
        if "\n{" not in shown.read_text():
            return ""  # nothing was dealt at any of these tables
        return subprocess.run([sys.executable, READER, shown], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True).stderr


def check_source(program, name, records):
    wrong = []
    for at in range(0, len(records), 32):
        if is_accepted(program, records[at:at + 32]):  # which of them is it?
            wrong += [(name, record, why) for record in records[at:at + 32] for why in [is_accepted(program, [record])] if why]
    return wrong


def missing(records):
    table = (TOP / "docs/record-format.md").read_text().split("## The kinds")[1].split("\n## ")[0]
    kinds = set(re.findall(r"`([a-z]+) [^`]*`", "\n".join(row.split(" | ")[0] for row in table.splitlines() if row.startswith("| `"))))
    text = "".join(records)
    assert len(kinds) > 20 and len(GAMES) > 3
    return sorted(kind for kind in kinds if not re.search(rf"(?m)^{kind} ", text)) + \
        sorted(game for game in GAMES if f" game={game} " not in text)


def main():
    program, folder, tests = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3:]
    sources = {path.name: list(of_folder(path)) for path in sorted(folder.iterdir()) if path.is_dir()}
    always = ["tests/records", *tests]
    sources["tests/records"] = list(of_folder(TOP / "tests/records"))
    for options in SIMULATED:
        always.append(f"simulate {options}")
        sources[always[-1]] = of_simulate(program, options)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        wrong = [fault for faults in pool.map(lambda source: check_source(program, *source), sources.items()) for fault in faults]
    for name, record, why in wrong:
        print(f"{name}: {why.strip()}\n{record}")
    for name, records in ((name, records) for name, records in sources.items() if records):
        print(f"{len(records):5} {name}")
    used = os.times()
    print(f"{sum(map(len, sources.values()))} records of {len(sources)} sources, {len(wrong)} of them wrong; "
          f"{sum(used[:4]):.1f} s of processors, {time.monotonic() - BEGUN:.1f} s")
    lacking = missing([record for name in always for record in sources.get(name, [])])
    lacking += [f"{FEWEST} records of {test}" for test in tests if len(sources.get(test, [])) < FEWEST]
    if lacking:
        print("there are not:", ", ".join(lacking))
    return 1 if wrong or lacking else 0


sys.exit(main())
