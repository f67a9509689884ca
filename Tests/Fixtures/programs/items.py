#!/usr/bin/python3
"""A window of GTK 3 with a list whose names have icons beside them in one column, which opens all rows that are selected where
one is activated, and tells at which row its cursor is then, and a spin button of whole numbers."""

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

GLib.set_prgname("items")
window = Gtk.Window(title="Items")
window.connect("destroy", Gtk.main_quit)
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
store = Gtk.ListStore(str, str, str)
for name, size in (("Letter", "12 kB"), ("Photo", "3 MB"), ("Song", "5 MB")):
    store.append(["text-x-generic", name, size])
view = Gtk.TreeView(model=store)
selection = view.get_selection()
selection.set_mode(Gtk.SelectionMode.MULTIPLE)
opened = Gtk.Label(label="opened nothing")
place = Gtk.Label(label="at no row")


def open_selected(*_):
    names = [store[path][1] for path in selection.get_selected_rows()[1]]
    opened.set_text("opened " + " and ".join(names or ["the folder"]))
    path, _ = view.get_cursor()
    place.set_text("at " + (store[path][1] if path else "no row"))


view.connect("row-activated", open_selected)
column = Gtk.TreeViewColumn("Name")
for renderer, kind, number in (
    (Gtk.CellRendererPixbuf(), "icon-name", 0),
    (Gtk.CellRendererText(), "text", 1),
):
    column.pack_start(renderer, False)
    column.add_attribute(renderer, kind, number)
view.append_column(column)
view.append_column(Gtk.TreeViewColumn("Size", Gtk.CellRendererText(), text=2))
box.add(view)
box.add(opened)
box.add(place)
count = Gtk.SpinButton.new_with_range(0, 100, 1)
count.get_accessible().set_name("Count")
box.add(count)
window.add(box)
window.show_all()
Gtk.main()
