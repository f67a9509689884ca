"""The trial of one application on a private desktop: start, mirror, verify, use, verify again."""

from __future__ import annotations

import dataclasses
import os
import pathlib
import re
import signal
import subprocess
import tempfile
import time

from application import Application, File, Step
from bridge import Bridge
from bus import AccessibilityBus
from figures import fields_of, gaps, latencies, look
from live import LiveTree
from processes import Watch, cpu_seconds, memory_mib, wakeups

HERE = pathlib.Path(__file__).resolve().parent
# How long an application may take to join the accessibility bus on a busy machine, in seconds.
START = 60
LOOKS = 3
CRASHED = re.compile(
    r"segmentation fault|core dumped|terminate called|aborted|SIGSEGV|SIGABRT|fatal error|"
    r"D-Bus library appears|invalid UTF-8", re.IGNORECASE)
COMPLAINED = re.compile(r"-CRITICAL \*\*|-ERROR \*\*")


@dataclasses.dataclass(frozen=True)
class Pace:
    """The times for waiting and measuring, in seconds."""

    # How long the application alone is measured, before the bridge starts.
    before: float = 3
    # How long the bridge may take until it makes no more calls to a loaded application: at least `silence`, longer
    # for each element, and at most `longest_silence`.
    silence: float = 12
    silence_per_element: float = 1 / 80
    longest_silence: float = 45
    # How long the quiet bridge is measured.
    quiet: float = 4
    # How long the mirror may take to become true, before the first of three comparisons. 0: it must be true at once.
    healing: float = 0
    # The factor by which the loading limit of each application is multiplied.
    slack: float = 1


# For a busy machine, where only pass or fail matters.
SHORT = Pace(before=1, silence=6, silence_per_element=0, quiet=1, healing=40, slack=2)


class Trial:
    """The trial of one application. `result` has what the report needs, in a form for JSON."""

    def __init__(self, application: Application, pace: Pace = Pace()):
        self.application, self.pace = application, pace
        self.result: dict = {"name": application.name, "failures": []}
        self.directory = pathlib.Path(tempfile.mkdtemp(prefix="compat."))
        self.work = self.directory / "work"
        self.work.mkdir()
        for name, content in application.files.items():
            (self.work / name).write_text(content)
        self.bus = AccessibilityBus()
        self.bus.switch_on()
        self.bus.applications()  # starts the registry before the application
        self.watch = Watch(os.environ["DESKTOP_LAB"])
        self.bridge: Bridge | None = None
        self.roots: list[tuple[str, str]] = []

    def fail(self, reason: str) -> None:
        self.result["failures"].append(reason)

    def run(self) -> dict:
        try:
            self._start()
            self._load()
            self.result["verify_before"] = self._verify("before use")
            self.result["steps"] = [self._step(step) for step in self.application.steps]
            self._until_silent()
            self.result["verify_after"] = self._verify("after use")
        except Stopped as reason:
            self.fail(str(reason))
        finally:
            self._finish()
        return self.result

    # --- start ------------------------------------------------------------------------------------

    def _start(self) -> None:
        command = [self._filled(word) for word in self.application.command]
        self.log = self.directory / "application.log"
        environment = {
            **os.environ,
            **{name: self._filled(value) for name, value in self.application.environment.items()}}
        begun = time.monotonic()
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=open(self.log, "wb"),
                stderr=subprocess.STDOUT, env=environment, cwd=self.work)
        except OSError as error:
            raise Stopped(f"could not be started: {error}") from error
        while not (roots := self._own_roots()):
            if time.monotonic() > begun + START:
                raise Stopped(f"was not on the accessibility bus after {START} s")
            if self.process.poll() not in (None, 0):
                raise Stopped(f"ended with {self.process.returncode} before it was on the bus")
            time.sleep(0.1)
        self.roots = roots
        self.result["seconds_to_start"] = round(time.monotonic() - begun, 1)
        self.watch.until_quiet(self.application.settles)
        self.result["cpu_idle_before"] = self.watch.share(self.pace.before)
        self.result["memory_before"] = memory_mib(self.watch.processes)

    def _filled(self, word: str) -> str:
        return word.replace("{work}", str(self.work))

    def _own_roots(self) -> list[tuple[str, str]]:
        own = self.watch.processes
        return [root for root in self.bus.applications() if self.bus.process(root[0]) in own]

    # --- load -------------------------------------------------------------------------------------

    def _load(self) -> None:
        self.roots = self._own_roots() or self.roots
        pings = self.directory / "pings"
        pinger = subprocess.Popen(["/usr/bin/python3", HERE / "ping.py", *self.roots[0], str(pings)])
        self.watch.leave_out(pinger.pid)
        time.sleep(2)
        cpu = self.watch.cpu_seconds()
        self.bridge = Bridge(self.directory)
        self.watch.leave_out(self.bridge.process.pid)
        begun = self.bridge.started
        rows = self._until_loaded(begun)
        loaded = time.monotonic()
        self.result["cpu_load"] = self.watch.cpu_seconds() - cpu
        time.sleep(1)
        pinger.send_signal(signal.SIGTERM)
        pinger.wait()
        self.result["ping_before"] = latencies(pings, begun - 2, begun)
        self.result["ping_load"] = latencies(pings, begun, loaded)
        stalls = self.work / "stalls"
        if stalls.exists():
            self.result["stall_before"] = gaps(stalls, begun - 2, begun)
        self._say_what_it_is(rows)
        self._measure_quiet()
        # A gap is written when it ends.
        if stalls.exists():
            self.result["stall_load"] = gaps(stalls, begun, loaded)

    def _until_loaded(self, begun: float) -> list[dict]:
        limit = self.application.limit * self.pace.slack
        while True:
            rows = self.bridge.applications()
            now = time.monotonic() - begun
            states = {row.get("load", "loading") for row in rows} or {"absent"}
            if states <= {"structure", "complete", "partial"}:
                self.result.setdefault("structure_seconds", now)
            if states <= {"complete", "partial"}:
                self.result["complete_seconds"] = now
                break
            if now > limit:
                self.fail(f"not loaded within {limit:.0f} s: {', '.join(sorted(states))}")
                break
            if self.bridge.process.poll() is not None:
                raise Stopped(f"the bridge ended with {self.bridge.process.returncode}")
            time.sleep(0.05)
        for row in rows:
            if row.get("load") == "partial":
                self.fail(f"loaded in part: {row.get('load_detail')}")
        return rows

    def _say_what_it_is(self, rows: list[dict]) -> None:
        rows.sort(key=lambda row: -int(row.get("element_count", 0)))
        self.result["applications"] = rows
        if not rows:
            raise Stopped("the bridge lists no application")
        self.result["elements"] = sum(int(row.get("element_count", 0)) for row in rows)
        toolkit = f"{rows[0].get('toolkit', '')} {rows[0].get('toolkit_version', '')}"
        self.result["toolkit"] = toolkit.strip()

    def _measure_quiet(self) -> None:
        self.result["seconds_to_silence"] = self._until_silent()
        self.result["memory_after"] = memory_mib(self.watch.processes)
        server = self.bridge.process.pid
        woken, cpu = wakeups(server), cpu_seconds({server})
        self.result["cpu_idle_after"] = self.watch.share(self.pace.quiet)
        self.result["bridge_wakeups"] = wakeups(server) - woken
        self.result["bridge_cpu_quiet"] = cpu_seconds({server}) - cpu
        self.result["bridge_memory"] = memory_mib({server})

    def _until_silent(self) -> float | None:
        """Waits until the bridge has been idle for a second. Returns how long that took; None if it did not happen."""
        begun = time.monotonic()
        patience = self.pace.silence + self.pace.silence_per_element * self.result["elements"]
        end = begun + min(patience, self.pace.longest_silence)
        last, woken = begun, wakeups(self.bridge.process.pid)
        while (now := time.monotonic()) < end:
            if (count := wakeups(self.bridge.process.pid)) != woken:
                last, woken = now, count
            if now - last >= 1:
                return round(last - begun, 1)
            time.sleep(0.1)
        return None

    # --- verify and use ---------------------------------------------------------------------------

    def _verify(self, when: str) -> list[dict]:
        healed = time.monotonic() + self.pace.healing
        while time.monotonic() < healed and look(self.bridge)["differences"]:
            time.sleep(1)
        looks = []
        for _ in range(LOOKS):
            self._expect_alive(when)
            looks.append(look(self.bridge))
            if looks[-1]["error"]:
                self.fail(f"verify {when}: {looks[-1]['error']}")
                break
        worst = max(look["differences"] for look in looks)
        if worst:
            self.fail(f"verify {when}: {', '.join(str(look['differences']) for look in looks)} "
                      f"differences ({fields_of(looks)})")
        self._expect_alive(when)
        return looks

    def _step(self, step: Step) -> dict:
        self._expect_alive("while it was used")
        report = {"does": step.does, "command": " ".join(step.words), "proof": str(step.proof or "")}
        words = [self._filled(word) for word in step.words]
        if step.does and self._is_shown(step, 0):
            report["failure"] = "its effect was already there before the step"
        else:
            _, rows, errors = self.bridge.client(*words, timeout=15)
            receipt = rows[0] if rows else {}
            report["outcome"] = receipt.get("outcome", "")
            report["method"] = receipt.get("method", "")
            report["is_proved"] = step.proof is None or self._is_shown(step, 5)
            if not report["is_proved"]:
                refusal = receipt.get("refusal", {}).get("message", "")
                said = [errors, receipt.get("outcome", ""), refusal]
                report["failure"] = " ".join(": ".join(filter(None, said)).split())
            elif step.proof is None and errors:
                report["failure"] = " ".join(errors.split())
        if "failure" in report:
            self.fail(f"{step.does or 'preparation'}: {report['command']}: {report['failure']}")
        return report

    def _is_shown(self, step: Step, patience: float) -> bool:
        if isinstance(step.proof, File):
            return self._is_written(step.proof, patience)
        return LiveTree(self.bus, self._own_roots()).holds(step.proof, patience)

    def _is_written(self, file: File, patience: float) -> bool:
        path = self.work / file.path
        end = time.monotonic() + patience
        while True:
            if path.exists() and re.search(file.contains, path.read_text(errors="replace")):
                return True
            if time.monotonic() > end:
                return False
            time.sleep(0.1)

    # --- the end ----------------------------------------------------------------------------------

    def _is_alive(self) -> bool:
        """Returns whether the application runs. A command may start it in another process, so being on the bus counts."""
        return self.process.poll() is None or bool(self._own_roots())

    def _expect_alive(self, when: str) -> None:
        if not self._is_alive():
            raise Stopped(f"THE APPLICATION ENDED with {self.process.returncode} {when}")
        if self.bridge.process.poll() is not None:
            raise Stopped(f"THE BRIDGE ENDED with {self.bridge.process.returncode} {when}")

    def _finish(self) -> None:
        if self.bridge:
            self.result["bridge_exit"] = self.bridge.end()
            if self.result["bridge_exit"] != 0:
                self.fail(f"the bridge ended with {self.result['bridge_exit']}: "
                          + "".join(self.bridge.log.read_text().splitlines()[-3:]))
            self.watch.until_quiet(2)
            self.result["is_alive"] = self._is_alive()
            if not self.result["is_alive"] and not self._said("ENDED"):
                self.fail("it was not alive after the bridge ended")
        if not hasattr(self, "log") or not self.log.exists():
            return
        said = self.log.read_text(errors="replace").splitlines()
        crashes = [line.strip()[:300] for line in said if CRASHED.search(line)]
        self.result["complaints"] = sum(1 for line in said if COMPLAINED.search(line))
        self.result["output"] = [line[:300] for line in said[-15:]]
        if crashes:
            self.fail(f"it wrote: {crashes[0]}")

    def _said(self, word: str) -> bool:
        return any(word in failure for failure in self.result["failures"])


class Stopped(Exception):
    """The trial cannot continue, with the reason."""
