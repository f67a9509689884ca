"""Applications of GTK 3."""

from application import Application, File, Live, prepare, press, text
from bridge import ROOT

NOTE = {"note.txt": "first line\n"}
NOTE_WRITTEN = File("note.txt", "compat was here")
DOCUMENT = str(ROOT / "bench/compat/documents/two-pages.pdf")
STALL_PROGRAM = str(ROOT / "bench/compat/stall_program.py")
READ_ONLY_DISPLAY = "its display takes no text but by its keys"


def gtk3(name: str, kind: str, package: str, *command: str, **more) -> Application:
    return Application(name, "GTK 3", kind, (package,), command or (name,), **more)


APPLICATIONS = [
    gtk3(
        "stall-program-gtk3", "test program", "gir1.2-gtk-3.0",
        STALL_PROGRAM, "3.0", "{work}/stalls",
        steps=(
            text("textbox", "compat was here"),
            press('button[label="Count"]', Live("label", "^pressed once$")),
        ),
        note="3,000 labels, a field and a button: the test program whose timer measures stalls. Its GtkFlowBox "
        "says that it manages its descendants, so the bridge asks for them one by one.",
    ),
    gtk3(
        "gtk3-widget-factory", "test program", "gtk-3-examples",
        settles=3,
        steps=(
            text('textbox[value="entry"]:enabled', "compat was here"),
            press('radio[label="Page 2"]', Live("radio button", "^Page 2$", state="checked")),
        ),
    ),
    gtk3(
        "mousepad", "editor", "mousepad", "mousepad", "{work}/note.txt",
        files=NOTE,
        steps=(
            text("tab textbox", "compat was here"),
            press('menuitem[label="Save"]', NOTE_WRITTEN),
        ),
    ),
    gtk3(
        "gedit", "editor", "gedit", "gedit", "{work}/note.txt",
        files=NOTE,
        steps=(
            text("tab textbox:visible", "compat was here"),
            press('button[label="Save"]:visible', NOTE_WRITTEN),
        ),
    ),
    gtk3(
        "pluma", "editor", "pluma", "pluma", "{work}/note.txt",
        files=NOTE,
        steps=(
            text("tab textbox:visible", "compat was here"),
            press('toolbar button[label="Save"]', NOTE_WRITTEN),
        ),
    ),
    gtk3(
        "geany", "editor", "geany", "geany", "-i", "{work}/note.txt",
        files=NOTE,
        steps=(
            text('textbox[value^="first line"]', "compat was here"),
            press('menu[label="File"] > menuitem[label="Save"]', NOTE_WRITTEN),
        ),
    ),
    gtk3(
        "evince", "viewer", "evince", "evince", DOCUMENT,
        steps=(
            text('textbox[label="page-label-entry"]', "2",
                 Live(name="^page-label-entry$", text="^2$")),
            press('textbox[label="page-label-entry"]', Live(text="Second page of two")),
        ),
    ),
    gtk3(
        "atril", "viewer", "atril", "atril", DOCUMENT,
        steps=(
            press('toolbar button[label="Next"]', Live(text="Second page of two")),
            text('textbox[label="page-label-entry"]', "1",
                 Live(name="^page-label-entry$", text="^1$")),
        ),
    ),
    gtk3(
        "eog", "viewer", "eog", "eog", "/usr/share/pixmaps/debian-logo.png",
        steps=(
            press('button[label="Zoom In"]', Live("text", text=r"^(?!100%)\d+%$")),
            text('textbox[value$="%"]', "200%"),
        ),
    ),
    gtk3(
        "thunar", "files", "thunar", "thunar", "{work}",
        files=NOTE,
        steps=(
            text('toolbar textbox', "/usr/share", Live("text", text="^/usr/share$")),
            press('toolbar textbox', Live("frame", "^share - ")),
        ),
    ),
    gtk3(
        "xfce4-terminal", "terminal", "xfce4-terminal", "xfce4-terminal", "--disable-server",
        no_text="a terminal takes keys, not texts",
        steps=(
            press('menu[label="Help"]', Live("menu item", "^About$")),
        ),
    ),
    gtk3(
        "galculator", "calculator", "galculator",
        steps=(press('[label="7"]', Live("text", text="^7$")),),
        no_text=READ_ONLY_DISPLAY,
    ),
    gtk3(
        "qalculate-gtk", "calculator", "qalculate-gtk",
        steps=(
            text("textbox:focused", "40+2", Live("text", text=r"^40\+2$")),
            press('button[label="7"]:visible', Live("text", text="7$")),
        ),
    ),
    gtk3(
        "claws-mail", "mail", "claws-mail",
        steps=(
            press('button[label="Next"]', Live("text", state="showing")),
            text("textbox:visible:editable:first", "Ada Compat"),
        ),
    ),
    gtk3(
        "transmission-gtk", "network", "transmission-gtk",
        steps=(
            press('button[label="I Agree"]', Live("push button", "^I Agree$", absent=True)),
            text("window > * textbox:visible:enabled", "compat was here"),
        ),
    ),
    gtk3(
        "gnumeric", "office", "gnumeric",
        steps=(
            text('textbox[value="A1"]', "B2"),
            press('menu[label="Help"]', Live("menu item", "^About$")),
        ),
        note="Its sheet draws itself and is not on the accessibility bus.",
    ),
    gtk3(
        "gnome-tweaks", "settings", "gnome-tweaks",
        steps=(
            prepare("press", 'toggle-button[label!="Menu"]:first'),
            text("textbox:visible:editable", "compat was here"),
            press('toggle-button[label="Menu"]:visible', Live("push button", "^About Tweaks$")),
        ),
    ),
    gtk3(
        "file-roller", "files", "file-roller",
        steps=(press('toggle-button[label="Menu"]', Live("push button", "^About")),),
        no_text="a field comes only with an archive",
    ),
    gtk3(
        "seahorse", "passwords", "seahorse",
        steps=(
            press('toggle-button[label="Menu"]:visible', Live("radio button", "^Show trusted$")),
        ),
        no_text="its filter can be used only where there are keys",
    ),
]
