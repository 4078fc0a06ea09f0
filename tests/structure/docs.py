#!/usr/bin/env python3
"""Do the documents tell the truth? Files and folders they name must exist, links must lead somewhere, commands they show must be
there, nothing in them may point outside of the project, and a parser of Markdown must see the blocks that were meant. Run from the
top of the tree. It first shows that it can tell: a document with one fault of each kind must be found out."""
import fnmatch
import functools
import glob
import os
import re
import subprocess
import sys
import tempfile

sys.path.append("/usr/lib/python3/dist-packages")  # Debian's, where another Python comes first
from markdown_it import MarkdownIt

GUIDE = "CONTRIBUTING.md"
WIDE = {"README.md": 80}  # read in a terminal as well
COLUMNS = 100


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


def found(pattern, *paths):
    return [match for path in paths for match in re.findall(pattern, read(path), re.MULTILINE)]


# Files that the guide tells its reader to write, or that the program writes, need not be there.
WRITTEN = found(r"^\*\*`([^`]+)`\*\*", GUIDE, "docs/game-kit.md") + found(r'new_file\[\] = "([^"]+)"', "house/setup.c") + [
    os.path.relpath(os.path.join(top, name), game)
    for game in ("tests/first_game", "tests/second_game") for top, _, names in os.walk(game) for name in names]
SOURCES = [os.path.relpath(os.path.join(top, name), ".")
           for top, folders, names in os.walk(".")
           for name in names
           if folders.__setitem__(slice(None), [f for f in folders if not re.match(r"build|\.git$", f)]) is None]
NAMES = {os.path.basename(path) for path in SOURCES + WRITTEN}
COMMANDS = found(r'^COMMAND\(([a-z]+), [a-z_]+, "([^"]*)"', "commands/commands.def")
WORDS = set(" ".join(f"{name} {others}" for name, others in COMMANDS).split())
PLACES = {"move", "hands", *found(r'(?:PUBLIC|REPLY|PRIVATE), "([a-z]+)', "commands/commands.def")}
SLASHES = set(found(r'^ *\{"([a-z]+)", "/', "adapters/shell/shell.c"))
VERBS = set(found(r'\.word = "([a-z]+)', *glob.glob("core/games/*/*.c")))
FLAGS = "".join(map(read, glob.glob("config/*.[ch]") + glob.glob("config/*.def") + glob.glob("tools/*.c") +
                    glob.glob("adapters/*/*_kind.c")))


class Document:
    def __init__(self, path):
        self.path, self.name, self.text = path, os.path.basename(path), read(path)
        self.tokens = MarkdownIt("commonmark").enable("table").parse(self.text)
        self.lines = self.text.split("\n")

    @functools.cached_property
    def blocks(self):
        return "".join(token.content for token in self.tokens if token.type in ("fence", "code_block"))

    @functools.cached_property
    def shown(self):
        """The numbers of lines in fenced blocks and tables."""
        return {number for token in self.tokens if token.type in ("fence", "table_open")
                for number in range(token.map[0] + 1, token.map[1] + 1)}

    @functools.cached_property
    def inline(self):
        return [child for token in self.tokens for child in token.children or []]

    @functools.cached_property
    def spans(self):
        return [token.content.replace("\n", " ") for token in self.inline if token.type == "code_inline"]

    @functools.cached_property
    def anchors(self):
        heads = [following.content for token, following in zip(self.tokens, self.tokens[1:]) if token.type == "heading_open"]
        return {re.sub(r"[^a-z0-9 _-]", "", head.lower()).replace(" ", "-") for head in heads}


@functools.cache
def document(path):
    return Document(path)


def exists(name):
    """In the tree; <x> and * stand for anything. A name without a folder may lie in any."""
    pattern = re.sub(r"<[a-z_]*>", "*", name.rstrip("/"))
    if os.path.exists(name.rstrip("/")) or name in WRITTEN:
        return True
    return bool(glob.glob(pattern) if "/" in pattern else fnmatch.filter(NAMES, pattern))


def missing_files(doc):
    for name in (word.lstrip(">") for span in doc.spans for word in span.split(" ")):
        top = name.split("/")[0]
        if not re.fullmatch(r"[A-Za-z0-9_.*<>/-]+", name) or name.startswith(("/", "build/")) or top == "..":
            continue
        # A path is what ends like a source, ends in a slash, or begins like one of ours.
        looks_so = re.search(r"\.(c|h|def|md|sh|py|cmake|awk|conf|json|1)$", name) or name.endswith("/")
        if (looks_so or "/" in name and os.path.exists(top)) and not exists(name):
            yield f"names {name}, which does not exist"


def dead_links(doc):
    targets = [token.attrs.get("href") or token.attrs.get("src") for token in doc.inline if token.type in ("link_open", "image")]
    for link in targets:
        if re.match(r"(https?|mailto|ircs?):", link):
            continue
        file, _, anchor = link.partition("#")
        path = os.path.join(os.path.dirname(doc.path), file) if file else doc.path
        if not os.path.exists(path):
            yield f"links to {link}, which does not exist"
        elif anchor and anchor not in document(path).anchors:
            yield f"links to {link}, and there is no such heading"


def missing_commands(doc):
    """ "!word" (that itself, a command, a verb of a game), "/word" of the terminal, "./script", "--flag". """
    if doc.path in (GUIDE, "docs/game-kit.md"):  # the guide invents commands to show how; code has a ! of its own
        return
    for word in re.findall(r"(?:^|[ `(])!([a-z]+)", doc.text, re.MULTILINE):
        if word not in WORDS | VERBS | {"word"}:
            yield f"shows !{word}, which is no command"
    for word in re.findall(r"(?:^|[ `])(\./[a-z0-9_./]*[a-z0-9])", doc.text, re.MULTILINE):
        if not os.access(word, os.X_OK) and not ("." in word[2:] and os.path.exists(word)):
            yield f"shows {word}, which is not there or cannot be run"
    if doc.path.startswith("docs/hosting"):  # they show what is typed into an IRC client
        return
    for word in (match[1] for span in doc.spans if (match := re.match(r"/([a-z]{2,})( |$)", span))):
        if word not in SLASHES | WORDS | PLACES:
            yield f"shows /{word}, which is no command of the terminal or of Discord"
    for line in doc.spans + doc.blocks.split("\n"):
        for word in re.findall(r"--[a-z-]+", line) if re.match(r"\./play|tabletalk", line) else []:
            if word not in FLAGS:
                yield f"shows {word}, which tabletalk does not know"


def squeezed(text):
    return re.sub(r"[ \n]+", " ", text).rstrip(" ")


def wrong_transcript(doc):
    """The README shows a table as the program does, but for line breaks, and for the seal: the test's deal is fixed."""
    if doc.path != "README.md":
        return
    match = re.search(r"^(ann> .*?)(?=^<|\Z)", doc.blocks, re.MULTILINE | re.DOTALL)
    shown = squeezed(re.sub(r"(?m)^# Seal [A-Z2-7]{32}$", "# Fixed deal: a test or a lesson.", match[1] if match else ""))
    if len(shown) < 200 or shown not in squeezed(read("tests/e2e/transcripts/readme.out")):
        yield "shows another table than tests/e2e/transcripts/readme.out"


def wrong_table(doc):
    """And a table on two networks: what was said there, in order; "..." ends what is shown of a message."""
    if doc.path != "docs/playing.md":
        return
    said = re.sub(r" +", " ", read("tests/e2e/transcripts/one_table.out"))
    match = re.search(r"^IRC <ann>.*?(?=^Ends|\Z)", doc.blocks, re.MULTILINE | re.DOTALL)
    lines = re.sub(r"\n +", " ", match[0] if match else "").split("\n")
    lines = [re.sub(r"\.\.\.$", "", line).rstrip() for line in lines if line.startswith(("IRC", "Discord"))]
    for line in lines:
        if "\n" + line not in "\n" + said:
            yield f"shows what nobody says in tests/e2e/transcripts/one_table.out: {line}"
        said = said.partition(line)[2]
    if len(lines) <= 5:
        yield "shows no table on two networks"


def long_lines(doc):
    most = WIDE.get(doc.name, COLUMNS)
    # A row of a table is one line, and a screen is shown as it is; pages for people who host have neither.
    whole = set() if doc.path.startswith("docs/hosting") else doc.shown
    for number, line in enumerate(doc.lines, 1):
        if len(line) > most and number not in whole and not re.fullmatch(r"\W*<?https?://\S+", line):
            yield f"has {len(line)} columns in line {number}; {most} are allowed"


def broken_blocks(doc):
    """What looks like the edge of a block, a row of a table or an item, and is text to a parser."""
    for token in doc.tokens:
        if token.type == "fence" and not re.match(r"[ >]*(```|~~~)", doc.lines[token.map[1] - 1]):
            yield f"begins a block in line {token.map[0] + 1} and does not end it"
        for line in token.content.split("\n") if token.type == "inline" else []:
            if line.startswith("```") or re.match(r"\|.*\|$", line):
                yield f"has a block that is text to a parser, near line {token.map[0] + 1}: {line[:40]}"
        if token.type == "code_block":
            yield f"has a block without a fence in line {token.map[0] + 1}"


def strangers(doc):
    """What has no meaning to a reader of the project: other folders, machines and people. Examples live at example.org."""
    for number, line in enumerate(doc.lines, 1):
        for match in re.finditer(r"(?:^|[^a-z.])(/tmp|/home|/root|/srv)/[^ `)]*", line):
            yield f"points outside of the project, line {number}: {match[0]}"
        for match in re.finditer(r"[A-Za-z0-9._-]+@[A-Za-z0-9-]+\.[A-Za-z0-9.-]+", line):
            if not re.search(r"@([a-z-]+\.)*example(\.(org|com|net))?$", match[0]):
                yield f"has the address of somebody, line {number}: {match[0]}"
        for match in re.finditer(r"(?:^|[ (])@([A-Za-z][A-Za-z0-9-]*)", line):
            if match[1] not in ("everyone", "here", "key", "KEY", "ann", "bob"):
                yield f"names somebody, line {number}: @{match[1]}"


def unnamed_commands(doc):
    """The page of all that a player can say has to name every command."""
    for name, _ in COMMANDS if doc.name == "playing.md" else []:
        if not re.search(rf"!{name}(?![a-z])", doc.text):
            yield f"does not name !{name}"


def addresses():
    """Who publishes this is said once, in CMakeLists.txt, and repeated where nothing can be put in."""
    build = read("CMakeLists.txt")
    homepage, contact = (re.search(rf'set\({name} "([^"]+)"\)', build)[1] for name in ("homepage", "contact"))
    for path, wanted in (("debian/control", f"<{contact}>"), ("debian/changelog", f"<{contact}>"),
                         ("debian/control", f"Homepage: {homepage}\n"), ("docs/hosting.md", f"git clone {homepage}/")):
        if wanted not in read(path):
            yield f"{path} does not say {wanted.strip()}, as CMakeLists.txt does"


def faults(doc):
    checks = (missing_files, dead_links, missing_commands, wrong_transcript, wrong_table, long_lines, broken_blocks, strangers,
              unnamed_commands)
    return sorted({fault for check in checks for fault in check(doc)})


PLANTED = (
    ("names core/host/romo.c", "See `core/host/romo.c`."),
    ("names romo.c", "See `romo.c`."),
    ("names stoage/", "See `stoage/`."),
    ("names core/gmaes/<id>/rules.c", "See `core/gmaes/<id>/rules.c`."),
    ("links to nowhere.md", "See [there](nowhere.md)."),
    ("no such heading", "See [below](#below)."),
    ("shows !paly", "Type `!paly`."),
    ("does not name !join", "Type `!play`.", "playing.md"),
    ("shows ./paly", "Type `./paly`."),
    ("shows /sa,", "Type `/sa bob`."),
    ("shows --confgi", "Type `tabletalk --confgi FILE`."),
    ("outside of the project", "See /srv/notes."),
    ("address of somebody", "Ask joe@real.net."),
    ("names somebody", "Thanks to @joe."),
    ("has 101 columns in line 1; 100 are allowed", 101 * "x"),
    ("has 81 columns in line 1; 80 are allowed", 81 * "x", "README.md"),
    ("begins a block in line 3", "Type:\n\n```\n!play\n"),
    ("text to a parser, near line 1: | a | b |", "| a | b |\n| 1 | 2 |"),
    ("a block without a fence in line 3", "Text.\n\n    more"),
)


def main():
    blind = []
    with tempfile.TemporaryDirectory() as folder:
        for fault, text, *name in PLANTED:
            path = os.path.join(folder, name[0] if name else "probe.md")
            with open(path, "w", encoding="utf-8") as file:
                file.write(text + "\n")
            if not any(fault in told for told in faults(Document(path))):
                blind.append(f'this test is blind: it did not find "{fault}" in: {text}')
    pages = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGES.md", *sorted(glob.glob("docs/**/*.md", recursive=True))]
    told = blind + list(addresses()) + [f"{path} {fault}" for path in pages for fault in faults(document(path))]
    print("\n".join(told), end="\n" if told else "")
    lists = subprocess.run([sys.executable, "tests/add-game", "--lists"], check=False).returncode
    return 1 if told or lists else 0


sys.exit(main())
