#!/usr/bin/env python3
"""Comments and sentences that had to be decoded, and shall not come back: each phrase below left its noun to the reader.
Says what to write instead. Looks at the comments and the texts of the product, at the comments of the tests and at the
documents, also where a phrase goes over the end of a line; then plants each phrase and looks whether it would be found. Run
from the top of the tree."""

import glob
import re
import sys

import texts

# The phrase, and what a reader understands at once. Those of texts are looked for in comments, too.
OF_COMMENTS = {
    r"whoever": "name who: the person who asked, the caller, the reader",
    r"there is none": "NULL if absent, False if unknown, 0 if unset",
    r"(?:if|where|when|because|so) (?:it|that|this|there) (?:is|are) none": "NULL if absent, -1 if it is no id",
    r"(?:it|that|this|name|word|id) is none": "say what it is not: NULL if not JSON",
    r"there are none": "NULL if the list is empty",
    r"one result a time": "one result per trial",
    r"what is no\b": "name what it is instead",
    r"of whom": "say who",
    r"such a one": "repeat the noun",
}
OF_TEXTS = {
    r"is nothing that (?:can|may) be": "I can't set 'x'.",
    r"sits a robot down": "adds a robot",
    r"is for [a-z' ]+ to say": "Only channel operators can change how I write here.",
    r"tables of this house": "All 5 tables are taken.",
}


def pieces_of(path, source):
    """The comments and texts of code; the paragraphs of a document, without what it quotes of code."""
    if not path.endswith(".md"):
        return texts.TOKEN.finditer(source)
    without_code = re.sub(r"```.*?```|`[^`]*`", lambda code: re.sub(r"[^\n]", " ", code.group()), source, flags=re.S)
    return re.finditer(r"(?:.+\n?)+", without_code)


def faults_of(path, source):
    faults = []
    for token in pieces_of(path, source):
        is_comment = path.endswith(".md") or token.group().startswith("/*")
        if path.startswith("tests/") and not is_comment:
            continue  # what people may type, and what nobody shall read
        text = re.sub(r'"\s*"' if not is_comment else r"\n\s*", "" if not is_comment else " ", token.group())
        for phrase, better in {**OF_TEXTS, **(OF_COMMENTS if is_comment else {})}.items():
            found = re.search(r"\b(?:%s)" % phrase, text, re.I)
            if found:
                line = source.count("\n", 0, token.start()) + 1
                faults.append(f"{path}:{line}: '{found.group()}' has to be decoded; rather: {better}")
    return faults


PLANTED = [
    "/* The one of a seat; NULL: there is none. */", "/* NULL where it\n   is none. */", "/* Told to who-\n   ever. Whoever asks hears. */",
    "/* False: the word is none. */", "/* NULL: there\n   are none. */", "/* one result a time */", "/* what is no hand */",
    "/* people of whom we know */", "/* such a one waits */", 'f("\'%s\' is nothing that can be " "set.");', '"sits a robot " "down"',
    '"How a channel is written to is for its operators to say."', '"All 5 tables of this house are in use."',
]
FINE = ["/* NULL if absent or not JSON. */", '"Whoever completes it takes its cards."', "int whoever = 1;", "/* none of them */"]


def main():
    paths = [path for end in ("c", "h", "def") for path in glob.glob("**/*." + end, recursive=True)]
    paths += glob.glob("*.md") + glob.glob("docs/**/*.md", recursive=True)
    paths = [path for path in paths if not path.startswith("build")]
    return texts.judge("english.py", faults_of, paths, 100, PLANTED, FINE)


if __name__ == "__main__":
    sys.exit(main())
