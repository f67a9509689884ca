"""Searches the live application for an object, to prove an effect without the bridge."""

from __future__ import annotations

import collections
import re
import time

from gi.repository import GLib

from application import Live
from bus import ACCESSIBLE, AccessibilityBus

TEXT = "org.a11y.atspi.Text"
# Numbers of AtspiStateType.
STATES = {
    "active": 1, "checked": 4, "collapsed": 5, "editable": 7, "enabled": 8, "expanded": 9,
    "focused": 12, "pressed": 20, "selected": 23, "sensitive": 24, "showing": 25, "visible": 30,
}
# Objects with more children are skipped: some report 2³¹ of them.
CHILDREN = 1_000
OBJECTS = 6_000
NULL = "/org/a11y/atspi/null"


class LiveTree:
    """The application's own objects, read call by call."""

    def __init__(self, bus: AccessibilityBus, roots: list[tuple[str, str]]):
        self.bus, self.roots = bus, roots

    def holds(self, wanted: Live, patience: float) -> bool:
        """Waits until the application shows an object, at most `patience` seconds. Returns whether it does."""
        end = time.monotonic() + patience
        while True:
            if self.find(wanted) != wanted.absent:
                return True
            if time.monotonic() > end:
                return False
            time.sleep(0.1)

    def find(self, wanted: Live) -> bool:
        """Returns whether an object matches, ignoring `absent`."""
        pending, seen = collections.deque(self.roots), set()
        while pending and len(seen) < OBJECTS:
            reference = pending.popleft()
            if reference in seen or reference[1] == NULL:
                continue
            seen.add(reference)
            try:
                if self._matches(reference, wanted):
                    return True
                pending.extend(self._children(reference))
            except (GLib.Error, TypeError):
                continue  # The object was removed meanwhile, or its answer is invalid.
        return False

    def _matches(self, reference: tuple[str, str], wanted: Live) -> bool:
        if wanted.name is not None:
            name = self.bus.property(*reference, ACCESSIBLE, "Name")
            if not re.search(wanted.name, name):
                return False
        if wanted.role is not None:
            if self.bus.call(*reference, ACCESSIBLE, "GetRoleName")[0] != wanted.role:
                return False
        if wanted.text is not None:
            try:
                length = self.bus.property(*reference, TEXT, "CharacterCount")
                held = self.bus.call(
                    *reference, TEXT, "GetText", GLib.Variant("(ii)", (0, min(length, 10_000))))[0]
            except GLib.Error:
                return False
            if not re.search(wanted.text, held):
                return False
        return self._is(reference, (wanted.state or "").split())

    def _is(self, reference: tuple[str, str], states: list[str]) -> bool:
        if not states:
            return True
        words = self.bus.call(*reference, ACCESSIBLE, "GetState")[0]
        numbers = [(STATES[state.removeprefix("!")], state.startswith("!")) for state in states]
        return all(
            bool(words[number // 32] >> number % 32 & 1) != is_unset for number, is_unset in numbers)

    def _children(self, reference: tuple[str, str]) -> list[tuple[str, str]]:
        if not 0 < self.bus.property(*reference, ACCESSIBLE, "ChildCount") <= CHILDREN:
            return []
        return [tuple(child) for child in self.bus.call(*reference, ACCESSIBLE, "GetChildren")[0]]
