#!/usr/bin/python3
"""Walks an application's tree with dogtail: name, role, states, extents, actions.

usage: dogtail_walk.py --app NAME        (Debian's python3-dogtail; prints one JSON object)
"""

import argparse
import json
import time

from dogtail.config import config

config.logDebugToStdOut = False
config.logDebugToFile = False
config.checkForA11y = False

from dogtail import tree  # noqa: E402  (reads the configuration when it is imported)


def read(node) -> None:
    node.name
    node.roleName
    node.getState().getStates()
    try:
        node.extents
    except NotImplementedError:
        pass
    try:
        node.actions
    except NotImplementedError:
        pass


def walk(node) -> int:
    read(node)
    return 1 + sum(walk(child) for child in node.children)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--app", required=True)
    application = tree.root.application(parser.parse_args().app)
    start = time.perf_counter()
    elements = walk(application)
    seconds = time.perf_counter() - start
    print(json.dumps({"peer": "dogtail", "seconds": seconds, "elements": elements}))


if __name__ == "__main__":
    main()
