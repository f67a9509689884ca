#!/usr/bin/python3
"""A window with buttons that do different things, or nothing, beside something that changes by itself.

usage: buttons.py 3.0|4.0 none|label|rows|progress [FILE]

Each button does what its label says. FILE gets a line for each press, with the label that the button had when it was
made: a button that is used again for another row has another label by then.
"""

import os
import sys
import time

import gi

gi.require_version("Gtk", sys.argv[1])
from gi.repository import GLib, Gtk  # noqa: E402

IS_GTK4 = sys.argv[1] == "4.0"
NOISE = sys.argv[2]
LOG = sys.argv[3] if len(sys.argv) > 3 else os.devnull
PERIOD_MS = 100


def add(box, widget):
    if IS_GTK4:
        box.append(widget)
    else:
        box.add(widget)
        widget.show_all()
    return widget


class Window:
    def __init__(self):
        self.loop = GLib.MainLoop()
        self.window = Gtk.Window(title="Buttons")
        self.box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL)
        if IS_GTK4:
            self.window.set_child(self.box)
            self.window.connect("close-request", lambda _: self.loop.quit())
        else:
            self.window.add(self.box)
            self.window.connect("destroy", lambda _: self.loop.quit())
        self.status = add(self.box, Gtk.Label(label="ready"))
        self.count = 0
        grid = add(self.box, Gtk.FlowBox(min_children_per_line=4, max_children_per_line=4))
        for label, action in self.actions().items():
            button = Gtk.Button(label=label)
            button.connect("clicked", self.press, label, action)
            (grid.append if IS_GTK4 else grid.add)(button)
        self.check = add(self.box, Gtk.CheckButton(label="Box"))
        self.entry = add(self.box, Gtk.Entry(text="empty"))
        self.scale = add(
            self.box, Gtk.Scale.new_with_range(Gtk.Orientation.HORIZONTAL, 0, 100, 1)
        )
        self.rows = add(self.box, Gtk.Box(orientation=Gtk.Orientation.VERTICAL))
        self.make_noise()
        if IS_GTK4:
            self.window.present()
        else:
            self.window.show_all()

    def press(self, button, label, action) -> None:
        with open(LOG, "a", encoding="utf-8") as log:
            log.write(label + "\n")
        action(button)

    def actions(self) -> dict:
        return {
            "Nothing": lambda _: None,
            "At once": lambda _: self.tell(),
            "After 100 ms": lambda _: self.tell_after(100),
            "After 400 ms": lambda _: self.tell_after(400),
            "After 1500 ms": lambda _: self.tell_after(1500),
            "Renames itself": lambda button: button.set_label("Renamed"),
            "Dialog": lambda _: self.dialog(),
            "Modal dialog": lambda _: self.modal_dialog(),
            "Writes a file": lambda _: open(LOG + ".written", "w").close(),
            "Ticks box": lambda _: self.check.set_active(not self.check.get_active()),
            "Focuses entry": lambda _: self.entry.grab_focus(),
            "Fills entry": lambda _: self.entry.set_text(f"filled {self.next()}"),
            "Moves scale": lambda _: self.scale.set_value(self.scale.get_value() + 7),
            "Adds row": lambda _: add(self.rows, Gtk.Label(label=f"Row {self.next()}")),
            "Disables itself": lambda button: button.set_sensitive(False),
            "Hides itself": lambda button: button.hide(),
            "Title": lambda _: self.window.set_title(f"Buttons {self.next()}"),
            "Hangs": lambda _: time.sleep(5),
            "Crashes": lambda _: os.kill(os.getpid(), 9),
            "Quits": lambda _: self.loop.quit(),
        }

    def next(self) -> int:
        self.count += 1
        return self.count

    def tell(self) -> bool:
        self.status.set_label(f"done {self.next()}")
        return False

    def tell_after(self, milliseconds: int) -> None:
        GLib.timeout_add(milliseconds, self.tell)

    def dialog(self):
        dialog = Gtk.Window(title="Sure?", transient_for=self.window)
        box = Gtk.Box()
        add(box, Gtk.Label(label="Are you sure?"))
        if IS_GTK4:
            dialog.set_child(box)
            dialog.present()
        else:
            dialog.add(box)
            dialog.show_all()
        GLib.timeout_add(4000, lambda: dialog.destroy() and False)
        return dialog

    def modal_dialog(self) -> None:
        dialog = self.dialog()
        dialog.set_modal(True)
        nested = GLib.MainLoop()
        GLib.timeout_add(3000, lambda: nested.quit() and False)
        nested.run()

    # --- what changes by itself ------------------------------------------------------------------

    def make_noise(self) -> None:
        ticks = 0
        if NOISE == "label":
            noise = add(self.box, Gtk.Label(label="0"))
            change = lambda: noise.set_label(str(ticks))  # noqa: E731
        elif NOISE == "progress":
            noise = add(self.box, Gtk.ProgressBar())
            change = lambda: noise.set_fraction(ticks % 100 / 100)  # noqa: E731
        elif NOISE == "rows":
            noise = [add(self.box, Gtk.Label(label=f"Item {n}")) for n in range(4)]

            def change() -> None:
                for place, label in enumerate(noise):
                    label.set_label(f"Item {(ticks + place) % 4}")
        else:
            return

        def tick() -> bool:
            nonlocal ticks
            ticks += 1
            change()
            return True

        GLib.timeout_add(PERIOD_MS, tick)


GLib.set_prgname("buttons")
if not IS_GTK4:
    Gtk.init([])
else:
    Gtk.init()
window = Window()
window.loop.run()
