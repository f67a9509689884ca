"""CPU time and memory of the processes of a private desktop, from /proc."""

from __future__ import annotations

import os
import pathlib
import time

TICKS = os.sysconf("SC_CLK_TCK")


def _stat(process: int) -> list[str]:
    """Returns the fields of /proc/PID/stat after the name; empty when the process is gone."""
    try:
        return pathlib.Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def of_lab(lab: str) -> set[int]:
    """Returns the processes that have DESKTOP_LAB in their environment, and their descendants, because some processes
    overwrite their environment."""
    mark = b"DESKTOP_LAB=" + lab.encode()
    marked, parents = set(), {}
    for entry in pathlib.Path("/proc").iterdir():
        if not entry.name.isdigit():
            continue
        process = int(entry.name)
        try:
            if mark in (entry / "environ").read_bytes().split(b"\0"):
                marked.add(process)
        except OSError:
            continue
        fields = _stat(process)
        if fields and fields[0] != "Z":
            parents[process] = int(fields[1])
    for process in parents:
        line, ancestor = [], process
        while ancestor in parents and ancestor not in marked and len(line) < 64:
            line.append(ancestor)
            ancestor = parents[ancestor]
        if ancestor in marked:
            marked.update(line)
    return marked


def cpu_seconds(processes: set[int]) -> float:
    """Returns the CPU time of all processes so far."""
    total = 0
    for process in processes:
        if fields := _stat(process):
            total += int(fields[11]) + int(fields[12])
    return total / TICKS


def memory_mib(processes: set[int]) -> float:
    """Returns the processes' own memory: without program code and files, which others may share."""
    total = 0
    for process in processes:
        try:
            rollup = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
        except OSError:
            continue
        total += sum(
            int(line.split()[1]) for line in rollup.splitlines()
            if line.startswith(("Pss_Anon:", "Pss_Shmem:")))
    return total / 1024


def wakeups(process: int) -> int:
    """Returns how often a process went to sleep voluntarily, which it does after each wakeup."""
    status = pathlib.Path(f"/proc/{process}/status").read_text()
    return next(
        int(line.split()[1]) for line in status.splitlines()
        if line.startswith("voluntary_ctxt_switches:"))


class Watch:
    """The processes of one application: those that started on the desktop after this object was created, except those
    that are left out."""

    def __init__(self, lab: str):
        self.lab = lab
        self.others = of_lab(lab)

    def leave_out(self, process: int) -> None:
        self.others.add(process)

    @property
    def processes(self) -> set[int]:
        return of_lab(self.lab) - self.others

    def cpu_seconds(self) -> float:
        return cpu_seconds(self.processes)

    def share(self, seconds: float) -> float:
        """Returns the CPU time over the next seconds, in percent of one processor."""
        before, begun = self.cpu_seconds(), time.monotonic()
        time.sleep(seconds)
        return max(0.0, 100 * (self.cpu_seconds() - before) / (time.monotonic() - begun))

    def until_quiet(self, limit: float, share: float = 3) -> bool:
        """Waits until the application uses little CPU for a second. Returns whether it did in time."""
        end = time.monotonic() + limit
        calm = 0
        while time.monotonic() < end:
            calm = calm + 1 if self.share(0.25) <= share else 0
            if calm >= 4:
                return True
        return False
