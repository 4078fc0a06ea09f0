#!/usr/bin/env python3
"""Does every sentence get the values it asks for? A key without a value aborts the program (core/view/speak.c), so it is
looked for here, where nobody has to walk into it: each call that names a sentence, itself or by a variable of the same
function, must pass all of its keys. A sentence is STRING_<ID> of core/view/strings/, or IRC_STRING_<ID> of
adapters/irc/strings.def. One that only a single network says has to stand in that network's table, and one that nobody
says nowhere. Run from the top of the tree."""

import glob
import os
import re
import sys

TABLES = {"STRING_": "core/view/strings"}
TABLES.update({path.split("/")[1].upper() + "_STRING_": path for path in glob.glob("adapters/*/strings.def")})
DEFINITION = re.compile(r'^(?:STRING|SENTENCE)\((\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)', re.M)
# A call with an id in it: from there to the null pointer that ends the pairs.
CALL = re.compile(r'\b(?:view_string|[a-z_]+)\((?P<before>[^;{}]*?)\(char \*\)0\)')
FOLLOWED = re.compile(r'\b(\w+) = ([^;{}]*STRING_[A-Z][^;{}]*);')
# What only a single network has. No sentence of the host and no row of a command may speak of it.
FOREIGN = re.compile(r"\b(IRC|Discord|NickServ|netsplits?|guilds?|direct messages?|DMs?|this server|/(?:accept|mode))\b|\$bob|host:", re.I)
SENTENCE = re.compile(r"\b((?:[A-Z]+_)?STRING_[A-Z][A-Z_]*)\b")


def keys_of(template):
    return {blank.split("|")[0] for blank in re.findall(r"\{([^}]*)\}", template)}


def function_bodies(source):
    """From each line that opens a function to the line that closes it."""
    return re.findall(r"^\{$.*?^\}$", source, re.M | re.S)


def check(path, strings, users):
    faults = []
    with open(path, encoding="utf-8") as file:
        source = file.read()
    for name in SENTENCE.findall(source):
        users.setdefault(name, set()).add(os.path.dirname(path))
    for body in function_bodies(source):
        variables = {name: SENTENCE.findall(value) for name, value in FOLLOWED.findall(body)}
        for call in CALL.finditer(body):
            arguments = call["before"]
            ids = SENTENCE.findall(arguments)
            for name, values in variables.items():
                if re.search(r"(?<![>.\"])\b%s\b" % name, arguments):
                    ids += values
            given = set(re.findall(r'"([a-z_]+)"', arguments))
            for wanted in ids:
                missing = keys_of(strings.get(wanted, "")) - given
                if missing:
                    faults.append("%s: %s is said without %s" % (path, wanted, ", ".join(sorted(missing))))
    return faults


def check_home(name, folders):
    """The fault of where a sentence stands, or None."""
    networks = {"/".join(folder.split("/")[:2]) if folder.count("/") else folder for folder in folders}
    home = os.path.dirname(TABLES[name[:name.index("STRING_") + len("STRING_")]])
    if not folders:
        return "%s: nobody says %s; take it away" % (home, name)
    if home == "core/view" and len(networks) == 1 and min(networks) in {os.path.dirname(path) for path in TABLES.values()} - {home}:
        return "%s: only %s says %s; it belongs into the table there" % (home, min(networks), name)
    return None


def main():
    strings, users = {}, {}
    for prefix, path in TABLES.items():
        for table in glob.glob(path + "/*.def") or [path]:
            with open(table, encoding="utf-8") as file:
                strings.update({prefix + name: text for name, text in DEFINITION.findall(file.read())})
    faults = []
    for root in ("core", "commands", "adapters"):
        for path in sorted(glob.glob(root + "/**/*.c", recursive=True)):
            faults += check(path, strings, users)
    with open("commands/words.def", encoding="utf-8") as file:
        for ids in re.findall(r'^WORD\("[^"]*", (\w+), (\w+), (\w+)\)$', file.read(), re.M):
            for name in ids:
                users.setdefault("STRING_" + name, set()).add("commands")
    faults += filter(None, (check_home(name, users.get(name, set())) for name in strings))
    rows = [(name, text) for name, text in strings.items() if name.startswith("STRING_")]
    with open("commands/commands.def", encoding="utf-8") as file:
        rows += re.findall(r"^COMMAND\((\w+),(.*?)\)$", file.read(), re.M | re.S)
    for name, text in rows:
        foreign = FOREIGN.search(text)
        if foreign:
            faults.append("%s says '%s', which only one network has; that belongs to its adapter" % (name, foreign[0]))
    for fault in faults:
        print(fault)
    print("%d sentences in %d tables" % (len(strings), len(TABLES)))
    return 1 if faults or len(strings) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
