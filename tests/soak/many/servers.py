"""What the houses of this folder stand on, each a process on loopback with a folder of its own: a PostgreSQL, ngircds, stand-ins for
Discord, and the program itself. Knows nothing of who plays. Next: wires.py."""
import asyncio
import ctypes
import glob
import os
import pwd
import signal
import socket
import subprocess

START_SECONDS = 60
LOG_LINES = 64 * 1024
_libc = ctypes.CDLL(None)


def die_with_parent():
    _libc.prctl(1, signal.SIGKILL)


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


async def wait_for_port(port):
    for _ in range(START_SECONDS * 20):
        try:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.close()
            return
        except OSError:
            await asyncio.sleep(0.05)
    raise RuntimeError(f"nothing listens at {port}")


class Postgres:
    """One server. It does not run as root, so then as somebody else."""

    def __init__(self, folder):
        programs = sorted(glob.glob("/usr/lib/postgresql/*/bin"))
        assert programs, "install the package postgresql"
        self.folder, self.programs, self.port = folder, programs[-1], free_port()
        self.become = []
        os.makedirs(folder)
        if os.geteuid() == 0:
            user = pwd.getpwnam("postgres")
            os.chown(folder, user.pw_uid, user.pw_gid)
            self.become = ["setpriv", f"--reuid={user.pw_uid}", f"--regid={user.pw_gid}", "--clear-groups", "--pdeathsig", "KILL"]
        self.data = folder + "/data"
        self.log = open(folder + "/log", "ab")
        self.run("initdb", "--no-sync", "-A", "trust", "-U", "postgres", "-E", "UTF8", "--no-locale", "-D", self.data)
        with open(self.data + "/postgresql.conf", "a", encoding="utf-8") as file:
            # A killed server must lose nothing; a machine that loses its power is tried elsewhere.
            file.write("listen_addresses = '127.0.0.1'\nunix_socket_directories = ''\nfsync = off\nmax_connections = 200\n"
                       "shared_buffers = 64MB\nmax_wal_size = 400MB\n")
        self.child = None

    def run(self, program, *arguments):
        subprocess.run([*self.become, f"{self.programs}/{program}", *arguments], stdout=self.log, stderr=self.log, check=True)

    async def start(self):
        for _ in range(START_SECONDS * 10):
            self.child = subprocess.Popen([*self.become, f"{self.programs}/postgres", "-D", self.data, "-p", str(self.port)],
                                          stdout=self.log, stderr=self.log, preexec_fn=die_with_parent)
            while self.child.poll() is None:
                if self.ask("SELECT 1", may_fail=True) == ["1"]:
                    return
                await asyncio.sleep(0.05)
            await asyncio.sleep(0.1)  # what the killed one had started may hold its memory for a moment
        raise RuntimeError("PostgreSQL does not start")

    def kill(self):
        self.child.kill()
        self.child.wait()

    def stop(self):
        self.child.send_signal(signal.SIGQUIT)
        self.child.wait()

    def ask(self, sql, may_fail=False):
        """Rows, their columns separated by tabs."""
        done = subprocess.run(["psql", "-XqAt", "-F", "\t", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", str(self.port), "-U", "postgres",
                               "-d", "postgres", "-c", sql], capture_output=True, text=True, check=False)
        if done.returncode and not may_fail:
            raise RuntimeError(done.stderr)
        return done.stdout.splitlines() if not done.returncode else None

    def backends(self):
        return [int(pid) for pid in self.ask("SELECT pid FROM pg_stat_activity WHERE usename = 'tabletalk'", may_fail=True) or []]


class Ngircd:
    def __init__(self, folder, ping_seconds=10):
        os.makedirs(folder)
        os.chmod(folder, 0o755)
        self.port = free_port()
        with open(folder + "/ngircd.conf", "w", encoding="utf-8") as file:
            file.write(f"[Global]\nName = irc.test.example\nInfo = a test\nAdminInfo1 = a test\nListen = 127.0.0.1\nPorts = {self.port}\n"
                       f"MotdFile = {folder}/no-motd\nServerUID = nobody\nServerGID = nogroup\n"
                       f"[Limits]\nMaxConnectionsIP = 0\nMaxJoins = 0\nMaxNickLength = 16\nMaxPenaltyTime = 0\nIdleTimeout = 120\n"
                       f"PingTimeout = {ping_seconds}\nPongTimeout = {ping_seconds}\n[Options]\nPAM = no\nDNS = no\nIdent = no\n")
        self.log = open(folder + "/log", "ab")
        # pylint: disable=consider-using-with
        self.child = subprocess.Popen([os.environ["TABLETALK_NGIRCD"], "-n", "-f", folder + "/ngircd.conf"],
                                      stdout=self.log, stderr=self.log, preexec_fn=die_with_parent)

    def stop(self):
        self.child.terminate()
        self.child.wait()


class Standin:
    """The stand-in for Discord as a process: orders go in, answers and what people receive come out, its log tells who spoke."""

    def __init__(self):
        self.child = self.api = None
        self.answers = asyncio.Queue()
        self.on_seen = self.on_log = lambda line: None
        self.lock = asyncio.Lock()

    async def start(self, *options):
        self.child = await asyncio.create_subprocess_exec(os.environ["TABLETALK_STANDIN"], *options, stdin=subprocess.PIPE,
                                                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, limit=1 << 24,
                                                          preexec_fn=die_with_parent)
        self.api = (await self.child.stdout.readline()).decode().split()[0]
        self.readers = [asyncio.create_task(self.read(self.child.stdout, self.hear)),
                        asyncio.create_task(self.read(self.child.stderr, lambda line: self.on_log(line)))]
        self.tell("watch")

    @staticmethod
    async def read(stream, fn):
        while line := await stream.readline():
            fn(line.decode(errors="replace").rstrip("\n"))

    def hear(self, line):
        if line.startswith("~ "):
            self.on_seen(line)
        elif line.startswith("= "):
            self.answers.put_nowait(line[2:])

    def tell(self, order):
        self.child.stdin.write(order.encode() + b"\n")

    async def ask(self, order):
        async with self.lock:
            self.tell(order)
            return await self.answers.get()

    async def stop(self):
        self.child.stdin.close()
        try:
            await asyncio.wait_for(self.child.wait(), 5)
        except asyncio.TimeoutError:
            self.child.kill()


class Program:
    """One of the equal processes, which starts one for each network that it serves."""

    def __init__(self, name, folder, config):
        os.makedirs(folder)
        self.name, self.folder, self.config, self.child = name, folder, folder + "/tabletalk.conf", None
        with open(self.config, "w", encoding="utf-8") as file:
            file.write(f'owner = "a test"\ndata_folder = "{folder}/data"\n{config}')
        self.log_path = folder + "/log"

    def start(self):
        """Does nothing if it runs: one that was killed while it handed over is started by both who wait for its end."""
        if self.pid():
            return
        with open(self.log_path, "ab") as log:
            # pylint: disable=consider-using-with
            self.child = subprocess.Popen([os.environ["TABLETALK_BINARY"], "--config", self.config], stdin=subprocess.DEVNULL,
                                          stdout=log, stderr=log, preexec_fn=die_with_parent)

    def pid(self):
        return self.child.pid if self.child and self.child.poll() is None else 0

    def children(self):
        try:
            with open(f"/proc/{self.pid()}/task/{self.pid()}/children", encoding="ascii") as file:
                return [int(pid) for pid in file.read().split()]
        except OSError:
            return []

    def signal_all(self, signo):
        for pid in [self.pid(), *self.children()]:
            try:
                os.kill(pid, signo)
            except ProcessLookupError:
                pass

    def kill(self):
        if self.child:
            self.child.kill()
            self.child.wait()

    async def ended(self, seconds):
        for _ in range(int(seconds * 20)):
            if self.child.poll() is not None:
                return True
            await asyncio.sleep(0.05)
        return False

    def logged(self, what):
        with open(self.log_path, encoding="utf-8", errors="replace") as file:
            return [line.rstrip() for line in file if what in line]
