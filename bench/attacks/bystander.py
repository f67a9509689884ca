#!/usr/bin/env python3
"""Calls Find on a server every 5 ms until standard input ends, and prints how long the calls took, as JSON.

usage: bystander.py HOST PORT [SELECTOR]
"""

import json
import select
import sys
import time

sys.path.insert(0, __file__.rsplit("/attacks/", 1)[0])

from attacks.wire import SERVICE, Peer, message  # noqa: E402


def main() -> None:
    peer = Peer((sys.argv[1], int(sys.argv[2])))
    request = message(1, (sys.argv[3] if len(sys.argv) > 3 else "button:enabled").encode())
    print("ready", flush=True)
    times: list[float] = []
    while not select.select([sys.stdin], [], [], 0.005)[0]:
        began = time.monotonic()
        peer.call(SERVICE + "Find", request)
        times.append((time.monotonic() - began) * 1000)
    times.sort()

    def at(share: float) -> float:
        return times[min(len(times) - 1, int(len(times) * share))] if times else float("inf")

    print(json.dumps({"p50": at(0.5), "p99": at(0.99), "max": at(1), "calls": len(times)}))


if __name__ == "__main__":
    main()
