#!/usr/bin/env python3
"""Writes a page of about 15,000 accessibility elements: sections of a heading and rows of controls.

usage: large_page.py [--rows N] >large.html

In Chromium's tree a row has eight elements: the list item and its text, a button, a check box and its text, a link
and its text, and the space between them.
"""

import argparse


def page(rows: int) -> str:
    lines = [
        "<!DOCTYPE html>",
        '<html lang="en"><head><meta charset="utf-8"><title>Large page</title></head><body>',
        "<h1>Large page</h1>",
    ]
    for row in range(rows):
        if row % 50 == 0:
            if row:
                lines.append("</ul></section>")
            lines.append(f'<section aria-label="Part {row // 50}"><h2>Part {row // 50}</h2><ul>')
        lines.append(
            f"<li>Row {row} "
            f'<button type="button">Press {row}</button> '
            f'<label><input type="checkbox"> Tick {row}</label> '
            f'<a href="#{row}">Link {row}</a></li>'
        )
    lines.append("</ul></section></body></html>")
    return "\n".join(lines)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--rows", type=int, default=1855)
    print(page(parser.parse_args().rows))
