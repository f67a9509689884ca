#!/usr/bin/env python3
"""Keeps many connections that are silent after their preface, and then makes a call on each.

usage: idle.py ADDRESS COUNT
"""

import sys

from http2_peer import Peer, echo

peers = [Peer(sys.argv[1]) for _ in range(int(sys.argv[2]))]
for peer in peers:
    assert peer.call(request=echo(b"x")).messages == [echo(b"x")]
print("passed")
