#!/usr/bin/env python3
"""Subscribes with two tokens on one connection, and waits until the first one is revoked.

usage: revoked.py ADDRESS CA TOKEN OTHER          prints "ready"; then TOKEN is to be revoked
"""

import ssl
import sys

from http2_peer import Peer, echo, message

address, ca, token, other = sys.argv[1:]
tls = ssl.create_default_context(cafile=ca)
tls.check_hostname = False
tls.set_alpn_protocols(["h2"])
peer = Peer(address, tls=tls)


def shown(token):
    return [("authorization", "Bearer " + token)]


def subscribe(token, path="/a11y.bridge.v1.BridgeService/Subscribe"):
    stream = peer.headers(path=path, extra=shown(token))
    peer.data(stream, message(b""), end=True)
    peer.until(lambda: peer.answers[stream].data)
    return peer.answers[stream]


first, second = subscribe(token), subscribe(other)
health = "/grpc.health.v1.Health/Watch"
first_health, second_health = subscribe(token, health), subscribe(other, health)
# A request that is not complete when the token is revoked.
half = peer.headers(extra=shown(token))
peer.flush()
# Answers that wait for a window.
narrow = Peer(address, tls=tls, window=0)
waiting = []
for shown_token in (token, other):
    stream = narrow.headers(path="/a11y.bridge.v1.BridgeService/GetTree", extra=shown(shown_token))
    narrow.data(stream, message(b""), end=True)
    narrow.until(lambda: narrow.answers[stream].headers)
    waiting.append(stream)
print("ready", flush=True)
peer.until(lambda: first.is_over and first_health.is_over and peer.answers[half].is_over)
for answer in (first, first_health, peer.answers[half]):
    assert answer.code == 16 and "revoked" in answer.text, (answer.code, answer.text)
assert len(first_health.messages) == 1
assert not second.is_over and not second_health.is_over and peer.goaway is None
assert peer.call(request=echo(b"x"), extra=shown(other)).messages == [echo(b"x")]
refused = peer.call(request=echo(b"x"), extra=shown(token))
assert refused.code == 16 and "does not know this token" in refused.text, refused.text
assert not second.is_over and peer.goaway is None
for stream in waiting:
    narrow.h2.increment_flow_control_window(1_000_000, stream)
narrow.h2.increment_flow_control_window(1_000_000)
kept, lost = narrow.wait(waiting[1]), narrow.wait(waiting[0])
assert kept.code == 0 and kept.data, kept.code
assert lost.code == 16 and not lost.data and "revoked" in lost.text, (lost.code, len(lost.data))
print("passed")
