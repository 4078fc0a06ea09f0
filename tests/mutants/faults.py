#!/usr/bin/env python3
"""faults.py check FILE... | apply FILE NAME | names FILE: faults that are put in on purpose, and the lists of them. A fault is
a text that stands exactly once in the product, and what stands there instead. No path and no line: it applies wherever the text
has moved, however its lines are broken.
   == NAME...         begins a fault; what its list says about these words stands at its head
   - TEXT             what stands there; several lines are joined
   + TEXT             what stands there instead; none: nothing. A further "-" begins another place of the same fault
   # ...              a remark
apply changes the files of the tree in the working directory."""
import os
import re
import sys

PRODUCT = ("core/", "adapters/", "commands/", "storage/", "config/", "tools/", "house/")


def files(top, *ends):
    """The files below the folder, but for what is built."""
    return sorted(os.path.relpath(os.path.join(folder, name), top) for folder, _, names in os.walk(top) for name in names
                  if name.endswith(ends) and not os.path.relpath(folder, top).startswith(("build", ".git")))


def product(top):
    """The text of each source of the product, by its path."""
    names = [name for name in files(top, ".c", ".h", ".def") if name.startswith(PRODUCT) or "/" not in name]
    return {name: open(os.path.join(top, name), encoding="utf-8").read() for name in names}


def read(path):
    faults = []
    for number, line in enumerate(open(path, encoding="utf-8"), 1):
        line = line.rstrip("\n")
        if line.startswith("== "):
            faults.append({"line": number, "path": path, "words": line[3:].split(), "places": [], "equal": ""})
        elif line.startswith("# equal") and faults:
            faults[-1]["equal"] = line[2:]
        elif line[:1] in "-+" and line:
            places = faults[-1]["places"]
            if line[0] == "-" and (not places or places[-1]["new"]):
                places.append({"old": [], "new": []})
            places[-1]["old" if line[0] == "-" else "new"].append(line[2:])
    return faults


def pattern(lines):
    """The text with white space wherever it may stand, and where it must: between two words."""
    tokens = re.findall(r"\w+|[^\w\s]", " ".join(lines))
    gaps = [r"\s+" if re.match(r"\w\w", a[-1] + b[0]) else r"\s*" for a, b in zip(tokens, tokens[1:])] + [""]
    return re.compile("".join(re.escape(token) + gap for token, gap in zip(tokens, gaps)))


def find(fault, texts):
    """[(file, match)], one of each place of the fault."""
    found = []
    for place in fault["places"]:
        wanted = pattern(place["old"])
        hits = [(name, match) for name, text in texts.items() for match in wanted.finditer(text)]
        if len(hits) != 1:
            raise SystemExit(f"{fault['path']}:{fault['line']}: '{place['old'][0]}' stands {len(hits)} times in the product, not once")
        found += hits
    return found


def apply(fault, texts):
    """{file: text} of what the fault changes."""
    changed = {}
    for place, (name, match) in reversed(sorted(zip(fault["places"], find(fault, texts)), key=lambda at: at[1][1].start())):
        text = changed.get(name, texts[name])
        changed[name] = text[:match.start()] + "\n".join(place["new"]) + text[match.end():]
    return changed


def main():
    what, path = sys.argv[1:3]
    if what == "names":
        print("\n".join(fault["words"][0] for fault in read(path)))
        return 0
    texts = product(os.getcwd())
    if what == "check":
        for path in sys.argv[2:]:
            print(len([find(fault, texts) for fault in read(path)]), "faults apply in", path)
        return 0
    fault, = [fault for fault in read(path) if fault["words"][0] == sys.argv[3]]
    for name, text in apply(fault, texts).items():
        with open(name, "w", encoding="utf-8") as file:
            file.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
