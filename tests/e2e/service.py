#!/usr/bin/env python3
"""service.py PROGRAM: what a service manager is told (sd_notify), and that SIGHUP changes the level and the format of the log."""
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile

SECONDS = 120
ALIVE_USEC = 400_000
CONFIG = """
store = "memory"
log_level = "%s"
log_format = "%s"
irc "nowhere" {
    server = "127.0.0.1"
    port = %d
    tls = no
    nick = "bot"
    channels = {"#x"}
}
"""


class Manager:
    """The end of a service manager: a socket of datagrams."""

    def __init__(self):
        self.socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.socket.bind("notify")
        self.socket.settimeout(SECONDS)

    def expect(self, word):
        """The next message that does not only say that the program lives."""
        while (told := self.socket.recv(4096).decode()) == "WATCHDOG=1":
            pass
        assert told.split("\n")[0] == word, f"{told!r} where {word!r} was due"
        return told

    def expect_alive(self):
        told = self.socket.recv(4096).decode()
        assert told == "WATCHDOG=1", f"{told!r} where WATCHDOG=1 was due"

    def expect_silence(self):
        """Longer than anybody who lives is silent; what is on its way is let through first."""
        self.socket.settimeout(ALIVE_USEC / 1_000_000)
        silent = False
        for _ in range(10):
            try:
                self.socket.recv(4096)
            except TimeoutError:
                silent = True
                break
        assert silent, "a program that is stopped says that it lives"
        self.socket.settimeout(SECONDS)


def write_config(level, port, form="pairs"):
    with open("config", "w", encoding="utf-8") as file:
        file.write(CONFIG % (level, form, port))


def main():
    program = os.path.abspath(sys.argv[1])
    with tempfile.TemporaryDirectory() as folder, socket.socket() as closed:
        os.chdir(folder)
        closed.bind(("127.0.0.1", 0))  # nobody listens there
        port = closed.getsockname()[1]
        write_config("info", port)
        manager = Manager()
        with open("log", "w", encoding="utf-8") as log:
            process = subprocess.Popen(["sh", "-c", 'WATCHDOG_PID=$$ exec "$@"', "sh", program, "--config", "config"], stderr=log,
                                       stdout=log, stdin=subprocess.DEVNULL,
                                       env=dict(os.environ, NOTIFY_SOCKET=folder + "/notify", WATCHDOG_USEC=str(ALIVE_USEC)))
        try:
            manager.expect("READY=1")
            manager.expect_alive()
            manager.expect_alive()

            os.kill(process.pid, signal.SIGSTOP)
            manager.expect_silence()
            os.kill(process.pid, signal.SIGCONT)
            manager.expect_alive()

            write_config("error", port)
            os.kill(process.pid, signal.SIGHUP)
            assert "MONOTONIC_USEC=" in manager.expect("RELOADING=1")
            manager.expect("READY=1")
            size = os.path.getsize("log")
            os.kill(process.pid, signal.SIGHUP)  # would log config-read at the level of before
            manager.expect("RELOADING=1")
            manager.expect("READY=1")
            assert os.path.getsize("log") == size, "a line below the new level is logged"

            write_config("info", port, "json")
            os.kill(process.pid, signal.SIGHUP)
            manager.expect("RELOADING=1")
            manager.expect("READY=1")
            with open("log", encoding="utf-8") as log:
                log.seek(size)
                lines = [json.loads(line) for line in log.readlines()]
            assert "config-read" in [line["event"] for line in lines], lines

            write_config("none", port)  # a mistake: it goes on with what it had
            os.kill(process.pid, signal.SIGHUP)
            manager.expect("RELOADING=1")
            manager.expect("READY=1")
            manager.expect_alive()
            with open("log", encoding="utf-8") as log:
                assert "config-kept" in log.read()

            process.terminate()
            manager.expect("STOPPING=1")
            assert process.wait(SECONDS) == 0
        finally:
            process.kill()
            process.wait()


main()
