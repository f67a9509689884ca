#!/usr/bin/python3
"""A GTK 3 window with a name, a text and a button, always at the same place of the screen.

usage: speaker.py NAME

Lines on standard input make it act:

  say TEXT       its text becomes this
  announce TEXT  it announces this to assistive technology
  quit

Each line is answered with "ok" on standard output.
"""
import sys
import threading

import gi

gi.require_version("Gtk", "3.0")
from gi.repository import GLib, Gtk  # noqa: E402

NAME = sys.argv[1]
GLib.set_prgname(NAME)
GLib.set_application_name(NAME)
window = Gtk.Window(title=f"Window of {NAME}")
window.set_default_size(300, 200)
window.connect("delete-event", lambda *_: Gtk.main_quit())
label = Gtk.Label(label=f"Text of {NAME}")
button = Gtk.Button(label=f"Button of {NAME}")
button.connect("clicked", lambda _: label.set_text(f"Pressed {NAME}"))
box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
box.pack_start(label, True, True, 0)
box.pack_start(button, True, True, 0)
window.add(box)
window.move(100, 100)
window.show_all()


def act(line):
    word, _, text = line.partition(" ")
    if word == "say":
        label.set_text(text)
    elif word == "announce":
        window.get_accessible().emit("announcement", text)
    elif word == "quit":
        Gtk.main_quit()
    print("ok", flush=True)


def listen():
    for line in sys.stdin:
        GLib.idle_add(act, line.rstrip("\n"))


threading.Thread(target=listen, daemon=True).start()
Gtk.main()
