"""Applications with invalid trees."""

import dbus
from application import (ATSPI, ITEM, LIST, MANAGES_DESCENDANTS, NULL, PANEL, REGISTRY, ROOT, TABLE, Application,
                         Object, Refusal)


class Cycles(Application):
    """Objects that are their own children or ancestors, or children of several objects."""

    def build(self):
        super().build()
        own = self.bus.name
        panels = [self.add(f"Panel {number}", PANEL, self.window) for number in range(20)]
        for number, panel in enumerate(panels):
            panel.children += [(own, panel.path), (own, ROOT), (own, self.window.path), (own, panels[number - 1].path)]
            panel.children += [(own, f"/o/{n}") for n in range(1, 8)] * 2
        self.swap = panels

    def Accessible_GetChildren(self, it):
        # The parent of an object changes with each call.
        self.swap[0].parent, self.swap[1].parent = self.swap[1].path, self.swap[0].path
        return "a(so)", it.children

    def values_of(self, it, interface):
        values = super().values_of(it, interface)
        if interface == "Accessible" and it.path.startswith("/o/"):
            self.last_parent = (getattr(self, "last_parent", 0) + 1) % len(self.swap)
            values["Parent"] = ("(so)", (self.bus.name, self.swap[self.last_parent].path))
        return values

    def turn(self):
        for panel in self.swap:
            self.send_event(panel.path, "ChildrenChanged", "add", content=("(so)", (self.bus.name, "/o/3")))
        return 0.05


class Foreign(Application):
    """Children that belong to other applications, to the registry, or to nobody."""

    def begin(self):
        answer = self.bus.call(REGISTRY, ROOT, ATSPI + "Accessible", "GetChildren")
        place, others = 8, []
        while place + 8 < len(answer.body):
            pair = []
            place += -place % 8
            for _ in range(2):
                place += -place % 4
                length = int.from_bytes(answer.body[place : place + 4], "little")
                pair.append(answer.body[place + 4 : place + 4 + length].decode())
                place += length + 5
            others.append(tuple(pair))
        self.others = [other for other in others if other[0] != self.bus.name]
        self.steal()

    def steal(self):
        panel = self.add("Stolen", PANEL, self.window)
        for owner, path in self.others:
            panel.children += [(owner, path)] + [(owner, f"/o/{number}") for number in range(1, 80)]
        panel.children += [(f":1.{number}", "/o/1") for number in range(1, 200)]
        panel.children += [(REGISTRY, ROOT), (REGISTRY, NULL), ("", "/o/1"), ("org.freedesktop.DBus", "/o/1"),
                           ("no name at all", "/o/1"), (":1.99999999999999999999", "/o/1")]
        self.send_event(self.window.path, "ChildrenChanged", "add", content=("(so)", (self.bus.name, panel.path)))


class Claims(Application):
    """Objects that claim 2³¹ children, or a negative number, and list others."""

    def build(self):
        super().build()
        self.asked = 0
        for number, claimed in enumerate([2**31 - 1, 2**31 - 1, -1, -(2**31), 1_000_000, 1]):
            table = self.add(f"Table {number}", TABLE, self.window)
            table.claimed = claimed
            table.states |= MANAGES_DESCENDANTS if number % 2 else 0
            table.extents = (0, 0, 2**31 - 1, 2**31 - 1) if number == 0 else (0, 0, 800, 600)
            for cell in range(200):
                self.add(f"Cell {number}.{cell}", ITEM, table)

    def Component_GetAccessibleAtPoint(self, it, x=0, y=0, *_):
        self.asked += 1
        return "(so)", it.children[self.asked % len(it.children)] if it.children else ("", NULL)


class Million(Application):
    """So many objects that they are created only when they are read."""

    size = 1_000_000
    row = 50_000

    def build(self):
        super().build()
        own = self.bus.name
        self.groups = []
        for number in range(-(-self.size // self.row)):
            group = self.add(f"Group {number}", LIST, self.window)
            group.children = dbus.marshal(
                "a(so)", [(own, f"/n/{number * self.row + n}") for n in range(min(self.row, self.size))])
            group.claimed = min(self.row, self.size)
            self.groups.append(group)

    def find(self, path):
        if not path.startswith("/n/"):
            return super().find(path)
        number = int(path[3:])
        return Object(path, f"Row {number}", ITEM, self.groups[number // self.row].path)

    def answer(self, call):
        if call.member == "GetChildren":
            it = self.find(call.path)
            if isinstance(it.children, bytes):
                return "a(so)", it.children
        return super().answer(call)

    def count(self, it):
        return it.claimed if isinstance(it.children, bytes) else super().count(it)

    def Cache_GetItems(self, _):
        raise Refusal("org.freedesktop.DBus.Error.UnknownMethod", "GetItems")


class Wide(Million):
    """One object that lists a million children and claims three."""

    @property
    def row(self):
        return self.size

    def build(self):
        super().build()
        self.groups[0].claimed = 3


class Deep(Application):
    """A chain of objects, each the only child of the previous one."""

    size = 100_000

    def find(self, path):
        if not path.startswith("/deep/"):
            return super().find(path)
        number = int(path[6:])
        made = Object(path, f"Level {number}", PANEL, f"/deep/{number - 1}" if number else self.window.path)
        if number + 1 < self.size:
            made.children = [(self.bus.name, f"/deep/{number + 1}")]
        return made

    def build(self):
        super().build()
        self.window.children.append((self.bus.name, "/deep/0"))


class Digger(Application):
    """Moves the children of one object below another again and again, deeper and deeper."""

    size = 400

    def build(self):
        super().build()
        self.links = [self.add(f"Link {number}", PANEL, self.window) for number in range(self.size)]
        self.next = self.size - 1

    def turn(self):
        if self.next == 0:
            self.next = self.size - 1
            self.window.children += [(self.bus.name, link.path) for link in self.links[1:]]
            for link in self.links:
                link.children = []
            self.send_event(self.window.path, "ChildrenChanged", "add")
            return 0.2
        link, above = self.links[self.next], self.links[self.next - 1]
        own = (self.bus.name, link.path)
        if own in self.window.children:
            self.window.children.remove(own)
        above.children = [own]
        link.parent = above.path
        self.next -= 1
        self.send_event(self.window.path, "ChildrenChanged", "remove", content=("(so)", own))
        self.send_event(above.path, "ChildrenChanged", "add", content=("(so)", own))
        return 0.002


class Moody(Application):
    """Roles, states, names, frames, actions and children that change with each call."""

    looks = 0

    def look(self) -> int:
        self.looks += 1
        return self.looks

    def Accessible_GetRole(self, it):
        return "u", self.look() % 130

    def Accessible_GetState(self, it):
        return "au", [self.look() * 2654435761 % 2**32, self.looks % 2**32]

    def Accessible_GetInterfaces(self, it):
        all_interfaces = ["Accessible", "Component", "Action", "Text", "Value", "Selection", "Table", "EditableText"]
        return "as", [ATSPI + name for name in all_interfaces[: self.look() % 9]]

    def Accessible_GetChildren(self, it):
        return "a(so)", it.children[self.look() % 3 :]

    def Component_GetExtents(self, it, *_):
        return "(iiii)", (self.look() % 1000, self.looks % 700, self.looks % 50, 10)

    def values_of(self, it, interface):
        it.name = f"Name {self.look()}"
        it.value = float(self.looks)
        it.text = f"text {self.looks}"
        return super().values_of(it, interface)

    def turn(self):
        self.send_event(self.window.path, "PropertyChange", "accessible-role")
        return 0.1
