#!/usr/bin/env python3
"""records.py PROGRAM: every record that the program must replay for good (tests/records) makes a page, for everybody and for seat 1:
one step for each deal and each move. What was recorded in the form of today is still a page in a later version. Of each file the
first two records; all of them with TABLETALK_LONG."""
import glob
import json
import os
import re
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))


def records(path):
    """The records of a file, one by one."""
    with open(path, encoding="utf-8") as file:
        return ["record " + part for part in re.split(r"(?m)^record ", file.read())[1:]]


def first_of(path, out):
    """The first record of a file, as a file."""
    with open(out, "w", encoding="utf-8") as file:
        file.write(records(path)[0])
    return out


def page_of(program, record, viewer, folder):
    """The data of its page."""
    one, path = os.path.join(folder, "one.record"), os.path.join(folder, "one.html")
    with open(one, "w", encoding="utf-8") as file:
        file.write(record)
    subprocess.run([program, "replay", one, *viewer, "--page", path], check=True, capture_output=True, text=True, timeout=600)
    with open(path, encoding="utf-8") as file:
        return json.loads(re.search(r'id="data">(.*?)</script>', file.read(), re.S).group(1))


def look_at(program, path, record, viewer, folder):
    """False if no card was dealt there."""
    played = re.findall(r"(?m)^(?:start|move|undo) ", record)
    if "start " not in played:
        return False
    data = page_of(program, record, viewer, folder)
    steps = len(data["steps"])
    assert steps <= len(played) if "\nrepair " in record else steps == len(played), (path, viewer, steps, len(played))
    # nothing is said of a secret move that shows nothing
    assert sum(bool(step[0]) for step in data["steps"][1:]) * 2 >= steps - 1, (path, viewer)
    assert {panel for step in data["steps"] for panel in step[2]} <= set(range(len(data["panels"]))), (path, viewer)
    assert data["whose"].endswith(" saw it") and data["words"]["down"], (path, data["whose"])
    return True


def main():
    pages, is_long = 0, "TABLETALK_LONG" in os.environ
    with tempfile.TemporaryDirectory() as folder:
        for path in sorted(glob.glob(os.path.join(HERE, "..", "records", "*.record"))):
            for i, record in enumerate(records(path)):
                for viewer in ([], ["--seat", "1"]):
                    if is_long or i < 2 and bool(viewer) == (i == 0):
                        pages += look_at(sys.argv[1], path, record, viewer, folder)
    print(f"{pages} pages")
    assert pages > 30


if __name__ == "__main__":
    main()
