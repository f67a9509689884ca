#!/usr/bin/python3
"""A window with a password field that can be shown, for GTK 3, GTK 4, Qt 5 and Qt 6.

usage: passwords.py gtk3|gtk4|qt5|qt6

The buttons "Show" and "Hide" switch, as those of real forms do. The label "Length N" says how much was entered.
"""
import sys

KIT = sys.argv[1]
NAME = f"passwords-{KIT}"


def gtk(version):
    import gi
    gi.require_version("Gtk", f"{version}.0")
    from gi.repository import GLib, Gtk
    GLib.set_prgname(NAME)
    GLib.set_application_name(NAME)

    def fill(window):
        box = Gtk.Box(orientation=Gtk.Orientation.VERTICAL, spacing=6)
        if version == 4:
            entry = Gtk.PasswordEntry(show_peek_icon=True)
            entry.update_property([Gtk.AccessibleProperty.LABEL], ["Password"])
            add = box.append

            def show(visible):
                delegate = entry.get_delegate()
                delegate.set_visibility(visible)
        else:
            entry = Gtk.Entry(visibility=False, input_purpose=Gtk.InputPurpose.PASSWORD)
            entry.get_accessible().set_name("Password")

            def add(widget):
                box.pack_start(widget, False, False, 0)

            def show(visible):
                entry.set_visibility(visible)
        length = Gtk.Label(label="Length 0")
        entry.connect("changed", lambda *_: length.set_text(f"Length {len(entry.get_text())}"))
        add(entry)
        for title, visible in (("Show", True), ("Hide", False)):
            button = Gtk.Button(label=title)
            button.connect("clicked", lambda _, visible=visible: show(visible))
            add(button)
        add(length)
        if version == 4:
            window.set_child(box)
            window.present()
        else:
            window.add(box)
            window.show_all()

    if version == 4:
        app = Gtk.Application(application_id=f"org.example.{NAME.replace('-', '')}")
        app.connect("activate", lambda app: fill(Gtk.ApplicationWindow(application=app, title=NAME)))
        app.run([])
    else:
        window = Gtk.Window(title=NAME)
        window.connect("destroy", Gtk.main_quit)
        fill(window)
        Gtk.main()


def qt(version):
    if version == 6:
        from PyQt6 import QtWidgets
    else:
        from PyQt5 import QtWidgets
    app = QtWidgets.QApplication([NAME])
    app.setApplicationName(NAME)
    window = QtWidgets.QWidget()
    window.setWindowTitle(NAME)
    box = QtWidgets.QVBoxLayout(window)
    entry = QtWidgets.QLineEdit()
    entry.setAccessibleName("Password")
    modes = QtWidgets.QLineEdit.EchoMode
    entry.setEchoMode(modes.Password)
    length = QtWidgets.QLabel("Length 0")
    entry.textChanged.connect(lambda text: length.setText(f"Length {len(text)}"))
    box.addWidget(entry)
    for title, mode in (("Show", modes.Normal), ("Hide", modes.Password)):
        button = QtWidgets.QPushButton(title)
        button.clicked.connect(lambda _=False, mode=mode: entry.setEchoMode(mode))
        box.addWidget(button)
    box.addWidget(length)
    window.show()
    app.exec()


{"gtk3": lambda: gtk(3), "gtk4": lambda: gtk(4), "qt5": lambda: qt(5), "qt6": lambda: qt(6)}[KIT]()
