#!/usr/bin/env python3
"""Calls a server again and again through a channel that knows a second one, until that has taken over.

usage: elsewhere.py FIRST SECOND          prints "ready"; then FIRST is to be told to end. No call may fail.
"""

import sys
import time

import grpc
from a11y.bridge.v1 import bridge_pb2, bridge_pb2_grpc

channel = grpc.insecure_channel("ipv4:" + ",".join(sys.argv[1:]))
stub = bridge_pb2_grpc.DiagnosticsServiceStub(channel)


def epoch():
    calls = [stub.Echo.future(bridge_pb2.EchoRequest(payload=b"x"), timeout=10) for _ in range(20)]
    found = set()
    for call in calls:
        assert call.result().payload == b"x"
        found.add(dict(call.initial_metadata())["a11y-bridge-epoch"])
    return found


first = epoch()
assert len(first) == 1
print("ready", flush=True)
deadline = time.monotonic() + 20
calls = 0
while epoch() & first:
    calls += 20
    assert time.monotonic() < deadline, "the first server still answers"
print(f"passed: {calls} calls before")
