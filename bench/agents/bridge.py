"""The programs of the bridge, as the measurements of pages and of tasks use them."""

import contextlib
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parents[1]
BUILD = pathlib.Path(os.environ.get("BUILD", ROOT / ".build/release"))
VENV = os.environ.get("AGENTS_PYTHON", str(ROOT / ".tools/agents/bin/python"))
CHROMIUM = "/usr/bin/chromium"


def output(*command: str) -> str:
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        sys.exit(f"{command[0]}: {done.stderr.strip()}")
    return done.stdout


def client(server: str, *words: str) -> str:
    return output(BUILD / "bridge-client", "--server", server, "--timeout", "60", *words)


def settled(server: str, page: str) -> None:
    """Waits until the application is mirrored and has stopped changing."""
    client(server, "wait", page)
    # Attributes, which refine roles, are read after the rest has been.
    deadline = time.monotonic() + 60
    while not is_complete(client(server, "--json", "apps")):
        if time.monotonic() > deadline:
            sys.exit(f"{page} was not loaded after 60 s")
        time.sleep(0.1)
    client(server, "wait", "application[name=Chromium]", "--until", "stable=1000")


def is_complete(applications: str) -> bool:
    found = (json.loads(line) for line in applications.splitlines())
    return any(one.get("name") == "Chromium" and one.get("load") == "complete" for one in found)


@contextlib.contextmanager
def running():
    """Runs a server of this desktop, and gives its address."""
    with tempfile.TemporaryDirectory() as directory:
        ready = f"{directory}/ready"
        server = subprocess.Popen(
            [BUILD / "a11y-bridge", "--listen", f"unix:{directory}/bridge.sock", "--source", "desktop",
             "--ready-file", ready], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            deadline = time.monotonic() + 30
            while not os.path.exists(ready) and time.monotonic() < deadline:
                time.sleep(0.02)
            yield f"unix:{directory}/bridge.sock"
        finally:
            server.terminate()
            server.wait(20)


def beside_chromium(page: str, *command: str) -> None:
    """Runs a command in a private desktop in which Chromium shows the page, in a view of 1300 × 760."""
    done = subprocess.run([ROOT / "scripts/desktop-lab", "lab-run", "lab-chromium", "--window-size=1300,847", page, "--",
                           *command], check=False)
    if done.returncode != 0:
        sys.exit(f"the bridge could not be measured on {page}")
