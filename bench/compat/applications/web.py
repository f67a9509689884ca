"""Applications that show web pages: Gecko and Chromium."""

from application import Application, Live, Step, press, text
from bridge import ROOT

GECKO = ("Gecko answers yes to SetTextContents and changes nothing, so texts are set with --synthesize, "
         "which types them.")
PAGE = str(ROOT / "Tests/Fixtures/pages/controls.html")


def typed(target: str, value: str) -> Step:
    """Sets a text where only typed keys change it."""
    return text(target, value, None, "--synthesize")


APPLICATIONS = [
    Application(
        "firefox", "Gecko", "browser", ("firefox-esr",),
        ("firefox-esr", "--no-remote", "--profile", "{work}", PAGE),
        steps=(
            press('document button[label="Count 0"]', Live(name="^Count 1$")),
            typed('document textbox[label="Name"]', "compat was here"),
        ),
        limit=30,
        note=GECKO,
        short=True,
    ),
    Application(
        "chromium", "Chromium", "browser", ("chromium",), ("lab-chromium", PAGE),
        steps=(
            press('document button[label="Count 0"]', Live(name="^Count 1$")),
            typed('document textbox[label="Name"]', "compat was here"),
        ),
        limit=30,
        note="Chromium has no interface to edit text: --synthesize types it.",
    ),
    Application(
        "thunderbird", "Gecko", "mail", ("thunderbird",),
        ("thunderbird", "--no-remote", "--profile", "{work}"),
        steps=(
            typed('textbox[label^="Full name"]', "Ada Compat"),
        ),
        no_press="what its first page offers leads to the network",
        limit=30,
        note=GECKO,
    ),
]
