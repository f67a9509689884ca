"""Applications that send too many events, or events of other or missing objects."""

import itertools
import time

import dbus
from application import ATSPI, ITEM, LIST, REGISTRY, ROOT, Application

KINDS = {
    "state": ("Object", "StateChanged", "checked", ("i", 0)),
    "focus": ("Object", "StateChanged", "focused", ("i", 0)),
    "showing": ("Object", "StateChanged", "showing", ("i", 0)),
    "defunct": ("Object", "StateChanged", "defunct", ("i", 0)),
    "children": ("Object", "ChildrenChanged", "add", ("i", 0)),
    "name": ("Object", "PropertyChange", "accessible-name", ("s", "flooded")),
    "value": ("Object", "PropertyChange", "accessible-value", ("i", 0)),
    "text": ("Object", "TextChanged", "insert", ("s", "x")),
    "caret": ("Object", "TextCaretMoved", "", ("i", 0)),
    "selection": ("Object", "SelectionChanged", "", ("i", 0)),
    "bounds": ("Object", "BoundsChanged", "", ("(iiii)", (1, 2, 3, 4))),
    "visible": ("Object", "VisibleDataChanged", "", ("i", 0)),
    "active": ("Object", "ActiveDescendantChanged", "", ("(so)", ("x", "/o/1"))),
    "model": ("Object", "ModelChanged", "", ("i", 0)),
    "attributes": ("Object", "AttributesChanged", "", ("i", 0)),
    "announcement": ("Object", "Announcement", "", ("s", "attention")),
    "window": ("Window", "Activate", "", ("s", "Window")),
    "created": ("Window", "Create", "", ("s", "Window")),
    "document": ("Document", "LoadComplete", "", ("i", 0)),
    "unknown": ("Object", "NoSuchEvent", "", ("i", 0)),
}


class Flood(Application):
    """A constant rate of events, of one kind or of all kinds in turn."""

    rate = 10_000
    kinds = list(KINDS)
    unknown_paths = False

    def begin(self):
        self.sent, self.began = 0, time.monotonic()
        paths = itertools.cycle([f"/nowhere/{n}" for n in range(5000)] if self.unknown_paths
                                else [path for path in self.objects if path != ROOT])
        self.ready = []
        for number in range(2000):
            interface, member, detail, content = KINDS[self.kinds[number % len(self.kinds)]]
            if content[0] == "(so)":
                content = ("(so)", (self.bus.name, f"/never/{number}"))
            self.ready.append(self.event(next(paths), member, detail, number % 3 - 1, 0, content, interface))

    def turn(self):
        due = int((time.monotonic() - self.began) * self.rate)
        count = min(500, due - self.sent)
        if count > 0:
            self.bus.send(b"".join(self.ready[(self.sent + n) % 2000] for n in range(count)))
            self.sent += count
        return 0 if due - self.sent > 0 else 0.002


class LargeWindow(Application):
    """Behaves, but has so many rows that its events for each row that is first read are a flood, as in GTK 3."""

    size = 6000
    has_cache = False

    def build(self):
        super().build()
        self.told = set()
        rows = self.add("Rows", LIST, self.window)
        for number in range(self.size):
            self.add(f"Large {number}", ITEM, rows)

    def find(self, path):
        it = super().find(path)
        if path not in self.told:
            self.told.add(path)
            self.send_event(path, "StateChanged", "showing", 1)
            self.send_event(path, "StateChanged", "visible", 1)
            self.send_event(path, "PropertyChange", "accessible-name", content=("s", it.name))
            self.send_event(path, "PropertyChange", "accessible-parent", content=("(so)", (self.bus.name, it.parent)))
        return it


class Forged(Application):
    """Events of paths that are not its own, that do not exist, or that are a megabyte long."""

    length = 1_000_000

    def build(self):
        super().build()
        self.number = 0
        self.long = "/" + "x" * self.length

    def turn(self):
        self.number += 1
        own = self.bus.name
        # The paths of the bystander's objects, but with this application as the sender, which the bus sets.
        for number in range(1, 75):
            for member, detail in [("StateChanged", "defunct"), ("StateChanged", "focused"), ("ChildrenChanged", "remove"),
                                   ("PropertyChange", "accessible-name")]:
                self.send_event(f"/forged/{number}", member, detail, 1, content=("s", "forged"))
        self.send_event(ROOT, "ChildrenChanged", "add", content=("(so)", (":1.0", "/o/1")))
        self.send_event(self.window.path, "ActiveDescendantChanged", content=("(so)", (":1.1", "/o/1")))
        self.send_event(self.window.path, "ChildrenChanged", "add", content=("(so)", (own, f"/made/up/{self.number}")))
        self.bus.send(self.bus.signal(ROOT, ATSPI + "Cache", "RemoveAccessible", "(so)",
                                      dbus.marshal("(so)", (":1.1", "/o/1"))))
        if self.number % 20 == 1:
            self.send_event(self.long, "StateChanged", "showing", 1)
            self.send_event(self.window.path, "ChildrenChanged", "add", content=("(so)", (own, self.long)))
            self.window.children = self.window.children[:30] + [(own, self.long + str(self.number))]
        self.bus.send(self.bus.signal("/org/freedesktop/DBus", "org.freedesktop.DBus", "NameOwnerChanged", "sss",
                                      dbus.marshal("sss", REGISTRY, ":1.1", "")))
        return 0.02


class CallsUs(Application):
    """Floods its callers with calls of its own."""

    rate = 10_000

    def build(self):
        super().build()
        self.askers, self.sent, self.began = set(), 0, time.monotonic()

    def reply(self, call):
        self.askers.add(call.sender)
        return super().reply(call)

    def turn(self):
        askers = list(self.askers)
        if not askers:
            return 0.05
        due = min(500, int((time.monotonic() - self.began) * self.rate) - self.sent)
        for number in range(due):
            self.bus.request(askers[number % len(askers)], f"/call/{number}", "org.example.Hostile", "Ask", "s", "x" * 50)
        self.sent += max(0, due)
        return 0.002
