#!/usr/bin/env python3
"""Fails when folders of a target depend on each other in a cycle.

A folder depends on another if one of its files names a type that the other declares. The files directly in a
target's folder count as one folder, shown as ".". Comments and string literals do not count.

Without TARGET, checks all targets. Those in KNOWN may have cycles, and fail the check when they have none any more:
remove them from the list then.

usage: scripts/check-folders.py [--all] [TARGET…]      --all also prints each dependency with its type names
"""

import collections
import pathlib
import re
import sys

# Targets whose folders still depend on each other in cycles.
KNOWN: set[str] = set()

SOURCES = pathlib.Path(__file__).resolve().parent.parent / "Sources"
DECLARATION = re.compile(
    r"^(?P<indent> *)(?:@\w+(?:\([^)]*\))? )*(?:(?:public|package|internal|fileprivate|private|final|indirect|nonisolated|"
    r"unowned|~?\w+\(\w+\)) )*(?:struct|class|enum|protocol|actor|typealias) (?P<name>\w+)", re.M)
NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"""(?:.|\n)*?"""|"(?:\\.|[^"\\\n])*"', re.S)
NAME = re.compile(r"(?<![.\w])([A-Z]\w*)")
TOP = "."


def folder(target, file):
    parts = file.relative_to(target).parts
    return parts[0] if len(parts) > 1 else TOP


def uses(target):
    """Returns the types that each folder uses of each other folder: {user: {used: names}}."""
    texts = {file: NOISE.sub(" ", file.read_text()) for file in sorted(target.rglob("*.swift"))}
    owner = {}
    for file, text in texts.items():
        for match in DECLARATION.finditer(text):
            is_private = re.search(r"\b(file)?private\b(?!\()", match.group(0)) is not None
            if not match["indent"] and not is_private:
                owner.setdefault(match["name"], set()).add(folder(target, file))
    found = collections.defaultdict(lambda: collections.defaultdict(set))
    for file, text in texts.items():
        here = folder(target, file)
        local = {match["name"] for match in DECLARATION.finditer(text)}
        for name in set(NAME.findall(text)) - local:
            places = owner.get(name, set())
            # A name that several folders declare is ambiguous here, and is left to the compiler.
            if len(places) == 1 and here not in places:
                found[here][next(iter(places))].add(name)
    return found


def circles(found):
    """Returns the groups of folders that depend on each other, the largest first."""
    def reached(start):
        seen, todo = set(), [start]
        while todo:
            for other in found.get(todo.pop(), {}):
                if other not in seen:
                    seen.add(other)
                    todo.append(other)
        return seen

    reach = {name: reached(name) for name in set(found) | {u for used in found.values() for u in used}}
    groups = {frozenset(o for o in reach if o in reach[name] and name in reach[o]) for name in reach}
    return sorted((sorted(group) for group in groups if len(group) > 1), key=lambda g: (-len(g), g))


def main():
    arguments = sys.argv[1:]
    is_all = "--all" in arguments
    named = [a for a in arguments if a != "--all"]
    targets = sorted(p.name for p in SOURCES.iterdir() if p.is_dir())
    if unknown := sorted({*named, *KNOWN} - set(targets)):
        sys.exit(f"no such target: {', '.join(unknown)}")
    excused = set() if named else KNOWN
    failed = False
    for name in named or targets:
        found = uses(SOURCES / name)
        if is_all:
            for user in sorted(found):
                for used in sorted(found[user]):
                    print(f"{name}: {user} -> {used}: {', '.join(sorted(found[user][used]))}")
        groups = circles(found)
        if name in excused:
            if groups:
                continue
            sys.exit(f"{name} has no cycles any more: remove it from the list KNOWN in {sys.argv[0]}")
        for group in groups:
            failed = True
            print(f"{name}: {' <-> '.join(group)}")
            for user in group:
                for used in group:
                    if names := found.get(user, {}).get(used):
                        print(f"  {user} uses {used}: {', '.join(sorted(names))}")
    if failed:
        sys.exit("folders of a target depend on each other: move a type, or pass the dependency as a parameter")
    print("no folders of a target depend on each other in a cycle" + "".join(f"; {name} was not checked" for name in sorted(excused)))


main()
