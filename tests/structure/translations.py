#!/usr/bin/env python3
"""translations.py BUILD: whether po/tabletalk.pot holds the texts of this tree, and whether each translation can be shown.

A translation may ask only for what the English text has, names no command that it has not, and is the same wherever the same English
text stands: texts are looked up by their English alone (core/base/language.h). --planted: whether this finds faults that are put in."""
import ast
import glob
import importlib.machinery
import importlib.util
import os
import re
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TEXT = r'((?:"(?:[^"\\]|\\.)*"\n?)+)'
FORMS = {"de": 2, "pl": 3, "fr": 2}
PARTS = {"seat", "word", "owner"}  # of a key, not a form


def entries(path):
    """(context, English, translation) of a catalogue; what is fuzzy or empty is not shown."""
    for block in open(path).read().rstrip("\n").split("\n\n")[1:]:
        found = [re.search(rf"^{key} {TEXT}", block, re.M) for key in ("msgctxt", "msgid", "msgstr")]
        if all(found) and not re.search(r"^#,.*fuzzy", block, re.M):
            yield [ast.literal_eval("(" + part[1] + ")") for part in found]


def keys(text):
    """The keys between braces, without forms of names."""
    found = set()
    for blank in re.findall(r"\{([^}]*)\}", text):
        first, *rest = blank.split("|")[0].split(":")
        found.add(":".join([first] + [part for part in rest if part in PARTS]))
    return found


def faults_of(language, english, text):
    if not text:
        return
    outside = re.sub(r"\{[^}]*\}", "", text)
    if keys(text) - keys(english):
        yield f"asks for {', '.join(sorted(keys(text) - keys(english)))}, which the English text has not"
    for blank in re.findall(r"\{([^}]*)\}", text):
        if "|" in blank and blank.count("|") != FORMS[language]:
            yield f"has {blank.count('|')} words for a number in {{{blank}}}, not {FORMS[language]}"
    if set(re.findall(r"![a-z]+", text)) - set(re.findall(r"![a-z]+", english)):
        yield "names a command that the English text does not name"
    if "|" in outside and "|" not in re.sub(r"\{[^}]*\}", "", english):
        for form in outside.split("|")[1:]:
            if not re.match(r"[a-z]+(-[a-z]+)?:", form):
                yield f"has a form without a name, '{form}'"
    if english.startswith("->") and not text.startswith("->"):
        yield "does not begin with ->, which joins it to the words before"


def check_catalogue(path):
    language = os.path.basename(path)[:-3]
    said, faults = {}, []
    for context, english, text in entries(path):
        faults += [f"{path}: {context}: {fault}: {text[:90]!r}" for fault in faults_of(language, english, text)]
        if text and said.setdefault(english, (context, text))[1] != text:
            faults.append(f"{path}: {context}: {english[:60]!r} is {text[:60]!r}, and {said[english][1][:60]!r} in {said[english][0]}")
    done = subprocess.run(["msgfmt", "--check", "-o", os.devnull, path], capture_output=True, text=True)
    if done.returncode:
        faults.append(done.stderr)
    return faults


def check_template(build):
    loader = importlib.machinery.SourceFileLoader("update", f"{ROOT}/po/update")
    update = importlib.util.module_from_spec(importlib.util.spec_from_loader("update", loader))
    sys.dont_write_bytecode = True
    loader.exec_module(update)
    now = {(context, text) for context, text in update.collect(os.path.abspath(build))}
    kept = {(context, english) for context, english, _ in entries(f"{ROOT}/po/tabletalk.pot")}
    lacks = [f"po/tabletalk.pot lacks {context}: {text[:70]!r}" for context, text in sorted(now - kept)]
    lacks += [f"po/tabletalk.pot has {context}: {text[:70]!r}, which nobody says" for context, text in sorted(kept - now)]
    return lacks[:10] + (["po/update BUILD writes it anew"] if lacks else [])


def planted():
    """Each of these has one fault."""
    wrong = [("{who} sits down.", "{who} setzt {0} sich."), ("{n} {n|card|cards}", "{n} {n|Karte}"),
             ("Say !join.", "Sag !start."), ("red", "rot|einen roten"), ("-> and draws", "und zieht")]
    for english, text in wrong:
        if not list(faults_of("de", english, text)):
            sys.exit(f"not found: {english!r} as {text!r}")
    print(f"{len(wrong)} planted faults are found")


def main():
    if sys.argv[1:] == ["--planted"]:
        return planted()
    faults = check_template(sys.argv[1])
    for path in sorted(glob.glob(f"{ROOT}/po/*.po")):
        faults += check_catalogue(path)
        count = sum(bool(text) for _, _, text in entries(path))
        print(f"{os.path.basename(path)}: {count} texts")
    if faults:
        sys.exit("\n".join(faults))


if __name__ == "__main__":
    main()
