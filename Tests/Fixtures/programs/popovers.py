#!/usr/bin/python3
"""A window of GTK 3 with a popover that is not modal, and a closed expander in a scrolled view."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import Gtk  # noqa: E402

window = Gtk.Window(title="Popovers", default_width=300, default_height=300)
window.connect("destroy", Gtk.main_quit)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
box.add(Gtk.Button(label="First"))
opener = Gtk.MenuButton(label="Details")
content = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
content.add(Gtk.Label(label="In the popover"))
content.add(Gtk.Button(label="Apply"))
content.show_all()
popover = Gtk.Popover(modal=False, relative_to=opener)
popover.add(content)
opener.set_popover(popover)
box.add(opener)
expander = Gtk.Expander(label="More")
expander.add(Gtk.Button(label="In the expander"))
box.add(expander)
view = Gtk.ScrolledWindow(expand=True)
view.add(box)
window.add(view)
window.show_all()
Gtk.main()
