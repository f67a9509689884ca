"""A well-behaved application that speaks AT-SPI: a window with buttons, texts, a slider and a list.

Misbehaving applications override its answers (`misdeeds`).
"""

import dbus

ROOT = "/org/a11y/atspi/accessible/root"
NULL = "/org/a11y/atspi/null"
REGISTRY = "org.a11y.atspi.Registry"
ATSPI = "org.a11y.atspi."
# active/enabled, sensitive, showing, visible
STATES = 1 << 8 | 1 << 24 | 1 << 25 | 1 << 30
MANAGES_DESCENDANTS = 1 << 31
BUTTON, LABEL, LIST, ITEM, PANEL, SLIDER, TABLE, TEXT, FRAME, APPLICATION = 43, 29, 31, 32, 39, 51, 55, 61, 23, 75


class Object:
    def __init__(self, path, name, role, parent):
        self.path, self.name, self.role, self.parent = path, name, role, parent
        self.description = ""
        self.states = STATES
        self.children = []
        self.interfaces = ["Accessible", "Component"]
        self.claimed = None
        self.extents = (10, 20, 30, 40)
        self.actions = []
        self.value = None
        self.text = None
        self.attributes = {}


class Refusal(Exception):
    """An error as an answer."""


class Application:
    """Answers calls about its tree. `reply(call)` returns the bytes to send."""

    toolkit = "Scripted"
    has_cache = True

    def __init__(self, bus: dbus.Bus, name: str):
        self.bus = bus
        self.name = name
        self.objects = {}
        self.last = 0
        self.pressed = 0
        # Deferred answers.
        self.held = []
        self.build()

    # --- the tree ------------------------------------------------------------------------------------

    def build(self) -> None:
        """Creates the tree. Called again when the application starts to behave."""
        self.objects = {ROOT: Object(ROOT, self.name, APPLICATION, NULL)}
        window = self.window = self.add("Window", FRAME, self.objects[ROOT])
        for number in range(20):
            button = self.add(f"Button {number}", BUTTON, window)
            button.interfaces.append("Action")
            button.actions = ["click"]
        entry = self.entry = self.add("Entry", TEXT, window)
        entry.interfaces += ["Text", "EditableText"]
        entry.text = "some text"
        entry.states |= 1 << 7
        slider = self.slider = self.add("Slider", SLIDER, window)
        slider.interfaces.append("Value")
        slider.value = 50.0
        rows = self.add("List", LIST, window)
        for number in range(50):
            self.add(f"Row {number}", ITEM, rows)

    def add(self, name: str, role: int, parent: Object, path: str = "") -> Object:
        self.last += 1
        made = Object(path or f"/o/{self.last}", name, role, parent.path)
        self.objects[made.path] = made
        parent.children.append((self.bus.name, made.path))
        return made

    def find(self, path: str) -> Object:
        try:
            return self.objects[path]
        except KeyError:
            raise Refusal("org.freedesktop.DBus.Error.UnknownObject", path) from None

    # --- answers -------------------------------------------------------------------------------------

    def answer(self, call: dbus.Call):
        """Returns the signature and the body of the answer to a call."""
        interface = call.interface.removeprefix(ATSPI)
        if interface == "org.freedesktop.DBus.Properties":
            return self.properties(call)
        method = getattr(self, f"{interface}_{call.member}", None)
        if method is None:
            raise Refusal("org.freedesktop.DBus.Error.UnknownMethod", f"{interface}.{call.member}")
        signature, *values = method(self.find(call.path) if interface != "Cache" else None, *call.numbers())
        return signature, dbus.marshal(signature, *values)

    def reply(self, call: dbus.Call) -> bytes:
        try:
            return self.bus.reply(call, *self.answer(call))
        except Refusal as refusal:
            return self.bus.refusal(call, *refusal.args)
        except (IndexError, KeyError, TypeError, ValueError) as error:
            return self.bus.refusal(call, "org.freedesktop.DBus.Error.Failed", str(error))

    def properties(self, call: dbus.Call):
        names = [name.removeprefix(ATSPI) for name in call.strings()]
        values = self.values_of(self.find(call.path), names[0])
        if call.member == "GetAll":
            return "a{sv}", dbus.marshal("a{sv}", values)
        if call.member != "Get" or names[1] not in values:
            raise Refusal("org.freedesktop.DBus.Error.UnknownProperty", " ".join(names))
        return "v", dbus.marshal("v", values[names[1]])

    def values_of(self, it: Object, interface: str) -> dict:
        if interface == "Accessible":
            return {"Name": ("s", it.name), "Description": ("s", it.description),
                    "Parent": ("(so)", (self.bus.name, it.parent)), "ChildCount": ("i", self.count(it))}
        if interface == "Application":
            return {"ToolkitName": ("s", self.toolkit), "Version": ("s", "1.0"), "AtspiVersion": ("s", "2.1")}
        if interface == "Value" and it.value is not None:
            return {"CurrentValue": ("d", it.value), "MinimumValue": ("d", 0.0), "MaximumValue": ("d", 100.0),
                    "MinimumIncrement": ("d", 1.0)}
        if interface == "Text" and it.text is not None:
            return {"CharacterCount": ("i", len(it.text)), "CaretOffset": ("i", 0)}
        if interface == "Action":
            return {"NActions": ("i", len(it.actions))}
        return {}

    def count(self, it: Object) -> int:
        return len(it.children) if it.claimed is None else it.claimed

    def Accessible_GetRole(self, it):
        return "u", it.role

    def Accessible_GetRoleName(self, it):
        return "s", f"role {it.role}"

    def Accessible_GetState(self, it):
        return "au", [it.states & 0xFFFF_FFFF, it.states >> 32]

    def Accessible_GetInterfaces(self, it):
        return "as", [ATSPI + name for name in it.interfaces]

    def Accessible_GetChildren(self, it):
        return "a(so)", it.children

    def Accessible_GetChildAtIndex(self, it, index):
        return "(so)", it.children[index] if 0 <= index < len(it.children) else ("", NULL)

    def Accessible_GetIndexInParent(self, it):
        siblings = self.find(it.parent).children
        own = (self.bus.name, it.path)
        return "i", siblings.index(own) if own in siblings else -1

    def Accessible_GetApplication(self, it):
        return "(so)", (self.bus.name, ROOT)

    def Accessible_GetAttributes(self, it):
        return "a{ss}", it.attributes

    def Accessible_GetRelationSet(self, it):
        return "a(ua(so))", []

    def Component_GetExtents(self, it, *_):
        return "(iiii)", it.extents

    def Component_GetAccessibleAtPoint(self, it, *_):
        return "(so)", it.children[0] if it.children else ("", NULL)

    def Component_GrabFocus(self, it):
        return "b", 0

    def Action_GetActions(self, it):
        return "a(sss)", [(name, "", "") for name in it.actions]

    def Action_GetName(self, it, index):
        return "s", it.actions[index] if 0 <= index < len(it.actions) else ""

    def Action_GetLocalizedName(self, it, index):
        return self.Action_GetName(it, index)

    def Action_GetDescription(self, it, _):
        return "s", ""

    def Action_GetKeyBinding(self, it, _):
        return "s", ""

    def Action_DoAction(self, it, _):
        self.pressed += 1
        it.name = f"Pressed {self.pressed}"
        self.send_event(it.path, "PropertyChange", "accessible-name", content=("s", it.name))
        return "b", 1

    def Text_GetText(self, it, start=0, end=-1):
        content = it.text or ""
        return "s", content[max(0, start) : len(content) if end < 0 else end]

    def Text_GetSelection(self, it, _):
        return "ii", 0, 0

    def Text_GetNSelections(self, it):
        return "i", 0

    def Cache_GetItems(self, _):
        if not self.has_cache:
            raise Refusal("org.freedesktop.DBus.Error.UnknownMethod", "GetItems")
        return "a((so)(so)(so)iiassusau)", [self.item(it) for it in self.objects.values()]

    def item(self, it: Object):
        own = (self.bus.name, it.path)
        siblings = self.objects[it.parent].children if it.parent in self.objects else []
        index = siblings.index(own) if own in siblings else -1
        return (own, (self.bus.name, ROOT), (self.bus.name, it.parent), index, self.count(it),
                [ATSPI + name for name in it.interfaces], it.name, it.role, it.description,
                [it.states & 0xFFFF_FFFF, it.states >> 32])

    # --- events --------------------------------------------------------------------------------------

    def event(self, path, member, detail="", first=0, second=0, content=("i", 0), interface="Object") -> bytes:
        body = dbus.marshal("siiva{sv}", detail, first, second, content, {})
        return self.bus.signal(path, f"{ATSPI}Event.{interface}", member, "siiva{sv}", body)

    def send_event(self, *arguments, **options) -> None:
        self.bus.send(self.event(*arguments, **options))

    # --- life ----------------------------------------------------------------------------------------

    def register(self) -> None:
        self.bus.request(REGISTRY, ROOT, ATSPI + "Socket", "Embed", "(so)", (self.bus.name, ROOT))

    def begin(self) -> None:
        """Called when the application is registered; from then on `turn` is called repeatedly."""

    def turn(self) -> float:
        """Does the work that is due. Returns how many seconds there is nothing more to do."""
        return 0.1

    def behave(self) -> None:
        """Starts to behave: answers all outstanding calls, and sends events for what has changed."""
        self.bus.send(b"".join(self.held))
        self.held = []
        self.build()
        self.send_event(ROOT, "ChildrenChanged", "add", 0, content=("(so)", (self.bus.name, self.window.path)))
