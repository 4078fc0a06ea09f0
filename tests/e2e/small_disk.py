#!/usr/bin/env python3
"""small_disk.py PROGRAM: a game whose disk fills up. The data folder is a file system of its own, small enough to fill.

The move that cannot be saved is refused with a sentence and the table stays; once there is room play goes on by itself; a
kill afterwards finds what was answered and nothing else. It mounts in a mount namespace of its own; where it may not (in
most containers), the kernel's limit on the size of the program's files stands for the end of the disk.
"""
import os
import resource
import select
import subprocess
import sys
import tempfile
import time
import unittest

PROGRAM = os.path.abspath(sys.argv.pop(1))
SECONDS = 120


ROBOT_WAITS = "It isn't your turn"  # its move could not be saved before


class RobotWaits(Exception):
    """Its move could not be saved, and is not told."""


class Table:
    """The program on a pipe: what is said, and everything it has answered so far."""

    def __init__(self, folder):
        environment = dict(os.environ, TABLETALK_SEED="5", ASAN_OPTIONS="detect_leaks=0")
        self.process = subprocess.Popen([PROGRAM, "--data", folder, "--name", "ann"], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=environment)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.told = ""

    def say(self, line):
        self.process.stdin.write(line.encode() + b"\n")
        self.process.stdin.flush()

    def wait_for(self, *words):
        """Reads until one of these texts has come; what had come before it is forgotten."""
        end = time.monotonic() + SECONDS
        while not any(text in self.told for text in words):
            ready, _, _ = select.select([self.process.stdout], [], [], max(0, end - time.monotonic()))
            data = os.read(self.process.stdout.fileno(), 65536) if ready else b""
            if not data:
                raise AssertionError(f"{words} did not come; this did:\n{self.told}")
            self.told += data.decode()
        first = min((text for text in words if text in self.told), key=self.told.find)
        told, self.told = self.told.split(first, 1)
        return told

    def kill(self):
        self.process.kill()
        self.process.wait()
        self.process.stdin.close()
        self.process.stdout.close()


class MountedDisk:
    """A file system of 1 MiB, in our own namespace only."""

    def __init__(self):
        self.folder = "/mnt"
        subprocess.run(["mount", "-t", "tmpfs", "-o", "size=1m,mode=0700", "tmpfs", self.folder], check=True)

    def remove(self):
        subprocess.run(["umount", "-l", self.folder], check=True)

    def fill(self, _process):
        with open(os.path.join(self.folder, "filler"), "wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass

    def make_room(self, _process):
        os.unlink(os.path.join(self.folder, "filler"))


class LimitedFiles:
    """Files of the program that may grow no more: the next line does not fit into the log."""

    def __init__(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = self.temporary.name

    def remove(self):
        self.temporary.cleanup()

    def fill(self, process):
        log = os.stat(os.path.join(self.folder, "tabletalk.db-wal")).st_size
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (log, resource.RLIM_INFINITY))

    def make_room(self, process):
        resource.prlimit(process.pid, resource.RLIMIT_FSIZE, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))


class SmallDisk(unittest.TestCase):
    def setUp(self):
        self.disk = MountedDisk() if os.environ.get("SMALL_DISK") == "mounted" else LimitedFiles()

    def tearDown(self):
        self.disk.remove()

    def ask_and_be_refused(self, words, *order):
        """An admin who asks is not told that something is done which was not saved."""
        done = subprocess.run([PROGRAM, "--data", self.disk.folder, *order], capture_output=True, text=True, timeout=SECONDS, check=False)
        self.assertEqual(done.returncode, 1, done)
        self.assertIn(words, done.stderr)

    def settle(self, table):
        """All that was told before; a word that means nothing is answered last."""
        table.say("xyzzy")
        told = table.wait_for("'xyzzy'", ROBOT_WAITS)
        if table.told.startswith(":"):  # it says who is to move
            raise RobotWaits
        return told

    def standing(self, table):
        """The board as the table shows it now: a line for each seat, and the pile."""
        self.settle(table)
        table.say("board")
        lines = self.settle(table).splitlines()[:-1]
        self.assertTrue(any("to draw" in line for line in lines), lines)
        return lines

    def play_until_refused(self, table):
        """The database may have some room left, so that a few moves still fit. Returns how it stood before the refusal.
        Raises RobotWaits where it was the robot's move that found no room."""
        for _ in range(5):
            stands = self.standing(table)
            table.say("hide d me1")
            end = time.monotonic() + SECONDS
            while not any(words in table.told for words in ("ann hides a card", "couldn't save that", ROBOT_WAITS)):
                self.assertLess(time.monotonic(), end, table.told)
                if select.select([table.process.stdout], [], [], 0.2)[0]:
                    table.told += os.read(table.process.stdout.fileno(), 65536).decode()
            if "couldn't save that" in table.told:
                table.wait_for("couldn't save that")
                return stands
            if ROBOT_WAITS in table.told:
                raise RobotWaits
            table.wait_for("ann hides a card")
        self.fail("the disk was full, and every move was saved")

    def test_a_full_disk_refuses_moves_until_there_is_room(self):
        table = Table(self.disk.folder)
        table.say("play heartcatchers match=3")
        table.wait_for("opened")
        table.say("add robot")
        table.wait_for(": !")
        table.say("hide d me1")
        table.wait_for(": !")
        self.disk.fill(table.process)
        robot_waits = False
        try:
            self.assertEqual(self.play_until_refused(table), self.standing(table))
        except RobotWaits:
            robot_waits = True
        self.ask_and_be_refused("could not be ended within 5 seconds.", "tables", "end", "1")
        self.disk.make_room(table.process)
        if robot_waits:
            table.wait_for(": !")
        table.say("hide d me2")
        table.wait_for("under stack 2")
        table.wait_for(": !")
        saved = self.standing(table)
        table.kill()
        table = Table(self.disk.folder)
        table.wait_for("goes on where it was")
        table.wait_for("(private to ann)")  # the hand comes last
        self.assertEqual(saved, self.standing(table))
        table.kill()


if "SMALL_DISK" not in os.environ:
    own_mounts = ["unshare", "--mount", "--propagation", "private"]
    may_mount = os.getuid() == 0 and subprocess.run(own_mounts + ["true"], stderr=subprocess.DEVNULL).returncode == 0
    os.environ["SMALL_DISK"] = "mounted" if may_mount else "limited"
    command = (own_mounts if may_mount else []) + [sys.executable, __file__, PROGRAM]
    os.execvp(command[0], command)
unittest.main()
