"""Applications of wxWidgets, which uses GTK 3 here."""

from application import Application, Live, press, text


def wx(name: str, kind: str, *command: str, **more) -> Application:
    return Application(name, "wxWidgets", kind, (name,), command or (name,), **more)


APPLICATIONS = [
    wx(
        "audacity", "sound",
        steps=(
            press('checkbox[label^="Don\'t show this again"]',
                  Live("check box", "^Don't show this again", state="checked")),
            text('textbox[value="44100"]', "48000"),
        ),
    ),
    wx(
        "poedit", "utility",
        steps=(press('menu[label="Help"]', Live("menu item", "^About")),),
        no_text="its first window has no field",
    ),
    wx(
        "filezilla", "network",
        steps=(
            press('menuitemcheckbox[label="Force showing hidden files"]',
                  Live("check menu item", "^Force showing hidden files$", state="checked")),
            text("textbox:visible:editable:first", "compat.example"),
        ),
    ),
    wx(
        "passwordsafe", "passwords", "pwsafe",
        steps=(
            press('checkbox[label="Open as read-only"]',
                  Live("check box", "^Open as read-only$", state="checked")),
            text("textbox:visible:editable:first", "compat was here"),
        ),
    ),
]
