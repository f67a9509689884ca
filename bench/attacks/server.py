"""A server to be treated badly, and a bystander who wants something of it meanwhile."""

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
    """What systemd makes of `MemoryMax=`: the system kills a process that takes more memory."""

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
    """A server of its own for each row. `source`: what it serves; `stderr`: makes the descriptor of its log;
    `is_urgent`: it and its bystander have a real-time priority, so that they wait for nothing else."""

    def __init__(self, program: str, port: int = 0, source: str = "sample:calculator", stderr=None,
                 level: str = "error", memory_max: int = 0, is_urgent: bool = False):
        # Connections that are not of the row.
        self.others = 0
        self.is_urgent = is_urgent
        self.directory = tempfile.TemporaryDirectory()
        ready = pathlib.Path(self.directory.name) / "ready"
        self.process = subprocess.Popen(
            [*self.urgency(10), program, "--source", source, "--listen", f"127.0.0.1:{port}",
             "--ready-file", str(ready), "--log-level", level],
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

    def urgency(self, priority: int) -> list[str]:
        """What starts a program with a real-time priority, where that is wanted."""
        return ["chrt", "-f", str(priority)] if self.is_urgent else []

    def kilobytes(self) -> int:
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1])
        return 0

    def peak_kilobytes(self) -> int:
        """The most that was ever resident."""
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
        return 0

    def seconds(self) -> float:
        """Of processor time."""
        values = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(values[11]) + int(values[12])) / os.sysconf("SC_CLK_TCK")

    def begin_measuring(self) -> None:
        """The worst turn counts from here."""
        peer = Peer(self.address)
        peer.call(SERVICE + "GetServerInfo", number(1, 1))
        peer.close()

    def worst_turn(self) -> tuple[float, float]:
        """Since `begin_measuring`, in milliseconds: on the clock, and of processor time."""
        peer = Peer(self.address)
        info = peer.info()
        peer.close()
        # A server that cannot measure says the longest of its life.
        return info.get(13, info.get(12, 0)) / 1000, info.get(14, info.get(12, 0)) / 1000

    def is_alone(self, peer: Peer, within: float = 20) -> bool:
        """Whether nothing is left of all but this peer."""
        deadline = time.monotonic() + within
        while time.monotonic() < deadline:
            info = peer.info()
            if info.get(8) == 1 + self.others and info.get(9, 0) == 0:
                return True
            time.sleep(0.05)
        return False

    def end(self, sign: int = signal.SIGTERM, within: float = 20) -> tuple[int | None, float]:
        """Exit code and how long it took."""
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
    """Another client, in a process of its own, that calls Find every few milliseconds."""

    def __init__(self, server: Server, selector: str = "button:enabled"):
        host, port = server.address
        self.process = subprocess.Popen(
            [*server.urgency(9), sys.executable, str(BYSTANDER), host, str(port), selector],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.process.stdout.readline()
        server.others += 1

    def end(self) -> dict:
        """Milliseconds: p50, p99, max, and how many calls there were."""
        try:
            output, _ = self.process.communicate("\n", timeout=60)
            return json.loads(output)
        except (subprocess.TimeoutExpired, ValueError):
            self.process.kill()
            return {"p50": float("inf"), "p99": float("inf"), "max": float("inf"), "calls": 0}
