"""LibreOffice. Its windows are GTK 3 here; their content is its own."""

from application import Application, Live, press, text


def office(part: str, **more) -> Application:
    return Application(
        part, "LibreOffice", "office", (f"libreoffice-{part}", "libreoffice-gtk3"),
        ("soffice", "--norestore", "--nologo", f"--{part}",
         "-env:UserInstallation=file://{work}/profile"),
        limit=30, **more)


APPLICATIONS = [
    office(
        "calc",
        steps=(
            text('cell[label="A1"]', "40"),
            press('toolbar toggle-button[label="Bold"]',
                  Live("toggle button", "^Bold$", state="checked")),
        ),
        note="Only the cells on screen are mirrored; `act TABLE \'cell B400\'` brings another into the mirror.",
        short=True,
    ),
    office(
        "writer",
        steps=(
            text("document paragraph:editable:first", "compat was here"),
            press('toolbar toggle-button[label="Bold"]:visible:first',
                  Live("toggle button", "^Bold$", state="checked")),
        ),
        short=True,
    ),
    office(
        "impress",
        note="The list of the template dialog, which shows at its start, makes its items anew without an "
        "event; they are told as new when the application is read again.",
        steps=(
            text('paragraph[value="Click to add Title"]', "compat was here"),
            press('toggle-button[label="Grid"]', Live("toggle button", "^Grid$", state="checked")),
        ),
    ),
]
