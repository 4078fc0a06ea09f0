#!/usr/bin/env python3
"""refused.py PROGRAM: what the machine refuses gets a sentence and ends nothing in the middle: too few files, files that may not grow,
names that lead to a pipe, a device, a folder or a file without an end."""
import os
import re
import resource
import shutil
import signal
import socket
import subprocess
import sys
import tempfile

SECONDS = 120
DRAW = "!draw\n!place 1\n!place 2\n!place 3\n!take 1\n!take 2\n!take 3\n"  # what is not possible is refused
MOVES = "!play coloretto robots=1\n!board\n!draw\n!board\n/quit\n"
NETWORKS = """
owner = "ann"
data_folder = "%s"
irc "one" { server = "127.0.0.1"; port = %d; tls = no; channels = {"#games"} }
irc "two" { server = "127.0.0.1"; port = %d; tls = no; channels = {"#games"} }
"""


def run(program, *arguments, typed="", limit=None, most=None):
    """`limit` is one of resource's, `most` what it is set to."""

    def set_limit():
        if limit is not None:
            resource.setrlimit(limit, (most, most))

    return subprocess.run([program, *arguments], input=typed, capture_output=True, text=True, timeout=SECONDS, check=False,
                          preexec_fn=set_limit)


def expect_sentence(done, what):
    """It went well, or one line says why not; no signal, no bug."""
    said = (done.stderr + done.stdout).strip()
    assert done.returncode >= 0 and "bug at" not in said, f"{what}: {done.returncode}, {said!r}"
    assert done.returncode == 0 or said, f"{what}: {done.returncode}, and not a word"


def expect_few_files(program):
    with socket.socket() as closed:
        closed.bind(("127.0.0.1", 0))
        with open("networks.conf", "w", encoding="utf-8") as file:
            file.write(NETWORKS % (("hosted",) + (closed.getsockname()[1],) * 2))
        run(program, "--data", "kept", typed=MOVES)
        done = run(program, "simulate", "coloretto", "--games", "1", "--record", "game.record")
        assert done.returncode == 0, done
        # Each opens files of its own. What hosts ends by a signal only where it has begun, with files enough.
        commands = [["--data", "kept", "tables", "list"], ["--data", "kept", "tables", "export", "1"], ["--data", "kept", "status"],
                    ["--data", "kept", "replay", "1"], ["--data", "kept", "backup", "copy.db"], ["replay", "game.record"],
                    ["verify", "game.record"], ["simulate", "coloretto", "--games", "1"], ["faces", "kritters"],
                    ["--config", "networks.conf", "--check-config"], ["--data", "kept", "standings", "--rebuild"], ["--version"]]
        for most in [*range(3, 41), 63]:
            for command in commands:
                expect_sentence(run(program, *command, limit=resource.RLIMIT_NOFILE, most=most), f"{most} files, {command}")
                if os.path.exists("copy.db"):
                    os.remove("copy.db")
            for command in (["--data", "kept"], ["--config", "networks.conf"], ["coloretto"]):
                done = run(program, *command, typed="!board\n", limit=resource.RLIMIT_NOFILE, most=most)
                assert done.returncode not in (0, -signal.SIGABRT), f"it plays with {most} files: {done}"
                expect_sentence(done, f"{most} files, {command}")
        done = run(program, "--data", "kept", typed="!board\n", limit=resource.RLIMIT_NOFILE, most=64)
        assert done.returncode == 0 and "cards left" in done.stdout, done
        assert not os.path.exists("hosted"), "something was kept of a start that came to nothing"


def expect_files_that_may_not_grow(program):
    """A move that cannot be saved is refused; what was answered is there when files may grow again."""
    refused = begun = 0
    for most in [*range(0, 200, 12), *range(200, 2000, 150)]:
        shutil.rmtree("short", ignore_errors=True)
        done = run(program, "--data", "short", typed="!play coloretto robots=1 match=4\n" + (DRAW + "!board\n") * 25 + "/quit\n",
                   limit=resource.RLIMIT_FSIZE, most=most * 1024)
        expect_sentence(done, f"{most} KiB")
        boards = re.findall(r"\d+ cards left", done.stdout)
        refused += "couldn't save" in done.stdout
        if done.returncode != 0 or not boards:
            continue
        begun += 1
        after = run(program, "--data", "short", typed="!board\n").stdout
        assert boards[-1] in after, f"{most} KiB: {boards[-1]} was answered and is lost: {after}"
    assert refused > 3 and begun > 3, f"this test is blind: {refused} refused, {begun} begun"


def expect_an_end(program):
    os.mkfifo("pipe")
    os.mkdir("folder")
    with open("zeros", "wb") as file:
        file.truncate(3 << 30)
    with open("lines", "wb") as file:
        file.write(b"record v=2\n")
        for _ in range(300):
            file.write(b"x" * 1_000_000 + b"\n")
    readers = [["--config"], ["--config", "NAME", "--check-config"], ["replay"], ["verify"], ["faces", "--check"]]
    with open("name.conf", "w", encoding="utf-8") as file:
        file.write("")
    for name in ("pipe", "folder", "zeros", "lines", "/dev/zero", "/dev/full", "/dev/tty", "/dev/stdin", "/dev/random", "nowhere"):
        for reader in readers:
            command = [name if word == "NAME" else word for word in reader]
            command += [] if "NAME" in reader else [name]
            done = run(program, *command, typed="x\n")
            assert done.returncode in (1, 2) and name in done.stderr and done.stderr.count("\n") == 1, (command, done)
        for option in ("tls_ca", "certificate", "account_key", "password_file", "account_password_file"):
            with open("name.conf", "w", encoding="utf-8") as file:
                file.write(f'owner = "ann"\nirc "a" {{\nserver = "irc.example.net"\naccount = "bot"\ncertificate = "{program}"\n')
                file.write(f'{option} = "{name}"\n}}\n' if option != "certificate" else "}\n")
            if option == "certificate" or (name in ("zeros", "lines") and not option.endswith("_file")):
                continue
            done = run(program, "--config", "name.conf", "--check-config")
            assert done.returncode == 2 and done.stderr.startswith("name.conf:6: "), (option, name, done)
    # A pipe where one of our own files should be.
    for name in ("tabletalk.db", "tabletalk.db-id", "tabletalk.log", "tabletalk.lock", "history"):
        shutil.rmtree("piped", ignore_errors=True)
        shutil.copytree("kept", "piped")
        if os.path.exists(f"piped/{name}"):
            os.remove(f"piped/{name}")
        os.mkfifo(f"piped/{name}")
        for command in ([], ["tables", "list"], ["backup", f"{name}.copy"]):
            expect_sentence(run(program, "--data", "piped", *command, typed="!board\n"), f"{name} is a pipe, {command}")


def main():
    program = os.path.abspath(sys.argv[1])
    os.environ.pop("XDG_DATA_HOME", None)
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        os.environ["HOME"] = folder
        expect_few_files(program)
        expect_files_that_may_not_grow(program)
        expect_an_end(program)
    print("What the machine refuses is said")


main()
