#!/usr/bin/python3
"""A window whose parts are shown and hidden, for GTK 3 and GTK 4.

usage: visibility.py 3|4

The buttons are for users; lines on standard input make the application itself act:

  page NAME         shows a page of the stack: "first", "second", "third" or "search"
  reveal on|off     opens or closes the revealer
  late on|off       shows or hides words that were hidden at first, in a space of constant size
  row N on|off      shows or hides the row with that number, 1 to 5
  message TEXT MS   shows a message for MS milliseconds: a new label each time
  again TEXT MS     the same, with one label that is hidden and shown again
  quit

Each line is answered with "ok" on standard output when it has taken effect; for messages, when they have
disappeared.
"""
import sys

import gi

VERSION = int(sys.argv[1])
NAME = f"visibility-{VERSION}"
gi.require_version("Gtk", f"{VERSION}.0")
from gi.repository import GLib, Gtk  # noqa: E402


def append(box, widget):
    if VERSION == 4:
        box.append(widget)
    else:
        box.pack_start(widget, False, False, 0)
        widget.show_all()


def box(*children):
    result = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=4)
    for child in children:
        append(result, child)
    return result


def button(label, action):
    result = Gtk.Button(label=label)
    result.connect("clicked", lambda _: action())
    return result


def set_child(parent, child):
    if VERSION == 4:
        parent.set_child(child)
    else:
        parent.add(child)
        child.show_all()


class Window:
    def __init__(self):
        self.window = Gtk.Window(title=f"Visibility {VERSION}")
        self.window.set_default_size(500, 600)
        self.window.connect("close-request" if VERSION == 4 else "delete-event", lambda *_: LOOP.quit())
        self.stack = Gtk.Stack(transition_type=Gtk.StackTransitionType.CROSSFADE, transition_duration=200)
        for name in ("first", "second", "third"):
            page = box(Gtk.Label(label=f"Content of the {name} page"), Gtk.Entry(), Gtk.CheckButton(label=f"Option {name}"))
            self.stack.add_titled(page, name, f"The {name} page")
        self.stack.add_titled(self.search_page(), "search", "The search page")
        self.revealer = Gtk.Revealer(transition_duration=50)
        set_child(self.revealer, box(Gtk.Label(label="Revealed words"), Gtk.Button(label="Revealed button")))
        self.rows = []
        rows = Gtk.ListBox()
        for number in range(1, 6):
            row = Gtk.ListBoxRow()
            set_child(row, Gtk.Label(label=f"Row {number}"))
            rows.insert(row, -1)
            self.rows.append(row)
        self.messages = box()
        self.again = Gtk.Label()
        append(self.messages, self.again)
        self.late = Gtk.Label(label="Late words")
        self.late_page = box(Gtk.Label(label="Words of the late page"), Gtk.Entry())
        content = box(
            Gtk.StackSwitcher(stack=self.stack) if VERSION == 4 else self.switcher(),
            self.stack,
            button("Show second", lambda: self.page("second")),
            button("Reveal", lambda: self.reveal(not self.revealer.get_reveal_child())),
            button("Toggle row 3", lambda: self.row(3, not self.rows[2].get_visible())),
            button("Say soon", lambda: GLib.timeout_add(300, lambda: self.say("Said late", 3600000))),
            button("Show late page", lambda: self.late_page.set_visible(True)),
            self.place(self.late), self.place(self.late_page), self.revealer, rows, self.messages)
        set_child(self.window, content)
        for widget in (self.again, self.late, self.late_page):
            widget.set_visible(False)
        self.window.present()

    def place(self, child):
        """Returns a container of constant size, whatever it shows."""
        fixed = Gtk.Fixed()
        fixed.set_size_request(400, 60)
        fixed.put(child, 0, 0)
        if VERSION == 3:
            child.show_all()
        return fixed

    def search_page(self):
        """A page with nothing in its middle but the text of an entry, which has no accessible object."""
        entry = Gtk.SearchEntry(hexpand=True, vexpand=True, margin_start=9, margin_end=9)
        page = Gtk.Box()
        append(page, entry)
        return page

    def switcher(self):
        result = Gtk.StackSwitcher()
        result.set_stack(self.stack)
        return result

    def page(self, name):
        self.stack.set_visible_child_name(name)

    def reveal(self, on):
        self.revealer.set_reveal_child(on)

    def row(self, number, on):
        self.rows[number - 1].set_visible(on)

    def say(self, text, milliseconds, done=lambda: None):
        label = Gtk.Label(label=text)
        append(self.messages, label)

        def remove():
            if VERSION == 4:
                self.messages.remove(label)
            else:
                label.destroy()
            done()

        GLib.timeout_add(milliseconds, remove)

    def say_again(self, text, milliseconds, done):
        self.again.set_label(text)
        self.again.set_visible(True)

        def hide():
            self.again.set_visible(False)
            done()

        GLib.timeout_add(milliseconds, hide)


def reply():
    print("ok", flush=True)


def command(line):
    name, *rest = line.split()
    if name == "page":
        WINDOW.page(rest[0])
    elif name == "reveal":
        WINDOW.reveal(rest[0] == "on")
    elif name == "late":
        WINDOW.late.set_visible(rest[0] == "on")
    elif name == "row":
        WINDOW.row(int(rest[0]), rest[1] == "on")
    elif name == "message":
        return WINDOW.say(rest[0], int(rest[1]), reply)
    elif name == "again":
        return WINDOW.say_again(rest[0], int(rest[1]), reply)
    elif name == "quit":
        LOOP.quit()
    reply()


def readable(source, condition):
    line = sys.stdin.readline()
    if not line:
        LOOP.quit()
        return False
    command(line)
    return True


GLib.set_prgname(NAME)
LOOP = GLib.MainLoop()
if VERSION == 4:
    Gtk.init()
else:
    Gtk.init(sys.argv)
WINDOW = Window()
GLib.io_add_watch(sys.stdin.fileno(), GLib.IO_IN | GLib.IO_HUP, readable)
LOOP.run()
