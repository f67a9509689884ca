#!/usr/bin/env python3
"""Counts the tokens of texts with the vocabulary o200k: of each file, or of standard input.

usage: count.py [FILE…]
"""

import pathlib
import sys

import bpe_openai

ENCODING = bpe_openai.get_encoding("o200k_base")


def count(text: str) -> int:
    return len(ENCODING.encode(text))


if __name__ == "__main__":
    for file in sys.argv[1:]:
        print(count(pathlib.Path(file).read_text(encoding="utf-8")), file)
    if len(sys.argv) == 1:
        print(count(sys.stdin.read()))
