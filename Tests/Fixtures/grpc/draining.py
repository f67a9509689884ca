#!/usr/bin/env python3
"""Follows a server that shuts down: what is under way ends well, and nothing new is begun.

usage: draining.py ADDRESS          prints "ready"; then the server is to be told to end
"""

import sys

from a11y.bridge.v1 import bridge_pb2
from grpc_health.v1 import health_pb2
from http2_peer import Peer, echo, message

peer = Peer(sys.argv[1])
peer.updates_windows = False
# More than the window lets through, so that it is under way until the window is wider.
generate = peer.headers("Generate")
peer.data(generate, message(bridge_pb2.GenerateRequest(count=100, payload_length=1000).SerializeToString()), end=True)
under_way = peer.answers[generate]
peer.until(lambda: len(under_way.data) == 65535)
peer.h2.increment_flow_control_window(1_000_000)
subscription = peer.headers(path="/a11y.bridge.v1.BridgeService/Subscribe")
peer.data(subscription, message(b""), end=True)
matches = peer.headers(path="/a11y.bridge.v1.BridgeService/WatchMatches")
wanted = bridge_pb2.WatchMatchesRequest(selectors=["button"])
peer.data(matches, message(wanted.SerializeToString()), end=True)
watch = peer.headers(path="/grpc.health.v1.Health/Watch")
peer.data(watch, message(b""), end=True)
peer.until(lambda: all(peer.answers[stream].data for stream in (subscription, matches, watch)))
print("ready", flush=True)

peer.until(lambda: peer.goaway)
assert peer.goaway.error_code == 0 and b"shutting down" in peer.goaway.additional_data, peer.goaway.additional_data
assert peer.goaway.last_stream_id == watch, peer.goaway.last_stream_id
# What tells of changes could go on for ever, so it ends.
for stream in (subscription, matches, watch):
    answer = peer.wait(stream)
    assert answer.code == 14 and "shutting down" in answer.text, (answer.code, answer.text)
health = [health_pb2.HealthCheckResponse.FromString(m).status for m in peer.answers[watch].messages]
assert health == [health_pb2.HealthCheckResponse.SERVING, health_pb2.HealthCheckResponse.NOT_SERVING], health
# A stream behind GOAWAY is not begun.
peer.raw(b"\0\0\x01\x01\x05\0\0\0" + bytes([watch + 2]) + b"\x88")
assert not under_way.is_over
peer.h2.increment_flow_control_window(1_000_000, generate)
assert peer.wait(generate).code == 0
assert len(under_way.messages) == 100, len(under_way.messages)
while peer.receive():
    pass
print("passed")
