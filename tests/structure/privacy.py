#!/usr/bin/env python3
"""privacy.py: does docs/privacy.md name everything that is kept? Run from the top of the tree.

Tables and columns come from the migrations. The first words of the keys of settings come from the files that write settings:
each such file must show at least one, and the document must name it. It first shows that it can tell: a table and a
setting that are not named must be found out."""

import pathlib
import re
import sys

DOCUMENT = pathlib.Path("docs/privacy.md").read_text()
WRITES = re.compile(r"\b(?:keep_put|keep_row_put|row_put|store_put|store_erase|place_keep)\(")
# They pass on what others keep.
GENERIC = {"adapters/discord/place.c", "adapters/keep.c", "storage/store.c", "core/host/session/row.c"}
# Files whose keys another file makes.
MADE_BY = {}
FORMS = [
    (re.compile(r'"(?:discord:)?%s:([a-z]+)(?: %d|:%s|:|)"'), ":{}"),
    (re.compile(r'"([a-z][a-z-]*) %s(?: %s| )"'), "{}"),
    (re.compile(r'\bof_\w+\[\] = "([a-z-]+)"'), "{}"),
    (re.compile(r'sweep_kept\(\w+, "([a-z]+)"'), ":{}"),
    (re.compile(r'(?:get_row|put_row|drawer_of)\([^;"]*"([a-z]+ ?[a-z]*)'), "{}"),
    (re.compile(r'\.drawer = "([a-z]+)"'), ":{}"),
    (re.compile(r'\.prefix = "([a-z]+\.)"'), "{}"),
    (re.compile(r'"([a-z]+\.)%d"'), "{}"),
    (re.compile(r'_key\[\] = "([a-z.]+)"'), "{}"),
    (re.compile(r'text_put\(&text, "([a-z]+:)"\)'), ":{}"),
]


def tables(text):
    text = re.sub(r'"\s*\n\s*"', "", text)
    for match in re.finditer(r"CREATE TABLE (\w+)", text):
        yield match.group(1)


def words(text):
    for form, shape in FORMS:
        for match in form.finditer(text):
            yield shape.format(match.group(1).strip())


def is_named(word):
    """In code marks, as a whole: `look` or `:look:`, not `look-channel`."""
    quoted = re.findall(r"`([^`\n]+)`", DOCUMENT)
    bare = word.strip(":")
    return any(bare == span.strip(":") for span in quoted)


def find_faults(migrations, sources):
    for table in tables(migrations):
        if not is_named(table):
            yield f"docs/privacy.md does not name the table '{table}'"
    for path, text in sources.items():
        if not WRITES.search(text) or path in GENERIC:
            continue
        found = set(words(sources.get(MADE_BY.get(path, path), text)))
        if not found:
            yield f"{path} keeps settings, and this test cannot tell under which keys"
        for word in sorted(found):
            if not is_named(word):
                yield f"docs/privacy.md does not name the setting '{word}', which {path} keeps"


def main():
    migrations = "".join(p.read_text() for p in sorted(pathlib.Path("storage/migrations").glob("*.h")))
    sources = {str(p): p.read_text() for top in ("adapters", "core", "storage", "tools") for p in pathlib.Path(top).rglob("*.c")}
    sources["main.c"] = pathlib.Path("main.c").read_text()
    planted = list(find_faults('"CREATE TABLE diary ("', {
        "planted.c": 'snprintf(key, 9, "%s:mood:%s", a, b); keep_put(k, key, v, 0, 0);',
        "rows.c": 'static const struct row_kind kind = {.prefix = "grudge."}; row_put(host, &kind, 1, value, NULL, NULL);',
        "mute.c": "keep_row_put(&drawer, who, payer, value);"}))
    if len(planted) != 4:
        sys.exit(f"this test is blind: it found {planted}")
    faults = list(find_faults(migrations, sources))
    written = sum(bool(WRITES.search(text)) for text in sources.values())
    if written < 15:
        sys.exit(f"only {written} files keep settings?")
    sys.exit("\n".join(faults) or 0)


main()
