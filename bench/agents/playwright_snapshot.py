#!/usr/bin/env python3
"""Prints Playwright's snapshot of pages for agents, and its tokens, as JSON: a line for each page.

usage: playwright_snapshot.py CHROMIUM PAGE…
"""

import json
import sys

import bpe_openai
from playwright.sync_api import sync_playwright

ENCODING = bpe_openai.get_encoding("o200k_base")


def main() -> None:
    chromium, *pages = sys.argv[1:]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for page in pages:
            view = browser.new_page(viewport={"width": 1300, "height": 760})
            view.goto(f"file://{page}")
            text = view.locator("body").aria_snapshot(mode="ai", timeout=120_000)
            tokens = len(ENCODING.encode(text))
            print(json.dumps({"page": page, "tokens": tokens, "text": text}), flush=True)
            view.close()
        browser.close()


if __name__ == "__main__":
    main()
