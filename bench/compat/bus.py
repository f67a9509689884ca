"""A client of the accessibility bus that uses neither the bridge nor libatspi."""

from __future__ import annotations

import gi

gi.require_version("Gio", "2.0")
from gi.repository import Gio, GLib  # noqa: E402

REGISTRY = "org.a11y.atspi.Registry"
ROOT_PATH = "/org/a11y/atspi/accessible/root"
ACCESSIBLE = "org.a11y.atspi.Accessible"


class AccessibilityBus:
    """A connection to the accessibility bus of this desktop."""

    def __init__(self):
        self.session = Gio.bus_get_sync(Gio.BusType.SESSION)
        answer = self.session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress", None, None,
            Gio.DBusCallFlags.NONE, 30_000, None)
        self.connection = Gio.DBusConnection.new_for_address_sync(
            answer.unpack()[0],
            Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
            | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION, None, None)

    def switch_on(self) -> None:
        """Announces that accessibility is in use: several toolkits join the bus only then."""
        self.session.call_sync(
            "org.a11y.Bus", "/org/a11y/bus", "org.freedesktop.DBus.Properties", "Set",
            GLib.Variant("(ssv)", ("org.a11y.Status", "IsEnabled", GLib.Variant("b", True))),
            None, Gio.DBusCallFlags.NONE, 10_000, None)

    def call(self, owner: str, path: str, interface: str, method: str, arguments=None):
        """Calls a method and returns the unpacked answer. Raises GLib.Error."""
        return self.connection.call_sync(
            owner, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 5_000, None
        ).unpack()

    def property(self, owner: str, path: str, interface: str, name: str):
        return self.call(
            owner, path, "org.freedesktop.DBus.Properties", "Get",
            GLib.Variant("(ss)", (interface, name)))[0]

    def applications(self) -> list[tuple[str, str]]:
        """Returns the roots that the registry lists."""
        return [tuple(child) for child in
                self.call(REGISTRY, ROOT_PATH, ACCESSIBLE, "GetChildren")[0]]

    def process(self, owner: str) -> int:
        """Returns the process that a connection belongs to; 0 when it is gone."""
        try:
            return self.call(
                "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus",
                "GetConnectionUnixProcessID", GLib.Variant("(s)", (owner,)))[0]
        except GLib.Error:
            return 0
