#!/usr/bin/env python3
"""Counts the calls and tokens of five tasks, done with the bridge's tools and with those of Playwright MCP.

usage: .tools/agents/bin/python bench/agents/tasks.py [--json FILE] [TASK…]

Both are servers of the Model Context Protocol: `bridge-client mcp` beside Chromium in a private desktop, and
`playwright mcp`, which the package of Playwright for Python has in it, with the same Chromium without a window. The page
is open before the first call. Read is the text of all results, failed ones as well; written are the names of the tools
and the arguments, as JSON. What was done is what the page told its server; a task that was not done fails.
"""

import argparse
import json
import pathlib
import sys
import tempfile
import urllib.request

import count
import policies
from bridge import BUILD, CHROMIUM, VENV, beside_chromium, running, settled
from tool_client import Tools
from witness import Witness

ORDER = {key.lower(): value for key, value in policies.FIELDS.items()} | {"terms": "on"}
# Of each task: what the agent is told, the title of the page, and what the page must tell.
TASKS = {
    "order": ("Fill the form and place the order", "Order", ORDER),
    "link": ("Follow the third link", "The Daily", "article 3"),
    "tick": ("Tick row 1,200", "Rows", "1200 true"),
    "value": ("How many “Lemons, Bergen” were “Sold”?", "Stock", None),
    "dialog": ("Dismiss the dialog that will appear", "Reader", "dismissed"),
}


def do(side: str, task: str, tools: Tools, address: str) -> dict:
    """Lets the agent do the task, and returns what it costs."""
    tools.transcript.clear()
    urllib.request.urlopen(f"{address}/go").close()
    answer = getattr(policies, f"{task}_{side}")(tools.call)
    return {**tools.figures(), "answer": answer, "tools": len(tools.tools),
            "tokens of the tools": count.count(json.dumps(tools.tools, ensure_ascii=False))}


def inside(task: str, address: str) -> dict:
    """The part of the bridge's side that runs in the private desktop."""
    with running() as server:
        settled(server, f'document[label="{TASKS[task][1]}"]')
        with Tools([BUILD / "bridge-client", "--server", server, "--timeout", "60", "mcp"]) as tools:
            return do("bridge", task, tools, address)


def bridge(task: str, address: str) -> dict:
    with tempfile.TemporaryDirectory() as directory:
        result = f"{directory}/result.json"
        beside_chromium(f"{address}/{task}", sys.executable, __file__, "--inside", address, "--json", result, task)
        return json.loads(pathlib.Path(result).read_text(encoding="utf-8"))


def playwright(task: str, address: str) -> dict:
    with tempfile.TemporaryDirectory() as directory:
        command = [VENV, "-m", "playwright", "mcp", "--executable-path", CHROMIUM, "--headless", "--no-sandbox",
                   "--isolated", "--viewport-size", "1300,760"]
        with Tools(command, cwd=directory) as tools:
            tools.call("browser_navigate", url=f"{address}/{task}")
            return do("playwright", task, tools, address)


def measured(side, task: str) -> dict:
    """Does a task with a new server of its page, and checks what the page tells."""
    with Witness() as witness:
        result = side(task, witness.address)
        told = witness.everything()
    wanted = TASKS[task][2]
    done = told == [wanted] if wanted else told == [result["answer"]]
    if not done:
        calls = "\n".join(f"{one['tool']} {one['arguments']}\n{one['text']}" for one in result["transcript"])
        sys.exit(f"{task} was not done by {side.__name__}: {told}, answer {result['answer']}\n{calls}")
    return result


def row(task: str, result: dict) -> str:
    def cells(figures: dict) -> str:
        return f"{figures['calls']} | {figures['read']:,} | {figures['written']:,}"

    return f"| {TASKS[task][0]} | {cells(result['bridge'])} | {cells(result['playwright'])} |"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", metavar="TASK", choices=[*TASKS, []], help=", ".join(TASKS))
    parser.add_argument("--json", metavar="FILE", help="write all figures and texts to FILE")
    parser.add_argument("--inside", metavar="ADDRESS", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.inside:
        results = inside(options.tasks[0], options.inside)
    else:
        results = {task: {"bridge": measured(bridge, task), "playwright": measured(playwright, task)}
                   for task in options.tasks or TASKS}
        print("| task | bridge: calls | read | written | Playwright MCP: calls | read | written |\n"
              "| --- | --- | --- | --- | --- | --- | --- |")
        for task, result in results.items():
            print(row(task, result))
        for side, figures in next(iter(results.values())).items():
            print(f"\n{side}: {figures['tools']} tools, {figures['tokens of the tools']:,} tokens")
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(results, ensure_ascii=False), encoding="utf-8")


main()
