#!/usr/bin/env python3
"""Writes the pages that bench/agents/run measures, in the shape of real ones and without a network.

usage: pages.py DIRECTORY

  index.html    like the first page of docs.python.org: 67 links, buttons and fields
  module.html   like its page of the module os: 2,465 links, between texts
  rows.html     a table of 1,500 rows of a link, two buttons and a check box
"""

import itertools
import pathlib
import sys

SECTIONS = [
    ("What's new in Python 3.14?", 'Or all "What\'s new" documents since Python 2.0'),
    ("Tutorial", "Start here: a tour of Python's syntax and features"),
    ("Library reference", "Standard library and builtins"),
    ("Language reference", "Syntax and language elements"),
    ("Python setup and usage", "How to install, configure, and use Python"),
    ("Python HOWTOs", "In-depth topic manuals"),
    ("Installing Python modules", "Third-party modules and PyPI.org"),
    ("Distributing Python modules", "Publishing modules for use by other people"),
    ("Extending and embedding", "For C/C++ programmers"),
    ("Python's C API", "C API reference"),
    ("FAQs", "Frequently asked questions (with answers!)"),
    ("Deprecations", "Deprecated functionality"),
]
INDICES = [
    ("Global module index", "All modules and libraries"),
    ("General index", "All functions, classes, and terms"),
    ("Glossary", "Terms explained"),
    ("Search page", "Search this documentation"),
    ("Complete table of contents", "Lists all sections and subsections"),
]
PROJECT = [
    ("Reporting issues", ""), ("Contributing to docs", ""), ("Download the documentation", ""),
    ("History and license of Python", ""), ("Copyright", ""), ("About the documentation", ""),
]
VERSIONS = ["3.15 (in development)", "3.14 (stable)", "3.13 (stable)", "3.12 (security-fixes)",
            "3.11 (security-fixes)", "3.10 (security-fixes)", "3.9 (EOL)", "3.8 (EOL)", "3.7 (EOL)",
            "3.6 (EOL)", "3.5 (EOL)", "2.7 (EOL)", "All versions"]
RESOURCES = ["PEP Index", "Beginner's Guide", "Book List", "Audio/Visual Talks",
             "Python Developer’s Guide"]


def link(text: str) -> str:
    return f'<a href="#{len(text)}">{text}</a>'


def related(label: str) -> str:
    """The bar at the top and at the end."""
    return f"""<div class="related" role="navigation" aria-label="Related"><h3>Navigation</h3><ul>
<li class="right"><a href="#gi" title="General Index">index</a></li>
<li class="right"><a href="#mi" title="Python Module Index">modules</a> |</li>
<li><img src="data:," alt="Python logo"></li><li><a href="#py">Python</a> »</li>
<li><select id="l{label}" aria-label="Language"><option>English</option><option>Deutsch</option>
<option>français</option><option>日本語</option></select></li>
<li><select id="v{label}" aria-label="Version"><option>3.14.0</option><option>3.13</option></select></li>
<li><a href="#doc">3.14.0 Documentation</a> »</li>
<li class="right"><form role="search"><input type="search" placeholder="Quick search" aria-label="Quick search">
<input type="submit" value="Go"></form></li>
<li class="right"><label>Theme <select><option>Auto</option><option>Light</option><option>Dark</option></select>
</label></li></ul></div>"""


def entries(pairs) -> str:
    cells = [f'<p class="biglink">{link(name)}<br><span>{text}</span></p>' for name, text in pairs]
    half = (len(cells) + 1) // 2
    return ("<table class=contentstable><tr><td>" + "\n".join(cells[:half]) + "</td><td>"
            + "\n".join(cells[half:]) + "</td></tr></table>")


def document(title: str, body: str) -> str:
    return f"""<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>{title}</title><style>
body {{ font: 16px sans-serif; margin: 0 }} .related ul {{ display: flex; gap: 8px; list-style: none }}
.sphinxsidebar {{ float: left; width: 230px; font-size: 13px }} .body {{ margin-left: 250px; max-width: 800px }}
.contentstable {{ width: 90% }} .related h3 {{ display: none }} code {{ font-size: 90% }}
</style></head><body>{body}</body></html>"""


def index() -> str:
    def column(title: str, names: list) -> str:
        return f"<h3>{title}</h3><ul>" + "".join(f"<li>{link(name)}</li>" for name in names) + "</ul>"

    return document("3.14.0 Documentation", f"""{related("a")}
<div class="sphinxsidebar" role="navigation" aria-label="Main">
<h3>Download</h3><p>{link("Download these documents")}</p>
{column("Docs by version", VERSIONS)}{column("Other resources", RESOURCES)}</div>
<div class="document"><div class="body" role="main"><h1>Python 3.14.0 documentation</h1>
<p>Welcome! This is the official documentation for Python 3.14.0.</p>
<p><strong>Documentation sections:</strong></p>{entries(SECTIONS)}
<p><strong>Indices, glossary, and search:</strong></p>{entries(INDICES)}
<p><strong>Project information:</strong></p>{entries(PROJECT)}</div></div>
{related("b")}<div class="footer">© {link("Copyright")} 2001 Python Software Foundation.<br>
This page is licensed under the {link("Python Software Foundation License Version 2")}.<br>
Examples, recipes, and other code in the documentation are additionally licensed under the
{link("Zero Clause BSD License")}.<br>See {link("History and License")} for more information.<br>
The Python Software Foundation is a non-profit corporation. {link("Please donate.")}<br>
Last updated on Oct 07, 2025 (12:00 UTC). {link("Found a bug")}?<br>
Created using {link("Sphinx")} 8.2.3.</div>""")


WORDS = """return the path of file descriptor if operating system process does not support raise error an
integer argument is used for directory entry name current working user group permission mode flags symbolic link
follow behaviour depends on platform availability value string bytes object changed in version added new call
function available method which may be None default true when opened with given""".split()


def module() -> str:
    words = itertools.cycle(WORDS)
    names = itertools.cycle(["open", "stat", "scandir", "walk", "remove", "rename", "PathLike", "OSError",
                             "environ", "getpid", "fork", "waitpid", "chmod", "readlink", "listdir"])

    def text(count: int) -> str:
        return " ".join(next(words) for _ in range(count))

    count = 0
    parts = []
    number = 0
    # The other links, buttons and fields of the page: 9 in each bar and 11 beside the text.
    total = 2465 - 2 * 9 - 11
    while count < total:
        number += 1
        parts.append(f'<section><h2>os.{next(names)}{number}(path, *, dir_fd=None)'
                     f'<a class="headerlink" href="#s{number}" title="Link to this definition">¶</a></h2>')
        count += 1
        for _ in range(4):
            links = [f'<a href="#f{count + i}"><code>{next(names)}()</code></a>'
                     for i in range(min(4, total - count))]
            count += len(links)
            parts.append("<p>" + "".join(f"{text(14).capitalize()} {a}, " for a in links) + text(9) + ".</p>")
        parts.append(f"<p><em>{text(12)}.</em></p></section>")
    return document("os — Miscellaneous operating system interfaces", f"""{related("a")}
<div class="sphinxsidebar" role="navigation" aria-label="Main"><h3>Table of Contents</h3><ul>
{"".join(f"<li>{link(name)}</li>" for name, _ in SECTIONS[:11])}</ul></div>
<div class="body" role="main"><h1>os — Miscellaneous operating system interfaces</h1>{"".join(parts)}</div>
{related("b")}""")


def rows() -> str:
    lines = "".join(
        f'<tr><td><a href="#r{row}">Row {row}</a></td><td><button>Follow</button></td>'
        f'<td><button>Delete</button></td><td><label><input type="checkbox"> Select</label></td></tr>'
        for row in range(1500))
    return document("Rows", f"<h1>Rows</h1><table>{lines}</table>")


if __name__ == "__main__":
    directory = pathlib.Path(sys.argv[1])
    directory.mkdir(parents=True, exist_ok=True)
    for name, make in {"index": index, "module": module, "rows": rows}.items():
        (directory / f"{name}.html").write_text(make(), encoding="utf-8")
