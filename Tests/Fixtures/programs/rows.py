#!/usr/bin/python3
"""A list of eight buttons that change all the time, as rows that are used again do.

usage: rows.py 3.0|4.0 replaced|swapped|recycled|beside MIN MAX FILE

Every MIN to MAX ms the buttons are replaced, two of them swap their labels, or each gets the next label; or the text beside each
does, and all buttons are called Open. FILE gets the label of each button that is pressed, or the text beside it, as it is when
the application acts on the press.
"""

import random
import sys

import gi

gi.require_version("Gtk", sys.argv[1])
from gi.repository import GLib, Gtk  # noqa: E402

IS_GTK4 = sys.argv[1] == "4.0"
MODE, MIN, MAX, LOG = sys.argv[2], int(sys.argv[3]), int(sys.argv[4]), sys.argv[5]
COUNT = 8

GLib.set_prgname("rows")
if IS_GTK4:
    Gtk.init()
else:
    Gtk.init([])
log = open(LOG, "a", buffering=1, encoding="utf-8")  # noqa: SIM115 (open until the end)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
buttons: list = []
first = 0


def add(label: str) -> None:
    said = Gtk.Label(label=label) if MODE == "beside" else Gtk.Button(label=label)
    button = Gtk.Button(label="Open") if MODE == "beside" else said
    button.connect("clicked", lambda _: log.write(said.get_label() + "\n"))
    buttons.append(said)
    row = button
    if MODE == "beside":
        row = Gtk.Box()
        for part in (said, button):
            put(row, part)
    put(box, row)


def put(parent, child) -> None:
    if IS_GTK4:
        parent.append(child)
    else:
        parent.add(child)
        child.show()


def change() -> bool:
    global first
    if MODE == "swapped":
        one, other = random.sample(buttons, 2)
        label = one.get_label()
        one.set_label(other.get_label())
        other.set_label(label)
    elif MODE in ("recycled", "beside"):
        first += 1
        for place, button in enumerate(buttons):
            button.set_label(f"Row {(first + place) % 40}")
    else:
        for button in buttons:
            box.remove(button)
        buttons.clear()
        order = list(range(COUNT))
        random.shuffle(order)
        for number in order:
            add(f"Row {number}")
    GLib.timeout_add(random.randint(MIN, MAX), change)
    return False


for number in range(COUNT):
    add(f"Row {number}")
window = Gtk.Window(title="Rows")
if IS_GTK4:
    window.set_child(box)
    window.present()
else:
    window.add(box)
    window.show_all()
GLib.timeout_add(1000, change)
GLib.MainLoop().run()
