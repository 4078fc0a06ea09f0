#!/usr/bin/env python3
"""orders.py PROGRAM: what an admin asks from a shell, of the process that runs and of a folder where none does: tables listed, shown,
exported, ended and repaired, a backup that is whole and overwrites nothing, and what is refused says what would be right."""
import calendar
import json
import os
import pty
import re
import signal
import socket
import sqlite3
import stat
import subprocess
import sys
import tempfile
import time

SECONDS = 120
SOCKET = "data/tabletalk.sock"


def ask(program, *words, status=0):
    done = subprocess.run([program, "--data", "data", *words], capture_output=True, text=True, timeout=SECONDS, check=False)
    assert done.returncode == status, (words, done)
    return done.stdout if status == 0 else done.stderr


def expect(text, *words):
    for word in words:
        assert re.search(word, text), f"{text!r} does not say {word!r}"


class Table:
    """The program in a pipe, with a table of robots and one person."""

    def __init__(self, program):
        environment = dict(os.environ, TABLETALK_SEED="1", USER="ann", HOME=os.getcwd())
        self.process = subprocess.Popen([program, "--data", "data"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
                                        env=environment)

    def say(self, text, until):
        self.process.stdin.write(text + "\n")
        self.process.stdin.flush()
        while until not in self.process.stdout.readline():
            pass

    def leave(self):
        self.process.stdin.write("/quit\n")
        self.process.stdin.close()
        self.process.stdout.read()
        assert self.process.wait(SECONDS) == 0


def test_nobody_there(program):
    expect(ask(program, "tables", "list", status=1), "There are no tables in")
    expect(ask(program, "backup", "copy.db", status=1), "There are no tables in")


def test_running(program):
    table = Table(program)
    table.say("!play heartcatchers", "ann")
    table.say("!add robot", ": !")
    assert stat.S_IMODE(os.stat(SOCKET).st_mode) == 0o600
    expect(ask(program, "status"), "^tables: 1 played, 0 not begun, 0 set aside, 0 damaged\n", "shell",
           r"(?m)^robots: (what a move costs is known when some have thought|a hard one thinks \d+\.\d ms about a move, .* fits 40 ms)$")
    expect(ask(program, "tables", "list"), "^1  .*heartcatchers, 2 seated, opened by ann")
    shown = ask(program, "tables", "show", "1")
    expect(shown, "1  record version=2", "sit seat=2 robot=")
    assert "start " not in shown and "seed" not in shown and "picks" not in shown, shown
    exported = ask(program, "tables", "export", "1")
    expect(exported, "^record version=2", "\nstart game=1 .*picks=")
    with open("exported", "w", encoding="utf-8") as file:
        file.write(exported)
    assert subprocess.run([program, "replay", "exported"], capture_output=True, timeout=SECONDS, check=False).returncode == 0
    expect(ask(program, "tables", "repair", "1", "3", status=1), "is in play or can be")
    expect(ask(program, "tables", "show", "9", status=1), "There is no table 9; tabletalk tables list all shows")
    expect(ask(program, "drain", status=1), "drain is for postgres_lease")
    expect(ask(program, "tables", "shw", status=2), r"There are: status \[--json\], drain, tables list")
    wrong_words(program)
    expect(ask(program, "standings", "--rebuild", status=1), "stop tabletalk first")
    expect(ask(program, "discord", "leave", "1", status=1), "no discord network")
    expect(ask(program, "bans"), "Nobody is banned")
    backup(program)
    hold_the_door(program)
    expect(ask(program, "tables", "end", "1"), "Table 1 is over")
    table.say("", "my admin")
    table.leave()
    assert not os.path.exists(SOCKET)


def wrong_words(program):
    """Every order says how it goes, is not done, and ends with the status of a wrong command line."""
    for words in ("tables end", "tables end 1 2", "tables end x", "tables end -1", "tables end 0"):
        expect(ask(program, *words.split(), status=2), "^tabletalk: It goes like this: tabletalk tables end N; tabletalk tables list all")
    for words in ("tables show", "tables show 1 2", "tables show 99999999999999999999", "tables show 1x"):
        expect(ask(program, *words.split(), status=2), "^tabletalk: It goes like this: tabletalk tables show N; ")
    expect(ask(program, "tables", "export", "1", "2", status=2), "tabletalk tables export N; ")
    for words in ("tables list some", "tables list --limits 3", "tables list al", "tables list --limit=3"):
        expect(ask(program, *words.split(), status=2),
               r"^tabletalk: It goes like this: tabletalk tables list \[all\] \[--limit N\] \[--before N\]\n$")
    for words in ("--limit", "--limit 0", "--limit x", "all --limit 1000001", "--limit -5", "--before 4 --limit 2x"):
        expect(ask(program, "tables", "list", *words.split(), status=2), "^tabletalk: --limit takes a number from 1 to 1000000: ")
    for words in ("--before", "--before 0", "--before all", "--limit 3 --before 99999999999999999999"):
        expect(ask(program, "tables", "list", *words.split(), status=2), "^tabletalk: --before takes the number of a table, ")
    expect(ask(program, "status", "now", status=2), r"^tabletalk: It goes like this: tabletalk status \[--json\]\n$")
    for words in ("standings", "standings rebuild", "standings --rebuild all"):
        expect(ask(program, *words.split(), status=2), "^tabletalk: It goes like this: tabletalk standings --rebuild\n$")
    for words in ("ban", "ban shell", "ban shell bob x", "ban shell bob 3x", "ban shell bob -1", "ban shell bob 3651", "ban shell bob 3 4"):
        expect(ask(program, *words.split(), status=2), "^tabletalk: It goes like this: tabletalk ban NETWORK WHO")
    expect(ask(program, "ban", "irc:nowhere", "bob", status=1), "^tabletalk: There is no network irc:nowhere. There are: shell.\n")
    expect(ask(program, "unban", "7", status=1), "Nobody called '7' is banned. tabletalk bans lists")
    expect(ask(program, "bans"), "Nobody is banned")
    expect(ask(program, "ban", "shell", "bob", "3"), "tabletalk unban 1 takes that back")
    expect(ask(program, "ban", "shell", "bob", status=1), "bob is banned already; tabletalk bans lists")
    expect(ask(program, "bans"), "^1  shell  bob  bob  by my admin, until ")
    expect(ask(program, "unban", "bob"), "I listen to bob again")
    expect(ask(program, "tables", "list"), "^1  .*heartcatchers, 2 seated")


def backup(program):
    expect(ask(program, "backup", "copy.db"), "copy.db is a whole copy")
    assert stat.S_IMODE(os.stat("copy.db").st_mode) == 0o600
    copy = sqlite3.connect("copy.db")
    assert copy.execute("SELECT count(*) FROM line WHERE record = 1").fetchone()[0] >= 8
    copy.close()
    before = open("copy.db", "rb").read()
    expect(ask(program, "backup", "copy.db", status=1), "is there already and was left as it is")
    assert open("copy.db", "rb").read() == before
    assert sorted(os.listdir(".")) == sorted(set(os.listdir(".")) - {"copy.db.part"})


def read_terminal(leader):
    """All that the last process of a terminal writes, until it ends."""
    told = b""
    while True:
        try:
            some = os.read(leader, 65536)
        except OSError:
            return told.decode()
        told += some


def backup_on_a_terminal(program, stops):
    """What is shown there. Stopped for a while in the middle, the copy takes more than the second before which nothing is told."""
    leader, follower = pty.openpty()
    with subprocess.Popen([program, "--data", "data", "backup", "shown.db"], stdout=follower, stderr=follower) as process:
        os.close(follower)
        while stops and process.poll() is None and not os.path.exists("shown.db.part"):
            time.sleep(0.001)
        if stops:
            process.send_signal(signal.SIGSTOP)
            time.sleep(1.2)
            process.send_signal(signal.SIGCONT)
        told = read_terminal(leader)
        assert process.wait(SECONDS) == 0, told
    os.close(leader)
    os.remove("shown.db")
    return told


def test_progress_of_a_backup(program):
    """One line, drawn over and over, on a terminal alone, and gone at the end."""
    done = "shown.db is a whole copy. Keep it private: it holds what everybody has in hand.\r\n"
    drawn = r"(\r(copying|checking the copy): \d{1,2} %, \d+ of \d+ MB\x1b\[K)"
    shown = backup_on_a_terminal(program, False)
    assert re.fullmatch(f"({drawn}+\r\x1b\\[K)?" + re.escape(done), shown), shown
    change("""WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 10000)
              INSERT INTO setting SELECT 'pad.' || i, hex(zeroblob(1000)) FROM n""")
    shown = backup_on_a_terminal(program, True)
    assert re.fullmatch(drawn + r"+\r\x1b\[K" + re.escape(done), shown), shown
    process = subprocess.run([program, "--data", "data", "backup", "shown.db"], capture_output=True, text=True, timeout=SECONDS, check=True)
    assert process.stderr == "" and process.stdout == done.replace("\r", ""), process
    os.remove("shown.db")
    change("DELETE FROM setting WHERE key LIKE 'pad.%'")


def hold_the_door(program):
    """Clients that say nothing, too much or nonsense take their places and nothing else."""
    held = []
    for _ in range(3):
        held.append(socket.socket(socket.AF_UNIX))
        held[-1].connect(SOCKET)
    expect(ask(program, "status"), "tables: 1 played")
    held[0].sendall(b"x" * 65535)
    held[0].sendall(b"y")
    expect(held[0].recv(1000).decode(), "^!This order is too long")
    held[1].sendall(b"status")
    held[1].close()
    held[2].sendall(b"\x00\xff\n")
    expect(held[2].recv(1000).decode(), "^!There is no such order")
    for _ in range(20):
        expect(ask(program, "status"), "tables: 1 played")
    for one in held:
        one.close()


def make_broken_table():
    """A table whose last line no program understands: it is not brought back."""
    data = sqlite3.connect("data/tabletalk.db")
    data.execute("INSERT INTO record (id, lines, network, room, bytes, secret) SELECT 50, lines, network, '#broken\u202e\u2066\u3164', bytes, secret FROM record WHERE id = 1")
    data.execute("INSERT INTO line (record, seq, text) SELECT 50, seq, text FROM line WHERE record = 1")
    data.execute("INSERT INTO person SELECT 50, number, network, key, name, salt, source, ahead FROM person WHERE record = 1")
    data.execute("UPDATE line SET text = 'nonsense' WHERE record = 50 AND seq = (SELECT lines FROM record WHERE id = 50)")
    data.commit()
    data.close()


def test_nobody_runs(program):
    expect(ask(program, "tables", "list"), "There are no tables")
    expect(ask(program, "tables", "list", "all"), "(?m)^1  over")
    expect(ask(program, "tables", "end", "1", status=1), "over already")
    expect(ask(program, "status", status=1), "No tabletalk runs")
    make_broken_table()
    assert_pages(program)
    for shown in (ask(program, "tables", "show", "50"), ask(program, "tables", "list", "all")):  # nothing turns the terminal's line
        expect(shown, "#broken  ")
        assert not re.search("[\u202a-\u202e\u2066-\u2069\u3164]", shown), shown
    expect(ask(program, "tables", "repair", "50", "99", status=1), r"from 3 to \d+: tabletalk tables repair 50 LINE")
    expect(ask(program, "tables", "repair", "50", "8"), "Table 50 is repaired")
    expect(ask(program, "tables", "export", "50"), "nonsense\nrepair to=8 sum=[0-9a-f]{64} hash=[0-9a-f]{64}\n$")
    expect(ask(program, "tables", "end", "50"), "Table 50 is over")
    os.remove("copy.db")
    expect(ask(program, "backup", "copy.db"), "copy.db is a whole copy")


def assert_pages(program):
    """What the last line says leads through every table once, the newest first."""
    whole, words, seen = ask(program, "tables", "list", "all"), ["tables", "list", "all", "--limit", "1"], []
    numbers = re.findall(r"(?m)^(\d+)  ", whole)
    assert numbers == sorted(numbers, key=int, reverse=True) and len(numbers) > 1, whole
    while words:
        page = ask(program, *words).splitlines()
        seen.append(page[0].split()[0])
        left = len(numbers) - len(seen)
        words = page[1].split()[3:] if left else []
        assert page[1:] == ([f"{left} more: tabletalk tables list all --limit 1 --before {seen[-1]}"] if left else []), page
    assert seen == numbers, seen
    expect(ask(program, "tables", "list", "all", "--before", numbers[-1]), f"^There are no tables with numbers below {numbers[-1]}.\n$")


def make_table_in_play_that_is_broken():
    data = sqlite3.connect("data/tabletalk.db")
    data.execute("INSERT INTO record (id, lines, network, room, bytes, secret) SELECT 60, 8, network, room, bytes, secret FROM record WHERE id = 1")
    data.execute("INSERT INTO line (record, seq, text) SELECT 60, seq, text FROM line WHERE record = 1 AND seq <= 8")
    data.execute("INSERT INTO person SELECT 60, number, network, key, name, salt, source, ahead FROM person WHERE record = 1")
    data.execute("UPDATE line SET text = 'nonsense' WHERE record = 60 AND seq = 8")
    data.execute("INSERT INTO place SELECT network, room, 60 FROM record WHERE id = 60")
    data.commit()
    data.close()


def repair_while_it_runs(program):
    expect(ask(program, "tables", "list"), "(?m)^60  .*CANNOT BE PLAYED AGAIN: line 8")
    expect(ask(program, "tables", "repair", "60", "7"), "Table 60 is repaired and read again")
    until = time.monotonic() + SECONDS
    while not re.search("(?m)^60  in play.*opened by ann", ask(program, "tables", "list")):
        assert time.monotonic() < until, "it is not read again"
        time.sleep(0.05)


def change(sql):
    data = sqlite3.connect("data/tabletalk.db")
    data.executescript(sql)
    data.close()


def ratings():
    data = sqlite3.connect("data/tabletalk.db")
    rows = data.execute("SELECT * FROM rating ORDER BY 1, 2, 3, 4, 5").fetchall()
    data.close()
    return rows


PLAYED = r"^\d+ records? played again, with 0 finished games\.\n(Records that .*\n)?"


def test_ratings_are_counted_again(program):
    """What somebody changed by hand is as it was, and the order says how much that was."""
    expect(ask(program, "standings", "--rebuild"), PLAYED + "0 outcomes counted; .*: 0.\nAll ratings were right already.\n$")
    change("""INSERT INTO outcome VALUES (1, 1, 1, 1795000000, 'coloretto', '', '', '', '');
              INSERT INTO outcome_seat VALUES (1, 1, 1, '', 1, 30, 0, 1, 1), (1, 2, 2, '', 2, 20, 0, 1, 1);""")
    expect(ask(program, "standings", "--rebuild"), PLAYED + "1 outcome counted; .*: 4.\nRatings that were wrong, .* now: 4.\n$")
    right = ratings()
    assert right[0][-2] > 25 > right[1][-2], right
    change("UPDATE rating SET mu = 40 WHERE person = 2 AND month = 0")
    assert ratings() != right
    expect(ask(program, "standings", "--rebuild"), PLAYED + "1 outcome counted; .*: 4.\nRatings that were wrong, .* now: 1.\n$")
    assert ratings() == right
    expect(ask(program, "standings", "--rebuild"), "All ratings were right already")


def a_month_of_games():
    """Three people who want to be seen, one who does not, and one more who plays with whoever is there: games of a room in November, one
    of December and one elsewhere."""
    people = "".join(f"INSERT INTO identity (number, network, key, name, shown) VALUES ({i}, 'irc:x', '${name}', '{name}', {int(i != 14)});"
                     for i, name in enumerate(("ann", "</script><img src=x onerror=1>", "\u202eevil", "shy", "eve"), 11))
    games, number = "", 1
    for day, month, room in [(day, 11, "#a") for day in range(1, 31, 2)] + [(3, 12, "#a"), (9, 11, "#b")]:
        number += 1
        ended = calendar.timegm((2026, month, day, 12, 0, 0))
        games += f"INSERT INTO outcome VALUES ({number}, {number}, 1, {ended}, 'coloretto', '', 'irc:x', '{room}', '');"
        first = number % 5
        for seat in range(3):
            games += f"INSERT INTO outcome_seat VALUES ({number}, {seat + 1}, {11 + (first + seat) % 5}, '', {seat + 1}, {30 - seat}, 0, 1, 1);"
    change(people + games)


def read_page(path):
    with open(path, encoding="utf-8") as file:
        text = file.read()
    assert "\u202e" not in text and "<img" not in text
    return json.loads(re.search(r'id="data">(.*?)</script>', text, re.S).group(1))


def season(program, *words, status=0, room="irc:x #a", month="2026-11"):
    return ask(program, "page", "--season", month, "--room", room, *words, status=status)


def test_a_month_is_a_page(program):
    """Of those who want to stand there, with the ratings that !top has, and how each came about."""
    a_month_of_games()
    ask(program, "standings", "--rebuild")
    expect(season(program, "season.html"), "^season.html shows 1 game. Open it in a browser.\n$")
    data = read_page("season.html")
    assert data["days"] == 30 and data["whose"] == "#a on irc:x", data
    ((game, rows),) = data["season"]
    assert game == "Coloretto" and {row[1] for row in rows} == {"ann", "</script><img src=x onerror=1>", "evil", "eve"}, rows
    shown = {row[4]: (row[-2] - 3 * row[-1], row[6], row[7]) for row in ratings() if row[1:4] == ("irc:x", "#a", 202611)}
    for person, name in ((11, "ann"), (12, "</script><img src=x onerror=1>"), (15, "eve")):
        (row,) = [row for row in rows if row[1] == name]
        days = [day.split(":") for day in row[5].split(" ")]
        assert row[2:5] == [f"{shown[person][0]:.1f}", "9", str(shown[person][1])], (row, shown[person])
        assert len(days) == 9 and days[-1][1] == row[2], row
        assert [int(day) for day, _ in days] == sorted(int(day) for day, _ in days) and int(days[0][0]) % 2 == 1, row
    assert sorted(rows, key=lambda row: -float(row[2])) == rows, rows
    season(program, "--title", "The club", "season.html", month="2026-12")
    data = read_page("season.html")
    assert data["days"] == 31 and data["whose"] == "The club" and len(data["season"][0][1]) == 2, data
    os.remove("season.html")
    none = "nobody who said !stats on has played a rated game in"
    expect(season(program, "season.html", status=1, month="2025-01"), f"In #a of irc:x {none} 2025-01. Rooms of .*: none.\n$")
    expect(season(program, "season.html", status=1, room="irc:x #c"), f"In #c of irc:x {none} 2026-11. Rooms of .*: #a, #b.\n$")
    expect(season(program, "season.html", status=1, room="irc:y #a"), f"In #a of irc:y {none} 2026-11. Rooms of .*: none.\n$")
    for month in ("2026-13", "2026", "November", "2026-11-01"):
        expect(season(program, "season.html", status=2, month=month), f"^tabletalk: --season: '{month}' is no month; one is written 2026-11\n$")
    expect(season(program, "season.html", status=2, room="#a"), "^tabletalk: --room: '#a' is no room; one is written as a network and its room")
    expect(season(program, status=2), "^usage: tabletalk page --season MONTH --room ROOM ")
    expect(season(program, "nowhere/season.html", status=1), "^tabletalk: nowhere/season.html cannot be written: ")
    assert not os.path.exists("season.html")
    change("DELETE FROM identity WHERE number > 10; DELETE FROM outcome WHERE number > 1; DELETE FROM outcome_seat WHERE outcome > 1;"
           "DELETE FROM rating WHERE person > 10;")


def test_what_ended_long_ago_is_deleted(program):
    data = sqlite3.connect("data/tabletalk.db")
    data.execute("UPDATE record SET last = 1000 WHERE id = 1")
    data.commit()
    data.close()
    expect(ask(program, "tables", "list", "all"), "(?m)^1  over")
    make_table_in_play_that_is_broken()
    table = Table(program)
    until = time.monotonic() + SECONDS
    while not os.path.exists(SOCKET):
        assert time.monotonic() < until, "it does not listen"
        time.sleep(0.05)
    expect(season(program, "season.html", status=1), "In #a of irc:x nobody")  # by the process that runs
    while re.search("(?m)^1  ", ask(program, "tables", "list", "all")):
        assert time.monotonic() < until, "it is kept"
        time.sleep(0.1)
    expect(ask(program, "tables", "list", "all"), "(?m)^50  over")  # of today
    repair_while_it_runs(program)
    assert_pages(program)
    table.leave()


def test_a_damaged_database_gives_no_backup(program):
    data = sqlite3.connect("data/tabletalk.db")
    (page,) = data.execute("SELECT rootpage FROM sqlite_master WHERE name = 'line'").fetchone()
    data.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    data.close()
    with open("data/tabletalk.db", "r+b") as file:
        file.seek((page - 1) * 4096)
        file.write(b"\xee" * 4096)
    expect(ask(program, "backup", "bad.db", status=1), "damaged, so there is no good copy")
    assert not os.path.exists("bad.db") and not os.path.exists("bad.db.part")


def test_a_signal_ends_what_still_opens(program):
    """Somebody holds the database, so opening waits; a signal is not made to wait with it."""
    os.mkdir("held")
    subprocess.run([program, "--data", "held"], input="\n", capture_output=True, text=True, timeout=SECONDS, check=True)
    data = sqlite3.connect("held/tabletalk.db", isolation_level=None)
    data.execute("PRAGMA locking_mode = EXCLUSIVE")
    data.execute("BEGIN EXCLUSIVE")
    process = subprocess.Popen([program, "--data", "held"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    while not os.path.exists("held/tabletalk.lock") or open("held/tabletalk.lock", encoding="ascii").read() != f"{process.pid}\n":
        time.sleep(0.01)
    process.send_signal(signal.SIGTERM)
    process.communicate(timeout=SECONDS)
    assert process.returncode == -signal.SIGTERM, process.returncode
    data.close()


def test_orders_that_are_on_their_way_at_the_end(program):
    """The order and SIGTERM are heard in one turn, so that the store reads for the order while the house closes."""
    for order in ("tables list", "tables show 1", "tables export 1", "tables end 1", "tables repair 1 2", "status"):
        with subprocess.Popen([program, "--data", "ending"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
            process.stdin.write(b"!play heartcatchers\n!add robot\n")
            process.stdin.flush()
            while b": !" not in process.stdout.readline():
                pass
            with socket.socket(socket.AF_UNIX) as client:
                client.connect("ending/tabletalk.sock")
                process.send_signal(signal.SIGSTOP)
                client.sendall(order.encode() + b"\n")
                process.send_signal(signal.SIGTERM)
                process.send_signal(signal.SIGCONT)
                errors = process.communicate(timeout=SECONDS)[1]
            assert process.returncode == 0, (order, process.returncode, errors)


def test_too_many_networks_are_refused(program):
    """Alone and in a shared house, which would leave out some of them, and before any server is asked."""
    networks = "".join(f'irc "n{i}" {{\n server = "127.0.0.1"\n channels = {{"#a"}}\n}}\n' for i in range(33))
    for shared in ("", 'store = "postgres"\npostgres = "host=127.0.0.1 port=1"\npostgres_lease = 6\n'):
        with open("many.conf", "w", encoding="utf-8") as file:
            file.write(shared + networks)
        done = subprocess.run([program, "--data", "many", "--config", "many.conf"], capture_output=True, text=True, timeout=SECONDS,
                              check=False)
        assert done.returncode == 1, done
        expect(done.stderr, "The configuration has 33 networks; at most 32 fit into one house")


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory(prefix="tabletalk-") as folder:
        os.chdir(folder)
        test_nobody_there(program)
        test_running(program)
        test_nobody_runs(program)
        test_ratings_are_counted_again(program)
        test_a_month_is_a_page(program)
        test_progress_of_a_backup(program)
        test_what_ended_long_ago_is_deleted(program)
        test_a_damaged_database_gives_no_backup(program)
        test_a_signal_ends_what_still_opens(program)
        test_orders_that_are_on_their_way_at_the_end(program)
        test_too_many_networks_are_refused(program)
        os.chdir("/")


if __name__ == "__main__":
    sys.exit(main())
