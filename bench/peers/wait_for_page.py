#!/usr/bin/python3
"""Waits until a page is loaded in Chromium and has stopped growing.

usage: wait_for_page.py TITLE [--seconds 60]

Uses plain D-Bus: a client of libatspi makes Chromium fill its cache at once, and content that it loads later never
enters the cache, so GetItems would be measured with a fraction of the page.
"""

import argparse
import time

from gi.repository import Gio, GLib

DOCUMENT_WEB = 95
BUSY = 1 << 3
ROOT = "/org/a11y/atspi/accessible/root"
ACCESSIBLE = "org.a11y.atspi.Accessible"


def call(bus, name, path, interface, method, arguments=None):
    return bus.call_sync(
        name, path, interface, method, arguments, None, Gio.DBusCallFlags.NONE, 5000, None
    ).unpack()[0]


def accessibility_bus():
    session = Gio.bus_get_sync(Gio.BusType.SESSION)
    address = call(session, "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress")
    flags = (
        Gio.DBusConnectionFlags.AUTHENTICATION_CLIENT
        | Gio.DBusConnectionFlags.MESSAGE_BUS_CONNECTION
    )
    return Gio.DBusConnection.new_for_address_sync(address, flags)


def read(bus, element, name):
    arguments = GLib.Variant("(ss)", (ACCESSIBLE, name))
    return call(bus, *element, "org.freedesktop.DBus.Properties", "Get", arguments)


def children(bus, element):
    return call(bus, *element, ACCESSIBLE, "GetChildren")


def document(bus, title):
    """Returns the document with a title, or None."""
    waiting = [("org.a11y.atspi.Registry", ROOT)]
    while waiting:
        element = waiting.pop(0)
        if call(bus, *element, ACCESSIBLE, "GetRole") == DOCUMENT_WEB:
            if read(bus, element, "Name") == title:
                return element
        else:
            waiting += children(bus, element)
    return None


def last_leaf(bus, element):
    """Returns the last descendant, which changes as long as the page grows."""
    while below := children(bus, element):
        element = below[-1]
    return element


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("title")
    parser.add_argument("--seconds", type=float, default=60)
    options = parser.parse_args()
    bus = accessibility_bus()
    deadline = time.monotonic() + options.seconds
    seen, since = None, 0.0
    while time.monotonic() < deadline:
        try:
            page = document(bus, options.title)
            states = call(bus, *page, ACCESSIBLE, "GetState") if page else [BUSY]
            last = last_leaf(bus, page) if not states[0] & BUSY else None
            if last is None or last == page or last != seen:
                seen, since = last, time.monotonic()
            elif time.monotonic() - since > 1:
                return
        except GLib.Error:  # objects may be removed during the walk while the page is being built
            pass
        time.sleep(0.2)
    raise SystemExit(f"'{options.title}' was not loaded after {options.seconds} s")


if __name__ == "__main__":
    main()
