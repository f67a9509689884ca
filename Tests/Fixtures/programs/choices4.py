#!/usr/bin/python3
"""A window of GTK 4 with drop-downs, one of which sets back what is chosen, and a label that says what was chosen."""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402

NAMES = ["Spain", "France", "Italy"]


def add(box, label, body):
    row = Gtk.Box()
    text = Gtk.Label(label=label)
    drop_down = Gtk.DropDown.new_from_strings(NAMES)
    text.set_mnemonic_widget(drop_down)
    drop_down.connect("notify::selected", lambda down, _: body(down))
    row.append(text)
    row.append(drop_down)
    box.append(row)


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Choices")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    status = Gtk.Label(label="none")
    add(box, "Country", lambda down: status.set_label("chose " + NAMES[down.get_selected()]))
    add(box, "Stubborn", lambda down: down.set_selected(0))
    old = Gtk.ComboBoxText()
    old.append_text("Red")
    box.append(old)
    box.append(status)
    window.set_child(box)
    window.present()


application = Gtk.Application(application_id="org.example.choices")
application.connect("activate", activate)
application.run([])
