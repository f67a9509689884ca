#!/usr/bin/python3
"""A window of GTK 3 with buttons that give themselves an accessible name when they are pressed.

ATK tells of a name that replaces another one, and not of the first one that an object gets: no event is sent.
The last button does nothing.
"""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Silent names")
window.connect("destroy", Gtk.main_quit)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
window.add(box)
for number in range(1, 5):
    button = Gtk.Button(label=f"Job {number}")
    button.connect("clicked", lambda it, n=number: it.get_accessible().set_name(f"Done {n}"))
    box.add(button)
box.add(Gtk.Button(label="Idle"))
window.show_all()
Gtk.main()
