#!/usr/bin/env python3
"""installed.py BUILD: what an installation from this build folder, or the Debian package, puts among the documents links only to
what is there, too. installed.py FOLDER looks at documents that are installed already."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

LINK = re.compile(r"\]\(\s*<?([^)>\s]+)|^\s*\[[^\]]+\]:\s*<?(\S+?)>?\s*$|(?:src|href)=[\"']([^\"']+)", re.M)
ELSEWHERE = re.compile(r"[a-z][a-z0-9+.-]*:")


def pages(folder):
    return [os.path.join(place, name) for place, _, names in os.walk(folder) for name in names if name.endswith(".md")]


def prose(path):
    """The page without its blocks of code and code spans."""
    text = re.sub(r"^ *```.*?^ *```", "", open(path, encoding="utf-8").read(), flags=re.M | re.S)
    return re.sub(r"`[^`]*`", "", text)


def anchors(path):
    headings = re.findall(r"^#+ (.*)$", open(path, encoding="utf-8").read(), re.M)
    return {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings}


def dead_links(folder):
    found = []
    for page in pages(folder):
        for link in ("".join(groups) for groups in LINK.findall(prose(page))):
            if ELSEWHERE.match(link):
                continue
            file, _, anchor = link.partition("#")
            target = os.path.normpath(os.path.join(os.path.dirname(page), file)) if file else page
            is_inside = not os.path.relpath(target, folder).startswith("..")
            if not is_inside or not os.path.exists(target):
                found.append(f"{os.path.relpath(page, folder)} links to {link}, which is not installed")
            elif anchor and target.endswith(".md") and anchor not in anchors(target):
                found.append(f"{os.path.relpath(page, folder)} links to {link}, and there is no such heading")
    return found


def install(build, scratch):
    """The documents, without those that the Debian package takes away."""
    subprocess.run(["cmake", "--install", build, "--prefix", scratch, "--component", "documents"], check=True, stdout=subprocess.DEVNULL)
    folder = os.path.join(scratch, "share/doc/tabletalk")
    for line in open("debian/rules", encoding="utf-8"):
        for name in re.findall(r"usr/share/doc/tabletalk/(\S+)", line) if line.startswith("\trm ") else []:
            os.remove(os.path.join(folder, name))
    return folder


def must_be_found_out(folder):
    """Each page and picture that another page links to is missed where it is absent."""
    linked = 0
    for name in ("docs/hosting-reference.md", "docs/storage.md", "config/example.conf", "docs/cards.png", "docs/rulings/kritters.md"):
        os.rename(os.path.join(folder, name), os.path.join(folder, "away"))
        linked += bool(dead_links(folder))
        os.rename(os.path.join(folder, "away"), os.path.join(folder, name))
    assert linked >= 4, "this test is blind: it does not miss a page that is not installed"


def main():
    scratch = tempfile.mkdtemp()
    try:
        is_build = os.path.exists(os.path.join(sys.argv[1], "CMakeCache.txt"))
        folder = install(sys.argv[1], scratch) if is_build else os.path.normpath(sys.argv[1])
        if is_build:
            must_be_found_out(folder)
        found = dead_links(folder)
        count = len(pages(folder))
        if count < 20:
            found.append(f"only {count} pages are installed as they are; are the others compressed?")
        print("\n".join(found) or f"{count} pages link to each other")
        return bool(found)
    finally:
        shutil.rmtree(scratch)


sys.exit(main())
