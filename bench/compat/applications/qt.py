"""Applications of Qt 5 and Qt 6."""

from application import Application, File, Live, press, text
from bridge import ROOT

NOTE = {"note.txt": "first line\n"}
NOTE_WRITTEN = File("note.txt", "compat was here")
DOCUMENT = str(ROOT / "bench/compat/documents/two-pages.pdf")


def qt5(name: str, kind: str, package: str, *command: str, **more) -> Application:
    return Application(name, "Qt 5", kind, (package,), command or (name,), **more)


def qt6(name: str, kind: str, package: str, *command: str, **more) -> Application:
    return Application(name, "Qt 6", kind, (package,), command or (name,), **more)


APPLICATIONS = [
    qt5(
        "kate", "editor", "kate", "kate", "--startanon", "--new", "{work}/note.txt",
        files=NOTE,
        steps=(
            press('menuitem[label="New"]', Live("page tab", "^Untitled")),
        ),
        no_text="its editor says that it is editable and has no interface to edit it",
    ),
    qt5(
        "featherpad", "editor", "featherpad", "featherpad", "--standalone", "{work}/note.txt",
        files=NOTE,
        steps=(
            text('textbox[value^="first line"]', "compat was here"),
            press('button[label="Save"]:visible', NOTE_WRITTEN),
        ),
        short=True,
    ),
    qt5(
        "okular", "viewer", "okular", "okular", DOCUMENT,
        steps=(
            text('textbox[value="1"]:visible', "2", Live(text="^2$")),
            # Without a click, it is unchecked and its action does not run.
            press('checkbox[label="Show Sidebar"]:visible', Live("label", "^Thumbnails$", absent=True),
                  "--synthesize"),
        ),
    ),
    qt5(
        "dolphin", "files", "dolphin", "dolphin", "--new-window", "{work}",
        files=NOTE,
        steps=(
            press('button[label="Close"]:visible', Live(name="^Running Dolphin", absent=True)),
        ),
        no_text="its fields come with a search or a rename",
    ),
    qt5(
        "kcalc", "calculator", "kcalc",
        steps=(press('button[label="7"]', Live("frame", "^7$")),),
        no_text="its display takes no text but by its keys",
    ),
    qt5(
        "qterminal", "terminal", "qterminal",
        steps=(press('menuitem[label="New Tab"]', Live("page tab", "^Shell No. 2$")),),
        no_text="its terminal is not on the accessibility bus",
    ),
    qt5(
        "keepassxc", "passwords", "keepassxc",
        steps=(
            press('button[label="Create new database"]', Live(name="Database Name")),
            text("dialog textbox:visible:editable:first", "compat was here"),
        ),
    ),
    qt5(
        "speedcrunch", "calculator", "speedcrunch",
        steps=(
            text("textbox:focused", "40+2"),
            press('menuitem[label="Keypad"]', Live("push button", "^7$")),
        ),
    ),
    qt6(
        "focuswriter", "editor", "focuswriter", "focuswriter", "{work}/note.txt",
        files=NOTE,
        steps=(
            text('textbox[value^="first line"]', "compat was here"),
            press('toolbar button[label="Save"]', NOTE_WRITTEN),
        ),
        short=True,
    ),
    qt6(
        "linguist-qt6", "utility", "linguist-qt6", "/usr/lib/qt6/bin/linguist",
        steps=(
            press('window[label="Warnings"] > button[label="Close"]',
                  Live(name="^Warnings$", absent=True)),
        ),
        no_text="its fields are made for an open translation",
    ),
    qt6(
        "qt6ct", "settings", "qt6ct",
        steps=(
            press('radio[label="Custom"]', Live("radio button", "^Custom$", state="checked")),
        ),
        no_text="the one field on its first page is a disabled preview",
    ),
]
