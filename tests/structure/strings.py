#!/usr/bin/env python3
"""Does every sentence of the host get the values it asks for? A key without a value aborts the program (core/view/strings.c),
so it is looked for here, where nobody has to walk into it: each call that names a STRING_<ID> of strings.def, itself or by a
variable of the same function, must pass all of its keys. Run from the top of the tree."""

import glob
import re
import sys

DEFINITION = re.compile(r'^STRING\((\w+),\s*((?:"(?:[^"\\]|\\.)*"\s*)+)\)', re.M)
# A call with an id in it: from there to the null pointer that ends the pairs.
CALL = re.compile(r'\b(?:view_string|[a-z_]+)\((?P<before>[^;{}]*?)\(char \*\)0\)')
FOLLOWED = re.compile(r'\b(\w+) = ([^;]*STRING_[A-Z][^;]*);')


def keys_of(template):
    return {blank.split("|")[0] for blank in re.findall(r"\{([^}]*)\}", template)}


def function_bodies(source):
    """From each line that opens a function to the line that closes it."""
    return re.findall(r"^\{$.*?^\}$", source, re.M | re.S)


def check(path, strings, used):
    faults = []
    with open(path, encoding="utf-8") as file:
        source = file.read()
    used.update(re.findall(r"\bSTRING_([A-Z][A-Z_]*)\b", source))
    for body in function_bodies(source):
        variables = {name: re.findall(r"\bSTRING_([A-Z_]+)", value) for name, value in FOLLOWED.findall(body)}
        for call in CALL.finditer(body):
            arguments = call["before"]
            ids = re.findall(r"\bSTRING_([A-Z][A-Z_]*)\b", arguments)
            for name, values in variables.items():
                if re.search(r"(?<![>.\"])\b%s\b" % name, arguments):
                    ids += values
            given = set(re.findall(r'"([a-z_]+)"', arguments))
            for wanted in ids:
                missing = keys_of(strings.get(wanted, "")) - given
                if missing:
                    faults.append("%s: STRING_%s is said without %s" % (path, wanted, ", ".join(sorted(missing))))
    return faults


def main():
    with open("core/view/strings.def", encoding="utf-8") as file:
        strings = {name: text for name, text in DEFINITION.findall(file.read())}
    faults, used = [], set()
    for root in ("core", "commands", "adapters"):
        for path in sorted(glob.glob(root + "/**/*.c", recursive=True)):
            faults += check(path, strings, used)
    for fault in faults:
        print(fault)
    print("%d sentences; nobody says: %s" % (len(strings), " ".join(sorted(set(strings) - used)) or "-"))
    return 1 if faults or len(strings) < 100 else 0


if __name__ == "__main__":
    sys.exit(main())
