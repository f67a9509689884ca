"""A server that is attacked, and a bystander that calls it meanwhile."""

import base64
import itertools
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

from .wire import SERVICE, Peer, fields, message, number

BYSTANDER = pathlib.Path(__file__).resolve().parent / "bystander.py"


class ControlGroup:
    """A memory limit as by systemd's `MemoryMax=`: the system kills a process that uses more memory."""

    def __init__(self, process: int, limit: int):
        place = {line.split(":")[1]: line.strip().split(":", 2)[2]
                 for line in pathlib.Path("/proc/self/cgroup").read_text().splitlines()}
        root = pathlib.Path("/sys/fs/cgroup")
        if "memory" in place:
            parent, name = root / "memory" / place["memory"].lstrip("/"), "memory.limit_in_bytes"
        else:
            parent, name = root / place.get("", "/").lstrip("/"), "memory.max"
        self.directory = parent / f"a11y-bridge-{process}"
        try:
            self.directory.mkdir()
            (self.directory / name).write_text(str(limit))
            (self.directory / "cgroup.procs").write_text(str(process))
        except OSError as error:
            sys.exit(f"cannot limit the memory of the server: {error}")

    def remove(self) -> None:
        try:
            self.directory.rmdir()
        except OSError:
            pass


class Server:
    """The server of one row. `source`: what it serves; `stderr`: returns the descriptor for its log; `is_urgent`:
    whether it and its bystander have a real-time priority, so that no other program delays them; `has_state`: whether it
    has a state directory of its own, and so TLS; `options`: more options."""

    def __init__(self, program: str, port: int = 0, source: str = "sample:calculator", stderr=None,
                 level: str = "error", memory_max: int = 0, is_urgent: bool = False,
                 has_state: bool = False, options=()):
        # The number of connections that do not belong to the row.
        self.others = 0
        self.is_urgent = is_urgent
        self.directory = tempfile.TemporaryDirectory()
        ready = pathlib.Path(self.directory.name) / "ready"
        self.program = program
        self.environment = {**os.environ, "XDG_STATE_HOME": self.directory.name + "/state"} if has_state else None
        self.names = itertools.count()
        if has_state:
            self.invite()
        self.process = subprocess.Popen(
            [*self.urgency(10), program, "--source", source, "--listen", f"127.0.0.1:{port}",
             "--ready-file", str(ready), "--log-level", level, *options],
            env=self.environment,
            stderr=stderr() if stderr else subprocess.DEVNULL,
        )
        self.group = ControlGroup(self.process.pid, memory_max) if memory_max else None
        deadline = time.monotonic() + 20
        while not ready.exists():
            if self.process.poll() is not None or time.monotonic() > deadline:
                sys.exit("the server did not start")
            time.sleep(0.01)
        host, text = ready.read_text().strip().rsplit(":", 1)
        self.address = (host, int(text))

    def admin(self, *words: str) -> str:
        """Runs a command of the server's program on its state directory, and returns the first line that it prints."""
        done = subprocess.run([self.program, *words], env=self.environment, capture_output=True, text=True, check=True)
        return done.stdout.split("\n")[0]

    def invite(self) -> bytes:
        """Makes an invitation, and returns its number."""
        line = self.admin("pair", "--name", f"guest{next(self.names)}", "--address", "127.0.0.1:1")
        text = line.split("A11Y1-")[1]
        return base64.b32decode(text + "=" * (-len(text) % 8))[:4]

    def urgency(self, priority: int) -> list[str]:
        """Returns the command that starts a program with a real-time priority, if requested."""
        return ["chrt", "-f", str(priority)] if self.is_urgent else []

    def kilobytes(self) -> int:
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        return 0

    def peak_kilobytes(self) -> int:
        """Returns the highest resident memory so far."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
        return 0

    def seconds(self) -> float:
        """Returns the processor time so far, in seconds."""
        values = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")

    def begin_measuring(self) -> None:
        """Restarts the measurement of the longest turn."""
        peer = Peer(self.address)
        peer.call(SERVICE + "GetServerInfo", number(1, 1))
        peer.close()

    def worst_turn(self) -> tuple[float, float]:
        """Returns the longest turn since `begin_measuring`, in milliseconds: wall-clock and processor time."""
        peer = Peer(self.address)
        info = peer.info()
        peer.close()
        # A server that does not measure this reports the longest turn since its start.
        return info.get(13, info.get(12, 0)) / 1000, info.get(14, info.get(12, 0)) / 1000

    def is_alone(self, peer: Peer, within: float = 20) -> bool:
        """Waits until only the connection of this peer is left. Returns whether that happened in time."""
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            info = peer.info()
            if info.get(8) == 1 + self.others and info.get(9, 0) == 0:
                return True
            time.sleep(0.05)
        return False

    def end(self, sign: int = signal.SIGTERM, within: float = 20) -> tuple[int | None, float]:
        """Ends the server. Returns the exit code (`None`: it had to be killed) and how long it took."""
        began = time.monotonic()
        self.process.send_signal(sign)
        try:
            code = self.process.wait(within)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            code = None
        if self.group:
            self.group.remove()
        return code, time.monotonic() - began


class Bystander:
    """Another client, in a separate process, that calls Find every 5 ms."""

    def __init__(self, server: Server, selector: str = "button:enabled"):
        host, port = server.address
        self.process = subprocess.Popen(
            [*server.urgency(9), sys.executable, str(BYSTANDER), host, str(port), selector],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        server.others += 1

    def end(self) -> dict:
        """Returns p50, p99 and max of the calls in milliseconds, and the number of calls."""
        try:
            output, _ = self.process.communicate("\n", timeout=60)
            return json.loads(output)
        except (subprocess.TimeoutExpired, ValueError):
            self.process.kill()
            return {"p50": float("inf"), "p99": float("inf"), "max": float("inf"), "calls": 0}
