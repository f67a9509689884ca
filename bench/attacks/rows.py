"""The rows of the table: functions that treat a server badly."""

from dataclasses import dataclass, field
from typing import Callable

from .wire import PRESS, SERVICE, Peer, fields, message, number


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
    found = peer.call(SERVICE + "Find", message(1, b'button[label="7"]'))
    button = dict(fields(found[2]))[1]
    request = message(1, number(1, button)) + message(2, number(1, PRESS)) + number(6, 1)
    for _ in range(times):
        peer.call(SERVICE + "Perform", request)
        during()
