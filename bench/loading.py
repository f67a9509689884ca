#!/usr/bin/env python3
"""Measures how an application is loaded: from the start of a server until what is on screen is complete, and how long
searches take meanwhile.

usage: loading.py --app NAME [--server PROGRAM] [--cold | --find SELECTOR [--first]]

Prints one JSON object. Times are in seconds from the start of the server:

  on_screen   every element that is on screen has its final role, label, value, states, actions, frame, range and text
  seconds     all elements have
  visible     the number of elements on screen

With --cold nothing is subscribed to, which would have every element encoded and sent while it loads. One connection asks
every 2 ms how far the application is, for listening, structure (all elements are there and can be found) and seconds.

With --find, a second client searches every 5 ms from the time when the application is there until everything is
complete, and the object has the time that this took in ms instead: find_p50, find_p99, find_max and searches; and
element_bytes, by how much the server's memory grew for each element meanwhile. In between it searches in a second
server, which loads nothing: beside_p50, beside_p99 and beside_max are what a search takes where the machine is as busy.

With --first (as root), servers and client get a processor before all others: what is left is the servers' own part.

An element counts as complete from the update on after which none of these fields changed. Updates are kept as bytes
until all is complete, so that reading them takes no time from the application.
"""

import argparse
import contextlib
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "bench"))

from attacks.wire import SERVICE, Peer, fields, message, number  # noqa: E402

# Fields of Element: role, label, value, states, actions, frame, range, text.
COMPARED = {5, 6, 7, 8, 10, 11, 12, 19}
STRUCTURE, COMPLETE, PARTIAL = 2, 3, 4
PATIENCE = 120


class Updates(threading.Thread):
    """Receives the updates of a subscription, with their times."""

    def __init__(self, address):
        super().__init__(daemon=True)
        self.peer = Peer(address)
        self.peer.begin(SERVICE + "Subscribe", number(6, 1), credit=1 << 30)
        self.received: list[tuple[float, bytes]] = []
        self.start()

    def run(self) -> None:
        while (answer := self.peer.receive()) is not None:
            self.received.append((time.monotonic(), answer[1][1]))

    def elements(self):
        """Yields the time and the bytes of each element that was sent."""
        for received, body in list(self.received):
            for event, content in fields(body):
                # Parts of the snapshot have elements in field 2, updates in field 3.
                if event not in (2, 3):
                    continue
                for field, element in fields(content):
                    if field == event:
                        yield received, element


class Searches(threading.Thread):
    """Searches in each of some servers every 5 ms, until it is told to end."""

    def __init__(self, addresses: dict[str, tuple], selector: str, is_first: bool):
        super().__init__()
        self.peers = {name: Peer(address) for name, address in addresses.items()}
        self.times: dict[str, list[float]] = {name: [] for name in addresses}
        self.request = message(1, selector.encode())
        self.is_first = is_first
        self.is_over = threading.Event()
        self.start()

    def run(self) -> None:
        if self.is_first:
            be_first()
        for name, peer in itertools.cycle(self.peers.items()):
            if self.is_over.wait(0.005 / len(self.peers)):
                return
            began = time.monotonic()
            peer.call(SERVICE + "Find", self.request)
            self.times[name].append((time.monotonic() - began) * 1000)

    def end(self) -> dict:
        self.is_over.set()
        self.join()
        result = {"searches": len(self.times["find"])}
        for name, times in self.times.items():
            times = sorted(times) or [float("inf")]
            result |= {f"{name}_p50": times[len(times) // 2], f"{name}_p99": times[int(len(times) * 0.99)],
                       f"{name}_max": times[-1]}
        return result


def be_first() -> None:
    """Lets the calling thread, and a program that it becomes, run before all that is not told so."""
    os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))


class Bridge:
    """A server of a source, until it is ended. It is waited for until it listens."""

    def __init__(self, program: str, source: str, ready: pathlib.Path, is_first: bool):
        self.began = time.monotonic()
        self.process = subprocess.Popen(
            [program, "--listen", "127.0.0.1:0", "--source", source, "--ready-file", str(ready)],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, preexec_fn=be_first if is_first else None)
        while not (ready.exists() and ready.read_text()):
            if self.process.poll() is not None or time.monotonic() - self.began > 20:
                sys.exit("the server did not start")
            time.sleep(0.001)
        host, port = ready.read_text().strip().rsplit(":", 1)
        self.address = host, int(port)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait(20)


def application(peer: Peer, name: str):
    """Returns the load state and the number of elements of an application; None when it is not there yet."""
    call = peer.begin(SERVICE + "ListApplications")
    while (answer := peer.receive()) is not None:
        if answer[0] != call:
            continue
        response = dict(fields(answer[1][1])).get(2, b"")
        for tag, content in fields(response):
            if tag == 2:
                found = dict(fields(content))
                if found.get(2, b"").decode() == name:
                    return found.get(8, 0), found.get(11, 0)
        return None
    raise ConnectionError("the server closed the connection")


def visible(peer: Peer, name: str) -> set[int]:
    """Returns the ids of the elements of an application that are on screen."""
    request = message(1, f'application[name="{name}"] *:visible'.encode()) + number(3, 1000)
    ids, token = set(), b""
    while True:
        call = peer.begin(SERVICE + "Find", request + (message(4, token) if token else b""))
        while (answer := peer.receive())[0] != call:
            pass
        token = b""
        for tag, content in fields(dict(fields(answer[1][1])).get(2, b"")):
            if tag == 2:
                ids.add(dict(fields(content))[1])
            elif tag == 4:
                token = content
        if not token:
            return ids


def last_changes(updates: Updates) -> dict:
    """Returns when each element got what it has, by id."""
    known, changed = {}, {}
    for received, element in updates.elements():
        content = list(fields(element))
        identity = next(value for tag, value in content if tag == 1)
        compared = [(tag, value) for tag, value in content if tag in COMPARED]
        if known.get(identity) != compared:
            known[identity], changed[identity] = compared, received
    return changed


def kilobytes(process: int) -> int:
    """Returns the memory of a process."""
    for line in pathlib.Path(f"/proc/{process}/status").read_text().splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def measure_cold(options) -> dict:
    """Measures when an application's structure, and the whole application, is mirrored."""
    with tempfile.TemporaryDirectory() as directory, Bridge(
            options.server, "desktop", pathlib.Path(directory) / "ready", is_first=False) as server:
        result = {"listening": time.monotonic() - server.began}
        peer = Peer(server.address)
        while True:
            state = application(peer, options.app)
            now = time.monotonic() - server.began
            if now > PATIENCE:
                sys.exit(f"{options.app} was not loaded after {PATIENCE} s")
            if state and state[0] == PARTIAL:
                sys.exit(f"{options.app} was loaded in part: {state[1]} elements")
            if state and state[0] in (STRUCTURE, COMPLETE):
                result.setdefault("structure", now)
            if state and state[0] == COMPLETE:
                return {**result, "seconds": now, "elements": state[1]}
            time.sleep(0.002)


def measure(options) -> dict:
    with contextlib.ExitStack() as stack:
        directory = pathlib.Path(stack.enter_context(tempfile.TemporaryDirectory()))
        start = lambda source: stack.enter_context(  # noqa: E731
            Bridge(options.server, source, directory / source.partition(":")[0], options.first))
        beside = start("sample:shopping-list") if options.find else None
        server = start("desktop")
        before = kilobytes(server.process.pid)
        updates = None if options.find else Updates(server.address)
        peer = Peer(server.address)
        searches = None
        while True:
            state = application(peer, options.app)
            now = time.monotonic() - server.began
            if now > PATIENCE:
                sys.exit(f"{options.app} was not loaded after {PATIENCE} s")
            if state and options.find and searches is None:
                addresses = {"find": server.address, "beside": beside.address}
                searches = Searches(addresses, options.find, options.first)
            if state and state[0] == PARTIAL:
                sys.exit(f"{options.app} was loaded in part: {state[1]} elements")
            if state and state[0] == COMPLETE:
                break
            time.sleep(0.01)
        if searches:
            grown = 1024 * (kilobytes(server.process.pid) - before)
            return {**searches.end(), "element_bytes": grown / max(1, state[1]), "seconds": now,
                    "elements": state[1]}
        ids = visible(peer, options.app)
        # What was sent before the last answer has arrived.
        changed = last_changes(updates)
        late = [changed[identity] - server.began for identity in ids if identity in changed]
        if not late or len(late) < len(ids):
            sys.exit(f"{len(ids)} elements are on screen, and {len(late)} of them were told of")
        return {"on_screen": max(min(time, now) for time in late), "seconds": now, "visible": len(ids),
                "elements": state[1]}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--app", required=True)
    parser.add_argument("--server", default=str(ROOT / ".build/release/a11y-bridge"))
    parser.add_argument("--cold", action="store_true")
    parser.add_argument("--find", metavar="SELECTOR")
    parser.add_argument("--first", action="store_true")
    options = parser.parse_args()
    print(json.dumps(measure_cold(options) if options.cold else measure(options)))


if __name__ == "__main__":
    main()
