"""The server under test, and its command line."""

from __future__ import annotations

import json
import os
import pathlib
import subprocess
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]


def programs() -> pathlib.Path:
    """Returns the directory of the built programs."""
    return pathlib.Path(os.environ.get("BUILD", ROOT / ".build/release"))


class Bridge:
    """A server that mirrors the desktop in which it is started."""

    def __init__(self, directory: pathlib.Path):
        self.address = f"unix:{directory}/bridge.sock"
        ready = directory / "bridge.ready"
        self.log = directory / "bridge.log"
        self.started = time.monotonic()
        with open(self.log, "wb") as log:
            self.process = subprocess.Popen(
                [programs() / "a11y-bridge", "--listen", self.address, "--source", "desktop",
                 "--ready-file", ready], stdin=subprocess.DEVNULL, stdout=log, stderr=log)
        while not ready.exists():
            if self.process.poll() is not None or time.monotonic() > self.started + 30:
                raise RuntimeError(f"the bridge did not start: {self.log.read_text()}")
            time.sleep(0.01)

    def client(self, *words: str, timeout: float = 30) -> tuple[int, list[dict], str]:
        """Runs one command. Returns its exit code, the rows of its output, and its error output."""
        command = [
            programs() / "bridge-client", "--server", self.address, "--json",
            "--timeout", str(timeout), *words]
        try:
            done = subprocess.run(
                command, capture_output=True, text=True, timeout=timeout + 20, check=False)
        except subprocess.TimeoutExpired:
            return 4, [], f"bridge-client {words[0]} did not end within {timeout + 20} s"
        rows = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
        return done.returncode, rows, done.stderr.strip()

    def applications(self) -> list[dict]:
        return self.client("apps")[1]

    def end(self) -> int:
        """Shuts the server down. Returns its exit code."""
        self.process.terminate()
        try:
            return self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            return self.process.wait()
