"""Applications whose answers are too large, of the wrong type, out of range, late or missing."""

import random
import time

import dbus
from application import ATSPI, BUTTON, LABEL, NULL, PANEL, ROOT, SLIDER, TEXT, Application, Refusal


class HugeTexts(Application):
    """Names, descriptions, texts, actions and attributes of many megabytes.

    No array is longer than 64 MiB: the bus would close the connection.
    """

    size = 50_000_000
    has_cache = False

    def build(self):
        super().build()
        self.huge = "é" * (self.size // 2)
        self.half = "é" * (self.size // 4)
        for number in range(6):
            label = self.add("", LABEL, self.window)
            label.interfaces += ["Text", "Action", "Value"]
            label.name = self.huge if number == 0 else f"Label {number}"
            label.description = self.huge if number == 1 else ""
            label.text = self.huge if number == 2 else "t"
            label.actions = [self.huge] if number == 3 else ["click"]
            label.attributes = {self.half: "x", "y": self.half} if number == 4 else {}
            label.value = 1.0 if number == 5 else None

    def values_of(self, it, interface):
        values = super().values_of(it, interface)
        if interface == "Value" and it.value == 1.0:
            values["Text"] = ("s", self.half)
            values["CurrentValue"] = ("ay", b"\1" * (self.size // 2))
        return values

    def turn(self):
        self.send_event(self.window.path, "PropertyChange", "accessible-name", content=("s", self.huge))
        return 2


class StrangeTexts(Application):
    """Control characters, escape sequences, bidirectional overrides, and invalid characters."""

    samples = ["\x1b[2J\x1b]0;title\x07\x1b[31mred", "a\u202egnp.exe\u2066x\u2069", "\ufeff\ufffe\uffff\U0010ffff",
               "\u200b\u200d\u2028\u2029line\r\nbreak\ttab\x00"[:-1], "\x01\x02\x7f\x80\x9b31m", "e" + "\u0301" * 5000,
               "\U0001f468\u200d\U0001f469\u200d\U0001f467" * 1000, "\u0644" * 4000, "", " " * 4000]

    def build(self):
        super().build()
        for number, sample in enumerate(self.samples):
            it = self.add(sample, BUTTON, self.window)
            it.description = sample
            it.interfaces += ["Action", "Text"]
            it.text = sample
            it.actions = [sample, sample]
            it.attributes = {sample or "empty": sample, "id": sample, "class": sample}

    def turn(self):
        for sample in self.samples:
            self.send_event(self.window.path, "Announcement", sample, 1, content=("s", sample))
        return 0.2


class WrongTypes(Application):
    """Gives every answer a wrong type."""

    kinds = [("", ()), ("i", (-1,)), ("s", ("text",)), ("a(so)", ([("x", "/x")] * 5,)), ("v", (("s", "x"),)),
             ("v", (("v", ("v", ("i", 1))),)), ("aau", ([[1, 2], []],)), ("(so)", (("", NULL),)), ("d", (float("nan"),)),
             ("a{sv}", ({"Name": ("i", 3), "ChildCount": ("s", "many"), "Parent": ("d", 0.0)},)), ("as", ([],)),
             ("ay", (b"\0" * 1000,)), ("u", (2**32 - 1,)), ("au", (list(range(1000)),)), ("(iiii)", ((0, 0, -1, -1),)),
             ("a{ss}", ({"": ""},)), ("v", (("(so)", (":1.1", "/x")),)), ("a((so)(so)(so)iiassusau)", ([],))]

    def build(self):
        super().build()
        self.dice = random.Random(7)

    def answer(self, call):
        kind, values = self.dice.choice(self.kinds)
        return kind, dbus.marshal(kind, *values)

    def turn(self):
        kind, values = self.dice.choice(self.kinds)
        member, detail = self.dice.choice([("ChildrenChanged", "add"), ("StateChanged", "focused"), ("TextChanged", "insert"),
                                           ("PropertyChange", "accessible-name"), ("ActiveDescendantChanged", "")])
        self.bus.send(self.bus.signal(ROOT, ATSPI + "Event.Object", member, kind, dbus.marshal(kind, *values)))
        self.send_event(ROOT, member, detail, -1, 2**31 - 1, content=("a(so)", [("x", "/x")]))
        self.bus.send(self.bus.signal(ROOT, ATSPI + "Cache", self.dice.choice(["AddAccessible", "RemoveAccessible"]), kind,
                                      dbus.marshal(kind, *values)))
        return 0.01


class Errors(Application):
    """Answers every call with an error."""

    def answer(self, call):
        raise Refusal("org.example.Hostile.Error." + call.member, "no \x1b[31m" + "reason " * 10_000)


class Vague(Application):
    """Knows only its window: every call to another object is answered with an error."""

    def answer(self, call):
        if call.path.startswith("/o/") and call.path != self.window.path:
            raise Refusal("org.freedesktop.DBus.Error.Failed", "not now")
        return super().answer(call)


class Silent(Application):
    """Never answers, but continues to send events."""

    def reply(self, call):
        self.held.append(super().reply(call))
        return b""

    def turn(self):
        self.send_event(self.window.path, "StateChanged", "focused", 1)
        return 0.2


class Late(Application):
    """Answers a minute late."""

    delay = 60.0

    def build(self):
        super().build()
        self.due = []

    def reply(self, call):
        self.held.append(super().reply(call))
        self.due.append(time.monotonic() + self.delay)
        return b""

    def turn(self):
        while self.due and self.due[0] <= time.monotonic():
            self.due.pop(0)
            self.bus.send(self.held.pop(0))
        return 0.05


class Numbers(Application):
    """Numbers at the limits of their types, and beyond the counts of what they index."""

    many = 20_000

    def build(self):
        super().build()
        lowest, highest = -(2**31), 2**31 - 1
        for number, extents in enumerate([(lowest,) * 4, (highest,) * 4, (lowest, highest, highest, highest),
                                          (highest, highest, highest, lowest), (0, 0, highest, highest)]):
            it = self.add(f"Extreme {number}", [BUTTON, TEXT, SLIDER, LABEL, PANEL][number], self.window)
            it.extents = extents
            it.interfaces += ["Action", "Text", "Value", "Selection", "Table", "EditableText", "Image"]
            it.interfaces += [f"Interface{n}" for n in range(self.many)]
            it.attributes = {f"key{n}": "value" for n in range(self.many)}
            it.value, it.text = 1.0, "text"
            it.states |= 1 << 7

    def values_of(self, it, interface):
        values = super().values_of(it, interface)
        if it.name.startswith("Extreme"):
            nan, infinite = float("nan"), float("inf")
            if interface == "Value":
                kind = int(it.name[-1])
                values = {"CurrentValue": ("d", [nan, infinite, -infinite, 1e308, -1e308][kind]),
                          "MinimumValue": ("d", [nan, infinite, 1e308, 5.0, nan][kind]),
                          "MaximumValue": ("d", [nan, -infinite, -1e308, -5.0, 0.0][kind]),
                          "MinimumIncrement": ("d", [nan, 0.0, -1.0, infinite, 5e-324][kind])}
            if interface == "Text":
                values = {"CharacterCount": ("i", [-1, -(2**31), 2**31 - 1, 0, 5][int(it.name[-1])]),
                          "CaretOffset": ("i", [2**31 - 1, -(2**31), -1, 7, 2][int(it.name[-1])])}
            if interface == "Action":
                values = {"NActions": ("i", [2**31 - 1, -(2**31), -1, 100_000, 0][int(it.name[-1])])}
        return values

    def Accessible_GetState(self, it):
        return ("au", list(range(self.many))) if it.name.startswith("Extreme") else super().Accessible_GetState(it)

    def Accessible_GetRole(self, it):
        return super().Accessible_GetRole(it) if it.name != "Extreme 0" else ("u", 2**32 - 1)

    def Accessible_GetRelationSet(self, it):
        loop = [(kind % 30, [(self.bus.name, it.path), (self.bus.name, self.window.path), ("x", "/x")] * 20)
                for kind in range(self.many // 10)]
        return "a(ua(so))", loop if it.name.startswith("Extreme") else []

    def Action_GetActions(self, it):
        return ("a(sss)", [("click", "", "")] * self.many) if it.name.startswith("Extreme") else \
            super().Action_GetActions(it)

    def Action_GetName(self, it, index):
        return "s", "click" if it.name.startswith("Extreme") else "click"

    def Text_GetSelection(self, it, _):
        return ("ii", 2**31 - 1, -(2**31)) if it.name.startswith("Extreme") else ("ii", 0, 0)

    def turn(self):
        for number in range(5):
            path = f"/o/{self.last - number}"
            self.send_event(path, "TextCaretMoved", "", -(2**31), 2**31 - 1)
            self.send_event(path, "TextChanged", "insert", 2**31 - 1, -(2**31), ("s", "x"))
            self.send_event(path, "BoundsChanged", "", 0, 0, ("(iiii)", (-(2**31),) * 4))
            self.send_event(path, "ChildrenChanged", "add", -(2**31), 0, ("(so)", (self.bus.name, path)))
        return 0.05


class HugeCache(Application):
    """A cache of very many identical objects, none of which is in the tree."""

    size = 300_000

    def Cache_GetItems(self, _):
        own, null, items = (self.bus.name, "/o/1"), (self.bus.name, ROOT), []
        for number in range(self.size // 10):
            path = ("/o/1", f"/ghost/{number}", f"/ghost/{number % 7}")[number % 3]
            items.append(((self.bus.name, path), null, own, number % 5 - 1, 2**31 - 1, [], "ghost", 43, "", [0, 0]))
        once = bytearray(dbus.marshal("a((so)(so)(so)iiassusau)", items)[8:])
        dbus.pad(once, 8)
        return "a((so)(so)(so)iiassusau)", once * 10


class LyingCache(Application):
    """A cache that contradicts its objects in every field, and changes with each call."""

    def Cache_GetItems(self, _):
        dice = random.Random(self.last)
        self.last += 1
        objects = list(self.objects.values())
        items = []
        for it in objects:
            item = list(self.item(it))
            item[2] = (self.bus.name, dice.choice(objects).path)
            item[3], item[4] = dice.randrange(-2, 60), dice.choice([-1, 0, 3, 50, 2**31 - 1])
            item[6], item[7] = f"Lie {dice.random()}", dice.randrange(130)
            items += [tuple(item)] * dice.randrange(3)
        return "a((so)(so)(so)iiassusau)", items

    def turn(self):
        it = random.choice(list(self.objects.values()))
        self.bus.send(self.bus.signal(ROOT, ATSPI + "Cache", "AddAccessible", "((so)(so)(so)iiassusau)",
                                      dbus.marshal("((so)(so)(so)iiassusau)", self.item(it))))
        self.bus.send(self.bus.signal(ROOT, ATSPI + "Cache", "RemoveAccessible", "(so)",
                                      dbus.marshal("(so)", (self.bus.name, it.path))))
        return 0.02


class DiesInAction(Application):
    """Exits when an action is requested."""

    def Action_DoAction(self, it, _):
        self.bus.socket.close()
        raise SystemExit(0)
