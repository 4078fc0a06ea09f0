#!/usr/bin/env python3
"""transcript.py PROGRAM SCRIPT EXPECTED: what a terminal's table answers to a script, byte for byte.

The script is fed line by line to `tabletalk` with fixed luck (TABLETALK_SEED) and a fresh data folder. Lines beginning with
'%' are for this runner:
  %kill        kill -9 the program as soon as all above is answered, and start it again on the same data
  %stop        the same with SIGTERM, which must end it with status 0
  %run ARG...  start it with these arguments besides (before anything is said)
With UPDATE=1 in the environment the answer is written to EXPECTED instead of compared.
"""
import difflib
import os
import signal
import subprocess
import sys
import tempfile

SECONDS = 120


class Table:
    """One run of the program after the other, on one data folder."""

    def __init__(self, program, folder):
        self.program = program
        self.folder = folder
        # What robots do after a thought depends on how well they think, which may change; so here they don't.
        config = os.path.join(folder, "tabletalk.conf")
        with open(config, "w", encoding="utf-8") as file:
            file.write("robot_threads = 0\n")
        self.arguments = ["--config", config, "--name", "ann"]
        self.process = None
        self.output = []

    def start(self):
        environment = dict(os.environ, TABLETALK_SEED="1", USER="ann", HOME=self.folder)
        self.process = subprocess.Popen(
            [self.program, "--data", os.path.join(self.folder, "data")] + self.arguments,
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment, cwd=self.folder)
        self.send("/echo on")

    def send(self, line):
        if self.process is None:
            self.start()
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def read_until_answered(self):
        """Each line waits for the answer to the one before: when this one is answered, all are."""
        self.send("/answered")
        for line in self.process.stdout:
            if line.startswith(b"* This terminal has no command /answered"):
                return
            if not line.endswith(b"> /answered\n"):
                self.output.append(line)
        raise SystemExit("the program ended by itself")

    def end(self, how):
        """The next thing that is said starts it again."""
        self.read_until_answered()
        self.process.send_signal(how)
        rest = self.process.stdout.read()
        status = self.process.wait()
        if how == signal.SIGKILL:
            assert status == -signal.SIGKILL
            self.output.append(b"--- killed\n")
        else:
            self.output.append(rest)
            self.output.append(b"--- ended with status %d\n" % status)
        self.process = None

    def finish(self):
        """The end of the script ends the program."""
        if self.process is None:
            return
        self.process.stdin.close()
        self.output.append(self.process.stdout.read())
        status = self.process.wait()
        if status != 0:
            raise SystemExit("the program ended with status %d" % status)


def play(program, script, folder):
    table = Table(program, folder)
    with open(script, encoding="utf-8") as lines:
        for line in lines.read().splitlines():
            if line == "%kill":
                table.end(signal.SIGKILL)
            elif line == "%stop":
                table.end(signal.SIGTERM)
            elif line.startswith("%run "):
                table.arguments += line.split()[1:]
            else:
                table.send(line)
    table.finish()
    return b"".join(table.output)


def main():
    program, script, expected = sys.argv[1:]
    signal.alarm(SECONDS)
    with tempfile.TemporaryDirectory(prefix="tabletalk-") as folder:
        told = play(program, script, folder)
    if os.environ.get("UPDATE"):
        with open(expected, "wb") as file:
            file.write(told)
        return 0
    with open(expected, "rb") as file:
        wanted = file.read()
    if told == wanted:
        return 0
    print(f"{os.path.basename(expected)} is not what is told today; UPDATE=1 in the environment of this test writes it anew:")
    sys.stdout.writelines(difflib.unified_diff(wanted.decode().splitlines(True), told.decode().splitlines(True),
                                               expected, "told"))
    return 1


if __name__ == "__main__":
    sys.exit(main())
