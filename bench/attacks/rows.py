"""The rows of the table: functions that treat a server badly."""

from dataclasses import dataclass, field
from typing import Callable

from .wire import PRESS, SERVICE, Peer, message, number


@dataclass
class Row:
    run: Callable
    # Arguments of `Server`.
    server: dict = field(default_factory=dict)
    # Whether a bystander must fare well meanwhile, and no turn may be long.
    is_watched: bool = True

    @property
    def name(self) -> str:
        return self.run.__name__.replace("_", "-")

    @property
    def summary(self) -> str:
        return (self.run.__doc__ or "").splitlines()[0]


ROWS: dict[str, Row] = {}


def row(function=None, *, is_watched: bool = True, **server):
    """Adds a row. Other arguments are those of `Server`."""

    def add(function):
        added = Row(function, server, is_watched)
        ROWS[added.name] = added
        return function

    return add(function) if function else add


def change(peer: Peer, times: int, during=lambda: None) -> None:
    """Presses a key of the calculator, so that the tree changes."""
    # The entry takes some digits only.
    buttons = [peer.find(f'button[label="{label}"]') for label in ("7", "clear")]
    for index in range(times):
        target = message(1, number(1, buttons[index % 2]))
        peer.call(SERVICE + "Perform", target + message(2, number(1, PRESS)) + number(6, 1))
        during()
