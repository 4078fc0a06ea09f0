"""What the scripts that read the texts and comments of the product share. It runs nothing itself."""

import re

TOKEN = re.compile(r'/\*.*?\*/|"(?:[^"\\\n]|\\.)*"(?:\s*"(?:[^"\\\n]|\\.)*")*', re.S)


def whole(literal):
    """The text of a literal that may go over several lines, without its quotes."""
    return re.sub(r'"\s*"', "", literal.strip())[1:-1]


def judge(script, faults_of, paths, least, planted, fine):
    """Prints the faults of these files and of the script itself; 1 if there is one. faults_of(path, source) lists them."""
    bad = [f"{script} does not find what was planted: {text}" for text in planted if not faults_of("planted", text)]
    bad += [f"{script} complains about: {text}" for text in fine if faults_of("fine", text)]
    if len(paths) < least:
        bad.append(f"{script} sees no tree: run it from the top")
    for path in sorted(paths):
        with open(path, encoding="utf-8") as file:
            bad += faults_of(path, file.read())
    print("\n".join(bad) or f"{len(paths)} files")
    return 1 if bad else 0
