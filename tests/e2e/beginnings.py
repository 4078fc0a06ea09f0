#!/usr/bin/env python3
"""beginnings.py PROGRAM: how the program begins, or does not: without a network and without anybody who types, with a wrong house
rule, with a data folder that cannot be made."""
import os
import signal
import socket
import subprocess
import sys
import tempfile

SECONDS = 120
UNFINISHED = 78
NETWORKS = """
owner = "ann"
store = "memory"
house_rules = {%s}
irc "one" { server = "127.0.0.1"; port = %d; tls = no; channels = {"#games"} }
irc "two" { server = "127.0.0.1"; port = %d; tls = no; channels = {"#games"} }
"""


def run(program, arguments, redirection="", typed=None):
    """Under a shell, which closes and redirects. `typed` goes in by a pipe."""
    command = ["sh", "-c", f'exec "$@" {redirection}', "sh", program, *arguments]
    done = subprocess.run(command, input=typed, capture_output=True, text=True, timeout=SECONDS, check=False)
    return done.returncode, done.stdout, done.stderr


def write(name, text):
    with open(name, "w", encoding="utf-8") as file:
        file.write(text)


def expect_unfinished(program):
    """Each begins a folder of its own: nothing is kept of a start that came to nothing, where that shows at once."""
    write("empty.conf", "")
    write("terminal.conf", 'name = "ann"\n')
    write("nothing", "")
    at_once = ["</dev/null", "<&-", "<nothing", "< /", "<&- >&-"]
    for redirection in at_once + [None]:
        for arguments in (["--config", "empty.conf"], ["--config", "terminal.conf"], []):
            if redirection:
                status, _, told = run(program, arguments + ["--data", "kept"], redirection)
            else:  # a pipe that ends later, without a line
                writer = subprocess.Popen(["sh", "-c", 'sleep 0.3 | "$@"', "sh", program, *arguments, "--data", "kept"],
                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
                _, told = writer.communicate(timeout=SECONDS)
                status = writer.returncode
            assert status == UNFINISHED, f"{arguments} {redirection}: status {status}, told {told!r}"
            named = f"{arguments[1]} names no network" if arguments else "--config FILE"
            assert named in told and "standard input is empty" in told and told.count("\n") == 1, told
            assert not redirection or redirection == "< /" or not os.path.exists("kept"), f"something was kept: {redirection}"


def expect_play(program):
    for redirection, typed, arguments in (("", "!play coloretto robots=1\n!board\n/quit\n", ["--config", "empty.conf"]),
                                          ("", "!play coloretto robots=1", []),
                                          ("", "\n", ["--config", "empty.conf"]),
                                          ("", "# nothing\n", []),
                                          ("</dev/null", None, ["coloretto", "robots=1"])):
        status, said, told = run(program, ["--data", "played"] + arguments, redirection, typed)
        assert status == 0 and told == "", f"{typed!r}: status {status}, told {told!r}"
        assert "You are" in said, said


def expect_right_rules(program):
    """A mistake stops the start and each command, has its line, and is not taken by SIGHUP; the good rules hold on."""
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        ports = (closed.getsockname()[1],) * 2
        write("rules.conf", NETWORKS % (('"guests no",\n\n"open vocied",\n"what 3", "heartcatchers match=900"',) + ports))
        for arguments in ([], ["--check-config"], ["tables", "list"]):
            status, _, told = run(program, ["--config", "rules.conf"] + arguments)
            lines = [line.split(": ")[0] for line in told.splitlines()]
            assert status == 2 and lines == ["rules.conf:6", "rules.conf:7", "rules.conf:7"], f"{status}: {told}"
        write("rules.conf", NETWORKS % (('"guests no"',) + ports))
        with subprocess.Popen([program, "--config", "rules.conf"], stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True) as bot:
            told = ""
            while "irc-" not in told:
                told = bot.stderr.readline()
            write("rules.conf", NETWORKS % (('"guests maybe"',) + ports))
            bot.send_signal(signal.SIGHUP)
            seen = []
            while not (seen and "config-kept" in seen[-1]):
                seen.append(bot.stderr.readline())
            assert any(line.startswith("rules.conf:4: house_rules") for line in seen), seen
            bot.send_signal(signal.SIGTERM)
            bot.stderr.read()
            assert bot.wait(SECONDS) == 0


def expect_folder(program):
    write("file", "")
    os.makedirs("deep")
    for folder, status in (("/proc/cards", 1), ("/dev/null/cards", 1), ("file", 1), ("file/cards", 1), ("x" * 300, 1),
                           ("new/er/", 0), ("new", 0), ("deep/er", 0), ("deep", 0)):
        write("folder.conf", f'owner = "ann"\ndata_folder = "{folder}"\nirc "a" {{ server = "irc.example.net" }}\n')
        found, said, told = run(program, ["--config", "folder.conf", "--check-config"])
        assert found == status, f"{folder}: status {found}, told {told}"
        assert ("nothing is wrong" in said) == (status == 0), said
        assert status == 0 or told.startswith("folder.conf: The data folder "), told
        assert not os.path.exists("new") and os.listdir("deep") == [], "a folder that was only checked is there now"


def main():
    program = os.path.abspath(sys.argv[1])
    os.environ.pop("XDG_DATA_HOME", None)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["HOME"] = folder
        expect_unfinished(program)
        expect_play(program)
        expect_right_rules(program)
        expect_folder(program)
    print("It begins where it can, and says why where it cannot")


main()
