"""How an agent does each of the five tasks: with the tools of the bridge, and with those of Playwright MCP.

An agent knows the words of its task, what the tools say of themselves, and what it has read. It reads before it acts,
unless the words say enough. Each side takes the cheapest of its tools that does. Each policy gets the function that
calls a tool, and returns the answer where the task is a question.
"""

import re
import shlex

# What the form is to have.
FIELDS = {"Name": "Ada Lovelace", "Email": "ada@example.org", "Street": "12 Mill Lane", "City": "Bergen",
          "Country": "Norway", "Loaves": "3"}


def one(pattern: str, text: str) -> str:
    """The group of the only match."""
    found = re.findall(pattern, text, re.M)
    if len(found) != 1:
        raise LookupError(f"{len(found)} matches of {pattern} in:\n{text}")
    return found[0]


def answer(headers: list, cells: list) -> str:
    return cells[headers.index("Sold")]


# --- the bridge -------------------------------------------------------------------------------------


def order_bridge(call) -> None:
    seen = call("look", target="document")
    steps = []
    for label, value in FIELDS.items():
        role, handle = one(rf'^ *(\S+) "{label}".* (#\d+)', seen)
        value = shlex.quote(value)
        # The tool says that fields of web pages are set so.
        steps.append(f"select {handle} {value}" if role == "combobox" else f"set {handle} {value} --synthesize")
    for label in ["I accept the terms", "Place order"]:
        steps.append(f'press {one(f"{label}.* (#[0-9]+)", seen)}')
    call("do", steps=steps)


def link_bridge(call) -> None:
    call("do", steps=["press 'document link:nth(3)'"])


def tick_bridge(call) -> None:
    seen = call("find", selector=':text("Row 1200")')
    call("do", steps=[f"press 'row:has({one(r'^link .* (#[0-9]+)$', seen)}) checkbox'"])


def value_bridge(call) -> str:
    seen = call("do", steps=["tree 'row:has(:text(\"Sold\"))'", "tree 'row:has(:text(\"Lemons, Bergen\"))'"])
    headers, cells = (re.findall('^ +"(.*)"$', part, re.M) for part in seen.split("2 tree:"))
    return answer(headers, cells)


def dialog_bridge(call) -> None:
    seen = call("do", steps=["wait 'document dialog'"])
    call("do", steps=[f"press {one(r'button .No, thanks. (#[0-9]+)', seen)}"])


# --- Playwright MCP ---------------------------------------------------------------------------------


def order_playwright(call) -> None:
    seen = call("browser_snapshot")
    fields = []
    for label, value in {**FIELDS, "I accept the terms": "true"}.items():
        role, target = one(rf'- (\w+) "{label}" .*\[ref=(\w+)\]', seen)
        fields.append({"target": target, "name": label, "value": value,
                       "type": "textbox" if role == "spinbutton" else role})
    call("browser_fill_form", fields=fields)
    call("browser_click", target=one(r'button "Place order" \[ref=(\w+)\]', seen))


def link_playwright(call) -> None:
    call("browser_click", target="role=link >> nth=2")


def tick_playwright(call) -> None:
    seen = call("browser_find", text="Row 1200")
    # The row is the last one that begins before the link in it.
    row = re.findall(r"- row \[ref=(\w+)\]", seen[:seen.index('link "Row 1200"')])[-1]
    call("browser_click", target=f"aria-ref={row} >> role=checkbox")


def value_playwright(call) -> str:
    seen = call("browser_find", regex="Sold|Lemons, Bergen")
    headers = re.findall('- columnheader "(.*)" ', seen)
    return answer(headers, re.findall('- cell "(.*)" ', seen[seen.index('- cell "Lemons, Bergen"'):]))


def dialog_playwright(call) -> None:
    # A tool that looks does not wait, and one that waits knows only texts and times.
    call("browser_wait_for", time=1)
    seen = call("browser_snapshot", target="role=dialog")
    call("browser_click", target=one(r'button "No, thanks" \[ref=(\w+)\]', seen))
