#!/usr/bin/python3
"""A window of GTK 3 with combo boxes, of which two set back what is chosen, and a label that says what was chosen."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

NAMES = ["Spain", "France", "Italy"]

window = Gtk.Window(title="Choices")
window.connect("destroy", Gtk.main_quit)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
combo = Gtk.ComboBoxText()
for name in NAMES:
    combo.append_text(name)
combo.set_active(0)
combo.get_accessible().set_name("Country")
status = Gtk.Label(label="none")
combo.connect("changed", lambda _: status.set_label("chose " + NAMES[combo.get_active()]))
stubborn = Gtk.ComboBoxText()
for name in ["Alpha", "Beta"]:
    stubborn.append_text(name)
stubborn.set_active(0)
stubborn.connect("changed", lambda _: stubborn.set_active(0))
late = Gtk.ComboBoxText()
for name in NAMES:
    late.append_text(name)
late.set_active(0)
late.get_accessible().set_name("Late")
late.connect("changed", lambda _: GLib.timeout_add(150, late.set_active, 0))
entry = Gtk.ComboBoxText.new_with_entry()
for name in NAMES:
    entry.append_text(name)
entry.get_accessible().set_name("Any")
window.add(box)
box.add(stubborn)
box.add(combo)
box.add(late)
box.add(entry)
box.add(status)
window.show_all()
Gtk.main()
