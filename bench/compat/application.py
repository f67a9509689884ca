"""What the table of applications is made of."""

from __future__ import annotations

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Live:
    """An object that the application itself shows, read from it without the bridge.

    `name` and `text` are regular expressions that must match somewhere; `text` is what the object's
    interface Text answers. `role` is the toolkit's name of the role. `state` are states that
    must be set, or not be set where one begins with "!".
    """

    role: str | None = None
    name: str | None = None
    text: str | None = None
    state: str | None = "showing"
    # Proved when there is no such object.
    absent: bool = False

    def __str__(self) -> str:
        said = [self.role or "object"]
        if self.name is not None:
            said.append(f"named /{self.name}/")
        if self.text is not None:
            said.append(f"with the text /{self.text}/")
        if self.state not in (None, "showing"):
            said.append(self.state)
        return ("no " if self.absent else "") + " ".join(said)


@dataclasses.dataclass(frozen=True)
class File:
    """A file that the application writes. `path` is below the work directory."""

    path: str
    contains: str

    def __str__(self) -> str:
        return f"{self.path} contains /{self.contains}/"


@dataclasses.dataclass(frozen=True)
class Step:
    """One command of `bridge-client`, and how its effect is proved.

    `does` says which column of the report it fills: "press" or "text"; "" is preparation.
    """

    does: str
    words: tuple[str, ...]
    proof: Live | File | None = None


def press(target: str, proof: Live | File | None, *options: str) -> Step:
    return Step("press", ("press", target, *options), proof)


def text(target: str, value: str, proof: Live | File | None = None, *options: str) -> Step:
    """Sets a text. Without another proof, the application's own text must hold it."""
    return Step("text", ("set", target, value, *options), proof or Live(text=re.escape(value), state=None))


def prepare(*words: str, proof: Live | File | None = None) -> Step:
    return Step("", words, proof)


@dataclasses.dataclass(frozen=True)
class Application:
    """A row of the table: what is started, and how it is used."""

    name: str
    # The toolkit, as the table groups it; what the application says itself is measured.
    group: str
    # What people use it for: "editor", "mail".
    kind: str
    # Debian packages; the version of the first is reported.
    packages: tuple[str, ...]
    # {work} stands for a directory of its own, in which `files` are written; also in `environment`.
    command: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    files: dict[str, str] = dataclasses.field(default_factory=dict)
    environment: dict[str, str] = dataclasses.field(default_factory=dict)
    # Seconds within which all of it must be mirrored.
    limit: float = 15
    # Seconds after which it is mirrored even when it is still busy.
    settles: float = 15
    # Why it has no press, or no text, to prove.
    no_press: str = ""
    no_text: str = ""
    # Failures that are understood, as regular expressions, and why they are: what fails beside is news.
    known: dict[str, str] = dataclasses.field(default_factory=dict)
    # What a reader should know.
    note: str = ""
    # Part of `make test`.
    short: bool = False
