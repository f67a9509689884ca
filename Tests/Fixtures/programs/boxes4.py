#!/usr/bin/python3
"""A window of GTK 4 with a button that opens a popover, which has check boxes in it, and a check box beside it."""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gtk  # noqa: E402


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Boxes")
    window.set_default_size(400, 120)
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=20)
    for label in ["Wrap", "Numbers", "Margin"]:
        content.append(Gtk.CheckButton(label=label))
    button = Gtk.MenuButton(label="Options", halign=Gtk.Align.START)
    button.set_popover(Gtk.Popover(child=content))
    box.append(button)
    box.append(Gtk.CheckButton(label="Beside", halign=Gtk.Align.END))
    window.set_child(box)
    window.present()


application = Gtk.Application(application_id="org.example.boxes")
application.connect("activate", activate)
application.run([])
