#!/usr/bin/python3
"""Runs the trial of one application of the table, inside a desktop lab.

usage: scripts/desktop-lab bench/compat/one.py NAME RESULT [short]
"""

import json
import pathlib
import sys

from applications import APPLICATIONS
from trial import SHORT, Pace, Trial


def main(name: str, result: str, pace: str = "") -> None:
    application = next(row for row in APPLICATIONS if row.name == name)
    trial = Trial(application, SHORT if pace else Pace())
    pathlib.Path(result).write_text(json.dumps(trial.run(), ensure_ascii=False))


main(*sys.argv[1:])
