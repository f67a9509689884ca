#!/usr/bin/env python3
"""Keeps docs/requirements.md up to date: lists below each requirement the end-to-end tests that prove it.

usage: scripts/requirements.py [--check]

Without an option, rewrites the lists of tests. `--check` changes nothing, and fails when a list is stale or a
requirement has no test.
"""

import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
DOCUMENT = ROOT / "docs/requirements.md"
TESTS = ROOT / "Tests/EndToEndTests"

REQUIREMENT = re.compile(r"^- \*\*([ETSANVP]\d+|U \w+)\*\*")
PROOF = "  - "
# Every test is named by a sentence: @Test func `a sentence`().
NAME = re.compile(r"\bfunc\s+`([^`]+)`")


def tests_by_key() -> dict[str, list[str]]:
    """Returns for each key the tests that have it in their names, as lines of Markdown."""
    found: dict[str, list[str]] = {}
    for path in sorted(TESTS.rglob("*.swift")):
        source = path.read_text(encoding="utf-8")
        for name in NAME.findall(source):
            proof = f"[{path.stem}](../{path.relative_to(ROOT)}): {name}"
            heard = set(re.findall(r"\bU (\w+)", name))
            keys = set(re.findall(r"\b[ETSANVP]\d+\b", name)) - heard
            for key in keys | {f"U {subject}" for subject in heard}:
                found.setdefault(key, []).append(proof)
    return found


def main() -> int:
    check = "--check" in sys.argv[1:]
    if set(sys.argv[1:]) - {"--check"}:
        print(__doc__.split("\n\n")[1], file=sys.stderr)
        return 2
    tests = tests_by_key()
    old = DOCUMENT.read_text(encoding="utf-8")
    lines: list[str] = []
    unproved: list[str] = []
    key = None

    def flush() -> None:
        if key is None:
            return
        if key not in tests:
            unproved.append(key)
        lines.extend(PROOF + test for test in tests.get(key, []))

    for line in old.splitlines():
        if line.startswith(PROOF):
            continue
        # A requirement ends where the next one, a heading or an empty line begins.
        if key is not None and (not line.strip() or line.startswith(("- ", "#"))):
            flush()
            key = None
        lines.append(line)
        if match := REQUIREMENT.match(line):
            key = match.group(1)
    flush()
    new = "\n".join(lines) + "\n"
    if unproved:
        print(f"docs/requirements.md: no end-to-end test names {', '.join(unproved)}", file=sys.stderr)
        return 1
    if new == old:
        return 0
    if check:
        print("docs/requirements.md is stale: run scripts/requirements.py", file=sys.stderr)
        return 1
    DOCUMENT.write_text(new, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
