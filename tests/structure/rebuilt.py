#!/usr/bin/env python3
"""rebuilt.py NINJA BUILD: how many objects of the program are compiled anew for a new sentence and a new command. Their rows are
in a group of core/view/strings/ and in commands/commands.def; it counts the objects that ninja knows to read one of the two
(what `ninja -n tabletalk` lists after such a change, but nothing need be touched). Run from the top of the tree. The group of
what several nouns say is for the few that have to be; it may cost more."""

import glob
import os
import subprocess
import sys

MOST = 11
APART = "core/view/strings/shared.def"
COMMANDS = "commands/commands.def"


def readers(ninja, build):
    """The objects of the program that read each file of the tree."""
    found, one = {}, None
    for line in subprocess.run([ninja, "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout.split("\n"):
        if line[:1].strip():
            one = line.split(":")[0]
        elif line.strip() and not one.startswith("tests/"):
            found.setdefault(os.path.relpath(os.path.join(build, line.strip())), set()).add(one)
    return found


def main(ninja, build):
    found = readers(ninja, build)
    faults = []
    for group in sorted(glob.glob("core/view/strings/*.def")):
        both = found.get(group, set()) | found.get(COMMANDS, set())
        print(len(both), "for a row in", group, "and one in", COMMANDS)
        if not found.get(group):
            faults.append(f"no object reads {group}")
        elif len(both) > MOST and group != APART:
            faults.append(f"{len(both)} objects read {group} or {COMMANDS}; {MOST} may: " + " ".join(sorted(both)))
    # It can tell: what everybody includes is read by many more.
    if len(found.get("core/base/check.h", set())) < 100:
        faults.append("rebuilt.py sees no objects: build the program first")
    print("\n".join(faults))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
