"""The rows of the table: functions that attack a server."""

from dataclasses import dataclass, field
from typing import Callable

from .wire import PRESS, SERVICE, Peer, message, number


@dataclass
class Row:
    run: Callable
    # The arguments of `Server`.
    server: dict = field(default_factory=dict)
    # Whether a bystander calls the server meanwhile and must be answered, and no turn may be long.
    is_watched: bool = True

    @property
    def name(self) -> str:
        return self.run.__name__.replace("_", "-")

    @property
    def summary(self) -> str:
        return (self.run.__doc__ or "").splitlines()[0]


ROWS: dict[str, Row] = {}


def row(function=None, *, is_watched: bool = True, **server):
    """Adds a row. The other arguments are those of `Server`."""

    def add(function):
        added = Row(function, server, is_watched)
        ROWS[added.name] = added
        return function

    return add(function) if function else add


def change(peer: Peer, times: int, during=lambda: None) -> None:
    """Presses keys of the calculator, so that the tree changes."""
    # The display holds only some digits, so it is cleared after each digit.
    buttons = [peer.find(f'button[label="{label}"]') for label in ("7", "clear")]
    for index in range(times):
        target = message(1, number(1, buttons[index % 2]))
        peer.call(SERVICE + "Perform", target + message(2, number(1, PRESS)) + number(6, 1))
        during()
