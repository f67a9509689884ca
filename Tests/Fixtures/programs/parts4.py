#!/usr/bin/python3
"""A window of GTK 4 with what tells little of its parts: entries that an application put together, of which one is only for those
who can read the tree of widgets, names with mnemonics, and a menu with shortcuts. A label says what was entered last."""

import gi

gi.require_version("Gtk", "4.0")
from gi.repository import Gio, Gtk  # noqa: E402


class QueryEditor(Gtk.Widget):
    """As in Nautilus: not even the text is told."""

    __gtype_name__ = "QueryEditor"

    def __init__(self, changed):
        super().__init__(accessible_role=Gtk.AccessibleRole.TEXT_BOX)
        self.set_layout_manager(Gtk.BoxLayout())
        self.text = Gtk.Text(hexpand=True)
        self.text.set_parent(self)
        self.text.connect("changed", lambda text: changed(text.get_text()))

    def do_dispose(self):
        self.text.unparent()


def activate(application):
    status = Gtk.Label(label="none")
    box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
    name = Gtk.Entry(placeholder_text="Name")
    editor = QueryEditor(lambda text: status.set_label("query " + text))
    wrap = Gtk.CheckButton(label="_Wrap text", use_underline=True)
    file = Gtk.CheckButton(label="_a")
    menu = Gio.Menu()
    menu.append("_Save", "app.save")
    menu.append("Save _As", "app.save-as")
    for action, keys in [("save", ["<Control>s"]), ("save-as", [])]:
        application.add_action(Gio.SimpleAction.new(action, None))
        application.set_accels_for_action("app." + action, keys)
    button = Gtk.MenuButton(label="Menu", menu_model=menu)
    for widget in [name, editor, wrap, file, button, status]:
        box.append(widget)
    window = Gtk.ApplicationWindow(application=application, title="Parts", default_width=300)
    window.set_child(box)
    window.present()


application = Gtk.Application(application_id="org.example.parts")
application.connect("activate", activate)
application.run([])
