"""A scripted application on the accessibility bus that misbehaves.

usage: python3 Tests/Fixtures/programs/hostile ROW [--name NAME] [--set FIELD=NUMBER]…

--help lists the rows. The program writes a line when it is registered. The line "behave" on its standard input makes
it behave. It ends when its standard input ends.
"""

import argparse
import ast
import inspect
import os
import re
import select
import sys
import time

import answers
import application
import dbus
import events
import lines
import lives
import trees


def rows() -> dict:
    """Returns every kind of application, by the name of its row."""
    found = {"calm": application.Application}
    for module in (trees, answers, events, lines, lives):
        for name, kind in vars(module).items():
            if inspect.isclass(kind) and kind.__module__ == module.__name__ and name not in ("Line",):
                found[re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()] = kind
    return found


def bus_address() -> str:
    if "AT_SPI_BUS_ADDRESS" in os.environ:
        return os.environ["AT_SPI_BUS_ADDRESS"]
    session = dbus.Bus(os.environ["DBUS_SESSION_BUS_ADDRESS"])
    return session.call("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress").strings()[0]


def serve(it: application.Application) -> None:
    """Answers the calls that have arrived."""
    pending, it.bus.waiting = it.bus.waiting, []
    for call in [*pending, *it.bus.messages()]:
        if call.kind == dbus.CALL and (answer := it.reply(call)):
            it.bus.send(answer)


def run(applications: list) -> None:
    due = {it: 0.0 for it in applications}
    while True:
        now = time.monotonic()
        for it in applications:
            if due[it] <= now:
                due[it] = now + it.turn()
            serve(it)
        wait = max(0.0, min(due.values()) - time.monotonic())
        buses = {it.bus.fileno(): it for it in applications}
        for descriptor in select.select([0, *buses], [], [], wait)[0]:
            if descriptor:
                if not buses[descriptor].bus.read():
                    sys.exit("the bus has ended")
                serve(buses[descriptor])
                continue
            command = os.read(0, 4096)
            if not command:
                return
            if command.strip() == b"behave":
                for it in applications:
                    it.__class__ = application.Application
                    it.behave()
                    due[it] = 0.0
                print("behaves", flush=True)


def main() -> None:
    kinds = rows()
    listing = "\n".join(f"  {name:18} {(kind.__doc__ or '').splitlines()[0]}" for name, kind in kinds.items())
    parser = argparse.ArgumentParser(description=__doc__, epilog="rows:\n" + listing,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("row", metavar="ROW", choices=kinds)
    parser.add_argument("--name", default="")
    parser.add_argument("--set", action="append", default=[], metavar="FIELD=NUMBER")
    options = parser.parse_args()
    kind = kinds[options.row]
    for assignment in options.set:
        field, _, value = assignment.partition("=")
        kind = type(kind.__name__, (kind,), {field: ast.literal_eval(value)})
    address = bus_address()
    name = options.name or options.row
    count = getattr(kind, "members", 1)
    applications = [kind(dbus.Bus(address), name if count == 1 else f"{name} {number}") for number in range(count)]
    for it in applications:
        it.register()
    for it in applications:
        it.begin()
    print("ready", *(it.bus.name for it in applications), flush=True)
    run(applications)


if __name__ == "__main__":
    main()
