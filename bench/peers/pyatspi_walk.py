#!/usr/bin/python3
"""Walks an application's tree with pyatspi: name, role, states, extents, actions, as OSWorld's server does.

usage: pyatspi_walk.py --app NAME        (Debian's python3-pyatspi; prints one JSON object)
"""

import argparse
import json
import time

import pyatspi


def read(element) -> None:
    element.name
    element.getRoleName()
    element.getState().getStates()
    try:
        element.queryComponent().getExtents(pyatspi.XY_SCREEN)
    except NotImplementedError:
        pass
    try:
        action = element.queryAction()
        for index in range(action.nActions):
            action.getName(index)
    except NotImplementedError:
        pass


def walk(element) -> int:
    read(element)
    return 1 + sum(walk(child) for child in element if child is not None)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--app", required=True)
    name = parser.parse_args().app
    desktop = pyatspi.Registry.getDesktop(0)
    application = next((app for app in desktop if app is not None and app.name == name), None)
    if application is None:
        raise SystemExit(f"no application '{name}' on the bus")
    start = time.perf_counter()
    elements = walk(application)
    seconds = time.perf_counter() - start
    print(json.dumps({"peer": "pyatspi", "seconds": seconds, "elements": elements}))


if __name__ == "__main__":
    main()
