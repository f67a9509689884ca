#!/usr/bin/python3
"""A window with a table of 240 rows, for GTK 4.

Each line "N" on standard input scrolls to row N, at once and without the focus. It is answered on standard output with
the numbers of the rows that are mapped, as soon as they have been drawn.
"""
import sys

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk  # noqa: E402

COUNT = 240
GLib.set_prgname("table-4")
Gtk.init()
loop = GLib.MainLoop()


def column(title, text):
    factory = Gtk.SignalListItemFactory()
    factory.connect("setup", lambda _, item: item.set_child(Gtk.Label(xalign=0)))
    factory.connect("bind", lambda _, item: item.get_child().set_label(text(item.get_item().get_string())))
    return Gtk.ColumnViewColumn(title=title, factory=factory)


strings = Gtk.StringList.new([str(number) for number in range(COUNT)])
table = Gtk.ColumnView(model=Gtk.NoSelection(model=strings))
table.append_column(column("Part", lambda text: f"Part {text}"))
table.append_column(column("Price", lambda text: f"{int(text) * 3} EUR"))
area = Gtk.ScrolledWindow(child=table)
window = Gtk.Window(title="Table", child=area, default_width=300, default_height=400)
window.connect("close-request", lambda _: loop.quit())
window.present()


def labels(widget):
    """The labels of what is mapped in a widget."""
    if isinstance(widget, Gtk.Label):
        return [widget.get_label()] if widget.get_mapped() else []
    found, child = [], widget.get_first_child()
    while child:
        found += labels(child)
        child = child.get_next_sibling()
    return found


def report():
    numbers = sorted(int(label[5:]) for label in labels(table) if label.startswith("Part "))
    print(*numbers, flush=True)
    return False


def scroll(_, condition):
    line = sys.stdin.readline()
    if not line:
        return False
    bar = area.get_vadjustment()
    bar.set_value(int(line) * bar.get_upper() / COUNT)
    # Rows are placed with the next frame.
    GLib.timeout_add(200, report)
    return True


GLib.io_add_watch(sys.stdin, GLib.PRIORITY_DEFAULT, GLib.IO_IN | GLib.IO_HUP, scroll)
loop.run()
