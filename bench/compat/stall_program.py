#!/usr/bin/python3
"""A program with many widgets that writes how long its main loop was blocked.

usage: stall_program.py 3.0|4.0 FILE [WIDGETS]

A timer runs every 5 ms with the priority of drawing, so it is delayed by whatever delays drawing. When more than
7 ms have passed since its last run, it writes the monotonic time and the milliseconds since then. The window also
has a button that counts and a text field.
"""

import sys
import time

import gi

gi.require_version("Gtk", sys.argv[1])
from gi.repository import GLib, Gtk  # noqa: E402

PERIOD_MS = 5
DRAWING = GLib.PRIORITY_HIGH_IDLE + 20
IS_GTK4 = sys.argv[1] == "4.0"


def add(box, widget) -> None:
    if IS_GTK4:
        box.append(widget)
    else:
        box.add(widget)


def content(count: int):
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    status = Gtk.Label(label="not pressed")
    button = Gtk.Button(label="Count")
    button.connect("clicked", lambda _: status.set_label("pressed once"))
    for widget in (status, button, Gtk.Entry()):
        add(box, widget)
    grid = Gtk.FlowBox(max_children_per_line=30)
    for number in range(count):
        add(grid, Gtk.Label(label=str(number)))
    scrolled = Gtk.ScrolledWindow(vexpand=True)
    if IS_GTK4:
        scrolled.set_child(grid)
    else:
        scrolled.add(grid)
    add(box, scrolled)
    return box


def main(file: str, count: int) -> None:
    output = open(file, "w", buffering=1, encoding="ascii")  # noqa: SIM115 (open until the end)
    last = time.monotonic()

    def tick() -> bool:
        nonlocal last
        now = time.monotonic()
        if now - last > 0.007:
            output.write(f"{now:.6f} {1000 * (now - last):.3f}\n")
        last = now
        return True

    GLib.set_prgname("stall-program")
    GLib.timeout_add(PERIOD_MS, tick, priority=DRAWING)
    if IS_GTK4:
        window = Gtk.Window(title="Stall program", default_width=1000, default_height=700)
        window.set_child(content(count))
    else:
        Gtk.init(sys.argv)
        window = Gtk.Window(title="Stall program", default_width=1000, default_height=700)
        window.add(content(count))
        window.show_all()
    window.present()
    GLib.MainLoop().run()


main(sys.argv[2], int(sys.argv[3]) if len(sys.argv) > 3 else 3_000)
