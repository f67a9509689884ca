"""Applications of GTK 4, which does not report the state "showing"."""

from application import Application, Live, press, text
from bridge import ROOT

NOTE = {"note.txt": "first line\n"}
STALL_PROGRAM = str(ROOT / "bench/compat/stall_program.py")


def gtk4(name: str, kind: str, package: str, *command: str, **more) -> Application:
    return Application(name, "GTK 4", kind, (package,), command or (name,), **more)


APPLICATIONS = [
    gtk4(
        "stall-program-gtk4", "test program", "gir1.2-gtk-4.0",
        STALL_PROGRAM, "4.0", "{work}/stalls",
        steps=(
            text("textbox", "compat was here"),
            press('button[label="Count"]', Live("label", "^pressed once$", state=None)),
        ),
        note="The same program as stall-program-gtk3.",
    ),
    gtk4(
        "gtk4-widget-factory", "test program", "gtk-4-examples",
        settles=3,
        steps=(
            text('textbox[value="entry"]:enabled:first', "compat was here"),
            press('tab[label="Page _2"]', Live(name="^Page _2$", state="selected")),
        ),
    ),
    gtk4(
        "gnome-calculator", "calculator", "gnome-calculator",
        steps=(
            text("textbox:focused", "40+2"),
            press('button[label="="]', Live(text="^42$", state=None)),
        ),
        short=True,
    ),
    gtk4(
        "gnome-text-editor", "editor", "gnome-text-editor",
        "gnome-text-editor", "--standalone", "{work}/note.txt",
        files=NOTE,
        steps=(
            text('textbox[value^="first line"]', "compat was here"),
            press('button[label^="New tab"]', Live(name="^New Document", state=None)),
        ),
    ),
    gtk4(
        "nautilus", "files", "nautilus", "nautilus", "--new-window", "{work}",
        files=NOTE,
        steps=(
            press('button:has(label[label^="compat."])', Live(text=r"/compat\.[^/]*$", state=None)),
            text('textbox[value^="/"]', "/usr/share"),
        ),
    ),
    gtk4(
        "gnome-clocks", "utility", "gnome-clocks",
        steps=(press('tab[label="Alarms"]:first', Live(name="^Alarms$", state="selected")),),
        no_text="a field comes only with a place or an alarm that is added",
    ),
    gtk4(
        "gnome-font-viewer", "viewer", "gnome-font-viewer",
        steps=(
            text("searchbox", "compat was here"),
        ),
        no_press="its buttons have no names",
    ),
]
