#!/usr/bin/env python3
"""faces.py PROGRAM: an admin corrects the cards of Kritters. A file with a mistake is told of with its line and changes nothing; one
without is played with from the next table on; a table that has begun keeps its cards, whatever becomes of the file."""
import os
import re
import subprocess
import sys
import tempfile

SECONDS = 120


def run(program, *arguments, said=""):
    environment = dict(os.environ, TABLETALK_SEED="1", USER="ann", HOME=os.getcwd())
    return subprocess.run([program, *arguments], input=said, capture_output=True, text=True, env=environment, timeout=SECONDS,
                          check=False)


def wand(program, said):
    """What a wand is called on the last board, and what was said on standard error."""
    table = run(program, "--config", "tabletalk.conf", said=said)
    assert table.returncode == 0, table.stderr
    return re.findall(r"Magic Wand +([a-z0-9, ]+?)  ", table.stdout)[-1], table.stderr


def correct(built_in, price):
    with open("kritters.faces", "w", encoding="utf-8") as file:
        file.write(re.sub(r"CMY +Magic Wand", f"{price} Magic Wand", built_in))


def main():
    program = os.path.abspath(sys.argv[1])
    begin = "play kritters mode=solo\nstart\n"
    with tempfile.TemporaryDirectory(prefix="tabletalk-") as folder:
        os.chdir(folder)
        with open("tabletalk.conf", "w", encoding="utf-8") as file:
            file.write('data_folder = "data"\nfaces = {"kritters.faces"}\n')
        built_in = run(program, "faces", "kritters").stdout
        line = 1 + [" Magic Wand" in text for text in built_in.splitlines()].index(True)
        mistake = f"kritters.faces:{line}: price 'CXY': write 1 to 8 of the letters C, M and Y\n"

        correct(built_in, "CXY")
        checked = run(program, "--config", "tabletalk.conf", "--check-config")
        note, _, rest = checked.stderr.partition("\n")
        assert "note: no network is named" in note and (checked.returncode, rest) == (1, mistake), checked
        assert wand(program, begin) == ("cyan, magenta, yellow", mistake)

        correct(built_in, "CC")
        checked = run(program, "--config", "tabletalk.conf", "--check-config")
        assert (checked.returncode, checked.stderr) == (0, note + "\n"), checked
        assert wand(program, "board\n") == ("cyan, magenta, yellow", "")
        assert wand(program, "stop yes\n" + begin) == ("2 cyan", "")

        correct(built_in, "MM")
        assert wand(program, "board\n") == ("2 cyan", "")
        os.remove("kritters.faces")
        told = "kritters.faces: this file cannot be read: No such file or directory\n"
        assert wand(program, "board\n") == ("2 cyan", told)
        assert wand(program, "stop yes\n" + begin) == ("cyan, magenta, yellow", told)
    return 0


sys.exit(main())
