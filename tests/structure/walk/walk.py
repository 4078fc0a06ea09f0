#!/usr/bin/env python3
"""walk.py PROGRAM LIMITS: through how many files does one message go?

PROGRAM (walk.c) runs a line of IRC, the deal that follows from one, and a press on Discord; its functions are traced. Here
their addresses become files (addr2line), and each walk is printed: its files in the order in which they are entered first,
how often each is entered, how often the walk comes back to a file that it has left, and the straight way: the files that
hand the message on, which are those on the stack whenever it is handed over. LIMITS says how many files each walk may enter,
and how many its straight way may have; both may only become fewer, and where they do, LIMITS has to follow.
core/base is the language of this house: it is not counted. Run from the top.
"""
import os
import re
import subprocess
import sys


class Walk:
    """From where to where it goes, which files count, where it is handed over, what of it the simulation replaces."""

    def __init__(self, name, what, trace, aim, counted, handed_over=(), before=(), after=()):
        self.name, self.what, self.trace, self.aim, self.counted = name, what, trace, aim, counted
        self.handed_over, self.before, self.after = handed_over, before, after


WALKS = [
    Walk("privmsg", "a line of IRC, from its bytes to the queue of its table", "irc", 8, "adapters/",
         before=["adapters/net/transport.c"]),
    Walk("press", "a press on Discord, from its bytes to the edit that it brings about", "discord", 10, "adapters/",
         handed_over=[r"commands/.* commands_press", r"adapters/.* board_post", r"adapters/.* rest_send"], before=["the web socket"], after=["HTTP"]),
    Walk("hand", "cards from the deck to the hands of two, until they are whispered", "irc", None, "", handed_over=[r".*_setup"]),
]


def is_begin(walk, file, function):
    if walk.name == "hand":
        return file.startswith("core/games/") and function.endswith("_setup")
    return file.startswith("adapters/" + walk.trace)


def is_end(walk, file, function):
    if walk.name == "privmsg":
        return function == "host_hear"
    if walk.name == "hand":
        return file.startswith("adapters/") and "whisper" in function
    return file == "the edit"


def in_this_tree(path):
    """The same file here: a compiler's cache may have compiled it in another clone."""
    parts = os.path.normpath(path).split("/")
    places = ("/".join(parts[at:]) for at in range(1, len(parts)))
    return next((place for place in places if os.path.exists(place)), path)


def read_traces(program):
    """name -> list of (is_entered, file, function)"""
    environment = {**os.environ, "ASAN_OPTIONS": "detect_leaks=0"}
    said = subprocess.run([program], stdout=subprocess.PIPE, text=True, check=True, env=environment).stdout
    rows = [line.split() for line in said.splitlines()]
    addresses = sorted({address for kind, address in rows if kind != "trace"})
    out = subprocess.run(["addr2line", "-f", "-e", program], input="\n".join(addresses), capture_output=True, text=True,
                         check=True).stdout.splitlines()
    place = {address: (in_this_tree(out[2 * i + 1].rsplit(":", 1)[0]), out[2 * i]) for i, address in enumerate(addresses)}
    place["0"] = ("the edit", "")
    traces = {}
    for kind, word in rows:
        if kind == "trace":
            steps = traces.setdefault(word, [])
        else:
            steps.append((kind == "+", *place[word]))
    return traces


def follow(walk, steps):
    """What is entered from another file, and how often; how often the walk comes back; the straight way."""
    entered, returns, here, stack, straight, waiting = {}, 0, None, [], [], list(walk.handed_over)
    for is_entered, file, function in steps:
        if not stack and not straight:
            if not is_entered or not is_begin(walk, file, function):
                continue
            entered, returns, here = {}, 0, None
        if not is_entered:
            if stack:
                stack.pop()
            if stack and stack[-1] != here:
                here, returns = stack[-1], returns + 1
            continue
        # What is of no folder of ours, or of the language, is part of who calls it.
        own = file if file.endswith(".c") and not file.startswith(("..", "core/base/", "tests/")) else None
        stack.append(own or here)
        if own and own != here:
            entered[own] = entered.get(own, 0) + 1
            here = own
        found = [mark for mark in waiting if re.fullmatch(mark if " " in mark else ".* " + mark, f"{file} {function}")]
        for mark in found:
            waiting.remove(mark)
        over = is_end(walk, file, function)
        if found or over:
            straight = list(dict.fromkeys([*straight, *filter(None, stack)]))
        if over:
            break
    else:
        waiting.append("its end")
    if waiting:
        raise SystemExit(f"{walk.name}: the walk does not come to {', '.join(waiting)}; walk.py has to know where it goes now")
    return entered, returns, straight


def tell(walk, entered, returns, straight):
    print(f"{walk.name}: {walk.what}")
    for file in walk.before:
        print(f"      1 {file} (simulated here)")
    for file, times in entered.items():
        print(f"  {times:5} {file}")
    for file in walk.after:
        print(f"      1 {file} (simulated here)")
    print(f"  {sum(entered.values()) + returns} stays, {returns} of them returns. The straight way:")
    print("   ", " ".join([*walk.before, *straight, *walk.after]))


def judge(walk, path, what, counts, limit):
    """Whether one figure is within its limit; says what to do."""
    count, everywhere = counts
    where = f" of {walk.counted} ({everywhere} in all)" if walk.counted else ""
    aim = f"; the aim is {walk.aim}" if walk.aim else ""
    print(f"  {what} {count} files{where}. {path} allows {limit}{aim}.")
    if count > limit:
        print("  That is too many: let a file on the way do what its caller needs of another one, or merge the two.")
    elif count < limit:
        print(f"  Well done. Now let {path} say so, so that it stays like that: until then this test fails.")
    return count != limit


def main():
    program, path = sys.argv[1:]
    limits = {}
    for line in open(path, encoding="utf-8"):
        words = line.split("#")[0].split()
        if words:
            limits[words[0]] = [int(word) for word in words[1:]]
    traces, bad = read_traces(program), False
    for walk in WALKS:
        entered, returns, straight = follow(walk, traces[walk.trace])
        tell(walk, entered, returns, straight)
        simulated = len(walk.before) + len(walk.after)
        for what, files, limit in (("It enters", entered, 0), ("The straight way has", straight, 1)):
            counts = [sum(file.startswith(start) for file in files) + simulated for start in (walk.counted, "")]
            bad |= judge(walk, path, what, counts, limits[walk.name][limit])
        print()
    return int(bad)


if __name__ == "__main__":
    sys.exit(main())
