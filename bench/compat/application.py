"""The types of the table of applications."""

from __future__ import annotations

import dataclasses
import re


@dataclasses.dataclass(frozen=True)
class Live:
    """An object of the application, read from it without the bridge.

    `name` and `text` are regular expressions that must match somewhere; `text` is compared with the object's
    interface Text. `role` is the toolkit's name of the role. `state` lists states that must be set, or must not
    be set if they begin with "!".
    """

    role: str | None = None
    name: str | None = None
    text: str | None = None
    state: str | None = "showing"
    # Whether the proof is that there is no such object.
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
    """One command of `bridge-client`, and the proof of its effect.

    `does` is the column of the report that it fills: "press" or "text"; "" for preparation.
    """

    does: str
    words: tuple[str, ...]
    proof: Live | File | None = None


def press(target: str, proof: Live | File | None, *options: str) -> Step:
    return Step("press", ("press", target, *options), proof)


def text(target: str, value: str, proof: Live | File | None = None, *options: str) -> Step:
    """Sets a text. Without another proof, a text of the application must contain it."""
    return Step("text", ("set", target, value, *options), proof or Live(text=re.escape(value), state=None))


def prepare(*words: str, proof: Live | File | None = None) -> Step:
    return Step("", words, proof)


@dataclasses.dataclass(frozen=True)
class Application:
    """A row of the table: an application, and the steps that use it."""

    name: str
    # The toolkit, as the table groups it; the toolkit that the application reports is measured.
    group: str
    # What the application is used for: "editor", "mail".
    kind: str
    # The Debian packages; the report has the version of the first one.
    packages: tuple[str, ...]
    # {work} stands for the work directory, in which `files` are written; also in `environment`.
    command: tuple[str, ...]
    steps: tuple[Step, ...] = ()
    files: dict[str, str] = dataclasses.field(default_factory=dict)
    environment: dict[str, str] = dataclasses.field(default_factory=dict)
    # The time within which the application must be mirrored completely, in seconds.
    limit: float = 15
    # How long to wait until the application is idle before it is mirrored, in seconds.
    settles: float = 15
    # Why there is no press step, or no text step.
    no_press: str = ""
    no_text: str = ""
    # The reasons of known failures, by regular expressions for them. Other failures fail the trial.
    known: dict[str, str] = dataclasses.field(default_factory=dict)
    # A remark for the report.
    note: str = ""
    # Whether the application is part of `make test`.
    short: bool = False
