#!/usr/bin/env python3
"""Reads an application's whole tree with xa11y, or finds its elements by a selector.

usage: xa11y_walk.py --app NAME [--find SELECTOR]       (xa11y from PyPI; prints one JSON object)
"""

import argparse
import json
import time

import xa11y


def size(node) -> int:
    return 1 + sum(size(child) for child in node.get("children") or [])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--app", required=True)
    parser.add_argument("--find", help="find the elements that match a selector instead of reading the whole tree")
    options = parser.parse_args()
    application = xa11y.App.by_name(options.app, timeout=10)
    start = time.perf_counter()
    if options.find:
        elements = len(application.locator(options.find).elements())
        peer = "xa11y find"
    else:
        tree = application.tree()
        peer = "xa11y"
    seconds = time.perf_counter() - start
    if not options.find:
        elements = size(tree)
    print(json.dumps({"peer": peer, "seconds": seconds, "elements": elements}))


if __name__ == "__main__":
    main()
