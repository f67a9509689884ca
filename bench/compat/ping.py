#!/usr/bin/python3
"""Calls GetRole on an object every 10 ms and writes how long each answer took.

usage: ping.py OWNER PATH FILE

Each line has the time of the call (monotonic seconds) and the milliseconds until the answer. Calls do not wait for
earlier answers, so a stall delays every call that is made during it. SIGTERM ends the program; calls that are
unanswered then are written with the time that they have waited.
"""

import signal
import sys
import time

from gi.repository import Gio, GLib

from bus import ACCESSIBLE, AccessibilityBus

PERIOD_MS = 10
UNANSWERED = 2_000


def main(owner: str, path: str, file: str) -> None:
    connection = AccessibilityBus().connection
    loop = GLib.MainLoop()
    waiting: dict[int, float] = {}
    count = 0
    with open(file, "w", buffering=1, encoding="ascii") as output:

        def write(begun: float) -> None:
            output.write(f"{begun:.6f} {1000 * (time.monotonic() - begun):.3f}\n")

        def answered(source, result, number) -> None:
            begun = waiting.pop(number)
            try:
                source.call_finish(result)
            except GLib.Error:
                return
            write(begun)

        def ask() -> bool:
            nonlocal count
            if len(waiting) < UNANSWERED:
                count += 1
                waiting[count] = time.monotonic()
                connection.call(
                    owner, path, ACCESSIBLE, "GetRole", None, None, Gio.DBusCallFlags.NONE,
                    120_000, None, answered, count)
            return True

        GLib.timeout_add(PERIOD_MS, ask)
        GLib.unix_signal_add(GLib.PRIORITY_HIGH, signal.SIGTERM, loop.quit)
        loop.run()
        for begun in waiting.values():
            write(begun)


main(*sys.argv[1:])
