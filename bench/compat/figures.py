"""The figures of an application: counts and times."""

from __future__ import annotations

import collections
import pathlib
import time

from bridge import Bridge


def look(bridge: Bridge) -> dict:
    """Compares the mirror with the application once."""
    begun = time.monotonic()
    code, rows, errors = bridge.client("verify", timeout=130)
    differences = [
        difference for row in rows for difference in row.get("differences", [])]
    return {
        "seconds": round(time.monotonic() - begun, 2),
        "compared": sum(int(row.get("compared", 0)) for row in rows),
        "differences": sum(int(row.get("difference_count", 0)) for row in rows),
        "transient": sum(int(row.get("transient_count", 0)) for row in rows),
        "fields": collections.Counter(entry.get("field", "?") for entry in differences),
        "examples": differences[:20],
        "error": "; ".join(filter(None, [
            errors if code not in (0, 1) else "", *(row.get("failure", "") for row in rows)])),
    }


def fields_of(looks: list[dict]) -> str:
    """Returns the fields that differed in the comparison with the most differences, with their counts."""
    worst = max(looks, key=lambda look: look["differences"])
    return ", ".join(f"{field} {count}" for field, count in sorted(worst["fields"].items()))


def latencies(file: pathlib.Path, begin: float, end: float) -> dict:
    """Returns the figures of the pings that were sent in a period. A line has the time and the milliseconds."""
    return summed([took for at, took in lines(file) if begin <= at <= end])


def gaps(file: pathlib.Path, begin: float, end: float) -> dict:
    """Returns the figures of the gaps that overlap a period. A line has a gap's end and its milliseconds."""
    return summed([
        took for at, took in lines(file) if begin <= at and at - took / 1000 <= end])


def lines(file: pathlib.Path) -> list[tuple[float, float]]:
    pairs = (line.split() for line in file.read_text().splitlines())
    return [(float(pair[0]), float(pair[1])) for pair in pairs if len(pair) == 2]


def summed(took: list[float]) -> dict:
    if not took:
        return {"count": 0}
    took.sort()
    return {
        "count": len(took), "p50": took[len(took) // 2], "p99": took[int(0.99 * (len(took) - 1))],
        "max": took[-1]}
