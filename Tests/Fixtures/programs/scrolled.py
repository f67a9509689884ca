#!/usr/bin/python3
"""A window whose content is longer than it, for GTK 3 and GTK 4.

usage: scrolled.py 3|4 buttons|list|table|pane COUNT

The content is COUNT buttons, rows with a button each, or rows of a table (GTK 3), named "Part 0" and so on. A pane is a table
whose scrolled window says that it is a directory pane, as that of Thunar does. Each line on
standard input is answered with the numbers of those that are on screen, by whole or in part.
"""
import sys

import gi

VERSION, KIND, COUNT = int(sys.argv[1]), sys.argv[2], int(sys.argv[3])
NAME = f"scrolled-{VERSION}"
gi.require_version("Gtk", f"{VERSION}.0")
from gi.repository import GLib, Gtk  # noqa: E402


def add(container, child):
    if VERSION == 3:
        container.add(child)
    elif isinstance(container, Gtk.ScrolledWindow):
        container.set_child(child)
    else:
        container.append(child)


def table():
    store = Gtk.ListStore(str)
    for number in range(COUNT):
        store.append([f"Part {number}"])
    view = Gtk.TreeView(model=store)
    view.append_column(Gtk.TreeViewColumn("Name", Gtk.CellRendererText(), text=0))
    return view


def parts():
    content = Gtk.ListBox() if KIND == "list" else Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    for number in range(COUNT):
        PARTS.append(Gtk.Button(label=f"Part {number}"))
        add(content, PARTS[-1])
    return content


def is_shown(part):
    """A part of another size than none that the scrolled window shows."""
    area = SCROLLED.get_vadjustment()
    if VERSION == 3:
        top = part.translate_coordinates(CONTENT, 0, 0)[1]
        height = part.get_allocated_height()
        return top < area.get_value() + area.get_page_size() and top + height > area.get_value()
    found, bounds = part.compute_bounds(SCROLLED)
    return found and bounds.get_y() < SCROLLED.get_height() and bounds.get_y() + bounds.get_height() > 0


def readable(source, condition):
    if not sys.stdin.readline():
        LOOP.quit()
        return False
    if KIND in ("table", "pane"):
        first, last = CONTENT.get_visible_range()
        shown = range(first[0], last[0] + 1)
    else:
        shown = [number for number, part in enumerate(PARTS) if is_shown(part)]
    print(*shown, flush=True)
    return True


GLib.set_prgname(NAME)
LOOP = GLib.MainLoop()
if VERSION == 4:
    Gtk.init()
else:
    Gtk.init(sys.argv)
PARTS = []
CONTENT = table() if KIND in ("table", "pane") else parts()
SCROLLED = Gtk.ScrolledWindow(vexpand=True)
if KIND == "pane":
    gi.require_version("Atk", "1.0")
    from gi.repository import Atk

    SCROLLED.get_accessible().set_role(Atk.Role.DIRECTORY_PANE)
add(SCROLLED, CONTENT)
WINDOW = Gtk.Window(title=f"Scrolled {VERSION}")
WINDOW.set_default_size(400, 400)
if VERSION == 3:
    WINDOW.add(SCROLLED)
    WINDOW.show_all()
else:
    WINDOW.set_child(SCROLLED)
    WINDOW.present()
GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, readable)
LOOP.run()
