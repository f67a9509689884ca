#!/usr/bin/python3
"""A window of GTK 4 with menu buttons, buttons with only an icon, and a button that opens a popover."""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, Gtk  # noqa: E402


def activate(application):
    window = Gtk.ApplicationWindow(application=application, title="Popovers")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    box.append(Gtk.Button(label="First"))
    content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    content.append(Gtk.Label(label="In the popover"))
    content.append(Gtk.Button(label="Apply"))
    details = Gtk.MenuButton(label="Details")
    details.set_popover(Gtk.Popover(child=content))
    box.append(details)
    menu = Gio.Menu()
    menu.append("Open", "app.open")
    application.add_action(Gio.SimpleAction.new("open", None))
    main = Gtk.MenuButton(icon_name="open-menu-symbolic", tooltip_text="Main menu")
    main.set_menu_model(menu)
    box.append(main)
    box.append(Gtk.Button(icon_name="document-save-symbolic", tooltip_text="Save the file"))
    opener = Gtk.Button(label="Opener")
    popover = Gtk.Popover(child=Gtk.Button(label="Inside"))
    popover.set_parent(opener)
    opener.connect("clicked", lambda *_: popover.popup())
    box.append(opener)
    window.set_child(box)
    window.present()


application = Gtk.Application(application_id="org.example.popovers")
application.connect("activate", activate)
application.run([])
