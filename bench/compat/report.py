"""Writes the results, as lines of output and as a page of the documentation."""

from __future__ import annotations

import os
import pathlib
import platform

from application import Application

Row = tuple[Application, dict]

INTRODUCTION = """\
# Compatibility

Written by `make compat`; do not edit. Reasons and remarks come from the table of applications,
[bench/compat/applications](../bench/compat/applications).

Each application of Debian 12 runs alone on a private desktop (Xvfb, openbox, its own bus). It is
mirrored, compared with its mirror three times (`bridge-client verify`), used by `bridge-client`, and
compared three times again. An effect counts when the live application shows it, read without the bridge,
or when a file on disk does.

`make compat APPS="kate evince"` tries some of them; `make test` tries the six marked with *.
"""


def summary(result: dict) -> str:
    """Returns one line about one application, followed by its failures."""
    mark = "FAIL " if result["news"] else "known" if result["failures"] else "ok   "
    about = [f"{result.get('toolkit', '')}, {result.get('elements', 0)} elements"]
    if "complete_seconds" in result:
        about[0] += f" in {result['complete_seconds']:.1f} s"
    about += [f"{looks_of(result, when)} {when}" for when in ("before", "after")]
    about += [f"{column} {done(result, column)}" for column in ("press", "text")]
    line = f"{mark} {result['name']}: {'; '.join(about)}; {result['seconds']} s"
    return "\n".join([line, *(f"        {failure}" for failure in result["failures"])])


def looks_of(result: dict, when: str) -> str:
    looks = result.get(f"verify_{when}", [])
    return "/".join("!" if look["error"] else str(look["differences"]) for look in looks) or "–"


def done(result: dict, column: str) -> str:
    """Returns whether every step of a kind was proved: "ok", "failed", or "–" without steps."""
    steps = [step for step in result.get("steps", []) if step["does"] == column]
    if not steps:
        return "–"
    return "ok" if all("failure" not in step for step in steps) else "failed"


def machine() -> str:
    names = {
        line.partition(":")[2].strip()
        for line in pathlib.Path("/proc/cpuinfo").read_text().splitlines()
        if line.startswith("model name")}
    return f"{os.cpu_count()} processors ({', '.join(sorted(names)) or platform.machine()}), " \
           f"Linux {platform.release()}"


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = ["| " + " | ".join(head) + " |", "|" + " --- |" * len(head)]
    lines += ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in rows]
    return "\n".join(lines)


def write(path: pathlib.Path, rows: list[Row]) -> None:
    dates = sorted({result["date"] for _, result in rows})
    passed = sum(1 for _, result in rows if not result["failures"])
    equal = sum(1 for _, result in rows if has_no_differences(result))
    alive = sum(1 for _, result in rows if result.get("is_alive"))
    parts = [
        INTRODUCTION,
        f"Run on {' to '.join({dates[0]: 0, dates[-1]: 0})}: {machine()}. Of {len(rows)} applications "
        f"{alive} were alive at the end, {equal} had no difference in any of six comparisons, and "
        f"{passed} passed in everything.\n",
        "## What works\n",
        "Differences: elements' fields in which mirror and application disagreed, in each of three "
        "comparisons.\n",
        works(rows),
        "\n## What it costs the application\n",
        "Times are from one run on a machine that may have done other things; compare columns, not runs. "
        "CPU is that of the application's own processes. Memory is what they hold beside program code. "
        "The round trip is that of a question asked every 10 ms by a third process, before the bridge "
        "started and while it read the application: the longest shows how long the application was held "
        "up. The bridge is silent when it does nothing for a second; how often it woke then, in "
        "4 s, is its own count.\n",
        costs(rows),
        stalls(rows),
        "\n## What does not work, and why\n",
        failures(rows),
        "\n## How effects were proved\n",
        proofs(rows),
    ]
    path.write_text("\n".join(part for part in parts if part) + "\n")


def has_no_differences(result: dict) -> bool:
    looks = [look for when in ("before", "after") for look in result.get(f"verify_{when}", [])]
    return len(looks) == 6 and not any(look["differences"] or look["error"] for look in looks)


def works(rows: list[Row]) -> str:
    lines = []
    for row, result in rows:
        columns = [
            row.name + (" *" if row.short else ""), row.kind, result["version"], row.group,
            result.get("toolkit", "–"), str(result.get("elements", "–")),
            looks_of(result, "before"), looks_of(result, "after")]
        for column, reason in (("press", row.no_press), ("text", row.no_text)):
            columns.append("none" if reason else done(result, column))
        columns.append("yes" if result.get("is_alive") else "no")
        lines.append(columns)
    return table(
        ["application", "kind", "package", "toolkit", "as it says itself", "elements",
         "differences before", "after use", "press", "text", "alive"], lines)


def costs(rows: list[Row]) -> str:
    def number(value, form=".1f") -> str:
        return "–" if value is None else format(value, form)

    def pair(ping: dict | None) -> str:
        return f"{ping['p99']:.0f} / {ping['max']:.0f}" if ping and ping["count"] else "–"

    return table(
        ["application", "structure s", "complete s", "CPU s while read", "round trip before, p99 / max ms",
         "while read", "silent after s", "bridge woke", "CPU % idle before", "after", "MiB before", "after"],
        [[
            row.name, number(result.get("structure_seconds")), number(result.get("complete_seconds")),
            number(result.get("cpu_load"), ".2f"), pair(result.get("ping_before")),
            pair(result.get("ping_load")), number(result.get("seconds_to_silence")),
            str(result.get("bridge_wakeups", "–")), number(result.get("cpu_idle_before")),
            number(result.get("cpu_idle_after")), number(result.get("memory_before"), ".0f"),
            number(result.get("memory_after"), ".0f"),
        ] for row, result in rows])


def stalls(rows: list[Row]) -> str:
    lines = []
    for row, result in rows:
        if "stall_load" not in result or "complete_seconds" not in result:
            continue
        before, load = (result[key].get("max", 7) for key in ("stall_before", "stall_load"))
        lines.append(
            f"- {row.name}, {result.get('elements')} elements: a timer of 5 ms with the priority of "
            f"drawing was at most {load:.0f} ms late while it was read, {before:.0f} ms before.")
    return "\n" + "\n".join(lines) if lines else ""


def failures(rows: list[Row]) -> str:
    lines = []
    for row, result in rows:
        said = [f"  - {one_line(failure)}" for failure in result["failures"]]
        said += [f"  - Why: {why}" for why in result["known"]]
        if row.note:
            said.append(f"  - {row.note}")
        for column, reason in (("press", row.no_press), ("text", row.no_text)):
            if reason:
                said.append(f"  - No {column}: {reason}")
        if said:
            lines += [f"- **{row.name}**", *said]
    return "\n".join(lines) or "All of it works."


def proofs(rows: list[Row]) -> str:
    lines = []
    for row, result in rows:
        for step in result.get("steps", []):
            if step["does"] and "failure" not in step:
                lines.append([
                    row.name, f"`{one_line(step['command'], 120)}`", step["method"],
                    one_line(step["outcome"]), one_line(step["proof"], 120)])
    return table(["application", "command", "done by", "receipt", "what the application shows"], lines)


def one_line(text: str, limit: int = 400) -> str:
    text = " ".join(text.split()).replace("<", "&lt;")
    return text if len(text) <= limit else text[: limit - 1] + "…"
