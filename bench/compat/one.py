#!/usr/bin/python3
"""Carries one application of the table through its trial, inside a desktop lab.

usage: scripts/desktop-lab bench/compat/one.py NAME RESULT
"""

import json
import pathlib
import sys

from applications import APPLICATIONS
from trial import Trial


def main(name: str, result: str) -> None:
    application = next(row for row in APPLICATIONS if row.name == name)
    pathlib.Path(result).write_text(json.dumps(Trial(application).run(), ensure_ascii=False))


main(*sys.argv[1:])
