#!/usr/bin/env python3
"""Is everything compiled with what cmake/options.cmake promises, and does the program have it?

    hardening.py COMPILE_COMMANDS [PROGRAM]

Looks at the commands of a build, and at the objects and the program of a release build (with readelf). It first shows that
it can tell: a command with one fault of each kind must be found out.
"""
import json, os, platform, re, shlex, subprocess, sys

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Nobody talks to these but we, and zeroing every variable would cost a sixth of a robot's decision.
UNZEROED = ("core/kit/", "core/rating/", "core/games/", "core/robot/")
IS_X86 = platform.machine() in ("x86_64", "i686")
PROTECTED = ["-fstack-protector-strong", "-fstack-clash-protection"] + (["-fcf-protection"] if IS_X86 else [])


def faults(file, words):
    """What a command for a source lacks, or has too much."""
    is_sanitized = any(word.startswith("-fsanitize=address") for word in words)
    is_optimised = any(re.fullmatch("-O[23s]", word) for word in words)
    zeroed = "-ftrivial-auto-var-init=zero"
    for flag in PROTECTED:
        if not is_sanitized and flag not in words:
            yield "lacks " + flag
    if is_optimised and not is_sanitized and "-D_FORTIFY_SOURCE=3" not in words:
        yield "lacks -D_FORTIFY_SOURCE=3"
    if file.startswith(UNZEROED):
        if zeroed in words:
            yield "has " + zeroed
    elif not is_sanitized and "gcc" in words[0] and zeroed not in words:
        yield "lacks " + zeroed


def check_itself():
    good = ["gcc", "-O2", "-D_FORTIFY_SOURCE=3", "-ftrivial-auto-var-init=zero"] + PROTECTED
    assert not list(faults("main.c", good))
    for flag in good[2:]:
        assert list(faults("main.c", [word for word in good if word != flag])), flag
    assert list(faults("core/kit/sight.c", good))


def readelf(options, path):
    return subprocess.run(["readelf", "-W", *options, path], capture_output=True, text=True, check=True).stdout


def program_faults(path):
    if "DYN" not in readelf(["-h"], path):
        yield "does not lie at a random address (PIE)"
    if not re.search(r"\bNOW\b", readelf(["-d"], path)):
        yield "resolves symbols when it runs (BIND_NOW)"
    segments = readelf(["-l"], path)
    if "GNU_RELRO" not in segments:
        yield "can write to its own tables (RELRO)"
    if not re.search(r"GNU_STACK.* RW ", segments):
        yield "has a stack that can be executed"
    symbols = readelf(["--dyn-syms"], path)
    for symbol in ("__stack_chk_fail", "__snprintf_chk"):
        if symbol not in symbols:
            yield "calls no " + symbol


def main():
    check_itself()
    found = []
    with open(sys.argv[1], encoding="utf-8") as commands:
        commands = json.load(commands)
    for command in commands:
        file, words = os.path.relpath(command["file"], TOP), shlex.split(command["command"])
        found += [f"{file} {fault}" for fault in faults(file, words)]
        built = os.path.join(command["directory"], words[words.index("-o") + 1])
        if len(sys.argv) > 2 and IS_X86 and os.path.exists(built) and "IBT, SHSTK" not in readelf(["-n"], built):
            found.append(f"{built} has no marks of -fcf-protection")
    if len(sys.argv) > 2:
        found += [f"{sys.argv[2]} {fault}" for fault in program_faults(sys.argv[2])]
    assert len(commands) > 50, "these are not all commands of a build"
    print("\n".join(found) or f"{len(commands)} commands")
    sys.exit(bool(found))


main()
